//! Peace at a table: who does not want to meet whom, lines that an operator took away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use super::house::House;
use super::live::Live;
use super::{Refusal, Room};
use crate::log::Entry;
use crate::store::Silence;
use crate::wire::{ChatLine, RoomInfo};

/// By visitor who is here: whom it does not want to hear.
#[derive(Debug, Default)]
pub struct Quiet(Mutex<HashMap<String, Vec<String>>>);

/// A line of a chat, as somebody heard it.
pub struct Heard {
    /// Its place in the room's chat.
    pub line: u64,
    pub author: String,
    pub name: String,
    pub said: String,
}

impl Room {
    /// Learns whom a visitor does not want to hear.
    pub(crate) async fn learn_blocks(&self, visitor: &str) {
        let Some(peace) = self.parts.store.peace().filter(|_| !visitor.is_empty()) else { return };
        match peace.blocked(visitor).await {
            Ok(blocked) => {
                let mut quiet = self.quiet.0.lock().unwrap_or_else(PoisonError::into_inner);
                match blocked.is_empty() {
                    true => drop(quiet.remove(visitor)),
                    false => drop(quiet.insert(visitor.to_owned(), blocked)),
                }
            }
            Err(why) => tracing::warn!(%why, "whom somebody does not want to hear cannot be read"),
        }
        self.changed();
    }

    /// Whom a visitor does not want to hear.
    pub(super) fn blocked_by_me(&self, visitor: Option<&str>) -> Vec<String> {
        let quiet = self.quiet.0.lock().unwrap_or_else(PoisonError::into_inner);
        visitor.and_then(|visitor| quiet.get(visitor)).cloned().unwrap_or_default()
    }

    /// The seats that a visitor does not want to hear.
    pub(super) fn unheard(&self, live: &Live, visitor: Option<&str>) -> Vec<u8> {
        let blocked = self.blocked_by_me(visitor);
        let by = |owner: &Option<String>| owner.as_ref().is_some_and(|owner| blocked.contains(owner));
        (0u8..).zip(&live.chairs).filter(|(_, chair)| by(&chair.owner)).map(|(seat, _)| seat).collect()
    }

    /// Whether those who sit here want to meet this visitor.
    pub(super) async fn welcomes(&self, owners: Vec<String>, visitor: &str) -> Result<(), Refusal> {
        let Some(peace) = self.parts.store.peace() else { return Ok(()) };
        match peace.blocked_by(visitor).await?.iter().any(|by| owners.contains(by)) {
            true => Err(Refusal::new("blocked", "somebody at this table does not want to play with you; choose another table")),
            false => Ok(()),
        }
    }

    /// Whether this visitor may be heard; `to`: who alone is told.
    pub(super) async fn may_say(&self, visitor: &str, to: Option<String>) -> Result<(), Refusal> {
        let Some(peace) = self.parts.store.peace() else { return Ok(()) };
        if let Some(silence) = peace.muted(visitor).await? {
            return Err(Refusal::new("muted", silenced(&silence)));
        }
        match to {
            Some(owner) if peace.blocked_by(visitor).await?.contains(&owner) => {
                Err(Refusal::new("blocked", "this player does not read what you write"))
            }
            _ => Ok(()),
        }
    }

    /// Who sits in a seat: the owner and the name.
    pub(crate) async fn person_in(&self, seat: u8) -> Result<(String, String), Refusal> {
        let live = self.lock().await?;
        let chair = live.chairs.get(usize::from(seat));
        let person = chair.and_then(|chair| Some((chair.owner.clone()?, chair.name.clone())));
        person.ok_or_else(|| Refusal::new("no_such_seat", format!("no person sits in seat {seat}")))
    }

    /// Line number `seq` of those that a visitor has heard.
    pub(crate) async fn heard(&self, visitor: Option<&str>, seq: u64) -> Result<Heard, Refusal> {
        let live = self.lock().await?;
        let me = live.seat_of(visitor);
        let missing = || Refusal::new("no_such_line", format!("you have heard no line {seq}"));
        let (line, seat, said) = live.chat.line(me, seq).ok_or_else(missing)?;
        let chair = live.chairs.get(seat.index()).ok_or_else(missing)?;
        let author = chair.owner.clone().ok_or_else(missing)?;
        Ok(Heard { line, author, name: chair.name.clone(), said })
    }

    /// Takes a line away: the log says that it was, and nobody is shown it any more.
    pub(crate) async fn moderate(self: &Arc<Room>, line: u64) -> Result<(), Refusal> {
        let mut live = self.lock().await?;
        self.change(&mut live, |live| {
            let aside = live.asides.is_removed(line);
            if aside.is_none() && line >= live.chat.all() {
                return Err(Refusal::new("no_such_line", format!("nobody has said line {line}")));
            }
            if aside.unwrap_or_else(|| live.chat.is_removed(line)) {
                return Ok((Vec::new(), ()));
            }
            let entry = Entry::Moderated { line };
            live.enter(&entry);
            Ok((vec![entry], ()))
        })
        .await
    }

    /// What can be said of the room without playing.
    pub async fn info(&self, visitor: Option<&str>) -> Result<RoomInfo, Refusal> {
        let live = self.lock().await?;
        let outcome = live.outcome();
        let (seed, salt) = (live.created.seed.clone(), live.created.salt.clone());
        let over = outcome.is_some();
        Ok(RoomInfo {
            room: self.id.clone(),
            kind: live.created.kind.clone(),
            format: live.created.format.clone(),
            seats: live.seats(|visitor| self.is_present(visitor)),
            me: live.seat_of(visitor).map(|seat| seat.0),
            started: live.host.is_some(),
            outcome: outcome.map(|outcome| serde_json::json!(outcome)),
            paused: live.paused.clone(),
            commitment: live.created.commitment(),
            seed: over.then_some(seed),
            salt: over.then_some(salt),
            rematch: live.rematch.clone(),
            host: live.waiting_for(),
            closed: live.closed_by(),
            plays_blank: live.created.plays_blank.then_some(true),
            blank: live.blanks(),
            terms: live.created.terms.clone(),
            rated: live.created.rated.then_some(true),
        })
    }
}

/// What a viewer is sent of these lines: the words of those whom it does not want to hear stay away.
pub fn quietly(mut lines: Vec<ChatLine>, unheard: &[u8]) -> Vec<ChatLine> {
    for line in lines.iter_mut().filter(|line| unheard.contains(&line.from)) {
        line.text.clear();
    }
    lines
}

/// Why somebody is not heard, and until when.
fn silenced(silence: &Silence) -> String {
    let until = UNIX_EPOCH + Duration::from_secs(u64::try_from(silence.until).unwrap_or(0));
    let why = match silence.said.as_str() {
        "" => String::new(),
        said => format!(" because you said \u{201c}{said}\u{201d}"),
    };
    format!("an operator silenced you{why}: nobody hears you until {}", httpdate::fmt_http_date(until))
}

impl House {
    /// A visitor's blocks are others now: wherever it is, that is seen.
    pub(crate) async fn blocks_changed(&self, visitor: &str) {
        for room in self.held(None).into_iter().filter(|room| room.is_present(visitor)) {
            room.learn_blocks(visitor).await;
        }
    }
}
