//! Marches, control, power tokens and transport; the worked cases BOARD.C032 to C047.

use crate::play::*;
use board_game::action::{Action, Question};
use board_game::testing::*;
use test_macros::rule;

#[rule("BOARD.C032", "BG.march.combat-last", "BG.march.one-attack", "BG.march.move", "BG.march.combat-trigger")]
#[test]
fn board_c032_the_fight_comes_after_the_other_moves() {
    let mut t = Table::empty(6);
    t.units("kingswood", "baratheon", "FFK").order("kingswood", "march");
    t.no_garrison("kings-landing").units("kings-landing", "stark", "F");
    t.token("the-reach", "tyrell");
    resolve(&mut t);
    t.answer("baratheon", &[go("kingswood"), to("F", "the-boneway"), to("F", "the-reach"), to("K", "kings-landing"), done(), no_token()]);
    assert!(at_cards(&t));
    assert_eq!((t.at("the-reach").as_str(), t.at("the-boneway").as_str()), ("F", "F"));
    assert_eq!((t.owner("the-reach"), t.token_at("the-reach")), (Some("baratheon"), None));
    assert_eq!((t.owner("kings-landing"), t.strengths()), (Some("stark"), [2, 1]), "the Knight alone fights");
}

#[rule("BOARD.C033", "BG.march.one-attack")]
#[test]
fn board_c033_one_march_attacks_one_area() {
    let mut t = Table::empty(6);
    t.units("kingswood", "baratheon", "FF").order("kingswood", "march");
    t.units("the-reach", "tyrell", "F").units("storms-end", "martell", "f");
    resolve(&mut t);
    for (first, second) in [("the-reach", "storms-end"), ("the-reach", "kings-landing"), ("storms-end", "kings-landing")] {
        assert!(!t.may("baratheon", &[go("kingswood"), to("F", first), to("F", second)]), "{first}, {second}");
        assert!(!t.may("baratheon", &[go("kingswood"), to("F", second), to("F", first)]), "{second}, {first}");
    }
    assert!(t.may("baratheon", &[go("kingswood"), to("F", "the-reach"), to("F", "the-reach"), done()]));
    assert!(t.may("baratheon", &[go("kingswood"), to("F", "storms-end"), done()]));
}

/// Two Lannister Footmen in Lannisport with a March; a Tyrell token lies in Stoney Sept, Greyjoy stands in Riverrun.
fn stoney_sept() -> Table {
    let mut t = Table::empty(6);
    t.units("lannisport", "lannister", "FF").order("lannisport", "march").token("stoney-sept", "tyrell");
    t.units("riverrun", "greyjoy", "F");
    resolve(&mut t);
    t
}

#[rule("BOARD.C034", "BG.march.walk-in", "BG.control.land", "BG.march.token-stays")]
#[test]
fn board_c034_walking_onto_a_token_takes_the_area() {
    let mut t = stoney_sept();
    let tyrell = t.seat("tyrell");
    assert_eq!((t.controller("stoney-sept"), t.state.pool(&t.rules, tyrell)), (Some("tyrell"), 14));
    t.answer("lannister", &[go("lannisport"), to("F", "stoney-sept"), done()]);
    assert_eq!((t.controller("stoney-sept"), t.token_at("stoney-sept")), (Some("lannister"), None));
    assert_eq!((t.state.pool(&t.rules, tyrell), t.power_of("tyrell")), (15, 5), "to the pool");
    assert_eq!(t.asked(), None, "no combat");
}

#[rule("BOARD.C035", "BG.march.walk-in", "BG.march.one-attack")]
#[test]
fn board_c035_walking_onto_a_token_is_no_attack() {
    let mut t = stoney_sept();
    t.answer("lannister", &[go("lannisport"), to("F", "riverrun"), to("F", "stoney-sept"), done()]);
    assert!(at_cards(&t));
    assert_eq!((t.owner("stoney-sept"), t.strengths()), (Some("lannister"), [1, 1]));
}

