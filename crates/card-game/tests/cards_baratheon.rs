//! The abilities of the Baratheon cards of the Core Set.

use ::table::Seat;
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

use crate::card_table::{seats, table, through, to_phase};

#[card_test("01046")]
fn maester_cressen(pool: Pool) {
    let mut t = table(&pool);
    let (cressen, man) = (t.play(P1, "Maester Cressen"), t.play(P2, "Man"));
    let (milk, bird, chain) = (t.attach(man, "Milk of the Poppy"), t.attach(cressen, "Little Bird"), t.attach(man, "Chain"));
    t.start(Phase::Marshaling);
    t.use_card(P1, cressen);
    assert!(t.kneeling(cressen));
    assert!(t.offers(P1, milk) && t.offers(P1, bird) && !t.offers(P1, chain), "conditions only");
    t.cards(P1, &[milk]);
    through(&mut t);
    assert_eq!(t.zone(milk), Zone::Discard);

    let mut t = table(&pool);
    let cressen = t.play(P1, "Maester Cressen");
    t.attach(cressen, "Little Bird");
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, cressen), "a marshaling action");
}

#[card_test("01047")]
fn melisandre(pool: Pool) {
    let mut t = table(&pool);
    let (melisandre, selyse) = (t.hand(P1, "Melisandre"), t.hand(P1, "Selyse Baratheon"));
    let (man, other) = (t.play(P2, "Man"), t.play(P2, "Man"));
    let davos = t.hand(P1, "Ser Davos Seaworth");
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling);
    t.marshal(P1, melisandre);
    assert!(t.uses(P1, melisandre), "she is a R'hllor card herself");
    t.pass(P1).marshal(P1, davos);
    assert!(!t.uses(P1, melisandre), "Davos is none");
    t.marshal(P1, selyse);
    t.use_card(P1, melisandre);
    assert!(t.offers(P1, man) && t.offers(P1, melisandre));
    t.cards(P1, &[man]);
    through(&mut t);
    assert!(t.kneeling(man) && !t.kneeling(other));

    // Once per round; an event counts when it is played.
    let mut t = table(&pool);
    let melisandre = t.play(P1, "Melisandre");
    let (a, b) = (t.hand(P1, "Seen In Flames"), t.hand(P1, "Seen In Flames"));
    let (man, _, prey) = (t.play(P2, "Man"), t.play(P2, "Man"), t.hand(P2, "Man"));
    t.set_gold(P1, 2);
    t.hand(P2, "Keep");
    t.start(Phase::Challenges);
    t.use_card(P1, a);
    through(&mut t);
    t.cards(P1, &[prey]);
    t.use_card(P1, melisandre);
    t.cards(P1, &[man]);
    through(&mut t);
    assert!(t.kneeling(man));
    t.use_card(P1, b);
    through(&mut t);
    let keep = t.legal(P1)[0].clone();
    t.act(P1, keep);
    assert!(!t.uses(P1, melisandre), "once per round");

    // Only your own cards.
    let mut t = table(&pool);
    let melisandre = t.play(P1, "Melisandre");
    let selyse = t.hand(P2, "Selyse Baratheon");
    t.play(P2, "Man");
    t.start(Phase::Marshaling);
    t.marshal(P2, selyse);
    assert!(!t.uses(P1, melisandre));
}

#[card_test("01048")]
fn robert_baratheon(pool: Pool) {
    let mut t = table(&pool);
    let robert = t.play(P1, "Robert Baratheon");
    let (mine, theirs, _, keep) = (t.play(P1, "Man"), t.play(P2, "Man"), t.play(P2, "Man"), t.play(P2, "Keep"));
    t.kneel(robert);
    t.kneel(keep);
    assert_eq!(t.strength(robert), 5, "each other character");
    t.kneel(mine);
    t.kneel(theirs);
    assert_eq!(t.strength(robert), 7);
}

