//! Worked cases J: dominance, standing, taxation, winning (ruling set `faq-4.1`).

use card_game::testing::*;
use table::{Game, Outcome};
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Seven", kind: character, cost: 2, str: 7, icons: "MIP"),
(code: "k2", name: "Two", kind: character, cost: 1, str: 2, icons: "MIP"),
(code: "l1", name: "Hall", kind: location, cost: 1),
(code: "l2", name: "Bounty", kind: location, cost: 1, abilities: [Action(limit: PerRound(1), effect: For(EachPlayer, GainPower(3)))]),
(code: "l3", name: "Fire", kind: location, cost: 1, abilities: [Action(effect: Kill([Character]))]),
(code: "l4", name: "Grief", kind: location, cost: 1, abilities: [Interrupt(when: Killed([Character]), effect: GainPower(1))]),
(code: "l5", name: "Debt", kind: location, cost: 1, abilities: [Constant(rules: CannotWin)]),
(code: "l6", name: "Flood", kind: location, cost: 1, abilities: [Action(effect: For(Opponent, DiscardTop(9, None)))]),
(code: "l7", name: "Cairn", kind: location, cost: 1, abilities: [Reaction(when: DiscardedFrom(Hand, []), effect: GainPower(1))]),
(code: "a1", name: "Sword", kind: attachment, cost: 1),
]"#;

fn three() -> Table {
    Table::with(Pool::default(), CARDS, Rulings::Faq41, 3)
}

#[rule("CARD.C162", "RR.fw.5.2")]
#[test]
fn card_c162_dominance_tie() {
    for gold in [0, 1] {
        let mut t = Table::faq(CARDS);
        t.play(P1, "Seven");
        t.play(P2, "Seven");
        t.set_gold(P2, gold);
        t.start(Phase::Dominance);
        assert_eq!((t.power(P1), t.power(P2)), (0, gold), "7 to {}", 7 + gold);
    }
}

#[rule("CARD.C163", "RR.fw.5.2")]
#[test]
fn card_c163_dominance_by_gold() {
    let mut t = Table::faq(CARDS);
    let kneeling = t.play(P1, "Seven");
    t.kneel(kneeling);
    t.set_gold(P1, 3);
    t.play(P2, "Two");
    t.start(Phase::Dominance);
    assert_eq!((t.power(P1), t.power(P2)), (1, 0));
}

#[rule("CARD.C164", "RR.fw.6.2")]
#[test]
fn card_c164_stand_all() {
    let mut t = Table::faq(CARDS);
    let (hall, seven) = (t.play(P1, "Hall"), t.play(P1, "Seven"));
    let sword = t.attach(seven, "Sword");
    let cards = [hall, seven, sword, t.faction(P1), t.play(P2, "Hall"), t.faction(P2)];
    cards.iter().for_each(|id| t.kneel(*id));
    t.start(Phase::Standing);
    t.until_step("RR.fw.6.aw");
    assert!(cards.iter().all(|id| !t.kneeling(*id)));
}

#[rule("CARD.C165", "RR.fw.7.3")]
#[test]
fn card_c165_reserve_exact() {
    for n in [8, 6, 5] {
        let mut t = Table::faq(CARDS);
        for _ in 0..n - 1 {
            t.hand(P1, "Two");
        }
        t.start(Phase::Taxation);
        t.pass_while(|t| t.topic(P1) != "reserve" && t.st.step.id() != "RR.fw.7.aw");
        assert_eq!(t.topic(P1) == "reserve", n == 8, "none, even if wanted");
        if n == 8 {
            let prompt = t.st.prompt(&t.rules, P1).expect("a prompt");
            assert_eq!((prompt.min, prompt.max), (2, 2));
            t.pick(P1, "Two").pick(P1, "Two");
            assert_eq!(t.hand_size(P1), 6);
        }
    }
}

#[rule("CARD.C166", "RR.fw.7.3", "CR.9")]
#[test]
fn card_c166_reserve_order() {
    let mut t = Table::faq(CARDS);
    for _ in 0..7 {
        t.hand(P1, "Two");
        t.hand(P2, "Two");
    }
    let cairn = t.play(P1, "Cairn");
    t.start(Phase::Taxation);
    t.pass_while(|t| t.topic(P1) != "reserve");
    assert_eq!(t.topic(P2), "");
    t.pick(P1, "Two");
    assert_eq!(t.hand_size(P1), 8, "all at once: none before both are chosen");
    t.pick(P1, "Two");
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (6, 8), "P1 has discarded before P2 chooses");
    assert!(t.uses(P1, cairn));
    t.pass_while(|t| t.topic(P2) != "reserve");
    t.pick(P2, "Two").pick(P2, "Two");
    assert_eq!(t.hand_size(P2), 6);
}

#[rule("CARD.C167", "RR.glossary.winning_the_game.2")]
#[test]
fn card_c167_simultaneous_15() {
    for winner in [P1, P2] {
        let mut t = three();
        let bounty = t.play(P2, "Bounty");
        for (seat, n) in [(P1, 12), (P2, 12), (P3, 3)] {
            t.set_power(t.faction(seat), n);
        }
        t.start(Phase::Standing);
        t.use_card(P2, bounty);
        t.pass_while(|t| t.topic(P1) != "choose_winner");
        assert_eq!([P1, P2, P3].map(|seat| t.may(P1, &Action::Player { seat })), [true, true, false]);
        t.act(P1, Action::Player { seat: winner });
        assert_eq!(t.winner(), Some(winner));
    }
}

#[rule("CARD.C168", "CR.7")]
#[test]
fn card_c168_winning_in_an_interrupt() {
    let mut t = Table::faq(CARDS);
    let (fire, grief) = (t.play(P1, "Fire"), t.play(P2, "Grief"));
    let (one, two) = (t.play(P1, "Seven"), t.play(P2, "Two"));
    t.set_power(t.faction(P2), 14);
    t.start(Phase::Standing);
    t.use_card(P1, fire);
    t.use_card(P2, grief);
    assert_eq!(t.winner(), Some(P2));
    assert!(t.in_play(one) && t.in_play(two), "before the kills");
}

#[rule("CARD.C169", "FAQ.q.tycho", "RR.glossary.winning_the_game.4")]
#[test]
fn card_c169_cannot_win() {
    let mut t = three();
    let flood = t.play(P1, "Flood");
    let debt = t.play(P1, "Debt");
    t.set_power(t.faction(P1), 15);
    t.start(Phase::Standing);
    assert_eq!(t.st.outcome, None, "play goes on");
    t.deck_size(P2, 5);
    t.deck_size(P3, 5);
    t.use_card(P1, flood);
    t.pass_while(|t| t.st.outcome.is_none());
    assert!(matches!(t.st.outcome, Some(Outcome::Draw { .. })), "all opponents are eliminated, and nobody wins: {:?}", t.st.outcome);
    assert!(t.in_play(debt));
    // Another player with 15 power does win; and without the card P1 does.
    let mut t = three();
    t.play(P1, "Debt");
    let bounty = t.play(P1, "Bounty");
    t.set_power(t.faction(P1), 15);
    t.set_power(t.faction(P3), 12);
    t.start(Phase::Standing);
    t.use_card(P1, bounty);
    t.pass_while(|t| t.st.outcome.is_none());
    assert_eq!(t.winner(), Some(P3));
}
