//! All rooms: made, found, forgotten when nobody needs them. The truth stays in the store.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::live::Live;
use super::{Refusal, Room, guarded, names};
use crate::games::{Deck, GameKind, Games};
use crate::lobby::Hall;
use crate::log::{Chair, Created, Entry, now, stamped};
use crate::measures;
use crate::session::{random, random_hex};
use crate::store::{PRESENT, Ring, Store};
use crate::wire::{BlankCard, NewRoom, Seated};

/// A room that nobody has asked for so long leaves the memory.
const IDLE: Duration = Duration::from_secs(600);

/// After the store failed, when to try again.
const AGAIN: Duration = Duration::from_secs(1);

/// The bluff time between people, and the longest that may be wished for, in seconds.
const BLUFF: u32 = 2;
pub(super) const LONGEST_BLUFF: u32 = 30;
/// The longest that a table may wait for who is away: thirty days, in seconds.
const LONGEST_GRACE: u32 = 30 * 24 * 3600;

/// Ready decks that are looked through for a legal one.
const READY: u64 = 64;

/// What every room needs.
pub struct Parts {
    pub store: Arc<dyn Store>,
    pub games: Games,
    /// What all chance comes from, where it is to be known beforehand; by default every room and every bot draws its own.
    pub seed: Option<u64>,
    /// Becomes true when the server goes down.
    pub closing: watch::Sender<bool>,
    /// The name of this server among those that share the store; a new one each time it starts.
    pub node: String,
    /// The lobby's list.
    pub hall: Hall,
}

impl Parts {
    /// A number that nobody can foresee, unless all chance is known beforehand: then one that depends on `place` alone.
    pub fn luck(&self, place: u64) -> u64 {
        self.seed.map_or_else(|| u64::from_le_bytes(random()), |seed| seed.wrapping_add(place))
    }
}

/// All rooms.
pub struct House {
    pub(super) parts: Arc<Parts>,
    rooms: Mutex<HashMap<String, (Arc<Room>, Instant)>>,
}

impl House {
    pub fn new(store: Arc<dyn Store>, games: Games) -> House {
        House::with(store, games, None)
    }

    /// The same with chance that is known beforehand, for tests: every room has this seed.
    pub fn seeded(store: Arc<dyn Store>, games: Games, seed: u64) -> House {
        House::with(store, games, Some(seed))
    }

    fn with(store: Arc<dyn Store>, games: Games, seed: Option<u64>) -> House {
        let parts = Parts { store, games, seed, closing: watch::Sender::new(false), node: random_hex::<8>(), hall: Hall::default() };
        House { parts: Arc::new(parts), rooms: Mutex::default() }
    }

    pub fn games(&self) -> &Games {
        &self.parts.games
    }

    pub fn store(&self) -> &dyn Store {
        &*self.parts.store
    }

    /// The lobby's list.
    pub fn hall(&self) -> &Hall {
        &self.parts.hall
    }

