//! The abilities of the locations, attachments, events and plots of Wolves of the North that are Stark's, and of its plots.

use crate::nobodies::{CARDS, Quiet, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

/// Plays Murder from the hand of P2 on a character; it dies.
fn murder(t: &mut Table, victim: Id) {
    let event = t.hand(P2, "Murder");
    t.pass_while(|t| !t.uses(P2, event)).card(P2, event).card(P2, victim).pass_while(|t| t.in_play(victim));
}

#[card_test("03017", ability = 1)]
fn winterfell_strength(pool: Pool) {
    let mut t = table(pool);
    t.play(P1, "03017");
    let (north, soldier, theirs) = (t.play(P1, "Northerner"), t.play(P1, "Soldier"), t.play(P2, "Northerner"));
    assert_eq!([north, soldier, theirs].map(|id| t.strength(id)), [3, 3, 2]);
}

#[card_test("03017", ability = 2)]
fn winterfell_silence(pool: Pool) {
    let mut t = table(pool.clone());
    t.plot(P1, "The Winds of Winter");
    let (keep, soldier, other) = (t.play(P1, "03017"), t.play(P1, "Soldier"), t.play(P1, "Scout"));
    let (mine, theirs) = (t.hand(P1, "Push"), t.hand(P2, "Push"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).use_card(P1, keep).quiet();
    assert!(t.kneeling(keep));
    assert!(t.uses(P1, mine), "a Winter plot");
    t.pass(P1);
    t.pass_while(|t| t.topic(P2) != "action_window" && t.topic(P2) != "defenders" && t.st.challenge.is_some());
    assert!(!t.uses(P2, theirs));
    t.finish();
    t.pass_while(|t| t.topic(P2) != "action_window");
    assert!(t.uses(P2, theirs), "until the end of the challenge");
    t.attack(P1, Power, P2, &[other]);
    assert!(!t.uses(P1, keep), "it kneels");

    // Your own plot silences you as well.
    let mut t = table(pool);
    t.plot(P2, "The Winds of Winter");
    let (keep, soldier) = (t.play(P1, "03017"), t.play(P2, "Soldier"));
    t.play(P2, "Scout");
    let (mine, theirs) = (t.hand(P1, "Push"), t.hand(P2, "Push"));
    t.start(Phase::Challenges).attack(P2, Military, P1, &[soldier]).use_card(P1, keep).quiet();
    t.pass_while(|t| t.topic(P2) != "action_window");
    assert!(t.uses(P2, theirs) && !t.uses(P1, mine));
}

#[card_test("03019", ability = 1)]
fn nymeria_intimidate(pool: Pool) {
    let mut t = table(pool);
    let eddard = t.play(P1, "Eddard Stark");
    assert!(!t.keyword(eddard, KeywordName::Intimidate));
    t.attach(eddard, "03019");
    assert!(t.keyword(eddard, KeywordName::Intimidate));
}

#[card_test("03019", ability = 2)]
fn nymeria_moves(pool: Pool) {
    let mut t = table(pool);
    let (eddard, robb, north) = (t.play(P1, "Eddard Stark"), t.play(P1, "Robb Stark"), t.play(P1, "Northerner"));
    let (wolf, theirs, peer) = (t.play(P1, "Grey Wind"), t.play(P2, "Catelyn Stark"), t.play(P1, "Peer"));
    let nymeria = t.attach(eddard, "03019");
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, nymeria), "1 gold");
    t.set_gold(P1, 2);
    t.pass(P1);
    t.until(P1, "action_window").use_card(P1, nymeria).quiet();
    assert!(t.offers(P1, robb) && t.offers(P1, theirs), "unique and Stark");
    assert!(!t.offers(P1, eddard), "a different character");
    assert!(![north, peer, wolf].iter().any(|id| t.offers(P1, *id)), "eligible, and without 'no attachments'");
    t.card(P1, theirs).quiet();
    assert_eq!((t.st.card(nymeria).host, t.gold(P1)), (Some(theirs), 1));
    assert!(t.keyword(theirs, KeywordName::Intimidate) && !t.keyword(eddard, KeywordName::Intimidate));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, nymeria), "once per phase");
}

