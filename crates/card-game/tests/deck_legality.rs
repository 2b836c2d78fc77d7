//! What decks must and must not hold, and the decks that ship with the game.

use std::collections::BTreeSet;

use crate::deck_fixture::{lines, pool, pool_with, read, shipped, stark, swap};
use card_game::decks::{Deck, Format, Kind, check, export, ready};
use card_game::pool::Pool;
use card_game::words::Faction;
use test_macros::rule;

fn joust(pool: &Pool, deck: &Deck) -> Vec<String> {
    lines(&check(pool, deck, Format::Joust))
}

/// A legal Stark deck with the Banner of the Lion: 48 Stark cards and 12 of Lannister.
fn stark_and_lannister() -> Deck {
    let mut deck = Deck { agendas: vec!["01200".to_owned()], ..stark() };
    swap(&mut deck, "01028", "01086", 3);
    swap(&mut deck, "01141", "01087", 3);
    swap(&mut deck, "01142", "01088", 3);
    swap(&mut deck, "01143", "01089", 3);
    deck
}

#[rule("RR.deck.core")]
#[test]
fn legal_decks_are_legal() {
    assert_eq!(joust(&pool(), &stark()), [""; 0]);
    assert_eq!(joust(&pool(), &stark_and_lannister()), [""; 0]);
    assert_eq!(lines(&check(&pool(), &stark(), Format::Melee)), [""; 0]);
}

#[rule("RR.deck.core", "RR.glossary.plot_deck.1")]
#[test]
fn decks_have_sizes() {
    let mut deck = stark();
    deck.plots.pop();
    swap(&mut deck, "01141", "01142", 0);
    deck.draw.retain(|(code, _)| code != "01159");
    assert_eq!(
        joust(&pool(), &deck),
        [
            "a plot deck has exactly 7 cards, and this has 6 (RR.glossary.plot_deck.1)",
            "a draw deck has at least 60 cards, and this has 57 (RR.deck.core)"
        ]
    );
    let plots_only = lines(&check(&pool(), &deck, Format::Starter));
    assert_eq!(plots_only, ["a plot deck has exactly 7 cards, and this has 6 (RR.glossary.plot_deck.1)"]);
    let empty = Deck { faction: Faction::Stark, ..Deck::default() };
    assert_eq!(check(&pool(), &empty, Format::Starter).len(), 2);
}

#[rule("RR.deck.core", "RR.glossary.agenda_cards.1")]
#[test]
fn one_faction_card_and_at_most_one_agenda() {
    let none = Deck { faction: Faction::Neutral, ..stark() };
    assert_eq!(joust(&pool(), &none), ["a deck has exactly one faction card, and this has none (RR.deck.core)"]);
    let two = Deck { agendas: vec!["01200".to_owned(), "01027".to_owned()], ..stark_and_lannister() };
    let message = "a deck has one agenda at most, and this has 2: Banner of the Lion, Fealty (RR.glossary.agenda_cards.1)";
    assert_eq!(joust(&pool(), &two), [message]);
}

#[rule("CARD.C009", "RR.deck.core.3")]
#[test]
fn card_c009_deck_with_two_doubled_plots() {
    let plots = |cards: &[(&str, u32)]| Deck { plots: cards.iter().map(|(c, n)| ((*c).to_owned(), *n)).collect(), ..stark() };
    let one_pair = plots(&[("01004", 2), ("01005", 1), ("01006", 1), ("01007", 1), ("01009", 1), ("01010", 1)]);
    assert_eq!(joust(&pool(), &one_pair), [""; 0]);
    let two_pairs = plots(&[("01004", 2), ("01005", 2), ("01006", 1), ("01007", 1), ("01009", 1)]);
    assert_eq!(
        joust(&pool(), &two_pairs),
        ["one plot may be there twice, but these are: A Noble Cause, A Storm of Swords (RR.deck.core.3)"]
    );
}

#[rule("RR.glossary.plot_deck_limit.1")]
#[test]
fn a_plot_deck_limit_forbids_and_permits() {
    let mut deck = stark();
    deck.plots = vec![("01003".to_owned(), 2), ("01004".to_owned(), 1), ("01005".to_owned(), 1), ("01006".to_owned(), 3)];
    let problems = joust(&pool(), &deck);
    assert_eq!(problems[0], "2 copies of A Game of Thrones; its plot deck limit is 1 (RR.glossary.plot_deck_limit.1)");
    assert_eq!(problems[1], "3 copies of Building Orders; its plot deck limit is 2 (RR.glossary.plot_deck_limit.1)");
    let pool = pool_with("[(code: \"99001\", name: \"Many\", kind: plot, plot: (1, 1, 1, 1), deck_limit: 4)]");
    deck.plots = vec![("99001".to_owned(), 4), ("01004".to_owned(), 1), ("01005".to_owned(), 1), ("01006".to_owned(), 1)];
    assert_eq!(joust(&pool, &deck), [""; 0]);
}

