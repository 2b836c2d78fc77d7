//! Setting a table for tests: a rule test reads like a rulebook example: set the table, act, look.
//!
//! ```
//! use card_game::testing::*;
//! let mut t = Table::new(r#"[(code: "x1", name: "Guardian", kind: character, cost: 2, str: 4, icons: "M")]"#);
//! let guardian = t.play(P1, "Guardian");
//! t.start(Phase::Challenges);
//! t.attack(P1, Military, P2, &[guardian]);
//! assert!(t.kneeling(guardian));
//! ```

mod setting;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use table::{Chance, Game, Seat, Viewer};

use crate::game::{SeatSetup, Setup};
use crate::kernel::derive::PlotStat;
use crate::kernel::framework::{Pc, Round};
pub use crate::kernel::state::{Frame, Id, State, Zone};
use crate::lang::ast::KeywordName;
use crate::lang::load::load;
use crate::rules::Rules;
pub use crate::rules::Rulings;
pub use crate::view::{Action, CardView, Event, View};
pub use crate::words::ChallengeType::{self, Intrigue, Military, Power};
pub use crate::words::{CardType, Faction, Phase};

pub const P1: Seat = Seat(0);
pub const P2: Seat = Seat(1);
pub const P3: Seat = Seat(2);
pub const P4: Seat = Seat(3);

/// Cards that fill decks: nothing on them matters.
const FILLERS: &str = r#"[
(code: "filler1", name: "Filler", kind: character, cost: 30, str: 1),
(code: "filler2", name: "Filler Plot", kind: plot, plot: (5, 3, 1, 6)),
]"#;

/// The card pool of a test, with one ability blanked in the second run of a card test.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub blanked: Option<(String, u8)>,
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs a card test twice: with the card as defined it must pass, with the ability (from 1; the first if none is named) blanked it
/// must fail.
pub fn card_test(code: &str, ability: Option<u8>, body: fn(Pool)) {
    body(Pool::default());
    let n = ability.unwrap_or(1);
    let rules = Rules::new(crate::pool::Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let card = rules.find(code).unwrap_or_else(|| panic!("no card {code}"));
    assert!(rules.cards[card as usize].abilities.len() >= n as usize, "{code} has no ability {n}");
    // The expected panic is not told; those of other tests, on other threads, are.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                hook(info);
            }
        }));
    });
    QUIET.set(true);
    let blank = catch_unwind(AssertUnwindSafe(|| body(Pool { blanked: Some((code.to_owned(), n)) })));
    QUIET.set(false);
    assert!(blank.is_err(), "the test of {code} also passes with ability {n} blanked: it shows nothing");
}

/// A table that is being set, and then played on.
pub struct Table {
    pub rules: Rules,
    pub st: State,
    /// Everything that was told since the start.
    pub events: Vec<Event>,
}

impl Table {
    /// Two seats, ruling set `reference`, the built-in pool and these invented cards (RON, may be empty).
    pub fn new(cards: &str) -> Table {
        Table::with(Pool::default(), cards, Rulings::Reference, 2)
    }

    /// The same under `faq-4.1`, as the worked cases want it.
    pub fn faq(cards: &str) -> Table {
        Table::with(Pool::default(), cards, Rulings::Faq41, 2)
    }

    /// For card tests.
    pub fn of(pool: Pool) -> Table {
        Table::with(pool, "", Rulings::Reference, 2)
    }

    /// A melee under `faq-4.1`: seats as in [`Table::with`], all titles in the pool (see [`Table::title`]).
    pub fn melee(cards: &str, seats: usize) -> Table {
        let mut t = Table::with(Pool::default(), cards, Rulings::Faq41, seats);
        t.st.add_titles(&t.rules).expect("six titles");
        t.st.recompute(&t.rules);
        t
    }

