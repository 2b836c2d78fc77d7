//! Every ability of the cards of The King's Peace.

use crate::nobodies::{CARDS, Quiet};
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

const MORE: &str = r#"
(code: "w1", name: "Squire", kind: character, cost: 2, str: 2, icons: "MIP", traits: ["Knight"]),
(code: "w2", name: "Lodge", kind: location, cost: 2, keywords: [Limited]),
(code: "w3", name: "Gift", kind: attachment, cost: 0, abilities: [Action(cost: Kneel(This), effect: PowerOn(Host, 1))]),
"#;

fn table(pool: Pool) -> Table {
    Table::with(pool, &CARDS.replacen('[', &format!("[{MORE}"), 1), Rulings::Reference, 2)
}

/// P1 uses this keyword with this card.
fn keyword(t: &mut Table, word: &str, card: Id) {
    let pick = Action::Keyword { keyword: word.to_owned() };
    t.pass_while(|t| t.topic(P1) != "keyword_type" && t.topic(P1) != "keyword_use");
    if t.topic(P1) == "keyword_type" {
        t.act(P1, pick);
    }
    let yes = if t.may(P1, &Action::Yes) { Action::Yes } else { Action::Card { card } };
    t.act(P1, yes);
}

#[card_test("02041")]
fn ser_rodrik_cassel(pool: Pool) {
    for (kind, gains) in [(Military, true), (Power, false)] {
        let mut t = table(pool.clone());
        let (rodrik, robb, north) = (t.play(P1, "Ser Rodrik Cassel"), t.play(P1, "Robb Stark"), t.play(P1, "Northerner"));
        let (theirs, peer) = (t.play(P2, "Eddard Stark"), t.play(P1, "Peer"));
        t.start(Phase::Challenges);
        assert!(!t.keyword(robb, KeywordName::Insight));
        t.attack(P1, kind, P2, &[rodrik]);
        assert_eq!((t.keyword(robb, KeywordName::Insight), t.keyword(rodrik, KeywordName::Insight)), (gains, gains), "{kind:?}");
        assert!([north, theirs, peer].iter().all(|id| !t.keyword(*id, KeywordName::Insight)));
        t.finish();
        if gains {
            t.act(P1, Action::No).finish();
        }
        assert!(!t.keyword(robb, KeywordName::Insight));
    }
}

#[card_test("02042")]
fn wolf_dreams(pool: Pool) {
    let mut t = table(pool);
    let (dreams, again) = (t.hand(P1, "Wolf Dreams"), t.hand(P1, "Wolf Dreams"));
    let (wolf, soldier) = (t.deck(P1, "Wolf"), t.deck(P1, "Soldier"));
    t.start(Phase::Challenges).card(P1, dreams).quiet();
    assert!(t.offers(P1, wolf) && !t.offers(P1, soldier));
    t.card(P1, wolf).until(P1, "action_window");
    assert_eq!((t.zone(wolf), t.zone(soldier)), (Zone::Hand, Zone::Deck));
    assert!(t.kneeling(t.faction(P1)));
    assert!(!t.offers(P1, again), "the faction card kneels");
}

#[card_test("02043")]
fn ser_hobber_redwyne(pool: Pool) {
    let mut t = table(pool);
    let (hobber, lady, soldier) = (t.hand(P1, "Ser Hobber Redwyne"), t.deck(P1, "Northern Lady"), t.deck(P1, "Soldier"));
    t.start(Phase::Marshaling).until(P1, "marshaling").card(P1, hobber).use_card(P1, hobber).quiet();
    assert!(t.offers(P1, lady) && !t.offers(P1, soldier));
    t.card(P1, lady).until(P1, "marshaling");
    assert_eq!(t.zone(lady), Zone::Hand);
}

