//! The cards of Taking the Black whose abilities stand alone in their kind: what is named, drawn, kept, doubled.

use card_game::testing::*;
use test_macros::card_test;

/// Nobodies to play with.
const CARDS: &str = r#"[
(code: "x1", name: "Man", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "x2", name: "Giant", kind: character, cost: 4, str: 9, icons: "MIP"),
(code: "x3", name: "Scout", kind: character, faction: thenightswatch, cost: 2, str: 2, icons: "MIP", traits: ["Ranger"]),
(code: "x4", name: "Mason", kind: character, faction: thenightswatch, cost: 2, str: 2, icons: "MIP", traits: ["Builder"]),
(code: "x5", name: "Rangers' Tower", kind: location, faction: thenightswatch, cost: 2, traits: ["Ranger"]),
(code: "x6", name: "Letter", kind: event, cost: 0, abilities: [Action(effect: Draw(1))]),
(code: "x7", name: "Push", kind: event, cost: 0, abilities: [Action(choose: ("c", [Any([Character, Location])]), effect: Kneel("c"))]),
(code: "x8", name: "Small Plot", kind: plot, plot: (4, 1, 1, 3)),
(code: "x9", name: "Penny Toll", kind: event, cost: 0, abilities: [Action(effect: For(Opponent, LoseGold(1)))]),
]"#;

fn table(pool: &Pool) -> Table {
    Table::with(pool.clone(), CARDS, Rulings::Reference, 2)
}

#[card_test("02002")]
fn the_watch_has_need(pool: Pool) {
    let mut t = table(&pool);
    t.plot(P1, "Small Plot");
    let deep = t.deck(P1, "Scout");
    let (a, b, mason) = (t.deck(P1, "Scout"), t.deck(P1, "Will"), t.deck(P1, "Mason"));
    let event = t.hand(P1, "The Watch Has Need");
    t.set_gold(P1, 1);
    t.start(Phase::Dominance).use_card(P1, event).pass_while(|t| t.topic(P1) != "name_trait");
    let named = |name: &str| Action::Trait { name: name.to_owned() };
    assert_eq!(t.legal(P1), ["Builder", "Ranger", "Steward"].map(named));
    t.act(P1, named("Ranger"));
    assert_eq!(t.topic(P1), "search");
    assert!(t.offers(P1, a) && t.offers(P1, b) && t.may(P1, &Action::Pass));
    assert!(!t.offers(P1, mason) && !t.offers(P1, deep), "that trait, and the top 3 cards: the reserve");
    t.cards(P1, &[a, b]).until(P1, "action_window");
    assert_eq!([a, b, mason, deep].map(|id| t.zone(id)), [Zone::Hand, Zone::Hand, Zone::Deck, Zone::Deck]);
    assert!(t.told().contains("reveals") && t.told().contains("shuffles"));

    // Only characters.
    let mut t = table(&pool);
    let (tower, scout, event) = (t.deck(P1, "Rangers' Tower"), t.deck(P1, "Scout"), t.hand(P1, "The Watch Has Need"));
    t.set_gold(P1, 1);
    t.start(Phase::Dominance).use_card(P1, event).pass_while(|t| t.topic(P1) != "name_trait");
    t.act(P1, named("Ranger"));
    assert!(t.offers(P1, scout) && !t.offers(P1, tower));
}

#[card_test("02004", ability = 1)]
fn lady_str(pool: Pool) {
    let mut t = table(&pool);
    let sansa = t.play(P1, "Sansa Stark");
    t.attach(sansa, "Lady");
    assert_eq!(t.strength(sansa), 4);
}

