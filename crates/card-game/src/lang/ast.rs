//! The card language: what a card's definition may say. One enum a part of speech, each word with its meaning.
//!
//! A definition is read from RON into these types, checked, and then compiled (see [`super::compile`]). The displayed rules text is
//! rendered from the same value, so text and behaviour cannot drift apart. `docs/card-language.md` explains the words with examples.
//!
//! **Who:** `You` is the controller of the card that bears the ability. Verbs about a player (draw, gain gold, discard from hand ...)
//! concern `You`, inside `For(who, [...])` that player.
//! **What:** a verb's target is a name in quotes (`"c"`, bound by `choose`), a reference (`This`, `Host`, `Event` ...) or a filter in
//! brackets, which means every card that fits.

use serde::{Deserialize, Serialize};

use super::raw::{Bind, Filter, Many, Num, Use, What};
use super::traits::Trait;
use crate::words::{CardType, ChallengeType, Faction, Phase};

/// A card's definition: facts, keywords, abilities.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Def {
    pub code: String,
    pub name: String,
    pub kind: CardType,
    #[serde(default = "neutral")]
    pub faction: Faction,
    #[serde(default)]
    pub unique: bool,
    #[serde(default)]
    pub loyal: bool,
    /// Printed gold cost: a number, `X` or `Dash`; absent for plots, agendas, titles.
    #[serde(default)]
    pub cost: Option<PrintedCost>,
    /// Printed STR (characters).
    #[serde(default, rename = "str")]
    pub strength: Option<i32>,
    /// Printed challenge icons as letters: `"M"`, `"IP"`, `"MIP"`.
    #[serde(default)]
    pub icons: String,
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// `(income, initiative, claim, reserve)` of a plot; `X` where the data has it.
    #[serde(default)]
    pub plot: Option<(PlotValue, PlotValue, PlotValue, PlotValue)>,
    /// At most so many copies in a deck (plot deck for plots).
    #[serde(default)]
    pub deck_limit: Option<u8>,
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// Plot value modifiers, the shields of RR.glossary.plot_value_modifiers.
    #[serde(default)]
    pub income: i32,
    #[serde(default)]
    pub initiative: i32,
    #[serde(default)]
    pub reserve: i32,
    /// What an attachment may be attached to (default: a character).
    #[serde(default)]
    pub host: Filter,
    /// Deck building and setup rules of an agenda.
    #[serde(default)]
    pub deck: Vec<DeckRule>,
    /// Relations of a melee title by name.
    #[serde(default)]
    pub supports: Vec<String>,
    #[serde(default)]
    pub rivals: Vec<String>,
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

fn neutral() -> Faction {
    Faction::Neutral
}

/// A cost as it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum PrintedCost {
    Gold(i32),
    X,
    /// `-`: no value; the card cannot be marshaled or played from hand (RR.glossary.shadows.11).
    Dash,
}

/// A plot value as it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum PlotValue {
    N(i32),
    X,
}

/// Deck building and setup rules of agendas (RR.deck.agendas).
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub enum DeckRule {
    /// Non-loyal cards of this faction may be in the draw deck.
    MayInclude(Faction),
    /// At least so many cards of this faction.
    AtLeast(u32, Faction),
    /// At most so many neutral cards in the draw deck.
    AtMostNeutral(u32),
}

/// The keywords (RR.glossary.keywords).
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub enum Keyword {
    Ambush(Num),
    Assault,
    Bestow(Num),
    Insight,
    Intimidate,
    Limited,
    /// No attachment at all.
    NoAttachments,
    /// No attachments except those with one of these traits.
    NoAttachmentsExcept(Many<Trait>),
    /// No attachments with this trait.
    NoAttachmentsWith(Trait),
    Pillage,
    Prized(i32),
    Renown,
    Shadow(Num),
    Stealth,
    Terminal,
}

/// One ability of a card.
#[derive(Clone, Debug)]
pub struct Ability {
    pub body: Body,
    /// Names bound or used in it, in order of appearance; [`Bind`] and [`Use`] are places in this list.
    pub names: Vec<String>,
}

