//! Melee: the selection of titles, and their return (CARD.C170, C182, C192; RR26.1.4.*, RR29.7.4).

use card_game::kernel::framework::Pc;
use card_game::testing::*;
use table::{Game, Seat, Viewer};
use test_macros::rule;

const CARDS: &str = r#"[
(code: "m1", name: "Man", kind: character, cost: 2, str: 2, icons: "MIP"),
(code: "m2", name: "Herald", kind: location, cost: 0,
 abilities: [Reaction(when: Enters(card: [Type(title), Yours]), effect: GainGold(Count([Type(title)])))]),
(code: "m3", name: "Scribe", kind: location, cost: 0,
 abilities: [Reaction(when: Leaves([Type(title), Yours]), effect: GainGold(1))]),
]"#;

fn titles_in_play(t: &Table) -> Vec<Id> {
    (0..t.st.players.len() as u8).flat_map(|s| t.st.titles_of(&t.rules, Seat(s)).collect::<Vec<_>>()).collect()
}

fn named(t: &Table, id: Id) -> String {
    t.rules.cards[t.st.card(id).def as usize].def.name.clone()
}

/// The seat that takes a title now.
fn taker(t: &Table) -> Option<Seat> {
    t.st.acting().iter().find(|s| t.topic(*s) == "choose_title")
}

fn first_title(t: &mut Table, seat: Seat) -> Id {
    let Some(Action::Card { card }) = t.legal(seat).first().cloned() else { panic!("no title to take") };
    t.act(seat, Action::Card { card });
    card
}

#[rule("CARD.C170", "RR.fw.1.4", "RR.melee.players", "RR26.1.4.pool")]
#[test]
fn card_c170_titles_are_set_aside_by_the_number_of_players() {
    for (players, aside, seen) in [(3, 2, 4), (4, 1, 5), (5, 1, 5), (6, 0, 6), (7, 0, 6), (8, 0, 6)] {
        let mut t = Table::melee(CARDS, players);
        t.start_at(Pc::SelectTitles);
        let titles = t.st.titles.clone().unwrap();
        assert_eq!(titles.aside.len(), aside, "{players} players");
        assert_eq!(t.legal(P1).len(), seen, "{players} players: what the first player sees");
        let mut order = Vec::new();
        while let Some(seat) = taker(&t) {
            order.push(seat);
            assert!(!t.may(seat, &Action::Pass), "nobody may decline");
            first_title(&mut t, seat);
        }
        let takers = players.min(6);
        assert_eq!(order, (0..takers as u8).map(Seat).collect::<Vec<_>>(), "in player order");
        assert_eq!(titles_in_play(&t).len(), takers);
        for s in takers..players {
            assert_eq!(t.st.titles_of(&t.rules, Seat(s as u8)).count(), 0, "the last in player order go without");
        }
    }
}

#[rule("RR26.1.4.pool")]
#[test]
fn which_titles_are_set_aside_is_chance() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut t = Table::melee(CARDS, 4);
        t.st.chance = table::Chance::seeded(seed);
        t.start_at(Pc::SelectTitles);
        let aside = t.st.titles.as_ref().unwrap().aside[0];
        seen.insert(named(&t, aside));
        let mut all: Vec<String> = t.labels(P1);
        all.push(named(&t, aside));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6, "no title twice");
    }
    assert_eq!(seen.len(), 6, "each of them may be the one");
}

#[rule("RR26.1.4.draft")]
#[test]
fn each_takes_one_of_those_that_are_passed_without_showing_it() {
    let mut t = Table::melee(CARDS, 4);
    t.start_at(Pc::SelectTitles);
    assert_eq!(t.st.acting().iter().collect::<Vec<_>>(), [P1], "one after the other");
    let before: Vec<String> = t.labels(P1);
    let other = t.view(P2).titles.unwrap();
    assert!(other.seen.is_empty() && other.taken.is_empty());
    let mine = first_title(&mut t, P1);
    let (mine_name, now) = (named(&t, mine), t.labels(P2));
    assert_eq!(now.len(), 4);
    assert!(!now.contains(&mine_name) && now.iter().all(|l| before.contains(l)), "the rest is passed");
    // The others see that one was taken, not which; its taker sees it.
    for (seat, knows) in [(P1, true), (P2, false), (P3, false), (P4, false)] {
        let view = t.view(seat);
        assert_eq!(view.titles.as_ref().unwrap().taken, [P1]);
        assert_eq!(view.cards.iter().any(|c| c.name.as_ref() == Some(&mine_name)), knows, "{seat}");
        let own = format!("{}|", mine_name);
        assert!(!t.events.iter().filter_map(|e| t.st.tell(&t.rules, Viewer::Seat(seat), e)).any(|e| e.text.contains(&own)));
    }
    assert_eq!(t.view(P1).titles.unwrap().seen.len(), 5);
    assert_eq!(t.view(P2).titles.unwrap().seen.len(), 4);
    assert!(t.view(P3).titles.unwrap().seen.is_empty());
    let spectator = t.st.view(&t.rules, Viewer::Spectator);
    assert!(spectator.cards.iter().all(|c| c.name.as_ref() != Some(&mine_name)));
    assert_eq!(titles_in_play(&t), [], "nothing is in play before all have taken one");
}

