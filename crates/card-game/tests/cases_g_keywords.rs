//! Worked cases, section G: keywords after the challenge, contributing STR, assault (CARD.C118 to C132).

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "c1", name: "Nobody", kind: character, cost: 0, str: 0, icons: "MIP"),
(code: "c2", name: "Two", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "c3", name: "Three", kind: character, cost: 3, str: 3, icons: "I"),
(code: "c4", name: "Four", kind: character, cost: 4, str: 4, icons: "I"),
(code: "c5", name: "Six", kind: character, cost: 6, str: 6, icons: "MIP"),
(code: "k1", name: "Knight", kind: character, cost: 3, str: 3, icons: "MIP", keywords: [Renown]),
(code: "k2", name: "Sage", kind: character, cost: 3, str: 3, icons: "MIP", keywords: [Insight]),
(code: "k3", name: "Bully", kind: character, cost: 3, str: 3, icons: "MIP", keywords: [Intimidate]),
(code: "k4", name: "Raider", kind: character, cost: 3, str: 3, icons: "MIP", keywords: [Pillage]),
(code: "k5", name: "Ram", kind: character, cost: 5, str: 3, icons: "MIP", keywords: [Assault]),
(code: "k6", name: "Small Ram", kind: character, cost: 2, str: 2, icons: "MIP", keywords: [Assault]),
(code: "l1", name: "Keep", kind: location, cost: 4, traits: ["Winterfell"], reserve: 1, abilities: [Action(effect: GainGold(1))]),
(code: "l2", name: "Great Keep", kind: location, cost: 5, abilities: [Action(effect: GainGold(1))]),
(code: "l3", name: "Chronicle", kind: location, cost: 0, abilities: [Constant(rules: Reserve(Count([Location, Trait("Winterfell")])))]),
(code: "r1", name: "Triumph", kind: location, cost: 0, abilities: [Reaction(when: Win(), effect: GainGold(1))]),
(code: "r2", name: "Loot", kind: location, cost: 0, abilities: [Reaction(when: Pillages(by: [], card: []), effect: GainGold(1))]),
(code: "r3", name: "Lesson", kind: location, cost: 0,
 abilities: [Reaction(when: Draws(You), choose: ("c", [Character, Yours]), effect: Until(Challenge, "c", Keyword(Renown)))]),
(code: "r4", name: "Banishment", kind: location, cost: 0,
 abilities: [Reaction(when: ClaimApplied(as: Defender), choose: ("c", [Character, Attacking]), effect: ReturnToHand("c"))]),
(code: "r5", name: "Example", kind: location, cost: 0,
 abilities: [Reaction(when: GainsPower([Character]), choose: ("c", [Character, Yours]), effect: Until(Challenge, "c", Keyword(Renown)))]),
(code: "t1", name: "Loan", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Challenge, "c", Contribute))]),
(code: "c6", name: "Giant", kind: character, cost: 4, str: 5, icons: "",
 abilities: [Constant(only_if: Exists([Character, Attacking, Yours]), gets: Contribute)]),
(code: "t5", name: "Hush", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Challenge, "c", NoContribute))]),
(code: "t2", name: "Join Defense", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character, Yours]), effect: JoinDefense("c"))]),
(code: "t3", name: "Part", kind: location, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: RemoveFromChallenge("c"))]),
(code: "t4", name: "Blunt", kind: location, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Challenge, "c", LoseKeyword(Assault)))]),
]"#;

const AW2: &str = "RR.fw.4.aw2";
const AW3: &str = "RR.fw.4.aw3";

/// Passes up to the seat's turn in the action window of this step.
fn window(t: &mut Table, step: &str, seat: Seat) {
    t.pass_while(|t| t.st.step.id() != step || t.topic(seat) != "action_window");
    assert_eq!((t.st.step.id(), t.topic(seat).as_str()), (step, "action_window"));
}

