//! Every form in which a deck can be written is read back to the same deck; OCTGN's files as other programs write them.

use crate::deck_fixture::{lines, pool, read, stark, wrong};
use card_game::decks::{Deck, Form, import, ready, write};
use card_game::pool::Pool;
use card_game::words::Faction;

/// Cards by code, with how many there are.
type Counted = Vec<(String, u32)>;

/// What makes a deck the same, whatever the order of its lines.
fn cards(deck: &Deck) -> (Faction, Vec<String>, Counted, Counted) {
    let sorted = |slots: &[(String, u32)]| {
        let mut slots = slots.to_vec();
        slots.sort();
        slots
    };
    (deck.faction, deck.agendas.clone(), sorted(&deck.plots), sorted(&deck.draw))
}

#[test]
fn every_form_of_every_ready_deck_reads_back() {
    let pool = Pool::builtin();
    assert!(ready::all().len() > 8);
    for deck in ready::all() {
        for form in Form::ALL {
            let text = write(pool, deck, form);
            let back = import(pool, text.as_bytes()).single().unwrap_or_else(|why| panic!("{form}: {}\n{text}", lines(&why).join("\n")));
            assert_eq!(cards(&back), cards(deck), "{form} of {}", deck.name);
            if form != Form::Codes {
                assert_eq!(back.name, deck.name, "{form}");
            }
        }
    }
}

#[test]
fn every_card_there_is_survives_every_form() {
    let pool = Pool::new(Vec::new());
    let (mut agendas, mut plots, mut draw) = (Vec::new(), Vec::new(), Vec::new());
    for card in pool.cards() {
        match card.kind.word() {
            "plot" => plots.push((card.code.clone(), 1)),
            "agenda" => agendas.push(card.code.clone()),
            "title" | "faction" => {}
            _ => draw.push((card.code.clone(), 2)),
        }
    }
    // A deck has at most so many cards.
    for part in draw.chunks(300) {
        let deck = Deck { faction: Faction::NightsWatch, agendas: agendas.clone(), plots: plots.clone(), draw: part.to_vec(), ..stark() };
        for form in [Form::Cycle, Form::O8d, Form::Json, Form::Codes] {
            let back = import(&pool, write(&pool, &deck, form).as_bytes());
            let others: Vec<_> = back.problems.iter().filter(|p| p.kind != card_game::decks::Kind::NotImplemented).collect();
            assert!(others.is_empty(), "{form}: {:?}", &others[..others.len().min(3)]);
            assert_eq!(cards(&back.decks[0]).3, cards(&deck).3, "{form}");
            assert_eq!(cards(&back.decks[0]).2, cards(&deck).2, "{form}");
        }
    }
}

#[test]
fn an_octgn_deck_as_others_write_it() {
    let text = "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\r\n<deck game=\"30c200c9-6c98-49a4-a293-106c06295c05\">\r\n\
        <section name=\"Faction\"><card qty=\"1\" id=\"b7b80f74-3e2b-4c24-b8b5-000000000000\">The Night&apos;s Watch</card></section>\n\
        <section name=\"Agenda\" shared=\"False\">\n<card qty=\"1\" id=\"00000000-0000-0000-0000-000000001027\">Fealty</card></section>\n\
        <section name=\"Plots\"><card qty=\"2\" id=\"unknown\">a noble cause</card></section>\n\
        <section name=\"Characters\"><card id=\"00000000-0000-0000-0000-000000001123\" qty=\"3\">Ghost</card></section></deck>";
    let deck = read(&pool(), text);
    assert_eq!((deck.faction, deck.agendas.as_slice()), (Faction::NightsWatch, ["01027".to_owned()].as_slice()));
    assert_eq!((deck.plots, deck.draw), (vec![("01004".to_owned(), 2)], vec![("01123".to_owned(), 3)]));
    assert_eq!(deck.lines["01123"], 7);
}

#[test]
fn what_is_wrong_with_an_octgn_deck_stands_with_its_line() {
    let one = |inner: &str| format!("<deck game=\"30C200C9-6c98-49a4-a293-106c06295c05\">\n{inner}\n</deck>");
    let stark = "<section name=\"Faction\"><card qty=\"1\">Stark</card></section>";
    for (text, told) in [
        ("<deck>\n<section name=\"Plots\"\n</deck>".to_owned(), "line 3: this XML is broken"),
        ("<?xml version=\"1.0\"?>\n<cards/>".to_owned(), "line 2: an OCTGN deck begins with <deck>, this file with <cards>"),
        ("<deck game=\"bb0f02e7-2a6f-4ae3-84a2-c501b4176844\"></deck>".to_owned(), "line 1: this is an OCTGN deck of another game"),
        (one(""), "there is no card in this deck"),
        (one("<section name=\"Faction\"><card qty=\"1\">Frey</card></section>"), "line 2: no faction is called “Frey”"),
        (
            one(&format!("{stark}\n<section name=\"Events\"><card qty=\"2\" id=\"7\">Dracary</card></section>")),
            "line 3: no card is called “Dracary”; the nearest is Dracarys!",
        ),
        (
            one(&format!(
                "{stark}\n<section name=\"Events\"><card qty=\"many\" id=\"00000000-0000-0000-0000-000000001153\">Ice</card></section>"
            )),
            "line 3: Ice: a count is a number from 1 to 99, not “many”",
        ),
        (one(&format!("{stark}\n<section name=\"Events\"><kard/></section>")), "line 3: a section holds <card>, not <kard>"),
        // Entities that grow without end are no part of a deck.
        (
            "<?xml version=\"1.0\"?><!DOCTYPE deck [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><deck>&b;</deck>".to_owned(),
            "line 1: this XML is broken",
        ),
    ] {
        let wrong = wrong(&pool(), &text);
        assert!(wrong.iter().any(|line| line.contains(told)), "{text}\n{wrong:?}");
    }
    let named =
        one(&format!("{stark}<section name=\"Events\"><card qty=\"1\" id=\"00000000-0000-0000-0000-000000001153\">Isce</card></section>"));
    let import = import(&pool(), named.as_bytes());
    assert_eq!(lines(&import.notes), ["line 2: the number is that of Ice (01153), the name says “Isce”"]);
    assert_eq!(import.decks[0].draw, [("01153".to_owned(), 1)]);
}

#[test]
fn names_keep_their_marks() {
    let pool = pool();
    let deck = Deck { name: "Tom & <Jerry> \"9\"".to_owned(), ..stark() };
    for form in [Form::Text, Form::Cycle, Form::O8d, Form::Json] {
        assert_eq!(read(&pool, &write(&pool, &deck, form)).name, deck.name, "{form}");
    }
}
