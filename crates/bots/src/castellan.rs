//! `castellan`, the heuristic player of the board game.
//!
//! It defends what it has by what may come, takes what brings most, and asks of each decision what it is worth in points. It looks at
//! its view only, searches nothing and samples nothing: a decision takes a fraction of a millisecond.
//!
//! | module | what |
//! |---|---|
//! | `look` | what is read off a view: reach, threats, odds, worth |
//! | `march` | the best march of an area |
//! | `orders` | the plan of a round, raids, the raven |
//! | `fight` | house cards, support, casualties, retreat |
//! | `court` | bids, tracks, mustering, supply, wildlings |

mod court;
mod fight;
mod look;
mod march;
mod orders;

use board_game::data::OrderKind;
use board_game::{Action, AreaId, State};
use rand_core::{RngCore, SeedableRng};
use rand_pcg::Pcg64Mcg;
use table::Pick;

use crate::{Bot, Sight};
use fight::Fight;
use look::Look;
use march::{March, Terms};

/// Plays sensibly by what its view shows.
#[derive(Clone, Debug)]
pub struct Castellan {
    luck: Pcg64Mcg,
    /// What was planned at the first pick of a decision with several.
    decision: Option<u32>,
    orders: Vec<(AreaId, board_game::OrderId)>,
    march: Option<March>,
}

impl Castellan {
    pub fn new(seed: u64) -> Castellan {
        Castellan { luck: Pcg64Mcg::seed_from_u64(seed), decision: None, orders: Vec::new(), march: None }
    }
}

/// The best action of a list, the first of equals.
fn best(legal: &[Action], mut value: impl FnMut(&Action) -> i32) -> Option<usize> {
    let mut found: Option<(i32, usize)> = None;
    for (at, action) in legal.iter().enumerate() {
        let value = value(action);
        if found.is_none_or(|(best, _)| value > best) {
            found = Some((value, at));
        }
    }
    found.map(|(_, at)| at)
}

fn find(legal: &[Action], action: &Action) -> Option<usize> {
    legal.iter().position(|at| at == action)
}

impl Bot<State> for Castellan {
    fn pick(&mut self, sight: &Sight<'_, State>) -> Pick {
        if sight.legal().len() < 2 {
            return 0;
        }
        let Some(view) = sight.view() else { return 0 };
        let look = Look::new(view, sight.seat());
        self.choose(&look, sight).unwrap_or(0) as Pick
    }
}

