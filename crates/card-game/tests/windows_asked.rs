//! Who is asked in an action window: by open information alone, and nobody who could do nothing whatever the hidden cards are.

use card_game::kernel::derive::PlotStat;
use card_game::lang::load::load;
use card_game::testing::*;
use card_game::{Rules, SeatSetup, Setup};
use table::{Chance, Game};
use test_macros::rule;

/// A table whose card pool is these cards and nothing else: no event, no ambush that a hand could hold. Both seats hold one plain card.
fn table(cards: &str) -> Table {
    let base = r#"[(code: "f", name: "Filler", kind: character, cost: 30, str: 1),
        (code: "p", name: "Plan", kind: plot, plot: (5, 3, 1, 6))]"#;
    let mut defs = load("test", base).expect("cards");
    if !cards.is_empty() {
        defs.extend(load("test", cards).expect("cards"));
    }
    let rules = Rules::new(defs, Rulings::Reference, None);
    let seat =
        || SeatSetup { faction: Faction::Stark, agendas: Vec::new(), plots: vec!["p".to_owned(); 6], draw: vec!["f".to_owned(); 20] };
    let mut st = State::bare(&rules, &Setup { seats: vec![seat(), seat()], titles: false }, Chance::seeded(7)).expect("a table");
    for seat in [P1, P2] {
        st.add(&rules, "p", seat, Zone::RevealedPlot).expect("a plot");
        st.add(&rules, "f", seat, Zone::Hand).expect("a card");
    }
    st.recompute(&rules);
    assert_eq!(st.plot_value(&rules, P1, PlotStat::Reserve), 6);
    Table { rules, st, events: Vec::new() }
}

/// The phases in whose action windows P2 is asked.
fn asked(t: &mut Table) -> Vec<Phase> {
    t.start(Phase::Draw);
    let mut phases = Vec::new();
    for _ in 0..200 {
        if t.topic(P2) == "action_window" && !phases.contains(&t.st.phase) {
            phases.push(t.st.phase);
        }
        if t.st.round > 1 || t.st.acting().is_empty() {
            break;
        }
        let seat = t.st.acting().iter().next().expect("somebody");
        if !t.may(seat, &Action::Pass) {
            break;
        }
        t.pass(seat);
    }
    phases
}

#[rule("RR.window.action")]
#[test]
fn with_a_hand_that_can_hold_no_action_nobody_is_asked() {
    assert_eq!(asked(&mut table("")), []);
}

#[rule("RR.window.action")]
#[test]
fn an_event_of_the_pool_opens_the_windows_in_which_it_could_be_played() {
    let event = |part: &str| format!(r#"[(code: "e", name: "Word", kind: event, cost: 0, abilities: [{part}])]"#);
    assert_eq!(asked(&mut table(&event("Action(phase: Dominance, effect: Draw(1))"))), [Phase::Dominance]);
    assert_eq!(asked(&mut table(&event("Reaction(when: Draws(You), effect: GainGold(1))"))), []);
    assert_eq!(asked(&mut table(&event("Action(phase: Dominance, only_if: AtLeast(1, [Location]), effect: Draw(1))"))), []);
    // Who holds no card is not asked.
    let mut t = table(&event("Action(effect: Draw(1))"));
    t.empty_hand(P2);
    t.st.player_mut(P2).gold = 0;
    t.start(Phase::Dominance);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("action_window", ""));
    t.pass(P1);
    assert_ne!(t.topic(P2), "action_window");
}

#[rule("RR.glossary.ambush.1")]
#[test]
fn ambush_in_the_pool_opens_the_windows_of_the_challenges_phase_only() {
    let cards = r#"[(code: "a", name: "Thief", kind: character, cost: 9, str: 1, keywords: [Ambush(9)])]"#;
    assert_eq!(asked(&mut table(cards)), [Phase::Challenges]);
}

#[rule("RR.window.action")]
#[test]
fn what_may_be_marshaled_as_an_action_opens_the_windows_of_that_phase() {
    let cards = r#"[(code: "a", name: "Guest", kind: character, cost: 9, str: 1, abilities: [Constant(gets: MarshalIn(Dominance))])]"#;
    assert_eq!(asked(&mut table(cards)), [Phase::Dominance]);
    let mut t = table(cards);
    t.empty_hand(P2);
    t.start(Phase::Dominance);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("action_window", ""));
    t.pass(P1);
    assert_ne!(t.topic(P2), "action_window");
}

/// An action of an open card that hidden cards could make possible; a reaction is none.
#[rule("RR.window.action")]
#[test]
fn an_open_card_that_looks_at_the_hand_opens_windows() {
    let show = |kind: &str| {
        format!(
            r#"[(code: "a", name: "Gate", kind: location, cost: 0,
                abilities: [{kind}choose: ("c", [Location, In(Hand, You)]), effect: PutIntoPlay("c"))])]"#
        )
    };
    let mut t = table(&show("Action(phase: Standing, "));
    t.play(P2, "Gate");
    assert_eq!(asked(&mut t), [Phase::Standing], "the hand might hold a location");
    let mut t = table(&show("Action(phase: Standing, "));
    t.play(P1, "Gate");
    assert_eq!(asked(&mut t), [], "another's");
    let mut t = table(&show("Reaction(when: Draws(Opponent), "));
    t.play(P2, "Gate");
    assert_eq!(asked(&mut t), []);
}

/// Only the active player marshals.
#[rule("RR.fw.3.aw")]
#[test]
fn while_another_marshals_a_seat_without_actions_is_not_asked() {
    let mut t = table("");
    t.start(Phase::Marshaling);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("marshaling", ""));
    t.pass(P1);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "marshaling"));
}
