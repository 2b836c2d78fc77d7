use super::*;
use crate::contract::{self, Dice};
use crate::toy::{Rules, Setup, Toy};

const SETUP: Setup = Setup { seats: 3, rounds: 3 };

/// A recorded random game with a checkpoint every four steps.
fn played(seed: u64) -> Replay {
    let rules = Rules::default();
    let mut recorder = Recorder::<Toy>::new(&rules, &SETUP, Start::Seed(seed), &mut ()).unwrap().checkpoint_every(4);
    let mut dice = Dice::new(seed);
    while let Some(seat) = dice.seat(recorder.game()) {
        let picks = contract::random_answer(recorder.game(), &rules, seat, &mut dice).unwrap();
        recorder.answer(&rules, seat, &picks, &mut ()).unwrap();
    }
    recorder.replay()
}

fn verify(replay: &Replay) -> Result<Report, ReplayError> {
    replay.verify::<Toy>(&Rules::default())
}

#[test]
fn a_game_survives_the_file() {
    let replay = played(1);
    let read = Replay::read(replay.write().as_bytes()).unwrap();
    assert_eq!(read, replay);
    let report = verify(&read).unwrap();
    assert_eq!(report.steps as usize, replay.steps.len());
    assert!(report.hashes >= 3 && report.outcome.is_some());
    assert_eq!(Game::hash(&replay.run::<Toy>(&Rules::default()).unwrap()), report.hash);
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    let text = played(2).write();
    for length in 0..text.trim_end().len() {
        let error = Replay::read(&text.as_bytes()[..length]).unwrap_err();
        assert!(matches!(error, ReplayError::CutShort { .. }), "{length}: {error}");
    }
}

#[test]
fn any_damaged_byte_is_read_or_refused_without_panic() {
    let text = played(3).write();
    let mut dice = Dice::new(3);
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        let at = dice.below(bytes.len() as u32) as usize;
        bytes[at] = dice.below(256) as u8;
        if let Ok(replay) = Replay::read(&bytes) {
            let _ = verify(&replay);
        }
    }
}

#[test]
fn garbage_is_not_a_replay() {
    for bytes in [&b"\x00\xff\x12\x80"[..], b"hello", b"[1,2]", b"{\"format\":\"png\"}", b"\x1f\x8b\x08\x00"] {
        assert!(matches!(Replay::read(bytes), Err(ReplayError::NotAReplay(_))), "{bytes:?}");
    }
    assert!(Replay::read("[".repeat(100_000).as_bytes()).is_err());
}

#[test]
fn other_versions_games_rules_and_algorithms_are_named() {
    let replay = played(4);
    let text = replay.write().replace("\"version\": 1", "\"version\": 2");
    assert_eq!(Replay::read(text.as_bytes()).unwrap_err(), ReplayError::Version { found: "2".to_owned() });
    let game = Replay { game: "chess".to_owned(), ..replay.clone() };
    assert!(matches!(verify(&game), Err(ReplayError::OtherGame { .. })));
    let rules = Replay { rules: "toy 0".to_owned(), ..replay.clone() };
    assert_eq!(verify(&rules).unwrap_err().to_string(), "the replay was played under the rules `toy 0`; these are `toy 1, cards to 8`");
    let algorithm = Replay { algorithm: "dice".to_owned(), ..replay };
    assert!(matches!(verify(&algorithm), Err(ReplayError::OtherAlgorithm { .. })));
}

#[test]
fn an_edited_answer_is_found_with_its_number() {
    let replay = played(5);
    for (index, step) in replay.steps.iter().enumerate() {
        let number = index as u32 + 1;
        let Step::Answer { seat, decision, picks } = step.clone() else { panic!("only answers were given") };

        let mut impossible = replay.clone();
        impossible.steps[index] = Step::Answer { seat, decision, picks: vec![99] };
        match verify(&impossible).unwrap_err() {
            ReplayError::Step { step, why, .. } => assert_eq!((step, why.code.as_str()), (number, "not_listed")),
            other => panic!("{other}"),
        }
        let mut stale = replay.clone();
        stale.steps[index] = Step::Answer { seat, decision: decision + 1, picks: picks.clone() };
        match verify(&stale).unwrap_err() {
            ReplayError::Step { step, why, .. } => assert_eq!((step, why.code.as_str()), (number, "stale")),
            other => panic!("{other}"),
        }
        let mut nobody = replay.clone();
        nobody.steps[index] = Step::Withdraw { seat: Seat(250) };
        assert!(matches!(verify(&nobody), Err(ReplayError::Step { step, .. }) if step == number));
    }
    // Legal, but not what was played: the next hash tells, and names the steps it covers.
    let mut other = replay.clone();
    let Step::Answer { picks, .. } = &mut other.steps[0] else { panic!() };
    picks[1] = (picks[1] + 1) % 4;
    match verify(&other).unwrap_err() {
        ReplayError::Hash { since: 0, after: 4, .. } => {}
        ReplayError::Step { step, .. } => assert!(step > 1 && step <= 4),
        error => panic!("{error}"),
    }
}

