//! The cards of Wolves of the North about plots, initiative, searching, phases and keywords, and those with costs of their own kind.

use crate::nobodies::{CARDS, Quiet, table};
use card_game::testing::*;
use test_macros::card_test;

/// The traits of a card as everybody sees them.
fn traits(t: &Table, id: Id) -> Vec<String> {
    let view = t.view(P1);
    view.cards.iter().find(|c| c.id == id.to_string()).map(|c| c.traits.clone()).unwrap_or_default()
}

fn has(t: &Table, id: Id, word: &str) -> bool {
    traits(t, id).iter().any(|own| own == word)
}

#[card_test("03010")]
fn old_nan(pool: Pool) {
    let mut t = table(pool);
    let nan = t.play(P1, "03010");
    let (mine, theirs) = (t.plot_deck(P1, "A Noble Cause"), t.plot_deck(P2, "A Storm of Swords"));
    t.play(P1, "Vanguard of the North");
    t.start(Phase::Plot);
    assert!(!t.uses(P1, nan), "not before the plots are chosen");
    t.card(P1, mine).card(P2, theirs);
    t.pass_while(|t| !t.uses(P1, nan));
    assert!(t.can(P1, "Use Old Nan on A Noble Cause") && t.can(P1, "Use Old Nan on A Storm of Swords"), "{:?}", t.labels(P1));
    t.pick(P1, "Use Old Nan on A Storm of Swords").quiet();
    assert!(t.can(P1, "Give that plot the Winter") || t.legal(P1).len() == 2, "{:?}", t.labels(P1));
    t.act(P1, Action::Option { n: 1 });
    t.pass_while(|t| t.topic(P1) != "first_player" && t.topic(P2) != "first_player");
    assert!(t.kneeling(nan));
    assert!(has(&t, theirs, "Winter") && !has(&t, theirs, "Summer") && has(&t, theirs, "War"));
    assert!(!has(&t, mine, "Winter"));
    while let Some(seat) = [P1, P2].into_iter().find(|s| t.topic(*s) == "first_player") {
        t.act(seat, Action::Player { seat: P1 });
    }
    t.until(P1, "marshaling");
    assert!(has(&t, theirs, "Winter"), "until the end of the round");
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    assert!(!has(&t, theirs, "Winter"));
}

#[card_test("03016")]
fn rickon_stark(pool: Pool) {
    let mut t = table(pool);
    let (rickon, summons) = (t.play(P1, "03016"), t.plot_deck(P2, "Summons"));
    t.start(Phase::Plot);
    t.choose_plots(P2, summons);
    t.pass_while(|t| !t.uses(P1, rickon)).use_card(P1, rickon).quiet();
    t.until(P1, "action_window");
    assert!(!t.told().contains("shuffles") && t.told().contains("cancelled"), "{}", t.told());
    assert_eq!(t.zone(rickon), Zone::Discard);

    // Not what does something else.
    let mut t = table(Pool::default());
    let (rickon, letter) = (t.play(P1, "03016"), t.hand(P2, "Letter"));
    t.play(P1, "Soldier");
    t.set_gold(P2, 2);
    t.start(Phase::Challenges).pass(P1).card(P2, letter);
    t.pass_while(|t| {
        assert!(!t.uses(P1, rickon));
        t.topic(P1) != "action_window"
    });
}

