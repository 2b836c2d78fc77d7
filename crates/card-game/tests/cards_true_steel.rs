//! Every ability of the cards of True Steel.

use crate::nobodies::{Quiet, table};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

fn several(n: u8, mut put: impl FnMut() -> Id) {
    for _ in 0..n {
        put();
    }
}

#[card_test("02101", ability = 1)]
fn septa_mordane_and_sansa(pool: Pool) {
    let mut t = table(pool);
    let (sansa, theirs) = (t.play(P1, "Sansa Stark"), t.play(P2, "Sansa Stark"));
    assert!(!t.keyword(sansa, KeywordName::Renown));
    t.play(P1, "Septa Mordane");
    assert_eq!((t.strength(sansa), t.strength(theirs)), (4, 2));
    assert!(t.keyword(sansa, KeywordName::Renown) && !t.keyword(theirs, KeywordName::Renown));
}

#[card_test("02101", ability = 2)]
fn septa_mordane_and_arya(pool: Pool) {
    let mut t = table(pool.clone());
    let (arya, sansa, theirs) = (t.play(P1, "Arya Stark"), t.play(P1, "Sansa Stark"), t.play(P2, "Arya Stark"));
    t.play(P1, "Septa Mordane");
    assert!(t.icon(arya, Intrigue) && !t.icon(theirs, Intrigue));
    t.reveal_plot(P2, "Filthy Accusations");
    assert!(t.offers(P2, sansa) && t.offers(P2, theirs) && !t.offers(P2, arya), "immune to an opponent's plot");

    // Not to your own plots, nor to other cards.
    let mut t = table(pool);
    let (arya, push, soldier) = (t.play(P1, "Arya Stark"), t.hand(P2, "Push"), t.play(P2, "Soldier"));
    t.play(P1, "Septa Mordane");
    t.reveal_plot(P1, "Filthy Accusations");
    assert!(t.offers(P1, arya));
    t.card(P1, soldier);
    t.pass_while(|t| !t.offers(P2, push)).card(P2, push);
    assert!(t.offers(P2, arya));
}

/// What a constant text of an opponent's plot does in any layer, it does not do to her.
#[test]
fn immunity_holds_against_constant_texts_in_every_layer() {
    const CARDS: &str = r#"[(code: "y1", name: "Frost", kind: plot, plot: (3, 3, 1, 6),
 abilities: [Constant(to: [Character, Named("Arya Stark")], gets: [Str(-1), LoseKeyword(Stealth), Blank])])]"#;
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Reference, 2);
    let (arya, theirs) = (t.play(P1, "Arya Stark"), t.play(P2, "Arya Stark"));
    t.plot(P2, "Frost");
    let is = |t: &Table, id| (t.strength(id), t.keyword(id, KeywordName::Stealth), t.st.der(id).blank);
    assert_eq!(is(&t, arya), (1, false, 1));
    let septa = t.play(P1, "Septa Mordane");
    assert_eq!((is(&t, arya), is(&t, theirs)), ((2, true, 0), (1, false, 1)));
    // Blank herself, the Septa protects nobody.
    t.attach(septa, "Milk of the Poppy");
    assert_eq!(is(&t, arya), (1, false, 1));
}

#[card_test("02102", ability = 1)]
fn ward_takes_control(pool: Pool) {
    let mut t = table(pool);
    let (soldier, peer, mine, ward) = (t.play(P2, "Soldier"), t.play(P2, "Peer"), t.play(P1, "Scout"), t.hand(P1, "Ward"));
    t.start(Phase::Marshaling).marshal(P1, ward);
    assert!(t.offers(P1, soldier) && t.offers(P1, mine) && !t.offers(P1, peer), "printed cost 4 or less");
    t.card(P1, soldier);
    assert_eq!(t.st.controller(soldier), P1);
    t.st.relocate(&t.rules, ward, card_game::lang::ast::Destination::DiscardPile);
    t.st.recompute(&t.rules);
    assert_eq!(t.st.controller(soldier), P2, "as long as it is attached");
}

