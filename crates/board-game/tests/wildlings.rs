//! Wildling attacks: bids, ties, and every wildling card for the lowest bidder, the others and the highest (cases BOARD.C102 to C107).

use crate::battle::*;

const THRONE: [&str; 6] = ["baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"];

/// An attack with this card on top; all units of a test are put before.
fn attack_with(t: &mut Table, card: &str, threat: u8, bids: [u8; 6]) {
    t.wildling_cards(&[card]).threat(threat).wildlings();
    bid(t, bids);
}

/// Bids of Stark, Greyjoy, Lannister, Baratheon, Tyrell, Martell.
fn bid(t: &mut Table, bids: [u8; 6]) {
    for (house, power) in HOUSES.into_iter().zip(bids) {
        if t.acting().contains(&house) {
            t.answer(house, &[Action::Bid { power }]);
        }
    }
}

/// Lost, Stark being lowest; won, Stark being highest.
const LOST: [u8; 6] = [0, 1, 1, 1, 1, 1];
const WON: [u8; 6] = [5, 1, 1, 1, 1, 1];

fn name(t: &Table, house: &str) -> Action {
    Action::House { seat: t.seat(house) }
}

/// Whether the attack is over: the raven of the planning phase that follows is asked for, or orders are.
fn done_with(t: &Table) -> bool {
    asks(t, |q| matches!(q, Question::Orders | Question::Raven))
}

fn lose_at(at: &str, letters: &str) -> Vec<Action> {
    letters.chars().map(|letter| lose(&letter.to_string(), at)).collect()
}

fn track(track: Track) -> Action {
    Action::Track { track }
}

#[rule("BOARD.C102", "BG.wild.reset")]
#[test]
fn board_c102_the_threat_goes_two_spaces_back_or_to_nothing() {
    for (threat, after) in [(12, 8), (10, 6), (4, 0), (2, 0), (0, 0)] {
        let mut t = field();
        attack_with(&mut t, "silence-at-the-wall", threat, if threat == 0 { [0; 6] } else { [0, 1, 0, 0, 0, 0] });
        let named = name(&t, "stark");
        t.answer("baratheon", &[named]);
        assert!(done_with(&t));
        assert_eq!(t.state.threat, after);
    }
    let mut t = field();
    attack_with(&mut t, "silence-at-the-wall", 10, WON);
    assert_eq!(t.state.threat, 0);
}

#[rule("BOARD.C103", "BG.wild.lose", "BG.wild.all-equal", "BG.wild.discard-bids", "BG.inf.it-token", "BG.diff.wild-card-reveal")]
#[test]
fn board_c103_the_iron_throne_names_the_lowest() {
    let mut t = field();
    attack_with(&mut t, "skinchanger-scout", 8, [3, 3, 1, 0, 0, 0]);
    assert!(t.told("7 against 8"));
    assert_eq!(t.acting(), ["baratheon"]);
    assert_eq!(t.state.attack.as_ref().expect("an attack").card, None, "before the card is seen");
    let named = ["baratheon", "tyrell", "martell"].map(|house| name(&t, house));
    assert_eq!(offered(&t, "baratheon"), named, "one of the three, himself too");
    let tyrell = name(&t, "tyrell");
    t.answer("baratheon", &[tyrell]);
    // All bids are lost; the lowest loses all, the others two.
    assert_eq!(HOUSES.map(|house| t.power_of(house)), [0, 0, 2, 3, 0, 3]);
}

#[rule("BG.wild.all-equal", "BG.wild.win")]
#[test]
fn with_equal_bids_one_is_named_all_the_same() {
    for (threat, highest) in [(6, true), (8, false)] {
        let mut t = field();
        attack_with(&mut t, "rattleshirts-raiders", threat, [1; 6]);
        assert_eq!(t.asked().expect("a question").1, ["baratheon"]);
        assert_eq!(offered(&t, "baratheon").len(), 6, "never nobody");
        let martell = name(&t, "martell");
        t.answer("baratheon", &[martell]);
        assert_eq!(t.supply_of("martell"), if highest { 6 } else { 4 });
        assert_eq!(t.supply_of("stark"), if highest { 6 } else { 5 });
    }
}

