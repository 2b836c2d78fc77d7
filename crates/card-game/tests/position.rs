//! Position texts written by hand: what they say, what they may leave out, and what is refused.

use card_game::position::{read, rulings, write};
use card_game::testing::*;
use card_game::view::Action;
use card_game::{Rules, State};
use table::{Game, Outcome};

fn core(rulings: Rulings) -> Rules {
    Rules::new(card_game::pool::Pool::builtin().defs.iter().cloned(), rulings, None)
}

/// The example of the page.
fn example() -> String {
    let page = include_str!("../../../docs/position-text.md");
    page.split("```position\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example").to_owned()
}

fn card(st: &State, rules: &Rules, code: &str) -> Id {
    (0..st.cards.len() as u16).map(Id).find(|id| rules.cards[st.card(*id).def as usize].def.code == code).expect("on the table")
}

fn play(st: &mut State, rules: &Rules, seat: Seat, action: &Action) {
    let mut list = Vec::new();
    st.legal(rules, seat, &mut list);
    let at = list.iter().position(|a| a == action).unwrap_or_else(|| panic!("{action:?} among {list:?} at {}", st.step.id()));
    st.apply(rules, seat, at as u32, &mut ()).unwrap();
}
use table::Seat;

#[test]
fn the_example_of_the_page_is_that_table() {
    let rules = core(Rulings::Reference);
    let st = read(&rules, &example()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!((st.round, st.phase, st.step.id(), st.first_player, st.active), (3, Phase::Challenges, "RR.fw.4.aw1", P1, Some(P1)));
    assert_eq!((st.player(P1).gold, st.power_of(P1), st.power_of(P2)), (2, 6, 0));
    assert_eq!([P1, P2].map(|s| st.player(s).hand.len()), [2, 0]);
    let (robb, ice) = (card(&st, &rules, "01146"), card(&st, &rules, "01153"));
    assert_eq!(st.attachments_of(robb).collect::<Vec<_>>(), [card(&st, &rules, "01035")]);
    assert_eq!(st.duplicates_of(robb).count(), 1);
    // Milk of the Poppy leaves him no renown.
    assert!(!st.der(robb).keyword(card_game::lang::ast::KeywordName::Renown));
    // The deck is written from the top: Ice lies at the bottom.
    assert_eq!(st.player(P1).deck.first(), Some(&ice));
    assert!(st.card(card(&st, &rules, "01156")).kneeling && st.card(st.player(P2).faction_card).kneeling);
}

#[test]
fn the_example_plays_on() {
    let rules = core(Rulings::Reference);
    let mut st = read(&rules, &example()).unwrap();
    let robb = card(&st, &rules, "01146");
    play(&mut st, &rules, P1, &Action::Pass);
    play(&mut st, &rules, P1, &Action::Challenge { kind: Military, against: P2 });
    play(&mut st, &rules, P1, &Action::Card { card: robb });
    play(&mut st, &rules, P1, &Action::Done);
    // The challenge stands in the text, and in the game that is read from it.
    let text = write(&rules, &st).unwrap();
    assert!(
        text.contains("at attacked turn P1 first P1 active P1") && text.contains("challenge: military P1 against P2 attackers @1"),
        "{text}"
    );
    let mut again = read(&rules, &text).unwrap();
    assert_eq!(write(&rules, &again), Ok(text));
    for st in [&mut st, &mut again] {
        while st.challenge.is_some() {
            let seat = st.acting().iter().next().unwrap();
            let mut list = Vec::new();
            st.legal(&rules, seat, &mut list);
            st.apply(&rules, seat, list.len() as u32 - 1, &mut ()).unwrap();
        }
        // Unopposed: one power for the faction; claim killed Cersei Lannister, who stood alone.
        assert_eq!(st.power_of(P1), 7);
        assert_eq!(st.player(P2).dead.len(), 2);
    }
}

/// A text with two plain seats; the words in braces are replaced.
fn text(round: &str, p1: &str, p2: &str, more: &str) -> String {
    format!(
        "maester position 1\nround {round}\nseat P1\nfaction: stark\nplots: 01013\ndeck: 5x01157\n{p1}\nseat P2\nfaction: lannister\nplots: \
         01013\ndeck: 5x01099\n{p2}\n{more}\n"
    )
}

#[test]
fn every_phase_can_begin() {
    let rules = core(Rulings::Reference);
    for phase in ["plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation"] {
        let st = read(
            &rules,
            &text(&format!("2 phase {phase} first P2"), "plot: 01004\nplay: 01146\nhand: 01045 01045", "plot: 01004\nhand: 8x01099", ""),
        );
        let st = st.unwrap_or_else(|e| panic!("{phase}: {e:?}"));
        assert_eq!((st.first_player, st.outcome.is_none()), (P2, true));
        assert!(st.round == 2 || phase == "taxation", "{phase}: round {}", st.round);
    }
    let st = read(&rules, &text("0 phase setup first P2", "hand: 3x01157", "hand: 01084", "")).unwrap();
    assert_eq!((st.step.id(), st.acting().iter().collect::<Vec<_>>()), ("RR.setup.7", vec![P2]));
    let st = read(&rules, &text("1 phase plot at start first P1", "", "", "")).unwrap();
    assert_eq!((st.round, st.step.id(), st.acting().len()), (1, "RR.fw.1.2", 2));
}

#[test]
fn a_puzzle_wins_by_its_text() {
    let rules = core(Rulings::Reference);
    let puzzle =
        text("4 phase challenges at initiate first P1", "power: 14\nplot: 01004\nplay: 01146", "plot: 01004", "chance: script 1 0");
    let mut st = read(&rules, &puzzle).unwrap();
    let robb = card(&st, &rules, "01146");
    assert!(write(&rules, &st).unwrap().contains("chance: script 1 0\n"));
    play(&mut st, &rules, P1, &Action::Challenge { kind: Power, against: P2 });
    play(&mut st, &rules, P1, &Action::Card { card: robb });
    while st.outcome.is_none() {
        let seat = st.acting().iter().next().unwrap();
        let mut list = Vec::new();
        st.legal(&rules, seat, &mut list);
        st.apply(&rules, seat, list.len() as u32 - 1, &mut ()).unwrap();
    }
    assert_eq!(st.outcome, Some(Outcome::Won { seats: vec![P1], reason: "reached 15 power".to_owned() }));
}

#[test]
fn cards_of_others_hidden_knowledge_tokens_and_facedown_cards() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Guard", kind: character, faction: stark, cost: 2, str: 3, icons: "M",
            abilities: [Action(limit: PerRound(1), effect: Until(Phase, This, Str(2)))])]"#,
    );
    let guard = t.play(P1, "Guard");
    let taken = t.play(P1, "Guard");
    t.give_control(taken, P2);
    let sent = t.attach_for(P2, guard, "01035");
    t.shadows(P2, "Guard");
    let known = t.deck(P1, "Guard");
    t.st.card_mut(known).known.insert(P2);
    t.st.card_mut(guard).gold = 3;
    t.start(Phase::Challenges);
    let text = write(&t.rules, &t.st).unwrap();
    for part in ["x1(gold 3)[+01035(by P2)]", "play: x1(owner P1)", "shadows: x1 ", "deck: x1(seen P2) 20xfiller1"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let st = read(&t.rules, &text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    assert_eq!(write(&t.rules, &st), Ok(text));
    let milk = card(&st, &t.rules, "01035");
    assert_eq!((st.controller(milk), st.card(milk).owner, st.card(sent).owner), (P2, P2, P2));
    let mine =
        |seat| st.play.iter().filter(|id| st.card(**id).owner == P1 && st.controller(**id) == seat && st.card(**id).gold == 0).count();
    assert_eq!(mine(P2), 1);
}

#[test]
fn lasting_effects_and_limits_stand_in_the_text() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Guard", kind: character, faction: stark, cost: 2, str: 3, icons: "M",
            abilities: [Action(limit: PerRound(1), effect: Until(Phase, This, Str(2)))])]"#,
    );
    let guard = t.play(P1, "Guard");
    t.start(Phase::Challenges);
    t.use_card(P1, guard);
    let text = write(&t.rules, &t.st).unwrap();
    assert!(text.contains("lasting: until phase by P1 from x1 @1 on @1 does Str(2)"), "{text}");
    assert!(text.contains("limit: until round by P1 x1 1 of @1 times 1"), "{text}");
    let mut st = read(&t.rules, &text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let guard = card(&st, &t.rules, "x1");
    assert_eq!(st.der(guard).strength, 5);
    // Used this round: not offered again; over with the phase.
    let mut list = Vec::new();
    while st.phase == Phase::Challenges {
        let seat = st.acting().iter().next().unwrap();
        st.legal(&t.rules, seat, &mut list);
        assert!(!list.iter().any(|a| matches!(a, Action::Use { .. })), "{list:?}");
        st.apply(&t.rules, seat, list.len() as u32 - 1, &mut ()).unwrap();
    }
    assert_eq!(st.der(guard).strength, 3);
}

