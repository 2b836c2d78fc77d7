//! What a viewer sees: the table as data, the same for browser, protocol and bots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::words::{CardType, ChallengeType, Faction, Phase};

/// A card's id in views, actions and events: `c17`. Stable while the card stays visible; a shuffle gives hidden cards new ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(as = "String"))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Id(pub u16);

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl std::str::FromStr for Id {
    type Err = String;
    fn from_str(text: &str) -> Result<Id, String> {
        text.strip_prefix('c').and_then(|n| n.parse().ok()).map(Id).ok_or_else(|| format!("a card's id looks like c17, not {text:?}"))
    }
}

impl Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
        } else {
            u16::deserialize(deserializer).map(Id)
        }
    }
}

/// Where a card lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    Hand,
    Deck,
    Discard,
    Dead,
    /// In play: characters, locations, attachments (`host` set), the faction card.
    Play,
    /// Under another card as a duplicate (`host` set).
    Duplicate,
    PlotDeck,
    /// The revealed plot: in play.
    RevealedPlot,
    /// A plot that is chosen and still facedown.
    ChosenPlot,
    UsedPlots,
    Agenda,
    Shadows,
    /// Facedown or faceup under another card (`host` set), out of play.
    Under,
    /// An event while it is being played (FAQ.1.5).
    BeingPlayed,
    Removed,
    /// Titles that nobody bears (melee).
    TitlePool,
}

/// The whole table as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The seat that looks, or `null` for spectators and tools.
    pub viewer: Option<Seat>,
    pub format: String,
    pub rulings: String,
    /// From 1; 0 during setup.
    pub round: u32,
    pub phase: Phase,
    /// Rule id of the framework step, `RR.fw.4.2.1`, or `RR.setup.8` during setup.
    pub step: String,
    /// The step or open window in a few words: `Action window: attackers declared`.
    pub step_name: String,
    pub first_player: Option<Seat>,
    pub active_player: Option<Seat>,
    /// Seats that owe a decision now.
    pub acting: Vec<Seat>,
    pub players: Vec<PlayerView>,
    /// Every card the viewer may know of or see the back of, except in decks and other hidden piles. Order: by zone, then as it lies.
    pub cards: Vec<CardView>,
    pub challenge: Option<ChallengeView>,
    /// The titles that nobody bears (melee).
    pub titles: Option<TitlesView>,
    /// What lasts beside the cards: `Until the end of the phase: Cersei Lannister gets +2 STR`.
    pub lasting: Vec<String>,
    pub outcome: Option<table::Outcome>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    pub seat: Seat,
    pub faction: Faction,
    pub eliminated: bool,
    /// Gold tokens in the gold pool.
    pub gold: i32,
    /// Power on all cards the player controls; 15 wins.
    pub power: i32,
    /// Values of the revealed plot with all modifiers; null while none is revealed.
    pub plot: Option<PlotValues>,
    pub hand: u32,
    pub deck: u32,
    pub discard: u32,
    pub dead: u32,
    pub plot_deck: u32,
    pub used_plots: u32,
    pub shadows: u32,
    /// The title that the player bears (melee): a card in play.
    pub title: Option<String>,
    /// Opponents whom this player supports: no challenge may be initiated against them.
    pub supports: Vec<Seat>,
    /// Opponents who are rivals: beating one gives a power, once a round for each.
    pub rivals: Vec<Seat>,
    /// Those of them whom this player has beaten this round: that gives nothing more.
    pub rivals_beaten: Vec<Seat>,
    /// Cards that are known to lie on top of the deck or in a pile open to the viewer are in `cards`.
    /// Challenges this player may still initiate in this phase, by type, while active.
    pub challenges_left: BTreeMap<ChallengeType, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlotValues {
    pub income: i32,
    pub initiative: i32,
    pub claim: i32,
    pub reserve: i32,
}