#[rule("BOARD.C036", "BG.garrison.alone", "BG.garrison.owner-absent", "BG.march.one-attack")]
#[test]
fn board_c036_a_garrison_alone_is_fought_with_cards() {
    let mut t = Table::empty(6);
    t.units("moat-cailin", "greyjoy", "FF").order("moat-cailin", "march").units("white-harbor", "stark", "F");
    resolve(&mut t);
    assert!(!t.may("greyjoy", &[go("moat-cailin"), to("F", "white-harbor"), to("F", "winterfell")]), "it is the one attack");
    t.answer("greyjoy", &[go("moat-cailin"), to("F", "winterfell"), done()]);
    assert_eq!(t.asked(), Some((Question::HouseCard, vec!["stark", "greyjoy"])));
    assert_eq!(t.strengths(), [1, 2]);
    t.answer("greyjoy", &[play("euron-crows-eye")]);
    t.answer("stark", &[play("catelyn-stark")]);
    t.auto();
    if let Some((Question::Blade, _)) = t.asked() {
        t.answer("greyjoy", &[Action::Pass]);
    }
    assert_eq!((t.owner("winterfell"), t.controller("winterfell")), (Some("greyjoy"), Some("greyjoy")));
    assert_eq!(t.state.area(area("winterfell")).force, 0, "gone for good");
}

/// All units leave Harrenhal for Riverrun; the answer about the token follows.
fn harrenhal_is_left(token: Action) -> Table {
    let mut t = Table::empty(6);
    t.units("harrenhal", "baratheon", "F").order("harrenhal", "march").power("baratheon", 2);
    t.units("riverrun", "lannister", "KK").supply("lannister", 2);
    t.hand("baratheon", &["salladhor-saan"]).hand("lannister", &["the-hound"]);
    resolve(&mut t);
    let march = [go("harrenhal"), to("F", "riverrun"), done()];
    assert_eq!(t.options("baratheon", &march), [leave_token(), no_token()], "asked with the march, before the combat");
    t.answer("baratheon", &[march[0], march[1], march[2], token]);
    t
}

#[rule("BOARD.C037", "BG.march.token", "BG.control.march-only")]
#[test]
fn board_c037_the_token_is_decided_before_the_combat() {
    let mut t = harrenhal_is_left(leave_token());
    assert!(at_cards(&t));
    assert_eq!((t.token_at("harrenhal"), t.power_of("baratheon")), (Some("baratheon"), 1));
    let mut without = harrenhal_is_left(no_token());
    for t in [&mut t, &mut without] {
        cards(t, ("baratheon", "salladhor-saan"), ("lannister", "the-hound"));
        assert_eq!((t.at("harrenhal").as_str(), t.asked()), ("f", None), "not asked again after losing");
    }
    assert_eq!((without.token_at("harrenhal"), without.power_of("baratheon")), (None, 2));
}

#[rule("BOARD.C038", "BG.march.token-stays")]
#[test]
fn board_c038_the_token_stays_under_units_that_come_back() {
    let mut t = harrenhal_is_left(leave_token());
    cards(&mut t, ("baratheon", "salladhor-saan"), ("lannister", "the-hound"));
    assert_eq!((t.at("harrenhal").as_str(), t.token_at("harrenhal")), ("f", Some("baratheon")));
}

#[rule("BG.march.token", "BG.power.available")]
#[test]
fn when_a_token_may_be_left() {
    let offered = |at: &str, house: &str, letters: &str, dest: &str, power: u8| {
        let mut t = Table::empty(6);
        t.units(at, house, letters).order(at, "march").power(house, power);
        resolve(&mut t);
        t.answer_or_ask(house, &[go(at), to(&letters[..1], dest), done()])
    };
    assert!(offered("harrenhal", "lannister", "F", "stoney-sept", 1));
    assert!(!offered("harrenhal", "lannister", "F", "stoney-sept", 0), "without available power");
    assert!(!offered("harrenhal", "lannister", "FK", "stoney-sept", 5), "somebody stays");
    assert!(!offered("harrenhal", "lannister", "Fk", "stoney-sept", 5), "a routed one stays");
    assert!(!offered("lannisport", "lannister", "F", "stoney-sept", 5), "the own home has its shield");
    assert!(!offered("the-golden-sound", "lannister", "S", "sunset-sea", 5), "not at sea");
    assert!(!offered("port-of-lannisport", "lannister", "S", "the-golden-sound", 5), "not in a port");
    // Only one to an area.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "F").order("harrenhal", "march").token("harrenhal", "lannister");
    resolve(&mut t);
    assert!(!t.answer_or_ask("lannister", &[go("harrenhal"), to("F", "stoney-sept"), done()]));
    assert_eq!(t.controller("harrenhal"), Some("lannister"));
}

