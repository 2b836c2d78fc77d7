//! Position texts of random games: loss-free for what is on the table, the same text again, the same game onwards.

use std::collections::BTreeMap;

use card_game::decks::ready;
use card_game::kernel::ask::List;
use card_game::kernel::state::Frame;
use card_game::pool::Pool;
use card_game::position;
use card_game::view::{Action, CardView, Id, View};
use card_game::{Rules, Rulings, Setup, State};
use table::{Applied, Chance, Game, Seat, Viewer};

/// A tiny generator for picks (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

fn begin(rules: &Rules, game: usize, seats: usize, titles: bool) -> State {
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    let deck = |seat: usize| decks[(game / decks.len().pow(seat as u32) + game) % decks.len()].clone();
    let setup = Setup { seats: (0..seats).map(deck).collect(), titles };
    State::new(rules, &setup, Chance::seeded(game as u64), &mut ()).expect("a game")
}

/// What a card looks like, without its id.
fn face(card: &CardView, all: &BTreeMap<String, &CardView>) -> String {
    let other = |id: &String| all.get(id).map_or("?".to_owned(), |c| format!("{:?} {}", c.code, c.controller));
    let mut on: Vec<String> = card.attachments.iter().chain(&card.duplicates).map(other).collect();
    on.sort();
    let bare = CardView { id: String::new(), host: card.host.as_ref().map(other), attachments: on, duplicates: Vec::new(), ..card.clone() };
    // Where STR and notes come from names cards by their ids.
    let bare = CardView { str_from: without_ids(&bare.str_from), notes: without_ids(&bare.notes), ..bare };
    format!("{bare:?}")
}

