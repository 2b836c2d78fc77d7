//! The Westeros phase: rounds, cards, supply, mustering, bids for the tracks (BG.west.*, BG.inf.*, BG.muster.*).

use table::{Seat, SeatSet, Sink};

use crate::action::{Action, Question, Scope};
use crate::data::{AreaId, Track, WesterosEffect};
use crate::flow::{list, tell};
use crate::game::Rules;
use crate::state::{Phase, State, Task};
use crate::view::Event;

impl State {
    /// The Westeros phase of the next round (BG.west.steps).
    pub(crate) fn begin_round<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        self.round += 1;
        self.phase = Phase::Westeros;
        self.bans.clear();
        tell!(sink, "round", "BG.round.phases", [], "Round {} begins.", self.round);
        let mut icons = 0;
        self.revealed.clear();
        for deck in 0..rules.board.westeros.len() {
            let card = self.reveal_westeros(rules, deck as u8, rules.rulings.winter_icon, sink);
            icons += u8::from(rules.board.westeros[deck][usize::from(card)].icon);
            self.revealed.push(card);
        }
        self.todo.push(Task::Planning);
        self.todo.push(Task::Victory);
        for deck in (0..rules.board.westeros.len() as u8).rev() {
            self.todo.push(Task::Card(deck));
        }
        let threat = &rules.board.threat;
        let raised = (self.threat + icons * threat.step).min(threat.attack);
        if raised != self.threat {
            self.threat = raised;
            tell!(sink, "threat", "BG.west.icons", [], "The wildling threat rises to {}.", self.threat);
        }
        if self.threat >= threat.attack {
            // BG.west.wildling-interrupt: before the first card.
            self.todo.push(Task::Attack { strength: self.threat, without: SeatSet::EMPTY });
        }
    }

    /// Draws the top card of a deck; with `now`, a card that reshuffles is replaced at once (BG.west.winter).
    fn reveal_westeros<S: Sink<Event>>(&mut self, rules: &Rules, deck: u8, now: bool, sink: &mut S) -> u8 {
        let cards = &rules.board.westeros[usize::from(deck)];
        loop {
            if self.westeros[usize::from(deck)].draw.is_empty() {
                self.shuffle_westeros(deck);
            }
            let at = &mut self.westeros[usize::from(deck)];
            let card = at.draw.pop().expect("a deck has cards");
            at.used.push(card);
            tell!(sink, "westeros", "BG.west.steps", [], "{} is revealed from deck {}.", cards[usize::from(card)].name, deck + 1);
            if !now || cards[usize::from(card)].effect != WesterosEffect::Reshuffle {
                return card;
            }
            self.shuffle_westeros(deck);
            tell!(sink, "shuffle", "BG.west.winter", [], "Deck {} is shuffled.", deck + 1);
        }
    }

    fn shuffle_westeros(&mut self, deck: u8) {
        let at = &mut self.westeros[usize::from(deck)];
        let mut cards = std::mem::take(&mut at.used);
        cards.append(&mut at.draw);
        cards.sort_unstable();
        self.chance.shuffle(&mut cards);
        at.draw = cards;
    }

    /// The options of the revealed card of a deck, where somebody chooses.
    pub(crate) fn westeros_options<'a>(&self, rules: &'a Rules, deck: u8) -> &'a [WesterosEffect] {
        let card = self.revealed.get(usize::from(deck)).copied().unwrap_or(0);
        match &rules.board.westeros[usize::from(deck)][usize::from(card)].effect {
            WesterosEffect::Choose { options, .. } => options,
            _ => &[],
        }
    }

    pub(crate) fn westeros_card<S: Sink<Event>>(&mut self, rules: &Rules, deck: u8, sink: &mut S) {
        let card = self.revealed[usize::from(deck)];
        match &rules.board.westeros[usize::from(deck)][usize::from(card)].effect {
            WesterosEffect::Choose { holder, .. } => self.put_to(self.holder(*holder), Question::Westeros { deck }),
            WesterosEffect::Reshuffle => {
                self.shuffle_westeros(deck);
                tell!(sink, "shuffle", "BG.west.winter", [], "Deck {} is shuffled.", deck + 1);
                let next = self.reveal_westeros(rules, deck, false, sink);
                self.revealed[usize::from(deck)] = next;
                self.todo.push(Task::Card(deck));
            }
            effect => self.westeros_effect(rules, effect, sink),
        }
    }

    pub(crate) fn westeros_option<S: Sink<Event>>(&mut self, rules: &Rules, deck: u8, option: u8, sink: &mut S) {
        self.westeros_effect(rules, &self.westeros_options(rules, deck)[usize::from(option)], sink);
    }

    fn westeros_effect<S: Sink<Event>>(&mut self, rules: &Rules, effect: &WesterosEffect, sink: &mut S) {
        match effect {
            WesterosEffect::Nothing | WesterosEffect::Choose { .. } | WesterosEffect::Reshuffle => {}
            WesterosEffect::Supply => {
                let order = self.turn_order().to_vec();
                if rules.rulings.supply_markers_first {
                    self.todo.extend(order.iter().rev().map(|seat| Task::Reconcile(*seat)));
                    self.todo.extend(order.iter().rev().map(|seat| Task::SetSupply(*seat)));
                } else {
                    for seat in order.iter().rev() {
                        self.todo.push(Task::Reconcile(*seat));
                        self.todo.push(Task::SetSupply(*seat));
                    }
                }
            }
            WesterosEffect::Mustering => {
                let order = self.turn_order().to_vec();
                self.todo.extend(order.iter().rev().map(|seat| Task::Muster(*seat, Scope::All)));
            }
            WesterosEffect::Clash => self.todo.extend(Track::ALL.into_iter().rev().map(Task::BidTrack)),
            WesterosEffect::Income { ports } => self.income(rules, *ports || rules.rulings.dark_wings_ports, sink),
            WesterosEffect::WildlingAttack => self.todo.push(Task::Attack { strength: self.threat, without: SeatSet::EMPTY }),
            WesterosEffect::Ban(ban) => {
                self.bans.push(*ban);
                tell!(sink, "ban", "BG.west.restrict", [], "{} in this planning phase.", ban.name());
            }
        }
    }

    /// Power for crowns (BG.west.got) and ports (BG.ports.trade).
    fn income<S: Sink<Event>>(&mut self, rules: &Rules, ports: bool, sink: &mut S) {
        for seat in self.turn_order().to_vec() {
            let mut power = self.sum(rules, seat, |area| area.crowns);
            if ports {
                power += rules.board.areas().filter(|(id, area)| area.is_port() && self.port_trades(rules, *id, seat)).count() as u8;
            }
            let gained = self.gain_power(rules, seat, power);
            tell!(sink, "power", "BG.west.got", [], "{{{seat}}} gains {gained} power.");
        }
    }

    /// Whether a port of `seat` earns power: an own ship in it, no enemy ship in its sea.
    pub(crate) fn port_trades(&self, rules: &Rules, port: AreaId, seat: Seat) -> bool {
        let sea = rules.board.area(port).sea;
        self.area(port).owner == Some(seat) && sea.is_none_or(|sea| self.area(sea).owner.is_none_or(|owner| owner == seat))
    }

    /// The supply marker goes to the barrels that are controlled (BG.west.supply).
    pub(crate) fn set_supply<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, sink: &mut S) {
        let most = rules.board.supply.len() as u8 - 1;
        let supply = self.sum(rules, seat, |area| area.barrels).min(most);
        self.player_mut(seat).supply = supply;
        tell!(sink, "supply", "BG.west.supply", [], "The supply of {{{seat}}} is {supply}.");
    }

    pub(crate) fn reconcile(&mut self, rules: &Rules, seat: Seat) {
        if !self.armies(seat).fit(self.limits(rules, seat)) {
            self.put_to(seat, Question::Reconcile);
        }
    }

    /// Asks to muster, where anything can be (BG.muster.order).
    pub(crate) fn ask_muster<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, scope: Scope, sink: &mut S) {
        self.put_to(seat, Question::Muster { scope });
        let mut options = Vec::new();
        self.options(rules, seat, &mut options);
        if options.len() == 1 {
            self.ask = None;
            self.resolve_muster(rules, seat, scope, &[Action::Done], sink);
        }
    }

    pub(crate) fn resolve_muster<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, scope: Scope, picks: &[Action], sink: &mut S) {
        if let (Scope::At(area), [Action::Done]) = (scope, picks) {
            // BG.cp.star: power is what a Consolidate Power* gives that musters nothing.
            self.consolidate(rules, seat, area, sink);
        }
        for pick in picks {
            match *pick {
                Action::Muster { area, unit, at } => {
                    tell!(sink, "mustered", "BG.muster.points", [area, at], "{{{seat}}} musters a {} in {}.", unit.name(), at.name());
                    let at = self.area_mut(at);
                    at.owner = Some(seat);
                    at.units[unit.index()] += 1;
                }
                Action::Upgrade { .. } => self.upgrade_picks(seat, &[*pick], sink),
                _ => {}
            }
        }
    }

    /// All bids for a track are in (BG.inf.bid-secret).
    pub(crate) fn track_bids<S: Sink<Event>>(&mut self, track: Track, answers: &[(Seat, Vec<Action>)], sink: &mut S) {
        self.bids = self.take_bids(answers);
        if S::ON {
            let texts: Vec<String> = self.seats().map(|seat| format!("{{{seat}}} {}", self.bids[seat.index()])).collect();
            tell!(sink, "bids", "BG.inf.bid-secret", [], "The bids for the {} track: {}.", track.name(), list(&texts));
        }
        for seat in self.seats() {
            // BG.inf.bid-secret: all committed power goes to the pool.
            self.player_mut(seat).committed = 0;
        }
        if self.tie_groups().is_empty() {
            self.settle_track(track, &[], sink);
        } else {
            // BG.inf.bid-ties: the holder of the token decides; for the first track, the holder before the bid.
            self.put_to(self.holder(Track::IronThrone), Question::Ties { track });
        }
    }

    /// Bids leave what is available.
    pub(crate) fn take_bids(&mut self, answers: &[(Seat, Vec<Action>)]) -> Vec<u8> {
        let mut bids = vec![0; self.players.len()];
        for (seat, picks) in answers {
            if let Some(Action::Bid { power }) = picks.first() {
                bids[seat.index()] = *power;
                let player = self.player_mut(*seat);
                player.power -= power;
                player.committed += power;
            }
        }
        bids
    }

    pub(crate) fn settle_track<S: Sink<Event>>(&mut self, track: Track, picks: &[Action], sink: &mut S) {
        let mut named = picks.iter().filter_map(|pick| if let Action::House { seat } = pick { Some(*seat) } else { None });
        let mut order = Vec::new();
        for bid in (0..=self.bids.iter().copied().max().unwrap_or(0)).rev() {
            let mut group: Vec<Seat> = self.seats().filter(|seat| self.bids[seat.index()] == bid).collect();
            let mut placed = Vec::new();
            for _ in 1..group.len() {
                let next = named.next().unwrap_or(group[0]);
                group.retain(|seat| *seat != next);
                placed.push(next);
            }
            order.extend(placed);
            order.extend(group);
        }
        if S::ON {
            let texts: Vec<String> = order.iter().map(|seat| format!("{{{seat}}}")).collect();
            tell!(sink, "track", "BG.inf.bid-order", [], "The {} track: {}.", track.name(), texts.join(", "));
        }
        self.tracks[track.index()] = order;
        self.bids.clear();
    }

    /// Seven castles and strongholds win at once (BG.win.instant, BG.win.instant-timing).
    pub(crate) fn check_victory<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        let mut castles = [0u8; 16];
        for id in &rules.castles {
            if let Some(seat) = self.controller(rules, *id).filter(|seat| !self.conceded.contains(*seat)) {
                castles[seat.index()] += 1;
            }
        }
        if castles.iter().any(|n| *n >= rules.board.victory) {
            self.end(rules, sink);
        }
    }

    /// The game ends: most castles and strongholds, then the tie-breakers (BG.win.round10, BG.win.ties).
    pub(crate) fn end<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        use crate::rulings::Ties;
        let throne = |seat: Seat| std::cmp::Reverse(self.place(Track::IronThrone, seat));
        let rank = |seat: Seat| {
            let player = self.player(seat);
            let castles = self.castles(rules, seat);
            match rules.rulings.ties {
                Ties::Faq => (castles, self.sum(rules, seat, |_| 1), player.supply, 0, throne(seat)),
                Ties::Print => {
                    (castles, self.sum(rules, seat, |area| u8::from(area.castle > 1)), player.supply, player.power, throne(seat))
                }
            }
        };
        // Who gave up cannot win (TR.concede).
        let winner = self.contenders().max_by_key(|seat| rank(*seat)).expect("somebody plays");
        let castles = self.castles(rules, winner);
        let reason = if castles >= rules.board.victory {
            format!("{castles} castles and strongholds (BG.win.instant)")
        } else {
            let tied = self.contenders().filter(|seat| self.castles(rules, *seat) == castles).count();
            let how = if tied > 1 { ", ahead by the tie-breakers (BG.win.ties)" } else { " (BG.win.round10)" };
            format!("most castles and strongholds after round {}: {castles}{how}", self.round)
        };
        let rule = if castles >= rules.board.victory { "BG.win.instant" } else { "BG.win.round10" };
        self.finish(winner, reason, rule, sink);
    }
}
