//! What goes over the websocket and the small HTTP interface: JSON, the same for the browser and for other clients.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::agree::{Agreements, Wish};
use crate::clocks::Clocks;
use crate::terms::Terms;

#[path = "wire_decks.rs"]
mod decks;
#[path = "wire_positions.rs"]
mod positions;
#[path = "wire_said.rs"]
mod said;

pub use decks::{
    ChangeDeck, DeckDraft, DeckFile, DeckList, DeckProblem, DecksRead, Judged, KeptDeck, MyDeck, ReadDecks, RoomNote, WriteDeck,
};

pub use said::{Aside, ChatLine, Gallery, SayAside, Watchers};

pub use positions::{Asked, CheckPosition, LineError, NewPosition, PositionCheck, PositionText, RoomWish};

/// From a client to a room (`GET /api/rooms/{id}/ws`), one JSON object a message, at most 64 kB. A field that is not named here is an
/// error: a message never names a seat, it speaks for the seat of its session.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToRoom {
    /// The whole answer to decision number `decision` of my seat. `id` comes back in the reply.
    Answer {
        id: u32,
        decision: u32,
        picks: Vec<u32>,
    },
    /// The same by meaning: actions as in `legal` with as many fields as make them plain, or texts that are a verb or a label. The reply
    /// to what fits several picks or none tells those that could be meant.
    Choose {
        id: u32,
        decision: u32,
        choose: Vec<Value>,
    },
    /// What could be picked next after these picks of an unfinished answer; changes nothing.
    Preview {
        id: u32,
        decision: u32,
        picks: Vec<u32>,
    },
    /// Take back my answer while others still owe theirs.
    Withdraw {
        id: u32,
    },
    /// Why this thing cannot be used now.
    Explain {
        id: u32,
        thing: String,
    },
    /// Which windows I want to be asked in although I have nothing to use (see `Stops`).
    Stops {
        id: u32,
        stops: Value,
    },
    Concede {
        id: u32,
    },
    /// Proposes something to the others; alone with bots it is done at once.
    Propose {
        id: u32,
        wish: Wish,
    },
    /// Agrees to proposal `number` (see `State.agree`).
    Agree {
        id: u32,
        number: u32,
    },
    /// Does not agree to it, or withdraws it.
    Decline {
        id: u32,
        number: u32,
    },
    /// I go: the others need not wait until the table misses me. Coming back ends that.
    Leave {
        id: u32,
    },
    /// Says something to everybody who is here, or to one seat alone: then nobody but that seat and mine ever sees it.
    Say {
        id: u32,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        to: Option<u8>,
    },
    /// Over whose shoulder I look: only without a seat, and only where hands are shown (`Terms.watching`).
    Look {
        id: u32,
        seat: u8,
    },
    Ping {
        id: u32,
    },
}

