//! A file that a person cannot hold in the head wants to be two.

use std::path::Path;

use crate::Result;
use crate::workspace::{files, root, shown};

const LIMIT: usize = 600;

/// Lists the sources beyond the limit, the longest first. Information, not a fault.
pub fn list() -> Result {
    let wanted = |path: &Path| {
        let written = path.extension().is_some_and(|extension| ["rs", "ts", "svelte", "css"].iter().any(|wanted| extension == *wanted));
        written && !path.iter().any(|part| part == "generated")
    };
    let mut long = Vec::new();
    let all = files(root(), wanted)?;
    let count = all.len();
    for path in all {
        let lines = std::fs::read_to_string(&path)?.lines().count();
        if lines > LIMIT {
            long.push((lines, shown(&path)));
        }
    }
    long.sort_by(|a, b| b.cmp(a));
    long.iter().for_each(|(lines, path)| println!("{lines:6} {path}"));
    println!("{} of {count} files have more than {LIMIT} lines", long.len());
    Ok(())
}
