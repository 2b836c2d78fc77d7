//! Page 29 of the rules reference, statement by statement (a joust: titles are shown elsewhere).

use card_game::testing::*;
use table::Game;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "k2", name: "Squire", kind: character, cost: 1, str: 2, icons: "MIP"),
(code: "k3", name: "Prince", kind: character, cost: 5, str: 5, icons: "MIP", keywords: [Insight, Intimidate, Pillage, Renown]),
(code: "k4", name: "Champion", kind: character, cost: 5, str: 3, icons: "MIP", keywords: [Renown]),
(code: "k5", name: "Scholar", kind: character, cost: 2, str: 3, icons: "MIP", keywords: [Insight]),
(code: "l1", name: "Hall", kind: location, cost: 1),
(code: "l2", name: "Mine", kind: location, cost: 1, abilities: [Action(limit: PerRound(1), effect: GainGold(1))]),
(code: "l3", name: "Shed", kind: location, cost: 1, reserve: -3),
(code: "l4", name: "Vigil", kind: location, cost: 1, abilities: [
   Interrupt(when: PhaseEnds(Challenges), effect: GainGold(1)), Reaction(when: PhaseEnds(Dominance), effect: GainGold(2)),
   Interrupt(when: PhaseEnds(Standing), effect: GainGold(3)), Reaction(when: PhaseBegins(Dominance), effect: GainGold(4)),
   Reaction(when: PhaseBegins(Standing), effect: GainGold(5)), Reaction(when: PhaseBegins(Taxation), effect: GainGold(6))]),
(code: "l5", name: "Feast", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: Until(Round, [Character, Yours], Str(2)))]),
(code: "l6", name: "Chorus", kind: location, cost: 1, abilities: [ForcedReaction(when: Stood(Is(This)), effect: GainPower(Count([Kneeling])))]),
(code: "l7", name: "Cairn", kind: location, cost: 1,
 abilities: [Reaction(when: DiscardedFrom(Hand, [In(DiscardPile, Opponent)]), effect: GainGold(1))]),
(code: "l8", name: "Toll", kind: location, cost: 1, abilities: [Interrupt(when: RoundEnds, effect: Draw(1))]),
(code: "a1", name: "Sword", kind: attachment, cost: 1),
(code: "p1", name: "Small", kind: plot, plot: (0, 1, 1, 2)),
]"#;

fn three() -> Table {
    Table::with(Pool::default(), CARDS, Rulings::Reference, 3)
}

/// Interrupts and reactions are passed up to the next question of another kind.
fn quiet(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions")));
}

#[rule("RR29.4.2.5.a", "RR29.4.2.5.b")]
#[test]
fn the_first_player_chooses_keyword_types_one_by_one() {
    let mut t = three();
    t.plot(P1, "Small");
    let prince = t.play(P2, "Prince");
    let (victim, other) = (t.play(P3, "Squire"), t.play(P3, "Knight"));
    let power = t.power(P2);
    t.start(Phase::Challenges);
    t.pass_while(|t| t.st.active != Some(P2));
    t.attack(P2, Power, P3, &[prince]);
    t.until(P3, "defenders").cards(P3, &[]);
    // P1 is first player, P2 has won: P1 chooses the type, P2 uses the instances.
    t.pass_while(|t| t.topic(P1) != "keyword_type");
    assert_eq!(t.st.step.id(), "RR.fw.4.2.5");
    assert_eq!(t.labels(P1), ["Insight", "Intimidate", "Pillage", "Renown"]);
    let (hand, deck) = (t.hand_size(P2), t.deck_len(P3));
    t.pick(P1, "Pillage");
    t.act(P2, Action::Yes);
    assert_eq!((t.deck_len(P3), t.hand_size(P2)), (deck - 1, hand), "that type alone");
    t.pass_while(|t| t.topic(P1) != "keyword_type");
    assert_eq!(t.labels(P1), ["Insight", "Intimidate", "Renown"], "each type once");
    t.pick(P1, "Renown");
    t.act(P2, Action::Yes);
    assert_eq!(t.power_on(prince), 1);
    t.pass_while(|t| t.topic(P1) != "keyword_type");
    t.pick(P1, "Intimidate");
    assert!(t.offers(P2, victim) && t.offers(P2, other));
    t.card(P2, victim);
    assert!(t.kneeling(victim) && !t.kneeling(other));
    // The last type needs no choice of order.
    t.pass_while(|t| t.topic(P2) != "keyword_use");
    t.act(P2, Action::Yes);
    assert_eq!(t.hand_size(P2), hand + 1);
    t.finish();
    assert_eq!(t.power(P2), power + 2, "renown and the unopposed bonus");
}