#[card_test("02102", ability = 2)]
fn ward_makes_a_stark(pool: Pool) {
    let mut t = table(pool);
    let (soldier, other) = (t.play(P2, "Watchman"), t.play(P1, "Watchman"));
    t.attach_for(P1, soldier, "Ward");
    assert!(t.st.der(soldier).faction(Faction::Stark) && t.st.der(soldier).faction(Faction::NightsWatch), "gained");
    assert!(!t.st.der(other).faction(Faction::Stark));
}

#[card_test("02103")]
fn butterbumps(pool: Pool) {
    let mut t = table(pool);
    let (fool, giant, scout) = (t.play(P1, "Butterbumps"), t.play(P2, "Giant"), t.play(P1, "Scout"));
    several(3, || t.hand(P1, "Letter"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[scout]).defend(P2, &[giant]);
    let cards = t.hand_size(P1);
    t.finish();
    assert_eq!(t.hand_size(P1), cards, "it takes no part");
    t.st.card_mut(giant).kneeling = false;
    t.attack(P2, Intrigue, P1, &[giant]).defend(P1, &[fool]).finish();
    assert_eq!(t.hand_size(P1), cards - 2, "one for claim, one for losing");
}

#[card_test("02104")]
fn a_gift_of_arbor_red(pool: Pool) {
    let mut t = table(pool);
    let deep = t.deck(P2, "Giant");
    several(2, || t.deck(P1, "Soldier"));
    let (peer, mine) = (t.deck(P1, "Peer"), t.deck(P1, "Scout"));
    let theirs = ["Letter", "Murder", "Push", "Lift"].map(|name| t.deck(P2, name));
    let gift = t.hand(P1, "A Gift of Arbor Red");
    t.start(Phase::Challenges).card(P1, gift).quiet();
    assert!(t.kneeling(t.faction(P1)) && t.topic(P1) == "effect_cards");
    assert!(t.offers(P1, peer) && t.offers(P1, mine));
    assert!(t.told().contains("Murder") && t.told().contains("Peer"), "revealed to all");
    t.card(P1, peer);
    assert!(!t.offers(P1, mine) && theirs.iter().all(|id| t.offers(P1, *id)) && !t.offers(P1, deep), "one of each player's four");
    t.card(P1, theirs[0]).quiet();
    assert_eq!((t.zone(peer), t.st.player(P1).hand.contains(&peer)), (Zone::Hand, true));
    assert_eq!((t.zone(theirs[0]), t.st.player(P2).hand.contains(&theirs[0])), (Zone::Hand, true), "to that player's hand");
    assert_eq!((t.zone(mine), t.zone(theirs[1])), (Zone::Deck, Zone::Deck));
    assert_eq!(t.told().matches("shuffles").count(), 2);
}

#[card_test("02105")]
fn sworn_brother(pool: Pool) {
    let mut t = table(pool);
    t.play(P1, "Sworn Brother");
    let (soldier, keep, tower) = (t.hand(P1, "Soldier"), t.hand(P1, "Great Keep"), t.hand(P1, "Watchtower"));
    let theirs = t.hand(P2, "Great Keep");
    t.set_gold(P1, 20);
    t.set_gold(P2, 20);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.marshal(P1, soldier);
    assert_eq!(t.gold(P1), gold - 2, "no location");
    t.marshal(P1, keep);
    assert_eq!(t.gold(P1), gold - 4, "1 less");
    t.marshal(P1, tower);
    assert_eq!(t.gold(P1), gold - 7, "the first only");
    t.until(P2, "marshaling");
    let gold = t.gold(P2);
    t.marshal(P2, theirs);
    assert_eq!(t.gold(P2), gold - 3);
}

#[card_test("02106", ability = 1)]
fn old_bears_raven_stealth(pool: Pool) {
    let mut t = table(pool);
    let (soldier, other) = (t.play(P1, "Soldier"), t.play(P1, "Soldier"));
    t.attach(soldier, "Old Bear's Raven");
    assert!(t.keyword(soldier, KeywordName::Stealth) && !t.keyword(other, KeywordName::Stealth));
}

#[card_test("02106", ability = 2)]
fn old_bears_raven_icon(pool: Pool) {
    let mut t = table(pool);
    let (bear, ranger) = (t.play(P1, "Old Bear Mormont"), t.play(P1, "Old Forest Hunter"));
    let raven = t.attach(ranger, "Old Bear's Raven");
    assert!(!t.icon(ranger, Intrigue) && !t.icon(bear, Intrigue));
    t.st.card_mut(raven).host = Some(bear);
    t.st.recompute(&t.rules);
    assert!(t.icon(bear, Intrigue));
}

#[card_test("02107")]
fn ser_barristan_selmy(pool: Pool) {
    let mut t = table(pool.clone());
    let (ser, lady, soldier) = (t.play(P1, "Ser Barristan Selmy"), t.play(P1, "Northern Lady"), t.play(P1, "Soldier"));
    let (one, two, three) = (t.hand(P2, "Murder"), t.hand(P2, "Murder"), t.hand(P2, "Murder"));
    t.kneel(ser);
    t.start(Phase::Challenges);
    t.pass_while(|t| !t.offers(P2, one)).card(P2, one).card(P2, soldier);
    t.pass_while(|t| t.in_play(soldier) && !t.uses(P1, ser));
    assert!(!t.in_play(soldier), "neither Lord nor Lady");
    t.pass_while(|t| !t.offers(P2, two)).card(P2, two).card(P2, lady).use_card(P1, ser).quiet();
    assert!(t.in_play(lady) && !t.kneeling(ser));
    t.pass_while(|t| !t.offers(P2, three)).card(P2, three).card(P2, lady);
    t.pass_while(|t| t.in_play(lady) && !t.uses(P1, ser));
    assert!(!t.in_play(lady), "he stands already");

    // Not an opponent's.
    let mut t = table(pool);
    let (ser, lady, murder) = (t.play(P1, "Ser Barristan Selmy"), t.play(P2, "Northern Lady"), t.hand(P2, "Murder"));
    t.kneel(ser);
    t.start(Phase::Challenges).pass_while(|t| !t.offers(P2, murder)).card(P2, murder).card(P2, lady);
    t.pass_while(|t| t.in_play(lady) && !t.uses(P1, ser));
    assert!(!t.in_play(lady));
}

#[card_test("02108")]
fn city_watch(pool: Pool) {
    let mut t = table(pool.clone());
    let watch = t.hand(P1, "City Watch");
    let (mine, theirs) = (t.faction(P1), t.faction(P2));
    t.set_power(mine, 2);
    t.set_power(theirs, 2);
    t.set_gold(P1, 6);
    t.start(Phase::Challenges);
    assert!(t.may(P1, &Action::Ambush { card: watch, gold: 6 }) && !t.may(P1, &Action::Ambush { card: watch, gold: 4 }));

    // It costs no less to marshal.
    let mut t = table(pool.clone());
    let watch = t.hand(P1, "City Watch");
    t.set_power(mine, 3);
    t.start(Phase::Marshaling).until(P1, "marshaling").act(P1, Action::Marshal { card: watch });
    assert_eq!((t.zone(watch), t.gold(P1)), (Zone::Play, 0), "5 gold of income");

    let mut t = table(pool);
    let watch = t.hand(P1, "City Watch");
    t.set_power(mine, 3);
    t.set_power(theirs, 2);
    t.set_gold(P1, 4);
    t.start(Phase::Challenges).act(P1, Action::Ambush { card: watch, gold: 4 });
    assert_eq!((t.zone(watch), t.gold(P1)), (Zone::Play, 0));
}

#[card_test("02109")]
fn ser_ilyn_payne(pool: Pool) {
    let mut t = table(pool);
    let (ilyn, soldier, peer, mine) = (t.play(P1, "Ser Ilyn Payne"), t.play(P2, "Soldier"), t.play(P2, "Peer"), t.play(P1, "Scout"));
    t.start(Phase::Marshaling).until(P1, "marshaling").use_card(P1, ilyn);
    assert!(t.offers(P1, soldier) && t.offers(P1, mine) && !t.offers(P1, peer));
    t.card(P1, soldier).quiet();
    assert_eq!((t.zone(soldier), t.kneeling(ilyn)), (Zone::Dead, true));
    t.st.card_mut(ilyn).kneeling = false;
    t.pass_while(|t| t.st.phase == Phase::Marshaling);
    assert!(!t.uses(P1, ilyn));
}

#[card_test("02110", ability = 1)]
fn small_council_chamber_is_immune(pool: Pool) {
    let mut t = table(pool);
    let (chamber, keep, soldier) = (t.play(P2, "Small Council Chamber"), t.play(P2, "Great Keep"), t.play(P1, "Giant"));
    let torch = t.hand(P1, "Put to the Torch");
    t.set_gold(P1, 1);
    t.play(P2, "Scout");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]).resolve();
    t.use_card(P1, torch);
    t.pass_while(|t| t.topic(P1) != "target" && t.in_play(keep));
    assert!(!t.offers(P1, chamber), "events do nothing to it");
    t.card(P1, keep).finish();
    assert_eq!((t.in_play(chamber), t.in_play(keep)), (true, false));
}

