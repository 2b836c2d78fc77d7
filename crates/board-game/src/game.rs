//! The contract of crate `table`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Applied, Chance, Choice, Game, Illegal, Outcome, Pick, Prompt, Seat, SeatSet, SetupError, Sink, StateHash, Viewer};

use crate::action::{Action, Question};
use crate::data::{self, Area, AreaId, Ban, Board, HouseId, OrderKind};
use crate::flow::tell;
use crate::legal::Tokens;
use crate::rulings::Rulings;
use crate::state::{AreaState, CardSet, Deck, Phase, Player, State, Task, WildCard};
use crate::view::{Event, View};

/// What never changes during a game: the board and the rulings in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub board: &'static Board,
    pub rulings: Rulings,
    /// Adjacent land, sea and port areas by area, as bits.
    pub(crate) land: Vec<u128>,
    pub(crate) sea: Vec<u128>,
    pub(crate) port: Vec<u128>,
    /// All sea areas.
    pub(crate) seas: u128,
    /// Castle and stronghold areas, and ports.
    pub(crate) castles: Vec<AreaId>,
    pub(crate) ports: Vec<AreaId>,
    /// Special orders, as bits; how many tokens there are and what they are, by order.
    pub(crate) special: u16,
    pub(crate) tokens: Tokens,
    pub(crate) kinds: Vec<OrderKind>,
    /// What each ban forbids, as bits of orders.
    pub(crate) bans: [u16; Ban::ALL.len()],
}

impl Rules {
    pub fn new(rulings: Rulings) -> Rules {
        let board = data::atlas();
        let next = |of: fn(&Area) -> bool| -> Vec<u128> {
            let set = |area: &Area| area.adjacent.iter().filter(|id| of(board.area(**id))).fold(0, |set, id| set | 1u128 << id.0);
            board.areas.iter().map(set).collect()
        };
        let seas = board.areas().filter(|(_, area)| area.is_sea()).fold(0, |set, (id, _)| set | 1u128 << id.0);
        let orders = board.orders.iter().enumerate();
        Rules {
            board,
            rulings,
            land: next(Area::is_land),
            sea: next(Area::is_sea),
            port: next(Area::is_port),
            seas,
            ports: board.areas().filter(|(_, area)| area.is_port()).map(|(id, _)| id).collect(),
            castles: board.areas().filter(|(_, area)| area.castle > 0).map(|(id, _)| id).collect(),
            special: orders.filter(|(_, order)| order.star).fold(0, |set, (at, _)| set | 1 << at),
            tokens: board.orders.iter().map(|order| order.count).collect(),
            kinds: board.orders.iter().map(|order| order.kind).collect(),
            bans: Ban::ALL
                .map(|ban| board.orders.iter().enumerate().filter(|(_, order)| ban.bans(order)).fold(0, |set, (at, _)| set | 1 << at)),
        }
    }
}

impl Rules {
    /// The rules of this id ([`Game::rules_id`]); `None` if they are those of another version or board.
    pub fn for_id(id: &str) -> Option<Rules> {
        // An id is version, board and the rulings' one text: what stands before that text is the same in all ids known here.
        let usual = Rules::default();
        let whole = State::rules_id(&usual);
        let rulings = id.strip_prefix(whole.strip_suffix(&usual.rulings.text())?)?;
        let rules = Rules::new(Rulings::read(rulings).ok()?);
        (State::rules_id(&rules) == id).then_some(rules)
    }

    /// The ids of the rules of the presets; single options follow them ([`Rulings::text`]).
    pub fn ids() -> Vec<String> {
        Rulings::PRESETS.into_iter().map(|(_, rulings)| State::rules_id(&Rules::new(rulings))).collect()
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::new(Rulings::default())
    }
}

/// Who plays which house, and the options of the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardSetup"))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// By seat; `null` draws one of those that are left (BG.setup.players).
    pub houses: Vec<Option<HouseId>>,
    /// Whether Tides of Battle is played (BG.tides.use).
    #[serde(default)]
    pub tides: bool,
}