#[rule("BOARD.C104", "BG.wild.steps")]
#[test]
fn board_c104_an_equal_sum_wins() {
    for (bids, won) in [([5, 3, 0, 0, 0, 0], true), ([5, 2, 0, 0, 0, 0], false)] {
        let mut t = field();
        attack_with(&mut t, "silence-at-the-wall", 8, bids);
        assert_eq!(t.told("The Night's Watch wins"), won);
        assert_eq!(t.told("The wildlings win"), !won);
        assert_eq!(HOUSES.map(|house| t.power_of(house))[..3], [0, 5 - bids[1], 5], "bids are lost either way");
        assert_eq!(t.state.players.iter().map(|player| player.committed).sum::<u8>(), if won { 0 } else { 7 });
    }
}

#[rule("BG.wild.steps", "BG.power.available")]
#[test]
fn bids_are_secret_and_of_available_power() {
    let mut t = field();
    t.power("stark", 2).wildlings();
    assert_eq!(t.acting().len(), 6, "all at the same time");
    assert_eq!(offered(&t, "stark"), [0, 1, 2].map(|power| Action::Bid { power }));
    let told = t.events.len();
    t.answer("stark", &[Action::Bid { power: 2 }]);
    assert_eq!(t.events.len(), told, "nobody is told");
    bid(&mut t, [0; 6]);
    assert!(t.told("2 against 2"));
}

#[rule("BG.wild.card", "BG.wild.silence")]
#[test]
fn the_card_goes_under_the_deck_and_silence_does_nothing() {
    for bids in [LOST, WON] {
        let mut t = field();
        t.units("winterfell", "stark", "FKK").units("pyke", "greyjoy", "FKK");
        attack_with(&mut t, "silence-at-the-wall", 8, bids);
        assert!(done_with(&t));
        assert_eq!((t.at("winterfell").as_str(), t.at("pyke").as_str(), t.supply_of("stark")), ("FKK", "FKK", 6));
        assert_eq!(t.rules.board.wildlings[usize::from(t.state.wildlings[8].card)].id, "silence-at-the-wall");
    }
}

#[rule("BOARD.C105", "BG.wild.preemptive", "BG.wild.reset", "BG.diff.preemptive-token")]
#[test]
fn board_c105_a_preemptive_raid_brings_a_second_attack() {
    let mut t = field();
    t.wildling_cards(&["preemptive-raid", "rattleshirts-raiders"]).threat(10).wildlings();
    bid(&mut t, [5, 1, 1, 1, 1, 1]);
    assert!(asks(&t, |q| *q == Question::BidWildlings), "a new attack at once");
    assert!(!t.acting().contains(&"stark") && t.acting().len() == 5, "the highest bidder stays out");
    assert_eq!(t.state.attack.as_ref().map(|attack| attack.strength), Some(6));
    assert_eq!(t.state.threat, 10);
    bid(&mut t, [0, 0, 1, 1, 1, 1]);
    // Lost: Greyjoy is lowest, the others lose one, Stark nothing.
    assert_eq!(HOUSES.map(|house| t.supply_of(house)), [6, 4, 5, 5, 5, 5]);
    assert_eq!(t.state.threat, 0);
    assert_eq!(HOUSES.map(|house| t.power_of(house)), [0, 4, 3, 3, 3, 3]);
    // Won: the new highest bidder has the reward.
    let mut t = field();
    t.supply("greyjoy", 3).supply("stark", 3);
    t.wildling_cards(&["preemptive-raid", "rattleshirts-raiders"]).threat(10).wildlings();
    bid(&mut t, [5, 1, 1, 1, 1, 1]);
    bid(&mut t, [0, 4, 1, 1, 0, 0]);
    assert_eq!((t.supply_of("greyjoy"), t.supply_of("stark"), t.state.threat), (4, 3, 0));
}