#[card_test("02044")]
fn mare_in_heat(pool: Pool) {
    let mut t = table(pool.clone());
    let (squire, giant, scout) = (t.play(P1, "Squire"), t.play(P2, "Giant"), t.play(P2, "Scout"));
    let away = t.play(P2, "Giant");
    let mare = t.attach(squire, "Mare in Heat");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[squire]);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, mare), "nobody of higher STR participates");
    t.defend(P2, &[giant, scout]).until(P1, "action_window").use_card(P1, mare);
    assert!(t.offers(P1, giant) && !t.offers(P1, scout) && !t.offers(P1, away));
    t.card(P1, giant).quiet();
    assert!(!t.st.defending(giant) && t.st.defending(scout) && t.kneeling(giant) && t.kneeling(mare));

    // Not alone.
    let mut t = table(pool.clone());
    let (squire, other, giant) = (t.play(P1, "Squire"), t.play(P1, "Scout"), t.play(P2, "Giant"));
    let mare = t.attach(squire, "Mare in Heat");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[squire, other]).defend(P2, &[giant]).until(P1, "action_window");
    assert!(!t.uses(P1, mare));

    // Knights only.
    let mut t = table(pool);
    let (squire, scout, mare) = (t.play(P1, "Squire"), t.play(P1, "Scout"), t.hand(P1, "Mare in Heat"));
    let knight = t.play(P1, "Squire");
    t.start(Phase::Marshaling).marshal(P1, mare);
    assert!(t.offers(P1, squire) && t.offers(P1, knight) && !t.offers(P1, scout));
}

#[card_test("02045", ability = 1)]
fn ser_alliser_thorne_icons(pool: Pool) {
    let mut t = table(pool);
    t.play(P1, "Ser Alliser Thorne");
    let (mine, theirs) = (t.play(P1, "Steward at the Wall"), t.play(P2, "Steward at the Wall"));
    let (soldier, wall) = (t.play(P2, "Soldier"), t.play(P1, "Northern Lady"));
    t.start(Phase::Challenges);
    assert!(!t.icon(mine, Military));
    t.attack(P2, Intrigue, P1, &[soldier]);
    assert!(t.icon(mine, Military) && !t.icon(theirs, Military) && !t.icon(wall, Military));
    t.finish();
    assert!(!t.icon(mine, Military));
}

#[card_test("02045", ability = 2)]
fn ser_alliser_thorne_comes(pool: Pool) {
    for (kind, gold, comes) in [(Military, 4, true), (Power, 4, false), (Military, 3, false)] {
        let mut t = table(pool.clone());
        let (alliser, soldier) = (t.hand(P1, "Ser Alliser Thorne"), t.play(P2, "Soldier"));
        t.set_gold(P1, gold);
        t.start(Phase::Challenges).attack(P2, kind, P1, &[soldier]);
        t.pass_while(|t| !t.uses(P1, alliser) && t.topic(P1) != "action_window");
        assert_eq!(t.uses(P1, alliser), comes, "{kind:?} {gold}");
        if comes {
            t.use_card(P1, alliser).quiet();
            assert!(t.in_play(alliser) && t.kneeling(t.faction(P1)));
            assert_eq!(t.gold(P1), 0);
            t.defend(P1, &[alliser]);
        }
    }
}

#[card_test("02046")]
fn practice_blade(pool: Pool) {
    let mut t = table(pool);
    let (builder, soldier, blade) = (t.play(P1, "Veteran Builder"), t.play(P1, "Soldier"), t.hand(P1, "Practice Blade"));
    let other = t.play(P1, "Watchman");
    assert!(!t.icon(builder, Military));
    t.start(Phase::Marshaling).marshal(P1, blade);
    assert!(t.offers(P1, builder) && t.offers(P1, other) && !t.offers(P1, soldier));
    t.card(P1, builder);
    assert_eq!((t.strength(builder), t.icon(builder, Military)), (5, true));
}

