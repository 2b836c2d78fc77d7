//! Worked cases CARD.C013 to C025: the plot phase, plots, initiative.

use card_game::testing::*;
use table::{Chance, Game, Seat};
use test_macros::rule;

const FIVES: &str = r#"[
(code: "p1", name: "Five A", kind: plot, plot: (5, 5, 1, 6)),
(code: "p2", name: "Five B", kind: plot, plot: (5, 5, 1, 6)),
]"#;

/// Each seat chooses the plot of this name; then all are revealed.
fn choose(t: &mut Table, plots: &[(Seat, &str)]) {
    for (seat, name) in plots {
        t.pick(*seat, name);
    }
}

/// Both choose a plot with initiative 5.
fn fives(t: &mut Table) {
    t.plot_deck(P1, "Five A");
    t.plot_deck(P2, "Five B");
    t.start(Phase::Plot);
    choose(t, &[(P1, "Five A"), (P2, "Five B")]);
}

fn power(t: &mut Table, seat: Seat, n: i16) {
    let faction = t.faction(seat);
    t.set_power(faction, n);
}

#[rule("CARD.C013", "RR.fw.1.3.I")]
#[test]
fn card_c013_initiative_tie_lower_power_wins() {
    let mut t = Table::faq(FIVES);
    power(&mut t, P1, 6);
    power(&mut t, P2, 4);
    // No chance is asked for.
    t.st.chance = Chance::script(vec![]);
    fives(&mut t);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "first_player"));
    t.st.chance.finish().unwrap();
}

#[rule("CARD.C014", "RR.fw.1.3.I")]
#[test]
fn card_c014_double_tie_is_random() {
    for (outcome, winner) in [(0, P1), (1, P2)] {
        let mut t = Table::faq(FIVES);
        power(&mut t, P1, 3);
        power(&mut t, P2, 3);
        t.st.chance = Chance::script(vec![outcome]);
        fives(&mut t);
        assert_eq!(t.topic(winner), "first_player");
        assert_eq!(t.st.acting().iter().count(), 1);
        t.st.chance.finish().unwrap();
    }
}

#[rule("CARD.C015", "RR.fw.1.3.I")]
#[test]
fn card_c015_three_players_tie_at_the_top_only() {
    let cards =
        r#"[(code: "p1", name: "Seven", kind: plot, plot: (5, 7, 1, 6)), (code: "p2", name: "Two", kind: plot, plot: (5, 2, 1, 6))]"#;
    let mut t = Table::with(Pool::default(), cards, Rulings::Faq41, 3);
    for (seat, plot, n) in [(P1, "Seven", 5), (P2, "Seven", 3), (P3, "Two", 0)] {
        t.plot_deck(seat, plot);
        power(&mut t, seat, n);
    }
    t.st.chance = Chance::script(vec![]);
    t.start(Phase::Plot);
    choose(&mut t, &[(P1, "Seven"), (P2, "Seven"), (P3, "Two")]);
    let topics = [P1, P2, P3].map(|s| t.topic(s));
    assert_eq!(topics, ["", "first_player", ""]);
    t.st.chance.finish().unwrap();
}

#[rule("CARD.C016", "RR.fw.1.3.II")]
#[test]
fn card_c016_initiative_winner_may_choose_the_opponent() {
    for first in [P1, P2] {
        let mut t = Table::faq(FIVES);
        power(&mut t, P1, 1);
        fives(&mut t);
        assert_eq!(t.topic(P2), "first_player");
        t.act(P2, Action::Player { seat: first });
        assert_eq!(t.st.first_player, first);
        // The first player has the first opportunity of windows.
        assert_eq!(t.topic(first), "action_window");
    }
}