#[card_test("02110", ability = 2)]
fn small_council_chamber_gains_power(pool: Pool) {
    let mut t = table(pool);
    let (chamber, one, two) = (t.play(P1, "Small Council Chamber"), t.play(P1, "Soldier"), t.play(P1, "Scout"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[one]).resolve();
    assert!(!t.uses(P1, chamber));
    t.finish().attack(P1, Intrigue, P2, &[two]).resolve();
    t.use_card(P1, chamber).quiet();
    assert_eq!(t.power_on(chamber), 1);
}

#[card_test("02111")]
fn dagmer_cleftjaw(pool: Pool) {
    let mut t = table(pool.clone());
    let (dagmer, soldier, keep) = (t.play(P1, "Dagmer Cleftjaw"), t.play(P2, "Soldier"), t.play(P2, "Great Keep"));
    let (limited, dear, mine) = (t.play(P2, "Heart Tree Grove"), t.play(P2, "The Wall"), t.play(P1, "Great Keep"));
    let mill = t.play(P2, "Mill");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[dagmer]);
    t.defend(P2, &[]).use_card(P1, dagmer);
    assert!(t.offers(P1, keep) && t.offers(P1, mill));
    assert!([limited, dear, mine, soldier].iter().all(|id| !t.offers(P1, *id)));
    t.card(P1, keep);
    t.pass_while(|t| t.topic(P1) != "keyword_use").act(P1, Action::Yes).finish();
    assert_eq!((t.st.controller(keep), t.in_play(soldier), t.power_on(dagmer)), (P1, true, 1), "instead of claim");

    // Not with another at his side.
    let mut t = table(pool);
    let (dagmer, other) = (t.play(P1, "Dagmer Cleftjaw"), t.play(P1, "Scout"));
    t.play(P2, "Great Keep");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[dagmer, other]);
    t.pass_while(|t| t.st.step.id() != "RR.fw.4.2.5" && !t.uses(P1, dagmer));
    assert!(!t.uses(P1, dagmer));
}

