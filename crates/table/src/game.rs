//! The contract that every game at the table keeps.

use std::fmt::Debug;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::prompt::Prompt;
use crate::{Chance, Seat, SeatSet, Viewer};

/// One step of an answer: the index of an action in the list that [`Game::legal`] gave for that seat at that moment.
pub type Pick = u32;

/// 128 bits of BLAKE3 over the postcard form of a state: equal states have equal hashes on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct StateHash(pub [u8; 16]);

impl StateHash {
    /// The hash of any serialisable value.
    pub fn of<T: Serialize>(value: &T) -> StateHash {
        struct Feed(blake3::Hasher);
        impl std::io::Write for Feed {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.update(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let feed = postcard::to_io(value, Feed(blake3::Hasher::new())).expect("a state is serialisable");
        let mut out = [0; 16];
        out.copy_from_slice(&feed.0.finalize().as_bytes()[..16]);
        StateHash(out)
    }
}

impl std::fmt::Display for StateHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl std::str::FromStr for StateHash {
    type Err = String;

    /// Reads the 32 hexadecimal digits that `Display` writes.
    fn from_str(text: &str) -> Result<StateHash, String> {
        let bad = || format!("`{}` is not a state hash (32 hexadecimal digits)", text.chars().take(40).collect::<String>());
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(bad());
        }
        u128::from_str_radix(text, 16).map(|n| StateHash(n.to_be_bytes())).map_err(|_| bad())
    }
}

/// As 32 hexadecimal digits.
impl Serialize for StateHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<StateHash, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Debug for StateHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Why a pick or an answer was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct Illegal {
    /// A stable word for programs: `not_asked`, `not_listed`, `incomplete`, `stale`, `withdrawn_too_late`, `over`, `no_edit`,
    /// `bad_position`, `engine`.
    pub code: String,
    /// One sentence for people: what is wrong and what would be right.
    pub message: String,
    /// The rule that forbids it, where a rule does.
    pub rule: Option<String>,
}

impl Illegal {
    pub fn new(code: &str, message: impl Into<String>) -> Illegal {
        Illegal { code: code.to_owned(), message: message.into(), rule: None }
    }
    pub fn rule(mut self, id: &str) -> Illegal {
        self.rule = Some(id.to_owned());
        self
    }
}

/// Why a game could not be set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// These seats won, for this reason (a sentence with the rule's words).
    Won { seats: Vec<Seat>, reason: String },
    /// Ended without a winner.
    Draw { reason: String },
    /// More than ten thousand events without a decision: an endless loop of effects.
    Stalled,
}

/// What [`Game::apply`] did with a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applied {
    /// The pick joined the seat's draft; the same decision goes on.
    Drafting,
    /// The answer is complete; other seats still owe theirs to the same question.
    Waiting,
    /// The answer was complete and the game went on.
    Advanced,
}

/// Where events go. In simulation `()` takes them and compiles to nothing.
pub trait Sink<E> {
    /// Whether anybody reads the events: the engine makes none otherwise.
    const ON: bool;
    fn event(&mut self, event: E);
}

impl<E> Sink<E> for () {
    const ON: bool = false;
    fn event(&mut self, _: E) {}
}

impl<E> Sink<E> for Vec<E> {
    const ON: bool = true;
    fn event(&mut self, event: E) {
        self.push(event);
    }
}

