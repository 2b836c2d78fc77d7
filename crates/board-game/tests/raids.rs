//! Raids, consolidating power, and the turns in which orders are resolved; the worked cases BOARD.C025 to C031.

use crate::play::*;
use board_game::action::{Action, Question};
use board_game::data::{OrderKind, Track};
use board_game::state::Task;
use board_game::testing::*;
use test_macros::rule;

#[rule("BOARD.C025", "BG.raid.target", "BG.act.return")]
#[test]
fn board_c025_only_a_special_raid_removes_a_defense() {
    for (raid, defense, legal) in
        [("special-raid", "defense-plus-two", true), ("special-raid", "defense-plus-one", true), ("raid", "defense-plus-two", false)]
    {
        let mut t = Table::empty(6);
        t.units("riverrun", "lannister", "F").order("riverrun", raid);
        t.units("seagard", "greyjoy", "F").order("seagard", defense);
        resolve(&mut t);
        let picks = [go("riverrun"), target("seagard")];
        assert_eq!(t.may("lannister", &picks), legal, "{raid} on {defense}");
        if legal {
            t.answer("lannister", &picks);
            assert_eq!((t.order_at("seagard"), t.order_at("riverrun")), (None, None));
            assert_eq!(t.power_of("lannister"), 5, "a Defense is no pillage");
        }
    }
}

#[rule("BG.raid.target", "BG.raid.own", "BG.raid.strengthless")]
#[test]
fn what_a_raid_may_remove() {
    for raid in ["raid", "special-raid"] {
        for (other, legal) in [
            ("raid", true),
            ("special-raid", true),
            ("support", true),
            ("support-plus-one", true),
            ("consolidate-power", true),
            ("special-consolidate-power", true),
            ("march", false),
            ("march-minus-one", false),
            ("march-plus-one", false),
        ] {
            let mut t = Table::empty(6);
            t.units("riverrun", "lannister", "f").order("riverrun", raid);
            t.units("seagard", "greyjoy", "KKK").order("seagard", other);
            t.units("lannisport", "lannister", "F").order("lannisport", "support");
            resolve(&mut t);
            assert_eq!(t.may("lannister", &[go("riverrun"), target("seagard")]), legal, "{raid} on {other}");
            assert!(!t.may("lannister", &[go("riverrun"), target("lannisport")]), "one's own");
        }
    }
}

#[rule("BOARD.C026", "BG.raid.mutual", "BG.act.cycle")]
#[test]
fn board_c026_the_first_of_two_facing_raids_cancels_the_other() {
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "F").order("riverrun", "raid").units("seagard", "greyjoy", "F").order("seagard", "raid");
    resolve(&mut t);
    assert_eq!(t.acting(), ["lannister"], "first in turn order");
    t.answer("lannister", &[go("riverrun"), target("seagard")]);
    assert_eq!((t.asked(), t.order_at("seagard")), (None, None), "the other raid is never resolved");
}

#[rule("BOARD.C027", "BG.raid.reach-land")]
#[test]
fn board_c027_land_raids_no_sea() {
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "F").order("riverrun", "raid");
    t.units("ironmans-bay", "greyjoy", "S").order("ironmans-bay", "support");
    resolve(&mut t);
    assert_eq!(t.options("lannister", &[go("riverrun")]), [Action::NoTarget]);
}

#[rule("BOARD.C028", "BG.raid.reach-sea", "BG.raid.pillage")]
#[test]
fn board_c028_ships_raid_the_coast() {
    let mut t = Table::empty(6);
    t.units("ironmans-bay", "greyjoy", "S").order("ironmans-bay", "raid");
    t.units("riverrun", "lannister", "F").order("riverrun", "consolidate-power");
    t.units("sunset-sea", "lannister", "S").order("sunset-sea", "support");
    t.units("harrenhal", "lannister", "F").order("harrenhal", "support");
    resolve(&mut t);
    assert!(t.may("greyjoy", &[go("ironmans-bay"), target("sunset-sea")]), "and the next sea");
    assert!(!t.may("greyjoy", &[go("ironmans-bay"), target("harrenhal")]), "which is not adjacent");
    t.answer("greyjoy", &[go("ironmans-bay"), target("riverrun")]);
    assert_eq!((t.power_of("greyjoy"), t.power_of("lannister")), (6, 4));
    assert_eq!(t.order_at("riverrun"), None);
}

