//! Worked cases CARD.C062 to C072: targets, choices, lasting effects, limits, ends of phases.

use card_game::testing::*;
use table::Seat;
use test_macros::rule;

/// Passes until nothing is being resolved any more.
fn resolve(t: &mut Table) {
    t.pass_while(|t| !matches!(t.st.stack.last(), Some(Frame::Window(_))));
}

/// Passes until the seat is asked about this.
fn asked(t: &mut Table, seat: Seat, topic: &str) {
    t.until(seat, topic);
}

fn begin(t: &mut Table) {
    t.start(Phase::Marshaling).until(P1, "marshaling");
}

/// P2 has no hand, so that only what is open can be used.
fn table(cards: &str, rulings: Rulings) -> Table {
    let mut t = Table::with(Pool::default(), cards, rulings, 2);
    t.empty_hand(P2);
    t
}

fn faq(cards: &str) -> Table {
    table(cards, Rulings::Faq41)
}

// --- targets

const TARGETS: &str = r#"[
(code: "x1", name: "Altar", kind: location, cost: 1,
 abilities: [Action(cost: Kneel(This), choose: ("c", [Character, Power(AtLeast(1))]), effect: Kneel("c"))]),
(code: "x2", name: "Famous", kind: character, cost: 1, str: 1),
(code: "x3", name: "Climber", kind: character, cost: 1, str: 1, abilities: [ForcedReaction(when: Knelt([Location]), effect: PowerOn(This, 1))]),
(code: "x4", name: "Coward", kind: character, cost: 1, str: 1, abilities: [ForcedReaction(when: Knelt([Location]), effect: ReturnToHand(This))]),
(code: "x5", name: "Writ", kind: event, cost: 2, abilities: [Action(cost: Kneel([Location]), choose: ("c", [Character]), effect: Kneel("c"))]),
]"#;

#[rule("CARD.C062", "FAQ.3.3", "RR.glossary.target.3", "RS.1")]
#[test]
fn card_c062_targets_fixed_at_step_1() {
    for rulings in [Rulings::Faq41, Rulings::Reference] {
        let mut t = table(TARGETS, rulings);
        let (altar, famous, climber) = (t.play(P1, "Altar"), t.play(P1, "Famous"), t.play(P1, "Climber"));
        t.set_power(famous, 1);
        begin(&mut t);
        t.card(P1, altar);
        asked(&mut t, P1, "target");
        assert_eq!(t.power_on(climber), 1);
        assert!(t.offers(P1, famous));
        assert_eq!(t.offers(P1, climber), rulings == Rulings::Reference);
        let target = if rulings == Rulings::Reference { climber } else { famous };
        t.card(P1, target);
        assert!(t.kneeling(target));
    }
}

#[rule("CARD.C063", "RR.init.d", "FAQ.3.3")]
#[test]
fn card_c063_no_target_left() {
    let mut t = faq(TARGETS);
    let (altar, coward, writ) = (t.play(P1, "Altar"), t.play(P2, "Coward"), t.hand(P1, "Writ"));
    begin(&mut t);
    let gold = t.gold(P1);
    t.card(P1, writ);
    t.until(P1, "marshaling");
    assert_eq!((t.zone(coward), t.zone(writ)), (Zone::Hand, Zone::Discard));
    assert_eq!(t.gold(P1), gold - 2);
    assert!(t.kneeling(altar));
}

