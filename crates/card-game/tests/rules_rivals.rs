//! RS.3: constant and lasting effects that cannot all apply, and those that only seem so.

use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "a", name: "Silencer", kind: character, cost: 0, str: 3, traits: ["Lord"],
 abilities: [Constant(to: [Character, Trait("Lady")], gets: Blank), Constant(gets: Str(2))]),
(code: "b", name: "Husher", kind: character, cost: 0, str: 3, traits: ["Lady"],
 abilities: [Constant(to: [Character, Trait(["Lord", "Knight"])], gets: Blank), Constant(gets: Str(2))]),
(code: "c", name: "Muffler", kind: character, cost: 0, str: 3, traits: ["Lady"],
 abilities: [Constant(to: [Character, Trait("Lord")], gets: Blank), Constant(gets: Str(2))]),
(code: "k", name: "Loud Knight", kind: character, cost: 0, str: 3, traits: ["Knight"], abilities: [Constant(gets: Str(2))]),
(code: "n", name: "Namer", kind: character, cost: 0, str: 1, abilities: [Constant(to: [Character, Trait("Knight")], gets: Trait("Maester"))]),
(code: "h", name: "Crier", kind: character, cost: 0, str: 1, abilities: [Constant(to: [Character, Trait("Maester")], gets: Trait("Lord"))]),
(code: "e", name: "Hush", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Until(Round, "c", Blank))]),
(code: "s", name: "Diminish", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Until(Round, "c", SetStr(1)))]),
(code: "l", name: "Levelling Field", kind: location, cost: 0, abilities: [Constant(to: [Character], gets: SetStr(4))]),
(code: "p", name: "Famine", kind: plot, plot: (5, 5, 1, 6), abilities: [Constant(to: [Plot], gets: BaseIncome(0))]),
(code: "q", name: "Feast", kind: plot, plot: (5, 4, 1, 6), abilities: [Constant(to: [Plot], gets: BaseIncome(9))]),
]"#;

fn decide(t: &mut Table, id: Id) {
    assert_eq!(t.topic(P1), "rivals");
    t.act(P1, Action::Card { card: id });
}

#[rule("RS.3", "FAQ.1.6", "RR.window.choice.3")]
#[test]
fn the_first_player_says_which_of_two_that_blank_each_other_applies() {
    for chosen in [0, 1] {
        let mut t = Table::faq(CARDS);
        let both = [t.play(P2, "Silencer"), t.play(P2, "Husher")];
        t.start(Phase::Draw);
        // The first player, whoever controls them; asked about these two only.
        assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str(), t.legal(P1).len()), ("rivals", "", 2));
        decide(&mut t, both[chosen]);
        assert_eq!((t.strength(both[chosen]), t.strength(both[1 - chosen])), (5, 3));
    }
}

#[rule("RS.3", "FAQ.1.6")]
#[test]
fn by_the_faq_it_is_decided_once_and_again_when_a_further_one_joins() {
    let mut t = Table::faq(CARDS);
    let (a, b) = (t.play(P2, "Silencer"), t.play(P2, "Husher"));
    let c = t.hand(P1, "Muffler");
    t.start(Phase::Draw);
    decide(&mut t, b);
    t.until(P1, "marshaling");
    assert_eq!((t.strength(a), t.strength(b)), (3, 5));
    t.marshal(P1, c);
    t.pass_while(|t| t.topic(P1) != "rivals");
    assert_eq!(t.legal(P1).len(), 3);
    decide(&mut t, a);
    assert_eq!((t.strength(a), t.strength(b), t.strength(c)), (5, 3, 3));
    t.pass_while(|t| t.st.phase != Phase::Challenges && t.topic(P1) != "rivals");
    assert_eq!(t.st.phase, Phase::Challenges);
}

