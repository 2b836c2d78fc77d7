//! Page 20 of the rules reference, statement by statement.

use card_game::kernel::setup::Setup;
use card_game::testing::*;
use table::Game;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "k2", name: "Squire", kind: character, cost: 1, str: 2, icons: "MIP"),
(code: "k3", name: "Septa", kind: character, cost: 1, str: 0, icons: "MIP"),
(code: "k4", name: "Thief", kind: character, cost: 2, str: 3, icons: "MIP", keywords: [Stealth]),
(code: "u1", name: "The King", kind: character, unique: true, cost: 6, str: 6, icons: "MP"),
(code: "h1", name: "Herald", kind: character, cost: 1, str: 1, icons: "P", abilities: [
   Reaction(when: Enters(card: Is(This)), effect: Draw(1)), Reaction(when: Marshal(Is(This)), effect: GainGold(1))]),
(code: "g1", name: "Greeter", kind: location, cost: 1, abilities: [Reaction(when: Enters(card: [Character]), effect: GainGold(1))]),
(code: "b1", name: "Banner", kind: location, cost: 1, abilities: [Constant(to: [Character, Yours], gets: Str(1))]),
(code: "a1", name: "Sword", kind: attachment, cost: 1, traits: ["Weapon"], abilities: [Constant(to: Host, gets: Str(2))]),
(code: "l1", name: "Exchange", kind: location, cost: 1, abilities: [Action(
   effect: [Choose(("a", [In(Shadows, You)])), Choose(("b", [In(Hand, You)])), Switch("a", "b")])]),
(code: "l2", name: "Stables", kind: location, cost: 1,
 abilities: [Action(cost: Kneel([Location, Not(Is(This))]), choose: ("c", [Location, Kneeling]), effect: Stand("c"))]),
(code: "l3", name: "Pyre", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Str(AtMost(2))]), effect: Kill("c"))]),
(code: "l4", name: "Levy", kind: location, cost: 1,
 abilities: [Action(choose: (name: "c", of: [Character, ControlledBy(Opponent)], by: Opponent), effect: Kneel("c"))]),
(code: "l5", name: "Twins", kind: location, cost: 1,
 abilities: [Action(choose: (name: "c", of: [Character], count: 2), effect: Kneel("c"))]),
(code: "l6", name: "Drill", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(3)))]),
(code: "l7", name: "Quarry", kind: location, cost: 1),
(code: "l8", name: "Scale", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, PrintedStr(Is(4))]), effect: Kneel("c"))]),
]"#;

fn three() -> Table {
    Table::with(Pool::default(), CARDS, Rulings::Reference, 3)
}

/// Interrupts and reactions are passed up to the next question of another kind.
fn quiet(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions")));
}

/// Setup with these hands; both have kept them.
fn setup(mut t: Table, hands: &[&[&str]]) -> (Table, Vec<Vec<Id>>) {
    let mut ids = Vec::new();
    for (i, hand) in hands.iter().enumerate() {
        let seat = table::Seat(i as u8);
        t.empty_hand(seat);
        ids.push(hand.iter().map(|name| t.hand(seat, name)).collect());
    }
    t.st.push(Frame::Setup(Setup::new(hands.len())));
    t.st.log.on = true;
    t.st.advance(&t.rules);
    for _ in hands {
        let seat = t.st.acting().iter().next().expect("somebody is asked");
        t.act(seat, Action::No);
    }
    (t, ids)
}

fn place(t: &mut Table, seat: table::Seat, cards: &[Id]) {
    t.cards(seat, cards);
}

#[rule("RR20.setup.dup")]
#[test]
fn further_copies_of_a_unique_setup_card_are_free_duplicates() {
    let hand: &[&str] = &["The King", "The King", "Knight", "Squire"];
    let (mut t, ids) = setup(Table::new(CARDS), &[hand, &[]]);
    t.card(P1, ids[0][2]).card(P1, ids[0][3]);
    assert!(!t.offers(P1, ids[0][0]), "2 + 1 + 6 is more than 8");
    let (mut t, ids) = setup(Table::new(CARDS), &[hand, &[]]);
    let [king, copy, knight, _] = ids[0][..] else { panic!() };
    assert_eq!(t.topic(P1), "setup_cards");
    let (first, second) = (king, copy);
    t.card(P1, knight);
    assert!(!t.offers(P1, copy), "a copy only after the card itself");
    // 2 and 6 of 8 gold are spent: the copy costs nothing.
    t.card(P1, king);
    assert!(t.offers(P1, copy));
    t.card(P1, copy);
    if t.topic(P1) == "setup_cards" {
        t.act(P1, Action::Done);
    }
    assert_eq!((t.zone(first), t.zone(second)), (Zone::Hand, Zone::Hand), "not a duplicate before the reveal");
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!((t.zone(first), t.zone(second)), (Zone::Play, Zone::Duplicate));
    assert_eq!(t.st.card(second).host, Some(first));
    assert!(t.in_play(knight));
}

