//! The planning phase: orders, reveal, the raven (BG.plan.*).

use table::{Seat, SeatSet, Sink};

use crate::action::{Action, Question};
use crate::data::Track;
use crate::flow::tell;
use crate::game::Rules;
use crate::rulings::ShortOrders;
use crate::state::{Phase, State, Task};
use crate::view::Event;

impl State {
    pub(crate) fn planning<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        self.phase = Phase::Planning;
        tell!(sink, "phase", "BG.plan.steps", [], "The planning phase begins.");
        self.todo.push(Task::Raven);
        self.todo.push(Task::Reveal);
        let short = self.seats().any(|seat| self.is_short(rules, seat));
        if short && rules.rulings.short_orders == ShortOrders::TurnOrder {
            tell!(sink, "short", "BG.plan.short", [], "Somebody has too few orders: all place theirs in turn order.");
            self.todo.push(Task::OrdersOf(0));
        } else {
            let seats: SeatSet = self.seats().filter(|seat| self.orderable(*seat).next().is_some()).collect();
            if !seats.is_empty() {
                self.put_ask(Question::Orders, seats);
            }
        }
    }

    /// Whether a player has fewer eligible tokens than areas with units (BG.plan.short).
    pub(crate) fn is_short(&self, rules: &Rules, seat: Seat) -> bool {
        let (left, stars) = self.tokens_left(rules, seat, std::iter::empty());
        usize::from(self.eligible(rules, &left, stars, false)) < self.orderable(seat).count()
    }

    pub(crate) fn orders_of(&mut self, place: u8) {
        let Some(seat) = self.turn_order().get(usize::from(place)).copied() else { return };
        self.todo.push(Task::OrdersOf(place + 1));
        if self.orderable(seat).next().is_some() {
            self.put_to(seat, Question::Orders);
        }
    }

    pub(crate) fn place_orders<S: Sink<Event>>(&mut self, answers: Vec<(Seat, Vec<Action>)>, sink: &mut S) {
        for (seat, picks) in answers {
            self.player_mut(seat).orders = picks
                .iter()
                .filter_map(|pick| match pick {
                    Action::Order { area, order } => Some((*area, Some(*order))),
                    Action::Leave { area } => Some((*area, None)),
                    _ => None,
                })
                .collect();
            tell!(sink, "ordered", "BG.plan.secret", [], "{{{seat}}} has placed all orders.");
        }
    }

    pub(crate) fn reveal_orders<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        for seat in self.seats() {
            for (area, order) in std::mem::take(&mut self.player_mut(seat).orders) {
                self.area_mut(area).order = order;
                if let Some(order) = order {
                    tell!(sink, "order", "BG.plan.secret", [area], "{{{seat}}}: {} in {}.", rules.board.order(order).name, area.name());
                }
            }
        }
    }

    pub(crate) fn ask_raven(&mut self) {
        self.todo.push(Task::AfterRaven);
        if !self.raven_used {
            self.put_to(self.holder(Track::KingsCourt), Question::Raven);
        }
    }

    pub(crate) fn use_raven<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, picks: &[Action], sink: &mut S) {
        match *picks {
            [Action::Replace { area }, Action::Order { order, .. }] => {
                self.raven_used = true;
                self.area_mut(area).order = Some(order);
                let name = &rules.board.order(order).name;
                tell!(sink, "raven", "BG.plan.raven", [area], "{{{seat}}} uses the Messenger Raven: {name} in {}.", area.name());
            }
            [Action::Look] => {
                self.raven_used = true;
                tell!(sink, "raven", "BG.plan.raven", [], "{{{seat}}} looks at the top wildling card.");
                if let Some(top) = self.wildlings.first_mut() {
                    top.known.insert(seat);
                    let card = top.card;
                    if S::ON {
                        let text = format!("The top wildling card is {}.", rules.board.wildlings[usize::from(card)].name);
                        sink.event(Event::new("raven", "BG.plan.raven", Vec::new(), text).only(seat));
                    }
                    self.put_to(seat, Question::RavenCard { card });
                }
            }
            _ => {}
        }
    }

    pub(crate) fn raven_card<S: Sink<Event>>(&mut self, seat: Seat, bottom: bool, sink: &mut S) {
        if bottom {
            let card = self.wildlings.remove(0);
            self.wildlings.push(card);
        }
        let place = if bottom { "to the bottom of" } else { "back on top of" };
        tell!(sink, "raven", "BG.plan.raven", [], "{{{seat}}} puts the card {place} the deck.");
    }

    /// Banned orders that were placed for want of others leave (BG.diff.banned-orders), and the action phase begins.
    pub(crate) fn after_raven<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        for id in self.area_ids() {
            if let Some(order) = self.area(id).order
                && self.banned(rules, order)
            {
                self.area_mut(id).order = None;
            }
        }
        self.phase = Phase::Action;
        tell!(sink, "phase", "BG.act.order", [], "The action phase begins.");
        self.todo.push(Task::CleanUp);
        self.todo.push(Task::Turns(crate::data::OrderKind::Raid, 0));
    }
}