trait Ask {
    /// Gives the picks if they are the whole answer; whether a token is asked for after them.
    fn answer_or_ask(&mut self, house: &str, picks: &[Action]) -> bool;
}
impl Ask for Table {
    fn answer_or_ask(&mut self, house: &str, picks: &[Action]) -> bool {
        let mut more = picks.to_vec();
        more.push(leave_token());
        let asked = self.may(house, &more);
        if !asked {
            self.answer(house, picks);
        }
        asked
    }
}

#[rule("BOARD.C039", "BG.wild.no-token", "BG.control.march-only")]
#[test]
fn board_c039_no_token_where_the_wildlings_took_the_last_unit() {
    let mut t = Table::empty(6);
    t.units("moat-cailin", "stark", "F").threat(6).wildling_cards(&["mammoth-riders"]);
    t.wildlings();
    for house in ["baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"] {
        t.answer(house, &[Action::Bid { power: 0 }]);
    }
    let stark = Action::House { seat: t.seat("stark") };
    t.answer("baratheon", &[stark]);
    t.auto();
    assert_eq!((t.at("moat-cailin").as_str(), t.token_at("moat-cailin"), t.controller("moat-cailin")), ("", None, None));
    assert_eq!(t.power_of("stark"), 5);
    assert!(!matches!(t.asked(), Some((_, houses)) if houses.contains(&"stark") && t.options("stark", &[]).contains(&leave_token())));
    // A token that lay there before holds it.
    let mut t = Table::empty(6);
    t.units("moat-cailin", "stark", "F").token("moat-cailin", "stark").threat(6).wildling_cards(&["mammoth-riders"]);
    t.wildlings();
    for house in ["baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"] {
        t.answer(house, &[Action::Bid { power: 0 }]);
    }
    let stark = Action::House { seat: t.seat("stark") };
    t.answer("baratheon", &[stark]);
    t.auto();
    assert_eq!((t.at("moat-cailin").as_str(), t.controller("moat-cailin")), ("", Some("stark")));
}

/// A Tyrell Footman in Highgarden with a March, ships of these houses in these seas.
fn from_highgarden(ships: &[(&str, &str, &str)]) -> Table {
    let mut t = Table::empty(6);
    t.units("highgarden", "tyrell", "FFF").order("highgarden", "march").supply("tyrell", 6);
    for (sea, house, letters) in ships {
        t.units(sea, house, letters);
    }
    resolve(&mut t);
    t
}

#[rule("BOARD.C040", "BG.march.transport", "BG.march.one-hop")]
#[test]
fn board_c040_ships_carry_over_a_chain_of_seas() {
    let mut t = from_highgarden(&[("west-summer-sea", "tyrell", "S"), ("east-summer-sea", "tyrell", "S")]);
    // To several destinations, and by land too.
    t.answer("tyrell", &[go("highgarden"), to("F", "salt-shore"), to("F", "storms-end"), to("F", "the-reach"), done()]);
    for at in ["salt-shore", "storms-end", "the-reach"] {
        assert_eq!(t.owner(at), Some("tyrell"), "{at}");
    }
    assert_eq!((t.at("west-summer-sea").as_str(), t.at("east-summer-sea").as_str()), ("S", "S"), "the ships stay");
}

