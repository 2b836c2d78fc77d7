//! The abilities of the Greyjoy cards of the Core Set.

use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

use crate::card_table::{seats, table, through, to_phase};

#[card_test("01065")]
fn aeron_damphair(pool: Pool) {
    let mut t = table(&pool);
    let (aeron, man) = (t.play(P1, "Aeron Damphair"), t.dead(P1, "Man"));
    let (kraken, asha, theirs) = (t.dead(P1, "Kraken"), t.dead(P1, "Asha Greyjoy"), t.dead(P2, "Kraken"));
    t.start(Phase::Dominance);
    t.use_card(P1, aeron);
    through(&mut t);
    assert!(t.offers(P1, kraken) && !t.offers(P1, man) && !t.offers(P1, theirs));
    assert!(t.offers(P1, asha), "she leaves the dead pile on entering play");
    t.cards(P1, &[kraken]);
    through(&mut t);
    assert!(t.in_play(kraken));

    let mut t = table(&pool);
    let aeron = t.play(P1, "Aeron Damphair");
    t.play(P2, "Giant");
    t.dead(P1, "Kraken");
    t.start(Phase::Dominance);
    t.pass_while(|t| t.st.phase == Phase::Dominance && !t.uses(P1, aeron));
    assert!(!t.uses(P1, aeron), "dominance was lost");

    // A second copy in the dead pile keeps a unique card out.
    let mut t = table(&pool);
    let aeron = t.play(P1, "Aeron Damphair");
    let (kraken, asha, _) = (t.dead(P1, "Kraken"), t.dead(P1, "Asha Greyjoy"), t.dead(P1, "Asha Greyjoy"));
    t.start(Phase::Dominance);
    t.use_card(P1, aeron);
    through(&mut t);
    assert!(t.offers(P1, kraken) && !t.offers(P1, asha));
}

#[card_test("01066")]
fn alannys_greyjoy(pool: Pool) {
    let mut t = seats(&pool, 3);
    t.play(P1, "Alannys Greyjoy");
    t.start(Phase::Challenges);
    assert_eq!([P1, P2, P3].map(|s| t.reserve(s)), [6, 5, 5], "each opponent");

    let mut t = table(&pool);
    t.play(P2, "Alannys Greyjoy");
    t.start(Phase::Challenges);
    assert_eq!([P1, P2].map(|s| t.reserve(s)), [6, 6], "P2 is not the first player");
}

