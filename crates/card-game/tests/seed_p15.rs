//! Page 15 of the rules reference, statement by statement.

use crate::deck_fixture::{lines, pool as deck_pool, stark};
use card_game::decks::{Format, check};
use card_game::testing::*;
use table::Game;
use test_macros::rule;

const CARDS: &str = r#"[
(code: "k1", name: "Knight", kind: character, cost: 2, str: 4, icons: "MIP"),
(code: "k2", name: "Squire", kind: character, cost: 1, str: 2, icons: "MIP"),
(code: "k3", name: "Septa", kind: character, cost: 1, str: 1, icons: "I"),
(code: "k4", name: "Reaver", kind: character, cost: 2, str: 3, icons: "MP", keywords: [Pillage]),
(code: "l1", name: "Ship", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: ReturnToHand("c"))]),
(code: "l2", name: "Pit", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Discard("c"))]),
(code: "l3", name: "Block", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: Kill("c"))]),
(code: "l4", name: "Altar", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Yours]), effect: Sacrifice("c"))]),
(code: "l5", name: "Tunnel", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: IntoShadows("c"))]),
(code: "l6", name: "Crypt", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character, In(DiscardPile, Opponent)]), effect: AddToHand("c"))]),
(code: "l7", name: "River", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character]), effect: DeckTop("c"))]),
(code: "l8", name: "Boneyard", kind: location, cost: 1,
 abilities: [Reaction(when: PlacedInDiscard([Character, In(DiscardPile, You)]), effect: GainGold(1))]),
(code: "l9", name: "Gate", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character, Participating]), effect: RemoveFromChallenge("c"))]),
(code: "l10", name: "Fog", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character]), effect: Until(Phase, "c", LoseIcon(Military)))]),
(code: "l11", name: "Chains", kind: location, cost: 1, abilities: [Action(choose: ("c", [Character, Opponents]), effect: TakeControl("c"))]),
(code: "l12", name: "Mine", kind: location, cost: 1, abilities: [Action(effect: GainGold(1), limit: PerRound(2))]),
(code: "l13", name: "Recall", kind: location, cost: 1,
 abilities: [Action(choose: ("c", [Character, In(Hand, You)]), effect: PutIntoPlay("c"))]),
(code: "l14", name: "Throne", kind: location, cost: 1, abilities: [Action(only_if: FirstPlayer, effect: GainGold(1))]),
(code: "l15", name: "Lone Rock", kind: location, cost: 1, keywords: [Limited]),
(code: "e1", name: "Decree", kind: event, cost: 0, abilities: [Action(only_if: FirstPlayer, effect: GainGold(1))]),
(code: "s1", name: "Sellsword", kind: character, cost: 2, str: 2, abilities: [Constant(gets: MarshalIn(Challenges))]),
(code: "a1", name: "Saddle", kind: attachment, cost: 0, host: [Character, Trait("Knight")]),
(code: "p1", name: "Feast", kind: plot, plot: (4, 9, 2, 7)),
(code: "p2", name: "Muster", kind: plot, plot: (1, 8, 0, 4), abilities: [WhenRevealed(effect: GainGold(3))]),
(code: "p3", name: "Winter", kind: plot, plot: (1, 7, 1, 4), abilities: [Constant(to: [Character], gets: Str(-1))]),
(code: "p4", name: "Market", kind: plot, plot: (1, 6, 1, 4), abilities: [Action(effect: GainGold(1), limit: PerRound(1))]),
(code: "p5", name: "Archive", kind: plot, plot: (1, 9, 1, 4),
 abilities: [WhenRevealed(effect: If(Compare(UsedPlotsOf(You), AtLeast(1)), GainGold(UsedPlotsOf(You))))]),
]"#;

fn three() -> Table {
    Table::with(Pool::default(), CARDS, Rulings::Reference, 3)
}

/// Interrupts and reactions are passed up to the next question of another kind.
fn quiet(t: &mut Table) {
    t.pass_while(|t| t.st.acting().iter().any(|s| matches!(t.topic(s).as_str(), "interrupts" | "reactions")));
}

