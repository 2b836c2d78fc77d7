//! Worked cases CARD.C001 to C008: setup. (C009 to C012 are in `deck_legality.rs`.)

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

fn table(cards: &str) -> Table {
    let mut t = Table::faq(cards);
    t.empty_hand(P1);
    t.empty_hand(P2);
    t
}

const COSTS: &str = r#"[
(code: "x1", name: "Five", kind: character, cost: 5, str: 5),
(code: "x2", name: "Three", kind: character, cost: 3, str: 3),
(code: "x3", name: "One", kind: character, cost: 1, str: 1),
]"#;

fn places(t: &Table, seat: Seat, card: Id) -> bool {
    t.may(seat, &Action::Place { card, shadows: false })
}

#[rule("CARD.C001", "RR.setup.8.1", "RR.setup.8.7")]
#[test]
fn card_c001_setup_budget_is_exact() {
    let mut t = table(COSTS);
    let (five, three, one) = (t.hand(P1, "Five"), t.hand(P1, "Three"), t.hand(P1, "One"));
    t.start_setup().keep();
    t.act(P1, Action::Place { card: five, shadows: false });
    assert!(places(&t, P1, three) && places(&t, P1, one));
    t.act(P1, Action::Place { card: three, shadows: false });
    // 5 and 3 are 8: nothing fits any more, so the answer is complete.
    assert!(!places(&t, P1, one));
    assert_eq!(t.topic(P1), "");
    t.pass(P2);
    assert!(t.in_play(five) && t.in_play(three));
    assert_eq!(t.zone(one), Zone::Hand);
    // What is unspent is lost: six of eight here leave no gold.
    let mut t = table(COSTS);
    let (five, one) = (t.hand(P1, "Five"), t.hand(P1, "One"));
    t.start_setup().keep().place(P1, &[five, one]).pass(P2);
    assert_eq!(t.st.round, 1);
    assert_eq!((t.gold(P1), t.gold(P2)), (0, 0));
}

#[rule("CARD.C002", "RR.setup.8.2", "RR.glossary.limited.1")]
#[test]
fn card_c002_one_limited_card_in_setup() {
    let mut t = table(
        r#"[(code: "x1", name: "Kingsroad", kind: location, cost: 0, keywords: [Limited]),
            (code: "x2", name: "Roseroad", kind: location, cost: 0, keywords: [Limited]),
            (code: "x3", name: "Keep", kind: location, cost: 0)]"#,
    );
    let (kings, rose, keep) = (t.hand(P1, "Kingsroad"), t.hand(P1, "Roseroad"), t.hand(P1, "Keep"));
    t.start_setup().keep();
    assert!(places(&t, P1, kings) && places(&t, P1, rose));
    t.act(P1, Action::Place { card: kings, shadows: false });
    assert!(!places(&t, P1, rose));
    t.act(P1, Action::Place { card: keep, shadows: false });
    t.pass(P2);
    assert!(t.in_play(kings) && t.in_play(keep) && !t.in_play(rose));
    // It is no card marshaled in round 1.
    assert_eq!(t.st.player(P1).limited, 0);
}

#[rule("CARD.C003", "RR.setup.8.5")]
#[test]
fn card_c003_setup_duplicates_are_free() {
    let mut t = table(
        r#"[(code: "x1", name: "Hero", kind: character, unique: true, cost: 6, str: 6),
            (code: "x2", name: "Squire", kind: character, cost: 2, str: 2),
            (code: "x3", name: "Maid", kind: character, cost: 1, str: 1)]"#,
    );
    let (hero, copy) = (t.hand(P1, "Hero"), t.hand(P1, "Hero"));
    let (squire, maid) = (t.hand(P1, "Squire"), t.hand(P1, "Maid"));
    t.start_setup().keep();
    t.act(P1, Action::Place { card: hero, shadows: false });
    t.act(P1, Action::Place { card: copy, shadows: false });
    t.act(P1, Action::Place { card: squire, shadows: false });
    assert!(!places(&t, P1, maid), "6 + 0 + 2 is all");
    t.pass(P2);
    assert!(t.in_play(hero) && t.in_play(squire));
    assert_eq!(t.zone(copy), Zone::Duplicate);
    assert_eq!(t.st.card(copy).host, Some(hero));
}

#[rule("CARD.C004", "RR.setup.9.1", "FAQ.1.9")]
#[test]
fn card_c004_no_reactions_to_setup_entries() {
    let mut t = table(
        r#"[(code: "x1", name: "Messenger", kind: character, cost: 1, str: 1,
             abilities: [Reaction(when: Enters(card: Is(This)), effect: Draw(1))])]"#,
    );
    let messenger = t.hand(P1, "Messenger");
    t.start_setup().keep().place(P1, &[messenger]).pass(P2);
    // The next question is the plot; nobody was asked for reactions.
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("choose_plot", "choose_plot"));
    assert!(t.in_play(messenger));
    assert_eq!(t.hand_size(P1), 7);
    // It does not count as having entered play, and no window of the game opens for it later.
    assert_eq!(t.st.card(messenger).entered, None);
    t.pick(P1, "Filler Plot").pick(P2, "Filler Plot");
    t.pass_while(|t| {
        assert!(!t.offers(P1, messenger), "at {}", t.st.step.id());
        t.st.phase != Phase::Marshaling
    });
}

