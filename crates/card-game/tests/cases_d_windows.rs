//! Worked cases CARD.C045 to C061: windows, interrupts, cancels, replacements, "then". (C062 to C072 are in `cases_d_targets.rs`.)

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

/// Passes until the seat may use the card, and uses it.
fn uses(t: &mut Table, seat: Seat, card: Id) {
    t.pass_while(|t| !t.offers(seat, card));
    t.card(seat, card);
}

/// Passes until nothing is being resolved any more.
fn resolve(t: &mut Table) {
    t.pass_while(|t| !matches!(t.st.stack.last(), Some(Frame::Window(_))));
}

/// Passes until nothing is being resolved any more; the card is never offered to the seat.
fn resolve_without(t: &mut Table, seat: Seat, card: Id) {
    t.pass_while(|t| {
        assert!(!t.offers(seat, card), "at {}", t.st.step.id());
        !matches!(t.st.stack.last(), Some(Frame::Window(_)))
    });
}

fn begin(t: &mut Table) {
    t.start(Phase::Marshaling).until(P1, "marshaling");
}

// --- cancels

const CANCELS: &str = r#"[
(code: "x1", name: "Decree", kind: event, cost: 2, abilities: [Action(effect: GainPower(1), max: PerPhase(1))]),
(code: "x2", name: "Hush", kind: event, cost: 0, abilities: [Interrupt(when: EffectsWouldInitiate(of: [EventCard, Opponents]), effect: Cancel)]),
(code: "x3", name: "Kneel Not", kind: event, cost: 0, abilities: [Interrupt(when: EffectsWouldInitiate(of: [Character, Opponents]), effect: Cancel)]),
(code: "x4", name: "Bard", kind: character, cost: 1, str: 1, abilities: [Reaction(when: Play([EventCard]), effect: GainGold(1))]),
(code: "x5", name: "Courtier", kind: character, cost: 1, str: 1,
 abilities: [Reaction(when: Knelt([Location]), effect: GainPower(1), limit: PerRound(1))]),
(code: "x6", name: "Hall", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: Draw(1))]),
]"#;

#[rule("CARD.C045", "RR.glossary.cancel.3", "RR.glossary.cancel.4", "RR.glossary.limits.5")]
#[test]
fn card_c045_cancelled_event() {
    let mut t = Table::faq(CANCELS);
    let (decree, again) = (t.hand(P1, "Decree"), t.hand(P1, "Decree"));
    let hush = t.hand(P2, "Hush");
    let bard = t.play(P1, "Bard");
    begin(&mut t);
    let gold = t.gold(P1);
    t.card(P1, decree);
    uses(&mut t, P2, hush);
    // The event counts as played; when one may react to that, it is in the discard pile.
    t.pass_while(|t| !t.offers(P1, bard));
    assert_eq!(t.zone(decree), Zone::Discard);
    assert_eq!(t.gold(P1), gold - 2);
    t.card(P1, bard);
    t.until(P1, "marshaling");
    assert_eq!((t.power(P1), t.gold(P1)), (0, gold - 1));
    assert!(!t.offers(P1, again), "the cancelled one counts against the maximum");
    assert_eq!(t.zone(hush), Zone::Discard);
}

#[rule("CARD.C046", "RR.trig.2", "RR.trig.nest", "RR.glossary.cancel.1", "RR.glossary.cancel.2", "RR.glossary.cancel.4")]
#[test]
fn card_c046_cancel_the_cancel() {
    let mut t = Table::faq(CANCELS);
    let (decree, counter, hush) = (t.hand(P1, "Decree"), t.hand(P1, "Hush"), t.hand(P2, "Hush"));
    let (bard, theirs) = (t.play(P1, "Bard"), t.play(P2, "Bard"));
    begin(&mut t);
    let gold = (t.gold(P1), t.gold(P2));
    t.card(P1, decree);
    assert!(!t.offers(P1, counter), "not against one's own event");
    uses(&mut t, P2, hush);
    uses(&mut t, P1, counter);
    uses(&mut t, P1, bard); // the counter was played
    uses(&mut t, P2, theirs); // the hush was played
    uses(&mut t, P1, bard); // the decree was played
    resolve(&mut t);
    assert_eq!(t.power(P1), 1);
    assert_eq!((t.gold(P1), t.gold(P2)), (gold.0 - 2 + 2, gold.1 + 1));
    for (seat, card) in [(P1, decree), (P1, counter), (P2, hush)] {
        assert_eq!(t.zone(card), Zone::Discard);
        assert!(t.st.player(seat).discard.contains(&card));
    }
}

