//! Hard plots of later packs: what each player spares, an X that is defined.

use card_game::rules::Rulings;
use card_game::testing::*;
use table::Seat;
use test_macros::rule;

const HARD: &str = include_str!("../fixtures/hard.ron");

const PLAIN: &str = r#"
(code: "x1", name: "Ox", kind: character, cost: 6, str: 6, icons: "MIP"),
(code: "x2", name: "Fox", kind: character, cost: 4, str: 3, icons: "M"),
(code: "x3", name: "Cat", kind: character, cost: 3, str: 2, icons: "I"),
(code: "x4", name: "Shield", kind: location, cost: 1,
 abilities: [Interrupt(when: WouldLeave([Character, Yours]), cost: Kneel(This), effect: Save)]),
(code: "x5", name: "Rich", kind: plot, plot: (7, 3, 1, 6), abilities: [Constant(player: You, rules: Income(-2))]),
(code: "x6", name: "Unknown", kind: plot, plot: (X, X, X, X), abilities: [Constant(gets: X(Count([Character, Yours])))]),
]"#;

fn table(seats: usize) -> Table {
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    Table::with(Pool::default(), &format!("{cards}{PLAIN}"), Rulings::Reference, seats)
}

/// Each player reveals this plot; P1 is first player.
fn reveal(t: &mut Table, plots: &[(Seat, Id)]) {
    t.start(Phase::Plot).until(P1, "choose_plot");
    for (seat, plot) in plots {
        t.card(*seat, *plot);
    }
    while let Some(winner) = [P1, P2, P3].into_iter().take(plots.len()).find(|s| t.topic(*s) == "first_player") {
        t.act(winner, Action::Player { seat: P1 });
    }
}

#[test]
fn each_player_spares_ten_gold_of_characters() {
    let mut t = table(3);
    let first = [t.play(P1, "Ox"), t.play(P1, "Fox"), t.play(P1, "Cat")];
    let second = [t.play(P2, "Fox"), t.play(P2, "Cat")];
    let third = [t.play(P3, "Ox"), t.play(P3, "Ox")];
    let location = t.play(P2, "Shield");
    t.reveal_plot(P1, "Valar Dohaeris");
    assert_eq!(t.topic(P1), "effect_cards");
    assert!(first.iter().all(|id| t.offers(P1, *id)) && !t.offers(P1, second[0]), "its own characters alone");
    t.card(P1, first[0]);
    assert!(t.offers(P1, first[1]), "6 and 4 are 10");
    t.card(P1, first[1]);
    assert!(!t.offers(P1, first[2]), "13 would be too much");
    assert!(t.in_play(first[2]), "all of it happens at once, after the last choice");
    t.cards(P2, &second);
    // Nothing needs to be spared.
    t.pass(P3);
    t.pass_while(|t| t.st.phase == Phase::Plot);
    assert_eq!(first.map(|id| t.in_play(id)), [true, true, false]);
    assert!(second.iter().all(|id| t.in_play(*id)) && t.in_play(location));
    assert!(third.iter().all(|id| !t.in_play(*id)));
    let (deck, last) = (&t.st.players[0].deck, first[2]);
    assert_eq!(deck.first(), Some(&last), "at the bottom of its owner's deck");
}

#[rule("RR.glossary.save.3")]
#[test]
fn nothing_saves_what_was_not_spared() {
    let mut t = table(2);
    let fox = t.play(P1, "Fox");
    let shield = t.play(P1, "Shield");
    t.duplicate(fox);
    t.reveal_plot(P1, "Valar Dohaeris");
    t.pass(P1);
    assert!(!t.uses(P1, shield) && !t.may(P1, &Action::Save { card: fox }), "{:?}", t.labels(P1));
    assert!(!t.in_play(fox) && t.in_play(shield));
}

