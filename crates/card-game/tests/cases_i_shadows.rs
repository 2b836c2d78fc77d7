//! Worked cases I: shadows (ruling set `faq-4.1`).

use card_game::testing::*;
use table::Game;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "s1", name: "Shade", kind: character, cost: 6, str: 3, icons: "I", keywords: [Shadow(4)], abilities: [
   Reaction(when: Marshal(Is(This)), effect: GainPower(1)), Reaction(when: Enters(card: Is(This), how: OutOfShadows), effect: Draw(1))]),
(code: "s2", name: "Whisper", kind: event, cost: 5, keywords: [Shadow(1)], abilities: [Reaction(when: WinDominance, effect: GainPower(2))]),
(code: "s3", name: "Poison", kind: attachment, cost: 3, host: [Character, Trait("King")], keywords: [Shadow(2)],
 abilities: [Reaction(when: Enters(card: Is(This)), effect: Draw(1))]),
(code: "s4", name: "Nobody", kind: character, cost: Dash, str: 3, keywords: [Shadow(3)]),
(code: "s5", name: "Rumor", kind: event, cost: Dash, keywords: [Shadow(0)], abilities: [Action(effect: GainPower(1))]),
(code: "u1", name: "The Ghost", kind: character, unique: true, cost: 3, str: 3, keywords: [Shadow(2)]),
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4),
(code: "k2", name: "Monarch", kind: character, cost: 2, str: 4, traits: ["King"]),
(code: "l1", name: "Judge", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Cost(Is(6))]), effect: Kneel("c"))]),
(code: "l2", name: "Watcher", kind: location, cost: 1, abilities: [Reaction(when: Enters(card: [Attachment]), effect: GainPower(1))]),
]"#;

fn quiet(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions")));
}

#[rule("CARD.C156", "RR.glossary.shadows.1", "RR.glossary.shadows.3", "RR.glossary.shadows.11")]
#[test]
fn card_c156_into_shadows_then_out() {
    let mut t = Table::faq(CARDS);
    let (shade, judge) = (t.hand(P1, "Shade"), t.play(P1, "Judge"));
    let knight = t.hand(P1, "Knight");
    t.set_gold(P1, 1);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    // 1 + 5 gold: 2 into shadows leave 4 for the way out.
    assert!(t.may(P1, &Action::IntoShadows { card: shade }) && !t.may(P1, &Action::IntoShadows { card: knight }));
    t.act(P1, Action::IntoShadows { card: shade });
    assert_eq!((t.gold(P1), t.zone(shade)), (4, Zone::Shadows));
    assert!(!t.in_play(shade));
    t.pass_while(|t| t.st.step.id() != "RR.fw.5.aw");
    // In another phase, in any action window.
    t.until(P1, "action_window");
    assert!(!t.uses(P1, judge));
    t.act(P1, Action::OutOfShadows { card: shade, gold: 4 });
    assert_eq!(t.gold(P1), 0);
    assert!(t.in_play(shade) && !t.kneeling(shade));
    t.until(P1, "reactions");
    assert_eq!(t.legal(P1).len(), 2, "the one about coming out of shadows and the pass, not the one about marshaling: {:?}", t.labels(P1));
    let hand = t.hand_size(P1);
    t.use_card(P1, shade);
    assert_eq!((t.hand_size(P1), t.power(P1)), (hand + 1, t.st.card(t.faction(P1)).power.into()));
    t.use_card(P1, judge).card(P1, shade);
    quiet(&mut t);
    assert!(t.kneeling(shade), "its printed cost is 6");
}

