//! The abilities of the Lannister cards of the Core Set.

use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use test_macros::card_test;

use crate::card_table::{seats, table, through, to_phase};

#[card_test("01084")]
fn cersei_lannister(pool: Pool) {
    let mut t = table(&pool);
    let (cersei, man) = (t.play(P1, "Cersei Lannister"), t.play(P2, "Giant"));
    t.hand(P2, "Man");
    t.hand(P2, "Keep");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[cersei]);
    assert_eq!((t.claim(P1), t.claim(P2)), (2, 1));
    t.finish();
    assert_eq!((t.claim(P1), t.hand_size(P2)), (1, 1));
    t.attack(P2, Intrigue, P1, &[man]);
    assert_eq!((t.claim(P1), t.claim(P2)), (1, 1));

    let mut t = table(&pool);
    let (cersei, man) = (t.play(P1, "Cersei Lannister"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[cersei]);
    assert_eq!(t.claim(P1), 1, "not in a power challenge");
    t.finish();
    t.attack(P1, Intrigue, P2, &[man]);
    assert_eq!(t.claim(P1), 1, "without her");
}

#[card_test("01086")]
fn joffrey_baratheon(pool: Pool) {
    let mut t = table(&pool);
    let joffrey = t.play(P1, "Joffrey Baratheon");
    let _ = ["Lord", "Lord", "Lady", "Lady", "Man"].map(|name| t.play(P2, name));
    t.reveal_plot(P1, "Wildfire Assault");
    t.cards(P1, &[joffrey]).pass(P2);
    for n in 1..=3 {
        t.use_card(P1, joffrey);
        through(&mut t);
        assert_eq!(t.power_on(joffrey), n);
    }
    assert!(!t.uses(P1, joffrey), "three times per round");

    let mut t = table(&pool);
    let (joffrey, giant, man) = (t.play(P1, "Joffrey Baratheon"), t.play(P1, "Giant"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.pass_while(|t| t.in_play(man));
    assert!(!t.uses(P1, joffrey), "a Lord or a Lady");

    // Your own as well; a discard does not count.
    let mut t = table(&pool);
    let (joffrey, lord, giant) = (t.play(P1, "Joffrey Baratheon"), t.play(P1, "Lord"), t.play(P2, "Giant"));
    t.start(Phase::Challenges);
    t.attack(P2, Military, P1, &[giant]);
    t.pass_while(|t| t.topic(P1) != "claim");
    t.cards(P1, &[lord]).use_card(P1, joffrey);
    let mut t = table(&pool);
    let (joffrey, man, lord) = (t.play(P1, "Joffrey Baratheon"), t.play(P1, "Man"), t.play(P2, "Lord"));
    t.reveal_plot(P1, "Marched to the Wall");
    t.cards(P1, &[man]).cards(P2, &[lord]);
    assert_eq!(t.zone(lord), Zone::Discard);
    assert!(!t.uses(P1, joffrey));
}

#[card_test("01087", ability = 1)]
fn ser_jaime_does_not_kneel(pool: Pool) {
    let mut t = table(&pool);
    let jaime = t.play(P1, "Ser Jaime Lannister");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[jaime]);
    assert!(!t.kneeling(jaime));
    t.finish();
    t.pick(P1, "No");
    t.attack(P1, Intrigue, P2, &[jaime]);
    assert!(t.kneeling(jaime), "military only");
}

#[card_test("01087", ability = 2)]
fn ser_jaime_renown(pool: Pool) {
    let mut t = table(&pool);
    let (jaime, man) = (t.play(P1, "Ser Jaime Lannister"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    assert!(!t.keyword(jaime, KeywordName::Renown));
    t.attack(P1, Intrigue, P2, &[jaime]);
    assert!(!t.keyword(jaime, KeywordName::Renown));
    t.finish();
    t.until(P2, "initiate");
    t.st.card_mut(jaime).kneeling = false;
    t.attack(P2, Military, P1, &[man]);
    assert!(!t.keyword(jaime, KeywordName::Renown), "he does not take part yet");
    t.defend(P1, &[jaime]);
    assert!(t.keyword(jaime, KeywordName::Renown), "as a defender, too");
    t.finish().pick(P1, "Yes");
    assert_eq!(t.power_on(jaime), 1);
}

#[card_test("01088")]
fn the_tickler(pool: Pool) {
    let set = |pool: &Pool| {
        let mut t = table(pool);
        let (tickler, mine, theirs) = (t.play(P1, "The Tickler"), t.play(P1, "Man"), t.play(P2, "Man"));
        let (giant, top, held) = (t.play(P2, "Giant"), t.deck(P2, "Man"), t.hand(P2, "Man"));
        t.start(Phase::Dominance);
        t.use_card(P1, tickler);
        through(&mut t);
        assert!(t.kneeling(tickler));
        assert_eq!((t.zone(top), t.topic(P1).as_str()), (Zone::Discard, "may"));
        (t, mine, theirs, giant, held)
    };
    let (mut t, mine, theirs, giant, held) = set(&pool);
    t.pick(P1, "Yes");
    assert!(t.offers(P1, mine) && t.offers(P1, theirs) && !t.offers(P1, giant) && !t.offers(P1, held));
    t.cards(P1, &[theirs]);
    through(&mut t);
    assert_eq!(t.zone(theirs), Zone::Discard);
    assert!(t.in_play(mine) && t.in_play(giant));

    let (mut t, mine, theirs, ..) = set(&pool);
    t.pick(P1, "No");
    assert!(t.in_play(mine) && t.in_play(theirs));

    // Any opponent's deck, and only in the dominance phase.
    let mut t = seats(&pool, 3);
    let (tickler, top) = (t.play(P1, "The Tickler"), t.deck(P3, "Keep"));
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, tickler));
    to_phase(&mut t, Phase::Dominance);
    t.use_card(P1, tickler);
    through(&mut t);
    t.act(P1, Action::Player { seat: P3 });
    assert_eq!(t.zone(top), Zone::Discard);
}

#[card_test("01089")]
fn tyrion_lannister(pool: Pool) {
    let mut t = table(&pool);
    let (tyrion, a, b) = (t.play(P1, "Tyrion Lannister"), t.play(P1, "Man"), t.play(P1, "Man"));
    t.play(P1, "Casterly Rock");
    let c = t.play(P2, "Giant");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a]);
    assert!(!t.uses(P1, tyrion));
    t.finish();
    t.attack(P1, Intrigue, P2, &[b]).use_card(P1, tyrion);
    through(&mut t);
    assert_eq!(t.gold(P1), 2);
    t.finish();
    t.attack(P2, Intrigue, P1, &[c]).use_card(P1, tyrion);
    through(&mut t);
    assert_eq!(t.gold(P1), 4, "whoever initiates it");

    let mut t = table(&pool);
    let (tyrion, a, b) = (t.play(P1, "Tyrion Lannister"), t.play(P1, "Man"), t.play(P1, "Man"));
    t.play(P1, "Casterly Rock");
    let c = t.play(P2, "Giant");
    t.start(Phase::Challenges);
    for man in [a, b] {
        t.attack(P1, Intrigue, P2, &[man]).use_card(P1, tyrion);
        t.finish();
    }
    t.attack(P2, Intrigue, P1, &[c]);
    assert!(!t.uses(P1, tyrion), "twice per round");
}

