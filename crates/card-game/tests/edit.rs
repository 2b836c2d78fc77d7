//! The table changed by hand: what may be, what is refused, and that play goes on.

use card_game::decks::ready;
use card_game::edit::{Edit, edit};
use card_game::pool::Pool;
use card_game::view::Zone;
use card_game::words::Phase;
use card_game::{Rules, Rulings, Setup, State};
use serde_json::{Value, json};
use table::{Chance, Game, Seat, Viewer};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

fn game(rules: &Rules) -> State {
    let setup = Setup { seats: ready::all()[..2].iter().map(|deck| deck.seat()).collect(), ..Setup::default() };
    State::new(rules, &setup, Chance::seeded(3), &mut ()).expect("a game")
}

fn edits(list: Value) -> Vec<Edit> {
    serde_json::from_value(list).expect("edits")
}

/// The challenges phase of round 2, with these further edits.
fn table(rules: &Rules, more: Value) -> Result<State, String> {
    let mut list = vec![
        json!({"do": "put", "card": "A Noble Cause", "seat": 0, "zone": "revealed_plot"}),
        json!({"do": "put", "card": "A Noble Cause", "seat": 1, "zone": "revealed_plot"}),
        json!({"do": "begin", "phase": "challenges", "round": 2, "first_player": 1}),
    ];
    list.extend(more.as_array().expect("a list").iter().cloned());
    edit(rules, &game(rules), &edits(Value::Array(list)))
}

#[test]
fn cards_gold_and_power_come_where_they_are_put() {
    let rules = rules();
    let st = table(
        &rules,
        json!([
            {"do": "put", "card": "01144", "seat": 0, "zone": "play", "kneeling": true, "power": 2},
            {"do": "put", "card": "Ice", "seat": 0, "zone": "play", "host": "Eddard Stark"},
            {"do": "put", "card": "01144", "seat": 0, "zone": "duplicate", "host": "Eddard Stark"},
            {"do": "put", "card": "Tyrion Lannister", "seat": 0, "zone": "play", "controller": 1},
            {"do": "put", "card": "House Dayne Knight", "seat": 1, "zone": "dead"},
            {"do": "gold", "seat": 0, "n": 5},
            {"do": "power", "seat": 1, "n": 7},
        ]),
    )
    .unwrap();
    let view = st.view(&rules, Viewer::All);
    assert_eq!((view.round, view.phase, view.first_player), (2, Phase::Challenges, Some(Seat(1))));
    let named = |name: &str, zone: Zone| {
        view.cards.iter().find(|c| c.name.as_deref() == Some(name) && c.zone == Some(zone)).unwrap_or_else(|| panic!("{name}"))
    };
    let eddard = named("Eddard Stark", Zone::Play);
    assert!(eddard.kneeling && eddard.power == 2 && eddard.attachments.len() == 1 && eddard.duplicates.len() == 1);
    assert_eq!(named("Ice", Zone::Play).host.as_ref(), Some(&eddard.id));
    assert_eq!(named("Tyrion Lannister", Zone::Play).controller, 1);
    assert_eq!(named("House Dayne Knight", Zone::Dead).owner, 1);
    assert_eq!((view.players[0].gold, view.players[1].power), (5, 7));
    assert!(!st.acting().is_empty());
}

#[test]
fn an_edited_game_goes_on_to_its_end() {
    let rules = rules();
    let mut st = table(&rules, json!([{"do": "put", "card": "01144", "seat": 0, "zone": "play"}])).unwrap();
    let (mut list, mut luck) = (Vec::new(), 1usize);
    while st.outcome().is_none() && st.round() < 60 {
        let seat = st.acting().iter().next().expect("somebody acts");
        st.legal(&rules, seat, &mut list);
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        st.apply(&rules, seat, ((luck >> 33) % list.len()) as u32, &mut ()).expect("a listed pick");
        st.check(&rules).expect("in order");
    }
    assert!(st.outcome().is_some());
}

#[test]
fn decks_are_put_in_order_and_chance_is_scripted() {
    let rules = rules();
    let st = game(&rules);
    let before: Vec<String> = deck(&rules, &st);
    let (third, last) = (before[2].clone(), before.last().unwrap().clone());
    let st = table(
        &rules,
        json!([
            {"do": "order", "seat": 0, "zone": "deck", "cards": [last, third]},
            {"do": "chance", "script": [0, 1, 0]},
        ]),
    )
    .unwrap();
    let after = deck(&rules, &st);
    assert_eq!((&after[0], &after[1]), (&last, &third));
    assert_eq!(after.len(), before.len());
}

