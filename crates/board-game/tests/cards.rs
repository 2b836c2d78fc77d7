//! The house cards: printed strength and icons of all, and what the texts do and do not do. Cancelling and timing, Robb Stark's retreat and
//! some more are in `combat.rs` and `retreat.rs`.

use crate::battle::*;

/// Card, strength, swords, fortifications.
const PLAIN: [(&str, &str, i8, u8, u8); 18] = [
    ("stark", "eddard-stark", 4, 2, 0),
    ("stark", "greatjon-umber", 2, 1, 0),
    ("stark", "ser-rodrick-cassel", 1, 0, 2),
    ("greyjoy", "euron-crows-eye", 4, 1, 0),
    ("greyjoy", "dagmar-cleftjaw", 1, 1, 1),
    ("lannister", "ser-gregor-clegane", 3, 3, 0),
    ("lannister", "ser-jaime-lannister", 2, 1, 0),
    ("lannister", "the-hound", 2, 0, 2),
    ("baratheon", "brienne-of-tarth", 2, 1, 1),
    ("baratheon", "melisandre", 1, 1, 0),
    ("tyrell", "randyll-tarly", 2, 1, 0),
    ("tyrell", "ser-garlan-tyrell", 2, 2, 0),
    ("tyrell", "margaery-tyrell", 1, 0, 1),
    ("tyrell", "alester-florent", 1, 0, 1),
    ("martell", "the-red-viper", 4, 2, 1),
    ("martell", "areo-hotah", 3, 0, 1),
    ("martell", "darkstar", 2, 1, 0),
    ("martell", "obara-sand", 2, 1, 0),
];

#[rule("BG.comp.house-cards", "BG.combat.card-add")]
#[test]
fn cards_without_text_add_strength_and_icons_on_both_sides() {
    for (house, card, strength, swords, fortifications) in PLAIN {
        let (other, theirs) = if house == "stark" { ("martell", "areo-hotah") } else { ("stark", "roose-bolton") };
        for into in ["stoney-sept", "riverrun"] {
            let t = at_blade((house, "F", card), (other, "F", theirs), into);
            let part = parts(&t)[0];
            assert_eq!(
                (part.total, part.card, part.swords, part.fortifications),
                (strength + 1, strength, swords, fortifications),
                "{card}"
            );
            let t = at_blade((other, "F", theirs), (house, "F", card), into);
            let part = parts(&t)[1];
            assert_eq!(
                (part.total, part.card, part.swords, part.fortifications),
                (strength + 1, strength, swords, fortifications),
                "{card}"
            );
        }
    }
}

/// Printed strengths of the cards with text, where the text does not change them.
#[rule("BG.comp.house-cards", "BG.comp.cards")]
#[test]
fn every_house_has_seven_cards_and_a_text_stands_in_place_of_icons() {
    let board = board_game::data::atlas();
    assert_eq!(board.cards.len(), 42);
    for house in &board.houses {
        let mut strengths: Vec<i8> = house.cards.iter().map(|card| board.card(*card).strength).collect();
        strengths.sort_unstable();
        assert_eq!(strengths, [0, 1, 1, 2, 2, 3, 4], "{}", house.name);
    }
    for card in &board.cards {
        let plain = PLAIN.iter().any(|(_, id, ..)| *id == card.id);
        assert_eq!(card.abilities.is_empty(), plain, "{}", card.id);
        assert_eq!(card.text.is_empty(), plain, "{}", card.id);
        assert!(plain || (card.swords, card.fortifications) == (0, 0), "{}", card.id);
    }
}

#[rule("BG.combat.card-choice", "BG.comp.open-info", "BG.faq.discards-open")]
#[test]
fn a_card_must_be_played_and_goes_to_the_discard_pile() {
    let mut t = duel("lannister", "F", "stark", "KK", "stoney-sept");
    t.hand("stark", &["catelyn-stark", "the-blackfish"]);
    assert_eq!(t.acting().len(), 2, "both at the same time");
    assert_eq!(offered(&t, "stark"), [play("the-blackfish"), play("catelyn-stark")], "from the hand, and not none");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "the-hound"));
    assert_eq!(t.hand_of("stark"), ["the-blackfish"]);
    assert_eq!(t.discards_of("lannister"), ["the-hound"]);
    // Hands and piles are open to everybody.
    let view = t.state.view(&t.rules, table::Viewer::Spectator);
    let of = |house: &str| &view.players[t.seat(house).index()];
    assert_eq!((of("stark").hand.as_slice(), of("lannister").discard.as_slice()), (&[card("the-blackfish")][..], &[card("the-hound")][..]));
}

