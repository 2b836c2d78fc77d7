//! The log as people read it: every line a natural sentence with the rule it follows from.

use card_game::bot::Steward;
use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::testing::{Intrigue, P1, P2, Phase, Table};
use card_game::view::{Event, What};
use card_game::{Rules, Rulings, Setup, State};
use table::contract::Dice;
use table::{Chance, Game, Viewer};

/// The log of a game between ready decks, by the steward (`None`: by dice), up to a number of rounds.
fn log(seats: usize, game: usize, dice: Option<u64>, rounds: u32) -> Vec<Event> {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    let setup = Setup { seats: (0..seats).map(|s| decks[(game + 3 * s) % decks.len()].clone()).collect(), titles: seats > 2 };
    let mut events = Vec::new();
    let mut st = State::new(&rules, &setup, Chance::seeded(game as u64), &mut events).unwrap();
    let (mut dice, mut bots) = (dice.map(Dice::new), vec![Steward::default(); seats]);
    let mut list = Vec::new();
    while st.outcome.is_none() && st.round <= rounds {
        let seat = match &mut dice {
            Some(dice) => dice.seat(&st).unwrap(),
            None => st.acting().iter().next().unwrap(),
        };
        st.legal(&rules, seat, &mut list);
        let pick = match &mut dice {
            Some(dice) => dice.below(list.len() as u32),
            None => {
                let prompt = st.prompt(&rules, seat).unwrap();
                bots[seat.index()].pick(&rules, &st.view(&rules, Viewer::Seat(seat)), &prompt, &list)
            }
        };
        st.apply(&rules, seat, pick, &mut events).unwrap();
    }
    events
}

fn print(events: &[Event]) {
    for e in events {
        let only = e.only.map_or(String::new(), |o| format!(" <{o:b}>"));
        println!("{:<34}{only} {}", e.rule.as_deref().unwrap_or("-"), e.text);
    }
}

/// A challenge of each type between these, with what they are paid and told for.
const CARDS: &str = r#"[
(code: "x1", name: "Raider", kind: character, cost: 3, str: 6, icons: "MIP", keywords: [Pillage, Renown]),
(code: "x2", name: "Peasant", kind: character, cost: 1, str: 1, icons: "I"),
(code: "x3", name: "Cloak", kind: attachment, cost: 1),
(code: "x4", name: "Reader", kind: character, cost: 2, str: 1,
 abilities: [Action(cost: [DiscardFromHand(1, [])], choose: ("it", [Character, ControlledBy(Opponent)]), effect: Kneel("it"))]),
(code: "x5", name: "Rout", kind: event, cost: 1,
 abilities: [Action(choose: ("it", [Character, ControlledBy(Opponent)]), effect: ShuffleIntoDeck("it"))]),
(code: "x6", name: "Seeker", kind: character, cost: 1, str: 1, abilities: [Action(effect: Search(top: 3, for: Attachment))]),
]"#;

/// The rule and the sentence of the first line that holds this.
fn line<'a>(t: &'a Table, part: &str) -> (&'a str, String) {
    let shown = |e: &'a Event| (e.rule.as_deref().unwrap_or(""), bare(&e.text));
    t.events.iter().map(shown).find(|(_, text)| text.contains(part)).unwrap_or_else(|| panic!("{part:?} is not told:\n{}", t.told()))
}

/// The sentence with cards by their names.
fn bare(text: &str) -> String {
    let mut out = String::new();
    for (i, piece) in text.split(['[', ']']).enumerate() {
        out.push_str(if i % 2 == 1 { piece.split('|').nth(1).unwrap_or(piece) } else { piece });
    }
    out
}

fn is(t: &Table, rule: &str, text: &str) {
    assert_eq!(line(t, text), (rule, text.to_owned()));
}

#[test]
fn discards_say_whose_card_from_where_and_why() {
    let mut t = Table::new(CARDS);
    let raider = t.play(P1, "Raider");
    t.play(P2, "Peasant");
    t.start(Phase::Challenges);
    t.attack(P1, Intrigue, P2, &[raider]);
    t.finish();
    while t.topic(P1).starts_with("keyword") {
        let first = t.legal(P1)[0].clone();
        t.act(P1, first);
    }
    is(&t, "RR.fw.4.2", "{P1} attacks {P2}: intrigue challenge with Raider.");
    is(&t, "RR.fw.4.2.4", "Filler is discarded at random from {P2}'s hand for intrigue claim.");
    is(&t, "RR.fw.4.2.5", "{P1} uses pillage of Raider.");
    is(&t, "RR.glossary.pillage.1", "Filler is discarded from {P2}'s deck by pillage of Raider.");
    is(&t, "RR.glossary.gains.2", "Raider gains 1 power.");
    is(&t, "RR.glossary.gains.2", "{P1} gains 1 power for the faction.");
}

#[test]
fn a_use_is_told_before_its_costs_and_its_targets_after_them() {
    let mut t = Table::new(CARDS);
    let reader = t.play(P1, "Reader");
    let peasant = t.play(P2, "Peasant");
    t.play(P2, "Raider");
    t.empty_hand(P1);
    t.hand(P1, "Cloak");
    t.start(Phase::Challenges);
    t.card(P1, reader);
    t.card(P1, peasant);
    let told: Vec<String> = t.events.iter().map(|e| bare(&e.text)).skip_while(|text| text != "{P1} uses Reader.").take(4).collect();
    let said = ["{P1} uses Reader.", "{P1} discards Cloak from hand as a cost of Reader.", "{P1} chooses Peasant.", "Peasant kneels."];
    assert_eq!(told, said);
}