#[rule("CARD.C047", "FAQ.1.5", "FAQ.q.hands_judgment")]
#[test]
fn card_c047_same_copy_cannot_be_used_twice() {
    for second in [false, true] {
        let mut t = Table::faq(CANCELS);
        let (decree, counter, hush) = (t.hand(P1, "Decree"), t.hand(P1, "Hush"), t.hand(P2, "Hush"));
        let spare = second.then(|| t.hand(P2, "Hush"));
        begin(&mut t);
        t.card(P1, decree);
        uses(&mut t, P2, hush);
        assert_eq!(t.zone(hush), Zone::BeingPlayed);
        uses(&mut t, P1, counter);
        match spare {
            Some(spare) => {
                uses(&mut t, P2, spare);
                resolve(&mut t);
                assert_eq!(t.power(P1), 0);
            }
            None => {
                resolve_without(&mut t, P2, hush);
                assert_eq!(t.power(P1), 1);
            }
        }
    }
}

#[rule("CARD.C048", "RR.glossary.cancel.2")]
#[test]
fn card_c048_no_interrupt_after_cancel() {
    for cancelled in [false, true] {
        let mut t = Table::with(Pool::default(), CANCELS, Rulings::Faq41, 3);
        let (decree, hush, late) = (t.hand(P1, "Decree"), t.hand(P2, "Hush"), t.hand(P3, "Hush"));
        begin(&mut t);
        t.card(P1, decree);
        t.pass_while(|t| !t.offers(P2, hush));
        if cancelled {
            t.card(P2, hush);
            // Against the cancel itself it can be used: that is another effect.
            assert!(t.topic(P1) == "interrupts" || t.topic(P3) == "interrupts");
            t.until(P3, "interrupts");
            assert!(t.offers(P3, late));
            t.pass(P3);
            resolve_without(&mut t, P3, late);
            assert_eq!(t.power(P1), 0);
        } else {
            t.pass(P2);
            uses(&mut t, P3, late);
        }
    }
}

#[rule("CARD.C049", "RR.glossary.limits.5")]
#[test]
fn card_c049_limit_used_although_cancelled() {
    let mut t = Table::faq(CANCELS);
    let courtier = t.play(P1, "Courtier");
    let (hall, other) = (t.play(P1, "Hall"), t.play(P1, "Hall"));
    let cancel = t.hand(P2, "Kneel Not");
    begin(&mut t);
    t.card(P1, hall);
    uses(&mut t, P1, courtier);
    uses(&mut t, P2, cancel);
    t.until(P1, "marshaling");
    assert_eq!(t.power(P1), 0);
    t.card(P1, other);
    resolve_without(&mut t, P1, courtier);
}

// --- order in windows

const ORDER: &str = r#"[
(code: "x1", name: "Hall", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: LoseGold(1))]),
(code: "x2", name: "Courtier", kind: character, cost: 1, str: 1, abilities: [Reaction(when: Knelt([Location]), effect: GainPower(1))]),
(code: "x3", name: "Zealot", kind: character, cost: 1, str: 1, abilities: [ForcedReaction(when: Knelt([Location]), effect: GainPower(1))]),
(code: "x4", name: "Fanatic", kind: character, cost: 1, str: 1, abilities: [ForcedReaction(when: Knelt([Location]), effect: GainPower(3))]),
(code: "x5", name: "Usher", kind: character, cost: 1, str: 1, abilities: [
    Reaction(when: Knelt([Location]), choose: ("l", [Location, Kneeling]), effect: Stand("l"))]),
(code: "x6", name: "Watcher", kind: character, cost: 1, str: 1, abilities: [Reaction(when: Stood([Location]), effect: GainPower(1))]),
(code: "x7", name: "Page", kind: character, cost: 1, str: 1, abilities: [Reaction(when: Knelt([Location]), effect: Draw(1))]),
(code: "x8", name: "Gossip", kind: event, cost: 0, abilities: [Reaction(when: Knelt([Location]), effect: GainPower(2))]),
]"#;

/// P2 has no hand, so that only what is open can be used; P1 has a filler, so that the window of marshaling is not skipped.
fn bare(cards: &str) -> Table {
    let mut t = Table::faq(cards);
    t.empty_hand(P2);
    t
}

#[rule("CARD.C050", "RR.trig.6", "RR.glossary.forced.2")]
#[test]
fn card_c050_forced_before_optional() {
    let mut t = bare(ORDER);
    let (hall, courtier) = (t.play(P1, "Hall"), t.play(P1, "Courtier"));
    t.play(P2, "Zealot");
    begin(&mut t);
    t.card(P1, hall);
    assert_eq!(t.topic(P1), "reactions");
    assert!(t.offers(P1, courtier));
    assert_eq!((t.power(P1), t.power(P2)), (0, 1));
}

