//! The Westeros phase: every card, bids for the tracks, supply, mustering (worked cases BOARD.C100, C101 and C108 to C119).

use crate::battle::*;

/// The next Westeros phase with these cards; where a card is not named, one that does nothing, its icon apart.
fn westeros(t: &mut Table, cards: [&str; 3]) {
    for (deck, card) in cards.into_iter().enumerate() {
        t.westeros_cards(deck, &[card]);
    }
    t.state.ask = None;
    t.westeros();
}

const QUIET: &str = "last-days-of-summer";

fn bid(t: &mut Table, bids: [u8; 6]) {
    for (house, power) in HOUSES.into_iter().zip(bids) {
        if t.acting().contains(&house) {
            t.answer(house, &[Action::Bid { power }]);
        }
    }
}

/// The option of the card of a deck with this name.
fn choose(t: &Table, deck: u8, wanted: &str) -> Action {
    let card = &t.rules.board.westeros[usize::from(deck)][usize::from(t.state.revealed[usize::from(deck)])];
    let board_game::data::WesterosEffect::Choose { options, .. } = &card.effect else { panic!("{} has no options", card.id) };
    let option = options.iter().position(|effect| effect.name() == wanted).unwrap_or_else(|| panic!("no option {wanted}")) as u8;
    Action::Option { option }
}

fn planning(t: &Table) -> bool {
    asks(t, |q| matches!(q, Question::Orders | Question::Raven))
}

/// The kinds of orders that a house may place now.
fn orders(t: &Table, house: &str) -> Vec<&'static str> {
    offered(t, house).iter().filter_map(|pick| if let Action::Order { order, .. } = pick { Some(order.id()) } else { None }).collect()
}

#[rule("BG.west.steps", "BG.west.icons", "BG.west.last-days", "BG.round.phases", "BG.west.discard")]
#[test]
fn the_round_advances_and_icons_raise_the_threat() {
    let mut t = field();
    westeros(&mut t, [QUIET, QUIET, "sea-of-storms"]);
    assert_eq!((t.state.round, t.state.threat), (2, 8), "three icons from two");
    assert!(planning(&t), "nothing else happens");
    assert!(t.state.westeros.iter().all(|deck| (deck.draw.len(), deck.used.len()) == (9, 1)));
    let mut t = field();
    westeros(&mut t, ["supply", "game-of-thrones", "put-to-the-sword"]);
    assert_eq!(t.state.threat, 2, "no icons");
}

#[rule("BG.west.skip")]
#[test]
fn the_first_round_has_no_westeros_phase() {
    let t = Table::new(6, Rulings::FAQ_V2);
    assert!(asks(&t, |q| *q == Question::Orders));
    assert!(t.state.revealed.is_empty() && t.state.westeros.iter().all(|deck| deck.draw.len() == 10));
}

#[rule("BOARD.C100", "BG.west.icons", "BG.wild.triggers")]
#[test]
fn board_c100_surplus_icons_are_lost_and_the_attack_comes_first() {
    let mut t = field();
    t.threat(8).wildling_cards(&["silence-at-the-wall"]);
    westeros(&mut t, ["a-throne-of-blades", "dark-wings-dark-words", "sea-of-storms"]);
    assert!(asks(&t, |q| *q == Question::BidWildlings), "before the first card");
    assert_eq!((t.state.threat, t.state.attack.as_ref().map(|attack| attack.strength)), (12, Some(12)));
    bid(&mut t, [0, 1, 1, 1, 1, 1]);
    assert_eq!(t.state.threat, 8);
    assert!(asks(&t, |q| *q == Question::Westeros { deck: 0 }), "then card I");
}

#[rule("BOARD.C101", "BG.west.wildling-interrupt", "BG.wild.steps", "BG.west.wildlings-attack")]
#[test]
fn board_c101_a_second_attack_with_strength_nothing() {
    let mut t = field();
    t.threat(8).wildling_cards(&["silence-at-the-wall"]);
    westeros(&mut t, [QUIET, QUIET, "wildlings-attack"]);
    bid(&mut t, [5, 4, 3, 0, 0, 0]);
    assert_eq!(t.state.threat, 0);
    assert!(asks(&t, |q| *q == Question::BidWildlings));
    assert_eq!(t.state.attack.as_ref().map(|attack| attack.strength), Some(0));
    bid(&mut t, [0; 6]);
    assert!(t.told("0 against 0. The Night's Watch wins"));
}

