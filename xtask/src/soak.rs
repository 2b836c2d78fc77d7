//! Random play, full size: the same code as the small size that runs among the tests.

use std::process::Command;

use crate::Result;
use crate::workspace::{build_release, program, run};

/// Builds the program and lets it soak; further arguments go through as they are.
pub fn soak(games: u64, threads: Option<usize>, further: &[String]) -> Result {
    build_release()?;
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |count| count.get()));
    run(Command::new(program()).arg("soak").args(["--games", &games.to_string(), "--threads", &threads.to_string()]).args(further))
}
