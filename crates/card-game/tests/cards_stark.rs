//! Every ability of the Stark cards of the Core Set.

use crate::nobodies::{Quiet, reducer, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

#[card_test("01141", ability = 1)]
fn arya_stark_icon(pool: Pool) {
    let mut t = table(pool);
    let arya = t.play(P1, "Arya Stark");
    assert!(!t.icon(arya, Military));
    t.duplicate(arya);
    assert!(t.icon(arya, Military));
}

#[card_test("01141", ability = 2)]
fn arya_stark_duplicate(pool: Pool) {
    let mut t = table(pool);
    let (arya, top) = (t.hand(P1, "Arya Stark"), t.deck(P1, "Giant"));
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, arya).use_card(P1, arya).quiet();
    assert_eq!(t.zone(top), Zone::Duplicate);
    assert!(t.st.card(top).facedown);
    assert!(t.icon(arya, Military));
    let seen = t.view(P2);
    assert!(!format!("{seen:?}").contains("Giant") && !format!("{seen:?}").contains("\"v2\""), "facedown for the opponent");
    // It saves like any duplicate.
    let murder = t.hand(P2, "Murder");
    t.pass_while(|t| !t.offers(P2, murder)).card(P2, murder);
    if t.topic(P2) == "target" {
        t.card(P2, arya);
    }
    t.pass_while(|t| !t.may(P1, &Action::Save { card: arya })).act(P1, Action::Save { card: arya });
    assert!(t.in_play(arya));
    assert_eq!(t.zone(top), Zone::Discard);
    assert!(t.told().contains("The duplicate"), "everybody is told which card it was");
}

#[card_test("01142")]
fn bran_stark(pool: Pool) {
    let mut t = table(pool);
    let (bran, soldier) = (t.play(P1, "Bran Stark"), t.play(P1, "Soldier"));
    let (mine, murder) = (t.hand(P1, "Push"), t.hand(P2, "Murder"));
    t.start(Phase::Challenges).card(P1, mine).card(P1, soldier);
    assert!(!t.offers(P1, bran), "not one's own event");
    t.pass_while(|t| !t.offers(P2, murder)).card(P2, murder).card(P2, soldier);
    t.use_card(P1, bran).quiet();
    assert_eq!((t.zone(bran), t.zone(murder)), (Zone::Discard, Zone::Discard));
    t.until(P1, "action_window");
    assert!(t.in_play(soldier), "cancelled");
    assert!(t.kneeling(soldier));
}

#[card_test("01143")]
fn catelyn_stark(pool: Pool) {
    let mut t = table(pool);
    let (catelyn, soldier) = (t.play(P1, "Catelyn Stark"), t.play(P2, "Soldier"));
    let illyrio = t.play(P2, "Magister Illyrio");
    let letter = t.hand(P2, "Letter");
    let wall = t.play(P2, "The Wall");
    t.kneel(soldier);
    t.set_gold(P2, 9);
    t.start(Phase::Challenges).pass(P1);
    assert!(t.offers(P2, illyrio) && t.offers(P2, letter), "before the challenge");
    t.attack(P1, Power, P2, &[catelyn]);
    t.pass_while(|t| t.topic(P2) != "action_window" && t.topic(P2) != "defenders");
    assert!(!t.offers(P2, letter) && !t.can(P2, "Use Magister Illyrio"));
    if t.topic(P2) == "defenders" {
        t.cards(P2, &[]);
    }
    t.resolve();
    assert!(t.kneeling(wall), "forced abilities still work");
    t.finish();
    t.pass_while(|t| t.topic(P2) != "action_window");
    assert!(t.offers(P2, illyrio), "afterwards");
}

