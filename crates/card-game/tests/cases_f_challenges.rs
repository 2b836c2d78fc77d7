//! Worked cases, section F: challenges, initiation and defence (CARD.C084 to C099).

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "c1", name: "Four M", kind: character, cost: 4, str: 4, icons: "M"),
(code: "c2", name: "Four I", kind: character, cost: 4, str: 4, icons: "I"),
(code: "c3", name: "All Icons", kind: character, cost: 5, str: 2, icons: "MIP"),
(code: "c4", name: "Sneak", kind: character, cost: 3, str: 3, icons: "M", keywords: [Stealth]),
(code: "c5", name: "Lurker", kind: character, cost: 3, str: 3, icons: "M", keywords: [Ambush(1)],
 abilities: [Reaction(when: Marshal(Is(This)), effect: GainGold(7)), Reaction(when: Enters(card: Is(This)), effect: Draw(1))]),
(code: "c6", name: "Unique Lurker", kind: character, unique: true, cost: 3, str: 3, icons: "M", keywords: [Ambush(2)]),
(code: "t1", name: "Take Icon", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", LoseIcon(Military)))]),
(code: "t2", name: "Part", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: RemoveFromChallenge("c"))]),
(code: "t3", name: "Join Defense", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character, Yours]), effect: JoinDefense("c"))]),
(code: "t4", name: "Join Attack", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character, Yours]), effect: JoinAttack("c"))]),
(code: "t5", name: "Seize", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character, Opponents]), effect: TakeControl("c"))]),
(code: "t6", name: "Rise", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Stand("c"))]),
(code: "r1", name: "Alarm", kind: location, cost: 0, abilities: [Reaction(when: Initiated(against: You), effect: GainGold(1))]),
(code: "r2", name: "Footprints", kind: location, cost: 0, abilities: [Reaction(when: Bypasses([Character]), effect: GainGold(1))]),
(code: "r3", name: "Second War", kind: location, cost: 0, abilities: [Constant(rules: ExtraChallenge(Military))]),
(code: "r4", name: "Narrow Pass", kind: location, cost: 0, abilities: [Constant(rules: MaxAttackers(1))]),
]"#;

fn challenge(kind: ChallengeType, against: Seat) -> Action {
    Action::Challenge { kind, against }
}

/// Passes up to the seat's turn in the action window of this step and uses a card on a target.
fn apply(t: &mut Table, step: &str, seat: Seat, tool: Id, target: Id) {
    t.pass_while(|t| t.st.step.id() != step || t.topic(seat) != "action_window");
    assert_eq!((t.st.step.id(), t.topic(seat).as_str()), (step, "action_window"));
    t.card(seat, tool).cards(seat, &[target]);
}

const AW2: &str = "RR.fw.4.aw2";
const AW3: &str = "RR.fw.4.aw3";

#[rule("CARD.C084", "RR.fw.4.2")]
#[test]
fn card_c084_an_attacker_needs_the_icon_and_to_stand() {
    let mut t = Table::faq(CARDS);
    t.play(P1, "Four I");
    let knelt = t.play(P1, "Four M");
    t.kneel(knelt);
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    assert!(!t.may(P1, &challenge(Military, P2)));
    assert!(t.may(P1, &challenge(Intrigue, P2)));
}

#[rule("CARD.C085", "RR.glossary.participating.4")]
#[test]
fn card_c085_an_icon_lost_after_declaring() {
    let mut t = Table::faq(CARDS);
    let attacker = t.play(P1, "Four M");
    let tool = t.play(P2, "Take Icon");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[attacker]);
    apply(&mut t, AW2, P2, tool, attacker);
    assert!(!t.icon(attacker, Military));
    assert!(t.st.attacking(attacker));
    t.finish();
    assert_eq!(t.last_result(), (Some(P1), 4, 0, true));
}

#[rule("CARD.C086", "RR.fw.4.2")]
#[test]
fn card_c086_one_challenge_of_each_type() {
    for extra in [false, true] {
        let mut t = Table::faq(CARDS);
        let first = t.play(P1, "Four M");
        t.play(P1, "All Icons");
        if extra {
            t.play(P1, "Second War");
        }
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[first]);
        t.finish();
        t.until(P1, "initiate");
        assert_eq!(t.may(P1, &challenge(Military, P2)), extra);
        assert!(t.may(P1, &challenge(Intrigue, P2)));
        assert!(t.may(P1, &challenge(Power, P2)));
    }
}

#[rule("CARD.C087", "RR.fw.4.2", "RR.fw.4.3")]
#[test]
fn card_c087_passing_ends_the_turn() {
    let mut t = Table::faq(CARDS);
    let first = t.play(P1, "Four M");
    t.play(P1, "All Icons");
    t.play(P2, "All Icons");
    t.play(P2, "All Icons");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[first]);
    t.until(P2, "claim");
    let lost = t.st.play.iter().copied().find(|id| t.offers(P2, *id)).expect("a character");
    t.cards(P2, &[lost]);
    t.finish();
    t.until(P1, "initiate");
    assert!(t.may(P1, &challenge(Power, P2)));
    t.pass(P1);
    t.until(P2, "initiate");
    assert!(t.may(P2, &challenge(Power, P1)));
    t.pass(P2);
    // P1 is not asked again.
    t.pass_while(|t| t.topic(P1) != "initiate" && t.st.phase == Phase::Challenges);
    assert_eq!(t.st.phase, Phase::Dominance);
}

