//! The value a running game is: cards, players, frames, history.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Chance, Outcome, Seat, SeatSet};

use super::ask::{Answer, Ask};
use super::derive::Cache;
use super::event::Ev;
pub use super::lasting::{Delayed, Lasting, Mod, Moment, Reducer, Until};
use super::tell::Log;
use crate::lang::ast::{Destination, KeywordName, Means};
use crate::lang::traits::Trait;
pub use crate::view::{Id, Zone};
use crate::words::{CardType, ChallengeType, Phase};

/// A physical card.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Place of its definition in `Rules::cards`.
    pub def: u16,
    pub owner: Seat,
    /// Who put it where it is; control effects come on top (`State::controller`).
    pub base: Seat,
    pub zone: Zone,
    /// Counts moves: a card that moves is a new object.
    pub gen_: u16,
    pub kneeling: bool,
    pub facedown: bool,
    pub power: i16,
    pub gold: i16,
    /// Other tokens: (place in `Rules::tokens`, how many).
    pub tokens: SmallVec<[(u8, i16); 2]>,
    /// What it is attached to, a duplicate of, or under.
    pub host: Option<Id>,
    /// An event that has become an attachment, with the ability and effect that says as what.
    pub became: Option<Became>,
    /// By what means it entered play, and in which phase (counted from the start of the game).
    pub entered: Option<(Means, u32)>,
    /// How it left play for where it is, and in which phase.
    pub left: Option<(super::event::Verb, u32)>,
    /// Seats that may know a facedown or hidden card.
    pub known: SeatSet,
    /// When it came where it is, by the state's clock: the latest control effect counts.
    pub since: u32,
}

/// A card that is not what is printed on it: where its text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Became {
    pub def: u16,
    pub ability: u8,
    pub pc: u16,
}

/// A card as it was when it was bound or seen: a card that has moved since is another object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CardRef {
    pub id: Id,
    pub gen_: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    pub faction_card: Id,
    pub eliminated: bool,
    pub gold: i32,
    pub hand: Vec<Id>,
    /// The last is the top.
    pub deck: Vec<Id>,
    pub discard: Vec<Id>,
    pub dead: Vec<Id>,
    pub plot_deck: Vec<Id>,
    pub used: Vec<Id>,
    pub shadows: Vec<Id>,
    pub agendas: Vec<Id>,
    pub revealed: Option<Id>,
    pub chosen: Option<Id>,
    /// Limited cards marshaled or played this round (RR.glossary.limited.1).
    pub limited: u8,
    /// Whether the player drew a card this phase, and to whom the player gave gold.
    pub drew: bool,
    pub gave: SeatSet,
    /// Decisions asked so far.
    pub decisions: u32,
}

impl Default for Id {
    fn default() -> Self {
        Id(u16::MAX)
    }
}

/// The challenge that is being resolved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Counts challenges of the game.
    pub number: u32,
    pub kind: ChallengeType,
    pub attacker: Seat,
    pub defender: Seat,
    /// The player it was initiated against: another one, if it was redirected.
    pub against: Seat,
    pub attackers: Vec<Id>,
    pub defenders: Vec<Id>,
    pub bypassed: Vec<Id>,
    pub assaulted: Option<Id>,
    pub defenders_declared: bool,
    /// Set at RR.fw.4.2.2 and fixed from then on.
    pub result: Option<ChallengeResult>,
    pub over: bool,
    /// Keyword types already processed in 4.2.5 (bit by `KeywordName`).
    pub processed: u16,
    /// Whether this is the attacker's first challenge of the type this round.
    pub first_of_type: bool,
    /// Grounds on which characters contribute STR, in the order they began; kept once an effect gives one (FAQ.2.10).
    pub grounds: Vec<Ground>,
    /// On whom claim falls, once it is applied.
    pub claim_on: SeatSet,
    /// What it is instead of what it would be.
    pub instead: Instead,
}

impl Challenge {
    /// The type of the claim that is to be applied; none if something else happens instead.
    pub fn claim_kind(&self) -> Option<ChallengeType> {
        match &self.instead {
            Instead::Nothing => Some(self.kind),
            Instead::Claim(kind) => Some(*kind),
            Instead::Effects(..) => None,
        }
    }
}

/// What replaces the claim of a challenge (RR.glossary.replacement_effects).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Instead {
    #[default]
    Nothing,
    /// Claim of another type.
    Claim(ChallengeType),
    /// The effects of an ability from here on.
    Effects(Box<Inst>, u16),
}