#[card_test("01090")]
fn tywin_lannister(pool: Pool) {
    let mut t = table(&pool);
    let tywin = t.play(P1, "Tywin Lannister");
    t.set_gold(P2, 9);
    t.set_gold(P1, 4);
    t.start(Phase::Challenges);
    assert_eq!(t.strength(tywin), 10);
}

#[card_test("01092")]
fn gold_cloaks(pool: Pool) {
    let mut t = table(&pool);
    let (cloaks, old) = (t.hand(P1, "Gold Cloaks"), t.play(P1, "Gold Cloaks"));
    t.set_gold(P1, 2);
    t.start(Phase::Challenges);
    t.until(P1, "action_window").act(P1, Action::Ambush { card: cloaks, gold: 2 });
    through(&mut t);
    assert!(t.in_play(cloaks));
    to_phase(&mut t, Phase::Dominance);
    assert_eq!(t.zone(cloaks), Zone::Discard);
    assert!(t.in_play(old), "only one that used ambush in this phase");
}

#[card_test("01094")]
fn lannisport_merchant(pool: Pool) {
    let mut t = table(&pool);
    let merchant = t.play(P1, "Lannisport Merchant");
    let lion = t.hand(P1, "Lion");
    let _ = ["Man", "Casterly Rock", "Burned Men"].map(|name| t.hand(P1, name));
    t.start(Phase::Marshaling);
    t.use_card(P1, merchant).until(P1, "marshaling");
    assert!(t.kneeling(merchant));
    assert!(t.can(P1, "Marshal Lion (1 gold)") && t.can(P1, "Marshal Burned Men (1 gold)"));
    assert!(t.can(P1, "Marshal Man (2 gold)") && t.can(P1, "Marshal Casterly Rock (2 gold)"));
    t.marshal(P1, lion).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Burned Men (2 gold)"), "the next only");
}