#[rule("CARD.C088", "RR.fw.4.2.6", "RR.window.list")]
#[test]
fn card_c088_an_action_window_before_each_challenge() {
    let mut t = Table::faq(CARDS);
    let first = t.play(P1, "Four I");
    t.play(P1, "All Icons");
    t.start(Phase::Challenges);
    assert_eq!(t.st.step.id(), "RR.fw.4.aw1");
    t.attack(P1, Intrigue, P2, &[first]);
    t.finish();
    assert_eq!(t.st.step.id(), "RR.fw.4.aw1");
    assert_eq!(t.topic(P1), "action_window");
    t.until(P1, "initiate");
}

#[rule("CARD.C089", "RR.glossary.stealth.1")]
#[test]
fn card_c089_stealth_cannot_bypass_stealth() {
    let mut t = Table::faq(CARDS);
    let sneak = t.play(P1, "Sneak");
    let (same, other) = (t.play(P2, "Sneak"), t.play(P2, "Four M"));
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Military, P2, &[sneak]);
    assert_eq!(t.topic(P1), "stealth");
    assert!(!t.offers(P1, same));
    assert!(t.offers(P1, other));
}

#[rule("CARD.C090", "RR.glossary.stealth.3")]
#[test]
fn card_c090_bypassed_although_the_source_is_gone() {
    let mut t = Table::faq(CARDS);
    let (sneak, friend) = (t.play(P1, "Sneak"), t.play(P1, "Four M"));
    let (x, other) = (t.play(P2, "Four M"), t.play(P2, "All Icons"));
    let tool = t.play(P2, "Part");
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Military, P2, &[sneak, friend]);
    t.card(P1, x);
    apply(&mut t, AW2, P2, tool, sneak);
    t.until(P2, "defenders");
    assert!(!t.st.participates(sneak));
    assert!(!t.offers(P2, x));
    assert!(t.offers(P2, other));
}

#[rule("CARD.C091", "RR.glossary.stealth.4")]
#[test]
fn card_c091_a_bypassed_character_may_be_put_into_the_challenge() {
    let mut t = Table::faq(CARDS);
    let sneak = t.play(P1, "Sneak");
    let x = t.play(P2, "Four M");
    let tool = t.play(P2, "Join Defense");
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Military, P2, &[sneak]);
    t.card(P1, x);
    apply(&mut t, AW3, P2, tool, x);
    assert!(t.st.defending(x));
    t.finish();
    assert_eq!(t.last_result(), (Some(P2), 3, 4, false));
}

#[rule("CARD.C092", "FAQ.q.wolves")]
#[test]
fn card_c092_two_stealths_may_choose_one_target() {
    let mut t = Table::faq(CARDS);
    let (a, b) = (t.play(P1, "Sneak"), t.play(P1, "Sneak"));
    let (x, other) = (t.play(P2, "Four M"), t.play(P2, "Four M"));
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Military, P2, &[a, b]);
    t.card(P1, x);
    assert_eq!(t.topic(P1), "stealth");
    t.card(P1, x);
    t.until(P2, "defenders");
    assert!(!t.offers(P2, x));
    assert!(t.offers(P2, other));
}

#[rule("CARD.C093", "RR.fw.4.2")]
#[test]
fn card_c093_reactions_see_all_announcements_in_one_window() {
    let mut t = Table::faq(CARDS);
    let sneak = t.play(P2, "Sneak");
    let x = t.play(P1, "Four M");
    let (alarm, second) = (t.play(P1, "Alarm"), t.play(P1, "Alarm"));
    let (footprints, more) = (t.play(P2, "Footprints"), t.play(P1, "Footprints"));
    t.start(Phase::Challenges);
    t.until(P2, "initiate");
    t.declare(P2, Military, P1, &[sneak]);
    t.card(P2, x);
    // The first player is asked first, also as the defender, and about all of it.
    assert_eq!(t.topic(P1), "reactions");
    assert!(t.topic(P2).is_empty());
    assert!(t.offers(P1, alarm) && t.offers(P1, second) && t.offers(P1, more));
    t.card(P1, alarm);
    assert_eq!(t.topic(P2), "reactions");
    t.card(P2, footprints);
    // Back to an announcement of the challenge: the same window.
    assert!(t.offers(P1, second) && t.offers(P1, more));
    assert!(!t.offers(P1, alarm));
}

