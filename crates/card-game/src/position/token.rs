//! A line of cards, taken apart: `3x01151 01146(kneeling, power 2)[+01035 =01146]`.

use super::Error;

/// A card as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spec {
    /// The code, with its count before it (`3x01151`); or a title.
    pub name: String,
    /// In quotes: a title.
    pub quoted: bool,
    /// What stands in parentheses: words, one attribute each.
    pub attrs: Vec<Vec<String>>,
    /// What stands in brackets, with its sign: `+` attached, `=` duplicate, `~` under the card.
    pub on: Vec<(char, Spec)>,
}

/// A line without its comment; a `#` in quotes is none.
pub fn bare(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return line[..at].trim(),
            _ => {}
        }
    }
    line.trim()
}

/// Whether a word can stand as a card's code.
pub fn plain(code: &str) -> bool {
    !code.is_empty() && !code.chars().any(|c| c.is_whitespace() || "()[],\"#@+=~".contains(c))
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

/// The cards of a line.
pub fn cards(text: &str, line: usize) -> Result<Vec<Spec>, Error> {
    let mut lexer = Lexer { rest: text.trim_start(), line };
    let mut out = Vec::new();
    while !lexer.rest.is_empty() {
        out.push(lexer.card(0)?);
        lexer.skip(',');
    }
    Ok(out)
}

impl Lexer<'_> {
    fn error(&self, what: impl Into<String>) -> Error {
        Error::new(self.line, what)
    }
    fn take(&mut self, n: usize) -> String {
        let (word, rest) = self.rest.split_at(n);
        self.rest = rest;
        word.to_owned()
    }
    /// Steps over a sign, and the spaces around it.
    fn skip(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let there = self.rest.starts_with(sign);
        if there {
            self.rest = self.rest[sign.len_utf8()..].trim_start();
        }
        there
    }

    fn card(&mut self, depth: usize) -> Result<Spec, Error> {
        if depth > 8 {
            return Err(self.error("cards on cards, more than eight deep"));
        }
        let mut spec = Spec::default();
        if self.skip('"') {
            let Some(end) = self.rest.find('"') else {
                return Err(self.error("a title in quotes does not end").right("write \"Robb Stark\""));
            };
            spec.name = self.take(end).trim().to_owned();
            spec.quoted = true;
            self.rest = &self.rest[1..];
        } else {
            let end = self.rest.find(|c: char| c.is_whitespace() || "()[],\"".contains(c)).unwrap_or(self.rest.len());
            if end == 0 {
                let sign = self.rest.chars().next().unwrap_or(' ');
                return Err(self.error(format!("a card stands before {sign:?}")).right("write a code, as in 01146(kneeling)[+01035]"));
            }
            spec.name = self.take(end);
        }
        // Only what touches the card belongs to it; spaces between its two halves do no harm.
        if self.rest.starts_with('(') {
            self.skip('(');
            let Some(end) = self.rest.find(')') else {
                return Err(self.error(format!("the parenthesis behind {} does not end", spec.name)).right("write ) behind its last word"));
            };
            let inner = self.take(end);
            self.rest = &self.rest[1..];
            let attrs = inner.split(',').map(|attr| attr.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
            spec.attrs = attrs.filter(|words| !words.is_empty()).collect();
        }
        if self.rest.starts_with('[') {
            self.skip('[');
            while !self.skip(']') {
                let Some(sign) = self.rest.chars().next() else {
                    return Err(self.error(format!("the bracket behind {} does not end", spec.name)).right("write ] behind its last card"));
                };
                if !"+=~".contains(sign) {
                    let right = "write + before an attachment, = before a duplicate, ~ before a card under it";
                    return Err(self.error(format!("{sign:?} in the brackets of {}", spec.name)).right(right));
                }
                self.skip(sign);
                if self.rest.is_empty() {
                    return Err(self.error(format!("no card behind {sign:?}")));
                }
                let card = self.card(depth + 1)?;
                spec.on.push((sign, card));
                self.skip(',');
            }
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cards_in_its_parts() {
        let line = bare(r##"3x01151 "Robb # Stark"(kneeling, token  poison 2)[+01035(by P2), =01146 ~9]  # a comment"##);
        let cards = cards(line, 1).unwrap();
        assert_eq!(cards.iter().map(|c| (&*c.name, c.quoted)).collect::<Vec<_>>(), [("3x01151", false), ("Robb # Stark", true)]);
        assert_eq!(cards[1].attrs, [vec!["kneeling"], vec!["token", "poison", "2"]]);
        let on: Vec<(char, &str)> = cards[1].on.iter().map(|(sign, card)| (*sign, &*card.name)).collect();
        assert_eq!(on, [('+', "01035"), ('=', "01146"), ('~', "9")]);
    }

    #[test]
    fn what_is_no_line_of_cards_says_why() {
        for (text, word) in [
            ("01146(kneeling", "parenthesis"),
            ("01146[+01035", "bracket"),
            ("01146[01035]", "'0'"),
            ("\"Robb", "quotes"),
            ("(power 2)", "before"),
            ("01146)", "before"),
            ("01146[+]", "before"),
            ("01146[+", "behind"),
        ] {
            let error = cards(text, 3).unwrap_err();
            assert!(error.to_string().starts_with("line 3: ") && error.to_string().contains(word), "{text}: {error}");
        }
        let deep = "1[+".repeat(20);
        assert!(cards(&deep, 1).is_err());
    }
}
