//! Wildling attacks (BG.wild.*).

use table::{Seat, SeatSet, Sink};

use crate::action::{Action, Move, Question, Scope};
use crate::data::{CardId, Track, Unit, WildEffect};
use crate::flow::{list, tell};
use crate::game::Rules;
use crate::state::{Attack, CardSet, State, Task};
use crate::view::Event;

impl State {
    pub(crate) fn wildling_attack<S: Sink<Event>>(&mut self, strength: u8, without: SeatSet, sink: &mut S) {
        tell!(sink, "wildlings", "BG.wild.steps", [], "The wildlings attack with strength {strength}.");
        self.attack = Some(Attack { strength, without, bids: Vec::new(), won: false, named: None, card: None });
        let seats = self.seats().filter(|seat| !without.contains(*seat)).collect();
        self.put_ask(Question::BidWildlings, seats);
    }

    /// BG.wild.steps 3 and 4: the sum decides; then the highest or lowest bidder is found.
    pub(crate) fn wildling_bids<S: Sink<Event>>(&mut self, answers: &[(Seat, Vec<Action>)], sink: &mut S) {
        let bids = self.take_bids(answers);
        let total: u16 = bids.iter().map(|bid| u16::from(*bid)).sum();
        let Some(attack) = &mut self.attack else { return };
        attack.won = total >= u16::from(attack.strength);
        let won = attack.won;
        let asked: Vec<Seat> = answers.iter().map(|(seat, _)| *seat).collect();
        let of = |seat: &Seat| bids[seat.index()];
        let best = if won { asked.iter().map(of).max() } else { asked.iter().map(of).min() };
        let among: Vec<Seat> = asked.iter().copied().filter(|seat| Some(of(seat)) == best).collect();
        if S::ON {
            let texts: Vec<String> = asked.iter().map(|seat| format!("{{{seat}}} {}", of(seat))).collect();
            let outcome = if won { "The Night's Watch wins" } else { "The wildlings win" };
            tell!(sink, "bids", "BG.wild.steps", [], "The bids: {}; {total} against {}. {outcome}.", list(&texts), attack.strength);
        }
        attack.bids = bids;
        self.todo.push(Task::AttackCard);
        match among.as_slice() {
            [one] => self.name_bidder(*one, sink),
            _ => self.put_to(self.holder(Track::IronThrone), Question::Name { highest: won, among }),
        }
    }

