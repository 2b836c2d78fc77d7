//! `maester cards`: the card pool.

use std::path::PathBuf;

use clap::Subcommand;

use crate::output::{Done, Failure};

/// List, show and check cards.
#[derive(Subcommand)]
pub enum Command {
    /// All cards that can be played.
    #[command(after_help = "Examples:\n  maester cards list\n  maester cards list --json")]
    List {
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// One card with its text.
    #[command(after_help = "Examples:\n  maester cards show 01146\n  maester cards show \"Robb Stark\"")]
    Show {
        /// The card's code or name.
        card: String,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Is every card file in this folder good? Exit status 1 if not.
    #[command(after_help = "Examples:\n  maester cards check my-cards")]
    Check {
        /// A folder of .ron files.
        folder: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(_command: Command) -> Done {
    Err(Failure::Failed("cards are not here yet".into()))
}
