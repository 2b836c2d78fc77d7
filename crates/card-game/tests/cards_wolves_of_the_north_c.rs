//! The abilities of the cards of Wolves of the North that are no Stark cards and no plots.

use crate::nobodies::{CARDS, Quiet, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

#[card_test("03025", ability = 1)]
fn motley_trait(pool: Pool) {
    let mut t = table(pool);
    let (mine, theirs) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    let motley = t.hand(P1, "03025");
    t.set_gold(P1, 1);
    t.start(Phase::Marshaling).marshal(P1, motley);
    assert!(!t.offers(P1, mine), "an opponent's character");
    if t.offers(P1, theirs) {
        t.card(P1, theirs);
    }
    assert_eq!(t.st.card(motley).host, Some(theirs));
    let view = t.view(P1);
    let shown = view.cards.iter().find(|c| c.id == theirs.to_string()).expect("in play");
    assert!(shown.traits.contains(&"Fool".to_owned()), "{:?}", shown.traits);
}

#[card_test("03025", ability = 2)]
fn motley_discards(pool: Pool) {
    let mut t = table(pool);
    let (soldier, scout, peer) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P1, "Peer"));
    let mine = t.play(P1, "Soldier");
    let motley = t.attach_for(P1, soldier, "03025");
    let _ = [(); 3].map(|()| t.hand(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[mine]).defend(P2, &[scout]);
    assert!(!t.uses(P1, motley), "another defends");
    t.finish().attack(P1, Power, P2, &[peer]).defend(P2, &[soldier]);
    let (hand, own) = (t.hand_size(P2), t.hand_size(P1));
    t.use_card(P1, motley).quiet();
    assert_eq!((t.hand_size(P2), t.hand_size(P1)), (hand - 1, own));
    t.finish();
    t.st.card_mut(soldier).kneeling = false;
    let hand = t.hand_size(P2);
    t.attack(P2, Power, P1, &[soldier]).use_card(P1, motley).quiet();
    assert_eq!(t.hand_size(P2), hand - 1);
}

#[card_test("03026")]
fn even_handed_justice(pool: Pool) {
    let mut t = Table::with(pool.clone(), CARDS, Rulings::Reference, 3);
    let (a, b, spare) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"), t.play(P2, "Peer"));
    let (knelt, c, keep) = (t.play(P2, "Scout"), t.play(P3, "Soldier"), t.play(P3, "Great Keep"));
    t.kneel(knelt);
    let event = t.hand(P1, "03026");
    t.set_gold(P1, 2);
    t.start(Phase::Dominance).use_card(P1, event);
    // In the order of the table.
    assert!(t.offers(P1, a) && !t.offers(P1, knelt) && !t.offers(P1, keep));
    t.card(P1, a);
    assert!(t.offers(P1, b) && t.offers(P1, spare) && !t.offers(P1, knelt));
    t.card(P1, b);
    assert!(!t.offers(P1, spare) && !t.offers(P1, keep), "one of each player");
    if t.offers(P1, c) {
        t.card(P1, c);
    }
    t.pass_while(|t| !t.kneeling(c));
    assert!([a, b, c].iter().all(|id| t.kneeling(*id)) && !t.kneeling(spare));

    // One of each player, or none at all.
    let mut t = table(pool);
    let (a, event) = (t.play(P1, "Soldier"), t.hand(P1, "03026"));
    t.set_gold(P1, 2);
    t.start(Phase::Dominance).until(P1, "action_window");
    assert!(!t.uses(P1, event) && !t.kneeling(a));
}

#[card_test("03027")]
fn fishwhiskers(pool: Pool) {
    for (winter, summer, defense) in [(true, false, 0), (true, true, 9), (false, false, 9)] {
        let mut t = table(pool.clone());
        let (fish, giant) = (t.play(P1, "03027"), t.play(P2, "Giant"));
        if winter {
            t.plot(P1, "The Winds of Winter");
        }
        if summer {
            t.plot(P2, "Calm Over Westeros");
        }
        t.start(Phase::Challenges).attack(P1, Military, P2, &[fish]).defend(P2, &[giant]).resolve();
        assert_eq!(t.last_result().2, defense);
    }

    // Not while it defends, nor if it stays at home.
    let mut t = table(pool);
    let (fish, giant, mine) = (t.play(P1, "03027"), t.play(P2, "Giant"), t.play(P1, "Soldier"));
    let scout = t.play(P2, "Scout");
    t.plot(P1, "The Winds of Winter");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[mine]).defend(P2, &[giant]).resolve();
    assert_eq!(t.last_result().2, 9);
    t.finish().pass_while(|t| t.topic(P1) != "initiate");
    t.pass(P1).attack(P2, Military, P1, &[scout]).defend(P1, &[fish]).resolve();
    assert_eq!(t.last_result().2, 3);
}

