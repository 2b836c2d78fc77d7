//! Changing the table: cards from outside the game or from any area into any area, gold, power, tokens, the order of a deck, where the
//! round stands, the next outcomes of chance. For positions, puzzles and tests.
//!
//! A table can be edited where a position text can stand ([`crate::position`]), or from anywhere if one of the edits begins a phase. What
//! comes out must be a position that can be read: a unique card twice, an attachment without a legal host, a game that would be over are
//! errors. Cards keep their ids.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::{Chance, Game, Seat, SeatSet};

use crate::kernel::state::{Id, State, Until, Zone};
use crate::lang::near::{close, instead};
use crate::pool::Pool;
use crate::position::{self, At, Point};
use crate::rules::Rules;
use crate::words::{CardType, Phase};

/// One change of the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// A card into an area: one of the game by its id (`c17`), or a new one by its code or title.
    Put {
        card: String,
        /// Whose area, and who owns a new card. Default: the owner of the card.
        #[serde(default)]
        seat: Option<Seat>,
        zone: Area,
        /// Who controls it in play. Default: `seat`.
        #[serde(default)]
        controller: Option<Seat>,
        /// In a deck or pile: so many cards lie on top of it. Default: none.
        #[serde(default)]
        under: u32,
        /// What it is attached to or a duplicate of.
        #[serde(default)]
        host: Option<String>,
        #[serde(default)]
        kneeling: bool,
        #[serde(default)]
        power: i16,
        #[serde(default)]
        gold: i16,
        #[serde(default)]
        tokens: BTreeMap<String, i16>,
    },
    /// How a card in play is.
    Set {
        card: String,
        #[serde(default)]
        kneeling: Option<bool>,
        #[serde(default)]
        power: Option<i16>,
        #[serde(default)]
        gold: Option<i16>,
        #[serde(default)]
        tokens: Option<BTreeMap<String, i16>>,
    },
    /// An attachment in play onto another card.
    Attach { card: String, host: String },
    /// A seat's gold pool.
    Gold { seat: Seat, n: i32 },
    /// Power on a seat's faction card.
    Power { seat: Seat, n: i16 },
    /// A seat draws so many cards, which it alone sees.
    Draw { seat: Seat, n: u8 },
    /// These cards of a seat's deck, plot deck or pile on top of it, the first topmost.
    Order { seat: Seat, zone: Area, cards: Vec<String> },
    /// The phase begins: whatever was going on is dropped.
    Begin {
        phase: Phase,
        #[serde(default)]
        round: Option<u32>,
        #[serde(default)]
        first_player: Option<Seat>,
    },
    /// The next outcomes of chance.
    Chance {
        #[serde(default)]
        script: Option<Vec<u32>>,
        #[serde(default)]
        seed: Option<u64>,
    },
}

/// An area of a seat into which cards are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Area {
    Hand,
    Deck,
    Discard,
    Dead,
    Play,
    Duplicate,
    PlotDeck,
    RevealedPlot,
    UsedPlots,
    Agenda,
    Shadows,
    Removed,
}

impl Area {
    fn zone(self) -> Zone {
        match self {
            Area::Hand => Zone::Hand,
            Area::Deck => Zone::Deck,
            Area::Discard => Zone::Discard,
            Area::Dead => Zone::Dead,
            Area::Play => Zone::Play,
            Area::Duplicate => Zone::Duplicate,
            Area::PlotDeck => Zone::PlotDeck,
            Area::RevealedPlot => Zone::RevealedPlot,
            Area::UsedPlots => Zone::UsedPlots,
            Area::Agenda => Zone::Agenda,
            Area::Shadows => Zone::Shadows,
            Area::Removed => Zone::Removed,
        }
    }
}

/// Gold, power and tokens beyond this are a mistake.
const MOST: i32 = 999;

