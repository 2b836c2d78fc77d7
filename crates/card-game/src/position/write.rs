//! A game as text.

use std::fmt::Write;

use table::{Seat, SeatSet};

use super::point::{At, Point};
use super::{HEAD, token};
use crate::kernel::event::Verb;
use crate::kernel::state::{Id, State, Zone};
use crate::lang::ast::Means;
use crate::rules::Rules;
use crate::words::{CardType, Phase};

/// What lies on the table, as text. `Err`: what cannot be written, in one sentence.
///
/// A position can be written in an action window and where the framework asks (mulligan, plots, a challenge, defenders, the reserve); in
/// the middle of a resolving effect it cannot, nor while an effect waits for its moment.
pub fn write(rules: &Rules, st: &State) -> Result<String, String> {
    write_with_ids(rules, st).map(|(text, _)| text)
}

/// The same, with the game's cards in the order in which the text names them: the game that is read from it numbers them so.
pub fn write_with_ids(rules: &Rules, st: &State) -> Result<(String, Vec<Id>), String> {
    if st.outcome.is_some() {
        return Err("the game is over".to_owned());
    }
    if !rules.blanks.is_empty() {
        return Err(format!(
            "cards that are not implemented are played blank here ({}), and a position cannot name them",
            rules.blanks.join(", ")
        ));
    }
    if !st.answers.is_empty() || st.asks.iter().any(|a| a.complete || !a.draft.is_empty()) {
        return Err("an answer is on its way".to_owned());
    }
    let Some(point) = Point::of(st) else {
        let asked: Vec<String> = st.asks.iter().map(|a| format!("{} is asked about {}", a.seat, a.topic.words().0)).collect();
        return Err(format!(
            "something is half resolved ({}, {}): a position stands in an action window or at a choice of the framework",
            asked.join(", "),
            st.step.name()
        ));
    };
    if let Some(delayed) = st.delayed.first() {
        let name = &rules.cards[delayed.inst.def as usize].def.name;
        return Err(format!("an effect of {name} waits for its moment: a position can be written when it has come"));
    }
    let mut w = Writer { rules, st, labels: vec![0; st.cards.len()], labelled: 0, order: Vec::new(), text: String::new() };
    w.referenced();
    w.order.extend(st.players.iter().map(|p| p.faction_card));
    w.head(&point);
    w.titles()?;
    for seat in (0..st.players.len() as u8).map(Seat) {
        w.seat(seat)?;
    }
    w.more(&point)?;
    w.all_written()?;
    Ok((w.text, w.order))
}

pub(super) struct Writer<'a> {
    pub rules: &'a Rules,
    pub st: &'a State,
    /// Cards that other lines speak of have a number; 0: none, `u32::MAX`: one, when the card is written.
    pub labels: Vec<u32>,
    labelled: u32,
    order: Vec<Id>,
    pub text: String,
}

/// A list of seats in words.
pub(super) fn seats(list: impl IntoIterator<Item = Seat>) -> String {
    list.into_iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
}

/// How a card came into play, in a word.
pub(super) const MEANS: [(Means, &str); 4] =
    [(Means::Marshaled, "marshaled"), (Means::Ambush, "ambush"), (Means::OutOfShadows, "shadows"), (Means::PutIntoPlay, "put")];

/// How a card left play for where it is, in a word.
pub(super) const WAYS: [(Verb, &str); 8] = [
    (Verb::Kill, "killed"),
    (Verb::Discard, "discarded"),
    (Verb::Sacrifice, "sacrificed"),
    (Verb::Return, "returned"),
    (Verb::Move, "moved"),
    (Verb::Rule, "ruled"),
    (Verb::Replaced, "replaced"),
    (Verb::Title, "passed"),
];

/// Who knows a card that lies there, if nothing else is said; open areas are open to all.
pub(super) fn known_there(zone: Zone, seat: Seat, facedown: bool) -> SeatSet {
    match zone {
        Zone::Hand | Zone::Shadows | Zone::PlotDeck | Zone::Under => SeatSet::one(seat),
        Zone::Deck => SeatSet::EMPTY,
        Zone::Duplicate if facedown => SeatSet::one(seat),
        _ => SeatSet(u16::MAX),
    }
}

/// Whether a card that lies there lies facedown, if nothing else is said; `None`: it makes no difference.
pub(super) fn facedown_there(zone: Zone) -> Option<bool> {
    match zone {
        Zone::Shadows | Zone::Under => Some(true),
        Zone::Play | Zone::RevealedPlot | Zone::Duplicate => Some(false),
        _ => None,
    }
}