#[rule("BG.card.stark")]
#[test]
fn catelyn_doubles_her_defense_order_only() {
    for (order, bonus) in [("defense-plus-one", 2), ("defense-plus-two", 4), ("support", 0)] {
        for (card, part) in [("catelyn-stark", bonus), ("roose-bolton", bonus / 2)] {
            let mut t = field();
            stop_at_blade(&mut t, "lannister");
            t.units("stoney-sept", "stark", "F").order("stoney-sept", order);
            attack(&mut t, "lannister", "F", "stoney-sept");
            cards(&mut t, ("stark", card), ("lannister", "the-hound"));
            assert_eq!(parts(&t)[1].order, part, "{card} with {order}");
        }
    }
    // Attacking she doubles nothing.
    let mut t = field();
    stop_at_blade(&mut t, "stark");
    t.units("stoney-sept", "lannister", "F").order("stoney-sept", "defense-plus-two");
    t.units("harrenhal", "stark", "F").order("harrenhal", "march-plus-one");
    hold(&mut t, "stark");
    t.action();
    march(&mut t, "stark", "harrenhal", "F", "stoney-sept");
    cards(&mut t, ("stark", "catelyn-stark"), ("lannister", "the-hound"));
    assert_eq!([parts(&t)[0].order, parts(&t)[1].order], [1, 2]);
}

/// Greyjoy's ships in Ironman's Bay against The Golden Sound, with own and foreign support by ships from Sunset Sea.
fn at_sea(attacker: &str, defender: &str, ours: &str, theirs: &str, supporter: &str, side: &str) -> Table {
    let mut t = field();
    stop_at_blade(&mut t, attacker);
    t.units("the-golden-sound", defender, "S").units("ironmans-bay", attacker, "SS").order("ironmans-bay", "march");
    t.units("sunset-sea", supporter, "SS").order("sunset-sea", "support-plus-one");
    hold(&mut t, attacker);
    t.action();
    march(&mut t, attacker, "ironmans-bay", "SS", "the-golden-sound");
    support(&mut t, supporter, "sunset-sea", side);
    if supporter != side {
        t.answer(side, &[done()]);
    }
    cards(&mut t, (attacker, ours), (defender, theirs));
    t
}

#[rule("BG.card.greyjoy")]
#[test]
fn victarion_doubles_own_ships_when_attacking() {
    let t = at_sea("greyjoy", "stark", "victarion-greyjoy", "roose-bolton", "greyjoy", "greyjoy");
    assert_eq!((parts(&t)[0].units, parts(&t)[0].support, parts(&t)[0].card), (4, 5, 3));
    assert_eq!(parts(&t)[1].units, 1);
    // Another house's supporting ships do not.
    let t = at_sea("greyjoy", "stark", "victarion-greyjoy", "roose-bolton", "tyrell", "greyjoy");
    assert_eq!((parts(&t)[0].units, parts(&t)[0].support), (4, 3));
    // Nor his own when he defends.
    let t = at_sea("stark", "greyjoy", "roose-bolton", "victarion-greyjoy", "greyjoy", "greyjoy");
    assert_eq!((parts(&t)[1].units, parts(&t)[1].support), (1, 3));
    // Nor land units.
    let t = at_blade(("greyjoy", "FK", "victarion-greyjoy"), ("stark", "F", "roose-bolton"), "stoney-sept");
    assert_eq!(parts(&t)[0].units, 3);
}

#[rule("BG.card.greyjoy")]
#[test]
fn theon_defends_castles_and_strongholds() {
    let t = at_blade(("stark", "F", "roose-bolton"), ("greyjoy", "F", "theon-greyjoy"), "riverrun");
    assert_eq!((parts(&t)[1].card, parts(&t)[1].swords), (3, 1));
    let t = at_blade(("stark", "F", "roose-bolton"), ("greyjoy", "F", "theon-greyjoy"), "stoney-sept");
    assert_eq!((parts(&t)[1].card, parts(&t)[1].swords), (2, 0), "no castle");
    let t = at_blade(("greyjoy", "F", "theon-greyjoy"), ("stark", "F", "roose-bolton"), "riverrun");
    assert_eq!((parts(&t)[0].card, parts(&t)[0].swords), (2, 0), "attacking");
}

