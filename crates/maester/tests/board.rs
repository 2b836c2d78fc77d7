//! Recorded board games: what `replay verify` and `replay show` tell of who gave up.

mod common;

use board_game::{Rules, Setup, State};
use common::{json, maester, status};
use table::contract::{self, Dice};
use table::replay::{Recorder, Start};
use table::{Game, Replay, Seat};

/// `simulate` plays under single rulings, the replay of such a game verifies, and what is wrong is told.
#[test]
fn single_rulings_are_played_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let rules = Rules::new(board_game::Rulings::read("recorded,robb=origin").unwrap());
    std::fs::write(&path, recorded(&rules, false).write()).unwrap();
    assert_eq!(status(&maester(&["replay", "verify", path.to_str().unwrap()])), 0);
    let simulated =
        |rulings: &str| maester(&["simulate", "--game", "board", "--players", "3", "--games", "6", "--rulings", rulings, "--json"]);
    let sums: Vec<String> = ["faq-v2", "mace=goes-on", "recorded"].iter().map(|it| json(&simulated(it))["checksum"].to_string()).collect();
    assert!(sums[0] == sums[1] && sums[0] != sums[2], "{sums:?}");
    let wrong = simulated("faq-v2,mace=perhaps");
    assert!(status(&wrong) == 2 && String::from_utf8_lossy(&wrong.stderr).contains("goes-on or ends"), "{wrong:?}");
}

/// A recorded game of three in which Bob gives up and the others play on to the end, or Ann gives up too.
fn recorded(rules: &Rules, ann_too: bool) -> Replay {
    let mut dice = Dice::new(5);
    let mut game = Recorder::<State>::new(rules, &Setup::players(3), Start::Seed(8), &mut ()).unwrap();
    for answer in 0.. {
        if answer == 30 {
            game.concede(rules, Seat(1), &mut ()).unwrap();
        }
        if answer == 50 && ann_too {
            game.concede(rules, Seat(0), &mut ()).unwrap();
        }
        let Some(seat) = dice.seat(game.game()) else { break };
        let picks = contract::random_answer(game.game(), rules, seat, &mut dice).unwrap();
        game.answer(rules, seat, &picks, &mut ()).unwrap();
    }
    assert!(game.game().outcome().is_some());
    Replay { players: ["Ann", "Bob", "Cid"].map(str::to_owned).to_vec(), ..game.replay() }
}

#[test]
fn who_gave_up_is_told_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    for (ann_too, gone) in [(false, &[1][..]), (true, &[1, 0])] {
        std::fs::write(&path, recorded(&Rules::default(), ann_too).write()).unwrap();
        let good = maester(&["replay", "verify", file]);
        let said = String::from_utf8(good.stdout.clone()).unwrap();
        assert!(status(&good) == 0 && said.contains("Bob conceded after answer 31 (TR.concede); "), "{said}");
        assert_eq!(said.contains("ended: Cid wins: all others have conceded"), ann_too, "{said}");
        let line = json(&maester(&["replay", "verify", file, "--json"]));
        let seats: Vec<u64> = line["concessions"].as_array().unwrap().iter().map(|it| it["seat"].as_u64().unwrap()).collect();
        assert_eq!(seats, gone);
        assert!(line["outcome"]["Won"]["seats"].as_array().unwrap().iter().all(|seat| *seat != 1), "who gave up does not win");
        let told = String::from_utf8(maester(&["replay", "show", file]).stdout).unwrap();
        assert!(told.contains("Bob: concedes") && told.contains("the house stays") && !told.contains("{P"), "{told}");
    }
    // A concession that is moved or taken out is no good replay any more.
    let whole = recorded(&Rules::default(), false);
    let mut cut = whole.clone();
    cut.steps.retain(|step| !matches!(step, table::replay::Step::Concede { .. }));
    std::fs::write(&path, cut.write()).unwrap();
    assert_eq!(status(&maester(&["replay", "verify", file])), 1);
}

/// A step of a seat that is not at the table is refused with its reason by every command, as is one with picks that nobody was offered.
#[test]
fn a_seat_that_is_not_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let whole = recorded(&Rules::default(), false);
    for (of, to, why) in [(0, 200, "there is no seat P201"), (3, 3, "there is no seat P4")] {
        let mut wrong = whole.clone();
        if let table::replay::Step::Answer { seat, .. } = &mut wrong.steps[of] {
            *seat = Seat(to);
        }
        std::fs::write(&path, wrong.write()).unwrap();
        for command in ["verify", "show"] {
            let out = maester(&["replay", command, path.to_str().unwrap()]);
            let said = String::from_utf8_lossy(&out.stderr).into_owned() + &String::from_utf8_lossy(&out.stdout);
            assert!(status(&out) == 1 && said.contains(why), "{command}: {said}");
        }
    }
}
