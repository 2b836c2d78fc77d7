//! Bits of triggering conditions: an event of the game has some, an ability waits for some.

use crate::lang::ast::*;

pub const RESULT: u64 = 1 << 0;
pub const INITIATED: u64 = 1 << 1;
pub const DECLARED: u64 = 1 << 2;
pub const BYPASSED: u64 = 1 << 3;
pub const ENTERS: u64 = 1 << 4;
pub const PLAYED: u64 = 1 << 5;
pub const LEAVES: u64 = 1 << 6;
pub const KNELT: u64 = 1 << 7;
pub const STOOD: u64 = 1 << 8;
pub const POWER: u64 = 1 << 9;
pub const STR: u64 = 1 << 10;
pub const PHASE_BEGINS: u64 = 1 << 11;
pub const PHASE_ENDS: u64 = 1 << 12;
pub const DOMINANCE: u64 = 1 << 13;
pub const PLOT: u64 = 1 << 14;
pub const INCOME: u64 = 1 << 15;
pub const EFFECTS: u64 = 1 << 16;
pub const PILLAGE: u64 = 1 << 17;
pub const CLAIM: u64 = 1 << 18;
pub const INITIATIVE: u64 = 1 << 19;
pub const DRAWN: u64 = 1 << 20;
pub const DISCARDED: u64 = 1 << 21;
pub const DEFENDED: u64 = 1 << 22;
pub const FIRST: u64 = 1 << 32;
pub const BONUS: u64 = 1 << 33;
pub const REVEALS: u64 = 1 << 40;
pub const COMPARES: u64 = 1 << 41;

/// The trigger bits of a triggering condition.
pub fn trigger_bits(when: &When) -> u64 {
    when.each().into_iter().map(bits_of).fold(0, |a, b| a | b)
}

fn bits_of(when: &When) -> u64 {
    match when {
        When::Win(_) | When::Lose(_) => RESULT,
        When::Initiated(_) => INITIATED,
        When::DeclaredAttacker(_) => DECLARED,
        When::DeclaredDefender(_) => DEFENDED,
        When::Bypasses(_) => BYPASSED,
        When::Enters(_) => ENTERS,
        When::Marshal(_) => ENTERS,
        When::Play(_) => PLAYED,
        When::MarshalOrPlay(_) => ENTERS | PLAYED,
        When::Leaves(_)
        | When::Killed(_)
        | When::KilledForClaim(_)
        | When::Sacrificed(_)
        | When::SacrificedOrKilled(_)
        | When::Discarded(_)
        | When::Returned(_)
        | When::WouldBeKilled(_)
        | When::WouldBeKilledOrDiscarded(_)
        | When::WouldLeave(_) => LEAVES,
        When::Knelt(_) => KNELT,
        When::Stood(_) => STOOD,
        When::GainsPower(_) | When::GainsPowerUsing(..) => POWER,
        When::StrRaised(_) => STR,
        When::PhaseBegins(_) | When::AnyPhaseBegins => PHASE_BEGINS,
        When::PhaseEnds(_) | When::AnyPhaseEnds | When::RoundEnds => PHASE_ENDS,
        When::WinDominance | When::LoseDominance => DOMINANCE,
        When::RevealPlot(_) => PLOT,
        When::PlotIsRevealed(_) => REVEALS,
        When::ComparesInitiative => COMPARES,
        When::IncomeCollected(_) => INCOME,
        When::EffectsWouldInitiate(_) => EFFECTS,
        When::Pillages { .. } => PILLAGE,
        When::ClaimApplied(_) => CLAIM,
        When::WinInitiative => INITIATIVE,
        When::Draws(_) => DRAWN,
        When::BecomesFirstPlayer(_) => FIRST,
        When::UnopposedBonus(_) => BONUS,
        When::PlacedInDiscard(_) | When::DiscardedFrom(..) => DISCARDED | LEAVES,
        When::Any(_) => 0,
    }
}
