//! Every ability of the cards of The Road to Winterfell, in order of their numbers.

use ::table::Seat;
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

/// Nobodies to play with.
const CARDS: &str = r#"[
(code: "x1", name: "Man", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "x2", name: "Giant", kind: character, cost: 4, str: 9, icons: "MIP"),
(code: "x3", name: "Northern Lord", kind: character, faction: stark, unique: true, cost: 2, str: 2, icons: "MIP"),
(code: "x4", name: "Northern Lady", kind: character, faction: stark, unique: true, cost: 2, str: 2, icons: "MIP", traits: ["Lady"]),
(code: "x5", name: "Northerner", kind: character, faction: stark, cost: 2, str: 2, icons: "MIP"),
(code: "x6", name: "Knight", kind: character, cost: 3, str: 3, icons: "MIP", traits: ["Knight"]),
(code: "x7", name: "Mason", kind: character, faction: thenightswatch, cost: 3, str: 2, icons: "MIP", traits: ["Builder"]),
(code: "x8", name: "Watchtower", kind: location, faction: thenightswatch, cost: 3),
(code: "x9", name: "Captain", kind: character, faction: greyjoy, unique: true, cost: 3, str: 3, icons: "MIP"),
(code: "x10", name: "Raider", kind: character, faction: greyjoy, cost: 3, str: 3, icons: "MIP"),
(code: "x11", name: "Chain", kind: attachment, cost: 1, traits: ["Item"]),
(code: "x12", name: "Snake", kind: character, faction: martell, cost: 2, str: 2, traits: ["Sand Snake"]),
(code: "x13", name: "Hut", kind: location, cost: 0),
(code: "x14", name: "Murder", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "x16", name: "Wolf", kind: character, faction: stark, cost: 2, str: 3, icons: "M", traits: ["Direwolf"]),
(code: "x17", name: "Pup", kind: attachment, cost: 1, traits: ["Direwolf"]),
(code: "x18", name: "Rider", kind: character, faction: targaryen, cost: 2, str: 2, icons: "MIP", traits: ["Bloodrider"]),
(code: "x19", name: "Northern Letter", kind: event, faction: stark, cost: 0, abilities: [Action(effect: Draw(1))]),
(code: "x20", name: "Southern Letter", kind: event, faction: tyrell, cost: 0, abilities: [Action(effect: Draw(1))]),
(code: "x21", name: "Any Letter", kind: event, cost: 0, abilities: [Action(effect: Draw(1))]),
(code: "x22", name: "Veto", kind: event, cost: 0, abilities: [Interrupt(when: EffectsWouldInitiate(of: [], kinds: [WhenRevealed]), effect: Cancel)]),
(code: "x23", name: "Bounty", kind: plot, plot: (4, 1, 1, 6), abilities: [WhenRevealed(effect: GainGold(1))]),
(code: "x24", name: "Poor Plot", kind: plot, plot: (1, 1, 1, 6)),
(code: "x15", name: "Wall", kind: character, cost: 2, str: 5),
]"#;

fn table(pool: &Pool) -> Table {
    seats(pool, 2)
}

fn seats(pool: &Pool, n: usize) -> Table {
    Table::with(pool.clone(), CARDS, Rulings::Reference, n)
}

