//! Bots at a hosted game: a whole answer through the object-safe door.

use std::sync::Arc;

use table::{Choice, Game, Hosted, Pick, Prompt, Seat, Viewer};

use crate::sight::Source;
use crate::{Bot, Sampler, Sight};

/// The whole answer of `bot` to the decision that `seat` owes, for [`Hosted::answer`]. `None` when the seat owes nothing, or when the
/// game behind the door is no `G` (the caller then answers otherwise).
///
/// `rules` are those that the game was opened with. The bot sees what the door gives to its seat: view, prompt, legal picks.
pub fn answer<G: Game>(bot: &mut dyn Bot<G>, rules: &G::Rules, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>> {
    if game.kind() != G::KIND {
        return None;
    }
    let mut picks: Vec<Pick> = Vec::new();
    loop {
        let asked = game.options_after(seat, &picks).ok()?;
        if asked.complete {
            return Some(picks);
        }
        let action = |choice: &Choice| serde_json::from_value(choice.action.clone()).ok();
        let legal: Vec<G::Action> = asked.legal.iter().map(action).collect::<Option<_>>()?;
        let pick = if legal.len() == 1 {
            0
        } else {
            let door = Box::new(Door { game, rules, seat, prompt: asked.prompt });
            bot.pick(&Sight::from(door, rules, seat, legal))
        };
        picks.push(pick);
    }
}

/// A bot in a chair of a hosted game of whatever kind.
pub trait Player: Send {
    /// The whole answer to the decision that `seat` owes; `None` if it has none to give.
    fn answer(&mut self, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>>;
}

/// A bot with the rules that the games are opened with in which it sits.
pub struct Chair<G: Game> {
    pub bot: Box<dyn Bot<G>>,
    pub rules: Arc<G::Rules>,
}

impl<G: Game> Player for Chair<G> {
    fn answer(&mut self, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>> {
        answer(&mut *self.bot, &self.rules, game, seat)
    }
}

struct Door<'a, G: Game> {
    game: &'a dyn Hosted,
    rules: &'a G::Rules,
    seat: Seat,
    prompt: Prompt,
}

impl<G: Game> Sampler<G> for Door<'_, G> {
    /// Without the draft of the answer, which the door does not keep.
    fn sample(&self, seed: u64) -> Option<G> {
        let mut other: G = serde_json::from_value(self.game.state_json()).ok()?;
        other.restore(self.rules);
        other.redeal(self.rules, Viewer::Seat(self.seat), seed);
        Some(other)
    }
}

impl<G: Game> Source<G> for Door<'_, G> {
    fn prompt(&self) -> Prompt {
        self.prompt.clone()
    }

    fn view(&self) -> Option<G::View> {
        serde_json::from_value(self.game.view_json(Viewer::Seat(self.seat))).ok()
    }
}
