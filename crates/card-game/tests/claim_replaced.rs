//! What replaces claim (RR.glossary.replacement_effects): claim of another type, or something else altogether.

use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "c1", name: "Man", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "c2", name: "Trial", kind: event, cost: 0, abilities: [Interrupt(when: ClaimApplied(type: Intrigue), effect: InsteadClaim(Military))]),
(code: "c3", name: "Witch", kind: character, cost: 2, str: 5, icons: "MIP",
 abilities: [Interrupt(when: ClaimApplied(with: [Is(This), Attacking, Alone]), choose: ("c", [Character, ControlledBy(Loser)]),
    effect: InsteadOfClaim(Kneel("c")))]),
(code: "c4", name: "Tribute", kind: location, cost: 0, abilities: [Reaction(when: ClaimApplied(as: Attacker), effect: GainGold(1))]),
(code: "c5", name: "Mourner", kind: character, cost: 2, str: 1, abilities: [Reaction(when: Knelt([Character, Opponents]), effect: GainGold(1))]),
]"#;

#[rule("RR.glossary.replacement_effects.2")]
#[test]
fn claim_of_another_type() {
    let mut t = Table::new(CARDS);
    let (man, victim, other, trial) = (t.play(P1, "Man"), t.play(P2, "Man"), t.play(P2, "Man"), t.hand(P2, "Trial"));
    let (tribute, hand) = (t.play(P1, "Tribute"), t.hand_size(P2));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[man]).defend(P2, &[]).use_card(P2, trial).pass_while(|t| t.topic(P2) != "claim");
    assert!(t.offers(P2, victim) && t.offers(P2, other) && !t.offers(P2, man), "the loser chooses, as for military claim");
    t.cards(P2, &[victim]).pass_while(|t| t.in_play(victim));
    assert_eq!((t.zone(victim), t.hand_size(P2)), (Zone::Dead, hand - 1), "the event only");
    assert!(t.uses(P1, tribute), "claim has been applied all the same");

    // Military claim instead of military claim replaces nothing; nor is it there for another challenge.
    let mut t = Table::new(CARDS);
    let (man, trial, _) = (t.play(P1, "Man"), t.hand(P2, "Trial"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[man]).defend(P2, &[]).pass_while(|t| t.st.challenge.is_some() && !t.uses(P2, trial));
    assert!(!t.uses(P2, trial));
}

#[rule("RR.glossary.replacement_effects.1", "CR.2")]
#[test]
fn something_else_in_one_window_with_claim() {
    let mut t = Table::new(CARDS);
    let (witch, victim, other) = (t.play(P1, "Witch"), t.play(P2, "Man"), t.play(P2, "Man"));
    let (tribute, mourner) = (t.play(P1, "Tribute"), t.play(P1, "Mourner"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[witch]).defend(P2, &[]).use_card(P1, witch).card(P1, victim);
    t.pass_while(|t| !t.kneeling(victim));
    assert!(t.in_play(victim) && t.in_play(other), "no claim");
    assert!(t.uses(P1, tribute) && t.uses(P1, mourner), "one window for both");
    t.finish();

    // In company it does not work.
    let mut t = Table::new(CARDS);
    let (witch, man, victim, other) = (t.play(P1, "Witch"), t.play(P1, "Man"), t.play(P2, "Man"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[witch, man]).defend(P2, &[]).pass_while(|t| t.topic(P2) != "claim" && !t.uses(P1, witch));
    assert!(!t.uses(P1, witch) && t.offers(P2, victim) && t.offers(P2, other));
}

#[rule("RR.glossary.replacement_effects.3", "CARD.C057")]
#[test]
fn the_latest_replacement_is_used() {
    for witch_last in [false, true] {
        let mut t = Table::new(CARDS);
        let (witch, victim, other, trial) = (t.play(P1, "Witch"), t.play(P2, "Man"), t.play(P2, "Man"), t.hand(P2, "Trial"));
        t.start(Phase::Challenges);
        t.attack(P1, Intrigue, P2, &[witch]).defend(P2, &[]).pass_while(|t| !t.uses(P1, witch));
        if witch_last {
            t.pass(P1).use_card(P2, trial).use_card(P1, witch).card(P1, victim).finish();
            assert!(t.in_play(victim) && t.in_play(other) && t.kneeling(victim));
        } else {
            t.use_card(P1, witch).card(P1, victim).use_card(P2, trial).pass_while(|t| t.topic(P2) != "claim");
            t.cards(P2, &[other]).finish();
            assert!(!t.in_play(other) && !t.kneeling(victim));
        }
    }
}

#[rule("FAQ.q.whispers")]
#[test]
fn several_recipients() {
    // A replacement of one character of the loser has no further recipients; another type of claim falls on all of them.
    for witch in [true, false] {
        let mut t = Table::melee(CARDS, 3);
        t.title(P1, "Master of Whispers");
        let attacker = t.play(P1, if witch { "Witch" } else { "Man" });
        let (second, third, trial) = (t.play(P2, "Man"), t.play(P3, "Man"), t.hand(P1, "Trial"));
        let hand = t.hand_size(P3);
        t.start(Phase::Challenges);
        t.attack(P1, Intrigue, P2, &[attacker]).defend(P2, &[]).pass_while(|t| t.topic(P1) != "claim_on");
        t.act(P1, Action::Player { seat: P2 }).act(P1, Action::Player { seat: P3 });
        if t.may(P1, &Action::Done) {
            t.act(P1, Action::Done);
        }
        if witch {
            t.use_card(P1, attacker);
            if t.topic(P1) == "target" {
                assert!(!t.offers(P1, third));
                t.card(P1, second);
            }
            t.finish();
            assert!(t.kneeling(second) && !t.kneeling(third));
            assert_eq!(t.hand_size(P3), hand);
        } else {
            t.use_card(P1, trial).finish();
            assert_eq!([second, third].map(|id| t.zone(id)), [Zone::Dead; 2]);
        }
    }
}
