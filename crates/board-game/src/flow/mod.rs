//! What happens. [`State::run`] takes tasks off the stack until somebody is asked or the game is over.

mod action;
mod combat;
mod concede;
mod planning;
mod ports;
mod result;
mod westeros;
mod wildlings;

pub use combat::Strength;

use table::{Seat, SeatSet, Sink};

use crate::action::{Action, Ask, Question};
use crate::data::{AreaId, Track};
use crate::game::Rules;
use crate::state::{State, Task};
use crate::view::Event;

/// Tells an event, where anybody listens: kind, rule, areas, text.
macro_rules! tell {
    ($sink:expr, $kind:literal, $rule:expr, [$($area:expr),*], $($text:tt)*) => {
        if S::ON {
            $sink.event($crate::view::Event::new($kind, $rule, vec![$($area),*], format!($($text)*)));
        }
    };
}
pub(crate) use tell;

/// "a, b and c".
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

impl State {
    pub(crate) fn put_ask(&mut self, question: Question, seats: SeatSet) {
        self.ask = Some(Ask { question, seats });
    }

    pub(crate) fn put_to(&mut self, seat: Seat, question: Question) {
        self.put_ask(question, SeatSet::one(seat));
    }

    /// Goes on until somebody is asked or the game is over.
    pub(crate) fn run<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        while self.outcome.is_none() && !self.waits(rules, sink) {
            if self.ask.is_some() {
                continue;
            }
            match self.todo.pop() {
                Some(task) => self.task(rules, task, sink),
                None => {
                    self.outcome = Some(table::Outcome::Stalled);
                    return;
                }
            }
        }
        if self.outcome.is_some() {
            self.todo.clear();
            self.ask = None;
        }
    }

    fn task<S: Sink<Event>>(&mut self, rules: &Rules, task: Task, sink: &mut S) {
        match task {
            Task::Westeros => self.begin_round(rules, sink),
            Task::Card(deck) => self.westeros_card(rules, deck, sink),
            Task::CardOption(deck, option) => self.westeros_option(rules, deck, option, sink),
            Task::SetSupply(seat) => self.set_supply(rules, seat, sink),
            Task::Reconcile(seat) => self.reconcile(rules, seat),
            Task::Muster(seat, scope) => self.ask_muster(rules, seat, scope, sink),
            Task::BidTrack(track) => self.put_ask(Question::BidTrack { track }, SeatSet::first(self.players.len())),
            Task::Attack { strength, without } => self.wildling_attack(strength, without, sink),
            Task::AttackCard => self.wildling_card(rules, sink),
            Task::Penalty { seat, lowest } => self.wildling_penalty(rules, seat, lowest, sink),
            Task::Penalties { lowest } => self.wildling_others(lowest),
            Task::AttackEnd { won, again } => self.wildling_end(rules, won, again, sink),
            Task::Planning => self.planning(rules, sink),
            Task::OrdersOf(place) => self.orders_of(place),
            Task::Reveal => self.reveal_orders(rules, sink),
            Task::Raven => self.ask_raven(),
            Task::AfterRaven => self.after_raven(rules, sink),
            Task::Turns(kind, place) => self.turns(rules, kind, place, sink),
            Task::Ports => self.ports(rules, sink),
            Task::Fight => self.fight(sink),
            Task::Combat(step) => self.combat_step(rules, step, sink),
            Task::RetreatTo(area) => self.move_retreat(area, sink),
            Task::OrderEnd(area) => self.order_end(area),
            Task::Victory => self.check_victory(rules, sink),
            Task::CleanUp => self.clean_up(rules, sink),
        }
    }

    /// Takes the answers of all who were asked.
    pub(crate) fn resolve<S: Sink<Event>>(&mut self, rules: &Rules, question: Question, seats: SeatSet, sink: &mut S) {
        let mut answers: Vec<(Seat, Vec<Action>)> = Vec::new();
        for seat in seats.iter() {
            answers.push((seat, self.player_mut(seat).answer.take().unwrap_or_default()));
        }
        let (seat, picks) = answers[0].clone();
        let first = picks.first().copied();
        match question {
            Question::Orders => self.place_orders(answers, sink),
            Question::Raven => self.use_raven(rules, seat, &picks, sink),
            Question::RavenCard { .. } => self.raven_card(seat, first == Some(Action::Bottom), sink),
            Question::Raid => self.resolve_raid(rules, seat, &picks, sink),
            Question::March => self.resolve_march(seat, &picks, sink),
            Question::Consolidate => self.resolve_consolidate(rules, seat, &picks, sink),
            Question::Muster { scope } => self.resolve_muster(rules, seat, scope, &picks, sink),
            Question::BidTrack { track } => self.track_bids(track, &answers, sink),
            Question::Ties { track } => self.settle_track(track, &picks, sink),
            Question::BidWildlings => self.wildling_bids(&answers, sink),
            Question::Name { .. } => {
                if let Some(Action::House { seat }) = first {
                    self.name_bidder(seat, sink);
                }
            }
            Question::Westeros { deck } => {
                if let Some(Action::Option { option }) = first {
                    let name = self.westeros_options(rules, deck)[usize::from(option)].name();
                    tell!(sink, "choice", "BG.west.one-at-a-time", [], "{{{seat}}} chooses: {name}.");
                    self.todo.push(Task::CardOption(deck, option));
                }
            }
            Question::WildOption => {
                if let Some(Action::Option { option }) = first {
                    let effect = self.wild_options(rules)[usize::from(option)].clone();
                    self.wild_effect(rules, seat, &effect, sink);
                }
            }
            Question::Reconcile => {
                self.destroy_picks(seat, &picks, "BG.supply.reconcile", sink);
            }
            Question::Destroy { .. } => self.destroy_picks(seat, &picks, "BG.wild.units-anywhere", sink),
            Question::Downgrade { .. } => self.downgrade(seat, &picks, sink),
            Question::UpgradeAnywhere { .. } => self.upgrade_picks(seat, &picks, sink),
            Question::DiscardCard => self.discard_card(rules, seat, first, "BG.wild.milkwater", sink),
            Question::TakeBackCard => self.take_back_card(rules, seat, first, sink),
            Question::Track { seat: moved, why, .. } => {
                if let Some(Action::Track { track }) = first {
                    self.move_on_track(track, moved, why, sink);
                }
            }
            Question::Support => self.give_support(rules, seat, &picks, sink),
            Question::Refuse => self.refuse_support(seat, &picks, sink),
            Question::HouseCard => self.house_cards(rules, &answers, sink),
            Question::Cancel => self.cancel_card(rules, seat, first, sink),
            Question::PlayAnother { power } => self.play_another(rules, seat, power, first, sink),
            Question::DestroyFighter { .. } => {
                if let Some(Action::Destroy { unit, routed, .. }) = first {
                    // The card's owner names a unit of his opponent.
                    let other = self.opponent(seat);
                    self.destroy_fighter(other, unit, routed, "BG.combat.timing", sink);
                    self.last_defender_gone(rules, other, sink);
                }
            }
            Question::RemoveOrder { .. } => self.remove_order_by_card(rules, seat, first, sink),
            Question::UpgradeFighter { from, .. } => self.upgrade_fighter(seat, from, first, sink),
            Question::DiscardFromHand { of } => {
                self.discard_card(rules, of, first, "BG.card.baratheon", sink);
                if let Some(Action::Card { card }) = first {
                    self.refill(of, Some(card), sink);
                }
            }
            Question::Blade => self.use_blade(seat, first, sink),
            Question::TidesAgain => self.tides_again(rules, seat, first, sink),
            Question::Casualties { .. } => {
                for pick in &picks {
                    if let Action::Destroy { unit, .. } = pick {
                        self.destroy_fighter(seat, *unit, false, "BG.cas.count", sink);
                    }
                }
            }
            Question::Retreat { .. } => {
                if let Some(Action::Target { area }) = first {
                    self.retreat_to(rules, area, sink);
                }
            }
            Question::Ships { port, .. } => {
                if let Some(Action::Ships { count }) = first {
                    self.take_ships(seat, port, count, sink);
                }
            }
        }
    }

    /// Power from the pool, as far as it has any (BG.power.cap). Returns how much.
    pub(crate) fn gain_power(&mut self, rules: &Rules, seat: Seat, power: u8) -> u8 {
        let gained = power.min(self.pool(rules, seat));
        self.player_mut(seat).power += gained;
        gained
    }

    /// Takes a unit off the board (BG.comp.terms).
    pub(crate) fn destroy_unit(&mut self, area: AreaId, unit: crate::data::Unit, routed: bool) {
        let area = self.area_mut(area);
        let force = if routed { &mut area.routed } else { &mut area.units };
        force[unit.index()] -= 1;
        if area.all() == 0 {
            area.owner = None;
        }
    }

    fn destroy_picks<S: Sink<Event>>(&mut self, seat: Seat, picks: &[Action], rule: &'static str, sink: &mut S) {
        for pick in picks {
            if let Action::Destroy { area, unit, routed } = *pick {
                tell!(sink, "destroyed", rule, [area], "{{{seat}}} loses a {} in {}.", unit.name(), area.name());
                self.destroy_unit(area, unit, routed);
            }
        }
        self.orphan_orders();
    }

    fn upgrade_picks<S: Sink<Event>>(&mut self, seat: Seat, picks: &[Action], sink: &mut S) {
        for pick in picks {
            if let Action::Upgrade { area, unit } = *pick {
                tell!(
                    sink,
                    "upgraded",
                    "BG.muster.upgrade",
                    [area],
                    "{{{seat}}} upgrades a Footman in {} to a {}.",
                    area.name(),
                    unit.name()
                );
                let units = &mut self.area_mut(area).units;
                units[0] -= 1;
                units[unit.index()] += 1;
            }
        }
    }

    /// Orders in areas without units are removed (BG.act.orphan-order); the March of a combat stays until its end.
    pub(crate) fn orphan_orders(&mut self) {
        let keep = self.combat.as_ref().map(|combat| combat.from);
        for (at, area) in self.areas.iter_mut().enumerate() {
            if area.owner.is_none() && keep != Some(AreaId(at as u8)) {
                area.order = None;
            }
        }
    }

    /// Moves a house on a track; the others close the gap (BG.inf.moves).
    pub(crate) fn move_on_track<S: Sink<Event>>(&mut self, track: Track, seat: Seat, how: crate::action::Move, sink: &mut S) {
        use crate::action::Move;
        let list = &mut self.tracks[track.index()];
        let Some(at) = list.iter().position(|other| *other == seat) else { return };
        list.remove(at);
        let to = match how {
            Move::Top => 0,
            Move::Bottom => list.len(),
            Move::Down(places) => (at + usize::from(places)).min(list.len()),
        };
        list.insert(to, seat);
        tell!(sink, "track", "BG.inf.moves", [], "{{{seat}}} moves to place {} of the {} track.", to + 1, track.name());
    }
}