#[card_test("01095")]
fn the_queens_assassin(pool: Pool) {
    let set = |pool: &Pool, more: usize| {
        let mut t = table(pool);
        let assassin = t.hand(P1, "The Queen's Assassin");
        for _ in 0..more {
            t.hand(P1, "Man");
        }
        let (a, b) = (t.play(P2, "Man"), t.play(P2, "Giant"));
        t.set_gold(P1, 4);
        t.start(Phase::Challenges);
        t.until(P1, "action_window").act(P1, Action::Ambush { card: assassin, gold: 4 });
        (t, assassin, a, b)
    };
    let (mut t, assassin, a, b) = set(&pool, 1);
    t.use_card(P1, assassin);
    through(&mut t);
    assert!(t.legal(P1).is_empty(), "P2 chooses");
    assert!(t.offers(P2, a) && t.offers(P2, b) && !t.offers(P2, assassin));
    t.cards(P2, &[a]);
    through(&mut t);
    assert_eq!((t.zone(a), t.zone(b)), (Zone::Dead, Zone::Play));

    let (t, assassin, ..) = set(&pool, 0);
    assert!(!t.uses(P1, assassin), "as many cards are not more");

    let mut t = table(&pool);
    let assassin = t.hand(P1, "The Queen's Assassin");
    let _ = ["Man", "Keep"].map(|name| t.hand(P1, name));
    t.play(P2, "Man");
    t.start(Phase::Marshaling);
    t.marshal(P1, assassin);
    assert!(!t.uses(P1, assassin), "by ambush only");
}

#[card_test("01096", ability = 1)]
fn widows_wail_strength(pool: Pool) {
    let mut t = table(&pool);
    let man = t.play(P1, "Wall");
    t.attach(man, "Widow's Wail");
    assert_eq!(t.strength(man), 3);
    assert!(!t.icon(man, Military));
}

#[card_test("01096", ability = 2)]
fn widows_wail_icon(pool: Pool) {
    let mut t = table(&pool);
    let (joffrey, cersei) = (t.play(P1, "Joffrey Baratheon"), t.play(P2, "Cersei Lannister"));
    assert!(!t.icon(joffrey, Military));
    t.attach(joffrey, "Widow's Wail");
    t.attach(cersei, "Widow's Wail");
    assert!(t.icon(joffrey, Military) && !t.icon(cersei, Military));
}

#[card_test("01097")]
fn casterly_rock(pool: Pool) {
    let mut t = table(&pool);
    t.play(P1, "Casterly Rock");
    let (a, b, _) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[a]).finish();
    t.attack(P1, Intrigue, P2, &[b]).finish();
    t.until(P1, "initiate");
    assert!(!t.may(P1, &Action::Challenge { kind: Intrigue, against: P2 }), "one more, not two");
    assert!(t.may(P1, &Action::Challenge { kind: Military, against: P2 }));
}

