//! The table server: rooms, seats, sessions, the store, the websocket; and the web client that is compiled in.
//!
//! A room is a log. What happens is appended to the store before it is acknowledged; a server that starts again replays the log and
//! goes on. The app is built by a function, so that tests call it without a socket:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let store = server::store::Sqlite::open("maester.sqlite".as_ref()).await?;
//! let app = server::app(server::AppState::new(store, server::games::Games::builtin()));
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! let app = app.into_make_service_with_connect_info::<server::people::Peer>();
//! axum::serve(server::linger::Patient(listener), app).await?;
//! # Ok(()) }
//! ```
//!
//! | module | noun |
//! |---|---|
//! | [`wire`] | the messages |
//! | [`games`] | which games can be played, decks, cards |
//! | [`room`] | rooms: the log, the running game, its sockets and bots |
//! | [`log`], [`agree`] | the entries of a room's log; what players agree on |
//! | [`clocks`] | how much time is left at a table |
//! | [`lobby`], [`terms`] | the list of tables that anybody may find, and what is agreed on at a table |
//! | [`positions`] | tables as text: checked, played from, told |
//! | [`store`] | where logs and sessions are kept |
//! | [`session`], [`people`] | who is asking: guests and accounts |
//! | [`history`] | games that were played, statistics |
//! | [`shelf`] | what is kept for one visitor: decks, settings, notes |
//! | [`replays`] | recorded games that are opened from files |
//! | [`rating`] | Glicko-2 for games that ask for it |
//! | [`moderation`] | blocks, reports, operators |
//! | [`notice`] | "it is your turn", told to who is away |
//! | [`bot`] | players that sit in the server |
//! | [`assets`] | the web client and the rules as data |
//! | [`guard`], [`limit`], [`pace`], [`crowd`] | security headers, origins, the pace of a socket, how many there are |
//! | [`measures`] | what a server counts of itself |
//! | [`linger`], [`failures`] | connections that end patiently, what is logged of failures |

pub mod agree;
pub mod assets;
pub mod bot;
pub mod clocks;
pub mod crowd;
pub mod failures;
pub mod games;
pub mod guard;
pub mod history;
pub mod http;
pub mod limit;
pub mod linger;
pub mod lobby;
pub mod log;
pub mod measures;
pub mod moderation;
pub mod notice;
pub mod pace;
pub mod people;
pub mod positions;
pub mod rating;
pub mod replays;
pub mod room;
pub mod session;
pub mod shelf;
pub mod store;
pub mod terms;
#[cfg(feature = "ts")]
pub mod types;
pub mod wire;
pub mod ws;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tokio::sync::broadcast;
use tower_http::trace::TraceLayer;

use games::Games;
use limit::{Limits, Paces};
use people::Door;
use room::House;
use store::Store;

/// Letters that somebody asks for: five at once, then one in ten minutes.
const LETTERS: Limits = Limits { rate: 1.0 / 600.0, burst: 5.0, patience: u32::MAX };
/// Ends of sessions that a socket may be late to hear of, before it looks whether it was its own.
const ENDED: usize = 16;
/// A pace that is no limit.
const LIFTED: f64 = 1e5;

/// What every request can reach.
#[derive(Clone)]
pub struct AppState {
    house: Arc<House>,
    /// Pictures of cards that the user owns, by card code.
    images: Option<Arc<PathBuf>>,
    limits: Limits,
    door: Arc<Door>,
    /// How fast one visitor may write decks and notes.
    shelf: Arc<Paces>,
    gate: Arc<pace::Gate>,
    notices: Arc<notice::Notices>,
    letters: Arc<Paces>,
    reader: Arc<replays::Reader>,
    crowd: crowd::Crowd,
    /// Who was logged out somewhere: told to the sockets of this server.
    ended: broadcast::Sender<String>,
}

/// Decks, settings and notes: as fast as somebody types, who is saved after every rest.
const WRITES: Limits = Limits { rate: 2.0, burst: 60.0, patience: u32::MAX };

impl AppState {
    pub fn new(store: impl Store, games: Games) -> AppState {
        AppState::of(House::new(Arc::new(store), games))
    }

    /// A server of these rooms.
    pub fn of(house: House) -> AppState {
        AppState {
            house: Arc::new(house),
            images: None,
            limits: Limits::default(),
            door: Arc::new(Door::new(false)),
            shelf: Arc::new(Paces::new(WRITES)),
            gate: Arc::default(),
            notices: Arc::default(),
            letters: Arc::new(Paces::new(LETTERS)),
            reader: Arc::default(),
            crowd: Default::default(),
            ended: broadcast::Sender::new(ENDED),
        }
    }

    /// Serves pictures of cards from this folder at `/card-images/{code}.jpg` (or `.png`, `.webp`).
    pub fn with_images(mut self, folder: Option<PathBuf>) -> AppState {
        self.images = folder.map(Arc::new);
        self
    }

    /// Other limits for sockets than the usual ones.
    pub fn with_limits(mut self, limits: Limits) -> AppState {
        self.limits = limits;
        self
    }

    /// A proxy stands before this server, and says in `X-Forwarded-For` who is asking.
    pub fn behind_proxy(mut self, proxied: bool) -> AppState {
        self.door = Arc::new(Door::new(proxied));
        self
    }

    pub fn door(&self) -> &Door {
        &self.door
    }

    /// How people are told that it is their turn.
    pub fn with_notices(mut self, notices: notice::Notices) -> AppState {
        self.notices = Arc::new(notices);
        self
    }

