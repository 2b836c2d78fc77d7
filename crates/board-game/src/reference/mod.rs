//! Recorded games of another program as an oracle: their actions are fed to this engine under the rulings `recorded`, and the state is
//! compared after every line. The format is described beside the recordings (`reference-games/README.md`).

mod compare;
mod picks;

use serde_json::{Map, Value, json};
use table::replay::{Recorder, Start};
use table::{Chance, Game, Pick, Replay, Seat};

use crate::action::{Action, Ask, Question};
use crate::data::{AreaId, HouseId, OrderId, OrderKind, Unit};
use crate::game::{Rules, Setup};
use crate::rulings::Rulings;
use crate::state::State;

/// What happened with one recorded game.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Report {
    pub game: String,
    /// Lines that were fed and compared.
    pub steps: usize,
    pub differences: Vec<Difference>,
    /// Differences at steps that are known.
    pub accepted: Vec<Difference>,
    #[serde(skip)]
    pub replay: Option<Replay>,
}

/// A step after which the states differ, or that could not be fed.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Difference {
    /// The line of the file, from 1.
    pub line: usize,
    /// The step, from 1: the line after the first.
    pub step: usize,
    /// The key of the state, or `action`.
    pub key: String,
    pub ours: Value,
    pub recorded: Value,
}

/// A game as it is fed.
struct Feed {
    rules: Rules,
    state: State,
    /// What the recording says of the state.
    recorded: Map<String, Value>,
    /// Answers so far, for the replay.
    answers: Vec<(Seat, Vec<Pick>)>,
    /// The outcomes of chance that the recording implies.
    script: Vec<u32>,
    /// The setup, for the replay.
    setup: Setup,
}

/// Replays one recorded game. `accepted` are steps (from 1) whose differences are known: they are counted, and the game goes on from
/// the recorded state, as far as that can be taken over (not in the middle of a combat).
pub fn replay(name: &str, text: &str, accepted: &[usize]) -> Report {
    let mut report = Report { game: name.to_owned(), steps: 0, differences: Vec::new(), accepted: Vec::new(), replay: None };
    let lines: Vec<Result<Value, serde_json::Error>> =
        text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect();
    let broken = |line: usize, message: String| Difference {
        line,
        step: line.saturating_sub(1),
        key: "file".to_owned(),
        ours: Value::Null,
        recorded: json!(message),
    };
    let mut values = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        match line {
            Ok(value) => values.push(value),
            Err(error) => {
                report.differences.push(broken(at + 1, format!("this line is not JSON: {error}")));
                return report;
            }
        }
    }
    let Some(first) = values.first() else {
        report.differences.push(broken(1, "the file is empty".to_owned()));
        return report;
    };
    let mut feed = match Feed::begin(first) {
        Ok(feed) => feed,
        Err(message) => {
            report.differences.push(broken(1, message));
            return report;
        }
    };
    feed.compare(1, &mut report);
    for (at, line) in values.iter().enumerate().skip(1) {
        if !report.differences.is_empty() {
            return report;
        }
        if line.get("end").is_some() {
            feed.compare_end(at + 1, line, &mut report);
            continue;
        }
        let changes = line.get("changes").and_then(Value::as_object).cloned().unwrap_or_default();
        let before = feed.recorded.clone();
        feed.recorded.extend(changes.clone());
        feed.foresee(&before, &changes);
        if let Err(message) = feed.step(line) {
            report.differences.push(Difference {
                line: at + 1,
                step: at,
                key: "action".to_owned(),
                ours: json!(message),
                recorded: line.clone(),
            });
            return report;
        }
        feed.settle(values.get(at + 1));
        report.steps += 1;
        feed.compare(at + 1, &mut report);
        if accepted.contains(&at) && !report.differences.is_empty() {
            feed.adopt(&report.differences);
            report.accepted.append(&mut report.differences);
        }
    }
    if report.differences.is_empty() && report.accepted.is_empty() {
        match feed.into_replay() {
            Ok(replay) => report.replay = Some(replay),
            Err(message) => report.differences.push(broken(values.len(), message)),
        }
    }
    report
}

