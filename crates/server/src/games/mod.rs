//! Which games can be played here: the registry.
//!
//! A game is added with one line in [`Games::all`]. What a room asks of it beside its rules stands in [`GameKind`].

pub mod bench;
pub mod board;
pub mod card;
pub mod laid;
pub mod standing;
mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;

use card_game::pool::Pool;
use serde_json::Value;
use table::Game;
use table::hosted::{Host, Hosted};
use table::replay::{Replay, ReplayError, Report};

use crate::bot::BotPlayer;
use crate::terms::Legality;
use crate::wire::{BlankCard, CardPool, DeckCheck, LineError, ReadyDeck, RestrictedList, WireError};
use laid::Laid;

/// A deck that was understood and may be played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// What it is called at the table.
    pub name: String,
    /// The whole deck as text, so that a room does not depend on what the ready decks are later.
    pub text: String,
    /// Its cards that are not implemented: it is played only where everybody agrees that they are blank.
    pub blank: Vec<BlankCard>,
}

/// What a game is begun with.
#[derive(Clone, Debug)]
pub struct TableSetup {
    pub format: String,
    pub rulings: Option<String>,
    /// By seat: the player's name and the deck.
    pub seats: Vec<(String, Deck)>,
}

/// A kind of game, as far as rooms are concerned.
pub trait GameKind: Send + Sync + 'static {
    /// The name in messages: `card`.
    fn kind(&self) -> &'static str;
    /// The rules in force, as [`table::Game::rules_id`] names them.
    fn rules_id(&self, rulings: Option<&str>) -> Result<String, WireError>;
    /// How many sit at a table of this format, if so many are wished for; an error if there is no such format, or not for so many.
    fn seats(&self, format: &str, players: Option<usize>) -> Result<usize, WireError>;
    /// What a player brings: in the card game a deck, by a ready deck's name or in any text form; in a game where nobody brings
    /// anything, or something else than a deck, whatever text says it.
    fn deck(&self, format: &str, deck: &str) -> Result<Deck, WireError>;
    /// A ready deck for a bot at a table where the others play `played`, mine first: none of theirs, while there are others. `luck`
    /// chooses.
    fn other_deck(&self, format: &str, played: &[Deck], luck: u64) -> Result<Deck, WireError>;
    /// What is to be said of a deck before anybody plays it.
    fn check_deck(&self, _deck: &str) -> DeckCheck {
        DeckCheck::default()
    }
    /// The cards that decks are made of; `None` where nobody makes decks.
    fn deck_pool(&self) -> Option<&Pool> {
        None
    }
    /// The rulings of a table at which these cards are played blank, as the other calls take them.
    fn rulings_with(&self, rulings: Option<&str>, _blanks: &[String]) -> Option<String> {
        rulings.map(str::to_owned)
    }
    /// Whether somebody may sit down with `deck` at a table of so many seats where the others play `played`.
    fn sits(&self, _seats: usize, _played: &[Deck], _deck: &Deck) -> Result<(), WireError> {
        Ok(())
    }
    /// Which decks may be played at a table, in the words that a room keeps.
    fn legality(&self, _wanted: &Legality) -> Result<Legality, WireError> {
        Err(wrong("bad_request", "nobody brings a deck to this game: there is no legality to choose"))
    }
    /// Whether a deck, as text, may be played where this counts; else why not.
    fn legal(&self, _deck: &str, _legality: &Legality) -> Result<(), WireError> {
        Ok(())
    }
    /// The restricted lists that a table may choose, the newest first.
    fn lists(&self) -> Vec<RestrictedList> {
        Vec::new()
    }
    /// The game's own setup.
    fn setup(&self, table: &TableSetup) -> Result<Value, WireError>;
    /// The table of a position text; else everything that is wrong with it.
    fn lay(&self, _text: &str) -> Result<Laid, Vec<LineError>> {
        Err(vec![LineError { line: 1, what: "this game has no position text".to_owned(), right: None }])
    }
    /// What lies on the table of a game, as a position text; refused where it has none.
    fn lines(&self, _rulings: Option<&str>, _game: &dyn Hosted) -> Result<String, WireError> {
        Err(wrong("no_position", "this game has no position text"))
    }
    /// The game in a form that describes itself, for a program with other rules; refused where it has none now.
    fn carry(&self, _rulings: Option<&str>, game: &dyn Hosted) -> Result<Value, WireError> {
        Ok(serde_json::json!({ "form": format!("{} state 1", self.kind()), "state": game.state_json() }))
    }
    /// The game's own state of what [`GameKind::carry`] gave, maybe in another program. Whether it holds is looked at when it is opened.
    fn carried(&self, _rulings: Option<&str>, snapshot: &Value) -> Result<Value, WireError> {
        let form = format!("{} state 1", self.kind());
        match snapshot["form"] == form.as_str() {
            true => Ok(snapshot["state"].clone()),
            false => Err(wrong("paused", format!("its snapshot has the form {}; this program reads {form:?}", snapshot["form"]))),
        }
    }
    /// The game of this replay, as it stands after its steps; a replay without steps is a new game.
    fn open(&self, rulings: Option<&str>, replay: &Replay) -> Result<Box<dyn Hosted>, WireError>;
    /// The game of a recorded file at its beginning, under the rules that the file names; and what running it proves.
    fn recorded(&self, replay: &Replay) -> Result<Recorded, ReplayError>;
    /// What every seat plays and how it stands, from the game's setup and the view in which everything is open.
    fn standings(&self, _setup: &Value, _view: &Value) -> Vec<standing::Standing> {
        Vec::new()
    }
    /// The bot that plays where no other is wished for.
    fn usual_bot(&self) -> &'static str {
        "random"
    }
    /// The bot of this name, with luck of its own.
    fn bot(&self, name: &str, rulings: Option<&str>, luck: u64) -> Option<Box<dyn BotPlayer>>;
    fn decks(&self) -> Vec<ReadyDeck>;
    /// The cards that can be played, as a JSON array; `None` for a game without.
    fn cards(&self) -> Option<String>;
    /// What a reader of cards wants beside them; `None` for a game without cards.
    fn pool(&self) -> Option<CardPool> {
        None
    }
    /// A position text at which this card can be tried.
    fn tryout(&self, _code: &str) -> Option<String> {
        None
    }
}

