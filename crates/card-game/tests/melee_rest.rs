//! Melee: claim, plot values, dominance, elimination (CARD.C178 to C180, C188 to C191).

use crate::melee_table;
use crate::melee_table::{begin, finish, more, player};
use card_game::testing::*;
use table::{Game, Seat};
use test_macros::rule;

const CARDS: &str = r#"[
(code: "m1", name: "Two", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "m2", name: "Five", kind: character, cost: 5, str: 5, icons: "MIP", keywords: [Insight]),
(code: "m3", name: "Tutor", kind: location, cost: 0, abilities: [Action(phase: Draw, limit: PerPhase(1), effect: Draw(2))]),
(code: "m4", name: "Ruin", kind: location, cost: 0, abilities: [Action(choose: Opponent("p"), effect: For(The("p"), DiscardTop(30, None)))]),
(code: "m5", name: "Shield", kind: location, cost: 0,
 abilities: [Interrupt(when: ClaimApplied(as: Defender), choose: Opponent("p"), effect: ClaimFallsOn(The("p")))]),
(code: "m6", name: "Collector", kind: location, cost: 0, abilities: [Reaction(when: ClaimApplied(as: Attacker), limit: PerRound(9), effect: GainGold(1))]),
(code: "m7", name: "Banner", kind: attachment, cost: 0),
(code: "m8", name: "Feast", kind: plot, plot: (5, 3, 2, 6)),
(code: "m9", name: "Crier", kind: location, cost: 0, abilities: [Action(effect: For(Opponent, Draw(1)))]),
]"#;

fn melee(seats: usize, titles: &[(Seat, &str)]) -> (Table, Vec<[Id; 4]>) {
    melee_table::melee(CARDS, ["Two", "Two", "Two", "Five"], seats, titles)
}

/// Picks players and closes the set.
fn pick(t: &mut Table, seat: Seat, players: &[Seat]) {
    for p in players {
        t.act(seat, player(*p));
    }
    if t.topic(seat) == "claim_on" {
        t.act(seat, if players.is_empty() { Action::Pass } else { Action::Done });
    }
}

#[rule("CARD.C178", "RR.melee.titles.2", "RR.melee.whispers.1", "RR.melee.whispers.2", "FAQ.q.whispers")]
#[test]
fn card_c178_intrigue_claim_against_any_number_of_opponents() {
    for (picked, suffer) in [
        (&[P3, P4][..], &[P3, P4][..]),
        (&[P2, P3, P4], &[P2, P3, P4]),
        (&[P2], &[P2]),
        // Not used (AMB.28): the loser.
        (&[], &[P2]),
    ] {
        let (mut t, ids) = melee(4, &[(P1, "Master of Whispers"), (P3, "Hand of the King")]);
        t.plot(P1, "Feast");
        for s in 0..4 {
            for _ in 0..4 {
                t.hand(Seat(s), "Two");
            }
        }
        let collector = t.play(P1, "Collector");
        begin(&mut t);
        t.attack(P1, Intrigue, P2, &[ids[0][0]]);
        t.pass_while(|t| t.topic(P1) != "claim_on");
        assert_eq!(t.topic(P1), "claim_on");
        let players = t.legal(P1).iter().filter(|a| matches!(a, Action::Player { .. })).cloned().collect::<Vec<_>>();
        assert_eq!(players, [player(P2), player(P3), player(P4)], "also the supported one; not the winner");
        pick(&mut t, P1, picked);
        t.pass_while(|t| !t.uses(P1, collector));
        for s in [P2, P3, P4] {
            let left = if suffer.contains(&s) { 3 } else { 5 };
            assert_eq!(t.hand_size(s), left, "{s} with {picked:?}: the full claim once, or nothing");
        }
        finish(&mut t);
    }
}

