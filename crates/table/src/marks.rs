//! Remarks in a replay, and what of them must be true.
//!
//! A remark changes nothing when the game is run. One says how the game ended where the rules did not end it: a player conceded
//! (`TR.concede`). That cannot be proved from the steps, but what contradicts them is refused.

use serde::{Deserialize, Serialize};

use crate::replay::{Replay, ReplayError, Step};
use crate::{Outcome, Seat};

/// The kinds of remarks that there are: a seat gave up, the players agreed on a draw, an edited position, an agreed undo, words for people.
pub const KINDS: [&str; 5] = [CONCEDED, DRAWN, "edited", "undo", "note"];
/// [`Mark::kind`] of a concession.
pub const CONCEDED: &str = "conceded";
/// [`Mark::kind`] of a draw that the players agreed on.
pub const DRAWN: &str = "draw";

/// How a game ended that the players drew.
pub fn drawn() -> Outcome {
    Outcome::Draw { reason: "the players agreed on it".to_owned() }
}

/// A remark on the game after so many steps: `kind` for programs (one of [`KINDS`]), `note` for people.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mark {
    pub after: u32,
    pub kind: String,
    pub note: String,
    /// The seat that it is about; a concession names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// A seat gave up after so many steps, and the others won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Concession {
    pub seat: Seat,
    pub after: u32,
}

impl Concession {
    pub fn mark(self, note: impl Into<String>) -> Mark {
        Mark { after: self.after, kind: CONCEDED.to_owned(), note: note.into(), seat: Some(self.seat) }
    }

    /// How a game of so many seats ended by it.
    pub fn outcome(self, seats: usize) -> Outcome {
        let others = (0..seats as u8).map(Seat).filter(|seat| *seat != self.seat).collect();
        Outcome::Won { seats: others, reason: format!("{{{}}} conceded", self.seat) }
    }
}

impl Replay {
    /// How the game ended, in a sentence: by its rules (`outcome`), by who gave up last, or as the players agreed.
    pub fn ending(&self, conceded: &[Concession], outcome: Option<&Outcome>, concession: Option<Concession>) -> String {
        let gave_up = |it: &Concession| format!("{} conceded after answer {} (TR.concede)", self.name(it.seat), it.after);
        let before = conceded.iter().filter(|it| Some(**it) != concession).map(gave_up);
        let last = match (outcome, concession) {
            (Some(outcome), _) => format!("ended: {}", self.named(&plain(&outcome.sentence()))),
            (None, Some(concession)) => format!("ended: {}", gave_up(&concession)),
            (None, None) if self.drawn() => "ended: a draw: the players agreed on it".to_owned(),
            (None, None) => "the game still runs".to_owned(),
        };
        before.chain([last]).collect::<Vec<_>>().join("; ")
    }

    /// What the remarks say of the end, for a game of so many seats; an error that names the first remark that cannot be true.
    pub fn concession(&self, seats: usize, outcome: Option<&Outcome>) -> Result<Option<Concession>, ReplayError> {
        let steps = self.steps.len() as u32;
        let mut conceded = None;
        for (number, mark) in (1..).zip(&self.marks) {
            let wrong = |why: String| Err(ReplayError::Mark { number, kind: mark.kind.clone(), after: mark.after, why });
            if !KINDS.contains(&mark.kind.as_str()) {
                return wrong(format!("the kinds of marks are {}", KINDS.join(", ")));
            }
            if mark.after > steps {
                return wrong(format!("the replay has only {steps} steps"));
            }
            if let Some(seat) = mark.seat.filter(|seat| seat.index() >= seats) {
                return wrong(format!("there is no seat {seat} at this table of {seats}"));
            }
            if mark.kind != CONCEDED && mark.kind != DRAWN {
                continue;
            }
            let ends = if mark.kind == DRAWN { "an agreed draw" } else { "a concession" };
            if mark.after < steps {
                let follow = if steps - mark.after == 1 { "a step follows" } else { "steps follow" };
                return wrong(format!("{ends} ends the game, but {follow}: the replay has {steps}"));
            }
            if outcome.is_some() {
                return wrong("the game was over before: it ended by its rules".to_owned());
            }
            if mark.kind == DRAWN {
                if self.marks[..number as usize - 1].iter().any(|before| before.kind == DRAWN || before.kind == CONCEDED) {
                    return wrong("the game was over before".to_owned());
                }
                continue;
            }
            let Some(seat) = mark.seat else { return wrong("it does not say which seat conceded".to_owned()) };
            if self.marks[..number as usize - 1].iter().any(|before| before.kind == DRAWN) {
                return wrong("the game was over before: the players agreed on a draw".to_owned());
            }
            if conceded.replace(Concession { seat, after: mark.after }).is_some() {
                return wrong("the game was over before: another seat conceded".to_owned());
            }
        }
        Ok(conceded)
    }

