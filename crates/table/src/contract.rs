//! The tests that any game must pass, for the tests of other crates.
//!
//! [`all`] plays seeded random games and, at every few answers, puts the position to each test of this file. Every test is a function
//! of its own and says in one sentence what is broken; the panic of [`all`] adds setup, seed and answer, which is enough to repeat it.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::replay::{Recorder, Start};
use crate::{Applied, Game, Pick, Replay, Seat, SeatSet, StateHash, Viewer};

/// What a test found broken.
pub type Broken = String;

/// A small deterministic source of picks (SplitMix64). Not the chance of a game.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n` (0 when `n` is 0).
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// One of the seats that owe a decision.
    pub fn seat<G: Game>(&mut self, game: &G) -> Option<Seat> {
        let acting = game.acting();
        acting.iter().nth(self.below(acting.len() as u32) as usize)
    }
}

/// How much is played.
#[derive(Clone, Debug)]
pub struct Size {
    /// Random games per setup.
    pub games: u32,
    /// A game that needs more picks than this does not end.
    pub picks: u32,
    /// Each how many answers the position is put to the tests.
    pub every: u32,
    /// How many further answers are compared after a redeal.
    pub ahead: u32,
    /// For games in which whatever is revealed stays in view: then an event that tells a viewer what its view does not show is a
    /// leak. Leave it off where cards are shown for a moment.
    pub revealed_stays_in_view: bool,
}

impl Size {
    /// A size for the tests that run on every change.
    pub fn games(games: u32) -> Size {
        Size { games, picks: 100_000, every: 5, ahead: 12, revealed_stays_in_view: false }
    }
}

/// A random game that came to its end.
#[derive(Clone, Debug)]
pub struct Played<G> {
    pub game: G,
    /// Picks made, forced ones included.
    pub picks: u32,
    /// Picks among at least two legal ones.
    pub choices: u32,
}

/// Every test on `games` random games of each setup. Panics with the first thing that is broken.
pub fn all<G: Game>(rules: &G::Rules, setups: &[G::Setup], games: u32, seed: u64) {
    all_sized::<G>(rules, setups, &Size::games(games), seed);
}

/// [`all`] with everything about its size.
pub fn all_sized<G: Game>(rules: &G::Rules, setups: &[G::Setup], size: &Size, seed: u64) {
    let mut seeds = Dice::new(seed);
    for (number, setup) in setups.iter().enumerate() {
        for _ in 0..size.games {
            let seed = seeds.bits();
            if let Err(broken) = one_game::<G>(rules, setup, size, seed) {
                panic!("setup {number}, seed {seed}, {broken}\nsetup: {setup:?}");
            }
        }
    }
}

/// One random game with every test on its way and its replay at the end. `seed` is that of a message of [`all`].
pub fn one_game<G: Game>(rules: &G::Rules, setup: &G::Setup, size: &Size, seed: u64) -> Result<(), Broken> {
    let at_start = |error: &dyn std::fmt::Display| format!("at the start: {error}");
    let mut recorder = Recorder::<G>::new(rules, setup, Start::Seed(seed), &mut ()).map_err(|error| at_start(&error))?;
    let other = Recorder::<G>::new(rules, setup, Start::Seed(!seed), &mut ()).map_err(|error| at_start(&error))?;
    if recorder.game().chance().is_none() && recorder.game() != other.game() {
        return Err("at the start: the seed matters, but `chance` shows none (override `chance` and `chance_mut`)".to_owned());
    }
    recorder = recorder.checkpoint_every(size.every.max(1));
    let mut dice = Dice::new(seed);
    let (mut answers, mut picks) = (0u32, 0);
    loop {
        let at = |broken: Broken| format!("after answer {answers}: {broken}");
        let game = recorder.game();
        asked_in_order(rules, game).map_err(at)?;
        game.check(rules).map_err(at)?;
        if answers.is_multiple_of(size.every.max(1)) || game.outcome().is_some() {
            position(rules, game, size, &mut dice).map_err(at)?;
        }
        let Some(seat) = dice.seat(game) else { break };
        let answer = random_answer(game, rules, seat, &mut dice).map_err(at)?;
        picks += answer.len() as u32;
        if picks > size.picks {
            return Err(at(format!("random play does not end within {} picks", size.picks)));
        }
        recorder.answer(rules, seat, &answer, &mut ()).map_err(|error| at(format!("a listed answer is refused: {error}")))?;
        answers += 1;
    }
    replays(rules, &recorder).map_err(|broken| format!("after {answers} answers: {broken}"))
}

