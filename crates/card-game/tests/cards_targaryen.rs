//! Every ability of the Targaryen cards of the Core Set.

use crate::nobodies::{Quiet, reducer, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

#[card_test("01160")]
fn daenerys_targaryen(pool: Pool) {
    let mut t = table(pool);
    let dany = t.play(P1, "Daenerys Targaryen");
    let (soldier, idle, mine) = (t.play(P2, "Soldier"), t.play(P2, "Soldier"), t.play(P1, "Scout"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[mine]).defend(P2, &[soldier]);
    assert_eq!((t.strength(soldier), t.strength(idle), t.strength(mine)), (2, 3, 2));
    t.finish();
    assert_eq!(t.strength(soldier), 3);
    t.attack(P2, Power, P1, &[idle]);
    assert_eq!(t.strength(idle), 2, "as an attacker too");
    t.kneel(dany);
    assert_eq!(t.strength(idle), 3, "while she stands");
}

#[card_test("01161")]
fn drogon(pool: Pool) {
    let mut t = table(pool);
    let (storm, khal, theirs) = (t.play(P1, "Storm"), t.play(P1, "Khal"), t.play(P2, "Storm"));
    t.play(P1, "Drogon");
    assert!(t.keyword(storm, KeywordName::Renown));
    assert!(!t.keyword(khal, KeywordName::Renown) && !t.keyword(theirs, KeywordName::Renown));
}

#[card_test("01162")]
fn khal_drogo(pool: Pool) {
    let mut t = table(pool);
    let (a, b, c) = (t.play(P1, "Soldier"), t.play(P1, "Scout"), t.play(P1, "Khal Drogo"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[a]).finish();
    t.attack(P1, Military, P2, &[b]).finish().until(P1, "initiate");
    assert!(!t.can(P1, "Military challenge") && t.can(P1, "Power challenge"));
    assert!(!t.kneeling(c));
}

#[card_test("01163")]
fn magister_illyrio(pool: Pool) {
    let mut t = table(pool);
    let illyrio = t.play(P1, "Magister Illyrio");
    let (knelt, standing, theirs, place) = (t.play(P1, "Soldier"), t.play(P1, "Scout"), t.play(P2, "Giant"), t.play(P1, "Pyramid"));
    [illyrio, knelt, theirs, place].into_iter().for_each(|id| t.kneel(id));
    t.set_gold(P1, 5);
    t.start(Phase::Challenges).card(P1, illyrio);
    assert!(t.offers(P1, knelt) && t.offers(P1, theirs) && t.offers(P1, illyrio) && !t.offers(P1, standing) && !t.offers(P1, place));
    t.card(P1, knelt).quiet();
    assert!(!t.kneeling(knelt));
    assert_eq!(t.gold(P1), 3);
    t.until(P1, "action_window");
    assert!(!t.offers(P1, illyrio), "once per phase");
}

#[card_test("01164")]
fn rhaegal(pool: Pool) {
    let mut t = table(pool);
    let (rhaegal, storm, khal) = (t.play(P1, "Rhaegal"), t.play(P1, "Storm"), t.play(P1, "Khal"));
    let theirs = t.play(P2, "Storm");
    t.kneel(theirs);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[khal]).resolve();
    assert!(!t.offers(P1, rhaegal), "no Stormborn takes part");
    t.finish().attack(P1, Intrigue, P2, &[storm]).resolve();
    t.use_card(P1, rhaegal);
    assert!(t.offers(P1, theirs) && !t.offers(P1, khal));
    t.card(P1, storm).quiet();
    assert!(!t.kneeling(storm));
    t.finish().attack(P1, Military, P2, &[storm]).resolve();
    assert!(!t.offers(P1, rhaegal), "once per phase");
}

#[card_test("01165", ability = 1)]
fn ser_jorah_mormont_is_sacrificed(pool: Pool) {
    let mut t = table(pool);
    let jorah = t.play(P1, "Ser Jorah Mormont");
    let token = t.rules.token("betrayal");
    t.st.card_mut(jorah).tokens.push((token, 2));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[jorah]).finish();
    assert_eq!(t.zone(jorah), Zone::Discard, "sacrificed with the third");
}

#[card_test("01165", ability = 2)]
fn ser_jorah_mormont_betrays(pool: Pool) {
    let mut t = table(pool);
    let (jorah, soldier) = (t.play(P1, "Ser Jorah Mormont"), t.play(P1, "Soldier"));
    let token = t.rules.token("betrayal");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]).finish();
    assert!(t.st.card(jorah).tokens.is_empty(), "he did not take part");
    t.attack(P1, Intrigue, P2, &[jorah]).resolve();
    assert_eq!(t.st.card(jorah).tokens.first(), Some(&(token, 1)));
}

