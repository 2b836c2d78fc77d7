//! The abilities of the plots and of the agenda Fealty of the Core Set.

use card_game::lang::ast::KeywordName;
use card_game::testing::*;
use table::Seat;
use test_macros::card_test;

use crate::card_table::{seats, table as set};

fn challenge(kind: ChallengeType, against: Seat) -> Action {
    Action::Challenge { kind, against }
}

#[card_test("01001")]
fn a_clash_of_kings(pool: Pool) {
    let mut t = set(&pool);
    let plot = t.plot(P1, "A Clash of Kings");
    let (a, b) = (t.play(P1, "Man"), t.play(P1, "Man"));
    let (mine, theirs) = (t.faction(P1), t.faction(P2));
    t.set_power(theirs, 3);
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]).resolve();
    assert!(!t.uses(P1, plot), "only power challenges");
    t.finish();
    t.attack(P1, Power, P2, &[b]).resolve();
    t.use_card(P1, plot);
    assert_eq!((t.power_on(mine), t.power_on(theirs)), (2, 2), "one for unopposed, one moved");

    // Nothing to move.
    let mut t = set(&pool);
    let plot = t.plot(P1, "A Clash of Kings");
    let a = t.play(P1, "Man");
    t.start(Phase::Challenges);
    t.attack(P1, Power, P2, &[a]).resolve();
    assert!(!t.uses(P1, plot));
}

#[card_test("01002")]
fn a_feast_for_crows(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P2, "A Feast for Crows");
    t.play(P1, "Man");
    t.start(Phase::Dominance);
    t.pass_all();
    assert_eq!(t.power(P2), 0, "a lost dominance gives nothing");

    let mut t = set(&pool);
    let plot = t.plot(P1, "A Feast for Crows");
    t.play(P1, "Man");
    t.start(Phase::Dominance);
    t.use_card(P1, plot);
    assert_eq!(t.power(P1), 3);
    assert_eq!(t.power_on(t.faction(P1)), 3);
}

#[card_test("01003")]
fn a_game_of_thrones(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "A Game of Thrones");
    let (a, _, _) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P2, "Giant"));
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    assert_eq!(t.legal(P1), [challenge(Intrigue, P2), Action::Pass]);
    t.attack(P1, Intrigue, P2, &[a]).finish();
    t.until(P1, "initiate");
    assert!(t.may(P1, &challenge(Military, P2)) && t.may(P1, &challenge(Power, P2)));
    // Each player for himself.
    t.pass(P1).until(P2, "initiate");
    assert_eq!(t.legal(P2), [challenge(Intrigue, P1), Action::Pass]);
}

#[card_test("01004")]
fn a_noble_cause(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "A Noble Cause");
    let (man, lord, _) = (t.hand(P1, "Man"), t.hand(P1, "Lord"), t.hand(P1, "Lady"));
    t.hand(P2, "Lord");
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(t.can(P1, "Marshal Lord (1 gold)") && t.can(P1, "Marshal Lady (1 gold)"));
    assert!(t.can(P1, "Marshal Man (2 gold)"));
    t.marshal(P1, man).until(P1, "marshaling");
    t.marshal(P1, lord).until(P1, "marshaling");
    assert_eq!(t.gold(P1), 12);
    assert!(t.can(P1, "Marshal Lady (3 gold)"), "only the first");
    t.pass(P1).until(P2, "marshaling");
    assert!(t.can(P2, "Marshal Lord (3 gold)"), "only yours");
}

#[card_test("01005")]
fn a_storm_of_swords(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "A Storm of Swords");
    let (a, b, _) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P1, "Man"));
    t.start(Phase::Challenges);
    t.attack(P1, Military, P2, &[a]).finish();
    t.attack(P1, Military, P2, &[b]).finish();
    t.until(P1, "initiate");
    assert!(!t.may(P1, &challenge(Military, P2)), "one more, not two");
    assert!(t.may(P1, &challenge(Power, P2)));
}