/// Only for the winning attacker, and only for intrigue.
#[rule("RR.melee.whispers.1")]
#[test]
fn whispers_works_for_the_winning_attacker_in_intrigue_only() {
    let (mut t, ids) = melee(3, &[(P1, "Master of Whispers"), (P2, "Crown Regent")]);
    begin(&mut t);
    let asked = std::cell::Cell::new(false);
    let watch = |t: &mut Table, asked: &std::cell::Cell<bool>| {
        t.pass_while(|t| {
            asked.set(asked.get() || t.topic(P1) == "claim_on");
            t.st.challenge.is_some() && t.topic(P3) != "defenders"
        });
    };
    t.attack(P1, Power, P3, &[ids[0][0]]).pass(P2);
    watch(&mut t, &asked);
    t.cards(P3, &[]);
    watch(&mut t, &asked);
    t.attack(P1, Intrigue, P3, &[ids[0][1]]).pass(P2).defend(P3, &[ids[2][0], ids[2][1]]);
    watch(&mut t, &asked);
    assert!(!asked.get());
    t.until(P1, "initiate").pass(P1);
    t.attack(P2, Intrigue, P1, &[ids[1][0]]).pass(P2).defend(P1, &[ids[0][2]]);
    watch(&mut t, &asked);
    assert!(!asked.get(), "as a defender there is no claim");
}

/// A replaced claim falls on another; nobody suffers it twice.
#[rule("RR.melee.whispers.2", "RR.melee.whispers.3", "FAQ.q.whispers")]
#[test]
fn nobody_suffers_the_same_claim_twice() {
    for onto in [P3, P4] {
        let (mut t, ids) = melee(4, &[(P1, "Master of Whispers")]);
        for s in 0..4 {
            for _ in 0..3 {
                t.hand(Seat(s), "Two");
            }
        }
        let shield = t.play(P2, "Shield");
        begin(&mut t);
        t.attack(P1, Intrigue, P2, &[ids[0][0]]);
        t.pass_while(|t| t.topic(P1) != "claim_on");
        pick(&mut t, P1, &[P2, P3]);
        t.use_card(P2, shield);
        t.act(P2, player(onto));
        finish(&mut t);
        assert_eq!(t.hand_size(P2), 4, "it falls on another");
        assert_eq!(t.hand_size(P3), 3, "once, not twice");
        assert_eq!(t.hand_size(P4), if onto == P4 { 3 } else { 4 });
    }
}

#[rule("AMB.28", "RR.melee.whispers.1")]
#[test]
fn nobody_picked_may_mean_nobody() {
    use card_game::options::Nobody;
    for (nobody, left) in [(Nobody::LoserSuffers, 1), (Nobody::NobodySuffers, 2)] {
        let (mut t, ids) = melee(3, &[(P1, "Master of Whispers")]);
        t.rules.melee.nobody = nobody;
        t.hand(P2, "Two");
        begin(&mut t);
        t.attack(P1, Intrigue, P2, &[ids[0][0]]);
        t.pass_while(|t| t.topic(P1) != "claim_on");
        pick(&mut t, P1, &[]);
        finish(&mut t);
        assert_eq!(t.hand_size(P2), left);
    }
}

#[rule("CARD.C179", "RR.melee.titles.2", "RR.melee.titles.6")]
#[test]
fn card_c179_ships_raises_claim_against_a_rival() {
    let (mut t, ids) = melee(4, &[(P1, "Master of Ships"), (P2, "Master of Laws"), (P3, "Crown Regent")]);
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]).pass(P3);
    assert_eq!(t.claim(P1), 2);
    t.pass_while(|t| t.topic(P2) != "claim");
    t.cards(P2, &[ids[1][0], ids[1][1]]);
    finish(&mut t);
    assert_eq!(ids[1].iter().filter(|id| t.zone(**id) == Zone::Dead).count(), 2);
    t.attack(P1, Power, P2, &[ids[0][1]]).pass(P3);
    assert_eq!(t.claim(P1), 1, "in military challenges only");
    finish(&mut t).until(P1, "initiate").pass(P1);
    t.attack(P2, Military, P1, &[ids[1][3]]).pass(P3);
    assert_eq!((t.claim(P1), t.claim(P2)), (1, 1), "not as a defender");
    finish(&mut t);
    // Against somebody who is no rival.
    let (mut t, ids) = melee(3, &[(P1, "Master of Ships"), (P2, "Master of Coin")]);
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]);
    assert_eq!(t.claim(P1), 1);
}

#[rule("CARD.C188", "RR.melee.titles.2", "RR.melee.titles.7", "RR.fw.5.2")]
#[test]
fn card_c188_the_regent_in_dominance() {
    let mut t = Table::melee(CARDS, 3);
    t.title(P1, "Crown Regent");
    t.play(P2, "Two");
    t.set_gold(P1, 1);
    t.start(Phase::Dominance);
    t.pass_while(|t| t.st.step.id() != "RR.fw.5.aw" && t.st.phase == Phase::Dominance);
    assert!(t.told().contains("({P1} 3, {P2} 2, {P3} 0)"), "{}", t.told());
    assert_eq!(t.st.dominance_winner, Some(P1));
    assert_eq!(t.power(P1), 1);
}