#[rule("RR29.4.2.5.b", "RS.2")]
#[test]
fn all_instances_of_a_type_resolve_at_one_time() {
    let mut t = Table::new(CARDS);
    let (one, two) = (t.play(P1, "Champion"), t.play(P1, "Champion"));
    let scholar = t.play(P1, "Scholar");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[one, two, scholar]);
    t.until(P1, "keyword_type").pick(P1, "Renown");
    assert!(t.offers(P1, one) && t.offers(P1, two) && !t.offers(P1, scholar));
    t.card(P1, one);
    assert_eq!(t.power_on(one), 0, "drafted, not resolved");
    t.card(P1, two);
    assert_eq!((t.power_on(one), t.power_on(two)), (1, 1));
}

#[rule("RR29.4.2.6")]
#[test]
fn after_the_challenge_nothing_participates_and_the_window_opens_again() {
    let mut t = three();
    let (knight, squire) = (t.play(P1, "Knight"), t.play(P1, "Squire"));
    let defender = t.play(P2, "Squire");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[knight]);
    t.defend(P2, &[defender]);
    assert!(t.st.participates(knight) && t.st.participates(defender));
    t.finish();
    assert!(!t.st.participates(knight) && !t.st.participates(defender));
    assert_eq!((t.st.step.id(), t.topic(P1).as_str()), ("RR.fw.4.aw1", "action_window"));
    assert_eq!(t.st.active, Some(P1), "the same active player");
    t.until(P1, "initiate");
    assert!(t.can(P1, "Military") && !t.can(P1, "Power"), "one challenge of each type");
    t.declare(P1, Military, P3, &[squire]);
    assert!(t.st.participates(squire));
}

#[rule("RR29.4.3.a", "RR29.4.3.b", "RR29.4.4")]
#[test]
fn the_next_player_becomes_active_until_all_have_been() {
    let mut t = three();
    // P1 declines, P2 cannot initiate, P3 declines after a challenge.
    let (one, three_) = (t.play(P1, "Knight"), t.play(P3, "Knight"));
    let vigil = t.play(P2, "Vigil");
    t.start(Phase::Challenges);
    let window = |t: &Table, active| {
        assert_eq!((t.st.step.id(), t.topic(P1).as_str(), t.st.active), ("RR.fw.4.aw1", "action_window", Some(active)));
    };
    window(&t, P1);
    t.until(P1, "initiate").pass(P1);
    window(&t, P2);
    t.pass(P1).pass(P2).pass(P3);
    window(&t, P3);
    t.until(P3, "initiate").declare(P3, Power, P1, &[three_]);
    t.finish();
    window(&t, P3);
    assert!(t.in_play(one));
    t.pass(P1).pass(P2).pass(P3);
    // All have been active: the phase ends, without a further window.
    assert!(t.offers(P2, vigil), "an interrupt to the end of the phase");
    assert_eq!((t.st.step.id(), t.st.phase), ("RR.fw.4.4", Phase::Challenges));
    t.card(P2, vigil);
    assert_eq!(t.gold(P2), 1);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.st.phase, Phase::Dominance);
}

#[rule("RR29.5.1", "RR29.5.3", "RR29.6.1", "RR29.6.3", "RR29.7.1")]
#[test]
fn phases_begin_and_end() {
    let mut t = three();
    let vigil = t.play(P2, "Vigil");
    t.start(Phase::Dominance);
    let mut seen = Vec::new();
    for n in [4, 2, 5, 3, 6] {
        t.pass_while(|t| !t.offers(P2, vigil));
        seen.push((t.st.phase, t.st.step.id().to_owned()));
        t.card(P2, vigil);
        assert!(t.told().contains(&format!("gains {n} gold")));
    }
    let places = seen.iter().map(|(phase, step)| (*phase, step.as_str())).collect::<Vec<_>>();
    assert_eq!(
        places,
        [
            (Phase::Dominance, "RR.fw.5.1"),
            (Phase::Dominance, "RR.fw.5.3"),
            (Phase::Standing, "RR.fw.6.1"),
            (Phase::Standing, "RR.fw.6.3"),
            (Phase::Taxation, "RR.fw.7.1")
        ]
    );
}

#[rule("RR29.5.2.a")]
#[test]
fn dominance_counts_standing_str_and_gold() {
    let mut t = three();
    t.play(P1, "Squire");
    let kneeling = t.play(P1, "Knight");
    t.kneel(kneeling);
    t.play(P2, "Knight");
    t.play(P3, "Squire");
    // 2 + 1, 4 + 0, 2 + 3; gold on a card does not count.
    t.set_gold(P1, 1);
    t.set_gold(P3, 3);
    t.st.card_mut(kneeling).gold = 9;
    t.start(Phase::Dominance);
    assert!(t.told().contains("{P3} wins dominance ({P3} 5, {P2} 4, {P1} 3)."), "{}", t.told());
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [0, 0, 1]);
    assert_eq!(t.st.card(t.faction(P3)).power, 1, "for the faction");
}

