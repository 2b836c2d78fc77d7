//! What a seat says about agreements: it proposes, agrees, declines, leaves.

use std::sync::Arc;

use serde_json::{Value, json};
use table::Seat;
use table::hosted::PromptValue;

use super::live::Live;
use super::{Refusal, Room, running};
use crate::agree::{Talk, Wish};
use crate::log::{Chair, Entry};

impl Live {
    /// What a seat is asked, with the number of the decision as clients know it.
    pub fn asks(&self, mut asked: PromptValue) -> Option<Value> {
        asked.prompt.decision = self.agree.outer(asked.prompt.decision);
        serde_json::to_value(asked).ok()
    }

    /// A newcomer takes over a seat of a running game, as it is.
    pub fn taken_over(&mut self, place: usize, name: &str, visitor: &str) -> Result<(Vec<Entry>, Seat), Refusal> {
        running(self)?;
        let seat = Seat(place as u8);
        let chair =
            Chair { name: self.apart(place, name.to_owned()), owner: Some(visitor.to_owned()), bot: None, ..self.chairs[place].clone() };
        let entry = Entry::Joined { seat, chair };
        self.enter(&entry);
        Ok((vec![entry], seat))
    }
}

impl Room {
    pub(super) async fn propose(self: &Arc<Room>, live: &mut Live, seat: Seat, wish: &Wish) -> Result<Value, Refusal> {
        let games = &self.parts.games;
        let number = self.change(live, |live| {
            let gone = self.gone(live);
            let what = live.topic(games, seat, wish, gone)?;
            Ok((vec![live.proposed(seat, what)], live.agree.number()))
        });
        Ok(json!(number.await?))
    }

    pub(super) async fn say_to(self: &Arc<Room>, live: &mut Live, seat: Seat, number: u32, agrees: bool) -> Result<Value, Refusal> {
        self.change(live, |live| Ok((vec![live.said_to(seat, number, agrees, self.gone(live))?], ()))).await?;
        Ok(json!(true))
    }

    /// The others need not wait for this seat, until it is here again.
    pub(super) async fn leave(self: &Arc<Room>, live: &mut Live, seat: Seat) -> Result<Value, Refusal> {
        self.change(live, |live| {
            running(live)?;
            if live.agree.left(seat) {
                return Ok((Vec::new(), ()));
            }
            let entry = Entry::Agree(Talk::Left { seat });
            live.enter(&entry);
            Ok((vec![entry], ()))
        })
        .await?;
        Ok(json!(true))
    }

    /// Who left is here again: what the others would do without it is off.
    pub(super) async fn returned(self: &Arc<Room>, live: &mut Live, seat: Seat) -> Result<(), Refusal> {
        self.change(live, |live| {
            if !live.agree.misses(seat) {
                return Ok((Vec::new(), ()));
            }
            let entry = Entry::Agree(Talk::Returned { seat });
            live.enter(&entry);
            Ok((vec![entry], ()))
        })
        .await
    }
}