/// The same, and uses a card on a target.
fn apply(t: &mut Table, step: &str, seat: Seat, tool: Id, target: Id) {
    window(t, step, seat);
    t.card(seat, tool).cards(seat, &[target]);
}

/// Passes to the end of the challenge; the seat must not be asked about this topic on the way.
fn finish_without(t: &mut Table, topic: &str) {
    t.pass_while(|t| {
        assert!([P1, P2].iter().all(|seat| t.topic(*seat) != topic), "asked about {topic}");
        t.st.challenge.is_some()
    });
    assert!(t.st.challenge.is_none());
}

#[rule("CARD.C118", "RR.fw.4.2.5")]
#[test]
fn card_c118_the_first_player_picks_the_keyword_type() {
    let mut t = Table::faq(CARDS);
    let (knight, sage) = (t.play(P2, "Knight"), t.play(P2, "Sage"));
    let hand = t.hand_size(P2);
    t.start(Phase::Challenges);
    t.attack(P2, Power, P1, &[knight, sage]);
    t.until(P1, "keyword_type");
    assert!(t.topic(P2).is_empty());
    assert_eq!(t.labels(P1), ["Insight", "Renown"]);
    t.pick(P1, "Renown");
    // The winner decides each use.
    assert_eq!(t.topic(P2), "keyword_use");
    assert!(t.topic(P1).is_empty());
    t.act(P2, Action::Yes);
    assert_eq!(t.power_on(knight), 1);
    assert_eq!(t.hand_size(P2), hand);
    t.pass_while(|t| t.topic(P2) != "keyword_use");
    t.act(P2, Action::No);
    t.finish();
    assert_eq!(t.hand_size(P2), hand);
    assert_eq!(t.power_on(sage), 0);
}

#[rule("CARD.C119", "RR.glossary.insight.2")]
#[test]
fn card_c119_insight_as_the_defender() {
    for yes in [true, false] {
        let mut t = Table::faq(CARDS);
        let a = t.play(P1, "Two");
        let sage = t.play(P2, "Sage");
        let hand = t.hand_size(P2);
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[a]);
        t.defend(P2, &[sage]);
        t.until(P2, "keyword_use");
        t.act(P2, if yes { Action::Yes } else { Action::No });
        t.finish();
        assert_eq!(t.hand_size(P2), hand + usize::from(yes));
    }
}

#[rule("CARD.C120", "RR.glossary.intimidate.1")]
#[test]
fn card_c120_intimidate_only_when_attacking() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Nobody");
    let idle = t.play(P1, "Two");
    let bully = t.play(P2, "Bully");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[bully]);
    finish_without(&mut t, "intimidate");
    assert_eq!(t.last_result(), (Some(P2), 0, 3, false));
    assert!(!t.kneeling(idle));
}

#[rule("CARD.C121", "RR.glossary.intimidate.1", "RR.glossary.intimidate.2")]
#[test]
fn card_c121_the_bound_of_intimidate() {
    let mut t = Table::faq(CARDS);
    let bully = t.play(P1, "Bully");
    let (three, four) = (t.play(P2, "Three"), t.play(P2, "Four"));
    let knelt = t.play(P2, "Two");
    t.kneel(knelt);
    let own = t.play(P1, "Two");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[bully]);
    t.until(P1, "intimidate");
    assert!(t.offers(P1, three));
    assert!(!t.offers(P1, four) && !t.offers(P1, knelt) && !t.offers(P1, own));
    assert!(t.may(P1, &Action::Pass));
    t.card(P1, three);
    assert!(t.kneeling(three));
    t.finish();
    assert!(!t.kneeling(four));
}

#[rule("CARD.C122", "RR.glossary.intimidate.3")]
#[test]
fn card_c122_two_intimidates_kneel_one() {
    let mut t = Table::faq(CARDS);
    let (a, b) = (t.play(P1, "Bully"), t.play(P1, "Bully"));
    let (three, four) = (t.play(P2, "Three"), t.play(P2, "Four"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a, b]);
    t.until(P1, "intimidate");
    t.card(P1, three);
    finish_without(&mut t, "intimidate");
    assert!(t.kneeling(three) && !t.kneeling(four));
}