#[card_test("02021")]
fn winterfell_kennel_master(pool: Pool) {
    let mut t = table(&pool);
    let (master, lord, wolf, man, taken) =
        (t.play(P1, "Winterfell Kennel Master"), t.play(P1, "Northerner"), t.play(P1, "Wolf"), t.play(P1, "Man"), t.play(P1, "Man"));
    let theirs = t.play(P2, "Wolf");
    t.attach(man, "Pup");
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, master), "nobody participates");
    t.attack(P1, Intrigue, P2, &[lord]).use_card(P1, master);
    assert!(t.offers(P1, wolf) && t.offers(P1, man) && !t.offers(P1, taken) && !t.offers(P1, theirs) && !t.offers(P1, lord));
    t.card(P1, wolf).until(P1, "action_window");
    assert!(t.kneeling(wolf) && t.st.attacking(wolf), "whatever its icons");
    assert!(!t.uses(P1, master), "once a phase");

    // As a defender.
    let mut t = table(&pool);
    let (master, wolf, other) = (t.play(P2, "Winterfell Kennel Master"), t.play(P2, "Wolf"), t.play(P2, "Wolf"));
    let attacker = t.play(P1, "Man");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[attacker]).defend(P2, &[wolf]).use_card(P2, master).until(P1, "action_window");
    assert!(t.st.defending(other) && t.kneeling(other));

    // Only with a Stark character in the challenge; and one that participates already does not kneel for it.
    for (defender, stands) in [("Man", false), ("Wolf", true)] {
        let mut t = table(&pool);
        let (master, defender, attacker) = (t.play(P2, "Winterfell Kennel Master"), t.play(P2, defender), t.play(P1, "Man"));
        if !stands {
            t.play(P2, "Wolf");
        }
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[attacker]).defend(P2, &[defender]);
        t.st.card_mut(defender).kneeling = false;
        t.until(P2, "action_window");
        assert!(!t.uses(P2, master));
    }
}

#[card_test("02022")]
fn winterfell_castle(pool: Pool) {
    let mut t = table(&pool);
    t.play(P1, "Winterfell Castle");
    let (lord, lady, man) = (t.play(P1, "Northern Lord"), t.play(P1, "Northern Lady"), t.play(P1, "Northerner"));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[lord, lady]);
    assert_eq!(t.strength(lord), 2, "not in an intrigue challenge");
    t.finish();

    let mut t2 = table(&pool);
    t2.play(P1, "Winterfell Castle");
    let (lord2, man2) = (t2.play(P1, "Northern Lord"), t2.play(P1, "Northerner"));
    t2.start(Phase::Challenges);
    t2.attack(P1, Military, P2, &[lord2, man2]);
    assert_eq!(t2.strength(lord2), 2, "only one of them is unique");

    for kind in [Military, Power] {
        let mut t = table(&pool);
        t.play(P1, "Winterfell Castle");
        let (lord, lady, man) = (t.play(P1, "Northern Lord"), t.play(P1, "Northern Lady"), t.play(P1, "Northerner"));
        let theirs = t.play(P2, "Giant");
        t.start(Phase::Challenges);
        t.attack(P1, kind, P2, &[lord, lady, man]).defend(P2, &[theirs]);
        assert_eq!([lord, lady, man, theirs].map(|id| t.strength(id)), [4, 4, 2, 9]);
        t.finish();
        assert!(!t.in_play(lord) || t.strength(lord) == 2);
    }
    assert!(t.in_play(man));
}

