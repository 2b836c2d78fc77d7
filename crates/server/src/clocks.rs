//! The clocks of a table: how much time every seat has, and who uses it up.
//!
//! After every change of a room with a clock a reading of all clocks is written into its log, with the time at which it was taken. What
//! is left at any later moment follows from the last reading alone, so any server can tell it, and can end a clock that has run out.
//!
//! A decision has time that costs nothing: the delay of a chess clock, and as long as the window stays open anyway in which it is asked
//! (the bluff time). So forced answers, passes that are held back, and bots use no time, and nobody sees on a clock whether a seat had a
//! choice.

use serde::{Deserialize, Serialize};
use table::Seat;
use table::replay::Step;

use crate::log::{By, Entry};
use crate::terms::Clock;

/// A reading of all clocks. Times are milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// When it was taken, since 1970.
    pub now: u64,
    /// Whether clocks ran from then on: they do not while the players pause, and when the game is over.
    pub runs: bool,
    /// The round of the game.
    pub round: u32,
    /// By seat: what was left when it was last asked.
    pub left: Vec<i64>,
    /// By seat: the decision that it owes.
    pub asked: Vec<Option<Asked>>,
}

/// A decision that a person owes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    pub decision: u32,
    /// How long it has been owed while clocks ran, until the reading.
    pub used: u64,
    /// How much of that costs nothing.
    pub free: u64,
    /// It was answered by a pass that is not shown yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

impl Asked {
    fn cost(self) -> i64 {
        if self.held { 0 } else { ms(self.used.saturating_sub(self.free)) }
    }
}

/// What the game asks now.
#[derive(Clone, Debug, Default)]
pub struct Now {
    /// Milliseconds since 1970.
    pub now: u64,
    pub runs: bool,
    pub round: u32,
    /// By seat: the decision that a person owes there, and how long it costs nothing.
    pub owed: Vec<Option<(u32, u64)>>,
}

/// All clocks as they are shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Clocks {
    pub clock: Clock,
    /// Nobody's clock runs now: the players pause, or the game is over.
    pub stopped: bool,
    pub seats: Vec<SeatClock>,
}

/// A seat's clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatClock {
    /// Milliseconds that are left; null for a bot, which has no clock.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub left: Option<i64>,
    /// Milliseconds until it begins to run down.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub free: u64,
    /// Whether the seat owes an answer.
    pub runs: bool,
    /// It ran out.
    pub flagged: bool,
}

