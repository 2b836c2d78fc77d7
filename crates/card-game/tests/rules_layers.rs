//! What a constant ability gives may hang on STR, which is worked out after keywords, icons and traits.

use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "a", name: "Ann", kind: character, cost: 0, str: 3, icons: "M",
 abilities: [Constant(only_if: Matches(This, Str(AtLeast(5))), gets: [Keyword(Renown), Icon(Power), Trait("Lord")])]),
(code: "b", name: "Bob", kind: character, cost: 0, str: 3, icons: "M"),
(code: "c", name: "Herald", kind: character, cost: 0, str: 1, abilities: [Constant(to: [Character, Str(AtLeast(5))], gets: Keyword(Stealth))]),
(code: "d", name: "Courtier", kind: character, cost: 0, str: 1, abilities: [Constant(to: [Character, Trait("Lord")], gets: Str(1))]),
(code: "e", name: "Mirror", kind: character, cost: 0, str: 1, abilities: [Constant(only_if: Matches([Character, Named("Bob")], Str(AtLeast(5))), gets: Str(2))]),
(code: "h", name: "Hush", kind: character, cost: 0, str: 1, abilities: [Constant(to: [Character, Str(AtLeast(5))], gets: Blank)]),
(code: "w", name: "Wobble", kind: character, cost: 0, str: 4, abilities: [Constant(to: [Character, Named("Wobble"), Str(AtMost(4))], gets: Str(1))]),
(code: "r", name: "Ranger", kind: character, cost: 0, str: 0, abilities: [Constant(gets: Str(ReserveOf(You)))]),
(code: "s", name: "Store", kind: location, cost: 0, abilities: [Constant(player: You, rules: Reserve(2))]),
(code: "t", name: "Thorn", kind: attachment, cost: 0, abilities: [Constant(to: Host, gets: Str(2))]),
(code: "n", name: "Weight", kind: attachment, cost: 0, abilities: [Constant(to: Host, gets: Str(-3))]),
]"#;

#[rule("RR.glossary.constant_abilities.2", "RS.3")]
#[test]
fn a_keyword_an_icon_and_a_trait_while_str_is_high_follow_the_str_of_the_moment() {
    let mut t = Table::faq(CARDS);
    let ann = t.play(P1, "Ann");
    let has = |t: &Table| (t.strength(ann), t.keyword(ann, KeywordName::Renown), t.icon(ann, Power));
    assert_eq!(has(&t), (3, false, false));
    let thorn = t.attach(ann, "Thorn");
    assert_eq!(has(&t), (5, true, true));
    // What it is because of its STR gives it STR in turn.
    t.play(P1, "Courtier");
    assert_eq!(has(&t), (6, true, true));
    t.give_control(thorn, P2);
    t.attach(ann, "Weight");
    assert_eq!(has(&t), (2, false, false));
}

#[rule("RR.glossary.constant_abilities.2")]
#[test]
fn what_is_given_to_all_of_some_str_looks_at_current_str() {
    for order in [["Herald", "Bob"], ["Bob", "Herald"]] {
        let mut t = Table::faq(CARDS);
        let both = order.map(|name| t.play(P1, name));
        let bob = both[usize::from(order[0] != "Bob")];
        let mirror = t.play(P1, "Mirror");
        assert_eq!((t.keyword(bob, KeywordName::Stealth), t.strength(mirror)), (false, 1));
        t.attach(bob, "Thorn");
        assert_eq!((t.keyword(bob, KeywordName::Stealth), t.strength(mirror)), (true, 3));
    }
    let mut t = Table::faq(CARDS);
    let ann = t.play(P1, "Ann");
    t.play(P2, "Hush");
    t.attach(ann, "Thorn");
    assert_eq!((t.strength(ann), t.keyword(ann, KeywordName::Renown)), (5, false), "blank");
}

#[rule("RR.glossary.constant_abilities.2")]
#[test]
fn a_number_from_the_reserve_counts_what_is_added_to_it() {
    let mut t = Table::faq(CARDS);
    let ranger = t.play(P1, "Ranger");
    assert_eq!((t.reserve(P1), t.strength(ranger)), (6, 6));
    t.play(P1, "Store");
    assert_eq!((t.reserve(P1), t.strength(ranger)), (8, 8));
}

/// What would take its own ground away goes by printed STR, whatever came first, and never runs on.
#[rule("RS.3")]
#[test]
fn what_never_settles_goes_by_printed_str() {
    let mut t = Table::faq(CARDS);
    let wobble = t.play(P1, "Wobble");
    assert_eq!(t.strength(wobble), 5);
    t.attach(wobble, "Weight");
    assert_eq!(t.strength(wobble), 2);
    // Cards that do not ask for current STR are worked out once.
    for (code, asks) in [("a", true), ("c", true), ("d", false), ("e", true), ("t", false), ("w", true)] {
        assert_eq!(t.rules.cards[t.rules.find(code).expect("a card") as usize].asks_ahead, asks, "{code}");
    }
}
