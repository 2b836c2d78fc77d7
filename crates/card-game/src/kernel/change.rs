//! What an event does to the table. Nothing else changes a zone, a token, a gold pool or a control marker.

use table::{Seat, SeatSet};

use super::event::{Ev, Kind, Snap};
use super::reads;
use super::state::{Id, Lasting, Mod, State, Until, Zone, zone_of};
use super::tell::{count, name, place};
use crate::lang::ast::{Act, Destination};
use crate::rules::Rules;
use crate::view::What;
use crate::words::CardType;

impl State {
    /// Lets the events of a batch take place, all at once.
    pub fn change(&mut self, rules: &Rules, events: &mut Vec<Ev>) {
        // Last-known information first: all leave at the same moment.
        for ev in events.iter_mut().filter(|e| !e.off) {
            if let Kind::Leave { card, snap, .. } = &mut ev.kind
                && self.in_play(*card)
            {
                *snap = Some(Box::new(self.snap(rules, *card)));
            }
        }
        // One moment: what begins in it begins at the same time.
        self.clock += 1;
        let mut extra = Vec::new();
        for ev in events.iter_mut().filter(|e| !e.off && !e.done) {
            ev.done = self.change_one(rules, ev, &mut extra);
            self.touched_by(&ev.kind);
        }
        events.append(&mut extra);
    }

    pub(super) fn snap(&self, rules: &Rules, card: Id) -> Snap {
        let c = self.card(card);
        Snap {
            card: self.refer(card),
            def: c.def,
            kind: self.kind(rules, card),
            der: *self.der(card),
            kneeling: c.kneeling,
            attacking: self.attacking(card),
            defending: self.defending(card),
            host: c.host,
            power: c.power,
        }
    }

