//! Worked cases CARD.C026 to C044: the draw phase, marshaling, costs.

use card_game::testing::*;
use test_macros::rule;

// --- draw

#[rule("CARD.C026", "RR.fw.2.2")]
#[test]
fn card_c026_draw_is_simultaneous() {
    let cards = r#"[(code: "x1", name: "Scribe", kind: character, cost: 1, str: 1,
         abilities: [Reaction(when: Draws(You), effect: GainPower(1))]),
        (code: "x2", name: "Clerk", kind: character, cost: 1, str: 1,
         abilities: [Interrupt(when: Draws(You), effect: GainGold(1))])]"#;
    let mut t = Table::faq(cards);
    t.empty_hand(P1);
    t.empty_hand(P2);
    let (scribe, clerk) = (t.play(P1, "Scribe"), t.play(P1, "Clerk"));
    t.start(Phase::Draw);
    // The interrupt comes before anybody has drawn.
    assert_eq!(t.topic(P1), "interrupts");
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (0, 0));
    t.card(P1, clerk);
    // The reaction after both have: two cards are one occurrence, so it can be used once.
    assert_eq!(t.topic(P1), "reactions");
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (2, 2));
    assert!(t.offers(P1, scribe));
    t.card(P1, scribe);
    t.pass_while(|t| {
        assert!(!t.offers(P1, scribe) && !t.offers(P1, clerk));
        t.st.phase == Phase::Draw
    });
    assert_eq!(t.power(P1), 1);
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (2, 2));
}

#[rule("CARD.C027", "RR.fw.2.2", "RR.glossary.winning_the_game.3")]
#[test]
fn card_c027_drawing_the_last_card_eliminates() {
    for (left, over) in [(3, false), (2, true), (1, true)] {
        let mut t = Table::faq("");
        t.deck_size(P2, left);
        let hand = t.hand_size(P2);
        t.start(Phase::Draw);
        assert_eq!(t.winner(), over.then_some(P1), "{left} cards left");
        if left == 2 {
            assert_eq!((t.hand_size(P2), t.deck_len(P2)), (hand + 2, 0), "P2 draws both");
        }
    }
}

#[rule("CARD.C028", "RR.fw.2.2")]
#[test]
fn card_c028_both_decks_empty_in_the_draw_step() {
    for winner in [P1, P2] {
        let mut t = Table::faq("");
        t.deck_size(P1, 2);
        t.deck_size(P2, 2);
        t.start(Phase::Draw);
        assert_eq!((t.winner(), t.topic(P1).as_str(), t.topic(P2).as_str()), (None, "choose_winner", ""));
        t.act(P1, Action::Player { seat: winner });
        assert_eq!(t.winner(), Some(winner));
    }
}

#[rule("CARD.C029", "FAQ.q.time_of_plenty")]
#[test]
fn card_c029_draw_bonus_only_in_step_2_2() {
    let mut t = Table::faq(
        r#"[(code: "x1", name: "Granary", kind: location, cost: 1, abilities: [
                Constant(rules: DrawPhase(1)), Action(phase: Draw, cost: Kneel(This), effect: Draw(2))])]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    let granary = t.play(P1, "Granary");
    t.start(Phase::Draw);
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (3, 2));
    t.card(P1, granary);
    assert_eq!(t.hand_size(P1), 5);
}

// --- the marshaling window

const WINDOW: &str = r#"[
(code: "x1", name: "Guard", kind: character, cost: 1, str: 1),
(code: "x2", name: "Mint", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: GainGold(1))]),
(code: "x3", name: "Granary", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: Draw(1))]),
]"#;

