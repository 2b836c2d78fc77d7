//! Ports: page 25 rule by rule, and the worked cases BOARD.C001 to C024.

use crate::play::*;
use board_game::action::{Action, Question, Scope};
use board_game::data::{OrderKind, Track};
use board_game::state::Task;
use board_game::testing::*;
use test_macros::rule;

/// Sunspear musters by a drawn card; Tyrell holds East Summer Sea; Martell is first in turn order.
fn sunspear_musters() -> Table {
    let mut t = Table::empty(6);
    t.track(Track::IronThrone, &["martell", "baratheon", "lannister", "stark", "greyjoy", "tyrell"]);
    t.units("east-summer-sea", "tyrell", "S");
    first_deck(&mut t, "mustering").westeros_cards(2, &["feast-for-crows"]).threat(0);
    t.westeros();
    t
}

#[rule(
    "BOARD.C001",
    "BG25.muster.1",
    "BG25.muster.2",
    "BG25.muster.3",
    "BG.ports.muster",
    "BG.ports.muster-blockade",
    "BG.muster.ship-where"
)]
#[test]
fn board_c001_a_ship_goes_to_the_port_or_to_a_free_sea() {
    let mut t = sunspear_musters();
    assert_eq!(t.asked(), Some((Question::Muster { scope: Scope::All }, vec!["martell"])));
    let footman = muster("sunspear", "F", "sunspear");
    for sea in ["port-of-sunspear", "sea-of-dorne"] {
        assert!(t.may("martell", &[footman, muster("sunspear", "S", sea), done()]), "{sea}");
    }
    assert!(!t.may("martell", &[footman, muster("sunspear", "S", "east-summer-sea")]));
    // Two points, no third.
    let both = [footman, muster("sunspear", "S", "port-of-sunspear")];
    assert_eq!(t.options("martell", &both).iter().filter(|action| matches!(action, Action::Muster { .. })).count(), 0);
    t.answer("martell", &[both[0], both[1], done()]);
    assert_eq!((t.at("sunspear").as_str(), t.at("port-of-sunspear").as_str()), ("F", "S"));
    assert_eq!(t.owner("port-of-sunspear"), Some("martell"));
}

#[rule("BG25.example", "BG25.order.1", "BG.ports.example", "BG.ports.order")]
#[test]
fn the_printed_example_from_the_muster_to_the_raid() {
    let mut t = sunspear_musters();
    t.answer("martell", &[muster("sunspear", "F", "sunspear"), muster("sunspear", "S", "port-of-sunspear"), done()]);
    while let (Question::Muster { .. }, houses) = t.asked().expect("asked") {
        t.answer(houses[0], &[done()]);
    }
    assert_eq!(t.state.round, 2);
    // Without its order the port would be left out: the answer is not whole before.
    assert_eq!(question(&t), Question::Orders);
    assert!(t.may("martell", &[put("port-of-sunspear", "raid"), put("sunspear", "march")]));
    assert!(!t.may("martell", &[put("sunspear", "march")]), "the port is asked for");
    t.answer("martell", &[put("port-of-sunspear", "raid"), put("sunspear", "march")]);
    t.answer("tyrell", &[put("east-summer-sea", "support")]);
    t.answer("lannister", &[Action::Pass]);
    assert_eq!(t.asked(), Some((Question::Raid, vec!["martell"])));
    t.answer("martell", &[go("port-of-sunspear"), target("east-summer-sea")]);
    assert_eq!((t.order_at("east-summer-sea"), t.order_at("port-of-sunspear")), (None, None));
    assert_eq!(t.at("east-summer-sea"), "S");
}

#[rule("BOARD.C002", "BG25.raid.1", "BG.ports.raid", "BG.raid.target", "BG.raid.reach-port")]
#[test]
fn board_c002_a_port_raids_its_sea() {
    let mut t = Table::empty(6);
    t.units("port-of-sunspear", "martell", "S").order("port-of-sunspear", "raid");
    t.units("east-summer-sea", "tyrell", "S").order("east-summer-sea", "support");
    // A sea that touches the land, but is not the port's.
    t.units("sea-of-dorne", "tyrell", "S").order("sea-of-dorne", "support");
    resolve(&mut t);
    assert!(!t.may("martell", &[go("port-of-sunspear"), target("sea-of-dorne")]));
    t.answer("martell", &[go("port-of-sunspear"), target("east-summer-sea")]);
    assert_eq!((t.order_at("port-of-sunspear"), t.order_at("east-summer-sea")), (None, None));
    assert_eq!(t.order_at("sea-of-dorne"), Some("support"));
}

