//! Running a replay, and what its hashes prove.
//!
//! A replay is *good* when the file says with what state it ends and running it ends so: that hash stands for every step. A file
//! without an end may hold hashes on the way; what comes behind the last of them is [unproved](Report::unproved).

use crate::chance::ALGORITHM;
use crate::replay::{Checkpoint, Commitment, Concession, FORMAT, Replay, ReplayError, Start, VERSION};
use crate::{Chance, Game, Outcome, Sink, StateHash};

/// What [`Replay::verify`] found: everything that the file says is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub steps: u32,
    /// How many hashes were compared, the final one included.
    pub hashes: u32,
    /// The step behind which the last hash stands that was compared; `None` when there is none.
    pub proved: Option<u32>,
    /// Whether the file says where it ends: that proves the whole of it.
    pub ended: bool,
    /// The round that is being played at the end.
    pub round: u32,
    /// How many seats are at the table.
    pub seats: usize,
    pub hash: StateHash,
    /// How the rules ended the game; `None` when they did not.
    pub outcome: Option<Outcome>,
    /// Who ended it by giving up.
    pub concession: Option<Concession>,
    /// Everybody who gave up, in order: those after whom the others played on, and who ended it.
    pub concessions: Vec<Concession>,
}

impl Report {
    /// What was counted, in words: `455 steps, 1 hash agrees, round 7`.
    pub fn counts(&self) -> String {
        let steps = if self.steps == 1 { "step" } else { "steps" };
        let agree = if self.hashes == 1 { "hash agrees" } else { "hashes agree" };
        format!("{} {steps}, {} {agree}, round {}", self.steps, self.hashes, self.round)
    }

    /// What is missing in the file to prove all of it; `None` when its end does.
    pub fn unproved(&self) -> Option<String> {
        let steps = self.steps;
        match self.proved {
            _ if self.ended => None,
            None => Some(format!(
                "nothing in the file proves its {steps} steps: it has no `end` with the hash of the last state, and no `checkpoints`"
            )),
            Some(last) if last == steps => Some(format!(
                "its `end` is missing: the {steps} steps agree with the hashes on the way, but nothing proves that no further ones were cut off"
            )),
            Some(last) => Some(format!(
                "its `end` is missing: the last hash stands after step {last}, and nothing proves steps {} to {steps}",
                last + 1
            )),
        }
    }
}

impl Replay {
    /// Whether the seed is the one that was committed to, where the file tells of that.
    fn committed(&self) -> Result<(), ReplayError> {
        let Some(commitment) = &self.commitment else { return Ok(()) };
        let wrong = |why: String| Err(ReplayError::Commitment(why));
        match &self.start {
            Start::Seed(seed) if seed.to_string() == commitment.seed => {}
            Start::Seed(seed) => return wrong(format!("the game was played with seed {seed}, the commitment is to {}", commitment.seed)),
            Start::Script(_) | Start::Position(_) => return wrong("the game does not begin with a seed".to_owned()),
        }
        let found = Commitment::publish(&commitment.seed, &commitment.salt);
        match found == commitment.hash.to_lowercase() {
            true => Ok(()),
            false => wrong(format!("seed and salt have the commitment {found}, the file says {}", commitment.hash)),
        }
    }

    /// Whether this replay can run as game `G` under `rules`.
    fn fits<G: Game>(&self, rules: &G::Rules) -> Result<(), ReplayError> {
        if self.format != FORMAT {
            return Err(ReplayError::NotAReplay(format!("its `format` is not `{FORMAT}`")));
        }
        if self.version != VERSION {
            return Err(ReplayError::Version { found: self.version.to_string() });
        }
        let (found, expected) = (self.game.clone(), G::KIND.to_owned());
        if found != expected {
            return Err(ReplayError::OtherGame { found, expected });
        }
        let (found, expected) = (self.rules.clone(), G::rules_id(rules));
        if found != expected {
            return Err(ReplayError::OtherRules { found, expected });
        }
        let (found, expected) = (self.algorithm.clone(), ALGORITHM.to_owned());
        if found != expected {
            return Err(ReplayError::OtherAlgorithm { found, expected });
        }
        Ok(())
    }

