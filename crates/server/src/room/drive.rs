//! Bots answer.

use std::sync::Arc;

use table::hosted::Hosted;
use table::replay::Step;
use table::{Pick, Seat};

use super::live::Live;
use super::{Room, guarded};
use crate::bot::{BotPlayer, Random};
use crate::log::By;
use crate::session::random;

impl Room {
    /// Lets the bots answer, in the background, if they owe something, and windows end. To be called after every change.
    pub(super) fn drive(self: &Arc<Room>, live: &mut Live) {
        if live.rest.closed {
            return;
        }
        self.wait_for_windows(live);
        self.wait_for_clocks(live);
        if !live.bots_busy && !live.stale && live.bot_to_answer().is_some() {
            live.bots_busy = true;
            tokio::spawn(self.clone().bots());
        }
    }

    async fn bots(self: Arc<Room>) {
        while self.one_bot().await {}
    }

    /// One answer of one bot; whether there may be more to do.
    async fn one_bot(self: &Arc<Room>) -> bool {
        let mut live = match self.lock().await {
            Ok(live) => live,
            Err(_) => {
                self.live.lock().await.bots_busy = false;
                return false;
            }
        };
        let Some((seat, decision)) = live.bot_to_answer() else {
            live.bots_busy = false;
            return false;
        };
        let name = live.chairs[seat.index()].bot.clone().unwrap_or_default();
        let turns = live.agree.turns();
        let bot = live.bots[seat.index()].take().or_else(|| {
            let kind = self.parts.games.kind(&live.created.kind).ok()?;
            kind.bot(&name, live.rulings(kind).as_deref(), self.parts.luck(u64::from(seat.0)))
        });
        let Some(game) = live.host.as_deref().map(Hosted::fork) else {
            live.bots_busy = false;
            return false;
        };
        drop(live);
        // Thinking takes long: not on a thread that serves sockets, and not under the room's lock.
        let thought = tokio::task::spawn_blocking(move || think(bot, &*game, seat)).await;
        let (bot, picks) = thought.unwrap_or((None, None));
        let Ok(mut live) = self.lock().await else {
            self.live.lock().await.bots_busy = false;
            return false;
        };
        if live.agree.turns() != turns || live.agree.paused {
            // The game went back meanwhile: what was thought is for another one.
            return true;
        }
        live.bots[seat.index()] = bot;
        if live.host.as_deref().and_then(|host| host.decision(seat)) != Some(decision) || live.outcome().is_some() {
            return true;
        }
        let mut refused = None;
        for picks in [picks, live.host.as_deref().and_then(|host| at_random(host, seat))].into_iter().flatten() {
            let step = Step::Answer { seat, decision, picks };
            match self.change(&mut live, |live| Ok((live.step(step.clone(), By::Bot)?, ()))).await {
                Ok(()) => return true,
                Err(why) if why.code() == "conflict" => return true,
                Err(why) => {
                    tracing::warn!(room = %self.id, bot = %name, why = ?why, "a bot's answer was refused");
                    refused = Some(why);
                }
            }
        }
        tracing::error!(room = %self.id, bot = %name, why = ?refused, "a bot cannot answer; its room waits");
        live.bots_busy = false;
        false
    }
}

type Thought = (Option<Box<dyn BotPlayer>>, Option<Vec<Pick>>);

fn think(bot: Option<Box<dyn BotPlayer>>, game: &dyn Hosted, seat: Seat) -> Thought {
    let Some(mut bot) = bot else { return (None, None) };
    // A bot that panics is replaced by a new one, its answer by one at random.
    match guarded(|| bot.choose(game, seat)) {
        Ok(picks) => (Some(bot), picks),
        Err(_) => (None, None),
    }
}

fn at_random(game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>> {
    guarded(|| Random::new(u64::from_le_bytes(random())).choose(game, seat)).ok().flatten()
}
