//! What must happen at once after a change: terminal kills, illegal attachments, victory, elimination.

use super::batch::*;
use super::event::{Ev, Kind, Verb};
use super::reads;
use super::state::{Frame, Id, State, Zone};
use super::tell::name;
use crate::lang::ast::{Act, Destination};
use crate::rules::Rules;
use crate::view::What as Told;
use crate::words::CardType;
use smallvec::SmallVec;
use table::{Illegal, Outcome, Seat, Viewer};

impl State {
    /// What must happen at once after a change: kills of characters with STR 0 that die of it, illegal attachments, forced sacrifices,
    /// control changes in a challenge; then victory and elimination.
    pub(super) fn settle(&mut self, rules: &Rules) -> Option<Vec<Ev>> {
        self.refresh(rules);
        self.check_end(rules);
        if self.outcome.is_some() {
            return None;
        }
        if let Some(c) = &self.challenge
            && !c.over
        {
            let (attacker, defender) = (c.attacker, c.defender);
            let gone = |id: &Id, seat: Seat| !self.in_play(*id) || self.der(*id).controller != seat;
            let parted: SmallVec<[Id; 4]> = c
                .attackers
                .iter()
                .filter(|id| gone(id, attacker))
                .chain(c.defenders.iter().filter(|id| gone(id, defender)))
                .copied()
                .collect();
            // A participating character whose control changes is removed at once (RR.glossary.ownership.5).
            if !parted.is_empty()
                && let Some(c) = &mut self.challenge
            {
                c.attackers.retain(|id| !parted.contains(id));
                c.defenders.retain(|id| !parted.contains(id));
                self.touch(reads::CHALLENGE);
                self.refresh(rules);
            }
            self.sort_grounds();
        }
        let mut events = Vec::new();
        for id in self.play.iter().copied() {
            let der = self.der(id);
            let leave = |verb, can_save| Ev {
                source: Some(id),
                ..Ev::new(Kind::Leave {
                    card: id,
                    verb,
                    to: if verb == Verb::Kill { Destination::DeadPile } else { Destination::DiscardPile },
                    can_save,
                    saved: false,
                    snap: None,
                })
            };
            let dies = der.killed_at_zero && der.strength == 0;
            let host = self.card(id).host;
            if !dies && host.is_none() && !self.cache.doomed.contains(&id) {
                continue;
            }
            // What is about to leave already does not leave a second time within the interrupts to it: a save is judged by its whole
            // effect (FAQ.3.1).
            let pending = |e: &Ev| !e.done && matches!(&e.kind, Kind::Leave { card, .. } if *card == id);
            if self.stack.iter().any(|f| matches!(f, Frame::Batch(b) if b.stage <= Stage::Occur && b.events.iter().any(pending))) {
                continue;
            }
            // Killed if its STR is 0 (FAQ.2.6).
            if dies && self.kind(rules, id) == CardType::Character && !der.cannot(Act::BeKilled) {
                events.push(leave(Verb::Kill, !der.cannot(Act::BeSaved)));
            }
            if let Some(host) = host
                && !self.may_host(rules, id, host, der.controller)
            {
                // Not optional, not saved (RR.glossary.attachment_cards.6).
                events.push(leave(Verb::Rule, false));
            }
            if self.cache.doomed.contains(&id) {
                events.push(leave(Verb::Sacrifice, false));
            }
        }
        (!events.is_empty()).then_some(events)
    }

    /// Fifteen power wins, an empty draw deck eliminates: at once, also in the middle of something (RR.glossary.winning_the_game).
    pub fn check_end(&mut self, rules: &Rules) {
        if self.outcome.is_some() || self.round == 0 {
            return;
        }
        let enough: i32 = self.play.iter().map(|id| i32::from(self.card(*id).power)).sum();
        if enough < 15 && self.players.iter().all(|p| p.eliminated || !p.deck.is_empty()) {
            return;
        }
        let winners: SmallVec<[Seat; 4]> =
            self.order().into_iter().filter(|s| !self.cache.players[s.index()].cannot_win && self.power_of(*s) >= 15).collect();
        if let Some(first) = winners.first() {
            // Several at once: the first player chooses (RR.glossary.winning_the_game.2); see `State::advance`.
            if winners.len() > 1 {
                self.deciding = winners.to_vec();
                return;
            }
            return self.win(rules, *first, "reached 15 power", "RR.glossary.winning_the_game.1");
        }
        let out: SmallVec<[Seat; 4]> = self.order().into_iter().filter(|s| self.player(*s).deck.is_empty()).collect();
        if out.is_empty() {
            return;
        }
        if out.len() == self.alive() {
            self.deciding = out.to_vec();
            return;
        }
        for seat in out {
            self.tell("RR.glossary.winning_the_game.3", |_| {
                (Told::Eliminated { seat }, format!("{} has no cards left in the deck and is eliminated.", name(seat)))
            });
            self.eliminate(rules, seat);
        }
        self.last_left(rules);
    }

