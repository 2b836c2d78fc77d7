//! The lines of a seat: cards onto the table.

use table::{Seat, SeatSet};

use super::read::{Reader, SEAT, Words};
use super::token::{self, Spec};
use super::write::{MEANS, WAYS, facedown_there, known_there};
use super::{Error, read};
use crate::kernel::state::{Became, Id, Zone};
use crate::lang::near::close;
use crate::pool::Pool;
use crate::words::CardType;

/// A number on a card or in a pool beyond this is a slip of the pen.
const MOST: i64 = 999;
const COPIES: u32 = 200;

/// What is wrong with a name of a card, and what would be right.
type Unknown = (String, Option<String>);

/// The area of a seat's line.
fn zone(key: &str) -> Option<Zone> {
    Some(match key {
        "agenda" => Zone::Agenda,
        "titles" => Zone::TitlePool,
        "plot" => Zone::RevealedPlot,
        "play" | "title" => Zone::Play,
        "hand" => Zone::Hand,
        "shadows" => Zone::Shadows,
        "dead" => Zone::Dead,
        "discard" => Zone::Discard,
        "plots" => Zone::PlotDeck,
        "used" => Zone::UsedPlots,
        "removed" => Zone::Removed,
        "deck" => Zone::Deck,
        _ => return None,
    })
}

/// Whether cards of a type lie in an area; a card that became something else lies where that does.
fn fits(kind: CardType, zone: Zone, became: bool) -> bool {
    use CardType::*;
    match zone {
        Zone::Play => matches!(kind, Character | Location | Attachment | Title) || (became && kind == Event),
        Zone::TitlePool => kind == Title,
        Zone::PlotDeck | Zone::RevealedPlot | Zone::UsedPlots | Zone::ChosenPlot => kind == Plot,
        Zone::Agenda => kind == Agenda,
        Zone::Removed => true,
        _ => matches!(kind, Character | Location | Attachment | Event),
    }
}

fn area(zone: Zone) -> &'static str {
    match zone {
        Zone::Play => "play",
        Zone::PlotDeck => "the plot deck",
        Zone::RevealedPlot => "the place of the revealed plot",
        Zone::UsedPlots => "the used pile",
        Zone::Agenda => "the place of an agenda",
        Zone::Hand => "a hand",
        Zone::Shadows => "shadows",
        Zone::Dead => "the dead pile",
        Zone::Discard => "the discard pile",
        Zone::Deck => "the draw deck",
        Zone::Duplicate => "the place of a duplicate",
        _ => "that area",
    }
}

