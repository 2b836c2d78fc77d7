//! What a server counts of itself, by the names under which its operator finds it.
//!
//! The numbers go to whatever recorder the program has installed; without one they cost next to nothing.

use std::time::Duration;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

const ROOMS: &str = "maester_rooms";
const SOCKETS: &str = "maester_sockets";
const MESSAGES: &str = "maester_messages_total";
const REFUSALS: &str = "maester_refusals_total";
const ENTRIES: &str = "maester_log_entries_total";
const APPEND: &str = "maester_append_seconds";
const HANDLE: &str = "maester_message_seconds";
const CONFLICTS: &str = "maester_conflicts_total";
const FAILURES: &str = "maester_store_failures_total";

/// Tells the recorder what the numbers mean.
pub fn describe() {
    describe_gauge!(ROOMS, "Rooms in this server's memory");
    describe_gauge!(SOCKETS, "Connected sockets");
    describe_counter!(MESSAGES, "Messages of clients, by what they ask");
    describe_counter!(REFUSALS, "Messages that were refused, by the code of the error");
    describe_counter!(ENTRIES, "Entries written to the logs of rooms");
    describe_histogram!(APPEND, Unit::Seconds, "From an answer to its being stored");
    describe_histogram!(HANDLE, Unit::Seconds, "From a client's message to its reply");
    describe_counter!(CONFLICTS, "Changes that were tried anew because another server had written first");
    describe_counter!(FAILURES, "Changes that the store could not write down");
    // What has not happened yet is a number too.
    gauge!(ROOMS).set(0.0);
    gauge!(SOCKETS).set(0.0);
    for name in [ENTRIES, CONFLICTS, FAILURES] {
        counter!(name).absolute(0);
    }
}

pub(crate) fn rooms(count: usize) {
    gauge!(ROOMS).set(count as f64);
}

/// A socket that counts while it lives.
pub(crate) struct Socket;

impl Socket {
    pub fn opened() -> Socket {
        gauge!(SOCKETS).increment(1.0);
        Socket
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        gauge!(SOCKETS).decrement(1.0);
    }
}

pub(crate) fn message(op: &'static str, took: Duration, refused: Option<&str>) {
    counter!(MESSAGES, "op" => op).increment(1);
    histogram!(HANDLE).record(took);
    if let Some(code) = refused {
        counter!(REFUSALS, "code" => code.to_owned()).increment(1);
    }
}

pub(crate) fn appended(entries: usize, took: Duration) {
    counter!(ENTRIES).increment(entries as u64);
    histogram!(APPEND).record(took);
}

pub(crate) fn conflict() {
    counter!(CONFLICTS).increment(1);
}

pub(crate) fn store_failed() {
    counter!(FAILURES).increment(1);
}
