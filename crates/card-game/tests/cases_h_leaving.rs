//! Worked cases H: leaving play, saves, duplicates, uniques (ruling set `faq-4.1`).

use card_game::testing::*;
use table::Game;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "u1", name: "The Hero", kind: character, unique: true, cost: 3, str: 3, icons: "MIP"),
(code: "k1", name: "Rider", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "k2", name: "Jewel", kind: character, cost: 2, str: 4, icons: "MIP", keywords: [Prized(2)]),
(code: "k3", name: "Merchant", kind: character, cost: 2, str: 4, keywords: [Bestow(3)],
 abilities: [Reaction(when: Enters(card: Is(This)), cost: GoldFrom(This, 1), effect: Draw(1))]),
(code: "l1", name: "Axe", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "l2", name: "Pit", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Discard("c"))]),
(code: "l3", name: "Ship", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: ReturnToHand("c"))]),
(code: "l4", name: "Altar", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Yours]), effect: Sacrifice("c"))]),
(code: "l5", name: "Gallows", kind: location, cost: 1, abilities: [Action(cost: Kill([Character]), effect: GainGold(1))]),
(code: "l6", name: "Chains", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Opponents]), effect: TakeControl("c"))]),
(code: "l7", name: "Recall", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character, In(Hand, You)]), effect: PutIntoPlay("c"))]),
(code: "l8", name: "Grave", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character, In(DeadPile, You)]), effect: PutIntoPlay("c"))]),
(code: "l9", name: "Vow", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Keyword(NoAttachments)))]),
(code: "l10", name: "Oath", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Keyword(NoAttachmentsExcept("Weapon"))))]),
(code: "l11", name: "Shield", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", ImmuneTo([EventCard])))]),
(code: "l12", name: "Boneyard", kind: location, cost: 1,
 abilities: [Reaction(when: PlacedInDiscard([Character, In(DiscardPile, You)]), effect: GainGold(1))]),
(code: "l13", name: "Mourner", kind: location, cost: 1, abilities: [Reaction(when: Killed([Character]), effect: GainGold(1))]),
(code: "a1", name: "Blade", kind: attachment, cost: 1, traits: ["Weapon"], abilities: [Constant(to: Host, gets: Str(1))]),
(code: "a2", name: "Curse", kind: attachment, cost: 1, traits: ["Condition"], keywords: [Terminal]),
(code: "a3", name: "Spurs", kind: attachment, cost: 1, traits: ["Item"], abilities: [Constant(to: Host, gets: Trait("Knight"))]),
(code: "a4", name: "Lance", kind: attachment, cost: 1, traits: ["Weapon"], host: [Character, Trait("Knight")]),
(code: "a5", name: "Leash", kind: attachment, cost: 1, traits: ["Condition"], abilities: [Constant(to: Host, gets: Control)]),
(code: "e1", name: "Snap", kind: event, cost: 0, abilities: [Action(choose: ("c", [Attachment]), effect: Discard("c"))]),
(code: "e2", name: "Arrow", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", Str(-2)))]),
(code: "e3", name: "Treasure", kind: event, cost: 0, keywords: [Prized(1)], abilities: [Action(effect: Draw(1))]),
(code: "e4", name: "Denial", kind: event, cost: 0,
 abilities: [Interrupt(when: EffectsWouldInitiate(of: [EventCard, Opponents]), effect: Cancel)]),
]"#;

fn quiet(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions")));
}

/// P1 uses the card on the other, up to the next interrupts or beyond.
fn on(t: &mut Table, source: Id, card: Id) {
    t.use_card(P1, source);
    t.card(P1, card);
}

fn save(t: &mut Table, seat: table::Seat, card: Id) {
    t.pass_while(|t| !t.may(seat, &Action::Save { card }));
    t.act(seat, Action::Save { card });
}

/// Passes up to the next action window; nobody could save the card on the way.
fn no_save(t: &mut Table, card: Id) {
    t.pass_while(|t| {
        assert!((0..t.st.players.len() as u8).all(|s| !t.may(table::Seat(s), &Action::Save { card })), "a save is offered");
        t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions"))
    });
}

#[rule("CARD.C133", "RR.glossary.duplicates.2", "TT.5")]
#[test]
fn card_c133_duplicate_save_is_optional() {
    for saved in [true, false] {
        let mut t = Table::faq(CARDS);
        let (pit, hero) = (t.play(P1, "Pit"), t.play(P2, "The Hero"));
        let duplicate = t.duplicate(hero);
        t.start(Phase::Dominance);
        on(&mut t, pit, hero);
        t.pass_while(|t| t.topic(P2) != "interrupts");
        assert!(t.may(P2, &Action::Save { card: hero }) && t.may(P2, &Action::Pass));
        t.act(P2, if saved { Action::Save { card: hero } } else { Action::Pass });
        quiet(&mut t);
        assert_eq!(t.in_play(hero), saved);
        assert_eq!(t.zone(duplicate), Zone::Discard, "used, or gone with the card");
    }
}

#[rule("CARD.C134", "RR.glossary.duplicates.2")]
#[test]
fn card_c134_duplicate_saves_from_return_to_hand() {
    let mut t = Table::faq(CARDS);
    let (ship, hero) = (t.play(P1, "Ship"), t.play(P2, "The Hero"));
    let duplicate = t.duplicate(hero);
    t.start(Phase::Dominance);
    on(&mut t, ship, hero);
    save(&mut t, P2, hero);
    quiet(&mut t);
    assert!(t.in_play(hero));
    assert_eq!(t.zone(duplicate), Zone::Discard);
    // Without a duplicate it goes.
    on(&mut t, ship, hero);
    no_save(&mut t, hero);
    assert_eq!(t.zone(hero), Zone::Hand);
}

#[rule("CARD.C135", "RR.glossary.duplicates.2", "RR.glossary.duplicates.6")]
#[test]
fn card_c135_two_duplicates_one_use_each() {
    let mut t = Table::faq(CARDS);
    let (axe, hero) = (t.play(P1, "Axe"), t.play(P2, "The Hero"));
    let duplicates = [t.duplicate(hero), t.duplicate(hero)];
    let left = |t: &Table| duplicates.iter().filter(|d| t.zone(**d) == Zone::Duplicate).count();
    t.start(Phase::Dominance);
    for n in [1, 0] {
        on(&mut t, axe, hero);
        save(&mut t, P2, hero);
        quiet(&mut t);
        assert!(t.in_play(hero));
        assert_eq!(left(&t), n, "one for each save");
    }
    on(&mut t, axe, hero);
    no_save(&mut t, hero);
    assert_eq!(t.zone(hero), Zone::Dead);
}

#[rule("CARD.C136", "RR.glossary.sacrifice.4", "RR.glossary.duplicates.10")]
#[test]
fn card_c136_sacrifice() {
    let mut t = Table::faq(CARDS);
    let (altar, hero) = (t.play(P1, "Altar"), t.play(P1, "The Hero"));
    let duplicate = t.duplicate(hero);
    t.start(Phase::Dominance);
    on(&mut t, altar, hero);
    no_save(&mut t, hero);
    assert_eq!([hero, duplicate].map(|id| t.zone(id)), [Zone::Discard; 2]);
}

#[rule("CARD.C137", "FAQ.3.2", "RR.glossary.duplicates.11")]
#[test]
fn card_c137_kill_as_a_cost() {
    let mut t = Table::faq(CARDS);
    let (gallows, hero) = (t.play(P1, "Gallows"), t.play(P1, "The Hero"));
    let duplicate = t.duplicate(hero);
    t.start(Phase::Dominance);
    t.use_card(P1, gallows);
    if t.topic(P1) == "cost" {
        t.card(P1, hero);
    }
    no_save(&mut t, hero);
    assert_eq!([hero, duplicate].map(|id| t.zone(id)), [Zone::Dead, Zone::Discard]);
    assert_eq!(t.gold(P1), 1);
}

#[rule("CARD.C138", "RR.glossary.attachment_cards.5", "RR.glossary.terminal")]
#[test]
fn card_c138_host_leaves() {
    let mut t = Table::faq(CARDS);
    let (axe, rider) = (t.play(P1, "Axe"), t.play(P1, "Rider"));
    let (blade, curse) = (t.attach_for(P1, rider, "Blade"), t.attach_for(P2, rider, "Curse"));
    let mourner = t.play(P1, "Mourner");
    t.start(Phase::Dominance);
    on(&mut t, axe, rider);
    // In the window for reactions to the kill all has happened.
    t.pass_while(|t| !t.offers(P1, mourner));
    assert_eq!(t.zone(rider), Zone::Dead);
    assert!(t.st.player(P1).hand.contains(&blade), "back to its owner's hand");
    assert!(t.st.player(P2).discard.contains(&curse), "discarded, to its owner's pile");
}

#[rule("CARD.C139", "RR.glossary.save.1", "RR.glossary.save.5")]
#[test]
fn card_c139_saved_host_keeps_attachments() {
    let mut t = Table::faq(CARDS);
    let (axe, hero) = (t.play(P1, "Axe"), t.play(P1, "The Hero"));
    let blade = t.attach(hero, "Blade");
    t.duplicate(hero);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[hero]);
    on(&mut t, axe, hero);
    save(&mut t, P1, hero);
    quiet(&mut t);
    assert!(t.in_play(hero) && t.kneeling(hero) && t.st.participates(hero));
    assert_eq!((t.zone(blade), t.st.card(blade).host), (Zone::Play, Some(hero)));
    assert_eq!(t.st.totals(), (4, 0));
}

