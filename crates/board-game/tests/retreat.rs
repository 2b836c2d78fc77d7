//! Casualties, retreat, routing (worked cases BOARD.C075 to C092).

use crate::battle::*;

#[rule("BOARD.C075", "BG.cas.count", "BG.retreat.when")]
#[test]
fn board_c075_swords_less_fortifications() {
    let mut t = duel("martell", "KKK", "greyjoy", "FFK", "stoney-sept");
    cards(&mut t, ("martell", "the-red-viper"), ("greyjoy", "dagmar-cleftjaw"));
    // Two swords less one fortification: one unit, the owner's choice. The loser's sword does nothing.
    assert_eq!(offered(&t, "greyjoy"), [lose("F", "stoney-sept"), lose("K", "stoney-sept")]);
    t.answer("greyjoy", &[lose("K", "stoney-sept")]);
    t.answer("greyjoy", &[target("riverrun")]);
    assert_eq!((t.at("riverrun").as_str(), t.at("stoney-sept").as_str()), ("ff", "KKK"));
}

#[rule("BG.cas.count")]
#[test]
fn three_footmen_lose_one_and_retreat_two() {
    let mut t = duel("martell", "KKK", "greyjoy", "FFF", "stoney-sept");
    cards(&mut t, ("martell", "the-red-viper"), ("greyjoy", "dagmar-cleftjaw"));
    assert_eq!(t.at("stoney-sept"), "FF");
    t.answer("greyjoy", &[target("blackwater")]);
    assert_eq!(t.at("blackwater"), "ff");
}

#[rule("BOARD.C076", "BG.cas.count")]
#[test]
fn board_c076_only_winners_swords_and_losers_fortifications() {
    let mut t = duel("lannister", "KK", "stark", "FF", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "the-hound"));
    t.answer("stark", &[target("riverrun")]);
    assert_eq!((t.at("riverrun").as_str(), t.at("stoney-sept").as_str()), ("ff", "KK"));
}

#[rule("BG.cas.count", "BG.cas.excess")]
#[test]
fn more_fortifications_than_swords_save_all_and_surplus_swords_are_lost() {
    // One sword against two fortifications.
    let mut t = duel("stark", "KKK", "lannister", "F", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "the-hound"));
    assert_eq!(retreats(&t, "lannister"), ["blackwater", "lannisport", "riverrun", "searoad-marches"]);
    // Three swords against one Footman; the winner loses nobody.
    let mut t = duel("lannister", "KK", "stark", "F", "stoney-sept");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "ser-gregor-clegane"));
    assert_eq!((t.at("stoney-sept").as_str(), t.acting()), ("KK", vec!["lannister"]));
}

#[rule("BG.cas.support-immune")]
#[test]
fn supporting_units_are_neither_casualties_nor_do_they_retreat() {
    let mut t = field();
    t.units("stoney-sept", "stark", "FF").units("riverrun", "stark", "FK").order("riverrun", "support");
    attack(&mut t, "lannister", "KKKK", "stoney-sept");
    let seat = t.seat("stark");
    t.answer("stark", &[Action::Support { area: area("riverrun"), side: Some(seat) }]);
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "ser-gregor-clegane"));
    assert_eq!((t.at("stoney-sept").as_str(), t.at("riverrun").as_str()), ("KKKK", "FK"));
}

#[rule("BOARD.C077", "BG.cas.siege-first", "BG.diff.siege-casualty")]
#[test]
fn board_c077_the_siege_engine_dies_besides_the_sword() {
    let mut t = duel("stark", "KK", "lannister", "FE", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "cersei-lannister"));
    assert_eq!(t.acting(), ["stark"], "nothing is asked of Lannister");
    assert_eq!((t.at("stoney-sept").as_str(), units_left(&t, "lannister")), ("KK", 0));
    // By the letter of the print the engine may be named.
    let print = Rulings { siege_casualty: board_game::rulings::SiegeCasualty::Print, ..Rulings::FAQ_V2 };
    for (named, left) in [("E", "f"), ("F", "")] {
        let mut t = field_by(print);
        t.units("stoney-sept", "lannister", "FE");
        attack(&mut t, "stark", "KK", "stoney-sept");
        cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "cersei-lannister"));
        assert_eq!(offered(&t, "lannister"), [lose("F", "stoney-sept"), lose("E", "stoney-sept")]);
        t.answer("lannister", &[lose(named, "stoney-sept")]);
        if named == "E" {
            t.answer("lannister", &[target("blackwater")]);
        }
        assert_eq!(t.at("blackwater"), left);
    }
}

