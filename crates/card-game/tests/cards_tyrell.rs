//! Every ability of the Tyrell cards of the Core Set.

use crate::nobodies::{Quiet, reducer, table};
use card_game::testing::*;
use test_macros::card_test;

fn twin(pool: Pool, name: &str, other: &str, icon: ChallengeType) {
    let mut t = table(pool);
    let (soldier, one) = (t.play(P1, "Soldier"), t.play(P2, name));
    t.play(P1, other);
    assert!(t.strength(one) == 2 && !t.icon(one, icon), "an opponent's does not count");
    t.play(P2, other);
    assert_eq!(t.strength(one), 3);
    assert!(t.icon(one, icon) && t.icon(one, Military));
    t.start(Phase::Challenges).attack(P1, icon, P2, &[soldier]).defend(P2, &[one]);
    assert!(t.st.defending(one) && !t.kneeling(one));
}

#[card_test("01179")]
fn left(pool: Pool) {
    twin(pool, "Left", "Right", Power);
}

#[card_test("01184")]
fn right(pool: Pool) {
    twin(pool, "Right", "Left", Intrigue);
}

#[card_test("01180")]
fn maester_lomys(pool: Pool) {
    let mut t = table(pool);
    let (scout, soldier, giant) = (t.play(P1, "Scout"), t.play(P1, "Soldier"), t.play(P2, "Giant"));
    let lomys = t.play(P2, "Maester Lomys");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]).defend(P2, &[giant]).resolve();
    assert!(!t.offers(P2, lomys), "not in a power challenge");
    t.finish().attack(P1, Intrigue, P2, &[scout]).defend(P2, &[lomys]).resolve();
    let (hand, discard) = (t.hand_size(P1), t.st.player(P1).discard.len());
    t.use_card(P2, lomys).quiet();
    assert_eq!((t.hand_size(P1), t.st.player(P1).discard.len()), (hand - 1, discard + 1));
}

#[card_test("01181")]
fn margaery_tyrell(pool: Pool) {
    let mut t = table(pool);
    let (margaery, theirs, place) = (t.play(P1, "Margaery Tyrell"), t.play(P2, "Soldier"), t.play(P1, "Mill"));
    t.start(Phase::Challenges).card(P1, margaery);
    assert!(!t.offers(P1, place));
    t.card(P1, theirs).quiet();
    assert_eq!(t.strength(theirs), 6);
    assert!(t.kneeling(margaery));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.strength(theirs), 3);
}

#[card_test("01182")]
fn paxter_redwyne(pool: Pool) {
    let mut t = table(pool);
    t.play(P1, "Paxter Redwyne");
    let (first, second) = (t.hand(P1, "Letter"), t.hand(P1, "Letter"));
    t.set_gold(P1, 3);
    t.start(Phase::Challenges).card(P1, first);
    assert_eq!(t.gold(P1), 2);
    t.until(P1, "action_window").card(P1, second);
    assert_eq!(t.gold(P1), 0, "only the first of the round");
}

#[card_test("01182")]
fn paxter_redwyne_counts_events_of_the_round(pool: Pool) {
    let mut t = table(pool.clone());
    let (paxter, letter, second) = (t.hand(P1, "Paxter Redwyne"), t.hand(P1, "Letter"), t.hand(P1, "Letter"));
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, letter).until(P1, "marshaling").card(P1, paxter).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.card(P1, second);
    assert_eq!(t.gold(P1), gold - 2, "an event was played before he came");

    let mut t = table(pool);
    t.play(P1, "Paxter Redwyne");
    let letter = t.hand(P1, "Letter");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).card(P1, letter);
    assert_eq!(t.gold(P1), 1);
}

#[card_test("01183")]
fn randyll_tarly(pool: Pool) {
    let mut t = table(pool);
    let (tarly, margaery) = (t.play(P1, "Randyll Tarly"), t.play(P1, "Margaery Tyrell"));
    let (strong, again, more) = (t.hand(P1, "Growing Strong"), t.hand(P1, "Growing Strong"), t.hand(P1, "Growing Strong"));
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    t.kneel(tarly);
    t.card(P1, margaery).card(P1, tarly).use_card(P1, tarly).quiet();
    assert!(!t.kneeling(tarly));
    t.kneel(tarly);
    t.until(P1, "action_window").card(P1, strong).cards(P1, &[tarly]).use_card(P1, tarly).quiet();
    assert!(!t.kneeling(tarly));
    t.kneel(tarly);
    t.until(P1, "action_window").card(P1, again).cards(P1, &[tarly]).quiet();
    assert!(!t.can(P1, "Use Randyll Tarly"), "twice per phase");
    let _ = more;
}

