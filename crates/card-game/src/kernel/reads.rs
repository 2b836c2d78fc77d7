//! What a constant text reads, and what an event changes of that: characteristics are worked out anew only where the two meet.
//!
//! Cards that come and go, lasting effects, the first player: all texts may hang on these, so such a change always counts. The rest is
//! told apart by the bits below. A text is looked through once, when the pool is compiled.

use super::event::Kind;
use super::state::{Became, Mod, State};
use crate::lang::ast::*;
use crate::lang::raw::{Filter, Many, Num, What};
use crate::rules::{Instr, Layer, Rules};

pub const KNEELING: u16 = 1 << 0;
pub const POWER: u16 = 1 << 1;
pub const TOKENS: u16 = 1 << 2;
/// In a pool or on a card.
pub const GOLD: u16 = 1 << 3;
pub const HANDS: u16 = 1 << 4;
/// Every other place out of play.
pub const PILES: u16 = 1 << 5;
/// Who participates on which side, who attacks whom, what has been won.
pub const CHALLENGE: u16 = 1 << 6;
/// Which phase it is.
pub const PHASE: u16 = 1 << 7;
/// Derived: traits and factions.
pub const TRAITS: u16 = 1 << 8;
/// Derived: keywords and icons.
pub const KEYWORDS: u16 = 1 << 9;
pub const ALL: u16 = u16::MAX;

/// What the outcome of a layer is to other texts, where that may be the layer itself (see `rivals.rs`).
pub fn of_layer(layer: Layer) -> u16 {
    match layer {
        Layer::Traits => TRAITS,
        Layer::Keywords => KEYWORDS,
        _ => ALL,
    }
}

/// What a constant ability reads.
pub fn of_constant(constant: &Constant) -> u16 {
    conds(&constant.only_if)
        | constant.to.as_ref().map_or(0, what)
        | all(constant.gets.iter(), of_modifier)
        | constant.player.map_or(0, who)
        | all(constant.rules.iter(), of_rule)
}

/// What a modifier reads while characteristics are worked out. Filters that are looked at later are no part of it.
pub fn of_modifier(modifier: &Modifier) -> u16 {
    match modifier {
        Modifier::Str(n)
        | Modifier::SetStr(n)
        | Modifier::BaseIncome(n)
        | Modifier::BaseInitiative(n)
        | Modifier::X(n)
        | Modifier::Dominance(n) => num(n),
        Modifier::Keyword(Keyword::Ambush(n) | Keyword::Bestow(n) | Keyword::Shadow(n)) => num(n),
        Modifier::ImmuneTo(f) | Modifier::NotOnlyTarget(f) => filter(f),
        Modifier::SacrificedIf(c) => cond(c),
        Modifier::NoKneelAttackingFirst(_) | Modifier::Contribute => CHALLENGE,
        Modifier::HalveStr
        | Modifier::DoubleStr
        | Modifier::Icon(_)
        | Modifier::LoseIcon(_)
        | Modifier::IconNamed(_)
        | Modifier::LoseIconNamed(_)
        | Modifier::Keyword(_)
        | Modifier::LoseKeyword(_)
        | Modifier::KeywordNamed(_)
        | Modifier::LoseKeywordNamed(_)
        | Modifier::Trait(_)
        | Modifier::Faction(_)
        | Modifier::Blank
        | Modifier::BlankAll
        | Modifier::NoKneelAttacking(_)
        | Modifier::NoKneelDefending(_)
        | Modifier::Cannot(_)
        | Modifier::AsInHand(_)
        | Modifier::MustDefend
        | Modifier::NoContribute
        | Modifier::NoDominance
        | Modifier::KilledAtZero
        | Modifier::DefendsKneeling(_)
        | Modifier::DefendsWithoutIcon(_)
        | Modifier::ConsideredAttacking
        | Modifier::EntersKnelt
        | Modifier::Grant(_)
        | Modifier::CostLess { .. }
        | Modifier::MarshalIn(_)
        | Modifier::MayBeDuplicateOf(_)
        | Modifier::Control => 0,
    }
}

