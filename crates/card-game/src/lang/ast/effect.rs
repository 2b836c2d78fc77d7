//! Effects, their parts, and the modifiers of constant and lasting effects.

use serde::{Deserialize, Serialize};

use super::{Ability, AbilityKind, Choice, Cond, Keyword, KeywordName, Ref, Span, Who};
use crate::lang::raw::{Bind, Filter, KeywordsOf, Many, Num, OfType, Use, What};
use crate::lang::traits::Trait;
use crate::words::{ChallengeType, Faction, Phase};

/// Effects: verbs and how they are put together.
#[derive(Clone, Debug, Deserialize)]
pub enum Effect {
    // --- about a player (You, or the player of `For`)
    Draw(Num),
    GainGold(Num),
    LoseGold(Num),
    /// All gold in the pool back to the treasury.
    ReturnAllGold,
    /// For the faction.
    GainPower(Num),
    /// Cards from hand, chosen by their holder.
    DiscardFromHand(Num),
    /// A plot of the player's choice from the plot deck, outside the plot step: no initiative, no new first player (RR26.1.3.note).
    RevealNewPlot,
    /// Cards at random from hand; bound as the name.
    DiscardRandom(Num, Option<Bind>),
    /// Top cards of the deck to the discard pile; bound as the name.
    DiscardTop(Num, Option<Bind>),
    Shuffle,
    /// Gold from the player of `For` to you.
    GiveGold(Num),
    // --- about cards
    Kneel(What),
    Stand(What),
    Kill(What),
    /// Discard from play (or from another zone).
    Discard(What),
    Sacrifice(What),
    ReturnToHand(What),
    ShuffleIntoDeck(What),
    DeckTop(What),
    DeckBottom(What),
    PlaceInDead(What),
    PlaceInDiscard(What),
    RemoveFromGame(What),
    IntoShadows(What),
    AddToHand(What),
    /// Under your control; into the challenge with `Join` after it.
    PutIntoPlay(What),
    PutIntoPlayKnelt(What),
    TakeControl(What),
    /// Power from the treasury onto a card.
    PowerOn(What, Num),
    DiscardPower(What, Num),
    /// Power from the first card to the second.
    MovePower(Num, What, What),
    MoveGold(Num, What, What),
    /// Gold from your pool onto a card, or from the treasury.
    GoldOn(What, Num),
    /// Gold from the pool of the player concerned onto a card.
    GoldFromPool(What, Num),
    Token(String, Num, What),
    DiscardToken(String, Num, What),
    /// Attach the first to the second (`as` says what it becomes).
    Attach(What, What),
    /// Attach this event to the card as an attachment with these traits and text.
    BecomeAttachment {
        on: What,
        traits: Vec<Trait>,
        keywords: Vec<Keyword>,
        host_gets: Vec<Modifier>,
    },
    /// Facedown as a duplicate on the second.
    AsDuplicate(What, What),
    /// Facedown under the second, where you may look at them: out of play. What still lies there after the second has left play, and
    /// after what is said for that moment ([`At::Leaves`]), goes to its owner's discard pile.
    PutUnder(What, What),
    /// The two change places, each going where the other is; only if both exist (RR.glossary.switch.1).
    Switch(What, What),
    RemoveFromChallenge(What),
    JoinAttack(What),
    JoinDefense(What),
    /// Into the challenge on your side, attacking or defending.
    JoinYourSide(What),
    // --- about the triggering event
    /// The card of the event is saved.
    Save,
    /// The effects of the event are cancelled.
    Cancel,
    /// The event's card goes there instead.
    InsteadTo(Destination),
    /// The amount of the event (cards drawn, gold or power gained ...) is this instead.
    InsteadAmount(Num),
    /// Reveal cards (told to all).
    Reveal(What),
    /// Look at a hand; told to you.
    LookAtHand,
    /// The top cards of the deck of the player concerned, bound; told to you (or to all).
    LookAtTop(Num, Bind),
    RevealTop(Num, Bind),
    /// The bottom cards of the deck, bound; told to all.
    RevealBottom(Num, Bind),
    /// Look through the top `top` cards (all if absent) of your deck for up to `up_to` (1) that fit; reveal, to hand; then shuffle.
    Search(SearchSpec),
    // --- durations
    /// Until the end of the period the cards get these.
    Until(Span, What, Many<Modifier>),
    /// Until the end of the period the player concerned gets these.
    Rule(Span, Many<PlayerModifier>),
    /// Until you reveal a new plot card.
    RuleUntilPlot(Many<PlayerModifier>),
    /// The next card that fits and is marshaled (played) costs so much less.
    ReduceNext {
        by: Num,
        of: Filter,
        how: Many<Means2>,
        span: Span,
    },
    /// Later, once: see [`At`].
    Delayed(At, Many<Effect>),
    // --- choices during the effect
    Choose(Box<Choice>),
    /// These players may do the first, one after the other until one does; if none does, the second happens.
    Offer(Who, Many<Effect>, Many<Effect>),
    /// The ability of this kind on the card, as if the card were yours.
    Initiate(AbilityKind, What),
    /// You may do this.
    May(Many<Effect>),
    /// One of these, each with its words.
    Either(Vec<Many<Effect>>),
    /// The player concerned does one of these; `otherwise` where none is possible or wanted.
    NameChallengeType(Bind),
    /// A challenge icon (that the card has, for losing; any, for gaining).
    NameIcon(Bind),
    NameCardType(Bind),
    /// One of these traits.
    NameTrait(Bind, Many<Trait>),
    /// One of these keywords, or of those that a card has.
    NameKeyword(Bind, KeywordsOf),
    /// Every card that fits now, bound without choosing.
    Name(Bind, Filter),
    /// So many of the topmost cards of each pile that fit, bound without choosing.
    NameTop(Num, Bind, Filter),
    /// Order the cards on the bottom / top of their deck.
    OrderBottom(What),
    OrderTop(What),
    // --- composition
    If(Box<Cond>, Many<Effect>),
    IfElse(Box<Cond>, Many<Effect>, Many<Effect>),
    /// The rest of this list only if what came before resolved in full (RR.glossary.then).
    Then,
    /// These changes at one time.
    Together(Vec<Effect>),
    /// What leaves play by these cannot be saved.
    NoSave(Many<Effect>),
    /// The effects of the ability cannot be cancelled.
    NoCancel(Many<Effect>),
    /// With this player (each of these players) as `Them`.
    For(Who, Many<Effect>),
    /// These players choose one after the other in player order, then the effects happen for all at once.
    Each(Who, Vec<Choice>, Many<Effect>),
    /// Everything so often.
    Repeat(Num, Many<Effect>),
    /// The challenge ends with no winner or loser.
    EndChallenge,
    /// After this phase comes one more phase of this kind; then the round goes on where it was.
    InsertPhase(Phase),
    /// The player suffers claim of this type, as by a challenge that you won as attacker: so much as your plot says.
    ApplyClaim(OfType, Who),
    /// X of this card is this number from now on, as long as it stays where it is.
    DefineX(Num),
    /// The claim of the event falls on this player instead, as on a defending player.
    ClaimFallsOn(Who),
    /// The claim of the event is claim of this type instead.
    InsteadClaim(ChallengeType),
    /// This happens instead of what the claim of the event does.
    InsteadOfClaim(Many<Effect>),
}