#[card_test("01049")]
fn selyse_baratheon(pool: Pool) {
    let mut t = table(&pool);
    let (selyse, stag, theirs, man) = (t.play(P1, "Selyse Baratheon"), t.play(P1, "Stag"), t.play(P2, "Stag"), t.play(P1, "Lion"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.use_card(P1, selyse);
    assert!(t.offers(P1, stag) && t.offers(P1, theirs) && !t.offers(P1, man));
    t.cards(P1, &[stag]);
    through(&mut t);
    assert_eq!(t.gold(P1), 0);
    assert!(t.icon(stag, Intrigue) && !t.icon(theirs, Intrigue));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, selyse), "no gold");
    t.attack(P1, Intrigue, P2, &[stag]).finish();
    assert!(t.icon(stag, Intrigue), "to the end of the phase");
    to_phase(&mut t, Phase::Dominance);
    assert!(!t.icon(stag, Intrigue));
}

#[card_test("01050")]
fn ser_davos_seaworth(pool: Pool) {
    let mut t = table(&pool);
    let (giant, davos) = (t.play(P1, "Giant"), t.play(P2, "Ser Davos Seaworth"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.use_card(P2, davos);
    through(&mut t);
    assert_eq!(t.zone(davos), Zone::Hand);

    // It may be left; a discard is no kill.
    let mut t = table(&pool);
    let (giant, davos) = (t.play(P1, "Giant"), t.play(P2, "Ser Davos Seaworth"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).finish();
    assert_eq!(t.zone(davos), Zone::Dead);
    let mut t = table(&pool);
    let davos = t.play(P2, "Ser Davos Seaworth");
    t.reveal_plot(P1, "Marched to the Wall");
    t.cards(P2, &[davos]);
    assert!(!t.uses(P2, davos));
    assert_eq!(t.zone(davos), Zone::Discard);
}

#[card_test("01051")]
fn shireen_baratheon(pool: Pool) {
    let mut t = table(&pool);
    let (giant, other, shireen) = (t.play(P1, "Giant"), t.play(P1, "Man"), t.play(P2, "Shireen Baratheon"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.use_card(P2, shireen);
    assert!(t.offers(P2, other) && !t.offers(P2, giant), "the giant kneels already");
    t.cards(P2, &[other]);
    through(&mut t);
    assert!(t.kneeling(other));
    assert_eq!(t.zone(shireen), Zone::Dead);

    let mut t = table(&pool);
    let shireen = t.play(P2, "Shireen Baratheon");
    t.play(P1, "Hero");
    t.reveal_plot(P2, "Marched to the Wall");
    t.pass_while(|t| !t.offers(P2, shireen));
    assert!(!t.uses(P2, shireen), "only when she is killed");

    // Also where she cannot be saved.
    let mut t = table(&pool);
    let (shireen, others) = (t.play(P2, "Shireen Baratheon"), [(); 3].map(|()| t.play(P2, "Man")));
    t.reveal_plot(P1, "Wildfire Assault");
    t.cards(P2, &others).use_card(P2, shireen).cards(P2, &others[..1]);
    through(&mut t);
    assert!(t.kneeling(others[0]));
}

#[card_test("01052")]
fn stannis_baratheon(pool: Pool) {
    let mut t = table(&pool);
    let stannis = t.play(P1, "Stannis Baratheon");
    let theirs: Vec<Id> = (0..3).map(|_| t.play(P2, "Man")).collect();
    let (mine, keep) = (t.play(P1, "Man"), t.play(P2, "Keep"));
    for id in theirs.iter().copied().chain([stannis, mine, keep]) {
        t.kneel(id);
    }
    t.start(Phase::Standing);
    assert_eq!(t.topic(P1), "", "two characters of P1 may stand");
    assert_eq!(t.topic(P2), "stand_limit");
    t.cards(P2, &theirs[1..]);
    let standing: Vec<bool> = theirs.iter().map(|id| !t.kneeling(*id)).collect();
    assert_eq!(standing, [false, true, true]);
    assert!(!t.kneeling(stannis) && !t.kneeling(mine) && !t.kneeling(keep));
}

#[card_test("01054")]
fn fiery_followers(pool: Pool) {
    let mut t = table(&pool);
    let followers = t.play(P1, "Fiery Followers");
    t.play(P2, "Man");
    t.kneel(followers);
    t.start(Phase::Dominance);
    t.use_card(P1, followers);
    through(&mut t);
    assert!(!t.kneeling(followers));
    t.until(P1, "action_window");
    assert_eq!(t.power(P1) + t.power(P2), 0, "it stands before dominance is counted: 2 to 2");
}

#[card_test("01055")]
fn kings_hunting_party(pool: Pool) {
    let mut t = table(&pool);
    let party = t.play(P1, "King's Hunting Party");
    t.play(P1, "Robert Baratheon");
    assert!(!t.icon(party, Intrigue), "an opponent's King");
    t.play(P2, "Stannis Baratheon");
    assert!(!t.icon(party, Intrigue), "not yet a King");
    let robert = t.play(P2, "Robert Baratheon");
    assert!(t.icon(party, Intrigue) && t.icon(party, Military));
    t.give_control(robert, P1);
    assert!(!t.icon(party, Intrigue));
}

#[card_test("01056")]
fn dragonstone_faithful(pool: Pool) {
    let mut t = table(&pool);
    let faithful = t.play(P1, "Dragonstone Faithful");
    let stag = t.hand(P1, "Stag");
    let _ = ["Man", "Chamber of the Painted Table", "Bastard in Hiding"].map(|name| t.hand(P1, name));
    t.start(Phase::Marshaling);
    t.use_card(P1, faithful);
    t.until(P1, "marshaling");
    assert!(t.kneeling(faithful));
    assert!(t.can(P1, "Marshal Stag (1 gold)") && t.can(P1, "Marshal Bastard in Hiding (1 gold)"));
    assert!(t.can(P1, "Marshal Man (2 gold)") && t.can(P1, "Marshal Chamber of the Painted Table (2 gold)"));
    t.marshal(P1, stag).until(P1, "marshaling");
    assert_eq!(t.gold(P1), 4);
    assert!(t.can(P1, "Marshal Bastard in Hiding (2 gold)"), "the next only");
}

#[card_test("01057")]
fn vanguard_lancer(pool: Pool) {
    let mut t = table(&pool);
    let lancer = t.hand(P1, "Vanguard Lancer");
    let (hero, poor, mine) = (t.play(P2, "Hero"), t.play(P2, "Man"), t.play(P1, "Man"));
    let faction = t.faction(P2);
    t.set_power(hero, 2);
    t.set_power(faction, 1);
    t.set_power(mine, 1);
    t.start(Phase::Marshaling);
    t.marshal(P1, lancer);
    t.use_card(P1, lancer);
    assert!(t.offers(P1, hero) && t.offers(P1, faction));
    assert!(!t.offers(P1, poor) && !t.offers(P1, mine) && !t.offers(P1, t.faction(P1)));
    t.cards(P1, &[hero]);
    through(&mut t);
    assert_eq!((t.power_on(hero), t.power_on(faction), t.power(P1)), (1, 1, 1));

    // However it enters play.
    let mut t = table(&pool);
    let lancer = t.hand(P1, "Vanguard Lancer");
    let faction = t.faction(P2);
    t.set_power(faction, 1);
    t.reveal_plot(P1, "Reinforcements");
    t.cards(P1, &[lancer]);
    t.use_card(P1, lancer).cards(P1, &[faction]);
    assert_eq!(t.power(P2), 0);
}

#[card_test("01058", ability = 1)]
fn lightbringer_renown(pool: Pool) {
    let mut t = table(&pool);
    let (stannis, stag) = (t.play(P1, "Stannis Baratheon"), t.play(P1, "Stag"));
    t.attach_for(P2, stag, "Lightbringer");
    assert!(!t.keyword(stag, KeywordName::Renown));
    t.attach(stannis, "Lightbringer");
    assert!(t.keyword(stannis, KeywordName::Renown));
}

#[card_test("01058", ability = 2)]
fn lightbringer_stand(pool: Pool) {
    let mut t = table(&pool);
    let stannis = t.play(P1, "Stannis Baratheon");
    let sword = t.attach(stannis, "Lightbringer");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[stannis]).finish();
    t.pick(P1, "Yes");
    assert_eq!(t.power_on(stannis), 1);
    assert!(t.uses(P1, sword));
    t.use_card(P1, sword);
    through(&mut t);
    assert!(!t.kneeling(stannis));
    t.attack(P1, Power, P2, &[stannis]).finish();
    t.pick(P1, "Yes");
    assert_eq!(t.power_on(stannis), 2);
    assert!(!t.uses(P1, sword), "once per phase");
}

#[card_test("01059")]
fn dragonstone_port(pool: Pool) {
    let mut t = table(&pool);
    let port = t.play(P1, "Dragonstone Port");
    let chamber = t.hand(P1, "Chamber of the Painted Table");
    let _ = ["Man", "Stag"].map(|name| t.hand(P1, name));
    t.start(Phase::Marshaling);
    t.use_card(P1, port).until(P1, "marshaling");
    assert!(t.kneeling(port));
    assert!(t.can(P1, "Marshal Stag (1 gold)") && t.can(P1, "Marshal Chamber of the Painted Table (1 gold)"));
    assert!(t.can(P1, "Marshal Man (2 gold)"));
    t.marshal(P1, chamber).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Stag (2 gold)"), "the next only");

    // Two of them add up, on one card.
    let mut t = table(&pool);
    let ports = [(); 2].map(|()| t.play(P1, "Dragonstone Port"));
    t.hand(P1, "Chamber of the Painted Table");
    t.start(Phase::Marshaling);
    for port in ports {
        t.use_card(P1, port).until(P1, "marshaling");
    }
    assert!(t.can(P1, "Marshal Chamber of the Painted Table (free)"));
}

#[card_test("01060")]
fn chamber_of_the_painted_table(pool: Pool) {
    let mut t = seats(&pool, 3);
    let chamber = t.play(P1, "Chamber of the Painted Table");
    t.play(P1, "Man");
    let (poor, rich, mine) = (t.faction(P2), t.faction(P3), t.faction(P1));
    t.set_power(rich, 2);
    t.start(Phase::Dominance);
    t.use_card(P1, chamber);
    through(&mut t);
    if t.offers(P1, rich) {
        assert!(!t.offers(P1, poor) && !t.offers(P1, mine));
        t.cards(P1, &[rich]);
    }
    assert!(t.kneeling(chamber));
    assert_eq!((t.power(P1), t.power(P3)), (2, 1));

    let mut t = table(&pool);
    let chamber = t.play(P1, "Chamber of the Painted Table");
    t.play(P1, "Man");
    t.start(Phase::Dominance);
    assert!(!t.uses(P1, chamber), "nothing to move");
}

#[card_test("01061", ability = 1)]
fn the_red_keep_strength(pool: Pool) {
    let mut t = table(&pool);
    t.play(P1, "The Red Keep");
    let (man, other, hero) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P2, "Hero"));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[other]);
    assert_eq!(t.st.totals(), (2, 0), "power challenges only");
    t.finish();
    t.attack(P1, Power, P2, &[man]);
    assert_eq!(t.st.totals(), (4, 0));
    t.finish();
    t.attack(P2, Power, P1, &[hero]);
    assert_eq!(t.st.totals(), (3, 0), "nobody of P1 takes part");
}

#[card_test("01061", ability = 2)]
fn the_red_keep_cards(pool: Pool) {
    for lost in [false, true] {
        let mut t = table(&pool);
        let keep = t.play(P1, "The Red Keep");
        let hero = t.play(P2, "Hero");
        t.start(Phase::Challenges);
        t.until(P2, "initiate");
        t.attack(P2, if lost { Power } else { Intrigue }, P1, &[hero]).finish();
        let cards = t.hand_size(P1);
        t.pass_while(|t| t.st.phase == Phase::Challenges && !t.uses(P1, keep));
        assert_eq!(t.uses(P1, keep), !lost);
        if !lost {
            assert_eq!(t.st.step.id(), "RR.fw.4.4", "when the phase ends");
            t.use_card(P1, keep);
            through(&mut t);
            assert!(t.kneeling(keep));
            assert_eq!(t.hand_size(P1), cards + 2);
        }
    }
}

#[card_test("01062")]
fn consolidation_of_power(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P1, "Consolidation of Power");
    let (a, b, c, lord) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P1, "Wall"), t.play(P1, "Lord"));
    let (giant, theirs, knelt) = (t.play(P1, "Giant"), t.play(P2, "Man"), t.play(P1, "Man"));
    t.kneel(knelt);
    t.start(Phase::Marshaling);
    t.use_card(P1, event);
    assert!([a, b, c, lord, theirs].iter().all(|id| t.offers(P1, *id)));
    assert!(!t.offers(P1, giant) && !t.offers(P1, knelt));
    t.card(P1, a);
    assert!(!t.offers(P1, theirs), "of one player");
    assert!(t.offers(P1, b) && t.offers(P1, c) && !t.offers(P1, lord), "four STR in all");
    t.card(P1, b);
    if t.may(P1, &Action::Done) {
        t.act(P1, Action::Done);
    }
    through(&mut t);
    assert!(t.kneeling(a) && t.kneeling(b) && !t.kneeling(c));
    assert!(t.offers(P1, a) && t.offers(P1, b) && !t.offers(P1, c) && !t.offers(P1, knelt), "one of those");
    t.cards(P1, &[b]);
    through(&mut t);
    assert_eq!((t.power_on(a), t.power_on(b), t.gold(P1)), (0, 1, 4));

    // None may be chosen; then nobody gains power.
    let mut t = table(&pool);
    let (event, a) = (t.hand(P1, "Consolidation of Power"), t.play(P1, "Man"));
    t.start(Phase::Marshaling);
    t.use_card(P1, event).pass(P1);
    through(&mut t);
    assert_eq!((t.topic(P1).as_str(), t.topic(P2).as_str()), ("", "action_window"));
    assert_eq!((t.zone(event), t.kneeling(a)), (Zone::Discard, false));

    // A marshaling action.
    let mut t = table(&pool);
    let (event, _) = (t.hand(P1, "Consolidation of Power"), t.play(P1, "Man"));
    t.set_gold(P1, 3);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, event));
}

