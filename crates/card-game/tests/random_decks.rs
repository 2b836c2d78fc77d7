//! Decks that are drawn at random: the same luck the same deck, half of them legal, the others odd; and games of them.

use card_game::decks::random::random;
use card_game::decks::{Format, check};
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use std::collections::BTreeSet;
use table::contract::Dice;
use table::{Applied, Chance, Game};

#[test]
fn half_of_them_are_legal_and_the_others_are_odd_in_many_ways() {
    let pool = Pool::builtin();
    let (mut legal, mut cards, mut agendas, mut rules) = (0, BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for luck in 0..400 {
        let deck = random(pool, luck);
        assert_eq!(deck, random(pool, luck), "the same luck draws the same deck");
        let problems = check(pool, &deck, Format::Joust);
        if deck.name.starts_with("legal") {
            assert!(problems.is_empty(), "{}: {}", deck.name, problems[0]);
            legal += 1;
            agendas.extend(deck.agendas.clone());
        } else {
            rules.extend(problems.iter().filter_map(|problem| problem.rule));
        }
        assert!(deck.draw_count() > 0 && deck.plot_count() > 0);
        cards.extend(deck.plots.iter().chain(&deck.draw).map(|(code, _)| code.clone()).chain(deck.agendas));
    }
    assert!((120..280).contains(&legal), "{legal}");
    assert!(agendas.len() > 5, "{agendas:?}");
    assert!(rules.len() > 4, "what the odd ones break: {rules:?}");
    let playable = pool.cards().iter().filter(|card| card.def.is_some() && card.kind != card_game::words::CardType::Title).count();
    assert_eq!(cards.len(), playable, "every card comes up");
}

#[test]
fn no_game_begins_with_fewer_than_two_plots() {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let mut seats = vec![random(Pool::builtin(), 1).seat(), random(Pool::builtin(), 2).seat()];
    for (left, begins) in [(2, true), (1, false), (0, false)] {
        seats[1].plots.truncate(left);
        let game = State::new(&rules, &Setup { seats: seats.clone(), titles: false }, Chance::seeded(1), &mut ());
        assert_eq!(game.is_ok(), begins, "{left} plots");
        assert!(game.err().is_none_or(|why| why.to_string().contains("P2 has")));
    }
}

#[test]
fn games_of_them_hold_what_must_always_hold() {
    let pool = Pool::builtin();
    let rules = Rules::new(pool.defs.iter().cloned(), Rulings::Reference, None);
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    for seed in 0..games {
        let setup = Setup { seats: vec![random(pool, 2 * seed).seat(), random(pool, 2 * seed + 1).seat()], titles: false };
        let mut game = State::new(&rules, &setup, Chance::seeded(seed), &mut ()).expect("any deck can be played");
        let (mut dice, mut list) = (Dice::new(seed), Vec::new());
        while game.outcome.is_none() && game.round() < 60 {
            let seat = dice.seat(&game).expect("somebody acts");
            game.legal(&rules, seat, &mut list);
            let pick = dice.below(list.len() as u32);
            let applied = game.apply(&rules, seat, pick, &mut ()).unwrap_or_else(|why| panic!("game {seed}: {why}"));
            if applied != Applied::Drafting {
                game.check(&rules).unwrap_or_else(|broken| panic!("game {seed}: {broken}"));
            }
        }
    }
}
