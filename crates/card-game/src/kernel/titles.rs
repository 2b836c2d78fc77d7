//! Titles (RR.melee.titles): the pool, the secret selection, what a title says about the bearers of others, the return.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Chance, Seat, SeatSet, SetupError, Viewer};

use super::ask::{List, Topic};
use super::event::{Ev, Kind, Verb};
use super::framework::{Pc, Round};
use super::state::{Frame, Id, State, Zone};
use super::tell::name;
use crate::lang::ast::Destination;
use crate::rules::Rules;
use crate::view::{Action, TitlesView, What as Told};
use crate::words::CardType;

/// Where the titles are that nobody bears, and what they did this round. A game without titles has none of this.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Titles {
    /// In the pool. While titles are selected: what is passed on.
    pub pool: Vec<Id>,
    /// While titles are selected: those that were set aside at random.
    pub aside: Vec<Id>,
    /// While titles are selected: those that were taken, facedown.
    pub taken: Vec<(Seat, Id)>,
    /// Whether titles are being selected: all of them lie facedown.
    pub selecting: bool,
    /// Titles that have redirected a challenge this round, and for whom.
    pub redirects: Vec<(Id, Seat)>,
    /// Rivals bonuses of this round: who had one, for whom.
    pub bonuses: Vec<(Seat, Seat)>,
    /// Who has given up and leaves as soon as what is asked is answered.
    pub conceded: Vec<Seat>,
}

/// How many titles are set aside at random (RR.melee.players). Two players are left over from more: the text says nothing of them, and
/// they are treated as three.
pub fn set_aside(players: usize) -> usize {
    match players {
        0..=3 => 2,
        4 | 5 => 1,
        _ => 0,
    }
}

impl State {
    /// Every title of the card pool, in the title pool of this table (RR.setup.4).
    pub(crate) fn add_titles(&mut self, rules: &Rules) -> Result<(), SetupError> {
        self.titles = Some(Box::default());
        let mut names: Vec<&str> = Vec::new();
        for card in rules.cards.iter().filter(|c| c.def.kind == CardType::Title) {
            if !names.contains(&card.def.name.as_str()) {
                names.push(&card.def.name);
                let id = self.add(rules, &card.def.code, Seat(0), Zone::TitlePool)?;
                self.card_mut(id).known = SeatSet(u16::MAX);
                if let Some(titles) = &mut self.titles {
                    titles.pool.push(id);
                }
            }
        }
        if names.len() < 6 {
            return Err(SetupError(format!("melee wants six titles; the card pool has {}", names.len())));
        }
        Ok(())
    }

    /// The titles that a player bears: as a rule one, or none.
    pub fn titles_of<'a>(&'a self, rules: &'a Rules, seat: Seat) -> impl Iterator<Item = Id> + 'a {
        let any = self.titles.is_some();
        self.play
            .iter()
            .copied()
            .filter(move |id| any && self.kind(rules, *id) == CardType::Title && self.controller(*id) == seat && !self.card(*id).facedown)
    }

