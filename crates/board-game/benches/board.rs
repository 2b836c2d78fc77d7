//! The measures of the board game: finished games a second, clone, list of legal actions, a view as JSON.
//!
//! `cargo bench -p board-game` prints one row a measure, each with a checksum, so that a fast wrong engine fails. `GAMES=n` sets the number
//! of games of the first row.

use std::hint::black_box;
use std::time::Instant;

use board_game::{Action, Rules, Setup, State};
use table::{Chance, Game, Outcome, Seat, StateHash, Viewer};

/// SplitMix64, for picks.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Plays up to `most` decisions with a choice, or to the end; returns how many there were.
fn play(rules: &Rules, st: &mut State, dice: &mut Dice, list: &mut Vec<Action>, most: u64) -> u64 {
    let mut decisions = 0;
    while st.outcome.is_none() && decisions < most {
        let seat = st.acting().iter().next().expect("somebody acts");
        st.legal(rules, seat, list);
        let pick = if list.len() > 1 {
            decisions += 1;
            dice.below(list.len())
        } else {
            0
        };
        st.apply(rules, seat, pick as u32, &mut ()).expect("a legal pick");
    }
    decisions
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let rules = Rules::default();
    let setup = Setup::players(6);
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(500);

    let start = Instant::now();
    let (mut decisions, mut rounds, mut battles, mut hashes, mut finished) = (0, 0u64, 0u64, Vec::new(), 0);
    let mut list = Vec::new();
    for game in 0..games {
        let mut st = State::new(&rules, &setup, Chance::seeded(game), &mut ()).expect("a game");
        decisions += play(&rules, &mut st, &mut Dice(game), &mut list, u64::MAX);
        rounds += u64::from(st.round);
        battles += u64::from(st.battles);
        finished += usize::from(matches!(st.outcome, Some(Outcome::Won { .. })));
        hashes.push(Game::hash(&st));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "board game, six players, finished games a second: {:.0} ({finished} of {games} finished, decisions {decisions}, rounds {rounds}, \
         battles {battles}, checksum {})",
        finished as f64 / seconds,
        StateHash::of(&hashes)
    );

    // Positions after 200 decisions, seeds 1 to 100.
    let positions: Vec<State> = (1..=100u64)
        .filter_map(|seed| {
            let mut st = State::new(&rules, &setup, Chance::seeded(seed), &mut ()).expect("a game");
            (play(&rules, &mut st, &mut Dice(seed), &mut list, 200) == 200 && st.outcome.is_none()).then_some(st)
        })
        .collect();
    let sum = StateHash::of(&positions.iter().map(Game::hash).collect::<Vec<_>>());
    let time = |n: u32, f: &mut dyn FnMut()| {
        let start = Instant::now();
        for _ in 0..n {
            f();
        }
        start.elapsed().as_secs_f64() / f64::from(n)
    };
    let clone = median(positions.iter().map(|st| time(2000, &mut || drop(black_box(st.clone())))).collect());
    println!("clone of a mid-game state: {:.2} us (median of {}, checksum {sum})", clone * 1e6, positions.len());
    let mut lengths = 0usize;
    let legal = median(
        positions
            .iter()
            .map(|st| {
                let seat = st.acting().iter().next().expect("somebody acts");
                st.legal(&rules, seat, &mut list);
                lengths += list.len();
                time(2000, &mut || st.legal(&rules, seat, black_box(&mut list)))
            })
            .collect(),
    );
    println!("list of legal actions: {:.2} us (median of {}, {lengths} actions in all)", legal * 1e6, positions.len());
    let mut bytes = 0usize;
    let view = median(
        positions
            .iter()
            .map(|st| {
                let json = || serde_json::to_vec(&st.view(&rules, Viewer::Seat(Seat(0)))).expect("JSON");
                bytes += json().len();
                time(50, &mut || drop(black_box(json())))
            })
            .collect(),
    );
    println!("one seat's view as JSON: {:.0} us (median of {}, {bytes} bytes in all)", view * 1e6, positions.len());
}
