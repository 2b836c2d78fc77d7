//! Combat up to the victor: support, cards, texts, the blade, strength (BG.combat.*, BG.support.*, BG.tides.*).

use table::{Seat, Sink};

use crate::action::{Action, Move, Question, Why};
use crate::data::{Ability, AreaId, CardId, Timing, Track, Unit, When};
use crate::flow::tell;
use crate::game::Rules;
use crate::rulings::{Mace, SupportSplit};
use crate::state::{Combat, State, Step, Task, count};
use crate::view::Event;

/// A side's strength by its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Strength {
    pub units: i8,
    /// March or Defense order.
    pub order: i8,
    pub garrison: i8,
    pub support: i8,
    /// The card's strength and what its text adds.
    pub card: i8,
    pub blade: i8,
    pub tides: i8,
    /// The sum, not below 0.
    pub total: i8,
    pub swords: u8,
    pub fortifications: u8,
}

impl State {
    fn combat_mut(&mut self) -> &mut Combat {
        self.combat.as_mut().expect("a combat step belongs to a combat")
    }

    fn fighting(&self) -> &Combat {
        self.combat.as_ref().expect("a combat step belongs to a combat")
    }

    fn holds(&self, rules: &Rules, combat: &Combat, side: usize, when: &When) -> bool {
        let (seat, other) = (combat.seats[side], combat.seats[1 - side]);
        let supported = combat.supports.iter().any(|(_, to)| usize::from(*to) == side);
        match when {
            When::Attacking => side == 0,
            When::Defending => side == 1,
            When::AtCastle => rules.board.area(combat.at).castle > 0,
            When::Supported => supported,
            When::Unsupported => !supported,
            When::OpponentAboveOnIronThrone => self.place(Track::IronThrone, other) < self.place(Track::IronThrone, seat),
            When::Discarded(id) => self.player(seat).discard.iter().any(|card| rules.board.card(card).id == *id),
        }
    }

    /// The sides in Iron Throne order (BG.combat.timing).
    fn sides_in_order(&self, combat: &Combat) -> [usize; 2] {
        if self.place(Track::IronThrone, combat.seats[0]) <= self.place(Track::IronThrone, combat.seats[1]) { [0, 1] } else { [1, 0] }
    }

    /// What one unit of `owner` counts on a side. Texts apply in Iron Throne order, so the later one stands (BG.card.vs-saan).
    fn unit_value(&self, rules: &Rules, combat: &Combat, side: usize, owner: Seat, unit: Unit) -> i8 {
        let siege = if side == 0 && rules.board.area(combat.at).castle > 0 { 4 } else { 0 };
        let mut value = [1, 2, siege, 1][unit.index()];
        for texts in self.sides_in_order(combat) {
            let Some(card) = combat.cards[texts] else { continue };
            let seat = combat.seats[texts];
            for ability in &rules.board.card(card).abilities {
                match ability {
                    Ability::UnitsCount { unit: kind, value: to, when }
                        if *kind == unit
                            && owner == seat
                            && side == texts
                            && when.iter().all(|when| self.holds(rules, combat, texts, when)) =>
                    {
                        value = *to as i8;
                    }
                    Ability::ForeignUnitsCount { unit: kind, value: to, when }
                        if *kind == unit && owner != seat && when.iter().all(|when| self.holds(rules, combat, texts, when)) =>
                    {
                        value = *to as i8;
                    }
                    _ => {}
                }
            }
        }
        value
    }

