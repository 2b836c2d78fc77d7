//! Every ability of the Martell cards of the Core Set.

use crate::nobodies::{Quiet, reducer, table};
use card_game::testing::*;
use test_macros::card_test;

fn used_plots(t: &mut Table, seat: ::table::Seat, n: usize) {
    (0..n).for_each(|_| {
        t.used(seat, "Filler Plot");
    });
}

#[card_test("01103")]
fn areo_hotah(pool: Pool) {
    // Entering in the challenges phase, but not during a challenge: nothing to react to.
    let mut t = table(pool.clone());
    let areo = t.hand(P1, "Areo Hotah");
    t.play(P2, "Giant");
    t.set_gold(P1, 5);
    t.start(Phase::Challenges).card(P1, areo);
    assert!(t.in_play(areo));
    assert!(!t.can(P1, "Use Areo Hotah"));

    let mut t = table(pool);
    let (soldier, giant, peer) = (t.play(P1, "Soldier"), t.play(P2, "Giant"), t.play(P2, "Peer"));
    let areo = t.hand(P1, "Areo Hotah");
    t.set_gold(P1, 5);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).defend(P2, &[giant]);
    t.pass_while(|t| !t.offers(P1, areo)).card(P1, areo).use_card(P1, areo);
    assert!(t.offers(P1, giant) && t.offers(P1, soldier) && !t.offers(P1, peer) && !t.offers(P1, areo));
    t.card(P1, giant).quiet();
    assert!(t.in_play(giant) && !t.st.participates(giant));
    t.finish();
    assert_eq!(t.power(P1), 1, "nobody is left to oppose");
}

#[card_test("01104")]
fn arianne_martell(pool: Pool) {
    let mut t = table(pool);
    let arianne = t.play(P1, "Arianne Martell");
    t.duplicate(arianne);
    let (peer, giant) = (t.hand(P1, "Peer"), t.hand(P1, "Giant"));
    t.start(Phase::Draw).until(P1, "action_window").card(P1, arianne).quiet();
    assert!(t.offers(P1, peer) && !t.offers(P1, giant), "printed cost 5 or lower");
    t.card(P1, peer).quiet();
    assert!(t.in_play(peer) && t.st.card(peer).base == P1);
    assert_eq!(t.zone(arianne), Zone::Hand, "returned, and a duplicate does not save her");
}

#[card_test("01105")]
fn doran_martell(pool: Pool) {
    let mut t = table(pool);
    used_plots(&mut t, P1, 2);
    used_plots(&mut t, P2, 1);
    let (lady, north, man) = (t.play(P1, "Dornish Lady"), t.play(P1, "Northern Lady"), t.play(P1, "Dornishman"));
    let (edric, theirs) = (t.play(P1, "Edric Dayne"), t.play(P2, "Dornish Lady"));
    let doran = t.play(P1, "Doran Martell");
    assert_eq!((t.strength(lady), t.strength(edric)), (3, 3));
    assert_eq!((t.strength(north), t.strength(man), t.strength(theirs), t.strength(doran)), (1, 1, 1, 4));
}

#[card_test("01106")]
fn edric_dayne(pool: Pool) {
    let mut t = table(pool.clone());
    let edric = t.play(P1, "Edric Dayne");
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, edric), "without gold");

    let mut t = table(pool);
    let edric = t.play(P1, "Edric Dayne");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).card(P1, edric).quiet().pick(P1, "Power").quiet();
    assert_eq!(t.gold(P1), 1);
    assert!(t.icon(edric, Power) && !t.icon(edric, Military) && !t.icon(edric, Intrigue));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.icon(edric, Power), "until the end of the phase");
}

#[card_test("01107")]
fn maester_caleotte(pool: Pool) {
    let mut t = table(pool);
    let (caleotte, giant) = (t.play(P1, "Maester Caleotte"), t.play(P2, "Giant"));
    t.start(Phase::Challenges).attack(P2, Power, P1, &[giant]).defend(P1, &[caleotte]).resolve();
    t.use_card(P1, caleotte).card(P1, giant).quiet();
    t.pick(P1, "Intrigue").quiet();
    assert!(!t.icon(giant, Intrigue) && t.icon(giant, Military) && t.icon(giant, Power));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.icon(giant, Intrigue));
}