/// The game with its table changed, all edits or none. An error is a sentence that names the edit, counted from 1, and what is wrong.
pub fn edit(rules: &Rules, game: &State, edits: &[Edit]) -> Result<State, String> {
    let mut st = game.clone();
    let mut point = Point::of(&st);
    let mut round = st.round;
    for (number, edit) in (1..).zip(edits) {
        let wrong = |why: String| format!("edit {number}: {why}");
        if let Edit::Begin { phase, round: wanted, first_player } = edit {
            if *phase == Phase::Setup {
                return Err(wrong("setup cannot begin again; begin the plot phase of round 1, or start a new game".to_owned()));
            }
            round = wanted.unwrap_or(round.max(1));
            if !(1..=999).contains(&round) {
                return Err(wrong(format!("rounds are counted from 1 to 999, not {round}")));
            }
            if let Some(seat) = first_player {
                st.first_player = seated(&st, *seat).map_err(wrong)?;
            }
            drop_what_goes_on(&mut st);
            point = Some(Point { phase: *phase, at: At::Start, turn: st.first_player, passed: 0, done: Vec::new() });
        } else {
            Table { rules, st: &mut st }.apply(edit).map_err(wrong)?;
        }
    }
    let Some(point) = point else {
        return Err("something is half resolved: answer on to an action window, or let one of the edits begin a phase".to_owned());
    };
    st.stack.clear();
    st.asks.clear();
    st.answers.clear();
    st.cache.fresh = false;
    point.set(&mut st, round);
    st.recompute(rules);
    // What has no legal host is discarded as soon as the game goes on (RR.glossary.attachment_cards.6): nobody would see the mistake.
    for id in st.play.iter().copied() {
        if let Some(host) = st.card(id).host
            && !st.may_host(rules, id, host, st.der(id).controller)
        {
            let name = |id: Id| &rules.cards[st.card(id).def as usize].def.name;
            return Err(format!("no table can look like that: {} cannot be attached to {}", name(id), name(host)));
        }
    }
    let begun = asked(rules, &st);
    match position::write(rules, &begun) {
        Ok(text) => {
            position::read(rules, &text).map_err(|errors| {
                let line = |error: &position::Error| match &error.right {
                    Some(right) => format!("{} ({right})", error.what),
                    None => error.what.clone(),
                };
                format!("no table can look like that: {}", errors.iter().map(line).collect::<Vec<_>>().join("; "))
            })?;
        }
        // A phase that begins with somebody's reaction has no text until that is over; what the text would tell is looked at here.
        Err(_) if point.at == At::Start && begun.outcome.is_none() && Point::of(&begun).is_none() => uniques(rules, &st)?,
        Err(why) => return Err(format!("after the edits: {why}")),
    }
    begun.check(rules).map_err(|broken| format!("the game cannot go on from there: {broken}"))?;
    Ok(begun)
}

/// A player has one copy of a unique card in play (RR.glossary.unique.1).
fn uniques(rules: &Rules, st: &State) -> Result<(), String> {
    let def = |id: Id| &rules.cards[st.card(id).def as usize].def;
    let counted = |id: &Id| def(*id).unique && !st.card(*id).facedown;
    let cards: Vec<Id> = st.play.iter().copied().filter(counted).collect();
    let same = |a: Id, b: Id| def(a).name == def(b).name && st.der(a).controller == st.der(b).controller;
    match cards.iter().enumerate().find(|(at, id)| cards[..*at].iter().any(|other| same(*other, **id))) {
        Some((_, id)) => Err(format!("no table can look like that: {} is unique and in play twice", def(*id).name)),
        None => Ok(()),
    }
}

/// The game after it has asked whoever acts.
fn asked(rules: &Rules, st: &State) -> State {
    let mut st = st.clone();
    st.advance(rules);
    st.log.events.clear();
    st
}

fn drop_what_goes_on(st: &mut State) {
    st.challenge = None;
    st.active = None;
    st.delayed.clear();
    st.past.clear();
    st.precedence.clear();
    st.rivals.clear();
    st.heaps = Default::default();
    st.deciding.clear();
    // What lasts for a challenge, a phase or a round ends with it.
    let stays = |until: &Until| matches!(until, Until::Plot(_) | Until::Forever);
    st.lasting.retain(|it| stays(&it.until));
    st.reducers.retain(|it| stays(&it.until));
    st.uses.retain(|it| stays(&it.until));
    st.firsts.retain(|(_, _, until)| stays(until));
    for card in 0..st.cards.len() as u16 {
        if st.card(Id(card)).zone == Zone::BeingPlayed {
            let owner = st.card(Id(card)).owner;
            st.card_mut(Id(card)).zone = Zone::Discard;
            st.player_mut(owner).discard.push(Id(card));
        }
    }
}