/// A card as the viewer sees it. Of a facedown card of somebody else only id, zone, owner, controller and what lies on it are set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardView {
    pub id: String,
    /// Card code, `01146`; null for a card the viewer may not know.
    pub code: Option<String>,
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<CardType>,
    pub zone: Option<Zone>,
    pub owner: Seat0,
    pub controller: Seat0,
    pub facedown: bool,
    pub kneeling: bool,
    /// The card this one is attached to, a duplicate of, or under.
    pub host: Option<String>,
    pub attachments: Vec<String>,
    pub duplicates: Vec<String>,
    pub power: i32,
    pub gold: i32,
    /// Other tokens by name.
    pub tokens: BTreeMap<String, i32>,
    /// Current STR (characters in play; else printed).
    #[serde(rename = "str")]
    pub strength: Option<i32>,
    pub printed_str: Option<i32>,
    /// Challenge icons it has now, in the order military, intrigue, power.
    pub icons: Vec<ChallengeType>,
    /// Icons it has and that are not printed on it.
    pub gained_icons: Vec<ChallengeType>,
    pub keywords: Vec<String>,
    pub traits: Vec<String>,
    pub factions: Vec<Faction>,
    pub unique: bool,
    pub loyal: bool,
    /// Printed cost: a number, `X` or `-`; null where the card type has none.
    pub cost: Option<String>,
    /// What it would cost its holder to marshal or play it now; null where that makes no sense.
    pub cost_now: Option<i32>,
    pub blank: bool,
    pub attacking: bool,
    pub defending: bool,
    /// STR that this card adds to a side of the challenge without being zero: null if it does not contribute.
    pub contributes: Option<i32>,
    pub bypassed: bool,
    pub assaulted: bool,
    /// Rules text that it has gained or lost for a time, in our words.
    pub notes: Vec<String>,
    /// Where its STR comes from: `printed 5`, `+2 Ice`.
    pub str_from: Vec<String>,
}

/// A seat with a default, for placeholder cards.
pub type Seat0 = u8;

/// Titles of a melee that nobody bears. While they are selected they lie facedown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TitlesView {
    /// In the pool; during the selection: still to be taken.
    pub pool: u32,
    /// Set aside at random.
    pub aside: u32,
    /// Who has taken one that lies facedown.
    pub taken: Vec<Seat>,
    /// Codes of the titles that the viewer was passed in this selection.
    pub seen: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChallengeView {
    #[serde(rename = "type")]
    pub kind: ChallengeType,
    pub attacker: Seat,
    pub defender: Seat,
    /// The player it was initiated against: not the defender any more, if it was redirected.
    pub against: Seat,
    pub attackers: Vec<String>,
    pub defenders: Vec<String>,
    pub attack_total: i32,
    pub defense_total: i32,
    pub defenders_declared: bool,
    /// Set once the STR was compared (RR.fw.4.2.2): winner, margin, unopposed.
    pub winner: Option<Seat>,
    pub loser: Option<Seat>,
    pub margin: i32,
    pub unopposed: bool,
    /// Claim value of the attacker's plot now.
    pub claim: i32,
}

/// [`Action`] is written with its verb as a tag for people and programs, and compactly in snapshots and hashes.
macro_rules! action {
    ($($variants:tt)*) => {
        /// The meaning of a pick.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(tag = "verb", rename_all = "snake_case"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(tag = "verb", rename_all = "snake_case"))]
        pub enum Action { $($variants)* }

        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Action", tag = "verb", rename_all = "snake_case")]
        enum Tagged { $($variants)* }

        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Action")]
        enum Compact { $($variants)* }
    };
}

