//! `maester replay`: recorded games.

use std::path::{Path, PathBuf};

use card_game::pool::Pool;
use card_game::{Rules, Rulings, State};
use clap::Subcommand;
use serde_json::json;
use table::Game;
use table::replay::{Replay, ReplayError, Report, Step};
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
        Command::Show { file, json } => show(&file, json, cards),
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

/// The rules of the card game under the rulings of this replay.
fn rules(replay: &Replay, pool: &Pool) -> Rules {
    let rulings = if replay.rules.ends_with(Rulings::Faq41.word()) { Rulings::Faq41 } else { Rulings::Reference };
    Rules::new(pool.defs.iter().cloned(), rulings, None)
}

/// Runs the replay as the game it says it is, under the rulings it was played under.
fn check(replay: &Replay, pool: &Pool) -> Result<Report, ReplayError> {
    match replay.game.as_str() {
        Toy::KIND => replay.verify::<Toy>(&toy::Rules::default()),
        State::KIND => replay.verify::<State>(&rules(replay, pool)),
        found => Err(ReplayError::OtherGame { found: found.to_owned(), expected: State::KIND.to_owned() }),
    }
}

fn show(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let replay = read(file)?.map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?;
    if json {
        return output::json(&replay);
    }
    let pool = crate::pool::pool(cards)?;
    let told = match replay.game.as_str() {
        Toy::KIND => tell::<Toy>(&replay, &toy::Rules::default(), |event| format!("{event:?}")),
        _ => tell::<State>(&replay, &rules(&replay, &pool), |event| plain(&event.text)),
    };
    told.map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?
}

/// Prints every step and what happened in it.
fn tell<G: Game>(replay: &Replay, rules: &G::Rules, text: impl Fn(&G::Event) -> String) -> Result<Done, ReplayError> {
    let mut events = Vec::new();
    let mut game = replay.begin::<G, _>(rules, &mut events)?;
    let steps = replay.steps.len() as u32;
    for (number, step) in (0..).zip(std::iter::once(None).chain(replay.steps.iter().map(Some))) {
        let head = match step {
            None => "setup".to_owned(),
            Some(step) => {
                let what = picked(&game, rules, step).unwrap_or_else(|| step.to_string());
                let wrong = |why| ReplayError::Step { step: number, steps, what: step.to_string(), why };
                step.take(&mut game, rules, &mut events).map_err(wrong)?;
                what
            }
        };
        let lines = events.drain(..).map(|event| format!("         {}", text(&event)));
        let page: Vec<String> = std::iter::once(format!("{number:>5}  {head}")).chain(lines).collect();
        if let Err(why) = output::print(&page.join("\n")) {
            return Ok(Err(why));
        }
    }
    let end = game.outcome().map_or("the game still runs".to_owned(), |outcome| format!("{outcome:?}"));
    Ok(output::print(&end))
}

/// An answer in the words of its picks.
fn picked<G: Game>(game: &G, rules: &G::Rules, step: &Step) -> Option<String> {
    let Step::Answer { seat, picks, .. } = step else { return None };
    let (mut trial, mut list, mut labels) = (game.clone(), Vec::new(), Vec::new());
    for pick in picks {
        trial.legal(rules, *seat, &mut list);
        labels.push(plain(&trial.label(rules, *seat, list.get(*pick as usize)?)));
        trial.apply(rules, *seat, *pick, &mut ()).ok()?;
    }
    Some(format!("{seat}: {}", labels.join(", ")))
}

/// A sentence in which cards stand by their names alone: `[c17|Robb Stark|01146]` becomes `Robb Stark`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, card)) = rest.split_once('[') {
        out.push_str(before);
        let parts = card.split_once(']').and_then(|(card, after)| Some((card.split('|').nth(1)?, after)));
        match parts {
            Some((name, after)) => {
                out.push_str(name);
                rest = after;
            }
            None => {
                out.push('[');
                rest = card;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    #[test]
    fn cards_in_sentences_are_names() {
        assert_eq!(super::plain("[c17|Robb Stark|01146] kneels [c2|Ice|01153]."), "Robb Stark kneels Ice.");
        assert_eq!(super::plain("a [list] of [c1|things"), "a [list] of [c1|things");
    }
}