#[card_test("01144")]
fn eddard_stark(pool: Pool) {
    let mut t = table(pool);
    let (eddard, soldier) = (t.play(P1, "Eddard Stark"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[eddard]);
    assert!(t.kneeling(eddard) && !t.offers(P1, eddard), "his own challenge");
    t.pass_while(|t| t.topic(P1) != "keyword_use").act(P1, Action::No);
    t.finish().attack(P2, Power, P1, &[soldier]);
    t.use_card(P1, eddard).quiet();
    assert!(!t.kneeling(eddard));
    t.defend(P1, &[eddard]);
}

#[card_test("01145")]
fn grey_wind(pool: Pool) {
    let mut t = table(pool.clone());
    let (wolf, pup, scout) = (t.play(P1, "Grey Wind"), t.play(P2, "Wolf"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).card(P1, wolf);
    assert!(t.offers(P1, pup) && !t.offers(P1, scout));
    t.card(P1, pup).pass_while(|t| t.in_play(pup) && t.st.phase == Phase::Challenges);
    assert!(t.kneeling(wolf));
    assert_eq!(t.zone(pup), Zone::Dead);

    let mut t = table(pool.clone());
    let (wolf, scout, soldier) = (t.play(P1, "Grey Wind"), t.play(P2, "Scout"), t.play(P2, "Soldier"));
    t.play(P1, "Robb Stark");
    t.start(Phase::Challenges).card(P1, wolf);
    assert!(t.offers(P1, scout) && !t.offers(P1, soldier), "STR 2 with Robb");

    // An opponent's Robb does not count; not in other phases.
    let mut t = table(pool);
    let (wolf, scout) = (t.play(P1, "Grey Wind"), t.play(P2, "Scout"));
    t.play(P2, "Robb Stark");
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, wolf));
    t.pass_while(|t| t.st.phase == Phase::Challenges).until(P1, "action_window");
    t.play(P2, "Wolf");
    assert!(!t.offers(P1, wolf) && t.in_play(scout));
}

#[card_test("01146")]
fn robb_stark(pool: Pool) {
    let mut t = table(pool);
    let (robb, north, knelt, other) = (t.play(P1, "Robb Stark"), t.play(P1, "Northerner"), t.play(P1, "Soldier"), t.play(P1, "Northerner"));
    let (theirs, grove) = (t.play(P2, "Soldier"), t.play(P1, "Great Keep"));
    [robb, knelt, theirs, grove].into_iter().for_each(|id| t.kneel(id));
    let (first, second, third) = (t.hand(P1, "Murder"), t.hand(P1, "Murder"), t.hand(P1, "Murder"));
    t.start(Phase::Challenges).card(P1, first).card(P1, theirs);
    t.until(P1, "action_window").card(P1, second).card(P1, north);
    t.pass_while(|t| !t.offers(P1, robb)).card(P1, robb).quiet();
    assert!(!t.kneeling(robb) && !t.kneeling(knelt), "each character");
    assert!(t.kneeling(grove), "no location");
    t.kneel(knelt);
    t.until(P1, "action_window").card(P1, third).card(P1, other);
    t.pass_while(|t| t.in_play(other));
    assert!(!t.can(P1, "Use Robb Stark"), "once per round");
}

#[card_test("01147", ability = 1)]
fn sansa_stark_knelt(pool: Pool) {
    let mut t = table(pool);
    let sansa = t.hand(P1, "Sansa Stark");
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, sansa);
    assert!(t.kneeling(sansa));
}

#[card_test("01147", ability = 2)]
fn sansa_stark_stands(pool: Pool) {
    let mut t = table(pool);
    let sansa = t.play(P1, "Sansa Stark");
    let (lift, push, again) = (t.hand(P1, "Lift"), t.hand(P1, "Push"), t.hand(P1, "Lift"));
    t.kneel(sansa);
    t.start(Phase::Dominance).until(P1, "action_window").card(P1, lift);
    if t.topic(P1) == "target" {
        t.card(P1, sansa);
    }
    let before = t.power(P1);
    t.use_card(P1, sansa).quiet();
    assert_eq!(t.power(P1), before + 1);
    t.until(P1, "action_window").card(P1, push).card(P1, sansa).until(P1, "action_window").card(P1, again).card(P1, sansa).quiet();
    assert!(!t.kneeling(sansa) && !t.can(P1, "Use Sansa"), "once per round");
}

#[card_test("01147", ability = 2)]
fn sansa_stark_in_the_standing_phase(pool: Pool) {
    let mut t = table(pool);
    let sansa = t.play(P1, "Sansa Stark");
    t.kneel(sansa);
    t.start(Phase::Standing).pass_while(|t| !t.offers(P1, sansa));
    t.card(P1, sansa).quiet();
    assert_eq!(t.power(P1), 1);
}