#[card_test("02023")]
fn lady_in_waiting(pool: Pool) {
    let mut t = table(&pool);
    let (lady, lord, theirs, taken) =
        (t.play(P1, "Northern Lady"), t.play(P1, "Northern Lord"), t.play(P2, "Sansa Stark"), t.play(P2, "Catelyn Stark"));
    t.give_control(taken, P1);
    let (first, second, murder) = (t.hand(P1, "Lady-in-Waiting"), t.hand(P1, "Lady-in-Waiting"), t.hand(P2, "Murder"));
    t.set_gold(P1, 0);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    let gold = t.gold(P1);
    t.act(P1, Action::Marshal { card: first });
    assert_eq!(t.topic(P1), "duplicate_of");
    assert!(t.offers(P1, lady) && ![lord, theirs, taken].iter().any(|id| t.offers(P1, *id)), "a Lady, owned and controlled");
    t.card(P1, lady).until(P1, "marshaling");
    assert_eq!((t.zone(first), t.gold(P1)), (Zone::Duplicate, gold), "at no cost");
    // Or it is a character like any other.
    t.act(P1, Action::Marshal { card: second }).act(P1, Action::No).until(P1, "marshaling");
    assert_eq!((t.in_play(second), t.gold(P1)), (true, gold - 2));
    // It saves like any duplicate.
    t.use_card(P2, murder).card(P2, lady).pass_while(|t| !t.may(P1, &Action::Save { card: lady }));
    t.act(P1, Action::Save { card: lady });
    assert_eq!((t.in_play(lady), t.zone(first)), (true, Zone::Discard));

    // Without gold only as a duplicate; without a Lady only for gold.
    for with_lady in [true, false] {
        let mut t = table(&pool);
        t.plot(P1, "Poor Plot");
        let waiting = t.hand(P1, "Lady-in-Waiting");
        if with_lady {
            t.play(P1, "Northern Lady");
        }
        t.start(Phase::Marshaling).until(P1, "marshaling");
        assert_eq!(t.may(P1, &Action::Marshal { card: waiting }), with_lady);
        if with_lady {
            t.act(P1, Action::Marshal { card: waiting });
            assert!(!t.may(P1, &Action::No));
        }
    }
}

#[card_test("02024")]
fn lady_sansas_rose(pool: Pool) {
    for (with_lady, gains) in [(false, 1), (true, 3)] {
        let mut t = table(&pool);
        let knight = t.play(P1, "Knight");
        if with_lady {
            t.play(P1, "Northern Lady");
        }
        let rose = t.hand(P1, "Lady Sansa's Rose");
        t.set_gold(P1, 2);
        t.start(Phase::Challenges);
        t.attack(P1, Military, P2, &[knight]).use_card(P1, rose).pass_while(|t| t.power_on(knight) == 0);
        assert_eq!(t.power_on(knight), gains);
    }
    // Not together with somebody else; a second one not in the same challenge; also as defender.
    let mut t = table(&pool);
    let (knight, man) = (t.play(P1, "Knight"), t.play(P1, "Man"));
    let (rose, second, attacker) = (t.hand(P1, "Lady Sansa's Rose"), t.hand(P1, "Lady Sansa's Rose"), t.play(P2, "Man"));
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[knight, man]).defend(P2, &[]).resolve();
    assert!(!t.uses(P1, rose) && !t.uses(P1, second));
    let mut t = table(&pool);
    let knight = t.play(P1, "Knight");
    let (rose, second) = (t.hand(P1, "Lady Sansa's Rose"), t.hand(P1, "Lady Sansa's Rose"));
    let _ = attacker;
    let attacker = t.play(P2, "Man");
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[attacker]).defend(P1, &[knight]).use_card(P1, rose).pass_while(|t| t.power_on(knight) == 0);
    assert_eq!(t.power_on(knight), 1);
    assert!(!t.uses(P1, second), "once a challenge");
}

#[card_test("02025")]
fn unsworn_apprentice(pool: Pool) {
    let mut t = table(&pool);
    let apprentice = t.play(P1, "Unsworn Apprentice");
    t.start(Phase::Challenges).use_card(P1, apprentice).pass_while(|t| t.topic(P1) != "name_icon");
    t.act(P1, Action::Challengetype { kind: Intrigue });
    assert!(t.icon(apprentice, Intrigue) && !t.icon(apprentice, Military));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, apprentice), "once a phase");
    t.attack(P1, Intrigue, P2, &[apprentice]).pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.icon(apprentice, Intrigue));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, apprentice), "only in challenges");
}