#[card_test("01098")]
fn lannisport(pool: Pool) {
    let mut t = table(&pool);
    let port = t.play(P1, "Lannisport");
    let (a, b, giant, c) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P1, "Giant"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a]).resolve();
    assert!(!t.uses(P1, port));
    t.finish();
    t.attack(P1, Intrigue, P2, &[b]).resolve();
    let cards = t.hand_size(P1);
    t.use_card(P1, port);
    through(&mut t);
    assert_eq!(t.hand_size(P1), cards + 1);
    t.finish();
    t.attack(P2, Intrigue, P1, &[c]).defend(P1, &[giant]).resolve();
    t.use_card(P1, port);
    through(&mut t);
    assert_eq!(t.hand_size(P1), cards + 2, "as the defender, too");
}

#[card_test("01099")]
fn western_fiefdom(pool: Pool) {
    let mut t = table(&pool);
    let fief = t.play(P1, "Western Fiefdom");
    let rock = t.hand(P1, "Casterly Rock");
    let _ = ["Man", "Lion"].map(|name| t.hand(P1, name));
    t.start(Phase::Marshaling);
    t.use_card(P1, fief).until(P1, "marshaling");
    assert!(t.kneeling(fief));
    assert!(t.can(P1, "Marshal Lion (1 gold)") && t.can(P1, "Marshal Casterly Rock (1 gold)") && t.can(P1, "Marshal Man (2 gold)"));
    t.marshal(P1, rock).until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Lion (2 gold)"), "the next only");
}

#[card_test("01100")]
fn hear_me_roar(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P1, "Hear Me Roar!");
    let (tywin, man) = (t.hand(P1, "Tywin Lannister"), t.hand(P1, "Man"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.use_card(P1, event);
    through(&mut t);
    assert!(t.offers(P1, tywin) && !t.offers(P1, man));
    t.cards(P1, &[tywin]);
    through(&mut t);
    assert!(t.in_play(tywin));
    let guard = t.attach(tywin, "Bodyguard");
    to_phase(&mut t, Phase::Dominance);
    assert_eq!((t.zone(tywin), t.zone(guard)), (Zone::Discard, Zone::Hand), "cannot be saved");

    // Any phase; a card that left and came back is another one.
    let mut t = table(&pool);
    let event = t.hand(P1, "Hear Me Roar!");
    let lion = t.hand(P1, "Lion");
    t.start(Phase::Marshaling);
    t.use_card(P1, event);
    through(&mut t);
    t.cards(P1, &[lion]);
    through(&mut t);
    t.st.relocate(&t.rules, lion, card_game::lang::ast::Destination::Hand);
    t.marshal(P1, lion);
    to_phase(&mut t, Phase::Challenges);
    assert!(t.in_play(lion));

    // As a duplicate it is still in play.
    let mut t = table(&pool);
    let event = t.hand(P1, "Hear Me Roar!");
    let (tywin, copy) = (t.play(P1, "Tywin Lannister"), t.hand(P1, "Tywin Lannister"));
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.use_card(P1, event);
    through(&mut t);
    t.cards(P1, &[copy]);
    through(&mut t);
    assert_eq!(t.zone(copy), Zone::Duplicate);
    to_phase(&mut t, Phase::Dominance);
    assert_eq!((t.zone(tywin), t.zone(copy)), (Zone::Play, Zone::Discard));
}

#[card_test("01101")]
fn the_things_i_do_for_love(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P1, "The Things I Do For Love");
    let (_, man, giant, mine) = (t.play(P1, "Tyrion Lannister"), t.play(P2, "Man"), t.play(P2, "Giant"), t.play(P1, "Man"));
    let tywin = t.play(P2, "Wall");
    t.set_gold(P1, 3);
    t.start(Phase::Challenges);
    t.use_card(P1, event);
    assert_eq!(t.legal(P1), [1, 2, 3].map(|n| Action::Number { n }), "with X 0 there is no target");
    t.act(P1, Action::Number { n: 2 });
    assert!(t.kneeling(t.faction(P1)));
    assert!(t.offers(P1, man) && t.offers(P1, tywin) && !t.offers(P1, giant) && !t.offers(P1, mine));
    t.cards(P1, &[man]);
    through(&mut t);
    assert_eq!((t.zone(man), t.gold(P1)), (Zone::Hand, 1));

    // Without a Lord or Lady of the house, or with the faction card kneeling, or out of the challenges phase.
    for (lord, kneeling, phase) in
        [("Lord", false, Phase::Challenges), ("Tyrion Lannister", true, Phase::Challenges), ("Tyrion Lannister", false, Phase::Dominance)]
    {
        let mut t = table(&pool);
        let event = t.hand(P1, "The Things I Do For Love");
        t.play(P1, lord);
        t.play(P2, "Man");
        if kneeling {
            t.kneel(t.faction(P1));
        }
        t.set_gold(P1, 3);
        t.start(phase);
        t.until(P1, "action_window");
        assert!(!t.uses(P1, event));
    }
}