#[rule("BG.card.greyjoy", "BG.support.card-text", "BG.support.refuse")]
#[test]
fn asha_needs_nobody() {
    let t = at_blade(("greyjoy", "F", "asha-greyjoy"), ("stark", "F", "roose-bolton"), "stoney-sept");
    assert_eq!((parts(&t)[0].card, parts(&t)[0].swords, parts(&t)[0].fortifications), (1, 2, 1));
    // Support of another house, accepted or refused.
    for refuse in [false, true] {
        let mut t = field();
        stop_at_blade(&mut t, "greyjoy");
        t.units("stoney-sept", "stark", "F").units("riverrun", "tyrell", "F").order("riverrun", "support");
        attack(&mut t, "greyjoy", "F", "stoney-sept");
        support(&mut t, "tyrell", "riverrun", "greyjoy");
        let picks = [Action::Refuse { area: area("riverrun") }, Action::Done];
        t.answer("greyjoy", &picks[usize::from(!refuse)..]);
        cards(&mut t, ("greyjoy", "asha-greyjoy"), ("stark", "roose-bolton"));
        let part = parts(&t)[0];
        let expected = if refuse { (0, 2, 1) } else { (1, 0, 0) };
        assert_eq!((part.support, part.swords, part.fortifications), expected);
    }
    // Support of the opponent is no support of hers.
    let mut t = field();
    stop_at_blade(&mut t, "greyjoy");
    t.units("stoney-sept", "stark", "F").units("riverrun", "stark", "F").order("riverrun", "support");
    attack(&mut t, "greyjoy", "F", "stoney-sept");
    support(&mut t, "stark", "riverrun", "stark");
    cards(&mut t, ("greyjoy", "asha-greyjoy"), ("stark", "roose-bolton"));
    assert_eq!((parts(&t)[0].swords, parts(&t)[1].support), (2, 1));
}

#[rule("BG.card.greyjoy", "BG.combat.timing")]
#[test]
fn aeron_buys_another_card() {
    let start = |power| {
        let mut t = field();
        stop_at_blade(&mut t, "greyjoy");
        t.power("greyjoy", power).units("stoney-sept", "stark", "F");
        attack(&mut t, "greyjoy", "F", "stoney-sept");
        cards(&mut t, ("greyjoy", "aeron-damphair"), ("stark", "roose-bolton"));
        t
    };
    let mut t = start(2);
    let offers = offered(&t, "greyjoy");
    assert!(offers.contains(&Action::Pass) && !offers.contains(&play("aeron-damphair")));
    assert_eq!(offers.len(), 7);
    t.answer("greyjoy", &[play("euron-crows-eye")]);
    assert_eq!((t.power_of("greyjoy"), parts(&t)[0].card), (0, 4));
    assert_eq!(t.discards_of("greyjoy"), ["aeron-damphair"]);
    // He may keep Aeron.
    let mut t = start(5);
    t.answer("greyjoy", &[Action::Pass]);
    assert_eq!((t.power_of("greyjoy"), parts(&t)[0].card), (5, 0));
    assert!(asks(&t, |q| *q == Question::Blade));
    // With one power nothing is asked.
    assert!(asks(&start(1), |q| *q == Question::Blade));
}

#[rule("BG.card.lannister", "BG.power.cap", "BG.comp.terms")]
#[test]
fn tywin_takes_two_power_when_he_wins() {
    let mut t = duel("lannister", "KK", "stark", "F", "stoney-sept");
    cards(&mut t, ("lannister", "tywin-lannister"), ("stark", "roose-bolton"));
    assert_eq!(t.power_of("lannister"), 7);
    let mut t = duel("lannister", "F", "stark", "KKKK", "stoney-sept");
    cards(&mut t, ("lannister", "tywin-lannister"), ("stark", "roose-bolton"));
    assert_eq!(t.power_of("lannister"), 5, "not when he loses");
    let mut t = field();
    t.power("lannister", 18).token("seagard", "lannister").units("stoney-sept", "stark", "F");
    attack(&mut t, "lannister", "KK", "stoney-sept");
    cards(&mut t, ("lannister", "tywin-lannister"), ("stark", "roose-bolton"));
    assert_eq!(t.power_of("lannister"), 19, "the pool had one");
}

