//! Every ability of the cards of Taking the Black, in order of their numbers.

use ::table::Game;
use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

/// Nobodies to play with.
const CARDS: &str = r#"[
(code: "x1", name: "Man", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "x2", name: "Giant", kind: character, cost: 4, str: 9, icons: "MIP"),
(code: "x3", name: "Scout", kind: character, faction: thenightswatch, cost: 2, str: 2, icons: "MIP", traits: ["Ranger"]),
(code: "x4", name: "Mason", kind: character, faction: thenightswatch, cost: 2, str: 2, icons: "MIP", traits: ["Builder"]),
(code: "x5", name: "Sailor", kind: character, faction: tyrell, cost: 2, str: 2, icons: "MIP", traits: ["House Redwyne"]),
(code: "x6", name: "Stag", kind: character, faction: baratheon, cost: 3, str: 3, icons: "MIP"),
(code: "x7", name: "Lion", kind: character, faction: lannister, cost: 3, str: 3, icons: "MIP"),
(code: "x8", name: "Host", kind: character, cost: 4, str: 4, icons: "MIP", traits: ["Army"]),
(code: "x9", name: "Chain", kind: attachment, cost: 1, traits: ["Item"]),
(code: "x10", name: "Sword", kind: attachment, cost: 3, traits: ["Weapon"]),
(code: "x11", name: "Keep", kind: location, cost: 3),
(code: "x12", name: "Palace", kind: location, cost: 4),
(code: "x13", name: "Scholar", kind: character, cost: 3, str: 1, icons: "I", traits: ["Maester"]),
(code: "x14", name: "Archmaester", kind: character, cost: 4, str: 1, icons: "I", traits: ["Maester"]),
(code: "x15", name: "Rickon Stark", kind: character, faction: stark, unique: true, cost: 2, str: 1),
(code: "x16", name: "Murder", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "x17", name: "Frost", kind: plot, plot: (4, 4, 1, 6), abilities: [WhenRevealed(choose: ("c", [Character]), effect: Kneel("c"))]),
(code: "x18", name: "Push", kind: event, cost: 0, abilities: [Action(choose: ("c", [Any([Character, Location])]), effect: Kneel("c"))]),
(code: "x19", name: "Letter", kind: event, cost: 0, abilities: [Action(effect: Draw(1))]),
(code: "x20", name: "Hammer", kind: event, cost: 0, abilities: [Action(choose: ("c", [Location]), effect: Discard("c"))]),
]"#;

fn table(pool: &Pool) -> Table {
    seats(pool, 2)
}

fn seats(pool: &Pool, n: usize) -> Table {
    Table::with(pool.clone(), CARDS, Rulings::Reference, n)
}

#[card_test("02001")]
fn will(pool: Pool) {
    let mut t = table(&pool);
    let (will, scout, mason, giant) = (t.play(P1, "Will"), t.play(P1, "Scout"), t.play(P1, "Mason"), t.play(P2, "Giant"));
    let theirs = t.play(P2, "Scout");
    t.start(Phase::Challenges);
    t.attack(P2, Intrigue, P1, &[giant]).defend(P1, &[]).pass_while(|t| t.topic(P1) != "effect_cards");
    assert!(t.offers(P1, will) && t.offers(P1, scout), "himself as well");
    assert!(!t.offers(P1, mason) && !t.offers(P1, theirs) && !t.may(P1, &Action::Pass));
    t.card(P1, scout);
    assert_eq!((t.zone(scout), t.in_play(will)), (Zone::Discard, true));

    // A challenge that was opposed.
    let mut t = table(&pool);
    let (will, scout, giant) = (t.play(P1, "Will"), t.play(P1, "Scout"), t.play(P2, "Giant"));
    t.start(Phase::Challenges);
    t.attack(P2, Intrigue, P1, &[giant]).defend(P1, &[scout]).finish();
    assert!(t.in_play(will) && t.in_play(scout));
}