#[card_test("01166")]
fn viserion(pool: Pool) {
    let mut t = table(pool);
    let (storm, khal, theirs) = (t.play(P1, "Storm"), t.play(P1, "Khal"), t.play(P2, "Storm"));
    t.play(P1, "Viserion");
    assert!(t.keyword(storm, KeywordName::Stealth));
    assert!(!t.keyword(khal, KeywordName::Stealth) && !t.keyword(theirs, KeywordName::Stealth));
}

#[card_test("01167")]
fn viserys_targaryen(pool: Pool) {
    let mut t = table(pool);
    let (viserys, soldier, theirs) = (t.play(P1, "Viserys Targaryen"), t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    let (mine, ribbon) = (t.attach(soldier, "Ribbon"), t.attach(theirs, "Ribbon"));
    let murder = t.hand(P2, "Murder");
    t.start(Phase::Challenges).pass_while(|t| !t.offers(P2, murder)).card(P2, murder).card(P2, viserys);
    t.pass_while(|t| !t.offers(P1, viserys)).card(P1, viserys);
    assert!(t.offers(P1, mine) && !t.offers(P1, soldier));
    t.card(P1, ribbon).pass_while(|t| t.in_play(viserys));
    assert_eq!((t.zone(ribbon), t.zone(viserys)), (Zone::Discard, Zone::Dead));
}

#[card_test("01169")]
fn handmaiden(pool: Pool) {
    let mut t = table(pool);
    let maiden = t.play(P1, "Handmaiden");
    let (lady, theirs, soldier) = (t.play(P1, "Dornish Lady"), t.play(P2, "Northern Lady"), t.play(P1, "Soldier"));
    [lady, theirs, soldier].into_iter().for_each(|id| t.kneel(id));
    t.start(Phase::Dominance).until(P1, "action_window").card(P1, maiden);
    assert!(t.offers(P1, theirs) && !t.offers(P1, soldier));
    t.card(P1, lady).quiet();
    assert!(!t.kneeling(lady));
    assert_eq!(t.zone(maiden), Zone::Discard);
}

#[card_test("01170")]
fn targaryen_loyalist(pool: Pool) {
    reducer(pool, "Targaryen Loyalist", "Khal", &["Soldier", "Pyramid"]);
}

#[card_test("01171")]
fn unsullied(pool: Pool) {
    let mut t = table(pool);
    let (unsullied, soldier, idle) = (t.play(P1, "Unsullied"), t.play(P2, "Soldier"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[unsullied]).defend(P2, &[soldier]);
    assert_eq!((t.strength(soldier), t.strength(idle), t.strength(unsullied)), (2, 3, 3));
    t.finish();
    assert_eq!(t.strength(soldier), 3);
}

#[card_test("01172", ability = 1)]
fn drogos_arakh_strength(pool: Pool) {
    let mut t = table(pool);
    let khal = t.play(P1, "Khal");
    t.attach(khal, "Drogo's Arakh");
    assert_eq!(t.strength(khal), 4);
}

#[card_test("01172", ability = 2)]
fn drogos_arakh_first_military(pool: Pool) {
    let mut t = table(pool.clone());
    let drogo = t.play(P1, "Khal Drogo");
    t.attach(drogo, "Drogo's Arakh");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[drogo]);
    assert!(!t.kneeling(drogo));
    t.pass_while(|t| t.topic(P1) != "keyword_use").act(P1, Action::No);
    t.finish().attack(P1, Military, P2, &[drogo]);
    assert!(t.kneeling(drogo), "only in the first of the round");

    let mut t = table(pool);
    let drogo = t.play(P1, "Khal Drogo");
    let khal = t.play(P1, "Khal");
    t.attach(khal, "Drogo's Arakh");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[khal]);
    assert!(t.kneeling(khal) && !t.kneeling(drogo), "only Khal Drogo");
}

