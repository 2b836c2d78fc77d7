//! House cards, Westeros cards, wildling cards, Tides of Battle: what they are and what they do, as data.

use serde::{Deserialize, Serialize};

use super::{HouseId, Order, OrderKind, Track, Unit};

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
    pub const ALL: [Ban; 5] = [Ban::Raid, Ban::MarchPlus, Ban::ConsolidatePower, Ban::Support, Ban::Defense];

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
