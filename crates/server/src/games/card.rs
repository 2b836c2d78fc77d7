//! The card game in rooms: its decks, its cards, its bots.

use std::collections::BTreeMap;
use std::sync::Arc;

use bots::{Chair, Player};
use card_game::decks::lists::{self, List};
use card_game::decks::{self, Format, Problem, ready};
use card_game::lang::near;
use card_game::pool::{Card, Pool, packs};
use card_game::{Rulebook, Rules, Setup, State};
use serde::Deserialize;
use serde_json::{Value, json};
use table::hosted::Hosted;
use table::replay::{Replay, ReplayError};
use table::{Game, Pick, Seat};

use super::laid::{self, Laid};
use super::{Deck, GameKind, TableSetup, wrong};
use crate::bot::BotPlayer;
use crate::terms::Legality;
use crate::wire::{BlankCard, CardPool, DeckCards, DeckCheck, LineError, MissingCard, PackName, ReadyDeck, RestrictedList, WireError};

/// Problems of a deck that are told at once.
const TOLD: usize = 8;
/// The format with titles, for three and more.
const MELEE: &str = "melee";
/// The longest name of a deck that is shown, in characters.
const LONGEST_NAME: usize = 60;

/// The card game with these cards.
pub struct CardKind {
    book: Rulebook,
}

impl CardKind {
    pub fn new(pool: Arc<Pool>) -> CardKind {
        CardKind { book: Rulebook::new(pool) }
    }

    fn rules(&self, rulings: Option<&str>) -> Result<Arc<Rules>, WireError> {
        self.book.meant(rulings).map_err(|why| wrong("no_such_rulings", why))
    }

    /// A deck for the table. Whoever plays here may also bring a starter deck; cards that are not implemented are no obstacle.
    fn understood(&self, text: &str) -> Result<decks::Deck, WireError> {
        if let Some(deck) = ready::find(text) {
            return Ok(deck.clone());
        }
        if text.trim().is_empty() {
            return Err(wrong("bad_deck", "a deck is wanted: the name of a ready deck, or its cards"));
        }
        if !text.trim().contains('\n') && !text.trim_start().starts_with(['{', '[']) {
            let message = format!("there is no ready deck called {:?}; the nearest names are {}", short(text), near_decks(&short(text)));
            return Err(wrong("bad_deck", message));
        }
        let deck = decks::import(self.book.pool(), text.as_bytes()).single_with_blanks().map_err(|problems| bad(&problems))?;
        let mut problems = decks::check(self.book.pool(), &deck, Format::Starter);
        problems.retain(|problem| problem.kind != decks::Kind::NotImplemented);
        match problems.as_slice() {
            [] => Ok(deck),
            problems => Err(bad(problems)),
        }
    }

    fn at_the_table(&self, deck: &decks::Deck) -> Deck {
        let name = if deck.name.trim().is_empty() { "A deck".to_owned() } else { short(&deck.name) };
        let pool = self.book.pool();
        let blank =
            decks::unwritten(pool, deck).into_iter().map(|(card, _)| BlankCard { code: card.code.clone(), name: card.name.clone() });
        Deck { name, text: decks::export(pool, deck), blank: blank.collect() }
    }
}

impl BotPlayer for Chair<State> {
    fn choose(&mut self, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>> {
        self.answer(game, seat)
    }
}

/// The problems of a deck as one error.
fn bad(problems: &[Problem]) -> WireError {
    let rule = problems.iter().find_map(|problem| problem.rule).map(str::to_owned);
    WireError { code: "bad_deck".to_owned(), message: format!("this deck cannot be played: {}", told(problems)), rule }
}

/// Some of the problems of a deck in one line.
fn told(problems: &[Problem]) -> String {
    let mut lines: Vec<String> = problems.iter().take(TOLD).map(ToString::to_string).collect();
    if problems.len() > TOLD {
        lines.push(format!("and {} more", problems.len() - TOLD));
    }
    lines.join("; ")
}

/// The format and the list by which decks are judged.
fn judge(legality: &Legality) -> Result<(Format, Option<&'static List>), WireError> {
    let format = legality.format.parse().map_err(|why: String| wrong("no_such_format", short(&why)))?;
    let find = |name: &str| {
        lists::find(name).ok_or_else(|| {
            let near: Vec<&str> = lists::nearest(name).iter().map(|list| list.name).collect();
            let message = format!("there is no restricted list {:?}; the nearest are {}", short(name), near.join(", "));
            wrong("no_such_list", message)
        })
    };
    Ok((format, legality.list.as_deref().map(find).transpose()?))
}

fn short(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect()
}

impl GameKind for CardKind {
    fn kind(&self) -> &'static str {
        "card"
    }

    fn rules_id(&self, rulings: Option<&str>) -> Result<String, WireError> {
        Ok(State::rules_id(&*self.rules(rulings)?))
    }

