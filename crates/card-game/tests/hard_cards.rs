//! Hard cards of later packs, defined in the language alone: each does what the printed card does.

use card_game::testing::*;

const HARD: &str = include_str!("../fixtures/hard.ron");

/// A table with the hard cards and some plain characters.
fn table() -> Table {
    let plain = r#"
(code: "x1", name: "Ox", kind: character, cost: 6, str: 6, icons: "MP"),
(code: "x2", name: "Fox", kind: character, cost: 3, str: 3, icons: "M"),
(code: "x3", name: "Cat", kind: character, cost: 3, str: 3, icons: "I"),
(code: "x4", name: "Hare", kind: character, cost: 5, str: 1, icons: "I"),
]"#;
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    Table::new(&format!("{cards}{plain}"))
}

/// P1 attacks P2, who has revealed The King's Peace; it is used.
fn peace(p1: i16, knelt: bool) -> (Table, Id, Id) {
    let mut t = table();
    let plot = t.plot(P2, "The King's Peace");
    let ox = t.play(P1, "Ox");
    let cat = t.play(P1, "Cat");
    let faction = t.faction(P1);
    t.set_power(faction, p1);
    if knelt {
        t.kneel(faction);
    }
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[ox]);
    t.use_card(P2, plot);
    (t, ox, cat)
}

#[test]
fn the_attacker_may_kneel_the_faction_card() {
    let (mut t, ox, _) = peace(0, false);
    t.pick(P1, "Yes");
    let faction = t.faction(P1);
    assert!(t.kneeling(faction));
    // The challenge goes on: unopposed, and won.
    assert!(t.view(P1).challenge.is_some());
    t.finish();
    assert_eq!(t.power(P1), 1);
    assert!(t.kneeling(ox));
}

#[test]
fn the_attacker_may_give_power() {
    let (mut t, ..) = peace(2, true);
    // The kneeling faction card cannot kneel: power is what is left.
    t.pick(P1, "Yes");
    assert_eq!((t.power(P1), t.power(P2)), (1, 1));
    assert!(t.view(P1).challenge.is_some());
}

#[test]
fn the_attacker_chooses_between_both() {
    let (mut t, ..) = peace(2, false);
    t.pick(P1, "Yes");
    assert_eq!(t.legal(P1).len(), 2, "{:?}", t.labels(P1));
}

#[test]
fn refusal_ends_the_challenge() {
    let (mut t, ..) = peace(2, false);
    t.pick(P1, "No");
    t.finish();
    assert_eq!((t.power(P1), t.power(P2)), (2, 0));
    let faction = t.faction(P1);
    assert!(!t.kneeling(faction));
}

#[test]
fn who_can_pay_nothing_has_the_challenge_ended() {
    let (mut t, ..) = peace(0, true);
    if t.can(P1, "Yes") {
        t.pick(P1, "Yes");
    }
    t.finish();
    assert_eq!((t.power(P1), t.power(P2)), (0, 0));
}

#[test]
fn intrigue_is_no_matter_of_the_kings_peace() {
    let mut t = table();
    let plot = t.plot(P2, "The King's Peace");
    let cat = t.play(P1, "Cat");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[cat]);
    assert!(!t.uses(P2, plot));
}

#[test]
fn warhammer_kneels_up_to_its_hosts_strength_and_is_sacrificed() {
    let mut t = table();
    let ox = t.play(P1, "Ox");
    let hammer = t.attach(ox, "King Robert's Warhammer");
    let fox = t.play(P2, "Fox");
    let cat = t.play(P2, "Cat");
    let hare = t.play(P2, "Hare");
    t.start(Phase::Challenges);
    assert_eq!(t.strength(ox), 7);
    t.attack(P1, Power, P2, &[ox]);
    t.resolve();
    assert!(t.uses(P1, hammer), "{:?}", t.labels(P1));
    t.use_card(P1, hammer);
    t.cards(P1, &[fox, cat, hare]);
    assert!([fox, cat, hare].iter().all(|id| t.kneeling(*id)));
    assert!(!t.in_play(hammer));
    assert_eq!(t.strength(ox), 6);
}

#[test]
fn warhammer_cannot_kneel_more_than_the_strength() {
    let mut t = table();
    let ox = t.play(P1, "Ox");
    let hammer = t.attach(ox, "King Robert's Warhammer");
    let fox = t.play(P2, "Fox");
    let big = t.play(P2, "Ox");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[ox]);
    t.resolve();
    t.use_card(P1, hammer);
    assert!(t.offers(P1, fox) && t.offers(P1, big));
    // 3 and 6 are more than 7.
    t.card(P1, fox);
    assert!(!t.offers(P1, big), "{:?}", t.labels(P1));
}
