//! The abilities of the Stark characters of Wolves of the North.

use crate::nobodies::{Quiet, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

/// Plays Murder from hand on a character; goes on until that has happened, or a window of the seat offers the card.
fn murder(t: &mut Table, victim: Id) {
    let event = t.hand(P2, "Murder");
    t.pass_while(|t| !t.uses(P2, event)).card(P2, event).card(P2, victim);
}

#[card_test("03001")]
fn king_robbs_host(pool: Pool) {
    let mut t = table(pool.clone());
    let (host, wolf) = (t.play(P1, "03001"), t.play(P1, "Wolf"));
    let idle = t.play(P1, "Soldier");
    let theirs = t.faction(P2);
    t.set_power(theirs, 3);
    t.start(Phase::Challenges).attack(P1, Military, P2, &[host, wolf]).resolve();
    t.use_card(P1, host).quiet();
    assert!(t.offers(P1, wolf) && t.offers(P1, host) && !t.offers(P1, idle), "an attacking character");
    t.card(P1, wolf);
    assert_eq!((t.power_on(theirs), t.power_on(wolf), t.power_on(host)), (2, 1, 0));

    // 2 with a War plot, whoever revealed it; also as a defender.
    let mut t = table(pool.clone());
    t.plot(P2, "War Council");
    let (host, giant, theirs) = (t.play(P1, "03001"), t.play(P2, "Soldier"), t.faction(P2));
    t.set_power(theirs, 3);
    t.start(Phase::Challenges).attack(P2, Military, P1, &[giant]).defend(P1, &[host]).resolve();
    t.use_card(P1, host).quiet();
    assert!(!t.offers(P1, host), "a defender");
    t.card(P1, giant);
    assert_eq!((t.power_on(theirs), t.power_on(giant)), (1, 2));

    // In military challenges only.
    let mut t = table(pool);
    let host = t.play(P1, "03001");
    let theirs = t.faction(P2);
    t.set_power(theirs, 3);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[host]).resolve();
    assert!(!t.uses(P1, host));
}

#[card_test("03002", ability = 1)]
fn catelyn_stark_strength(pool: Pool) {
    let mut t = table(pool);
    let catelyn = t.play(P1, "03002");
    assert_eq!(t.strength(catelyn), 5);
    t.set_power(catelyn, 2);
    assert_eq!(t.strength(catelyn), 7);
}

#[card_test("03002", ability = 2)]
fn catelyn_stark_power(pool: Pool) {
    let mut t = table(pool);
    let catelyn = t.play(P1, "03002");
    let [a, b, c] = ["Northerner"; 3].map(|n| t.play(P1, n));
    let (soldier, theirs) = (t.play(P1, "Soldier"), t.play(P2, "Northerner"));
    t.start(Phase::Challenges);
    for (victim, gains) in [(soldier, false), (theirs, false), (a, true), (b, true), (c, false)] {
        murder(&mut t, victim);
        t.pass_while(|t| t.in_play(victim));
        assert_eq!(t.uses(P1, catelyn), gains, "yours, Stark, twice per round");
        if gains {
            t.use_card(P1, catelyn);
        }
    }
    assert_eq!(t.power_on(catelyn), 2);
}

#[card_test("03004", ability = 1)]
fn the_blackfish_and_house_tully(pool: Pool) {
    let mut t = table(pool);
    let fish = t.play(P1, "03004");
    let (knight, scout) = (t.play(P1, "Tumblestone Knight"), t.play(P1, "Scout"));
    t.set_power(fish, 3);
    t.start(Phase::Challenges).attack(P1, Power, P2, &[knight]);
    assert!(t.kneeling(knight), "3 power is not enough");
    t.finish();
    t.set_power(fish, 4);
    t.attack(P1, Military, P2, &[fish, scout]);
    assert!(!t.kneeling(fish) && t.kneeling(scout));
}

#[card_test("03004", ability = 2)]
fn the_blackfish_draws(pool: Pool) {
    let mut t = table(pool);
    let (fish, a, b) = (t.play(P1, "03004"), t.play(P1, "Soldier"), t.play(P1, "Soldier"));
    t.plot(P1, "A Storm of Swords");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[a]).resolve();
    assert!(!t.uses(P1, fish), "military only");
    t.finish();
    let hand = t.hand_size(P1);
    t.attack(P1, Military, P2, &[b]).resolve().use_card(P1, fish);
    assert_eq!(t.hand_size(P1), hand + 1);
    t.finish().attack(P1, Military, P2, &[fish]).resolve();
    assert!(!t.uses(P1, fish), "once per phase");
}

