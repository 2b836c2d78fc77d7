//! Melee: the Crown Regent's redirect (CARD.C172, C173, C184, C185).

use crate::melee_table;
use std::cell::Cell;

use crate::melee_table::{begin, finish, player as to};
use card_game::testing::*;
use table::{Game, Seat};
use test_macros::rule;

const CARDS: &str = r#"[
(code: "m1", name: "Two", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "m2", name: "Sneak", kind: character, cost: 3, str: 3, icons: "MIP", keywords: [Stealth]),
(code: "m3", name: "Sapper", kind: character, cost: 5, str: 3, icons: "MIP", keywords: [Assault]),
(code: "m4", name: "Keep", kind: location, cost: 2),
(code: "m5", name: "Alarm", kind: location, cost: 0, abilities: [Reaction(when: Initiated(against: You), effect: GainGold(1))]),
(code: "m6", name: "Footprints", kind: location, cost: 0, abilities: [Reaction(when: Bypasses([Character]), effect: GainGold(1))]),
(code: "m7", name: "Watch", kind: location, cost: 0, abilities: [Reaction(when: Initiated(), limit: PerRound(9), effect: GainGold(1))]),
]"#;

fn melee(seats: usize, titles: &[(Seat, &str)]) -> (Table, Vec<[Id; 4]>) {
    melee_table::melee(CARDS, ["Two", "Two", "Sneak", "Sapper"], seats, titles)
}

#[rule("CARD.C172", "RR.melee.redirect.2", "RR.melee.redirect.5", "RR.melee.redirect.6")]
#[test]
fn card_c172_redirect_to_a_supported_player() {
    let (mut t, ids) = melee(4, &[(P1, "Master of Coin"), (P3, "Master of Ships"), (P4, "Crown Regent")]);
    begin(&mut t);
    assert!(!t.may(P1, &Action::Challenge { kind: Military, against: P3 }), "it cannot be initiated");
    t.declare(P1, Military, P2, &[ids[0][0]]);
    assert_eq!(t.topic(P4), "redirect");
    t.act(P4, Action::Yes);
    assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P1], "the attacker picks, not the Regent");
    assert_eq!(t.topic(P1), "redirect_to");
    assert_eq!(t.legal(P1), [to(P3), to(P4)], "the supported player too, possibly the Regent, not the original one");
    t.act(P1, to(P3));
    let c = t.st.challenge.as_ref().unwrap();
    assert_eq!((c.defender, c.against), (P3, P2));
}

#[rule("CARD.C173", "RR.melee.redirect.3")]
#[test]
fn card_c173_redirect_and_stealth() {
    let (mut t, ids) = melee(3, &[(P2, "Crown Regent")]);
    let keeps = [P2, P3].map(|s| t.play(s, "Keep"));
    let footprints = t.play(P1, "Footprints");
    begin(&mut t);
    t.declare(P1, Military, P2, &[ids[0][2], ids[0][3]]);
    t.card(P1, ids[1][0]).card(P1, keeps[0]);
    assert_eq!(t.topic(P2), "redirect");
    assert!(!t.uses(P1, footprints), "no reaction yet");
    t.act(P2, Action::Yes).act(P1, to(P3));
    assert_eq!(t.topic(P1), "stealth");
    assert!(t.offers(P1, ids[2][0]) && !t.offers(P1, ids[1][0]), "targets of the new defender");
    assert!(t.may(P1, &Action::Pass), "if wished");
    t.card(P1, ids[2][1]);
    assert_eq!(t.topic(P1), "assault");
    assert!(t.offers(P1, keeps[1]) && !t.offers(P1, keeps[0]));
    t.card(P1, keeps[1]);
    assert!(t.uses(P1, footprints), "one reaction, to the new one");
    t.use_card(P1, footprints);
    t.pass_while(|t| t.st.acting().iter().any(|s| t.topic(s) == "interrupts"));
    assert!(!t.uses(P1, footprints));
    let c = t.st.challenge.clone().unwrap();
    assert_eq!((c.bypassed, c.assaulted), (vec![ids[2][1]], Some(keeps[1])));
    t.until(P3, "defenders");
    assert!(t.offers(P3, ids[2][0]) && !t.offers(P3, ids[2][1]));
    assert!(t.st.der(keeps[0]).blank == 0 && t.st.der(keeps[1]).blank > 0);
}

