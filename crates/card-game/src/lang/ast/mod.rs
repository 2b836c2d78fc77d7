//! The card language: what a card's definition may say. One enum a part of speech, each word with its meaning.
//!
//! A definition is read from RON into these types, checked, and then compiled (see [`super::compile`]). The displayed rules text is
//! rendered from the same value, so text and behaviour cannot drift apart. `docs/card-language.md` explains the words with examples.
//!
//! **Who:** `You` is the controller of the card that bears the ability. Verbs about a player (draw, gain gold, discard from hand ...)
//! concern `You`, inside `For(who, [...])` that player.
//! **What:** a verb's target is a name in quotes (`"c"`, bound by `choose`), a reference (`This`, `Host`, `Event` ...) or a filter in
//! brackets, which means every card that fits.

mod effect;
mod filter;
mod when;

pub use effect::*;
pub use filter::*;
pub use when::*;

use serde::{Deserialize, Serialize};

use super::raw::{Bind, Filter, Many, Num, What};
use super::traits::Trait;
use crate::words::{CardType, Faction, Phase};

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
    #[serde(default, deserialize_with = "super::raw::icons")]
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

impl std::fmt::Display for PlotValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlotValue::N(n) => write!(f, "{n}"),
            PlotValue::X => write!(f, "X"),
        }
    }
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
    /// Its gold is paid from the pool of this player, and from no other.
    pub pay_from: Option<Who>,
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
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub enum Limit {
    PerChallenge(Num),
    PerPhase(Num),
    PerRound(Num),
    PerGame(Num),
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
    /// Inside an effect: the cards are targets, chosen while it resolves (FAQ.def.choose).
    #[serde(default)]
    pub target: bool,
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
    /// A challenge type: `ChallengeType(name: "t")`.
    ChallengeType(TypePick),
}

/// A challenge type that is chosen.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypePick {
    pub name: Bind,
    /// Only a type with which these hold.
    #[serde(default)]
    pub only_if: Many<Cond>,
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
