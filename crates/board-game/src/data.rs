//! The board and the cards as data, and the names by which everything is called.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

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

/// What a Westeros card forbids in planning (BG.west.restrict).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ban {
    Raid,
    MarchPlus,
    ConsolidatePower,
    Support,
    Defense,
}

impl Ban {
    /// Whether this order may not be placed.
    pub fn bans(self, order: &Order) -> bool {
        match self {
            Ban::Raid => order.kind == OrderKind::Raid,
            Ban::MarchPlus => order.kind == OrderKind::March && order.bonus > 0,
            Ban::ConsolidatePower => order.kind == OrderKind::ConsolidatePower,
            Ban::Support => order.kind == OrderKind::Support,
            Ban::Defense => order.kind == OrderKind::Defense,
        }
    }
    pub const fn name(self) -> &'static str {
        ["No Raid orders", "No March +1 orders", "No Consolidate Power orders", "No Support orders", "No Defense orders"][self as usize]
    }
}

/// When a house card's bonus counts.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum When {
    Attacking,
    Defending,
    /// The embattled area has a castle or stronghold.
    AtCastle,
    /// Somebody, the own house included, supports (BG.support.card-text).
    Supported,
    Unsupported,
    OpponentAboveOnIronThrone,
    /// This card is in the own discard pile.
    Discarded(String),
}

/// What a house card does (BG.card.*). The timing of each is in [`Ability::timing`].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Ability {
    Bonus {
        when: Vec<When>,
        #[serde(default)]
        strength: i8,
        #[serde(default)]
        swords: u8,
        #[serde(default)]
        fortifications: u8,
    },
    /// Own fighting and supporting units of this kind count so much.
    UnitsCount {
        unit: Unit,
        value: u8,
        when: Vec<When>,
    },
    /// Units of this kind of all other houses, on both sides, count so much.
    ForeignUnitsCount {
        unit: Unit,
        value: u8,
        when: Vec<When>,
    },
    NoPrintedStrength,
    DoubleDefense,
    NoCasualties,
    CancelCard,
    /// May pay power, discard this card and play another.
    PlayAnother {
        power: u8,
    },
    DestroyFighter(Unit),
    RemoveOrderNextToCombat,
    OpponentToBottom,
    GainPower(u8),
    RemoveOrderOfLoser,
    UpgradeFighter {
        from: Unit,
        to: Unit,
    },
    MarchAgain,
    TakeBackDiscards,
    ChooseRetreat,
    NoEntry,
    DiscardFromHand,
}

/// When an ability is used (BG.combat.timing).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Timing {
    Cancel,
    Immediately,
    /// Counted whenever strength is.
    Always,
    Win,
    Loss,
    AfterCombat,
}

impl Ability {
    pub fn timing(&self) -> Timing {
        match self {
            Ability::CancelCard => Timing::Cancel,
            Ability::PlayAnother { .. } | Ability::DestroyFighter(_) | Ability::RemoveOrderNextToCombat | Ability::OpponentToBottom => {
                Timing::Immediately
            }
            Ability::GainPower(_) | Ability::RemoveOrderOfLoser | Ability::UpgradeFighter { .. } => Timing::Win,
            Ability::TakeBackDiscards => Timing::Loss,
            Ability::DiscardFromHand => Timing::AfterCombat,
            // Asked for where retreat, entering and clean-up are resolved.
            _ => Timing::Always,
        }
    }
}

/// A house card (BG.comp.house-cards).
#[derive(Clone, PartialEq, Debug)]
pub struct HouseCard {
    pub id: String,
    pub name: String,
    pub house: HouseId,
    pub strength: i8,
    pub swords: u8,
    pub fortifications: u8,
    pub text: String,
    pub abilities: Vec<Ability>,
}

/// What a Westeros card does (BG.west.*).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum WesterosEffect {
    Nothing,
    Supply,
    Mustering,
    Clash,
    /// Power for crowns, and with `ports` for ports (BG.ports.trade).
    Income {
        ports: bool,
    },
    WildlingAttack,
    Ban(Ban),
    /// Shuffle the deck and reveal another card (BG.west.winter).
    Reshuffle,
    /// The holder of the first place of a track chooses.
    Choose {
        holder: Track,
        options: Vec<WesterosEffect>,
    },
}