#[card_test("02004", ability = 2)]
fn lady_moves(pool: Pool) {
    let mut t = table(&pool);
    let (arya, sansa, man, wolf, robb) =
        (t.play(P1, "Arya Stark"), t.play(P1, "Sansa Stark"), t.play(P1, "Man"), t.play(P1, "Direwolf Pup"), t.play(P2, "Robb Stark"));
    let lady = t.attach(arya, "Lady");
    [arya, sansa].into_iter().for_each(|id| t.kneel(id));
    t.set_gold(P1, 2);
    t.start(Phase::Dominance).use_card(P1, lady).pass_while(|t| t.topic(P1) != "effect_cards");
    assert!(t.offers(P1, sansa) && t.offers(P1, robb));
    assert!(![arya, man, wolf].iter().any(|id| t.offers(P1, *id)), "a different Stark character that may have it");
    t.card(P1, sansa).until(P1, "action_window");
    assert_eq!((t.strength(sansa), t.strength(arya), t.gold(P1)), (4, 2, 1));
    assert!(!t.kneeling(sansa) && t.kneeling(arya), "Sansa stands");
    assert!(!t.uses(P1, lady), "once a phase");

    // Nobody else stands.
    let mut t = table(&pool);
    let (arya, sansa) = (t.play(P1, "Arya Stark"), t.play(P1, "Sansa Stark"));
    let lady = t.attach(sansa, "Lady");
    [arya, sansa].into_iter().for_each(|id| t.kneel(id));
    t.set_gold(P1, 1);
    t.start(Phase::Dominance).use_card(P1, lady);
    if t.offers(P1, arya) {
        t.card(P1, arya);
    }
    t.until(P1, "action_window");
    assert!(t.strength(arya) == 4 && t.kneeling(arya) && t.kneeling(sansa));
}

#[card_test("02006", ability = 1)]
fn pleasure_barge_is_immune(pool: Pool) {
    let mut t = table(&pool);
    let (barge, man) = (t.play(P1, "Pleasure Barge"), t.play(P1, "Man"));
    let (push, mine) = (t.hand(P2, "Push"), t.hand(P1, "Push"));
    t.start(Phase::Dominance).use_card(P2, push);
    assert!(t.offers(P2, man) && !t.offers(P2, barge));
    t.card(P2, man).use_card(P1, mine);
    assert!(!t.offers(P1, barge), "to one's own cards as well");
    assert_eq!(t.income(P1), 4);
}

#[card_test("02006", ability = 2)]
fn pleasure_barge_draws(pool: Pool) {
    let mut t = table(&pool);
    let (barge, letter) = (t.hand(P1, "Pleasure Barge"), t.hand(P1, "Letter"));
    let hand = t.hand_size(P1);
    t.start(Phase::Marshaling).marshal(P1, barge).use_card(P1, barge).until(P1, "marshaling");
    assert_eq!(t.hand_size(P1), hand + 2, "it is an effect of its own");

    // Not after a draw this phase; a draw of the draw phase, or an opponent's, does not count.
    let mut t2 = table(&pool);
    let (barge2, letter2) = (t2.hand(P1, "Pleasure Barge"), t2.hand(P1, "Letter"));
    t2.start(Phase::Marshaling).until(P1, "marshaling").use_card(P1, letter2).marshal(P1, barge2);
    assert!(!t2.uses(P1, barge2));
    assert!(t.zone(letter) == Zone::Hand);
    let mut t = table(&pool);
    let (barge, letter) = (t.hand(P2, "Pleasure Barge"), t.hand(P1, "Letter"));
    t.start(Phase::Draw).pass_while(|t| t.st.phase == Phase::Draw);
    t.use_card(P1, letter).marshal(P2, barge);
    assert!(t.uses(P2, barge));
}

