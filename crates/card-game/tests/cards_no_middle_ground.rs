//! Every ability of the cards of No Middle Ground.

use crate::nobodies::{CARDS, Quiet};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

const MORE: &str = r#"
(code: "w1", name: "Bastard", kind: character, cost: 2, str: 2, icons: "MIP", traits: ["Bastard"]),
(code: "w2", name: "Priest", kind: character, cost: 2, str: 2, icons: "MIP", traits: ["Drowned God"]),
(code: "w3", name: "Worm", kind: character, cost: 2, str: 1, icons: "M", traits: ["Dragon"]),
(code: "w4", name: "Cloak", kind: attachment, faction: thenightswatch, cost: 1),
(code: "w5", name: "Knight of Horn", kind: character, cost: 4, str: 3, icons: "MIP"),
(code: "w6", name: "Low", kind: plot, plot: (4, 4, 1, 2)),
(code: "w7", name: "Lowest", kind: plot, plot: (4, 4, 1, 1)),
"#;

fn table(pool: Pool) -> Table {
    Table::with(pool, &CARDS.replacen('[', &format!("[{MORE}"), 1), Rulings::Reference, 2)
}

#[card_test("02063")]
fn ser_horas_redwyne(pool: Pool) {
    let mut t = table(pool);
    let (horas, lady, standing) = (t.play(P1, "Ser Horas Redwyne"), t.play(P2, "Northern Lady"), t.play(P1, "Dornish Lady"));
    let soldier = t.play(P1, "Soldier");
    let push = t.hand(P2, "Push");
    t.kneel(lady);
    t.kneel(soldier);
    t.start(Phase::Challenges).pass_while(|t| !t.uses(P2, push));
    t.card(P2, push).card(P2, horas);
    t.pass_while(|t| !t.uses(P1, horas)).card(P1, horas);
    if t.topic(P1) == "target" {
        assert!(!t.offers(P1, standing) && !t.offers(P1, soldier));
        t.card(P1, lady);
    }
    t.quiet();
    assert!(!t.kneeling(lady) && t.kneeling(soldier));
}

#[card_test("02065")]
fn halder(pool: Pool) {
    let mut t = table(pool.clone());
    let (halder, watch, soldier) = (t.play(P1, "Halder"), t.play(P1, "Watchman"), t.play(P1, "Soldier"));
    let (tower, keep, theirs) = (t.play(P1, "Watchtower"), t.play(P1, "Great Keep"), t.play(P2, "Watchman"));
    let cloak = t.attach(soldier, "Cloak");
    t.start(Phase::Challenges).card(P1, halder);
    assert!(t.offers(P1, tower) && t.offers(P1, cloak) && !t.offers(P1, keep) && !t.offers(P1, watch), "the cost");
    t.card(P1, cloak);
    assert!(t.offers(P1, watch) && t.offers(P1, halder) && t.offers(P1, theirs) && !t.offers(P1, soldier), "the target");
    t.card(P1, watch).until(P1, "action_window");
    assert_eq!((t.strength(watch), t.kneeling(cloak), t.kneeling(tower)), (4, true, false));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.strength(watch), 3);

    let mut t = table(pool);
    let halder = t.play(P1, "Halder");
    t.play(P1, "Great Keep");
    t.play(P2, "Watchtower");
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, halder), "nothing to kneel");
}

#[card_test("02068", ability = 1)]
fn gendry_gains(pool: Pool) {
    let mut t = table(pool);
    let gendry = t.play(P1, "Gendry");
    t.start(Phase::Dominance).use_card(P1, gendry).quiet();
    assert_eq!(t.power_on(gendry), 1);
}

#[card_test("02068", ability = 2)]
fn gendry_pays(pool: Pool) {
    let lost = |power| {
        let mut t = table(pool.clone());
        let (gendry, bastard, soldier) = (t.play(P1, "Gendry"), t.play(P1, "Bastard"), t.play(P1, "Soldier"));
        let theirs = t.play(P2, "Bastard");
        t.play(P2, "Giant");
        t.play(P2, "Giant");
        t.set_power(gendry, power);
        t.start(Phase::Dominance).pass_while(|t| t.topic(P1) != "may" && t.topic(P1) != "effect_cards");
        (t, gendry, bastard, soldier, theirs)
    };
    let (mut t, gendry, bastard, ..) = lost(1);
    t.act(P1, Action::Yes).until(P1, "action_window");
    assert_eq!((t.power_on(gendry), t.in_play(gendry), t.in_play(bastard)), (0, true, true));

    let (mut t, gendry, bastard, soldier, theirs) = lost(1);
    t.act(P1, Action::No);
    assert!(t.offers(P1, gendry) && t.offers(P1, bastard) && !t.offers(P1, soldier) && !t.offers(P1, theirs));
    t.card(P1, bastard).until(P1, "action_window");
    assert_eq!((t.power_on(gendry), t.zone(bastard)), (1, Zone::Discard));

    // Without power there is no offer.
    let (mut t, gendry, bastard, ..) = lost(0);
    assert_eq!(t.topic(P1), "effect_cards");
    t.card(P1, gendry).until(P1, "action_window");
    assert_eq!((t.zone(gendry), t.in_play(bastard)), (Zone::Discard, true));
}

