//! Setting the table: cards into their areas, gold, power, factions.

use table::Seat;

use super::{Id, Table, Zone};
use crate::words::Faction;

impl Table {
    /// Code of a card by code or title.
    pub(super) fn code(&self, name: &str) -> String {
        if self.rules.find(name).is_some() {
            return name.to_owned();
        }
        // A card of the test's own goes before one of the game that has the same name.
        let own = |code: &str| crate::pool::Pool::builtin().find(code).is_none();
        let named = || self.rules.cards.iter().filter(|c| c.def.name == name);
        let card = named().find(|c| own(&c.def.code)).or_else(|| named().next()).unwrap_or_else(|| panic!("no card named {name:?}"));
        card.def.code.clone()
    }

    /// Puts a card into a zone.
    pub fn put(&mut self, seat: Seat, name: &str, zone: Zone) -> Id {
        let code = self.code(name);
        let id = self.st.add(&self.rules, &code, seat, zone).expect("a card for that zone");
        self.st.recompute(&self.rules);
        id
    }
    pub fn play(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::Play)
    }
    pub fn hand(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::Hand)
    }
    /// On top of the deck.
    pub fn deck(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::Deck)
    }
    pub fn discard(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::Discard)
    }
    pub fn dead(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::Dead)
    }
    pub fn shadows(&mut self, seat: Seat, name: &str) -> Id {
        let id = self.put(seat, name, Zone::Shadows);
        self.st.card_mut(id).facedown = true;
        id
    }
    pub fn agenda(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::Agenda)
    }
    pub fn plot_deck(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::PlotDeck)
    }
    pub fn used(&mut self, seat: Seat, name: &str) -> Id {
        self.put(seat, name, Zone::UsedPlots)
    }
    /// Replaces the revealed plot.
    pub fn plot(&mut self, seat: Seat, name: &str) -> Id {
        if let Some(old) = self.st.player(seat).revealed {
            self.st.pull(old);
            self.st.card_mut(old).zone = Zone::Removed;
            self.st.removed.push(old);
        }
        self.put(seat, name, Zone::RevealedPlot)
    }
    /// Empties a seat's plot deck.
    pub fn no_plots(&mut self, seat: Seat) {
        for id in self.st.player(seat).plot_deck.clone() {
            self.st.relocate(&self.rules, id, crate::lang::ast::Destination::RemovedFromGame);
        }
    }
    /// Takes the filler card out of a seat's hand: windows in which nothing open can be used are then skipped for it.
    pub fn empty_hand(&mut self, seat: Seat) {
        for id in self.st.player(seat).hand.clone() {
            self.st.relocate(&self.rules, id, crate::lang::ast::Destination::RemovedFromGame);
        }
    }
    /// Leaves so many cards in a seat's deck.
    pub fn deck_size(&mut self, seat: Seat, n: usize) {
        while self.st.player(seat).deck.len() > n {
            let id = self.st.player(seat).deck[0];
            self.st.relocate(&self.rules, id, crate::lang::ast::Destination::RemovedFromGame);
        }
    }
    /// Attaches a new card of the host's owner.
    pub fn attach(&mut self, host: Id, name: &str) -> Id {
        let seat = self.st.card(host).owner;
        self.attach_for(seat, host, name)
    }
    pub fn attach_for(&mut self, seat: Seat, host: Id, name: &str) -> Id {
        let id = self.put(seat, name, Zone::Play);
        self.st.card_mut(id).host = Some(host);
        self.st.recompute(&self.rules);
        id
    }
    /// Puts a further copy under a card.
    pub fn duplicate(&mut self, over: Id) -> Id {
        let (owner, code) = (self.st.card(over).owner, self.rules.cards[self.st.card(over).def as usize].def.code.clone());
        let id = self.put(owner, &code, Zone::Removed);
        let c = self.st.card_mut(id);
        c.zone = Zone::Duplicate;
        c.host = Some(over);
        self.st.removed.retain(|r| *r != id);
        self.st.duplicates.push(id);
        self.st.recompute(&self.rules);
        id
    }
    pub fn kneel(&mut self, id: Id) {
        self.st.card_mut(id).kneeling = true;
        self.st.recompute(&self.rules);
    }
    pub fn set_gold(&mut self, seat: Seat, n: i32) {
        self.st.player_mut(seat).gold = n;
    }
    pub fn set_gold_on(&mut self, id: Id, n: i16) {
        self.st.card_mut(id).gold = n;
    }
    pub fn set_power(&mut self, id: Id, n: i16) {
        self.st.card_mut(id).power = n;
        self.st.recompute(&self.rules);
    }
    pub fn faction(&self, seat: Seat) -> Id {
        self.st.player(seat).faction_card
    }
    /// Gives a seat another faction (its faction card becomes that faction's).
    pub fn be(&mut self, seat: Seat, faction: Faction) {
        let def = self.rules.find(&format!("faction{}", faction.word())).expect("a faction card");
        let id = self.faction(seat);
        self.st.card_mut(id).def = def;
        self.st.recompute(&self.rules);
    }
    /// The seat bears this title.
    pub fn title(&mut self, seat: Seat, name: &str) -> Id {
        let def = |id: &Id| &self.rules.cards[self.st.card(*id).def as usize].def;
        let pool = self.st.titles.as_ref().expect("a melee").pool.clone();
        let id = pool.into_iter().find(|id| def(id).name == name).unwrap_or_else(|| panic!("no title {name:?} in the pool"));
        self.st.enter_title(&self.rules, id, seat);
        self.st.recompute(&self.rules);
        id
    }
    pub fn give_control(&mut self, id: Id, seat: Seat) {
        self.st.card_mut(id).base = seat;
        self.st.recompute(&self.rules);
    }
}
