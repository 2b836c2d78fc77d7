//! The abilities of the neutral cards of the Core Set.

use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

use crate::card_table::{table, through, to_phase};

#[card_test("01028")]
fn littlefinger(pool: Pool) {
    let mut t = table(&pool);
    let lf = t.hand(P1, "Littlefinger");
    let theirs = t.hand(P2, "Littlefinger");
    t.start(Phase::Marshaling);
    t.marshal(P1, lf);
    assert!(t.uses(P1, lf));
    t.use_card(P1, lf);
    assert_eq!(t.hand_size(P1), 3);
    t.marshal(P2, theirs);
    assert!(!t.uses(P1, lf), "only after you marshal this one");

    // A further copy is only a duplicate.
    let mut t = table(&pool);
    let (lf, copy) = (t.play(P1, "Littlefinger"), t.hand(P1, "Littlefinger"));
    t.start(Phase::Marshaling);
    t.marshal(P1, copy);
    assert_eq!(t.zone(copy), Zone::Duplicate);
    assert!(!t.uses(P1, lf) && !t.uses(P1, copy));
}

#[card_test("01029")]
fn varys(pool: Pool) {
    let mut t = table(&pool);
    let (varys, mine, theirs, hero) = (t.play(P1, "Varys"), t.play(P1, "Man"), t.play(P2, "Man"), t.play(P2, "Hero"));
    let (keep, copy) = (t.play(P1, "Keep"), t.duplicate(hero));
    t.start(Phase::Dominance);
    t.use_card(P1, varys);
    assert_eq!(t.st.step.id(), "RR.fw.5.3", "when the phase ends");
    t.act(P2, Action::Save { card: hero });
    assert_eq!((t.zone(varys), t.zone(mine), t.zone(theirs)), (Zone::Removed, Zone::Discard, Zone::Discard));
    assert_eq!((t.zone(hero), t.zone(copy)), (Zone::Play, Zone::Discard), "can be saved");
    assert!(t.in_play(keep));
}

#[card_test("01030")]
fn rattleshirts_raiders(pool: Pool) {
    let mut t = table(&pool);
    let (raiders, man, victim) = (t.play(P1, "Rattleshirt's Raiders"), t.play(P1, "Man"), t.play(P2, "Wall"));
    let (theirs, mine) = (t.attach(victim, "Chain"), t.attach(man, "Chain"));
    let on_mine = t.attach_for(P2, man, "Little Bird");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).resolve();
    assert!(!t.uses(P1, raiders), "it must take part");
    t.finish();
    t.attack(P1, Military, P2, &[raiders]).resolve();
    t.use_card(P1, raiders);
    assert!(t.offers(P1, theirs) && t.offers(P1, on_mine) && !t.offers(P1, mine), "controlled by the loser");
    t.cards(P1, &[theirs]);
    assert_eq!(t.zone(theirs), Zone::Discard);

    // Not as a defender.
    let mut t = table(&pool);
    let (raiders, man) = (t.play(P1, "Rattleshirt's Raiders"), t.play(P2, "Man"));
    t.attach(man, "Chain");
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[man]).defend(P1, &[raiders]).resolve();
    assert!(!t.uses(P1, raiders));
}

#[card_test("01031")]
fn wildling_horde(pool: Pool) {
    let mut t = table(&pool);
    let (horde, other, idle) = (t.play(P1, "Wildling Horde"), t.play(P1, "Wildling"), t.play(P1, "Wildling"));
    let (man, theirs) = (t.play(P1, "Man"), t.play(P2, "Wildling"));
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, horde), "nobody participates");
    t.attack(P1, Military, P2, &[other, man]).defend(P2, &[theirs]);
    t.until(P1, "action_window");
    t.use_card(P1, horde);
    assert!(t.offers(P1, other));
    assert!(!t.offers(P1, idle) && !t.offers(P1, man) && !t.offers(P1, theirs));
    t.cards(P1, &[other]);
    assert_eq!(t.strength(other), 4);
    assert!(t.kneeling(t.faction(P1)) && !t.uses(P1, horde));
    t.finish();
    assert_eq!(t.strength(other), 2, "for the challenge");
}

#[card_test("01032")]
fn seal_of_the_hand(pool: Pool) {
    let mut t = table(&pool);
    let lord = t.play(P1, "Lord");
    let seal = t.attach(lord, "Seal of the Hand");
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, seal), "the lord stands");
    t.attack(P1, Military, P2, &[lord]).until(P1, "action_window");
    t.use_card(P1, seal);
    assert!(!t.kneeling(lord) && t.kneeling(seal));
}