/// `choosing` looks at the targets, as they were chosen.
#[test]
fn an_interrupt_to_what_chooses_a_card() {
    let shield = r#"[
    (code: "y1", name: "Shield", kind: location, cost: 1,
     abilities: [Interrupt(when: EffectsWouldInitiate(of: [EventCard], choosing: [Character, Yours]), cost: Kneel(This), effect: Cancel)]),
    ]"#;
    let cards = format!("{}{}", CARDS.trim_end().trim_end_matches(']'), &shield[1..]);
    let mut t = Table::new(&cards);
    let (shield, mine, theirs) = (t.play(P1, "Shield"), t.play(P1, "Soldier"), t.play(P2, "Soldier"));
    let (letter, first, second) = (t.hand(P2, "Letter"), t.hand(P2, "Push"), t.hand(P2, "Push"));
    t.set_gold(P2, 2);
    t.start(Phase::Challenges);
    for (event, target) in [(letter, None), (first, Some(theirs))] {
        t.pass_while(|t| !t.uses(P2, event)).card(P2, event);
        if let Some(target) = target {
            t.card(P2, target);
        }
        t.pass_while(|t| {
            assert!(!t.uses(P1, shield), "it chooses none of yours");
            t.zone(event) != Zone::Discard
        });
    }
    t.pass_while(|t| !t.uses(P2, second)).card(P2, second).card(P2, mine).use_card(P1, shield).quiet();
    t.until(P1, "action_window");
    assert!(!t.kneeling(mine) && t.kneeling(shield));
}

#[card_test("03018")]
fn winterfell_heart_tree(pool: Pool) {
    let mut t = table(pool);
    let (tree, north, soldier) = (t.play(P1, "03018"), t.play(P1, "Northerner"), t.play(P1, "Soldier"));
    let theirs = t.play(P2, "Northerner");
    let faction = t.faction(P1);
    t.plot(P2, "Fortified Position");
    let eddard = t.play(P1, "Eddard Stark");
    assert!(!t.keyword(eddard, card_game::lang::ast::KeywordName::Renown));
    t.start(Phase::Draw).use_card(P1, tree);
    assert!([north, eddard, faction].iter().all(|id| t.offers(P1, *id)) && !t.offers(P1, soldier) && !t.offers(P1, theirs));
    t.card(P1, eddard).quiet();
    assert_eq!(t.zone(tree), Zone::Discard);
    assert!(t.keyword(eddard, card_game::lang::ast::KeywordName::Renown), "immune to the plot that blanks");
    t.pass_while(|t| t.st.phase == Phase::Draw);
    assert!(!t.keyword(eddard, card_game::lang::ast::KeywordName::Renown), "until the end of the phase");

    // In any phase.
    for phase in [Phase::Marshaling, Phase::Challenges, Phase::Taxation] {
        let mut t = table(Pool::default());
        let (tree, _) = (t.play(P1, "03018"), t.play(P1, "Northerner"));
        t.start(phase).use_card(P1, tree);
    }
}

#[card_test("03028")]
fn ahead_of_the_tide(pool: Pool) {
    for (plot, draws) in [("A Noble Cause", 1), ("Sneak Attack", 0)] {
        let mut t = table(pool.clone());
        let (event, theirs) = (t.hand(P1, "03028"), t.plot_deck(P2, plot));
        t.start(Phase::Plot);
        assert!(!t.uses(P1, event));
        t.pick(P1, "Filler Plot").card(P2, theirs);
        t.pass_while(|t| !t.uses(P1, event)).card(P1, event);
        let hand = t.hand_size(P1);
        t.pass_while(|t| t.topic(P1) != "first_player" && t.topic(P2) != "first_player");
        assert_eq!(t.initiative(P1), 6);
        assert_eq!(t.topic(P1) == "first_player", draws > 0);
        while let Some(seat) = [P1, P2].into_iter().find(|s| t.topic(*s) == "first_player") {
            t.act(seat, Action::Player { seat: P1 });
        }
        t.until(P1, "action_window");
        assert_eq!((t.hand_size(P1), t.initiative(P1)), (hand + draws, 6));
        t.pass_while(|t| t.st.phase == Phase::Plot);
        assert_eq!(t.initiative(P1), 3, "until the end of the phase");
    }
}