    fn change_one(&mut self, rules: &Rules, ev: &mut Ev, extra: &mut Vec<Ev>) -> bool {
        match &ev.kind {
            Kind::Leave { card, verb, to, .. } => {
                let (card, verb, to) = (*card, *verb, *to);
                if !self.in_play(card) || self.kind(rules, card) == CardType::FactionCard {
                    return false;
                }
                self.leave(rules, card, verb, to, ev.source, extra);
                true
            }
            Kind::Enter { card, seat, means, host, duplicate_on, knelt, from, .. } => {
                let (card, seat, means, host, over, knelt, from) = (*card, *seat, *means, *host, *duplicate_on, *knelt, *from);
                self.enter(rules, card, seat, means, host, over, knelt, from)
            }
            Kind::Under { card, host, from } => {
                let (card, host, from) = (*card, *host, *from);
                if self.in_play(card) || !self.in_play(host) || self.card(card).zone == Zone::Removed {
                    return false;
                }
                let seat = ev.seat.unwrap_or(self.card(card).owner);
                self.put_under(rules, card, host, seat, from);
                true
            }
            Kind::Move { card, to, discard, by, .. } => {
                let (card, to, discard, by) = (*card, *to, *discard, *by);
                if self.in_play(card) || self.card(card).zone == Zone::Removed {
                    return false;
                }
                let from = self.card(card).zone;
                let seat = self.card(card).owner;
                let was = (card, self.card(card).def);
                self.relocate(rules, card, to);
                let hidden = matches!(zone_of(to), Zone::Hand | Zone::Deck | Zone::Shadows)
                    && matches!(from, Zone::Hand | Zone::Deck | Zone::Shadows | Zone::Under);
                let how = if discard { "discard" } else { "move" };
                if hidden {
                    self.tell_apart("RR.glossary.in_play.2", 1 << seat.0, |s| {
                        let (id, code, tag) = s.told_as(rules, was);
                        let to_zone = s.card(card).zone;
                        let moved = |card, code| What::Moved { card, code, seat, from, to: to_zone, how: how.to_owned() };
                        let place = place(to, seat);
                        (
                            (moved(id, Some(code)), format!("{tag} goes {place}.")),
                            Some((
                                moved(None, None),
                                match to {
                                    Destination::Shadows => format!("A card of {} goes {place}.", name(seat)),
                                    _ => format!("A card goes {place}."),
                                },
                            )),
                        )
                    });
                } else {
                    let (rule, text) = match discard && self.log.on {
                        true => self.told_discard(rules, card, from, by, ev.source, ev.cost),
                        false => ("RR.leave", String::new()),
                    };
                    self.tell_moved(
                        rules,
                        rule,
                        was,
                        from,
                        how,
                        |tag| {
                            if discard { text } else { format!("{tag} goes {}.", place(to, seat)) }
                        },
                    );
                }
                true
            }
            Kind::Kneel { card } => self.turn(rules, *card, true),
            Kind::Stand { card } => self.turn(rules, *card, false),
            Kind::Draw { seat, n } => {
                let (seat, n) = (*seat, *n);
                self.draw(rules, seat, n as usize) > 0
            }
            Kind::Gold { seat, card, n } => {
                let (seat, card, n) = (*seat, *card, *n);
                let less = if ev.cost { "pays" } else { "loses" };
                match card {
                    None => {
                        let pool = &mut self.player_mut(seat).gold;
                        let before = *pool;
                        *pool = (*pool + n).max(0);
                        let change = *pool - before;
                        if change != 0 {
                            self.tell("RR.glossary.gold.1", |_| {
                                let words = if change > 0 { format!("gains {change} gold") } else { format!("{less} {} gold", -change) };
                                (What::Gold { seat, card: None, amount: change }, format!("{} {words}.", name(seat)))
                            });
                        }
                        change == n
                    }
                    Some(id) => {
                        let gold = &mut self.card_mut(id).gold;
                        let before = *gold;
                        *gold = (i32::from(*gold) + n).max(0) as i16;
                        let change = i32::from(*gold - before);
                        self.tell("RR.glossary.gold.1", |s| {
                            let tag = s.tag(rules, id);
                            let text = match change {
                                0.. => format!("{change} gold is placed on {tag}."),
                                _ if ev.cost => format!("{} pays {} gold from {tag}.", name(seat), -change),
                                _ => format!("{tag} loses {} gold.", -change),
                            };
                            (What::Gold { seat, card: Some(id), amount: change }, text)
                        });
                        change == n
                    }
                }
            }
            Kind::Power { card, n, .. } => {
                let (card, n) = (*card, *n);
                if n > 0 { self.gain_power(rules, card, n) } else { self.lose_power(rules, card, -n) }
            }
            Kind::MovePower { from, to, n } => {
                let (from, to) = (*from, *to);
                let n = (*n).min(i32::from(self.card(from).power));
                if n <= 0 || !self.in_play(to) || from == to {
                    return false;
                }
                self.card_mut(from).power -= n as i16;
                self.card_mut(to).power += n as i16;
                self.tell("RR.glossary.moving_power.1", |s| {
                    (
                        What::PowerMoved { from, to, amount: n },
                        format!("{n} power moves from {} to {}.", s.holder(rules, from), s.holder(rules, to)),
                    )
                });
                true
            }
            Kind::Token { card, token, n } => {
                let (card, token, n) = (*card, *token, *n);
                let tokens = &mut self.card_mut(card).tokens;
                match tokens.iter_mut().find(|(t, _)| *t == token) {
                    Some((_, count)) => {
                        if *count + n < 0 {
                            return false;
                        }
                        *count += n;
                    }
                    None if n > 0 => tokens.push((token, n)),
                    None => return false,
                }
                self.card_mut(card).tokens.retain(|(_, n)| *n > 0);
                self.tell("RR.glossary.tokens.1", |s| {
                    let word = rules.tokens[token as usize].clone();
                    let (verb, tokens) = (if n > 0 { "gets" } else { "loses" }, count(n.unsigned_abs().into(), &format!("{word} token")));
                    let text = format!("{} {verb} {tokens}.", s.tag(rules, card));
                    (What::Token { card, token: word, amount: i32::from(n) }, text)
                });
                true
            }
            Kind::Attach { card, host } => {
                let (card, host) = (*card, *host);
                if !self.in_play(card) || !self.may_move_to(rules, card, host) {
                    return false;
                }
                let clock = self.clock;
                let c = self.card_mut(card);
                c.host = Some(host);
                c.since = clock;
                self.tell("RR.glossary.attachment_cards.1", |s| {
                    (What::Note, format!("{} is attached to {}.", s.tag(rules, card), s.tag(rules, host)))
                });
                true
            }
            Kind::Control { card, seat } => {
                let (card, seat) = (*card, *seat);
                if !self.in_play(card) || self.der(card).controller == seat {
                    return false;
                }
                // Until something else applies, most recent first (FAQ.q.take_control).
                self.lasting.push(Lasting {
                    until: Until::Forever,
                    cards: smallvec::smallvec![self.refer(card)],
                    player: None,
                    mods: smallvec::smallvec![Mod::Control(seat)],
                    source: ev.source.unwrap_or(card),
                    def: self.card(ev.source.unwrap_or(card)).def,
                    controller: seat,
                    since: self.clock,
                });
                self.tell("RR.glossary.ownership.6", |s| {
                    (What::Control { card, seat }, format!("{} takes control of {}.", name(seat), s.tag(rules, card)))
                });
                true
            }
            Kind::Shuffle { seat } => {
                let seat = *seat;
                self.shuffle_deck(seat);
                self.tell("RR.glossary.search.2", |_| (What::Shuffled { seat }, format!("{} shuffles the deck.", name(seat))));
                true
            }
            Kind::Last { lasting } => {
                self.lasting.push(Lasting { since: self.clock, ..(**lasting).clone() });
                true
            }
            Kind::Reduce { reducer } => {
                self.reducers.push((**reducer).clone());
                true
            }
            Kind::Delay { delayed } => {
                self.delayed.push((**delayed).clone());
                true
            }
            Kind::Join { card, attacking } => {
                let (card, attacking) = (*card, *attacking);
                if !self.in_play(card) || self.participates(card) {
                    return false;
                }
                let Some(c) = self.challenge.as_mut().filter(|c| !c.over) else { return false };
                if attacking {
                    c.attackers.push(card)
                } else {
                    c.defenders.push(card)
                }
                let side = if attacking { "attacking" } else { "defending" };
                self.tell("RR.glossary.participating.1", |s| {
                    (What::Joined { card, attacking }, format!("{} joins the {side} side.", s.tag(rules, card)))
                });
                true
            }
            Kind::Part { card } => {
                let card = *card;
                if !self.participates(card) {
                    return false;
                }
                if let Some(c) = &mut self.challenge {
                    c.attackers.retain(|id| *id != card);
                    c.defenders.retain(|id| *id != card);
                }
                self.tell("RR.glossary.participating.3", |s| {
                    (What::RemovedFromChallenge { card }, format!("{} is removed from the challenge.", s.tag(rules, card)))
                });
                true
            }
            Kind::Save { .. } => false,
            Kind::Bonus { seat, n, rivals } => {
                let (seat, n) = (*seat, i32::from(*n) + i32::from(*rivals));
                let card = self.player(seat).faction_card;
                self.gain_power(rules, card, n)
            }
            Kind::Gave { from, to } => {
                let (from, to) = (*from, *to);
                self.player_mut(from).gave.insert(to);
                true
            }
            Kind::Title { card, seat } => {
                let (card, seat) = (*card, *seat);
                self.enter_title(rules, card, seat)
            }
            Kind::Income { seat, n } => {
                let (seat, n) = (*seat, *n);
                self.player_mut(seat).gold += n;
                self.tell("RR.fw.3.2", |_| {
                    (What::Gold { seat, card: None, amount: n }, format!("{} collects {n} gold as income.", name(seat)))
                });
                true
            }
            Kind::StandAll => {
                self.stand_all(rules);
                true
            }
            Kind::TaxGold => {
                for seat in self.order() {
                    if self.cache.players[seat.index()].keep_gold {
                        continue;
                    }
                    let n = std::mem::take(&mut self.player_mut(seat).gold);
                    if n > 0 {
                        self.tell("RR.fw.7.2", |_| {
                            (What::Gold { seat, card: None, amount: -n }, format!("{} returns {n} gold to the treasury.", name(seat)))
                        });
                    }
                }
                true
            }
            Kind::PhaseEnds(_) => {
                // "Until the end of the phase" expires here, before "at the end of the phase" (FAQ.qr.end).
                let n = self.phase_no;
                self.phase_over = true;
                self.expire(|u| u == Until::Phase(n));
                true
            }
            Kind::RoundEnds => {
                let n = self.round;
                self.expire(|u| u == Until::Round(n));
                true
            }
            Kind::ChallengeEnds => {
                let n = self.challenges;
                self.expire(|u| u == Until::Challenge(n));
                if let Some(c) = &mut self.challenge {
                    c.over = true;
                }
                self.tell("RR.fw.4.2.6", |_| (What::ChallengeEnded, "The challenge ends.".to_owned()));
                true
            }
            Kind::Reveal { seat, card } => {
                let (seat, card) = (*seat, *card);
                self.reveal_plot(rules, seat, card);
                true
            }
            Kind::ClaimApplied { recipient, .. } => {
                let recipient = *recipient;
                if let Some(c) = &mut self.challenge {
                    c.claim_on.insert(recipient);
                }
                true
            }
            Kind::Dominance { winner } => {
                let winner = *winner;
                self.dominance_winner = winner;
                if let Some(seat) = winner {
                    let card = self.player(seat).faction_card;
                    self.gain_power(rules, card, 1);
                }
                true
            }
            Kind::RoundBegins
            | Kind::PhaseBegins(_)
            | Kind::PlotsRevealed { .. }
            | Kind::Comparing
            | Kind::Initiative { .. }
            | Kind::FirstPlayer { .. }
            | Kind::Initiated
            | Kind::Bypassed { .. }
            | Kind::Declared { .. }
            | Kind::Raised { .. }
            | Kind::Result
            | Kind::Effects { .. }
            | Kind::Played { .. }
            | Kind::Pillaged { .. }
            | Kind::Seen { .. } => true,
        }
    }

