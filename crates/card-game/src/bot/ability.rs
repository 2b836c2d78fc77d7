//! What an ability is worth: its definition read with the table in view.
//!
//! A card's text is data, so a bot can read any card without knowing it: each verb has a worth, counted for this seat; what a choice
//! binds is tried with every card that fits, and the best (or, where an opponent chooses, the worst) counts.

use table::Seat;

use super::challenge;
use super::filter::{fits, is_who};
use super::table::{Table, has};
use super::value::{self, CARD, POWER, number};
use crate::lang::ast::{Act, Choice, Cmp, Cond, Cost, Effect, Means2, Modifier, Pick, PlayerModifier, Pred, Ref, Stat, Triggered, Who};
use crate::lang::raw::{Filter, OfType, What};
use crate::view::{CardView, ChallengeView, Id, Zone};
use crate::words::{CardType, ChallengeType, Phase};

/// An ability in use: the card that bears it, what is chosen, whom it concerns.
#[derive(Clone)]
pub struct Use<'a> {
    pub card: &'a CardView,
    /// What it is used on, where the window says so.
    pub on: Option<&'a CardView>,
    /// The card that stands for every name that is bound.
    pub chosen: Option<&'a CardView>,
    /// The player of an enclosing `For`.
    pub them: Option<Seat>,
}

impl<'a> Use<'a> {
    pub fn of(card: &'a CardView) -> Use<'a> {
        Use { card, on: None, chosen: None, them: None }
    }

    fn with(&self, chosen: Option<&'a CardView>) -> Use<'a> {
        Use { chosen, ..self.clone() }
    }
}

/// The triggered part of ability number `n` (from 1) of a card.
pub fn triggered<'a>(table: &Table<'a>, card: &CardView, n: u8) -> Option<&'a Triggered> {
    table.entry(card)?.abilities.get(usize::from(n).checked_sub(1)?)?.triggered()
}

/// What it is worth to use an ability, its costs counted.
pub fn worth(table: &Table<'_>, card: &CardView, n: u8, on: Option<Id>) -> i32 {
    let Some(t) = triggered(table, card, n) else { return 0 };
    let used = Use { on: on.and_then(|id| table.card(id)), ..Use::of(card) };
    let costs: i32 = t.cost.iter().map(|c| cost(table, &used, c)).sum();
    let printed = match card.kind {
        Some(CardType::Event) => 5 + gold(table) * card.cost_now.unwrap_or(0),
        _ => 0,
    };
    chosen(table, &used, &t.choose, &t.effect) - costs - printed
}

/// What it is worth to choose this card for the ability.
pub fn worth_on(table: &Table<'_>, card: &CardView, t: &Triggered, choice: &CardView) -> i32 {
    if keeps(&t.effect) {
        return value::anywhere(table, choice) * side(table, choice);
    }
    let rest: Vec<&Effect> = t.effect.iter().collect();
    list(table, &Use::of(card).with(Some(choice)), &rest, true)
}

/// What the first `May` of an ability is worth, where it has one.
pub fn offered(table: &Table<'_>, card: &CardView, t: &Triggered) -> i32 {
    let offers = t.effect.iter().find_map(|e| if let Effect::May(effects) = e { Some(effects) } else { None });
    if let Some(effects) = offers {
        return inner(table, &Use::of(card), effects);
    }
    // An offer by another: what it costs, against what happens otherwise.
    let me = Use { them: Some(table.me), ..Use::of(card) };
    let offered = t.effect.iter().find_map(|e| if let Effect::Offer(_, body, other) = e { Some((body, other)) } else { None });
    offered.map_or(0, |(body, other)| inner(table, &me, body) - inner(table, &me, other))
}

/// A gold in the pool: worth little once the marshaling is over.
fn gold(table: &Table<'_>) -> i32 {
    if table.view.phase <= Phase::Marshaling { 8 } else { 2 }
}

/// Mine counts for me, others' against.
fn side(table: &Table<'_>, card: &CardView) -> i32 {
    if table.mine(card) { 1 } else { -1 }
}

/// Whether the choice is of what is spared: everything else is lost.
fn keeps(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Kill(What::All(f)) | Effect::Discard(What::All(f)) | Effect::DeckBottom(What::All(f)) => {
            f.0.iter().any(|p| matches!(p, Pred::Not(Filter(not)) if not.iter().any(|p| matches!(p, Pred::Is(What::Name(_))))))
        }
        Effect::Each(_, _, inner) | Effect::NoSave(inner) => keeps(inner),
        _ => false,
    })
}

