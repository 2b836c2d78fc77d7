//! Combat: who may support, and what the combatants have.

use table::Seat;

use crate::action::Action;
use crate::data::{Ability, AreaId, OrderKind, Track};
use crate::game::Rules;
use crate::state::{Force, State, bits};

impl State {
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

    pub(super) fn support_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
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