/// A target that depends on another choice of the same ability, or on X, is as open as that choice lets it be.
#[rule("RR.glossary.target.2", "FAQ.3.3", "RS.1")]
#[test]
fn targets_that_depend_on_other_choices() {
    let cards = r#"[
        (code: "x1", name: "Envoy", kind: event, cost: 0, abilities: [
            Action(choose: [Opponent("p"), ("c", [Character, ControlledBy(The("p"))])], effect: Kneel("c"))]),
        (code: "x2", name: "Duel", kind: event, cost: 0, abilities: [
            Action(choose: [("a", [Character]), ("b", [Character, Not([Is("a")])])], effect: [Kneel("a"), Stand("b")])]),
        (code: "x3", name: "Ransom", kind: event, cost: X, abilities: [
            Action(cost: Kneel([Location]), choose: ("c", [Character, Cost(AtMost(X)), Power(AtLeast(1))]), effect: Kneel("c"))]),
        (code: "x4", name: "Guard", kind: character, cost: 1, str: 1),
        (code: "x5", name: "Captain", kind: character, cost: 2, str: 1),
        (code: "x6", name: "Climber", kind: character, cost: 1, str: 1,
         abilities: [ForcedReaction(when: Knelt([Location]), effect: PowerOn(This, 1))]),
        (code: "x7", name: "Hall", kind: location, cost: 0)]"#;
    for rulings in [Rulings::Faq41, Rulings::Reference] {
        let mut t = Table::with(Pool::default(), cards, rulings, 4);
        let (envoy, own) = (t.hand(P1, "Envoy"), t.play(P1, "Guard"));
        let (second, third) = (t.play(P2, "Guard"), t.play(P3, "Guard"));
        begin(&mut t);
        t.card(P1, envoy);
        assert!(t.may(P1, &Action::Player { seat: P2 }) && !t.may(P1, &Action::Player { seat: P4 }), "P4 has no character");
        t.act(P1, Action::Player { seat: P3 });
        assert!(t.offers(P1, third) && !t.offers(P1, second) && !t.offers(P1, own));
        // The standing one kneels, the kneeling one stands.
        let mut t = table(cards, rulings);
        let (duel, standing, kneeling) = (t.hand(P1, "Duel"), t.play(P1, "Guard"), t.play(P2, "Guard"));
        t.kneel(kneeling);
        begin(&mut t);
        t.card(P1, duel);
        assert!(t.offers(P1, standing) && !t.offers(P1, kneeling));
        t.card(P1, standing).card(P1, kneeling);
        resolve(&mut t);
        assert!(t.kneeling(standing) && !t.kneeling(kneeling));
        // With X known, legal targets are fixed before the costs are paid.
        let mut t = table(cards, rulings);
        t.play(P1, "Hall");
        let (ransom, guard, captain) = (t.hand(P1, "Ransom"), t.play(P2, "Guard"), t.play(P2, "Captain"));
        let climber = t.play(P2, "Climber");
        t.set_power(guard, 1);
        t.set_power(captain, 1);
        begin(&mut t);
        t.card(P1, ransom);
        assert!(!t.may(P1, &Action::Number { n: 0 }));
        t.act(P1, Action::Number { n: 1 });
        asked(&mut t, P1, "target");
        assert!(t.offers(P1, guard) && !t.offers(P1, captain));
        assert_eq!(t.offers(P1, climber), rulings == Rulings::Reference);
    }
}

#[rule("CARD.C064", "RR.glossary.target.7")]
#[test]
fn card_c064_useless_target() {
    let cards = r#"[(code: "x1", name: "Bow", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: Kneel("c"))]),
        (code: "x2", name: "Guard", kind: character, cost: 1, str: 1)]"#;
    let mut t = faq(cards);
    let (bow, knelt) = (t.hand(P1, "Bow"), t.play(P2, "Guard"));
    t.kneel(knelt);
    begin(&mut t);
    assert!(!t.offers(P1, bow), "the only target kneels already");
    let mut t = faq(cards);
    let (bow, knelt, standing) = (t.hand(P1, "Bow"), t.play(P2, "Guard"), t.play(P2, "Guard"));
    t.kneel(knelt);
    begin(&mut t);
    t.card(P1, bow);
    assert!(t.offers(P1, standing) && !t.offers(P1, knelt));
}

const WILDFIRE: &str = r#"[
(code: "x1", name: "Wildfire", kind: event, cost: 0, abilities: [Action(
   effect: Each(EachPlayer, [(name: "kept", of: [Character, ControlledBy(Them)], up_to: 3)],
     Kill([Character, ControlledBy(Them), Not([Is("kept")])])))]),
(code: "x2", name: "Guard", kind: character, cost: 1, str: 1),
(code: "x3", name: "Deathless", kind: character, cost: 1, str: 1, abilities: [Constant(gets: Cannot(BeKilled))]),
(code: "x4", name: "Fireproof", kind: character, cost: 1, str: 1, abilities: [Constant(gets: ImmuneTo([EventCard]))]),
(code: "x5", name: "Mourner", kind: location, cost: 1, abilities: [Reaction(when: Killed([Character]), effect: GainPower(1))]),
]"#;

