//! Combat: cards and their timing (worked cases BOARD.C064 to C074), neutral forces (C097 to C099).

use crate::battle::*;

/// Totals read at the blade, which the attacker may still use.
fn totals(attacker: (&str, &str), defender: (&str, &str), into: &str, units: &str) -> Table {
    let mut t = field();
    stop_at_blade(&mut t, attacker.0);
    t.units(into, defender.0, units);
    attack(&mut t, attacker.0, units, into);
    cards(&mut t, attacker, defender);
    t
}

#[rule("BOARD.C064", "BG.combat.no-card", "BG.card.tyrion-cancel")]
#[test]
fn board_c064_tyrion_cancels_the_only_card() {
    let mut t = field();
    t.hand("stark", &["greatjon-umber"]);
    stop_at_blade(&mut t, "lannister");
    t.units("stoney-sept", "stark", "F");
    attack(&mut t, "lannister", "F", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "tyrion-lannister"));
    assert_eq!(offered(&t, "lannister"), [Action::Accept, Action::Pass], "Tyrion's owner may");
    t.answer("lannister", &[Action::Accept]);
    assert!(asks(&t, |q| *q == Question::Blade), "no other card is asked for: {:?}", t.asked());
    assert_eq!(t.strengths(), [2, 1], "no card is used");
    assert_eq!(t.hand_of("stark"), ["greatjon-umber"]);
    t.answer("lannister", &[Action::Pass]);
    assert_eq!(t.hand_of("stark"), ["greatjon-umber"], "it stays in hand: it was not played");
    assert_eq!(t.discards_of("stark").len(), 6);
}

#[rule("BG.card.tyrion-cancel", "BG.combat.once", "BG.faq.once")]
#[test]
fn tyrion_makes_the_opponent_play_another_card_whose_text_counts() {
    let mut t = duel("lannister", "K", "tyrell", "FF", "stoney-sept");
    cards(&mut t, ("lannister", "tyrion-lannister"), ("tyrell", "queen-of-thorns"));
    t.answer("lannister", &[Action::Accept]);
    assert!(!t.may("tyrell", &[play("queen-of-thorns")]), "not the same card");
    assert!(!t.may("tyrell", &[Action::Pass]), "he must");
    t.answer("tyrell", &[play("ser-garlan-tyrell")]);
    assert!(!asks(&t, |q| *q == Question::Cancel), "once in a combat");
    assert!(t.hand_of("tyrell").contains(&"queen-of-thorns"));
    assert!(t.discards_of("tyrell").contains(&"ser-garlan-tyrell"));
    // 2 + 1 against 2 + 2: the attackers lose by two swords.
    assert_eq!((t.at("stoney-sept").as_str(), t.at("harrenhal").as_str()), ("FF", ""));
}

#[rule("BG.card.tyrion-cancel")]
#[test]
fn tyrion_need_not_cancel() {
    let mut t = duel("lannister", "K", "tyrell", "F", "stoney-sept");
    t.order("stoney-sept", "support");
    cards(&mut t, ("lannister", "tyrion-lannister"), ("tyrell", "ser-garlan-tyrell"));
    t.answer("lannister", &[Action::Pass]);
    assert!(t.discards_of("tyrell").contains(&"ser-garlan-tyrell"));
    // 3 to 3, Tyrell above Lannister on Fiefdoms: two swords.
    assert_eq!(t.owner("stoney-sept"), Some("tyrell"));
    assert_eq!(t.at("harrenhal"), "");
}

#[rule("BOARD.C065", "BG.card.balon")]
#[test]
fn board_c065_balon_against_stannis() {
    let mut t = totals(("greyjoy", "balon-greyjoy"), ("baratheon", "stannis-baratheon"), "stoney-sept", "F");
    // Baratheon is first on the Iron Throne track: no bonus.
    assert_eq!(t.strengths(), [3, 1]);
    t.track(Track::IronThrone, &["greyjoy", "baratheon", "stark", "lannister", "martell", "tyrell"]);
    assert_eq!(t.strengths(), [3, 2], "the text's bonus stays");
}

