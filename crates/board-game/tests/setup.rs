//! Setup and the facts of the board, against the numbers of the rules (not against our own data).

use crate::play::*;
use board_game::Rulings;
use board_game::action::Question;
use board_game::data::Track;
use board_game::testing::*;
use test_macros::rule;

/// Every area with units, as `area house letters`, in order of their names.
fn units(t: &Table) -> Vec<String> {
    t.state
        .area_ids()
        .filter(|id| t.owner(id.id()).is_some())
        .map(|id| format!("{} {} {}", id.id(), t.owner(id.id()).expect("units"), t.at(id.id())))
        .collect()
}

/// Neutral forces by area, closed areas as 99.
fn forces(t: &Table) -> Vec<(&'static str, u8)> {
    t.state
        .area_ids()
        .filter(|id| t.rules.board.area(*id).is_land())
        .filter_map(|id| {
            let area = t.state.area(id);
            let neutral = area.force > 0 && area.garrison.is_none();
            if area.closed { Some((id.id(), 99)) } else { neutral.then_some((id.id(), area.force)) }
        })
        .collect()
}

const STARK: [&str; 3] = ["the-shivering-sea stark S", "white-harbor stark F", "winterfell stark FK"];
const LANNISTER: [&str; 4] =
    ["lannisport lannister FK", "port-of-lannisport lannister S", "stoney-sept lannister F", "the-golden-sound lannister S"];
const BARATHEON: [&str; 3] = ["dragonstone baratheon FK", "kingswood baratheon F", "shipbreaker-bay baratheon SS"];
const GREYJOY: [&str; 4] = ["greywater-watch greyjoy F", "ironmans-bay greyjoy S", "port-of-pyke greyjoy S", "pyke greyjoy FK"];
const TYRELL: [&str; 3] = ["dornish-marches tyrell F", "highgarden tyrell FK", "redwyne-straights tyrell S"];
const MARTELL: [&str; 3] = ["salt-shore martell F", "sea-of-dorne martell S", "sunspear martell FK"];

#[rule(
    "BG.setup.units.stark",
    "BG.setup.units.lannister",
    "BG.setup.units.baratheon",
    "BG.setup.units.greyjoy",
    "BG.setup.units.tyrell",
    "BG.setup.units.martell",
    "BG.setup.players",
    "BG.setup.no-other",
    "BG.faq.lannister"
)]
#[test]
fn the_units_of_the_start() {
    let houses = [STARK.to_vec(), LANNISTER.to_vec(), BARATHEON.to_vec(), GREYJOY.to_vec(), TYRELL.to_vec(), MARTELL.to_vec()];
    for players in 3..=6 {
        let mut expected: Vec<&str> = houses[..players].concat();
        expected.sort_unstable();
        let mut found = units(&Table::new(players, Rulings::FAQ_V2));
        found.sort_unstable();
        assert_eq!(found, expected, "{players}");
    }
}

#[rule("BG.setup.tracks-it", "BG.setup.tracks-fief", "BG.setup.tracks-court", "BG.setup.tracks-gaps")]
#[test]
fn the_tracks_of_the_start_close_their_gaps() {
    let whole = [
        (Track::IronThrone, ["baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"]),
        (Track::Fiefdoms, ["greyjoy", "tyrell", "martell", "stark", "baratheon", "lannister"]),
        (Track::KingsCourt, ["lannister", "stark", "martell", "baratheon", "tyrell", "greyjoy"]),
    ];
    let absent = ["martell", "tyrell", "greyjoy"];
    for players in 3..=6 {
        let t = Table::new(players, Rulings::FAQ_V2);
        for (track, houses) in &whole {
            let expected: Vec<&str> = houses.iter().copied().filter(|house| !absent[..6 - players].contains(house)).collect();
            assert_eq!(t.on_track(*track), expected, "{players}");
        }
    }
}

#[rule(
    "BG.setup.supply",
    "BG.setup.power",
    "BG.setup.victory",
    "BG.setup.decks",
    "BG.setup.steps",
    "BG.west.skip",
    "BG.comp.house-cards",
    "BG.comp.cards"
)]
#[test]
fn what_each_house_starts_with() {
    let t = Table::new(6, Rulings::FAQ_V2);
    for house in ["stark", "lannister", "baratheon", "greyjoy", "tyrell", "martell"] {
        let seat = t.seat(house);
        assert_eq!((t.power_of(house), t.state.pool(&t.rules, seat)), (5, 15));
        assert_eq!(t.supply_of(house), if house == "stark" { 1 } else { 2 });
        assert_eq!(t.state.castles(&t.rules, seat), if house == "stark" { 2 } else { 1 });
        assert_eq!((t.hand_of(house).len(), t.discards_of(house).len()), (7, 0));
    }
    assert_eq!((t.state.threat, t.state.round), (2, 1));
    assert_eq!(t.state.westeros.iter().map(|deck| deck.draw.len()).collect::<Vec<_>>(), [10, 10, 10]);
    assert_eq!(t.state.wildlings.len(), 9);
    assert_eq!(t.rules.board.tides.iter().map(|card| card.copies).sum::<u8>(), 24);
    assert_eq!((question(&t), t.acting().len()), (Question::Orders, 6), "no Westeros phase in round 1");
    assert!(t.state.revealed.is_empty());
}