    /// The last player left wins (RR.glossary.winning_the_game.3).
    fn last_left(&mut self, rules: &Rules) {
        if self.alive() == 1 {
            let last = self.order()[0];
            if self.cache.players[last.index()].cannot_win {
                self.outcome = Some(Outcome::Draw { reason: "the only player left cannot win".to_owned() });
            } else {
                self.win(rules, last, "is the only player left", "RR.glossary.winning_the_game.3");
            }
        }
    }

    /// A player of a melee gives up (TR.concede) and leaves the game as one who is eliminated (RR.melee.eliminate.1): at once, or as soon
    /// as the answer is taken that another player owes. A joust ends by a concession; that is no step of it.
    pub(crate) fn give_up(&mut self, rules: &Rules, seat: Seat) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::new("over", "the game is over"));
        }
        let Some(titles) = &mut self.titles else { return Err(Illegal::new("ends", "a concession ends a joust")) };
        if titles.conceded.contains(&seat) || self.players[seat.index()].eliminated {
            return Err(Illegal::new("not_asked", format!("{seat} has left the game")).rule("RR.melee.eliminate.1"));
        }
        titles.conceded.push(seat);
        self.tell("TR.concede", |_| (Told::Eliminated { seat }, format!("{} concedes and leaves the game.", name(seat))));
        let stay: SmallVec<[Seat; 8]> = self.order().into_iter().filter(|s| !self.gives_up(*s)).collect();
        if let [last] = stay[..] {
            self.win(rules, last, "is the only player left", "RR.glossary.winning_the_game.3");
            self.advance(rules);
            return Ok(());
        }
        let asked = self.asks.iter().position(|a| a.seat == seat);
        if self.round == 0 {
            // The seats take their turns in setup; who has given up places nothing and leaves when the first round begins.
            if let Some(at) = asked {
                let ask = self.asks.remove(at);
                self.ask(seat, ask.topic, ask.source, ask.list);
            }
        } else if asked.is_some() || self.asks.is_empty() {
            // What others are asked may be about this player's cards; what they are asked at the same time is about their own.
            self.conceded_leave(rules);
        }
        if self.round == 0 && asked.is_some() {
            self.advance(rules);
        } else if self.round > 0 && self.asks.iter().all(|a| a.complete) {
            let asks = std::mem::take(&mut self.asks);
            self.answers = asks.into_iter().map(|a| (a.seat, a.draft)).collect();
            self.advance(rules);
        }
        Ok(())
    }

    /// Whether a player has given up and has not left yet.
    pub(super) fn gives_up(&self, seat: Seat) -> bool {
        self.titles.as_ref().is_some_and(|t| t.conceded.contains(&seat))
    }

    /// Who gave up leaves.
    pub(super) fn conceded_leave(&mut self, rules: &Rules) {
        let Some(titles) = &mut self.titles else { return };
        for seat in std::mem::take(&mut titles.conceded) {
            if !self.player(seat).eliminated {
                self.eliminate(rules, seat);
            }
        }
        if self.outcome.is_none() {
            self.last_left(rules);
        }
    }

    pub fn win(&mut self, rules: &Rules, seat: Seat, why: &str, rule: &str) {
        let _ = rules;
        self.outcome = Some(Outcome::Won { seats: vec![seat], reason: why.to_owned() });
        let outcome = self.outcome.clone().expect("just set");
        self.tell(rule, |_| (Told::Over { outcome }, format!("{} {why} and wins.", name(seat))));
    }

    /// A player leaves the game (RR.melee.eliminate, AMB.4): owned cards leave the game, others go to their owners' discard piles.
    pub fn eliminate(&mut self, rules: &Rules, seat: Seat) {
        self.player_mut(seat).eliminated = true;
        self.clock += 1;
        if self.alive() > 1 {
            let owned: Vec<Id> = (0..self.cards.len() as u16)
                .map(Id)
                .filter(|id| {
                    let c = self.card(*id);
                    c.owner == seat && !matches!(c.zone, Zone::Removed | Zone::TitlePool)
                })
                .collect();
            for id in owned {
                // What nobody has seen stays unseen.
                let (known, hidden) = (self.card(id).known, !self.shows(Viewer::Spectator, id));
                self.leave_now(rules, id, Destination::RemovedFromGame);
                if hidden {
                    let c = self.card_mut(id);
                    c.facedown = true;
                    c.known = known;
                }
            }
            let controlled: Vec<Id> = self.play.iter().copied().filter(|id| self.der(*id).controller == seat).collect();
            for id in controlled {
                self.leave_now(rules, id, Destination::DiscardPile);
            }
        }
        // The player to the left is first player at once (RR.glossary.first_player.5).
        if self.first_player == seat {
            self.first_player = self.next(seat);
            let seat = self.first_player;
            self.tell("RR.glossary.first_player.5", |_| (Told::FirstPlayer { seat }, format!("{} is first player.", name(seat))));
        }
        self.player_mut(seat).gold = 0;
        self.asks.retain(|a| a.seat != seat);
        self.note_heaps(rules);
        self.cache.fresh = false;
        self.refresh(rules);
    }
}