#[rule("RR20.setup.reveal")]
#[test]
fn setup_cards_are_revealed_together_and_then_attached_in_player_order() {
    let names: &[&str] = &["Knight", "Squire", "Sword"];
    let (mut t, ids) = setup(three(), &[names, names, &[]]);
    place(&mut t, P1, &ids[0]);
    assert!(ids[0].iter().all(|id| !t.in_play(*id)), "facedown until all have placed theirs");
    let seen = serde_json::to_string(&t.view(P2)).expect("a view");
    assert!(!seen.contains("Sword") || seen.matches("Sword").count() == 1, "P2 sees only the own Sword");
    place(&mut t, P2, &ids[1]);
    t.pass_while(|t| t.topic(P1) != "setup_host");
    // All are revealed while P1 attaches; P2 attaches after P1.
    assert!(ids[0].iter().chain(&ids[1]).all(|id| t.in_play(*id)));
    assert!(t.topic(P2).is_empty());
    t.card(P1, ids[0][1]);
    assert_eq!(t.topic(P2), "setup_host");
    assert!(!t.offers(P2, ids[0][0]) && t.offers(P2, ids[1][0]), "only own cards");
    t.card(P2, ids[1][0]);
    assert_eq!([ids[0][2], ids[1][2]].map(|id| t.st.card(id).host), [Some(ids[0][1]), Some(ids[1][0])]);
}

#[rule("RR20.setup.notplayed", "RR20.setup.inplay")]
#[test]
fn setup_cards_did_not_enter_play_and_are_in_play_when_the_game_begins() {
    let (mut t, ids) = setup(Table::new(CARDS), &[&["Herald", "Greeter", "Banner"], &["Squire"]]);
    place(&mut t, P1, &ids[0]);
    place(&mut t, P2, &ids[1]);
    t.pass_while(|t| {
        assert_ne!(t.topic(P1), "reactions", "nothing entered play, nothing was marshaled");
        t.topic(P1) != "choose_plot"
    });
    assert_eq!((t.gold(P1), t.hand_size(P1)), (0, 7));
    assert!(ids[0].iter().all(|id| t.in_play(*id) && !t.kneeling(*id)));
    assert_eq!(t.strength(ids[0][0]), 2, "constant abilities work");
    // The same abilities answer to a card that is marshaled.
    let mut t = Table::new(CARDS);
    let herald = t.hand(P1, "Herald");
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling").card(P1, herald);
    assert!(t.can(P1, "Use Herald"));
}

#[rule("RR20.setup.draw")]
#[test]
fn after_the_reveal_hands_are_filled_to_seven() {
    let (mut t, ids) = setup(three(), &[&["Knight", "Squire", "Septa"], &["Knight"; 7], &["Squire", "Squire"]]);
    place(&mut t, P1, &ids[0][..2]);
    place(&mut t, P2, &[]);
    place(&mut t, P3, &ids[2]);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!([P1, P2, P3].map(|s| t.hand_size(s)), [7, 7, 7]);
    assert_eq!([P1, P2, P3].map(|s| t.deck_len(s)), [14, 20, 13], "P1 drew six, P2 none, P3 seven");
}

#[rule("RR20.stand.1", "RR20.stand.2")]
#[test]
fn cards_enter_play_standing_and_kneel() {
    let mut t = Table::new(CARDS);
    let (knight, greeter) = (t.hand(P1, "Knight"), t.hand(P1, "Greeter"));
    t.set_gold(P1, 5);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling").card(P1, knight);
    t.until(P1, "marshaling").card(P1, greeter);
    t.until(P1, "marshaling");
    let view = t.view(P1);
    let seen = |id: Id| view.cards.iter().find(|c| c.id == id.to_string()).expect("in the view").kneeling;
    assert!(!t.kneeling(knight) && !t.kneeling(greeter) && !seen(knight) && !seen(greeter));
    t.attack(P1, Power, P2, &[knight]);
    let view = t.view(P2);
    assert!(view.cards.iter().any(|c| c.id == knight.to_string() && c.kneeling), "attacking knelt it");
    t.finish();
    t.pass_while(|t| {
        assert_ne!(t.topic(P1), "initiate", "what kneels cannot kneel to attack again");
        t.st.phase == Phase::Challenges
    });
}