#[rule("CARD.C051", "RR.glossary.forced.3")]
#[test]
fn card_c051_first_player_orders_forced() {
    let mut t = bare(ORDER);
    let (hall, own) = (t.play(P1, "Hall"), t.play(P1, "Zealot"));
    let (zealot, fanatic) = (t.play(P2, "Zealot"), t.play(P2, "Fanatic"));
    begin(&mut t);
    t.card(P1, hall);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("order_forced", ""));
    assert!([own, zealot, fanatic].iter().all(|id| t.offers(P1, *id)));
    t.card(P1, fanatic);
    assert_eq!((t.power(P1), t.power(P2)), (0, 3));
    assert_eq!(t.topic(P1), "order_forced");
    assert!(!t.offers(P1, fanatic));
    t.card(P1, own);
    assert_eq!((t.power(P1), t.power(P2)), (1, 4), "the last one needs no question");
}

#[rule("CARD.C053", "RR.trig.nest.1", "RR.trig.nest.2")]
#[test]
fn card_c053_nested_reaction_window() {
    let mut t = bare(ORDER);
    let (hall, usher, courtier) = (t.play(P1, "Hall"), t.play(P1, "Usher"), t.play(P1, "Courtier"));
    let watcher = t.play(P1, "Watcher");
    let (theirs, their_watcher) = (t.play(P2, "Courtier"), t.play(P2, "Watcher"));
    begin(&mut t);
    t.card(P1, hall);
    t.card(P1, usher);
    t.card(P1, hall);
    // The window of the standing hall, within that of the kneeling one: P1 starts in it, and no other reaction is there.
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("reactions", ""));
    assert!(t.offers(P1, watcher) && !t.offers(P1, courtier));
    t.card(P1, watcher);
    assert!(t.offers(P2, their_watcher) && !t.offers(P2, theirs));
    t.pass(P2);
    // Back in the first window, where P2 is next after P1's use.
    assert!(t.offers(P2, theirs) && !t.offers(P2, their_watcher));
    t.card(P2, theirs);
    assert!(t.offers(P1, courtier) && !t.offers(P1, usher));
    t.card(P1, courtier);
    assert_eq!((t.power(P1), t.power(P2)), (2, 1));
}

#[rule("CARD.C054", "RR.trig.f", "AMB.12")]
#[test]
fn card_c054_reacting_with_a_card_drawn_in_the_window() {
    let mut t = bare(ORDER);
    let (hall, page) = (t.play(P1, "Hall"), t.play(P1, "Page"));
    let gossip = t.deck(P1, "Gossip");
    begin(&mut t);
    t.card(P1, hall);
    t.card(P1, page);
    assert_eq!(t.zone(gossip), Zone::Hand);
    assert_eq!(t.topic(P1), "reactions");
    t.card(P1, gossip);
    resolve(&mut t);
    assert_eq!(t.power(P1), 2);
}

// --- kills

const KILLS: &str = r#"[
(code: "x1", name: "Massacre", kind: event, cost: 0, abilities: [Action(effect: Kill([Character, Opponents]))]),
(code: "x2", name: "Murder", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: [Kill("c"), Then, GainPower(1)])]),
(code: "x3", name: "Guard", kind: character, cost: 1, str: 1),
(code: "x4", name: "Hero", kind: character, unique: true, cost: 1, str: 1),
(code: "x5", name: "Tower", kind: location, cost: 1, abilities: [Interrupt(when: WouldBeKilled([Character, Yours]), cost: Kneel(This), effect: Save)]),
(code: "x6", name: "Crow", kind: location, cost: 1, abilities: [Interrupt(when: Killed([Character]), effect: GainPower(1))]),
(code: "x7", name: "Mourner", kind: location, cost: 1, abilities: [Reaction(when: Killed([Character, Opponents]), effect: GainPower(1))]),
(code: "x8", name: "Revenant", kind: character, cost: 1, str: 1,
 abilities: [Interrupt(when: Killed([Is(This)]), effect: InsteadTo(ShuffledIntoDeck))]),
(code: "x9", name: "Raft", kind: location, cost: 1, abilities: [Interrupt(when: Killed([Character, Yours]), effect: InsteadTo(Hand))]),
(code: "x10", name: "Ditch", kind: location, cost: 1, abilities: [Interrupt(when: Killed([Character, Yours]), effect: InsteadTo(DiscardPile))]),
(code: "x11", name: "Healer", kind: location, cost: 1,
 abilities: [Reaction(when: Killed([Character]), effect: PutIntoPlay(Event), limit: PerRound(1))]),