#[rule(
    "BG.setup.garrison",
    "BG.setup.neutral.all",
    "BG.setup.neutral.3p",
    "BG.setup.neutral.4p",
    "BG.setup.neutral.5p",
    "BG.setup.absent-home"
)]
#[test]
fn garrisons_and_neutral_forces_by_the_number_of_players() {
    let all = [("kings-landing", 5), ("the-eyrie", 6)];
    let five = [
        ("princes-pass", 3),
        ("salt-shore", 3),
        ("starfall", 3),
        ("sunspear", 5),
        ("the-boneway", 3),
        ("three-towers", 3),
        ("yronwood", 3),
    ];
    let four = [("dornish-marches", 3), ("oldtown", 3), ("storms-end", 4)];
    let three: Vec<(&str, u8)> = five.iter().chain(&four).map(|(at, _)| *at).chain(["highgarden", "pyke"]).map(|at| (at, 99)).collect();
    let expected: [Vec<(&str, u8)>; 4] =
        [[&all[..], &three].concat(), [&all[..], &five, &four].concat(), [&all[..], &five].concat(), all.to_vec()];
    for (players, mut expected) in (3..=6).zip(expected) {
        let t = Table::new(players, Rulings::FAQ_V2);
        expected.sort_unstable();
        let mut found = forces(&t);
        found.sort_unstable();
        assert_eq!(found, expected, "{players}");
        for (at, least) in [("winterfell", 3), ("lannisport", 3), ("dragonstone", 3), ("pyke", 4), ("highgarden", 5), ("sunspear", 6)] {
            let area = t.state.area(area(at));
            assert_eq!(area.garrison.is_some(), players >= least, "{at} with {players}");
            if players >= least {
                assert_eq!(area.force, 2);
            }
        }
    }
    let t = Table::new(4, Rulings::FAQ_V2);
    assert_eq!((t.controller("highgarden"), t.state.area(area("highgarden")).force), (None, 0), "empty with four");
}

#[rule("BG.comp.orders", "BG.comp.units", "BG.comp.tokens", "BG.supply.table")]
#[test]
fn pieces_orders_and_supply() {
    let t = Table::new(6, Rulings::FAQ_V2);
    let board = t.rules.board;
    assert_eq!(board.limits, [10, 5, 2, 6]);
    assert_eq!(board.power.total, 20);
    let orders: Vec<(&str, i8, bool, u8)> =
        board.orders.iter().map(|order| (order.id.as_str(), order.bonus, order.star, order.count)).collect();
    assert_eq!(
        orders,
        [
            ("march-minus-one", -1, false, 1),
            ("march", 0, false, 1),
            ("march-plus-one", 1, true, 1),
            ("defense-plus-one", 1, false, 2),
            ("defense-plus-two", 2, true, 1),
            ("support", 0, false, 2),
            ("support-plus-one", 1, true, 1),
            ("raid", 0, false, 2),
            ("special-raid", 0, true, 1),
            ("consolidate-power", 0, false, 2),
            ("special-consolidate-power", 0, true, 1),
        ]
    );
    let supply: [&[u8]; 7] = [&[2, 2], &[3, 2], &[3, 2, 2], &[3, 2, 2, 2], &[3, 3, 2, 2], &[4, 3, 2, 2], &[4, 3, 2, 2, 2]];
    assert_eq!(board.supply.iter().map(Vec::as_slice).collect::<Vec<_>>(), supply);
}

#[rule("BG.map.counts", "BG.comp.icons", "BG.ports.list", "BG.ports.area")]
#[test]
fn the_board_by_its_numbers() {
    let t = Table::new(6, Rulings::FAQ_V2);
    let board = t.rules.board;
    let count = |which: &dyn Fn(&board_game::data::Area) -> bool| board.areas().filter(|(_, area)| which(area)).count();
    assert_eq!((count(&|area| area.is_land()), count(&|area| area.is_sea()), count(&|area| area.is_port())), (38, 12, 8));
    assert_eq!((count(&|area| area.castle == 1), count(&|area| area.castle == 2)), (10, 10));
    assert_eq!(board.areas().map(|(_, area)| u32::from(area.barrels)).sum::<u32>(), 24);
    assert_eq!(board.areas().map(|(_, area)| u32::from(area.crowns)).sum::<u32>(), 19);
    let edges: usize = board.areas().map(|(_, area)| area.adjacent.len()).sum();
    assert_eq!(edges, 2 * 143);
    let mut ports: Vec<(&str, &str)> = board
        .areas()
        .filter(|(_, area)| area.is_port())
        .map(|(_, area)| (area.land.expect("a land").id(), area.sea.expect("a sea").id()))
        .collect();
    ports.sort_unstable();
    assert_eq!(
        ports,
        [
            ("dragonstone", "shipbreaker-bay"),
            ("lannisport", "the-golden-sound"),
            ("oldtown", "redwyne-straights"),
            ("pyke", "ironmans-bay"),
            ("storms-end", "shipbreaker-bay"),
            ("sunspear", "east-summer-sea"),
            ("white-harbor", "the-narrow-sea"),
            ("winterfell", "bay-of-ice"),
        ]
    );
    assert!(board.areas().filter(|(_, area)| area.is_port()).all(|(_, area)| area.adjacent.len() == 2), "exactly one land and one sea");
}
