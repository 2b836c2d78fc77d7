//! The end of the game, and its beginning: victory at seven and after round ten, and the set-ups for three to six houses. Where the facts of
//! the published game lie beside the workspace, the board, the set-ups and all cards are compared with them; without them that test says
//! that it is skipped.

use crate::battle::*;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use board_game::data::{self, AreaKind, Board, OrderKind, Unit};
use board_game::rulings::Ties;
use board_game::state::Task;
use serde_json::Value;

/// Six castles and strongholds, the home one of them.
const SIX: [&str; 5] = ["white-harbor", "moat-cailin", "flints-finger", "seagard", "the-reach"];

fn with_six(house: &str) -> Table {
    let mut t = field();
    for id in SIX {
        t.token(id, house);
    }
    t
}

#[rule("BG.win.instant", "BG.win.instant-timing", "BG.march.walk-in")]
#[test]
fn the_seventh_castle_wins_at_once() {
    let mut t = with_six("stark");
    t.units("stoney-sept", "stark", "F")
        .order("stoney-sept", "march")
        .units("harrenhal", "stark", "F")
        .order("harrenhal", "march-minus-one");
    hold(&mut t, "lannister");
    t.action();
    t.answer("lannister", &[go("the-arbor"), done()]);
    assert!(over(&t), "Harrenhal is the seventh already");
    assert_eq!(winner(&t), Some("stark"));
    // Six do not; land without a castle does not.
    let mut t = with_six("stark");
    t.units("stoney-sept", "stark", "F").order("stoney-sept", "march");
    hold(&mut t, "stark");
    t.action();
    march(&mut t, "stark", "stoney-sept", "F", "blackwater");
    assert!(!over(&t));
    // Riverrun is the seventh, in the middle of the round.
    let mut t = with_six("stark");
    t.units("stoney-sept", "stark", "F").order("stoney-sept", "march").token("riverrun", "lannister");
    hold(&mut t, "stark");
    t.round(4).action();
    march(&mut t, "stark", "stoney-sept", "F", "riverrun");
    assert_eq!((winner(&t), t.state.round), (Some("stark"), 4));
    assert!(t.state.acting().is_empty());
}

#[rule("BG.win.instant", "BG.win.instant-timing")]
#[test]
fn a_castle_that_is_given_up_in_the_same_march_does_not_count() {
    let mut t = with_six("stark");
    t.units("harrenhal", "stark", "F").order("harrenhal", "march");
    hold(&mut t, "stark");
    // Seven now; the march is the first thing that is looked at.
    t.tasks(vec![Task::CleanUp, Task::Turns(OrderKind::March, 0)]);
    march(&mut t, "stark", "harrenhal", "F", "stoney-sept");
    assert!(!over(&t), "six are left");
    // With a token it is kept.
    let mut t = with_six("stark");
    t.units("harrenhal", "stark", "F").order("harrenhal", "march");
    hold(&mut t, "stark");
    t.action();
    t.answer("stark", &[go("harrenhal"), to("F", "stoney-sept"), done(), leave_token()]);
    assert_eq!(winner(&t), Some("stark"));
}

#[rule("BG.win.instant-timing")]
#[test]
fn winning_a_combat_counts_when_the_march_is_settled() {
    let mut t = with_six("stark");
    t.units("riverrun", "lannister", "F");
    attack(&mut t, "stark", "KK", "riverrun");
    cards(&mut t, ("stark", "robb-stark"), ("lannister", "the-hound"));
    assert!(!over(&t) && asks(&t, |q| matches!(q, Question::Retreat { .. })), "the beaten retreat first");
    t.answer("stark", &[target("stoney-sept")]);
    assert_eq!((winner(&t), t.at("stoney-sept").as_str()), (Some("stark"), "f"));
}

#[rule("BG.win.simultaneous")]
#[test]
fn two_with_seven_are_ranked_as_at_the_end() {
    for (land, wins) in [("karhold", "stark"), ("the-stony-shore", "stark"), ("greywater-watch", "greyjoy")] {
        let mut t = with_six("stark");
        for id in ["riverrun", "harrenhal", "crackclaw-point", "oldtown", "starfall", "yronwood"] {
            t.token(id, "greyjoy");
        }
        t.token("storms-end", "stark").token(land, wins);
        t.tasks(vec![Task::CleanUp, Task::Victory]);
        assert_eq!(winner(&t), Some(wins));
    }
}