/// Plays uniformly random picks to the end. Fails when more than `limit` picks are needed or a listed pick is refused.
pub fn random_game<G: Game>(rules: &G::Rules, setup: &G::Setup, seed: u64, limit: u32) -> Result<Played<G>, Broken> {
    let game = G::new(rules, setup, crate::Chance::seeded(seed), &mut ()).map_err(|error| error.to_string())?;
    let (mut dice, mut list) = (Dice::new(seed), Vec::new());
    let mut played = Played { game, picks: 0, choices: 0 };
    while let Some(seat) = dice.seat(&played.game) {
        if played.picks == limit {
            return Err(format!("random play does not end within {limit} picks"));
        }
        let pick = random_pick(&played.game, rules, seat, &mut dice, &mut list)?;
        played.game.apply(rules, seat, pick, &mut ()).map_err(|error| format!("a listed pick is refused: {error}"))?;
        played.picks += 1;
        played.choices += u32::from(list.len() > 1);
    }
    match played.game.outcome() {
        Some(_) => Ok(played),
        None => Err("nobody is asked, but the game is not over".to_owned()),
    }
}

fn random_pick<G: Game>(game: &G, rules: &G::Rules, seat: Seat, dice: &mut Dice, list: &mut Vec<G::Action>) -> Result<Pick, Broken> {
    game.legal(rules, seat, list);
    match list.len() as u32 {
        0 => Err(format!("{seat} owes a decision, but has no legal pick")),
        n => Ok(dice.below(n)),
    }
}

/// A random whole answer of `seat` (or the rest of the one it has begun).
pub fn random_answer<G: Game>(game: &G, rules: &G::Rules, seat: Seat, dice: &mut Dice) -> Result<Vec<Pick>, Broken> {
    let (mut trial, mut picks, mut list) = (game.clone(), Vec::new(), Vec::new());
    loop {
        let pick = random_pick(&trial, rules, seat, dice, &mut list)?;
        picks.push(pick);
        match trial.apply(rules, seat, pick, &mut ()) {
            Ok(Applied::Drafting) if picks.len() > 10_000 => return Err(format!("an answer of {seat} does not end")),
            Ok(Applied::Drafting) => {}
            Ok(_) => return Ok(picks),
            Err(error) => return Err(format!("a listed pick is refused: {error}")),
        }
    }
}

/// Every test of a position.
pub fn position<G: Game>(rules: &G::Rules, game: &G, size: &Size, dice: &mut Dice) -> Result<(), Broken> {
    restored_is_equal(rules, game, dice)?;
    unlisted_is_refused(rules, game)?;
    for seat in game.acting().iter() {
        whole_answer_is_its_picks(rules, game, seat, dice)?;
        drafts_are_private(rules, game, seat, dice)?;
        secret_answers_are_secret(rules, game, seat, dice)?;
        withdraw_takes_back(rules, game, seat, dice)?;
    }
    order_of_answers_is_forgotten(rules, game, dice)?;
    for viewer in viewers(game, None) {
        redeal_leaks_nothing(rules, game, viewer, size, dice)?;
    }
    Ok(())
}

fn ensure(holds: bool, broken: impl FnOnce() -> Broken) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn hash<G: Game>(game: &G) -> StateHash {
    Game::hash(game)
}

/// All seats and the spectator, but not `except`.
fn viewers<G: Game>(game: &G, except: Option<Seat>) -> Vec<Viewer> {
    let seats = SeatSet::first(game.seats());
    seats.iter().filter(|seat| Some(*seat) != except).map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("what a viewer gets has no JSON form: {error}"))
}

/// Everything a viewer gets of a position, as text: its view, and what it is asked with labels.
fn seen<G: Game>(rules: &G::Rules, game: &G, viewer: Viewer) -> String {
    let asked = match viewer {
        Viewer::Seat(seat) => asked(rules, game, seat),
        _ => String::new(),
    };
    let open = (game.acting().0, game.round(), game.outcome());
    format!("{}\n{asked}\n{open:?}", text(&game.view(rules, viewer)))
}

fn asked<G: Game>(rules: &G::Rules, game: &G, seat: Seat) -> String {
    let mut list = Vec::new();
    game.legal(rules, seat, &mut list);
    let labels: Vec<String> = list.iter().map(|action| game.label(rules, seat, action)).collect();
    format!("{} {} {}", text(&game.prompt(rules, seat)), text(&list), text(&labels))
}

