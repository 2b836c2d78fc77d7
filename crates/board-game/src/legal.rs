//! What may be picked: the list for each question, and when an answer is complete.

use table::Seat;

use crate::action::{Action, Question, Scope};
use crate::data::{Ability, AreaId, OrderId, OrderKind, Track, Unit};
use crate::game::Rules;
use crate::rulings::{BannedOrders, ShortOrders, SupportSplit};
use crate::state::{Armies, Force, State, bits, count};

/// Numbers of order tokens by kind.
pub(crate) type Tokens = arrayvec::ArrayVec<u8, 16>;

/// A march as far as it is picked.
#[derive(Clone, Debug)]
pub struct March {
    pub from: AreaId,
    /// Units by destination, in the order of picks.
    pub moves: Vec<(Unit, AreaId)>,
    /// What stays, standing.
    pub left: Force,
    /// The one area that is attacked.
    pub attack: Option<AreaId>,
    pub armies: Armies,
}

impl State {
    /// Every legal pick of `seat` now. See [`table::Game::legal`].
    pub fn options(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        let Some(ask) = &self.ask else { return };
        let player = self.player(seat);
        if !ask.seats.contains(seat) || player.answer.is_some() {
            return;
        }
        let draft = player.draft.as_slice();
        match &ask.question {
            Question::Orders => self.order_options(rules, seat, draft, out),
            Question::Raven => self.raven_options(rules, seat, draft, out),
            Question::RavenCard { .. } => out.extend([Action::Keep, Action::Bottom]),
            Question::Raid => self.raid_options(rules, seat, draft, out),
            Question::March => self.march_options(rules, seat, draft, out),
            Question::Consolidate => match draft.first() {
                None => out.extend(self.ordered(rules, seat, OrderKind::ConsolidatePower).map(|area| Action::Use { area })),
                Some(_) => out.extend([Action::TakePower, Action::MusterInstead]),
            },
            Question::Muster { scope } => self.muster_options(rules, seat, *scope, draft, out),
            Question::BidTrack { .. } | Question::BidWildlings => out.extend((0..=player.power).map(|power| Action::Bid { power })),
            Question::Ties { .. } => self.tie_options(draft, out),
            Question::Name { among, .. } => out.extend(among.iter().map(|seat| Action::House { seat: *seat })),
            Question::Westeros { deck } => {
                out.extend((0..self.westeros_options(rules, *deck).len() as u8).map(|option| Action::Option { option }))
            }
            Question::WildOption => out.extend((0..self.wild_options(rules).len() as u8).map(|option| Action::Option { option })),
            Question::Reconcile => self.reconcile_options(rules, seat, draft, out),
            Question::Destroy { units, at_one_castle } => {
                let areas = self.destroy_areas(rules, seat, *units, *at_one_castle, draft);
                self.destroy_options(&areas, *units, *at_one_castle, draft, out);
            }
            Question::Downgrade { kept, .. } => {
                let swap = draft.len() < usize::from(*kept);
                let last = |action: &Action| match action {
                    Action::Downgrade { area } if swap => Some(*area),
                    Action::Destroy { area, .. } if !swap => Some(*area),
                    _ => None,
                };
                let from = draft.last().and_then(last).unwrap_or(AreaId(0));
                for area in self.area_ids().filter(|area| *area >= from && self.area(*area).owner == Some(seat)) {
                    let taken = draft
                        .iter()
                        .filter(|action| matches!(action, Action::Downgrade { area: a } | Action::Destroy { area: a, .. } if *a == area))
                        .count() as u8;
                    if self.area(area).units[Unit::Knight.index()] > taken {
                        out.push(if swap {
                            Action::Downgrade { area }
                        } else {
                            Action::Destroy { area, unit: Unit::Knight, routed: false }
                        });
                    }
                }
                self.keep_completable(seat, draft, &ask.question, out);
            }
            Question::UpgradeAnywhere { units } => {
                let unit = Unit::Knight;
                let from = match draft.last() {
                    Some(Action::Upgrade { area, .. }) => *area,
                    _ => AreaId(0),
                };
                if draft.len() < usize::from((*units).min(self.stock(rules, seat, unit))) {
                    for area in self.area_ids().filter(|area| *area >= from && self.area(*area).owner == Some(seat)) {
                        let taken = draft.iter().filter(|pick| matches!(pick, Action::Upgrade { area: a, .. } if *a == area)).count() as u8;
                        if self.area(area).units[Unit::Footman.index()] > taken {
                            out.push(Action::Upgrade { area, unit });
                        }
                    }
                }
                out.push(Action::Done);
            }
            Question::DiscardCard => out.extend(player.hand.iter().map(|card| Action::Card { card })),
            Question::TakeBackCard => {
                out.extend(player.discard.iter().map(|card| Action::Card { card }));
                out.push(Action::Pass);
            }
            Question::Track { tracks, .. } => out.extend(tracks.iter().map(|track| Action::Track { track: *track })),
            Question::Support => self.support_options(rules, seat, draft, out),
            Question::Refuse => {
                let last = match draft.last() {
                    Some(Action::Refuse { area }) => Some(*area),
                    _ => None,
                };
                out.extend(self.refusable(seat).into_iter().filter(|area| Some(*area) > last).map(|area| Action::Refuse { area }));
                out.push(Action::Done);
            }
            Question::HouseCard => out.extend(self.playable(seat).map(|card| Action::Card { card })),
            Question::PlayAnother { power } => {
                if *power > 0 {
                    out.push(Action::Pass);
                }
                let own = self.combat.as_ref().and_then(|combat| combat.cards[self.side(seat)]);
                out.extend(self.playable(seat).filter(|card| Some(*card) != own).map(|card| Action::Card { card }));
            }
            Question::Cancel | Question::Blade | Question::TidesAgain => out.extend([Action::Accept, Action::Pass]),
            Question::DestroyFighter { unit } => {
                let (area, standing, routed) = self.fighters(self.opponent(seat));
                for (force, routed) in [(standing, false), (routed, true)] {
                    if force[unit.index()] > 0 {
                        out.push(Action::Destroy { area, unit: *unit, routed });
                    }
                }
            }
            Question::RemoveOrder { areas, may } => {
                out.extend(areas.iter().map(|area| Action::Target { area: *area }));
                if *may {
                    out.push(Action::Pass);
                }
            }
            Question::UpgradeFighter { areas } => {
                out.extend(areas.iter().map(|area| Action::Upgrade { area: *area, unit: Unit::Knight }));
                out.push(Action::Pass);
            }
            Question::DiscardFromHand { of } => {
                out.extend(self.player(*of).hand.iter().map(|card| Action::Card { card }));
                out.push(Action::Pass);
            }
            Question::Casualties { .. } => {
                let (area, force, _) = self.fighters(seat);
                for unit in Unit::ALL {
                    let taken = draft.iter().filter(|pick| matches!(pick, Action::Destroy { unit: u, .. } if *u == unit)).count() as u8;
                    let late = matches!(draft.last(), Some(Action::Destroy { unit: last, .. }) if *last > unit);
                    if force[unit.index()] > taken && !late {
                        out.push(Action::Destroy { area, unit, routed: false });
                    }
                }
                self.keep_completable(seat, draft, &ask.question, out);
            }
            Question::Retreat { areas } => out.extend(areas.iter().map(|area| Action::Target { area: *area })),
            Question::Ships { most, .. } => out.extend((0..=*most).map(|count| Action::Ships { count })),
        }
    }

