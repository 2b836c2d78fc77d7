//! References to players and cards: `you`, `the loser`, `it`, `that character`, `all your characters`.

use super::grammar;
use super::noun::Form;
use super::{It, Phrase, Said, Writer};
use crate::lang::ast::*;
use crate::lang::raw::{Filter, Use, What};

impl Writer<'_> {
    /// A player, as a phrase that serves before a verb and after a preposition.
    pub fn who(&mut self, who: Who) -> String {
        match who {
            Who::You => "you".to_owned(),
            Who::Opponent => "an opponent".to_owned(),
            Who::EachPlayer => "a player".to_owned(),
            Who::Them => match (&self.them, self.them_said) {
                (Some(first), false) => {
                    self.them_said = true;
                    first.clone()
                }
                _ => "they".to_owned(),
            },
            Who::Winner => "the winner".to_owned(),
            Who::Loser => "the loser".to_owned(),
            Who::Attacker => "the attacking player".to_owned(),
            Who::Defender => "the defending player".to_owned(),
            Who::EventPlayer => "that player".to_owned(),
            Who::FirstPlayer => "the first player".to_owned(),
            Who::The(name) => self.word(name, "that player"),
            Who::ControllerOf(card) => format!("{} controller", self.owner_of(card)),
            Who::OwnerOf(card) => format!("{} owner", self.owner_of(card)),
        }
    }

    /// The same for orders and rules about all of them.
    pub fn each(&mut self, who: Who) -> String {
        match who {
            Who::Opponent => "each opponent".to_owned(),
            Who::EachPlayer => "each player".to_owned(),
            other => self.who(other),
        }
    }

    /// A named word or player: as introduced at first, short later.
    pub fn word(&mut self, name: Use, default: &str) -> String {
        match self.said.get_mut(name.0 as usize) {
            Some(Said::Word { first, later }) => first.take().unwrap_or_else(|| later.clone()),
            _ => default.to_owned(),
        }
    }

    pub fn owner_of(&mut self, card: Ref) -> String {
        grammar::whose(&self.reference(card).text)
    }

    pub fn reference(&mut self, card: Ref) -> Phrase {
        let turn = |writer: &mut Self, it: It, text: String| {
            if writer.it == it {
                return Phrase::one("it");
            }
            writer.it = it;
            Phrase::one(text)
        };
        match card {
            Ref::This => {
                let title = self.title.unwrap_or("this card").to_owned();
                turn(self, It::This, title)
            }
            Ref::Host => {
                let host = match self.asked.as_ref().and_then(|asked| asked.host()) {
                    Some(title) => title.clone(),
                    None => format!("attached {}", self.host.as_deref().unwrap_or("character")),
                };
                turn(self, It::Host, host)
            }
            Ref::Event => {
                let word = match self.asked.as_ref().and_then(|asked| asked.event()) {
                    Some(title) => title.clone(),
                    None => format!("that {}", self.event.as_deref().unwrap_or("card")),
                };
                turn(self, It::Event, word)
            }
            Ref::By => Phrase::one("its source"),
            Ref::It => Phrase::one("it"),
            Ref::The(name) => self.named(name),
            Ref::YourFaction => Phrase::one("your faction card"),
            Ref::YourPlot => Phrase::one("your revealed plot"),
            Ref::TheirFaction => Phrase::one(format!("{} faction card", self.whose(Who::Them))),
            Ref::LoserFaction => Phrase::one("the loser's faction card"),
            Ref::WinnerFaction => Phrase::one("the winner's faction card"),
        }
    }

    pub fn named(&mut self, name: Use) -> Phrase {
        let at = name.0 as usize;
        let own = match self.names.get(at).map(String::as_str) {
            Some("found") => Some("card"),
            Some("cost") => Some("paid card"),
            _ => None,
        };
        match self.said.get(at).cloned().unwrap_or_default() {
            Said::Pending { phrase, word, plural, .. } => {
                self.said[at] = Said::Known { word, plural };
                self.it = It::Name(name.0);
                Phrase { text: phrase, plural }
            }
            Said::Known { word, plural } => {
                let said_it = self.it == It::Name(name.0);
                self.it = It::Name(name.0);
                let text = match (said_it, plural) {
                    (true, false) => "it".to_owned(),
                    (true, true) => "them".to_owned(),
                    (false, false) => format!("that {}{word}", self.which(at, &word)),
                    (false, true) => format!("those {}", grammar::plural(&word)),
                };
                Phrase { text, plural }
            }
            Said::Word { first, later } => Phrase::one(first.unwrap_or(later)),
            Said::No => Phrase::one(format!("that {}", own.unwrap_or("card"))),
        }
    }

    /// `first`, `second` where two names share a word.
    pub fn which(&self, at: usize, word: &str) -> &'static str {
        let same =
            |s: &Said| matches!(s, Said::Known { word: w, plural: false } | Said::Pending { word: w, plural: false, .. } if w == word);
        let others = self.said.iter().enumerate().filter(|(i, s)| *i != at && same(s)).count();
        let before = self.said.iter().take(at).filter(|s| same(s)).count();
        match (others, before) {
            (0, _) => "",
            (_, 0) => "first ",
            (_, 1) => "second ",
            _ => "third ",
        }
    }

    /// What a verb is about; every card that fits is `all ...`.
    pub fn what(&mut self, what: &What) -> Phrase {
        match what {
            What::Name(name) => self.named(*name),
            What::Ref(card) => self.reference(*card),
            What::All(filter) => self.every(filter, false),
        }
    }

    /// Every card that fits, as the subject (`your Stark characters`) or the object (`all your Stark characters`).
    pub fn every(&mut self, filter: &Filter, subject: bool) -> Phrase {
        if let [Pred::Is(what)] = filter.0.as_slice() {
            return self.what(what);
        }
        let named = |p: &Pred| matches!(p, Pred::Is(What::Name(_)));
        if filter.0.iter().any(named) && filter.0.iter().any(|p| matches!(p, Pred::Not(f) if f.0.iter().any(named))) {
            return Phrase { text: "the rest".to_owned(), plural: true };
        }
        // One card at most is alone on your side.
        if filter.0.contains(&Pred::Alone) && filter.0.contains(&Pred::Yours) {
            let rest = Filter(filter.0.iter().filter(|p| !matches!(p, Pred::Alone | Pred::Yours)).cloned().collect());
            return Phrase::one(format!("your {} that is alone", self.noun(&rest).say(Form::Bare, false)));
        }
        let noun = self.noun(filter);
        if noun.is_proper() {
            return Phrase::one(noun.say(Form::Many, false));
        }
        let many = noun.say(Form::Many, false);
        let all = if subject && noun.is_yours() || noun.is_either() { many } else { format!("all {many}") };
        Phrase { text: all, plural: true }
    }
}
