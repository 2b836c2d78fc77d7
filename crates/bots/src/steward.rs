//! The heuristic player of the card game. How it thinks is the card game's own: [`card_game::bot`].

use card_game::{State, bot};
use table::Pick;

use crate::{Bot, Sight};

/// Plays sensibly by what its view shows; looks at no sampled state.
#[derive(Clone, Debug, Default)]
pub struct Steward(bot::Steward);

impl Bot<State> for Steward {
    fn pick(&mut self, sight: &Sight<'_, State>) -> Pick {
        match sight.view() {
            Some(view) if sight.legal().len() > 1 => self.0.pick(sight.rules(), view, sight.prompt(), sight.legal()),
            _ => 0,
        }
    }
}
