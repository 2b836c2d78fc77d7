//! The program `maester`: the table in the browser, games without one, decks, cards and replays on the command line.
//!
//! Exit status: 0 good, 1 the thing that was checked is bad (or could not be done), 2 wrong usage. With `--json`, exactly one line
//! of JSON on standard output.

mod cards;
mod deck;
mod output;
mod pool;
mod replay;
mod serve;
mod simulate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A Game of Thrones: The Card Game (second edition) at one table: in the browser, against people and bots, and as an engine.
#[derive(Parser)]
#[command(name = "maester", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  maester serve                                     open the table in the browser
  maester simulate --games 1000 --seed 7 --json     random games, one line of numbers
  maester deck check my-deck.txt --format joust     is this deck legal?
  maester cards show 01146                          what does this card do?
  maester replay verify game.json                   does this recorded game replay to the same end?";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Simulate(simulate::Args),
    #[command(subcommand)]
    Deck(deck::Command),
    #[command(subcommand)]
    Cards(cards::Command),
    #[command(subcommand)]
    Replay(replay::Command),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Serve(args) => serve::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Deck(command) => deck::run(command),
        Command::Cards(command) => cards::run(command),
        Command::Replay(command) => replay::run(command),
    };
    output::status(result)
}