#[card_test("01173")]
fn plaza_of_punishment(pool: Pool) {
    let mut t = table(pool);
    let (giant, plaza) = (t.play(P1, "Giant"), t.play(P1, "Plaza of Punishment"));
    let (soldier, dressed, scout) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P2, "Scout"));
    let peer = t.play(P1, "Peer");
    t.attach(dressed, "Ribbon");
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[peer]).resolve();
    assert!(!t.offers(P1, plaza), "a power challenge");
    t.finish().attack(P1, Power, P2, &[giant]).resolve();
    t.use_card(P1, plaza);
    assert!(!t.offers(P1, dressed) && t.offers(P1, soldier));
    t.card(P1, scout).pass_while(|t| t.in_play(scout) && t.st.challenge.is_some());
    assert_eq!(t.zone(scout), Zone::Dead, "STR 0");
    assert!(t.kneeling(plaza));
}

#[card_test("01173")]
fn plaza_of_punishment_lasts(pool: Pool) {
    let mut t = table(pool);
    let (giant, plaza, soldier) = (t.play(P1, "Giant"), t.play(P1, "Plaza of Punishment"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[giant]).resolve();
    t.use_card(P1, plaza).card(P1, soldier).finish();
    assert_eq!(t.strength(soldier), 1);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.strength(soldier), 3);
}

#[card_test("01174")]
fn dothraki_sea(pool: Pool) {
    let mut t = table(pool);
    let (giant, sea) = (t.play(P1, "Giant"), t.play(P1, "Dothraki Sea"));
    let (khal, soldier, drogo) = (t.hand(P1, "Khal"), t.hand(P1, "Soldier"), t.hand(P1, "Khal Drogo"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[giant]).resolve();
    t.use_card(P1, sea).quiet();
    assert!(t.offers(P1, khal) && !t.offers(P1, soldier));
    t.card(P1, drogo).quiet();
    assert!(t.in_play(drogo));
    assert_eq!(t.zone(sea), Zone::Discard);
    t.duplicate(drogo);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.zone(drogo), Zone::Hand, "and a duplicate does not save him");
}

#[card_test("01175")]
fn illyrios_estate(pool: Pool) {
    reducer(pool.clone(), "Illyrio's Estate", "Khal", &["Soldier"]);
    reducer(pool, "Illyrio's Estate", "Pyramid", &["Soldier"]);
}

#[card_test("01176")]
fn dracarys(pool: Pool) {
    let mut t = table(pool);
    let event = t.hand(P1, "Dracarys!");
    let (drogon, dany, khal) = (t.play(P1, "Drogon"), t.play(P1, "Daenerys Targaryen"), t.play(P1, "Khal"));
    let (soldier, idle, peer) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P2, "Peer"));
    t.play(P2, "Viserion");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges).attack(P2, Military, P1, &[soldier, peer]);
    t.pass_while(|t| !t.offers(P1, event)).card(P1, event);
    assert_eq!(t.topic(P1), "cost");
    assert!(t.offers(P1, dany) && !t.offers(P1, khal));
    t.card(P1, drogon);
    assert!(t.offers(P1, peer) && !t.offers(P1, idle));
    t.card(P1, soldier).pass_while(|t| t.in_play(soldier) && t.st.challenge.is_some());
    assert!(t.kneeling(drogon) && !t.kneeling(dany));
    assert_eq!((t.zone(soldier), t.gold(P1)), (Zone::Dead, 0));
}