    /// Of picks in ascending order that must reach a number: those after which enough units are left.
    fn keep_completable(&self, seat: Seat, draft: &[Action], question: &Question, out: &mut Vec<Action>) {
        match question {
            Question::Casualties { units, .. } => {
                let (_, force, _) = self.fighters(seat);
                let mut after = 0;
                let mut keep: Vec<bool> = Vec::new();
                for action in out.iter().rev() {
                    let Action::Destroy { unit, .. } = action else { continue };
                    let taken = draft.iter().filter(|pick| matches!(pick, Action::Destroy { unit: u, .. } if u == unit)).count() as u8;
                    after += force[unit.index()] - taken;
                    keep.push(usize::from(after) + draft.len() >= usize::from(*units));
                }
                let mut keep = keep.into_iter().rev();
                out.retain(|_| keep.next().unwrap_or(true));
            }
            Question::Downgrade { units, kept } => {
                let goal =
                    if draft.len() < usize::from(*kept) { usize::from(*kept) - draft.len() } else { usize::from(*units) - draft.len() };
                let mut after = 0usize;
                let mut keep: Vec<bool> = Vec::new();
                for action in out.iter().rev() {
                    let (Action::Downgrade { area } | Action::Destroy { area, .. }) = action else { continue };
                    let taken = draft
                        .iter()
                        .filter(|pick| matches!(pick, Action::Downgrade { area: a } | Action::Destroy { area: a, .. } if a == area))
                        .count();
                    after += usize::from(self.area(*area).units[Unit::Knight.index()]) - taken;
                    keep.push(after >= goal);
                }
                let mut keep = keep.into_iter().rev();
                out.retain(|_| keep.next().unwrap_or(true));
            }
            _ => {}
        }
    }