#[card_test("01107")]
fn maester_caleotte_only_loses_when_he_takes_part(pool: Pool) {
    let mut t = table(pool.clone());
    let (caleotte, scout, giant) = (t.play(P1, "Maester Caleotte"), t.play(P1, "Scout"), t.play(P2, "Giant"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[scout]).defend(P2, &[giant]).resolve();
    assert!(!t.offers(P1, caleotte), "he does not take part");
    t.finish().attack(P1, Power, P2, &[caleotte]).resolve();
    assert!(!t.offers(P1, caleotte), "he wins");

    let mut t = table(pool);
    let (caleotte, giant) = (t.play(P1, "Maester Caleotte"), t.play(P2, "Giant"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[caleotte]).defend(P2, &[giant]).resolve();
    t.use_card(P1, caleotte).card(P1, caleotte).quiet().pick(P1, "Intrigue").quiet();
    assert!(!t.icon(caleotte, Intrigue), "as an attacker too, and any character");
}

#[card_test("01108")]
fn obara_sand(pool: Pool) {
    let mut t = table(pool);
    let (obara, giant, scout) = (t.play(P1, "Obara Sand"), t.play(P2, "Giant"), t.play(P2, "Scout"));
    let soldier = t.play(P1, "Soldier");
    t.kneel(obara);
    t.start(Phase::Challenges).attack(P2, Military, P1, &[giant]).until(P1, "defenders");
    assert!(t.offers(P1, soldier) && !t.offers(P1, obara), "kneeling, in a military challenge");
    t.finish().card(P1, soldier).finish().attack(P2, Power, P1, &[scout]).defend(P1, &[obara]);
    assert!(t.st.defending(obara) && t.kneeling(obara));
    t.resolve();
    assert_eq!(t.st.challenge.as_ref().unwrap().result.unwrap().winner, Some(P1), "she counts her STR");
}

#[card_test("01109")]
fn the_red_viper(pool: Pool) {
    let mut t = table(pool.clone());
    let (viper, peer) = (t.play(P1, "The Red Viper"), t.play(P1, "Peer"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[viper, peer]).resolve();
    t.use_card(P1, viper).quiet();
    assert_eq!(t.power_on(viper), 2, "won by 12");

    let mut t = table(pool);
    let (viper, scout) = (t.play(P1, "The Red Viper"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).attack(P2, Power, P1, &[scout]).defend(P1, &[viper]).resolve();
    assert!(!t.offers(P1, viper), "not as a defender");
}

#[card_test("01109")]
fn the_red_viper_needs_five(pool: Pool) {
    let mut t = table(pool.clone());
    let (viper, soldier) = (t.play(P1, "The Red Viper"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[viper]).defend(P2, &[soldier]).resolve();
    assert!(!t.offers(P1, viper), "won by 4");

    let mut t = table(pool);
    let viper = t.play(P1, "The Red Viper");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[viper]).resolve();
    t.use_card(P1, viper).quiet();
    assert_eq!(t.power_on(viper), 1, "won by 7");
}

#[card_test("01110")]
fn desert_scavenger(pool: Pool) {
    reducer(pool, "Desert Scavenger", "Dornishman", &["Soldier", "Water Garden"]);
}

#[card_test("01111")]
fn dornish_paramour(pool: Pool) {
    let mut t = table(pool);
    let paramour = t.play(P1, "Dornish Paramour");
    let (soldier, giant) = (t.play(P2, "Soldier"), t.play(P2, "Giant"));
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[paramour]).use_card(P1, paramour);
    assert!(!t.offers(P1, paramour) && t.offers(P1, giant));
    t.card(P1, soldier).until(P2, "defenders");
    assert!(!t.may(P2, &Action::Pass) && !t.may(P2, &Action::Done), "the soldier must defend");
    t.cards(P2, &[soldier]);
    assert!(t.st.defending(soldier));
}

#[card_test("01111")]
fn dornish_paramour_if_able(pool: Pool) {
    let mut t = table(pool);
    let paramour = t.play(P1, "Dornish Paramour");
    let (soldier, giant) = (t.play(P2, "Soldier"), t.play(P2, "Giant"));
    t.kneel(soldier);
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[paramour]).use_card(P1, paramour).card(P1, soldier);
    t.until(P2, "defenders");
    assert!(t.may(P2, &Action::Pass) || t.may(P2, &Action::Done), "it kneels, so it need not");
    t.cards(P2, &[giant]);
    assert!(!t.st.defending(soldier) && t.st.defending(giant));
}

#[card_test("01112")]
fn greenblood_trader(pool: Pool) {
    let mut t = table(pool);
    let trader = t.hand(P1, "Greenblood Trader");
    let (second, top) = (t.deck(P1, "Giant"), t.deck(P1, "Peer"));
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, trader).use_card(P1, trader).quiet();
    assert!(t.offers(P1, top) && t.offers(P1, second));
    assert!(t.may(P1, &Action::Pass) || t.may(P1, &Action::Done), "up to 1");
    t.cards(P1, &[second]);
    assert_eq!(t.zone(second), Zone::Hand);
    assert_eq!(t.st.player(P1).deck.first(), Some(&top), "the other on the bottom");
}

#[card_test("01112")]
fn greenblood_trader_takes_none(pool: Pool) {
    let mut t = table(pool);
    let trader = t.hand(P1, "Greenblood Trader");
    let (second, top) = (t.deck(P1, "Giant"), t.deck(P1, "Peer"));
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, trader).use_card(P1, trader).quiet().cards(P1, &[]);
    t.card(P1, second);
    assert_eq!(t.st.player(P1).deck[..2], [second, top], "in the order that was picked");
}