    pub(crate) fn name_bidder<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        if let Some(attack) = &mut self.attack {
            attack.named = Some(seat);
            let which = if attack.won { "highest" } else { "lowest" };
            tell!(sink, "bidder", "BG.wild.win", [], "{{{seat}}} is the {which} bidder.");
        }
    }

    /// The card is drawn, resolved and put under the deck (BG.wild.card).
    pub(crate) fn wildling_card<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        let mut top = self.wildlings.remove(0);
        top.known = SeatSet(u16::MAX);
        self.wildlings.push(top);
        let Some(attack) = &mut self.attack else { return };
        attack.card = Some(top.card);
        let (won, named) = (attack.won, attack.named);
        tell!(sink, "wildling_card", "BG.wild.card", [], "The wildling card is {}.", rules.board.wildlings[usize::from(top.card)].name);
        let again = attack.without != SeatSet::EMPTY;
        self.todo.push(Task::AttackEnd { won, again });
        if let Some(seat) = named {
            if won {
                self.todo.push(Task::Penalty { seat, lowest: true });
            } else {
                self.todo.push(Task::Penalties { lowest: seat });
                self.todo.push(Task::Victory);
                self.todo.push(Task::Ports);
                self.todo.push(Task::Penalty { seat, lowest: true });
            }
        }
    }

    /// The others, in the turn order that stands when the lowest bidder is done (BG.wild.lose, BG.wild.king-order).
    pub(crate) fn wildling_others(&mut self, lowest: Seat) {
        let Some(attack) = &self.attack else { return };
        let without = attack.without;
        let order = self.turn_order().to_vec();
        // Armies are reconciled when all supply markers have moved; where none has, nobody is over the limit.
        self.todo.extend(order.iter().rev().map(|seat| Task::Reconcile(*seat)));
        for seat in order.into_iter().rev().filter(|seat| *seat != lowest && !without.contains(*seat)) {
            self.todo.push(Task::Victory);
            self.todo.push(Task::Ports);
            self.todo.push(Task::Penalty { seat, lowest: false });
        }
    }

    pub(crate) fn wildling_penalty<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, lowest: bool, sink: &mut S) {
        let Some(Attack { won, card: Some(card), .. }) = &self.attack else { return };
        let card = &rules.board.wildlings[usize::from(*card)];
        let effect = match (won, lowest) {
            (true, _) => &card.highest,
            (false, true) => &card.lowest,
            (false, false) => &card.others,
        };
        self.wild_effect(rules, seat, effect, sink);
    }

    /// The options of the wildling card for its lowest bidder.
    pub(crate) fn wild_options<'a>(&self, rules: &'a Rules) -> &'a [WildEffect] {
        let card = self.attack.as_ref().and_then(|attack| attack.card).map_or(0, usize::from);
        let card = &rules.board.wildlings[card];
        match (&card.lowest, &card.others, &card.highest) {
            (WildEffect::Choose(options), _, _) | (_, WildEffect::Choose(options), _) | (_, _, WildEffect::Choose(options)) => options,
            _ => &[],
        }
    }

    pub(crate) fn wild_effect<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, effect: &WildEffect, sink: &mut S) {
        match effect {
            WildEffect::Nothing => {}
            WildEffect::Choose(_) => self.put_to(seat, Question::WildOption),
            WildEffect::Destroy { units, at_one_castle } => {
                let own: u8 = self.orderable(seat).map(|id| self.area(id).all()).sum();
                let units = (*units).min(own);
                let at_one_castle = *at_one_castle && self.orderable(seat).any(|id| self.castle_with(rules, id, units));
                if units == 0 {
                    return;
                }
                if units == own {
                    let picks: Vec<Action> = self.orderable(seat).flat_map(|area| self.all_units(area)).collect();
                    self.destroy_picks(seat, &picks, "BG.wild.units-anywhere", sink);
                } else {
                    self.put_to(seat, Question::Destroy { units, at_one_castle });
                }
            }
            WildEffect::Downgrade { all, units } => {
                let knights: u8 = self.orderable(seat).map(|id| self.area(id).units[Unit::Knight.index()]).sum();
                let units = if *all { knights } else { knights.min(*units) };
                let kept = units.min(self.stock(rules, seat, Unit::Footman));
                if units > 0 {
                    self.put_to(seat, Question::Downgrade { units, kept });
                }
            }
            WildEffect::Upgrade { units } => {
                self.put_to(seat, Question::UpgradeAnywhere { units: *units });
                let mut options = Vec::new();
                self.options(rules, seat, &mut options);
                if options.len() == 1 {
                    self.ask = None;
                }
            }
            WildEffect::ToBottom { tracks, all: true } => {
                tracks.iter().for_each(|track| self.move_on_track(*track, seat, Move::Bottom, sink))
            }
            WildEffect::ToBottom { tracks, .. } => self.put_to(seat, Question::Track { seat, tracks: tracks.clone(), why: Move::Bottom }),
            WildEffect::ToTop => self.put_to(seat, Question::Track { seat, tracks: Track::ALL.to_vec(), why: Move::Top }),
            WildEffect::DownOnBestTrack { places } => match self.best_tracks(seat).as_slice() {
                [one] => self.move_on_track(*one, seat, Move::Down(*places), sink),
                // BG.inf.it-token decides ties.
                tracks => {
                    let question = Question::Track { seat, tracks: tracks.to_vec(), why: Move::Down(*places) };
                    self.put_to(self.holder(Track::IronThrone), question);
                }
            },
            WildEffect::Supply(by) => {
                let most = rules.board.supply.len() as i8 - 1;
                let player = self.player_mut(seat);
                player.supply = (player.supply as i8 + by).clamp(0, most) as u8;
                tell!(sink, "supply", "BG.wild.rattleshirt", [], "The supply of {{{seat}}} is {}.", self.player(seat).supply);
                // BG.wild.rattleshirt: armies are reconciled when all markers have moved (see `wildling_others`).
            }
            WildEffect::DiscardStrongest => {
                let player = self.player_mut(seat);
                if player.hand.len() < 2 {
                    return;
                }
                let strength = |card: CardId| rules.board.card(card).strength;
                let best = player.hand.iter().map(strength).max();
                let gone: Vec<CardId> = player.hand.iter().filter(|card| Some(strength(*card)) == best).collect();
                if gone.len() as u32 == player.hand.len() && rules.rulings.milkwater_equal_none {
                    return;
                }
                for card in gone {
                    self.discard(rules, seat, card, "BG.wild.milkwater", sink);
                }
            }
            WildEffect::DiscardCard => {
                if self.player(seat).hand.len() > 1 {
                    self.put_to(seat, Question::DiscardCard);
                }
            }
            WildEffect::TakeBackCard => {
                if !self.player(seat).discard.is_empty() {
                    self.put_to(seat, Question::TakeBackCard);
                }
            }
            WildEffect::TakeBackAllCards => self.take_back_all(seat, "BG.wild.milkwater", sink),
            WildEffect::DiscardPower { all, power } => {
                let player = self.player_mut(seat);
                let gone = if *all { player.power } else { player.power.min(*power) };
                player.power -= gone;
                tell!(sink, "power", "BG.wild.skinchanger", [], "{{{seat}}} discards {gone} power.");
            }
            WildEffect::RegainBid => {
                let bid = self.attack.as_ref().map_or(0, |attack| attack.bids[seat.index()]);
                let player = self.player_mut(seat);
                player.power += bid;
                player.committed -= bid;
                tell!(sink, "power", "BG.wild.skinchanger", [], "{{{seat}}} gets {bid} power back.");
            }
            WildEffect::AttackAgain { strength } => {
                self.todo.push(Task::Attack { strength: *strength, without: SeatSet::one(seat) });
            }
            WildEffect::MusterAtOne => self.todo.push(Task::Muster(seat, Scope::One)),
        }
    }

    /// BG.wild.reset and BG.wild.discard-bids. A second attack inside the first leaves the threat alone (BG.wild.preemptive).
    pub(crate) fn wildling_end<S: Sink<Event>>(&mut self, rules: &Rules, won: bool, again: bool, sink: &mut S) {
        if !again {
            self.threat = if won { 0 } else { self.threat.saturating_sub(rules.board.threat.setback) };
            tell!(sink, "threat", "BG.wild.reset", [], "The wildling threat is {}.", self.threat);
            for seat in self.seats() {
                self.player_mut(seat).committed = 0;
            }
            self.attack = None;
        }
        self.todo.push(Task::Victory);
    }

    /// Every unit of an area as a pick that destroys it.
    pub(crate) fn all_units(&self, area: crate::data::AreaId) -> Vec<Action> {
        let at = self.area(area);
        let mut picks = Vec::new();
        for (force, routed) in [(&at.units, false), (&at.routed, true)] {
            for unit in Unit::ALL {
                picks.extend((0..force[unit.index()]).map(|_| Action::Destroy { area, unit, routed }));
            }
        }
        picks
    }

    pub(crate) fn downgrade<S: Sink<Event>>(&mut self, seat: Seat, picks: &[Action], sink: &mut S) {
        for pick in picks {
            match *pick {
                Action::Downgrade { area } => {
                    tell!(
                        sink,
                        "downgraded",
                        "BG.wild.crow-killers",
                        [area],
                        "A Knight of {{{seat}}} in {} becomes a Footman.",
                        area.name()
                    );
                    let units = &mut self.area_mut(area).units;
                    units[Unit::Knight.index()] -= 1;
                    units[Unit::Footman.index()] += 1;
                }
                _ => self.destroy_picks(seat, &[*pick], "BG.wild.crow-killers", sink),
            }
        }
    }

    /// A card goes from hand to the discard pile.
    pub(crate) fn discard<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, card: CardId, rule: &'static str, sink: &mut S) {
        let player = self.player_mut(seat);
        player.hand.remove(card);
        player.discard.insert(card);
        tell!(sink, "discarded", rule, [], "{{{seat}}} discards {}.", rules.board.card(card).name);
    }

    pub(crate) fn discard_card<S: Sink<Event>>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        pick: Option<Action>,
        rule: &'static str,
        sink: &mut S,
    ) {
        if let Some(Action::Card { card }) = pick {
            self.discard(rules, seat, card, rule, sink);
        }
    }

    pub(crate) fn take_back_card<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Option<Action>, sink: &mut S) {
        if let Some(Action::Card { card }) = pick {
            let player = self.player_mut(seat);
            player.discard.remove(card);
            player.hand.insert(card);
            tell!(sink, "took_back", "BG.wild.mammoth", [], "{{{seat}}} takes {} back.", rules.board.card(card).name);
        }
    }

    pub(crate) fn take_back_all<S: Sink<Event>>(&mut self, seat: Seat, rule: &'static str, sink: &mut S) {
        let player = self.player_mut(seat);
        player.hand = CardSet(player.hand.0 | player.discard.0);
        player.discard = CardSet::default();
        tell!(sink, "took_back", rule, [], "{{{seat}}} takes the whole discard pile back.");
    }
}