impl Reader<'_> {
    /// The place of a card in the pool, by code or by title in quotes.
    pub fn find(&self, name: &str, quoted: bool) -> Result<u16, Unknown> {
        let ordinary = |def: u16| self.rules.cards[def as usize].def.kind != CardType::FactionCard;
        if let Some(def) = self.rules.find(name).filter(|def| !quoted && ordinary(*def)) {
            return Ok(def);
        }
        let defs = || self.rules.cards.iter().map(|c| &c.def).filter(|d| d.kind != CardType::FactionCard);
        if quoted {
            let versions: Vec<&str> = defs().filter(|d| d.name == name).map(|d| d.code.as_str()).collect();
            return match versions[..] {
                [code] => Ok(self.rules.find(code).expect("a card of the pool")),
                [] => Err(match Pool::builtin().cards_named(name).first() {
                    Some(known) => (format!("{} ({}) is known, but not implemented yet", known.name, known.code), None),
                    None => {
                        let near = close(name, defs().map(|d| d.name.as_str()));
                        (format!("no card is called {name:?}"), near.map(|near| format!("the nearest is {near:?}")))
                    }
                }),
                _ => Err((format!("several cards are called {name:?}"), Some(format!("write the code: {}", versions.join(" or "))))),
            };
        }
        if let Some(known) = Pool::builtin().card(name) {
            return Err((format!("{name} ({}) is known, but not implemented yet", known.name), None));
        }
        let near = close(name, defs().map(|d| d.code.as_str()));
        let title = near.and_then(|near| self.rules.find(near)).map_or("", |def| &self.rules.cards[def as usize].def.name);
        let near = near.map_or(String::new(), |near| format!("the nearest is {near} ({title}); "));
        Err((format!("no card has the code {name}"), Some(format!("{near}a title stands in quotes"))))
    }

    /// A line of a seat's block.
    pub fn seat_line(&mut self, line: usize, seat: Seat, key: &str, rest: &str) {
        let done = match key {
            "eliminated" => Ok(()),
            "drew" => {
                self.st.player_mut(seat).drew = true;
                Ok(())
            }
            "gave" => self.gave(line, seat, rest),
            "faction" => self.faction(line, seat, rest),
            "gold" | "power" | "limited" => self.pool(line, seat, key, rest),
            _ => match (zone(key), token::cards(rest, line)) {
                (Some(zone), Ok(specs)) => {
                    for spec in &specs {
                        if let Err(error) = self.place(line, seat, zone, spec, None) {
                            self.errors.push(error);
                        }
                    }
                    Ok(())
                }
                (None, _) => Err(Words::of(line, rest).unknown(key, &SEAT)),
                (_, Err(error)) => Err(error),
            },
        };
        done.unwrap_or_else(|error| self.errors.push(error));
    }

    /// To whom a seat has given gold this phase.
    fn gave(&mut self, line: usize, seat: Seat, rest: &str) -> Result<(), Error> {
        let mut w = Words::of(line, rest);
        while w.peek().is_some() {
            let to = self.seat(&mut w)?;
            self.st.player_mut(seat).gave.insert(to);
        }
        Ok(())
    }

    fn pool(&mut self, line: usize, seat: Seat, key: &str, rest: &str) -> Result<(), Error> {
        let mut w = Words::of(line, rest);
        let n = sane(&mut w, key)?;
        w.end()?;
        let card = self.st.player(seat).faction_card;
        match key {
            "gold" => self.st.player_mut(seat).gold = i32::from(n),
            "limited" => self.st.player_mut(seat).limited = n.min(255) as u8,
            _ => self.st.card_mut(card).power = n,
        }
        Ok(())
    }

    fn faction(&mut self, line: usize, seat: Seat, rest: &str) -> Result<(), Error> {
        let spec = token::cards(rest, line)?.remove(0);
        let card = self.st.player(seat).faction_card;
        self.dress(line, card, seat, &spec)?;
        self.on(line, seat, card, &spec)
    }

    /// A card, or several alike, into an area; with what is on it.
    fn place(&mut self, line: usize, block: Seat, zone: Zone, spec: &Spec, host: Option<Id>) -> Result<(), Error> {
        let counted = || {
            let (n, name) = spec.name.split_once('x')?;
            Some((n.parse::<u32>().ok().filter(|_| !name.is_empty())?, name))
        };
        let wrong = |(what, right): Unknown| Error { right, ..Error::new(line, what) };
        let (count, def) = match self.find(&spec.name, spec.quoted) {
            Ok(def) => (1, def),
            Err(why) => match counted().filter(|_| !spec.quoted) {
                Some((n, name)) => (n, self.find(name, false).map_err(wrong)?),
                None => return Err(wrong(why)),
            },
        };
        if count == 0 || count > COPIES {
            return Err(Error::new(line, format!("{count} copies of one card")).right(format!("write 1 to {COPIES}")));
        }
        let entry = &self.rules.cards[def as usize].def;
        let became = spec.attrs.iter().any(|a| a[0] == "became");
        if !fits(entry.kind, zone, became) {
            let what = format!("{} ({}), a card of the type {}, cannot lie in {}", entry.name, entry.code, entry.kind.word(), area(zone));
            return Err(Error::new(line, what));
        }
        if zone == Zone::Play && host.is_none() && (became || entry.kind == CardType::Attachment) {
            let what = format!("{} ({}) is attached to nothing", entry.name, entry.code);
            return Err(Error::new(line, what).right(format!("write it behind its host: HOST[+{}]", entry.code)));
        }
        if zone == Zone::RevealedPlot && (count > 1 || self.st.player(block).revealed.is_some()) {
            let what = format!("{block} has two revealed plots");
            return Err(Error::new(line, what).right("one plot is revealed; earlier ones lie in `used:`"));
        }
        if entry.kind == CardType::Title && self.st.titles.is_none() {
            return Err(Error::new(line, format!("{} is a title, and no titles are used", entry.name)).right("write `format: melee`"));
        }
        if self.st.player(block).eliminated && !matches!(zone, Zone::Removed | Zone::TitlePool) {
            return Err(
                Error::new(line, format!("{block} is eliminated and has cards in {}", area(zone))).right("write them as `removed:`")
            );
        }
        let code = entry.code.clone();
        for _ in 0..count {
            let id = self.st.add(self.rules, &code, block, zone).map_err(|e| Error::new(line, e.to_string()))?;
            self.lines.push(line);
            self.st.card_mut(id).host = host;
            match zone {
                Zone::Duplicate => self.st.duplicates.push(id),
                Zone::Under => self.st.under.push(id),
                Zone::Removed => self.st.removed.push(id),
                Zone::TitlePool => {
                    if let Some(titles) = &mut self.st.titles {
                        titles.pool.push(id);
                    }
                }
                _ => {}
            }
            self.dress(line, id, block, spec)?;
            self.on(line, block, id, spec)?;
        }
        Ok(())
    }

    fn on(&mut self, line: usize, block: Seat, host: Id, spec: &Spec) -> Result<(), Error> {
        for (sign, card) in &spec.on {
            let zone = match sign {
                '+' => Zone::Play,
                '=' => Zone::Duplicate,
                _ => Zone::Under,
            };
            self.place(line, block, zone, card, Some(host))?;
        }
        Ok(())
    }

    /// What stands in the parentheses of a card.
    fn dress(&mut self, line: usize, id: Id, block: Seat, spec: &Spec) -> Result<(), Error> {
        const WORDS: [&str; 13] =
            ["kneeling", "facedown", "faceup", "power", "gold", "token", "by", "owner", "seen", "entered", "left", "became", "@1"];
        let zone = self.st.card(id).zone;
        let mut c = self.st.card(id).clone();
        c.base = block;
        c.facedown = facedown_there(zone).unwrap_or(c.facedown);
        let (mut owner, mut seen) = (None, None);
        for attr in &spec.attrs {
            let text = attr[1..].join(" ");
            let mut w = Words::of(line, &text);
            match attr[0].as_str() {
                "kneeling" => c.kneeling = true,
                "facedown" => c.facedown = true,
                "faceup" => c.facedown = false,
                "power" => c.power = sane(&mut w, "power")?,
                "gold" => c.gold = sane(&mut w, "gold")?,
                "token" => {
                    let n = attr.last().and_then(|n| n.parse::<i16>().ok()).filter(|n| (1..=MOST as i16).contains(n));
                    let name = attr[1..attr.len().max(2) - 1].join(" ");
                    let place = self.rules.tokens.iter().position(|t| *t == name);
                    let tokens: Vec<&str> = self.rules.tokens.iter().map(String::as_str).collect();
                    match (place, n) {
                        (Some(place), Some(n)) => c.tokens.push((place as u8, n)),
                        (None, _) => {
                            return Err(w.error(format!("there are no {name:?} tokens")).instead(&name, &tokens));
                        }
                        (_, None) => return Err(w.error(format!("how many {name} tokens?")).right(format!("write token {name} 1"))),
                    }
                    w.rest();
                }
                "by" => c.base = self.seat(&mut w)?,
                "owner" => owner = Some(self.seat(&mut w)?),
                "seen" => {
                    let mut set = SeatSet::EMPTY;
                    match w.peek() {
                        Some("nobody") => _ = w.next(),
                        Some("all") => {
                            w.next();
                            set = SeatSet(u16::MAX);
                        }
                        _ => {}
                    }
                    while w.peek().is_some() {
                        set.insert(self.seat(&mut w)?);
                    }
                    seen = Some(set);
                }
                "entered" => {
                    let word = w.word("how it came into play")?;
                    let words = MEANS.map(|(_, word)| word);
                    let means = MEANS.iter().find(|(_, m)| *m == word).ok_or_else(|| w.unknown(word, &words))?.0;
                    c.entered = Some((means, self.st.phase_no));
                }
                "left" => {
                    let word = w.word("how it left play")?;
                    let words = WAYS.map(|(_, word)| word);
                    let way = WAYS.iter().find(|(_, v)| *v == word).ok_or_else(|| w.unknown(word, &words))?.0;
                    c.left = Some((way, self.st.phase_no));
                }
                "became" => {
                    let code = w.word("the card whose text made it so")?;
                    let def = self.find(code, false).map_err(|(what, right)| Error { right, ..w.error(what) })?;
                    let (n, pc): (u8, u16) = (w.number("the number of an ability")?, w.number("a place in it")?);
                    let there = n.checked_sub(1).and_then(|n| self.rules.cards[def as usize].abilities.get(n as usize));
                    if there.is_none_or(|a| a.code.len() <= usize::from(pc)) {
                        return Err(w.error(format!("{code} has no ability {n} with a place {pc}")));
                    }
                    c.became = Some(Became { def, ability: n - 1, pc });
                }
                label if label.starts_with('@') && label.len() > 1 => {
                    if self.labels.insert(label.to_owned(), id).is_some() {
                        return Err(w
                            .error(format!("two cards carry {label}"))
                            .right("a card lies in one place; give the other another number"));
                    }
                }
                other => return Err(w.unknown(other, &WORDS)),
            }
            w.end()?;
        }
        c.owner = owner.unwrap_or(c.base);
        c.known = seen.unwrap_or(known_there(zone, c.base, c.facedown));
        self.st.clock += 1;
        c.since = self.st.clock;
        *self.st.card_mut(id) = c;
        Ok(())
    }

    /// A deck is written from the top and lies with its top last; an eliminated player's faction card is out of the game.
    pub fn settle_piles(&mut self) {
        for seat in (0..self.st.players.len() as u8).map(Seat) {
            self.st.player_mut(seat).deck.reverse();
            if self.st.player(seat).eliminated {
                let card = self.st.player(seat).faction_card;
                self.st.play.retain(|id| *id != card);
                self.st.card_mut(card).zone = Zone::Removed;
                self.st.removed.push(card);
            }
        }
    }
}

/// A number that a table can hold.
fn sane(w: &mut read::Words, what: &str) -> Result<i16, Error> {
    let n: i64 = w.number("a number")?;
    match i16::try_from(n) {
        Ok(small) if (0..=MOST).contains(&n) => Ok(small),
        _ => Err(w.error(format!("{n} {what}")).right(format!("write 0 to {MOST}"))),
    }
}
