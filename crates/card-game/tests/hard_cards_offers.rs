//! Hard cards of later packs: offers to opponents, what left play this phase, abilities of other cards, named tokens.

use card_game::testing::*;
use test_macros::rule;

const HARD: &str = include_str!("../fixtures/hard.ron");

const PLAIN: &str = r#"
(code: "x1", name: "Ox", kind: character, cost: 6, str: 6, icons: "MIP"),
(code: "x2", name: "Fox", kind: character, cost: 4, str: 3, icons: "M"),
(code: "x3", name: "Lord", kind: character, unique: true, cost: 4, str: 3, icons: "M"),
(code: "x4", name: "Lady", kind: character, unique: true, cost: 4, str: 3, icons: "I"),
(code: "x5", name: "Purge", kind: event, cost: 0, abilities: [Action(choose: (name: "c", of: [Character], any: true), effect: Kill("c"))]),
(code: "x6", name: "Sweep", kind: event, cost: 0, abilities: [Action(choose: (name: "c", of: [Character], any: true), effect: Discard("c"))]),
(code: "x7", name: "Boon", kind: plot, plot: (3, 3, 1, 6), abilities: [WhenRevealed(effect: [GainPower(1), PowerOn(This, 1)])]),
(code: "x8", name: "Plain", kind: plot, plot: (3, 0, 1, 6)),
(code: "x9", name: "Enigma", kind: plot, plot: (3, 2, 1, 6), traits: ["Riddle"], abilities: [WhenRevealed(effect: GainPower(5))]),
(code: "x10", name: "Exile", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: ReturnToHand("c"))]),
]"#;

fn table(seats: usize) -> Table {
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    Table::with(Pool::default(), &format!("{cards}{PLAIN}"), Rulings::Reference, seats)
}

/// P1 has a killed Fox, P2 a discarded Ox; in an earlier phase P1 lost another Fox. P1 plays Narrow Escape.
fn escape(seats: usize) -> (Table, [Id; 3]) {
    let mut t = table(seats);
    let old = t.dead(P1, "Fox");
    let (fox, ox) = (t.play(P1, "Fox"), t.play(P2, "Ox"));
    let (purge, sweep, escape) = (t.hand(P1, "Purge"), t.hand(P1, "Sweep"), t.hand(P1, "Narrow Escape"));
    t.start(Phase::Challenges);
    t.use_card(P1, purge).cards(P1, &[fox]);
    t.use_card(P1, sweep).cards(P1, &[ox]);
    t.pass_while(|t| t.in_play(ox));
    assert_eq!([old, fox, ox].map(|id| t.zone(id)), [Zone::Dead, Zone::Dead, Zone::Discard]);
    t.use_card(P1, escape);
    t.pass_while(|t| t.topic(P2) != "may");
    (t, [old, fox, ox])
}

#[test]
fn what_was_killed_or_discarded_this_phase_comes_back_each_to_its_owner() {
    let (mut t, [old, fox, ox]) = escape(2);
    t.pick(P2, "No").pass_while(|t| !t.in_play(ox));
    assert_eq!([old, fox, ox].map(|id| t.in_play(id)), [false, true, true]);
    assert_eq!((t.st.controller(fox), t.st.controller(ox)), (P1, P2));
}

#[test]
fn an_opponent_may_pay_with_the_whole_hand() {
    let (mut t, [_, fox, ox]) = escape(2);
    assert!(t.hand_size(P2) > 0);
    t.pick(P2, "Yes").pass_while(|t| t.hand_size(P2) > 0);
    assert_eq!(t.hand_size(P2), 0);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.in_play(fox) && !t.in_play(ox));
}

#[test]
fn one_after_the_other_is_asked_until_one_accepts() {
    let (mut t, [_, fox, _]) = escape(3);
    let third = t.hand_size(P3);
    t.pick(P2, "No");
    assert_eq!((t.topic(P3).as_str(), t.topic(P2).as_str()), ("may", ""));
    t.pick(P3, "Yes").pass_while(|t| t.hand_size(P3) > 0);
    assert!(third > 0 && t.hand_size(P3) == 0 && t.hand_size(P2) > 0);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.in_play(fox));
    let (mut t, [_, fox, _]) = escape(3);
    t.pick(P2, "Yes").pass_while(|t| t.hand_size(P2) > 0);
    assert_ne!(t.topic(P3), "may", "the first to accept ends it");
    assert!(!t.in_play(fox));
}

