//! What a player is offered in the middle of an effect is said in the question.

use card_game::testing::*;
use table::Seat;

const CARDS: &str = r#"[
(code: "o1", name: "Hound", kind: character, cost: 1, str: 6, icons: "MP",
 abilities: [ForcedReaction(when: Win(with: Is(This)), effect: Offer(You, DiscardRandom(1, None), ReturnToHand(This)))]),
(code: "o2", name: "Madame", kind: location, cost: 1,
 abilities: [Action(choose: Opponent("p"), effect: [For(The("p"), May(GiveGold(1))), If(Not(Did), For(The("p"), LoseGold(2)))])]),
(code: "o3", name: "Guard", kind: character, cost: 1, str: 1, icons: "M"),
(code: "o4", name: "Judge", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character]), effect: [Either([Draw(1), GainGold(1)]), May(Kneel("c")), Either([Stand("c"), Kill("c")])])]),
(code: "o5", name: "Tithe", kind: location, cost: 1,
 abilities: [Action(effect: Offer(Opponent, MovePower(1, TheirFaction, YourFaction), Kill([Character, ControlledBy(Opponent)])))]),
]"#;

fn asked(t: &Table, seat: Seat) -> String {
    t.st.prompt_of(&t.rules, seat).expect("a question").text
}

#[test]
fn an_offer_says_what_may_be_done_and_what_happens_if_not() {
    let mut t = Table::new(CARDS);
    let hound = t.play(P1, "Hound");
    t.hand(P1, "Guard");
    t.start(Phase::Challenges);
    t.attack(P1, ChallengeType::Power, P2, &[hound]);
    t.until(P1, "may");
    assert_eq!(asked(&t, P1), "Hound: Discard 1 random card from hand? If not: send Hound back to hand.");
    assert_eq!(t.labels(P1), ["Yes", "No"]);
}

#[test]
fn another_player_is_asked_in_words_for_that_player() {
    let mut t = Table::new(CARDS);
    let (madame, tithe) = (t.play(P1, "Madame"), t.play(P1, "o5"));
    let faction = t.faction(P2);
    t.play(P2, "Guard");
    t.set_power(faction, 2);
    t.set_gold(P2, 2);
    t.start(Phase::Challenges);
    t.use_card(P1, madame);
    t.pass_while(|t| t.topic(P2) != "may");
    assert_eq!(asked(&t, P2), "Madame: Give {P1} 1 gold?");
    t.pick(P2, "Yes");
    t.pass_while(|t| t.topic(P1) != "action_window");
    t.use_card(P1, tithe);
    t.pass_while(|t| t.topic(P2) != "may");
    assert_eq!(
        asked(&t, P2),
        "Tithe: Move 1 power to {P1}'s faction card from your faction card? If not: kill all characters {P1}'s opponents control."
    );
}

#[test]
fn every_question_of_an_ability_has_its_own_words() {
    let mut t = Table::new(CARDS);
    let (judge, guard) = (t.play(P1, "Judge"), t.play(P2, "Guard"));
    t.start(Phase::Challenges);
    t.use_card(P1, judge).cards(P1, &[guard]);
    t.until(P1, "either");
    assert_eq!(t.labels(P1), ["Draw 1 card", "Gain 1 gold"]);
    t.pick(P1, "Gain 1 gold").until(P1, "may");
    assert_eq!(asked(&t, P1), "Judge: Kneel Guard?");
    t.pick(P1, "Yes").until(P1, "either");
    assert_eq!(t.labels(P1), ["Stand Guard", "Kill Guard"]);
}
