//! The card pool: reading it, finding cards, listing them.

use card_game::pool::Pool;

const TWO: &str = "[\n(code: \"99001\", name: \"Own\", kind: character, faction: stark, unique: true, cost: 4, str: 3, icons: \"MP\",\n \
                   traits: [\"Lord\"], keywords: [Renown, Ambush(2), NoAttachmentsExcept([\"Weapon\", \"Item\"])]),\n\
                   (code: \"99002\", name: \"Plan\", kind: plot, plot: (4, X, 1, 6), deck_limit: 1),\n\
                   (code: \"99003\", name: \"Shade\", kind: event, cost: Dash),\n]";

#[test]
fn the_compiled_in_cards_read_and_agree_with_the_facts() {
    let known = Pool::new(Vec::new());
    for card in Pool::builtin().cards().iter().filter(|card| card.def.is_some()) {
        let fact = known.card(&card.code).unwrap_or_else(|| panic!("{} {} is no card of the pool", card.code, card.name));
        let facts = |c: &card_game::pool::Card| (c.name.clone(), c.kind, c.faction, c.loyal, c.limit);
        assert_eq!(facts(card), facts(fact), "{}", card.code);
    }
}

#[test]
fn cards_are_found_by_code_and_name() {
    let pool = Pool::from_files([("two.ron", TWO)]).unwrap();
    assert_eq!(pool.find("99002").map(|def| def.name.as_str()), Some("Plan"));
    assert!(pool.find("01001").is_none());
    assert_eq!(pool.card("01001").map(|card| (card.name.as_str(), card.def)), Some(("A Clash of Kings", None)));
    assert_eq!(pool.by_name("Own").count(), 1);
    let packs: Vec<&str> = pool.cards_named("ghost").iter().map(|card| card.pack.unwrap().code).collect();
    assert_eq!(packs, ["Core", "WotW", "ChoS", "ToJ"]);
    assert_eq!(pool.cards_named("\"Dance of the Dragons\"").len(), 1);
}

#[test]
fn the_nearest_name_is_near() {
    let pool = Pool::new(Vec::new());
    let near = |name: &str| pool.nearest_name(name).unwrap_or("").to_owned();
    assert_eq!(near("Edard Strak"), "Eddard Stark");
    assert_eq!(near("put to the swrod"), "Put to the Sword");
    assert_eq!(near("Queen of Thorns"), "The Queen of Thorns");
    assert_eq!(near("Tyrion"), "Tyrion Lannister");
    assert_eq!(near("!!!"), "");
    for noise in ["3x", "Zzyzx Qwrt", &"x".repeat(100_000)] {
        assert_eq!(near(noise), "", "like no name");
    }
}

#[test]
fn a_code_twice_names_both_places() {
    let errors =
        Pool::from_files([("two.ron", TWO), ("more.ron", "[\n\n(code: \"99002\", name: \"Other\", kind: event, cost: 1)]")]).unwrap_err();
    assert_eq!(errors[0].to_string(), "more.ron:3: 99002 Other: the code 99002 is defined twice, first at two.ron:4");
    let twice = TWO.replace("99003", "99002");
    let errors = Pool::from_files([("two.ron", twice.as_str())]).unwrap_err();
    assert_eq!(errors[0].to_string(), "two.ron:5: 99002 Shade: the code 99002 is defined twice, first at two.ron:4");
}