    /// The game at the first decision, before any step.
    pub fn begin<G: Game, S: Sink<G::Event>>(&self, rules: &G::Rules, sink: &mut S) -> Result<G, ReplayError> {
        self.fits::<G>(rules)?;
        let chance = match &self.start {
            Start::Seed(seed) => Chance::seeded(*seed),
            Start::Script(outcomes) => Chance::script(outcomes.clone()),
            Start::Position(state) => {
                let damaged = |why: String| ReplayError::Malformed(format!("the position cannot be read: {why}"));
                let mut game: G = crate::json::read(state.clone()).map_err(damaged)?;
                game.sound(rules).map_err(damaged)?;
                // Numbers that are there and do not belong together (a bound card where a number is meant) are too many to tell one by one:
                // what the caches meet of them must not end the program.
                let whole = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    game.restore(rules);
                    game.check(rules)
                }));
                whole.unwrap_or_else(|_| Err("its parts do not fit together".to_owned())).map_err(damaged)?;
                return Ok(game);
            }
        };
        let setup: G::Setup =
            crate::json::read(self.setup.clone()).map_err(|error| ReplayError::Malformed(format!("the setup cannot be read: {error}")))?;
        let game = G::new(rules, &setup, chance, sink).map_err(ReplayError::Setup)?;
        check_chance(&game, 0)?;
        Ok(game)
    }

    /// The game after all steps. Does not look at checkpoints and end.
    pub fn run<G: Game>(&self, rules: &G::Rules) -> Result<G, ReplayError> {
        self.run_to(rules, self.steps.len(), &mut ())
    }

    /// The game after the first `steps` steps (or all, if there are fewer), its events told to `sink`.
    pub fn run_to<G: Game, S: Sink<G::Event>>(&self, rules: &G::Rules, steps: usize, sink: &mut S) -> Result<G, ReplayError> {
        let mut game = self.begin::<G, S>(rules, sink)?;
        for index in 0..steps.min(self.steps.len()) {
            self.step(&mut game, rules, index, sink)?;
        }
        Ok(game)
    }

    /// Does step `index` (from 0) with the game.
    pub(crate) fn step<G: Game, S: Sink<G::Event>>(
        &self,
        game: &mut G,
        rules: &G::Rules,
        index: usize,
        sink: &mut S,
    ) -> Result<(), ReplayError> {
        let step = &self.steps[index];
        let number = index as u32 + 1;
        step.take(game, rules, sink).map_err(|why| ReplayError::Step {
            step: number,
            steps: self.steps.len() as u32,
            what: step.to_string(),
            why,
        })?;
        check_chance(game, number)
    }

    /// Runs the replay and compares every hash, the outcome, and whether scripted chance came out even (where the end is given).
    pub fn verify<G: Game>(&self, rules: &G::Rules) -> Result<Report, ReplayError> {
        let mut proof = Proof::of(self)?;
        let mut game = self.begin::<G, ()>(rules, &mut ())?;
        proof.compare(&game, 0)?;
        for index in 0..self.steps.len() {
            self.step(&mut game, rules, index, &mut ())?;
            proof.compare(&game, index as u32 + 1)?;
        }
        proof.end(&game)
    }
}

/// The hashes of a replay, compared while it runs.
pub(crate) struct Proof<'a> {
    replay: &'a Replay,
    /// How many checkpoints are behind.
    passed: usize,
    hashes: u32,
    proved: Option<u32>,
}

impl<'a> Proof<'a> {
    /// Checkpoints beyond the last step, or out of order, are errors.
    pub(crate) fn of(replay: &'a Replay) -> Result<Proof<'a>, ReplayError> {
        let steps = replay.steps.len() as u32;
        if let Some(last) = replay.checkpoints.last().filter(|last| last.after > steps) {
            return Err(ReplayError::Malformed(format!("there is a checkpoint after step {}, but only {steps} steps", last.after)));
        }
        if !replay.checkpoints.is_sorted_by_key(|checkpoint| checkpoint.after) {
            return Err(ReplayError::Malformed("the checkpoints are not in order".to_owned()));
        }
        replay.committed()?;
        Ok(Proof { replay, passed: 0, hashes: 0, proved: None })
    }

    /// The game after `done` steps, from 0 on without a gap.
    pub(crate) fn compare<G: Game>(&mut self, game: &G, done: u32) -> Result<(), ReplayError> {
        let (names, seats) = (self.replay.players.len(), game.seats());
        if done == 0 && names != 0 && names != seats {
            return Err(ReplayError::Players { names, seats });
        }
        while let Some(Checkpoint { hash, .. }) = self.replay.checkpoints.get(self.passed).filter(|point| point.after <= done) {
            self.hash(game, done, *hash)?;
            self.passed += 1;
        }
        Ok(())
    }

    fn hash<G: Game>(&mut self, game: &G, done: u32, expected: StateHash) -> Result<(), ReplayError> {
        let found = Game::hash(game);
        if expected != found {
            return Err(ReplayError::Hash { since: self.proved.unwrap_or(0), after: done, expected, found });
        }
        self.proved = Some(done);
        self.hashes += 1;
        Ok(())
    }

    /// The game after all steps.
    pub(crate) fn end<G: Game>(mut self, game: &G) -> Result<Report, ReplayError> {
        let replay = self.replay;
        let (steps, seats, outcome) = (replay.steps.len() as u32, game.seats(), game.outcome());
        if let Some(end) = &replay.end {
            self.hash(game, steps, end.hash)?;
            if end.outcome != outcome {
                let text = |outcome: &Option<Outcome>| {
                    outcome.as_ref().map_or("the game still runs".to_owned(), |outcome| replay.named(&outcome.sentence()))
                };
                return Err(ReplayError::Outcome { expected: text(&end.outcome), found: text(&outcome) });
            }
            if let Some(chance) = game.chance() {
                chance.finish().map_err(|error| ReplayError::Chance { after: steps, error })?;
            }
        }
        let concession = replay.concession(seats, outcome.as_ref())?;
        Ok(Report {
            steps,
            hashes: self.hashes,
            proved: self.proved,
            ended: replay.end.is_some(),
            round: game.round(),
            seats,
            hash: Game::hash(game),
            outcome,
            concession,
            concessions: replay.concessions(concession),
        })
    }
}

fn check_chance<G: Game>(game: &G, after: u32) -> Result<(), ReplayError> {
    match game.chance().and_then(Chance::error) {
        Some(error) => Err(ReplayError::Chance { after, error: error.clone() }),
        None => Ok(()),
    }
}