#[rule("CARD.C123", "RR.glossary.pillage.3", "FAQ.q.keyword_order", "CR.6", "RS.2")]
#[test]
fn card_c123_pillage_by_two() {
    let table = |rulings| {
        let mut t = Table::with(Pool::default(), CARDS, rulings, 2);
        let (a, b) = (t.play(P1, "Raider"), t.play(P1, "Raider"));
        let loot = t.play(P1, "Loot");
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[a, b]);
        t.until(P1, "keyword_use");
        (t, a, b, loot)
    };
    let discards = |t: &Table| t.st.player(P2).discard.len();
    // By the FAQ: one by one in the controller's order, a window after each, each optional.
    let (mut t, a, b, loot) = table(Rulings::Faq41);
    assert!(t.offers(P1, a) && t.may(P1, &Action::Pass));
    t.card(P1, b);
    assert_eq!(discards(&t), 1);
    assert!(t.offers(P1, loot));
    t.card(P1, loot);
    t.until(P1, "keyword_use");
    assert_eq!(discards(&t), 1);
    assert!(t.may(P1, &Action::No));
    t.act(P1, Action::Yes);
    assert_eq!(discards(&t), 2);
    assert!(t.offers(P1, loot));
    finish_without(&mut t, "keyword_use");
    let (mut t, _, b, _) = table(Rulings::Faq41);
    t.card(P1, b);
    t.until(P1, "keyword_use");
    t.act(P1, Action::No);
    t.finish();
    assert_eq!(discards(&t), 1);
    // By the reference: both at once, one window.
    let (mut t, a, b, loot) = table(Rulings::Reference);
    t.cards(P1, &[a, b]);
    assert_eq!(discards(&t), 2);
    assert!(t.offers(P1, loot));
    finish_without(&mut t, "keyword_use");
    assert_eq!(discards(&t), 2);
}

#[rule("CARD.C124", "RR.glossary.winning_the_game.3", "AMB.5")]
#[test]
fn card_c124_pillage_decks_out() {
    let mut t = Table::faq(CARDS);
    let raider = t.play(P1, "Raider");
    t.deck_size(P2, 1);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[raider]);
    t.until(P1, "keyword_use");
    assert_eq!(t.winner(), None);
    t.act(P1, Action::Yes);
    assert_eq!(t.winner(), Some(P1));
    assert!(t.st.player(P2).eliminated);
}

#[rule("CARD.C125", "FAQ.q.processing")]
#[test]
fn card_c125_a_keyword_gained_during_processing() {
    let table = |first: &str| {
        let mut t = Table::faq(CARDS);
        let (knight, sage) = (t.play(P1, "Knight"), t.play(P1, "Sage"));
        let pupil = t.play(P1, "Two");
        let lesson = t.play(P1, "Lesson");
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[knight, sage, pupil]);
        t.until(P1, "keyword_type");
        t.pick(P1, first).act(P1, Action::Yes);
        (t, knight, pupil, lesson)
    };
    // Renown is done when it is gained.
    let (mut t, knight, pupil, lesson) = table("Renown");
    assert_eq!(t.power_on(knight), 1);
    t.until(P1, "keyword_use");
    t.act(P1, Action::Yes);
    t.pass_while(|t| !t.offers(P1, lesson));
    t.card(P1, lesson).cards(P1, &[pupil]);
    finish_without(&mut t, "keyword_use");
    assert_eq!(t.power_on(pupil), 0);
    // Insight first.
    let (mut t, knight, pupil, lesson) = table("Insight");
    t.pass_while(|t| !t.offers(P1, lesson));
    t.card(P1, lesson).cards(P1, &[pupil]);
    t.until(P1, "keyword_use");
    assert!(t.offers(P1, knight));
    t.card(P1, pupil);
    assert_eq!(t.power_on(pupil), 1);
}