fn of_rule(rule: &PlayerModifier) -> u16 {
    match rule {
        PlayerModifier::Income(n)
        | PlayerModifier::Initiative(n)
        | PlayerModifier::Reserve(n)
        | PlayerModifier::Claim(n)
        | PlayerModifier::PowerForWinning(n)
        | PlayerModifier::ClaimIn(_, n)
        | PlayerModifier::ClaimAgainst(_, n)
        | PlayerModifier::MaxChallenges(n)
        | PlayerModifier::MaxAttackers(n)
        | PlayerModifier::MaxDefenders(n)
        | PlayerModifier::Dominance(n)
        | PlayerModifier::SideStr(n)
        | PlayerModifier::ExtraLimited(n)
        | PlayerModifier::DrawPhase(n) => num(n),
        PlayerModifier::ReduceReserve { by, least } => num(by) | num(least),
        PlayerModifier::CannotInitiateAgainst(one) | PlayerModifier::CannotInitiateTypeAgainst(_, one) => who(*one),
        PlayerModifier::If(c, rule) => cond(c) | of_rule(rule),
        PlayerModifier::ExtraChallenge(_)
        | PlayerModifier::ExtraChallengeNamed(_)
        | PlayerModifier::ExtraChallengeElsewhere(_)
        | PlayerModifier::CannotInitiate(_)
        | PlayerModifier::CannotInitiateNamed(_)
        | PlayerModifier::CannotMarshal(_)
        | PlayerModifier::CannotPlay(_)
        | PlayerModifier::CannotTrigger
        | PlayerModifier::ReduceFirst { .. }
        | PlayerModifier::Reduce { .. }
        | PlayerModifier::StandAtMost(..)
        | PlayerModifier::CannotGainPower
        | PlayerModifier::CannotWin
        | PlayerModifier::CannotDraw
        | PlayerModifier::NoUnopposed
        | PlayerModifier::KeepGold
        | PlayerModifier::CannotLose
        | PlayerModifier::HandKeyword(..)
        | PlayerModifier::AsInHand(_)
        | PlayerModifier::MayRedirect
        | PlayerModifier::IntrigueClaimAgainstAny => 0,
    }
}

fn all<'a, T: 'a>(list: impl Iterator<Item = &'a T>, one: fn(&T) -> u16) -> u16 {
    list.fold(0, |bits, part| bits | one(part))
}

fn conds(list: &Many<Cond>) -> u16 {
    all(list.iter(), cond)
}

fn filter(filter: &Filter) -> u16 {
    all(filter.0.iter(), pred)
}

fn what(what: &What) -> u16 {
    match what {
        What::Name(_) => 0,
        What::All(f) => filter(f),
        What::Ref(r) => card(*r),
    }
}

fn who(who: Who) -> u16 {
    match who {
        Who::Winner | Who::Loser | Who::Attacker | Who::Defender => CHALLENGE,
        Who::ControllerOf(r) | Who::OwnerOf(r) => card(r),
        Who::You | Who::Opponent | Who::EachPlayer | Who::Them | Who::EventPlayer | Who::FirstPlayer | Who::The(_) => 0,
    }
}

fn card(r: Ref) -> u16 {
    match r {
        Ref::LoserFaction | Ref::WinnerFaction => CHALLENGE,
        Ref::This | Ref::Host | Ref::Event | Ref::By | Ref::It | Ref::The(_) | Ref::YourFaction | Ref::YourPlot | Ref::TheirFaction => 0,
    }
}

