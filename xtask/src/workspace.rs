//! Where things are, and how programs are run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::Result;

/// The folder of the workspace. Cargo names it when it runs us; a binary that two checkouts share must not remember the other one.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let xtask = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        xtask.parent().expect("xtask sits in the workspace").to_owned()
    });
    &ROOT
}

/// The folder of build results, as cargo sees it.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The release binary of the program. It exists only after [`build_release`].
pub fn program() -> PathBuf {
    target().join("release").join(format!("maester{}", std::env::consts::EXE_SUFFIX))
}

/// `cargo` with these arguments, in the workspace.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Builds `target/release/maester`.
pub fn build_release() -> Result {
    run(&mut cargo(&["build", "--release", "--package", "maester"]))
}

/// Runs a command to its end; its output goes where ours goes.
pub fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|error| format!("{} does not start: {error}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", line(command)).into()) }
}

/// Whether a command starts and ends well; nothing of it is shown.
pub fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A command as one would type it.
pub fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(OsStr::new("?")).to_string_lossy().into_owned();
    command.get_args().fold(program, |line, argument| line + " " + &argument.to_string_lossy())
}

/// All files under a folder whose path (relative to the folder) is wanted, in the order of their names. Folders whose names start
/// with a dot, `node_modules`, `target` and `dist` are not entered.
pub fn files(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            if entry.file_type()?.is_dir() {
                let name = name.to_string_lossy();
                if !name.starts_with('.') && !["node_modules", "target", "dist"].contains(&&*name) {
                    open.push(path);
                }
            } else if wanted(path.strip_prefix(folder)?) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A path as shown to people: relative to the workspace, with slashes.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
