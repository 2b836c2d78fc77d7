//! The card game behind the table's contract.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Applied, Chance, Game, Illegal, Outcome, Pick, Prompt, Seat, SeatSet, SetupError, Sink, StateHash, Viewer};

use crate::kernel::ask::List;
use crate::kernel::eval::Ctx;
use crate::kernel::initiate::{Initiate, What};
use crate::kernel::run::Run;
use crate::kernel::setup::Setup as SetupFrame;
use crate::kernel::state::{Card, Frame, Id, Player, State, Step, Zone};
use crate::rules::Rules;
use crate::view::{Action, Event, View};
use crate::words::{CardType, Faction, Phase};

/// What a game is set up with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    pub seats: Vec<SeatSetup>,
    /// Titles are used (RR.melee). Without them more than two seats are for tests only.
    #[serde(default)]
    pub titles: bool,
}

/// One seat's deck as card codes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatSetup {
    pub faction: Faction,
    #[serde(default)]
    pub agendas: Vec<String>,
    pub plots: Vec<String>,
    pub draw: Vec<String>,
}

impl State {
    /// A table with these decks, before anything was drawn: for setup and for tests that set a table.
    pub fn bare(rules: &Rules, setup: &Setup, chance: Chance) -> Result<State, SetupError> {
        let n = setup.seats.len();
        if !(2..=8).contains(&n) {
            return Err(SetupError(format!("two to eight players, not {n}")));
        }
        let mut st = State {
            cards: Vec::new(),
            players: vec![Player::default(); n],
            play: Vec::new(),
            duplicates: Vec::new(),
            under: Vec::new(),
            removed: Vec::new(),
            titles: None,
            round: 0,
            phase_no: 0,
            phase: Phase::Setup,
            phase_over: false,
            step: Step(0),
            first_player: Seat(0),
            active: None,
            challenge: None,
            past: Vec::new(),
            challenges: 0,
            stack: Vec::new(),
            lasting: Vec::new(),
            reducers: Vec::new(),
            delayed: Vec::new(),
            uses: Vec::new(),
            asks: Default::default(),
            answers: Default::default(),
            outcome: None,
            deciding: Vec::new(),
            precedence: Vec::new(),
            heaps: crate::kernel::piles::Heaps::default(),
            rivals: Default::default(),
            busy: 0,
            clock: 0,
            chance,
            firsts: Vec::new(),
            dominance_winner: None,
            batch_ok: true,
            cache: Default::default(),
            log: Default::default(),
        };
        for (i, seat) in setup.seats.iter().enumerate() {
            let owner = Seat(i as u8);
            let faction = st.add(rules, &format!("faction{}", seat.faction.word()), owner, Zone::Play)?;
            st.player_mut(owner).faction_card = faction;
            for (codes, zone) in [(&seat.agendas, Zone::Agenda), (&seat.plots, Zone::PlotDeck), (&seat.draw, Zone::Deck)] {
                for code in codes {
                    st.add(rules, code, owner, zone)?;
                }
            }
        }
        if setup.titles {
            if n < 3 {
                return Err(SetupError(format!("melee is for three to eight players, not {n}")));
            }
            st.add_titles(rules)?;
        }
        Ok(st)
    }

    /// Adds a card to a zone of a player: during setup and for tests.
    pub fn add(&mut self, rules: &Rules, code: &str, owner: Seat, zone: Zone) -> Result<Id, SetupError> {
        let Some(def) = rules.find(code) else {
            return Err(SetupError(format!("no card with code {code} is implemented")));
        };
        if self.cards.len() >= usize::from(u16::MAX) - 1 {
            return Err(SetupError("more cards than a game can hold".to_owned()));
        }
        let kind = rules.cards[def as usize].def.kind;
        let fits = match zone {
            Zone::PlotDeck => kind == CardType::Plot,
            Zone::Agenda => kind == CardType::Agenda,
            Zone::Deck => matches!(kind, CardType::Character | CardType::Location | CardType::Attachment | CardType::Event),
            _ => true,
        };
        if !fits {
            return Err(SetupError(format!("{} ({code}) is no card for that deck", rules.cards[def as usize].def.name)));
        }
        let id = Id(self.cards.len() as u16);
        let open = matches!(zone, Zone::Play | Zone::Discard | Zone::Dead | Zone::UsedPlots | Zone::Agenda | Zone::RevealedPlot);
        self.cards.push(Card {
            def,
            owner,
            base: owner,
            zone,
            gen_: 0,
            kneeling: false,
            facedown: false,
            power: 0,
            gold: 0,
            tokens: Default::default(),
            host: None,
            became: None,
            entered: None,
            left: None,
            since: self.clock,
            known: if open {
                SeatSet(u16::MAX)
            } else if zone == Zone::Deck {
                SeatSet::EMPTY
            } else {
                SeatSet::one(owner)
            },
        });
        match zone {
            Zone::Play | Zone::RevealedPlot => self.play.push(id),
            zone => {
                if let Some(pile) = self.pile_mut(owner, zone) {
                    pile.push(id);
                }
            }
        }
        if zone == Zone::RevealedPlot {
            self.player_mut(owner).revealed = Some(id);
        }
        self.cache.fresh = false;
        Ok(id)
    }

