//! The five points in which the ruling sets `reference` and `faq-4.1` differ (section 0.5 of the rules digest), under both.

use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "k2", name: "Champion", kind: character, cost: 5, str: 3, icons: "MIP", keywords: [Renown],
 abilities: [Reaction(when: GainsPower(Is(This)), effect: Draw(1))]),
(code: "k3", name: "Reaver", kind: character, cost: 5, str: 3, icons: "MIP", keywords: [Pillage]),
(code: "l1", name: "Quarry", kind: location, cost: 1),
(code: "l2", name: "Stables", kind: location, cost: 1,
 abilities: [Action(cost: Kneel([Location, Not(Is(This))]), choose: ("c", [Location, Kneeling]), effect: Stand("c"))]),
(code: "l3", name: "Kennel", kind: location, cost: 1,
 abilities: [Action(cost: Kneel([Location, Not(Is(This))]), choose: (name: "c", of: [Location, Kneeling], count: 2), effect: Stand("c"))]),
(code: "l4", name: "Chains", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Opponents]), effect: TakeControl("c"))]),
(code: "l5", name: "Looter", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character, In(DiscardPile, Opponent)]), effect: PutIntoPlay("c"))]),
(code: "u1", name: "The Hero", kind: character, unique: true, cost: 3, str: 3, icons: "M"),
(code: "e1", name: "Tally", kind: event, cost: 0, abilities: [Action(
   effect: [GainGold(HandOf(You)), GainGold(Mul(10, Count([EventCard, In(DiscardPile, You)])))])]),
(code: "l6", name: "Scribe", kind: location, cost: 1,
 abilities: [Reaction(when: Play([EventCard]), only_if: Exists([EventCard, In(DiscardPile, You)]), effect: Draw(1))]),
]"#;

const BOTH: [Rulings; 2] = [Rulings::Reference, Rulings::Faq41];

fn table(rulings: Rulings) -> Table {
    Table::with(Pool::default(), CARDS, rulings, 2)
}

#[rule("RS.1", "RR20.target.4", "FAQ.3.3")]
#[test]
fn rs_1_targets_that_became_valid_after_the_initiation_check() {
    for rulings in BOTH {
        let mut t = table(rulings);
        let stables = t.play(P1, "Stables");
        let (payer, kneeling, second) = (t.play(P1, "Quarry"), t.play(P1, "Quarry"), t.play(P1, "Quarry"));
        t.kneel(kneeling);
        t.kneel(second);
        t.start(Phase::Taxation);
        t.until(P1, "action_window").card(P1, stables);
        assert_eq!(t.topic(P1), "target");
        assert!(t.offers(P1, kneeling) && t.offers(P1, second), "legal before and now");
        assert_eq!(t.offers(P1, payer), rulings == Rulings::Reference, "{rulings:?}: it kneels since the cost was paid");
    }
}

#[rule("RS.1", "RR20.target.3")]
#[test]
fn rs_1_the_initiation_check_itself_is_the_same() {
    for rulings in BOTH {
        let mut t = table(rulings);
        let kennel = t.play(P1, "Kennel");
        let (_, kneeling) = (t.play(P1, "Quarry"), t.play(P1, "Quarry"));
        t.kneel(kneeling);
        t.start(Phase::Taxation);
        t.until(P1, "action_window");
        assert!(!t.offers(P1, kennel), "{rulings:?}: one of two targets, though the payment would bring the other");
    }
}

#[rule("RS.2", "RR29.4.2.5.b", "FAQ.q.keyword_order")]
#[test]
fn rs_2_instances_of_a_keyword() {
    for rulings in BOTH {
        let mut t = table(rulings);
        let (one, two) = (t.play(P1, "Champion"), t.play(P1, "Champion"));
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[one, two]);
        t.until(P1, "keyword_use");
        if rulings == Rulings::Reference {
            t.cards(P1, &[one, two]);
            assert_eq!((t.power_on(one), t.power_on(two)), (1, 1), "all at one time");
            assert!(t.offers(P1, one) && t.offers(P1, two), "one window for the reactions to both");
        } else {
            t.card(P1, two);
            assert_eq!((t.power_on(one), t.power_on(two)), (0, 1), "one by one, in the order their controller likes");
            assert_eq!(t.topic(P1), "reactions", "with reactions between");
            t.card(P1, two);
            t.until(P1, "keyword_use").act(P1, Action::Yes);
            assert_eq!(t.power_on(one), 1);
        }
        // Each type is processed once.
        t.pass_while(|t| {
            assert_ne!(t.topic(P1), "keyword_use");
            t.st.challenge.is_some()
        });
        assert_eq!((t.power_on(one), t.power_on(two)), (1, 1));
    }
}

