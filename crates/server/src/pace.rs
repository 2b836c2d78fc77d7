//! How fast anybody may send what costs something, by session and by address. Sockets have a pace of their own.

use std::net::IpAddr;

use axum::extract::{ConnectInfo, Extension, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::AppState;
use crate::limit::{Limits, Paces};
use crate::people::{Asking, Peer, source};
use crate::room::Refusal;
use crate::session;

/// Behind one address there may be so many people.
const CROWD: f64 = 8.0;

/// Tables that stand in the lobby, from one address, however many people are behind it: forty at once, then one in five seconds. The list
/// is everybody's.
const LISTED: Limits = limits(40.0, 0.2);

/// What is asked, as far as its cost goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cost {
    /// A table is opened.
    Open,
    /// Somebody sits down, or stands up.
    Join,
    /// A deck or a position is worked on.
    Check,
    /// Somebody is reported or blocked.
    Report,
    /// A recorded game is run from a file.
    Run,
    /// A finished game or many games are looked through.
    Look,
    /// A socket is opened: everybody at a table is told who is there.
    Connect,
    /// Whatever else changes something.
    Other,
}

const COSTS: [(Cost, f64, f64); 8] = [
    // At once, then so many a second.
    (Cost::Open, 40.0, 0.1),
    (Cost::Join, 40.0, 0.2),
    (Cost::Check, 60.0, 3.0),
    (Cost::Report, 20.0, 0.05),
    (Cost::Run, 12.0, 0.1),
    (Cost::Look, 200.0, 20.0),
    (Cost::Connect, 100.0, 2.0),
    (Cost::Other, 60.0, 1.0),
];

/// What this request costs; nothing, if it asks for what lies ready.
fn cost(method: &Method, path: &str) -> Option<Cost> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let post = *method == Method::POST;
    match parts.as_slice() {
        ["api", "rooms"] | ["api", "rooms", _, "rematch"] if post => Some(Cost::Open),
        ["api", "rooms", _, "join" | "stand"] if post => Some(Cost::Join),
        ["api", "rooms", _, "report" | "block"] if post => Some(Cost::Report),
        ["api", "decks", ..] | ["api", "positions", ..] if post => Some(Cost::Check),
        ["api", "cards", _, "position"] | ["api", "rooms", _, "position"] => Some(Cost::Check),
        ["api", "replays"] if post => Some(Cost::Run),
        ["api", "rooms", _, "replay", ..]
        | ["api", "replays", ..]
        | ["api", "stats" | "ranking"]
        | ["api", "me", "games" | "rooms" | "export"] => Some(Cost::Look),
        ["api", "rooms", _, "ws"] | ["api", "lobby", "ws"] => Some(Cost::Connect),
        ["api", "me", "decks"] if !post => Some(Cost::Look),
        ["api", ..] if post => Some(Cost::Other),
        _ => None,
    }
}

/// The pace of everybody.
#[derive(Debug)]
pub struct Gate {
    sessions: Vec<Paces>,
    addresses: Vec<Paces>,
    listed: Paces,
}

impl Default for Gate {
    fn default() -> Gate {
        let paces = |crowd: f64| COSTS.iter().map(|(_, burst, rate)| limits(*burst * crowd, *rate * crowd)).map(Paces::new).collect();
        Gate { sessions: paces(1.0), addresses: paces(CROWD), listed: Paces::new(LISTED) }
    }
}

const fn limits(burst: f64, rate: f64) -> Limits {
    Limits { rate, burst, patience: u32::MAX }
}

impl Gate {
    /// One more of this; the seconds after which to try again, if there were too many.
    fn take(&self, cost: Cost, session: Option<&str>, address: Option<IpAddr>) -> Result<(), u64> {
        let Some(place) = COSTS.iter().position(|(known, ..)| *known == cost) else { return Ok(()) };
        let wait = (1.0 / COSTS[place].2).ceil() as u64;
        let fast = |paces: &[Paces], source: &str| paces[place].take(source).is_err();
        if session.is_some_and(|session| fast(&self.sessions, session)) {
            return Err(wait);
        }
        match paced(address) {
            Some(address) if fast(&self.addresses, &address) => Err(wait),
            _ => Ok(()),
        }
    }

