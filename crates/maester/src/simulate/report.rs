//! What a series of games came to.

use std::fmt;

use serde::Serialize;
use table::{Game, Outcome, StateHash};

/// How one game went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct One {
    pub end: End,
    pub winners: Vec<u8>,
    /// Picks with two or more legal actions.
    pub decisions: u64,
    pub rounds: u64,
    /// What the game counts beside: challenges, battles.
    pub fights: u64,
    pub hash: [u8; 16],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// By the rules.
    Finished,
    /// Stopped at the last round that is played.
    #[default]
    Capped,
    /// An endless loop of effects.
    Stalled,
    /// The engine failed.
    Panicked,
}

impl One {
    pub fn of<G: Game>(game: &G, decisions: u64, rounds: u32, fights: u64) -> One {
        let (end, winners) = match game.outcome() {
            None => (End::Capped, Vec::new()),
            Some(Outcome::Stalled) => (End::Stalled, Vec::new()),
            Some(Outcome::Draw { .. }) => (End::Finished, Vec::new()),
            Some(Outcome::Won { seats, .. }) => (End::Finished, seats.iter().map(|seat| seat.0).collect()),
        };
        let StateHash(hash) = Game::hash(game);
        One { end, winners, decisions, rounds: u64::from(rounds), fights, hash }
    }
}

/// The numbers of a series, as `--json` prints them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub game: String,
    pub games: u64,
    pub finished: u64,
    pub capped: u64,
    pub stalled: u64,
    pub wins: Vec<u64>,
    pub decisions: u64,
    pub rounds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenges: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battles: Option<u64>,
    pub seconds: f64,
    pub games_per_second: f64,
    pub decisions_per_second: f64,
    pub checksum: String,
    /// Games in which the engine failed, by number from 0; absent when there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panicked: Vec<u64>,
}

/// Which number of a [`Report`] the fights of a game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fights {
    None,
    Challenges,
    Battles,
}

impl Report {
    /// `games` in their order, played in `seconds`.
    pub fn of(kind: &str, players: usize, fights: Fights, games: &[One], seconds: f64) -> Report {
        let mut wins = vec![0; players];
        let mut hash = blake3::Hasher::new();
        for game in games {
            game.winners.iter().for_each(|seat| wins[*seat as usize] += 1);
            hash.update(&game.hash);
        }
        let count = |end| games.iter().filter(|game| game.end == end).count() as u64;
        let sum = |what: fn(&One) -> u64| games.iter().map(what).sum::<u64>();
        let (finished, decisions) = (count(End::Finished), sum(|game| game.decisions));
        let rate = |n: u64| if seconds > 0.0 { (n as f64 / seconds * 10.0).round() / 10.0 } else { 0.0 };
        let total = sum(|game| game.fights);
        Report {
            game: kind.to_owned(),
            games: games.len() as u64,
            finished,
            capped: count(End::Capped),
            stalled: count(End::Stalled),
            wins,
            decisions,
            rounds: sum(|game| game.rounds),
            challenges: (fights == Fights::Challenges).then_some(total),
            battles: (fights == Fights::Battles).then_some(total),
            seconds: (seconds * 1e6).round() / 1e6,
            games_per_second: rate(games.len() as u64),
            decisions_per_second: rate(decisions),
            checksum: hash.finalize().to_hex()[..32].to_owned(),
            panicked: (0..).zip(games).filter(|(_, game)| game.end == End::Panicked).map(|(n, _)| n).collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games as f64;
        writeln!(f, "games       {:>12}   finished {}, capped {}, stalled {}", self.games, self.finished, self.capped, self.stalled)?;
        for (seat, wins) in self.wins.iter().enumerate() {
            writeln!(f, "wins P{}     {wins:>12}   {:.1}%", seat + 1, *wins as f64 * 100.0 / games)?;
        }
        writeln!(f, "decisions   {:>12}   {:.1} a game", self.decisions, self.decisions as f64 / games)?;
        writeln!(f, "rounds      {:>12}   {:.1} a game", self.rounds, self.rounds as f64 / games)?;
        if let Some(challenges) = self.challenges {
            writeln!(f, "challenges  {challenges:>12}   {:.1} a game", challenges as f64 / games)?;
        }
        writeln!(f, "seconds     {:>12.3}   {} games/s, {} decisions/s", self.seconds, self.games_per_second, self.decisions_per_second)?;
        write!(f, "checksum    {}", self.checksum)?;
        if !self.panicked.is_empty() {
            write!(f, "\nthe engine failed in games {:?}", self.panicked)?;
        }
        Ok(())
    }
}
