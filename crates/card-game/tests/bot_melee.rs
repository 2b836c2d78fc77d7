//! What the steward makes of titles in a melee: rivals are attacked where it pays.

use card_game::bot::Steward;
use card_game::testing::*;
use table::{Game, Seat};

const CARDS: &str = r#"[
(code: "a", name: "Ann", kind: character, cost: 0, str: 3, icons: "P"),
(code: "b", name: "Bob", kind: character, cost: 0, str: 5, icons: "P"),
(code: "g", name: "Guard", kind: character, cost: 0, str: 3, icons: "P"),
]"#;

/// P1 with the Hand of the King may attack with power; P2 bears a title that is no rival's, P3 a rival's; nobody can defend.
fn table() -> Table {
    let mut t = Table::melee(CARDS, 3);
    t.title(P1, "Hand of the King");
    t.title(P2, "Master of Whispers");
    t.title(P3, "Master of Ships");
    t.play(P1, "Ann");
    t
}

/// What the steward does as the seat that is asked.
fn choice(t: &Table, seat: Seat) -> Action {
    let prompt = t.st.prompt(&t.rules, seat).expect("asked");
    let legal = t.legal(seat);
    let at = Steward::default().pick(&t.rules, &t.view(seat), &prompt, &legal);
    legal[at as usize].clone()
}

fn attacked(t: &Table) -> Option<Seat> {
    if let Action::Challenge { against, .. } = choice(t, P1) { Some(against) } else { None }
}

#[test]
fn of_two_that_are_alike_the_rival_is_attacked() {
    let mut t = table();
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    assert!(t.may(P1, &Action::Challenge { kind: Power, against: P2 }));
    assert_eq!(attacked(&t), Some(P3));
}

#[test]
fn a_rival_who_was_beaten_this_round_is_worth_no_more_than_others() {
    let mut t = table();
    t.st.titles.as_mut().expect("titles").bonuses.push((P1, P3));
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    assert_eq!(t.view(P2).players[0].rivals_beaten, [P3]);
    assert_eq!(t.view(P2).players[0].rivals, [P3]);
    assert_eq!(attacked(&t), Some(P2), "equal, and first in order");
}

/// The power for a rival wins the game: it counts for more than what claim takes elsewhere.
#[test]
fn the_bonus_that_wins_the_game_is_seen() {
    let mut t = table();
    let (mine, theirs) = (t.faction(P1), t.faction(P2));
    t.set_power(mine, 13);
    t.set_power(theirs, 0);
    // P2 has nobody, P3 a guard who may oppose; unopposed gives one power, the rival the other.
    t.play(P3, "Guard");
    t.play(P1, "Bob");
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    assert_eq!(attacked(&t), Some(P3));
}

/// A rival's attack is opposed for the power that beating the rival gives, even by one who is wanted elsewhere.
#[test]
fn a_defence_against_a_rival_counts_the_bonus_of_both_sides() {
    for rival in [true, false] {
        let mut t = Table::melee(CARDS, 3);
        t.title(P1, "Hand of the King");
        t.title(P2, if rival { "Master of Ships" } else { "Master of Whispers" });
        let ann = t.play(P1, "Ann");
        t.play(P2, "Bob");
        t.start(Phase::Challenges);
        t.attack(P1, Power, P2, &[ann]);
        t.until(P2, "defenders");
        let view = t.view(P2);
        let prompt = t.st.prompt(&t.rules, P2).expect("asked");
        let stakes = card_game::bot::challenge::stakes(&card_game::bot::table::Table::new(&t.rules, &view, &prompt)).expect("a challenge");
        // Of both: what the attacker would gain, what the defender would.
        if rival { assert!(stakes.0 > 0) } else { assert_eq!(stakes.0, 0) }
    }
}