#[rule("BG.raid.no-transport", "BG.map.rivers")]
#[test]
fn neither_ships_nor_rivers_extend_a_raid() {
    let mut t = Table::empty(6);
    t.units("highgarden", "tyrell", "F").order("highgarden", "raid");
    t.units("west-summer-sea", "tyrell", "S").units("starfall", "martell", "F").order("starfall", "support");
    t.units("searoad-marches", "tyrell", "F").order("searoad-marches", "raid");
    t.units("riverrun", "lannister", "F").order("riverrun", "support").units("harrenhal", "stark", "F").order("harrenhal", "support");
    resolve(&mut t);
    assert_eq!(t.options("tyrell", &[go("highgarden")]), [Action::NoTarget]);
    assert_eq!(t.options("tyrell", &[go("searoad-marches")]), [Action::NoTarget]);
}

/// A raid of Greyjoy on a Consolidate Power of Lannister. Their power after it.
fn pillage(greyjoy: u8, tokens: &[&str], lannister: u8) -> (u8, u8) {
    let mut t = Table::empty(6);
    t.units("seagard", "greyjoy", "F").order("seagard", "raid");
    t.units("riverrun", "lannister", "F").order("riverrun", "special-consolidate-power");
    t.power("greyjoy", greyjoy).power("lannister", lannister);
    for at in tokens {
        t.token(at, "greyjoy");
    }
    resolve(&mut t);
    t.answer("greyjoy", &[go("seagard"), target("riverrun")]);
    assert_eq!(t.order_at("riverrun"), None);
    (t.power_of("greyjoy"), t.power_of("lannister"))
}

#[rule("BOARD.C029", "BG.raid.pillage", "BG.diff.raid-word")]
#[test]
fn board_c029_a_pillage_pays_even_where_the_victim_has_nothing() {
    assert_eq!(pillage(5, &[], 0), (6, 0));
    assert_eq!(pillage(5, &[], 1), (6, 0));
}

#[rule("BOARD.C030", "BG.power.cap")]
#[test]
fn board_c030_an_empty_pool_pays_nothing() {
    assert_eq!(pillage(20, &[], 5), (20, 4));
    assert_eq!(pillage(18, &["the-fingers", "karhold"], 5), (18, 4), "tokens on the board count");
    assert_eq!(pillage(17, &["the-fingers", "karhold"], 5), (18, 4));
}

#[rule("BOARD.C031", "BG.raid.none", "BG.act.cycle")]
#[test]
fn board_c031_a_raid_without_target_is_removed() {
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "F").order("riverrun", "raid");
    resolve(&mut t);
    assert_eq!(t.options("lannister", &[]), [go("riverrun")], "no passing with an order left");
    assert_eq!(t.options("lannister", &[go("riverrun")]), [Action::NoTarget]);
    t.answer("lannister", &[go("riverrun"), Action::NoTarget]);
    assert_eq!((t.order_at("riverrun"), t.power_of("lannister")), (None, 5));
    // By choice even with a target.
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "F").order("riverrun", "raid").units("seagard", "greyjoy", "F").order("seagard", "support");
    resolve(&mut t);
    t.answer("lannister", &[go("riverrun"), Action::NoTarget]);
    assert_eq!((t.order_at("riverrun"), t.order_at("seagard")), (None, Some("support")));
}