/// A tie for the highest total among several: nobody wins, also not who is third.
#[rule("RR.fw.5.2")]
#[test]
fn a_tie_for_dominance_among_several() {
    let mut t = Table::melee(CARDS, 4);
    t.play(P2, "Five");
    t.play(P3, "Five");
    t.play(P4, "Two");
    t.start(Phase::Dominance);
    t.pass_while(|t| t.st.phase == Phase::Dominance && t.st.step.id() != "RR.fw.5.aw");
    assert_eq!(t.st.dominance_winner, None);
    assert!([P1, P2, P3, P4].iter().all(|s| t.power(*s) == 0));
}

/// Ties for initiative: the least power, then chance among those still tied; the winner picks any player.
#[rule("RR.fw.1.3")]
#[test]
fn initiative_among_several() {
    for seed in 0..30 {
        let mut t = Table::melee(CARDS, 4);
        t.st.chance = table::Chance::seeded(seed);
        let f = t.faction(P4);
        t.set_power(f, 3);
        let f = t.faction(P2);
        t.set_power(f, 1);
        t.start(Phase::Plot);
        for s in [P1, P2, P3, P4] {
            t.pick(s, "Filler Plot");
        }
        let winner = t.st.acting().iter().next().unwrap();
        assert!([P1, P3].contains(&winner), "all tied, P1 and P3 with the least power");
        assert_eq!(t.legal(winner).len(), 4);
    }
}

#[rule("CARD.C189", "RR.melee.titles.5", "FAQ.q.time_of_plenty", "RR.fw.7.3", "RR.fw.7.4")]
#[test]
fn card_c189_the_master_of_laws() {
    let mut t = Table::melee(CARDS, 3);
    let laws = t.title(P1, "Master of Laws");
    let tutor = t.play(P1, "Tutor");
    t.start(Phase::Draw);
    t.pass_while(|t| t.st.step.id() != "RR.fw.2.aw");
    assert_eq!([P1, P2, P3].map(|s| t.hand_size(s)), [4, 3, 3], "one more in 2.2");
    t.use_card(P1, tutor);
    t.pass_while(|t| t.st.acting().iter().any(|s| t.topic(s) == "interrupts"));
    assert_eq!(t.hand_size(P1), 6, "an action draws what it says");
    assert_eq!((t.reserve(P1), t.reserve(P2)), (7, 6));
    for _ in 0..3 {
        t.hand(P1, "Two");
    }
    for _ in 0..5 {
        t.hand(P2, "Two");
    }
    t.until(P1, "reserve");
    assert!(t.in_play(laws), "it leaves only in 7.4");
    while t.topic(P1) == "reserve" {
        let first = t.legal(P1)[0].clone();
        t.act(P1, first);
    }
    assert_eq!(t.hand_size(P1), 7);
}

#[rule("RR.melee.titles.5", "RR.melee.titles.2")]
#[test]
fn the_master_of_coin_has_two_more_income() {
    let mut t = Table::melee(CARDS, 3);
    t.title(P2, "Master of Coin");
    assert_eq!([P1, P2, P3].map(|s| t.income(s)), [5, 7, 5]);
    t.start(Phase::Marshaling);
    t.pass_while(|t| t.topic(P2) != "marshaling");
    assert_eq!((t.gold(P1), t.gold(P2)), (5, 7));
}

// --- elimination

/// Uses the card that empties an opponent's deck.
fn ruin(t: &mut Table, seat: Seat, ruin: Id, whom: Seat) {
    t.use_card(seat, ruin);
    t.act(seat, player(whom));
    t.pass_while(|t| !t.st.player(whom).eliminated);
}

#[rule("CARD.C180", "RR.glossary.first_player.5", "RR.melee.eliminate.2")]
#[test]
fn card_c180_the_first_player_is_eliminated() {
    let (mut t, _) = melee(4, &[]);
    let card = t.play(P3, "Ruin");
    begin(&mut t);
    t.pass(P1);
    ruin(&mut t, P3, card, P1);
    assert_eq!(t.st.first_player, P2, "the player to the left");
    assert_eq!(t.st.outcome, None, "the game goes on");
    assert_eq!(t.st.order().to_vec(), [P2, P3, P4]);
    t.until(P2, "initiate");
    t.pass(P2).until(P3, "initiate");
}