#[rule("BG.west.wildlings-attack", "BG.wild.triggers")]
#[test]
fn the_third_deck_attacks_with_the_present_threat() {
    let mut t = field();
    t.threat(6);
    westeros(&mut t, ["supply", QUIET, "wildlings-attack"]);
    assert_eq!(t.state.attack.as_ref().map(|attack| attack.strength), Some(8), "the icon of this phase counts");
}

#[rule("BOARD.C108", "BG.inf.bid-ties", "BG.inf.bid-order", "BG.inf.bid-secret", "BG.inf.bid-remaining", "BG.west.clash")]
#[test]
fn board_c108_the_old_holder_then_the_new_one_decides_ties() {
    let mut t = field();
    westeros(&mut t, ["supply", "clash-of-kings", "put-to-the-sword"]);
    assert_eq!(t.asked(), Some((Question::BidTrack { track: Track::IronThrone }, HOUSES.to_vec())));
    bid(&mut t, [3, 1, 0, 2, 3, 1]);
    // Stark and Tyrell are first, Greyjoy and Martell fourth: Baratheon, the holder before the bid, decides.
    assert_eq!(t.acting(), ["baratheon"]);
    let named = |t: &Table, house: &str| Action::House { seat: t.seat(house) };
    assert_eq!(offered(&t, "baratheon"), [named(&t, "stark"), named(&t, "tyrell")]);
    let picks = [named(&t, "tyrell"), named(&t, "martell")];
    assert!(!t.may("baratheon", &[named(&t, "baratheon")]), "among the tied");
    t.answer("baratheon", &picks);
    assert_eq!(t.on_track(Track::IronThrone), ["tyrell", "stark", "baratheon", "martell", "greyjoy", "lannister"]);
    assert_eq!(HOUSES.map(|house| t.power_of(house)), [2, 4, 5, 3, 2, 4], "all bids are paid");
    assert_eq!(t.asked().expect("bids").0, Question::BidTrack { track: Track::Fiefdoms });
    assert_eq!(offered(&t, "stark").len(), 3, "with what is left");
    bid(&mut t, [2, 2, 0, 0, 0, 0]);
    assert_eq!(t.acting(), ["tyrell"], "the new holder");
    let picks = ["greyjoy", "tyrell", "martell", "lannister"].map(|house| named(&t, house));
    t.answer("tyrell", &picks);
    assert_eq!(t.on_track(Track::Fiefdoms), ["greyjoy", "stark", "tyrell", "martell", "lannister", "baratheon"]);
    bid(&mut t, [0, 2, 5, 3, 1, 4]);
    assert_eq!(t.on_track(Track::KingsCourt), ["lannister", "martell", "baratheon", "greyjoy", "tyrell", "stark"]);
    assert_eq!(t.acting(), ["greyjoy"], "the blade's new holder chooses for Put to the Sword");
}

#[rule("BOARD.C109", "BG.west.winter", "BG.diff.winter-icon")]
#[test]
fn board_c109_winter_is_coming_shuffles_and_draws_anew() {
    let mut icons = [0; 2];
    for seed in 0..24 {
        for winter_icon in [true, false] {
            let mut t = field_by(Rulings { winter_icon, ..Rulings::FAQ_V2 });
            t.state.chance_mut().expect("chance").rekey(seed);
            // Some cards of the deck have been used.
            t.westeros_cards(1, &["game-of-thrones", "clash-of-kings"]);
            for _ in 0..2 {
                let card = t.state.westeros[1].draw.pop().expect("a card");
                t.state.westeros[1].used.push(card);
            }
            westeros(&mut t, ["supply", "winter-is-coming", "put-to-the-sword"]);
            let deck = &t.state.westeros[1];
            assert_eq!((deck.draw.len(), deck.used.len()), (9, 1), "all ten were shuffled");
            let card = &t.rules.board.westeros[1][usize::from(t.state.revealed[1])];
            assert_ne!(card.id, "winter-is-coming");
            assert_eq!(t.state.threat, 2 + 2 * u8::from(card.icon && winter_icon), "{}", card.id);
            icons[usize::from(card.icon)] += 1;
            // And it is resolved.
            let (question, _) = t.asked().expect("a question");
            let expected = match card.id.as_str() {
                "clash-of-kings" => Question::BidTrack { track: Track::IronThrone },
                "dark-wings-dark-words" => Question::Westeros { deck: 1 },
                _ => Question::Westeros { deck: 2 },
            };
            assert_eq!(question, expected, "{}", card.id);
        }
    }
    assert!(icons[0] > 4 && icons[1] > 4, "both kinds were drawn: {icons:?}");
}

