//! Hard cards of later packs: inserted phases, cards under a card, the topmost card of a pile, targets chosen within an effect.

use card_game::testing::*;
use table::{Game, Seat};

const HARD: &str = include_str!("../fixtures/hard.ron");

/// A table with the hard cards and some plain ones.
fn table() -> Table {
    let plain = r#"
(code: "x1", name: "Ox", kind: character, cost: 6, str: 6, icons: "MP"),
(code: "x2", name: "Fox", kind: character, cost: 3, str: 3, icons: "MIP"),
(code: "x3", name: "Priest", kind: character, cost: 3, str: 2, icons: "P", traits: ["Drowned God"]),
(code: "x4", name: "Monk", kind: character, cost: 3, str: 1, icons: "P", traits: ["Drowned God"]),
(code: "x5", name: "Rose", kind: character, faction: tyrell, cost: 3, str: 1, icons: "P"),
(code: "x6", name: "Thorn", kind: character, faction: tyrell, cost: 3, str: 1, icons: "P"),
(code: "x7", name: "Queen", kind: character, faction: tyrell, unique: true, cost: 3, str: 1, icons: "P"),
(code: "x8", name: "Raider", kind: character, cost: 3, str: 1, icons: "M",
 abilities: [Action(choose: ("c", [Location, Opponents]), effect: Discard("c"), limit: PerPhase(1)),
   Action(choose: ("l", [Location, Yours]), effect: [Sacrifice("l"), Then, Draw(1)], limit: PerPhase(1))]),
(code: "x9", name: "Rower", kind: character, cost: 3, str: 1, icons: "MP",
 abilities: [Action(effect: Rule(Phase, ExtraChallenge(Power)), limit: PerPhase(1)), Action(effect: Draw(1), limit: PerRound(1)),
   Reaction(when: PhaseBegins(Challenges), effect: GainGold(1))]),
(code: "x10", name: "Truce", kind: plot, plot: (4, 4, 1, 6), abilities: [Reaction(when: Initiated(against: You), effect: EndChallenge)]),
(code: "x11", name: "Harvest Moon", kind: location, cost: 1,
 abilities: [Action(limit: PerRound(1), effect: [InsertPhase(Marshaling), InsertPhase(Draw)])]),
]"#;
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    let mut t = Table::new(&format!("{cards}{plain}"));
    // Without cards in hand nobody is asked about cancelling effects.
    t.empty_hand(P2);
    t
}

// --- In Daznak's Pit: InsertPhase

/// P1 has In Daznak's Pit in shadows and gold for it.
fn pit() -> (Table, Id, Id) {
    let mut t = table();
    let pit = t.shadows(P1, "In Daznak's Pit");
    t.set_gold(P1, 6);
    let fox = t.play(P1, "Fox");
    (t, pit, fox)
}

#[test]
fn one_more_challenges_phase_follows_and_then_dominance() {
    let (mut t, pit, fox) = pit();
    let foe = t.play(P2, "Fox");
    t.start(Phase::Challenges);
    let phase = t.st.phase_no;
    t.attack(P1, Military, P2, &[fox]);
    t.finish();
    assert!(t.kneeling(fox) || !t.in_play(fox));
    t.use_card(P1, pit);
    assert!(!t.kneeling(fox), "each character stands");
    // The same challenge again: counts and limits are those of a new phase.
    t.until(P1, "initiate");
    assert_eq!((t.st.phase, t.st.phase_no, t.st.round), (Phase::Challenges, phase + 1, 1));
    assert!(t.can(P1, "Military challenge"), "{:?}", t.labels(P1));
    t.declare(P1, Military, P2, &[fox]);
    t.finish();
    // Both have been active, dominance comes, and no third phase of challenges.
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.st.phase_no, phase + 2);
    let _ = foe;
}

#[test]
fn every_player_is_active_in_the_inserted_phase() {
    let (mut t, pit, _) = pit();
    let foe = t.play(P2, "Fox");
    t.start(Phase::Challenges);
    t.use_card(P1, pit);
    t.until(P2, "initiate");
    t.declare(P2, Power, P1, &[foe]);
    t.finish();
    assert_eq!(t.power(P2), 1, "unopposed, without power to take");
}

#[test]
fn only_one_such_phase_a_round() {
    let (mut t, first, _) = pit();
    let second = t.shadows(P1, "In Daznak's Pit");
    t.start(Phase::Challenges);
    t.pass_while(|t| !t.uses(P1, first));
    assert!(t.uses(P1, second));
    t.use_card(P1, first);
    let phase = t.st.phase_no;
    t.pass_while(|t| t.st.phase == Phase::Challenges && !t.uses(P1, second));
    assert!(!t.uses(P1, second));
    assert_eq!((t.st.phase, t.st.phase_no), (Phase::Dominance, phase + 2));
}

