//! `maester replay`: recorded games.

use std::path::{Path, PathBuf};

use card_game::pool::Pool;
use card_game::{Rules, Rulings, State};
use clap::Subcommand;
use serde_json::json;
use table::Game;
use table::replay::{Replay, ReplayError, Report};
use table::toy::{self, Toy};

use crate::output::{self, Done, Failure};

/// Verify and show recorded games.
#[derive(Subcommand)]
pub enum Command {
    /// Does the recorded game replay to the same end? Exit status 1 if not.
    #[command(after_help = "Examples:\n  maester replay verify game.json\n  maester replay verify game.json --json")]
    Verify {
        file: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// What happened in the recorded game, step by step.
    #[command(after_help = "Examples:\n  maester replay show game.json\n  maester replay show game.json --json")]
    Show {
        file: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command, cards: Option<&Path>) -> Done {
    match command {
        Command::Verify { file, json } => verify(&file, json, cards),
        Command::Show { file, json } => show(&file, json),
    }
}

fn read(file: &Path) -> Result<Result<Replay, ReplayError>, Failure> {
    let bytes = std::fs::read(file).map_err(|why| Failure::Usage(format!("{}: {why}", file.display())))?;
    Ok(Replay::read(&bytes))
}

fn verify(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let pool = crate::pool::pool(cards)?;
    let report = read(file)?.and_then(|replay| check(&replay, &pool));
    if json {
        output::json(&match &report {
            Ok(report) => json!({
                "ok": true, "steps": report.steps, "hashes": report.hashes, "round": report.round,
                "hash": report.hash, "outcome": report.outcome,
            }),
            Err(why) => json!({ "ok": false, "message": why.to_string() }),
        })?;
        return if report.is_ok() { Ok(()) } else { Err(Failure::Bad) };
    }
    let report = report.map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?;
    let outcome = report.outcome.map_or("the game still runs".to_owned(), |outcome| format!("{outcome:?}"));
    output::print(&format!("good: {} steps, {} hashes agree, round {}, {outcome}", report.steps, report.hashes, report.round))
}

/// Runs the replay as the game it says it is, under the rulings it was played under.
fn check(replay: &Replay, pool: &Pool) -> Result<Report, ReplayError> {
    match replay.game.as_str() {
        Toy::KIND => replay.verify::<Toy>(&toy::Rules::default()),
        State::KIND => {
            let rulings = if replay.rules.ends_with(Rulings::Faq41.word()) { Rulings::Faq41 } else { Rulings::Reference };
            replay.verify::<State>(&Rules::new(pool.defs.iter().cloned(), rulings, None))
        }
        found => Err(ReplayError::OtherGame { found: found.to_owned(), expected: State::KIND.to_owned() }),
    }
}

fn show(file: &Path, json: bool) -> Done {
    let replay = read(file)?.map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?;
    if json {
        return output::json(&replay);
    }
    for (number, step) in (1..).zip(&replay.steps) {
        output::print(&format!("{number:>5}  {step}"))?;
    }
    Ok(())
}
