//! `maester engine` as another program drives it: a child process, one line in, one line out.
//!
//! `GAMES=n` sets how many random games are compared with play in this process (10,000 is the full size).

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use serde_json::{Value, json};
use table::{Applied, Chance, Game, Seat};

struct Engine {
    child: Child,
    to: Option<BufWriter<ChildStdin>>,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_maester"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = Some(BufWriter::new(child.stdin.take().expect("a pipe")));
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, to, from }
    }

    fn line(&mut self, line: &[u8]) -> Value {
        let to = self.to.as_mut().expect("open");
        to.write_all(line).and_then(|()| to.write_all(b"\n")).and_then(|()| to.flush()).expect("written");
        let mut reply = String::new();
        self.from.read_line(&mut reply).expect("a line");
        serde_json::from_str(&reply).unwrap_or_else(|why| panic!("{why}: {reply:?}"))
    }

    #[track_caller]
    fn ok(&mut self, request: &Value) -> Value {
        let mut reply = self.line(request.to_string().as_bytes());
        assert!(reply.get("ok").is_some(), "{request} -> {reply}");
        reply["ok"].take()
    }

    /// Ends its input and waits for the end: the status.
    fn end(mut self) -> i32 {
        self.to.take();
        self.child.wait().expect("it ends").code().expect("a status")
    }
}

/// SplitMix64, for picks.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Rounds after which a random game is left.
const LAST_ROUND: u32 = 30;

/// A random game in this process: the final state's hash and how many answers were given.
fn here(rules: &Rules, setup: &Setup, seed: u64) -> (String, u64) {
    let mut game = State::new(rules, setup, Chance::seeded(seed), &mut ()).expect("a game");
    let (mut dice, mut list, mut answers) = (Dice(seed), Vec::new(), 0);
    while game.outcome.is_none() && game.round <= LAST_ROUND {
        let seat = game.acting().iter().next().expect("somebody acts");
        game.legal(rules, seat, &mut list);
        let pick = dice.below(list.len());
        if game.apply(rules, seat, pick as u32, &mut ()).expect("a listed pick") != Applied::Drafting {
            answers += 1;
        }
    }
    (Game::hash(&game).to_string(), answers)
}

/// The same game through the child.
fn there(engine: &mut Engine, decks: [&str; 2], seed: u64) -> (String, u64) {
    let mut status = engine.ok(&json!({"op": "new", "seed": seed, "decks": decks}));
    let game = status["game"].clone();
    let mut dice = Dice(seed);
    while status["outcome"].is_null() && status["round"].as_u64().expect("a round") <= u64::from(LAST_ROUND) {
        let seat = status["acting"][0]["seat"].clone();
        let mut prompt = match status.pointer_mut("/prompts/0").map(Value::take) {
            None => engine.ok(&json!({"op": "prompt", "game": game, "seat": seat}))["prompt"].take(),
            Some(prompt) => prompt,
        };
        let mut picks = Vec::new();
        loop {
            picks.push(dice.below(prompt["legal"].as_array().expect("picks").len()));
            // A question of one pick needs no look at what may follow.
            let request = json!({"op": "answer", "game": game, "seat": seat, "picks": picks, "prompts": true});
            let mut reply = engine.line(request.to_string().as_bytes());
            if reply["error"]["code"] == "incomplete" {
                prompt = engine.ok(&json!({"op": "preview", "game": game, "seat": seat, "picks": picks}))["prompt"].take();
                continue;
            }
            assert!(reply.get("ok").is_some(), "{request} -> {reply}");
            status = reply["ok"].take();
            break;
        }
    }
    let hash = engine.ok(&json!({"op": "hash", "game": game}))["hash"].as_str().expect("a hash").to_owned();
    engine.ok(&json!({"op": "drop", "game": game}));
    (hash, status["answers"].as_u64().expect("a number"))
}

#[test]
fn random_games_through_the_child_end_as_in_this_process() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::default(), None);
    let ready = ready::all();
    let mut engine = Engine::start();
    for seed in 0..games {
        let pair = [seed as usize % ready.len(), (seed as usize / ready.len()) % ready.len()].map(|place| &ready[place]);
        let setup = Setup { seats: pair.iter().map(|deck| deck.seat()).collect(), ..Setup::default() };
        let names = pair.map(|deck| deck.name.as_str());
        assert_eq!(there(&mut engine, names, seed), here(&rules, &setup, seed), "game {seed}: {names:?}");
    }
    assert_eq!(engine.end(), 0);
}