#[card_test("03029")]
fn crossroads_sellsword(pool: Pool) {
    for (phase, gold) in [(Phase::Challenges, 2), (Phase::Dominance, 0)] {
        let mut t = table(pool.clone());
        let (sell, murder) = (t.play(P1, "03029"), t.hand(P2, "Murder"));
        t.start(phase);
        t.pass_while(|t| !t.uses(P2, murder)).card(P2, murder).card(P2, sell);
        t.pass_while(|t| t.in_play(sell) && !t.uses(P1, sell));
        assert_eq!(t.uses(P1, sell), gold > 0);
        if gold > 0 {
            t.card(P1, sell);
        }
        t.pass_while(|t| t.in_play(sell));
        assert_eq!((t.zone(sell), t.gold(P1)), (Zone::Dead, gold));
    }
}

#[card_test("03030")]
fn tower_of_the_hand(pool: Pool) {
    let mut t = table(pool.clone());
    let (tower, tyrion, soldier) = (t.play(P1, "03030"), t.play(P1, "Tyrion Lannister"), t.play(P1, "Soldier"));
    let (idle, cheap, dear) = (t.play(P1, "Cersei Lannister"), t.play(P2, "Northerner"), t.play(P2, "Giant"));
    let (equal, mine) = (t.play(P2, "Peer"), t.play(P1, "Scout"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[mine]).defend(P2, &[]).resolve();
    assert!(!t.uses(P1, tower), "intrigue only");
    t.pass_while(|t| t.topic(P2) != "claim").card(P2, dear).finish();
    let dear = t.play(P2, "Giant");
    t.attack(P1, Intrigue, P2, &[tyrion, soldier]).defend(P2, &[]).resolve();
    t.use_card(P1, tower);
    assert!(!t.offers(P1, idle) && !t.offers(P1, soldier), "participating and Lannister");
    if t.offers(P1, tyrion) {
        t.card(P1, tyrion);
    }
    assert!(t.offers(P1, cheap) && !t.offers(P1, dear) && !t.offers(P1, equal) && !t.offers(P1, mine), "lower cost than 5");
    t.card(P1, cheap).pass_while(|t| t.in_play(cheap));
    assert_eq!((t.zone(tyrion), t.zone(cheap), t.kneeling(tower)), (Zone::Hand, Zone::Hand, true));

    // Without a target that is cheap enough it cannot be used.
    let mut t = table(pool);
    let (tower, tyrion) = (t.play(P1, "03030"), t.play(P1, "Tyrion Lannister"));
    t.play(P2, "Giant");
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[tyrion]).defend(P2, &[]).resolve();
    assert!(!t.uses(P1, tower));
}

#[card_test("03031", ability = 1)]
fn quentyn_martell_second(pool: Pool) {
    let mut t = table(pool);
    let (mine, theirs) = (t.play(P1, "03031"), t.play(P2, "03031"));
    t.start(Phase::Challenges);
    assert_eq!((t.strength(mine), t.strength(theirs)), (4, 5));
    assert!(!t.keyword(mine, KeywordName::Stealth) && t.keyword(theirs, KeywordName::Stealth));
}

#[card_test("03031", ability = 2)]
fn quentyn_martell_avenged(pool: Pool) {
    let mut t = table(pool);
    let (quentyn, soldier, peer) = (t.play(P1, "03031"), t.play(P2, "Soldier"), t.play(P2, "Peer"));
    let murder = t.hand(P2, "Murder");
    t.start(Phase::Challenges).pass(P1).card(P2, murder).card(P2, quentyn).use_card(P1, quentyn);
    assert!(t.offers(P1, soldier) && !t.offers(P1, peer), "lower than his 4");
    t.card(P1, soldier).pass_while(|t| t.in_play(quentyn));
    assert_eq!((t.zone(soldier), t.zone(quentyn)), (Zone::Dead, Zone::Dead));
}