/// An error of a game, by a stable word.
pub fn wrong(code: &str, message: impl Into<String>) -> WireError {
    WireError { code: code.to_owned(), message: message.into(), rule: None }
}

/// [`GameKind::open`] for a game whose rules are at hand.
pub fn open<G: Game>(rules: Arc<G::Rules>, replay: &Replay) -> Result<Box<dyn Hosted>, WireError> {
    let host = Host::<G>::open(rules, replay).map_err(|why| wrong("setup", why.to_string()))?;
    Ok(Box::new(host))
}

/// A recorded game before its first step, and what running it proves.
pub type Recorded = (Box<dyn Hosted>, Result<Report, ReplayError>);

/// [`GameKind::recorded`] for a game whose rules are at hand.
pub fn recorded<G: Game>(rules: Arc<G::Rules>, replay: &Replay) -> Result<Recorded, ReplayError> {
    let first = Replay { steps: Vec::new(), checkpoints: Vec::new(), end: None, ..replay.clone() };
    let proof = replay.verify::<G>(&rules);
    Ok((Box::new(Host::<G>::open(rules, &first)?), proof))
}

/// All games.
#[derive(Clone)]
pub struct Games {
    kinds: BTreeMap<&'static str, Arc<dyn GameKind>>,
    /// The pool as JSON: made once, it is some hundred kB.
    cards: Arc<str>,
    /// [`GameKind::pool`] as JSON.
    pool: Arc<str>,
}

impl Games {
    /// Every game that can be played here, the card game with these cards.
    pub fn all(pool: Arc<Pool>) -> Games {
        Games::of([Arc::new(card::CardKind::new(pool)) as Arc<dyn GameKind>, Arc::new(board::BoardKind)])
    }

    /// With what is compiled in, and the small game that tests the rooms: for tests.
    pub fn for_tests() -> Games {
        let mut games = Games::builtin();
        games.kinds.insert(table::toy::Toy::KIND, Arc::new(toy::ToyKind::default()));
        games
    }

    /// Every game with what is compiled in.
    pub fn builtin() -> Games {
        Games::all(Arc::new(Pool::builtin().clone()))
    }

    /// These games.
    pub fn of(kinds: impl IntoIterator<Item = Arc<dyn GameKind>>) -> Games {
        let kinds: BTreeMap<_, _> = kinds.into_iter().map(|kind| (kind.kind(), kind)).collect();
        let cards = kinds.values().find_map(|kind| kind.cards()).unwrap_or_else(|| "[]".to_owned()).into();
        let pool = kinds.values().find_map(|kind| kind.pool()).unwrap_or_default();
        let pool = serde_json::to_string(&pool).expect("names and numbers").into();
        Games { kinds, cards, pool }
    }

    pub fn kind(&self, name: &str) -> Result<&dyn GameKind, WireError> {
        self.kinds.get(name).map(|kind| &**kind).ok_or_else(|| {
            let known: Vec<_> = self.kinds.keys().copied().collect();
            wrong("no_such_game", format!("there is no game {name:?} here; there is {}", known.join(", ")))
        })
    }

    pub fn decks(&self) -> Vec<ReadyDeck> {
        self.kinds.values().flat_map(|kind| kind.decks()).collect()
    }

    /// The restricted lists of all games.
    pub fn lists(&self) -> Vec<RestrictedList> {
        self.kinds.values().flat_map(|kind| kind.lists()).collect()
    }

    pub fn cards(&self) -> &str {
        &self.cards
    }

    pub fn pool(&self) -> &str {
        &self.pool
    }

    /// The position text at which the card of this code can be tried.
    pub fn tryout(&self, code: &str) -> Option<String> {
        self.kinds.values().find_map(|kind| kind.tryout(code))
    }
}
