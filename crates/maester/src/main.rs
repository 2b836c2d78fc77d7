//! The program `maester`: the table in the browser, games without one, decks, cards and replays on the command line.
//!
//! Exit status: 0 good, 1 the thing that was checked is bad (or could not be done), 2 wrong usage, 3 a replay in which nothing proves
//! all of it. With `--json`, exactly one line of JSON on standard output.

mod board;
mod cards;
mod deck;
mod engine;
mod games;
mod operator;
mod output;
mod pool;
mod position;
mod replay;
mod serve;
mod simulate;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Games and messages are many small pieces: this allocator takes a quarter less of a server's time than the system's.
#[global_allocator]
static HEAP: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A Game of Thrones: The Card Game (second edition) at one table: in the browser, against people and bots, and as an engine.
#[derive(Parser)]
#[command(name = "maester", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// A folder of further card files (.ron) to play with.
    #[arg(long, global = true, value_name = "DIR")]
    cards: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  maester serve                                     open the table in the browser
  maester simulate --games 1000 --seed 7 --json     random games, one line of numbers
  maester deck check my-deck.txt --format joust     is this deck legal?
  maester cards show 01146                          what does this card do?
  maester position check puzzle.txt                 can a game go on from this table?
  maester replay verify game.json                   does this recorded game replay to the same end?";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Simulate(simulate::Args),
    Soak(simulate::soak::Args),
    Engine(engine::Args),
    #[command(subcommand)]
    Deck(deck::Command),
    #[command(subcommand)]
    Cards(cards::Command),
    #[command(subcommand)]
    Position(position::Command),
    #[command(subcommand)]
    Replay(replay::Command),
    #[command(subcommand)]
    Operator(operator::Command),
    /// The board game: compare with recorded games.
    #[command(subcommand)]
    Board(board::Command),
    /// Write the types of all messages as TypeScript into this folder.
    #[cfg(feature = "ts")]
    #[command(hide = true)]
    Types {
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    let Cli { command, cards } = Cli::parse();
    let cards = cards.as_deref();
    let done = match command {
        Command::Serve(args) => serve::run(args, cards),
        Command::Simulate(args) => simulate::run(args, cards),
        Command::Soak(args) => simulate::soak::run(args, cards),
        Command::Engine(args) => engine::run(&args, cards),
        Command::Deck(command) => deck::run(command, cards),
        Command::Cards(command) => cards::run(command, cards),
        Command::Position(command) => position::run(command, cards),
        Command::Replay(command) => replay::run(command, cards),
        Command::Operator(command) => operator::run(command),
        Command::Board(command) => board::run(command),
        #[cfg(feature = "ts")]
        Command::Types { folder } => server::types::export(&folder).map_err(output::Failure::failed),
    };
    output::status(done)
}