#[rule("BOARD.C003", "BG25.raid.1", "BG.ports.raid")]
#[test]
fn board_c003_a_port_raids_no_land() {
    let mut t = Table::empty(6);
    t.units("port-of-sunspear", "martell", "S").order("port-of-sunspear", "raid");
    t.units("salt-shore", "tyrell", "F").order("salt-shore", "support");
    t.units("yronwood", "tyrell", "F").order("yronwood", "support");
    resolve(&mut t);
    assert_eq!(t.options("martell", &[go("port-of-sunspear")]), [Action::NoTarget]);
    // Nor the land of the port itself, in enemy hands for a moment.
    let mut t = Table::empty(6);
    t.units("port-of-sunspear", "martell", "S").order("port-of-sunspear", "raid");
    t.no_garrison("sunspear").units("sunspear", "tyrell", "F").order("sunspear", "support");
    resolve(&mut t);
    assert_eq!(t.options("martell", &[go("port-of-sunspear")]), [Action::NoTarget]);
}

#[rule("BOARD.C004", "BG25.raid.2", "BG.ports.raided", "BG.raid.reach-land")]
#[test]
fn board_c004_land_does_not_raid_a_port() {
    let mut t = Table::empty(6);
    t.units("yronwood", "tyrell", "F").order("yronwood", "raid");
    t.units("salt-shore", "tyrell", "F").order("salt-shore", "special-raid");
    t.units("port-of-sunspear", "martell", "S").order("port-of-sunspear", "consolidate-power");
    t.units("sunspear", "martell", "F").order("sunspear", "consolidate-power");
    resolve(&mut t);
    for from in ["yronwood", "salt-shore"] {
        assert!(!t.may("tyrell", &[go(from), target("port-of-sunspear")]), "{from}");
        assert!(t.may("tyrell", &[go(from), target("sunspear")]), "{from}");
    }
}

#[rule("BOARD.C005", "BG25.raid.2", "BG.ports.raided", "BG.raid.reach-sea", "BG.raid.pillage")]
#[test]
fn board_c005_ships_raid_the_port_of_their_sea() {
    for (had, left) in [(5, 4), (0, 0)] {
        let mut t = Table::empty(6);
        t.units("east-summer-sea", "tyrell", "S").order("east-summer-sea", "raid");
        t.units("port-of-sunspear", "martell", "S").order("port-of-sunspear", "consolidate-power");
        t.power("martell", had).power("tyrell", 5);
        resolve(&mut t);
        t.answer("tyrell", &[go("east-summer-sea"), target("port-of-sunspear")]);
        assert_eq!(t.order_at("port-of-sunspear"), None);
        assert_eq!((t.power_of("tyrell"), t.power_of("martell")), (6, left));
    }
    // A sea that the port does not open to does not reach it.
    let mut t = Table::empty(6);
    t.units("sea-of-dorne", "tyrell", "S").order("sea-of-dorne", "raid");
    t.units("port-of-sunspear", "martell", "S").order("port-of-sunspear", "consolidate-power");
    resolve(&mut t);
    assert!(!t.may("tyrell", &[go("sea-of-dorne"), target("port-of-sunspear")]));
}

/// Lannister musters in Lannisport.
fn lannisport_musters(t: &mut Table) {
    let seat = t.seat("lannister");
    t.tasks(vec![Task::Muster(seat, Scope::All)]);
}

#[rule("BOARD.C006", "BG25.use.3", "BG.ports.cap", "BG.muster.supply")]
#[test]
fn board_c006_a_port_holds_three_ships() {
    let (port, sound) = (muster("lannisport", "S", "port-of-lannisport"), muster("lannisport", "S", "the-golden-sound"));
    let mut t = Table::empty(6);
    t.units("port-of-lannisport", "lannister", "SSS").supply("lannister", 6);
    lannisport_musters(&mut t);
    assert!(!t.may("lannister", &[port]));
    assert!(t.may("lannister", &[sound, done()]));

    let mut t = Table::empty(6);
    t.units("port-of-lannisport", "lannister", "SS").supply("lannister", 6);
    lannisport_musters(&mut t);
    assert!(t.may("lannister", &[port, done()]));
    assert!(!t.may("lannister", &[port, port]));

    let mut t = Table::empty(6);
    t.units("port-of-lannisport", "lannister", "SSS").supply("lannister", 6).units("the-golden-sound", "greyjoy", "S");
    lannisport_musters(&mut t);
    assert!(!t.may("lannister", &[port]) && !t.may("lannister", &[sound]));
}

