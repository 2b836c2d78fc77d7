//! The cards that this program plays with.

use std::path::Path;
use std::sync::Arc;

use card_game::pool::Pool;

use crate::output::Failure;

/// The cards that are compiled in, and those of a folder beside them.
pub fn pool(cards: Option<&Path>) -> Result<Arc<Pool>, Failure> {
    let Some(folder) = cards else { return Ok(Arc::new(Pool::builtin().clone())) };
    if !folder.is_dir() {
        return Err(Failure::Usage(format!("there is no folder {}", folder.display())));
    }
    match Pool::with_folder(folder) {
        Ok(pool) => Ok(Arc::new(pool)),
        Err(errors) => {
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Err(Failure::Failed(lines.join("\n")))
        }
    }
}
