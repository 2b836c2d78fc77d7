//! The state of a game and what can be read off it.

use serde::{Deserialize, Serialize};
use table::{Chance, Outcome, Seat, SeatSet};

use crate::action::{Action, Ask, Scope};
use crate::data::{AreaId, Ban, CardId, HouseId, OrderId, OrderKind, Timing, Track, Unit};
use crate::game::Rules;

/// Numbers of units by kind, as in [`Unit::ALL`].
pub type Force = [u8; 4];

pub fn count(force: &Force) -> u8 {
    force.iter().sum()
}

pub(crate) fn add(force: &mut Force, more: &Force) {
    force.iter_mut().zip(more).for_each(|(at, n)| *at += n);
}

/// A set of house cards, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CardSet(pub u64);

impl CardSet {
    pub const fn contains(self, card: CardId) -> bool {
        self.0 >> card.0 & 1 == 1
    }
    pub fn insert(&mut self, card: CardId) {
        self.0 |= 1 << card.0;
    }
    pub fn remove(&mut self, card: CardId) {
        self.0 &= !(1 << card.0);
    }
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        (0..64).map(CardId).filter(move |card| self.contains(*card))
    }
}

/// What lies in an area. Attackers whose combat is going on are in [`Combat`], not here.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct AreaState {
    /// Whose units stand there.
    pub owner: Option<Seat>,
    pub units: Force,
    /// Routed units (BG.retreat.routed).
    pub routed: Force,
    /// Whose power token lies there.
    pub token: Option<Seat>,
    /// The value of a garrison or neutral force.
    pub force: u8,
    /// Whose garrison it is; a force without a house is neutral.
    pub garrison: Option<Seat>,
    /// May never be entered (BG.neutral.closed).
    pub closed: bool,
    pub order: Option<OrderId>,
}

impl AreaState {
    /// Standing and routed units.
    pub fn all(&self) -> u8 {
        count(&self.units) + count(&self.routed)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Player {
    pub house: HouseId,
    /// Available power.
    pub power: u8,
    /// Power that is committed to a bid and neither available nor in the pool (BG.wild.discard-bids).
    pub committed: u8,
    pub supply: u8,
    pub hand: CardSet,
    pub discard: CardSet,
    /// Orders that lie face down (planning).
    pub orders: Vec<(AreaId, Option<OrderId>)>,
    /// How many decisions this seat has answered.
    pub decisions: u32,
    /// The unfinished answer, which only its own seat sees.
    pub draft: Vec<Action>,
    /// The finished answer to a question that others still owe.
    pub answer: Option<Vec<Action>>,
}

/// A wildling card in the deck, and who knows where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WildCard {
    pub card: u8,
    pub known: SeatSet,
}

/// A Westeros deck; the last of `draw` is on top.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Deck {
    pub draw: Vec<u8>,
    pub used: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "BoardPhase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardPhase"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Westeros,
    Planning,
    Action,
}

/// A wildling attack that is being resolved (BG.wild.steps).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub strength: u8,
    /// Who takes no part (Preemptive Raid).
    pub without: SeatSet,
    /// Bids by seat; empty until they are revealed.
    pub bids: Vec<u8>,
    pub won: bool,
    /// The highest bidder of a won attack, the lowest of a lost one.
    pub named: Option<Seat>,
    pub card: Option<u8>,
}

/// A combat, or an attack on a neutral force, that is being resolved. Sides: 0 attacker, 1 defender.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Combat {
    pub seats: [Seat; 2],
    /// There is no defender but a neutral force.
    pub neutral: bool,
    pub from: AreaId,
    pub at: AreaId,
    /// The March order.
    pub order: OrderId,
    /// The attackers. They are in no area until the combat is over.
    pub force: Force,
    /// Granted supports: the area and the side.
    pub supports: Vec<(AreaId, u8)>,
    pub cards: [Option<CardId>; 2],
    /// A card that was sent back and may not be chosen again.
    pub returned: [Option<CardId>; 2],
    /// Cards whose text of this timing has been resolved (BG.combat.once).
    pub done: Vec<CardId>,
    /// Who added the blade's strength.
    pub blade: Option<u8>,
    pub tides: [Option<u8>; 2],
    pub tides_open: bool,
    /// The totals, once the victor is known.
    pub totals: Option<[i8; 2]>,
    pub winner: Option<u8>,
    /// Whether a power token was left in the area from which the attackers came.
    pub token_left: bool,
}

