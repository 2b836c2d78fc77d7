//! Modifiers: their numbers worked out, their layers, what they do to a card's or a player's values.

use smallvec::SmallVec;

use super::derive::{Der, PlayerDer};
use super::eval::Ctx;
use super::state::Mod;
use crate::lang::ast::*;
use crate::lang::raw::{Many, Num};
use crate::rules::{Layer, Rules, keyword_name};
use crate::words::ChallengeType;

/// Type bits of a list of types; all if empty.
pub fn type_bits(types: &Many<ChallengeType>) -> u8 {
    if types.is_empty() { 7 } else { types.iter().fold(0, |bits, t| bits | 1 << t.index()) }
}

/// Works out a modifier: `Cannot` with several acts is as many.
pub fn resolve_all(ctx: &Ctx, modifier: &Modifier, at: (u16, u8, u8)) -> SmallVec<[Mod; 2]> {
    match modifier {
        Modifier::Cannot(acts) => acts.iter().map(|act| Mod::Cannot(*act)).collect(),
        m => smallvec::smallvec![resolve(ctx, m, at)],
    }
}

/// Works out the numbers of a modifier. `at` is where it stands, for those with a filter.
fn resolve(ctx: &Ctx, modifier: &Modifier, at: (u16, u8, u8)) -> Mod {
    let n = |num: &Num| ctx.num(num) as i16;
    match modifier {
        Modifier::Str(num) => Mod::Str(n(num)),
        Modifier::SetStr(num) => Mod::SetStr(n(num)),
        Modifier::HalveStr => Mod::HalveStr,
        Modifier::DoubleStr => Mod::DoubleStr,
        Modifier::Icon(kind) => Mod::Icon(*kind),
        Modifier::LoseIcon(kind) => Mod::LoseIcon(*kind),
        Modifier::IconNamed(name) => Mod::Icon(ctx.named_type(*name)),
        Modifier::LoseIconNamed(name) => Mod::LoseIcon(ctx.named_type(*name)),
        Modifier::Keyword(Keyword::NoAttachmentsExcept(traits)) => Mod::AttachOnly(traits.iter().copied().collect()),
        Modifier::Keyword(Keyword::NoAttachmentsWith(t)) => Mod::AttachNever(*t),
        Modifier::Keyword(keyword) => {
            let x = match keyword {
                Keyword::Ambush(num) | Keyword::Bestow(num) | Keyword::Shadow(num) => ctx.num(num) as i16,
                Keyword::Prized(n) => *n as i16,
                _ => 0,
            };
            Mod::Keyword(keyword_name(keyword), x)
        }
        Modifier::LoseKeyword(keyword) => Mod::LoseKeyword(*keyword),
        // Nothing was named: nothing is gained or lost.
        Modifier::KeywordNamed(name) => ctx.named_keyword(*name).map_or(Mod::Str(0), |k| Mod::Keyword(k, 0)),
        Modifier::LoseKeywordNamed(name) => ctx.named_keyword(*name).map_or(Mod::Str(0), Mod::LoseKeyword),
        Modifier::Trait(t) => Mod::Trait(*t),
        Modifier::Faction(f) => Mod::Faction(*f),
        Modifier::Blank => Mod::Blank,
        Modifier::BlankAll => Mod::BlankAll,
        Modifier::NoKneelAttacking(types) => Mod::NoKneelAttacking(type_bits(types)),
        Modifier::NoKneelDefending(types) => Mod::NoKneelDefending(type_bits(types)),
        Modifier::NoKneelAttackingFirst(kind) => Mod::NoKneelAttacking(1 << kind.index()),
        Modifier::Cannot(acts) => Mod::Cannot(acts.first().copied().unwrap_or(Act::Attack)),
        Modifier::MustDefend => Mod::MustDefend,
        Modifier::Contribute => Mod::Contribute,
        Modifier::NoContribute => Mod::NoContribute,
        Modifier::KilledAtZero => Mod::KilledAtZero,
        Modifier::ImmuneTo(_) | Modifier::NotOnlyTarget(_) => Mod::Immune(at.0, at.1, at.2),
        Modifier::DefendsKneeling(types) => Mod::DefendsKneeling(type_bits(types)),
        Modifier::DefendsWithoutIcon(types) => Mod::DefendsWithoutIcon(type_bits(types)),
        Modifier::ConsideredAttacking => Mod::ConsideredAttacking,
        Modifier::EntersKnelt => Mod::EntersKnelt,
        Modifier::BaseIncome(num) => Mod::BaseIncome(n(num)),
        Modifier::BaseInitiative(num) => Mod::BaseInitiative(n(num)),
        Modifier::X(num) => Mod::X(n(num)),
        Modifier::Dominance(num) => Mod::Dominance(n(num)),
        Modifier::NoDominance => Mod::NoDominance,
        Modifier::Control => Mod::Control(ctx.you),
        Modifier::AsInHand(to) => Mod::AsInHand(*to),
        Modifier::Grant(inner) => {
            let gift = |a: &crate::rules::AbilityRules| a.gift && a.ability == **inner;
            Mod::Grant(at.0, ctx.rules.cards[at.0 as usize].abilities.iter().position(gift).unwrap_or(0) as u8)
        }
        Modifier::SacrificedIf(_) | Modifier::CostLess { .. } | Modifier::MarshalIn(_) | Modifier::MayBeDuplicateOf(_) => {
            Mod::Listed(at.0, at.1, at.2)
        }
    }
}

