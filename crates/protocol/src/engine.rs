//! The games that are held, and the operations.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};
use table::hosted::Hosted;
use table::replay::{Mark, Replay, Start, Step};
use table::{Seat, Viewer};

use crate::choose;
use crate::kind::{Games, Kind, Player, short};
use crate::reply::{self, Asked, Dropped, Error, Hashed, Moved, Owing, Program, Reasons, Saved, Seen, Status, Told};
use crate::request::{self, Form, Looker, Op};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 16 << 20;
/// Games that are held at once.
pub const MOST_GAMES: usize = 10_000;

/// What `edit` writes into the replay.
const EDITED: &str = "edited";

/// Games behind handles, and what may be asked of them. Every error leaves every game as it was.
pub struct Engine {
    kinds: Games,
    held: BTreeMap<String, Held>,
    made: u64,
}

struct Held {
    kind: Arc<dyn Kind>,
    game: Box<dyn Hosted>,
    /// The rules in force, as replays name them.
    rules: String,
    /// Remarks for the replay.
    marks: Vec<Mark>,
    answers: u32,
    bots: BTreeMap<(String, Seat), Box<dyn Player>>,
}

impl Held {
    fn new(kind: Arc<dyn Kind>, game: Box<dyn Hosted>, marks: Vec<Mark>) -> Held {
        let replay = game.replay();
        let answers = answers(&replay);
        Held { kind, game, rules: replay.rules, marks, answers, bots: BTreeMap::new() }
    }

    fn status(&self, name: &str) -> Status {
        let owing = |seat| self.game.decision(seat).map(|decision| Owing { seat, decision });
        Status {
            game: name.to_owned(),
            kind: self.kind.name().to_owned(),
            seats: self.game.seats() as u8,
            acting: self.game.acting().iter().filter_map(owing).collect(),
            round: self.game.round(),
            answers: self.answers,
            outcome: self.game.outcome().map(|outcome| outcome.told(reply::words)),
        }
    }

    fn replay(&self) -> Replay {
        let mut replay = self.game.replay();
        replay.marks.extend(self.marks.iter().cloned());
        replay
    }

    fn seat(&self, seat: Seat) -> Result<Seat, Error> {
        let seats = self.game.seats();
        match seat.index() < seats {
            true => Ok(seat),
            false => Err(Error::new("no_such_seat", format!("seats are numbered from 0 to {}, not {}", seats - 1, seat.0))),
        }
    }

    fn viewer(&self, looker: Looker) -> Result<Viewer, Error> {
        if let Viewer::Seat(seat) = looker.0 {
            self.seat(seat)?;
        }
        Ok(looker.0)
    }

    /// The decision that `seat` owes, if it is the one that is meant.
    fn decision(&self, seat: Seat, meant: Option<u32>) -> Result<u32, Error> {
        self.seat(seat)?;
        match (self.game.decision(seat), meant) {
            (None, _) if self.game.outcome().is_some() => Err(Error::new("over", "the game is over")),
            (None, _) => Err(Error::new("not_asked", format!("seat {} owes no answer now", seat.0))),
            (Some(now), Some(meant)) if now != meant => {
                Err(Error::new("stale", format!("seat {} is asked decision {now} now, not {meant}", seat.0)))
            }
            (Some(now), _) => Ok(now),
        }
    }

    fn prompts(&self) -> Vec<table::PromptValue> {
        self.game.acting().iter().filter_map(|seat| self.game.prompt(seat)).collect()
    }
}

fn answers(replay: &Replay) -> u32 {
    replay.steps.iter().filter(|step| matches!(step, Step::Answer { .. })).count() as u32
}

impl Engine {
    pub fn new(kinds: Games) -> Engine {
        Engine { kinds, held: BTreeMap::new(), made: 0 }
    }

    /// The reply to one line, without a line break. Never panics: a fault of the program is the error `engine`.
    pub fn line(&mut self, line: &str) -> String {
        self.bytes(line.as_bytes())
    }

    /// The reply to a line that was longer than [`LONGEST_LINE`] and was not read.
    pub fn too_long(&self) -> String {
        reply(&Value::Null, Err(Error::new("bad_request", format!("a line has at most {LONGEST_LINE} bytes"))))
    }

