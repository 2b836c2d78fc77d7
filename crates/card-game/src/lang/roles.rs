//! What a triggering condition tells of what happened: the words that an ability may use because of its trigger. The one table of it:
//! the checker refuses the others, the kernel holds its events to it, and a test compares `docs/card-language.md` with it.

use std::cell::RefCell;

use super::ast::*;
use crate::kernel::event::Ev;
use crate::kernel::verbs_of::walk;

/// A word that stands for a part of what happened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// The card of the trigger.
    Event,
    /// The card that caused it.
    By,
    /// The player of the trigger.
    EventPlayer,
    /// How much it is about.
    Amount,
    /// A challenge is going on: `Attacker`, `Defender`.
    Challenge,
    /// The challenge may have its result: `Winner`, `Loser`, `Margin` and the faction cards of both.
    Result,
    /// Claim that is about to be applied.
    Claim,
}

use Role::*;

/// The roles that a triggering condition publishes. Of several, what each of them does.
pub fn roles(when: &When) -> Vec<Role> {
    let each: Vec<&[Role]> = when.each().into_iter().map(roles_of).collect();
    let shared = |role: &Role| each.iter().all(|roles| roles.contains(role));
    each.first().into_iter().copied().flatten().copied().filter(shared).collect()
}

fn roles_of(when: &When) -> &'static [Role] {
    match when {
        When::Win(_) | When::Lose(_) => &[Challenge, Result],
        When::Initiated(_) => &[EventPlayer, Challenge],
        When::DeclaredAttacker(_) | When::DeclaredDefender(_) => &[Event, EventPlayer, Challenge],
        When::Bypasses(_) => &[Event, By, Challenge],
        When::Enters(_) => &[Event, EventPlayer, Challenge, Result],
        When::Marshal(_) => &[Event, EventPlayer],
        When::Play(_) | When::MarshalOrPlay(_) => &[Event, EventPlayer, Challenge],
        When::Leaves(_)
        | When::Killed(_)
        | When::KilledForClaim(_)
        | When::Sacrificed(_)
        | When::SacrificedOrKilled(_)
        | When::Discarded(_)
        | When::Returned(_)
        | When::WouldBeKilled(_)
        | When::WouldBeKilledOrDiscarded(_)
        | When::WouldLeave(_)
        | When::Knelt(_)
        | When::Stood(_)
        | When::StrRaised(_)
        | When::PlacedInDiscard(_)
        | When::DiscardedFrom(..) => &[Event, Challenge, Result],
        When::GainsPower(_) | When::GainsPowerUsing(..) => &[Event, Amount, Challenge, Result],
        When::PlotIsRevealed(_) => &[Event],
        When::ComparesInitiative
        | When::PhaseBegins(_)
        | When::PhaseEnds(_)
        | When::AnyPhaseBegins
        | When::AnyPhaseEnds
        | When::RoundEnds
        | When::RevealPlot(_) => &[],
        When::WinDominance | When::LoseDominance | When::WinInitiative => &[EventPlayer],
        When::IncomeCollected(_) => &[EventPlayer, Amount],
        When::EffectsWouldInitiate(_) => &[Event, By, EventPlayer, Challenge, Result],
        When::Pillages { .. } => &[Event, By, Challenge, Result],
        When::ClaimApplied(_) => &[EventPlayer, Challenge, Result, Claim],
        When::BecomesFirstPlayer(_) => &[EventPlayer],
        When::UnopposedBonus(_) => &[EventPlayer, Amount, Challenge, Result],
        When::Draws(_) => &[EventPlayer, Amount, Challenge, Result],
        When::Any(_) => &[],
    }
}

/// Whether an event that meets the condition holds what the condition publishes. The kernel asserts it.
pub fn held(when: &When, ev: &Ev) -> bool {
    roles(when).into_iter().all(|role| match role {
        Event => ev.card().is_some(),
        By => ev.by().is_some(),
        EventPlayer => ev.player().is_some(),
        Amount | Challenge | Result | Claim => true,
    })
}

