//! Ten more hard cards of later packs: other players' choices and actions, changed amounts.

use card_game::testing::*;
use test_macros::rule;

const HARD: &str = include_str!("../fixtures/hard.ron");

const PLAIN: &str = r#"
(code: "x1", name: "Ox", kind: character, cost: 6, str: 6, icons: "MIP"),
(code: "x2", name: "Fox", kind: character, cost: 4, str: 3, icons: "M"),
(code: "x3", name: "Cat", kind: character, cost: 3, str: 2, icons: "I", loyal: true, faction: stark),
(code: "x4", name: "Horde", kind: character, cost: 7, str: 7, icons: "M", traits: ["Army"]),
(code: "x5", name: "Giant", kind: character, cost: 8, str: 8, icons: "M"),
(code: "x6", name: "Hut", kind: location, cost: 1),
(code: "x7", name: "Rope", kind: attachment, cost: 1),
(code: "x8", name: "Well", kind: location, cost: 1, abilities: [Action(cost: Kneel(This), effect: Draw(2))]),
]"#;

fn table(seats: usize) -> Table {
    let cards = HARD.trim_end().strip_suffix(']').expect("a list");
    Table::with(Pool::default(), &format!("{cards}{PLAIN}"), Rulings::Reference, seats)
}

#[test]
fn bronn_serves_whoever_pays() {
    let mut t = table(3);
    let bronn = t.play(P1, "02089");
    t.set_gold(P2, 1);
    t.start(Phase::Marshaling);
    t.pass_while(|t| !t.uses(P2, bronn));
    let before = t.gold(P2);
    t.use_card(P2, bronn).pass_while(|t| t.st.controller(bronn) == P1);
    assert_eq!(t.st.controller(bronn), P2, "{}", t.told());
    assert_eq!(t.gold(P2), before - 1);
    t.pass_while(|t| !t.uses(P1, bronn) && t.st.phase == Phase::Marshaling);
    assert!(t.uses(P1, bronn) && t.gold(P1) > 0, "and back again");
}

#[rule("RR.ab.can_initiate.1")]
#[test]
fn who_has_bronn_does_not_pay_for_him_and_only_in_marshaling() {
    let mut t = table(2);
    let bronn = t.play(P1, "02089");
    t.set_gold(P1, 3);
    t.set_gold(P2, 3);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(!t.uses(P1, bronn), "control would not change");
    let mut t = table(2);
    let bronn = t.play(P1, "02089");
    t.set_gold(P2, 3);
    t.start(Phase::Challenges);
    t.until(P2, "action_window");
    assert!(!t.uses(P2, bronn));
}

#[test]
fn bronn_has_all_icons_only_in_defence() {
    let mut t = table(2);
    let bronn = t.play(P1, "02089");
    let ox = t.play(P2, "Ox");
    t.start(Phase::Challenges);
    assert!(t.icon(bronn, Military) && !t.icon(bronn, Intrigue));
    t.attack(P2, Intrigue, P1, &[ox]);
    assert!(t.icon(bronn, Intrigue) && t.icon(bronn, Power));
    t.until(P1, "defenders");
    assert!(t.offers(P1, bronn));
}

#[test]
fn the_chosen_opponent_chooses_both_duellists_and_who_lives() {
    let mut t = table(3);
    let (ox, giant, horde, fox) = (t.play(P1, "Ox"), t.play(P2, "Giant"), t.play(P2, "Horde"), t.play(P2, "Fox"));
    let third = t.play(P3, "Ox");
    t.duplicate(giant);
    t.reveal_plot(P1, "Duel");
    t.act(P1, Action::Player { seat: P2 });
    assert_eq!(t.topic(P2), "effect_cards");
    assert_eq!(
        [ox, giant, third, horde, fox].map(|id| t.offers(P2, id)),
        [true, true, false, false, false],
        "no Army, none below 6; the last is no first of two"
    );
    t.card(P2, ox);
    assert!(t.offers(P2, giant) && t.offers(P2, third), "of any player");
    t.card(P2, giant);
    assert_eq!([ox, giant, third].map(|id| t.offers(P2, id)), [true, true, false], "one of the two");
    t.card(P2, ox);
    t.pass_while(|t| t.st.phase == Phase::Plot);
    assert!(t.in_play(ox) && t.kneeling(ox));
    assert!(!t.in_play(giant), "not even its duplicate saves it");
    assert!(t.in_play(third) && !t.kneeling(third));
}

