//! Melee: who may attack whom, what titles do in a challenge (CARD.C171, C174 to C177, C181, C183, C186, C187, C197).

use crate::melee_table;
use crate::melee_table::{begin, finish, more};
use card_game::testing::*;
use table::{Game, Seat};
use test_macros::rule;

const CARDS: &str = r#"[
(code: "m1", name: "Two", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "m2", name: "Five", kind: character, cost: 5, str: 5, icons: "MIP"),
(code: "m3", name: "Poisoner", kind: location, cost: 0, abilities: [Action(choose: ("c", [Type(title)]), effect: RemoveFromGame("c"))]),
(code: "m4", name: "Silence", kind: location, cost: 0, abilities: [Action(choose: ("c", [Type(title)]), effect: Until(Phase, "c", Blank))]),
(code: "m5", name: "Bell", kind: location, cost: 0, abilities: [Action(phase: Challenges, limit: PerRound(1), effect: GainGold(1))]),
]"#;

fn against(t: &Table, seat: Seat, kind: ChallengeType) -> Vec<Seat> {
    t.legal(seat)
        .iter()
        .filter_map(|a| if let Action::Challenge { kind: k, against } = a { (*k == kind).then_some(*against) } else { None })
        .collect()
}

/// Seats with two characters each, in the challenges phase, asked for the first challenge.
fn melee(seats: usize, titles: &[(Seat, &str)]) -> (Table, Vec<[Id; 4]>) {
    melee_table::melee(CARDS, ["Two", "Two", "Two", "Five"], seats, titles)
}

/// Up to the end of the challenge.
fn through(t: &mut Table) {
    assert!(finish(t).st.challenge.is_none());
}

#[rule("CARD.C171", "RR.melee.supports", "RR20.support.1")]
#[test]
fn card_c171_no_challenge_against_the_supported_player() {
    let (mut t, ids) = melee(4, &[(P1, "Master of Coin"), (P2, "Master of Ships"), (P3, "Crown Regent")]);
    begin(&mut t);
    for kind in [Military, Intrigue, Power] {
        assert_eq!(against(&t, P1, kind), [P3, P4]);
    }
    let why = t.st.explain(&t.rules, P1, "P2");
    assert!(why.iter().any(|i| i.rule.as_deref() == Some("RR.melee.supports")), "{why:?}");
    assert!(t.st.explain(&t.rules, P1, "P3").iter().all(|i| i.rule.as_deref() != Some("RR.melee.supports")));
    let title = t.view(P1).players[1].title.clone().unwrap();
    assert!(t.st.explain(&t.rules, P1, &title).iter().any(|i| i.rule.as_deref() == Some("RR.melee.supports")), "by the title's card");
    assert_eq!(t.view(P3).players[0].supports, [P2]);
    assert_eq!(t.view(P3).players[1].supports, []);
    // One-way.
    t.pass(P1).until(P2, "initiate");
    assert_eq!(against(&t, P2, Military), [P1, P3, P4]);
    t.attack(P2, Military, P1, &[ids[1][0]]);
    assert_eq!(t.st.challenge.as_ref().unwrap().defender, P1);
}

#[rule("CARD.C186", "RR.melee.supports", "RR20.support.1", "RR.melee.titles.1")]
#[test]
fn card_c186_the_bar_is_there_as_long_as_the_title() {
    let (mut t, ids) = melee(3, &[(P1, "Master of Coin"), (P2, "Master of Ships"), (P3, "Crown Regent")]);
    let poisoner = t.play(P3, "Poisoner");
    // P3 has nobody who could defend, P2 has.
    ids[2].iter().for_each(|id| t.kneel(*id));
    begin(&mut t);
    assert_eq!(against(&t, P1, Military), [P3]);
    t.attack(P1, Military, P3, &[ids[0][0]]);
    through(&mut t);
    let ships = t.view(P1).players[1].title.clone().unwrap().parse::<Id>().unwrap();
    t.use_card(P3, poisoner).cards(P3, &[ships]);
    t.until(P1, "initiate");
    assert_eq!(t.zone(ships), Zone::TitlePool, "wherever it was to go");
    assert_eq!(against(&t, P1, Power), [P2, P3], "the bar has ended at once");
}