#[card_test("02047")]
fn moon_boy(pool: Pool) {
    for (defends, fewer) in [(true, 1), (false, 0)] {
        let mut t = table(pool.clone());
        let (moon, giant) = (t.play(P1, "Moon Boy"), t.play(P2, "Giant"));
        t.hand(P1, "Soldier");
        t.start(Phase::Challenges);
        let hand = t.hand_size(P1);
        t.attack(P2, Power, P1, &[giant]).defend(P1, if defends { std::slice::from_ref(&moon) } else { &[] }).finish();
        assert_eq!(t.hand_size(P1), hand - fewer, "defends: {defends}");
    }
}

/// P2 attacks; P1 uses The King's Peace.
fn the_kings_peace(pool: Pool, kind: ChallengeType) -> (Table, Id) {
    let mut t = table(pool);
    let peace = t.plot(P1, "The King's Peace");
    let (giant, mine, theirs) = (t.play(P2, "Giant"), t.faction(P1), t.faction(P2));
    t.play(P1, "Soldier");
    t.set_power(mine, 1);
    t.set_power(theirs, 1);
    t.start(Phase::Challenges).attack(P2, kind, P1, &[giant]);
    t.pass_while(|t| !t.uses(P1, peace) && t.topic(P1) != "action_window");
    (t, peace)
}

#[card_test("02048")]
fn the_kings_peace_is_kept(pool: Pool) {
    let (mut t, peace) = the_kings_peace(pool, Power);
    t.use_card(P1, peace).quiet().act(P2, Action::No).finish();
    assert!(t.st.past[0].loser.is_none() && t.st.past[0].winner.is_none(), "it ends with no winner or loser");
    assert_eq!((t.power(P1), t.power(P2)), (1, 1), "no claim");
}

#[card_test("02048")]
fn the_kings_peace_is_paid(pool: Pool) {
    // Kneel the faction card, or a power for the defender.
    for (option, mine, theirs, kneels) in [(0, 0, 3, true), (1, 1, 2, false)] {
        let (mut t, peace) = the_kings_peace(pool.clone(), Power);
        t.use_card(P1, peace).quiet().act(P2, Action::Yes).act(P2, Action::Option { n: option });
        assert!(t.st.challenge.as_ref().is_some_and(|c| !c.over));
        t.finish();
        // Unopposed, with claim 1.
        assert_eq!((t.power(P1), t.power(P2), t.kneeling(t.faction(P2))), (mine, theirs, kneels));
    }
    // Nothing to pay with: not asked.
    let (mut t, peace) = the_kings_peace(pool.clone(), Military);
    let theirs = t.faction(P2);
    t.set_power(theirs, 0);
    t.kneel(theirs);
    t.use_card(P1, peace).quiet();
    assert_ne!(t.topic(P2), "may");
    t.finish();
    assert!(t.st.past[0].winner.is_none());
    // Neither by intrigue.
    let (t, peace) = the_kings_peace(pool, Intrigue);
    assert!(!t.uses(P1, peace));
}

#[card_test("02049")]
fn ser_gregor_clegane(pool: Pool) {
    let mut t = table(pool.clone());
    let (gregor, scout, giant) = (t.play(P1, "Ser Gregor Clegane"), t.play(P2, "Scout"), t.play(P2, "Giant"));
    let (mine, top) = (t.play(P1, "Scout"), t.deck(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P1, Military, P2, &[gregor]).defend(P2, &[scout]).resolve();
    t.pass_while(|t| t.topic(P2) != "claim");
    t.card(P2, giant);
    keyword(&mut t, "Pillage", gregor);
    assert_eq!(t.zone(top), Zone::Discard);
    t.use_card(P1, gregor).quiet();
    assert_eq!(t.zone(top), Zone::Dead);
    t.act(P1, Action::Yes);
    assert!(t.offers(P1, scout) && t.offers(P1, mine) && !t.offers(P1, gregor));
    t.card(P1, scout).quiet();
    t.finish();
    assert_eq!((t.zone(scout), t.in_play(mine)), (Zone::Dead, true));

    // What is no character does not count.
    let mut t = table(pool);
    let (gregor, top) = (t.play(P1, "Ser Gregor Clegane"), t.deck(P2, "Great Keep"));
    t.play(P2, "Scout");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[gregor]).resolve();
    keyword(&mut t, "Pillage", gregor);
    assert_eq!(t.zone(top), Zone::Discard);
    t.pass_while(|t| !t.uses(P1, gregor) && t.st.challenge.is_some() && t.topic(P1) != "keyword_use");
    assert!(!t.uses(P1, gregor));
}