#[card_test("02069")]
fn tobho_motts_armory(pool: Pool) {
    let mut t = table(pool.clone());
    let armory = t.play(P1, "Tobho Mott's Armory");
    t.play(P1, "Giant");
    t.start(Phase::Dominance);
    let hand = t.hand_size(P1);
    t.use_card(P1, armory).quiet();
    assert_eq!((t.hand_size(P1), t.kneeling(armory)), (hand + 1, true));

    let mut t = table(pool);
    let armory = t.play(P1, "Tobho Mott's Armory");
    t.play(P2, "Giant");
    t.start(Phase::Dominance).pass_while(|t| !t.uses(P1, armory) && t.topic(P1) != "action_window");
    assert!(!t.uses(P1, armory));
}

/// P1 has paid off a soldier and wins an intrigue challenge.
fn paid_off(pool: Pool, gold: i32, kneeling: bool) -> (Table, Id, Id) {
    let mut t = table(pool);
    let (soldier, mine) = (t.play(P2, "Soldier"), t.play(P1, "Giant"));
    let paid = t.attach_for(P1, soldier, "Paid Off");
    t.set_gold(P2, gold);
    t.set_gold(P1, 0);
    if kneeling {
        t.kneel(soldier);
    }
    t.start(Phase::Challenges).attack(P1, Intrigue, P2, &[mine]).resolve();
    t.pass_while(|t| !t.uses(P1, paid) && t.st.challenge.is_some());
    (t, soldier, paid)
}

#[card_test("02071")]
fn paid_off_kneels(pool: Pool) {
    let (mut t, soldier, paid) = paid_off(pool.clone(), 2, false);
    t.use_card(P1, paid).quiet();
    assert!(t.kneeling(soldier));
    t.act(P2, Action::Yes).finish();
    assert_eq!((t.kneeling(soldier), t.gold(P1), t.gold(P2)), (false, 1, 1));

    let (mut t, soldier, paid) = paid_off(pool.clone(), 2, false);
    t.use_card(P1, paid).quiet().act(P2, Action::No).finish();
    assert_eq!((t.kneeling(soldier), t.gold(P1), t.gold(P2)), (true, 0, 2));

    let (mut t, soldier, paid) = paid_off(pool.clone(), 0, false);
    t.use_card(P1, paid).quiet();
    if t.topic(P2) == "may" {
        t.act(P2, Action::Yes);
    }
    t.finish();
    assert_eq!((t.kneeling(soldier), t.gold(P1)), (true, 0), "no gold, no standing");

    // A kneeling character cannot be knelt.
    let (t, _, paid) = paid_off(pool, 2, true);
    assert!(!t.uses(P1, paid));
}

#[card_test("02072")]
fn priest_of_the_drowned_god(pool: Pool) {
    let mut t = table(pool);
    let (priest, other, theirs) = (t.play(P1, "Priest of the Drowned God"), t.play(P1, "Priest"), t.play(P2, "Priest"));
    let soldier = t.play(P1, "Soldier");
    assert_eq!((t.strength(priest), t.strength(other), t.strength(theirs), t.strength(soldier)), (3, 3, 2, 3));
}

#[card_test("02074")]
fn dothraki_outriders(pool: Pool) {
    // With the income of 5: it costs 8, less 2 for the two Dothraki of one's own.
    for (gold, comes) in [(0, false), (1, true)] {
        let mut t = table(pool.clone());
        let riders = t.hand(P1, "Dothraki Outriders");
        t.play(P1, "Khal");
        t.play(P1, "Khal");
        t.play(P2, "Khal");
        t.set_gold(P1, gold);
        t.start(Phase::Marshaling).until(P1, "marshaling");
        assert_eq!(t.offers(P1, riders), comes);
        if comes {
            t.marshal(P1, riders).until(P1, "marshaling");
            assert_eq!(t.gold(P1), 0);
        }
    }
}