#[card_test("01063")]
fn ours_is_the_fury(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P1, "Ours is the Fury");
    let (stag, up, lion, hero) = (t.play(P1, "Stag"), t.play(P1, "Stag"), t.play(P1, "Lion"), t.play(P2, "Man"));
    let theirs = t.play(P2, "Stag");
    [stag, lion, theirs].into_iter().for_each(|id| t.kneel(id));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, event), "only while you defend");
    t.attack(P2, Intrigue, P1, &[hero]).until(P1, "action_window");
    t.use_card(P1, event);
    assert!(t.offers(P1, stag) && !t.offers(P1, up) && !t.offers(P1, lion) && !t.offers(P1, theirs));
    t.cards(P1, &[stag]);
    through(&mut t);
    assert!(t.st.defending(stag) && t.kneeling(stag));
    t.until(P2, "action_window").until(P1, "action_window");
    assert_eq!(t.st.totals(), (2, 2));
    t.finish();
    assert!(t.kneeling(stag), "lost: the attacker wins ties");

    let mut t = table(&pool);
    let event = t.hand(P1, "Ours is the Fury");
    let (robert, man) = (t.play(P1, "Robert Baratheon"), t.play(P2, "Man"));
    t.kneel(robert);
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.attack(P2, Intrigue, P1, &[man]).until(P1, "action_window");
    t.use_card(P1, event).cards(P1, &[robert]);
    t.resolve();
    assert_eq!(t.st.challenge.as_ref().and_then(|c| c.result).and_then(|r| r.winner), Some(P1));
    assert!(!t.kneeling(robert), "stands when the challenge is won");
}

