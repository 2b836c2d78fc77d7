//! The cards and games that this program plays with.

use std::path::Path;

use server::games::Games;

use crate::output::Failure;

/// All games, with the cards of a folder beside those that are compiled in.
pub fn games(cards: Option<&Path>) -> Result<Games, Failure> {
    if let Some(folder) = cards {
        return Err(Failure::Failed(format!("cards cannot be added yet: {}", folder.display())));
    }
    Ok(Games::all())
}
