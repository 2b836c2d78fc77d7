//! The workbench for decks: drafts are read, judged and written here; nothing is kept.

use std::collections::BTreeMap;

use card_game::decks::{self, Deck, Form, Format, Problem, lists};
use card_game::pool::Pool;
use card_game::words::{CardType, Faction};

use super::{GameKind, wrong};
use crate::wire::{BlankCard, DeckDraft, DeckFile, DeckList, DeckProblem, DecksRead, Judged, MyDeck, WireError};

/// What a draft may hold: cards in all, copies of one, different agendas, characters of its name and its note.
const MOST_CARDS: u32 = 1000;
const MOST_COPIES: u32 = 99;
const MOST_AGENDAS: usize = 12;
pub const LONGEST_NAME: usize = 60;
pub const LONGEST_NOTE: usize = 4000;
/// Problems that are told at once.
const TOLD: usize = 60;

fn bad(message: impl Into<String>) -> WireError {
    wrong("bad_deck", message)
}

/// A draft that can be kept: every card known, nothing beyond all size, no character that hides. Its format and its list are there.
pub fn tidy(pool: &Pool, draft: DeckDraft) -> Result<DeckDraft, WireError> {
    let mut draft = DeckDraft { name: crate::room::visible(&draft.name), note: plain(&draft.note), ..draft };
    let (name, note) = (draft.name.chars().count(), draft.note.chars().count());
    if name > LONGEST_NAME {
        return Err(bad(format!("the name of a deck has at most {LONGEST_NAME} characters, this one has {name}")));
    }
    if note > LONGEST_NOTE {
        return Err(bad(format!("the note about a deck has at most {LONGEST_NOTE} characters, this one has {note}")));
    }
    if !draft.faction.is_empty() && faction(&draft.faction).is_none() {
        return Err(bad(format!("there is no faction {:?}; a draft has one of the eight or none", cut(&draft.faction))));
    }
    if draft.format.is_empty() {
        draft.format = Format::Joust.word().to_owned();
    }
    format(&draft)?;
    list(&draft)?;
    if draft.agendas.len() > MOST_AGENDAS {
        return Err(bad(format!("a draft has at most {MOST_AGENDAS} agendas, this one has {}", draft.agendas.len())));
    }
    for code in &draft.agendas {
        let card = pool.card(code).ok_or_else(|| unknown(pool, code))?;
        if card.kind != CardType::Agenda {
            return Err(bad(format!("{} ({code}) is a card of type {}, not an agenda", card.name, card.kind)));
        }
    }
    draft.cards.retain(|_, count| *count > 0);
    let mut all = 0_u32;
    for (code, count) in &draft.cards {
        let card = pool.card(code).ok_or_else(|| unknown(pool, code))?;
        if matches!(card.kind, CardType::Agenda | CardType::Title | CardType::FactionCard) {
            return Err(bad(format!("{} ({code}) is a card of type {}, which is no part of a deck's cards", card.name, card.kind)));
        }
        if *count > MOST_COPIES {
            return Err(bad(format!("{} ({code}): at most {MOST_COPIES} copies, not {count}", card.name)));
        }
        all = all.saturating_add(*count);
    }
    if all > MOST_CARDS {
        return Err(bad(format!("a draft has at most {MOST_CARDS} cards, this one has {all}")));
    }
    Ok(draft)
}

fn unknown(pool: &Pool, code: &str) -> WireError {
    let code = cut(code);
    let near = pool.nearest_code(&code).map(|card| format!("; the nearest is {} {}", card.code, card.name)).unwrap_or_default();
    bad(format!("no card has the code {code:?}{near}"))
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(20).collect()
}

/// Text of several lines without what controls a terminal or turns the text around it.
pub fn plain(text: &str) -> String {
    text.lines().map(crate::room::visible_line).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn faction(word: &str) -> Option<Faction> {
    Faction::ALL.iter().copied().find(|faction| faction.word() == word && *faction != Faction::Neutral)
}

fn format(draft: &DeckDraft) -> Result<Format, WireError> {
    draft.format.parse().map_err(|_| bad(format!("a format is joust, melee or starter, not {:?}", cut(&draft.format))))
}

fn list(draft: &DeckDraft) -> Result<Option<&'static lists::List>, WireError> {
    if draft.list.is_empty() {
        return Ok(None);
    }
    let found = lists::all().iter().find(|list| list.code == draft.list);
    found.map(Some).ok_or_else(|| bad(format!("there is no restricted list {:?} (GET /api/decks/lists names them)", cut(&draft.list))))
}

/// All restricted lists, the newest first.
pub fn all_lists() -> Vec<DeckList> {
    lists::all().iter().rev().map(told_list).collect()
}

fn told_list(list: &lists::List) -> DeckList {
    DeckList { code: list.code.to_owned(), name: list.name.to_owned(), date: list.date.to_owned() }
}