    /// Becomes true when the server goes down.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.parts.closing.subscribe()
    }

    /// The server goes down: every socket is closed with a word of farewell.
    pub fn close(&self) {
        self.parts.closing.send_replace(true);
    }

    /// Hears what other nodes write, and sees to what no visitor does, until the server goes down: to be run beside the server.
    pub async fn listen(self: Arc<House>) {
        let mut closing = self.parts.closing.subscribe();
        tokio::select! {
            () = async { drop(closing.wait_for(|closing| *closing).await) } => {}
            ((), ()) = async { tokio::join!(self.hear(), self.tend()) } => {}
        }
    }

    async fn hear(&self) {
        let mut bell = loop {
            match self.parts.store.bell().await {
                Ok(Some(bell)) => break bell,
                Ok(None) => return,
                Err(why) => tracing::error!(%why, "the store does not tell what other nodes do; trying again"),
            }
            tokio::time::sleep(AGAIN).await;
        };
        let mut renewal = tokio::time::interval(Duration::from_secs(u64::from(PRESENT) / 3));
        loop {
            let ring = tokio::select! {
                ring = bell.ring() => ring,
                _ = renewal.tick() => {
                    if let Err(why) = self.parts.store.renew_present(&self.parts.node).await {
                        tracing::warn!(%why, "who is present cannot be noted");
                    }
                    continue;
                }
            };
            // Rooms do not wait for each other.
            match ring {
                Ring::Room { room, entries } => {
                    for room in self.held(Some(&room)) {
                        tokio::spawn(async move { room.follow(entries).await });
                    }
                }
                Ring::Present { room } => {
                    for room in self.held(Some(&room)) {
                        tokio::spawn(async move { room.look_elsewhere().await });
                    }
                }
                Ring::Lobby { room } => {
                    if let Err(why) = self.parts.hall.look(&*self.parts.store, &room).await {
                        tracing::warn!(%why, "what the lobby shows cannot be read");
                    }
                }
                Ring::Missed => {
                    if let Err(why) = self.parts.hall.refresh(&*self.parts.store, true).await {
                        tracing::warn!(%why, "what the lobby shows cannot be read");
                    }
                    for room in self.held(None) {
                        tokio::spawn(async move {
                            room.follow(u64::MAX).await;
                            room.look_elsewhere().await;
                        });
                    }
                }
            }
        }
    }

    /// The room of this name, or all, as far as they are in memory.
    pub(super) fn held(&self, of: Option<&str>) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        match of {
            Some(id) => rooms.get(id).map(|(room, _)| room.clone()).into_iter().collect(),
            None => rooms.values().map(|(room, _)| room.clone()).collect(),
        }
    }

    /// Makes a room for a visitor, who gets seat 0. Gives its name.
    pub async fn create(&self, visitor: &str, wanted: NewRoom) -> Result<String, Refusal> {
        self.create_locked(visitor, wanted, None).await
    }

    /// The same with the hash of the room's password.
    pub async fn create_locked(&self, visitor: &str, wanted: NewRoom, password: Option<String>) -> Result<String, Refusal> {
        let kind = self.parts.games.kind(&wanted.kind)?;
        // Which cards are played blank is said by the decks, not by the word for the rulings.
        if let Some(word) = wanted.rulings.as_deref().filter(|word| word.contains('+')) {
            return Err(Refusal::new("no_such_rulings", format!("there are no rulings {word:?}")));
        }
        let others = wanted.others.clone().unwrap_or_default();
        let players = wanted.players.map(usize::from).or(wanted.others.as_ref().map(|others| others.len() + 1));
        let seats = kind.seats(&wanted.format, players)?;
        if others.len() >= seats {
            return Err(Refusal::new(
                "bad_request",
                format!("there are {} other seats at a table of {seats}, not {}", seats - 1, others.len()),
            ));
        }
        let seat = |at: usize| others.get(at).cloned().unwrap_or_default();
        let is = |at: usize| seat(at).opponent.unwrap_or_else(|| wanted.opponent.clone());
        let all_bots = (0..seats - 1).all(|at| is(at) == "bot");
        let terms = wanted.terms.clone().unwrap_or_default().checked(&self.parts.games, &wanted.kind)?;
        self.counts(wanted.rated == Some(true), visitor, (0..seats - 1).any(|at| is(at) == "bot")).await?;
        let mut created = Created {
            kind: wanted.kind.clone(),
            rules: kind.rules_id(wanted.rulings.as_deref())?,
            format: wanted.format.clone(),
            rulings: wanted.rulings.clone(),
            seed: self.parts.luck(0).to_string(),
            salt: random_hex::<16>(),
            engine: concat!("maester ", env!("CARGO_PKG_VERSION")).to_owned(),
            chairs: Vec::new(),
            bluff: wanted.bluff.unwrap_or(if all_bots { 0 } else { BLUFF }),
            position: None,
            plays_blank: wanted.blank == Some(true),
            rated: wanted.rated == Some(true),
            terms,
            password,
            grace: wanted.grace.unwrap_or_else(crate::log::grace),
        };
        if !(1..=LONGEST_GRACE).contains(&created.grace) {
            let message = format!("a table waits 1 to {LONGEST_GRACE} seconds for who is away, not {}", created.grace);
            return Err(Refusal::new("bad_request", message));
        }
        if created.bluff > LONGEST_BLUFF {
            let message = format!("the bluff time is 0 to {LONGEST_BLUFF} seconds, not {}", created.bluff);
            return Err(Refusal::new("bad_request", message));
        }
        let mine = person(&self.parts.games, &created, visitor, &wanted.name, &wanted.deck)?;
        sits(kind, seats, &[], &mine)?;
        created.chairs.push(mine);
        for at in 0..seats - 1 {
            let chair = match is(at).as_str() {
                "open" => Chair::default(),
                "bot" => {
                    let bot = seat(at).bot.or_else(|| wanted.bot.clone()).unwrap_or_else(|| kind.usual_bot().to_owned());
                    let deck = seat(at).deck.or_else(|| wanted.bot_deck.clone().filter(|_| seats == 2));
                    bot_chair(kind, &created, &bot, deck.as_deref(), self.parts.luck(at as u64))?
                }
                other => return Err(Refusal::new("bad_request", format!("opponent is \"bot\" or \"open\", not {other:?}"))),
            };
            sits(kind, seats, &created.chairs, &chair)?;
            created.chairs.push(chair);
        }
        let blank = created.chairs.iter().flat_map(|chair| &chair.blank);
        if !created.plays_blank {
            agreed(blank)?;
        }
        self.open(created).await
    }

    /// A room in which the players of a finished one play again. The first who asks makes it.
    pub async fn rematch(&self, id: &str, visitor: &str) -> Result<Seated, Refusal> {
        let room = self.room(id).await?;
        let mut live = room.lock().await?;
        let seat = live.seat_of(Some(visitor)).ok_or_else(|| Refusal::new("not_yours", "only who played may play again"))?;
        if let Some(room) = &live.rematch {
            return Ok(Seated { room: room.clone(), seat: seat.0 });
        }
        if live.outcome().is_none() {
            return Err(Refusal::new("not_over", "the game is not over yet"));
        }
        let created = Created {
            rules: self.parts.games.kind(&live.created.kind)?.rules_id(live.created.rulings.as_deref())?,
            seed: self.parts.luck(0).to_string(),
            salt: random_hex::<16>(),
            chairs: live.chairs.clone(),
            ..live.created.clone()
        };
        let made = self.open(created).await?;
        let again = room
            .change(&mut live, |live| {
                if let Some(room) = &live.rematch {
                    // Another node was faster: all meet there.
                    return Ok((Vec::new(), room.clone()));
                }
                let entry = Entry::Rematch { room: made.clone() };
                live.enter(&entry);
                Ok((vec![entry], made.clone()))
            })
            .await?;
        Ok(Seated { room: again, seat: seat.0 })
    }

    pub(super) async fn open(&self, created: Created) -> Result<String, Refusal> {
        let id = room_id();
        let mut live = Live::new(created.clone());
        let mut entries = vec![Entry::Created(created)];
        if live.chairs.iter().all(|chair| !chair.is_open()) {
            entries.extend(guarded(|| live.begin(&self.parts.games))??);
        }
        let at = now();
        live.born = Some(at);
        live.read_clocks(&mut entries, at);
        let lines: Vec<String> = entries.iter().map(|entry| stamped(entry, at)).collect();
        let row = live.table_row(&id);
        self.parts.write(&id, 0, &lines, true, row.as_ref()).await?;
        live.seq = lines.len() as u64;
        live.listed = row;
        let owners: BTreeSet<String> = live.chairs.iter().filter_map(|chair| chair.owner.clone()).collect();
        let room = self.keep(Room::new(id.clone(), self.parts.clone(), live));
        room.drive(&mut *room.live.lock().await);
        for owner in owners {
            crate::people::sat(&*self.parts.store, &owner, &id).await;
        }
        room.keep_books().await;
        Ok(id)
    }

    /// The room of this name: from memory, or replayed from the store.
    pub async fn room(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        let missing = || Refusal::new("no_such_room", "there is no such room");
        if id.is_empty() || id.len() > 64 || !id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(missing());
        }
        if let Some((room, used)) = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get_mut(id) {
            *used = Instant::now();
            return Ok(room.clone());
        }
        let lines = self.parts.store.load(id, 0).await?;
        if lines.is_empty() {
            return Err(missing());
        }
        let mut live = guarded(|| Live::read(&self.parts.games, &lines))??;
        live.note_listed(id);
        let room = self.keep(Room::new(id.to_owned(), self.parts.clone(), live));
        room.look_elsewhere().await;
        room.drive(&mut *room.live.lock().await);
        room.keep_books().await;
        Ok(room)
    }

    /// Keeps a room in memory, unless another of that name was faster; lets go of those that nobody uses.
    fn keep(&self, room: Arc<Room>) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, (room, used)| {
            let kept = Arc::strong_count(room) > 1 || used.elapsed() < IDLE;
            if !kept {
                // A program with other rules may be the next that reads it.
                let room = room.clone();
                tokio::spawn(async move { room.rest(false).await });
            }
            kept
        });
        let kept = rooms.entry(room.id.clone()).or_insert_with(|| (room, Instant::now())).0.clone();
        measures::rooms(rooms.len());
        kept
    }
}

