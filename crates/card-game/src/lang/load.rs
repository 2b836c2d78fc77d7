//! Reading card files: a file is a RON list of cards, read one by one so that an error names the file, the card and its line.

mod split;

use super::ast::{Body, Cost, Def, Effect, Keyword, PlotValue, PrintedCost, Ref, Triggered};
use super::raw::{self, Num, What};
use crate::kernel::verbs_of::walk;
use split::{Piece, split};

/// Printed values are from 0 to this; modifiers as far below 0.
const MAX_VALUE: i32 = 99;
/// Characters of a message at most.
const MAX_MESSAGE: usize = 600;
/// Characters of a code at most.
const MAX_CODE: usize = 20;
/// Characters of a name at most.
const MAX_NAME: usize = 100;

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

/// A card of a file, as far as it could be read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The line it begins on, from 1.
    pub line: usize,
    /// Empty if it could not be read.
    pub code: String,
    pub name: String,
    /// None if something is wrong with it.
    pub def: Option<Def>,
}

/// All definitions of a file, or every error found in it.
pub fn load(file: &str, text: &str) -> Result<Vec<Def>, Vec<CardError>> {
    let (cards, errors) = load_all(file, text);
    if errors.is_empty() { Ok(cards.into_iter().filter_map(|card| card.def).collect()) } else { Err(errors) }
}

/// All cards of a file, good and bad, and every error found in it, by line.
pub fn load_all(file: &str, text: &str) -> (Vec<Loaded>, Vec<CardError>) {
    let error = |line: usize, card: &str, message: String| CardError {
        file: file.to_owned(),
        line,
        card: card.to_owned(),
        // What was written may be quoted in it, however long that is.
        message: if message.chars().count() > MAX_MESSAGE { message.chars().take(MAX_MESSAGE).chain(['…']).collect() } else { message },
    };
    let (pieces, wrong) = split(text.trim_start_matches('\u{feff}'));
    let mut errors: Vec<CardError> = wrong.into_iter().map(|(line, message)| error(line, "file", message)).collect();
    let mut cards = Vec::new();
    for Piece { line, text, wrong } in pieces {
        let (code, name) = head(text);
        let read = wrong.map_or_else(|| raw::read::<Def>(text), Err).and_then(|def| check(&def).map(|()| def));
        cards.push(match read {
            Ok(def) => Loaded { line, code: def.code.clone(), name: def.name.clone(), def: Some(def) },
            Err(message) => {
                errors.push(error(line, &title(&code, &name), message));
                Loaded { line, code, name, def: None }
            }
        });
    }
    errors.sort_by_key(|error| error.line);
    (cards, errors)
}

/// What a card is called in a message.
pub(crate) fn title(code: &str, name: &str) -> String {
    match format!("{code} {name}").trim() {
        "" => "a card".to_owned(),
        title => title.to_owned(),
    }
}

/// Code and name, also of a card that does not read.
fn head(text: &str) -> (String, String) {
    let after = |label: &str| {
        let rest = text.match_indices(label).map(|(at, _)| text[at + label.len()..].trim_start());
        let quoted = rest.filter_map(|rest| rest.strip_prefix(':')?.trim_start().strip_prefix('"')?.split(['"', '\n']).next()).next();
        quoted.unwrap_or("").chars().take(60).filter(|c| !c.is_control()).collect::<String>()
    };
    (after("code"), after("name"))
}

/// What serde cannot see: an icon letter, a missing trigger, a value that the card type needs.
fn check(def: &Def) -> Result<(), String> {
    use crate::words::CardType;
    if def.code.is_empty() || !def.code.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(format!("a code is letters and digits, like 01146, not {:?}", def.code));
    }
    if def.code.len() > MAX_CODE {
        return Err(format!("a code has at most {MAX_CODE} letters and digits"));
    }
    if def.name.trim().is_empty() || def.name.chars().count() > MAX_NAME || def.name.chars().any(char::is_control) {
        return Err(format!("a name has from 1 to {MAX_NAME} characters, all on one line"));
    }
    numbers(def)?;
    if let Some(letter) = def.icons.chars().find(|c| !"MIP".contains(*c)) {
        return Err(format!("icons are the letters M, I and P, not {letter:?}"));
    }
    let needs = |field: &str, given: bool| if given { Ok(()) } else { Err(format!("{} needs `{field}`", a(def.kind.word()))) };
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
            // An event is gone once it is played: what is counted is its title (RR.glossary.limits.1, RR.glossary.limits.4).
            Body::Action(t) | Body::Reaction(t) | Body::Interrupt(t) | Body::ForcedReaction(t) | Body::ForcedInterrupt(t)
                if t.limit.is_some() && def.kind == CardType::Event =>
            {
                return at("an event has `max:`; `limit:` belongs to cards that stay in play");
            }
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