/// In a shuffled deck the id of a card stands for any card there: what went in is told by its name, without the id.
#[test]
fn a_card_that_is_shuffled_away_is_told_as_what_it_was() {
    let mut t = Table::new(CARDS);
    let peasant = t.play(P2, "Peasant");
    t.attach(peasant, "Cloak");
    let rout = t.hand(P1, "Rout");
    t.set_gold(P1, 1);
    t.start(Phase::Challenges);
    t.card(P1, rout);
    t.card(P1, peasant);
    t.pass_while(|t| t.in_play(peasant));
    is(&t, "RR.glossary.gold.1", "{P1} pays 1 gold.");
    let at = |part: &str| t.events.iter().position(|e| bare(&e.text) == part).unwrap_or_else(|| panic!("{part}:\n{}", t.told()));
    assert!(at("{P1} plays Rout.") < at("{P1} pays 1 gold."));
    assert!(at("{P1} pays 1 gold.") < at("{P1} chooses Peasant."));
    let went = at("Peasant leaves play by Rout and goes into {P2}'s deck, which is shuffled.");
    assert!(went < at("Cloak on it returns to {P2}'s hand."));
    assert!(t.events[went].text.starts_with("[|Peasant|"), "{}", t.events[went].text);
    assert!(matches!(&t.events[went].what, What::Moved { card: None, code: Some(code), .. } if code == "x2"));
}

/// Whoever looks through a deck is told which cards these are, also where none of them may be taken; nobody else is. What a view shows
/// from now on was told to its viewer: a game dealt anew for the viewer differs from here, and not without notice.
#[test]
fn who_searches_is_told_the_cards_and_nobody_else() {
    let mut t = Table::new(CARDS);
    let seeker = t.play(P1, "Seeker");
    let top = [t.deck(P1, "Rout"), t.deck(P1, "Reader"), t.deck(P1, "Raider")];
    t.start(Phase::Challenges);
    t.use_card(P1, seeker);
    assert_eq!((t.topic(P1), t.labels(P1).len()), ("search".to_owned(), 1), "nothing may be taken");
    let told = |viewer: Viewer| -> Vec<Event> {
        let here = t.events.iter().filter(|e| e.rule.as_deref() == Some("RR.glossary.search.1"));
        here.filter_map(|e| t.st.tell(&t.rules, viewer, e)).collect()
    };
    let mine = told(Viewer::Seat(P1));
    assert_eq!(mine.len(), 1);
    let What::Revealed { cards, codes } = &mine[0].what else { panic!("{:?}", mine[0].what) };
    assert_eq!(codes, &["x1", "x4", "x5"], "from the top on");
    assert!(top.iter().all(|id| cards.contains(id)) && cards.len() == 3);
    let seen = |seat| t.view(seat).cards.iter().filter(|c| top.iter().any(|id| id.to_string() == c.id) && c.code.is_some()).count();
    assert_eq!((seen(P1), seen(P2)), (3, 0), "the view agrees");
    for viewer in [Viewer::Seat(P2), Viewer::Spectator] {
        let theirs = told(viewer);
        assert_eq!(theirs.len(), 1);
        assert_eq!((&theirs[0].what, &theirs[0].text), (&What::Note, &mine[0].text));
    }
}

#[test]
fn standings_come_with_the_winner_first() {
    let mut t = Table::new(CARDS);
    t.play(P2, "Raider");
    t.start(Phase::Dominance);
    is(&t, "RR.fw.5.2", "{P2} wins dominance (6 to 0).");
    let events = log(4, 2, None, 1);
    let text = |what: fn(&What) -> bool| bare(&events.iter().find(|e| what(&e.what)).expect("told").text);
    let initiative = text(|w| matches!(w, What::Initiative { .. }));
    let (winner, values) = initiative.split_once(" wins initiative (").expect("a winner");
    assert!(values.starts_with(winner), "{initiative}");
    assert_eq!(values.matches("{P").count(), 4, "{initiative}");
}

/// All that is told in whole games: sentences, each by a rule that there is, none twice in a row to the same people.
#[test]
fn whole_games_are_told_in_sentences() {
    let ids: std::collections::BTreeSet<&str> =
        include_str!("../../../xtask/data/ids.txt").lines().filter_map(|line| line.split_whitespace().next()).collect();
    for (seats, game, dice) in [(2, 0, None), (2, 5, Some(3)), (4, 2, None)] {
        let events = log(seats, game, dice, 4);
        assert!(events.len() > 150);
        let mut steps = 0;
        for event in &events {
            let (rule, text) = (event.rule.as_deref().unwrap_or(""), bare(&event.text));
            assert!(ids.contains(rule), "{rule:?}: {text}");
            if let What::Step { .. } = event.what {
                steps += 1;
                continue;
            }
            assert!(text.ends_with('.') && !text.contains("..") && !text.contains("  ") && !text.contains(" ."), "{text:?}");
            assert!(!text.contains("its owner") && !text.contains("faction card") && !text.contains("1 cards"), "{text:?}");
            assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '{' || c == '"'), "{text:?}");
        }
        assert!(steps > 40);
        for part in
            ["collects", "income 4, initiative", "as income", "draws 2 cards", "kneels", "marshals", "to the treasury", "wins initiative ("]
        {
            assert!(events.iter().any(|e| e.text.contains(part)), "{part}");
        }
    }
}

/// For reading: `SEATS=4 GAME=1 DICE=7 cargo test -p card-game --test engine log_texts -- --ignored --nocapture`.
#[test]
#[ignore = "prints logs for reading"]
fn print_logs() {
    let n = |key: &str, or: usize| std::env::var(key).ok().and_then(|n| n.parse().ok()).unwrap_or(or);
    let dice = std::env::var("DICE").ok().and_then(|n| n.parse().ok());
    print(&log(n("SEATS", 2), n("GAME", 0), dice, n("ROUNDS", 8) as u32));
}
