//! The contract that any game at the table must keep, for the card game with two and three seats.

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::testing::{P1, P2, Phase, Table};
use card_game::{Rules, Rulings, Setup, State};
use table::{Game, Viewer};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

fn setups(seats: usize) -> Vec<Setup> {
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    (0..decks.len())
        .map(|i| Setup { seats: (0..seats).map(|s| decks[(i + 3 * s) % decks.len()].clone()).collect(), titles: false })
        .collect()
}

/// Every twentieth answer of a game is put to all tests; more by `GAMES`.
fn size(games: u32) -> table::contract::Size {
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(games);
    table::contract::Size { every: 20, ..table::contract::Size::games(games) }
}

#[test]
fn joust_keeps_the_contract() {
    table::contract::all_sized::<State>(&rules(), &setups(2), &size(1), 1);
}

/// Three seats without titles: no rule code assumes two players.
#[test]
fn three_seats_keep_the_contract() {
    table::contract::all_sized::<State>(&rules(), &setups(3)[..3], &size(1), 2);
}

/// An ability that is on its way would change the game (RR.ab.can_initiate.1): whoever sees that knows that the hidden cards allow it, and
/// is dealt no others.
#[test]
fn hidden_cards_are_dealt_as_an_ability_on_its_way_needs_them() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Caller", kind: character, cost: 3, str: 3,
            abilities: [Action(effect: [Choose(("c", [Character, In(Hand, You)])), PutIntoPlay("c")])]),
        (code: "x2", name: "Called", kind: character, cost: 1, str: 1),
        (code: "x3", name: "Thing", kind: location, cost: 1),
        (code: "x4", name: "Stop", kind: event, cost: 0, abilities: [Interrupt(when: EffectsWouldInitiate(of: [Character, Opponents]), effect: Cancel)])]"#,
    );
    let caller = t.play(P1, "Caller");
    t.empty_hand(P1);
    t.deck_size(P1, 0);
    let called = t.hand(P1, "Called");
    let thing = t.hand(P1, "Thing");
    (0..12).for_each(|_| {
        t.deck(P1, "Thing");
    });
    t.hand(P2, "Stop");
    t.start(Phase::Challenges);
    let dealt = |t: &Table, seed: u64| {
        let mut st = t.st.clone();
        st.redeal(&t.rules, Viewer::Seat(P2), seed);
        let def = |id| st.card(id).def;
        (def(called) == t.st.card(called).def || def(thing) == t.st.card(called).def, st)
    };
    assert!((0..40).any(|seed| !dealt(&t, seed).0), "before it, any hand");
    t.use_card(P1, caller);
    if t.topic(P1).starts_with("interrupt") {
        t.pass(P1);
    }
    assert!(t.topic(P2).starts_with("interrupt"), "{}", t.topic(P2));
    let deals: Vec<_> = (0..40).map(|seed| dealt(&t, seed)).collect();
    assert!(deals.iter().all(|(holds, _)| *holds), "a hand that the ability could not have been used with");
    assert!(deals.iter().any(|(_, st)| st.card(called).def != t.st.card(called).def), "and yet dealt anew");
}
