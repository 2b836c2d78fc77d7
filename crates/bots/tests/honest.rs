//! What bots are and are not given.

mod common;

use std::sync::Arc;

use bots::steward::Steward;
use bots::{Bot, Sampler, Sight};
use card_game::State;
use card_game::view::Action;
use common::{named, play, rules, setup};
use table::replay::Start;
use table::{Game, Host, Hosted, Viewer};

#[test]
fn equal_seeds_play_equal_games() {
    let rules = rules();
    for names in [["random", "eager"], ["eager", "steward"]] {
        let game = |seed| Game::hash(&play(&rules, &setup([1, 6]), 3, &mut named(names, seed), |_, _| ()));
        assert_eq!(game(5), game(5), "{names:?}");
        assert_ne!(game(5), game(6), "{names:?}");
    }
}

#[test]
fn a_sample_cannot_be_told_from_the_game_and_a_steward_picks_the_same_in_it() {
    let rules = rules();
    let mut twin: [Steward; 2] = Default::default();
    let (mut looked, mut other_hands) = (0, 0);
    let mut bots: Vec<Box<dyn Bot<State>>> = named(["steward", "steward"], 1);
    play(&rules, &setup([0, 5]), 11, &mut bots, |sight, pick| {
        let seat = sight.seat();
        let sample = sight.sample(looked).expect("a game can be sampled");
        assert_eq!(Some(&sample.view(&rules, Viewer::Seat(seat))), sight.view());
        let there = Sight::new(&sample, &rules, seat);
        assert_eq!(there.legal(), sight.legal());
        assert_eq!(twin[seat.index()].pick(&there), pick, "asked {}", sight.prompt().topic);
        let again = sight.sample(looked + 1).expect("a game can be sampled");
        other_hands += u32::from(again != sample);
        looked += 1;
    });
    assert!(looked > 50 && other_hands > 50, "{looked} decisions, {other_hands} with other hands");
}

#[test]
fn through_the_door_a_steward_answers_as_at_the_table() {
    let rules = Arc::new(rules());
    let mut host = Host::<State>::new(rules.clone(), &setup([2, 7]), Start::Seed(4)).unwrap();
    let mut game = host.game().clone();
    let (mut there, mut here): ([Steward; 2], [Steward; 2]) = Default::default();
    for answers in 0..400 {
        let Some(seat) = host.acting().iter().next() else {
            assert!(answers > 50);
            return;
        };
        let picks = bots::answer::<State>(&mut there[seat.index()], &rules, &host, seat).expect("the door shows what is needed");
        for pick in &picks {
            assert_eq!(here[seat.index()].pick(&Sight::new(&game, &rules, seat)), *pick);
            game.apply(&rules, seat, *pick, &mut ()).unwrap();
        }
        host.answer(seat, host.decision(seat).unwrap(), &picks).unwrap();
        assert_eq!(Game::hash(&game), Hosted::hash(&host));
    }
}

#[test]
fn an_eager_player_never_passes_what_it_can_marshal_attack_or_defend_with() {
    let rules = rules();
    let mut offers = [0; 3];
    for seed in 0..4 {
        play(&rules, &setup([seed as usize, 3]), seed, &mut named(["eager", "eager"], seed), |sight, pick| {
            let legal = sight.legal();
            let marshals = legal.iter().any(|a| matches!(a, Action::Marshal { .. }));
            let attacks = legal.iter().any(|a| matches!(a, Action::Challenge { .. }));
            let defends = sight.prompt().topic == "defenders" && sight.prompt().drafted.is_empty();
            for (count, offered) in offers.iter_mut().zip([marshals, attacks, defends]) {
                *count += u32::from(offered);
                assert!(!offered || legal[pick as usize] != Action::Pass, "{:?}", sight.prompt());
            }
        });
    }
    assert!(offers.iter().all(|n| *n > 10), "{offers:?}");
}

#[test]
fn bots_have_names() {
    assert!(bots::NAMES.iter().all(|name| bots::by_name(name, 0).is_some()));
    assert!(bots::by_name("Steward", 0).is_none());
}