thread_local! {
    /// Words that need a role, of the abilities that are being read, innermost last.
    static USED: RefCell<Vec<Vec<(&'static str, Role)>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to note the words of an ability.
pub(super) fn begin() {
    USED.with_borrow_mut(|stack| stack.push(Vec::new()));
}

/// Ends it.
pub(super) fn end() -> Vec<(&'static str, Role)> {
    USED.with_borrow_mut(|stack| stack.pop()).unwrap_or_default()
}

/// A word was read.
fn note(word: &'static str, role: Role) {
    USED.with_borrow_mut(|stack| {
        if let Some(words) = stack.last_mut() {
            words.push((word, role));
        }
    });
}

/// Notes the role that a reference needs.
pub(super) fn note_ref(card: Ref) {
    match card {
        Ref::Event => note("Event", Event),
        Ref::By => note("By", By),
        Ref::LoserFaction => note("LoserFaction", Result),
        Ref::WinnerFaction => note("WinnerFaction", Result),
        Ref::This | Ref::Host | Ref::It | Ref::The(_) | Ref::YourFaction | Ref::YourPlot | Ref::TheirFaction => {}
    }
}

/// Notes the role that a player needs.
pub(super) fn note_who(who: Who) {
    match who {
        Who::Winner => note("Winner", Result),
        Who::Loser => note("Loser", Result),
        Who::Attacker => note("Attacker", Challenge),
        Who::Defender => note("Defender", Challenge),
        Who::EventPlayer => note("EventPlayer", EventPlayer),
        Who::You
        | Who::Opponent
        | Who::EachPlayer
        | Who::Them
        | Who::FirstPlayer
        | Who::The(_)
        | Who::ControllerOf(_)
        | Who::OwnerOf(_) => {}
    }
}

/// Notes the role that a number needs.
pub(super) fn note_num(n: &NumExpr) {
    match n {
        NumExpr::Amount => note("Amount", Amount),
        NumExpr::Margin => note("Margin", Result),
        _ => {}
    }
}

/// Refuses a word that nothing stands behind: the trigger publishes no such role, or there is no trigger.
pub(super) fn check(body: &Body, mut used: Vec<(&'static str, Role)>) -> std::result::Result<(), String> {
    let (kind, t) = match body {
        Body::Constant(_) => ("a constant ability", None),
        Body::Action(t) => ("an action", Some(t)),
        Body::WhenRevealed(t) => ("a When Revealed ability", Some(t)),
        Body::Reaction(t) | Body::Interrupt(t) | Body::ForcedReaction(t) | Body::ForcedInterrupt(t) => ("", Some(t)),
    };
    // That a reaction needs a trigger is said elsewhere.
    if kind.is_empty() && t.is_some_and(|t| t.when.is_none()) {
        return Ok(());
    }
    let mut published = match t.and_then(|t| t.when.as_ref()) {
        Some(when) => roles(when),
        // What is no trigger may be read during a challenge.
        None => vec![Challenge],
    };
    if let Some(t) = t {
        walk(&t.effect, &mut |effect| match effect {
            Effect::Save => used.push(("Save", Event)),
            Effect::InsteadTo(_) => used.push(("InsteadTo", Event)),
            Effect::InsteadAmount(_) => used.push(("InsteadAmount", Amount)),
            Effect::ClaimFallsOn(_) => used.push(("ClaimFallsOn", Claim)),
            Effect::InsteadClaim(_) => used.push(("InsteadClaim", Claim)),
            Effect::InsteadOfClaim(_) => used.push(("InsteadOfClaim", Claim)),
            // Behind these a challenge has its result.
            Effect::Delayed(at, _) if has_result(at) => published.push(Result),
            _ => {}
        });
    }
    let Some((word, role)) = used.into_iter().find(|(_, role)| !published.contains(role)) else { return Ok(()) };
    let lacks = match role {
        Event => "no one card",
        By => "no card that did it",
        EventPlayer => "no one player",
        Amount => "no amount",
        Challenge => "no challenge",
        Result => "no result of a challenge",
        Claim => "no claim",
    };
    let draws = t.and_then(|t| t.when.as_ref()).is_some_and(|when| when.each().iter().any(|when| matches!(when, When::Draws(_))));
    let instead = match role {
        // Cards of one draw come together, and only their player sees them: nobody may be asked, or not, because of which they are.
        Event if draws => {
            "cards are drawn together and unseen; to speak of a card name the top of the deck (`RevealTop`, `LookAtTop`) and `AddToHand` it"
        }
        Event => "say which card by a filter, or by a word such as `YourPlot`",
        By => "it goes with `Bypasses`, `Pillages` and `EffectsWouldInitiate`",
        EventPlayer => "say which player by another word, such as `Opponent` or `FirstPlayer`",
        Amount => "it goes with `Draws`, `GainsPower`, `GainsPowerUsing`, `UnopposedBonus` and `IncomeCollected`",
        Challenge | Result => "it goes with triggers of a challenge, such as `Win`",
        Claim => "it goes with `ClaimApplied`",
    };
    let why = match t.and_then(|t| t.when.as_ref()) {
        Some(when) => {
            let shown = format!("{when:?}");
            let trigger: String = shown.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
            format!("the trigger `{trigger}` tells of {lacks}")
        }
        None => format!("{kind} has no trigger and tells of {lacks}"),
    };
    Err(format!("`{word}` has nothing to stand for: {why}; {instead}"))
}

/// Whether what comes at this moment comes after a challenge.
fn has_result(at: &At) -> bool {
    match at {
        At::YouWin | At::Result => true,
        At::FirstOf(list) => list.iter().any(has_result),
        At::EndOf(_) | At::Leaves(_) | At::YouWinInitiative => false,
    }
}
