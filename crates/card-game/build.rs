//! Embeds the card files and the ready decks: one list of (path, text) each, sorted by path.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    embed(&root.join("cards"), "ron", "CARD_FILES", &out.join("card_files.rs"))?;
    embed(&root.join("decks"), "txt", "DECK_FILES", &out.join("deck_files.rs"))
}

/// Writes `const NAME: &[(&str, &str)]` with every file below `folder` that ends in `.extension`.
fn embed(folder: &Path, extension: &str, name: &str, out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    walk(folder, extension, &mut files)?;
    files.sort();
    let mut code = format!("const {name}: &[(&str, &str)] = &[\n");
    for file in &files {
        let path = file.strip_prefix(folder).expect("walk stays below the folder").to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({path:?}, include_str!({:?})),", file.to_string_lossy()).expect("a String takes everything");
    }
    code.push_str("];\n");
    fs::write(out, code)
}

fn walk(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, extension, files)?;
        } else if path.extension().is_some_and(|e| e == extension) {
            files.push(path);
        }
    }
    Ok(())
}
