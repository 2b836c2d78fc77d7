use super::*;
use crate::Chance;
use crate::toy::{Rules, Setup, Toy};

#[test]
fn the_toy_keeps_the_contract() {
    let setups = [2, 3, 4].map(|seats| Setup { seats, rounds: 4 });
    let size = Size { revealed_stays_in_view: true, ..Size::games(12) };
    all_sized::<Toy>(&Rules::default(), &setups, &size, 1);
    // A short deck is shuffled again and may run dry: then revealed bids vanish into it at once.
    all::<Toy>(&Rules { highest: 5 }, &[Setup { seats: 4, rounds: 9 }], 12, 2);
}

#[test]
fn random_games_are_the_same_every_time() {
    let (rules, setup) = (Rules::default(), Setup { seats: 4, rounds: 4 });
    let play = || random_game::<Toy>(&rules, &setup, 42, 10_000).unwrap();
    let (one, other) = (play(), play());
    assert_eq!((Game::hash(&one.game), one.picks), (Game::hash(&other.game), other.picks));
    assert!(one.choices > 20 && one.choices <= one.picks);
    assert!(random_game::<Toy>(&rules, &setup, 42, 10).unwrap_err().contains("does not end"));
}

#[test]
fn state_hashes_are_the_same_on_every_machine() {
    let toy = Toy::new(&Rules::default(), &Setup { seats: 2, rounds: 4 }, Chance::seeded(1), &mut ()).unwrap();
    assert_eq!(Game::hash(&toy).to_string(), "1591dbf0ad4b8a4ffbb268d387f1bf74");
    assert_eq!("00".repeat(16).parse::<StateHash>(), Ok(StateHash([0; 16])));
    assert!("+0".repeat(16).parse::<StateHash>().is_err() && "é".repeat(16).parse::<StateHash>().is_err());
}