#[rule("BG.retreat.siege", "BG.retreat.attacker")]
#[test]
fn a_beaten_attacker_goes_back_without_its_siege_engine() {
    let mut t = duel("stark", "FE", "lannister", "KKKK", "riverrun");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "the-hound"));
    assert_eq!((t.at("riverrun").as_str(), t.at("harrenhal").as_str()), ("KKKK", "f"));
}

#[rule("BOARD.C078", "BG.cas.garrison")]
#[test]
fn board_c078_a_garrison_is_gone_whatever_the_icons() {
    let mut t = field();
    t.units("lannisport", "lannister", "K");
    assault(&mut t, "stark", "stoney-sept", "KKK", "lannisport");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "cersei-lannister"));
    t.answer("lannister", &[target("searoad-marches")]);
    assert_eq!((t.at("lannisport").as_str(), t.at("searoad-marches").as_str()), ("KKK", "k"));
    assert_eq!(t.state.areas[area("lannisport").index()].force, 0);
    // Where the defender wins it stays.
    let mut t = field();
    t.units("lannisport", "lannister", "K");
    assault(&mut t, "stark", "stoney-sept", "K", "lannisport");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "cersei-lannister"));
    assert_eq!((t.at("lannisport").as_str(), t.state.areas[area("lannisport").index()].force), ("K", 2));
}

/// Lannister in Blackwater is attacked by Stark from The Reach and loses (Robb Stark, no swords, against Cersei).
fn from_the_reach(units: &str, prepare: impl Fn(&mut Table)) -> Table {
    let mut t = field();
    t.units("blackwater", "lannister", units);
    prepare(&mut t);
    assault(&mut t, "stark", "the-reach", "KKKK", "blackwater");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "cersei-lannister"));
    t
}

#[rule("BG.garrison.move", "BG.garrison.owner-absent")]
#[test]
fn a_garrison_stays_when_the_units_leave() {
    let mut t = field();
    stop_at_blade(&mut t, "stark");
    t.units("lannisport", "lannister", "F").order("lannisport", "march").units("riverrun", "stark", "F").order("riverrun", "march");
    hold(&mut t, "stark");
    t.action();
    march(&mut t, "lannister", "lannisport", "F", "searoad-marches");
    march(&mut t, "stark", "riverrun", "F", "lannisport");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
    assert_eq!((parts(&t)[1].garrison, t.strengths()), (2, [3, 4]));
}

#[rule("BOARD.C079", "BG.retreat.defender", "BG.retreat.neutral", "BG.neutral.else")]
#[test]
fn board_c079_never_where_the_attack_came_from() {
    let t = from_the_reach("FF", |_| {});
    assert_eq!(t.at("the-reach"), "", "all left it");
    // Neither The Reach nor King's Landing, where the neutral force lives.
    assert_eq!(retreats(&t, "lannister"), ["crackclaw-point", "harrenhal", "searoad-marches", "stoney-sept"]);
}

#[rule("BOARD.C080", "BG.retreat.defender")]
#[test]
fn board_c080_not_onto_an_enemy_token() {
    let t = from_the_reach("FF", |t| {
        t.token("harrenhal", "stark").token("searoad-marches", "tyrell").token("stoney-sept", "lannister");
        t.units("crackclaw-point", "martell", "f");
    });
    assert_eq!(t.at("stoney-sept"), "ff", "only the own token's area is left");
}

/// All areas around Blackwater but these are taken.
fn only(t: &mut Table, free: &[&str]) {
    for id in ["crackclaw-point", "harrenhal", "searoad-marches", "stoney-sept"] {
        if !free.contains(&id) {
            t.token(id, "stark");
        }
    }
}

#[rule("BOARD.C081", "BG.retreat.supply")]
#[test]
fn board_c081_a_free_area_before_one_that_breaks_supply() {
    let t = from_the_reach("FK", |t| {
        only(t, &["harrenhal", "stoney-sept"]);
        t.supply("lannister", 0).units("harrenhal", "lannister", "F");
    });
    assert_eq!((t.at("stoney-sept").as_str(), t.at("harrenhal").as_str()), ("fk", "F"));
}

