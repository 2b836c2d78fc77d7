//! What is derived: the values of a card, of a player, and the cache that holds them.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use super::state::{CardRef, Id, State};
use crate::lang::ast::*;
use crate::lang::traits::TraitSet;
use crate::rules::KEYWORDS;
use crate::words::{ChallengeType, Faction};

/// What a card is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Der {
    pub controller: Seat,
    /// STR after all layers, at least 0.
    pub strength: i16,
    /// STR before set effects and the floor, with additions.
    pub sum: i16,
    pub icons: [i8; 3],
    pub keywords: [i8; KEYWORDS],
    /// The sum of the values of prized, as long as the card has the keyword (RR.glossary.prized.4).
    #[serde(default)]
    pub prized: i16,
    pub traits: TraitSet,
    pub factions: u16,
    /// 1: text box blank except traits, 2: blank.
    pub blank: u8,
    /// Bits by [`Act`].
    pub cannot: u32,
    pub no_kneel_attacking: u8,
    pub no_kneel_defending: u8,
    pub defends_kneeling: u8,
    pub defends_without: u8,
    pub must_defend: bool,
    /// Effects by which it contributes STR to the attacking, the defending side.
    pub contributes: [u8; 2],
    pub no_contribute: bool,
    pub killed_at_zero: bool,
    pub considered: bool,
    pub enters_knelt: bool,
    pub dominance: i16,
    pub no_dominance: bool,
    pub base_income: Option<i16>,
    pub base_initiative: Option<i16>,
    /// What X is, where it is defined.
    pub x: Option<i16>,
    /// What raises STR: the sum of its additions.
    pub(super) added: i16,
    /// Gained "no attachments except": only those with one of these traits; "no [trait] attachments": none of these.
    pub(super) only: Option<TraitSet>,
    pub(super) never: TraitSet,
    /// How many of these variants it has gained.
    pub(super) variants: i8,
    pub(super) halves: u8,
    pub(super) doubles: u8,
    pub(super) set: Option<i16>,
}

impl Default for Der {
    fn default() -> Der {
        Der {
            controller: Seat(0),
            strength: 0,
            sum: 0,
            icons: [0; 3],
            keywords: [0; KEYWORDS],
            prized: 0,
            traits: TraitSet::default(),
            factions: 0,
            blank: 0,
            cannot: 0,
            no_kneel_attacking: 0,
            no_kneel_defending: 0,
            defends_kneeling: 0,
            defends_without: 0,
            must_defend: false,
            contributes: [0; 2],
            no_contribute: false,
            killed_at_zero: false,
            considered: false,
            enters_knelt: false,
            dominance: 0,
            no_dominance: false,
            base_income: None,
            base_initiative: None,
            x: None,
            added: 0,
            only: None,
            never: TraitSet::default(),
            variants: 0,
            halves: 0,
            doubles: 0,
            set: None,
        }
    }
}

impl Der {
    pub fn icon(&self, kind: ChallengeType) -> bool {
        self.icons[kind.index()] > 0
    }
    pub fn keyword(&self, keyword: KeywordName) -> bool {
        self.keywords[keyword as usize] > 0
    }
    /// The power that each opponent gains when the card leaves.
    pub fn prize(&self) -> i32 {
        if self.keyword(KeywordName::Prized) { i32::from(self.prized) } else { 0 }
    }
    pub fn faction(&self, faction: Faction) -> bool {
        self.factions >> faction as u16 & 1 != 0
    }
    pub fn cannot(&self, act: Act) -> bool {
        self.cannot >> act as u32 & 1 != 0
    }
    /// What STR would be with so much more added: doubling and halving after additions, rounded up once at the end, then the set effect,
    /// then the floor (RR.glossary.modifiers.2-4).
    pub fn strength_with(&self, more: i32) -> i32 {
        let doubled = (i32::from(self.sum) + more) << self.doubles.min(8);
        let by = 1 << self.halves.min(8);
        let n = (doubled + by - 1).div_euclid(by);
        self.set.map_or(n, i32::from).max(0)
    }
}

/// What applies to a player now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayerDer {
    pub income: i16,
    pub initiative: i16,
    pub reserve: i16,
    /// Reductions of the reserve with a bound: by how much, not below what.
    pub reserve_cut: (i16, i16),
    /// By challenge type.
    pub claim: [i16; 3],
    pub claim_against: [i16; 3],
    pub extra: [i8; 3],
    /// Of these, more against opponents that the others are not against.
    pub elsewhere: [i8; 3],
    pub max_challenges: Option<i16>,
    pub max_attackers: Option<i16>,
    pub max_defenders: Option<i16>,
    pub cannot_initiate: u8,
    /// Seats that this player cannot initiate challenges against, by type.
    pub not_against: [u16; 3],
    pub cannot_trigger: bool,
    pub dominance: i16,
    pub side: i16,
    pub extra_limited: i16,
    pub draw_phase: i16,
    pub cannot_gain_power: bool,
    pub cannot_win: bool,
    pub cannot_draw: bool,
    pub no_unopposed: bool,
    pub keep_gold: bool,
    pub cannot_lose: bool,
    /// Power for the faction for winning the challenge.
    pub power_for_winning: i16,
    /// Some modifier with a filter concerns the player.
    pub listed: bool,
}

/// A modifier with a filter that applies now: the bearer, whose player it concerns, where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    pub source: Id,
    pub you: Seat,
    pub player: Seat,
    pub def: u16,
    pub ability: u8,
    pub at: u8,
}

/// A card immune to what fits the filter at this place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Immune {
    pub card: Id,
    pub source: Id,
    pub you: Seat,
    pub def: u16,
    pub ability: u8,
    pub at: u8,
}

/// A card has gained an ability: that of a definition, at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gift {
    pub card: Id,
    pub def: u16,
    pub ability: u8,
}

/// Derived values: dropping them never changes behaviour, so they are no part of equality, hash and files.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    pub der: Vec<Der>,
    pub players: SmallVec<[PlayerDer; 2]>,
    pub listed: Vec<Listed>,
    pub immune: Vec<Immune>,
    pub gifts: Vec<Gift>,
    /// Cards to be sacrificed by a constant "sacrificed if".
    pub doomed: Vec<Id>,
    /// Cards whose effects cannot all apply, about which the first player has not decided.
    pub rivals: SmallVec<[CardRef; 2]>,
    pub any_considered: bool,
    pub any_contributes: bool,
    /// Cards in play with actions, reactions or interrupts, in the order of play, and the trigger bits of these.
    pub voices: SmallVec<[Id; 16]>,
    pub reactions: u64,
    pub interrupts: u64,
    /// What the texts read that these values come from (see `reads.rs`).
    pub reads: u16,
    pub fresh: bool,
}

impl PartialEq for Cache {
    fn eq(&self, _: &Cache) -> bool {
        true
    }
}
impl Eq for Cache {}
impl std::hash::Hash for Cache {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Cache {
    pub fn considered(&self, _: &State, id: Id) -> bool {
        self.any_considered && self.der.get(id.0 as usize).is_some_and(|d| d.considered)
    }
}