#[card_test("01006")]
fn building_orders(pool: Pool) {
    let mut t = set(&pool);
    let deep = t.deck(P1, "The Kingsroad");
    for _ in 0..7 {
        t.deck(P1, "Man");
    }
    let (man, road, chain) = (t.deck(P1, "Lord"), t.deck(P1, "The Roseroad"), t.deck(P1, "Chain"));
    t.reveal_plot(P1, "Building Orders");
    assert_eq!(t.topic(P1), "search");
    assert!(t.offers(P1, road) && t.offers(P1, chain) && t.may(P1, &Action::Pass));
    assert!(!t.offers(P1, man), "no character");
    assert!(!t.offers(P1, deep), "only the top ten");
    t.cards(P1, &[road]);
    assert_eq!((t.zone(road), t.zone(chain)), (Zone::Hand, Zone::Deck));
    assert!(t.told().contains("reveals"), "{}", t.told());
    assert!(t.told().contains("shuffles"));
}

#[card_test("01007")]
fn calling_the_banners(pool: Pool) {
    let mut t = seats(&pool, 3);
    t.play(P2, "Man");
    let _ = [(); 3].map(|()| t.play(P3, "Man"));
    t.play(P3, "Keep");
    t.reveal_plot(P1, "Calling the Banners");
    assert!(t.may(P1, &Action::Player { seat: P2 }));
    assert!(!t.may(P1, &Action::Player { seat: P1 }), "an opponent");
    t.act(P1, Action::Player { seat: P3 });
    assert_eq!((t.gold(P1), t.gold(P2), t.gold(P3)), (3, 0, 0));
}

#[card_test("01008")]
fn calm_over_westeros(pool: Pool) {
    let mut t = set(&pool);
    let (man, lamb) = (t.play(P2, "Giant"), t.play(P1, "Wall"));
    let other = t.play(P2, "Man");
    t.reveal_plot(P1, "Calm Over Westeros");
    assert_eq!(t.topic(P1), "name_type");
    t.act(P1, Action::Challengetype { kind: Military });
    assert_eq!(t.claim(P2), 1, "only during such a challenge");
    t.until(P2, "initiate");
    t.attack(P2, Military, P1, &[man]);
    assert_eq!(t.claim(P2), 0);
    t.finish();
    assert!(t.in_play(lamb), "claim 0 kills nobody");
    t.attack(P2, Intrigue, P1, &[other]);
    assert_eq!(t.claim(P2), 1, "only the named type");
    // Until you reveal a new plot.
    let winds = t.plot_deck(P1, "The Winds of Winter");
    t.pass_while(|t| t.topic(P1) != "choose_plot");
    t.choose_plots(P1, winds);
    t.attack(P2, Military, P1, &[man]);
    assert_eq!(t.claim(P2), 1);
}

#[card_test("01009")]
fn confiscation(pool: Pool) {
    let mut t = set(&pool);
    let (a, b) = (t.play(P1, "Man"), t.play(P2, "Man"));
    let (mine, theirs) = (t.attach(a, "Chain"), t.attach(b, "Chain"));
    t.reveal_plot(P1, "Confiscation");
    assert!(t.offers(P1, mine) && t.offers(P1, theirs) && !t.offers(P1, b));
    t.cards(P1, &[theirs]);
    assert_eq!(t.zone(theirs), Zone::Discard);
    assert!(t.in_play(mine));
}

#[card_test("01010")]
fn counting_coppers(pool: Pool) {
    let mut t = set(&pool);
    t.reveal_plot(P1, "Counting Coppers");
    assert_eq!((t.hand_size(P1), t.hand_size(P2)), (4, 1));
}

#[card_test("01011")]
fn filthy_accusations(pool: Pool) {
    let mut t = set(&pool);
    let (mine, theirs, knelt, keep) = (t.play(P1, "Man"), t.play(P2, "Man"), t.play(P2, "Man"), t.play(P2, "Keep"));
    t.kneel(knelt);
    t.reveal_plot(P1, "Filthy Accusations");
    assert!(t.offers(P1, mine) && t.offers(P1, theirs));
    assert!(!t.offers(P1, knelt) && !t.offers(P1, keep));
    t.cards(P1, &[theirs]);
    assert!(t.kneeling(theirs) && !t.kneeling(mine));
}