/// Armies of 3, 2 and 2 of Stark, who controls one barrel.
fn armies(rulings: Rulings) -> Table {
    let mut t = field_by(rulings);
    t.supply("stark", 3).units("winterfell", "stark", "FFK").units("white-harbor", "stark", "FK").units("moat-cailin", "stark", "FF");
    t
}

#[rule("BOARD.C110", "BG.supply.reconcile", "BG.west.supply", "BG.supply.table", "BG.diff.over-reconcile")]
#[test]
fn board_c110_armies_are_reduced_until_they_fit() {
    let mut t = armies(Rulings::FAQ_V2);
    westeros(&mut t, ["supply", QUIET, "put-to-the-sword"]);
    assert_eq!(t.supply_of("stark"), 1);
    assert_eq!(t.acting(), ["stark"]);
    t.answer("stark", &[lose("F", "white-harbor")]);
    assert_eq!(["winterfell", "white-harbor", "moat-cailin"].map(|at| t.at(at)), ["FFK", "K", "FF"]);
    // A removal that does not suffice is allowed, and then another is owed.
    let mut t = armies(Rulings::FAQ_V2);
    westeros(&mut t, ["supply", QUIET, "put-to-the-sword"]);
    assert!(t.options("stark", &[lose("K", "winterfell")]).contains(&lose("F", "moat-cailin")));
    assert!(!t.options("stark", &[lose("K", "winterfell")]).contains(&Action::Done));
    t.answer("stark", &[lose("K", "winterfell"), lose("F", "winterfell")]);
    assert_eq!(["winterfell", "white-harbor", "moat-cailin"].map(|at| t.at(at)), ["F", "FK", "FF"]);
    assert!(!asks(&t, |q| *q == Question::Reconcile), "then it stops");
    // As recorded no removed unit may be one that could have stayed: with one of White Harbor gone, three of Winterfell fit.
    let mut t = armies(Rulings::RECORDED);
    westeros(&mut t, ["supply", QUIET, "put-to-the-sword"]);
    assert!(t.may("stark", &[lose("F", "white-harbor")]));
    assert!(!t.may("stark", &[lose("K", "winterfell"), lose("F", "white-harbor")]));
    t.answer("stark", &[lose("F", "moat-cailin")]);
    assert_eq!(t.at("winterfell"), "FFK");
}

#[rule("BG.west.supply", "BG.diff.supply-order")]
#[test]
fn supply_house_by_house_or_all_markers_first() {
    for (rulings, greyjoy) in [(Rulings::FAQ_V2, 6), (Rulings::RECORDED, 2)] {
        let mut t = armies(rulings);
        t.token("greywater-watch", "greyjoy");
        westeros(&mut t, ["supply", QUIET, "put-to-the-sword"]);
        assert_eq!(t.acting(), ["stark"]);
        // Pyke and Greywater Watch; Greyjoy comes after Stark.
        assert_eq!((t.supply_of("greyjoy"), t.supply_of("baratheon"), t.supply_of("lannister")), (greyjoy, 1, 2));
        t.answer("stark", &[lose("F", "white-harbor")]);
        assert_eq!(t.supply_of("greyjoy"), 2);
    }
}

#[rule("BOARD.C111", "BG.supply.marker")]
#[test]
fn board_c111_lost_barrels_do_not_move_the_marker() {
    let mut t = field();
    t.supply("stark", 3).units("blackwater", "stark", "F");
    assault(&mut t, "lannister", "harrenhal", "KK", "blackwater");
    cards(&mut t, ("stark", "roose-bolton"), ("lannister", "the-hound"));
    t.answer("stark", &[target("crackclaw-point")]);
    assert_eq!((t.controller("blackwater"), t.supply_of("stark"), t.supply_of("lannister")), (Some("lannister"), 3, 6));
    westeros(&mut t, ["supply", QUIET, "put-to-the-sword"]);
    // Winterfell; Lannisport, Blackwater.
    assert_eq!((t.supply_of("stark"), t.supply_of("lannister")), (1, 4));
}

