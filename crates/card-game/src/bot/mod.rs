//! The card game's own bot: a steward, who plays sensibly without looking ahead.
//!
//! It decides by what a view holds and by the public card pool, never by the state of a game. Cards are read, not known: a card that is
//! added to the pool is played by its definition ([`ability`]).
//!
//! | module | what |
//! |---|---|
//! | [`table`] | a view with its cards at hand |
//! | [`value`] | what cards are worth |
//! | [`start`] | setup, plots, marshaling |
//! | [`challenge`] | attack and defence |
//! | [`melee`] | titles, redirects, claim against several |
//! | [`ability`], [`filter`] | what the text of a card is worth now |

pub mod ability;
pub mod challenge;
pub mod filter;
pub mod melee;
pub mod start;
pub mod table;
pub mod value;

use ::table::{Pick, Prompt, Seat};

use crate::lang::ast::{Effect, Triggered};
use crate::lang::raw::OfType;
use crate::rules::Rules;
use crate::view::{Action, CardView, Id, View};
use crate::words::ChallengeType;

use table::Table;

/// A heuristic player of the card game. Equal views, prompts and lists in the same order give equal picks.
#[derive(Clone, Debug, Default)]
pub struct Steward {
    /// The ability that was used last: what is asked next is mostly about it.
    used: Option<(Id, u8)>,
    /// What this answer is to hold, for the decision of this number.
    plan: Option<(u32, Vec<Action>)>,
}

impl Steward {
    /// The pick of the seat that is asked. `legal` is never empty.
    pub fn pick(&mut self, rules: &Rules, view: &View, prompt: &Prompt, legal: &[Action]) -> Pick {
        if legal.len() < 2 || view.players.len() <= prompt.seat.index() {
            return 0;
        }
        let table = Table::new(rules, view, prompt);
        let at = self.decide(&table, legal).min(legal.len() - 1);
        if let Action::Use { card, ability, .. } = legal[at] {
            self.used = Some((card, ability));
        }
        at as Pick
    }

    fn decide(&mut self, table: &Table<'_>, legal: &[Action]) -> usize {
        let card = |id: &Id| table.card(*id);
        match table.prompt.topic.as_str() {
            "mulligan" => position(legal, if start::mulligan(table) { &Action::Yes } else { &Action::No }),
            "setup_cards" => {
                self.follow(table, legal, |_| start::setup(table).into_iter().map(|card| Action::Place { card, shadows: false }).collect())
            }
            "choose_plot" => most(legal, |a| named(a).and_then(|id| card(&id)).map_or(-1000, |c| start::plot(table, c))),
            "first_player" | "choose_winner" => position(legal, &Action::Player { seat: table.me }),
            "marshaling" | "action_window" | "interrupts" | "reactions" => window(table, legal),
            "initiate" => {
                let options: Vec<(ChallengeType, Seat)> =
                    legal.iter().filter_map(|a| challenge::declared(std::slice::from_ref(a))).collect();
                match challenge::best_attack(table, &options).filter(|attack| attack.worth > 0) {
                    Some(attack) => position(legal, &Action::Challenge { kind: attack.kind, against: attack.against }),
                    None => position(legal, &Action::Pass),
                }
            }
            "choose_title" => {
                let ids: Vec<Id> = legal.iter().filter_map(named).collect();
                melee::best_title(table, &ids).map_or(0, |card| position(legal, &Action::Card { card }))
            }
            "redirect" => position(legal, if melee::redirects(table) { &Action::Yes } else { &Action::Pass }),
            "redirect_to" => most(legal, |a| if let Action::Player { seat } = a { melee::redirected(table, *seat) } else { i32::MIN }),
            "claim_on" => self.follow(table, legal, |legal| melee::suffer(table, legal)),
            "attackers" => self.follow(table, legal, |_| {
                let Some((kind, against)) = challenge::declared(&table.drafted) else { return Vec::new() };
                let mut left: Vec<(ChallengeType, Seat)> =
                    table.my().challenges_left.iter().filter(|(_, n)| **n > 0).map(|(k, _)| (*k, against)).collect();
                left.sort_unstable();
                let with = challenge::attack(table, kind, against, &left).map(|attack| attack.with).unwrap_or_default();
                with.into_iter().map(|card| Action::Card { card }).collect()
            }),
            "defenders" => self.follow(table, legal, |legal| {
                let able: Vec<Id> = legal.iter().filter_map(named).collect();
                challenge::defenders(table, &able).into_iter().map(|card| Action::Card { card }).collect()
            }),
            "stealth" | "intimidate" => most(legal, |a| match named(a).and_then(|id| card(&id)) {
                Some(c) if table.mine(c) => -1,
                Some(c) => opposes(table, c),
                None => 0,
            }),
            "assault" => most(legal, |a| named(a).and_then(|id| card(&id)).map_or(0, |c| value::in_play(table, c))),
            "claim" | "cost" | "reserve" | "discard_from_hand" => {
                least(legal, |a| named(a).and_then(|id| card(&id)).map(|c| value::anywhere(table, c)))
            }
            // The first lies deepest: the best on top.
            "order_dead" | "order_discard" => least(legal, |a| named(a).and_then(|id| card(&id)).map(|c| value::anywhere(table, c))),
            "stand_limit" | "search" => {
                let of = |a: &Action| named(a).and_then(|id| card(&id)).map(|c| value::anywhere(table, c));
                self.follow(table, legal, |legal| {
                    let mut cards: Vec<(i32, Action)> = legal.iter().filter_map(|a| of(a).map(|n| (n, a.clone()))).collect();
                    cards.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
                    cards.truncate(table.prompt.max as usize);
                    cards.into_iter().map(|(_, a)| a).collect()
                })
            }
            "keyword_use" => most(legal, |a| match a {
                Action::Yes | Action::Card { .. } => 1,
                _ => 0,
            }),
            "setup_host" | "host" => {
                let what = table.prompt.source.as_deref().and_then(|id| table.named(id)).and_then(|c| table.entry(c));
                most(legal, |a| match (named(a).and_then(|id| card(&id)), what) {
                    (Some(on), Some(entry)) => value::host_worth(table, entry, on),
                    (Some(on), None) => value::in_play(table, on),
                    _ => i32::MIN,
                })
            }
            // Beside a dear card that has no duplicate yet; otherwise as itself.
            "duplicate_of" => most(legal, |a| match named(a).and_then(|id| card(&id)) {
                Some(over) if over.duplicates.is_empty() => value::in_play(table, over),
                Some(_) => 0,
                None => 10,
            }),
            "target" | "effect_cards" => self.targets(table, legal),
            "may" => position(legal, if self.wants(table) { &Action::Yes } else { &Action::No }),
            "x" | "bestow" => most(legal, |a| if let Action::Number { n } = a { *n } else { -1 }),
            "choose_opponent" | "choose_player" => most(legal, |a| match a {
                Action::Player { seat } if *seat != table.me => table.seat(*seat).map_or(0, |p| p.power + 1),
                _ => 0,
            }),
            "name_type" => most(legal, |a| if let Action::Challengetype { kind } = a { self.typed(table, *kind) } else { -1 }),
            "name_icon" => most(legal, |a| if let Action::Challengetype { kind } = a { icon(table, *kind) } else { -1 }),
            _ => 0,
        }
    }

