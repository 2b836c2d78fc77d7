//! Events in words, made only when somebody listens.

use table::{Seat, SeatSet, Viewer};

use super::state::{Id, State, Zone};
use crate::lang::ast::Destination;
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
        self.tell_moved(rules, rule, (id, self.card(id).def), from, how, text);
    }

    /// As [`State::tell_move`], of a card that was `def` before: in a shuffled deck its id stands for any card of the deck.
    pub fn tell_moved(&mut self, rules: &Rules, rule: &str, was: (Id, u16), from: Zone, how: &str, text: impl FnOnce(&str) -> String) {
        let (id, how) = (was.0, how.to_owned());
        self.tell(rule, |s| {
            let (card, code, tag) = s.told_as(rules, was);
            (What::Moved { card, code: Some(code), seat: s.card(id).owner, from, to: s.card(id).zone, how }, text(&tag))
        });
    }

    /// Id, code and tag of a card that was this one; without the id where nobody can follow it.
    pub fn told_as(&self, rules: &Rules, (id, def): (Id, u16)) -> (Option<Id>, String, String) {
        let def = &rules.cards[def as usize].def;
        let lost = self.card(id).zone == Zone::Deck && self.card(id).known == SeatSet::EMPTY;
        let shown = if lost { String::new() } else { id.to_string() };
        ((!lost).then_some(id), def.code.clone(), format!("[{shown}|{}|{}]", def.name, def.code))
    }
}

impl State {
    /// Totals in a sentence, the winner's first, then from the highest: `8 to 7` at joust, each with its player at melee.
    pub fn standings(&self, winner: Option<Seat>, values: &[i32]) -> String {
        let mut seats = self.order();
        seats.sort_by_key(|s| (Some(*s) != winner, -values[s.index()]));
        match seats[..] {
            [a, b] => format!("{} to {}", values[a.index()], values[b.index()]),
            _ => seats.iter().map(|s| format!("{} {}", name(*s), values[s.index()])).collect::<Vec<_>>().join(", "),
        }
    }

    /// ` by [card]`: whose effect it is. Nothing for a card that not everybody sees (in a shuffled deck its id stands for another card).
    pub fn by(&self, rules: &Rules, source: Option<Id>) -> String {
        source.filter(|id| self.shows(Viewer::Spectator, *id)).map_or(String::new(), |id| format!(" by {}", self.tag(rules, id)))
    }

    /// The rule and the sentence of a discard from out of play: whose card, from where, why. `by`: whose pillage; `cost`: it was paid.
    pub fn told_discard(
        &self,
        rules: &Rules,
        card: Id,
        from: Zone,
        by: Option<Id>,
        source: Option<Id>,
        cost: bool,
    ) -> (&'static str, String) {
        let (owner, tag) = (name(self.card(card).owner), self.tag(rules, card));
        let out = match from {
            Zone::Hand => format!(" from {owner}'s hand"),
            Zone::Deck => format!(" from {owner}'s deck"),
            Zone::Shadows => format!(" from {owner}'s shadows area"),
            Zone::Dead => format!(" from {owner}'s dead pile"),
            _ => String::new(),
        };
        match (by, source) {
            (Some(by), _) => ("RR.glossary.pillage.1", format!("{tag} is discarded{out} by pillage{}.", self.of(rules, by))),
            (None, Some(source)) if cost => ("RR.init.4", format!("{owner} discards {tag} from hand as a cost{}.", self.of(rules, source))),
            (None, Some(_)) => ("RR.glossary.discard_pile.1", format!("{tag} is discarded{out}{}.", self.by(rules, source))),
            // By the rules themselves: at intrigue claim or in the taxation phase.
            (None, None) if self.challenge.is_some() => ("RR.fw.4.2.4", format!("{tag} is discarded at random{out} for intrigue claim.")),
            (None, None) => ("RR.fw.7.3", format!("{owner} discards {tag} from hand to meet the reserve.")),
        }
    }

    fn of(&self, rules: &Rules, id: Id) -> String {
        if self.shows(Viewer::Spectator, id) { format!(" of {}", self.tag(rules, id)) } else { String::new() }
    }
}

/// Where a card goes, in a sentence.
pub fn place(to: Destination, owner: Seat) -> String {
    let owner = name(owner);
    match to {
        Destination::Hand => format!("to {owner}'s hand"),
        Destination::DeckTop => format!("on top of {owner}'s deck"),
        Destination::DeckBottom => format!("on the bottom of {owner}'s deck"),
        Destination::ShuffledIntoDeck => format!("into {owner}'s deck, which is shuffled"),
        Destination::DeadPile => format!("to {owner}'s dead pile"),
        Destination::DiscardPile => format!("to {owner}'s discard pile"),
        Destination::Shadows => "into shadows".to_owned(),
        Destination::RemovedFromGame => "out of the game".to_owned(),
    }
}

/// `1 card`, `3 cards`.
pub fn count(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

/// A seat in a sentence: the client puts the player's name there.
pub fn name(seat: Seat) -> String {
    format!("{{{seat}}}")
}