    pub(crate) fn notices(&self) -> &notice::Notices {
        &self.notices
    }

    pub(crate) fn reader(&self) -> &replays::Reader {
        &self.reader
    }

    pub(crate) fn mail_pace(&self) -> &Paces {
        &self.letters
    }

    /// What keeps the pace of requests; who lifts the limits of sockets lifts this one too.
    pub(crate) fn gate(&self) -> Option<&pace::Gate> {
        (self.limits.rate < LIFTED).then_some(&*self.gate)
    }

    pub(crate) fn crowd(&self) -> &crowd::Crowd {
        &self.crowd
    }

    /// A session of this visitor is over: sockets that were opened with it end.
    pub(crate) fn session_ended(&self, visitor: &str) {
        let _ = self.ended.send(visitor.to_owned());
    }

    pub(crate) fn ended_sessions(&self) -> broadcast::Receiver<String> {
        self.ended.subscribe()
    }

    pub fn shelf_pace(&self) -> &Paces {
        &self.shelf
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    pub fn games(&self) -> &Games {
        self.house.games()
    }

    pub fn images(&self) -> Option<&PathBuf> {
        self.images.as_deref()
    }
}

/// The whole server as a value.
pub fn app(state: AppState) -> Router {
    Router::new()
        .route("/health", get(http::health))
        .route("/api/cards", get(http::cards))
        .route("/api/cards/{code}/position", get(http::tryout))
        .route("/api/pool", get(http::pool))
        .route("/api/lists", get(lobby::lists))
        .route("/api/lobby", get(lobby::tables))
        .route("/api/lobby/ws", get(lobby::socket::upgrade))
        .route("/api/rules", get(assets::rules))
        .route("/api/decks", get(http::decks))
        .route("/api/register", post(people::register))
        .route("/api/login", post(people::login))
        .route("/api/logout", post(people::logout))
        .route("/api/me", get(people::me))
        .route("/api/me/rooms", get(history::rooms))
        .route("/api/me/games", get(history::games))
        .route("/api/me/ratings", get(rating::mine))
        .route("/api/ranking", get(rating::ranking))
        .route("/api/rooms/{id}/ratings", get(rating::of_room))
        .route("/api/stats", get(history::stats))
        .route("/api/me/mail", get(notice::mail).post(notice::new_mail))
        .route("/api/me/mail/confirm", post(notice::confirm))
        .route("/api/me/mail/delete", post(notice::drop_mail))
        .route("/api/me/blocks", get(moderation::blocks))
        .route("/api/me/blocks/{key}/end", post(moderation::unblock))
        .route("/api/rooms/{id}/block", post(moderation::block))
        .route("/api/rooms/{id}/report", post(moderation::report))
        .route("/api/operator", get(moderation::desk))
        .route("/api/operator/reports/{key}", post(moderation::judge))
        .route("/api/operator/silenced/{key}/end", post(moderation::unmute))
        .route("/api/me/export", get(people::export))
        .route("/api/me/password", post(people::password))
        .route("/api/me/delete", post(people::delete))
        .route("/api/me/sessions/{key}/end", post(people::end_session))
        .route("/api/me/decks", get(shelf::list).post(shelf::put))
        .route("/api/me/decks/{id}", get(shelf::one).post(shelf::change))
        .route("/api/me/decks/{id}/delete", post(shelf::drop))
        .route("/api/me/settings", get(shelf::settings).post(shelf::keep_settings))
        .route("/api/decks/check", post(http::check_deck))
        .route("/api/decks/judge", post(shelf::judge))
        .route("/api/decks/read", post(shelf::read))
        .route("/api/decks/write", post(shelf::write))
        .route("/api/decks/lists", get(shelf::lists))
        .route("/api/rooms/{id}/note", get(shelf::note).post(shelf::keep_note))
        .route("/api/rooms", post(http::new_room))
        .route("/api/rooms/{id}", get(http::room))
        .route("/api/rooms/{id}/join", post(http::join))
        .route("/api/rooms/{id}/rematch", post(http::rematch))
        .route("/api/rooms/{id}/close", post(http::close))
        .route("/api/rooms/{id}/aside", post(http::aside))
        .route("/api/rooms/{id}/stand", post(http::stand))
        .route("/api/rooms/{id}/file", get(http::file))
        .route("/api/rooms/{id}/ws", get(room::socket::upgrade))
        .route("/api/rooms/{id}/replay", get(http::replay))
        .route("/api/rooms/{id}/replay/story", get(http::replay_story))
        .route("/api/rooms/{id}/replay/{step}", get(http::replay_at))
        .route("/api/rooms/{id}/replay/{step}/position", get(positions::of_step))
        .route("/api/rooms/{id}/position", get(positions::of_room))
        .route("/api/replays", post(replays::open).layer(DefaultBodyLimit::max(replays::LARGEST)))
        .route("/api/replays/{id}/story", get(replays::story))
        .route("/api/replays/{id}/{step}", get(replays::step))
        .route("/api/positions/check", post(positions::check))
        .route("/card-images/{name}", get(assets::image))
        .method_not_allowed_fallback(http::wrong_method)
        .fallback(assets::client)
        .with_state(state.clone())
        .layer(from_fn_with_state(state, pace::guard))
        .layer(DefaultBodyLimit::max(http::LARGEST))
        .layer(from_fn(guard::origin))
        .layer(from_fn(guard::headers))
        .layer(TraceLayer::new_for_http().on_failure(failures::Failures::default()))
}