impl WesterosEffect {
    pub fn name(&self) -> &'static str {
        match self {
            WesterosEffect::Nothing => "Nothing",
            WesterosEffect::Supply => "Supply",
            WesterosEffect::Mustering => "Mustering",
            WesterosEffect::Clash => "Clash of Kings",
            WesterosEffect::Income { ports: true } => "Power for crowns and ports",
            WesterosEffect::Income { ports: false } => "Power for crowns",
            WesterosEffect::WildlingAttack => "Wildlings attack",
            WesterosEffect::Ban(ban) => ban.name(),
            WesterosEffect::Reshuffle => "Shuffle",
            WesterosEffect::Choose { .. } => "Choose",
        }
    }
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct WesterosCard {
    pub id: String,
    pub name: String,
    pub copies: u8,
    /// Moves the wildling threat by a space (BG.west.icons).
    #[serde(default)]
    pub icon: bool,
    pub text: String,
    pub effect: WesterosEffect,
}

fn none() -> WildEffect {
    WildEffect::Nothing
}

/// What a wildling card does to a player (BG.wild.*).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum WildEffect {
    Nothing,
    Destroy {
        units: u8,
        /// In one own castle or stronghold area, if possible.
        #[serde(default)]
        at_one_castle: bool,
    },
    /// Knights become Footmen; those for which there is no Footman are destroyed.
    Downgrade {
        #[serde(default)]
        all: bool,
        #[serde(default)]
        units: u8,
    },
    /// Up to so many Footmen become Knights.
    Upgrade {
        units: u8,
    },
    /// To the last place of one of these tracks, or of all.
    ToBottom {
        tracks: Vec<Track>,
        #[serde(default)]
        all: bool,
    },
    ToTop,
    DownOnBestTrack {
        places: u8,
    },
    Supply(i8),
    DiscardStrongest,
    DiscardCard,
    TakeBackCard,
    TakeBackAllCards,
    DiscardPower {
        #[serde(default)]
        all: bool,
        #[serde(default)]
        power: u8,
    },
    RegainBid,
    AttackAgain {
        strength: u8,
    },
    MusterAtOne,
    Choose(Vec<WildEffect>),
}

impl WildEffect {
    /// The effect in words, as a sentence without its subject.
    pub fn text(&self) -> String {
        let units = |n: u8| if n == 1 { "1 unit".to_owned() } else { format!("{n} units") };
        match self {
            WildEffect::Nothing => "nothing happens".to_owned(),
            WildEffect::Destroy { units: n, at_one_castle: true } => {
                format!("destroys {} in one own castle or stronghold area, or anywhere if impossible", units(*n))
            }
            WildEffect::Destroy { units: n, .. } => format!("destroys {} anywhere", units(*n)),
            WildEffect::Downgrade { all: true, .. } => "replaces all Knights by Footmen; those without a Footman in stock die".to_owned(),
            WildEffect::Downgrade { units: n, .. } => format!("replaces {n} Knights by Footmen; those without a Footman in stock die"),
            WildEffect::Upgrade { units: n } => format!("may upgrade up to {n} Footmen to Knights"),
            WildEffect::ToBottom { all: true, .. } => "goes to the last place of all influence tracks".to_owned(),
            WildEffect::ToBottom { tracks, .. } => {
                let names: Vec<&str> = tracks.iter().map(|track| track.name()).collect();
                format!("goes to the last place of {}", names.join(" or "))
            }
            WildEffect::ToTop => "goes to the first place of an influence track of choice".to_owned(),
            WildEffect::DownOnBestTrack { places } => format!("goes {places} places down on the track where the house stands highest"),
            WildEffect::Supply(by) if *by > 0 => format!("raises supply by {by}"),
            WildEffect::Supply(by) => format!("lowers supply by {}", -by),
            WildEffect::DiscardStrongest => "with more than one card in hand: discards all of the highest strength".to_owned(),
            WildEffect::DiscardCard => "with more than one card in hand: discards one".to_owned(),
            WildEffect::TakeBackCard => "may take a card back from the discard pile".to_owned(),
            WildEffect::TakeBackAllCards => "takes the whole discard pile back".to_owned(),
            WildEffect::DiscardPower { all: true, .. } => "discards all available power".to_owned(),
            WildEffect::DiscardPower { power, .. } => format!("discards {power} power"),
            WildEffect::RegainBid => "gets the power of the bid back".to_owned(),
            WildEffect::AttackAgain { strength } => {
                format!("takes no part in a new attack of strength {strength} that follows at once")
            }
            WildEffect::MusterAtOne => "may muster in one castle or stronghold".to_owned(),
            WildEffect::Choose(options) => {
                let texts: Vec<String> = options.iter().map(WildEffect::text).collect();
                texts.join(", or ")
            }
        }
    }
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct WildlingCard {
    pub id: String,
    pub name: String,
    #[serde(default = "none")]
    pub lowest: WildEffect,
    #[serde(default = "none")]
    pub others: WildEffect,
    #[serde(default = "none")]
    pub highest: WildEffect,
}

/// A Tides of Battle card (BG.tides.deck).
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct TidesCard {
    pub id: String,
    pub copies: u8,
    #[serde(default)]
    pub strength: i8,
    #[serde(default)]
    pub swords: u8,
    #[serde(default)]
    pub fortifications: u8,
    #[serde(default)]
    pub skulls: u8,
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
        read(include_str!("../data/base.ron"), include_str!("../data/base-cards.ron")).unwrap_or_else(|error| panic!("base game: {error}"))
    });
    &BASE
}