impl Castellan {
    fn choose(&mut self, look: &Look<'_>, sight: &Sight<'_, State>) -> Option<usize> {
        let (prompt, legal) = (sight.prompt(), sight.legal());
        let drafted: Vec<Action> = prompt.drafted.iter().filter_map(|choice| serde_json::from_value(choice.action.clone()).ok()).collect();
        let first = drafted.is_empty() || self.decision != Some(prompt.decision);
        self.decision = Some(prompt.decision);
        let fight = Fight::new(look);
        let take = |yes: bool| find(legal, if yes { &Action::Accept } else { &Action::Pass });
        match prompt.topic.as_str() {
            "orders" => {
                if first {
                    self.orders = orders::plan(look);
                }
                let planned = |action: &Action| matches!(action, Action::Order { area, order } if self.orders.contains(&(*area, *order)));
                legal.iter().position(planned).or_else(|| legal.iter().position(|action| matches!(action, Action::Leave { .. })))
            }
            "raven" => orders::raven(look, legal),
            "raven_card" => {
                let most = look.view.players.iter().all(|player| player.power <= look.own().power);
                find(legal, if most { &Action::Keep } else { &Action::Bottom })
            }
            "raid" if drafted.is_empty() => orders::raid_from(look, legal),
            "raid" => orders::raid_target(look, legal),
            "march" => {
                if first {
                    self.march = Some(next_march(look, legal, &drafted)?);
                }
                follow(self.march.as_ref()?, legal, &drafted)
            }
            "consolidate" => best(legal, |action| match action {
                Action::MusterInstead => match drafted.first() {
                    Some(Action::Use { area }) => {
                        orders::muster(look, *area) - orders::power(look) * (1 + i32::from(look.board.area(*area).crowns))
                    }
                    _ => 0,
                },
                Action::Use { area } => i32::from(look.board.area(*area).castle),
                _ => 0,
            }),
            "muster" => court::muster(look, legal, &drafted),
            "bid" => {
                let luck = (self.luck.next_u32() % 3) as i32;
                let bid = if look.view.attack.is_some() { court::wildling_bid(look, luck) } else { court::track_bid(look, luck) };
                find(legal, &Action::Bid { power: bid.clamp(0, 255) as u8 })
            }
            "ties" | "highest" => court::house(look, legal, true),
            "lowest" => court::house(look, legal, false),
            "track" => court::track(look, legal),
            "westeros" => court::westeros(look, prompt.source.as_deref(), legal),
            "wildling_option" => court::suffer(look, legal),
            "reconcile" => court::reconcile(look, legal, &drafted),
            "destroy" | "downgrade" | "casualties" => fight::losses(look, legal, prompt.max.saturating_sub(drafted.len() as u32), &drafted),
            "upgrade" => best(legal, |action| match action {
                Action::Upgrade { area, .. } => 1 + look.worth(*area),
                _ => 0,
            }),
            "discard_card" => best(legal, |action| -card_strength(look, action)),
            "take_back_card" | "discard_from_hand" => best(legal, |action| card_strength(look, action)),
            "support" => fight::support(look, legal),
            "refuse" => find(legal, &Action::Done),
            "house_card" | "another_card" => fight?.house_card(legal),
            "cancel" => take(fight?.cancel()),
            "blade" => take(fight?.blade()),
            "tides" => take(fight?.tides()),
            "remove_order" => best(legal, |action| match action {
                Action::Target { area } => orders::bereft(look, *area, false),
                _ => 0,
            }),
            "retreat" => fight?.retreat(legal),
            // All that can be had: the ships of a port, an upgrade.
            "ships" => Some(legal.len() - 1),
            _ => Some(0),
        }
    }
}

fn card_strength(look: &Look<'_>, action: &Action) -> i32 {
    match action {
        Action::Card { card } => {
            let card = look.board.card(*card);
            3 * (1 + i32::from(card.strength)) + i32::from(card.swords) + i32::from(card.fortifications) + card.abilities.len() as i32
        }
        _ => 0,
    }
}

/// The march that is made next: of all March orders the one that brings most.
fn next_march(look: &Look<'_>, legal: &[Action], drafted: &[Action]) -> Option<March> {
    let armies = march::armies(look);
    let plan = |from: AreaId| {
        let bonus = look.order(from, OrderKind::March).map_or(0, |order| i32::from(look.board.order(order).bonus));
        march::plan(look, from, &Terms { bonus, claimed: 0, helpers: 0, armies: &armies })
    };
    if let Some(Action::Use { area }) = drafted.first() {
        return Some(plan(*area));
    }
    let from = legal.iter().filter_map(|action| if let Action::Use { area } = action { Some(*area) } else { None });
    from.map(plan).max_by_key(|march| (march.gain, std::cmp::Reverse(march.from)))
}

/// The next pick of a march.
fn follow(march: &March, legal: &[Action], drafted: &[Action]) -> Option<usize> {
    if drafted.is_empty() {
        return find(legal, &Action::Use { area: march.from });
    }
    if let Some(at) = find(legal, if march.token { &Action::LeaveToken } else { &Action::NoToken }) {
        return Some(at);
    }
    let made = drafted.iter().filter(|pick| matches!(pick, Action::Move { .. })).count();
    let next = march.moves[made.min(march.moves.len())..].iter().find_map(|(unit, to)| find(legal, &Action::Move { unit: *unit, to: *to }));
    next.or_else(|| find(legal, &Action::Done))
}
