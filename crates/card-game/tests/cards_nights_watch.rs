//! Every ability of the Night's Watch cards of the Core Set.

use crate::nobodies::{Quiet, reducer, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

#[card_test("01122", ability = 1)]
fn benjen_stark_no_stealth(pool: Pool) {
    let mut t = table(pool);
    let sneak = t.play(P1, "Sneak");
    let (benjen, captain, soldier) = (t.play(P2, "Benjen Stark"), t.play(P2, "Ranger Captain"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).until(P1, "initiate").declare(P1, Military, P2, &[sneak]);
    assert_eq!(t.topic(P1), "stealth");
    assert!(t.offers(P1, soldier) && !t.offers(P1, captain) && !t.offers(P1, benjen));
}

#[card_test("01122", ability = 2)]
fn benjen_stark_comes_back(pool: Pool) {
    let mut t = table(pool);
    let (soldier, benjen) = (t.play(P1, "Soldier"), t.play(P2, "Benjen Stark"));
    let deck = t.deck_len(P2);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).pass_while(|t| t.topic(P2) != "interrupts" || !t.offers(P2, benjen));
    t.card(P2, benjen).quiet();
    assert_eq!(t.power(P2), 2);
    assert_eq!(t.deck_len(P2), deck + 1, "shuffled in");
    assert!(t.st.player(P2).dead.is_empty());
}

#[card_test("01123")]
fn ghost(pool: Pool) {
    let mut t = table(pool);
    let (ghost, giant) = (t.play(P1, "Ghost"), t.play(P1, "Giant"));
    let (soldier, guard, scout) = (t.play(P2, "Soldier"), t.play(P2, "Giant"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).until(P1, "initiate").declare(P1, Military, P2, &[ghost]).card(P1, soldier).use_card(P1, ghost);
    t.finish().card(P2, scout).finish().attack(P1, Power, P2, &[giant]).until(P2, "defenders");
    assert!(t.offers(P2, guard) && !t.offers(P2, soldier), "in no challenge of the phase");
}

#[card_test("01124")]
fn jon_snow(pool: Pool) {
    let mut t = table(pool.clone());
    let (jon, watchman, giant) = (t.play(P1, "Jon Snow"), t.play(P1, "Watchman"), t.play(P2, "Giant"));
    t.attach(jon, "Longclaw");
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[watchman]);
    assert!(t.st.attacking(jon) && t.st.participates(jon) && !t.kneeling(jon));
    assert_eq!(t.st.totals(), (8, 0));
    t.resolve();
    t.pass_while(|t| t.st.challenge.is_some() && t.topic(P1) != "keyword_use");
    if t.topic(P1) == "keyword_use" {
        t.act(P1, Action::Yes);
    }
    assert_eq!(t.power_on(jon), 1, "renown of a character that is considered to participate");
    t.finish();
    t.attack(P2, Power, P1, &[giant]);
    assert!(!t.st.participates(jon), "only with attackers of one's own");

    let mut t = table(pool);
    let (jon, soldier, watchman) = (t.play(P1, "Jon Snow"), t.play(P1, "Soldier"), t.play(P1, "Watchman"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]);
    assert!(!t.st.participates(jon), "no character of the Night's Watch attacks");
    t.finish();
    t.kneel(jon);
    t.attack(P1, Power, P2, &[watchman]);
    assert!(!t.st.participates(jon), "he kneels");
}

#[card_test("01124")]
fn jon_snow_is_touched_like_a_participant(pool: Pool) {
    let mut t = table(pool);
    let (jon, watchman) = (t.play(P1, "Jon Snow"), t.play(P1, "Watchman"));
    t.play(P2, "Daenerys Targaryen");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[watchman]);
    assert_eq!((t.strength(watchman), t.strength(jon)), (2, 3));
}