/// The same for a modifier about a player.
pub fn resolve_player(ctx: &Ctx, modifier: &PlayerModifier, at: (u16, u8, u8)) -> Mod {
    let n = |num: &Num| ctx.num(num) as i16;
    match modifier {
        PlayerModifier::Income(num) => Mod::Income(n(num)),
        PlayerModifier::Initiative(num) => Mod::Initiative(n(num)),
        PlayerModifier::Reserve(num) => Mod::Reserve(n(num)),
        PlayerModifier::ReduceReserve { by, least } => Mod::ReduceReserve(n(by), n(least)),
        PlayerModifier::Claim(num) => Mod::Claim(7, n(num)),
        PlayerModifier::ClaimIn(types, num) => Mod::Claim(type_bits(types), n(num)),
        PlayerModifier::ClaimAgainst(name, num) => Mod::ClaimAgainst(1 << ctx.named_type(*name).index(), n(num)),
        PlayerModifier::ExtraChallenge(kind) => Mod::ExtraChallenge(*kind),
        PlayerModifier::ExtraChallengeNamed(name) => Mod::ExtraChallenge(ctx.named_type(*name)),
        PlayerModifier::MaxChallenges(num) => Mod::MaxChallenges(n(num)),
        PlayerModifier::MaxAttackers(num) => Mod::MaxAttackers(n(num)),
        PlayerModifier::MaxDefenders(num) => Mod::MaxDefenders(n(num)),
        PlayerModifier::CannotInitiate(types) => Mod::CannotInitiate(type_bits(types)),
        PlayerModifier::CannotInitiateNamed(name) => Mod::CannotInitiate(1 << ctx.named_type(*name).index()),
        PlayerModifier::CannotInitiateAgainst(who) => Mod::CannotInitiateAgainst(7, ctx.seat(*who).unwrap_or(ctx.you)),
        PlayerModifier::CannotInitiateTypeAgainst(types, who) => {
            let bits = types.iter().filter_map(|t| ctx.kind_of(*t)).fold(0, |bits, kind| bits | 1 << kind.index());
            Mod::CannotInitiateAgainst(bits, ctx.seat(*who).unwrap_or(ctx.you))
        }
        PlayerModifier::KeepGold => Mod::KeepGold,
        PlayerModifier::If(..) => Mod::If(at.0, at.1, at.2),
        PlayerModifier::CannotTrigger => Mod::CannotTrigger,
        PlayerModifier::Dominance(num) => Mod::PlayerDominance(n(num)),
        PlayerModifier::SideStr(num) => Mod::SideStr(n(num)),
        PlayerModifier::ExtraLimited(num) => Mod::ExtraLimited(n(num)),
        PlayerModifier::DrawPhase(num) => Mod::DrawPhase(n(num)),
        PlayerModifier::CannotGainPower => Mod::CannotGainPower,
        PlayerModifier::CannotWin => Mod::CannotWin,
        PlayerModifier::CannotDraw => Mod::CannotDraw,
        PlayerModifier::NoUnopposed => Mod::NoUnopposed,
        PlayerModifier::CannotLose => Mod::CannotLose,
        PlayerModifier::PowerForWinning(num) => Mod::PowerForWinning(n(num)),
        PlayerModifier::ExtraChallengeElsewhere(kind) => Mod::ExtraElsewhere(*kind),
        PlayerModifier::CannotMarshal(_)
        | PlayerModifier::CannotPlay(_)
        | PlayerModifier::ReduceFirst { .. }
        | PlayerModifier::Reduce { .. }
        | PlayerModifier::StandAtMost(..)
        | PlayerModifier::HandKeyword(..)
        | PlayerModifier::AsInHand(_)
        | PlayerModifier::MayRedirect
        | PlayerModifier::IntrigueClaimAgainstAny => Mod::Listed(at.0, at.1, at.2),
    }
}