#[rule("BOARD.C041", "BG.march.transport", "BG.march.transport-limits")]
#[test]
fn board_c041_every_sea_of_the_chain_needs_an_own_ship() {
    for east in [None, Some(("east-summer-sea", "martell", "S"))] {
        let ships: Vec<_> = [("west-summer-sea", "tyrell", "S")].into_iter().chain(east).collect();
        let t = from_highgarden(&ships);
        assert!(!t.may("tyrell", &[go("highgarden"), to("F", "salt-shore")]));
        assert!(t.may("tyrell", &[go("highgarden"), to("F", "starfall"), done()]));
    }
    // A chain must hang together; another house's ships and ships in a port carry nobody.
    let t = from_highgarden(&[("east-summer-sea", "tyrell", "S")]);
    assert!(!t.may("tyrell", &[go("highgarden"), to("F", "starfall")]));
    let t = from_highgarden(&[("west-summer-sea", "martell", "S"), ("east-summer-sea", "tyrell", "S")]);
    assert!(!t.may("tyrell", &[go("highgarden"), to("F", "salt-shore")]) && !t.may("tyrell", &[go("highgarden"), to("F", "starfall")]));
    let mut t = Table::empty(6);
    t.units("pyke", "greyjoy", "F").order("pyke", "march").units("port-of-pyke", "greyjoy", "SS");
    resolve(&mut t);
    assert_eq!(t.options("greyjoy", &[go("pyke")]), [done()], "an island with ships in its port alone");
}

#[rule("BG.march.transport", "BG.march.transport-limits", "BG.march.transport-attack", "BG.diff.routed-transport")]
#[test]
fn a_routed_ship_carries_and_an_attack_may_come_by_sea() {
    let mut t = from_highgarden(&[("west-summer-sea", "tyrell", "s"), ("east-summer-sea", "tyrell", "S")]);
    let ship = t.state.area(area("west-summer-sea")).clone();
    assert_eq!(ship.routed, [0, 0, 0, 1]);
    t.units("salt-shore", "martell", "F");
    t.answer("tyrell", &[go("highgarden"), to("F", "salt-shore"), to("F", "salt-shore"), done()]);
    assert!(at_cards(&t));
    assert_eq!(t.strengths(), [2, 1]);
    assert_eq!((t.at("west-summer-sea").as_str(), t.at("east-summer-sea").as_str()), ("s", "S"), "the sea is not entered");
}

#[rule("BOARD.C042", "BG.support.no-transport")]
#[test]
fn board_c042_no_support_by_transport() {
    let mut t = Table::empty(6);
    t.units("highgarden", "tyrell", "KK").order("highgarden", "support").units("west-summer-sea", "tyrell", "S");
    t.units("starfall", "martell", "F").units("princes-pass", "baratheon", "F").order("princes-pass", "march");
    resolve(&mut t);
    t.answer("baratheon", &[go("princes-pass"), to("F", "starfall"), done(), no_token()]);
    assert!(at_cards(&t), "{:?}", t.asked());
}

#[rule("BOARD.C043", "BG.march.supply", "BG.supply.fit", "BG.supply.always")]
#[test]
fn board_c043_joining_an_army_must_fit_the_supply() {
    for (supply, legal) in [(0, false), (1, true)] {
        let mut t = Table::empty(6);
        t.units("harrenhal", "lannister", "KK").units("lannisport", "lannister", "FF").supply("lannister", supply);
        t.units("stoney-sept", "lannister", "F").order("stoney-sept", "march");
        resolve(&mut t);
        assert_eq!(t.may("lannister", &[go("stoney-sept"), to("F", "harrenhal"), done()]), legal, "supply {supply}");
        assert!(t.may("lannister", &[go("stoney-sept"), to("F", "blackwater"), done()]), "alone it is no army");
    }
}

#[rule("BOARD.C044", "BG.march.supply", "BG.supply.fit")]
#[test]
fn board_c044_an_army_of_four_is_none_of_supply_one() {
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FFF").order("harrenhal", "march").units("stoney-sept", "lannister", "F").supply("lannister", 1);
    resolve(&mut t);
    let move_on = to("F", "stoney-sept");
    assert!(!t.may("lannister", &[go("harrenhal"), move_on, move_on, move_on]));
    assert!(t.may("lannister", &[go("harrenhal"), move_on, move_on, done()]), "3 and 1");
    assert!(t.may("lannister", &[go("harrenhal"), move_on, done()]), "2 and 2");
}

