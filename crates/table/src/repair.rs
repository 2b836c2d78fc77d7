//! Changes of a running game that its players agree on: read one by one, with errors that name which.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Illegal;

/// How many edits are agreed on at once.
pub const MOST: usize = 20;

/// Why a repair is refused.
pub fn bad(why: String) -> Illegal {
    Illegal::new("bad_position", why)
}

/// Reads the edits, each an object whose kind stands in `do`, and takes one after the other.
pub fn each<E: DeserializeOwned>(edits: &[Value], mut take: impl FnMut(E) -> Result<(), String>) -> Result<(), Illegal> {
    if edits.is_empty() || edits.len() > MOST {
        return Err(bad(format!("a repair is 1 to {MOST} edits, not {}", edits.len())));
    }
    for (number, value) in (1..).zip(edits) {
        let taken = crate::json::read_tagged(value, "do").and_then(&mut take);
        taken.map_err(|why| bad(format!("edit {number}: {why}")))?;
    }
    Ok(())
}