    /// Lasting effects, reducers and use counts whose time is over go.
    pub fn expire(&mut self, over: impl Fn(Until) -> bool) {
        let (cards, lasting) = (&self.cards, self.lasting.len());
        let there = |l: &Lasting| l.player.is_some() || l.cards.iter().any(|c| cards[c.id.0 as usize].gen_ == c.gen_);
        self.lasting.retain(|l| !over(l.until) && there(l));
        self.reducers.retain(|r| !over(r.until));
        self.uses.retain(|u| !over(u.until));
        self.firsts.retain(|(_, _, u)| !over(*u));
        if self.lasting.len() < lasting {
            self.touch(reads::ALL);
        }
    }

    fn turn(&mut self, rules: &Rules, card: Id, kneel: bool) -> bool {
        if !self.in_play(card) || self.card(card).kneeling == kneel {
            return false;
        }
        if self.der(card).cannot(if kneel { Act::Kneel } else { Act::Stand }) {
            return false;
        }
        self.card_mut(card).kneeling = kneel;
        if kneel {
            self.tell("RR.glossary.kneel.1", |s| (What::Kneeled { card }, format!("{} kneels.", s.tag(rules, card))));
        } else {
            self.tell("RR.glossary.stand.1", |s| (What::Stood { card }, format!("{} stands.", s.tag(rules, card))));
        }
        true
    }