/// Mustering: up to the question for this house, the others muster nothing.
fn mustering(t: &mut Table, house: &str) {
    westeros(t, ["mustering", QUIET, "put-to-the-sword"]);
    while !t.acting().contains(&house) {
        let other = t.acting()[0];
        assert!(asks(t, |q| matches!(q, Question::Muster { .. })), "{:?}", t.asked());
        t.answer(other, &[done()]);
    }
}

#[rule("BOARD.C112", "BG.muster.control", "BG.muster.order", "BG.west.muster", "BG.muster.land-where")]
#[test]
fn board_c112_control_is_enough_to_muster() {
    let mut t = field();
    t.token("moat-cailin", "stark").token("karhold", "stark").units("seagard", "greyjoy", "F");
    westeros(&mut t, ["mustering", QUIET, "put-to-the-sword"]);
    assert_eq!(t.acting(), ["baratheon"], "in turn order");
    t.answer("baratheon", &[done()]);
    t.answer("lannister", &[done()]);
    let offers = offered(&t, "stark");
    assert!(offers.contains(&muster("moat-cailin", "F", "moat-cailin")));
    assert!(!offers.contains(&muster("karhold", "F", "karhold")) && !offers.contains(&muster("seagard", "F", "seagard")));
    assert!(!offers.contains(&muster("moat-cailin", "F", "winterfell")));
    assert!(!offers.contains(&muster("white-harbor", "F", "white-harbor")), "nobody's");
    t.answer("stark", &[muster("moat-cailin", "F", "moat-cailin"), muster("winterfell", "K", "winterfell"), done()]);
    assert_eq!((t.at("moat-cailin").as_str(), t.at("winterfell").as_str(), t.acting()), ("F", "K", vec!["martell"]));
}

#[rule("BOARD.C113", "BG.muster.upgrade", "BG.muster.supply")]
#[test]
fn board_c113_upgrades_at_the_supply_limit() {
    let mut t = field();
    t.supply("stark", 0).units("winterfell", "stark", "FF").units("karhold", "stark", "FF");
    mustering(&mut t, "stark");
    let offers = offered(&t, "stark");
    assert!(!offers.contains(&muster("winterfell", "F", "winterfell")), "three are too many");
    assert!(offers.contains(&upgrade("winterfell", "E")));
    t.answer("stark", &[upgrade("winterfell", "K"), upgrade("winterfell", "E"), done()]);
    assert_eq!(t.at("winterfell"), "KE");
}

#[rule("BOARD.C114", "BG.muster.cost", "BG.muster.points", "BG.muster.no-siege-downgrade")]
#[test]
fn board_c114_a_castle_has_one_point() {
    let mut t = field();
    t.units("moat-cailin", "stark", "F").units("winterfell", "stark", "KE");
    mustering(&mut t, "stark");
    let offers = offered(&t, "stark");
    for letter in ["K", "E"] {
        assert!(!offers.contains(&muster("moat-cailin", letter, "moat-cailin")));
        assert!(offers.contains(&upgrade("moat-cailin", letter)));
        assert!(offers.contains(&muster("winterfell", letter, "winterfell")), "a stronghold has two");
        assert!(!offers.contains(&upgrade("winterfell", letter)), "Footmen only");
    }
    assert!(!t.may("stark", &[upgrade("moat-cailin", "K"), muster("moat-cailin", "F", "moat-cailin")]), "points are spent");
    assert!(!t.may("stark", &[muster("winterfell", "F", "winterfell"), muster("winterfell", "K", "winterfell")]));
    assert!(t.may("stark", &[muster("winterfell", "F", "winterfell"), upgrade("winterfell", "K")]), "mustered and upgraded");
    assert!(t.may("stark", &[muster("winterfell", "F", "winterfell"), muster("winterfell", "F", "winterfell"), done()]));
}

