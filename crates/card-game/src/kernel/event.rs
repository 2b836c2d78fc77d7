//! Every change of the game as an event (architecture section 3): what it is about, and which triggering conditions it holds.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use super::derive::Der;
use super::state::{CardRef, Id, Inst, Lasting, Reducer, Zone};
use crate::lang::ast::{Destination, KeywordName, Means};
use crate::rules::bits;
use crate::words::{CardType, ChallengeType, Phase};

/// How a card leaves play (RR.leave).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verb {
    Kill,
    Discard,
    Sacrifice,
    Return,
    /// Moved elsewhere by an effect: deck, shadows, dead pile, out of the game.
    Move,
    /// Discarded by the rules: an illegal attachment (RR.glossary.attachment_cards.6), a duplicate whose card left.
    Rule,
    /// A plot that is replaced.
    Replaced,
    /// A title returns to its pool.
    Title,
}

/// A card as it was just before it left play: last-known information.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Snap {
    pub card: CardRef,
    /// What it was: in a shuffled deck its id stands for any card.
    pub def: u16,
    pub kind: CardType,
    pub der: Der,
    pub kneeling: bool,
    pub attacking: bool,
    pub defending: bool,
    pub host: Option<Id>,
    pub power: i16,
}

/// What happens.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A card leaves play.
    Leave {
        card: Id,
        verb: Verb,
        to: Destination,
        can_save: bool,
        saved: bool,
        snap: Option<Box<Snap>>,
    },
    /// A card enters play (RR.glossary.enters_play), as an attachment on `host`, or as a duplicate.
    Enter {
        card: Id,
        seat: Seat,
        means: Means,
        host: Option<Id>,
        duplicate_on: Option<Id>,
        knelt: bool,
        from: Zone,
        in_challenge: bool,
    },
    /// A card that is out of play goes facedown under a card in play.
    Under {
        card: Id,
        host: Id,
        from: Zone,
    },
    /// A card moves between areas that are out of play.
    Move {
        card: Id,
        to: Destination,
        from: Zone,
        discard: bool,
        by: Option<Id>,
    },
    Kneel {
        card: Id,
    },
    Stand {
        card: Id,
    },
    Draw {
        seat: Seat,
        n: u16,
    },
    /// Gold to or from a pool; a card's gold when `card` is set.
    Gold {
        seat: Seat,
        card: Option<Id>,
        n: i32,
    },
    Power {
        card: Id,
        n: i32,
        /// The keyword by which it is gained.
        #[serde(default)]
        using: Option<KeywordName>,
    },
    MovePower {
        from: Id,
        to: Id,
        n: i32,
    },
    Token {
        card: Id,
        token: u8,
        n: i16,
    },
    Attach {
        card: Id,
        host: Id,
    },
    Control {
        card: Id,
        seat: Seat,
    },
    Shuffle {
        seat: Seat,
    },
    /// A lasting effect begins.
    Last {
        lasting: Box<Lasting>,
    },
    /// The STR of a card was raised by a card effect, as part of what happened.
    Raised {
        card: Id,
    },
    Reduce {
        reducer: Box<Reducer>,
    },
    Join {
        card: Id,
        attacking: bool,
    },
    Part {
        card: Id,
    },
    Save {
        event: u8,
    },
    /// A player has given gold to another.
    Gave {
        from: Seat,
        to: Seat,
    },
    // --- framework and bookkeeping
    RoundBegins,
    PhaseBegins(Phase),
    /// "When the phase ends": interrupts come before it is over.
    PhaseEnds(Phase),
    RoundEnds,
    PlotsRevealed {
        seats: u16,
    },
    /// Initiative is about to be compared (only interrupts concern it).
    Comparing,
    Initiative {
        winner: Seat,
    },
    FirstPlayer {
        seat: Seat,
    },
    Income {
        seat: Seat,
        n: i32,
    },
    Initiated,
    /// One card bypassed by another.
    Bypassed {
        card: Id,
        by: Id,
    },
    /// A card is declared as an attacker or a defender: of those declared at once each is an event of the batch.
    Declared {
        card: Id,
        attacking: bool,
    },
    Result,
    /// Power for an unopposed challenge, for a rival that was beaten.
    Bonus {
        seat: Seat,
        /// For the unopposed challenge.
        n: u8,
        rivals: u8,
    },
    /// A title that was selected enters play.
    Title {
        card: Id,
        seat: Seat,
    },
    ClaimApplied {
        kind: ChallengeType,
        recipient: Seat,
    },
    ChallengeEnds,
    Dominance {
        winner: Option<Seat>,
    },
    StandAll,
    TaxGold,
    /// The effects of an ability are about to initiate (only interrupts concern it).
    Effects {
        inst: Box<Inst>,
    },
    /// An event was played.
    Played {
        card: Id,
        seat: Seat,
    },
    /// A card was discarded by pillage.
    Pillaged {
        card: Id,
        by: Id,
    },
    /// A plot leaves for the used pile and another is revealed.
    Reveal {
        seat: Seat,
        card: Id,
    },
    Delay {
        delayed: Box<super::state::Delayed>,
    },
    /// Something was looked at or revealed: no change, but told.
    Seen {
        cards: SmallVec<[Id; 4]>,
        to: u16,
    },
}

/// An event in a batch.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ev {
    pub kind: Kind,
    /// It will not happen (saved, cancelled).
    pub off: bool,
    /// It happened and changed something.
    pub done: bool,
    /// The card whose effect, cost or rule it is.
    pub source: Option<Id>,
    /// The seat whose effect it is.
    pub seat: Option<Seat>,
    /// Paid as a cost: cannot be saved (FAQ.3.2), is no effect.
    pub cost: bool,
    /// It satisfies claim.
    pub claim: bool,
}