fn ms(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

impl Clock {
    /// What a seat has at first, and in a round or for a decision again.
    fn whole(self) -> i64 {
        let (Clock::Chess { seconds, .. } | Clock::Round { seconds } | Clock::Move { seconds }) = self;
        i64::from(seconds) * 1000
    }

    fn increment(self) -> i64 {
        if let Clock::Chess { increment, .. } = self { i64::from(increment) * 1000 } else { 0 }
    }

    /// What every decision has for nothing.
    pub fn delay(self) -> u64 {
        if let Clock::Chess { delay, .. } = self { u64::from(delay) * 1000 } else { 0 }
    }
}

impl Times {
    /// Before anybody is asked anything.
    pub fn new(clock: Clock, seats: usize) -> Times {
        Times { left: vec![clock.whole(); seats], asked: vec![None; seats], ..Times::default() }
    }

    /// How long the seat has owed its decision.
    fn asked_at(&self, seat: usize, now: u64) -> Option<Asked> {
        let asked = (*self.asked.get(seat)?)?;
        let passed = if self.runs { now.saturating_sub(self.now) } else { 0 };
        Some(Asked { used: asked.used + passed, ..asked })
    }

    /// The next reading: what these entries did, and what is asked after them.
    pub fn read(&self, clock: Clock, entries: &[Entry], after: &Now) -> Times {
        let mut next = self.clone();
        next.asked = (0..self.left.len()).map(|seat| self.asked_at(seat, after.now)).collect();
        // What was taken back is asked again, and has no time for nothing a second time.
        let mut again = vec![false; self.left.len()];
        for entry in entries {
            match entry {
                Entry::Step { step: Step::Answer { seat, decision, .. }, by } => next.answered(clock, *seat, *decision, *by),
                Entry::Step { step: Step::Withdraw { seat }, by: _ } if seat.index() < again.len() => {
                    next.left[seat.index()] -= clock.increment();
                    again[seat.index()] = true;
                }
                Entry::Held { step: Step::Answer { seat, decision, .. }, by: _ } => {
                    if let Some(asked) = next.owes(*seat, *decision) {
                        let cost = asked.cost();
                        asked.held = true;
                        next.left[seat.index()] -= cost;
                    }
                }
                _ => {}
            }
        }
        for (seat, again) in again.iter().copied().enumerate().take(next.left.len()) {
            let owed = after.owed.get(seat).copied().flatten();
            let asked = next.asked[seat];
            if asked.map(|asked| asked.decision) == owed.map(|(decision, _)| decision) {
                continue;
            }
            // What is not asked any more was not answered: it went away, or was undone.
            next.left[seat] -= asked.map_or(0, Asked::cost);
            next.asked[seat] = owed.map(|(decision, free)| Asked { decision, used: 0, free: if again { 0 } else { free }, held: false });
        }
        if matches!(clock, Clock::Round { .. }) && after.round != self.round {
            next.left.fill(clock.whole());
            next.asked.iter_mut().flatten().for_each(|asked| asked.used = asked.used.min(asked.free));
        }
        Times { now: after.now, runs: after.runs, round: after.round, ..next }
    }

    fn owes(&mut self, seat: Seat, decision: u32) -> Option<&mut Asked> {
        self.asked.get_mut(seat.index())?.as_mut().filter(|asked| asked.decision == decision)
    }

    fn answered(&mut self, clock: Clock, seat: Seat, decision: u32, by: By) {
        let Some(asked) = self.owes(seat, decision).copied() else { return };
        self.asked[seat.index()] = None;
        if by != By::Player {
            return;
        }
        let left = &mut self.left[seat.index()];
        *left = match clock {
            Clock::Move { .. } => clock.whole(),
            _ => *left - asked.cost() + clock.increment(),
        };
    }

    /// What is left for a seat, and until its clock runs down.
    pub fn left(&self, seat: usize, now: u64) -> (i64, u64) {
        let left = self.left.get(seat).copied().unwrap_or_default();
        let Some(asked) = self.asked_at(seat, now) else { return (left, 0) };
        (left - asked.cost(), asked.free.saturating_sub(asked.used))
    }

    /// When a seat's clock runs out, if nothing happens before.
    pub fn due(&self, seat: usize) -> Option<u64> {
        let asked = (*self.asked.get(seat)?)?;
        let left = u64::try_from(*self.left.get(seat)?).unwrap_or(0);
        let has = (asked.free + left).saturating_sub(asked.used);
        (self.runs && !asked.held).then_some(self.now + has)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: Clock = Clock::Chess { seconds: 60, delay: 5, increment: 3 };

    fn after(now: u64, owed: &[Option<(u32, u64)>]) -> Now {
        Now { now, runs: true, round: 1, owed: owed.to_vec() }
    }

    fn answer(seat: u8, decision: u32, by: By) -> Entry {
        Entry::Step { step: Step::Answer { seat: Seat(seat), decision, picks: vec![] }, by }
    }

    #[test]
    fn the_delay_costs_nothing_and_an_answer_adds() {
        let times = Times::new(CHESS, 2).read(CHESS, &[], &after(1_000, &[Some((0, 5_000)), None]));
        assert_eq!((times.left(0, 6_000), times.left(0, 16_000), times.left(1, 16_000)), ((60_000, 0), (50_000, 0), (60_000, 0)));
        assert_eq!((times.due(0), times.due(1)), (Some(66_000), None));
        let times = times.read(CHESS, &[answer(0, 0, By::Player)], &after(16_000, &[None, Some((1, 5_000))]));
        assert_eq!((times.left(0, 99_000), times.left(1, 22_000)), ((53_000, 0), (59_000, 0)));
        // What is no answer of this seat moves nothing.
        let same = times.read(CHESS, &[answer(0, 9, By::Player)], &after(18_000, &[None, Some((1, 5_000))]));
        assert_eq!(same.left(1, 22_000), (59_000, 0));
    }

    #[test]
    fn forced_answers_held_passes_and_bots_use_no_time_and_pauses_stop_it() {
        let start = Times::new(CHESS, 2).read(CHESS, &[], &after(0, &[Some((0, 7_000)), Some((0, 7_000))]));
        let forced = start.read(CHESS, &[answer(0, 0, By::Auto)], &after(30_000, &[None, Some((0, 7_000))]));
        assert_eq!((forced.left(0, 30_000).0, forced.left(1, 30_000).0), (60_000, 37_000));
        let step = Step::Answer { seat: Seat(1), decision: 0, picks: vec![] };
        let held = start.read(CHESS, &[Entry::Held { step, by: By::Player }], &after(2_000, &[Some((0, 7_000)), Some((0, 7_000))]));
        assert_eq!((held.left(1, 3_000), held.left(0, 3_000)), ((60_000, 4_000), (60_000, 4_000)), "nobody sees that it passed");
        let shown = held.read(CHESS, &[answer(1, 0, By::Player)], &after(20_000, &[Some((0, 7_000)), None]));
        assert_eq!(shown.left(1, 20_000).0, 63_000);
        let paused = start.read(CHESS, &[], &Now { runs: false, ..after(10_000, &[Some((0, 7_000)), Some((0, 7_000))]) });
        assert_eq!((paused.left(0, 99_000).0, paused.due(0)), (57_000, None));
        let on = paused.read(CHESS, &[], &after(100_000, &[Some((0, 7_000)), Some((0, 7_000))]));
        assert_eq!(on.left(0, 101_000).0, 56_000);
    }

    #[test]
    fn taking_back_gains_nothing() {
        let mut times = Times::new(CHESS, 2).read(CHESS, &[], &after(0, &[Some((0, 5_000)), Some((0, 5_000))]));
        let mut now = 0;
        for decision in 0..4 {
            now += 4_000;
            times = times.read(CHESS, &[answer(0, decision, By::Player)], &after(now, &[None, Some((0, 5_000))]));
            let back = Entry::Step { step: Step::Withdraw { seat: Seat(0) }, by: By::Player };
            times = times.read(CHESS, &[back], &after(now, &[Some((decision + 1, 5_000)), Some((0, 5_000))]));
        }
        assert_eq!(times.left(0, now).0, 48_000, "only the first was free, nothing was added");
    }

    #[test]
    fn a_round_and_a_move_begin_anew() {
        let round = Clock::Round { seconds: 10 };
        let times = Times::new(round, 1).read(round, &[], &after(0, &[Some((0, 0))]));
        let times = times.read(round, &[answer(0, 0, By::Player)], &after(4_000, &[Some((1, 0))]));
        assert_eq!(times.left(0, 5_000).0, 5_000);
        let times = times.read(round, &[answer(0, 1, By::Player)], &Now { round: 2, ..after(6_000, &[Some((2, 0))]) });
        assert_eq!(times.left(0, 7_000).0, 9_000);
        let each = Clock::Move { seconds: 10 };
        let times = Times::new(each, 1).read(each, &[], &after(0, &[Some((0, 0))]));
        assert_eq!(times.due(0), Some(10_000));
        let times = times.read(each, &[answer(0, 0, By::Player)], &after(9_000, &[Some((1, 0))]));
        assert_eq!((times.left(0, 9_000).0, times.due(0)), (10_000, Some(19_000)));
    }
}