#[card_test("01067")]
fn asha_greyjoy(pool: Pool) {
    let mut t = table(&pool);
    let (asha, man) = (t.play(P1, "Asha Greyjoy"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[asha]).resolve();
    t.use_card(P1, asha);
    through(&mut t);
    assert!(!t.kneeling(asha));
    t.finish();
    t.kneel(asha);
    t.attack(P1, Power, P2, &[man]).resolve();
    assert!(!t.uses(P1, asha), "she must take part");

    let mut t = table(&pool);
    let (asha, wall) = (t.play(P1, "Asha Greyjoy"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[asha]).defend(P2, &[wall]).resolve();
    assert!(!t.uses(P1, asha), "opposed");
}

#[card_test("01068")]
fn balon_greyjoy(pool: Pool) {
    let mut t = table(&pool);
    let (balon, man) = (t.play(P1, "Balon Greyjoy"), t.play(P1, "Man"));
    let (weak, giant, equal) = (t.play(P2, "Man"), t.play(P2, "Giant"), t.play(P2, "Stannis Baratheon"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[balon, man]).defend(P2, &[weak, giant, equal]);
    assert_eq!(t.st.totals(), (7, 14), "9 and 5, not the 2");
    assert_eq!(t.strength(weak), 2);

    // Only while he attacks.
    let mut t = table(&pool);
    let (balon, man, weak) = (t.play(P1, "Balon Greyjoy"), t.play(P1, "Man"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[man]).defend(P2, &[weak]);
    assert_eq!(t.st.totals(), (2, 2));
    t.finish();
    let other = t.play(P2, "Man");
    t.attack(P2, Power, P1, &[other]).defend(P1, &[balon]);
    assert_eq!(t.st.totals(), (2, 5), "attackers are safe from him");
}

#[card_test("01069")]
fn euron_crows_eye(pool: Pool) {
    let mut t = table(&pool);
    let euron = t.play(P1, "Euron Crow's Eye");
    let (top, keep, chain, mine) = (t.deck(P2, "Castle"), t.discard(P2, "Keep"), t.discard(P2, "Chain"), t.discard(P1, "Keep"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[euron]).finish();
    assert_eq!(t.topic(P1), "keyword_type");
    t.pick(P1, "Pillage").pick(P1, "Yes");
    assert_eq!(t.zone(top), Zone::Discard);
    t.use_card(P1, euron);
    through(&mut t);
    assert!(t.offers(P1, top) && t.offers(P1, keep) && !t.offers(P1, chain) && !t.offers(P1, mine));
    t.cards(P1, &[top]);
    through(&mut t);
    assert!(t.in_play(top));
    assert_eq!((t.st.controller(top), t.st.card(top).owner), (P1, P2));

    // The pillage of another does not count.
    let mut t = table(&pool);
    let (euron, crew) = (t.play(P1, "Euron Crow's Eye"), t.play(P1, "Black Wind's Crew"));
    t.discard(P2, "Keep");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[crew]).finish();
    t.pick(P1, "Yes");
    assert!(!t.uses(P1, euron));
}

#[card_test("01071")]
fn theon_greyjoy(pool: Pool) {
    let mut t = table(&pool);
    let (theon, man) = (t.play(P1, "Theon Greyjoy"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).resolve();
    assert!(!t.uses(P1, theon), "he must take part");
    t.finish();
    t.attack(P1, Military, P2, &[theon]).resolve();
    t.use_card(P1, theon);
    through(&mut t);
    assert_eq!(t.power_on(theon), 1);

    let mut t = table(&pool);
    let (theon, wall) = (t.play(P1, "Theon Greyjoy"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[theon]).defend(P2, &[wall]).resolve();
    assert!(!t.uses(P1, theon), "opposed");
}

#[card_test("01073")]
fn drowned_men(pool: Pool) {
    let mut t = table(&pool);
    let men = t.play(P1, "Drowned Men");
    t.play(P2, "Iron Fleet Scout");
    t.play(P1, "Sea Tower");
    assert_eq!(t.strength(men), 3);
    t.play(P1, "Iron Fleet Scout");
    t.play(P1, "Great Kraken");
    assert_eq!(t.strength(men), 5);
}

#[card_test("01074")]
fn iron_islands_fishmonger(pool: Pool) {
    let mut t = table(&pool);
    let monger = t.play(P1, "Iron Islands Fishmonger");
    let kraken = t.hand(P1, "Kraken");
    let _ = ["Man", "Great Kraken", "Salty Navigator"].map(|name| t.hand(P1, name));
    t.start(Phase::Marshaling);
    t.use_card(P1, monger).until(P1, "marshaling");
    assert!(t.kneeling(monger));
    assert!(t.can(P1, "Marshal Kraken (1 gold)") && t.can(P1, "Marshal Salty Navigator (1 gold)"));
    assert!(t.can(P1, "Marshal Man (2 gold)") && t.can(P1, "Marshal Great Kraken (3 gold)"));
    t.marshal(P1, kraken).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Salty Navigator (2 gold)"), "the next only");
}

#[card_test("01075")]
fn lordsport_shipwright(pool: Pool) {
    for (seat, first) in [(P1, true), (P2, false)] {
        let mut t = table(&pool);
        let wright = t.play(seat, "Lordsport Shipwright");
        let (keep, castle, tower, man) = (t.play(P2, "Keep"), t.play(P1, "Castle"), t.play(P1, "Sea Tower"), t.play(P1, "Man"));
        let knelt = t.play(P1, "Keep");
        t.kneel(knelt);
        t.start(Phase::Marshaling);
        t.use_card(seat, wright);
        assert!(t.kneeling(wright));
        assert!(t.offers(seat, keep) && t.offers(seat, tower) && !t.offers(seat, man) && !t.offers(seat, knelt));
        assert_eq!(t.offers(seat, castle), first, "cost 3 only for the first player");
        t.cards(seat, &[keep]);
        through(&mut t);
        assert!(t.kneeling(keep) && !t.kneeling(tower));
    }
}

#[card_test("01077")]
fn throwing_axe(pool: Pool) {
    let mut t = table(&pool);
    let (kraken, giant, other) = (t.play(P1, "Kraken"), t.play(P1, "Giant"), t.play(P1, "Giant"));
    let (a, idle) = (t.play(P2, "Man"), t.play(P2, "Man"));
    let axe = t.attach(kraken, "Throwing Axe");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[other]).defend(P2, &[idle]).resolve();
    assert!(!t.uses(P1, axe), "its bearer must take part");
    t.finish();
    t.attack(P1, Military, P2, &[kraken, giant]).defend(P2, &[a]).resolve();
    t.use_card(P1, axe);
    assert_eq!(t.zone(axe), Zone::Discard);
    assert!(t.offers(P1, a) && !t.offers(P1, idle) && !t.offers(P1, giant));
    t.cards(P1, &[a]);
    through(&mut t);
    assert_eq!(t.zone(a), Zone::Dead);

    let mut t = table(&pool);
    let (kraken, giant) = (t.play(P1, "Kraken"), t.play(P1, "Giant"));
    let (axe, man) = (t.attach(kraken, "Throwing Axe"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[man]).defend(P1, &[kraken, giant]).resolve();
    assert!(!t.uses(P1, axe), "as an attacker only");
}

#[card_test("01078", ability = 1)]
fn great_kraken_stealth(pool: Pool) {
    let mut t = table(&pool);
    t.play(P1, "Great Kraken");
    let (balon, asha, theirs) = (t.play(P1, "Balon Greyjoy"), t.play(P1, "Kraken"), t.play(P2, "Balon Greyjoy"));
    assert!(t.keyword(balon, KeywordName::Stealth));
    assert!(!t.keyword(theirs, KeywordName::Stealth) && !t.keyword(asha, KeywordName::Stealth));
}

#[card_test("01078", ability = 2)]
fn great_kraken_reaction(pool: Pool) {
    let mut t = table(&pool);
    let kraken = t.play(P1, "Great Kraken");
    let (a, b, c) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a]).resolve();
    t.use_card(P1, kraken);
    through(&mut t);
    assert_eq!((t.topic(P1).as_str(), t.legal(P1).len()), ("either", 2));
    let cards = t.hand_size(P1);
    t.act(P1, Action::Option { n: 0 });
    through(&mut t);
    assert_eq!((t.hand_size(P1), t.power(P1)), (cards + 1, 0));
    t.finish();
    assert_eq!(t.power(P1), 1);
    t.attack(P1, Military, P2, &[b]).resolve();
    t.use_card(P1, kraken);
    through(&mut t);
    t.act(P1, Action::Option { n: 1 });
    through(&mut t);
    assert_eq!((t.hand_size(P1), t.power_on(t.faction(P1))), (cards + 1, 2));
    t.finish();
    t.attack(P1, Intrigue, P2, &[c]).resolve();
    assert!(!t.uses(P1, kraken), "twice per round");

    let mut t = table(&pool);
    let (kraken, man, wall) = (t.play(P1, "Great Kraken"), t.play(P1, "Giant"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).defend(P2, &[wall]).resolve();
    assert!(!t.uses(P1, kraken), "opposed");
}

#[card_test("01079")]
fn iron_fleet_scout(pool: Pool) {
    for (seat, other, gain) in [(P1, P2, 2), (P2, P1, 1)] {
        let mut t = table(&pool);
        let scout = t.play(seat, "Iron Fleet Scout");
        let (kraken, idle, lion) = (t.play(seat, "Kraken"), t.play(seat, "Kraken"), t.play(seat, "Lion"));
        let theirs = t.play(other, "Kraken");
        t.start(Phase::Challenges);
        t.attack(seat, Military, other, &[kraken, lion]).defend(other, &[theirs]);
        t.use_card(seat, scout);
        assert!(t.kneeling(scout));
        assert!(t.offers(seat, kraken) && t.offers(seat, theirs) && !t.offers(seat, idle) && !t.offers(seat, lion));
        t.cards(seat, &[kraken]);
        through(&mut t);
        assert_eq!(t.strength(kraken), 2 + gain);
        t.finish();
        assert_eq!(t.strength(kraken), 2, "for the challenge");
    }
}

#[card_test("01080")]
fn sea_tower(pool: Pool) {
    let mut t = table(&pool);
    let tower = t.play(P1, "Sea Tower");
    let ship = t.hand(P1, "Great Kraken");
    let _ = ["Man", "Kraken"].map(|name| t.hand(P1, name));
    t.start(Phase::Marshaling);
    t.use_card(P1, tower).until(P1, "marshaling");
    assert!(t.kneeling(tower));
    assert!(t.can(P1, "Marshal Kraken (1 gold)") && t.can(P1, "Marshal Great Kraken (2 gold)") && t.can(P1, "Marshal Man (2 gold)"));
    t.marshal(P1, ship).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Kraken (2 gold)"), "the next only");
}

#[card_test("01081")]
fn risen_from_the_sea(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P2, "Risen from the Sea");
    let (giant, kraken) = (t.play(P1, "Giant"), t.play(P2, "Kraken"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.use_card(P2, event);
    through(&mut t);
    assert!(t.in_play(kraken));
    assert_eq!((t.zone(event), t.st.card(event).host), (Zone::Play, Some(kraken)));
    assert_eq!(t.strength(kraken), 3);
    let view = t.view(P1);
    let shown = view.cards.iter().find(|c| c.id == event.to_string()).expect("attached");
    assert_eq!(shown.traits, ["Condition"]);
    assert!(t.keyword(event, KeywordName::Terminal));
    t.finish();
    assert_eq!(t.zone(event), Zone::Play);
    // It is a Condition attachment like any other.
    let plot = t.plot_deck(P1, "Confiscation");
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    t.choose_plots(P1, plot).cards(P1, &[event]);
    through(&mut t);
    assert_eq!((t.zone(event), t.strength(kraken)), (Zone::Discard, 2));

    // Only for the faction.
    let mut t = table(&pool);
    let event = t.hand(P2, "Risen from the Sea");
    let (giant, lion) = (t.play(P1, "Giant"), t.play(P2, "Lion"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.pass_while(|t| t.in_play(lion) && !t.uses(P2, event));
    assert!(!t.uses(P2, event));
}

#[card_test("01082")]
fn the_krakens_grasp(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P1, "The Kraken's Grasp");
    let (man, five, giant) = (t.play(P1, "Man"), t.play(P2, "Stannis Baratheon"), t.play(P2, "Giant"));
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, event), "nobody defends");
    t.attack(P1, Military, P2, &[man]).defend(P2, &[five, giant]);
    t.use_card(P1, event);
    assert!(t.offers(P1, five) && !t.offers(P1, giant) && !t.offers(P1, man));
    t.cards(P1, &[five]);
    through(&mut t);
    assert_eq!(t.st.totals(), (2, 9));

    let mut t = table(&pool);
    let event = t.hand(P2, "The Kraken's Grasp");
    let (man, wall) = (t.play(P2, "Man"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[man]).defend(P1, &[wall]).until(P2, "action_window");
    assert!(!t.uses(P2, event), "only the first player");
}

#[card_test("01083")]
fn we_do_not_sow(pool: Pool) {
    let mut t = table(&pool);
    let events = [t.hand(P1, "We Do Not Sow"), t.hand(P1, "We Do Not Sow")];
    let (man, victim, keep, mine) = (t.play(P1, "Man"), t.play(P2, "Wall"), t.play(P2, "Keep"), t.play(P1, "Keep"));
    let (chain, own) = (t.attach(victim, "Chain"), t.attach(man, "Chain"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).resolve();
    t.use_card(P1, events[0]);
    assert!(t.offers(P1, keep) && t.offers(P1, chain));
    assert!(!t.offers(P1, mine) && !t.offers(P1, own) && !t.offers(P1, victim));
    t.cards(P1, &[chain]);
    through(&mut t);
    assert_eq!((t.zone(chain), t.gold(P1)), (Zone::Discard, 1));
    assert!(!t.uses(P1, events[1]), "once per challenge");

    let mut t = table(&pool);
    let event = t.hand(P1, "We Do Not Sow");
    let (giant, man) = (t.play(P1, "Giant"), t.play(P2, "Man"));
    t.play(P2, "Keep");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[giant]).defend(P2, &[man]).resolve();
    assert!(!t.uses(P1, event), "opposed");
    to_phase(&mut t, Phase::Dominance);
}
