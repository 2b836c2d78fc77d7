//! What an effect is made of: the verbs about a name, the choices that bind one, what a verb is about.

use smallvec::SmallVec;

use crate::lang::ast::*;
use crate::lang::raw::{Num, Use, What};
use crate::rules::{AbilityRules, Instr};

/// The name that a target is, if it is one.
pub fn name_of(what: &What) -> Option<u8> {
    match what {
        What::Name(name) | What::Ref(Ref::The(name)) => Some(name.0),
        _ => None,
    }
}

/// The name that something is, or by which the cards that it means are found.
pub fn stands_on(what: &What) -> Option<u8> {
    let What::All(filter) = what else { return name_of(what) };
    filter.0.iter().find_map(|pred| match pred {
        Pred::Is(of) | Pred::AttachedTo(of) | Pred::CopyOf(of) => name_of(of),
        _ => None,
    })
}

/// Whether a number is made of a card that goes by such a name.
pub fn speaks_of(n: &Num, such: &dyn Fn(Use) -> bool) -> bool {
    let card = |r: Ref| matches!(r, Ref::The(name) if such(name));
    let Num::Expr(e) = n else { return false };
    match &**e {
        NumExpr::Str(r) | NumExpr::PrintedStr(r) | NumExpr::PrintedCost(r) | NumExpr::PowerOn(r) | NumExpr::GoldOn(r) => card(*r),
        NumExpr::TokensOn(_, r) => card(*r),
        NumExpr::Add(a, b) | NumExpr::Sub(a, b) | NumExpr::Mul(a, b) | NumExpr::DivDown(a, b) | NumExpr::Min(a, b) | NumExpr::Max(a, b) => {
            speaks_of(a, such) || speaks_of(b, such)
        }
        NumExpr::If(_, a, b) => speaks_of(a, such) || speaks_of(b, such),
        _ => false,
    }
}

/// The choice during the effect that binds a name.
pub fn find_choice(effects: &[Effect], slot: u8) -> Option<&Pick> {
    let mut found = None;
    walk(effects, &mut |e| {
        if let Effect::Choose(choice) = e
            && let Choice::Cards(pick) = &**choice
            && pick.name.0 == slot
        {
            found = Some(pick);
        }
    });
    found
}

/// The verbs directly about a name; `None` if there are none.
pub fn find_verbs(effects: &[Effect], slot: u8) -> Option<Vec<&Effect>> {
    let mut verbs = Vec::new();
    walk(effects, &mut |e| {
        let amount = if let Effect::GainGold(n) = e { speaks_of(n, &|name| name.0 == slot) } else { false };
        if amount || targets_of(e).iter().any(|w| stands_on(w) == Some(slot)) {
            verbs.push(e);
        }
    });
    if verbs.is_empty() { None } else { Some(verbs) }
}

/// The players one after the other for whom a verb is done that does something for a player.
pub fn for_whom(root: &[Effect], verb: &Effect) -> Option<Who> {
    if !matches!(verb, Effect::TakeControl(_) | Effect::PutIntoPlay(_) | Effect::PutIntoPlayKnelt(_) | Effect::GoldFromPool(..)) {
        return None;
    }
    let mut whom = None;
    walk(root, &mut |e| {
        if let Effect::For(who, body) | Effect::Each(who, _, body) = e {
            let mut inside = false;
            walk(body, &mut |e| inside |= std::ptr::eq(e, verb));
            if inside {
                whom = Some(*who);
            }
        }
    });
    whom
}

/// Visits every effect of a list and inside it.
pub fn walk<'a>(effects: &'a [Effect], f: &mut impl FnMut(&'a Effect)) {
    for e in effects {
        f(e);
        match e {
            Effect::May(b)
            | Effect::NoSave(b)
            | Effect::NoCancel(b)
            | Effect::If(_, b)
            | Effect::For(_, b)
            | Effect::Each(_, _, b)
            | Effect::Repeat(_, b)
            | Effect::InsteadOfClaim(b)
            | Effect::Delayed(_, b) => {
                walk(b, f);
            }
            Effect::IfElse(_, a, b) | Effect::Offer(_, a, b) => {
                walk(a, f);
                walk(b, f);
            }
            Effect::Either(options) => options.iter().for_each(|o| walk(o, f)),
            Effect::Together(b) => walk(b, f),
            Effect::Search(spec) => {
                if let Some(found) = &spec.found {
                    walk(found, f);
                }
            }
            _ => {}
        }
    }
}

/// The `May`, `Offer` or `Either` that stands at this place of an ability's code: the code keeps the order of the effect.
pub fn question_at(ability: &AbilityRules, pc: u16) -> Option<&Effect> {
    let same = |instr: &Instr, e: &Effect| {
        matches!(
            (instr, e),
            (Instr::May(_), Effect::May(_)) | (Instr::Offer(..), Effect::Offer(..)) | (Instr::Either(_), Effect::Either(_))
        )
    };
    let at = ability.code.get(pc as usize)?;
    let kind = std::mem::discriminant(at);
    let before = ability.code[..pc as usize].iter().filter(|i| std::mem::discriminant(*i) == kind).count();
    let mut found = Vec::new();
    walk(&ability.triggered()?.effect, &mut |e| {
        if same(at, e) {
            found.push(e);
        }
    });
    found.get(before).copied()
}

/// What a verb is about.
pub fn targets_of(e: &Effect) -> SmallVec<[&What; 2]> {
    match e {
        Effect::Kneel(w)
        | Effect::Stand(w)
        | Effect::Kill(w)
        | Effect::Discard(w)
        | Effect::Sacrifice(w)
        | Effect::ReturnToHand(w)
        | Effect::ShuffleIntoDeck(w)
        | Effect::DeckTop(w)
        | Effect::DeckBottom(w)
        | Effect::PlaceInDead(w)
        | Effect::PlaceInDiscard(w)
        | Effect::RemoveFromGame(w)
        | Effect::IntoShadows(w)
        | Effect::AddToHand(w)
        | Effect::PutIntoPlay(w)
        | Effect::PutIntoPlayKnelt(w)
        | Effect::TakeControl(w)
        | Effect::PowerOn(w, _)
        | Effect::DiscardPower(w, _)
        | Effect::GoldOn(w, _)
        | Effect::GoldFromPool(w, _)
        | Effect::Token(_, _, w)
        | Effect::DiscardToken(_, _, w)
        | Effect::BecomeAttachment { on: w, .. }
        | Effect::RemoveFromChallenge(w)
        | Effect::JoinAttack(w)
        | Effect::JoinDefense(w)
        | Effect::Initiate(_, w)
        | Effect::JoinYourSide(w)
        | Effect::Until(_, w, _) => smallvec::smallvec![w],
        Effect::MovePower(_, a, b)
        | Effect::MoveGold(_, a, b)
        | Effect::Attach(a, b)
        | Effect::AsDuplicate(a, b)
        | Effect::PutUnder(a, b)
        | Effect::Switch(a, b) => {
            smallvec::smallvec![a, b]
        }
        _ => SmallVec::new(),
    }
}
