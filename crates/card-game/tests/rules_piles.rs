//! Cards of one owner that come to a pile at the same time: their owner orders them, and is asked only where it can matter.

use card_game::testing::*;
use card_game::{Setup, State};
use table::{Game, Seat, Viewer};
use test_macros::rule;

/// Cards that do not care about order, and two that read it: of the dead pile, of the discard pile.
const CARDS: &str = r#"[
(code: "a", name: "Ann", kind: character, cost: 0, str: 3, icons: "M"),
(code: "b", name: "Bob", kind: character, cost: 0, str: 3, icons: "M"),
(code: "c", name: "Cat", kind: character, cost: 0, str: 3, icons: "M"),
(code: "t", name: "Thorn", kind: attachment, cost: 0, keywords: [Terminal]),
(code: "w", name: "Wildfire", kind: event, cost: 0, abilities: [Action(effect: Kill([Character]))]),
(code: "x", name: "Exile", kind: event, cost: 0, abilities: [Action(effect: Discard([Character]))]),
(code: "o", name: "Overturn", kind: event, cost: 0, abilities: [Action(effect: For(Opponent, DiscardTop(3, None)))]),
(code: "u", name: "Cellar", kind: location, cost: 0, abilities: [Action(cost: Kneel(This), effect: PutUnder([In(Hand, You)], This))]),
(code: "y", name: "Fire", kind: event, cost: 0, abilities: [Action(effect: Discard([Location, Named("Cellar")]))]),
(code: "d", name: "Dead Reader", kind: location, cost: 0,
 abilities: [Action(cost: Kneel(This), effect: [NameTop(1, "c", [Character, In(DeadPile, You)]), AddToHand("c")])]),
(code: "p", name: "Pile Reader", kind: location, cost: 0,
 abilities: [Action(cost: Kneel(This), effect: [NameTop(1, "c", [Any([[Character, In(DiscardPile, You)]])]), AddToHand("c")])]),
]"#;

fn order(t: &mut Table, seat: Seat, ids: &[Id]) {
    ids.iter().for_each(|id| {
        t.act(seat, Action::Card { card: *id });
    });
}

/// P2 plays the event; goes on to the change, behind the interrupts to it.
fn strike(t: &mut Table, event: Id) {
    t.start(Phase::Challenges);
    t.use_card(P2, event);
    t.pass_while(|t| t.st.acting().iter().any(|s| t.topic(s) == "interrupts"));
}

/// Ann, Bob and Cat of P1, killed (or discarded) at once by an event of P2; whoever reads lies in this seat's deck.
fn table(seats: usize, reader: Option<&str>, event: &str) -> (Table, [Id; 3]) {
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Faq41, seats);
    let three = [t.play(P1, "Ann"), t.play(P1, "Bob"), t.play(P1, "Cat")];
    if let Some(reader) = reader {
        t.deck(P1, reader);
    }
    let event = t.hand(P2, event);
    strike(&mut t, event);
    (t, three)
}

#[rule("RR.glossary.dead_pile.5")]
#[test]
fn the_owner_orders_those_that_were_killed_together() {
    let (mut t, [ann, bob, cat]) = table(2, Some("Dead Reader"), "Wildfire");
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("order_dead", ""));
    assert_eq!(t.legal(P1).len(), 4, "three cards, or the rest as listed: {:?}", t.labels(P1));
    // They are in the pile already, for all to see.
    assert_eq!(t.st.player(P1).dead, [ann, bob, cat]);
    order(&mut t, P1, &[cat, ann]);
    assert_eq!(t.st.player(P1).dead, [cat, ann, bob]);
    assert!(t.told().contains("came to the dead pile: [c59|Bob|b] lies on top."), "{}", t.told());
    assert_ne!(t.topic(P1), "order_dead");
}

#[rule("RR.glossary.discard_pile.3")]
#[test]
fn the_owner_orders_those_that_were_discarded_together_above_what_lay_there() {
    let mut t = Table::faq(CARDS);
    let below = t.discard(P1, "Cat");
    let (ann, bob) = (t.play(P1, "Ann"), t.play(P1, "Bob"));
    t.deck(P2, "Pile Reader");
    let event = t.hand(P2, "Exile");
    strike(&mut t, event);
    assert_eq!(t.topic(P1), "order_discard");
    assert!(!t.offers(P1, below));
    order(&mut t, P1, &[bob]);
    assert_eq!(t.st.player(P1).discard, [below, bob, ann]);
}