    /// The strength of a side as it stands (BG.combat.initial, BG.combat.final).
    pub fn strength(&self, rules: &Rules, side: usize) -> Strength {
        let mut sum = Strength::default();
        let Some(combat) = self.combat.as_deref() else { return sum };
        if combat.neutral && side == 1 {
            sum.garrison = self.area(combat.at).force as i8;
            sum.total = sum.garrison;
            return sum;
        }
        let seat = combat.seats[side];
        let (_, standing, _) = self.fighters(seat);
        let at = self.area(combat.at);
        for unit in Unit::ALL {
            if standing[unit.index()] > 0 {
                sum.units += standing[unit.index()] as i8 * self.unit_value(rules, combat, side, seat, unit);
            }
        }
        if side == 0 {
            sum.order = rules.board.order(combat.order).bonus;
        } else {
            // Also when its last unit has died meanwhile: orders go at the end of the clean-up (BG.act.orphan-order).
            if at.owner.is_none_or(|owner| owner == seat)
                && let Some(order) = self.order_at(rules, combat.at, crate::data::OrderKind::Defense)
            {
                let doubled = self.has(rules, 1, |ability| *ability == Ability::DoubleDefense);
                sum.order = rules.board.order(order).bonus * if doubled { 2 } else { 1 };
            }
            if at.garrison == Some(seat) {
                sum.garrison = at.force as i8;
            }
        }
        for (area, _) in combat.supports.iter().filter(|(_, to)| usize::from(*to) == side) {
            let support = self.area(*area);
            let (Some(owner), Some(order)) = (support.owner, support.order) else { continue };
            for unit in Unit::ALL {
                if support.units[unit.index()] > 0 {
                    sum.support += support.units[unit.index()] as i8 * self.unit_value(rules, combat, side, owner, unit);
                }
            }
            sum.support += rules.board.order(order).bonus;
        }
        if let Some(card) = combat.cards[side] {
            let card = rules.board.card(card);
            let zero = self.has(rules, 1 - side, |ability| *ability == Ability::NoPrintedStrength);
            sum.card = if zero { 0 } else { card.strength };
            sum.swords = card.swords;
            sum.fortifications = card.fortifications;
            for ability in &card.abilities {
                if let Ability::Bonus { when, strength, swords, fortifications } = ability
                    && when.iter().all(|when| self.holds(rules, combat, side, when))
                {
                    sum.card += strength;
                    sum.swords += swords;
                    sum.fortifications += fortifications;
                }
            }
        }
        if combat.blade == Some(side as u8) {
            sum.blade = 1;
        }
        if let Some(tides) = combat.tides[side].filter(|_| combat.tides_open) {
            let card = &rules.board.tides[usize::from(tides)];
            sum.tides = card.strength;
            sum.swords += card.swords;
            sum.fortifications += card.fortifications;
        }
        // BG.diff.negative-strength
        sum.total = (sum.units + sum.order + sum.garrison + sum.support + sum.card + sum.blade + sum.tides).max(0);
        sum
    }

