//! How many answers a second `maester engine` takes, one a line.
//!
//! `cargo bench -p maester` plays random games in this process first, then sends their answers to a child process, a line each, and
//! counts the replies. `GAMES=n` sets the number of games. The checksum is a hash over the final states' hashes as the child tells them.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use serde_json::json;
use table::{Applied, Chance, Game, StateHash};

fn main() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::default(), None);
    let decks = ready::all();
    let (mut lines, mut hashes, mut answers) = (Vec::new(), Vec::new(), 0u64);
    for seed in 0..games {
        let pair = [seed as usize % decks.len(), (seed as usize / decks.len()) % decks.len()].map(|place| &decks[place]);
        let setup = Setup { seats: pair.iter().map(|deck| deck.seat()).collect(), ..Setup::default() };
        lines.push(json!({"op": "new", "seed": seed, "decks": pair.map(|deck| &deck.name)}).to_string());
        let handle = format!("g{}", seed + 1);
        let mut game = State::new(&rules, &setup, Chance::seeded(seed), &mut ()).expect("a game");
        let (mut luck, mut list, mut picks) = (seed, Vec::new(), Vec::new());
        while game.outcome.is_none() && game.round <= 30 {
            let seat = game.acting().iter().next().expect("somebody acts");
            game.legal(&rules, seat, &mut list);
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            picks.push(((luck >> 33) % list.len() as u64) as u32);
            if game.apply(&rules, seat, *picks.last().expect("just pushed"), &mut ()).expect("a listed pick") != Applied::Drafting {
                lines.push(json!({"op": "answer", "game": handle, "seat": seat, "picks": picks}).to_string());
                picks.clear();
                answers += 1;
            }
        }
        hashes.push(Game::hash(&game));
        lines.push(json!({"op": "hash", "game": handle}).to_string());
        lines.push(json!({"op": "drop", "game": handle}).to_string());
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_maester"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut to = BufWriter::new(child.stdin.take().expect("a pipe"));
    let from = BufReader::new(child.stdout.take().expect("a pipe"));
    let start = Instant::now();
    let sender = std::thread::spawn(move || lines.iter().try_for_each(|line| writeln!(to, "{line}")).and_then(|()| to.flush()));
    let mut told = Vec::new();
    for line in from.lines() {
        let line = line.expect("a line");
        assert!(!line.contains("\"error\":"), "{line}");
        if let Some((_, rest)) = line.split_once("{\"hash\":\"") {
            told.push(rest[..32].parse::<StateHash>().expect("a hash"));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    sender.join().expect("no panic").expect("written");
    child.wait().expect("it ends");
    assert_eq!(told, hashes, "the child's games end as those here");
    let rate = answers as f64 / seconds;
    println!("engine: {answers} answers of {games} games in {seconds:.3} s, {rate:.0} a second, checksum {}", StateHash::of(&told));
}
