//! What lasts: effects with a span, reducers that wait for their card, delayed effects.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use super::state::{CardRef, Id, Inst, State};
use crate::lang::ast::{Act, Destination, KeywordName, Span};
use crate::lang::traits::{Trait, TraitSet};
use crate::words::{ChallengeType, Faction};

/// When a lasting effect ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Until {
    /// This challenge, by number.
    Challenge(u32),
    /// This phase, by number.
    Phase(u32),
    /// This round.
    Round(u32),
    /// Until this player reveals a new plot.
    Plot(Seat),
    Forever,
}

/// A modifier with its numbers worked out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Mod {
    Control(Seat),
    Str(i16),
    SetStr(i16),
    HalveStr,
    DoubleStr,
    Icon(ChallengeType),
    LoseIcon(ChallengeType),
    Keyword(KeywordName, i16),
    LoseKeyword(KeywordName),
    /// Gained "no attachments except" these traits, "no attachments" with this one.
    AttachOnly(TraitSet),
    AttachNever(Trait),
    Trait(Trait),
    Faction(Faction),
    Blank,
    BlankAll,
    NoKneelAttacking(u8),
    NoKneelDefending(u8),
    Cannot(Act),
    MustDefend,
    /// To the side of the effect's controller.
    Contribute,
    NoContribute,
    KilledAtZero,
    DefendsKneeling(u8),
    DefendsWithoutIcon(u8),
    ConsideredAttacking,
    EntersKnelt,
    BaseIncome(i16),
    BaseInitiative(i16),
    /// What X is.
    X(i16),
    Dominance(i16),
    NoDominance,
    /// Immunity: the filter stands at this place (card definition, ability, which modifier).
    Immune(u16, u8, u8),
    /// As if in the hand of the effect's player; an event goes there when it has been played.
    AsInHand(Option<Destination>),
    /// A gained ability: of this card definition, at this place of its abilities.
    Grant(u16, u8),
    /// Player values.
    Income(i16),
    Initiative(i16),
    Reserve(i16),
    /// By so much, not below so much.
    ReduceReserve(i16, i16),
    Claim(u8, i16),
    /// Claim of the attacker's plot while this player defends, by type bits.
    ClaimAgainst(u8, i16),
    ExtraChallenge(ChallengeType),
    ExtraElsewhere(ChallengeType),
    MaxChallenges(i16),
    MaxAttackers(i16),
    MaxDefenders(i16),
    CannotInitiate(u8),
    /// By type bits.
    CannotInitiateAgainst(u8, Seat),
    CannotTrigger,
    PlayerDominance(i16),
    SideStr(i16),
    ExtraLimited(i16),
    DrawPhase(i16),
    CannotGainPower,
    CannotWin,
    CannotDraw,
    NoUnopposed,
    KeepGold,
    /// A rule with a condition: read from the definition each time.
    If(u16, u8, u8),
    CannotLose,
    PowerForWinning(i16),
    /// A modifier with a filter: read from the definition when it is needed.
    Listed(u16, u8, u8),
}

/// A lasting effect (RR.glossary.lasting_effects).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lasting {
    pub until: Until,
    /// The cards concerned; none for an effect on a player.
    pub cards: SmallVec<[CardRef; 2]>,
    pub player: Option<Seat>,
    pub mods: SmallVec<[Mod; 2]>,
    /// The card whose effect it is, and what that was then.
    pub source: Id,
    pub def: u16,
    pub controller: Seat,
    /// When it began, by the state's clock.
    pub since: u32,
}

/// "Reduce the cost of the next ...": used up by the first card that fits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reducer {
    pub until: Until,
    pub player: Seat,
    pub by: i32,
    /// Where the filter and the means stand: (definition, ability, code address).
    pub at: (u16, u8, u16),
    pub source: Id,
}

/// A delayed effect (RR.glossary.delayed_effects).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Delayed {
    /// The first of these that comes.
    pub at: SmallVec<[Moment; 1]>,
    pub inst: Inst,
    pub pc: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Moment {
    EndOf(Until),
    /// When this challenge is won by this seat.
    Wins(u32, Seat),
    /// When this challenge has its result, or ends without one.
    Result(u32),
    /// When this seat wins initiative in this phase, by number.
    WinsInitiative(u32, Seat),
    /// When this card leaves play.
    Leaves(CardRef),
}

impl State {
    /// When an effect of this span that begins now ends.
    pub fn until(&self, span: Span) -> Until {
        match span {
            Span::Challenge => Until::Challenge(self.challenges),
            Span::Phase => Until::Phase(self.phase_no),
            Span::Round => Until::Round(self.round),
        }
    }
}