impl Ev {
    pub fn new(kind: Kind) -> Ev {
        Ev { kind, off: false, done: false, source: None, seat: None, cost: false, claim: false }
    }

    /// The card the event is about (the role `Event`).
    pub fn card(&self) -> Option<Id> {
        Some(match &self.kind {
            Kind::Leave { card, .. }
            | Kind::Enter { card, .. }
            | Kind::Move { card, .. }
            | Kind::Under { card, .. }
            | Kind::Kneel { card }
            | Kind::Stand { card }
            | Kind::Raised { card }
            | Kind::Power { card, .. }
            | Kind::Token { card, .. }
            | Kind::Attach { card, .. }
            | Kind::Control { card, .. }
            | Kind::Join { card, .. }
            | Kind::Part { card }
            | Kind::Bypassed { card, .. }
            | Kind::Declared { card, .. }
            | Kind::Played { card, .. }
            | Kind::Pillaged { card, .. }
            | Kind::Title { card, .. }
            | Kind::Reveal { card, .. } => *card,
            Kind::MovePower { to, .. } => *to,
            Kind::Effects { inst } => inst.card,
            Kind::Gold { card: Some(card), .. } => *card,
            _ => return None,
        })
    }

    /// The card that did it (the role `By`).
    pub fn by(&self) -> Option<Id> {
        match &self.kind {
            Kind::Bypassed { by, .. } | Kind::Pillaged { by, .. } => Some(*by),
            Kind::Effects { inst } => Some(inst.card),
            _ => self.source,
        }
    }

    /// The player of the event (the role `EventPlayer`).
    pub fn player(&self) -> Option<Seat> {
        match &self.kind {
            Kind::Enter { seat, .. }
            | Kind::Draw { seat, .. }
            | Kind::Gold { seat, .. }
            | Kind::Initiative { winner: seat }
            | Kind::FirstPlayer { seat }
            | Kind::Income { seat, .. }
            | Kind::Bonus { seat, .. }
            | Kind::Title { seat, .. }
            | Kind::Played { seat, .. }
            | Kind::Reveal { seat, .. } => Some(*seat),
            Kind::ClaimApplied { recipient, .. } => Some(*recipient),
            Kind::Dominance { winner } => *winner,
            Kind::Effects { inst } => Some(inst.controller),
            _ => self.seat,
        }
    }

    /// The amount of the event (the number `Amount`).
    pub fn amount(&self) -> i32 {
        match &self.kind {
            Kind::Draw { n, .. } => *n as i32,
            Kind::Bonus { n, .. } => i32::from(*n),
            Kind::Gold { n, .. } | Kind::Power { n, .. } | Kind::MovePower { n, .. } | Kind::Income { n, .. } => *n,
            Kind::Token { n, .. } => *n as i32,
            _ => 0,
        }
    }

    /// Replaces the amount; `false` if the event has none.
    pub fn set_amount(&mut self, to: i32) -> bool {
        let to = to.max(0);
        match &mut self.kind {
            Kind::Draw { n, .. } => *n = to as u16,
            Kind::Bonus { n, .. } => *n = to.min(255) as u8,
            Kind::Gold { n, .. } | Kind::Power { n, .. } | Kind::MovePower { n, .. } | Kind::Income { n, .. } => *n = to,
            Kind::Token { n, .. } => *n = to as i16,
            _ => return false,
        }
        true
    }

    /// Trigger bits (see [`bits`]).
    pub fn bits(&self) -> u64 {
        match &self.kind {
            Kind::Leave { verb, .. } => {
                bits::LEAVES | if matches!(verb, Verb::Discard | Verb::Sacrifice | Verb::Rule) { bits::DISCARDED } else { 0 }
            }
            Kind::Enter { .. } | Kind::Title { .. } => bits::ENTERS,
            Kind::Move { discard: true, .. } | Kind::Move { to: Destination::DiscardPile, .. } => bits::DISCARDED,
            Kind::Kneel { .. } => bits::KNELT,
            Kind::Stand { .. } => bits::STOOD,
            Kind::Draw { .. } => bits::DRAWN,
            Kind::FirstPlayer { .. } => bits::FIRST,
            Kind::Bonus { n, .. } if *n > 0 => bits::BONUS,
            Kind::Power { n, .. } if *n > 0 => bits::POWER,
            Kind::Raised { .. } => bits::STR,
            Kind::PhaseBegins(_) => bits::PHASE_BEGINS,
            Kind::PhaseEnds(_) | Kind::RoundEnds => bits::PHASE_ENDS,
            Kind::PlotsRevealed { .. } => bits::PLOT,
            Kind::Initiative { .. } => bits::INITIATIVE,
            Kind::Comparing => bits::COMPARES,
            Kind::Reveal { .. } => bits::REVEALS,
            Kind::Income { .. } => bits::INCOME,
            Kind::Initiated => bits::INITIATED,
            Kind::Bypassed { .. } => bits::BYPASSED,
            Kind::Declared { attacking: true, .. } => bits::DECLARED,
            Kind::Declared { attacking: false, .. } => bits::DEFENDED,
            Kind::Result => bits::RESULT,
            Kind::ClaimApplied { .. } => bits::CLAIM,
            Kind::Dominance { .. } => bits::DOMINANCE,
            Kind::Effects { .. } => bits::EFFECTS,
            Kind::Played { .. } => bits::PLAYED,
            Kind::Pillaged { .. } => bits::PILLAGE,
            _ => 0,
        }
    }
}