#[rule("BG.muster.ship-where", "BG.ports.muster", "BG.ports.muster-blockade", "BG.ports.cap")]
#[test]
fn ships_are_mustered_into_ports_and_free_seas() {
    let mut t = field();
    t.units("bay-of-ice", "greyjoy", "S").units("port-of-white-harbor", "stark", "SSS").token("white-harbor", "stark");
    mustering(&mut t, "stark");
    let offers = offered(&t, "stark");
    assert!(offers.contains(&muster("winterfell", "S", "port-of-winterfell")), "though its sea is held");
    assert!(!offers.contains(&muster("winterfell", "S", "bay-of-ice")));
    assert!(offers.contains(&muster("winterfell", "S", "the-shivering-sea")));
    assert!(!offers.contains(&muster("white-harbor", "S", "port-of-white-harbor")), "three are there");
    assert!(offers.contains(&muster("white-harbor", "S", "the-narrow-sea")));
    assert!(!offers.contains(&muster("winterfell", "S", "port-of-white-harbor")));
}

#[rule("BOARD.C115", "BG.comp.units", "BG.muster.pieces")]
#[test]
fn board_c115_no_piece_no_upgrade() {
    let mut t = field();
    t.units("winterfell", "stark", "FF").units("moat-cailin", "stark", "KKKK").units("karhold", "stark", "K");
    mustering(&mut t, "stark");
    let offers = offered(&t, "stark");
    assert!(!offers.contains(&upgrade("winterfell", "K")) && !offers.contains(&muster("winterfell", "K", "winterfell")));
    assert!(offers.contains(&upgrade("winterfell", "E")));
    // A Footman that an upgrade sets free may be mustered again.
    let mut t = field();
    for at in ["karhold", "castle-black", "widows-watch", "white-harbor", "the-stony-shore", "greywater-watch"] {
        t.units(at, "stark", "F");
    }
    t.units("winterfell", "stark", "FF").units("moat-cailin", "stark", "FF");
    mustering(&mut t, "stark");
    let footman = muster("winterfell", "F", "winterfell");
    assert!(!offered(&t, "stark").contains(&footman));
    assert!(t.may("stark", &[upgrade("winterfell", "K"), footman, done()]));
}

#[rule("BOARD.C116", "BG.cp.star", "BG.cp.gain", "BG.muster.star-cp")]
#[test]
fn board_c116_power_or_mustering_in_kings_landing() {
    let start = |order: &str| {
        let mut t = field();
        t.no_garrison("kings-landing").units("kings-landing", "lannister", "F").order("kings-landing", order);
        t.units("the-arbor", "stark", "F").order("the-arbor", "special-consolidate-power").power("lannister", 0).action();
        t
    };
    let mut t = start("special-consolidate-power");
    let take = [go("kings-landing"), Action::TakePower];
    let instead = [go("kings-landing"), Action::MusterInstead];
    assert_eq!(t.options("lannister", &take[..1]), [Action::TakePower, Action::MusterInstead]);
    t.answer("lannister", &take);
    assert_eq!((t.power_of("lannister"), t.at("kings-landing").as_str()), (3, "F"));
    let mut t = start("special-consolidate-power");
    t.answer("lannister", &instead);
    let offers = offered(&t, "lannister");
    assert!(!offers.contains(&muster("lannisport", "F", "lannisport")), "there alone");
    t.answer("lannister", &[muster("kings-landing", "K", "kings-landing"), done()]);
    assert_eq!((t.power_of("lannister"), t.at("kings-landing").as_str()), (0, "FK"));
    // The Arbor has no castle: power, and nothing is asked.
    assert_eq!(t.power_of("stark"), 7);
    // A normal order takes power only.
    let t = start("consolidate-power");
    assert_eq!(t.power_of("lannister"), 3);
}

#[rule("BOARD.C117", "BG.cp.sea")]
#[test]
fn board_c117_no_power_at_sea() {
    for order in ["consolidate-power", "special-consolidate-power"] {
        let mut t = field();
        t.units("sunset-sea", "greyjoy", "S").order("sunset-sea", order).power("greyjoy", 3).action();
        assert_eq!((t.power_of("greyjoy"), t.order_at("sunset-sea"), t.state.round), (3, None, 2));
    }
}

/// One Footman of Stark and of Lannister, who has the raven, and this card of deck III.
fn restricted(card: &str) -> Table {
    let mut t = field();
    t.units("winterfell", "stark", "F").units("lannisport", "lannister", "F");
    westeros(&mut t, ["supply", QUIET, card]);
    t
}