#[card_test("01183")]
fn randyll_tarly_and_constant_abilities(pool: Pool) {
    let mut t = table(pool);
    let tarly = t.play(P1, "Randyll Tarly");
    let valyrian = t.hand(P1, "Dawn");
    t.used(P1, "Filler Plot");
    t.kneel(tarly);
    t.set_gold(P1, 5);
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, valyrian);
    if t.topic(P1) == "host" {
        t.card(P1, tarly);
    }
    assert_eq!(t.strength(tarly), 6);
    t.use_card(P1, tarly).quiet();
    assert!(!t.kneeling(tarly), "an attachment's constant ability raises STR too");
}

#[card_test("01185")]
fn the_knight_of_flowers(pool: Pool) {
    let mut t = table(pool.clone());
    let (knight, a, b) = (t.play(P1, "The Knight of Flowers"), t.play(P2, "Soldier"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[knight]).until(P2, "defenders");
    assert!(t.offers(P2, a) && t.offers(P2, b));
    t.card(P2, a);
    assert!(!t.offers(P2, b), "not more than one");
    assert_eq!(t.st.challenge.as_ref().unwrap().defenders, [a]);

    let mut t = table(pool);
    let (knight, soldier) = (t.play(P1, "The Knight of Flowers"), t.play(P1, "Soldier"));
    let (a, b) = (t.play(P2, "Soldier"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[knight, soldier]).defend(P2, &[a, b]);
    assert_eq!(t.st.challenge.as_ref().unwrap().defenders.len(), 2, "he is not alone");
}

#[card_test("01186")]
fn the_queen_of_thorns(pool: Pool) {
    let mut t = table(pool);
    let (queen, giant) = (t.play(P1, "The Queen of Thorns"), t.play(P1, "Giant"));
    let (tarly, left, soldier, mill) = (t.hand(P1, "Randyll Tarly"), t.hand(P1, "Left"), t.hand(P1, "Soldier"), t.hand(P1, "Mill"));
    let second = t.hand(P1, "The Queen of Thorns");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[giant]).resolve();
    assert!(!t.offers(P1, queen));
    t.finish().attack(P1, Intrigue, P2, &[queen]).resolve();
    t.use_card(P1, queen).quiet();
    assert!(t.offers(P1, left) && !t.offers(P1, soldier) && !t.offers(P1, mill) && !t.offers(P1, second));
    t.card(P1, tarly).quiet();
    assert!(t.in_play(tarly));
}

#[card_test("01188")]
fn garden_caretaker(pool: Pool) {
    reducer(pool, "Garden Caretaker", "Gardener", &["Soldier", "Mill"]);
}

#[card_test("01189")]
fn olennas_informant(pool: Pool) {
    let mut t = table(pool.clone());
    let (a, b) = (t.play(P1, "Soldier"), t.play(P1, "Scout"));
    let informant = t.hand(P1, "Olenna's Informant");
    t.set_gold(P1, 4);
    t.start(Phase::Challenges).card(P1, informant).use_card(P1, informant).quiet().pick(P1, "Military").quiet();
    t.attack(P1, Military, P2, &[a]).finish().attack(P1, Military, P2, &[b]).finish();
    t.pass_while(|t| t.st.phase == Phase::Challenges && t.topic(P1) != "initiate");
    assert!(!t.can(P1, "Military challenge"), "one more only");

    // Not when marshaled.
    let mut t = table(pool);
    let informant = t.hand(P1, "Olenna's Informant");
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, informant);
    assert!(t.in_play(informant) && !t.can(P1, "Use Olenna"));
}

#[card_test("01190")]
fn wardens_of_the_reach(pool: Pool) {
    let mut t = table(pool);
    let wardens = t.play(P1, "Wardens of the Reach");
    t.play(P1, "Mill");
    t.play(P1, "Mill");
    t.play(P2, "Mill");
    t.play(P1, "Pyramid");
    assert_eq!(t.strength(wardens), 5);
}

#[card_test("01191")]
fn heartsbane(pool: Pool) {
    let mut t = table(pool);
    let gardener = t.play(P1, "Gardener");
    let blade = t.attach(gardener, "Heartsbane");
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, blade), "its bearer does not take part");
    t.attack(P1, Military, P2, &[gardener]).card(P1, blade).quiet();
    assert_eq!(t.strength(gardener), 5);
    assert!(t.kneeling(blade));
    t.finish();
    assert_eq!(t.strength(gardener), 2);
}