#[rule("RS.2", "RR15.pillage.1")]
#[test]
fn rs_2_pillage() {
    for rulings in BOTH {
        let mut t = table(rulings);
        let (one, two) = (t.play(P1, "Reaver"), t.play(P1, "Reaver"));
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[one, two]);
        t.until(P1, "keyword_use").card(P1, one);
        let expected = if rulings == Rulings::Reference { 20 } else { 19 };
        assert_eq!(t.deck_len(P2), expected, "{rulings:?}: resolved alone, or drafted with the rest");
    }
}

#[rule("RS.4", "FAQ.1.3")]
#[test]
fn rs_4_a_copy_in_its_owners_dead_pile() {
    for rulings in BOTH {
        // Taking control.
        let mut t = table(rulings);
        let chains = t.play(P1, "Chains");
        let hero = t.play(P2, "The Hero");
        t.dead(P2, "The Hero");
        t.play(P2, "Knight");
        t.start(Phase::Dominance);
        t.card(P1, chains);
        assert_eq!(t.offers(P1, hero), rulings == Rulings::Reference, "{rulings:?}: taking control");
        // Bringing in.
        let mut t = table(rulings);
        let looter = t.play(P1, "Looter");
        let (hero, knight) = (t.discard(P2, "The Hero"), t.discard(P2, "Knight"));
        t.dead(P2, "The Hero");
        t.start(Phase::Dominance);
        t.card(P1, looter);
        assert_eq!(t.offers(P1, hero), rulings == Rulings::Reference, "{rulings:?}: putting into play");
        assert!(t.offers(P1, knight));
        // What blocks under both sets: a copy in the own dead pile, a copy in play of either.
        for place in 0..3 {
            let mut t = table(rulings);
            let (chains, looter) = (t.play(P1, "Chains"), t.play(P1, "Looter"));
            t.play(P2, "Knight");
            t.discard(P2, "Knight");
            let hero = t.discard(P2, "The Hero");
            let taken = match place {
                0 => {
                    t.dead(P1, "The Hero");
                    Some(t.play(P2, "The Hero"))
                }
                1 => {
                    t.play(P1, "The Hero");
                    Some(t.play(P2, "The Hero"))
                }
                _ => {
                    t.play(P2, "The Hero");
                    None
                }
            };
            t.start(Phase::Dominance);
            t.card(P1, looter);
            assert!(!t.offers(P1, hero), "{rulings:?}, place {place}: putting into play");
            t.pick(P1, "Knight");
            t.until(P1, "action_window").card(P1, chains);
            assert!(taken.is_none_or(|id| !t.offers(P1, id)), "{rulings:?}, place {place}: taking control");
        }
    }
}

#[rule("RS.5", "RR.init.7", "FAQ.1.5")]
#[test]
fn rs_5_an_event_while_it_is_played() {
    for rulings in BOTH {
        let mut t = table(rulings);
        let (event, scribe) = (t.hand(P1, "Tally"), t.play(P1, "Scribe"));
        t.start(Phase::Dominance);
        t.card(P1, event);
        t.pass_while(|t| t.topic(P1) == "interrupts");
        // Under both it reaches the discard pile before the reactions to its being played.
        t.pass_while(|t| !t.offers(P1, scribe));
        assert_eq!(t.zone(event), Zone::Discard, "{rulings:?}");
        // The reference has no word on where it is before; the FAQ: neither in hand nor in any other area. Both play by that.
        assert_eq!(t.gold(P1), 1, "{rulings:?}: only the filler card was in hand, and no event in the discard pile");
    }
}

/// A keyword gained while its type is being resolved: by the FAQ in time, by the reference the type has been resolved at one time.
#[rule("RS.2", "FAQ.q.processing")]
#[test]
fn rs_2_an_instance_gained_while_its_type_is_resolved() {
    let cards = r#"[(code: "x1", name: "Hero", kind: character, cost: 2, str: 3, icons: "P", keywords: [Renown]),
        (code: "x2", name: "Squire", kind: character, cost: 2, str: 3, icons: "P"),
        (code: "x3", name: "Example", kind: location, cost: 0, abilities: [Reaction(when: GainsPower([Character]),
         choose: ("c", [Character, Yours, Named("Squire")]), effect: Until(Challenge, "c", Keyword(Renown)))])]"#;
    for rulings in BOTH {
        let mut t = Table::with(Pool::default(), cards, rulings, 2);
        let (hero, squire, example) = (t.play(P1, "Hero"), t.play(P1, "Squire"), t.play(P1, "Example"));
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[hero, squire]);
        t.until(P1, "keyword_use");
        t.act(P1, Action::Yes);
        t.use_card(P1, example);
        if t.topic(P1) == "target" {
            t.card(P1, squire);
        }
        let mut again = false;
        t.pass_while(|t| t.topic(P1) != "keyword_use" && t.st.challenge.is_some());
        if t.topic(P1) == "keyword_use" {
            again = true;
            t.act(P1, Action::Yes);
        }
        assert_eq!((again, t.power_on(squire)), (rulings == Rulings::Faq41, i32::from(rulings == Rulings::Faq41)), "{rulings:?}");
    }
}
