//! Worked cases L: remaining rules of the source pages (ruling set `faq-4.1`; C197 needs titles and stands with them).

use card_game::testing::*;
use table::Game;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "k2", name: "Squire", kind: character, cost: 1, str: 3, icons: "MIP"),
(code: "k3", name: "Sellsword", kind: character, cost: 2, str: 2, abilities: [Constant(gets: MarshalIn(Challenges))]),
(code: "l1", name: "Exchange", kind: location, cost: 1, abilities: [Action(
   effect: [Choose(("a", [In(Shadows, You)])), Choose(("b", [In(Hand, You)])), Switch("a", "b")])]),
(code: "l2", name: "Twins", kind: location, cost: 1,
 abilities: [Action(choose: (name: "c", of: [Character], count: 2), effect: Kneel("c"))]),
(code: "l3", name: "Pledge", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]),
   effect: [Until(Round, "c", Str(2)), Delayed(EndOf(Round), If(Matches("c", [Str(AtLeast(5))]), Draw(1)))])]),
(code: "l4", name: "Drill", kind: location, cost: 1, abilities: [Constant(to: [Character, Yours], gets: Str(2))]),
]"#;

fn quiet(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions")));
}

#[rule("CARD.C193", "RR.glossary.switch.1", "RR.ab.can_initiate.1")]
#[test]
fn card_c193_switch_needs_both_sides() {
    for in_hand in [false, true] {
        let mut t = Table::faq(CARDS);
        t.empty_hand(P1);
        let exchange = t.play(P1, "Exchange");
        let shadow = t.shadows(P1, "Knight");
        if in_hand {
            t.hand(P1, "Squire");
        }
        t.start(Phase::Dominance);
        t.until(P1, "action_window");
        assert_eq!(t.uses(P1, exchange), in_hand);
        if in_hand {
            t.use_card(P1, exchange);
            t.pass_while(|t| t.zone(shadow) == Zone::Shadows && t.topic(P1) != "effect_cards");
            t.pick(P1, "Knight").pick(P1, "Squire");
            assert_eq!((t.st.player(P1).hand.as_slice(), t.st.player(P1).shadows.len()), ([shadow].as_slice(), 1));
        }
    }
}

#[rule("CARD.C194", "RR.fw.4.3", "RR.window.action.1")]
#[test]
fn card_c194_next_active_player_after_the_challenges_of_the_first() {
    let mut t = Table::faq(CARDS);
    t.play(P1, "Knight");
    t.play(P2, "Knight");
    t.start(Phase::Challenges);
    t.until(P1, "initiate").pass(P1);
    assert_eq!((t.st.step.id(), t.st.active), ("RR.fw.4.aw1", Some(P2)));
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("action_window", ""), "P1 has the first opportunity");
    t.pass(P1).pass(P2);
    assert_eq!(t.topic(P2), "initiate");
    t.pass(P2);
    t.pass_while(|t| {
        assert!(!t.st.step.id().contains("fw.4.aw"), "no further window");
        t.st.phase == Phase::Challenges
    });
    assert_eq!(t.st.phase, Phase::Dominance);
}

#[rule("CARD.C195", "RR.glossary.play_restrictions.2")]
#[test]
fn card_c195_permission_is_optional() {
    for early in [true, false] {
        let mut t = Table::faq(CARDS);
        let (sellsword, squire) = (t.hand(P1, "Sellsword"), t.hand(P1, "Squire"));
        t.start(Phase::Marshaling);
        t.until(P1, "marshaling");
        assert!(t.may(P1, &Action::Marshal { card: sellsword }), "at the normal time");
        if early {
            t.marshal(P1, sellsword);
        } else {
            t.pass_while(|t| t.st.phase != Phase::Challenges);
            t.until(P1, "action_window");
            assert!(!t.offers(P1, squire), "not without permission");
            t.act(P1, Action::Marshal { card: sellsword });
        }
        quiet(&mut t);
        assert!(t.in_play(sellsword));
        assert_eq!(t.gold(P1), 3);
    }
}

#[rule("CARD.C196", "RR.glossary.target.2", "RR.glossary.target.4")]
#[test]
fn card_c196_multiple_targets_at_once() {
    let mut t = Table::faq(CARDS);
    let twins = t.play(P1, "Twins");
    let knight = t.play(P2, "Knight");
    t.start(Phase::Dominance);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, twins), "one legal character only");
    let squire = t.play(P2, "Squire");
    t.pass(P1);
    t.use_card(P1, twins);
    t.card(P1, knight);
    assert!(!t.offers(P1, knight), "different ones");
    assert!(!t.kneeling(knight) && !t.may(P1, &Action::Done));
    t.card(P1, squire);
    quiet(&mut t);
    assert!(t.kneeling(knight) && t.kneeling(squire));
}

#[rule("CARD.C198", "FAQ.qr.end", "RR.glossary.lasting_effects.2", "RR.fw.7.5")]
#[test]
fn card_c198_round_durations_end_in_7_5() {
    for drilled in [false, true] {
        let mut t = Table::faq(CARDS);
        let (pledge, squire) = (t.play(P1, "Pledge"), t.play(P1, "Squire"));
        if drilled {
            t.play(P1, "Drill");
        }
        let base = if drilled { 5 } else { 3 };
        t.start(Phase::Taxation);
        t.use_card(P1, pledge).card(P1, squire);
        quiet(&mut t);
        assert_eq!(t.strength(squire), base + 2);
        let hand = t.hand_size(P1);
        t.pass_while(|t| t.topic(P1) != "choose_plot");
        assert_eq!(t.strength(squire), base, "the bonus has expired");
        assert_eq!(t.hand_size(P1), hand + usize::from(drilled), "first the bonus expires, then the delayed effect looks at the STR");
    }
}