#[rule("BOARD.C007", "BG25.use.2", "BG.ports.supply", "BG.supply.table")]
#[test]
fn board_c007_ships_in_a_port_are_an_army() {
    let third = muster("sunspear", "S", "port-of-sunspear");
    for (supply, legal) in [(0, false), (1, true)] {
        let mut t = Table::empty(6);
        t.units("port-of-sunspear", "martell", "SS").supply("martell", supply);
        let seat = t.seat("martell");
        t.tasks(vec![Task::Muster(seat, Scope::All)]);
        assert_eq!(t.may("martell", &[third]), legal, "supply {supply}");
        assert!(t.may("martell", &[muster("sunspear", "S", "east-summer-sea"), done()]));
    }
    // Apart from those in the sea: 2 and 2 are two armies of supply 0, a third is none.
    let mut t = Table::empty(6);
    t.units("port-of-sunspear", "martell", "SS").units("east-summer-sea", "martell", "SS").supply("martell", 0);
    let seat = t.seat("martell");
    t.tasks(vec![Task::Muster(seat, Scope::All)]);
    let footman = muster("sunspear", "F", "sunspear");
    assert!(t.may("martell", &[footman, done()]) && !t.may("martell", &[footman, footman]));
}

/// Lannister attacks the ship of Ironman's Bay; Greyjoy has ships with this order in Port of Pyke.
fn ironmans_bay_is_attacked(order: &str) -> Table {
    let mut t = Table::empty(6);
    t.units("the-golden-sound", "lannister", "SSS").order("the-golden-sound", "march").supply("lannister", 2);
    t.units("ironmans-bay", "greyjoy", "S");
    t.units("port-of-pyke", "greyjoy", "SS").order("port-of-pyke", order);
    t.hand("lannister", &["ser-kevan-lannister"]).hand("greyjoy", &["aeron-damphair"]).power("greyjoy", 0);
    resolve(&mut t);
    let bay = to("S", "ironmans-bay");
    assert!(!t.may("lannister", &[go("the-golden-sound"), to("S", "port-of-pyke")]));
    t.answer("lannister", &[go("the-golden-sound"), bay, bay, bay, done()]);
    t
}

#[rule("BOARD.C008", "BG25.order.2", "BG.ports.defense")]
#[test]
fn board_c008_a_defense_in_a_port_does_nothing() {
    let mut t = ironmans_bay_is_attacked("defense-plus-one");
    assert!(at_cards(&t), "nobody is asked for support");
    assert_eq!(t.strengths(), [3, 1]);
    cards(&mut t, ("lannister", "ser-kevan-lannister"), ("greyjoy", "aeron-damphair"));
    assert_eq!(retreats(&t), ["port-of-pyke", "sunset-sea"]);
    t.answer("greyjoy", &[target("sunset-sea")]);
    assert_eq!(t.owner("ironmans-bay"), Some("lannister"));
    assert_eq!((t.owner("port-of-pyke"), t.at("port-of-pyke").as_str()), (Some("greyjoy"), "SS"));
    assert_eq!(t.order_at("port-of-pyke"), Some("defense-plus-one"));
}

#[rule("BG25.order.2", "BG25.order.1", "BG.plan.bluff", "BG.plan.every-area")]
#[test]
fn a_defense_may_be_placed_in_a_port() {
    let mut t = Table::empty(6);
    t.units("port-of-pyke", "greyjoy", "S").planning();
    assert_eq!(t.asked(), Some((Question::Orders, vec!["greyjoy"])));
    for id in ["defense-plus-one", "march", "raid", "support", "consolidate-power"] {
        assert!(t.may("greyjoy", &[put("port-of-pyke", id)]), "{id}");
    }
    assert!(!t.may("greyjoy", &[leave("port-of-pyke")]), "it must have an order");
}

#[rule("BOARD.C009", "BG25.support.2", "BG.ports.support", "BG.ports.no-land-defense")]
#[test]
fn board_c009_a_port_supports_no_land_and_does_not_defend_its_own() {
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "FF").order("riverrun", "march").units("ironmans-bay", "lannister", "S");
    t.units("pyke", "greyjoy", "F").units("port-of-pyke", "greyjoy", "SS").order("port-of-pyke", "support-plus-one");
    resolve(&mut t);
    t.answer("lannister", &[go("riverrun"), to("F", "pyke"), to("F", "pyke"), done(), no_token()]);
    assert!(at_cards(&t), "{:?}", t.asked());
    assert_eq!(t.strengths(), [2, 1 + 2]);
}