/// Why a character contributes its STR to a side of the challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ground {
    pub card: Id,
    pub attacking: bool,
    /// How many effects say so; 0: it participates.
    pub effects: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChallengeResult {
    pub winner: Option<Seat>,
    pub loser: Option<Seat>,
    pub attack: i32,
    pub defense: i32,
    pub margin: i32,
    pub unopposed: bool,
}

/// A finished or running challenge, for history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Past {
    pub phase: u32,
    pub kind: ChallengeType,
    pub attacker: Seat,
    /// The player it was initiated against.
    pub against: Seat,
    /// The defending player, after a redirect.
    pub defender: Seat,
    pub winner: Option<Seat>,
    pub loser: Option<Seat>,
}

/// A bound value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Val {
    Cards(SmallVec<[CardRef; 2]>),
    Seat(Seat),
    Num(i32),
    Type(ChallengeType),
    CardType(CardType),
    Trait(Trait),
    Keyword(KeywordName),
}

/// An ability instance: which ability, on which card, under whose control, with what bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Inst {
    /// The card that bears the ability.
    pub card: Id,
    pub gen_: u16,
    /// Whose text it is: place in `Rules::cards` and ability (from 0).
    pub def: u16,
    pub ability: u8,
    /// "You".
    pub controller: Seat,
    pub binds: SmallVec<[(u8, Val); 3]>,
    pub x: i32,
    /// The triggering event as it was.
    pub event: Option<Box<Ev>>,
    /// The player concerned.
    pub them: Option<Seat>,
    /// The host when it was initiated, for text that speaks of the attached card after this card left play.
    pub host: Option<Id>,
    /// Only weighed by open information: hidden cards count as whatever would do.
    pub open: bool,
}

/// A frame of the stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    Setup(super::setup::Setup),
    Round(super::framework::Round),
    Window(super::framework::Window),
    Batch(super::batch::Batch),
    Initiate(super::initiate::Initiate),
    Run(super::run::Run),
    Challenge(super::challenge::Steps),
}

/// Uses of an ability for limits and maxima.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct UseCount {
    /// For a limit: the card object; for a maximum: none.
    pub card: Option<CardRef>,
    pub def: u16,
    pub ability: u8,
    pub seat: Seat,
    pub until: Until,
    pub count: u8,
}

/// The state of a game of cards. See `ARCHITECTURE.md`: a game is a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub cards: Vec<Card>,
    pub players: Vec<Player>,
    /// Everything in play, in the order it came: faction cards, revealed plots, characters, locations, attachments.
    pub play: Vec<Id>,
    /// Duplicates, in the order they were placed.
    pub duplicates: Vec<Id>,
    /// Facedown under other cards, out of play, in the order they were placed.
    pub under: Vec<Id>,
    pub removed: Vec<Id>,
    /// Titles, where they are used (RR.melee).
    pub titles: Option<Box<super::titles::Titles>>,
    pub round: u32,
    /// Counts phases of the game.
    pub phase_no: u32,
    pub phase: Phase,
    /// The phase has ended, the next has not begun (FAQ.qr.end).
    pub phase_over: bool,
    pub step: Step,
    pub first_player: Seat,
    pub active: Option<Seat>,
    pub challenge: Option<Challenge>,
    /// Challenges of this round.
    pub past: Vec<Past>,
    pub challenges: u32,
    pub stack: Vec<Frame>,
    pub lasting: Vec<Lasting>,
    pub reducers: Vec<Reducer>,
    pub delayed: Vec<Delayed>,
    pub uses: Vec<UseCount>,
    pub asks: SmallVec<[Ask; 2]>,
    pub answers: SmallVec<[Answer; 2]>,
    pub outcome: Option<Outcome>,
    /// Players who win at once, between whom the first player must choose.
    pub deciding: Vec<Seat>,
    /// What the first player has decided about effects that cannot all apply.
    pub precedence: Vec<super::rivals::Precedence>,
    /// The cards about whose effects the first player is being asked.
    pub rivals: SmallVec<[CardRef; 2]>,
    /// Cards that came to a pile at the same time and that their owners have yet to order.
    #[serde(default)]
    pub heaps: super::piles::Heaps,
    /// Events since the last decision.
    pub busy: u32,
    /// Counts the moments in which cards move and lasting effects begin.
    pub clock: u32,
    pub chance: Chance,
    /// For which "first … each round" a player has brought a card already: (player, place in `Rules::firsts`, until).
    pub firsts: Vec<(Seat, u16, Until)>,
    pub dominance_winner: Option<Seat>,
    /// Whether all events of the batch that ended last took place.
    pub batch_ok: bool,
    #[serde(skip)]
    pub cache: Cache,
    #[serde(skip)]
    pub log: Log,
}

