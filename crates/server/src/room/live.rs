//! A room in memory: what its log comes to. No I/O here.

use serde_json::{Value, json};
use table::hosted::Hosted;
use table::replay::{self, Concession, Mark, Replay, Start, Step};
use table::{Outcome, Seat, Viewer};

use tokio::time::Instant;

use super::Refusal;
use super::agree::Agree;
use super::bluff::Bluff;
use super::chat::Chat;
use super::gallery::Asides;
use super::rest::Rest;
use super::wait::Waits;
use crate::agree::Talk;
use crate::bot::BotPlayer;
use crate::clocks::Times;
use crate::games::{Deck, GameKind, Games, TableSetup, laid};
use crate::log::{By, Chair, Created, Entry, at};
use crate::store::TableRow;
use crate::wire::{BlankCard, LineError, LogEntry, SeatInfo, Stops};

/// What the log of a room comes to.
pub struct Live {
    pub created: Created,
    pub chairs: Vec<Chair>,
    /// Entries in the log: where the next one goes.
    pub seq: u64,
    /// The running game, once all seats are taken.
    pub host: Option<Box<dyn Hosted>>,
    /// The table with which the game began, if not with decks.
    pub laid: Option<Value>,
    /// The game has begun. By seat: who sat there before somebody else took the seat over.
    pub begun: bool,
    pub left: Vec<Option<String>>,
    pub conceded: Option<Seat>,
    pub rematch: Option<String>,
    /// Why this program cannot go on with the room.
    pub paused: Option<String>,
    /// Changes that everybody sees and that are no events of the game.
    pub touches: u64,
    /// By seat: what it has done, steps and passes that are held.
    pub own: Vec<u64>,
    /// Who sat down here, in order, and whether the table was closed before the game began.
    pub waits: Waits,
    /// What was said.
    pub chat: Chat,
    /// What those who look on said.
    pub asides: Asides,
    /// What the players agreed on.
    pub agree: Agree,
    /// What programs left behind.
    pub rest: Rest,
    /// What holds back passes.
    pub bluff: Bluff,
    /// The last reading of the clocks, and whose ran out.
    pub times: Option<Times>,
    pub flagged: Vec<Seat>,
    /// When a task will look at the clocks. Not in the log.
    pub clock_timer: Option<u64>,
    /// By seat; not in the log.
    pub stops: Vec<Stops>,
    /// By seat: the bot, while it is not thinking. Not in the log.
    pub bots: Vec<Option<Box<dyn BotPlayer>>>,
    /// Whether a task answers for the bots already.
    pub bots_busy: bool,
    /// What is here may not be what the store holds: to be read anew before anything else.
    pub stale: bool,
    /// When the room was made, in milliseconds since 1970; logs of older programs do not say.
    pub born: Option<u64>,
    /// What the store's lobby says of it, as far as this server knows.
    pub listed: Option<TableRow>,
}

impl Live {
    /// A room that has just been made.
    pub fn new(created: Created) -> Live {
        let seats = created.chairs.len();
        Live {
            chairs: created.chairs.clone(),
            waits: Waits::new(&created.chairs),
            created,
            seq: 1,
            host: None,
            laid: None,
            begun: false,
            left: vec![None; seats],
            conceded: None,
            rematch: None,
            paused: None,
            touches: 0,
            own: vec![0; seats],
            chat: Chat::default(),
            asides: Asides::default(),
            agree: Agree::default(),
            rest: Rest::default(),
            bluff: Bluff::new(seats),
            times: None,
            flagged: Vec::new(),
            clock_timer: None,
            stops: vec![Stops::default(); seats],
            bots: (0..seats).map(|_| None).collect(),
            bots_busy: false,
            stale: false,
            born: None,
            listed: None,
        }
    }

