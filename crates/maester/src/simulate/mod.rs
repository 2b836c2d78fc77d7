//! `maester simulate`: many games without a table, for speed, balance and finding faults.

pub mod report;
pub mod run;
pub mod soak;

use std::path::{Path, PathBuf};

use clap::Args as Arguments;

use crate::games::{self, Wish};
use crate::output::{self, Done, Failure};

use report::Report;
use run::Run;

/// Play many games without a table and count how they end.
#[derive(Arguments)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Which game.
    #[arg(long, default_value = games::USUAL)]
    game: String,
    /// How it is played. Card game: joust or melee. Board game: base or tides. Default: the first.
    #[arg(long)]
    format: Option<String>,
    /// Seats at the table. Joust is played by two, melee by three to eight, the board game by three to six. Default: the fewest.
    #[arg(long)]
    players: Option<u8>,
    /// A deck for each seat: the name of a ready deck, or a file. Default: the ready decks in rotation.
    #[arg(long, num_args = 1.., value_name = "DECK")]
    decks: Vec<String>,
    /// A file with a position text (docs/position-text.md): every game begins at that table, each with its own chance. The text says the
    /// format, the seats, the rulings and all cards.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "players", "decks", "legality", "rulings"])]
    position: Option<PathBuf>,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed from which the chance of every game and the bots' luck are derived.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A bot for each seat, separated by commas. Card game: random, eager, steward. Board game: random, castellan. The last one takes the
    /// seats that are left.
    #[arg(long, value_delimiter = ',', default_value = "random", value_name = "BOT")]
    bots: Vec<String>,
    /// Refuse decks that are not legal in this format; without --decks, only the ready decks that are legal in it take turns.
    #[arg(long, value_name = "FORMAT")]
    legality: Option<String>,
    /// The rulings. Card game: reference or faq-4.1. Board game: faq-v2 or recorded, and options that differ from it, each as name=value
    /// after a comma (docs/board-game.md names them). Default: the first.
    #[arg(long, value_name = "RULINGS")]
    rulings: Option<String>,
    /// Play cards of the decks that are known and not implemented as blank cards: with their numbers, without any text.
    #[arg(long)]
    blank: bool,
    /// Threads to play on. The checksum does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// One line of JSON on standard output, nothing else.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  maester simulate --games 1000
  maester simulate --games 10000 --seed 7 --threads 2 --json
  maester simulate --format melee --players 4 --games 100 --bots steward,random
  maester simulate --decks \"Salt and Iron\" \"The Old Ways (Core)\" --bots steward,random
  maester simulate --game board --players 6 --rulings recorded,robb=origin --bots castellan,random
  maester simulate --position puzzle.txt --games 1000 --bots steward

A game that is not over after 100 rounds is stopped and counted as capped. Decisions count picks with two or more legal actions.
The checksum is a hash of all final states in order: equal on every machine for equal cards, decks, bots and seed.";

pub fn run(args: Args, cards: Option<&Path>) -> Done {
    if args.games == 0 {
        return Err(Failure::Usage("--games wants at least one game".into()));
    }
    let play = Run { games: args.games, seed: args.seed, threads: args.threads, bar: !args.json, first: 0, check: false };
    let kind = games::named(&args.game, cards)?;
    let (format, players) = games::table(&*kind, args.format.as_deref(), args.players)?;
    let wish = Wish {
        format,
        players,
        decks: &args.decks,
        bots: &args.bots,
        legality: args.legality.as_deref(),
        rulings: args.rulings.as_deref(),
        position: args.position.as_deref(),
        blank: args.blank,
        random: false,
    };
    let report = kind.play(play, &wish)?;
    finish(&args, &report)
}

fn finish(args: &Args, report: &Report) -> Done {
    if args.json {
        output::json(report)?
    } else {
        output::print(&report.to_string())?
    }
    if report.panicked.is_empty() { Ok(()) } else { Err(Failure::Bad) }
}
