//! All that CI checks, one step after the other, and a summary.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::tally::Tally;
use crate::workspace::{build_release, cargo, line, program, run, succeeds};
use crate::{Result, coverage, ids, web};

/// How a step ended, when it did not fail.
enum Done {
    Passed,
    /// It cannot run here, or was not asked for, and why.
    Skipped(String),
}

struct Step {
    name: &'static str,
    /// Left out of the quick run.
    slow: bool,
    /// Tests add to the tally.
    run: fn(&mut Tally) -> Result<Done>,
}

const STEPS: &[Step] = &[
    Step { name: "format", slow: false, run: |_| tool("fmt", &["fmt", "--all", "--", "--check"]) },
    Step { name: "clippy", slow: false, run: |_| tool("clippy", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]) },
    Step { name: "dependencies", slow: false, run: |_| tool("deny", &["deny", "check", "licenses", "bans", "sources"]) },
    Step { name: "tests", slow: false, run: |tally| passed(count_tests(&mut cargo(&["test", "--workspace", "--no-fail-fast"]), tally)) },
    Step { name: "rules coverage", slow: false, run: |_| passed(coverage::check()) },
    Step { name: "rule ids", slow: false, run: |_| passed(ids::check(false)) },
    Step { name: "client packages", slow: false, run: |_| for_client(|| passed(web::install())) },
    Step { name: "client check", slow: false, run: |_| script("check", run) },
    Step { name: "client tests", slow: false, run: |tally| script("test", |npm| count_tests(npm, tally)) },
    Step { name: "client build", slow: true, run: |_| for_client(|| passed(web::build_anew())) },
    Step { name: "program build", slow: true, run: |_| passed(build_release()) },
    Step { name: "browser tests", slow: true, run: |tally| script("e2e", |npm| count_tests(npm.env("MAESTER_BIN", program()), tally)) },
];

struct Report {
    name: &'static str,
    end: std::result::Result<Done, String>,
    time: Duration,
}

/// Runs the steps up to the first that fails. The last line printed is the sum of all tests.
pub fn verify(quick: bool) -> Result {
    let mut tally = Tally::default();
    let mut reports: Vec<Report> = Vec::new();
    for step in STEPS {
        println!("==> {}", step.name);
        let start = Instant::now();
        let end = if quick && step.slow { Ok(Done::Skipped("--quick".into())) } else { (step.run)(&mut tally) };
        let report = Report { name: step.name, end: end.map_err(|error| error.to_string()), time: start.elapsed() };
        println!("{}\n", report.line());
        let failed = report.end.is_err();
        reports.push(report);
        if failed {
            break;
        }
    }
    summarise(&reports, tally)
}

fn summarise(reports: &[Report], mut tally: Tally) -> Result {
    println!("==> summary");
    for report in reports {
        println!("{}", report.line());
    }
    let left = STEPS.len() - reports.len();
    if left > 0 {
        println!("  {left} further steps did not run");
    }
    let failed = reports.iter().any(|report| report.end.is_err());
    if failed && tally.failed == 0 {
        // What failed was not a test; the sum must say so all the same.
        tally.failed = 1;
    }
    tally.skipped += reports.iter().filter(|report| matches!(report.end, Ok(Done::Skipped(_)))).count() as u64;
    println!("maester: {tally}");
    std::io::stdout().flush()?;
    // Nothing may follow the sum, so no error is handed up to be printed.
    if failed { std::process::exit(1) } else { Ok(()) }
}

impl Report {
    fn line(&self) -> String {
        let (word, why) = match &self.end {
            Ok(Done::Passed) => ("ok", String::new()),
            Ok(Done::Skipped(why)) => ("skipped", format!("  {why}")),
            Err(why) => ("FAILED", format!("  {why}")),
        };
        format!("  {:<16} {word:<8}{:>7.1} s{why}", self.name, self.time.as_secs_f64())
    }
}

/// A cargo command that is a component of its own and may not be installed.
fn tool(name: &str, arguments: &[&str]) -> Result<Done> {
    if !succeeds(&mut cargo(&[name, "--version"])) {
        return Ok(Done::Skipped(format!("cargo-{name} is absent")));
    }
    passed(run(&mut cargo(arguments)))
}

fn for_client(step: impl FnOnce() -> Result<Done>) -> Result<Done> {
    match web::unavailable() {
        Some(why) => Ok(Done::Skipped(why)),
        None => step(),
    }
}

/// An npm script of the client, where there is one.
fn script(name: &str, run: impl FnOnce(&mut Command) -> Result) -> Result<Done> {
    for_client(|| {
        if !web::has_script(name) {
            return Ok(Done::Skipped(format!("web/package.json has no script `{name}`")));
        }
        passed(run(&mut web::npm(&["run", name])))
    })
}

fn passed(end: Result) -> Result<Done> {
    end.map(|()| Done::Passed)
}

/// Runs a command, shows its output and counts the test results in it.
fn count_tests(command: &mut Command, tally: &mut Tally) -> Result {
    if std::io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} does not start: {error}", line(command)))?;
    let mut output = BufReader::new(child.stdout.take().expect("the output is piped"));
    let mut stdout = std::io::stdout();
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes)? > 0 {
        stdout.write_all(&bytes)?;
        if let Some(more) = Tally::of(&String::from_utf8_lossy(&bytes)) {
            *tally += more;
        }
        bytes.clear();
    }
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", line(command)).into()) }
}
