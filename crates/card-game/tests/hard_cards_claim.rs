//! Hard cards of later packs about claim: on whom it falls, and claim without a challenge.

use card_game::rules::Rulings;
use card_game::testing::*;
use test_macros::rule;

const HARD: &str = include_str!("../fixtures/hard.ron");

const PLAIN: &str = r#"
(code: "x1", name: "Ox", kind: character, cost: 6, str: 6, icons: "MIP"),
(code: "x2", name: "Fox", kind: character, cost: 3, str: 3, icons: "M"),
(code: "x3", name: "Cat", kind: character, cost: 3, str: 2, icons: "I"),
(code: "x4", name: "Herald", kind: location, cost: 1,
 abilities: [Reaction(when: ClaimApplied(as: Defender), effect: PowerOn(This, 1))]),
(code: "x5", name: "Vulture", kind: location, cost: 1,
 abilities: [Reaction(when: ClaimApplied(as: Attacker), effect: For(EventPlayer, GainGold(3)))]),
(code: "x6", name: "Warded", kind: character, cost: 1, str: 1, icons: "", abilities: [Constant(gets: ImmuneTo([Character, Opponents]))]),
(code: "x7", name: "Siege", kind: plot, plot: (3, 0, 2, 6)),
(code: "x8", name: "Peace", kind: plot, plot: (3, 0, 0, 6)),
]"#;

fn table(seats: usize) -> Table {
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    Table::with(Pool::default(), &format!("{cards}{PLAIN}"), Rulings::Reference, seats)
}

/// P1 attacks P2, who holds Vengeance for Elia, up to claim.
fn attacked(t: &mut Table, kind: ChallengeType) -> (Id, Id) {
    let ox = t.play(P1, "Ox");
    let vengeance = t.hand(P2, "Vengeance for Elia");
    t.set_gold(P2, 2);
    t.start(Phase::Challenges);
    t.attack(P1, kind, P2, &[ox]);
    t.pass_while(|t| !t.uses(P2, vengeance));
    (ox, vengeance)
}

#[test]
fn in_joust_the_claim_falls_back_on_the_attacker() {
    let mut t = table(2);
    let cat = t.play(P2, "Cat");
    let (ox, vengeance) = attacked(&mut t, Military);
    assert_eq!(t.st.step.id(), "RR.fw.4.2.4");
    t.use_card(P2, vengeance).finish();
    assert!(t.in_play(cat) && !t.in_play(ox), "the attacker's only character");
    assert_eq!(t.power(P1), 1, "won unopposed all the same");
}

#[test]
fn only_the_defending_player_avenges() {
    let mut t = table(2);
    let ox = t.play(P1, "Ox");
    let vengeance = t.hand(P1, "Vengeance for Elia");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[ox]);
    t.pass_while(|t| !t.uses(P1, vengeance) && t.st.challenge.is_some());
    assert!(t.st.challenge.is_none(), "never offered to the attacker");
}

#[test]
fn a_defence_that_holds_has_no_claim_to_turn_away() {
    let mut t = table(2);
    let (fox, ox) = (t.play(P1, "Fox"), t.play(P2, "Ox"));
    let vengeance = t.hand(P2, "Vengeance for Elia");
    t.set_gold(P2, 2);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[fox]).defend(P2, &[ox]);
    t.pass_while(|t| !t.uses(P2, vengeance) && t.st.challenge.is_some());
    assert!(t.st.challenge.is_none());
}

#[rule("RR.glossary.replacement_effects")]
#[test]
fn a_third_player_satisfies_the_claim_as_if_defending() {
    let mut t = table(3);
    let (cat, fox, third) = (t.play(P2, "Cat"), t.play(P3, "Fox"), t.play(P3, "Cat"));
    let (ox, vengeance) = attacked(&mut t, Military);
    t.act(P2, Action::Use { card: vengeance, ability: 1, on: None });
    assert_eq!(t.topic(P2), "choose_opponent");
    assert_eq!(t.legal(P2), [Action::Player { seat: P1 }, Action::Player { seat: P3 }], "attacker and bystander: every opponent");
    t.act(P2, Action::Player { seat: P3 });
    t.until(P3, "claim");
    assert!(t.offers(P3, fox) && t.offers(P3, third), "its own characters");
    assert!(!t.offers(P3, cat) && !t.offers(P3, ox));
    t.card(P3, fox).finish();
    assert!(!t.in_play(fox) && t.in_play(cat) && t.in_play(ox) && t.in_play(third));
}

#[test]
fn power_moves_from_the_third_player_to_the_winner() {
    let mut t = table(3);
    for (seat, n) in [(P1, 0), (P2, 4), (P3, 5)] {
        let faction = t.faction(seat);
        t.set_power(faction, n);
    }
    let (_, vengeance) = attacked(&mut t, Power);
    t.act(P2, Action::Use { card: vengeance, ability: 1, on: None }).act(P2, Action::Player { seat: P3 });
    t.finish();
    // One for the unopposed challenge, one by claim.
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [2, 4, 4]);
}

#[test]
fn power_claim_on_the_winner_moves_nothing() {
    let mut t = table(2);
    for seat in [P1, P2] {
        let faction = t.faction(seat);
        t.set_power(faction, 4);
    }
    let (_, vengeance) = attacked(&mut t, Power);
    t.use_card(P2, vengeance).finish();
    assert_eq!([P1, P2].map(|s| t.power(s)), [5, 4]);
}