/// The end of round ten with these castles of Stark and Greyjoy beside their homes.
fn round_ten(rulings: Rulings, stark: &[&str], greyjoy: &[&str], prepare: impl Fn(&mut Table)) -> Table {
    let mut t = field_by(rulings);
    for (house, ids) in [("stark", stark), ("greyjoy", greyjoy)] {
        ids.iter().for_each(|id| {
            t.token(id, house);
        });
    }
    prepare(&mut t);
    t.round(10).tasks(vec![Task::CleanUp]);
    t
}

#[rule("BG.win.round10", "BG.act.cleanup")]
#[test]
fn after_round_ten_most_castles_win() {
    let t = round_ten(Rulings::FAQ_V2, &["white-harbor"], &["flints-finger", "seagard"], |_| {});
    assert_eq!(winner(&t), Some("greyjoy"));
    // Castles and strongholds count one each.
    let t = round_ten(Rulings::FAQ_V2, &["white-harbor", "moat-cailin"], &["seagard"], |_| {});
    assert_eq!(winner(&t), Some("stark"));
    // After round nine the tenth comes.
    let mut t = field();
    t.round(9).tasks(vec![Task::CleanUp]);
    assert!(!over(&t));
    assert_eq!(t.state.round, 10);
}

#[rule("BG.win.ties", "BG.win.ties-old", "BG.diff.ties", "BG.faq.ties")]
#[test]
fn ties_after_round_ten() {
    let print = Rulings { ties: Ties::Print, ..Rulings::FAQ_V2 };
    let by = |rulings, prepare: &dyn Fn(&mut Table)| {
        winner(&round_ten(rulings, &["white-harbor", "moat-cailin"], &["seagard", "riverrun"], prepare))
    };
    // Greyjoy has more strongholds; Stark one land area more.
    let lands = |t: &mut Table| {
        t.token("karhold", "stark");
    };
    assert_eq!(by(Rulings::FAQ_V2, &lands), Some("stark"));
    assert_eq!(by(print, &lands), Some("greyjoy"));
    // Equal lands: the higher supply, though Stark is above on the Iron Throne track.
    let supply = |t: &mut Table| {
        t.supply("stark", 3).supply("greyjoy", 4);
    };
    assert_eq!(by(Rulings::FAQ_V2, &supply), Some("greyjoy"));
    // Equal supply: Iron Throne. Neither power nor strongholds.
    let power = |t: &mut Table| {
        t.power("greyjoy", 9);
    };
    assert_eq!(by(Rulings::FAQ_V2, &power), Some("stark"));
    let throne = |t: &mut Table| {
        t.track(Track::IronThrone, &["greyjoy", "stark", "lannister", "baratheon", "tyrell", "martell"]);
    };
    assert_eq!(by(Rulings::FAQ_V2, &throne), Some("greyjoy"));
    // By print with equal strongholds: supply, then power, then Iron Throne.
    let printed = |prepare: &dyn Fn(&mut Table)| winner(&round_ten(print, &["white-harbor"], &["flints-finger"], prepare));
    assert_eq!(
        printed(&|t| {
            t.supply("greyjoy", 6).supply("stark", 5).power("stark", 9);
        }),
        Some("greyjoy")
    );
    assert_eq!(printed(&power), Some("greyjoy"));
    assert_eq!(printed(&|_| {}), Some("stark"));
    assert_eq!(printed(&throne), Some("greyjoy"));
}

#[rule("BG.win.no-elimination")]
#[test]
fn a_house_without_units_goes_on() {
    let mut t = field();
    t.wildlings();
    assert_eq!(t.acting().len(), 6, "all bid");
}