#[rule("BG.march.supply", "BG.supply.army", "BG.supply.routed", "BG.supply.under")]
#[test]
fn supply_is_tested_when_the_whole_march_is_known() {
    // 3 and 2 of supply 1: three units that go where one stands would be four, unless one goes on elsewhere.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FFF").order("harrenhal", "march").units("blackwater", "lannister", "FF").supply("lannister", 1);
    resolve(&mut t);
    let on = to("F", "blackwater");
    assert!(t.may("lannister", &[go("harrenhal"), on, done()]), "2 stay, 3 there");
    assert!(!t.may("lannister", &[go("harrenhal"), on, on]), "4 there");
    // Splitting one army into two may be one too many.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FFFF").order("harrenhal", "march").supply("lannister", 5);
    for at in ["lannisport", "riverrun"] {
        t.units(at, "lannister", "FF");
    }
    t.units("the-golden-sound", "lannister", "SS");
    resolve(&mut t);
    let to_sept = to("F", "stoney-sept");
    assert!(t.may("lannister", &[go("harrenhal"), to_sept, done()]), "3, 2, 2, 2 and 1");
    assert!(!t.may("lannister", &[go("harrenhal"), to_sept, to_sept, done()]), "five armies");
    assert!(t.may("lannister", &[go("harrenhal"), to_sept, to("F", "stoney-sept"), to("F", "stoney-sept"), done()]), "1 and 3");
    assert!(t.may("lannister", &[go("harrenhal"), to("F", "blackwater"), to_sept, done()]), "2, 1 and 1");
    // Routed units count.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FF").order("harrenhal", "march").units("stoney-sept", "lannister", "f").supply("lannister", 0);
    resolve(&mut t);
    assert!(!t.may("lannister", &[go("harrenhal"), to_sept, to_sept]));
    assert!(t.may("lannister", &[go("harrenhal"), to_sept, done()]));
    // An attack counts as if it had entered.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FFF").order("harrenhal", "march").units("lannisport", "lannister", "FF").supply("lannister", 1);
    t.units("riverrun", "stark", "F");
    resolve(&mut t);
    let attack = to("F", "riverrun");
    assert!(t.may("lannister", &[go("harrenhal"), attack, attack, attack, done()]), "3 and 2");
    assert!(t.may("lannister", &[go("harrenhal"), attack, attack, done()]), "2, 1 and 2");
    assert!(!t.may("lannister", &[go("harrenhal"), attack, attack, to_sept, to("F", "lannisport")]));
}

#[rule("BOARD.C045", "BG.march.move", "BG.act.return")]
#[test]
fn board_c045_all_may_stay() {
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FK").order("harrenhal", "march");
    resolve(&mut t);
    t.answer("lannister", &[go("harrenhal"), done()]);
    assert_eq!((t.at("harrenhal").as_str(), t.order_at("harrenhal"), t.token_at("harrenhal")), ("FK", None, None));
    assert_eq!((t.asked(), t.power_of("lannister")), (None, 5));
}

#[rule("BOARD.C046", "BG.march.routed", "BG.march.token")]
#[test]
fn board_c046_routed_units_do_not_march() {
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "Fk").order("harrenhal", "march");
    resolve(&mut t);
    assert!(!t.may("lannister", &[go("harrenhal"), to("K", "stoney-sept")]));
    t.answer("lannister", &[go("harrenhal"), to("F", "stoney-sept"), done()]);
    assert_eq!((t.at("harrenhal").as_str(), t.at("stoney-sept").as_str()), ("k", "F"));
    assert_eq!((t.controller("harrenhal"), t.token_at("harrenhal"), t.asked()), (Some("lannister"), None, None));
    // Routed ones alone: the order is resolved without effect.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "k").order("harrenhal", "march");
    resolve(&mut t);
    assert_eq!(t.options("lannister", &[go("harrenhal")]), [done()]);
}