    /// Picks what was planned, made when the answer begins (with the list of that moment) and kept until it is complete.
    fn follow(&mut self, table: &Table<'_>, legal: &[Action], make: impl FnOnce(&[Action]) -> Vec<Action>) -> usize {
        let number = table.prompt.decision;
        let begun = self.plan.as_ref().is_some_and(|(n, _)| *n == number);
        if !begun {
            self.plan = Some((number, make(legal)));
        }
        let plan = self.plan.as_ref().map_or(&[][..], |(_, plan)| plan);
        let next = legal.iter().position(|a| plan.contains(a) && !table.drafted.contains(a));
        next.or_else(|| legal.iter().position(|a| matches!(a, Action::Done | Action::Pass))).unwrap_or(0)
    }

    /// The ability that asks: the one used last if it is on the card that asks, else the card's first that chooses.
    fn ability<'a>(&self, table: &Table<'a>) -> Option<(&'a CardView, &'a Triggered)> {
        let source = table.named(table.prompt.source.as_deref()?)?;
        if let Some((id, n)) = self.used
            && table.card(id).is_some_and(|c| c.id == source.id)
            && let Some(t) = ability::triggered(table, source, n)
        {
            return Some((source, t));
        }
        let entry = table.entry(source)?;
        let chooses = |t: &&Triggered| !t.choose.is_empty() || t.effect.iter().any(|e| matches!(e, Effect::Choose(_) | Effect::Each(..)));
        let all = || entry.abilities.iter().filter_map(|a| a.triggered());
        all().find(chooses).or_else(|| all().next()).map(|t| (source, t))
    }

    /// Whether what an effect offers is not to this seat's loss.
    fn wants(&self, table: &Table<'_>) -> bool {
        self.ability(table).is_none_or(|(source, t)| ability::offered(table, source, t) >= 0)
    }

    /// Targets: what the ability is worth most on; further ones only where they are worth something.
    fn targets(&mut self, table: &Table<'_>, legal: &[Action]) -> usize {
        let all: Vec<Id> = legal.iter().filter_map(named).collect();
        let begun = self.plan.as_ref().is_some_and(|(n, _)| *n == table.prompt.decision);
        let kept = self.ability(table).and_then(|(_, t)| ability::kept(table, t, &all));
        if let Some(kept) = kept.filter(|_| begun || table.prompt.max > 1) {
            return self.follow(table, legal, |_| kept.into_iter().map(|card| Action::Card { card }).collect());
        }
        let worth = |id: Id| -> i32 {
            let Some(card) = table.card(id) else { return 0 };
            match self.ability(table) {
                Some((source, t)) => ability::worth_on(table, source, t, card),
                None => {
                    if table.mine(card) {
                        -value::anywhere(table, card)
                    } else {
                        value::anywhere(table, card)
                    }
                }
            }
        };
        let closes = legal.iter().position(|a| matches!(a, Action::Done | Action::Pass));
        let best = most(legal, |a| named(a).map_or(i32::MIN, worth));
        match closes {
            Some(close) if named(&legal[best]).is_none_or(|id| worth(id) <= 0) => close,
            _ if table.prompt.max > 1 && table.prompt.kind == ::table::PromptKind::Select => {
                // Sets are picked in their order: of so many, the ones that are among the best.
                let left = (table.prompt.max as usize).saturating_sub(table.drafted.len());
                let mut worths: Vec<i32> = legal.iter().filter_map(named).map(worth).collect();
                worths.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
                let bar = worths.get(left.saturating_sub(1)).or(worths.last()).copied().unwrap_or(0);
                let bar = if closes.is_some() { bar.max(1) } else { bar };
                legal.iter().position(|a| named(a).is_some_and(|id| worth(id) >= bar)).unwrap_or(best)
            }
            _ => best,
        }
    }

    /// A challenge type that is named: one that is forbidden or weakened is the opponents' best, one that is gained is the own best.
    fn typed(&self, table: &Table<'_>, kind: ChallengeType) -> i32 {
        use crate::lang::ast::PlayerModifier;
        let claims = |e: &Effect| matches!(e, Effect::ApplyClaim(OfType::Named(_), _));
        if self.ability(table).is_some_and(|(_, t)| t.effect.iter().any(claims)) {
            let amount = table.my().plot.map_or(1, |plot| plot.claim);
            return table.opponents().map(|seat| challenge::suffered(table, kind, seat, amount)).max().unwrap_or(0);
        }
        let gains = self.ability(table).is_some_and(|(_, t)| {
            let gains = |r: &PlayerModifier| matches!(r, PlayerModifier::ExtraChallengeNamed(_));
            t.effect.iter().any(|e| matches!(e, Effect::Rule(_, rules) if rules.iter().any(gains)))
        });
        let force = |seat| table.standing(seat, kind).filter_map(|c| c.strength).sum::<i32>();
        if gains { force(table.me) } else { table.opponents().map(force).sum() }
    }
}

