//! Tables as text: a game that begins with a position, and the position of a game.

use card_game::{Rules, Setup, State, position};
use serde_json::Value;
use table::Game;
use table::hosted::Hosted;
use table::replay::{self, Mark, Replay, Start};

use super::{GameKind, wrong};
use crate::wire::{LineError, WireError};

/// The longest position text, in bytes.
pub const LONGEST: usize = 32 * 1024;
/// The most cards that a position may have here: a table of eight has some six hundred.
pub(super) const MOST_CARDS: usize = 1500;

/// A table that was read from a position text.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The rulings that the text asks for, or the usual ones.
    pub rulings: String,
    /// `joust` or `melee`.
    pub format: String,
    pub seats: usize,
    /// The game's own setup: it says nothing, all is in the state.
    pub setup: Value,
    /// The whole state, for [`Start::Position`].
    pub state: Value,
    /// The line that says chance by a script: such a game ends with the script, and cannot be played on.
    pub script: Option<usize>,
}

impl Laid {
    /// The replay of the game that begins here.
    pub fn replay(&self, kind: &dyn GameKind) -> Result<Replay, WireError> {
        Ok(Replay {
            format: replay::FORMAT.to_owned(),
            version: replay::VERSION,
            game: kind.kind().to_owned(),
            rules: kind.rules_id(Some(&self.rulings))?,
            algorithm: table::chance::ALGORITHM.to_owned(),
            setup: self.setup.clone(),
            start: Start::Position(self.state.clone()),
            steps: Vec::new(),
            checkpoints: Vec::new(),
            end: None,
            marks: vec![mark()],
            players: Vec::new(),
            commitment: None,
        })
    }
}

/// What a replay says of a game that begins with a position.
pub fn mark() -> Mark {
    Mark { kind: "edited".to_owned(), note: "the game begins with a position".to_owned(), ..Mark::default() }
}

/// The card game of a position text, under the rules of the rulings that it asks for.
pub(super) fn lay(text: &str, rules: impl FnOnce(&str) -> Result<std::sync::Arc<Rules>, WireError>) -> Result<Laid, Vec<LineError>> {
    let at = |line: usize, what: String, right: Option<&str>| vec![LineError { line, what, right: right.map(str::to_owned) }];
    if text.len() > LONGEST {
        let what = format!("the text has {} bytes", text.len());
        return Err(at(text.lines().count().max(1), what, Some("a position has at most 32 KiB here")));
    }
    if let Some((line, cards)) = crowd(text) {
        return Err(at(line, format!("up to this line there are {cards} cards"), Some("a position has at most 1500 here")));
    }
    let rulings = position::rulings(text).unwrap_or_default().word();
    let rules = rules(rulings).map_err(|why| at(1, why.message, None))?;
    let game = position::read(&rules, text).map_err(|errors| -> Vec<LineError> {
        errors.into_iter().map(|error| LineError { line: error.line, what: error.what, right: error.right }).collect()
    })?;
    let engine = |why: serde_json::Error| at(1, format!("this position has no form for the room's log: {why}"), None);
    Ok(Laid {
        rulings: rulings.to_owned(),
        format: if game.titles.is_some() { "melee" } else { "joust" }.to_owned(),
        seats: game.seats(),
        setup: serde_json::to_value(Setup::default()).map_err(engine)?,
        state: serde_json::to_value(&game).map_err(engine)?,
        script: (1..).zip(text.lines()).find(|(_, line)| is_script(line)).map(|(line, _)| line),
    })
}

/// The position text of a card game; or why it has none now.
pub(super) fn write(rules: &Rules, game: &dyn Hosted) -> Result<String, WireError> {
    let mut state: State = serde_json::from_value(game.state_json()).map_err(|why| wrong("engine", why.to_string()))?;
    state.restore(rules);
    position::write(rules, &state).map_err(|why| wrong("no_position", why))
}

/// The state of a position text that another program wrote.
pub(super) fn carried(rules: &Rules, text: &str) -> Result<Value, WireError> {
    let game = position::read(rules, text).map_err(|errors| {
        let line = errors.first().map(|error| format!("line {}: {}", error.line, error.what)).unwrap_or_default();
        wrong("paused", format!("its position cannot be read under these rules: {line}"))
    })?;
    serde_json::to_value(&game).map_err(|why| wrong("paused", why.to_string()))
}

/// Whether a line of a text that was read gives a script of chance.
fn is_script(line: &str) -> bool {
    line.trim_start().strip_prefix("chance").is_some_and(|rest| rest.trim_start_matches(':').trim_start().starts_with("script"))
}

/// The line on which a text gets too many cards, counted roughly before it is read: `999x` in every line would fill the memory.
fn crowd(text: &str) -> Option<(usize, usize)> {
    let mut cards = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        for word in line.split(|c: char| c.is_whitespace() || ",()[]+=~".contains(c)) {
            let copies = word.split_once('x').and_then(|(copies, _)| copies.parse::<usize>().ok());
            cards += copies.unwrap_or(0);
        }
        if cards > MOST_CARDS {
            return Some((number, cards));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_before_the_text_is_read() {
        assert_eq!(crowd("maester position 1\nhand: 3x01157 01089 # 999x of it\n"), None);
        assert_eq!(crowd("a\nhand: 999x01157\ndeck: 01089[+2x01035],999x01157 \"Ice\""), Some((3, 2000)));
    }
}
