//! The worked cases BOARD.C121 to C142 that need no expansion: the end of the game, and what the printed rules added.

use crate::play::*;
use board_game::Rulings;
use board_game::action::{Action, Question};
use board_game::data::Track;
use board_game::testing::*;
use table::Outcome;
use test_macros::rule;

/// Who has won.
fn won(t: &Table) -> Option<Vec<&'static str>> {
    match &t.state.outcome {
        Some(Outcome::Won { seats, .. }) => Some(seats.iter().map(|seat| t.state.player(*seat).house.id()).collect()),
        _ => None,
    }
}

/// Tokens of a house in these areas; garrisons and neutral forces there are gone.
fn tokens(t: &mut Table, house: &str, areas: &[&str]) {
    for at in areas {
        t.no_garrison(at).token(at, house);
    }
}

#[rule("BOARD.C121", "BG.win.instant", "BG.win.instant-timing")]
#[test]
fn board_c121_the_seventh_castle_ends_the_game_at_once() {
    for (castles, ended) in [(6, true), (5, false)] {
        let mut t = Table::empty(6);
        // Lannisport is the first.
        let others = ["riverrun", "seagard", "harrenhal", "moat-cailin", "flints-finger"];
        tokens(&mut t, "lannister", &others[..castles - 1]);
        t.round(4)
            .units("blackwater", "lannister", "F")
            .order("blackwater", "march")
            .units("karhold", "stark", "F")
            .order("karhold", "march");
        t.action();
        t.answer("lannister", &[go("blackwater"), to("F", "crackclaw-point"), done(), no_token()]);
        assert_eq!(won(&t), ended.then(|| vec!["lannister"]), "{castles} and one");
        assert_eq!(t.asked().is_none(), ended, "Stark's march is not resolved any more");
        assert_eq!(t.state.round, 4);
    }
}

#[rule("BOARD.C122", "BG.win.ties", "BG.win.ties-old", "BG.win.round10", "BG.diff.ties")]
#[test]
fn board_c122_a_tie_goes_to_the_most_land() {
    let end = |rulings: Rulings, round: u32| {
        let mut t = Table::empty_by(6, rulings);
        // Five castles each. Lannister: five strongholds, eight areas. Stark: one stronghold, nine areas.
        tokens(&mut t, "lannister", &["riverrun", "seagard", "kings-landing", "oldtown", "stoney-sept", "blackwater", "searoad-marches"]);
        tokens(&mut t, "stark", &["white-harbor", "moat-cailin", "flints-finger", "crackclaw-point"]);
        tokens(&mut t, "stark", &["karhold", "castle-black", "the-stony-shore", "widows-watch"]);
        t.track(Track::IronThrone, &["lannister", "stark", "baratheon", "martell", "greyjoy", "tyrell"]);
        t.supply("lannister", 6).supply("stark", 1).power("lannister", 12).round(round);
        t.action();
        won(&t)
    };
    assert_eq!(end(Rulings::FAQ_V2, 10), Some(vec!["stark"]));
    assert_eq!(end(Rulings { ties: board_game::rulings::Ties::Print, ..Rulings::FAQ_V2 }, 10), Some(vec!["lannister"]));
    assert_eq!(end(Rulings::FAQ_V2, 9), None, "not before the last round is over");
}

#[rule("BOARD.C123", "BG.win.instant-timing", "BG.control.home")]
#[test]
fn board_c123_a_home_that_reverts_may_be_the_seventh() {
    let mut t = Table::empty(6);
    t.no_garrison("dragonstone").units("dragonstone", "stark", "F");
    tokens(&mut t, "baratheon", &["storms-end", "kings-landing", "crackclaw-point", "harrenhal", "the-reach", "the-eyrie"]);
    t.threat(6).wildling_cards(&["mammoth-riders"]).wildlings();
    for house in t.acting() {
        t.answer(house, &[Action::Bid { power: 0 }]);
    }
    assert_eq!(won(&t), None);
    let stark = Action::House { seat: t.seat("stark") };
    t.answer("baratheon", &[stark]);
    t.auto();
    assert_eq!((t.at("dragonstone").as_str(), won(&t)), ("", Some(vec!["baratheon"])));
}

