//! Costs and triggering conditions.

use serde::Deserialize;
use smallvec::SmallVec;

use super::{KeywordName, Means, Ref, Who, ZoneName};
use crate::lang::raw::{Filter, Many, Num, What};
use crate::words::{ChallengeType, Phase};

/// Costs (RR.glossary.costs). Several are paid at once.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Cost {
    /// Kneel this reference, or one card that fits (bound as `"cost"`).
    Kneel(What),
    /// Your faction card.
    KneelFaction,
    Stand(What),
    Sacrifice(What),
    Kill(What),
    ReturnToHand(What),
    RemoveFromGame(What),
    IntoShadows(What),
    ShuffleIntoDeck(What),
    /// Discard from play.
    Discard(What),
    /// Gold from your pool.
    Gold(Num),
    /// Choose X, pay X gold (for printed cost X the game does this by itself).
    PayX,
    /// Gold from this card.
    GoldFrom(Ref, Num),
    /// Discard so many cards from hand.
    DiscardFromHand(Num, Filter),
    DiscardToken(String, Ref),
    /// So much power from this reference, or from one card that fits.
    DiscardPower(What, Num),
    /// Power from your faction card.
    FactionPower(Num),
    /// So much of this at once: so many cards that fit, tokens, power.
    Times(Num, Box<Cost>),
    /// One of these, each of one or several costs.
    Either(Vec<Many<Cost>>),
}

impl Cost {
    /// What is paid several times, or once.
    pub fn one(&self) -> &Cost {
        if let Cost::Times(_, cost) = self { cost.one() } else { self }
    }

    /// The ways to pay it, where there are several.
    pub fn ways(&self) -> Option<&[Many<Cost>]> {
        if let Cost::Either(ways) = self { Some(ways) } else { None }
    }
}

/// Triggering conditions (RR.glossary.triggering_condition).
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum When {
    /// You win a challenge.
    Win(ChallengeWhen),
    /// You lose a challenge.
    Lose(ChallengeWhen),
    /// A challenge is initiated.
    Initiated(InitiatedWhen),
    /// A card that fits is declared as an attacker / defender.
    DeclaredAttacker(Filter),
    DeclaredDefender(Filter),
    /// A card that fits (first) bypasses one by stealth (the event's card).
    Bypasses(Filter),
    /// A card enters play.
    Enters(EntersWhen),
    /// You marshal / play a card that fits.
    Marshal(Filter),
    Play(Filter),
    MarshalOrPlay(Filter),
    Leaves(Filter),
    Killed(Filter),
    /// Killed to satisfy claim.
    KilledForClaim(Filter),
    Sacrificed(Filter),
    SacrificedOrKilled(Filter),
    /// Discarded from play.
    Discarded(Filter),
    /// Returned from play to its owner's hand.
    Returned(Filter),
    /// Would be killed or discarded from play: for saves.
    WouldBeKilled(Filter),
    WouldBeKilledOrDiscarded(Filter),
    WouldLeave(Filter),
    Knelt(Filter),
    Stood(Filter),
    /// Gains power.
    GainsPower(Filter),
    /// Gains power by use of this keyword.
    GainsPowerUsing(KeywordName, Filter),
    /// STR of a card that fits is raised by a card effect.
    StrRaised(Filter),
    PhaseBegins(Phase),
    PhaseEnds(Phase),
    AnyPhaseBegins,
    AnyPhaseEnds,
    RoundEnds,
    WinDominance,
    LoseDominance,
    RevealPlot(Who),
    /// A plot that fits is about to be revealed, turned up for all: for interrupts.
    PlotIsRevealed(Filter),
    /// The players are about to compare initiative.
    ComparesInitiative,
    IncomeCollected(Who),
    /// The effects of an ability of a card that fits, of these kinds, would initiate.
    EffectsWouldInitiate(EffectsWhen),
    /// A card that fits `by` discards a card that fits `card` using pillage.
    Pillages {
        by: Filter,
        card: Filter,
    },
    /// Claim is applied.
    ClaimApplied(ClaimWhen),
    WinInitiative,
    /// This player becomes the first player: whoever is made it each round, also if that player was it before.
    BecomesFirstPlayer(Who),
    /// This player gains power for winning an unopposed challenge.
    UnopposedBonus(Who),
    /// Cards are drawn by this player.
    Draws(Who),
    /// Placed in a discard pile from anywhere.
    PlacedInDiscard(Filter),
    /// Discarded from a hand, a deck: from one of these places out of play.
    DiscardedFrom(Many<ZoneName>, Filter),
    Any(Vec<When>),
}

impl When {
    /// The conditions of which any one is enough: this one, or those of `Any`.
    pub fn each(&self) -> SmallVec<[&When; 2]> {
        match self {
            When::Any(list) => list.iter().flat_map(When::each).collect(),
            one => smallvec::smallvec![one],
        }
    }
}

/// A challenge won or lost by `You`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChallengeWhen {
    /// Of one of these types.
    #[serde(rename = "type")]
    pub kind: Many<ChallengeType>,
    #[serde(rename = "as")]
    pub side: Option<Side>,
    /// By this much STR or more.
    pub by: i32,
    pub unopposed: bool,
    /// In which a card that fits takes part.
    pub with: Option<Filter>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Side {
    Attacker,
    Defender,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InitiatedWhen {
    #[serde(rename = "type")]
    pub kind: Many<ChallengeType>,
    pub by: Option<Who>,
    pub against: Option<Who>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EntersWhen {
    pub card: Filter,
    pub how: Option<Means>,
    pub during_challenge: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EffectsWhen {
    /// The card whose ability it is.
    pub of: Filter,
    /// Any triggered ability (default), or only these kinds.
    pub kinds: Vec<AbilityKind>,
    /// Only abilities that choose a card that fits.
    pub choosing: Option<Filter>,
    /// Only abilities that do one of these things.
    pub doing: Many<Doing>,
}

/// What an ability does, as its text says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Doing {
    Search,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum AbilityKind {
    Action,
    Reaction,
    Interrupt,
    ForcedReaction,
    ForcedInterrupt,
    WhenRevealed,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClaimWhen {
    #[serde(rename = "type")]
    pub kind: Many<ChallengeType>,
    #[serde(rename = "as")]
    pub side: Option<Side>,
    /// Only for an unopposed challenge.
    pub unopposed: bool,
    /// For a challenge in which a card that fits takes part.
    pub with: Option<Filter>,
}