#[rule("RS.3")]
#[test]
fn by_the_reference_it_is_decided_whenever_it_matters() {
    let mut t = Table::new(CARDS);
    let (a, b) = (t.play(P2, "Silencer"), t.play(P2, "Husher"));
    t.start(Phase::Draw);
    // Before the phase has begun, and in it.
    decide(&mut t, a);
    assert_eq!(t.st.phase, Phase::Draw);
    decide(&mut t, b);
    assert_eq!((t.strength(a), t.strength(b)), (3, 5));
    t.pass_while(|t| t.topic(P1) != "rivals");
    assert_eq!(t.st.phase, Phase::Marshaling);
    decide(&mut t, a);
    assert_eq!((t.strength(a), t.strength(b)), (5, 3));
}

#[rule("RR.glossary.modifiers.1")]
#[test]
fn what_is_blank_blanks_nothing_whatever_came_first() {
    let mut t = Table::faq(CARDS);
    // The one that is blanked was there first.
    let (c, a, k) = (t.play(P1, "Muffler"), t.play(P2, "Silencer"), t.play(P1, "Loud Knight"));
    let _ = (c, a);
    t.start(Phase::Draw);
    decide(&mut t, a);
    assert_eq!((t.strength(c), t.strength(a), t.strength(k)), (3, 5, 5));
    // A chain without a circle asks nobody: the one in the middle is blank, so the last is not.
    let mut t = Table::faq(CARDS);
    let b = t.play(P1, "Husher");
    let k = t.play(P1, "Loud Knight");
    let hush = t.hand(P1, "Hush");
    t.start(Phase::Dominance);
    assert_eq!((t.strength(b), t.strength(k)), (5, 3));
    t.use_card(P1, hush).card(P1, b);
    t.until(P2, "action_window");
    assert_eq!((t.strength(b), t.strength(k)), (3, 5), "a lasting blank silences the blanker");
}

#[rule("RR.glossary.modifiers.1")]
#[test]
fn gained_traits_count_for_what_asks_for_them_in_whatever_order() {
    for order in [["Crier", "Namer", "Loud Knight", "Muffler"], ["Muffler", "Loud Knight", "Namer", "Crier"]] {
        let mut t = Table::faq(CARDS);
        let ids: Vec<Id> = order.iter().map(|name| t.play(P1, name)).collect();
        let knight = ids[order.iter().position(|n| *n == "Loud Knight").unwrap()];
        t.start(Phase::Draw);
        let view = t.view(P1);
        let shown = view.cards.iter().find(|c| c.id == knight.to_string()).expect("in the view");
        assert!(shown.traits.iter().any(|t| t == "Maester") && shown.traits.iter().any(|t| t == "Lord"), "{:?}", shown.traits);
    }
}

#[rule("RR.glossary.modifiers.4")]
#[test]
fn the_set_effect_that_began_last_wins() {
    let mut t = Table::faq(CARDS);
    let k = t.play(P1, "Loud Knight");
    let (dim, field) = (t.hand(P1, "Diminish"), t.hand(P1, "Levelling Field"));
    t.start(Phase::Marshaling);
    t.use_card(P1, dim).card(P1, k);
    t.until(P2, "action_window");
    assert_eq!(t.strength(k), 1);
    t.until(P1, "marshaling");
    t.marshal(P1, field);
    assert_eq!(t.strength(k), 4);
}

#[rule("RS.3", "RR.glossary.modifiers.4")]
#[test]
fn values_set_at_the_same_moment_are_the_first_players_choice() {
    for (chosen, income) in [("Famine", 0), ("Feast", 9)] {
        let mut t = Table::faq(CARDS);
        let famine = t.plot_deck(P1, "Famine");
        let feast = t.plot_deck(P2, "Feast");
        t.start(Phase::Plot);
        t.pick(P1, "Famine");
        t.pick(P2, "Feast");
        decide(&mut t, if chosen == "Famine" { famine } else { feast });
        assert_eq!((t.income(P1), t.income(P2)), (income, income));
    }
}