#[rule("BOARD.C066", "BG.card.blackfish-rout")]
#[test]
fn board_c066_blackfish_saves_standing_units_only() {
    let mut t = duel("lannister", "KKK", "stark", "FEk", "stoney-sept");
    cards(&mut t, ("lannister", "ser-gregor-clegane"), ("stark", "the-blackfish"));
    assert!(retreats(&t, "stark").contains(&"riverrun"), "no casualties are asked for");
    t.answer("stark", &[target("riverrun")]);
    assert_eq!(t.at("riverrun"), "f");
    assert_eq!(t.at("stoney-sept"), "KKK");
    // Another card, and the three swords cut.
    let mut t = duel("lannister", "KKK", "stark", "FFFF", "stoney-sept");
    cards(&mut t, ("lannister", "ser-gregor-clegane"), ("stark", "catelyn-stark"));
    t.answer("stark", &[target("riverrun")]);
    assert_eq!(t.at("riverrun"), "f");
}

#[rule("BG.card.stark")]
#[test]
fn the_blackfish_loses_no_footman_to_mace_tyrell() {
    for (card, left) in [("the-blackfish", "FF"), ("greatjon-umber", "F")] {
        let mut t = field();
        stop_at_blade(&mut t, "stark");
        t.units("stoney-sept", "stark", "FF");
        attack(&mut t, "tyrell", "F", "stoney-sept");
        cards(&mut t, ("stark", card), ("tyrell", "mace-tyrell"));
        assert_eq!(t.at("stoney-sept"), left, "{card}");
    }
}

#[rule("BOARD.C067", "BG.card.arianne", "BG.clean.attacker-wins", "BG.diff.arianne-token")]
#[test]
fn board_c067_arianne_keeps_the_attackers_out() {
    for rulings in [Rulings::FAQ_V2, Rulings::RECORDED] {
        let mut t = field_by(rulings);
        t.units("stoney-sept", "martell", "F").order("stoney-sept", "defense-plus-one").token("stoney-sept", "martell");
        attack(&mut t, "lannister", "KK", "stoney-sept");
        cards(&mut t, ("lannister", "tywin-lannister"), ("martell", "arianne-martell"));
        assert!(retreats(&t, "martell").contains(&"blackwater"), "her units retreat");
        t.answer("martell", &[target("blackwater")]);
        assert_eq!(t.at("blackwater"), "f");
        assert_eq!((t.at("stoney-sept").as_str(), t.at("harrenhal").as_str()), ("", "KK"));
        assert_eq!((t.order_at("stoney-sept"), t.order_at("harrenhal")), (None, None));
        assert_eq!(t.power_of("lannister"), 7, "the combat was won");
        let stays = rulings.arianne_token_stays.then_some("martell");
        assert_eq!((t.token_at("stoney-sept"), t.controller("stoney-sept")), (stays, stays));
    }
}

#[rule("BG.card.arianne")]
#[test]
fn arianne_does_nothing_when_she_attacks_or_wins() {
    let mut t = duel("martell", "F", "lannister", "KK", "stoney-sept");
    cards(&mut t, ("martell", "arianne-martell"), ("lannister", "ser-jaime-lannister"));
    assert_eq!((t.at("stoney-sept").as_str(), t.at("harrenhal").as_str()), ("KK", ""));
    let mut t = duel("lannister", "K", "martell", "KK", "stoney-sept");
    cards(&mut t, ("lannister", "the-hound"), ("martell", "arianne-martell"));
    assert_eq!((t.at("stoney-sept").as_str(), t.at("harrenhal").as_str()), ("KK", "k"));
}

#[rule("BOARD.C068", "BG.card.loras-supply")]
#[test]
fn board_c068_loras_marches_again() {
    let mut t = duel("tyrell", "KK", "stark", "F", "stoney-sept");
    t.units("karhold", "stark", "F").order("karhold", "march");
    cards(&mut t, ("tyrell", "ser-loras-tyrell"), ("stark", "ser-rodrick-cassel"));
    t.answer("stark", &[target("riverrun")]);
    assert_eq!((t.at("stoney-sept").as_str(), t.order_at("stoney-sept")), ("KK", Some("march")));
    assert_eq!(t.order_at("harrenhal"), None, "the same token: none is left behind");
    assert_eq!(t.acting(), ["stark"], "in a later turn: another house comes first");
    t.answer("stark", &[go("karhold"), done()]);
    march(&mut t, "tyrell", "stoney-sept", "KK", "blackwater");
    assert_eq!(t.at("blackwater"), "KK");
    assert_eq!(t.order_at("stoney-sept"), None);
}