#[rule("FAQ.q.processing")]
#[test]
fn a_keyword_gained_while_its_type_is_processed_resolves() {
    let mut t = Table::faq(CARDS);
    let (knight, pupil) = (t.play(P1, "Knight"), t.play(P1, "Two"));
    let example = t.play(P1, "Example");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[knight, pupil]);
    t.until(P1, "keyword_use");
    t.act(P1, Action::Yes);
    t.pass_while(|t| !t.offers(P1, example));
    t.card(P1, example).cards(P1, &[pupil]);
    t.until(P1, "keyword_use");
    t.act(P1, Action::Yes);
    finish_without(&mut t, "keyword_use");
    assert_eq!((t.power_on(knight), t.power_on(pupil)), (1, 1));
}

#[rule("CARD.C126", "RR.glossary.participating.3", "RR.fw.4.2.5")]
#[test]
fn card_c126_a_renown_attacker_that_is_gone() {
    let mut t = Table::faq(CARDS);
    let knight = t.play(P1, "Knight");
    let tool = t.play(P2, "Banishment");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[knight]);
    t.pass_while(|t| !t.offers(P2, tool));
    assert_eq!(t.st.step.id(), "RR.fw.4.2.4");
    t.card(P2, tool).cards(P2, &[knight]);
    assert_eq!(t.zone(knight), Zone::Hand);
    finish_without(&mut t, "keyword_use");
    assert_eq!(t.last_result().0, Some(P1));
    // The bonus for the unopposed challenge is all.
    assert_eq!(t.power(P1), 1);
}