#[rule("BG.wild.preemptive")]
#[test]
fn preemptive_raid_lost() {
    let start = || {
        let mut t = field();
        t.units("winterfell", "stark", "FFF").units("pyke", "greyjoy", "F");
        attack_with(&mut t, "preemptive-raid", 8, LOST);
        t
    };
    let mut t = start();
    assert_eq!(t.acting(), ["stark"], "the lowest alone");
    assert_eq!(offered(&t, "stark"), [0, 1].map(|option| Action::Option { option }));
    t.answer("stark", &[Action::Option { option: 0 }]);
    t.answer("stark", &lose_at("winterfell", "FF"));
    assert_eq!((t.at("winterfell").as_str(), t.at("pyke").as_str()), ("F", "F"));
    assert!(done_with(&t) && t.state.threat == 4);
    // Stark stands third on the Iron Throne track, second on the King's Court, fourth on Fiefdoms.
    let mut t = start();
    t.answer("stark", &[Action::Option { option: 1 }]);
    assert_eq!(t.on_track(Track::KingsCourt), ["lannister", "martell", "baratheon", "stark", "tyrell", "greyjoy"]);
    assert_eq!(t.on_track(Track::IronThrone), THRONE);
    // Equal places: the Iron Throne picks.
    let mut t = field();
    t.track(Track::IronThrone, &["baratheon", "stark", "lannister", "martell", "greyjoy", "tyrell"]);
    attack_with(&mut t, "preemptive-raid", 8, LOST);
    t.answer("stark", &[Action::Option { option: 1 }]);
    assert_eq!(t.acting(), ["baratheon"]);
    assert_eq!(offered(&t, "baratheon"), [track(Track::IronThrone), track(Track::KingsCourt)]);
    t.answer("baratheon", &[track(Track::IronThrone)]);
    assert_eq!(t.on_track(Track::IronThrone), ["baratheon", "lannister", "martell", "stark", "greyjoy", "tyrell"]);
    // From the last place but one there is one place to go.
    let mut t = field();
    t.track(Track::IronThrone, &["baratheon", "lannister", "martell", "greyjoy", "stark", "tyrell"]);
    t.track(Track::Fiefdoms, &["baratheon", "lannister", "martell", "greyjoy", "tyrell", "stark"]);
    t.track(Track::KingsCourt, &["baratheon", "lannister", "martell", "greyjoy", "tyrell", "stark"]);
    attack_with(&mut t, "preemptive-raid", 8, LOST);
    t.answer("stark", &[Action::Option { option: 1 }]);
    assert_eq!(t.on_track(Track::IronThrone).last(), Some(&"stark"));
}

#[rule("BOARD.C106", "BG.wild.crow-killers", "BG.comp.units")]
#[test]
fn board_c106_crow_killers_with_two_footmen_in_stock() {
    let mut t = field();
    for (at, units) in [("karhold", "FF"), ("the-stony-shore", "FF"), ("white-harbor", "FF"), ("widows-watch", "FF")] {
        t.units(at, "stark", &units[..if at == "karhold" { 2 } else { 1 }]);
    }
    // Eight Footmen, singly and in one army; four Knights in two areas.
    for at in ["moat-cailin", "seagard", "the-twins"] {
        t.units(at, "stark", "F");
    }
    t.units("winterfell", "stark", "KKK").units("riverrun", "stark", "K");
    attack_with(&mut t, "crow-killers", 8, LOST);
    let down = |at: &str| Action::Downgrade { area: area(at) };
    assert_eq!(offered(&t, "stark"), [down("riverrun"), down("winterfell")], "which two become Footmen");
    assert!(!t.may("stark", &[down("winterfell"), down("winterfell"), down("winterfell")]));
    assert_eq!(t.options("stark", &[down("winterfell"), down("winterfell")]), [lose("K", "riverrun")], "the rest die");
    t.answer("stark", &[down("winterfell"), down("winterfell"), lose("K", "riverrun"), lose("K", "winterfell")]);
    assert_eq!((t.at("winterfell").as_str(), t.at("riverrun").as_str()), ("FF", ""));
}

#[rule("BG.wild.crow-killers")]
#[test]
fn crow_killers_take_two_knights_of_the_others_and_make_two() {
    let mut t = field();
    t.units("winterfell", "stark", "FKKK").units("pyke", "greyjoy", "KKK").units("riverrun", "lannister", "K");
    attack_with(&mut t, "crow-killers", 8, LOST);
    let down = |at: &str, n: usize| vec![Action::Downgrade { area: area(at) }; n];
    t.answer("stark", &down("winterfell", 3));
    // In turn order: Lannister with the one Knight there is, then Greyjoy.
    assert_eq!(t.acting(), ["lannister"]);
    t.answer("lannister", &down("riverrun", 1));
    t.answer("greyjoy", &down("pyke", 2));
    assert_eq!(["winterfell", "pyke", "riverrun"].map(|at| t.at(at)), ["FFFF", "FFK", "F"]);
    assert!(done_with(&t));
    // Won: up to two anywhere, as far as there are Knights.
    let start = |more: &str| {
        let mut t = field();
        t.units("winterfell", "stark", "FF")
            .units("white-harbor", "stark", "F")
            .units("riverrun", "stark", more)
            .units("pyke", "greyjoy", "F");
        attack_with(&mut t, "crow-killers", 8, WON);
        t
    };
    let mut t = start("K");
    assert_eq!(offered(&t, "stark"), [upgrade("white-harbor", "K"), upgrade("winterfell", "K"), done()]);
    assert!(t.may("stark", &[done()]), "he may");
    assert_eq!(t.options("stark", &[upgrade("white-harbor", "K"), upgrade("winterfell", "K")]), [done()], "not three");
    t.answer("stark", &[upgrade("white-harbor", "K"), upgrade("winterfell", "K"), done()]);
    assert_eq!(["winterfell", "white-harbor", "pyke"].map(|at| t.at(at)), ["FK", "K", "F"]);
    let t = start("KKKK");
    assert_eq!(t.options("stark", &[upgrade("white-harbor", "K")]), [done()], "one Knight is in stock");
}