#[test]
fn the_inserted_phase_begins_and_ends_and_its_limits_are_new() {
    let (mut t, pit, _) = pit();
    let rower = t.play(P1, "Rower");
    t.start(Phase::Challenges);
    assert!(t.uses(P1, rower), "its reaction to the beginning");
    t.use_card(P1, rower);
    assert_eq!(t.gold(P1), 7);
    t.until_step("RR.fw.4.aw1");
    let abilities = |t: &Table| -> Vec<u8> {
        t.legal(P1)
            .into_iter()
            .filter_map(|a| if let Action::Use { card, ability, .. } = a { (card == rower).then_some(ability) } else { None })
            .collect()
    };
    assert_eq!(abilities(&t), [1, 2]);
    for ability in [1, 2] {
        t.pass_while(|t| !abilities(t).contains(&ability));
        t.act(P1, Action::Use { card: rower, ability, on: None });
    }
    assert_eq!(t.st.challenges_left(P1, Power), 2);
    t.use_card(P1, pit);
    t.pass_while(|t| !t.uses(P1, rower));
    // The reaction to the beginning of the inserted phase.
    assert_eq!(t.st.step.id(), "RR.fw.4.1");
    t.use_card(P1, rower);
    t.until_step("RR.fw.4.aw1");
    t.pass_while(|t| abilities(t).is_empty());
    assert_eq!(abilities(&t), [1], "per phase again, per round not");
    assert_eq!(t.st.challenges_left(P1, Power), 1, "this phase is over");
}

#[test]
fn phases_of_any_kind_may_be_inserted_and_the_round_goes_on_where_it_was() {
    let mut t = table();
    let moon = t.play(P1, "Harvest Moon");
    t.start(Phase::Dominance);
    t.use_card(P1, moon);
    let mut phases = vec![t.st.phase];
    for _ in 0..400 {
        if t.st.phase == Phase::Taxation {
            break;
        }
        let seat = t.st.acting().iter().find(|s| t.may(*s, &Action::Pass)).expect("somebody who may pass");
        t.pass(seat);
        if phases.last() != Some(&t.st.phase) {
            phases.push(t.st.phase);
        }
    }
    let order = [Phase::Dominance, Phase::Draw, Phase::Marshaling];
    assert_eq!(phases[..3], order);
    assert!(!phases[3..].contains(&Phase::Challenges) && !phases[3..].contains(&Phase::Dominance), "{phases:?}");
    assert_eq!(t.hand_size(P1), 3, "two cards more");
}

// --- Meereen: Name, PutUnder, FirstOf, Leaves

/// P1 has used Meereen, with Ox and Fox in hand, having discarded the filler card.
fn meereen() -> (Table, Id, Id, Id) {
    let mut t = table();
    let city = t.play(P1, "Meereen");
    t.empty_hand(P1);
    let (ox, fox) = (t.hand(P1, "Ox"), t.hand(P1, "Fox"));
    let priest = t.hand(P1, "Priest");
    t.start(Phase::Challenges);
    t.use_card(P1, city);
    t.card(P1, priest);
    assert_eq!(t.zone(priest), Zone::Discard);
    (t, city, ox, fox)
}

#[test]
fn the_hand_goes_under_meereen_and_comes_back_when_the_phase_ends() {
    let (mut t, city, ox, fox) = meereen();
    assert!(t.kneeling(city));
    assert_eq!((t.zone(ox), t.zone(fox)), (Zone::Under, Zone::Under));
    let drawn = t.st.player(P1).hand.clone();
    assert_eq!(drawn.len(), 3);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    let mut hand = t.st.player(P1).hand.clone();
    hand.sort_unstable();
    assert_eq!(hand, [ox, fox]);
    assert!(drawn.iter().all(|id| t.zone(*id) == Zone::Discard));
    assert!(t.in_play(city));
}

#[test]
fn the_hand_comes_back_when_meereen_leaves_play() {
    let (mut t, city, ox, fox) = meereen();
    let raider = t.play(P2, "Raider");
    let drawn = t.st.player(P1).hand.clone();
    t.use_card(P2, raider).card(P2, city);
    assert_eq!(t.zone(city), Zone::Discard);
    assert_eq!((t.zone(ox), t.zone(fox)), (Zone::Hand, Zone::Hand));
    assert!(drawn.iter().all(|id| t.zone(*id) == Zone::Discard));
    // Not a second time when the phase ends: what was drawn since stays.
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.hand_size(P1), 2);
    assert!(t.st.delayed.is_empty());
}