#[rule("CARD.C184", "RR.melee.redirect.4", "RR.melee.redirect.7", "RR.melee.challenges.4")]
#[test]
fn card_c184_everything_moves_to_the_new_defender() {
    let (mut t, ids) = melee(4, &[(P1, "Master of Ships"), (P3, "Master of Laws"), (P4, "Crown Regent")]);
    let alarms = [P2, P3].map(|s| t.play(s, "Alarm"));
    begin(&mut t);
    t.declare(P1, Military, P2, &[ids[0][0]]);
    t.act(P4, Action::Yes).act(P1, to(P3));
    t.pass_while(|t| !t.uses(P2, alarms[0]) && t.st.step.id() != "RR.fw.4.aw2");
    assert!(t.uses(P2, alarms[0]), "it was initiated against P2");
    t.use_card(P2, alarms[0]);
    let other = Cell::new(false);
    t.pass_while(|t| {
        other.set(other.get() || t.uses(P3, alarms[1]));
        t.topic(P3) != "defenders"
    });
    assert!(!other.get(), "and not against P3");
    assert_eq!(t.gold(P2), 1);
    assert!(t.kneeling(ids[0][0]) && !t.kneeling(ids[0][1]), "nothing is knelt again");
    t.cards(P3, &[]);
    // Claim 1, and 1 of the Master of Ships against a rival.
    t.pass_while(|t| t.topic(P3) != "claim");
    assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P3]);
    t.cards(P3, &ids[2][..2]);
    finish(&mut t);
    assert!(ids[2][..2].iter().all(|id| t.zone(*id) == Zone::Dead));
    assert!(ids[1].iter().all(|id| t.in_play(*id)));
    assert_eq!(t.power(P1), 2, "unopposed, and for the rival P3");
    let past = t.st.past.last().unwrap();
    assert_eq!((past.against, past.defender, past.loser), (P2, P3, Some(P3)));
    t.until(P1, "initiate");
    assert!(!t.may(P1, &Action::Challenge { kind: Military, against: P2 }), "the military challenge is used up");
    assert!(t.may(P1, &Action::Challenge { kind: Power, against: P3 }));
}

#[rule("CARD.C185", "RR.melee.redirect.1")]
#[test]
fn card_c185_right_after_initiation_and_once_per_round() {
    let (mut t, ids) = melee(4, &[(P4, "Crown Regent")]);
    let watch = t.play(P1, "Watch");
    begin(&mut t);
    t.declare(P1, Military, P2, &[ids[0][0]]);
    assert_eq!(t.topic(P4), "redirect");
    assert!(!t.uses(P1, watch), "before any reaction");
    t.pass(P4);
    let asked = Cell::new(false);
    assert!(t.uses(P1, watch), "then the reactions");
    t.pass_while(|t| {
        asked.set(asked.get() || t.topic(P4) == "redirect");
        t.st.challenge.is_some()
    });
    finish(&mut t);
    assert!(!asked.get(), "not later");
    t.until(P1, "initiate").declare(P1, Intrigue, P2, &[ids[0][1]]);
    t.act(P4, Action::Yes).act(P1, to(P3));
    finish(&mut t).until(P1, "initiate");
    t.declare(P1, Power, P2, &[ids[0][2]]).act(P1, Action::Pass);
    assert_ne!(t.topic(P4), "redirect", "not a second time in the round");
    finish(&mut t);
    let title = t.view(P1).players[3].title.clone().unwrap().parse::<Id>().unwrap();
    assert_eq!(t.st.titles.as_ref().unwrap().redirects, [(title, P4)]);
    // The next round anew.
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert_eq!(t.st.titles.as_ref().unwrap().redirects, []);
}

