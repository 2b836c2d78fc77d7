//! The questions that a game asks, and what a pick means.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::data::{AreaId, CardId, OrderId, Track, Unit};

/// [`Action`] is written with its verb as a tag for people and programs, and compactly in snapshots and hashes.
macro_rules! action {
    ($($variants:tt)*) => {
        /// The meaning of one pick: a verb and what it names.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "BoardAction", tag = "verb", rename_all = "snake_case"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardAction", tag = "verb", rename_all = "snake_case"))]
        pub enum Action { $($variants)* }

        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Action", tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
        enum Tagged { $($variants)* }

        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Action")]
        enum Compact { $($variants)* }
    };
}

action! {
    /// Places an order face down (BG.plan.every-area).
    Order { area: AreaId, order: OrderId },
    /// Leaves an area without order, where there are too few (BG.plan.short).
    Leave { area: AreaId },
    /// Takes up the order of this area to put another there (BG.plan.raven).
    Replace { area: AreaId },
    /// Looks at the top wildling card.
    Look,
    /// Leaves the card on top, or puts it to the bottom.
    Keep,
    Bottom,
    /// Does not use what is offered.
    Pass,
    /// Uses it.
    Accept,
    /// Resolves the order of this area.
    Use { area: AreaId },
    /// The area that is meant: of a raid, a retreat, an order to remove.
    Target { area: AreaId },
    NoTarget,
    /// One unit marches to an area.
    Move { unit: Unit, to: AreaId },
    /// No more.
    Done,
    /// Whether a power token stays in the area that all units leave (BG.march.token).
    LeaveToken,
    NoToken,
    /// Consolidate Power*: takes power, or musters (BG.cp.star).
    TakePower,
    MusterInstead,
    /// A new unit at `at` for the points of `area` (BG.muster.cost).
    Muster { area: AreaId, unit: Unit, at: AreaId },
    /// A Footman of `area` becomes this unit.
    Upgrade { area: AreaId, unit: Unit },
    Bid { power: u8 },
    /// A house that is named: next in the order of tied bids, or as highest or lowest bidder.
    House { seat: Seat },
    /// One of the options of a card, from 0.
    Option { option: u8 },
    /// A unit that is lost.
    Destroy {
        area: AreaId,
        unit: Unit,
                routed: bool,
    },
    /// A Knight of this area becomes a Footman.
    Downgrade { area: AreaId },
    Card { card: CardId },
    Track { track: Track },
    /// Gives the support of this area to a side, or to nobody (BG.support.who).
    Support { area: AreaId, side: Option<Seat> },
    /// Refuses the support of this area (BG.support.refuse).
    Refuse { area: AreaId },
    /// So many ships are put in place of the captured ones (BG.ports.capture).
    Ships { count: u8 },
}

impl Serialize for Action {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { Tagged::serialize(self, serializer) } else { Compact::serialize(self, serializer) }
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        if deserializer.is_human_readable() { Tagged::deserialize(deserializer) } else { Compact::deserialize(deserializer) }
    }
}

/// Where a player may muster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Scope {
    /// In all castles and strongholds.
    All,
    At(AreaId),
    /// In one castle or stronghold of choice.
    One,
}

/// What a pass or use is about, where a card asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Why {
    /// A cost of a card or a wildling attack.
    Wildlings,
    /// Swords in a combat.
    Casualties,
    /// A skull of the Tides of Battle.
    Skull,
    /// The only retreat breaks supply (BG.retreat.supply).
    Retreat,
    /// A house card.
    Card(CardId),
}

/// What is asked. The seats stand beside it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Question {
    Orders,
    Raven,
    /// What to do with the wildling card that was looked at.
    RavenCard {
        card: u8,
    },
    Raid,
    March,
    Consolidate,
    Muster {
        scope: Scope,
    },
    BidTrack {
        track: Track,
    },
    BidWildlings,
    /// Orders tied bids; the groups are in the state.
    Ties {
        track: Track,
    },
    /// Names the highest (or lowest) bidder among these.
    Name {
        highest: bool,
        among: Vec<Seat>,
    },
    /// Chooses an effect of the Westeros card of this deck.
    Westeros {
        deck: u8,
    },
    /// Chooses an effect of the wildling card.
    WildOption,
    Reconcile,
    Destroy {
        units: u8,
        at_one_castle: bool,
    },
    /// Knights to Footmen: the first `kept` become Footmen, the rest die.
    Downgrade {
        units: u8,
        kept: u8,
    },
    UpgradeAnywhere {
        units: u8,
    },
    DiscardCard,
    TakeBackCard,
    /// Chooses a track; `seat` is moved on it, to the top or down.
    Track {
        seat: Seat,
        tracks: Vec<Track>,
        why: Move,
    },
    Support,
    Refuse,
    HouseCard,
    /// Whether to send the opponent's card back.
    Cancel,
    /// Another card in place of the one that was sent back or discarded.
    PlayAnother {
        power: u8,
    },
    DestroyFighter {
        unit: Unit,
    },
    /// An order to remove by a card; with `may`, or none.
    RemoveOrder {
        areas: Vec<AreaId>,
        may: bool,
    },
    /// A unit of one of these areas becomes another, by a card.
    UpgradeFighter {
        areas: Vec<AreaId>,
        from: Unit,
        to: Unit,
    },
    DiscardFromHand {
        of: Seat,
    },
    Blade,
    /// Whether the blade is used to draw another Tides card.
    TidesAgain,
    Casualties {
        units: u8,
        why: Why,
    },
    Retreat {
        areas: Vec<AreaId>,
    },
    Ships {
        port: AreaId,
        most: u8,
    },
}

/// Why a house moves on a track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Move {
    Top,
    Bottom,
    Down(u8),
}

/// A question and who owes an answer to it (some may have given theirs).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ask {
    pub question: Question,
    pub seats: table::SeatSet,
}
