//! Reading and writing deck lists.

use crate::deck_fixture::{lines, pool, pool_with, read, stark, wrong};
use card_game::decks::{Deck, Kind, export, import};
use card_game::pool::Pool;
use card_game::words::Faction;
use proptest::prelude::*;

fn slots(cards: &[(&str, u32)]) -> Vec<(String, u32)> {
    cards.iter().map(|(code, count)| ((*code).to_owned(), *count)).collect()
}

fn assert_same_cards(a: &Deck, b: &Deck) {
    let sorted = |slots: &[(String, u32)]| {
        let mut slots = slots.to_vec();
        slots.sort();
        slots
    };
    assert_eq!((a.faction, &a.agendas), (b.faction, &b.agendas));
    assert_eq!(sorted(&a.plots), sorted(&b.plots));
    assert_eq!(sorted(&a.draw), sorted(&b.draw));
}

#[test]
fn plain_text_as_the_deck_site_writes_it() {
    let text = "The Wall\nVersion: 1.3\n\nHouse Stark\nBanner of the Kraken\n\nPacks: Core Set (2)\n\nPlots\n1x A Noble Cause (Core Set)\n\
                2x Summons (Core Set)\n\nCharacters\n2x Arya Stark (Core Set)\n\nAttachment\n1x Ice (Core Set)\n";
    let deck = read(&pool(), text);
    assert_eq!((deck.name.as_str(), deck.version.as_str()), ("The Wall", "1.3"));
    assert_eq!((deck.faction, deck.agendas), (Faction::Stark, vec!["01199".to_owned()]));
    assert_eq!(deck.plots, slots(&[("01004", 1), ("01022", 2)]));
    assert_eq!(deck.draw, slots(&[("01141", 2), ("01153", 1)]));
    assert_eq!(deck.lines["01153"], 17);
}

#[test]
fn plain_text_by_cycle() {
    let text = "[Joust] Wolves 2.0\n\nHouse Stark\nFealty\n\nPacks: Core Set\n\n---- Core Set ----\n1x Summons (Core Set #22)\n\
                2x Arya Stark (Core Set #141)\n";
    let deck = read(&pool(), text);
    assert_eq!((deck.name.as_str(), deck.version.as_str()), ("[Joust] Wolves", "2.0"));
    assert_eq!((deck.plots, deck.draw), (slots(&[("01022", 1)]), slots(&[("01141", 2)])));
    let text = text.replace("#141", "#142");
    assert_eq!(wrong(&pool(), &text), ["line 10: Arya Stark is number 141 there, not “142”"]);
}

#[test]
fn loose_text() {
    let text =
        "3x arya stark (core)\nIce x2\n#12 1x Summons [great]\ndracarys\n2 BRAN STARK (Core Set)\nStark\nbanner of the dragon\n1 Ice\n";
    let deck = read(&pool(), text);
    assert_eq!((deck.name.as_str(), deck.faction, deck.agendas), ("", Faction::Stark, vec!["01204".to_owned()]));
    assert_eq!(deck.plots, slots(&[("01022", 1)]));
    assert_eq!(deck.draw, slots(&[("01141", 3), ("01153", 3), ("01176", 1), ("01142", 2)]));
}

#[test]
fn json_as_the_deck_site_gives_it() {
    let text = "{\"id\": 7, \"name\": \"Wolves\", \"version\": \"1.0\", \"faction_code\": \"stark\", \"user_id\": null,\n \"slots\": {\n\
                \"01027\": 1,\n\"01022\": 2,\n\"01141\": 3},\n \"agendas\": [\"01027\"]}";
    let deck = read(&pool(), text);
    assert_eq!((deck.name.as_str(), deck.faction, deck.agendas), ("Wolves", Faction::Stark, vec!["01027".to_owned()]));
    assert_eq!((deck.plots, deck.draw), (slots(&[("01022", 2)]), slots(&[("01141", 3)])));
    assert_eq!(deck.lines["01141"], 5);
    let two = import(&pool(), format!("[{text}, {text}]").as_bytes());
    assert_eq!((two.decks.len(), two.problems), (2, Vec::new()));
}

#[test]
fn bare_codes() {
    let import = import(&pool(), b"2 01022\n01141 x3\n01027\n1 01146 Robb Stark\n");
    assert_eq!(import.problems, Vec::new());
    let deck = &import.decks[0];
    assert_eq!((deck.faction, &deck.agendas), (Faction::Stark, &vec!["01027".to_owned()]));
    assert_eq!((&deck.plots, &deck.draw), (&slots(&[("01022", 2)]), &slots(&[("01141", 3), ("01146", 1)])));
    assert_eq!(lines(&import.notes), ["line 1: no faction is named; by its cards the deck is House Stark"]);
}

