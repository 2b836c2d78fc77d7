//! The engine protocol: any program holds a game, in one line of JSON.
//!
//! ```
//! use protocol::{Engine, Games};
//!
//! let mut engine = Engine::new(Games::builtin());
//! let answer = engine.line(r#"{"id":1,"op":"new","kind":"card","seed":7,"decks":["At the Wall (Core)","The Old Ways (Core)"]}"#);
//! assert!(answer.starts_with(r#"{"id":1,"ok":{"game":"g1""#), "{answer}");
//! let answer = engine.line(r#"{"id":2,"op":"prompt","game":"g1","seat":0}"#);
//! assert!(answer.contains(r#""topic":"mulligan""#) || answer.contains(r#""prompt":null"#), "{answer}");
//! ```
//!
//! One line in, one line out, in order; `docs/protocol.md` tells it to whoever writes a client, and [`schema::document`] is its JSON
//! Schema. Views, prompts and events are the very types that the browser speaks. Nothing here knows a game: what the protocol asks of
//! one beside [`table::Hosted`] stands in [`kind::Kind`].
//!
//! | module | what |
//! |---|---|
//! | [`request`] | what may be asked |
//! | [`reply`] | what is answered |
//! | [`engine`] | the games that are held, and the operations |
//! | [`choose`] | answers by meaning instead of by number |
//! | [`kind`], [`card`], [`board`] | which games there are |
//! | [`schema`] | the JSON Schema of all of it |

pub mod board;
pub mod card;
pub mod choose;
pub mod engine;
pub mod kind;
pub mod reply;
pub mod request;
pub mod schema;
mod toy;

pub use engine::{Engine, LONGEST_LINE};
pub use kind::{Games, Kind};