    /// Two to eight seats; each has a faction card, twenty filler cards in the deck, one in hand (so that windows open for the seat: see
    /// [`Table::empty_hand`]), a revealed filler plot (income 5, initiative 3, claim 1, reserve 6) and six in the plot deck. No titles.
    pub fn with(pool: Pool, cards: &str, rulings: Rulings, seats: usize) -> Table {
        let mut defs: Vec<_> = crate::pool::Pool::builtin().defs.to_vec();
        for text in [FILLERS, cards] {
            if !text.trim().is_empty() {
                defs.extend(load("test", text).unwrap_or_else(|e| panic!("{}", e[0])));
            }
        }
        let rules = Rules::new(defs, rulings, pool.blanked.as_ref().map(|(code, n)| (code.as_str(), *n)));
        let seat = || SeatSetup {
            faction: Faction::Stark,
            agendas: Vec::new(),
            plots: vec!["filler2".to_owned(); 6],
            draw: vec!["filler1".to_owned(); 20],
        };
        let setup = Setup { seats: (0..seats).map(|_| seat()).collect(), titles: false };
        let mut st = State::bare(&rules, &setup, Chance::seeded(7)).expect("a table");
        for s in 0..seats {
            st.add(&rules, "filler2", Seat(s as u8), Zone::RevealedPlot).expect("a plot");
            st.add(&rules, "filler1", Seat(s as u8), Zone::Hand).expect("a card in hand");
        }
        st.recompute(&rules);
        Table { rules, st, events: Vec::new() }
    }

    /// Starts play at the beginning of a phase of round 1, with P1 as first player; goes on to the first choice.
    pub fn start(&mut self, phase: Phase) -> &mut Table {
        self.start_at(match phase {
            Phase::Setup | Phase::Plot => Pc::Begin,
            Phase::Draw => Pc::DrawBegin,
            Phase::Marshaling => Pc::MarshalBegin,
            Phase::Challenges => Pc::ChallengesBegin,
            Phase::Dominance => Pc::DominanceBegin,
            Phase::Standing => Pc::StandBegin,
            Phase::Taxation => Pc::TaxBegin,
        })
    }
    pub fn start_at(&mut self, pc: Pc) -> &mut Table {
        self.st.round = if pc == Pc::Begin { 0 } else { 1 };
        self.st.first_player = P1;
        self.st.push(Frame::Round(Round { pc, ..Round::default() }));
        self.run();
        self
    }
    /// Starts at setup, with the mulligans: hands are what was put there, revealed plots go back to the plot decks.
    pub fn start_setup(&mut self) -> &mut Table {
        for seat in self.st.order() {
            if let Some(plot) = self.st.player(seat).revealed {
                self.st.pull(plot);
                self.st.card_mut(plot).zone = Zone::PlotDeck;
                self.st.player_mut(seat).plot_deck.push(plot);
            }
        }
        self.st.round = 0;
        self.st.first_player = P1;
        let seats = self.st.players.len();
        self.st.push(Frame::Setup(crate::kernel::setup::Setup::new(seats)));
        self.run();
        self
    }
    /// Everybody keeps the setup hand.
    pub fn keep(&mut self) -> &mut Table {
        while let Some(seat) = self.st.acting().iter().find(|s| self.topic(*s) == "mulligan") {
            self.act(seat, Action::No);
        }
        self
    }
    /// Places setup cards face down (not into shadows) and is done.
    pub fn place(&mut self, seat: Seat, ids: &[Id]) -> &mut Table {
        let number = self.st.decision(seat);
        for card in ids {
            self.act(seat, Action::Place { card: *card, shadows: false });
        }
        if self.st.decision(seat) == number && number.is_some() {
            self.act(seat, if ids.is_empty() { Action::Pass } else { Action::Done });
        }
        self
    }
    fn run(&mut self) {
        self.st.log.on = true;
        self.st.cache.fresh = false;
        self.st.advance(&self.rules);
        self.events.append(&mut self.st.log.events);
    }

    // --- acting

