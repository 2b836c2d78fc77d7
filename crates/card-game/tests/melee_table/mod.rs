//! The table for tests of melee: seats with four characters each, and their titles.

use card_game::testing::*;
use table::{Game, Seat};

/// Each seat has these four characters of these cards, and bears these titles.
pub fn melee(cards: &str, four: [&str; 4], seats: usize, titles: &[(Seat, &str)]) -> (Table, Vec<[Id; 4]>) {
    let mut t = Table::melee(cards, seats);
    let ids = (0..seats as u8).map(|s| four.map(|name| t.play(Seat(s), name))).collect();
    for (seat, title) in titles {
        t.title(*seat, title);
    }
    (t, ids)
}

/// In the challenges phase, P1 asked for the first challenge.
pub fn begin(t: &mut Table) {
    t.start(Phase::Challenges).until(P1, "initiate");
}

/// Nobody uses anything, up to the end of the challenge; claim kills whom it can.
pub fn finish(t: &mut Table) -> &mut Table {
    while let Some(seat) = t.finish().st.acting().iter().find(|s| t.topic(*s) == "claim") {
        let first = t.legal(seat)[0].clone();
        t.act(seat, first);
    }
    t
}

/// This player, picked.
#[allow(dead_code)]
pub fn player(seat: Seat) -> Action {
    Action::Player { seat }
}

/// These cards, and more.
#[allow(dead_code)]
pub fn more(cards: &str, more: &str) -> String {
    format!("{}{more}]", &cards[..cards.rfind(']').expect("a list")])
}