#[card_test("03019", ability = 2)]
fn nymeria_has_nowhere_to_go(pool: Pool) {
    let mut t = table(pool);
    let (eddard, _) = (t.play(P1, "Eddard Stark"), t.play(P1, "Northerner"));
    let nymeria = t.attach(eddard, "03019");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, nymeria), "nobody else is unique and Stark");
    let robb = t.play(P1, "Robb Stark");
    t.pass(P1).until(P1, "action_window").use_card(P1, nymeria).quiet();
    if t.offers(P1, robb) {
        t.card(P1, robb).quiet();
    }
    assert_eq!(t.st.card(nymeria).host, Some(robb));
}

#[card_test("03020", ability = 1)]
fn needle_strength(pool: Pool) {
    let mut t = table(pool);
    let north = t.play(P1, "Northerner");
    t.attach(north, "03020");
    assert_eq!(t.strength(north), 4);
}

#[card_test("03020", ability = 2)]
fn needle_returns(pool: Pool) {
    let mut t = table(pool.clone());
    let (jon, north, eddard) = (t.play(P1, "03005"), t.play(P1, "Northerner"), t.play(P1, "Eddard Stark"));
    let needle = t.attach(north, "03020");
    t.kneel(eddard);
    t.start(Phase::Challenges).card(P1, jon).card(P1, north).use_card(P1, needle).quiet();
    assert_eq!((t.zone(north), t.zone(needle)), (Zone::Hand, Zone::Discard));
    // It was sacrificed all the same.
    t.pass_while(|t| t.topic(P1) == "interrupts" || t.topic(P1) == "reactions");
    assert!(t.told().contains("sacrifice") || !t.kneeling(eddard), "{}", t.told());

    // Killed is not sacrificed.
    let mut t = table(pool);
    let north = t.play(P1, "Northerner");
    let needle = t.attach(north, "03020");
    let event = t.hand(P2, "Murder");
    t.start(Phase::Challenges).pass(P1).card(P2, event).card(P2, north);
    t.pass_while(|t| {
        assert!(!t.uses(P1, needle));
        t.in_play(north)
    });
    assert_eq!((t.zone(north), t.zone(needle)), (Zone::Dead, Zone::Hand));
}

#[card_test("03021")]
fn frozen_solid(pool: Pool) {
    let mut t = table(pool);
    let (keep, dear, road) = (t.play(P2, "The Iron Throne"), t.play(P2, "03017"), t.play(P1, "The Roseroad"));
    let soldier = t.play(P2, "Soldier");
    let frozen = t.hand(P1, "03021");
    t.set_gold(P1, 1);
    let before = t.reserve(P2);
    t.start(Phase::Marshaling).marshal(P1, frozen);
    assert!(!t.offers(P1, dear) && !t.offers(P1, road) && !t.offers(P1, soldier), "cost 4; limited; a character");
    if t.offers(P1, keep) {
        t.card(P1, keep);
    }
    assert_eq!(t.st.card(frozen).host, Some(keep));
    assert_eq!(t.reserve(P2), before - 1);
}