#[test]
fn a_faction_that_is_not_named_follows_from_the_cards_or_is_missing() {
    let faction = |text: &str| import(&pool(), text.as_bytes()).single().map(|deck| deck.faction).map_err(|problems| lines(&problems));
    assert_eq!(faction("Arya Stark\nDrogon\nBanner of the Dragon"), Ok(Faction::Stark));
    assert_eq!(faction("Arya Stark\nDrogon\nDracarys!"), Ok(Faction::Targaryen));
    assert_eq!(faction("Arya Stark\nDrogon"), Err(vec!["line 1: no faction is named, and the cards leave it open".to_owned()]));
    assert_eq!(
        faction("Stark\nLannister\nArya Stark").unwrap_err(),
        ["line 2: a second faction, House Lannister; the first was House Stark"]
    );
    assert_eq!(faction("Neutral\nArya Stark").unwrap_err(), ["line 1: a deck's faction is one of the eight, never neutral"]);
}

#[test]
fn several_decks_in_one_file() {
    let import = import(&pool(), b"First\nStark\nArya Stark\n=====\n\nSecond\nTyrell\n2x Ice\n2x Icc\n===\n");
    let names: Vec<&str> = import.decks.iter().map(|deck| deck.name.as_str()).collect();
    assert_eq!(names, ["First", "Second"]);
    assert_eq!(lines(&import.problems), ["line 9: no card is called “Icc”; the nearest is Ice"]);
    assert_eq!(import.single().unwrap_err().len(), 1);
}

#[test]
fn the_earliest_printing_is_meant_unless_a_pack_or_heading_says_else() {
    let pool = pool_with(
        "[(code: \"03019\", name: \"Nymeria\", kind: attachment, faction: stark, cost: 1), (code: \"07021\", name: \"Ghost\", kind: attachment, faction: thenightswatch, cost: 1)]",
    );
    let draw = |text: &str| import(&pool, format!("Stark\n{text}").as_bytes()).decks[0].draw.clone();
    assert_eq!(draw("2x Ghost"), slots(&[("01123", 2)]));
    assert_eq!(draw("2x Ghost (wotw)"), slots(&[("07021", 2)]));
    assert_eq!(draw("Attachments\n2x Ghost"), slots(&[("07021", 2)]));
    assert_eq!(draw("2x Nymeria"), slots(&[("03019", 2)]));
}

#[test]
fn every_problem_stands_with_its_line_and_the_nearest_card() {
    let text = "Wolves\nHouse Stark\nWildlnig Horde\n0x Arya Stark\n100 Ice\n3x Bran Stark (Corr Set)\n2x Ice (True Steel)\n\
                2x 99999\n1 01001 Summons\n99999999999999999999999x Ice\nTyrion\nHand of the King\n2x Hedge Knight\n3x\n[only a tag]\n";
    assert_eq!(
        wrong(&pool(), text),
        [
            "line 3: no card is called “Wildlnig Horde”; the nearest is Wildling Horde",
            "line 4: Arya Stark: a count is a number from 1 to 99, not “0”",
            "line 5: Ice: a count is a number from 1 to 99, not “100”",
            "line 6: Bran Stark: no pack is called “Corr Set”; the nearest is Core Set",
            "line 7: Ice is not in True Steel; it is in Core Set, Fire Upon the Grass",
            "line 8: no card has the code “99999”",
            "line 9: the code 01001 is A Clash of Kings, not “Summons”",
            "line 10: Ice: a count is a number from 1 to 99, not “99999999999999999999999”",
            "line 11: no card is called “Tyrion”; the nearest is Tyrion Lannister",
            "line 12: Hand of the King is a title, which is never part of a deck",
            "line 13: Hedge Knight (02057) is known, but not implemented yet",
            "line 14: no card is called “3x”",
            "line 15: a line without a card's name",
        ]
    );
}