#[rule("CARD.C094", "RR.glossary.ambush.1", "RR.fw.4.2.1")]
#[test]
fn card_c094_an_ambushed_defender() {
    for (step, in_time) in [(AW2, true), (AW3, false)] {
        let mut t = Table::faq(CARDS);
        let attacker = t.play(P1, "Four M");
        let knelt = t.play(P2, "Four M");
        t.kneel(knelt);
        let lurker = t.hand(P2, "Lurker");
        t.set_gold(P2, 1);
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[attacker]);
        t.pass_while(|t| t.st.step.id() != step || t.topic(P2) != "action_window");
        t.act(P2, Action::Ambush { card: lurker, gold: 1 });
        assert!(t.in_play(lurker) && !t.kneeling(lurker));
        assert_eq!(t.gold(P2), 0);
        if in_time {
            t.defend(P2, &[lurker]);
            assert!(t.kneeling(lurker));
        }
        assert_eq!(t.st.defending(lurker), in_time);
        t.finish();
        assert_eq!(t.last_result().2, if in_time { 3 } else { 0 });
    }
}

#[rule("CARD.C095", "RR.glossary.ambush.2")]
#[test]
fn card_c095_ambush_is_not_marshaling() {
    let mut t = Table::faq(CARDS);
    let lurker = t.hand(P1, "Lurker");
    t.set_gold(P1, 4);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    t.act(P1, Action::Ambush { card: lurker, gold: 1 });
    assert_eq!(t.topic(P1), "reactions");
    assert!(t.may(P1, &Action::Use { card: lurker, ability: 2, on: None }));
    assert!(!t.may(P1, &Action::Use { card: lurker, ability: 1, on: None }));
    // Marshaled, both are usable.
    let mut t = Table::faq(CARDS);
    let lurker = t.hand(P1, "Lurker");
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    t.act(P1, Action::Marshal { card: lurker });
    assert!(t.may(P1, &Action::Use { card: lurker, ability: 1, on: None }));
    assert!(t.may(P1, &Action::Use { card: lurker, ability: 2, on: None }));
}

#[rule("CARD.C096", "RR.glossary.ambush.5", "AMB.8")]
#[test]
fn card_c096_a_duplicate_by_ambush() {
    let mut t = Table::faq(CARDS);
    let u = t.play(P1, "Unique Lurker");
    let copy = t.hand(P1, "Unique Lurker");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    t.act(P1, Action::Ambush { card: copy, gold: 2 });
    assert_eq!(t.gold(P1), 0);
    assert_eq!(t.zone(copy), Zone::Duplicate);
    assert_eq!(t.st.duplicates_of(u).collect::<Vec<_>>(), [copy]);
    // Not for less.
    let mut t = Table::faq(CARDS);
    t.play(P1, "Unique Lurker");
    let copy = t.hand(P1, "Unique Lurker");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.offers(P1, copy));
}

#[rule("CARD.C097", "RR.glossary.ownership.5", "RR15.part.6")]
#[test]
fn card_c097_control_changes_in_a_challenge() {
    let mut t = Table::faq(CARDS);
    let attacker = t.play(P1, "All Icons");
    let tool = t.play(P1, "Seize");
    let x = t.play(P2, "Four M");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[attacker]);
    t.defend(P2, &[x]);
    assert!(t.st.defending(x));
    apply(&mut t, AW3, P1, tool, x);
    assert_eq!(t.st.controller(x), P1);
    assert!(!t.st.participates(x));
    assert!(t.kneeling(x));
    t.finish();
    assert_eq!(t.last_result(), (Some(P1), 2, 0, true));
}

#[rule("CARD.C098", "RR.glossary.participating.4")]
#[test]
fn card_c098_a_participating_character_stands() {
    let mut t = Table::faq(CARDS);
    let (first, second) = (t.play(P1, "Four I"), t.play(P1, "All Icons"));
    let x = t.play(P2, "All Icons");
    let tool = t.play(P2, "Rise");
    t.empty_hand(P2);
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[first]);
    t.defend(P2, &[x]);
    assert!(t.kneeling(x));
    apply(&mut t, AW3, P2, tool, x);
    assert!(!t.kneeling(x));
    assert!(t.st.defending(x));
    t.finish();
    assert_eq!(t.last_result(), (Some(P1), 4, 2, false));
    // Standing, it may be declared again, and counts for dominance.
    t.attack(P1, Power, P2, &[second]);
    t.until(P2, "defenders");
    assert!(t.offers(P2, x));
    t.cards(P2, &[]);
    t.pass_while(|t| t.st.phase != Phase::Standing);
    assert_eq!(t.st.dominance_winner, Some(P2));
}

#[rule("CARD.C099", "RR.glossary.stealth.5", "RR.glossary.participating.1")]
#[test]
fn card_c099_more_attackers_by_other_ways() {
    let mut t = Table::faq(CARDS);
    let (first, second) = (t.play(P1, "Four M"), t.play(P1, "All Icons"));
    let tool = t.play(P1, "Join Attack");
    t.play(P1, "Narrow Pass");
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.act(P1, challenge(Military, P2));
    t.act(P1, Action::Card { card: first });
    // One attacker is all: the declaration is complete.
    assert_ne!(t.topic(P1), "attackers");
    assert_eq!(t.st.challenge.as_ref().map(|c| c.attackers.len()), Some(1));
    apply(&mut t, AW2, P1, tool, second);
    assert!(t.st.attacking(first) && t.st.attacking(second));
    t.finish();
    assert_eq!(t.last_result(), (Some(P1), 6, 0, true));
}
