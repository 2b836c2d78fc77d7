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
(code: "w8", name: "Echo", kind: plot, plot: (4, 4, 1, 6), traits: ["Scheme"],
 abilities: [WhenRevealed(choose: ("p", [Plot, Trait("Scheme"), In(UsedPile, Opponent)]), effect: Initiate(WhenRevealed, "p"))]),
(code: "w9", name: "Coffers", kind: plot, plot: (4, 4, 1, 6), traits: ["Scheme"], abilities: [WhenRevealed(effect: Draw(1))]),
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

/// An ability that would only initiate itself again changes nothing, however many stand in the circle; one that leads out of it does.
#[rule("RR.ab.can_initiate.1")]
#[test]
fn what_only_initiates_itself_changes_nothing() {
    for (way_out, asked) in [(false, false), (true, true)] {
        let mut t = Table::with(Pool::default(), CARDS, Rulings::Reference, 3);
        let first = t.used(P2, "Echo");
        t.used(P3, "Echo");
        let coffers = way_out.then(|| t.used(P3, "Coffers"));
        t.reveal_plot(P1, "Echo");
        assert_eq!(t.topic(P1) == "target", asked, "{way_out}");
        if let Some(coffers) = coffers {
            let hand = t.hand_size(P1);
            t.card(P1, first).card(P1, coffers).until(P1, "action_window");
            assert!(t.hand_size(P1) > hand);
        }
    }
}