#[rule("BG.card.loras-supply")]
#[test]
fn loras_moves_no_order_when_he_defends_or_loses() {
    let mut t = duel("stark", "F", "tyrell", "KK", "stoney-sept");
    cards(&mut t, ("stark", "ser-rodrick-cassel"), ("tyrell", "ser-loras-tyrell"));
    assert_eq!((t.order_at("stoney-sept"), t.order_at("harrenhal")), (None, None));
    let mut t = duel("tyrell", "F", "stark", "KKK", "stoney-sept");
    cards(&mut t, ("stark", "ser-rodrick-cassel"), ("tyrell", "ser-loras-tyrell"));
    assert_eq!((t.order_at("stoney-sept"), t.order_at("harrenhal")), (None, None));
    assert_eq!(t.at("harrenhal"), "f");
    // Arianne lets nobody in: the token goes.
    let mut t = duel("tyrell", "KK", "martell", "F", "stoney-sept");
    cards(&mut t, ("tyrell", "ser-loras-tyrell"), ("martell", "arianne-martell"));
    t.answer("martell", &[target("blackwater")]);
    assert_eq!((t.order_at("stoney-sept"), t.order_at("harrenhal"), t.at("harrenhal").as_str()), (None, None, "KK"));
}

#[rule("BOARD.C069", "BG.support.final", "BG.card.tyrell")]
#[test]
fn board_c069_queen_of_thorns_removes_declared_support() {
    let mut t = field();
    stop_at_blade(&mut t, "tyrell");
    t.units("stoney-sept", "tyrell", "FF").order("stoney-sept", "defense-plus-one");
    t.units("riverrun", "stark", "K").order("riverrun", "support");
    t.units("searoad-marches", "stark", "F").order("searoad-marches", "raid");
    t.units("winterfell", "stark", "F").order("winterfell", "consolidate-power");
    t.units("blackwater", "lannister", "F").order("blackwater", "support");
    // A Footman stays behind beside the March order.
    t.units("harrenhal", "stark", "FF").order("harrenhal", "march");
    hold(&mut t, "stark");
    t.action();
    t.answer("stark", &[go("searoad-marches"), Action::NoTarget]);
    t.order("searoad-marches", "consolidate-power");
    march(&mut t, "stark", "harrenhal", "F", "stoney-sept");
    t.answer("lannister", &[Action::Support { area: area("blackwater"), side: None }]);
    let seat = t.seat("stark");
    t.answer("stark", &[Action::Support { area: area("riverrun"), side: Some(seat) }]);
    cards(&mut t, ("stark", "greatjon-umber"), ("tyrell", "queen-of-thorns"));
    // Next to the combat and the opponent's; neither the March used nor others' orders nor far ones. And she must.
    let offers = offered(&t, "tyrell");
    assert_eq!(areas(&offers), ["riverrun", "searoad-marches"]);
    assert_eq!(offers.len(), 2);
    assert_eq!(t.strengths(), [5, 3]);
    t.answer("tyrell", &[target("riverrun")]);
    assert_eq!(t.order_at("riverrun"), None);
    assert_eq!(t.strengths(), [3, 3], "the support is lost");
}

#[rule("BG.support.final", "BG.support.card-text")]
#[test]
fn with_the_order_goes_the_support_that_a_text_asks_for() {
    let mut t = field();
    stop_at_blade(&mut t, "tyrell");
    t.units("stoney-sept", "greyjoy", "F").units("riverrun", "greyjoy", "F").order("riverrun", "support");
    attack(&mut t, "tyrell", "F", "stoney-sept");
    support(&mut t, "greyjoy", "riverrun", "greyjoy");
    cards(&mut t, ("greyjoy", "asha-greyjoy"), ("tyrell", "queen-of-thorns"));
    assert_eq!((parts(&t)[1].support, parts(&t)[1].swords), (1, 0));
    t.answer("tyrell", &[target("riverrun")]);
    assert_eq!((parts(&t)[1].support, parts(&t)[1].swords), (0, 2), "nobody supports her now");
}