/// In whatever order cards were chosen for an effect, the text is one.
#[test]
fn the_cards_of_an_effect_stand_in_one_order() {
    let rules = core(Rulings::Reference);
    let round = "2 phase challenges at window first P1";
    let written = |on: &str| {
        let lasting = format!("lasting: until phase by P1 from 01146 @1 on {on} does Str(2)");
        write(&rules, &read(&rules, &text(round, "play: 01146(@1) 01145(@2)", "play: 01087(@3)", &lasting)).expect("it reads"))
            .expect("a text")
    };
    assert_eq!(written("@3 @1 @2"), written("@1 @2 @3"));
    assert_ne!(written("@1 @2"), written("@1 @3"));
}

/// Who drew a card and who gave gold this phase: conditions ask for it.
#[test]
fn what_was_drawn_and_given_stands_in_the_text() {
    let rules = core(Rulings::Reference);
    let st = read(&rules, &text("2 phase challenges at window first P1", "drew\nhand: 01157", "gave: P1", "")).expect("it reads");
    assert!(st.player(P1).drew && st.player(P1).gave.is_empty());
    assert!(!st.player(P2).drew && st.player(P2).gave.contains(P1));
    let again = write(&rules, &st).expect("a text");
    assert!(again.contains("\n  drew\n") && again.contains("\n  gave: P1\n"), "{again}");
    assert_eq!(write(&rules, &read(&rules, &again).expect("it reads")).expect("a text"), again);
}