#[rule("BOARD.C010", "BG25.support.1", "BG.ports.support", "BG.support.terrain")]
#[test]
fn board_c010_a_port_supports_a_combat_in_its_sea() {
    let mut t = Table::empty(6);
    t.units("the-golden-sound", "lannister", "S").order("the-golden-sound", "march").units("ironmans-bay", "stark", "S");
    t.units("port-of-pyke", "greyjoy", "SS").order("port-of-pyke", "support");
    resolve(&mut t);
    t.answer("lannister", &[go("the-golden-sound"), to("S", "ironmans-bay"), done()]);
    assert_eq!(t.asked(), Some((Question::Support, vec!["greyjoy"])));
    for (side, strengths) in [(Some("lannister"), [3, 1]), (Some("stark"), [1, 3]), (None, [1, 1])] {
        let mut t = Table { rules: board_game::Rules::default(), state: t.state.clone(), events: Vec::new() };
        t.answer("greyjoy", &[support(&t, "port-of-pyke", side)]);
        assert_eq!(t.strengths(), strengths, "{side:?}");
    }
    // Its own side in its own defence.
    let mut t = ironmans_bay_is_attacked("support");
    assert_eq!(t.asked(), Some((Question::Support, vec!["greyjoy"])));
    let own = support(&t, "port-of-pyke", Some("greyjoy"));
    t.answer("greyjoy", &[own]);
    assert_eq!(t.strengths(), [3, 3]);
}

#[rule("BOARD.C011", "BG25.cp.1", "BG.ports.cp")]
#[test]
fn board_c011_an_enemy_ship_in_the_sea_stops_consolidating() {
    for id in ["consolidate-power", "special-consolidate-power"] {
        let mut t = Table::empty(6);
        t.units("port-of-lannisport", "lannister", "S").order("port-of-lannisport", id).units("the-golden-sound", "greyjoy", "S");
        resolve(&mut t);
        assert_eq!((t.power_of("lannister"), t.order_at("port-of-lannisport")), (5, None));
    }
}

#[rule("BOARD.C012", "BG25.cp.1", "BG25.cp.2", "BG.ports.cp", "BG.cp.timing")]
#[test]
fn board_c012_the_sea_counts_as_it_is_when_the_order_is_resolved() {
    let mut t = Table::empty(6);
    t.units("port-of-lannisport", "lannister", "S").order("port-of-lannisport", "consolidate-power");
    t.units("the-golden-sound", "greyjoy", "S").order("the-golden-sound", "march");
    resolve(&mut t);
    t.answer("greyjoy", &[go("the-golden-sound"), to("S", "sunset-sea"), done()]);
    assert_eq!((t.power_of("lannister"), t.order_at("port-of-lannisport")), (6, None));
    // Own ships in the sea are no hindrance, and an enemy's arrival is one.
    let mut t = Table::empty(6);
    t.units("port-of-lannisport", "lannister", "S").order("port-of-lannisport", "consolidate-power");
    t.units("the-golden-sound", "lannister", "S");
    resolve(&mut t);
    assert_eq!(t.power_of("lannister"), 6);
    let mut t = Table::empty(6);
    t.units("port-of-lannisport", "lannister", "S").order("port-of-lannisport", "consolidate-power");
    t.units("sunset-sea", "greyjoy", "S").order("sunset-sea", "march");
    resolve(&mut t);
    t.answer("greyjoy", &[go("sunset-sea"), to("S", "the-golden-sound"), done()]);
    assert_eq!((t.power_of("lannister"), t.order_at("port-of-lannisport")), (5, None));
}

#[rule("BOARD.C013", "BG25.cp.3", "BG.ports.cp-star", "BG.cp.star-port")]
#[test]
fn board_c013_a_special_consolidate_power_in_a_port_musters_nothing() {
    let mut t = Table::empty(6);
    t.units("port-of-winterfell", "stark", "S").order("port-of-winterfell", "special-consolidate-power");
    t.units("winterfell", "stark", "F").order("winterfell", "march");
    resolve(&mut t);
    t.answer("stark", &[go("winterfell"), done()]);
    assert_eq!(t.asked(), None, "nothing is left to choose");
    assert_eq!((t.power_of("stark"), t.order_at("port-of-winterfell")), (6, None));
    // In the stronghold itself there is the choice.
    let mut t = Table::empty(6);
    t.units("winterfell", "stark", "F").order("winterfell", "special-consolidate-power");
    t.units("port-of-winterfell", "stark", "S").order("port-of-winterfell", "consolidate-power");
    resolve(&mut t);
    assert!(t.may("stark", &[go("winterfell"), Action::MusterInstead]));
    assert!(!t.may("stark", &[go("port-of-winterfell"), Action::MusterInstead]));
    t.answer("stark", &[go("port-of-winterfell")]);
    assert_eq!(t.power_of("stark"), 6);
}