#[rule("BOARD.C082", "BG.retreat.supply", "BG.supply.defender-free")]
#[test]
fn board_c082_the_only_area_costs_a_unit() {
    let mut t = from_the_reach("FK", |t| {
        only(t, &["harrenhal"]);
        t.supply("lannister", 0).units("harrenhal", "lannister", "F");
    });
    assert_eq!(offered(&t, "lannister"), [lose("F", "blackwater"), lose("K", "blackwater")], "his choice");
    t.answer("lannister", &[lose("F", "blackwater")]);
    assert_eq!((t.at("harrenhal").as_str(), t.at("blackwater").as_str()), ("Fk", "KKKK"));
}

#[rule("BG.retreat.supply", "BG.diff.retreat-fewest")]
#[test]
fn of_two_costly_areas_the_one_with_fewest_losses() {
    let t = from_the_reach("FFK", |t| {
        only(t, &["harrenhal", "stoney-sept"]);
        t.supply("lannister", 1).units("harrenhal", "lannister", "F").units("stoney-sept", "lannister", "FF");
    });
    // Harrenhal: 4 > 3 costs one. Stoney Sept: 5 > 3 costs two.
    assert_eq!(offered(&t, "lannister"), [lose("F", "blackwater"), lose("K", "blackwater")]);
    let mut t = t;
    t.answer("lannister", &[lose("F", "blackwater")]);
    assert_eq!((t.at("harrenhal").as_str(), t.at("stoney-sept").as_str()), ("Ffk", "FF"));
}

#[rule("BOARD.C083", "BG.retreat.none")]
#[test]
fn board_c083_nowhere_to_go() {
    let t = from_the_reach("FK", |t| only(t, &[]));
    assert_eq!(t.at("blackwater"), "KKKK");
    assert_eq!(units_left(&t, "lannister"), 0);
}

#[rule("BOARD.C084", "BG.retreat.defender", "BG.march.transport")]
#[test]
fn board_c084_over_own_ships() {
    for (ships, may) in [("S", true), ("", false)] {
        let mut t = field();
        if !ships.is_empty() {
            t.units("shipbreaker-bay", "baratheon", ships);
        }
        t.units("crackclaw-point", "baratheon", "F");
        assault(&mut t, "stark", "harrenhal", "KK", "crackclaw-point");
        cards(&mut t, ("stark", "roose-bolton"), ("baratheon", "patchface"));
        let areas = retreats(&t, "baratheon");
        assert_eq!(areas.contains(&"dragonstone"), may);
        assert_eq!(areas.contains(&"storms-end"), may);
        assert!(areas.contains(&"blackwater") && !areas.contains(&"harrenhal"));
        assert!(!areas.contains(&"shipbreaker-bay"), "not into the sea");
    }
}

#[rule("BOARD.C085", "BG.retreat.routed", "BG.retreat.routed-defense")]
#[test]
fn board_c085_a_routed_knight_defends_with_nothing() {
    let mut t = field();
    stop_at_blade(&mut t, "stark");
    t.units("stoney-sept", "lannister", "k").order("stoney-sept", "support");
    attack(&mut t, "stark", "F", "stoney-sept");
    assert!(asks(&t, |q| *q == Question::HouseCard), "with cards");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "cersei-lannister"));
    assert_eq!(t.strengths(), [1, 0]);
    t.answer("stark", &[Action::Pass]);
    assert_eq!((t.at("stoney-sept").as_str(), t.owner("stoney-sept")), ("F", Some("stark")));
    assert!(t.state.areas.iter().all(|area| area.routed == [0; 4]), "it is destroyed");
}

#[rule("BOARD.C086", "BG.cas.routed-first")]
#[test]
fn board_c086_the_sword_takes_the_standing_knight() {
    for siege_casualty in [board_game::rulings::SiegeCasualty::First, board_game::rulings::SiegeCasualty::Print] {
        let mut t = field_by(Rulings { siege_casualty, ..Rulings::FAQ_V2 });
        t.units("stoney-sept", "lannister", "fK");
        attack(&mut t, "stark", "KK", "stoney-sept");
        cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "cersei-lannister"));
        assert_eq!(t.acting(), ["stark"], "no choice");
        assert_eq!(units_left(&t, "lannister"), 0, "both are lost");
    }
}

