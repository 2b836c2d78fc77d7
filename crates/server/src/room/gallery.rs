//! What those who look on say among themselves. The players read it when the game is over: who looks over a shoulder could tell them
//! what they may not know.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::live::Live;
use super::{Refusal, Room, chat, names};
use crate::log::Entry;
use crate::wire::{Aside, Gallery, SayAside};

/// Places of lines among all that was said in a room are counted from here on, behind any that a seat can have said.
const FIRST: u64 = 1 << 32;

/// All that was said by those who look on.
#[derive(Clone, Debug, Default)]
pub struct Asides {
    /// Who has spoken, as they first did: the visitor, and the name.
    people: Vec<(String, String)>,
    /// Who of them said it, and what.
    lines: Vec<(u32, String)>,
    removed: BTreeSet<u64>,
}

impl Asides {
    pub fn add(&mut self, visitor: &str, name: &str, text: &str) {
        let who = self.who(visitor).unwrap_or_else(|| {
            self.people.push((visitor.to_owned(), name.to_owned()));
            self.people.len() as u32 - 1
        });
        self.lines.push((who, text.to_owned()));
    }

    /// The number of somebody who has spoken.
    fn who(&self, visitor: &str) -> Option<u32> {
        self.people.iter().position(|(known, _)| known == visitor).map(|who| who as u32)
    }

    /// Somebody by number: the visitor and the name.
    fn person(&self, who: u32) -> Option<&(String, String)> {
        self.people.get(who as usize)
    }

    /// Takes the line at this place away; false if it is no place of a line here.
    pub fn remove(&mut self, place: u64) -> bool {
        let line = self.at(place);
        line.is_some_and(|line| self.removed.insert(line))
    }

    /// Whether the line at this place is taken away; nothing if there is no such line.
    pub fn is_removed(&self, place: u64) -> Option<bool> {
        self.at(place).map(|line| self.removed.contains(&line))
    }

    fn at(&self, place: u64) -> Option<u64> {
        place.checked_sub(FIRST).filter(|line| *line < self.lines.len() as u64)
    }

    /// The lines from number `from` on; the words of those whom nobody wants to hear stay away.
    fn lines(&self, from: u64, unheard: &[u32]) -> Vec<Aside> {
        let line = |(seq, (who, text)): (u64, &(u32, String))| Aside {
            seq,
            who: *who,
            name: self.person(*who).map_or_else(String::new, |(_, name)| name.clone()),
            text: if self.removed.contains(&seq) || unheard.contains(who) { String::new() } else { text.clone() },
        };
        (0..).zip(&self.lines).skip(from as usize).map(line).collect()
    }
}

impl Live {
    /// Whether a viewer hears those who look on: a seat when the game is over.
    fn overhears(&self, seated: bool) -> bool {
        match seated {
            true => self.outcome().is_some(),
            false => !self.shuts_out(None),
        }
    }

    /// Why nobody who looks on may say something now.
    fn hushes(&self) -> Result<(), Refusal> {
        self.stays_open()?;
        if self.created.terms.silent {
            return Err(Refusal::new("silent", "at this table it was agreed that who looks on says nothing"));
        }
        if self.host.is_none() {
            return Err(Refusal::new("not_started", "the game has not begun: there is nothing to look on yet"));
        }
        match self.shuts_out(None) {
            true => Err(Refusal::new("silent", "nobody looks on at this table while the game goes on")),
            false => Ok(()),
        }
    }

    /// Grows with everything that a viewer hears of those who look on.
    pub fn overheard(&self, seated: bool) -> u64 {
        let all = (self.asides.lines.len() + self.asides.removed.len()) as u64;
        if self.overhears(seated) { all } else { 0 }
    }
}

impl Room {
    /// What a viewer is told of the gallery, and its lines from number `from` on.
    pub(super) fn gallery(&self, live: &Live, visitor: Option<&str>, from: u64) -> (Option<Gallery>, Vec<Aside>) {
        let seated = live.seat_of(visitor).is_some();
        let (talks, heard) = (!seated && live.hushes().is_ok(), live.overhears(seated));
        if !talks && (!heard || live.asides.lines.is_empty()) {
            return (None, Vec::new());
        }
        let blocked = self.blocked_by_me(visitor);
        let unheard: Vec<u32> = (0..).zip(&live.asides.people).filter(|(_, (who, _))| blocked.contains(who)).map(|(who, _)| who).collect();
        let lines = live.asides.lines(from, &unheard);
        let me = visitor.and_then(|visitor| live.asides.who(visitor));
        (Some(Gallery { talks, me, lines: Vec::new(), removed: live.asides.removed.iter().copied().collect(), unheard }), lines)
    }

    /// Somebody who looks on says something to the others who do.
    pub async fn aside(self: &Arc<Room>, visitor: &str, wanted: &SayAside) -> Result<(), Refusal> {
        let text = chat::line(&wanted.text)?;
        let account = match self.parts.store.people() {
            Some(people) => people.account(visitor).await?.map(|account| account.name),
            None => None,
        };
        let name = names::clean(account.as_ref().unwrap_or(&wanted.name))?;
        let mut live = self.lock().await?;
        live.hushes()?;
        self.may_say(visitor, None).await?;
        let first = live.asides.who(visitor).is_none();
        self.change(&mut live, |live| {
            live.hushes()?;
            if live.seat_of(Some(visitor)).is_some() {
                return Err(Refusal::new("not_yours", "you sit at this table: say it there"));
            }
            chat::room_for_more(live.asides.lines.len() as u64)?;
            let known = live.asides.who(visitor).and_then(|who| live.asides.person(who)).map(|(_, name)| name.clone());
            let others = live.chairs.iter().map(|chair| &*chair.name).chain(live.asides.people.iter().map(|(_, name)| &**name));
            let name = known.unwrap_or_else(|| names::apart(name.clone(), others));
            let entry = Entry::Aside { from: visitor.to_owned(), name, text: text.clone() };
            live.enter(&entry);
            Ok((vec![entry], ()))
        })
        .await?;
        drop(live);
        if first {
            // For the list of what is kept of a visitor.
            crate::people::sat(&*self.parts.store, visitor, &self.id).await;
        }
        Ok(())
    }

    /// Somebody who looks on and spoke: the visitor and the name.
    pub(crate) async fn speaker(&self, visitor: &str, who: u32) -> Result<(String, String), Refusal> {
        let live = self.lock().await?;
        let heard = live.overhears(live.seat_of(Some(visitor)).is_some());
        let person = live.asides.person(who).filter(|_| heard).cloned();
        person.ok_or_else(|| Refusal::new("no_such_seat", format!("you have heard nobody number {who} of those who look on")))
    }

    /// Line number `seq` of what was said by those who look on, if the visitor has heard it.
    pub(crate) async fn heard_aside(&self, visitor: &str, seq: u64) -> Result<super::peace::Heard, Refusal> {
        let live = self.lock().await?;
        let heard = live.overhears(live.seat_of(Some(visitor)).is_some());
        let line = usize::try_from(seq).ok().and_then(|seq| live.asides.lines.get(seq)).filter(|_| heard);
        let found = line.and_then(|(who, said)| Some((live.asides.person(*who)?, said)));
        let ((author, name), said) = found.ok_or_else(|| Refusal::new("no_such_line", format!("you have heard no line {seq}")))?;
        Ok(super::peace::Heard { line: FIRST + seq, author: author.clone(), name: name.clone(), said: said.clone() })
    }
}
