//! An ability must be able to change the game (RR.ab.can_initiate.1): also where "if you do", a choice or a move of gold has no chance.

use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "w1", name: "Usurer", kind: location, cost: 1, abilities: [Action(effect: [LoseGold(1), If(Did, Draw(1))])]),
(code: "w2", name: "Snakes", kind: character, cost: 3, str: 2, icons: "M",
 abilities: [Action(effect: [Choose(("c", [Character, Trait("Clansman"), Yours, Not(Is(This))])), MoveGold(1, This, "c")])]),
(code: "w3", name: "Burned Man", kind: character, cost: 1, str: 1, traits: ["Clansman"]),
(code: "w4", name: "Grudge", kind: location, cost: 1, abilities: [Action(effect: [LoseGold(1), If(Not(Did), GainPower(1))])]),
(code: "w5", name: "Seeker", kind: location, cost: 1,
 abilities: [Action(effect: [Choose(("c", [Character, Trait("Clansman"), In(Hand, You)])), If(Matches("c", Loyal), Draw(1))])]),
(code: "w6", name: "Finder", kind: location, cost: 1,
 abilities: [Action(effect: [Choose(("c", [Character, Trait("Clansman"), In(Hand, You)])), If(Did, Draw(1)), Reveal("c")])]),
(code: "w7", name: "Broker", kind: location, cost: 1,
 abilities: [Action(effect: [For(Opponent, May(LoseGold(1))), If(Did, Draw(1))])]),
]"#;

fn offered(name: &str, set: impl Fn(&mut Table, Id)) -> bool {
    let mut t = Table::new(CARDS);
    let card = t.play(P1, name);
    t.set_gold(P1, 0);
    t.set_gold(P2, 0);
    t.empty_hand(P1);
    set(&mut t, card);
    t.start(Phase::Challenges);
    t.uses(P1, card)
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn what_hangs_on_something_impossible_is_not_offered() {
    assert!(!offered("Usurer", |_, _| {}));
    assert!(offered("Usurer", |t, _| t.set_gold(P1, 1)));
    assert!(!offered("Broker", |_, _| {}));
    assert!(offered("Broker", |t, _| t.set_gold(P2, 1)));
    // What happens if it is not done can happen.
    assert!(offered("Grudge", |_, _| {}));
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn a_choice_without_anything_to_pick_is_not_offered() {
    assert!(!offered("Snakes", |t, snakes| t.set_gold_on(snakes, 1)));
    assert!(!offered("Snakes", |t, _| {
        t.play(P1, "Burned Man");
    }));
    assert!(offered("Snakes", |t, snakes| {
        t.set_gold_on(snakes, 1);
        t.play(P1, "Burned Man");
    }));
    for card in ["Seeker", "Finder"] {
        assert!(!offered(card, |_, _| {}), "{card}");
        assert!(
            offered(card, |t, _| {
                t.hand(P1, "Burned Man");
            }),
            "{card}"
        );
    }
}
