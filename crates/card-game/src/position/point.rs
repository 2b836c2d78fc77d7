//! Where in the round a position can stand.

use table::Seat;

use super::Error;
use crate::kernel::challenge::{Pc as ChallengePc, Steps};
use crate::kernel::framework::{Pc, Round, Window};
use crate::kernel::setup::{Pc as SetupPc, Setup};
use crate::kernel::state::{Frame, State, Step};
use crate::words::Phase;

/// A point of the round at which nothing is half resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// The phase is about to begin.
    Start,
    Mulligan,
    Plots,
    /// The phase's action window; in the challenges phase the one before a challenge.
    Window,
    Initiate,
    /// The action window after the attackers.
    Attacked,
    Defenders,
    /// The action window after the defenders.
    Defended,
    Reserve,
}

impl At {
    pub const ALL: [At; 9] =
        [At::Start, At::Mulligan, At::Plots, At::Window, At::Initiate, At::Attacked, At::Defenders, At::Defended, At::Reserve];

    pub const fn word(self) -> &'static str {
        match self {
            At::Start => "start",
            At::Mulligan => "mulligan",
            At::Plots => "plots",
            At::Window => "window",
            At::Initiate => "initiate",
            At::Attacked => "attacked",
            At::Defenders => "defenders",
            At::Defended => "defended",
            At::Reserve => "reserve",
        }
    }

    pub fn find(word: &str, line: usize) -> Result<At, Error> {
        let found = At::ALL.into_iter().find(|at| at.word() == word);
        found.ok_or_else(|| Error::new(line, format!("no position stands at {word:?}")).instead(word, &At::ALL.map(At::word)))
    }

    /// Whether the point belongs to the phase.
    pub fn of(self, phase: Phase) -> bool {
        match self {
            At::Start => phase != Phase::Setup,
            At::Mulligan => phase == Phase::Setup,
            At::Plots => phase == Phase::Plot,
            At::Window => phase != Phase::Setup,
            At::Initiate | At::Attacked | At::Defenders | At::Defended => phase == Phase::Challenges,
            At::Reserve => phase == Phase::Taxation,
        }
    }

    pub const fn window(self) -> bool {
        matches!(self, At::Window | At::Attacked | At::Defended)
    }

    /// Whether a challenge is going on there.
    pub const fn challenge(self) -> bool {
        matches!(self, At::Attacked | At::Defenders | At::Defended)
    }
}

/// A point with whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    pub phase: Phase,
    pub at: At,
    /// Who acts; of no matter where all do.
    pub turn: Seat,
    /// How many seats have passed in a row in the window.
    pub passed: u8,
    /// Seats that have had their turn as active player of this phase.
    pub done: Vec<Seat>,
}

/// What the round goes on with after a phase's action window.
fn after_window(phase: Phase) -> Pc {
    match phase {
        Phase::Setup | Phase::Plot => Pc::PlotEnd,
        Phase::Draw => Pc::DrawEnd,
        Phase::Marshaling => Pc::MarshalNext,
        Phase::Challenges => Pc::Initiate,
        Phase::Dominance => Pc::DominanceEnd,
        Phase::Standing => Pc::StandEnd,
        Phase::Taxation => Pc::TaxEnd,
    }
}

/// Where a phase begins. A table for tests starts there too.
pub fn beginning(phase: Phase) -> Pc {
    match phase {
        Phase::Setup | Phase::Plot => Pc::Begin,
        Phase::Draw => Pc::DrawBegin,
        Phase::Marshaling => Pc::MarshalBegin,
        Phase::Challenges => Pc::ChallengesBegin,
        Phase::Dominance => Pc::DominanceBegin,
        Phase::Standing => Pc::StandBegin,
        Phase::Taxation => Pc::TaxBegin,
    }
}

/// The framework step of a phase's action window.
fn window_step(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup | Phase::Plot => "RR.fw.1.aw",
        Phase::Draw => "RR.fw.2.aw",
        Phase::Marshaling => "RR.fw.3.aw",
        Phase::Challenges => "RR.fw.4.aw1",
        Phase::Dominance => "RR.fw.5.aw",
        Phase::Standing => "RR.fw.6.aw",
        Phase::Taxation => "RR.fw.7.aw",
    }
}

