//! Worked cases, section G: challenge results, to claim (CARD.C100 to C117).

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "c0", name: "Nobody", kind: character, cost: 0, str: 0, icons: "MIP"),
(code: "c1", name: "One", kind: character, cost: 1, str: 1, icons: "MIP"),
(code: "c2", name: "Two", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "c3", name: "Three", kind: character, cost: 3, str: 3, icons: "MIP"),
(code: "c4", name: "Four", kind: character, cost: 4, str: 4, icons: "MIP"),
(code: "c5", name: "Five", kind: character, cost: 5, str: 5, icons: "I"),
(code: "c6", name: "Gifted Two", kind: character, cost: 3, str: 2, icons: "MIP", keywords: [Renown, Insight, Pillage]),
(code: "u1", name: "Unique X", kind: character, unique: true, cost: 2, str: 2, icons: "MIP"),
(code: "u2", name: "Unique Y", kind: character, unique: true, cost: 2, str: 2, icons: "MIP"),
(code: "h1", name: "Deathless", kind: character, cost: 2, str: 2, icons: "I", abilities: [Constant(gets: Cannot(BeKilled))]),
(code: "p1", name: "Claim Two", kind: plot, plot: (5, 3, 2, 6)),
(code: "t1", name: "Minus Four", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(-4)))]),
(code: "t2", name: "Execution", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "t3", name: "Loan", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character, Not(Participating)]), effect: Until(Challenge, "c", Contribute))]),
(code: "w1", name: "Triumph", kind: location, cost: 0, abilities: [Reaction(when: Win(), effect: GainGold(1))]),
(code: "w2", name: "Shame", kind: location, cost: 0, abilities: [Reaction(when: Lose(), effect: GainGold(1))]),
(code: "w3", name: "No Quarter", kind: location, cost: 0,
 abilities: [Reaction(when: Win(), choose: ("c", [Character, Defending]), effect: Kill("c"))]),
(code: "w4", name: "Higher Claim", kind: location, cost: 0, abilities: [Reaction(when: Win(), effect: Rule(Challenge, Claim(1)))]),
(code: "w5", name: "Mourning", kind: location, cost: 0, abilities: [Reaction(when: Killed([Character]), effect: GainGold(1))]),
(code: "w6", name: "Tribute", kind: location, cost: 0, abilities: [Reaction(when: ClaimApplied(as: Attacker), effect: GainGold(1))]),
(code: "k1", name: "No Glory", kind: location, cost: 0, abilities: [Constant(rules: CannotGainPower)]),
]"#;

const AW2: &str = "RR.fw.4.aw2";
const AW3: &str = "RR.fw.4.aw3";

/// Passes up to the seat's turn in the action window of this step and uses a card on a target.
fn apply(t: &mut Table, step: &str, seat: Seat, tool: Id, target: Id) {
    t.pass_while(|t| t.st.step.id() != step || t.topic(seat) != "action_window");
    assert_eq!((t.st.step.id(), t.topic(seat).as_str()), (step, "action_window"));
    t.card(seat, tool).cards(seat, &[target]);
    // Whoever holds cards may hold an interrupt.
    t.pass_while(|t| [P1, P2].iter().any(|s| t.topic(*s) == "interrupts"));
}

#[rule("CARD.C100", "RR.fw.4.2.2")]
#[test]
fn card_c100_a_tie_goes_to_the_attacker() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Four");
    let d = t.play(P2, "Four");
    let triumph = t.play(P1, "Triumph");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[d]);
    t.pass_while(|t| !t.offers(P1, triumph));
    assert_eq!(t.st.challenge.as_ref().and_then(|c| c.result).map(|r| (r.winner, r.margin)), Some((Some(P1), 0)));
    t.finish();
    assert_eq!(t.last_result(), (Some(P1), 4, 4, false));
    assert_eq!(t.power(P1), 0);
    assert_eq!(t.zone(d), Zone::Dead);
}