    fn drain<S: Sink<Event>>(&mut self, sink: &mut S) {
        for event in self.log.events.drain(..) {
            sink.event(event);
        }
    }
}

/// Plots without which no second round can be played.
const LEAST_PLOTS: usize = 2;

impl Game for State {
    const KIND: &'static str = "card";
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn rules_id(rules: &Rules) -> String {
        let options = rules.melee.words();
        let options = if options.is_empty() { options } else { format!("{options} ") };
        let blanks = if rules.blanks.is_empty() { String::new() } else { format!("{}{}", crate::rulebook::BLANKS, rules.blanks.join(" ")) };
        format!("maester {} pool {} {options}{}{blanks}", env!("CARGO_PKG_VERSION"), rules.pool_hash, rules.rulings.word())
    }

    fn new<S: Sink<Event>>(rules: &Rules, setup: &Setup, chance: Chance, sink: &mut S) -> Result<State, SetupError> {
        // A revealed plot is in no plot deck: with one alone there is none to choose in the second round (RR.fw.1.2).
        if let Some(seat) = setup.seats.iter().position(|seat| seat.plots.len() < LEAST_PLOTS) {
            let plots = setup.seats[seat].plots.len();
            return Err(SetupError(format!("a game wants two plots at least in every plot deck, and {} has {plots}", Seat(seat as u8))));
        }
        let mut st = State::bare(rules, setup, chance)?;
        st.log.on = S::ON;
        st.recompute(rules);
        // A random player takes the first player token (RR.setup.2).
        st.first_player = Seat(st.chance.below(st.players.len() as u32) as u8);
        for i in 0..st.players.len() {
            st.shuffle_deck(Seat(i as u8));
            st.draw(rules, Seat(i as u8), 7);
        }
        let seats = st.players.len();
        st.push(Frame::Setup(SetupFrame::new(seats)));
        st.advance(rules);
        st.drain(sink);
        Ok(st)
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn acting(&self) -> SeatSet {
        self.asks.iter().filter(|a| !a.complete).map(|a| a.seat).collect()
    }

    fn decision(&self, seat: Seat) -> Option<u32> {
        self.ask_of(seat).map(|a| a.number)
    }

    fn prompt(&self, rules: &Rules, seat: Seat) -> Option<Prompt> {
        self.prompt_of(rules, seat)
    }

    fn legal(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if let Some(ask) = self.ask_of(seat) {
            ask.legal(self, rules, out);
        }
    }

    fn apply<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Pick, sink: &mut S) -> Result<Applied, Illegal> {
        let applied = self.pick(rules, seat, pick)?;
        if applied == Applied::Advanced {
            self.log.on = S::ON;
            self.advance(rules);
            self.drain(sink);
        }
        Ok(applied)
    }

    fn withdraw(&mut self, _rules: &Rules, seat: Seat) -> Result<(), Illegal> {
        self.take_back(seat)
    }