fn told<G: Game>(rules: &G::Rules, game: &G, viewer: Viewer, events: &[G::Event]) -> String {
    text(&events.iter().filter_map(|event| game.tell(rules, viewer, event)).collect::<Vec<G::Event>>())
}

/// Whoever owes a decision has a number, a prompt and a pick; nobody else has; nobody owes one exactly when the game is over.
pub fn asked_in_order<G: Game>(rules: &G::Rules, game: &G) -> Result<(), Broken> {
    let acting = game.acting();
    ensure(acting.is_empty() == game.outcome().is_some(), || format!("{acting:?} act, and the outcome is {:?}", game.outcome()))?;
    ensure(acting.iter().all(|seat| seat.index() < game.seats()), || format!("{acting:?} act at a table of {}", game.seats()))?;
    let mut list = Vec::new();
    for seat in SeatSet::first(game.seats()).iter() {
        game.legal(rules, seat, &mut list);
        let (owes, number, prompt) = (acting.contains(seat), game.decision(seat), game.prompt(rules, seat));
        ensure((owes, owes, owes) == (number.is_some(), prompt.is_some(), !list.is_empty()), || {
            format!("{seat} acts: {owes}; decision {number:?}; prompt {prompt:?}; {} legal picks", list.len())
        })?;
        if let Some(prompt) = prompt {
            ensure(prompt.seat == seat && Some(prompt.decision) == number, || format!("the prompt of {seat} is of another: {prompt:?}"))?;
        }
        let twice = list.iter().take(100).enumerate().find(|(i, action)| list[..*i].contains(action));
        ensure(twice.is_none(), || format!("{seat} has the same action twice in its list: {twice:?}"))?;
        ensure(game.forced(rules, seat) == (list.len() == 1), || format!("`forced` of {seat} is not what its list says"))?;
    }
    Ok(())
}

/// The state survives postcard and JSON, and goes on as if nothing had been.
pub fn restored_is_equal<G: Game>(rules: &G::Rules, game: &G, dice: &mut Dice) -> Result<(), Broken> {
    let bytes = postcard::to_stdvec(game).map_err(|error| format!("the state has no postcard form: {error}"))?;
    let json = serde_json::to_string(game).map_err(|error| format!("the state has no JSON form: {error}"))?;
    let from_bytes: G = postcard::from_bytes(&bytes).map_err(|error| format!("the state cannot be read from postcard: {error}"))?;
    let from_json: G = serde_json::from_str(&json).map_err(|error| format!("the state cannot be read from JSON: {error}"))?;
    for (mut restored, form) in [(from_bytes, "postcard"), (from_json, "JSON")] {
        restored.restore(rules);
        ensure(restored == *game && hash(&restored) == hash(game), || format!("the state restored from {form} is another"))?;
        for viewer in viewers(game, None).into_iter().chain([Viewer::All]) {
            ensure(seen(rules, &restored, viewer) == seen(rules, game, viewer), || {
                format!("{viewer:?} sees the state from {form} otherwise")
            })?;
        }
        if let Some(seat) = dice.seat(game) {
            let answer = random_answer(game, rules, seat, dice)?;
            let (mut one, mut other) = (game.clone(), restored);
            let (mut told_one, mut told_other) = (Vec::new(), Vec::new());
            let results = (one.answer(rules, seat, &answer, &mut told_one), other.answer(rules, seat, &answer, &mut told_other));
            ensure(results.0.is_ok() && results.0 == results.1, || format!("an answer after {form} gives {results:?}"))?;
            ensure(hash(&one) == hash(&other) && told_one == told_other, || format!("the game restored from {form} goes on otherwise"))?;
            round_trips(&told_one)?;
        }
        round_trips(&game.view(rules, Viewer::All))?;
    }
    Ok(())
}

fn round_trips<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> Result<(), Broken> {
    let json = text(value);
    match serde_json::from_str::<T>(&json) {
        Ok(read) if read == *value => Ok(()),
        Ok(_) => Err(format!("JSON changes it: {json}")),
        Err(error) => Err(format!("its own JSON is not read ({error}): {json}")),
    }
}