    /// Whether the draft of `seat` is a whole answer.
    pub fn complete(&self, rules: &Rules, seat: Seat, question: &Question) -> bool {
        let draft = &self.player(seat).draft;
        let last = draft.last();
        match question {
            Question::Orders => draft.len() == self.orderable(seat).count(),
            Question::Raven => !matches!(last, Some(Action::Replace { .. }) | None),
            Question::Raid => draft.len() == 2,
            Question::March => match last {
                Some(Action::LeaveToken | Action::NoToken) => true,
                Some(Action::Done) => !self.may_leave_token(rules, seat, &self.march_of(rules, seat, draft)),
                _ => false,
            },
            Question::Consolidate => match draft.first() {
                Some(Action::Use { area }) => draft.len() == 2 || !self.may_muster_instead(rules, *area),
                _ => false,
            },
            Question::Muster { .. } | Question::UpgradeAnywhere { .. } | Question::Refuse => matches!(last, Some(Action::Done)),
            Question::Ties { .. } => draft.len() == self.tie_groups().iter().map(|group| group.len() - 1).sum::<usize>(),
            Question::Reconcile => {
                let mut armies = self.armies(seat);
                draft.iter().for_each(|pick| {
                    if let Action::Destroy { area, .. } = pick {
                        armies.add(*area, -1);
                    }
                });
                armies.fit(self.limits(rules, seat))
            }
            Question::Destroy { units, .. } | Question::Casualties { units, .. } | Question::Downgrade { units, .. } => {
                draft.len() == usize::from(*units)
            }
            Question::Support => match rules.rulings.support_split {
                SupportSplit::House => !draft.is_empty(),
                SupportSplit::Each => draft.len() == self.supporters(rules, seat).len(),
            },
            _ => !draft.is_empty(),
        }
    }

    /// Areas in which `seat` has units, and so places orders (BG.plan.every-area).
    pub fn orderable(&self, seat: Seat) -> impl Iterator<Item = AreaId> {
        self.area_ids().filter(move |id| self.area(*id).owner == Some(seat) && self.area(*id).all() > 0)
    }

    /// How many tokens of each kind `seat` may still place, bans apart, after these picks; and the stars that are left.
    pub(crate) fn tokens_left(&self, rules: &Rules, seat: Seat, placed: impl Iterator<Item = OrderId>) -> (Tokens, u8) {
        let mut left = rules.tokens.clone();
        let mut stars = self.stars(rules, seat);
        for id in placed {
            left[id.index()] = left[id.index()].saturating_sub(1);
            if rules.special >> id.0 & 1 == 1 {
                stars = stars.saturating_sub(1);
            }
        }
        (left, stars)
    }

    pub(crate) fn banned(&self, rules: &Rules, order: OrderId) -> bool {
        self.all_banned(rules) >> order.0 & 1 == 1
    }

    /// The banned orders, as bits.
    fn all_banned(&self, rules: &Rules) -> u16 {
        self.bans.iter().fold(0, |set, ban| set | rules.bans[*ban as usize])
    }

    /// How many more orders can be placed with what is left.
    pub(crate) fn eligible(&self, rules: &Rules, left: &[u8], stars: u8, banned_too: bool) -> u8 {
        let (mut plain, mut star) = (0, 0);
        let banned = if banned_too { 0 } else { self.all_banned(rules) };
        for (at, n) in left.iter().enumerate().filter(|(at, _)| banned >> at & 1 == 0) {
            if rules.special >> at & 1 == 1 { star += n } else { plain += n }
        }
        plain + star.min(stars)
    }

