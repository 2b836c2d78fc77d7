//! `maester deck`: is it legal, what is in it, which ready decks are there.

use std::path::PathBuf;

use clap::Subcommand;

use crate::output::{Done, Failure};

/// Check and show decks.
#[derive(Subcommand)]
pub enum Command {
    /// Is this deck legal? Exit status 1 if not.
    #[command(after_help = "Examples:\n  maester deck check my-deck.txt\n  maester deck check my-deck.json --format melee --json")]
    Check {
        /// The deck: plain text, JSON, or bare codes.
        file: PathBuf,
        /// joust, melee or starter.
        #[arg(long, default_value = "joust")]
        format: String,
        /// A restricted list to hold it against.
        #[arg(long, value_name = "NAME")]
        list: Option<String>,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// The deck as text, with names and codes.
    #[command(after_help = "Examples:\n  maester deck show my-deck.json\n  maester deck show \"A ready deck\"")]
    Show {
        /// A file or the name of a ready deck.
        deck: String,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// The ready decks.
    #[command(after_help = "Examples:\n  maester deck list\n  maester deck list --json")]
    List {
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(_command: Command) -> Done {
    Err(Failure::Failed("decks are not here yet".into()))
}