    /// The room of this log.
    pub fn read(games: &Games, lines: &[String]) -> Result<Live, Refusal> {
        let unreadable = |why: &dyn std::fmt::Display| Refusal::new("paused", format!("the log of this room cannot be read: {why}"));
        let mut lines = lines.iter();
        let first = lines.next().ok_or_else(|| Refusal::new("no_such_room", "there is no such room"))?;
        let born = at(first);
        let first: Entry = serde_json::from_str(first).map_err(|why| unreadable(&why))?;
        let Entry::Created(created) = first else { return Err(unreadable(&"it does not begin with `created`")) };
        let mut live = Live::new(created);
        live.born = born;
        let (mut setup, mut steps) = (None, Vec::new());
        for line in lines {
            live.seq += 1;
            match serde_json::from_str(line) {
                Ok(Entry::Started { setup: value }) => {
                    live.begins();
                    setup = Some(value);
                }
                Ok(Entry::Laid { setup: value, state }) => {
                    live.begins();
                    live.laid = Some(state);
                    setup = Some(value);
                }
                Ok(Entry::Step { step, by }) => {
                    live.count(&step, by);
                    steps.push(step);
                }
                Ok(Entry::Resumed(resumed)) => steps = live.resumed(&resumed),
                Ok(Entry::Agree(talk)) => {
                    live.touches += 1;
                    if let Some(keep) = live.agree.hear(&talk) {
                        steps.truncate(keep as usize);
                        steps.extend(talk.rekeys());
                        live.bluff = Bluff::new(live.chairs.len());
                    }
                }
                Ok(Entry::Held { step, by }) => {
                    live.count_own(&step);
                    live.bluff.hold(step, by);
                }
                Ok(entry) => live.enter(&entry),
                Err(why) => {
                    live.paused.get_or_insert(format!("entry {} of its log cannot be read by this program: {why}", live.seq - 1));
                }
            }
        }
        if let (Some(setup), None) = (setup, &live.paused) {
            match live.goes_on(games, steps).and_then(|steps| live.open(games, setup, steps)) {
                Ok(host) => {
                    live.host = Some(host);
                    live.look();
                }
                Err(why) => live.paused = Some(why.into_wire().message),
            }
        }
        Ok(live)
    }

    /// Takes what another node has written after what is here. False if only the whole log can tell; then this room is no longer of use.
    pub fn follow(&mut self, lines: &[String]) -> bool {
        for line in lines {
            let taken = match serde_json::from_str(line) {
                Ok(Entry::Step { step, by }) => self.take(&step, by).is_ok(),
                // An undo, or another program: the game is played anew.
                Ok(Entry::Agree(Talk::Done { .. }) | Entry::Resumed(_)) => false,
                Ok(Entry::Rebase(_)) if self.paused.is_some() => false,
                Ok(Entry::Held { step, by }) => {
                    self.count_own(&step);
                    self.bluff.hold(step, by);
                    true
                }
                Ok(Entry::Created(_) | Entry::Started { .. } | Entry::Laid { .. }) | Err(_) => false,
                Ok(entry) => {
                    self.enter(&entry);
                    true
                }
            };
            if !taken {
                return false;
            }
            self.seq += 1;
        }
        self.look();
        true
    }

    /// An entry that is no step of the game.
    pub fn enter(&mut self, entry: &Entry) {
        let silent =
            matches!(entry, Entry::Said { .. } | Entry::Aside { .. } | Entry::Moderated { .. } | Entry::Time(_) | Entry::Rebase(_));
        self.touches += u64::from(!silent);
        match entry {
            Entry::Joined { seat, chair } => {
                if let Some(place) = self.chairs.get_mut(seat.index()) {
                    let before = std::mem::replace(place, chair.clone());
                    if self.begun {
                        let left = &mut self.left[seat.index()];
                        *left = left.take().or(before.owner).filter(|left| chair.owner.as_ref() != Some(left));
                    }
                    self.waits.sits(chair);
                }
            }
            Entry::Stood { seat } => self.stood(*seat),
            Entry::Closed { seat } => self.waits.closed = Some(*seat),
            Entry::Flagged { seat } => self.flagged.push(*seat),
            Entry::Time(times) => self.times = Some(times.clone()),
            Entry::Conceded { seat } => self.conceded = Some(*seat),
            Entry::Rematch { room } => self.rematch = Some(room.clone()),
            Entry::Said { seat, to, text } => self.chat.add(*seat, *to, text),
            Entry::Aside { from, name, text } => self.asides.add(from, name, text),
            Entry::Moderated { line } => {
                if !self.asides.remove(*line) {
                    self.chat.remove(*line);
                }
            }
            Entry::Agree(talk) => drop(self.agree.hear(talk)),
            Entry::Rebase(rebase) => self.rest.rebased(rebase.clone()),
            Entry::Opened { seat } => self.rest.opened.push(*seat),
            Entry::Resumed(_) => {}
            Entry::Created(_) | Entry::Started { .. } | Entry::Laid { .. } | Entry::Step { .. } | Entry::Held { .. } => {}
        }
    }

