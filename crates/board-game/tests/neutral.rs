//! Neutral forces, and what a house may hold by its supply when units come back.

use crate::play::*;
use board_game::Rulings;
use board_game::action::{Action, Question};
use board_game::testing::*;
use test_macros::rule;

/// Tyrell marches from Yronwood on Sunspear, which a neutral force of 5 holds (five players). Others may support.
fn on_sunspear(rulings: Rulings, letters: &str, order: &str, more: &[(&str, &str, &str, &str)]) -> Table {
    let mut t = Table::empty_by(5, rulings);
    t.no_garrison("yronwood").no_garrison("salt-shore");
    t.units("yronwood", "tyrell", letters).order("yronwood", order).supply("tyrell", 6);
    for (at, house, letters, order) in more {
        t.units(at, house, letters).order(at, order);
    }
    resolve(&mut t);
    t
}

fn all(t: &Table, letters: &str) -> bool {
    let mut picks = vec![go("yronwood")];
    picks.extend(letters.chars().map(|letter| to(&letter.to_string(), "sunspear")));
    picks.push(done());
    t.may("tyrell", &picks)
}

#[rule("BG.neutral.fight", "BG.neutral.support")]
#[test]
fn an_attack_needs_the_strength_that_can_come_together() {
    let faq = Rulings::FAQ_V2;
    for (letters, order, more, legal) in [
        ("FK", "march-plus-one", &[][..], false),
        ("FKK", "march", &[], true),
        ("FKK", "march-minus-one", &[], false),
        ("KK", "march-plus-one", &[], true),
        ("FE", "march", &[], true),
        ("FK", "march-plus-one", &[("salt-shore", "tyrell", "F", "support")], true),
        ("FK", "march-plus-one", &[("salt-shore", "lannister", "F", "support")], true),
        ("FK", "march-plus-one", &[("east-summer-sea", "baratheon", "S", "support")], true),
        ("FK", "march", &[("salt-shore", "lannister", "F", "support-plus-one")], true),
        ("FK", "march-plus-one", &[("salt-shore", "lannister", "f", "support")], false),
        ("FK", "march-plus-one", &[("salt-shore", "lannister", "F", "defense-plus-one")], false),
        ("F", "march", &[("salt-shore", "lannister", "E", "support")], true),
    ] {
        assert_eq!(all(&on_sunspear(faq, letters, order, more), letters), legal, "{letters} {order} {more:?}");
    }
    // The road is not offered where the rest of the march cannot make it enough; the other units may do as they like.
    let t = on_sunspear(faq, "FK", "march", &[]);
    assert!(!t.may("tyrell", &[go("yronwood"), to("F", "sunspear")]));
    assert!(t.may("tyrell", &[go("yronwood"), to("F", "salt-shore"), done()]));
}

#[rule("BG.neutral.result", "BG.neutral.fight", "BG.combat.blade", "BG.tides.neutral")]
#[test]
fn a_beaten_force_is_gone_and_nobody_is_lost() {
    let mut t = on_sunspear(Rulings::FAQ_V2, "EF", "march", &[("the-boneway", "tyrell", "F", "raid")]);
    t.state.tides = true;
    while let Some((Question::Raid, houses)) = t.asked() {
        t.answer(houses[0], &[go("the-boneway"), Action::NoTarget]);
    }
    t.answer("tyrell", &[go("yronwood"), to("F", "sunspear"), to("E", "sunspear"), done(), leave_token()]);
    assert_eq!(t.asked(), None, "no cards, no blade");
    assert_eq!((t.at("sunspear").as_str(), t.controller("sunspear")), ("FE", Some("tyrell")));
    assert_eq!((t.state.area(area("sunspear")).force, t.token_at("yronwood"), t.order_at("yronwood")), (0, Some("tyrell"), None));
    assert_eq!(t.state.battles, 0);
}

#[rule("BG.neutral.result", "BG.march.one-attack")]
#[test]
fn it_is_the_one_attack_of_the_march() {
    let t = on_sunspear(Rulings::FAQ_V2, "FKKK", "march", &[("starfall", "lannister", "F", "defense-plus-one")]);
    assert!(all(&t, "FKK"));
    assert!(!t.may("tyrell", &[go("yronwood"), to("F", "starfall"), to("K", "sunspear")]));
    assert!(!t.may("tyrell", &[go("yronwood"), to("K", "sunspear"), to("K", "sunspear"), to("K", "princes-pass")]), "3 holds it");
}

/// Tyrell's Footman and Knight with +1 (4) march on Sunspear (5); Lannister has a Support of 1 in Salt Shore.
fn with_lannister() -> Table {
    let mut t = on_sunspear(Rulings::FAQ_V2, "FK", "march-plus-one", &[("salt-shore", "lannister", "F", "support")]);
    t.answer("tyrell", &[go("yronwood"), to("F", "sunspear"), to("K", "sunspear"), done(), no_token()]);
    assert_eq!(t.asked(), Some((Question::Support, vec!["lannister"])));
    t
}

