//! Combat: house cards, the blade, support, casualties, retreat.

use board_game::data::{Ability, OrderKind, When};
use board_game::state::Force;
use board_game::view::CombatView;
use board_game::{Action, AreaId, CardId, Unit};
use table::Seat;

use super::best;
use super::look::{Look, bits, force, price};

/// A combat with what counts for it, cards apart.
pub struct Fight<'l, 'a> {
    look: &'l Look<'a>,
    combat: &'l CombatView,
    seats: [Option<Seat>; 2],
    fighters: [Force; 2],
    /// Supporting units by side: whose, and which.
    support: Vec<(usize, Option<Seat>, Force)>,
    /// Orders, garrison, blade and Tides of Battle.
    fixed: [i32; 2],
    /// What a defender's order adds.
    order: i32,
}

/// How a combat ends with two cards.
struct Ending {
    totals: [i32; 2],
    winner: usize,
    /// Units that the loser loses.
    killed: i32,
}

impl<'l, 'a> Fight<'l, 'a> {
    pub fn new(look: &'l Look<'a>) -> Option<Fight<'l, 'a>> {
        let combat = look.view.combat.as_ref()?;
        let defender = look.area(combat.at).owner == combat.defender && combat.defender.is_some();
        let fighters = [force(&combat.force), if defender { look.units(combat.at) } else { [0; 4] }];
        let support: Vec<(usize, Option<Seat>, Force)> =
            combat.supports.iter().map(|support| (usize::from(support.side), support.by, look.units(support.area))).collect();
        let mut fixed = [0, 1].map(|side: usize| {
            let parts = &combat.strength[side];
            i32::from(parts.order) + i32::from(parts.garrison) + i32::from(parts.blade) + i32::from(parts.tides)
        });
        for support in &combat.supports {
            let order = look.area(support.area).order.map_or(0, |order| look.board.order(order).bonus);
            fixed[usize::from(support.side)] += i32::from(order);
        }
        let order = look.order(combat.at, OrderKind::Defense).filter(|_| defender);
        let order = order.map_or(0, |order| i32::from(look.board.order(order).bonus));
        Some(Fight { look, combat, seats: [Some(combat.attacker), combat.defender], fighters, support, fixed, order })
    }

    /// This seat's side.
    pub fn side(&self) -> Option<usize> {
        self.seats.iter().position(|seat| *seat == Some(self.look.me))
    }

