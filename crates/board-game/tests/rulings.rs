//! Rulings of a table: presets and single options over them, as one line of text; rules ids that name them.

use board_game::rulings::OPTIONS;
use board_game::{Rules, Rulings, Setup, State};
use table::Game;
use table::contract::{self, Dice};
use table::replay::{Recorder, Start};

/// Some combination of values.
fn drawn(dice: &mut Dice) -> (String, Rulings) {
    let preset = Rulings::PRESETS[dice.below(2) as usize].0;
    let mut text = preset.to_owned();
    for option in OPTIONS {
        if dice.below(3) == 0 {
            let (value, _) = option.values[dice.below(option.values.len() as u32) as usize];
            text += &format!(",{}={value}", option.name);
        }
    }
    let rulings = Rulings::read(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
    (text, rulings)
}

#[test]
fn every_option_has_its_values_and_changes_nothing_else() {
    let options = serde_json::to_value(Rulings::default()).unwrap();
    assert_eq!(OPTIONS.len(), options.as_object().unwrap().len(), "each field of the rulings is an option");
    for (name, preset) in Rulings::PRESETS {
        for option in OPTIONS {
            assert!(option.values.len() >= 2 && option.rule.split_once(".diff.").is_some_and(|(book, _)| book == "BG"), "{}", option.name);
            for (value, _) in option.values {
                let rulings = Rulings::read(&format!("{name},{}={value}", option.name)).unwrap();
                assert_eq!(option.of(&rulings), *value);
                for other in OPTIONS.iter().filter(|other| other.name != option.name) {
                    assert_eq!(other.of(&rulings), other.of(&preset), "{} leaves {} alone", option.name, other.name);
                }
                assert_eq!(rulings == preset, option.of(&preset) == *value, "{name}, {}={value}", option.name);
            }
        }
    }
}

#[test]
fn equal_rulings_have_one_text_and_one_rules_id() {
    let mut dice = Dice::new(3);
    for (name, preset) in Rulings::PRESETS {
        assert_eq!((Rulings::read(name), preset.text()), (Ok(preset), name.to_owned()));
    }
    assert_eq!(Rulings::read(" robb=anywhere , mace = ends").unwrap().text(), "faq-v2,mace=ends,robb=anywhere");
    assert_eq!(Rulings::read("recorded,mace=goes-on").unwrap().text(), "recorded", "what the preset says already");
    let mut last: Option<(Rulings, String)> = None;
    for _ in 0..2000 {
        let (text, rulings) = drawn(&mut dice);
        assert_eq!(Rulings::read(&rulings.text()), Ok(rulings), "{text}");
        let id = State::rules_id(&Rules::new(rulings));
        assert_eq!(Rules::for_id(&id).map(|rules| rules.rulings), Some(rulings), "{id}");
        if let Some((other, its)) = &last {
            assert_eq!(*other == rulings, *its == id, "{its} and {id}");
        }
        last = Some((rulings, id));
    }
}

#[test]
fn another_spelling_is_no_rules_id() {
    let usual = State::rules_id(&Rules::default());
    assert!(Rules::for_id(&usual).is_some() && Rules::ids().contains(&usual));
    for end in [",mace=goes-on", ",", ",mace", " ", ",robb=anywhere,mace=ends", ",mace=ends "] {
        assert!(Rules::for_id(&format!("{usual}{end}")).is_none(), "{end}");
    }
    assert!(Rules::for_id(&format!("{usual},mace=ends,robb=anywhere")).is_some());
    assert!(Rules::for_id(&usual.replace("board-", "board-9")).is_none());
}

#[test]
fn what_is_wrong_is_told_with_what_would_be_right() {
    for (text, parts) in [
        ("", &["faq-v2 or recorded", "mace=ends"][..]),
        ("mine", &["faq-v2 or recorded", "`mine`"]),
        ("faq-v2,recorded", &["faq-v2 or recorded", "`recorded`"]),
        ("mace=ends,recorded", &["`recorded`"]),
        ("faq-v2,blade-skip=yes", &["no option `blade-skip`", "support-both", "supply-order"]),
        ("mace=yes", &["`mace` of the rulings is goes-on or ends, not `yes`"]),
        ("mace=ends,robb=origin,mace=goes-on", &["`mace` of the rulings is named twice"]),
        ("x\u{1b}[2J=1", &["no option `x [2J`"]),
    ] {
        let why = Rulings::read(text).expect_err(text);
        assert!(parts.iter().all(|part| why.contains(part)), "{text}: {why}");
    }
    let long = Rulings::read(&"x".repeat(5000)).unwrap_err();
    assert!(long.len() < 200, "{long}");
}

/// Games under any combination end, keep what must hold, and their replays verify under the id that they name, and under no other.
#[test]
fn games_are_played_and_verified_under_any_combination() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut dice = Dice::new(17);
    for game in 0..games {
        let (text, rulings) = drawn(&mut dice);
        let rules = Rules::new(rulings);
        let setup = Setup::players(3 + (game % 4) as usize);
        let mut record = Recorder::<State>::new(&rules, &setup, Start::Seed(game), &mut ()).unwrap();
        while let Some(seat) = dice.seat(record.game()) {
            let answer = contract::random_answer(record.game(), &rules, seat, &mut dice).unwrap();
            record.answer(&rules, seat, &answer, &mut ()).unwrap();
            record.game().check(&rules).unwrap_or_else(|broken| panic!("{text}: {broken}"));
        }
        let replay = record.replay();
        let named = Rules::for_id(&replay.rules).unwrap_or_else(|| panic!("{}", replay.rules));
        assert_eq!(replay.verify::<State>(&named).unwrap_or_else(|why| panic!("{text}: {why}")).hash, Game::hash(record.game()));
        if rulings != Rulings::default() {
            assert!(replay.verify::<State>(&Rules::default()).is_err(), "{text}");
        }
    }
}