/// Power of Baratheon after this card of deck II, from 5: it controls Dragonstone with its one crown.
fn dragonstone_earns(card: &str, port: &str, bay: Option<(&str, &str)>) -> u8 {
    let mut t = Table::empty(6);
    if !port.is_empty() {
        t.units("port-of-dragonstone", "baratheon", port);
    }
    if let Some((house, letters)) = bay {
        t.units("shipbreaker-bay", house, letters);
    }
    second_deck(&mut t, card).threat(0);
    t.westeros();
    if let Question::Westeros { deck: 1 } = question(&t) {
        let houses = t.acting();
        let power = (0..t.options(houses[0], &[]).len() as u8).find(|option| {
            let mut trial = Table { rules: board_game::Rules::default(), state: t.state.clone(), events: Vec::new() };
            trial.answer(houses[0], &[Action::Option { option: *option }]);
            trial.power_of("baratheon") > 5
        });
        t.answer(houses[0], &[Action::Option { option: power.expect("an option pays") }]);
    }
    t.power_of("baratheon")
}

#[rule("BOARD.C014", "BG25.trade.1", "BG.ports.trade", "BG.west.got")]
#[test]
fn board_c014_a_port_with_a_ship_earns_one() {
    assert_eq!(dragonstone_earns("game-of-thrones", "S", Some(("baratheon", "S"))), 5 + 1 + 1);
    assert_eq!(dragonstone_earns("game-of-thrones", "SSS", None), 5 + 1 + 1, "one for the port, not for each ship");
    assert_eq!(dragonstone_earns("game-of-thrones", "S", Some(("tyrell", "S"))), 5 + 1, "enemy ships in its sea");
}

#[rule("BOARD.C015", "BG25.trade.1", "BG.ports.trade")]
#[test]
fn board_c015_an_empty_port_earns_nothing() {
    assert_eq!(dragonstone_earns("game-of-thrones", "", Some(("baratheon", "S"))), 5 + 1);
}

#[rule("BOARD.C016", "BG.west.dark-wings", "BG.diff.dark-wings")]
#[test]
fn board_c016_dark_wings_pays_crowns_alone() {
    assert_eq!(dragonstone_earns("dark-wings-dark-words", "S", None), 5 + 1);
}

/// Stark takes Pyke from its garrison; `ships` of Greyjoy lie in the port with a Support.
fn pyke_falls(ships: &str, more: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::empty(6);
    t.units("flints-finger", "stark", "KK").order("flints-finger", "march").units("ironmans-bay", "stark", "S");
    t.units("port-of-pyke", "greyjoy", ships).order("port-of-pyke", "support");
    t.hand("stark", &["robb-stark"]).hand("greyjoy", &["dagmar-cleftjaw"]);
    more(&mut t);
    resolve(&mut t);
    t.answer("stark", &[go("flints-finger"), to("K", "pyke"), to("K", "pyke"), done(), no_token()]);
    cards(&mut t, ("stark", "robb-stark"), ("greyjoy", "dagmar-cleftjaw"));
    assert_eq!(t.controller("pyke"), Some("stark"));
    t
}

