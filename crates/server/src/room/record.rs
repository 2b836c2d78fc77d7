//! A finished game as a file, and step by step.

use serde_json::json;
use table::Viewer;
use table::replay::{Concession, Replay};

use super::live::Live;
use super::{Refusal, Room, guarded};
use crate::wire::{LogEntry, ReplayStep};

impl Room {
    /// The finished game as a file.
    pub async fn replay(&self) -> Result<String, Refusal> {
        let live = self.lock().await?;
        Ok(recorded(&live)?.write())
    }

    /// The finished game after `step` steps, with all cards open, and what happened in that step.
    pub async fn replay_at(&self, step: u32) -> Result<ReplayStep, Refusal> {
        let live = self.lock().await?;
        let replay = recorded(&live)?;
        let seats = live.seats(|_| false);
        let outcome = live.outcome();
        let games = &self.parts.games;
        let steps = replay.steps.len() as u32;
        if step > steps {
            return Err(Refusal::new("no_such_step", format!("the game has {steps} steps")));
        }
        guarded(|| {
            let before = replay.steps.iter().take(step.saturating_sub(1) as usize).cloned().collect();
            let mut host = live.open(games, replay.setup.clone(), before)?;
            let mut from = 0;
            let mut by = None;
            if let Some(last) = step.checked_sub(1).and_then(|index| replay.steps.get(index as usize)) {
                from = host.told(Viewer::All);
                by = last.seat().map(|seat| seat.0);
                super::laid::redo(&mut *host, last)?;
            }
            let mut events: Vec<LogEntry> =
                host.events_for(Viewer::All, from).into_iter().map(|told| LogEntry { seq: told.seq, event: told.event }).collect();
            if step == steps {
                // A concession is told after the last step.
                events.extend(live.events_for(Viewer::All, host.told(Viewer::All)));
            }
            Ok(ReplayStep {
                room: self.id.clone(),
                kind: live.created.kind.clone(),
                step,
                steps,
                by,
                seats,
                view: host.view_json(Viewer::All),
                events,
                outcome: (step == steps).then(|| outcome.map(|outcome| json!(outcome))).flatten(),
            })
        })?
    }
}

/// The file of a game that is over: before that it would tell what is hidden.
fn recorded(live: &Live) -> Result<Replay, Refusal> {
    if let Some(why) = &live.paused {
        return Err(Refusal::new("paused", why.clone()));
    }
    let host = live.host.as_deref().filter(|_| live.outcome().is_some());
    let mut replay = host.ok_or_else(|| Refusal::new("not_over", "the replay can be had when the game is over"))?.replay();
    replay.marks.extend(live.agree.remarks(replay.steps.len() as u32));
    if let Some(seat) = live.conceded {
        let note = format!("{} conceded", live.chairs[seat.index()].name);
        replay.marks.push(Concession { seat, after: replay.steps.len() as u32 }.mark(note));
    }
    Ok(replay)
}
