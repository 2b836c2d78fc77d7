//! Who looks on without a seat, and what they see: what lies open, what the seats see, or nothing.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use table::{Seat, Viewer};

use super::live::{Live, as_viewer};
use super::{Cursor, Refusal, Room};
use crate::terms::Watching;
use crate::wire::Watchers;

/// Names that are told of those who look on.
const TOLD: usize = 20;

/// The names of visitors with an account, as far as they are known here.
pub type Names = Mutex<HashMap<String, Option<String>>>;

impl Live {
    /// With whose eyes somebody sees the game. Where hands are shown, who has no seat looks over the shoulder of one.
    pub fn viewer(&self, me: Option<Seat>, cursor: &Cursor) -> Viewer {
        self.eyes(me, cursor).map_or_else(|| as_viewer(me), Viewer::Seat)
    }

    /// The seat over whose shoulder a watcher looks.
    pub fn eyes(&self, me: Option<Seat>, cursor: &Cursor) -> Option<Seat> {
        let shown = me.is_none() && self.created.terms.watching == Watching::Hands;
        let last = self.chairs.len().checked_sub(1)?;
        shown.then(|| Seat(cursor.eyes.map_or(0, |seat| seat.index()).min(last) as u8))
    }

    /// Whether who has no seat sees nothing, while the game goes on.
    pub fn shuts_out(&self, me: Option<Seat>) -> bool {
        let closed = self.created.terms.watching == Watching::Nobody;
        closed && me.is_none() && self.host.is_some() && self.outcome().is_none()
    }
}

impl Cursor {
    /// A watcher of a table whose hands are shown looks over the shoulder of this seat from now on.
    pub fn look(&mut self, seat: u8) {
        self.eyes = Some(Seat(seat));
    }
}

impl Room {
    /// Whether whoever has no seat may choose over whose shoulder to look.
    pub(super) async fn may_look(&self, visitor: Option<&str>, seat: u8) -> Result<(), Refusal> {
        let live = self.lock().await?;
        if live.seat_of(visitor).is_some() || live.created.terms.watching != Watching::Hands {
            return Err(Refusal::new("not_yours", "only where hands are shown, and only who has no seat, looks over another's shoulder"));
        }
        if usize::from(seat) >= live.chairs.len() {
            return Err(Refusal::new("no_such_seat", format!("there is no seat {seat}")));
        }
        Ok(())
    }

    /// Who looks on: sockets without a seat, those with an account by name.
    pub(super) fn watchers(&self, live: &Live) -> Option<Watchers> {
        let seated = |visitor: &str| live.chairs.iter().any(|chair| chair.owner.as_deref() == Some(visitor));
        let (mut strangers, mut visitors) = (0, Vec::new());
        for (visitor, sockets) in self.present().iter() {
            match visitor.as_str() {
                "" => strangers = *sockets,
                visitor if !seated(visitor) => visitors.push(visitor.to_owned()),
                _ => {}
            }
        }
        visitors.extend(self.elsewhere().iter().filter(|visitor| !seated(visitor)).cloned());
        visitors.sort_unstable();
        visitors.dedup();
        let count = u32::try_from(visitors.len() + strangers).unwrap_or(u32::MAX);
        let known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = visitors.iter().filter_map(|visitor| known.get(visitor).cloned().flatten()).collect();
        names.sort_unstable();
        names.truncate(TOLD);
        (count > 0).then_some(Watchers { count, names })
    }

    /// Learns what these visitors are called.
    pub(super) async fn learn_names(&self, visitors: impl IntoIterator<Item = String>) {
        let Some(people) = self.parts.store.people() else { return };
        for visitor in visitors {
            let known = self.names.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&visitor);
            if visitor.is_empty() || known {
                continue;
            }
            if let Ok(account) = people.account(&visitor).await {
                let name = account.map(|account| account.name);
                self.names.lock().unwrap_or_else(PoisonError::into_inner).insert(visitor, name);
            }
        }
    }
}
