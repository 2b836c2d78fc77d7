//! Worked cases, section E: STR and values (CARD.C073 to C083).

use std::cell::Cell;

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "e1", name: "Two", kind: character, cost: 2, str: 2, icons: "M"),
(code: "e2", name: "Three", kind: character, cost: 3, str: 3, icons: "M"),
(code: "e3", name: "Four", kind: character, cost: 4, str: 4, icons: "MI"),
(code: "e4", name: "Five", kind: character, cost: 5, str: 5, icons: "M"),
(code: "e5", name: "Unique Three", kind: character, unique: true, cost: 3, str: 3, icons: "M"),
(code: "t1", name: "Plus Two", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(2)))]),
(code: "t2", name: "Plus Four", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(4)))]),
(code: "t3", name: "Halve", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", HalveStr))]),
(code: "t4", name: "Minus Five", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(-5)))]),
(code: "t5", name: "Minus One", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(-1)))]),
(code: "t6", name: "Set One", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Challenge, "c", SetStr(1)))]),
(code: "t7", name: "Set Two", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Challenge, "c", SetStr(2)))]),
(code: "t8", name: "Set Six", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", SetStr(6)))]),
(code: "b2", name: "Burn Two", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", [Str(-2), KilledAtZero]))]),
(code: "b3", name: "Burn Three", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", [Str(-3), KilledAtZero]))]),
(code: "k1", name: "Execution", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "w1", name: "Last Words", kind: location, cost: 0, abilities: [Interrupt(when: Killed([Character]), effect: GainGold(1))]),
(code: "w2", name: "Mourning", kind: location, cost: 0, abilities: [Reaction(when: Killed([Character]), effect: GainGold(1))]),
(code: "s1", name: "Plain Save", kind: event, cost: 0, abilities: [Interrupt(when: WouldBeKilled([Character]), effect: Save)]),
(code: "s2", name: "Hard Again", kind: event, cost: 0, abilities: [Interrupt(when: WouldBeKilled([Character]),
   effect: [Save, Then, BecomeAttachment(on: Event, traits: ["Condition"], keywords: [Terminal], host_gets: [Str(1)])])]),
(code: "t9", name: "Winter", kind: location, cost: 0,
 abilities: [Action(effect: Until(Phase, [Character], [Str(-1), HalveStr, SetStr(1)]))]),
(code: "d1", name: "Steadfast", kind: character, cost: 4, str: 4, icons: "M",
 abilities: [Constant(gets: Cannot([BeBypassed, HaveStrReduced, BeKilled]))]),
(code: "s3", name: "Way Home", kind: event, cost: 0,
 abilities: [Interrupt(when: WouldBeKilled([Character]), effect: [Save, ReturnToHand(Event)])]),
(code: "s4", name: "Set Zero", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", [SetStr(0), KilledAtZero]))]),
(code: "i1", name: "Lose Power Icon", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", LoseIcon(Power)))]),
(code: "i2", name: "Gain Power Icon", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Icon(Power)))]),
]"#;

/// Passes up to the seat's turn in an action window and uses a card on a target.
fn apply(t: &mut Table, seat: Seat, tool: Id, target: Id) {
    t.until(seat, "action_window");
    t.card(seat, tool).cards(seat, &[target]);
}

/// The challenges phase with these tools in P1's hands and a character on each side.
fn table(tools: &[&str], target: &str) -> (Table, Vec<Id>, Id) {
    let mut t = Table::faq(CARDS);
    let tools = tools.iter().map(|name| t.play(P1, name)).collect();
    let target = t.play(P2, target);
    (t, tools, target)
}

#[rule("CARD.C073", "RR.glossary.modifiers.2", "RR.glossary.modifiers.3")]
#[test]
fn card_c073_halving_comes_after_adding_and_rounds_up() {
    // In either order of the effects.
    for order in [["Plus Two", "Halve"], ["Halve", "Plus Two"]] {
        let (mut t, tools, x) = table(&order, "Three");
        t.start(Phase::Challenges);
        apply(&mut t, P1, tools[0], x);
        apply(&mut t, P1, tools[1], x);
        assert_eq!(t.strength(x), 3);
    }
}

#[rule("CARD.C074", "RR.glossary.modifiers.3", "TT.7")]
#[test]
fn card_c074_two_halvings_round_once() {
    let (mut t, tools, x) = table(&["Halve", "Halve"], "Five");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    assert_eq!(t.strength(x), 3);
    apply(&mut t, P1, tools[1], x);
    // 1.25, rounded up; not 3 halved to 2 by chance: with 4 + 1 added as 5 it is the same number, so look at 9 as well.
    assert_eq!(t.strength(x), 2);
    let (mut t, tools, x) = table(&["Halve", "Halve", "Plus Four"], "Five");
    t.start(Phase::Challenges);
    for tool in tools {
        apply(&mut t, P1, tool, x);
    }
    assert_eq!(t.strength(x), 3, "9 / 4 = 2.25");
}

#[rule("CARD.C075", "RR.glossary.modifiers.4", "RR.glossary.modifiers.5")]
#[test]
fn card_c075_set_beats_everything() {
    let (mut t, tools, x) = table(&["Set One", "Plus Four"], "Three");
    let guard = t.play(P1, "Two");
    let other = t.play(P2, "Two");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[guard]);
    apply(&mut t, P1, tools[0], x);
    assert_eq!(t.strength(x), 1);
    apply(&mut t, P1, tools[1], x);
    assert_eq!(t.strength(x), 1);
    // When the set ends, what was added counts.
    t.defend(P2, &[x]);
    t.until(P2, "claim");
    t.cards(P2, &[other]);
    t.finish();
    assert_eq!(t.strength(x), 7);
}

