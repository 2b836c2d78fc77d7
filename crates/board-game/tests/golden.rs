//! The reference games in our own replay form: every state hash is the one that was recorded when the games agreed line by line.
//! Written anew by `GOLDEN=crates/board-game/tests/golden cargo run -p board-game --example reference -- FILES`, which compares first.

use board_game::{Rules, Rulings, State};
use table::Replay;

#[test]
fn every_reference_game_replays_to_the_same_states() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let rules = Rules::new(Rulings::RECORDED);
    let mut games = 0;
    for file in std::fs::read_dir(folder).expect("golden games") {
        let path = file.expect("a file").path();
        let replay = Replay::read(&std::fs::read(&path).expect("readable")).expect("a replay");
        let report = replay.verify::<State>(&rules).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(report.hashes > 1 && report.ended, "{}: nothing was compared", path.display());
        games += 1;
    }
    assert_eq!(games, 24);
}

/// The recordings themselves, where their folder is there.
#[test]
fn recorded_games_agree_line_by_line() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/boardgame/reference-games");
    let Ok(files) = std::fs::read_dir(folder) else { return };
    let mut games = 0;
    for path in files.map(|file| file.expect("a file").path()).filter(|path| path.extension().is_some_and(|end| end == "jsonl")) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let report = board_game::reference::replay(&path.to_string_lossy(), &text, &[]);
        assert_eq!(report.differences, [], "{}", path.display());
        games += 1;
    }
    assert!(games > 0, "the folder has no games");
}

/// A recording that is wrong is not said to agree: a moved unit, another winner.
#[test]
fn a_wrong_recording_is_found() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/boardgame/reference-games");
    let Ok(text) = std::fs::read_to_string(format!("{folder}/base-3p-0.jsonl")) else { return };
    let agree = |text: &str| board_game::reference::replay("game", text, &[]).differences.is_empty();
    assert!(agree(&text));
    assert!(!agree(&text.replace(r#""winner":"stark""#, r#""winner":"lannister""#)));
    let wrong = text.replacen(
        r#"{"area:crackclaw-point":{"units":{"baratheon":["footman","knight"]}}"#,
        r#"{"area:crackclaw-point":{"units":{"baratheon":["footman"]}}"#,
        1,
    );
    assert_ne!(wrong, text);
    let report = board_game::reference::replay("game", &wrong, &[]);
    assert_eq!(report.differences[0].key, "area:crackclaw-point");
    let step = report.differences[0].step;
    assert_eq!(board_game::reference::replay("game", &wrong, &[step]).accepted[0].key, "area:crackclaw-point");
}