/// The outcomes with which [`Chance::shuffle`] turns `from` into `to`.
fn shuffle_outcomes(from: &[u8], to: &[u8]) -> Option<Vec<u32>> {
    let mut now = from.to_vec();
    let mut outcomes = Vec::new();
    for at in (1..now.len()).rev() {
        let found = now[..=at].iter().position(|card| Some(card) == to.get(at))?;
        outcomes.push(found as u32);
        now.swap(at, found);
    }
    (now == to).then_some(outcomes)
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn area_of(value: &Value) -> Result<AreaId, String> {
    value.as_str().and_then(AreaId::named).ok_or(format!("no area {value}"))
}

fn unit_of(name: &str) -> Result<(Unit, bool), String> {
    let plain = name.trim_end_matches('*');
    let unit = Unit::ALL.into_iter().find(|unit| json!(unit) == json!(plain)).ok_or(format!("no unit {name}"))?;
    Ok((unit, plain.len() < name.len()))
}

/// `[["area", ["footman", "knight*"]], …]`, one entry a unit, sorted.
fn units_of(value: &Value) -> Result<Vec<(AreaId, Unit, bool)>, String> {
    let mut list = Vec::new();
    for entry in value.as_array().into_iter().flatten() {
        let area = area_of(&entry[0])?;
        for name in texts(&entry[1]) {
            let (unit, routed) = unit_of(name)?;
            list.push((area, unit, routed));
        }
    }
    list.sort();
    Ok(list)
}

impl Feed {
    fn begin(first: &Value) -> Result<Feed, String> {
        let rules = Rules::new(Rulings::RECORDED);
        let houses = texts(&first["houses"])
            .into_iter()
            .map(|id| HouseId::named(id).ok_or(format!("no house {id}")))
            .collect::<Result<Vec<_>, _>>()?;
        let setup = Setup { houses: houses.into_iter().map(Some).collect(), tides: false };
        let recorded = first["initial_state"].as_object().cloned().ok_or("line 1 has no initial_state")?;
        let board = rules.board;
        let mut script = Vec::new();
        for (deck, cards) in board.westeros.iter().enumerate() {
            let from: Vec<u8> =
                (0..cards.len() as u8).flat_map(|at| std::iter::repeat_n(at, usize::from(cards[usize::from(at)].copies))).collect();
            let key = format!("westeros_deck_{}", deck + 1);
            let mut to = westeros_ids(&rules, deck, &texts(&recorded[&key]))?;
            to.reverse();
            script.extend(shuffle_outcomes(&from, &to).ok_or(format!("{key} is not this deck"))?);
        }
        let from: Vec<u8> = (0..board.wildlings.len() as u8).collect();
        let to = wildling_ids(&rules, &texts(&recorded["wildling_deck"]))?;
        script.extend(shuffle_outcomes(&from, &to).ok_or("the wildling deck is not this deck")?);
        let state = State::new(&rules, &setup, Chance::script(script.clone()), &mut ()).map_err(|error| error.to_string())?;
        Ok(Feed { rules, state, recorded, answers: Vec::new(), script, setup })
    }

    /// Where a recorded deck has been shuffled, the chance of the next answer is what makes our deck the same.
    fn foresee(&mut self, before: &Map<String, Value>, changes: &Map<String, Value>) {
        let mut outcomes = Vec::new();
        for deck in 0..self.rules.board.westeros.len() {
            let key = format!("westeros_deck_{}", deck + 1);
            let (Some(old), Some(new)) = (before.get(&key), changes.get(&key)) else { continue };
            let (old, new) = (texts(old), texts(new));
            let used = |list: &[&str]| list.iter().filter(|card| card.ends_with('-')).count();
            // Without a shuffle the top card has gone to the bottom, used.
            let mut plain: Vec<String> = old.iter().skip(1).map(|card| (*card).to_owned()).collect();
            plain.extend(old.first().map(|card| format!("{card}-")));
            if plain == new {
                continue;
            }
            let Ok(all) = westeros_ids(&self.rules, deck, &new) else { continue };
            // After the shuffle the used cards were the last to be drawn: they lay on top.
            let n = used(&new);
            let drawn = &all[all.len() - n..];
            let mut order: Vec<u8> = drawn.iter().chain(&all[..all.len() - n]).copied().collect();
            order.reverse();
            let mut from = order.clone();
            from.sort_unstable();
            outcomes.extend(shuffle_outcomes(&from, &order).unwrap_or_default());
        }
        self.state.chance = Chance::script(outcomes.clone());
        self.script.extend(outcomes);
    }

    /// Gives an answer by meaning.
    fn give(&mut self, seat: Seat, picks: &[Action]) -> Result<(), String> {
        let mut list = Vec::new();
        let mut numbers: Vec<Pick> = Vec::new();
        let mut trial = self.state.clone();
        for pick in picks {
            trial.legal(&self.rules, seat, &mut list);
            let at = list.iter().position(|action| action == pick).ok_or_else(|| format!("{pick:?} is not among {list:?}"))?;
            trial.apply(&self.rules, seat, at as Pick, &mut ()).map_err(|error| error.to_string())?;
            numbers.push(at as Pick);
        }
        self.record(seat, numbers, trial)
    }

    /// Takes the state after an answer; what follows of the answer by force is added.
    fn record(&mut self, seat: Seat, mut numbers: Vec<Pick>, mut trial: State) -> Result<(), String> {
        let mut list = Vec::new();
        while !trial.player(seat).draft.is_empty() {
            trial.legal(&self.rules, seat, &mut list);
            if list.len() != 1 {
                return Err(format!("the answer is not whole; next {list:?}"));
            }
            trial.apply(&self.rules, seat, 0, &mut ()).map_err(|error| error.to_string())?;
            numbers.push(0);
        }
        self.answers.push((seat, numbers));
        self.state = trial;
        Ok(())
    }

    /// Answers that the recording does not ask for: those with one possible answer, raids without a target, power that is just taken.
    fn settle(&mut self, next: Option<&Value>) {
        let mut list = Vec::new();
        'again: loop {
            for seat in self.state.acting().iter() {
                if self.asked_next(seat, next) {
                    continue;
                }
                let mut trial = self.state.clone();
                let mut numbers = Vec::new();
                let decisions = trial.player(seat).decisions;
                loop {
                    trial.legal(&self.rules, seat, &mut list);
                    if list.len() != 1 || trial.player(seat).decisions != decisions {
                        break;
                    }
                    if trial.apply(&self.rules, seat, 0, &mut ()).is_err() {
                        break;
                    }
                    numbers.push(0);
                }
                if trial.player(seat).decisions != decisions {
                    self.answers.push((seat, numbers));
                    self.state = trial;
                    continue 'again;
                }
                if let Some(picks) = self.unasked(seat)
                    && self.give(seat, &picks).is_ok()
                {
                    continue 'again;
                }
            }
            return;
        }
    }

    /// Whether the next line is this seat's answer to the open question, even though it has no choice.
    fn asked_next(&self, seat: Seat, next: Option<&Value>) -> bool {
        let (Some(ask), Some(line)) = (&self.state.ask, next) else { return false };
        let key = match ask.question {
            // Both choices are recorded, in any order.
            Question::HouseCard => return line["at"].as_str().is_some_and(|at| at.ends_with("/ChooseHouseCard")),
            Question::Raid => "raid",
            Question::March => "march",
            Question::Consolidate => "consolidate",
            Question::Muster { .. } => "muster",
            Question::Reconcile => "remove",
            _ => return false,
        };
        line["house"] == json!(self.state.player(seat).house.id()) && line["action"].get(key).is_some()
    }

    /// An answer that the recording leaves out.
    fn unasked(&self, seat: Seat) -> Option<Vec<Action>> {
        let Ask { question, .. } = self.state.ask.as_ref()?;
        match question {
            Question::Raid => {
                let areas: Vec<AreaId> = self.state.ordered(&self.rules, seat, OrderKind::Raid).collect();
                let gone = |area: &AreaId| self.recorded.get(&format!("area:{}", area.id())).is_none_or(|area| area.get("order").is_none());
                let idle: Vec<&AreaId> =
                    areas.iter().filter(|area| self.state.raid_targets(&self.rules, seat, **area).is_empty()).collect();
                // Of several the recording says which went first.
                idle.iter()
                    .find(|area| gone(area))
                    .or(idle.first())
                    .copied()
                    .map(|area| vec![Action::Use { area: *area }, Action::NoTarget])
            }
            Question::Consolidate => {
                let mut areas = self.state.ordered(&self.rules, seat, OrderKind::ConsolidatePower);
                areas.find(|area| !self.state.may_muster_instead(&self.rules, *area)).map(|area| vec![Action::Use { area }])
            }
            _ => None,
        }
    }

    /// Feeds a line.
    fn step(&mut self, line: &Value) -> Result<(), String> {
        if line.get("all").is_some() {
            return self.orders();
        }
        let house = line["house"].as_str().and_then(HouseId::named).ok_or("no house")?;
        let seat = self.state.seat_of(house).ok_or("a house that does not play")?;
        let question = self.state.ask.as_ref().map(|ask| ask.question.clone()).ok_or("the game is over")?;
        if !self.state.acting().contains(seat) {
            return Err(format!("{} is not asked; asked: {:?}", house.id(), self.state.ask));
        }
        let mut action = line["action"].clone();
        if action.get("label") == Some(&json!("Activate")) && question != Question::Cancel {
            // The choice itself comes on the next line, unless there is none.
            let mut list = Vec::new();
            self.state.legal(&self.rules, seat, &mut list);
            list.retain(|action| *action != Action::Pass);
            return match list.as_slice() {
                [one] => self.give(seat, &[*one]),
                _ => Ok(()),
            };
        }
        if let Some(moves) = action.get_mut("moves")
            && let Some(list) = moves.as_array_mut()
        {
            list.retain(|entry| !texts(&entry[1]).is_empty());
        }
        let picks = self.picks(seat, &question, &action)?;
        self.give(seat, &picks)
    }

    fn orders(&mut self) -> Result<(), String> {
        for seat in self.state.acting().iter() {
            let mut picks = Vec::new();
            for area in self.state.orderable(seat) {
                let order = self.recorded.get(&format!("area:{}", area.id())).and_then(|area| area.get("order")).and_then(Value::as_str);
                picks.push(match order {
                    Some(id) => Action::Order { area, order: OrderId::named(id).ok_or(format!("no order {id}"))? },
                    None => Action::Leave { area },
                });
            }
            self.give(seat, &picks)?;
        }
        Ok(())
    }

    /// The same game in our own replay form, with its script of chance and state hashes.
    fn into_replay(self) -> Result<Replay, String> {
        let start = Start::Script(self.script.clone());
        let mut recorder =
            Recorder::<State>::new(&self.rules, &self.setup, start, &mut ()).map_err(|error| error.to_string())?.checkpoint_every(50);
        for (seat, picks) in &self.answers {
            recorder.answer(&self.rules, *seat, picks, &mut ()).map_err(|error| error.to_string())?;
        }
        Ok(recorder.replay())
    }
}

fn westeros_ids(rules: &Rules, deck: usize, names: &[&str]) -> Result<Vec<u8>, String> {
    let id = |name: &&str| {
        let name = name.trim_end_matches('-');
        rules.board.westeros[deck].iter().position(|card| card.id == name).map(|at| at as u8).ok_or(format!("no Westeros card {name}"))
    };
    names.iter().map(id).collect()
}

fn wildling_ids(rules: &Rules, names: &[&str]) -> Result<Vec<u8>, String> {
    let id = |name: &&str| {
        let name = name.trim_end_matches('-');
        rules.board.wildlings.iter().position(|card| card.id == name).map(|at| at as u8).ok_or(format!("no wildling card {name}"))
    };
    names.iter().map(id).collect()
}
