//! What lasts beside the cards: the challenge, earlier challenges of the round, lasting effects, reducers, limits.
//!
//! These lines speak of cards by the numbers (`@3`) that the cards carry. What a lasting effect does is written in the engine's own
//! words (`Str(2)`, `Icon(military)`), with the codes of the cards on which a longer text stands.

use serde::{Deserialize, Serialize};
use table::Seat;

use super::Error;
use super::point::Point;
use super::read::{Reader, Words};
use super::write::{Writer, ordinal};
use crate::kernel::state::{CardRef, Challenge, Ground, Id, Lasting, Mod, Past, Reducer, Until, UseCount};
use crate::lang::near::close;
use crate::lang::traits::{TRAITS, Trait, TraitSet};
use crate::words::{ChallengeType, Phase};

/// A modifier whose value in a state holds places in the pool: with codes instead.
#[derive(Serialize, Deserialize)]
enum Coded {
    Immune(String, u8, u8),
    Grant(String, u8),
    Listed(String, u8, u8),
    AttachOnly(Vec<Trait>),
}

impl Writer<'_> {
    fn code(&self, def: u16) -> String {
        self.rules.cards[def as usize].def.code.clone()
    }

    fn there(&self, card: &CardRef) -> bool {
        self.st.same(*card).is_some()
    }

    /// Lasting effects that still concern something.
    fn lasting(&self) -> impl Iterator<Item = &Lasting> {
        self.st.lasting.iter().filter(|l| l.player.is_some() || l.cards.iter().any(|c| self.there(c)))
    }

    /// Use counts that can still matter: of a card that is still the same object, or of no certain one.
    fn limits(&self) -> impl Iterator<Item = &UseCount> {
        self.st.uses.iter().filter(|u| u.card.is_none_or(|c| self.there(&c)))
    }

    /// Gives a number to every card that a later line speaks of.
    pub fn referenced(&mut self) {
        let st = self.st;
        let mut ids: Vec<Id> = Vec::new();
        if let Some(c) = &st.challenge {
            ids.extend(c.attackers.iter().chain(&c.defenders).chain(&c.bypassed).chain(&c.assaulted));
            ids.extend(c.grounds.iter().map(|g| g.card));
        }
        for l in self.lasting() {
            ids.push(l.source);
            ids.extend(l.cards.iter().filter(|c| self.there(c)).map(|c| c.id));
        }
        ids.extend(st.titles.iter().flat_map(|t| &t.redirects).map(|(id, _)| *id));
        ids.extend(st.reducers.iter().map(|r| r.source));
        ids.extend(self.limits().filter_map(|u| u.card).map(|c| c.id));
        ids.into_iter().for_each(|id| self.labels[id.0 as usize] = u32::MAX);
    }

    fn at(&self, id: Id) -> String {
        format!("@{}", self.labels[id.0 as usize])
    }
    fn ats(&self, ids: impl IntoIterator<Item = Id>) -> String {
        ids.into_iter().map(|id| format!(" {}", self.at(id))).collect()
    }

    fn until(&self, until: Until) -> Result<String, String> {
        let st = self.st;
        Ok(match until {
            Until::Challenge(n) if n == st.challenges && st.challenge.is_some() => "challenge".to_owned(),
            Until::Phase(n) if n == st.phase_no => "phase".to_owned(),
            Until::Round(n) if n == st.round => "round".to_owned(),
            Until::Plot(seat) => format!("plot {seat}"),
            Until::Forever => "forever".to_owned(),
            other => return Err(format!("something lasts until a moment that is not now ({other:?})")),
        })
    }

    fn modifier(&self, m: &Mod) -> Result<String, String> {
        let coded = match *m {
            Mod::Immune(def, a, n) => Some(Coded::Immune(self.code(def), a, n)),
            Mod::Grant(def, a) => Some(Coded::Grant(self.code(def), a)),
            Mod::Listed(def, a, n) => Some(Coded::Listed(self.code(def), a, n)),
            Mod::AttachOnly(set) => {
                let traits = TRAITS.iter().filter_map(|name| Trait::find(name)).filter(|t| set.has(*t)).collect();
                Some(Coded::AttachOnly(traits))
            }
            _ => None,
        };
        let text = match coded {
            Some(coded) => ron::to_string(&coded),
            None => ron::to_string(m),
        };
        text.map_err(|why| format!("{m:?} cannot be written: {why}"))
    }

    /// The lines behind the seats.
    pub fn more(&mut self, point: &Point) -> Result<(), String> {
        let st = self.st;
        let mut lines: Vec<(&str, String)> = Vec::new();
        let now = st.challenge.as_ref().map(|_| 1).unwrap_or(0);
        let (past, current) = st.past.split_at(st.past.len().saturating_sub(now));
        for p in past {
            let mut text = format!("{} {} against {}", p.kind.word(), p.attacker, p.defender);
            if p.against != p.defender {
                text += &format!(" opened {}", p.against);
            }
            for (word, seat) in [("won", p.winner), ("lost", p.loser)] {
                if let Some(seat) = seat {
                    text += &format!(" {word} {seat}");
                }
            }
            if p.phase != st.phase_no || point.phase != Phase::Challenges {
                let ago = st.phase_no - p.phase;
                let phase = ordinal(point.phase).checked_sub(ago).and_then(|n| Phase::ALL.get(n as usize));
                let phase = phase.ok_or("a challenge of an earlier round is still remembered")?;
                text += &format!(" in {}", phase.word());
            }
            lines.push(("fought:", text));
        }
        if let Some(c) = &st.challenge {
            if c.result.is_some() || !c.claim_on.is_empty() || c.processed != 0 || c.number != st.challenges {
                return Err("a challenge has its result and is not over".to_owned());
            }
            let mut text = format!("{} {} against {}", c.kind.word(), c.attacker, c.defender);
            if current.first().is_some_and(|p| p.against != c.against || p.defender != c.defender) {
                return Err("a challenge is remembered otherwise than it is".to_owned());
            }
            if c.against != c.defender {
                text += &format!(" opened {}", c.against);
            }
            for (word, cards) in [("attackers", &c.attackers), ("defenders", &c.defenders), ("bypassed", &c.bypassed)] {
                if !cards.is_empty() {
                    // Sides are sets: as the cards stand above.
                    let mut cards = cards.clone();
                    cards.sort_by_key(|id| self.labels[id.0 as usize]);
                    text += &format!(" {word}{}", self.ats(cards));
                }
            }
            text += &c.assaulted.map(|id| format!(" assaulted {}", self.at(id))).unwrap_or_default();
            if c.over {
                text += " over";
            }
            lines.push(("challenge:", text));
            for g in &c.grounds {
                let side = if g.attacking { "attacking" } else { "defending" };
                lines.push(("ground:", format!("{side} {} effects {}", self.at(g.card), g.effects)));
            }
        }
        for l in self.lasting() {
            // In whatever order they were chosen.
            let mut on: Vec<Id> = l.cards.iter().filter(|c| self.there(c)).map(|c| c.id).collect();
            on.sort_unstable_by_key(|id| self.labels[id.0 as usize]);
            let cards = self.ats(on);
            let on = l.player.map_or(format!("on{cards}"), |seat| format!("player {seat}"));
            let mods = l.mods.iter().map(|m| self.modifier(m)).collect::<Result<Vec<_>, _>>()?.join(" & ");
            let (until, source) = (self.until(l.until)?, self.at(l.source));
            lines.push(("lasting:", format!("until {until} by {} from {} {source} {on} does {mods}", l.controller, self.code(l.def))));
        }
        for r in &st.reducers {
            let (def, ability, pc) = r.at;
            let until = self.until(r.until)?;
            let (code, source) = (self.code(def), self.at(r.source));
            lines.push(("reducer:", format!("until {until} for {} less {} from {code} {source} at {} {pc}", r.player, r.by, ability + 1)));
        }
        for u in self.limits() {
            let card = u.card.map(|c| format!(" of {}", self.at(c.id))).unwrap_or_default();
            let until = self.until(u.until)?;
            lines.push(("limit:", format!("until {until} by {} {} {}{card} times {}", u.seat, self.code(u.def), u.ability + 1, u.count)));
        }
        for (seat, place, until) in &st.firsts {
            let (def, ability, n) = self.rules.firsts[*place as usize];
            let until = self.until(*until)?;
            lines.push(("spent:", format!("until {until} by {seat} {} {} {n}", self.code(def), ability + 1)));
        }
        for (title, seat) in st.titles.iter().flat_map(|t| &t.redirects) {
            lines.push(("redirected:", format!("{} by {seat}", self.at(*title))));
        }
        for (winner, loser) in st.titles.iter().flat_map(|t| &t.bonuses) {
            lines.push(("rivals:", format!("{winner} over {loser}")));
        }
        if !lines.is_empty() {
            self.text.push('\n');
        }
        lines.into_iter().for_each(|(key, text)| self.line(key, &text));
        Ok(())
    }
}