#[rule("BOARD.C070", "BG.combat.last-card")]
#[test]
fn board_c070_the_seventh_card_brings_the_others_back() {
    let mut t = field();
    t.hand("stark", &["greatjon-umber"]).hand("lannister", &["the-hound", "ser-jaime-lannister"]);
    t.units("stoney-sept", "stark", "KK");
    attack(&mut t, "lannister", "F", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("lannister", "the-hound"));
    assert_eq!(t.hand_of("stark").len(), 6);
    assert_eq!(t.discards_of("stark"), ["greatjon-umber"]);
    assert_eq!((t.hand_of("lannister").len(), t.discards_of("lannister").len()), (1, 6), "one card is left: nothing comes back");
}

#[rule("BOARD.C071", "BG.combat.timing", "BG.faq.after-combat", "BG.clean.cards", "BG.card.baratheon")]
#[test]
fn board_c071_patchface_takes_from_the_refilled_hand() {
    let mut t = field();
    t.hand("stark", &["greatjon-umber"]).hand("baratheon", &["patchface"]);
    t.units("stoney-sept", "stark", "KK");
    attack(&mut t, "baratheon", "F", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("baratheon", "patchface"));
    assert_eq!(t.hand_of("baratheon").len(), 6, "his own hand is refilled before");
    let offers = offered(&t, "baratheon");
    assert_eq!(offers.len(), 7, "the six cards that came back, or none: {offers:?}");
    assert!(offers.contains(&play("roose-bolton")) && offers.contains(&Action::Pass));
    assert!(!offers.contains(&play("greatjon-umber")));
    t.answer("baratheon", &[play("roose-bolton")]);
    assert_eq!(t.discards_of("stark"), ["roose-bolton", "greatjon-umber"]);
}

#[rule("BG.card.baratheon")]
#[test]
fn patchface_may_take_any_card_or_none_win_or_lose() {
    let mut t = duel("baratheon", "KK", "stark", "F", "stoney-sept");
    cards(&mut t, ("stark", "ser-rodrick-cassel"), ("baratheon", "patchface"));
    t.answer("stark", &[target("riverrun")]);
    assert_eq!(offered(&t, "baratheon").len(), 7);
    t.answer("baratheon", &[Action::Pass]);
    assert_eq!(t.hand_of("stark").len(), 6);
}

#[rule("BG.combat.last-card-other")]
#[test]
fn the_last_card_that_patchface_takes_stays_and_the_others_come_back() {
    let mut t = field();
    t.hand("stark", &["greatjon-umber", "eddard-stark"]);
    t.units("stoney-sept", "stark", "KK");
    attack(&mut t, "baratheon", "F", "stoney-sept");
    cards(&mut t, ("stark", "greatjon-umber"), ("baratheon", "patchface"));
    assert_eq!(offered(&t, "baratheon"), [play("eddard-stark"), Action::Pass]);
    t.answer("baratheon", &[play("eddard-stark")]);
    assert_eq!(t.discards_of("stark"), ["eddard-stark"]);
    assert_eq!(t.hand_of("stark").len(), 6);
}

#[rule("BG.combat.no-card", "BG.combat.last-card-other")]
#[test]
fn an_empty_hand_fights_without_card_and_is_full_again() {
    let mut t = field();
    stop_at_blade(&mut t, "lannister");
    t.hand("stark", &[]).units("stoney-sept", "stark", "KK");
    attack(&mut t, "lannister", "F", "stoney-sept");
    assert_eq!(t.acting(), ["lannister"], "one plays a card");
    t.answer("lannister", &[play("the-hound")]);
    assert_eq!(t.strengths(), [3, 4]);
    t.answer("lannister", &[Action::Pass]);
    assert_eq!((t.hand_of("stark").len(), t.hand_of("lannister").len()), (7, 6));
}

#[rule("BOARD.C072", "BG.card.roose-last")]
#[test]
fn board_c072_roose_as_the_last_card_brings_all_back() {
    let mut t = field();
    t.hand("stark", &["roose-bolton"]);
    t.units("stoney-sept", "stark", "F");
    attack(&mut t, "lannister", "KK", "stoney-sept");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
    assert_eq!((t.hand_of("stark").len(), t.discards_of("stark").len()), (7, 0));
}

#[rule("BG.card.stark")]
#[test]
fn roose_brings_back_the_pile_only_when_he_loses() {
    for (units, hand) in [("F", 7), ("KKK", 2)] {
        let mut t = field();
        t.hand("stark", &["roose-bolton", "eddard-stark", "catelyn-stark"]);
        t.units("stoney-sept", "stark", units);
        attack(&mut t, "lannister", "KK", "stoney-sept");
        cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
        assert_eq!(t.hand_of("stark").len(), hand, "{units}");
    }
}

