//! Rooms that begin with a position, and the position of a room.

use table::Seat;
use table::hosted::Hosted;
use table::replay::Step;

use super::house::{House, LONGEST_BLUFF, capital};
use super::{Refusal, Room, guarded, names};
use crate::log::{Chair, Created};
use crate::session::{random, random_hex};
use crate::terms::Terms;
use crate::wire::{LineError, NewPosition, PositionText, Seated};

/// How many steps back the last moment that has a text is looked for.
const BACK: usize = 60;
/// What stands where the name of a deck would.
pub(super) const DECK: &str = "a position";

/// Why no room began with a position.
pub enum NotLaid {
    /// The text is wrong, by its lines.
    Lines(Vec<LineError>),
    Refused(Refusal),
}

impl<T: Into<Refusal>> From<T> for NotLaid {
    fn from(why: T) -> NotLaid {
        NotLaid::Refused(why.into())
    }
}

impl House {
    /// Makes a room whose game begins with a position; the visitor gets the seat that it wishes for.
    pub async fn lay(&self, visitor: &str, wanted: NewPosition) -> Result<Seated, NotLaid> {
        let kind = self.games().kind(wanted.kind.as_deref().unwrap_or("card"))?;
        let laid = guarded(|| kind.lay(&wanted.position))?.map_err(NotLaid::Lines)?;
        if let Some(line) = laid.script {
            let right = Some("write a seed to play on, e.g. `chance: seed 7`".to_owned());
            return Err(NotLaid::Lines(vec![LineError { line, what: "a script of chance ends, and a game goes on".to_owned(), right }]));
        }
        let seat = wanted.seat.unwrap_or(0);
        if usize::from(seat) >= laid.seats {
            let message = format!("seats are 0 to {} in this position, not {seat}", laid.seats - 1);
            return Err(Refusal::new("bad_request", message).into());
        }
        let bluff = wanted.bluff.unwrap_or(0);
        if bluff > LONGEST_BLUFF {
            let message = format!("the bluff time is 0 to {LONGEST_BLUFF} seconds, not {bluff}");
            return Err(Refusal::new("bad_request", message).into());
        }
        let mine =
            Chair { name: names::clean(&wanted.name)?, owner: Some(visitor.to_owned()), deck_name: DECK.to_owned(), ..Chair::default() };
        let mut chairs: Vec<Chair> = Vec::new();
        for at in 0..laid.seats as u8 {
            let taken = || chairs.iter().map(|chair| chair.name.as_str()).chain([mine.name.as_str()]);
            let chair = match wanted.opponent.as_str() {
                "self" => Chair { name: Seat(at).to_string(), ..mine.clone() },
                _ if at == seat => mine.clone(),
                "open" => Chair::default(),
                "bot" => {
                    let bot = wanted.bot.as_deref().unwrap_or("random");
                    if kind.bot(bot, Some(&laid.rulings), 0).is_none() {
                        return Err(Refusal::new("no_such_bot", format!("there is no bot {bot:?} for this game")).into());
                    }
                    let name = names::apart(capital(bot), taken());
                    Chair { name, bot: Some(bot.to_owned()), deck_name: DECK.to_owned(), ..Chair::default() }
                }
                other => {
                    let message = format!("opponent is \"bot\", \"open\" or \"self\", not {other:?}");
                    return Err(Refusal::new("bad_request", message).into());
                }
            };
            chairs.push(chair);
        }
        let created = Created {
            kind: kind.kind().to_owned(),
            rules: kind.rules_id(Some(&laid.rulings))?,
            format: laid.format,
            rulings: Some(laid.rulings),
            seed: u64::from_le_bytes(random()).to_string(),
            salt: random_hex::<16>(),
            engine: concat!("maester ", env!("CARGO_PKG_VERSION")).to_owned(),
            chairs,
            bluff,
            position: Some(wanted.position),
            plays_blank: false,
            rated: false,
            terms: Terms::default(),
            password: None,
            grace: crate::log::grace(),
        };
        Ok(Seated { room: self.open(created).await?, seat })
    }
}

impl Room {
    /// The table as text: now, or after `step` steps. What has no text (something is half resolved, the game is over) gives the last
    /// moment before it that has one. Only for who plays every seat, and for all when the game is over: it tells what is hidden.
    pub async fn position(&self, visitor: Option<&str>, step: Option<u32>) -> Result<PositionText, Refusal> {
        let live = self.lock().await?;
        let mine = live.alone() && live.seat_of(visitor).is_some();
        if live.outcome().is_none() && !mine {
            return Err(Refusal::new("not_over", "a running game tells no position: it would show what is hidden"));
        }
        if let Some(why) = &live.paused {
            return Err(Refusal::new("paused", why.clone()));
        }
        let host = live.host.as_deref().ok_or_else(|| Refusal::new("not_started", "the game has not begun: a seat is still open"))?;
        let replay = host.replay();
        let steps = replay.steps.len();
        let step = step.map_or(steps, |step| step as usize);
        if step > steps {
            return Err(Refusal::new("no_such_step", format!("the game has {steps} steps")));
        }
        guarded(|| {
            let games = &self.parts.games;
            let kind = games.kind(&live.created.kind)?;
            let from = step.saturating_sub(BACK);
            let mut game = live.open(games, replay.setup.clone(), replay.steps[..from].to_vec())?;
            let rulings = live.rulings(kind);
            let mut found = None;
            let mut why = None;
            for at in from..=step {
                match kind.lines(rulings.as_deref(), &*game) {
                    Ok(text) => found = Some(PositionText { text, step: at as u32, steps: steps as u32 }),
                    Err(refused) => why = Some(refused),
                }
                if let Some(next) = replay.steps.get(at).filter(|_| at < step) {
                    redo(&mut *game, next)?;
                }
            }
            found.ok_or_else(|| why.map_or_else(|| Refusal::new("no_position", "this moment has no text"), Refusal::from))
        })?
    }
}

/// Does a step of a replay with a game.
pub(super) fn redo(game: &mut dyn Hosted, step: &Step) -> Result<(), Refusal> {
    match step {
        Step::Answer { seat, decision, picks } => drop(game.answer(*seat, *decision, picks)?),
        Step::Withdraw { seat } => game.withdraw(*seat)?,
        Step::Concede { seat } => game.concede(*seat)?,
        Step::Rekey { seed } => game.rekey(*seed)?,
        Step::Edit { seat, edits } => game.edit(*seat, edits)?,
        Step::Draft { .. } => {}
    }
    Ok(())
}
