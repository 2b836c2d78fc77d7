//! The planning phase: secret orders, stars, bans, too few orders, the raven.

use crate::play::*;
use board_game::Rulings;
use board_game::action::{Action, Question};
use board_game::data::Track;
use board_game::testing::*;
use table::{Game, Viewer};
use test_macros::rule;

/// The next round's planning, after a card of deck III that bans.
fn banned(t: &mut Table, id: &str) {
    t.threat(0).westeros_cards(0, &["last-days-of-summer"]).westeros_cards(1, &["last-days-of-summer"]).westeros_cards(2, &[id]);
    t.westeros();
}

/// The kinds of orders that a house is offered first.
fn offered(t: &Table, house: &str) -> Vec<&'static str> {
    t.options(house, &[])
        .into_iter()
        .filter_map(|action| if let Action::Order { order, .. } = action { Some(order.id()) } else { None })
        .collect()
}

#[rule("BG.plan.secret", "BG.plan.steps", "BG.plan.every-area", "BG.deals")]
#[test]
fn orders_are_placed_at_once_and_seen_when_all_are_in() {
    let mut t = Table::empty(6);
    t.units("winterfell", "stark", "FK").units("the-narrow-sea", "stark", "S").token("karhold", "stark");
    t.units("pyke", "greyjoy", "F").units("port-of-pyke", "greyjoy", "S").planning();
    assert_eq!(t.asked(), Some((Question::Orders, vec!["stark", "greyjoy"])), "all who have units, at the same time");
    t.answer("stark", &[put("the-narrow-sea", "raid"), put("winterfell", "march")]);
    assert_eq!(t.acting(), ["greyjoy"]);
    let seen = |t: &Table, viewer: Viewer| {
        let view = t.state.view(&t.rules, viewer);
        let area = &view.areas[area("winterfell").index()];
        (area.order.map(|order| order.id()), area.facedown)
    };
    let (stark, greyjoy) = (t.seat("stark"), t.seat("greyjoy"));
    assert_eq!(seen(&t, Viewer::Seat(stark)), (Some("march"), true));
    assert_eq!(seen(&t, Viewer::Seat(greyjoy)), (None, true));
    assert_eq!(seen(&t, Viewer::Spectator), (None, true));
    assert!(!t.events.iter().any(|event| event.only.is_none() && event.text.contains("March")), "nobody is told");
    t.answer("greyjoy", &[put("port-of-pyke", "support"), put("pyke", "defense-plus-one")]);
    assert_eq!(t.order_at("winterfell"), Some("march"));
    assert_eq!(seen(&t, Viewer::Seat(greyjoy)), (Some("march"), false));
    // A token and a garrison get no order.
    assert_eq!((t.order_at("karhold"), t.order_at("dragonstone")), (None, None));
}

#[rule("BG.plan.every-area", "BG.plan.bluff")]
#[test]
fn every_area_with_units_gets_one_order_and_any_kind_will_do() {
    let mut t = Table::empty(6);
    t.units("karhold", "stark", "F").units("the-narrow-sea", "stark", "S").planning();
    assert!(!t.may("stark", &[leave("karhold")]) && !t.may("stark", &[leave("the-narrow-sea")]));
    for id in offered(&t, "stark") {
        assert!(t.may("stark", &[put("karhold", "march"), put("the-narrow-sea", "consolidate-power")]), "{id}");
    }
    assert!(!t.may("stark", &[put("karhold", "march"), put("karhold", "raid")]), "one to an area");
    assert!(!t.may("stark", &[put("karhold", "march"), put("the-narrow-sea", "march")]), "there is one March 0");
    assert!(t.may("stark", &[put("karhold", "raid"), put("the-narrow-sea", "raid")]), "there are two Raids");
}

