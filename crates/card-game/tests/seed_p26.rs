//! Page 26 of the rules reference, statement by statement (a joust: titles are shown elsewhere).

use card_game::testing::*;
use table::{Chance, Game, Seat};
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "c1", name: "Daybreak", kind: location, cost: 1, abilities: [ForcedReaction(when: PhaseBegins(Plot), effect: GainGold(1))]),
(code: "c2", name: "Bell", kind: location, cost: 1, abilities: [
   ForcedReaction(when: PhaseBegins(Draw), effect: GainGold(1)),
   ForcedReaction(when: PhaseBegins(Challenges), effect: [Choose(("c", [Character])), Until(Phase, "c", Str(2))])]),
(code: "c3", name: "Frost", kind: location, cost: 1, abilities: [Constant(only_if: During(Draw), to: [Character], gets: Str(-1))]),
(code: "c4", name: "Watcher", kind: location, cost: 1, abilities: [Reaction(when: RevealPlot(You), effect: GainGold(2))]),
(code: "c5", name: "Spy", kind: location, cost: 1, abilities: [Reaction(when: RevealPlot(EachPlayer), effect: GainGold(1))]),
(code: "c6", name: "Courier", kind: location, cost: 1, initiative: 2),
(code: "c7", name: "Schemer", kind: location, cost: 1, abilities: [Action(limit: PerRound(1), effect: RevealNewPlot)]),
(code: "c8", name: "Raven", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: Until(Round, [Character, Yours], Str(1)))]),
(code: "p1", name: "Fast", kind: plot, plot: (1, 9, 1, 6)),
(code: "p2", name: "Slow", kind: plot, plot: (1, 1, 1, 6)),
(code: "p3", name: "Gifts", kind: plot, plot: (1, 5, 1, 6), abilities: [WhenRevealed(effect: GainGold(3))]),
(code: "p4", name: "Theft", kind: plot, plot: (1, 5, 1, 6), abilities: [WhenRevealed(effect: For(Opponent, ReturnAllGold))]),
(code: "p5", name: "Tithe", kind: plot, plot: (1, 5, 1, 6), abilities: [WhenRevealed(effect: If(FirstPlayer, GainGold(5)))]),
(code: "p6", name: "Cold", kind: plot, plot: (1, 5, 1, 6), abilities: [Constant(to: [Character], gets: Str(-2))]),
]"#;

fn three() -> Table {
    Table::with(Pool::default(), CARDS, Rulings::Reference, 3)
}

/// These plots are chosen by the seats in order.
fn choose(t: &mut Table, plots: &[&str]) {
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    for (i, plot) in plots.iter().enumerate() {
        t.pick(Seat(i as u8), plot);
    }
}

/// Where a text was told first.
fn told_at(t: &Table, text: &str) -> usize {
    t.events.iter().position(|e| e.text.contains(text)).unwrap_or_else(|| panic!("{text:?} was not told:\n{}", t.told()))
}

#[rule("RR26.1.1")]
#[test]
fn the_plot_phase_begins_the_round() {
    let mut t = three();
    let dawn = t.play(P2, "Daybreak");
    t.start(Phase::Plot);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!((t.st.round, t.st.phase, t.st.step.id()), (1, Phase::Plot, "RR.fw.1.2"));
    assert!(t.in_play(dawn));
    assert_eq!(t.gold(P2), 1, "the beginning of the phase was a triggering condition");
    assert!(told_at(&t, "Round begins") < told_at(&t, "Choose plots"));
    // The next round begins the same way.
    choose(&mut t, &["Filler Plot"; 3]);
    let winner = (0..3).map(Seat).find(|s| t.topic(*s) == "first_player").expect("a winner");
    t.act(winner, Action::Player { seat: P1 });
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!((t.st.round, t.st.phase), (2, Phase::Plot));
    assert_eq!(t.gold(P2), 1, "returned in taxation, then one new");
}

#[rule("RR26.begin")]
#[test]
fn a_phases_beginning_is_a_point_of_reference() {
    let mut t = Table::new(CARDS);
    t.play(P1, "Bell");
    t.play(P1, "Frost");
    let knight = t.play(P2, "Knight");
    t.start(Phase::Draw);
    t.until_step("RR.fw.2.aw");
    assert_eq!(t.gold(P1), 1, "a forced reaction resolved");
    assert_eq!(t.strength(knight), 3, "a constant ability of the phase works");
    t.until_step("RR.fw.3.aw");
    assert_eq!(t.strength(knight), 4, "and works no more");
    t.pass_while(|t| t.topic(P1) != "effect_cards" && t.st.phase != Phase::Challenges);
    if t.topic(P1) == "effect_cards" {
        t.card(P1, knight);
    }
    t.until_step("RR.fw.4.aw1");
    assert_eq!(t.strength(knight), 6, "a lasting effect began");
    t.until_step("RR.fw.5.aw");
    assert_eq!(t.strength(knight), 4, "and ended with the phase");
}

