//! Strange decks: every banner in every house, one card too many or too few, versions, doubles, agendas; and joust beside melee.

use crate::deck_fixture;
use crate::deck_fixture::{lines, pool, pool_with, stark, swap};
use card_game::decks::{Deck, Format, check, import, ready};
use card_game::pool::{Card, Pool};
use card_game::words::{CardType, Faction};
use test_macros::rule;

const HOUSES: [Faction; 8] = [
    Faction::Baratheon,
    Faction::Greyjoy,
    Faction::Lannister,
    Faction::Martell,
    Faction::NightsWatch,
    Faction::Stark,
    Faction::Targaryen,
    Faction::Tyrell,
];

fn joust(pool: &Pool, deck: &Deck) -> Vec<String> {
    lines(&check(pool, deck, Format::Joust))
}

/// The agenda that invites a faction; the codes stand in the order of the houses.
fn banner(faction: Faction) -> String {
    let place = HOUSES.iter().position(|house| *house == faction).unwrap();
    format!("{:05}", 1198 + place)
}

fn in_draw_deck(card: &Card) -> bool {
    matches!(card.kind, CardType::Character | CardType::Location | CardType::Attachment | CardType::Event)
}

/// Codes of a faction's cards of the draw deck, loyal ones or the others.
fn of(pool: &Pool, faction: Faction, loyal: bool) -> Vec<String> {
    let cards = pool.cards().iter().filter(|card| card.def.is_some() && in_draw_deck(card));
    cards.filter(|card| card.faction == faction && card.loyal == loyal).map(|card| card.code.clone()).collect()
}

/// So many cards of a list, three copies of each as far as they go.
fn fill(codes: &[String], count: u32) -> Vec<(String, u32)> {
    let mut left = count;
    let mut slots = Vec::new();
    for code in codes {
        let copies = left.min(3);
        left -= copies;
        slots.push((code.clone(), copies));
    }
    assert_eq!(left, 0, "enough cards");
    slots.retain(|(_, copies)| *copies > 0);
    slots
}

/// A house's deck with a guest's banner and so many cards of the guest's; 60 cards in all.
fn with_banner(pool: &Pool, house: Faction, guest: Faction, guests: u32) -> Deck {
    let own = [of(pool, house, true), of(pool, house, false), of(pool, Faction::Neutral, false)].concat();
    let draw = [fill(&own, 60 - guests), fill(&of(pool, guest, false), guests)].concat();
    Deck { faction: house, agendas: vec![banner(guest)], draw, ..stark() }
}

#[rule("RR.deck.agendas", "RR.deck.core", "RR.glossary.loyal.1")]
#[test]
fn every_banner_in_every_house() {
    let pool = pool();
    for house in HOUSES {
        for guest in HOUSES.into_iter().filter(|guest| *guest != house) {
            let third = HOUSES.into_iter().find(|third| ![house, guest].contains(third)).unwrap();
            let legal = with_banner(&pool, house, guest, 12);
            assert_eq!(joust(&pool, &legal), [""; 0], "{house} with {guest}");
            let few = joust(&pool, &with_banner(&pool, house, guest, 11));
            assert!(
                matches!(few.as_slice(), [one] if one.contains("asks for at least 12 cards") && one.contains("there are 11")),
                "{few:?}"
            );
            for (code, wanted) in [
                (of(&pool, guest, true).remove(0), "is loyal to"),
                (of(&pool, third, false).remove(0), "and the deck is"),
                (of(&pool, third, true).remove(0), "is loyal to"),
            ] {
                let mut deck = legal.clone();
                let own = deck.draw[0].0.clone();
                swap(&mut deck, &own, &code, 1);
                let problems = joust(&pool, &deck);
                assert!(matches!(problems.as_slice(), [one] if one.contains(wanted)), "{house} with {guest} and {code}: {problems:?}");
            }
            let uninvited = Deck { agendas: Vec::new(), ..legal.clone() };
            assert_eq!(joust(&pool, &uninvited).len(), 4, "without the banner each of its four titles is a stranger");
            let fealty = Deck { agendas: vec!["01027".to_owned()], ..legal };
            assert!(joust(&pool, &fealty).iter().filter(|line| line.contains("and the deck is")).count() == 4);
        }
    }
}

#[rule("RR.deck.agendas")]
#[test]
fn a_banner_s_loyal_cards_are_forbidden_though_they_are_twelve() {
    let pool = pool();
    let mut deck = with_banner(&pool, Faction::Tyrell, Faction::Baratheon, 11);
    let own = deck.draw[0].0.clone();
    swap(&mut deck, &own, &of(&pool, Faction::Baratheon, true)[0], 1);
    let problems = joust(&pool, &deck);
    assert!(matches!(problems.as_slice(), [one] if one.contains("is loyal to House Baratheon")), "{problems:?}");
}

