//! `maester replay`: recorded games.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;
use serde_json::json;
use table::replay::{Concession, Replay, ReplayError, Step, plain};
use table::{Game, Outcome, Pick, Seat};

use crate::games;
use crate::output::{self, Done, Failure};

/// Verify and show recorded games.
#[derive(Subcommand)]
pub enum Command {
    /// Does the recorded game replay to the same end? Exit status 1 if not, 3 if it replays and the file does not prove all of it.
    ///
    /// A replay is good when it runs, every hash in it is the one that comes out, and the hash at its end stands there: that proves every
    /// answer. A file whose `end` is missing may be cut or changed: it is told what nothing proves. Names and remarks prove nothing.
    /// Where the file carries a commitment, its seed has to be the one that was committed to; compare the commitment with the one that
    /// the table showed when the game began.
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
    let read = read(file)?;
    let report = match &read {
        Ok(replay) => games::of(replay, cards)?.and_then(|kind| Ok((kind.verify(replay)?, kind.blanks(replay)))),
        Err(why) => Err(why.clone()),
    };
    let (report, blanks) = match report {
        Ok((report, blanks)) => (Ok(report), blanks),
        Err(why) => (Err(why), Vec::new()),
    };
    let (replay, report) = match (read, report) {
        (Ok(replay), Ok(report)) => (replay, report),
        (_, Err(why)) | (Err(why), _) if json => {
            output::json(&json!({ "ok": false, "status": "bad", "message": why.to_string() }))?;
            return Err(Failure::Bad);
        }
        (_, Err(why)) | (Err(why), _) => return Err(told(file, &why)),
    };
    let (lacks, end) = (report.unproved(), replay.ending(&report.concessions, report.outcome.as_ref(), report.concession));
    if json {
        output::json(&json!({
            "ok": lacks.is_none(), "status": if lacks.is_none() { "good" } else { "unproved" }, "message": lacks,
            "steps": report.steps, "hashes": report.hashes, "proved": report.proved, "round": report.round, "hash": report.hash,
            "outcome": outcome(&replay, report.outcome, report.concession, report.seats), "concession": report.concessions.last(),
            "concessions": report.concessions, "end": end, "blank": blanks,
            "commitment": replay.commitment.as_ref().map(|commitment| &commitment.hash),
        }))?;
    } else if lacks.is_none() {
        output::print(&format!("good: {}, {end}", report.counts()))?;
        if let Some(commitment) = &replay.commitment {
            output::print(&format!("the seed is the one that was committed to before the game: {}", commitment.hash))?;
        }
        if !blanks.is_empty() {
            output::print(&format!("played blank, because they are not implemented: {}", blanks.join(", ")))?;
        }
    }
    match lacks {
        None => Ok(()),
        Some(_) if json => Err(Failure::Unproved(None)),
        Some(lacks) => Err(Failure::Unproved(Some(format!("{}: {lacks}", file.display())))),
    }
}

fn told(file: &Path, why: &ReplayError) -> Failure {
    Failure::Failed(format!("{}: {why}", file.display()))
}

/// How the game ended, by its rules or because somebody conceded, in words for people.
fn outcome(replay: &Replay, outcome: Option<Outcome>, concession: Option<Concession>, seats: usize) -> Option<Outcome> {
    let agreed = || replay.drawn().then(table::replay::drawn);
    outcome.or_else(|| Some(concession?.outcome(seats))).or_else(agreed).map(|outcome| outcome.told(|text| replay.named(&plain(text))))
}

fn show(file: &Path, json: bool, cards: Option<&Path>) -> Done {
    let replay = read(file)?.map_err(|why| told(file, &why))?;
    let story = games::of(&replay, cards)?.and_then(|kind| kind.tell(&replay)).map_err(|why| told(file, &why))?;
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
pub struct Story {
    game: String,
    rules: String,
    players: Vec<String>,
    /// The setting up, then every step.
    steps: Vec<Page>,
    outcome: Option<Outcome>,
    /// Who gave up last.
    concession: Option<Concession>,
    /// Everybody who gave up.
    concessions: Vec<Concession>,
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
pub fn tell<G: Game>(
    replay: &Replay,
    rules: &G::Rules,
    words: impl Fn(&G::Event) -> (String, Option<String>),
) -> Result<Story, ReplayError> {
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
        let marks = marks.map(|mark| format!("{}: {}", mark.kind, replay.named(&plain(&mark.note)))).collect();
        steps.push(Page { step: number, seat, by: seat.map(|seat| replay.name(seat)), text, events, marks });
    }
    let (seats, ended) = (game.seats(), game.outcome());
    let concession = replay.concession(seats, ended.as_ref())?;
    let concessions = replay.concessions(concession);
    let end = replay.ending(&concessions, ended.as_ref(), concession);
    Ok(Story {
        game: replay.game.clone(),
        rules: replay.rules.clone(),
        players: (0..seats as u8).map(|seat| replay.name(Seat(seat))).collect(),
        steps,
        outcome: outcome(replay, ended, concession, seats),
        concession: concessions.last().copied(),
        concessions,
        end,
    })
}

/// What a step does, in the words of its picks.
fn in_words<G: Game>(replay: &Replay, game: &G, rules: &G::Rules, step: &Step) -> String {
    match step {
        Step::Answer { seat, picks, .. } => picked(replay, game, rules, *seat, picks),
        Step::Draft { seat, picks, .. } => picked(replay, game, rules, *seat, picks).map(|text| format!("{text} ...")),
        Step::Withdraw { .. } => Some("takes the answer back".to_owned()),
        Step::Concede { .. } => Some("concedes".to_owned()),
        Step::Rekey { .. } => Some("from here on another seed is drawn from".to_owned()),
        Step::Edit { .. } => None,
    }
    .unwrap_or_else(|| step.to_string())
}

/// An answer in the words of its picks.
fn picked<G: Game>(replay: &Replay, game: &G, rules: &G::Rules, seat: Seat, picks: &[Pick]) -> Option<String> {
    let (mut trial, mut list, mut labels) = (game.clone(), Vec::new(), Vec::new());
    for pick in picks {
        // A seat that is not there is asked nothing; the step is refused with its reason.
        if !trial.acting().contains(seat) {
            return None;
        }
        trial.legal(rules, seat, &mut list);
        labels.push(replay.named(&plain(&trial.label(rules, seat, list.get(*pick as usize)?))));
        trial.apply(rules, seat, *pick, &mut ()).ok()?;
    }
    Some(labels.join(", "))
}
