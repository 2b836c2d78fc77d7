//! A room: its log, the running game, who looks on.
//!
//! Everything that changes a room goes the same way: under the room's lock the step is tried on the game, its entries are appended
//! to the store, and only then is it acknowledged and shown. If the store says no, the room is read anew from the store.

mod agree;
mod away;
mod bluff;
mod books;
mod chat;
mod clock;
mod drive;
mod gallery;
mod house;
mod laid;
mod listing;
mod live;
mod names;
mod peace;
mod record;
mod rest;
pub mod socket;
mod talk;
mod turns;
mod wait;
mod walk;
mod watchers;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use table::replay::Step;
use table::{Illegal, Seat};
use tokio::sync::{MutexGuard, watch};

pub use house::House;
use house::Parts;
pub use laid::NotLaid;
use live::Live;
pub(crate) use names::{clean as clean_name, visible, visible_line};
use protocol::choose;
pub(crate) use walk::Walk;

use crate::log::{By, Chair, Entry, now, stamped};
use crate::measures;
use crate::store::StoreError;
use crate::wire::{FromRoom, Gallery, JoinRoom, State, ToRoom, WireError};

/// Why something was refused; nothing has changed.
#[derive(Debug)]
pub struct Refusal(WireError);

impl Refusal {
    pub fn new(code: &str, message: impl Into<String>) -> Refusal {
        Refusal(WireError { code: code.to_owned(), message: message.into(), rule: None })
    }
    pub fn code(&self) -> &str {
        &self.0.code
    }
    pub fn into_wire(self) -> WireError {
        self.0
    }
}

impl From<WireError> for Refusal {
    fn from(why: WireError) -> Refusal {
        Refusal(why)
    }
}

impl From<Illegal> for Refusal {
    fn from(why: Illegal) -> Refusal {
        Refusal(WireError { code: why.code, message: why.message, rule: why.rule })
    }
}

impl From<choose::Error> for Refusal {
    /// What could have been meant stands in the message, a few of it.
    fn from(why: choose::Error) -> Refusal {
        const TOLD: usize = 8;
        let candidates = why.candidates.unwrap_or_default();
        let mut labels: Vec<&str> = candidates.iter().take(TOLD).map(|it| it.label.as_str()).collect();
        if candidates.len() > TOLD {
            labels.push("…");
        }
        let listed = if labels.is_empty() { String::new() } else { format!(" ({})", labels.join("; ")) };
        Refusal(WireError { code: why.code, message: format!("{}{listed}", why.message), rule: why.rule })
    }
}

impl From<StoreError> for Refusal {
    fn from(why: StoreError) -> Refusal {
        match why {
            StoreError::Conflict { .. } => Refusal::new("conflict", "something else happened at the same time; try again"),
            StoreError::Broken(_) | StoreError::InUse { .. } => {
                tracing::error!(%why, "the store failed");
                Refusal::new("store", "the server cannot write down what happens; nothing was changed")
            }
        }
    }
}

/// How often a change is tried that another node was faster than.
const TRIES: u32 = 5;

/// What a socket has shown already.
#[derive(Debug, Default)]
pub struct Cursor {
    viewer: Option<Seat>,
    /// Events that were shown, lines of the chat, and of those who look on.
    from: u64,
    heard: u64,
    overheard: u64,
    /// Undos that were told of.
    undone: u32,
    /// Over whose shoulder a watcher wants to look, and did.
    eyes: Option<Seat>,
    looked: Option<Seat>,
    /// The hash of what was shown last.
    last: Option<blake3::Hash>,
}

/// A room that somebody uses.
pub struct Room {
    id: String,
    parts: Arc<Parts>,
    live: tokio::sync::Mutex<Live>,
    /// Sockets by session (the empty text for strangers).
    present: Mutex<HashMap<String, usize>>,
    /// Sessions with sockets at other servers of the same store.
    elsewhere: Mutex<HashSet<String>>,
    /// Since when who sits here has no socket anywhere.
    away: Mutex<away::Away>,
    /// One note of who is present at a time.
    noting: tokio::sync::Mutex<()>,
    changes: watch::Sender<u64>,
    /// What those who look on are called.
    names: watchers::Names,
    /// What was written down of it.
    books: books::Books,
    /// Whom those who are here do not want to hear.
    quiet: peace::Quiet,
    /// The finished game, while somebody walks through it.
    walker: walk::Walker,
}

/// A socket is here, until this is dropped.
pub struct Here {
    room: Arc<Room>,
    visitor: String,
}