#[card_test("02010")]
fn cerseis_wheelhouse(pool: Pool) {
    // Whoever wins initiative makes somebody first player; also who was it before.
    for (first, reacts) in [(P1, true), (P2, false)] {
        for option in [0, 1] {
            let mut t = table(&pool);
            let wheelhouse = t.play(P1, "Cersei's Wheelhouse");
            t.start(Phase::Plot).until(P1, "choose_plot").pick(P1, "Filler Plot").pick(P2, "Filler Plot");
            assert_eq!(t.topic(P2), "first_player", "-1 initiative");
            t.act(P2, Action::Player { seat: first });
            assert_eq!(t.uses(P1, wheelhouse), reacts);
            if !reacts {
                continue;
            }
            let (gold, hand) = (t.gold(P1), t.hand_size(P1));
            t.use_card(P1, wheelhouse).pass_while(|t| t.topic(P1) != "either");
            t.act(P1, Action::Option { n: option }).until(P1, "action_window");
            assert_eq!((t.gold(P1) - gold, t.hand_size(P1) - hand), if option == 0 { (1, 0) } else { (0, 1) });
        }
    }
}

#[card_test("02012")]
fn rise_of_the_kraken(pool: Pool) {
    let mut t = table(&pool);
    let plot = t.plot(P1, "Rise of the Kraken");
    let (man, theirs) = (t.play(P1, "Man"), t.play(P2, "Man"));
    let other = t.play(P2, "Man");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[man]).defend(P2, &[]).use_card(P1, plot).finish();
    assert_eq!(t.power(P1), 2);
    // Not for an opponent's; not where somebody defends.
    t.attack(P2, Intrigue, P1, &[theirs]).pass_while(|t| t.st.challenge.is_some() && !t.uses(P1, plot)).finish();
    assert_eq!((t.power(P1), t.power(P2)), (2, 1));
    let _ = other;
    let mut t = table(&pool);
    let plot = t.plot(P1, "Rise of the Kraken");
    let (giant, man) = (t.play(P1, "Giant"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[giant]).defend(P2, &[man]).pass_while(|t| t.st.challenge.is_some() && !t.uses(P1, plot));
    assert!(!t.uses(P1, plot));
    assert_eq!(t.power(P1), 0);
}

#[test]
fn rise_of_the_kraken_beside_a_rival() {
    // The power for a beaten rival comes at the same time and stays as it is.
    let mut t = Table::melee(CARDS, 3);
    t.title(P1, "Master of Laws");
    t.title(P2, "Master of Whispers");
    let plot = t.plot(P1, "Rise of the Kraken");
    let man = t.play(P1, "Man");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).use_card(P1, plot).finish();
    let without = {
        let mut t = Table::melee(CARDS, 3);
        t.title(P1, "Master of Laws");
        t.title(P2, "Master of Whispers");
        let man = t.play(P1, "Man");
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[man]).finish();
        t.power(P1)
    };
    assert_eq!(t.power(P1), without + 1);
}

#[card_test("02016", ability = 1)]
fn the_long_plan_keeps_gold(pool: Pool) {
    let mut t = table(&pool);
    t.plot(P1, "The Long Plan");
    let tithe = t.hand(P2, "Penny Toll");
    t.set_gold(P1, 3);
    t.set_gold(P2, 3);
    t.start(Phase::Taxation).pass_while(|t| t.topic(P2) != "action_window");
    assert_eq!((t.gold(P1), t.gold(P2)), (3, 0));
    t.use_card(P2, tithe).until(P1, "action_window");
    assert_eq!(t.gold(P1), 2, "otherwise it is gold like any other");
}

#[card_test("02016", ability = 2)]
fn the_long_plan_gains_gold(pool: Pool) {
    let mut t = table(&pool);
    let plot = t.plot(P1, "The Long Plan");
    let (man, giant, theirs) = (t.play(P1, "Man"), t.play(P2, "Giant"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).defend(P2, &[giant]).use_card(P1, plot).pass_while(|t| t.gold(P1) == 0);
    assert_eq!(t.gold(P1), 1, "as attacker");
    t.finish();
    t.attack(P2, Intrigue, P1, &[theirs]).use_card(P1, plot).pass_while(|t| t.gold(P1) == 1);
    assert_eq!(t.gold(P1), 2, "as defender");

    let mut t = table(&pool);
    let plot = t.plot(P1, "The Long Plan");
    let man = t.play(P1, "Man");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).resolve();
    assert!(!t.uses(P1, plot), "not after a victory");
}