#[rule("CARD.C076", "RR.glossary.modifiers.4")]
#[test]
fn card_c076_the_later_of_two_sets_then_the_earlier() {
    let (mut t, tools, x) = table(&["Set Six", "Set Two"], "Three");
    let guard = t.play(P1, "Two");
    let other = t.play(P2, "Two");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[guard]);
    apply(&mut t, P1, tools[0], x);
    assert_eq!(t.strength(x), 6);
    apply(&mut t, P1, tools[1], x);
    assert_eq!(t.strength(x), 2);
    t.defend(P2, &[x]);
    t.until(P2, "claim");
    t.cards(P2, &[other]);
    t.finish();
    assert_eq!(t.strength(x), 6);
}

#[rule("CARD.C077", "RR.glossary.modifiers.6")]
#[test]
fn card_c077_what_is_below_zero_counts_later() {
    let (mut t, tools, x) = table(&["Minus Five", "Plus Four"], "Two");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    assert_eq!(t.strength(x), 0);
    assert!(t.in_play(x), "STR 0 alone kills nobody");
    apply(&mut t, P1, tools[1], x);
    assert_eq!(t.strength(x), 1);
}

#[rule("CARD.C078", "FAQ.2.6")]
#[test]
fn card_c078_burn_kills_at_zero() {
    let (mut t, tools, x) = table(&["Burn Three"], "Three");
    let words = t.play(P2, "Last Words");
    let mourning = t.play(P2, "Mourning");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    t.pass_while(|t| !t.offers(P2, words));
    // The kill is imminent: STR 0, still in play.
    assert_eq!(t.strength(x), 0);
    assert!(t.in_play(x));
    assert!(!t.offers(P2, mourning));
    t.card(P2, words);
    t.pass_while(|t| !t.offers(P2, mourning));
    assert_eq!(t.zone(x), Zone::Dead);
    assert!(t.offers(P2, mourning));
    assert!(!t.offers(P2, words));
    assert_eq!(t.gold(P2), 1);
}

#[rule("CARD.C079", "RR.glossary.save.4")]
#[test]
fn card_c079_a_duplicate_cannot_save_from_burn() {
    for (tool, saves) in [("Burn Three", false), ("Execution", true)] {
        let (mut t, tools, x) = table(&[tool], "Unique Three");
        t.duplicate(x);
        t.start(Phase::Challenges);
        apply(&mut t, P1, tools[0], x);
        let offered = Cell::new(false);
        t.pass_while(|t| {
            offered.set(offered.get() || t.may(P2, &Action::Save { card: x }));
            t.in_play(x)
        });
        assert_eq!(offered.get(), saves, "{tool}");
        assert_eq!(t.zone(x), Zone::Dead, "{tool}: nobody used a save");
    }
}

#[rule("CARD.C080", "FAQ.3.1")]
#[test]
fn card_c080_a_save_that_adds_str_saves_from_burn() {
    let (mut t, tools, x) = table(&["Burn Three"], "Three");
    let plain = t.hand(P2, "Plain Save");
    let hard = t.hand(P2, "Hard Again");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    t.pass_while(|t| t.topic(P2) != "interrupts");
    assert!(t.offers(P2, hard));
    assert!(!t.offers(P2, plain));
    t.card(P2, hard);
    t.until(P1, "action_window");
    assert!(t.in_play(x));
    assert_eq!(t.strength(x), 1);
    assert_eq!(t.zone(hard), Zone::Play);
}

