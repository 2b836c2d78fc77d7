//! Reading deck lists: which format it is, and then all of it.

use super::builder::Builder;
use super::{Deck, Kind, Problem, json, line, octgn, text};
use crate::pool::Pool;

/// No deck list is longer.
const MAX_BYTES: usize = 1 << 20;

/// What a file of decks holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Import {
    /// The decks, each as far as it could be read.
    pub decks: Vec<Deck>,
    /// Everything that is wrong, in the order of the file.
    pub problems: Vec<Problem>,
    /// What the reader decided where the file left it open; nothing wrong.
    pub notes: Vec<Problem>,
}

impl Import {
    /// A deck that needs no reading, as a file of it.
    pub fn of(deck: Deck) -> Import {
        Import { decks: vec![deck], ..Import::default() }
    }

    /// The one deck of a file that has nothing wrong.
    pub fn single(mut self) -> Result<Deck, Vec<Problem>> {
        match self.decks.len() {
            1 if self.problems.is_empty() => Ok(self.decks.remove(0)),
            n => {
                if n != 1 && self.problems.is_empty() {
                    self.problems.push(unreadable(None, format!("one deck is wanted, and the file holds {n}")));
                }
                Err(self.problems)
            }
        }
    }

    /// [`Import::single`] where cards that are not implemented may be played blank: they are no obstacle.
    pub fn single_with_blanks(mut self) -> Result<Deck, Vec<Problem>> {
        self.problems.retain(|problem| problem.kind != Kind::NotImplemented);
        self.single()
    }

    fn add(&mut self, (deck, problems, notes): (Deck, Vec<Problem>, Vec<Problem>)) {
        self.decks.push(deck);
        self.problems.extend(problems);
        self.notes.extend(notes);
    }
}

/// Reads a file of one deck or several, in any format: the deck site's plain text and JSON, OCTGN's XML, loose text, bare codes.
///
/// Never fails as a whole: what cannot be read is a problem, by line.
pub fn import(pool: &Pool, bytes: &[u8]) -> Import {
    let mut import = Import::default();
    if bytes.len() > MAX_BYTES {
        import.problems.push(unreadable(None, format!("the file has {} bytes; a deck list has {MAX_BYTES} at most", bytes.len())));
        return import;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}'),
        Err(error) => {
            let good = &bytes[..error.valid_up_to()];
            let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
            import.problems.push(unreadable(Some(line), "this is not text (UTF-8)".to_owned()));
            return import;
        }
    };
    if let Some(at) = text.find('\0') {
        let line = 1 + text[..at].matches('\n').count();
        import.problems.push(unreadable(Some(line), "this is not text, but a binary file".to_owned()));
        return import;
    }
    if text.trim().is_empty() {
        import.problems.push(unreadable(None, "the file is empty".to_owned()));
        return import;
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if let Some(problem) = json::other_json(pool, &text) {
        import.problems.push(problem);
    } else if looks_like_json(&text) {
        json::read(pool, &text, &mut |deck| import.add(deck)).unwrap_or_else(|problem| import.problems.push(problem));
    } else if text.trim_start().starts_with("<?xml") || text.trim_start().starts_with("<deck") {
        match octgn::read(pool, &text) {
            Ok(deck) => import.add(deck),
            Err(problem) => import.problems.push(problem),
        }
    } else {
        for chunk in chunks(&text) {
            let mut builder = Builder::new(pool);
            let end = text::read(pool, &mut builder, &chunk);
            import.add(builder.finish(end));
        }
    }
    import
}

/// Whether it is JSON, well-formed or broken; a list whose name starts with a bracket is not.
fn looks_like_json(text: &str) -> bool {
    let text = text.trim_start();
    match text.chars().next() {
        Some('{') => !text::has_header(&text.lines().collect::<Vec<_>>()),
        Some('[') => text[1..].trim_start().starts_with(['{', ']']),
        _ => false,
    }
}

/// The decks of a file, parted by lines of `=`; each line with its number. Parts without any text are none.
fn chunks(text: &str) -> Vec<Vec<(usize, &str)>> {
    let mut chunks = vec![Vec::new()];
    for (at, line) in text.lines().enumerate() {
        if line::is_separator(line) {
            chunks.push(Vec::new());
        } else if let Some(chunk) = chunks.last_mut() {
            chunk.push((at + 1, line));
        }
    }
    chunks.retain(|chunk| chunk.iter().any(|(_, line)| !line.trim().is_empty()));
    chunks
}

pub(super) fn unreadable(line: Option<usize>, message: String) -> Problem {
    Problem { kind: Kind::Unreadable, line, card: None, message, rule: None }
}
