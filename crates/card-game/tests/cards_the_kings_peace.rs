//! Every ability of the cards of The King's Peace.

mod nobodies;

use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use nobodies::{CARDS, Quiet};
use test_macros::card_test;

const MORE: &str = r#"
(code: "w1", name: "Squire", kind: character, cost: 2, str: 2, icons: "MIP", traits: ["Knight"]),
(code: "w2", name: "Lodge", kind: location, cost: 2, keywords: [Limited]),
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