#[test]
fn lost_steps_and_odd_checkpoints_are_found() {
    let replay = played(6);
    let mut short = replay.clone();
    short.steps.pop();
    short.checkpoints.retain(|checkpoint| checkpoint.after as usize <= short.steps.len());
    assert!(matches!(verify(&short), Err(ReplayError::Hash { .. })));
    let mut late = replay.clone();
    late.checkpoints.push(Checkpoint { after: 1_000_000, hash: StateHash([0; 16]) });
    assert!(matches!(verify(&late), Err(ReplayError::Malformed(_))));
    let mut mixed = replay.clone();
    mixed.checkpoints.reverse();
    assert!(matches!(verify(&mixed), Err(ReplayError::Malformed(_))));
    let mut winner = replay;
    winner.end.as_mut().unwrap().outcome = Some(Outcome::Stalled);
    assert!(matches!(verify(&winner), Err(ReplayError::Outcome { .. })));
}

/// What a file lacks to be proved as a whole: each part taken away from a good one, and steps cut off with their hashes.
#[test]
fn a_file_without_its_end_is_not_proved() {
    let whole = played(6);
    let all = whole.steps.len() as u32;
    let report = verify(&whole).unwrap();
    assert_eq!((report.unproved(), report.proved, report.ended), (None, Some(all), true));
    // The hash of the end stands for every step.
    let no_points = verify(&Replay { checkpoints: Vec::new(), ..whole.clone() }).unwrap();
    assert_eq!((no_points.unproved(), no_points.hashes), (None, 1));

    let no_end = Replay { end: None, ..whole.clone() };
    let last = no_end.checkpoints.last().unwrap().after;
    assert!(last < all, "some steps stand behind the last checkpoint");
    let lacks = |replay: &Replay| verify(replay).unwrap().unproved().unwrap();
    assert!(lacks(&no_end).contains(&format!("nothing proves steps {} to {all}", last + 1)), "{}", lacks(&no_end));
    let bare = Replay { checkpoints: Vec::new(), ..no_end.clone() };
    assert!(lacks(&bare).contains(&format!("nothing in the file proves its {all} steps")));
    // Cut where a checkpoint stands: all that is there agrees, and who knows what was cut.
    let cut = Replay { steps: whole.steps[..last as usize].to_vec(), ..no_end.clone() };
    assert!(lacks(&cut).contains("nothing proves that no further ones were cut off"));
    // Cut with the checkpoints behind the cut.
    let mut more = Replay { steps: whole.steps[..5].to_vec(), ..no_end.clone() };
    more.checkpoints.retain(|point| point.after <= 5);
    assert!(lacks(&more).contains("nothing proves steps 5 to 5"), "{}", lacks(&more));
    let nothing = Replay { steps: Vec::new(), checkpoints: Vec::new(), ..no_end };
    assert!(lacks(&nothing).contains("its 0 steps"));
    // Cut with the end left in: the hash is another.
    let kept = Replay { steps: whole.steps[..last as usize].to_vec(), ..whole };
    assert!(matches!(verify(&kept), Err(ReplayError::Hash { .. })));
}

#[test]
fn scripted_chance_must_come_out_even() {
    let rules = Rules::default();
    // The shuffle of 32 cards asks for 31 outcomes: all zero is a script like any other.
    let zeros = |n| Recorder::<Toy>::new(&rules, &SETUP, Start::Script(vec![0; n]), &mut ());
    assert!(verify(&zeros(31).unwrap().replay()).is_ok());
    assert!(matches!(zeros(30).unwrap_err(), ReplayError::Chance { after: 0, error: ChanceError::TooShort { at: 30, below: 2 } }));
    let left = verify(&zeros(33).unwrap().replay()).unwrap_err();
    assert_eq!(left, ReplayError::Chance { after: 0, error: ChanceError::LeftOver { left: 2 } });
}

#[test]
fn drafts_withdrawals_and_new_keys_are_part_of_the_game() {
    let rules = Rules::default();
    let mut recorder = Recorder::<Toy>::new(&rules, &SETUP, Start::Seed(8), &mut ()).unwrap().checkpoint_every(1);
    recorder.pick(&rules, Seat(0), 0, &mut ()).unwrap();
    recorder.answer(&rules, Seat(1), &[0, 0], &mut ()).unwrap();
    recorder.withdraw(&rules, Seat(1)).unwrap();
    recorder.rekey(&rules, 3).unwrap();
    recorder.pick(&rules, Seat(2), 1, &mut ()).unwrap();
    recorder.withdraw(&rules, Seat(2)).unwrap();
    recorder.mark("note", "P3 changed its mind");
    let replay = recorder.replay();
    assert_eq!(replay.steps.len(), 4, "an answer, a withdrawal, a key and an open draft: {:?}", replay.steps);
    verify(&replay).unwrap();

    let mut resumed = Recorder::<Toy>::open(&rules, Replay::read(replay.write().as_bytes()).unwrap(), &mut ()).unwrap();
    assert_eq!((resumed.game(), resumed.replay()), (recorder.game(), replay));
    resumed.answer(&rules, Seat(0), &[2], &mut ()).unwrap();
    assert!(matches!(resumed.replay().steps.last(), Some(Step::Answer { picks, .. }) if *picks == [0, 2]));
    verify(&resumed.replay()).unwrap();
}