fn seated(st: &State, seat: Seat) -> Result<Seat, String> {
    match seat.index() < st.players.len() {
        true => Ok(seat),
        false => Err(format!("seats are numbered from 0 to {}, not {}", st.players.len() - 1, seat.0)),
    }
}

struct Table<'a> {
    rules: &'a Rules,
    st: &'a mut State,
}

impl Table<'_> {
    fn apply(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::Put { card, seat, zone, controller, under, host, kneeling, power, gold, tokens } => {
                let id = self.put(card, *seat, *zone, *controller, *under, host.as_deref())?;
                let named = self.st.in_play(id);
                if (*kneeling || *power != 0 || *gold != 0 || !tokens.is_empty()) && !named {
                    return Err(format!("{} is not in play: it neither kneels nor bears tokens", self.name(id)));
                }
                self.set(id, Some(*kneeling), Some(*power), Some(*gold), Some(tokens))
            }
            Edit::Set { card, kneeling, power, gold, tokens } => {
                let id = self.on_the_table(card)?;
                if !self.st.in_play(id) {
                    return Err(format!("{} is not in play", self.name(id)));
                }
                self.set(id, *kneeling, *power, *gold, tokens.as_ref())
            }
            Edit::Attach { card, host } => {
                let (id, host) = (self.on_the_table(card)?, self.on_the_table(host)?);
                if !self.st.in_play(id) || self.kind(id) != CardType::Attachment {
                    return Err(format!("{} is no attachment in play", self.name(id)));
                }
                self.attach(id, host)
            }
            Edit::Gold { seat, n } => {
                let seat = seated(self.st, *seat)?;
                self.st.player_mut(seat).gold = amount("gold", *n)?;
                Ok(())
            }
            Edit::Power { seat, n } => {
                let seat = seated(self.st, *seat)?;
                let card = self.st.player(seat).faction_card;
                self.st.card_mut(card).power = amount("power", i32::from(*n))? as i16;
                Ok(())
            }
            Edit::Draw { seat, n } => {
                let seat = seated(self.st, *seat)?;
                for _ in 0..*n {
                    let Some(card) = self.st.player(seat).deck.last().copied() else {
                        return Err(format!("the deck of seat {} has no {n} cards", seat.0));
                    };
                    self.st.pull(card);
                    self.lay(card, seat, Zone::Hand, 0)?;
                }
                Ok(())
            }
            Edit::Order { seat, zone, cards } => self.order(seated(self.st, *seat)?, *zone, cards),
            Edit::Chance { script, seed } => {
                self.st.chance = match (script, seed) {
                    (Some(outcomes), None) => Chance::script(outcomes.clone()),
                    (None, Some(seed)) => Chance::seeded(*seed),
                    _ => return Err("chance goes on with either a script or a seed".to_owned()),
                };
                Ok(())
            }
            Edit::Begin { .. } => Ok(()),
        }
    }

    fn name(&self, id: Id) -> &str {
        &self.rules.cards[self.st.card(id).def as usize].def.name
    }

    fn kind(&self, id: Id) -> CardType {
        self.rules.cards[self.st.card(id).def as usize].def.kind
    }

    /// A card of the game by its id.
    fn by_id(&self, word: &str) -> Result<Option<Id>, String> {
        let Ok(id) = Id::from_str(word) else { return Ok(None) };
        match (id.0 as usize) < self.st.cards.len() {
            true => Ok(Some(id)),
            false => Err(format!("there is no card {word}: ids go up to c{}", self.st.cards.len().saturating_sub(1))),
        }
    }

    /// A card by its id, or the only one of that code or title in play.
    fn on_the_table(&self, word: &str) -> Result<Id, String> {
        if let Some(id) = self.by_id(word)? {
            return Ok(id);
        }
        let def = |id: &Id| &self.rules.cards[self.st.card(*id).def as usize].def;
        let found: Vec<Id> = self.st.play.iter().copied().filter(|id| def(id).code == word || def(id).name == word).collect();
        match found.as_slice() {
            [id] => Ok(*id),
            [] => Err(format!("no card {word:?} is in play; name it by its id, c17, as in the view")),
            several => {
                let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(format!("{word:?} is in play several times: {}; name one by its id", ids.join(", ")))
            }
        }
    }

    /// The code of a new card.
    fn code(&self, word: &str) -> Result<String, String> {
        if self.rules.find(word).is_some() {
            return Ok(word.to_owned());
        }
        let mut named = self.rules.cards.iter().filter(|card| card.def.name == word).map(|card| &card.def.code);
        match (named.next(), named.next()) {
            (Some(code), None) => Ok(code.clone()),
            (Some(one), Some(other)) => Err(format!("{word:?} is the title of several cards ({one}, {other} ...); name it by its code")),
            (None, _) => {
                let known = Pool::builtin();
                if let Some(card) = known.card(word).or(known.cards_named(word).first().copied()) {
                    return Err(format!("{} ({}) is known, but not implemented yet", card.name, card.code));
                }
                let words = self.rules.cards.iter().map(|card| &card.def).filter(|def| def.kind != CardType::FactionCard);
                let near = match word.starts_with(|c: char| c.is_ascii_digit()) {
                    true => close(word, words.map(|def| def.code.as_str())).map(|near| format!("; the nearest code is {near}")),
                    false => close(word, words.map(|def| def.name.as_str())).map(|near| format!("; the nearest title is {near:?}")),
                };
                Err(format!("there is no card {word:?}{}", near.unwrap_or_default()))
            }
        }
    }

    fn put(
        &mut self,
        card: &str,
        seat: Option<Seat>,
        zone: Area,
        controller: Option<Seat>,
        under: u32,
        host: Option<&str>,
    ) -> Result<Id, String> {
        let known = self.by_id(card)?;
        let seat = match (seat, known) {
            (Some(seat), _) => seated(self.st, seat)?,
            (None, Some(id)) => self.st.card(id).owner,
            (None, None) => return Err(format!("whose is the new card {card:?}? Give a seat")),
        };
        let to = zone.zone();
        let id = match known {
            Some(id) => {
                if self.st.players.iter().any(|p| p.faction_card == id) || self.kind(id) == CardType::Title {
                    return Err(format!("{} stays where it is", self.name(id)));
                }
                if self.st.card(id).owner != seat && to != Zone::Play {
                    return Err(format!("{} goes to areas of its owner only, seat {}", self.name(id), self.st.card(id).owner.0));
                }
                if let Some(on_it) = self.st.cards.iter().position(|c| c.host == Some(id)) {
                    return Err(format!("{} lies on or under {}: put it elsewhere first", self.name(Id(on_it as u16)), self.name(id)));
                }
                self.st.pull(id);
                let c = self.st.card_mut(id);
                (c.host, c.power, c.gold) = (None, 0, 0);
                c.tokens.clear();
                id
            }
            None => {
                let code = self.code(card)?;
                let id = self.st.add(self.rules, &code, seat, Zone::Removed).map_err(|why| why.to_string())?;
                self.st.pull(id);
                id
            }
        };
        self.lay(id, seat, to, under)?;
        if let Some(controller) = controller {
            if to != Zone::Play {
                return Err(format!("{} is controlled by its owner outside play", self.name(id)));
            }
            self.st.card_mut(id).base = seated(self.st, controller)?;
        }
        match (host, to) {
            (Some(host), Zone::Play | Zone::Duplicate) => {
                let host = self.on_the_table(host)?;
                self.attach(id, host)?;
            }
            (Some(_), _) => return Err("only attachments in play and duplicates have a host".to_owned()),
            (None, Zone::Duplicate) => return Err(format!("a duplicate of what? Give {} a host", self.name(id))),
            (None, Zone::Play) if self.kind(id) == CardType::Attachment => {
                return Err(format!("{} is an attachment: give it a host", self.name(id)));
            }
            (None, _) => {}
        }
        self.st.cache.fresh = false;
        self.st.recompute(self.rules);
        Ok(id)
    }

    /// Lays a card that is nowhere into an area.
    fn lay(&mut self, id: Id, seat: Seat, zone: Zone, under: u32) -> Result<(), String> {
        let kind = self.kind(id);
        let fits = match zone {
            Zone::PlotDeck | Zone::RevealedPlot | Zone::UsedPlots => kind == CardType::Plot,
            Zone::Agenda => kind == CardType::Agenda,
            Zone::Play => matches!(kind, CardType::Character | CardType::Location | CardType::Attachment),
            Zone::Removed => true,
            _ => matches!(kind, CardType::Character | CardType::Location | CardType::Attachment | CardType::Event),
        };
        if !fits {
            return Err(format!("{} cannot lie there: it is of the type {}", self.name(id), kind.word()));
        }
        if zone == Zone::RevealedPlot
            && let Some(old) = self.st.player(seat).revealed
        {
            self.st.pull(old);
            self.st.card_mut(old).zone = Zone::UsedPlots;
            self.st.player_mut(seat).used.push(old);
        }
        let owner = self.st.card(id).owner;
        let c = self.st.card_mut(id);
        (c.zone, c.base, c.host) = (zone, seat, None);
        c.facedown = zone == Zone::Shadows;
        c.known = match zone {
            Zone::Deck => SeatSet::EMPTY,
            Zone::Hand | Zone::Shadows | Zone::PlotDeck => SeatSet::one(owner),
            _ => SeatSet(u16::MAX),
        };
        match zone {
            Zone::Play => self.st.play.push(id),
            Zone::RevealedPlot => {
                self.st.play.push(id);
                self.st.player_mut(seat).revealed = Some(id);
            }
            Zone::Duplicate => self.st.duplicates.push(id),
            Zone::Removed => self.st.removed.push(id),
            zone => {
                if let Some(pile) = self.st.pile_mut(seat, zone) {
                    pile.insert(pile.len().saturating_sub(under as usize), id);
                }
            }
        }
        Ok(())
    }

    fn attach(&mut self, id: Id, host: Id) -> Result<(), String> {
        if id == host {
            return Err(format!("{} cannot lie on itself", self.name(id)));
        }
        self.st.card_mut(id).host = Some(host);
        self.st.cache.fresh = false;
        self.st.recompute(self.rules);
        Ok(())
    }

    fn set(
        &mut self,
        id: Id,
        kneeling: Option<bool>,
        power: Option<i16>,
        gold: Option<i16>,
        tokens: Option<&BTreeMap<String, i16>>,
    ) -> Result<(), String> {
        let power = power.map(|n| amount("power", i32::from(n))).transpose()?;
        let gold = gold.map(|n| amount("gold", i32::from(n))).transpose()?;
        let mut named = Vec::new();
        for (token, n) in tokens.into_iter().flatten() {
            let Some(place) = self.rules.tokens.iter().position(|name| name == token) else {
                let tokens: Vec<&str> = self.rules.tokens.iter().map(String::as_str).collect();
                let right = instead(token, &tokens).map(|right| format!("; {right}")).unwrap_or_default();
                return Err(format!("there is no token {token:?}{right}"));
            };
            named.push((place as u8, amount("tokens", i32::from(*n))? as i16));
        }
        let c = self.st.card_mut(id);
        c.kneeling = kneeling.unwrap_or(c.kneeling);
        c.power = power.map_or(c.power, |n| n as i16);
        c.gold = gold.map_or(c.gold, |n| n as i16);
        if tokens.is_some() {
            named.sort_unstable();
            c.tokens = named.into_iter().filter(|(_, n)| *n > 0).collect();
        }
        self.st.cache.fresh = false;
        self.st.recompute(self.rules);
        Ok(())
    }

    fn order(&mut self, seat: Seat, zone: Area, cards: &[String]) -> Result<(), String> {
        let zone = zone.zone();
        let Some(pile) = self.st.pile_mut(seat, zone).cloned() else {
            return Err("only decks and piles have an order".to_owned());
        };
        let mut left = pile;
        let mut top = Vec::new();
        for word in cards {
            let def = |id: &Id| &self.rules.cards[self.st.card(*id).def as usize].def;
            let named = self.by_id(word)?;
            // The topmost that fits.
            let place = left.iter().rposition(|id| named.map_or_else(|| def(id).code == *word || def(id).name == *word, |n| n == *id));
            let Some(place) = place else { return Err(format!("no further card {word:?} lies there")) };
            top.push(left.remove(place));
        }
        left.extend(top.into_iter().rev());
        if let Some(pile) = self.st.pile_mut(seat, zone) {
            *pile = left;
        }
        Ok(())
    }
}

fn amount(what: &str, n: i32) -> Result<i32, String> {
    if (0..=MOST).contains(&n) { Ok(n) } else { Err(format!("{what} is from 0 to {MOST}, not {n}")) }
}