#[card_test("02003", ability = 1)]
fn maester_luwin_and_robb(pool: Pool) {
    let mut t = table(&pool);
    let (robb, theirs) = (t.play(P1, "Robb Stark"), t.play(P2, "Robb Stark"));
    assert!(!t.keyword(robb, KeywordName::Insight));
    t.play(P1, "Maester Luwin");
    assert!(t.keyword(robb, KeywordName::Insight) && !t.keyword(theirs, KeywordName::Insight));
    assert!(!t.keyword(robb, KeywordName::Stealth));
}

#[card_test("02003", ability = 2)]
fn maester_luwin_and_jon(pool: Pool) {
    let mut t = table(&pool);
    let (jon, theirs) = (t.play(P1, "Jon Snow"), t.play(P2, "Jon Snow"));
    assert!(!t.keyword(jon, KeywordName::Stealth));
    t.play(P1, "Maester Luwin");
    assert!(t.keyword(jon, KeywordName::Stealth) && !t.keyword(theirs, KeywordName::Stealth));
}

#[card_test("02003", ability = 3)]
fn maester_luwin_and_bran(pool: Pool) {
    // Plots of opponents cannot choose him, those of his controller can.
    let mut t = table(&pool);
    let (bran, luwin) = (t.play(P1, "Bran Stark"), t.play(P1, "Maester Luwin"));
    t.reveal_plot(P2, "Frost");
    assert!(t.offers(P2, luwin) && !t.offers(P2, bran));
    let mut t = table(&pool);
    let (bran, _) = (t.play(P1, "Bran Stark"), t.play(P1, "Maester Luwin"));
    t.reveal_plot(P1, "Frost");
    assert!(t.offers(P1, bran));
    // Nor is he immune to other cards.
    let mut t = table(&pool);
    let (bran, _) = (t.play(P1, "Bran Stark"), t.play(P1, "Maester Luwin"));
    let push = t.hand(P2, "Push");
    t.start(Phase::Dominance).use_card(P2, push);
    assert!(t.offers(P2, bran));
}

#[card_test("02003", ability = 4)]
fn maester_luwin_and_rickon(pool: Pool) {
    let mut t = table(&pool);
    let (rickon, theirs) = (t.play(P1, "Rickon Stark"), t.play(P2, "Rickon Stark"));
    assert!(!t.keyword(rickon, KeywordName::Pillage));
    t.play(P1, "Maester Luwin");
    assert!(t.keyword(rickon, KeywordName::Pillage) && !t.keyword(theirs, KeywordName::Pillage));
}

#[card_test("02005")]
fn arbor_knight(pool: Pool) {
    let mut t = table(&pool);
    let (knight, sailor, man, idle) = (t.play(P1, "Arbor Knight"), t.play(P2, "Sailor"), t.play(P1, "Man"), t.play(P1, "Sailor"));
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    assert!(!t.uses(P1, knight), "nobody participates");
    t.attack(P1, Military, P2, &[man, knight]).use_card(P1, knight);
    assert!(!t.offers(P1, man) && !t.offers(P1, idle) && !t.offers(P1, sailor));
    t.card(P1, knight).until(P1, "action_window");
    assert_eq!(t.strength(knight), 2);
    t.use_card(P1, knight).card(P1, knight).defend(P2, &[sailor]).use_card(P1, knight);
    assert!(t.offers(P1, knight) && t.offers(P1, sailor) && !t.offers(P1, idle));
    t.card(P1, sailor).until(P1, "action_window");
    assert_eq!((t.strength(knight), t.strength(sailor), t.gold(P1)), (3, 3, 2));
    assert!(!t.uses(P1, knight), "three times a phase");
    t.finish();
    assert_eq!(t.strength(knight), 1);

    let mut t = table(&pool);
    let knight = t.play(P1, "Arbor Knight");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[knight]);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, knight), "1 gold");
}

#[card_test("02007")]
fn renly_baratheon(pool: Pool) {
    let mut t = table(&pool);
    t.play(P1, "Renly Baratheon");
    let (lion, man) = (t.hand(P1, "Lion"), t.hand(P1, "Man"));
    t.hand(P1, "Stag");
    t.hand(P1, "Keep");
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Lion (2 gold)") && t.can(P1, "Marshal Man (1 gold)"));
    assert!(t.can(P1, "Marshal Stag (3 gold)") && t.can(P1, "Marshal Keep (3 gold)"), "no Baratheon, no location");
    t.marshal(P1, man).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Lion (3 gold)"), "only the first");
    assert!(t.zone(lion) == Zone::Hand);
}