/// Gold that is no card's lies in pools, and a faction card is none (RR.glossary.gold): what would move it to or from there does
/// nothing.
pub(super) fn gold_is_on_cards(body: &Body) -> Result<(), String> {
    let (Body::Action(t)
    | Body::Reaction(t)
    | Body::Interrupt(t)
    | Body::ForcedReaction(t)
    | Body::ForcedInterrupt(t)
    | Body::WhenRevealed(t)) = body
    else {
        return Ok(());
    };
    let faction = |r: &Ref| matches!(r, Ref::YourFaction | Ref::TheirFaction | Ref::LoserFaction | Ref::WinnerFaction);
    let pool = |what: &What| matches!(what, What::Ref(r) if faction(r));
    let mut wrong = None;
    for cost in t.cost.iter() {
        if matches!(cost.one(), Cost::GoldFrom(r, _) if faction(r)) {
            wrong.get_or_insert("`GoldFrom`: a faction card has no gold; what is paid from your pool is `cost: Gold(1)`");
        }
    }
    walk(&t.effect, &mut |effect| {
        let advice = match effect {
            Effect::MoveGold(_, from, _) if pool(from) => {
                "`MoveGold`: a faction card has no gold to move; from your pool onto a card it goes with \
                 `GoldFromPool(This, 1)`"
            }
            Effect::MoveGold(_, _, to) if pool(to) => {
                "`MoveGold`: gold goes to a pool, not to a faction card: `cost: GoldFrom(This, 1), effect: GainGold(1)`"
            }
            Effect::GoldOn(on, _) if pool(on) => "`GoldOn`: gold goes to a pool, not onto a faction card: `GainGold(1)`",
            _ => return,
        };
        wrong.get_or_insert(advice);
    });
    wrong.map_or(Ok(()), |wrong| Err(wrong.to_owned()))
}

/// A word with its article.
fn a(word: &str) -> String {
    format!("{} {word}", if word.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" })
}

/// No value is printed that no card could have.
fn numbers(def: &Def) -> Result<(), String> {
    let within = |what: &str, n: i32, least: i32| match (least..=MAX_VALUE).contains(&n) {
        true => Ok(()),
        false => Err(format!("{what} is a number from {least} to {MAX_VALUE}, not {n}")),
    };
    if let Some(PrintedCost::Gold(cost)) = def.cost {
        within("a cost", cost, 0)?;
    }
    if let Some(strength) = def.strength {
        within("STR", strength, 0)?;
    }
    if let Some((income, initiative, claim, reserve)) = def.plot {
        for (what, value) in
            [("a plot's income", income), ("a plot's initiative", initiative), ("a plot's claim", claim), ("a plot's reserve", reserve)]
        {
            if let PlotValue::N(n) = value {
                within(what, n, 0)?;
            }
        }
    }
    for (what, n) in [("`income`", def.income), ("`initiative`", def.initiative), ("`reserve`", def.reserve)] {
        within(what, n, -MAX_VALUE)?;
    }
    if let Some(limit) = def.deck_limit {
        within("`deck_limit`", i32::from(limit), 1)?;
    }
    for keyword in &def.keywords {
        match keyword {
            Keyword::Ambush(Num::N(n)) => within("Ambush", *n, 0)?,
            Keyword::Shadow(Num::N(n)) => within("Shadow", *n, 0)?,
            Keyword::Bestow(Num::N(n)) => within("Bestow", *n, 0)?,
            Keyword::Prized(n) => within("Prized", *n, 0)?,
            _ => {}
        }
    }
    Ok(())
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
