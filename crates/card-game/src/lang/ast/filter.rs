//! Who, which cards, how many, and whether: players, predicates, references, numbers, conditions, what has happened.

use serde::{Deserialize, Serialize};

use super::{Cmp, Stat};
use crate::lang::raw::{Filter, Many, Num, OfType, Use, What};
use crate::lang::traits::Trait;
use crate::words::{CardType, ChallengeType, Faction, Phase};

/// One predicate of a filter. All predicates of a list must hold. Unless `In` names a zone, the card must be in play.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Pred {
    Character,
    Location,
    Attachment,
    /// The card type event (not the triggering event, which is the reference `Event`).
    EventCard,
    /// A revealed plot, or with `In` a plot elsewhere.
    Plot,
    FactionCard,
    /// A card of any type: also faction cards, revealed plots and titles, which count elsewhere only if they are named.
    AnyCard,
    Trait(Many<Trait>),
    /// Has the trait that was named.
    TraitNamed(Use),
    Faction(Faction),
    /// Of the faction of your faction card.
    InFaction,
    /// Controlled by you.
    Yours,
    /// Controlled by an opponent.
    Opponents,
    ControlledBy(Who),
    OwnedBy(Who),
    Unique,
    Loyal,
    Limited,
    Kneeling,
    Standing,
    Attacking,
    Defending,
    Participating,
    /// The only participant on its side (FAQ.q.alone).
    Alone,
    Named(String),
    /// A copy: same title as this card, another card (RR.glossary.copy).
    CopyOf(What),
    /// Printed cost.
    Cost(Cmp),
    /// Current STR.
    Str(Cmp),
    PrintedStr(Cmp),
    /// Has the highest (lowest) value of all cards that fit, and fits itself; several may.
    Highest(Stat, Filter),
    Lowest(Stat, Filter),
    /// Power on it.
    Power(Cmp),
    Gold(Cmp),
    Icon(ChallengeType),
    Keyword(KeywordName),
    /// Has an attachment that fits.
    HasAttachment(Filter),
    HasDuplicate,
    /// Has at least one token of this name.
    Token(String),
    /// Is (one of) these cards.
    Is(What),
    /// Is attached to a card that fits.
    AttachedTo(What),
    /// Lies in one of these zones of the player(s).
    In(Many<ZoneName>, Who),
    Not(Filter),
    Any(Vec<Filter>),
    /// Its card type is another than the one named.
    TypeIsNot(Use),
    /// Printed type.
    Type(CardType),
    /// Entered play by this means, this phase.
    EnteredBy(Means),
    /// Left play in one of these ways, this phase.
    LeftBy(Many<Exit>),
}

/// Zones by name, for `In` and `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum ZoneName {
    Play,
    Hand,
    Deck,
    DiscardPile,
    DeadPile,
    Shadows,
    PlotDeck,
    UsedPile,
}

/// The keywords by name alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum KeywordName {
    Ambush,
    Assault,
    Bestow,
    Insight,
    Intimidate,
    Limited,
    NoAttachments,
    Pillage,
    Prized,
    Renown,
    Shadow,
    Stealth,
    Terminal,
}

impl KeywordName {
    pub const ALL: [KeywordName; 13] = [
        KeywordName::Ambush,
        KeywordName::Assault,
        KeywordName::Bestow,
        KeywordName::Insight,
        KeywordName::Intimidate,
        KeywordName::Limited,
        KeywordName::NoAttachments,
        KeywordName::Pillage,
        KeywordName::Prized,
        KeywordName::Renown,
        KeywordName::Shadow,
        KeywordName::Stealth,
        KeywordName::Terminal,
    ];
}

/// How a card left play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Exit {
    Killed,
    Discarded,
    Sacrificed,
}

/// How a card entered play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Hash)]
pub enum Means {
    Marshaled,
    Ambush,
    OutOfShadows,
    PutIntoPlay,
}

/// References to players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(remote = "Self")]
pub enum Who {
    You,
    /// Any/each opponent of you.
    Opponent,
    EachPlayer,
    /// The player concerned inside `For(...)`.
    Them,
    /// Roles of the challenge or of the triggering event.
    Winner,
    Loser,
    Attacker,
    Defender,
    /// The player of the triggering event (who drew, revealed, collected income, initiated).
    EventPlayer,
    FirstPlayer,
    /// The bound player.
    The(Use),
    /// The controller, owner of a card.
    ControllerOf(Ref),
    OwnerOf(Ref),
}