    /// Counts a step of the game.
    fn count(&mut self, step: &Step, by: By) {
        let held = self.bluff.was_held(step);
        self.agree.stepped(step, by, held);
        self.rest.stepped();
        self.count_own(step);
    }

    fn count_own(&mut self, step: &Step) {
        if let Step::Answer { seat, .. } | Step::Withdraw { seat } | Step::Concede { seat } = step
            && let Some(own) = self.own.get_mut(seat.index())
        {
            *own += 1;
        }
    }

    /// The game after these steps.
    pub fn open(&self, games: &Games, setup: Value, steps: Vec<Step>) -> Result<Box<dyn Hosted>, Refusal> {
        let kind = games.kind(&self.created.kind)?;
        let rules = kind.rules_id(self.created.rulings.as_deref())?;
        if rules != self.rules() {
            let message = format!("this room was played under {}; this program plays {rules}", self.rules());
            return Err(Refusal::new("paused", message));
        }
        let rulings = self.rulings(kind);
        let seed = self.created.seed.parse().map_err(|_| Refusal::new("paused", "the seed of this room is no number"))?;
        let replay = Replay {
            format: replay::FORMAT.to_owned(),
            version: replay::VERSION,
            game: self.created.kind.clone(),
            rules: kind.rules_id(rulings.as_deref())?,
            algorithm: table::chance::ALGORITHM.to_owned(),
            setup,
            start: self.laid.clone().map_or(Start::Seed(seed), Start::Position),
            steps,
            checkpoints: Vec::new(),
            end: None,
            marks: self.laid.iter().map(|_| laid::mark()).chain(self.blanks_mark()).collect(),
            players: self.chairs.iter().map(|chair| chair.name.clone()).collect(),
            commitment: None,
        };
        Ok(kind.open(rulings.as_deref(), &replay)?)
    }

    /// The cards in the decks at the table that are not implemented, each once.
    pub fn blanks(&self) -> Vec<BlankCard> {
        let mut cards: Vec<BlankCard> = self.chairs.iter().flat_map(|chair| chair.blank.iter().cloned()).collect();
        cards.sort_by(|a, b| a.code.cmp(&b.code));
        cards.dedup();
        cards
    }

    /// The rulings, with the cards that are played blank.
    pub fn rulings(&self, kind: &dyn GameKind) -> Option<String> {
        let codes: Vec<String> = self.blanks().into_iter().map(|card| card.code).collect();
        kind.rulings_with(self.created.rulings.as_deref(), &codes)
    }

    fn blanks_mark(&self) -> Option<Mark> {
        let blanks = self.blanks();
        let note = format!("played blank, because they are not implemented: {}", BlankCard::named(&blanks));
        (!blanks.is_empty()).then(|| Mark { kind: "note".to_owned(), note, ..Mark::default() })
    }

    fn begins(&mut self) {
        self.begun = true;
        self.touches += 1;
    }

    /// Begins the game, all seats being taken. Gives the entries to write.
    pub fn begin(&mut self, games: &Games) -> Result<Vec<Entry>, Refusal> {
        let kind = games.kind(&self.created.kind)?;
        if let Some(text) = &self.created.position {
            let wrong = |lines: Vec<LineError>| Refusal::new("bad_position", lines.first().map(LineError::sentence).unwrap_or_default());
            let laid = kind.lay(text).map_err(wrong)?;
            self.laid = Some(laid.state.clone());
            self.host = Some(self.open(games, laid.setup.clone(), Vec::new())?);
            self.begins();
            let mut entries = vec![Entry::Laid { setup: laid.setup, state: laid.state }];
            entries.extend(self.auto());
            return Ok(entries);
        }
        let deck =
            |chair: &Chair| (chair.name.clone(), Deck { name: chair.deck_name.clone(), text: chair.deck.clone(), ..Deck::default() });
        let setup = kind.setup(&TableSetup {
            format: self.created.format.clone(),
            rulings: self.created.rulings.clone(),
            seats: self.chairs.iter().map(deck).collect(),
        })?;
        self.host = Some(self.open(games, setup.clone(), Vec::new())?);
        self.begins();
        let mut entries = vec![Entry::Started { setup }];
        entries.extend(self.auto());
        Ok(entries)
    }