#[card_test("03022")]
fn as_hard_as_winter(pool: Pool) {
    let mut t = table(pool.clone());
    t.used(P1, "The Winds of Winter");
    let (north, theirs, soldier) = (t.play(P1, "Northerner"), t.play(P2, "Northerner"), t.play(P1, "Soldier"));
    let event = t.hand(P1, "03022");
    let (cheap, equal, dear, other) = (t.hand(P1, "Wolf"), t.hand(P1, "Northern Lady"), t.hand(P1, "Eddard Stark"), t.hand(P1, "Soldier"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    murder(&mut t, theirs);
    assert!(!t.uses(P1, event));
    murder(&mut t, soldier);
    assert!(!t.uses(P1, event));
    murder(&mut t, north);
    t.use_card(P1, event).quiet();
    assert!(t.offers(P1, cheap) && t.offers(P1, equal) && !t.offers(P1, dear) && !t.offers(P1, other));
    t.card(P1, equal).quiet();
    assert!(t.in_play(equal));

    // A Winter plot that is revealed is not used; an opponent's is not yours.
    let mut t = table(pool);
    t.plot(P1, "The Winds of Winter");
    t.used(P2, "The Winds of Winter");
    let (north, event) = (t.play(P1, "Northerner"), t.hand(P1, "03022"));
    t.hand(P1, "Wolf");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    murder(&mut t, north);
    assert!(!t.uses(P1, event));
}

#[card_test("03024")]
fn aryas_gift(pool: Pool) {
    let mut t = table(pool);
    let (north, soldier, theirs) = (t.play(P1, "Northerner"), t.play(P1, "Soldier"), t.play(P2, "Scout"));
    let (lady, wolf) = (t.play(P1, "Northern Lady"), t.play(P1, "Grey Wind"));
    let (ribbon, needle) = (t.attach(north, "Ribbon"), t.attach(lady, "03020"));
    let other = t.attach(soldier, "Ribbon");
    let borne = t.attach_for(P2, north, "Ribbon");
    let event = t.hand(P1, "03024");
    t.start(Phase::Challenges).card(P1, event).quiet();
    assert!(t.offers(P1, ribbon) && t.offers(P1, needle) && t.offers(P1, borne), "whoever controls it");
    assert!(!t.offers(P1, other), "from a Stark character");
    t.card(P1, needle);
    assert!(t.offers(P1, north) && !t.offers(P1, lady) && !t.offers(P1, soldier), "another that may bear it");
    assert!(!t.offers(P1, theirs) && !t.offers(P1, wolf));
    t.card(P1, north).quiet();
    assert_eq!(t.st.card(needle).host, Some(north));
    assert_eq!(t.strength(north), 4);
}

#[card_test("03024")]
fn aryas_gift_without_anybody_else(pool: Pool) {
    let mut t = table(pool);
    let (north, _) = (t.play(P1, "Northerner"), t.play(P1, "Soldier"));
    let needle = t.attach(north, "03020");
    let event = t.hand(P1, "03024");
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, event), "nobody else may bear the needle");
    let lady = t.play(P1, "Northern Lady");
    t.pass(P1).until(P1, "action_window").card(P1, event).quiet();
    for id in [needle, lady] {
        if t.offers(P1, id) {
            t.card(P1, id);
        }
    }
    t.quiet();
    assert_eq!(t.st.card(needle).host, Some(lady));
}

#[card_test("03046")]
fn a_time_for_wolves(pool: Pool) {
    let mut t = table(pool.clone());
    let (cheap, dear, north) = (t.deck(P1, "Wolf"), t.deck(P1, "Grey Wind"), t.deck(P1, "Northerner"));
    t.reveal_plot(P1, "03046");
    assert!(t.offers(P1, cheap) && t.offers(P1, dear) && !t.offers(P1, north));
    t.cards(P1, &[cheap]);
    assert!(t.told().contains("reveals"), "{}", t.told());
    assert!(t.can(P1, "Put it into play") || t.can(P1, "Put Wolf into play"), "{:?}", t.labels(P1));
    t.pick(P1, "Put");
    assert!(t.in_play(cheap));

    // Or into hand; a dear one only there.
    let mut t = table(pool.clone());
    let cheap = t.deck(P1, "Wolf");
    t.reveal_plot(P1, "03046");
    t.cards(P1, &[cheap]);
    t.pick(P1, "Take");
    assert_eq!(t.zone(cheap), Zone::Hand);
    let mut t = table(pool);
    let dear = t.deck(P1, "Grey Wind");
    t.reveal_plot(P1, "03046");
    t.cards(P1, &[dear]);
    assert_eq!(t.zone(dear), Zone::Hand);
}

