//! What a bot may know.

use std::cell::OnceCell;

use table::{Game, Prompt, Seat, Viewer};

/// Gives full states that a seat cannot tell from the true one: what it knows is the same, the rest is drawn from `seed`.
pub trait Sampler<G: Game> {
    fn sample(&self, seed: u64) -> Option<G>;
}

/// What is behind a sight.
pub(crate) trait Source<G: Game>: Sampler<G> {
    fn prompt(&self) -> Prompt;
    fn view(&self) -> Option<G::View>;
}

/// The game as the seat that is asked sees it. View and prompt are made when they are first asked for, so bots that need neither
/// are fast.
pub struct Sight<'a, G: Game> {
    seat: Seat,
    rules: &'a G::Rules,
    legal: Vec<G::Action>,
    source: Box<dyn Source<G> + 'a>,
    prompt: OnceCell<Prompt>,
    view: OnceCell<Option<G::View>>,
}

impl<'a, G: Game> Sight<'a, G> {
    /// The sight of a seat that owes a decision.
    pub fn new(game: &'a G, rules: &'a G::Rules, seat: Seat) -> Sight<'a, G> {
        let mut legal = Vec::new();
        game.legal(rules, seat, &mut legal);
        Sight::listed(game, rules, seat, legal)
    }

    /// As [`Sight::new`], where the legal picks of this moment are known already.
    pub fn listed(game: &'a G, rules: &'a G::Rules, seat: Seat, legal: Vec<G::Action>) -> Sight<'a, G> {
        Sight::from(Box::new(Direct { game, rules, seat }), rules, seat, legal)
    }

    pub(crate) fn from(source: Box<dyn Source<G> + 'a>, rules: &'a G::Rules, seat: Seat, legal: Vec<G::Action>) -> Sight<'a, G> {
        Sight { seat, rules, legal, source, prompt: OnceCell::new(), view: OnceCell::new() }
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What never changes and everybody may read: the cards, the rulings.
    pub fn rules(&self) -> &G::Rules {
        self.rules
    }

    /// The legal picks of this moment.
    pub fn legal(&self) -> &[G::Action] {
        &self.legal
    }

    /// What is asked, with the draft of the answer.
    pub fn prompt(&self) -> &Prompt {
        self.prompt.get_or_init(|| self.source.prompt())
    }

    /// What the seat sees. `None` only at a hosted game of another version, whose view cannot be read.
    pub fn view(&self) -> Option<&G::View> {
        self.view.get_or_init(|| self.source.view()).as_ref()
    }

    /// Takes the list of legal picks back, to use its memory again.
    pub fn into_legal(self) -> Vec<G::Action> {
        self.legal
    }
}

impl<G: Game> Sampler<G> for Sight<'_, G> {
    fn sample(&self, seed: u64) -> Option<G> {
        self.source.sample(seed)
    }
}

/// A game in the same program.
struct Direct<'a, G: Game> {
    game: &'a G,
    rules: &'a G::Rules,
    seat: Seat,
}

impl<G: Game> Sampler<G> for Direct<'_, G> {
    fn sample(&self, seed: u64) -> Option<G> {
        let mut other = self.game.clone();
        other.redeal(self.rules, Viewer::Seat(self.seat), seed);
        Some(other)
    }
}

impl<G: Game> Source<G> for Direct<'_, G> {
    fn prompt(&self) -> Prompt {
        self.game.prompt(self.rules, self.seat).expect("only a seat that owes a decision has a sight")
    }

    fn view(&self) -> Option<G::View> {
        Some(self.game.view(self.rules, Viewer::Seat(self.seat)))
    }
}
