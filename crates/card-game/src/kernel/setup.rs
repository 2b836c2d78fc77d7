//! Setup (RR.setup): mulligans, setup cards, the reveal, attachments, the refill.

use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet, SelectItem, SelectRule};

use super::ask::{List, Topic};
use super::eval::Ctx;
use super::framework::Round;
use super::state::{Frame, Id, State, Zone};
use super::tell::{count, name};
use crate::lang::ast::{Keyword, KeywordName, PrintedCost};
use crate::rules::Rules;
use crate::view::{Action, What as Told};
use crate::words::CardType;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Pc {
    Mulligan,
    Place,
    Reveal,
    Attach,
    Draw,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub pc: Pc,
    pub at: u8,
    pub asked: bool,
    /// Cards placed facedown, by seat; the flag: into shadows.
    pub placed: Vec<Vec<(Id, bool)>>,
    /// Attachments that wait for a host.
    pub loose: Vec<Id>,
    /// Hosts chosen so far: all attach at the same moment (RR.setup.9.3).
    pub hosts: Vec<(Id, Id)>,
}

impl Setup {
    pub fn new(seats: usize) -> Setup {
        Setup { pc: Pc::Mulligan, at: 0, asked: false, placed: vec![Vec::new(); seats], loose: Vec::new(), hosts: Vec::new() }
    }
}

/// Gold for setup cards (RR.setup.8.1).
pub const SETUP_GOLD: i32 = 8;

