//! Support and the strength of a combat; the worked cases BOARD.C048 to C063.

use crate::play::*;
use board_game::Rulings;
use board_game::action::{Action, Question};
use board_game::data::Track;
use board_game::rulings::SupportSplit;
use board_game::testing::*;
use test_macros::rule;

/// Lannister attacks Riverrun, held by Greyjoy; the areas of `supports` have orders.
fn riverrun_by(rulings: Rulings, supports: &[(&str, &str, &str, &str)]) -> Table {
    let mut t = Table::empty_by(6, rulings);
    t.units("lannisport", "lannister", "FF").order("lannisport", "march").units("riverrun", "greyjoy", "F");
    for (at, house, letters, order) in supports {
        t.units(at, house, letters).order(at, order);
    }
    resolve(&mut t);
    t.answer("lannister", &[go("lannisport"), to("F", "riverrun"), to("F", "riverrun"), done()]);
    t
}

fn riverrun(supports: &[(&str, &str, &str, &str)]) -> Table {
    riverrun_by(Rulings::FAQ_V2, supports)
}

#[rule("BOARD.C048", "BG.support.who", "BG.combat.roles", "BG.combat.steps")]
#[test]
fn board_c048_a_third_house_supports_either_side_or_none() {
    for (side, strengths) in [(Some("lannister"), [4, 1]), (Some("greyjoy"), [2, 3]), (None, [2, 1])] {
        let mut t = riverrun(&[("seagard", "stark", "K", "support")]);
        assert_eq!(t.asked(), Some((Question::Support, vec!["stark"])));
        assert_eq!(t.options("stark", &[]).len(), 3);
        t.answer("stark", &[support(&t, "seagard", side)]);
        if let Some(side) = side {
            assert_eq!(question(&t), Question::Refuse);
            t.answer(side, &[done()]);
        }
        assert_eq!((at_cards(&t), t.strengths()), (true, strengths), "{side:?}");
        assert_eq!(t.order_at("seagard"), Some("support"), "the order stays");
    }
}

#[rule("BOARD.C049", "BG.support.order")]
#[test]
fn board_c049_support_is_declared_in_turn_order() {
    let mut t = riverrun(&[("seagard", "stark", "K", "support"), ("harrenhal", "baratheon", "F", "support")]);
    assert_eq!(t.acting(), ["baratheon"]);
    t.answer("baratheon", &[support(&t, "harrenhal", Some("lannister"))]);
    assert!(t.events.iter().any(|event| event.kind == "support" && event.only.is_none()), "openly");
    assert_eq!(t.strengths(), [3, 1], "known before the next declares");
    assert_eq!(t.acting(), ["stark"]);
    t.answer("stark", &[support(&t, "seagard", Some("greyjoy"))]);
    assert_eq!(t.strengths(), [3, 3]);
}

#[rule("BOARD.C050", "BG.support.self")]
#[test]
fn board_c050_a_combatant_supports_himself_or_nobody() {
    let supports = [("stoney-sept", "lannister", "K", "support"), ("ironmans-bay", "greyjoy", "S", "support")];
    let mut t = riverrun(&supports);
    assert_eq!(t.acting(), ["lannister"]);
    let (own, other, none) =
        (support(&t, "stoney-sept", Some("lannister")), support(&t, "stoney-sept", Some("greyjoy")), support(&t, "stoney-sept", None));
    assert_eq!(t.options("lannister", &[]), [own, none]);
    assert!(!t.may("lannister", &[other]));
    t.answer("lannister", &[own]);
    assert_eq!(t.options("greyjoy", &[]), [support(&t, "ironmans-bay", Some("greyjoy")), support(&t, "ironmans-bay", None)]);
    t.answer("greyjoy", &[support(&t, "ironmans-bay", None)]);
    assert_eq!((at_cards(&t), t.strengths()), (true, [4, 1]), "nobody refuses his own");
}