    /// The legal picks of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut list = Vec::new();
        self.st.legal(&self.rules, seat, &mut list);
        list
    }
    /// Their labels.
    pub fn labels(&self, seat: Seat) -> Vec<String> {
        self.legal(seat).iter().map(|a| self.st.label_of(&self.rules, seat, a)).collect()
    }
    /// Whether a seat is asked, and a pick with this label (or beginning of it) is listed.
    pub fn can(&self, seat: Seat, label: &str) -> bool {
        self.labels(seat).iter().any(|l| l.starts_with(label))
    }
    /// Whether this very action is listed.
    pub fn may(&self, seat: Seat, action: &Action) -> bool {
        self.legal(seat).contains(action)
    }
    /// Whether this card is among the picks, in whatever way.
    pub fn offers(&self, seat: Seat, id: Id) -> bool {
        self.legal(seat).iter().any(|a| action_card(a) == Some(id))
    }
    /// Picks an action.
    pub fn act(&mut self, seat: Seat, action: Action) -> &mut Table {
        let list = self.legal(seat);
        let Some(at) = list.iter().position(|a| *a == action) else {
            panic!(
                "{seat} cannot {action:?} at {} ({}); legal: {:?}; asked: {:?}",
                self.st.step.id(),
                self.topic(seat),
                self.labels(seat),
                self.st.acting()
            );
        };
        self.take(seat, at as u32)
    }
    /// Picks by label (or the beginning of it).
    pub fn pick(&mut self, seat: Seat, label: &str) -> &mut Table {
        let labels = self.labels(seat);
        let at = labels.iter().position(|l| l == label).or_else(|| labels.iter().position(|l| l.starts_with(label)));
        let Some(at) = at else {
            panic!(
                "{seat} has no {label:?} at {} ({}); legal: {labels:?}; asked: {:?}",
                self.st.step.id(),
                self.topic(seat),
                self.st.acting()
            );
        };
        self.take(seat, at as u32)
    }
    /// Picks the action about this card: a target, the use of its ability, marshaling it.
    pub fn card(&mut self, seat: Seat, id: Id) -> &mut Table {
        let list = self.legal(seat);
        let Some(at) = list.iter().position(|a| action_card(a) == Some(id)) else {
            let name = &self.rules.cards[self.st.card(id).def as usize].def.name;
            panic!(
                "{seat} cannot pick {name} at {} ({}); legal: {:?}; asked: {:?}",
                self.st.step.id(),
                self.topic(seat),
                self.labels(seat),
                self.st.acting()
            );
        };
        self.take(seat, at as u32)
    }
    /// Picks these cards and closes the set.
    pub fn cards(&mut self, seat: Seat, ids: &[Id]) -> &mut Table {
        let number = self.st.decision(seat);
        let mut left: Vec<Id> = ids.to_vec();
        while !left.is_empty() {
            let list = self.legal(seat);
            let next = list.iter().find_map(|a| action_card(a).filter(|id| left.contains(id)));
            let Some(next) = next else { panic!("{seat} cannot pick {left:?}; legal: {:?}", self.labels(seat)) };
            left.retain(|id| *id != next);
            self.card(seat, next);
        }
        if self.st.decision(seat) == number && number.is_some() {
            let end = if ids.is_empty() { Action::Pass } else { Action::Done };
            if self.may(seat, &end) {
                self.act(seat, end);
            }
        }
        self
    }
    fn take(&mut self, seat: Seat, pick: u32) -> &mut Table {
        self.st.apply(&self.rules, seat, pick, &mut self.events).expect("a legal pick");
        self.st.invariants(&self.rules).unwrap_or_else(|e| panic!("{e}"));
        // Interrupts to the reveal of plots and to the comparison of initiative are passed where nothing can be used: every hand might
        // hold some, and few tests are about them.
        while self.st.outcome.is_none() && self.st.step.id() == "RR.fw.1.3" {
            let idle = |t: &Table, s: Seat| t.topic(s) == "interrupts" && t.legal(s) == [Action::Pass];
            let Some(seat) = self.st.acting().iter().find(|s| idle(self, *s)) else { break };
            self.st.apply(&self.rules, seat, 0, &mut self.events).expect("passing");
        }
        self
    }
    /// Whether the seat may use an ability of this card (play this event) now.
    pub fn uses(&self, seat: Seat, id: Id) -> bool {
        self.legal(seat).iter().any(|a| matches!(a, Action::Use { card, .. } if *card == id))
    }
    /// Everybody passes until the seat may use an ability of this card (play this event); it does.
    pub fn use_card(&mut self, seat: Seat, id: Id) -> &mut Table {
        self.pass_while(|t| !t.uses(seat, id));
        let usable = self.legal(seat).into_iter().find(|a| matches!(a, Action::Use { card, .. } if *card == id));
        match usable {
            Some(action) => self.act(seat, action),
            None => self.card(seat, id),
        }
    }
    /// Everybody passes until the seat may marshal this card; it does.
    pub fn marshal(&mut self, seat: Seat, id: Id) -> &mut Table {
        self.pass_while(|t| !t.may(seat, &Action::Marshal { card: id }));
        self.act(seat, Action::Marshal { card: id })
    }
    /// Starts with a plot phase in which the seat reveals this plot and the others filler plots; P1 is first player. Goes on to the
    /// first choice of the When Revealed ability, or behind it.
    pub fn reveal_plot(&mut self, seat: Seat, plot: &str) -> Id {
        let id = self.plot_deck(seat, plot);
        self.start(Phase::Plot);
        self.choose_plots(seat, id);
        id
    }
    /// The seat reveals this plot of its plot deck, the others filler plots; P1 is first player.
    pub fn choose_plots(&mut self, seat: Seat, plot: Id) -> &mut Table {
        self.until(seat, "choose_plot");
        for s in (0..self.st.players.len() as u8).map(Seat) {
            if s == seat {
                self.card(s, plot)
            } else {
                self.pick(s, "Filler Plot")
            };
        }
        while let Some(winner) = self.st.acting().iter().find(|s| self.topic(*s) == "first_player") {
            self.act(winner, Action::Player { seat: P1 });
        }
        self
    }
    /// Answers what can only be passed, up to the first real choice.
    pub fn auto(&mut self) {
        while self.st.outcome.is_none() {
            let forced = self.st.acting().iter().find(|s| self.legal(*s) == [Action::Pass]);
            let Some(seat) = forced else { return };
            self.st.apply(&self.rules, seat, 0, &mut self.events).expect("the only pick");
        }
    }
    /// The seat passes (must be possible).
    pub fn pass(&mut self, seat: Seat) -> &mut Table {
        self.act(seat, Action::Pass)
    }
    /// Everybody passes everything that can be passed, up to the first decision that cannot, or the end of the game.
    pub fn pass_all(&mut self) -> &mut Table {
        self.pass_while(|_| true)
    }
    /// Everybody passes while the condition holds.
    pub fn pass_while(&mut self, go_on: impl Fn(&Table) -> bool) -> &mut Table {
        for _ in 0..2000 {
            if self.st.outcome.is_some() || !go_on(self) {
                return self;
            }
            let passing = self.st.acting().iter().find(|s| self.may(*s, &Action::Pass));
            let Some(seat) = passing else { return self };
            self.act(seat, Action::Pass);
        }
        panic!("passing does not end");
    }
    /// Everybody passes until a seat is asked about this topic (see the words of `Topic`, e.g. `initiate`, `defenders`, `reserve`).
    pub fn until(&mut self, seat: Seat, topic: &str) -> &mut Table {
        self.pass_while(|t| t.topic(seat) != topic);
        assert_eq!(
            self.topic(seat),
            topic,
            "at {}; asked: {:?}, legal: {:?}",
            self.st.step.id(),
            self.st.acting(),
            self.st.acting().iter().map(|s| self.labels(s)).collect::<Vec<_>>()
        );
        self
    }
    /// Everybody passes until this framework step.
    pub fn until_step(&mut self, id: &str) -> &mut Table {
        self.pass_while(|t| t.st.step.id() != id);
        assert_eq!(self.st.step.id(), id);
        self
    }
    /// What a seat is asked about; empty if it is not asked.
    pub fn topic(&self, seat: Seat) -> String {
        self.st.prompt(&self.rules, seat).map(|p| p.topic).unwrap_or_default()
    }
    /// Passes up to the seat's opportunity and initiates a challenge without stealth or assault choices.
    pub fn attack(&mut self, seat: Seat, kind: ChallengeType, against: Seat, attackers: &[Id]) -> &mut Table {
        self.until(seat, "initiate");
        self.declare(seat, kind, against, attackers);
        while matches!(self.topic(seat).as_str(), "stealth" | "assault") {
            self.act(seat, Action::Pass);
        }
        self
    }
    /// Type, opponent and attackers; stealth and assault choices follow, if any.
    pub fn declare(&mut self, seat: Seat, kind: ChallengeType, against: Seat, attackers: &[Id]) -> &mut Table {
        self.act(seat, Action::Challenge { kind, against });
        let number = self.st.decision(seat);
        let mut sorted = attackers.to_vec();
        sorted.sort_by_key(|id| self.st.play.iter().position(|p| p == id));
        for id in sorted {
            self.act(seat, Action::Card { card: id });
        }
        if self.st.decision(seat) == number && self.may(seat, &Action::Done) {
            self.act(seat, Action::Done);
        }
        self
    }
    /// Passes up to the declaration of defenders and declares these.
    pub fn defend(&mut self, seat: Seat, defenders: &[Id]) -> &mut Table {
        self.until(seat, "defenders");
        self.cards(seat, defenders)
    }
    /// Everybody passes until the challenge has its result (its reactions may be asked for).
    pub fn resolve(&mut self) -> &mut Table {
        self.pass_while(|t| t.st.challenge.as_ref().is_some_and(|c| c.result.is_none() && !c.over))
    }
    /// Everybody passes until the challenge is over and gone.
    pub fn finish(&mut self) -> &mut Table {
        self.pass_while(|t| t.st.challenge.is_some())
    }

    // --- looking

    pub fn zone(&self, id: Id) -> Zone {
        self.st.card(id).zone
    }
    pub fn in_play(&self, id: Id) -> bool {
        self.st.in_play(id)
    }
    pub fn kneeling(&self, id: Id) -> bool {
        self.st.card(id).kneeling
    }
    pub fn strength(&self, id: Id) -> i32 {
        i32::from(self.st.der(id).strength)
    }
    pub fn icon(&self, id: Id, kind: ChallengeType) -> bool {
        self.st.der(id).icon(kind)
    }
    pub fn keyword(&self, id: Id, keyword: KeywordName) -> bool {
        self.st.der(id).keyword(keyword)
    }
    pub fn gold(&self, seat: Seat) -> i32 {
        self.st.player(seat).gold
    }
    /// Power total of a player.
    pub fn power(&self, seat: Seat) -> i32 {
        self.st.power_of(seat)
    }
    pub fn power_on(&self, id: Id) -> i32 {
        i32::from(self.st.card(id).power)
    }
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.st.player(seat).hand.len()
    }
    pub fn deck_len(&self, seat: Seat) -> usize {
        self.st.player(seat).deck.len()
    }
    pub fn income(&self, seat: Seat) -> i32 {
        self.st.plot_value(&self.rules, seat, PlotStat::Income)
    }
    pub fn initiative(&self, seat: Seat) -> i32 {
        self.st.plot_value(&self.rules, seat, PlotStat::Initiative)
    }
    pub fn claim(&self, seat: Seat) -> i32 {
        self.st.plot_value(&self.rules, seat, PlotStat::Claim)
    }
    pub fn reserve(&self, seat: Seat) -> i32 {
        self.st.plot_value(&self.rules, seat, PlotStat::Reserve)
    }
    pub fn view(&self, seat: Seat) -> View {
        self.st.view(&self.rules, Viewer::Seat(seat))
    }
    /// The latest comparison of STR: winner, STR of attack and defense, whether unopposed.
    pub fn last_result(&self) -> (Option<Seat>, i32, i32, bool) {
        let result = self.events.iter().rev().find_map(|e| match e.what {
            crate::view::What::Result { winner, attack, defense, unopposed } => Some((winner, attack, defense, unopposed)),
            _ => None,
        });
        result.expect("a challenge with a result")
    }
    /// Texts of everything told since the start, one a line.
    pub fn told(&self) -> String {
        self.events.iter().map(|e| e.text.as_str()).collect::<Vec<_>>().join("\n")
    }
    pub fn winner(&self) -> Option<Seat> {
        match &self.st.outcome {
            Some(table::Outcome::Won { seats, .. }) => seats.first().copied(),
            _ => None,
        }
    }
}

/// The card that an action is about.
fn action_card(action: &Action) -> Option<Id> {
    match action {
        Action::Card { card }
        | Action::Use { card, .. }
        | Action::Save { card }
        | Action::Marshal { card }
        | Action::Ambush { card, .. }
        | Action::IntoShadows { card }
        | Action::OutOfShadows { card, .. }
        | Action::Place { card, .. } => Some(*card),
        _ => None,
    }
}