#[rule("CARD.C101", "RR.glossary.winning_a_challenge.1", "RR.glossary.winning_a_challenge.3")]
#[test]
fn card_c101_nothing_against_nothing() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Gifted Two");
    let tool = t.play(P2, "Minus Four");
    let d = t.play(P2, "Two");
    let (triumph, shame) = (t.play(P1, "Triumph"), t.play(P2, "Shame"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    apply(&mut t, AW2, P2, tool, a);
    t.pass_while(|t| {
        assert!(!t.offers(P1, triumph) && !t.offers(P2, shame));
        assert_ne!(t.topic(P1), "keyword_use");
        t.st.challenge.is_some()
    });
    assert_eq!(t.last_result(), (None, 0, 0, false));
    assert_eq!((t.power(P1), t.power(P2)), (0, 0));
    assert!(t.in_play(d));
    assert!(t.st.past.iter().all(|c| c.winner.is_none() && c.loser.is_none()));
}

#[rule("CARD.C102", "RR.fw.4.2.2", "RR.fw.4.2.5")]
#[test]
fn card_c102_the_defender_wins_against_zero() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Nobody");
    let d = t.play(P2, "Gifted Two");
    let (hand, deck) = (t.hand_size(P2), t.deck_len(P1));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[d]);
    // Renown, insight and pillage resolve for the defender.
    t.until(P1, "keyword_type");
    for keyword in ["Renown", "Insight"] {
        t.pick(P1, keyword).act(P2, Action::Yes);
        t.pass_while(|t| t.topic(P1) != "keyword_type" && t.topic(P2) != "keyword_use");
    }
    t.act(P2, Action::Yes);
    t.finish();
    assert_eq!(t.last_result(), (Some(P2), 0, 2, false));
    assert_eq!(t.power_on(d), 1);
    assert_eq!(t.power(P2), 1);
    assert_eq!(t.hand_size(P2), hand + 1);
    assert_eq!(t.deck_len(P1), deck - 1);
    assert!(t.in_play(a));
    assert!(!t.told().contains("claim"));
}

#[rule("CARD.C103", "RR.fw.4.2.2")]
#[test]
fn card_c103_no_attacker_is_left() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let tool = t.play(P2, "Execution");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    apply(&mut t, AW2, P2, tool, a);
    assert_eq!(t.zone(a), Zone::Dead);
    t.finish();
    assert_eq!(t.last_result(), (None, 0, 0, false));
    assert_eq!((t.power(P1), t.power(P2)), (0, 0));
}

#[rule("CARD.C104", "RR.fw.4.2.2")]
#[test]
fn card_c104_the_higher_side_without_participants() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Two");
    let (loan, five) = (t.play(P1, "Loan"), t.play(P1, "Five"));
    let (tool, d) = (t.play(P2, "Execution"), t.play(P2, "Three"));
    let shame = t.play(P2, "Shame");
    let triumph = t.play(P2, "Triumph");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[d]);
    apply(&mut t, AW3, P1, loan, five);
    assert_eq!(t.st.totals(), (7, 3));
    assert!(!t.st.participates(five));
    apply(&mut t, AW3, P2, tool, a);
    assert_eq!(t.st.totals(), (5, 3));
    t.pass_while(|t| {
        assert!(!t.offers(P2, triumph) && !t.offers(P2, shame));
        t.st.challenge.is_some()
    });
    assert_eq!(t.last_result(), (None, 5, 3, false));
    assert_eq!(t.power(P1), 0);
    assert!(t.in_play(d));
}

#[rule("CARD.C105", "RR.glossary.unopposed.1")]
#[test]
fn card_c105_unopposed_although_defended() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let d = t.play(P2, "Nobody");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[a]);
    t.defend(P2, &[d]);
    t.finish();
    assert_eq!(t.last_result(), (Some(P1), 3, 0, true));
    assert_eq!(t.power(P1), 1);
}