#[rule("BOARD.C051", "BG.support.persist", "BG.act.defense-support", "BG.combat.last-card")]
#[test]
fn board_c051_a_support_serves_every_combat() {
    let mut t = Table::empty(6);
    t.units("lannisport", "lannister", "F").order("lannisport", "march").units("riverrun", "greyjoy", "F");
    t.units("harrenhal", "baratheon", "F").order("harrenhal", "march").units("seagard", "stark", "K").order("seagard", "support");
    t.hand("lannister", &["ser-kevan-lannister"]).hand("greyjoy", &["balon-greyjoy"]).hand("baratheon", &["patchface"]);
    t.track(Track::IronThrone, &["lannister", "baratheon", "stark", "martell", "greyjoy", "tyrell"]);
    resolve(&mut t);
    t.answer("lannister", &[go("lannisport"), to("F", "riverrun"), done()]);
    t.answer("stark", &[support(&t, "seagard", Some("lannister"))]);
    t.answer("lannister", &[done()]);
    assert_eq!(t.strengths(), [3, 1]);
    // Kevan: the Footman counts 2, printed strength 0: 2 + 2 to 1 + 2.
    cards(&mut t, ("lannister", "ser-kevan-lannister"), ("greyjoy", "balon-greyjoy"));
    if let Some((Question::Retreat { .. }, _)) = t.asked() {
        let first = t.options("greyjoy", &[])[0];
        t.answer("greyjoy", &[first]);
    }
    assert_eq!(t.owner("riverrun"), Some("lannister"));
    t.answer("baratheon", &[go("harrenhal"), to("F", "riverrun"), done(), no_token()]);
    assert_eq!(t.asked(), Some((Question::Support, vec!["stark"])));
    t.answer("stark", &[support(&t, "seagard", Some("baratheon"))]);
    t.answer("baratheon", &[done()]);
    assert_eq!(t.strengths(), [3, 1], "now against Lannister");
}

#[rule("BOARD.C052", "BG.support.strength", "BG.comp.unit-values", "BG.retreat.routed")]
#[test]
fn board_c052_standing_units_count_and_the_order() {
    let mut t = riverrun(&[("seagard", "stark", "KFf", "support-plus-one")]);
    t.answer("stark", &[support(&t, "seagard", Some("lannister"))]);
    t.answer("lannister", &[done()]);
    assert_eq!(t.strengths(), [2 + 4, 1]);
}

#[rule("BOARD.C053", "BG.support.strength", "BG.combat.siege", "BG.comp.unit-values")]
#[test]
fn board_c053_siege_engines_support_an_attack_on_a_castle_alone() {
    let supported = |at: &str, side: &str| {
        let mut t = Table::empty(6);
        t.units("stoney-sept", "lannister", "F").order("stoney-sept", "march").units(at, "greyjoy", "F");
        let from = if at == "harrenhal" { "riverrun" } else { "searoad-marches" };
        t.units(from, "stark", "EF").order(from, "support");
        resolve(&mut t);
        t.answer("lannister", &[go("stoney-sept"), to("F", at), done(), no_token()]);
        let before = t.strengths();
        t.answer("stark", &[support(&t, from, Some(side))]);
        let after = t.strengths();
        [after[0] - before[0], after[1] - before[1]]
    };
    assert_eq!(supported("blackwater", "lannister"), [1, 0], "no castle");
    assert_eq!(supported("harrenhal", "lannister"), [5, 0]);
    assert_eq!(supported("harrenhal", "greyjoy"), [0, 1]);
}

#[rule("BOARD.C054", "BG.support.terrain")]
#[test]
fn board_c054_ships_at_sea_support_the_coast() {
    let mut t = Table::empty(6);
    t.units("stoney-sept", "lannister", "F").order("stoney-sept", "march").units("searoad-marches", "tyrell", "F");
    t.units("sunset-sea", "greyjoy", "S").order("sunset-sea", "support");
    resolve(&mut t);
    t.answer("lannister", &[go("stoney-sept"), to("F", "searoad-marches"), done(), no_token()]);
    t.answer("greyjoy", &[support(&t, "sunset-sea", Some("tyrell"))]);
    assert_eq!(t.strengths(), [1, 2]);
}

#[rule("BOARD.C055", "BG.support.terrain")]
#[test]
fn board_c055_land_supports_no_combat_at_sea() {
    let mut t = Table::empty(6);
    t.units("sunset-sea", "greyjoy", "S").order("sunset-sea", "march").units("the-golden-sound", "lannister", "S");
    t.units("lannisport", "lannister", "KK").order("lannisport", "support-plus-one");
    t.units("ironmans-bay", "stark", "S").order("ironmans-bay", "support");
    resolve(&mut t);
    t.answer("greyjoy", &[go("sunset-sea"), to("S", "the-golden-sound"), done()]);
    assert_eq!(t.asked(), Some((Question::Support, vec!["stark"])), "ships of the next sea alone");
    assert_eq!(t.strengths(), [1, 1]);
}

#[rule("BOARD.C056", "BG.support.embattled", "BG.combat.initial")]
#[test]
fn board_c056_a_support_in_the_embattled_area_gives_nothing() {
    let t = riverrun(&[("riverrun", "greyjoy", "", "support-plus-one")]);
    assert!(at_cards(&t), "nobody is asked: {:?}", t.asked());
    assert_eq!(t.strengths(), [2, 1]);
}