#[card_test("02026")]
fn brandons_gift(pool: Pool) {
    let mut t = table(&pool);
    let gift = t.play(P1, "Brandon's Gift");
    let (mason, tower, man) = (t.hand(P1, "Mason"), t.hand(P1, "Watchtower"), t.hand(P1, "Man"));
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling).marshal(P1, mason).use_card(P1, gift).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Watchtower (2 gold)") && t.can(P1, "Marshal Man (2 gold)"), "the next Night's Watch card, 1 less");
    t.marshal(P1, man).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Watchtower (2 gold)"));
    t.marshal(P1, tower);
    assert!(!t.uses(P1, gift), "a location is no Builder");

    // Three times a phase.
    let mut t = table(&pool);
    let gift = t.play(P1, "Brandon's Gift");
    let masons = [(); 4].map(|()| t.hand(P1, "Mason"));
    t.set_gold(P1, 20);
    t.start(Phase::Marshaling);
    for mason in &masons[..3] {
        t.marshal(P1, *mason).use_card(P1, gift).until(P1, "marshaling");
    }
    t.marshal(P1, masons[3]);
    assert!(!t.uses(P1, gift));
    assert_eq!(t.gold(P1), 25 - 3 - 2 - 2 - 2);
}

#[card_test("02027")]
fn royal_entourage(pool: Pool) {
    let mut t = table(&pool);
    let (entourage, man, other) = (t.play(P1, "Royal Entourage"), t.play(P2, "Man"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P2, Power, P1, &[other]).defend(P1, &[]).finish();
    assert!(!t.kneeling(entourage), "only an intrigue challenge");
    t.attack(P2, Intrigue, P1, &[man]).finish();
    assert!(t.kneeling(entourage));
}

#[card_test("02028")]
fn in_the_name_of_your_king(pool: Pool) {
    let mut t = table(&pool);
    let (man, giant, second) = (t.play(P1, "Man"), t.play(P2, "Giant"), t.play(P2, "Giant"));
    let event = t.hand(P1, "In the Name of Your King!");
    t.set_gold(P1, 5);
    t.start(Phase::Challenges).pass(P1);
    t.pass_while(|t| !t.may(P2, &Action::Challenge { kind: Intrigue, against: P1 }) && !t.may(P1, &Action::Pass));
    t.until(P1, "initiate");
    assert!(t.may(P1, &Action::Challenge { kind: Military, against: P2 }));
    t.pass(P1).attack(P2, Intrigue, P1, &[second]).until(P1, "action_window");
    assert!(!t.uses(P1, event), "no military challenge");
    t.finish();
    t.attack(P2, Military, P1, &[giant]).use_card(P1, event).finish();
    assert!(t.in_play(man) && t.kneeling(t.faction(P1)), "no claim");
    assert!(t.st.past.last().is_some_and(|c| c.winner.is_none() && c.loser.is_none()));

    // Not for the attacker. And afterwards no military challenge of one's own.
    let mut t = table(&pool);
    t.plot(P1, "A Storm of Swords");
    let (man, giant) = (t.play(P1, "Man"), t.play(P2, "Giant"));
    let (event, theirs) = (t.hand(P1, "In the Name of Your King!"), t.hand(P2, "In the Name of Your King!"));
    t.set_gold(P1, 5);
    t.set_gold(P2, 5);
    t.st.first_player = P2;
    t.start(Phase::Challenges);
    t.st.first_player = P2;
    t.attack(P1, Military, P2, &[man]).until(P1, "action_window");
    assert!(!t.uses(P1, event));
    t.use_card(P2, theirs).finish();
    t.pass_while(|t| t.topic(P2) != "initiate");
    assert!(!t.may(P2, &Action::Challenge { kind: Military, against: P1 }));
    assert!(t.may(P2, &Action::Challenge { kind: Power, against: P1 }) && t.in_play(giant));
}

/// At the beginning of the challenges phase P1 uses Brothel Madame on a seat, which gives gold or does not.
fn madame(t: &mut Table, madame: Id, seat: Seat, gives: bool) {
    t.use_card(P1, madame).act(P1, Action::Player { seat }).pass_while(|t| !t.may(seat, &Action::Yes));
    t.act(seat, if gives { Action::Yes } else { Action::No });
}

#[card_test("02029")]
fn brothel_madame(pool: Pool) {
    let may = |t: &Table, kind, against| t.may(P2, &Action::Challenge { kind, against });
    for gives in [true, false] {
        let mut t = seats(&pool, 3);
        let (m, _, _) = (t.play(P1, "Brothel Madame"), t.play(P2, "Man"), t.play(P1, "Man"));
        t.set_gold(P2, 2);
        t.start(Phase::Challenges);
        assert!(t.may(P1, &Action::Pass) && t.uses(P1, m));
        madame(&mut t, m, P2, gives);
        t.until(P2, "initiate");
        assert_eq!((t.gold(P1), t.gold(P2)), if gives { (1, 1) } else { (0, 2) });
        assert_eq!(may(&t, Military, P1), gives);
        assert!(may(&t, Military, P3) && may(&t, Intrigue, P1) && may(&t, Power, P1), "military challenges against that player");
    }
    // Once gold has been given this phase, by whatever effect, no refusal counts: not the one before either.
    for second_gives in [true, false] {
        let mut t = table(&pool);
        let (a, b) = (t.play(P1, "Brothel Madame"), t.play(P1, "Brothel Madame"));
        t.play(P2, "Man");
        t.set_gold(P2, 2);
        t.start(Phase::Challenges);
        madame(&mut t, a, P2, !second_gives);
        madame(&mut t, b, P2, second_gives);
        t.until(P2, "initiate");
        assert!(may(&t, Military, P1));
    }
    // To the end of the phase.
    let mut t = table(&pool);
    let (m, _) = (t.play(P1, "Brothel Madame"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    madame(&mut t, m, P2, false);
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.st.lasting.is_empty());
}

#[card_test("02030")]
fn wardens_of_the_west(pool: Pool) {
    let mut t = table(&pool);
    let plot = t.plot(P1, "Wardens of the West");
    let (man, other) = (t.play(P1, "Man"), t.play(P1, "Man"));
    let _ = [(); 4].map(|()| t.hand(P2, "Man"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[other]).resolve();
    assert!(!t.uses(P1, plot));
    t.finish();
    t.attack(P1, Intrigue, P2, &[man]).use_card(P1, plot).pass_while(|t| t.topic(P2) != "discard_from_hand");
    let hand = t.hand_size(P2);
    let chosen: Vec<Id> = t.st.player(P2).hand.iter().copied().take(2).collect();
    t.cards(P2, &chosen).pass_while(|t| t.hand_size(P2) == hand);
    assert_eq!((t.hand_size(P2), t.gold(P1)), (hand - 2, 0));
    assert!(chosen.iter().all(|id| t.zone(*id) == Zone::Discard));

    let mut t = table(&pool);
    let plot = t.plot(P1, "Wardens of the West");
    let man = t.play(P1, "Man");
    t.hand(P2, "Man");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[man]).resolve();
    assert!(!t.uses(P1, plot), "2 gold");
}

#[card_test("02031")]
fn the_reader(pool: Pool) {
    let mut t = seats(&pool, 3);
    let (reader, captain, raider) = (t.play(P1, "The Reader"), t.play(P1, "Captain"), t.play(P1, "Raider"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[raider]).resolve();
    assert!(!t.uses(P1, reader), "nobody unique");
    t.finish();
    let before = [P2, P3].map(|p| t.deck_len(p));
    t.attack(P1, Power, P2, &[captain]).use_card(P1, reader).pass_while(|t| t.topic(P1) != "either");
    assert_eq!(t.legal(P1).len(), 2);
    t.act(P1, Action::Option { n: 1 }).pass_while(|t| t.deck_len(P3) == before[1]);
    assert_eq!([P2, P3].map(|p| t.deck_len(p)), before.map(|n| n - 3));
    t.finish();
    t.attack(P1, Intrigue, P3, &[reader]).resolve();
    assert!(!t.uses(P1, reader), "once a phase");

    // Or a card; and not where somebody defends.
    let mut t = table(&pool);
    let (reader, captain, wall) = (t.play(P1, "The Reader"), t.play(P1, "Captain"), t.play(P2, "Man"));
    let hand = t.hand_size(P1);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[captain]).defend(P2, &[wall]).resolve();
    assert!(!t.uses(P1, reader));
    t.finish();
    t.attack(P1, Intrigue, P2, &[reader]).use_card(P1, reader).pass_while(|t| t.topic(P1) != "either");
    t.act(P1, Action::Option { n: 0 }).pass_while(|t| t.hand_size(P1) == hand);
    assert_eq!(t.hand_size(P1), hand + 1);
}

#[card_test("02032")]
fn raiding_longship(pool: Pool) {
    let mut t = table(&pool);
    let (ship, man, giant, chained) = (t.play(P1, "Raiding Longship"), t.play(P1, "Man"), t.play(P2, "Giant"), t.play(P2, "Giant"));
    let idle = t.play(P2, "Giant");
    t.attach(chained, "Chain");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[man]).until(P1, "action_window");
    assert!(!t.uses(P1, ship), "nobody defends yet");
    t.defend(P2, &[giant, chained]).use_card(P1, ship);
    if t.topic(P1) == "target" {
        assert!(!t.offers(P1, chained) && !t.offers(P1, idle) && !t.offers(P1, man));
        t.card(P1, giant);
    }
    t.resolve();
    assert_eq!(t.last_result(), (Some(P2), 2, 9, false));
    assert!(t.kneeling(ship));

    let mut t = table(&pool);
    let (ship, man, giant) = (t.play(P2, "Raiding Longship"), t.play(P1, "Man"), t.play(P1, "Giant"));
    let attacker = t.play(P2, "Man");
    t.start(Phase::Challenges);
    t.attack(P2, Power, P1, &[attacker]).defend(P1, &[giant, man]).until(P2, "action_window");
    assert!(!t.uses(P2, ship), "the first player only");
}

#[card_test("02033", ability = 1)]
fn rakharo_intimidates(pool: Pool) {
    let mut t = table(&pool);
    let rakharo = t.play(P1, "Rakharo");
    t.play(P2, "Rider");
    assert!(!t.keyword(rakharo, KeywordName::Intimidate), "not for an opponent's, nor for himself");
    t.play(P1, "Rider");
    assert!(t.keyword(rakharo, KeywordName::Intimidate));
}

#[card_test("02033", ability = 2)]
fn rakharo_gains_power(pool: Pool) {
    // He need not take part; claim 2 is two characters.
    let mut t = table(&pool);
    t.plot(P1, "Sneak Attack");
    let (rakharo, giant) = (t.play(P1, "Rakharo"), t.play(P1, "Giant"));
    let victims = [(); 3].map(|()| t.play(P2, "Wall"));
    let murder = t.hand(P1, "Murder");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).use_card(P1, murder).card(P1, victims[2]);
    t.pass_while(|t| t.in_play(victims[2]));
    assert!(!t.uses(P1, rakharo), "no claim");
    t.use_card(P1, rakharo).pass_while(|t| t.power_on(rakharo) == 0);
    t.use_card(P1, rakharo).finish();
    assert_eq!(t.power_on(rakharo), 2);
    assert!(victims.iter().all(|id| !t.in_play(*id)));

    // Not for challenges of an opponent.
    let mut t = table(&pool);
    let (rakharo, man, giant) = (t.play(P1, "Rakharo"), t.play(P1, "Man"), t.play(P2, "Giant"));
    t.kneel(rakharo);
    t.kneel(man);
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[giant]).pass_while(|t| t.topic(P1) != "claim");
    t.cards(P1, &[man]).pass_while(|t| t.in_play(man));
    assert!(!t.uses(P1, rakharo));
}

