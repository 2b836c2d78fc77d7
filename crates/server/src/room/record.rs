//! A finished game as a file.

use table::replay::{Commitment, Concession, Replay, Start};

use super::live::Live;
use super::{Refusal, Room};

impl Room {
    /// The finished game as a file.
    pub async fn replay(&self) -> Result<String, Refusal> {
        let live = self.lock().await?;
        Ok(recorded(&live)?.write())
    }
}

/// The file of a game that is over: before that it would tell what is hidden.
pub(super) fn recorded(live: &Live) -> Result<Replay, Refusal> {
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
    // A position brings its own chance: the room's seed decided nothing.
    if let Start::Seed(_) = replay.start {
        let Live { created, .. } = live;
        replay.commitment = Some(Commitment { hash: created.commitment(), seed: created.seed.clone(), salt: created.salt.clone() });
    }
    Ok(replay)
}