/// The best cards that a choice of what is spared allows: of so many, or of such a total cost.
fn spared<'a>(table: &Table<'_>, pick: &Pick, mut cards: Vec<&'a CardView>) -> Vec<&'a CardView> {
    cards.sort_by_key(|c| std::cmp::Reverse(value::anywhere(table, c)));
    let most = if pick.any { cards.len() } else { pick.up_to.as_ref().or(pick.count.as_ref()).map_or(1, number).max(0) as usize };
    let mut left = match &pick.sum {
        Some((Stat::PrintedCost, Cmp::AtMost(n))) => Some(number(n)),
        _ => None,
    };
    let fits = |c: &&CardView| match &mut left {
        Some(left) if *left < super::table::cost(c) => false,
        Some(left) => {
            *left -= super::table::cost(c);
            true
        }
        None => true,
    };
    cards.into_iter().filter(fits).take(most).collect()
}

/// Of these cards of its own those that a seat spares, where an ability asks for that.
pub fn kept(table: &Table<'_>, t: &Triggered, cards: &[Id]) -> Option<Vec<Id>> {
    let Some(Effect::Each(_, choices, _)) = t.effect.iter().find(|_| keeps(&t.effect)) else { return None };
    let [Choice::Cards(pick)] = choices.as_slice() else { return None };
    let own: Vec<(Id, &CardView)> = cards.iter().filter_map(|id| table.card(*id).map(|c| (*id, c))).collect();
    let best = spared(table, pick, own.iter().map(|(_, c)| *c).collect());
    Some(own.into_iter().filter(|(_, c)| best.iter().any(|b| b.id == c.id)).map(|(id, _)| id).collect())
}

fn cost(table: &Table<'_>, used: &Use<'_>, cost: &Cost) -> i32 {
    let least = |what: &What, worth: &dyn Fn(&CardView) -> i32| cards(table, used, what).iter().map(|c| worth(c)).min().unwrap_or(0);
    let ready = |c: &CardView| match c.kind {
        Some(CardType::Character) => 1 + challenge::readiness(table, c),
        _ => 1,
    };
    let lost = |c: &CardView| match c.kind {
        Some(CardType::Character) => value::loss(table, c),
        _ => value::loss(table, c) / 2,
    };
    match cost {
        Cost::Either(ways) => ways.iter().map(|costs| costs.iter().map(|one| self::cost(table, used, one)).sum::<i32>()).min().unwrap_or(0),
        Cost::Times(n, one) => number(n) * self::cost(table, used, one),
        Cost::Kneel(what) => least(what, &ready),
        Cost::KneelFaction => 1,
        Cost::Stand(_) => 0,
        Cost::Sacrifice(what)
        | Cost::Kill(what)
        | Cost::RemoveFromGame(what)
        | Cost::Discard(what)
        | Cost::ShuffleIntoDeck(what)
        | Cost::IntoShadows(what) => least(what, &lost),
        Cost::ReturnToHand(what) => least(what, &lost) * 2 / 3,
        Cost::Gold(n) | Cost::GoldFrom(_, n) => gold(table) * number(n),
        Cost::PayX => 2 * gold(table),
        Cost::DiscardFromHand(n, _) => CARD * number(n),
        Cost::DiscardToken(..) => 2,
        Cost::DiscardPower(_, n) | Cost::FactionPower(n) => POWER * number(n),
    }
}

/// The cards that a verb is about.
fn cards<'a>(table: &Table<'a>, used: &Use<'a>, what: &What) -> Vec<&'a CardView> {
    match what {
        What::Name(_) | What::Ref(Ref::The(_)) => used.chosen.into_iter().collect(),
        What::All(filter) => table.view.cards.iter().filter(|c| fits(table, used, &filter.0, c)).collect(),
        What::Ref(Ref::This) => table.named(&used.card.id).into_iter().collect(),
        What::Ref(Ref::Host) => used.card.host.as_deref().and_then(|id| table.named(id)).into_iter().collect(),
        What::Ref(Ref::Event | Ref::By) => used.on.into_iter().collect(),
        What::Ref(_) => Vec::new(),
    }
}