#[rule("CARD.C157", "RR.glossary.shadows.6")]
#[test]
fn card_c157_event_from_shadows() {
    for gold in [1, 0] {
        let mut t = Table::faq(CARDS);
        let whisper = t.shadows(P1, "Whisper");
        let in_hand = t.hand(P1, "Whisper");
        t.play(P1, "Knight");
        t.set_gold(P1, gold);
        t.start(Phase::Dominance);
        t.pass_while(|t| t.topic(P1) == "interrupts");
        assert_eq!(t.uses(P1, whisper), gold == 1, "for X, when its triggering condition occurs");
        assert!(!t.uses(P1, in_hand), "from hand it costs 5");
        if gold == 1 {
            t.use_card(P1, whisper);
            quiet(&mut t);
            assert_eq!((t.gold(P1), t.power(P1), t.zone(whisper)), (0, 3, Zone::Discard));
        }
    }
    // Not in an action window: it is no character that could come out.
    let mut t = Table::faq(CARDS);
    let whisper = t.shadows(P1, "Whisper");
    t.set_gold(P1, 9);
    t.start(Phase::Standing);
    t.until(P1, "action_window");
    assert!(!t.offers(P1, whisper));
}

#[rule("CARD.C158", "RR.fw.7.3", "RR.glossary.shadows.2")]
#[test]
fn card_c158_reserve_ignores_shadows() {
    for extra in [0, 1] {
        let mut t = Table::faq(CARDS);
        for _ in 0..5 + extra {
            t.hand(P1, "Knight");
        }
        for _ in 0..3 {
            t.shadows(P1, "Shade");
        }
        assert_eq!((t.hand_size(P1), t.reserve(P1)), (6 + extra, 6));
        t.start(Phase::Taxation);
        t.pass_while(|t| t.topic(P1) != "reserve" && t.st.step.id() != "RR.fw.7.aw");
        assert_eq!(t.topic(P1) == "reserve", extra == 1, "six in hand, three in shadows: no discard");
    }
}

#[rule("CARD.C159", "RR.glossary.shadows.5")]
#[test]
fn card_c159_attachment_without_host_from_shadows() {
    for host in [false, true] {
        let mut t = Table::faq(CARDS);
        let (poison, watcher) = (t.shadows(P1, "Poison"), t.play(P1, "Watcher"));
        t.play(P2, if host { "Monarch" } else { "Knight" });
        t.set_gold(P1, 2);
        t.start(Phase::Dominance);
        t.until(P1, "action_window");
        t.act(P1, Action::OutOfShadows { card: poison, gold: 2 });
        assert_eq!(t.gold(P1), 0, "X was paid");
        assert_eq!(t.zone(poison), if host { Zone::Play } else { Zone::Discard });
        assert_eq!(t.uses(P1, watcher) || t.uses(P1, poison), host, "nothing entered play");
    }
}

#[rule("CARD.C160", "RR.glossary.shadows.11")]
#[test]
fn card_c160_dash_cost_in_hand() {
    let mut t = Table::faq(CARDS);
    let (nobody, rumor) = (t.hand(P1, "Nobody"), t.hand(P1, "Rumor"));
    t.set_gold(P1, 9);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(!t.may(P1, &Action::Marshal { card: nobody }) && !t.uses(P1, rumor));
    let gold = t.gold(P1);
    t.act(P1, Action::IntoShadows { card: nobody });
    t.until(P1, "marshaling").act(P1, Action::IntoShadows { card: rumor });
    assert_eq!(t.gold(P1), gold - 4);
    t.until(P1, "marshaling").act(P1, Action::OutOfShadows { card: nobody, gold: 3 });
    quiet(&mut t);
    assert!(t.in_play(nobody));
    assert_eq!(t.gold(P1), gold - 7);
    t.use_card(P1, rumor);
    quiet(&mut t);
    assert_eq!(t.power(P1), 1);
}

#[rule("CARD.C161", "RR.glossary.shadows.12")]
#[test]
fn card_c161_dead_unique_in_shadows() {
    for dead in [true, false] {
        let mut t = Table::faq(CARDS);
        let ghost = t.shadows(P1, "The Ghost");
        if dead {
            t.dead(P1, "The Ghost");
        }
        let second = t.hand(P1, "The Ghost");
        t.set_gold(P1, 9);
        t.start(Phase::Marshaling);
        t.until(P1, "marshaling");
        assert_eq!(t.may(P1, &Action::OutOfShadows { card: ghost, gold: 2 }), !dead);
        assert!(t.may(P1, &Action::IntoShadows { card: second }), "into shadows it may go in any case");
    }
}