#[card_test("02034", ability = 1)]
fn crown_of_gold_makes_a_king(pool: Pool) {
    let mut t = table(&pool);
    let giant = t.play(P1, "Giant");
    t.attach(giant, "Crown of Gold");
    let king = card_game::lang::traits::Trait::find("King").expect("a trait");
    assert!(t.st.der(giant).traits.has(king));
}

#[card_test("02034", ability = 2)]
fn crown_of_gold_kills(pool: Pool) {
    // From hand, on whom one wants: who has STR 4 or less dies, and the crown with him.
    for (name, dies) in [("Wall", false), ("Man", true)] {
        let mut t = table(&pool);
        let (victim, crown) = (t.play(P2, name), t.hand(P1, "Crown of Gold"));
        t.set_gold(P1, 5);
        t.start(Phase::Marshaling).marshal(P1, crown);
        if t.topic(P1) == "host" {
            t.card(P1, victim);
        }
        t.until(P1, "marshaling");
        assert_eq!((t.zone(victim) == Zone::Dead, t.zone(crown) == Zone::Discard), (dies, dies));
        if !dies {
            assert_eq!(t.strength(victim), 1);
        }
    }
}

#[card_test("02035")]
fn nymeria_sand(pool: Pool) {
    let mut t = table(&pool);
    let (nymeria, snake, man) = (t.play(P1, "Nymeria Sand"), t.play(P1, "Snake"), t.play(P1, "Man"));
    let (victim, other, theirs) = (t.play(P2, "Man"), t.play(P2, "Man"), t.play(P2, "Snake"));
    t.start(Phase::Challenges).use_card(P1, nymeria);
    assert!(!t.offers(P1, snake) && !t.offers(P1, man) && t.offers(P1, theirs), "an opponent's, whatever its icons");
    t.card(P1, victim).pass_while(|t| t.topic(P1) != "name_icon");
    t.act(P1, Action::Challengetype { kind: Power }).until(P1, "action_window");
    assert!(!t.icon(victim, Power) && t.icon(victim, Military) && t.icon(other, Power));
    assert!(t.icon(nymeria, Power) && t.icon(snake, Power) && !t.icon(snake, Military) && !t.icon(theirs, Power));
    assert!(!t.uses(P1, nymeria), "once a phase");
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(t.icon(victim, Power) && !t.icon(snake, Power));
}

