//! The program as others call it: exit status, one line of JSON, help, serve.

mod common;

use std::net::{TcpListener, TcpStream};

use common::serve::Serve;
use common::{json, maester, status};
use serde_json::Value;

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
fn series_begin_at_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    let file = path.to_str().unwrap();
    std::fs::write(&path, common::puzzle()).unwrap();
    let run = |more: &[&str]| json(&maester(&[&["simulate", "--position", file, "--games", "20", "--json"], more].concat()));
    let (one, again, other) = (run(&[]), run(&["--threads", "2"]), run(&["--seed", "9"]));
    assert_eq!((&one["games"], &one["finished"], &one["checksum"]), (&20.into(), &20.into(), &again["checksum"]));
    assert_ne!(one["checksum"], other["checksum"], "chance differs");
    // Rounds and challenges count from the position, which stands in round 3: few cards are left, so that games are short.
    let rounds = one["rounds"].as_u64().unwrap();
    assert!((20..=60).contains(&rounds), "{one}");
    let steward = run(&["--bots", "steward,random"]);
    assert_ne!(steward["checksum"], one["checksum"]);
    assert_eq!(steward["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).sum::<u64>(), 20);

    // A melee of three says its seats itself.
    let seat = |n: u8| {
        format!(
            "seat P{n}\n  faction: stark\n  plot: 01009\n  plots: 01013 01005\n  hand: 2x01157\n  deck: 30x01157\n  title: 012{:02}\n",
            5 + n
        )
    };
    let melee =
        format!("maester position 1\nformat: melee\nround 2 phase challenges at start first P2\n{}", (1..=3).map(seat).collect::<String>());
    std::fs::write(&path, &melee).unwrap();
    let numbers = run(&[]);
    assert_eq!((numbers["wins"].as_array().unwrap().len(), &numbers["finished"]), (3, &20.into()), "{numbers}");

    std::fs::write(&path, common::puzzle().replace("01156", "0115")).unwrap();
    let bad = maester(&["simulate", "--position", file]);
    assert_eq!((status(&bad), bad.stdout.len()), (1, 0));
    let said = common::told(&bad);
    assert!(said.contains("puzzle.txt: line 13: no card has the code 0115"), "{said}");
    for (wrong, part) in [
        (&["--position", "no-such-file"][..], "no-such-file"),
        (&["--position", file, "--decks", "Salt and Iron"], "--decks"),
        (&["--position", file, "--players", "2"], "--players"),
        (&["--position", file, "--game", "toy"], "positions"),
        (&["--game", "chess"], "there is card"),
    ] {
        let output = maester(&[&["simulate"], wrong].concat());
        assert_eq!(status(&output), 2, "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{wrong:?}: {output:?}");
    }
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
        // Out into OCTGN's form and back: the same deck.
        let path = folder.path().join("deck.o8d");
        let file = path.to_str().unwrap();
        assert_eq!(status(&maester(&["deck", "convert", name, "--to", "o8d", "--out", file])), 0, "{name}");
        let back: Value = serde_json::from_slice(&maester(&["deck", "convert", file, "--to", "json"]).stdout).unwrap();
        let there = json(&maester(&["deck", "show", name, "--json"]));
        for part in ["name", "faction_code", "agendas", "slots"] {
            assert_eq!(back[part], there[part], "{name}: {part}");
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

#[cfg(unix)]
#[test]
fn serve_ends_well_when_told_to_and_games_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let serve = Serve::start(folder.path(), &["--listen", "127.0.0.1:0"]);
    assert!(serve.ask("GET /health", "").starts_with("HTTP/1.1 200"));
    let wanted = r#"{"kind":"card","format":"joust","name":"Ann","deck":"Salt and Iron","opponent":"bot"}"#;
    let answer = serve.ask("POST /api/rooms", wanted);
    let toy = serve.ask("POST /api/rooms", &wanted.replace("card", "chess"));
    assert!(toy.contains("no_such_game") && toy.contains("there is board, card") && !toy.contains("toy"), "{toy}");
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

#[cfg(unix)]
#[test]
fn settings_come_from_a_file_the_environment_and_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.toml");
    let settings = |text: &str| std::fs::write(&file, text).unwrap();
    let refused = |environment: &[(&str, &str)], arguments: &[&str]| {
        let config = ["serve", "--config", file.to_str().unwrap()];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_maester"));
        let output = command.args([&config, arguments].concat()).envs(environment.iter().copied()).current_dir(folder.path()).output();
        let output = output.unwrap();
        assert_eq!(status(&output), 2, "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    settings("listen = \"127.0.0.1:0\"\ndatabase = \"of-the-file.sqlite\"\nlog = \"json\"\n");
    let serve = Serve::start(folder.path(), &["--config", "club.toml"]);
    assert!(folder.path().join("of-the-file.sqlite").exists());
    assert_eq!(serve.end("-TERM"), Some(0));
    let serve = Serve::start(folder.path(), &["--config", "club.toml", "--database", "named.sqlite"]);
    assert!(folder.path().join("named.sqlite").exists(), "the command line wins");
    assert_eq!(serve.end("-TERM"), Some(0));

    let why = refused(&[("MAESTER_DATABASE", "mysql://club:secret@db/games")], &[]);
    assert!(why.contains("mysql:// is no database") && !why.contains("secret"), "the environment wins over the file: {why}");
    settings("listn = \"127.0.0.1:0\"");
    let why = refused(&[], &[]);
    assert!(why.contains("no setting `listn`") && why.contains("listen, database") && why.contains("club.toml"), "{why}");
    settings("listen = 8080");
    let why = refused(&[], &[]);
    assert!(why.contains("listen: it has to be an address and a port, such as \"127.0.0.1:8080\"") && why.contains("club.toml"), "{why}");
    settings("proxied = \"yes\"");
    assert!(refused(&[], &[]).contains("proxied: it has to be true or false"));
    settings("turn_after = -5");
    assert!(refused(&[], &[]).contains("turn_after: it has to be a whole number, 0 or more"));
    settings("turn_after = 999999999999");
    assert!(refused(&[], &[]).contains("at most 525600 minutes"));
    for address in ["play.example", "https://", "https://play example", "javascript:alert(1)"] {
        settings(&format!("address = \"{address}\""));
        assert!(refused(&[], &[]).contains("such as https://play.example"), "{address}");
    }
    settings("");
    assert!(refused(&[("MAESTER_LISTEN", "nowhere")], &[]).contains("an address and a port"));
    assert!(refused(&[("RUST_LOG", "server=loud")], &[]).contains("RUST_LOG"));
    settings("log = \"xml\"");
    assert!(refused(&[], &[]).contains("text, json"));
    settings("listen = ");
    assert!(refused(&[], &[]).contains("club.toml"));
    // A file is a file, whatever it is called, and one file has one server.
    let serve = Serve::start(folder.path(), &["--listen", "127.0.0.1:0", "--database", "file:games.sqlite?mode=memory"]);
    assert!(folder.path().join("file:games.sqlite?mode=memory").exists());
    assert_eq!(serve.end("-TERM"), Some(0));
    let missing = maester(&["serve", "--config", "no-such.toml"]);
    assert_eq!(status(&missing), 2);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no file no-such.toml"));
}

#[cfg(unix)]
#[test]
fn the_numbers_are_told_at_an_address_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let serve = Serve::start(folder.path(), &["--listen", "127.0.0.1:0", "--metrics", &free]);
    let told = common::serve::ask(&free, "GET /metrics", "").unwrap();
    for name in ["maester_rooms 0", "maester_sockets 0", "maester_log_entries_total 0", "maester_store_failures_total 0"] {
        assert!(told.contains(&format!("\n{name}\n")), "before anything happened: {told}");
    }
    let wanted = r#"{"kind":"card","format":"joust","name":"Ann","deck":"Salt and Iron","opponent":"bot"}"#;
    assert!(serve.ask("POST /api/rooms", wanted).starts_with("HTTP/1.1 200"));
    let told = common::serve::ask(&free, "GET /metrics", "").unwrap();
    assert!(told.contains("\nmaester_rooms 1\n") && told.contains("# HELP maester_rooms Rooms in this server's memory"), "{told}");
    assert!(!serve.ask("GET /metrics", "").contains("maester_rooms 1"), "not for the public");
    assert_eq!(serve.end("-TERM"), Some(0));
}