#[rule("CARD.C005", "RR.setup.8.4", "FAQ.q.setup_attach")]
#[test]
fn card_c005_setup_attachment_needs_an_own_host() {
    let cards = r#"[(code: "x1", name: "Guard", kind: character, cost: 2, str: 2),
        (code: "x2", name: "Cloak", kind: attachment, cost: 1)]"#;
    let mut t = table(cards);
    let (guard, cloak) = (t.hand(P1, "Guard"), t.hand(P2, "Cloak"));
    t.start_setup().keep().place(P1, &[guard]);
    assert_eq!(t.topic(P2), "setup_cards");
    assert_eq!(t.legal(P2), [Action::Pass]);
    t.pass(P2);
    assert_eq!(t.zone(cloak), Zone::Hand);
    // With a host of one's own it is legal, and it goes there without a question: the opponent's card is no choice.
    let mut t = table(cards);
    let (theirs, own, cloak) = (t.hand(P1, "Guard"), t.hand(P2, "Guard"), t.hand(P2, "Cloak"));
    t.start_setup().keep().place(P1, &[theirs]);
    assert!(!places(&t, P2, cloak));
    t.place(P2, &[own, cloak]);
    assert_eq!(t.st.card(cloak).host, Some(own));
}

#[rule("CARD.C006", "RR.setup.9.3")]
#[test]
fn card_c006_attachments_attach_together() {
    let cards = r#"[(code: "x1", name: "Squire", kind: character, cost: 1, str: 1),
        (code: "x2", name: "Ser Somebody", kind: character, cost: 2, str: 2, traits: ["Knight"]),
        (code: "x3", name: "Accolade", kind: attachment, cost: 1, abilities: [Constant(to: Host, gets: Trait("Knight"))]),
        (code: "x4", name: "Warhorse", kind: attachment, cost: 1, host: [Character, Trait("Knight")])]"#;
    let mut t = table(cards);
    let (squire, accolade, horse) = (t.hand(P1, "Squire"), t.hand(P1, "Accolade"), t.hand(P1, "Warhorse"));
    t.start_setup().keep();
    t.act(P1, Action::Place { card: squire, shadows: false });
    assert!(places(&t, P1, accolade) && !places(&t, P1, horse));
    t.act(P1, Action::Place { card: accolade, shadows: false });
    assert!(!places(&t, P1, horse));
    // Beside a knight it may be placed, and then that knight is its only host.
    let mut t = table(cards);
    let (squire, knight) = (t.hand(P1, "Squire"), t.hand(P1, "Ser Somebody"));
    let (accolade, horse) = (t.hand(P1, "Accolade"), t.hand(P1, "Warhorse"));
    t.start_setup().keep().place(P1, &[squire, knight, accolade, horse]).pass(P2);
    assert_eq!(t.topic(P1), "setup_host");
    t.card(P1, squire);
    assert_eq!(t.st.card(accolade).host, Some(squire));
    assert_eq!(t.st.card(horse).host, Some(knight));
}

#[rule("CARD.C007", "RR.setup.7")]
#[test]
fn card_c007_mulligan_once() {
    let mut t = table(r#"[(code: "x1", name: "Bad Card", kind: character, cost: 9, str: 1)]"#);
    for seat in [P1, P2] {
        for _ in 0..7 {
            t.hand(seat, "Bad Card");
        }
    }
    t.start_setup();
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("mulligan", ""), "P1 decides before P2");
    t.act(P1, Action::No);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "mulligan"));
    let decks = (t.deck_len(P1), t.deck_len(P2));
    t.act(P2, Action::Yes);
    // The second hand is kept: nobody is asked again.
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("setup_cards", ""));
    assert_eq!((t.hand_size(P2), (t.deck_len(P1), t.deck_len(P2))), (7, decks));
    // The seven went back into the deck before seven new were drawn: of 27 cards 20 are others.
    let bad = t.rules.find("x1").unwrap();
    let all = t.st.player(P2).deck.iter().chain(&t.st.player(P2).hand);
    assert_eq!(all.filter(|id| t.st.card(**id).def == bad).count(), 7);
    assert!(t.st.player(P2).hand.iter().any(|id| t.st.card(*id).def != bad));
    assert!(t.st.player(P1).hand.iter().all(|id| t.st.card(*id).def == bad));
}

#[rule("CARD.C008", "RR.setup.8.3", "RR.setup.9.2", "RR.glossary.shadows.13")]
#[test]
fn card_c008_shadow_event_in_setup() {
    let cards = r#"[(code: "x1", name: "Six", kind: character, cost: 6, str: 6),
        (code: "x2", name: "Seven", kind: character, cost: 7, str: 7),
        (code: "x3", name: "Plain Event", kind: event, cost: 0, abilities: [Action(effect: Draw(1))]),
        (code: "x4", name: "Shadow Event", kind: event, cost: 2, keywords: [Shadow(3)], abilities: [Action(effect: Draw(1))])]"#;
    let mut t = table(cards);
    let (six, seven) = (t.hand(P1, "Six"), t.hand(P1, "Seven"));
    let (plain, event) = (t.hand(P1, "Plain Event"), t.hand(P1, "Shadow Event"));
    t.start_setup().keep();
    assert!(!places(&t, P1, event) && !t.offers(P1, plain));
    assert!(t.may(P1, &Action::Place { card: event, shadows: true }));
    t.act(P1, Action::Place { card: six, shadows: false });
    // Two of the eight, whatever it costs printed or to bring out.
    t.act(P1, Action::Place { card: event, shadows: true });
    t.pass(P2);
    assert_eq!(t.zone(event), Zone::Shadows);
    assert!(t.st.card(event).facedown);
    assert_eq!(t.zone(seven), Zone::Hand);
    let mut t = table(cards);
    let (seven, event) = (t.hand(P1, "Seven"), t.hand(P1, "Shadow Event"));
    t.start_setup().keep();
    t.act(P1, Action::Place { card: seven, shadows: false });
    assert!(!t.offers(P1, event), "7 and 2 are 9");
}
