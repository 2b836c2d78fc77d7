//! Reading files of cards into one pool: all errors of all files, and no code twice.

use std::collections::BTreeMap;

use super::Pool;
use crate::lang::ast::Def;
use crate::lang::load::{CardError, load_all, title};

/// What has been read so far.
#[derive(Default)]
pub struct Reading {
    defs: Vec<Def>,
    /// Where each code first stood, and the definition's place if it is good.
    places: BTreeMap<String, Place>,
    /// Cards of all files, good or bad.
    pub read: usize,
    pub errors: Vec<CardError>,
}

struct Place {
    file: String,
    line: usize,
    def: Option<usize>,
    /// It was added by somebody, beside the cards of the game.
    own: bool,
}

impl Reading {
    /// Reads one file. `own` files stand beside the cards that are compiled in and may repeat those as they are.
    pub fn file(&mut self, file: &str, text: &str, own: bool) {
        let (cards, mut errors) = load_all(file, text);
        self.read += cards.len();
        for card in cards {
            let mut error =
                |message| errors.push(CardError { file: file.to_owned(), line: card.line, card: title(&card.code, &card.name), message });
            if let Some(first) = self.places.get(&card.code).filter(|_| !card.code.is_empty()) {
                let at = format!("{}:{}", first.file, first.line);
                match (&card.def, first.def) {
                    _ if first.own || !own => error(format!("the code {} is defined twice, first at {at}", card.code)),
                    // Text is how definitions are compared: they say the same or they do not.
                    (Some(def), Some(place)) if format!("{def:?}") == format!("{:?}", self.defs[place]) => {
                        let place = Place { file: file.to_owned(), line: card.line, def: first.def, own };
                        self.places.insert(card.code, place);
                    }
                    (Some(_), _) => error(format!(
                        "the code {} is that of a card of the game ({at}), which says something else; a card of your own needs a code of its own",
                        card.code
                    )),
                    // What is wrong with it has been said.
                    (None, _) => {}
                }
                continue;
            }
            let place = Place { file: file.to_owned(), line: card.line, def: card.def.as_ref().map(|_| self.defs.len()), own };
            self.places.insert(card.code, place);
            self.defs.extend(card.def);
        }
        errors.sort_by_key(|error| error.line);
        self.errors.extend(errors);
    }

    /// The pool of all that was read, if nothing was wrong.
    pub fn finish(self) -> Result<Pool, Vec<CardError>> {
        if self.errors.is_empty() { Ok(Pool::new(self.defs)) } else { Err(self.errors) }
    }
}