    /// Whether the remarks say that the players agreed on a draw.
    pub fn drawn(&self) -> bool {
        self.marks.iter().any(|mark| mark.kind == DRAWN)
    }

    /// Everybody who gave up, in the order of the steps; `last` is who ended the game by it.
    pub fn concessions(&self, last: Option<Concession>) -> Vec<Concession> {
        let played_on = (1..).zip(&self.steps).filter_map(|(after, step)| match step {
            Step::Concede { seat } => Some(Concession { seat: *seat, after }),
            _ => None,
        });
        played_on.chain(last).collect()
    }

    /// What a seat is called: its player, or its number where the file has no names. Nothing in it moves a terminal's cursor.
    pub fn name(&self, seat: Seat) -> String {
        let name = self.players.get(seat.index()).map(|name| name.chars().filter(|c| !c.is_control()).collect::<String>());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("Player {}", seat.0 + 1))
    }

    /// A sentence with the players' names in it: in events and labels a seat stands as `{P1}`.
    pub fn named(&self, sentence: &str) -> String {
        seats_named(sentence, |seat| self.name(*seat))
    }
}

/// A sentence in which seats stand as `{P1}`, with what they are called.
pub fn seats_named(sentence: &str, name: impl Fn(&Seat) -> String) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once("{P") {
        out.push_str(before);
        match after.split_once('}').and_then(|(number, after)| Some((number.parse::<u8>().ok()?.checked_sub(1)?, after))) {
            Some((seat, after)) => {
                out.push_str(&name(&Seat(seat)));
                rest = after;
            }
            None => {
                out.push_str("{P");
                rest = after;
            }
        }
    }
    out + rest
}

/// A sentence in which things stand by their names alone: `[c17|Robb Stark|01146]` becomes `Robb Stark`.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, card)) = rest.split_once('[') {
        out.push_str(before);
        let parts = card.split_once(']').and_then(|(card, after)| Some((card.split('|').nth(1)?, after)));
        match parts {
            Some((name, after)) => {
                out.push_str(name);
                rest = after;
            }
            None => {
                out.push('[');
                rest = card;
            }
        }
    }
    out + rest
}

impl Outcome {
    /// With its reason for people: `words` is given the sentence in which seats stand as `{P1}`.
    pub fn told(self, words: impl Fn(&str) -> String) -> Outcome {
        match self {
            Outcome::Won { seats, reason } => Outcome::Won { seats, reason: words(&reason) },
            Outcome::Draw { reason } => Outcome::Draw { reason: words(&reason) },
            Outcome::Stalled => Outcome::Stalled,
        }
    }

    /// One sentence in which seats stand as `{P1}`.
    pub fn sentence(&self) -> String {
        match self {
            Outcome::Won { seats, reason } => {
                let names: Vec<String> = seats.iter().map(|seat| format!("{{{seat}}}")).collect();
                let verb = if names.len() == 1 { "wins" } else { "win" };
                format!("{} {verb}: {reason}", names.join(" and "))
            }
            Outcome::Draw { reason } => format!("a draw: {reason}"),
            Outcome::Stalled => "nobody wins: an endless loop of effects".to_owned(),
        }
    }
}