    /// Takes a step and every one that is forced after it; holds back a pass that comes too early to be shown. Gives the entries to
    /// write. On an error nothing has changed.
    pub fn step(&mut self, step: Step, by: By) -> Result<Vec<Entry>, Refusal> {
        if self.conceded.is_some() || self.agree.drawn {
            return Err(Refusal::new("over", "the game is over"));
        }
        if self.agree.paused && !matches!(step, Step::Concede { .. }) {
            return Err(super::agree::paused_now());
        }
        if self.holds(&step)? {
            self.count_own(&step);
            self.bluff.hold(step.clone(), by);
            return Ok(vec![Entry::Held { step, by }]);
        }
        self.take(&step, by)?;
        let mut entries = vec![Entry::Step { step, by }];
        entries.extend(self.auto());
        Ok(entries)
    }

    pub(super) fn take(&mut self, step: &Step, by: By) -> Result<(), Refusal> {
        let host = self.host.as_mut().ok_or_else(|| Refusal::new("not_started", "the game has not begun: a seat is still open"))?;
        match step {
            Step::Answer { seat, decision, picks } => drop(host.answer(*seat, *decision, picks)?),
            Step::Withdraw { seat } => host.withdraw(*seat)?,
            Step::Concede { seat } => host.concede(*seat)?,
            Step::Edit { seat, edits } => host.edit(*seat, edits)?,
            Step::Draft { .. } | Step::Rekey { .. } => return Err(Refusal::new("engine", "rooms take whole answers")),
        }
        self.count(step, by);
        Ok(())
    }

    /// Gives every answer that is forced, except in windows where its seat wants to stop.
    pub fn auto(&mut self) -> Vec<Entry> {
        let mut entries = Vec::new();
        while !self.agree.paused {
            self.look();
            let now = Instant::now();
            let Some((step, by)) = self.bluff_over(now).or_else(|| Some((self.forced(now)?, By::Auto))) else { break };
            if self.take(&step, by).is_err() {
                break;
            }
            entries.push(Entry::Step { step, by });
        }
        entries
    }

    fn forced(&self, now: Instant) -> Option<Step> {
        let host = self.host.as_deref()?;
        let due = |seat: Seat| self.closes(seat).is_none_or(|at| at <= now);
        let seat = host.acting().iter().find(|seat| due(*seat) && host.forced(*seat) && !self.stops_at(host, *seat))?;
        let mut picks = vec![0];
        while !host.options_after(seat, &picks).ok()?.complete {
            picks.push(0);
        }
        Some(Step::Answer { seat, decision: host.decision(seat)?, picks })
    }

    /// Whether `seat` wants to be asked what it is asked now although it could only pass.
    pub fn stops_at(&self, host: &dyn Hosted, seat: Seat) -> bool {
        let Some(stops) = self.stops.get(seat.index()) else { return false };
        if !stops.all && stops.at.is_empty() {
            return false;
        }
        let Some(asked) = host.prompt(seat).filter(|asked| asked.prompt.kind == table::PromptKind::Window) else { return false };
        let view = host.view_json(Viewer::Seat(seat));
        stops.all || stops.at.iter().any(|at| *at == asked.prompt.topic || view["step"] == at.as_str())
    }

    /// The seat that a session owns.
    pub fn seat_of(&self, visitor: Option<&str>) -> Option<Seat> {
        let visitor = visitor.filter(|visitor| !visitor.is_empty())?;
        let mine = |seat: &Seat| self.chairs.get(seat.index()).is_some_and(|chair| chair.owner.as_deref() == Some(visitor));
        // Who plays every seat sits in the one that is asked.
        let asked = self.host.as_deref().and_then(|host| host.acting().iter().find(mine));
        asked.or_else(|| (0..self.chairs.len() as u8).map(Seat).find(mine))
    }

    /// Whether one person plays every seat.
    pub fn alone(&self) -> bool {
        let first = self.chairs.first().and_then(|chair| chair.owner.as_deref());
        self.chairs.len() > 1 && first.is_some() && self.chairs.iter().all(|chair| chair.owner.as_deref() == first)
    }