#[rule("CARD.C140", "RR.glossary.attachment_cards.6")]
#[test]
fn card_c140_illegal_attachment() {
    let mut t = Table::faq(CARDS);
    let (snap, rider) = (t.hand(P1, "Snap"), t.play(P2, "Rider"));
    let spurs = t.attach(rider, "Spurs");
    let (lance, blade) = (t.attach(rider, "Lance"), t.attach(rider, "Blade"));
    t.start(Phase::Dominance);
    on(&mut t, snap, spurs);
    quiet(&mut t);
    assert_eq!(t.zone(lance), Zone::Discard, "the host is no Knight any more; it does not return to hand");
    assert_eq!(t.zone(blade), Zone::Play);
}

#[rule("CARD.C141", "RR.glossary.no_attachments", "RR.glossary.attachment_cards.6")]
#[test]
fn card_c141_host_gains_no_attachments() {
    let lies = |vows: &[&str]| {
        let mut t = Table::faq(CARDS);
        let vows: Vec<Id> = vows.iter().map(|v| t.play(P1, v)).collect();
        let rider = t.play(P2, "Rider");
        let cards = [t.attach(rider, "Blade"), t.attach(rider, "Spurs"), t.attach_for(P1, rider, "Curse")];
        t.start(Phase::Dominance);
        for vow in vows {
            on(&mut t, vow, rider);
            quiet(&mut t);
        }
        cards.map(|id| t.zone(id))
    };
    assert_eq!(lies(&["Vow"]), [Zone::Discard; 3]);
    assert_eq!(lies(&["Oath"]), [Zone::Play, Zone::Discard, Zone::Discard], "weapons stay");
    assert_eq!(lies(&["Oath", "Vow"]), [Zone::Discard; 3]);
}