/// A pick outside the list, and an answer that is too short or too long, are refused and change nothing.
pub fn unlisted_is_refused<G: Game>(rules: &G::Rules, game: &G) -> Result<(), Broken> {
    let before = hash(game);
    let mut trial = game.clone();
    let mut list = Vec::new();
    for seat in SeatSet::first(game.seats()).iter() {
        game.legal(rules, seat, &mut list);
        for pick in [list.len() as Pick, list.len() as Pick + 7, Pick::MAX] {
            let mut events = Vec::new();
            ensure(trial.apply(rules, seat, pick, &mut events).is_err(), || format!("{seat} may pick {pick} of {}", list.len()))?;
            ensure(hash(&trial) == before && trial == *game && events.is_empty(), || {
                format!("a refused pick of {seat} changed something")
            })?;
            ensure(trial.answer(rules, seat, &[pick], &mut events).is_err(), || format!("{seat} may answer {pick} of {}", list.len()))?;
        }
        ensure(trial.answer(rules, seat, &[], &mut ()).is_err(), || format!("an empty answer of {seat} is taken"))?;
        ensure(trial == *game, || format!("a refused answer of {seat} changed something"))?;
    }
    Ok(())
}

/// A whole answer does what its picks do one by one; cut short or with a pick too many it does nothing.
pub fn whole_answer_is_its_picks<G: Game>(rules: &G::Rules, game: &G, seat: Seat, dice: &mut Dice) -> Result<(), Broken> {
    let answer = random_answer(game, rules, seat, dice)?;
    let (mut whole, mut single) = (game.clone(), game.clone());
    let (mut whole_events, mut single_events) = (Vec::new(), Vec::new());
    let applied = whole.answer(rules, seat, &answer, &mut whole_events).map_err(|error| format!("a listed answer is refused: {error}"))?;
    let mut last = Applied::Drafting;
    for pick in &answer {
        ensure(single_events.is_empty(), || format!("a draft of {seat} made an event: {single_events:?}"))?;
        ensure(single.decision(seat) == game.decision(seat), || format!("the decision of {seat} changed its number while drafting"))?;
        last = single.apply(rules, seat, *pick, &mut single_events).map_err(|error| format!("a listed pick is refused: {error}"))?;
    }
    ensure(applied == last, || format!("the whole answer gives {applied:?}, its last pick {last:?}"))?;
    ensure(hash(&whole) == hash(&single) && whole == single, || format!("answer {answer:?} of {seat} is not what its picks are"))?;
    ensure(whole_events == single_events, || format!("answer {answer:?} of {seat} tells other events than its picks"))?;

    let mut trial = game.clone();
    let long = [&answer[..], &[0]].concat();
    let short = &answer[..answer.len() - 1];
    for wrong in [&long[..], short] {
        ensure(trial.answer(rules, seat, wrong, &mut ()).is_err(), || format!("{seat} may answer {wrong:?}, though {answer:?} is whole"))?;
        ensure(trial == *game, || format!("the refused answer {wrong:?} of {seat} changed something"))?;
    }
    Ok(())
}

/// While a seat drafts, nobody else sees or is asked anything else, and no chance is drawn.
pub fn drafts_are_private<G: Game>(rules: &G::Rules, game: &G, seat: Seat, dice: &mut Dice) -> Result<(), Broken> {
    let answer = random_answer(game, rules, seat, dice)?;
    let others = viewers(game, Some(seat));
    let before: Vec<String> = others.iter().map(|viewer| seen(rules, game, *viewer)).collect();
    let mut trial = game.clone();
    for pick in &answer[..answer.len() - 1] {
        trial.apply(rules, seat, *pick, &mut ()).map_err(|error| error.to_string())?;
        for (viewer, before) in others.iter().zip(&before) {
            let after = seen(rules, &trial, *viewer);
            ensure(after == *before, || format!("{viewer:?} sees the draft of {seat}:\n{before}\n{after}"))?;
        }
        ensure(trial.chance() == game.chance(), || format!("a draft of {seat} drew chance"))?;
        trial.check(rules).map_err(|broken| format!("with a draft of {seat}: {broken}"))?;
    }
    Ok(())
}