#[card_test("02036")]
fn in_dorans_name(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P1, "In Doran's Name");
    t.start(Phase::Dominance).until(P1, "action_window");
    assert!(!t.uses(P1, event), "no plot has been used");

    let mut t = table(&pool);
    let event = t.hand(P1, "In Doran's Name");
    let _ = [(); 3].map(|()| t.used(P1, "A Noble Cause"));
    t.used(P2, "A Noble Cause");
    t.set_gold(P1, 0);
    t.start(Phase::Dominance).use_card(P1, event).pass_while(|t| t.gold(P1) == 0);
    assert_eq!(t.gold(P1), 3);
    assert!(t.kneeling(t.faction(P1)));
}

#[card_test("02037")]
fn syrio_forel(pool: Pool) {
    let mut t = table(&pool);
    let (syrio, snake, theirs) = (t.play(P1, "Syrio Forel"), t.play(P1, "Snake"), t.play(P2, "Snake"));
    t.start(Phase::Challenges).use_card(P1, syrio);
    assert!(t.offers(P1, syrio) && t.offers(P1, theirs));
    t.card(P1, snake).until(P1, "action_window");
    assert!(t.icon(snake, Military) && t.keyword(snake, KeywordName::Stealth) && !t.icon(snake, Power));
    assert!(!t.uses(P1, syrio), "once a phase");
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.icon(snake, Military) && !t.keyword(snake, KeywordName::Stealth));
}

