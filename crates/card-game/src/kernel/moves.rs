//! Cards that leave play, enter play, go from one place to another.

use smallvec::SmallVec;
use table::{Seat, SeatSet};

use super::event::{Ev, Kind, Verb};
use super::reads;
use super::state::{Id, State, Zone, zone_of};
use super::tell::{name, place};
use crate::lang::ast::{Destination, KeywordName, Means};
use crate::rules::Rules;
use crate::view::What as Told;
use crate::words::CardType;

impl State {
    pub(super) fn leave(&mut self, rules: &Rules, card: Id, verb: Verb, to: Destination, by: Option<Id>, extra: &mut Vec<Ev>) {
        let from = self.card(card).zone;
        let (owner, controller) = (self.card(card).owner, self.controller(card));
        let by = if self.log.on { self.by(rules, by.filter(|by| *by != card)) } else { String::new() };
        let (told, was) = (self.log.events.len(), (card, self.card(card).def));
        self.strip(rules, card, extra);
        self.relocate(rules, card, to);
        self.card_mut(card).left = Some((verb, self.phase_no));
        let (rule, how) = match verb {
            Verb::Kill => ("RR.glossary.kill.1", "kill"),
            Verb::Discard => ("RR.glossary.discard_pile.1", "discard"),
            Verb::Sacrifice => ("RR.glossary.sacrifice.1", "sacrifice"),
            Verb::Return => ("RR.glossary.leaves_play.1", "return"),
            Verb::Move => ("RR.glossary.leaves_play.1", "move"),
            Verb::Rule => ("RR.glossary.attachment_cards.6", "discard"),
            Verb::Replaced => ("RR.glossary.plot_card.2", "replace"),
            Verb::Title => ("RR.fw.7.4", "title"),
        };
        self.tell_moved(rules, rule, was, from, how, |tag| match verb {
            Verb::Kill => format!("{}'s {tag} is killed{by}.", name(controller)),
            Verb::Discard => format!("{}'s {tag} is discarded from play{by}.", name(controller)),
            Verb::Rule => format!("{}'s {tag} may not stay and is discarded from play.", name(controller)),
            Verb::Sacrifice => format!("{} sacrifices {tag}.", name(controller)),
            Verb::Return => format!("{tag} returns to {}'s hand{by}.", name(owner)),
            Verb::Move => format!("{tag} leaves play{by} and goes {}.", place(to, owner)),
            Verb::Replaced => format!("{tag} goes to {}'s used pile.", name(owner)),
            Verb::Title => format!("{tag} returns to the title pool."),
        });
        // First the card, then what lay on it.
        if self.log.on {
            self.log.events[told..].rotate_right(1);
        }
    }

    /// Duplicates of a leaving card are discarded, attachments return to their owners' hands, terminal ones are discarded
    /// (RR.glossary.leaves_play.1); what lies on those goes the same way.
    pub(super) fn strip(&mut self, rules: &Rules, card: Id, extra: &mut Vec<Ev>) {
        let duplicates: SmallVec<[Id; 4]> = self.duplicates_of(card).collect();
        for duplicate in duplicates {
            self.discard_duplicate(rules, duplicate);
        }
        let attachments: SmallVec<[Id; 4]> = self.attachments_of(card).collect();
        for attachment in attachments {
            let terminal = self.der(attachment).keyword(KeywordName::Terminal);
            let owner = self.card(attachment).owner;
            let dest = if terminal { Destination::DiscardPile } else { Destination::Hand };
            let snap = Some(Box::new(self.snap(rules, attachment)));
            let verb = if terminal { Verb::Rule } else { Verb::Return };
            self.strip(rules, attachment, extra);
            self.relocate(rules, attachment, dest);
            self.tell_move(rules, "RR.glossary.attachment_cards.5", attachment, Zone::Play, "leave", |tag| {
                let owner = name(owner);
                if terminal { format!("{tag} on it is discarded.") } else { format!("{tag} on it returns to {owner}'s hand.") }
            });
            let kind = Kind::Leave { card: attachment, verb, to: dest, can_save: false, saved: false, snap };
            extra.push(Ev { done: true, ..Ev::new(kind) });
        }
    }

