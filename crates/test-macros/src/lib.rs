//! The two attributes that tests of the rules carry.
//!
//! ```text
//! #[rule("RR20.stealth.2")]
//! #[test]
//! fn a_bypassed_character_cannot_defend() { … }
//!
//! #[card_test("01041")]
//! fn put_to_the_sword(pool: Pool) { … }
//! ```
//!
//! `#[rule]` says which rules a test shows; it adds nothing to the program. The page `docs/rules-coverage.md` is generated from it.
//! `#[card_test]` makes a test of a function that plays a card: the harness runs it with the card as defined, where it must pass,
//! and with the named ability blanked, where it must fail.
//!
//! Both may be stacked, in any order. `#[card_test]` is a `#[test]` already.

use proc_macro::TokenStream;

mod card_test;
mod rule;

/// Names the rules that a test shows, one id or more: `#[rule("RR15.oop.1", "RR.fw.4.2")]`.
#[proc_macro_attribute]
pub fn rule(arguments: TokenStream, item: TokenStream) -> TokenStream {
    rule::expand(arguments.into(), item.into()).into()
}

/// Makes a test of one card's ability: `#[card_test("01041", ability = 1)]`, the number (from 1) only where a card has several.
///
/// The function takes one parameter, the card pool, and calls it what it likes. It becomes a `#[test]` that hands it to
/// `::card_game::testing::card_test(code, ability, function)`.
#[proc_macro_attribute]
pub fn card_test(arguments: TokenStream, item: TokenStream) -> TokenStream {
    card_test::expand(arguments.into(), item.into()).into()
}