    /// [`Engine::line`] for a line that may be no text at all.
    pub fn bytes(&mut self, line: &[u8]) -> String {
        let parsed = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(other) => {
                let found = match other {
                    Value::Array(_) => "an array",
                    Value::String(_) => "a text",
                    Value::Number(_) => "a number",
                    _ => "no object",
                };
                Err(Error::new("bad_request", format!("a request is an object {{\"id\":...,\"op\":...}}, this is {found}")))
            }
            Err(why) => Err(Error::new("not_json", format!("this line is not JSON: {why}"))),
        };
        let mut fields = match parsed {
            Ok(fields) => fields,
            Err(error) => return reply(&Value::Null, Err(error)),
        };
        let id = fields.remove("id").unwrap_or(Value::Null);
        let done = catch_unwind(AssertUnwindSafe(|| self.request(fields)));
        let done = done.unwrap_or_else(|fault| {
            let what = fault.downcast_ref::<String>().map(String::as_str).or(fault.downcast_ref::<&str>().copied()).unwrap_or_default();
            Err(Error::new("engine", format!("this request met a fault of the program, nothing was changed: {what}")))
        });
        reply(&id, done)
    }

    fn request(&mut self, mut fields: Map<String, Value>) -> Result<String, Error> {
        let name = match fields.remove("op") {
            Some(Value::String(name)) => name,
            Some(other) => return Err(Error::new("bad_request", format!("\"op\" is the name of an operation, not {other}"))),
            None => return Err(Error::new("bad_request", format!("\"op\" is missing; it is one of {}", Op::NAMES.join(", ")))),
        };
        match Op::read(&name, Value::Object(fields)) {
            Some(Ok(op)) => self.perform(op),
            Some(Err(why)) => Err(Error::new("bad_request", format!("{name}: {why}"))),
            None => Err(Error::new("no_such_op", format!("there is no operation `{}`; there is {}", short(&name), Op::NAMES.join(", ")))),
        }
    }

    fn perform(&mut self, op: Op) -> Result<String, Error> {
        match op {
            Op::Info(_) => json(&Program {
                name: "maester".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                protocol: PROTOCOL,
                kinds: self.kinds.iter().map(Kind::info).collect(),
                ops: Op::NAMES.iter().map(|name| (*name).to_owned()).collect(),
            }),
            Op::New(wish) => self.begin(&wish),
            Op::Load(load) => self.load(*load),
            Op::Save(save) => {
                let held = self.held(&save.game)?;
                json(&match save.form {
                    Form::Replay => Saved::Replay(Box::new(held.replay())),
                    Form::Snapshot => Saved::Replay(Box::new(snapshot(held))),
                    Form::Position => Saved::Position(held.kind.position(&*held.game)?),
                })
            }
            Op::List(_) => json(&reply::Games { games: self.held.iter().map(|(name, held)| held.status(name)).collect() }),
            Op::Drop(drop) => match self.held.remove(&drop.game) {
                Some(_) => json(&Dropped { dropped: drop.game }),
                None => Err(no_such_game(&drop.game)),
            },
            Op::StatusOf(of) => json(&self.held(&of.game)?.status(&of.game)),
            Op::State(of) => {
                let held = self.held(&of.game)?;
                let viewer = held.viewer(of.viewer)?;
                json(&Seen { view: held.game.view_json(viewer), told: held.game.told(viewer) })
            }
            Op::Prompt(of) => {
                let held = self.held(&of.game)?;
                json(&Asked { prompt: held.game.prompt(held.seat(of.seat)?) })
            }
            Op::Preview(of) => {
                let held = self.held(&of.game)?;
                held.decision(of.seat, of.decision)?;
                json(&Asked { prompt: Some(held.game.options_after(of.seat, &of.picks)?) })
            }
            Op::Explain(of) => {
                let held = self.held(&of.game)?;
                let reasons = held.game.explain(held.seat(of.seat)?, &of.thing);
                json(&Reasons { reasons: reasons.into_iter().map(reply::in_words).collect() })
            }
            Op::Answer(answer) => {
                let held = self.held(&answer.game)?;
                let decision = held.decision(answer.seat, answer.decision)?;
                let viewer = held.viewer(answer.viewer.unwrap_or(Looker(Viewer::Seat(answer.seat))))?;
                let from = held.game.told(viewer);
                held.game.answer(answer.seat, decision, &answer.picks)?;
                held.answers += 1;
                json(&moved(held, &answer.game, viewer, from, 1, answer.prompts))
            }
            Op::Choose(choose) => {
                let held = self.held(&choose.game)?;
                let decision = held.decision(choose.seat, choose.decision)?;
                let viewer = held.viewer(choose.viewer.unwrap_or(Looker(Viewer::Seat(choose.seat))))?;
                let picks = choose::picks(&*held.game, choose.seat, &choose.choices)?;
                let from = held.game.told(viewer);
                held.game.answer(choose.seat, decision, &picks)?;
                held.answers += 1;
                json(&moved(held, &choose.game, viewer, from, 1, choose.prompts))
            }
            Op::Withdraw(of) => {
                let held = self.held(&of.game)?;
                held.seat(of.seat)?;
                held.game.withdraw(of.seat)?;
                json(&held.status(&of.game))
            }
            Op::Auto(of) => {
                let held = self.held(&of.game)?;
                let from = held.game.told(Viewer::All);
                let given = held.game.auto_pass();
                held.answers += given;
                json(&moved(held, &of.game, Viewer::All, from, given, of.prompts))
            }
            Op::Fork(of) => {
                self.room()?;
                let held = self.held(&of.game)?;
                let copy = Held {
                    kind: held.kind.clone(),
                    game: held.game.fork(),
                    rules: held.rules.clone(),
                    marks: held.marks.clone(),
                    answers: held.answers,
                    bots: BTreeMap::new(),
                };
                self.hold(copy)
            }
            Op::Undo(undo) => self.undo(&undo),
            Op::Hash(of) => json(&Hashed { hash: self.held(&of.game)?.game.hash() }),
            Op::Events(of) => {
                let held = self.held(&of.game)?;
                json(&Told { events: held.game.events_for(held.viewer(of.viewer)?, of.from) })
            }
            Op::Bot(bot) => self.bot(&bot),
            Op::Edit(edit) => {
                let held = self.held(&edit.game)?;
                let game = held.kind.edit(&*held.game, &edit.edits)?;
                let what: Vec<String> = edit.edits.iter().map(Value::to_string).collect();
                held.game = game;
                held.bots.clear();
                held.answers = 0;
                held.marks.retain(|mark| mark.kind == EDITED);
                held.marks.iter_mut().for_each(|mark| mark.after = 0);
                held.marks.push(Mark { after: 0, kind: EDITED.to_owned(), note: what.join(" "), seat: None });
                json(&held.status(&edit.game))
            }
        }
    }

    fn held(&mut self, name: &str) -> Result<&mut Held, Error> {
        self.held.get_mut(name).ok_or_else(|| no_such_game(name))
    }

    /// Whether another game can be held.
    fn room(&self) -> Result<(), Error> {
        match self.held.len() < MOST_GAMES {
            true => Ok(()),
            false => Err(Error::new("too_many", format!("{MOST_GAMES} games are held already; drop one"))),
        }
    }

    fn hold(&mut self, held: Held) -> Result<String, Error> {
        self.made += 1;
        let name = format!("g{}", self.made);
        let status = held.status(&name);
        self.held.insert(name, held);
        json(&status)
    }

    fn begin(&mut self, wish: &request::New) -> Result<String, Error> {
        self.room()?;
        let kind = self.kinds.kind(&wish.kind)?;
        let start = match (wish.seed, &wish.script) {
            (Some(_), Some(_)) => return Err(Error::new("bad_request", "chance begins with a seed or with a script, not with both")),
            (Some(seed), None) => Start::Seed(seed.number()),
            (None, Some(script)) => Start::Script(script.clone()),
            (None, None) => Start::Seed(getrandom::u64().map_err(|why| Error::new("engine", format!("the system gives no luck: {why}")))?),
        };
        let game = kind.begin(wish, start)?;
        self.hold(Held::new(kind, game, Vec::new()))
    }

    fn load(&mut self, load: request::Load) -> Result<String, Error> {
        self.room()?;
        match (load.replay, load.position) {
            (Some(replay), None) => {
                let kind = self.kinds.kind(&replay.game)?;
                let game = kind.open(&replay)?;
                self.hold(Held::new(kind, game, replay.marks))
            }
            (None, Some(text)) => {
                let kind = self.kinds.kind(&load.kind)?;
                let game = kind.place(&text)?;
                self.hold(Held::new(kind, game, Vec::new()))
            }
            _ => Err(Error::new("bad_request", "load wants either \"replay\" or \"position\"")),
        }
    }

    fn undo(&mut self, undo: &request::Undo) -> Result<String, Error> {
        let held = self.held(&undo.game)?;
        if undo.answers > held.answers {
            return Err(Error::new("bad_request", format!("{} answers were given, {} cannot be undone", held.answers, undo.answers)));
        }
        let mut replay = held.game.replay();
        let mut left = undo.answers;
        while left > 0 {
            match replay.steps.pop() {
                Some(Step::Answer { .. }) => left -= 1,
                Some(_) => {}
                None => break,
            }
        }
        let steps = replay.steps.len() as u32;
        replay.checkpoints.retain(|point| point.after <= steps);
        replay.marks.retain(|mark| mark.after <= steps);
        replay.end = None;
        held.game = held.kind.open(&replay)?;
        held.answers = answers(&replay);
        held.marks.retain(|mark| mark.after <= steps);
        held.bots.clear();
        json(&held.status(&undo.game))
    }

    fn bot(&mut self, wish: &request::Bot) -> Result<String, Error> {
        let held = self.held(&wish.game)?;
        if let Some(seat) = wish.seat {
            held.decision(seat, None)?;
        } else if held.game.outcome().is_some() {
            return Err(Error::new("over", "the game is over"));
        }
        let viewer = wish.seat.map_or(Viewer::All, Viewer::Seat);
        let from = held.game.told(viewer);
        let mut given = 0;
        while given < wish.decisions {
            let owing = held.game.acting().iter().find(|seat| wish.seat.is_none_or(|wanted| wanted == *seat));
            let Some(seat) = owing else { break };
            let key = (wish.bot.clone(), seat);
            if !held.bots.contains_key(&key) {
                let seed = wish.seed.map_or(0, request::Seed::number).wrapping_add(u64::from(seat.0));
                let bot = held.kind.bot(&wish.bot, &held.rules, seed)?;
                held.bots.insert(key.clone(), bot);
            }
            let (Some(bot), Some(decision)) = (held.bots.get_mut(&key), held.game.decision(seat)) else { break };
            let picks = bot.answer(&*held.game, seat).ok_or_else(|| Error::new("engine", "the bot has no answer"))?;
            held.game.answer(seat, decision, &picks)?;
            held.answers += 1;
            given += 1;
        }
        json(&moved(held, &wish.game, viewer, from, given, wish.prompts))
    }
}

