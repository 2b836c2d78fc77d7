//! The parts of speech that may be written in more than one way: `2` or `Count([...])`, one thing or a list, a name or a reference.
//!
//! RON's untagged enums give useless errors, so each of these reads the raw text, looks at its first character, and then reads the one
//! form that it must be.

use std::cell::RefCell;

use ron::error::Position;
use ron::value::RawValue;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use super::ast::*;
use super::roles;
use crate::words::ChallengeType;

/// The RON dialect of card files.
pub fn options() -> ron::Options {
    use ron::extensions::Extensions;
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// Reads `text` as a `T`; the error says what is wrong, where in the text, and which word is nearest.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    options().from_str::<T>(text).map_err(|error| explain(&error.code, text, excerpt(text, error.span.start)))
}

/// The part of a text at which reading failed: all of a short one, of a longer one what stands around that place on its line.
fn excerpt(text: &str, at: Position) -> &str {
    if text.chars().count() <= EXCERPT {
        return text;
    }
    let line = text.lines().nth(at.line.saturating_sub(1)).unwrap_or(text);
    let from = line.char_indices().nth(at.col.saturating_sub(EXCERPT / 2)).map_or(0, |(from, _)| from);
    &line[from..]
}

/// Characters of a text that a message shows.
const EXCERPT: usize = 70;

/// A RON error in words, with the nearest valid word.
fn explain(code: &ron::Error, whole: &str, text: &str) -> String {
    let near = |found: &str, expected: &'static [&'static str]| match super::near::meant(found, expected) {
        Some(word) => format!("; the nearest word is `{word}`"),
        None if expected.len() <= 20 => format!("; the words are {}", expected.join(", ")),
        None => String::new(),
    };
    // What the parts of a card are called by those who write cards.
    let of = |outer: &Option<String>| match outer.as_deref() {
        Some("CardType") => " among the types of cards".to_owned(),
        Some("Faction") => " among the factions".to_owned(),
        Some("Keyword") => " among the keywords".to_owned(),
        Some("Body") => " among the kinds of abilities".to_owned(),
        Some("Def") => " of a card".to_owned(),
        Some(other) => format!(" in {other}"),
        None => String::new(),
    };
    let what = match code {
        ron::Error::NoSuchEnumVariant { expected, found, outer } => {
            format!("there is no `{found}`{}{}", of(outer), near(found, expected))
        }
        ron::Error::NoSuchStructField { expected, found, outer } => {
            format!("there is no field `{found}`{}{}", of(outer), near(found, expected))
        }
        ron::Error::MissingStructField { field, outer } => format!("the field `{field}`{} is missing", of(outer)),
        ron::Error::DuplicateStructField { field, outer } => format!("the field `{field}`{} stands twice", of(outer)),
        ron::Error::Message(message) => return message.clone(),
        ron::Error::ExpectedRawValue | ron::Error::ExpectedDifferentLength { .. } => {
            format!("{} too many or too few parts{}", word(whole).map_or("a word has".to_owned(), |w| format!("`{w}` has")), written(whole))
        }
        ron::Error::TrailingCharacters if word(whole).is_some() => format!("`{}` has no parts", word(whole).unwrap_or_default()),
        ron::Error::ExpectedStructLike if word(whole).is_some() => {
            format!("Expected opening `(`: `{}` has parts{}", word(whole).unwrap_or_default(), written(whole))
        }
        ron::Error::ExpectedIdentifier => "Expected identifier: a word of the language, without quotes, belongs here".to_owned(),
        ron::Error::ExpectedInteger => "Expected integer: a number such as 2, without quotes, belongs here".to_owned(),
        ron::Error::ExpectedString => "Expected string: a text in quotes belongs here".to_owned(),
        ron::Error::ExpectedBoolean => "Expected boolean: `true` or `false` belongs here".to_owned(),
        other => other.to_string(),
    };
    let short: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = if short.chars().count() > EXCERPT { format!("{}…", short.chars().take(EXCERPT).collect::<String>()) } else { short };
    format!("{what}, in `{short}`")
}

