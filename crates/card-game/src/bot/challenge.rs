//! Challenges: whom to attack with what, when to defend, and what each is good for.

use table::Seat;

use super::table::{Table, has};
use super::value::{self, CARD, GAME, POWER};
use crate::view::{Action, CardView, Id};
use crate::words::{CardType, ChallengeType};

/// So many characters are looked at in all combinations.
const MOST: usize = 10;

/// What winning power is worth to a seat that has `power` already.
fn power(have: i32, more: i32) -> i32 {
    if more <= 0 {
        0
    } else if have + more >= 15 {
        GAME
    } else {
        more * (POWER + if have >= 10 { 6 } else { 0 })
    }
}

fn strength(cards: &[&CardView]) -> i32 {
    cards.iter().map(|c| c.strength.unwrap_or(0).max(0)).sum()
}

/// What claim takes from `loser`, and the power it brings to the winner.
fn claim(table: &Table<'_>, kind: ChallengeType, loser: Seat, amount: i32) -> (i32, i32) {
    let Some(player) = table.seat(loser) else { return (0, 0) };
    match kind {
        ChallengeType::Military => {
            let mut losses: Vec<i32> = table.characters(loser).map(|c| value::loss(table, c)).collect();
            losses.sort_unstable();
            (losses.iter().take(amount.max(0) as usize).sum(), 0)
        }
        ChallengeType::Intrigue => (CARD * amount.min(player.hand as i32), 0),
        ChallengeType::Power => {
            let taken = amount.min(table.faction_power(loser));
            (taken * POWER / 2, taken)
        }
    }
}

/// What claim that falls on a player is worth to this seat.
pub fn suffered(table: &Table<'_>, kind: ChallengeType, on: Seat, amount: i32) -> i32 {
    let (takes, moved) = claim(table, kind, on, amount);
    if on == table.me { -takes } else { takes + moved * POWER / 2 }
}

/// What the keywords of these characters bring when they win: (power, other).
fn keywords(cards: &[&CardView]) -> (i32, i32) {
    let count = |word: &str| cards.iter().filter(|c| has(c, word)).count() as i32;
    (count("Renown"), count("Insight") * CARD + count("Pillage") * 3 + count("Intimidate").min(1) * 8)
}

/// An attack that a steward thinks of.
#[derive(Clone, Debug)]
pub struct Attack {
    pub worth: i32,
    pub kind: ChallengeType,
    pub against: Seat,
    pub with: Vec<Id>,
}

/// The best attack among these types and opponents.
pub fn best_attack(table: &Table<'_>, options: &[(ChallengeType, Seat)]) -> Option<Attack> {
    let attacks = options.iter().filter_map(|(kind, against)| attack(table, *kind, *against, options));
    attacks.reduce(|best, next| if next.worth > best.worth { next } else { best })
}

