//! Games with decks out of the whole pool: the steward plays any card, and the contract of a game at a table is kept. Play by dice alone
//! is in `random_pool.rs`.

use card_game::bot::Steward;
use card_game::lang::ast::Def;
use card_game::pool::Pool;
use card_game::words::{CardType, Faction};
use card_game::{Rules, Rulings, SeatSetup, Setup, State};
use table::contract::Dice;
use table::{Chance, Game, Viewer};

fn rules(rulings: Rulings) -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), rulings, None)
}

/// A seat with a deck of any cards: half of them as the dice fall, half cheap characters, so that there is somebody to play with.
fn deck(dice: &mut Dice) -> SeatSetup {
    let defs = &Pool::builtin().defs;
    let all = |fits: &dyn Fn(&Def) -> bool| -> Vec<&str> { defs.iter().filter(|d| fits(d)).map(|d| d.code.as_str()).collect() };
    let drawn = |d: &Def| matches!(d.kind, CardType::Character | CardType::Location | CardType::Attachment | CardType::Event);
    let (any, plots) = (all(&drawn), all(&|d| d.kind == CardType::Plot));
    let cheap = all(&|d| d.kind == CardType::Character && matches!(d.cost, Some(card_game::lang::ast::PrintedCost::Gold(n)) if n < 4));
    let mut some = |of: &[&str], n: usize| -> Vec<String> { (0..n).map(|_| of[dice.below(of.len() as u32) as usize].to_owned()).collect() };
    let draw = [some(&any, 25), some(&cheap, 15)].concat();
    let plots = some(&plots, 7);
    let factions: Vec<Faction> = Faction::ALL.iter().copied().filter(|f| *f != Faction::Neutral).collect();
    SeatSetup { faction: factions[dice.below(factions.len() as u32) as usize], agendas: Vec::new(), plots, draw }
}

fn setup(seats: usize, dice: &mut Dice) -> Setup {
    Setup { seats: (0..seats).map(|_| deck(dice)).collect(), titles: false }
}

fn games(usual: u32) -> u32 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Plays one game to its end: the first seat by the steward, the others by dice.
fn play(rules: &Rules, game: u64) {
    let mut dice = Dice::new(game);
    let seats = if game % 4 == 3 { 3 } else { 2 };
    let mut st = State::new(rules, &setup(seats, &mut dice), Chance::seeded(game), &mut ()).unwrap();
    let (mut list, mut trail, mut bot) = (Vec::new(), Vec::new(), Steward::default());
    while st.outcome.is_none() && st.round <= 60 {
        let seat = dice.seat(&st).unwrap();
        st.legal(rules, seat, &mut list);
        assert!(!list.is_empty(), "game {game}: nothing to pick at {}", st.step.id());
        let pick = if seat.0 == 0 {
            let prompt = st.prompt(rules, seat).unwrap();
            bot.pick(rules, &st.view(rules, Viewer::Seat(seat)), &prompt, &list)
        } else {
            dice.below(list.len() as u32)
        };
        trail.push(format!("r{} {} {seat} {}", st.round, st.step.id(), st.label_of(rules, seat, &list[pick as usize])));
        st.apply(rules, seat, pick, &mut ()).unwrap();
        if let Err(broken) = st.invariants(rules) {
            panic!("game {game}: {broken}\n{}", trail[trail.len().saturating_sub(25)..].join("\n"));
        }
    }
    assert_ne!(st.outcome, Some(table::Outcome::Stalled), "game {game}\n{}", trail[trail.len().saturating_sub(25)..].join("\n"));
}

#[test]
fn the_steward_plays_any_cards() {
    let rules = rules(Rulings::Faq41);
    (0..u64::from(games(20))).for_each(|game| play(&rules, 1000 + game));
}

#[test]
fn games_with_any_cards_keep_the_contract() {
    let rules = rules(Rulings::Reference);
    let mut dice = Dice::new(7);
    let setups = [setup(2, &mut dice)];
    let size = table::contract::Size { every: 40, ..table::contract::Size::games(games(1)) };
    table::contract::all_sized::<State>(&rules, &setups, &size, 5);
}