/// P1 chooses this card with the ability of that location, in the action window that is open.
fn use_on(t: &mut Table, source: Id, card: Id) {
    t.until(P1, "action_window");
    t.card(P1, source).card(P1, card);
    quiet(t);
}

#[rule("RR15.oop.1")]
#[test]
fn a_card_bound_for_an_area_of_another_player_goes_to_its_owners() {
    let lie = |name: &str| {
        let mut t = three();
        let source = t.play(P1, name);
        let stolen = t.play(P2, "Knight");
        t.give_control(stolen, P1);
        t.start(Phase::Dominance);
        use_on(&mut t, source, stolen);
        (t, stolen)
    };
    let (t, card) = lie("Ship");
    assert!(t.st.player(P2).hand.contains(&card) && !t.st.player(P1).hand.contains(&card));
    let (t, card) = lie("Pit");
    assert_eq!((t.st.player(P2).discard.as_slice(), t.st.player(P1).discard.as_slice()), ([card].as_slice(), [].as_slice()));
    let (t, card) = lie("Block");
    assert_eq!((t.st.player(P2).dead.as_slice(), t.st.player(P1).dead.as_slice()), ([card].as_slice(), [].as_slice()));
    let (t, card) = lie("Altar");
    assert_eq!((t.st.player(P2).discard.as_slice(), t.st.player(P1).discard.as_slice()), ([card].as_slice(), [].as_slice()));
    let (t, card) = lie("Tunnel");
    assert_eq!((t.st.player(P2).shadows.as_slice(), t.st.player(P1).shadows.as_slice()), ([card].as_slice(), [].as_slice()));
    let (t, card) = lie("River");
    assert_eq!(t.st.player(P2).deck.last(), Some(&card));
    assert!(!t.st.player(P1).deck.contains(&card));
    assert!([P1, P2, P3].iter().all(|s| t.st.player(*s).deck.len() == 20 + usize::from(*s == P2)));
}

#[rule("RR15.oop.1")]
#[test]
fn also_from_one_out_of_play_area_to_another() {
    let mut t = three();
    let crypt = t.play(P1, "Crypt");
    let card = t.discard(P3, "Knight");
    t.start(Phase::Dominance);
    use_on(&mut t, crypt, card);
    assert!(t.st.player(P3).hand.contains(&card), "P3 owns it");
    assert_eq!(t.hand_size(P1), 1, "only the filler card");
}

#[rule("RR15.oop.2")]
#[test]
fn it_counts_as_having_entered_the_other_players_area() {
    let mut t = three();
    let altar = t.play(P1, "Altar");
    let pit = t.play(P1, "Pit");
    let (mine, theirs) = (t.play(P1, "Boneyard"), t.play(P2, "Boneyard"));
    let (first, second) = (t.play(P2, "Knight"), t.play(P2, "Squire"));
    t.give_control(first, P1);
    t.give_control(second, P1);
    t.start(Phase::Dominance);
    t.until(P1, "action_window");
    // Sacrificed by P1, it counts as placed in P1's discard pile, where it does not lie.
    t.card(P1, altar).card(P1, first);
    t.until(P1, "reactions");
    assert_eq!(t.zone(first), Zone::Discard);
    assert!(t.st.player(P2).discard.contains(&first));
    t.card(P1, mine);
    t.pass_while(|t| {
        assert!(!t.offers(P2, theirs), "nothing was placed in P2's pile");
        t.topic(P1) != "action_window"
    });
    assert_eq!(t.gold(P1), 1);
    // Discarded, it is placed in its owner's pile by the rule for discarding itself.
    t.card(P1, pit).card(P1, second);
    t.pass_while(|t| {
        assert!(!t.offers(P1, mine), "it was placed in P2's pile");
        t.topic(P2) != "reactions"
    });
    t.card(P2, theirs);
    assert_eq!(t.gold(P2), 1);
}