#[rule("BOARD.C017", "BG25.take.1", "BG25.take.2", "BG.ports.capture", "BG.cas.garrison")]
#[test]
fn board_c017_captured_ships_come_from_the_stock() {
    let five = |t: &mut Table| {
        for sea in ["bay-of-ice", "sunset-sea", "the-narrow-sea", "the-shivering-sea"] {
            t.units(sea, "stark", "S");
        }
    };
    for count in [0, 1] {
        let mut t = pyke_falls("SS", five);
        assert_eq!(t.asked(), Some((Question::Ships { port: area("port-of-pyke"), most: 1 }, vec!["stark"])));
        assert!(!t.may("stark", &[ships(2)]));
        t.answer("stark", &[ships(count)]);
        assert!(t.told("loses 2 Ships in Port of Pyke"));
        assert_eq!(t.told("puts 1 Ship into Port of Pyke"), count == 1, "one is a ship, not ships");
        assert_eq!(t.at("port-of-pyke"), "S".repeat(usize::from(count)), "the rest is off the board");
        assert_eq!(t.owner("port-of-pyke"), (count > 0).then_some("stark"));
    }
    // As many as there were, not more.
    let t = pyke_falls("SS", |_| {});
    assert_eq!(ships_offered(&t), Some(2));
    // None in stock: nothing is asked, the ships leave.
    let t = pyke_falls("SS", |t| {
        five(t);
        t.units("west-summer-sea", "stark", "S");
    });
    assert_eq!((ships_offered(&t), t.at("port-of-pyke").as_str()), (None, ""));
}

#[rule("BOARD.C018", "BG25.take.1", "BG.ports.capture", "BG.supply.always")]
#[test]
fn board_c018_supply_limits_the_capture() {
    let t = pyke_falls("SS", |t| {
        t.supply("stark", 0).units("winterfell", "stark", "FF");
    });
    assert_eq!(ships_offered(&t), Some(1), "2 and 2 are all that supply 0 feeds");
    let t = pyke_falls("SS", |t| {
        t.supply("stark", 2).units("winterfell", "stark", "FF");
    });
    assert_eq!(ships_offered(&t), Some(2));
}

#[rule("BOARD.C019", "BG.ports.capture-order", "BG.ports.capture-routed")]
#[test]
fn board_c019_captured_ships_have_no_order() {
    let mut t = pyke_falls("SS", |_| {});
    t.answer("stark", &[ships(2)]);
    assert_eq!((t.at("port-of-pyke").as_str(), t.order_at("port-of-pyke")), ("SS", None));
}

/// A Footman leaves White Harbor, in whose port a ship lies, for Moat Cailin, where Greyjoy stands.
fn white_harbor_is_left(token: Action) -> Table {
    let mut t = Table::empty(6);
    t.units("white-harbor", "stark", "F").order("white-harbor", "march");
    t.units("port-of-white-harbor", "stark", "S").order("port-of-white-harbor", "consolidate-power");
    t.units("moat-cailin", "greyjoy", "F");
    resolve(&mut t);
    t.answer("stark", &[go("white-harbor"), to("F", "moat-cailin"), done(), token]);
    assert!(at_cards(&t), "the combat goes on");
    t
}

#[rule("BOARD.C020", "BG25.own.1", "BG.ports.orphan", "BG.ports.owner", "BG.control.lose")]
#[test]
fn board_c020_ships_of_an_abandoned_castle_are_gone_before_the_combat() {
    let t = white_harbor_is_left(no_token());
    assert_eq!((t.controller("white-harbor"), t.at("port-of-white-harbor").as_str()), (None, ""));
    assert_eq!(t.order_at("port-of-white-harbor"), None);
    let t = white_harbor_is_left(leave_token());
    assert_eq!((t.controller("white-harbor"), t.at("port-of-white-harbor").as_str()), (Some("stark"), "S"));
    assert_eq!(t.order_at("port-of-white-harbor"), Some("consolidate-power"));
}

#[rule("BOARD.C021", "BG.control.home", "BG.ports.capture-scope")]
#[test]
fn board_c021_a_home_that_reverts_takes_the_ships_over() {
    let mut t = Table::empty(6);
    t.no_garrison("dragonstone").units("dragonstone", "stark", "K").order("dragonstone", "march");
    t.units("port-of-dragonstone", "stark", "S").units("shipbreaker-bay", "stark", "S");
    resolve(&mut t);
    t.answer("stark", &[go("dragonstone"), to("K", "kingswood"), done(), no_token()]);
    assert_eq!(t.controller("dragonstone"), Some("baratheon"));
    assert_eq!(t.asked(), Some((Question::Ships { port: area("port-of-dragonstone"), most: 1 }, vec!["baratheon"])));
    t.answer("baratheon", &[ships(1)]);
    assert_eq!((t.owner("port-of-dragonstone"), t.at("port-of-dragonstone").as_str()), (Some("baratheon"), "S"));
}

