//! The program as others call it: exit status, one line of JSON, help, serve.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn maester(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_maester")).args(arguments).output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The one line of JSON that a command printed, with nothing beside it.
fn json(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "one line: {text:?}");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        &["serve"][..],
        &["simulate"],
        &["soak"],
        &["deck", "check"],
        &["deck", "show"],
        &["deck", "list"],
        &["cards", "list"],
        &["cards", "show"],
        &["cards", "check"],
        &["replay", "verify"],
        &["replay", "show"],
        &[],
    ] {
        let output = maester(&[command, &["--help"]].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(status(&output), 0, "{command:?}");
        assert!(text.contains("Examples:\n  maester"), "{command:?}: {text}");
    }
}

#[test]
fn wrong_usage_ends_with_two() {
    for wrong in
        [&[][..], &["dance"], &["simulate", "--games", "many"], &["simulate", "--games", "0"], &["serve", "--listen", "here"], &["deck"]]
    {
        let output = maester(wrong);
        assert_eq!(status(&output), 2, "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{wrong:?}");
    }
}

#[test]
fn a_series_has_the_same_checksum_on_any_number_of_threads() {
    let run = |threads: &str, seed: &str| {
        json(&maester(&["simulate", "--game", "toy", "--games", "50", "--threads", threads, "--seed", seed, "--json"]))
    };
    let (one, three, other) = (run("1", "5"), run("3", "5"), run("1", "6"));
    for field in ["games", "finished", "capped", "stalled", "wins", "decisions", "rounds", "checksum"] {
        assert_eq!(one[field], three[field], "{field}");
    }
    assert_eq!(one["finished"], 50);
    assert_ne!(one["checksum"], other["checksum"]);
    for field in ["seconds", "games_per_second", "decisions_per_second"] {
        assert!(one[field].is_number(), "{field}");
    }
    let text = maester(&["simulate", "--game", "toy", "--games", "5"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("checksum"));
}

#[test]
fn jousts_are_played_with_ready_decks_and_named_ones() {
    let numbers = json(&maester(&["simulate", "--games", "8", "--json"]));
    assert_eq!(numbers["games"], 8);
    assert_eq!(numbers["stalled"], 0);
    assert!(numbers["challenges"].as_u64().unwrap() > 0 && numbers["rounds"].as_u64().unwrap() > 0, "{numbers}");
    let two = ["simulate", "--games", "2", "--json", "--decks", "The Old Ways (Core)", "Salt and Iron", "--bots", "random,random"];
    assert_eq!(json(&maester(&two))["game"], "card");
    for (wrong, part) in [
        (&["--players", "3"][..], "two"),
        (&["--bots", "deep-blue"], "deep-blue"),
        (&["--bots", "random,random,random"], "3"),
        (&["--decks", "No Such Deck"], "No Such Deck"),
        (&["--decks", "Salt and Iron", "Salt and Iron", "Salt and Iron"], "3"),
        (&["--format", "chess"], "chess"),
        (&["--legality", "chess"], "chess"),
    ] {
        let output = maester(&[&["simulate"], wrong].concat());
        assert_eq!(status(&output), 2, "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{wrong:?}");
    }
    let illegal = maester(&["simulate", "--decks", "The Old Ways (Core)", "--legality", "joust"]);
    assert_eq!(status(&illegal), 1, "a starter deck has too few cards for joust");
}

#[test]
fn a_short_soak_is_clean() {
    let soak = maester(&["soak", "--games", "16", "--threads", "2", "--json"]);
    assert_eq!(status(&soak), 0, "{}", String::from_utf8_lossy(&soak.stderr));
    let numbers = json(&soak);
    let same = json(&maester(&["simulate", "--games", "16", "--json"]));
    assert_eq!(numbers["checksum"], same["checksum"], "checking changes nothing");
}

#[test]
fn recorded_games_are_verified_and_told() {
    use card_game::{Rules, Rulings, Setup, State};
    use table::contract::{Dice, random_answer};
    use table::replay::{Concession, Mark, Recorder, Replay, Start};
    let rules = Rules::new(card_game::pool::Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let seat = |name: &str| card_game::decks::ready::find(name).unwrap().seat();
    let setup = Setup { seats: vec![seat("The Old Ways (Core)"), seat("Salt and Iron")], ..Setup::default() };
    let mut game = Recorder::<State>::new(&rules, &setup, Start::Seed(3), &mut ()).unwrap().checkpoint_every(20);
    let mut dice = Dice::new(3);
    while let Some(seat) = dice.seat(game.game()) {
        let answer = random_answer(game.game(), &rules, seat, &mut dice).unwrap();
        game.answer(&rules, seat, &answer, &mut ()).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let (file, text) = (path.to_str().unwrap(), game.replay().write());
    std::fs::write(&path, &text).unwrap();
    let good = maester(&["replay", "verify", file, "--json"]);
    assert_eq!((status(&good), &json(&good)["ok"]), (0, &Value::Bool(true)), "{good:?}");
    let told = String::from_utf8(maester(&["replay", "show", file]).stdout).unwrap();
    assert!(told.lines().count() > 200 && told.contains("ended: Player ") && told.contains("(RR.fw.1.3)"), "{told}");
    for wrong in ["[c", "{P", "Won {", "Some(", "Answer {"] {
        assert!(!told.contains(wrong), "{wrong}: {told}");
    }
    let story = json(&maester(&["replay", "show", file, "--json"]));
    assert_eq!((&story["game"], story["steps"].as_array().unwrap().len()), (&Value::from("card"), game.replay().steps.len() + 1));
    assert!(story["steps"][0]["events"].as_array().unwrap().iter().all(|event| event["text"].is_string()));

    // Somebody gives up in the middle; the players have names.
    let mut short = game.replay();
    short.steps.truncate(40);
    (short.checkpoints, short.end) = (Vec::new(), None);
    short.players = vec!["Ann".to_owned(), "Bob".to_owned()];
    let conceded = Concession { seat: table::Seat(0), after: 40 };
    short.marks = vec![conceded.mark("Ann conceded")];
    std::fs::write(&path, short.write()).unwrap();
    let good = maester(&["replay", "verify", file]);
    let said = String::from_utf8(good.stdout.clone()).unwrap();
    assert!(status(&good) == 0 && said.contains("ended: Ann conceded after answer 40 (TR.concede)"), "{good:?}");
    assert_eq!(json(&maester(&["replay", "verify", file, "--json"]))["concession"], serde_json::json!({"seat": 0, "after": 40}));
    let told = String::from_utf8(maester(&["replay", "show", file]).stdout).unwrap();
    assert!(
        told.contains("Ann: ") && told.contains("Bob") && told.ends_with("ended: Ann conceded after answer 40 (TR.concede)\n"),
        "{told}"
    );
    for (mark, part) in [
        (Mark { kind: "conceeded".to_owned(), ..short.marks[0].clone() }, "the kinds of marks are"),
        (Mark { seat: Some(table::Seat(2)), ..short.marks[0].clone() }, "no seat P3"),
        (Mark { after: 39, ..short.marks[0].clone() }, "but a step follows"),
        (Mark { after: 41, ..short.marks[0].clone() }, "only 40 steps"),
    ] {
        std::fs::write(&path, Replay { marks: vec![mark], ..short.clone() }.write()).unwrap();
        for command in ["verify", "show"] {
            let bad = maester(&["replay", command, file]);
            assert_eq!(status(&bad), 1, "{part}");
            assert!(String::from_utf8_lossy(&bad.stderr).contains(part), "{part}: {bad:?}");
        }
    }
    let whole = Replay { marks: vec![Concession { after: game.replay().steps.len() as u32, ..conceded }.mark("")], ..game.replay() };
    std::fs::write(&path, whole.write()).unwrap();
    let bad = maester(&["replay", "verify", file]);
    assert!(status(&bad) == 1 && String::from_utf8_lossy(&bad.stderr).contains("ended by its rules"), "{bad:?}");

    for (edited, part) in [
        (text.replacen("\"seat\":0", "\"seat\":1", 1), "is not legal there"),
        (text.replacen("pool ", "pool of yore ", 1), "rules"),
        (text.replacen("\"hash\":\"", "\"hash\":\"00", 1), "damaged"),
        (text[..text.len() / 2].to_owned(), "cut short"),
        (text.replacen("\"version\": 1", "\"version\": 2", 1), "version"),
    ] {
        assert_ne!(edited, text, "{part}");
        std::fs::write(&path, edited).unwrap();
        let bad = maester(&["replay", "verify", file]);
        assert_eq!(status(&bad), 1, "{part}");
        assert!(String::from_utf8_lossy(&bad.stderr).contains(part), "{part}: {bad:?}");
    }
}

#[test]
fn replays_that_are_damaged_are_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for (content, part) in [
        (&b"not json"[..], "not JSON"),
        (b"{}", "not a replay"),
        (b"\xff\xfe\x00", "not text"),
        (b"{\"format\":\"maester-replay\",\"version\":99}", "version 99"),
        (b"{\"format\":\"maester-replay\",\"version\":1,", "cut short"),
    ] {
        let path = file("bad.json", content);
        let output = maester(&["replay", "verify", &path]);
        assert_eq!(status(&output), 1, "{part}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{part}: {output:?}");
        let output = maester(&["replay", "verify", &path, "--json"]);
        assert_eq!(status(&output), 1);
        assert_eq!(json(&output)["ok"], false);
    }
    assert_eq!(status(&maester(&["replay", "verify", "no-such-file.json"])), 2);
}

#[test]
fn decks_are_judged_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let ready = json(&maester(&["deck", "list", "--json"]));
    assert!(ready.as_array().unwrap().len() >= 8);
    for deck in ready.as_array().unwrap() {
        let (name, format) = (deck["name"].as_str().unwrap(), deck["format"].as_str().unwrap());
        for form in [&["--json"][..], &[]] {
            let shown = maester(&[&["deck", "show", name], form].concat());
            let path = folder.path().join("deck");
            std::fs::write(&path, &shown.stdout).unwrap();
            let checked = maester(&["deck", "check", path.to_str().unwrap(), "--format", format, "--json"]);
            assert_eq!((status(&checked), &json(&checked)["ok"]), (0, &Value::Bool(true)), "{name}: {checked:?}");
        }
    }
    let path = folder.path().join("bad.txt");
    std::fs::write(&path, "A deck\nHouse Stark\n3x Edard Strak (Core Set)\n").unwrap();
    let checked = maester(&["deck", "check", path.to_str().unwrap(), "--json"]);
    let verdict = json(&checked);
    assert_eq!((status(&checked), &verdict["ok"]), (1, &Value::Bool(false)));
    let unknown = &verdict["problems"][0];
    assert_eq!((&unknown["kind"], &unknown["line"]), (&Value::from("unknown_card"), &Value::from(3)));
    assert!(unknown["message"].as_str().unwrap().contains("Eddard Stark"), "{unknown}");
    assert_eq!(status(&maester(&["deck", "check", path.to_str().unwrap()])), 1);
    std::fs::write(&path, [0xff, 0, 1, 2]).unwrap();
    assert_eq!(status(&maester(&["deck", "check", path.to_str().unwrap(), "--json"])), 1);
    assert_eq!(status(&maester(&["deck", "check", "no-such-file"])), 2);
    assert_eq!(status(&maester(&["deck", "check", path.to_str().unwrap(), "--format", "chess"])), 2);
    assert_eq!(status(&maester(&["deck", "show", "no such deck"])), 2);
}

#[test]
fn cards_are_listed_shown_and_checked() {
    let all = json(&maester(&["cards", "list", "--json"]));
    let robb = all.as_array().unwrap().iter().find(|card| card["code"] == "01146").unwrap();
    assert_eq!((&robb["name"], &robb["strength"], &robb["implemented"]), (&"Robb Stark".into(), &5.into(), &true.into()));
    assert_eq!(robb["icons"], serde_json::json!({"military": true, "intrigue": false, "power": true}));
    assert_eq!(&json(&maester(&["cards", "show", "01146", "--json"])), robb);
    let shown = maester(&["cards", "show", "put to the sword"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("01041"));
    let unknown = maester(&["cards", "show", "Edard Strak"]);
    assert_eq!(status(&unknown), 1);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("Eddard Stark"));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.ron");
    std::fs::write(&path, "[\n(code: \"99001\", name: \"Shade\", kind: event, faction: neutral, cost: 1),\n]").unwrap();
    let folder = folder.path().to_str().unwrap();
    let good = maester(&["cards", "check", folder, "--json"]);
    assert_eq!((status(&good), &json(&good)["cards"]), (0, &Value::from(1)), "{good:?}");
    let own = maester(&["cards", "show", "99001", "--cards", folder]);
    assert!(String::from_utf8_lossy(&own.stdout).contains("Shade"));
    std::fs::write(&path, "[\n\n(code: \"99001\", name: \"Shade\", kind: evnt, cost: 1),\n]").unwrap();
    let bad = maester(&["cards", "check", folder, "--json"]);
    let problem = &json(&bad)["problems"][0];
    assert_eq!((status(&bad), &problem["line"]), (1, &Value::from(3)));
    assert!(problem["message"].as_str().unwrap().contains("evnt"), "{problem}");
    assert_eq!(status(&maester(&["cards", "list", "--cards", folder])), 1);
    assert_eq!(status(&maester(&["cards", "check", "no-such-folder"])), 2);
}

/// A running server; killed when dropped.
struct Serve {
    child: Child,
    address: String,
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serve {
    fn start(folder: &Path, arguments: &[&str]) -> Serve {
        let mut child = Command::new(env!("CARGO_BIN_EXE_maester"))
            .arg("serve")
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, address) = line.trim().trim_end_matches('/').split_once("http://").unwrap_or_else(|| panic!("no address in {line:?}"));
        Serve { address: address.to_owned(), child }
    }

    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn end(mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < Duration::from_secs(10), "the server ends when it is told to");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(unix)]
#[test]
fn serve_ends_well_when_told_to_and_games_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let serve = Serve::start(folder.path(), &["--listen", "127.0.0.1:0"]);
    assert!(serve.ask("GET /health", "").starts_with("HTTP/1.1 200"));
    let wanted = r#"{"kind":"card","format":"joust","name":"Ann","deck":"Salt and Iron","opponent":"bot"}"#;
    let answer = serve.ask("POST /api/rooms", wanted);
    let toy = serve.ask("POST /api/rooms", &wanted.replace("card", "chess"));
    assert!(toy.contains("no_such_game") && toy.contains("there is card") && !toy.contains("toy"), "{toy}");
    // A second server on the same file is refused, by whatever name; when the first was killed the file is free.
    let second = maester(&["serve", "--listen", "127.0.0.1:0", "--database", folder.path().join("maester.sqlite").to_str().unwrap()]);
    assert_eq!(status(&second), 1);
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("another maester uses") && said.contains("maester.sqlite") && second.stdout.is_empty(), "{said}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let room = serde_json::from_str::<Value>(body).unwrap()["room"].as_str().unwrap().to_owned();
    assert_eq!(serve.end("-KILL"), None);

    let serve = Serve::start(folder.path(), &["--listen", "127.0.0.1:0"]);
    let answer = serve.ask(&format!("GET /api/rooms/{room}"), "");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"started\":true"), "{answer}");
    // An open connection keeps nobody from leaving.
    let _open = TcpStream::connect(&serve.address).unwrap();
    assert_eq!(serve.end("-TERM"), Some(0));
    assert!(folder.path().join("maester.sqlite").exists());
}

#[cfg(unix)]
#[test]
fn the_next_free_port_is_taken_unless_one_was_named() {
    let folder = tempfile::tempdir().unwrap();
    let _held = TcpListener::bind("127.0.0.1:8080");
    let serve = Serve::start(folder.path(), &[]);
    assert!(serve.address.starts_with("127.0.0.1:80") && serve.address != "127.0.0.1:8080", "{}", serve.address);
    assert!(serve.ask("GET /health", "").ends_with("ok"));
    let taken = maester(&["serve", "--listen", &serve.address, "--database", folder.path().join("b.sqlite").to_str().unwrap()]);
    assert_eq!(status(&taken), 1);
    assert_eq!(serve.end("-INT"), Some(0));
}

#[test]
fn serve_says_what_is_wrong_with_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    std::fs::write(&file, "no database, only some text that is long enough to have a header's length, surely it is").unwrap();
    let output = maester(&["serve", "--listen", "127.0.0.1:0", "--database", file.to_str().unwrap()]);
    assert_eq!(status(&output), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("games.sqlite"));
    assert_eq!(status(&maester(&["serve", "--card-images", "no-such-folder"])), 2);
}
