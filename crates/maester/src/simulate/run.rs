//! Playing a series of games, on one thread or several.

use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bots::{Bot, Sight};
use indicatif::{ProgressBar, ProgressStyle};
use table::{Applied, Game, Seat};

use super::report::{End, Fights, One, Report};

/// So many rounds are played.
const LAST_ROUND: u32 = 100;
/// A game that is still going on after so many picks is stopped too.
const LAST_PICK: u64 = 1_000_000;

/// What a series is played of.
pub trait Series<G: Game>: Sync {
    fn rules(&self) -> &G::Rules;
    fn players(&self) -> usize;
    /// Game number `game` at its first decision, its chance drawn from `seed`; an error is a setup that the game refuses.
    fn begin(&self, game: u64, seed: u64) -> Result<G, String>;
    /// Who plays a seat, with the seed of its luck.
    fn bot(&self, seat: Seat, luck: u64) -> Box<dyn Bot<G>>;
    /// What is counted beside decisions and rounds.
    fn fights(&self) -> Fights {
        Fights::None
    }
    fn fought(&self, _game: &G) -> u64 {
        0
    }
}

/// What a position brings along.
struct Before {
    round: u32,
    fights: u64,
}

/// How much is played, and how.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub games: u64,
    pub seed: u64,
    pub threads: u16,
    /// Whether a bar may be shown (if standard error is a terminal).
    pub bar: bool,
    /// The number of the first game.
    pub first: u64,
    /// Whether everything that must always hold is checked after every answer: slow.
    pub check: bool,
}

impl Run {
    /// Plays the series. An error is a setup that the game refuses.
    pub fn play<G: Game>(self, series: &impl Series<G>) -> Result<Report, String> {
        let bar = self.progress();
        let start = Instant::now();
        let next = AtomicU64::new(0);
        let done = Mutex::new(vec![One::default(); self.games as usize]);
        let refused = Mutex::new(None);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return;
                }
                let played = catch_unwind(AssertUnwindSafe(|| self.one(series, self.first + number)));
                let one = match played {
                    Ok(Ok(one)) => one,
                    Ok(Err(why)) => {
                        next.store(self.games, Ordering::Relaxed);
                        *refused.lock().unwrap() = Some(why);
                        return;
                    }
                    Err(_) => {
                        eprintln!("the engine failed in game {} of seed {}", self.first + number, self.seed);
                        One { end: End::Panicked, ..One::default() }
                    }
                };
                done.lock().unwrap()[number as usize] = one;
                bar.inc(1);
            }
        };
        if self.threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| (0..self.threads).for_each(|_| drop(scope.spawn(work))));
        }
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        match refused.into_inner().unwrap() {
            Some(why) => Err(why),
            None => Ok(Report::of(G::KIND, series.players(), series.fights(), &done.into_inner().unwrap(), seconds)),
        }
    }

    fn one<G: Game>(self, series: &impl Series<G>, number: u64) -> Result<One, String> {
        let rules = series.rules();
        let seed = mix(self.seed, number);
        let mut bots: Vec<_> = (0..series.players() as u8).map(|seat| series.bot(Seat(seat), mix(seed, 1 + u64::from(seat)))).collect();
        let mut game = series.begin(number, seed)?;
        // What was before a position is none of this series.
        let before = Before { round: game.round().saturating_sub(1), fights: series.fought(&game) };
        let mut legal = Vec::new();
        let mut trail = Vec::new();
        let (mut decisions, mut picks) = (0, 0);
        while game.outcome().is_none() && game.round() <= before.round + LAST_ROUND && picks < LAST_PICK {
            let seat = game.acting().iter().next().expect("somebody owes a decision while the game runs");
            game.legal(rules, seat, &mut legal);
            let pick = if legal.len() == 1 {
                0
            } else {
                decisions += 1;
                let sight = Sight::listed(&game, rules, seat, std::mem::take(&mut legal));
                let pick = bots[seat.index()].pick(&sight);
                legal = sight.into_legal();
                pick
            };
            match game.apply(rules, seat, pick, &mut ()) {
                Err(why) => panic!("pick {pick} of {} listed ones was refused: {why}", legal.len()),
                Ok(applied) if self.check => {
                    trail.push((seat, pick));
                    if applied != Applied::Drafting {
                        game.check(rules).unwrap_or_else(|broken| panic!("after pick {picks}: {broken}"));
                    }
                    if trail.len() % RESTORED == 0 {
                        restored_is_equal(rules, &game);
                    }
                }
                Ok(_) => {}
            }
            picks += 1;
        }
        if self.check {
            let mut again = series.begin(number, seed)?;
            for (seat, pick) in &trail {
                again.apply(rules, *seat, *pick, &mut ()).expect("what was legal is legal again");
            }
            assert_eq!(Game::hash(&again), Game::hash(&game), "the same picks lead to the same end");
        }
        Ok(One::of(&game, decisions, game.round() - before.round, series.fought(&game) - before.fights))
    }

    fn progress(self) -> ProgressBar {
        if !self.bar || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {per_sec}  {eta} left").expect("a fixed template");
        ProgressBar::new(self.games).with_style(style)
    }
}

/// Of so many picks one is followed by a look at the state that was written and read.
const RESTORED: usize = 97;

fn restored_is_equal<G: Game>(rules: &G::Rules, game: &G) {
    let text = serde_json::to_string(game).expect("a state is plain data");
    let mut again: G = serde_json::from_str(&text).expect("a state that was written can be read");
    again.restore(rules);
    assert!(again == *game && Game::hash(&again) == Game::hash(game), "a state that was written and read is the same");
}

/// A seed made of two numbers (the finish of splitmix64).
fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
