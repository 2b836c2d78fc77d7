//! Bots that look at the legal picks only: random play, and random play that does not hold back.

use card_game::State;
use card_game::view::Action;
use rand_core::{RngCore, SeedableRng};
use rand_pcg::Pcg64Mcg;
use table::{Game, Pick};

use crate::{Bot, Sight};

/// Each legal pick is as likely as any other.
#[derive(Clone, Debug)]
pub struct Random(Pcg64Mcg);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number below `n`, each as likely (`n` is small: the multiplication's bias is below one in a billion).
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }
}

impl<G: Game> Bot<G> for Random {
    fn pick(&mut self, sight: &Sight<'_, G>) -> Pick {
        self.below(sight.legal().len()) as Pick
    }
}

/// Random, but it never passes a marshal, an attack or a defence that it can make.
#[derive(Clone, Debug)]
pub struct Eager(Random);

impl Eager {
    pub fn new(seed: u64) -> Eager {
        Eager(Random::new(seed))
    }
}

impl Bot<State> for Eager {
    fn pick(&mut self, sight: &Sight<'_, State>) -> Pick {
        let legal = sight.legal();
        let Some(pass) = legal.iter().position(|action| *action == Action::Pass).filter(|_| legal.len() > 1) else {
            return self.0.below(legal.len()) as Pick;
        };
        let offers = |a: &Action| matches!(a, Action::Marshal { .. } | Action::IntoShadows { .. } | Action::Challenge { .. });
        let cards = || legal.iter().any(|a| matches!(a, Action::Card { .. }));
        // The list of defenders looks like any other set of cards.
        if !(legal.iter().any(offers) || cards() && sight.prompt().topic == "defenders") {
            return self.0.below(legal.len()) as Pick;
        }
        let at = self.0.below(legal.len() - 1);
        (if at < pass { at } else { at + 1 }) as Pick
    }
}