    /// A duplicate goes to the discard pile, where everybody sees which card it was (RR.glossary.duplicates.11).
    pub fn discard_duplicate(&mut self, rules: &Rules, duplicate: Id) {
        self.relocate(rules, duplicate, Destination::DiscardPile);
        self.tell_move(rules, "RR.glossary.duplicates.11", duplicate, Zone::Duplicate, "discard", |tag| {
            format!("The duplicate {tag} is discarded.")
        });
    }

    /// A card goes facedown under a card in play: out of play, a new object, which the seat that put it there may look at
    /// (RR.glossary.facedown_cards.2).
    pub(super) fn put_under(&mut self, rules: &Rules, card: Id, host: Id, seat: Seat, from: Zone) {
        self.pull(card);
        let c = self.card_mut(card);
        c.zone = Zone::Under;
        c.base = seat;
        c.facedown = true;
        c.host = Some(host);
        c.known = SeatSet::one(seat);
        self.under.push(card);
        self.tell_apart("RR.glossary.facedown_cards.2", 1 << seat.0, |s| {
            let code = Some(rules.cards[s.card(card).def as usize].def.code.clone());
            let moved = |card, code| Told::Moved { card, code, seat, from, to: Zone::Under, how: "under".to_owned() };
            let over = s.tag(rules, host);
            (
                (moved(Some(card), code), format!("{} goes facedown under {over}.", s.tag(rules, card))),
                Some((moved(Some(card), None), format!("A card goes facedown under {over}."))),
            )
        });
    }

    /// Cards that lie under a card which these events took out of play go to their owners' discard piles, after what is said for that
    /// moment.
    pub(super) fn discard_orphans(&mut self, rules: &Rules, events: &[Ev]) {
        let left = |id: Id| events.iter().any(|e| e.done && matches!(e.kind, Kind::Leave { card, .. } if card == id));
        let orphan = |id: &Id| self.card(*id).host.is_some_and(|host| !self.in_play(host) && left(host));
        let orphans: SmallVec<[Id; 4]> = self.under.iter().copied().filter(orphan).collect();
        if orphans.is_empty() {
            return;
        }
        // A moment of its own: they come to their piles together.
        self.clock += 1;
        for card in orphans {
            self.relocate(rules, card, Destination::DiscardPile);
            self.tell_move(rules, "RR.glossary.facedown_cards.1", card, Zone::Under, "discard", |tag| {
                format!("{tag}, which lay under a card that left play, is discarded.")
            });
        }
        self.note_heaps(rules);
    }

    /// A card goes away without windows: elimination.
    pub fn leave_now(&mut self, rules: &Rules, card: Id, to: Destination) {
        self.strip(rules, card, &mut Vec::new());
        self.relocate(rules, card, to);
        let under: SmallVec<[Id; 4]> = self.under.iter().copied().filter(|id| self.card(*id).host == Some(card)).collect();
        under.into_iter().for_each(|id| self.relocate(rules, id, Destination::DiscardPile));
    }

    /// Moves a card to an area of its owner (RR.glossary.ownership.4): a new object, without tokens, standing.
    pub fn relocate(&mut self, rules: &Rules, card: Id, to: Destination) {
        // Between places out of play only what is in them changes.
        let table = matches!(self.card(card).zone, Zone::Play | Zone::RevealedPlot | Zone::Duplicate | Zone::Under | Zone::TitlePool);
        self.touch(if table { reads::ALL } else { reads::HANDS | reads::PILES });
        self.pull(card);
        let owner = self.card(card).owner;
        if self.titles.is_some() && rules.cards[self.card(card).def as usize].def.kind == CardType::Title {
            return self.title_returns(card);
        }
        // Cards of a player who is out of the game are out of it (AMB.4).
        let to = if self.player(owner).eliminated { Destination::RemovedFromGame } else { to };
        let zone = zone_of(to);
        let c = self.card_mut(card);
        c.zone = zone;
        c.base = owner;
        c.facedown = zone == Zone::Shadows;
        c.known = if matches!(zone, Zone::Deck) { SeatSet::EMPTY } else { SeatSet::one(owner) };
        let kind = rules.cards[c.def as usize].def.kind;
        let replaced = kind == CardType::Plot && zone == Zone::Discard;
        match to {
            Destination::DeckBottom => self.player_mut(owner).deck.insert(0, card),
            Destination::RemovedFromGame => self.removed.push(card),
            _ if replaced => {
                self.card_mut(card).zone = Zone::UsedPlots;
                self.player_mut(owner).used.push(card);
            }
            _ => {
                if let Some(pile) = self.pile_mut(owner, zone) {
                    pile.push(card);
                }
            }
        }
        if to == Destination::ShuffledIntoDeck {
            self.shuffle_deck(owner);
        }
    }

