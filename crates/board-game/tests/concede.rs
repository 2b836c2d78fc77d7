//! Players who give up in the middle of the game (TR.concede): the others play on, and a replay of it arrives at the same state.

use std::sync::Arc;

use crate::play::*;
use board_game::action::{Action, Question};
use board_game::data::Track;
use board_game::testing::*;
use board_game::{Rules, Rulings, Setup, State, Unit};
use table::contract::{self, Dice, Size};
use table::hosted::{Host, Hosted};
use table::replay::{Recorder, Start};
use table::{Game, Outcome, Seat, Viewer};
use test_macros::rule;

fn concede(t: &mut Table, house: &str) {
    let seat = t.seat(house);
    t.state.concede(&t.rules, seat, &mut t.events).unwrap_or_else(|error| panic!("{house} concedes: {error}"));
}

/// Games in which somebody gives up at any moment, asked or not: they end, nothing breaks, who left is not asked and does not win, nobody
/// sees more than he may, and the replay holds.
#[test]
fn players_give_up_at_any_moment() {
    let games: usize = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let (mut left, mut last) = (0, 0);
    for game in 0..games {
        let seats = 3 + game % 4;
        let rules = Rules::new(if game % 3 == 2 { Rulings::RECORDED } else { Rulings::FAQ_V2 });
        let setup = Setup { tides: game % 2 == 0, ..Setup::players(seats) };
        let mut dice = Dice::new(700 + game as u64);
        let mut record = Recorder::<State>::new(&rules, &setup, Start::Seed(game as u64), &mut ()).unwrap().checkpoint_every(20);
        let often = [40, 150, 500][game / 4 % 3];
        while record.game().outcome.is_none() {
            if dice.below(often) == 0 {
                let seat = Seat(dice.below(seats as u32) as u8);
                let gone = record.game().conceded.contains(seat);
                assert_eq!(record.concede(&rules, seat, &mut ()).is_err(), gone, "nobody leaves twice, anybody may once");
                left += usize::from(!gone);
                record.game().check(&rules).unwrap_or_else(|broken| panic!("game {game}, {seat} concedes: {broken}"));
                contract::asked_in_order(&rules, record.game()).unwrap();
                for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
                    let size = Size { ahead: 8, ..Size::games(1) };
                    contract::redeal_leaks_nothing(&rules, record.game(), viewer, &size, &mut dice)
                        .unwrap_or_else(|broken| panic!("game {game}, {seat} concedes: {broken}"));
                }
                continue;
            }
            let state = record.game();
            let acting = state.acting();
            assert!(acting.iter().all(|seat| !state.conceded.contains(seat)), "game {game}: who left is asked");
            for gone in state.conceded.iter() {
                assert!(state.clone().withdraw(&rules, gone).is_err(), "the answer of who left is nobody's to take back");
            }
            let seat = dice.seat(state).unwrap_or_else(|| panic!("game {game}: nobody acts"));
            let answer = contract::random_answer(state, &rules, seat, &mut dice).unwrap();
            record.answer(&rules, seat, &answer, &mut ()).unwrap();
            record.game().check(&rules).unwrap_or_else(|broken| panic!("game {game}, {seats} houses: {broken}"));
        }
        let state = record.game();
        let Some(Outcome::Won { seats: won, reason }) = &state.outcome else { panic!("game {game}: {:?}", state.outcome) };
        assert!(won.iter().all(|seat| !state.conceded.contains(*seat)), "game {game}: who left wins");
        assert_eq!(reason.contains("conceded"), state.conceded.len() == seats - 1, "game {game}: {reason}");
        last += usize::from(reason.contains("conceded"));
        let report = record.replay().verify::<State>(&rules).unwrap_or_else(|why| panic!("game {game}: {why}"));
        assert_eq!((report.hash, report.ended), (Game::hash(state), true));
        let told = record.replay().concessions(None);
        assert_eq!(told.iter().map(|it| it.seat).collect::<table::SeatSet>(), state.conceded);
    }
    println!("{games} games, {left} players gave up, {last} games ended by it");
    assert!(left > games / 2 && last > 0 && last < games);
}

