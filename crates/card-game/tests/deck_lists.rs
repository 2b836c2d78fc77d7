//! Restricted lists: which there are, how they are called, and what they forbid.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::deck_fixture::{lines, pool, stark};
use card_game::decks::lists::{self, List};
use card_game::decks::{Deck, Format, check, import, ready};
use card_game::pool::Pool;
use card_game::words::CardType;
use serde_json::Value;
use test_macros::rule;

/// Every card of the pool by its facts alone, as cards of later packs are known.
fn names() -> Pool {
    Pool::new(Vec::new())
}

fn list(name: &str) -> &'static List {
    lists::find(name).unwrap_or_else(|| panic!("no list {name}"))
}

/// The deck of a text, whether its cards are implemented or not.
fn deck(text: &str) -> Deck {
    import(&names(), text.as_bytes()).decks.remove(0)
}

/// What a list says of codes in one draw deck.
fn said(list: &List, codes: &[&str], format: Format) -> Vec<String> {
    let draw = codes.iter().map(|code| ((*code).to_owned(), 1)).collect();
    lines(&list.check(&names(), &Deck { draw, ..stark() }, format))
}

#[rule("RR.deck.core")]
#[test]
fn without_a_list_nothing_is_banned_or_restricted() {
    let pool = pool();
    assert_eq!(lines(&check(&pool, &stark(), Format::Melee)), [""; 0]);
    assert_eq!(
        lines(&list("newest").check(&pool, &stark(), Format::Melee)),
        [
            "Winter Is Coming (01159) is restricted by Standard v2.1 in melee, and so is Robb Stark (01146): a deck has one restricted card at \
          most (RR.deck.core)"
        ]
    );
}

#[rule("RR.deck.core")]
#[test]
fn a_banned_card_is_banned_with_its_line_and_code() {
    let text = "Stark\n1x Summons\n3x Flea Bottom\n1x Doran's Game\n1x The King in the North\n";
    let list = list("Standard v1.12");
    assert_eq!(
        lines(&list.check(&names(), &deck(text), Format::Joust)),
        [
            "line 3: Flea Bottom (06098) is banned by Standard v1.12 (RR.deck.core)",
            "line 4: Doran's Game (01119) is banned by Standard v1.12 (RR.deck.core)",
            "line 5: The King in the North (08080) is banned by Standard v1.12 (RR.deck.core)",
        ]
    );
    assert_eq!(lines(&list.check(&names(), &deck("Stark\n3x Flea Bottom (R)\n"), Format::Joust)), [""; 0], "its redesign is another card");
}

#[rule("RR.deck.core", "RR.glossary.copy.1")]
#[test]
fn one_restricted_card_in_all_its_copies_and_no_second_one() {
    let list = list("FFG FAQ v3.0");
    let one = "Stark\n2x Great Kraken\n3x Littlefinger's Meddling\n3x The Annals of Castle Black\n";
    let problems = lines(&list.check(&names(), &deck(one), Format::Joust));
    assert_eq!(
        problems,
        ["line 4: The Annals of Castle Black (06040) is restricted by FFG FAQ v3.0 in joust, and so is Littlefinger's Meddling (05049): \
          a deck has one restricted card at most (RR.deck.core)"]
    );
    let alone = "Stark\n2x Great Kraken\n2x Littlefinger's Meddling\n";
    assert_eq!(lines(&list.check(&names(), &deck(alone), Format::Joust)), [""; 0]);
    let three = said(list, &["06040", "05049", "06004"], Format::Joust);
    assert_eq!(three.len(), 2, "each beyond the first: {three:?}");
}

#[rule("RR.deck.core", "RR.glossary.copy.1")]
#[test]
fn two_restricted_versions_of_one_title_are_one_restricted_card() {
    let list = list("Standard v1.16");
    assert_eq!(said(list, &["01183", "19015"], Format::Melee), [""; 0]);
    assert_eq!(said(list, &["01183", "19015", "01001"], Format::Melee).len(), 1);
}

