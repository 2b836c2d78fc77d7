//! What is said at the table: to everybody, or by one seat to another. Then nobody else learns even that something was said.

use std::collections::BTreeSet;

use table::Seat;

use super::live::Live;
use super::{Refusal, names};
use crate::log::Entry;
use crate::wire::ChatLine;

/// The longest line, in characters, and the most lines of a room.
const LONGEST: usize = 500;
const MOST: u64 = 2000;

/// Who said it, to whom alone, and what.
type Said = (Seat, Option<Seat>, String);

/// All that was said in a room.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: Vec<Said>,
    /// Lines that an operator took away.
    removed: BTreeSet<u64>,
}

impl Chat {
    pub fn add(&mut self, seat: Seat, to: Option<Seat>, text: &str) {
        self.lines.push((seat, to, text.to_owned()));
    }

    /// How many lines there are.
    pub fn all(&self) -> u64 {
        self.lines.len() as u64
    }

    /// The lines that a viewer has heard, with their places among all.
    fn of(&self, viewer: Option<Seat>) -> impl Iterator<Item = (u64, &Said)> {
        let hears = move |seat: &Seat, to: &Option<Seat>| to.is_none() || viewer.is_some() && (viewer == Some(*seat) || viewer == *to);
        (0..).zip(&self.lines).filter(move |(_, (seat, to, _))| hears(seat, to))
    }

    /// Takes a line away.
    pub fn remove(&mut self, line: u64) {
        self.removed.insert(line);
    }

    pub fn is_removed(&self, line: u64) -> bool {
        self.removed.contains(&line)
    }

    /// The lines that were taken away, by the numbers under which a viewer knows them.
    pub fn removed(&self, viewer: Option<Seat>) -> Vec<u64> {
        if self.removed.is_empty() {
            return Vec::new();
        }
        (0..).zip(self.of(viewer)).filter(|(_, (line, _))| self.is_removed(*line)).map(|(seq, _)| seq).collect()
    }

    /// The line of this number among those that a viewer has heard: its place among all, who said it, and what.
    pub fn line(&self, viewer: Option<Seat>, seq: u64) -> Option<(u64, Seat, String)> {
        self.of(viewer).nth(usize::try_from(seq).ok()?).map(|(line, (seat, _, text))| (line, *seat, text.clone()))
    }

    /// Grows with everything of it that a viewer can know of.
    pub fn version(&self, viewer: Option<Seat>) -> u64 {
        self.heard(viewer) + self.removed(viewer).len() as u64
    }

    /// How many lines a viewer has heard.
    pub fn heard(&self, viewer: Option<Seat>) -> u64 {
        self.of(viewer).count() as u64
    }

    /// What a viewer has heard, from its line number `from` on.
    pub fn lines(&self, viewer: Option<Seat>, from: u64) -> Vec<ChatLine> {
        let line = |(seq, (line, (seat, to, text))): (u64, (u64, &Said))| ChatLine {
            seq,
            from: seat.0,
            to: to.map(|to| to.0),
            text: if self.is_removed(line) { String::new() } else { text.clone() },
        };
        (0..).zip(self.of(viewer)).skip(from as usize).map(line).collect()
    }
}

/// A line as it is kept; an error if there is nothing in it, or too much.
pub fn line(text: &str) -> Result<String, Refusal> {
    let text = names::visible(text);
    if text.is_empty() {
        return Err(Refusal::new("bad_message", "there is nothing to say"));
    }
    let length = text.chars().count();
    if length > LONGEST {
        return Err(Refusal::new("too_large", format!("a line has at most {LONGEST} characters, not {length}")));
    }
    Ok(text)
}

/// An error where so many lines were said that no more are kept.
pub fn room_for_more(lines: u64) -> Result<(), Refusal> {
    match lines < MOST {
        true => Ok(()),
        false => Err(Refusal::new("full", format!("at this table {MOST} lines were said: that is all it keeps"))),
    }
}

/// What `seat` says, as an entry of the log.
pub fn said(live: &Live, seat: Seat, to: Option<u8>, text: &str) -> Result<Entry, Refusal> {
    let text = line(text)?;
    room_for_more(live.chat.all())?;
    let to = to.map(Seat);
    if let Some(other) = to {
        let chair = live.chairs.get(other.index()).filter(|_| other != seat);
        let chair = chair.ok_or_else(|| Refusal::new("no_such_seat", format!("there is no other seat {}", other.0)))?;
        if chair.owner.is_none() {
            return Err(Refusal::new("no_such_seat", format!("nobody who reads sits in seat {}", other.0)));
        }
    }
    Ok(Entry::Said { seat, to, text })
}
