//! From a fresh checkout to a table in the browser.

use std::process::Command;

use crate::web::{self, Built};
use crate::workspace::{build_release, program, root};
use crate::{Result, workspace};

/// Builds what changed and serves until it is stopped. The server prints its address.
pub fn play(port: Option<u16>) -> Result {
    match web::build()? {
        Built::Anew | Built::UpToDate => {}
        Built::Not(why) => eprintln!("The browser client is not built: {why}. The server will say how to build it."),
    }
    build_release()?;
    let mut serve = Command::new(program());
    serve.arg("serve").current_dir(root());
    if let Some(port) = port {
        serve.args(["--listen", &format!("127.0.0.1:{port}")]);
        eprintln!("Serving on http://127.0.0.1:{port}/ (Ctrl-C ends it)");
    } else {
        eprintln!("Serving (Ctrl-C ends it); the address follows.");
    }
    become_program(&mut serve)
}

/// The server takes our place, so that signals and exit status are its own.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(format!("{} does not start: {error}", workspace::line(command)).into())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result {
    workspace::run(command)
}