#[rule("BG.card.lannister")]
#[test]
fn kevan_doubles_own_footmen_when_attacking() {
    let land = |attacker: &str, ours: &str, defender: &str, theirs: &str, supporter: &str, side: &str| {
        let mut t = field();
        stop_at_blade(&mut t, attacker);
        t.units("stoney-sept", defender, "FF").units("riverrun", supporter, "FK").order("riverrun", "support");
        attack(&mut t, attacker, "FFK", "stoney-sept");
        support(&mut t, supporter, "riverrun", side);
        if supporter != side {
            t.answer(side, &[done()]);
        }
        cards(&mut t, (attacker, ours), (defender, theirs));
        t
    };
    let t = land("lannister", "ser-kevan-lannister", "stark", "roose-bolton", "lannister", "lannister");
    assert_eq!((parts(&t)[0].units, parts(&t)[0].support), (6, 4));
    let t = land("lannister", "ser-kevan-lannister", "stark", "roose-bolton", "tyrell", "lannister");
    assert_eq!((parts(&t)[0].units, parts(&t)[0].support), (6, 3), "own Footmen only");
    assert_eq!(parts(&t)[1].units, 2);
    let t = land("stark", "roose-bolton", "lannister", "ser-kevan-lannister", "lannister", "lannister");
    assert_eq!((parts(&t)[1].units, parts(&t)[1].support), (2, 3), "not when he defends");
}

#[rule("BG.card.lannister")]
#[test]
fn cersei_removes_any_order_of_the_loser() {
    let board = |lannisters: &str| {
        let mut t = field();
        t.units("winterfell", "stark", "F").order("winterfell", "march").units("riverrun", "tyrell", "F").order("riverrun", "support");
        t.units("stoney-sept", "stark", "FF").order("stoney-sept", "defense-plus-one");
        attack(&mut t, "lannister", lannisters, "stoney-sept");
        t.answer("tyrell", &[Action::Support { area: area("riverrun"), side: None }]);
        cards(&mut t, ("lannister", "cersei-lannister"), ("stark", "roose-bolton"));
        t
    };
    let mut t = board("KKKK");
    assert_eq!(areas(&offered(&t, "lannister")), ["stoney-sept", "winterfell"], "anywhere, and the loser's only");
    assert!(t.may("lannister", &[Action::Pass]), "she may");
    t.answer("lannister", &[target("winterfell")]);
    assert_eq!(t.order_at("winterfell"), None);
    assert!(!asks(&board("F"), |q| matches!(q, Question::RemoveOrder { .. })), "not when she loses");
}

#[rule("BG.card.baratheon")]
#[test]
fn stannis_below_his_opponent() {
    for (throne, card) in [(["stark", "baratheon"], 5), (["baratheon", "stark"], 4)] {
        for (attacker, defender) in [("baratheon", "stark"), ("stark", "baratheon")] {
            let mut t = field();
            t.track(Track::IronThrone, &[throne[0], throne[1], "greyjoy", "lannister", "tyrell", "martell"]);
            stop_at_blade(&mut t, attacker);
            t.units("stoney-sept", defender, "F");
            attack(&mut t, attacker, "F", "stoney-sept");
            cards(&mut t, ("baratheon", "stannis-baratheon"), ("stark", "roose-bolton"));
            assert_eq!(parts(&t)[usize::from(attacker == "stark")].card, card);
        }
    }
}

#[rule("BG.card.baratheon", "BG.comp.units")]
#[test]
fn renly_knights_a_footman_that_fought_or_supported() {
    let start = || {
        let mut t = field();
        t.units("blackwater", "baratheon", "F").order("blackwater", "support").units("winterfell", "baratheon", "F");
        t.units("riverrun", "tyrell", "F").order("riverrun", "support").units("karhold", "baratheon", "F").order("karhold", "support");
        t.units("stoney-sept", "stark", "F");
        attack(&mut t, "baratheon", "FFF", "stoney-sept");
        support(&mut t, "baratheon", "blackwater", "baratheon");
        support(&mut t, "tyrell", "riverrun", "baratheon");
        t.answer("baratheon", &[done()]);
        cards(&mut t, ("baratheon", "renly-baratheon"), ("stark", "the-blackfish"));
        t
    };
    let mut t = start();
    let offers = offered(&t, "baratheon");
    assert_eq!(offers, [upgrade("blackwater", "K"), upgrade("harrenhal", "K"), Action::Pass], "his own, here and nowhere else");
    t.answer("baratheon", &[upgrade("harrenhal", "K")]);
    assert_eq!(t.at("stoney-sept"), "FFK");
    let mut t = start();
    t.answer("baratheon", &[upgrade("blackwater", "K")]);
    assert_eq!(t.at("blackwater"), "K");
    // Five Knights are on the board: none can be made.
    let mut none = field();
    none.units("winterfell", "baratheon", "KKK").units("pyke", "baratheon", "KK").units("stoney-sept", "stark", "F");
    attack(&mut none, "baratheon", "FFF", "stoney-sept");
    cards(&mut none, ("baratheon", "renly-baratheon"), ("stark", "the-blackfish"));
    assert!(asks(&none, |q| matches!(q, Question::Retreat { .. })), "{:?}", none.asked());
    // Nothing when he loses.
    let mut t = duel("baratheon", "F", "stark", "KKKK", "stoney-sept");
    cards(&mut t, ("baratheon", "renly-baratheon"), ("stark", "the-blackfish"));
    assert_eq!(t.at("harrenhal"), "f");
}