#[card_test("02051")]
fn newly_made_lord(pool: Pool) {
    let mut t = table(pool);
    let (lord, keep, lodge) = (t.hand(P1, "Newly-Made Lord"), t.play(P2, "Great Keep"), t.play(P2, "Lodge"));
    let (mine, wall) = (t.play(P1, "Water Garden"), t.play(P2, "The Wall"));
    t.start(Phase::Marshaling).marshal(P1, lord).use_card(P1, lord);
    assert!(t.offers(P1, keep) && t.offers(P1, mine) && !t.offers(P1, lodge) && !t.offers(P1, wall));
    t.card(P1, keep).quiet();
    assert_eq!(t.zone(keep), Zone::Discard);
}

#[card_test("02052")]
fn fishing_net(pool: Pool) {
    let mut t = table(pool);
    let (mine, caught, free) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"), t.play(P2, "Soldier"));
    let net = t.hand(P1, "Fishing Net");
    t.start(Phase::Marshaling).marshal(P1, net);
    assert!(t.offers(P1, caught) && t.offers(P1, free) && !t.offers(P1, mine), "an opponent's character only");
    t.card(P1, caught).attack(P1, Power, P2, &[mine]).until(P2, "defenders");
    assert!(t.offers(P2, free) && !t.offers(P2, caught));
    t.cards(P2, &[]).finish();
    t.attack(P2, Military, P1, &[caught]);
    assert!(t.st.attacking(caught), "it may attack");
}

#[card_test("02055")]
fn attainted(pool: Pool) {
    let mut t = table(pool);
    let soldier = t.play(P2, "Soldier");
    let (mine, attainted) = (t.play(P1, "Soldier"), t.hand(P1, "Attainted"));
    let other = t.play(P2, "Scout");
    t.start(Phase::Marshaling).marshal(P1, attainted);
    assert!(t.offers(P1, soldier) && t.offers(P1, other) && !t.offers(P1, mine), "an opponent's character only");
    t.card(P1, soldier);
    assert!(!t.icon(soldier, Intrigue) && t.icon(soldier, Military) && t.icon(soldier, Power));
}

#[card_test("02057")]
fn hedge_knight(pool: Pool) {
    let mut t = table(pool);
    let knight = t.play(P1, "Hedge Knight");
    t.play(P2, "Squire");
    t.play(P1, "Soldier");
    assert_eq!((t.strength(knight), t.icon(knight, Power)), (2, false));
    t.play(P1, "Squire");
    assert_eq!((t.strength(knight), t.icon(knight, Power)), (3, true));
}

#[card_test("02058")]
fn knighted(pool: Pool) {
    let mut t = table(pool);
    let (knight, soldier) = (t.play(P1, "Hedge Knight"), t.play(P1, "Soldier"));
    assert_eq!((t.strength(knight), t.strength(soldier)), (2, 3));
    t.attach(soldier, "Knighted");
    assert_eq!((t.strength(knight), t.strength(soldier)), (3, 4), "it counts as a Knight");
}

