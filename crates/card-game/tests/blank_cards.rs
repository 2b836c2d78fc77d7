//! Decks with cards that are not implemented, played with these cards blank.

use std::sync::Arc;

use card_game::decks::{self, Deck, Kind, ready};
use card_game::pool::{Card, Pool};
use card_game::view::View;
use card_game::words::{CardType, Faction};
use card_game::{Rulebook, Rulings, Setup, State, position};
use table::contract::Dice;
use table::replay::{Recorder, ReplayError, Start};
use table::{Game, Viewer};

/// The latest cards of each type that a Stark deck may hold and that are not implemented.
fn missing(kind: CardType, count: usize) -> Vec<&'static Card> {
    let fits = |card: &&Card| card.def.is_none() && card.kind == kind && [Faction::Stark, Faction::Neutral].contains(&card.faction);
    Pool::builtin().cards().iter().rev().filter(fits).take(count).collect()
}

/// A Stark deck full of them.
fn deck() -> (Deck, Vec<String>) {
    let mut deck = ready::find("The Old Ways (Core)").expect("a ready deck").clone();
    let some = [CardType::Character, CardType::Location, CardType::Attachment, CardType::Event];
    let cards: Vec<&Card> = some.iter().flat_map(|kind| missing(*kind, 6)).collect();
    let plots = missing(CardType::Plot, 3);
    deck.draw.extend(cards.iter().map(|card| (card.code.clone(), 2)));
    deck.plots.splice(..3, plots.iter().map(|card| (card.code.clone(), 1)));
    let mut codes: Vec<String> = cards.iter().chain(&plots).map(|card| card.code.clone()).collect();
    codes.sort();
    (deck, codes)
}

fn book() -> Rulebook {
    Rulebook::new(Arc::new(Pool::builtin().clone()))
}

#[test]
fn a_deck_names_its_cards_that_are_not_implemented() {
    let pool = Pool::builtin();
    let (deck, codes) = deck();
    let mut named: Vec<&str> = decks::unwritten(pool, &deck).iter().map(|(card, _)| card.code.as_str()).collect();
    named.sort();
    assert_eq!(named, codes);
    assert!(decks::unwritten(pool, ready::find("Salt and Iron").unwrap()).is_empty());
    let text = decks::export(pool, &deck);
    let problems = decks::import(pool, text.as_bytes()).single().unwrap_err();
    assert_eq!(problems.iter().filter(|problem| problem.kind == Kind::NotImplemented).count(), codes.len());
    let again = decks::import(pool, text.as_bytes()).single_with_blanks().expect("they are no obstacle");
    assert_eq!(decks::unwritten(pool, &again).len(), codes.len());
    assert!(decks::import(pool, format!("{text}\n1x No Such Card\n").as_bytes()).single_with_blanks().is_err(), "others are");
}

#[test]
fn a_blank_card_has_its_facts_and_no_text() {
    let pool = Pool::builtin();
    let card = pool.cards().iter().rev().find(|card| card.def.is_none() && card.kind == CardType::Character).unwrap();
    let blank = pool.blank(&card.code).unwrap();
    assert_eq!((&blank.name, blank.kind, blank.faction, blank.loyal), (&card.name, card.kind, card.faction, card.loyal));
    assert!(blank.strength.is_some() && blank.cost.is_some() && blank.abilities.is_empty() && blank.keywords.is_empty());
    assert!(pool.blank("01146").is_none(), "who is implemented is never blank");
    assert!(pool.blank("99999").is_none());
}

#[test]
fn games_are_played_recorded_and_verified_with_blank_cards() {
    let book = book();
    let (deck, codes) = deck();
    let rules = book.with_blanks(Rulings::Reference, &codes).unwrap();
    let plain = book.rules(Rulings::Reference);
    assert_eq!(rules.cards.len(), plain.cards.len() + codes.len());
    assert!(rules.cards.iter().zip(&plain.cards).all(|(a, b)| a.def.code == b.def.code), "no other card moves");
    let id = State::rules_id(&rules);
    assert!(codes.iter().all(|code| id.contains(code.as_str())), "the name of the rules names them: {id}");
    let setup = Setup { seats: vec![deck.seat(), deck.seat()], titles: false };
    let (mut marshaled, mut seen) = (0, 0);
    for seed in 0..6 {
        let mut dice = Dice::new(seed);
        let mut record = Recorder::<State>::new(&rules, &setup, Start::Seed(seed), &mut ()).expect("a game");
        let mut list = Vec::new();
        while record.game().outcome.is_none() && record.game().round < 30 {
            let seat = dice.seat(record.game()).expect("somebody acts");
            record.game().legal(&rules, seat, &mut list);
            record.pick(&rules, seat, dice.below(list.len() as u32), &mut ()).expect("a legal pick");
        }
        let view: View = record.game().view(&rules, Viewer::All);
        for card in view.cards.iter().filter(|card| card.code.as_ref().is_some_and(|code| codes.contains(code))) {
            seen += 1;
            assert!(card.blank && card.keywords.is_empty(), "{card:?}");
            if card.zone == Some(card_game::view::Zone::Play) {
                marshaled += 1;
                assert!(card.notes.iter().any(|note| note.contains("not implemented")), "{card:?}");
            }
        }
        let replay = record.replay();
        // Under the rules of its name it verifies; under others it does not run.
        let known = book.known(&replay.rules).expect("the name says which cards are blank");
        replay.verify::<State>(&*known).expect("good");
        assert!(matches!(replay.verify::<State>(&*plain), Err(ReplayError::OtherRules { .. })));
        let told = position::write(&rules, record.game()).unwrap_err();
        assert!(told.contains("blank") || told.contains("over"), "{told}");
    }
    assert!(seen > 100 && marshaled > 5, "{seen} {marshaled}");
}

#[test]
fn words_for_rules_with_blank_cards_are_read_and_others_refused() {
    let book = book();
    let code = missing(CardType::Character, 1)[0].code.clone();
    let word = Rulebook::word(Some("faq-4.1"), std::slice::from_ref(&code)).unwrap();
    let rules = book.meant(Some(&word)).unwrap();
    assert_eq!((rules.rulings, &rules.blanks), (Rulings::Faq41, &vec![code]));
    assert_eq!(Rulebook::word(None, &[]), None);
    assert!(book.meant(None).unwrap().blanks.is_empty());
    for wrong in ["reference+blank:01146", "reference+blank:99999", "reference+blank:", "strict+blank:26120"] {
        assert!(book.meant(Some(wrong)).is_err(), "{wrong}");
    }
    let id = State::rules_id(&rules);
    assert!(book.known(&id.replace("pool ", "pool 0")).is_err(), "another pool");
    assert!(book.known(&format!("{id} 01146")).is_err(), "a card that is implemented");
}