#[card_test("01148", ability = 1)]
fn summer_and_bran(pool: Pool) {
    let mut t = table(pool);
    let (bran, theirs) = (t.play(P1, "Bran Stark"), t.play(P2, "Bran Stark"));
    t.play(P1, "Summer");
    assert!(t.keyword(bran, KeywordName::Insight) && !t.keyword(theirs, KeywordName::Insight));
}

#[card_test("01148", ability = 2)]
fn summer_finds(pool: Pool) {
    let mut t = table(pool);
    let summer = t.hand(P1, "Summer");
    let (north, dead, keep) = (t.discard(P1, "Northerner"), t.dead(P1, "Wolf"), t.discard(P1, "Great Keep"));
    let (soldier, eddard, theirs) = (t.discard(P1, "Scout"), t.discard(P1, "Eddard Stark"), t.discard(P2, "Northerner"));
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, summer).use_card(P1, summer).quiet();
    assert!(t.offers(P1, north) && t.offers(P1, dead));
    assert!([soldier, eddard, theirs, keep].iter().all(|id| !t.offers(P1, *id)));
    t.card(P1, dead).quiet();
    assert_eq!((t.zone(dead), t.zone(north)), (Zone::Hand, Zone::Discard));
}

#[card_test("01149")]
fn direwolf_pup(pool: Pool) {
    let mut t = table(pool);
    let pup = t.play(P1, "Direwolf Pup");
    t.play(P1, "Wolf");
    t.play(P1, "Grey Wind");
    t.play(P2, "Wolf");
    assert_eq!(t.strength(pup), 3);
}

#[card_test("01151")]
fn vanguard_of_the_north(pool: Pool) {
    let mut t = table(pool.clone());
    let vanguard = t.play(P1, "Vanguard of the North");
    t.plot(P2, "War Council");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[vanguard]);
    assert!(!t.kneeling(vanguard));

    let mut t = table(pool);
    let vanguard = t.play(P1, "Vanguard of the North");
    t.used(P1, "War Council");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[vanguard]);
    assert!(t.kneeling(vanguard), "no War plot is revealed");
}

#[card_test("01152")]
fn winterfell_steward(pool: Pool) {
    reducer(pool, "Winterfell Steward", "Northerner", &["Soldier", "Great Keep"]);
}

#[card_test("01153", ability = 1)]
fn ice_strength(pool: Pool) {
    let mut t = table(pool);
    let north = t.play(P1, "Northerner");
    t.attach(north, "Ice");
    assert_eq!(t.strength(north), 4);
}

#[card_test("01153", ability = 2)]
fn ice_kills(pool: Pool) {
    let mut t = table(pool.clone());
    let (north, soldier, giant) = (t.play(P1, "Northerner"), t.play(P1, "Soldier"), t.play(P2, "Giant"));
    let ice = t.attach(north, "Ice");
    t.kneel(giant);
    t.play(P2, "Scout");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[north]).resolve();
    t.use_card(P1, ice);
    assert!(!t.offers(P1, soldier));
    t.card(P1, giant).pass_while(|t| t.in_play(giant) && t.st.challenge.is_some());
    assert_eq!((t.zone(giant), t.zone(ice)), (Zone::Dead, Zone::Discard));

    // Neither in another challenge nor without the bearer.
    let mut t = table(pool);
    let (north, soldier) = (t.play(P1, "Northerner"), t.play(P1, "Soldier"));
    let ice = t.attach(north, "Ice");
    t.play(P2, "Scout");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[north]).resolve();
    assert!(!t.offers(P1, ice));
    t.finish().attack(P1, Military, P2, &[soldier]).resolve();
    assert!(!t.offers(P1, ice));
}

#[card_test("01154")]
fn gates_of_winterfell(pool: Pool) {
    let mut t = table(pool.clone());
    let (gates, top) = (t.play(P1, "Gates of Winterfell"), t.deck(P1, "Northerner"));
    t.start(Phase::Challenges).card(P1, gates).quiet();
    assert!(t.kneeling(gates));
    assert_eq!(t.zone(top), Zone::Hand);

    let mut t = table(pool);
    let (gates, top) = (t.play(P1, "Gates of Winterfell"), t.deck(P1, "Giant"));
    t.start(Phase::Challenges).card(P1, gates).quiet();
    assert_eq!(t.zone(top), Zone::Deck);
    assert!(t.told().contains("Giant") || t.told().contains("reveals"), "revealed all the same");
}

