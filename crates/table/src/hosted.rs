//! Any game behind one object-safe door, in JSON: what a server and a protocol need, and no more.
//!
//! A [`Host`] holds whole answers only: drafts stay in the browser, which asks [`Hosted::options_after`] what may follow. Events are
//! redacted for every viewer at the moment they happen, so that what becomes known later reveals nothing about what was hidden then.
//! Only the last of them are kept, for those who look on; who comes later is told the story from the answers again, step by step.
//! Events are numbered per viewer from 0: a gap would tell that something hidden happened.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::replay::{Recorder, ReplayError, Start, check_decision, check_seat};
use crate::run::Proof;
use crate::told::Told;
use crate::{Applied, Choice, Game, Illegal, Outcome, Pick, Prompt, Replay, Seat, SeatSet, StateHash, Viewer};

/// An event as one viewer was told it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventRecord {
    /// Counts what this viewer was told, from 0.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seq: u64,
    /// [`Game::Event`], redacted for the viewer.
    #[cfg_attr(feature = "ts", ts(type = "Event"))]
    pub event: Value,
}

/// What a seat is asked, with everything it may answer next.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromptValue {
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(flatten))]
    pub prompt: Prompt,
    /// The legal picks; empty when the answer is complete.
    pub legal: Vec<Choice>,
    /// Whether the picks so far are a whole answer that can be sent.
    pub complete: bool,
}

/// A running game of any kind.
///
/// Errors are [`Illegal`] and leave everything as it was. A seat that does not exist is never asked anything.
pub trait Hosted: Send + Sync {
    /// [`Game::KIND`].
    fn kind(&self) -> &'static str;
    fn seats(&self) -> usize;
    /// The seats that are out of the game ([`Game::out`]).
    fn out(&self) -> SeatSet;
    /// The seats that owe an answer.
    fn acting(&self) -> SeatSet;
    /// The number of the decision that `seat` owes.
    fn decision(&self, seat: Seat) -> Option<u32>;
    /// Whether the whole answer that `seat` owes is forced: [`Hosted::auto_pass`] would give it.
    fn forced(&self, seat: Seat) -> bool;

    /// What `seat` is asked and may pick; `None` when it owes nothing.
    fn prompt(&self, seat: Seat) -> Option<PromptValue>;
    /// [`Hosted::prompt`] as JSON.
    fn prompt_json(&self, seat: Seat) -> Option<Value> {
        self.prompt(seat).map(|prompt| json(&prompt))
    }
    /// What `seat` may pick after these picks of the answer it owes, without changing or revealing anything. A complete answer gives
    /// no further picks and `complete`; what would follow it is not told. Codes: `not_asked`, `not_listed`.
    fn options_after(&self, seat: Seat, picks: &[Pick]) -> Result<PromptValue, Illegal>;

    /// What `viewer` sees.
    fn view_json(&self, viewer: Viewer) -> Value;
    /// [`Hosted::view_json`] as text, made without a value in between: for who sends views to many.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// What `viewer` has been told, from its event number `from` on.
    fn events_for(&self, viewer: Viewer, from: u64) -> Vec<EventRecord>;
    /// How many events `viewer` has been told: the `from` that gives only new ones.
    fn told(&self, viewer: Viewer) -> u64;
    /// Why `seat` cannot use `thing` now.
    fn explain(&self, seat: Seat, thing: &str) -> Vec<Illegal>;