#[card_test("02038")]
fn shadowblack_lane(pool: Pool) {
    let mut t = table(&pool);
    let (lane, man, other) = (t.play(P1, "Shadowblack Lane"), t.play(P1, "Man"), t.play(P1, "Man"));
    let deep = t.deck(P1, "Northern Letter");
    for _ in 0..6 {
        t.deck(P1, "Man");
    }
    let (ours, theirs, neutral, lord) =
        (t.deck(P1, "Northern Letter"), t.deck(P1, "Southern Letter"), t.deck(P1, "Any Letter"), t.deck(P1, "Northern Lord"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[other]).resolve();
    assert!(!t.uses(P1, lane));
    t.finish();
    t.attack(P1, Intrigue, P2, &[man]).use_card(P1, lane).pass_while(|t| t.topic(P1) != "search");
    assert!(t.offers(P1, ours), "the faction is Stark");
    assert!(![theirs, neutral, lord, deep].iter().any(|id| t.offers(P1, *id)));
    t.cards(P1, &[ours]).finish();
    assert!(t.zone(ours) == Zone::Hand && t.kneeling(t.faction(P1)) && t.told().contains("shuffles"));

    // Of another faction it finds other cards.
    let mut t = table(&pool);
    t.be(P1, Faction::Tyrell);
    let (lane, man) = (t.play(P1, "Shadowblack Lane"), t.play(P1, "Man"));
    let (north, south) = (t.deck(P1, "Northern Letter"), t.deck(P1, "Southern Letter"));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[man]).use_card(P1, lane).pass_while(|t| t.topic(P1) != "search");
    assert!(t.offers(P1, south) && !t.offers(P1, north));
}