    fn seats(&self, format: &str, players: Option<usize>) -> Result<usize, WireError> {
        let (few, many, usual) = match format {
            "joust" => (2, 2, 2),
            MELEE => (3, 8, 4),
            _ => return Err(wrong("no_such_format", format!("the card game is played as joust or melee here, not as {format:?}"))),
        };
        let players = players.unwrap_or(usual);
        if (few..=many).contains(&players) {
            return Ok(players);
        }
        let range = if few == many { "two".to_owned() } else { "three to eight".to_owned() };
        Err(WireError {
            rule: Some(format!("RR.{format}")),
            ..wrong("bad_request", format!("{format} is for {range} players, not {players}"))
        })
    }

    fn deck(&self, _: &str, deck: &str) -> Result<Deck, WireError> {
        Ok(self.at_the_table(&self.understood(deck)?))
    }

    fn other_deck(&self, _: &str, played: &[Deck], luck: u64) -> Result<Deck, WireError> {
        // A starter deck meets a starter deck: they are of one strength.
        let format = played.first().and_then(|mine| ready::find(&mine.name)?.format).unwrap_or(Format::Joust);
        let new = |deck: &&decks::Deck| played.iter().all(|other| deck.name != other.name);
        let fitting: Vec<_> = ready::all().iter().filter(new).filter(|deck| deck.format == Some(format)).collect();
        let unplayed: Vec<_> = ready::all().iter().filter(new).collect();
        let from = [fitting, unplayed].into_iter().find(|decks| !decks.is_empty()).unwrap_or_else(|| ready::all().iter().collect());
        let deck = (luck as usize).checked_rem(from.len()).map(|place| from[place]);
        deck.map(|deck| self.at_the_table(deck)).ok_or_else(|| wrong("bad_deck", "there are no ready decks"))
    }

    fn check_deck(&self, deck: &str) -> DeckCheck {
        match self.understood(deck) {
            Ok(deck) => {
                let Deck { name, blank, .. } = self.at_the_table(&deck);
                let about = ready_deck(self.book.pool(), &deck);
                let judged = decks::check(self.book.pool(), &deck, Format::Joust);
                let notes = judged.iter().filter(|problem| problem.kind != decks::Kind::NotImplemented);
                let notes = notes.take(TOLD).map(ToString::to_string).collect();
                DeckCheck { ok: true, deck: Some(ReadyDeck { name, ..about }), blank, problem: None, notes }
            }
            Err(why) => DeckCheck { problem: Some(why.message), ..DeckCheck::default() },
        }
    }

    fn deck_pool(&self) -> Option<&Pool> {
        Some(self.book.pool())
    }

    fn rulings_with(&self, rulings: Option<&str>, blanks: &[String]) -> Option<String> {
        Rulebook::word(rulings, blanks)
    }

    fn legality(&self, wanted: &Legality) -> Result<Legality, WireError> {
        let (format, list) = judge(wanted)?;
        Ok(Legality { format: format.word().to_owned(), list: list.map(|list| list.name.to_owned()) })
    }

    fn legal(&self, deck: &str, legality: &Legality) -> Result<(), WireError> {
        let (deck, (format, list)) = (self.understood(deck)?, judge(legality)?);
        let pool = self.book.pool();
        let mut problems = decks::check(pool, &deck, format);
        problems.retain(|problem| problem.kind != decks::Kind::NotImplemented);
        problems.extend(list.map(|list| list.check(pool, &deck, format)).unwrap_or_default());
        if problems.is_empty() {
            return Ok(());
        }
        let by = list.map_or_else(|| format.to_string(), |list| format!("{format} by {}", list.name));
        let told = told(&problems);
        let rule = problems.iter().find_map(|problem| problem.rule).map(str::to_owned);
        Err(WireError { rule, ..wrong("not_legal", format!("at this table decks are legal for {by}, and this one is not: {told}")) })
    }

    fn lists(&self) -> Vec<RestrictedList> {
        let told = |list: &List| RestrictedList { name: list.name.to_owned(), date: list.date.to_owned() };
        lists::all().iter().rev().map(told).collect()
    }

    fn setup(&self, table: &TableSetup) -> Result<Value, WireError> {
        let mut setup = Setup { titles: table.format == MELEE, ..Setup::default() };
        for (_, deck) in &table.seats {
            setup.seats.push(self.understood(&deck.text)?.seat());
        }
        serde_json::to_value(setup).map_err(|why| wrong("setup", why.to_string()))
    }

    fn lay(&self, text: &str) -> Result<Laid, Vec<LineError>> {
        laid::lay(text, |rulings| self.rules(Some(rulings)))
    }

    fn lines(&self, rulings: Option<&str>, game: &dyn Hosted) -> Result<String, WireError> {
        laid::write(&*self.rules(rulings)?, game)
    }