    /// The title of one player, and that of another which it names in a relation.
    fn related<'a>(&'a self, rules: &'a Rules, seat: Seat, other: Seat, of: fn(&crate::lang::ast::Def) -> &[String]) -> Option<(Id, Id)> {
        let def = |id: Id| &rules.cards[self.card(id).def as usize].def;
        self.titles_of(rules, seat).find_map(|mine| {
            let theirs = self.titles_of(rules, other).find(|id| of(def(mine)).contains(&def(*id).name));
            theirs.map(|theirs| (mine, theirs))
        })
    }

    /// The title by which a player supports another, and the title that is supported: no challenge may be initiated against its bearer
    /// (RR.melee.supports). One-way.
    pub fn supports(&self, rules: &Rules, seat: Seat, other: Seat) -> Option<(Id, Id)> {
        self.related(rules, seat, other, |def| &def.supports)
    }

    /// Whether a player's title names the other's as a rival (RR.melee.rivals.1).
    pub fn rivals(&self, rules: &Rules, seat: Seat, other: Seat) -> bool {
        self.related(rules, seat, other, |def| &def.rivals).is_some()
    }

    /// Whether the winner of a challenge gets the rivals bonus for this loser: once per rival and round (RR.melee.rivals.2). It counts as
    /// had from here on.
    pub(super) fn rivals_bonus(&mut self, rules: &Rules, winner: Seat, loser: Seat) -> bool {
        if self.titles.is_none() || !self.rivals(rules, winner, loser) {
            return false;
        }
        let new = !self.rival_beaten(winner, loser);
        if new && let Some(titles) = &mut self.titles {
            titles.bonuses.push((winner, loser));
        }
        new
    }

    /// Whether a player has had the rivals bonus for another this round.
    pub fn rival_beaten(&self, winner: Seat, loser: Seat) -> bool {
        self.titles.as_ref().is_some_and(|t| t.bonuses.contains(&(winner, loser)))
    }

    /// Why a player may not attack another because of titles, in a sentence.
    pub(crate) fn title_forbids(&self, rules: &Rules, seat: Seat, against: Seat) -> Option<(String, &'static str)> {
        let (mine, theirs) = self.supports(rules, seat, against)?;
        let word = |id: Id| &rules.cards[self.card(id).def as usize].def.name;
        let text = format!("{} supports {}: you cannot initiate a challenge against {}.", word(mine), word(theirs), name(against));
        Some((text, "RR.melee.supports"))
    }

    // --- the round

    /// What counted for one round is over.
    pub(super) fn titles_round(&mut self) {
        if let Some(titles) = &mut self.titles {
            titles.redirects.clear();
            titles.bonuses.clear();
        }
    }

    /// Step 1.4: the titles are shuffled facedown, some set aside at random; from the first player on each takes one of those that are
    /// passed; then all turn faceup and enter play at once (RR.fw.1.4, RR26.1.4.pool, .draft, .reveal, .enter).
    pub(super) fn select_titles(&mut self, rules: &Rules, mut r: Round) {
        if std::mem::take(&mut r.asked) {
            if let Some((seat, answer)) = self.answers.pop()
                && let Some(Action::Card { card }) = answer.first()
                && let Some(titles) = &mut self.titles
            {
                titles.pool.retain(|id| id != card);
                titles.taken.push((seat, *card));
                self.tell("RR.fw.1.4", |_| (Told::Note, format!("{} takes a title.", name(seat))));
            }
        } else if self.titles.as_ref().is_some_and(|t| !t.selecting) {
            self.step("RR.fw.1.4");
            self.shuffle_titles();
        }
        let Some(titles) = &self.titles else { return };
        let (passed, taken) = (titles.pool.clone(), titles.taken.clone());
        // In a further plot phase of the round who still bears a title keeps it.
        let without = |seat: &Seat| taken.iter().all(|(s, _)| s != seat) && self.titles_of(rules, *seat).next().is_none();
        if let Some(seat) = self.order().into_iter().find(without).filter(|_| !passed.is_empty()) {
            for id in &passed {
                self.card_mut(*id).known.insert(seat);
            }
            self.ask(seat, Topic::ChooseTitle, None, List::One(passed.into_iter().map(|card| Action::Card { card }).collect()));
            r.asked = true;
            return self.push(Frame::Round(r));
        }
        let events = self.reveal_titles();
        r.pc = Pc::PlotWindow;
        self.push(Frame::Round(r));
        if !events.is_empty() {
            self.batch(events);
        }
    }

    /// The titles are shuffled as a deck is; some lie aside, the others are passed on.
    fn shuffle_titles(&mut self) {
        let aside = set_aside(self.alive());
        let Some(titles) = &mut self.titles else { return };
        titles.selecting = true;
        let pool = std::mem::take(&mut titles.pool);
        let mut ids = self.shuffle_identities(pool);
        ids.iter().for_each(|id| self.card_mut(*id).facedown = true);
        let pool = ids.split_off(aside.min(ids.len()));
        if let Some(titles) = &mut self.titles {
            titles.aside = ids;
            titles.pool = pool;
        }
        self.cache.fresh = false;
        self.tell("RR.fw.1.4", |_| {
            let words = ["none is", "1 is", "2 are"][aside];
            (Told::Note, format!("The titles are shuffled facedown; {words} set aside."))
        });
    }

    /// Titles that nobody took go back to the pool; the events by which the others enter play.
    fn reveal_titles(&mut self) -> Vec<Ev> {
        let Some(titles) = &mut self.titles else { return Vec::new() };
        titles.selecting = false;
        let aside = std::mem::take(&mut titles.aside);
        titles.pool.extend(aside);
        titles.pool.sort_unstable();
        // Everybody sees which these are: the ones that nobody has.
        let (back, taken) = (titles.pool.clone(), titles.taken.clone());
        for id in back {
            self.card_mut(id).known = SeatSet(u16::MAX);
            self.card_mut(id).facedown = false;
        }
        taken.into_iter().map(|(seat, card)| Ev { seat: Some(seat), ..Ev::new(Kind::Title { card, seat }) }).collect()
    }

    /// A title turns faceup in front of its player and is in play under that player's control (RR.melee.titles.1).
    pub(crate) fn enter_title(&mut self, rules: &Rules, card: Id, seat: Seat) -> bool {
        if self.in_play(card) {
            return false;
        }
        self.pull(card);
        let out = self.player(seat).eliminated;
        let Some(titles) = &mut self.titles else { return false };
        titles.taken.retain(|(_, id)| *id != card);
        titles.pool.retain(|id| *id != card);
        if out {
            self.title_returns(card);
            return false;
        }
        let c = self.card_mut(card);
        c.zone = Zone::Play;
        c.owner = seat;
        c.base = seat;
        c.known = SeatSet(u16::MAX);
        self.play.push(card);
        self.cache.fresh = false;
        self.tell_move(rules, "RR.fw.1.4", card, Zone::TitlePool, "title", |tag| format!("{} is {tag}.", name(seat)));
        true
    }

    /// A title that leaves play returns to the pool, wherever else it was to go (RR.melee.titles.1). It was pulled out of play.
    pub(super) fn title_returns(&mut self, card: Id) {
        let c = self.card_mut(card);
        c.zone = Zone::TitlePool;
        c.owner = Seat(0);
        c.base = Seat(0);
        c.known = SeatSet(u16::MAX);
        if let Some(titles) = &mut self.titles {
            titles.pool.push(card);
            titles.pool.sort_unstable();
        }
        self.cache.fresh = false;
    }

    /// Step 7.4: all titles leave play at once (RR.fw.7.4, RR29.7.4).
    pub(super) fn return_titles(&mut self, rules: &Rules, mut r: Round) {
        self.step("RR.fw.7.4");
        let borne: SmallVec<[Id; 8]> = self.play.iter().copied().filter(|id| self.kind(rules, *id) == CardType::Title).collect();
        let events: Vec<Ev> = borne
            .into_iter()
            .map(|card| {
                let to = Destination::RemovedFromGame;
                Ev::new(Kind::Leave { card, verb: Verb::Title, to, can_save: false, saved: false, snap: None })
            })
            .collect();
        r.pc = Pc::TaxWindow;
        self.push(Frame::Round(r));
        if !events.is_empty() {
            self.batch(events);
        }
    }

    // --- who knows what

    /// Titles that the viewer cannot tell apart change places: those it has never seen, and those it has passed on.
    pub(crate) fn redeal_titles(&mut self, viewer: Viewer, chance: &mut Chance) {
        let Some(titles) = self.titles.as_ref().filter(|t| t.selecting && viewer != Viewer::All) else { return };
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let asked = seat.is_some_and(|s| self.ask_of(s).is_some_and(|a| a.topic == Topic::ChooseTitle));
        let own = |id: &Id| titles.taken.iter().any(|(s, t)| t == id && Some(*s) == seat);
        let mut all: Vec<Id> = titles.pool.iter().chain(&titles.aside).copied().chain(titles.taken.iter().map(|(_, id)| *id)).collect();
        all.sort_unstable();
        let (seen, unseen): (Vec<Id>, Vec<Id>) = all.into_iter().partition(|id| seat.is_some_and(|s| self.card(*id).known.contains(s)));
        let passed: Vec<Id> = seen.into_iter().filter(|id| !own(id) && !asked).collect();
        for group in [unseen, passed] {
            let mut defs: Vec<u16> = group.iter().map(|id| self.card(*id).def).collect();
            chance.shuffle(&mut defs);
            for (id, def) in group.into_iter().zip(defs) {
                self.card_mut(id).def = def;
            }
        }
    }

    /// Titles that a viewer may look at one by one: its own, and those it selects from.
    pub(crate) fn titles_in_sight(&self, viewer: Viewer) -> Vec<Id> {
        let Some(titles) = &self.titles else { return Vec::new() };
        let selects = |seat: Seat| self.ask_of(seat).is_some_and(|a| a.topic == Topic::ChooseTitle);
        match viewer {
            Viewer::All => titles.pool.iter().chain(&titles.aside).copied().chain(titles.taken.iter().map(|(_, id)| *id)).collect(),
            Viewer::Seat(seat) => {
                let own = titles.taken.iter().filter(|(s, _)| *s == seat).map(|(_, id)| *id);
                let passed = titles.pool.iter().copied().filter(|_| titles.selecting && selects(seat));
                own.chain(passed).collect()
            }
            Viewer::Spectator => Vec::new(),
        }
    }

    pub(crate) fn titles_view(&self, rules: &Rules, viewer: Viewer) -> Option<TitlesView> {
        let titles = self.titles.as_ref()?;
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let all = titles.pool.iter().chain(&titles.aside).copied().chain(titles.taken.iter().map(|(_, id)| *id));
        let mut seen: Vec<String> = all
            .filter(|id| titles.selecting && seat.is_some_and(|s| self.card(*id).known.contains(s)))
            .map(|id| rules.cards[self.card(id).def as usize].def.code.clone())
            .collect();
        seen.sort_unstable();
        Some(TitlesView {
            pool: titles.pool.len() as u32,
            aside: titles.aside.len() as u32,
            taken: titles.taken.iter().map(|(seat, _)| *seat).collect(),
            seen,
        })
    }

    /// Every title lies in one place.
    pub(crate) fn check_titles(&self, count: &mut impl FnMut(&Id, &[Zone]) -> Result<(), String>) -> Result<(), String> {
        let Some(titles) = &self.titles else { return Ok(()) };
        let lying = titles.pool.iter().chain(&titles.aside).chain(titles.taken.iter().map(|(_, id)| id));
        for id in lying {
            count(id, &[Zone::TitlePool])?;
        }
        Ok(())
    }
}