/// Marshaled or played, for reducers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Means2 {
    Marshal,
    Play,
    Ambush,
    OutOfShadows,
}

/// Look through a deck.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSpec {
    #[serde(default)]
    pub top: Option<Num>,
    #[serde(rename = "for")]
    pub filter: Filter,
    #[serde(default)]
    pub up_to: Option<Num>,
    /// Any number that fit.
    #[serde(default)]
    pub any: bool,
    /// What happens with the found ones, bound as `"found"` (default: reveal and add to hand).
    #[serde(default)]
    pub found: Option<Many<Effect>>,
}

/// Moments for delayed effects.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum At {
    /// At the end of the phase (challenge, round).
    EndOf(Span),
    /// When the challenge is won by you.
    YouWin,
    /// When the challenge has its result, or ends without one.
    Result,
    /// When you win initiative in this phase.
    YouWinInitiative,
    /// When the card, as the object it is now, leaves play.
    Leaves(Ref),
    /// At the earliest of these moments, once.
    FirstOf(Vec<At>),
}

/// Destinations that replace where a leaving card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Hash)]
pub enum Destination {
    Hand,
    DeckTop,
    DeckBottom,
    ShuffledIntoDeck,
    DeadPile,
    DiscardPile,
    Shadows,
    RemovedFromGame,
}