#[card_test("02112")]
fn drowned_gods_blessing(pool: Pool) {
    const CARDS: &str = r#"[
(code: "y1", name: "Rock", kind: character, cost: 1, str: 1),
(code: "y2", name: "Push", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kneel("c"))]),
(code: "y3", name: "Sweep", kind: event, cost: 0,
 abilities: [Action(choose: (name: "c", of: [Character, Opponents], up_to: 3), effect: Kneel("c"))]),
(code: "y4", name: "Ram", kind: location, cost: 0, abilities: [Action(cost: Kneel(This), choose: ("c", [Character]), effect: Kneel("c"))]),
]"#;
    let set = |first: &str, second: &str| {
        let mut t = Table::with(pool.clone(), CARDS, Rulings::Reference, 2);
        let (one, two) = (t.play(P2, first), t.play(P2, second));
        let theon = if first == "Theon Greyjoy" { one } else { two };
        t.attach(theon, "Drowned God's Blessing");
        assert_eq!(t.initiative(P2), 4);
        let (push, sweep, ram) = (t.hand(P1, "y2"), t.hand(P1, "y3"), t.play(P1, "y4"));
        t.start(Phase::Challenges);
        (t, [one, two], [push, sweep, ram])
    };
    let (mut t, [theon, rock], [push, _, _]) = set("Theon Greyjoy", "Rock");
    assert!(t.st.der(theon).traits.has(card_game::lang::traits::Trait::find("Drowned God").expect("a trait")));
    t.card(P1, push);
    assert!(t.offers(P1, rock) && !t.offers(P1, theon), "not alone");
    let (mut t, [theon, _], [_, _, ram]) = set("Theon Greyjoy", "Rock");
    t.card(P1, ram);
    assert!(t.offers(P1, theon), "of what is no event");
    // One of several targets.
    let (mut t, [theon, rock], [_, sweep, _]) = set("Theon Greyjoy", "Rock");
    t.card(P1, sweep).card(P1, theon);
    assert!(!t.may(P1, &Action::Done), "there must be another");
    t.card(P1, rock).quiet();
    assert!(t.kneeling(theon) && t.kneeling(rock));
    let (mut t, [rock, theon], [_, sweep, _]) = set("Rock", "Theon Greyjoy");
    t.card(P1, sweep);
    assert!(t.offers(P1, rock) && !t.offers(P1, theon), "sets are picked in the order of the table");
    t.card(P1, rock);
    assert!(t.offers(P1, theon) && t.may(P1, &Action::Done));
    // Without another there is no target at all, but for one's own events.
    let mut t = Table::with(pool.clone(), CARDS, Rulings::Reference, 2);
    let theon = t.play(P2, "Theon Greyjoy");
    t.attach(theon, "Drowned God's Blessing");
    let (push, sweep, own) = (t.hand(P1, "y2"), t.hand(P1, "y3"), t.hand(P2, "y2"));
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, push) && !t.uses(P1, sweep));
    t.until(P2, "action_window");
    assert!(t.uses(P2, own));
}