#[card_test("03037")]
fn house_florent_knight(pool: Pool) {
    let mut t = table(pool);
    let (knight, scout, wolf) = (t.hand(P1, "03037"), t.play(P1, "Scout"), t.play(P1, "Wolf"));
    let (equal, giant) = (t.play(P2, "Dornishman"), t.play(P2, "Giant"));
    t.set_gold(P1, 5);
    t.start(Phase::Marshaling).marshal(P1, knight);
    assert!(t.offers(P1, wolf) && t.offers(P1, equal) && !t.offers(P1, scout) && !t.offers(P1, giant) && !t.offers(P1, knight));
    t.card(P1, equal).quiet();
    assert_eq!((t.zone(equal), t.in_play(wolf)), (Zone::Discard, true));

    // If nobody is weaker, it goes itself.
    let mut t = table(Pool::default());
    let knight = t.hand(P1, "03037");
    t.play(P2, "Giant");
    t.set_gold(P1, 5);
    t.start(Phase::Marshaling).marshal(P1, knight);
    if t.offers(P1, knight) {
        t.card(P1, knight);
    }
    t.quiet();
    assert_eq!(t.zone(knight), Zone::Discard);
}

#[card_test("03048")]
fn snowed_under(pool: Pool) {
    let mut t = table(pool);
    t.plot(P1, "03048");
    t.plot(P2, "Sneak Attack");
    assert_eq!((t.initiative(P1), t.initiative(P2)), (0, 0));
    t.play(P2, "The Kingsroad");
    assert_eq!(t.initiative(P2), 1, "the base value");
    assert_eq!(t.reserve(P2), 5);
}

#[card_test("03003")]
fn eddard_stark(pool: Pool) {
    let mut t = table(pool);
    let (eddard, soldier, idle) = (t.play(P1, "03003"), t.play(P1, "Soldier"), t.play(P1, "Scout"));
    let theirs = t.play(P2, "Wolf");
    t.start(Phase::Challenges).attack(P1, Power, P2, &[eddard, soldier]).resolve();
    t.pass_while(|t| t.topic(P1) != "keyword_use").act(P1, Action::Yes);
    t.use_card(P1, eddard);
    assert!(!t.offers(P1, eddard) && !t.offers(P1, idle) && !t.offers(P1, theirs), "another that participates");
    if t.offers(P1, soldier) {
        t.card(P1, soldier);
    }
    t.finish();
    assert_eq!((t.power_on(eddard), t.power_on(soldier), t.power_on(idle)), (1, 1, 0));

    // Power from elsewhere is no renown.
    let mut t = table(Pool::default());
    let (eddard, soldier, minstrel) = (t.play(P1, "03003"), t.play(P1, "Soldier"), t.hand(P1, "Superior Claim"));
    t.start(Phase::Challenges).attack(P1, Power, P2, &[eddard, soldier]).resolve();
    t.use_card(P1, minstrel);
    t.pass_while(|t| {
        assert!(!t.uses(P1, eddard));
        t.topic(P1) != "keyword_use"
    });
}

#[card_test("03015")]
fn house_tully_septon(pool: Pool) {
    let mut t = table(pool);
    let (septon, north, giant) = (t.play(P1, "03015"), t.play(P1, "Northerner"), t.play(P2, "Giant"));
    let (faction, minstrel, soldier, second) =
        (t.faction(P1), t.hand(P1, "03009"), t.hand(P1, "Soldier"), t.hand(P1, "Tumblestone Knight"));
    t.set_power(faction, 1);
    t.set_power(giant, 1);
    t.set_gold(P1, 20);
    t.start(Phase::Marshaling).until(P1, "marshaling");
    assert!(!t.uses(P1, septon), "a character that you control");
    t.set_power(north, 1);
    t.set_power(septon, 2);
    t.marshal(P1, soldier).until(P1, "marshaling");
    t.use_card(P1, septon);
    assert!(t.offers(P1, north) && t.offers(P1, septon) && !t.offers(P1, giant) && !t.offers(P1, faction));
    t.card(P1, septon).until(P1, "marshaling");
    assert_eq!((t.power_on(septon), t.power_on(north)), (1, 1));
    assert!(!t.uses(P1, septon), "once per phase");
    let gold = t.gold(P1);
    t.marshal(P1, minstrel).until(P1, "marshaling");
    assert_eq!(t.gold(P1), gold - 2);
    t.marshal(P1, second).until(P1, "marshaling");
    assert_eq!(t.gold(P1), gold - 4, "only the next one");
}

