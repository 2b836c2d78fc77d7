//! Which games there are: the registry. A game joins with one line in [`Games::builtin`].

use std::collections::BTreeMap;
use std::sync::Arc;

pub use bots::Player;
use card_game::pool::Pool;
use serde_json::Value;
use table::Game;
use table::hosted::{Host, Hosted};
use table::replay::{Replay, Start};

use crate::reply::{Error, KindInfo};
use crate::request::New;

/// A kind of game, as far as the protocol is concerned. Every error leaves everything as it was.
pub trait Kind: Send + Sync + 'static {
    /// [`Game::KIND`].
    fn name(&self) -> &'static str;
    fn info(&self) -> KindInfo;
    /// A new game.
    fn begin(&self, wish: &New, start: Start) -> Result<Box<dyn Hosted>, Error>;
    /// The game of a replay, all its steps run and its hashes compared.
    fn open(&self, replay: &Replay) -> Result<Box<dyn Hosted>, Error>;
    /// The bot of this name for games under the rules of this id.
    fn bot(&self, name: &str, rules: &str, seed: u64) -> Result<Box<dyn Player>, Error>;
    /// What lies on the table, as text.
    fn position(&self, _game: &dyn Hosted) -> Result<String, Error> {
        Err(Error::new("no_position", format!("the game `{}` has no position text; save it as a replay or a snapshot", self.name())))
    }
    /// The game that a position text is about.
    fn place(&self, _text: &str) -> Result<Box<dyn Hosted>, Error> {
        Err(Error::new("no_position", format!("the game `{}` has no position text; load a replay", self.name())))
    }
    /// The game with its table changed.
    fn edit(&self, _game: &dyn Hosted, _edits: &[Value]) -> Result<Box<dyn Hosted>, Error> {
        Err(Error::new("no_edit", format!("the table of the game `{}` cannot be edited", self.name())))
    }
}

/// All games.
#[derive(Clone)]
pub struct Games(BTreeMap<&'static str, Arc<dyn Kind>>);

impl Games {
    /// Every game with what is compiled in.
    pub fn builtin() -> Games {
        Games::with(Arc::new(Pool::builtin().clone()))
    }

    /// Every game, the card game with these cards.
    pub fn with(pool: Arc<Pool>) -> Games {
        let card = Arc::new(crate::card::CardKind::new(pool));
        Games::of([card as Arc<dyn Kind>, Arc::new(crate::board::BoardKind), Arc::new(crate::toy::ToyKind::default())])
    }

    /// These games.
    pub fn of(kinds: impl IntoIterator<Item = Arc<dyn Kind>>) -> Games {
        Games(kinds.into_iter().map(|kind| (kind.name(), kind)).collect())
    }

    /// The game of this name. Code: `no_such_kind`.
    pub fn kind(&self, name: &str) -> Result<Arc<dyn Kind>, Error> {
        self.0.get(name).cloned().ok_or_else(|| {
            let known: Vec<String> = self.0.keys().map(|name| format!("`{name}`")).collect();
            Error::new("no_such_kind", format!("there is no game `{}` here; there is {}", short(name), known.join(" and ")))
        })
    }

    pub fn iter(&self) -> impl Iterator<Item = &dyn Kind> {
        self.0.values().map(|kind| &**kind)
    }
}

/// [`Kind::begin`] for a game whose rules and setup are at hand.
pub fn begin<G: Game>(rules: Arc<G::Rules>, setup: &G::Setup, start: Start) -> Result<Box<dyn Hosted>, Error> {
    let host = Host::<G>::new(rules, setup, start).map_err(|why| Error::new("setup", why.to_string()))?;
    Ok(Box::new(host))
}

/// [`Kind::open`] for a game whose rules are at hand: hashes on the way and at the end are compared.
pub fn open<G: Game>(rules: Arc<G::Rules>, replay: &Replay) -> Result<Box<dyn Hosted>, Error> {
    let host = Host::<G>::verified(rules, replay).map_err(|why| Error::new("bad_replay", why.to_string()))?;
    Ok(Box::new(host))
}

/// A name from a request as it may stand in a message.
pub fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect()
}