/// The framework step, as far as the table shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Step(pub u8);

/// Ids and names of the framework steps and windows, in order.
pub const STEPS: [(&str, &str); 44] = [
    ("RR.setup.7", "Setup hand"),
    ("RR.setup.8", "Setup cards"),
    ("RR.setup.9", "Setup reveal"),
    ("RR.setup.10", "Setup draw"),
    ("RR.fw.1.1", "Round begins"),
    ("RR.fw.1.2", "Choose plots"),
    ("RR.fw.1.3", "Reveal plots"),
    ("RR.fw.1.4", "Select titles"),
    ("RR.fw.1.aw", "Action window: plots revealed"),
    ("RR.fw.1.5", "Plot phase ends"),
    ("RR.fw.2.1", "Draw phase begins"),
    ("RR.fw.2.2", "Draw cards"),
    ("RR.fw.2.aw", "Action window: cards drawn"),
    ("RR.fw.2.3", "Draw phase ends"),
    ("RR.fw.3.1", "Marshaling phase begins"),
    ("RR.fw.3.2", "Collect income"),
    ("RR.fw.3.aw", "Marshaling"),
    ("RR.fw.3.4", "Marshaling phase ends"),
    ("RR.fw.4.1", "Challenges phase begins"),
    ("RR.fw.4.aw1", "Action window: before a challenge"),
    ("RR.fw.4.2", "Initiate a challenge"),
    ("RR.fw.4.aw2", "Action window: attackers declared"),
    ("RR.fw.4.2.1", "Declare defenders"),
    ("RR.fw.4.aw3", "Action window: defenders declared"),
    ("RR.fw.4.2.2", "Compare STR"),
    ("RR.fw.4.2.3", "Challenge bonuses"),
    ("RR.fw.4.2.4", "Apply claim"),
    ("RR.fw.4.2.5", "Challenge keywords"),
    ("RR.fw.4.2.6", "Challenge ends"),
    ("RR.fw.4.4", "Challenges phase ends"),
    ("RR.fw.5.1", "Dominance phase begins"),
    ("RR.fw.5.2", "Determine dominance"),
    ("RR.fw.5.aw", "Action window: dominance"),
    ("RR.fw.5.3", "Dominance phase ends"),
    ("RR.fw.6.1", "Standing phase begins"),
    ("RR.fw.6.2", "Stand cards"),
    ("RR.fw.6.aw", "Action window: standing"),
    ("RR.fw.6.3", "Standing phase ends"),
    ("RR.fw.7.1", "Taxation phase begins"),
    ("RR.fw.7.2", "Return gold"),
    ("RR.fw.7.3", "Check reserve"),
    ("RR.fw.7.4", "Return titles"),
    ("RR.fw.7.aw", "Action window: taxation"),
    ("RR.fw.7.5", "Taxation phase and round end"),
];

impl Step {
    /// The step with this rule id.
    pub fn of(id: &str) -> Step {
        Step(STEPS.iter().position(|(step, _)| *step == id).unwrap_or_else(|| panic!("no step {id}")) as u8)
    }
    pub fn id(self) -> &'static str {
        STEPS[self.0 as usize].0
    }
    pub fn name(self) -> &'static str {
        STEPS[self.0 as usize].1
    }
}

