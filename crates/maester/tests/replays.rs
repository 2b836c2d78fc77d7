//! Recorded games: what is verified, what is unproved, and that everything is told in words for people.

mod common;

use std::path::Path;
use std::process::Output;

use card_game::State;
use common::{decks, json, maester, play, random_game, status, told};
use serde_json::{Value, json};
use table::replay::{Commitment, Concession, Mark, Recorder, Replay, Start};
use table::{Game, Seat};

/// A replay in a file, and what a command says of it.
fn asked(folder: &Path, replay: &str, command: &[&str]) -> Output {
    let path = folder.join("asked.json");
    std::fs::write(&path, replay).unwrap();
    maester(&[&["replay", command[0], path.to_str().unwrap()], &command[1..]].concat())
}

#[test]
fn recorded_games_are_verified_and_told() {
    let (rules, game) = random_game(&decks(2, usize::MAX), 3, u32::MAX);
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

    // A table committed to its seed before the game.
    let mut told = game.replay();
    let Start::Seed(seed) = told.start.clone() else { panic!("a seed") };
    let (seed, salt) = (seed.to_string(), "pepper".to_owned());
    let hash = Commitment::publish(&seed, &salt);
    told.commitment = Some(Commitment { hash: hash.clone(), seed, salt });
    let good = asked(folder.path(), &told.write(), &["verify"]);
    let said = String::from_utf8_lossy(&good.stdout).into_owned();
    assert!(status(&good) == 0 && said.contains(&format!("committed to before the game: {hash}")), "{good:?}");
    assert_eq!(json(&asked(folder.path(), &told.write(), &["verify", "--json"]))["commitment"], hash);
    let bad = asked(folder.path(), &told.write().replace("pepper", "sugar"), &["verify"]);
    assert!(status(&bad) == 1 && String::from_utf8_lossy(&bad.stderr).contains("the file says"), "{bad:?}");

    // Somebody gives up in the middle; the players have names.
    let mut short = game.replay();
    short.steps.truncate(40);
    short.checkpoints.clear();
    short = Recorder::<State>::open(&rules, short, &mut ()).unwrap().replay();
    short.players = vec!["Ann".to_owned(), "Bob".to_owned()];
    let conceded = Concession { seat: Seat(0), after: 40 };
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
        (Mark { seat: Some(Seat(2)), ..short.marks[0].clone() }, "no seat P3"),
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

/// An edited file must not be good: each thing that proves it taken away, alone and with the steps behind it.
#[test]
fn a_file_that_proves_nothing_is_not_good() {
    let folder = tempfile::tempdir().unwrap();
    let (_, game) = random_game(&decks(2, usize::MAX), 5, 70);
    let whole = game.replay();
    let verify = |replay: &Replay| {
        let (plain, line) =
            (asked(folder.path(), &replay.write(), &["verify"]), asked(folder.path(), &replay.write(), &["verify", "--json"]));
        let line_told = json_of(&line);
        assert_eq!(status(&plain), status(&line), "{plain:?}");
        assert_eq!(line_told["ok"], status(&plain) == 0);
        (status(&plain), line_told, told(&plain))
    };
    let (code, line, _) = verify(&whole);
    assert_eq!((code, &line["status"], &line["message"], &line["proved"]), (0, &json!("good"), &Value::Null, &json!(70)));
    let without = |end: bool, points: &dyn Fn(u32) -> bool, steps: usize| {
        let mut cut = Replay { end: whole.end.clone().filter(|_| end), ..whole.clone() };
        cut.steps.truncate(steps);
        cut.checkpoints.retain(|point| points(point.after));
        cut
    };
    assert_eq!(verify(&without(true, &|_| false, 70)).0, 0, "the hash of the end stands for every step");
    for (cut, part) in [
        (without(false, &|_| false, 70), "nothing in the file proves its 70 steps: it has no `end`"),
        (without(false, &|_| true, 70), "nothing proves steps 61 to 70"),
        (without(false, &|after| after == 20, 70), "nothing proves steps 21 to 70"),
        (without(false, &|after| after <= 60, 60), "nothing proves that no further ones were cut off"),
        (without(false, &|after| after <= 50, 50), "nothing proves steps 41 to 50"),
        (without(false, &|_| false, 0), "nothing in the file proves its 0 steps"),
    ] {
        let (code, line, plain) = verify(&cut);
        assert_eq!((code, &line["status"]), (3, &json!("unproved")), "{part}: {plain}");
        assert!(plain.contains(part) && line["message"].as_str().unwrap().contains(part) && !plain.contains("good"), "{part}: {plain}");
    }
    // An `end` of nothing is none; one without its hash cannot be read.
    let text = whole.write();
    let end = text.lines().find(|line| line.contains("\"end\"")).unwrap().to_owned();
    assert_eq!(status(&asked(folder.path(), &text.replace(&end, ""), &["verify"])), 3, "the line taken out");
    assert_eq!(status(&asked(folder.path(), &text.replace(&end, "  \"end\": null,"), &["verify"])), 3);
    assert_eq!(status(&asked(folder.path(), &text.replace(&end, "  \"end\": {\"outcome\": null},"), &["verify"])), 1);
    // Steps cut off, or another answer, with the end left in.
    assert_eq!(verify(&without(true, &|_| false, 69)).0, 1);
    assert_eq!(verify(&without(true, &|_| true, 40)).0, 1);
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {output:?}"))
}

/// Games that end in every way, of two and of four: nothing that a reader gets holds the marks of names.
#[test]
fn no_mark_of_a_name_reaches_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    let named = |replay: Replay| {
        let seats = replay.setup["seats"].as_array().map_or(2, Vec::len);
        Replay { players: ["Ann", "Bob", "Cid", "Dan"][..seats].iter().map(|name| (*name).to_owned()).collect(), ..replay }
    };
    let mut files: Vec<(&str, Replay)> = Vec::new();
    for seats in [2, 4] {
        let (rules, game) = random_game(&decks(seats, usize::MAX), 11, u32::MAX);
        assert!(game.game().outcome().is_some());
        files.push(("won", game.replay()));
        // Short decks: whoever draws the last card is out.
        let (_, game) = random_game(&decks(seats, 12), 12, u32::MAX);
        assert!(game.game().outcome().is_some());
        files.push(("eliminated", game.replay()));
        let (_, mut game) = random_game(&decks(seats, usize::MAX), 13, 60);
        if seats == 2 {
            let mark = Concession { seat: Seat(1), after: 60 }.mark("{P2} conceded");
            files.push(("conceded", Replay { marks: vec![mark], ..game.replay() }));
            continue;
        }
        // In a melee the others play on, and the last but one who gives up ends it.
        game.concede(&rules, Seat(2), &mut ()).unwrap();
        files.push(("one conceded", game.replay()));
        play(&rules, &mut game, 14, 40);
        assert!(game.game().outcome().is_none());
        game.concede(&rules, Seat(0), &mut ()).unwrap();
        play(&rules, &mut game, 15, 20);
        let ends = game.concede(&rules, Seat(1), &mut ());
        let mut replay = game.replay();
        if ends.is_err() {
            replay.marks.push(Concession { seat: Seat(1), after: replay.steps.len() as u32 }.mark("{P2} conceded"));
        }
        files.push(("all conceded", replay));
    }
    for (how, replay) in files {
        let replay = named(replay);
        let (seats, text) = (replay.players.len(), replay.write());
        for command in [&["verify"][..], &["verify", "--json"], &["show"], &["show", "--json"]] {
            let output = asked(folder.path(), &text, command);
            let said = told(&output);
            assert_eq!(status(&output), 0, "{how} of {seats}, {command:?}: {said}");
            for mark in ["{P", "P1}", "[c", "|0"] {
                assert!(!said.contains(mark), "{how} of {seats}, {command:?}: {mark} in {said}");
            }
            assert!(said.contains("Ann") || said.contains("Bob") || said.contains("Cid") || said.contains("Dan") || how == "one conceded");
        }
        let line = json(&asked(folder.path(), &text, &["verify", "--json"]));
        let story = json(&asked(folder.path(), &text, &["show", "--json"]));
        for field in ["outcome", "concession", "concessions", "end"] {
            assert_eq!(line[field], story[field], "{how} of {seats}: {field}");
        }
        let conceded: Vec<u64> = line["concessions"].as_array().unwrap().iter().map(|it| it["seat"].as_u64().unwrap()).collect();
        let wanted: &[u64] = match how {
            "conceded" => &[1],
            "one conceded" => &[2],
            "all conceded" => &[2, 0, 1],
            _ => &[],
        };
        assert_eq!(conceded, wanted, "{how} of {seats}");
        assert_eq!(line["concession"].is_null(), wanted.is_empty(), "{how} of {seats}: {line}");
        assert_eq!(line["outcome"].is_null(), how == "one conceded", "{how} of {seats}: {line}");
        if how == "conceded" {
            assert_eq!(line["outcome"], json!({"Won": {"seats": [0], "reason": "Bob conceded"}}));
        }
    }
}