#[rule("CARD.C127", "CR.20", "FAQ.2.10")]
#[test]
fn card_c127_a_contributor_has_no_keywords() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Two");
    let (loan, knight) = (t.play(P1, "Loan"), t.play(P1, "Knight"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    apply(&mut t, AW3, P1, loan, knight);
    assert!(!t.st.participates(knight));
    finish_without(&mut t, "keyword_use");
    assert_eq!(t.last_result(), (Some(P1), 5, 0, true));
    assert_eq!(t.power_on(knight), 0);
    assert!(!t.kneeling(knight));
    assert_eq!(t.st.lasting.len(), 0);
}

#[rule("CARD.C128", "FAQ.2.10", "FAQ.2.10.2", "FAQ.2.10.3", "CR.20")]
#[test]
fn card_c128_a_contribution_counts_once_for_the_latest_side() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Two");
    let (loan, part) = (t.play(P1, "Loan"), t.play(P1, "Part"));
    let (x, six, join) = (t.play(P2, "Knight"), t.play(P2, "Six"), t.play(P2, "Join Defense"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[six]);
    assert_eq!(t.st.totals(), (2, 6));
    apply(&mut t, AW3, P1, loan, x);
    assert_eq!(t.st.totals(), (5, 6));
    apply(&mut t, AW3, P2, join, x);
    assert_eq!(t.st.totals(), (2, 9));
    apply(&mut t, AW3, P1, part, x);
    assert_eq!(t.st.totals(), (5, 6));
    // The defender wins; X does not take part any more.
    finish_without(&mut t, "keyword_use");
    assert_eq!(t.last_result(), (Some(P2), 5, 6, false));
    // A participant that is made to contribute counts for that side only.
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Two");
    let loan = t.play(P1, "Loan");
    let (x, six) = (t.play(P2, "Knight"), t.play(P2, "Six"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    t.defend(P2, &[x, six]);
    assert_eq!(t.st.totals(), (2, 9));
    apply(&mut t, AW3, P1, loan, x);
    assert_eq!(t.st.totals(), (5, 6));
    assert!(t.st.defending(x));
}

#[rule("FAQ.2.10")]
#[test]
fn a_constant_contribution_lasts_as_long_as_its_condition() {
    let mut t = Table::faq(CARDS);
    let a = t.play(P1, "Two");
    let giant = t.play(P1, "Giant");
    let (part, hush) = (t.play(P2, "Part"), t.play(P2, "Hush"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]);
    assert_eq!(t.st.totals(), (7, 0));
    let mut other = Table { rules: Table::faq(CARDS).rules, st: t.st.clone(), events: Vec::new() };
    apply(&mut other, AW2, P2, part, a);
    assert_eq!(other.st.totals(), (0, 0));
    // "Does not contribute" beats everything.
    apply(&mut t, AW2, P2, hush, giant);
    assert_eq!(t.st.totals(), (2, 0));
    assert!(!t.st.participates(giant));
}

#[rule("CARD.C129", "RR.glossary.assault.1", "RR.glossary.assault.2", "RR.glossary.assault.5")]
#[test]
fn card_c129_assault_blanks_and_kneels() {
    let mut t = Table::faq(CARDS);
    let ram = t.play(P1, "Ram");
    let triumph = t.play(P1, "Triumph");
    let (keep, other) = (t.play(P2, "Keep"), t.play(P2, "Great Keep"));
    t.play(P2, "Chronicle");
    assert_eq!(t.reserve(P2), 8);
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Power, P2, &[ram]);
    assert_eq!(t.topic(P1), "assault");
    assert!(t.offers(P1, keep) && !t.offers(P1, other));
    t.card(P1, keep);
    window(&mut t, AW2, P2);
    // Without its text and its shield at once, but not without its trait.
    assert!(!t.offers(P2, keep) && t.offers(P2, other));
    assert_eq!(t.reserve(P2), 7);
    assert!(!t.kneeling(keep));
    t.pass_while(|t| !t.offers(P1, triumph));
    assert!(t.kneeling(keep));
    t.finish();
    assert_eq!(t.reserve(P2), 8);
    window(&mut t, "RR.fw.4.aw1", P2);
    assert!(t.offers(P2, keep));
}

#[rule("CARD.C130", "RR.glossary.assault.1")]
#[test]
fn card_c130_assault_on_an_equal_cost() {
    let mut t = Table::faq(CARDS);
    let ram = t.play(P1, "Ram");
    t.play(P2, "Great Keep");
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Power, P2, &[ram]);
    assert_ne!(t.topic(P1), "assault");
    t.finish();
    assert_eq!(t.last_result().0, Some(P1));
}

#[rule("CARD.C131", "RR.glossary.assault.6")]
#[test]
fn card_c131_another_attacker_with_assault() {
    for helped in [true, false] {
        let mut t = Table::faq(CARDS);
        let ram = t.play(P1, "Ram");
        let second = t.play(P1, if helped { "Small Ram" } else { "Two" });
        let (keep, blunt) = (t.play(P2, "Keep"), t.play(P2, "Blunt"));
        t.start(Phase::Challenges);
        t.until(P1, "initiate");
        t.declare(P1, Power, P2, &[ram, second]);
        t.card(P1, keep);
        apply(&mut t, AW2, P2, blunt, ram);
        t.finish();
        assert_eq!(t.last_result().0, Some(P1));
        assert_eq!(t.kneeling(keep), helped);
    }
}

#[rule("CARD.C132", "RR.glossary.assault.7")]
#[test]
fn card_c132_assault_in_a_lost_challenge() {
    let mut t = Table::faq(CARDS);
    let ram = t.play(P1, "Ram");
    let (keep, six, triumph) = (t.play(P2, "Keep"), t.play(P2, "Six"), t.play(P2, "Triumph"));
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.declare(P1, Power, P2, &[ram]);
    t.card(P1, keep);
    t.defend(P2, &[six]);
    t.pass_while(|t| !t.offers(P2, triumph));
    // Lost, and blank still.
    assert_eq!(t.reserve(P2), 6);
    assert!(!t.kneeling(keep));
    t.finish();
    assert_eq!(t.reserve(P2), 7);
    window(&mut t, "RR.fw.4.aw1", P2);
    assert!(t.offers(P2, keep));
    assert!(!t.kneeling(keep));
}
