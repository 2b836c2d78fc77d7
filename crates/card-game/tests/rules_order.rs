//! Who orders what is due at the same time, and what counts as one card: When Revealed, maxima, must defend.

use card_game::testing::*;
use test_macros::rule;

const PLOTS: &str = r#"[
(code: "p1", name: "Twofold", kind: plot, plot: (5, 5, 1, 6),
 abilities: [WhenRevealed(effect: GainGold(2)), WhenRevealed(effect: GainPower(1))]),
(code: "p2", name: "Single", kind: plot, plot: (5, 4, 1, 6), abilities: [WhenRevealed(effect: Draw(1))]),
]"#;

#[rule("RR.fw.1.3.III", "RR.window.choice.2")]
#[test]
fn both_when_revealed_abilities_of_a_plot_resolve_in_the_first_players_order() {
    let mut t = Table::new(PLOTS);
    t.plot_deck(P1, "Twofold");
    t.plot_deck(P2, "Single");
    t.start(Phase::Plot);
    t.pick(P1, "Twofold");
    t.pick(P2, "Single");
    let (hand, gold) = (t.hand_size(P2), t.gold(P1));
    t.act(P1, Action::Player { seat: P2 });
    // Whoever controls them, the (new) first player orders.
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "order_when_revealed"));
    assert_eq!(t.legal(P2).len(), 3);
    let second = t.legal(P2).iter().position(|a| matches!(a, Action::Use { ability: 2, .. })).expect("the second ability");
    let second = t.legal(P2)[second].clone();
    t.act(P2, second.clone());
    assert_eq!((t.power(P1), t.gold(P1) - gold, t.hand_size(P2) - hand), (1, 0, 0));
    // Two are left; the one that has resolved is not listed again.
    assert_eq!(t.legal(P2).len(), 2);
    assert!(!t.may(P2, &second));
    let own = t
        .legal(P2)
        .into_iter()
        .find(|a| matches!(a, Action::Use { card, .. } if t.zone(*card) == Zone::RevealedPlot && t.st.card(*card).owner == P2));
    t.act(P2, own.expect("the plot of the other seat"));
    assert_eq!((t.power(P1), t.gold(P1) - gold, t.hand_size(P2) - hand), (1, 2, 1));
    assert_ne!(t.topic(P2), "order_when_revealed");
}

const TITLES: &str = r#"[
(code: "e1", name: "Twice Told", kind: event, cost: 0, abilities: [Action(max: PerRound(1), effect: GainGold(1))]),
(code: "e2", name: "Twice Told", kind: event, cost: 0,
 abilities: [Constant(to: [Character, Yours], gets: Str(0)), Action(max: PerRound(1), effect: GainGold(1))]),
(code: "e3", name: "Other Tale", kind: event, cost: 0, abilities: [Action(max: PerRound(1), effect: GainGold(1))]),
(code: "c1", name: "Champion", kind: character, cost: 3, str: 3, icons: "M"),
(code: "c2", name: "Challenger", kind: character, cost: 3, str: 3, icons: "M"),
(code: "c3", name: "Coward", kind: character, cost: 3, str: 3, icons: "M", abilities: [Constant(gets: MustDefend)]),
(code: "c4", name: "Narrow Bridge", kind: location, cost: 0, abilities: [Constant(player: EachPlayer, rules: MaxDefenders(2))]),
]"#;

#[rule("RR.glossary.limits.4", "RR.glossary.limits.6", "RR.glossary.copy.1")]
#[test]
fn a_maximum_counts_all_versions_of_a_title_for_each_player() {
    let mut t = Table::new(TITLES);
    let (first, other, tale) = (t.hand(P1, "e1"), t.hand(P1, "e2"), t.hand(P1, "e3"));
    let theirs = t.hand(P2, "e2");
    t.start(Phase::Dominance);
    assert!(t.uses(P1, first) && t.uses(P1, other) && t.uses(P1, tale));
    t.use_card(P1, first);
    // Another player's copies are not counted.
    t.until(P2, "action_window");
    assert!(t.uses(P2, theirs));
    t.pass(P2);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, other), "another version of the title is a copy");
    assert!(t.uses(P1, tale), "another title is not");
}

#[rule("RR.fw.4.2.1", "RR.words.3")]
#[test]
fn as_many_as_may_defend_of_those_that_must() {
    let mut t = Table::new(TITLES);
    let attacker = t.play(P1, "Champion");
    let free = t.play(P2, "Challenger");
    let must: Vec<Id> = (0..3).map(|_| t.play(P2, "Coward")).collect();
    t.play(P1, "Narrow Bridge");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[attacker]);
    t.until(P2, "defenders");
    // Three must and two may defend: two of the three, no other, not fewer.
    assert!(!t.may(P2, &Action::Pass) && !t.offers(P2, free));
    assert!(t.offers(P2, must[0]) && t.offers(P2, must[1]) && !t.offers(P2, must[2]));
    t.card(P2, must[0]);
    assert!(!t.may(P2, &Action::Done));
    t.card(P2, must[2]);
    assert!(t.kneeling(must[0]) && !t.kneeling(must[1]) && t.kneeling(must[2]) && !t.kneeling(free));
}