#[rule("CARD.C181", "RR.fw.4.2", "RR.melee.challenges.1")]
#[test]
fn card_c181_one_challenge_of_each_type_in_all() {
    let (mut t, ids) = melee(4, &[]);
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]);
    through(&mut t);
    t.until(P1, "initiate");
    assert_eq!(against(&t, P1, Military), [], "not one for each opponent");
    assert!(t.st.explain(&t.rules, P1, "P3").iter().any(|i| i.rule.as_deref() == Some("RR.melee.challenges.1")));
    assert_eq!(against(&t, P1, Intrigue), [P2, P3, P4]);
    t.attack(P1, Intrigue, P3, &[ids[0][1]]);
    through(&mut t);
    t.until(P1, "initiate");
    assert_eq!(against(&t, P1, Intrigue), []);
    t.attack(P1, Power, P4, &[ids[0][2]]);
    assert_eq!(t.st.challenge.as_ref().unwrap().defender, P4);
    through(&mut t);
    // Nothing is left: the next player is active.
    t.until(P2, "initiate");
    // Somebody may be attacked any number of times, also by those who come later.
    t.attack(P2, Military, P4, &[ids[1][3]]);
    assert_eq!(t.st.challenge.as_ref().unwrap().attacker, P2);
}

#[rule("CARD.C183", "RR.melee.challenges.3", "RR.melee.challenges.6", "RR.fw.4.2.1", "RR.fw.4.2.4")]
#[test]
fn card_c183_only_the_defending_player_defends_and_suffers() {
    let (mut t, ids) = melee(4, &[]);
    let bells = [P3, P4].map(|s| t.play(s, "Bell"));
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][3]]);
    // A bystander may use an action.
    t.use_card(P3, bells[0]);
    t.pass_while(|t| t.topic(P2) != "defenders");
    assert_eq!(t.gold(P3), 1);
    assert!(t.uses(P4, bells[1]) || t.topic(P2) == "defenders");
    assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P2], "only the defending player is asked");
    let offered: Vec<Id> = ids.iter().flatten().copied().filter(|id| t.offers(P2, *id)).collect();
    assert_eq!(offered, ids[1]);
    t.cards(P2, &[]);
    t.pass_while(|t| t.topic(P2) != "claim");
    assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P2]);
    let offered: Vec<Id> = ids.iter().flatten().copied().filter(|id| t.offers(P2, *id)).collect();
    assert_eq!(offered, ids[1]);
    t.cards(P2, &[ids[1][0]]);
    through(&mut t);
    assert_eq!(t.zone(ids[1][0]), Zone::Dead);
    assert!(ids[2].iter().chain(&ids[3]).all(|id| t.in_play(*id)));
}

#[rule("CARD.C174", "RR.melee.rivals.1", "RR.melee.rivals.2")]
#[test]
fn card_c174_a_defender_gets_the_rivals_bonus_once_per_rival() {
    let (mut t, ids) = melee(4, &[(P1, "Master of Ships"), (P2, "Hand of the King"), (P3, "Master of Coin")]);
    begin(&mut t);
    // Hand of the King's rivals are Master of Coin and Master of Ships.
    assert_eq!(t.view(P4).players[1].rivals, [P1, P3]);
    t.attack(P1, Military, P2, &[ids[0][0]]).defend(P2, &[ids[1][3]]);
    through(&mut t);
    assert_eq!(t.power(P2), 1, "as a defender");
    t.attack(P1, Intrigue, P2, &[ids[0][1]]).defend(P2, &[ids[1][0], ids[1][1]]);
    through(&mut t);
    assert_eq!(t.power(P2), 1, "once for each rival in a round");
    t.until(P1, "initiate").pass(P1);
    t.until(P2, "initiate").pass(P2);
    t.attack(P3, Power, P2, &[ids[2][0]]).defend(P2, &[ids[1][2]]);
    through(&mut t);
    assert_eq!(t.power(P2), 2, "for the other rival: 2 and 1 of the title against 2");
    // Not a rival.
    t.until(P3, "initiate").pass(P3);
    t.attack(P4, Military, P2, &[ids[3][0]]);
    through(&mut t);
    assert_eq!(t.power(P2), 2);
    assert_eq!(t.power(P4), 1, "unopposed only");
}