#[rule("RR20.stealth.1", "RR20.stealth.2")]
#[test]
fn each_attacker_with_stealth_may_bypass_one_defending_character_without_stealth() {
    let mut t = three();
    let (one, two, plain) = (t.play(P1, "Thief"), t.play(P1, "Thief"), t.play(P1, "Knight"));
    let (a, b, sly) = (t.play(P2, "Knight"), t.play(P2, "Squire"), t.play(P2, "Thief"));
    let other = t.play(P3, "Knight");
    t.start(Phase::Challenges);
    t.until(P1, "initiate").declare(P1, Power, P2, &[one, two, plain]);
    // One choice for each of the two with stealth, among P2's characters that lack it; each is optional.
    for chosen in [Some(a), None] {
        assert_eq!(t.topic(P1), "stealth");
        assert!(t.offers(P1, b) && !t.offers(P1, sly) && !t.offers(P1, other) && !t.offers(P1, plain));
        assert!(t.may(P1, &Action::Pass));
        match chosen {
            Some(id) => t.card(P1, id),
            None => t.pass(P1),
        };
    }
    t.until(P2, "defenders");
    assert_eq!([a, b, sly].map(|id| t.offers(P2, id)), [false, true, true]);
    t.cards(P2, &[b]);
    t.finish();
    // Only in that challenge.
    t.st.card_mut(plain).kneeling = false;
    t.attack(P1, Military, P2, &[plain]);
    t.until(P2, "defenders");
    assert!(t.offers(P2, a));
}

#[rule("RR20.str.3")]
#[test]
fn printed_str_is_the_number_on_the_card() {
    let mut t = Table::new(CARDS);
    let (knight, squire, scale) = (t.play(P1, "Knight"), t.play(P1, "Squire"), t.play(P1, "Scale"));
    t.attach(knight, "Sword");
    t.attach(squire, "Sword");
    assert_eq!((t.strength(knight), t.strength(squire)), (6, 4));
    t.start(Phase::Dominance);
    t.card(P1, scale);
    assert!(t.offers(P1, knight) && !t.offers(P1, squire), "printed 4 and 2, whatever they are now");
}

#[rule("RR20.str.1")]
#[test]
fn a_side_adds_up_its_participants_and_modifiers() {
    let mut t = three();
    let (knight, squire, idle) = (t.play(P1, "Knight"), t.play(P1, "Squire"), t.play(P1, "Knight"));
    let (defender, second) = (t.play(P2, "Thief"), t.play(P2, "Squire"));
    t.play(P3, "Knight");
    t.attach(knight, "Sword");
    t.play(P2, "Banner");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[knight, squire]);
    t.defend(P2, &[defender, second]);
    assert_eq!(t.st.totals(), (4 + 2 + 2, 3 + 2 + 1 + 1));
    assert!(!t.kneeling(idle));
    t.resolve();
    let result = t.st.challenge.as_ref().and_then(|c| c.result).expect("a result");
    assert_eq!((result.winner, result.attack, result.defense, result.margin), (Some(P1), 8, 7, 1));
}

#[rule("RR20.str.2")]
#[test]
fn with_a_total_of_zero_nobody_wins() {
    let mut t = Table::new(CARDS);
    let septa = t.play(P1, "Septa");
    t.play(P2, "Squire");
    t.set_power(t.faction(P2), 2);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[septa]);
    t.defend(P2, &[]);
    t.finish();
    let past = *t.st.past.last().expect("a challenge");
    assert_eq!((past.winner, past.loser), (None, None), "0 to 0: the attacker would win the tie");
    assert_eq!((t.power(P1), t.power(P2)), (0, 2));
    // The same on the defending side.
    let mut t = Table::new(CARDS);
    let (septa, other) = (t.play(P1, "Septa"), t.play(P2, "Septa"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[septa]);
    t.defend(P2, &[other]);
    t.finish();
    assert_eq!(t.st.past.last().expect("a challenge").winner, None);
}

#[rule("RR20.switch.1")]
#[test]
fn a_switch_needs_an_item_on_each_side() {
    let table = || {
        let mut t = Table::new(CARDS);
        t.empty_hand(P1);
        let exchange = t.play(P1, "Exchange");
        (t, exchange)
    };
    let (mut t, exchange) = table();
    t.hand(P1, "Knight");
    t.start(Phase::Dominance);
    assert!(!t.offers(P1, exchange), "nothing in shadows");
    let (mut t, exchange) = table();
    t.shadows(P1, "Knight");
    t.start(Phase::Dominance);
    assert!(!t.offers(P1, exchange), "nothing in hand");
    let (mut t, exchange) = table();
    let (inside, outside) = (t.shadows(P1, "Knight"), t.hand(P1, "Squire"));
    t.start(Phase::Dominance);
    t.card(P1, exchange);
    t.pass_while(|t| t.topic(P1) != "effect_cards" && t.zone(inside) == Zone::Shadows);
    while t.topic(P1) == "effect_cards" {
        let card = if t.offers(P1, inside) { inside } else { outside };
        t.card(P1, card);
    }
    assert_eq!((t.zone(inside), t.zone(outside)), (Zone::Hand, Zone::Shadows));
    assert!(t.st.card(outside).facedown);
}