#[card_test("02075")]
fn blood_of_the_dragon(pool: Pool) {
    let mut t = table(pool);
    t.plot(P1, "Blood of the Dragon");
    let (wolf, worm, soldier, theirs) = (t.play(P1, "Wolf"), t.play(P1, "Worm"), t.play(P1, "Soldier"), t.play(P2, "Wolf"));
    t.start(Phase::Challenges).pass_all();
    assert_eq!((t.zone(wolf), t.zone(theirs)), (Zone::Dead, Zone::Dead));
    assert_eq!((t.strength(worm), t.strength(soldier)), (1, 2));
}

#[card_test("02077")]
fn condemned(pool: Pool) {
    let mut t = table(pool);
    let (soldier, other, mine) = (t.play(P2, "Soldier"), t.play(P2, "Scout"), t.play(P1, "Soldier"));
    let condemned = t.hand(P1, "Condemned");
    t.start(Phase::Marshaling).marshal(P1, condemned);
    assert!(t.offers(P1, soldier) && t.offers(P1, other) && !t.offers(P1, mine), "an opponent's character only");
    t.card(P1, soldier);
    assert!(!t.icon(soldier, Power) && t.icon(soldier, Military) && t.icon(soldier, Intrigue));
}

#[card_test("02078")]
fn wildling_scout(pool: Pool) {
    let mut t = table(pool);
    let (scout, soldier, theirs) = (t.play(P1, "Wildling Scout"), t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).card(P1, scout);
    assert!(t.offers(P1, theirs), "any character");
    t.card(P1, soldier).quiet();
    assert!(t.keyword(soldier, KeywordName::Stealth) && !t.keyword(theirs, KeywordName::Stealth));
    assert_eq!(t.zone(scout), Zone::Discard);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.keyword(soldier, KeywordName::Stealth));
}

#[card_test("02079")]
fn the_first_snow_of_winter(pool: Pool) {
    let mut t = table(pool);
    t.plot(P2, "The First Snow of Winter");
    let (soldier, north, theirs) = (t.play(P1, "Soldier"), t.play(P1, "Northerner"), t.play(P2, "Soldier"));
    let (horn, keep) = (t.play(P1, "Knight of Horn"), t.play(P1, "Great Keep"));
    t.start(Phase::Challenges);
    assert!([soldier, north, theirs].iter().all(|id| t.zone(*id) == Zone::Hand));
    assert!(t.in_play(horn) && t.in_play(keep), "not of cost 4, no location");
}

