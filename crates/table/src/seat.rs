//! Seats at the table, sets of them, and who is looking.

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0 clockwise. Up to sixteen seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into arrays by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "P{}", u16::from(self.0) + 1)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `n` seats (`n` at most 16).
    pub const fn first(n: usize) -> SeatSet {
        SeatSet(if n >= 16 { u16::MAX } else { (1u16 << n) - 1 })
    }
    /// Only this seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }
    /// Whether the seat is in the set; a number that is no seat (16 and above, from a bad message) is in none.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 & (1 << seat.0) != 0
    }
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16u8).map(Seat).filter(move |s| self.contains(*s))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// Who looks at the game: a seat sees what it may know, a spectator only what is open, a tool everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    Seat(Seat),
    Spectator,
    All,
}

impl Viewer {
    /// Whether this viewer may see what only `seat` may know.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::All => true,
        }
    }

    /// Whether this viewer is told what only these are: a bit for each seat, bit 15 for spectators; `None` is for everybody.
    pub fn told(self, only: Option<u16>) -> bool {
        match (only, self) {
            (None, _) | (_, Viewer::All) => true,
            (Some(only), Viewer::Seat(seat)) => only >> seat.0 & 1 != 0,
            (Some(only), Viewer::Spectator) => only >> 15 & 1 != 0,
        }
    }
}