/// The worth of effects after these choices, each taken well.
fn chosen<'a>(table: &Table<'a>, used: &Use<'a>, choices: &[Choice], effects: &[Effect]) -> i32 {
    let rest: Vec<&Effect> = effects.iter().collect();
    match choices.iter().find_map(|c| if let Choice::Cards(pick) = c { Some(pick) } else { None }) {
        Some(pick) => best(table, used, pick, &rest),
        None => list(table, used, &rest, false),
    }
}

/// The best that a pick can bind for what follows; the worst where somebody else picks.
fn best<'a>(table: &Table<'a>, used: &Use<'a>, pick: &Pick, rest: &[&Effect]) -> i32 {
    let worths =
        table.view.cards.iter().filter(|c| fits(table, used, &pick.filter.0, c)).map(|c| list(table, &used.with(Some(c)), rest, true));
    let mine = pick.by.is_none_or(|who| is_who(table, who, table.me, used.them));
    if mine { worths.max() } else { worths.min() }.unwrap_or(0)
}

/// The worth of effects one after the other. `bound`: a choice has been made and later ones bind nothing new of weight.
fn list<'a>(table: &Table<'a>, used: &Use<'a>, effects: &[&Effect], bound: bool) -> i32 {
    let mut sum = 0;
    for (i, effect) in effects.iter().enumerate() {
        if let Effect::Choose(choice) = effect
            && let Choice::Cards(pick) = &**choice
            && !bound
        {
            return sum + best(table, used, pick, &effects[i + 1..]);
        }
        sum += one(table, used, effect);
    }
    sum
}

fn inner(table: &Table<'_>, used: &Use<'_>, effects: &[Effect]) -> i32 {
    let effects: Vec<&Effect> = effects.iter().collect();
    list(table, used, &effects, used.chosen.is_some())
}

/// Whether a condition holds, as far as the view tells.
fn holds(table: &Table<'_>, used: &Use<'_>, cond: &Cond) -> Option<bool> {
    let c = table.view.challenge.as_ref();
    Some(match cond {
        Cond::Challenge(kinds) => c.is_some_and(|c| kinds.is_empty() || kinds.contains(&c.kind)),
        Cond::FirstPlayer => table.view.first_player == Some(table.me),
        Cond::YouAttack => c.is_some_and(|c| c.attacker == table.me),
        Cond::YouDefend => c.is_some_and(|c| c.defender == table.me),
        Cond::Exists(filter) => table.view.cards.iter().any(|card| fits(table, used, &filter.0, card)),
        Cond::Not(inner) => !holds(table, used, inner)?,
        _ => return None,
    })
}

