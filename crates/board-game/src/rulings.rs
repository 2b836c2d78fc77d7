//! What the rules leave open or where sources differ: one named option each (`board-game.md`, section 20).

mod options;

use serde::{Deserialize, Serialize};

pub use options::{OPTIONS, RulingOption};

macro_rules! option {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $value:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $value),* }
    };
}

option!(/// BG.diff.ties
    Ties { /// Land areas, then supply, then Iron Throne (FAQ v2.0).
        Faq, /// Strongholds, supply, available power, Iron Throne.
        Print });
option!(/// BG.diff.support-split
    SupportSplit { /// Each Support order is granted or refused on its own.
        Each, /// All or none of a house; a combatant's own support is automatic and nobody refuses any.
        House });
option!(/// BG.diff.banned-orders
    BannedOrders { Never, /// When nothing else is left; they do nothing and leave after the raven.
        AsLast });
option!(/// BG.diff.short-orders
    ShortOrders { /// All place in turn order; the short player places every eligible token where he likes.
        TurnOrder, /// All at the same time; gaps only when no order is left.
        AtOnce });
option!(/// BG.diff.mace
    Mace { GoesOn, /// The combat ends when the last defending unit is destroyed.
        Ends });
option!(/// BG.diff.siege-casualty
    SiegeCasualty { /// Siege engines and routed units die first and in addition.
        First, /// Casualties first, siege engines may be chosen; the rest dies at the retreat.
        Print });
option!(/// BG.diff.robb
    Robb { /// A beaten attacker goes back where it came from.
        Origin, /// More areas for a beaten attacker.
        Anywhere });

/// The rulings in force at a table. Booleans say that the thing in the name holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Rulings {
    pub ties: Ties,
    /// The ship in Lannister's port at every player count (else with four and more).
    pub lannister_port: bool,
    /// Dark Wings, Dark Words pays port income too.
    pub dark_wings_ports: bool,
    pub support_split: SupportSplit,
    /// One house may support both sides with two orders.
    pub support_both: bool,
    pub banned_orders: BannedOrders,
    pub short_orders: ShortOrders,
    /// Other houses may support an attack on a neutral force (else own support alone, automatically).
    pub neutral_support: bool,
    pub mace: Mace,
    /// The power token of an area that is lost with Arianne Martell stays there.
    pub arianne_token_stays: bool,
    /// Any change of control of a castle offers the ships of its port to the new owner (else an attack only).
    pub port_capture_any: bool,
    pub robb: Robb,
    /// Massing on the Milkwater: nothing is discarded when all cards are of the same strength.
    pub milkwater_equal_none: bool,
    /// Reconciling armies: a removal is refused if any removed unit could have stayed.
    pub reconcile_exact: bool,
    pub siege_casualty: SiegeCasualty,
    /// The icon of the card that replaces Winter Is Coming counts.
    pub winter_icon: bool,
    /// A Supply effect moves all markers before anybody reconciles.
    pub supply_markers_first: bool,
}

impl Rulings {
    /// The table's default: FAQ v2.0.
    pub const FAQ_V2: Rulings = Rulings {
        ties: Ties::Faq,
        lannister_port: true,
        dark_wings_ports: false,
        support_split: SupportSplit::Each,
        support_both: true,
        banned_orders: BannedOrders::Never,
        short_orders: ShortOrders::TurnOrder,
        neutral_support: true,
        mace: Mace::GoesOn,
        arianne_token_stays: false,
        port_capture_any: true,
        robb: Robb::Origin,
        milkwater_equal_none: false,
        reconcile_exact: false,
        siege_casualty: SiegeCasualty::First,
        winter_icon: true,
        supply_markers_first: false,
    };

    /// How the reference games were played.
    pub const RECORDED: Rulings = Rulings {
        lannister_port: false,
        dark_wings_ports: true,
        support_split: SupportSplit::House,
        support_both: false,
        banned_orders: BannedOrders::AsLast,
        short_orders: ShortOrders::AtOnce,
        neutral_support: false,
        arianne_token_stays: true,
        robb: Robb::Anywhere,
        milkwater_equal_none: true,
        reconcile_exact: true,
        supply_markers_first: true,
        ..Rulings::FAQ_V2
    };

    /// The presets by name.
    pub const PRESETS: [(&'static str, Rulings); 2] = [("faq-v2", Rulings::FAQ_V2), ("recorded", Rulings::RECORDED)];

    /// The preset of this name.
    pub fn preset(name: &str) -> Option<Rulings> {
        Rulings::PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, rulings)| *rulings)
    }
}

impl Default for Rulings {
    fn default() -> Rulings {
        Rulings::FAQ_V2
    }
}