#[card_test("01125")]
fn maester_aemon(pool: Pool) {
    let mut t = table(pool.clone());
    let (soldier, aemon, watchman) = (t.play(P1, "Soldier"), t.play(P2, "Maester Aemon"), t.play(P2, "Watchman"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).pass_while(|t| t.topic(P2) != "claim");
    t.card(P2, watchman).pass_while(|t| !t.offers(P2, aemon)).card(P2, aemon).quiet();
    assert!(t.in_play(watchman) && t.kneeling(aemon));
    t.finish();
    assert!(t.in_play(watchman));

    // Not for others.
    let mut t = table(pool);
    let (soldier, aemon, scout) = (t.play(P1, "Soldier"), t.play(P2, "Maester Aemon"), t.play(P2, "Scout"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).pass_while(|t| t.topic(P2) != "claim");
    t.card(P2, scout);
    t.pass_while(|t| t.in_play(scout) && !t.offers(P2, aemon));
    assert!(!t.in_play(scout));
}

#[card_test("01126", ability = 1)]
fn old_bear_mormont_defends(pool: Pool) {
    let mut t = table(pool);
    let (a, b) = (t.play(P1, "Soldier"), t.play(P1, "Scout"));
    let mormont = t.play(P2, "Old Bear Mormont");
    t.play(P2, "The Wall");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[a]).defend(P2, &[mormont]);
    assert!(t.st.defending(mormont) && !t.kneeling(mormont));
    let _ = b;
}

#[card_test("01126", ability = 2)]
fn old_bear_mormont_puts_into_play(pool: Pool) {
    let mut t = table(pool.clone());
    let mormont = t.play(P1, "Old Bear Mormont");
    let (captain, tower, soldier, event) =
        (t.hand(P1, "Ranger Captain"), t.hand(P1, "Watchtower"), t.hand(P1, "Soldier"), t.hand(P1, "Take the Black"));
    t.start(Phase::Challenges).pass_while(|t| !t.offers(P1, mormont) || t.topic(P1) != "interrupts");
    assert_eq!(t.st.phase, Phase::Challenges);
    t.card(P1, mormont).quiet();
    assert!(t.offers(P1, captain) && t.offers(P1, tower) && !t.offers(P1, soldier) && !t.offers(P1, event));
    t.card(P1, tower).quiet();
    assert!(t.in_play(tower));

    // Not after a loss as the defending player.
    let mut t = table(pool);
    let mormont = t.play(P1, "Old Bear Mormont");
    let soldier = t.play(P2, "Soldier");
    t.hand(P1, "Watchtower");
    t.start(Phase::Challenges).attack(P2, Power, P1, &[soldier]).finish();
    t.pass_while(|t| t.st.phase == Phase::Challenges && !t.offers(P1, mormont));
    assert_eq!(t.st.phase, Phase::Dominance);
}

#[card_test("01128")]
fn ser_waymar_royce(pool: Pool) {
    let mut t = table(pool);
    let (soldier, royce) = (t.play(P1, "Soldier"), t.play(P2, "Ser Waymar Royce"));
    let hand = t.hand_size(P1);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).pass_while(|t| !t.offers(P2, royce) || t.topic(P2) != "interrupts");
    t.card(P2, royce).quiet();
    assert_eq!(t.hand_size(P1), hand - 1);
    t.finish();
    assert_eq!(t.zone(royce), Zone::Dead);
}

#[card_test("01129")]
fn yoren(pool: Pool) {
    let mut t = table(pool);
    let yoren = t.hand(P1, "Yoren");
    let (soldier, peer, mine) = (t.discard(P2, "Soldier"), t.discard(P2, "Peer"), t.discard(P1, "Soldier"));
    let dead = t.dead(P2, "Scout");
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, yoren).use_card(P1, yoren).quiet();
    assert!(t.offers(P1, soldier) && !t.offers(P1, peer) && !t.offers(P1, mine) && !t.offers(P1, dead));
    t.card(P1, soldier).quiet();
    assert!(t.in_play(soldier));
    assert_eq!(t.st.der(soldier).controller, P1);
    assert_eq!(t.st.card(soldier).owner, P2);
}

