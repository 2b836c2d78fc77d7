//! Why a card cannot be declared: the table tells it to whoever asks.

use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "c1", name: "Soldier", kind: character, cost: 1, str: 1, icons: "M"),
(code: "c2", name: "Whisper", kind: character, cost: 1, str: 1, icons: "I"),
(code: "c3", name: "Sneak", kind: character, cost: 1, str: 3, icons: "M", keywords: [Stealth]),
]"#;

fn why(t: &Table, seat: table::Seat, id: Id) -> Vec<(String, Option<String>)> {
    t.st.explain_thing(&t.rules, seat, &id.to_string()).into_iter().map(|no| (no.message, no.rule)).collect()
}

fn told(text: &str, rule: &str) -> (String, Option<String>) {
    (text.to_owned(), Some(rule.to_owned()))
}

#[rule("RR.fw.4.2", "RR.fw.4.2.1")]
#[test]
fn what_cannot_be_declared_says_why() {
    let mut t = Table::new(CARDS);
    let (sneak, mine) = (t.play(P1, "Sneak"), t.play(P1, "Whisper"));
    let (soldier, bypassed, whisper, knelt) = (t.play(P2, "Soldier"), t.play(P2, "Soldier"), t.play(P2, "Whisper"), t.play(P2, "Soldier"));
    t.kneel(knelt);
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    assert_eq!(why(&t, P1, mine), [told("It has no military or power icon.", "RR.fw.4.2")]);
    assert_eq!(why(&t, P1, whisper), [], "not mine to declare");
    t.declare(P1, ChallengeType::Military, P2, &[sneak]);
    t.card(P1, bypassed);
    t.until(P2, "defenders");
    assert_eq!(why(&t, P2, soldier), [], "it can defend");
    assert_eq!(why(&t, P2, whisper), [told("It has no military icon.", "RR.fw.4.2.1")]);
    assert_eq!(
        why(&t, P2, bypassed),
        [told("It is bypassed: it cannot be declared as a defender in this challenge.", "RR.glossary.stealth.1")]
    );
    assert_eq!(why(&t, P2, knelt), [told("It is kneeling: it can neither attack nor defend.", "RR.fw.4.2")]);
}
