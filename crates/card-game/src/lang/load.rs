//! Reading card files: a file is a RON list of cards, read one by one so that an error names the file, the card and its line.

use serde::Deserialize;

use super::ast::{Body, Def, Effect, Triggered};
use super::raw;

/// What is wrong with a card file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {card}: {message}")]
pub struct CardError {
    pub file: String,
    /// Line of the file on which the card starts, from 1.
    pub line: usize,
    /// Code and name where they could be read.
    pub card: String,
    pub message: String,
}

/// All definitions of a file, or every error found in it.
pub fn load(file: &str, text: &str) -> Result<Vec<Def>, Vec<CardError>> {
    let mut defs = Vec::new();
    let mut errors = Vec::new();
    let error = |line: usize, card: &str, message: String| CardError { file: file.to_owned(), line, card: card.to_owned(), message };
    let cards = match split(text) {
        Ok(cards) => cards,
        Err((line, message)) => return Err(vec![error(line, "file", message)]),
    };
    for (line, card) in cards {
        #[derive(Deserialize)]
        struct Head {
            code: String,
            #[serde(default)]
            name: String,
        }
        let head = raw::read::<Head>(&card).map(|h| format!("{} {}", h.code, h.name)).unwrap_or_else(|_| "a card".to_owned());
        match raw::read::<Def>(&card) {
            Ok(def) => match check(&def) {
                Ok(()) => defs.push(def),
                Err(message) => errors.push(error(line, &head, message)),
            },
            Err(message) => errors.push(error(line, &head, message)),
        }
    }
    if errors.is_empty() { Ok(defs) } else { Err(errors) }
}

/// What serde cannot see: an icon letter, a missing trigger, a value that the card type needs.
fn check(def: &Def) -> Result<(), String> {
    use crate::words::CardType;
    if def.code.is_empty() || !def.code.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(format!("a code is letters and digits, like 01146, not {:?}", def.code));
    }
    if let Some(letter) = def.icons.chars().find(|c| !"MIP".contains(*c)) {
        return Err(format!("icons are the letters M, I and P, not {letter:?}"));
    }
    let needs = |field: &str, given: bool| if given { Ok(()) } else { Err(format!("a {} needs `{field}`", def.kind.word())) };
    match def.kind {
        CardType::Character => {
            needs("cost", def.cost.is_some())?;
            needs("str", def.strength.is_some())?;
        }
        CardType::Location | CardType::Attachment | CardType::Event => needs("cost", def.cost.is_some())?,
        CardType::Plot => needs("plot", def.plot.is_some())?,
        _ => {}
    }
    for (i, ability) in def.abilities.iter().enumerate() {
        let at = |message: &str| Err(format!("ability {}: {message}", i + 1));
        let needs_when = |t: &Triggered| t.when.is_none();
        match &ability.body {
            Body::Reaction(t) | Body::Interrupt(t) | Body::ForcedReaction(t) | Body::ForcedInterrupt(t) if needs_when(t) => {
                return at("an interrupt or reaction needs `when:`");
            }
            Body::Action(t) | Body::WhenRevealed(t) if t.when.is_some() => return at("`when:` belongs to interrupts and reactions"),
            Body::WhenRevealed(_) if def.kind != CardType::Plot => return at("only plots have When Revealed abilities"),
            Body::Action(t)
            | Body::Reaction(t)
            | Body::Interrupt(t)
            | Body::ForcedReaction(t)
            | Body::ForcedInterrupt(t)
            | Body::WhenRevealed(t) => {
                if t.effect.iter().all(|e| matches!(e, Effect::Then)) {
                    return at("it has no effect");
                }
            }
            Body::Constant(c) => {
                if c.gets.is_empty() && c.rules.is_empty() {
                    return at("a constant ability needs `gets:` or `rules:`");
                }
            }
        }
    }
    Ok(())
}

/// Splits a file `[ (...), (...) ]` into its cards with the line each starts on. Knows strings and comments, nothing else.
fn split(text: &str) -> Result<Vec<(usize, String)>, (usize, String)> {
    let mut cards = Vec::new();
    let mut depth = 0i32;
    let mut start = None;
    let mut line = 1;
    let mut chars = text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        match c {
            '\n' => line += 1,
            '"' => {
                let opened = line;
                let mut closed = false;
                while let Some((_, c)) = chars.next() {
                    match c {
                        '\\' => drop(chars.next()),
                        '\n' => line += 1,
                        '"' => {
                            closed = true;
                            break;
                        }
                        _ => {}
                    }
                }
                if !closed {
                    return Err((opened, "a text in quotes is not closed".to_owned()));
                }
            }
            '/' if matches!(chars.peek(), Some((_, '/'))) => {
                for (_, c) in chars.by_ref() {
                    if c == '\n' {
                        line += 1;
                        break;
                    }
                }
            }
            '(' | '[' | '{' => {
                depth += 1;
                if depth == 2 && c == '(' {
                    start = Some((i, line));
                }
            }
            ')' | ']' | '}' => {
                depth -= 1;
                if depth < 0 {
                    return Err((line, format!("`{c}` closes nothing")));
                }
                if depth == 1
                    && let Some((from, at)) = start.take()
                {
                    cards.push((at, text[from..=i].to_owned()));
                }
            }
            _ => {}
        }
    }
    if depth != 0 {
        let at = start.map_or(line, |(_, at)| at);
        return Err((at, "a bracket that opens here is not closed before the end of the file".to_owned()));
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_reads() {
        let text = r#"[
// a location
(code: "01193", name: "The Mander", unique: true, loyal: true, faction: tyrell, cost: 3, traits: ["The Reach"], kind: location,
 abilities: [Reaction(when: Win(by: 5), cost: Kneel(This), effect: Draw(2))]),
(code: "01041", name: "Put to the Sword", cost: 2, kind: event,
 abilities: [Reaction(when: Win(type: Military, as: Attacker, by: 5), max: PerChallenge(1),
     choose: ("c", [Character, ControlledBy(Loser)]), effect: Kill("c"))]),
(code: "01183", name: "Any", cost: 2, kind: character, faction: tyrell, str: 5, icons: "MP", keywords: [Renown, Ambush(2), NoAttachmentsExcept("Weapon")],
 abilities: [Constant(gets: Str(Count([Character, Kneeling, Not(Is(This))]))),
   Action(choose: (name: "c", of: [Character, Str(AtMost(4)), Trait(["Lord", "Lady"])], up_to: 3), effect: [Until(Phase, "c", [Str(2), Icon(Intrigue)]), Then, GainPower(1)])]),
]"#;
        let defs = load("test.ron", text).unwrap_or_else(|e| panic!("{}", e[0]));
        assert_eq!(defs.len(), 3);
    }

    #[test]
    fn errors_name_line_card_and_nearest_word() {
        let text = "[\n(code: \"1\", name: \"A\", kind: location, cost: 1,\n abilities: [Action(effect: Drow(1))])]";
        let error = load("x.ron", text).unwrap_err().remove(0);
        assert_eq!(error.line, 2);
        assert!(error.message.contains("Draw"), "{error}");
        let text = "[(code: \"1\", name: \"A\", kind: location, cost: 1, traits: [\"Lrod\"])]";
        let error = load("x.ron", text).unwrap_err().remove(0);
        assert!(error.message.contains("Lord"), "{error}");
        let text = "[(code: \"1\", name: \"A\", kind: location, cost: 1, abilities: [Action(effect: Kneel(\"c\"))])]";
        let error = load("x.ron", text).unwrap_err().remove(0);
        assert!(error.message.contains("never bound"), "{error}");
    }
}