#[rule("CARD.C017", "RR.fw.1.3.III", "AMB.2")]
#[test]
fn card_c017_order_of_when_revealed_is_for_the_new_first_player() {
    let mut t = Table::faq(
        r#"[(code: "p1", name: "Bow", kind: plot, plot: (5, 1, 1, 6), abilities: [WhenRevealed(choose: ("c", [Character]), effect: Kneel("c"))]),
            (code: "p2", name: "Coin", kind: plot, plot: (5, 9, 1, 6), abilities: [WhenRevealed(effect: GainGold(2))]),
            (code: "x1", name: "Proud", kind: character, cost: 1, str: 1,
             abilities: [Reaction(when: Knelt([Is(This)]), effect: GainPower(1))])]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    let proud = t.play(P1, "Proud");
    let (bow, coin) = (t.plot_deck(P1, "Bow"), t.plot_deck(P2, "Coin"));
    t.start(Phase::Plot);
    choose(&mut t, &[(P1, "Bow"), (P2, "Coin")]);
    t.act(P2, Action::Player { seat: P2 });
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "order_when_revealed"));
    assert!(t.offers(P2, bow) && t.offers(P2, coin));
    // The opponent's first. Its target is chosen by its controller, and its reactions come before the other ability.
    t.card(P2, bow).card(P1, proud);
    assert_eq!(t.topic(P1), "reactions");
    assert_eq!(t.gold(P2), 0);
    t.card(P1, proud);
    assert_eq!((t.power(P1), t.gold(P2)), (1, 2));
}

#[rule("CARD.C018", "RR.ab.kinds.4", "FAQ.q.catelyn")]
#[test]
fn card_c018_when_revealed_is_no_players_trigger() {
    let mut t = Table::faq(
        r#"[(code: "p1", name: "Coin", kind: plot, plot: (5, 9, 1, 6), abilities: [WhenRevealed(effect: GainGold(2))]),
            (code: "x1", name: "Silencer", kind: character, cost: 1, str: 1, abilities: [Constant(player: Opponent, rules: CannotTrigger)]),
            (code: "x2", name: "Mint", kind: location, cost: 1, abilities: [Action(effect: GainGold(1))])]"#,
    );
    t.play(P1, "Silencer");
    let (mine, theirs) = (t.play(P1, "Mint"), t.play(P2, "Mint"));
    t.plot_deck(P2, "Coin");
    t.start(Phase::Plot);
    choose(&mut t, &[(P1, "Filler Plot"), (P2, "Coin")]);
    t.act(P2, Action::Player { seat: P1 });
    assert_eq!(t.gold(P2), 2);
    // What a player triggers is forbidden.
    assert!(t.offers(P1, mine));
    t.pass_while(|t| {
        assert!(!t.offers(P2, theirs));
        t.st.phase == Phase::Plot
    });
}

#[rule("CARD.C019", "RR.fw.1.3")]
#[test]
fn card_c019_reactions_to_revealing_wait() {
    let mut t = Table::faq(
        r#"[(code: "p1", name: "Coin", kind: plot, plot: (5, 1, 1, 6), abilities: [WhenRevealed(effect: GainGold(2))]),
            (code: "p2", name: "Purse", kind: plot, plot: (5, 9, 1, 6), abilities: [WhenRevealed(effect: GainGold(3))]),
            (code: "x1", name: "Herald", kind: character, cost: 1, str: 1,
             abilities: [Reaction(when: RevealPlot(You), effect: GainPower(1))])]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    t.no_plots(P1);
    let herald = t.play(P1, "Herald");
    let coin = t.plot_deck(P1, "Coin");
    t.plot_deck(P2, "Purse");
    t.start(Phase::Plot);
    choose(&mut t, &[(P1, "Coin"), (P2, "Purse")]);
    t.act(P2, Action::Player { seat: P1 });
    assert_eq!(t.topic(P1), "order_when_revealed");
    assert!(!t.offers(P1, herald));
    t.card(P1, coin);
    // Both have resolved, and the used pile has been recycled: only now the reaction.
    assert_eq!(t.topic(P1), "reactions");
    assert!(t.offers(P1, herald));
    assert_eq!((t.gold(P1), t.gold(P2)), (2, 3));
    assert_eq!((t.st.player(P1).plot_deck.len(), t.st.player(P1).used.len()), (1, 0));
    t.card(P1, herald);
    assert_eq!(t.power(P1), 1);
    assert!(!t.offers(P1, herald));
}

const SEVEN: &str = r#"[
(code: "p1", name: "Plot A", kind: plot, plot: (5, 3, 1, 6)),
(code: "p2", name: "Plot B", kind: plot, plot: (5, 3, 1, 6)),
(code: "p3", name: "Plot C", kind: plot, plot: (5, 3, 1, 6)),
(code: "p4", name: "Plot D", kind: plot, plot: (5, 3, 1, 6)),
(code: "p5", name: "Plot E", kind: plot, plot: (5, 3, 1, 6)),
(code: "p6", name: "Plot F", kind: plot, plot: (5, 3, 1, 6)),
(code: "p7", name: "Last", kind: plot, plot: (0, 9, 1, 6), abilities: [WhenRevealed(effect: GainGold(UsedPlotsOf(You)))]),
]"#;