#[card_test("01012")]
fn fortified_position(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "Fortified Position");
    let (robert, man, tywin) = (t.play(P2, "Robert Baratheon"), t.play(P1, "Man"), t.play(P1, "Tywin Lannister"));
    let iron = t.play(P1, "The Kingsroad");
    t.kneel(man);
    t.set_gold(P1, 3);
    assert_eq!((t.strength(robert), t.strength(tywin)), (5, 6));
    assert!(!t.keyword(robert, KeywordName::Renown) && !t.keyword(tywin, KeywordName::Renown));
    assert!(t.keyword(iron, KeywordName::Limited), "characters only");
    let view = t.view(P1);
    let shown = view.cards.iter().find(|c| c.id == robert.to_string()).expect("in play");
    assert!(shown.traits.contains(&"King".to_owned()), "traits stay: {:?}", shown.traits);
    // What it gains from elsewhere it keeps.
    let stannis = t.play(P1, "Stannis Baratheon");
    t.attach(stannis, "Lightbringer");
    t.attach(stannis, "Little Bird");
    assert!(t.keyword(stannis, KeywordName::Renown) && t.icon(stannis, Intrigue));
}

#[card_test("01013")]
fn heads_on_spikes(pool: Pool) {
    let mut t = set(&pool);
    t.empty_hand(P2);
    let man = t.hand(P2, "Man");
    t.reveal_plot(P1, "Heads on Spikes");
    assert_eq!((t.zone(man), t.power(P1)), (Zone::Dead, 2));

    let mut t = set(&pool);
    t.empty_hand(P2);
    let keep = t.hand(P2, "Keep");
    t.reveal_plot(P1, "Heads on Spikes");
    assert_eq!((t.zone(keep), t.power(P1)), (Zone::Discard, 0));
}

#[card_test("01014")]
fn jousting_contest(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "Jousting Contest");
    let (a, _, c, _) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P2, "Man"), t.play(P2, "Man"));
    t.start(Phase::Challenges);
    t.until(P1, "initiate");
    t.act(P1, challenge(Military, P2)).card(P1, a);
    assert_eq!(t.st.challenge.as_ref().expect("nobody else may attack").attackers.len(), 1);
    t.until(P2, "defenders");
    t.card(P2, c);
    assert_ne!(t.topic(P2), "defenders", "nobody else may defend");
    assert_eq!(t.st.challenge.as_ref().expect("still on").defenders.len(), 1);
}

#[card_test("01015")]
fn marched_to_the_wall(pool: Pool) {
    let mut t = set(&pool);
    let (a, b) = (t.play(P1, "Man"), t.play(P1, "Man"));
    let (hero, d) = (t.play(P2, "Hero"), t.play(P2, "Man"));
    let copy = t.duplicate(hero);
    t.reveal_plot(P1, "Marched to the Wall");
    assert!(t.offers(P1, a) && !t.offers(P1, hero), "each player his own");
    t.cards(P1, &[b]);
    assert!(t.in_play(b), "all at once");
    assert!(!t.offers(P2, a));
    t.cards(P2, &[hero]);
    assert_eq!((t.zone(b), t.zone(hero), t.zone(copy)), (Zone::Discard, Zone::Discard, Zone::Discard), "cannot be saved");
    assert!(t.in_play(a) && t.in_play(d));

    // If able.
    let mut t = set(&pool);
    let c = t.play(P2, "Man");
    t.reveal_plot(P1, "Marched to the Wall");
    t.cards(P2, &[c]);
    assert_eq!(t.zone(c), Zone::Discard);
}

#[card_test("01016")]
fn marching_orders(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "Marching Orders");
    let (man, keep, chain) = (t.hand(P1, "Man"), t.hand(P1, "Keep"), t.hand(P1, "Chain"));
    let event = t.hand(P1, "Consolidation of Power");
    let theirs = t.hand(P2, "Keep");
    t.play(P1, "Man");
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    assert!(t.offers(P1, man));
    assert!(!t.offers(P1, keep) && !t.offers(P1, chain) && !t.uses(P1, event));
    t.pass(P1).until(P2, "marshaling");
    assert!(t.offers(P2, theirs));
}