#[rule("CARD.C065", "FAQ.2.3", "FAQ.2.1", "CR.13", "AMB.22")]
#[test]
fn card_c065_referential_target() {
    for chosen in [false, true] {
        let mut t = faq(WILDFIRE);
        let wildfire = t.hand(P1, "Wildfire");
        let (guard, deathless, fireproof) = (t.play(P1, "Guard"), t.play(P1, "Deathless"), t.play(P1, "Fireproof"));
        begin(&mut t);
        t.card(P1, wildfire);
        asked(&mut t, P1, "effect_cards");
        assert!(t.offers(P1, deathless), "it is not chosen to be killed");
        assert!(!t.offers(P1, fireproof));
        let kept = [deathless];
        t.cards(P1, if chosen { &kept } else { &[] });
        resolve(&mut t);
        assert_eq!(t.zone(guard), Zone::Dead);
        assert!(t.in_play(deathless) && t.in_play(fireproof));
    }
}

#[rule("CARD.C066", "RR.window.choice.1", "FAQ.2.3")]
#[test]
fn card_c066_simultaneous_choices() {
    let mut t = faq(WILDFIRE);
    let (wildfire, mourner) = (t.hand(P1, "Wildfire"), t.play(P1, "Mourner"));
    let own = [0; 4].map(|_| t.play(P1, "Guard"));
    let theirs = [0; 5].map(|_| t.play(P2, "Guard"));
    begin(&mut t);
    t.card(P1, wildfire);
    asked(&mut t, P1, "effect_cards");
    assert_eq!(t.topic(P2), "", "P1 chooses first");
    let before = t.events.len();
    t.cards(P1, &own[..3]);
    assert_eq!(t.topic(P2), "effect_cards");
    assert!(own.iter().all(|id| t.in_play(*id)), "nothing has happened yet");
    assert!(t.events[before..].iter().any(|e| e.only.is_none() && e.text.contains("Guard")), "P2 knows what P1 chose");
    assert!(!t.offers(P2, own[0]));
    t.cards(P2, &theirs[2..5]);
    // All the others die together: in the first window after it all are dead.
    t.pass_while(|t| !t.offers(P1, mourner));
    let dead = |t: &Table, ids: &[Id]| ids.iter().map(|id| t.zone(*id) == Zone::Dead).collect::<Vec<_>>();
    assert_eq!(dead(&t, &own), [false, false, false, true]);
    assert_eq!(dead(&t, &theirs), [true, true, false, false, false]);
    for _ in 0..3 {
        t.card(P1, mourner);
    }
    resolve(&mut t);
    assert_eq!(t.power(P1), 3);
}

#[rule("CARD.C067", "RR.glossary.target.5")]
#[test]
fn card_c067_any_number_zero() {
    for n in 0..=2 {
        let mut t = faq(r#"[(code: "x1", name: "Feast", kind: event, cost: 0, abilities: [
                 Action(choose: (name: "c", of: [Character], any: true), effect: [Kneel("c"), Then, Draw(1)])]),
                (code: "x2", name: "Guard", kind: character, cost: 1, str: 1)]"#);
        let feast = t.hand(P1, "Feast");
        let guards = [t.play(P1, "Guard"), t.play(P2, "Guard")];
        begin(&mut t);
        let hand = t.hand_size(P1);
        t.card(P1, feast);
        t.cards(P1, &guards[..n]);
        resolve(&mut t);
        assert_eq!(t.zone(feast), Zone::Discard);
        assert_eq!(guards.iter().filter(|id| t.kneeling(**id)).count(), n);
        assert_eq!(t.hand_size(P1), hand - 1 + usize::from(n > 0));
    }
}

// --- what lasts

const LASTING: &str = r#"[
(code: "x1", name: "War Cry", kind: event, cost: 0, abilities: [Action(effect: Until(Phase, [Character, Yours], Str(1)))]),
(code: "x2", name: "Guard", kind: character, cost: 1, str: 2),
(code: "x3", name: "Blessing", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: [Until(Phase, "c", Str(2)), Token("ear", 1, "c")])]),
(code: "x4", name: "Retreat", kind: event, cost: 0, abilities: [Action(choose: ("c", [Character]), effect: ReturnToHand("c"))]),
(code: "x5", name: "Muster", kind: event, cost: 0, abilities: [
    Action(choose: ("c", [Character, Cost(Is(1)), In(Hand, You)]), effect: PutIntoPlay("c"))]),