#[card_test("01102")]
fn treachery(pool: Pool) {
    let mut t = table(&pool);
    let event = t.hand(P2, "Treachery");
    let cressen = t.play(P1, "Maester Cressen");
    let tyrion = t.play(P2, "Tyrion Lannister");
    let milk = t.attach_for(P1, tyrion, "Milk of the Poppy");
    t.set_gold(P2, 1);
    t.start(Phase::Marshaling);
    t.use_card(P1, cressen).cards(P1, &[milk]);
    t.use_card(P2, event);
    through(&mut t);
    t.until(P1, "marshaling");
    assert!(t.in_play(milk) && t.kneeling(cressen), "cancelled, the cost is paid");
    assert_eq!((t.zone(event), t.gold(P2)), (Zone::Discard, 0));

    // Only with a unique character of the house.
    let mut t = table(&pool);
    let event = t.hand(P2, "Treachery");
    let (cressen, lion) = (t.play(P1, "Maester Cressen"), t.play(P2, "Lion"));
    let milk = t.attach_for(P1, lion, "Milk of the Poppy");
    t.set_gold(P2, 1);
    t.start(Phase::Marshaling);
    t.use_card(P1, cressen).cards(P1, &[milk]);
    t.pass_while(|t| t.in_play(milk) && !t.uses(P2, event));
    assert!(!t.in_play(milk));

    // Not against events, agendas and plots; against a location, your own as well.
    let mut t = table(&pool);
    let event = t.hand(P2, "Treachery");
    t.play(P2, "Tyrion Lannister");
    let fief = t.play(P2, "Western Fiefdom");
    let (consolidation, man) = (t.hand(P1, "Consolidation of Power"), t.play(P1, "Man"));
    let fealty = t.agenda(P1, "Fealty");
    t.set_gold(P2, 1);
    t.start(Phase::Marshaling);
    t.use_card(P1, fealty);
    assert!(!t.uses(P2, event));
    t.use_card(P1, consolidation).cards(P1, &[man]);
    t.pass_while(|t| !t.kneeling(man) && !t.uses(P2, event));
    assert!(t.kneeling(man) && !t.uses(P2, event));
    t.cards(P1, &[man]);
    t.until(P2, "marshaling");
    t.use_card(P2, fief);
    t.pass_while(|t| t.topic(P1) == "interrupts");
    assert!(t.uses(P2, event));

    // A cancelled save saves nobody, and what it cost is gone.
    let mut t = table(&pool);
    let (event, giant, lord) = (t.hand(P1, "Treachery"), t.play(P1, "Giant"), t.play(P2, "Lord"));
    t.play(P1, "Tyrion Lannister");
    let guard = t.attach(lord, "Bodyguard");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[giant]);
    t.use_card(P2, guard).use_card(P1, event);
    t.finish();
    assert_eq!((t.zone(lord), t.zone(guard)), (Zone::Dead, Zone::Discard));

    // Forced abilities are triggered abilities.
    let mut t = table(&pool);
    let (event, cloaks) = (t.hand(P1, "Treachery"), t.hand(P1, "Gold Cloaks"));
    t.play(P1, "Tyrion Lannister");
    t.set_gold(P1, 3);
    t.start(Phase::Challenges);
    t.until(P1, "action_window").act(P1, Action::Ambush { card: cloaks, gold: 2 });
    t.use_card(P1, event);
    to_phase(&mut t, Phase::Standing);
    assert!(t.in_play(cloaks), "the phase in which they used ambush is over");
}