    fn concede<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, sink: &mut S) -> Result<(), Illegal> {
        self.log.on = S::ON;
        let done = self.give_up(rules, seat);
        self.drain(sink);
        done
    }

    fn out(&self) -> SeatSet {
        let conceded = |seat: &Seat| self.titles.as_ref().is_some_and(|titles| titles.conceded.contains(seat));
        (0..self.players.len() as u8).map(Seat).filter(|seat| self.player(*seat).eliminated || conceded(seat)).collect()
    }

    fn label(&self, rules: &Rules, seat: Seat, action: &Action) -> String {
        self.label_of(rules, seat, action)
    }

    fn explain(&self, rules: &Rules, seat: Seat, thing: &str) -> Vec<Illegal> {
        self.explain_thing(rules, seat, thing)
    }

    fn view(&self, rules: &Rules, viewer: Viewer) -> View {
        self.view_for(rules, viewer)
    }

    fn tell(&self, _rules: &Rules, viewer: Viewer, event: &Event) -> Option<Event> {
        viewer.told(event.only).then(|| Event { only: None, ..event.clone() })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn redeal(&mut self, rules: &Rules, viewer: Viewer, seed: u64) {
        self.redeal_for(rules, viewer, seed);
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        self.invariants(rules)
    }

    fn sound(&self, rules: &Rules) -> Result<(), String> {
        if self.heaps.asked && self.heaps.due.is_empty() {
            return Err("the cards that are being ordered are not there".to_owned());
        }
        crate::sound::sound(self, rules)
    }

    fn restore(&mut self, rules: &Rules) {
        self.cache.fresh = false;
        self.cache.der.clear();
        self.recompute(rules);
    }

    fn rekey(&mut self, rules: &Rules, seed: u64) -> Result<(), Illegal> {
        self.chance.rekey(seed);
        self.mix_unseen(rules);
        Ok(())
    }

    fn unseen(&self) -> StateHash {
        let known = |id: &Id| (self.card(*id).def, self.card(*id).known);
        let decks: Vec<Vec<(u16, SeatSet)>> = self.players.iter().map(|player| player.deck.iter().map(known).collect()).collect();
        StateHash::of(&(&self.chance, decks))
    }

    fn edit<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, edits: &[Value], sink: &mut S) -> Result<(), Illegal> {
        crate::repair::agreed(rules, self, seat, edits).map(|(repaired, told)| {
            *self = repaired;
            told.into_iter().for_each(|event| sink.event(event));
        })
    }

    fn chance(&self) -> Option<&Chance> {
        Some(&self.chance)
    }

    fn chance_mut(&mut self) -> Option<&mut Chance> {
        Some(&mut self.chance)
    }

    fn forced(&self, rules: &Rules, seat: Seat) -> bool {
        match self.ask_of(seat).map(|a| &a.list) {
            Some(List::One(list)) => list.len() == 1,
            Some(_) => {
                let mut list = Vec::new();
                self.legal(rules, seat, &mut list);
                list.len() == 1
            }
            None => false,
        }
    }
}

/// How often hidden cards are dealt anew in search of a deal that fits what is known; after that they stay as they are.
const REDEALS: u32 = 30;

impl State {
    /// Every hidden card that the viewer cannot know gets another identity among its owner's hidden cards.
    fn redeal_for(&mut self, rules: &Rules, viewer: Viewer, seed: u64) {
        let mut chance = Chance::seeded(seed);
        let promised = self.promises(rules);
        for owner in (0..self.players.len() as u8).map(Seat) {
            for (group, plots) in [
                (&[Zone::Hand, Zone::Deck, Zone::Shadows, Zone::Under, Zone::Duplicate, Zone::Removed][..], false),
                (&[Zone::PlotDeck, Zone::ChosenPlot, Zone::Removed], true),
            ] {
                let ids: Vec<Id> = (0..self.cards.len() as u16)
                    .map(Id)
                    .filter(|id| {
                        let c = self.card(*id);
                        let known = match viewer {
                            Viewer::All => true,
                            Viewer::Seat(seat) => c.known.contains(seat),
                            Viewer::Spectator => c.known == SeatSet(u16::MAX),
                        };
                        let hidden = match c.zone {
                            Zone::Duplicate => c.facedown,
                            Zone::Removed => c.facedown && plots == (rules.cards[c.def as usize].def.kind == CardType::Plot),
                            _ => true,
                        };
                        c.owner == owner && group.contains(&c.zone) && hidden && !known
                    })
                    .collect();
                let were: Vec<u16> = ids.iter().map(|id| self.card(*id).def).collect();
                for tries in 0..=REDEALS {
                    let mut defs = were.clone();
                    if tries < REDEALS {
                        chance.shuffle(&mut defs);
                    }
                    for (id, def) in ids.iter().zip(defs) {
                        self.card_mut(*id).def = def;
                    }
                    if promised.is_empty() {
                        break;
                    }
                    let now = self.promises(rules);
                    if promised.iter().all(|at| now.contains(at)) {
                        break;
                    }
                }
            }
        }
        self.redeal_titles(viewer, &mut chance);
        if viewer != Viewer::All {
            self.chance.rekey(seed ^ 0x006d_6165_7374_6572);
        }
        self.relist_hidden(rules, viewer);
    }

    /// The cards in draw decks that nobody knows change places, as the chance says.
    fn mix_unseen(&mut self, rules: &Rules) {
        let promised = self.promises(rules);
        for owner in (0..self.players.len() as u8).map(Seat) {
            let mut ids: Vec<Id> = self.player(owner).deck.iter().copied().filter(|id| self.card(*id).known == SeatSet::EMPTY).collect();
            ids.sort_unstable();
            let were: Vec<u16> = ids.iter().map(|id| self.card(*id).def).collect();
            let mut defs = were.clone();
            defs.sort_unstable();
            for tries in 0..=REDEALS {
                match tries < REDEALS {
                    true => self.chance.shuffle(&mut defs),
                    false => defs.clone_from(&were),
                }
                ids.iter().zip(&defs).for_each(|(id, def)| self.card_mut(*id).def = *def);
                if promised.is_empty() || self.promises(rules).iter().filter(|at| promised.contains(at)).count() == promised.len() {
                    break;
                }
            }
        }
        self.cache.fresh = false;
        self.recompute(rules);
    }