/// In the next round anew.
#[rule("RR.melee.rivals.2")]
#[test]
fn the_rivals_bonus_is_for_each_round() {
    let (mut t, ids) = melee(3, &[(P1, "Master of Ships"), (P2, "Hand of the King")]);
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]).defend(P2, &[ids[1][3]]);
    through(&mut t);
    assert_eq!(t.st.titles.as_ref().unwrap().bonuses, [(P2, P1)]);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!(t.st.titles.as_ref().unwrap().bonuses, []);
}

#[rule("CARD.C175", "RR.melee.rivals.3")]
#[test]
fn card_c175_both_bonuses_come_at_once() {
    let (mut t, ids) = melee(3, &[(P1, "Master of Laws"), (P2, "Master of Ships")]);
    let faction = t.faction(P1);
    t.set_power(faction, 13);
    begin(&mut t);
    t.attack(P1, Intrigue, P2, &[ids[0][0]]);
    t.pass_all();
    assert_eq!(t.winner(), Some(P1));
    let gains: Vec<_> = t.events.iter().filter(|e| e.text.contains("for the faction")).map(|e| e.text.clone()).collect();
    assert_eq!(gains.len(), 1, "{gains:?}");
    assert!(gains[0].contains("2 power"));
}

#[rule("CARD.C187", "RR.melee.rivals.1", "RR.glossary.unopposed.2")]
#[test]
fn card_c187_a_rival_is_beaten_without_being_unopposed() {
    let (mut t, ids) = melee(3, &[(P1, "Master of Laws"), (P2, "Master of Ships")]);
    begin(&mut t);
    t.attack(P1, Intrigue, P2, &[ids[0][3]]).defend(P2, &[ids[1][0]]);
    through(&mut t);
    assert_eq!(t.last_result(), (Some(P1), 5, 2, false));
    assert_eq!(t.power(P1), 1);
}

#[rule("CARD.C176", "RR.melee.titles.3")]
#[test]
fn card_c176_the_title_adds_to_a_side_only_with_a_participant() {
    let (mut t, ids) = melee(3, &[(P2, "Hand of the King")]);
    begin(&mut t);
    t.attack(P1, Power, P2, &[ids[0][0]]).defend(P2, &[]);
    through(&mut t);
    assert_eq!(t.last_result(), (Some(P1), 2, 0, true));
    t.until(P1, "initiate").pass(P1);
    t.attack(P2, Power, P1, &[ids[1][0]]).defend(P1, &[ids[0][1]]);
    through(&mut t);
    assert_eq!(t.last_result(), (Some(P2), 3, 2, false), "2 and 1 of the title");
    t.attack(P2, Military, P1, &[ids[1][1]]).defend(P1, &[ids[0][2]]);
    through(&mut t);
    assert_eq!(t.last_result(), (Some(P2), 2, 2, false), "in power challenges only");
}

/// As a defender; and a bystander's bonus counts for nothing.
#[rule("RR.melee.titles.3")]
#[test]
fn the_title_adds_to_the_defence_and_nothing_for_a_bystander() {
    let (mut t, ids) = melee(3, &[(P2, "Master of Whispers"), (P3, "Master of Ships")]);
    begin(&mut t);
    t.attack(P1, Intrigue, P2, &[ids[0][0]]).defend(P2, &[ids[1][0]]);
    through(&mut t);
    assert_eq!(t.last_result(), (Some(P2), 2, 3, false));
    t.attack(P1, Military, P2, &[ids[0][1]]).defend(P2, &[ids[1][1]]);
    through(&mut t);
    assert_eq!(t.last_result(), (Some(P1), 2, 2, false));
}

#[rule("CARD.C177", "RR.melee.titles.2", "RR.melee.titles.4", "RR.melee.supports")]
#[test]
fn card_c177_one_more_power_challenge_against_somebody_else() {
    let (mut t, ids) = melee(4, &[(P1, "Hand of the King"), (P4, "Master of Laws")]);
    begin(&mut t);
    assert_eq!(against(&t, P1, Power), [P2, P3], "not the supported player");
    t.attack(P1, Power, P2, &[ids[0][0]]);
    through(&mut t);
    t.until(P1, "initiate");
    assert_eq!(against(&t, P1, Power), [P3]);
    assert!(t.st.explain(&t.rules, P1, "P2").iter().any(|i| i.rule.as_deref() == Some("RR.melee.titles.4")));
    assert_eq!(against(&t, P1, Military), [P2, P3], "the other types as ever");
    t.attack(P1, Power, P3, &[ids[0][1]]);
    through(&mut t);
    t.until(P1, "initiate");
    assert_eq!(against(&t, P1, Power), [], "one more, not any number");
    assert!(t.may(P1, &Action::Challenge { kind: Military, against: P2 }));
    // It is optional.
    t.pass(P1).until(P2, "initiate");
    t.attack(P2, Power, P3, &[ids[1][0]]);
    through(&mut t);
    t.until(P2, "initiate");
    assert_eq!(against(&t, P2, Power), [], "the others have one");
}

