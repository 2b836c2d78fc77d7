//! What a definition says the game does: words that stand in unusual places.

use card_game::lang::load::load;
use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "w01", name: "Hoard", kind: location, cost: 1, abilities: [Action(x: GoldOn(This), effect: GainGold(X), limit: PerRound(1))]),
(code: "w02", name: "Ox", kind: character, cost: 1, str: 2, icons: "MIP"),
(code: "w03", name: "Bear", kind: character, cost: 1, str: 4, icons: "MIP"),
(code: "w04", name: "Rope", kind: attachment, cost: 1),
(code: "w05", name: "Tallest", kind: event, cost: 0,
 abilities: [Action(choose: (name: "c", of: [Character, Opponents], count: 2), effect: Kill([Is("c"), Highest(Str, [Is("c")])]))]),
(code: "w06", name: "Strip", kind: event, cost: 0,
 abilities: [Action(choose: ("c", [Character]), effect: Discard([Attachment, AttachedTo("c")]))]),
(code: "w07", name: "Measure", kind: event, cost: 0,
 abilities: [Action(choose: ("c", [Character, Yours]), effect: Kill([Character, Opponents, Str(Below(Str(The("c"))))]))]),
(code: "w08", name: "Undertow", kind: location, cost: 1,
 abilities: [ForcedInterrupt(when: DiscardedFrom([Hand], [Character]), effect: InsteadTo(RemovedFromGame))]),
(code: "w09", name: "Rob", kind: event, cost: 0, abilities: [Action(effect: For(Opponent, DiscardFromHand(1)))]),
(code: "w10", name: "Gatekeeper", kind: location, cost: 1, abilities: [Action(cost: Discard([In(Shadows, You)]), effect: GainGold(1))]),
(code: "w11", name: "Muster", kind: location, cost: 1, abilities: [Action(cost: [Kneel([Character]), Kneel([Character])], effect: GainGold(1))]),
(code: "w12", name: "Parade", kind: location, cost: 1,
 abilities: [Action(cost: [Kneel([Character]), Kneel([Character, Str(AtLeast(3))])], effect: GainGold(1))]),
(code: "w13", name: "Twin Tower", kind: location, cost: 1, abilities: [Action(cost: [Kneel([Location]), Kneel(This)], effect: GainGold(1))]),
(code: "w14", name: "Bounty", kind: location, cost: 1, abilities: [Constant(to: [Character, Yours], gets: Keyword(Prized(2)))]),
(code: "w15", name: "Murder", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "w16", name: "Hostage", kind: event, cost: 0,
 abilities: [Action(choose: ("c", [Character, Yours]), effect: For(Opponent, TakeControl("c")))]),
(code: "w17", name: "Tunnel", kind: location, cost: 1, abilities: [Constant(rules: Reduce(by: 1, of: [AnyCard], how: OutOfShadows))]),
(code: "w18", name: "Lurker", kind: character, cost: 5, str: 2, icons: "I", keywords: [Shadow(2)]),
(code: "w19", name: "Crowned", kind: character, cost: 1, str: 2, icons: "I",
 abilities: [Constant(gets: NotOnlyTarget([EventCard, Opponents]))]),
(code: "w20", name: "Arrow", kind: event, cost: 0,
 abilities: [Action(effect: [Choose((name: "c", of: [Character, Opponents], target: true)), Kill("c")])]),
(code: "w21", name: "Volley", kind: event, cost: 0,
 abilities: [Action(effect: [Choose((name: "c", of: [Character, Opponents], count: 2, target: true)), Kill("c")])]),
(code: "w22", name: "Prize", kind: character, cost: 1, str: 2, icons: "I", keywords: [Prized(1)]),
(code: "w23", name: "Muzzle", kind: attachment, cost: 1, abilities: [Constant(to: Host, gets: BlankAll)]),
]"#;