#[rule("CARD.C142", "RR.glossary.dead_pile.2", "FAQ.1.2", "FAQ.1.3.1", "RR.glossary.unique.6")]
#[test]
fn card_c142_dead_unique() {
    let mut t = Table::faq(CARDS);
    let (recall, chains) = (t.play(P1, "Recall"), t.play(P1, "Chains"));
    t.dead(P1, "The Hero");
    let (mine, rider) = (t.hand(P1, "The Hero"), t.hand(P1, "Rider"));
    t.play(P2, "Rider");
    let theirs = t.hand(P2, "The Hero");
    t.set_gold(P1, 9);
    t.set_gold(P2, 9);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(!t.offers(P1, mine), "not marshaled");
    t.use_card(P1, recall);
    assert!(!t.offers(P1, mine) && t.offers(P1, rider), "not put into play");
    t.card(P1, rider);
    // P2 may have an own one.
    t.marshal(P2, theirs);
    quiet(&mut t);
    assert!(t.in_play(theirs));
    t.until_step("RR.fw.4.aw1");
    t.use_card(P1, chains);
    assert!(!t.offers(P1, theirs), "not taken");
    // Not added as a duplicate to one that is in play.
    let mut t = Table::faq(CARDS);
    t.dead(P1, "The Hero");
    t.play(P1, "The Hero");
    let mine = t.hand(P1, "The Hero");
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(!t.offers(P1, mine));
}