/// What is still to be done; the last comes first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Task {
    Westeros,
    /// Resolves the revealed card of a deck.
    Card(u8),
    /// Resolves an option of it.
    CardOption(u8, u8),
    SetSupply(Seat),
    Reconcile(Seat),
    Muster(Seat, Scope),
    BidTrack(Track),
    Attack {
        strength: u8,
        without: SeatSet,
    },
    AttackCard,
    Penalty {
        seat: Seat,
        lowest: bool,
    },
    Penalties {
        lowest: Seat,
    },
    AttackEnd {
        won: bool,
        again: bool,
    },
    Planning,
    /// The orders of the seat at this place of the turn order (when all place one after the other).
    OrdersOf(u8),
    Reveal,
    Raven,
    AfterRaven,
    /// The next order of a kind, looked for from this place of the Iron Throne track on.
    Turns(OrderKind, u8),
    Ports,
    Fight,
    Combat(Step),
    /// A beaten force goes there, when those without supply are gone.
    RetreatTo(AreaId),
    /// The March order of this area is done, or the order that musters.
    OrderEnd(AreaId),
    Victory,
    CleanUp,
}

/// The steps of a combat (BG.combat.steps).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    Support(u8),
    Refuse(u8),
    Cards,
    Texts(Timing),
    Tides,
    TidesAgain,
    Blade,
    Final,
    Won,
    Siege,
    Casualties,
    Skulls(u8),
    Retreat,
    CleanUp,
    After,
    End,
}

/// A running game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) chance: Chance,
    /// Whether Tides of Battle is played.
    pub tides: bool,
    pub round: u32,
    pub phase: Phase,
    pub players: Vec<Player>,
    /// Who gave up; the game answers for them (TR.concede).
    pub conceded: SeatSet,
    pub areas: Vec<AreaState>,
    /// The influence tracks, first place first.
    pub tracks: [Vec<Seat>; 3],
    pub blade_used: bool,
    pub raven_used: bool,
    pub threat: u8,
    pub westeros: Vec<Deck>,
    /// This round's Westeros cards by deck.
    pub revealed: Vec<u8>,
    /// First on top.
    pub wildlings: Vec<WildCard>,
    pub bans: Vec<Ban>,
    /// The bids for a track, by seat, once they are revealed.
    pub bids: Vec<u8>,
    pub attack: Option<Attack>,
    pub combat: Option<Box<Combat>>,
    pub(crate) todo: Vec<Task>,
    pub ask: Option<Ask>,
    pub outcome: Option<Outcome>,
    /// Combats that were fought, for statistics.
    pub battles: u32,
}

/// The armies of a seat, for the supply test (BG.supply.fit).
#[derive(Clone, Debug)]
pub struct Armies {
    units: [u8; 128],
    /// How many areas hold at least so many units.
    at_least: [u8; 24],
}

impl Armies {
    pub fn add(&mut self, area: AreaId, by: i8) {
        let n = &mut self.units[area.index()];
        for _ in 0..by {
            *n += 1;
            self.at_least[usize::from(*n).min(23)] += 1;
        }
        for _ in by..0 {
            self.at_least[usize::from(*n).min(23)] -= 1;
            *n -= 1;
        }
    }
    pub fn of(&self, area: AreaId) -> u8 {
        self.units[area.index()]
    }
    /// Whether the armies fit these limits: no more armies of a size or above than there are limits of it.
    pub fn fit(&self, limits: &[u8]) -> bool {
        let armies = self.at_least[2];
        let sizes = self.at_least[2..].iter().take_while(|n| **n > 0).zip(2..);
        usize::from(armies) <= limits.len()
            && sizes.into_iter().all(|(n, size)| usize::from(*n) <= limits.iter().filter(|limit| **limit >= size).count())
    }
}