#[test]
fn a_mistyped_code_is_told_the_nearest_of_its_pack() {
    let pool = pool();
    let near = |code: &str| pool.nearest_code(code).map(|card| card.code.clone());
    assert_eq!(near("01300").as_deref(), Some("01200"), "one character, the nearest number");
    assert_eq!(near("01999").as_deref(), Some("01199"), "one character");
    assert_eq!(near("01416").as_deref(), Some("01146"), "two changed places");
    assert_eq!(near("0114").as_deref(), Some("01140"), "one missing");
    assert_eq!(near("01777").as_deref().map(|code| &code[..2]), Some("01"), "the pack at least");
    for far in ["99999", "", "abcdefgh", "77777777777777777777"] {
        assert_eq!(near(far), None, "{far}");
    }
}

#[test]
fn json_problems_stand_with_their_line() {
    let pool = pool();
    assert_eq!(
        wrong(
            &pool,
            "{\"faction_code\": \"strak\",\n\"slots\": {\n\"01141\": -3,\n\"01142\": \"two\",\n\"99999\": 1,\n\"01143\": 1,\n\"01143\": 1.5}}"
        ),
        [
            "line 1: no faction is called “strak”; the nearest is stark",
            "line 3: Arya Stark: a count is a number from 1 to 99, not “-3”",
            "line 4: Bran Stark: a count is a number from 1 to 99, not “\"two\"”",
            "line 5: no card has the code “99999”",
            "line 7: Catelyn Stark: a count is a number from 1 to 99, not “1.5”",
        ]
    );
    let first = |text: &str| wrong(&pool, text).remove(0);
    assert!(first("{\"name\": \"x\",\n\"slots\": {\"01141\": 3,}}").starts_with("line 2: this JSON is broken: "));
    assert!(first("{\"name\": \"x\"").starts_with("line 1: this JSON is broken: "));
    assert!(first("{\"name\": \"x\"}").starts_with("line 1: this JSON is not a deck: it has no `slots`"));
    assert!(first("{\"slots\": [1]}").contains("expected an object of codes and numbers"));
    assert!(first("[]").starts_with("line 1: the list of decks is empty"));
    for (text, found) in [
        ("null", "null"),
        ("true", "true or false"),
        ("\"x\"", "a text"),
        ("42", "a number"),
        ("[1, 2]", "a list whose entry 1 is a number"),
        ("[{\"slots\": {}}, [3]]", "a list whose entry 2 is a list"),
        ("{}", "an object without fields"),
        ("{\"cards\": [], \"name\": \"x\"}", "an object with “cards”, “name”"),
        ("[{\"slots\": {\"01141\": 3}}, {\"id\": 1}]", "an object with “id”"),
    ] {
        let problems = wrong(&pool, text);
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        assert!(problems[0].starts_with("line 1: this JSON is not a deck"), "{text}: {problems:?}");
        assert!(problems[0].contains(found) && problems[0].contains("\"slots\": {\"01141\": 3}"), "{text}: {problems:?}");
    }
    assert_eq!(import(&pool, b"\"Dracarys!\"").decks[0].draw, slots(&[("01176", 1)]), "a line of a list, though it is JSON");
    assert!(first(&"[{\"slots\":".repeat(500)).starts_with("line 1: this JSON is "));
    let agenda = "{\"faction_code\": \"stark\", \"slots\": {\"01141\": 3},\n\"agendas\": [\"01146\", \"0102\"]}";
    assert_eq!(
        wrong(&pool, agenda),
        [
            "line 2: Robb Stark is a card of type Character, not an agenda",
            "line 2: no card has the code “0102”; the nearest is 01020 Reinforcements"
        ]
    );
}

#[test]
fn what_is_no_text_is_refused() {
    let problems = |bytes: &[u8]| lines(&import(&pool(), bytes).problems);
    assert_eq!(problems(b"Stark\n\xff\xfe\x00"), ["line 2: this is not text (UTF-8)"]);
    assert_eq!(problems(b"Stark\n\n\x00\x01"), ["line 3: this is not text, but a binary file"]);
    assert_eq!(problems(b" \n"), ["the file is empty"]);
    assert_eq!(problems(b"Only a name"), ["line 1: there is no card in this deck"]);
    assert_eq!(problems(&vec![b'a'; 2_000_000]), ["the file has 2000000 bytes; a deck list has 1048576 at most"]);
    let prose = "Lorem ipsum dolor\n".repeat(5000);
    let problems = problems(prose.as_bytes());
    assert_eq!(problems.len(), 102);
    assert_eq!(problems[100], "line 102: this is the 100th problem; what follows has not been read");
}

#[test]
fn a_deck_beyond_all_size_is_refused() {
    let text = format!("Stark\n{}", "99x Arya Stark\n".repeat(20));
    let problems = import(&pool(), text.as_bytes()).problems;
    assert_eq!(problems.len(), 10);
    assert_eq!((problems[0].kind, problems[0].line), (Kind::Count, Some(12)));
}