#[rule("BOARD.C118", "BG.plan.raven-legal", "BG.west.restrict")]
#[test]
fn board_c118_no_banned_order_by_the_raven() {
    let mut t = restricted("storm-of-swords");
    let at = area("lannisport");
    t.answer("stark", &[Action::Order { area: area("winterfell"), order: order("march") }]);
    t.answer("lannister", &[Action::Order { area: at, order: order("march") }]);
    assert_eq!(t.acting(), ["lannister"]);
    assert!(!t.may("lannister", &[Action::Replace { area: area("winterfell") }]), "his own only");
    let offers = t.options("lannister", &[Action::Replace { area: at }]);
    for id in ["defense-plus-one", "defense-plus-two", "march"] {
        assert!(!offers.contains(&Action::Order { area: at, order: order(id) }), "{id}");
    }
    t.answer("lannister", &[Action::Replace { area: at }, Action::Order { area: at, order: order("march-plus-one") }]);
    assert_eq!(t.order_at("lannisport"), Some("march-plus-one"));
    assert!(t.state.raven_used);
}

#[rule("BOARD.C119", "BG.plan.raven-legal", "BG.plan.stars", "BG.inf.court-stars")]
#[test]
fn board_c119_no_star_by_the_raven_without_stars() {
    // The holder of the raven is first on the King's Court and has three stars; here all three are placed.
    let mut t = field();
    for (at, id) in
        [("lannisport", "defense-plus-two"), ("riverrun", "support-plus-one"), ("seagard", "special-raid"), ("stoney-sept", "support")]
    {
        t.units(at, "lannister", "F").order(at, id);
    }
    t.tasks(vec![board_game::state::Task::Raven]);
    let at = |id: &str| t.options("lannister", &[Action::Replace { area: area(id) }]);
    let star = |id: &str| Action::Order { area: area(id), order: order("march-plus-one") };
    assert!(!at("stoney-sept").contains(&star("stoney-sept")), "that would be a fourth");
    assert!(at("seagard").contains(&star("seagard")), "a star for a star");
    // In planning the last two places have none.
    let mut t = field();
    t.units("pyke", "greyjoy", "F").units("highgarden", "tyrell", "F").units("sunspear", "martell", "F");
    t.planning();
    let starred = |house: &str| orders(&t, house).iter().any(|id| order(id) == order("march-plus-one"));
    assert!(!starred("greyjoy") && !starred("tyrell") && starred("martell"));
}

#[rule("BG.west.restrict")]
#[test]
fn the_five_cards_that_forbid_orders() {
    for (card, banned) in [
        ("sea-of-storms", &["raid", "special-raid"][..]),
        ("rains-of-autumn", &["march-plus-one"]),
        ("feast-for-crows", &["consolidate-power", "special-consolidate-power"]),
        ("web-of-lies", &["support", "support-plus-one"]),
        ("storm-of-swords", &["defense-plus-one", "defense-plus-two"]),
    ] {
        let t = restricted(card);
        let may = orders(&t, "stark");
        for kind in &t.rules.board.orders {
            assert_eq!(may.contains(&kind.id.as_str()), !banned.contains(&kind.id.as_str()), "{card}: {}", kind.id);
        }
        assert_eq!(t.state.threat, 6, "with an icon");
    }
    // The ban is for this round.
    let mut t = restricted("sea-of-storms");
    westeros(&mut t, ["supply", "game-of-thrones", "web-of-lies"]);
    assert!(orders(&t, "stark").contains(&"raid") && !orders(&t, "stark").contains(&"support"));
}

#[rule("BG.west.put-to-sword", "BG.west.choice-tokens")]
#[test]
fn put_to_the_sword() {
    for (wanted, banned) in [
        ("No Defense orders", &["defense-plus-one", "defense-plus-two"][..]),
        ("No March +1 orders", &["march-plus-one"]),
        ("Nothing", &[]),
    ] {
        let mut t = restricted("put-to-the-sword");
        assert!(t.state.blade_used);
        assert_eq!(t.acting(), ["greyjoy"], "the holder of the blade, used or not");
        assert_eq!(offered(&t, "greyjoy").len(), 3);
        let option = choose(&t, 2, wanted);
        t.answer("greyjoy", &[option]);
        let may = orders(&t, "stark");
        for kind in &t.rules.board.orders {
            assert_eq!(may.contains(&kind.id.as_str()), !banned.contains(&kind.id.as_str()), "{wanted}: {}", kind.id);
        }
    }
}

