//! A pool with its rules under every ruling, for whoever opens games of which the file says under which rules they were played: the
//! room server, the engine protocol, the program.

use std::sync::{Arc, OnceLock};

use table::Game;

use crate::kernel::state::State;
use crate::pool::Pool;
use crate::rules::{Rules, Rulings};

/// The cards, compiled under either rulings when they are first asked for.
#[derive(Debug)]
pub struct Rulebook {
    pool: Arc<Pool>,
    reference: OnceLock<Arc<Rules>>,
    faq: OnceLock<Arc<Rules>>,
}

impl Rulebook {
    /// The rulings that there are, the usual ones first.
    pub const RULINGS: [Rulings; 2] = [Rulings::Reference, Rulings::Faq41];

    pub fn new(pool: Arc<Pool>) -> Rulebook {
        Rulebook { pool, reference: OnceLock::new(), faq: OnceLock::new() }
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    pub fn rules(&self, rulings: Rulings) -> Arc<Rules> {
        let place = match rulings {
            Rulings::Reference => &self.reference,
            Rulings::Faq41 => &self.faq,
        };
        place.get_or_init(|| Arc::new(Rules::new(self.pool.defs.iter().cloned(), rulings, None))).clone()
    }

    /// The rulings of this name; those in force where nobody names any.
    pub fn named(word: Option<&str>) -> Result<Rulings, String> {
        let Some(word) = word else { return Ok(Rulings::default()) };
        let found = Rulebook::RULINGS.into_iter().find(|rulings| rulings.word() == word);
        found.ok_or_else(|| {
            let word: String = word.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
            format!("rulings are `reference` or `faq-4.1`, not `{word}`")
        })
    }

    /// The rules that a file names, as [`Game::rules_id`] does; if they are none of these, what these are called.
    pub fn known(&self, id: &str) -> Result<Arc<Rules>, Vec<String>> {
        let known = Rulebook::RULINGS.map(|rulings| self.rules(rulings));
        match known.iter().find(|rules| State::rules_id(rules) == id) {
            Some(rules) => Ok(rules.clone()),
            None => Err(known.iter().map(|rules| State::rules_id(rules)).collect()),
        }
    }
}
