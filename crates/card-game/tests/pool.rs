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
    assert!(!near(&"x".repeat(100_000)).is_empty());
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
    assert!(errors[1].file.ends_with("typo.ron") && errors[1].message.contains("Event"), "{}", errors[1]);
    assert!(!Pool::with_folder(&folder).unwrap_err().is_empty());
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
