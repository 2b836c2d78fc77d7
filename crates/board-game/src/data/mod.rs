//! The board and the cards as data, and the names by which everything is called.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

mod cards;
mod read;

pub use cards::{Ability, Ban, HouseCard, TidesCard, Timing, WesterosCard, WesterosEffect, When, WildEffect, WildlingCard};
pub use read::read;

/// A thing of the board that is a small number in the state and a name in files and messages. The names are those of the data that the
/// program carries ([`atlas`]).
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $what:literal, $list:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        pub struct $name(pub u8);

        impl $name {
            /// The number as an index into the list of the board.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// The id in files and messages.
            pub fn id(self) -> &'static str {
                atlas().$list.get(self.index()).map_or("?", |thing| thing.id.as_str())
            }
            /// The name for people.
            pub fn name(self) -> &'static str {
                atlas().$list.get(self.index()).map_or("?", |thing| thing.name.as_str())
            }
            /// The thing with this id.
            pub fn named(id: &str) -> Option<$name> {
                atlas().$list.iter().position(|thing| thing.id == id).map(|at| $name(at as u8))
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() { serializer.serialize_str(self.id()) } else { self.0.serialize(serializer) }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                if deserializer.is_human_readable() {
                    let id = String::deserialize(deserializer)?;
                    $name::named(&id).ok_or_else(|| serde::de::Error::custom(format!(concat!("there is no ", $what, " `{}`"), id)))
                } else {
                    u8::deserialize(deserializer).map($name)
                }
            }
        }
    };
}

named!(
    /// An area: land, sea or port.
    AreaId, "area", areas
);
named!(
    /// A house.
    HouseId, "house", houses
);
named!(
    /// A house card.
    CardId, "house card", cards
);
named!(
    /// A kind of order token.
    OrderId, "order", orders
);

/// The four kinds of units (BG.comp.units).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Footman,
    Knight,
    SiegeEngine,
    Ship,
}

impl Unit {
    pub const ALL: [Unit; 4] = [Unit::Footman, Unit::Knight, Unit::SiegeEngine, Unit::Ship];

    pub const fn index(self) -> usize {
        self as usize
    }
    pub const fn name(self) -> &'static str {
        ["Footman", "Knight", "Siege Engine", "Ship"][self as usize]
    }
    pub const fn plural(self) -> &'static str {
        ["Footmen", "Knights", "Siege Engines", "Ships"][self as usize]
    }
    /// So many of them, in words.
    pub fn counted(self, n: u8) -> String {
        format!("{n} {}", if n == 1 { self.name() } else { self.plural() })
    }
    /// Mustering points for a new one (BG.muster.cost).
    pub const fn cost(self) -> u8 {
        [1, 2, 2, 1][self as usize]
    }
    pub const fn is_ship(self) -> bool {
        matches!(self, Unit::Ship)
    }
}

/// The three influence tracks, in the order in which they are bid for (BG.inf.bid-order).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Track {
    IronThrone,
    Fiefdoms,
    KingsCourt,
}

impl Track {
    pub const ALL: [Track; 3] = [Track::IronThrone, Track::Fiefdoms, Track::KingsCourt];

    pub const fn index(self) -> usize {
        self as usize
    }
    pub const fn name(self) -> &'static str {
        ["Iron Throne", "Fiefdoms", "King's Court"][self as usize]
    }
    /// The dominance token of the first place.
    pub const fn token(self) -> &'static str {
        ["Iron Throne", "Valyrian Steel Blade", "Messenger Raven"][self as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AreaKind {
    Land,
    Sea,
    Port,
}

/// An area of the board (BG.map.table).
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    pub id: String,
    pub name: String,
    pub kind: AreaKind,
    /// Mustering points: 0 none, 1 castle, 2 stronghold.
    pub castle: u8,
    pub barrels: u8,
    pub crowns: u8,
    pub home: Option<HouseId>,
    /// All adjacent areas, ports included, ascending.
    pub adjacent: Vec<AreaId>,
    /// The port of a land area.
    pub port: Option<AreaId>,
    /// A port's land and sea area.
    pub land: Option<AreaId>,
    pub sea: Option<AreaId>,
}