#[rule("CARD.C030", "RR.fw.3.aw", "RR.glossary.active_player.1")]
#[test]
fn card_c030_non_active_player_may_act_in_marshaling() {
    let mut t = Table::faq(WINDOW);
    let (own, theirs) = (t.hand(P1, "Guard"), t.hand(P2, "Guard"));
    t.hand(P1, "Guard");
    let (granary, mint) = (t.play(P1, "Granary"), t.play(P2, "Mint"));
    t.set_gold(P2, 5);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert_eq!(t.topic(P1), "marshaling");
    t.act(P1, Action::Marshal { card: own });
    t.pass_while(|t| matches!(t.st.stack.last(), Some(Frame::Batch(_))));
    // One opportunity each: P2 may take an action, but not marshal.
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "action_window"));
    assert!(t.offers(P2, mint) && !t.offers(P2, theirs));
    t.card(P2, mint);
    t.pass_while(|t| matches!(t.st.stack.last(), Some(Frame::Batch(_))));
    assert_eq!(t.topic(P1), "marshaling");
    // P2 is active: income is collected, and P1, who is first player, still has the first opportunity.
    t.pass(P1).pass(P2);
    t.pass_while(|t| matches!(t.st.stack.last(), Some(Frame::Batch(_))));
    assert_eq!(t.st.active, Some(P2));
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("action_window", ""));
    assert!(t.offers(P1, granary));
    assert!(!t.can(P1, "Marshal"), "P1 still has a guard in hand and gold");
    assert!(t.gold(P1) > 0 && t.gold(P2) == 5 + 1 + 5);
    t.pass(P1);
    assert_eq!(t.topic(P2), "marshaling");
    t.act(P2, Action::Marshal { card: theirs });
}

#[rule("CARD.C031", "RR.window.action.2")]
#[test]
fn card_c031_pass_and_come_back() {
    let mut t = Table::faq(WINDOW);
    let guard = t.hand(P1, "Guard");
    let mint = t.play(P2, "Mint");
    t.play(P2, "Granary");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.pass(P1).card(P2, mint);
    assert_eq!(t.topic(P1), "marshaling");
    t.act(P1, Action::Marshal { card: guard });
    // P2's pass and P1's pass in a row close it; P1's earlier pass does not count.
    assert_eq!((t.topic(P2).as_str(), t.st.active), ("action_window", Some(P1)));
    t.pass(P2);
    assert_eq!((t.topic(P1).as_str(), t.st.active), ("marshaling", Some(P1)));
    t.pass(P1);
    assert_eq!(t.st.active, Some(P2));
}

// --- limited

const LIMITED: &str = r#"[
(code: "x1", name: "Kingsroad", kind: location, cost: 0, keywords: [Limited]),
(code: "x2", name: "Roseroad", kind: location, cost: 0, keywords: [Limited]),
(code: "x3", name: "The Wall", kind: location, unique: true, cost: 4, keywords: [Limited]),
(code: "x4", name: "Feint", kind: event, cost: 0, keywords: [Limited], abilities: [Action(effect: GainPower(1))]),
(code: "x5", name: "Builder", kind: character, cost: 1, str: 1, abilities: [
    Action(choose: ("l", [Location, In(Hand, You)]), effect: PutIntoPlay("l"), limit: PerRound(1))]),
]"#;

#[rule("CARD.C032", "RR.glossary.limited.1")]
#[test]
fn card_c032_second_limited_card() {
    for first in [false, true] {
        let mut t = Table::faq(LIMITED);
        let (road, rose, feint) = (t.hand(P1, "Kingsroad"), t.hand(P1, "Roseroad"), t.hand(P1, "Feint"));
        let theirs = t.hand(P2, "Feint");
        t.start(Phase::Marshaling).until(P1, "marshaling");
        assert!(t.offers(P1, feint));
        if first {
            t.act(P1, Action::Marshal { card: road });
            t.pass_while(|t| t.topic(P1) != "marshaling");
            assert!(!t.offers(P1, rose) && !t.offers(P1, feint));
        }
        t.pass_while(|t| t.st.phase != Phase::Challenges || t.topic(P1) != "action_window");
        assert_eq!(t.offers(P1, feint), !first);
        // Each player has one of their own.
        t.pass(P1);
        assert!(t.offers(P2, theirs));
        // In the next round there is another.
        t.until(P1, "choose_plot").pick(P1, "Filler Plot").pick(P2, "Filler Plot");
        t.pass_while(|t| t.topic(P1) != "action_window");
        if t.topic(P1).is_empty() {
            let winner = if t.topic(P2) == "first_player" { P2 } else { P1 };
            t.act(winner, Action::Player { seat: P1 });
        }
        t.until(P1, "action_window");
        assert_eq!(t.st.round, 2);
        assert!(t.offers(P1, feint));
    }
}

