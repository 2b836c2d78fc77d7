//! The round as Appendix I lists it (RR.fw.*): steps with ids, windows between them.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Outcome, Seat, SeatSet};

use super::ask::{List, Topic};
use super::batch::Batch;
use super::derive::PlotStat;
use super::event::{Ev, Kind};
use super::reads;
use super::state::{Frame, Id, State, Step, Zone};
use super::tell::name;
use crate::lang::ast::KeywordName;
use crate::rules::{Rules, bits};
use crate::view::{Action, What as Told};
use crate::words::Phase;

/// Where the round stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pc {
    Begin,
    ChoosePlots,
    Reveal,
    Comparing,
    Initiative,
    FirstPlayer,
    WhenRevealed,
    Recycle,
    SelectTitles,
    PlotWindow,
    PlotEnd,
    DrawBegin,
    Draw,
    DrawWindow,
    DrawEnd,
    MarshalBegin,
    Income,
    MarshalWindow,
    MarshalNext,
    MarshalEnd,
    ChallengesBegin,
    ChallengeWindow,
    Initiate,
    ChallengesNext,
    ChallengesEnd,
    DominanceBegin,
    Dominance,
    DominanceWindow,
    DominanceEnd,
    StandBegin,
    Stand,
    StandWindow,
    StandEnd,
    TaxBegin,
    TaxGold,
    Reserve,
    ReturnTitles,
    TaxWindow,
    TaxEnd,
    RoundEnd,
    /// A phase has ended: the next is an inserted one, or that of the round.
    Between,
    /// An inserted plot phase begins.
    PlotBegin,
}