impl Setup {
    /// So many seats with houses as listed for that number.
    pub fn players(players: usize) -> Setup {
        let houses = data::atlas().setup(players).map(|setup| setup.houses.iter().map(|start| Some(start.house)).collect());
        Setup { houses: houses.unwrap_or_else(|| vec![None; players]), tides: false }
    }
}

impl State {
    fn build(rules: &Rules, setup: &Setup, mut chance: Chance) -> Result<State, SetupError> {
        let board = rules.board;
        let players = setup.houses.len();
        let Some(start) = board.setup(players) else {
            let counts: Vec<String> = board.setups.iter().map(|setup| setup.houses.len().to_string()).collect();
            return Err(SetupError(format!("the board game is for {} players, not {players}", counts.join(", "))));
        };
        let allowed: Vec<HouseId> = start.houses.iter().map(|start| start.house).collect();
        for (at, house) in setup.houses.iter().enumerate() {
            let Some(house) = house else { continue };
            if !allowed.contains(house) {
                let names: Vec<&str> = allowed.iter().map(|house| board.house(*house).name.as_str()).collect();
                return Err(SetupError(format!("with {players} players the houses are {}; not {}", names.join(", "), house.id())));
            }
            if setup.houses[..at].contains(&Some(*house)) {
                return Err(SetupError(format!("house {} is taken twice", house.id())));
            }
        }
        let mut free: Vec<HouseId> = allowed.iter().copied().filter(|house| !setup.houses.contains(&Some(*house))).collect();
        chance.shuffle(&mut free);
        let houses: Vec<HouseId> =
            setup.houses.iter().map(|house| house.or_else(|| free.pop()).expect("as many houses as seats")).collect();
        let mut areas = vec![AreaState::default(); board.areas.len()];
        let seat_of = |house: HouseId| Seat(houses.iter().position(|at| *at == house).expect("the house is played") as u8);
        let erratum = rules.rulings.lannister_port;
        for start in &start.houses {
            let seat = seat_of(start.house);
            let more = start.erratum.iter().filter(|_| erratum);
            for (area, unit) in start.units.iter().chain(more) {
                let at = &mut areas[area.index()];
                at.owner = Some(seat);
                at.units[unit.index()] += 1;
            }
            let home = &mut areas[board.home(start.house).index()];
            home.force = board.house(start.house).garrison;
            home.garrison = Some(seat);
        }
        for (area, force) in &start.forces {
            areas[area.index()].force = *force;
        }
        for area in &start.closed {
            areas[area.index()].closed = true;
        }
        let players = houses
            .iter()
            .map(|house| {
                let mut hand = CardSet::default();
                board.house(*house).cards.iter().for_each(|card| hand.insert(*card));
                let supply = start.houses.iter().find(|start| start.house == *house).map_or(0, |start| start.supply);
                Player {
                    house: *house,
                    power: board.power.start,
                    committed: 0,
                    supply,
                    hand,
                    discard: CardSet::default(),
                    orders: Vec::new(),
                    decisions: 0,
                    draft: Vec::new(),
                    answer: None,
                }
            })
            .collect();
        let westeros = board
            .westeros
            .iter()
            .map(|cards| {
                let mut draw: Vec<u8> =
                    (0..cards.len() as u8).flat_map(|at| std::iter::repeat_n(at, usize::from(cards[usize::from(at)].copies))).collect();
                chance.shuffle(&mut draw);
                Deck { draw, used: Vec::new() }
            })
            .collect();
        let mut wildlings: Vec<WildCard> = (0..board.wildlings.len() as u8).map(|card| WildCard { card, known: SeatSet::EMPTY }).collect();
        chance.shuffle(&mut wildlings);
        Ok(State {
            chance,
            tides: setup.tides,
            round: 1,
            phase: Phase::Planning,
            players,
            conceded: SeatSet::EMPTY,
            areas,
            tracks: start.tracks.clone().map(|track| track.into_iter().map(seat_of).collect()),
            blade_used: false,
            raven_used: false,
            threat: board.threat.start,
            westeros,
            revealed: Vec::new(),
            wildlings,
            bans: Vec::new(),
            bids: Vec::new(),
            attack: None,
            combat: None,
            todo: vec![Task::Planning],
            ask: None,
            outcome: None,
            battles: 0,
        })
    }