/// Delayed effects come at once, also within a chain of "then" (RR.glossary.delayed_effects).
#[test]
fn the_hand_comes_back_before_what_follows_then() {
    let (mut t, city, ox, fox) = meereen();
    let raider = t.play(P1, "Raider");
    t.pass_while(|t| !t.uses(P1, raider));
    t.act(P1, Action::Use { card: raider, ability: 2, on: None }).card(P1, city);
    assert_eq!(t.zone(city), Zone::Discard);
    assert_eq!((t.zone(ox), t.zone(fox)), (Zone::Hand, Zone::Hand));
    assert_eq!(t.hand_size(P1), 3, "the card drawn then is not discarded");
}

#[test]
fn only_who_put_them_there_sees_the_cards_under_a_card() {
    let (t, city, ox, _) = meereen();
    let seen = |seat: Seat| t.view(seat).cards.into_iter().filter(|c| c.zone == Some(Zone::Under)).collect::<Vec<_>>();
    let (mine, theirs) = (seen(P1), seen(P2));
    assert_eq!((mine.len(), theirs.len()), (2, 2));
    assert!(mine.iter().any(|c| c.id == ox.to_string() && c.name.as_deref() == Some("Ox")));
    assert!(theirs.iter().all(|c| c.name.is_none() && c.code.is_none() && c.facedown));
    assert!(theirs.iter().all(|c| c.host == Some(city.to_string())));
    let told = t.events.iter().filter(|e| e.only.is_none_or(|seats| seats >> P2.0 & 1 != 0)).map(|e| e.text.as_str());
    let told: Vec<&str> = told.filter(|text| text.contains("under")).collect();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|text| !text.contains("Ox") && !text.contains("Fox")), "{told:?}");
}

/// What nobody takes from under a card that has left play is discarded.
#[test]
fn what_is_left_under_a_card_is_discarded_with_it() {
    let mut t = Table::new(
        r#"[
(code: "x1", name: "Vault", kind: location, cost: 1, abilities: [Action(effect: PutUnder([In(Hand, You)], This), limit: PerRound(1))]),
(code: "x2", name: "Raider", kind: character, cost: 3, str: 1, icons: "M",
 abilities: [Action(choose: ("c", [Location, Opponents]), effect: Discard("c"), limit: PerPhase(1))]),
]"#,
    );
    t.empty_hand(P2);
    let vault = t.play(P1, "Vault");
    let raider = t.play(P2, "Raider");
    let card = t.st.player(P1).hand[0];
    t.start(Phase::Challenges);
    t.use_card(P1, vault);
    assert_eq!(t.zone(card), Zone::Under);
    assert!(!t.in_play(card));
    t.use_card(P2, raider).card(P2, vault);
    assert_eq!((t.zone(vault), t.zone(card)), (Zone::Discard, Zone::Discard));
    assert!(t.st.under.is_empty());
}

#[test]
fn an_ability_that_puts_nothing_under_cannot_be_used() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Vault", kind: location, cost: 1, abilities: [Action(effect: PutUnder([In(Hand, You)], This), limit: PerRound(1))])]"#,
    );
    let vault = t.play(P1, "Vault");
    t.empty_hand(P1);
    t.start(Phase::Challenges);
    t.pass_while(|t| t.st.phase == Phase::Challenges && !t.uses(P1, vault));
    assert!(!t.uses(P1, vault));
}

// --- Old Wyk: NameTop, Result

/// P1 attacks with power, Old Wyk stands, Priest lies below Monk in the dead pile with Ox on top.
fn wyk(defense: bool) -> (Table, Id, Id, Id) {
    let mut t = table();
    let wyk = t.play(P1, "Old Wyk");
    let priest = t.dead(P1, "Priest");
    let monk = t.dead(P1, "Monk");
    t.dead(P1, "Ox");
    let ox = t.play(P1, "Ox");
    if defense {
        t.play(P2, "Fox");
    }
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[ox]);
    assert!(t.uses(P1, wyk), "{:?}", t.labels(P1));
    t.use_card(P1, wyk);
    (t, wyk, priest, monk)
}

#[test]
fn the_topmost_that_fits_joins_the_attack_knelt() {
    let (t, wyk, priest, monk) = wyk(false);
    assert!(t.kneeling(wyk) && t.kneeling(monk));
    assert_eq!((t.zone(monk), t.zone(priest)), (Zone::Play, Zone::Dead));
    assert!(t.st.attacking(monk));
}

