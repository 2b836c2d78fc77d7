//! Edges that the worked cases leave out: what a change of one sign in the framework would break.

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

fn places(t: &Table, seat: Seat, card: Id) -> bool {
    t.may(seat, &Action::Place { card, shadows: false })
}

#[rule("RR.setup.9.3", "RR.glossary.no_attachments.1")]
#[test]
fn setup_attachments_heed_no_attachments() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Wolf", kind: character, cost: 1, str: 1, keywords: [NoAttachments]),
            (code: "x2", name: "Smith", kind: character, cost: 1, str: 1, keywords: [NoAttachmentsExcept("Weapon")]),
            (code: "x3", name: "Sword", kind: attachment, cost: 1, traits: ["Weapon"]),
            (code: "x4", name: "Cloak", kind: attachment, cost: 1, traits: ["Item"])]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    let (wolf, smith, sword, cloak) = (t.hand(P1, "Wolf"), t.hand(P1, "Smith"), t.hand(P1, "Sword"), t.hand(P1, "Cloak"));
    t.start_setup().keep();
    // With the wolf alone nothing has a host; with the smith only the sword has.
    t.act(P1, Action::Place { card: wolf, shadows: false });
    assert!(!places(&t, P1, sword) && !places(&t, P1, cloak));
    assert!(places(&t, P1, smith));
    t.act(P1, Action::Place { card: smith, shadows: false });
    assert!(places(&t, P1, sword) && !places(&t, P1, cloak));
}

#[rule("RR.setup.8.1", "RR.glossary.shadows.4")]
#[test]
fn each_card_may_go_into_shadows_in_setup() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Spy", kind: character, cost: 7, str: 1, keywords: [Shadow(3)]),
        (code: "x2", name: "Mouse", kind: character, cost: 7, str: 1, keywords: [Shadow(3)])]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    let (spy, mouse) = (t.hand(P1, "Spy"), t.hand(P1, "Mouse"));
    t.start_setup().keep();
    t.act(P1, Action::Place { card: spy, shadows: true });
    // Two of eight gold are spent: the other one fits facedown, not faceup; the same card is not placed twice.
    assert!(t.may(P1, &Action::Place { card: mouse, shadows: true }));
    assert!(!places(&t, P1, mouse) && !places(&t, P1, spy));
    t.act(P1, Action::Place { card: mouse, shadows: true });
    t.pass_while(|t| !t.topic(P2).is_empty());
    assert_eq!((t.zone(spy), t.zone(mouse)), (Zone::Shadows, Zone::Shadows));
}

#[rule("RR.fw.4.2.1")]
#[test]
fn who_does_not_kneel_to_attack_kneels_in_challenges_of_other_types() {
    let cards = r#"[(code: "x1", name: "Envoy", kind: character, cost: 2, str: 3, icons: "MIP",
        abilities: [Constant(to: This, gets: NoKneelAttacking([Power]))])]"#;
    for (kind, kneels) in [(Military, true), (Intrigue, true), (Power, false)] {
        let mut t = Table::new(cards);
        let envoy = t.play(P1, "Envoy");
        t.start(Phase::Challenges);
        t.attack(P1, kind, P2, &[envoy]);
        assert_eq!(t.kneeling(envoy), kneels, "{kind:?}");
    }
}

#[rule("RR.glossary.cannot")]
#[test]
fn a_challenge_type_that_cannot_be_initiated_is_the_only_one_that_is_not_listed() {
    for banned in ["Military", "Intrigue", "Power"] {
        let cards = format!(
            r#"[(code: "x1", name: "Knight", kind: character, cost: 2, str: 3, icons: "MIP"),
                (code: "x2", name: "Truce", kind: location, cost: 2,
                 abilities: [Constant(rules: CannotInitiate([{banned}]))])]"#
        );
        let mut t = Table::new(&cards);
        t.play(P1, "Knight");
        t.play(P1, "Truce");
        t.start(Phase::Challenges);
        t.until(P1, "initiate");
        let offered = t.legal(P1).into_iter().filter_map(|action| match action {
            Action::Challenge { kind, .. } => Some(kind),
            _ => None,
        });
        let wanted: Vec<_> = [Military, Intrigue, Power].into_iter().filter(|kind| format!("{kind:?}") != banned).collect();
        assert_eq!(offered.collect::<Vec<_>>(), wanted);
    }
}
