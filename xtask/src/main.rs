//! The chores of the house, in Rust, so that they run alike for people and for CI: `cargo xtask help`.
//!
//! | module | chore |
//! |---|---|
//! | [`play`] | build everything and serve a table |
//! | [`verify`] | all that CI checks, step by step |
//! | [`coverage`] | the page that maps rules to tests |
//! | [`ids`] | every rule id that the code cites must exist |
//! | [`soak`] | random play, full size |
//! | [`web`] | build the browser client; generate its types |
//! | [`loc`] | files that want to be two |
//!
//! Beneath them: [`workspace`] (paths, programs), [`lex`] and [`scan`] (Rust sources read for tests and citations),
//! [`rule_ids`] (the ids that exist), [`tally`] (counting test results).

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod coverage;
mod ids;
mod lex;
mod loc;
mod play;
mod rule_ids;
mod scan;
mod soak;
mod tally;
mod verify;
mod web;
mod workspace;

/// What a chore comes to: nothing, or a sentence that says what is wrong.
type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The chores of maester.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build the client and the program, start the server, print the address
    Play {
        /// Listen on this port of 127.0.0.1 (without it: 8080 or the next free one)
        #[arg(long)]
        port: Option<u16>,
    },
    /// Check everything that CI checks; stop at the first step that fails
    Verify {
        /// Leave out the client's build and the browser tests
        #[arg(long)]
        quick: bool,
    },
    /// Write docs/rules-coverage.md from the #[rule] attributes and the names of the case tests
    Coverage {
        /// Write nothing; fail when the page on disk is not the generated one
        #[arg(long)]
        check: bool,
    },
    /// Look for cited rule ids that do not exist, and for rules that nothing cites
    Ids {
        /// List the rules that nothing cites, not only their number
        #[arg(long)]
        uncited: bool,
    },
    /// Random play of many games with all invariants checked
    Soak {
        /// Games to play
        #[arg(long, default_value_t = 10_000)]
        games: u64,
        /// Threads to play them on (without it: one per core)
        #[arg(long)]
        threads: Option<usize>,
        /// The server instead: kills, forged messages, captured traffic and load, full size (about half an hour)
        #[arg(long, conflicts_with = "further")]
        server: bool,
        /// Further arguments for `maester soak`
        #[arg(last = true)]
        further: Vec<String>,
    },
    /// Generate the client's TypeScript types from the Rust types
    Types,
    /// Build the browser client when its sources changed
    Web,
    /// List files of more than 600 lines
    Loc,
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Play { port } => play::play(port),
        Chore::Verify { quick } => verify::verify(quick),
        Chore::Coverage { check: true } => coverage::check(),
        Chore::Coverage { check: false } => coverage::write(),
        Chore::Ids { uncited } => ids::check(uncited),
        Chore::Soak { server: true, .. } => soak::server(),
        Chore::Soak { games, threads, further, .. } => soak::soak(games, threads, &further),
        Chore::Types => web::types(),
        Chore::Web => web::chore(),
        Chore::Loc => loc::list(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Cli::command().debug_assert();
    }
}