#[rule("BOARD.C057", "BG.combat.initial", "BG.combat.siege", "BG.march.bonus")]
#[test]
fn board_c057_the_initial_strengths() {
    let mut t = Table::empty(6);
    t.units("stoney-sept", "lannister", "EF").order("stoney-sept", "march-plus-one");
    t.units("harrenhal", "greyjoy", "FF").order("harrenhal", "defense-plus-one");
    resolve(&mut t);
    t.answer("lannister", &[go("stoney-sept"), to("F", "harrenhal"), to("E", "harrenhal"), done(), no_token()]);
    assert_eq!(t.strengths(), [4 + 1 + 1, 2 + 1]);
}

#[rule("BG.combat.initial", "BG.garrison.alone")]
#[test]
fn what_a_defender_counts() {
    for (order, bonus) in [("defense-plus-two", 2), ("defense-plus-one", 1), ("raid", 0), ("support-plus-one", 0), ("march-plus-one", 0)] {
        let mut t = Table::empty(6);
        t.units("moat-cailin", "greyjoy", "K").order("moat-cailin", "march-minus-one");
        t.units("winterfell", "stark", "FEk").order("winterfell", order);
        t.tasks(vec![board_game::state::Task::Turns(board_game::data::OrderKind::March, 0)]);
        while t.acting() == ["stark"] {
            t.answer("stark", &[go("winterfell"), done()]);
        }
        t.answer("greyjoy", &[go("moat-cailin"), to("K", "winterfell"), done(), no_token()]);
        assert_eq!(t.strengths(), [2 - 1, 1 + 2 + bonus], "{order}");
    }
}

#[rule("BOARD.C058", "BG.combat.siege", "BG.cas.siege-first", "BG.retreat.siege")]
#[test]
fn board_c058_a_siege_engine_defends_with_nothing() {
    let mut t = Table::empty(6);
    t.units("stoney-sept", "lannister", "K").order("stoney-sept", "march").units("harrenhal", "greyjoy", "E");
    t.hand("lannister", &["the-hound"]).hand("greyjoy", &["dagmar-cleftjaw"]);
    resolve(&mut t);
    t.answer("lannister", &[go("stoney-sept"), to("K", "harrenhal"), done(), no_token()]);
    assert_eq!(t.strengths(), [2, 0]);
    cards(&mut t, ("lannister", "the-hound"), ("greyjoy", "dagmar-cleftjaw"));
    assert_eq!((t.owner("harrenhal"), t.at("harrenhal").as_str()), (Some("lannister"), "K"));
    let engines: u8 = t.state.areas.iter().map(|area| area.units[2] + area.routed[2]).sum();
    assert_eq!(engines, 0, "destroyed, not routed");
}

#[rule("BOARD.C059", "BG.combat.final", "BG.diff.negative-strength")]
#[test]
fn board_c059_no_total_is_below_zero() {
    let initial = |letter: &str| {
        let mut t = Table::empty(6);
        t.units("stoney-sept", "lannister", letter).order("stoney-sept", "march-minus-one").units("blackwater", "greyjoy", "F");
        resolve(&mut t);
        t.answer("lannister", &[go("stoney-sept"), to(letter, "blackwater"), done(), no_token()]);
        t
    };
    assert_eq!(initial("F").strengths(), [0, 1]);
    // A siege engine counts nothing here: -1, and with a card of 0 it still is no less than 0.
    let mut t = initial("E");
    t.units("blackwater", "greyjoy", "f");
    t.state.areas[area("blackwater").index()].units = [0; 4];
    t.hand("lannister", &["cersei-lannister"]).hand("greyjoy", &["aeron-damphair"]).power("greyjoy", 0);
    cards(&mut t, ("lannister", "cersei-lannister"), ("greyjoy", "aeron-damphair"));
    // 0 to 0: a tie, which Greyjoy wins on the Fiefdoms track.
    assert!(t.told("0 to 0"), "{:?}", t.events.iter().map(|event| event.text.clone()).collect::<Vec<_>>());
    assert_eq!(t.owner("blackwater"), Some("greyjoy"));
}

/// Martell (first on Fiefdoms as listed) and Tyrell fight with 5 to 5 in Prince's Pass.
fn five_to_five(fiefdoms: &[&str]) -> Table {
    let mut t = Table::empty(6);
    t.units("yronwood", "martell", "KK").order("yronwood", "march").units("princes-pass", "tyrell", "KK");
    t.units("dornish-marches", "martell", "F").order("dornish-marches", "support");
    t.hand("martell", &["doran-martell", "nymeria-sand"]).hand("tyrell", &["margaery-tyrell"]);
    t.track(Track::Fiefdoms, fiefdoms);
    resolve(&mut t);
    t.answer("martell", &[go("yronwood"), to("K", "princes-pass"), to("K", "princes-pass"), done(), no_token()]);
    t.answer("martell", &[support(&t, "dornish-marches", None)]);
    t
}