#[card_test("01017")]
fn naval_superiority(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "Naval Superiority");
    t.plot(P2, "Calling the Banners");
    assert_eq!((t.income(P1), t.income(P2)), (2, 0));
    t.play(P2, "The Roseroad");
    assert_eq!(t.income(P2), 1, "the base value");
    t.plot(P2, "Marching Orders");
    assert_eq!(t.income(P2), 1, "an edict");
    t.plot(P2, "A Clash of Kings");
    assert_eq!(t.income(P2), 5);
}

#[card_test("01018", ability = 1)]
fn power_behind_the_throne_token(pool: Pool) {
    let mut t = set(&pool);
    let plot = t.reveal_plot(P1, "Power Behind the Throne");
    let view = t.view(P2);
    let shown = view.cards.iter().find(|c| c.id == plot.to_string()).expect("revealed");
    assert_eq!(shown.tokens.get("stand"), Some(&1));
}

#[card_test("01018", ability = 2)]
fn power_behind_the_throne_action(pool: Pool) {
    let mut t = set(&pool);
    let (knelt, standing, theirs) = (t.play(P1, "Man"), t.play(P1, "Man"), t.play(P2, "Man"));
    let keep = t.play(P1, "Keep");
    [knelt, theirs, keep].into_iter().for_each(|id| t.kneel(id));
    let plot = t.reveal_plot(P1, "Power Behind the Throne");
    t.until(P1, "action_window");
    assert!(t.uses(P1, plot));
    t.use_card(P1, plot);
    assert!(t.offers(P1, knelt) && t.offers(P1, theirs), "any character");
    assert!(!t.offers(P1, standing) && !t.offers(P1, keep));
    t.cards(P1, &[knelt]);
    assert!(!t.kneeling(knelt) && t.kneeling(theirs));
    t.until(P1, "action_window");
    assert!(!t.uses(P1, plot), "the token is spent");
}

#[card_test("01019")]
fn rebuilding(pool: Pool) {
    let mut t = set(&pool);
    let mine = ["Man", "Giant", "Keep", "Chain"].map(|name| t.discard(P1, name));
    let theirs = t.discard(P2, "Man");
    t.reveal_plot(P1, "Rebuilding");
    assert!(t.may(P1, &Action::Pass), "up to three");
    assert!(mine.iter().all(|id| t.offers(P1, *id)) && !t.offers(P1, theirs));
    t.cards(P1, &mine[..3]);
    assert!(mine[..3].iter().all(|id| t.zone(*id) == Zone::Deck));
    assert_eq!(t.zone(mine[3]), Zone::Discard);
    assert_eq!(t.deck_len(P1), 23);
}

#[card_test("01020")]
fn reinforcements(pool: Pool) {
    let mut t = set(&pool);
    let (dear, cheap) = (t.hand(P1, "Tywin Lannister"), t.hand(P1, "Man"));
    let (five, keep) = (t.discard(P1, "Littlefinger"), t.discard(P1, "Keep"));
    let theirs = t.discard(P2, "Man");
    t.reveal_plot(P1, "Reinforcements");
    assert!(t.offers(P1, cheap) && t.offers(P1, five));
    assert!(!t.offers(P1, dear) && !t.offers(P1, keep) && !t.offers(P1, theirs));
    t.cards(P1, &[five]);
    assert!(t.in_play(five));
    assert_eq!(t.gold(P1), 0, "put into play");
    assert!(!t.uses(P1, five), "it was not marshaled");
}

#[card_test("01021")]
fn sneak_attack(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "Sneak Attack");
    let (a, _) = (t.play(P1, "Man"), t.play(P1, "Man"));
    let (c, _) = (t.play(P2, "Giant"), t.play(P2, "Giant"));
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[a]).finish();
    t.pass_while(|t| t.topic(P1) != "initiate" && t.topic(P2) != "initiate");
    assert_eq!(t.topic(P2), "initiate");
    t.attack(P2, Intrigue, P1, &[c]).finish();
    t.until(P2, "initiate");
}