#[card_test("02008", ability = 1)]
fn king_roberts_warhammer_str(pool: Pool) {
    let mut t = table(&pool);
    let man = t.play(P1, "Man");
    t.attach(man, "King Robert's Warhammer");
    assert_eq!(t.strength(man), 3);
}

#[card_test("02008", ability = 2)]
fn king_roberts_warhammer_kneels(pool: Pool) {
    let mut t = table(&pool);
    let (lion, man, giant, stag, knelt) =
        (t.play(P1, "Lion"), t.play(P2, "Man"), t.play(P2, "Giant"), t.play(P2, "Man"), t.play(P2, "Man"));
    let hammer = t.attach(lion, "King Robert's Warhammer");
    t.kneel(knelt);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[lion]).defend(P2, &[]).use_card(P1, hammer);
    assert!(t.offers(P1, man) && !t.offers(P1, giant) && !t.offers(P1, knelt), "STR 9 is more than 4");
    t.card(P1, man);
    assert!(t.offers(P1, stag), "2 and 2 of 4");
    t.card(P1, stag);
    if t.may(P1, &Action::Done) {
        t.act(P1, Action::Done);
    }
    t.pass_while(|t| t.in_play(hammer));
    assert!(t.kneeling(man) && t.kneeling(stag) && !t.kneeling(giant));
    assert_eq!(t.zone(hammer), Zone::Discard);

    // Not when it defends, nor without its bearer.
    let mut t = table(&pool);
    let (giant, other, man) = (t.play(P1, "Giant"), t.play(P1, "Giant"), t.play(P2, "Man"));
    let hammer = t.attach(giant, "King Robert's Warhammer");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[other]).resolve();
    assert!(!t.uses(P1, hammer));
    t.finish();
    t.attack(P2, Power, P1, &[man]).defend(P1, &[giant]).resolve();
    assert!(!t.uses(P1, hammer));
}

#[card_test("02009")]
fn the_hound(pool: Pool) {
    let mut t = table(&pool);
    let hound = t.play(P1, "The Hound");
    t.hand(P1, "Man");
    let hand = t.hand_size(P1);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[hound]).pass_while(|t| !t.may(P1, &Action::Yes)).act(P1, Action::Yes).finish();
    assert_eq!((t.hand_size(P1), t.in_play(hound)), (hand - 1, true));

    // He goes if nothing is discarded: because it is refused, or because there is nothing.
    let mut t = table(&pool);
    let (hound, giant) = (t.play(P1, "The Hound"), t.play(P2, "Giant"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[hound]).defend(P2, &[giant]).finish();
    assert!(t.in_play(hound), "only after a victory");
    let mut t = table(&pool);
    let hound = t.play(P1, "The Hound");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[hound]).pass_while(|t| !t.may(P1, &Action::No)).act(P1, Action::No).finish();
    assert_eq!(t.zone(hound), Zone::Hand);
    let mut t = table(&pool);
    let hound = t.play(P1, "The Hound");
    t.empty_hand(P1);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[hound]).finish();
    assert_eq!(t.zone(hound), Zone::Hand);
}

#[card_test("02011")]
fn the_seastone_chair(pool: Pool) {
    let mut t = table(&pool);
    let (chair, man, victim, other, chained) =
        (t.play(P1, "The Seastone Chair"), t.play(P1, "Man"), t.play(P2, "Giant"), t.play(P2, "Man"), t.play(P2, "Man"));
    t.attach(chained, "Chain");
    [victim, other, chained].into_iter().for_each(|id| t.kneel(id));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[man]).use_card(P1, chair);
    assert!(t.offers(P1, other) && !t.offers(P1, chained) && !t.offers(P1, man));
    t.card(P1, victim).finish();
    assert_eq!([victim, other, chained].map(|id| t.in_play(id)), [false, true, true], "this, and no claim beside it");
    assert!(t.kneeling(t.faction(P1)) && t.zone(victim) == Zone::Dead);

    // Only military, only unopposed, only for the attacker.
    let mut t = table(&pool);
    let (chair, giant, other, man) = (t.play(P1, "The Seastone Chair"), t.play(P1, "Giant"), t.play(P1, "Giant"), t.play(P2, "Man"));
    let second = t.play(P2, "Man");
    let used = |t: &Table| t.uses(P1, chair);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[other]).defend(P2, &[]).pass_while(|t| t.st.challenge.is_some() && !used(t));
    assert!(t.st.challenge.is_none(), "a power challenge");
    t.attack(P1, Military, P2, &[giant]).defend(P2, &[man]).pass_while(|t| t.topic(P2) != "claim" && !used(t));
    assert!(!used(&t), "it was opposed");
    t.cards(P2, &[man]).finish();
    t.attack(P2, Military, P1, &[second]).pass_while(|t| t.topic(P1) != "claim" && !used(t));
    assert!(!used(&t), "an opponent's challenge");
}