#[card_test("02061", ability = 1)]
fn hodor_stays(pool: Pool) {
    let attacks = |bran: Option<::table::Seat>| {
        let mut t = table(pool.clone());
        let hodor = t.play(P1, "Hodor");
        if let Some(seat) = bran {
            t.play(seat, "Bran Stark");
        }
        t.start(Phase::Challenges).pass_while(|t| t.topic(P1) != "initiate" && t.st.phase == Phase::Challenges);
        let military = Action::Challenge { kind: Military, against: P2 };
        t.may(P1, &military) && {
            t.act(P1, military);
            t.offers(P1, hodor)
        }
    };
    assert_eq!((attacks(None), attacks(Some(P2)), attacks(Some(P1))), (false, false, true));
    // He defends.
    let mut t = table(pool.clone());
    let (hodor, soldier) = (t.play(P1, "Hodor"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P2, Military, P1, &[soldier]).defend(P1, &[hodor]);
}

#[card_test("02061", ability = 2)]
fn hodor_at_dominance(pool: Pool) {
    let mut t = table(pool);
    t.play(P1, "Hodor");
    let before = t.st.dominance_total(&t.rules, P1);
    t.play(P1, "Soldier");
    assert_eq!((before, t.st.dominance_total(&t.rules, P1)), (0, 3));
    t.play(P2, "Scout");
    t.play(P2, "Scout");
    t.start(Phase::Dominance).until(P1, "action_window");
    assert_eq!((t.power(P1), t.power(P2)), (0, 1));
}

#[card_test("02066")]
fn the_watcher_on_the_walls(pool: Pool) {
    for (kind, rangers, plays) in [(Military, 2, true), (Military, 3, true), (Military, 1, false), (Power, 2, false)] {
        let mut t = table(pool.clone());
        let watcher = t.hand(P1, "The Watcher on the Walls");
        let mine: Vec<Id> = (0..rangers).map(|_| t.play(P1, "Ranger Captain")).collect();
        let (one, two, home) = (t.play(P2, "Soldier"), t.play(P2, "Giant"), t.play(P2, "Scout"));
        t.play(P1, "Watchman");
        t.set_gold(P1, 1);
        t.start(Phase::Challenges);
        assert!(!t.uses(P1, watcher), "no challenge");
        t.attack(P2, kind, P1, &[one, two]).until(P1, "action_window");
        assert_eq!(t.uses(P1, watcher), plays, "{kind:?} {rangers}");
        if !plays {
            continue;
        }
        t.use_card(P1, watcher);
        if rangers > 2 {
            assert_eq!(t.topic(P1), "cost");
            t.cards(P1, &mine[1..]);
            assert!(!t.kneeling(mine[0]));
        }
        t.quiet();
        assert!(t.kneeling(mine[1]) && t.gold(P1) == 0);
        assert_eq!((t.zone(one), t.zone(two), t.in_play(home)), (Zone::Dead, Zone::Dead, true));
    }
}

#[card_test("02067")]
fn for_the_watch(pool: Pool) {
    let mut t = table(pool);
    t.plot(P1, "For the Watch!");
    let (one, two, mine) = (t.play(P2, "Giant"), t.play(P2, "Giant"), t.play(P1, "Soldier"));
    let other = t.play(P1, "Soldier");
    let (p1, p2) = (t.faction(P1), t.faction(P2));
    t.set_power(p1, 2);
    t.set_power(p2, 2);
    // A challenge of one's own does not count, and can be lost as well.
    t.start(Phase::Challenges).attack(P1, Power, P2, &[mine]).defend(P2, &[one]).resolve();
    assert_eq!(t.last_result().0, Some(P2));
    t.st.card_mut(one).kneeling = false;
    t.finish().attack(P2, Power, P1, &[one]).resolve();
    assert_eq!(t.last_result().0, None, "nobody wins");
    t.finish();
    assert_eq!((t.power(P1), t.power(P2)), (2, 2), "no claim, no power for an unopposed challenge");
    t.attack(P2, Intrigue, P1, &[two]).resolve();
    assert_eq!(t.last_result().0, Some(P2), "the second");
    assert!(t.in_play(other));
}

#[card_test("02067")]
fn for_the_watch_wins_the_first(pool: Pool) {
    let mut t = table(pool.clone());
    t.plot(P1, "For the Watch!");
    let (soldier, giant) = (t.play(P2, "Soldier"), t.play(P1, "Giant"));
    t.start(Phase::Challenges).attack(P2, Power, P1, &[soldier]).defend(P1, &[giant]).resolve();
    assert_eq!(t.last_result().0, Some(P1), "it may be won");
    // What would be lost is not.
    let mut t = table(pool);
    t.plot(P1, "For the Watch!");
    let giant = t.play(P2, "Giant");
    t.start(Phase::Challenges).attack(P2, Power, P1, &[giant]).resolve();
    assert_eq!(t.last_result().0, None);
}

#[card_test("02070", ability = 1)]
fn red_cloaks_paid(pool: Pool) {
    for (kind, strength) in [(Intrigue, 5), (Military, 2)] {
        let mut t = table(pool.clone());
        let cloaks = t.play(P1, "Red Cloaks");
        t.set_gold_on(cloaks, 3);
        t.start(Phase::Challenges);
        assert_eq!(t.strength(cloaks), 2);
        t.attack(P1, kind, P2, &[cloaks]);
        assert_eq!(t.strength(cloaks), strength);
    }
}

#[card_test("02070", ability = 2)]
fn red_cloaks_take_gold(pool: Pool) {
    let mut t = table(pool);
    let cloaks = t.play(P1, "Red Cloaks");
    t.set_gold(P1, 2);
    t.start(Phase::Challenges).use_card(P1, cloaks).until(P2, "action_window");
    assert_eq!((t.gold(P1), t.st.card(cloaks).gold), (1, 1));
    t.pass(P2);
    assert!(!t.uses(P1, cloaks), "once per phase");
    t.pass_while(|t| t.st.phase == Phase::Challenges).until(P1, "action_window").use_card(P1, cloaks).until(P2, "action_window").pass(P2);
    assert_eq!((t.gold(P1), t.st.card(cloaks).gold), (0, 2));
    t.pass_while(|t| t.st.phase == Phase::Dominance).until(P1, "action_window");
    assert!(!t.uses(P1, cloaks), "an empty pool");
}

#[card_test("02073")]
fn loot(pool: Pool) {
    let win = |mine: i32, theirs: i32, opposed: bool| {
        let mut t = table(pool.clone());
        let (loot, soldier, scout) = (t.hand(P1, "Loot"), t.play(P1, "Soldier"), t.play(P2, "Scout"));
        t.set_gold(P1, mine);
        t.set_gold(P2, theirs);
        t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]);
        t.defend(P2, if opposed { std::slice::from_ref(&scout) } else { &[] }).resolve();
        t.pass_while(|t| !t.uses(P1, loot) && t.st.challenge.is_some());
        (t, loot)
    };
    let (mut t, loot) = win(4, 3, false);
    let deck = t.deck_len(P2);
    t.use_card(P1, loot);
    assert_eq!(t.topic(P1), "x");
    assert!(!t.may(P1, &Action::Number { n: 0 }) && !t.may(P1, &Action::Number { n: 4 }));
    t.act(P1, Action::Number { n: 3 }).quiet();
    assert_eq!((t.gold(P1), t.gold(P2), deck - t.deck_len(P2)), (4, 0, 3));
    assert!(!win(4, 0, false).0.uses(P1, loot), "no gold but one's own");
    assert!(!win(4, 3, true).0.uses(P1, loot), "opposed");
}

