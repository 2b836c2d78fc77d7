//! How many sockets there are, by who opened them. A stranger with many takes no place from those who play: who has a seat is always
//! let in, and of one address only so many look on.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use axum::response::Response;

use crate::people::source;

/// Sockets of one address at this server, at tables and in the lobby.
const OF_ADDRESS: usize = 400;
/// Those who look on at one table, and how many of them come from one address.
const WATCHERS: usize = 200;
const WATCHERS_OF_ADDRESS: usize = 50;
/// Sockets of one seat: windows of one player.
const OF_SEAT: usize = 20;

/// The sockets of a server.
#[derive(Clone, Debug, Default)]
pub struct Crowd(Arc<Mutex<HashMap<String, usize>>>);

/// Places that a socket takes while it lives.
#[derive(Debug)]
pub struct Places {
    crowd: Crowd,
    keys: Vec<String>,
}

impl Crowd {
    /// A socket at a table: of the visitor who has a seat there, or of somebody who looks on.
    #[allow(clippy::result_large_err)]
    pub fn at_table(&self, room: &str, seated: Option<&str>, address: Option<IpAddr>) -> Result<Places, Response> {
        let Some(visitor) = seated else {
            let from = named(address).into_iter().flat_map(|source| {
                [
                    (source.clone(), OF_ADDRESS, MANY),
                    (format!("{room} {source}"), WATCHERS_OF_ADDRESS, "too many look on from your address"),
                ]
            });
            return self.take(from.chain([(room.to_owned(), WATCHERS, "too many are watching this room")]));
        };
        self.take([(format!("{room} seat {visitor}"), OF_SEAT, "you have too many windows of this table open; close some")])
    }

    /// A socket in the lobby.
    #[allow(clippy::result_large_err)]
    pub fn in_lobby(&self, address: Option<IpAddr>) -> Result<Places, Response> {
        self.take(named(address).into_iter().map(|source| (source, OF_ADDRESS, MANY)))
    }

    /// Takes all of these places, or none where one of them has no more.
    #[allow(clippy::result_large_err)]
    fn take<'a>(&self, wanted: impl IntoIterator<Item = (String, usize, &'a str)>) -> Result<Places, Response> {
        let mut places = Places { crowd: self.clone(), keys: Vec::new() };
        for (key, most, full) in wanted {
            let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let count = counts.entry(key.clone()).or_default();
            if *count >= most {
                drop(counts);
                return Err(crate::http::error(StatusCode::SERVICE_UNAVAILABLE, "full", full));
            }
            *count += 1;
            places.keys.push(key);
        }
        Ok(places)
    }
}

const MANY: &str = "too many connections from your address; close some windows";

/// The address as a source of sockets. This machine itself is none: there sits its owner, or a proxy that does not say for whom it asks.
fn named(address: Option<IpAddr>) -> Option<String> {
    address.filter(|address| !address.is_loopback()).map(source)
}

impl Drop for Places {
    fn drop(&mut self) {
        let mut counts = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_with_many_sockets_takes_no_place_from_players_and_few_from_others() {
        let crowd = Crowd::default();
        let address = |last: u8| Some(IpAddr::from([203, 0, 113, last]));
        let greedy: Vec<_> = (0..60).filter_map(|_| crowd.at_table("r", None, address(1)).ok()).collect();
        assert_eq!(greedy.len(), WATCHERS_OF_ADDRESS);
        assert!(crowd.at_table("r", None, address(2)).is_ok(), "another address");
        let local: Vec<_> = (0..300).filter_map(|_| crowd.at_table("r", None, None).ok()).collect();
        assert_eq!(greedy.len() + local.len(), WATCHERS);
        let mine: Vec<_> = (0..30).filter_map(|_| crowd.at_table("r", Some("ann"), address(1)).ok()).collect();
        assert_eq!(mine.len(), OF_SEAT, "a full table is open to who plays there");
        drop((greedy, local, mine));
        assert!(crowd.0.lock().unwrap().is_empty(), "who is gone is forgotten");
        let many: Vec<_> = (0..500).filter_map(|n| crowd.at_table(&n.to_string(), None, address(1)).ok()).collect();
        assert_eq!(many.len(), OF_ADDRESS);
        assert!(crowd.in_lobby(address(1)).is_err() && crowd.in_lobby(address(2)).is_ok());
        assert!(crowd.at_table("r", Some("ann"), address(1)).is_ok());
    }
}
