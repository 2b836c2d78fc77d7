//! Setup, plots, marshaling: what to begin with and what to pay for.

use super::ability;
use super::table::{Table, cost, has};
use super::value;
use crate::lang::ast::{Body, PlotValue};
use crate::view::{Action, CardView, Id, Zone};
use crate::words::{CardType, Phase};

fn id(card: &CardView) -> Option<Id> {
    card.id.parse().ok()
}

/// Whether these seven cards are shuffled back: too little to set up with.
pub fn mulligan(table: &Table<'_>) -> bool {
    let cards: Vec<&CardView> = table.hand().collect();
    let set = best_set(table, &cards, 8, true);
    let characters = set.iter().filter(|c| c.kind == Some(CardType::Character)).count();
    let spent: i32 = set.iter().map(|c| cost(c)).sum();
    characters == 0 || set.len() < 2 || (characters < 2 && spent < 5)
}

/// Setup cards.
pub fn setup(table: &Table<'_>) -> Vec<Id> {
    let cards: Vec<&CardView> = table.hand().collect();
    best_set(table, &cards, 8, true).into_iter().filter_map(id).collect()
}

/// What is marshaled with the gold there is, of cards that may be marshaled.
pub fn marshal(table: &Table<'_>, able: &[Id]) -> Vec<Id> {
    let mut cards: Vec<&CardView> = able.iter().filter_map(|id| table.card(*id)).collect();
    cards.sort_by_key(|c| std::cmp::Reverse(value::marshaled(table, c)));
    cards.truncate(12);
    best_set(table, &cards, table.my().gold, false).into_iter().filter_map(id).collect()
}

/// The set of cards that is worth most for this gold. In setup each placed card is another card drawn.
fn best_set<'a>(table: &Table<'_>, cards: &[&'a CardView], gold: i32, setup: bool) -> Vec<&'a CardView> {
    let price = |c: &CardView| match c.cost_now {
        _ if table.original(c).is_some() => 0,
        Some(now) if !setup => now,
        _ => cost(c),
    };
    let worth = |c: &CardView| {
        let base = match c.kind {
            Some(CardType::Event) | None => return -100,
            Some(CardType::Attachment) if setup && table.entry(c).is_none_or(value::harmful) => return -100,
            Some(CardType::Attachment) if setup => 4,
            _ => value::marshaled(table, c),
        };
        if setup { base + 12 } else { base }
    };
    let worths: Vec<i32> = cards.iter().map(|c| worth(c)).collect();
    let mut best = (0, 0usize);
    'sets: for bits in 1usize..1 << cards.len().min(14) {
        let (mut paid, mut sum, mut limited) = (0, 0, 0);
        for (i, card) in cards.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0) {
            let copy = card.unique && cards[..i].iter().enumerate().any(|(j, o)| bits >> j & 1 != 0 && o.name == card.name);
            if copy {
                // In setup a duplicate is free; in play it follows when the first copy lies there.
                sum += if setup { 18 } else { -1 };
                continue;
            }
            paid += price(card);
            limited += i32::from(setup && has(card, "Limited"));
            sum += worths[i];
            if paid > gold || limited > 1 || worths[i] <= 0 {
                continue 'sets;
            }
        }
        if sum > best.0 {
            best = (sum, bits);
        }
    }
    (0..cards.len()).filter(|i| best.1 >> i & 1 != 0).map(|i| cards[i]).collect()
}

/// The order in which planned cards are marshaled: what pays for the others first, the dear ones next.
pub fn order(table: &Table<'_>, card: &CardView) -> i32 {
    let economy = table.entry(card).map_or(0, value::economy);
    40 + if economy > 0 && cost(card) <= 1 { 40 } else { 0 } + 2 * cost(card)
}

/// What a plot is worth this round.
pub fn plot(table: &Table<'_>, card: &CardView) -> i32 {
    let Some(entry) = table.entry(card) else { return 0 };
    let value = |v: &PlotValue| if let PlotValue::N(n) = v { *n } else { 3 };
    let (income, initiative, claim, reserve) =
        entry.def.plot.as_ref().map_or((0, 0, 0, 0), |(a, b, c, d)| (value(a), value(b), value(c), value(d)));
    let me = table.my();
    let strength = |seat| table.characters(seat).filter_map(|c| c.strength).sum::<i32>();
    let theirs = table.opponents().map(strength).max().unwrap_or(0);
    let mine = strength(table.me);
    // Gold is worth what the hand can use.
    let wanted: i32 = table.hand().map(cost).sum::<i32>() + 4;
    let standing_income: i32 = table
        .view
        .cards
        .iter()
        .filter(|c| c.zone == Some(Zone::Play) && table.mine(c))
        .filter_map(|c| table.entry(c))
        .map(|e| e.def.income)
        .sum();
    let used = income.min((wanted - standing_income).max(1));
    let mut worth = 9 * used + (income - used) + initiative + reserve.min(me.hand as i32 + 2) * 2;
    worth += claim * if mine >= theirs { 24 } else { 12 };
    for (n, ability) in entry.def.abilities.iter().enumerate() {
        worth += match &ability.body {
            Body::WhenRevealed(_) => ability::worth(table, card, n as u8 + 1, None),
            Body::Constant(c) => 6 * c.rules.len().min(1) as i32,
            _ => 8,
        };
    }
    worth
}

/// Whether an action in the marshaling window makes something cheaper.
pub fn reduces(table: &Table<'_>, action: &Action) -> bool {
    let Action::Use { card, ability, .. } = action else { return false };
    let t = table.card(*card).and_then(|c| ability::triggered(table, c, *ability));
    table.view.phase == Phase::Marshaling
        && t.is_some_and(|t| t.effect.iter().any(|e| matches!(e, crate::lang::ast::Effect::ReduceNext { .. })))
}