#[rule("BG.act.order", "BG.act.cycle", "BG.round.turn-order")]
#[test]
fn one_order_of_a_kind_at_a_time_in_turn_order() {
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "F").order("riverrun", "raid");
    t.units("harrenhal", "lannister", "F").order("harrenhal", "special-raid");
    t.units("winterfell", "stark", "F").order("winterfell", "raid");
    t.units("pyke", "greyjoy", "F").order("pyke", "march");
    t.units("dragonstone", "baratheon", "F").order("dragonstone", "march");
    t.units("karhold", "stark", "F").order("karhold", "march");
    t.units("highgarden", "tyrell", "F").order("highgarden", "special-consolidate-power");
    resolve(&mut t);
    let mut turns = Vec::new();
    while let Some((question, houses)) = t.asked() {
        let house = houses[0];
        let picks = match question {
            Question::Raid => vec![t.options(house, &[])[0], Action::NoTarget],
            Question::March => vec![t.options(house, &[])[0], done()],
            Question::Consolidate => vec![t.options(house, &[])[0], Action::TakePower],
            other => panic!("{other:?}"),
        };
        t.answer(house, &picks);
        turns.push(house);
    }
    // Raids of Lannister, Stark, Lannister; marches of Baratheon, Stark, Greyjoy; then power.
    assert_eq!(turns, ["lannister", "stark", "lannister", "baratheon", "stark", "greyjoy", "tyrell"]);
}

#[rule("BG.inf.track-change-midround", "BG.act.cycle")]
#[test]
fn the_turn_goes_on_by_place_when_the_track_changes() {
    let mut t = Table::empty(3);
    for (at, house) in [("dragonstone", "baratheon"), ("lannisport", "lannister"), ("winterfell", "stark")] {
        t.units(at, house, "F").order(at, "march");
    }
    t.units("kingswood", "baratheon", "F").order("kingswood", "march-minus-one");
    t.tasks(vec![Task::Turns(OrderKind::March, 0)]);
    t.answer("baratheon", &[go("dragonstone"), done()]);
    assert_eq!(t.acting(), ["lannister"], "the second place");
    // Lannister falls to the bottom: Stark is second now, whose place is asked; the third is next.
    t.track(Track::IronThrone, &["baratheon", "stark", "lannister"]);
    t.answer("lannister", &[go("lannisport"), done()]);
    assert_eq!(t.acting(), ["baratheon"], "Stark, now on a place that has had its turn, is passed over in this cycle");
    t.answer("baratheon", &[go("kingswood"), done()]);
    assert_eq!(t.acting(), ["stark"]);
}

#[rule("BG.cp.gain", "BG.cp.token-icons", "BG.power.cap")]
#[test]
fn consolidating_pays_one_and_the_crowns() {
    for (at, power) in [("karhold", 2), ("the-stony-shore", 1), ("kings-landing", 3)] {
        let mut t = Table::empty(6);
        t.no_garrison(at).units(at, "stark", "FF").order(at, "consolidate-power").token(at, "stark");
        resolve(&mut t);
        assert_eq!((t.power_of("stark"), t.order_at(at)), (5 + power, None), "{at}");
    }
    let mut t = Table::empty(6);
    t.no_garrison("kings-landing").units("kings-landing", "stark", "F").order("kings-landing", "consolidate-power").power("stark", 18);
    resolve(&mut t);
    assert_eq!(t.power_of("stark"), 20);
}

#[rule("BG.cp.sea")]
#[test]
fn consolidating_at_sea_pays_nothing() {
    for id in ["consolidate-power", "special-consolidate-power"] {
        let mut t = Table::empty(6);
        t.units("the-narrow-sea", "stark", "S").order("the-narrow-sea", id);
        resolve(&mut t);
        assert_eq!((t.power_of("stark"), t.order_at("the-narrow-sea"), t.asked()), (5, None, None));
    }
}