    /// Cards are numbered otherwise in every pool: in a position text they stand by their codes.
    fn carry(&self, rulings: Option<&str>, game: &dyn Hosted) -> Result<Value, WireError> {
        Ok(json!({ "form": "maester position 1", "text": self.lines(rulings, game)? }))
    }

    fn carried(&self, rulings: Option<&str>, snapshot: &Value) -> Result<Value, WireError> {
        let text = snapshot["text"].as_str().filter(|_| snapshot["form"] == "maester position 1");
        let text =
            text.ok_or_else(|| wrong("paused", format!("its snapshot has the form {}, which this program cannot read", snapshot["form"])))?;
        laid::carried(&*self.rules(rulings)?, text)
    }

    fn open(&self, rulings: Option<&str>, replay: &Replay) -> Result<Box<dyn Hosted>, WireError> {
        super::open::<State>(self.rules(rulings)?, replay)
    }

    fn recorded(&self, replay: &Replay) -> Result<super::Recorded, ReplayError> {
        let setup = Setup::deserialize(&replay.setup).unwrap_or_default();
        let cards: usize = setup.seats.iter().map(|seat| seat.agendas.len() + seat.plots.len() + seat.draw.len()).sum();
        if cards > laid::MOST_CARDS {
            return Err(ReplayError::Malformed(format!("its decks have {cards} cards; at most {} are read here", laid::MOST_CARDS)));
        }
        let other = |known: Vec<String>| ReplayError::OtherRules { found: replay.rules.clone(), expected: known.join("` or `") };
        super::recorded::<State>(self.book.known(&replay.rules).map_err(other)?, replay)
    }

    fn standings(&self, setup: &Value, view: &Value) -> Vec<super::standing::Standing> {
        super::standing::card(self.book.pool(), setup, view)
    }

    fn bot(&self, name: &str, rulings: Option<&str>, luck: u64) -> Option<Box<dyn BotPlayer>> {
        let (bot, rules) = (bots::by_name(name, luck)?, self.rules(rulings).ok()?);
        Some(Box::new(Chair { bot, rules }))
    }

    fn decks(&self) -> Vec<ReadyDeck> {
        ready::all().iter().map(|deck| ready_deck(self.book.pool(), deck)).collect()
    }

    fn cards(&self) -> Option<String> {
        // Whoever plays meets no other cards: a browser need not load the names of two thousand that nobody can play yet.
        let playable: Vec<Value> = self.book.pool().list_json().into_iter().filter(|card| card["implemented"] == true).collect();
        serde_json::to_string(&playable).ok()
    }

    fn pool(&self) -> Option<CardPool> {
        let pool = self.book.pool();
        let pack = |card: &Card| card.pack.map(|pack| pack.code.to_owned());
        let unwritten = |card: &&Card| card.def.is_none();
        Some(CardPool {
            packs: packs().iter().map(|pack| PackName { code: pack.code.to_owned(), name: pack.name.to_owned() }).collect(),
            missing: pool
                .cards()
                .iter()
                .filter(unwritten)
                .map(|card| MissingCard {
                    code: card.code.clone(),
                    name: card.name.clone(),
                    kind: card.kind.word().to_owned(),
                    faction: card.faction.word().to_owned(),
                    pack: pack(card),
                })
                .collect(),
            decks: ready::all().iter().map(deck_cards).collect(),
        })
    }

    fn tryout(&self, code: &str) -> Option<String> {
        card_game::position::tryout(&*self.rules(None).ok()?, code)
    }
}

/// How often each card is in a ready deck, agendas and plots too.
fn deck_cards(deck: &decks::Deck) -> DeckCards {
    let mut cards = BTreeMap::new();
    let agendas = deck.agendas.iter().map(|code| (code, 1));
    for (code, count) in agendas.chain(deck.plots.iter().chain(&deck.draw).map(|(code, count)| (code, *count))) {
        *cards.entry(code.clone()).or_default() += count;
    }
    DeckCards { name: deck.name.clone(), cards }
}

/// The three ready decks whose names are nearest to what somebody wrote.
fn near_decks(name: &str) -> String {
    let name = name.to_lowercase();
    let far = |deck: &&str| (!deck.to_lowercase().contains(&name), near::distance(&name, deck));
    let mut names: Vec<&str> = ready::all().iter().map(|deck| deck.name.as_str()).collect();
    names.sort_by_key(far);
    names.truncate(3);
    names.join(", ")
}

/// What is told of a deck in a list: the agendas by their names.
pub fn ready_deck(pool: &Pool, deck: &decks::Deck) -> ReadyDeck {
    ReadyDeck {
        name: deck.name.clone(),
        faction: deck.faction.word().to_owned(),
        agendas: deck.agendas.iter().map(|code| pool.card(code).map_or(code, |card| &card.name).clone()).collect(),
        format: deck.format.map(Format::word).unwrap_or_default().to_owned(),
        cards: deck.draw_count(),
    }
}
