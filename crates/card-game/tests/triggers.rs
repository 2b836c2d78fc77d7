//! Triggers and what they tell of.

use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "g1", name: "Drummer", kind: location, cost: 1,
 abilities: [Reaction(when: DeclaredAttacker([Character, Yours]), effect: Until(Phase, Event, Str(2)))]),
(code: "g2", name: "Ox", kind: character, cost: 1, str: 2, icons: "MIP"),
(code: "g3", name: "Fox", kind: character, cost: 1, str: 3, icons: "MIP"),
(code: "g4", name: "Shieldwall", kind: location, cost: 1,
 abilities: [Reaction(when: DeclaredDefender([Character, Yours]), effect: Until(Phase, Event, Str(3)), limit: PerRound(1))]),
(code: "g5", name: "Exile", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: ReturnToHand("c"))]),
(code: "g6", name: "Murder", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "g7", name: "Ferryman", kind: location, cost: 1,
 abilities: [Reaction(when: Returned([Character, Opponents]), effect: GainGold(PrintedCost(Event)))]),
(code: "g8", name: "Swallow", kind: character, cost: 1, str: 1, abilities: [Reaction(when: Returned(Is(This)), effect: GainPower(1))]),
(code: "g9", name: "Ravine", kind: location, cost: 1,
 abilities: [ForcedInterrupt(when: Returned([Character]), effect: InsteadTo(DeckBottom))]),
]"#;

#[rule("RR.trig.b")]
#[test]
fn each_declared_card_is_the_card_of_its_own_trigger() {
    let mut t = Table::new(CARDS);
    let (drummer, ox, fox) = (t.play(P1, "Drummer"), t.play(P1, "Ox"), t.play(P1, "Fox"));
    let (wall, foe) = (t.play(P2, "Shieldwall"), t.play(P2, "Ox"));
    t.start(Phase::Challenges);
    t.until(P1, "initiate").declare(P1, ChallengeType::Military, P2, &[ox, fox]);
    t.until(P1, "reactions");
    for on in [ox, fox] {
        assert!(t.may(P1, &Action::Use { card: drummer, ability: 1, on: Some(on) }));
    }
    t.act(P1, Action::Use { card: drummer, ability: 1, on: Some(fox) });
    t.pass_while(|t| t.topic(P1) != "reactions");
    assert_eq!((t.strength(ox), t.strength(fox)), (2, 5));
    // Once for each of them.
    t.act(P1, Action::Use { card: drummer, ability: 1, on: None });
    t.pass_while(|t| t.topic(P2) != "defenders");
    assert_eq!((t.strength(ox), t.strength(fox)), (4, 5));
    t.cards(P2, &[foe]);
    t.pass_while(|t| !t.offers(P2, wall));
    t.use_card(P2, wall);
    t.pass_while(|t| t.strength(foe) == 2);
    assert_eq!(t.strength(foe), 5);
}

#[rule("RR.glossary.triggering_condition")]
#[test]
fn a_card_that_goes_back_to_hand_is_told_of() {
    for (event, offered) in [("Exile", true), ("Murder", false)] {
        let mut t = Table::new(CARDS);
        let (ferryman, event) = (t.play(P1, "Ferryman"), t.hand(P1, event));
        let swallow = t.play(P2, "Swallow");
        t.start(Phase::Challenges);
        t.use_card(P1, event).cards(P1, &[swallow]);
        let seen = std::cell::Cell::new(false);
        t.pass_while(|t| {
            seen.set(seen.get() || t.offers(P1, ferryman));
            t.topic(P1) != "action_window"
        });
        assert_eq!((seen.get(), t.in_play(swallow)), (offered, false));
    }
}

#[rule("RR.ab.can_initiate.5")]
#[test]
fn a_card_speaks_of_its_own_return() {
    let mut t = Table::new(CARDS);
    let (ferryman, exile) = (t.play(P1, "Ferryman"), t.hand(P1, "Exile"));
    let swallow = t.play(P2, "Swallow");
    t.start(Phase::Challenges);
    t.use_card(P1, exile).cards(P1, &[swallow]);
    let gold = t.gold(P1);
    t.pass_while(|t| !t.offers(P1, ferryman));
    assert_eq!(t.zone(swallow), Zone::Hand);
    t.use_card(P1, ferryman);
    t.pass_while(|t| !t.offers(P2, swallow));
    assert_eq!(t.gold(P1), gold + 1);
    t.use_card(P2, swallow);
    t.pass_while(|t| t.power(P2) == 0);
    assert_eq!((t.power(P2), t.zone(swallow)), (1, Zone::Hand));
}

#[rule("RR.glossary.triggering_condition")]
#[test]
fn what_goes_elsewhere_instead_is_not_returned() {
    let mut t = Table::new(CARDS);
    let (ferryman, exile) = (t.play(P1, "Ferryman"), t.hand(P1, "Exile"));
    let swallow = t.play(P2, "Swallow");
    t.play(P2, "Ravine");
    t.start(Phase::Challenges);
    t.use_card(P1, exile).cards(P1, &[swallow]);
    t.pass_while(|t| {
        assert!(!t.offers(P1, ferryman) && !t.offers(P2, swallow));
        t.topic(P1) != "action_window"
    });
    assert_eq!(t.zone(swallow), Zone::Deck);
}