#[card_test("01114")]
fn palace_spearman(pool: Pool) {
    let mut t = table(pool);
    let (first, second) = (t.play(P1, "Palace Spearman"), t.play(P2, "Palace Spearman"));
    t.start(Phase::Challenges);
    assert!(!t.icon(first, Intrigue), "its controller is the first player");
    assert!(t.icon(second, Intrigue));
}

#[card_test("01115", ability = 1)]
fn dawn_strength(pool: Pool) {
    let mut t = table(pool);
    used_plots(&mut t, P1, 3);
    let scout = t.play(P1, "Scout");
    t.attach(scout, "Dawn");
    assert_eq!(t.strength(scout), 5);
    t.used(P1, "Filler Plot");
    assert_eq!(t.strength(scout), 6);
}

#[card_test("01115", ability = 2)]
fn dawn_intimidate(pool: Pool) {
    use card_game::lang::ast::KeywordName::Intimidate;
    let mut t = table(pool);
    let (dayne, man) = (t.play(P1, "Dayne"), t.play(P1, "Dornishman"));
    let dawn = t.attach(dayne, "Dawn");
    assert!(t.keyword(dayne, Intimidate));
    t.st.card_mut(dawn).host = Some(man);
    t.st.recompute(&t.rules);
    assert!(!t.keyword(man, Intimidate) && !t.keyword(dayne, Intimidate), "only House Dayne");
}

#[card_test("01116")]
fn ghaston_grey(pool: Pool) {
    let mut t = table(pool);
    let (peer, giant) = (t.play(P1, "Peer"), t.play(P1, "Giant"));
    t.duplicate(peer);
    let (grey, soldier) = (t.play(P2, "Ghaston Grey"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[peer]).defend(P2, &[soldier]).resolve();
    t.use_card(P2, grey).quiet();
    assert!(!t.in_play(grey), "kneeling and sacrificing is the cost");
    if t.topic(P2) == "effect_cards" {
        assert!(!t.offers(P2, giant) && !t.offers(P2, soldier));
        t.card(P2, peer).quiet();
    }
    assert_eq!(t.zone(peer), Zone::Hand, "a duplicate does not save it");
    assert_eq!(t.zone(grey), Zone::Discard);
}

#[card_test("01116")]
fn ghaston_grey_only_as_defender(pool: Pool) {
    let mut t = table(pool);
    let (scout, giant) = (t.play(P1, "Scout"), t.play(P2, "Giant"));
    let grey = t.play(P1, "Ghaston Grey");
    let theirs = t.play(P2, "Scout");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[scout]).defend(P2, &[theirs]).resolve();
    assert!(!t.offers(P1, grey), "a tie won by the attacker");
    t.finish().attack(P2, Power, P1, &[giant]).resolve();
    t.use_card(P1, grey).quiet();
    if t.topic(P1) == "effect_cards" {
        t.card(P1, giant).quiet();
    }
    assert_eq!(t.zone(giant), Zone::Hand);
}