/// Seat 0's deck from the top, by ids.
fn deck(rules: &Rules, st: &State) -> Vec<String> {
    st.view(rules, Viewer::All).cards.into_iter().filter(|c| c.zone == Some(Zone::Deck) && c.owner == 0).map(|c| c.id).collect()
}

#[test]
fn what_no_table_can_look_like_is_refused_and_says_why() {
    let rules = rules();
    let cases = [
        (json!([{"do": "put", "card": "Eddard Stork", "seat": 0, "zone": "play"}]), "Eddard Stark"),
        (json!([{"do": "put", "card": "01144", "zone": "play"}]), "Give a seat"),
        (json!([{"do": "put", "card": "01144", "seat": 5, "zone": "play"}]), "numbered from 0 to 1"),
        (json!([{"do": "put", "card": "Ice", "seat": 0, "zone": "play"}]), "host"),
        (json!([{"do": "put", "card": "01144", "seat": 0, "zone": "agenda"}]), "cannot lie there"),
        (json!([{"do": "put", "card": "c9999", "seat": 0, "zone": "hand"}]), "ids go up to"),
        (
            json!([{"do": "put", "card": "01144", "seat": 0, "zone": "play"}, {"do": "put", "card": "01144", "seat": 0, "zone": "play"}]),
            "twice",
        ),
        (
            json!([{"do": "put", "card": "Ghost", "seat": 0, "zone": "play"}, {"do": "put", "card": "Ice", "seat": 0, "zone": "play", "host": "Ghost"}]),
            "cannot be attached",
        ),
        (json!([{"do": "gold", "seat": 0, "n": -1}]), "from 0"),
        (json!([{"do": "power", "seat": 0, "n": 15}]), "the game is over"),
        (json!([{"do": "put", "card": "House Dayne Knight", "seat": 0, "zone": "hand", "kneeling": true}]), "not in play"),
        (json!([{"do": "begin", "phase": "setup"}]), "setup cannot begin again"),
        (json!([{"do": "order", "seat": 0, "zone": "deck", "cards": ["Nobody"]}]), "no further card"),
    ];
    for (more, part) in cases {
        let why = table(&rules, more.clone()).map(|_| ()).expect_err(&format!("{more} is refused"));
        assert!(why.contains(part), "{more}: {why:?} should say {part:?}");
    }
    // In the middle of something an edit needs a phase to begin.
    let mut st = game(&rules);
    let mut list = Vec::new();
    while card_game::position::write(&rules, &st).is_ok() {
        let seat = st.acting().iter().next().expect("somebody acts");
        st.legal(&rules, seat, &mut list);
        st.apply(&rules, seat, 0, &mut ()).expect("listed");
    }
    let why = edit(&rules, &st, &edits(json!([{"do": "gold", "seat": 0, "n": 1}]))).map(|_| ()).expect_err("half resolved");
    assert!(why.contains("half resolved"), "{why}");
}

#[test]
fn a_phase_may_begin_from_any_moment() {
    let rules = rules();
    let mut st = game(&rules);
    let (mut list, mut luck, mut moments) = (Vec::new(), 5usize, 0);
    while st.outcome().is_none() && moments < 400 {
        let seat = st.acting().iter().next().expect("somebody acts");
        st.legal(&rules, seat, &mut list);
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        st.apply(&rules, seat, ((luck >> 33) % list.len()) as u32, &mut ()).expect("a listed pick");
        moments += 1;
        // A plot is revealed from the first round on; before, only the plot phase can begin.
        let phase = if st.round() == 0 || moments % 2 == 0 { "plot" } else { "marshaling" };
        if st.outcome().is_none() && st.round() > 0 && moments % 5 == 0 {
            let begun = edit(&rules, &st, &edits(json!([{"do": "begin", "phase": phase, "round": 9, "first_player": 0}])));
            if let Err(why) = begun.map(|_| ()) {
                // In the middle of the plot step the used pile may not be back yet.
                assert!(why.contains("no plot to choose"), "moment {moments}, {phase}: {why}");
            }
        }
    }
    assert!(moments > 100);
}
