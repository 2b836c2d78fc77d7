//! `maester board`: the board game's chores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use board_game::reference::{self, Difference, Report};
use clap::Subcommand;
use serde_json::json;

use crate::output::{self, Done, Failure, count};

#[derive(Subcommand)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub enum Command {
    /// Feed recorded games of another program to this engine and compare the state after every step.
    ///
    /// A folder of `.jsonl` files, or one file, in the format of the reference games: one JSON object a line. The games are played under
    /// the rulings `recorded`. Exit status 1 when a step differs that the accept file does not list.
    #[command(after_help = "Examples:
  maester board replay-reference reference-games
  maester board replay-reference reference-games --accept known.txt --json

The accept file has a line for each known difference: the game (the file's name without .jsonl), the step (from 1), the reason:
  base-3p-0 12 the digest's BG.cp.star is right
Empty lines and lines that begin with # do not count.")]
    ReplayReference {
        folder: PathBuf,
        /// A file that lists known differences.
        #[arg(long, value_name = "FILE")]
        accept: Option<PathBuf>,
        /// One line of JSON on standard output, nothing else.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command) -> Done {
    match command {
        Command::ReplayReference { folder, accept, json } => replay_reference(&folder, accept.as_deref(), json),
    }
}

/// Known differences: game, step, reason.
type Accepted = BTreeMap<(String, usize), String>;

fn read_accepted(file: &Path) -> Result<Accepted, Failure> {
    let text = std::fs::read_to_string(file).map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?;
    let mut accepted = Accepted::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#')) {
        let mut words = line.split_whitespace();
        let (game, step) = (words.next(), words.next().and_then(|step| step.parse().ok()));
        let reason = words.collect::<Vec<_>>().join(" ");
        match (game, step) {
            (Some(game), Some(step)) if !reason.is_empty() => {
                accepted.insert((game.to_owned(), step), reason);
            }
            _ => {
                let what = "a line is `GAME STEP REASON`, like `base-3p-0 12 BG.cp.star`";
                return Err(Failure::Failed(format!("{} line {}: {what}, not {line:?}", file.display(), at + 1)));
            }
        }
    }
    Ok(accepted)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let told = |why: std::io::Error| Failure::Failed(format!("{}: {why}", folder.display()));
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.extension().is_some_and(|end| end == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::Failed(format!("{} holds no recorded game (*.jsonl)", folder.display())));
    }
    Ok(files)
}

fn replay_reference(folder: &Path, accept: Option<&Path>, as_json: bool) -> Done {
    let accepted = accept.map(read_accepted).transpose()?.unwrap_or_default();
    let mut reports: Vec<Report> = Vec::new();
    for file in files(folder)? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let steps: Vec<usize> = accepted.keys().filter(|(game, _)| *game == name).map(|(_, step)| *step).collect();
        let bytes = std::fs::read(&file).map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?;
        reports.push(reference::replay(&name, &String::from_utf8_lossy(&bytes), &steps));
    }
    let agree = reports.iter().filter(|report| report.differences.is_empty()).count();
    let steps: usize = reports.iter().map(|report| report.steps).sum();
    let known: usize = reports.iter().map(|report| report.accepted.len()).sum();
    if as_json {
        let rows = |list: &[Difference]| json!(list);
        let games: Vec<_> = reports
            .iter()
            .map(|report| {
                json!({"game": report.game, "steps": report.steps, "agrees": report.differences.is_empty(),
                    "differences": rows(&report.differences), "accepted": rows(&report.accepted)})
            })
            .collect();
        output::json(&json!({"games": games.len(), "agree": agree, "steps": steps, "accepted": known, "reports": games}))?;
    } else {
        for report in &reports {
            for it in &report.differences {
                output::print(&format!("{} step {} (line {}), {}:", report.game, it.step, it.line, it.key))?;
                output::print(&format!("  ours     {}\n  recorded {}", it.ours, it.recorded))?;
            }
            for it in &report.accepted {
                let reason = accepted.get(&(report.game.clone(), it.step)).map_or("", String::as_str);
                output::print(&format!("{} step {}, {}: known ({reason})", report.game, it.step, it.key))?;
            }
        }
        output::print(&format!(
            "{agree} of {} agree, {} compared, {known} known differences",
            count(reports.len() as u64, "game"),
            count(steps as u64, "step")
        ))?;
    }
    if agree == reports.len() { Ok(()) } else { Err(Failure::Bad) }
}
