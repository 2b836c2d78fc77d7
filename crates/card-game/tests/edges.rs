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

/// Facedown a card is no limited one: two of them go into shadows beside a third that is placed.
#[rule("RR.glossary.limited.4", "RR.glossary.limited.1", "RR.setup.8.2")]
#[test]
fn limited_cards_go_into_shadows_in_setup_without_limit() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Pass", kind: location, cost: 1, keywords: [Limited, Shadow(3)]),
        (code: "x2", name: "Ford", kind: location, cost: 1, keywords: [Limited, Shadow(3)]),
        (code: "x3", name: "Road", kind: location, cost: 1, keywords: [Limited])]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    let (pass, ford, road) = (t.hand(P1, "Pass"), t.hand(P1, "Ford"), t.hand(P1, "Road"));
    t.start_setup().keep();
    let shadows = |card| Action::Place { card, shadows: true };
    t.act(P1, shadows(pass));
    assert!(t.may(P1, &shadows(ford)) && places(&t, P1, ford) && places(&t, P1, road));
    t.act(P1, shadows(ford));
    assert!(places(&t, P1, road));
    t.act(P1, Action::Place { card: road, shadows: false });
    t.pass_while(|t| !t.topic(P2).is_empty());
    assert_eq!((t.zone(pass), t.zone(ford)), (Zone::Shadows, Zone::Shadows));
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

#[rule("RR.setup.9.3")]
#[test]
fn a_unique_attachment_needs_a_host_in_setup_too() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Crown", kind: attachment, unique: true, cost: 1),
            (code: "x2", name: "Page", kind: character, cost: 1, str: 1)]"#,
    );
    t.empty_hand(P1);
    t.empty_hand(P2);
    let (crown, second, page) = (t.hand(P1, "Crown"), t.hand(P1, "Crown"), t.hand(P1, "Page"));
    t.start_setup().keep();
    assert!(!places(&t, P1, crown) && !places(&t, P1, second) && places(&t, P1, page));
    t.act(P1, Action::Place { card: page, shadows: false });
    assert!(places(&t, P1, crown) && !places(&t, P1, second), "a copy only after the card itself");
    t.act(P1, Action::Place { card: crown, shadows: false });
    assert!(places(&t, P1, second));
}

/// Declared attackers and defenders are their player's doing.
#[rule("RR.fw.4.2.1")]
#[test]
fn who_declares_is_the_player_of_the_event() {
    let mut t = Table::with(
        Pool::default(),
        r#"[(code: "x1", name: "Knight", kind: character, cost: 2, str: 3, icons: "MIP"),
            (code: "x2", name: "Toll", kind: location, cost: 0, abilities: [
             Reaction(when: DeclaredAttacker([Character]), effect: For(EventPlayer, LoseGold(1))),
             Reaction(when: DeclaredDefender([Character]), effect: For(EventPlayer, LoseGold(2)))])]"#,
        Rulings::Reference,
        3,
    );
    let (attacker, defender) = (t.play(P1, "Knight"), t.play(P2, "Knight"));
    let toll = t.play(P3, "Toll");
    t.start(Phase::Challenges);
    [P1, P2, P3].into_iter().for_each(|seat| t.set_gold(seat, 5));
    t.attack(P1, Military, P2, &[attacker]);
    t.use_card(P3, toll);
    assert_eq!([P1, P2, P3].map(|seat| t.gold(seat)), [4, 5, 5]);
    t.defend(P2, &[defender]);
    t.use_card(P3, toll);
    assert_eq!([P1, P2, P3].map(|seat| t.gold(seat)), [4, 3, 5]);
}

/// Reactions to claim come when it has done what it does, in one window with the reactions to that.
#[rule("CR.2", "RR.trig.a")]
#[test]
fn reactions_to_claim_share_the_window_of_what_it_does() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Knight", kind: character, cost: 2, str: 3, icons: "MIP"),
            (code: "x2", name: "Spoils", kind: location, cost: 0, abilities: [Reaction(when: ClaimApplied(), effect: GainGold(1))]),
            (code: "x3", name: "Grief", kind: location, cost: 0, abilities: [Reaction(when: Killed([Character]), effect: GainGold(1))])]"#,
    );
    let (attacker, victim) = (t.play(P1, "Knight"), t.play(P2, "Knight"));
    let (spoils, grief) = (t.play(P1, "Spoils"), t.play(P2, "Grief"));
    t.kneel(victim);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[attacker]);
    t.pass_while(|t| !t.uses(P1, spoils));
    assert!(t.uses(P1, spoils));
    assert_eq!(t.zone(victim), Zone::Dead, "not before the kill");
    t.use_card(P1, spoils);
    assert!(t.uses(P2, grief), "the same window");
    t.use_card(P2, grief);
    t.pass_while(|t| {
        assert!(!t.uses(P1, spoils), "once");
        t.st.challenge.is_some()
    });
}

/// A plot that a When Revealed ability reveals joins those that are due: the first player orders them.
#[rule("RR.fw.1.3.III", "RR.window.choice.2")]
#[test]
fn a_plot_revealed_by_a_when_revealed_ability_is_ordered_with_the_others() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Scheme", kind: plot, plot: (5, 5, 1, 6), abilities: [WhenRevealed(effect: RevealNewPlot)]),
            (code: "x2", name: "Sequel", kind: plot, plot: (5, 5, 1, 6), abilities: [WhenRevealed(effect: GainPower(1))]),
            (code: "x3", name: "Answer", kind: plot, plot: (5, 4, 1, 6), abilities: [WhenRevealed(effect: GainPower(2))])]"#,
    );
    t.no_plots(P1);
    let (scheme, sequel, answer) = (t.plot_deck(P1, "Scheme"), t.plot_deck(P1, "Sequel"), t.plot_deck(P2, "Answer"));
    t.plot_deck(P1, "Filler Plot");
    t.start(Phase::Plot);
    t.card(P1, scheme).card(P2, answer);
    t.act(P1, Action::Player { seat: P1 });
    assert_eq!(t.topic(P1), "order_when_revealed");
    t.card(P1, scheme);
    t.card(P1, sequel);
    assert_eq!((t.topic(P1).as_str(), t.power(P1), t.power(P2)), ("order_when_revealed", 0, 0));
    assert!(t.offers(P1, sequel) && t.offers(P1, answer) && !t.offers(P1, scheme));
    t.card(P1, answer);
    t.pass_while(|t| t.power(P1) == 0);
    assert_eq!((t.power(P1), t.power(P2)), (1, 2));
}

/// A limit on standing that speaks of "them" means each player's own cards, whoever controls it.
#[rule("RR.fw.6.2")]
#[test]
fn a_limit_on_standing_counts_each_players_own_cards() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Knight", kind: character, cost: 2, str: 3),
            (code: "x2", name: "Winter", kind: location, cost: 0,
             abilities: [Constant(player: EachPlayer, rules: StandAtMost(1, [Character, ControlledBy(Them)]))])]"#,
    );
    let (one, two) = (t.play(P1, "Knight"), t.play(P1, "Knight"));
    t.play(P2, "Winter");
    t.kneel(one);
    t.kneel(two);
    t.start(Phase::Standing);
    assert_eq!(t.topic(P1), "stand_limit");
    t.cards(P1, &[two]);
    assert!(t.kneeling(one) && !t.kneeling(two));
}