    /// Plays uniformly random picks until the answer of `seat` is in; the chance is not the game's.
    fn reroll(&mut self, rules: &Rules, seat: Seat, chance: &mut Chance) {
        let Some(question) = self.ask.as_ref().map(|ask| ask.question.clone()) else { return };
        self.player_mut(seat).answer = None;
        self.player_mut(seat).draft.clear();
        // Which areas are without order is seen, also where the orders lie face down (BG.plan.short).
        let down = self.player(seat).orders.clone();
        let seen = |pick: &Action| match pick {
            Action::Order { area, .. } => !down.contains(&(*area, None)),
            Action::Leave { area } => down.is_empty() || down.contains(&(*area, None)),
            _ => true,
        };
        let mut list = Vec::new();
        loop {
            self.options(rules, seat, &mut list);
            list.retain(seen);
            if list.is_empty() {
                return;
            }
            let pick = list[chance.below(list.len() as u32) as usize];
            self.player_mut(seat).draft.push(pick);
            if self.complete(rules, seat, &question) {
                let draft = std::mem::take(&mut self.player_mut(seat).draft);
                self.player_mut(seat).answer = Some(draft);
                return;
            }
        }
    }
}

impl Game for State {
    const KIND: &'static str = "board";
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn rules_id(rules: &Rules) -> String {
        format!("board-{}-{}-{}", env!("CARGO_PKG_VERSION"), rules.board.name, rules.rulings.text())
    }