/// References to one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(remote = "Self")]
pub enum Ref {
    /// The card that bears the ability (for gained text: that gained it).
    This,
    /// The card this one is attached to.
    Host,
    /// The card of the triggering event.
    Event,
    /// The source of the triggering event (who used stealth, pillage; the effect being initiated).
    By,
    /// The card of an enclosing filter, inside numbers there.
    It,
    /// Bound by a choice.
    The(Use),
    /// Your faction card.
    YourFaction,
    /// Your revealed plot.
    YourPlot,
    /// The faction card of the player concerned (`For`).
    TheirFaction,
    LoserFaction,
    WinnerFaction,
}

/// Numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(remote = "Self")]
pub enum NumExpr {
    /// How many cards fit.
    Count(Filter),
    Str(Ref),
    PrintedStr(Ref),
    PrintedCost(Ref),
    PowerOn(Ref),
    GoldOn(Ref),
    TokensOn(String, Ref),
    /// In the gold pool.
    GoldOf(Who),
    HandOf(Who),
    PowerOf(Who),
    ReserveOf(Who),
    /// A value of the player's revealed plot as it is printed; a printed X is 0.
    PrintedOf(PlotWord, Who),
    /// Plot cards in the used pile.
    UsedPlotsOf(Who),
    /// How many players these are.
    Players(Who),
    /// By how much the challenge was won.
    Margin,
    /// The amount of the triggering event.
    Amount,
    /// The X of this ability.
    X,
    /// How many cards (or which number) a name holds.
    The(Use),
    Add(Box<Num>, Box<Num>),
    Sub(Box<Num>, Box<Num>),
    Mul(Box<Num>, Box<Num>),
    /// Divided, rounded down.
    DivDown(Box<Num>, Box<Num>),
    Min(Box<Num>, Box<Num>),
    Max(Box<Num>, Box<Num>),
    /// The first if the condition holds, else the second.
    If(Box<Cond>, Box<Num>, Box<Num>),
}

/// The values of a plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum PlotWord {
    Income,
    Initiative,
    Claim,
    Reserve,
}

/// Conditions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Cond {
    /// Some card fits.
    Exists(Filter),
    /// At least so many cards fit.
    AtLeast(Num, Filter),
    /// You are the first player.
    FirstPlayer,
    /// A challenge is being resolved, of one of these types if given.
    Challenge(Many<ChallengeType>),
    YouAttack,
    YouDefend,
    /// You control a participating character.
    YouParticipate,
    During(Phase),
    Compare(Num, Cmp),
    /// A card fits a filter now.
    Matches(What, Filter),
    /// Something happened: see [`Past`].
    Happened(Past),
    /// The challenge that is being resolved is the nth of those in the period: see [`Nth`].
    NthChallenge(Nth),
    Not(Box<Cond>),
    Any(Vec<Cond>),
    All(Vec<Cond>),
    /// The current sequence of effects changed something so far (`if you do`).
    Did,
}

/// History of the round (RR.words).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Past {
    /// This player, or any of these.
    pub who: Who,
    pub span: Span,
    #[serde(default)]
    pub won: Many<OfType>,
    #[serde(default)]
    pub lost: Many<OfType>,
    /// Only as the defending player.
    #[serde(default)]
    pub defending: bool,
    /// Challenges initiated, of these types.
    #[serde(default)]
    pub initiated: Many<OfType>,
    /// Only those that were initiated against this player.
    #[serde(default)]
    pub against: Option<Who>,
    /// Drew a card: only with `span: Phase`.
    #[serde(default)]
    pub drew: bool,
    /// Gave gold to this player: only with `span: Phase`.
    #[serde(default)]
    pub gave: Option<Who>,
}

/// What is kept for the phase alone is not asked of another period.
impl<'de> Deserialize<'de> for Past {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Past, D::Error> {
        let past = Past::deserialize(deserializer)?;
        let phase = if past.drew { Some("drew") } else { past.gave.map(|_| "gave") };
        match phase.filter(|_| past.span != Span::Phase) {
            Some(word) => Err(serde::de::Error::custom(format!("`{word}` is kept for the phase: it goes only with `span: Phase`"))),
            None => Ok(past),
        }
    }
}

/// Which of several challenges: the `n`th that this player initiated, or that was initiated against this player, in the period.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nth {
    pub n: i32,
    pub span: Span,
    #[serde(default)]
    pub by: Option<Who>,
    #[serde(default)]
    pub against: Option<Who>,
    /// Only those of these types are counted.
    #[serde(rename = "type", default)]
    pub kind: Many<ChallengeType>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Span {
    Challenge,
    Phase,
    Round,
}
