//! A pool with its rules under every ruling, for whoever opens games of which the file says under which rules they were played: the
//! room server, the engine protocol, the program.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
    /// By rulings and codes of the cards that are played blank.
    blanks: Mutex<Blanks>,
}

type Blanks = BTreeMap<(&'static str, Vec<String>), Arc<Rules>>;

/// What stands before the codes of the cards that are played blank, in a name of rules.
pub(crate) const BLANKS: &str = " blank ";
/// The same in the word for the rulings of a table: `reference+blank:04080,04120`.
const WITH: &str = "+blank:";
/// Rules with blank cards that are kept.
const KEPT: usize = 16;

impl Rulebook {
    /// The rulings that there are, the usual ones first.
    pub const RULINGS: [Rulings; 2] = [Rulings::Reference, Rulings::Faq41];

    pub fn new(pool: Arc<Pool>) -> Rulebook {
        Rulebook { pool, reference: OnceLock::new(), faq: OnceLock::new(), blanks: Mutex::default() }
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

    /// The rules under which these known cards, which are not implemented, are played blank.
    ///
    /// # Errors
    /// If one of them is no such card.
    pub fn with_blanks(&self, rulings: Rulings, codes: &[String]) -> Result<Arc<Rules>, String> {
        let mut codes = codes.to_vec();
        codes.sort();
        codes.dedup();
        if codes.is_empty() {
            return Ok(self.rules(rulings));
        }
        let key = (rulings.word(), codes);
        let mut kept = self.blanks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = kept.get(&key) {
            return Ok(rules.clone());
        }
        let blank = |code: &String| {
            let code: String = code.chars().filter(|c| !c.is_control()).take(20).collect();
            self.pool.blank(&code).ok_or_else(|| format!("`{code}` is no card that is known and not implemented"))
        };
        let blanks = key.1.iter().map(blank).collect::<Result<Vec<_>, _>>()?;
        let rules = Arc::new(Rules::with_blanks(self.pool.defs.iter().cloned(), blanks, rulings, None));
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, rules.clone());
        Ok(rules)
    }

    /// The word by which [`Rulebook::meant`] finds the rules of these rulings with these cards played blank.
    pub fn word(rulings: Option<&str>, blanks: &[String]) -> Option<String> {
        match blanks {
            [] => rulings.map(str::to_owned),
            _ => Some(format!("{}{WITH}{}", rulings.unwrap_or(Rulings::default().word()), blanks.join(","))),
        }
    }

    /// The rules of a word: rulings, and cards that are played blank if it names some.
    pub fn meant(&self, word: Option<&str>) -> Result<Arc<Rules>, String> {
        match word.and_then(|word| word.split_once(WITH)) {
            None => Ok(self.rules(Rulebook::named(word)?)),
            Some((rulings, codes)) => {
                let codes: Vec<String> = codes.split(',').map(str::to_owned).collect();
                self.with_blanks(Rulebook::named(Some(rulings))?, &codes)
            }
        }
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
    ///
    /// A name that says which cards were played blank is understood as long as these are not implemented.
    pub fn known(&self, id: &str) -> Result<Arc<Rules>, Vec<String>> {
        let codes: Vec<String> = id.split_once(BLANKS).map(|(_, codes)| codes.split(' ').map(str::to_owned).collect()).unwrap_or_default();
        let blank = |rulings| self.with_blanks(rulings, &codes).unwrap_or_else(|_| self.rules(rulings));
        let known = Rulebook::RULINGS.map(blank);
        match known.iter().find(|rules| State::rules_id(rules) == id) {
            Some(rules) => Ok(rules.clone()),
            None => Err(known.iter().map(|rules| State::rules_id(rules)).collect()),
        }
    }
}