#[rule("RR.glossary.save.4", "FAQ.3.1", "CR.11")]
#[test]
fn what_remedies_strength_zero_and_what_does_not() {
    // Added STR is of no use against a set, returning to hand is.
    let (mut t, tools, x) = table(&["Set Zero"], "Three");
    let hard = t.hand(P2, "Hard Again");
    let home = t.hand(P2, "Way Home");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    t.pass_while(|t| t.topic(P2) != "interrupts");
    assert!(t.offers(P2, home));
    assert!(!t.offers(P2, hard));
    t.card(P2, home);
    t.until(P1, "action_window");
    assert_eq!(t.zone(x), Zone::Hand);
}

#[rule("CARD.C081", "FAQ.3.1")]
#[test]
fn card_c081_one_remedy_against_two_burns() {
    // 4 - 2 - 2: both burns see STR 0 now; the save at the first leaves nothing for the second.
    let (mut t, tools, x) = table(&["Burn Two", "Burn Two"], "Four");
    let hard = t.hand(P2, "Hard Again");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    apply(&mut t, P1, tools[1], x);
    t.pass_while(|t| t.topic(P2) != "interrupts");
    assert_eq!(t.strength(x), 0);
    t.card(P2, hard);
    t.until(P1, "action_window");
    assert!(t.in_play(x));
    assert_eq!(t.strength(x), 1);
}

#[rule("CARD.C082", "FAQ.2.6", "FAQ.def.terminal_condition")]
#[test]
fn card_c082_burn_kills_later_in_the_phase() {
    let (mut t, tools, x) = table(&["Burn Three", "Minus One"], "Four");
    t.start(Phase::Challenges);
    apply(&mut t, P1, tools[0], x);
    t.until(P1, "action_window");
    assert!(t.in_play(x));
    assert_eq!(t.strength(x), 1);
    apply(&mut t, P1, tools[1], x);
    t.until(P1, "action_window");
    assert_eq!(t.zone(x), Zone::Dead);
}

#[rule("CARD.C083", "FAQ.q.nymeria", "RR.glossary.challenge_icons.2")]
#[test]
fn card_c083_an_icon_lost_that_was_never_there() {
    let mut t = Table::faq(CARDS);
    let x = t.play(P1, "Three");
    let (lose, gain) = (t.play(P1, "Lose Power Icon"), t.play(P1, "Gain Power Icon"));
    let challenge = Action::Challenge { kind: Power, against: P2 };
    t.start(Phase::Challenges);
    apply(&mut t, P1, lose, x);
    apply(&mut t, P1, gain, x);
    assert!(!t.icon(x, Power));
    t.until(P1, "action_window");
    let mut none = clone(&t);
    none.until(P1, "initiate");
    assert!(!none.may(P1, &challenge));
    apply(&mut t, P1, gain, x);
    assert!(t.icon(x, Power));
    t.until(P1, "initiate");
    assert!(t.may(P1, &challenge));
}

#[rule("FAQ.q.dany", "FAQ.2.1")]
#[test]
fn a_strength_that_cannot_be_reduced() {
    let (mut t, tools, x) = table(&["Minus One", "Winter", "Plus Four", "Set Six", "Execution"], "Steadfast");
    let guard = t.play(P1, "Four");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[guard]);
    t.until(P1, "action_window");
    t.card(P1, tools[1]);
    t.until(P1, "action_window");
    assert_eq!((t.strength(guard), t.strength(x)), (1, 4));
    apply(&mut t, P1, tools[2], x);
    assert_eq!(t.strength(x), 8);
    // It is not chosen for a reduction, and each of several "cannot" counts.
    for tool in [tools[0], tools[4]] {
        t.until(P1, "action_window");
        t.card(P1, tool);
        assert!(t.offers(P1, guard) && !t.offers(P1, x));
        if tool == tools[0] {
            t.cards(P1, &[guard]);
            // A set that is not below the base counts.
            apply(&mut t, P1, tools[3], x);
            assert_eq!(t.strength(x), 6);
        }
    }
}

/// The same table once more, to look ahead.
fn clone(t: &Table) -> Table {
    Table { rules: Table::faq(CARDS).rules, st: t.st.clone(), events: Vec::new() }
}
