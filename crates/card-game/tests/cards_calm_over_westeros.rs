//! Every ability of the cards of Calm over Westeros.

use crate::nobodies::{Quiet, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

fn several(n: u8, mut put: impl FnMut() -> Id) {
    for _ in 0..n {
        put();
    }
}

#[card_test("02081")]
fn greatjons_vanguard(pool: Pool) {
    let mut t = table(pool);
    let vanguard = t.play(P1, "Greatjon's Vanguard");
    let is = |t: &Table| (t.strength(vanguard), t.keyword(vanguard, KeywordName::Renown));
    several(5, || t.used(P2, "War Council"));
    several(2, || t.used(P1, "War Council"));
    assert_eq!(is(&t), (6, true), "an opponent's pile does not count");
    t.used(P1, "War Council");
    assert_eq!(is(&t), (4, false));
}

#[card_test("02082")]
fn winterfell_crypt(pool: Pool) {
    let mut t = table(pool.clone());
    let (crypt, arya) = (t.play(P1, "Winterfell Crypt"), t.play(P1, "Arya Stark"));
    let (scout, soldier, north) = (t.play(P2, "Scout"), t.play(P2, "Soldier"), t.play(P1, "Northerner"));
    let (murder, again) = (t.hand(P1, "Murder"), t.hand(P1, "Murder"));
    t.start(Phase::Challenges).card(P1, murder).card(P1, north);
    t.pass_while(|t| t.topic(P1) != "action_window" && !t.uses(P1, crypt));
    assert!(!t.in_play(north) && !t.uses(P1, crypt), "not unique");
    t.card(P1, again).card(P1, arya).use_card(P1, crypt);
    assert!(t.offers(P1, scout) && !t.offers(P1, soldier), "printed STR 2 or less");
    t.card(P1, scout).quiet();
    assert_eq!((t.zone(crypt), t.zone(scout)), (Zone::Discard, Zone::Play));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!((t.zone(scout), t.zone(soldier)), (Zone::Deck, Zone::Play));

    // Only in the challenges phase.
    let mut t = table(pool);
    let (crypt, arya, murder) = (t.play(P1, "Winterfell Crypt"), t.play(P1, "Arya Stark"), t.hand(P1, "Murder"));
    t.play(P2, "Scout");
    t.start(Phase::Dominance).until(P1, "action_window").card(P1, murder).card(P1, arya);
    t.pass_while(|t| t.st.phase == Phase::Dominance && !t.uses(P1, crypt));
    assert!(!t.in_play(arya) && !t.uses(P1, crypt));
}

#[card_test("02083")]
fn roseroad_patrol(pool: Pool) {
    let mut t = table(pool);
    let (patrol, soldier) = (t.play(P1, "Roseroad Patrol"), t.play(P2, "Soldier"));
    let stealth = |t: &Table| t.keyword(patrol, KeywordName::Stealth);
    assert!(stealth(&t), "as strong as the strongest");
    let ribbon = t.attach(soldier, "Ice");
    assert_eq!(t.strength(soldier), 5);
    assert!(!stealth(&t));
    t.st.relocate(&t.rules, ribbon, card_game::lang::ast::Destination::DiscardPile);
    t.st.recompute(&t.rules);
    assert!(stealth(&t));
    t.play(P2, "Giant");
    assert!(!stealth(&t));
    t.play(P1, "Giant");
    assert!(stealth(&t), "any character of yours");
}

#[card_test("02084")]
fn pulling_the_strings(pool: Pool) {
    let mut t = table(pool);
    let (kingdom, noble, war) = (t.used(P2, "Counting Coppers"), t.used(P2, "A Clash of Kings"), t.used(P2, "War Council"));
    let (mine, edict) = (t.used(P1, "Counting Coppers"), t.used(P2, "Confiscation"));
    let (soldier, hand) = (t.play(P2, "Soldier"), t.hand_size(P1));
    let (ribbon, other) = (t.attach(soldier, "Ribbon"), t.attach(soldier, "Ribbon"));
    t.reveal_plot(P1, "Pulling the Strings");
    assert!(t.offers(P1, kingdom) && t.offers(P1, edict));
    assert!([noble, war, mine].iter().all(|id| !t.offers(P1, *id)));
    t.card(P1, edict);
    assert!(t.offers(P1, ribbon) && t.offers(P1, other), "the one who pulls the strings chooses");
    t.card(P1, ribbon).quiet();
    assert_eq!((t.zone(ribbon), t.zone(edict), t.hand_size(P1)), (Zone::Discard, Zone::UsedPlots, hand));
}

#[card_test("02085")]
fn chett(pool: Pool) {
    let mut t = table(pool);
    let (chett, steward, soldier) = (t.play(P1, "Chett"), t.play(P1, "Steward at the Wall"), t.play(P1, "Soldier"));
    let (raven, wolf, scout) = (t.discard(P1, "Messenger Raven"), t.discard(P1, "Wolf"), t.discard(P1, "Scout"));
    let (theirs, dead) = (t.discard(P2, "Wolf"), t.dead(P1, "Wolf"));
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, chett), "in dominance only");
    t.pass_while(|t| t.st.phase == Phase::Challenges).until(P1, "action_window").use_card(P1, chett);
    assert!(t.offers(P1, chett) && t.offers(P1, steward) && !t.offers(P1, soldier), "a Steward pays");
    t.card(P1, steward).quiet();
    assert!(t.offers(P1, raven) && t.offers(P1, wolf));
    assert!([scout, theirs, dead].iter().all(|id| !t.offers(P1, *id)));
    t.card(P1, wolf).quiet();
    assert_eq!((t.zone(wolf), t.zone(raven)), (Zone::Hand, Zone::Discard));
    assert!(t.kneeling(steward) && !t.kneeling(chett));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, chett), "once per phase");
}