#[rule("CARD.C190", "RR.melee.eliminate.1", "RR.melee.eliminate.3", "RR.glossary.winning_the_game.3", "AMB.4")]
#[test]
fn card_c190_elimination_in_the_middle_of_a_challenge() {
    let (mut t, ids) = melee(4, &[(P3, "Crown Regent"), (P1, "Master of Coin")]);
    let card = t.play(P4, "Ruin");
    let regent = t.view(P1).players[2].title.clone().unwrap().parse::<Id>().unwrap();
    let banner = t.attach_for(P3, ids[0][1], "Banner");
    let lent = ids[3][1];
    t.give_control(lent, P3);
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]).pass(P3);
    ruin(&mut t, P4, card, P3);
    assert_eq!(t.zone(regent), Zone::TitlePool);
    assert!(ids[2].iter().chain([&banner]).all(|id| t.zone(*id) == Zone::Removed), "owned cards leave the game, wherever they are");
    assert_eq!(t.zone(lent), Zone::Discard, "controlled cards of others are discarded");
    assert_eq!(t.st.controller(lent), P4);
    assert!(t.st.player(P3).hand.is_empty() && t.st.player(P3).revealed.is_none());
    assert!(t.st.challenge.is_some(), "the challenge goes on");
    t.until(P2, "defenders").cards(P2, &[]);
    let asked = std::cell::RefCell::new(Vec::new());
    t.pass_while(|t| {
        asked.borrow_mut().extend(t.st.acting().iter());
        t.topic(P2) != "claim"
    });
    assert!(!asked.borrow().contains(&P3), "nobody waits for the eliminated player");
    t.cards(P2, &[ids[1][0]]);
    finish(&mut t);
    assert_eq!(t.power(P1), 1);
    t.st.check(&t.rules).unwrap();
}

#[rule("CARD.C191", "RR.fw.2.2", "RR.glossary.winning_the_game.3")]
#[test]
fn card_c191_decks_empty_in_the_draw_step() {
    let mut t = Table::melee(CARDS, 3);
    t.deck_size(P2, 2);
    t.deck_size(P3, 1);
    t.start(Phase::Draw);
    t.pass_while(|t| t.st.outcome.is_none());
    assert_eq!(t.winner(), Some(P1));
    let mut t = Table::melee(CARDS, 3);
    for s in [P1, P2, P3] {
        t.deck_size(s, 2);
    }
    t.start(Phase::Draw);
    t.pass_while(|t| t.topic(P1) != "choose_winner");
    assert_eq!(t.legal(P1), [player(P1), player(P2), player(P3)]);
    t.act(P1, player(P3));
    assert_eq!(t.winner(), Some(P3));
}

/// Before there is a result the challenge ends, nobody wins or loses (AMB.26).
#[rule("AMB.26", "RR.melee.eliminate.4")]
#[test]
fn the_defending_player_is_eliminated_before_the_result() {
    let (mut t, ids) = melee(4, &[(P2, "Master of Ships"), (P1, "Master of Laws")]);
    let card = t.play(P4, "Ruin");
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]);
    ruin(&mut t, P4, card, P2);
    finish(&mut t);
    assert_eq!(t.power(P1), 0, "no bonus");
    assert_eq!(t.st.past.last().unwrap().winner, None);
    t.until(P1, "initiate");
    assert!(!t.may(P1, &Action::Challenge { kind: Military, against: P3 }), "it is used up");
    assert!(t.may(P1, &Action::Challenge { kind: Power, against: P3 }));
}

/// The active player is gone: the next one is active.
#[rule("AMB.26", "RR.melee.eliminate.4")]
#[test]
fn the_attacking_player_is_eliminated() {
    let (mut t, ids) = melee(4, &[]);
    let card = t.play(P4, "Ruin");
    begin(&mut t);
    t.attack(P1, Military, P2, &[ids[0][0]]);
    ruin(&mut t, P4, card, P1);
    t.until(P2, "initiate");
    assert!(t.st.challenge.is_none());
    assert_eq!(t.st.active, Some(P2));
    t.pass(P2).until(P3, "initiate").pass(P3).until(P4, "initiate");
}