#[rule("RR15.part.1", "RR15.part.2")]
#[test]
fn declared_characters_participate_until_the_challenge_is_resolved() {
    let mut t = three();
    let (attacker, defender) = (t.play(P1, "Knight"), t.play(P2, "Knight"));
    let (idle, other) = (t.play(P1, "Squire"), t.play(P3, "Squire"));
    let gate = t.play(P3, "Gate");
    t.start(Phase::Challenges);
    assert!(![attacker, defender, idle, other].iter().any(|id| t.st.participates(*id)));
    t.attack(P1, Power, P2, &[attacker]);
    assert!(t.st.participates(attacker) && !t.st.participates(defender));
    t.defend(P2, &[defender]);
    assert_eq!(t.st.totals(), (4, 4));
    // It either participates or it does not; kneeling, standing, the other side make no difference.
    t.until(P3, "action_window");
    t.card(P3, gate);
    assert_eq!([attacker, defender, idle, other].map(|id| t.offers(P3, id)), [true, true, false, false]);
    t.card(P3, defender);
    t.pass_while(|t| t.st.step.id() != "RR.fw.4.2.3" && t.st.challenge.as_ref().is_some_and(|c| c.result.is_none()));
    assert!(t.st.participates(attacker), "the challenge has a winner and is not yet resolved");
    t.finish();
    assert!(!t.st.participates(attacker));
}

#[rule("RR15.part.3")]
#[test]
fn removed_from_the_challenge_it_does_not_participate() {
    let mut t = Table::new(CARDS);
    let (knight, squire) = (t.play(P1, "Knight"), t.play(P1, "Squire"));
    let gate = t.play(P2, "Gate");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[knight, squire]);
    assert_eq!(t.st.totals(), (6, 0));
    t.until(P2, "action_window");
    t.card(P2, gate).card(P2, knight);
    quiet(&mut t);
    assert!(!t.st.participates(knight) && t.st.participates(squire));
    assert_eq!(t.st.totals(), (2, 0));
    assert!(t.in_play(knight) && t.kneeling(knight), "it stays where it is, as it is");
}

#[rule("RR15.part.4")]
#[test]
fn a_card_that_leaves_play_stops_participating_also_if_it_comes_back() {
    let mut t = Table::new(CARDS);
    let (knight, squire) = (t.play(P1, "Knight"), t.play(P1, "Squire"));
    let (ship, recall) = (t.play(P1, "Ship"), t.play(P1, "Recall"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[knight, squire]);
    use_on(&mut t, ship, knight);
    assert!(!t.st.participates(knight));
    assert_eq!(t.st.totals(), (2, 0));
    use_on(&mut t, recall, knight);
    assert!(t.in_play(knight) && !t.st.participates(knight));
    assert_eq!(t.st.totals(), (2, 0));
}

#[rule("RR15.part.5")]
#[test]
fn losing_the_icon_does_not_end_participation() {
    let mut t = Table::new(CARDS);
    let (knight, defender) = (t.play(P1, "Knight"), t.play(P2, "Knight"));
    let fog = t.play(P1, "Fog");
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[knight]);
    t.defend(P2, &[defender]);
    use_on(&mut t, fog, knight);
    use_on(&mut t, fog, defender);
    assert!(!t.icon(knight, Military) && !t.icon(defender, Military));
    assert!(t.st.participates(knight) && t.st.participates(defender));
    assert_eq!(t.st.totals(), (4, 4));
}

#[rule("RR15.part.6")]
#[test]
fn a_participant_whose_control_changes_is_removed_at_once() {
    let mut t = Table::new(CARDS);
    let (knight, squire) = (t.play(P1, "Knight"), t.play(P1, "Squire"));
    let chains = t.play(P2, "Chains");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[knight, squire]);
    t.until(P2, "action_window");
    t.card(P2, chains).card(P2, knight);
    quiet(&mut t);
    assert_eq!(t.st.controller(knight), P2);
    assert!(!t.st.participates(knight));
    assert_eq!(t.st.totals(), (2, 0), "it counts on neither side");
}