#[rule("RR.deck.agendas", "RR.glossary.deck.1")]
#[test]
fn plots_are_no_cards_of_the_draw_deck_for_any_agenda() {
    let own = "[(code: \"99001\", name: \"Away\", kind: plot, faction: tyrell, plot: (4, 4, 1, 6)), \
               (code: \"99002\", name: \"Oath\", kind: plot, faction: tyrell, loyal: true, plot: (4, 4, 1, 6))]";
    let pool = pool_with(own);
    let mut deck = with_banner(&pool, Faction::Stark, Faction::Tyrell, 11);
    deck.plots[0].0 = "99001".to_owned();
    let problems = joust(&pool, &deck);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].contains("means the draw deck (RR.glossary.deck.1)"));
    assert!(problems[1].contains("and there are 11 (RR.deck.agendas)"), "the plot is not the twelfth");
    deck.plots[0].0 = "99002".to_owned();
    assert!(joust(&pool, &deck)[0].contains("is loyal to House Tyrell"));
    // Seven neutral plots beside fifteen neutral cards.
    let neutral = of(&pool, Faction::Neutral, false);
    let stark = [of(&pool, Faction::Stark, true), of(&pool, Faction::Stark, false)].concat();
    let fealty = |most| Deck {
        agendas: vec!["01027".to_owned()],
        draw: [fill(&stark, 60 - most), fill(&neutral, most)].concat(),
        ..deck_fixture::stark()
    };
    assert_eq!(joust(&pool, &fealty(15)), [""; 0]);
    assert_eq!(joust(&pool, &fealty(16)).len(), 1);
}

#[rule("RR.deck.core", "RR.glossary.plot_deck.1")]
#[test]
fn sixty_and_seven_to_the_card() {
    let pool = pool();
    let sized = |cards: u32, plots: u32| {
        let own = [of(&pool, Faction::Stark, true), of(&pool, Faction::Stark, false), of(&pool, Faction::Neutral, false)].concat();
        let plots = (1003..1003 + plots).map(|code| (format!("{code:05}"), 1)).collect();
        Deck { draw: fill(&own, cards), plots, ..stark() }
    };
    let problems = |cards, plots, format| check(&pool, &sized(cards, plots), format).len();
    for format in [Format::Joust, Format::Melee] {
        assert_eq!([problems(59, 7, format), problems(60, 7, format), problems(85, 7, format)], [1, 0, 0], "{format}");
        assert_eq!([problems(60, 6, format), problems(60, 8, format), problems(60, 0, format)], [1, 1, 1], "{format}");
    }
    assert_eq!([problems(1, 7, Format::Starter), problems(59, 7, Format::Starter), problems(0, 7, Format::Starter)], [0, 0, 1]);
    assert_eq!([problems(59, 6, Format::Starter), problems(59, 8, Format::Starter)], [1, 1]);
}

#[rule("RR.deck.core.3", "RR.glossary.plot_deck_limit.1")]
#[test]
fn plots_by_pairs() {
    let own = "[(code: \"99001\", name: \"A Noble Cause\", kind: plot, plot: (5, 0, 1, 6), deck_limit: 2), \
               (code: \"99002\", name: \"Thrice\", kind: plot, plot: (4, 4, 1, 6), deck_limit: 3)]";
    let pool = pool_with(own);
    let plots = |plots: &[(&str, u32)]| {
        let deck = Deck { plots: plots.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect(), ..stark() };
        assert_eq!(deck.plot_count(), 7);
        joust(&pool, &deck)
    };
    let two_versions = plots(&[("01004", 1), ("99001", 1), ("01005", 1), ("01006", 1), ("01007", 1), ("01009", 1), ("01010", 1)]);
    assert_eq!(two_versions, [""; 0], "two versions of one title are one pair");
    let and_a_pair = plots(&[("01004", 1), ("99001", 1), ("01005", 2), ("01006", 1), ("01007", 1), ("01009", 1)]);
    assert_eq!(and_a_pair, ["one plot may be there twice, but these are: A Noble Cause, A Storm of Swords (RR.deck.core.3)"]);
    let three_versions = plots(&[("01004", 2), ("99001", 1), ("01006", 1), ("01007", 1), ("01009", 1), ("01010", 1)]);
    assert_eq!(three_versions, ["3 copies of A Noble Cause; its plot deck limit is 2 (RR.glossary.plot_deck_limit.1)"]);
    let thrice = plots(&[("99002", 3), ("01004", 1), ("01006", 1), ("01007", 1), ("01009", 1)]);
    assert_eq!(thrice, [""; 0], "a limit of three lets the one doubled title have three");
    let thrice_and_a_pair = plots(&[("99002", 3), ("01004", 2), ("01006", 1), ("01007", 1)]);
    assert_eq!(thrice_and_a_pair.len(), 1, "{thrice_and_a_pair:?}");
}