#[rule("RR26.1.2")]
#[test]
fn each_player_chooses_a_plot_facedown() {
    let mut t = three();
    let (fast, slow) = (t.plot_deck(P1, "Fast"), t.plot_deck(P2, "Slow"));
    t.start(Phase::Plot);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    let asked: Vec<Seat> = t.st.acting().iter().collect();
    assert_eq!(asked, [P1, P2, P3], "all of them, at one time");
    assert!(t.offers(P1, fast) && !t.offers(P1, slow), "from the own plot deck");
    let before = serde_json::to_string(&t.view(P2)).expect("a view");
    t.card(P1, fast);
    assert_eq!(t.topic(P1), "", "P1 has chosen");
    assert_eq!(t.st.step.id(), "RR.fw.1.2", "the step is complete once every player has");
    let after = serde_json::to_string(&t.view(P2)).expect("a view");
    assert!(!after.contains("Fast") && !before.contains("Fast"), "nobody else may know which");
    assert!(!t.told().contains("Fast"));
    assert_ne!(t.st.player(P1).revealed, Some(fast));
    t.pick(P3, "Filler Plot");
    assert_eq!(t.st.step.id(), "RR.fw.1.2");
    t.card(P2, slow);
    assert_eq!((t.st.player(P1).revealed, t.st.player(P2).revealed), (Some(fast), Some(slow)));
}

#[rule("RR26.1.3.a")]
#[test]
fn all_chosen_plots_turn_faceup_together_on_top_of_the_previous_ones() {
    let mut t = three();
    let old = t.plot(P2, "Cold");
    let used = t.used(P2, "Fast");
    let knight = t.play(P1, "Knight");
    let plots = [t.plot_deck(P1, "Fast"), t.plot_deck(P2, "Slow"), t.plot_deck(P3, "Gifts")];
    assert_eq!(t.strength(knight), 2);
    t.start(Phase::Plot);
    choose(&mut t, &["Fast", "Slow", "Gifts"]);
    assert_eq!([P1, P2, P3].map(|s| t.st.player(s).revealed), plots.map(Some));
    assert!(plots.iter().all(|p| t.in_play(*p)));
    assert_eq!(t.st.player(P2).used, [used, old]);
    assert_eq!(t.strength(knight), 4, "the previous plot has left play");
    assert!(told_at(&t, "{P3} reveals") < told_at(&t, "wins initiative"));
}

#[rule("RR26.1.3.order", "RR26.1.3.II")]
#[test]
fn initiative_then_first_player_then_when_revealed() {
    let mut t = three();
    for (seat, plot) in [(P1, "Slow"), (P2, "Fast"), (P3, "Tithe")] {
        t.plot_deck(seat, plot);
    }
    t.start(Phase::Plot);
    choose(&mut t, &["Slow", "Fast", "Tithe"]);
    assert_eq!((t.topic(P2).as_str(), t.gold(P3)), ("first_player", 0), "P2 won initiative, nothing has resolved");
    assert_eq!([P1, P2, P3].map(|seat| t.may(P2, &Action::Player { seat })), [true; 3], "any player");
    assert_eq!(t.st.first_player, P1);
    t.act(P2, Action::Player { seat: P3 });
    t.until_step("RR.fw.1.aw");
    assert_eq!((t.st.first_player, t.gold(P3)), (P3, 5), "the ability saw the new first player");
    assert!(told_at(&t, "wins initiative") < told_at(&t, "is first player"));
    assert!(told_at(&t, "is first player") < told_at(&t, "gains 5 gold"));
    // The token stays until the next first player is selected.
    t.pass_while(|t| {
        assert_eq!(t.st.first_player, P3);
        t.topic(P1) != "choose_plot"
    });
    choose(&mut t, &["Filler Plot"; 3]);
    assert_eq!(t.st.first_player, P3);
    let winner = (0..3).map(Seat).find(|s| t.topic(*s) == "first_player").expect("a winner");
    t.act(winner, Action::Player { seat: P2 });
    assert_eq!(t.st.first_player, P2);
}

#[rule("RR26.1.3.I")]
#[test]
fn the_highest_initiative_with_modifiers_wins() {
    let winner = |set: fn(&mut Table), plots: &[&str], seed: u64| {
        let mut t = three();
        for (i, plot) in plots.iter().enumerate() {
            t.plot_deck(Seat(i as u8), plot);
        }
        set(&mut t);
        t.st.chance = Chance::seeded(seed);
        t.start(Phase::Plot);
        choose(&mut t, plots);
        (0..3).map(Seat).find(|s| t.topic(*s) == "first_player").expect("a winner")
    };
    assert_eq!(winner(|_| {}, &["Slow", "Gifts", "Fast"], 1), P3);
    let five_couriers = |t: &mut Table| {
        for _ in 0..5 {
            t.play(P1, "Courier");
        }
    };
    assert_eq!(winner(five_couriers, &["Slow", "Gifts", "Fast"], 1), P1, "1 + 5 times 2 against 9");
    // A tie: the lowest power total among those who are tied; P1 has less and is not tied.
    let power = |t: &mut Table| {
        let (two, three) = (t.faction(P2), t.faction(P3));
        t.set_power(two, 4);
        t.set_power(three, 3);
    };
    for seed in 0..10 {
        assert_eq!(winner(power, &["Slow", "Fast", "Fast"], seed), P3);
    }
    // Still tied: one of them at random.
    let random: Vec<Seat> = (0..20).map(|seed| winner(|_| {}, &["Slow", "Fast", "Fast"], seed)).collect();
    assert!(random.contains(&P2) && random.contains(&P3) && !random.contains(&P1), "{random:?}");
}