/// The word that a text begins with, if the text is that word and its parts: the kinds of abilities hold many.
fn word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let kind = |w: &str| w.ends_with("Reaction") || w.ends_with("Interrupt") || ["Action", "Constant", "WhenRevealed"].contains(&w);
    (text.starts_with(|c: char| c.is_ascii_uppercase()) && !kind(&text[..end])).then_some(&text[..end])
}

/// How the word that a text begins with is written, by its example in the document of the language.
fn written(text: &str) -> String {
    let document = include_str!("../../../../docs/card-language.md");
    let example = |word: &str| {
        let mut cells = document.lines().filter_map(|line| line.strip_suffix("` |")?.rsplit(" | `").next());
        let begins = format!("{word}(");
        cells.find(|cell| cell.starts_with(&begins))
    };
    word(text).and_then(example).map_or(String::new(), |example| format!("; it is written like `{example}`"))
}

fn raw<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Box::<RawValue>::deserialize(deserializer)?.get_ron().trim().to_owned())
}

/// Printed icons: letters in quotes.
pub(super) fn icons<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = raw(deserializer)?;
    read::<String>(&text).map_err(|_| {
        let short: String = text.chars().take(EXCERPT).collect();
        D::Error::custom(format!("icons are the letters M, I and P in quotes, as in `icons: \"MI\"`, not `{short}`"))
    })
}

fn first(text: &str) -> char {
    text.chars().next().unwrap_or(' ')
}

/// One or several: `Draw(1)` or `[Draw(1), Shuffle]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Many<T>(pub Vec<T>);

impl<T> Default for Many<T> {
    fn default() -> Self {
        Many(Vec::new())
    }
}

impl<T> std::ops::Deref for Many<T> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        if first(&text) == '[' { read::<Vec<T>>(&text).map(Many) } else { read::<T>(&text).map(|one| Many(vec![one])) }
            .map_err(D::Error::custom)
    }
}

/// Predicates that must all hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(pub Vec<Pred>);

impl<'de> Deserialize<'de> for Filter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Many::<Pred>::deserialize(deserializer).map(|many| Filter(many.0))
    }
}

/// A number or an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Num {
    N(i32),
    Expr(Box<NumExpr>),
}

impl<'de> Deserialize<'de> for Num {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        match text.parse() {
            Ok(n) => Ok(Num::N(n)),
            Err(_) => read::<NumExpr>(&text).map(|e| Num::Expr(Box::new(e))).map_err(D::Error::custom),
        }
    }
}

impl<'de> Deserialize<'de> for PrintedCost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        match text.as_str() {
            "X" => Ok(PrintedCost::X),
            "Dash" => Ok(PrintedCost::Dash),
            n => n.parse().map(PrintedCost::Gold).map_err(|_| D::Error::custom(format!("a cost is a number, X or Dash, not `{n}`"))),
        }
    }
}

impl<'de> Deserialize<'de> for PlotValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        match text.as_str() {
            "X" => Ok(PlotValue::X),
            n => n.parse().map(PlotValue::N).map_err(|_| D::Error::custom(format!("a plot value is a number or X, not `{n}`"))),
        }
    }
}

/// What a verb is about: a bound name, every card that fits, or a reference.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Name(Use),
    All(Filter),
    Ref(Ref),
}

impl<'de> Deserialize<'de> for What {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        match first(&text) {
            '"' => read(&text).map(What::Name),
            '[' => read(&text).map(What::All),
            _ => read(&text).map(What::Ref),
        }
        .map_err(D::Error::custom)
    }
}

/// A challenge type, or the name under which one was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfType {
    Is(ChallengeType),
    Named(Use),
}

impl<'de> Deserialize<'de> for OfType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        match first(&text) {
            '"' => read(&text).map(OfType::Named),
            _ => read(&text).map(OfType::Is),
        }
        .map_err(D::Error::custom)
    }
}

/// Keywords of which one is named: these, or those that a card has.
#[derive(Clone, Debug, PartialEq)]
pub enum KeywordsOf {
    These(Vec<KeywordName>),
    On(What),
}