impl State {
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }
    pub fn area(&self, id: AreaId) -> &AreaState {
        &self.areas[id.index()]
    }
    pub(crate) fn area_mut(&mut self, id: AreaId) -> &mut AreaState {
        &mut self.areas[id.index()]
    }
    pub fn area_ids(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.areas.len() as u8).map(AreaId)
    }
    /// The seat that plays this house.
    pub fn seat_of(&self, house: HouseId) -> Option<Seat> {
        self.players.iter().position(|player| player.house == house).map(|at| Seat(at as u8))
    }
    /// Turn order (BG.comp.terms).
    pub fn turn_order(&self) -> &[Seat] {
        &self.tracks[Track::IronThrone.index()]
    }
    /// The place on a track, from 0.
    pub fn place(&self, track: Track, seat: Seat) -> usize {
        self.tracks[track.index()].iter().position(|at| *at == seat).unwrap_or(usize::MAX)
    }
    /// The holder of a track's dominance token.
    pub fn holder(&self, track: Track) -> Seat {
        self.tracks[track.index()][0]
    }

    /// Who controls an area (BG.control.*); a port belongs to who controls its land (BG.ports.owner).
    pub fn controller(&self, rules: &Rules, id: AreaId) -> Option<Seat> {
        let board = rules.board.area(id);
        if let Some(land) = board.land.filter(|_| board.is_port()) {
            return self.controller(rules, land);
        }
        let area = self.area(id);
        if area.closed {
            return None;
        }
        area.owner.or(area.token).or_else(|| board.home.and_then(|house| self.seat_of(house)))
    }
    /// Castle and stronghold areas that a seat controls (BG.win.instant).
    pub fn castles(&self, rules: &Rules, seat: Seat) -> u8 {
        self.sum(rules, seat, |area| u8::from(area.castle > 0))
    }
    pub fn sum(&self, rules: &Rules, seat: Seat, of: impl Fn(&crate::data::Area) -> u8) -> u8 {
        rules
            .board
            .areas()
            .filter(|(_, area)| area.is_land())
            .map(|(id, area)| (id, of(area)))
            .filter(|(_, n)| *n > 0)
            .fold(0, |sum, (id, n)| if self.controller(rules, id) == Some(seat) { sum + n } else { sum })
    }
    /// Units of a kind that are not on the board (BG.comp.units).
    pub fn stock(&self, rules: &Rules, seat: Seat, unit: Unit) -> u8 {
        let own = self.areas.iter().filter(|area| area.owner == Some(seat));
        let on_board: u8 = own.map(|area| area.units[unit.index()] + area.routed[unit.index()]).sum();
        let fighting = match &self.combat {
            Some(combat) if combat.seats[0] == seat => combat.force[unit.index()],
            _ => 0,
        };
        rules.board.limits[unit.index()].saturating_sub(on_board + fighting)
    }
    /// [`State::stock`] of each kind.
    pub fn stocks(&self, rules: &Rules, seat: Seat) -> Force {
        let mut stock = rules.board.limits;
        let mut take = |force: &Force| stock.iter_mut().zip(force).for_each(|(left, n)| *left = left.saturating_sub(*n));
        for area in self.areas.iter().filter(|area| area.owner == Some(seat)) {
            take(&area.units);
            take(&area.routed);
        }
        if let Some(combat) = self.combat.as_ref().filter(|combat| combat.seats[0] == seat) {
            take(&combat.force);
        }
        stock
    }
    /// Power tokens in the pool (BG.power.cap).
    pub fn pool(&self, rules: &Rules, seat: Seat) -> u8 {
        let tokens = self.areas.iter().filter(|area| area.token == Some(seat)).count() as u8;
        let player = self.player(seat);
        rules.board.power.total.saturating_sub(player.power + player.committed + tokens)
    }
    /// Allowed army sizes (BG.supply.table).
    pub fn limits<'a>(&self, rules: &'a Rules, seat: Seat) -> &'a [u8] {
        &rules.board.supply[usize::from(self.player(seat).supply)]
    }
    /// The armies of a seat. Attackers count where they fight.
    pub fn armies(&self, seat: Seat) -> Armies {
        let mut armies = Armies { units: [0; 128], at_least: [0; 24] };
        for (at, area) in self.areas.iter().enumerate() {
            if area.owner == Some(seat) {
                armies.add(AreaId(at as u8), area.all() as i8);
            }
        }
        if let Some(combat) = &self.combat
            && combat.seats[0] == seat
        {
            armies.add(combat.at, count(&combat.force) as i8);
        }
        armies
    }
    /// Stars on the King's Court (BG.plan.stars).
    pub fn stars(&self, rules: &Rules, seat: Seat) -> u8 {
        let start = rules.board.setup(self.players.len());
        start.and_then(|start| start.stars.get(self.place(Track::KingsCourt, seat)).copied()).unwrap_or(0)
    }
    /// The order of an area, if it is of this kind.
    pub fn order_at(&self, rules: &Rules, id: AreaId, kind: OrderKind) -> Option<OrderId> {
        self.area(id).order.filter(|order| rules.kinds[order.index()] == kind)
    }
    /// Areas of a seat with an order of this kind.
    pub fn ordered(&self, rules: &Rules, seat: Seat, kind: OrderKind) -> impl Iterator<Item = AreaId> {
        self.area_ids().filter(move |id| self.area(*id).owner == Some(seat) && self.order_at(rules, *id, kind).is_some())
    }
    /// Whether entering this area is an attack (BG.march.combat-trigger, BG.neutral.fight).
    pub fn defended(&self, seat: Seat, id: AreaId) -> bool {
        let area = self.area(id);
        area.owner.is_some_and(|owner| owner != seat) || (area.force > 0 && area.garrison != Some(seat))
    }
    /// Land areas that land units of `from` can reach in one move, by land or by own ships (BG.march.transport), as bits.
    pub fn land_reach(&self, rules: &Rules, seat: Seat, from: AreaId) -> u128 {
        let mut lands = rules.land[from.index()];
        let mut own = 0u128;
        for (at, area) in self.areas.iter().enumerate() {
            if area.owner == Some(seat) && rules.seas >> at & 1 == 1 {
                own |= 1 << at;
            }
        }
        let mut edge = rules.sea[from.index()] & own;
        let mut seen = edge;
        while edge != 0 {
            let sea = edge.trailing_zeros() as usize;
            edge &= edge - 1;
            lands |= rules.land[sea];
            let next = rules.sea[sea] & own & !seen;
            seen |= next;
            edge |= next;
        }
        lands & !(1 << from.0)
    }
    /// Where a unit of `from` may go at all: closed areas and other houses' ports are out (BG.march.terrain, BG.ports.no-enemy-entry).
    pub fn destinations(&self, rules: &Rules, seat: Seat, from: AreaId, ships: bool) -> u128 {
        let mut out = if ships {
            let mut ports = rules.port[from.index()];
            let mut own = 0;
            while ports != 0 {
                let port = ports.trailing_zeros() as u8;
                ports &= ports - 1;
                if self.controller(rules, AreaId(port)) == Some(seat) {
                    own |= 1u128 << port;
                }
            }
            rules.sea[from.index()] | own
        } else {
            self.land_reach(rules, seat, from)
        };
        let mut left = out;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            if self.areas[at as usize].closed {
                out &= !(1 << at);
            }
        }
        out
    }
}

/// The areas whose bits are set, ascending.
pub fn bits(mut set: u128) -> impl Iterator<Item = AreaId> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let at = set.trailing_zeros();
        set &= set - 1;
        Some(AreaId(at as u8))
    })
}