#[rule("RR.glossary.effects.3")]
#[test]
fn a_lone_duellist_is_knelt_and_lives() {
    let mut t = table(2);
    let ox = t.play(P1, "Ox");
    t.reveal_plot(P1, "Duel");
    while t.offers(P2, ox) {
        t.card(P2, ox);
    }
    t.pass_while(|t| t.st.phase == Phase::Plot);
    assert!(t.in_play(ox) && t.kneeling(ox));
}

#[test]
fn the_mad_king_leaves_three_of_each_kind() {
    let mut t = table(2);
    t.plot(P1, "The Mad King's Command");
    let mine: Vec<Id> = (0..4).map(|_| t.play(P1, "Ox")).collect();
    let huts: Vec<Id> = (0..2).map(|_| t.play(P1, "Hut")).collect();
    let ropes: Vec<Id> = (0..4).map(|_| t.attach(mine[0], "Rope")).collect();
    let foxes: Vec<Id> = (0..2).map(|_| t.play(P2, "Fox")).collect();
    t.empty_hand(P1);
    t.empty_hand(P2);
    let hand: Vec<Id> = (0..3).map(|_| t.hand(P1, "Fox")).collect();
    let hidden = t.shadows(P1, "Hut");
    t.start(Phase::Challenges);
    t.until(P1, "effect_cards").cards(P1, &mine[..3]);
    t.cards(P1, &huts);
    t.cards(P1, &ropes[1..]);
    assert!(t.offers(P1, hand[0]) && t.offers(P1, hidden), "hand and shadows are one choice");
    t.cards(P1, &[hand[0], hidden]);
    assert!(mine.iter().all(|id| t.in_play(*id)), "P2 chooses before anything goes");
    t.cards(P2, &foxes);
    t.pass_while(|t| t.in_play(mine[3]));
    assert!(mine[..3].iter().chain(&huts).chain(&ropes[1..]).chain(&foxes).all(|id| t.in_play(*id)));
    assert!(!t.in_play(ropes[0]) && !t.in_play(mine[3]));
    assert_eq!((t.zone(hand[0]), t.zone(hidden)), (Zone::Hand, Zone::Shadows));
    assert_eq!((t.zone(hand[1]), t.zone(hand[2])), (Zone::Deck, Zone::Deck));
    assert!(t.st.players[0].deck[..4].contains(&mine[3]), "at the bottom");
}

#[rule("RR.glossary.limits.1")]
#[test]
fn ties_break_as_often_as_there_are_opponents() {
    for seats in [2, 3] {
        let mut t = table(seats);
        let plot = t.plot(P1, "Breaking Ties");
        let cats: Vec<Id> = (0..4).map(|_| t.play(P1, "Cat")).collect();
        let foxes: Vec<Id> = (0..4).map(|_| t.play(P2, "Fox")).collect();
        t.kneel(cats[0]);
        t.start(Phase::Challenges);
        for n in 1..seats {
            t.pass_while(|t| !t.uses(P1, plot));
            t.act(P1, Action::Use { card: plot, ability: 1, on: None });
            assert!(!t.offers(P1, cats[0]), "kneeling");
            t.card(P1, cats[n]);
            assert!(t.offers(P1, foxes[n]) && !t.offers(P1, cats[0]), "loyal ones are no targets");
            t.card(P1, foxes[n]);
            assert_eq!(t.zone(foxes[n]), Zone::Hand);
            assert_eq!(t.zone(cats[n]), Zone::Deck);
        }
        t.pass_while(|t| !t.uses(P1, plot) && t.st.phase == Phase::Challenges);
        assert_ne!(t.st.phase, Phase::Challenges, "not once more with {seats} players");
    }
}

#[test]
fn the_sky_cell_takes_one_card_of_a_draw() {
    let mut t = table(2);
    let (ox, well) = (t.play(P1, "Ox"), t.play(P1, "Well"));
    t.attach_for(P2, ox, "Sky Cell");
    let other = t.play(P2, "Well");
    t.start(Phase::Challenges);
    let (first, second) = (t.hand_size(P1), t.hand_size(P2));
    t.use_card(P1, well);
    assert!(t.kneeling(ox));
    assert_eq!(t.hand_size(P1), first + 1, "one less");
    t.use_card(P2, other);
    assert_eq!(t.hand_size(P2), second + 2, "its own controller draws in full");
}

#[rule("RR.glossary.then.1")]
#[test]
fn a_kneeling_prisoner_draws_in_full() {
    let mut t = table(2);
    let (ox, well) = (t.play(P1, "Ox"), t.play(P1, "Well"));
    t.attach_for(P2, ox, "Sky Cell");
    t.kneel(ox);
    t.start(Phase::Challenges);
    let hand = t.hand_size(P1);
    t.use_card(P1, well);
    assert_eq!(t.hand_size(P1), hand + 2);
}