#[rule("CARD.C033", "RR.glossary.limited.2")]
#[test]
fn card_c033_limited_put_into_play() {
    // After the limited card of the round.
    let mut t = Table::faq(LIMITED);
    let builder = t.play(P1, "Builder");
    let (road, rose) = (t.hand(P1, "Kingsroad"), t.hand(P1, "Roseroad"));
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.act(P1, Action::Marshal { card: road });
    t.pass_while(|t| t.topic(P1) != "marshaling");
    t.card(P1, builder);
    if t.topic(P1) == "target" {
        t.card(P1, rose);
    }
    assert!(t.in_play(rose));
    // Before it.
    let mut t = Table::faq(LIMITED);
    let builder = t.play(P1, "Builder");
    let (road, rose) = (t.hand(P1, "Kingsroad"), t.hand(P1, "Roseroad"));
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.card(P1, builder).card(P1, rose);
    assert!(t.in_play(rose));
    t.pass_while(|t| t.topic(P1) != "marshaling");
    t.act(P1, Action::Marshal { card: road });
    assert!(t.in_play(road));
}

#[rule("CARD.C034", "RR.glossary.limited.3", "FAQ.q.limited_dupe")]
#[test]
fn card_c034_limited_as_duplicate() {
    let mut t = Table::faq(LIMITED);
    let wall = t.play(P1, "The Wall");
    let (road, rose, copy) = (t.hand(P1, "Kingsroad"), t.hand(P1, "Roseroad"), t.hand(P1, "The Wall"));
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.act(P1, Action::Marshal { card: road });
    t.pass_while(|t| t.topic(P1) != "marshaling");
    assert!(!t.offers(P1, rose));
    let gold = t.gold(P1);
    t.act(P1, Action::Marshal { card: copy });
    assert_eq!((t.zone(copy), t.st.card(copy).host), (Zone::Duplicate, Some(wall)));
    assert_eq!(t.gold(P1), gold);
    // And the other way round: a duplicate does not use up the limited card.
    let mut t = Table::faq(LIMITED);
    t.play(P1, "The Wall");
    let (road, copy) = (t.hand(P1, "Kingsroad"), t.hand(P1, "The Wall"));
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.act(P1, Action::Marshal { card: copy });
    t.pass_while(|t| t.topic(P1) != "marshaling");
    assert!(t.offers(P1, road));
}

// --- gold

const COSTS: &str = r#"[
(code: "x1", name: "One", kind: character, cost: 1, str: 1),
(code: "x2", name: "Three", kind: character, cost: 3, str: 1),
(code: "x3", name: "Market", kind: location, cost: 1, abilities: [Constant(rules: Reduce(by: 3, of: [Character, Cost(AtMost(1))], how: Marshal))]),
(code: "x4", name: "Harbor", kind: location, cost: 1, abilities: [Constant(rules: Reduce(by: 2, of: [Character, Cost(Is(3))], how: Marshal))]),
(code: "x5", name: "Toll", kind: location, cost: 1,
 abilities: [Constant(player: Opponent, rules: Reduce(by: -1, of: [Character], how: Marshal))]),
(code: "x6", name: "Patron", kind: location, cost: 1, abilities: [Constant(rules: Reduce(by: 1, of: [EventCard], how: Play))]),
(code: "x7", name: "Largesse", kind: event, cost: X, abilities: [Action(effect: GainPower(X))]),
(code: "p1", name: "Poor", kind: plot, plot: (2, 3, 1, 6)),
]"#;

#[rule("CARD.C035", "RR.init.3", "RR.glossary.modifiers.6")]
#[test]
fn card_c035_reducers_do_not_go_below_0() {
    let mut t = Table::faq(COSTS);
    t.play(P1, "Market");
    let one = t.hand(P1, "One");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    assert!(t.can(P1, "Marshal One (free)"));
    t.act(P1, Action::Marshal { card: one });
    assert!(t.in_play(one));
    assert_eq!(t.gold(P1), gold);
}

