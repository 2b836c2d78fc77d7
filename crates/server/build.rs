//! The web client and the rules page are compiled in when they are there; an empty folder stands for them when not.

use std::path::Path;

fn main() {
    for folder in ["../../web/dist", "../../docs/rules"] {
        // A binary without the client is a good binary; a source tree that cannot be written to is no reason to fail.
        if !Path::new(folder).exists() {
            let _ = std::fs::create_dir_all(folder);
        }
        println!("cargo::rerun-if-changed={folder}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