#[card_test("03005")]
fn jon_snow(pool: Pool) {
    let mut t = table(pool);
    let (jon, north, soldier) = (t.play(P1, "03005"), t.play(P1, "Northerner"), t.play(P1, "Soldier"));
    let (mine, theirs) = (t.play(P1, "Eddard Stark"), t.play(P2, "Robb Stark"));
    let (common, peer, other) = (t.play(P1, "Northern Lady"), t.play(P1, "Peer"), t.play(P2, "Northerner"));
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, jon), "nobody to stand");
    [mine, theirs, common, peer].into_iter().for_each(|id| t.kneel(id));
    t.pass(P1);
    t.until(P1, "action_window").use_card(P1, jon);
    assert!(t.offers(P1, north) && t.offers(P1, jon) && !t.offers(P1, soldier) && !t.offers(P1, other));
    t.card(P1, north);
    assert!(t.offers(P1, mine) && t.offers(P1, theirs) && !t.offers(P1, common) && !t.offers(P1, peer));
    t.card(P1, theirs).quiet();
    assert_eq!(t.zone(north), Zone::Discard);
    assert!(!t.kneeling(theirs) && t.kneeling(mine));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, jon), "once per round");
}

#[card_test("03006")]
fn wolves_of_the_north(pool: Pool) {
    let mut t = table(pool);
    let (wolves, giant) = (t.play(P1, "03006"), t.play(P2, "Giant"));
    let pup = t.play(P1, "Wolf");
    let theirs = t.play(P2, "Wolf");
    t.start(Phase::Challenges).until(P1, "initiate").declare(P1, Military, P2, &[wolves]);
    t.card(P1, giant).use_card(P1, wolves).quiet();
    assert_eq!(t.strength(giant), 7, "this one and the pup");
    // X is worked out as it takes effect.
    murder(&mut t, pup);
    t.pass_while(|t| t.in_play(pup));
    assert_eq!(t.strength(giant), 7);
    t.until(P2, "claim").card(P2, theirs).finish();
    assert_eq!(t.strength(giant), 7, "until the end of the phase");
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.strength(giant), 9);
}

#[card_test("03007")]
fn arya_stark(pool: Pool) {
    let mut t = table(pool);
    let (arya, north, soldier) = (t.play(P1, "03007"), t.play(P1, "Northerner"), t.play(P2, "Soldier"));
    let (giant, other) = (t.play(P2, "Giant"), t.play(P2, "Northerner"));
    t.start(Phase::Challenges);
    murder(&mut t, other);
    t.pass_while(|t| t.in_play(other));
    assert!(!t.uses(P1, arya), "not yours");
    murder(&mut t, north);
    t.pass_while(|t| t.in_play(north)).use_card(P1, arya);
    assert!(t.offers(P1, soldier) && !t.offers(P1, giant));
    t.card(P1, soldier).pass_while(|t| t.in_play(soldier));
    assert_eq!((t.zone(arya), t.zone(soldier)), (Zone::Discard, Zone::Dead));
}

#[card_test("03008")]
fn jory_cassel(pool: Pool) {
    let mut t = table(pool.clone());
    let (jory, eddard, north) = (t.play(P1, "03008"), t.play(P1, "Eddard Stark"), t.play(P1, "Northerner"));
    t.start(Phase::Challenges);
    murder(&mut t, north);
    t.pass_while(|t| t.in_play(north));
    assert_eq!(t.zone(north), Zone::Dead);
    assert!(t.in_play(jory), "unique only");
    murder(&mut t, eddard);
    t.pass_while(|t| !t.uses(P1, jory)).use_card(P1, jory).quiet();
    t.until(P1, "action_window");
    assert!(t.in_play(eddard));
    assert_eq!((t.zone(jory), t.power_on(eddard)), (Zone::Discard, 0), "no Winter plot");

    let mut t = table(pool);
    t.plot(P2, "The Winds of Winter");
    let (jory, eddard) = (t.play(P1, "03008"), t.play(P1, "Eddard Stark"));
    t.start(Phase::Challenges);
    murder(&mut t, eddard);
    t.pass_while(|t| !t.uses(P1, jory)).use_card(P1, jory).quiet();
    t.until(P1, "action_window");
    assert!(t.in_play(eddard));
    assert_eq!(t.power_on(eddard), 1);
}

