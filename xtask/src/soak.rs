//! Random play, full size: the same code as the small size that runs among the tests.

use std::process::Command;

use crate::Result;
use crate::workspace::{build_release, cargo, program, run};

/// Builds the program and lets it soak; further arguments go through as they are.
pub fn soak(games: u64, threads: Option<usize>, further: &[String]) -> Result {
    build_release()?;
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |count| count.get()));
    run(Command::new(program()).arg("soak").args(["--games", &games.to_string(), "--threads", &threads.to_string()]).args(further))
}

/// Tests of a package by test program and module, and the sizes that their small run in CI leaves out.
type Proof = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What the server's proofs are.
const SERVER: &[Proof] = &[
    ("maester", "kills", "", &[("KILLS", "200")]),
    ("server", "all", "forged::", &[("FORGED", "100000")]),
    ("server", "all", "leaks::", &[("LEAKS", "1000")]),
    ("maester", "load", "", &[("ROOMS", "1000"), ("SECONDS", "60"), ("LIMIT_MS", "50")]),
];

/// Runs the server's proofs in full size, one after the other, on a release build; says at the end which failed.
pub fn server() -> Result {
    let mut failed = Vec::new();
    for (package, test, module, sizes) in SERVER {
        let mut proof =
            cargo(&["test", "--release", "--package", package, "--test", test, module, "--", "--nocapture", "--test-threads", "1"]);
        if run(proof.envs(sizes.iter().copied())).is_err() {
            failed.push(format!("{package} {test} {module}"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}