#[rule("BG.neutral.support", "BG.support.who")]
#[test]
fn another_house_may_support_the_attack_or_not_but_never_the_force() {
    let mut t = with_lannister();
    let (yes, no) = (support(&t, "salt-shore", Some("tyrell")), support(&t, "salt-shore", None));
    assert_eq!(t.options("lannister", &[]), [yes, no]);
    t.answer("lannister", &[yes]);
    assert_eq!((t.at("sunspear").as_str(), t.owner("sunspear"), t.at("yronwood").as_str()), ("FK", Some("tyrell"), ""));
    assert_eq!(t.order_at("salt-shore"), Some("support"));

    let mut t = with_lannister();
    t.answer("lannister", &[no]);
    assert_eq!((t.at("yronwood").as_str(), t.at("sunspear").as_str()), ("FK", ""), "they stay, standing");
    assert_eq!((t.state.area(area("sunspear")).force, t.order_at("yronwood")), (5, None), "the order is used up");
}

#[rule("BG.diff.neutral-support", "BG.neutral.support")]
#[test]
fn as_the_reference_games_are_played_own_support_alone_counts() {
    let others = [("salt-shore", "lannister", "K", "support")];
    assert!(!all(&on_sunspear(Rulings::RECORDED, "FK", "march-plus-one", &others), "FK"));
    let own = [("salt-shore", "tyrell", "F", "support"), ("east-summer-sea", "lannister", "S", "support")];
    let mut t = on_sunspear(Rulings::RECORDED, "FK", "march-plus-one", &own);
    t.answer("tyrell", &[go("yronwood"), to("F", "sunspear"), to("K", "sunspear"), done(), no_token()]);
    assert_eq!((t.owner("sunspear"), t.asked()), (Some("tyrell"), None), "automatic, nobody else is asked");
}

#[rule("BG.ports.orphan", "BG.neutral.fight")]
#[test]
fn who_is_refused_has_not_left_his_port() {
    for granted in [true, false] {
        let mut t = Table::empty(6);
        t.units("crackclaw-point", "baratheon", "KK").order("crackclaw-point", "defense-plus-one").supply("baratheon", 6);
        t.no_garrison("storms-end").units("storms-end", "baratheon", "KK").order("storms-end", "march");
        t.units("kingswood", "stark", "F").order("kingswood", "support");
        t.units("port-of-storms-end", "baratheon", "S").units("shipbreaker-bay", "baratheon", "S").units(
            "blackwater-bay",
            "baratheon",
            "S",
        );
        resolve(&mut t);
        let attack = to("K", "kings-landing");
        t.answer("baratheon", &[go("storms-end"), attack, attack, done(), no_token()]);
        assert_eq!(t.acting(), ["stark"]);
        t.answer("stark", &[support(&t, "kingswood", granted.then_some("baratheon"))]);
        assert_eq!(t.owner("kings-landing"), granted.then_some("baratheon"));
        let (knights, ships) = if granted { ("", "") } else { ("KK", "S") };
        assert_eq!((t.at("storms-end").as_str(), t.at("port-of-storms-end").as_str()), (knights, ships));
    }
}

#[rule("BG.neutral.closed", "BG.setup.neutral.3p")]
#[test]
fn closed_areas_are_closed_to_everybody() {
    let mut t = Table::empty(3);
    t.units("kingswood", "baratheon", "KKKK").supply("baratheon", 6).order("kingswood", "march-plus-one");
    t.units("shipbreaker-bay", "baratheon", "S").units("east-summer-sea", "baratheon", "S");
    resolve(&mut t);
    for at in ["storms-end", "the-boneway", "salt-shore", "sunspear", "starfall"] {
        assert!(!t.may("baratheon", &[go("kingswood"), to("K", at)]), "{at}");
    }
    assert!(t.may("baratheon", &[go("kingswood"), to("K", "the-reach"), done()]));
}

#[rule("BG.supply.always", "BG.retreat.attacker", "BG.retreat.supply")]
#[test]
fn a_beaten_attacker_goes_back_and_the_house_reconciles_by_its_choice() {
    // Supply 1 (3,2). Of three in Harrenhal one makes an army in Stoney Sept, one attacks, one stays.
    for (blackwater, over) in [("FF", true), ("F", false)] {
        let mut t = Table::empty(6);
        t.units("harrenhal", "lannister", "FFF").order("harrenhal", "march").supply("lannister", 1);
        t.units("blackwater", "lannister", blackwater).units("stoney-sept", "lannister", "F");
        t.units("riverrun", "greyjoy", "KK").hand("lannister", &["the-hound"]).hand("greyjoy", &["theon-greyjoy"]);
        resolve(&mut t);
        t.answer("lannister", &[go("harrenhal"), to("F", "riverrun"), to("F", "stoney-sept"), done()]);
        cards(&mut t, ("lannister", "the-hound"), ("greyjoy", "theon-greyjoy"));
        assert_eq!(t.at("harrenhal"), "Ff", "with {blackwater} in Blackwater");
        let reconciling = t.asked() == Some((Question::Reconcile, vec!["lannister"]));
        assert_eq!(reconciling, over, "with {blackwater} in Blackwater");
        if over {
            // Standing, routed, or elsewhere (BG.supply.routed).
            assert!(t.may("lannister", &[lose("F", "blackwater")]) && t.may("lannister", &[lose("F", "harrenhal")]));
            t.answer("lannister", &[lose("f", "harrenhal")]);
            assert_eq!((t.at("harrenhal").as_str(), t.at("blackwater").as_str()), ("F", "FF"));
        }
    }
}

