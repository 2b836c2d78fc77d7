//! How commands end and what they print.

use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The thing that was checked is bad, and what had to be said about it is on standard output already.
    Bad,
    /// What was checked holds as far as it can be checked, and not all of it can: what is missing, unless it is on standard output already.
    Unproved(Option<String>),
    /// It could not be done: one sentence.
    Failed(String),
    /// The command was asked wrongly: one sentence.
    Usage(String),
}

impl Failure {
    pub fn failed(what: impl std::fmt::Display) -> Failure {
        Failure::Failed(what.to_string())
    }
}

pub type Done = Result<(), Failure>;

/// The exit status of a command; says on standard error what went wrong.
pub fn status(done: Done) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Bad) => ExitCode::from(1),
        Err(Failure::Unproved(why)) => {
            why.into_iter().for_each(|why| eprintln!("unproved: {why}"));
            ExitCode::from(3)
        }
        Err(Failure::Failed(why)) => {
            eprintln!("error: {why}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(why)) => {
            eprintln!("error: {why}\n\nSee --help.");
            ExitCode::from(2)
        }
    }
}

/// `1 card`, `2 cards`.
pub fn count(n: impl Into<u64>, what: &str) -> String {
    let n = n.into();
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// One line of JSON on standard output.
pub fn json<T: Serialize>(value: &T) -> Done {
    print(&serde_json::to_string(value).map_err(Failure::failed)?)
}

/// A line of text on standard output. A reader that closed the pipe early (`| head`) is no failure.
pub fn print(text: &str) -> Done {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::failed(error)),
        _ => Ok(()),
    }
}
