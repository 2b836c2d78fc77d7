//! Who gives up, and what becomes of the house (TR.concede).
//!
//! The others play on, and the house stays on the board: units, orders and cards of a house that is gone would leave gaps that no rule
//! fills. From then on the game answers for it, by a fixed rule that needs open information only ([`State::neutral`]): it defends what it
//! has, bids nothing, moves nobody, and uses nothing that it need not use. It cannot win.

use table::{Illegal, Outcome, Seat, Sink};

use crate::action::{Action, Question};
use crate::data::{OrderKind, Track, WesterosEffect};
use crate::flow::tell;
use crate::game::Rules;
use crate::state::State;
use crate::view::Event;

impl State {
    /// Seats that may still win.
    pub(crate) fn contenders(&self) -> impl Iterator<Item = Seat> + use<> {
        let conceded = self.conceded;
        self.seats().filter(move |seat| !conceded.contains(*seat))
    }

    /// A player gives up; the last who has not wins. What the seat has drafted or answered to an open question is dropped.
    pub(crate) fn give_up<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, sink: &mut S) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::new("over", "the game is over"));
        }
        if self.conceded.contains(seat) {
            return Err(Illegal::new("not_asked", format!("{seat} has conceded already")).rule("TR.concede"));
        }
        self.conceded.insert(seat);
        let player = self.player_mut(seat);
        player.draft.clear();
        player.answer = None;
        tell!(sink, "conceded", "TR.concede", [], "{{{seat}}} concedes: the house stays, holds what it has and cannot win.");
        let mut left = self.contenders();
        if let (Some(last), None) = (left.next(), left.next()) {
            self.finish(last, "all others have conceded".to_owned(), "TR.concede", sink);
        }
        if self.ask.is_some() {
            self.run(rules, sink);
        }
        Ok(())
    }

    /// Ends the game. Its board is without orders, and nobody owes an answer: [`State::run`] clears what is asked and still to do.
    pub(crate) fn finish<S: Sink<Event>>(&mut self, winner: Seat, reason: String, rule: &str, sink: &mut S) {
        self.areas.iter_mut().for_each(|area| area.order = None);
        for player in &mut self.players {
            player.orders.clear();
            player.draft.clear();
            player.answer = None;
        }
        let text = format!("{{{winner}}} wins: {reason}.");
        let outcome = Outcome::Won { seats: vec![winner], reason };
        if S::ON {
            sink.event(Event { outcome: Some(outcome.clone()), ..Event::new("over", rule, Vec::new(), text) });
        }
        self.outcome = Some(outcome);
    }

    /// Answers the open question for those who gave up, and goes on where that was the last answer. Whether somebody is still asked.
    pub(crate) fn waits<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) -> bool {
        let Some(ask) = &self.ask else { return false };
        if ask.seats.iter().all(|seat| !self.conceded.contains(seat)) {
            return true;
        }
        let (question, seats) = (ask.question.clone(), ask.seats);
        for seat in seats.iter() {
            if self.conceded.contains(seat) && self.player(seat).answer.is_none() {
                let answer = self.neutral(rules, seat, &question);
                self.player_mut(seat).answer = Some(answer);
            }
        }
        if seats.iter().any(|seat| self.player(seat).answer.is_none()) {
            return true;
        }
        self.ask = None;
        self.resolve(rules, question, seats, sink);
        false
    }

    /// The answer of a house whose player gave up: of what is listed, each time the first of what changes least.
    fn neutral(&mut self, rules: &Rules, seat: Seat, question: &Question) -> Vec<Action> {
        let mut list = Vec::new();
        loop {
            self.options(rules, seat, &mut list);
            let Some(pick) = list.iter().min_by_key(|pick| self.change(rules, seat, question, pick)).copied() else { break };
            self.player_mut(seat).draft.push(pick);
            if self.complete(rules, seat, question) {
                break;
            }
        }
        std::mem::take(&mut self.player_mut(seat).draft)
    }

    /// How much a pick of a house whose player gave up would change; the least is taken.
    fn change(&self, rules: &Rules, seat: Seat, question: &Question, pick: &Action) -> i16 {
        match *pick {
            Action::Pass | Action::Done | Action::NoTarget | Action::NoToken | Action::Keep | Action::TakePower => 0,
            Action::Bid { power } => i16::from(power),
            Action::Ships { count } => i16::from(count),
            // Holds what it has.
            Action::Order { order, .. } => match rules.kinds[order.index()] {
                OrderKind::Defense => 0,
                OrderKind::Support => 1,
                OrderKind::ConsolidatePower => 2,
                OrderKind::Raid => 3,
                OrderKind::March => 4,
            },
            Action::Leave { .. } => 5,
            // Its support is for itself.
            Action::Support { side: Some(side), .. } => {
                if side == seat {
                    0
                } else {
                    2
                }
            }
            // The weakest card, to play or to lose.
            Action::Card { card } => 1 + i16::from(rules.board.card(card).strength),
            // Who stands higher goes before.
            Action::House { seat } => match question {
                Question::Ties { track } => self.place(*track, seat) as i16,
                _ => self.place(Track::IronThrone, seat) as i16,
            },
            Action::Option { option } => match question {
                Question::Westeros { deck } => {
                    let effect = self.westeros_options(rules, *deck).get(usize::from(option));
                    i16::from(effect != Some(&WesterosEffect::Nothing))
                }
                _ => 1,
            },
            _ => 1,
        }
    }
}