#[card_test("03032")]
fn his_viper_eyes(pool: Pool) {
    let mut t = table(pool);
    let (a, b) = (t.play(P2, "Soldier"), t.play(P2, "Scout"));
    let (event, second) = (t.hand(P1, "03032"), t.hand(P1, "03032"));
    let card = t.hand(P2, "Giant");
    t.start(Phase::Challenges).attack(P2, Intrigue, P1, &[a]).resolve();
    assert!(!t.uses(P1, event), "military and power only");
    t.finish().attack(P2, Power, P1, &[b]).resolve();
    t.pass_while(|t| !t.offers(P1, event) && !t.offers(P1, second));
    t.pick(P1, "Play His Viper Eyes").quiet();
    let seen = t.view(P1);
    assert!(format!("{seen:?}").contains("Giant"), "the whole hand is seen");
    assert!(t.offers(P1, card) && !t.offers(P1, second));
    t.card(P1, card).quiet();
    assert_eq!(t.zone(card), Zone::Discard);
}

#[card_test("03034")]
fn the_shadow_tower(pool: Pool) {
    let mut t = table(pool);
    let (tower, giant) = (t.play(P1, "03034"), t.play(P1, "Giant"));
    let (a, b, mine) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P1, "Soldier"));
    let c = t.play(P2, "Northerner");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[mine]).resolve();
    assert!(!t.uses(P1, tower), "only as defender");
    t.finish().pass_while(|t| t.topic(P1) != "initiate").pass(P1);
    t.attack(P2, Power, P1, &[a]).defend(P1, &[giant]).resolve().use_card(P1, tower);
    assert!(t.offers(P1, a) && t.offers(P1, b) && !t.offers(P1, mine));
    t.card(P1, b).finish();
    assert!(t.kneeling(tower));
    t.until(P2, "initiate").act(P2, Action::Challenge { kind: Military, against: P1 });
    assert!(t.offers(P2, c) && !t.offers(P2, b));
}

#[card_test("03035")]
fn aggo(pool: Pool) {
    let mut t = table(pool);
    let (aggo, khal) = (t.play(P1, "03035"), t.play(P1, "Khal"));
    t.kneel(aggo);
    t.kneel(khal);
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, aggo), "no Summer plot");
    t.plot(P2, "Calm Over Westeros");
    t.pass(P1).until(P1, "action_window").use_card(P1, aggo);
    assert!(!t.offers(P1, khal), "Bloodriders");
    if t.offers(P1, aggo) {
        t.card(P1, aggo);
    }
    t.quiet();
    assert!(!t.kneeling(aggo));
    t.kneel(aggo);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, aggo), "once per round");
}

#[card_test("03036")]
fn dragon_sight(pool: Pool) {
    let mut t = table(pool);
    let (soldier, dragon, giant) = (t.play(P1, "Soldier"), t.play(P1, "Drogon"), t.play(P2, "Giant"));
    let (idle, event) = (t.play(P1, "Scout"), t.hand(P1, "03036"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, event), "during a challenge only");
    let was = t.strength(dragon);
    t.attack(P1, Military, P2, &[soldier, dragon]).defend(P2, &[giant]).card(P1, event).quiet();
    assert_eq!([soldier, dragon, giant, idle].map(|id| t.strength(id)), [2, was, 8, 2]);
    t.finish();
    assert_eq!(t.strength(giant), 9);
}

#[card_test("03038")]
fn to_the_rose_banner(pool: Pool) {
    let mut t = table(pool);
    let (gardener, soldier, theirs) = (t.play(P1, "Gardener"), t.play(P1, "Soldier"), t.play(P2, "Gardener"));
    let event = t.hand(P1, "03038");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.card(P1, event);
    assert!(!t.offers(P1, soldier) && !t.offers(P1, theirs));
    if t.offers(P1, gardener) {
        t.card(P1, gardener);
    }
    t.until(P1, "marshaling");
    assert_eq!((t.gold(P1), t.zone(gardener)), (gold + 2, Zone::Discard));
}

#[card_test("03039", ability = 1)]
fn mance_rayder_ambush(pool: Pool) {
    let mut t = table(pool);
    let (raiders, soldier) = (t.hand(P1, "Rattleshirt's Raiders"), t.hand(P1, "Soldier"));
    let theirs = t.hand(P2, "Rattleshirt's Raiders");
    t.play(P1, "03039");
    t.set_gold(P1, 4);
    t.set_gold(P2, 9);
    t.start(Phase::Challenges);
    assert!(t.may(P1, &Action::Ambush { card: raiders, gold: 4 }) && !t.offers(P1, soldier));
    t.card(P1, raiders);
    assert!(t.in_play(raiders) && !t.offers(P2, theirs));
}