#[card_test("01033")]
fn bodyguard(pool: Pool) {
    let mut t = table(&pool);
    let (giant, lord) = (t.play(P1, "Giant"), t.play(P2, "Lord"));
    let guard = t.attach(lord, "Bodyguard");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.use_card(P2, guard);
    assert_eq!((t.zone(lord), t.zone(guard)), (Zone::Play, Zone::Discard));

    // Discarded from play, too.
    let mut t = table(&pool);
    let (varys, lord) = (t.play(P1, "Varys"), t.play(P2, "Lord"));
    let guard = t.attach(lord, "Bodyguard");
    t.start(Phase::Dominance);
    t.use_card(P1, varys).use_card(P2, guard);
    assert_eq!((t.zone(lord), t.zone(guard)), (Zone::Play, Zone::Discard));

    // Not another character; not where it cannot be saved.
    let mut t = table(&pool);
    let (lord, man) = (t.play(P2, "Lord"), t.play(P2, "Man"));
    let guard = t.attach(lord, "Bodyguard");
    t.reveal_plot(P1, "Marched to the Wall");
    t.cards(P2, &[lord]);
    assert_eq!((t.zone(lord), t.zone(guard)), (Zone::Discard, Zone::Hand));
    assert!(t.in_play(man));
}

#[card_test("01034")]
fn little_bird(pool: Pool) {
    let mut t = table(&pool);
    let wall = t.play(P1, "Wall");
    t.attach(wall, "Little Bird");
    assert_eq!([Military, Intrigue, Power].map(|k| t.icon(wall, k)), [false, true, false]);
}

#[card_test("01035")]
fn milk_of_the_poppy(pool: Pool) {
    let mut t = table(&pool);
    let (robert, _) = (t.play(P2, "Robert Baratheon"), t.play(P2, "Melisandre"));
    let knelt = t.play(P2, "Man");
    t.kneel(knelt);
    assert_eq!(t.strength(robert), 6);
    t.attach_for(P1, robert, "Milk of the Poppy");
    assert_eq!(t.strength(robert), 5);
    assert!(!t.keyword(robert, KeywordName::Renown) && !t.keyword(robert, KeywordName::Intimidate));
    assert!(t.icon(robert, Military));
    let view = t.view(P1);
    let shown = view.cards.iter().find(|c| c.id == robert.to_string()).expect("in play");
    assert_eq!(shown.traits.len(), 2, "traits stay: {:?}", shown.traits);
}

#[card_test("01036")]
fn noble_lineage(pool: Pool) {
    let mut t = table(&pool);
    let wall = t.play(P1, "Wall");
    t.attach(wall, "Noble Lineage");
    assert_eq!([Military, Intrigue, Power].map(|k| t.icon(wall, k)), [false, false, true]);
}

#[card_test("01037")]
fn syrios_training(pool: Pool) {
    let mut t = table(&pool);
    let wall = t.play(P1, "Wall");
    t.attach(wall, "Syrio's Training");
    assert_eq!([Military, Intrigue, Power].map(|k| t.icon(wall, k)), [true, false, false]);
}

#[card_test("01038")]
fn the_iron_throne(pool: Pool) {
    for (theirs, power) in [("Balon Greyjoy", [1, 0]), ("Giant", [0, 1])] {
        let mut t = table(&pool);
        let throne = t.play(P1, "The Iron Throne");
        t.kneel(throne);
        t.play(P2, theirs);
        t.start(Phase::Dominance);
        t.until(P1, "action_window");
        assert_eq!([t.power(P1), t.power(P2)], power, "8 against {theirs}");
    }
}

#[card_test("01039")]
fn the_kingsroad(pool: Pool) {
    let mut t = table(&pool);
    let road = t.play(P1, "The Kingsroad");
    let giant = t.hand(P1, "Giant");
    t.hand(P1, "Castle");
    t.hand(P1, "Lord");
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling);
    t.use_card(P1, road).until(P1, "marshaling");
    assert_eq!(t.zone(road), Zone::Discard);
    assert!(t.can(P1, "Marshal Giant (1 gold)") && t.can(P1, "Marshal Lord (free)"));
    assert!(t.can(P1, "Marshal Castle (3 gold)"), "characters only");
    t.marshal(P1, giant).until(P1, "marshaling");
    assert_eq!(t.gold(P1), 14);
    assert!(t.can(P1, "Marshal Lord (3 gold)"), "the next only");

    // A kneeling one cannot pay; only in the marshaling phase.
    let mut t = table(&pool);
    let (road, other) = (t.play(P1, "The Kingsroad"), t.play(P1, "The Kingsroad"));
    t.kneel(road);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(!t.uses(P1, road) && t.uses(P1, other));
    to_phase(&mut t, Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, other));
}