    /// The frames of abilities on their way that would still change the game. That they would was a condition of their initiation
    /// (RR.ab.can_initiate.1): all know that the hidden cards allow it, so no other hidden cards are possible.
    fn promises(&self, rules: &Rules) -> Vec<usize> {
        let holds = |frame: &Frame| {
            let inst = match frame {
                Frame::Run(Run { inst, .. }) | Frame::Initiate(Initiate { what: What::Ability(inst), .. }) => inst,
                _ => return false,
            };
            let effect = self.ability(rules, inst).triggered().map_or(&[][..], |t| &t.effect.0);
            !effect.is_empty() && Ctx::inst(self, rules, inst).would_any(effect, effect)
        };
        (0..self.stack.len()).filter(|at| holds(&self.stack[*at])).collect()
    }

    /// The lists of other seats' open questions follow their new cards.
    fn relist_hidden(&mut self, rules: &Rules, viewer: Viewer) {
        self.cache.fresh = false;
        self.recompute(rules);
        for at in 0..self.asks.len() {
            let seat = self.asks[at].seat;
            if viewer.sees(seat) || self.asks[at].complete || !self.asks[at].draft.is_empty() {
                continue;
            }
            if let Some(list) = self.list_anew(rules, seat, self.asks[at].topic) {
                self.asks[at].list = list;
            }
        }
    }

    /// What must always hold: cards conserved, each in one zone, attachments with hosts, nothing negative, somebody can act.
    pub fn invariants(&self, rules: &Rules) -> Result<(), String> {
        if !self.cache_holds(rules) {
            return Err("a characteristic hangs on something that changed without being worked out anew".to_owned());
        }
        let mut seen = vec![0u8; self.cards.len()];
        let mut count = |id: &Id, place: &[Zone]| -> Result<(), String> {
            seen[id.0 as usize] += 1;
            if place.contains(&self.card(*id).zone) {
                Ok(())
            } else {
                Err(format!("{id} lies in {place:?} and says {:?}", self.card(*id).zone))
            }
        };
        for p in &self.players {
            for (pile, zone) in [
                (&p.hand, Zone::Hand),
                (&p.deck, Zone::Deck),
                (&p.discard, Zone::Discard),
                (&p.dead, Zone::Dead),
                (&p.plot_deck, Zone::PlotDeck),
                (&p.used, Zone::UsedPlots),
                (&p.shadows, Zone::Shadows),
                (&p.agendas, Zone::Agenda),
            ] {
                pile.iter().try_for_each(|id| count(id, &[zone]))?;
            }
            p.chosen.iter().try_for_each(|id| count(id, &[Zone::ChosenPlot]))?;
            if p.gold < 0 {
                return Err("a gold pool is negative".to_owned());
            }
        }
        self.play.iter().try_for_each(|id| count(id, &[Zone::Play, Zone::RevealedPlot]))?;
        self.check_titles(&mut count)?;
        self.duplicates.iter().try_for_each(|id| count(id, &[Zone::Duplicate]))?;
        self.under.iter().try_for_each(|id| count(id, &[Zone::Under]))?;
        self.removed.iter().try_for_each(|id| count(id, &[Zone::Removed]))?;
        for (i, n) in seen.iter().enumerate() {
            let id = Id(i as u16);
            let zone = self.card(id).zone;
            let expected = u8::from(zone != Zone::BeingPlayed);
            if *n != expected {
                return Err(format!("{id} ({}) lies in {n} places, zone {zone:?}", rules.cards[self.card(id).def as usize].def.name));
            }
        }
        for id in self.play.iter().chain(&self.duplicates) {
            let c = self.card(*id);
            if c.power < 0 || c.gold < 0 || c.tokens.iter().any(|(_, n)| *n <= 0) {
                return Err(format!("{id} has a negative count"));
            }
            if let Some(host) = c.host
                && !self.in_play(host)
            {
                return Err(format!("{id} is attached to {host}, which is not in play"));
            }
        }
        for seat in self.order() {
            let sum: i32 = self.play.iter().filter(|id| self.controller(**id) == seat).map(|id| i32::from(self.card(*id).power)).sum();
            if sum != self.power_of(seat) {
                return Err(format!("the power total of {seat} is wrong"));
            }
        }
        if self.outcome.is_none() && self.acting().is_empty() {
            return Err("nobody can act and the game is not over".to_owned());
        }
        if self.outcome.is_none() {
            let mut list = Vec::new();
            for seat in self.acting().iter() {
                self.legal(rules, seat, &mut list);
                if list.is_empty() {
                    return Err(format!("{seat} is asked and has no legal pick"));
                }
            }
        }
        Ok(())
    }
}