#[card_test("01155")]
fn the_wolfswood(pool: Pool) {
    let mut t = table(pool);
    let (wolf, soldier, summer) = (t.hand(P1, "Wolf"), t.hand(P1, "Soldier"), t.hand(P1, "Summer"));
    let theirs = t.hand(P2, "Wolf");
    t.play(P1, "The Wolfswood");
    t.set_gold(P1, 2);
    t.set_gold(P2, 5);
    t.start(Phase::Challenges);
    assert!(t.may(P1, &Action::Ambush { card: wolf, gold: 2 }));
    assert!(!t.offers(P1, soldier) && !t.offers(P1, summer), "no Direwolf; and 3 gold");
    t.card(P1, wolf);
    assert!(t.in_play(wolf));
    assert_eq!(t.gold(P1), 0);
    assert!(!t.offers(P2, theirs));
}

#[card_test("01156")]
fn heart_tree_grove(pool: Pool) {
    reducer(pool.clone(), "Heart Tree Grove", "Northerner", &["Soldier"]);
    reducer(pool, "Heart Tree Grove", "Great Keep", &["Soldier"]);
}

#[card_test("01157")]
fn for_the_north(pool: Pool) {
    let mut t = table(pool.clone());
    let (north, idle, soldier) = (t.play(P1, "Northerner"), t.play(P1, "Northerner"), t.play(P1, "Soldier"));
    let event = t.hand(P1, "For the North!");
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, event), "during a military challenge only");
    t.attack(P1, Military, P2, &[north, soldier]).card(P1, event);
    assert!(!t.offers(P1, idle) && !t.offers(P1, soldier));
    t.card(P1, north).quiet();
    assert_eq!(t.strength(north), 4);
    let hand = t.hand_size(P1);
    t.resolve();
    assert_eq!(t.hand_size(P1), hand + 1, "won: draw 1");
    t.finish();
    assert_eq!(t.strength(north), 2);

    // Lost: no card.
    let mut t = table(pool);
    let (north, giant) = (t.play(P1, "Northerner"), t.play(P2, "Giant"));
    let event = t.hand(P1, "For the North!");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[north]).card(P1, event).card(P1, north).quiet();
    let hand = t.hand_size(P1);
    t.defend(P2, &[giant]).finish();
    assert_eq!(t.hand_size(P1), hand);
}

#[card_test("01158")]
fn like_warm_rain(pool: Pool) {
    let mut t = table(pool);
    let (giant, peer) = (t.play(P1, "Giant"), t.play(P1, "Peer"));
    let (wolf, pup) = (t.play(P2, "Wolf"), t.play(P2, "Grey Wind"));
    let (event, second) = (t.hand(P2, "Like Warm Rain"), t.hand(P2, "Like Warm Rain"));
    t.set_gold(P2, 2);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[peer]).resolve();
    assert!(!t.offers(P2, event), "intrigue only");
    t.finish().attack(P1, Intrigue, P2, &[giant]).resolve();
    t.pass_while(|t| !t.offers(P2, event)).card(P2, event).card(P2, wolf).card(P2, giant);
    t.pass_while(|t| t.in_play(giant) && t.st.challenge.is_some());
    assert_eq!(t.zone(giant), Zone::Dead);
    assert!(t.kneeling(wolf) && !t.kneeling(pup));
    assert!(!t.offers(P2, second), "max 1 per challenge");
}

#[card_test("01159")]
fn winter_is_coming(pool: Pool) {
    let mut t = table(pool);
    let (soldier, scout) = (t.play(P1, "Soldier"), t.play(P1, "Scout"));
    let (a, b, c) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P2, "Giant"));
    [a, b, c].into_iter().for_each(|id| t.kneel(id));
    let (event, second) = (t.hand(P1, "Winter Is Coming"), t.hand(P1, "Winter Is Coming"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, event), "during a challenge only");
    t.attack(P1, Military, P2, &[soldier]).card(P1, event).quiet();
    assert_eq!(t.claim(P1), 2);
    t.pass_while(|t| t.topic(P1) != "action_window");
    assert!(!t.offers(P1, second), "max 1 per challenge");
    t.until(P2, "claim").cards(P2, &[a, b]).finish();
    assert!(!t.in_play(a) && !t.in_play(b) && t.in_play(c));
    t.attack(P1, Power, P2, &[scout]);
    assert_eq!(t.claim(P1), 1);
}