#[card_test("01022")]
fn summons(pool: Pool) {
    let mut t = set(&pool);
    let deep = t.deck(P1, "Lord");
    for _ in 0..8 {
        t.deck(P1, "Keep");
    }
    let (man, road) = (t.deck(P1, "Man"), t.deck(P1, "The Roseroad"));
    t.reveal_plot(P1, "Summons");
    assert!(t.offers(P1, man) && t.may(P1, &Action::Pass));
    assert!(!t.offers(P1, road) && !t.offers(P1, deep));
    t.cards(P1, &[man]);
    assert_eq!(t.zone(man), Zone::Hand);
    assert!(t.told().contains("shuffles"));
}

#[card_test("01023")]
fn supporting_the_faith(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P2, "Supporting the Faith");
    t.play(P1, "Man");
    t.set_gold(P1, 4);
    t.set_gold(P2, 2);
    t.start(Phase::Challenges);
    t.pass_while(|t| t.topic(P1) != "initiate");
    assert_eq!((t.gold(P1), t.gold(P2)), (0, 0));

    let mut t = set(&pool);
    t.plot(P2, "Supporting the Faith");
    t.set_gold(P1, 4);
    t.start(Phase::Dominance);
    assert_eq!(t.gold(P1), 4, "only in the challenges phase");
}

#[card_test("01024")]
fn taxation(pool: Pool) {
    let mut t = set(&pool);
    t.plot(P1, "Taxation");
    let (a, b, c) = (t.hand(P1, "The Roseroad"), t.hand(P1, "The Kingsroad"), t.hand(P1, "Sea Tower"));
    let (d, e) = (t.hand(P2, "The Roseroad"), t.hand(P2, "Sea Tower"));
    t.start(Phase::Marshaling);
    t.marshal(P1, a).until(P1, "marshaling");
    t.marshal(P1, b).until(P1, "marshaling");
    assert!(!t.may(P1, &Action::Marshal { card: c }), "one more, not two");
    t.marshal(P2, d).until(P2, "marshaling");
    assert!(!t.may(P2, &Action::Marshal { card: e }), "only you");
}

#[card_test("01026")]
fn wildfire_assault(pool: Pool) {
    let mut t = set(&pool);
    let mine: Vec<Id> = (0..4).map(|_| t.play(P1, "Man")).collect();
    let (hero, d, keep) = (t.play(P2, "Hero"), t.play(P2, "Man"), t.play(P2, "Keep"));
    let copy = t.duplicate(hero);
    t.reveal_plot(P1, "Wildfire Assault");
    assert!(!t.offers(P1, hero) && t.may(P1, &Action::Pass));
    t.cards(P1, &mine[..3]);
    assert!(t.in_play(mine[3]), "all at once");
    t.cards(P2, &[d]);
    assert!(mine[..3].iter().all(|id| t.in_play(*id)) && t.in_play(d) && t.in_play(keep));
    assert_eq!((t.zone(mine[3]), t.zone(hero), t.zone(copy)), (Zone::Dead, Zone::Dead, Zone::Discard), "cannot be saved");
}

#[card_test("01027")]
fn fealty(pool: Pool) {
    let mut t = set(&pool);
    let fealty = t.agenda(P1, "Fealty");
    let robert = t.hand(P1, "Robert Baratheon");
    t.hand(P1, "Melisandre");
    t.set_gold(P1, 10);
    t.start(Phase::Marshaling);
    t.until(P1, "marshaling");
    t.use_card(P1, fealty).until(P1, "marshaling");
    assert!(t.kneeling(t.faction(P1)));
    assert!(t.can(P1, "Marshal Robert Baratheon (6 gold)"));
    assert!(t.can(P1, "Marshal Melisandre (5 gold)"), "loyal cards only");
    assert!(!t.uses(P1, fealty), "the faction card kneels");
    t.marshal(P1, robert).until(P1, "marshaling");
    assert_eq!(t.gold(P1), 9);

    // The next loyal card that is played counts as well.
    let mut t = set(&pool);
    let fealty = t.agenda(P1, "Fealty");
    let event = t.hand(P1, "Consolidation of Power");
    let man = t.play(P1, "Man");
    t.start(Phase::Marshaling);
    t.use_card(P1, fealty);
    t.use_card(P1, event).cards(P1, &[man]);
    assert_eq!(t.gold(P1), 5);
}