    /// A whole answer to decision number `decision`, all or none. Returns what the answering seat is told; others read
    /// [`Hosted::events_for`]. Codes: `stale` when the seat is asked another decision by now, `not_asked`, `not_listed`, `incomplete`,
    /// `over`.
    fn answer(&mut self, seat: Seat, decision: u32, picks: &[Pick]) -> Result<Vec<EventRecord>, Illegal>;
    /// Takes back the answer to a question that others still owe.
    fn withdraw(&mut self, seat: Seat) -> Result<(), Illegal>;
    /// A seat gives up and the others play on; refused with code `ends` where that ends the game.
    fn concede(&mut self, seat: Seat) -> Result<(), Illegal>;
    /// Gives every answer that is forced from its first to its last pick, until somebody has a choice or the game is over. Returns
    /// how many.
    fn auto_pass(&mut self) -> u32;
    /// From here on chance follows another seed (an agreed undo past a draw).
    fn rekey(&mut self, seed: u64) -> Result<(), Illegal>;
    /// [`Game::unseen`].
    fn unseen(&self) -> StateHash;
    /// The players agreed to change the table ([`Game::edit`]).
    fn edit(&mut self, seat: Seat, edits: &[Value]) -> Result<(), Illegal>;

    fn hash(&self) -> StateHash;
    fn outcome(&self) -> Option<Outcome>;
    fn round(&self) -> u32;
    /// The whole state as JSON: hidden things included, for [`Start::Position`] and bug reports only.
    fn state_json(&self) -> Value;
    /// The game as a file, from its start to now.
    fn replay(&self) -> Replay;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Hosted>;
}

/// A game `G` with its rules, its replay, and what everybody has been told.
#[derive(Debug)]
pub struct Host<G: Game> {
    rules: Arc<G::Rules>,
    recorder: Recorder<G>,
    /// By viewer: the seats in order, the spectator, the tool that sees everything.
    told: Vec<Told<G::Event>>,
}

/// How many events of a viewer are kept beside those of the last step.
const KEPT: usize = 32;

impl<G: Game> Clone for Host<G> {
    fn clone(&self) -> Self {
        Host { rules: Arc::clone(&self.rules), recorder: self.recorder.clone(), told: self.told.clone() }
    }
}

impl<G: Game> Host<G> {
    /// A new game.
    pub fn new(rules: Arc<G::Rules>, setup: &G::Setup, start: Start) -> Result<Host<G>, ReplayError> {
        let mut events = Vec::new();
        let recorder = Recorder::<G>::new(&rules, setup, start, &mut events)?;
        let mut host = Host::around(rules, recorder);
        host.tell(&events);
        Ok(host)
    }

    /// The game of a replay, everybody told what they were told then. Hashes are not compared.
    pub fn open(rules: Arc<G::Rules>, replay: &Replay) -> Result<Host<G>, ReplayError> {
        Host::run(rules, replay, |_, _| Ok(()))
    }

    /// [`Host::open`], and [`Replay::verify`] on the way: the steps are run once.
    pub fn verified(rules: Arc<G::Rules>, replay: &Replay) -> Result<Host<G>, ReplayError> {
        let mut proof = Proof::of(replay)?;
        let host = Host::run(rules, replay, |game, done| proof.compare(game, done))?;
        proof.end(host.game())?;
        Ok(host)
    }

    /// Runs a replay; `look` sees the game after every step, from 0 on.
    fn run(
        rules: Arc<G::Rules>,
        replay: &Replay,
        mut look: impl FnMut(&G, u32) -> Result<(), ReplayError>,
    ) -> Result<Host<G>, ReplayError> {
        let mut events = Vec::new();
        let first = Replay { steps: Vec::new(), checkpoints: Vec::new(), end: None, ..replay.clone() };
        let recorder = Recorder::<G>::open(&rules, first, &mut events)?;
        let mut host = Host::around(rules, recorder);
        host.tell(&events);
        look(host.game(), 0)?;
        for index in 0..replay.steps.len() {
            events.clear();
            host.recorder.redo(host.rules.as_ref(), replay, index, &mut events)?;
            host.tell(&events);
            look(host.game(), index as u32 + 1)?;
        }
        Ok(host)
    }

    fn around(rules: Arc<G::Rules>, recorder: Recorder<G>) -> Host<G> {
        let told = (0..recorder.game().seats() + 2).map(|_| Told::default()).collect();
        Host { rules, recorder, told }
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        self.recorder.game()
    }

    pub fn rules(&self) -> &Arc<G::Rules> {
        &self.rules
    }