#[test]
fn a_folder_adds_cards_and_its_errors_name_the_file() {
    let folder = std::env::temp_dir().join(format!("maester-pool-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("below")).unwrap();
    std::fs::write(folder.join("below/two.ron"), TWO).unwrap();
    let pool = Pool::with_folder(&folder).unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert_eq!(pool.defs.len(), Pool::builtin().defs.len() + 3);
    std::fs::write(folder.join("bad.ron"), b"\xff").unwrap();
    std::fs::write(folder.join("typo.ron"), "[(code: \"99009\", name: \"T\", kind: evnt)]").unwrap();
    let errors = Pool::with_folder(&folder).unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(errors[0].file.ends_with("bad.ron"));
    assert!(errors[1].file.ends_with("typo.ron") && errors[1].message.contains("nearest word is `event`"), "{}", errors[1]);
    assert!(!Pool::with_folder(&folder).unwrap_err().is_empty());
}

/// The one error of a card file.
fn error(text: &str) -> String {
    let errors = Pool::from_files([("x.ron", text)]).expect_err(text);
    assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    errors[0].to_string()
}

#[test]
fn values_that_no_card_has_are_errors() {
    let card = |more: &str| format!("[(code: \"99001\", name: \"A\", {more})]");
    for (more, part) in [
        ("kind: event, cost: -1", "a cost is a number from 0 to 99, not -1"),
        ("kind: event, cost: 100", "a cost is a number from 0 to 99, not 100"),
        ("kind: event, cost: 99999", "the number 99999 is too large"),
        ("kind: event, cost: 99999999999999999999", "too large"),
        ("kind: event, cost: \"3\"", "a cost is a number, X or Dash, not `\"3\"`"),
        ("kind: event, cost: 1.5", "a cost is a number, X or Dash, not `1.5`"),
        ("kind: character, cost: 1, str: -2", "STR is a number from 0 to 99, not -2"),
        ("kind: character, cost: 1, str: \"two\"", "str: \"two\""),
        ("kind: character, cost: 1, str: 1, keywords: [Ambush(-1)]", "Ambush is a number from 0 to 99, not -1"),
        ("kind: character, cost: 1, str: 1, keywords: [Renwon]", "the nearest word is `Renown`"),
        ("kind: character, cost: 1, str: 1, icon: \"M\"", "the nearest word is `icons`"),
        ("kind: plot, plot: (4, -4, 1, 6)", "a plot's initiative is a number from 0 to 99, not -4"),
        ("kind: plot, plot: (4, 4, 1, 600)", "a plot's reserve is a number from 0 to 99, not 600"),
        ("kind: event, cost: 1, deck_limit: 0", "`deck_limit` is a number from 1 to 99, not 0"),
        ("kind: event, cost: 1, deck_limit: 200", "`deck_limit` is a number from 1 to 99, not 200"),
        ("kind: event, cost: 1, income: -100", "`income` is a number from -99 to 99, not -100"),
        ("kind: event, cost: 1, abilities: [Action(effect: Draw(1000000))]", "the number 1000000 is too large"),
    ] {
        let said = error(&card(more));
        assert!(said.starts_with("x.ron:1: 99001 A: ") && said.contains(part), "{more}: {said}");
    }
    for good in [
        "kind: event, cost: 0",
        "kind: event, cost: 99",
        "kind: plot, plot: (0, 0, 0, 0), deck_limit: 1",
        "kind: location, cost: 1, reserve: -1",
    ] {
        assert!(Pool::from_files([("x.ron", card(good).as_str())]).is_ok(), "{good}");
    }
    assert!(error("[(code: \"99001\", name: \" \", kind: event, cost: 1)]").contains("a name has from 1 to 100 characters"));
    assert!(error(&format!("[(code: \"{}\", name: \"A\", kind: event, cost: 1)]", "9".repeat(21))).contains("at most 20"));
}

#[test]
fn an_unclosed_bracket_is_told_with_its_card_and_hides_no_other() {
    let good = "(code: \"99003\", name: \"Good\", kind: event, cost: 1),\n";
    for (broken, said) in [
        (
            "(code: \"99001\", name: \"A\", kind: event,\n cost: 1,\n",
            "the `(` that opens on line 2 is not closed before the next card begins on line 4",
        ),
        (
            "(code: \"99001\", name: \"A\", kind: event, cost: 1,\n abilities: [\n  Action(effect: Draw(1))),\n",
            "`)` on line 4 does not close the `[` that opens on line 3",
        ),
        ("(code: \"99001\", name: \"A, kind: event,\n cost: 1),\n", "the text in quotes that opens on line 2 is not closed on it"),
    ] {
        let text = format!("[\n{broken}{good}(code: \"99004\", name: \"Typo\", kind: evnt)]");
        let errors = Pool::from_files([("x.ron", text.as_str())]).unwrap_err();
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].to_string().starts_with("x.ron:2: 99001 A") && errors[0].message.contains(said), "{}", errors[0]);
        assert!(errors[1].message.contains("evnt"), "{}", errors[1]);
    }
    let last = "[\n(code: \"99001\", name: \"A\", kind: event, cost: 1),\n(code: \"99002\", name: \"B\",\n kind: event, cost: 1,\n traits: [\"Lord\"\n";
    assert_eq!(error(last), "x.ron:3: 99002 B: the `[` that opens on line 5 is not closed before the end of the file");
    assert_eq!(
        error("[\n(code: \"99001\", name: \"A\", kind: event, cost: 1),\n"),
        "x.ron:1: file: the `[` that opens on line 1 is not closed before the end of the file"
    );
}

