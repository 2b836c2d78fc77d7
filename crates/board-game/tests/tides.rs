//! Tides of Battle (worked cases BOARD.C093 to C096).

use crate::battle::*;

/// The card of the deck with this id.
fn tide(t: &Table, id: &str) -> Option<u8> {
    Some(t.rules.board.tides.iter().position(|card| card.id == id).unwrap_or_else(|| panic!("no card {id}")) as u8)
}

/// A combat up to the question whether the blade, which the attacker holds, draws another card. The drawn cards are these.
fn drawn(attacker: (&str, &str, &str), defender: (&str, &str, &str), into: &str, tides: [&str; 2]) -> Table {
    let mut t = field();
    t.state.tides = true;
    stop_at_blade(&mut t, attacker.0);
    t.units(into, defender.0, defender.1);
    attack(&mut t, attacker.0, attacker.1, into);
    cards(&mut t, (attacker.0, attacker.2), (defender.0, defender.2));
    lay(&mut t, tides);
    t
}

fn lay(t: &mut Table, tides: [&str; 2]) {
    assert!(asks(t, |q| *q == Question::TidesAgain), "{:?}", t.asked());
    let tides = tides.map(|id| tide(t, id));
    t.state.combat.as_mut().expect("a combat").tides = tides;
}

/// The same, and the blade is not used.
fn fought(attacker: (&str, &str, &str), defender: (&str, &str, &str), into: &str, tides: [&str; 2]) -> Table {
    let mut t = drawn(attacker, defender, into, tides);
    t.answer(attacker.0, &[Action::Pass]).answer(attacker.0, &[Action::Pass]);
    t
}

#[rule("BG.tides.deck", "BG.tides.shuffle")]
#[test]
fn twenty_four_cards() {
    let t = Table::new(6, Rulings::FAQ_V2);
    let copies = |id: &str| t.rules.board.tides[usize::from(tide(&t, id).expect("a card"))].copies;
    assert_eq!(["zero", "two", "three", "sword", "fortification", "skull"].map(copies), [8, 4, 2, 4, 4, 2]);
    assert!(!t.state.tides, "only where the table wants it");
}

#[rule("BG.tides.use", "BG.tides.steps")]
#[test]
fn without_tides_nothing_is_drawn() {
    let mut t = field();
    stop_at_blade(&mut t, "stark");
    t.units("stoney-sept", "lannister", "F");
    attack(&mut t, "stark", "F", "stoney-sept");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
    assert!(asks(&t, |q| *q == Question::Blade));
    assert_eq!(t.state.combat.as_ref().expect("a combat").tides, [None; 2]);
}

#[rule("BG.tides.value", "BG.tides.steps")]
#[test]
fn strength_and_icons_count_as_printed_on_the_house_card() {
    let mut t = drawn(("stark", "F", "greatjon-umber"), ("lannister", "F", "the-hound"), "stoney-sept", ["sword", "fortification"]);
    assert_eq!(t.strengths(), [3, 3], "not before they are revealed");
    t.answer("stark", &[Action::Pass]);
    assert!(asks(&t, |q| *q == Question::Blade), "the blade may still add one");
    assert_eq!(t.strengths(), [4, 4]);
    assert_eq!((parts(&t)[0].swords, parts(&t)[1].fortifications), (2, 3));
    for (card, strength) in [("zero", 0), ("two", 2), ("three", 3), ("skull", 0)] {
        let mut t = drawn(("stark", "F", "greatjon-umber"), ("lannister", "F", "the-hound"), "stoney-sept", [card, "zero"]);
        t.answer("stark", &[Action::Pass]);
        assert_eq!(t.strengths(), [3 + strength, 3], "{card}");
    }
}

#[rule("BG.tides.value")]
#[test]
fn the_card_counts_without_a_house_card_too() {
    let mut t = field();
    t.state.tides = true;
    stop_at_blade(&mut t, "lannister");
    t.hand("stark", &["greatjon-umber"]).units("stoney-sept", "stark", "F");
    attack(&mut t, "lannister", "F", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "tyrion-lannister"));
    t.answer("lannister", &[Action::Accept]);
    lay(&mut t, ["zero", "sword"]);
    t.answer("lannister", &[Action::Pass]);
    assert_eq!((t.strengths(), parts(&t)[1].swords), ([2, 2], 1));
}

#[rule("BOARD.C093", "BG.tides.skull", "BG.cas.skull")]
#[test]
fn board_c093_the_losers_skull_costs_the_winner_a_unit() {
    let mut t = fought(("stark", "F", "roose-bolton"), ("lannister", "FKf", "the-hound"), "stoney-sept", ["skull", "fortification"]);
    assert_eq!(t.acting(), ["lannister"], "he has won, with three fortifications");
    assert_eq!(offered(&t, "lannister"), [lose("F", "stoney-sept"), lose("K", "stoney-sept")], "his choice, no routed one");
    t.answer("lannister", &[lose("F", "stoney-sept")]);
    assert_eq!((t.at("stoney-sept").as_str(), t.at("harrenhal").as_str()), ("Kf", "f"));
}