/// The game as it stands, as a replay without steps.
fn snapshot(held: &Held) -> Replay {
    let mut replay = held.game.replay();
    replay.start = Start::Position(held.game.state_json());
    replay.steps.clear();
    replay.checkpoints.clear();
    replay.marks = held.marks.iter().cloned().map(|mark| Mark { after: 0, ..mark }).collect();
    replay
}

fn moved(held: &Held, name: &str, viewer: Viewer, from: u64, given: u32, prompts: bool) -> Moved {
    Moved { status: held.status(name), given, events: held.game.events_for(viewer, from), prompts: prompts.then(|| held.prompts()) }
}

fn no_such_game(name: &str) -> Error {
    Error::new("no_such_game", format!("no game is held as `{}`; `list` tells which are", short(name)))
}

fn json<T: Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|why| Error::new("engine", why.to_string()))
}

fn reply(id: &Value, done: Result<String, Error>) -> String {
    match done {
        Ok(ok) => format!("{{\"id\":{id},\"ok\":{ok}}}"),
        Err(error) => match serde_json::to_string(&error) {
            Ok(error) => format!("{{\"id\":{id},\"error\":{error}}}"),
            Err(_) => format!("{{\"id\":{id},\"error\":{{\"code\":\"engine\",\"message\":\"\",\"rule\":null}}}}"),
        },
    }
}