#[card_test("02059")]
fn a_tourney_for_the_king(pool: Pool) {
    let mut t = table(pool);
    t.plot(P1, "A Tourney for the King");
    let (squire, soldier, theirs) = (t.play(P1, "Squire"), t.play(P1, "Soldier"), t.play(P2, "Squire"));
    assert!(t.keyword(squire, KeywordName::Renown));
    assert!(!t.keyword(soldier, KeywordName::Renown) && !t.keyword(theirs, KeywordName::Renown));
    let (mine, murder) = (t.hand(P1, "Push"), t.hand(P2, "Murder"));
    t.start(Phase::Challenges).card(P1, mine);
    assert!(t.offers(P1, squire), "not to one's own events");
    t.card(P1, theirs).pass_while(|t| !t.uses(P2, murder));
    t.card(P2, murder);
    assert!(t.offers(P2, soldier) && t.offers(P2, theirs) && !t.offers(P2, squire));
}

/// P1 plays the event with these cards at the bottom of the deck, the deepest first.
fn never_bet(pool: Pool) -> (Table, [Id; 3]) {
    let mut t = table(pool);
    let bet = t.hand(P1, "I Never Bet Against My Family");
    t.deck_size(P1, 0);
    let tywin = t.deck(P1, "Tywin Lannister");
    let (soldier, red) = (t.deck(P1, "Burned Men"), t.deck(P1, "Eddard Stark"));
    (0..2).for_each(|_| _ = t.deck(P1, "Soldier"));
    // The sixth from the bottom is not revealed.
    t.deck(P1, "Cersei Lannister");
    t.deck(P1, "Soldier");
    t.start(Phase::Challenges).card(P1, bet).quiet();
    (t, [tywin, soldier, red])
}

#[card_test("02050")]
fn i_never_bet_against_my_family(pool: Pool) {
    let (mut t, [tywin, burned, eddard]) = never_bet(pool.clone());
    assert_eq!(t.topic(P1), "effect_cards");
    assert_eq!(t.labels(P1).iter().filter(|l| l.contains("Lannister")).count(), 1, "{:?}", t.labels(P1));
    assert!(t.told().contains("reveals") && t.offers(P1, tywin) && !t.offers(P1, burned) && !t.offers(P1, eddard));
    t.card(P1, tywin);
    if t.may(P1, &Action::Done) {
        t.act(P1, Action::Done);
    }
    t.quiet();
    assert!(t.in_play(tywin) && t.kneeling(t.faction(P1)));
    let others = ["Burned Men", "Eddard Stark", "Soldier", "Soldier", "The rest as listed"];
    assert_eq!((t.topic(P1).as_str(), t.labels(P1)), ("order_cards", others.map(str::to_owned).to_vec()), "in any order");
    while t.topic(P1) == "order_cards" {
        let last = t.legal(P1).last().cloned().unwrap();
        t.act(P1, last);
    }
    t.pass_while(|t| t.st.phase == Phase::Challenges);
    assert_eq!(t.zone(tywin), Zone::Discard);

    // None, or saved by nothing.
    let (mut t, [tywin, ..]) = never_bet(pool);
    t.act(P1, Action::Pass);
    assert!(t.topic(P1) == "order_cards" && t.offers(P1, tywin), "all go back");
    assert_eq!(t.zone(tywin), Zone::Deck);
}