#[card_test("02113", ability = 1)]
fn jhogo_has_stealth_among_bloodriders(pool: Pool) {
    const RIDER: &str = r#"[(code: "y1", name: "Rider", kind: character, cost: 1, str: 1, traits: ["Bloodrider"])]"#;
    let mut t = Table::with(pool, RIDER, Rulings::Reference, 2);
    let jhogo = t.play(P1, "Jhogo");
    t.play(P2, "Rider");
    t.play(P1, "Braided Warrior");
    assert!(!t.keyword(jhogo, KeywordName::Stealth), "no other of yours");
    t.play(P1, "Rider");
    assert!(t.keyword(jhogo, KeywordName::Stealth));
}

#[card_test("02113", ability = 2)]
fn jhogo_rides_over_the_dead(pool: Pool) {
    let mut t = table(pool);
    let (jhogo, soldier, giant) = (t.play(P1, "Jhogo"), t.play(P2, "Soldier"), t.play(P2, "Giant"));
    t.dead(P1, "Scout");
    several(2, || t.dead(P2, "Scout"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[jhogo]);
    assert_eq!(t.strength(jhogo), 5, "the defending player's dead");
    t.defend(P2, &[giant]).finish();
    t.st.card_mut(jhogo).kneeling = false;
    t.attack(P2, Power, P1, &[soldier]).defend(P1, &[jhogo]);
    assert_eq!(t.strength(jhogo), 3, "defending");
}

#[card_test("02114")]
fn funeral_pyre(pool: Pool) {
    let mut t = table(pool);
    let (lady, soldier, pyre) = (t.play(P2, "Northern Lady"), t.play(P2, "Soldier"), t.hand(P1, "Funeral Pyre"));
    let (one, two) = (t.hand(P1, "Murder"), t.hand(P1, "Murder"));
    t.start(Phase::Challenges).card(P1, one).card(P1, soldier);
    t.pass_while(|t| t.topic(P1) != "action_window" && !t.uses(P1, pyre));
    assert!(!t.in_play(soldier) && !t.uses(P1, pyre), "neither Lord nor Lady");
    t.card(P1, two);
    if t.topic(P1) == "target" {
        t.card(P1, lady);
    }
    t.pass_while(|t| !t.uses(P1, pyre));
    let cards = t.hand_size(P1);
    t.use_card(P1, pyre).quiet();
    assert_eq!((t.hand_size(P1), t.kneeling(t.faction(P1))), (cards + 2, true), "three cards for one");
}

#[card_test("02115")]
fn tyene_sand(pool: Pool) {
    let set = |pool: &Pool| {
        let mut t = table(pool.clone());
        let (tyene, victim, mine) = (t.play(P1, "Tyene Sand"), t.play(P2, "Wolf"), t.play(P1, "Wolf"));
        let schemer = t.play(P2, "Soldier");
        t.kneel(schemer);
        t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[tyene]).resolve();
        t.use_card(P1, tyene).quiet();
        assert!(t.offers(P1, victim) && t.offers(P1, mine) && !t.offers(P1, schemer));
        t.card(P1, victim).quiet();
        (t, victim)
    };
    let (mut t, victim) = set(&pool);
    assert_eq!((t.st.card(victim).tokens.len(), t.in_play(victim)), (1, true));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.zone(victim), Zone::Dead);
    let (mut t, victim) = set(&pool);
    t.st.card_mut(victim).tokens.clear();
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.in_play(victim), "without the token");

    // Only as an attacker, in intrigue.
    let mut t = table(pool);
    let (tyene, scout) = (t.play(P1, "Tyene Sand"), t.play(P2, "Scout"));
    t.play(P2, "Wolf");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[tyene]).resolve();
    assert!(!t.uses(P1, tyene));
    t.finish();
    t.st.card_mut(tyene).kneeling = false;
    t.attack(P2, Intrigue, P1, &[scout]).defend(P1, &[tyene]).resolve();
    assert!(!t.uses(P1, tyene));
}