    fn slot(&self, viewer: Viewer) -> Option<usize> {
        let seats = self.game().seats();
        match viewer {
            Viewer::Seat(seat) => (seat.index() < seats).then_some(seat.index()),
            Viewer::Spectator => Some(seats),
            Viewer::All => Some(seats + 1),
        }
    }

    /// Tells everybody what just happened.
    fn tell(&mut self, events: &[G::Event]) {
        for told in &mut self.told {
            let old = told.last.len().saturating_sub(KEPT);
            told.last.drain(..old);
        }
        let seats = self.game().seats() as u8;
        let viewers: Vec<Viewer> = (0..seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator, Viewer::All]).collect();
        for event in events {
            let mut forms: Vec<Arc<G::Event>> = Vec::new();
            for (told, viewer) in self.told.iter_mut().zip(&viewers) {
                let Some(form) = self.recorder.game().tell(&self.rules, *viewer, event) else { continue };
                let form = match forms.iter().find(|known| ***known == form) {
                    Some(known) => Arc::clone(known),
                    None => {
                        forms.push(Arc::new(form));
                        Arc::clone(&forms[forms.len() - 1])
                    }
                };
                told.add(form);
            }
        }
    }

    /// Everything that `viewer` was told, from the answers again.
    fn story(&self, viewer: Viewer) -> Result<Vec<G::Event>, ReplayError> {
        let replay = self.recorder.replay();
        let (mut told, mut events) = (Vec::new(), Vec::new());
        let first = Replay { steps: Vec::new(), checkpoints: Vec::new(), end: None, ..replay.clone() };
        let mut recorder = Recorder::<G>::open(&self.rules, first, &mut events)?;
        for index in 0.. {
            let game = recorder.game();
            told.extend(events.drain(..).filter_map(|event| game.tell(&self.rules, viewer, &event)));
            if index == replay.steps.len() {
                break;
            }
            recorder.redo(&self.rules, &replay, index, &mut events)?;
        }
        Ok(told)
    }

    fn prompt_of(&self, game: &G, seat: Seat) -> Option<PromptValue> {
        let prompt = game.prompt(&self.rules, seat)?;
        let mut actions = Vec::new();
        game.legal(&self.rules, seat, &mut actions);
        let legal = (0..).zip(&actions).map(|(index, action)| self.choice(game, seat, index, action)).collect();
        Some(PromptValue { prompt, legal, complete: false })
    }

    fn choice(&self, game: &G, seat: Seat, index: Pick, action: &G::Action) -> Choice {
        Choice { index, action: json(action), label: game.label(&self.rules, seat, action) }
    }

    /// The picks of the whole answer, when each of them is the only one.
    fn forced_answer(&self, seat: Seat) -> Option<Vec<Pick>> {
        if !self.seated(seat) || !self.game().forced(&self.rules, seat) {
            return None;
        }
        let mut trial = self.game().clone();
        let mut picks = Vec::new();
        while trial.forced(&self.rules, seat) {
            picks.push(0);
            match trial.apply(&self.rules, seat, 0, &mut ()) {
                Ok(Applied::Drafting) => {}
                Ok(_) => return Some(picks),
                Err(_) => return None,
            }
        }
        None
    }

    fn seated(&self, seat: Seat) -> bool {
        check_seat(self.game(), seat).is_ok()
    }

    fn take(&mut self, seat: Seat, picks: &[Pick]) -> Result<(), Illegal> {
        let mut events = Vec::new();
        self.recorder.answer(&self.rules, seat, picks, &mut events)?;
        self.tell(&events);
        Ok(())
    }
}