(code: "x12", name: "Pyre", kind: location, cost: 1,
 abilities: [Reaction(when: Killed([Character]), effect: RemoveFromGame(Event), limit: PerRound(1))]),
]"#;

#[rule("CARD.C052", "RR.glossary.would.1", "RR.trig.2")]
#[test]
fn card_c052_would_before_plain_interrupts() {
    for saved in [false, true] {
        let mut t = bare(KILLS);
        let (massacre, crow) = (t.hand(P1, "Massacre"), t.play(P1, "Crow"));
        let (guard, tower) = (t.play(P2, "Guard"), t.play(P2, "Tower"));
        begin(&mut t);
        t.card(P1, massacre);
        t.pass_while(|t| {
            assert!(!t.offers(P1, crow));
            !t.offers(P2, tower)
        });
        if saved {
            t.card(P2, tower);
            resolve_without(&mut t, P1, crow);
            assert_eq!((t.in_play(guard), t.power(P1)), (true, 0));
        } else {
            t.pass(P2);
            assert!(t.offers(P1, crow));
            t.card(P1, crow);
            assert!(!t.in_play(guard) || t.power(P1) == 1);
            resolve(&mut t);
            assert_eq!((t.zone(guard), t.power(P1)), (Zone::Dead, 1));
        }
    }
}

#[rule("CARD.C055", "RR.trig.a", "RR.trig.b")]
#[test]
fn card_c055_two_kills_one_window() {
    let mut t = bare(KILLS);
    let (massacre, mourner) = (t.hand(P1, "Massacre"), t.play(P1, "Mourner"));
    let (a, b) = (t.play(P2, "Guard"), t.play(P2, "Guard"));
    begin(&mut t);
    t.card(P1, massacre);
    t.pass_while(|t| !t.offers(P1, mourner));
    assert_eq!((t.zone(a), t.zone(b)), (Zone::Dead, Zone::Dead));
    t.card(P1, mourner);
    t.card(P1, mourner);
    assert_eq!(t.power(P1), 2);
    resolve_without(&mut t, P1, mourner);
}

#[rule("CARD.C056", "RR.glossary.replacement_effects.1")]
#[test]
fn card_c056_replacement_keeps_the_occurrence() {
    let mut t = bare(KILLS);
    // A deck of events: whatever lies where the character was shuffled to, it was a character that was killed.
    t.deck_size(P2, 1);
    for _ in 0..20 {
        t.deck(P2, "Massacre");
    }
    let (massacre, mourner) = (t.hand(P1, "Massacre"), t.play(P1, "Mourner"));
    let (revenant, guard) = (t.play(P2, "Revenant"), t.play(P2, "Guard"));
    let deck = t.deck_len(P2);
    begin(&mut t);
    t.card(P1, massacre);
    uses(&mut t, P2, revenant);
    t.pass_while(|t| !t.offers(P1, mourner) && matches!(t.st.stack.last(), Some(Frame::Batch(_))));
    assert!(t.offers(P1, mourner), "it counts as killed");
    // Both are named as what they were, not as the card that the id stands for in the shuffled deck.
    assert!(t.can(P1, "Use Mourner on Revenant") && t.can(P1, "Use Mourner on Guard"));
    t.pick(P1, "Use Mourner on Revenant").pick(P1, "Use Mourner");
    resolve(&mut t);
    assert_eq!((t.power(P1), t.deck_len(P2)), (2, deck + 1));
    assert_eq!(t.st.player(P2).dead, [guard]);
    let def = t.rules.find("x8").unwrap();
    assert!(t.st.player(P2).deck.iter().any(|id| t.st.card(*id).def == def));
}

#[rule("CARD.C057", "RR.glossary.replacement_effects.3")]
#[test]
fn card_c057_latest_replacement_wins() {
    for raft_last in [false, true] {
        let mut t = bare(KILLS);
        let massacre = t.hand(P1, "Massacre");
        let (guard, raft, ditch) = (t.play(P2, "Guard"), t.play(P2, "Raft"), t.play(P2, "Ditch"));
        begin(&mut t);
        t.card(P1, massacre);
        let order = if raft_last { [ditch, raft] } else { [raft, ditch] };
        order.into_iter().for_each(|card| uses(&mut t, P2, card));
        resolve(&mut t);
        assert_eq!(t.zone(guard), if raft_last { Zone::Hand } else { Zone::Discard });
    }
}