#[card_test("02086")]
fn northern_rookery(pool: Pool) {
    let mut t = table(pool);
    let (rookery, tower) = (t.hand(P1, "Northern Rookery"), t.hand(P1, "Watchtower"));
    t.set_gold(P1, 9);
    t.start(Phase::Marshaling).marshal(P1, rookery);
    let cards = t.hand_size(P1);
    t.use_card(P1, rookery).quiet();
    assert_eq!((t.hand_size(P1), t.reserve(P1)), (cards + 1, 7));
    t.marshal(P1, tower);
    assert!(!t.uses(P1, rookery), "another card");
}

#[card_test("02087", ability = 1)]
fn kingswood_weakens(pool: Pool) {
    let mut t = table(pool);
    t.play(P1, "Kingswood");
    let (mine, one, two, idle) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"), t.play(P2, "Giant"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[mine]);
    assert_eq!(t.strength(mine), 3, "you attack");
    t.finish().attack(P2, Power, P1, &[one, two]);
    assert_eq!((t.strength(one), t.strength(two), t.strength(idle)), (2, 8, 2));
    t.finish();
    assert_eq!(t.strength(one), 3);
    let mut t2 = t;
    t2.attack(P2, Military, P1, &[idle]);
    assert_eq!(t2.strength(idle), 2, "another type");
}

#[card_test("02087", ability = 2)]
fn kingswood_falls(pool: Pool) {
    let mut t = table(pool.clone());
    let (wood, mine, theirs) = (t.play(P1, "Kingswood"), t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[mine]).defend(P2, &[theirs]);
    t.finish();
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.in_play(wood), "won");

    let mut t = table(pool);
    let (wood, giant, scout) = (t.play(P1, "Kingswood"), t.play(P2, "Giant"), t.play(P2, "Soldier"));
    let mine = t.play(P1, "Scout");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[mine]).defend(P2, &[giant]).finish();
    assert_eq!(t.zone(wood), Zone::Discard, "lost as the attacker, too");
    let second = t.play(P1, "Kingswood");
    t.attack(P2, Intrigue, P1, &[scout]).finish();
    assert!(t.in_play(second), "another type");
}

#[card_test("02088")]
fn stinking_drunk(pool: Pool) {
    let mut t = table(pool);
    let (mine, soldier, scout) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"), t.play(P2, "Scout"));
    let (drunk, lift, again) = (t.hand(P1, "Stinking Drunk"), t.hand(P2, "Lift"), t.hand(P2, "Lift"));
    t.start(Phase::Marshaling).marshal(P1, drunk);
    assert!(t.offers(P1, soldier) && t.offers(P1, scout) && !t.offers(P1, mine), "an opponent's character");
    t.card(P1, soldier);
    t.kneel(soldier);
    t.kneel(scout);
    t.pass_while(|t| !t.offers(P2, lift)).card(P2, lift).card(P2, scout);
    t.pass_while(|t| !t.offers(P2, again) && !t.uses(P1, drunk));
    assert!(!t.kneeling(scout) && !t.uses(P1, drunk), "another character");
    t.card(P2, again).card(P2, soldier).use_card(P1, drunk).quiet();
    assert_eq!((t.kneeling(soldier), t.zone(drunk)), (true, Zone::Discard));
}