/// The kinds of ability (RR.ab.kinds).
#[derive(Clone, Debug, Deserialize)]
pub enum Body {
    /// `Action:`; with `phase:` only in that phase's windows.
    Action(Triggered),
    Reaction(Triggered),
    Interrupt(Triggered),
    ForcedReaction(Triggered),
    ForcedInterrupt(Triggered),
    /// Plots only.
    WhenRevealed(Triggered),
    /// Always on while the card is in play.
    Constant(Constant),
}

/// An ability that is initiated: when, at what cost, choosing what, doing what, how often.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Triggered {
    /// The triggering condition of an interrupt or reaction.
    pub when: Option<When>,
    /// Only in this phase.
    pub phase: Option<Phase>,
    /// Play restrictions: all must hold (RR15.restrict.1).
    pub only_if: Many<Cond>,
    pub cost: Many<Cost>,
    /// Targets, chosen in RR.init.5.
    pub choose: Many<Choice>,
    pub effect: Many<Effect>,
    /// For cards that stay in play: each copy so often per period (RR.glossary.limits.1).
    pub limit: Option<Limit>,
    /// For all copies of the title together, per player (RR.glossary.limits.4).
    pub max: Option<Limit>,
    /// Zones the card is used from, where it is not the usual one (play; hand for events).
    pub from: Option<Many<ZoneName>>,
    /// Any player may initiate it.
    pub any_player: bool,
    /// What an event's X is, where its printed cost is X and not a choice.
    pub x: Option<Num>,
}

/// A constant ability: while `only_if` holds, what `to` describes `gets` these modifiers.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Constant {
    pub only_if: Many<Cond>,
    /// The cards concerned (default: this card; for an attachment with `to: Host`, its host).
    pub to: Option<What>,
    pub gets: Many<Modifier>,
    /// The players concerned, for modifiers about players.
    pub player: Option<Who>,
    pub rules: Many<PlayerModifier>,
}

/// How often, per period.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Limit {
    PerChallenge(u8),
    PerPhase(u8),
    PerRound(u8),
    PerGame(u8),
}

/// A choice that is made by a player: `choose: ("c", [Character, Opponents])`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// The name that is bound.
    pub name: Bind,
    #[serde(rename = "of")]
    pub filter: Filter,
    /// Exactly so many (default 1).
    #[serde(default)]
    pub count: Option<Num>,
    /// Up to so many, zero allowed.
    #[serde(default)]
    pub up_to: Option<Num>,
    /// Any number.
    #[serde(default)]
    pub any: bool,
    /// The sum of this stat over the chosen may be at most this.
    #[serde(default)]
    pub sum: Option<(Stat, Cmp)>,
    /// All chosen must share this.
    #[serde(default)]
    pub same: Option<Same>,
    /// No two chosen may share this.
    #[serde(default)]
    pub distinct: Option<Same>,
    /// Who chooses (default `You`).
    #[serde(default)]
    pub by: Option<Who>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Stat {
    Str,
    PrintedCost,
    Power,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Same {
    Controller,
    Title,
}

/// A choice in an ability's `choose:` or in its effect.
#[derive(Clone, Debug)]
pub enum Choice {
    /// Cards: `("c", [Character])` or `(name: "c", of: [Character], up_to: 3)`.
    Cards(Pick),
    /// One opponent: `Opponent("p")`.
    Opponent(Bind),
    /// One player: `Player("p")`.
    Player(Bind),
}

/// Comparison with a number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Cmp {
    AtMost(Num),
    AtLeast(Num),
    Below(Num),
    Above(Num),
    Is(Num),
}

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
    Trait(Many<Trait>),
    Faction(Faction),
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
    /// Plot cards in the used pile.
    UsedPlotsOf(Who),
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
    Not(Box<Cond>),
    Any(Vec<Cond>),
    All(Vec<Cond>),
    /// The current sequence of effects changed something so far (`if you do`).
    Did,
}

