//! Players of a melee who give up in the middle of the game: the others play on, and a replay of it arrives at the same state.

use std::sync::Arc;

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use table::contract::Dice;
use table::hosted::{Host, Hosted};
use table::replay::{Recorder, Start};
use table::{Chance, Game, Outcome, Seat};
use test_macros::rule;

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

fn setup(seats: usize, game: usize) -> Setup {
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    Setup { seats: (0..seats).map(|s| decks[(game + 3 * s) % decks.len()].clone()).collect(), titles: true }
}

/// Games in which somebody gives up now and then, at any moment, asked or not: they end, invariants hold, nobody waits for who left.
#[test]
fn players_give_up_at_any_moment() {
    let rules = rules();
    let games: usize = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let mut left = 0;
    for game in 0..games {
        let seats = 3 + game % 6;
        let mut dice = Dice::new(900 + game as u64);
        let mut record = Recorder::<State>::new(&rules, &setup(seats, game), Start::Seed(game as u64), &mut ()).unwrap();
        // Often, so that it also happens in the first decisions; or seldom, so that it happens late.
        let often = [15, 150, 900][game / 6 % 3];
        let (mut list, mut trail) = (Vec::new(), Vec::new());
        while record.game().outcome.is_none() && record.game().round <= 60 {
            if dice.below(often) == 0 {
                let seat = Seat(dice.below(seats as u32) as u8);
                trail.push(format!("{seat} concedes at {}", record.game().step.id()));
                let gone = record.game().players[seat.index()].eliminated;
                assert!(record.concede(&rules, seat, &mut ()).is_ok() || gone || trail.contains(&trail[trail.len() - 1]));
                left += usize::from(!gone);
                assert!(!record.game().acting().contains(seat), "{seat} has left and is asked");
                if record.game().outcome.is_some() {
                    break;
                }
            }
            let st = record.game();
            let seat = dice.seat(st).unwrap_or_else(|| panic!("game {game}: nobody acts\n{}", trail.join("\n")));
            st.legal(&rules, seat, &mut list);
            let pick = dice.below(list.len() as u32);
            trail.push(format!("r{} {} {seat} {:?}", st.round, st.step.id(), list[pick as usize]));
            record.pick(&rules, seat, pick, &mut ()).unwrap();
            if let Err(broken) = record.game().invariants(&rules) {
                panic!("game {game}, {seats} seats: {broken}\n{}", trail[trail.len().saturating_sub(12)..].join("\n"));
            }
        }
        let report = record.replay().verify::<State>(&rules).unwrap_or_else(|why| panic!("game {game}: {why}"));
        assert_eq!(report.hash, Game::hash(record.game()));
        assert_ne!(record.game().outcome, Some(Outcome::Stalled), "game {game}");
    }
    println!("{games} games, {left} players gave up");
    assert!(left > games);
}

#[rule("RR.melee.eliminate.1", "TR.concede")]
#[test]
fn the_others_play_on_and_the_last_one_wins() {
    let rules = Arc::new(rules());
    let mut host = Host::<State>::new(rules, &setup(3, 0), Start::Seed(4)).unwrap();
    while host.round() == 0 {
        let seat = host.acting().iter().next().unwrap();
        let mut picks = vec![0];
        while !host.options_after(seat, &picks).unwrap().complete {
            picks.push(0);
        }
        host.answer(seat, host.decision(seat).unwrap(), &picks).unwrap();
    }
    assert!(host.acting().contains(Seat(1)), "all choose plots");
    host.concede(Seat(1)).unwrap();
    assert!(host.game().players[1].eliminated && host.outcome().is_none());
    assert!(!host.acting().contains(Seat(1)) && !host.acting().is_empty());
    assert_eq!(host.concede(Seat(1)).unwrap_err().code, "not_asked", "nobody leaves twice");
    host.concede(Seat(0)).unwrap();
    assert!(matches!(host.outcome(), Some(Outcome::Won { seats, .. }) if seats == [Seat(2)]));
    assert_eq!(host.concede(Seat(2)).unwrap_err().code, "over");
}

#[rule("TR.concede")]
#[test]
fn a_joust_ends_by_it() {
    let rules = rules();
    let mut st = State::new(&rules, &Setup { titles: false, ..setup(2, 0) }, Chance::seeded(1), &mut ()).unwrap();
    let before = st.clone();
    assert_eq!(st.concede(&rules, Seat(0), &mut ()).unwrap_err().code, "ends");
    assert_eq!(st, before);
}
