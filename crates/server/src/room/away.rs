//! Who is away, and for how long. Every server looks for itself: one that has just started waits anew, which costs time, never truth.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use table::{Seat, SeatSet};
use tokio::time::Instant;

use super::Room;
use super::live::Live;

/// Since when who sits here has no socket anywhere.
pub type Away = HashMap<String, Instant>;

/// After so much more than the time of grace the others are shown that it is over.
const A_LITTLE: Duration = Duration::from_millis(20);

impl Room {
    /// Tells the other servers, if there are any, whether a visitor has sockets here.
    pub(super) fn note(self: &Arc<Room>, visitor: &str) {
        if visitor.is_empty() || !self.parts.store.is_shared() {
            return;
        }
        let (room, visitor) = (self.clone(), visitor.to_owned());
        tokio::spawn(async move {
            // In turn, and as it is by then: the last note is right whatever came before it.
            let _turn = room.noting.lock().await;
            let here = room.present().contains_key(&visitor);
            if let Err(why) = room.parts.store.note_present(&room.parts.node, &room.id, &visitor, here).await {
                tracing::warn!(%why, "who is present cannot be noted");
            }
        });
    }

    /// Learns who is present at other servers.
    pub(crate) async fn look_elsewhere(&self) {
        if !self.parts.store.is_shared() {
            return;
        }
        match self.parts.store.present_elsewhere(&self.parts.node, &self.id).await {
            Ok(visitors) => {
                self.learn_names(visitors.iter().cloned()).await;
                *self.elsewhere() = visitors.into_iter().collect();
                self.changed();
            }
            Err(why) => tracing::warn!(%why, "who is present elsewhere is not known"),
        }
    }

    /// The seats of people that play and left, or are away for longer than this table waits.
    pub(super) fn gone(self: &Arc<Room>, live: &Live) -> SeatSet {
        let grace = Duration::from_secs(live.created.grace.into());
        let mut gone = SeatSet::EMPTY;
        if live.host.is_none() {
            return gone;
        }
        let out = live.out();
        for (seat, chair) in (0..).map(Seat).zip(&live.chairs) {
            let plays = chair.bot.is_none() && !out.contains(seat);
            let Some(owner) = chair.owner.as_deref().filter(|_| plays) else { continue };
            if live.agree.left(seat) || self.absent(owner, grace) {
                gone.insert(seat);
            }
        }
        gone
    }

    /// Whether this visitor has had no socket for so long. The first time that it has none, the clock is set.
    pub(super) fn absent(self: &Arc<Room>, visitor: &str, grace: Duration) -> bool {
        let here = self.is_present(visitor);
        let mut away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        if here {
            away.remove(visitor);
            return false;
        }
        let now = Instant::now();
        let since = *away.entry(visitor.to_owned()).or_insert_with(|| {
            // Whoever looks on sees when the time is over.
            let room = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep(grace + A_LITTLE).await;
                if let Some(room) = room.upgrade() {
                    room.changed();
                }
            });
            now
        });
        since.elapsed() >= grace
    }

    /// The last socket of a visitor is gone: its time begins when somebody looks.
    pub(super) fn went(&self, visitor: &str) {
        self.away.lock().unwrap_or_else(PoisonError::into_inner).remove(visitor);
    }

    /// A visitor is here: if its seat was missed, that is over.
    pub(super) async fn came(self: &Arc<Room>, visitor: &str) {
        self.away.lock().unwrap_or_else(PoisonError::into_inner).remove(visitor);
        let Ok(mut live) = self.lock().await else { return };
        let missed = (0..)
            .map(Seat)
            .zip(&live.chairs)
            .find(|(seat, chair)| !visitor.is_empty() && chair.owner.as_deref() == Some(visitor) && live.agree.misses(*seat));
        if let Some((seat, _)) = missed
            && let Err(why) = self.returned(&mut live, seat).await
        {
            tracing::warn!(room = %self.id, why = ?why, "that a player is here again cannot be noted");
        }
    }
}