#[derive(Deserialize)]
struct AreaFile {
    id: String,
    name: String,
    kind: AreaKind,
    #[serde(default)]
    castle: u8,
    #[serde(default)]
    barrels: u8,
    #[serde(default)]
    crowns: u8,
    #[serde(default)]
    adjacent: Vec<String>,
}

#[derive(Deserialize)]
struct StartFile {
    supply: u8,
    at: BTreeMap<String, Vec<Unit>>,
}

#[derive(Deserialize)]
struct SetupFile {
    houses: Vec<String>,
    iron_throne: Vec<String>,
    fiefdoms: Vec<String>,
    kings_court: Vec<String>,
    stars: Vec<u8>,
    units: BTreeMap<String, StartFile>,
    #[serde(default)]
    erratum: BTreeMap<String, BTreeMap<String, Vec<Unit>>>,
    forces: BTreeMap<String, u8>,
    closed: Vec<String>,
}

#[derive(Deserialize)]
struct BoardFile {
    name: String,
    rounds: u32,
    victory: u8,
    threat: Threat,
    power: PowerLimits,
    port_ships: u8,
    limits: Limits,
    supply: Vec<Vec<u8>>,
    houses: Vec<House>,
    orders: Vec<Order>,
    areas: Vec<AreaFile>,
    setups: Vec<SetupFile>,
}

#[derive(Deserialize)]
struct CardFile {
    id: String,
    name: String,
    house: String,
    strength: i8,
    #[serde(default)]
    swords: u8,
    #[serde(default)]
    fortifications: u8,
    #[serde(default)]
    text: String,
    #[serde(default)]
    abilities: Vec<Ability>,
}

#[derive(Deserialize)]
struct CardsFile {
    house_cards: Vec<CardFile>,
    westeros: Vec<Vec<WesterosCard>>,
    wildlings: Vec<WildlingCard>,
    tides: Vec<TidesCard>,
}