#[rule("BOARD.C073", "BG.combat.timing", "BG.faq.immediately")]
#[test]
fn board_c073_immediate_texts_in_iron_throne_order() {
    for (throne, first) in [(["martell", "tyrell"], "martell"), (["tyrell", "martell"], "tyrell")] {
        let mut t = field();
        t.track(Track::IronThrone, &[throne[0], throne[1], "stark", "greyjoy", "lannister", "baratheon"]);
        t.units("stoney-sept", "martell", "FF").units("riverrun", "martell", "F").order("riverrun", "support");
        attack(&mut t, "tyrell", "FF", "stoney-sept");
        t.answer("martell", &[Action::Support { area: area("riverrun"), side: None }]);
        cards(&mut t, ("martell", "doran-martell"), ("tyrell", "queen-of-thorns"));
        assert_eq!(t.acting(), [first]);
        let doran = Action::Track { track: Track::KingsCourt };
        if first == "martell" {
            t.answer("martell", &[doran]);
            assert_eq!(t.acting(), ["tyrell"]);
            t.answer("tyrell", &[target("riverrun")]);
        } else {
            t.answer("tyrell", &[target("riverrun")]);
            assert_eq!(t.acting(), ["martell"]);
            t.answer("martell", &[doran]);
        }
        assert_eq!(t.on_track(Track::KingsCourt).last(), Some(&"tyrell"));
        assert_eq!(t.order_at("riverrun"), None);
    }
}

#[rule("BOARD.C074", "BG.card.vs-saan")]
#[test]
fn board_c074_victarion_against_salladhor() {
    for (throne, total) in [(["greyjoy", "baratheon"], 0), (["baratheon", "greyjoy"], 4)] {
        let mut t = field();
        stop_at_blade(&mut t, "greyjoy");
        t.track(Track::IronThrone, &[throne[0], throne[1], "stark", "martell", "lannister", "tyrell"]);
        t.units("the-golden-sound", "baratheon", "S");
        t.units("ironmans-bay", "greyjoy", "SS").order("ironmans-bay", "march");
        t.units("sunset-sea", "baratheon", "S").order("sunset-sea", "support");
        hold(&mut t, "greyjoy");
        t.action();
        march(&mut t, "greyjoy", "ironmans-bay", "SS", "the-golden-sound");
        let seat = t.seat("baratheon");
        t.answer("baratheon", &[Action::Support { area: area("sunset-sea"), side: Some(seat) }]);
        cards(&mut t, ("greyjoy", "victarion-greyjoy"), ("baratheon", "salladhor-saan"));
        assert_eq!(t.strengths(), [3 + total, 3], "the later text stands");
    }
}

/// An attack on a neutral force, up to the choice of units.
fn neutral(from: &str, house: &str, units: &str, order: &str, force: (&str, u8)) -> Table {
    let mut t = field();
    t.no_garrison(force.0);
    t.state.areas[area(force.0).index()].force = force.1;
    t.units(from, house, units).order(from, order);
    hold(&mut t, house);
    t
}

fn picks(from: &str, units: &str, into: &str) -> Vec<Action> {
    let mut picks = vec![go(from)];
    picks.extend(units.chars().map(|letter| to(&letter.to_string(), into)));
    picks.push(done());
    picks
}

#[rule("BOARD.C097", "BG.neutral.fight", "BG.neutral.support")]
#[test]
fn board_c097_a_neutral_force_needs_its_strength() {
    let mut t = neutral("yronwood", "tyrell", "FK", "march-plus-one", ("sunspear", 5));
    t.action();
    assert!(!t.may("tyrell", &picks("yronwood", "FK", "sunspear")), "4 against 5");
    assert!(!t.options("tyrell", &[go("yronwood")]).contains(&to("K", "sunspear")));
    assert!(t.options("tyrell", &[go("yronwood")]).contains(&to("K", "starfall")));
    // With support of 1, one's own or another's.
    for house in ["tyrell", "stark"] {
        let mut t = neutral("yronwood", "tyrell", "FK", "march-plus-one", ("sunspear", 5));
        t.units("salt-shore", house, "F").order("salt-shore", "support");
        t.action();
        assert!(!t.may("tyrell", &picks("yronwood", "K", "sunspear")));
        march(&mut t, "tyrell", "yronwood", "FK", "sunspear");
        let sides = offered(&t, house);
        assert_eq!(sides.len(), 2, "for the attacker or not: {sides:?}");
        let seat = t.seat("tyrell");
        t.answer(house, &[Action::Support { area: area("salt-shore"), side: Some(seat) }]);
        assert_eq!(t.at("sunspear"), "FK", "no cards, no casualties, nobody routed");
        assert_eq!(t.state.areas[area("sunspear").index()].force, 0);
        assert_eq!(t.order_at("salt-shore"), Some("support"));
    }
}