#[rule("BOARD.C107", "BG.wild.rattleshirt")]
#[test]
fn board_c107_rattleshirt_not_below_nothing() {
    let mut t = field();
    t.supply("stark", 0).supply("greyjoy", 0).supply("lannister", 1).supply("tyrell", 2);
    attack_with(&mut t, "rattleshirts-raiders", 8, LOST);
    assert_eq!(HOUSES.map(|house| t.supply_of(house)), [0, 0, 0, 5, 1, 5]);
}

#[rule("BG.wild.rattleshirt", "BG.supply.reconcile", "BG.supply.raise")]
#[test]
fn rattleshirt_s_raiders_force_reconciling_in_turn_order() {
    let mut t = field();
    // 3,3 fits 4 (3,3,2,2) but neither 2 (3,2,2) nor 3 (3,2,2,2).
    for (house, home) in [("stark", "winterfell"), ("greyjoy", "pyke")] {
        t.supply(house, 4).units(home, house, "FFK");
    }
    t.units("white-harbor", "stark", "FFF").units("seagard", "greyjoy", "FFF");
    attack_with(&mut t, "rattleshirts-raiders", 8, LOST);
    assert_eq!((t.supply_of("stark"), t.supply_of("greyjoy")), (2, 3));
    assert_eq!(t.acting(), ["stark"], "before Greyjoy on the Iron Throne track");
    t.answer("stark", &[lose("K", "winterfell")]);
    assert_eq!(t.acting(), ["greyjoy"]);
    t.answer("greyjoy", &[lose("F", "seagard")]);
    assert_eq!((t.at("winterfell").as_str(), t.at("seagard").as_str()), ("FF", "FF"));
    let mut t = field();
    t.supply("stark", 6).supply("greyjoy", 1);
    attack_with(&mut t, "rattleshirts-raiders", 8, WON);
    assert_eq!((t.supply_of("stark"), t.supply_of("greyjoy")), (6, 1), "not above six, and nobody else");
    let mut t = field();
    t.supply("stark", 1);
    attack_with(&mut t, "rattleshirts-raiders", 8, WON);
    assert_eq!(t.supply_of("stark"), 2);
}

#[rule("BG.wild.milkwater", "BG.diff.milkwater-equal")]
#[test]
fn massing_on_the_milkwater() {
    let start = |rulings, stark: &[&str]| {
        let mut t = field_by(rulings);
        t.hand("stark", stark).hand("greyjoy", &["euron-crows-eye", "balon-greyjoy"]).hand("lannister", &["cersei-lannister"]);
        attack_with(&mut t, "massing-on-the-milkwater", 8, LOST);
        t
    };
    let mut t = start(Rulings::FAQ_V2, &["roose-bolton", "greatjon-umber", "catelyn-stark"]);
    assert_eq!(t.hand_of("stark"), ["catelyn-stark"], "all cards of the highest strength");
    assert_eq!(t.acting(), ["baratheon"], "then in turn order");
    assert_eq!(offered(&t, "baratheon").len(), 7, "any one, and he must");
    t.answer("baratheon", &[play("patchface")]);
    // Lannister has a single card: Stark is done, Martell comes.
    t.answer("martell", &[play("doran-martell")]);
    t.answer("greyjoy", &[play("balon-greyjoy")]);
    t.answer("tyrell", &[play("queen-of-thorns")]);
    assert_eq!((t.hand_of("greyjoy"), t.hand_of("lannister")), (vec!["euron-crows-eye"], vec!["cersei-lannister"]));
    assert!(done_with(&t));
    // A single card stays.
    assert_eq!(start(Rulings::FAQ_V2, &["eddard-stark"]).hand_of("stark"), ["eddard-stark"]);
    // All of the same strength: every card, or none as recorded.
    let same = ["roose-bolton", "greatjon-umber"];
    assert!(start(Rulings::FAQ_V2, &same).hand_of("stark").is_empty());
    assert_eq!(start(Rulings::RECORDED, &same).hand_of("stark"), same);
    // Won: the whole pile comes back.
    let mut t = field();
    t.hand("stark", &["eddard-stark"]).hand("greyjoy", &["balon-greyjoy"]);
    attack_with(&mut t, "massing-on-the-milkwater", 8, WON);
    assert_eq!((t.hand_of("stark").len(), t.discards_of("stark").len(), t.hand_of("greyjoy").len()), (7, 0, 1));
}

