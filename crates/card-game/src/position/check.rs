//! What no table can look like: a text that says so is refused.

use table::Seat;

use super::Error;
use super::point::At;
use super::read::Reader;
use crate::kernel::state::{Id, Zone};
use crate::words::{CardType, Phase};

impl Reader<'_> {
    fn name(&self, id: Id) -> &str {
        &self.rules.cards[self.st.card(id).def as usize].def.name
    }
    fn wrong(&mut self, line: usize, what: String, right: &str) {
        let error = Error::new(line, what);
        self.errors.push(if right.is_empty() { error } else { error.right(right) });
    }

    /// Everything is on the table: does it fit together?
    pub fn check(&mut self) {
        self.hosts();
        self.uniques();
        self.players();
        self.sides();
    }

    /// Attachments on legal hosts (RR.glossary.attachment_cards.6), duplicates under copies (RR.glossary.duplicates.1).
    fn hosts(&mut self) {
        for at in 0..self.st.cards.len() {
            let id = Id(at as u16);
            let card = self.st.card(id);
            let Some(host) = card.host else { continue };
            let (line, over) = (self.lines[at], self.st.card(host).clone());
            let (this, that) = (self.name(id).to_owned(), self.name(host).to_owned());
            match card.zone {
                Zone::Play => {
                    let seat = self.st.der(id).controller;
                    if !self.st.may_host(self.rules, id, host, seat) {
                        self.wrong(line, format!("{this} cannot be attached to {that}"), "");
                    }
                }
                Zone::Duplicate => {
                    let unique = self.rules.cards[over.def as usize].def.unique;
                    let other = self.rules.cards[card.def as usize].duplicates_others;
                    if over.zone != Zone::Play {
                        self.wrong(line, format!("a duplicate on {that}, which is not in play"), "");
                    } else if !card.facedown && !other && (!unique || this != that) {
                        let right = "a duplicate is a further copy of a unique card, by its title; another card is facedown";
                        self.wrong(line, format!("{this} is no duplicate of {that}"), right);
                    }
                }
                _ => {}
            }
        }
    }

    /// A player has one copy of a unique card in play (RR.glossary.unique.1).
    fn uniques(&mut self) {
        let play = self.st.play.clone();
        for (at, id) in play.iter().enumerate() {
            if !self.rules.cards[self.st.card(*id).def as usize].def.unique || self.st.card(*id).facedown {
                continue;
            }
            let holder = self.st.der(*id).controller;
            let twin = |o: &&Id| self.name(**o) == self.name(*id) && self.st.der(**o).controller == holder && !self.st.card(**o).facedown;
            if play[..at].iter().any(|o| twin(&o)) {
                let what = format!("{holder} has {} in play twice, and it is unique", self.name(*id));
                self.wrong(self.lines[id.0 as usize], what, "write the other copy as its duplicate: CODE[=CODE]");
            }
        }
    }

    /// Nobody has won or is out already, and everybody can choose a plot.
    fn players(&mut self) {
        let choosing = self.point.at == At::Plots || (self.point.phase == Phase::Plot && self.point.at == At::Start);
        for seat in (0..self.st.players.len() as u8).map(Seat).filter(|s| !self.st.player(*s).eliminated).collect::<Vec<_>>() {
            let line = self.seat_lines[seat.index()];
            let (power, p) = (self.st.power_of(seat), self.st.player(seat));
            let (deck, plots, used) = (p.deck.len(), p.plot_deck.len(), p.used.len());
            if power >= 15 && !self.st.cache.players[seat.index()].cannot_win {
                let what = format!("{seat} has {power} power: the game would be over (RR.glossary.winning_the_game.1)");
                self.wrong(line, what, "write power and power on cards up to 14 together");
            }
            if deck == 0 {
                let what = format!("{seat} has no card in the deck: the player would be out (RR.glossary.winning_the_game.3)");
                self.wrong(line, what, "write at least one card in `deck:`");
            }
            if plots == 0 && (choosing || used == 0) {
                let what = format!("{seat} has no plot to choose in the next plot phase");
                self.wrong(line, what, "write at least one card in `plots:`");
            }
        }
    }

    /// Who takes part in a challenge; all its attackers may have left it.
    fn sides(&mut self) {
        let line = self.round_line;
        let Some(c) = &self.st.challenge else {
            if self.point.at.challenge() {
                let right = "write e.g. `challenge: military P1 against P2 attackers @1`";
                self.wrong(line, format!("at {}, and no line says which challenge", self.point.at.word()), right);
            }
            return;
        };
        let parts =
            c.attackers.iter().map(|id| (*id, c.attacker, "attacks")).chain(c.defenders.iter().map(|id| (*id, c.defender, "defends")));
        let parts: Vec<(Id, Seat, &str)> = parts.collect();
        let early = !c.defenders.is_empty() && self.point.at != At::Defended;
        for (id, seat, does) in parts {
            let character = self.st.in_play(id) && self.st.kind(self.rules, id) == CardType::Character;
            if !character || self.st.der(id).controller != seat {
                let what = format!("{} {does} and is no character in play under {seat}'s control", self.name(id));
                self.wrong(self.lines[id.0 as usize], what, "");
            }
        }
        if early {
            self.wrong(line, "defenders before they are declared".to_owned(), "write at defended");
        }
    }
}