#[rule("BG.neutral.fight", "BG.diff.neutral-support")]
#[test]
fn support_that_is_not_granted_leaves_a_neutral_force_in_place() {
    let mut t = neutral("yronwood", "tyrell", "FK", "march-plus-one", ("sunspear", 5));
    t.units("salt-shore", "stark", "F").order("salt-shore", "support");
    t.action();
    march(&mut t, "tyrell", "yronwood", "FK", "sunspear");
    t.answer("stark", &[Action::Support { area: area("salt-shore"), side: None }]);
    assert_eq!((t.at("sunspear").as_str(), t.at("yronwood").as_str()), ("", "FK"));
    assert_eq!(t.state.areas[area("sunspear").index()].force, 5);
    // As recorded others are not asked, so their support cannot be counted on.
    let mut t = field_by(Rulings::RECORDED);
    t.no_garrison("sunspear");
    t.state.areas[area("sunspear").index()].force = 5;
    t.units("yronwood", "tyrell", "FK").order("yronwood", "march-plus-one");
    t.units("salt-shore", "stark", "F").order("salt-shore", "support").action();
    assert!(!t.may("tyrell", &picks("yronwood", "FK", "sunspear")));
}

#[rule("BOARD.C098", "BG.neutral.support", "BG.neutral.result")]
#[test]
fn board_c098_a_siege_engine_breaks_kings_landing() {
    let mut t = neutral("blackwater", "lannister", "FE", "march", ("kings-landing", 5));
    t.action();
    assert!(!t.may("lannister", &picks("blackwater", "E", "kings-landing")), "4 alone is too little");
    march(&mut t, "lannister", "blackwater", "FE", "kings-landing");
    assert_eq!(t.at("kings-landing"), "FE");
    assert_eq!(t.controller("kings-landing"), Some("lannister"));
    // Without a castle the engine counts nothing.
    let mut t = neutral("yronwood", "tyrell", "FE", "march", ("salt-shore", 3));
    t.action();
    assert!(!t.may("tyrell", &picks("yronwood", "FE", "salt-shore")));
}

#[rule("BG.neutral.result", "BG.march.one-attack", "BG.march.bonus")]
#[test]
fn a_neutral_force_is_the_one_attack_of_a_march() {
    let mut t = neutral("blackwater", "lannister", "FKKE", "march-minus-one", ("kings-landing", 5));
    t.units("harrenhal", "stark", "F").action();
    // 4 + 2 - 1 suffices; what is left may not attack besides.
    let first = [go("blackwater"), to("F", "harrenhal")];
    assert!(t.may("lannister", &first));
    assert!(!t.options("lannister", &first).contains(&to("K", "kings-landing")));
    assert!(!t.may("lannister", &picks("blackwater", "E", "kings-landing")));
    assert!(t.may("lannister", &picks("blackwater", "KE", "kings-landing")));
}

#[rule("BOARD.C099", "BG.neutral.closed")]
#[test]
fn board_c099_three_players_never_enter_storms_end() {
    let mut t = Table::empty(3);
    t.supply("baratheon", 6).units("kingswood", "baratheon", "KKK").order("kingswood", "march-plus-one");
    t.units("shipbreaker-bay", "baratheon", "S").order("shipbreaker-bay", "march").action();
    let offers = t.options("baratheon", &[go("kingswood")]);
    for closed in ["storms-end", "the-boneway"] {
        assert!(!offers.contains(&to("K", closed)), "{closed}");
    }
    assert!(offers.contains(&to("K", "the-reach")));
    let ships = t.options("baratheon", &[go("shipbreaker-bay")]);
    assert!(!ships.contains(&to("S", "port-of-storms-end")));
    assert!(ships.contains(&to("S", "east-summer-sea")), "seas stay open");
}