#[rule("CARD.C143", "RR.glossary.dead_pile.3")]
#[test]
fn card_c143_from_the_dead_pile() {
    let mut t = Table::faq(CARDS);
    let (grave, hero) = (t.play(P1, "Grave"), t.dead(P1, "The Hero"));
    t.start(Phase::Dominance);
    on(&mut t, grave, hero);
    quiet(&mut t);
    assert!(t.in_play(hero));
    let mut t = Table::faq(CARDS);
    let grave = t.play(P1, "Grave");
    t.dead(P1, "The Hero");
    t.dead(P1, "The Hero");
    t.start(Phase::Dominance);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, grave), "the other copy blocks");
}

#[rule("CARD.C144", "RR.glossary.unique.3", "FAQ.1.3.5")]
#[test]
fn card_c144_taking_an_opponents_unique() {
    let mut t = Table::faq(CARDS);
    let chains = t.play(P1, "Chains");
    t.play(P1, "The Hero");
    let (theirs, rider) = (t.play(P2, "The Hero"), t.play(P2, "Rider"));
    t.start(Phase::Dominance);
    t.use_card(P1, chains);
    assert!(!t.offers(P1, theirs) && t.offers(P1, rider));
}

#[rule("CARD.C145", "FAQ.1.3.4")]
#[test]
fn card_c145_owner_blocked_while_stolen() {
    for stolen in [true, false] {
        let mut t = Table::faq(CARDS);
        let hero = t.play(P2, "The Hero");
        if stolen {
            t.give_control(hero, P1);
        }
        let (mine, theirs) = (t.hand(P1, "The Hero"), t.hand(P2, "The Hero"));
        t.set_gold(P1, 9);
        t.set_gold(P2, 9);
        t.start(Phase::Marshaling);
        t.until(P1, "marshaling");
        assert_eq!(t.offers(P1, mine), !stolen);
        t.until(P2, "marshaling");
        assert_eq!(t.offers(P2, theirs), !stolen, "as a duplicate while P2 controls it, not at all while P1 does");
    }
}

#[rule("CARD.C146", "RR.glossary.ownership.4", "RR.glossary.sacrifice.1", "RR.glossary.dead_pile.1")]
#[test]
fn card_c146_stolen_card_killed() {
    let mut t = Table::faq(CARDS);
    let (altar, axe) = (t.play(P1, "Altar"), t.play(P1, "Axe"));
    let (mine, theirs) = (t.play(P1, "Boneyard"), t.play(P2, "Boneyard"));
    let (rider, hero) = (t.play(P2, "Rider"), t.play(P2, "The Hero"));
    t.give_control(rider, P1);
    t.give_control(hero, P1);
    let own = t.hand(P1, "The Hero");
    t.set_gold(P1, 9);
    t.start(Phase::Marshaling);
    on(&mut t, altar, rider);
    t.pass_while(|t| {
        assert!(!t.offers(P2, theirs));
        !t.offers(P1, mine)
    });
    assert!(t.st.player(P2).discard.contains(&rider), "it lies in P2's pile and counts as having entered P1's");
    quiet(&mut t);
    assert!(!t.offers(P1, own), "P1 controls one");
    on(&mut t, axe, hero);
    quiet(&mut t);
    assert!(t.st.player(P2).dead.contains(&hero) && t.st.player(P1).dead.is_empty());
    t.until(P1, "marshaling");
    assert!(t.may(P1, &Action::Marshal { card: own }), "P1's dead pile was not entered");
}