#[rule("RR.deck.core.5", "RR.glossary.copy.1", "CARD.C010")]
#[test]
fn cards_of_later_packs_count_with_their_title() {
    let pool = Pool::new(Vec::new());
    let judged = |text: &str| {
        let deck = import(&pool, format!("House Tyrell\n{text}").as_bytes()).decks.remove(0);
        let problems = lines(&check(&pool, &deck, Format::Starter));
        problems.into_iter().filter(|line| line.contains("copies")).collect::<Vec<_>>()
    };
    assert_eq!(judged("2x Randyll Tarly (Core Set)\n1x 19015\n"), [""; 0]);
    assert_eq!(
        judged("2 01183\n1 19015\n1 17174\n"),
        ["line 2: 4 copies of Randyll Tarly, by title; at most 3 may be there (RR.deck.core.5)"]
    );
    // A draft card with a limit of its own does not lift the limit of the others.
    assert_eq!(judged("3 00269\n1 01183\n").len(), 1);
    assert_eq!(judged("9 00269\n"), [""; 0]);
}

#[rule("RR.glossary.agenda_cards.1")]
#[test]
fn two_agendas_are_one_too_many_unless_one_is_unknown_and_never_one_title_twice() {
    let pool = pool();
    let agendas = |codes: &[&str]| {
        let deck = Deck { agendas: codes.iter().map(|code| (*code).to_owned()).collect(), ..stark() };
        let problems = joust(&pool, &deck);
        problems.into_iter().filter(|line| line.contains("agenda_cards")).collect::<Vec<_>>()
    };
    assert_eq!(agendas(&["01027"]), [""; 0]);
    let twice = agendas(&["01027", "01027"]);
    assert_eq!(twice, ["a deck has one agenda at most, and this has 2: Fealty, Fealty (RR.glossary.agenda_cards.1)"]);
    assert_eq!(agendas(&["01198", "01199", "01200"]).len(), 1);
    assert_eq!(agendas(&["06018", "01198", "01199"]), [""; 0], "Alliance, whose rules are not known here, permits banners");
    let again = agendas(&["06018", "01198", "01198"]);
    assert_eq!(again, ["no agenda may be there twice, and Banner of the Stag is (RR.glossary.agenda_cards.1)"]);
}

/// Decks with something wrong of every sort, and decks with nothing wrong.
fn strange(pool: &Pool) -> Vec<Deck> {
    let mut decks: Vec<Deck> = ready::all().to_vec();
    for (at, house) in HOUSES.into_iter().enumerate() {
        let guest = HOUSES[(at + 3) % 8];
        decks.extend([0, 11, 12, 13].map(|guests| with_banner(pool, house, guest, guests)));
        decks.extend([Faction::Neutral, guest].map(|faction| Deck { faction, ..with_banner(pool, house, guest, 12) }));
        decks.push(Deck { agendas: vec!["01027".to_owned(), banner(house)], ..with_banner(pool, house, guest, 12) });
    }
    decks.push(Deck::default());
    decks.push(Deck { plots: vec![("01003".to_owned(), u32::MAX), ("01004".to_owned(), 2)], ..stark() });
    decks.push(Deck { draw: vec![("01141".to_owned(), u32::MAX), ("01004".to_owned(), u32::MAX), ("77777".to_owned(), 1)], ..stark() });
    decks.push(Deck { agendas: vec!["01141".to_owned(), "05045".to_owned()], plots: vec![("01141".to_owned(), 7)], ..stark() });
    decks
}

/// The two formats differ in nothing but their lists; starter differs in the size alone.
#[rule("RR.deck.core")]
#[test]
fn melee_is_built_as_joust_is_and_a_starter_but_for_its_size() {
    let pool = pool();
    let (mut legal, mut illegal) = (0, 0);
    for deck in strange(&pool) {
        let judged = joust(&pool, &deck);
        assert_eq!(lines(&check(&pool, &deck, Format::Melee)), judged, "{deck:?}");
        if judged.is_empty() {
            legal += 1
        } else {
            illegal += 1
        }
        if ready::is_published(&deck) {
            continue;
        }
        let without_size = |lines: Vec<String>| lines.into_iter().filter(|line| !line.starts_with("a draw deck has at least")).collect();
        let (of_joust, of_starter): (Vec<_>, Vec<_>) = (without_size(judged), without_size(lines(&check(&pool, &deck, Format::Starter))));
        assert_eq!(of_starter, of_joust, "{deck:?}");
    }
    assert!(legal >= 20 && illegal >= 30, "{legal} and {illegal}");
}