#[rule("RR.glossary.replacement_effects.3")]
#[test]
fn two_cells_take_two_cards_and_the_draw_phase_is_no_exception() {
    let mut t = table(2);
    let (ox, fox) = (t.play(P1, "Ox"), t.play(P1, "Fox"));
    t.attach_for(P2, ox, "Sky Cell");
    t.attach_for(P2, fox, "Sky Cell");
    let hand = t.hand_size(P1);
    t.start(Phase::Draw);
    while t.topic(P1) == "order_forced" {
        let first = t.legal(P1)[0].clone();
        t.act(P1, first);
    }
    t.pass_while(|t| t.st.phase == Phase::Draw);
    assert_eq!(t.hand_size(P1), hand, "each takes one of the two");
    assert!(t.kneeling(ox) && t.kneeling(fox));
}

#[test]
fn the_prisoners_own_player_may_kill_it() {
    let mut t = table(2);
    let ox = t.play(P1, "Ox");
    t.duplicate(ox);
    let cell = t.attach_for(P2, ox, "Sky Cell");
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(t.uses(P1, ox));
    t.use_card(P1, ox);
    assert!(!t.in_play(ox) && !t.in_play(cell));
    assert_eq!(t.zone(cell), Zone::Discard);
}

const GIVERS: &str = r#"[
(code: "z1", name: "Drill", kind: event, cost: 0,
 abilities: [Action(choose: ("c", [Character, Yours]), effect: Until(Phase, "c", Grant(Action(effect: GainGold(2), limit: PerPhase(1)))))]),
(code: "z2", name: "Oath", kind: attachment, cost: 1,
 abilities: [Constant(to: Host, gets: [Str(1), Grant(Reaction(when: Knelt(Is(This)), effect: GainPower(1))),
    Grant(ForcedReaction(when: Stood(Is(This)), effect: PowerOn(This, 1)))])]),
(code: "z3", name: "Silence", kind: plot, plot: (3, 0, 1, 6), abilities: [Constant(to: [Character], gets: Blank)]),
(code: "z4", name: "Drummer", kind: location, cost: 0,
 abilities: [Action(cost: Kneel(This), choose: ("c", [Character, Kneeling]), effect: Stand("c"))]),
"#;

fn givers() -> Table {
    Table::new(&format!("{GIVERS}{}", PLAIN.trim_start()))
}

#[test]
fn a_gained_action_lasts_its_time_and_has_its_limit() {
    let mut t = givers();
    let (ox, fox, drill) = (t.play(P1, "Ox"), t.play(P1, "Fox"), t.hand(P1, "Drill"));
    t.start(Phase::Draw);
    t.use_card(P1, drill).card(P1, ox);
    t.pass_while(|t| !t.uses(P1, ox));
    assert!(!t.uses(P1, fox) && t.labels(P1).iter().any(|l| l.contains("gain 2 gold")), "{:?}", t.labels(P1));
    assert!(!t.uses(P2, ox));
    t.use_card(P1, ox);
    t.pass_while(|t| t.gold(P1) == 0);
    assert_eq!(t.gold(P1), 2);
    assert!(!t.uses(P1, ox), "once");
    t.until(P1, "marshaling");
    assert!(!t.uses(P1, ox), "the phase is over");
}

#[test]
fn gained_reactions_are_those_of_the_card_that_gained_them() {
    let mut t = givers();
    let (ox, drummer) = (t.play(P1, "Ox"), t.play(P1, "Drummer"));
    let oath = t.attach_for(P2, ox, "Oath");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[ox]);
    assert!(t.uses(P1, ox), "knelt to attack: its controller reacts, though P2 has the attachment");
    t.use_card(P1, ox);
    t.pass_while(|t| t.power(P1) == 0);
    t.use_card(P1, drummer).card(P1, ox);
    t.pass_while(|t| t.power_on(ox) == 0 && t.view(P1).challenge.is_some());
    assert_eq!(t.power_on(ox), 1, "stood: the forced one, on the card itself");
    assert_eq!(t.power_on(oath), 0);
}

#[rule("RR.glossary.blank.1")]
#[test]
fn a_blank_text_box_keeps_what_was_gained() {
    let mut t = givers();
    t.plot(P2, "Silence");
    let ox = t.play(P1, "Ox");
    let oath = t.attach(ox, "Oath");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[ox]);
    assert!(t.uses(P1, ox));
    let mut t = givers();
    let ox = t.play(P1, "Ox");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[ox]);
    assert!(!t.uses(P1, ox), "without {oath:?} there is none");
}