#[card_test("01117")]
fn sunspear(pool: Pool) {
    let mut t = table(pool);
    let giant = t.play(P1, "Giant");
    let sunspear = t.play(P2, "Sunspear");
    let (soldier, scout) = (t.play(P2, "Soldier"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[giant]).resolve();
    t.use_card(P2, sunspear).quiet();
    assert!(t.kneeling(sunspear));
    t.finish();
    t.attack(P2, Power, P1, &[scout]);
    assert_eq!(t.claim(P2), 1, "not in a challenge of another type");
    t.finish().attack(P2, Intrigue, P1, &[soldier]);
    assert_eq!(t.claim(P2), 2);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.claim(P2), 1);
}

#[card_test("01118")]
fn blood_orange_grove(pool: Pool) {
    reducer(pool.clone(), "Blood Orange Grove", "Dornishman", &["Soldier"]);
    reducer(pool, "Blood Orange Grove", "Water Garden", &["Soldier"]);
}

#[card_test("01119")]
fn dorans_game(pool: Pool) {
    let mut t = table(pool.clone());
    used_plots(&mut t, P1, 3);
    let (giant, peer) = (t.play(P1, "Giant"), t.play(P1, "Peer"));
    let game = t.hand(P1, "Doran's Game");
    t.hand(P1, "Doran's Game");
    t.set_gold(P1, 3);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[giant]).resolve();
    assert!(!t.offers(P1, game), "an intrigue challenge");
    t.finish().attack(P1, Intrigue, P2, &[peer]).resolve();
    let before = t.power(P1);
    t.use_card(P1, game).quiet();
    assert_eq!(t.power(P1), before + 3);
    assert_eq!(t.gold(P1), 2);
    assert!(!t.can(P1, "Play Doran's Game"), "max 1 per challenge");

    let mut t = table(pool);
    used_plots(&mut t, P1, 3);
    let soldier = t.play(P1, "Soldier");
    let game = t.hand(P1, "Doran's Game");
    t.set_gold(P1, 3);
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[soldier]).resolve();
    assert!(!t.offers(P1, game), "won by 3");
}

#[card_test("01120")]
fn unbowed_unbent_unbroken(pool: Pool) {
    let mut t = table(pool);
    let (giant, peer) = (t.play(P1, "Giant"), t.play(P1, "Peer"));
    t.play(P1, "Soldier");
    let event = t.hand(P2, "Unbowed, Unbent, Unbroken");
    t.hand(P2, "Unbowed, Unbent, Unbroken");
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[giant]).resolve();
    t.use_card(P2, event).quiet().pick(P2, "Military").quiet();
    assert!(!t.can(P2, "Play Unbowed"), "max 1 per challenge");
    t.finish().until(P1, "initiate");
    assert!(!t.can(P1, "Military challenge") && t.can(P1, "Power challenge"));
    let _ = peer;
}

#[card_test("01120")]
fn unbowed_unbent_unbroken_not_for_the_first_player(pool: Pool) {
    let mut t = table(pool);
    let (giant, peer) = (t.play(P2, "Giant"), t.play(P1, "Peer"));
    let (mine, theirs) = (t.hand(P1, "Unbowed, Unbent, Unbroken"), t.hand(P2, "Unbowed, Unbent, Unbroken"));
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[peer]).resolve();
    t.use_card(P2, theirs).quiet().pick(P2, "Power").quiet();
    t.finish().attack(P2, Intrigue, P1, &[giant]).resolve();
    assert!(!t.offers(P1, mine));
}

#[card_test("01121")]
fn confinement(pool: Pool) {
    let mut t = table(pool);
    let (soldier, peer) = (t.play(P2, "Soldier"), t.play(P2, "Peer"));
    let event = t.hand(P1, "Confinement");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges).card(P1, event);
    assert!(!t.offers(P1, peer), "STR 5");
    t.card(P1, soldier).quiet();
    assert!(!t.icon(soldier, Military) && !t.icon(soldier, Intrigue) && !t.icon(soldier, Power));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.icon(soldier, Military) && t.icon(soldier, Intrigue) && t.icon(soldier, Power));
}