#[card_test("01064")]
fn seen_in_flames(pool: Pool) {
    let set = |pool: &Pool, red: bool| {
        let mut t = seats(pool, 3);
        let event = t.hand(P1, "Seen In Flames");
        t.play(P1, if red { "Melisandre" } else { "Ser Davos Seaworth" });
        t.empty_hand(P2);
        let cards = [t.hand(P2, "Man"), t.hand(P2, "Keep"), t.hand(P3, "Man")];
        t.set_gold(P1, 1);
        t.start(Phase::Challenges);
        t.until(P1, "action_window");
        (t, event, cards)
    };
    let (mut t, event, [man, keep, other]) = set(&pool, true);
    t.use_card(P1, event).act(P1, Action::Player { seat: P2 });
    through(&mut t);
    assert!(t.offers(P1, man) && t.offers(P1, keep) && !t.offers(P1, other));
    let knows = |t: &Table, seat: Seat| t.view(seat).cards.iter().any(|c| c.id == man.to_string() && c.code.is_some());
    assert!(knows(&t, P1) && !knows(&t, P3), "only P1 looks");
    t.cards(P1, &[keep]);
    assert_eq!((t.zone(man), t.zone(keep)), (Zone::Hand, Zone::Discard));

    let (t, event, _) = set(&pool, false);
    assert!(!t.uses(P1, event), "no R'hllor character");
}
