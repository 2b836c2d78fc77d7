//! Bots at a hosted game: a whole answer through the object-safe door.

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