const MARTELL_FIRST: [&str; 6] = ["martell", "greyjoy", "tyrell", "stark", "baratheon", "lannister"];
const GREYJOY_FIRST: [&str; 6] = ["greyjoy", "tyrell", "martell", "stark", "baratheon", "lannister"];

#[rule("BOARD.C060", "BG.combat.tie", "BG.inf.blade-token")]
#[test]
fn board_c060_the_higher_on_fiefdoms_wins_a_tie() {
    for (fiefdoms, winner) in [(GREYJOY_FIRST, "tyrell"), (MARTELL_FIRST, "martell")] {
        let mut t = five_to_five(&fiefdoms);
        cards(&mut t, ("martell", "nymeria-sand"), ("tyrell", "margaery-tyrell"));
        assert!(t.told("5 to 5"));
        if let Some((Question::Retreat { .. }, _)) = t.asked() {
            let first = t.options("tyrell", &[])[0];
            t.answer("tyrell", &[first]);
        }
        assert_eq!(t.owner("princes-pass"), Some(winner));
    }
}

#[rule("BOARD.C061", "BG.combat.blade", "BG.diff.blade-skip")]
#[test]
fn board_c061_the_blade_may_be_used_without_need() {
    let mut t = five_to_five(&MARTELL_FIRST);
    t.answer("martell", &[play("nymeria-sand")]);
    t.answer("tyrell", &[play("margaery-tyrell")]);
    assert_eq!(t.asked(), Some((Question::Blade, vec!["martell"])));
    assert_eq!(t.options("martell", &[]), [Action::Accept, Action::Pass]);
    t.answer("martell", &[Action::Accept]);
    assert!(t.told("6 to 5"));
    assert!(t.state.blade_used);
    // Who does not fight does not use it, and a supporter does not fight.
    let mut t = five_to_five(&["greyjoy", "tyrell", "martell", "stark", "baratheon", "lannister"]);
    t.answer("martell", &[play("nymeria-sand")]);
    t.answer("tyrell", &[play("margaery-tyrell")]);
    assert!(!matches!(t.asked(), Some((Question::Blade, _))));
}

#[rule("BOARD.C062", "BG.inf.used-side", "BG.combat.blade")]
#[test]
fn board_c062_the_blade_serves_one_combat_a_round() {
    let mut t = Table::empty(6);
    t.track(Track::Fiefdoms, &MARTELL_FIRST);
    t.units("yronwood", "martell", "K").order("yronwood", "march").units("princes-pass", "tyrell", "F");
    t.units("salt-shore", "martell", "K").order("salt-shore", "march-minus-one").units("starfall", "tyrell", "F");
    t.units("karhold", "stark", "F").order("karhold", "march");
    t.hand("martell", &["nymeria-sand", "darkstar"]).hand("tyrell", &["margaery-tyrell", "alester-florent"]);
    resolve(&mut t);
    t.answer("stark", &[go("karhold"), done()]);
    for (from, at, card, other, blade) in [
        ("yronwood", "princes-pass", "nymeria-sand", "margaery-tyrell", true),
        ("salt-shore", "starfall", "darkstar", "alester-florent", false),
    ] {
        t.answer("martell", &[go(from), to("K", at), done(), no_token()]);
        t.answer("martell", &[play(card)]);
        t.answer("tyrell", &[play(other)]);
        assert_eq!(matches!(t.asked(), Some((Question::Blade, _))), blade, "{at}");
        if blade {
            t.answer("martell", &[Action::Accept]);
        }
        while let Some((Question::Retreat { .. }, _)) = t.asked() {
            let first = t.options("tyrell", &[])[0];
            t.answer("tyrell", &[first]);
        }
    }
    assert_eq!(t.owner("starfall"), Some("martell"));
    assert!(t.state.blade_used);
}