    fn abilities(&self, card: Option<CardId>) -> &'static [Ability] {
        card.map_or(&[], |card| &self.look.board.card(card).abilities)
    }

    fn has(&self, card: Option<CardId>, ability: &Ability) -> bool {
        self.abilities(card).contains(ability)
    }

    fn holds(&self, when: &[When], side: usize) -> bool {
        let supported = self.support.iter().any(|(to, ..)| *to == side);
        let throne = |side: usize| self.seats[side].map_or(9, |seat| self.look.place(&self.look.view.iron_throne, seat));
        when.iter().all(|when| match when {
            When::Attacking => side == 0,
            When::Defending => side == 1,
            When::AtCastle => self.look.board.area(self.combat.at).castle > 0,
            When::Supported => supported,
            When::Unsupported => !supported,
            When::OpponentAboveOnIronThrone => throne(1 - side) < throne(side),
            When::Discarded(id) => {
                self.seats[side].is_some_and(|seat| self.look.player(seat).discard.iter().any(|card| self.look.board.card(*card).id == *id))
            }
        })
    }

    fn units(&self, side: usize, owner: Option<Seat>, units: &Force, cards: [Option<CardId>; 2]) -> i32 {
        let siege = if side == 0 && self.look.board.area(self.combat.at).castle > 0 { 4 } else { 0 };
        let mut each = [1, 2, siege, 1];
        for (texts, card) in cards.into_iter().enumerate() {
            for ability in self.abilities(card) {
                match ability {
                    Ability::UnitsCount { unit, value, when } if texts == side && owner == self.seats[texts] && self.holds(when, texts) => {
                        each[unit.index()] = i32::from(*value);
                    }
                    Ability::ForeignUnitsCount { unit, value, when } if owner != self.seats[texts] && self.holds(when, texts) => {
                        each[unit.index()] = i32::from(*value);
                    }
                    _ => {}
                }
            }
        }
        units.iter().zip(each).map(|(n, each)| i32::from(*n) * each).sum()
    }

    fn ending(&self, cards: [Option<CardId>; 2]) -> Ending {
        let mut fighters = self.fighters;
        let mut totals = self.fixed;
        let (mut swords, mut forts) = ([0, 0], [0, 0]);
        for side in 0..2 {
            let (card, against) = (cards[side], cards[1 - side]);
            let immune = self.has(against, &Ability::NoCasualties);
            for ability in self.abilities(card) {
                match ability {
                    Ability::Bonus { when, strength, swords: more, fortifications } if self.holds(when, side) => {
                        totals[side] += i32::from(*strength);
                        swords[side] += i32::from(*more);
                        forts[side] += i32::from(*fortifications);
                    }
                    Ability::DoubleDefense if side == 1 => totals[1] += self.order,
                    // Only where the text is still to be resolved: revealed cards have done it.
                    Ability::DestroyFighter(unit) if !immune && self.combat.cards[side].is_none() => {
                        let n = &mut fighters[1 - side][unit.index()];
                        *n = n.saturating_sub(1);
                    }
                    Ability::NoCasualties => forts[side] += 99,
                    _ => {}
                }
            }
            if let Some(card) = card.map(|card| self.look.board.card(card)) {
                totals[side] += if self.has(against, &Ability::NoPrintedStrength) { 0 } else { i32::from(card.strength) };
                swords[side] += i32::from(card.swords);
                forts[side] += i32::from(card.fortifications);
            }
        }
        for side in 0..2 {
            totals[side] += self.units(side, self.seats[side], &fighters[side], cards);
        }
        for (side, owner, units) in &self.support {
            totals[*side] += self.units(*side, *owner, units, cards);
        }
        let fief = |side: usize| self.seats[side].map_or(9, |seat| self.look.place(&self.look.view.fiefdoms, seat));
        let winner = match totals[0].max(0).cmp(&totals[1].max(0)) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => usize::from(fief(1) < fief(0)),
        };
        let left: i32 = fighters[1 - winner].iter().map(|n| i32::from(*n)).sum();
        Ending { totals, winner, killed: (swords[winner] - forts[1 - winner]).clamp(0, left) }
    }

    /// What an ending is worth to a side.
    fn points(&self, side: usize, cards: [Option<CardId>; 2]) -> i32 {
        let end = self.ending(cards);
        let won = end.winner == side;
        let worth = self.look.worth(self.combat.at) + self.look.spite(self.combat.at);
        let stake = 15 + worth + price(&self.fighters[side]) / 4;
        let mut sum = if won { stake + 12 * end.killed } else { -13 * end.killed };
        for ability in self.abilities(cards[side]) {
            sum += match ability {
                Ability::GainPower(n) if won => 6 * i32::from(*n),
                Ability::MarchAgain if won && side == 0 => 8,
                Ability::RemoveOrderOfLoser | Ability::UpgradeFighter { .. } | Ability::ChooseRetreat if won => 6,
                Ability::TakeBackDiscards if !won => 3 * self.look.own().discard.len() as i32,
                Ability::NoEntry if !won && side == 1 => worth / 2,
                Ability::OpponentToBottom => 12,
                Ability::DiscardFromHand | Ability::RemoveOrderNextToCombat => 5,
                _ => 0,
            };
        }
        sum
    }

    /// What a card is worth in hand: playing it costs that.
    fn card_price(&self, card: CardId) -> i32 {
        let facts = self.look.board.card(card);
        4 * i32::from(facts.strength) + 2 * i32::from(facts.swords + facts.fortifications) + 2 * facts.abilities.len() as i32
    }

    /// What playing a card is worth against what the opponent has shown, or may play.
    fn card(&self, side: usize, card: Option<CardId>) -> i32 {
        let pair = |other: Option<CardId>| if side == 0 { [card, other] } else { [other, card] };
        let cost = card.map_or(0, |card| self.card_price(card));
        let hand = self.seats[1 - side].map_or(&[][..], |seat| &self.look.player(seat).hand);
        if self.combat.cards[1 - side].is_some() || hand.is_empty() {
            return self.points(side, pair(self.combat.cards[1 - side])) - cost;
        }
        let (mut sum, mut all) = (0, 0);
        for other in hand {
            let weight = 1 + i32::from(self.look.board.card(*other).strength);
            sum += weight * self.points(side, pair(Some(*other)));
            all += weight;
        }
        sum / all.max(1) - cost
    }

    /// Which house card is played.
    pub fn house_card(&self, legal: &[Action]) -> Option<usize> {
        let side = self.side()?;
        best(legal, |action| match action {
            Action::Card { card } => self.card(side, Some(*card)),
            // The card that lies there stays.
            _ => self.card(side, self.combat.cards[side]) + self.combat.cards[side].map_or(0, |card| self.card_price(card)),
        })
    }

    /// Whether the opponent's card is sent back: only if he will probably do worse with another.
    pub fn cancel(&self) -> bool {
        let Some(side) = self.side() else { return false };
        let (own, other) = (self.combat.cards[side], self.combat.cards[1 - side]);
        let pair = |other: Option<CardId>| if side == 0 { [own, other] } else { [other, own] };
        let hand: &[CardId] = self.seats[1 - side].map_or(&[], |seat| &self.look.player(seat).hand);
        let others: Vec<i32> = hand.iter().filter(|card| Some(**card) != other).map(|card| self.points(side, pair(Some(*card)))).collect();
        let mean = if others.is_empty() { self.points(side, pair(None)) } else { others.iter().sum::<i32>() / others.len() as i32 };
        mean > self.points(side, pair(other)) + 4
    }

    /// Whether one more point of strength turns the combat.
    pub fn blade(&self) -> bool {
        let Some(side) = self.side() else { return false };
        let end = self.ending(self.combat.cards);
        // The blade's holder wins ties.
        end.winner != side && end.totals[side] + 1 >= end.totals[1 - side]
    }

    /// Whether another Tides of Battle card is drawn: when a low one would lose.
    pub fn tides(&self) -> bool {
        let Some(side) = self.side() else { return false };
        let end = self.ending(self.combat.cards);
        let drawn = self.combat.tides[side].as_ref().and_then(|id| self.look.board.tides.iter().find(|card| card.id == *id));
        let drawn = drawn.map_or(0, |card| i32::from(card.strength));
        drawn == 0 && (-3..=0).contains(&(end.totals[side] - end.totals[1 - side]))
    }

    /// Where a beaten force goes: own ones to where they stand well, those of an enemy to where they do not.
    pub fn retreat(&self, legal: &[Action]) -> Option<usize> {
        let loser = self.combat.winner.map(|side| 1 - usize::from(side));
        let own = loser == self.side();
        best(legal, |action| {
            let Action::Target { area } = action else { return 0 };
            let look = self.look;
            if !own {
                let next = look.board.area(*area).adjacent.iter().filter(|id| look.mine(**id)).count() as i32;
                return 3 * next - look.board.area(*area).adjacent.len() as i32 - 10 * i32::from(look.board.area(*area).castle);
            }
            let mut units = look.units(*area);
            units.iter_mut().zip(self.fighters[loser.unwrap_or(0)]).for_each(|(at, n)| *at += n);
            let had = if look.mine(*area) { look.held(*area, &look.units(*area)) } else { 0 };
            2 * (look.held(*area, &units) - had) - look.threat(*area) * 2 + look.pull(*area)
        })
    }
}