impl Area {
    pub fn is_land(&self) -> bool {
        self.kind == AreaKind::Land
    }
    pub fn is_sea(&self) -> bool {
        self.kind == AreaKind::Sea
    }
    pub fn is_port(&self) -> bool {
        self.kind == AreaKind::Port
    }
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct House {
    pub id: String,
    pub name: String,
    home: String,
    pub garrison: u8,
    /// The house's cards, ascending.
    #[serde(skip)]
    pub cards: Vec<CardId>,
}

/// The five things an order can be (BG.comp.orders).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    March,
    Defense,
    Support,
    Raid,
    ConsolidatePower,
}

/// A kind of order token.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Order {
    pub id: String,
    pub name: String,
    pub kind: OrderKind,
    /// What it adds to strength.
    pub bonus: i8,
    /// Special orders are limited by the King's Court (BG.plan.stars).
    pub star: bool,
    /// How many a house has.
    pub count: u8,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Threat {
    pub start: u8,
    pub step: u8,
    /// Here the wildlings attack at once.
    pub attack: u8,
    /// How far the marker goes back when the wildlings win.
    pub setback: u8,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct PowerLimits {
    pub start: u8,
    pub total: u8,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Limits {
    footman: u8,
    knight: u8,
    siege_engine: u8,
    ship: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub struct HouseStart {
    pub house: HouseId,
    pub supply: u8,
    pub units: Vec<(AreaId, Unit)>,
    /// Units that an erratum adds (ruling `lannister_port`).
    pub erratum: Vec<(AreaId, Unit)>,
}

/// The set-up for a number of players (BG.setup.*).
#[derive(Clone, PartialEq, Debug)]
pub struct StartPosition {
    pub houses: Vec<HouseStart>,
    pub tracks: [Vec<HouseId>; 3],
    /// Special orders by place on the King's Court track.
    pub stars: Vec<u8>,
    pub forces: Vec<(AreaId, u8)>,
    pub closed: Vec<AreaId>,
}

/// A board with its cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub name: String,
    pub rounds: u32,
    /// Castles and strongholds that win at once.
    pub victory: u8,
    pub threat: Threat,
    pub power: PowerLimits,
    pub port_ships: u8,
    /// Pieces of each kind a house has.
    pub limits: [u8; 4],
    /// Allowed army sizes by supply.
    pub supply: Vec<Vec<u8>>,
    pub houses: Vec<House>,
    pub orders: Vec<Order>,
    pub areas: Vec<Area>,
    pub setups: Vec<StartPosition>,
    pub cards: Vec<HouseCard>,
    /// The decks, one entry a kind of card.
    pub westeros: Vec<Vec<WesterosCard>>,
    pub wildlings: Vec<WildlingCard>,
    pub tides: Vec<TidesCard>,
}

impl Board {
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[id.index()]
    }
    pub fn order(&self, id: OrderId) -> &Order {
        &self.orders[id.index()]
    }
    pub fn card(&self, id: CardId) -> &HouseCard {
        &self.cards[id.index()]
    }
    pub fn house(&self, id: HouseId) -> &House {
        &self.houses[id.index()]
    }
    pub fn areas(&self) -> impl Iterator<Item = (AreaId, &Area)> {
        self.areas.iter().enumerate().map(|(at, area)| (AreaId(at as u8), area))
    }
    /// The set-up for so many players.
    pub fn setup(&self, players: usize) -> Option<&StartPosition> {
        self.setups.iter().find(|setup| setup.houses.len() == players)
    }
    /// The home area of a house.
    pub fn home(&self, house: HouseId) -> AreaId {
        let at = self.areas.iter().position(|area| area.home == Some(house));
        AreaId(at.expect("every house has a home: checked when the board is read") as u8)
    }
}

/// The base game's board.
pub fn atlas() -> &'static Board {
    static BASE: LazyLock<Board> = LazyLock::new(|| {
        read(include_str!("../../data/base.ron"), include_str!("../../data/base-cards.ron"))
            .unwrap_or_else(|error| panic!("base game: {error}"))
    });
    &BASE
}
