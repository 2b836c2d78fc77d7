//! Random play with decks drawn from the whole pool, one card each: cards meet that no ready deck holds. Games end or go on without a
//! stall, every question has an answer, invariants and derived values hold on the way; in joust and, with titles, in melee.

use card_game::bot::Steward;
use card_game::pool::Pool;
use card_game::words::{CardType, Faction};
use card_game::{Rules, Rulings, SeatSetup, Setup, State};
use table::{Chance, Game, Viewer};

/// A tiny generator for decks and picks (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Codes of the pool by what they are, those beyond the Core Set twice: they are the ones that ready decks do not play.
fn codes(rules: &Rules, kinds: &[CardType]) -> Vec<String> {
    let of_kind = rules.cards.iter().filter(|c| kinds.contains(&c.def.kind)).map(|c| c.def.code.clone());
    of_kind.flat_map(|code| if code.starts_with("01") { vec![code] } else { vec![code.clone(), code] }).collect()
}

fn some(dice: &mut Dice, of: &[String], n: usize) -> Vec<String> {
    let mut left: Vec<&String> = of.iter().collect();
    let mut out: Vec<String> = Vec::new();
    while out.len() < n && !left.is_empty() {
        let code = left.swap_remove(dice.below(left.len()));
        if !out.contains(code) {
            out.push(code.clone());
        }
    }
    out
}

fn seat(rules: &Rules, dice: &mut Dice) -> SeatSetup {
    let factions: Vec<Faction> = Faction::ALL.iter().copied().filter(|f| *f != Faction::Neutral).collect();
    let agenda = dice.below(2);
    let mut draw = some(dice, &codes(rules, &[CardType::Character]), 36);
    draw.extend(some(dice, &codes(rules, &[CardType::Location, CardType::Attachment, CardType::Event]), 24));
    SeatSetup {
        faction: factions[dice.below(factions.len())],
        agendas: some(dice, &codes(rules, &[CardType::Agenda]), agenda),
        plots: some(dice, &codes(rules, &[CardType::Plot]), 7),
        draw,
    }
}

/// Who picks: the dice, or the steward, who reads the cards.
enum By {
    Dice,
    Stewards(Vec<Steward>),
}

fn setup(rules: &Rules, seats: usize, dice: &mut Dice) -> Setup {
    Setup { seats: (0..seats).map(|_| seat(rules, dice)).collect(), titles: seats > 2 }
}

fn play(rules: &Rules, seats: usize, game: u64, mut by: By) -> bool {
    let mut dice = Dice(game ^ 0x5eed << 32);
    let setup = setup(rules, seats, &mut dice);
    let mut st = State::new(rules, &setup, Chance::seeded(game), &mut ()).expect("a game");
    let mut list = Vec::new();
    let mut trail: Vec<String> = Vec::new();
    while st.outcome.is_none() && st.round <= 25 {
        let seat = st.acting().iter().next().expect("somebody is asked");
        st.legal(rules, seat, &mut list);
        assert!(!list.is_empty(), "game {game}: {seat} is asked for nothing\n{}", trail.join("\n"));
        let pick = match &mut by {
            By::Dice => dice.below(list.len()),
            By::Stewards(stewards) => {
                let (view, prompt) = (st.view(rules, Viewer::Seat(seat)), st.prompt(rules, seat).expect("a prompt"));
                stewards[seat.index()].pick(rules, &view, &prompt, &list) as usize
            }
        };
        let label = st.label_of(rules, seat, &list[pick]);
        trail.push(format!("r{} {} {seat} {:?} {label}", st.round, st.step.id(), list[pick]));
        trail.drain(..trail.len().saturating_sub(20));
        st.apply(rules, seat, pick as u32, &mut ()).expect("a legal pick");
        if let Err(broken) = st.invariants(rules) {
            panic!("game {game}: {broken}\n{}", trail.join("\n"));
        }
    }
    assert_ne!(st.outcome, Some(table::Outcome::Stalled), "game {game}\n{}", trail.join("\n"));
    st.outcome.is_some()
}

/// A number that may be set from outside.
fn set(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_decks_of_the_pool_in_joust() {
    for (rulings, from) in [(Rulings::Reference, 0), (Rulings::Faq41, 1 << 20)] {
        let rules = Rules::new(Pool::builtin().defs.iter().cloned(), rulings, None);
        let (all, from) = (set("GAMES", 12), from + set("SEED", 0));
        let ended = (from..from + all).filter(|game| play(&rules, 2, *game, By::Dice)).count();
        println!("{all} games, {ended} ended");
    }
}

#[test]
fn random_decks_of_the_pool_in_melee() {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Faq41, None);
    let from = set("SEED", 0);
    for game in from..from + set("GAMES", 12) / 4 {
        play(&rules, 3 + game as usize % 2, game, By::Dice);
    }
}

#[test]
fn stewards_play_decks_of_the_pool() {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let from = set("SEED", 0);
    for game in from..from + set("GAMES", 12) / 2 {
        play(&rules, 2, game, By::Stewards(vec![Steward::default(); 2]));
    }
}

/// Above all, that no view and no question tells what a seat may not know.
#[test]
fn decks_of_the_pool_keep_the_contract() {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let from = set("SEED", 0);
    for game in from..from + set("GAMES", 12) / 6 {
        let setup = setup(&rules, 2, &mut Dice(game));
        let size = table::contract::Size { every: 20, ..table::contract::Size::games(1) };
        table::contract::one_game::<State>(&rules, &setup, &size, game).unwrap_or_else(|broken| panic!("{broken:?}"));
    }
}