#[rule("BG.wild.king", "BG.wild.king-order", "BG.wild.lose", "BG.faq.lowest-first")]
#[test]
fn a_king_beyond_the_wall() {
    let mut t = field();
    attack_with(&mut t, "a-king-beyond-the-wall", 8, [1, 1, 1, 0, 1, 1]);
    for track in Track::ALL {
        assert_eq!(t.on_track(track).last(), Some(&"baratheon"), "{track:?}");
    }
    // The others in the order that stands now; not the Iron Throne.
    for house in ["lannister", "stark", "martell", "greyjoy", "tyrell"] {
        assert_eq!(t.acting(), [house]);
        assert_eq!(offered(&t, house), [track(Track::Fiefdoms), track(Track::KingsCourt)]);
        t.answer(house, &[track(if house == "stark" { Track::KingsCourt } else { Track::Fiefdoms })]);
    }
    assert_eq!(t.on_track(Track::Fiefdoms), ["stark", "baratheon", "lannister", "martell", "greyjoy", "tyrell"]);
    assert_eq!(t.on_track(Track::KingsCourt), ["lannister", "martell", "tyrell", "greyjoy", "baratheon", "stark"]);
    assert_eq!(t.on_track(Track::IronThrone), ["lannister", "stark", "martell", "greyjoy", "tyrell", "baratheon"]);
    // Won: to the top of one track.
    let mut t = field();
    attack_with(&mut t, "a-king-beyond-the-wall", 8, WON);
    assert_eq!(offered(&t, "stark"), Track::ALL.map(track));
    t.answer("stark", &[track(Track::Fiefdoms)]);
    assert_eq!(t.on_track(Track::Fiefdoms), ["stark", "greyjoy", "tyrell", "martell", "baratheon", "lannister"]);
    assert_eq!(t.on_track(Track::IronThrone), THRONE);
}

#[rule("BG.wild.mammoth", "BG.wild.units-anywhere", "BG.wild.no-token")]
#[test]
fn mammoth_riders() {
    let mut t = field();
    t.units("winterfell", "stark", "FK").units("port-of-winterfell", "stark", "S").units("moat-cailin", "stark", "F");
    t.units("pyke", "greyjoy", "F").units("riverrun", "lannister", "FFF");
    attack_with(&mut t, "mammoth-riders", 8, LOST);
    assert_eq!(
        offered(&t, "stark"),
        [lose("F", "moat-cailin"), lose("S", "port-of-winterfell")],
        "in the order of areas; later ones cannot come first"
    );
    let picks = [lose("F", "moat-cailin"), lose("S", "port-of-winterfell"), lose("K", "winterfell")];
    assert!(!t.may("stark", &[picks[0], picks[1], Action::Done]), "three");
    t.answer("stark", &picks);
    assert_eq!((t.at("winterfell").as_str(), t.controller("moat-cailin"), t.token_at("moat-cailin")), ("F", None, None));
    // Two of the others; who has one loses it.
    assert_eq!(t.acting(), ["lannister"]);
    t.answer("lannister", &lose_at("riverrun", "FF"));
    assert_eq!((t.at("riverrun").as_str(), t.at("pyke").as_str()), ("F", ""));
    assert!(done_with(&t));
    // Won: one card back, or none.
    let mut t = field();
    t.hand("stark", &["eddard-stark", "robb-stark", "the-blackfish", "catelyn-stark", "roose-bolton"]);
    attack_with(&mut t, "mammoth-riders", 8, WON);
    assert_eq!(offered(&t, "stark"), [play("greatjon-umber"), play("ser-rodrick-cassel"), Action::Pass]);
    t.answer("stark", &[play("greatjon-umber")]);
    assert_eq!((t.hand_of("stark").len(), t.discards_of("stark")), (6, vec!["ser-rodrick-cassel"]));
}