fn said(ability: &str) -> String {
    let file = format!("[(code: \"t1\", name: \"Probe\", kind: location, cost: 1, abilities: [{ability}])]");
    load("probe.ron", &file).err().map(|errors| errors[0].message.clone()).unwrap_or_default()
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn what_x_is_counts_where_a_use_is_weighed() {
    for (gold, offered) in [(0, false), (3, true)] {
        let mut t = Table::new(CARDS);
        let hoard = t.play(P1, "Hoard");
        t.set_gold_on(hoard, gold);
        t.start(Phase::Challenges);
        assert_eq!(t.offers(P1, hoard), offered);
        if offered {
            let before = t.gold(P1);
            t.use_card(P1, hoard).pass_while(|t| t.gold(P1) == before);
            assert_eq!(t.gold(P1), before + 3);
        }
    }
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn an_effect_on_some_of_the_chosen_is_offered() {
    let mut t = Table::new(CARDS);
    let event = t.hand(P1, "Tallest");
    let (ox, bear) = (t.play(P2, "Ox"), t.play(P2, "Bear"));
    t.start(Phase::Challenges);
    assert!(t.offers(P1, event));
    t.use_card(P1, event).cards(P1, &[ox, bear]).pass_while(|t| t.in_play(bear));
    assert!(t.in_play(ox) && !t.in_play(bear));
}

#[rule("RR.glossary.target.7")]
#[test]
fn what_is_attached_to_the_chosen_makes_it_a_target() {
    let mut t = Table::new(CARDS);
    let event = t.hand(P1, "Strip");
    let (ox, bear) = (t.play(P2, "Ox"), t.play(P2, "Bear"));
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, event));

    let mut t = Table::new(CARDS);
    let event = t.hand(P1, "Strip");
    let _ = (ox, bear);
    let (ox, bear) = (t.play(P2, "Ox"), t.play(P2, "Bear"));
    let rope = t.attach(bear, "Rope");
    t.start(Phase::Challenges);
    assert!(t.offers(P1, event));
    t.use_card(P1, event);
    assert!(!t.may(P1, &Action::Card { card: ox }) && t.may(P1, &Action::Card { card: bear }));
    t.cards(P1, &[bear]).pass_while(|t| t.in_play(rope));
    assert_eq!(t.zone(rope), Zone::Discard);
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn a_number_of_the_chosen_in_a_filter_is_weighed() {
    for (mine, offered) in [("Ox", false), ("Bear", true)] {
        let mut t = Table::new(CARDS);
        let (event, own, foe) = (t.hand(P1, "Measure"), t.play(P1, mine), t.play(P2, "Ox"));
        t.start(Phase::Challenges);
        assert_eq!(t.offers(P1, event), offered);
        if offered {
            t.use_card(P1, event).cards(P1, &[own]).pass_while(|t| t.in_play(foe));
            assert_eq!(t.zone(foe), Zone::Dead);
        }
    }
}

#[rule("RR.glossary.replacement_effects.3")]
#[test]
fn what_is_discarded_from_hand_goes_elsewhere_instead() {
    let mut t = Table::new(CARDS);
    t.play(P2, "Undertow");
    t.empty_hand(P2);
    let (event, ox) = (t.hand(P1, "Rob"), t.hand(P2, "Ox"));
    t.start(Phase::Challenges);
    t.use_card(P1, event).pass_while(|t| t.zone(ox) == Zone::Hand);
    assert_eq!(t.zone(ox), Zone::Removed);
}

#[rule("RR.init.4")]
#[test]
fn a_cost_is_paid_with_a_card_out_of_play() {
    let mut t = Table::new(CARDS);
    let gate = t.play(P1, "Gatekeeper");
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, gate));
    let mut t = Table::new(CARDS);
    let (gate, lurker) = (t.play(P1, "Gatekeeper"), t.shadows(P1, "Lurker"));
    t.start(Phase::Challenges);
    let gold = t.gold(P1);
    t.use_card(P1, gate).pass_while(|t| t.gold(P1) == gold);
    assert_eq!((t.zone(lurker), t.gold(P1)), (Zone::Discard, gold + 1));
    assert!(!t.offers(P1, gate));
}

#[rule("RR.glossary.costs.3")]
#[test]
fn one_card_does_not_pay_two_costs() {
    let mut t = Table::new(CARDS);
    let (muster, ox) = (t.play(P1, "Muster"), t.play(P1, "Ox"));
    t.start(Phase::Challenges);
    assert!(!t.offers(P1, muster) && !t.kneeling(ox));
    let mut t = Table::new(CARDS);
    let (muster, ox, bear) = (t.play(P1, "Muster"), t.play(P1, "Ox"), t.play(P1, "Bear"));
    t.start(Phase::Challenges);
    t.use_card(P1, muster).cards(P1, &[bear]).pass_while(|t| !t.kneeling(ox));
    assert!(t.kneeling(bear));
}

#[rule("RR.init.2")]
#[test]
fn a_cost_leaves_the_card_that_another_cost_needs() {
    let mut t = Table::new(CARDS);
    let (parade, ox, bear) = (t.play(P1, "Parade"), t.play(P1, "Ox"), t.play(P1, "Bear"));
    t.start(Phase::Challenges);
    let gold = t.gold(P1);
    // The bear is the only one for the second cost: the first is paid with the ox.
    t.use_card(P1, parade).pass_while(|t| t.gold(P1) == gold);
    assert!(t.kneeling(ox) && t.kneeling(bear));

    for more in [false, true] {
        let mut t = Table::new(CARDS);
        let tower = t.play(P1, "Twin Tower");
        let other = more.then(|| t.play(P1, "Gatekeeper"));
        t.start(Phase::Challenges);
        assert_eq!(t.offers(P1, tower), more);
        if let Some(other) = other {
            t.use_card(P1, tower).pass_while(|t| !t.kneeling(tower));
            assert!(t.kneeling(other));
        }
    }
}