#[rule("BOARD.C047", "BG.act.orphan-order", "BG.clean.orders", "BG.faq.orders-empty")]
#[test]
fn board_c047_an_order_where_nobody_is_left_is_removed() {
    // The last unit of Winterfell dies by a card, its garrison holds.
    let mut t = Table::empty(6);
    t.units("moat-cailin", "tyrell", "F").order("moat-cailin", "march");
    t.units("winterfell", "stark", "F").order("winterfell", "consolidate-power");
    t.hand("tyrell", &["mace-tyrell"]).hand("stark", &["eddard-stark"]);
    resolve(&mut t);
    t.answer("tyrell", &[go("moat-cailin"), to("F", "winterfell"), done(), no_token()]);
    t.answer("tyrell", &[play("mace-tyrell")]);
    t.answer("stark", &[play("eddard-stark")]);
    assert_eq!((t.at("winterfell").as_str(), t.owner("winterfell"), t.controller("winterfell")), ("", None, Some("stark")));
    assert_eq!(t.order_at("winterfell"), None);
    assert_eq!(t.power_of("stark"), 5, "nothing is consolidated there");
}

#[rule("BG.march.terrain", "BG.march.islands", "BG.map.rivers", "BG.map.table")]
#[test]
fn where_units_may_go() {
    let mut t = Table::empty(6);
    t.units("riverrun", "lannister", "F").order("riverrun", "march").units("the-golden-sound", "lannister", "S");
    t.order("the-golden-sound", "march-minus-one");
    resolve(&mut t);
    let goals = |t: &Table, from: &str| -> Vec<&'static str> {
        let mut goals: Vec<&str> = t
            .options("lannister", &[go(from)])
            .into_iter()
            .filter_map(|action| if let Action::Move { to, .. } = action { Some(to.id()) } else { None })
            .collect();
        goals.sort_unstable();
        goals
    };
    // By land four areas, over the sound the coast of it; The Twins lie beyond a river and Pyke beyond another sea.
    assert_eq!(goals(&t, "riverrun"), ["harrenhal", "lannisport", "seagard", "searoad-marches", "stoney-sept"]);
    assert_eq!(goals(&t, "the-golden-sound"), ["ironmans-bay", "port-of-lannisport", "sunset-sea"]);
}

#[rule("BG.march.remove-order", "BG.march.walk-in")]
#[test]
fn an_own_token_stays_when_one_walks_in() {
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "F").order("harrenhal", "march").token("stoney-sept", "lannister");
    resolve(&mut t);
    t.answer("lannister", &[go("harrenhal"), to("F", "stoney-sept"), done(), no_token()]);
    assert_eq!((t.token_at("stoney-sept"), t.owner("stoney-sept")), (Some("lannister"), Some("lannister")));
}

#[rule("BG.control.home", "BG.control.lose", "BG.control.sea", "BG.control.routed")]
#[test]
fn who_controls_what() {
    let mut t = Table::empty(6);
    assert_eq!(t.controller("winterfell"), Some("stark"), "the home shield");
    t.token("winterfell", "greyjoy").no_garrison("winterfell");
    assert_eq!(t.controller("winterfell"), Some("greyjoy"));
    t.units("the-narrow-sea", "stark", "s").units("karhold", "stark", "f");
    assert_eq!((t.controller("the-narrow-sea"), t.controller("karhold")), (Some("stark"), Some("stark")), "routed units hold");
    assert_eq!((t.controller("the-shivering-sea"), t.controller("castle-black")), (None, None));
    // An enemy leaves a home without token: it is its house's again, the garrison does not come back.
    let mut t = Table::empty(6);
    t.no_garrison("winterfell").units("winterfell", "greyjoy", "F").order("winterfell", "march");
    resolve(&mut t);
    assert_eq!(t.controller("winterfell"), Some("greyjoy"));
    t.answer("greyjoy", &[go("winterfell"), to("F", "karhold"), done(), no_token()]);
    assert_eq!((t.controller("winterfell"), t.state.area(area("winterfell")).force), (Some("stark"), 0));
}