#[rule("BOARD.C131", "BG.march.transport-limits")]
#[test]
fn board_c131_a_routed_ship_transports() {
    let mut t = Table::empty(6);
    t.units("ironmans-bay", "greyjoy", "s").units("pyke", "greyjoy", "F").order("pyke", "march");
    resolve(&mut t);
    t.answer("greyjoy", &[go("pyke"), to("F", "seagard"), done()]);
    assert_eq!((t.at("seagard").as_str(), t.at("ironmans-bay").as_str()), ("F", "s"));
}

#[rule("BOARD.C132", "BG.retreat.home-shield")]
#[test]
fn board_c132_an_empty_enemy_home_is_no_retreat() {
    let beaten = |pyke_token: Option<&str>| {
        let mut t = Table::empty(6);
        t.units("flints-finger", "lannister", "F").units("ironmans-bay", "lannister", "S").no_garrison("pyke");
        if let Some(house) = pyke_token {
            t.token("pyke", house);
        }
        t.units("greywater-watch", "stark", "KK").order("greywater-watch", "march").supply("stark", 2);
        t.hand("stark", &["greatjon-umber"]).hand("lannister", &["the-hound"]);
        resolve(&mut t);
        let attack = to("K", "flints-finger");
        t.answer("stark", &[go("greywater-watch"), attack, attack, done(), no_token()]);
        cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "the-hound"));
        t
    };
    let areas = retreats(&beaten(None));
    // By the bay; Greywater Watch is where the attack came from.
    assert_eq!(areas, ["riverrun", "seagard"]);
    assert!(retreats(&beaten(Some("lannister"))).contains(&"pyke"), "with an own token it is friendly");
}

#[rule("BOARD.C134", "BG.wild.discard-bids", "BG.wild.skinchanger")]
#[test]
fn board_c134_the_highest_bid_comes_back() {
    let mut t = Table::empty(6);
    t.threat(6).wildling_cards(&["skinchanger-scout"]).wildlings();
    for (house, power) in [("baratheon", 1), ("lannister", 0), ("stark", 5), ("martell", 0), ("greyjoy", 2), ("tyrell", 0)] {
        t.answer(house, &[Action::Bid { power }]);
    }
    t.auto();
    assert_eq!((t.power_of("stark"), t.power_of("greyjoy"), t.power_of("baratheon"), t.power_of("tyrell")), (5, 3, 4, 5));
    assert_eq!(t.state.players.iter().map(|player| player.committed).sum::<u8>(), 0);
    assert_eq!(t.state.threat, 0);
}

/// Lannister attacks Greyjoy's Riverrun; Stark has Support in Seagard and in Harrenhal.
fn two_supports(rulings: Rulings) -> Table {
    let mut t = Table::empty_by(6, rulings);
    t.units("lannisport", "lannister", "F").order("lannisport", "march").units("riverrun", "greyjoy", "F");
    t.units("seagard", "stark", "K").order("seagard", "support").units("harrenhal", "stark", "F").order("harrenhal", "support");
    resolve(&mut t);
    t.answer("lannister", &[go("lannisport"), to("F", "riverrun"), done()]);
    t
}

/// The last sentence of the case (one order to each side is refused by default) differs from the table of rulings, where `faq-v2`
/// allows it: the table stands, and the refusal is what the option `support_both: false` does. See README.md here.
#[rule("BOARD.C135", "BG.support.no-split", "BG.diff.support-both")]
#[test]
fn board_c135_one_support_is_granted_and_the_other_withheld() {
    let mut t = two_supports(Rulings::FAQ_V2);
    t.answer("stark", &[support(&t, "harrenhal", None), support(&t, "seagard", Some("greyjoy"))]);
    assert_eq!(t.strengths(), [1, 1 + 2]);
    let t = two_supports(Rulings { support_both: false, ..Rulings::FAQ_V2 });
    assert!(!t.may("stark", &[support(&t, "harrenhal", Some("lannister")), support(&t, "seagard", Some("greyjoy"))]));
    assert!(t.may("stark", &[support(&t, "harrenhal", None), support(&t, "seagard", Some("greyjoy"))]));
}