/// What one effect is worth.
fn one(table: &Table<'_>, used: &Use<'_>, effect: &Effect) -> i32 {
    let sum = |what: &What, worth: &dyn Fn(&CardView) -> i32| cards(table, used, what).iter().map(|c| worth(c)).sum::<i32>();
    let whom = used.them.unwrap_or(table.me);
    let sign = if whom == table.me { 1 } else { -1 };
    let hand = table.seat(whom).map_or(0, |p| p.hand as i32);
    let lost = |c: &CardView| match c.zone {
        Some(Zone::Play) => -side(table, c) * value::loss(table, c),
        Some(Zone::Hand) => {
            if c.owner == table.me.0 {
                -value::in_hand(table, c)
            } else {
                value::in_hand(table, c)
            }
        }
        _ => 0,
    };
    match effect {
        Effect::Draw(n) => sign * CARD * number(n),
        Effect::GainGold(n) => sign * gold(table) * number(n),
        Effect::LoseGold(n) => -sign * gold(table) * number(n),
        Effect::GiveGold(n) if sign < 0 => 2 * gold(table) * number(n),
        Effect::GainPower(n) => sign * POWER * number(n),
        Effect::DiscardFromHand(n) | Effect::DiscardRandom(n, _) => -sign * CARD * number(n).min(hand),
        Effect::DiscardTop(n, _) => -sign * 3 * number(n),
        Effect::Kneel(what) => sum(what, &|c| if c.kneeling { 0 } else { -side(table, c) * challenge::readiness(table, c) }),
        Effect::Stand(what) => sum(what, &|c| if c.kneeling { side(table, c) * challenge::readiness(table, c) } else { 0 }),
        Effect::Kill(what)
        | Effect::Discard(what)
        | Effect::Sacrifice(what)
        | Effect::RemoveFromGame(what)
        | Effect::DeckTop(what)
        | Effect::DeckBottom(what) => sum(what, &lost),
        Effect::ReturnToHand(what) => sum(what, &|c| lost(c) * 2 / 3 + away(table, c)),
        Effect::ShuffleIntoDeck(what) => sum(what, &|c| if c.zone == Some(Zone::Play) { lost(c) } else { side(table, c) * 2 }),
        // From the dead pile a card may be played once more.
        Effect::PlaceInDiscard(what) => sum(what, &|c| if c.zone == Some(Zone::Dead) { side(table, c) * 3 } else { lost(c) }),
        Effect::AddToHand(what) => sum(what, &|c| value::in_hand(table, c)),
        Effect::PutIntoPlay(what) | Effect::PutIntoPlayKnelt(what) => sum(what, &|c| {
            let from_hand = c.zone == Some(Zone::Hand) && c.owner == table.me.0;
            value::marshaled(table, c) - if from_hand { value::in_hand(table, c) } else { 0 }
        }),
        Effect::TakeControl(what) => sum(what, &|c| if table.mine(c) { 0 } else { value::loss(table, c) * 3 / 2 }),
        Effect::PowerOn(what, n) => sum(what, &|c| side(table, c) * POWER * number(n)),
        Effect::DiscardPower(what, n) => sum(what, &|c| -side(table, c) * POWER * number(n).min(c.power)),
        Effect::MovePower(n, ..) => POWER * number(n) * 3 / 2,
        Effect::Save => match used.on.or_else(|| used.card.host.as_deref().and_then(|id| table.named(id))) {
            Some(saved) => side(table, saved) * value::in_play(table, saved),
            None => table.prompt.source.as_deref().and_then(|id| table.named(id)).map_or(20, |c| side(table, c) * value::in_play(table, c)),
        },
        // Gold is stored for a text that counts it.
        Effect::GoldFromPool(what, n) => sum(what, &|c| side(table, c) * (gold(table) + 1) * number(n)) - gold(table) * number(n),
        Effect::Cancel => used.on.map_or(22, |c| -side(table, c) * 22),
        Effect::InsteadTo(_) => 12,
        Effect::Search(_) => 14,
        Effect::LookAtHand | Effect::LookAtTop(..) | Effect::AsDuplicate(..) => 4,
        Effect::RemoveFromChallenge(what) => sum(what, &|c| away(table, c)),
        Effect::JoinAttack(what) | Effect::JoinDefense(what) | Effect::JoinYourSide(what) => {
            sum(what, &|c| challenge::turns(table, c.strength.unwrap_or(0)))
        }
        Effect::Until(_, what, mods) => sum(what, &|c| mods.iter().map(|m| modified(table, c, m)).sum::<i32>() + killed(table, c, mods)),
        Effect::Rule(_, rules) | Effect::RuleUntilPlot(rules) => sign * rules.iter().map(|r| rule(table, r)).sum::<i32>(),
        Effect::ReduceNext { by, of, how, .. } => reduced(table, used, number(by), of, how),
        Effect::Delayed(_, effects) => inner(table, used, effects) * 2 / 3,
        Effect::Offer(_, _, otherwise) => inner(table, used, otherwise) * 3 / 5,
        Effect::Initiate(..) => 10,
        Effect::May(effects) => inner(table, used, effects).max(0),
        Effect::Either(options) => options.iter().map(|o| inner(table, used, o)).max().unwrap_or(0),
        Effect::If(cond, effects) => match holds(table, used, cond) {
            Some(true) => inner(table, used, effects),
            Some(false) => 0,
            None => inner(table, used, effects) * 3 / 5,
        },
        Effect::IfElse(cond, yes, no) => match holds(table, used, cond) {
            Some(true) => inner(table, used, yes),
            Some(false) => inner(table, used, no),
            None => (inner(table, used, yes) + inner(table, used, no)) / 2,
        },
        Effect::Together(effects) => inner(table, used, effects),
        // What is replaced is mostly made smaller: good if it is another's.
        Effect::InsteadAmount(_) => -sign * CARD,
        Effect::NoSave(effects) | Effect::NoCancel(effects) => inner(table, used, effects),
        Effect::ApplyClaim(kind, who) => {
            let kinds: Vec<ChallengeType> = match kind {
                OfType::Is(kind) => vec![*kind],
                OfType::Named(_) => ChallengeType::ALL.to_vec(),
            };
            let amount = table.my().plot.map_or(1, |plot| plot.claim);
            let on = |kind: &ChallengeType| seats(table, used, *who).map(|s| challenge::suffered(table, *kind, s, amount)).max();
            kinds.iter().filter_map(on).max().unwrap_or(0)
        }
        Effect::ClaimFallsOn(who) => table.view.challenge.as_ref().map_or(0, |c| {
            let now = challenge::suffered(table, c.kind, c.defender, c.claim);
            let then = seats(table, used, *who).map(|s| challenge::suffered(table, c.kind, s, c.claim)).max();
            then.unwrap_or(0) - now
        }),
        // What takes the place of the claim, against the claim.
        Effect::InsteadClaim(kind) => claim(table, |c| challenge::suffered(table, *kind, c.defender, c.claim)),
        Effect::InsteadOfClaim(effects) => claim(table, |_| inner(table, used, effects)),
        Effect::Repeat(_, effects) => inner(table, used, effects),
        Effect::For(who, effects) => seats(table, used, *who).map(|s| inner(table, &Use { them: Some(s), ..used.clone() }, effects)).sum(),
        Effect::Each(who, choices, effects) => seats(table, used, *who).map(|s| each(table, s, choices, effects)).sum(),
        // One more phase of challenges is good for who can still attack best.
        Effect::InsertPhase(Phase::Challenges) => {
            let ready = |seat: Seat| -> i32 {
                let own = table.view.cards.iter().filter(|c| c.zone == Some(Zone::Play) && c.controller == seat.0);
                own.filter(|c| c.kind == Some(CardType::Character)).map(|c| c.strength.unwrap_or(0)).sum()
            };
            2 * (ready(table.me) - table.opponents().map(ready).max().unwrap_or(0))
        }
        // What lies under a card is mostly got back.
        Effect::PutUnder(what, _) => sum(what, &|c| -side(table, c)),
        Effect::EndChallenge => challenge::stakes(table).map_or(0, |(stake, _)| {
            let c = table.view.challenge.as_ref();
            if c.is_some_and(|c| c.defender == table.me) { stake } else { -stake }
        }),
        _ => 0,
    }
}