#[rule("BG.plan.stars", "BG.inf.court-stars", "BG.setup.stars")]
#[test]
fn stars_are_counted_by_the_place_on_the_court() {
    let special = ["march-plus-one", "defense-plus-two", "support-plus-one", "special-raid", "special-consolidate-power"];
    let areas = ["castle-black", "karhold", "moat-cailin", "the-stony-shore", "widows-watch"];
    let most = |players: usize, place: usize| {
        let mut t = Table::empty(players);
        let mut court = t.on_track(Track::KingsCourt);
        let stark = court.iter().position(|house| *house == "stark").expect("Stark plays");
        court.remove(stark);
        court.insert(place, "stark");
        t.track(Track::KingsCourt, &court);
        for at in areas {
            t.units(at, "stark", "F");
        }
        t.planning();
        (0..=5).rev().find(|n| {
            let picks: Vec<Action> = areas.iter().zip(special).take(*n).map(|(at, id)| put(at, id)).collect();
            t.may("stark", &picks)
        })
    };
    assert_eq!((0..6).map(|place| most(6, place).expect("some")).collect::<Vec<_>>(), [3, 3, 2, 1, 0, 0]);
    assert_eq!((0..5).map(|place| most(5, place).expect("some")).collect::<Vec<_>>(), [3, 3, 2, 1, 0]);
    assert_eq!((0..4).map(|place| most(4, place).expect("some")).collect::<Vec<_>>(), [3, 2, 1, 0]);
    assert_eq!((0..3).map(|place| most(3, place).expect("some")).collect::<Vec<_>>(), [3, 2, 1]);
}

#[rule("BG.west.restrict", "BG.plan.banned")]
#[test]
fn a_ban_takes_the_orders_of_its_kind() {
    for (card, gone) in [
        ("sea-of-storms", &["raid", "special-raid"][..]),
        ("rains-of-autumn", &["march-plus-one"]),
        ("feast-for-crows", &["consolidate-power", "special-consolidate-power"]),
        ("web-of-lies", &["support", "support-plus-one"]),
        ("storm-of-swords", &["defense-plus-one", "defense-plus-two"]),
    ] {
        let mut t = Table::empty(6);
        t.units("lannisport", "lannister", "F");
        banned(&mut t, card);
        let offered = offered(&t, "lannister");
        assert_eq!(offered.len(), 11 - gone.len(), "{card}");
        assert!(gone.iter().all(|id| !offered.contains(id)), "{card}");
    }
}

/// Nine areas of Greyjoy, who has no star on the last place of the court; one of Baratheon, one of Stark.
fn nine_areas(rulings: Rulings) -> Table {
    let mut t = Table::empty_by(6, rulings);
    for at in NINE {
        t.units(at, "greyjoy", if at.ends_with("bay") || at.ends_with("sea") { "S" } else { "F" });
    }
    t.units("kingswood", "baratheon", "F").units("karhold", "stark", "F");
    t
}
const NINE: [&str; 9] =
    ["flints-finger", "greywater-watch", "harrenhal", "ironmans-bay", "moat-cailin", "pyke", "riverrun", "seagard", "sunset-sea"];
/// The eight orders without star that Storm of Swords leaves.
const EIGHT: [&str; 8] = ["march-minus-one", "march", "support", "support", "raid", "raid", "consolidate-power", "consolidate-power"];

#[rule("BOARD.C133", "BG.plan.short", "BG.west.restrict", "BG.diff.short-orders")]
#[test]
fn board_c133_who_is_short_places_all_he_has_and_all_place_in_turn_order() {
    let mut t = nine_areas(Rulings::FAQ_V2);
    banned(&mut t, "storm-of-swords");
    assert_eq!(t.asked(), Some((Question::Orders, vec!["baratheon"])), "first in turn order");
    t.answer("baratheon", &[put("kingswood", "march")]);
    assert_eq!(t.acting(), ["stark"]);
    assert_eq!(t.order_at("kingswood"), None, "face down");
    t.answer("stark", &[put("karhold", "raid")]);
    assert_eq!(t.acting(), ["greyjoy"]);
    let stark = t.seat("stark");
    let view = t.state.view(&t.rules, Viewer::Seat(stark));
    let kingswood = &view.areas[area("kingswood").index()];
    assert_eq!((kingswood.order, kingswood.facedown), (None, true));
    // The gap is where he likes; there is one, and no order is held back.
    for gap in 0..9 {
        let mut orders = EIGHT.iter();
        let picks: Vec<Action> =
            NINE.iter().enumerate().map(|(n, at)| if n == gap { leave(at) } else { put(at, orders.next().expect("eight")) }).collect();
        assert!(t.may("greyjoy", &picks), "{gap}");
    }
    assert!(!t.may("greyjoy", &[leave(NINE[0]), leave(NINE[1])]));
    assert!(!t.may("greyjoy", &[put(NINE[0], "defense-plus-one")]));
    assert!(!t.may("greyjoy", &[put(NINE[0], "special-raid")]), "no star");
    let mut picks: Vec<Action> = NINE.iter().zip(EIGHT).map(|(at, id)| put(at, id)).collect();
    picks.push(leave(NINE[8]));
    t.answer("greyjoy", &picks);
    assert_eq!((t.order_at(NINE[8]), t.order_at(NINE[7]), t.order_at("kingswood")), (None, Some("consolidate-power"), Some("march")));
}