#[rule("RR.deck.core")]
#[test]
fn joust_and_melee_have_their_own_restricted_cards() {
    let list = list("ffg1.2");
    let melee = said(list, &["01001", "01013"], Format::Melee);
    assert_eq!(melee.len(), 1, "{melee:?}");
    assert!(melee[0].contains("by FFG FAQ v1.2 in melee"));
    assert_eq!(said(list, &["01001", "01013"], Format::Joust), [""; 0]);
    assert_eq!(said(list, &["17101"], Format::Melee), said(list, &["17101"], Format::Joust), "banned in both");
    let conclave = lists::find("conclave2.0").unwrap();
    let banned = |format| said(conclave, &["04001"], format);
    assert_eq!((banned(Format::Joust).len(), banned(Format::Melee).len()), (1, 0), "banned in joust alone");
}

#[rule("RR.deck.core")]
#[test]
fn a_starter_deck_is_held_against_the_list_for_joust() {
    for list in lists::all() {
        for deck in ready::all() {
            let told = |format| lines(&list.check(Pool::builtin(), deck, format));
            assert_eq!(told(Format::Starter), told(Format::Joust), "{} by {}", deck.name, list.name);
        }
    }
    let banned = said(list("newest"), &["01146", "01162"], Format::Starter);
    assert_eq!(banned, said(list("newest"), &["01146", "01162"], Format::Joust));
    assert_eq!(banned.len(), 1);
}

#[rule("RR.deck.core")]
#[test]
fn of_a_pod_one_card_may_be_there() {
    let list = list("Standard v1.15");
    let pod = ["08111", "08116", "20051", "20058"];
    for code in pod {
        assert!(said(list, &[code], Format::Joust).iter().all(|line| !line.contains("deck with")), "{code} alone");
    }
    let two = said(list, &["20051", "08111"], Format::Joust);
    assert_eq!(two.len(), 1);
    assert!(two[0].starts_with("Standard v1.15 in joust: ") && two[0].contains("(08111) may not be in a deck with "), "{two:?}");
    assert_eq!(said(list, &pod, Format::Joust).iter().filter(|line| line.contains("deck with")).count(), 3);
}

#[rule("RR.deck.core")]
#[test]
fn a_restricted_card_s_pod_shuts_out_its_cards_and_only_beside_it() {
    let list = list("The Conclave FAQ v2.0");
    let with = said(list, &["13085", "04026", "11085"], Format::Joust);
    assert_eq!(with.iter().filter(|line| line.contains("may not be in a deck with Yoren (13085)")).count(), 2, "{with:?}");
    assert_eq!(said(list, &["04026", "11085"], Format::Joust), [""; 0]);
    assert_eq!(said(list, &["13085"], Format::Joust), [""; 0]);
    assert_eq!(said(list, &["13085", "04026"], Format::Melee), [""; 0], "joust alone has pods");
}

#[test]
fn an_agenda_and_a_plot_count_as_cards_of_the_deck() {
    let list = list("Standard v1.12");
    let deck = Deck { agendas: vec!["13079".to_owned()], plots: vec![("05049".to_owned(), 1)], draw: Vec::new(), ..stark() };
    let problems = lines(&list.check(&names(), &deck, Format::Joust));
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].starts_with("Kingdom of Shadows (13079)") && problems[1].starts_with("Littlefinger's Meddling (05049)"));
    let none = Deck { draw: vec![("06098".to_owned(), 0), ("77777".to_owned(), 1)], ..stark() };
    assert_eq!(lines(&list.check(&names(), &none, Format::Joust)), [""; 0], "no copy, and no card");
}

#[test]
fn a_list_is_found_by_its_names_and_by_the_day() {
    for (wanted, code) in [
        ("newest", "gotstandard2.1"),
        ("Standard v2.1", "gotstandard2.1"),
        ("standard 1.11", "gotstandard1.11"),
        ("GOTSTANDARD1.1", "gotstandard1.1"),
        ("Redesigns  FAQ v2.1", "redesigns2.1"),
        ("standard", "gotstandard2.1"),
        ("Valyrian", "gotvalyrian1.0"),
        ("ffg", "ffg3.0"),
        ("FFG FAQ", "ffg3.0"),
        ("conclave", "conclave2.0"),
        ("2020-04-13", "conclave1.0"),
        ("2020-04-12", "ffg3.0"),
        ("2099-12-31", "gotstandard2.1"),
    ] {
        assert_eq!(lists::find(wanted).map(|list| list.code), Some(code), "{wanted}");
    }
    for wanted in ["", "s", "v", "standrad", "2016-10-09", "2020-13-01", "2020-4-13", "Standard v9", "é"] {
        assert!(lists::find(wanted).is_none(), "{wanted}");
    }
    let near = |wanted: &str| lists::nearest(wanted).iter().map(|list| list.name).collect::<Vec<_>>();
    assert_eq!(near("standrad")[0], "Standard v2.1");
    assert_eq!(near("FFG FAQ v3.1")[..2], ["FFG FAQ v3.0", "FFG FAQ v2.1"]);
    assert_eq!(near(&"é".repeat(10_000)).len(), 3);
    for list in lists::all() {
        assert_eq!(lists::find(list.code).map(|found| found.code), Some(list.code));
        assert_eq!(lists::find(list.name).map(|found| found.code), Some(list.code));
    }
    assert!(lists::all().is_sorted_by_key(|list| list.date));
}

