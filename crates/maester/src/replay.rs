//! `maester replay`: recorded games.

use std::path::{Path, PathBuf};

use card_game::pool::Pool;
use card_game::{Rules, Rulings, State};
use clap::Subcommand;
use serde::Serialize;
use serde_json::json;
use table::replay::{Concession, Replay, ReplayError, Report, Step};
use table::toy::{self, Toy};
use table::{Game, Outcome, Pick, Seat};

use crate::output::{self, Done, Failure};

/// Verify and show recorded games.
#[derive(Subcommand)]
pub enum Command {
    /// Does the recorded game replay to the same end? Exit status 1 if not.
    #[command(after_help = "Examples:\n  maester replay verify game.json\n  maester replay verify game.json --json")]
    Verify {
        file: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// What happened in the recorded game, step by step.
    #[command(after_help = "Examples:\n  maester replay show game.json\n  maester replay show game.json --json")]
    Show {
        file: PathBuf,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command, cards: Option<&Path>) -> Done {
    match command {
        Command::Verify { file, json } => verify(&file, json, cards),
        Command::Show { file, json } => show(&file, json, cards),
    }
}

fn read(file: &Path) -> Result<Result<Replay, ReplayError>, Failure> {
    let bytes = std::fs::read(file).map_err(|why| Failure::Usage(format!("{}: {why}", file.display())))?;
    Ok(Replay::read(&bytes))
}

fn verify(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let pool = crate::pool::pool(cards)?;
    let read = read(file)?;
    let report = read.clone().and_then(|replay| check(&replay, &pool));
    if json {
        output::json(&match &report {
            Ok(report) => json!({
                "ok": true, "steps": report.steps, "hashes": report.hashes, "round": report.round,
                "hash": report.hash, "outcome": outcome(report), "concession": report.concession,
            }),
            Err(why) => json!({ "ok": false, "message": why.to_string() }),
        })?;
        return if report.is_ok() { Ok(()) } else { Err(Failure::Bad) };
    }
    let (replay, report) = read.and_then(|replay| report.map(|report| (replay, report))).map_err(|why| told(file, &why))?;
    let agree = if report.hashes == 1 { "hash agrees" } else { "hashes agree" };
    let end = end(&replay, report.outcome.as_ref(), report.concession);
    output::print(&format!("good: {} steps, {} {agree}, round {}, {end}", report.steps, report.hashes, report.round))
}

fn told(file: &Path, why: &ReplayError) -> Failure {
    Failure::Failed(format!("{}: {why}", file.display()))
}

/// How the game ended, by its rules or because somebody conceded.
fn outcome(report: &Report) -> Option<Outcome> {
    report.outcome.clone().or_else(|| Some(report.concession?.outcome(report.seats)))
}

/// How the game ended, in a sentence.
fn end(replay: &Replay, outcome: Option<&Outcome>, concession: Option<Concession>) -> String {
    match (outcome, concession) {
        (Some(outcome), _) => format!("ended: {}", replay.named(&outcome.sentence())),
        (None, Some(Concession { seat, after })) => format!("ended: {} conceded after answer {after} (TR.concede)", replay.name(seat)),
        (None, None) => "the game still runs".to_owned(),
    }
}

/// The rules of the card game under the rulings of this replay.
fn rules(replay: &Replay, pool: &Pool) -> Rules {
    let rulings = if replay.rules.ends_with(Rulings::Faq41.word()) { Rulings::Faq41 } else { Rulings::Reference };
    Rules::new(pool.defs.iter().cloned(), rulings, None)
}

/// Runs the replay as the game it says it is, under the rulings it was played under.
fn check(replay: &Replay, pool: &Pool) -> Result<Report, ReplayError> {
    match replay.game.as_str() {
        Toy::KIND => replay.verify::<Toy>(&toy::Rules::default()),
        State::KIND => replay.verify::<State>(&rules(replay, pool)),
        found => Err(ReplayError::OtherGame { found: found.to_owned(), expected: State::KIND.to_owned() }),
    }
}

fn show(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let replay = read(file)?.map_err(|why| told(file, &why))?;
    let pool = crate::pool::pool(cards)?;
    let story = match replay.game.as_str() {
        Toy::KIND => tell::<Toy>(&replay, &toy::Rules::default(), |event| (event.sentence(), None)),
        State::KIND => tell::<State>(&replay, &rules(&replay, &pool), |event| (event.text.clone(), event.rule.clone())),
        found => Err(ReplayError::OtherGame { found: found.to_owned(), expected: State::KIND.to_owned() }),
    };
    let story = story.map_err(|why| told(file, &why))?;
    if json {
        return output::json(&story);
    }
    for page in &story.steps {
        let head = match page.step {
            0 => page.text.clone(),
            _ => format!("{}: {}", page.by.as_deref().unwrap_or("Chance"), page.text),
        };
        let rule = |rule: &Option<String>| rule.as_ref().map_or(String::new(), |rule| format!("  ({rule})"));
        let events = page.events.iter().map(|event| format!("         {}{}", event.text, rule(&event.rule)));
        let marks = page.marks.iter().map(|mark| format!("       * {mark}"));
        let lines: Vec<String> = std::iter::once(format!("{:>5}  {head}", page.step)).chain(events).chain(marks).collect();
        output::print(&lines.join("\n"))?;
    }
    output::print(&story.end)
}

/// A recorded game in words.
#[derive(Serialize)]
struct Story {
    game: String,
    rules: String,
    players: Vec<String>,
    /// The setting up, then every step.
    steps: Vec<Page>,
    outcome: Option<Outcome>,
    concession: Option<Concession>,
    /// How it ended, in a sentence.
    end: String,
}

/// A step and what happened in it.
#[derive(Serialize)]
struct Page {
    step: u32,
    seat: Option<Seat>,
    /// Whose step it is.
    by: Option<String>,
    text: String,
    events: Vec<Line>,
    marks: Vec<String>,
}

#[derive(Serialize)]
struct Line {
    text: String,
    rule: Option<String>,
}

/// Runs the replay and tells every step and what happened in it; `words` gives the sentence of an event and its rule.
fn tell<G: Game>(replay: &Replay, rules: &G::Rules, words: impl Fn(&G::Event) -> (String, Option<String>)) -> Result<Story, ReplayError> {
    let mut events = Vec::new();
    let mut game = replay.begin::<G, _>(rules, &mut events)?;
    let total = replay.steps.len() as u32;
    let mut steps = Vec::new();
    for (number, step) in (0..).zip(std::iter::once(None).chain(replay.steps.iter().map(Some))) {
        let seat = step.and_then(Step::seat);
        let text = match step {
            None => "setup".to_owned(),
            Some(step) => {
                let text = in_words(replay, &game, rules, step);
                let wrong = |why| ReplayError::Step { step: number, steps: total, what: step.to_string(), why };
                step.take(&mut game, rules, &mut events).map_err(wrong)?;
                text
            }
        };
        let lines = events.drain(..).map(|event| words(&event));
        let events = lines.filter(|(text, _)| !text.is_empty());
        let events = events.map(|(text, rule)| Line { text: replay.named(&plain(&text)), rule }).collect();
        let marks = replay.marks.iter().filter(|mark| mark.after == number);
        let marks = marks.map(|mark| format!("{}: {}", mark.kind, plain(&mark.note))).collect();
        steps.push(Page { step: number, seat, by: seat.map(|seat| replay.name(seat)), text, events, marks });
    }
    let (seats, outcome) = (game.seats(), game.outcome());
    let concession = replay.concession(seats, outcome.as_ref())?;
    let end = end(replay, outcome.as_ref(), concession);
    Ok(Story {
        game: replay.game.clone(),
        rules: replay.rules.clone(),
        players: (0..seats as u8).map(|seat| replay.name(Seat(seat))).collect(),
        steps,
        outcome: outcome.or_else(|| Some(concession?.outcome(seats))),
        concession,
        end,
    })
}

/// What a step does, in the words of its picks.
fn in_words<G: Game>(replay: &Replay, game: &G, rules: &G::Rules, step: &Step) -> String {
    match step {
        Step::Answer { seat, picks, .. } => picked(replay, game, rules, *seat, picks),
        Step::Draft { seat, picks, .. } => picked(replay, game, rules, *seat, picks).map(|text| format!("{text} ...")),
        Step::Withdraw { .. } => Some("takes the answer back".to_owned()),
        Step::Concede { .. } => Some("concedes and leaves the game".to_owned()),
        Step::Rekey { .. } => Some("from here on another seed is drawn from".to_owned()),
    }
    .unwrap_or_else(|| step.to_string())
}

/// An answer in the words of its picks.
fn picked<G: Game>(replay: &Replay, game: &G, rules: &G::Rules, seat: Seat, picks: &[Pick]) -> Option<String> {
    let (mut trial, mut list, mut labels) = (game.clone(), Vec::new(), Vec::new());
    for pick in picks {
        trial.legal(rules, seat, &mut list);
        labels.push(replay.named(&plain(&trial.label(rules, seat, list.get(*pick as usize)?))));
        trial.apply(rules, seat, *pick, &mut ()).ok()?;
    }
    Some(labels.join(", "))
}

/// A sentence in which cards stand by their names alone: `[c17|Robb Stark|01146]` becomes `Robb Stark`.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, card)) = rest.split_once('[') {
        out.push_str(before);
        let parts = card.split_once(']').and_then(|(card, after)| Some((card.split('|').nth(1)?, after)));
        match parts {
            Some((name, after)) => {
                out.push_str(name);
                rest = after;
            }
            None => {
                out.push('[');
                rest = card;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    #[test]
    fn cards_in_sentences_are_names() {
        assert_eq!(super::plain("[c17|Robb Stark|01146] kneels [c2|Ice|01153]."), "Robb Stark kneels Ice.");
        assert_eq!(super::plain("a [list] of [c1|things"), "a [list] of [c1|things");
    }
}