#[card_test("02116")]
fn imprisoned(pool: Pool) {
    let mut t = table(pool);
    let (soldier, other, mine) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P1, "Soldier"));
    let prison = t.hand(P1, "Imprisoned");
    t.start(Phase::Marshaling).marshal(P1, prison);
    assert!(t.offers(P1, soldier) && t.offers(P1, other) && !t.offers(P1, mine));
    t.card(P1, soldier);
    assert!(!t.icon(soldier, Military) && t.icon(soldier, Power) && t.icon(other, Military));
}

#[card_test("02117")]
fn maesters_chain(pool: Pool) {
    let mut t = table(pool);
    let (maester, soldier) = (t.play(P1, "Maester Cressen"), t.play(P2, "Soldier"));
    let (chain, hand) = (t.attach(maester, "Maester's Chain"), t.hand(P1, "Maester's Chain"));
    let (ribbon, bird) = (t.attach(soldier, "Ribbon"), t.attach(soldier, "Little Bird"));
    let second = t.attach(soldier, "Noble Lineage");
    t.set_gold(P1, 5);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert!(!t.uses(P1, chain), "in dominance only");
    t.marshal(P1, hand);
    assert_eq!(t.st.card(hand).host, Some(maester), "only a Maester bears it");
    t.pass_while(|t| t.st.phase != Phase::Dominance).until(P1, "action_window").use_card(P1, chain);
    assert!(t.offers(P1, bird) && t.offers(P1, second) && !t.offers(P1, ribbon));
    t.card(P1, bird).quiet();
    assert_eq!((t.zone(bird), t.zone(second), t.kneeling(chain)), (Zone::Discard, Zone::Play, true));
}

