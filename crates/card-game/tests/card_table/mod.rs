//! The table for card tests: the real cards, and a few plain ones around them.

use card_game::testing::*;
use table::Game;

const PLAIN: &str = r#"[
(code: "x1", name: "Man", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "x2", name: "Giant", kind: character, cost: 4, str: 9, icons: "MIP"),
(code: "x3", name: "Lord", kind: character, cost: 3, str: 3, icons: "MIP", traits: ["Lord"]),
(code: "x4", name: "Lady", kind: character, cost: 3, str: 3, icons: "MIP", traits: ["Lady"]),
(code: "x5", name: "Wall", kind: character, cost: 1, str: 1),
(code: "x6", name: "Keep", kind: location, cost: 2),
(code: "x7", name: "Castle", kind: location, cost: 3),
(code: "x8", name: "Chain", kind: attachment, cost: 1, traits: ["Item"]),
(code: "x9", name: "Hero", kind: character, unique: true, cost: 3, str: 3, icons: "MIP"),
(code: "x10", name: "Wildling", kind: character, cost: 2, str: 2, icons: "MIP", traits: ["Wildling"]),
(code: "x11", name: "Stag", kind: character, faction: baratheon, cost: 2, str: 2, icons: "MP"),
(code: "x12", name: "Kraken", kind: character, faction: greyjoy, cost: 2, str: 2, icons: "MIP", traits: ["Ironborn"]),
(code: "x13", name: "Lion", kind: character, faction: lannister, cost: 2, str: 2, icons: "MIP"),
]"#;

/// Two seats.
#[allow(dead_code)]
pub fn table(pool: &Pool) -> Table {
    seats(pool, 2)
}

#[allow(dead_code)]
pub fn seats(pool: &Pool, n: usize) -> Table {
    Table::with(pool.clone(), PLAIN, Rulings::Reference, n)
}

/// Everybody passes the interrupts to what was just begun.
#[allow(dead_code)]
pub fn through(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| t.topic(s) == "interrupts"));
}

/// Everybody passes until a decision in this phase.
#[allow(dead_code)]
pub fn to_phase(t: &mut Table, phase: Phase) {
    t.pass_while(|t| t.st.phase != phase);
    assert_eq!(t.st.phase, phase);
}
