//! Playing a game and writing its replay.

use serde_json::Value;

use crate::replay::{Checkpoint, End, Mark, Replay, ReplayError, Start, Step, check_seat};
use crate::{Applied, Game, Illegal, Pick, Seat, Sink};

/// Plays a game and writes its replay.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game> {
    game: G,
    replay: Replay,
    /// Per seat: the picks of the answer it has begun.
    drafts: Vec<Vec<Pick>>,
    every: u32,
}

impl<G: Game> Recorder<G> {
    /// A new game.
    pub fn new<S: Sink<G::Event>>(rules: &G::Rules, setup: &G::Setup, start: Start, sink: &mut S) -> Result<Recorder<G>, ReplayError> {
        Recorder::open(rules, Replay::new::<G>(rules, setup, start)?, sink)
    }

    /// Goes on where a replay ends. Its events are told to `sink` from the beginning; checkpoints are kept, not compared.
    pub fn open<S: Sink<G::Event>>(rules: &G::Rules, replay: Replay, sink: &mut S) -> Result<Recorder<G>, ReplayError> {
        let game = replay.begin::<G, S>(rules, sink)?;
        let drafts = vec![Vec::new(); game.seats()];
        let begun = Replay { steps: Vec::new(), end: None, ..replay.clone() };
        let mut recorder = Recorder { game, replay: begun, drafts, every: 0 };
        for index in 0..replay.steps.len() {
            recorder.redo(rules, &replay, index, sink)?;
        }
        Ok(recorder)
    }

    /// Writes a checkpoint after every `every` steps (0: none).
    pub fn checkpoint_every(mut self, every: u32) -> Recorder<G> {
        self.every = every;
        self
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What is written so far, with open drafts and the end.
    pub fn replay(&self) -> Replay {
        let mut replay = self.replay.clone();
        for (seat, picks) in (0..).map(Seat).zip(&self.drafts) {
            if let Some(decision) = self.game.decision(seat).filter(|_| !picks.is_empty()) {
                replay.steps.push(Step::Draft { seat, decision, picks: picks.clone() });
            }
        }
        replay.end = Some(End { hash: Game::hash(&self.game), outcome: self.game.outcome() });
        replay
    }

    /// Adds a remark at this place; `kind` is one of [`crate::replay::KINDS`].
    pub fn mark(&mut self, kind: &str, note: &str) {
        let after = self.replay.steps.len() as u32;
        self.replay.marks.push(Mark { after, kind: kind.to_owned(), note: note.to_owned(), seat: None });
    }

    /// A whole answer (or the rest of the one that the seat has begun), all or none.
    pub fn answer<S: Sink<G::Event>>(&mut self, rules: &G::Rules, seat: Seat, picks: &[Pick], sink: &mut S) -> Result<Applied, Illegal> {
        check_seat(&self.game, seat)?;
        let decision = self.game.decision(seat);
        let applied = self.game.answer(rules, seat, picks, sink)?;
        self.drafts[seat.index()].extend(picks);
        self.answered(seat, decision);
        Ok(applied)
    }

    /// One pick.
    pub fn pick<S: Sink<G::Event>>(&mut self, rules: &G::Rules, seat: Seat, pick: Pick, sink: &mut S) -> Result<Applied, Illegal> {
        check_seat(&self.game, seat)?;
        let decision = self.game.decision(seat);
        let applied = self.game.apply(rules, seat, pick, sink)?;
        self.drafts[seat.index()].push(pick);
        if applied != Applied::Drafting {
            self.answered(seat, decision);
        }
        Ok(applied)
    }

    /// Takes back an answer or a draft.
    pub fn withdraw(&mut self, rules: &G::Rules, seat: Seat) -> Result<(), Illegal> {
        check_seat(&self.game, seat)?;
        let was_draft = !self.drafts[seat.index()].is_empty();
        self.game.withdraw(rules, seat)?;
        self.drafts[seat.index()].clear();
        if !was_draft {
            self.wrote(Step::Withdraw { seat });
        }
        Ok(())
    }

    /// A seat gives up; the others play on.
    pub fn concede<S: Sink<G::Event>>(&mut self, rules: &G::Rules, seat: Seat, sink: &mut S) -> Result<(), Illegal> {
        let step = Step::Concede { seat };
        step.take(&mut self.game, rules, sink)?;
        self.drafts[seat.index()].clear();
        self.wrote(step);
        Ok(())
    }

    /// From here on chance follows another seed.
    pub fn rekey(&mut self, rules: &G::Rules, seed: u64) -> Result<(), Illegal> {
        let step = Step::Rekey { seed };
        step.take(&mut self.game, rules, &mut ())?;
        self.wrote(step);
        Ok(())
    }

    /// The players agreed to change the table.
    pub fn edit<S: Sink<G::Event>>(&mut self, rules: &G::Rules, seat: Seat, edits: &[Value], sink: &mut S) -> Result<(), Illegal> {
        let step = Step::Edit { seat, edits: edits.to_vec() };
        step.take(&mut self.game, rules, sink)?;
        self.drafts.iter_mut().for_each(Vec::clear);
        self.wrote(step);
        Ok(())
    }

    /// Does step `index` of another replay and writes it down.
    pub(crate) fn redo<S: Sink<G::Event>>(
        &mut self,
        rules: &G::Rules,
        replay: &Replay,
        index: usize,
        sink: &mut S,
    ) -> Result<(), ReplayError> {
        replay.step(&mut self.game, rules, index, sink)?;
        match &replay.steps[index] {
            Step::Draft { seat, picks, .. } => self.drafts[seat.index()].extend(picks),
            Step::Answer { seat, decision, picks } => {
                self.drafts[seat.index()].extend(picks);
                self.answered(*seat, Some(*decision));
            }
            Step::Withdraw { seat } if !self.drafts[seat.index()].is_empty() => self.drafts[seat.index()].clear(),
            step @ Step::Concede { seat } => {
                self.drafts[seat.index()].clear();
                self.wrote(step.clone());
            }
            step @ Step::Edit { .. } => {
                self.drafts.iter_mut().for_each(Vec::clear);
                self.wrote(step.clone());
            }
            step => self.wrote(step.clone()),
        }
        Ok(())
    }

    fn answered(&mut self, seat: Seat, decision: Option<u32>) {
        let picks = std::mem::take(&mut self.drafts[seat.index()]);
        self.wrote(Step::Answer { seat, decision: decision.unwrap_or_default(), picks });
    }

    fn wrote(&mut self, step: Step) {
        self.replay.steps.push(step);
        let after = self.replay.steps.len() as u32;
        // A state with a draft in it cannot be met again when whole answers are replayed.
        if self.every > 0 && after.is_multiple_of(self.every) && self.drafts.iter().all(Vec::is_empty) {
            self.replay.checkpoints.push(Checkpoint { after, hash: Game::hash(&self.game) });
        }
    }
}