impl Reader<'_> {
    fn until(&self, w: &mut Words) -> Result<Until, Error> {
        w.expect("until")?;
        let word = w.word("how long it lasts")?;
        Ok(match word {
            "challenge" if self.st.challenge.is_some() => Until::Challenge(self.st.challenges),
            "challenge" => return Err(w.error("no challenge is going on")),
            "phase" if self.st.phase_over => return Err(w.error("no phase is going on at its start")),
            "phase" => Until::Phase(self.st.phase_no),
            "round" => Until::Round(self.st.round),
            "plot" => Until::Plot(self.seat(w)?),
            "forever" => Until::Forever,
            other => {
                return Err(w
                    .error(format!("nothing lasts until {other:?}"))
                    .instead(other, &["challenge", "phase", "round", "plot", "forever"]));
            }
        })
    }

    fn kind(&self, w: &mut Words) -> Result<ChallengeType, Error> {
        let word = w.word("a challenge type")?;
        ChallengeType::ALL.iter().copied().find(|k| k.word() == word).ok_or_else(|| {
            let words: Vec<&str> = ChallengeType::ALL.iter().map(|k| k.word()).collect();
            w.error(format!("{word:?} is no challenge type")).instead(word, &words)
        })
    }

    /// Cards by their numbers, as many as follow.
    fn labelled(&self, w: &mut Words) -> Result<Vec<Id>, Error> {
        let mut out = Vec::new();
        while w.peek().is_some_and(|word| word.starts_with('@')) {
            out.push(self.one(w)?);
        }
        Ok(out)
    }
    fn one(&self, w: &mut Words) -> Result<Id, Error> {
        let word = w.word("a card by its number, as @1")?;
        self.labels
            .get(word)
            .copied()
            .ok_or_else(|| w.error(format!("no card carries {word}")).right(format!("write it behind a card: 01146({word})")))
    }
    /// A card and its ability.
    fn ability(&self, w: &mut Words) -> Result<(u16, u8), Error> {
        let def = self.code(w)?;
        let n: u8 = w.number("the number of an ability")?;
        let most = self.rules.cards[def as usize].abilities.len();
        if n == 0 || usize::from(n) > most {
            return Err(w.error(format!("{} has no ability {n}", self.rules.cards[def as usize].def.name)).right(format!("it has {most}")));
        }
        Ok((def, n - 1))
    }
    fn code(&self, w: &mut Words) -> Result<u16, Error> {
        let word = w.word("a card code")?;
        self.find(word, false).map_err(|(what, right)| Error { right, ..w.error(what) })
    }

    fn modifier(&self, text: &str, w: &Words) -> Result<Mod, Error> {
        let code = |code: &str| self.find(code, false).map_err(|(what, right)| Error { right, ..w.error(what) });
        let ability = |def: u16, n: u8| {
            let there = self.rules.cards[def as usize].abilities.len() > usize::from(n);
            there.then_some(n).ok_or_else(|| w.error(format!("{text}: that card has no such ability")))
        };
        if let Ok(coded) = ron::from_str::<Coded>(text) {
            return Ok(match coded {
                Coded::Immune(card, a, n) => {
                    let def = code(&card)?;
                    Mod::Immune(def, ability(def, a)?, n)
                }
                Coded::Grant(card, a) => {
                    let def = code(&card)?;
                    Mod::Grant(def, ability(def, a)?)
                }
                Coded::Listed(card, a, n) => {
                    let def = code(&card)?;
                    Mod::Listed(def, ability(def, a)?, n)
                }
                Coded::AttachOnly(traits) => Mod::AttachOnly(traits.into_iter().collect::<TraitSet>()),
            });
        }
        let m = ron::from_str::<Mod>(text).map_err(|why| nothing_done(w, text, &why.code))?;
        match m {
            Mod::Immune(..) | Mod::Grant(..) | Mod::Listed(..) => Err(w.error(format!("{text:?} names no card"))),
            Mod::Control(Seat(s)) | Mod::CannotInitiateAgainst(_, Seat(s)) if usize::from(s) >= self.st.players.len() => {
                Err(w.error(format!("{text:?}: there is no such seat")))
            }
            m => Ok(m),
        }
    }

    /// A line that is not about one seat's cards. The cards are on the table already.
    pub fn more(&mut self, key: &str, w: &mut Words) -> Result<(), Error> {
        match key {
            "fought" => {
                let (kind, attacker) = (self.kind(w)?, self.seat(w)?);
                w.expect("against")?;
                let defender = self.seat(w)?;
                let phase = self.past_phase(Phase::Challenges);
                let mut past = Past { phase, kind, attacker, against: defender, defender, winner: None, loser: None };
                while let Some(word) = w.next() {
                    match word {
                        "opened" => past.against = self.seat(w)?,
                        "won" => past.winner = Some(self.seat(w)?),
                        "lost" => past.loser = Some(self.seat(w)?),
                        "in" => past.phase = self.past_phase(super::read::phase(w)?),
                        other => return Err(w.unknown(other, &["opened", "won", "lost", "in"])),
                    }
                }
                self.st.past.push(past);
                self.st.challenges = self.st.past.len() as u32;
            }
            "challenge" => self.challenge(w)?,
            "ground" => {
                let attacking = match w.word("attacking or defending")? {
                    "attacking" => true,
                    "defending" => false,
                    other => return Err(w.unknown(other, &["attacking", "defending"])),
                };
                let card = self.one(w)?;
                w.expect("effects")?;
                let effects = w.number("how many effects say so")?;
                match &mut self.st.challenge {
                    Some(c) => c.grounds.push(Ground { card, attacking, effects }),
                    None => return Err(w.error("no challenge is going on").right("write the `challenge:` line before")),
                }
            }
            "lasting" => {
                let until = self.until(w)?;
                w.expect("by")?;
                let controller = self.seat(w)?;
                w.expect("from")?;
                let (def, source) = (self.code(w)?, self.one(w)?);
                let (player, cards) = match w.word("on or player")? {
                    "on" => (None, self.labelled(w)?),
                    "player" => (Some(self.seat(w)?), Vec::new()),
                    other => return Err(w.unknown(other, &["on", "player"])),
                };
                if player.is_none() && cards.is_empty() {
                    return Err(w.error("it is on no card").right("write on @1, or player P1"));
                }
                w.expect("does")?;
                let mods = w.rest().split(" & ").map(|m| self.modifier(m.trim(), w)).collect::<Result<_, _>>()?;
                self.st.clock += 1;
                let cards = cards.into_iter().map(|id| self.st.refer(id)).collect();
                self.st.lasting.push(Lasting { until, cards, player, mods, source, def, controller, since: self.st.clock });
            }
            "reducer" => {
                let until = self.until(w)?;
                w.expect("for")?;
                let player = self.seat(w)?;
                w.expect("less")?;
                let by = w.number("by how much")?;
                w.expect("from")?;
                let def = self.code(w)?;
                let source = self.one(w)?;
                w.expect("at")?;
                let (n, pc): (u8, u16) = (w.number("the number of an ability")?, w.number("its place in the ability")?);
                let code = n.checked_sub(1).and_then(|n| self.rules.cards[def as usize].abilities.get(n as usize)).map(|a| a.code.len());
                if code.is_none_or(|len| usize::from(pc) >= len) {
                    return Err(w.error("that card has no such place"));
                }
                self.st.reducers.push(Reducer { until, player, by, at: (def, n - 1, pc), source });
            }
            "limit" => {
                let until = self.until(w)?;
                w.expect("by")?;
                let seat = self.seat(w)?;
                let (def, ability) = self.ability(w)?;
                let mut card = None;
                if w.peek() == Some("of") {
                    w.next();
                    card = Some(self.st.refer(self.one(w)?));
                }
                w.expect("times")?;
                let count = w.number("how often")?;
                self.st.uses.push(UseCount { card, def, ability, seat, until, count });
            }
            "spent" => {
                let until = self.until(w)?;
                w.expect("by")?;
                let seat = self.seat(w)?;
                let (def, ability) = self.ability(w)?;
                let n: u8 = w.number("its place among the card's modifiers")?;
                let place = self.rules.firsts.iter().position(|f| *f == (def, ability, n));
                let place = place.ok_or_else(|| w.error("that card says nothing about the first of something"))?;
                self.st.firsts.push((seat, place as u16, until));
            }
            "redirected" => {
                let title = self.one(w)?;
                w.expect("by")?;
                let seat = self.seat(w)?;
                match &mut self.st.titles {
                    Some(titles) => titles.redirects.push((title, seat)),
                    None => return Err(w.error("no titles are used").right("write `format: melee`")),
                }
            }
            "rivals" => {
                let winner = self.seat(w)?;
                w.expect("over")?;
                let loser = self.seat(w)?;
                match &mut self.st.titles {
                    Some(titles) => titles.bonuses.push((winner, loser)),
                    None => return Err(w.error("no titles are used").right("write `format: melee`")),
                }
            }
            _ => unreachable!("only the keys of `MORE` come here"),
        }
        w.end()
    }

    fn past_phase(&self, phase: Phase) -> u32 {
        (self.st.round.max(1) - 1) * 7 + ordinal(phase)
    }

    fn challenge(&mut self, w: &mut Words) -> Result<(), Error> {
        if !self.point.at.challenge() {
            return Err(w
                .error("a challenge is going on only at attacked, defenders or defended")
                .right("write e.g. `at attacked` in the round's line"));
        }
        if self.st.challenge.is_some() {
            return Err(w.error("two challenges at once"));
        }
        let (kind, attacker) = (self.kind(w)?, self.seat(w)?);
        w.expect("against")?;
        let defender = self.seat(w)?;
        if attacker == defender {
            return Err(w.error("nobody attacks himself"));
        }
        let past = &self.st.past;
        let mut c = Challenge {
            number: past.len() as u32 + 1,
            kind,
            attacker,
            defender,
            against: defender,
            attackers: Vec::new(),
            defenders: Vec::new(),
            bypassed: Vec::new(),
            assaulted: None,
            defenders_declared: self.point.at == super::point::At::Defended,
            result: None,
            over: false,
            processed: 0,
            first_of_type: !past.iter().any(|p| p.attacker == attacker && p.kind == kind),
            grounds: Vec::new(),
            claim_on: Default::default(),
            instead: Default::default(),
        };
        while let Some(word) = w.next() {
            match word {
                "attackers" => c.attackers = self.labelled(w)?,
                "defenders" => c.defenders = self.labelled(w)?,
                "bypassed" => c.bypassed = self.labelled(w)?,
                "assaulted" => c.assaulted = Some(self.one(w)?),
                "opened" => c.against = self.seat(w)?,
                "over" => c.over = true,
                other => return Err(w.unknown(other, &["attackers", "defenders", "bypassed", "assaulted", "opened", "over"])),
            }
        }
        let against = c.against;
        self.st.past.push(Past { phase: self.st.phase_no, kind, attacker, against, defender, winner: None, loser: None });
        self.st.challenges = self.st.past.len() as u32;
        self.st.challenge = Some(c);
        Ok(())
    }
}

/// Why a text is nothing that an effect does: the word in it that is none, or that what stands behind its word does not belong there.
fn nothing_done(w: &Words, text: &str, why: &ron::Error) -> Error {
    let error = w.error(format!("{text:?} is nothing that an effect does"));
    match why {
        ron::Error::NoSuchEnumVariant { expected, found, .. } => match close(found, expected.iter().copied()) {
            Some(near) => error.right(format!("do you mean `{near}`?")),
            None => error.right(format!("{found:?} has no meaning there; a position that the program writes shows the words")),
        },
        _ => error.right("what stands behind a word does not belong there; write e.g. Str(2) or Icon(military)"),
    }
}