#[test]
fn a_file_that_is_no_list_of_cards_is_an_error() {
    let card = "(code: \"99001\", name: \"A\", kind: event, cost: 1)";
    for (text, part) in [
        ("", "there is no list of cards"),
        ("// nothing\n", "there is no list of cards"),
        (card, "a card file is a list"),
        (&format!("[{card}]]"), "`]` closes nothing"),
        (&format!("[{card}] [{card}]").replacen("99001", "99002", 1), "something follows the list of cards"),
        (&format!("[{card}, 3]"), "`3` stands here where a card should"),
        (&format!("[[{card}]]"), "`[` stands here where a card should"),
        (&format!("[{card} /* ]"), "comment"),
        ("hello", "`hello` stands here where a card should"),
    ] {
        let errors = Pool::from_files([("x.ron", text)]).expect_err(text);
        assert!(errors[0].message.contains(part), "{text}: {errors:?}");
    }
    assert!(Pool::from_files([("x.ron", format!("\u{feff}[ /* a ( comment */ {card}, // and [ one\n]").as_str())]).is_ok());
}

#[test]
fn nothing_is_too_deep_or_too_large_to_be_refused() {
    for nested in ["[", "(", "[Not(", "Action(effect: ["] {
        let text = format!("[(code: \"99001\", name: \"A\", kind: event, cost: 1, host: {}", nested.repeat(50_000));
        let errors = Pool::from_files([("x.ron", text.as_str())]).unwrap_err();
        assert!(errors[0].message.contains("deep in each other"), "{nested}: {}", errors[0].message);
    }
    let deep =
        format!("[(code: \"99001\", name: \"A\", kind: attachment, cost: 1, host: {}Unique{})]", "[Not(".repeat(17), ")]".repeat(17));
    assert!(Pool::from_files([("x.ron", deep.as_str())]).is_ok(), "what is just not too deep is read");
    let word = "x".repeat(1 << 20);
    assert!(error(&format!("[(code: \"99001\", name: \"A\", kind: {word})]")).len() < 1000);
    assert!(!Pool::from_files([("x.ron", "[".repeat(1 << 20).as_str())]).unwrap_err().is_empty());
    assert!(Pool::from_files([("x.ron", "x ".repeat(1 << 18).as_str())]).unwrap_err().len() < 100);
}

/// A folder for a test, which is gone afterwards.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let folder = std::env::temp_dir().join(format!("maester-pool-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (file, bytes) in files {
            std::fs::write(folder.join(file), bytes).unwrap();
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn one_run_tells_all_errors_of_all_files() {
    let one = "[(code: \"99001\", name: \"A\", kind: event, cost: 1)]";
    let files: [(&str, &[u8]); 5] = [
        ("a.ron", b"[\n\xff"),
        ("b.ron", b"[(code: \"99002\", name: \"B\", kind: evnt)]"),
        ("c.ron", one.as_bytes()),
        ("d.ron", one.as_bytes()),
        ("e.ron", b"[(code: \"99002\", name: \"B again\", kind: event, cost: 1)]"),
    ];
    let folder = Folder::new("all", &files);
    let errors = Pool::with_folder(&folder.0).unwrap_err();
    let said: Vec<String> = errors.iter().map(|e| e.to_string().replace(&format!("{}/", folder.0.display()), "")).collect();
    assert_eq!(said.len(), 4, "{said:#?}");
    assert_eq!(said[0], "a.ron:2: file: this is not text (UTF-8)");
    assert!(said[1].starts_with("b.ron:1: 99002 B: "), "{said:#?}");
    assert_eq!(said[2], "d.ron:1: 99001 A: the code 99001 is defined twice, first at c.ron:1");
    assert_eq!(said[3], "e.ron:1: 99002 B again: the code 99002 is defined twice, first at b.ron:1");
}