impl Drop for Here {
    fn drop(&mut self) {
        let mut present = self.room.present();
        if let Some(count) = present.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                present.remove(&self.visitor);
                drop(present);
                self.room.note(&self.visitor);
                self.room.went(&self.visitor);
            }
        }
        self.room.changed();
    }
}

impl Room {
    fn new(id: String, parts: Arc<Parts>, live: Live) -> Arc<Room> {
        let (live, changes) = (tokio::sync::Mutex::new(live), watch::Sender::new(0));
        Arc::new(Room {
            id,
            parts,
            live,
            present: Mutex::default(),
            elsewhere: Mutex::default(),
            noting: Default::default(),
            changes,
            names: Default::default(),
            books: Default::default(),
            away: Mutex::default(),
            walker: Default::default(),
            quiet: Default::default(),
        })
    }

    fn present(&self) -> std::sync::MutexGuard<'_, HashMap<String, usize>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elsewhere(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes everybody who looks on.
    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Is marked whenever there may be something new to see.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Becomes true when the server goes down.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.parts.closing.subscribe()
    }

    /// Whether this visitor has a seat here.
    pub async fn is_seated(&self, visitor: Option<&str>) -> Result<bool, Refusal> {
        Ok(self.lock().await?.seat_of(visitor).is_some())
    }

    fn is_present(&self, visitor: &str) -> bool {
        self.present().contains_key(visitor) || self.elsewhere().contains(visitor)
    }

    /// A socket of this visitor is here from now on.
    pub async fn arrive(self: &Arc<Room>, visitor: Option<&str>) -> Here {
        let visitor = visitor.unwrap_or_default().to_owned();
        self.learn_names([visitor.clone()]).await;
        let sockets = {
            let mut present = self.present();
            let count = present.entry(visitor.clone()).or_default();
            *count += 1;
            *count
        };
        if sockets == 1 {
            self.note(&visitor);
        }
        self.changed();
        let here = Here { room: self.clone(), visitor };
        self.came(&here.visitor).await;
        self.learn_blocks(&here.visitor).await;
        self.drive(&mut *self.live.lock().await);
        here
    }

    /// The room, as the store has it.
    async fn lock(&self) -> Result<MutexGuard<'_, Live>, Refusal> {
        let mut live = self.live.lock().await;
        if live.stale {
            self.reload(&mut live).await?;
        }
        Ok(live)
    }

    async fn reload(&self, live: &mut Live) -> Result<(), Refusal> {
        let lines = self.parts.store.load(&self.id, 0).await?;
        let fresh = guarded(|| Live::read(&self.parts.games, &lines)).and_then(|live| live)?;
        let (stops, bots, busy) = (std::mem::take(&mut live.stops), std::mem::take(&mut live.bots), live.bots_busy);
        *live = match fresh.agree.turns() == live.agree.turns() {
            true => Live { stops, bots, bots_busy: busy, bluff: fresh.bluff.clone().keeping_time(&live.bluff), ..fresh },
            // The game went back: what bots know and how long windows were open is of another one.
            false => Live { stops, bots_busy: busy, ..fresh },
        };
        live.note_listed(&self.id);
        live.look();
        self.changed();
        Ok(())
    }

    /// Reads what other nodes have written by now: a ring of theirs may still be on its way when somebody comes from there.
    pub(crate) async fn catch_up(self: &Arc<Room>) {
        if self.parts.store.is_shared() {
            self.follow(u64::MAX).await;
        }
    }

    /// Reads what another node has written, if this one has not: the log has so many entries now.
    pub(crate) async fn follow(self: &Arc<Room>, entries: u64) {
        // Whoever writes holds the lock until it knows how that ended, so one's own entries are counted by now.
        let mut live = self.live.lock().await;
        if !live.stale && live.seq >= entries {
            return;
        }
        let followed = match live.stale {
            true => false,
            false => match self.parts.store.load(&self.id, live.seq).await {
                Ok(lines) if lines.is_empty() => return,
                Ok(lines) => guarded(|| live.follow(&lines)).unwrap_or(false),
                Err(_) => false,
            },
        };
        if !followed {
            // Read whole now, or before its next use.
            live.stale = true;
            if self.reload(&mut live).await.is_err() {
                return;
            }
        }
        live.note_listed(&self.id);
        self.changed();
        self.drive(&mut live);
    }

    /// Tries `change` on the room, writes down the entries that it gives, and shows the result. On an error the room is as before.
    ///
    /// Should another node have written first, the change is tried anew on what the log holds by then: whether it still fits is for the
    /// change itself to say (an answer has its decision number).
    async fn change<T>(
        self: &Arc<Room>,
        live: &mut Live,
        mut change: impl FnMut(&mut Live) -> Result<(Vec<Entry>, T), Refusal>,
    ) -> Result<T, Refusal> {
        for _ in 1..TRIES {
            match self.change_once(live, &mut change).await {
                Err(why) if why.code() == "conflict" && !live.stale => measures::conflict(),
                done => return done,
            }
        }
        self.change_once(live, &mut change).await
    }

    async fn change_once<T>(
        self: &Arc<Room>,
        live: &mut Live,
        change: &mut impl FnMut(&mut Live) -> Result<(Vec<Entry>, T), Refusal>,
    ) -> Result<T, Refusal> {
        if let Some(why) = &live.paused {
            return Err(Refusal::new("paused", why.clone()));
        }
        if live.rest.closed {
            return Err(Refusal::new("closing", "this server goes down; in a moment another goes on"));
        }
        let (mut entries, value) = match guarded(|| change(live)) {
            Ok(done) => done?,
            Err(why) => {
                live.stale = true;
                return Err(why);
            }
        };
        if entries.is_empty() {
            return Ok(value);
        }
        // What is proposed may wait for nobody now: somebody agreed, left, or is out of the game.
        entries.extend(live.settle(&self.parts.games, self.gone(live)).inspect_err(|_| live.stale = true)?);
        // A game of other rules: from here on these are in force.
        entries.splice(0..0, live.rest.resumes.take());
        let at = now();
        live.read_clocks(&mut entries, at);
        let lines: Vec<String> = entries.iter().map(|entry| stamped(entry, at)).collect();
        let row = live.table_row(&self.id);
        // From here until the store has answered, what is in memory is only a hope: also if this task is cancelled.
        live.stale = true;
        let begun = Instant::now();
        if let Err(why) = self.parts.write(&self.id, live.seq, &lines, false, row.as_ref()).await {
            if !matches!(why, StoreError::Conflict { .. }) {
                measures::store_failed();
            }
            // Should this fail too, the room stays stale and is read before its next use.
            let _ = self.reload(live).await;
            return Err(why.into());
        }
        measures::appended(lines.len(), begun.elapsed());
        live.seq += lines.len() as u64;
        live.stale = false;
        live.listed = row.or(live.listed.take());
        self.changed();
        self.drive(live);
        let row = self.books(live);
        self.write_books(row).await;
        Ok(value)
    }

    /// Seats a visitor in the first open chair; one who sits here already keeps its seat.
    pub async fn join(self: &Arc<Room>, visitor: &str, wanted: JoinRoom) -> Result<Seat, Refusal> {
        let mut live = self.lock().await?;
        live.stays_open()?;
        if let Some(seat) = live.seat_of(Some(visitor)) {
            return Ok(seat);
        }
        let (terms, rated) = (live.created.terms.clone(), live.created.rated);
        self.agrees(&terms, rated, visitor, &wanted).await?;
        self.welcomes(live.chairs.iter().filter_map(|chair| chair.owner.clone()).collect(), visitor).await?;
        let games = &self.parts.games;
        let mut brought = match live.host {
            None => house::person(games, &live.created, visitor, &wanted.name, &wanted.deck)?,
            Some(_) => house::newcomer(visitor, &wanted.name)?,
        };
        let name = std::mem::take(&mut brought.name);
        // Before the change is shown to everybody: the visitor is to hear of the seat first. Who gets none is not listed.
        crate::people::sat(&*self.parts.store, visitor, &self.id).await;
        self.change(&mut live, |live| {
            live.stays_open()?;
            let Some(place) = live.chairs.iter().position(Chair::is_open) else {
                return Err(Refusal::new("seat_taken", "all seats of this room are taken"));
            };
            if live.host.is_some() {
                return live.taken_over(place, &name, visitor);
            }
            house::sits(games.kind(&live.created.kind)?, live.chairs.len(), &live.chairs, &brought)?;
            if wanted.blank != Some(true) {
                house::agreed(live.blanks().iter().chain(&brought.blank))?;
            } else if !live.created.plays_blank && !brought.blank.is_empty() {
                let message = "nobody agreed to blank cards when this table was opened, and your deck has some";
                return Err(Refusal::new("blank_cards", message));
            }
            let chair = Chair { name: live.apart(place, name.clone()), ..brought.clone() };
            let seat = Seat(place as u8);
            let entry = Entry::Joined { seat, chair };
            live.enter(&entry);
            let mut entries = vec![entry];
            if live.chairs.iter().all(|chair| !chair.is_open()) {
                // A game that cannot begin leaves the seat open: what the store holds is read again.
                live.stale = true;
                entries.extend(live.begin(games)?);
            }
            Ok((entries, seat))
        })
        .await
    }

    /// The message that shows a visitor what it can see now; `None` if that was shown last.
    pub async fn render(self: &Arc<Room>, visitor: Option<&str>, cursor: &mut Cursor) -> Option<String> {
        let live = self.lock().await.ok()?;
        let me = live.seat_of(visitor);
        let eyes = live.eyes(me, cursor);
        let again = (live.agree.undone > cursor.undone || eyes != cursor.looked) && cursor.last.is_some();
        if me != cursor.viewer {
            *cursor = Cursor { viewer: me, eyes: cursor.eyes, ..Cursor::default() };
        } else if live.agree.undone != cursor.undone || eyes != cursor.looked {
            *cursor = Cursor { from: 0, last: None, ..*cursor };
        }
        (cursor.undone, cursor.looked) = (live.agree.undone, eyes);
        let (viewer, closed) = (live.viewer(me, cursor), live.shuts_out(me));
        let host = live.host.as_deref().filter(|_| !closed);
        let events = if closed { Vec::new() } else { live.events_for(viewer, cursor.from) };
        let unheard = self.unheard(&live, visitor);
        let chat = peace::quietly(if closed { Vec::new() } else { live.chat.lines(me, cursor.heard) }, &unheard);
        let (gallery, asides) = self.gallery(&live, visitor, cursor.overheard);
        let (news, said, aside) = (events.len() as u64, chat.len() as u64, asides.len() as u64);
        let state = guarded(|| {
            let outcome = live.outcome();
            State {
                room: self.id.clone(),
                version: live.version(me, eyes),
                kind: live.created.kind.clone(),
                seats: live.seats(|visitor| self.is_present(visitor)),
                me: me.map(|seat| seat.0),
                view: host.map_or_else(Default::default, |host| host.view_text(viewer)),
                prompt: host
                    .zip(me)
                    .filter(|(_, seat)| outcome.is_none() && !live.agree.paused && !live.only_waits(*seat))
                    .and_then(|(host, seat)| to_raw_value(&live.asks(host.prompt(seat)?)?).ok()),
                events: Vec::new(),
                can_withdraw: me.is_some_and(|seat| live.can_withdraw(seat)),
                outcome: outcome.map(|outcome| json!(outcome)),
                rematch: live.rematch.clone(),
                host: live.waiting_for(),
                closed: live.closed_by(),
                paused: live.paused.clone(),
                analysis: live.alone().then_some(true),
                position: live.created.position.is_some().then_some(true),
                again: again.then_some(true),
                agree: live.agreements(me, self.gone(&live)),
                watchers: self.watchers(&live),
                eyes: eyes.map(|seat| seat.0),
                unwatched: closed.then_some(true),
                clocks: None,
                chat: Vec::new(),
                removed: live.chat.removed(me),
                unheard,
                gallery,
            }
        });
        let clocks = live.clocks(now());
        drop(live);
        let state = state.ok()?;
        // Compared without the events, and without the clocks, which never stand still: a message that shows nothing new would tell that
        // something hidden happened.
        let message = FromRoom::State(state);
        let text = serde_json::to_string(&message).ok()?;
        let hash = Some(blake3::hash(text.as_bytes()));
        let moved = std::mem::replace(&mut cursor.last, hash) != hash;
        if news + said + aside == 0 && (!moved || clocks.is_none()) {
            return moved.then_some(text);
        }
        *cursor = Cursor { from: cursor.from + news, heard: cursor.heard + said, overheard: cursor.overheard + aside, ..*cursor };
        let FromRoom::State(state) = message else { return None };
        let gallery = state.gallery.clone().map(|gallery| Gallery { lines: asides, ..gallery });
        serde_json::to_string(&FromRoom::State(State { events, chat, clocks, gallery, ..state })).ok()
    }

    /// Does what a client asks. The value is that of the reply.
    pub async fn handle(self: Arc<Room>, visitor: Option<&str>, message: ToRoom) -> Result<Value, Refusal> {
        if let ToRoom::Ping { .. } = message {
            return Ok(json!(true));
        }
        let mut live = self.lock().await?;
        self.flag(&mut live).await?;
        let Some(seat) = live.seat_of(visitor) else {
            return Err(Refusal::new("not_yours", "you look on: you have no seat in this room"));
        };
        live.stays_open()?;
        if live.agree.left(seat) && !matches!(message, ToRoom::Leave { .. }) {
            self.returned(&mut live, seat).await?;
        }
        match message {
            ToRoom::Ping { .. } | ToRoom::Look { .. } => Ok(json!(true)),
            ToRoom::Answer { decision, picks, .. } => {
                let decision = live.agree.inner(decision)?;
                self.step(&mut live, Step::Answer { seat, decision, picks }).await
            }
            ToRoom::Choose { decision, choose, .. } => {
                let decision = live.agree.inner(decision)?;
                let picks = meant(running(&live)?, seat, decision, &choose)?;
                self.step(&mut live, Step::Answer { seat, decision, picks }).await
            }
            ToRoom::Say { text, to, .. } => {
                let entry = chat::said(&live, seat, to, &text)?;
                let reader = to.and_then(|seat| live.chairs.get(usize::from(seat))?.owner.clone());
                self.may_say(visitor.unwrap_or_default(), reader).await?;
                self.change(&mut live, |live| {
                    live.enter(&entry);
                    Ok((vec![entry.clone()], json!(true)))
                })
                .await
            }
            ToRoom::Withdraw { .. } => self.step(&mut live, Step::Withdraw { seat }).await,
            ToRoom::Preview { decision, picks, .. } => {
                let host = running(&live)?;
                owes(host, seat, live.agree.inner(decision)?)?;
                let asked = guarded(|| host.options_after(seat, &picks))??;
                live.asks(asked).ok_or_else(|| Refusal::new("engine", "the question has no form"))
            }
            ToRoom::Explain { thing, .. } => {
                let host = running(&live)?;
                Ok(json!(guarded(|| host.explain(seat, &thing))?))
            }
            ToRoom::Stops { stops, .. } => {
                let stops = serde_json::from_value(stops);
                live.stops[seat.index()] = stops.map_err(|why| Refusal::new("bad_message", format!("these are no stops: {why}")))?;
                if live.created.bluff > 0 {
                    self.changed();
                    self.drive(&mut live);
                }
                Ok(json!(true))
            }
            ToRoom::Concede { .. } => {
                self.change(&mut live, |live| Ok((live.gives_up(seat, By::Player)?, ()))).await?;
                Ok(json!(true))
            }
            ToRoom::Propose { wish, .. } => self.propose(&mut live, seat, &wish).await,
            ToRoom::Agree { number, .. } => self.say_to(&mut live, seat, number, true).await,
            ToRoom::Decline { number, .. } => self.say_to(&mut live, seat, number, false).await,
            ToRoom::Leave { .. } => self.leave(&mut live, seat).await,
        }
    }
}