(code: "x6", name: "Steward", kind: character, cost: 1, str: 2, abilities: [Action(effect: GainGold(1), limit: PerRound(1))]),
(code: "x7", name: "Edict", kind: event, cost: 0, abilities: [Action(effect: GainGold(1), max: PerRound(1))]),
(code: "x8", name: "Hush", kind: event, cost: 0, abilities: [Interrupt(when: EffectsWouldInitiate(of: [EventCard, Opponents]), effect: Cancel)]),
]"#;

#[rule("CARD.C068", "RR.glossary.event_cards.3")]
#[test]
fn card_c068_lasting_effect_and_newcomers() {
    let mut t = faq(LASTING);
    let (cry, old, new, theirs) = (t.hand(P1, "War Cry"), t.play(P1, "Guard"), t.hand(P1, "Guard"), t.play(P2, "Guard"));
    begin(&mut t);
    t.card(P1, cry);
    t.until(P1, "marshaling");
    t.act(P1, Action::Marshal { card: new });
    t.until(P1, "marshaling");
    assert_eq!([old, new, theirs].map(|id| t.strength(id)), [3, 2, 2]);
    t.pass_while(|t| t.st.phase == Phase::Marshaling);
    assert_eq!(t.strength(old), 2);
}

#[rule("CARD.C069", "RR.glossary.leaves_play.1", "RR.glossary.limits.2", "RR.glossary.enters_play.2")]
#[test]
fn card_c069_leave_and_return() {
    let mut t = faq(LASTING);
    let (blessing, retreat, muster) = (t.hand(P1, "Blessing"), t.hand(P1, "Retreat"), t.hand(P1, "Muster"));
    let steward = t.play(P1, "Steward");
    t.set_power(steward, 2);
    begin(&mut t);
    t.card(P1, steward).until(P1, "marshaling");
    assert!(!t.offers(P1, steward));
    t.card(P1, blessing).card(P1, steward).until(P1, "marshaling");
    t.kneel(steward);
    assert_eq!((t.strength(steward), t.power(P1), t.st.card(steward).tokens.len()), (4, 2, 1));
    t.card(P1, retreat).card(P1, steward).until(P1, "marshaling");
    assert_eq!((t.zone(steward), t.power(P1)), (Zone::Hand, 0));
    t.card(P1, muster).card(P1, steward).until(P1, "marshaling");
    assert!(t.in_play(steward) && !t.kneeling(steward));
    assert_eq!((t.strength(steward), t.power(P1), t.st.card(steward).tokens.len()), (2, 0, 0));
    assert!(t.offers(P1, steward), "another object with a limit of its own");
}

#[rule("CARD.C070", "RR.glossary.limits.4", "RR.glossary.limits.5", "RR.glossary.limits.6")]
#[test]
fn card_c070_max_counts_all_copies() {
    for cancelled in [false, true] {
        let mut t = Table::faq(LASTING);
        let (first, second, theirs) = (t.hand(P1, "Edict"), t.hand(P1, "Edict"), t.hand(P2, "Edict"));
        let hush = t.hand(P2, "Hush");
        begin(&mut t);
        let gold = t.gold(P1);
        t.card(P1, first);
        if cancelled {
            t.pass_while(|t| !t.offers(P2, hush));
            t.card(P2, hush);
        }
        t.pass_while(|t| t.topic(P2) != "action_window");
        assert_eq!(t.gold(P1), gold + i32::from(!cancelled));
        assert!(t.offers(P2, theirs), "the opponent has a maximum of their own");
        t.card(P2, theirs);
        t.until(P1, "marshaling");
        assert!(!t.offers(P1, second));
        // A later phase of the same round is no different.
        t.pass_while(|t| {
            assert!(!t.offers(P1, second));
            t.st.phase != Phase::Taxation
        });
    }
}

// --- ends of phases