#[test]
fn what_is_half_resolved_is_not_written() {
    let mut t = Table::new(
        r#"[(code: "x1", name: "Guard", kind: character, faction: stark, cost: 2, str: 3, icons: "M",
            abilities: [Action(choose: ("it", [Character]), effect: Kneel("it"))])]"#,
    );
    let guard = t.play(P1, "Guard");
    t.play(P2, "Guard");
    t.start(Phase::Challenges);
    t.use_card(P1, guard);
    assert_eq!(t.topic(P1), "target");
    let why = write(&t.rules, &t.st).unwrap_err();
    assert!(why.contains("P1 is asked about target") && why.contains("action window"), "{why}");
    // Nor is an answer that is on its way.
    let rules = core(Rulings::Reference);
    let mut st = read(&rules, &text("1 phase plot at start first P1", "", "", "")).unwrap();
    assert!(write(&rules, &st).is_ok());
    st.apply(&rules, P1, 0, &mut ()).unwrap();
    assert_eq!(write(&rules, &st), Err("an answer is on its way".to_owned()));
    // Nor a game that is over.
    st.outcome = Some(Outcome::Stalled);
    assert_eq!(write(&rules, &st), Err("the game is over".to_owned()));
}

#[test]
fn rulings_are_those_of_the_text() {
    let faq = text("1 phase draw first P1", "", "", "rulings: faq-4.1");
    assert_eq!((rulings(&faq), rulings("maester position 1")), (Some(Rulings::Faq41), None));
    assert!(read(&core(Rulings::Faq41), &faq).is_ok());
    let wrong = read(&core(Rulings::Reference), &faq).unwrap_err();
    assert!(wrong[0].what.contains("plays by reference"), "{wrong:?}");
}