#[card_test("02053")]
fn crone_of_vaes_dothrak(pool: Pool) {
    // By pillage from the deck.
    let mut t = table(pool.clone());
    let (crone, khal, soldier) = (t.play(P1, "Crone of Vaes Dothrak"), t.play(P1, "Khal"), t.play(P1, "Wildling Horde"));
    let top = t.deck(P2, "Soldier");
    t.play(P2, "Giant");
    t.play(P2, "Giant");
    t.start(Phase::Challenges).attack(P1, Military, P2, &[soldier]);
    t.resolve().pass_while(|t| t.topic(P2) != "claim");
    let giant = t.legal(P2)[0].clone();
    t.act(P2, giant);
    keyword(&mut t, "Pillage", soldier);
    t.use_card(P1, crone);
    assert!(t.offers(P1, crone) && t.offers(P1, khal) && !t.offers(P1, soldier), "a Dothraki kneels");
    t.card(P1, khal).finish();
    assert_eq!((t.zone(top), t.kneeling(khal), t.kneeling(crone)), (Zone::Dead, true, false));

    // By claim from the hand: only what is a character, and not the own.
    for (card, seat, fits) in [("Soldier", P2, true), ("Great Keep", P2, false), ("Soldier", P1, false)] {
        let mut t = table(pool.clone());
        let crone = t.play(P1, "Crone of Vaes Dothrak");
        let (mine, theirs) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"));
        t.empty_hand(seat);
        let hand = t.hand(seat, card);
        t.start(Phase::Challenges);
        match seat {
            P2 => t.attack(P1, Intrigue, P2, &[mine]),
            _ => t.attack(P2, Intrigue, P1, &[theirs]),
        };
        t.resolve().pass_while(|t| !t.uses(P1, crone) && t.zone(hand) == Zone::Hand);
        t.pass_while(|t| !t.uses(P1, crone) && t.st.challenge.is_some());
        assert_eq!(t.uses(P1, crone), fits, "{card} of {seat}");
        if fits {
            t.use_card(P1, crone).finish();
            assert_eq!(t.zone(hand), Zone::Dead);
        }
    }
}

#[card_test("02054", ability = 1)]
fn the_silver_steed_renown(pool: Pool) {
    for (kind, gains) in [(Power, true), (Military, false)] {
        let mut t = table(pool.clone());
        let (khal, soldier, steed) = (t.play(P1, "Khal"), t.play(P1, "Soldier"), t.hand(P1, "The Silver Steed"));
        let dany = t.play(P1, "Daenerys Targaryen");
        t.start(Phase::Marshaling).marshal(P1, steed);
        assert!(t.offers(P1, khal) && t.offers(P1, dany) && !t.offers(P1, soldier));
        t.card(P1, khal).until(P1, "initiate");
        assert!(!t.keyword(khal, KeywordName::Renown));
        t.attack(P1, kind, P2, &[khal]);
        assert_eq!(t.keyword(khal, KeywordName::Renown), gains);
    }
}

#[card_test("02054", ability = 2)]
fn the_silver_steed_rides_on(pool: Pool) {
    let mut t = table(pool.clone());
    let (khal, khal2) = (t.play(P1, "Khal"), t.play(P1, "Khal"));
    let steed = t.attach(khal, "The Silver Steed");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[khal]).resolve();
    keyword(&mut t, "Renown", khal);
    t.use_card(P1, steed).quiet().finish();
    assert_eq!((t.zone(steed), t.power_on(khal)), (Zone::Discard, 1));
    t.attack(P1, Power, P2, &[khal2]).finish();

    // Power that comes otherwise is not meant.
    let mut t = table(pool);
    let khal = t.play(P1, "Khal");
    let (steed, gendry) = (t.attach(khal, "The Silver Steed"), t.attach(khal, "Gift"));
    t.start(Phase::Challenges).use_card(P1, gendry);
    t.pass_while(|t| !t.uses(P1, steed) && t.power_on(khal) == 0);
    t.pass_while(|t| !t.uses(P1, steed) && t.topic(P1) != "action_window");
    assert!(t.power_on(khal) == 1 && !t.uses(P1, steed));
}

#[card_test("02056", ability = 1)]
fn the_boneway_remembers(pool: Pool) {
    let mut t = table(pool);
    let (bone, giant, soldier) = (t.play(P1, "The Boneway"), t.play(P2, "Giant"), t.play(P1, "Soldier"));
    t.play(P1, "Soldier");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[soldier]).resolve();
    assert!(!t.uses(P1, bone), "a challenge that is won");
    t.finish().attack(P2, Power, P1, &[giant]).resolve();
    t.use_card(P1, bone).quiet().finish();
    assert_eq!(t.st.card(bone).tokens.as_slice(), [(t.rules.token("vengeance"), 1)]);
}