#[test]
fn a_concession_is_reported_and_marks_that_cannot_be_true_are_named() {
    let whole = played(7);
    let all = whole.steps.len() as u32;
    let over = whole.clone();
    let cut = all - 3;
    let open = Replay { steps: whole.steps[..cut as usize].to_vec(), checkpoints: Vec::new(), end: None, ..whole };
    let conceded = Concession { seat: Seat(1), after: cut };
    let with = |replay: &Replay, marks: &[Mark]| Replay { marks: marks.to_vec(), ..replay.clone() };
    assert_eq!(verify(&open).unwrap().concession, None);
    let good = with(&open, &[Mark { kind: "note".to_owned(), ..Mark::default() }, conceded.mark("Bob conceded")]);
    let report = verify(&Replay::read(good.write().as_bytes()).unwrap()).unwrap();
    assert_eq!((report.concession, report.outcome), (Some(conceded), None));
    assert_eq!(conceded.outcome(3).sentence(), "{P1} and {P3} win: {P2} conceded");

    let mark = |after, kind: &str, seat| Mark { after, kind: kind.to_owned(), note: String::new(), seat };
    for (replay, marks, part) in [
        (&open, &[mark(0, "conceeded", Some(Seat(1)))][..], "the kinds of marks are conceded, draw, edited, undo, note"),
        (&open, &[mark(cut + 1, "note", None)], "has only"),
        (&open, &[mark(cut + 1, CONCEDED, Some(Seat(1)))], "has only"),
        (&open, &[mark(cut, CONCEDED, Some(Seat(3)))], "no seat P4 at this table of 3"),
        (&open, &[mark(0, "undo", Some(Seat(9)))], "no seat P10"),
        (&open, &[mark(cut, CONCEDED, None)], "does not say which seat"),
        (&open, &[mark(cut - 2, CONCEDED, Some(Seat(0)))], "but steps follow"),
        (&open, &[conceded.mark(""), conceded.mark("")], "another seat conceded"),
        (&over, &[mark(all, CONCEDED, Some(Seat(0)))], "it ended by its rules"),
        (&over, &[mark(all, DRAWN, None)], "it ended by its rules"),
        (&open, &[mark(cut - 1, DRAWN, None)], "an agreed draw ends the game"),
        (&open, &[mark(cut, DRAWN, None), conceded.mark("")], "agreed on a draw"),
        (&open, &[conceded.mark(""), mark(cut, DRAWN, None)], "over before"),
    ] {
        let error = verify(&with(replay, marks)).unwrap_err();
        assert!(matches!(error, ReplayError::Mark { .. }) && error.to_string().contains(part), "{part}: {error}");
    }
    let drawn = with(&open, &[mark(cut, DRAWN, None)]);
    assert!(verify(&drawn).is_ok() && drawn.drawn() && !open.drawn());
    let named = Replay { players: vec!["Ann".to_owned(), "B\u{1b}ob".to_owned(), String::new()], ..open };
    assert_eq!(named.named("{P1} and {P2} and {P3} {P9} {Px} {P"), "Ann and Bob and Player 3 Player 9 {Px} {P");
    verify(&named).unwrap();
    assert!(matches!(verify(&Replay { players: vec!["Ann".to_owned()], ..named }), Err(ReplayError::Players { names: 1, seats: 3 })));
}

#[test]
fn a_game_can_begin_at_a_position() {
    let rules = Rules::default();
    let whole = played(9);
    let middle: Toy = whole.run_to(&rules, 5, &mut ()).unwrap();
    let start = Start::Position(serde_json::to_value(&middle).unwrap());
    let rest = Replay { start, steps: whole.steps[5..].to_vec(), checkpoints: Vec::new(), ..whole.clone() };
    assert_eq!(verify(&rest).unwrap().hash, verify(&whole).unwrap().hash);
    let broken = Replay { start: Start::Position(serde_json::json!({"deck": 3})), ..rest };
    assert!(matches!(verify(&broken), Err(ReplayError::Malformed(_))));
}

#[test]
fn things_in_sentences_are_names() {
    assert_eq!(plain("[c17|Robb Stark|01146] kneels [c2|Ice|01153]."), "Robb Stark kneels Ice.");
    assert_eq!(plain("a [list] of [c1|things"), "a [list] of [c1|things");
    assert_eq!(seats_named("{P2} and {P}", Seat::to_string), "P2 and {P}");
}