#[rule("RR.glossary.prized.4")]
#[test]
fn gained_prized_counts() {
    for (name, blank, power) in [("Ox", false, 2), ("Prize", false, 3), ("Prize", true, 2)] {
        let mut t = Table::new(CARDS);
        t.play(P1, "Bounty");
        let (own, foe, event) = (t.play(P1, name), t.play(P2, "Ox"), t.hand(P1, "Murder"));
        let again = t.hand(P1, "Murder");
        if blank {
            t.attach(own, "Muzzle");
        }
        t.start(Phase::Challenges);
        let before = (t.power(P1), t.power(P2));
        t.use_card(P1, event).cards(P1, &[own]).pass_while(|t| t.in_play(own));
        t.pass_while(|t| t.topic(P1) != "action_window");
        assert_eq!((t.power(P1), t.power(P2)), (before.0, before.1 + power), "{name} {blank}");
        // Another's characters have not gained it.
        t.use_card(P1, again).cards(P1, &[foe]).pass_while(|t| t.in_play(foe));
        t.pass_while(|t| t.topic(P1) != "action_window");
        assert_eq!(t.power(P1), before.0);
    }
}

#[rule("RR.glossary.control")]
#[test]
fn control_goes_to_the_player_whom_the_effect_is_for() {
    let mut t = Table::new(CARDS);
    let (event, ox) = (t.hand(P1, "Hostage"), t.play(P1, "Ox"));
    t.start(Phase::Challenges);
    assert!(t.offers(P1, event));
    t.use_card(P1, event).cards(P1, &[ox]);
    t.pass_while(|t| t.topic(P1) != "action_window");
    t.pass_while(|t| t.topic(P2) != "action_window");
    assert_eq!(t.st.controller(ox), P2);
}

#[rule("RR.glossary.shadows.1")]
#[test]
fn reducers_for_coming_out_are_none_for_going_in() {
    for (gold, offered) in [(1, false), (2, true)] {
        let mut t = Table::new(CARDS);
        t.play(P1, "Tunnel");
        let lurker = t.hand(P1, "Lurker");
        t.set_gold(P1, gold - 5);
        t.start(Phase::Marshaling);
        t.until(P1, "marshaling");
        assert_eq!(t.gold(P1), gold);
        assert_eq!(t.may(P1, &Action::IntoShadows { card: lurker }), offered);
    }
}

#[test]
fn what_is_kept_for_the_phase_is_asked_of_the_phase() {
    let ask = |past: &str| said(&format!("Action(only_if: Happened({past}), effect: Draw(1))"));
    for past in ["who: You, span: Phase, drew: true", "who: You, span: Phase, gave: Opponent", "who: You, span: Round, won: Power"] {
        assert_eq!(ask(past), "", "{past}");
    }
    for past in ["who: You, span: Round, drew: true", "who: You, span: Challenge, gave: Opponent"] {
        assert!(ask(past).contains("only with `span: Phase`"), "{past}: {}", ask(past));
    }
}

#[rule("RR.golden.cannot")]
#[test]
fn a_target_chosen_during_the_effect_is_not_the_only_one_either() {
    for (other, offered) in [(false, false), (true, true)] {
        let mut t = Table::new(CARDS);
        let (event, crowned) = (t.hand(P1, "Arrow"), t.play(P2, "Crowned"));
        let ox = other.then(|| t.play(P2, "Ox"));
        t.start(Phase::Challenges);
        assert_eq!(t.offers(P1, event), offered);
        if let Some(ox) = ox {
            t.use_card(P1, event).until(P1, "target");
            assert!(t.may(P1, &Action::Card { card: ox }) && !t.may(P1, &Action::Card { card: crowned }));
        }
    }
    // Beside another it may be.
    let mut t = Table::new(CARDS);
    let (event, crowned, ox) = (t.hand(P1, "Volley"), t.play(P2, "Crowned"), t.play(P2, "Ox"));
    t.start(Phase::Challenges);
    t.use_card(P1, event).until(P1, "target").cards(P1, &[ox, crowned]);
    t.pass_while(|t| t.in_play(crowned));
    assert!(!t.in_play(ox));
}