/// From a room to a client.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant)] // Nearly every message is the largest.
pub enum FromRoom {
    /// The whole truth for this viewer: sent on connecting and after every change. The client settles on `view`.
    State(State),
    /// Reply to a request: `ok` with a value (for `preview` a prompt, for `explain` the reasons), or `error`.
    Reply { id: u32, ok: Option<Value>, error: Option<WireError> },
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct State {
    pub room: String,
    /// Counts the changes of the room that this viewer can know of: it never goes down, also after reconnecting.
    pub version: u64,
    pub kind: String,
    pub seats: Vec<SeatInfo>,
    /// My seat, null for a viewer without one.
    pub me: Option<u8>,
    /// What I see (the game's own `View`).
    #[cfg_attr(feature = "ts", ts(as = "Value"))]
    pub view: Box<RawValue>,
    /// What I am asked (`PromptWithLegal`), null if nothing.
    #[cfg_attr(feature = "ts", ts(as = "Option<Value>"))]
    pub prompt: Option<Box<RawValue>>,
    /// Log and animation: the events since the last `State` that this client got (all of them on connecting).
    pub events: Vec<LogEntry>,
    /// Whether I have answered and wait for others in a simultaneous question.
    pub can_withdraw: bool,
    /// How the game ended (`Outcome`), by the rules or because a seat conceded.
    pub outcome: Option<Value>,
    /// The room in which these players play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// The seat of the table's host, who may close it, while it waits for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub host: Option<u8>,
    /// Who closed the table before the game began, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closed: Option<String>,
    /// Why the room cannot go on under this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<String>,
    /// One person plays every seat: `me` is the seat that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub analysis: Option<bool>,
    /// The game begins with a position: nobody brings a deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub position: Option<bool>,
    /// An undo: what was told before does not count, and `events` are all there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub again: Option<bool>,
    /// What the players agree on, where there is something to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub agree: Option<Agreements>,
    /// Who looks on without a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub watchers: Option<Watchers>,
    /// The seat over whose shoulder I look: `view` and `events` are what it sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub eyes: Option<u8>,
    /// This table is not watched: I see nothing of the game while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub unwatched: Option<bool>,
    /// How much time the seats have, as of now; left out where there is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<Clocks>,
    /// What was said at the table since the last `State` that this client got (all of it on connecting), as far as I may hear it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ChatLine>>"))]
    pub chat: Vec<ChatLine>,
    /// Lines that an operator took away, by their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u64>>"))]
    pub removed: Vec<u64>,
    /// Seats whose words I do not want to hear: their lines come without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub unheard: Vec<u8>,
    /// What those who look on say among themselves: for them, and for the players when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub gallery: Option<Gallery>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LogEntry {
    pub seq: u64,
    /// The game's own `Event`.
    pub event: Value,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatInfo {
    pub seat: u8,
    pub name: String,
    /// `human`, or the bot's name.
    pub player: String,
    pub connected: bool,
    /// Whether the seat is still free to take.
    pub open: bool,
    pub deck: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireError {
    pub code: String,
    pub message: String,
    pub rule: Option<String>,
}

/// `POST /api/rooms`: makes a room; answers `{"room": "...", "seat": 0}`; the caller's session owns seat 0.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// `card` or `board`.
    pub kind: String,
    /// Card game: `joust`, or `melee` for three to eight. Board game: `base`, or `tides` with Tides of Battle, for three to six.
    pub format: String,
    /// My name at the table.
    pub name: String,
    /// My deck: a ready deck's name or deck text in any import format. Board game: my house, or `random` for one that is drawn.
    pub deck: String,
    /// What the other seats are: `bot` (answers at once) or `open` (a link to share).
    pub opponent: String,
    /// Bot name when `opponent` is `bot`. Card game: `random` (default), `eager`, `steward`. Board game: `random`, `castellan` (default).
    pub bot: Option<String>,
    /// The bot's deck (default: another ready deck, or a house that is drawn).
    pub bot_deck: Option<String>,
    /// Card game: `reference` (default) or `faq-4.1`. Board game: `faq-v2` (default) or `recorded`, and
    /// options that differ from it after commas: `faq-v2,mace=ends,robb=anywhere`.
    pub rulings: Option<String>,
    /// The bluff time: for how many seconds (0 to 30) a window stays open although its seat only passes, so that nobody learns from a
    /// pause what a hand holds. Default: 2 between people, 0 against a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bluff: Option<u32>,
    /// How many sit at the table (default: two in joust, four in melee, three in the board game, or as many as `others` says).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub players: Option<u8>,
    /// The other seats one by one, clockwise from mine, where they differ; then `opponent`, `bot` and `bot_deck` are what they leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub others: Option<Vec<OtherSeat>>,
    /// For how many seconds a player may be away before the others may vote on the seat (1 to 2592000; default: 60).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub grace: Option<u32>,
    /// I agree that cards which are not implemented are played blank here: they have their numbers, and no text. Without it no deck with
    /// such cards may be brought; with it, everybody who sits down is asked for the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blank: Option<bool>,
    /// The game is to be rated: everybody at the table has an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rated: Option<bool>,
    /// Who finds the table, who may look on, which decks, how much time. Left out: whoever has the link, what lies open, any, no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub terms: Option<Terms>,
    /// The password of a table with one; only its hash is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
}

/// `GET /api/lists`: a dated list of cards that an event restricts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RestrictedList {
    pub name: String,
    /// The day from which it counts, `2026-07-01`.
    pub date: String,
}

/// One of the other seats of a new room.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct OtherSeat {
    /// `bot` or `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opponent: Option<String>,
    /// The bot's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bot: Option<String>,
    /// The bot's deck (default: ready decks in turn), or its house.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deck: Option<String>,
}

/// `POST /api/rooms/{id}/join`: takes the next open seat; answers `{"room": "...", "seat": 1}`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinRoom {
    pub name: String,
    pub deck: String,
    /// I agree that the cards that are not implemented are played blank (`RoomInfo` names them).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blank: Option<bool>,
    /// The password of a table with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
    /// I agree that those who look on see my hand (a table whose `terms` say so).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hands: Option<bool>,
}

/// A card that is known, and not implemented: where it is played, it is blank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BlankCard {
    pub code: String,
    pub name: String,
}

impl BlankCard {
    /// These cards as a sentence names them.
    pub fn named(cards: &[BlankCard]) -> String {
        cards.iter().map(|card| format!("{} ({})", card.name, card.code)).collect::<Vec<_>>().join(", ")
    }
}