#[test]
fn the_same_without_the_word_can_be_saved() {
    let cards = r#"[(code: "y1", name: "Mild", kind: plot, plot: (4, 5, 1, 6),
        abilities: [WhenRevealed(effect: [NoSave(DeckBottom([Character, Named("Cat")])), DeckBottom([Character, Named("Fox")])])])"#;
    let mut t = Table::new(&format!("{cards}, {}", PLAIN.trim_start()));
    let (fox, cat) = (t.play(P1, "Fox"), t.play(P1, "Cat"));
    let shield = t.play(P1, "Shield");
    t.reveal_plot(P1, "Mild");
    assert!(!t.in_play(cat), "the word reaches to its bracket's end");
    assert!(t.uses(P1, shield));
    t.use_card(P1, shield);
    assert!(t.in_play(fox));
}

#[test]
fn a_character_goes_to_its_owners_deck() {
    let mut t = table(2);
    let fox = t.play(P1, "Fox");
    t.give_control(fox, P2);
    t.reveal_plot(P1, "Valar Dohaeris");
    // P1 controls none and is not asked; P2 spares nothing.
    t.pass(P2).pass_while(|t| t.st.phase == Phase::Plot);
    assert_eq!(t.st.players[0].deck.first(), Some(&fox));
}

#[test]
fn x_is_two_more_than_the_printed_income_of_the_opponent() {
    let mut t = table(2);
    let harvest = t.plot_deck(P1, "Summer Harvest");
    let rich = t.plot_deck(P2, "Rich");
    reveal(&mut t, &[(P1, harvest), (P2, rich)]);
    t.pass_while(|t| t.st.step.id() != "RR.fw.1.aw");
    assert_eq!(t.income(P2), 5, "its own modifier");
    assert_eq!(t.income(P1), 9, "the printed 7 and 2");
    assert_eq!(t.view(P1).players[0].plot.map(|p| p.income), Some(9));
}

#[rule("RR.glossary.x.1")]
#[test]
fn before_it_is_defined_x_is_nothing() {
    let mut t = table(2);
    let harvest = t.plot(P1, "Summer Harvest");
    assert_eq!(t.income(P1), 0);
    assert_eq!((t.initiative(P1), t.reserve(P1)), (4, 6));
    assert_eq!(t.zone(harvest), Zone::RevealedPlot);
}

#[test]
fn the_opponent_is_chosen_and_a_printed_x_is_none() {
    let mut t = table(3);
    let (first, second, third) = (t.plot_deck(P1, "Summer Harvest"), t.plot_deck(P2, "Summer Harvest"), t.plot_deck(P3, "Rich"));
    reveal(&mut t, &[(P1, first), (P2, second), (P3, third)]);
    // Which resolves first is the first player's; each chooses an opponent.
    t.act(P1, Action::Use { card: second, ability: 1, on: None });
    assert_eq!(t.topic(P2), "choose_opponent");
    t.act(P2, Action::Player { seat: P3 });
    t.act(P1, Action::Player { seat: P2 });
    assert_eq!((t.income(P2), t.income(P1)), (9, 2), "an X on the other plot counts 0, although it is 9 now");
}

#[test]
fn a_plot_that_leaves_forgets_its_x() {
    let mut t = table(2);
    let harvest = t.plot_deck(P1, "Summer Harvest");
    t.start(Phase::Plot);
    t.choose_plots(P1, harvest);
    assert!(t.income(P1) > 2);
    t.until(P1, "choose_plot").pick(P1, "Filler Plot").pick(P2, "Filler Plot");
    assert_eq!(t.zone(harvest), Zone::UsedPlots);
    t.plot(P1, "Summer Harvest");
    assert_eq!(t.income(P1), 0, "another card of the title");
}

#[test]
fn a_constant_x_follows_what_it_counts() {
    let mut t = table(2);
    t.plot(P1, "Unknown");
    assert_eq!([t.income(P1), t.initiative(P1), t.claim(P1), t.reserve(P1)], [0; 4]);
    t.play(P1, "Fox");
    t.play(P1, "Cat");
    assert_eq!([t.income(P1), t.initiative(P1), t.claim(P1), t.reserve(P1)], [2; 4]);
}