#[test]
fn a_folder_without_card_files_is_an_error_that_says_what_is_looked_for() {
    let folder = Folder::new("none", &[("cards.txt", b"[]")]);
    let errors = Pool::with_folder(&folder.0).unwrap_err();
    assert!(errors.len() == 1 && errors[0].message.contains("*.ron"), "{errors:?}");
    let folder = Folder::new("empty", &[("cards.ron", b"[]")]);
    assert_eq!(Pool::of_folder(&folder.0).unwrap().1, 0);
}

#[test]
fn a_card_of_the_game_may_stand_in_a_folder_as_it_is_and_only_so() {
    let core = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/core");
    let (pool, cards) = Pool::of_folder(&core).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let of_core = Pool::builtin().defs.iter().filter(|def| def.code.starts_with("01")).count();
    assert_eq!((pool.defs.len(), cards), (Pool::builtin().defs.len(), of_core));
    let text = std::fs::read_to_string(core.join("stark.ron")).unwrap();
    let folder = Folder::new("twice", &[("a.ron", text.as_bytes()), ("b.ron", text.as_bytes())]);
    let errors = Pool::with_folder(&folder.0).unwrap_err();
    assert!(
        errors.len() > 10 && errors[0].message.contains("is defined twice, first at") && errors[0].message.contains("a.ron:"),
        "{}",
        errors[0]
    );
    let other = "[(code: \"01146\", name: \"Robb Stark\", kind: character, faction: stark, cost: 1, str: 9)]";
    let folder = Folder::new("other", &[("a.ron", other.as_bytes())]);
    let errors = Pool::with_folder(&folder.0).unwrap_err();
    assert!(
        errors.len() == 1 && errors[0].message.contains("says something else") && errors[0].message.contains("stark.ron:"),
        "{errors:?}"
    );
    let folder = Folder::new("own", &[("a.ron", other.replace("01146", "99146").as_bytes())]);
    assert_eq!(Pool::with_folder(&folder.0).unwrap().cards_named("Robb Stark").iter().filter(|card| card.def.is_some()).count(), 2);
}

#[test]
fn the_list_has_the_fields_of_the_community_data() {
    let pool = Pool::from_files([("two.ron", TWO)]).unwrap();
    let list = pool.list_json();
    assert_eq!(list.len(), 2243);
    let of = |code: &str| list.iter().find(|card| card["code"] == code).unwrap();
    let own = of("99001");
    assert_eq!(
        (&own["type"], &own["faction"], &own["cost"], &own["strength"]),
        (&"character".into(), &"stark".into(), &4.into(), &3.into())
    );
    assert_eq!(own["icons"], serde_json::json!({"military": true, "intrigue": false, "power": true}));
    assert_eq!(own["keywords"], serde_json::json!(["Renown", "Ambush (2)", "No attachments except Weapon or Item"]));
    assert_eq!(
        (&own["unique"], &own["loyal"], &own["deckLimit"], &own["implemented"]),
        (&true.into(), &false.into(), &3.into(), &true.into())
    );
    assert_eq!(of("99002")["plotStats"], serde_json::json!({"income": 4, "initiative": "X", "claim": 1, "reserve": 6}));
    assert_eq!(of("99003")["cost"], "-");
    assert_eq!((&of("01001")["implemented"], &of("01001")["name"]), (&false.into(), &"A Clash of Kings".into()));
}