impl State {
    pub fn step_setup(&mut self, rules: &Rules, mut s: Setup) {
        let order = self.order();
        match s.pc {
            Pc::Mulligan => {
                if s.asked {
                    s.asked = false;
                    let seat = order[s.at as usize];
                    if self.answer_one() == Action::Yes {
                        // All seven back, seven new; the second hand is kept (RR.setup.7).
                        let hand = std::mem::take(&mut self.player_mut(seat).hand);
                        for id in hand {
                            self.card_mut(id).zone = Zone::Deck;
                            self.player_mut(seat).deck.push(id);
                        }
                        self.shuffle_deck(seat);
                        self.tell("RR.setup.7", |_| (Told::Note, format!("{} takes a mulligan.", name(seat))));
                        self.draw(rules, seat, 7);
                    } else {
                        self.tell("RR.setup.7", |_| (Told::Note, format!("{} keeps the setup hand.", name(seat))));
                    }
                    s.at += 1;
                }
                if let Some(seat) = order.get(s.at as usize) {
                    self.step("RR.setup.7");
                    self.ask(*seat, Topic::Mulligan, None, List::One(vec![Action::No, Action::Yes]));
                    s.asked = true;
                } else {
                    s.pc = Pc::Place;
                    s.at = 0;
                }
                self.push(Frame::Setup(s));
            }
            Pc::Place => {
                if s.asked {
                    s.asked = false;
                    let seat = order[s.at as usize];
                    let answer = self.answer_taken();
                    for action in answer {
                        if let Action::Place { card, shadows } = action {
                            s.placed[seat.index()].push((card, shadows));
                        }
                    }
                    let n = s.placed[seat.index()].len();
                    self.tell("RR.setup.8", |_| (Told::Note, format!("{} places {}.", name(seat), count(n, "setup card"))));
                    s.at += 1;
                }
                if let Some(seat) = order.get(s.at as usize) {
                    self.step("RR.setup.8");
                    let list = self.setup_list(rules, *seat);
                    self.ask(*seat, Topic::SetupCards, None, list);
                    s.asked = true;
                } else {
                    s.pc = Pc::Reveal;
                    s.at = 0;
                }
                self.push(Frame::Setup(s));
            }
            Pc::Reveal => {
                self.step("RR.setup.9");
                for seat in order {
                    for (card, shadows) in s.placed[seat.index()].clone() {
                        self.player_mut(seat).hand.retain(|id| *id != card);
                        let name_of = |id: Id| &rules.cards[self.card(id).def as usize].def.name;
                        let over = self
                            .play
                            .iter()
                            .copied()
                            .find(|o| self.card(*o).owner == seat && self.card(*o).zone == Zone::Play && name_of(*o) == name_of(card));
                        let unique = rules.cards[self.card(card).def as usize].def.unique;
                        let attachment = rules.cards[self.card(card).def as usize].def.kind == CardType::Attachment;
                        let c = self.card_mut(card);
                        if shadows {
                            c.zone = Zone::Shadows;
                            c.facedown = true;
                            self.player_mut(seat).shadows.push(card);
                            continue;
                        }
                        c.known = SeatSet(u16::MAX);
                        if let Some(over) = over.filter(|_| unique) {
                            c.zone = Zone::Duplicate;
                            c.host = Some(over);
                            self.duplicates.push(card);
                        } else {
                            c.zone = Zone::Play;
                            self.play.push(card);
                            if attachment {
                                s.loose.push(card);
                            }
                        }
                        self.tell_move(rules, "RR.setup.9", card, Zone::Hand, "setup", |tag| format!("{} sets up {tag}.", name(seat)));
                    }
                }
                self.cache.fresh = false;
                s.pc = Pc::Attach;
                self.push(Frame::Setup(s));
            }
            Pc::Attach => {
                if s.asked {
                    s.asked = false;
                    let card = s.loose.remove(0);
                    if let Some(host) = self.answer_cards().first() {
                        s.hosts.push((card, *host));
                    }
                }
                while let Some(card) = s.loose.first().copied() {
                    let seat = self.card(card).owner;
                    let hosts: Vec<Id> = self
                        .play
                        .iter()
                        .copied()
                        .filter(|h| *h != card && self.card(*h).owner == seat && self.may_host(rules, card, *h, seat))
                        .collect();
                    if hosts.len() > 1 {
                        let list = hosts.into_iter().map(|card| Action::Card { card }).collect();
                        self.ask(seat, Topic::SetupHost, Some(card), List::One(list));
                        s.asked = true;
                        return self.push(Frame::Setup(s));
                    }
                    s.loose.remove(0);
                    match hosts.first() {
                        Some(host) => s.hosts.push((card, *host)),
                        None => self.relocate(rules, card, crate::lang::ast::Destination::DiscardPile),
                    }
                }
                for (card, host) in std::mem::take(&mut s.hosts) {
                    self.card_mut(card).host = Some(host);
                    self.tell("RR.setup.8", |s| (Told::Note, format!("{} is attached to {}.", s.tag(rules, card), s.tag(rules, host))));
                }
                self.cache.fresh = false;
                s.pc = Pc::Draw;
                self.push(Frame::Setup(s));
                // One attachment may have made another illegal (FAQ.q.setup_attach2).
                self.refresh(rules);
                let illegal: Vec<Id> = self
                    .play
                    .iter()
                    .copied()
                    .filter(|id| self.card(*id).host.is_some_and(|h| !self.may_host(rules, *id, h, self.card(*id).owner)))
                    .collect();
                for card in illegal {
                    self.relocate(rules, card, crate::lang::ast::Destination::DiscardPile);
                }
            }
            Pc::Draw => {
                self.step("RR.setup.10");
                for seat in order {
                    let n = 7usize.saturating_sub(self.player(seat).hand.len());
                    self.draw(rules, seat, n);
                }
                self.push(Frame::Round(Round::default()));
            }
        }
    }