#[rule("BOARD.C136", "BG.inf.moves", "BG.plan.stars")]
#[test]
fn board_c136_special_orders_stay_when_their_owner_falls_on_the_court() {
    let mut t = Table::empty(6);
    t.units("highgarden", "tyrell", "F")
        .order("highgarden", "march-plus-one")
        .units("the-reach", "tyrell", "F")
        .order("the-reach", "defense-plus-two");
    t.units("oldtown", "tyrell", "F").order("oldtown", "special-consolidate-power").units("princes-pass", "martell", "F");
    t.order("princes-pass", "support").units("dornish-marches", "martell", "F").order("dornish-marches", "march");
    t.track(Track::KingsCourt, &["tyrell", "stark", "martell", "baratheon", "lannister", "greyjoy"]);
    t.hand("martell", &["doran-martell", "darkstar"]).hand("tyrell", &["margaery-tyrell", "alester-florent"]);
    t.westeros_cards(0, &["last-days-of-summer"]).westeros_cards(1, &["last-days-of-summer"]).westeros_cards(2, &["sea-of-storms"]);
    t.action();
    t.answer("martell", &[go("dornish-marches"), to("F", "the-reach"), done(), no_token()]);
    t.answer("martell", &[play("doran-martell")]);
    t.answer("tyrell", &[play("margaery-tyrell")]);
    t.answer("martell", &[Action::Track { track: Track::KingsCourt }]);
    assert_eq!(t.on_track(Track::KingsCourt), ["stark", "martell", "baratheon", "lannister", "greyjoy", "tyrell"]);
    for (at, id) in [("highgarden", "march-plus-one"), ("the-reach", "defense-plus-two"), ("oldtown", "special-consolidate-power")] {
        assert_eq!(t.order_at(at), Some(id));
    }
    // They work: the March is resolved, and the Consolidate Power may muster.
    t.answer("tyrell", &[go("highgarden"), done()]);
    assert_eq!(t.asked(), Some((Question::Consolidate, vec!["tyrell"])));
    assert!(t.may("tyrell", &[go("oldtown"), Action::MusterInstead]));
    t.answer("tyrell", &[go("oldtown"), Action::TakePower]);
    // The next planning goes by the new place.
    assert_eq!(question(&t), Question::Orders);
    let starred =
        t.options("tyrell", &[]).iter().any(|action| matches!(action, Action::Order { order, .. } if t.rules.board.order(*order).star));
    assert!(!starred);
}

#[rule("BOARD.C137", "BG.support.refuse", "BG.support.self", "BG.support.card-text", "BG.faq.supported")]
#[test]
fn board_c137_who_declines_all_support_is_not_supported() {
    for (own, refused, swords) in [(false, true, 2), (false, false, 0), (true, true, 0)] {
        let mut t = Table::empty(6);
        t.units("seagard", "greyjoy", "F").order("seagard", "march").units("riverrun", "lannister", "F");
        t.units("ironmans-bay", "greyjoy", "S")
            .order("ironmans-bay", "support")
            .units("harrenhal", "stark", "F")
            .order("harrenhal", "support");
        resolve(&mut t);
        t.answer("greyjoy", &[go("seagard"), to("F", "riverrun"), done(), no_token()]);
        t.answer("stark", &[support(&t, "harrenhal", Some("greyjoy"))]);
        t.answer("greyjoy", &[support(&t, "ironmans-bay", own.then_some("greyjoy"))]);
        assert_eq!(t.asked(), Some((Question::Refuse, vec!["greyjoy"])));
        let picks: Vec<Action> = refused.then_some(Action::Refuse { area: area("harrenhal") }).into_iter().chain([done()]).collect();
        t.answer("greyjoy", &picks);
        t.answer("greyjoy", &[play("asha-greyjoy")]);
        t.answer("lannister", &[play("cersei-lannister")]);
        assert_eq!(question(&t), Question::Blade);
        assert_eq!(t.state.strength(&t.rules, 0).swords, swords, "own {own}, refused {refused}");
    }
}