/// A giant wins a military challenge against nobody, or loses or wins by less, with copies of an event at hand.
fn won_by_the_giant(pool: &Pool, event: &str) -> (Table, [Id; 2], Id, Id) {
    let mut t = table(pool);
    let events = [t.hand(P1, event), t.hand(P1, event)];
    let (giant, victim) = (t.play(P1, "Giant"), t.play(P2, "Wall"));
    t.set_gold(P1, 5);
    t.play(P2, "Keep");
    t.play(P1, "Keep");
    (t, events, giant, victim)
}

#[card_test("01041")]
fn put_to_the_sword(pool: Pool) {
    let (mut t, events, giant, victim) = won_by_the_giant(&pool, "Put to the Sword");
    let other = t.play(P2, "Man");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).resolve();
    t.use_card(P1, events[0]);
    assert!(t.offers(P1, victim) && t.offers(P1, other) && !t.offers(P1, giant));
    t.cards(P1, &[other]);
    through(&mut t);
    assert_eq!((t.zone(other), t.zone(events[0]), t.gold(P1)), (Zone::Dead, Zone::Discard, 3));
    assert!(!t.uses(P1, events[1]), "once per challenge");

    // By four it cannot be played.
    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Put to the Sword");
    let balon = t.play(P2, "Balon Greyjoy");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).defend(P2, &[balon]).resolve();
    assert!(!t.uses(P1, events[0]));

    // Nor in a power challenge, nor as the defender.
    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Put to the Sword");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[giant]).resolve();
    assert!(!t.uses(P1, events[0]));
    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Put to the Sword");
    let man = t.play(P2, "Man");
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[man]).defend(P1, &[giant]).resolve();
    assert!(!t.uses(P1, events[0]));
}

#[card_test("01042")]
fn put_to_the_torch(pool: Pool) {
    let (mut t, events, giant, victim) = won_by_the_giant(&pool, "Put to the Torch");
    let (castle, mine) = (t.play(P2, "Castle"), t.play(P1, "Castle"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).resolve();
    t.use_card(P1, events[0]);
    assert!(t.offers(P1, castle) && !t.offers(P1, mine) && !t.offers(P1, victim));
    t.cards(P1, &[castle]);
    through(&mut t);
    assert_eq!((t.zone(castle), t.zone(events[0]), t.gold(P1)), (Zone::Discard, Zone::Discard, 4));
    assert!(!t.uses(P1, events[1]), "once per challenge");

    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Put to the Torch");
    let balon = t.play(P2, "Balon Greyjoy");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).defend(P2, &[balon]).resolve();
    assert!(!t.uses(P1, events[0]), "by four");
}

#[card_test("01043")]
fn superior_claim(pool: Pool) {
    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Superior Claim");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[giant]).resolve();
    t.use_card(P1, events[0]);
    through(&mut t);
    assert_eq!((t.power(P1), t.power_on(t.faction(P1))), (2, 2));
    assert!(!t.uses(P1, events[1]), "once per challenge");

    // As the defender as well.
    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Superior Claim");
    let man = t.play(P2, "Man");
    t.start(Phase::Challenges);
    t.attack(P2, Power, P1, &[man]).defend(P1, &[giant]).resolve();
    t.use_card(P1, events[0]);
    through(&mut t);
    assert_eq!(t.power(P1), 2);

    // Not by four, not in a military challenge.
    for (kind, defenders) in [(Power, true), (Military, false)] {
        let (mut t, events, giant, _) = won_by_the_giant(&pool, "Superior Claim");
        let balon = t.play(P2, "Balon Greyjoy");
        t.start(Phase::Challenges);
        t.attack(P1, kind, P2, &[giant]).defend(P2, if defenders { std::slice::from_ref(&balon) } else { &[] }).resolve();
        assert!(!t.uses(P1, events[0]));
    }
}