#[rule("TR.concede")]
#[test]
fn the_others_play_on_and_the_last_house_wins() {
    let mut host = Host::<State>::new(Arc::new(Rules::default()), &Setup::players(3), Start::Seed(4)).unwrap();
    let orders = host.acting();
    assert_eq!(orders.len(), 3, "all place orders");
    host.concede(Seat(1)).unwrap();
    assert!(host.outcome().is_none() && host.acting().iter().eq([Seat(0), Seat(2)]));
    assert!(host.game().areas.iter().any(|area| area.owner == Some(Seat(1))), "the house stays on the board");
    assert_eq!(host.concede(Seat(1)).unwrap_err().code, "not_asked", "nobody leaves twice");
    let told = host.events_for(Viewer::Spectator, 0);
    assert!(told.iter().any(|told| told.event["type"] == "conceded" && told.event["rule"] == "TR.concede"));
    host.concede(Seat(0)).unwrap();
    assert_eq!(host.outcome(), Some(Outcome::Won { seats: vec![Seat(2)], reason: "all others have conceded".to_owned() }));
    assert_eq!(host.concede(Seat(2)).unwrap_err().code, "over");
    assert!(host.acting().is_empty() && host.game().areas.iter().all(|area| area.order.is_none()));
    host.game().check(&Rules::default()).unwrap();
}

/// What was given before the concession to a question that is still open is dropped; the question waits for the others.
#[rule("TR.concede")]
#[test]
fn an_open_answer_is_replaced_by_a_neutral_one() {
    let mut t = Table::new(3, Rulings::FAQ_V2);
    let orders: Vec<Action> = {
        let mut picks = Vec::new();
        while let Some(march) = t.options("stark", &picks).into_iter().next() {
            picks.push(march);
            if picks.len() == t.state.orderable(t.seat("stark")).count() {
                break;
            }
        }
        picks
    };
    if t.acting().contains(&"stark") {
        t.answer("stark", &orders);
    }
    concede(&mut t, "stark");
    assert_eq!(question(&t), Question::Orders);
    assert!(!t.acting().contains(&"stark") && t.acting().len() == 2);
    let seat = t.seat("stark");
    let laid = t.state.player(seat).answer.clone().expect("a neutral answer");
    assert!(matches!(laid[0], Action::Order { order, .. } if order.id().starts_with("defense")), "{laid:?}");
    assert!(laid.iter().all(|pick| !matches!(pick, Action::Order { order, .. } if order.id().starts_with("march"))), "{laid:?}");
}

/// The house holds what it has: its marches move nobody, its raids remove nothing, it bids nothing and musters nothing.
#[rule("TR.concede")]
#[test]
fn a_house_without_player_holds_what_it_has() {
    let mut t = Table::empty(3);
    t.units("winterfell", "stark", "FK").order("winterfell", "march").units("white-harbor", "stark", "F").order("white-harbor", "raid");
    t.units("moat-cailin", "lannister", "F").order("moat-cailin", "support");
    t.units("dragonstone", "baratheon", "F");
    concede(&mut t, "stark");
    resolve(&mut t);
    assert_eq!((t.at("winterfell"), t.order_at("winterfell")), ("FK".to_owned(), None));
    assert_eq!((t.order_at("white-harbor"), t.order_at("moat-cailin")), (None, Some("support")));
    let mut t = Table::empty(3);
    for (at, house) in [("winterfell", "stark"), ("lannisport", "lannister"), ("dragonstone", "baratheon")] {
        t.units(at, house, "F");
    }
    concede(&mut t, "stark");
    let power = t.power_of("stark");
    second_deck(&mut t, "clash-of-kings").westeros();
    assert_eq!(question(&t), Question::BidTrack { track: Track::IronThrone });
    let asked = t.acting();
    assert!(asked.len() == 2 && !asked.contains(&"stark"), "who gave up is not asked: {asked:?}");
    t.answer("baratheon", &[Action::Bid { power: 1 }]).answer("lannister", &[Action::Bid { power: 2 }]);
    assert_eq!(t.on_track(Track::IronThrone), ["lannister", "baratheon", "stark"]);
    assert_eq!(t.power_of("stark"), power, "it bids nothing");
}