    /// Draws from the top of the deck (RR.glossary.drawing_cards.1); how many were drawn.
    pub fn draw(&mut self, rules: &Rules, seat: Seat, n: usize) -> usize {
        if self.cache.players[seat.index()].cannot_draw {
            return 0;
        }
        let mut drawn = Vec::new();
        for _ in 0..n {
            let Some(card) = self.player_mut(seat).deck.pop() else { break };
            let c = self.card_mut(card);
            c.zone = Zone::Hand;
            c.gen_ = c.gen_.wrapping_add(1);
            c.known = SeatSet::one(seat);
            self.player_mut(seat).hand.push(card);
            drawn.push(card);
        }
        let count = drawn.len() as u32;
        if count > 0 {
            self.player_mut(seat).drew = true;
            self.tell_apart("RR.glossary.drawing_cards.1", 1 << seat.0, |s| {
                let cards = super::tell::count(drawn.len(), "card");
                (
                    (What::Drew { seat, count }, format!("{} draws {}.", name(seat), s.tags(rules, &drawn))),
                    Some((What::Drew { seat, count }, format!("{} draws {cards}.", name(seat)))),
                )
            });
        }
        drawn.len()
    }

    /// Shuffles a draw deck.
    pub fn shuffle_deck(&mut self, seat: Seat) {
        let deck = std::mem::take(&mut self.player_mut(seat).deck);
        self.player_mut(seat).deck = self.shuffle_identities(deck);
    }