#[rule("BG.setup.players", "BG.setup.power", "BG.setup.tracks-gaps", "BG.setup.decks", "BG.setup.supply", "BG.setup.victory")]
#[test]
fn set_up_for_three_to_six() {
    for players in 3..=6 {
        let t = Table::new(players, Rulings::FAQ_V2);
        let houses = ["stark", "lannister", "baratheon", "greyjoy", "tyrell", "martell"];
        for (at, house) in houses.into_iter().enumerate() {
            let plays = t.state.seat_of(board_game::HouseId::named(house).expect("a house"));
            assert_eq!(plays.is_some(), at < players, "{house} with {players}");
            let Some(seat) = plays else { continue };
            let player = t.state.player(seat);
            assert_eq!((player.power, player.hand.len(), player.discard.len()), (5, 7, 0));
            assert_eq!(player.supply, if house == "stark" { 1 } else { 2 });
            assert_eq!(t.state.castles(&t.rules, seat), if house == "stark" { 2 } else { 1 }, "{house}");
            assert_eq!(t.state.pool(&t.rules, seat), 15);
        }
        assert_eq!((t.state.threat, t.state.round), (2, 1));
        let throne = ["baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell"];
        let plays = |house: &&str| t.state.seat_of(board_game::HouseId::named(house).expect("a house")).is_some();
        assert_eq!(t.on_track(Track::IronThrone), throne.into_iter().filter(plays).collect::<Vec<_>>());
    }
    // A house that is not in play may not be chosen.
    let rules = board_game::Rules::default();
    let mut setup = board_game::Setup::players(3);
    setup.houses[0] = board_game::HouseId::named("greyjoy");
    assert!(board_game::State::new(&rules, &setup, table::Chance::seeded(1), &mut ()).is_err());
    assert!(
        board_game::State::new(&rules, &board_game::Setup { houses: vec![None; 7], tides: false }, table::Chance::seeded(1), &mut ())
            .is_err()
    );
}

#[rule("BG.setup.stars", "BG.plan.stars")]
#[test]
fn special_orders_by_place_and_number_of_players() {
    for (players, stars) in [(3, &[3, 2, 1][..]), (4, &[3, 2, 1, 0]), (5, &[3, 3, 2, 1, 0]), (6, &[3, 3, 2, 1, 0, 0])] {
        let t = Table::new(players, Rulings::FAQ_V2);
        let found: Vec<u8> = t.state.tracks[Track::KingsCourt.index()].iter().map(|seat| t.state.stars(&t.rules, *seat)).collect();
        assert_eq!(found, stars);
    }
}

#[rule("BG.setup.neutral.3p", "BG.setup.neutral.all", "BG.neutral.closed", "BG.setup.no-other")]
#[test]
fn three_houses_close_twelve_areas() {
    let t = Table::new(3, Rulings::FAQ_V2);
    let closed: BTreeSet<&str> =
        t.state.area_ids().filter(|id| t.state.area(*id).closed && t.rules.board.area(*id).is_land()).map(|id| id.id()).collect();
    let listed =
        "pyke highgarden oldtown three-towers dornish-marches princes-pass the-boneway storms-end starfall yronwood salt-shore sunspear";
    assert_eq!(closed, listed.split(' ').collect());
    for open in ["the-arbor", "east-summer-sea", "west-summer-sea", "redwyne-straights", "sea-of-dorne", "ironmans-bay"] {
        assert!(!t.state.area(area(open)).closed, "{open}");
    }
    assert_eq!(forces(&t), [("kings-landing", 5), ("the-eyrie", 6)].into_iter().collect());
}

/// The neutral forces of a game.
fn forces(t: &Table) -> BTreeMap<&'static str, u8> {
    t.state.area_ids().filter(|id| t.state.is_neutral(*id)).map(|id| (id.id(), t.state.area(id).force)).collect()
}

#[rule("BG.setup.neutral.4p", "BG.setup.neutral.5p", "BG.setup.neutral.all", "BG.setup.absent-home")]
#[test]
fn neutral_forces_of_four_five_and_six() {
    let six = vec![("kings-landing", 5), ("the-eyrie", 6)];
    let mut five = six.clone();
    five.extend([
        ("sunspear", 5),
        ("salt-shore", 3),
        ("starfall", 3),
        ("yronwood", 3),
        ("princes-pass", 3),
        ("the-boneway", 3),
        ("three-towers", 3),
    ]);
    let mut four = five.clone();
    four.extend([("storms-end", 4), ("oldtown", 3), ("dornish-marches", 3)]);
    for (players, expected) in [(4, four), (5, five), (6, six)] {
        let t = Table::new(players, Rulings::FAQ_V2);
        assert_eq!(forces(&t), expected.into_iter().collect(), "{players}");
        assert!(t.state.areas.iter().all(|area| !area.closed));
    }
    let t = Table::new(4, Rulings::FAQ_V2);
    let highgarden = t.state.area(area("highgarden"));
    assert_eq!((highgarden.force, highgarden.garrison, t.controller("highgarden")), (0, None, None));
}