impl<G: Game> Hosted for Host<G> {
    fn kind(&self) -> &'static str {
        G::KIND
    }

    fn seats(&self) -> usize {
        self.game().seats()
    }

    fn out(&self) -> SeatSet {
        self.game().out()
    }

    fn acting(&self) -> SeatSet {
        self.game().acting()
    }

    fn decision(&self, seat: Seat) -> Option<u32> {
        self.game().decision(seat).filter(|_| self.seated(seat))
    }

    fn forced(&self, seat: Seat) -> bool {
        self.forced_answer(seat).is_some()
    }

    fn prompt(&self, seat: Seat) -> Option<PromptValue> {
        self.seated(seat).then(|| self.prompt_of(self.game(), seat)).flatten()
    }

    fn options_after(&self, seat: Seat, picks: &[Pick]) -> Result<PromptValue, Illegal> {
        let nothing = || Illegal::new("not_asked", format!("{seat} owes no decision now"));
        let mut current = self.prompt(seat).ok_or_else(nothing)?;
        let mut trial = self.game().clone();
        for pick in picks {
            if current.complete {
                return Err(Illegal::new("not_listed", "the answer is complete before its last pick"));
            }
            let picked = current.legal.get(*pick as usize).cloned();
            match (trial.apply(&self.rules, seat, *pick, &mut ())?, picked) {
                (Applied::Drafting, _) => current = self.prompt_of(&trial, seat).ok_or_else(nothing)?,
                (_, picked) => {
                    current.prompt.drafted.extend(picked);
                    current.legal.clear();
                    current.complete = true;
                }
            }
        }
        Ok(current)
    }

    fn view_json(&self, viewer: Viewer) -> Value {
        let viewer = if self.slot(viewer).is_some() { viewer } else { Viewer::Spectator };
        json(&self.game().view(&self.rules, viewer))
    }

    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        let viewer = if self.slot(viewer).is_some() { viewer } else { Viewer::Spectator };
        to_raw_value(&self.game().view(&self.rules, viewer)).expect("a view is plain data")
    }

    fn events_for(&self, viewer: Viewer, from: u64) -> Vec<EventRecord> {
        let Some(slot) = self.slot(viewer) else { return Vec::new() };
        let told = &self.told[slot];
        let after = |first: u64| usize::try_from(from - first).unwrap_or(usize::MAX);
        let record = |(seq, event): (u64, &G::Event)| EventRecord { seq, event: json(event) };
        if from >= told.first() {
            let last = told.last.iter().skip(after(told.first()));
            return (from..).zip(last.map(Arc::as_ref)).map(record).collect();
        }
        let story = self.story(viewer).unwrap_or_default();
        (from..).zip(story.iter().skip(after(0))).map(record).collect()
    }

    fn told(&self, viewer: Viewer) -> u64 {
        self.slot(viewer).map_or(0, |slot| self.told[slot].count)
    }

    fn explain(&self, seat: Seat, thing: &str) -> Vec<Illegal> {
        if self.seated(seat) { self.game().explain(&self.rules, seat, thing) } else { Vec::new() }
    }

    fn answer(&mut self, seat: Seat, decision: u32, picks: &[Pick]) -> Result<Vec<EventRecord>, Illegal> {
        check_decision(self.game(), seat, decision)?;
        let from = self.told(Viewer::Seat(seat));
        self.take(seat, picks)?;
        Ok(self.events_for(Viewer::Seat(seat), from))
    }

    fn withdraw(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.recorder.withdraw(&self.rules, seat)
    }

    fn concede(&mut self, seat: Seat) -> Result<(), Illegal> {
        let mut events = Vec::new();
        self.recorder.concede(self.rules.as_ref(), seat, &mut events)?;
        self.tell(&events);
        Ok(())
    }

    fn auto_pass(&mut self) -> u32 {
        let mut count = 0;
        while let Some((seat, picks)) = self.acting().iter().find_map(|seat| Some((seat, self.forced_answer(seat)?))) {
            if self.take(seat, &picks).is_err() {
                break;
            }
            count += 1;
        }
        count
    }

    fn rekey(&mut self, seed: u64) -> Result<(), Illegal> {
        self.recorder.rekey(&self.rules, seed)
    }

    fn unseen(&self) -> StateHash {
        self.game().unseen()
    }

    fn edit(&mut self, seat: Seat, edits: &[Value]) -> Result<(), Illegal> {
        let mut events = Vec::new();
        self.recorder.edit(self.rules.as_ref(), seat, edits, &mut events)?;
        self.tell(&events);
        Ok(())
    }

    fn hash(&self) -> StateHash {
        Game::hash(self.game())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    fn round(&self) -> u32 {
        self.game().round()
    }

    fn state_json(&self) -> Value {
        json(self.game())
    }

    fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    fn fork(&self) -> Box<dyn Hosted> {
        Box::new(self.clone())
    }
}