#[rule("BG.card.baratheon")]
#[test]
fn davos_after_stannis() {
    for (gone, card, swords) in [(true, 3, 1), (false, 2, 0)] {
        let mut t = field();
        stop_at_blade(&mut t, "baratheon");
        let hand = ["ser-davos-seaworth", "patchface", "stannis-baratheon"];
        t.hand("baratheon", &hand[..if gone { 2 } else { 3 }]).units("stoney-sept", "stark", "F");
        attack(&mut t, "baratheon", "F", "stoney-sept");
        cards(&mut t, ("baratheon", "ser-davos-seaworth"), ("stark", "roose-bolton"));
        assert_eq!((parts(&t)[0].card, parts(&t)[0].swords), (card, swords));
    }
}

#[rule("BG.card.baratheon", "BG.support.card-text")]
#[test]
fn salladhor_sinks_foreign_ships_while_supported() {
    // Supported by Tyrell's ships, which count 0 too: the order's +1 is left.
    let t = at_sea("baratheon", "stark", "salladhor-saan", "roose-bolton", "tyrell", "baratheon");
    assert_eq!((parts(&t)[0].units, parts(&t)[0].support, parts(&t)[1].units), (2, 1, 0));
    // By his own.
    let t = at_sea("baratheon", "stark", "salladhor-saan", "roose-bolton", "baratheon", "baratheon");
    assert_eq!((parts(&t)[0].support, parts(&t)[1].units), (3, 0));
    // Not supported: the opponent's supporters do not count.
    let t = at_sea("baratheon", "stark", "salladhor-saan", "roose-bolton", "tyrell", "stark");
    assert_eq!((parts(&t)[1].units, parts(&t)[1].support), (1, 3));
    // As defender.
    let t = at_sea("stark", "baratheon", "roose-bolton", "salladhor-saan", "baratheon", "baratheon");
    assert_eq!((parts(&t)[0].units, parts(&t)[1].units, parts(&t)[1].support), (0, 1, 3));
}

#[rule("BG.card.tyrell", "BG.combat.card-add")]
#[test]
fn mace_destroys_a_footman_at_once() {
    let t = at_blade(("tyrell", "F", "mace-tyrell"), ("stark", "FK", "roose-bolton"), "stoney-sept");
    assert_eq!((t.at("stoney-sept").as_str(), parts(&t)[1].units), ("K", 2), "the strength is counted again");
    let t = at_blade(("tyrell", "F", "mace-tyrell"), ("stark", "KE", "roose-bolton"), "stoney-sept");
    assert_eq!(t.at("stoney-sept"), "KE", "Footmen only");
    // Defending: of the attackers.
    let t = at_blade(("stark", "FK", "roose-bolton"), ("tyrell", "F", "mace-tyrell"), "stoney-sept");
    assert_eq!((parts(&t)[0].units, t.at("stoney-sept").as_str()), (2, "F"));
}

#[rule("BG.card.tyrell")]
#[test]
fn mace_s_owner_names_a_standing_or_a_routed_footman_of_the_opponent() {
    let mut t = field();
    stop_at_blade(&mut t, "tyrell");
    t.units("stoney-sept", "stark", "FFf");
    attack(&mut t, "tyrell", "FFK", "stoney-sept");
    cards(&mut t, ("tyrell", "mace-tyrell"), ("stark", "roose-bolton"));
    assert_eq!(offered(&t, "tyrell"), [lose("F", "stoney-sept"), lose("f", "stoney-sept")]);
    t.answer("tyrell", &[lose("F", "stoney-sept")]);
    assert_eq!(t.at("stoney-sept"), "Ff");
    assert_eq!(parts(&t)[0].units, 4, "nobody of his own");
}