#[rule("BG.setup.garrison")]
#[test]
fn a_garrison_in_every_home() {
    for players in 3..=6 {
        let t = Table::new(players, Rulings::FAQ_V2);
        let garrisons = t.state.area_ids().filter(|id| t.state.area(*id).garrison.is_some()).count();
        assert_eq!(garrisons, players);
        for seat in t.state.seats() {
            let home = t.state.area(t.rules.board.home(t.state.player(seat).house));
            assert_eq!((home.garrison, home.force), (Some(seat), 2));
        }
    }
}

#[rule("BG.setup.units.lannister", "BG.diff.lannister-port")]
#[test]
fn the_ship_in_lannister_s_port() {
    for players in 3..=6 {
        assert_eq!(Table::new(players, Rulings::FAQ_V2).at("port-of-lannisport"), "S");
        assert_eq!(Table::new(players, Rulings::RECORDED).at("port-of-lannisport"), if players == 3 { "" } else { "S" });
    }
}

// The facts.

fn facts(name: &str) -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/boardgame").join(name);
    Some(serde_json::from_str(&std::fs::read_to_string(path).ok()?).expect("JSON"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key}"))
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(wrong: &mut Vec<String>, what: impl std::fmt::Display, ours: T, theirs: T) {
    if ours != theirs {
        wrong.push(format!("{what}: {ours:?}, printed {theirs:?}"));
    }
}

fn map_differs(board: &Board, map: &Value, wrong: &mut Vec<String>) {
    same(wrong, "areas", board.areas.len(), list(map, "areas").len());
    for fact in list(map, "areas") {
        let id = fact["id"].as_str().expect("an id");
        let Some(at) = board_game::AreaId::named(id) else {
            wrong.push(format!("no area {id}"));
            continue;
        };
        let ours = board.area(at);
        let kind = match ours.kind {
            AreaKind::Land => "land",
            AreaKind::Sea => "sea",
            AreaKind::Port => "port",
        };
        same(wrong, format!("{id}: kind"), Some(kind), fact["kind"].as_str());
        for (what, ours) in [("supply_icons", ours.barrels), ("power_icons", ours.crowns), ("mustering_points", ours.castle)] {
            same(wrong, format!("{id}: {what}"), Some(u64::from(ours)), fact[what].as_u64());
        }
        same(wrong, format!("{id}: home"), ours.home.map(|house| house.id()), fact["home_of"].as_str());
        same(wrong, format!("{id}: name"), Some(ours.name.as_str()), fact["name"].as_str());
        let next: BTreeSet<&str> = ours.adjacent.iter().map(|id| id.id()).collect();
        same(wrong, format!("{id}: adjacent"), next, texts(&fact["adjacent"]).into_iter().collect());
    }
}

/// Units by area and kind.
fn placed<'a>(units: impl Iterator<Item = (&'a str, &'a str, u64)>) -> BTreeMap<(&'a str, &'a str), u64> {
    let mut map = BTreeMap::new();
    for (area, unit, n) in units {
        *map.entry((area, unit)).or_default() += n;
    }
    map
}

fn unit_id(unit: Unit) -> &'static str {
    ["footman", "knight", "siege_engine", "ship"][unit.index()]
}

fn facts_of_units(value: &Value) -> impl Iterator<Item = (&str, &str, u64)> {
    value.as_array().into_iter().flatten().map(|unit| {
        (unit["area"].as_str().expect("an area"), unit["unit"].as_str().expect("a unit"), unit["count"].as_u64().expect("a count"))
    })
}

