//! Hard cards of later packs: cards that are used as if they were in hand.

use card_game::testing::*;
use test_macros::rule;

const HARD: &str = include_str!("../fixtures/hard.ron");

const PLAIN: &str = r#"
(code: "x1", name: "Sage", kind: character, cost: 3, str: 3, icons: "MIP", traits: ["Maester"]),
(code: "x2", name: "Gift", kind: event, cost: 1, abilities: [Action(effect: GainPower(1))]),
(code: "x3", name: "Answer", kind: event, cost: 0, abilities: [Reaction(when: Win(as: Attacker), effect: GainPower(2))]),
(code: "x4", name: "Denial", kind: event, cost: 0, abilities: [Interrupt(when: EffectsWouldInitiate(of: [EventCard, Opponents]), effect: Cancel)]),
(code: "x5", name: "Tomb", kind: location, cost: 0, abilities: [Constant(rules: AsInHand([Character, In(DeadPile, You)]))]),
(code: "x6", name: "Scribe", kind: location, cost: 0, abilities: [Reaction(when: PlacedInDiscard(EventCard), effect: PowerOn(This, 1))]),
(code: "x7", name: "Secret", kind: event, cost: Dash, keywords: [Shadow(1)], abilities: [Action(effect: GainPower(1))]),
]"#;

fn table(seats: usize) -> Table {
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    Table::with(Pool::default(), &format!("{cards}{PLAIN}"), Rulings::Reference, seats)
}

#[test]
fn the_annals_let_each_player_play_from_its_own_discard_pile_and_remove_the_event() {
    let mut t = table(2);
    t.plot(P1, "The Annals of Castle Black");
    let (mine, theirs) = (t.discard(P1, "Gift"), t.discard(P2, "Gift"));
    t.set_gold(P1, 1);
    t.set_gold(P2, 1);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(t.uses(P1, mine) && !t.uses(P1, theirs));
    t.use_card(P1, mine).pass_while(|t| t.power(P1) == 0);
    assert_eq!((t.gold(P1), t.power(P1)), (0, 1));
    t.pass_while(|t| !t.uses(P2, theirs));
    assert_eq!(t.zone(mine), Zone::Removed, "placed in the discard pile, then removed");
    t.use_card(P2, theirs).pass_while(|t| t.power(P2) == 0);
    assert_eq!(t.power(P2), 1);
}

#[test]
fn without_the_annals_the_pile_is_closed() {
    let mut t = table(2);
    let event = t.discard(P1, "Gift");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, event));
}

#[test]
fn reactions_are_played_from_there_too_and_costs_are_paid() {
    let mut t = table(2);
    t.plot(P2, "The Annals of Castle Black");
    let sage = t.play(P1, "Sage");
    let (answer, gift) = (t.discard(P1, "Answer"), t.discard(P1, "Gift"));
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, gift), "no gold");
    t.attack(P1, Power, P2, &[sage]);
    t.pass_while(|t| !t.uses(P1, answer));
    t.use_card(P1, answer).pass_while(|t| t.power(P1) < 2);
    assert_eq!(t.power(P1), 2);
}

#[test]
fn an_event_from_hand_is_placed_and_removed_as_well_also_a_cancelled_one() {
    let mut t = table(2);
    t.plot(P1, "The Annals of Castle Black");
    let (gift, denial) = (t.hand(P1, "Gift"), t.hand(P2, "Denial"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.use_card(P1, gift);
    t.use_card(P2, denial);
    t.pass_while(|t| t.zone(gift) != Zone::Removed && t.st.phase == Phase::Challenges);
    assert_eq!((t.zone(gift), t.zone(denial)), (Zone::Removed, Zone::Removed));
    assert_eq!(t.power(P1), 0);
}

#[rule("RR.glossary.shadows.11")]
#[test]
fn what_cannot_be_played_from_hand_cannot_be_played_as_if_in_hand() {
    let mut t = table(2);
    t.plot(P1, "The Annals of Castle Black");
    let secret = t.discard(P1, "Secret");
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, secret));
}

#[rule("RR.init.7")]
#[test]
fn a_played_event_is_placed_in_the_discard_pile() {
    let mut t = table(2);
    let (gift, scribe) = (t.hand(P1, "Gift"), t.play(P2, "Scribe"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.use_card(P1, gift).pass_while(|t| !t.uses(P2, scribe));
    assert_eq!(t.power(P1), 1);
    t.use_card(P2, scribe).pass_while(|t| t.power_on(scribe) == 0);
    assert_eq!(t.power_on(scribe), 1);
}

#[test]
fn the_key_opens_one_event_of_an_opponent_once() {
    let mut t = table(3);
    let sage = t.play(P1, "Sage");
    let key = t.attach(sage, "Archmaester's Key");
    let (own, second, third) = (t.discard(P1, "Gift"), t.discard(P2, "Gift"), t.discard(P3, "Gift"));
    t.set_gold(P1, 2);
    t.set_gold(P2, 2);
    t.start(Phase::Challenges);
    t.use_card(P1, key);
    assert_eq!([own, second, third].map(|id| t.offers(P1, id)), [false, true, true]);
    t.card(P1, third);
    assert!(t.kneeling(sage));
    t.pass_while(|t| !t.uses(P1, third));
    assert!(!t.uses(P1, second) && !t.uses(P1, own));
    t.use_card(P1, third).pass_while(|t| t.power(P1) == 0);
    assert_eq!((t.power(P1), t.power(P3), t.gold(P1)), (1, 0, 1), "you played it");
    t.pass_while(|t| t.zone(third) == Zone::BeingPlayed);
    assert_eq!(t.st.players[2].deck.first(), Some(&third), "at the bottom of its owner's deck");
    t.pass_while(|t| !t.uses(P1, third) && t.st.phase == Phase::Challenges);
    assert_ne!(t.st.phase, Phase::Challenges, "once");
}

#[test]
fn the_key_opens_for_its_player_and_this_phase_alone() {
    let mut t = table(2);
    let sage = t.play(P1, "Sage");
    let key = t.attach(sage, "Archmaester's Key");
    let gift = t.discard(P2, "Gift");
    t.set_gold(P1, 9);
    t.set_gold(P2, 9);
    t.start(Phase::Draw);
    t.use_card(P1, key).card(P1, gift);
    t.pass_while(|t| !t.uses(P1, gift));
    assert!(!t.uses(P2, gift));
    t.until(P1, "marshaling");
    assert!(!t.uses(P1, gift));
}

#[test]
fn characters_are_marshaled_as_if_from_hand() {
    let mut t = table(2);
    let tomb = t.play(P1, "Tomb");
    let (dead, gone) = (t.dead(P1, "Sage"), t.discard(P1, "Sage"));
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    let before = t.gold(P1);
    assert!(t.may(P1, &Action::Marshal { card: dead }) && !t.may(P1, &Action::Marshal { card: gone }));
    t.marshal(P1, dead).pass_while(|t| !t.in_play(dead));
    assert_eq!((t.gold(P1), t.in_play(tomb)), (before - 3, true));
}