/// What a card may get for as long as an effect lasts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Modifier {
    Str(Num),
    SetStr(Num),
    /// Halved, after additions (RR.glossary.modifiers.2).
    HalveStr,
    DoubleStr,
    Icon(ChallengeType),
    /// One instance less (FAQ.q.nymeria).
    LoseIcon(ChallengeType),
    /// The icon that was named.
    IconNamed(Use),
    LoseIconNamed(Use),
    Keyword(Keyword),
    LoseKeyword(KeywordName),
    /// The keyword that was named.
    KeywordNamed(Use),
    LoseKeywordNamed(Use),
    Trait(Trait),
    Faction(Faction),
    /// The printed text box as if blank, except traits.
    Blank,
    BlankAll,
    /// Does not kneel when declared as attacker, in challenges of these types (all if empty).
    NoKneelAttacking(Many<ChallengeType>),
    NoKneelDefending(Many<ChallengeType>),
    /// Only in the first challenge of the type that its controller initiates each round.
    NoKneelAttackingFirst(ChallengeType),
    Cannot(Many<Act>),
    /// The X that is printed as a value of a plot.
    X(Num),
    /// You may use it as if it were in your hand (an event is played, another card marshaled); an event goes there then, if not to
    /// the discard pile.
    AsInHand(Option<Destination>),
    /// Must be declared as defender in this challenge if able.
    MustDefend,
    /// Contributes its STR to your side of the challenge without participating; each character once, to one side, the latest (FAQ.2.10).
    Contribute,
    /// Does not contribute its STR.
    NoContribute,
    /// Killed if its STR is 0 (a terminal condition, FAQ.def.terminal_condition).
    KilledAtZero,
    ImmuneTo(Filter),
    /// Cannot be chosen as the only target by abilities of cards that fit.
    NotOnlyTarget(Filter),
    /// May be declared as defender while kneeling, in challenges of these types.
    DefendsKneeling(Many<ChallengeType>),
    /// May be declared as defender without the icon, in challenges of these types.
    DefendsWithoutIcon(Many<ChallengeType>),
    /// Is considered to participate on its controller's attacking side.
    ConsideredAttacking,
    EntersKnelt,
    /// Sacrificed by its controller as soon as the condition holds.
    SacrificedIf(Box<Cond>),
    /// Base value of the plot's income, initiative.
    BaseIncome(Num),
    BaseInitiative(Num),
    /// Its text gains this ability.
    Grant(Box<Ability>),
    /// Adds this to its controller's dominance total.
    Dominance(Num),
    /// Its STR does not count for dominance.
    NoDominance,
    /// Costs this much less; only if it comes in one of these ways, where some are named.
    CostLess {
        by: Num,
        #[serde(default)]
        how: Many<Means2>,
    },
    /// May also be marshaled as an action in this phase (a permission, RR.glossary.play_restrictions.2).
    MarshalIn(Phase),
    /// May also be marshaled as a duplicate of a card that fits, whatever its title.
    MayBeDuplicateOf(Filter),
    /// You control it; of several control effects the latest counts (FAQ.q.take_control).
    Control,
}

/// What a card cannot do or have done to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Act {
    Attack,
    Defend,
    Participate,
    BeBypassed,
    BeKilled,
    BeDiscarded,
    BeSacrificed,
    BeReturned,
    LeavePlay,
    BeSaved,
    Kneel,
    Stand,
    GainPower,
    HaveStrReduced,
    BeTargetedByAssault,
    HaveAttachments,
}

/// What a player may get for as long as an effect lasts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum PlayerModifier {
    Income(Num),
    Initiative(Num),
    Reserve(Num),
    /// So much less reserve, which this does not make less than `least`.
    ReduceReserve {
        by: Num,
        least: Num,
    },
    Claim(Num),
    /// In challenges of this type (in which the player attacks).
    ClaimIn(Many<ChallengeType>, Num),
    /// Claim of the attacker's plot while this player defends, in challenges of the named type.
    ClaimAgainst(Use, Num),
    /// One more challenge of this type.
    ExtraChallenge(ChallengeType),
    ExtraChallengeNamed(Use),
    /// One more challenge of this type, against another opponent than the other one of the type (RR.melee.titles.4).
    ExtraChallengeElsewhere(ChallengeType),
    /// Not more than so many challenges in the phase.
    MaxChallenges(Num),
    MaxAttackers(Num),
    MaxDefenders(Num),
    CannotInitiate(Many<ChallengeType>),
    CannotInitiateNamed(Use),
    /// No challenges against this player.
    CannotInitiateAgainst(Who),
    /// No challenges of these types against this player.
    CannotInitiateTypeAgainst(Many<OfType>, Who),
    CannotMarshal(Filter),
    CannotPlay(Filter),
    /// Cannot trigger card abilities (FAQ.q.catelyn).
    CannotTrigger,
    /// The first card that fits each period costs so much less.
    ReduceFirst {
        by: Num,
        of: Filter,
        how: Many<Means2>,
        span: Span,
    },
    /// Every card that fits costs so much less.
    Reduce {
        by: Num,
        of: Filter,
        how: Many<Means2>,
    },
    /// Adds to the dominance total.
    Dominance(Num),
    /// Adds STR to the player's side of a challenge.
    SideStr(Num),
    /// Not more than so many cards that fit stand in the standing phase.
    StandAtMost(Num, Filter),
    /// So many more limited cards this round.
    ExtraLimited(Num),
    DrawPhase(Num),
    CannotGainPower,
    CannotWin,
    CannotDraw,
    NoUnopposed,
    /// Returns no gold in the taxation phase.
    KeepGold,
    /// The other rule as long as the condition holds, with the player concerned as `Them`: for what lasts. (A constant ability has
    /// `only_if`.)
    If(Box<Cond>, Box<PlayerModifier>),
    /// Does not lose challenges: who would win instead does not win.
    CannotLose,
    /// So much power for the faction when the player wins the challenge.
    PowerForWinning(Num),
    /// Cards in hand that fit have this keyword.
    HandKeyword(Filter, Keyword),
    /// May use cards that fit as if they were in hand: play events, marshal others.
    AsInHand(Filter),
    /// The Crown Regent's redirect and other rules of the melee titles.
    MayRedirect,
    IntrigueClaimAgainstAny,
}
