//! Challenge resolution keywords (RR.fw.4.2.5).

use super::ask::{List, Topic, cards};
use super::challenge::*;
use super::event::{Ev, Kind};
use super::state::{Frame, Id, State, Zone};
use super::tell::name;
use crate::lang::ast::{Act, Destination, KeywordName};
use crate::rules::{Rules, Rulings};
use crate::view::{Action, What as Told};
use crate::words::CardType;
use smallvec::SmallVec;
use table::{Seat, SelectRule};

impl State {
    /// Step 4.2.5: the first player picks a keyword type, all its instances resolve, then the next type.
    pub(super) fn keywords(&mut self, rules: &Rules, mut c: Steps) {
        const TYPES: [KeywordName; 4] = [KeywordName::Insight, KeywordName::Intimidate, KeywordName::Pillage, KeywordName::Renown];
        let Some(challenge) = &self.challenge else { return };
        let (Some(winner), Some(loser)) = (challenge.result.and_then(|r| r.winner), challenge.result.and_then(|r| r.loser)) else {
            c.pc = Pc::End;
            return self.push(Frame::Challenge(c));
        };
        let attacker_won = winner == challenge.attacker;
        let margin = challenge.result.map_or(0, |r| r.margin);
        let processed = challenge.processed;
        if let Some(keyword) = c.keyword {
            return self.keyword_instances(rules, c, keyword, winner, loser, margin);
        }
        let has = |k: KeywordName| {
            let instance = self.participants().any(|id| self.der(id).controller == winner && self.der(id).keyword(k));
            instance && (k != KeywordName::Intimidate || (attacker_won && !self.intimidated(rules, loser, margin).is_empty()))
        };
        if c.asked {
            c.asked = false;
            if let Action::Keyword { keyword } = self.answer_one() {
                c.keyword = TYPES.into_iter().find(|k| format!("{k:?}") == keyword);
            }
        } else {
            let types: SmallVec<[KeywordName; 4]> = TYPES.into_iter().filter(|k| processed >> *k as u16 & 1 == 0 && has(*k)).collect();
            match types.len() {
                0 => {
                    c.pc = Pc::End;
                    return self.push(Frame::Challenge(c));
                }
                1 => c.keyword = Some(types[0]),
                _ => {
                    self.step("RR.fw.4.2.5");
                    let list = types.iter().map(|k| Action::Keyword { keyword: format!("{k:?}") }).collect();
                    self.ask(self.first_player, Topic::KeywordType, None, List::One(list));
                    c.asked = true;
                    return self.push(Frame::Challenge(c));
                }
            }
        }
        if let Some(k) = c.keyword {
            self.step("RR.fw.4.2.5");
            if let Some(challenge) = &mut self.challenge {
                challenge.processed |= 1 << k as u16;
            }
            c.left = self.participants().filter(|id| self.der(*id).controller == winner && self.der(*id).keyword(k)).collect();
            c.used.clear();
        }
        self.push(Frame::Challenge(c));
    }

    /// Standing characters of the loser that intimidate could kneel (RR.glossary.intimidate.1).
    pub(super) fn intimidated(&self, rules: &Rules, loser: Seat, margin: i32) -> Vec<Id> {
        self.play
            .iter()
            .copied()
            .filter(|id| {
                self.der(*id).controller == loser
                    && self.kind(rules, *id) == CardType::Character
                    && !self.card(*id).kneeling
                    && i32::from(self.der(*id).strength) <= margin
                    && !self.der(*id).cannot(Act::Kneel)
            })
            .collect()
    }