    /// Shuffles cards: codes change places, ids stay in ascending order, so that ids of hidden cards tell nothing. Nobody knows them then.
    pub(super) fn shuffle_identities(&mut self, mut ids: Vec<Id>) -> Vec<Id> {
        ids.sort_unstable();
        let mut defs: Vec<u16> = ids.iter().map(|id| self.card(*id).def).collect();
        defs.sort_unstable();
        self.chance.shuffle(&mut defs);
        for (id, def) in ids.iter().zip(defs) {
            let card = self.card_mut(*id);
            card.def = def;
            card.gen_ = card.gen_.wrapping_add(1);
            card.known = SeatSet::EMPTY;
        }
        ids
    }

    /// What holds power, in a sentence: a faction card is its player's.
    fn holder(&self, rules: &Rules, card: Id) -> String {
        if self.kind(rules, card) == CardType::FactionCard {
            format!("{}'s faction", name(self.controller(card)))
        } else {
            self.tag(rules, card)
        }
    }

    /// Power from the treasury onto a card.
    pub fn gain_power(&mut self, rules: &Rules, card: Id, n: i32) -> bool {
        if n <= 0 || !self.in_play(card) || self.der(card).cannot(Act::GainPower) {
            return false;
        }
        let faction = self.kind(rules, card) == CardType::FactionCard;
        let seat = self.controller(card);
        if faction && self.cache.players[seat.index()].cannot_gain_power {
            return false;
        }
        self.card_mut(card).power += n as i16;
        self.touch(reads::POWER);
        self.tell("RR.glossary.gains.2", |s| {
            let text = if faction {
                format!("{} gains {n} power for the faction.", name(seat))
            } else {
                format!("{} gains {n} power.", s.tag(rules, card))
            };
            (What::Power { card, amount: n }, text)
        });
        true
    }

    fn lose_power(&mut self, rules: &Rules, card: Id, n: i32) -> bool {
        let n = n.min(i32::from(self.card(card).power));
        if n <= 0 {
            return false;
        }
        self.card_mut(card).power -= n as i16;
        self.tell("RR.glossary.power.1", |s| (What::Power { card, amount: -n }, format!("{} loses {n} power.", s.holder(rules, card))));
        true
    }

    /// The chosen plot turns faceup on top of the previous one, which leaves play (RR15.plot.4).
    fn reveal_plot(&mut self, rules: &Rules, seat: Seat, card: Id) {
        if let Some(old) = self.player(seat).revealed {
            let prize = self.der(old).prize();
            self.pull(old);
            self.card_mut(old).zone = Zone::UsedPlots;
            self.player_mut(seat).used.push(old);
            self.expire(|u| u == Until::Plot(seat));
            if prize > 0 {
                self.pay_prize(rules, seat, old, prize);
            }
        }
        let (from, before) = (self.card(card).zone, self.refer(card));
        self.pull(card);
        // What an interrupt to the reveal has done to it lasts.
        let now = self.refer(card);
        self.lasting.iter_mut().flat_map(|l| &mut l.cards).filter(|c| **c == before).for_each(|c| *c = now);
        let c = self.card_mut(card);
        c.zone = Zone::RevealedPlot;
        c.facedown = false;
        c.base = seat;
        c.known = SeatSet(u16::MAX);
        self.player_mut(seat).revealed = Some(card);
        self.play.push(card);
        let plot = rules.cards[self.card(card).def as usize].def.plot;
        self.tell_move(rules, "RR.fw.1.3", card, from, "reveal", |tag| match plot {
            Some((income, initiative, claim, reserve)) => {
                format!("{} reveals {tag}: income {income}, initiative {initiative}, claim {claim}, reserve {reserve}.", name(seat))
            }
            None => format!("{} reveals {tag}.", name(seat)),
        });
    }
}
