//! Nobodies to play with, for the tests of the cards, and what many cards do alike.

#![allow(dead_code)]

use ::table::Game;
use card_game::testing::*;

/// Passing on in words of these tests.
pub trait Quiet {
    /// Everybody passes the windows for interrupts: what was used takes effect.
    fn quiet(&mut self) -> &mut Table;
}

impl Quiet for Table {
    fn quiet(&mut self) -> &mut Table {
        self.pass_while(|t| t.st.acting().iter().all(|s| t.topic(s) == "interrupts"))
    }
}

/// Characters and places without a text.
pub const CARDS: &str = r#"[
(code: "v1", name: "Soldier", kind: character, cost: 2, str: 3, icons: "MIP"),
(code: "v2", name: "Giant", kind: character, cost: 7, str: 9, icons: "MIP"),
(code: "v3", name: "Peer", kind: character, cost: 5, str: 5, icons: "MIP", unique: true),
(code: "v4", name: "Dornishman", kind: character, faction: martell, cost: 3, str: 1, icons: "M"),
(code: "v5", name: "Dornish Lady", kind: character, faction: martell, cost: 3, str: 1, icons: "I", traits: ["Lady"]),
(code: "v6", name: "Northern Lady", kind: character, faction: stark, cost: 3, str: 1, icons: "I", traits: ["Lady"]),
(code: "v7", name: "Dayne", kind: character, faction: martell, cost: 3, str: 5, icons: "M", traits: ["House Dayne"]),
(code: "v8", name: "Water Garden", kind: location, faction: martell, cost: 3),
(code: "v10", name: "Watchman", kind: character, faction: thenightswatch, cost: 3, str: 3, icons: "MIP"),
(code: "v11", name: "Ranger Captain", kind: character, faction: thenightswatch, cost: 3, str: 2, icons: "MIP", traits: ["Ranger"]),
(code: "v12", name: "Watchtower", kind: location, faction: thenightswatch, cost: 3),
(code: "v13", name: "Northerner", kind: character, faction: stark, cost: 3, str: 2, icons: "MIP"),
(code: "v14", name: "Great Keep", kind: location, faction: stark, cost: 3),
(code: "v15", name: "Wolf", kind: character, faction: stark, cost: 2, str: 1, icons: "M", traits: ["Direwolf"]),
(code: "v16", name: "Khal", kind: character, faction: targaryen, cost: 3, str: 2, icons: "MIP", traits: ["Dothraki"]),
(code: "v17", name: "Pyramid", kind: location, faction: targaryen, cost: 3),
(code: "v18", name: "Storm", kind: character, faction: targaryen, cost: 3, str: 2, icons: "MIP", traits: ["Stormborn"], unique: true),
(code: "v19", name: "Gardener", kind: character, faction: tyrell, cost: 3, str: 2, icons: "MIP"),
(code: "v20", name: "Mill", kind: location, faction: tyrell, cost: 3, traits: ["The Reach"]),
(code: "v21", name: "Ribbon", kind: attachment, cost: 1),
(code: "v22", name: "Sneak", kind: character, cost: 3, str: 2, icons: "MIP", keywords: [Stealth]),
(code: "v23", name: "War Council", kind: plot, traits: ["War"], plot: (4, 4, 1, 6)),
(code: "v24", name: "Letter", kind: event, cost: 2, abilities: [Action(effect: Draw(1))]),
(code: "v25", name: "Murder", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "v26", name: "Push", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kneel("c"))]),
(code: "v27", name: "Lift", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Stand("c"))]),
(code: "v9", name: "Scout", kind: character, cost: 2, str: 2, icons: "MIP"),
]"#;

/// A table with the real cards and these.
pub fn table(pool: Pool) -> Table {
    Table::with(pool, CARDS, Rulings::Reference, 2)
}

/// A card that kneels in the marshaling phase for the next fitting card.
pub fn reducer(pool: Pool, name: &str, fits: &str, unfit: &[&str]) {
    let mut t = table(pool);
    let card = t.play(P1, name);
    let fitting = t.hand(P1, fits);
    let second = t.hand(P1, fits);
    let others: Vec<Id> = unfit.iter().map(|n| t.hand(P1, n)).collect();
    t.set_gold(P1, 20);
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, card).quiet();
    assert!(t.kneeling(card));
    t.until(P1, "marshaling");
    for other in others {
        let gold = t.gold(P1);
        let cost = t.rules.cards[t.st.card(other).def as usize].cost().unwrap();
        t.card(P1, other).until(P1, "marshaling");
        assert_eq!(t.gold(P1), gold - cost, "not reduced");
    }
    let gold = t.gold(P1);
    let cost = t.rules.cards[t.st.card(fitting).def as usize].cost().unwrap();
    t.card(P1, fitting).until(P1, "marshaling");
    assert_eq!(t.gold(P1), gold - cost + 1);
    t.card(P1, second).until(P1, "marshaling");
    assert_eq!(t.gold(P1), gold - 2 * cost + 1, "only the next one");
}