/// The card that an action names.
fn named(action: &Action) -> Option<Id> {
    match action {
        Action::Card { card } | Action::Place { card, .. } | Action::Save { card } | Action::Marshal { card } => Some(*card),
        _ => None,
    }
}

fn position(legal: &[Action], wanted: &Action) -> usize {
    legal.iter().position(|a| a == wanted).unwrap_or(0)
}

/// The first pick of the highest score.
fn most(legal: &[Action], score: impl Fn(&Action) -> i32) -> usize {
    let scores = legal.iter().map(score).enumerate();
    scores.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(0, |(at, _)| at)
}

/// The pick with the lowest score; picks without a score only if there is no other.
fn least(legal: &[Action], score: impl Fn(&Action) -> Option<i32>) -> usize {
    most(legal, |a| score(a).map_or(i32::MIN + 1, |n| -n))
}

/// How much this character is in the way of an attack.
fn opposes(table: &Table<'_>, card: &CardView) -> i32 {
    let declared = challenge::declared(&table.drafted).map(|(kind, _)| kind);
    let able = !card.kneeling && declared.is_none_or(|kind| card.icons.contains(&kind));
    card.strength.unwrap_or(0) + 1 + if able { 20 } else { 0 }
}

/// An icon that is named: for a card with it, to lose it; for one without, to gain it.
fn icon(table: &Table<'_>, kind: ChallengeType) -> i32 {
    let force = |seat| table.standing(seat, kind).filter_map(|c| c.strength).sum::<i32>();
    table.opponents().map(force).sum::<i32>() + if kind == ChallengeType::Military { 1 } else { 0 }
}

/// A window: the use that is worth most, or a pass.
fn window(table: &Table<'_>, legal: &[Action]) -> usize {
    let able: Vec<Id> = legal.iter().filter_map(|a| if let Action::Marshal { card } = a { Some(*card) } else { None }).collect();
    let planned = if able.is_empty() { Vec::new() } else { start::marshal(table, &able) };
    most(legal, |action| match action {
        Action::Marshal { card } if planned.contains(card) => table.card(*card).map_or(0, |c| start::order(table, c)),
        Action::Use { card, ability, on } => {
            let worth = table.card(*card).map_or(0, |c| ability::worth(table, c, *ability, *on));
            // What makes a card cheaper comes before the card.
            worth + if worth > 0 && start::reduces(table, action) { 100 } else { 0 }
        }
        Action::Save { card } => table.card(*card).filter(|c| table.mine(c)).map_or(0, |c| value::in_play(table, c)),
        Action::Ambush { card, gold } | Action::OutOfShadows { card, gold } => {
            // Gold that is left over goes back to the treasury.
            table.card(*card).map_or(0, |c| value::marshaled(table, c) / 2 - 3 * gold)
        }
        Action::IntoShadows { .. } => 4,
        Action::Pass => 0,
        _ => -1,
    })
}