fn pred(pred: &Pred) -> u16 {
    match pred {
        Pred::Character
        | Pred::Location
        | Pred::Attachment
        | Pred::EventCard
        | Pred::Plot
        | Pred::FactionCard
        | Pred::AnyCard
        | Pred::Type(_)
        | Pred::TypeIsNot(_)
        | Pred::Yours
        | Pred::Opponents
        | Pred::Unique
        | Pred::Loyal
        | Pred::Named(_)
        | Pred::HasDuplicate => 0,
        Pred::EnteredBy(_) => PHASE,
        Pred::Trait(_) | Pred::TraitNamed(_) | Pred::Faction(_) | Pred::InFaction => TRAITS,
        Pred::Limited | Pred::Icon(_) | Pred::Keyword(_) => KEYWORDS,
        Pred::ControlledBy(one) | Pred::OwnedBy(one) => who(*one),
        Pred::Kneeling | Pred::Standing => KNEELING,
        Pred::Attacking | Pred::Defending | Pred::Participating | Pred::Alone => CHALLENGE,
        Pred::CopyOf(w) | Pred::Is(w) | Pred::AttachedTo(w) => what(w),
        Pred::Cost(c) | Pred::Str(c) | Pred::PrintedStr(c) => cmp(c),
        Pred::Highest(stat, f) | Pred::Lowest(stat, f) => {
            if *stat == Stat::Power {
                POWER | filter(f)
            } else {
                filter(f)
            }
        }
        Pred::Power(c) => POWER | cmp(c),
        Pred::Gold(c) => GOLD | cmp(c),
        Pred::Token(_) => TOKENS,
        Pred::HasAttachment(f) | Pred::Not(f) => filter(f),
        Pred::Any(filters) => all(filters.iter(), filter),
        Pred::In(zones, one) => {
            let zone = |z: &ZoneName| match z {
                ZoneName::Play => 0,
                ZoneName::Hand => HANDS,
                _ => PILES,
            };
            all(zones.iter(), zone) | who(*one)
        }
        Pred::LeftBy(_) => PILES | PHASE,
    }
}

fn cmp(cmp: &Cmp) -> u16 {
    let (Cmp::AtMost(n) | Cmp::AtLeast(n) | Cmp::Below(n) | Cmp::Above(n) | Cmp::Is(n)) = cmp;
    num(n)
}

fn num(n: &Num) -> u16 {
    let Num::Expr(e) = n else { return 0 };
    match &**e {
        NumExpr::Count(f) => filter(f),
        NumExpr::Str(r) | NumExpr::PrintedStr(r) | NumExpr::PrintedCost(r) => card(*r),
        NumExpr::PowerOn(r) => POWER | card(*r),
        NumExpr::GoldOn(r) => GOLD | card(*r),
        NumExpr::TokensOn(_, r) => TOKENS | card(*r),
        NumExpr::GoldOf(one) => GOLD | who(*one),
        NumExpr::HandOf(one) => HANDS | who(*one),
        NumExpr::PowerOf(one) => POWER | who(*one),
        NumExpr::UsedPlotsOf(one) => PILES | who(*one),
        // Made of what is being worked out.
        NumExpr::ReserveOf(_) => ALL,
        NumExpr::PrintedOf(_, one) | NumExpr::Players(one) => who(*one),
        NumExpr::Margin => CHALLENGE,
        NumExpr::Amount | NumExpr::X | NumExpr::The(_) => 0,
        NumExpr::Add(a, b) | NumExpr::Sub(a, b) | NumExpr::Mul(a, b) | NumExpr::DivDown(a, b) | NumExpr::Min(a, b) | NumExpr::Max(a, b) => {
            num(a) | num(b)
        }
        NumExpr::If(c, a, b) => cond(c) | num(a) | num(b),
    }
}

fn cond(c: &Cond) -> u16 {
    match c {
        Cond::Exists(f) => filter(f),
        Cond::AtLeast(n, f) => num(n) | filter(f),
        Cond::Compare(n, c) => num(n) | cmp(c),
        Cond::Matches(w, f) => what(w) | filter(f),
        Cond::Challenge(_) | Cond::YouAttack | Cond::YouDefend | Cond::YouParticipate => CHALLENGE,
        Cond::NthChallenge(nth) => CHALLENGE | PHASE | nth.by.map_or(0, who) | nth.against.map_or(0, who),
        Cond::Happened(past) => {
            let drew = if past.drew { HANDS | PILES } else { 0 };
            CHALLENGE | PHASE | drew | who(past.who) | past.against.map_or(0, who) | past.gave.map_or(0, |to| GOLD | who(to))
        }
        Cond::Not(c) => cond(c),
        Cond::Any(list) | Cond::All(list) => all(list.iter(), cond),
        Cond::During(_) => PHASE,
        Cond::FirstPlayer | Cond::Did => 0,
    }
}