#[rule("RR29.5.2.b")]
#[test]
fn gold_alone_may_win_dominance() {
    let mut t = three();
    t.set_gold(P1, 3);
    t.play(P2, "Squire");
    t.start(Phase::Dominance);
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [1, 0, 0]);
}

#[rule("RR29.5.2.c")]
#[test]
fn a_tie_for_the_highest_total_wins_nothing() {
    let mut t = three();
    t.play(P1, "Squire");
    t.play(P2, "Knight");
    t.set_gold(P3, 4);
    t.start(Phase::Dominance);
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [0, 0, 0]);
    assert_eq!(t.st.dominance_winner, None);
}

#[rule("RR29.6.2")]
#[test]
fn each_kneeling_card_stands_at_one_time() {
    let mut t = three();
    let knight = t.play(P1, "Knight");
    let (hall, chorus) = (t.play(P2, "Hall"), t.play(P3, "Chorus"));
    let sword = t.attach(knight, "Sword");
    let faction = t.faction(P3);
    let cards = [knight, hall, chorus, sword, faction];
    for id in cards {
        t.kneel(id);
    }
    t.start(Phase::Standing);
    t.until_step("RR.fw.6.aw");
    assert!(cards.iter().all(|id| !t.kneeling(*id)));
    assert_eq!(t.power(P3), 0, "when one had stood, no other was kneeling");
}

#[rule("RR29.7.2")]
#[test]
fn unspent_gold_returns_to_the_treasury() {
    let mut t = three();
    let hall = t.play(P1, "Hall");
    t.st.card_mut(hall).gold = 2;
    t.set_gold(P1, 3);
    t.set_gold(P2, 1);
    t.start(Phase::Taxation);
    t.until_step("RR.fw.7.aw");
    assert_eq!([P1, P2, P3].map(|s| t.gold(s)), [0, 0, 0]);
    assert_eq!(t.st.card(hall).gold, 2, "only the pools");
}

#[rule("RR29.7.3.a", "RR29.7.3.b")]
#[test]
fn in_player_order_hands_are_discarded_down_to_the_reserve() {
    let mut t = three();
    for (seat, n) in [(P1, 7), (P2, 4), (P3, 3)] {
        for _ in 0..n - 1 {
            t.hand(seat, "Squire");
        }
    }
    // Reserve 6, 6 - 3, and 6 - 3: P1 has one too many, P2 one, P3 none.
    t.play(P2, "Shed");
    t.play(P3, "Shed");
    let cairn = t.play(P1, "Cairn");
    assert_eq!([P1, P2, P3].map(|s| t.reserve(s)), [6, 3, 3]);
    t.start(Phase::Taxation);
    t.pass_while(|t| t.topic(P1) != "reserve");
    assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P1], "P1 first");
    assert!(!t.may(P1, &Action::Pass) && !t.may(P1, &Action::Done), "exactly down to the reserve");
    t.pick(P1, "Squire");
    assert_eq!(t.hand_size(P1), 6);
    t.pass_while(|t| t.topic(P2) != "reserve");
    t.pick(P2, "Squire");
    assert_eq!(t.hand_size(P2), 3);
    t.pass_while(|t| {
        assert_ne!(t.topic(P3), "reserve", "P3 is at the reserve and may not discard");
        !t.offers(P1, cairn) && t.st.step.id() != "RR.fw.7.aw"
    });
    assert!(t.offers(P1, cairn), "it is a discard from hand");
    t.until_step("RR.fw.7.aw");
    assert_eq!([P1, P2, P3].map(|s| t.hand_size(s)), [6, 3, 3]);
}

#[rule("RR29.7.5", "RR29.next")]
#[test]
fn the_phase_and_the_round_end_and_the_next_begins() {
    let mut t = three();
    let (knight, feast, toll) = (t.play(P1, "Knight"), t.play(P1, "Feast"), t.play(P1, "Toll"));
    let mine = t.play(P1, "Mine");
    t.start(Phase::Taxation);
    t.until(P1, "action_window").card(P1, feast);
    quiet(&mut t);
    t.until(P1, "action_window").card(P1, mine);
    quiet(&mut t);
    assert_eq!(t.strength(knight), 6);
    let hand = t.hand_size(P1);
    t.pass_while(|t| !t.offers(P1, toll));
    assert_eq!((t.strength(knight), t.st.phase, t.st.round), (6, Phase::Taxation, 1), "the round is about to end");
    t.card(P1, toll);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!(t.hand_size(P1), hand + 1);
    assert_eq!((t.st.round, t.st.phase), (2, Phase::Plot));
    assert_eq!(t.strength(knight), 4, "expired");
    assert_eq!(t.gold(P1), 1, "gold of the last window stays");
}
