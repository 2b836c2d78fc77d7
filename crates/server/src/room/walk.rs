//! A finished game to be walked through: any step of it at once, its rounds and phases, its story as one viewer was told it.
//!
//! Whoever walks jumps. The game is run through once; copies of it on the way are kept for as long as the room is in memory, so that no
//! step is more than a short run away from one of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use table::hosted::Hosted;
use table::replay::{self, Replay, Step};
use table::{Seat, Viewer};

use super::laid::redo;
use super::live::{Live, last_word};
use super::names::clean;
use super::record::recorded;
use super::{Refusal, Room, guarded};
use crate::wire::{LogEntry, Moment, ReplayStep, ReplayStory, SeatInfo};

/// How many copies of a game are kept, and the steps between two of them at least.
const COPIES: usize = 32;
const APART: usize = 6;

/// How long it may take to run through a game.
const LONGEST: Duration = Duration::from_secs(20);

/// The game that is walked through, once somebody does; which state of the room it is of.
#[derive(Default)]
pub struct Walker(tokio::sync::Mutex<Option<(Of, Arc<Walk>)>>);

/// The changes that everybody saw, and the steps.
type Of = (u64, usize);

pub struct Walk {
    room: String,
    kind: String,
    seats: Vec<SeatInfo>,
    commitment: Option<String>,
    outcome: serde_json::Value,
    replay: Replay,
    every: usize,
    /// The game after no step, after `every`, after twice as many …
    copies: Vec<Box<dyn Hosted>>,
    /// Where the last one looked.
    last: Mutex<Option<(usize, Box<dyn Hosted>)>>,
    /// Where rounds and phases begin.
    moments: Vec<Moment>,
    /// By viewer, by step: how much was told by then.
    told: Vec<Vec<u32>>,
    /// By viewer: what is told after the last step, because somebody conceded.
    after: Vec<Vec<LogEntry>>,
}

/// Who looks: everybody's cards open, nobody in particular, or a seat.
fn viewer(word: &str, seats: usize) -> Result<Viewer, Refusal> {
    match word {
        "" | "all" => Ok(Viewer::All),
        "watcher" => Ok(Viewer::Spectator),
        seat => seat.parse().ok().filter(|seat: &u8| usize::from(*seat) < seats).map(|seat| Viewer::Seat(Seat(seat))).ok_or_else(|| {
            let seat: String = seat.chars().take(20).collect();
            Refusal::new(
                "no_such_seat",
                format!("one looks as a seat from 0 to {}, as \"watcher\" or as \"all\", not as {seat:?}", seats - 1),
            )
        }),
    }
}

impl Room {
    async fn walk(&self) -> Result<Arc<Walk>, Refusal> {
        let mut walker = self.walker.0.lock().await;
        let (key, begun) = {
            let live = self.lock().await?;
            let replay = recorded(&live)?;
            let key = (live.touches, replay.steps.len());
            if let Some((known, walk)) = walker.as_ref()
                && *known == key
            {
                return Ok(walk.clone());
            }
            let game = live.open(&self.parts.games, replay.setup.clone(), Vec::new())?;
            (key, Walk::begin(&live, &self.id, replay, game))
        };
        // Running through a game takes a moment: not on a thread that serves sockets, and not under the room's lock.
        let run = tokio::task::spawn_blocking(move || guarded(|| begun.run().map(Walk::ended))).await;
        let walk = run.map_err(|_| Refusal::new("engine", "the game could not be run through"))?.and_then(|walk| walk)?;
        let walk = Arc::new(walk);
        *walker = Some((key, walk.clone()));
        Ok(walk)
    }

    /// The finished game after `step` steps as `look` saw it (`all`: with all cards open), and what happened in that step.
    pub async fn replay_at(&self, step: u32, look: &str) -> Result<ReplayStep, Refusal> {
        self.walk().await?.shown(step, look).await
    }

    /// The whole story, as `look` was told it.
    pub async fn replay_story(&self, look: &str) -> Result<ReplayStory, Refusal> {
        self.walk().await?.told(look).await
    }
}