#[rule("BOARD.C063", "BG.card.doran-order", "BG.inf.moves", "BG.combat.tie")]
#[test]
fn board_c063_the_blade_and_the_ties_follow_the_track_as_it_is() {
    let mut t = five_to_five(&["tyrell", "martell", "greyjoy", "stark", "baratheon", "lannister"]);
    t.answer("martell", &[play("doran-martell")]);
    t.answer("tyrell", &[play("margaery-tyrell")]);
    assert_eq!(t.acting(), ["martell"]);
    t.answer("martell", &[Action::Track { track: Track::Fiefdoms }]);
    assert_eq!(t.on_track(Track::Fiefdoms), ["martell", "greyjoy", "stark", "baratheon", "lannister", "tyrell"]);
    assert_eq!(t.asked(), Some((Question::Blade, vec!["martell"])), "the new holder fights and may use it");
    t.answer("martell", &[Action::Accept]);
    // 4 + 0 + 1 to 4 + 1: the tie is Martell's now.
    assert!(t.told("5 to 5"));
    while let Some((Question::Retreat { .. }, _)) = t.asked() {
        let first = t.options("tyrell", &[])[0];
        t.answer("tyrell", &[first]);
    }
    assert_eq!(t.owner("princes-pass"), Some("martell"));
    // Used is used, whoever holds it.
    let mut t = five_to_five(&["tyrell", "martell", "greyjoy", "stark", "baratheon", "lannister"]);
    t.state.blade_used = true;
    t.answer("martell", &[play("doran-martell")]);
    t.answer("tyrell", &[play("margaery-tyrell")]);
    t.answer("martell", &[Action::Track { track: Track::Fiefdoms }]);
    assert!(!matches!(t.asked(), Some((Question::Blade, _))));
}

#[rule("BG.support.refuse")]
#[test]
fn a_combatant_may_refuse_the_support_of_others_alone() {
    let supports = [
        ("seagard", "stark", "K", "support"),
        ("harrenhal", "baratheon", "F", "support-plus-one"),
        ("stoney-sept", "lannister", "F", "support"),
    ];
    let mut t = riverrun(&supports);
    t.answer("baratheon", &[support(&t, "harrenhal", Some("lannister"))]);
    t.answer("lannister", &[support(&t, "stoney-sept", Some("lannister"))]);
    t.answer("stark", &[support(&t, "seagard", Some("lannister"))]);
    assert_eq!(t.asked(), Some((Question::Refuse, vec!["lannister"])));
    let refuse = |at: &str| Action::Refuse { area: area(at) };
    assert!(!t.may("lannister", &[refuse("stoney-sept")]));
    assert!(t.may("lannister", &[refuse("harrenhal"), refuse("seagard"), done()]));
    t.answer("lannister", &[refuse("seagard"), done()]);
    assert_eq!(t.strengths(), [2 + 1 + 2, 1]);
    assert_eq!(t.order_at("seagard"), Some("support"), "refused, not removed");
}

/// Stark has Support in Seagard and in Harrenhal.
fn two_supports(rulings: Rulings) -> Table {
    riverrun_by(rulings, &[("seagard", "stark", "K", "support"), ("harrenhal", "stark", "F", "support")])
}

#[rule("BG.support.no-split", "BG.diff.support-split", "BG.diff.support-both")]
#[test]
fn each_support_order_is_given_on_its_own_or_the_house_decides_for_all() {
    let t = two_supports(Rulings::FAQ_V2);
    let picks = |harrenhal: Option<&str>, seagard: Option<&str>| [support(&t, "harrenhal", harrenhal), support(&t, "seagard", seagard)];
    assert!(t.may("stark", &picks(None, Some("lannister"))));
    assert!(t.may("stark", &picks(Some("greyjoy"), None)));
    assert!(t.may("stark", &picks(Some("greyjoy"), Some("greyjoy"))));
    for both in [true, false] {
        let t = two_supports(Rulings { support_both: both, ..Rulings::FAQ_V2 });
        assert_eq!(t.may("stark", &picks(Some("greyjoy"), Some("lannister"))), both, "one to each side");
        assert!(t.may("stark", &picks(None, Some("lannister"))));
    }
    // All or none of a house: one pick stands for both.
    let mut t = two_supports(Rulings::RECORDED);
    t.answer("stark", &[support(&t, "harrenhal", Some("lannister"))]);
    assert_eq!((at_cards(&t), t.strengths()), (true, [2 + 1 + 2, 1]), "nobody refuses");
}

#[rule("BG.support.order", "BG.diff.support-split")]
#[test]
fn as_the_reference_games_are_played_own_support_is_automatic() {
    let t = riverrun_by(
        Rulings { support_split: SupportSplit::House, ..Rulings::FAQ_V2 },
        &[("stoney-sept", "lannister", "K", "support"), ("seagard", "greyjoy", "F", "support-plus-one")],
    );
    assert_eq!((at_cards(&t), t.strengths()), (true, [2 + 2, 1 + 2]));
}