#[rule("BG.tides.skull", "BG.cas.siege-first")]
#[test]
fn a_winner_may_name_his_siege_engine_for_a_skull() {
    let mut t = fought(("stark", "FE", "roose-bolton"), ("lannister", "F", "cersei-lannister"), "riverrun", ["zero", "skull"]);
    assert_eq!(offered(&t, "stark"), [lose("F", "harrenhal"), lose("E", "harrenhal")]);
    t.answer("stark", &[lose("E", "harrenhal")]);
    t.answer("lannister", &[target("stoney-sept")]);
    assert_eq!(t.at("riverrun"), "F");
}

#[rule("BG.tides.skull", "BG.tides.steps")]
#[test]
fn a_skull_comes_after_the_swords_and_does_not_end_at_fortifications() {
    // One sword and a skull of the winner against two fortifications: one Footman dies.
    let mut t = fought(("stark", "KKKK", "greatjon-umber"), ("lannister", "FFF", "the-hound"), "stoney-sept", ["skull", "zero"]);
    assert_eq!(t.at("stoney-sept"), "FF");
    t.answer("lannister", &[target("blackwater")]);
    assert_eq!(t.at("blackwater"), "ff");
    // Two swords and a skull: three.
    let t = fought(("tyrell", "KKKK", "ser-garlan-tyrell"), ("lannister", "FFF", "cersei-lannister"), "stoney-sept", ["skull", "zero"]);
    assert_eq!(units_left(&t, "lannister"), 0);
}

#[rule("BG.card.stark", "BG.tides.skull")]
#[test]
fn the_blackfish_is_safe_from_skulls() {
    for (card, left) in [("the-blackfish", "FK"), ("ser-rodrick-cassel", "K")] {
        let mut t = field();
        t.state.tides = true;
        stop_at_blade(&mut t, "lannister");
        t.units("stoney-sept", "stark", "FK").order("stoney-sept", "defense-plus-two");
        attack(&mut t, "lannister", "F", "stoney-sept");
        cards(&mut t, ("stark", card), ("lannister", "cersei-lannister"));
        lay(&mut t, ["skull", "zero"]);
        t.answer("lannister", &[Action::Pass]).answer("lannister", &[Action::Pass]);
        if left == "K" {
            t.answer("stark", &[lose("F", "stoney-sept")]);
        }
        assert_eq!(t.at("stoney-sept"), left);
        assert_eq!(t.at("harrenhal"), "f");
    }
}

#[rule("BOARD.C094", "BG.tides.steps", "BG.inf.used-side")]
#[test]
fn board_c094_the_blade_redraws_or_adds_one() {
    let mut t = drawn(("stark", "F", "greatjon-umber"), ("lannister", "FF", "the-hound"), "stoney-sept", ["zero", "zero"]);
    assert_eq!(t.acting(), ["stark"]);
    let before = t.events.len();
    // Stark would lose 3 to 4; he draws another.
    t.answer("stark", &[Action::Accept]);
    assert!(t.state.blade_used);
    let drawn_now: Vec<_> = t.events[before..].iter().filter(|event| event.text.starts_with("Your Tides")).collect();
    assert_eq!(drawn_now.len(), 1);
    assert_eq!(drawn_now[0].only, Some(1 << t.seat("stark").0), "his own eyes only");
    assert!(!t.events[before..].iter().any(|event| event.text.contains("uses the Valyrian Steel Blade.")), "no +1");
    assert!(!asks(&t, |q| *q == Question::Blade), "{:?}", t.asked());
    // Not used, it adds one.
    let mut t = drawn(("stark", "F", "greatjon-umber"), ("lannister", "F", "the-hound"), "stoney-sept", ["zero", "zero"]);
    t.answer("stark", &[Action::Pass]).answer("stark", &[Action::Accept]);
    assert!(t.told("4 to 3"));
}

#[rule("BG.tides.steps")]
#[test]
fn a_redraw_brings_none_of_the_cards_that_are_out() {
    let t = drawn(("stark", "F", "greatjon-umber"), ("lannister", "KKKK", "the-hound"), "stoney-sept", ["three", "three"]);
    let mut texts = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let mut t = Table { rules: t.rules.clone(), state: t.state.clone(), events: Vec::new() };
        t.state.chance_mut().expect("chance").rekey(seed);
        t.answer("stark", &[Action::Accept]);
        texts.extend(t.events.iter().filter(|event| event.text.starts_with("Your Tides")).map(|event| event.text.clone()));
    }
    assert_eq!(texts.len(), 5, "every other kind: {texts:?}");
    assert!(!texts.iter().any(|text| text.contains("three")));
}