#[rule("BG.wild.horde")]
#[test]
fn the_horde_descends() {
    let mut t = field();
    t.units("winterfell", "stark", "FK").units("white-harbor", "stark", "F").units("karhold", "stark", "FF");
    t.units("pyke", "greyjoy", "F").units("riverrun", "lannister", "FF");
    attack_with(&mut t, "the-horde-descends", 8, LOST);
    // Two in one castle: neither Karhold, no castle, nor White Harbor, one unit.
    assert_eq!(offered(&t, "stark"), [lose("F", "winterfell")]);
    t.answer("stark", &lose_at("winterfell", "FK"));
    t.answer("lannister", &lose_at("riverrun", "F"));
    assert_eq!(["winterfell", "karhold", "pyke", "riverrun"].map(|at| t.at(at)), ["", "FF", "", "F"]);
    // Where no castle holds two: anywhere.
    let mut t = field();
    t.units("white-harbor", "stark", "F").units("karhold", "stark", "FF");
    attack_with(&mut t, "the-horde-descends", 8, LOST);
    t.answer("stark", &[lose("F", "karhold"), lose("F", "white-harbor")]);
    assert_eq!(t.at("karhold"), "F");
    // Won: mustering in one castle or stronghold.
    let mut t = field();
    t.token("moat-cailin", "stark");
    attack_with(&mut t, "the-horde-descends", 8, WON);
    let castle = muster("moat-cailin", "F", "moat-cailin");
    let stronghold = muster("winterfell", "F", "winterfell");
    let offers = offered(&t, "stark");
    assert!(offers.contains(&castle) && offers.contains(&stronghold) && offers.contains(&done()));
    assert_eq!(t.options("stark", &[castle]), [done()], "one area, its points");
    assert!(!t.may("stark", &[stronghold, castle]));
    t.answer("stark", &[stronghold, muster("winterfell", "S", "port-of-winterfell"), done()]);
    assert_eq!((t.at("winterfell").as_str(), t.at("port-of-winterfell").as_str(), t.at("pyke").as_str()), ("F", "S", ""));
}

#[rule("BG.wild.skinchanger", "BG.wild.discard-bids")]
#[test]
fn skinchanger_scout() {
    let mut t = field();
    t.power("greyjoy", 2).power("lannister", 8);
    attack_with(&mut t, "skinchanger-scout", 8, LOST);
    assert_eq!(HOUSES.map(|house| t.power_of(house)), [0, 0, 5, 2, 2, 2], "what was bid is gone besides");
    let mut t = field();
    attack_with(&mut t, "skinchanger-scout", 8, WON);
    assert_eq!(HOUSES.map(|house| t.power_of(house)), [5, 4, 4, 4, 4, 4]);
}

#[rule("BG.wild.consequences", "BG.ports.orphan", "BG.ports.capture-scope")]
#[test]
fn ships_in_a_port_whose_castle_is_lost_to_wildlings() {
    let mut t = field();
    t.units("white-harbor", "stark", "F").units("port-of-white-harbor", "stark", "SS").units("winterfell", "stark", "F");
    attack_with(&mut t, "mammoth-riders", 8, [1, 1, 1, 1, 1, 0]);
    t.answer("stark", &[lose("F", "white-harbor"), lose("F", "winterfell")]);
    assert_eq!(t.at("port-of-white-harbor"), "", "nobody holds the land");
    // A home that goes back to its house: its ships may be taken over.
    let mut t = field();
    t.no_garrison("dragonstone").units("dragonstone", "stark", "F").units("port-of-dragonstone", "stark", "SS").units(
        "winterfell",
        "stark",
        "F",
    );
    attack_with(&mut t, "mammoth-riders", 8, [1, 1, 1, 1, 1, 0]);
    t.answer("stark", &[lose("F", "dragonstone"), lose("F", "winterfell")]);
    assert_eq!(t.asked(), Some((Question::Ships { port: area("port-of-dragonstone"), most: 2 }, vec!["baratheon"])));
    t.answer("baratheon", &[Action::Ships { count: 1 }]);
    assert_eq!((t.at("port-of-dragonstone").as_str(), t.owner("port-of-dragonstone")), ("S", Some("baratheon")));
}