#[rule("CARD.C036", "RR.glossary.modifiers.2")]
#[test]
fn card_c036_reduction_and_increase_together() {
    let mut t = Table::faq(COSTS);
    t.play(P1, "Harbor");
    t.play(P2, "Toll");
    let three = t.hand(P1, "Three");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.act(P1, Action::Marshal { card: three });
    assert_eq!(gold - t.gold(P1), 2);
    // A surplus of the reduction is not lost before the increase: 1 - 3 + 1 is 0, not 1.
    let mut t = Table::faq(COSTS);
    t.play(P1, "Market");
    t.play(P2, "Toll");
    let one = t.hand(P1, "One");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.act(P1, Action::Marshal { card: one });
    assert_eq!(gold, t.gold(P1));
}

#[rule("CARD.C037", "RR.glossary.x.2", "RR.init.3")]
#[test]
fn card_c037_x_cost_keeps_x_when_reduced() {
    let mut t = Table::faq(COSTS);
    t.plot(P1, "Poor");
    t.play(P1, "Patron");
    let event = t.hand(P1, "Largesse");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert_eq!(t.gold(P1), 2);
    t.card(P1, event);
    assert_eq!(t.topic(P1), "x");
    assert!(t.may(P1, &Action::Number { n: 3 }) && !t.may(P1, &Action::Number { n: 4 }));
    assert!(!t.may(P1, &Action::Number { n: 0 }), "it would not change the game");
    t.act(P1, Action::Number { n: 3 });
    t.until(P1, "marshaling");
    assert_eq!((t.gold(P1), t.power(P1)), (0, 3));
}

// --- attachments

const ATTACHMENTS: &str = r#"[
(code: "x1", name: "Guard", kind: character, cost: 1, str: 1),
(code: "x2", name: "Cloak", kind: attachment, cost: 1, abilities: [Constant(to: Host, gets: Str(-1)), Action(effect: Draw(1), limit: PerRound(1))]),
(code: "x3", name: "Banner", kind: attachment, cost: 1, host: [Location]),
]"#;

#[rule("CARD.C038", "RR.glossary.attachment_cards.2")]
#[test]
fn card_c038_attachment_without_host() {
    for host in [false, true] {
        let mut t = Table::faq(ATTACHMENTS);
        let (cloak, banner) = (t.hand(P1, "Cloak"), t.hand(P1, "Banner"));
        if host {
            t.play(P1, "Guard");
        }
        t.start(Phase::Marshaling).until(P1, "marshaling");
        assert_eq!(t.offers(P1, cloak), host);
        assert!(!t.offers(P1, banner), "a character is no host for it");
    }
}

#[rule("CARD.C039", "RR.glossary.attachment_cards.4", "RR.glossary.attachment_cards.7")]
#[test]
fn card_c039_attachment_on_an_opponents_character() {
    let mut t = Table::faq(ATTACHMENTS);
    let (own, theirs) = (t.play(P1, "Guard"), t.play(P2, "Guard"));
    let cloak = t.hand(P1, "Cloak");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.act(P1, Action::Marshal { card: cloak });
    assert_eq!(t.topic(P1), "host");
    assert!(t.offers(P1, own) && t.offers(P1, theirs));
    t.card(P1, theirs);
    assert_eq!(t.st.card(cloak).host, Some(theirs));
    assert_eq!(t.st.controller(cloak), P1);
    assert_eq!((t.strength(own), t.strength(theirs)), (1, 0));
    // Its controller uses it.
    assert!(!t.offers(P2, cloak));
    t.pass_while(|t| t.topic(P1) != "marshaling");
    assert!(t.offers(P1, cloak));
}

// --- other costs

#[rule("CARD.C040", "RR.init.4", "RR.glossary.costs.4")]
#[test]
fn card_c040_cost_partly_prevented() {
    let cards = r#"[(code: "x1", name: "Scholar", kind: character, cost: 1, str: 1,
         abilities: [Action(cost: [Kneel(This), Gold(2)], effect: Draw(1))]),
        (code: "x2", name: "Hoist", kind: location, cost: 1, abilities: [
          ForcedInterrupt(when: Knelt([Character]), effect: Until(Phase, Event, Cannot(Kneel)))])]"#;
    for prevented in [false, true] {
        let mut t = Table::faq(cards);
        let scholar = t.play(P1, "Scholar");
        if prevented {
            t.play(P2, "Hoist");
        }
        t.start(Phase::Marshaling).until(P1, "marshaling");
        let (gold, hand) = (t.gold(P1), t.hand_size(P1));
        t.card(P1, scholar);
        assert_eq!(gold - t.gold(P1), 2);
        assert_eq!(t.kneeling(scholar), !prevented);
        assert_eq!(t.hand_size(P1), hand + usize::from(!prevented));
    }
}