#[card_test("02013")]
fn merchant_prince(pool: Pool) {
    let mut t = table(&pool);
    let prince = t.play(P1, "Merchant Prince");
    assert_eq!((t.strength(prince), t.icon(prince, Military)), (3, false));
    t.attach(prince, "Chain");
    assert_eq!((t.strength(prince), t.icon(prince, Military)), (4, true));
}

#[card_test("02014")]
fn vaes_dothrak(pool: Pool) {
    let mut t = table(&pool);
    let (vaes, man, lord) = (t.play(P1, "Vaes Dothrak"), t.play(P2, "Man"), t.play(P2, "Lion"));
    let (chain, sword) = (t.attach(man, "Chain"), t.attach(lord, "Sword"));
    let (cheap, dear) = (t.hand(P1, "Chain"), t.hand(P1, "Sword"));
    t.hand(P1, "Man");
    t.reveal_plot(P1, "Frost");
    t.pick(P1, "Man").use_card(P1, vaes);
    assert!(t.offers(P1, cheap) && t.offers(P1, dear) && t.legal(P1).len() == 2, "an attachment is discarded");
    t.card(P1, cheap);
    assert!(t.offers(P1, chain) && !t.offers(P1, sword), "of equal or lower cost");
    t.card(P1, chain).until(P1, "action_window");
    assert_eq!([cheap, chain].map(|id| t.zone(id)), [Zone::Discard; 2]);
    assert!(t.in_play(sword) && t.zone(dear) == Zone::Hand);

    // What is too cheap for everything in play cannot pay.
    let mut t = table(&pool);
    let (vaes, lord) = (t.play(P1, "Vaes Dothrak"), t.play(P2, "Lion"));
    let sword = t.attach(lord, "Sword");
    let (cheap, dear) = (t.hand(P1, "Chain"), t.hand(P1, "Sword"));
    t.reveal_plot(P1, "Frost");
    t.pick(P1, "Lion").use_card(P1, vaes);
    assert!(!t.offers(P1, cheap));
    t.card(P1, sword).until(P1, "action_window");
    assert_eq!([t.zone(cheap), t.zone(dear), t.zone(sword)], [Zone::Hand, Zone::Discard, Zone::Discard]);
    let mut t = table(&pool);
    let (vaes, lord) = (t.play(P1, "Vaes Dothrak"), t.play(P2, "Lion"));
    t.attach(lord, "Sword");
    t.hand(P1, "Chain");
    t.reveal_plot(P1, "Frost");
    t.pick(P1, "Lion").pass_while(|t| t.st.phase == Phase::Plot && !t.uses(P1, vaes) && t.topic(P1) != "action_window");
    assert!(!t.uses(P1, vaes));
}

#[card_test("02015")]
fn bastard_daughter(pool: Pool) {
    // Whoever controls The Red Viper; each opponent.
    for victim in ["Bastard Daughter", "The Red Viper", "Man"] {
        let mut t = seats(&pool, 3);
        let daughter = t.play(P1, "Bastard Daughter");
        let victim = if victim == "Bastard Daughter" { daughter } else { t.play(P2, victim) };
        let murder = t.hand(P1, "Murder");
        let before = [P1, P2, P3].map(|p| t.hand_size(p));
        t.start(Phase::Dominance).use_card(P1, murder).card(P1, victim);
        t.pass_while(|t| t.st.acting().iter().all(|s| t.topic(s) == "interrupts") && !t.uses(P1, daughter));
        let man = t.rules.cards[t.st.card(victim).def as usize].def.name == "Man";
        assert_eq!(t.uses(P1, daughter), !man);
        if man {
            continue;
        }
        t.use_card(P1, daughter).pass_while(|t| t.in_play(victim));
        assert_eq!([P1, P2, P3].map(|p| t.hand_size(p)), [before[0] - 1, before[1] - 1, before[2] - 1], "the event was one");
    }
}