/// P1 has one plot in the deck, one revealed, five used, and reveals the last.
fn last_plot() -> (Table, Id, Id) {
    let mut t = Table::faq(SEVEN);
    t.empty_hand(P1);
    t.empty_hand(P2);
    t.no_plots(P1);
    let former = t.plot(P1, "Plot A");
    for name in ["Plot B", "Plot C", "Plot D", "Plot E", "Plot F"] {
        t.used(P1, name);
    }
    let last = t.plot_deck(P1, "Last");
    t.start(Phase::Plot);
    choose(&mut t, &[(P1, "Last"), (P2, "Filler Plot")]);
    (t, former, last)
}

#[rule("CARD.C020", "RR.glossary.plot_card.2", "RR.glossary.plot_card.4", "RR.fw.1.3")]
#[test]
fn card_c020_recycling_keeps_the_last_plot_out() {
    let (mut t, former, last) = last_plot();
    // The former one is used at once; nothing is recycled while the first player is being chosen.
    assert_eq!(t.topic(P1), "first_player");
    assert_eq!(t.zone(former), Zone::UsedPlots);
    assert_eq!((t.st.player(P1).used.len(), t.st.player(P1).plot_deck.len()), (6, 0));
    t.act(P1, Action::Player { seat: P1 });
    assert_eq!((t.st.player(P1).used.len(), t.st.player(P1).plot_deck.len()), (0, 6));
    assert_eq!(t.zone(former), Zone::PlotDeck);
    assert_eq!(t.zone(last), Zone::RevealedPlot);
    assert_eq!(t.st.player(P1).revealed, Some(last));
    t.until(P1, "choose_plot");
    assert_eq!(t.st.round, 2);
    assert_eq!(t.labels(P1), ["Plot A", "Plot B", "Plot C", "Plot D", "Plot E", "Plot F"]);
    choose(&mut t, &[(P1, "Plot A"), (P2, "Filler Plot")]);
    assert_eq!((t.zone(last), t.zone(former)), (Zone::UsedPlots, Zone::RevealedPlot));
}

#[rule("CARD.C021", "RR.glossary.plot_card.4", "RR.fw.1.3")]
#[test]
fn card_c021_when_revealed_that_counts_the_used_pile() {
    let (mut t, ..) = last_plot();
    assert_eq!(t.gold(P1), 0);
    t.act(P1, Action::Player { seat: P1 });
    assert_eq!(t.gold(P1), 6);
    assert_eq!(t.st.player(P1).used.len(), 0);
}

const NEW_PLOT: &str = r#"[
(code: "p1", name: "High", kind: plot, plot: (5, 12, 2, 6), abilities: [WhenRevealed(effect: GainGold(UsedPlotsOf(You)))]),
(code: "p2", name: "Training", kind: plot, plot: (5, 3, 1, 6), abilities: [Constant(to: [Character, Yours], gets: Str(1))]),
(code: "x1", name: "Schemer", kind: location, cost: 1, abilities: [Action(phase: Challenges, effect: RevealNewPlot, limit: PerRound(1))]),
(code: "x2", name: "Cruelty", kind: event, cost: 0, abilities: [Action(phase: Challenges, effect: Rule(Phase, Claim(1)))]),
(code: "x3", name: "Guard", kind: character, cost: 2, str: 2, icons: "M"),
(code: "x4", name: "Herald", kind: location, cost: 1, abilities: [Reaction(when: RevealPlot(You), effect: GainPower(1))]),
]"#;