/// The chair of a person who takes over a seat as it is.
pub fn newcomer(visitor: &str, name: &str) -> Result<Chair, Refusal> {
    Ok(Chair { name: names::clean(name)?, owner: Some(visitor.to_owned()), ..Chair::default() })
}

/// The chair of a person with a deck that may be played.
pub fn person(games: &Games, created: &Created, visitor: &str, name: &str, deck: &str) -> Result<Chair, Refusal> {
    let name = names::clean(name)?;
    if created.position.is_some() {
        return Ok(Chair { name, owner: Some(visitor.to_owned()), deck_name: super::laid::DECK.to_owned(), ..Chair::default() });
    }
    let kind = games.kind(&created.kind)?;
    let deck = kind.deck(&created.format, deck)?;
    if let Some(legality) = &created.terms.legality {
        kind.legal(&deck.text, legality)?;
    }
    Ok(Chair { name, owner: Some(visitor.to_owned()), bot: None, deck_name: deck.name, deck: deck.text, blank: deck.blank })
}

/// Nothing, or a refusal that names the cards to which somebody has not agreed.
pub fn agreed<'a>(blank: impl IntoIterator<Item = &'a BlankCard>) -> Result<(), Refusal> {
    let cards: Vec<BlankCard> = blank.into_iter().cloned().collect();
    if cards.is_empty() {
        return Ok(());
    }
    let message = format!(
        "these cards are known, but not implemented: {}. They can be played blank, without any text, if everybody at the table agrees",
        BlankCard::named(&cards)
    );
    Err(Refusal::new("blank_cards", message))
}