fn setup_differs(board: &Board, setup: &Value, wrong: &mut Vec<String>) {
    for players in 3..=6 {
        let fact = &setup["player_counts"][players.to_string()];
        let ours = board.setup(players).expect("a set-up");
        let what = |part: &str| format!("{players} players: {part}");
        let houses: BTreeSet<&str> = ours.houses.iter().map(|start| start.house.id()).collect();
        same(wrong, what("houses"), houses, texts(&fact["houses"]).into_iter().collect());
        for (track, id) in Track::ALL.into_iter().zip(["iron_throne", "fiefdoms", "kings_court"]) {
            let list: Vec<&str> = ours.tracks[track.index()].iter().map(|house| house.id()).collect();
            same(wrong, what(id), list, texts(&fact["tracks"][id]));
        }
        let stars: Vec<u64> = list(fact, "special_orders_by_kings_court_position").iter().filter_map(Value::as_u64).collect();
        same(wrong, what("stars"), ours.stars.iter().map(|n| u64::from(*n)).collect(), stars);
        let forces: BTreeMap<&str, u64> = ours.forces.iter().map(|(id, n)| (id.id(), u64::from(*n))).collect();
        let theirs = fact["neutral_forces"].as_object().expect("forces").iter().map(|(id, n)| (id.as_str(), n.as_u64().expect("a number")));
        same(wrong, what("forces"), forces, theirs.collect());
        let closed: BTreeSet<&str> = ours.closed.iter().map(|id| id.id()).collect();
        same(wrong, what("closed"), closed, texts(&fact["impassable"]).into_iter().collect());
        for start in &ours.houses {
            let house = start.house.id();
            let theirs = &fact["per_house"][house];
            same(wrong, what(house), Some(u64::from(start.supply)), theirs["supply"].as_u64());
            same(wrong, what(house), Some(board.area(board.home(start.house)).id.as_str()), theirs["home"].as_str());
            same(wrong, what(house), Some(u64::from(board.house(start.house).garrison)), theirs["garrison"].as_u64());
            same(wrong, what(house), Some(u64::from(board.power.start)), theirs["power_tokens"].as_u64());
            let of = |units: &[(board_game::AreaId, Unit)]| placed(units.iter().map(|(at, unit)| (at.id(), unit_id(*unit), 1)));
            same(wrong, what(house), of(&start.units), placed(facts_of_units(&theirs["units"])));
            let extra = fact["official_extra_units"].as_array().into_iter().flatten().filter(|unit| unit["house"] == house);
            let extra = extra.map(|unit| (unit["area"].as_str().expect("an area"), unit["unit"].as_str().expect("a unit"), 1));
            same(wrong, what("erratum"), of(&start.erratum), placed(extra));
        }
    }
    same(wrong, "rounds", Some(u64::from(board.rounds)), setup["rounds"].as_u64());
    let seven = setup["victory"]["instant_win_castles_and_strongholds"].as_u64();
    same(wrong, "victory", Some(u64::from(board.victory)), seven);
    for unit in Unit::ALL {
        let limit = setup["unit_limits_per_house"][unit_id(unit)].as_u64();
        same(wrong, unit.name(), Some(u64::from(board.limits[unit.index()])), limit);
        same(wrong, unit.name(), Some(u64::from(unit.cost())), setup["units"][unit_id(unit)]["muster_cost"].as_u64());
    }
    for (supply, limits) in board.supply.iter().enumerate() {
        let theirs: Vec<u64> =
            setup["supply_limits"][supply.to_string()].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        same(wrong, format!("supply {supply}"), limits.iter().map(|n| u64::from(*n)).collect(), theirs);
    }
    let kind = |kind: OrderKind| match kind {
        OrderKind::March => "march",
        OrderKind::Defense => "defense",
        OrderKind::Support => "support",
        OrderKind::Raid => "raid",
        OrderKind::ConsolidatePower => "consolidate_power",
    };
    let ours: BTreeSet<_> =
        board.orders.iter().map(|order| (kind(order.kind), i64::from(order.bonus), order.star, u64::from(order.count))).collect();
    let theirs = list(setup, "orders").iter().map(|order| {
        let bonus = order["modifier"].as_i64().unwrap_or(0);
        (order["kind"].as_str().expect("a kind"), bonus, order["special"] == true, order["count"].as_u64().expect("a count"))
    });
    same(wrong, "orders", ours, theirs.collect());
}