    pub(super) fn keyword_instances(&mut self, rules: &Rules, mut c: Steps, k: KeywordName, winner: Seat, loser: Seat, margin: i32) {
        let able = |id: &Id| self.participates(*id) && self.der(*id).controller == winner && self.der(*id).keyword(k);
        c.left.retain(able);
        if rules.rulings == Rulings::Faq41 && !c.asked {
            // One gained while the type is being resolved is in time (FAQ.q.processing).
            let gained: Vec<Id> = self.participants().filter(|id| able(id) && !c.used.contains(id) && !c.left.contains(id)).collect();
            c.left.extend(gained);
        }
        if k == KeywordName::Intimidate {
            // At most one instance resolves per challenge (RR.glossary.intimidate.3).
            if c.asked {
                c.asked = false;
                let answer = self.answer_one();
                let source = c.left.first().copied();
                c.keyword = None;
                self.push(Frame::Challenge(c));
                if let Action::Card { card } = answer {
                    self.batch(vec![Ev { source, seat: Some(winner), ..Ev::new(Kind::Kneel { card }) }]);
                }
                return;
            }
            let targets = self.intimidated(rules, loser, margin);
            if targets.is_empty() || c.left.is_empty() {
                c.keyword = None;
                return self.push(Frame::Challenge(c));
            }
            let mut list: Vec<Action> = targets.into_iter().map(|card| Action::Card { card }).collect();
            list.push(Action::Pass);
            self.ask(winner, Topic::IntimidateTarget, c.left.first().copied(), List::One(list));
            c.asked = true;
            return self.push(Frame::Challenge(c));
        }
        let using: Vec<Id>;
        if c.asked {
            c.asked = false;
            let answer = self.answer_taken();
            using = match answer.first() {
                Some(Action::Yes) => c.left.clone(),
                Some(Action::Card { .. }) => cards(&answer),
                _ => Vec::new(),
            };
            if using.is_empty() {
                c.keyword = None;
                return self.push(Frame::Challenge(c));
            }
        } else {
            let nothing = match k {
                KeywordName::Pillage => self.player(loser).deck.is_empty() || self.player(loser).eliminated,
                _ => false,
            };
            if c.left.is_empty() || nothing {
                c.keyword = None;
                return self.push(Frame::Challenge(c));
            }
            let list = if c.left.len() == 1 {
                List::One(vec![Action::Yes, Action::No])
            } else if rules.rulings == Rulings::Faq41 {
                // One by one, in the order their controller likes (FAQ.q.keyword_order).
                List::One(c.left.iter().map(|card| Action::Card { card: *card }).chain([Action::Pass]).collect())
            } else {
                // All at once; which of them is the controller's choice (RS.2).
                List::cards(c.left.clone(), SelectRule::up_to(c.left.len() as u16))
            };
            self.ask(winner, Topic::KeywordUse, c.left.first().copied(), list);
            c.asked = true;
            return self.push(Frame::Challenge(c));
        }
        c.left.retain(|id| !using.contains(id));
        c.used.extend(&using);
        if rules.rulings == Rulings::Reference {
            // All at once (RS.2).
            c.left.clear();
            c.keyword = None;
        }
        let mut events = Vec::new();
        let mut deck = self.player(loser).deck.iter().rev().copied().collect::<Vec<_>>().into_iter();
        let with = self.tags(rules, &using);
        for id in using {
            let ev = |kind| Ev { source: Some(id), seat: Some(winner), ..Ev::new(kind) };
            match k {
                KeywordName::Insight => events.push(ev(Kind::Draw { seat: winner, n: 1 })),
                KeywordName::Renown => events.push(ev(Kind::Power { card: id, n: 1, using: Some(k) })),
                KeywordName::Pillage => {
                    if let Some(card) = deck.next() {
                        events.push(ev(Kind::Move { card, to: Destination::DiscardPile, from: Zone::Deck, discard: true, by: Some(id) }));
                        events.push(ev(Kind::Pillaged { card, by: id }));
                    }
                }
                _ => {}
            }
        }
        self.tell("RR.fw.4.2.5", |_| (Told::Note, format!("{} uses {} of {with}.", name(winner), format!("{k:?}").to_lowercase())));
        self.push(Frame::Challenge(c));
        self.batch(events);
    }
}