#[card_test("02017")]
fn support_of_the_people(pool: Pool) {
    let mut t = table(&pool);
    let (giant, host) = (t.play(P1, "Giant"), t.play(P1, "Host"));
    let (event, keep, palace, man) = (t.hand(P1, "Support of the People"), t.deck(P1, "Keep"), t.deck(P1, "Palace"), t.deck(P1, "Man"));
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]).resolve();
    assert!(!t.uses(P1, event), "a power challenge");
    t.finish();
    t.attack(P1, Power, P2, &[host]).resolve();
    assert!(!t.uses(P1, event), "by 5");

    let mut t2 = table(&pool);
    std::mem::swap(&mut t, &mut t2);
    let giant = t.play(P1, "Giant");
    let (event, keep2, palace2) = (t.hand(P1, "Support of the People"), t.deck(P1, "Keep"), t.deck(P1, "Palace"));
    t.set_gold(P1, 5);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[giant]).use_card(P1, event).pass_while(|t| t.topic(P1) != "search");
    assert!(t.offers(P1, keep2) && !t.offers(P1, palace2));
    t.cards(P1, &[keep2]).finish();
    assert!(t.in_play(keep2) && t.told().contains("shuffles"));
    assert!([keep, palace, man].iter().all(|id| t2.zone(*id) == Zone::Deck));
}

#[card_test("02018")]
fn street_of_the_sisters(pool: Pool) {
    let mut t = table(&pool);
    let (street, giant, host) = (t.play(P1, "Street of the Sisters"), t.play(P1, "Giant"), t.play(P1, "Host"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[host]).resolve();
    assert!(!t.uses(P1, street));
    t.finish();
    let before = t.power(P1);
    t.attack(P1, Power, P2, &[giant]).use_card(P1, street);
    t.pass_while(|t| t.power(P1) == before);
    assert_eq!(t.power(P1), before + 1);
    assert!(t.kneeling(t.faction(P1)));

    let mut t = table(&pool);
    let (street, host) = (t.play(P1, "Street of the Sisters"), t.play(P1, "Host"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[host]).resolve();
    assert!(!t.uses(P1, street), "by 5");
}

#[card_test("02019")]
fn muster_the_realm(pool: Pool) {
    let mut t = table(&pool);
    t.plot(P1, "Muster the Realm");
    let (host, man, theirs) = (t.play(P1, "Host"), t.play(P1, "Man"), t.play(P2, "Host"));
    t.start(Phase::Challenges);
    assert_eq!(t.claim(P1), 1);
    t.attack(P1, Military, P2, &[host]);
    assert_eq!(t.claim(P1), 2);
    t.finish();
    assert_eq!(t.claim(P1), 1);
    t.attack(P1, Power, P2, &[man]);
    assert_eq!(t.claim(P1), 1, "no Army");
    t.finish();
    if t.in_play(theirs) {
        t.attack(P2, Power, P1, &[theirs]);
        assert_eq!(t.claim(P1), 1, "an opponent's Army");
    }
}

#[card_test("02020")]
fn here_to_serve(pool: Pool) {
    let mut t = table(&pool);
    let (scholar, master, man) = (t.deck(P1, "Scholar"), t.deck(P1, "Archmaester"), t.deck(P1, "Man"));
    t.reveal_plot(P1, "Here to Serve");
    assert_eq!(t.topic(P1), "search");
    assert!(t.offers(P1, scholar) && !t.offers(P1, master) && !t.offers(P1, man));
    t.cards(P1, &[scholar]);
    assert!(t.in_play(scholar) && t.told().contains("shuffles"));
}
