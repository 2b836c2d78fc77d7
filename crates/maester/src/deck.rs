//! `maester deck`: is it legal, what is in it, in which form, which ready decks are there.

use std::path::{Path, PathBuf};

use card_game::decks::lists::{self, List};
use card_game::decks::{self, Deck, Form, Format, Import, Kind, Problem, ready};
use card_game::pool::Pool;
use clap::Subcommand;
use serde_json::{Value, json};

use crate::output::{self, Done, Failure};

/// Check and show decks.
#[derive(Subcommand)]
pub enum Command {
    /// Is this deck legal? Exit status 1 if not.
    #[command(
        after_help = "Examples:\n  maester deck check my-deck.txt\n  maester deck check my-deck.json --format starter --json\n  maester deck check \"Salt and Iron\" --format melee\n  maester deck check \"Salt and Iron\" --list \"Standard v2.1\""
    )]
    Check {
        /// A file (plain text, JSON, OCTGN's .o8d, or bare codes) or the name of a ready deck.
        #[arg(value_name = "DECK")]
        deck: String,
        /// joust, melee or starter.
        #[arg(long, default_value = "joust")]
        format: Format,
        /// The restricted list of an event, too: its name or code, a series (`standard`, `ffg`: its newest), or a day (the newest by
        /// then). Without a name the newest of all; a wrong name is told all. A starter deck is held against the list for joust.
        #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "newest")]
        list: Option<String>,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// The deck as text, with names and packs.
    #[command(after_help = "Examples:\n  maester deck show my-deck.json\n  maester deck show \"The Old Ways (Core)\" --json")]
    Show {
        /// A file or the name of a ready deck.
        deck: String,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// The deck in another form: for the deck site, for OCTGN, for other programs.
    #[command(
        after_help = "Examples:\n  maester deck convert my-deck.txt --to o8d --out my-deck.o8d\n  maester deck convert my-deck.o8d --to text\n  maester deck convert \"Salt and Iron\" --to json --out salt.json"
    )]
    Convert {
        /// A file of one deck (plain text, JSON, OCTGN's .o8d, bare codes) or the name of a ready deck.
        #[arg(value_name = "DECK")]
        deck: String,
        /// text (as the deck site exports it), cycle (the same by cycle), o8d (OCTGN), json (as the deck site's API), codes (no name).
        #[arg(long, value_name = "FORM")]
        to: Form,
        /// Written there instead of to standard output.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// The ready decks.
    #[command(after_help = "Examples:\n  maester deck list\n  maester deck list --json")]
    List {
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command, cards: Option<&Path>) -> Done {
    let pool = crate::pool::pool(cards)?;
    match command {
        Command::Check { deck, format, list, json } => {
            let list = list.map(|name| lists::find(&name).ok_or_else(|| no_list(&name))).transpose()?;
            check(&pool, &deck, format, list, json)
        }
        Command::Show { deck, json } => show(&pool, &deck, json),
        Command::Convert { deck, to, out } => convert(&pool, &deck, to, out.as_deref()),
        Command::List { json } => list(&pool, json),
    }
}

/// The deck of this name or in this file, with cards that are not implemented if they may be played `blank`; an error names every problem of a file.
pub fn find(pool: &Pool, wanted: &str, blank: bool) -> Result<Deck, Failure> {
    let told = |problems: Vec<Problem>| {
        let mut lines: Vec<String> = problems.iter().map(|problem| format!("{wanted}: {problem}")).collect();
        if problems.iter().all(|problem| problem.kind == Kind::NotImplemented) {
            lines.push("with --blank they are played blank".to_owned());
        }
        Failure::Failed(lines.join("\n"))
    };
    let import = read(pool, wanted)?;
    if blank { import.single_with_blanks() } else { import.single() }.map_err(told)
}

/// The ready deck of this name, or what this file holds.
fn read(pool: &Pool, wanted: &str) -> Result<Import, Failure> {
    if let Some(deck) = ready::find(wanted) {
        return Ok(Import::of(deck.clone()));
    }
    let path = Path::new(wanted);
    if !path.exists() {
        let near: Vec<String> = ready::nearest(wanted).iter().map(|name| format!("{name:?}")).collect();
        let near = near.join(", ");
        return Err(Failure::Usage(format!(
            "there is no file and no ready deck {wanted:?}; the nearest ready decks are {near} (`maester deck list` names all)"
        )));
    }
    let bytes = std::fs::read(path).map_err(|why| Failure::Usage(format!("{wanted}: {why}")))?;
    Ok(decks::import(pool, &bytes))
}

/// No list is called so: the nearest, and then all of them.
fn no_list(wanted: &str) -> Failure {
    let near: Vec<String> = lists::nearest(wanted).iter().map(|list| format!("{:?}", list.name)).collect();
    let all: Vec<String> = lists::all().iter().rev().map(|list| format!("  {}  {:<16} {}", list.date, list.code, list.name)).collect();
    let (near, all) = (near.join(", "), all.join("\n"));
    Failure::Usage(format!("there is no restricted list {wanted:?}; the nearest are {near}. All of them, the newest first:\n{all}"))
}

fn check(pool: &Pool, wanted: &str, format: Format, list: Option<&List>, json: bool) -> Done {
    let import = read(pool, wanted)?;
    let judge = |deck| {
        let listed = list.map(|list| list.check(pool, deck, format)).unwrap_or_default();
        (deck, [decks::check(pool, deck, format), listed].concat())
    };
    let judged: Vec<(&Deck, Vec<Problem>)> = import.decks.iter().map(judge).collect();
    let ok = import.problems.is_empty() && !judged.is_empty() && judged.iter().all(|(_, problems)| problems.is_empty());
    if json {
        let deck = |(deck, problems): &(&Deck, Vec<Problem>)| {
            let mut value = facts(pool, deck);
            value["problems"] = json!(problems);
            value
        };
        output::json(&json!({
            "ok": ok,
            "format": format,
            "list": list,
            // Of the file as a whole and its lines; what a deck as such has against it stands with the deck.
            "problems": import.problems,
            "notes": import.notes,
            "decks": judged.iter().map(deck).collect::<Vec<_>>(),
        }))?;
    } else {
        import.problems.iter().try_for_each(|problem| output::print(&problem.to_string()))?;
        for (deck, problems) in &judged {
            let name = if deck.name.is_empty() { "the deck" } else { &deck.name };
            problems.iter().try_for_each(|problem| output::print(&format!("{name}: {problem}")))?;
            let missing = decks::unwritten(pool, deck);
            if !missing.is_empty() {
                let cards = decks::named(missing.iter().map(|(card, _)| *card));
                output::print(&format!("{name}: not implemented yet: {cards}; if all players agree it can be played with them blank"))?;
            }
            if problems.is_empty() && import.problems.is_empty() {
                let (cards, plots) = (output::count(deck.draw_count(), "card"), output::count(deck.plot_count(), "plot"));
                let by = list.map(|list| format!(" by {}", list.name)).unwrap_or_default();
                output::print(&format!("{name} is legal for {format}{by}: {cards}, {plots}"))?;
            }
        }
        import.notes.iter().try_for_each(|note| output::print(&format!("note: {note}")))?;
    }
    if ok { Ok(()) } else { Err(Failure::Bad) }
}

fn facts(pool: &Pool, deck: &Deck) -> Value {
    let agendas: Vec<&str> = deck.agendas.iter().map(|code| pool.card(code).map_or(code.as_str(), |card| &card.name)).collect();
    let missing = decks::unwritten(pool, deck);
    let missing: Vec<Value> = missing.iter().map(|(card, count)| json!({ "code": card.code, "name": card.name, "count": count })).collect();
    json!({
        "name": deck.name,
        "faction": deck.faction.word(),
        "agendas": agendas,
        "format": deck.format,
        "cards": deck.draw_count(),
        "plots": deck.plot_count(),
        "missing": missing,
    })
}

fn show(pool: &Pool, wanted: &str, json: bool) -> Done {
    // A deck is what it is, whether its cards are implemented or not.
    let deck = find(pool, wanted, true)?;
    if !json {
        return output::print(decks::export(pool, &deck).trim_end());
    }
    // The deck site's form, so that it can be read again.
    output::json(&decks::as_json(&deck))
}

fn convert(pool: &Pool, wanted: &str, form: Form, out: Option<&Path>) -> Done {
    let text = decks::write(pool, &find(pool, wanted, true)?, form);
    match out {
        None => output::print(text.trim_end()),
        Some(file) => std::fs::write(file, text).map_err(|why| Failure::Usage(format!("{}: {why}", file.display()))),
    }
}

fn list(pool: &Pool, json: bool) -> Done {
    if json {
        return output::json(&ready::all().iter().map(|deck| facts(pool, deck)).collect::<Vec<_>>());
    }
    for deck in ready::all() {
        let facts = facts(pool, deck);
        let agendas: Vec<&str> = facts["agendas"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let format = deck.format.map(Format::word).unwrap_or_default();
        output::print(&format!("{:<30} {format:<8} {:<16} {}", deck.name, deck.faction.title(), agendas.join(", ")))?;
    }
    Ok(())
}