#[card_test("03023")]
fn the_pack_survives(pool: Pool) {
    // Two Stark characters kneel.
    let mut t = table(pool.clone());
    let [a, b, c] = ["Northerner"; 3].map(|n| t.play(P1, n));
    let (soldier, pack) = (t.play(P1, "Soldier"), t.hand(P1, "03023"));
    let (mine, murder) = (t.hand(P1, "Push"), t.hand(P2, "Murder"));
    t.start(Phase::Challenges).card(P1, mine).card(P1, soldier);
    assert!(!t.uses(P1, pack), "an opponent's event");
    t.pass_while(|t| !t.uses(P2, murder)).card(P2, murder).card(P2, a).use_card(P1, pack);
    assert!(t.offers(P1, a) && t.offers(P1, b) && !t.offers(P1, soldier));
    t.cards(P1, &[b, c]).quiet();
    t.until(P1, "action_window");
    assert_eq!((t.in_play(a), t.kneeling(a), t.kneeling(b), t.kneeling(c)), (true, false, true, true));

    // Or a Direwolf card is sacrificed; which, one is asked.
    let mut t = table(pool.clone());
    let [a, _] = ["Northerner"; 2].map(|n| t.play(P1, n));
    let nymeria = t.attach(a, "Ribbon");
    let (wolf, pack, murder) = (t.play(P1, "Wolf"), t.hand(P1, "03023"), t.hand(P2, "Murder"));
    t.start(Phase::Challenges).pass(P1).card(P2, murder).card(P2, a).use_card(P1, pack);
    assert!(t.can(P1, "Sacrifice a Direwolf card") && t.can(P1, "Kneel 2 Stark characters"), "{:?}", t.labels(P1));
    t.act(P1, Action::Option { n: 0 }).quiet();
    t.until(P1, "action_window");
    assert_eq!((t.in_play(a), t.zone(wolf), t.in_play(nymeria)), (true, Zone::Discard, true));

    // One is not enough.
    let mut t = table(pool);
    let (a, pack, murder) = (t.play(P1, "Northerner"), t.hand(P1, "03023"), t.hand(P2, "Murder"));
    t.start(Phase::Challenges).pass(P1).card(P2, murder).card(P2, a);
    assert!(!t.uses(P1, pack));
}

#[card_test("03033")]
fn stonesnake(pool: Pool) {
    use card_game::lang::ast::KeywordName;
    let mut t = table(pool);
    let (snake, eddard) = (t.play(P1, "03033"), t.play(P2, "Grey Wind"));
    t.start(Phase::Challenges).until(P1, "initiate").declare(P1, Military, P2, &[snake]);
    t.card(P1, eddard).use_card(P1, snake).quiet();
    let labels = t.labels(P1);
    assert!(
        labels.iter().any(|l| l.to_lowercase().contains("intimidate")) && !labels.iter().any(|l| l.to_lowercase().contains("renown")),
        "{labels:?}"
    );
    let at = labels.iter().position(|l| l.to_lowercase().contains("intimidate")).expect("just seen");
    let label = labels[at].clone();
    t.pick(P1, &label).quiet();
    assert!(t.keyword(snake, KeywordName::Intimidate) && !t.keyword(snake, KeywordName::NoAttachments));
    t.pass_while(|t| t.topic(P2) != "claim" && t.st.challenge.is_some());
    if t.topic(P2) == "claim" {
        t.card(P2, eddard);
    }
    t.finish().pass_while(|t| t.st.phase == Phase::Challenges);
    assert!(!t.keyword(snake, KeywordName::Intimidate), "until the end of the phase");
}