/// What a modifier of a lasting effect reads: its numbers are worked out already.
pub fn of_mod(modifier: &Mod) -> u16 {
    match modifier {
        Mod::Contribute => CHALLENGE,
        Mod::Immune(..) | Mod::If(..) => ALL,
        _ => 0,
    }
}

/// What an event changes. Where the step itself says so (a card enters, a challenge begins, its sides are declared, it has its result)
/// the event changes nothing more.
fn changes(kind: &Kind) -> u16 {
    match kind {
        Kind::Kneel { .. } | Kind::Stand { .. } | Kind::StandAll => KNEELING,
        Kind::Power { .. } | Kind::MovePower { .. } | Kind::Bonus { .. } | Kind::Dominance { .. } => POWER,
        Kind::Token { .. } => TOKENS,
        Kind::Gold { .. } | Kind::Gave { .. } | Kind::Income { .. } | Kind::TaxGold => GOLD,
        Kind::Draw { .. } | Kind::Move { .. } => HANDS | PILES,
        Kind::Shuffle { .. } => PILES,
        Kind::Join { .. } | Kind::Part { .. } | Kind::ChallengeEnds => CHALLENGE,
        Kind::RoundBegins | Kind::PhaseBegins(_) | Kind::PhaseEnds(_) | Kind::RoundEnds => PHASE,
        Kind::Enter { .. }
        | Kind::Initiated
        | Kind::Declared { .. }
        | Kind::Bypassed { .. }
        | Kind::Result
        | Kind::ClaimApplied { .. }
        | Kind::PlotsRevealed { .. }
        | Kind::Comparing
        | Kind::Initiative { .. }
        | Kind::Raised { .. }
        | Kind::Reduce { .. }
        | Kind::Delay { .. }
        | Kind::Save { .. }
        | Kind::Effects { .. }
        | Kind::Played { .. }
        | Kind::Pillaged { .. }
        | Kind::Seen { .. } => 0,
        Kind::Leave { .. }
        | Kind::Under { .. }
        | Kind::Attach { .. }
        | Kind::Control { .. }
        | Kind::Last { .. }
        | Kind::FirstPlayer { .. }
        | Kind::Title { .. }
        | Kind::Reveal { .. } => ALL,
    }
}

impl State {
    /// Something changed that texts may read: they are worked out anew if one that counts now does.
    pub(super) fn touch(&mut self, changed: u16) {
        if changed == ALL || changed & self.cache.reads != 0 {
            self.cache.fresh = false;
        }
    }

    /// An event took place.
    pub(super) fn touched_by(&mut self, kind: &Kind) {
        self.touch(changes(kind));
    }

    /// What an event that became an attachment reads by what it gives its host.
    pub(super) fn became_reads(&self, rules: &Rules, became: Became) -> u16 {
        match rules.cards[became.def as usize].abilities[became.ability as usize].code.get(became.pc as usize) {
            Some(Instr::Verb(Effect::BecomeAttachment { host_gets, .. })) => all(host_gets.iter(), of_modifier),
            _ => 0,
        }
    }

    /// Whether working out all characteristics anew would change one of them: it never does.
    pub fn cache_holds(&self, rules: &Rules) -> bool {
        let mut anew = self.clone();
        anew.recompute(rules);
        let (a, b) = (&self.cache, &anew.cache);
        self.play.iter().all(|id| self.der(*id) == anew.der(*id))
            && (&a.players, &a.listed, &a.immune, &a.gifts) == (&b.players, &b.listed, &b.immune, &b.gifts)
            && (&a.doomed, &a.rivals, a.any_considered, a.any_contributes) == (&b.doomed, &b.rivals, b.any_considered, b.any_contributes)
            && (&a.voices, a.reactions, a.interrupts, a.reads) == (&b.voices, b.reactions, b.interrupts, b.reads)
    }
}