#[card_test("02089", ability = 1)]
fn bronn_defends(pool: Pool) {
    let mut t = table(pool);
    let (bronn, soldier, giant) = (t.play(P1, "Bronn"), t.play(P2, "Soldier"), t.play(P2, "Giant"));
    let icons = |t: &Table| [Military, Intrigue, Power].map(|kind| t.icon(bronn, kind));
    t.start(Phase::Challenges);
    assert_eq!(icons(&t), [true, false, false]);
    t.attack(P1, Military, P2, &[bronn]);
    assert_eq!(icons(&t), [true, false, false], "you attack");
    t.defend(P2, &[giant]).finish().attack(P2, Intrigue, P1, &[soldier]);
    assert_eq!(icons(&t), [true, true, true]);
}

#[card_test("02089", ability = 2)]
fn bronn_sells_himself(pool: Pool) {
    let mut t = table(pool);
    let bronn = t.play(P1, "Bronn");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert!(!t.uses(P1, bronn), "he serves you already");
    t.use_card(P2, bronn).quiet();
    assert_eq!((t.st.controller(bronn), t.gold(P2)), (P2, 4));
    t.pass_while(|t| t.st.phase == Phase::Marshaling);
    assert!(!t.uses(P1, bronn), "in the marshaling phase");
}

#[card_test("02090")]
fn trial_by_combat(pool: Pool) {
    let mut t = table(pool.clone());
    let (soldier, victim, other) = (t.play(P1, "Soldier"), t.play(P2, "Scout"), t.play(P2, "Wolf"));
    let trial = t.hand(P2, "Trial by Combat");
    t.set_gold(P2, 2);
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[soldier]);
    t.defend(P2, &[]).use_card(P2, trial);
    let cards = t.hand_size(P2);
    t.until(P2, "claim");
    assert!(t.offers(P2, victim) && t.offers(P2, other));
    t.card(P2, other).finish();
    assert_eq!((t.zone(other), t.hand_size(P2)), (Zone::Dead, cards), "military claim and no other");

    // Not for power.
    let mut t = table(pool);
    let (soldier, trial) = (t.play(P1, "Soldier"), t.hand(P1, "Trial by Combat"));
    t.play(P2, "Wolf");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]);
    t.pass_while(|t| t.st.challenge.is_some() && !t.uses(P1, trial));
    assert!(!t.uses(P1, trial));
}

#[card_test("02091")]
fn raider_from_pyke(pool: Pool) {
    let mut t = table(pool);
    let (sword, ribbon, axe) = (t.hand(P1, "Longclaw"), t.hand(P1, "Ribbon"), t.hand(P2, "Longclaw"));
    let watchman = t.play(P1, "Watchman");
    t.play(P2, "Watchman");
    t.play(P1, "Raider from Pyke");
    t.set_gold(P1, 2);
    t.set_gold(P2, 5);
    t.start(Phase::Challenges);
    assert!(t.may(P1, &Action::Ambush { card: sword, gold: 2 }));
    assert!(!t.offers(P1, ribbon), "no Weapon");
    t.act(P1, Action::Ambush { card: sword, gold: 2 });
    if t.topic(P1) == "host" {
        t.card(P1, watchman);
    }
    assert_eq!((t.zone(sword), t.gold(P1)), (Zone::Play, 0));
    t.until(P2, "action_window");
    assert!(!t.offers(P2, axe), "your hand alone");
}

#[card_test("02092")]
fn iron_mines(pool: Pool) {
    let mut t = table(pool.clone());
    let (mines, theirs, murder) = (t.play(P1, "Iron Mines"), t.play(P2, "Soldier"), t.hand(P1, "Murder"));
    t.start(Phase::Challenges).card(P1, murder).card(P1, theirs).use_card(P1, mines).quiet();
    assert_eq!((t.zone(mines), t.zone(theirs)), (Zone::Discard, Zone::Play), "any character");

    // What cannot be saved is not saved by it.
    let mut t = table(pool);
    let (mines, soldier, scout) = (t.play(P1, "Iron Mines"), t.play(P1, "Soldier"), t.play(P1, "Scout"));
    t.reveal_plot(P2, "Marched to the Wall");
    t.card(P1, scout).pass_while(|t| t.in_play(scout) && !t.uses(P1, mines));
    assert!(!t.in_play(scout) && !t.uses(P1, mines) && t.in_play(soldier));
}