#[rule("CARD.C147", "RR.glossary.duplicates.2", "RR.glossary.duplicates.12")]
#[test]
fn card_c147_duplicate_of_a_stolen_card() {
    let mut t = Table::faq(CARDS);
    let (chains, axe, hero) = (t.play(P1, "Chains"), t.play(P1, "Axe"), t.play(P2, "The Hero"));
    let duplicate = t.duplicate(hero);
    t.start(Phase::Dominance);
    on(&mut t, chains, hero);
    quiet(&mut t);
    assert_eq!(t.st.controller(hero), P1);
    assert_eq!((t.zone(duplicate), t.st.card(duplicate).host, t.st.controller(duplicate)), (Zone::Duplicate, Some(hero), P2));
    on(&mut t, axe, hero);
    t.pass_while(|t| {
        assert!(!t.may(P1, &Action::Save { card: hero }), "it is P2's");
        !t.may(P2, &Action::Save { card: hero })
    });
    t.act(P2, Action::Save { card: hero });
    quiet(&mut t);
    assert!(t.in_play(hero));
    assert_eq!(t.st.controller(hero), P1);
}

#[rule("CARD.C148", "FAQ.q.take_control")]
#[test]
fn card_c148_control_stack() {
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Faq41, 3);
    let (chains, rider) = (t.play(P1, "Chains"), t.play(P2, "Rider"));
    let leash = t.hand(P3, "Leash");
    let snap = t.hand(P1, "Snap");
    t.set_gold(P3, 1);
    t.start(Phase::Marshaling);
    on(&mut t, chains, rider);
    quiet(&mut t);
    assert_eq!(t.st.controller(rider), P1);
    t.marshal(P3, leash);
    if t.topic(P3) == "host" {
        t.card(P3, rider);
    }
    quiet(&mut t);
    assert_eq!(t.st.controller(rider), P3, "the later effect counts");
    on(&mut t, snap, leash);
    quiet(&mut t);
    assert_eq!(t.st.controller(rider), P1, "the next most recent one");
    // The other way round: what is taken after the attachment came is taken.
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Faq41, 3);
    let (chains, rider) = (t.play(P1, "Chains"), t.play(P2, "Rider"));
    let leash = t.attach_for(P3, rider, "Leash");
    let snap = t.hand(P1, "Snap");
    assert_eq!(t.st.controller(rider), P3);
    t.start(Phase::Dominance);
    on(&mut t, chains, rider);
    quiet(&mut t);
    assert_eq!(t.st.controller(rider), P1);
    on(&mut t, snap, leash);
    quiet(&mut t);
    assert_eq!(t.st.controller(rider), P1);
}

#[rule("CARD.C149", "RR.glossary.power.1", "RR.glossary.winning_the_game.1")]
#[test]
fn card_c149_power_on_a_stolen_card() {
    let mut t = Table::faq(CARDS);
    let (chains, rider) = (t.play(P1, "Chains"), t.play(P2, "Rider"));
    t.set_power(rider, 3);
    t.set_power(t.faction(P1), 12);
    t.start(Phase::Standing);
    assert_eq!(t.winner(), None);
    on(&mut t, chains, rider);
    t.pass_while(|t| t.st.outcome.is_none());
    assert_eq!((t.power(P1), t.winner()), (15, Some(P1)));
    assert_eq!(t.st.phase, Phase::Standing, "at once");
}

#[rule("CARD.C150", "RR.glossary.immune.2")]
#[test]
fn card_c150_immunity_and_its_attachments() {
    let mut t = Table::faq(CARDS);
    let (shield, rider) = (t.play(P1, "Shield"), t.play(P1, "Rider"));
    let blade = t.attach(rider, "Blade");
    let (snap, arrow) = (t.hand(P1, "Snap"), t.hand(P1, "Arrow"));
    t.start(Phase::Dominance);
    on(&mut t, shield, rider);
    t.until(P1, "action_window");
    assert!(!t.uses(P1, arrow), "the character is immune, and there is no other");
    on(&mut t, snap, blade);
    quiet(&mut t);
    assert_eq!(t.zone(blade), Zone::Discard);
}

