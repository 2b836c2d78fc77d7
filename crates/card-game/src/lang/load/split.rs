//! Where the cards of a file begin and end. Knows brackets, strings and comments, nothing else; one broken card does not hide the next.

/// Brackets may stand this deep in each other. Cards of the pool reach a dozen; readers of nested parts need stack for each.
const MAX_DEPTH: usize = 40;
/// Digits of a number on a card at most.
const MAX_NUMBER: usize = 3;
/// Faults outside of cards that are told at most; a file with more is no card file.
const MAX_FAULTS: usize = 20;

/// One card's text, and the line on which it begins, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece<'a> {
    pub line: usize,
    pub text: &'a str,
    /// What is wrong with its brackets, strings or numbers; then it cannot be read further.
    pub wrong: Option<String>,
}

/// The cards of a file `[ (...), (...) ]`, and what is wrong outside of them, by line.
pub fn split(text: &str) -> (Vec<Piece<'_>>, Vec<(usize, String)>) {
    let mut reader = Reader { text, at: 0, line: 1, open: Vec::new(), card: None, pieces: Vec::new(), wrong: Vec::new(), listed: false };
    while let Some(c) = reader.peek() {
        reader.step(c);
    }
    reader.end();
    (reader.pieces, reader.wrong)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Brackets that are open, outermost first, each with its line.
    open: Vec<(char, usize)>,
    /// The card that is being read.
    card: Option<Card>,
    pieces: Vec<Piece<'a>>,
    wrong: Vec<(usize, String)>,
    /// The list of cards was opened.
    listed: bool,
}

struct Card {
    from: usize,
    line: usize,
    wrong: Option<String>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn step(&mut self, c: char) {
        let rest = &self.text[self.at..];
        if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.comment(rest);
        } else {
            match c {
                '"' => self.string(rest),
                '(' | '[' | '{' => self.opens(c, rest),
                ')' | ']' | '}' => self.closes(c),
                _ if c.is_whitespace() || c == ',' => self.skip(c.len_utf8()),
                _ => self.word(rest),
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.line += passed.bytes().filter(|b| *b == b'\n').count();
        self.at += bytes;
    }

    /// Says what is wrong with the card that is being read (its first fault only) or with the file.
    fn fault(&mut self, message: String) {
        match &mut self.card {
            Some(card) => drop(card.wrong.get_or_insert(message)),
            None if self.wrong.len() < MAX_FAULTS => self.wrong.push((self.line, message)),
            None => {}
        }
    }

    fn comment(&mut self, rest: &str) {
        match rest.find("*/") {
            Some(end) => self.skip(end + 2),
            None => {
                self.fault(format!("the comment that opens on line {} is not closed", self.line));
                self.skip(rest.len());
            }
        }
    }

    /// A text in quotes stands on one line; so one that is not closed swallows no more than that.
    fn string(&mut self, rest: &str) {
        let mut escaped = false;
        for (i, c) in rest.char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    if self.card.is_none() {
                        self.fault("a text stands here where a card should: `(code: ...)`".to_owned());
                    }
                    return self.skip(i + 1);
                }
                _ => {}
            }
        }
        self.fault(format!("the text in quotes that opens on line {} is not closed on it", self.line));
        self.skip(rest.find('\n').unwrap_or(rest.len()));
    }

    fn opens(&mut self, c: char, rest: &str) {
        if c == '(' && begins_card(rest) && self.card.is_some() {
            // Cards do not stand in cards: the one before was not closed.
            if let Some((bracket, line)) = self.open.last().copied() {
                self.fault(format!(
                    "the `{bracket}` that opens on line {line} is not closed before the next card begins on line {}",
                    self.line
                ));
            }
            self.complete();
            self.open.truncate(1);
        }
        if self.open.is_empty() {
            if c != '[' || self.listed {
                self.fault(match self.listed {
                    true => "something follows the list of cards".to_owned(),
                    false => "a card file is a list: `[` first, then the cards `(code: ...)`, then `]`".to_owned(),
                });
            }
            if c == '(' {
                // Read the card all the same.
                self.open.push(('[', self.line));
            }
            self.listed = true;
        }
        if self.open.len() == 1 && self.card.is_none() {
            if c == '(' {
                self.card = Some(Card { from: self.at, line: self.line, wrong: None });
            } else {
                self.fault(format!("`{c}` stands here where a card should: `(code: ...)`"));
            }
        }
        if self.open.len() == MAX_DEPTH {
            self.fault(format!("line {}: brackets stand more than {MAX_DEPTH} deep in each other", self.line));
        }
        self.open.push((c, self.line));
        self.skip(1);
    }

    fn closes(&mut self, c: char) {
        let wanted = match c {
            ')' => '(',
            ']' => '[',
            _ => '{',
        };
        match self.open.last().copied() {
            Some((open, _)) if open == wanted => {
                self.open.pop();
            }
            Some((open, line)) => {
                self.fault(format!("`{c}` on line {} does not close the `{open}` that opens on line {line}", self.line));
                // Whatever is meant: up to the one that this may close, nothing is open.
                if let Some(place) = self.open.iter().rposition(|(open, _)| *open == wanted)
                    && place > 0
                {
                    self.open.truncate(place);
                }
            }
            None => self.fault(format!("`{c}` closes nothing")),
        }
        self.skip(1);
        if self.open.len() <= 1 {
            self.complete();
        }
    }

    /// Anything that is no bracket, text or comment, up to the next of those.
    fn word(&mut self, rest: &str) {
        let ends = |text: &str, c: char| c.is_whitespace() || "()[]{},\"".contains(c) || text.starts_with("//") || text.starts_with("/*");
        let end = rest.char_indices().skip(1).find(|(i, c)| ends(&rest[*i..], *c)).map_or(rest.len(), |(i, _)| i);
        let word = &rest[..end];
        let shown = || word.chars().take(30).collect::<String>();
        if self.card.is_none() {
            self.fault(format!("`{}` stands here where a card should: `(code: ...)`", shown()));
        } else if word.bytes().filter(u8::is_ascii_digit).count() > MAX_NUMBER && is_number(word) {
            self.fault(format!(
                "line {}: the number {} is too large; no number on a card has more than {MAX_NUMBER} digits",
                self.line,
                shown()
            ));
        }
        self.skip(word.len());
    }

    /// The card that was being read ends here.
    fn complete(&mut self) {
        if let Some(Card { from, line, wrong }) = self.card.take() {
            self.pieces.push(Piece { line, text: &self.text[from..self.at], wrong });
        }
    }

    fn end(&mut self) {
        if let Some((bracket, line)) = self.open.last().copied() {
            let message = format!("the `{bracket}` that opens on line {line} is not closed before the end of the file");
            if self.card.is_none() {
                self.line = line;
            }
            self.fault(message);
        }
        self.complete();
        if !self.listed && self.wrong.is_empty() {
            self.fault("there is no list of cards in this file: `[ (code: ...), ... ]`".to_owned());
        }
    }
}

/// Whether a bracket opens a card: no other part of the language has a field `code`.
fn begins_card(text: &str) -> bool {
    let inside = text[1..].trim_start();
    inside.strip_prefix("code").is_some_and(|rest| rest.trim_start().starts_with(':'))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit() || b"+-._".contains(&b))
}