#[test]
fn an_empty_hand_cannot_pay() {
    let mut t = table(2);
    let (fox, purge, escape) = (t.play(P1, "Fox"), t.hand(P1, "Purge"), t.hand(P1, "Narrow Escape"));
    t.empty_hand(P2);
    t.start(Phase::Challenges);
    t.use_card(P1, purge).cards(P1, &[fox]);
    t.use_card(P1, escape).pass_while(|t| !t.in_play(fox));
    assert!(t.in_play(fox), "nobody was asked");
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn with_nothing_lost_this_phase_there_is_no_escape_and_only_one() {
    let mut t = table(2);
    t.dead(P1, "Fox");
    let (exile, fox, escape) = (t.hand(P1, "Exile"), t.play(P1, "Fox"), t.hand(P1, "Narrow Escape"));
    t.empty_hand(P2);
    t.start(Phase::Challenges);
    t.use_card(P1, exile).card(P1, fox).pass_while(|t| t.in_play(fox));
    t.pass_while(|t| !t.uses(P1, escape) && t.st.phase == Phase::Challenges);
    assert_ne!(t.st.phase, Phase::Challenges, "returned to hand is neither killed nor discarded");
}

#[test]
fn the_riddle_uses_another_plots_ability_for_you() {
    let mut t = table(2);
    let (riddle, boon) = (t.plot_deck(P1, "Varys's Riddle"), t.plot_deck(P2, "Boon"));
    t.start(Phase::Plot).until(P1, "choose_plot").card(P1, riddle).card(P2, boon);
    while t.topic(P1) == "first_player" {
        t.act(P1, Action::Player { seat: P1 });
    }
    assert_eq!(t.topic(P1), "order_when_revealed");
    t.act(P1, Action::Use { card: riddle, ability: 1, on: None });
    if t.offers(P1, boon) {
        t.card(P1, boon);
    }
    t.pass_while(|t| t.st.phase == Phase::Plot);
    assert_eq!((t.power(P1), t.power(P2)), (1, 1 + 2), "P1 gains by the riddle, P2 by its own; both put one on the plot");
    assert_eq!(t.power_on(boon), 2);
}

#[test]
fn a_riddle_and_a_plot_without_such_an_ability_are_no_choice() {
    let mut t = table(2);
    let (riddle, enigma) = (t.plot_deck(P1, "Varys's Riddle"), t.plot_deck(P2, "Enigma"));
    t.start(Phase::Plot).until(P1, "choose_plot").card(P1, riddle).card(P2, enigma);
    while t.topic(P1) == "first_player" {
        t.act(P1, Action::Player { seat: P1 });
    }
    t.pass_while(|t| t.st.phase == Phase::Plot);
    assert_eq!((t.power(P1), t.power(P2)), (0, 5));
}

#[test]
fn three_names_are_given_to_jaqen() {
    let mut t = table(2);
    let (lord, lady, fox) = (t.play(P2, "Lord"), t.play(P2, "Lady"), t.play(P2, "Fox"));
    let jaqen = t.hand(P1, "Jaqen H'ghar");
    t.set_gold(P1, 7);
    t.start(Phase::Marshaling);
    t.marshal(P1, jaqen).pass_while(|t| !t.uses(P1, jaqen));
    t.use_card(P1, jaqen);
    assert!(!t.offers(P1, fox), "not unique");
    t.card(P1, lord);
    assert!(t.offers(P1, lady) || t.offers(P1, jaqen));
    t.act(P1, Action::Done);
    // Alone he kills whom he has been given.
    t.attack(P1, Intrigue, P2, &[jaqen]).pass_while(|t| !t.uses(P1, jaqen));
    t.use_card(P1, jaqen);
    assert!(!t.offers(P1, lady));
    if t.offers(P1, lord) {
        t.card(P1, lord);
    }
    t.pass_while(|t| t.in_play(lord));
    assert_eq!(t.zone(lord), Zone::Dead);
    assert!(t.in_play(lady));
}

#[test]
fn the_names_go_with_jaqen() {
    let mut t = table(2);
    let (lord, ox) = (t.play(P2, "Lord"), t.play(P1, "Ox"));
    let (jaqen, purge) = (t.hand(P1, "Jaqen H'ghar"), t.hand(P2, "Purge"));
    t.set_gold(P1, 7);
    t.start(Phase::Marshaling);
    t.marshal(P1, jaqen).pass_while(|t| !t.uses(P1, jaqen));
    t.use_card(P1, jaqen).card(P1, lord);
    if t.may(P1, &Action::Done) {
        t.act(P1, Action::Done);
    }
    t.pass_while(|t| t.st.card(lord).tokens.is_empty());
    assert_eq!(t.st.card(lord).tokens.len(), 1);
    t.use_card(P2, purge).cards(P2, &[jaqen]);
    t.pass_while(|t| t.in_play(jaqen));
    t.pass_while(|t| !t.st.card(lord).tokens.is_empty() && t.st.phase == Phase::Marshaling);
    assert!(t.st.card(lord).tokens.iter().all(|(_, n)| *n == 0));
    assert!(t.in_play(ox));
}