/// The codes that messages name first.
fn first_codes(messages: &[String]) -> BTreeSet<String> {
    let code = |message: &String| Some(message.split_once('(')?.1.split_once(')')?.0.to_owned());
    messages.iter().filter_map(code).collect()
}

/// Every list against the data it was made from, in what it forbids: all cards at once for bans and restrictions, two and two for pods.
#[test]
fn every_list_says_what_the_reference_data_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cards/restricted-list.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: ../shared absent");
        return;
    };
    let pool = names();
    let draw = pool.cards().iter().filter(|card| card.kind != CardType::Title).map(|card| (card.code.clone(), 1)).collect();
    let all = Deck { draw, ..Deck::default() };
    let known: BTreeMap<&str, &str> = pool.cards().iter().map(|card| (card.code.as_str(), card.name.as_str())).collect();
    let codes = |value: &Value| -> BTreeSet<String> {
        let codes = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        codes.filter(|code| known.contains_key(code)).map(str::to_owned).collect()
    };
    let reference: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(reference.as_array().unwrap().len(), lists::all().len());
    for wanted in reference.as_array().unwrap() {
        let list = list(wanted["code"].as_str().unwrap());
        let name: Vec<&str> = wanted["name"].as_str().unwrap().split_whitespace().collect();
        assert_eq!((list.name, list.date), (name.join(" ").as_str(), wanted["date"].as_str().unwrap()));
        for of in wanted["formats"].as_array().unwrap() {
            let format: Format = of["name"].as_str().unwrap().parse().unwrap();
            let messages = lines(&list.check(&pool, &all, format));
            let (banned, rest): (Vec<_>, Vec<_>) = messages.into_iter().partition(|message| message.contains(" is banned by "));
            let mut all_banned = codes(&wanted["bannedCards"]);
            all_banned.append(&mut codes(&of["banned"]));
            assert_eq!(first_codes(&banned), all_banned, "{} {format}", list.name);
            let (restricted, pods): (Vec<_>, Vec<_>) = rest.into_iter().partition(|message| message.contains(" is restricted by "));
            let titles = |codes: &BTreeSet<String>| codes.iter().map(|code| known[code.as_str()].to_owned()).collect::<BTreeSet<_>>();
            let mut named = titles(&first_codes(&restricted));
            let of_first =
                restricted.first().and_then(|message| message.split_once("and so is ")).and_then(|(_, rest)| rest.split_once(" ("));
            named.extend(of_first.map(|(name, _)| name.to_owned()));
            let wanted_titles = titles(&codes(&of["restricted"]));
            assert_eq!(named, wanted_titles, "{} {format}", list.name);
            let mut shut = 0;
            for pod in of["pods"].as_array().into_iter().flatten() {
                let within: Vec<String> = pod["cards"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect();
                let (first, others) = match pod["restricted"].as_str() {
                    Some(first) => (first.to_owned(), &within[..]),
                    None => (within[0].clone(), &within[1..]),
                };
                for other in others {
                    shut += 1;
                    let told = said(list, &[&first, other], format);
                    assert!(
                        told.iter().any(|message| message.contains(" may not be in a deck with ")),
                        "{} {format}: {first} {other}",
                        list.name
                    );
                }
            }
            assert_eq!(pods.len(), shut, "{} {format}: no pod that is not there", list.name);
        }
    }
}