/// After the result a winner goes on with what needs no loser.
#[rule("AMB.26", "RR.melee.eliminate.4")]
#[test]
fn the_loser_is_eliminated_after_the_result() {
    let more = more(
        CARDS,
        r#"(code: "m20", name: "Doom", kind: location, cost: 0, abilities: [Reaction(when: Win(), effect: For(Loser, DiscardTop(30, None)))]),"#,
    );
    let mut t = Table::melee(&more, 3);
    let five = t.play(P1, "Five");
    let doom = t.play(P1, "Doom");
    begin(&mut t);
    t.attack(P1, Military, P2, &[five]);
    t.use_card(P1, doom);
    t.pass_while(|t| t.topic(P1) != "keyword_use");
    assert!(t.st.player(P2).eliminated);
    let hand = t.hand_size(P1);
    t.act(P1, Action::Yes);
    finish(&mut t);
    assert_eq!(t.hand_size(P1), hand + 1, "insight");
    assert_eq!(t.power(P1), 1, "unopposed");
}

/// In the middle of an effect: it does not wait for who is out, and goes on for the others.
#[rule("AMB.4", "AMB.5")]
#[test]
fn an_effect_goes_on_for_the_others() {
    let (mut t, _) = melee(4, &[]);
    let crier = t.play(P1, "Crier");
    t.deck_size(P3, 1);
    t.start(Phase::Challenges);
    let hands = [P2, P4].map(|s| t.hand_size(s));
    t.use_card(P1, crier);
    t.pass_while(|t| !t.st.player(P3).eliminated);
    assert_eq!([P2, P4].map(|s| t.hand_size(s)), [hands[0] + 1, hands[1] + 1]);
    assert_eq!(t.st.outcome, None);
}

/// In the marshaling phase the next player becomes active.
#[rule("AMB.26")]
#[test]
fn the_active_player_is_eliminated_while_marshaling() {
    let (mut t, _) = melee(3, &[]);
    let card = t.play(P2, "Ruin");
    t.start(Phase::Marshaling);
    ruin(&mut t, P2, card, P1);
    t.until(P2, "marshaling");
    assert_eq!(t.st.active, Some(P2));
    t.pass(P2).until(P3, "marshaling");
}

/// Somebody who is out in the reserve step does not make another be skipped.
#[rule("AMB.4", "RR.fw.7.3")]
#[test]
fn elimination_in_the_reserve_step() {
    let more = more(
        CARDS,
        r#"(code: "m21", name: "Grave", kind: location, cost: 0, abilities: [Reaction(when: DiscardedFrom(Hand, [Opponents]), choose: Opponent("p"), effect: For(The("p"), DiscardTop(30, None)))]),"#,
    );
    let mut t = Table::melee(&more, 4);
    let grave = t.play(P2, "Grave");
    for s in [P1, P2, P3, P4] {
        for _ in 0..8 {
            t.hand(s, "Two");
        }
    }
    t.start(Phase::Taxation).until(P1, "reserve");
    let hand = t.st.player(P1).hand.clone();
    t.cards(P1, &hand[..3]);
    t.use_card(P2, grave).act(P2, player(P1));
    t.pass_while(|t| !t.st.player(P1).eliminated);
    for s in [P2, P3, P4] {
        t.until(s, "reserve");
        let hand = t.st.player(s).hand.clone();
        t.cards(s, &hand[..3]);
        assert_eq!(t.hand_size(s), 6);
    }
}

/// Several win at once: the first player chooses among them.
#[rule("RR.glossary.winning_the_game.2")]
#[test]
fn several_reach_fifteen_power_at_once() {
    let more = more(
        CARDS,
        r#"(code: "m22", name: "Tribute", kind: location, cost: 0, abilities: [Action(effect: For(EachPlayer, PowerOn(TheirFaction, 1)))]),"#,
    );
    let mut t = Table::melee(&more, 4);
    let tribute = t.play(P1, "Tribute");
    for s in [P2, P4] {
        let f = t.faction(s);
        t.set_power(f, 14);
    }
    t.start(Phase::Challenges);
    t.use_card(P1, tribute);
    t.pass_while(|t| t.topic(P1) != "choose_winner");
    assert_eq!(t.legal(P1), [player(P2), player(P4)]);
    t.act(P1, player(P4));
    assert_eq!(t.winner(), Some(P4));
}