#[card_test("01044")]
fn tears_of_lys(pool: Pool) {
    let set = |pool: &Pool| {
        let (mut t, events, giant, victim) = won_by_the_giant(pool, "Tears of Lys");
        let (schemer, hero) = (t.play(P2, "Man"), t.play(P2, "Ser Davos Seaworth"));
        t.start(Phase::Challenges);
        t.attack(P1, Intrigue, P2, &[giant]).resolve();
        t.use_card(P1, events[0]);
        through(&mut t);
        assert!(t.offers(P1, victim) && t.offers(P1, hero));
        assert!(!t.offers(P1, schemer), "it has an intrigue icon");
        assert!(!t.offers(P1, giant));
        t.cards(P1, &[victim]);
        assert!(!t.uses(P1, events[1]), "once per challenge");
        (t, victim)
    };
    let (mut t, victim) = set(&pool);
    assert_eq!(t.st.card(victim).tokens.len(), 1);
    assert!(t.in_play(victim));
    to_phase(&mut t, Phase::Dominance);
    assert_eq!(t.zone(victim), Zone::Dead);

    // Without the token it lives.
    let (mut t, victim) = set(&pool);
    t.st.card_mut(victim).tokens.clear();
    to_phase(&mut t, Phase::Dominance);
    assert!(t.in_play(victim));

    // Only as the attacker, in any margin.
    let (mut t, events, giant, _) = won_by_the_giant(&pool, "Tears of Lys");
    let man = t.play(P2, "Man");
    t.start(Phase::Challenges);
    t.attack(P2, Intrigue, P1, &[man]).defend(P1, &[giant]).resolve();
    assert!(!t.uses(P1, events[0]));
}

#[card_test("01045")]
fn the_hands_judgment(pool: Pool) {
    let set = |pool: &Pool, gold: i32| {
        let (mut t, events, giant, victim) = won_by_the_giant(pool, "Put to the Sword");
        let judgment = t.hand(P2, "The Hand's Judgment");
        let own = t.hand(P1, "The Hand's Judgment");
        t.set_gold(P2, gold);
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[giant]).resolve();
        t.use_card(P1, events[0]).cards(P1, &[victim]);
        assert!(!t.uses(P1, own), "only an opponent's event");
        t.pass_while(|t| t.topic(P1) == "interrupts");
        (t, events, judgment, victim)
    };
    let (mut t, events, judgment, victim) = set(&pool, 3);
    assert!(t.in_play(victim), "would initiate");
    t.use_card(P2, judgment);
    t.finish();
    assert_eq!(t.gold(P2), 1, "X is the event's printed cost");
    assert_eq!((t.zone(events[0]), t.zone(judgment), t.gold(P1)), (Zone::Discard, Zone::Discard, 3), "costs stay paid");
    assert!(t.told().contains("chooses") && !t.told().contains("is killed by"), "cancelled");
    assert!(t.told().contains("cancelled"));

    let (t, _, judgment, _) = set(&pool, 1);
    assert!(!t.uses(P2, judgment), "not enough gold");

    // Against an event of cost X it is the X that was chosen; another Hand's Judgment costs what that one cost.
    let mut t = table(&pool);
    let (love, own) = (t.hand(P1, "The Things I Do For Love"), t.hand(P1, "The Hand's Judgment"));
    let (judgment, man) = (t.hand(P2, "The Hand's Judgment"), t.play(P2, "Man"));
    t.play(P1, "Tyrion Lannister");
    t.set_gold(P1, 6);
    t.set_gold(P2, 4);
    t.start(Phase::Challenges);
    t.use_card(P1, love).act(P1, Action::Number { n: 3 }).cards(P1, &[man]);
    t.use_card(P2, judgment);
    assert_eq!((t.gold(P1), t.gold(P2)), (3, 1));
    t.use_card(P1, own);
    through(&mut t);
    assert_eq!((t.gold(P1), t.gold(P2)), (0, 1));
    assert_eq!(t.zone(man), Zone::Hand, "the cancel was cancelled");

    // A cancelled save saves nobody.
    let mut t = table(&pool);
    let (judgment, risen) = (t.hand(P1, "The Hand's Judgment"), t.hand(P2, "Risen from the Sea"));
    let (giant, kraken) = (t.play(P1, "Giant"), t.play(P2, "Kraken"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.use_card(P2, risen).use_card(P1, judgment);
    t.finish();
    assert_eq!((t.zone(kraken), t.zone(risen)), (Zone::Dead, Zone::Discard));
}