#[card_test("01192")]
fn highgarden(pool: Pool) {
    let mut t = table(pool);
    let garden = t.play(P1, "Highgarden");
    let (soldier, scout, mine) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P1, "Gardener"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, garden), "nobody attacks");
    t.attack(P2, Power, P1, &[soldier]).pass_while(|t| !t.offers(P1, garden)).card(P1, garden);
    if t.topic(P1) == "target" {
        assert!(!t.offers(P1, scout) && !t.offers(P1, mine));
        t.card(P1, soldier);
    }
    t.quiet();
    assert!(!t.st.participates(soldier) && !t.kneeling(soldier) && t.kneeling(garden));
    assert_eq!(t.gold(P1), 0);
}

#[card_test("01193")]
fn the_mander(pool: Pool) {
    let mut t = table(pool);
    let (mander, soldier, giant) = (t.play(P1, "The Mander"), t.play(P1, "Soldier"), t.play(P1, "Giant"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).resolve();
    assert!(!t.offers(P1, mander), "won by 3");
    t.finish().attack(P1, Power, P2, &[giant]).resolve();
    let hand = t.hand_size(P1);
    t.use_card(P1, mander).quiet();
    assert_eq!(t.hand_size(P1), hand + 2);
    assert!(t.kneeling(mander));
}

#[card_test("01194")]
fn rose_garden(pool: Pool) {
    reducer(pool.clone(), "Rose Garden", "Gardener", &["Soldier"]);
    reducer(pool, "Rose Garden", "Mill", &["Soldier"]);
}

#[card_test("01195")]
fn growing_strong(pool: Pool) {
    let mut t = table(pool);
    let (a, b, c) = (t.play(P1, "Gardener"), t.play(P1, "Gardener"), t.play(P2, "Gardener"));
    let (d, soldier) = (t.play(P1, "Gardener"), t.play(P1, "Soldier"));
    let event = t.hand(P1, "Growing Strong");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges).card(P1, event);
    assert!(!t.offers(P1, soldier));
    t.cards(P1, &[a, b, c]).quiet();
    assert_eq!((t.strength(a), t.strength(b), t.strength(c), t.strength(d)), (4, 4, 4, 2));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.strength(a), 2);
}

#[card_test("01196")]
fn olennas_cunning(pool: Pool) {
    let mut t = table(pool);
    let (giant, peer) = (t.play(P1, "Giant"), t.play(P1, "Peer"));
    let event = t.hand(P1, "Olenna's Cunning");
    let (mill, letter, soldier) = (t.deck(P1, "Mill"), t.deck(P1, "Letter"), t.deck(P1, "Soldier"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[peer]).resolve();
    assert!(!t.offers(P1, event));
    t.finish().attack(P1, Power, P2, &[giant]).resolve();
    t.use_card(P1, event).quiet();
    assert!(t.can(P2, "Attachment") && t.can(P2, "Event") && t.can(P2, "Location"));
    t.pick(P2, "Character");
    assert!(t.offers(P1, letter) && !t.offers(P1, soldier));
    let hand = t.hand_size(P1);
    t.cards(P1, &[mill]).quiet();
    assert_eq!(t.hand_size(P1), hand + 1);
    assert!(t.told().contains("Mill") || t.told().contains(&format!("{mill:?}")));
}

#[card_test("01197")]
fn the_bear_and_the_maiden_fair(pool: Pool) {
    let mut t = table(pool);
    let event = t.hand(P1, "\"The Bear and the Maiden Fair\"");
    let top: Vec<Id> = ["Soldier", "Scout", "Giant", "Peer", "Mill"].into_iter().map(|n| t.deck(P2, n)).collect();
    t.start(Phase::Challenges).card(P1, event).act(P1, Action::Player { seat: P2 }).quiet();
    assert!(top.iter().all(|id| t.offers(P1, *id)));
    t.cards(P1, &[top[0], top[4]]);
    // The first picked lies deepest, on the bottom and on the top.
    assert_eq!(t.topic(P1), "order_cards");
    t.card(P1, top[4]);
    if t.offers(P1, top[0]) {
        t.card(P1, top[0]);
    }
    for id in [top[1], top[2], top[3]] {
        if t.offers(P1, id) {
            t.card(P1, id);
        }
    }
    let deck = &t.st.player(P2).deck;
    assert_eq!(deck[..2], [top[4], top[0]]);
    assert_eq!(deck[deck.len() - 3..], top[1..4]);
}