#[rule("RR20.target.1")]
#[test]
fn choose_means_a_target_that_fits() {
    let mut t = three();
    let pyre = t.play(P1, "Pyre");
    let (knight, squire, septa) = (t.play(P2, "Knight"), t.play(P2, "Squire"), t.play(P3, "Septa"));
    t.start(Phase::Dominance);
    t.card(P1, pyre);
    assert_eq!(t.topic(P1), "target");
    assert_eq!([knight, squire, septa, pyre].map(|id| t.offers(P1, id)), [false, true, true, false]);
    assert!(!t.may(P1, &Action::Pass), "a target must be chosen");
    assert!(t.in_play(squire), "nothing resolves before");
    t.card(P1, squire);
    quiet(&mut t);
    assert_eq!([knight, squire, septa].map(|id| t.in_play(id)), [true, false, true]);
}

#[rule("RR20.target.2")]
#[test]
fn the_controller_chooses_unless_the_card_says_otherwise() {
    let mut t = Table::new(CARDS);
    let (pyre, levy) = (t.play(P2, "Pyre"), t.play(P2, "Levy"));
    let (septa, knight) = (t.play(P1, "Septa"), t.play(P1, "Knight"));
    t.start(Phase::Dominance);
    t.until(P2, "action_window").card(P2, pyre);
    assert_eq!((t.topic(P2).as_str(), t.topic(P1).as_str()), ("target", ""), "its controller, whoever controls the target");
    t.card(P2, septa);
    quiet(&mut t);
    let squire = t.play(P1, "Squire");
    t.until(P2, "action_window").card(P2, levy);
    assert_eq!((t.topic(P2).as_str(), t.topic(P1).as_str()), ("", "target"), "this one says that its opponent chooses");
    assert!(t.offers(P1, squire));
    t.card(P1, knight);
    quiet(&mut t);
    assert!(t.kneeling(knight) && !t.kneeling(squire));
}

#[rule("RR20.target.3")]
#[test]
fn without_enough_targets_it_cannot_be_initiated() {
    let mut t = Table::new(CARDS);
    let (pyre, twins) = (t.play(P1, "Pyre"), t.play(P1, "Twins"));
    t.play(P2, "Knight");
    t.start(Phase::Dominance);
    assert!(!t.offers(P1, pyre), "no character with STR 2 or less");
    assert!(!t.offers(P1, twins), "one of two");
    t.play(P2, "Squire");
    t.pass(P1);
    t.until(P1, "action_window");
    assert!(t.offers(P1, pyre) && t.offers(P1, twins));
}

#[rule("RR20.target.4", "RS.1")]
#[test]
fn what_became_a_valid_target_while_paying_may_be_chosen() {
    let mut t = Table::new(CARDS);
    let stables = t.play(P1, "Stables");
    let (payer, kneeling) = (t.play(P1, "Quarry"), t.play(P1, "Quarry"));
    t.kneel(kneeling);
    t.start(Phase::Taxation);
    t.until(P1, "action_window").card(P1, stables);
    assert_eq!(t.topic(P1), "target");
    assert!(t.offers(P1, kneeling));
    assert!(t.offers(P1, payer), "it was standing at the initiation check and kneels now");
    t.card(P1, payer);
    quiet(&mut t);
    assert!(!t.kneeling(payer) && t.kneeling(kneeling));
}

#[rule("RR20.target.5")]
#[test]
fn several_targets_of_one_player_are_chosen_together() {
    let mut t = Table::new(CARDS);
    let twins = t.play(P1, "Twins");
    let (a, b, c) = (t.play(P2, "Knight"), t.play(P2, "Squire"), t.play(P2, "Septa"));
    t.start(Phase::Dominance);
    t.card(P1, twins);
    let number = t.st.decision(P1);
    t.card(P1, a);
    assert_eq!(t.st.decision(P1), number, "both are one decision");
    assert!(!t.kneeling(a) && !t.offers(P1, a));
    assert!(!t.may(P1, &Action::Done), "one is not enough");
    t.card(P1, b);
    quiet(&mut t);
    assert_eq!([a, b, c].map(|id| t.kneeling(id)), [true, true, false]);
}