#[card_test("02093")]
fn mirri_maz_duur(pool: Pool) {
    let mut t = table(pool.clone());
    let (mirri, mine) = (t.play(P1, "Mirri Maz Duur"), t.play(P1, "Soldier"));
    let (victim, giant) = (t.play(P2, "Scout"), t.play(P2, "Giant"));
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[mirri]);
    t.defend(P2, &[]).use_card(P1, mirri);
    assert!(t.offers(P1, giant) && t.offers(P1, victim) && !t.offers(P1, mine));
    let cards = t.hand_size(P2);
    t.card(P1, giant).finish();
    assert_eq!((t.zone(giant), t.zone(victim), t.hand_size(P2)), (Zone::Dead, Zone::Play, cards), "instead of claim");

    // Not when another attacks with her.
    let mut t = table(pool);
    let (mirri, mine) = (t.play(P1, "Mirri Maz Duur"), t.play(P1, "Soldier"));
    t.play(P2, "Wolf");
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[mirri, mine]);
    t.pass_while(|t| t.st.challenge.is_some() && !t.uses(P1, mirri));
    assert!(!t.uses(P1, mirri));
}

#[card_test("02094")]
fn blood_magic_ritual(pool: Pool) {
    let mut t = table(pool.clone());
    let (robb, murder, ritual) = (t.play(P2, "Robb Stark"), t.hand(P1, "Murder"), t.hand(P2, "Blood Magic Ritual"));
    let second = t.hand(P2, "Blood Magic Ritual");
    t.set_gold(P2, 3);
    t.start(Phase::Challenges).card(P1, murder);
    if t.topic(P1) == "target" {
        t.card(P1, robb);
    }
    t.use_card(P2, ritual).quiet();
    assert_eq!((t.zone(ritual), t.st.card(ritual).host), (Zone::Play, Some(robb)));
    assert!(t.keyword(ritual, KeywordName::Terminal) && !t.keyword(robb, KeywordName::Renown), "blank");
    assert!(t.st.der(robb).faction(Faction::Stark) && t.strength(robb) == 5);
    // Blank, it grieves for nobody; and an Army is not saved.
    let (army, knelt, again) = (t.play(P2, "Vanguard of the North"), t.play(P2, "Scout"), t.hand(P1, "Murder"));
    t.kneel(knelt);
    t.until(P1, "action_window").card(P1, again).card(P1, army);
    t.pass_while(|t| t.in_play(army) && !t.uses(P2, second));
    assert!(!t.in_play(army) && !t.uses(P2, second));
    t.until(P2, "action_window");
    assert!(t.kneeling(knelt));
}

#[card_test("02095")]
fn knights_of_the_sun(pool: Pool) {
    let mut t = table(pool);
    let knights = t.play(P1, "Knights of the Sun");
    several(3, || t.used(P2, "War Council"));
    several(2, || t.used(P1, "War Council"));
    assert!(!t.keyword(knights, KeywordName::Renown));
    t.used(P1, "War Council");
    assert!(t.keyword(knights, KeywordName::Renown));
}

#[card_test("02096")]
fn vengeance_for_elia(pool: Pool) {
    let mut t = table(pool.clone());
    let (soldier, vengeance) = (t.play(P1, "Soldier"), t.hand(P2, "Vengeance for Elia"));
    t.set_gold(P2, 2);
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[soldier]);
    t.pass_while(|t| !t.uses(P2, vengeance));
    let hands = (t.hand_size(P1), t.hand_size(P2));
    t.use_card(P2, vengeance).finish();
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (hands.0 - 1, hands.1 - 1), "the attacker discards; the event was played");

    // Only the defending player.
    let mut t = table(pool);
    let (soldier, vengeance) = (t.play(P1, "Soldier"), t.hand(P1, "Vengeance for Elia"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[soldier]);
    t.pass_while(|t| t.st.challenge.is_some() && !t.uses(P1, vengeance));
    assert!(t.st.challenge.is_none());
}