#[rule("CARD.C106", "RR.fw.4.2.2", "CR.14")]
#[test]
fn card_c106_the_defender_dies_after_the_comparison() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let tool = t.play(P1, "No Quarter");
    let d = t.play(P2, "Two");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[a]);
    t.defend(P2, &[d]);
    t.pass_while(|t| !t.offers(P1, tool));
    t.card(P1, tool).cards(P1, &[d]);
    t.finish();
    assert_eq!(t.zone(d), Zone::Dead);
    assert_eq!(t.last_result(), (Some(P1), 3, 2, false));
    assert_eq!(t.power(P1), 0);
}

#[rule("CARD.C107", "RR.glossary.unopposed.2")]
#[test]
fn card_c107_no_bonus_for_the_defender() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Nobody");
    let d = t.play(P2, "Three");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[d]);
    t.finish();
    assert_eq!(t.last_result(), (Some(P2), 0, 3, false));
    assert_eq!((t.power(P1), t.power(P2)), (0, 0));
}

#[rule("CARD.C108", "RR.fw.4.2.4")]
#[test]
fn card_c108_the_claim_value_is_read_late() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let tool = t.play(P1, "Higher Claim");
    for _ in 0..3 {
        t.hand(P2, "Filler");
    }
    let hand = t.hand_size(P2);
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[a]);
    t.pass_while(|t| !t.offers(P1, tool));
    t.card(P1, tool);
    t.finish();
    assert_eq!(t.hand_size(P2), hand - 2);
}

#[rule("CARD.C109", "RR.glossary.military_claim.2")]
#[test]
fn card_c109_claim_two_and_one_character() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    t.plot(P1, "Claim Two");
    let d = t.play(P2, "Two");
    let place = t.play(P2, "Shame");
    let hand = t.hand_size(P2);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.finish();
    assert_eq!(t.zone(d), Zone::Dead);
    assert!(t.in_play(place));
    assert_eq!(t.hand_size(P2), hand);
    assert!(t.in_play(a));
}

#[rule("CARD.C110", "RR.glossary.military_claim.1", "RR.trig.a")]
#[test]
fn card_c110_claim_kills_together() {
    let table = || {
        let mut t = Table::faq(CARDS);
        let a = t.play(P1, "Three");
        t.plot(P1, "Claim Two");
        let (x, y) = (t.play(P2, "Unique X"), t.play(P2, "Unique Y"));
        t.duplicate(x);
        t.duplicate(y);
        let mourning = t.play(P2, "Mourning");
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[a]);
        t.pass_while(|t| !t.may(P2, &Action::Save { card: x }));
        (t, x, y, mourning)
    };
    // Each may be saved, in one window.
    let (mut t, x, y, _) = table();
    assert!(t.may(P2, &Action::Save { card: y }));
    t.act(P2, Action::Save { card: x });
    t.pass_while(|t| t.topic(P1) == "interrupts");
    assert!(t.in_play(x) && t.in_play(y));
    assert!(t.may(P2, &Action::Save { card: y }));
    t.finish();
    assert!(t.in_play(x));
    assert_eq!(t.zone(y), Zone::Dead);
    // Both leave at once: the reactions see both, once each.
    let (mut t, x, y, mourning) = table();
    t.pass_while(|t| !t.offers(P2, mourning));
    assert_eq!((t.zone(x), t.zone(y)), (Zone::Dead, Zone::Dead));
    let on = |card| Action::Use { card: mourning, ability: 1, on: Some(card) };
    assert!(t.may(P2, &on(x)) && t.may(P2, &on(y)));
    t.act(P2, on(y));
    assert!(!t.may(P2, &on(y)));
    t.pass_while(|t| !t.offers(P2, mourning));
    t.card(P2, mourning);
    t.finish();
    assert_eq!(t.gold(P2), 2);
}