#[rule("BG.plan.short")]
#[test]
fn who_has_enough_is_not_short_and_stars_are_never_exceeded() {
    // Ten orders without star for nine areas: no ban, no gap.
    let mut t = nine_areas(Rulings::FAQ_V2);
    t.planning();
    assert_eq!(t.acting().len(), 3, "all at the same time");
    assert!(!t.may("greyjoy", &[leave(NINE[0])]));
    // With one star he has nine.
    let mut t = nine_areas(Rulings::FAQ_V2);
    t.track(Track::KingsCourt, &["lannister", "stark", "martell", "greyjoy", "baratheon", "tyrell"]);
    banned(&mut t, "storm-of-swords");
    assert_eq!(t.acting().len(), 3);
    let mut orders: Vec<&str> = EIGHT.to_vec();
    orders.push("special-raid");
    let picks: Vec<Action> = NINE.iter().zip(&orders).map(|(at, id)| put(at, id)).collect();
    assert!(t.may("greyjoy", &picks) && !t.may("greyjoy", &[leave(NINE[0])]));
    // The star must be used then: eight without star and no ninth is not offered as the end.
    assert_eq!(t.options("greyjoy", &picks[..8]).len(), 4, "one special order of four kinds");
}

#[rule("BG.diff.short-orders", "BG.diff.banned-orders", "BG.diff.raven-time")]
#[test]
fn as_the_reference_games_are_played_banned_orders_come_last_and_all_place_at_once() {
    let mut t = nine_areas(Rulings::RECORDED);
    banned(&mut t, "storm-of-swords");
    assert_eq!(t.acting().len(), 3);
    let mut picks: Vec<Action> = NINE.iter().zip(EIGHT).map(|(at, id)| put(at, id)).collect();
    assert!(!t.may("greyjoy", &[leave(NINE[0])]) && !t.may("greyjoy", &[put(NINE[0], "defense-plus-one")]));
    assert_eq!(t.options("greyjoy", &picks), [put(NINE[8], "defense-plus-one")], "nothing else is left");
    picks.push(put(NINE[8], "defense-plus-one"));
    t.answer("greyjoy", &picks);
    t.answer("stark", &[put("karhold", "march")]);
    t.answer("baratheon", &[put("kingswood", "raid")]);
    if let Some((Question::Raven, houses)) = t.asked() {
        t.answer(houses[0], &[Action::Pass]);
    }
    assert_eq!((t.order_at(NINE[8]), t.order_at(NINE[7])), (None, Some("consolidate-power")), "the banned one leaves");
    // No order at all is left where ten areas want one: a gap.
    let mut t = nine_areas(Rulings::RECORDED);
    t.units("blackwater", "greyjoy", "F").units("stoney-sept", "greyjoy", "F");
    t.planning();
    let ten: Vec<&str> = EIGHT.into_iter().chain(["defense-plus-one", "defense-plus-one"]).collect();
    let mut areas = NINE.to_vec();
    areas.extend(["blackwater", "stoney-sept"]);
    areas.sort_unstable();
    let picks: Vec<Action> = areas.iter().zip(&ten).map(|(at, id)| put(at, id)).collect();
    assert_eq!(t.options("greyjoy", &picks), [leave(areas[10])]);
}