/// So much more is what this is worth than the claim that is due.
fn claim(table: &Table<'_>, instead: impl Fn(&ChallengeView) -> i32) -> i32 {
    table.view.challenge.as_ref().map_or(0, |c| instead(c) - challenge::suffered(table, c.kind, c.defender, c.claim))
}

fn seats<'a>(table: &'a Table<'_>, used: &'a Use<'_>, who: Who) -> impl Iterator<Item = Seat> + 'a {
    table.view.players.iter().map(|p| p.seat).filter(move |seat| is_who(table, who, *seat, used.them))
}

/// What a choice that every player makes costs this one: the least of its characters, or all that it cannot spare.
fn each(table: &Table<'_>, seat: Seat, choices: &[Choice], effects: &[Effect]) -> i32 {
    let mut losses: Vec<i32> = table.characters(seat).map(|c| value::loss(table, c)).collect();
    losses.sort_unstable();
    let lost: i32 = if keeps(effects) {
        let own: Vec<&CardView> = table.characters(seat).collect();
        let kept = choices.iter().find_map(|c| if let Choice::Cards(p) = c { Some(spared(table, p, own.clone())) } else { None });
        losses.iter().sum::<i32>() - kept.unwrap_or_default().iter().map(|c| value::loss(table, c)).sum::<i32>()
    } else {
        losses.first().copied().unwrap_or(0)
    };
    if seat == table.me { -lost } else { lost }
}

/// What it is worth that a participant leaves the challenge.
fn away(table: &Table<'_>, card: &CardView) -> i32 {
    let str_ = card.strength.unwrap_or(0);
    if !card.attacking && !card.defending {
        0
    } else if table.mine(card) {
        challenge::turns(table, -str_) - 2
    } else {
        challenge::turns(table, str_) + 2
    }
}

fn killed(table: &Table<'_>, card: &CardView, mods: &[Modifier]) -> i32 {
    let less: i32 = mods.iter().map(|m| if let Modifier::Str(n) = m { number(n) } else { 0 }).sum();
    let dies = mods.contains(&Modifier::KilledAtZero) && card.strength.is_some_and(|s| s + less <= 0);
    if dies { -side(table, card) * value::loss(table, card) } else { 0 }
}

/// Whether it is good for a card that this cannot be done to it.
fn guards(act: &Act) -> bool {
    matches!(act, Act::BeBypassed | Act::BeKilled | Act::BeDiscarded | Act::BeSacrificed | Act::BeReturned | Act::LeavePlay)
}

