//! Events in words, made only when somebody listens.

use table::Seat;

use super::state::{Id, State, Zone};
use crate::rules::Rules;
use crate::view::{Event, What};

/// What happened since the last pick. No part of the state's identity.
#[derive(Clone, Debug, Default)]
pub struct Log {
    pub on: bool,
    pub events: Vec<Event>,
}

impl PartialEq for Log {
    fn eq(&self, _: &Log) -> bool {
        true
    }
}
impl Eq for Log {}
impl std::hash::Hash for Log {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl State {
    /// A card as it stands in sentences: `[c17|Robb Stark|01146]`.
    pub fn tag(&self, rules: &Rules, id: Id) -> String {
        let def = &rules.cards[self.card(id).def as usize].def;
        format!("[{id}|{}|{}]", def.name, def.code)
    }

    pub fn tags(&self, rules: &Rules, ids: &[Id]) -> String {
        let names: Vec<String> = ids.iter().map(|id| self.tag(rules, *id)).collect();
        match names.split_last() {
            None => "nothing".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// Tells everybody. The closure runs only when somebody listens.
    pub fn tell(&mut self, rule: &str, f: impl FnOnce(&State) -> (What, String)) {
        if self.log.on {
            let (what, text) = f(self);
            self.log.events.push(Event { what, text, rule: Some(rule.to_owned()), only: None });
        }
    }

    /// Tells these seats one thing and everybody else another (`None`: nothing).
    pub fn tell_apart(&mut self, rule: &str, seats: u16, f: impl FnOnce(&State) -> ((What, String), Option<(What, String)>)) {
        if self.log.on {
            let ((what, text), rest) = f(self);
            self.log.events.push(Event { what, text, rule: Some(rule.to_owned()), only: Some(seats) });
            if let Some((what, text)) = rest {
                self.log.events.push(Event { what, text, rule: Some(rule.to_owned()), only: Some(!seats) });
            }
        }
    }

    /// A move that everybody may see.
    pub fn tell_move(&mut self, rules: &Rules, rule: &str, id: Id, from: Zone, how: &str, text: impl FnOnce(&str) -> String) {
        let how = how.to_owned();
        self.tell(rule, |s| {
            let card = s.card(id);
            let code = rules.cards[card.def as usize].def.code.clone();
            let tag = s.tag(rules, id);
            (What::Moved { card: Some(id), code: Some(code), seat: card.owner, from, to: card.zone, how }, text(&tag))
        });
    }
}

/// A seat in a sentence: the client puts the player's name there.
pub fn name(seat: Seat) -> String {
    format!("{{{seat}}}")
}