/// While others still owe theirs, nobody else can tell one answer from another.
pub fn secret_answers_are_secret<G: Game>(rules: &G::Rules, game: &G, seat: Seat, dice: &mut Dice) -> Result<(), Broken> {
    let mut first: Option<Vec<String>> = None;
    for _ in 0..3 {
        let answer = random_answer(game, rules, seat, dice)?;
        let (mut trial, mut events) = (game.clone(), Vec::new());
        if trial.answer(rules, seat, &answer, &mut events).map_err(|error| error.to_string())? != Applied::Waiting {
            return Ok(());
        }
        let others = viewers(game, Some(seat));
        let now = others.iter().map(|viewer| seen(rules, &trial, *viewer) + &told(rules, &trial, *viewer, &events)).collect();
        let before = first.get_or_insert_with(|| Vec::clone(&now));
        if let Some(at) = (0..now.len()).find(|i| now[*i] != before[*i]) {
            return Err(format!("{:?} can tell the secret answers of {seat} apart:\n{}\n{}", others[at], before[at], now[at]));
        }
    }
    Ok(())
}

/// A draft is taken back without a trace; an answer that others still wait for leaves its seat asked the same again; an answer
/// that closed its question cannot be taken back.
pub fn withdraw_takes_back<G: Game>(rules: &G::Rules, game: &G, seat: Seat, dice: &mut Dice) -> Result<(), Broken> {
    let answer = random_answer(game, rules, seat, dice)?;
    let mut trial = game.clone();
    let mut drafted = game.clone();
    for pick in &answer[..answer.len() - 1] {
        drafted.apply(rules, seat, *pick, &mut ()).map_err(|error| error.to_string())?;
    }
    if answer.len() > 1 {
        drafted.withdraw(rules, seat).map_err(|error| format!("{seat} cannot take back a draft: {error}"))?;
        ensure(drafted == *game, || format!("a draft of {seat} left a trace"))?;
    }
    let applied = trial.answer(rules, seat, &answer, &mut ()).map_err(|error| error.to_string())?;
    let answered = trial.clone();
    let result = trial.withdraw(rules, seat);
    if applied == Applied::Waiting {
        result.map_err(|error| format!("{seat} cannot take back its answer: {error}"))?;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        game.legal(rules, seat, &mut before);
        trial.legal(rules, seat, &mut after);
        ensure(before == after, || format!("{seat} is asked something else after a withdrawal: {before:?}, {after:?}"))?;
        trial.check(rules)?;
        trial.answer(rules, seat, &answer, &mut ()).map_err(|error| format!("{seat} cannot answer again: {error}"))?;
    } else {
        ensure(result.is_err(), || format!("{seat} took back an answer to a closed question"))?;
        ensure(trial == answered, || format!("a refused withdrawal of {seat} changed something"))?;
    }
    Ok(())
}

/// Seats that owe answers at once: any order, and drafts in between, lead to the same state.
pub fn order_of_answers_is_forgotten<G: Game>(rules: &G::Rules, game: &G, dice: &mut Dice) -> Result<(), Broken> {
    let mut order: Vec<Seat> = game.acting().iter().collect();
    if order.len() < 2 {
        return Ok(());
    }
    let mut answers = Vec::new();
    for seat in SeatSet::first(game.seats()).iter() {
        answers.push(if game.acting().contains(seat) { random_answer(game, rules, seat, dice)? } else { Vec::new() });
    }
    let refused = |error: crate::Illegal| format!("an answer given at once with others is refused: {error}");
    let mut ends = Vec::new();
    let orders = if order.len() < 4 { 6 } else { 12 };
    for number in 0..orders {
        // As they sit, the reverse of it, then random orders.
        match number {
            0 => {}
            1 => order.reverse(),
            _ => (1..order.len()).rev().for_each(|i| order.swap(i, dice.below(i as u32 + 1) as usize)),
        }
        let mut trial = game.clone();
        for (i, seat) in order.iter().enumerate() {
            let applied = trial.answer(rules, *seat, &answers[seat.index()], &mut ()).map_err(refused)?;
            let wanted = if i + 1 == order.len() { Applied::Advanced } else { Applied::Waiting };
            ensure(applied == wanted, || format!("answer {i} of {order:?} at once gives {applied:?}"))?;
        }
        ends.push((order.clone(), trial));
    }
    let mut mixed = game.clone();
    let longest = answers.iter().map(Vec::len).max().unwrap_or_default();
    for round in 0..longest {
        for seat in &order {
            if let Some(pick) = answers[seat.index()].get(round) {
                mixed.apply(rules, *seat, *pick, &mut ()).map_err(refused)?;
            }
        }
    }
    ends.push((vec![], mixed));
    let (_, first) = &ends[0];
    let other = ends.iter().find(|(_, end)| end != first || hash(end) != hash(first));
    ensure(other.is_none(), || format!("the order {:?} matters (empty: picks in turn)", other.map(|(order, _)| order)))
}