#[test]
fn bad_requests_leave_the_process_alive_and_every_game_unchanged() {
    let mut engine = Engine::start();
    let mut dice = Dice(20);
    let mut games = Vec::new();
    for seed in 0..3u64 {
        let game = engine.ok(&json!({"op": "new", "seed": seed, "decks": ["At the Wall (Core)", "The Old Ways (Core)"]}))["game"].take();
        engine.ok(&json!({"op": "bot", "game": game, "bot": "random", "decisions": 10 + 40 * seed}));
        let hash = engine.ok(&json!({"op": "hash", "game": game}));
        games.push((game, hash));
    }
    let ops = ["new", "load", "save", "state", "prompt", "preview", "explain", "answer", "choose", "bot", "edit", "undo", "hash", "drop"];
    for number in 0..3000u64 {
        let game = games[dice.below(games.len())].0.clone();
        let status = engine.ok(&json!({"op": "status", "game": game}));
        let owing = status["acting"][0].clone();
        let line = match number % 3 {
            // Arbitrary bytes.
            0 => (0..dice.below(200)).map(|_| dice.next() as u8).filter(|byte| *byte != b'\n').collect(),
            // JSON of the wrong shape.
            1 => {
                let odd =
                    [json!(null), json!(-1), json!(1e300), json!("x"), json!([]), json!({"a": [[[]]]}), json!(true), json!(4294967296u64)];
                let mut request = json!({"id": number, "op": ops[dice.below(ops.len())]});
                for field in ["game", "seat", "picks", "decision", "viewer", "decks", "choices", "edits", "replay", "answers", "more"] {
                    if dice.below(3) == 0 {
                        request[field] = odd[dice.below(odd.len())].clone();
                    }
                }
                request["wrong"] = json!(1);
                request.to_string().into_bytes()
            }
            // Of another seat, or to a decision that is past.
            _ => {
                let (seat, decision) = (owing["seat"].as_u64().expect("a seat"), owing["decision"].as_u64().expect("a number"));
                let request = match dice.below(3) {
                    0 => json!({"op": "answer", "game": game, "seat": seat, "decision": decision + 1 + dice.next() % 5, "picks": [0]}),
                    1 => json!({"op": "answer", "game": game, "seat": seat + 2 + dice.next() % 9, "decision": decision, "picks": [0]}),
                    _ => json!({"op": "choose", "game": game, "seat": 1 - seat, "decision": 9999, "choices": ["pass"]}),
                };
                request.to_string().into_bytes()
            }
        };
        let reply = engine.line(&line);
        assert!(reply["error"]["code"].is_string() && reply["error"]["code"] != "engine", "{} -> {reply}", String::from_utf8_lossy(&line));
    }
    for (game, hash) in &games {
        assert_eq!(engine.ok(&json!({"op": "hash", "game": game})), *hash);
    }
    assert_eq!(engine.ok(&json!({"op": "list"}))["games"].as_array().expect("games").len(), games.len());
    assert_eq!(engine.end(), 0);
}

#[test]
fn forks_diverge_without_touching_each_other() {
    let mut engine = Engine::start();
    let game = engine.ok(&json!({"op": "new", "seed": 5, "decks": ["Roses and Steel", "Salt and Iron"]}))["game"].take();
    engine.ok(&json!({"op": "bot", "game": game, "bot": "eager", "decisions": 50}));
    let hash = |engine: &mut Engine, game: &Value| engine.ok(&json!({"op": "hash", "game": game}))["hash"].take();
    let before = hash(&mut engine, &game);
    let forks: Vec<Value> = (0..8).map(|_| engine.ok(&json!({"op": "fork", "game": game}))["game"].take()).collect();
    let mut ends = std::collections::BTreeSet::new();
    for (seed, fork) in (0u64..).zip(&forks) {
        assert_eq!(hash(&mut engine, fork), before);
        engine.ok(&json!({"op": "bot", "game": fork, "bot": "random", "decisions": 30, "seed": seed * 100}));
        ends.insert(hash(&mut engine, fork).to_string());
    }
    assert_eq!(hash(&mut engine, &game), before);
    assert!(ends.len() > 4, "{} different ends", ends.len());
    assert_eq!(engine.end(), 0);
}

#[test]
fn a_very_long_line_and_an_empty_one_are_answered() {
    let mut engine = Engine::start();
    let long = vec![b'x'; (16 << 20) + 10];
    assert_eq!(engine.line(&long)["error"]["code"], "bad_request");
    assert_eq!(engine.line(b"")["error"]["code"], "not_json");
    assert_eq!(engine.line(b"{\"op\":\"list\"}\r")["ok"], json!({"games": []}));
    let deep = "[".repeat(1 << 20);
    assert_eq!(engine.line(deep.as_bytes())["error"]["code"], "not_json");
    assert_eq!(engine.end(), 0);
}

#[test]
fn a_seat_number_is_no_way_to_another_table() {
    let mut engine = Engine::start();
    let game = engine.ok(&json!({"op": "new", "seed": 1}))["game"].take();
    let reply = engine.line(json!({"op": "prompt", "game": game, "seat": Seat(7)}).to_string().as_bytes());
    assert_eq!(reply["error"]["code"], "no_such_seat");
}