#[rule("BOARD.C022", "BG25.move.1", "BG25.move.2", "BG25.own.1", "BG.ports.no-enemy-entry", "BG.ports.march-in")]
#[test]
fn board_c022_nobody_sails_into_a_port_of_another() {
    let mut t = Table::empty(6);
    t.units("shipbreaker-bay", "tyrell", "S").order("shipbreaker-bay", "march");
    resolve(&mut t);
    for port in ["port-of-dragonstone", "port-of-storms-end"] {
        assert!(!t.may("tyrell", &[go("shipbreaker-bay"), to("S", port)]), "{port}: of Baratheon, of nobody");
    }
    assert!(t.may("tyrell", &[go("shipbreaker-bay"), to("S", "blackwater-bay"), done()]));
    // One's own, by a token on the land as well as by units; from the connected sea alone.
    let mut t = Table::empty(6);
    t.units("shipbreaker-bay", "tyrell", "S").order("shipbreaker-bay", "march").token("storms-end", "tyrell");
    t.units("east-summer-sea", "tyrell", "S").order("east-summer-sea", "march-minus-one");
    resolve(&mut t);
    assert!(!t.may("tyrell", &[go("east-summer-sea"), to("S", "port-of-storms-end")]));
    t.answer("tyrell", &[go("shipbreaker-bay"), to("S", "port-of-storms-end"), done()]);
    assert_eq!(t.owner("port-of-storms-end"), Some("tyrell"));
}

#[rule("BG25.use.1", "BG.ports.ships-only", "BG.march.terrain")]
#[test]
fn no_land_unit_enters_a_port_and_no_ship_the_land() {
    let mut t = Table::empty(6);
    t.units("lannisport", "lannister", "FK").order("lannisport", "march");
    t.units("port-of-lannisport", "lannister", "S").order("port-of-lannisport", "march-minus-one");
    resolve(&mut t);
    for unit in ["F", "K"] {
        assert!(!t.may("lannister", &[go("lannisport"), to(unit, "port-of-lannisport")]));
        assert!(!t.may("lannister", &[go("lannisport"), to(unit, "the-golden-sound")]));
    }
    assert!(!t.may("lannister", &[go("port-of-lannisport"), to("S", "lannisport")]));
    assert!(t.may("lannister", &[go("port-of-lannisport"), to("S", "the-golden-sound"), done()]));
    lannisport_musters(&mut t);
    for unit in ["F", "K", "E"] {
        assert!(!t.may("lannister", &[muster("lannisport", unit, "port-of-lannisport")]));
    }
}

#[rule("BG25.use.3", "BG25.use.2", "BG25.move.1", "BG.ports.cap")]
#[test]
fn a_march_fills_a_port_up_to_three_and_to_the_supply() {
    for (there, supply, most) in [("SS", 6, 1), ("SS", 0, 0), ("S", 6, 2), ("SSS", 6, 0)] {
        let mut t = Table::empty(6);
        t.units("port-of-lannisport", "lannister", there).supply("lannister", supply);
        t.units("the-golden-sound", "lannister", "SS").order("the-golden-sound", "march");
        resolve(&mut t);
        let into = to("S", "port-of-lannisport");
        for count in 0..=2 {
            let mut picks = vec![go("the-golden-sound")];
            picks.extend(std::iter::repeat_n(into, count));
            picks.push(done());
            assert_eq!(t.may("lannister", &picks), count <= most, "{there} at supply {supply} and {count} more");
        }
    }
}

#[rule("BOARD.C023", "BG25.move.1", "BG.ports.march-out", "BG.retreat.attacker")]
#[test]
fn board_c023_a_beaten_attacker_goes_back_to_its_port() {
    let mut t = Table::empty(6);
    t.units("port-of-dragonstone", "baratheon", "S").order("port-of-dragonstone", "march");
    t.units("shipbreaker-bay", "tyrell", "SS");
    t.hand("baratheon", &["salladhor-saan"]).hand("tyrell", &["margaery-tyrell"]);
    resolve(&mut t);
    assert!(!t.may("baratheon", &[go("port-of-dragonstone"), to("S", "blackwater-bay")]), "out into the port's own sea alone");
    t.answer("baratheon", &[go("port-of-dragonstone"), to("S", "shipbreaker-bay"), done()]);
    cards(&mut t, ("baratheon", "salladhor-saan"), ("tyrell", "margaery-tyrell"));
    assert_eq!((t.at("port-of-dragonstone").as_str(), t.owner("port-of-dragonstone")), ("s", Some("baratheon")));
    assert_eq!(t.at("shipbreaker-bay"), "SS");
}

