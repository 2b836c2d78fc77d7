//! The card game in the protocol: its decks, its rulings, its bots.

use std::sync::Arc;

use bots::Chair;
use card_game::decks::{self, Deck, Format, Problem, ready};
use card_game::edit::{Edit, edit};
use card_game::pool::Pool;
use card_game::{Rulebook, Rules, Rulings, Setup, State, position};
use serde_json::Value;
use table::Game;
use table::hosted::Hosted;
use table::replay::{Replay, Start};

use crate::kind::{Kind, Player, begin, open, short};
use crate::reply::{Error, KindInfo};
use crate::request::New;

/// Problems of a deck that are told at once.
const TOLD: usize = 12;
/// Seats that the rules have places for.
const MOST_SEATS: usize = 8;

/// The card game with these cards.
pub struct CardKind {
    book: Rulebook,
}

impl CardKind {
    pub fn new(pool: Arc<Pool>) -> CardKind {
        CardKind { book: Rulebook::new(pool) }
    }

    /// The rules that a replay names.
    fn rules_of(&self, id: &str) -> Result<Arc<Rules>, Error> {
        self.book.known(id).map_err(|known| {
            let known: Vec<String> = known.iter().map(|id| format!("`{id}`")).collect();
            Error::new("other_rules", format!("this was played under the rules `{}`; here are {}", short(id), known.join(" and ")))
        })
    }

    /// A deck as it stands in a request.
    fn deck(&self, deck: &Value, seat: usize, legality: Option<Format>, blank: bool) -> Result<Deck, Error> {
        let text = match deck {
            Value::String(text) => text.clone(),
            Value::Object(_) | Value::Array(_) => deck.to_string(),
            _ => return Err(Error::new("bad_deck", format!("the deck of seat {seat} is a name, a text or a JSON deck, not {deck}"))),
        };
        let told = |problems: &[Problem]| {
            let mut lines: Vec<String> = problems.iter().take(TOLD).map(ToString::to_string).collect();
            if problems.len() > TOLD {
                lines.push(format!("and {} more", problems.len() - TOLD));
            }
            if problems.iter().all(|problem| problem.kind == decks::Kind::NotImplemented) {
                lines.push("`\"blank\": true` plays them blank".to_owned());
            }
            let rule = problems.iter().find_map(|problem| problem.rule).map(str::to_owned);
            let message = format!("the deck of seat {seat} cannot be played: {}", lines.join("; "));
            Error { code: "bad_deck".to_owned(), message, rule, candidates: None }
        };
        let deck = match ready::find(&text) {
            Some(deck) => deck.clone(),
            None => match self.import(&text, blank) {
                Ok(deck) => deck,
                // A line of words that is no deck is meant as a name.
                Err(_) if !text.contains('\n') && deck.is_string() && !text.chars().any(|c| c.is_ascii_digit() || c == '{') => {
                    let near: Vec<String> = ready::nearest(&text).iter().map(|name| format!("{name:?}")).collect();
                    let message = format!("there is no ready deck {:?}; the nearest are {}", short(&text), near.join(", "));
                    return Err(Error::new("bad_deck", format!("seat {seat}: {message}")));
                }
                Err(problems) => return Err(told(&problems)),
            },
        };
        let mut problems = legality.map(|format| decks::check(self.book.pool(), &deck, format)).unwrap_or_default();
        problems.retain(|problem| !blank || problem.kind != decks::Kind::NotImplemented);
        if problems.is_empty() { Ok(deck) } else { Err(told(&problems)) }
    }

    fn import(&self, text: &str, blank: bool) -> Result<Deck, Vec<Problem>> {
        let import = decks::import(self.book.pool(), text.as_bytes());
        if blank { import.single_with_blanks() } else { import.single() }
    }