impl Writer<'_> {
    pub fn line(&mut self, key: &str, rest: &str) {
        let _ = writeln!(self.text, "{key} {rest}");
    }

    fn head(&mut self, point: &Point) {
        let st = self.st;
        self.text.push_str(HEAD);
        self.text.push('\n');
        self.line("rulings:", self.rules.rulings.word());
        self.line("format:", if st.titles.is_some() { "melee" } else { "joust" });
        let mut round = format!("{} phase {} at {}", st.round, point.phase.word(), point.at.word());
        if point.at.window() || matches!(point.at, At::Mulligan | At::Reserve) {
            let _ = write!(round, " turn {}", point.turn);
        }
        if point.passed > 0 {
            let _ = write!(round, " passed {}", point.passed);
        }
        let _ = write!(round, " first {}", st.first_player);
        if let Some(active) = st.active {
            let _ = write!(round, " active {active}");
        }
        if !point.done.is_empty() {
            let _ = write!(round, " done {}", seats(point.done.iter().copied()));
        }
        self.line("round", &round);
        self.line("chance:", &st.chance.to_string());
        if let Some(seat) = st.dominance_winner {
            self.line("dominance:", &seat.to_string());
        }
    }

    /// The titles that nobody bears.
    fn titles(&mut self) -> Result<(), String> {
        let Some(titles) = &self.st.titles else { return Ok(()) };
        if titles.selecting {
            return Err("titles are being selected".to_owned());
        }
        // Their order means nothing: they are shuffled before each selection.
        let mut pool = titles.pool.clone();
        pool.sort_by_key(|id| (self.st.card(*id).def, *id));
        self.pile(Seat(0), "titles", &pool)
    }

    fn seat(&mut self, seat: Seat) -> Result<(), String> {
        let st = self.st;
        let p = st.player(seat);
        self.text.push('\n');
        self.line("seat", &seat.to_string());
        let faction = self.rules.cards[st.card(p.faction_card).def as usize].def.faction.word();
        if p.eliminated {
            self.line("  faction:", faction);
            self.text.push_str("  eliminated\n");
            let removed: Vec<Id> = st.removed.iter().copied().filter(|id| st.card(*id).owner == seat && *id != p.faction_card).collect();
            return self.pile(seat, "removed", &removed);
        }
        let attrs = self.attrs(p.faction_card, seat)?;
        let on = self.on(p.faction_card, seat)?;
        self.line("  faction:", &format!("{faction}{attrs}{on}"));
        self.line("  gold:", &p.gold.to_string());
        self.line("  power:", &st.card(p.faction_card).power.to_string());
        if p.limited > 0 {
            self.line("  limited:", &p.limited.to_string());
        }
        if p.drew {
            self.text.push_str("  drew\n");
        }
        if !p.gave.is_empty() {
            let to: Vec<String> = p.gave.iter().map(|seat| seat.to_string()).collect();
            self.line("  gave:", &to.join(" "));
        }
        self.pile(seat, "agenda", &p.agendas)?;
        self.pile(seat, "plot", &p.revealed.into_iter().collect::<Vec<_>>())?;
        let loose = st.play.iter().copied().filter(|id| {
            let c = st.card(*id);
            c.base == seat && c.host.is_none() && c.zone == Zone::Play && !st.players.iter().any(|p| p.faction_card == *id)
        });
        for id in loose.collect::<Vec<_>>() {
            let title = self.rules.cards[st.card(id).def as usize].def.kind == CardType::Title;
            self.pile(seat, if title { "title" } else { "play" }, &[id])?;
        }
        self.pile(seat, "hand", &self.sorted(&p.hand))?;
        self.pile(seat, "shadows", &p.shadows)?;
        self.pile(seat, "dead", &p.dead)?;
        self.pile(seat, "discard", &p.discard)?;
        self.pile(seat, "plots", &self.sorted(&p.plot_deck))?;
        self.pile(seat, "used", &p.used)?;
        let removed: Vec<Id> = st.removed.iter().copied().filter(|id| st.card(*id).owner == seat).collect();
        self.pile(seat, "removed", &removed)?;
        let deck: Vec<Id> = p.deck.iter().rev().copied().collect();
        self.pile(seat, "deck", &deck)
    }

    /// Cards whose order means nothing, copies side by side.
    fn sorted(&self, ids: &[Id]) -> Vec<Id> {
        let mut ids = ids.to_vec();
        ids.sort_by_key(|id| {
            let c = self.st.card(*id);
            (c.def, c.known.0, c.left.is_some(), *id)
        });
        ids
    }

    /// Cards in lines of eight; like cards that lie together are counted.
    fn pile(&mut self, seat: Seat, key: &str, ids: &[Id]) -> Result<(), String> {
        let mut written: Vec<(usize, String, String)> = Vec::new();
        for id in ids {
            let from = self.order.len();
            let card = self.card(*id, seat)?;
            let name = |id: &Id| self.rules.cards[self.st.card(*id).def as usize].def.name.clone();
            let names: Vec<String> = self.order[from..].iter().map(name).collect();
            match written.last_mut() {
                Some((n, last, _)) if *last == card && token::plain(&card) => *n += 1,
                _ => written.push((1, card, names.join(", "))),
            }
        }
        for row in written.chunks(8) {
            let counted = |n: &usize, of: &str, x: &str| if *n > 1 { format!("{n}{x}{of}") } else { of.to_owned() };
            let codes: Vec<String> = row.iter().map(|(n, card, _)| counted(n, card, "x")).collect();
            let names: Vec<String> = row.iter().map(|(n, _, name)| counted(n, name, " ")).collect();
            let margin = if key == "titles" { "" } else { "  " };
            self.line(&format!("{margin}{key}:"), &format!("{}  # {}", codes.join(" "), names.join(", ")));
        }
        Ok(())
    }

    /// A card with all that is on it, in the block of a seat.
    fn card(&mut self, id: Id, block: Seat) -> Result<String, String> {
        self.order.push(id);
        let def = &self.rules.cards[self.st.card(id).def as usize].def;
        if !token::plain(&def.code) {
            return Err(format!("the code {:?} cannot stand in a line", def.code));
        }
        Ok(format!("{}{}{}", def.code, self.attrs(id, block)?, self.on(id, block)?))
    }

    /// What is on a card in itself, in parentheses.
    fn attrs(&mut self, id: Id, block: Seat) -> Result<String, String> {
        let c = self.st.card(id);
        let mut out: Vec<String> = Vec::new();
        let faction = self.st.players.iter().any(|p| p.faction_card == id);
        if c.kneeling {
            out.push("kneeling".to_owned());
        }
        if facedown_there(c.zone).is_some_and(|usual| usual != c.facedown) {
            out.push(if c.facedown { "facedown" } else { "faceup" }.to_owned());
        }
        if c.power != 0 && !faction {
            out.push(format!("power {}", c.power));
        }
        if c.gold != 0 {
            out.push(format!("gold {}", c.gold));
        }
        for (token, n) in &c.tokens {
            let name = &self.rules.tokens[*token as usize];
            if name.contains(|c: char| "(),#\"".contains(c)) {
                return Err(format!("the token {name:?} cannot stand in a line"));
            }
            out.push(format!("token {name} {n}"));
        }
        if c.base != block {
            out.push(format!("by {}", c.base));
        }
        if c.owner != c.base {
            out.push(format!("owner {}", c.owner));
        }
        let everyone = SeatSet::first(self.st.players.len());
        let known = |set: SeatSet| SeatSet(set.0 & everyone.0);
        let usual = known_there(c.zone, c.base, c.facedown);
        if usual != SeatSet(u16::MAX) && known(c.known) != known(usual) {
            let word = match known(c.known) {
                // Whoever looks on knows it, too.
                _ if c.known == SeatSet(u16::MAX) => "all".to_owned(),
                none if none.is_empty() => "nobody".to_owned(),
                some => seats(some.iter()),
            };
            out.push(format!("seen {word}"));
        }
        // How it came into play matters in that phase only.
        if let Some((means, phase)) = c.entered
            && phase == self.st.phase_no
        {
            let word = MEANS.iter().find(|(m, _)| *m == means).map_or("", |(_, word)| word);
            out.push(format!("entered {word}"));
        }
        if let Some((verb, phase)) = c.left
            && phase == self.st.phase_no
        {
            let word = WAYS.iter().find(|(v, _)| *v == verb).map_or("", |(_, word)| word);
            out.push(format!("left {word}"));
        }
        if let Some(became) = c.became {
            let code = &self.rules.cards[became.def as usize].def.code;
            out.push(format!("became {code} {} {}", became.ability + 1, became.pc));
        }
        if self.labels[id.0 as usize] != 0 {
            self.labelled += 1;
            self.labels[id.0 as usize] = self.labelled;
            out.push(format!("@{}", self.labelled));
        }
        Ok(if out.is_empty() { String::new() } else { format!("({})", out.join(", ")) })
    }

    /// The cards on a card, in brackets.
    fn on(&mut self, id: Id, block: Seat) -> Result<String, String> {
        let st = self.st;
        let attached: Vec<Id> = st.attachments_of(id).collect();
        let duplicates: Vec<Id> = st.duplicates_of(id).collect();
        let under: Vec<Id> = st.under.iter().copied().filter(|u| st.card(*u).host == Some(id)).collect();
        let mut out = Vec::new();
        for (sign, cards) in [('+', attached), ('=', duplicates), ('~', under)] {
            for card in cards {
                out.push(format!("{sign}{}", self.card(card, block)?));
            }
        }
        Ok(if out.is_empty() { String::new() } else { format!("[{}]", out.join(" ")) })
    }

    /// Nothing may be lost: every card stands in the text once.
    fn all_written(&self) -> Result<(), String> {
        let mut times = vec![0u8; self.st.cards.len()];
        self.order.iter().for_each(|id| times[id.0 as usize] += 1);
        match times.iter().position(|n| *n != 1) {
            None => Ok(()),
            Some(at) => {
                let card = &self.st.cards[at];
                let name = &self.rules.cards[card.def as usize].def.name;
                Err(format!("{name} lies where no line of a position tells it ({:?})", card.zone))
            }
        }
    }
}

/// The number of a phase in the round, from 1; setup is 0.
pub(super) fn ordinal(phase: Phase) -> u32 {
    phase as u32
}
