//! `maester cards`: the card pool.

use std::path::{Path, PathBuf};

use card_game::lang::load::CardError;
use card_game::pool::Pool;
use clap::Subcommand;
use serde_json::{Value, json};

use crate::output::{self, Done, Failure};

/// List, show and check cards.
#[derive(Subcommand)]
pub enum Command {
    /// All known cards; those that cannot be played yet are marked.
    #[command(after_help = "Examples:\n  maester cards list\n  maester cards list --json\n  maester cards list --cards my-cards")]
    List {
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// One card with its text.
    #[command(after_help = "Examples:\n  maester cards show 01146\n  maester cards show \"Put to the Sword\" --json")]
    Show {
        /// The card's code or name.
        card: String,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Is every card file in this folder good? Exit status 1 if not.
    #[command(after_help = "Examples:\n  maester cards check my-cards\n  maester cards check my-cards --json")]
    Check {
        /// A folder of .ron files.
        folder: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command, cards: Option<&Path>) -> Done {
    match command {
        Command::List { json } => list(&*crate::pool::pool(cards)?, json),
        Command::Show { card, json } => show(&*crate::pool::pool(cards)?, &card, json),
        Command::Check { folder, json } => check(&folder, json),
    }
}

fn list(pool: &Pool, json: bool) -> Done {
    let cards = pool.list_json();
    if json {
        return output::json(&cards);
    }
    for card in &cards {
        let mark = if card["implemented"] == true { ' ' } else { '-' };
        output::print(&format!(
            "{mark} {:<7} {:<10} {:<15} {}",
            word(card, "code"),
            word(card, "type"),
            word(card, "faction"),
            word(card, "name")
        ))?;
    }
    let playable = cards.iter().filter(|card| card["implemented"] == true).count();
    output::print(&format!("\n{playable} of {} cards can be played; the others are marked with -", cards.len()))
}

fn show(pool: &Pool, wanted: &str, json: bool) -> Done {
    let codes: Vec<&str> = match pool.card(wanted) {
        Some(card) => vec![&card.code],
        None => pool.cards_named(wanted).iter().map(|card| card.code.as_str()).collect(),
    };
    if codes.is_empty() {
        let near = match wanted.starts_with(|c: char| c.is_ascii_digit()) {
            true => pool.nearest_code(wanted).map(|card| format!("{} {}", card.code, card.name)),
            false => pool.nearest_name(wanted).map(str::to_owned),
        };
        let near = near.map_or(String::new(), |near| format!("; the nearest is {near}"));
        return Err(Failure::Failed(format!("there is no card {wanted:?}{near}")));
    }
    let cards: Vec<Value> = pool.list_json().into_iter().filter(|card| codes.contains(&word(card, "code").as_str())).collect();
    if json {
        return match cards.as_slice() {
            [card] => output::json(card),
            cards => output::json(&cards),
        };
    }
    for (number, card) in cards.iter().enumerate() {
        if number > 0 {
            output::print("")?;
        }
        output::print(&page(card))?;
    }
    Ok(())
}

/// A card as a few lines.
fn page(card: &Value) -> String {
    let mut lines = vec![format!("{} ({})", word(card, "name"), word(card, "code"))];
    let mut head = vec![word(card, "faction"), word(card, "type")];
    if card["unique"] == true {
        head.push("unique".to_owned());
    }
    if card["loyal"] == true {
        head.push("loyal".to_owned());
    }
    for (field, name) in [("cost", "cost"), ("strength", "STR")] {
        if !card[field].is_null() {
            head.push(format!("{name} {}", word(card, field)));
        }
    }
    if let Some(icons) = card["icons"].as_object() {
        head.extend(
            ["military", "intrigue", "power"]
                .iter()
                .filter(|icon| icons.get(**icon) == Some(&Value::Bool(true)))
                .map(|icon| (*icon).to_owned()),
        );
    }
    if let Some(plot) = card["plotStats"].as_object() {
        head.extend(
            ["income", "initiative", "claim", "reserve"].iter().filter_map(|stat| Some(format!("{stat} {}", plain(plot.get(*stat)?)))),
        );
    }
    lines.push(head.join(", "));
    // The keywords stand in the text.
    let traits: Vec<String> = card["traits"].as_array().into_iter().flatten().map(plain).collect();
    if !traits.is_empty() {
        lines.push(traits.join(". ") + ".");
    }
    match &card["text"] {
        Value::Array(abilities) => lines.extend(abilities.iter().map(plain)),
        Value::String(text) if !text.is_empty() => lines.push(text.clone()),
        _ => {}
    }
    if card["implemented"] != true {
        lines.push("This card cannot be played yet.".to_owned());
    }
    lines.join("\n")
}

fn word(card: &Value, field: &str) -> String {
    plain(&card[field])
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn check(folder: &Path, json: bool) -> Done {
    if !folder.is_dir() {
        return Err(Failure::Usage(format!("there is no folder {}", folder.display())));
    }
    let checked = match Pool::of_folder(folder) {
        Ok((_, 0)) => Err(vec![CardError {
            file: folder.display().to_string(),
            line: 0,
            card: "folder".to_owned(),
            message: "there is no card in its .ron files".to_owned(),
        }]),
        Ok((_, cards)) => Ok(cards as u64),
        Err(errors) => Err(errors),
    };
    if json {
        let problem = |error: &CardError| json!({"file": error.file, "line": error.line, "card": error.card, "message": error.message});
        output::json(&match &checked {
            Ok(cards) => json!({"ok": true, "cards": cards, "problems": []}),
            Err(errors) => json!({"ok": false, "problems": errors.iter().map(problem).collect::<Vec<_>>()}),
        })?;
    } else {
        match &checked {
            Ok(cards) => output::print(&format!("good: {}", output::count(*cards, "card")))?,
            Err(errors) => {
                errors.iter().try_for_each(|error| output::print(&error.to_string()))?;
                output::print(&output::count(errors.len() as u64, "problem"))?;
            }
        }
    }
    if checked.is_ok() { Ok(()) } else { Err(Failure::Bad) }
}