#[rule("CARD.C010", "RR.deck.core.5", "RR.glossary.copy.1")]
#[test]
fn card_c010_copies_count_by_title_over_versions() {
    let pool = pool_with("[(code: \"99001\", name: \"Arya Stark\", kind: character, faction: stark, unique: true, cost: 2, str: 2)]");
    let mut deck = stark();
    swap(&mut deck, "01141", "99001", 1);
    assert_eq!(joust(&pool, &deck), [""; 0], "two of one version and one of another");
    swap(&mut deck, "01142", "99001", 1);
    assert_eq!(joust(&pool, &deck), ["4 copies of Arya Stark, by title; at most 3 may be there (RR.deck.core.5)"]);
}

#[rule("RR.glossary.deck_limits.1")]
#[test]
fn a_deck_limit_forbids_and_permits() {
    let own = "[(code: \"99001\", name: \"Few\", kind: event, cost: 1, deck_limit: 1), (code: \"99002\", name: \"Many\", kind: event, cost: 1, deck_limit: 6)]";
    let pool = pool_with(own);
    let mut deck = stark();
    swap(&mut deck, "01141", "99002", 3);
    swap(&mut deck, "01142", "99002", 3);
    assert_eq!(joust(&pool, &deck), [""; 0]);
    swap(&mut deck, "01143", "99001", 2);
    assert_eq!(joust(&pool, &deck), ["2 copies of Few, by title; at most 1 may be there (RR.glossary.deck_limits.1)"]);
}

#[rule("CARD.C011", "RR.glossary.loyal.1", "RR.deck.agendas")]
#[test]
fn card_c011_loyal_out_of_faction() {
    let mut deck = stark_and_lannister();
    swap(&mut deck, "01144", "01090", 1);
    assert_eq!(
        joust(&pool(), &deck),
        ["Tywin Lannister is loyal to House Lannister: it is only for that faction's decks (RR.glossary.loyal.1)"]
    );
}

#[rule("CARD.C012", "RR.glossary.deck.1", "RR.deck.agendas")]
#[test]
fn card_c012_banner_and_plots() {
    let pool = pool_with("[(code: \"99001\", name: \"A Debt\", kind: plot, faction: lannister, plot: (4, 4, 1, 6))]");
    let mut deck = stark_and_lannister();
    deck.plots[6].0 = "99001".to_owned();
    assert_eq!(
        joust(&pool, &deck),
        ["A Debt is of House Lannister: an agenda that invites cards into the deck means the draw deck (RR.glossary.deck.1)"]
    );
    let lannister = Deck { faction: Faction::Lannister, agendas: vec!["01203".to_owned()], ..deck };
    assert!(joust(&pool, &lannister).iter().all(|problem| !problem.contains("A Debt")));
}

#[rule("RR.deck.core", "RR.glossary.faction.2")]
#[test]
fn a_card_of_another_faction_needs_an_invitation() {
    let mut deck = stark();
    swap(&mut deck, "01141", "01161", 1);
    assert_eq!(joust(&pool(), &deck), ["Drogon is of House Targaryen, and the deck is House Stark (RR.deck.core)"]);
}

#[rule("RR.deck.agendas")]
#[test]
fn each_banner_asks_for_twelve_cards() {
    let mut deck = stark_and_lannister();
    swap(&mut deck, "01089", "01143", 1);
    let message = "Banner of the Lion asks for at least 12 cards of House Lannister, and there are 11 (RR.deck.agendas)";
    assert_eq!(joust(&pool(), &deck), [message]);
    for (code, faction) in (1198..=1205).zip([
        Faction::Baratheon,
        Faction::Greyjoy,
        Faction::Lannister,
        Faction::Martell,
        Faction::NightsWatch,
        Faction::Stark,
        Faction::Targaryen,
        Faction::Tyrell,
    ]) {
        let deck = Deck { agendas: vec![format!("{code:05}")], ..stark() };
        let missing = joust(&pool(), &deck).iter().any(|problem| problem.contains("asks for at least 12"));
        assert_eq!(missing, faction != Faction::Stark, "{faction}");
    }
}

#[rule("RR.deck.agendas")]
#[test]
fn fealty_allows_fifteen_neutral_cards() {
    let mut deck = Deck { agendas: vec!["01027".to_owned()], ..stark() };
    for (out, within) in [("01141", "01029"), ("01142", "01030"), ("01143", "01031"), ("01144", "01035")] {
        swap(&mut deck, out, within, 3);
    }
    assert_eq!(joust(&pool(), &deck), [""; 0]);
    swap(&mut deck, "01145", "01039", 1);
    let message = "Fealty allows at most 15 neutral cards in the draw deck, and there are 16 (RR.deck.agendas)";
    assert_eq!(joust(&pool(), &deck), [message]);
}