fn without_ids(lines: &[String]) -> Vec<String> {
    let strip = |line: &String| {
        let mut out = String::new();
        let mut rest = line.as_str();
        while let Some((before, after)) = rest.split_once("[c") {
            out.push_str(before);
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        out + rest
    };
    lines.iter().map(strip).collect()
}

/// A view without ids, the order of cards, and what counts decisions.
fn table_of(view: &View) -> (Vec<String>, String) {
    let all: BTreeMap<String, &CardView> = view.cards.iter().map(|c| (c.id.clone(), c)).collect();
    let mut cards: Vec<String> = view.cards.iter().map(|c| face(c, &all)).collect();
    cards.sort();
    let count = |n: usize| n.to_string();
    let challenge = view.challenge.clone().map(|c| {
        let names = |ids: &[String]| {
            let mut names: Vec<_> = ids.iter().map(|id| all[id].code.clone()).collect();
            names.sort();
            format!("{names:?}")
        };
        let sides = names(&c.attackers) + &names(&c.defenders);
        (sides, format!("{:?}", card_game::view::ChallengeView { attackers: Vec::new(), defenders: Vec::new(), ..c }))
    });
    let rest = View { cards: Vec::new(), challenge: None, lasting: without_ids(&view.lasting), ..view.clone() };
    // Titles stand among the cards.
    let mut rest = View { titles: None, ..rest };
    for player in &mut rest.players {
        player.title = player.title.as_ref().and_then(|id| all.get(id)).and_then(|card| card.code.clone());
    }
    (cards, format!("{} {challenge:?} {rest:?}", count(view.cards.len())))
}

fn viewers(st: &State) -> Vec<Viewer> {
    (0..st.players.len() as u8).map(|s| Viewer::Seat(Seat(s))).chain([Viewer::Spectator, Viewer::All]).collect()
}

/// Both games show everybody the same.
fn same_table(rules: &Rules, a: &State, b: &State, text: &str) {
    for viewer in viewers(a) {
        let ((cards_a, rest_a), (cards_b, rest_b)) = (table_of(&a.view(rules, viewer)), table_of(&b.view(rules, viewer)));
        for (a, b) in cards_a.iter().zip(&cards_b) {
            assert_eq!(a, b, "{viewer:?} sees another card\n{text}");
        }
        assert_eq!(cards_a.len(), cards_b.len(), "{text}");
        assert_eq!(rest_a, rest_b, "{viewer:?} sees another table\n{text}");
    }
}

/// The same action with the cards of the other game.
fn translated(action: &Action, map: &BTreeMap<Id, Id>) -> Action {
    let mut value = serde_json::to_value(action).unwrap();
    for key in ["card", "on"] {
        if let Some(id) = value.get(key).and_then(|v| v.as_str()).map(|s| s.parse::<Id>().unwrap()) {
            value[key] = serde_json::to_value(map[&id]).unwrap();
        }
    }
    serde_json::from_value(value).unwrap()
}

/// A whole answer of the first seat that is asked, picked at random; applied.
fn answer(rules: &Rules, st: &mut State, dice: &mut Dice) -> (Seat, Vec<Action>) {
    let seat = st.acting().iter().next().unwrap();
    let (mut list, mut picks) = (Vec::new(), Vec::new());
    loop {
        st.legal(rules, seat, &mut list);
        let at = dice.below(list.len());
        picks.push(list[at].clone());
        if st.apply(rules, seat, at as u32, &mut ()).unwrap() != Applied::Drafting {
            return (seat, picks);
        }
    }
}

/// Gives the same answer in the other game: a set in its own order of candidates, and a like card where copies lie otherwise.
fn follow(rules: &Rules, a: &State, b: &mut State, seat: Seat, picks: &[Action], map: &BTreeMap<Id, Id>) {
    // A label, and whose card it is about: both sides may have cards of one name.
    let label = |st: &State, action: &Action| {
        let value = serde_json::to_value(action).unwrap();
        let owner = value.get("card").and_then(|id| id.as_str()).map(|id| st.card(id.parse().unwrap()).owner);
        format!("{owner:?} {}", without_ids(&[st.label_of(rules, seat, action)])[0])
    };
    let mut left: Vec<(Action, String)> = picks.iter().map(|p| (translated(p, map), label(a, p))).collect();
    let ordered = b.asks.iter().any(|ask| ask.seat == seat && matches!(ask.list, List::Order(_)));
    let mut list = Vec::new();
    let mut applied = Applied::Drafting;
    while applied == Applied::Drafting {
        b.legal(rules, seat, &mut list);
        // Where candidates lie in another order, the last of a set may or may not close it by itself.
        if left.is_empty() {
            left.push((Action::Done, label(b, &Action::Done)));
        }
        let of = if ordered { &left[..1] } else { &left[..] };
        let place = |(wanted, text): &(Action, String)| {
            let like = |listed: &&Action| label(b, listed) == *text;
            let exact = list.iter().position(|l| l == wanted && like(&l));
            exact.or_else(|| list.iter().position(|l| like(&l)))
        };
        // Candidates in their order; closing or passing only when nothing else is meant.
        let closing = |action: &Action| matches!(action, Action::Done | Action::Pass);
        let found = of.iter().enumerate().filter_map(|(n, wanted)| Some((closing(&wanted.0), place(wanted)?, n))).min();
        let Some((_, at, n)) = found else { panic!("{left:?} not among {list:?} ({picks:?})") };
        left.remove(n);
        applied = b.apply(rules, seat, at as u32, &mut ()).unwrap();
    }
    assert!(left.iter().all(|(action, _)| *action == Action::Done), "{left:?}");
}

/// Runs the original and what was read from its text side by side; wherever both can be written, the texts are equal.
fn side_by_side(rules: &Rules, a: &State, seed: u64, most: usize) -> usize {
    let (mut a, mut dice) = (a.clone(), Dice(seed));
    let (text, ids) = position::write_with_ids(rules, &a).unwrap();
    let mut b = position::read(rules, &text).unwrap();
    let mut map: BTreeMap<Id, Id> = ids.iter().enumerate().map(|(n, id)| (*id, Id(n as u16))).collect();
    let mut compared = 0;
    for _ in 0..most {
        if a.outcome.is_some() {
            break;
        }
        let before = a.clone();
        let (seat, picks) = answer(rules, &mut a, &mut dice);
        follow(rules, &before, &mut b, seat, &picks, &map);
        b.invariants(rules).unwrap_or_else(|e| panic!("{e}\n{text}"));
        match (position::write_with_ids(rules, &a), position::write_with_ids(rules, &b)) {
            (Ok((x, order_a)), Ok((y, order_b))) => {
                compared += 1;
                assert_eq!(x, y, "from\n{text}");
                map = order_a.into_iter().zip(order_b).collect();
            }
            (Err(x), Err(y)) => {
                assert_eq!(x, y);
                // A shuffle in the middle of something moves ids: go on from the next position only if the lists agree.
                if !same_lists(rules, &a, &b) {
                    break;
                }
            }
            (x, y) => panic!("{x:?}\n{y:?}\nfrom {text}"),
        }
    }
    if a.outcome.is_some() {
        assert_eq!(a.outcome, b.outcome);
    }
    compared
}

/// Whether both games ask the same seats for the same.
fn same_lists(rules: &Rules, a: &State, b: &State) -> bool {
    if a.outcome.is_some() || b.outcome.is_some() {
        return a.outcome == b.outcome;
    }
    assert_eq!(a.acting(), b.acting());
    a.acting().iter().all(|seat| {
        let labels = |st: &State| {
            // All candidates: which of a set may be picked first hangs on their order.
            let list = match &st.asks.iter().find(|ask| ask.seat == seat).unwrap().list {
                List::One(list) | List::Order(list) | List::Set { of: list, .. } => list.clone(),
                List::Challenge(_) => Vec::new(),
            };
            let mut labels: Vec<String> = list.iter().map(|l| st.label_of(rules, seat, l)).collect();
            labels.sort();
            labels
        };
        assert_eq!(labels(a), labels(b), "{seat} is asked {:?} at {}", a.prompt(rules, seat), a.step.id());
        true
    })
}

/// Every point at which a random game can be written.
fn each_point(rules: &Rules, mut st: State, seed: u64, mut f: impl FnMut(&State, &str, usize)) -> (usize, BTreeMap<String, usize>) {
    let mut dice = Dice(seed);
    let (mut windows, mut n) = (0, 0);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    while st.outcome.is_none() && st.round <= 40 {
        match position::write(rules, &st) {
            Ok(text) => {
                f(&st, &text, n);
                n += 1;
            }
            // A window of the framework that cannot be written.
            Err(why) if matches!(st.stack.last(), Some(Frame::Window(_))) => *refused.entry(why).or_default() += 1,
            Err(_) => {}
        }
        windows += usize::from(matches!(st.stack.last(), Some(Frame::Window(_))));
        answer(rules, &mut st, &mut dice);
    }
    (windows, refused)
}

fn games(usual: usize) -> usize {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn what_is_read_is_what_was_written() {
    let rules = rules();
    let mut points: BTreeMap<String, usize> = BTreeMap::new();
    let (mut windows, mut refused) = (0, BTreeMap::new());
    for game in 0..games(6) {
        let (seen, no) = each_point(&rules, begin(&rules, game * 7, 2, false), game as u64, |st, text, _| {
            let at = text.lines().find(|l| l.starts_with("round")).unwrap();
            let at = at.split_whitespace().skip(3).step_by(2).take(2).collect::<Vec<_>>().join(" ");
            *points.entry(at).or_default() += 1;
            let read = position::read(&rules, text).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
            assert_eq!(position::write(&rules, &read).as_deref(), Ok(text));
            same_table(&rules, st, &read, text);
        });
        windows += seen;
        no.into_iter().for_each(|(why, n)| *refused.entry(why).or_insert(0) += n);
    }
    println!("{points:?}\n{windows} windows, refused: {refused:?}");
    let phases = ["plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation"];
    let wanted = phases.iter().map(|p| format!("{p} window"));
    let framework =
        ["setup mulligan", "plot plots", "challenges initiate", "challenges attacked", "challenges defenders", "challenges defended"];
    for point in wanted.chain(framework.map(str::to_owned)).chain(["taxation reserve".to_owned()]) {
        assert!(points.contains_key(&point), "no game stood at {point}: {points:?}");
    }
    // The one thing in a window that has no text: an effect that waits for its moment.
    assert!(refused.keys().all(|why| why.contains("waits for its moment")), "{refused:?}");
    assert!(refused.values().sum::<usize>() * 5 < windows, "{refused:?} of {windows}");
}

#[test]
fn the_same_answers_lead_to_the_same_texts() {
    let rules = rules();
    let mut compared = 0;
    for game in 0..games(8) {
        each_point(&rules, begin(&rules, game * 5 + 1, 2, false), game as u64 + 99, |st, _, n| {
            if n % 60 == 7 {
                compared += side_by_side(&rules, st, n as u64, 250);
            }
        });
    }
    println!("{compared} texts compared");
    assert!(compared > 500, "{compared}");
}

/// What was read is a game like any other: it ends, its invariants hold; twice read, the same picks give the same hashes.
#[test]
fn a_read_game_runs_to_its_end() {
    let rules = rules();
    let mut ended = 0;
    for game in 0..games(6) {
        each_point(&rules, begin(&rules, game * 11 + 2, 2, false), game as u64 + 7, |_, text, n| {
            if n % 50 != 20 {
                return;
            }
            let (mut a, mut b) = (position::read(&rules, text).unwrap(), position::read(&rules, text).unwrap());
            let (mut one, mut two) = (Dice(5), Dice(5));
            while a.outcome.is_none() && a.round <= 60 {
                answer(&rules, &mut a, &mut one);
                answer(&rules, &mut b, &mut two);
                a.invariants(&rules).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert_eq!(Game::hash(&a), Game::hash(&b));
            }
            assert_ne!(a.outcome, Some(table::Outcome::Stalled));
            ended += usize::from(a.outcome.is_some());
        });
    }
    assert!(ended > 10, "{ended}");
}

/// Three seats with titles: melee.
#[test]
fn melee_is_written_too() {
    let rules = rules();
    let mut titles = 0;
    for game in 0..games(2) {
        each_point(&rules, begin(&rules, game, 3 + game % 2, true), game as u64, |st, text, n| {
            let read = position::read(&rules, text).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
            assert_eq!(position::write(&rules, &read).as_deref(), Ok(text));
            same_table(&rules, st, &read, text);
            titles += usize::from(text.contains("  title: "));
            if n % 100 == 50 {
                side_by_side(&rules, st, n as u64, 60);
            }
        });
    }
    assert!(titles > 50, "{titles}");
}