/// What a viewer cannot know may be replaced, and it sees, is asked and is told the same: now, and while the same things are done
/// by all and nothing hidden is shown to it.
///
/// When the viewer is told different events, or is asked differently, something hidden was revealed, and the comparison ends.
pub fn redeal_leaks_nothing<G: Game>(rules: &G::Rules, game: &G, viewer: Viewer, size: &Size, dice: &mut Dice) -> Result<(), Broken> {
    let (mut one, mut other) = (game.clone(), game.clone());
    other.redeal(rules, viewer, dice.bits());
    other.check(rules).map_err(|broken| format!("after a redeal for {viewer:?}: {broken}"))?;
    if one.chance().is_some() && one.outcome().is_none() {
        ensure(one != other, || format!("a redeal for {viewer:?} changes nothing, not even the chance to come"))?;
    }
    let same = |one: &G, other: &G, when: &str| {
        let (a, b) = (seen(rules, one, viewer), seen(rules, other, viewer));
        ensure(a == b, || format!("{viewer:?} sees {when} what it may not know:\n{a}\n{b}"))
    };
    same(&one, &other, "after a redeal")?;
    for ahead in 1..=size.ahead {
        let Some(seat) = dice.seat(&one) else { break };
        let (mut events_one, mut events_other) = (Vec::new(), Vec::new());
        if !shared_answer(rules, (&mut one, &mut events_one), (&mut other, &mut events_other), seat, dice)? {
            break;
        }
        let (a, b) = (told(rules, &one, viewer, &events_one), told(rules, &other, viewer, &events_other));
        let own = |game: &G| if let Viewer::Seat(seat) = viewer { asked(rules, game, seat) } else { String::new() };
        if a != b {
            let hidden = size.revealed_stays_in_view && seen(rules, &one, viewer) == seen(rules, &other, viewer);
            ensure(!hidden, || format!("{viewer:?} is told what it may not know:\n{a}\n{b}"))?;
            break;
        }
        ensure(one.acting() == other.acting(), || {
            format!(
                "{ahead} answers after a redeal for {viewer:?}, {:?} act or {:?}: that tells hidden things\n{}\n{}",
                one.acting(),
                other.acting(),
                one.acting().iter().map(|s| asked(rules, &one, s)).collect::<String>(),
                other.acting().iter().map(|s| asked(rules, &other, s)).collect::<String>(),
            )
        })?;
        if own(&one) != own(&other) {
            break;
        }
        same(&one, &other, &format!("{ahead} answers after a redeal"))?;
    }
    Ok(())
}

/// One random answer of `seat`, given in both games action by action. `false` when the second game does not have the same actions.
fn shared_answer<G: Game>(
    rules: &G::Rules,
    one: (&mut G, &mut Vec<G::Event>),
    other: (&mut G, &mut Vec<G::Event>),
    seat: Seat,
    dice: &mut Dice,
) -> Result<bool, Broken> {
    let (mut list, mut others) = (Vec::new(), Vec::new());
    loop {
        let pick = random_pick(one.0, rules, seat, dice, &mut list)?;
        other.0.legal(rules, seat, &mut others);
        let Some(same) = others.iter().position(|action| *action == list[pick as usize]) else { return Ok(false) };
        let applied = one.0.apply(rules, seat, pick, one.1).map_err(|error| error.to_string())?;
        let shared = other.0.apply(rules, seat, same as Pick, other.1).map_err(|error| error.to_string())?;
        if applied != shared {
            return Ok(false);
        }
        if applied != Applied::Drafting {
            return Ok(true);
        }
    }
}

/// The replay of a recorded game survives its file, verifies, and leads to the same state; resumed anywhere it does too.
pub fn replays<G: Game>(rules: &G::Rules, recorder: &Recorder<G>) -> Result<(), Broken> {
    let replay = Replay::read(recorder.replay().write().as_bytes()).map_err(|error| format!("its own replay is not read: {error}"))?;
    let report = replay.verify::<G>(rules).map_err(|error| format!("its own replay does not hold: {error}"))?;
    ensure(report.hash == hash(recorder.game()), || "its own replay ends elsewhere".to_owned())?;
    let mut events = Vec::new();
    let again: G = replay.run_to(rules, replay.steps.len(), &mut events).map_err(|error| error.to_string())?;
    ensure(again == *recorder.game(), || "with events made, the replay ends elsewhere".to_owned())
}

#[cfg(test)]
#[path = "contract_tests.rs"]
mod tests;