#[rule("BOARD.C087", "BG.retreat.attacker-lost-home")]
#[test]
fn board_c087_no_way_back_to_anothers_home() {
    for token in [false, true] {
        let mut t = field();
        t.no_garrison("pyke").units("pyke", "stark", "K").order("pyke", "march").units("ironmans-bay", "stark", "S");
        t.units("riverrun", "lannister", "KK");
        hold(&mut t, "stark");
        t.action();
        t.answer("stark", &[go("pyke"), to("K", "riverrun"), done(), if token { leave_token() } else { no_token() }]);
        cards(&mut t, ("stark", "robb-stark"), ("lannister", "tywin-lannister"));
        let back = if token { "k" } else { "" };
        assert_eq!((t.at("pyke").as_str(), t.at("riverrun").as_str()), (back, "KK"));
        assert_eq!(t.controller("pyke"), Some(if token { "stark" } else { "greyjoy" }));
    }
}

#[rule("BOARD.C088", "BG.retreat.attacker")]
#[test]
fn board_c088_back_to_an_area_left_without_token() {
    let mut t = field();
    t.units("riverrun", "lannister", "KK");
    assault(&mut t, "stark", "seagard", "K", "riverrun");
    assert_eq!(t.controller("seagard"), None, "in the meantime it is nobody's");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "tywin-lannister"));
    assert_eq!((t.at("seagard").as_str(), t.controller("seagard")), ("k", Some("stark")));
    assert_eq!(t.token_at("seagard"), None);
}

#[rule("BOARD.C089", "BG.clean.port")]
#[test]
fn board_c089_ships_of_the_lost_port_count_at_the_retreat() {
    let mut t = field();
    t.supply("lannister", 1).units("lannisport", "lannister", "FF").units("port-of-lannisport", "lannister", "SSS");
    t.units("searoad-marches", "lannister", "F").token("riverrun", "stark").order("port-of-lannisport", "support");
    assault(&mut t, "stark", "stoney-sept", "KKKK", "lannisport");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "cersei-lannister"));
    assert_eq!(t.at("searoad-marches"), "Ff", "3,3 would be more than 3,2");
    // Only now the ships.
    assert_eq!(t.asked().expect("a question").0, Question::Ships { port: area("port-of-lannisport"), most: 3 });
    t.answer("stark", &[Action::Ships { count: 2 }]);
    assert_eq!((t.at("port-of-lannisport").as_str(), t.owner("port-of-lannisport")), ("SS", Some("stark")));
    assert_eq!(t.order_at("port-of-lannisport"), None);
}

#[rule("BOARD.C090", "BG.retreat.routed", "BG.win.instant-timing")]
#[test]
fn board_c090_a_retreat_can_win() {
    let mut t = field();
    for id in ["white-harbor", "moat-cailin", "flints-finger", "seagard", "the-reach"] {
        t.token(id, "stark");
    }
    t.units("stoney-sept", "stark", "F");
    attack(&mut t, "lannister", "KK", "stoney-sept");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "tywin-lannister"));
    assert!(!over(&t), "six areas");
    t.answer("stark", &[target("riverrun")]);
    assert_eq!((t.at("riverrun").as_str(), winner(&t)), ("f", Some("stark")));
}

#[rule("BOARD.C091", "BG.clean.defender-wins")]
#[test]
fn board_c091_defense_helps_again() {
    let mut t = field();
    stop_at_blade(&mut t, "stark");
    t.units("stoney-sept", "stark", "F").order("stoney-sept", "defense-plus-two").token("stoney-sept", "stark");
    // Another house comes a second time.
    t.units("searoad-marches", "tyrell", "F").order("searoad-marches", "march");
    attack(&mut t, "lannister", "F", "stoney-sept");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "cersei-lannister"));
    assert_eq!(t.strengths(), [1, 5]);
    t.answer("stark", &[Action::Pass]);
    assert_eq!((t.at("harrenhal").as_str(), t.order_at("harrenhal")), ("f", None));
    assert_eq!((t.order_at("stoney-sept"), t.token_at("stoney-sept")), (Some("defense-plus-two"), Some("stark")));
    march(&mut t, "tyrell", "searoad-marches", "F", "stoney-sept");
    cards(&mut t, ("stark", "catelyn-stark"), ("tyrell", "margaery-tyrell"));
    assert_eq!(t.strengths(), [2, 5], "and doubled by Catelyn");
}