#[rule("BG.cp.star", "BG.muster.star-cp", "BG.muster.control")]
#[test]
fn a_special_consolidate_power_takes_power_or_musters_in_its_area_alone() {
    let table = || {
        let mut t = Table::empty(6);
        t.units("winterfell", "stark", "F").order("winterfell", "special-consolidate-power").units("white-harbor", "stark", "F");
        resolve(&mut t);
        t
    };
    let mut t = table();
    t.answer("stark", &[go("winterfell"), Action::TakePower]);
    assert_eq!((t.power_of("stark"), t.asked()), (7, None));
    let mut t = table();
    t.answer("stark", &[go("winterfell"), Action::MusterInstead]);
    assert!(!t.may("stark", &[muster("white-harbor", "F", "white-harbor")]));
    assert!(t.may("stark", &[muster("winterfell", "S", "bay-of-ice"), muster("winterfell", "S", "port-of-winterfell"), done()]));
    assert!(!t.may("stark", &[upgrade("winterfell", "K"), muster("winterfell", "K", "winterfell")]));
    t.answer("stark", &[upgrade("winterfell", "K"), muster("winterfell", "S", "port-of-winterfell"), done()]);
    assert_eq!((t.at("winterfell").as_str(), t.at("port-of-winterfell").as_str(), t.power_of("stark")), ("K", "S", 5));
    assert_eq!(t.order_at("winterfell"), None);
    // Without castle: power alone; a plain order never musters.
    for (at, id) in [("karhold", "special-consolidate-power"), ("winterfell", "consolidate-power")] {
        let mut t = Table::empty(6);
        t.units(at, "stark", "F").order(at, id);
        resolve(&mut t);
        assert_eq!((t.power_of("stark"), t.asked()), (7, None), "{at}");
    }
}

#[rule("BG.act.cycle", "BG.cp.port", "BG.cp.timing")]
#[test]
fn who_consolidates_chooses_the_order_where_it_can_matter() {
    // Lannister may muster a ship into Ironman's Bay, which would close Port of Pyke.
    let mut t = Table::empty(6);
    t.track(Track::IronThrone, &["greyjoy", "lannister", "baratheon", "stark", "martell", "tyrell"]);
    t.units("greywater-watch", "greyjoy", "F").order("greywater-watch", "consolidate-power");
    t.units("port-of-pyke", "greyjoy", "S").order("port-of-pyke", "consolidate-power");
    t.units("riverrun", "lannister", "F").order("riverrun", "special-consolidate-power");
    resolve(&mut t);
    assert_eq!(t.asked(), Some((Question::Consolidate, vec!["greyjoy"])));
    for at in ["port-of-pyke", "greywater-watch"] {
        let mut t = Table { rules: board_game::Rules::default(), state: t.state.clone(), events: Vec::new() };
        t.answer("greyjoy", &[go(at)]);
        t.answer("lannister", &[go("riverrun"), Action::MusterInstead]);
        t.answer("lannister", &[muster("riverrun", "S", "ironmans-bay"), done()]);
        assert_eq!(t.power_of("greyjoy"), if at == "port-of-pyke" { 7 } else { 6 }, "{at} first");
    }
}

#[rule("BG.act.cleanup", "BG.act.defense-support", "BG.retreat.routed", "BG.inf.used-side")]
#[test]
fn the_clean_up_takes_orders_off_and_stands_units_up() {
    let mut t = Table::empty(6);
    t.units("winterfell", "stark", "Fk").order("winterfell", "defense-plus-one");
    t.units("karhold", "stark", "F").order("karhold", "support");
    t.state.blade_used = true;
    t.state.raven_used = true;
    second_deck(&mut t, "last-days-of-summer").threat(0);
    resolve(&mut t);
    assert_eq!((t.order_at("winterfell"), t.order_at("karhold")), (Some("defense-plus-one"), Some("support")), "all phase long");
    t.state.outcome = None;
    t.action();
    assert_eq!((t.order_at("winterfell"), t.order_at("karhold")), (None, None));
    assert_eq!(t.at("winterfell"), "FK");
    assert!(!t.state.blade_used && !t.state.raven_used);
    assert_eq!(t.state.round, 2);
}

#[rule("BG.raid.target", "BG.garrison.unit")]
#[test]
fn a_garrison_and_a_token_are_no_target() {
    let mut t = Table::empty(6);
    t.units("bay-of-ice", "greyjoy", "S").order("bay-of-ice", "special-raid").token("castle-black", "stark");
    resolve(&mut t);
    assert_eq!(t.options("greyjoy", &[go("bay-of-ice")]), [Action::NoTarget]);
}
