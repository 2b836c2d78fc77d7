//! Melee: titles, redirects, claim against several.

use table::Seat;

use super::challenge;
use super::table::Table;
use super::value::{self, CARD, POWER};
use crate::lang::ast::{Body, PlayerModifier};
use crate::view::{Action, CardView, Id};
use crate::words::ChallengeType;

/// What a title is worth to this seat for a round, by what it says.
pub fn title(table: &Table<'_>, card: &CardView) -> i32 {
    let Some(entry) = table.entry(card) else { return 0 };
    let def = &entry.def;
    let fighters = |kind: ChallengeType| table.characters(table.me).filter(|c| c.icons.contains(&kind)).count() as i32;
    let opponents = table.opponents().count() as i32;
    let mut worth = 10 * def.income + 3 * def.reserve + 3 * def.rivals.len() as i32 - 3 * def.supports.len() as i32;
    for ability in &def.abilities {
        let Body::Constant(constant) = &ability.body else { continue };
        for rule in constant.rules.iter() {
            worth += match rule {
                PlayerModifier::SideStr(n) => 5 * value::number(n),
                PlayerModifier::DrawPhase(n) => CARD * value::number(n),
                PlayerModifier::Dominance(n) => 4 * value::number(n),
                PlayerModifier::Claim(n) => (2 + fighters(ChallengeType::Military)) * value::number(n),
                PlayerModifier::ExtraChallengeElsewhere(kind) => 3 * (fighters(*kind) - 1).clamp(0, 4),
                PlayerModifier::IntrigueClaimAgainstAny => 2 * opponents + 2 * fighters(ChallengeType::Intrigue).min(3),
                PlayerModifier::MayRedirect => 10,
                _ => 0,
            };
        }
    }
    worth
}

/// Whether this seat redirects the challenge: away from itself.
pub fn redirects(table: &Table<'_>) -> bool {
    table.view.challenge.as_ref().is_some_and(|c| c.defender == table.me && c.attacker != table.me)
}

/// How well a redirected challenge goes against this seat.
pub fn redirected(table: &Table<'_>, to: Seat) -> i32 {
    let Some(c) = &table.view.challenge else { return 0 };
    let defence: i32 = table.standing(to, c.kind).filter_map(|d| d.strength).sum();
    let ahead = c.attack_total - defence;
    challenge::suffered(table, c.kind, to, c.claim) + leads(table, to) + if defence == 0 { POWER } else { ahead.clamp(-10, 5) }
}

/// The power that a seat gains if it beats another, attacking or defending: one for a rival, once a round.
pub fn bonus(table: &Table<'_>, winner: Seat, loser: Seat) -> i32 {
    let gains = table.seat(winner).is_some_and(|p| p.rivals.contains(&loser) && !p.rivals_beaten.contains(&loser));
    i32::from(gains)
}

/// What it is worth that something happens to this seat rather than to another: it is about to win.
pub fn leads(table: &Table<'_>, seat: Seat) -> i32 {
    if table.view.players.len() < 3 {
        return 0;
    }
    (table.seat(seat).map_or(0, |p| p.power) - 6).max(0)
}

/// Whom this seat makes suffer a claim: all who have something to lose.
pub fn suffer(table: &Table<'_>, legal: &[Action]) -> Vec<Action> {
    let loses = |seat: Seat| table.seat(seat).is_some_and(|p| p.hand > 0);
    legal.iter().filter(|a| matches!(a, Action::Player { seat } if loses(*seat))).cloned().collect()
}

/// The title that is worth most.
pub fn best_title(table: &Table<'_>, ids: &[Id]) -> Option<Id> {
    let worth = |id: &Id| table.card(*id).map_or(0, |c| title(table, c));
    ids.iter().copied().reduce(|best, next| if worth(&next) > worth(&best) { next } else { best })
}