#[rule("RR.glossary.discard_pile.3")]
#[test]
fn cards_from_the_deck_and_what_falls_off_a_dead_host_are_ordered_too() {
    let mut t = Table::faq(CARDS);
    t.deck(P1, "Pile Reader");
    let (ann, bob, cat) = (t.deck(P1, "Ann"), t.deck(P1, "Bob"), t.deck(P1, "Cat"));
    let event = t.hand(P2, "Overturn");
    strike(&mut t, event);
    assert_eq!(t.topic(P1), "order_discard");
    order(&mut t, P1, &[ann, bob]);
    assert_eq!(t.st.player(P1).discard, [ann, bob, cat]);

    let mut t = Table::faq(CARDS);
    t.deck(P1, "Pile Reader");
    let (ann, bob) = (t.play(P1, "Ann"), t.play(P1, "Bob"));
    let thorn = t.attach(ann, "Thorn");
    let event = t.hand(P2, "Exile");
    strike(&mut t, event);
    order(&mut t, P1, &[ann, bob]);
    assert_eq!(t.st.player(P1).discard, [ann, bob, thorn]);
}

#[rule("RR.glossary.discard_pile.3")]
#[test]
fn cards_that_lay_under_one_that_left_play_are_ordered() {
    let mut t = Table::faq(CARDS);
    t.deck(P1, "Pile Reader");
    t.empty_hand(P1);
    let cellar = t.play(P1, "Cellar");
    let (ann, bob) = (t.hand(P1, "Ann"), t.hand(P1, "Bob"));
    let event = t.hand(P2, "Fire");
    t.start(Phase::Challenges);
    t.use_card(P1, cellar);
    assert_eq!((t.zone(ann), t.zone(bob)), (Zone::Under, Zone::Under));
    t.use_card(P2, event);
    t.pass_while(|t| t.topic(P1) != "order_discard");
    assert!(!t.offers(P1, cellar), "it came before them");
    order(&mut t, P1, &[bob]);
    assert_eq!(t.st.player(P1).discard, [cellar, bob, ann]);
}

#[rule("RR.glossary.dead_pile.5")]
#[test]
fn the_order_decides_what_the_reader_takes() {
    for on_top in [0, 1] {
        let mut t = Table::faq(CARDS);
        let two = [t.play(P1, "Ann"), t.play(P1, "Bob")];
        let reader = t.play(P1, "Dead Reader");
        let event = t.hand(P2, "Wildfire");
        strike(&mut t, event);
        order(&mut t, P1, &[two[1 - on_top]]);
        t.use_card(P1, reader);
        assert_eq!((t.zone(two[on_top]), t.zone(two[1 - on_top])), (Zone::Hand, Zone::Dead));
    }
}

#[rule("RR.glossary.dead_pile.5")]
#[test]
fn nobody_is_asked_where_no_card_of_the_game_reads_that_pile() {
    // No reader at all; one that reads the other pile.
    for (reader, event) in [(None, "Wildfire"), (Some("Pile Reader"), "Wildfire"), (Some("Dead Reader"), "Exile")] {
        let (t, three) = table(2, reader, event);
        assert!(!t.topic(P1).starts_with("order"), "{reader:?} {event}");
        let pile = if event == "Exile" { &t.st.player(P1).discard } else { &t.st.player(P1).dead };
        assert_eq!(pile[..3], three);
    }
    // The pool of real cards has no such card: play is never held up.
    let rules = Table::new("").rules;
    assert_eq!(rules.reads_piles, 0);
}

#[rule("RR.glossary.dead_pile.5")]
#[test]
fn a_single_card_and_equal_cards_are_not_ordered() {
    for names in [&["Ann"][..], &["Ann", "Ann"]] {
        let mut t = Table::faq(CARDS);
        names.iter().for_each(|name| {
            t.play(P1, name);
        });
        t.deck(P1, "Dead Reader");
        let event = t.hand(P2, "Wildfire");
        strike(&mut t, event);
        assert!(!t.topic(P1).starts_with("order"), "{names:?}");
    }
}