/// What a seat cannot know of the selection is dealt anew: nothing that it sees changes.
#[rule("RR26.1.4.draft")]
#[test]
fn the_selection_leaks_nothing() {
    for taken in 0..4 {
        let mut t = Table::melee(CARDS, 4);
        t.start_at(Pc::SelectTitles);
        for _ in 0..taken {
            let seat = taker(&t).unwrap();
            first_title(&mut t, seat);
        }
        let picks = |st: &State| -> Vec<u16> {
            let titles = st.titles.as_ref().unwrap();
            titles.taken.iter().map(|(_, id)| st.card(*id).def).collect()
        };
        for viewer in [P1, P2, P3, P4].map(Viewer::Seat).into_iter().chain([Viewer::Spectator]) {
            let mut changed = false;
            for seed in 0..20 {
                let mut other = t.st.clone();
                other.redeal(&t.rules, viewer, seed);
                other.check(&t.rules).unwrap();
                changed |= picks(&other) != picks(&t.st) || other.titles != t.st.titles;
                let view = |st: &State| serde_json::to_string(&st.view(&t.rules, viewer)).unwrap();
                assert_eq!(view(&other), view(&t.st), "{viewer:?} after {taken}");
                if let Viewer::Seat(seat) = viewer {
                    assert_eq!(other.prompt(&t.rules, seat), t.st.prompt(&t.rules, seat));
                    let labels = |st: &State| {
                        let mut list = Vec::new();
                        st.legal(&t.rules, seat, &mut list);
                        list.iter().map(|a| st.label_of(&t.rules, seat, a)).collect::<Vec<_>>()
                    };
                    assert_eq!(labels(&other), labels(&t.st), "{viewer:?} after {taken}");
                }
            }
            let unknown = match viewer {
                Viewer::Seat(seat) => {
                    usize::from(seat.0) < taken && taken - usize::from(seat.0) > 1 || usize::from(seat.0) > 0 && taken > 0
                }
                _ => taken > 0,
            };
            if unknown {
                assert!(changed, "{viewer:?} after {taken}: what others took is dealt anew");
            }
        }
    }
}

#[rule("RR26.1.4.reveal", "RR26.1.4.enter", "RR.melee.titles.1")]
#[test]
fn all_turn_faceup_together_and_the_others_return() {
    let mut t = Table::melee(CARDS, 3);
    t.start_at(Pc::SelectTitles);
    let mut taken = Vec::new();
    while let Some(seat) = taker(&t) {
        assert_eq!(titles_in_play(&t), []);
        taken.push((seat, first_title(&mut t, seat)));
    }
    for (seat, id) in &taken {
        assert!(t.in_play(*id));
        assert_eq!(t.st.controller(*id), *seat);
        assert_eq!(t.view(P1).players[seat.index()].title, Some(id.to_string()));
        let seen = t.view(P3).cards.into_iter().find(|c| c.id == id.to_string()).unwrap();
        assert_eq!(seen.name, Some(named(&t, *id)), "faceup");
    }
    // One that was left over, and the two that were set aside.
    let titles = t.st.titles.as_ref().unwrap();
    assert_eq!((titles.pool.len(), titles.aside.len(), titles.taken.len()), (3, 0, 0));
    assert!(titles.pool.iter().all(|id| t.zone(*id) == Zone::TitlePool));
}

#[rule("CARD.C192", "RR.fw.1.4", "RR.trig.a", "RR26.1.4.enter")]
#[test]
fn card_c192_titles_enter_play_in_one_occurrence() {
    let mut t = Table::melee(CARDS, 4);
    let herald = t.play(P1, "Herald");
    t.start_at(Pc::SelectTitles);
    while let Some(seat) = taker(&t) {
        assert!(!t.uses(P1, herald));
        first_title(&mut t, seat);
    }
    t.pass_while(|t| !t.uses(P1, herald));
    assert_eq!(titles_in_play(&t).len(), 4, "all are in play before anything can react");
    t.use_card(P1, herald);
    t.pass_while(|t| t.st.acting().iter().any(|s| t.topic(s) == "interrupts"));
    assert_eq!(t.gold(P1), 4);
}