/// Every kind of error: the text, the line, words of what is wrong and of what would be right.
#[test]
fn errors_name_line_fault_and_what_would_be_right() {
    let rules = core(Rulings::Reference);
    let head = "2 phase challenges at window first P1";
    let p1 = |line: &str| text(head, line, "", "");
    let round = |line: &str| text(line, "", "", "");
    let more = |p1: &str, line: &str| text(head, p1, "", line);
    let cases: Vec<(String, usize, &str, &str)> = vec![
        (String::new(), 1, "empty", "maester position 1"),
        ("maester position 2\n".to_owned(), 1, "version 2", "maester position 1"),
        ("\n# x\nPK\u{1}\u{2}".to_owned(), 3, "no position text", "maester position 1"),
        ("maester position 1\nround 1 phase draw first P1\nseat P1\nfaction: stark".to_owned(), 4, "one seat", "two to eight"),
        (p1("hand: 01147x"), 7, "no card has the code 01147x", "01147"),
        (p1("hand: \"Rob Stark\""), 7, "Rob Stark", "Robb Stark"),
        (p1("hnd: 01146"), 7, "\"hnd\"", "`hand`"),
        (p1("zzyzx: 01146"), 7, "\"zzyzx\"", ""),
        (p1("hand: 1146"), 7, "no card has the code 1146", "nearest is 01146"),
        (p1("hand: 99999"), 7, "no card has the code 99999", "a title stands in quotes"),
        (p1("hand: \"Wyman Manderly\""), 7, "not implemented", ""),
        (more("", "format: melee"), 13, "2 seats", "three to eight"),
        (p1("hand: 26110"), 7, "not implemented", ""),
        (p1("hand: 01001"), 7, "cannot lie in a hand", ""),
        (p1("plots: 01146"), 7, "cannot lie in the plot deck", ""),
        (p1("play: 01157"), 7, "cannot lie in play", ""),
        (p1("play: 01035"), 7, "attached to nothing", "[+01035]"),
        (p1("play: 01156[+01035]"), 7, "cannot be attached to", ""),
        (p1("play: 01146 01146"), 7, "twice", "[=CODE]"),
        (p1("play: 01146[=01145]"), 7, "no duplicate", "unique"),
        (p1("play: 01146(kneelin)"), 7, "kneelin", "`kneeling`"),
        (p1("play: 01146(power many)"), 7, "many", ""),
        (p1("play: 01146(power 1000)"), 7, "1000 power", "999"),
        (p1("play: 01146(token posion 1)"), 7, "posion", "do you mean `poison`"),
        (p1("play: 01146(@1) 01145(@1)"), 7, "two cards carry @1", "one place"),
        (p1("play: 01146(owner P3)"), 7, "no seat", "P1 to P2"),
        (p1("play: 01146(kneeling"), 7, "parenthesis", ")"),
        (p1("hand: 900x01157"), 7, "900 copies", "200"),
        (p1("plot: 01001\nplot: 01013"), 8, "two revealed plots", "used:"),
        (p1("gold: -1"), 7, "-1 gold", "0 to 999"),
        (p1("power: 15"), 3, "15 power", "up to 14"),
        (p1("faction: greyjoy"), 7, "two factions", ""),
        (p1("eliminated"), 2, "eliminated", ""),
        (p1("title: 01206"), 7, "", ""),
        (text(head, "", "", "").replace("deck: 5x01157", "deck:"), 3, "no card in the deck", "deck:"),
        (text(head, "", "", "").replace("plots: 01013", "plots:"), 3, "no plot", "plots:"),
        (text(head, "", "", "").replace("faction: stark", "faction: starks"), 4, "starks", "stark"),
        (text(head, "", "", "").replace("faction: stark", ""), 3, "no faction", "faction: stark"),
        (text(head, "", "", "").replace("seat P2", "seat P3"), 8, "P3", "P2"),
        (text(head, "", "", "").replace("seat P1", "gold: 1\nseat P1"), 3, "which seat", "seat P1"),
        (text(head, "", "", "").replace("round 2", "# round 2"), 1, "round", "round 1"),
        (text(head, "", "", "round 3 phase draw first P1"), 13, "twice", ""),
        (round("2 phase challenges first P1 first P2"), 2, "`first` stands twice", "one first player"),
        (round("2 phase challenges first P1 P2"), 2, "P2", "one first player"),
        (round("2 phase challenges"), 2, "nobody is first player", "first P1"),
        (round("2 phase challenge first P1"), 2, "challenge", "challenges"),
        (round("2 phase draw at windw first P1"), 2, "windw", "window"),
        (round("2 phase draw at defenders first P1"), 2, "no point defenders", "start or window"),
        (round("0 phase draw first P1"), 2, "round 0", "first round is 1"),
        (round("many phase draw first P1"), 2, "many", ""),
        (round("2 phase draw at window passed 2 first P1"), 2, "closed", ""),
        (round("2 phase draw firts P1"), 2, "firts", "first"),
        (round("2 phase challenges at window first P1 active P1 done P1"), 2, "had the turn", ""),
        (round("2 phase challenges at attacked first P1"), 2, "no line says which challenge", "challenge:"),
        (more("", "chance: dice"), 13, "dice", ""),
        (more("", "format: jost"), 13, "jost", "joust"),
        (more("", "rulings: mine"), 13, "mine", "faq-4.1"),
        (more("", "titles: 01206"), 13, "", ""),
        (more("play: 01146(@1)", "challenge: military P1 against P2 attackers @1"), 13, "only at attacked", "at attacked"),
        (more("", "fought: military P1 P2"), 13, "against", ""),
        (more("", "fought: militry P1 against P2"), 13, "militry", "military"),
        (more("", "lasting: until tomorrow by P1"), 13, "tomorrow", ""),
        (more("", "lasting: until phase by P1 from 01146 @1 on @1 does Str(2)"), 13, "no card carries @1", "01146(@1)"),
        (more("play: 01146(@1)", "lasting: until phase by P1 from 01146 @1 on @1 does Fly(2)"), 13, "Fly", "no meaning there"),
        (more("play: 01146(@1)", "lasting: until phase by P1 from 01146 @1 on @1 does Icon(militry)"), 13, "militry", "`military`"),
        (more("play: 01146(@1)", "lasting: until challenge by P1 from 01146 @1 on @1 does Str(2)"), 13, "no challenge", ""),
        (more("play: 01146(@1)", "lasting: until phase by P1 from 01146 @1 on @1 does Grant(5,1)"), 13, "Grant", ""),
        (more("play: 01146(@1)", "limit: until round by P1 01146 9 of @1 times 1"), 13, "no ability 9", ""),
        (more("", "redirected: @1 by P2"), 13, "@1", ""),
        (more("", "rivals: P1 over P2"), 13, "no titles", "melee"),
    ];
    for (text, line, what, right) in cases {
        let Err(errors) = read(&rules, &text) else { panic!("this reads:\n{text}") };
        let said = errors.iter().any(|e| {
            let found = e.right.as_deref().unwrap_or_default();
            e.line == line && e.what.contains(what) && found.contains(right)
        });
        assert!(said, "line {line}, {what:?}, {right:?}: {errors:?}\n{text}");
        assert!(errors[0].to_string().starts_with(&format!("line {}: ", errors[0].line)));
    }
    // Each line once, whatever is wrong in it, and nobody who speaks of what it refused.
    let flood = text(head, "hand: 9 8 7x\nplay: 0114(@1) 01145(kneelin)", "", "challenge: military P1 against P2 attackers @1");
    let flood = read(&rules, &flood).unwrap_err();
    assert_eq!(flood.iter().map(|e| e.line).collect::<Vec<_>>(), [7, 8], "{flood:?}");
    assert!(flood[0].right.as_deref().is_some_and(|right| !right.contains("nearest")), "{flood:?}");
    // All errors at once, in the order of the lines.
    let two = read(&rules, &text(head, "hand: 9\nplay: 01146(sleeping)", "gold: x", "")).unwrap_err();
    assert_eq!(two.iter().map(|e| e.line).collect::<Vec<_>>(), [7, 8, 13]);
}

/// Bytes and cut texts are refused with errors, never a panic; what still reads is a table that goes on.
#[test]
fn damaged_texts_do_no_harm() {
    let rules = core(Rulings::Reference);
    let text = example();
    let mut seed = 7u64;
    let mut dice = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let (mut read_on, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=dice(4) {
            let at = dice(chars.len());
            match dice(3) {
                0 => chars[at] = ['(', ']', '@', 'x', '0', '9', '\n', '"', 'é', '#'][dice(10)],
                1 => drop(chars.remove(at)),
                _ => chars.truncate(at.max(1)),
            }
        }
        let damaged: String = chars.into_iter().collect();
        match read(&rules, &damaged) {
            Ok(st) => {
                read_on += 1;
                assert_eq!(st.invariants(&rules), Ok(()));
            }
            Err(errors) => {
                refused += 1;
                assert!(!errors.is_empty());
            }
        }
    }
    assert!(read_on > 20 && refused > 100, "{read_on} read, {refused} refused");
}