#[test]
fn a_first_line_that_may_be_a_card_is_noted() {
    let import = import(&pool(), b"Fealti\nStark\nArya Stark");
    assert_eq!(import.decks[0].name, "Fealti");
    assert_eq!(lines(&import.notes), ["line 1: “Fealti” is taken as the deck's name; is the card Fealty meant?"]);
}

#[test]
fn export_is_plain_text_that_reads_back() {
    let pool = pool();
    let deck = Deck { version: "1.4".to_owned(), agendas: vec!["01027".to_owned()], ..stark() };
    let text = export(&pool, &deck);
    assert!(
        text.starts_with("Stark\nVersion: 1.4\n\nHouse Stark\nFealty\n\nPacks: Core Set (3)\n\nPlots\n1x A Game of Thrones (Core Set)\n"),
        "{text}"
    );
    assert!(text.contains("\nAttachment\n3x Ice (Core Set)\n"), "{text}");
    let back = read(&pool, &text);
    assert_same_cards(&deck, &back);
    assert_eq!((back.name.as_str(), back.version.as_str()), ("Stark", "1.4"));
}

#[test]
fn export_names_cards_that_their_name_does_not_tell_apart() {
    let pool = pool_with(
        "[(code: \"99001\", name: \"Ice\", kind: attachment, faction: stark, cost: 1), (code: \"X9\", name: \"Mine\", kind: event, cost: 0), (code: \"06079\", name: \"Ghost\", kind: character, cost: 0, str: 1)]",
    );
    let deck = Deck { draw: slots(&[("99001", 1), ("01153", 2), ("X9", 3), ("01123", 1), ("06079", 1)]), ..stark() };
    assert_same_cards(&deck, &read(&pool, &export(&pool, &deck)));
}

#[test]
fn every_known_card_is_found_by_its_name_and_pack() {
    let pool = Pool::new(Vec::new());
    assert_eq!(pool.cards().len(), 2240);
    for card in pool.cards() {
        let text = format!("Deck\nVersion: 1\nStark\n1x {} ({})\n", card.name, card.pack.unwrap().name);
        let import = import(&pool, text.as_bytes());
        assert_eq!(import.problems[0].line, Some(4), "{:?}", lines(&import.problems));
        let codes = import.decks[0].draw.iter().chain(&import.decks[0].plots).map(|(code, _)| code).chain(&import.decks[0].agendas);
        let title = matches!(import.problems[0].kind, Kind::Illegal).then_some(&card.code);
        assert_eq!(codes.chain(title).collect::<Vec<_>>(), [&card.code], "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let import = import(&CORE, &bytes);
        prop_assert!(!import.problems.is_empty() || !import.decks.is_empty());
    }

    #[test]
    fn any_text_like_a_list_is_read_without_panic(text in "([0-9x#{}\\[\\]()=:,\" \n\r]|Ice|Stark|01141|slots|Core Set|é|×|Version|Packs){0,40}") {
        let import = import(&CORE, text.as_bytes());
        prop_assert!(!import.problems.is_empty() || !import.decks.is_empty());
        prop_assert!(import.problems.iter().all(|problem| !problem.message.is_empty()));
    }

    #[test]
    fn any_deck_reads_back_as_it_was_written(
        name in "\\PC{0,20}",
        faction in 0usize..8,
        agendas in prop::sample::subsequence(vec!["01027", "01198", "01205"], 0..=2),
        plots in prop::collection::btree_map(1001u32..=1026, 1u32..3, 0..8),
        draw in prop::collection::btree_map(1028u32..=1197, 1u32..5, 1..60),
    ) {
        let slots = |cards: std::collections::BTreeMap<u32, u32>| cards.into_iter().map(|(code, count)| (format!("{code:05}"), count)).collect();
        let deck = Deck {
            name,
            faction: Faction::ALL[faction],
            agendas: agendas.into_iter().map(str::to_owned).collect(),
            plots: slots(plots),
            draw: slots(draw),
            ..Deck::default()
        };
        let back = read(&CORE, &export(&CORE, &deck));
        assert_same_cards(&deck, &back);
        let again = read(&CORE, &export(&CORE, &back));
        prop_assert_eq!(again, back);
    }
}

static CORE: std::sync::LazyLock<Pool> = std::sync::LazyLock::new(pool);