    /// The setup, and the codes of the cards that are played blank.
    fn setup(&self, wish: &New) -> Result<(Setup, Vec<String>), Error> {
        let format = wish.format.as_deref().unwrap_or("joust");
        let titles = match format {
            "joust" => false,
            "melee" => true,
            other => {
                return Err(Error::new("no_such_format", format!("the card game is played as joust or melee, not as `{}`", short(other))));
            }
        };
        let legality = wish.legality.as_deref().map(str::parse::<Format>).transpose();
        let legality = legality.map_err(|why| Error::new("no_such_format", why))?;
        let brought = wish.decks.as_deref().unwrap_or_default();
        let least = if titles { 3 } else { 2 };
        let seats = wish.players.map_or(brought.len().max(least), usize::from);
        let fits = if titles { (3..=MOST_SEATS).contains(&seats) } else { seats == 2 };
        if !fits {
            let wanted = if titles { "three to eight" } else { "two" };
            return Err(Error::new("setup", format!("{format} is played by {wanted}, not by {seats}")));
        }
        if !brought.is_empty() && brought.len() != seats {
            return Err(Error::new("bad_deck", format!("{seats} seats want {seats} decks, not {}", brought.len())));
        }
        let ready = ready::all();
        let decks = (0..seats).map(|seat| match brought.get(seat) {
            Some(deck) => self.deck(deck, seat, legality, wish.blank),
            None => Ok(ready[seat % ready.len()].clone()),
        });
        let decks = decks.collect::<Result<Vec<Deck>, _>>()?;
        let blanks = decks.iter().flat_map(|deck| decks::unwritten(self.book.pool(), deck)).map(|(card, _)| card.code.clone());
        Ok((Setup { seats: decks.iter().map(Deck::seat).collect(), titles }, blanks.collect()))
    }
}

impl Kind for CardKind {
    fn name(&self) -> &'static str {
        State::KIND
    }

    fn info(&self) -> KindInfo {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        KindInfo {
            kind: State::KIND.to_owned(),
            formats: words(&["joust", "melee"]),
            rulings: Rulebook::RULINGS.iter().map(|rulings| rulings.word().to_owned()).collect(),
            bots: words(&bots::NAMES),
            decks: ready::all().iter().map(|deck| deck.name.clone()).collect(),
            rules: State::rules_id(&*self.book.rules(Rulings::default())),
        }
    }

    fn begin(&self, wish: &New, start: Start) -> Result<Box<dyn Hosted>, Error> {
        let rulings = Rulebook::named(wish.rulings.as_deref()).map_err(|why| Error::new("no_such_rulings", why))?;
        let (setup, blanks) = self.setup(wish)?;
        let rules = self.book.with_blanks(rulings, &blanks).map_err(|why| Error::new("bad_deck", why))?;
        begin::<State>(rules, &setup, start)
    }

    fn open(&self, replay: &Replay) -> Result<Box<dyn Hosted>, Error> {
        open::<State>(self.rules_of(&replay.rules)?, replay)
    }

    fn bot(&self, name: &str, rules: &str, seed: u64) -> Result<Box<dyn Player>, Error> {
        let bot = bots::by_name(name, seed)
            .ok_or_else(|| Error::new("no_such_bot", format!("there is no bot `{}`; there is {}", short(name), bots::NAMES.join(", "))))?;
        Ok(Box::new(Chair { bot, rules: self.rules_of(rules)? }))
    }

    fn position(&self, game: &dyn Hosted) -> Result<String, Error> {
        let (rules, state) = self.state(game)?;
        position::write(&rules, &state).map_err(|why| Error::new("bad_position", why))
    }

    fn place(&self, text: &str) -> Result<Box<dyn Hosted>, Error> {
        let rules = self.book.rules(position::rulings(text).unwrap_or_default());
        let state = position::read(&rules, text).map_err(|errors| {
            let lines: Vec<String> = errors.iter().take(TOLD).map(ToString::to_string).collect();
            Error::new("bad_position", lines.join("; "))
        })?;
        standing(rules, &state)
    }

    fn edit(&self, game: &dyn Hosted, edits: &[Value]) -> Result<Box<dyn Hosted>, Error> {
        let read = |(number, edit): (usize, &Value)| {
            table::json::read_tagged::<Edit>(edit, "do").map_err(|why| Error::new("bad_request", format!("edit {}: {why}", number + 1)))
        };
        let edits: Vec<Edit> = edits.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let (rules, state) = self.state(game)?;
        let state = edit(&rules, &state, &edits).map_err(|why| Error::new("bad_position", why))?;
        standing(rules, &state)
    }
}

impl CardKind {
    /// The game behind the door, with its rules.
    fn state(&self, game: &dyn Hosted) -> Result<(Arc<Rules>, State), Error> {
        let rules = self.rules_of(&game.replay().rules)?;
        let mut state: State = serde_json::from_value(game.state_json()).map_err(|why| Error::new("engine", why.to_string()))?;
        state.restore(&rules);
        Ok((rules, state))
    }
}

/// A game that begins as it stands.
fn standing(rules: Arc<Rules>, state: &State) -> Result<Box<dyn Hosted>, Error> {
    let whole = serde_json::to_value(state).map_err(|why| Error::new("engine", why.to_string()))?;
    begin::<State>(rules, &Setup::default(), Start::Position(whole))
}