#[rule("CARD.C022", "RR.fw.1.3.1")]
#[test]
fn card_c022_new_plot_during_challenges() {
    let mut t = Table::faq(NEW_PLOT);
    t.empty_hand(P1);
    t.no_plots(P2);
    let (schemer, herald) = (t.play(P2, "Schemer"), t.play(P2, "Herald"));
    t.play(P1, "Herald");
    let (former, high) = (t.st.player(P2).revealed.unwrap(), t.plot_deck(P2, "High"));
    t.used(P2, "Training");
    t.start(Phase::Challenges);
    t.pass_while(|t| !t.offers(P2, schemer));
    t.card(P2, schemer);
    t.until(P2, "choose_plot");
    assert_eq!(t.topic(P1), "", "only P2 reveals");
    t.card(P2, high);
    t.pass_while(|t| {
        assert!(t.topic(P1) != "first_player" && t.topic(P2) != "first_player");
        !t.offers(P2, herald)
    });
    // When Revealed counted the used pile, then it was recycled; the reaction comes last.
    assert_eq!((t.gold(P2), t.st.player(P2).used.len(), t.st.player(P2).plot_deck.len()), (2, 0, 2));
    assert_eq!((t.zone(former), t.zone(high)), (Zone::PlotDeck, Zone::RevealedPlot));
    t.card(P2, herald);
    assert_eq!((t.power(P1), t.power(P2)), (0, 1));
    // Higher initiative changes nothing: same first player, still the challenges phase of P1.
    assert_eq!((t.initiative(P1), t.initiative(P2)), (3, 12));
    assert_eq!((t.st.first_player, t.st.phase, t.st.active), (P1, Phase::Challenges, Some(P1)));
}

#[rule("CARD.C023", "FAQ.2.5", "CR.19")]
#[test]
fn card_c023_lasting_claim_raise_follows_the_position() {
    let mut t = Table::faq(NEW_PLOT);
    let (schemer, cruelty, guard) = (t.play(P1, "Schemer"), t.hand(P1, "Cruelty"), t.play(P1, "Guard"));
    let high = t.plot_deck(P1, "High");
    let theirs = [0; 4].map(|_| t.play(P2, "Guard"));
    t.start(Phase::Challenges);
    t.pass_while(|t| !t.offers(P1, cruelty));
    t.card(P1, cruelty);
    t.pass_while(|t| !t.offers(P1, schemer));
    assert_eq!(t.claim(P1), 2);
    t.card(P1, schemer).card(P1, high);
    t.attack(P1, Military, P2, &[guard]);
    assert_eq!(t.claim(P1), 3);
    t.until(P2, "claim").cards(P2, &theirs[..3]);
    t.finish();
    assert_eq!(theirs.map(|id| t.zone(id)), [Zone::Dead, Zone::Dead, Zone::Dead, Zone::Play]);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.claim(P1), 2);
}

#[rule("CARD.C024", "RR.glossary.plot_card.2", "RR.glossary.constant_abilities.1")]
#[test]
fn card_c024_used_plots_text_is_off() {
    let mut t = Table::faq(
        r#"[(code: "p1", name: "Training", kind: plot, plot: (5, 3, 1, 6), abilities: [Constant(to: [Character, Yours], gets: Str(1))]),
            (code: "x1", name: "Guard", kind: character, cost: 2, str: 2)]"#,
    );
    let training = t.plot(P1, "Training");
    let guard = t.play(P1, "Guard");
    t.start(Phase::Plot);
    assert_eq!(t.strength(guard), 3, "revealed until it is replaced");
    choose(&mut t, &[(P1, "Filler Plot"), (P2, "Filler Plot")]);
    assert_eq!(t.zone(training), Zone::UsedPlots);
    assert_eq!(t.strength(guard), 2);
    // The same when it is replaced in the middle of a phase: at once, before anybody acts again.
    let mut t = Table::faq(NEW_PLOT);
    t.plot(P1, "Training");
    let (schemer, guard) = (t.play(P1, "Schemer"), t.play(P1, "Guard"));
    t.start(Phase::Challenges);
    t.pass_while(|t| !t.offers(P1, schemer));
    assert_eq!(t.strength(guard), 3);
    t.card(P1, schemer).pick(P1, "Filler Plot");
    assert_eq!(t.strength(guard), 2);
}

#[rule("CARD.C025", "RR.glossary.plot_value_modifiers.2", "RR.glossary.blank.1")]
#[test]
fn card_c025_blank_removes_plot_icons_of_a_location() {
    let cards = r#"[(code: "x1", name: "Mint", kind: location, cost: 1, income: 1),
        (code: "x2", name: "Ruin", kind: attachment, cost: 1, host: [Location], abilities: [Constant(to: Host, gets: Blank)])]"#;
    for (blank, gold) in [(false, 6), (true, 5)] {
        let mut t = Table::faq(cards);
        let mint = t.play(P1, "Mint");
        if blank {
            t.attach(mint, "Ruin");
        }
        t.start(Phase::Marshaling);
        assert_eq!((t.income(P1), t.gold(P1)), (gold, gold));
        assert_eq!(t.gold(P2), 0);
    }
}