impl Room {
    /// A step of a player.
    async fn step(self: &Arc<Room>, live: &mut Live, step: Step) -> Result<Value, Refusal> {
        self.change(live, |live| Ok((live.step(step.clone(), By::Player)?, ()))).await?;
        Ok(json!(true))
    }
}

/// The picks that these meanings name in the decision that `seat` owes.
fn meant(host: &dyn table::hosted::Hosted, seat: Seat, decision: u32, meanings: &[Value]) -> Result<Vec<table::Pick>, Refusal> {
    owes(host, seat, decision)?;
    Ok(guarded(|| choose::picks(host, seat, meanings))??)
}

/// Whether `seat` owes this decision.
fn owes(host: &dyn table::hosted::Hosted, seat: Seat, decision: u32) -> Result<(), Refusal> {
    match host.decision(seat) {
        Some(owed) if owed == decision => Ok(()),
        Some(owed) => Err(Refusal::new("stale", format!("you are asked decision {owed} now, not {decision}"))),
        None => Err(Refusal::new("not_asked", "you owe no decision now")),
    }
}

/// The game, if it has begun and goes on.
fn running(live: &Live) -> Result<&dyn table::hosted::Hosted, Refusal> {
    if let Some(why) = &live.paused {
        return Err(Refusal::new("paused", why.clone()));
    }
    let host = live.host.as_deref().ok_or_else(|| Refusal::new("not_started", "the game has not begun: a seat is still open"))?;
    match live.outcome() {
        None => Ok(host),
        Some(_) => Err(Refusal::new("over", "the game is over")),
    }
}

/// Runs code of an engine: should it panic, this room's caller is told, and nobody else is disturbed.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Refusal::new("engine", "the rules engine failed here; nothing was changed"))
}