/// Whom an area supports: this seat, else the weaker house, if it is clearly weaker.
pub fn support(look: &Look<'_>, legal: &[Action]) -> Option<usize> {
    let combat = look.view.combat.as_ref()?;
    let sides = [Some(combat.attacker), combat.defender];
    best(legal, |action| match action {
        Action::Support { side: Some(side), .. } if *side == look.me => 100,
        // Nobody is helped against this seat, nor against neutral forces.
        Action::Support { side: Some(_), .. } if sides.contains(&Some(look.me)) || combat.defender.is_none() => -100,
        Action::Support { side: Some(side), .. } => {
            let other = sides.into_iter().flatten().find(|seat| seat != side).unwrap_or(*side);
            let prize = i32::from(look.board.area(combat.at).castle > 0 && *side == combat.attacker) * 6;
            look.lead(other) - look.lead(*side) - 8 - prize
        }
        _ => 0,
    })
}

/// Units that are given up: the cheapest, one after the other in the order of the list.
pub fn losses(look: &Look<'_>, legal: &[Action], left: u32, drafted: &[Action]) -> Option<usize> {
    let fighting = look.view.combat.as_ref().filter(|combat| combat.attacker == look.me);
    let standing = |area: AreaId, unit: Unit| -> u8 {
        let units = match fighting {
            Some(combat) if combat.from == area => force(&combat.force),
            _ => look.units(area),
        };
        units[unit.index()]
    };
    // Each unit by itself, with what it costs to lose it.
    let mut units: Vec<(i32, usize)> = Vec::new();
    for (at, action) in legal.iter().enumerate() {
        let (area, unit) = match *action {
            Action::Destroy { area, unit, .. } => (area, unit),
            Action::Downgrade { area } => (area, Unit::Knight),
            _ => continue,
        };
        let taken = drafted.iter().filter(|pick| *pick == action).count() as u8;
        for n in 0..standing(area, unit).saturating_sub(taken).max(1) {
            units.push((cost(look, area, unit, n), at));
        }
    }
    units.sort_unstable();
    units.iter().take(left.max(1) as usize).map(|(_, at)| *at).min()
}

/// What the loss of a unit costs: the last ones of a good area more.
fn cost(look: &Look<'_>, area: AreaId, unit: Unit, before: u8) -> i32 {
    let mut one = [0; 4];
    one[unit.index()] = 1;
    let units = look.units(area);
    let left = bits(1 << area.0).map(|id| look.all(id)).sum::<u8>().saturating_sub(before + 1);
    let mut after = units;
    after[unit.index()] = after[unit.index()].saturating_sub(before + 1);
    let stake = look.held(area, &units) - look.held(area, &after);
    let empty = left == 0 && look.area(area).token != Some(look.me) && look.board.area(area).home != Some(look.own().house);
    price(&one) + stake / 2 + if empty { look.worth(area) } else { 0 }
}