#[rule("CARD.C111", "RR.glossary.save.2", "RR.glossary.military_claim.4")]
#[test]
fn card_c111_saved_from_claim() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let (x, z) = (t.play(P2, "Unique X"), t.play(P2, "Two"));
    let copy = t.duplicate(x);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.until(P2, "claim");
    t.cards(P2, &[x]);
    t.pass_while(|t| !t.may(P2, &Action::Save { card: x }));
    t.act(P2, Action::Save { card: x });
    t.pass_while(|t| {
        assert_ne!(t.topic(P2), "claim");
        t.st.challenge.is_some()
    });
    assert!(t.in_play(x) && t.in_play(z));
    assert_eq!(t.zone(copy), Zone::Discard);
    assert!(t.st.challenge.is_none());
}

#[rule("CARD.C112", "RR.fw.4.2.4")]
#[test]
fn card_c112_a_non_participant_may_be_chosen() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let (x, d) = (t.play(P2, "One"), t.play(P2, "Two"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[d]);
    t.until(P2, "claim");
    assert!(t.offers(P2, x) && t.offers(P2, d) && !t.offers(P2, a));
    t.cards(P2, &[x]);
    t.finish();
    assert_eq!(t.zone(x), Zone::Dead);
    assert!(t.in_play(d));
}

#[rule("CARD.C113", "FAQ.2.1")]
#[test]
fn card_c113_cannot_be_killed_in_claim() {
    for other in [true, false] {
        let mut t = Table::faq(CARDS);
        let a = t.play(P1, "Three");
        let y = t.play(P2, "Deathless");
        let z = other.then(|| t.play(P2, "Two"));
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[a]);
        t.pass_while(|t| {
            assert!(t.topic(P2) != "claim" || !t.offers(P2, y));
            t.st.challenge.is_some()
        });
        assert_eq!(t.last_result().0, Some(P1));
        assert!(t.in_play(y));
        if let Some(z) = z {
            assert_eq!(t.zone(z), Zone::Dead);
        }
    }
}

#[rule("CARD.C114", "RR.glossary.intrigue_claim.1", "CR.4")]
#[test]
fn card_c114_intrigue_claim_against_an_empty_hand() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let (tribute, triumph) = (t.play(P1, "Tribute"), t.play(P1, "Triumph"));
    t.empty_hand(P2);
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[a]);
    t.pass_while(|t| !t.offers(P1, triumph));
    t.card(P1, triumph);
    t.pass_while(|t| !t.offers(P1, tribute));
    t.card(P1, tribute);
    t.finish();
    assert_eq!(t.gold(P1), 2);
    assert_eq!(t.hand_size(P2), 0);
    assert_eq!(t.st.player(P2).discard.len(), 0);
}

#[rule("CARD.C115", "RR.glossary.power_claim")]
#[test]
fn card_c115_power_claim_only_from_the_faction_card() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let rich = t.play(P2, "Two");
    t.set_power(rich, 3);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a]);
    t.finish();
    // One for the unopposed challenge, nothing by claim.
    assert_eq!(t.power(P1), 1);
    assert_eq!(t.power_on(rich), 3);
    assert_eq!(t.power(P2), 3);
}

#[rule("CARD.C116", "RR.glossary.moving_power.1", "RR.glossary.power_claim")]
#[test]
fn card_c116_moved_power_is_not_gained() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    t.play(P1, "No Glory");
    let faction = t.faction(P2);
    t.set_power(faction, 2);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a]);
    t.finish();
    assert!(t.last_result().3);
    // Moved by claim; the bonus would have been gained.
    assert_eq!((t.power(P1), t.power(P2)), (1, 1));
}

#[rule("CARD.C117", "RR.glossary.winning_the_game.1", "RR.fw.4.2.3")]
#[test]
fn card_c117_winning_on_the_unopposed_bonus() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Three");
    let d = t.play(P2, "Two");
    let faction = t.faction(P1);
    t.set_power(faction, 14);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.finish();
    assert_eq!(t.winner(), Some(P1));
    assert_eq!(t.st.step.id(), "RR.fw.4.2.3");
    assert_eq!(t.power(P1), 15);
    assert!(t.in_play(d));
}