#[card_test("01130")]
fn messenger_raven(pool: Pool) {
    let mut t = table(pool);
    let raven = t.play(P1, "Messenger Raven");
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, raven));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    let hand = t.hand_size(P1);
    t.until(P1, "action_window").card(P1, raven).quiet();
    assert_eq!(t.zone(raven), Zone::Hand);
    assert_eq!(t.hand_size(P1), hand + 2);
}

#[card_test("01131")]
fn old_forest_hunter(pool: Pool) {
    let mut t = table(pool);
    let hunter = t.play(P1, "Old Forest Hunter");
    let (a, b) = (t.hand(P1, "Soldier"), t.hand(P1, "Scout"));
    t.start(Phase::Challenges).card(P1, hunter).card(P1, a).quiet();
    assert_eq!((t.gold(P1), t.zone(a), t.zone(b)), (1, Zone::Discard, Zone::Hand));
    t.until(P1, "action_window");
    assert!(!t.offers(P1, hunter), "once per phase");
    t.pass_while(|t| t.st.phase == Phase::Challenges).until(P1, "action_window");
    assert!(t.offers(P1, hunter));
}

#[card_test("01133")]
fn steward_at_the_wall(pool: Pool) {
    reducer(pool, "Steward at the Wall", "Watchman", &["Soldier", "Watchtower"]);
}

#[card_test("01134")]
fn veteran_builder(pool: Pool) {
    let mut t = table(pool);
    let builder = t.play(P1, "Veteran Builder");
    let (knelt, standing, man) = (t.play(P1, "Watchtower"), t.play(P1, "The Mander"), t.play(P1, "Soldier"));
    let theirs = t.play(P2, "Watchtower");
    [knelt, man, theirs].into_iter().for_each(|id| t.kneel(id));
    t.start(Phase::Challenges).card(P1, builder);
    assert!(t.offers(P1, knelt) && t.offers(P1, theirs) && !t.offers(P1, standing) && !t.offers(P1, man));
    t.card(P1, knelt).quiet();
    assert!(!t.kneeling(knelt));
    assert_eq!(t.zone(builder), Zone::Discard);
}

#[card_test("01135")]
fn longclaw(pool: Pool) {
    let mut t = table(pool);
    let watchman = t.play(P1, "Watchman");
    t.attach(watchman, "Longclaw");
    assert_eq!(t.strength(watchman), 4);
    assert!(t.keyword(watchman, KeywordName::Renown));
}

#[card_test("01136")]
fn castle_black(pool: Pool) {
    let mut t = table(pool);
    let (soldier, castle) = (t.play(P1, "Soldier"), t.play(P2, "Castle Black"));
    let (watchman, captain, scout) = (t.play(P2, "Watchman"), t.play(P2, "Ranger Captain"), t.play(P2, "Scout"));
    t.kneel(captain);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]).defend(P2, &[watchman, scout]);
    t.pass_while(|t| !t.offers(P2, castle)).card(P2, castle);
    assert!(!t.offers(P2, captain) && !t.offers(P2, scout) && !t.offers(P2, soldier), "only defenders of the Night's Watch");
    t.card(P2, watchman).quiet();
    assert!(!t.kneeling(watchman) && t.kneeling(castle) && t.st.defending(watchman));
    assert_eq!(t.strength(watchman), 5);
    t.finish();
    assert_eq!(t.strength(watchman), 3);
}

#[card_test("01137", ability = 1)]
fn the_wall_strength(pool: Pool) {
    let mut t = table(pool);
    let (watchman, soldier, theirs) = (t.play(P1, "Watchman"), t.play(P1, "Soldier"), t.play(P2, "Watchman"));
    t.play(P1, "The Wall");
    assert_eq!((t.strength(watchman), t.strength(soldier), t.strength(theirs)), (4, 3, 3));
}