fn cards_differ(board: &Board, wrong: &mut Vec<String>) -> Option<usize> {
    let houses = facts("house-cards.json")?;
    let cards = list(&houses, "cards");
    same(wrong, "house cards", board.cards.len(), cards.len());
    for card in &board.cards {
        let Some(fact) = cards.iter().find(|fact| fact["id"] == card.id.as_str()) else {
            wrong.push(format!("no card {}", card.id));
            continue;
        };
        same(wrong, &card.id, Some(card.name.as_str()), fact["name"].as_str());
        same(wrong, &card.id, Some(card.house.id()), fact["house"].as_str());
        let ours = [i64::from(card.strength), i64::from(card.swords), i64::from(card.fortifications)];
        same(wrong, &card.id, ours.map(Some), ["strength", "swords", "fortifications"].map(|key| fact[key].as_i64()));
        same(wrong, &card.id, card.abilities.is_empty(), fact["ability"].is_null());
    }
    let westeros = facts("westeros-cards.json")?;
    for (deck, key) in board.westeros.iter().zip(["I", "II", "III"]) {
        let ours: BTreeSet<_> = deck.iter().map(|card| (card.id.as_str(), u64::from(card.copies), card.icon)).collect();
        let theirs = list(&westeros["decks"], key).iter();
        let theirs = theirs
            .map(|card| (card["id"].as_str().expect("an id"), card["copies"].as_u64().expect("a count"), card["wildling_icon"] == true));
        same(wrong, format!("deck {key}"), ours, theirs.collect());
    }
    let wildlings = facts("wildling-cards.json")?;
    let ours: BTreeSet<&str> = board.wildlings.iter().map(|card| card.id.as_str()).collect();
    same(wrong, "wildling cards", ours, list(&wildlings, "cards").iter().filter_map(|card| card["id"].as_str()).collect());
    let tides = facts("tides-of-battle.json")?;
    let ours: BTreeSet<_> = board
        .tides
        .iter()
        .map(|card| {
            (
                card.id.as_str(),
                [
                    i64::from(card.copies),
                    i64::from(card.strength),
                    i64::from(card.swords),
                    i64::from(card.fortifications),
                    i64::from(card.skulls),
                ],
            )
        })
        .collect();
    let number = |card: &Value, key: &str| card[key].as_i64().expect("a number");
    let theirs = list(&tides, "cards").iter().map(|card| {
        (card["id"].as_str().expect("an id"), ["copies", "strength", "swords", "fortifications", "skulls"].map(|key| number(card, key)))
    });
    same(wrong, "tides", ours, theirs.collect());
    Some(cards.len())
}

#[rule("BG.map.table", "BG.setup.steps", "BG.comp.cards", "BG.comp.orders")]
#[test]
fn board_set_ups_and_cards_are_as_published() {
    let (Some(map), Some(setup)) = (facts("map.json"), facts("setup.json")) else {
        println!("skipped: ../shared absent");
        return;
    };
    let board = data::atlas();
    let mut wrong = Vec::new();
    map_differs(board, &map, &mut wrong);
    setup_differs(board, &setup, &mut wrong);
    let compared = cards_differ(board, &mut wrong);
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared, Some(42));
}

/// The comparison sees a change of each kind.
#[test]
fn every_difference_is_seen() {
    let (Some(map), Some(setup)) = (facts("map.json"), facts("setup.json")) else {
        println!("skipped: ../shared absent");
        return;
    };
    type Change = fn(&mut Board);
    let changes: [Change; 12] = [
        |board| board.areas[0].crowns += 1,
        |board| board.areas[1].barrels += 1,
        |board| board.areas[2].castle += 1,
        |board| board.areas[3].home = board.areas.iter().find_map(|area| area.home),
        |board| board.areas[4].adjacent.truncate(2),
        |board| board.setups[0].stars[0] = 2,
        |board| board.setups[1].tracks[1].swap(0, 1),
        |board| board.setups[2].forces[0].1 += 1,
        |board| board.setups[0].closed.truncate(3),
        |board| board.setups[3].houses[0].units.truncate(1),
        |board| board.supply[3].truncate(2),
        |board| board.orders[0].bonus = 0,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut board = data::atlas().clone();
        change(&mut board);
        let mut wrong = Vec::new();
        map_differs(&board, &map, &mut wrong);
        setup_differs(&board, &setup, &mut wrong);
        assert!(!wrong.is_empty(), "change {at} is not seen");
    }
    let mut board = data::atlas().clone();
    board.cards[0].swords += 1;
    board.westeros[0][0].copies += 1;
    board.tides[0].copies += 1;
    board.wildlings[0].id.push('x');
    let mut wrong = Vec::new();
    cards_differ(&board, &mut wrong);
    assert_eq!(wrong.len(), 4, "{wrong:?}");
}
