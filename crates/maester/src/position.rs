//! `maester position`: tables as text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use card_game::{Rulebook, Rules, State, position};
use clap::Subcommand;
use serde_json::json;
use table::replay::{plain, seats_named};
use table::{Game, Seat, Viewer};

use crate::output::{self, Done, Failure};

/// Check and show positions: tables written as text (see docs/position-text.md).
#[derive(Subcommand)]
pub enum Command {
    /// Can a game go on from this position? Exit status 1 if not, with every error by its line.
    #[command(after_help = "Examples:\n  maester position check puzzle.txt\n  maester position check puzzle.txt --json")]
    Check {
        file: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// The position in its usual form, with the names of the cards, and what is asked.
    #[command(after_help = "Examples:\n  maester position show puzzle.txt\n  maester position show puzzle.txt --json")]
    Show {
        file: PathBuf,
        /// One line of JSON on standard output: the whole table as a tool sees it.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command, cards: Option<&Path>) -> Done {
    match command {
        Command::Check { file, json } => check(&file, json, cards),
        Command::Show { file, json } => show(&file, json, cards),
    }
}

/// The rules that a text names, and its table or what is wrong with it.
type Read = (Arc<Rules>, Result<State, Vec<position::Error>>);

/// The game of a file, under the rulings that it asks for.
pub fn read(book: &Rulebook, file: &Path) -> Result<Read, Failure> {
    let bytes = std::fs::read(file).map_err(|why| Failure::Usage(format!("{}: {why}", file.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let rules = book.rules(position::rulings(&text).unwrap_or_default());
    let game = position::read(&rules, &text);
    Ok((rules, game))
}

/// Everything that is wrong with a file.
pub fn told(file: &Path, errors: &[position::Error]) -> Failure {
    let lines: Vec<String> = errors.iter().map(|e| format!("{}: {e}", file.display())).collect();
    Failure::Failed(lines.join("\n"))
}

fn check(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let (rules, game) = read(&Rulebook::new(crate::pool::pool(cards)?), file)?;
    match (game, json) {
        (Ok(st), true) => output::json(&json!({ "ok": true, "round": st.round, "step": st.step.id(), "asked": asked(&rules, &st) })),
        (Ok(st), false) => output::print(&format!("good: round {}, {}; {}", st.round, st.step.name(), asked(&rules, &st).join(", "))),
        (Err(errors), true) => {
            let errors: Vec<_> = errors.iter().map(|e| json!({ "line": e.line, "what": e.what, "right": e.right })).collect();
            output::json(&json!({ "ok": false, "errors": errors }))?;
            Err(Failure::Bad)
        }
        (Err(errors), false) => {
            errors.iter().try_for_each(|e| output::print(&format!("{}: {e}", file.display())))?;
            Err(Failure::Bad)
        }
    }
}

/// A sentence for people who know the seats as the position text calls them.
fn words(sentence: &str) -> String {
    seats_named(&plain(sentence), Seat::to_string)
}

/// Who is asked about what.
fn asked(rules: &Rules, st: &State) -> Vec<String> {
    let topic = |seat| st.prompt(rules, seat).map(|p| format!("{seat}: {}", words(&p.text)));
    st.acting().iter().filter_map(topic).collect()
}

fn show(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let (rules, game) = read(&Rulebook::new(crate::pool::pool(cards)?), file)?;
    let st = game.map_err(|errors| told(file, &errors))?;
    if json {
        return output::json(&st.view(&rules, Viewer::All));
    }
    // At the start of a phase something may come before the first point that has a text.
    match position::write(&rules, &st) {
        Ok(text) => output::print(text.trim_end())?,
        Err(why) => output::print(&format!("# It reads, and cannot be written as it goes on: {why}"))?,
    }
    let mut list = Vec::new();
    for seat in st.acting().iter() {
        let text = st.prompt(&rules, seat).map(|p| words(&p.text)).unwrap_or_default();
        st.legal(&rules, seat, &mut list);
        let labels: Vec<String> = list.iter().map(|action| words(&st.label_of(&rules, seat, action))).collect();
        output::print(&format!("\n# {seat}: {text}\n#   {}", labels.join("\n#   ")))?;
    }
    Ok(())
}