#[rule("RR15.pass.1", "RR15.pass.2", "RR15.pass.3")]
#[test]
fn a_pass_gives_up_one_opportunity_and_all_passes_in_a_row_end_the_sequence() {
    let mut t = three();
    let (first, second) = (t.play(P1, "Mine"), t.play(P2, "Mine"));
    t.start(Phase::Dominance);
    assert_eq!((t.st.step.id(), t.topic(P1).as_str()), ("RR.fw.5.aw", "action_window"));
    t.pass(P1);
    t.card(P2, second);
    quiet(&mut t);
    // After an act the next in order has the opportunity, and the passes are counted anew: three more are needed.
    t.pass(P3);
    assert_eq!(t.topic(P1), "action_window", "P1 passed before and may act now");
    assert!(t.offers(P1, first));
    t.card(P1, first);
    quiet(&mut t);
    t.pass(P2).pass(P3);
    assert_eq!((t.st.step.id(), t.topic(P1).as_str()), ("RR.fw.5.aw", "action_window"), "two passes of three");
    t.pass(P1);
    assert_ne!(t.st.step.id(), "RR.fw.5.aw");
}

#[rule("RR15.pass.1")]
#[test]
fn a_pass_in_a_window_gives_up_no_other_right() {
    let mut t = Table::new(CARDS);
    let knight = t.play(P1, "Knight");
    t.start(Phase::Challenges);
    t.pass(P1);
    t.until(P1, "initiate");
    assert!(t.can(P1, "Power challenge"));
    t.declare(P1, Power, P2, &[knight]);
    assert!(t.st.challenge.is_some());
}

#[rule("RR15.pillage.1", "RR15.pillage.2")]
#[test]
fn each_participating_pillager_of_the_winner_may_discard_the_top_card_of_the_loser() {
    let mut t = three();
    let (one, two, idle) = (t.play(P1, "Reaver"), t.play(P1, "Reaver"), t.play(P1, "Reaver"));
    let (top, below) = { (t.deck(P2, "Septa"), t.deck(P2, "Squire")) };
    let (top, below) = (below, top);
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[one, two]);
    t.until(P1, "keyword_use");
    assert!(t.offers(P1, one) && t.offers(P1, two) && !t.offers(P1, idle), "only participants");
    assert!(t.may(P1, &Action::Pass), "optional");
    t.cards(P1, &[one]);
    assert_eq!((t.zone(top), t.zone(below)), (Zone::Discard, Zone::Deck), "one instance was used");
    t.finish();
    assert_eq!((t.deck_len(P2), t.deck_len(P1), t.deck_len(P3)), (21, 20, 20), "only the losing opponent");
    // Both.
    t.kneel(one);
    t.st.card_mut(one).kneeling = false;
    t.st.card_mut(two).kneeling = false;
    t.attack(P1, Military, P3, &[one, two]);
    t.until(P1, "keyword_use");
    t.cards(P1, &[one, two]);
    assert_eq!(t.deck_len(P3), 18);
    assert_eq!(t.deck_len(P2), 21);
}

#[rule("RR15.pillage.1")]
#[test]
fn defenders_pillage_too_and_losers_do_not() {
    let mut t = Table::new(CARDS);
    let (attacker, defender, helper) = (t.play(P1, "Reaver"), t.play(P2, "Reaver"), t.play(P2, "Knight"));
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[attacker]);
    t.defend(P2, &[defender, helper]);
    t.pass_while(|t| {
        assert_ne!(t.topic(P1), "keyword_use", "P1 lost");
        t.topic(P2) != "keyword_use"
    });
    t.act(P2, Action::Yes);
    assert_eq!((t.deck_len(P1), t.deck_len(P2)), (19, 20));
}