#[rule("CR.4")]
#[test]
fn claim_counts_as_applied_for_the_challenge_although_it_is_replaced() {
    let mut t = table(3);
    let herald = t.play(P2, "Herald");
    let vulture = t.play(P1, "Vulture");
    let other = t.play(P3, "Herald");
    let (_, vengeance) = attacked(&mut t, Intrigue);
    let before = [P1, P2, P3].map(|s| t.hand_size(s));
    t.act(P2, Action::Use { card: vengeance, ability: 1, on: None }).act(P2, Action::Player { seat: P3 });
    t.pass_while(|t| !t.uses(P1, vulture));
    t.use_card(P1, vulture);
    t.pass_while(|t| !t.uses(P2, herald));
    // P2 stays the defending player; P3 is only treated as one by the claim.
    t.use_card(P2, herald);
    assert!(!t.uses(P3, other));
    t.finish();
    assert_eq!((t.power_on(herald), t.power_on(other)), (1, 0));
    let after = [P1, P2, P3].map(|s| t.hand_size(s));
    assert_eq!(after, [before[0], before[1] - 1, before[2] - 1], "the event left P2's hand, claim took a card of P3");
    assert_eq!(t.gold(P3), 3, "the player of the event is the one who suffered");
}

/// Maester Aemon of P1 at the end of the challenges phase.
fn aemon(t: &mut Table) -> Id {
    let aemon = t.play(P1, "07005");
    t.start(Phase::Challenges);
    aemon
}

#[test]
fn aemon_applies_claim_of_a_type_that_nobody_has_initiated_against_you() {
    let mut t = table(2);
    let (fox, cat) = (t.play(P2, "Fox"), t.play(P2, "Cat"));
    let victim = t.play(P1, "Cat");
    let aemon = aemon(&mut t);
    t.attack(P2, Military, P1, &[fox]).until(P1, "claim").card(P1, victim);
    t.pass_while(|t| !t.uses(P1, aemon));
    assert_eq!(t.st.step.id(), "RR.fw.4.4");
    let (hand, faction) = (t.hand_size(P2), t.faction(P2));
    t.set_power(faction, 0);
    t.act(P1, Action::Use { card: aemon, ability: 1, on: None });
    // Military was initiated against P1, and P2 has lost its power: intrigue alone is left, so nothing is asked.
    t.pass_while(|t| t.hand_size(P2) == hand && t.st.phase == Phase::Challenges);
    assert_eq!(t.hand_size(P2), hand - 1);
    assert!(t.in_play(cat));
}

#[test]
fn the_type_is_chosen_among_those_left() {
    let mut t = table(2);
    let (fox, cat) = (t.play(P2, "Fox"), t.play(P2, "Cat"));
    let faction = t.faction(P2);
    t.set_power(faction, 3);
    let aemon = aemon(&mut t);
    t.attack(P2, Intrigue, P1, &[cat]);
    t.pass_while(|t| !t.uses(P1, aemon));
    t.act(P1, Action::Use { card: aemon, ability: 1, on: None });
    assert_eq!(t.topic(P1), "name_type");
    assert_eq!(t.legal(P1), [Military, Power].map(|kind| Action::Challengetype { kind }));
    t.act(P1, Action::Challengetype { kind: Military });
    t.until(P2, "claim");
    assert!(t.offers(P2, fox) && t.offers(P2, cat));
    t.card(P2, cat).pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.in_play(fox) && !t.in_play(cat));
}

#[test]
fn the_claim_is_that_of_your_own_plot() {
    let mut t = table(2);
    t.plot(P1, "Siege");
    let cards = [t.play(P2, "Fox"), t.play(P2, "Cat"), t.play(P2, "Ox")];
    let aemon = aemon(&mut t);
    t.pass_while(|t| !t.uses(P1, aemon));
    t.act(P1, Action::Use { card: aemon, ability: 1, on: None }).act(P1, Action::Challengetype { kind: Military });
    t.until(P2, "claim").cards(P2, &cards[..2]).pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(cards.map(|id| t.in_play(id)), [false, false, true]);
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn without_claim_aemon_would_change_nothing() {
    let mut t = table(2);
    t.plot(P1, "Peace");
    t.play(P2, "Fox");
    let aemon = aemon(&mut t);
    t.pass_while(|t| !t.uses(P1, aemon) && t.st.phase == Phase::Challenges);
    assert_ne!(t.st.phase, Phase::Challenges);
}

#[test]
fn a_challenge_of_any_opponent_counts_but_not_one_against_another() {
    let mut t = table(3);
    let (second, third) = (t.play(P2, "Ox"), t.play(P3, "Ox"));
    for seat in [P2, P3] {
        let faction = t.faction(seat);
        t.set_power(faction, 3);
    }
    let victim = t.play(P1, "Cat");
    let aemon = aemon(&mut t);
    // P3 attacks P1 by military, P2 attacks P3 by power.
    t.attack(P2, Power, P3, &[second]).resolve();
    t.attack(P3, Military, P1, &[third]).until(P1, "claim").card(P1, victim);
    t.pass_while(|t| !t.uses(P1, aemon));
    t.act(P1, Action::Use { card: aemon, ability: 1, on: None });
    assert_eq!(t.topic(P1), "choose_opponent");
    t.act(P1, Action::Player { seat: P2 });
    assert_eq!(t.legal(P1), [Intrigue, Power].map(|kind| Action::Challengetype { kind }), "military was initiated against P1, by P3");
}

#[rule("RR.glossary.immune.1")]
#[test]
fn what_is_immune_to_aemon_is_no_claim_of_his() {
    let mut t = table(2);
    let (warded, fox) = (t.play(P2, "Warded"), t.play(P2, "Fox"));
    let aemon = aemon(&mut t);
    t.pass_while(|t| !t.uses(P1, aemon));
    t.act(P1, Action::Use { card: aemon, ability: 1, on: None }).act(P1, Action::Challengetype { kind: Military });
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.in_play(warded) && !t.in_play(fox));
}