/// Reads a board from its two files. The error names what does not fit together.
pub fn read(board: &str, cards: &str) -> Result<Board, String> {
    let board: BoardFile = ron::from_str(board).map_err(|error| error.to_string())?;
    let cards: CardsFile = ron::from_str(cards).map_err(|error| error.to_string())?;
    let names: Vec<String> = board.areas.iter().map(|area| area.id.clone()).collect();
    let house_names: Vec<String> = board.houses.iter().map(|house| house.id.clone()).collect();
    let area = |id: &String| names.iter().position(|n| n == id).map(|n| AreaId(n as u8)).ok_or(format!("no area `{id}`"));
    let house = |id: &String| house_names.iter().position(|n| n == id).map(|n| HouseId(n as u8)).ok_or(format!("no house `{id}`"));
    let mut areas: Vec<Area> = Vec::new();
    for file in &board.areas {
        let home = board.houses.iter().position(|h| h.home == file.id).map(|n| HouseId(n as u8));
        areas.push(Area {
            id: file.id.clone(),
            name: file.name.clone(),
            kind: file.kind,
            castle: file.castle,
            barrels: file.barrels,
            crowns: file.crowns,
            home,
            adjacent: Vec::new(),
            port: None,
            land: None,
            sea: None,
        });
    }
    for (from, file) in board.areas.iter().enumerate() {
        for to in &file.adjacent {
            let to = area(to)?;
            areas[from].adjacent.push(to);
            areas[to.index()].adjacent.push(AreaId(from as u8));
        }
    }
    for at in 0..areas.len() {
        areas[at].adjacent.sort();
        let (land, sea) = {
            let of = |kind| areas[at].adjacent.iter().copied().find(|next| areas[next.index()].kind == kind);
            (of(AreaKind::Land), of(AreaKind::Sea))
        };
        if areas[at].is_port() {
            let (Some(land), Some(_)) = (land, sea) else { return Err(format!("{} has no land or no sea", areas[at].id)) };
            if areas[at].adjacent.len() != 2 {
                return Err(format!("{} must join one land and one sea area", areas[at].id));
            }
            areas[at].land = Some(land);
            areas[at].sea = sea;
            areas[land.index()].port = Some(AreaId(at as u8));
        }
    }
    let units = |at: &BTreeMap<String, Vec<Unit>>| -> Result<Vec<(AreaId, Unit)>, String> {
        let mut list = Vec::new();
        for (id, units) in at {
            let area = area(id)?;
            list.extend(units.iter().map(|unit| (area, *unit)));
        }
        Ok(list)
    };
    let mut setups = Vec::new();
    for file in &board.setups {
        let track = |list: &[String]| list.iter().map(house).collect::<Result<Vec<_>, _>>();
        let mut houses = Vec::new();
        for id in &file.houses {
            let start = file.units.get(id).ok_or(format!("no units for {id}"))?;
            let erratum = file.erratum.get(id).map(units).transpose()?.unwrap_or_default();
            houses.push(HouseStart { house: house(id)?, supply: start.supply, units: units(&start.at)?, erratum });
        }
        setups.push(StartPosition {
            houses,
            tracks: [track(&file.iron_throne)?, track(&file.fiefdoms)?, track(&file.kings_court)?],
            stars: file.stars.clone(),
            forces: file.forces.iter().map(|(id, n)| Ok((area(id)?, *n))).collect::<Result<_, String>>()?,
            closed: file.closed.iter().map(area).collect::<Result<_, _>>()?,
        });
    }
    let mut houses = board.houses;
    let mut house_cards = Vec::new();
    for file in cards.house_cards {
        let of = house(&file.house)?;
        houses[of.index()].cards.push(CardId(house_cards.len() as u8));
        house_cards.push(HouseCard {
            id: file.id,
            name: file.name,
            house: of,
            strength: file.strength,
            swords: file.swords,
            fortifications: file.fortifications,
            text: file.text,
            abilities: file.abilities,
        });
    }
    if let Some(homeless) = houses.iter().find(|h| !names.contains(&h.home)) {
        return Err(format!("the home of {} is no area", homeless.name));
    }
    let l = board.limits;
    Ok(Board {
        name: board.name,
        rounds: board.rounds,
        victory: board.victory,
        threat: board.threat,
        power: board.power,
        port_ships: board.port_ships,
        limits: [l.footman, l.knight, l.siege_engine, l.ship],
        supply: board.supply,
        houses,
        orders: board.orders,
        areas,
        setups,
        cards: house_cards,
        westeros: cards.westeros,
        wildlings: cards.wildlings,
        tides: cards.tides,
    })
}