#[card_test("02076")]
fn maester_of_starfall(pool: Pool) {
    let mut t = table(pool);
    let (maester, euron, robb) = (t.play(P1, "Maester of Starfall"), t.play(P2, "Euron Crow's Eye"), t.play(P2, "Robb Stark"));
    t.start(Phase::Challenges).card(P1, maester);
    assert!(t.offers(P1, maester));
    t.card(P1, euron).quiet();
    assert_eq!((t.topic(P1).as_str(), t.labels(P1).len()), ("name_keyword", 4), "{:?}", t.labels(P1));
    assert!(!t.can(P1, "Stealth"));
    t.act(P1, Action::Keyword { keyword: "Pillage".to_owned() }).quiet();
    assert!(!t.keyword(euron, KeywordName::Pillage) && t.keyword(euron, KeywordName::Renown));
    assert!(t.keyword(robb, KeywordName::Renown) && t.kneeling(maester));
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.keyword(euron, KeywordName::Pillage), "this phase");
}

#[card_test("02080")]
fn wraiths_in_their_midst(pool: Pool) {
    let mut t = table(pool);
    assert_eq!((t.reserve(P1), t.reserve(P2)), (6, 6));
    t.plot(P1, "Wraiths in Their Midst");
    assert_eq!((t.reserve(P1), t.reserve(P2)), (5, 4), "opponents only");
    t.play(P2, "Samwell Tarly");
    assert_eq!(t.reserve(P2), 5);
    t.plot(P2, "Low");
    assert_eq!(t.reserve(P2), 2, "3 and 1, not less than 2 by this");
    t.plot(P2, "Lowest");
    t.play(P1, "Alannys Greyjoy");
    assert_eq!(t.reserve(P2), 1, "lower anyway");
}

#[card_test("02062")]
fn wardens_of_the_north(pool: Pool) {
    let mut t = table(pool.clone());
    let wardens = t.plot(P1, "Wardens of the North");
    let (lead, help, more) = (t.play(P1, "Northerner"), t.play(P1, "Northerner"), t.play(P1, "Northerner"));
    let (soldier, theirs, third) = (t.play(P1, "Soldier"), t.play(P2, "Northerner"), t.play(P1, "Northerner"));
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, wardens), "no challenge");
    t.attack(P1, Power, P2, &[lead]).until(P1, "action_window").use_card(P1, wardens);
    assert!(t.offers(P1, help) && t.offers(P1, more) && !t.offers(P1, lead) && !t.offers(P1, soldier) && !t.offers(P1, theirs));
    t.card(P1, help).quiet();
    assert!(t.kneeling(help) && t.st.attacking(help));
    // On the defending side as well; twice per round.
    t.finish().attack(P2, Power, P1, &[theirs]).until(P1, "action_window");
    assert!(!t.uses(P1, wardens), "no Stark character of one's own participates");
    t.defend(P1, &[more]).until(P1, "action_window").use_card(P1, wardens).quiet();
    assert!(t.kneeling(third) && t.st.defending(third));

    let mut t = table(pool);
    let wardens = t.plot(P1, "Wardens of the North");
    let mine: Vec<Id> = (0..4).map(|_| t.play(P1, "Northerner")).collect();
    t.start(Phase::Challenges).attack(P1, Power, P2, &[mine[0]]);
    for second in &mine[1..3] {
        t.until(P1, "action_window").use_card(P1, wardens).card(P1, *second).until(P2, "action_window").pass(P2);
    }
    assert!(!t.uses(P1, wardens) && !t.kneeling(mine[3]), "twice per round");
}