impl Pc {
    /// Where a phase begins that is not the first of a round.
    fn beginning(phase: Phase) -> Pc {
        match phase {
            Phase::Setup | Phase::Plot => Pc::PlotBegin,
            Phase::Draw => Pc::DrawBegin,
            Phase::Marshaling => Pc::MarshalBegin,
            Phase::Challenges => Pc::ChallengesBegin,
            Phase::Dominance => Pc::DominanceBegin,
            Phase::Standing => Pc::StandBegin,
            Phase::Taxation => Pc::TaxBegin,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Round {
    pub pc: Pc,
    pub asked: bool,
    /// Plots whose When Revealed abilities are due.
    pub pending: Vec<Id>,
    /// Their When Revealed abilities that have initiated already.
    pub initiated: Vec<(Id, u8)>,
    /// Seats that have been active in this phase.
    pub acted: Vec<Seat>,
    /// Next seat of a step that goes through the players.
    pub at: u8,
    /// A plot that the seat `at` reveals outside the plot step: it ends with the reactions (RR26.1.3.note).
    pub aside: bool,
    /// Phases that come after this one, before the round goes on.
    pub inserted: Vec<Phase>,
    /// Where the round goes on then.
    pub back: Pc,
    /// This phase is an inserted one.
    pub extra: bool,
}

impl Default for Round {
    fn default() -> Round {
        Round {
            pc: Pc::Begin,
            asked: false,
            pending: Vec::new(),
            initiated: Vec::new(),
            acted: Vec::new(),
            at: 0,
            aside: false,
            inserted: Vec::new(),
            back: Pc::Begin,
            extra: false,
        }
    }
}

/// An action window (RR.window.action).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Window {
    pub marshaling: bool,
    pub turn: Seat,
    pub passes: u8,
    pub asked: bool,
}

/// Events without a decision after which a game counts as stalled.
const STALL: u32 = 10_000;

impl State {
    /// Runs frames until a seat must choose or the game is over.
    pub fn advance(&mut self, rules: &Rules) {
        loop {
            self.refresh(rules);
            if self.outcome.is_some() {
                self.stack.clear();
                self.asks.clear();
                return;
            }
            if !self.asks.is_empty() {
                return;
            }
            if self.round > 0 && self.answers.is_empty() && self.titles.as_ref().is_some_and(|t| !t.conceded.is_empty()) {
                self.conceded_leave(rules);
                continue;
            }
            if !self.deciding.is_empty() {
                // Several win (or are eliminated) at once: the first player chooses (RR.glossary.winning_the_game.2).
                if let Some((_, answer)) = self.answers.pop() {
                    self.deciding.clear();
                    if let Some(Action::Player { seat }) = answer.first() {
                        self.win(rules, *seat, "is chosen among several who win at once", "RR.glossary.winning_the_game.2");
                        continue;
                    }
                }
                let list = self.deciding.iter().map(|seat| Action::Player { seat: *seat }).collect();
                self.ask(self.first_player, Topic::ChooseWinner, None, List::One(list));
                return;
            }
            if self.asks_precedence(rules) {
                return;
            }
            if self.asks_order(rules) {
                continue;
            }
            if self.busy > STALL {
                self.outcome = Some(Outcome::Stalled);
                continue;
            }
            match self.stack.pop() {
                Some(Frame::Batch(b)) => self.step_batch(rules, b),
                Some(Frame::Run(r)) => self.step_run(rules, r),
                Some(Frame::Initiate(i)) => self.step_initiate(rules, i),
                Some(Frame::Window(w)) => self.step_window(rules, w),
                Some(Frame::Challenge(c)) => self.step_challenge(rules, c),
                Some(Frame::Round(r)) => self.step_round(rules, r),
                Some(Frame::Setup(s)) => self.step_setup(rules, s),
                None => self.push(Frame::Round(Round::default())),
            }
        }
    }

    /// Whether a phase is going on (not between its end and the next).
    pub fn phase_running(&self) -> bool {
        self.round > 0 && !self.phase_over
    }

    pub(super) fn begin_phase(&mut self, phase: Phase, step: &str, mut r: Round, next: Pc) {
        self.phase = phase;
        self.phase_no += 1;
        self.phase_over = false;
        self.active = None;
        for p in &mut self.players {
            (p.drew, p.gave) = (false, SeatSet::EMPTY);
        }
        self.step(step);
        r.pc = next;
        r.acted.clear();
        r.at = 0;
        self.push(Frame::Round(r));
        self.batch(vec![Ev::new(Kind::PhaseBegins(phase))]);
    }

    pub(super) fn end_phase(&mut self, step: &str, mut r: Round, next: Pc) {
        self.step(step);
        self.active = None;
        r.pc = Pc::Between;
        if !r.extra {
            r.back = next;
        }
        self.push(Frame::Round(r));
        self.batch(vec![Ev::new(Kind::PhaseEnds(self.phase))]);
    }

    /// After the current phase comes one more of this kind, before any other; then the round goes on where it was.
    pub(super) fn insert_phase(&mut self, phase: Phase) -> bool {
        let round = self.stack.iter_mut().find_map(|f| if let Frame::Round(r) = f { Some(r) } else { None });
        let there = round.is_some_and(|r| {
            r.inserted.insert(0, phase);
            true
        });
        if there {
            self.tell("RR.words", |_| (Told::Note, format!("An additional {} phase follows this phase.", phase.word())));
        }
        there
    }

    /// Sets the framework step and tells it.
    pub fn step(&mut self, id: &str) {
        self.step = Step::of(id);
        let (round, phase) = (self.round, self.phase);
        self.tell(id, |s| (Told::Step { round, phase, step: s.step.id().to_owned() }, s.step.name().to_owned()));
    }

    pub(super) fn open_window(&mut self, step: &str, mut r: Round, next: Pc, marshaling: bool) {
        self.step(step);
        r.pc = next;
        self.push(Frame::Round(r));
        self.push(Frame::Window(Window { marshaling, turn: self.first_player, passes: 0, asked: false }));
    }

    pub(super) fn step_round(&mut self, rules: &Rules, mut r: Round) {
        let at = |mut r: Round, pc: Pc| {
            r.pc = pc;
            Frame::Round(r)
        };
        match r.pc {
            Pc::Begin => {
                self.round += 1;
                self.past.clear();
                self.touch(reads::CHALLENGE);
                self.titles_round();
                for p in &mut self.players {
                    p.limited = 0;
                }
                self.begin_phase(Phase::Plot, "RR.fw.1.1", r, Pc::ChoosePlots);
            }
            Pc::PlotBegin => self.begin_phase(Phase::Plot, "RR.fw.1.1", r, Pc::ChoosePlots),
            Pc::Between => {
                r.extra = !r.inserted.is_empty();
                let next = if r.extra { Pc::beginning(r.inserted.remove(0)) } else { r.back };
                self.push(at(r, next));
            }
            Pc::ChoosePlots => {
                if !r.asked {
                    self.step("RR.fw.1.2");
                    for seat in self.order() {
                        let list = self.plot_list(seat);
                        self.ask(seat, Topic::ChoosePlot, None, list);
                    }
                    r.asked = true;
                    return self.push(Frame::Round(r));
                }
                r.asked = false;
                for (seat, answer) in std::mem::take(&mut self.answers) {
                    if let Some(Action::Card { card }) = answer.first() {
                        self.player_mut(seat).plot_deck.retain(|id| id != card);
                        self.player_mut(seat).chosen = Some(*card);
                        let c = self.card_mut(*card);
                        c.zone = Zone::ChosenPlot;
                        c.facedown = true;
                    }
                }
                self.touch(reads::PILES);
                self.push(at(r, Pc::Reveal));
            }
            Pc::Reveal => {
                self.step("RR.fw.1.3");
                let events = self
                    .order()
                    .into_iter()
                    .filter_map(|seat| self.player(seat).chosen.map(|card| Ev::new(Kind::Reveal { seat, card })))
                    .collect();
                r.pending = self.order().into_iter().filter_map(|seat| self.player(seat).chosen).collect();
                // They are turned up at once: who interrupts a reveal sees which plot it is.
                if rules.interrupts & bits::REVEALS != 0 {
                    let told = self.heard(false, bits::REVEALS);
                    for card in r.pending.clone() {
                        self.card_mut(card).known = table::SeatSet(u16::MAX);
                        if told {
                            self.show(rules, self.card(card).owner, &[card], u16::MAX, "RR.fw.1.3");
                        }
                    }
                }
                self.push(at(r, Pc::Comparing));
                self.batch(events);
            }
            Pc::Comparing => {
                self.push(at(r, Pc::Initiative));
                if rules.interrupts & bits::COMPARES != 0 {
                    self.batch(vec![Ev::new(Kind::Comparing)]);
                }
            }
            Pc::Initiative => {
                let winner = self.initiative_winner(rules);
                let values: Vec<i32> =
                    (0..self.players.len() as u8).map(|s| self.plot_value(rules, Seat(s), PlotStat::Initiative)).collect();
                self.tell("RR.fw.1.3", |s| {
                    let tied: Vec<Seat> =
                        s.order().into_iter().filter(|t| *t != winner && values[t.index()] == values[winner.index()]).collect();
                    let why = match tied.iter().map(|t| s.power_of(*t)).min() {
                        None => "",
                        Some(power) if s.power_of(winner) < power => "; the tie goes to the least power",
                        Some(_) => "; the tie is broken at random",
                    };
                    let text = format!("{} wins initiative ({}{why}).", name(winner), s.standings(Some(winner), &values));
                    (Told::Initiative { winner, values: values.clone() }, text)
                });
                r.at = winner.0;
                self.push(at(r, Pc::FirstPlayer));
            }
            Pc::FirstPlayer => {
                let winner = Seat(r.at);
                if !r.asked {
                    let list = self.order().into_iter().map(|seat| Action::Player { seat }).collect();
                    self.ask(winner, Topic::FirstPlayer, None, List::One(list));
                    r.asked = true;
                    return self.push(Frame::Round(r));
                }
                r.asked = false;
                if let Action::Player { seat } = self.answer_one() {
                    self.first_player = seat;
                    self.cache.fresh = false;
                    self.tell("RR.fw.1.3", |_| (Told::FirstPlayer { seat }, format!("{} is first player.", name(seat))));
                }
                r.at = 0;
                self.push(at(r, Pc::WhenRevealed));
                // Reactions to winning initiative come here (AMB.1), and to being made first player.
                let first = self.first_player;
                let initiative = Ev { seat: Some(winner), ..Ev::new(Kind::Initiative { winner }) };
                self.batch(vec![initiative, Ev { seat: Some(first), ..Ev::new(Kind::FirstPlayer { seat: first }) }]);
            }
            Pc::WhenRevealed => self.when_revealed(rules, r),
            Pc::Recycle => {
                let mut seats = 0;
                for seat in self.order() {
                    seats |= 1 << seat.0;
                    if self.player(seat).plot_deck.is_empty() {
                        let used = std::mem::take(&mut self.player_mut(seat).used);
                        for id in &used {
                            let c = self.card_mut(*id);
                            c.zone = Zone::PlotDeck;
                            c.gen_ = c.gen_.wrapping_add(1);
                            c.known = table::SeatSet::one(seat);
                        }
                        self.player_mut(seat).plot_deck = used;
                        self.touch(reads::PILES);
                        self.tell("RR.glossary.plot_card.4", |_| {
                            (Told::Note, format!("The used plots of {} return to the plot deck.", name(seat)))
                        });
                    }
                }
                if r.aside {
                    seats = 1 << r.at;
                } else {
                    let next = if self.titles.is_some() { Pc::SelectTitles } else { Pc::PlotWindow };
                    self.push(at(r, next));
                }
                self.batch(vec![Ev::new(Kind::PlotsRevealed { seats })]);
            }
            Pc::SelectTitles => self.select_titles(rules, r),
            Pc::PlotWindow => self.open_window("RR.fw.1.aw", r, Pc::PlotEnd, false),
            Pc::PlotEnd => self.end_phase("RR.fw.1.5", r, Pc::DrawBegin),
            Pc::DrawBegin => self.begin_phase(Phase::Draw, "RR.fw.2.1", r, Pc::Draw),
            Pc::Draw => {
                self.step("RR.fw.2.2");
                let events = self
                    .order()
                    .into_iter()
                    .map(|seat| {
                        let n = (2 + i32::from(self.cache.players[seat.index()].draw_phase)).max(0) as u16;
                        Ev::new(Kind::Draw { seat, n })
                    })
                    .collect();
                self.push(at(r, Pc::DrawWindow));
                self.batch(events);
            }
            Pc::DrawWindow => self.open_window("RR.fw.2.aw", r, Pc::DrawEnd, false),
            Pc::DrawEnd => self.end_phase("RR.fw.2.3", r, Pc::MarshalBegin),
            Pc::MarshalBegin => self.begin_phase(Phase::Marshaling, "RR.fw.3.1", r, Pc::Income),
            Pc::Income => {
                let seat = self.next_active(&r);
                self.active = Some(seat);
                r.acted.push(seat);
                self.step("RR.fw.3.2");
                let n = self.plot_value(rules, seat, PlotStat::Income);
                self.push(at(r, Pc::MarshalWindow));
                self.batch(vec![Ev { seat: Some(seat), ..Ev::new(Kind::Income { seat, n }) }]);
            }
            Pc::MarshalWindow => self.open_window("RR.fw.3.aw", r, Pc::MarshalNext, true),
            Pc::MarshalNext => {
                let next = if self.everybody_acted(&r) { Pc::MarshalEnd } else { Pc::Income };
                self.push(at(r, next));
            }
            Pc::MarshalEnd => self.end_phase("RR.fw.3.4", r, Pc::ChallengesBegin),
            Pc::ChallengesBegin => {
                self.begin_phase(Phase::Challenges, "RR.fw.4.1", r, Pc::ChallengeWindow);
                if let Some(Frame::Round(r)) = self.stack.iter_mut().rev().find(|f| matches!(f, Frame::Round(_))) {
                    r.acted.clear();
                }
            }
            Pc::ChallengeWindow => {
                if self.active.is_none_or(|a| self.player(a).eliminated) {
                    let seat = self.next_active(&r);
                    self.active = Some(seat);
                    r.acted.push(seat);
                    self.cache.fresh = false;
                }
                self.open_window("RR.fw.4.aw1", r, Pc::Initiate, false);
            }
            Pc::Initiate => {
                let Some(seat) = self.active.filter(|a| !self.player(*a).eliminated) else {
                    return self.push(at(r, Pc::ChallengesNext));
                };
                if r.asked {
                    r.asked = false;
                    let answer = self.answer_taken();
                    if matches!(answer.first(), Some(Action::Pass) | None) {
                        // A pass ends the turn as active player (RR.fw.4.2).
                        self.tell("RR.fw.4.2", |_| (Told::Note, format!("{} initiates no more challenges.", name(seat))));
                        return self.push(at(r, Pc::ChallengesNext));
                    }
                    self.push(at(r, Pc::ChallengeWindow));
                    return self.commit_challenge(rules, seat, &answer);
                }
                self.step("RR.fw.4.2");
                let declaration = self.declaration(rules, seat);
                if declaration.options.is_empty() {
                    // Unable to initiate: the next player (AMB.10).
                    self.tell("RR.fw.4.2", |_| (Told::Note, format!("{} can initiate no more challenges.", name(seat))));
                    return self.push(at(r, Pc::ChallengesNext));
                }
                self.ask(seat, Topic::Initiate, None, List::Challenge(declaration));
                r.asked = true;
                self.push(Frame::Round(r));
            }
            Pc::ChallengesNext => {
                self.active = None;
                let next = if self.everybody_acted(&r) { Pc::ChallengesEnd } else { Pc::ChallengeWindow };
                self.push(at(r, next));
            }
            Pc::ChallengesEnd => self.end_phase("RR.fw.4.4", r, Pc::DominanceBegin),
            Pc::DominanceBegin => self.begin_phase(Phase::Dominance, "RR.fw.5.1", r, Pc::Dominance),
            Pc::Dominance => {
                self.step("RR.fw.5.2");
                let totals: Vec<i32> = (0..self.players.len() as u8).map(|s| self.dominance_total(rules, Seat(s))).collect();
                let best = self.order().iter().map(|s| totals[s.index()]).max().unwrap_or(0);
                let leaders: SmallVec<[Seat; 8]> = self.order().into_iter().filter(|s| totals[s.index()] == best).collect();
                // A tie for the highest total: nobody wins.
                let winner = (leaders.len() == 1).then(|| leaders[0]);
                self.tell("RR.fw.5.2", |s| {
                    let who = winner.map_or("Nobody".to_owned(), name);
                    let text = format!("{who} wins dominance ({}).", s.standings(winner, &totals));
                    (Told::Dominance { winner, totals: totals.clone() }, text)
                });
                self.push(at(r, Pc::DominanceWindow));
                self.batch(vec![Ev::new(Kind::Dominance { winner })]);
            }
            Pc::DominanceWindow => self.open_window("RR.fw.5.aw", r, Pc::DominanceEnd, false),
            Pc::DominanceEnd => self.end_phase("RR.fw.5.3", r, Pc::StandBegin),
            Pc::StandBegin => self.begin_phase(Phase::Standing, "RR.fw.6.1", r, Pc::Stand),
            Pc::Stand => self.standing(rules, r),
            Pc::StandWindow => self.open_window("RR.fw.6.aw", r, Pc::StandEnd, false),
            Pc::StandEnd => self.end_phase("RR.fw.6.3", r, Pc::TaxBegin),
            Pc::TaxBegin => self.begin_phase(Phase::Taxation, "RR.fw.7.1", r, Pc::TaxGold),
            Pc::TaxGold => {
                self.step("RR.fw.7.2");
                r.at = 0;
                self.push(at(r, Pc::Reserve));
                self.batch(vec![Ev::new(Kind::TaxGold)]);
            }
            Pc::Reserve => self.reserve(rules, r),
            Pc::ReturnTitles => self.return_titles(rules, r),
            Pc::TaxWindow => self.open_window("RR.fw.7.aw", r, Pc::TaxEnd, false),
            Pc::TaxEnd => self.end_phase("RR.fw.7.5", r, Pc::RoundEnd),
            Pc::RoundEnd => {
                self.push(at(Round::default(), Pc::Begin));
                self.batch(vec![Ev::new(Kind::RoundEnds)]);
            }
        }
    }

    /// The plots a seat may choose; copies are one candidate.
    pub fn plot_list(&self, seat: Seat) -> List {
        let mut plots = self.player(seat).plot_deck.clone();
        plots.sort_by_key(|id| (self.card(*id).def, *id));
        plots.dedup_by_key(|id| self.card(*id).def);
        List::One(plots.into_iter().map(|card| Action::Card { card }).collect())
    }

    /// A plot is revealed outside step 1.3: no initiative, no new first player; its When Revealed ability, the return of the used pile
    /// and the reactions follow (RR26.1.3.note). In step III it joins those still to be ordered (FAQ.q.behest).
    pub fn reveal_aside(&mut self, seat: Seat, card: Id) {
        let step = self.stack.iter_mut().rev().find_map(|f| if let Frame::Round(r) = f { Some(r) } else { None });
        match step {
            Some(r) if r.pc == Pc::WhenRevealed => {
                r.pending.retain(|p| *p != card);
                r.initiated.retain(|(p, _)| *p != card);
                r.pending.push(card);
            }
            _ => self.push(Frame::Round(Round { pc: Pc::WhenRevealed, pending: vec![card], at: seat.0, aside: true, ..Round::default() })),
        }
        self.batch(vec![Ev::new(Kind::Reveal { seat, card })]);
    }

    pub(super) fn next_active(&self, r: &Round) -> Seat {
        self.order().into_iter().find(|s| !r.acted.contains(s)).unwrap_or(self.first_player)
    }

    pub(super) fn everybody_acted(&self, r: &Round) -> bool {
        self.order().iter().all(|s| r.acted.contains(s))
    }

    // --- action windows

    /// Only the reactions to what already happened.
    pub fn reactions_to(&mut self, events: Vec<Ev>) {
        self.push(Frame::Batch(Batch::reactions(events)));
    }
}

/// Whether some card of the pool has ambush, for windows in the challenges phase.
pub fn pool_has_ambush(rules: &Rules) -> bool {
    rules.cards.iter().any(|c| c.has(KeywordName::Ambush))
}