    fn order_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let mut areas = self.orderable(seat).skip(draft.len());
        let Some(area) = areas.next() else { return };
        let placed = draft.iter().filter_map(|pick| if let Action::Order { order, .. } = pick { Some(*order) } else { None });
        let (left, stars) = self.tokens_left(rules, seat, placed);
        let more = 1 + areas.count() as u8;
        let eligible = self.eligible(rules, &left, stars, false);
        let as_last = rules.rulings.banned_orders == BannedOrders::AsLast;
        // A banned token only when no other is left (BG.diff.banned-orders).
        let never = if as_last && eligible == 0 { 0 } else { self.all_banned(rules) } | if stars > 0 { 0 } else { rules.special };
        for (at, n) in left.iter().enumerate() {
            if *n > 0 && never >> at & 1 == 0 {
                out.push(Action::Order { area, order: OrderId(at as u8) });
            }
        }
        let all = self.eligible(rules, &left, stars, as_last);
        let gap = match rules.rulings.short_orders {
            // Every eligible token is placed; the short player chooses the gaps (BG.plan.short).
            ShortOrders::TurnOrder => more > all,
            ShortOrders::AtOnce => out.is_empty(),
        };
        if gap {
            out.push(Action::Leave { area });
        }
    }

    fn raven_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        match draft.first() {
            None => {
                // BG.plan.raven-own, -legal: areas for which another token is left.
                let orders = self.own_orders(seat);
                let mut list = Vec::new();
                for (area, _) in &orders {
                    list.clear();
                    self.replacements(rules, seat, *area, &orders, &mut list);
                    if !list.is_empty() {
                        out.push(Action::Replace { area: *area });
                    }
                }
                out.extend([Action::Look, Action::Pass]);
            }
            Some(Action::Replace { area }) => self.replacements(rules, seat, *area, &self.own_orders(seat), out),
            Some(_) => {}
        }
    }

    fn own_orders(&self, seat: Seat) -> Vec<(AreaId, OrderId)> {
        let own = self.area_ids().filter(|id| self.area(*id).owner == Some(seat));
        own.filter_map(|id| self.area(id).order.map(|order| (id, order))).collect()
    }

    fn replacements(&self, rules: &Rules, seat: Seat, area: AreaId, orders: &[(AreaId, OrderId)], out: &mut Vec<Action>) {
        let (unused, _) = self.tokens_left(rules, seat, orders.iter().map(|(_, order)| *order));
        let (_, stars) = self.tokens_left(rules, seat, orders.iter().filter(|(id, _)| *id != area).map(|(_, order)| *order));
        for (at, n) in unused.iter().enumerate() {
            let order = OrderId(at as u8);
            // BG.plan.raven-legal; as the reference games are played, a banned token may be swapped in and leaves again.
            let legal = rules.rulings.banned_orders == BannedOrders::AsLast || !self.banned(rules, order);
            if *n > 0 && (!rules.board.order(order).star || stars > 0) && legal {
                out.push(Action::Order { area, order });
            }
        }
    }

    /// What an area's raid may remove (BG.raid.*).
    pub fn raid_targets(&self, rules: &Rules, seat: Seat, from: AreaId) -> Vec<AreaId> {
        let star = self.area(from).order.is_some_and(|order| rules.board.order(order).star);
        let board = rules.board.area(from);
        let reach = if board.is_land() {
            rules.land[from.index()]
        } else if board.is_port() {
            rules.sea[from.index()]
        } else {
            rules.land[from.index()] | rules.sea[from.index()] | rules.port[from.index()]
        };
        bits(reach)
            .filter(|id| {
                let area = self.area(*id);
                area.owner.is_some_and(|owner| owner != seat)
                    && area.order.is_some_and(|order| match rules.board.order(order).kind {
                        OrderKind::Raid | OrderKind::Support | OrderKind::ConsolidatePower => true,
                        OrderKind::Defense => star,
                        OrderKind::March => false,
                    })
            })
            .collect()
    }

    fn raid_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        match draft.first() {
            None => out.extend(self.ordered(rules, seat, OrderKind::Raid).map(|area| Action::Use { area })),
            Some(Action::Use { area }) => {
                out.extend(self.raid_targets(rules, seat, *area).into_iter().map(|area| Action::Target { area }));
                out.push(Action::NoTarget);
            }
            Some(_) => {}
        }
    }

    /// Whether a Consolidate Power* may muster here (BG.cp.star, BG.cp.star-port).
    pub fn may_muster_instead(&self, rules: &Rules, area: AreaId) -> bool {
        rules.board.area(area).castle > 0
            && self.order_at(rules, area, OrderKind::ConsolidatePower).is_some_and(|order| rules.board.order(order).star)
    }

    fn muster_options(&self, rules: &Rules, seat: Seat, scope: Scope, draft: &[Action], out: &mut Vec<Action>) {
        let mut armies = self.armies(seat);
        let mut spent = [0u8; 128];
        let mut stock: [i8; 4] = self.stocks(rules, seat).map(|n| n as i8);
        let mut footmen = [0i8; 128];
        let mut only = None;
        for pick in draft {
            match *pick {
                Action::Muster { area, unit, at } => {
                    armies.add(at, 1);
                    spent[area.index()] += unit.cost();
                    stock[unit.index()] -= 1;
                    if unit == Unit::Footman {
                        footmen[at.index()] += 1;
                    }
                    only = Some(area);
                }
                Action::Upgrade { area, unit } => {
                    spent[area.index()] += 1;
                    stock[unit.index()] -= 1;
                    stock[Unit::Footman.index()] += 1;
                    footmen[area.index()] -= 1;
                    only = Some(area);
                }
                _ => {}
            }
        }
        let limits = self.limits(rules, seat);
        let mut fits = |at: AreaId| {
            armies.add(at, 1);
            let fits = armies.fit(limits) && (!rules.board.area(at).is_port() || armies.of(at) <= rules.board.port_ships);
            armies.add(at, -1);
            fits
        };
        for (id, area) in rules.board.areas().filter(|(_, area)| area.castle > 0) {
            let in_scope = match scope {
                Scope::All => true,
                Scope::At(at) => at == id,
                Scope::One => only.is_none_or(|at| at == id),
            };
            if !in_scope || spent[id.index()] >= area.castle || self.controller(rules, id) != Some(seat) {
                continue;
            }
            let points = area.castle - spent[id.index()];
            for unit in [Unit::Footman, Unit::Knight, Unit::SiegeEngine] {
                if unit.cost() <= points && stock[unit.index()] > 0 && fits(id) {
                    out.push(Action::Muster { area: id, unit, at: id });
                }
            }
            if stock[Unit::Ship.index()] > 0 {
                // BG.muster.ship-where, BG.ports.muster, BG.ports.muster-blockade
                for at in area.port.into_iter().chain(bits(rules.sea[id.index()])) {
                    if self.area(at).owner.is_none_or(|owner| owner == seat) && !self.area(at).closed && fits(at) {
                        out.push(Action::Muster { area: id, unit: Unit::Ship, at });
                    }
                }
            }
            let standing = if self.area(id).owner == Some(seat) { self.area(id).units[Unit::Footman.index()] as i8 } else { 0 };
            if standing + footmen[id.index()] > 0 {
                for unit in [Unit::Knight, Unit::SiegeEngine] {
                    if stock[unit.index()] > 0 {
                        out.push(Action::Upgrade { area: id, unit });
                    }
                }
            }
        }
        out.push(Action::Done);
    }

    /// Seats with equal bids, from the highest bid down; only groups of two and more.
    pub(crate) fn tie_groups(&self) -> Vec<Vec<Seat>> {
        let mut groups: Vec<Vec<Seat>> = Vec::new();
        for bid in (0..=self.bids.iter().copied().max().unwrap_or(0)).rev() {
            let group: Vec<Seat> = self.seats().filter(|seat| self.bids.get(seat.index()) == Some(&bid)).collect();
            if group.len() > 1 {
                groups.push(group);
            }
        }
        groups
    }

    fn tie_options(&self, draft: &[Action], out: &mut Vec<Action>) {
        let mut done = 0;
        for group in self.tie_groups() {
            if draft.len() < done + group.len() - 1 {
                let named = &draft[done..];
                out.extend(group.iter().map(|seat| Action::House { seat: *seat }).filter(|action| !named.contains(action)));
                return;
            }
            done += group.len() - 1;
        }
    }

    /// The areas in which units may be destroyed for a wildling card.
    pub(crate) fn destroy_areas(&self, rules: &Rules, seat: Seat, units: u8, at_one_castle: bool, draft: &[Action]) -> Vec<AreaId> {
        match draft.first() {
            Some(Action::Destroy { area, .. }) if at_one_castle => vec![*area],
            _ => self.orderable(seat).filter(|id| !at_one_castle || self.castle_with(rules, *id, units)).collect(),
        }
    }

    /// Whether an area is a castle or stronghold that holds so many units.
    pub(crate) fn castle_with(&self, rules: &Rules, id: AreaId, units: u8) -> bool {
        rules.board.area(id).castle > 0 && self.area(id).all() >= units
    }

    fn destroy_options(&self, areas: &[AreaId], units: u8, at_one_castle: bool, draft: &[Action], out: &mut Vec<Action>) {
        let key =
            |action: &Action| if let Action::Destroy { area, unit, .. } = action { (*area, *unit) } else { (AreaId(0), Unit::Footman) };
        let last = draft.last().map(key);
        let need = usize::from(units) - draft.len();
        // From the back: how many units are left from this pick on; too few cannot be completed.
        let mut after = 0;
        for area in areas.iter().rev() {
            if at_one_castle {
                after = 0;
            }
            for unit in Unit::ALL.into_iter().rev() {
                let action = Action::Destroy { area: *area, unit, routed: false };
                let taken = draft.iter().filter(|pick| **pick == action).count() as u8;
                let n = self.area(*area).units[unit.index()] - taken;
                if n == 0 || last.is_some_and(|last| (*area, unit) < last) {
                    continue;
                }
                after += usize::from(n);
                if after >= need {
                    out.push(action);
                }
            }
        }
        out.reverse();
    }

    fn reconcile_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let limits = self.limits(rules, seat);
        let mut armies = self.armies(seat);
        for pick in draft {
            if let Action::Destroy { area, .. } = pick {
                armies.add(*area, -1);
            }
        }
        for area in self.orderable(seat) {
            if armies.of(area) < 2 || (rules.rulings.reconcile_exact && !self.exactly_reconcilable(seat, limits, draft, area)) {
                continue;
            }
            for unit in Unit::ALL {
                let action = Action::Destroy { area, unit, routed: false };
                let taken = draft.iter().filter(|pick| **pick == action).count() as u8;
                if self.area(area).units[unit.index()] > taken {
                    out.push(action);
                }
            }
        }
    }

    /// Whether some removal that holds the draft and one more of `area` fits, while none of its units could have stayed
    /// (BG.diff.over-reconcile).
    fn exactly_reconcilable(&self, seat: Seat, limits: &[u8], draft: &[Action], area: AreaId) -> bool {
        let whole = self.armies(seat);
        let own: Vec<AreaId> = self.orderable(seat).filter(|id| whole.of(*id) > 1).collect();
        let at_least = |id: &AreaId| {
            let drafted = draft.iter().filter(|pick| matches!(pick, Action::Destroy { area: a, .. } if a == id)).count() as i8;
            drafted + i8::from(*id == area)
        };
        fn search(
            own: &[AreaId],
            at: usize,
            at_least: &dyn Fn(&AreaId) -> i8,
            removed: &mut Vec<i8>,
            armies: &mut Armies,
            limits: &[u8],
        ) -> bool {
            let Some(id) = own.get(at) else {
                if !armies.fit(limits) {
                    return false;
                }
                return own.iter().zip(removed.iter()).all(|(id, n)| {
                    if *n == 0 {
                        return true;
                    }
                    armies.add(*id, 1);
                    let fits = armies.fit(limits);
                    armies.add(*id, -1);
                    !fits
                });
            };
            let (least, most) = (at_least(id), armies.of(*id) as i8 - 1);
            for n in least..=most {
                armies.add(*id, -n);
                removed.push(n);
                let found = search(own, at + 1, at_least, removed, armies, limits);
                removed.pop();
                armies.add(*id, n);
                if found {
                    return true;
                }
            }
            false
        }
        search(&own, 0, &at_least, &mut Vec::new(), &mut whole.clone(), limits)
    }

    /// The march that a draft describes so far.
    pub fn march_of(&self, rules: &Rules, seat: Seat, draft: &[Action]) -> March {
        let from = match draft.first() {
            Some(Action::Use { area }) => *area,
            _ => AreaId(0),
        };
        let mut march = March { from, moves: Vec::new(), left: self.area(from).units, attack: None, armies: self.armies(seat) };
        for pick in draft {
            if let Action::Move { unit, to } = pick {
                self.march_move(seat, &mut march, *unit, *to);
            }
        }
        let _ = rules;
        march
    }

    fn march_move(&self, seat: Seat, march: &mut March, unit: Unit, to: AreaId) {
        march.moves.push((unit, to));
        march.left[unit.index()] -= 1;
        march.armies.add(march.from, -1);
        march.armies.add(to, 1);
        if self.defended(seat, to) {
            march.attack = Some(to);
        }
    }

    fn march_unmove(&self, march: &mut March, attack: Option<AreaId>) {
        if let Some((unit, to)) = march.moves.pop() {
            march.left[unit.index()] += 1;
            march.armies.add(march.from, 1);
            march.armies.add(to, -1);
            march.attack = attack;
        }
    }

    /// Whether the march may end like this: supply, ports, and strength against a neutral force (BG.march.supply, BG.neutral.fight).
    fn order_ends(&self, rules: &Rules, seat: Seat, march: &March) -> bool {
        if !march.armies.fit(self.limits(rules, seat)) {
            return false;
        }
        if march.moves.iter().any(|(_, to)| rules.board.area(*to).is_port() && march.armies.of(*to) > rules.board.port_ships) {
            return false;
        }
        match march.attack {
            Some(at) if self.is_neutral(at) => self.neutral_reach(rules, seat, march, at) >= i16::from(self.area(at).force),
            _ => true,
        }
    }

    /// Whether an area is held by a neutral force alone.
    pub fn is_neutral(&self, id: AreaId) -> bool {
        let area = self.area(id);
        area.force > 0 && area.garrison.is_none() && area.owner.is_none()
    }

    /// The greatest strength that a march can bring against a neutral force, with all support that may be granted.
    fn neutral_reach(&self, rules: &Rules, seat: Seat, march: &March, at: AreaId) -> i16 {
        let castle = rules.board.area(at).castle > 0;
        let value = |unit: Unit| -> i16 { [1, 2, if castle { 4 } else { 0 }, 1][unit.index()] };
        let own: i16 = march.moves.iter().filter(|(_, to)| *to == at).map(|(unit, _)| value(*unit)).sum();
        let order = self.area(march.from).order.map_or(0, |order| rules.board.order(order).bonus);
        let support: i16 = self
            .support_areas(rules, at)
            .filter(|id| rules.rulings.neutral_support || self.area(*id).owner == Some(seat))
            .map(|id| {
                let area = self.area(id);
                let units: i16 = Unit::ALL.iter().map(|unit| i16::from(area.units[unit.index()]) * value(*unit)).sum();
                units + area.order.map_or(0, |order| i16::from(rules.board.order(order).bonus))
            })
            .sum();
        own + i16::from(order) + support
    }

    /// Whether the march so far can be completed to one that may end.
    fn march_completable(&self, rules: &Rules, seat: Seat, march: &mut March, reach: &[u128; 4], from: (usize, AreaId)) -> bool {
        if self.order_ends(rules, seat, march) {
            return true;
        }
        for unit in Unit::ALL.into_iter().skip(from.0) {
            if march.left[unit.index()] == 0 {
                continue;
            }
            let first = if unit.index() == from.0 { from.1 } else { AreaId(0) };
            for to in bits(reach[unit.index()] & (u128::MAX << first.0)) {
                if self.defended(seat, to) && march.attack.is_some_and(|other| other != to) {
                    continue;
                }
                let before = march.attack;
                self.march_move(seat, march, unit, to);
                let found = self.march_completable(rules, seat, march, reach, (unit.index(), to));
                self.march_unmove(march, before);
                if found {
                    return true;
                }
            }
        }
        false
    }

    fn march_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let Some(Action::Use { .. }) = draft.first() else {
            out.extend(self.ordered(rules, seat, OrderKind::March).map(|area| Action::Use { area }));
            return;
        };
        let mut march = self.march_of(rules, seat, draft);
        if matches!(draft.last(), Some(Action::Done)) {
            out.extend([Action::LeaveToken, Action::NoToken]);
            return;
        }
        let by_land = march.left[..3].iter().any(|n| *n > 0);
        let lands = if by_land { self.destinations(rules, seat, march.from, false) } else { 0 };
        let seas = if march.left[3] > 0 { self.destinations(rules, seat, march.from, true) } else { 0 };
        let reach = [lands, lands, lands, seas];
        // Units and destinations in ascending order: each march has one way to be picked.
        let (first_unit, first_to) = match draft.last() {
            Some(Action::Move { unit, to }) => (unit.index(), *to),
            _ => (0, AreaId(0)),
        };
        for unit in Unit::ALL.into_iter().skip(first_unit) {
            if march.left[unit.index()] == 0 {
                continue;
            }
            let first = if unit.index() == first_unit { first_to } else { AreaId(0) };
            for to in bits(reach[unit.index()] & (u128::MAX << first.0)) {
                if self.defended(seat, to) && march.attack.is_some_and(|other| other != to) {
                    continue;
                }
                let before = march.attack;
                self.march_move(seat, &mut march, unit, to);
                let fine = self.march_completable(rules, seat, &mut march, &reach, (unit.index(), to));
                self.march_unmove(&mut march, before);
                if fine {
                    out.push(Action::Move { unit, to });
                }
            }
        }
        if self.order_ends(rules, seat, &march) {
            out.push(Action::Done);
        }
    }

    /// Whether a power token may be left behind (BG.march.token).
    pub fn may_leave_token(&self, rules: &Rules, seat: Seat, march: &March) -> bool {
        let area = self.area(march.from);
        rules.board.area(march.from).is_land()
            && count(&march.left) == 0
            && count(&area.routed) == 0
            && !march.moves.is_empty()
            && area.token.is_none()
            && rules.board.area(march.from).home != Some(self.player(seat).house)
            && self.player(seat).power > 0
    }

    /// Areas with a Support order that may count in a combat here (BG.support.terrain, BG.support.embattled).
    pub fn support_areas(&self, rules: &Rules, at: AreaId) -> impl Iterator<Item = AreaId> {
        let embattled = rules.board.area(at);
        let reach = if embattled.is_land() {
            rules.land[at.index()] | rules.sea[at.index()]
        } else {
            rules.sea[at.index()] | rules.port[at.index()]
        };
        bits(reach).filter(move |id| self.area(*id).owner.is_some() && self.order_at(rules, *id, OrderKind::Support).is_some())
    }

    /// Support areas of a seat in the combat that is going on.
    pub fn supporters(&self, rules: &Rules, seat: Seat) -> Vec<AreaId> {
        let Some(combat) = &self.combat else { return Vec::new() };
        self.support_areas(rules, combat.at).filter(|id| self.area(*id).owner == Some(seat)).collect()
    }

    fn support_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let Some(combat) = &self.combat else { return };
        let areas = self.supporters(rules, seat);
        let Some(area) = areas.get(draft.len()).copied() else { return };
        for side in combat.seats.iter().take(if combat.neutral { 1 } else { 2 }) {
            // BG.support.self: a combatant supports only himself.
            if combat.seats.contains(&seat) && *side != seat && !combat.neutral {
                continue;
            }
            let other = draft.iter().any(|pick| matches!(pick, Action::Support { side: Some(given), .. } if given != side));
            if other && !rules.rulings.support_both {
                continue;
            }
            out.push(Action::Support { area, side: Some(*side) });
        }
        out.push(Action::Support { area, side: None });
    }

    /// Supports of others that a combatant may refuse (BG.support.refuse).
    pub(crate) fn refusable(&self, seat: Seat) -> Vec<AreaId> {
        let Some(combat) = &self.combat else { return Vec::new() };
        let side = self.side(seat) as u8;
        let foreign = |id: &AreaId| self.area(*id).owner != Some(seat);
        let mut list: Vec<AreaId> = combat.supports.iter().filter(|(_, to)| *to == side).map(|(id, _)| *id).filter(foreign).collect();
        list.sort();
        list
    }

    /// The side of a combatant: 0 attacker, 1 defender.
    pub(crate) fn side(&self, seat: Seat) -> usize {
        self.combat.as_ref().map_or(0, |combat| usize::from(combat.seats[0] != seat))
    }

    /// The other combatant.
    pub(crate) fn opponent(&self, seat: Seat) -> Seat {
        self.combat.as_ref().map_or(seat, |combat| combat.seats[1 - self.side(seat)])
    }

    /// The fighting units of a combatant: where they are shown, standing, routed.
    pub(crate) fn fighters(&self, seat: Seat) -> (AreaId, Force, Force) {
        let Some(combat) = &self.combat else { return (AreaId(0), [0; 4], [0; 4]) };
        if combat.seats[0] == seat {
            (combat.from, combat.force, [0; 4])
        } else {
            let area = self.area(combat.at);
            if area.owner == Some(seat) { (combat.at, area.units, area.routed) } else { (combat.at, [0; 4], [0; 4]) }
        }
    }

    /// Cards that a combatant may play now.
    pub(crate) fn playable(&self, seat: Seat) -> impl Iterator<Item = crate::data::CardId> {
        let side = self.side(seat);
        let returned = self.combat.as_ref().and_then(|combat| combat.returned[side]);
        self.player(seat).hand.iter().filter(move |card| Some(*card) != returned)
    }

    /// Areas with orders of `of` next to the embattled one, the March of this combat apart.
    pub(crate) fn orders_next_to_combat(&self, rules: &Rules, of: Seat) -> Vec<AreaId> {
        let Some(combat) = &self.combat else { return Vec::new() };
        let next = rules.board.area(combat.at).adjacent.iter().copied();
        next.filter(|id| {
            self.area(*id).owner == Some(of) && self.area(*id).order.is_some() && !(combat.seats[0] == of && *id == combat.from)
        })
        .collect()
    }

    /// Whether an ability of a combatant's card is of this kind.
    pub(crate) fn has(&self, rules: &Rules, side: usize, which: impl Fn(&Ability) -> bool) -> bool {
        let Some(combat) = &self.combat else { return false };
        combat.cards[side].is_some_and(|card| rules.board.card(card).abilities.iter().any(which))
    }

    /// The tracks on which a seat stands highest.
    pub(crate) fn best_tracks(&self, seat: Seat) -> Vec<Track> {
        let best = Track::ALL.into_iter().map(|track| self.place(track, seat)).min();
        Track::ALL.into_iter().filter(|track| Some(self.place(*track, seat)) == best).collect()
    }
}