impl Walk {
    /// The game after `step` steps as `look` saw it.
    pub(crate) async fn shown(self: Arc<Walk>, step: u32, look: &str) -> Result<ReplayStep, Refusal> {
        let viewer = viewer(look, self.seats.len())?;
        let steps = self.replay.steps.len() as u32;
        if step > steps {
            return Err(Refusal::new("no_such_step", format!("the game has {steps} steps")));
        }
        let shown = tokio::task::spawn_blocking(move || guarded(|| self.step(step as usize, viewer))).await;
        shown.map_err(|_| Refusal::new("engine", "this step could not be shown"))?.and_then(|step| step)
    }

    /// The whole story, as `look` was told it.
    pub(crate) async fn told(self: Arc<Walk>, look: &str) -> Result<ReplayStory, Refusal> {
        let viewer = viewer(look, self.seats.len())?;
        let told = tokio::task::spawn_blocking(move || guarded(|| self.story(viewer))).await;
        told.map_err(|_| Refusal::new("engine", "this story could not be told"))?.and_then(|story| story)
    }

    /// A game of a file, which somebody calls `name`: from its beginning, run through.
    pub(crate) fn of_file(name: &str, replay: Replay, game: Box<dyn Hosted>) -> Result<Walk, Refusal> {
        let kind = game.kind().to_owned();
        let called = |seat: u8| clean(replay.players.get(usize::from(seat)).map_or("", String::as_str)).unwrap_or_default();
        let sits = |seat: u8| SeatInfo {
            seat,
            name: if replay.players.is_empty() { Seat(seat).to_string() } else { called(seat) },
            player: "human".to_owned(),
            connected: true,
            open: false,
            deck: String::new(),
        };
        let seats: Vec<SeatInfo> = (0..game.seats() as u8).map(sits).collect();
        let mut walk = Walk::new(name, kind, seats, replay, game).run()?;
        // What the rules did not end, the remarks of the file may.
        let (seats, end) = (walk.seats.len(), walk.at(walk.replay.steps.len())?);
        let by_rules = end.outcome();
        let conceded = walk.replay.concession(seats, by_rules.as_ref()).ok().flatten();
        let drawn = by_rules.is_none() && walk.replay.drawn();
        let outcome = by_rules.clone().or_else(|| conceded.map(|it| it.outcome(seats))).or_else(|| drawn.then(replay::drawn));
        let word = outcome.as_ref().filter(|_| by_rules.is_none());
        let word = word.and_then(|outcome| last_word(outcome, conceded.map(|it| it.seat), false, drawn));
        let last = |viewer: &Viewer| word.iter().map(|event| LogEntry { seq: end.told(*viewer), event: event.clone() }).collect();
        walk.after = viewers(seats).iter().map(last).collect();
        walk.outcome = json!(outcome);
        Ok(walk.ended())
    }

    pub(crate) fn name(&self) -> &str {
        &self.room
    }

    pub(crate) fn kind(&self) -> &str {
        &self.kind
    }

    pub(crate) fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    pub(crate) fn steps(&self) -> u32 {
        self.replay.steps.len() as u32
    }

    fn new(room: &str, kind: String, seats: Vec<SeatInfo>, replay: Replay, game: Box<dyn Hosted>) -> Walk {
        let viewers = viewers(seats.len()).len();
        Walk {
            room: room.to_owned(),
            kind,
            commitment: replay.commitment.as_ref().map(|commitment| commitment.hash.clone()),
            outcome: serde_json::Value::Null,
            every: replay.steps.len().div_ceil(COPIES).max(APART),
            copies: vec![game],
            last: Mutex::default(),
            moments: Vec::new(),
            told: vec![Vec::new(); viewers],
            after: vec![Vec::new(); viewers],
            seats,
            replay,
        }
    }

    fn begin(live: &Live, room: &str, replay: Replay, game: Box<dyn Hosted>) -> Walk {
        let last = |viewer: &Viewer| live.host.as_deref().map_or_else(Vec::new, |host| live.events_for(*viewer, host.told(*viewer)));
        let mut walk = Walk::new(room, live.created.kind.clone(), live.seats(|_| false), replay, game);
        walk.outcome = json!(live.outcome());
        walk.after = viewers(walk.seats.len()).iter().map(last).collect();
        walk
    }