#[rule("CARD.C151", "RR.glossary.immune.3")]
#[test]
fn card_c151_immunity_gained_later() {
    let mut t = Table::faq(CARDS);
    let (shield, rider, arrow) = (t.play(P1, "Shield"), t.play(P1, "Rider"), t.hand(P1, "Arrow"));
    t.start(Phase::Dominance);
    on(&mut t, arrow, rider);
    quiet(&mut t);
    assert_eq!(t.strength(rider), 2);
    on(&mut t, shield, rider);
    quiet(&mut t);
    assert_eq!(t.strength(rider), 2);
}

#[rule("CARD.C152", "RR.glossary.prized.1")]
#[test]
fn card_c152_prized_on_leaving() {
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Faq41, 3);
    let (axe, jewel, mourner) = (t.play(P1, "Axe"), t.play(P1, "Jewel"), t.play(P1, "Mourner"));
    t.start(Phase::Standing);
    let before = [P1, P2, P3].map(|s| t.power(s));
    on(&mut t, axe, jewel);
    t.pass_while(|t| !t.offers(P1, mourner));
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [before[0], before[1] + 2, before[2] + 2], "before the reactions to the kill");
}

#[rule("CARD.C153", "RR.glossary.prized.2", "TT.6")]
#[test]
fn card_c153_prized_event_cancelled() {
    let mut t = Table::with(Pool::default(), CARDS, Rulings::Faq41, 3);
    let (treasure, denial) = (t.hand(P1, "Treasure"), t.hand(P2, "Denial"));
    t.start(Phase::Standing);
    t.use_card(P1, treasure);
    t.pass_while(|t| !t.uses(P2, denial));
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [0, 1, 1], "when it is played, before it initiates");
    let hand = t.hand_size(P1);
    t.use_card(P2, denial);
    quiet(&mut t);
    assert_eq!(t.hand_size(P1), hand, "cancelled");
    assert_eq!([P1, P2, P3].map(|s| t.power(s)), [0, 1, 1]);
}

#[rule("CARD.C154", "RR.glossary.bestow.2")]
#[test]
fn card_c154_bestow_before_reactions() {
    for n in [3, 0] {
        let mut t = Table::faq(CARDS);
        let merchant = t.hand(P1, "Merchant");
        t.start(Phase::Marshaling);
        t.marshal(P1, merchant);
        t.pass_while(|t| t.topic(P1) != "bestow");
        assert!(t.may(P1, &Action::Number { n: 3 }) && !t.may(P1, &Action::Number { n: 4 }));
        t.act(P1, Action::Number { n });
        assert_eq!((t.st.card(merchant).gold, t.gold(P1)), (n as i16, 3 - n));
        if n == 3 {
            assert!(t.uses(P1, merchant), "the reaction comes after it and can spend it");
            t.use_card(P1, merchant);
            assert_eq!(t.st.card(merchant).gold, 2);
        } else {
            assert!(!t.uses(P1, merchant));
        }
    }
}

#[rule("CARD.C155", "RR.glossary.bestow.3", "RR.fw.5.2", "RR.fw.7.2")]
#[test]
fn card_c155_gold_on_cards_in_dominance_and_taxation() {
    let mut t = Table::faq(CARDS);
    let pit = t.play(P1, "Pit");
    t.st.card_mut(pit).gold = 3;
    t.set_gold(P1, 1);
    t.set_gold(P2, 2);
    t.start(Phase::Dominance);
    assert!(t.told().contains("{P2} wins dominance (2 to 1)."), "{}", t.told());
    t.until_step("RR.fw.7.aw");
    assert_eq!((t.gold(P1), t.st.card(pit).gold), (0, 3));
    assert!(t.told().contains("returns 1 gold"));
}