#[rule("RR26.1.3.III")]
#[test]
fn the_first_player_orders_when_revealed_abilities_and_each_resolves_first() {
    for theft_first in [true, false] {
        let mut t = three();
        for (seat, plot) in [(P1, "Gifts"), (P2, "Theft"), (P3, "Fast")] {
            t.plot_deck(seat, plot);
        }
        t.set_gold(P1, 1);
        t.start(Phase::Plot);
        choose(&mut t, &["Gifts", "Theft", "Fast"]);
        // P3 wins initiative, P2 is first player, and orders also P1's.
        t.act(P3, Action::Player { seat: P2 });
        t.pass_while(|t| t.topic(P2) != "order_when_revealed");
        assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P2]);
        assert!(!t.may(P2, &Action::Pass), "they must initiate");
        t.pick(P2, if theft_first { "Use Theft" } else { "Use Gifts" });
        t.until_step("RR.fw.1.aw");
        assert_eq!(t.gold(P1), if theft_first { 3 } else { 0 }, "one resolved wholly before the other");
    }
}

#[rule("RR26.1.3.note")]
#[test]
fn a_plot_revealed_outside_the_step_brings_no_initiative_and_no_first_player() {
    let mut t = three();
    let schemer = t.play(P2, "Schemer");
    let watcher = t.play(P2, "Watcher");
    let old = t.st.player(P2).revealed.expect("a plot");
    t.no_plots(P2);
    let gifts = t.plot_deck(P2, "Gifts");
    t.start(Phase::Dominance);
    t.until(P2, "action_window").card(P2, schemer);
    t.pass_while(|t| t.topic(P2) != "choose_plot");
    t.card(P2, gifts);
    t.pass_while(|t| !t.offers(P2, watcher));
    assert_eq!(t.st.player(P2).revealed, Some(gifts));
    assert_eq!(t.gold(P2), 3, "its When Revealed ability has resolved");
    assert_eq!(t.st.player(P2).plot_deck, [old], "the used pile has returned, it was the last one");
    t.card(P2, watcher);
    t.pass_while(|t| {
        assert!((0..3).all(|s| t.topic(Seat(s)) != "first_player"), "no new first player");
        t.st.phase == Phase::Dominance
    });
    assert_eq!(t.st.first_player, P1);
    assert!(!t.told().contains("wins initiative"));
}

#[rule("RR26.1.3.recycle", "RR26.1.3.react")]
#[test]
fn the_used_pile_returns_without_the_revealed_plot_and_reactions_come_after_it() {
    let mut t = three();
    t.no_plots(P1);
    let old = t.st.player(P1).revealed.expect("a plot");
    let gifts = t.plot_deck(P1, "Gifts");
    let (watcher, spy) = (t.play(P1, "Watcher"), t.play(P3, "Spy"));
    t.start(Phase::Plot);
    choose(&mut t, &["Gifts", "Filler Plot", "Filler Plot"]);
    t.act(P1, Action::Player { seat: P1 });
    t.pass_while(|t| {
        let reacting = t.offers(P1, watcher) || t.offers(P3, spy);
        assert!(!reacting || t.gold(P1) == 3, "not before step III is complete");
        !reacting
    });
    assert!(t.offers(P1, watcher));
    assert_eq!(t.st.player(P1).plot_deck, [old], "returned, and without the plot just revealed");
    assert_eq!((t.st.player(P1).used.len(), t.st.player(P1).revealed), (0, Some(gifts)));
    t.card(P1, watcher);
    t.pass_while(|t| !t.offers(P3, spy));
    t.card(P3, spy);
    assert_eq!((t.gold(P1), t.gold(P3)), (5, 1));
}

#[rule("RR26.1.4.joust")]
#[test]
fn in_a_joust_there_is_no_title_step() {
    let mut t = Table::new(CARDS);
    t.plot_deck(P1, "Fast");
    t.start(Phase::Plot);
    choose(&mut t, &["Fast", "Filler Plot"]);
    t.act(P1, Action::Player { seat: P1 });
    t.until_step("RR.fw.1.aw");
    assert!(!t.told().contains("Select titles"));
    let steps: Vec<&str> =
        t.events.iter().map(|e| e.text.as_str()).filter(|x| card_game::kernel::state::STEPS.iter().any(|(_, n)| n == x)).collect();
    assert_eq!(steps, ["Round begins", "Choose plots", "Reveal plots", "Action window: plots revealed"]);
}
