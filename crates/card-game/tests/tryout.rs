//! The table at which a card is tried: it reads for every card, and the card can be used there.

use card_game::position::{read, tryout};
use card_game::rules::Rules;
use card_game::view::Action;
use card_game::words::CardType;
use card_game::{Rulings, State, pool::Pool};
use table::{Game, Seat};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

/// What P1 is offered of the card with this code, by the words of the picks.
fn offered(rules: &Rules, state: &State, code: &str) -> Vec<Action> {
    let mut list = Vec::new();
    state.legal(rules, Seat(0), &mut list);
    list.retain(|action| {
        let card = match action {
            Action::Marshal { card } | Action::Card { card } | Action::Use { card, .. } | Action::Ambush { card, .. } => *card,
            _ => return false,
        };
        rules.cards[usize::from(state.card(card).def)].def.code == code
    });
    list
}

#[test]
fn every_card_has_a_table_at_which_it_can_be_used() {
    let rules = rules();
    let (mut actions, mut silent) = (0, Vec::new());
    for card in rules.cards.iter().map(|card| &card.def) {
        let text = tryout(&rules, &card.code);
        if matches!(card.kind, CardType::Title | CardType::FactionCard) {
            assert_eq!(text, None, "{}", card.name);
            continue;
        }
        let text = text.unwrap_or_else(|| panic!("{} has no table", card.name));
        let state = read(&rules, &text).unwrap_or_else(|errors| panic!("{}: {errors:?}\n{text}", card.name));
        let can = !offered(&rules, &state, &card.code).is_empty();
        match card.kind {
            CardType::Character | CardType::Location | CardType::Attachment | CardType::Plot => {
                assert!(can, "{} is not offered:\n{text}", card.name)
            }
            CardType::Event if text.contains("at window") => {
                actions += 1;
                if !can {
                    silent.push(card.name.as_str());
                }
            }
            _ => assert_eq!(text.matches(&card.code).count(), 1, "{} lies on the table:\n{text}", card.name),
        }
    }
    println!("{actions} events at a window, not at once playable: {silent:?}");
    assert!(actions > 20);
}

#[test]
fn unknown_codes_have_none() {
    assert_eq!(tryout(&rules(), "99999"), None);
}