    pub(crate) fn combat_step<S: Sink<Event>>(&mut self, rules: &Rules, step: Step, sink: &mut S) {
        let then = |state: &mut State, next: Step| state.todo.push(Task::Combat(next));
        let combat = self.fighting();
        let (seats, at, neutral) = (combat.seats, combat.at, combat.neutral);
        match step {
            Step::Support(place) => match self.turn_order().get(usize::from(place)).copied() {
                Some(seat) => {
                    then(self, Step::Support(place + 1));
                    self.ask_support(rules, seat, sink);
                }
                None if neutral => self.fight_neutral(rules, sink),
                None => then(self, Step::Refuse(0)),
            },
            Step::Refuse(side) => {
                then(self, if side == 0 { Step::Refuse(1) } else { Step::Cards });
                let seat = seats[usize::from(side)];
                if rules.rulings.support_split == SupportSplit::Each && !self.refusable(seat).is_empty() {
                    self.put_to(seat, Question::Refuse);
                }
            }
            Step::Cards => {
                if rules.board.tides.is_empty() || !self.tides {
                    then(self, Step::Blade);
                } else {
                    then(self, Step::Tides);
                }
                then(self, Step::Texts(Timing::Immediately));
                then(self, Step::Texts(Timing::Cancel));
                let asked = seats.iter().copied().filter(|seat| self.playable(*seat).next().is_some()).collect::<table::SeatSet>();
                if !asked.is_empty() {
                    self.put_ask(Question::HouseCard, asked);
                }
            }
            Step::Texts(timing) => {
                self.next_text(rules, step, |_| timing, sink);
            }
            Step::Tides => {
                let mut deck: Vec<u8> = (0..rules.board.tides.len() as u8)
                    .flat_map(|at| std::iter::repeat_n(at, usize::from(rules.board.tides[usize::from(at)].copies)))
                    .collect();
                // BG.tides.shuffle: all cards before every combat; only the top three can matter.
                self.chance.shuffle(&mut deck);
                let drawn = [deck.pop(), deck.pop()];
                self.combat_mut().tides = drawn;
                tell!(sink, "tides", "BG.tides.steps", [at], "Both draw a Tides of Battle card.");
                if S::ON {
                    for (side, seat) in seats.into_iter().enumerate() {
                        if let Some(card) = drawn[side] {
                            let text = format!("Your Tides of Battle card: {}.", rules.board.tides[usize::from(card)].id);
                            sink.event(Event::new("tides", "BG.tides.steps", vec![at], text).only(seat));
                        }
                    }
                }
                then(self, Step::TidesAgain);
            }
            Step::TidesAgain => {
                then(self, Step::Blade);
                if let Some(seat) = self.blade_holder() {
                    self.put_to(seat, Question::TidesAgain);
                }
            }
            Step::Blade => {
                then(self, Step::Final);
                if self.fighting().tides[0].is_some() {
                    self.combat_mut().tides_open = true;
                    if S::ON {
                        let name = |card: Option<u8>| card.map_or("-", |card| rules.board.tides[usize::from(card)].id.as_str());
                        let tides = self.fighting().tides;
                        let (first, second) = (name(tides[0]), name(tides[1]));
                        tell!(
                            sink,
                            "tides",
                            "BG.tides.steps",
                            [at],
                            "Tides of Battle: {{{}}} {first}, {{{}}} {second}.",
                            seats[0],
                            seats[1]
                        );
                    }
                }
                if let Some(seat) = self.blade_holder() {
                    self.put_to(seat, Question::Blade);
                }
            }
            Step::Final => {
                then(self, Step::Won);
                let totals = [self.strength(rules, 0).total, self.strength(rules, 1).total];
                // BG.combat.tie
                let tie = usize::from(self.place(Track::Fiefdoms, seats[0]) > self.place(Track::Fiefdoms, seats[1]));
                let winner = match totals[0].cmp(&totals[1]) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => tie,
                };
                let combat = self.combat_mut();
                combat.totals = Some(totals);
                combat.winner = Some(winner as u8);
                combat.done.clear();
                tell!(sink, "result", "BG.combat.final", [at], "{} to {}: {{{}}} wins.", totals[0], totals[1], seats[winner]);
            }
            _ => self.result_step(rules, step, sink),
        }
    }

    /// The blade's holder, if he fights and may use it (BG.combat.blade).
    fn blade_holder(&self) -> Option<Seat> {
        let holder = self.holder(Track::Fiefdoms);
        (!self.blade_used && self.fighting().seats.contains(&holder)).then_some(holder)
    }

    fn ask_support<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, sink: &mut S) {
        let areas = self.supporters(rules, seat);
        if areas.is_empty() {
            return;
        }
        let combat = self.fighting();
        if combat.seats.contains(&seat) && rules.rulings.support_split == SupportSplit::House {
            // How the reference games are played: own support is automatic (BG.diff.support-split, BG.diff.neutral-support).
            let picks: Vec<Action> = areas.into_iter().map(|area| Action::Support { area, side: Some(seat) }).collect();
            self.give_support(rules, seat, &picks, sink);
        } else if !combat.neutral || rules.rulings.neutral_support || combat.seats[0] == seat {
            self.put_to(seat, Question::Support);
        }
    }

    pub(crate) fn give_support<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, picks: &[Action], sink: &mut S) {
        // One pick stands for all orders of the house where support is all or none.
        let picks: Vec<Action> = match (rules.rulings.support_split, picks) {
            (SupportSplit::House, [Action::Support { side, .. }]) => {
                self.supporters(rules, seat).into_iter().map(|area| Action::Support { area, side: *side }).collect()
            }
            _ => picks.to_vec(),
        };
        for pick in picks {
            if let Action::Support { area, side: Some(to) } = pick {
                let side = u8::from(self.fighting().seats[0] != to);
                self.combat_mut().supports.push((area, side));
                tell!(sink, "support", "BG.support.who", [area], "{{{seat}}} supports {{{to}}} from {}.", area.name());
            }
        }
    }

    pub(crate) fn refuse_support<S: Sink<Event>>(&mut self, seat: Seat, picks: &[Action], sink: &mut S) {
        for pick in picks {
            if let Action::Refuse { area } = pick {
                self.combat_mut().supports.retain(|(at, _)| at != area);
                tell!(sink, "support", "BG.support.refuse", [*area], "{{{seat}}} refuses the support from {}.", area.name());
            }
        }
    }

    /// BG.neutral.fight, BG.neutral.result. Where granted support falls short, nobody enters and the units stay where they were.
    fn fight_neutral<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        let total = self.strength(rules, 0).total;
        let combat = self.combat.take().expect("an attack on a neutral force is a combat");
        let (seat, at) = (combat.seats[0], combat.at);
        if total >= self.area(at).force as i8 {
            tell!(sink, "neutral", "BG.neutral.result", [at], "The neutral force of {} is beaten with {total}.", at.name());
            self.area_mut(at).force = 0;
            self.enter(seat, at, &combat.force, sink);
        } else {
            tell!(sink, "neutral", "BG.neutral.fight", [at], "{total} is too little against the neutral force of {}.", at.name());
            self.enter(seat, combat.from, &combat.force, sink);
            if combat.token_left {
                // Not all units have left after all (BG.march.token).
                self.area_mut(combat.from).token = None;
                self.player_mut(seat).power += 1;
            }
            // BG.supply.always: others of the march may have made a new army meanwhile.
            self.todo.push(Task::Reconcile(seat));
        }
    }

    pub(crate) fn house_cards<S: Sink<Event>>(&mut self, rules: &Rules, answers: &[(Seat, Vec<Action>)], sink: &mut S) {
        for (seat, picks) in answers {
            if let Some(Action::Card { card }) = picks.first() {
                let side = self.side(*seat);
                self.player_mut(*seat).hand.remove(*card);
                self.combat_mut().cards[side] = Some(*card);
                tell!(sink, "card", "BG.combat.card-choice", [], "{{{seat}}} plays {}.", rules.board.card(*card).name);
            }
        }
        self.combat_mut().done.clear();
    }

    /// Uses the text of the next card in Iron Throne order that has one of its side's timing, and comes back to the step `again`: each card
    /// is finished before the next (BG.combat.timing), and once (BG.combat.once). Whether there was one.
    pub(crate) fn next_text<S: Sink<Event>>(&mut self, rules: &Rules, again: Step, timing: impl Fn(usize) -> Timing, sink: &mut S) -> bool {
        let combat = self.fighting();
        let text = |side: usize| {
            let card = combat.cards[side].filter(|card| !combat.done.contains(card))?;
            let ability = rules.board.card(card).abilities.iter().find(|ability| ability.timing() == timing(side))?;
            Some((side, card, ability))
        };
        let Some((side, card, ability)) = self.sides_in_order(combat).into_iter().find_map(text) else { return false };
        self.combat_mut().done.push(card);
        self.todo.push(Task::Combat(again));
        self.use_text(rules, side, card, ability, sink);
        true
    }

    /// A text that is not counted but done. Win, loss and after-combat texts come from `result.rs`.
    pub(crate) fn use_text<S: Sink<Event>>(&mut self, rules: &Rules, side: usize, card: CardId, ability: &Ability, sink: &mut S) {
        let combat = self.fighting();
        let (seat, other) = (combat.seats[side], combat.seats[1 - side]);
        match ability {
            Ability::CancelCard if combat.cards[1 - side].is_some() => self.put_to(seat, Question::Cancel),
            Ability::PlayAnother { power } if self.player(seat).power >= *power && self.playable(seat).any(|other| other != card) => {
                self.put_to(seat, Question::PlayAnother { power: *power });
            }
            Ability::DestroyFighter(unit) => {
                // BG.card.stark: The Blackfish loses nobody to card texts.
                if self.has(rules, 1 - side, |ability| *ability == Ability::NoCasualties) {
                    return;
                }
                let (_, standing, routed) = self.fighters(other);
                match (standing[unit.index()] > 0, routed[unit.index()] > 0) {
                    (true, true) => self.put_to(seat, Question::DestroyFighter { unit: *unit }),
                    (false, false) => {}
                    (_, is_routed) => {
                        self.destroy_fighter(other, *unit, is_routed, "BG.combat.timing", sink);
                        self.last_defender_gone(rules, other, sink);
                    }
                }
            }
            Ability::RemoveOrderNextToCombat => {
                let areas = self.orders_next_to_combat(rules, other);
                if !areas.is_empty() {
                    self.put_to(seat, Question::RemoveOrder { areas, may: false });
                }
            }
            Ability::OpponentToBottom => {
                let question = Question::Track { seat: other, tracks: Track::ALL.to_vec(), why: Move::Bottom };
                self.put_to(seat, question);
            }
            Ability::GainPower(power) => {
                let gained = self.gain_power(rules, seat, *power);
                tell!(sink, "power", "BG.card.lannister", [], "{{{seat}}} gains {gained} power by {}.", rules.board.card(card).name);
            }
            Ability::RemoveOrderOfLoser => {
                let march = combat.from;
                let mine = combat.seats[0] == other;
                let areas: Vec<AreaId> = self
                    .area_ids()
                    .filter(|id| self.area(*id).order.is_some())
                    .filter(|id| self.area(*id).owner == Some(other) && !(mine && *id == march))
                    .collect();
                if !areas.is_empty() {
                    self.put_to(seat, Question::RemoveOrder { areas, may: true });
                }
            }
            Ability::UpgradeFighter { from, to } => {
                if self.stock(rules, seat, *to) == 0 {
                    return;
                }
                let (at, standing, _) = self.fighters(seat);
                let mut areas: Vec<AreaId> = Vec::new();
                if standing[from.index()] > 0 {
                    areas.push(at);
                }
                let own = combat.supports.iter().filter(|(_, given)| usize::from(*given) == side).map(|(area, _)| *area);
                areas.extend(own.filter(|area| self.area(*area).owner == Some(seat) && self.area(*area).units[from.index()] > 0));
                areas.sort();
                areas.dedup();
                if !areas.is_empty() {
                    self.put_to(seat, Question::UpgradeFighter { areas, from: *from, to: *to });
                }
            }
            Ability::TakeBackDiscards => {
                // The played card goes too (BG.card.roose-last).
                self.combat_mut().cards[side] = None;
                self.player_mut(seat).discard.insert(card);
                self.take_back_all(seat, "BG.card.roose-last", sink);
            }
            Ability::DiscardFromHand if !self.player(other).hand.is_empty() => {
                self.put_to(seat, Question::DiscardFromHand { of: other });
            }
            _ => {}
        }
    }

    pub(crate) fn cancel_card<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Option<Action>, sink: &mut S) {
        if pick != Some(Action::Accept) {
            return;
        }
        let side = 1 - self.side(seat);
        let combat = self.combat_mut();
        let Some(card) = combat.cards[side].take() else { return };
        combat.returned[side] = Some(card);
        let other = combat.seats[side];
        self.player_mut(other).hand.insert(card);
        tell!(sink, "card", "BG.card.tyrion-cancel", [], "{} goes back to the hand of {{{other}}}.", rules.board.card(card).name);
        if self.playable(other).next().is_some() {
            self.put_to(other, Question::PlayAnother { power: 0 });
        }
    }

    pub(crate) fn play_another<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, power: u8, pick: Option<Action>, sink: &mut S) {
        let Some(Action::Card { card }) = pick else { return };
        let side = self.side(seat);
        if power == 0 {
            // The card that was sent back is barred from this answer only (BG.card.tyrion-cancel).
            self.combat_mut().returned[side] = None;
        } else {
            self.player_mut(seat).power -= power;
            if let Some(old) = self.combat_mut().cards[side].take() {
                self.player_mut(seat).discard.insert(old);
            }
        }
        self.player_mut(seat).hand.remove(card);
        self.combat_mut().cards[side] = Some(card);
        tell!(sink, "card", "BG.combat.card-choice", [], "{{{seat}}} plays {} instead.", rules.board.card(card).name);
        // A card's own cancel still comes first (BG.card.tyrion-cancel).
        if power > 0 {
            self.todo.push(Task::Combat(Step::Texts(Timing::Cancel)));
        }
    }

    /// A fighting unit is lost.
    pub(crate) fn destroy_fighter<S: Sink<Event>>(&mut self, seat: Seat, unit: Unit, routed: bool, rule: &'static str, sink: &mut S) {
        let (area, _, _) = self.fighters(seat);
        tell!(sink, "destroyed", rule, [area], "{{{seat}}} loses a {} in the combat.", unit.name());
        if self.side(seat) == 0 {
            self.combat_mut().force[unit.index()] -= 1;
        } else {
            self.destroy_unit(area, unit, routed);
        }
    }

    /// Ends the combat where the last defender has died by a card and the rulings say so (BG.diff.mace).
    pub(crate) fn last_defender_gone<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, sink: &mut S) {
        let combat = self.fighting();
        let at = self.area(combat.at);
        let (_, standing, routed) = self.fighters(seat);
        if rules.rulings.mace == Mace::Ends && self.side(seat) == 1 && count(&standing) + count(&routed) == 0 && at.garrison.is_none() {
            tell!(sink, "result", "BG.card.mace-last", [], "The last defender is gone: the combat ends.");
            self.todo.retain(|task| !matches!(task, Task::Combat(_)));
            self.combat_mut().winner = Some(0);
            self.todo.push(Task::Combat(Step::CleanUp));
        }
    }

    pub(crate) fn remove_order_by_card<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Option<Action>, sink: &mut S) {
        let Some(Action::Target { area }) = pick else { return };
        if let Some(order) = self.area_mut(area).order.take() {
            let name = &rules.board.order(order).name;
            tell!(sink, "order_removed", "BG.combat.timing", [area], "{{{seat}}} removes {name} in {}.", area.name());
        }
        // BG.support.final: with the order its support goes, as long as the victor is not known.
        if self.fighting().winner.is_none() {
            self.combat_mut().supports.retain(|(at, _)| *at != area);
        }
    }

    pub(crate) fn upgrade_fighter<S: Sink<Event>>(&mut self, seat: Seat, from: Unit, pick: Option<Action>, sink: &mut S) {
        let Some(Action::Upgrade { area, unit }) = pick else { return };
        let combat = self.combat_mut();
        let force = if combat.seats[0] == seat && combat.from == area { &mut combat.force } else { &mut self.area_mut(area).units };
        force[from.index()] -= 1;
        force[unit.index()] += 1;
        tell!(sink, "upgraded", "BG.card.baratheon", [area], "{{{seat}}} upgrades a {} to a {}.", from.name(), unit.name());
    }

    pub(crate) fn use_blade<S: Sink<Event>>(&mut self, seat: Seat, pick: Option<Action>, sink: &mut S) {
        if pick == Some(Action::Accept) {
            self.blade_used = true;
            let side = self.side(seat) as u8;
            self.combat_mut().blade = Some(side);
            tell!(sink, "blade", "BG.combat.blade", [], "{{{seat}}} uses the Valyrian Steel Blade.");
        }
    }

    /// BG.tides.steps 4a: the blade draws another card.
    pub(crate) fn tides_again<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Option<Action>, sink: &mut S) {
        if pick != Some(Action::Accept) {
            return;
        }
        self.blade_used = true;
        let side = self.side(seat);
        let tides = self.fighting().tides;
        let mut left: Vec<u8> = rules.board.tides.iter().map(|card| card.copies).collect();
        tides.iter().flatten().for_each(|card| left[usize::from(*card)] -= 1);
        let deck: Vec<u8> = (0..left.len() as u8).flat_map(|at| std::iter::repeat_n(at, usize::from(left[usize::from(at)]))).collect();
        let drawn = deck[self.chance.below(deck.len() as u32) as usize];
        self.combat_mut().tides[side] = Some(drawn);
        tell!(sink, "blade", "BG.tides.steps", [], "{{{seat}}} uses the blade to draw another Tides of Battle card.");
        if S::ON {
            let text = format!("Your Tides of Battle card: {}.", rules.board.tides[usize::from(drawn)].id);
            sink.event(Event::new("tides", "BG.tides.steps", Vec::new(), text).only(seat));
        }
    }

    /// How a choice of casualties is asked: nobody, everybody, or a choice.
    pub(crate) fn casualties<S: Sink<Event>>(&mut self, seat: Seat, units: u8, why: Why, sink: &mut S) {
        // The loser's siege engines are gone already where they die first (BG.cas.siege-first); a winner's may be named for a skull.
        let (_, standing, _) = self.fighters(seat);
        let units = units.min(count(&standing));
        if units == 0 {
            return;
        }
        let kinds = standing.iter().filter(|n| **n > 0).count();
        if units == count(&standing) || kinds == 1 {
            let mut left = units;
            for unit in Unit::ALL {
                let n = standing[unit.index()].min(left);
                left -= n;
                for _ in 0..n {
                    self.destroy_fighter(seat, unit, false, "BG.cas.count", sink);
                }
            }
        } else {
            self.put_to(seat, Question::Casualties { units, why });
        }
    }
}