    /// How the game ended: by its rules, or because somebody conceded.
    pub fn outcome(&self) -> Option<Outcome> {
        let host = self.host.as_deref()?;
        host.outcome().or_else(|| self.agree.drawn.then(replay::drawn)).or_else(|| {
            let seat = self.conceded?;
            Some(Concession { seat, after: 0 }.outcome(self.chairs.len()))
        })
    }

    /// What `viewer` was told from its event number `from` on. A concession is the last line of the story.
    pub fn events_for(&self, viewer: Viewer, from: u64) -> Vec<LogEntry> {
        let Some(host) = self.host.as_deref() else { return Vec::new() };
        let mut events: Vec<LogEntry> =
            host.events_for(viewer, from).into_iter().map(|told| LogEntry { seq: told.seq, event: told.event }).collect();
        let last = host.told(viewer);
        let late = self.conceded.is_some_and(|seat| self.flagged.contains(&seat));
        if let (Some(outcome), true) = (self.outcome(), from <= last) {
            events.extend(last_word(&outcome, self.conceded, late, self.agree.drawn).map(|event| LogEntry { seq: last, event }));
        }
        events
    }

    /// A number that grows with everything that `viewer` can know of, and with nothing else.
    pub fn version(&self, viewer: Option<Seat>, eyes: Option<Seat>) -> u64 {
        // After an undo less was told than before.
        let again = (u64::from(self.agree.undone) << 32) + self.overheard(viewer.is_some());
        if self.alone() || eyes.is_some() {
            // The viewer changes with who is asked; the number must not go down.
            let told = self.host.as_deref().map_or(0, |host| host.told(Viewer::All));
            return again + self.touches + told + self.own.iter().sum::<u64>() + self.chat.all() + self.chat.removed(None).len() as u64;
        }
        let told = self.host.as_deref().map_or(0, |host| host.told(as_viewer(viewer)));
        again + self.touches + told + self.chat.version(viewer) + viewer.map_or(0, |seat| self.own[seat.index()])
    }

    pub fn seats(&self, connected: impl Fn(&str) -> bool) -> Vec<SeatInfo> {
        let info = |(seat, chair): (u8, &Chair)| SeatInfo {
            seat,
            name: chair.name.clone(),
            player: chair.bot.clone().unwrap_or_else(|| "human".to_owned()),
            connected: chair.bot.is_some() || chair.owner.as_deref().is_some_and(&connected),
            open: chair.is_open(),
            deck: chair.deck_name.clone(),
        };
        (0..).zip(&self.chairs).map(info).collect()
    }

    /// Whether `seat` has answered a question that others still owe, and may take its answer back.
    pub fn can_withdraw(&self, seat: Seat) -> bool {
        let Some(host) = self.host.as_deref() else { return false };
        if self.outcome().is_some() || host.decision(seat).is_some() {
            return false;
        }
        let shared = |other: Seat| host.prompt(other).is_some_and(|asked| asked.prompt.simultaneous);
        host.acting().iter().any(shared) && host.fork().withdraw(seat).is_ok()
    }

    /// The bot that owes an answer, with the number of its decision.
    pub fn bot_to_answer(&self) -> Option<(Seat, u32)> {
        let host = self
            .host
            .as_deref()
            .filter(|_| self.outcome().is_none() && self.paused.is_none() && !self.agree.paused && !self.rest.closed)?;
        let seat = host.acting().iter().find(|seat| self.chairs[seat.index()].bot.is_some() && !self.only_waits(*seat))?;
        Some((seat, host.decision(seat)?))
    }
}

/// The last event of a game that its rules did not end: who conceded (`late`: because the clock ran out), or that the players drew.
pub fn last_word(outcome: &Outcome, conceded: Option<Seat>, late: bool, drawn: bool) -> Option<Value> {
    let (text, rule) = match conceded {
        Some(seat) if late => (format!("{{{seat}}} runs out of time and loses the game."), Value::Null),
        Some(seat) => (format!("{{{seat}}} concedes and loses the game."), json!("TR.concede")),
        None if drawn => ("The players agreed on a draw.".to_owned(), Value::Null),
        None => return None,
    };
    Some(json!({"type": "over", "outcome": outcome, "text": text, "rule": rule}))
}

/// A seat, or nobody in particular, as the engine knows viewers.
pub fn as_viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}
