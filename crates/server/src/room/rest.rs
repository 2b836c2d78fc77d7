//! What outlives a program: a room that leaves the memory leaves a snapshot in its log, and a program with other rules goes on from it,
//! where it can read it. What it cannot read is shown as paused, with its file; nothing is lost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::Seat;
use table::replay::{Mark, Step};

use super::house::House;
use super::live::Live;
use super::{Refusal, Room, guarded};
use crate::games::Games;
use crate::log::{Entry, Rebase, Resumed, now, stamped};

/// How long a server that goes down takes for this.
const LONG: Duration = Duration::from_secs(20);
const ENGINE: &str = concat!("maester ", env!("CARGO_PKG_VERSION"));

/// What the log says of the programs that had the room.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    /// The rules of the steps that come now, if they are others than at first.
    pub rules: Option<String>,
    /// The last snapshot, and whether steps came after it.
    last: Option<(Rebase, bool)>,
    /// The program goes on with a game of other rules: what is to be written before its first entry.
    pub resumes: Option<Entry>,
    /// Who took the file of the room while it was paused.
    pub opened: Vec<Seat>,
    /// The server goes down: nothing more is written here.
    pub closed: bool,
}

impl Rest {
    /// A step of the game.
    pub fn stepped(&mut self) {
        if let Some((_, later)) = &mut self.last {
            *later = true;
        }
    }

    pub fn rebased(&mut self, rebase: Rebase) {
        self.last = Some((rebase, false));
    }

    /// The snapshot of a game after which nothing happened.
    fn fresh(&self) -> Option<&Rebase> {
        self.last.as_ref().filter(|(_, later)| !later).map(|(rebase, _)| rebase)
    }
}

impl Live {
    /// The rules under which the steps that come now are read.
    pub fn rules(&self) -> &str {
        self.rest.rules.as_deref().unwrap_or(&self.created.rules)
    }

    /// Another program goes on from here. Gives the first steps of the game as it begins anew.
    pub fn resumed(&mut self, resumed: &Resumed) -> Vec<Step> {
        self.touches += 1;
        self.laid = Some(resumed.state.clone());
        self.bluff = super::bluff::Bluff::new(self.chairs.len());
        let before = self.rest.last.as_ref().map_or(0, |(rebase, _)| rebase.steps);
        let note = format!("carried over from {} to {} after {before} steps, which are not in this replay", self.rules(), resumed.rules);
        let steps: Vec<Step> = resumed.seed.iter().filter_map(|seed| Some(Step::Rekey { seed: seed.parse().ok()? })).collect();
        self.agree.anew(Mark { kind: "note".to_owned(), note, ..Mark::default() }, steps.len());
        self.rest.rules = Some(resumed.rules.clone());
        self.rest.last = None;
        steps
    }

    /// The steps with which this program goes on: all that it read, or those after a snapshot of a program with other rules.
    pub fn goes_on(&mut self, games: &Games, steps: Vec<Step>) -> Result<Vec<Step>, Refusal> {
        if games.kind(&self.created.kind)?.rules_id(self.created.rulings.as_deref())? == self.rules() {
            return Ok(steps);
        }
        let resumed = self.resumes(games)?;
        let steps = self.resumed(&resumed);
        self.rest.resumes = Some(Entry::Resumed(resumed));
        Ok(steps)
    }

    /// How this program, whose rules are others, goes on with the game; the error says why it cannot.
    fn resumes(&self, games: &Games) -> Result<Resumed, Refusal> {
        let kind = games.kind(&self.created.kind)?;
        let rules = kind.rules_id(self.created.rulings.as_deref())?;
        let other = || Refusal::new("paused", format!("this room was played under {}; this program plays {rules}", self.rules()));
        let rebase = self.rest.fresh().ok_or_else(other)?;
        let state = guarded(|| kind.carried(self.rulings(kind).as_deref(), &rebase.snapshot))?
            .map_err(|why| Refusal::new("paused", format!("{}, and {}", other().into_wire().message, why.message)))?;
        let seed = (rebase.back > 0).then(|| self.created.seed_after(self.agree.turns() + 1).to_string());
        Ok(Resumed { rules, engine: ENGINE.to_owned(), state, seed })
    }