pub(super) fn mod_layer(m: &Mod) -> Layer {
    match m {
        Mod::Control(_) => Layer::Control,
        Mod::Immune(..) => Layer::Immune,
        Mod::Blank | Mod::BlankAll => Layer::Blank,
        Mod::Trait(_) | Mod::Faction(_) => Layer::Traits,
        Mod::ConsideredAttacking => Layer::Sides,
        Mod::AttachOnly(_) | Mod::AttachNever(_) | Mod::Keyword(..) | Mod::LoseKeyword(_) | Mod::Icon(_) | Mod::LoseIcon(_) => {
            Layer::Keywords
        }
        Mod::BaseIncome(_) | Mod::BaseInitiative(_) => Layer::Base,
        Mod::Str(_) => Layer::Add,
        Mod::HalveStr | Mod::DoubleStr => Layer::Multiply,
        Mod::SetStr(_) => Layer::Set,
        Mod::Cannot(Act::HaveStrReduced) => Layer::Base,
        _ => Layer::Last,
    }
}

pub(super) fn apply(rules: &Rules, d: &mut Der, m: Mod, def: u16) {
    match m {
        Mod::Control(seat) => d.controller = seat,
        Mod::Str(n) if n >= 0 || !d.cannot(Act::HaveStrReduced) => {
            d.sum += n;
            d.added += n.max(0);
        }
        // The last set effect applied wins (RR.glossary.modifiers.4). What cannot be reduced is neither halved nor set below its base
        // (FAQ.q.dany).
        Mod::SetStr(n) if n >= rules.cards[def as usize].printed.strength || !d.cannot(Act::HaveStrReduced) => d.set = Some(n),
        Mod::HalveStr if !d.cannot(Act::HaveStrReduced) => d.halves += 1,
        Mod::DoubleStr => d.doubles += 1,
        Mod::Icon(kind) => d.icons[kind.index()] += 1,
        Mod::LoseIcon(kind) => d.icons[kind.index()] -= 1,
        Mod::Keyword(keyword, x) => {
            d.keywords[keyword as usize] += 1;
            if keyword == KeywordName::Prized {
                d.prized += x;
            }
        }
        Mod::LoseKeyword(keyword) => d.keywords[keyword as usize] -= 1,
        // Any variant that forbids prevails (RR.glossary.no_attachments.4).
        Mod::AttachOnly(traits) => {
            d.only = Some(d.only.map_or(traits, |only| only.both(&traits)));
            d.variants += 1;
            d.keywords[KeywordName::NoAttachments as usize] += 1;
        }
        Mod::AttachNever(t) => {
            d.never.add(t);
            d.variants += 1;
            d.keywords[KeywordName::NoAttachments as usize] += 1;
        }
        Mod::Trait(t) => d.traits.add(t),
        Mod::Faction(f) => d.factions |= 1 << f as u16,
        Mod::Blank | Mod::BlankAll => {
            let printed = &rules.cards[def as usize];
            if d.blank == 0 {
                for (k, n) in printed.keywords.iter().enumerate() {
                    d.keywords[k] -= n;
                }
                d.prized -= printed.prized;
            }
            if m == Mod::BlankAll {
                printed.traits.iter().for_each(|t| d.traits.remove(t));
            }
            d.blank = d.blank.max(if m == Mod::Blank { 1 } else { 2 });
        }
        Mod::NoKneelAttacking(bits) => d.no_kneel_attacking |= bits,
        Mod::NoKneelDefending(bits) => d.no_kneel_defending |= bits,
        Mod::Cannot(act) => d.cannot |= 1 << act as u32,
        Mod::MustDefend => d.must_defend = true,
        Mod::NoContribute => d.no_contribute = true,
        Mod::KilledAtZero => d.killed_at_zero = true,
        Mod::DefendsKneeling(bits) => d.defends_kneeling |= bits,
        Mod::DefendsWithoutIcon(bits) => d.defends_without |= bits,
        Mod::ConsideredAttacking => d.considered = true,
        Mod::EntersKnelt => d.enters_knelt = true,
        Mod::BaseIncome(n) => d.base_income = Some(n),
        Mod::BaseInitiative(n) => d.base_initiative = Some(n),
        Mod::X(n) => d.x = Some(n),
        Mod::Dominance(n) => d.dominance += n,
        Mod::NoDominance => d.no_dominance = true,
        _ => {}
    }
}