impl State {
    pub fn card(&self, id: Id) -> &Card {
        &self.cards[id.0 as usize]
    }
    pub fn card_mut(&mut self, id: Id) -> &mut Card {
        &mut self.cards[id.0 as usize]
    }
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }
    pub fn refer(&self, id: Id) -> CardRef {
        CardRef { id, gen_: self.card(id).gen_ }
    }
    /// The card, if it is still the object that was meant.
    pub fn same(&self, card: CardRef) -> Option<Id> {
        (self.card(card.id).gen_ == card.gen_).then_some(card.id)
    }
    /// Seats still in the game, first player first (RR.glossary.player_order).
    pub fn order(&self) -> SmallVec<[Seat; 8]> {
        let n = self.players.len();
        (0..n).map(|i| Seat(((self.first_player.index() + i) % n) as u8)).filter(|s| !self.player(*s).eliminated).collect()
    }
    /// The next seat clockwise that is still in the game.
    pub fn next(&self, seat: Seat) -> Seat {
        let n = self.players.len();
        (1..=n).map(|i| Seat(((seat.index() + i) % n) as u8)).find(|s| !self.player(*s).eliminated).unwrap_or(seat)
    }
    /// How many seats are still in the game.
    pub fn alive(&self) -> usize {
        self.players.iter().filter(|p| !p.eliminated).count()
    }
    pub fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        self.order().into_iter().filter(move |s| *s != seat)
    }
    /// The pile of a zone that belongs to a player.
    pub fn pile(&self, seat: Seat, zone: Zone) -> Option<&Vec<Id>> {
        let p = self.player(seat);
        Some(match zone {
            Zone::Hand => &p.hand,
            Zone::Deck => &p.deck,
            Zone::Discard => &p.discard,
            Zone::Dead => &p.dead,
            Zone::PlotDeck => &p.plot_deck,
            Zone::UsedPlots => &p.used,
            Zone::Shadows => &p.shadows,
            Zone::Agenda => &p.agendas,
            _ => return None,
        })
    }
    pub fn pile_mut(&mut self, seat: Seat, zone: Zone) -> Option<&mut Vec<Id>> {
        let p = &mut self.players[seat.index()];
        Some(match zone {
            Zone::Hand => &mut p.hand,
            Zone::Deck => &mut p.deck,
            Zone::Discard => &mut p.discard,
            Zone::Dead => &mut p.dead,
            Zone::PlotDeck => &mut p.plot_deck,
            Zone::UsedPlots => &mut p.used,
            Zone::Shadows => &mut p.shadows,
            Zone::Agenda => &mut p.agendas,
            _ => return None,
        })
    }
    /// Whether a card counts as in play (RR.glossary.in_play.1), duplicates aside.
    pub fn in_play(&self, id: Id) -> bool {
        matches!(self.card(id).zone, Zone::Play | Zone::RevealedPlot)
    }
    /// Whether a card is a duplicate of another.
    pub fn duplicates_of(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.duplicates.iter().copied().filter(move |d| self.card(*d).host == Some(id))
    }
    pub fn attachments_of(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.play.iter().copied().filter(move |a| self.card(*a).host == Some(id))
    }
    pub fn participates(&self, id: Id) -> bool {
        self.attacking(id) || self.defending(id)
    }
    pub fn attacking(&self, id: Id) -> bool {
        self.challenge.as_ref().is_some_and(|c| !c.over && (c.attackers.contains(&id) || self.cache.considered(self, id)))
    }
    pub fn defending(&self, id: Id) -> bool {
        self.challenge.as_ref().is_some_and(|c| !c.over && c.defenders.contains(&id))
    }
    pub fn push(&mut self, frame: Frame) {
        self.stack.push(frame);
    }
}

impl State {
    /// Bytes that the state holds on the heap and in itself, caches included, as far as its vectors say.
    pub fn memory(&self) -> usize {
        fn of<T>(v: &Vec<T>) -> usize {
            v.capacity() * size_of::<T>()
        }
        let players: usize = self
            .players
            .iter()
            .map(|p| {
                [&p.hand, &p.deck, &p.discard, &p.dead, &p.plot_deck, &p.used, &p.shadows, &p.agendas].into_iter().map(of).sum::<usize>()
            })
            .sum();
        size_of::<State>()
            + of(&self.cards)
            + of(&self.players)
            + players
            + of(&self.play)
            + of(&self.duplicates)
            + of(&self.under)
            + of(&self.removed)
            + of(&self.past)
            + of(&self.stack)
            + of(&self.lasting)
            + of(&self.reducers)
            + of(&self.delayed)
            + of(&self.uses)
            + of(&self.cache.der)
    }
}

/// Where a leaving card goes in the end.
pub fn zone_of(destination: Destination) -> Zone {
    match destination {
        Destination::Hand => Zone::Hand,
        Destination::DeckTop | Destination::DeckBottom | Destination::ShuffledIntoDeck => Zone::Deck,
        Destination::DeadPile => Zone::Dead,
        Destination::DiscardPile => Zone::Discard,
        Destination::Shadows => Zone::Shadows,
        Destination::RemovedFromGame => Zone::Removed,
    }
}