#[card_test("03009")]
fn riverrun_minstrel(pool: Pool) {
    let mut t = table(pool);
    let (minstrel, knight, north) = (t.hand(P1, "03009"), t.play(P2, "Tumblestone Knight"), t.play(P1, "Northerner"));
    t.set_gold(P1, 4);
    t.start(Phase::Marshaling).marshal(P1, minstrel).use_card(P1, minstrel);
    assert!(t.offers(P1, minstrel) && t.offers(P1, knight) && !t.offers(P1, north));
    t.card(P1, minstrel).quiet();
    assert_eq!((t.power_on(minstrel), t.power_on(knight)), (1, 0));
}

#[card_test("03011")]
fn osha(pool: Pool) {
    let mut t = table(pool);
    let (osha, soldier) = (t.play(P1, "03011"), t.play(P1, "Soldier"));
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, osha), "she does not participate");
    t.attack(P1, Military, P2, &[osha, soldier]);
    assert!(t.kneeling(osha));
    t.use_card(P1, osha).quiet();
    assert!(!t.kneeling(osha) && !t.st.participates(osha) && t.st.participates(soldier));
    t.finish().attack(P1, Intrigue, P2, &[osha]);
    assert!(!t.uses(P1, osha), "once per phase");
}

#[card_test("03012")]
fn bear_island_loyalist(pool: Pool) {
    let mut t = table(pool);
    let (bear, north, soldier) = (t.play(P1, "03012"), t.play(P1, "Northerner"), t.play(P1, "Soldier"));
    let (idle, push, mine) = (t.play(P1, "Northern Lady"), t.hand(P2, "Push"), t.hand(P1, "Lift"));
    t.start(Phase::Challenges).pass(P1).card(P2, push);
    assert!(t.offers(P2, north), "not outside a challenge");
    t.card(P2, idle).quiet();
    let push = t.hand(P2, "Murder");
    t.attack(P1, Military, P2, &[bear, north, soldier]).card(P1, mine);
    assert!(t.offers(P1, north), "opponents' events only");
    t.card(P1, bear).pass_while(|t| !t.uses(P2, push)).card(P2, push);
    assert!(!t.offers(P2, north));
    assert!(t.offers(P2, bear) && t.offers(P2, soldier) && t.offers(P2, idle), "other, Stark, participating");
}

#[card_test("03013", ability = 1)]
fn sansa_stark_loses_strength(pool: Pool) {
    let mut t = table(pool);
    let sansa = t.play(P1, "03013");
    assert_eq!(t.strength(sansa), 4);
    t.dead(P1, "Northerner");
    t.dead(P1, "Northern Lady");
    t.dead(P1, "Soldier");
    t.dead(P2, "Northerner");
    assert_eq!(t.strength(sansa), 2);
}

#[card_test("03013", ability = 2)]
fn sansa_stark_has_insight(pool: Pool) {
    let mut t = table(pool);
    let sansa = t.play(P1, "03013");
    let _ = [(); 3].map(|()| t.dead(P1, "Northerner"));
    assert!(!t.keyword(sansa, KeywordName::Insight));
    let _ = [(); 2].map(|()| t.dead(P1, "Northerner"));
    assert_eq!(t.strength(sansa), 0);
    assert!(t.keyword(sansa, KeywordName::Insight));
}

#[card_test("03014")]
fn shaggydog(pool: Pool) {
    let rickon = r#"[(code: "y1", name: "Rickon Stark", kind: character, faction: stark, cost: 1, str: 1, unique: true)]"#;
    let mut t = Table::with(pool, rickon, Rulings::Reference, 2);
    let (mine, theirs) = (t.play(P1, "y1"), t.play(P2, "y1"));
    let dog = t.play(P1, "03014");
    assert_eq!((t.strength(mine), t.strength(theirs), t.strength(dog)), (3, 1, 3));
    assert!(t.icon(mine, Military) && !t.icon(theirs, Military));
}