#[test]
fn won_by_five_it_comes_to_hand() {
    let (mut t, _, _, monk) = wyk(false);
    t.resolve();
    // Before the reactions to the victory.
    assert_eq!(t.zone(monk), Zone::Hand);
    assert_eq!(t.st.card(monk).owner, P1);
}

#[test]
fn otherwise_it_goes_to_the_bottom_of_the_deck() {
    let (mut t, _, _, monk) = wyk(true);
    let fox =
        t.view(P2).cards.iter().find(|c| c.name.as_deref() == Some("Fox")).map(|c| c.id.parse::<Id>().expect("an id")).expect("a fox");
    // 7 against 3: won, but not by 5.
    t.defend(P2, &[fox]);
    t.resolve();
    assert_eq!((t.zone(monk), t.st.player(P1).deck.first()), (Zone::Deck, Some(&monk)));
}

#[test]
fn without_a_result_it_goes_to_the_bottom_too() {
    let mut t = table();
    t.plot(P2, "Truce");
    let wyk = t.play(P1, "Old Wyk");
    let monk = t.dead(P1, "Monk");
    let ox = t.play(P1, "Ox");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[ox]);
    t.use_card(P1, wyk);
    assert!(t.st.attacking(monk));
    let truce = t.st.player(P2).revealed.expect("a plot");
    t.use_card(P2, truce);
    t.finish();
    assert_eq!((t.zone(monk), t.st.player(P1).deck.first()), (Zone::Deck, Some(&monk)));
}

#[test]
fn without_a_card_that_fits_old_wyk_cannot_be_used() {
    let mut t = table();
    let wyk = t.play(P1, "Old Wyk");
    t.dead(P1, "Ox");
    t.dead(P2, "Monk");
    let ox = t.play(P1, "Ox");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[ox]);
    t.pass_while(|t| t.topic(P2) != "defenders" && !t.uses(P1, wyk));
    assert!(!t.uses(P1, wyk));
}

#[test]
fn a_character_that_is_gone_before_the_result_stays_where_it_is() {
    let (mut t, _, _, monk) = wyk(false);
    t.st.relocate(&t.rules, monk, card_game::lang::ast::Destination::DiscardPile);
    t.resolve();
    t.finish();
    assert_eq!(t.zone(monk), Zone::Discard);
}

// --- Highgarden: Pick.target

#[test]
fn for_each_card_shown_a_character_is_chosen_perhaps_twice_the_same() {
    let mut t = table();
    let garden = t.play(P1, "22023");
    let (rose, thorn) = (t.hand(P1, "Rose"), t.hand(P1, "Thorn"));
    let plain = t.hand(P1, "Ox");
    let fox = t.play(P1, "Fox");
    let foe = t.play(P2, "Fox");
    t.start(Phase::Challenges);
    t.use_card(P1, garden);
    assert!(!t.offers(P1, plain), "not of the faction");
    t.cards(P1, &[rose, thorn]);
    assert_eq!(t.topic(P1), "target");
    assert!(t.offers(P1, fox) && t.offers(P1, foe));
    t.card(P1, fox);
    assert_eq!(t.strength(fox), 5);
    assert_eq!(t.topic(P1), "target");
    t.card(P1, fox);
    assert_eq!(t.strength(fox), 7);
    assert_ne!(t.topic(P1), "target", "two shown, two chosen");
    assert_eq!(t.view(P2).cards.iter().filter(|c| c.name.as_deref() == Some("Rose") || c.name.as_deref() == Some("Thorn")).count(), 2);
}

#[test]
fn without_a_card_to_show_highgarden_does_nothing() {
    let mut t = table();
    let garden = t.play(P1, "22023");
    t.hand(P1, "Ox");
    let queen = t.play(P1, "Queen");
    t.start(Phase::Challenges);
    t.until_step("RR.fw.4.aw1");
    let abilities: Vec<u8> = t
        .legal(P1)
        .into_iter()
        .filter_map(|a| if let Action::Use { card, ability, .. } = a { (card == garden).then_some(ability) } else { None })
        .collect();
    assert_eq!(abilities, [2]);
    // The other ability: no target, a unique character of its user.
    t.act(P1, Action::Use { card: garden, ability: 2, on: None });
    if t.offers(P1, queen) {
        t.card(P1, queen);
    }
    assert_eq!(t.zone(queen), Zone::Hand);
}