/// Views, events and actions have a JSON form; the contract tests see to it.
fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_else(|error| Value::String(format!("no JSON form: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Rules, Setup, Toy};

    fn host() -> Host<Toy> {
        Host::new(Arc::new(Rules::default()), &Setup { seats: 3, rounds: 2 }, Start::Seed(11)).unwrap()
    }
    const P1: Seat = Seat(0);
    const P2: Seat = Seat(1);
    const P3: Seat = Seat(2);

    #[test]
    fn a_stale_answer_is_refused_and_changes_nothing() {
        let mut host = host();
        assert_eq!(host.decision(P1), Some(0));
        host.answer(P1, 0, &[0, 1]).unwrap();
        host.withdraw(P1).unwrap();
        let before = Hosted::hash(&host);
        assert_eq!(host.answer(P1, 0, &[0, 1]).unwrap_err().code, "stale");
        assert_eq!(host.answer(Seat(77), 0, &[0]).unwrap_err().code, "not_asked");
        assert_eq!(host.answer(P2, 0, &[0]).unwrap_err().code, "incomplete");
        assert_eq!(host.answer(P2, 0, &[9, 0]).unwrap_err().code, "not_listed");
        assert_eq!(Hosted::hash(&host), before);
    }

    #[test]
    fn a_browser_drafts_without_touching_the_game() {
        let host = host();
        let before = Hosted::hash(&host);
        let first = host.options_after(P1, &[]).unwrap();
        assert_eq!(serde_json::to_value(&first).unwrap(), host.prompt_json(P1).unwrap());
        let second = host.options_after(P1, &[0]).unwrap();
        assert_eq!((second.legal.len(), second.complete, second.prompt.drafted.len()), (4, false, 1));
        let whole = host.options_after(P1, &[0, 2]).unwrap();
        assert_eq!((whole.legal.len(), whole.complete, whole.prompt.drafted.len()), (0, true, 2));
        assert_eq!(whole.prompt.drafted[1].label, "Add 2 coins");
        assert_eq!(host.options_after(P1, &[0, 2, 0]).unwrap_err().code, "not_listed");
        assert_eq!(host.options_after(Seat(9), &[]).unwrap_err().code, "not_asked");
        assert_eq!(Hosted::hash(&host), before);
    }

    #[test]
    fn each_viewer_is_told_its_own_gapless_story() {
        let mut host = host();
        for seat in [P1, P2, P3] {
            host.answer(seat, 0, &[0, 0]).unwrap();
        }
        let text = |viewer| serde_json::to_string(&host.events_for(viewer, 0)).unwrap();
        let own = |viewer| {
            let drawn = host.events_for(viewer, 0).into_iter().filter(|record| record.event["event"] == "drew");
            drawn.filter(|record| !record.event["cards"].as_array().unwrap().is_empty()).count()
        };
        assert_eq!([own(Viewer::Seat(P1)), own(Viewer::Spectator), own(Viewer::All)], [2, 0, 6]);
        assert_ne!(text(Viewer::Seat(P1)), text(Viewer::Seat(P2)));
        let numbers: Vec<u64> = host.events_for(Viewer::Spectator, 3).iter().map(|record| record.seq).collect();
        assert_eq!(numbers, (3..host.told(Viewer::Spectator)).collect::<Vec<u64>>());
        assert!(host.events_for(Viewer::Seat(Seat(200)), 0).is_empty());
        assert!(host.events_for(Viewer::Spectator, u64::MAX).is_empty());
    }

    #[test]
    fn who_comes_late_is_told_what_was_told_at_the_time() {
        let mut host = Host::<Toy>::new(Arc::new(Rules::default()), &Setup { seats: 3, rounds: 9 }, Start::Seed(4)).unwrap();
        let viewers = [Viewer::Seat(P1), Viewer::Seat(P2), Viewer::Seat(P3), Viewer::Spectator, Viewer::All];
        let mut heard: Vec<Vec<EventRecord>> = viewers.iter().map(|viewer| host.events_for(*viewer, 0)).collect();
        while let Some(seat) = host.acting().iter().next() {
            let mut picks = Vec::new();
            while !host.options_after(seat, &picks).unwrap().complete {
                picks.push(0);
            }
            host.answer(seat, host.decision(seat).unwrap(), &picks).unwrap();
            for (heard, viewer) in heard.iter_mut().zip(viewers) {
                heard.extend(host.events_for(viewer, heard.len() as u64));
            }
        }
        for (heard, viewer) in heard.iter().zip(viewers) {
            assert!(heard.len() > 2 * KEPT && host.told[host.slot(viewer).unwrap()].last.len() < heard.len());
            assert_eq!(*heard, host.events_for(viewer, 0));
            assert_eq!(heard[7..], host.events_for(viewer, 7));
            assert_eq!(host.told(viewer), heard.len() as u64);
        }
    }

    #[test]
    fn a_host_reopened_from_its_replay_is_the_same() {
        let mut host = host();
        host.answer(P2, 0, &[1, 1]).unwrap();
        host.answer(P1, 0, &[0, 0]).unwrap();
        host.withdraw(P2).unwrap();
        host.rekey(5).unwrap();
        host.answer(P2, 1, &[0, 0]).unwrap();
        host.answer(P3, 0, &[0, 0]).unwrap();
        let bytes = host.replay().write();
        let again = Host::<Toy>::open(Arc::new(Rules::default()), &Replay::read(bytes.as_bytes()).unwrap()).unwrap();
        assert_eq!(Hosted::hash(&again), Hosted::hash(&host));
        assert_eq!((again.told.clone(), again.replay()), (host.told.clone(), host.replay()));
    }

    #[test]
    fn a_host_is_opened_and_verified_in_one_run() {
        let mut host = host();
        for seat in [P1, P2, P3] {
            host.answer(seat, 0, &[0, 0]).unwrap();
        }
        let replay = host.replay();
        let rules = || Arc::new(Rules::default());
        let again = Host::<Toy>::verified(rules(), &replay).unwrap();
        assert_eq!((again.told.clone(), again.replay()), (host.told.clone(), host.replay()));
        let other = Replay { steps: replay.steps[..2].to_vec(), ..replay.clone() };
        assert!(Host::<Toy>::open(rules(), &other).is_ok(), "only what is compared can be wrong");
        assert!(matches!(Host::<Toy>::verified(rules(), &other), Err(ReplayError::Hash { since: 0, after: 2, .. })));
        let names = Replay { players: vec!["Ann".to_owned()], ..replay };
        assert!(matches!(Host::<Toy>::verified(rules(), &names), Err(ReplayError::Players { .. })));
    }

    #[test]
    fn any_game_plays_through_the_door() {
        let mut door: Box<dyn Hosted> = Box::new(host());
        let fork = door.fork();
        let mut answers = 0;
        while door.outcome().is_none() {
            door.auto_pass();
            let Some(seat) = door.acting().iter().next() else { break };
            let mut picks = Vec::new();
            while !door.options_after(seat, &picks).unwrap().complete {
                picks.push(0);
            }
            assert!(!door.forced(seat));
            door.answer(seat, door.decision(seat).unwrap(), &picks).unwrap();
            answers += 1;
        }
        assert!(answers >= 6);
        assert!(door.replay().verify::<Toy>(&Rules::default()).unwrap().outcome.is_some());
        assert_eq!((fork.round(), fork.told(Viewer::All)), (1, 5));
    }
}