/// Whether somebody may sit down with what is in `chair`, beside those who sit there already.
pub fn sits(kind: &dyn GameKind, seats: usize, others: &[Chair], chair: &Chair) -> Result<(), Refusal> {
    let brought = |chair: &Chair| Deck { name: chair.deck_name.clone(), text: chair.deck.clone(), ..Deck::default() };
    let played: Vec<Deck> = others.iter().filter(|other| !other.is_open()).map(brought).collect();
    Ok(kind.sits(seats, &played, &brought(chair))?)
}

/// The chair of a bot, with this deck or one that nobody else plays; then `luck` chooses it.
fn bot_chair(kind: &dyn GameKind, created: &Created, bot: &str, deck: Option<&str>, luck: u64) -> Result<Chair, Refusal> {
    if kind.bot(bot, created.rulings.as_deref(), 0).is_none() {
        return Err(Refusal::new("no_such_bot", format!("there is no bot {bot:?} for this game")));
    }
    let played = |chair: &Chair| Deck { name: chair.deck_name.clone(), text: chair.deck.clone(), ..Deck::default() };
    let legal = |deck: &Deck| created.terms.legality.as_ref().map_or(Ok(()), |legality| kind.legal(&deck.text, legality));
    let deck = match deck {
        Some(deck) => {
            let deck = kind.deck(&created.format, deck)?;
            legal(&deck)?;
            deck
        }
        None => {
            let played: Vec<Deck> = created.chairs.iter().map(played).collect();
            let mut other = kind.other_deck(&created.format, &played, luck)?;
            // Not every ready deck is legal everywhere.
            for more in 1..READY {
                if legal(&other).is_ok() {
                    break;
                }
                other = kind.other_deck(&created.format, &played, luck.wrapping_add(more))?;
            }
            legal(&other)?;
            other
        }
    };
    let name = names::apart(capital(bot), created.chairs.iter().map(|chair| chair.name.as_str()));
    Ok(Chair { name, bot: Some(bot.to_owned()), owner: None, deck_name: deck.name, deck: deck.text, blank: deck.blank })
}

/// A name that nobody can guess: who has the link may come in. Twelve letters and digits, none that look alike.
fn room_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";
    random::<12>().iter().map(|byte| LETTERS[*byte as usize % 32] as char).collect()
}

pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