#[rule("BG.west.throne-of-blades", "BG.west.one-at-a-time")]
#[test]
fn a_throne_of_blades() {
    for wanted in ["Supply", "Mustering", "Nothing"] {
        let mut t = field();
        westeros(&mut t, ["a-throne-of-blades", "dark-wings-dark-words", "put-to-the-sword"]);
        assert_eq!(t.acting(), ["baratheon"]);
        assert_eq!(offered(&t, "baratheon").len(), 3);
        let option = choose(&t, 0, wanted);
        t.answer("baratheon", &[option]);
        assert_eq!(t.supply_of("baratheon"), if wanted == "Supply" { 1 } else { 6 });
        let (question, houses) = t.asked().expect("a question");
        assert_eq!(matches!(question, Question::Muster { .. }), wanted == "Mustering");
        if wanted != "Mustering" {
            // The next card: the raven's holder.
            assert_eq!((question, houses), (Question::Westeros { deck: 1 }, vec!["lannister"]));
        }
    }
}

#[rule("BG.west.got", "BG.ports.trade", "BG.power.cap")]
#[test]
fn game_of_thrones() {
    let mut t = field();
    t.token("kings-landing", "stark").no_garrison("kings-landing").units("port-of-winterfell", "stark", "S");
    t.units("port-of-pyke", "greyjoy", "S").units("ironmans-bay", "lannister", "S").units("port-of-lannisport", "lannister", "SS");
    t.power("martell", 20);
    westeros(&mut t, ["supply", "game-of-thrones", "put-to-the-sword"]);
    // Winterfell 1, King's Landing 2, port 1. Greyjoy's port is closed in. Lannister: no crown, port 1, whatever the ships.
    assert_eq!(HOUSES.map(|house| t.power_of(house)), [9, 6, 6, 6, 5, 20]);
}

#[rule("BG.west.dark-wings", "BG.diff.dark-wings")]
#[test]
fn dark_wings_dark_words() {
    for (rulings, port) in [(Rulings::FAQ_V2, 0), (Rulings::RECORDED, 1)] {
        for wanted in ["Clash of Kings", "Power for crowns", "Nothing"] {
            let mut t = field_by(rulings);
            t.units("port-of-winterfell", "stark", "S").units("winterfell", "stark", "F");
            westeros(&mut t, ["supply", "dark-wings-dark-words", "put-to-the-sword"]);
            assert_eq!(t.acting(), ["lannister"]);
            let option = choose(&t, 1, wanted);
            t.answer("lannister", &[option]);
            let clash = asks(&t, |q| *q == Question::BidTrack { track: Track::IronThrone });
            assert_eq!(clash, wanted == "Clash of Kings");
            let gained = if wanted == "Power for crowns" { 1 + port } else { 0 };
            assert_eq!((t.power_of("stark"), t.power_of("tyrell")), (5 + gained, 5), "{wanted}");
        }
    }
}

#[rule("BG.west.deck1", "BG.west.deck2", "BG.west.deck3", "BG.setup.decks")]
#[test]
fn ten_cards_a_deck() {
    let board = board_game::data::atlas();
    let deck =
        |n: usize| -> Vec<(&str, u8, bool)> { board.westeros[n].iter().map(|card| (card.id.as_str(), card.copies, card.icon)).collect() };
    let last = [("last-days-of-summer", 1, true), ("winter-is-coming", 1, false)];
    assert_eq!(deck(0), [&[("supply", 3, false), ("mustering", 3, false), ("a-throne-of-blades", 2, true)], &last[..]].concat());
    assert_eq!(
        deck(1),
        [&[("clash-of-kings", 3, false), ("game-of-thrones", 3, false), ("dark-wings-dark-words", 2, true)], &last[..]].concat()
    );
    let bans = ["sea-of-storms", "rains-of-autumn", "feast-for-crows", "web-of-lies", "storm-of-swords"];
    let mut third = vec![("wildlings-attack", 3, false), ("put-to-the-sword", 2, false)];
    third.extend(bans.map(|id| (id, 1, true)));
    assert_eq!(deck(2), third);
}