/// Three Lannister ships lose The Golden Sound to Greyjoy, who came from Ironman's Bay; a ship lies in the port.
fn golden_sound_falls(sunset_sea: bool) -> Table {
    let mut t = Table::empty(6);
    t.units("ironmans-bay", "greyjoy", "SSSS").supply("greyjoy", 5).order("ironmans-bay", "march");
    t.units("the-golden-sound", "lannister", "SSS").units("port-of-lannisport", "lannister", "S").supply("lannister", 1);
    if !sunset_sea {
        t.units("sunset-sea", "tyrell", "S");
    }
    t.hand("greyjoy", &["theon-greyjoy"]).hand("lannister", &["ser-kevan-lannister"]);
    resolve(&mut t);
    let sound = to("S", "the-golden-sound");
    t.answer("greyjoy", &[go("ironmans-bay"), sound, sound, sound, sound, done()]);
    cards(&mut t, ("greyjoy", "theon-greyjoy"), ("lannister", "ser-kevan-lannister"));
    t
}

#[rule("BOARD.C024", "BG25.use.3", "BG.retreat.defender", "BG.ports.retreat", "BG.ports.cap", "BG.retreat.supply")]
#[test]
fn board_c024_a_retreat_to_the_port_loses_what_it_cannot_hold() {
    let t = golden_sound_falls(false);
    assert_eq!((t.at("port-of-lannisport").as_str(), t.owner("port-of-lannisport")), ("Sss", Some("lannister")));
    // A free sea takes all, so it must be used.
    let t = golden_sound_falls(true);
    assert_eq!(t.at("port-of-lannisport"), "S");
    assert_eq!((t.at("sunset-sea").as_str(), t.owner("sunset-sea")), ("sss", Some("lannister")));
}

#[rule("BG25.own.1", "BG.ports.owner", "BG.control.benefits")]
#[test]
fn the_port_is_of_who_controls_the_land() {
    let mut t = Table::empty(6);
    assert_eq!(t.controller("port-of-storms-end"), None);
    assert_eq!(t.controller("port-of-dragonstone"), Some("baratheon"));
    t.token("storms-end", "martell").no_garrison("dragonstone").units("dragonstone", "stark", "F");
    assert_eq!(t.controller("port-of-storms-end"), Some("martell"));
    assert_eq!(t.controller("port-of-dragonstone"), Some("stark"));
}

#[rule("BG.ports.capture-scope", "BG.ports.capture", "BG25.take.1", "BG.march.walk-in", "BG.diff.port-capture")]
#[test]
fn walking_onto_a_token_takes_the_ships_too() {
    let walk = |rulings: board_game::Rulings| {
        let mut t = Table::empty_by(6, rulings);
        t.token("white-harbor", "stark").units("port-of-white-harbor", "stark", "SS").order("port-of-white-harbor", "raid");
        t.units("moat-cailin", "greyjoy", "F").order("moat-cailin", "march");
        t.tasks(vec![Task::Turns(OrderKind::March, 0)]);
        t.answer("greyjoy", &[go("moat-cailin"), to("F", "white-harbor"), done(), no_token()]);
        t
    };
    let mut t = walk(board_game::Rulings::FAQ_V2);
    assert_eq!(ships_offered(&t), Some(2));
    t.answer("greyjoy", &[ships(2)]);
    assert_eq!((t.owner("port-of-white-harbor"), t.order_at("port-of-white-harbor")), (Some("greyjoy"), None));
    let t = walk(board_game::Rulings { port_capture_any: false, ..board_game::Rulings::FAQ_V2 });
    assert_eq!((ships_offered(&t), t.at("port-of-white-harbor").as_str()), (None, ""));
}

#[rule("BG25.take.1", "BG.ports.capture", "BG.clean.port")]
#[test]
fn an_attack_takes_the_ships_under_either_ruling() {
    let mut t = Table::empty_by(6, board_game::Rulings { port_capture_any: false, ..board_game::Rulings::FAQ_V2 });
    t.units("flints-finger", "stark", "KK").order("flints-finger", "march").units("ironmans-bay", "stark", "S");
    t.units("port-of-pyke", "greyjoy", "SS").hand("stark", &["robb-stark"]).hand("greyjoy", &["dagmar-cleftjaw"]);
    resolve(&mut t);
    t.answer("stark", &[go("flints-finger"), to("K", "pyke"), to("K", "pyke"), done(), no_token()]);
    cards(&mut t, ("stark", "robb-stark"), ("greyjoy", "dagmar-cleftjaw"));
    assert_eq!(ships_offered(&t), Some(2));
}