/// The best set of attackers for a type against an opponent.
pub fn attack(table: &Table<'_>, kind: ChallengeType, against: Seat, left: &[(ChallengeType, Seat)]) -> Option<Attack> {
    let mut able: Vec<&CardView> = table.standing(table.me, kind).collect();
    able.sort_by_key(|c| std::cmp::Reverse(c.strength));
    able.truncate(MOST);
    let mut foes: Vec<&CardView> = table.standing(against, kind).collect();
    foes.sort_by_key(|c| std::cmp::Reverse(c.strength));
    let costs: Vec<i32> = able.iter().map(|c| attack_cost(table, c, kind, left)).collect();
    let amount = table.my().plot.map_or(1, |plot| plot.claim);
    let (takes, moved) = claim(table, kind, against, amount);
    let (bonus, leads) = (super::melee::bonus(table, table.me, against), super::melee::leads(table, against));
    let mut best: Option<(i32, usize)> = None;
    for bits in 1usize..1 << able.len() {
        let set: Vec<&CardView> = able.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, c)| *c).collect();
        let cost: i32 = costs.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, cost)| cost).sum();
        let stealth = set.iter().filter(|c| has(c, "Stealth")).count();
        let mut bypassed = 0;
        let met: Vec<&CardView> = foes
            .iter()
            .copied()
            .filter(|c| {
                let passes = bypassed < stealth && !has(c, "Stealth");
                bypassed += usize::from(passes);
                !passes
            })
            .collect();
        let (mine, theirs) = (strength(&set), strength(&met));
        if mine == 0 {
            continue;
        }
        // In hundredths: that it is won, that nobody opposes it.
        let (wins, unopposed) = if met.is_empty() {
            (97, 97)
        } else if mine >= theirs {
            (if mine >= theirs + 3 { 92 } else { 82 }, 30)
        } else if 2 * mine >= theirs {
            (35, 20)
        } else {
            (20, 12)
        };
        let (renown, other) = keywords(&set);
        let have = table.my().power;
        let gains = moved + renown + bonus;
        let won = takes + other + power(have, gains) + leads + if mine >= theirs + 5 { 3 } else { 0 };
        let worth = won * wins / 100 + power(have + gains, 1) * unopposed / 100 - cost;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, bits));
        }
    }
    let (worth, bits) = best?;
    let with = able.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).filter_map(|(_, c)| c.id.parse().ok()).collect();
    Some(Attack { worth, kind, against, with })
}

/// What it costs to kneel a character for an attack: attacks of other types, and defence where opponents still attack.
fn attack_cost(table: &Table<'_>, card: &CardView, kind: ChallengeType, left: &[(ChallengeType, Seat)]) -> i32 {
    let str_ = card.strength.unwrap_or(0);
    let mut others: Vec<ChallengeType> = left.iter().map(|(k, _)| *k).filter(|k| *k != kind && card.icons.contains(k)).collect();
    others.dedup();
    let mut cost = 1 + others.len() as i32 * (2 + str_);
    if table.opponents().any(|seat| seat != table.me && table.still_attacks(seat)) {
        cost += 2 + str_ + defends(table, card);
    }
    cost
}

/// How much a standing character is wanted for defence: the types in which opponents could attack and it could defend.
fn defends(table: &Table<'_>, card: &CardView) -> i32 {
    let feared = |kind: &&ChallengeType| table.opponents().any(|seat| table.standing(seat, **kind).next().is_some());
    3 * card.icons.iter().filter(feared).count() as i32
}

/// What a defence costs: own attacks that are still to come, further defences, dominance.
fn defence_cost(table: &Table<'_>, card: &CardView) -> i32 {
    let str_ = card.strength.unwrap_or(0);
    let attacker = table.view.challenge.as_ref().map(|c| c.attacker);
    let mut cost = 1 + str_ / 3;
    if table.still_attacks(table.me) {
        cost += 3 + 2 * str_ + 3 * card.icons.len() as i32 + if has(card, "Renown") { 8 } else { 0 };
    }
    if let Some(player) = attacker.and_then(|seat| table.seat(seat)) {
        let more = |kind: &&ChallengeType| {
            player.challenges_left.get(kind).is_some_and(|n| *n > 0) && table.standing(player.seat, **kind).next().is_some()
        };
        cost += 4 * card.icons.iter().filter(more).count() as i32;
    }
    cost
}

/// What hangs on the challenge that is being resolved, for this seat as attacker or defender; with it the difference that being
/// unopposed makes.
pub fn stakes(table: &Table<'_>) -> Option<(i32, i32)> {
    let c = table.view.challenge.as_ref()?;
    let attacker = table.seat(c.attacker)?;
    let (takes, moved) = claim(table, c.kind, c.defender, c.claim);
    let attackers: Vec<&CardView> = c.attackers.iter().filter_map(|id| table.named(id)).collect();
    let (renown, other) = keywords(&attackers);
    let gains = moved + renown + super::melee::bonus(table, c.attacker, c.defender);
    let mut won = takes + other + power(attacker.power, gains);
    if table.me == c.defender {
        let defenders: Vec<&CardView> = c.defenders.iter().filter_map(|id| table.named(id)).collect();
        let (renown, other) = keywords(&defenders);
        won += other + power(table.my().power, renown + super::melee::bonus(table, c.defender, c.attacker));
    }
    Some((won, power(attacker.power + gains, 1)))
}