#[rule("RR.deck.core")]
#[test]
fn cards_stand_in_the_deck_of_their_type() {
    let mut deck = stark();
    deck.plots[0].0 = "01141".to_owned();
    deck.draw[1].0 = "01004".to_owned();
    deck.agendas = vec!["01146".to_owned()];
    let problems = joust(&pool(), &deck);
    assert!(problems.contains(&"Robb Stark is a card of type Character, not an agenda (RR.deck.core)".to_owned()));
    assert!(problems.contains(&"Arya Stark is a card of type Character, not a plot (RR.deck.core)".to_owned()));
    assert!(problems.contains(&"A Noble Cause is a card of type Plot, which is no part of a draw deck (RR.deck.core)".to_owned()));
    deck.draw[2].0 = "77777".to_owned();
    assert!(joust(&pool(), &deck).contains(&"no card has the code 77777".to_owned()));
}

#[test]
fn problems_stand_with_the_line_of_the_card() {
    let deck = read(&pool(), "Wolves\nHouse Stark\n3x Arya Stark\n2x Ice\n1x Drogon\n2x Ice\n");
    let problems = lines(&check(&pool(), &deck, Format::Starter));
    assert_eq!(problems[1], "line 4: 4 copies of Ice, by title; at most 3 may be there (RR.deck.core.5)");
    assert_eq!(problems[2], "line 5: Drogon is of House Targaryen, and the deck is House Stark (RR.deck.core)");
}

#[test]
fn an_agenda_that_is_not_implemented_is_not_guessed() {
    let deck = Deck { agendas: vec!["05045".to_owned()], ..stark() };
    let message = "\"The Rains of Castamere\" is not implemented yet; what it permits and forbids is not judged";
    assert_eq!(joust(&pool(), &deck), [message]);
}

#[rule("RR.deck.core", "RR.deck.agendas")]
#[test]
fn the_ready_decks_are_legal_and_of_all_eight_factions() {
    let pool = shipped();
    let decks: Vec<Deck> = ready::load(&pool)
        .into_iter()
        .map(|(path, deck)| deck.unwrap_or_else(|problems| panic!("{path}: {}", lines(&problems).join("\n"))))
        .collect();
    assert_eq!(decks.len(), 10);
    for deck in &decks {
        let format = deck.format.expect("the folder says it");
        assert_eq!(lines(&check(&pool, deck, format)), [""; 0], "{}", deck.name);
    }
    let factions: BTreeSet<Faction> = decks.iter().map(|deck| deck.faction).collect();
    assert_eq!(factions.len(), 8);
    let starters: Vec<&str> = decks.iter().filter(|d| d.format == Some(Format::Starter)).map(|d| d.name.as_str()).collect();
    let published = ["At the Wall (Core)", "From East to West (Core)", "Secrets and Schemes (Core)", "The Old Ways (Core)"];
    assert_eq!(starters, published);
}

#[rule("RR.glossary.loyal.1")]
#[test]
fn a_published_starter_is_legal_as_published_and_only_so() {
    let pool = pool();
    let (_, deck) = ready::load(&pool).remove(0);
    let mut deck = deck.unwrap();
    assert!(joust(&pool, &deck).iter().any(|problem| problem.contains("Robert Baratheon is loyal")));
    swap(&mut deck, "01050", "01029", 1);
    let problems = lines(&check(&pool, &deck, Format::Starter));
    assert!(problems.iter().any(|problem| problem.contains("Robert Baratheon is loyal")), "{problems:?}");
}

#[test]
fn the_ready_decks_stand_as_export_writes_them() {
    let pool = shipped();
    for (path, deck) in ready::load(&pool) {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../decks").join(path);
        assert_eq!(std::fs::read_to_string(file).unwrap(), export(&pool, &deck.unwrap()), "{path}");
    }
}

#[test]
fn the_ready_decks_can_be_played_with_the_cards_that_are_there() {
    let pool = Pool::builtin();
    let mut whole = Vec::new();
    for (path, deck) in ready::load(pool) {
        match deck {
            Ok(deck) => {
                assert_eq!(lines(&check(pool, &deck, deck.format.unwrap())), [""; 0], "{path}");
                whole.push(deck.name);
            }
            // It waits for cards, and for nothing else.
            Err(problems) => {
                assert!(problems.iter().all(|problem| problem.kind == Kind::NotImplemented), "{path}: {}", lines(&problems).join("\n"))
            }
        }
    }
    assert!(whole.len() >= 8 && ready::all().iter().map(|deck| &deck.name).eq(&whole), "{whole:?}");
    assert_eq!(ready::find("the old ways (core)").map(|deck| deck.faction), Some(Faction::Stark));
}