#[card_test("02118")]
fn street_of_silk(pool: Pool) {
    let mut t = table(pool);
    let (street, soldier, lady) = (t.play(P1, "Street of Silk"), t.play(P1, "Soldier"), t.play(P1, "Northern Lady"));
    let deep = t.deck(P1, "Handmaiden");
    several(2, || t.deck(P1, "Soldier"));
    let (maid, friend, ribbon) = (t.deck(P1, "Handmaiden"), t.deck(P1, "Dornish Paramour"), t.deck(P1, "Old Bear's Raven"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]).resolve();
    assert!(!t.uses(P1, street), "a Lord or Lady takes part");
    t.finish().attack(P1, Intrigue, P2, &[lady]).resolve();
    t.use_card(P1, street).quiet();
    assert!(t.offers(P1, maid) && t.offers(P1, friend) && t.offers(P1, ribbon), "of any type");
    assert!(!t.offers(P1, deep), "only the top five");
    t.cards(P1, &[friend]);
    assert_eq!((t.zone(friend), t.kneeling(t.faction(P1))), (Zone::Hand, true));
}

#[card_test("02119")]
fn forgotten_plans(pool: Pool) {
    let mut t = table(pool);
    let soldier = t.play(P2, "Soldier");
    let limits = |t: &Table, seat| t.st.der(t.st.player(seat).revealed.expect("a plot")).blank != 0;
    t.plot(P2, "Fortified Position");
    t.plot(P1, "Forgotten Plans");
    let robb = t.play(P2, "Robb Stark");
    t.start(Phase::Challenges);
    assert!(limits(&t, P2) && !limits(&t, P1), "not Scheme plots");
    assert!(t.keyword(robb, KeywordName::Renown) && t.in_play(soldier));
    t.until(P1, "choose_plot");
    assert!(!limits(&t, P2) && !t.keyword(robb, KeywordName::Renown), "in the plot phase it speaks");
}

#[card_test("02120")]
fn close_call(pool: Pool) {
    let mut t = table(pool.clone());
    let (soldier, scout, theirs) = (t.dead(P1, "Soldier"), t.dead(P1, "Scout"), t.dead(P2, "Soldier"));
    let cards = t.hand_size(P1);
    t.reveal_plot(P1, "Close Call");
    assert!(t.offers(P1, soldier) && t.offers(P1, scout) && !t.offers(P1, theirs));
    t.card(P1, scout).quiet();
    assert_eq!((t.zone(scout), t.zone(soldier), t.hand_size(P1)), (Zone::Discard, Zone::Dead, cards + 1));

    // No card in winter, nor without a character that is moved.
    let mut t = table(pool.clone());
    let scout = t.dead(P1, "Scout");
    let (cards, winter) = (t.hand_size(P1), t.plot_deck(P2, "The Winds of Winter"));
    let close = t.plot_deck(P1, "Close Call");
    t.start(Phase::Plot).until(P1, "choose_plot").card(P1, close).card(P2, winter);
    t.act(P2, Action::Player { seat: P1 });
    t.pass_while(|t| t.topic(P1) != "effect_cards").card(P1, scout).quiet();
    assert_eq!((t.zone(scout), t.hand_size(P1)), (Zone::Discard, cards));
    let mut t = table(pool);
    t.reveal_plot(P1, "Close Call");
    assert_eq!(t.hand_size(P1), cards);
}