#[card_test("02039")]
fn trading_with_the_pentoshi(pool: Pool) {
    let mut t = seats(&pool, 3);
    let veto = t.hand(P2, "Veto");
    let pentoshi = t.plot_deck(P1, "Trading with the Pentoshi");
    t.start(Phase::Plot).choose_plots(P1, pentoshi);
    t.pass_while(|t| t.st.phase == Phase::Plot && !t.uses(P2, veto));
    assert!(!t.uses(P2, veto), "it cannot be cancelled");
    assert_eq!([P1, P2, P3].map(|p| t.gold(p) - if t.st.phase == Phase::Marshaling && p == P1 { 10 } else { 0 }), [0, 3, 3]);

    // Other plots can.
    let mut t = seats(&pool, 3);
    let veto = t.hand(P2, "Veto");
    let bounty = t.plot_deck(P1, "Bounty");
    t.start(Phase::Plot).choose_plots(P1, bounty).use_card(P2, veto).pass_while(|t| t.st.phase == Phase::Plot);
    assert!(t.told().contains("are cancelled"));
    let _ = pool;
}

#[card_test("02040")]
fn political_disaster(pool: Pool) {
    let mut t = seats(&pool, 3);
    let mine = [(); 4].map(|()| t.play(P1, "Hut"));
    let theirs = [(); 3].map(|()| t.play(P2, "Hut"));
    let (man, last) = (t.play(P1, "Man"), t.play(P3, "Hut"));
    t.reveal_plot(P1, "Political Disaster");
    t.until(P1, "effect_cards");
    assert!(!t.offers(P1, theirs[0]) && !t.offers(P1, man));
    t.cards(P1, &mine[..2]);
    assert!(t.may(P2, &Action::Pass), "up to 2: none will do");
    t.cards(P2, &theirs[..1]);
    if t.topic(P3) == "effect_cards" {
        t.cards(P3, &[last]);
    }
    t.pass_while(|t| t.st.phase == Phase::Plot && t.in_play(mine[3]));
    let kept = |ids: &[Id]| ids.iter().map(|id| t.in_play(*id)).collect::<Vec<_>>();
    assert_eq!(kept(&mine), [true, true, false, false]);
    assert_eq!(kept(&theirs), [true, false, false]);
    assert!(t.in_play(man) && t.in_play(last));
}