/// Lannister, first on the court, has orders in Lannisport and Stoney Sept, Stark in Karhold; the raven is asked for.
fn raven() -> Table {
    let mut t = Table::empty(6);
    t.units("lannisport", "lannister", "F").units("stoney-sept", "lannister", "F").units("karhold", "stark", "F");
    t.wildling_cards(&["crow-killers", "mammoth-riders"]).planning();
    t.answer("lannister", &[put("lannisport", "march"), put("stoney-sept", "special-raid")]);
    t.answer("stark", &[put("karhold", "raid")]);
    assert_eq!(t.asked(), Some((Question::Raven, vec!["lannister"])), "after all orders are open");
    assert_eq!(t.order_at("karhold"), Some("raid"));
    t
}

#[rule("BG.plan.raven", "BG.plan.raven-own", "BG.plan.raven-legal", "BG.inf.raven-token", "BG.inf.used-side", "BG.faq.raven-time")]
#[test]
fn the_raven_swaps_one_own_order() {
    let mut t = raven();
    assert_eq!(t.options("lannister", &[]), [replace("lannisport"), replace("stoney-sept"), Action::Look, Action::Pass]);
    let with = |t: &Table, at: &str, id: &str| t.may("lannister", &[replace(at), put(at, id)]);
    assert!(with(&t, "lannisport", "march-minus-one") && with(&t, "lannisport", "defense-plus-two"));
    assert!(!with(&t, "lannisport", "march") && !with(&t, "lannisport", "special-raid"), "unused ones alone");
    assert!(!t.may("lannister", &[replace("lannisport"), put("stoney-sept", "raid")]));
    t.answer("lannister", &[replace("lannisport"), put("lannisport", "consolidate-power")]);
    assert_eq!((t.order_at("lannisport"), t.order_at("stoney-sept")), (Some("consolidate-power"), Some("special-raid")));
    assert!(t.state.raven_used);
    assert!(raids(&t), "then the action phase begins");
    // Used, it is not asked for.
    let mut t = Table::empty(6);
    t.units("lannisport", "lannister", "F");
    t.state.raven_used = true;
    t.planning();
    t.answer("lannister", &[put("lannisport", "raid")]);
    assert!(raids(&t));
}

#[rule("BG.plan.raven-legal", "BG.plan.stars")]
#[test]
fn the_raven_keeps_to_the_stars() {
    let mut t = Table::empty(6);
    t.track(Track::KingsCourt, &["lannister", "stark", "martell", "baratheon", "tyrell", "greyjoy"]);
    for at in ["lannisport", "stoney-sept", "harrenhal", "riverrun"] {
        t.units(at, "lannister", "F");
    }
    t.planning();
    t.answer(
        "lannister",
        &[
            put("harrenhal", "special-raid"),
            put("lannisport", "march-plus-one"),
            put("riverrun", "support-plus-one"),
            put("stoney-sept", "raid"),
        ],
    );
    assert!(!t.may("lannister", &[replace("stoney-sept"), put("stoney-sept", "defense-plus-two")]), "a fourth star");
    assert!(t.may("lannister", &[replace("harrenhal"), put("harrenhal", "defense-plus-two")]), "one star for another");
}

#[rule("BOARD.C120", "BG.plan.raven", "BG.comp.open-info")]
#[test]
fn board_c120_the_raven_looks_at_the_wildling_card() {
    for (pick, top) in [(Action::Keep, "crow-killers"), (Action::Bottom, "mammoth-riders")] {
        let mut t = raven();
        t.answer("lannister", &[Action::Look]);
        let (lannister, stark) = (t.seat("lannister"), t.seat("stark"));
        let seen = |t: &Table, viewer| t.state.view(&t.rules, viewer).wildlings[0].clone();
        assert_eq!(seen(&t, Viewer::Seat(lannister)).as_deref(), Some("crow-killers"));
        assert_eq!((seen(&t, Viewer::Seat(stark)), seen(&t, Viewer::Spectator)), (None, None), "not shown");
        assert!(!t.events.iter().any(|event| event.only.is_none() && event.text.contains("Crow Killers")));
        assert_eq!(t.options("lannister", &[]), [Action::Keep, Action::Bottom]);
        t.answer("lannister", &[pick]);
        let first = t.state.wildlings[0].card;
        assert_eq!(t.rules.board.wildlings[usize::from(first)].id, top);
        assert!(t.state.raven_used && raids(&t), "no swap this round");
        assert_eq!(t.order_at("lannisport"), Some("march"));
    }
}