    /// The game as it is left, if it runs and no snapshot tells it yet.
    fn rebase(&self, games: &Games) -> Option<Rebase> {
        let host = self.host.as_deref().filter(|_| self.outcome().is_none() && self.paused.is_none())?;
        if self.rest.fresh().is_some() || self.stale {
            return None;
        }
        let kind = games.kind(&self.created.kind).ok()?;
        let rulings = self.rulings(kind);
        let replay = host.replay();
        let steps = replay.steps.len() as u32;
        let (snapshot, back) = match kind.carry(rulings.as_deref(), host) {
            Ok(snapshot) => (snapshot, 0),
            // Something is half resolved: the last moment before it.
            Err(_) => {
                let keep = self.settled(games, host).ok()?;
                let before = self.open(games, replay.setup.clone(), replay.steps[..keep as usize].to_vec()).ok()?;
                (kind.carry(rulings.as_deref(), &*before).ok()?, steps - keep)
            }
        };
        Some(Rebase { rules: self.rules().to_owned(), engine: ENGINE.to_owned(), steps, back, snapshot })
    }
}

impl Room {
    /// Leaves a snapshot in the log. `closing`: nothing more is written by this server.
    pub(super) async fn rest(self: &Arc<Room>, closing: bool) {
        let Ok(mut live) = self.lock().await else { return };
        let games = &self.parts.games;
        let done = self.change(&mut live, |live| {
            let Some(rebase) = live.rebase(games) else { return Ok((Vec::new(), ())) };
            live.rest.rebased(rebase.clone());
            Ok((vec![Entry::Rebase(rebase)], ()))
        });
        if let Err(why) = done.await {
            tracing::warn!(room = %self.id, why = ?why, "no snapshot of a room can be left");
        }
        live.rest.closed = closing;
    }

    /// The file of a room that is paused, for who sits there: its log, without what belongs to nobody else. It tells what is hidden, so that
    /// it is written down who took it.
    pub async fn file(&self, visitor: Option<&str>) -> Result<Value, Refusal> {
        let mut live = self.lock().await?;
        let why =
            live.paused.clone().ok_or_else(|| Refusal::new("not_paused", "this room goes on: its file can be had when it is over"))?;
        let seat = live.seat_of(visitor).ok_or_else(|| Refusal::new("not_yours", "only who sits at the table may take its file"))?;
        let entries = self.parts.store.load(&self.id, 0).await?;
        let took = stamped(&Entry::Opened { seat }, now());
        if !live.rest.opened.contains(&seat) {
            self.parts.write(&self.id, live.seq, std::slice::from_ref(&took), false, None).await?;
            live.seq += 1;
            live.enter(&Entry::Opened { seat });
        }
        let told: Vec<Value> =
            entries.iter().map(|entry| serde_json::from_str(entry).map_or_else(|_| json!(entry), without_names)).collect();
        Ok(json!({ "format": "maester-room", "version": 1, "room": self.id, "paused": why, "entries": told }))
    }
}

/// An entry without the keys of sessions, the password and what was whispered.
fn without_names(mut entry: Value) -> Value {
    if entry["entry"] == "said" && !entry["to"].is_null() {
        entry["text"] = Value::Null;
    }
    // What those who look on say is for the players when the game is over.
    if entry["entry"] == "aside" {
        return json!({ "entry": "aside" });
    }
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("owner");
                fields.remove("password");
                fields.values_mut().for_each(strip);
            }
            Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    if entry["entry"] == "created" || entry["entry"] == "joined" {
        strip(&mut entry);
    }
    entry
}

impl House {
    /// The server has gone down: every running game that it has in memory leaves a snapshot for the program that comes after.
    pub async fn rest(&self) {
        let begun = Instant::now();
        for room in self.held(None) {
            if begun.elapsed() > LONG {
                return tracing::warn!("not every room could leave a snapshot in time");
            }
            room.rest(true).await;
        }
    }
}