#[rule("RR15.restrict.1")]
#[test]
fn play_restrictions_must_hold() {
    let mut t = three();
    let (event, other) = (t.hand(P1, "Decree"), t.hand(P2, "Decree"));
    let (throne, second) = (t.play(P1, "Throne"), t.play(P2, "Throne"));
    t.start(Phase::Dominance);
    assert!(t.offers(P1, event) && t.offers(P1, throne));
    t.pass(P1);
    assert_eq!(t.topic(P2), "action_window");
    assert!(!t.offers(P2, other) && !t.offers(P2, second));
    // The same for marshaling: an attachment without a legal host, a second limited card.
    let mut t = Table::new(CARDS);
    t.play(P1, "Septa");
    let (saddle, rock, again) = (t.hand(P1, "Saddle"), t.hand(P1, "Lone Rock"), t.hand(P1, "Lone Rock"));
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(!t.offers(P1, saddle));
    assert!(t.offers(P1, rock));
    t.card(P1, rock);
    t.until(P1, "marshaling");
    assert!(!t.offers(P1, again));
}

#[rule("RR15.restrict.2")]
#[test]
fn a_permission_may_be_used_or_not() {
    let table = || {
        let mut t = Table::new(CARDS);
        let (sellsword, knight) = (t.hand(P1, "Sellsword"), t.hand(P1, "Knight"));
        t.set_gold(P1, 2);
        (t, sellsword, knight)
    };
    // Outside the timing of the rules, where the card permits it.
    let (mut t, sellsword, knight) = table();
    t.start(Phase::Challenges);
    t.until(P1, "action_window");
    assert!(t.may(P1, &Action::Marshal { card: sellsword }) && !t.offers(P1, knight));
    t.act(P1, Action::Marshal { card: sellsword });
    assert!(t.in_play(sellsword));
    assert_eq!(t.gold(P1), 0);
    // Not in other phases; and the usual time is legal too.
    let (mut t, sellsword, _) = table();
    t.start(Phase::Dominance);
    assert!(!t.offers(P1, sellsword));
    let (mut t, sellsword, _) = table();
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(t.may(P1, &Action::Marshal { card: sellsword }));
}

#[rule("RR15.order.1")]
#[test]
fn player_order_begins_with_the_first_player_and_goes_clockwise() {
    let mut t = three();
    let feast = t.plot_deck(P1, "Feast");
    for seat in [P1, P2, P3] {
        t.play(seat, "Mine");
    }
    t.start(Phase::Plot);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    t.card(P1, feast).pick(P2, "Filler Plot").pick(P3, "Filler Plot");
    t.until(P1, "first_player");
    t.act(P1, Action::Player { seat: P2 });
    // Actions: P2, then P3, then P1.
    t.until(P2, "action_window");
    let mut asked = Vec::new();
    for _ in 0..4 {
        let seat = t.st.acting().iter().next().expect("somebody is asked");
        asked.push(seat);
        if asked.len() == 1 {
            t.pick(seat, "Use Mine");
            quiet(&mut t);
        } else {
            t.pass(seat);
        }
    }
    assert_eq!(asked, [P2, P3, P1, P2]);
    // The next active player is the next one clockwise.
    let active = std::cell::RefCell::new(Vec::new());
    t.pass_while(|t| {
        if t.st.step.id() == "RR.fw.3.aw"
            && let Some(seat) = t.st.active
            && active.borrow().last() != Some(&seat)
        {
            active.borrow_mut().push(seat);
        }
        t.st.step.id() != "RR.fw.4.aw1"
    });
    assert_eq!(active.into_inner(), [P2, P3, P1]);
}

#[rule("RR15.plot.1")]
#[test]
fn a_plot_deck_has_exactly_seven_cards() {
    let legal = stark();
    assert_eq!(lines(&check(&deck_pool(), &legal, Format::Joust)), [""; 0]);
    let mut six = stark();
    six.plots.pop();
    let mut eight = stark();
    eight.plots.push(("01014".to_owned(), 1));
    for deck in [six, eight] {
        let found = lines(&check(&deck_pool(), &deck, Format::Joust));
        assert!(found.iter().any(|l| l.starts_with("a plot deck has exactly 7 cards")), "{found:?}");
    }
}

