//! Random play of melee with three to eight seats: games end, invariants hold after every answer; and the steward plays one.

use card_game::bot::Steward;
use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use table::contract::Dice;
use table::{Chance, Game, Viewer};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

fn setup(seats: usize, game: usize) -> Setup {
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    let mut seats: Vec<_> = (0..seats).map(|s| decks[(game + 3 * s) % decks.len()].clone()).collect();
    // In every other game the decks are short, so that players are eliminated on the way.
    if game % 2 == 1 {
        seats.iter_mut().enumerate().for_each(|(s, seat)| seat.draw.truncate(16 + 2 * (s + game) % 7));
    }
    Setup { seats, titles: true }
}

/// Twelve games, two for each number of seats; more by `GAMES`.
#[test]
fn random_melees_end_and_invariants_hold() {
    let rules = rules();
    let games: usize = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let (mut finished, mut rounds, mut out) = (0, 0, 0);
    for game in 0..games {
        let seats = 3 + game / 2 % 6;
        let mut dice = Dice::new(game as u64);
        let mut st = State::new(&rules, &setup(seats, game), Chance::seeded(game as u64), &mut ()).unwrap();
        let (mut list, mut trail) = (Vec::new(), Vec::new());
        while st.outcome.is_none() && st.round <= 100 {
            let seat = dice.seat(&st).unwrap();
            st.legal(&rules, seat, &mut list);
            let pick = dice.below(list.len() as u32);
            trail.push(format!("r{} {} {seat} {:?}", st.round, st.step.id(), list[pick as usize]));
            st.apply(&rules, seat, pick, &mut ()).unwrap();
            if let Err(broken) = st.invariants(&rules) {
                panic!("game {game}, {seats} seats: {broken}\n{}", trail[trail.len().saturating_sub(12)..].join("\n"));
            }
        }
        finished += usize::from(st.outcome.is_some());
        out += st.players.iter().filter(|p| p.eliminated).count();
        assert_ne!(st.outcome, Some(table::Outcome::Stalled), "game {game}");
        rounds += st.round;
    }
    println!("{games} games, {finished} finished, {rounds} rounds, {out} players eliminated");
    assert!(finished * 1000 >= games * 999);
}

/// The steward knows titles, redirects and claim against several; its picks are legal and its game ends.
#[test]
fn stewards_play_a_melee() {
    let rules = rules();
    let mut st = State::new(&rules, &setup(4, 2), Chance::seeded(5), &mut ()).unwrap();
    let mut bots = vec![Steward::default(); 4];
    let (mut list, mut topics) = (Vec::new(), std::collections::BTreeSet::new());
    while st.outcome.is_none() {
        let seat = st.acting().iter().next().unwrap();
        st.legal(&rules, seat, &mut list);
        let prompt = st.prompt(&rules, seat).unwrap();
        let pick = bots[seat.index()].pick(&rules, &st.view(&rules, Viewer::Seat(seat)), &prompt, &list);
        topics.insert(prompt.topic);
        st.apply(&rules, seat, pick, &mut ()).unwrap();
        assert!(st.round < 40, "stewards come to an end");
    }
    assert!(topics.contains("choose_title"), "{topics:?}");
    assert!(matches!(st.outcome, Some(table::Outcome::Won { .. })));
}