#[card_test("01137", ability = 2)]
fn the_wall_kneels(pool: Pool) {
    let mut t = table(pool);
    let (soldier, giant, wall) = (t.play(P1, "Soldier"), t.play(P1, "Giant"), t.play(P2, "The Wall"));
    let scout = t.play(P2, "Scout");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[giant]).defend(P2, &[scout]).finish();
    assert!(!t.kneeling(wall), "it was opposed");
    t.attack(P1, Intrigue, P2, &[soldier]).resolve();
    assert!(t.kneeling(wall));
}

#[card_test("01137", ability = 3)]
fn the_wall_power(pool: Pool) {
    let mut t = table(pool);
    let wall = t.play(P2, "The Wall");
    t.start(Phase::Challenges).pass_while(|t| !t.offers(P2, wall) || t.topic(P2) != "interrupts");
    assert_eq!(t.st.phase, Phase::Challenges);
    t.card(P2, wall).quiet();
    assert!(t.kneeling(wall));
    assert_eq!(t.power(P2), 2);
}

#[card_test("01138")]
fn a_meager_contribution(pool: Pool) {
    let mut t = table(pool);
    let event = t.hand(P2, "A Meager Contribution");
    t.hand(P2, "A Meager Contribution");
    t.start(Phase::Marshaling).pass_while(|t| !t.offers(P2, event));
    t.card(P2, event).quiet();
    assert_eq!((t.gold(P1), t.gold(P2)), (4, 1));
    assert!(!t.can(P2, "Play A Meager"), "max 1 per round");
}

#[card_test("01139")]
fn take_the_black(pool: Pool) {
    let mut t = table(pool);
    let event = t.hand(P1, "Take the Black");
    let second = t.hand(P1, "Take the Black");
    let (soldier, peer, giant, mine) = (t.play(P2, "Soldier"), t.play(P2, "Peer"), t.play(P2, "Giant"), t.play(P1, "Scout"));
    let other = t.play(P2, "Watchman");
    t.set_gold(P1, 10);
    t.start(Phase::Dominance).until(P1, "action_window").card(P1, event);
    assert!(t.offers(P1, soldier) && !t.offers(P1, peer) && !t.offers(P1, giant) && !t.offers(P1, mine));
    t.card(P1, soldier).quiet();
    assert_eq!((t.st.der(soldier).controller, t.gold(P1)), (P1, 7));
    t.until(P1, "action_window");
    assert!(!t.offers(P1, second) && t.in_play(other), "max 1 per round");
}

#[card_test("01140")]
fn the_sword_in_the_darkness(pool: Pool) {
    let mut t = table(pool.clone());
    let (scout, giant) = (t.play(P1, "Scout"), t.play(P1, "Giant"));
    let watchman = t.play(P2, "Watchman");
    let mormont = t.play(P2, "Old Bear Mormont");
    let event = t.hand(P2, "The Sword in the Darkness");
    t.set_gold(P2, 1);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[scout]).defend(P2, &[watchman, mormont]).resolve();
    t.use_card(P2, event).quiet();
    t.finish();
    t.pass_while(|t| t.st.phase == Phase::Challenges && t.topic(P1) != "initiate");
    assert!(!t.can(P1, "Power challenge") && !t.can(P1, "Intrigue challenge"));
    let _ = giant;

    // Not without a participating character of the Night's Watch.
    let mut t = table(pool);
    let (scout, giant) = (t.play(P1, "Scout"), t.play(P2, "Giant"));
    t.play(P2, "Watchman");
    let event = t.hand(P2, "The Sword in the Darkness");
    t.set_gold(P2, 1);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[scout]).defend(P2, &[giant]).resolve();
    t.pass_while(|t| t.st.challenge.is_some() && !t.offers(P2, event));
    assert!(t.st.challenge.is_none(), "it could not be played");
}
