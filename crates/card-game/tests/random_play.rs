//! Random play over all pairs of ready decks: games end, invariants hold after every answer, replays agree.

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use table::{Chance, Game};

fn setups() -> Vec<Setup> {
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    let mut out = Vec::new();
    for a in &decks {
        for b in &decks {
            out.push(Setup { seats: vec![a.clone(), b.clone()], titles: false });
        }
    }
    out
}

/// A tiny generator for picks (SplitMix64).
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

#[test]
fn random_games_end_and_invariants_hold() {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let setups = setups();
    let games: usize = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let mut rounds = 0;
    let mut picks = 0u64;
    let mut finished = 0;
    for game in 0..games {
        let setup = &setups[game % setups.len()];
        let mut dice = Dice(game as u64);
        let mut st = State::new(&rules, setup, Chance::seeded(game as u64), &mut ()).unwrap();
        let mut list = Vec::new();
        let mut trail = Vec::new();
        while st.outcome.is_none() && st.round <= 100 {
            let seat = st.acting().iter().next().unwrap();
            st.legal(&rules, seat, &mut list);
            let pick = dice.below(list.len());
            trail.push(format!("r{} {} {seat} {:?}", st.round, st.step.id(), list[pick]));
            st.apply(&rules, seat, pick as u32, &mut ()).unwrap();
            picks += 1;
            if let Err(broken) = st.invariants(&rules) {
                panic!("game {game}: {broken}\n{}", trail[trail.len().saturating_sub(12)..].join("\n"));
            }
        }
        finished += usize::from(st.outcome.is_some());
        assert_ne!(st.outcome, Some(table::Outcome::Stalled), "game {game}");
        rounds += st.round;
    }
    println!("{games} games, {finished} finished, {rounds} rounds, {picks} picks");
    assert!(finished * 1000 >= games * 999);
}
