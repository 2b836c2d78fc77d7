//! `maester soak`: random play as the broom.

use std::path::Path;

use clap::Args as Arguments;

use super::run::Run;
use crate::games::{self, Wish};
use crate::output::{self, Done, Failure};

/// Play random games and check everything that must always hold after every answer.
#[derive(Arguments)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// How many games.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// The seed from which the chance of every game and its picks are derived.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which game.
    #[arg(long, default_value = games::USUAL)]
    game: String,
    /// Which decks: `ready` (those that ship with the game, all pairs of them) or `random` (card game: drawn anew for every game and seat
    /// from all cards; half of them legal, half deliberately odd).
    #[arg(long, default_value = "ready", value_name = "WHICH", value_parser = ["ready", "random"])]
    decks: String,
    /// Seats at the table, which say how it is played: a joust with two, a melee with three to eight (card game). Default: the fewest.
    #[arg(long)]
    players: Option<u8>,
    /// The rulings: a name, or for the board game a name and options (`faq-v2,mace=ends`).
    #[arg(long, value_name = "RULINGS")]
    rulings: Option<String>,
    /// Threads to play on.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Only the game of this number, to look at one that failed.
    #[arg(long, value_name = "NUMBER")]
    only: Option<u64>,
    /// One line of JSON on standard output.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  maester soak --games 100000 --threads 2
  maester soak --players 6 --games 1000
  maester soak --decks random --games 100000
  maester soak --seed 7 --only 1234

Checked: after every answer what the game says must always hold; now and then that a state that was written and read is the
same; at the end that the same picks lead to the same end. Exit status 1 if the engine failed in any game, if one stalled, or
if more than one in a thousand was stopped at 100 rounds.";

pub fn run(args: Args, cards: Option<&Path>) -> Done {
    let kind = games::named(&args.game, cards)?;
    let (format, players) = match args.players {
        Some(players) => (games::format_for(&*kind, players)?, players),
        None => games::table(&*kind, None, None)?,
    };
    let bots = ["random".to_owned()];
    let wish = Wish {
        format,
        players,
        decks: &[],
        bots: &bots,
        legality: None,
        rulings: args.rulings.as_deref(),
        position: None,
        blank: false,
        random: args.decks == "random",
    };
    let run = Run {
        games: args.only.map_or(args.games, |_| 1),
        first: args.only.unwrap_or(0),
        seed: args.seed,
        threads: args.threads,
        bar: !args.json,
        check: true,
    };
    let report = kind.play(run, &wish)?;
    if args.json {
        output::json(&report)?
    } else {
        output::print(&report.to_string())?
    }
    let good = report.panicked.is_empty() && report.stalled == 0 && report.capped * 1000 <= report.games;
    if good { Ok(()) } else { Err(Failure::Bad) }
}