/// `POST /api/decks/check`: what is to be said of this deck before it is brought to a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CheckDeck {
    /// A ready deck's name, or a deck in any text form.
    pub deck: String,
}

/// The answer to [`CheckDeck`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckCheck {
    /// Whether a game can be played with it; with the cards of `blank` only where everybody agrees.
    pub ok: bool,
    pub deck: Option<ReadyDeck>,
    pub blank: Vec<BlankCard>,
    /// Why no game can be played with it.
    pub problem: Option<String>,
    /// What the rules of deck construction for joust have against it; it may be played here all the same.
    pub notes: Vec<String>,
}

/// A body that says nothing: `{}` or none (`POST /api/rooms/{id}/rematch`, `.../close`, `.../stand`).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// `GET /api/decks`: the ready decks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReadyDeck {
    pub name: String,
    pub faction: String,
    pub agendas: Vec<String>,
    pub format: String,
    pub cards: u32,
}

/// `GET /api/pool`: what a reader of cards wants beside the cards that can be played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardPool {
    /// Every pack, the earliest first.
    pub packs: Vec<PackName>,
    /// Known cards that nobody can play yet.
    pub missing: Vec<MissingCard>,
    /// What is in the ready decks.
    pub decks: Vec<DeckCards>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PackName {
    pub code: String,
    pub name: String,
}

/// A card of which only the facts are known: no game has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MissingCard {
    pub code: String,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub faction: String,
    pub pack: Option<String>,
}

/// A ready deck's cards, by code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckCards {
    pub name: String,
    pub cards: BTreeMap<String, u32>,
}

/// `{"op":"stops","stops":…}`: windows in which I want to be asked although I could only pass. For this seat, until the room is
/// left by all; send it again after connecting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Stops {
    /// In every window.
    pub all: bool,
    /// In windows of these topics (`Prompt::topic`) or framework steps (`View::step`).
    pub at: Vec<String>,
}

/// Answer to `POST /api/rooms`, `.../join` and `.../rematch`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seated {
    pub room: String,
    pub seat: u8,
}

/// `GET /api/rooms/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomInfo {
    pub room: String,
    pub kind: String,
    pub format: String,
    pub seats: Vec<SeatInfo>,
    /// The seat that my session owns.
    pub me: Option<u8>,
    /// All seats are taken and the game has begun.
    pub started: bool,
    pub outcome: Option<Value>,
    /// Why the room cannot go on under this program; its log is kept.
    pub paused: Option<String>,
    /// BLAKE3 of `seed:salt`; both are told when the game is over, so that anybody can check that the chance was fixed before.
    pub commitment: String,
    pub seed: Option<String>,
    pub salt: Option<String>,
    pub rematch: Option<String>,
    /// The seat of the table's host, who may close it, while it waits for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub host: Option<u8>,
    /// Who closed the table before the game began, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closed: Option<String>,
    /// Cards that are not implemented may be played blank here: whoever sits down is asked to agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub plays_blank: Option<bool>,
    /// Those that are in the decks at the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<BlankCard>>"))]
    pub blank: Vec<BlankCard>,
    /// On what terms the table is played.
    #[serde(default)]
    pub terms: Terms,
    /// The game is rated: whoever sits down has an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rated: Option<bool>,
}

/// `GET /api/rooms/{id}/replay/{step}?as=…`: a finished game after `step` of its `steps` steps, with all cards open, or as a seat
/// (`as=1`) or a spectator (`as=watcher`) saw it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReplayStep {
    pub room: String,
    pub kind: String,
    pub step: u32,
    pub steps: u32,
    /// The seat that took this step.
    pub by: Option<u8>,
    pub seats: Vec<SeatInfo>,
    pub view: Value,
    /// What happened in this step (before the first: on setting up).
    pub events: Vec<LogEntry>,
    pub outcome: Option<Value>,
}

/// `GET /api/rooms/{id}/replay/story?as=…`: a finished game as it was told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReplayStory {
    pub steps: u32,
    /// By step, from 0: the seat that took it.
    pub by: Vec<Option<u8>>,
    /// By step, from 0: how many of `events` were told by then.
    pub told: Vec<u32>,
    /// Where rounds and phases begin.
    pub moments: Vec<Moment>,
    /// What the room said of its seed before the game; null where a position brought its own chance.
    pub commitment: Option<String>,
    pub events: Vec<LogEntry>,
}

/// A round or a phase begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    pub step: u32,
    /// 0: the setup.
    pub round: u32,
    pub phase: String,
}