/// With a further power challenge of another effect: one of the three is against a different opponent, whichever.
#[rule("RR.melee.titles.4")]
#[test]
fn the_order_of_the_power_challenges_does_not_matter() {
    let more =
        more(CARDS, r#"(code: "m9", name: "Banquet", kind: location, cost: 0, abilities: [Constant(rules: ExtraChallenge(Power))]),"#);
    let mut t = Table::melee(&more, 3);
    let ids = ["Two", "Two", "Two", "Two"].map(|name| t.play(P1, name));
    t.play(P1, "Banquet");
    t.title(P1, "Hand of the King");
    begin(&mut t);
    t.attack(P1, Power, P2, &[ids[0]]);
    through(&mut t);
    t.attack(P1, Power, P3, &[ids[1]]);
    through(&mut t);
    t.until(P1, "initiate");
    assert_eq!(against(&t, P1, Power), [P2, P3], "two against one of them and one against the other");
    t.attack(P1, Power, P2, &[ids[2]]);
    through(&mut t);
    t.pass_while(|t| t.topic(P1) != "initiate" && t.topic(P2) != "initiate" && t.st.phase == Phase::Challenges);
    assert_eq!(against(&t, P1, Power), []);
}

#[rule("CARD.C197", "RR.melee.titles.1", "RR.melee.titles.3", "RR.melee.rivals.1")]
#[test]
fn card_c197_a_lost_title_takes_all_with_it() {
    for (tool, bonus) in [("", 1), ("Silence", 1), ("Poisoner", 0)] {
        let (mut t, ids) = melee(3, &[(P1, "Hand of the King"), (P2, "Master of Coin")]);
        let title = t.view(P1).players[0].title.clone().unwrap().parse::<Id>().unwrap();
        let tool = (!tool.is_empty()).then(|| t.play(P3, tool));
        begin(&mut t);
        t.attack(P1, Power, P2, &[ids[0][3]]);
        if let Some(tool) = tool {
            t.pass_while(|t| t.st.step.id() != "RR.fw.4.aw2" || !t.uses(P3, tool));
            t.card(P3, tool).cards(P3, &[title]);
        }
        t.defend(P2, &[ids[1][0]]);
        through(&mut t);
        assert_eq!(t.last_result().1, if tool.is_some() { 5 } else { 6 });
        assert_eq!(t.power(P1), bonus, "blanked it still has its rivals, gone it has none");
    }
}

/// Reactions to a loss are those of the loser, never of a bystander.
#[rule("RR.melee.challenges.5")]
#[test]
fn a_bystander_neither_wins_nor_loses() {
    let more = more(
        CARDS,
        r#"(code: "m9", name: "Mourner", kind: location, cost: 0, abilities: [Reaction(when: Lose(), effect: GainGold(1)), Reaction(when: Win(), effect: GainGold(2))]),"#,
    );
    let mut t = Table::melee(&more, 3);
    let man = t.play(P1, "Five");
    let mourners = [P1, P2, P3].map(|s| t.play(s, "Mourner"));
    begin(&mut t);
    t.attack(P1, Power, P2, &[man]);
    let asked = std::cell::RefCell::new(Vec::new());
    t.pass_while(|t| {
        for (seat, card) in [P1, P2, P3].into_iter().zip(mourners) {
            if t.uses(seat, card) && !asked.borrow().contains(&seat) {
                asked.borrow_mut().push(seat);
            }
        }
        t.st.challenge.is_some()
    });
    let mut asked = asked.into_inner();
    asked.sort();
    assert_eq!(asked, [P1, P2]);
}