#[rule("RR29.7.4", "RR.fw.7.4")]
#[test]
fn all_titles_leave_play_together_and_only_in_7_4() {
    let mut t = Table::melee(CARDS, 3);
    let ids = [t.title(P1, "Master of Coin"), t.title(P2, "Master of Laws"), t.title(P3, "Crown Regent")];
    let scribe = t.play(P1, "Scribe");
    t.start(Phase::Taxation);
    t.pass_while(|t| t.st.step.id() != "RR.fw.7.4" && ids.iter().all(|id| t.in_play(*id)));
    t.pass_while(|t| !t.uses(P1, scribe));
    assert!(ids.iter().all(|id| t.zone(*id) == Zone::TitlePool), "all are gone before anything can react");
    t.use_card(P1, scribe);
    assert_eq!(t.st.titles.as_ref().unwrap().pool.len(), 6);
    let steps: Vec<_> = t.events.iter().filter_map(|e| e.rule.as_deref()).filter(|r| r.starts_with("RR.fw.7")).collect();
    let at = |id: &str| steps.iter().position(|s| *s == id).unwrap();
    assert!(at("RR.fw.7.3") < at("RR.fw.7.4"));
}

/// Each round anew.
#[rule("RR.fw.1.4", "RR.fw.7.4")]
#[test]
fn titles_are_selected_every_round() {
    let mut t = Table::melee(CARDS, 3);
    t.start(Phase::Plot);
    for round in 1..=2 {
        while t.st.outcome.is_none() && taker(&t).is_none() {
            let seat = t.st.acting().iter().next().unwrap();
            let list = t.legal(seat);
            let pass = list.iter().find(|a| **a == Action::Pass).or(list.first()).cloned().unwrap();
            t.act(seat, pass);
        }
        assert_eq!(t.st.round, round);
        assert_eq!(t.st.step.id(), "RR.fw.1.4");
        while let Some(seat) = taker(&t) {
            first_title(&mut t, seat);
        }
        assert_eq!(titles_in_play(&t).len(), 3);
    }
}

#[rule("RR29.7.4", "RR.joust")]
#[test]
fn a_joust_has_no_titles() {
    let mut t = Table::new(CARDS);
    t.start(Phase::Taxation);
    t.pass_while(|t| t.st.phase == Phase::Taxation);
    t.until(P1, "choose_plot").pick(P1, "Filler Plot").pick(P2, "Filler Plot");
    t.pass_while(|t| t.st.phase != Phase::Draw && t.topic(P1) != "first_player" && t.topic(P2) != "first_player");
    let told = t.events.iter().filter_map(|e| e.rule.as_deref()).collect::<Vec<_>>();
    assert!(!told.contains(&"RR.fw.1.4") && !told.contains(&"RR.fw.7.4"));
    assert!(t.view(P1).titles.is_none());
}

/// Titles are nobody's deck, and melee is for three and more.
#[rule("RR.setup.1", "RR.setup.4")]
#[test]
fn a_melee_is_set_up_with_six_titles() {
    use card_game::{SeatSetup, Setup};
    let t = Table::new(CARDS);
    let seat = SeatSetup { faction: Faction::Stark, agendas: vec![], plots: vec!["filler2".into(); 7], draw: vec!["filler1".into(); 60] };
    let setup = |n: usize| Setup { seats: vec![seat.clone(); n], titles: true };
    let new = |n| State::new(&t.rules, &setup(n), table::Chance::seeded(1), &mut ());
    assert!(new(2).is_err());
    for n in 3..=8 {
        let st = new(n).unwrap();
        assert_eq!(st.titles.as_ref().unwrap().pool.len(), 6);
        assert_eq!(st.view(&t.rules, Viewer::Seat(P1)).format, "melee");
        st.check(&t.rules).unwrap();
    }
}

#[rule("CARD.C182", "RR.melee.players.2", "RR26.1.4.pool")]
#[test]
fn card_c182_a_player_without_title_has_no_relations() {
    let mut t = Table::melee(CARDS, 7);
    let p7 = Seat(6);
    for (seat, title) in [
        (0, "Master of Coin"),
        (1, "Master of Ships"),
        (2, "Master of Laws"),
        (3, "Hand of the King"),
        (4, "Master of Whispers"),
        (5, "Crown Regent"),
    ] {
        t.title(Seat(seat), title);
    }
    let men: Vec<Id> = (0..7).map(|s| t.play(Seat(s), "Man")).collect();
    t.start(Phase::Challenges);
    for seat in (0..7).map(Seat) {
        let declared = t.st.declaration(&t.rules, seat);
        let can = |against: Seat| declared.options.iter().any(|(_, s, _)| *s == against);
        if seat == p7 {
            assert!((0..6).map(Seat).all(can), "may attack anyone");
        } else {
            assert!(can(p7), "{seat} may attack the player without title");
        }
    }
    assert!((0..6).map(Seat).all(|s| !t.st.rivals(&t.rules, s, p7) && !t.st.rivals(&t.rules, p7, s)));
    // The first player beats the player without title: unopposed, and nothing more.
    t.attack(P1, Power, p7, &[men[0]]);
    t.resolve().finish();
    assert_eq!(t.power(P1), 1, "no rivals bonus");
}