pub(super) fn apply_player(p: &mut PlayerDer, m: Mod) {
    let least = |old: Option<i16>, n: i16| Some(old.map_or(n, |o| o.min(n)));
    let by_type = |values: &mut [i16; 3], bits: u8, n: i16| (0..3).filter(|i| bits >> i & 1 != 0).for_each(|i| values[i] += n);
    match m {
        Mod::Income(n) => p.income += n,
        Mod::Initiative(n) => p.initiative += n,
        Mod::Reserve(n) => p.reserve += n,
        Mod::ReduceReserve(by, least) => {
            let (more, other) = p.reserve_cut;
            p.reserve_cut = (by + more, if more == 0 { least } else { least.min(other) });
        }
        Mod::Claim(bits, n) => by_type(&mut p.claim, bits, n),
        Mod::ClaimAgainst(bits, n) => by_type(&mut p.claim_against, bits, n),
        Mod::ExtraChallenge(kind) => p.extra[kind.index()] += 1,
        Mod::ExtraElsewhere(kind) => p.elsewhere[kind.index()] += 1,
        Mod::MaxChallenges(n) => p.max_challenges = least(p.max_challenges, n),
        Mod::MaxAttackers(n) => p.max_attackers = least(p.max_attackers, n),
        Mod::MaxDefenders(n) => p.max_defenders = least(p.max_defenders, n),
        Mod::CannotInitiate(bits) => p.cannot_initiate |= bits,
        Mod::CannotInitiateAgainst(bits, seat) => {
            (0..3).filter(|i| bits >> i & 1 != 0).for_each(|i| p.not_against[i] |= 1 << seat.0);
        }
        Mod::KeepGold => p.keep_gold = true,
        Mod::CannotTrigger => p.cannot_trigger = true,
        Mod::PlayerDominance(n) => p.dominance += n,
        Mod::SideStr(n) => p.side += n,
        Mod::ExtraLimited(n) => p.extra_limited += n,
        Mod::DrawPhase(n) => p.draw_phase += n,
        Mod::CannotGainPower => p.cannot_gain_power = true,
        Mod::CannotWin => p.cannot_win = true,
        Mod::CannotDraw => p.cannot_draw = true,
        Mod::NoUnopposed => p.no_unopposed = true,
        Mod::CannotLose => p.cannot_lose = true,
        Mod::PowerForWinning(n) => p.power_for_winning += n,
        Mod::Listed(..) => p.listed = true,
        _ => {}
    }
}