#[rule("BG.tides.steps")]
#[test]
fn who_does_not_hold_the_blade_or_has_used_it_draws_once() {
    for used in [false, true] {
        let mut t = field();
        t.state.tides = true;
        stop_at_blade(&mut t, if used { "stark" } else { "greyjoy" });
        t.state.blade_used = used;
        t.units("stoney-sept", "lannister", "F");
        attack(&mut t, "stark", "F", "stoney-sept");
        cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
        assert!(!asks(&t, |q| matches!(q, Question::TidesAgain | Question::Blade)));
        assert!(t.told("Tides of Battle: "), "both cards are revealed");
    }
}

#[rule("BOARD.C095", "BG.tides.skull", "BG.garrison.alone")]
#[test]
fn board_c095_a_lone_garrison_is_immune() {
    for (attackers, garrison) in [("F", 2), ("KKKK", 0)] {
        let mut t = field();
        t.state.tides = true;
        stop_at_blade(&mut t, "stark");
        assault(&mut t, "stark", "stoney-sept", attackers, "lannisport");
        cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
        lay(&mut t, ["skull", "zero"]);
        t.answer("stark", &[Action::Pass]).answer("stark", &[Action::Pass]);
        // The skull does nothing; who loses, loses his garrison.
        assert_eq!(t.state.areas[area("lannisport").index()].force, garrison);
        assert_eq!(t.owner("lannisport"), (garrison == 0).then_some("stark"));
    }
}

#[rule("BG.tides.shuffle", "BG.faq.tides-reshuffle")]
#[test]
fn all_cards_are_shuffled_before_every_combat() {
    let mut t = field();
    t.state.tides = true;
    stop_at_blade(&mut t, "stark");
    t.units("stoney-sept", "lannister", "KKKK");
    t.units("redwyne-straights", "stark", "S").no_garrison("highgarden").units("highgarden", "tyrell", "F");
    attack(&mut t, "stark", "F", "stoney-sept");
    let start = t.state.clone();
    let mut repeated = 0;
    for seed in 0..1500 {
        t.state = start.clone();
        t.state.chance_mut().expect("chance").rekey(seed);
        let mut drawn = Vec::new();
        cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
        drawn.extend(t.state.combat.as_ref().expect("a combat").tides);
        lay(&mut t, ["zero", "zero"]);
        t.answer("stark", &[Action::Pass]).answer("stark", &[Action::Pass]);
        march(&mut t, "stark", "the-arbor", "F", "highgarden");
        cards(&mut t, ("stark", "robb-stark"), ("tyrell", "margaery-tyrell"));
        drawn.extend(t.state.combat.as_ref().expect("a combat").tides);
        for id in ["skull", "three"] {
            let n = drawn.iter().filter(|card| **card == tide(&t, id)).count();
            repeated += usize::from(n > 2);
        }
    }
    assert!(repeated > 0, "a deck that is used up never shows three of the two");
}

#[rule("BOARD.C096", "BG.clean.attacker-all-dead")]
#[test]
fn board_c096_nobody_is_left_to_enter() {
    let mut t = fought(("tyrell", "K", "ser-loras-tyrell"), ("stark", "F", "catelyn-stark"), "stoney-sept", ["zero", "skull"]);
    t.answer("stark", &[target("riverrun")]);
    assert_eq!((t.at("stoney-sept").as_str(), t.controller("stoney-sept")), ("", None));
    assert_eq!(t.order_at("stoney-sept"), None, "no March order for nobody");
    assert_eq!((t.at("riverrun").as_str(), t.at("harrenhal").as_str()), ("f", ""));
    // A home goes back to its house, its garrison being gone.
    let mut t = field();
    t.state.tides = true;
    stop_at_blade(&mut t, "tyrell");
    t.units("lannisport", "lannister", "F");
    assault(&mut t, "tyrell", "stoney-sept", "KK", "lannisport");
    cards(&mut t, ("tyrell", "ser-garlan-tyrell"), ("lannister", "cersei-lannister"));
    t.state.combat.as_mut().expect("a combat").force = [0, 1, 0, 0];
    lay(&mut t, ["three", "skull"]);
    t.answer("tyrell", &[Action::Pass]).answer("tyrell", &[Action::Pass]);
    assert_eq!((t.at("lannisport").as_str(), t.controller("lannisport")), ("", Some("lannister")));
    assert_eq!(t.state.areas[area("lannisport").index()].force, 0);
}

#[rule("BG.tides.neutral", "BG.neutral.fight", "BG.combat.blade")]
#[test]
fn neither_tides_nor_blade_against_a_neutral_force() {
    let mut t = field();
    t.state.tides = true;
    stop_at_blade(&mut t, "lannister");
    t.units("blackwater", "lannister", "KKK").order("blackwater", "march");
    hold(&mut t, "lannister");
    t.action();
    march(&mut t, "lannister", "blackwater", "KKK", "kings-landing");
    assert_eq!(t.at("kings-landing"), "KKK");
    assert!(!t.told("Tides"));
    assert!(!t.state.blade_used);
}