#[card_test("02097")]
fn street_of_steel(pool: Pool) {
    let mut t = table(pool);
    let street = t.play(P1, "Street of Steel");
    let (one, two) = (t.play(P1, "Soldier"), t.play(P1, "Scout"));
    let deep = t.deck(P1, "Longclaw");
    several(7, || t.deck(P1, "Soldier"));
    let (sword, seal, ribbon) = (t.deck(P1, "Longclaw"), t.deck(P1, "Seal of the Hand"), t.deck(P1, "Ribbon"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[one]).resolve();
    assert!(!t.uses(P1, street), "a military challenge");
    t.finish().attack(P1, Military, P2, &[two]).resolve();
    t.use_card(P1, street).quiet();
    assert!(t.kneeling(t.faction(P1)) && t.offers(P1, sword) && t.offers(P1, seal));
    assert!(!t.offers(P1, ribbon) && !t.offers(P1, deep), "neither a plain attachment nor the eleventh card");
    t.cards(P1, &[seal]);
    assert_eq!((t.zone(seal), t.zone(sword)), (Zone::Hand, Zone::Deck));
}

#[card_test("02098")]
fn the_eyrie(pool: Pool) {
    let mut t = table(pool.clone());
    let (eyrie, soldier, scout, giant) = (t.play(P2, "The Eyrie"), t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P1, "Giant"));
    t.start(Phase::Challenges);
    t.use_card(P2, eyrie);
    assert!(t.offers(P2, soldier) && t.offers(P2, giant) && t.kneeling(eyrie));
    t.card(P2, soldier);
    t.attack(P1, Military, P2, &[giant]);
    t.defend(P2, &[]).finish();
    assert_eq!((t.zone(soldier), t.zone(scout)), (Zone::Play, Zone::Dead), "who cannot be killed is no claim");
    let murder = t.hand(P1, "Murder");
    t.pass_while(|t| !t.offers(P1, murder) && t.st.phase == Phase::Challenges);
    if t.offers(P1, murder) {
        t.card(P1, murder);
        assert!(!t.offers(P1, soldier), "to the end of the phase");
    }

    // In every phase.
    for phase in [Phase::Draw, Phase::Marshaling, Phase::Dominance, Phase::Standing, Phase::Taxation, Phase::Plot] {
        let mut t = table(pool.clone());
        let eyrie = t.play(P1, "The Eyrie");
        t.play(P1, "Soldier");
        t.start(phase);
        assert!(t.uses(P1, eyrie), "{phase:?}");
    }
}

#[card_test("02099")]
fn nightmares(pool: Pool) {
    let mut t = table(pool);
    let (robb, wall, watch) = (t.play(P2, "Robb Stark"), t.play(P2, "The Wall"), t.play(P2, "Watchman"));
    let ribbon = t.attach(robb, "Ribbon");
    let (first, second) = (t.hand(P1, "Nightmares"), t.hand(P1, "Nightmares"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).card(P1, first);
    assert!(t.offers(P1, robb) && t.offers(P1, wall) && !t.offers(P1, ribbon));
    t.card(P1, robb).quiet();
    assert!(!t.keyword(robb, KeywordName::Renown) && t.strength(watch) == 4);
    t.until(P1, "action_window").card(P1, second).card(P1, wall).quiet();
    assert_eq!(t.strength(watch), 3);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.keyword(robb, KeywordName::Renown) && t.strength(watch) == 4, "to the end of the phase");
}

#[card_test("02100")]
fn famine(pool: Pool) {
    let mut t = table(pool);
    t.plot(P1, "Famine");
    let (mine, soldier, scout, keep) = (t.hand(P1, "Soldier"), t.hand(P2, "Soldier"), t.hand(P2, "Scout"), t.hand(P2, "Great Keep"));
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.marshal(P1, mine);
    assert_eq!(t.gold(P1), gold - 2, "an opponent's plot");
    t.until(P2, "marshaling");
    t.set_gold(P2, 9);
    t.marshal(P2, soldier);
    assert_eq!(t.gold(P2), 6);
    t.marshal(P2, keep);
    assert_eq!(t.gold(P2), 3, "no character");
    t.marshal(P2, scout);
    assert_eq!(t.gold(P2), 0, "each of them");
}