/// History of the round (RR.words).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    pub who: Who,
    pub span: Span,
    #[serde(default)]
    pub won: Many<ChallengeType>,
    #[serde(default)]
    pub lost: Many<ChallengeType>,
    /// Only as the defending player.
    #[serde(default)]
    pub defending: bool,
    /// Challenges initiated, of these types.
    #[serde(default)]
    pub initiated: Many<ChallengeType>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Span {
    Challenge,
    Phase,
    Round,
}

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
    DiscardPower(Ref, Num),
    /// Power from your faction card.
    FactionPower(Num),
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
    Sacrificed(Filter),
    SacrificedOrKilled(Filter),
    /// Discarded from play.
    Discarded(Filter),
    /// Would be killed or discarded from play: for saves.
    WouldBeKilled(Filter),
    WouldBeKilledOrDiscarded(Filter),
    WouldLeave(Filter),
    Knelt(Filter),
    Stood(Filter),
    /// Gains power.
    GainsPower(Filter),
    /// STR of a card that fits is raised by a card effect.
    StrRaised(Filter),
    PhaseBegins(Phase),
    PhaseEnds(Phase),
    AnyPhaseEnds,
    RoundEnds,
    WinDominance,
    LoseDominance,
    RevealPlot(Who),
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
    /// Cards are drawn by this player.
    Draws(Who),
    /// Placed in a discard pile from anywhere.
    PlacedInDiscard(Filter),
    CardDiscardedFromHand(Filter),
    Any(Vec<When>),
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
}

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
    /// ... and it cannot be saved.
    KillNoSave(What),
    /// Discard from play (or from another zone).
    Discard(What),
    DiscardNoSave(What),
    Sacrifice(What),
    ReturnToHand(What),
    ReturnToHandNoSave(What),
    ShuffleIntoDeck(What),
    DeckTop(What),
    DeckBottom(What),
    PlaceInDead(What),
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
    /// The two change places, each going where the other is; only if both exist (RR.glossary.switch.1).
    Switch(What, What),
    RemoveFromChallenge(What),
    JoinAttack(What),
    JoinDefense(What),
    // --- about the triggering event
    /// The card of the event is saved.
    Save,
    /// The effects of the event are cancelled.
    Cancel,
    /// The event's card goes there instead.
    InsteadTo(Destination),
    /// Reveal cards (told to all).
    Reveal(What),
    /// Look at a hand; told to you.
    LookAtHand,
    /// The top cards of the deck of the player concerned, bound; told to you (or to all).
    LookAtTop(Num, Bind),
    RevealTop(Num, Bind),
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
    /// You may do this.
    May(Many<Effect>),
    /// One of these, each with its words.
    Either(Vec<Many<Effect>>),
    /// The player concerned does one of these; `otherwise` where none is possible or wanted.
    NameChallengeType(Bind),
    /// A challenge icon (that the card has, for losing; any, for gaining).
    NameIcon(Bind),
    NameCardType(Bind),
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
    /// With this player (each of these players) as `Them`.
    For(Who, Many<Effect>),
    /// These players choose one after the other in player order, then the effects happen for all at once.
    Each(Who, Vec<Choice>, Many<Effect>),
    /// Everything so often.
    Repeat(Num, Many<Effect>),
    /// The challenge ends with no winner or loser.
    EndChallenge,
    /// Raise or change the claim of the challenge's plot: see `Rule`.
    ApplyClaim(ChallengeType, Who),
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
    /// Must be declared as defender in this challenge if able.
    MustDefend,
    /// Contributes its STR to your side of the challenge without participating; each character once, to one side, the latest (FAQ.2.10).
    Contribute,
    /// Does not contribute its STR.
    NoContribute,
    /// Killed if its STR is 0 (a terminal condition, FAQ.def.terminal_condition).
    KilledAtZero,
    ImmuneTo(Filter),
    /// May be declared as defender while kneeling, in challenges of these types.
    DefendsKneeling(Many<ChallengeType>),
    /// May be declared as defender without the icon, in challenges of these types.
    DefendsWithoutIcon(Many<ChallengeType>),
    /// Is considered to participate on its controller's attacking side.
    ConsideredAttacking,
    EntersKnelt,
    /// Sacrificed by its controller as soon as the condition holds.
    SacrificedIf(Box<Cond>),
    /// Base value of the plot's income.
    BaseIncome(Num),
    /// Its text gains this ability.
    Grant(Box<Ability>),
    /// Adds this to its controller's dominance total.
    Dominance(Num),
    /// Costs this much less to marshal, play, ambush.
    CostLess(Num),
    /// May also be marshaled as an action in this phase (a permission, RR.glossary.play_restrictions.2).
    MarshalIn(Phase),
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
    /// Cards in hand that fit have this keyword.
    HandKeyword(Filter, Keyword),
    /// The Crown Regent's redirect and other rules of the melee titles.
    MayRedirect,
    IntrigueClaimAgainstAny,
}