#[rule("CARD.C058", "FAQ.2.4")]
#[test]
fn card_c058_card_gone_from_its_area() {
    for other in ["Healer", "Pyre"] {
        for first in [false, true] {
            let mut t = bare(KILLS);
            let (massacre, healer) = (t.hand(P1, "Massacre"), t.play(P1, "Healer"));
            let (guard, theirs) = (t.play(P2, "Guard"), t.play(P2, other));
            begin(&mut t);
            t.card(P1, massacre);
            t.pass_while(|t| !t.offers(P1, healer));
            if first {
                t.card(P1, healer);
                assert!(t.in_play(guard));
                assert_eq!(t.st.controller(guard), P1);
                resolve_without(&mut t, P2, theirs);
                assert!(t.in_play(guard));
            } else {
                t.pass(P1);
                assert!(t.offers(P2, theirs));
            }
        }
    }
}

// --- then

#[rule("CARD.C059", "RR.glossary.then.1", "RR.ab.can_initiate.1")]
#[test]
fn card_c059_then_after_failure() {
    let cards = r#"[(code: "x1", name: "Raid", kind: event, cost: 0,
         abilities: [Action(effect: [For(Opponent, DiscardRandom(1, None)), Then, Draw(1)])]),
        (code: "x2", name: "Bonfire", kind: location, cost: 1,
         abilities: [Interrupt(when: EffectsWouldInitiate(of: [EventCard, Opponents]), cost: DiscardFromHand(1, []), effect: GainGold(1))])]"#;
    // An empty hand: no potential.
    let mut t = bare(cards);
    let raid = t.hand(P1, "Raid");
    begin(&mut t);
    assert!(!t.offers(P1, raid));
    for emptied in [false, true] {
        let mut t = bare(cards);
        let (raid, bonfire) = (t.hand(P1, "Raid"), t.play(P2, "Bonfire"));
        let card = t.hand(P2, "Filler");
        begin(&mut t);
        t.card(P1, raid);
        if emptied {
            uses(&mut t, P2, bonfire);
        }
        resolve(&mut t);
        assert_eq!((t.zone(card), t.hand_size(P2), t.gold(P2)), (Zone::Discard, 0, i32::from(emptied)));
        assert_eq!(t.hand_size(P1), 1 + usize::from(!emptied));
    }
}

#[rule("CARD.C060", "RR.glossary.then.1", "RR.glossary.save.1")]
#[test]
fn card_c060_then_when_the_victim_is_saved() {
    for saved in [false, true] {
        let mut t = bare(KILLS);
        let (murder, hero) = (t.hand(P1, "Murder"), t.play(P2, "Hero"));
        let copy = t.duplicate(hero);
        begin(&mut t);
        t.card(P1, murder).card(P1, hero);
        t.pass_while(|t| !t.may(P2, &Action::Save { card: hero }));
        t.act(P2, if saved { Action::Save { card: hero } } else { Action::Pass });
        resolve(&mut t);
        assert_eq!(t.zone(hero), if saved { Zone::Play } else { Zone::Dead });
        assert_eq!(t.zone(copy), Zone::Discard);
        assert_eq!(t.power(P1), i32::from(!saved));
    }
}

#[rule("CARD.C061", "FAQ.1.8")]
#[test]
fn card_c061_one_reaction_window_after_then() {
    let mut t = bare(
        r#"[(code: "x1", name: "Shame", kind: event, cost: 0,
             abilities: [Action(choose: ("c", [Character]), effect: [Kneel("c"), Then, For(Opponent, DiscardRandom(1, None))])]),
            (code: "x2", name: "Guard", kind: character, cost: 1, str: 1),
            (code: "x3", name: "Knelt Watch", kind: location, cost: 1, abilities: [Reaction(when: Knelt([Character]), effect: GainPower(1))]),
            (code: "x4", name: "Hand Watch", kind: location, cost: 1, abilities: [Reaction(when: DiscardedFrom(Hand, []), effect: GainPower(1))])]"#,
    );
    let (shame, guard) = (t.hand(P1, "Shame"), t.play(P2, "Guard"));
    let (knelt, hand) = (t.play(P1, "Knelt Watch"), t.play(P1, "Hand Watch"));
    let card = t.hand(P2, "Filler");
    begin(&mut t);
    t.card(P1, shame).card(P1, guard);
    t.pass_while(|t| !t.offers(P1, knelt) && !t.offers(P1, hand));
    assert!(t.offers(P1, knelt) && t.offers(P1, hand));
    assert!(t.kneeling(guard));
    assert_eq!(t.zone(card), Zone::Discard);
    t.card(P1, hand);
    assert!(t.offers(P1, knelt), "in the same window");
    t.card(P1, knelt);
    resolve(&mut t);
    assert_eq!(t.power(P1), 2);
}