    /// One more table for the lobby from this address; an error if there were too many.
    pub(crate) fn lists(&self, address: Option<IpAddr>) -> Result<(), Refusal> {
        paced(address).map_or(Ok(()), |address| self.listed.take(&address))
    }
}

/// An address that has a pace. From this machine comes who sits at it, or a proxy that does not say for whom it asks.
fn paced(address: Option<IpAddr>) -> Option<String> {
    address.filter(|address| !address.to_canonical().is_loopback()).map(source)
}

/// Lets a request through, or says when to come again.
pub async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let refused = cost(request.method(), request.uri().path()).and_then(|cost| {
        let peer = request.extensions().get::<ConnectInfo<Peer>>().copied().map(Extension);
        let address = Asking::new(request.headers().clone(), peer).address(app.door().proxied);
        let session = session::source(request.headers());
        app.gate()?.take(cost, session.as_deref(), address).err()
    });
    let Some(seconds) = refused else { return next.run(request).await };
    let mut answer = crate::http::error(
        StatusCode::TOO_MANY_REQUESTS,
        "too_fast",
        format!("this goes too fast; try again in {seconds} {}", if seconds == 1 { "second" } else { "seconds" }),
    );
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_session_and_every_address_has_its_own_pace() {
        let gate = Gate::default();
        let address = |last: u8| Some(IpAddr::from([203, 0, 113, last]));
        assert!((0..40).all(|_| gate.take(Cost::Open, Some("ann"), None).is_ok()));
        assert_eq!(gate.take(Cost::Open, Some("ann"), None), Err(10));
        assert_eq!(gate.take(Cost::Open, Some("bob"), None), Ok(()));
        assert_eq!(gate.take(Cost::Join, Some("ann"), None), Ok(()), "another matter");
        // A stranger without a cookie, or with a new one each time, is known by the address.
        assert!((0..320).all(|n| gate.take(Cost::Open, Some(&format!("s{n}")), address(1)).is_ok()));
        assert_eq!(gate.take(Cost::Open, None, address(1)), Err(10));
        assert_eq!(gate.take(Cost::Open, None, address(2)), Ok(()));
        for here in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!((0..1000).all(|_| gate.take(Cost::Open, None, Some(here.parse().unwrap())).is_ok()));
        }
        // Who has one address of the sixth version has a whole net of them.
        let net = |net: u16, last: u16| Some(IpAddr::from([0x2001, 0xdb8, 0, net, 0, 0, 0, last]));
        assert!((0..320).all(|n| gate.take(Cost::Open, None, net(1, n)).is_ok()));
        assert_eq!(gate.take(Cost::Open, None, net(1, 999)), Err(10));
        assert_eq!(gate.take(Cost::Open, None, net(2, 1)), Ok(()));
        // The lobby's list is everybody's: no address fills it.
        assert!((0..40).all(|_| gate.lists(address(3)).is_ok()));
        assert_eq!(gate.lists(address(3)).unwrap_err().code(), "too_fast");
        let here = Some(IpAddr::from([127, 0, 0, 1]));
        assert!(gate.lists(address(4)).is_ok() && (0..100).all(|_| gate.lists(here).is_ok() && gate.lists(None).is_ok()));
    }

    #[test]
    fn whatever_changes_something_costs_something() {
        for (method, path, what) in [
            (Method::POST, "/api/rooms", Some(Cost::Open)),
            (Method::POST, "/api/rooms/abc/join", Some(Cost::Join)),
            (Method::POST, "/api/decks/judge", Some(Cost::Check)),
            (Method::POST, "/api/positions/check", Some(Cost::Check)),
            (Method::POST, "/api/replays", Some(Cost::Run)),
            (Method::GET, "/api/replays/abc/7", Some(Cost::Look)),
            (Method::POST, "/api/rooms/abc/report", Some(Cost::Report)),
            (Method::GET, "/api/rooms/abc/replay/7", Some(Cost::Look)),
            (Method::POST, "/api/register", Some(Cost::Other)),
            (Method::POST, "/api/anything/new", Some(Cost::Other)),
            (Method::GET, "/api/rooms/abc/ws", Some(Cost::Connect)),
            (Method::GET, "/api/lobby/ws", Some(Cost::Connect)),
            (Method::GET, "/api/rooms/abc", None),
            (Method::GET, "/api/cards", None),
        ] {
            assert_eq!(cost(&method, path), what, "{method} {path}");
        }
    }
}
