//! A first look at the kernel by hand.

use card_game::testing::*;

#[test]
fn an_unopposed_military_challenge_kills_and_gains() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Guardian", kind: character, cost: 2, str: 4, icons: "M"),
            (code: "x2", name: "Peasant", kind: character, cost: 1, str: 1, icons: "I")]"#,
    );
    let guardian = t.play(P1, "Guardian");
    let peasant = t.play(P2, "Peasant");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[guardian]);
    assert!(t.kneeling(guardian));
    t.finish();
    assert_eq!(t.power(P1), 1);
    assert_eq!(t.zone(peasant), Zone::Dead);
}