/// A tidy draft as a deck.
pub fn deck(pool: &Pool, draft: &DeckDraft) -> Deck {
    let mut deck = Deck {
        name: draft.name.clone(),
        faction: faction(&draft.faction).unwrap_or(Faction::Neutral),
        agendas: draft.agendas.clone(),
        format: draft.format.parse().ok(),
        ..Deck::default()
    };
    for (code, count) in &draft.cards {
        let plot = pool.card(code).is_some_and(|card| card.kind == CardType::Plot);
        if plot { &mut deck.plots } else { &mut deck.draw }.push((code.clone(), *count));
    }
    deck
}

fn draft_of(deck: &Deck) -> DeckDraft {
    let mut cards = BTreeMap::new();
    for (code, count) in deck.plots.iter().chain(&deck.draw) {
        *cards.entry(code.clone()).or_default() += count;
    }
    let faction = if deck.faction == Faction::Neutral { "" } else { deck.faction.word() };
    let name = crate::room::visible(&deck.name).chars().take(LONGEST_NAME).collect();
    let format = deck.format.unwrap_or(Format::Joust).word().to_owned();
    DeckDraft { name, faction: faction.to_owned(), agendas: deck.agendas.clone(), cards, format, ..DeckDraft::default() }
}

fn told(problem: &Problem, by_list: bool) -> DeckProblem {
    let kind = serde_json::to_value(problem.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
    DeckProblem {
        kind: kind.unwrap_or_default(),
        line: problem.line.and_then(|line| u32::try_from(line).ok()),
        card: problem.card.clone(),
        message: problem.message.clone(),
        rule: problem.rule.map(str::to_owned),
        by_list,
    }
}

/// What is to be said of a tidy draft: by its format, by its list, and whether a table takes it.
pub fn judge(kind: &dyn GameKind, pool: &Pool, draft: &DeckDraft) -> Result<Judged, WireError> {
    let (deck, format, list) = (deck(pool, draft), format(draft)?, list(draft)?);
    let rules = decks::check(pool, &deck, format);
    let listed = list.map(|list| list.check(pool, &deck, format)).unwrap_or_default();
    let mut problems: Vec<DeckProblem> = rules.iter().map(|problem| told(problem, false)).collect();
    problems.extend(listed.iter().map(|problem| told(problem, true)));
    let legal = problems.iter().all(|problem| problem.kind == "not_implemented");
    problems.truncate(TOLD);
    let blank = decks::unwritten(pool, &deck).into_iter().map(|(card, _)| BlankCard { code: card.code.clone(), name: card.name.clone() });
    let text = decks::export(pool, &deck);
    let unplayable = kind.check_deck(&text).problem;
    Ok(Judged {
        legal,
        problems,
        blank: blank.collect(),
        cards: deck.draw_count(),
        plots: deck.plot_count(),
        list: list.map(told_list),
        text,
        unplayable,
    })
}

/// Every deck of a file in any form.
pub fn read(pool: &Pool, text: &str) -> DecksRead {
    let import = decks::import(pool, text.as_bytes());
    let mut problems: Vec<DeckProblem> = import.problems.iter().map(|problem| told(problem, false)).collect();
    problems.truncate(TOLD);
    DecksRead {
        decks: import.decks.iter().map(draft_of).collect(),
        problems,
        notes: import.notes.iter().take(TOLD).map(ToString::to_string).collect(),
    }
}

/// A tidy draft as a file of this form.
pub fn write(pool: &Pool, draft: &DeckDraft, form: &str) -> Result<DeckFile, WireError> {
    let form: Form = form.parse().map_err(|why: String| bad(why))?;
    let name: String = draft.name.chars().map(|c| if c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'') { c } else { '_' }).collect();
    let name = if name.trim().is_empty() { "deck" } else { name.trim() };
    Ok(DeckFile { file: format!("{name}.{}", form.ending()), text: decks::write(pool, &deck(pool, draft), form) })
}

/// What is told of a deck in a list.
pub fn row(pool: &Pool, id: String, changed: i64, draft: &DeckDraft, judged: &Judged) -> MyDeck {
    let agenda = |code: &String| pool.card(code).map_or_else(|| code.clone(), |card| card.name.clone());
    let against: Vec<&DeckProblem> = judged.problems.iter().filter(|problem| problem.kind != "not_implemented").collect();
    MyDeck {
        id,
        name: draft.name.clone(),
        faction: draft.faction.clone(),
        agendas: draft.agendas.iter().map(agenda).collect(),
        format: draft.format.clone(),
        list: judged.list.as_ref().map(|list| list.name.clone()),
        cards: judged.cards,
        plots: judged.plots,
        legal: judged.legal,
        problems: against.len() as u32,
        problem: against.first().map(|problem| problem.message.clone()),
        blank: judged.blank.len() as u32,
        unplayable: judged.unplayable.clone(),
        changed,
    }
}