#[card_test("02056", ability = 2)]
fn the_boneway_avenges(pool: Pool) {
    for (tokens, enough) in [(5, false), (6, true), (7, true)] {
        let mut t = table(pool.clone());
        let bone = t.play(P1, "The Boneway");
        let token = t.rules.token("vengeance");
        t.st.card_mut(bone).tokens.push((token, tokens));
        t.start(Phase::Dominance).until(P1, "action_window");
        let before = t.power(P1);
        assert_eq!(t.uses(P1, bone), enough, "{tokens}");
        if enough {
            t.use_card(P1, bone).quiet().until(P2, "action_window");
            let left: i16 = t.st.card(bone).tokens.iter().map(|(_, n)| *n).sum();
            assert_eq!((t.power(P1) - before, left, t.kneeling(bone)), (3, tokens - 6, true));
        }
    }
}

/// P1 with the agenda initiates challenges, each with one soldier of STR 3, up to the one of this number; then the STR of it and of a
/// defender is looked at.
fn crossing(pool: Pool, until: usize) -> (Table, Id, Id) {
    let mut t = table(pool);
    t.agenda(P1, "The Lord of the Crossing");
    let mine: Vec<Id> = (0..4).map(|_| t.play(P1, "Soldier")).collect();
    let theirs = t.play(P2, "Scout");
    t.start(Phase::Challenges);
    for n in 1..=until {
        let kind = [Power, Intrigue, Military][n - 1];
        t.attack(P1, kind, P2, &[mine[n - 1]]);
        assert_eq!(t.strength(mine[3]), 3, "who does not participate");
        if n < until {
            t.finish();
        }
    }
    (t, mine[until - 1], theirs)
}

#[card_test("02060", ability = 1)]
fn the_lord_of_the_crossing_first(pool: Pool) {
    let (mut t, mine, theirs) = crossing(pool.clone(), 1);
    t.defend(P2, &[theirs]);
    assert_eq!((t.strength(mine), t.strength(theirs)), (2, 2));
    t.finish();
    assert_eq!(t.strength(mine), 3);
    let (t, mine, _) = crossing(pool, 2);
    assert_eq!(t.strength(mine), 3, "the second");
}

#[card_test("02060", ability = 2)]
fn the_lord_of_the_crossing_third(pool: Pool) {
    let (mut t, mine, theirs) = crossing(pool.clone(), 3);
    t.defend(P2, &[theirs]);
    assert_eq!((t.strength(mine), t.strength(theirs)), (5, 2));
    let before = t.power(P1);
    t.finish();
    assert_eq!(t.power(P1), before + 1, "won");

    // A lost one, and challenges of the opponent, bring nothing.
    let (mut t, _, _) = crossing(pool.clone(), 3);
    let giant = t.play(P2, "Giant");
    let before = t.power(P1);
    t.defend(P2, &[giant]).finish();
    assert_eq!(t.power(P1), before);
    let mut t = table(pool);
    t.agenda(P1, "The Lord of the Crossing");
    let (mine, soldier) = (t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    t.start(Phase::Challenges).attack(P2, Power, P1, &[soldier]).defend(P1, &[mine]);
    assert_eq!(t.strength(mine), 3, "a challenge that the opponent initiates");
}

/// That somebody is asked tells nothing of what is in hand (the fifth promise of the architecture).
#[test]
fn whether_ser_alliser_thorne_is_in_hand_is_not_betrayed() {
    for (gold, asked) in [(4, true), (3, false)] {
        for holds in [true, false] {
            let mut t = table(Pool::default());
            let soldier = t.play(P2, "Soldier");
            t.empty_hand(P1);
            t.hand(P1, if holds { "Ser Alliser Thorne" } else { "Soldier" });
            t.set_gold(P1, gold);
            t.start(Phase::Challenges).until(P2, "initiate").declare(P2, Military, P1, &[soldier]);
            t.pass_while(|t| t.topic(P1) != "reactions" && t.topic(P1) != "action_window");
            assert_eq!(t.topic(P1) == "reactions", asked, "gold {gold}, holds {holds}");
        }
    }
}