#[rule("BG.card.mace-last", "BG.diff.mace")]
#[test]
fn mace_kills_the_last_defender() {
    // By default the combat goes on.
    let mut t = at_blade(("tyrell", "F", "mace-tyrell"), ("stark", "F", "roose-bolton"), "stoney-sept");
    assert_eq!(t.strengths(), [5, 2]);
    t.answer("tyrell", &[Action::Pass]);
    assert_eq!((t.at("stoney-sept").as_str(), t.hand_of("stark").len()), ("F", 7), "Roose has lost the combat");
    // Or it ends: no text of a winner or loser.
    let mut t = field_by(Rulings { mace: board_game::rulings::Mace::Ends, ..Rulings::FAQ_V2 });
    t.units("stoney-sept", "stark", "F");
    attack(&mut t, "tyrell", "F", "stoney-sept");
    cards(&mut t, ("tyrell", "mace-tyrell"), ("stark", "roose-bolton"));
    assert_eq!((t.at("stoney-sept").as_str(), t.hand_of("stark").len()), ("F", 6));
}

#[rule("BG.card.tyrell")]
#[test]
fn the_queen_of_thorns_removes_nothing_where_nothing_lies() {
    let t = at_blade(("tyrell", "F", "queen-of-thorns"), ("stark", "F", "roose-bolton"), "stoney-sept");
    assert!(asks(&t, |q| *q == Question::Blade));
    // Not the order in the embattled area itself.
    let mut t = field();
    stop_at_blade(&mut t, "tyrell");
    t.units("stoney-sept", "stark", "F").order("stoney-sept", "defense-plus-two");
    attack(&mut t, "tyrell", "F", "stoney-sept");
    cards(&mut t, ("tyrell", "queen-of-thorns"), ("stark", "roose-bolton"));
    assert_eq!((parts(&t)[1].order, t.order_at("stoney-sept")), (2, Some("defense-plus-two")));
}

#[rule("BG.card.martell")]
#[test]
fn nymeria_changes_her_icon() {
    let t = at_blade(("martell", "F", "nymeria-sand"), ("stark", "F", "roose-bolton"), "stoney-sept");
    assert_eq!((parts(&t)[0].card, parts(&t)[0].swords, parts(&t)[0].fortifications), (1, 1, 0));
    let t = at_blade(("stark", "F", "roose-bolton"), ("martell", "F", "nymeria-sand"), "stoney-sept");
    assert_eq!((parts(&t)[1].card, parts(&t)[1].swords, parts(&t)[1].fortifications), (1, 0, 1));
}

#[rule("BG.card.martell", "BG.inf.moves", "BG.card.doran-order")]
#[test]
fn doran_sends_his_opponent_down_one_track() {
    let start = || {
        let mut t = field();
        t.units("stoney-sept", "martell", "FK");
        attack(&mut t, "stark", "FFF", "stoney-sept");
        cards(&mut t, ("martell", "doran-martell"), ("stark", "roose-bolton"));
        t
    };
    let mut t = start();
    assert_eq!(offered(&t, "martell"), Track::ALL.map(|track| Action::Track { track }), "one track, and he must");
    t.answer("martell", &[Action::Track { track: Track::IronThrone }]);
    assert_eq!(t.on_track(Track::IronThrone), ["baratheon", "lannister", "martell", "greyjoy", "tyrell", "stark"]);
    assert_eq!(t.on_track(Track::Fiefdoms), ["greyjoy", "tyrell", "martell", "stark", "baratheon", "lannister"]);
    // On Fiefdoms it decides a tie of this combat, 2 Footmen and 2 against 4 Footmen, and takes the blade away.
    for (track, holds) in [(Track::Fiefdoms, "greyjoy"), (Track::KingsCourt, "stark")] {
        let mut t = field();
        t.track(Track::Fiefdoms, &["stark", "greyjoy", "lannister", "baratheon", "tyrell", "martell"]);
        t.units("riverrun", "martell", "FFFF");
        assault(&mut t, "stark", "seagard", "FF", "riverrun");
        cards(&mut t, ("martell", "doran-martell"), ("stark", "roose-bolton"));
        t.answer("martell", &[Action::Track { track }]);
        assert_eq!(t.state.player(t.state.holder(Track::Fiefdoms)).house.id(), holds);
        assert_eq!(asks(&t, |q| matches!(q, Question::Retreat { .. })), track == Track::KingsCourt, "{track:?}: who has lost");
    }
}
