//! The board game in the protocol: houses in place of decks, its rulings, its bots.

use std::sync::Arc;

use board_game::{HouseId, Rules, Rulings, Setup, State};
use bots::Chair;
use serde_json::Value;
use table::Game;
use table::hosted::Hosted;
use table::replay::{Replay, Start};

use crate::kind::{Kind, Player, begin, open, short};
use crate::reply::{Error, KindInfo};
use crate::request::New;

/// The base game, for three to six players.
#[derive(Default)]
pub struct BoardKind;

impl BoardKind {
    fn rules_of(&self, id: &str) -> Result<Arc<Rules>, Error> {
        let known: Vec<String> = Rules::ids().iter().map(|id| format!("`{id}`")).collect();
        Rules::for_id(id).map(Arc::new).ok_or_else(|| {
            Error::new(
                "other_rules",
                format!("this was played under the rules `{}`; here are {}, and their options", short(id), known.join(" and ")),
            )
        })
    }

    /// The houses by seat: named, `null` for one that is drawn, or all in the order of the set-up.
    fn setup(&self, wish: &New) -> Result<Setup, Error> {
        let tides = match wish.format.as_deref().unwrap_or("base") {
            "base" => false,
            "tides" => true,
            other => {
                return Err(Error::new("no_such_format", format!("the board game is played as base or tides, not as `{}`", short(other))));
            }
        };
        if wish.legality.is_some() {
            return Err(Error::new("no_such_format", "the board game has no decks whose legality could be asked for"));
        }
        let Some(named) = &wish.decks else {
            let players = wish.players.map_or(3, usize::from);
            return Ok(Setup { tides, ..Setup::players(players) });
        };
        if wish.players.is_some_and(|players| usize::from(players) != named.len()) {
            return Err(Error::new("setup", format!("`players` says another number than the {} houses in `decks`", named.len())));
        }
        let house = |value: &Value| match value {
            Value::Null => Ok(None),
            Value::String(name) => HouseId::named(&name.to_lowercase()).map(Some).ok_or_else(|| no_house(name)),
            other => Err(no_house(&other.to_string())),
        };
        Ok(Setup { houses: named.iter().map(house).collect::<Result<_, _>>()?, tides })
    }
}

fn no_house(name: &str) -> Error {
    let houses: Vec<&str> = board_game::data::atlas().houses.iter().map(|house| house.id.as_str()).collect();
    Error::new(
        "bad_deck",
        format!("there is no house {:?}; in the board game `decks` names houses: {}, or null to draw one", short(name), houses.join(", ")),
    )
}

impl Kind for BoardKind {
    fn name(&self) -> &'static str {
        State::KIND
    }

    fn info(&self) -> KindInfo {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        KindInfo {
            kind: State::KIND.to_owned(),
            formats: words(&["base", "tides"]),
            rulings: Rulings::PRESETS.iter().map(|(name, _)| (*name).to_owned()).collect(),
            bots: words(&bots::board::NAMES),
            decks: board_game::data::atlas().houses.iter().map(|house| house.id.clone()).collect(),
            rules: State::rules_id(&Rules::default()),
        }
    }

    fn begin(&self, wish: &New, start: Start) -> Result<Box<dyn Hosted>, Error> {
        let rulings = match wish.rulings.as_deref() {
            None => Rulings::default(),
            Some(text) => Rulings::read(text).map_err(|why| Error::new("no_such_rulings", why))?,
        };
        begin::<State>(Arc::new(Rules::new(rulings)), &self.setup(wish)?, start)
    }

    fn open(&self, replay: &Replay) -> Result<Box<dyn Hosted>, Error> {
        open::<State>(self.rules_of(&replay.rules)?, replay)
    }

    fn bot(&self, name: &str, rules: &str, seed: u64) -> Result<Box<dyn Player>, Error> {
        let rules = self.rules_of(rules)?;
        let bot = bots::board::by_name(name, seed).ok_or_else(|| {
            Error::new("no_such_bot", format!("the board game has the bots {}, not `{}`", bots::board::NAMES.join(", "), short(name)))
        })?;
        Ok(Box::new(Chair::<State> { bot, rules }))
    }
}
