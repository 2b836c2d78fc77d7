//! How strong the bots are, in a size that a test can play. The full size: `maester simulate --games 1024 --bots steward,eager`.

mod common;

use common::{named, play, rules, setup, won};

/// Games that the first bot wins of 60: each pairing of decks is played from both seats with the same chance.
fn wins(one: &str, other: &str) -> usize {
    let rules = rules();
    let mut count = 0;
    for pair in 0..30u64 {
        let decks = setup([pair as usize, (pair + pair / 8) as usize]);
        let swapped = setup([(pair + pair / 8) as usize, pair as usize]);
        let first = play(&rules, &decks, pair, &mut named([one, other], pair), |_, _| ());
        let second = play(&rules, &swapped, pair, &mut named([other, one], pair), |_, _| ());
        count += usize::from(won(&first, 0)) + usize::from(won(&second, 1));
    }
    count
}

#[test]
fn steward_beats_random() {
    let wins = wins("steward", "random");
    assert!(wins >= 54, "steward won {wins} of 60 against random");
}

#[test]
fn steward_beats_eager() {
    let wins = wins("steward", "eager");
    assert!(wins >= 48, "steward won {wins} of 60 against eager");
}

#[test]
fn eager_beats_random() {
    let wins = wins("eager", "random");
    assert!(wins >= 42, "eager won {wins} of 60 against random");
}