#[rule("CARD.C041", "RR.ab.can_initiate.1")]
#[test]
fn card_c041_effect_without_potential() {
    let cards = r#"[(code: "x1", name: "Nurse", kind: character, cost: 1, str: 1,
         abilities: [Action(cost: Kneel(This), choose: ("c", [Character]), effect: Stand("c"))]),
        (code: "x2", name: "Guard", kind: character, cost: 1, str: 1)]"#;
    for kneeling in [false, true] {
        let mut t = Table::faq(cards);
        let (nurse, guard) = (t.play(P1, "Nurse"), t.play(P1, "Guard"));
        if kneeling {
            t.kneel(guard);
        }
        t.start(Phase::Marshaling).until(P1, "marshaling");
        assert_eq!(t.offers(P1, nurse), kneeling);
        if kneeling {
            t.card(P1, nurse);
            assert!(t.offers(P1, guard) && !t.offers(P1, nurse), "the nurse was no legal target at step 1");
            t.card(P1, guard);
            assert!(t.kneeling(nurse) && !t.kneeling(guard));
        }
    }
}

const LORDS: &str = r#"[
(code: "x1", name: "Lord", kind: character, cost: 1, str: 1, traits: ["Lord"]),
(code: "x2", name: "Hall", kind: location, cost: 1, abilities: [Action(cost: Kneel([Character, Trait("Lord")]), effect: GainPower(1))]),
(code: "x3", name: "Hermit", kind: character, cost: 1, str: 1, traits: ["Lord"], abilities: [Constant(gets: ImmuneTo([Location]))]),
(code: "x4", name: "Stocks", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Kneel("c"))]),
]"#;

#[rule("CARD.C042", "RR.glossary.costs.3")]
#[test]
fn card_c042_opponents_card_as_cost() {
    let mut t = Table::faq(LORDS);
    let hall = t.play(P1, "Hall");
    t.play(P2, "Lord");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert!(!t.offers(P1, hall));
    let mut t = Table::faq(LORDS);
    let hall = t.play(P1, "Hall");
    let (theirs, a, b) = (t.play(P2, "Lord"), t.play(P1, "Lord"), t.play(P1, "Lord"));
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.card(P1, hall);
    assert_eq!(t.topic(P1), "cost");
    assert!(t.offers(P1, a) && t.offers(P1, b) && !t.offers(P1, theirs));
    t.card(P1, b);
    assert_eq!([theirs, a, b].map(|id| t.kneeling(id)), [false, false, true]);
    assert_eq!(t.power(P1), 1);
}

#[rule("CARD.C043", "RR.glossary.immune.4")]
#[test]
fn card_c043_immune_card_used_as_cost() {
    let mut t = Table::faq(LORDS);
    let (hall, stocks) = (t.play(P1, "Hall"), t.play(P1, "Stocks"));
    let hermit = t.play(P1, "Hermit");
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert!(!t.offers(P1, stocks), "its effect cannot touch the hermit");
    t.card(P1, hall);
    assert!(t.kneeling(hermit));
    assert_eq!(t.power(P1), 1);
}

#[rule("CARD.C044", "RR.glossary.kneel.1", "RR.fw.6.2")]
#[test]
fn card_c044_kneeling_twice() {
    let mut t =
        Table::faq(r#"[(code: "x1", name: "Sept", kind: location, cost: 1, abilities: [Action(cost: KneelFaction, effect: Draw(1))])]"#);
    let sept = t.play(P1, "Sept");
    let faction = t.faction(P1);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    t.card(P1, sept);
    assert!(t.kneeling(faction));
    t.pass_while(|t| {
        let stood = matches!(t.st.step.id(), "RR.fw.6.2" | "RR.fw.6.aw");
        assert!(stood || !t.offers(P1, sept), "at {}", t.st.step.id());
        !stood || t.topic(P1) != "action_window"
    });
    assert!(!t.kneeling(faction));
    assert_eq!(t.st.step.id(), "RR.fw.6.aw");
    assert!(t.offers(P1, sept));
}