/// What a modifier on a card is worth for a time.
fn modified(table: &Table<'_>, card: &CardView, modifier: &Modifier) -> i32 {
    let side = side(table, card);
    let takes_part = card.attacking || card.defending;
    let str_ = card.strength.unwrap_or(0);
    match modifier {
        Modifier::Str(n) if takes_part => challenge::turns(table, side * number(n)),
        Modifier::Str(n) if !card.kneeling && table.view.phase == Phase::Challenges => side * number(n).min(2) / 2,
        Modifier::NoContribute if takes_part => challenge::turns(table, -side * str_),
        Modifier::DoubleStr if takes_part => challenge::turns(table, side * str_),
        Modifier::HalveStr if takes_part => challenge::turns(table, -side * str_ / 2),
        Modifier::Icon(kind) if !card.icons.contains(kind) && !card.kneeling => side * str_,
        Modifier::LoseIcon(kind) if card.icons.contains(kind) && !card.kneeling => -side * challenge::readiness(table, card) / 4,
        Modifier::LoseIconNamed(_) if !card.kneeling => -side * challenge::readiness(table, card) / 4,
        Modifier::IconNamed(_) if !card.kneeling => side * (str_ + 2),
        Modifier::Cannot(acts) if acts.iter().all(guards) => side * value::loss(table, card) / 4,
        Modifier::Cannot(_) if !card.kneeling => -side * str_,
        Modifier::Blank => -side * 8,
        Modifier::MustDefend => -side * 2,
        Modifier::LoseKeywordNamed(_) | Modifier::LoseKeyword(_) => -side * 4,
        Modifier::Keyword(_) | Modifier::KeywordNamed(_) => side * if has(card, "Renown") { 2 } else { 6 },
        _ => 0,
    }
}

/// What a rule for this seat is worth (the sign for others is the caller's).
fn rule(table: &Table<'_>, rule: &PlayerModifier) -> i32 {
    let winning = table.view.challenge.as_ref().is_some_and(|c| {
        c.attacker == table.me && c.claim > 0 && (c.winner == Some(table.me) || c.defenders_declared && c.attack_total >= c.defense_total)
    });
    let attacks = table.still_attacks(table.me);
    match rule {
        PlayerModifier::Claim(_) => {
            if winning {
                20
            } else {
                0
            }
        }
        PlayerModifier::ClaimIn(..) => {
            if attacks {
                9
            } else {
                0
            }
        }
        PlayerModifier::ExtraChallenge(_) | PlayerModifier::ExtraChallengeNamed(_) => {
            if attacks {
                12
            } else {
                0
            }
        }
        PlayerModifier::Income(n) => 8 * number(n),
        PlayerModifier::If(_, inner) => self::rule(table, inner) / 2,
        PlayerModifier::CannotInitiate(_)
        | PlayerModifier::CannotInitiateNamed(_)
        | PlayerModifier::CannotInitiateAgainst(_)
        | PlayerModifier::CannotInitiateTypeAgainst(..) => {
            if table.opponents().any(|seat| table.still_attacks(seat)) {
                -14
            } else {
                0
            }
        }
        PlayerModifier::ClaimAgainst(..) => 10,
        _ => 3,
    }
}

/// What a cheaper card is worth: only if there is one to marshal (or play) that becomes affordable.
fn reduced(table: &Table<'_>, used: &Use<'_>, by: i32, of: &Filter, how: &[Means2]) -> i32 {
    let pool = table.my().gold;
    let marshal = how.is_empty() || how.contains(&Means2::Marshal);
    let in_hand = |c: &CardView| {
        let kinds = if c.kind == Some(CardType::Event) { how.contains(&Means2::Play) } else { marshal };
        kinds && table.original(c).is_none() && !table.is_dead(c) && of.0.iter().all(|p| fits_hand(table, used, p, c))
    };
    let costs = table.hand().filter(|c| in_hand(c)).filter_map(|c| c.cost_now).filter(|n| *n > 0 && *n <= pool + by.max(2));
    costs.max().map_or(0, |most| 8 * by.min(most))
}

fn fits_hand(table: &Table<'_>, used: &Use<'_>, pred: &Pred, card: &CardView) -> bool {
    let preds = [Pred::Is(What::All(Filter::default())), pred.clone()];
    fits(table, used, &preds, card)
}