/// Everything that the initiation was may be reacted to once, whether it was redirected or not.
#[rule("RR.melee.redirect.1", "RR.fw.4.2")]
#[test]
fn reactions_to_the_initiation_come_once() {
    for answer in [Action::Yes, Action::Pass] {
        let (mut t, ids) = melee(4, &[(P4, "Crown Regent")]);
        let watch = t.play(P1, "Watch");
        begin(&mut t);
        t.declare(P1, Military, P2, &[ids[0][0]]);
        t.act(P4, answer.clone());
        if answer == Action::Yes {
            t.act(P1, to(P3));
        }
        assert!(t.kneeling(ids[0][0]));
        t.use_card(P1, watch);
        let again = Cell::new(false);
        t.pass_while(|t| {
            again.set(again.get() || t.uses(P1, watch));
            t.topic(P2) != "defenders" && t.topic(P3) != "defenders"
        });
        assert!(!again.get());
        assert_eq!(t.gold(P1), 1);
    }
}

/// The Regent may redirect the own challenge (AMB.25), unless the table says otherwise.
#[rule("RR.melee.redirect.6", "AMB.25")]
#[test]
fn the_own_challenge_may_be_redirected() {
    for own in [true, false] {
        let (mut t, ids) = melee(3, &[(P1, "Crown Regent")]);
        t.rules.melee.redirect_own = own;
        begin(&mut t);
        t.declare(P1, Military, P2, &[ids[0][0]]);
        assert_eq!(t.topic(P1) == "redirect", own);
        if own {
            t.act(P1, Action::Yes).act(P1, to(P3));
            assert_eq!(t.st.challenge.as_ref().unwrap().defender, P3);
        }
    }
}

/// While the attacker has one opponent it cannot be used.
#[rule("RR.melee.redirect.6")]
#[test]
fn not_with_one_opponent() {
    let (mut t, ids) = melee(3, &[(P2, "Crown Regent")]);
    t.deck_size(P3, 0);
    begin(&mut t);
    assert!(t.st.player(P3).eliminated);
    t.declare(P1, Military, P2, &[ids[0][0]]);
    assert_ne!(t.topic(P2), "redirect");
}

/// The title counts for each player and copy (AMB.17): another bearer in the same round may use it.
#[rule("AMB.17")]
#[test]
fn the_limit_is_per_player() {
    for per_player in [true, false] {
        let (mut t, ids) = melee(4, &[(P4, "Crown Regent")]);
        t.rules.melee.redirect_per_player = per_player;
        let title = t.view(P1).players[3].title.clone().unwrap().parse::<Id>().unwrap();
        begin(&mut t);
        t.declare(P1, Military, P2, &[ids[0][0]]);
        t.act(P4, Action::Yes).act(P1, to(P3));
        finish(&mut t).until(P1, "initiate");
        t.give_control(title, P3);
        t.declare(P1, Power, P2, &[ids[0][1]]);
        assert_eq!(t.topic(P3) == "redirect", per_player);
    }
}

/// Whom the Hand of the King's other power challenge is compared with after a redirect (AMB.24).
#[rule("AMB.24", "RR.melee.titles.4")]
#[test]
fn a_different_opponent_is_another_than_it_was_initiated_against() {
    use card_game::options::Different;
    for (different, barred, free) in [(Different::Initiated, P2, P3), (Different::Defending, P3, P2)] {
        let (mut t, ids) = melee(4, &[(P1, "Hand of the King"), (P4, "Crown Regent")]);
        t.rules.melee.different = different;
        begin(&mut t);
        t.declare(P1, Power, P2, &[ids[0][0]]);
        t.act(P4, Action::Yes).act(P1, to(P3));
        finish(&mut t).until(P1, "initiate");
        assert!(t.may(P1, &Action::Challenge { kind: Power, against: free }));
        assert!(!t.may(P1, &Action::Challenge { kind: Power, against: barred }));
    }
}