#[card_test("01176")]
fn dracarys_burns_to_the_end_of_the_phase(pool: Pool) {
    let mut t = table(pool);
    let event = t.hand(P1, "Dracarys!");
    t.play(P1, "Drogon");
    let soldier = t.play(P1, "Soldier");
    let peer = t.play(P2, "Peer");
    t.duplicate(peer);
    t.set_gold(P1, 1);
    t.start(Phase::Challenges).attack(P2, Power, P1, &[peer]);
    t.pass_while(|t| !t.offers(P1, event)).card(P1, event);
    if t.topic(P1) == "target" {
        t.card(P1, peer);
    }
    t.quiet();
    assert_eq!((t.strength(peer), t.in_play(peer)), (1, true));
    t.finish();
    assert_eq!(t.strength(peer), 1);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.strength(peer), 5);
    assert!(t.in_play(soldier));
}

#[card_test("01177")]
fn fire_and_blood(pool: Pool) {
    // A hatchling may come back into play.
    let mut t = table(pool.clone());
    let event = t.hand(P1, "Fire and Blood");
    let (drogon, dany, theirs) = (t.dead(P1, "Drogon"), t.dead(P1, "Daenerys Targaryen"), t.dead(P2, "Rhaegal"));
    let (plain, robb) = (t.dead(P1, "Khal"), t.dead(P1, "Robb Stark"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges).card(P1, event);
    assert!(t.offers(P1, dany) && !t.offers(P1, theirs) && !t.offers(P1, plain) && !t.offers(P1, robb));
    t.card(P1, drogon).quiet();
    assert_eq!(t.topic(P1), "either");
    t.pick(P1, "Put Drogon into play").quiet();
    assert!(t.in_play(drogon));

    // Others are shuffled into the deck.
    let mut t = table(pool);
    let event = t.hand(P1, "Fire and Blood");
    t.dead(P1, "Daenerys Targaryen");
    t.dead(P1, "Drogon");
    let deck = t.deck_len(P1);
    t.set_gold(P1, 1);
    t.start(Phase::Challenges).card(P1, event).pick(P1, "Daenerys Targaryen").quiet();
    assert_eq!(t.deck_len(P1), deck + 1);
    assert_eq!(t.st.player(P1).dead.len(), 1);
}

#[card_test("01178")]
fn waking_the_dragon(pool: Pool) {
    let mut t = table(pool.clone());
    let event = t.hand(P1, "Waking the Dragon");
    let (dany, khal, robb) = (t.play(P1, "Daenerys Targaryen"), t.play(P1, "Khal"), t.play(P1, "Robb Stark"));
    let (drogon, theirs) = (t.play(P1, "Drogon"), t.play(P2, "Viserion"));
    let rhaegal = t.play(P1, "Rhaegal");
    [dany, khal, robb, theirs, rhaegal].into_iter().for_each(|id| t.kneel(id));
    t.start(Phase::Challenges).card(P1, event);
    assert!(t.offers(P1, rhaegal));
    assert!([khal, robb, theirs, drogon].iter().all(|id| !t.offers(P1, *id)), "unique, Targaryen, yours, kneeling");
    t.card(P1, dany).quiet();
    assert!(!t.kneeling(dany));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.zone(dany), Zone::Hand);

    // This return can be saved.
    let mut t = table(pool);
    let event = t.hand(P1, "Waking the Dragon");
    let dany = t.play(P1, "Daenerys Targaryen");
    t.duplicate(dany);
    t.kneel(dany);
    t.start(Phase::Challenges).card(P1, event);
    if t.offers(P1, dany) {
        t.card(P1, dany);
    }
    t.pass_while(|t| !t.may(P1, &Action::Save { card: dany })).act(P1, Action::Save { card: dany });
    assert!(t.in_play(dany));
}