    fn new<S: Sink<Event>>(rules: &Rules, setup: &Setup, chance: Chance, sink: &mut S) -> Result<State, SetupError> {
        let mut state = State::build(rules, setup, chance)?;
        if S::ON {
            for seat in state.seats() {
                tell!(
                    sink,
                    "setup",
                    "BG.setup.players",
                    [],
                    "{{{seat}}} plays house {}.",
                    rules.board.house(state.player(seat).house).name
                );
            }
        }
        state.run(rules, sink);
        Ok(state)
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn acting(&self) -> SeatSet {
        match &self.ask {
            Some(ask) => ask.seats.iter().filter(|seat| self.player(*seat).answer.is_none()).collect(),
            None => SeatSet::EMPTY,
        }
    }

    fn decision(&self, seat: Seat) -> Option<u32> {
        self.acting().contains(seat).then(|| self.player(seat).decisions)
    }

    fn prompt(&self, rules: &Rules, seat: Seat) -> Option<Prompt> {
        self.decision(seat)?;
        let ask = self.ask.as_ref()?;
        let words = self.words(rules, seat, &ask.question);
        let draft = &self.player(seat).draft;
        Some(Prompt {
            seat,
            decision: self.player(seat).decisions,
            kind: words.kind,
            topic: words.topic.to_owned(),
            text: words.text,
            source: words.source,
            rule: Some(words.rule.to_owned()),
            min: words.min,
            max: words.max,
            drafted: draft
                .iter()
                .enumerate()
                .map(|(at, action)| Choice {
                    index: at as u32,
                    action: serde_json::to_value(action).unwrap_or_default(),
                    label: self.label(rules, seat, action),
                })
                .collect(),
            simultaneous: ask.seats.len() > 1,
        })
    }

    fn legal(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.options(rules, seat, out);
    }

    fn apply<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Pick, sink: &mut S) -> Result<Applied, Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::new("over", "the game is over"));
        }
        if !self.acting().contains(seat) {
            return Err(Illegal::new("not_asked", format!("{seat} owes no decision now")));
        }
        let mut list = Vec::with_capacity(32);
        self.options(rules, seat, &mut list);
        let Some(action) = list.get(pick as usize).copied() else {
            return Err(Illegal::new("not_listed", format!("{pick} is none of the {} legal picks", list.len())));
        };
        self.player_mut(seat).draft.push(action);
        let ask = self.ask.as_ref().expect("somebody is asked");
        if !self.complete(rules, seat, &ask.question) {
            return Ok(Applied::Drafting);
        }
        let seats = ask.seats;
        let player = self.player_mut(seat);
        player.answer = Some(std::mem::take(&mut player.draft));
        player.decisions += 1;
        if seats.iter().any(|seat| self.player(seat).answer.is_none()) {
            return Ok(Applied::Waiting);
        }
        let ask = self.ask.take().expect("somebody is asked");
        self.resolve(rules, ask.question, ask.seats, sink);
        self.run(rules, sink);
        Ok(Applied::Advanced)
    }

    fn withdraw(&mut self, _rules: &Rules, seat: Seat) -> Result<(), Illegal> {
        let asked = !self.conceded.contains(seat) && self.ask.as_ref().is_some_and(|ask| ask.seats.contains(seat));
        let Some(player) = self.players.get_mut(seat.index()).filter(|_| asked) else {
            return Err(Illegal::new("withdrawn_too_late", "there is no open answer to take back"));
        };
        if player.answer.take().is_some() {
            player.decisions -= 1;
        } else if player.draft.is_empty() {
            return Err(Illegal::new("withdrawn_too_late", "there is no open answer to take back"));
        }
        player.draft.clear();
        Ok(())
    }

    fn concede<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, sink: &mut S) -> Result<(), Illegal> {
        self.give_up(rules, seat, sink)
    }

    fn out(&self) -> SeatSet {
        self.conceded
    }

    fn label(&self, rules: &Rules, seat: Seat, action: &Action) -> String {
        self.label_for(rules, seat, action)
    }

    fn explain(&self, rules: &Rules, seat: Seat, thing: &str) -> Vec<Illegal> {
        match AreaId::named(thing) {
            Some(area) => self.why_not(rules, seat, area),
            None => vec![Illegal::new("unknown", format!("there is no area `{thing}`"))],
        }
    }

    fn view(&self, rules: &Rules, viewer: Viewer) -> View {
        self.view_for(rules, viewer)
    }

    fn tell(&self, _rules: &Rules, viewer: Viewer, event: &Event) -> Option<Event> {
        viewer.told(event.only).then(|| Event { only: None, ..event.clone() })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn redeal(&mut self, rules: &Rules, viewer: Viewer, seed: u64) {
        if viewer == Viewer::All {
            return;
        }
        let mut chance = Chance::seeded(seed);
        for deck in &mut self.westeros {
            chance.shuffle(&mut deck.draw);
        }
        let known = |card: &WildCard| match viewer {
            Viewer::Seat(seat) => card.known.contains(seat),
            _ => card.known.0 == u16::MAX,
        };
        // What a card is moves; who knows its place stays with the place.
        let places: Vec<usize> = (0..self.wildlings.len()).filter(|at| !known(&self.wildlings[*at])).collect();
        let mut cards: Vec<u8> = places.iter().map(|at| self.wildlings[*at].card).collect();
        chance.shuffle(&mut cards);
        for (at, card) in places.into_iter().zip(cards) {
            self.wildlings[at].card = card;
        }
        let top = self.wildlings[0].card;
        if let Some(ask) = &mut self.ask
            && let Question::RavenCard { card } = &mut ask.question
        {
            *card = top;
        }
        let hidden = |seat: Seat| !viewer.sees(seat);
        for seat in self.seats().filter(|seat| hidden(*seat)).collect::<Vec<_>>() {
            // What the game answers for who gave up is known to all.
            if self.player(seat).answer.is_some() && !self.conceded.contains(seat) {
                self.reroll(rules, seat, &mut chance);
            }
            self.player_mut(seat).draft.clear();
            if !self.player(seat).orders.is_empty() {
                // Orders that lie face down while others still place theirs (BG.plan.short).
                let ask = self.ask.take();
                self.put_to(seat, Question::Orders);
                self.reroll(rules, seat, &mut chance);
                let answer = self.player_mut(seat).answer.take().unwrap_or_default();
                self.place_orders(vec![(seat, answer)], &mut ());
                self.ask = ask;
            }
        }
        if let Some(combat) = &self.combat
            && !combat.tides_open
            && combat.tides.iter().any(Option::is_some)
        {
            let (seats, tides) = (combat.seats, combat.tides);
            let mut left: Vec<u8> = rules.board.tides.iter().map(|card| card.copies).collect();
            for side in 0..2 {
                if let Some(card) = tides[side].filter(|_| !hidden(seats[side])) {
                    left[usize::from(card)] -= 1;
                }
            }
            for (side, seat) in seats.into_iter().enumerate() {
                if hidden(seat) {
                    let deck: Vec<u8> =
                        (0..left.len() as u8).flat_map(|at| std::iter::repeat_n(at, usize::from(left[usize::from(at)]))).collect();
                    let card = deck[chance.below(deck.len() as u32) as usize];
                    left[usize::from(card)] -= 1;
                    if let Some(combat) = &mut self.combat {
                        combat.tides[side] = Some(card);
                    }
                }
            }
        }
        self.chance.rekey(seed);
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        self.invariants(rules)
    }

    fn sound(&self, rules: &Rules) -> Result<(), String> {
        let board = rules.board;
        let seats = self.players.len();
        if board.setup(seats).is_none() || self.areas.len() != board.areas.len() || self.westeros.len() != board.westeros.len() {
            return Err("this is a state of another board".to_owned());
        }
        if self.players.iter().any(|player| usize::from(player.supply) >= board.supply.len() || player.house.index() >= board.houses.len())
        {
            return Err("a player's supply or house is none of this board".to_owned());
        }
        let orders = self.areas.iter().filter_map(|area| area.order);
        if orders.into_iter().any(|order| order.index() >= board.orders.len()) {
            return Err("an order is none of this board".to_owned());
        }
        let seat = |seat: &Option<Seat>| seat.is_none_or(|seat| seat.index() < seats);
        if !self.areas.iter().all(|area| seat(&area.owner) && seat(&area.token) && seat(&area.garrison)) {
            return Err("an area belongs to nobody at this table".to_owned());
        }
        self.numbers_fit(rules)?;
        self.invariants(rules)
    }

    /// Nobody knows the order of the Westeros decks; of the wildling deck what was looked at is known.
    fn rekey(&mut self, _: &Rules, seed: u64) -> Result<(), Illegal> {
        self.chance.rekey(seed);
        for deck in &mut self.westeros {
            deck.draw.sort_unstable();
            self.chance.shuffle(&mut deck.draw);
        }
        let places: Vec<usize> = (0..self.wildlings.len()).filter(|at| self.wildlings[*at].known == SeatSet::EMPTY).collect();
        let mut cards: Vec<u8> = places.iter().map(|at| self.wildlings[*at].card).collect();
        cards.sort_unstable();
        self.chance.shuffle(&mut cards);
        places.into_iter().zip(cards).for_each(|(at, card)| self.wildlings[at].card = card);
        Ok(())
    }

    fn edit<S: Sink<Event>>(&mut self, rules: &Rules, _: Seat, edits: &[Value], sink: &mut S) -> Result<(), Illegal> {
        let (repaired, told) = crate::repair::agreed(rules, self, edits)?;
        *self = repaired;
        told.into_iter().for_each(|event| sink.event(event));
        Ok(())
    }

    fn unseen(&self) -> StateHash {
        let draw: Vec<&[u8]> = self.westeros.iter().map(|deck| &deck.draw[..]).collect();
        StateHash::of(&(&self.chance, draw, &self.wildlings))
    }

    fn chance(&self) -> Option<&Chance> {
        Some(&self.chance)
    }

    fn chance_mut(&mut self) -> Option<&mut Chance> {
        Some(&mut self.chance)
    }
}