#[rule("RR.glossary.dead_pile.5", "RR.window.choice.1")]
#[test]
fn of_three_seats_each_owner_orders_the_own_cards_in_player_order() {
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Faq41, 3);
    let of = |t: &mut Table, seat| [t.play(seat, "Ann"), t.play(seat, "Bob")];
    let (first, second) = (of(&mut t, P1), of(&mut t, P3));
    // Whoever controls it: Cat is P3's.
    let cat = t.play(P3, "Cat");
    t.give_control(cat, P2);
    t.deck(P2, "Dead Reader");
    let event = t.hand(P2, "Wildfire");
    strike(&mut t, event);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str(), t.topic(P3).as_str()), ("order_dead", "", ""));
    assert!(!t.offers(P1, second[0]));
    order(&mut t, P1, &[first[1]]);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str(), t.topic(P3).as_str()), ("", "", "order_dead"));
    order(&mut t, P3, &[cat, second[1]]);
    assert_eq!(t.st.player(P1).dead, [first[1], first[0]]);
    assert_eq!(t.st.player(P3).dead, [cat, second[1], second[0]]);
}

/// Whoever leaves the game is not waited for.
#[rule("AMB.4")]
#[test]
fn a_player_who_concedes_orders_nothing() {
    let mut t = Table::melee(CARDS, 3);
    t.play(P3, "Ann");
    t.play(P3, "Bob");
    t.deck(P2, "Dead Reader");
    let event = t.hand(P2, "Wildfire");
    strike(&mut t, event);
    assert_eq!(t.topic(P3), "order_dead");
    t.st.concede(&t.rules, P3, &mut t.events).expect("a concession");
    assert!(t.st.heaps.due.is_empty() && !t.st.heaps.asked);
    assert!(!t.st.acting().is_empty() && !t.st.acting().contains(P3));
}

/// A state in which somebody is asked for an order is one that can be written and read, and a forged one is refused.
#[test]
fn the_open_question_is_part_of_the_state() {
    let (t, [ann, ..]) = table(2, Some("Dead Reader"), "Wildfire");
    let mut back: State = serde_json::from_str(&serde_json::to_string(&t.st).expect("writes")).expect("reads");
    back.restore(&t.rules);
    assert_eq!(back.sound(&t.rules), Ok(()));
    assert_eq!(table::StateHash::of(&back), table::StateHash::of(&t.st));
    assert_eq!(back.view(&t.rules, Viewer::Spectator).cards.iter().filter(|c| c.id == ann.to_string()).count(), 1);
    back.heaps.due[0].cards[0].id = Id(9999);
    assert!(back.sound(&t.rules).is_err());
    back.heaps.due.clear();
    assert!(back.sound(&t.rules).is_err(), "asked for nothing");
}

/// Decks with much that dies at once, and readers of both piles: random play keeps the contract (redeal, simultaneous decisions, replays).
#[test]
fn games_with_readers_keep_the_contract() {
    let mut defs = card_game::pool::Pool::builtin().defs.to_vec();
    defs.extend(card_game::lang::load::load("test", CARDS).expect("cards"));
    let rules = card_game::Rules::new(defs, Rulings::Reference, None);
    let deck = |n: usize| {
        let mut seat = card_game::decks::ready::all()[n].seat();
        seat.draw.truncate(14);
        for (code, n) in [("a", 4), ("b", 4), ("c", 4), ("t", 3), ("w", 3), ("x", 3), ("o", 2), ("d", 2), ("p", 2)] {
            seat.draw.extend((0..n).map(|_| code.to_owned()));
        }
        seat
    };
    let setups: Vec<Setup> = [2, 3].map(|seats| Setup { seats: (0..seats).map(|s| deck(s * 2)).collect(), titles: seats > 2 }).into();
    let mut asked = [0, 0];
    let mut chance = table::Chance::seeded(9);
    let mut st = State::new(&rules, &setups[1], table::Chance::seeded(9), &mut ()).expect("a game");
    let mut list = Vec::new();
    while let Some(seat) = st.acting().iter().next().filter(|_| st.outcome().is_none()) {
        st.legal(&rules, seat, &mut list);
        let topic = st.prompt(&rules, seat).expect("a prompt").topic;
        asked[0] += u32::from(topic == "order_dead");
        asked[1] += u32::from(topic == "order_discard");
        st.apply(&rules, seat, chance.below(list.len() as u32), &mut ()).expect("a legal pick");
    }
    assert!(asked[0] > 0 && asked[1] > 0, "{asked:?}");
    let size = table::contract::Size { every: 20, ..table::contract::Size::games(1) };
    table::contract::all_sized::<State>(&rules, &setups, &size, 5);
}