/// The set of defenders that is worth most; empty when none is.
pub fn defenders(table: &Table<'_>, able: &[Id]) -> Vec<Id> {
    let Some(c) = &table.view.challenge else { return Vec::new() };
    let Some((stake, unopposed)) = stakes(table) else { return Vec::new() };
    let mut cards: Vec<&CardView> = able.iter().filter_map(|id| table.card(*id)).collect();
    cards.sort_by_key(|c| std::cmp::Reverse(c.strength));
    cards.truncate(MOST);
    let costs: Vec<i32> = cards.iter().map(|c| defence_cost(table, c)).collect();
    let mut best = (0, 0usize);
    for bits in 1usize..1 << cards.len() {
        let chosen = |i: &usize| bits >> i & 1 != 0;
        let set: Vec<&CardView> = (0..cards.len()).filter(chosen).map(|i| cards[i]).collect();
        let cost: i32 = (0..cards.len()).filter(chosen).map(|i| costs[i]).sum();
        let mine = strength(&set);
        let wins = match mine - c.attack_total {
            ..=0 => 4,
            1..=2 => 82,
            _ => 92,
        };
        let (renown, other) = keywords(&set);
        let won = stake + other + power(table.my().power, renown);
        let worth = won * wins / 100 + if mine > 0 { unopposed } else { 0 } - cost;
        if worth > best.0 {
            best = (worth, bits);
        }
    }
    (0..cards.len()).filter(|i| best.1 >> i & 1 != 0).filter_map(|i| cards[i].id.parse().ok()).collect()
}

/// What more (or less) STR on this seat's side changes: the stakes, if it turns the challenge.
pub fn turns(table: &Table<'_>, more: i32) -> i32 {
    let Some(c) = table.view.challenge.as_ref().filter(|c| c.winner.is_none()) else { return 0 };
    let Some((stake, _)) = stakes(table) else { return 0 };
    if table.me != c.attacker && table.me != c.defender {
        return 0;
    }
    let attacks = table.me == c.attacker;
    // Before defenders are declared the defence is what it could be.
    let defence = if c.defenders_declared || !attacks {
        c.defense_total
    } else {
        let able: Vec<&CardView> = table.standing(c.defender, c.kind).filter(|d| !d.bypassed).collect();
        strength(&able)
    };
    let ahead = if attacks { c.attack_total - defence } else { defence - c.attack_total - 1 };
    if !c.defenders_declared && !attacks {
        return 0;
    }
    match (ahead >= 0, ahead + more >= 0) {
        (false, true) => stake,
        (true, false) => -stake,
        // A margin of five opens reactions.
        (true, true) if ahead < 5 && ahead + more >= 5 => 2,
        _ => 0,
    }
}

/// What it is worth to take a standing opponent's character out by kneeling it, or to stand an own one.
pub fn readiness(table: &Table<'_>, card: &CardView) -> i32 {
    if card.kind != Some(CardType::Character) {
        return 6;
    }
    let controller = Seat(card.controller);
    let str_ = card.strength.unwrap_or(0);
    let attacks = table.still_attacks(controller);
    let attacked = (0..table.view.players.len() as u8).map(Seat).any(|seat| seat != controller && table.still_attacks(seat));
    let renown = if has(card, "Renown") && attacks { 8 } else { 0 };
    let per = 2 * card.icons.len() as i32 + str_;
    (if attacks { 2 * per } else { 0 }) + (if attacked { per + per / 2 } else { 0 }) + renown + str_ / 3
}

/// The declared type and opponent of a draft.
pub fn declared(draft: &[Action]) -> Option<(ChallengeType, Seat)> {
    draft.iter().find_map(|a| if let Action::Challenge { kind, against } = a { Some((*kind, *against)) } else { None })
}