#[rule("BOARD.C138", "BG.raid.target", "BG.raid.reach-land")]
#[test]
fn board_c138_a_special_raid_goes_from_sea_to_land_and_not_back() {
    let mut t = Table::empty(6);
    t.units("shipbreaker-bay", "tyrell", "S").order("shipbreaker-bay", "special-raid");
    t.units("storms-end", "baratheon", "F").order("storms-end", "defense-plus-one");
    resolve(&mut t);
    t.answer("tyrell", &[go("shipbreaker-bay"), target("storms-end")]);
    assert_eq!(t.order_at("storms-end"), None);
    let mut t = Table::empty(6);
    t.units("storms-end", "tyrell", "F").order("storms-end", "special-raid");
    t.units("shipbreaker-bay", "baratheon", "S").order("shipbreaker-bay", "defense-plus-one");
    resolve(&mut t);
    assert_eq!(t.options("tyrell", &[go("storms-end")]), [Action::NoTarget]);
}

#[rule("BOARD.C139", "BG.inf.bid-ties", "BG.inf.bid-order")]
#[test]
fn board_c139_bids_of_nothing_are_ordered_freely() {
    let mut t = Table::empty(6);
    second_deck(&mut t, "clash-of-kings").threat(0);
    t.westeros();
    assert_eq!(t.asked().map(|(question, houses)| (question, houses.len())), Some((Question::BidTrack { track: Track::IronThrone }, 6)));
    for house in t.acting() {
        t.answer(house, &[Action::Bid { power: 0 }]);
    }
    assert_eq!(t.asked(), Some((Question::Ties { track: Track::IronThrone }, vec!["baratheon"])));
    assert_eq!(t.options("baratheon", &[]).len(), 6, "anybody may be first");
    let order = ["tyrell", "baratheon", "greyjoy", "stark", "lannister", "martell"];
    let picks: Vec<Action> = order[..5].iter().map(|house| Action::House { seat: t.seat(house) }).collect();
    t.answer("baratheon", &picks);
    assert_eq!(t.on_track(Track::IronThrone), order);
    assert_eq!(question(&t), Question::BidTrack { track: Track::Fiefdoms }, "the next bid comes after it");
    for house in t.acting() {
        t.answer(house, &[Action::Bid { power: 0 }]);
    }
    assert_eq!(t.acting(), ["tyrell"], "the new holder");
}

#[rule("BOARD.C140", "BG.march.islands")]
#[test]
fn board_c140_an_island_is_left_by_sea_alone() {
    for (ship, legal) in [(None, false), (Some("baratheon"), true), (Some("tyrell"), false)] {
        let mut t = Table::empty(6);
        t.units("dragonstone", "baratheon", "F").order("dragonstone", "march").units("port-of-dragonstone", "baratheon", "S");
        if let Some(house) = ship {
            t.units("shipbreaker-bay", house, "S");
        }
        resolve(&mut t);
        assert_eq!(t.may("baratheon", &[go("dragonstone"), to("F", "kingswood"), done()]), legal, "{ship:?}");
    }
}

#[rule("BOARD.C141", "BG.retreat.siege", "BG.retreat.attacker")]
#[test]
fn board_c141_a_beaten_siege_engine_is_destroyed_though_it_attacked() {
    let mut t = Table::empty(6);
    t.units("the-reach", "tyrell", "FE").order("the-reach", "march").no_garrison("kings-landing").units(
        "kings-landing",
        "baratheon",
        "KKF",
    );
    t.supply("baratheon", 2).hand("tyrell", &["margaery-tyrell"]).hand("baratheon", &["stannis-baratheon"]);
    resolve(&mut t);
    t.answer("tyrell", &[go("the-reach"), to("F", "kings-landing"), to("E", "kings-landing"), done(), no_token()]);
    assert_eq!(t.strengths(), [5, 5]);
    cards(&mut t, ("tyrell", "margaery-tyrell"), ("baratheon", "stannis-baratheon"));
    assert_eq!((t.at("the-reach").as_str(), t.at("kings-landing").as_str()), ("f", "FKK"));
}

#[rule("BOARD.C142", "BG.setup.units.lannister", "BG.diff.lannister-port")]
#[test]
fn board_c142_the_ship_in_the_port_of_lannisport() {
    for players in 3..=6 {
        assert_eq!(Table::new(players, Rulings::FAQ_V2).at("port-of-lannisport"), "S", "{players}");
        assert_eq!(Table::new(players, Rulings::RECORDED).at("port-of-lannisport"), if players > 3 { "S" } else { "" }, "{players}");
    }
}