    /// Runs through the game once.
    fn run(mut self) -> Result<Walk, Refusal> {
        let viewers = viewers(self.seats.len());
        let (mut game, begun) = (self.copies[0].fork(), Instant::now());
        for at in 0..=self.replay.steps.len() {
            if begun.elapsed() > LONGEST {
                let message = format!("this game takes too long to run: after {} seconds it was at step {at}", LONGEST.as_secs());
                return Err(Refusal::new("too_long", message));
            }
            if let Some(step) = at.checked_sub(1).and_then(|index| self.replay.steps.get(index)) {
                redo(&mut *game, step)?;
            }
            if at > 0 && at % self.every == 0 {
                self.copies.push(game.fork());
            }
            for (told, viewer) in self.told.iter_mut().zip(&viewers) {
                told.push(game.told(*viewer) as u32);
            }
            let view = game.view_json(Viewer::Spectator);
            let moment = Moment { step: at as u32, round: game.round(), phase: view["phase"].as_str().unwrap_or_default().to_owned() };
            if self.moments.last().is_none_or(|last| (last.round, &last.phase) != (moment.round, &moment.phase)) {
                self.moments.push(moment);
            }
        }
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((self.replay.steps.len(), game));
        Ok(self)
    }

    /// What is told after the last step counts as told in it.
    fn ended(mut self) -> Walk {
        for (told, after) in self.told.iter_mut().zip(&self.after) {
            if let Some(last) = told.last_mut() {
                *last += after.len() as u32;
            }
        }
        self
    }

    /// The game after so many steps.
    fn at(&self, step: usize) -> Result<Box<dyn Hosted>, Refusal> {
        let copy = (step / self.every).min(self.copies.len() - 1);
        let (mut from, mut game) = (copy * self.every, None);
        {
            let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((at, held)) = last.as_ref()
                && (from..=step).contains(at)
            {
                (from, game) = (*at, Some(held.fork()));
            }
        }
        let mut game = game.unwrap_or_else(|| self.copies[copy].fork());
        for step in &self.replay.steps[from..step] {
            redo(&mut *game, step)?;
        }
        Ok(game)
    }

    fn step(&self, step: usize, viewer: Viewer) -> Result<ReplayStep, Refusal> {
        let before = step.checked_sub(1).map(|before| self.at(before)).transpose()?;
        let from = before.as_deref().map_or(0, |game| game.told(viewer));
        let mut game = match before {
            Some(game) => game,
            None => self.at(0)?,
        };
        let taken = step.checked_sub(1).and_then(|index| self.replay.steps.get(index));
        if let Some(step) = taken {
            redo(&mut *game, step)?;
        }
        let told = game.events_for(viewer, from).into_iter();
        let mut events: Vec<LogEntry> = told.map(|told| LogEntry { seq: told.seq, event: told.event }).collect();
        let steps = self.replay.steps.len();
        if step == steps {
            events.extend(self.after[slot(viewer, self.seats.len())].iter().cloned());
        }
        let shown = ReplayStep {
            room: self.room.clone(),
            kind: self.kind.clone(),
            step: step as u32,
            steps: steps as u32,
            by: taken.and_then(Step::seat).map(|seat| seat.0),
            seats: self.seats.clone(),
            view: game.view_json(viewer),
            events,
            outcome: (step == steps).then(|| self.outcome.clone()),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((step, game));
        Ok(shown)
    }

    fn story(&self, viewer: Viewer) -> Result<ReplayStory, Refusal> {
        let slot = slot(viewer, self.seats.len());
        let told = self.at(self.replay.steps.len())?.events_for(viewer, 0).into_iter();
        let mut events: Vec<LogEntry> = told.map(|told| LogEntry { seq: told.seq, event: told.event }).collect();
        events.extend(self.after[slot].iter().cloned());
        Ok(ReplayStory {
            steps: self.replay.steps.len() as u32,
            by: std::iter::once(None).chain(self.replay.steps.iter().map(|step| step.seat().map(|seat| seat.0))).collect(),
            told: self.told[slot].clone(),
            moments: self.moments.clone(),
            commitment: self.commitment.clone(),
            events,
        })
    }
}

/// All who may look: the seats, nobody in particular, and whoever sees everything.
fn viewers(seats: usize) -> Vec<Viewer> {
    (0..seats as u8).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator, Viewer::All]).collect()
}

fn slot(viewer: Viewer, seats: usize) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator => seats,
        Viewer::All => seats + 1,
    }
}