#[rule("CARD.C071", "FAQ.qr.end")]
#[test]
fn card_c071_end_of_phase_order() {
    let mut t = faq(r#"[(code: "x1", name: "Bold", kind: character, cost: 1, str: 3, abilities: [
                Action(phase: Marshaling, effect: Until(Phase, This, Str(2)), limit: PerRound(1)),
                Interrupt(when: PhaseEnds(Marshaling), only_if: Matches(This, [Str(AtLeast(5))]), effect: GainPower(1))]),
            (code: "x2", name: "Sellsword", kind: character, cost: 1, str: 1, abilities: [
                Action(phase: Marshaling, effect: Delayed(EndOf(Phase), Discard(This)), limit: PerRound(1))]),
            (code: "x3", name: "Ledger", kind: location, cost: 1, abilities: [
                Reaction(when: Discarded([Character]), effect: GainGold(1)),
                Reaction(when: PhaseEnds(Marshaling), effect: GainPower(3))])]"#);
    let (bold, sellsword, ledger) = (t.play(P1, "Bold"), t.play(P1, "Sellsword"), t.play(P1, "Ledger"));
    begin(&mut t);
    t.card(P1, bold).until(P1, "marshaling").card(P1, sellsword).until(P1, "marshaling");
    t.pass_while(|t| t.st.step.id() != "RR.fw.3.4" || t.topic(P1) != "interrupts");
    // The interrupt still sees the +2, and Y is still there.
    assert_eq!((t.strength(bold), t.in_play(sellsword)), (5, true));
    assert!(t.offers(P1, bold));
    t.card(P1, bold);
    // Then the +2 expires, then Y is discarded (with reactions to that), then the reactions to the end.
    t.pass_while(|t| !t.offers(P1, ledger));
    assert_eq!((t.strength(bold), t.zone(sellsword), t.power(P1)), (3, Zone::Discard, 1));
    let gold = t.gold(P1);
    t.card(P1, ledger);
    assert_eq!((t.gold(P1), t.power(P1)), (gold + 1, 1));
    t.pass_while(|t| !t.offers(P1, ledger));
    assert_eq!(t.st.step.id(), "RR.fw.3.4");
    t.card(P1, ledger);
    assert_eq!((t.gold(P1), t.power(P1)), (gold + 1, 4));
}

#[rule("CARD.C071", "RR.window.choice.2", "FAQ.qr.end")]
#[test]
fn card_c071_first_player_orders_what_is_due_at_the_end() {
    let cards = r#"[(code: "x1", name: "Giver", kind: character, cost: 1, str: 1, abilities: [
            Action(phase: Marshaling, effect: Delayed(EndOf(Phase), GainGold(2)), limit: PerRound(1))]),
        (code: "x2", name: "Taker", kind: character, cost: 1, str: 1, abilities: [
            Action(phase: Marshaling, effect: Delayed(EndOf(Phase), For(Opponent, ReturnAllGold)), limit: PerRound(1))])]"#;
    for giver_first in [false, true] {
        let mut t = faq(cards);
        let (giver, taker) = (t.play(P2, "Giver"), t.play(P1, "Taker"));
        t.set_gold(P2, 1);
        begin(&mut t);
        t.card(P1, taker).until(P2, "action_window").card(P2, giver);
        t.until(P1, "order");
        assert_eq!((t.st.step.id(), t.topic(P2).as_str()), ("RR.fw.3.4", ""));
        assert!(t.offers(P1, giver) && t.offers(P1, taker));
        t.card(P1, if giver_first { giver } else { taker });
        t.pass_while(|t| t.st.phase == Phase::Marshaling);
        assert_eq!(t.gold(P2), if giver_first { 0 } else { 2 });
    }
}

#[rule("CARD.C072", "RR.glossary.lasting_effects.4")]
#[test]
fn card_c072_too_late_until_the_end_of_the_phase() {
    let cards = r#"[(code: "x1", name: "Late", kind: character, cost: 1, str: 1,
         abilities: [Reaction(when: PhaseEnds(Marshaling), effect: Until(Phase, This, Icon(Military)))]),
        (code: "x2", name: "In Time", kind: character, cost: 1, str: 1,
         abilities: [Reaction(when: PhaseEnds(Marshaling), effect: Until(Round, This, Icon(Military)))])]"#;
    let mut t = faq(cards);
    let (late, in_time) = (t.play(P1, "Late"), t.play(P1, "In Time"));
    begin(&mut t);
    t.pass_while(|t| {
        assert!(!t.offers(P1, late));
        !t.offers(P1, in_time)
    });
    t.card(P1, in_time);
    t.pass_while(|t| {
        assert!(!t.offers(P1, late));
        t.st.phase == Phase::Marshaling
    });
    assert!(t.icon(in_time, Military) && !t.icon(late, Military));
}