    /// What a seat may place: printed costs up to 8, one limited card, free duplicates, shadow cards for 2 (RR.setup.8).
    pub fn setup_list(&self, rules: &Rules, seat: Seat) -> List {
        let mut hand = self.player(seat).hand.clone();
        let entry = |id: Id| &rules.cards[self.card(id).def as usize];
        // Hosts before attachments, so that an attachment is listed once a host is picked.
        hand.sort_by_key(|id| (entry(*id).def.kind == CardType::Attachment, self.card(*id).def, *id));
        let mut of = Vec::new();
        let mut items = Vec::new();
        for (i, id) in hand.iter().enumerate() {
            let e = entry(*id);
            let key = 2 + i as u32;
            if matches!(e.def.kind, CardType::Character | CardType::Location | CardType::Attachment)
                && let Some(PrintedCost::Gold(cost)) = e.def.cost
            {
                let copy = e.def.unique && hand[..i].iter().any(|o| entry(*o).def.name == e.def.name);
                let value = if copy { 0 } else { cost };
                // One limited card: they share a key; a duplicate has no keywords (AMB.23).
                let key = if e.has(KeywordName::Limited) && !copy { 1 } else { key };
                let twin = i > 0 && self.card(hand[i - 1]).def == self.card(*id).def;
                of.push(Action::Place { card: *id, shadows: false });
                items.push(SelectItem { value, key, twin, ..SelectItem::default() });
            }
            // Into shadows: limited does not count (RR.glossary.limited.4).
            if e.def.keywords.iter().any(|k| matches!(k, Keyword::Shadow(_))) {
                of.push(Action::Place { card: *id, shadows: true });
                items.push(SelectItem { value: 2, key: key + 100, ..SelectItem::default() });
            }
        }
        let max = of.len() as u16;
        List::Set { of, items, rule: SelectRule { max, sum_at_most: Some(SETUP_GOLD), per_key: Some(1), ..SelectRule::any() } }
    }

    /// Whether a setup card may be picked after these: a copy only after the card itself, an attachment only with an own host, a card
    /// once.
    pub fn setup_allows(&self, rules: &Rules, draft: &[Action], action: &Action) -> bool {
        let Action::Place { card, shadows } = action else { return true };
        let entry = |id: Id| &rules.cards[self.card(id).def as usize];
        let seat = self.card(*card).owner;
        let placed =
            |wanted: &dyn Fn(Id) -> bool| draft.iter().any(|a| matches!(a, Action::Place { card, shadows: false } if wanted(*card)));
        if draft.iter().any(|a| matches!(a, Action::Place { card: c, .. } if c == card)) {
            return false;
        }
        if *shadows {
            return true;
        }
        let def = &entry(*card).def;
        // A second copy of a unique card is free only as a duplicate; twins come in order.
        let earlier: Vec<Id> = self
            .player(seat)
            .hand
            .iter()
            .copied()
            .filter(|o| o != card && entry(*o).def.name == def.name && sorts_before(self, *o, *card))
            .collect();
        if def.unique && !earlier.is_empty() && !earlier.iter().all(|o| placed(&|id| id == *o)) {
            return false;
        }
        if def.unique && !earlier.is_empty() {
            return true;
        }
        def.kind != CardType::Attachment || placed(&|host| self.setup_host(rules, *card, host, seat))
    }

    /// Whether an attachment may go on a card that is still facedown in setup.
    fn setup_host(&self, rules: &Rules, card: Id, host: Id, seat: Seat) -> bool {
        let entry = &rules.cards[self.card(card).def as usize];
        let over = &rules.cards[self.card(host).def as usize];
        let forbids = over.def.keywords.iter().any(|k| match k {
            Keyword::NoAttachments => true,
            Keyword::NoAttachmentsExcept(except) => !except.iter().any(|t| entry.traits.has(*t)),
            Keyword::NoAttachmentsWith(t) => entry.traits.has(*t),
            _ => false,
        });
        if forbids {
            return false;
        }
        let typed = entry.def.host.0.iter().any(|p| {
            use crate::lang::ast::Pred;
            matches!(p, Pred::Character | Pred::Location | Pred::Attachment | Pred::FactionCard | Pred::Plot | Pred::Any(_))
        });
        (typed || over.def.kind == CardType::Character) && Ctx::of(self, rules, card, seat).fits(&entry.def.host, host)
    }
}

fn sorts_before(st: &State, a: Id, b: Id) -> bool {
    (st.card(a).def, a) < (st.card(b).def, b)
}