impl Point {
    /// The point at which a game stands; `None` in the middle of something.
    pub fn of(st: &State) -> Option<Point> {
        let (at, turn, passed, round) = match &st.stack[..] {
            [Frame::Setup(s)] if s.pc == SetupPc::Mulligan && s.asked => (At::Mulligan, *st.order().get(s.at as usize)?, 0, None),
            [Frame::Round(r)] if r.asked => match r.pc {
                Pc::ChoosePlots => (At::Plots, st.first_player, 0, Some(r)),
                Pc::Initiate => (At::Initiate, st.active?, 0, Some(r)),
                Pc::Reserve => (At::Reserve, *st.order().get(r.at as usize)?, 0, Some(r)),
                _ => return None,
            },
            [Frame::Round(r), Frame::Window(w)] if w.asked && r.pc == after_window(st.phase) => (At::Window, w.turn, w.passes, Some(r)),
            [Frame::Round(r), Frame::Challenge(c)] if c.asked && c.pc == ChallengePc::Defenders => {
                (At::Defenders, st.challenge.as_ref()?.defender, 0, Some(r))
            }
            [Frame::Round(r), Frame::Challenge(c), Frame::Window(w)] if w.asked => match c.pc {
                ChallengePc::Defenders => (At::Attacked, w.turn, w.passes, Some(r)),
                ChallengePc::Compare => (At::Defended, w.turn, w.passes, Some(r)),
                _ => return None,
            },
            _ => return None,
        };
        // An inserted phase, or one that is still to come, has no place in the line of the round.
        if round.is_some_and(|r| r.aside || r.extra || !r.inserted.is_empty()) || at.challenge() != st.challenge.is_some() {
            return None;
        }
        // Only these two phases have an active player.
        let acted = round.filter(|_| matches!(st.phase, Phase::Marshaling | Phase::Challenges)).map_or(&[][..], |r| &r.acted);
        let done = acted.iter().copied().filter(|s| Some(*s) != st.active).collect();
        Some(Point { phase: st.phase, at, turn, passed, done })
    }

    /// Puts a game there: its stack and step, its round and phase. The next `advance` asks whoever acts.
    pub fn set(&self, st: &mut State, round: u32) {
        let number = (round.max(1) - 1) * 7 + self.phase as u32;
        (st.round, st.phase, st.phase_no) = (round, self.phase, number);
        let mut r = Round { acted: self.done.clone(), ..Round::default() };
        if let Some(active) = st.active {
            r.acted.push(active);
        }
        let place = |st: &State| st.order().iter().position(|s| *s == self.turn).unwrap_or(0) as u8;
        match self.at {
            At::Start => {
                st.phase_no = number - 1;
                st.phase_over = true;
                st.phase = match self.phase {
                    Phase::Plot if round == 1 => Phase::Setup,
                    Phase::Plot | Phase::Setup => Phase::Taxation,
                    phase => Phase::ALL[phase as usize - 1],
                };
                if self.phase == Phase::Plot {
                    st.round = round - 1;
                }
                r = Round { pc: beginning(self.phase), ..Round::default() };
            }
            At::Mulligan => {
                st.round = 0;
                st.phase_no = 0;
                let setup = Setup { at: place(st), ..Setup::new(st.players.len()) };
                return st.push(Frame::Setup(setup));
            }
            At::Plots => r.pc = Pc::ChoosePlots,
            At::Window => {
                r.pc = after_window(self.phase);
                st.step = Step::of(window_step(self.phase));
            }
            At::Initiate => r.pc = Pc::Initiate,
            At::Attacked | At::Defenders | At::Defended => r.pc = Pc::ChallengeWindow,
            At::Reserve => {
                r.pc = Pc::Reserve;
                r.at = place(st);
            }
        }
        st.push(Frame::Round(r));
        if self.at.challenge() {
            let pc = if self.at == At::Defended { ChallengePc::Compare } else { ChallengePc::Defenders };
            st.push(Frame::Challenge(Steps::new(pc)));
            st.step = Step::of(if self.at == At::Defended { "RR.fw.4.aw3" } else { "RR.fw.4.aw2" });
        }
        if self.at.window() {
            let marshaling = self.at == At::Window && self.phase == Phase::Marshaling;
            st.push(Frame::Window(Window { marshaling, turn: self.turn, passes: self.passed, asked: false }));
        }
    }
}