#[card_test("03047")]
fn fallen_from_favor(pool: Pool) {
    let mut t = table(pool);
    let (a, b, theirs) = (t.play(P1, "Soldier"), t.play(P1, "Scout"), t.play(P2, "Soldier"));
    t.reveal_plot(P1, "03047");
    assert!(t.offers(P1, a) && t.offers(P1, b) && !t.offers(P1, theirs));
    t.cards(P1, &[b]);
    assert_eq!((t.zone(b), t.in_play(a), t.in_play(theirs)), (Zone::Discard, true, true));
}

#[card_test("03049")]
fn the_long_winter(pool: Pool) {
    let mut t = Table::with(pool, CARDS, Rulings::Reference, 3);
    let (soldier, theirs, third) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"), t.play(P3, "Soldier"));
    let factions = [P1, P2, P3].map(|seat| t.faction(seat));
    let summer = t.plot_deck(P3, "03050");
    for id in [soldier, theirs, third, factions[0], factions[1], factions[2]] {
        t.set_power(id, 2);
    }
    let plot = t.plot_deck(P1, "03049");
    t.start(Phase::Plot);
    t.card(P1, plot).pick(P2, "Filler Plot").card(P3, summer);
    t.pass_while(|t| t.topic(P1) != "first_player" && t.topic(P2) != "first_player" && t.topic(P3) != "first_player");
    while let Some(seat) = [P1, P2, P3].into_iter().find(|s| t.topic(*s) == "first_player") {
        t.act(seat, Action::Player { seat: P1 });
    }
    t.pass_while(|t| !t.offers(P1, soldier));
    assert!(t.offers(P1, factions[0]) && !t.offers(P1, theirs), "a card that the player controls");
    t.card(P1, soldier);
    assert_eq!(t.power_on(soldier), 2, "all at once");
    t.card(P2, factions[1]);
    assert_eq!([soldier, factions[0], theirs, factions[1], third, factions[2]].map(|id| t.power_on(id)), [1, 2, 2, 1, 2, 2]);
    assert!(!t.offers(P3, third), "not with a Summer plot");
}

#[card_test("03050")]
fn a_song_of_summer(pool: Pool) {
    let mut t = table(pool);
    let (mine, theirs) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    t.plot(P1, "03050");
    assert_eq!((t.strength(mine), t.strength(theirs)), (4, 3));
    t.plot(P2, "The Winds of Winter");
    assert_eq!((t.strength(mine), t.strength(theirs)), (3, 3));
}

#[card_test("03051")]
fn weapons_at_the_door(pool: Pool) {
    let mut t = table(pool);
    let (a, b) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    let (mine, terminal, theirs) = (t.attach(a, "Ribbon"), t.attach(a, "Milk of the Poppy"), t.attach_for(P1, b, "Ribbon"));
    t.plot(P2, "03051");
    t.start(Phase::Challenges);
    assert_eq!([mine, terminal, theirs].map(|id| (t.zone(id), t.st.card(id).owner)), [(Zone::Hand, P1); 3]);
    assert!(t.in_play(a) && t.in_play(b));
}

#[card_test("03052")]
fn rangers_cache(pool: Pool) {
    for (label, cards, gold) in [("Draw", 2, 0), ("Gain", 0, 3)] {
        let mut t = table(pool.clone());
        let plot = t.plot(P1, "03052");
        t.start(Phase::Taxation);
        let hand = t.hand_size(P1);
        t.use_card(P1, plot).pick(P1, label);
        assert_eq!((t.hand_size(P1), t.gold(P1)), (hand + cards, gold));
        t.pass_while(|t| t.topic(P1) != "choose_plot");
        assert_eq!(t.gold(P1), gold, "it stays in the pool");
    }
}