/// In a combat it supports itself alone, plays its weakest card and uses nothing; then the combat goes on as any other.
#[rule("TR.concede")]
#[test]
fn a_house_without_player_defends_itself() {
    let mut t = Table::empty(3);
    t.units("moat-cailin", "lannister", "KK").order("moat-cailin", "march");
    t.units("winterfell", "stark", "F").no_garrison("winterfell").order("winterfell", "defense-plus-one");
    t.units("white-harbor", "stark", "F").order("white-harbor", "support");
    t.units("dragonstone", "baratheon", "F");
    concede(&mut t, "stark");
    resolve(&mut t);
    t.answer("lannister", &[go("moat-cailin"), to("K", "winterfell"), to("K", "winterfell"), done(), no_token()]);
    assert!(at_cards(&t), "{:?}", t.asked());
    let support: Vec<&str> = t.state.combat.as_ref().unwrap().supports.iter().map(|(area, _)| area.id()).collect();
    assert_eq!(support, ["white-harbor"]);
    assert_eq!(t.acting(), ["lannister"], "the card of who gave up is chosen by the game");
    let weakest = t.hand_of("stark").into_iter().min_by_key(|id| t.rules.board.card(card(id)).strength).unwrap();
    t.answer("lannister", &[play("cersei-lannister")]);
    assert!(t.told(&format!("plays {}", t.rules.board.card(card(weakest)).name)), "{weakest}");
}

/// Neither seven castles nor most castles win the game for who gave up; its castles do not count for the tie-breakers' number either.
#[rule("TR.concede", "BG.win.instant", "BG.win.round10")]
#[test]
fn who_gave_up_cannot_win() {
    let castles = ["winterfell", "white-harbor", "moat-cailin", "flints-finger", "seagard", "the-eyrie"];
    let mut t = Table::empty(3);
    t.units("lannisport", "lannister", "F").units("harrenhal", "lannister", "F").order("harrenhal", "march");
    t.units("dragonstone", "baratheon", "F");
    for at in castles {
        t.units(at, "stark", "F");
    }
    t.round(10);
    let mut fair = Table { rules: t.rules.clone(), state: t.state.clone(), events: Vec::new() };
    let goes = [go("harrenhal"), done()];
    fair.action().answer("lannister", &goes);
    let winner = |t: &Table| match &t.state.outcome {
        Some(Outcome::Won { seats, .. }) => seats.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(winner(&fair), [t.seat("stark")]);
    concede(&mut t, "stark");
    t.action().answer("lannister", &goes);
    assert_eq!(winner(&t), [t.seat("lannister")]);
    assert!(t.state.castles(&t.rules, t.seat("stark")) > t.state.castles(&t.rules, t.seat("lannister")));
}

/// Tied bids that who gave up would order stay as the houses stand; the view says who it is.
#[rule("TR.concede")]
#[test]
fn ties_stay_as_the_houses_stand() {
    let mut t = Table::empty(3);
    for (at, house) in [("winterfell", "stark"), ("lannisport", "lannister"), ("dragonstone", "baratheon")] {
        t.units(at, house, "F");
    }
    t.track(Track::IronThrone, &["stark", "lannister", "baratheon"]).track(Track::Fiefdoms, &["lannister", "stark", "baratheon"]);
    concede(&mut t, "stark");
    second_deck(&mut t, "clash-of-kings").westeros();
    for track in Track::ALL {
        assert_eq!(question(&t), Question::BidTrack { track });
        t.answer("baratheon", &[Action::Bid { power: 0 }]).answer("lannister", &[Action::Bid { power: 0 }]);
    }
    assert_eq!(t.on_track(Track::IronThrone), ["stark", "lannister", "baratheon"]);
    assert_eq!(t.on_track(Track::Fiefdoms), ["lannister", "stark", "baratheon"]);
    let view = t.state.view(&t.rules, Viewer::Spectator);
    assert_eq!(view.players.iter().filter(|player| player.conceded).map(|player| player.seat).collect::<Vec<_>>(), [t.seat("stark")]);
}

/// Its unit limits and stock are as before: nothing leaves the board by a concession.
#[rule("TR.concede")]
#[test]
fn nothing_leaves_the_board() {
    let mut t = Table::new(6, Rulings::FAQ_V2);
    let before = (t.state.areas.clone(), t.state.stock(&t.rules, t.seat("stark"), Unit::Footman));
    concede(&mut t, "stark");
    assert_eq!((t.state.areas.clone(), t.state.stock(&t.rules, t.seat("stark"), Unit::Footman)), before);
}