#[rule("BG.supply.always", "BG.neutral.fight", "BG.supply.reconcile")]
#[test]
fn units_that_support_left_in_the_lurch_still_fit_the_supply() {
    // Supply 1 (3,2): of three in Yronwood one makes an army in The Boneway, one stays, the Knight waits for support in vain.
    let mut t = on_sunspear(Rulings::FAQ_V2, "FFK", "march-plus-one", &[("salt-shore", "lannister", "K", "support")]);
    t.supply("tyrell", 1).units("highgarden", "tyrell", "FF").no_garrison("the-boneway").units("the-boneway", "tyrell", "F");
    t.answer("tyrell", &[go("yronwood"), to("F", "the-boneway"), to("K", "sunspear"), done()]);
    t.answer("lannister", &[support(&t, "salt-shore", None)]);
    assert_eq!(t.asked(), Some((Question::Reconcile, vec!["tyrell"])));
    t.answer("tyrell", &[lose("F", "yronwood")]);
    assert_eq!((t.at("yronwood").as_str(), t.at("the-boneway").as_str()), ("K", "FF"));
    assert_eq!(t.state.area(area("sunspear")).force, 5);
}

#[rule("BG.supply.always", "BG.card.arianne", "BG.supply.reconcile")]
#[test]
fn attackers_who_may_not_enter_still_fit_the_supply() {
    // Supply 1 (3,2): of three in Harrenhal one makes an army in Stoney Sept, one stays, the Knight wins but comes back.
    let mut t = Table::empty(6);
    t.units("harrenhal", "lannister", "FFK").order("harrenhal", "march").supply("lannister", 1);
    t.units("blackwater", "lannister", "FF").units("stoney-sept", "lannister", "F").units("riverrun", "martell", "F");
    t.hand("lannister", &["the-hound"]).hand("martell", &["arianne-martell"]);
    resolve(&mut t);
    t.answer("lannister", &[go("harrenhal"), to("F", "stoney-sept"), to("K", "riverrun"), done()]);
    cards(&mut t, ("lannister", "the-hound"), ("martell", "arianne-martell"));
    while let Some((Question::Retreat { .. }, _)) = t.asked() {
        let first = t.options("martell", &[])[0];
        t.answer("martell", &[first]);
    }
    assert_eq!(t.asked(), Some((Question::Reconcile, vec!["lannister"])));
    t.answer("lannister", &[lose("F", "harrenhal")]);
    assert_eq!((t.at("harrenhal").as_str(), t.at("stoney-sept").as_str(), t.at("riverrun").as_str()), ("K", "FF", ""));
}

#[rule("BG.march.token", "BG.neutral.fight", "BG.neutral.support")]
#[test]
fn who_does_not_leave_after_all_leaves_no_token() {
    // A Knight and a Footman (3) with March +1 need one more from Salt Shore, which is promised by nobody.
    let mut t = on_sunspear(Rulings::FAQ_V2, "KF", "march-plus-one", &[("salt-shore", "lannister", "K", "support")]);
    t.power("tyrell", 3);
    t.answer("tyrell", &[go("yronwood"), to("F", "sunspear"), to("K", "sunspear"), done(), leave_token()]);
    assert_eq!(t.strengths(), [4, 5], "the force stands against the attackers alone");
    assert_eq!((t.token_at("yronwood"), t.power_of("tyrell")), (Some("tyrell"), 2));
    t.answer("lannister", &[support(&t, "salt-shore", None)]);
    assert_eq!((t.at("yronwood").as_str(), t.token_at("yronwood"), t.power_of("tyrell")), ("FK", None, 3));
}

#[rule("BG.combat.initial", "BG.diff.mace", "BG.act.orphan-order")]
#[test]
fn a_defense_order_helps_the_garrison_when_the_last_unit_has_died() {
    let mut t = Table::empty(6);
    t.units("the-reach", "tyrell", "K").order("the-reach", "march").hand("tyrell", &["mace-tyrell", "margaery-tyrell"]);
    t.units("kings-landing", "lannister", "F").order("kings-landing", "defense-plus-two").no_garrison("kings-landing");
    t.hand("lannister", &["the-hound", "cersei-lannister"]);
    resolve(&mut t);
    t.answer("tyrell", &[go("the-reach"), to("K", "kings-landing"), done(), no_token()]);
    t.answer("tyrell", &[play("mace-tyrell")]).answer("lannister", &[play("the-hound")]);
    // 2 + 4 against the order's 2 and the card's 2.
    assert!(t.told("6 to 4"), "{:?}", t.events.iter().map(|event| &event.text).collect::<Vec<_>>());
}