impl<'de> Deserialize<'de> for KeywordsOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        match first(&text) {
            '[' => read(&text).map(KeywordsOf::These),
            _ => read(&text).map(KeywordsOf::On),
        }
        .map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        enum Other {
            Opponent(Bind),
            Player(Bind),
            ChallengeType(TypePick),
        }
        let text = raw(deserializer)?;
        if first(&text) != '(' {
            return read(&text)
                .map(|other| match other {
                    Other::Opponent(name) => Choice::Opponent(name),
                    Other::Player(name) => Choice::Player(name),
                    Other::ChallengeType(pick) => Choice::ChallengeType(pick),
                })
                .map_err(D::Error::custom);
        }
        if first(text[1..].trim_start()) == '"' {
            let (name, filter): (Bind, Filter) = read(&text).map_err(D::Error::custom)?;
            return Ok(Choice::Cards(Pick {
                name,
                filter,
                count: None,
                up_to: None,
                any: false,
                sum: None,
                same: None,
                distinct: None,
                by: None,
                target: false,
            }));
        }
        read(&text).map(Choice::Cards).map_err(D::Error::custom)
    }
}

/// The place of a name in [`Ability::names`], where it is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bind(pub u8);

/// The place of a name in [`Ability::names`], where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use(pub u8);

struct Name {
    word: String,
    bound: bool,
    used: bool,
}

thread_local! {
    /// The names of the abilities that are being read, innermost last.
    static NAMES: RefCell<Vec<Vec<Name>>> = const { RefCell::new(Vec::new()) };
}

fn place(word: String, bind: bool) -> u8 {
    NAMES.with_borrow_mut(|stack| {
        if stack.is_empty() {
            stack.push(Vec::new());
        }
        let names = stack.last_mut().expect("just pushed");
        let at = names.iter().position(|n| n.word == word).unwrap_or_else(|| {
            names.push(Name { word, bound: false, used: false });
            names.len() - 1
        });
        if bind {
            names[at].bound = true
        } else {
            names[at].used = true
        }
        at as u8
    })
}

impl<'de> Deserialize<'de> for Bind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|word| Bind(place(word, true)))
    }
}

impl<'de> Deserialize<'de> for Use {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|word| Use(place(word, false)))
    }
}

/// Names that the language binds by itself: what was paid, what a search found.
const OWN: [&str; 2] = ["cost", "found"];

/// A word whose reading is noted, since its meaning hangs on the trigger.
macro_rules! noted {
    ($word:ident, $note:expr) => {
        impl<'de> Deserialize<'de> for $word {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = $word::deserialize(deserializer)?;
                $note(word.clone());
                Ok(word)
            }
        }
    };
}

noted!(Ref, roles::note_ref);
noted!(Who, roles::note_who);
noted!(NumExpr, |n: NumExpr| roles::note_num(&n));

impl<'de> Deserialize<'de> for Ability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw(deserializer)?;
        NAMES.with_borrow_mut(|stack| stack.push(Vec::new()));
        roles::begin();
        let body = read::<Body>(&text);
        let names = NAMES.with_borrow_mut(|stack| stack.pop()).unwrap_or_default();
        let used = roles::end();
        let body = body.map_err(D::Error::custom)?;
        roles::check(&body, used).and_then(|()| super::load::gold_is_on_cards(&body)).map_err(D::Error::custom)?;
        for name in &names {
            if OWN.contains(&name.word.as_str()) {
                continue;
            }
            if name.used && !name.bound {
                let bound: Vec<&str> = names.iter().filter(|n| n.bound).map(|n| n.word.as_str()).chain(OWN).collect();
                let near = super::near::nearest(&name.word, bound);
                return Err(D::Error::custom(format!(
                    "the name {:?} is used and never bound; the nearest bound name is {near:?}",
                    name.word
                )));
            }
            if name.bound && !name.used {
                return Err(D::Error::custom(format!("the name {:?} is bound and never used", name.word)));
            }
        }
        Ok(Ability { body, names: names.into_iter().map(|n| n.word).collect() })
    }
}

impl PartialEq for Ability {
    /// Two abilities are the same if they say the same.
    fn eq(&self, other: &Ability) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}
