//! The bluff time: how long a window stays open although its seat only passes.
//!
//! Who is asked follows from open information, but how fast a pass comes would tell whether there was anything to use. So a pass, forced
//! or chosen, is not shown before the window has been open for the table's bluff time; a use of a card ends the window at once. A pass
//! that was chosen early is written down as held, and becomes a step when the time is over; whoever looks on sees the same either way.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use table::hosted::Hosted;
use table::replay::Step;
use table::{Pick, PromptKind, Seat};
use tokio::time::Instant;

use super::live::Live;
use super::{Refusal, Room};
use crate::log::By;

/// After a failure of the store, when to try again.
const AGAIN: Duration = Duration::from_secs(1);

/// What holds back passes at one table.
#[derive(Clone, Debug, Default)]
pub struct Bluff {
    /// By seat: its decision, since when it owes it, and whether it is a window.
    asked: Vec<Option<(u32, Instant, bool)>>,
    /// By seat: a pass that is not shown yet.
    held: Vec<Option<(Step, By)>>,
    /// When a task will look for windows that are over.
    timer: Option<Instant>,
}

impl Bluff {
    pub fn new(seats: usize) -> Bluff {
        Bluff { asked: vec![None; seats], held: vec![None; seats], timer: None }
    }

    /// Keeps a pass until the window is over.
    pub fn hold(&mut self, step: Step, by: By) {
        if let Some(place) = step.seat().and_then(|seat| self.held.get_mut(seat.index())) {
            *place = Some((step, by));
        }
    }

    /// Whether this step was held back before.
    pub fn was_held(&self, step: &Step) -> bool {
        let held = step.seat().and_then(|seat| self.held.get(seat.index())?.as_ref());
        held.is_some_and(|(held, _)| held == step)
    }

    /// What was read anew, with the times that are known.
    pub fn keeping_time(self, old: &Bluff) -> Bluff {
        Bluff { asked: old.asked.clone(), timer: old.timer, ..self }
    }

    /// The pass to this decision.
    fn held(&self, seat: Seat, decision: u32) -> Option<&(Step, By)> {
        let held = self.held.get(seat.index())?.as_ref();
        held.filter(|(step, _)| matches!(step, Step::Answer { decision: number, .. } if *number == decision))
    }
}

impl Live {
    /// Looks at the clock for every question that is new.
    pub fn look(&mut self) {
        let Some(host) = self.host.as_deref().filter(|_| self.created.bluff > 0) else { return };
        for seat in host.acting().iter() {
            let (Some(decision), Some(place)) = (host.decision(seat), self.bluff.asked.get_mut(seat.index())) else { continue };
            if place.is_none_or(|(known, _, _)| known != decision) {
                let window = host.prompt(seat).is_some_and(|asked| asked.prompt.kind == PromptKind::Window);
                *place = Some((decision, Instant::now(), window));
            }
        }
    }

    /// Until when the window stays open in which `seat` is asked; `None` if it is asked in none.
    pub fn closes(&self, seat: Seat) -> Option<Instant> {
        let decision = self.host.as_deref()?.decision(seat)?;
        let (known, since, window) = (*self.bluff.asked.get(seat.index())?)?;
        let bluff = Duration::from_secs(self.created.bluff.into());
        (self.created.bluff > 0 && window && known == decision).then_some(since + bluff)
    }

    /// Whether `seat` has nothing to say until its window is over: it has passed, or it could only pass.
    pub fn only_waits(&self, seat: Seat) -> bool {
        let (Some(host), Some(_)) = (self.host.as_deref(), self.closes(seat)) else { return false };
        let held = host.decision(seat).is_some_and(|decision| self.bluff.held(seat, decision).is_some());
        held || (host.forced(seat) && !self.stops_at(host, seat))
    }

    /// Whether `seat` has passed, and nobody sees it yet.
    pub fn holds_a_pass(&self, seat: Seat) -> bool {
        let decision = self.host.as_deref().and_then(|host| host.decision(seat));
        decision.is_some_and(|decision| self.bluff.held(seat, decision).is_some_and(|(_, by)| *by == By::Player))
    }

    /// Whether a step is a pass that comes too early to be shown. An error if its seat has passed already.
    pub fn holds(&self, step: &Step) -> Result<bool, Refusal> {
        let (Some(host), Step::Answer { seat, decision, picks }) = (self.host.as_deref(), step) else { return Ok(false) };
        if host.decision(*seat) != Some(*decision) {
            return Ok(false);
        }
        if self.bluff.held(*seat, *decision).is_some() {
            return Err(Refusal::new("not_asked", "you have passed; the others see it when the window's time is over"));
        }
        let early = self.closes(*seat).is_some_and(|at| at > Instant::now());
        Ok(early && is_pass(host, *seat, picks))
    }

    /// A pass that was held and whose time is over.
    pub fn bluff_over(&self, now: Instant) -> Option<(Step, By)> {
        let host = self.host.as_deref()?;
        let over = |seat: &Seat| self.closes(*seat).is_some_and(|at| at <= now);
        host.acting().iter().filter(over).find_map(|seat| self.bluff.held(seat, host.decision(seat)?).cloned())
    }

    /// When the next window ends by itself.
    fn next_close(&self) -> Option<Instant> {
        let host = self.host.as_deref().filter(|_| self.paused.is_none() && !self.agree.paused && self.outcome().is_none())?;
        host.acting().iter().filter(|seat| self.only_waits(*seat)).filter_map(|seat| self.closes(seat)).min()
    }
}

/// Whether these picks are a pass in a window. Every game calls it so.
fn is_pass(host: &dyn Hosted, seat: Seat, picks: &[Pick]) -> bool {
    let [pick] = picks else { return false };
    let asked = host.prompt(seat).filter(|asked| asked.prompt.kind == PromptKind::Window);
    asked.and_then(|asked| Some(asked.legal.get(*pick as usize)?.action.get("verb") == Some(&Value::from("pass")))).unwrap_or(false)
}

impl Room {
    /// Sees to it that the next window that ends by itself does.
    pub(super) fn wait_for_windows(self: &Arc<Room>, live: &mut Live) {
        if live.stale {
            return;
        }
        if let Some(at) = live.next_close().filter(|at| live.bluff.timer.is_none_or(|timer| *at < timer)) {
            live.bluff.timer = Some(at);
            tokio::spawn(self.clone().close_windows(at));
        }
    }

    async fn close_windows(self: Arc<Room>, at: Instant) {
        tokio::time::sleep_until(at).await;
        loop {
            if let Ok(mut live) = self.lock().await {
                if live.bluff.timer.is_some_and(|timer| timer != at) {
                    return;
                }
                live.bluff.timer = None;
                // What ends windows by itself: passes that were held, and those that were the only answer.
                let due = live.next_close().is_some_and(|at| at <= Instant::now());
                if !due {
                    return self.drive(&mut live);
                }
                let closed = self.change(&mut live, |live| {
                    let entries = live.auto();
                    let some = !entries.is_empty();
                    Ok((entries, some))
                });
                match closed.await {
                    Ok(true) => return self.drive(&mut live),
                    Ok(false) => return tracing::error!(room = %self.id, "a window cannot be closed; its room waits"),
                    Err(_) => live.bluff.timer = Some(at),
                }
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}