#[rule("RR15.plot.2")]
#[test]
fn a_plot_has_four_values_and_perhaps_an_ability() {
    let mut t = Table::new(CARDS);
    t.plot(P1, "Feast");
    t.plot(P2, "Muster");
    let values = |t: &Table, s| (t.income(s), t.initiative(s), t.claim(s), t.reserve(s));
    assert_eq!(values(&t, P1), (4, 9, 2, 7));
    assert_eq!(values(&t, P2), (1, 8, 0, 4));
    t.start(Phase::Marshaling);
    assert_eq!(t.gold(P1), 4);
}

#[rule("RR15.plot.3", "RR15.plot.4")]
#[test]
fn a_plot_is_in_the_plot_deck_or_revealed_or_used() {
    let mut t = Table::new(CARDS);
    let winter = t.plot(P1, "Winter");
    let used = t.used(P1, "Market");
    let (feast, muster) = (t.plot_deck(P1, "Feast"), t.plot_deck(P1, "Muster"));
    let knight = t.play(P2, "Knight");
    assert_eq!(t.strength(knight), 3);
    t.start(Phase::Plot);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert!(!t.offers(P1, winter) && !t.offers(P1, used), "only cards of the plot deck");
    t.card(P1, feast).pick(P2, "Filler Plot");
    let p = t.st.player(P1);
    assert_eq!(p.revealed, Some(feast));
    assert!(!p.plot_deck.contains(&feast) && p.plot_deck.contains(&muster));
    assert_eq!(p.used, [used, winter], "the former one is on top of the used pile");
    assert_eq!([feast, muster, winter, used].map(|id| t.zone(id)), [Zone::RevealedPlot, Zone::PlotDeck, Zone::UsedPlots, Zone::UsedPlots]);
    assert!(t.in_play(feast) && !t.in_play(winter));
    assert_eq!(t.strength(knight), 4, "Winter has left play");
    let places = |id: Id| [p.plot_deck.contains(&id), p.revealed == Some(id), p.used.contains(&id)].iter().filter(|b| **b).count();
    assert!([feast, muster, winter, used].iter().all(|id| places(*id) == 1));
}

#[rule("RR15.plot.5")]
#[test]
fn a_revealed_plot_is_in_play() {
    let mut t = Table::new(CARDS);
    let market = t.plot(P1, "Market");
    t.plot(P2, "Winter");
    let hidden = t.plot_deck(P1, "Market");
    let knight = t.play(P1, "Knight");
    assert!(t.in_play(market) && !t.in_play(hidden));
    assert_eq!(t.strength(knight), 3);
    t.start(Phase::Dominance);
    assert!(t.offers(P1, market) && !t.offers(P1, hidden));
    t.card(P1, market);
    assert_eq!(t.gold(P1), 1);
}

#[rule("RR15.plot.6")]
#[test]
fn the_used_pile_returns_when_the_last_plot_was_revealed() {
    let mut t = three();
    t.no_plots(P1);
    let archive = t.plot_deck(P1, "Archive");
    let old = t.st.player(P1).revealed.expect("a plot");
    let used = t.used(P1, "Feast");
    t.start(Phase::Plot);
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    t.card(P1, archive).pick(P2, "Filler Plot").pick(P3, "Filler Plot");
    t.until(P1, "first_player");
    assert_eq!(t.st.player(P1).used, [used, old], "not before the When Revealed abilities");
    t.act(P1, Action::Player { seat: P1 });
    t.until(P1, "action_window");
    assert_eq!(t.gold(P1), 2, "the ability still saw two used plots");
    let p = t.st.player(P1);
    assert_eq!((p.used.as_slice(), p.revealed), ([].as_slice(), Some(archive)));
    assert_eq!(p.plot_deck.len(), 2);
    assert!(p.plot_deck.contains(&old) && p.plot_deck.contains(&used) && !p.plot_deck.contains(&archive));
    assert_eq!(t.st.player(P2).used.len(), 1, "P2 has plots left: nothing returns");
}