#[rule("BOARD.C092", "BG.retreat.chooser", "BG.card.stark")]
#[test]
fn board_c092_robb_chooses_among_the_cheapest() {
    let board = || {
        let mut t = field();
        t.supply("lannister", 0)
            .units("blackwater", "lannister", "FK")
            .units("harrenhal", "lannister", "F")
            .token("searoad-marches", "stark");
        assault(&mut t, "stark", "the-reach", "KKKK", "blackwater");
        t
    };
    let mut t = board();
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "cersei-lannister"));
    assert_eq!(t.acting(), ["stark"]);
    assert_eq!(retreats(&t, "stark"), ["crackclaw-point", "stoney-sept"], "not where it costs a unit");
    t.answer("stark", &[target("crackclaw-point")]);
    assert_eq!((t.at("crackclaw-point").as_str(), t.owner("crackclaw-point")), ("fk", Some("lannister")));
    // With another card the loser chooses among the same.
    let mut t = board();
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "cersei-lannister"));
    assert_eq!(t.acting(), ["lannister"]);
    assert_eq!(retreats(&t, "lannister"), ["crackclaw-point", "stoney-sept"]);
}

#[rule("BG.retreat.chooser", "BG.diff.robb", "BG.faq.robb-defender")]
#[test]
fn robb_as_the_defender() {
    let mut t = duel("lannister", "F", "stark", "KK", "stoney-sept");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "cersei-lannister"));
    assert_eq!(t.at("harrenhal"), "f", "back where it came from");
    let mut t = field_by(Rulings::RECORDED);
    t.units("stoney-sept", "stark", "KK");
    attack(&mut t, "lannister", "F", "stoney-sept");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "cersei-lannister"));
    assert_eq!(t.acting(), ["stark"]);
    let areas = retreats(&t, "stark");
    assert!(areas.contains(&"harrenhal") && areas.contains(&"searoad-marches"), "{areas:?}");
}

#[rule("BG.retreat.chooser")]
#[test]
fn robb_chooses_nothing_when_he_loses() {
    let mut t = duel("stark", "F", "lannister", "KK", "stoney-sept");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "tywin-lannister"));
    assert_eq!(t.at("harrenhal"), "f");
    let mut t = duel("lannister", "KK", "stark", "F", "stoney-sept");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "tywin-lannister"));
    assert_eq!(t.acting(), ["stark"], "the loser himself");
    assert!(retreats(&t, "stark").contains(&"riverrun"));
}

#[rule("BG.retreat.home-shield")]
#[test]
fn an_empty_foreign_home_is_no_retreat() {
    let mut t = field();
    t.no_garrison("lannisport").units("stoney-sept", "stark", "F");
    attack(&mut t, "tyrell", "KK", "stoney-sept");
    cards(&mut t, ("stark", "catelyn-stark"), ("tyrell", "margaery-tyrell"));
    assert_eq!(retreats(&t, "stark"), ["blackwater", "riverrun", "searoad-marches"]);
    // One's own token there opens it.
    let mut t = field();
    t.no_garrison("lannisport").token("lannisport", "stark").units("stoney-sept", "stark", "F");
    attack(&mut t, "tyrell", "KK", "stoney-sept");
    cards(&mut t, ("stark", "catelyn-stark"), ("tyrell", "margaery-tyrell"));
    assert!(retreats(&t, "stark").contains(&"lannisport"));
}

#[rule("BG.retreat.no-order")]
#[test]
fn an_order_in_the_retreat_area_stays() {
    let mut t = field();
    t.units("riverrun", "stark", "F")
        .order("riverrun", "consolidate-power")
        .units("stoney-sept", "stark", "F")
        .order("stoney-sept", "raid");
    t.state.areas[area("stoney-sept").index()].order = Some(order("consolidate-power"));
    attack(&mut t, "lannister", "KK", "stoney-sept");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "the-hound"));
    t.answer("stark", &[target("riverrun")]);
    assert_eq!((t.at("riverrun").as_str(), t.order_at("riverrun")), ("Ff", Some("consolidate-power")));
    assert_eq!(t.order_at("stoney-sept"), None);
}

#[rule("BG.retreat.routed", "BG.act.cleanup", "BG.plan.routed")]
#[test]
fn routed_units_stand_up_in_clean_up() {
    let mut t = field();
    t.units("stoney-sept", "stark", "F").units("harrenhal", "lannister", "KK").order("harrenhal", "march").action();
    march(&mut t, "lannister", "harrenhal", "KK", "stoney-sept");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "the-hound"));
    t.answer("stark", &[target("riverrun")]);
    assert_eq!((t.at("riverrun").as_str(), t.state.round), ("F", 2));
    assert!(!t.state.blade_used, "and the blade is ready");
    t.state.ask = None;
    t.planning();
    assert!(t.may("stark", &[Action::Order { area: area("riverrun"), order: order("march") }]));
}