/// A game as a value.
///
/// What never changes while a game runs is `Rules`; the state holds everything else. Same rules, setup, chance and picks give the
/// same state everywhere. An unfinished answer (a draft) is part of the state but visible to its own seat only.
pub trait Game: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What the game is called in files and messages: `card`, `board`, `toy`.
    const KIND: &'static str;

    /// What never changes during a game: the compiled card pool or board, the rulings in force.
    type Rules: Send + Sync + 'static;
    /// Seats, decks, options. Names everything that a replay needs besides rules, chance and picks.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The meaning of one pick: a verb and what it names.
    type Action: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened, as it is told: see [`Game::tell`] for what a viewer gets of it.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer sees of the state.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// A name for the rules in files: engine version, pool hash, rulings. Replays are never run under another.
    fn rules_id(rules: &Self::Rules) -> String;

    /// A new game up to its first decision.
    fn new<S: Sink<Self::Event>>(rules: &Self::Rules, setup: &Self::Setup, chance: Chance, sink: &mut S) -> Result<Self, SetupError>;

    fn seats(&self) -> usize;

    /// The seats that owe a decision now. Empty only when the game is over.
    fn acting(&self) -> SeatSet;

    /// The number of the decision that `seat` owes, counted per seat from 0; an answer that names another number is stale.
    fn decision(&self, seat: Seat) -> Option<u32>;

    /// What `seat` is asked, as data for people; `None` when it owes nothing.
    fn prompt(&self, rules: &Self::Rules, seat: Seat) -> Option<Prompt>;

    /// Every legal pick of `seat` now, in a fixed order, appended to `out` (which is cleared first). Empty when it owes nothing.
    /// Picks that cannot be completed to a legal answer are not listed.
    fn legal(&self, rules: &Self::Rules, seat: Seat, out: &mut Vec<Self::Action>);

    /// Takes one pick of `seat`. On an error nothing has changed.
    fn apply<S: Sink<Self::Event>>(&mut self, rules: &Self::Rules, seat: Seat, pick: Pick, sink: &mut S) -> Result<Applied, Illegal>;

    /// Takes back what `seat` has drafted or answered to the question that is still open. Refused once the question is closed.
    fn withdraw(&mut self, rules: &Self::Rules, seat: Seat) -> Result<(), Illegal>;

    /// `seat` gives up and the others play on (`TR.concede`). Refused with code `ends` where a game ends by it: that is no step of the
    /// game, but a remark on its replay (see [`crate::replay::Concession`]).
    fn concede<S: Sink<Self::Event>>(&mut self, rules: &Self::Rules, seat: Seat, sink: &mut S) -> Result<(), Illegal> {
        let _ = (rules, seat, sink);
        Err(Illegal::new("ends", "a concession ends this game"))
    }

    /// The seats that are out of the game and of which nothing is asked any more: its rules eliminated them, or they conceded.
    fn out(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    /// One sentence for a pick, made on demand.
    fn label(&self, rules: &Self::Rules, seat: Seat, action: &Self::Action) -> String;

    /// Why `thing` (an id as it stands in the view: a card's id, a pile) cannot be used by `seat` now: a sentence and rule id a row.
    fn explain(&self, rules: &Self::Rules, seat: Seat, thing: &str) -> Vec<Illegal>;

    /// What `viewer` sees. Never holds what that viewer may not know.
    fn view(&self, rules: &Self::Rules, viewer: Viewer) -> Self::View;

    /// What `viewer` is told of an event: `None` if nothing, a redacted event where only a part is open.
    fn tell(&self, rules: &Self::Rules, viewer: Viewer, event: &Self::Event) -> Option<Self::Event>;

    /// How the game ended, or `None` while it runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The round that is being played, from 1 (0 before the first).
    fn round(&self) -> u32;

    /// Replaces everything that `viewer` cannot know (order of decks, hidden hands, chance to come) by another possibility drawn from
    /// `seed`. What the viewer sees, is asked and is told stays equal byte for byte.
    fn redeal(&mut self, rules: &Self::Rules, viewer: Viewer, seed: u64);

    /// What the contract tests check after each answer; the sentence names what is broken.
    fn check(&self, rules: &Self::Rules) -> Result<(), String>;

    /// Whether a state that was read from a file holds together as far as its numbers go (nothing points outside of it); the sentence
    /// names what does not. Asked before [`Game::restore`].
    fn sound(&self, _rules: &Self::Rules) -> Result<(), String> {
        Ok(())
    }

    /// The chance in the state, so that replays can check a script and an undo can re-key the stream. A game with any randomness
    /// overrides both this and [`Game::chance_mut`]; `None` says that the game has none.
    fn chance(&self) -> Option<&Chance> {
        None
    }

    /// The chance in the state, to re-key it after an agreed undo.
    fn chance_mut(&mut self) -> Option<&mut Chance> {
        None
    }

    /// From here on chance follows another seed, and what nobody knows (the order in which hidden piles lie) is mixed anew by it. After
    /// an agreed undo nobody profits from what was seen.
    fn rekey(&mut self, _rules: &Self::Rules, seed: u64) -> Result<(), Illegal> {
        let nothing = || Illegal::new("engine", "this game has no chance to re-key");
        self.chance_mut().ok_or_else(nothing)?.rekey(seed);
        Ok(())
    }

    /// Stands for the chance to come and for everything that it has laid where nobody sees it. Where steps have changed this, somebody
    /// may have learned of it: an undo of them re-keys.
    fn unseen(&self) -> StateHash {
        StateHash::of(&self.chance())
    }

    /// Changes the table as `seat` proposed and the others agreed: all edits or none. What an edit is, says the game. It names nothing that
    /// this seat may not know, and every edit is told. Refused with code `no_edit` where the game knows none, and with `bad_position`
    /// where no table can look like that.
    fn edit<S: Sink<Self::Event>>(&mut self, _rules: &Self::Rules, _seat: Seat, _edits: &[Value], _sink: &mut S) -> Result<(), Illegal> {
        Err(Illegal::new("no_edit", format!("the table of the game `{}` cannot be edited", Self::KIND)))
    }

    /// Called after a state was read from a file: rebuilds caches.
    fn restore(&mut self, _rules: &Self::Rules) {}

    fn hash(&self) -> StateHash {
        StateHash::of(self)
    }

    /// A whole answer: all picks of one decision of `seat`, all or none. Each pick is an index into what [`Game::legal`] lists after the
    /// picks before it: the list is worked out anew each time. Sets are picked in ascending order of their candidates, and no other order
    /// of the numbers names the same set (docs/decisions/0003); who thinks of things by their ids takes, each time, of those wanted the
    /// one that is listed first.
    fn answer<S: Sink<Self::Event>>(&mut self, rules: &Self::Rules, seat: Seat, picks: &[Pick], sink: &mut S) -> Result<Applied, Illegal> {
        let Some(number) = self.decision(seat) else {
            return Err(Illegal::new("not_asked", format!("{seat} owes no decision now")));
        };
        let mut trial = self.clone();
        let mut events = Vec::new();
        for (i, pick) in picks.iter().enumerate() {
            if trial.decision(seat) != Some(number) {
                return Err(Illegal::new("not_listed", format!("the answer was complete after {i} picks, {} were sent", picks.len())));
            }
            match trial.apply(rules, seat, *pick, &mut events)? {
                Applied::Drafting => {}
                done if i + 1 == picks.len() => {
                    *self = trial;
                    events.into_iter().for_each(|event| sink.event(event));
                    return Ok(done);
                }
                _ => {
                    return Err(Illegal::new(
                        "not_listed",
                        format!("the answer was complete after {} picks, {} were sent", i + 1, picks.len()),
                    ));
                }
            }
        }
        Err(Illegal::new("incomplete", format!("the decision needs more than the {} picks that were sent", picks.len())))
    }

    /// The game after these picks of `seat`, without logging anything: what would follow, and what is still legal.
    fn preview(&self, rules: &Self::Rules, seat: Seat, picks: &[Pick]) -> Result<(Self, Vec<Self::Event>), Illegal> {
        let mut trial = self.clone();
        let mut events = Vec::new();
        for pick in picks {
            trial.apply(rules, seat, *pick, &mut events)?;
        }
        Ok((trial, events))
    }

    /// Whether the decision that `seat` owes has a single action now: the driver answers it.
    fn forced(&self, rules: &Self::Rules, seat: Seat) -> bool {
        let mut list = Vec::new();
        self.legal(rules, seat, &mut list);
        list.len() == 1
    }

    /// Answers decisions whose only action is one pick, until somebody has a choice or the game is over. Returns how many picks.
    fn auto<S: Sink<Self::Event>>(&mut self, rules: &Self::Rules, sink: &mut S) -> u32 {
        let mut list = Vec::new();
        let mut count = 0;
        'again: loop {
            for seat in self.acting().iter() {
                self.legal(rules, seat, &mut list);
                if list.len() == 1 {
                    self.apply(rules, seat, 0, sink).expect("the only legal pick is legal");
                    count += 1;
                    continue 'again;
                }
            }
            return count;
        }
    }
}