    /// Takes a card out of wherever it is; it becomes a new object.
    pub fn pull(&mut self, card: Id) {
        let (zone, base, owner) = {
            let c = self.card(card);
            (c.zone, c.base, c.owner)
        };
        match zone {
            Zone::Play | Zone::RevealedPlot => {
                self.play.retain(|id| *id != card);
                for p in &mut self.players {
                    if p.revealed == Some(card) {
                        p.revealed = None;
                    }
                }
            }
            Zone::Duplicate => self.duplicates.retain(|id| *id != card),
            Zone::Under => self.under.retain(|id| *id != card),
            Zone::Removed => self.removed.retain(|id| *id != card),
            Zone::ChosenPlot => self.player_mut(owner).chosen = None,
            zone => {
                for seat in [base, owner] {
                    if let Some(pile) = self.pile_mut(seat, zone) {
                        pile.retain(|id| *id != card);
                    }
                }
            }
        }
        if let Some(c) = &mut self.challenge {
            c.attackers.retain(|id| *id != card);
            c.defenders.retain(|id| *id != card);
            c.bypassed.retain(|id| *id != card);
            if c.assaulted == Some(card) {
                c.assaulted = None;
            }
        }
        let clock = self.clock;
        let c = self.card_mut(card);
        c.since = clock;
        c.gen_ = c.gen_.wrapping_add(1);
        c.kneeling = false;
        c.facedown = false;
        c.power = 0;
        c.gold = 0;
        c.tokens.clear();
        c.host = None;
        c.became = None;
        c.entered = None;
        c.left = None;
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn enter(
        &mut self,
        rules: &Rules,
        card: Id,
        seat: Seat,
        means: Means,
        host: Option<Id>,
        over: Option<Id>,
        knelt: bool,
        from: Zone,
    ) -> bool {
        if self.in_play(card) || self.player(self.card(card).owner).eliminated {
            return false;
        }
        let from_known = from != Zone::Shadows;
        self.pull(card);
        let phase_no = self.phase_no;
        let c = self.card_mut(card);
        c.base = seat;
        c.known = SeatSet(u16::MAX);
        if let Some(over) = over {
            c.zone = Zone::Duplicate;
            c.host = Some(over);
            self.duplicates.push(card);
            self.touch(reads::ALL);
            self.tell_move(rules, "RR.glossary.duplicates.1", card, from, "duplicate", |tag| {
                format!("{} adds {tag} as a duplicate to the one in play.", name(seat))
            });
            return true;
        }
        c.zone = Zone::Play;
        c.host = host;
        c.kneeling = knelt;
        c.entered = Some((means, phase_no));
        self.play.push(card);
        let _ = from_known;
        let how = match means {
            Means::Marshaled => "marshal",
            Means::Ambush => "ambush",
            Means::OutOfShadows => "shadows",
            Means::PutIntoPlay => "put_into_play",
        };
        let on = host.filter(|_| self.log.on).map_or(String::new(), |host| format!(" on {}", self.tag(rules, host)));
        self.tell_move(rules, "RR.glossary.enters_play.1", card, from, how, |tag| match means {
            Means::Marshaled => format!("{} marshals {tag}{on}.", name(seat)),
            Means::Ambush => format!("{} ambushes with {tag}{on}.", name(seat)),
            Means::OutOfShadows => format!("{} brings {tag} out of shadows{on}.", name(seat)),
            Means::PutIntoPlay => format!("{} puts {tag} into play{on}.", name(seat)),
        });
        self.recompute(rules);
        if self.der(card).enters_knelt {
            self.card_mut(card).kneeling = true;
            self.touch(reads::KNEELING);
        }
        true
    }
}