action! {
    /// Pass, decline, none.
    Pass,
    /// Close the set that was picked.
    Done,
    Yes,
    No,
    /// Pick this card (a target, an attacker, a plot, a card to discard ...).
    Card {
        card: Id,
    },
    /// Use ability number `ability` (from 1) of this card; an event is played. `on`: to what, where several things happen at once.
    Use {
        card: Id,
        ability: u8,
        on: Option<Id>,
    },
    /// Use the duplicate on this card to save it.
    Save {
        card: Id,
    },
    Marshal {
        card: Id,
    },
    /// Put into play in the challenges phase for its ambush cost.
    Ambush {
        card: Id,
        gold: i32,
    },
    /// Marshal facedown into shadows for 2 gold.
    IntoShadows {
        card: Id,
    },
    /// Bring out of shadows for its shadow cost.
    OutOfShadows {
        card: Id,
        gold: i32,
    },
    /// Place in setup (RR.setup.8); `shadows` for facedown into shadows.
    Place {
        card: Id,
        shadows: bool,
    },
    /// Initiate a challenge of this type against this seat; attackers follow.
    Challenge {
        kind: ChallengeType,
        against: Seat,
    },
    Player {
        seat: Seat,
    },
    Number {
        n: i32,
    },
    Challengetype {
        kind: ChallengeType,
    },
    Cardtype {
        kind: CardType,
    },
    Keyword {
        keyword: String,
    },
    Trait {
        name: String,
    },
    /// A card title that was named.
    Title {
        name: String,
    },
    /// One of a few options that the card words.
    Option {
        n: u8,
    },
    /// The rest in the order as listed.
    Rest,
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

/// What happened. Told to those whose bit is in `only`, or to all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    #[serde(flatten)]
    pub what: What,
    /// One sentence. Cards stand in it as `[c17|Robb Stark|01146]`, rule terms are plain.
    pub text: String,
    /// The rule it stands on.
    pub rule: Option<String>,
    /// The seats that are told this form (bit by seat; bit 15: spectators); null: everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u16>,
}

/// The machine-readable part of an event, for animation and programs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum What {
    /// A framework step begins.
    Step {
        round: u32,
        phase: Phase,
        step: String,
    },
    /// A card moved. `card` is null when the one told may not know which.
    Moved {
        card: Option<Id>,
        code: Option<String>,
        seat: Seat,
        from: Zone,
        to: Zone,
        how: String,
    },
    Kneeled {
        card: Id,
    },
    Stood {
        card: Id,
    },
    Gold {
        seat: Seat,
        card: Option<Id>,
        amount: i32,
    },
    Power {
        card: Id,
        amount: i32,
    },
    PowerMoved {
        from: Id,
        to: Id,
        amount: i32,
    },
    Token {
        card: Id,
        token: String,
        amount: i32,
    },
    Control {
        card: Id,
        seat: Seat,
    },
    Initiated {
        kind: ChallengeType,
        attacker: Seat,
        defender: Seat,
        attackers: Vec<Id>,
    },
    /// The challenge goes to another opponent.
    Redirected {
        from: Seat,
        to: Seat,
    },
    Bypassed {
        card: Id,
        by: Id,
    },
    Assaulted {
        card: Id,
        by: Id,
    },
    Defended {
        seat: Seat,
        defenders: Vec<Id>,
    },
    Joined {
        card: Id,
        attacking: bool,
    },
    RemovedFromChallenge {
        card: Id,
    },
    Result {
        winner: Option<Seat>,
        attack: i32,
        defense: i32,
        unopposed: bool,
    },
    Claim {
        kind: ChallengeType,
        amount: i32,
    },
    ChallengeEnded,
    Dominance {
        winner: Option<Seat>,
        totals: Vec<i32>,
    },
    Initiative {
        winner: Seat,
        values: Vec<i32>,
    },
    FirstPlayer {
        seat: Seat,
    },
    /// A seat uses an ability, plays or marshals a card.
    Used {
        seat: Seat,
        card: Id,
        code: Option<String>,
        how: String,
    },
    Cancelled {
        card: Id,
    },
    Saved {
        card: Id,
    },
    Revealed {
        cards: Vec<Id>,
        codes: Vec<String>,
    },
    Shuffled {
        seat: Seat,
    },
    Drew {
        seat: Seat,
        count: u32,
    },
    Lasting {
        card: Option<Id>,
    },
    /// A choice that is told: names, numbers, targets.
    Chose {
        seat: Seat,
        cards: Vec<Id>,
    },
    Eliminated {
        seat: Seat,
    },
    Over {
        outcome: table::Outcome,
    },
    /// Something told in words only.
    Note,
}
