//! The browser client: its packages, its build, its generated types.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Result;
use crate::workspace::{cargo, files, root, run, succeeds, target};

/// How a build of the client ended.
pub enum Built {
    Anew,
    UpToDate,
    /// It cannot be built here, and why.
    Not(String),
}

pub fn folder() -> PathBuf {
    root().join("web")
}

/// `npm` in the client's folder.
pub fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(folder());
    command
}

/// Why nothing can be done with the client here, if so.
pub fn unavailable() -> Option<String> {
    if !folder().join("package.json").exists() {
        Some("web/package.json does not exist".into())
    } else if !succeeds(&mut npm(&["--version"])) {
        Some("npm is not installed".into())
    } else {
        None
    }
}

/// Whether `package.json` has a script of this name.
pub fn has_script(name: &str) -> bool {
    let package = fs::read(folder().join("package.json")).ok().and_then(|text| serde_json::from_slice::<Value>(&text).ok());
    package.is_some_and(|package| package["scripts"][name].is_string())
}

/// Installs the locked packages where they are missing or older than the lock file.
pub fn install() -> Result {
    let time = |path: &str| fs::metadata(folder().join(path)).and_then(|data| data.modified()).ok();
    match (time("package-lock.json"), time("node_modules/.package-lock.json")) {
        (Some(lock), Some(installed)) if installed >= lock => Ok(()),
        _ => run(&mut npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"])),
    }
}

/// Builds the client when its sources changed since the last build.
pub fn build() -> Result<Built> {
    if let Some(why) = unavailable() {
        return Ok(Built::Not(why));
    }
    let built = folder().join("dist/index.html").exists();
    if built && fs::read_to_string(stamp()).is_ok_and(|stamped| fingerprint(&folder()).is_ok_and(|sources| sources == stamped)) {
        return Ok(Built::UpToDate);
    }
    build_anew()?;
    Ok(Built::Anew)
}

/// Builds the client, and notes of what.
pub fn build_anew() -> Result {
    let sources = fingerprint(&folder())?;
    install()?;
    run(&mut npm(&["run", "build"]))?;
    fs::create_dir_all(target())?;
    Ok(fs::write(stamp(), sources)?)
}

/// Where the fingerprint of the last build's sources is kept.
fn stamp() -> PathBuf {
    target().join("web-client.stamp")
}

/// One word for names and contents of all sources below a folder; a changed file gives another word.
fn fingerprint(folder: &Path) -> Result<String> {
    let tests = ["e2e", "tests", "test-results", "playwright-report"];
    let mut hasher = DefaultHasher::new();
    for path in files(folder, |path| !path.iter().next().is_some_and(|first| tests.iter().any(|name| first == *name)))? {
        path.strip_prefix(folder)?.hash(&mut hasher);
        fs::read(&path)?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// `cargo xtask web`.
pub fn chore() -> Result {
    match build()? {
        Built::Anew => println!("web/dist is built"),
        Built::UpToDate => println!("web/dist is up to date"),
        Built::Not(why) => return Err(format!("the client cannot be built: {why}").into()),
    }
    Ok(())
}

/// `cargo xtask types`: the program, built with its feature `ts`, writes the types it speaks.
pub fn types() -> Result {
    let into = folder().join("src/lib/generated");
    fs::create_dir_all(&into)?;
    run(cargo(&["run", "--quiet", "--package", "maester", "--features", "ts", "--", "types"]).arg(into))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_source_changes_the_fingerprint() {
        let folder = target().join("xtask-test-fingerprint");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::create_dir_all(folder.join("dist")).unwrap();
        fs::write(folder.join("src/app.ts"), "1").unwrap();
        let first = fingerprint(&folder).unwrap();
        fs::write(folder.join("dist/app.js"), "built").unwrap();
        assert_eq!(fingerprint(&folder).unwrap(), first);
        fs::write(folder.join("src/app.ts"), "2").unwrap();
        assert_ne!(fingerprint(&folder).unwrap(), first);
        fs::remove_dir_all(&folder).unwrap();
    }
}
