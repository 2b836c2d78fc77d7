//! The attributes as tests use them, stacked in each order, against a stand-in for the card game's harness.

extern crate self as card_game;

use test_macros::{card_test, rule};

pub mod testing {
    /// Stands where the card game's harness stands: runs the body once.
    pub fn card_test(code: &str, ability: Option<usize>, body: impl Fn(String)) {
        body(format!("{code} {ability:?}"));
    }
}

type Pool = String;

#[rule("RR15.oop.1", "RR.fw.4.2")]
#[test]
fn rule_above_test() {}

#[test]
#[rule("RR15.oop.1")]
fn rule_below_test() {}

#[rule("RR15.oop.1")]
#[test]
#[should_panic(expected = "as it should")]
fn rule_with_should_panic() {
    panic!("as it should");
}

#[rule("RR15.oop.1")]
#[card_test("01041")]
fn rule_above_card_test(pool: Pool) {
    assert_eq!(pool, "01041 None");
}

#[card_test("01041", ability = 1)]
#[rule("RR15.oop.1")]
fn rule_below_card_test(the_pool: Pool) {
    assert_eq!(the_pool, "01041 Some(1)");
}
