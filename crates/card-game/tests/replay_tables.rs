//! Recorded games of two to eight seats: the file is written, read and verified, and each step shows every viewer what it may see.

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::view::{Action, Zone};
use card_game::{Rules, Rulings, Setup, State};
use table::contract::Dice;
use table::replay::{Recorder, Replay, ReplayError, Start, Step};
use table::{Applied, Game, Outcome, Seat, StateHash, Viewer};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

/// Short decks: games end soon, by elimination too.
fn setup(seats: usize) -> Setup {
    let decks = ready::all();
    let deck = |s: usize| {
        let mut seat = decks[(3 * s + seats) % decks.len()].seat();
        seat.draw.truncate(13 + s);
        seat
    };
    Setup { seats: (0..seats).map(deck).collect(), titles: seats > 2 }
}

/// So often a state is hashed, and looked at by everybody.
const EVERY: usize = 20;

/// A random game, and the hash of the state after every so many of its steps.
fn record(rules: &Rules, seats: usize) -> (Recorder<State>, Vec<StateHash>) {
    let mut dice = Dice::new(seats as u64);
    let mut record = Recorder::<State>::new(rules, &setup(seats), Start::Seed(40 + seats as u64), &mut ()).expect("a game");
    let (mut list, mut hashes, mut steps) = (Vec::new(), vec![StateHash::of(record.game())], 0);
    while record.game().outcome.is_none() {
        let seat = dice.seat(record.game()).expect("somebody acts");
        record.game().legal(rules, seat, &mut list);
        let pick = dice.below(list.len() as u32);
        let applied = record.pick(rules, seat, pick, &mut ()).expect("a legal pick");
        // An answer is one step, however many picks it has.
        steps += usize::from(applied != Applied::Drafting);
        if applied != Applied::Drafting && steps % EVERY == 0 {
            hashes.push(StateHash::of(record.game()));
        }
    }
    (record, hashes)
}

/// What a viewer sees at this moment: of whose hands which cards; own titles while they are selected.
fn shows(st: &State, rules: &Rules) {
    let seats: Vec<Seat> = (0..st.players.len() as u8).map(Seat).collect();
    let all = st.view(rules, Viewer::All);
    assert!(all.cards.iter().all(|card| card.code.is_some()), "with everything open each card is there with its code");
    for seat in seats.iter().copied() {
        let open = all.cards.iter().filter(|card| card.zone == Some(Zone::Hand) && card.owner == seat.0).count();
        assert_eq!(open, st.player(seat).hand.len());
    }
    let viewers = seats.iter().copied().map(Viewer::Seat).chain([Viewer::Spectator]);
    for viewer in viewers {
        let view = st.view(rules, viewer);
        for seat in seats.iter().copied() {
            assert_eq!(view.players[seat.index()].hand as usize, st.player(seat).hand.len(), "how many cards is known to all");
            let mine = viewer == Viewer::Seat(seat);
            let hand = view.cards.iter().filter(|card| card.zone == Some(Zone::Hand) && card.owner == seat.0);
            let named = hand.filter(|card| card.code.is_some()).count();
            let known = st.player(seat).hand.iter().filter(|id| match viewer {
                Viewer::Seat(other) => st.card(**id).known.contains(other),
                _ => false,
            });
            assert_eq!(named, if mine { st.player(seat).hand.len() } else { known.count() }, "{viewer:?} of {seat}");
        }
        // Who chooses a title in secret shows it to nobody else.
        for (taker, title) in st.titles.iter().flat_map(|t| &t.taken).filter(|_| st.titles.as_ref().is_some_and(|t| t.selecting)) {
            let seen = view.cards.iter().any(|card| card.id == title.to_string() && card.code.is_some());
            assert!(
                !seen || viewer == Viewer::Seat(*taker) || st.card(*title).known.contains(seat_of(viewer).unwrap_or(*taker)),
                "{viewer:?}"
            );
        }
    }
}

fn seat_of(viewer: Viewer) -> Option<Seat> {
    if let Viewer::Seat(seat) = viewer { Some(seat) } else { None }
}

#[test]
fn games_of_two_to_eight_are_written_read_verified_and_stepped_through() {
    let rules = rules();
    let mut titles = 0;
    for seats in 2..=8 {
        let (record, hashes) = record(&rules, seats);
        let file = record.replay().write();
        let replay = Replay::read(file.as_bytes()).expect("the file is read");
        assert_eq!(replay, record.replay());
        let report = replay.verify::<State>(&rules).expect("it holds");
        assert_eq!((report.seats, report.hash), (seats, StateHash::of(record.game())));
        assert_eq!(report.outcome, record.game().outcome);
        assert_ne!(report.outcome, Some(Outcome::Stalled));

        // Step by step: the same states as while it was played, and what each viewer sees of them.
        let mut st: State = replay.begin(&rules, &mut ()).expect("it begins");
        assert_eq!(StateHash::of(&st), hashes[0]);
        shows(&st, &rules);
        for (at, step) in replay.steps.iter().enumerate() {
            step.take(&mut st, &rules, &mut ()).expect("a step");
            let done = at + 1;
            if done % EVERY == 0 {
                assert_eq!(Some(&StateHash::of(&st)), hashes.get(done / EVERY), "{seats} seats, step {done}");
                shows(&st, &rules);
            }
            if st.titles.as_ref().is_some_and(|t| t.selecting) {
                shows(&st, &rules);
            }
            titles += usize::from(st.titles.as_ref().is_some_and(|t| t.selecting && !t.taken.is_empty()));
        }
        let half = replay.steps.len() / 2 / EVERY * EVERY;
        let middle: State = replay.run_to(&rules, half, &mut ()).expect("its middle");
        assert_eq!(StateHash::of(&middle), hashes[half / EVERY]);
        let end = st.view(&rules, Viewer::Spectator);
        assert_eq!((end.players.len(), end.format.as_str()), (seats, if seats > 2 { "melee" } else { "joust" }));
    }
    assert!(titles > 20, "titles were selected in secret");
}

/// A file in which one answer, or the number of seats, is another is refused.
#[test]
fn a_changed_file_does_not_hold() {
    let rules = rules();
    let (record, _) = record(&rules, 4);
    let good = record.replay();
    let mut changed = good.clone();
    // An answer with another pick: a title, which any list of some has.
    let mut list: Vec<Action> = Vec::new();
    let mut st: State = good.begin(&rules, &mut ()).expect("it begins");
    let at = good.steps.iter().position(|step| {
        let asked = step.seat().and_then(|seat| st.prompt(&rules, seat)).is_some_and(|p| p.topic == "choose_title");
        if asked {
            st.legal(&rules, step.seat().expect("a seat"), &mut list);
        } else {
            step.take(&mut st, &rules, &mut ()).expect("a step");
        }
        asked && list.len() > 1
    });
    let Step::Answer { picks, .. } = &mut changed.steps[at.expect("a title was chosen")] else { panic!("an answer") };
    picks[0] = (picks[0] + 1) % list.len() as u32;
    assert!(changed.verify::<State>(&rules).is_err());
    let mut fewer = good.clone();
    fewer.setup["seats"].as_array_mut().expect("seats").pop();
    assert!(fewer.verify::<State>(&rules).is_err());
    let mut other = good;
    other.game = "toy".to_owned();
    assert!(matches!(other.verify::<State>(&rules), Err(ReplayError::OtherGame { .. })));
}