#[card_test("03039", ability = 2)]
fn mance_rayder_in_winter(pool: Pool) {
    let mut t = table(pool);
    let raiders = t.hand(P1, "Rattleshirt's Raiders");
    t.plot(P2, "The Winds of Winter");
    t.play(P1, "03039");
    t.set_gold(P1, 3);
    t.start(Phase::Challenges).pass(P1).until(P1, "action_window");
    assert!(t.can(P1, "Ambush with Rattleshirt's Raiders (3 gold)") || t.offers(P1, raiders), "{:?}", t.labels(P1));
    t.card(P1, raiders);
    assert_eq!((t.gold(P1), t.in_play(raiders)), (0, true));
}

#[card_test("03040")]
fn young_spearwife(pool: Pool) {
    let mut t = table(pool);
    let (wife, soldier) = (t.play(P1, "03040"), t.play(P2, "Soldier"));
    let (mine, theirs) = (t.faction(P1), t.faction(P2));
    t.set_power(soldier, 5);
    t.set_power(theirs, 1);
    t.set_power(mine, 1);
    assert!(!t.keyword(wife, KeywordName::Stealth), "less on the faction card");
    t.set_power(theirs, 2);
    assert!(t.keyword(wife, KeywordName::Stealth));
}

#[card_test("03042")]
fn tourney_grounds(pool: Pool) {
    let mut t = table(pool);
    let (grounds, letter, second) = (t.play(P1, "03042"), t.hand(P1, "Letter"), t.hand(P1, "Letter"));
    let soldier = t.hand(P1, "Soldier");
    t.set_gold(P1, 20);
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, grounds).quiet();
    assert!(t.kneeling(grounds));
    t.marshal(P1, soldier).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.card(P1, letter).until(P1, "marshaling");
    assert_eq!(t.gold(P1), gold - 1, "events only");
    t.card(P1, second).until(P1, "marshaling");
    assert_eq!(t.gold(P1), gold - 3, "only the next one");
}

#[card_test("03043")]
fn green_dreams(pool: Pool) {
    for (answer, stays) in [(Action::Yes, false), (Action::No, true)] {
        let mut t = table(pool.clone());
        let (soldier, scout) = (t.play(P1, "Soldier"), t.play(P1, "Scout"));
        let dream = t.attach(soldier, "03043");
        let (top, push) = (t.deck(P1, "Giant"), t.hand(P2, "Push"));
        t.start(Phase::Challenges).attack(P1, Power, P2, &[scout]);
        assert!(!t.uses(P1, dream));
        t.finish().pass_while(|t| !t.uses(P2, push)).card(P2, push).card(P2, soldier);
        t.use_card(P1, dream).quiet();
        assert!(format!("{:?}", t.view(P1)).contains("Giant") && !format!("{:?}", t.view(P2)).contains("Giant"));
        t.act(P1, answer).quiet();
        let deck = &t.st.player(P1).deck;
        assert_eq!(deck.last() == Some(&top), stays);
        assert_eq!(deck.first() == Some(&top), !stays);
    }
}

#[card_test("03044")]
fn healing_expertise(pool: Pool) {
    let mut t = table(pool);
    let (maester, soldier, army) = (t.play(P1, "House Maester"), t.play(P1, "Soldier"), t.play(P1, "Wardens of the Reach"));
    let (event, first, second) = (t.hand(P1, "03044"), t.hand(P2, "Murder"), t.hand(P2, "Murder"));
    t.start(Phase::Challenges).pass(P1).card(P2, first).card(P2, army);
    t.pass_while(|t| {
        assert!(!t.uses(P1, event), "no Army");
        t.in_play(army)
    });
    t.pass_while(|t| !t.uses(P2, second)).card(P2, second).card(P2, soldier).use_card(P1, event);
    t.until(P1, "action_window");
    assert!(t.in_play(soldier) && t.kneeling(maester));
}

#[card_test("03045")]
fn tithe(pool: Pool) {
    let mut t = table(pool);
    let (soldier, north, theirs) = (t.play(P1, "Soldier"), t.play(P1, "Northerner"), t.play(P2, "Scout"));
    let event = t.hand(P1, "03045");
    t.kneel(soldier);
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, event), "no neutral character of yours stands");
    let other = t.play(P1, "Scout");
    t.pass(P1).until(P1, "action_window").card(P1, event).quiet();
    t.until(P1, "action_window");
    assert_eq!((t.gold(P1), t.kneeling(other), t.kneeling(north), t.kneeling(theirs)), (2, true, false, false));
}
