//! What people read: questions, picks, and why something is not possible.

use table::{Illegal, PromptKind, Seat};

use crate::action::{Action, Move, Question, Why};
use crate::data::{AreaId, Unit};
use crate::game::Rules;
use crate::state::State;

pub(crate) struct Words {
    pub kind: PromptKind,
    pub topic: &'static str,
    pub text: String,
    pub source: Option<String>,
    pub rule: &'static str,
    pub min: u32,
    pub max: u32,
}

impl State {
    pub(crate) fn words(&self, rules: &Rules, seat: Seat, question: &Question) -> Words {
        use PromptKind::{Compound, Number, Option as One, Order, Select};
        let words = |kind, topic, rule, text: &str| Words { kind, topic, text: text.to_owned(), source: None, rule, min: 1, max: 1 };
        let many = |words: Words, min: u32, max: u32| Words { min, max, ..words };
        match question {
            Question::Orders => {
                let n = self.orderable(seat).count() as u32;
                many(words(Compound, "orders", "BG.plan.every-area", "Place an order in each area with your units."), n, n)
            }
            Question::Raven => words(
                Compound,
                "raven",
                "BG.plan.raven",
                "Messenger Raven: replace one of your orders, look at the top wildling card, or pass.",
            ),
            Question::RavenCard { card } => {
                let name = &rules.board.wildlings[usize::from(*card)].name;
                words(
                    One,
                    "raven_card",
                    "BG.plan.raven",
                    &format!("The top wildling card is {name}. Leave it on top or put it to the bottom?"),
                )
            }
            Question::Raid => words(Compound, "raid", "BG.raid.target", "Resolve a Raid order."),
            Question::March => words(Compound, "march", "BG.march.move", "Resolve a March order."),
            Question::Consolidate => words(Compound, "consolidate", "BG.cp.gain", "Resolve a Consolidate Power order."),
            Question::Muster { .. } => many(words(Select, "muster", "BG.muster.points", "Muster in your castles and strongholds."), 0, 20),
            Question::BidTrack { track } => words(Number, "bid", "BG.inf.bid-secret", &format!("Bid for the {} track.", track.name())),
            Question::BidWildlings => {
                let strength = self.attack.as_ref().map_or(0, |attack| attack.strength);
                words(Number, "bid", "BG.wild.steps", &format!("Bid against the wildlings of strength {strength}."))
            }
            Question::Ties { track } => {
                let n: usize = self.tie_groups().iter().map(|group| group.len() - 1).sum();
                let text = format!("Order the equal bids for the {} track: who comes first?", track.name());
                many(words(Order, "ties", "BG.inf.bid-ties", &text), n as u32, n as u32)
            }
            Question::Name { highest: true, .. } => words(One, "highest", "BG.wild.win", "Who is the highest bidder?"),
            Question::Name { .. } => words(One, "lowest", "BG.wild.lose", "Who is the lowest bidder?"),
            Question::Westeros { deck } => {
                let card = self.revealed.get(usize::from(*deck)).copied().unwrap_or(0);
                let card = &rules.board.westeros[usize::from(*deck)][usize::from(card)];
                Words {
                    source: Some(card.id.clone()),
                    ..words(One, "westeros", "BG.west.one-at-a-time", &format!("{}: choose.", card.name))
                }
            }
            Question::WildOption => words(One, "wildling_option", "BG.wild.lose", "Choose what you suffer."),
            Question::Reconcile => {
                many(words(Select, "reconcile", "BG.supply.reconcile", "Remove units until your armies fit your supply."), 1, 20)
            }
            Question::Destroy { units, at_one_castle } => {
                let where_ = if *at_one_castle { " in one of your castles or strongholds" } else { "" };
                let text = format!("Destroy {units} of your units{where_}.");
                many(words(Select, "destroy", "BG.wild.units-anywhere", &text), u32::from(*units), u32::from(*units))
            }
            Question::Downgrade { units, kept } => {
                let text = format!("Choose {units} Knights: the first {kept} become Footmen, the others die.");
                many(words(Select, "downgrade", "BG.wild.crow-killers", &text), u32::from(*units), u32::from(*units))
            }
            Question::UpgradeAnywhere { units } => {
                let text = format!("You may upgrade up to {units} Footmen to Knights.");
                many(words(Select, "upgrade", "BG.wild.crow-killers", &text), 0, u32::from(*units))
            }
            Question::DiscardCard => words(One, "discard_card", "BG.wild.milkwater", "Discard one of your house cards."),
            Question::TakeBackCard => words(One, "take_back_card", "BG.wild.mammoth", "You may take a house card back."),
            Question::Track { seat: moved, why, .. } => {
                let whose = if *moved == seat { "you go".to_owned() } else { format!("{{{moved}}} goes") };
                let how = match why {
                    Move::Top => "to the first place",
                    Move::Bottom => "to the last place",
                    Move::Down(_) => "down",
                };
                words(One, "track", "BG.inf.moves", &format!("On which track {whose} {how}?"))
            }
            Question::Support => {
                let n = self.supporters(rules, seat).len() as u32;
                many(words(Compound, "support", "BG.support.who", "Whom do you support?"), 1, n)
            }
            Question::Refuse => many(words(Select, "refuse", "BG.support.refuse", "You may refuse support that is offered."), 0, 20),
            Question::HouseCard => words(One, "house_card", "BG.combat.card-choice", "Choose a house card."),
            Question::Cancel => {
                let combat = self.combat.as_ref();
                let card = combat
                    .and_then(|combat| combat.cards[1 - self.side(seat)])
                    .map_or("the card", |card| rules.board.card(card).name.as_str());
                words(One, "cancel", "BG.combat.timing", &format!("Send {card} back to your opponent's hand?"))
            }
            Question::PlayAnother { power: 0 } => words(One, "another_card", "BG.card.tyrion-cancel", "Choose another house card."),
            Question::PlayAnother { power } => {
                words(One, "another_card", "BG.card.greyjoy", &format!("You may discard {power} power to play another card."))
            }
            Question::DestroyFighter { unit } => words(One, "destroy_fighter", "BG.card.tyrell", &format!("Which {} dies?", unit.name())),
            Question::RemoveOrder { .. } => words(One, "remove_order", "BG.combat.timing", "Which order is removed?"),
            Question::UpgradeFighter { from, to, .. } => {
                let text = format!("You may upgrade a {} to a {}.", from.name(), to.name());
                words(One, "upgrade_fighter", "BG.card.baratheon", &text)
            }
            Question::DiscardFromHand { of } => {
                words(One, "discard_from_hand", "BG.card.baratheon", &format!("You may discard a card from the hand of {{{of}}}."))
            }
            Question::Blade => words(One, "blade", "BG.combat.blade", "Use the Valyrian Steel Blade for +1 strength?"),
            Question::TidesAgain => {
                words(One, "tides", "BG.tides.steps", "Use the Valyrian Steel Blade to draw another Tides of Battle card?")
            }
            Question::Casualties { units, why } => {
                let text = match why {
                    Why::Retreat if *units == 1 => "Only with a loss can you retreat there: choose one unit.".to_owned(),
                    Why::Retreat => format!("Only with losses can you retreat there: choose {units} units."),
                    Why::Skull if *units == 1 => "A skull costs you one unit: choose.".to_owned(),
                    Why::Skull => format!("Skulls cost you {units} units: choose."),
                    _ if *units == 1 => "Choose one casualty.".to_owned(),
                    _ => format!("Choose {units} casualties."),
                };
                many(words(Select, "casualties", "BG.cas.count", &text), u32::from(*units), u32::from(*units))
            }
            Question::Retreat { .. } => words(One, "retreat", "BG.retreat.defender", "Where does the beaten force retreat?"),
            Question::Ships { port, .. } => {
                words(Number, "ships", "BG.ports.capture", &format!("How many Ships do you put into {}?", port.name()))
            }
        }
    }

    pub(crate) fn label_for(&self, rules: &Rules, seat: Seat, action: &Action) -> String {
        let board = rules.board;
        let area = |id: &AreaId| board.area(*id).name.as_str();
        let question = self.ask.as_ref().map(|ask| &ask.question);
        match action {
            Action::Order { area: at, order } => format!("{}: {}", area(at), board.order(*order).name),
            Action::Leave { area: at } => format!("{}: no order", area(at)),
            Action::Replace { area: at } => format!("Replace the order of {}", area(at)),
            Action::Look => "Look at the top wildling card".to_owned(),
            Action::Keep => "Leave it on top".to_owned(),
            Action::Bottom => "Put it to the bottom".to_owned(),
            Action::Pass => "Pass".to_owned(),
            Action::Accept => match question {
                Some(Question::Cancel) => "Send it back".to_owned(),
                _ => "Use it".to_owned(),
            },
            Action::Use { area: at } => {
                let order = self.area(*at).order.map_or("Order", |order| board.order(order).name.as_str());
                format!("{order} of {}", area(at))
            }
            Action::Target { area: at } => match question {
                Some(Question::Raid | Question::RemoveOrder { .. }) => {
                    let order = self.area(*at).order.map_or("order", |order| board.order(order).name.as_str());
                    format!("{order} in {}", area(at))
                }
                _ => area(at).to_owned(),
            },
            Action::NoTarget => "No target".to_owned(),
            Action::Move { unit, to } => {
                let fight = if self.is_neutral(*to) {
                    format!(" (neutral force {})", self.area(*to).force)
                } else if self.defended(seat, *to) {
                    " (attack)".to_owned()
                } else {
                    String::new()
                };
                format!("{} to {}{fight}", unit.name(), area(to))
            }
            Action::Done => "Done".to_owned(),
            Action::LeaveToken => "Leave a power token".to_owned(),
            Action::NoToken => "Leave none".to_owned(),
            Action::TakePower => "Take power".to_owned(),
            Action::MusterInstead => "Muster".to_owned(),
            Action::Muster { area: of, unit, at } if of == at => format!("{} in {}", unit.name(), area(at)),
            Action::Muster { area: of, unit, at } => format!("{} in {} (from {})", unit.name(), area(at), area(of)),
            Action::Upgrade { area: at, unit } => format!("Footman to {} in {}", unit.name(), area(at)),
            Action::Bid { power } => power.to_string(),
            Action::House { seat } => format!("{{{seat}}}"),
            Action::Option { option } => {
                let at = usize::from(*option);
                match question {
                    Some(Question::Westeros { deck }) => {
                        self.westeros_options(rules, *deck).get(at).map_or("?", |effect| effect.name()).to_owned()
                    }
                    _ => self.wild_options(rules).get(at).map_or("?".to_owned(), |effect| effect.text()),
                }
            }
            Action::Destroy { area: at, unit, routed } => {
                format!("{}{} in {}", if *routed { "routed " } else { "" }, unit.name(), area(at))
            }
            Action::Downgrade { area: at } => format!("Knight to Footman in {}", area(at)),
            Action::Card { card } => board.card(*card).name.clone(),
            Action::Track { track } => track.name().to_owned(),
            Action::Support { area: at, side: Some(side) } => format!("{} supports {{{side}}}", area(at)),
            Action::Support { area: at, side: None } => format!("{} supports nobody", area(at)),
            Action::Refuse { area: at } => format!("Refuse the support of {}", area(at)),
            Action::Ships { count } => count.to_string(),
        }
    }

    /// Why an area cannot be used by `seat` for what it is asked.
    pub(crate) fn why_not(&self, rules: &Rules, seat: Seat, id: AreaId) -> Vec<Illegal> {
        let no = |rule: &str, text: String| vec![Illegal::new("not_possible", text).rule(rule)];
        let board = rules.board;
        let name = &board.area(id).name;
        let Some(ask) = self.ask.as_ref().filter(|ask| ask.seats.contains(seat)) else {
            return no("BG.act.order", "you are asked nothing now".to_owned());
        };
        let mut list = Vec::new();
        self.options(rules, seat, &mut list);
        let named = |action: &Action| match action {
            Action::Order { area, .. }
            | Action::Leave { area }
            | Action::Replace { area }
            | Action::Use { area }
            | Action::Target { area }
            | Action::Upgrade { area, .. }
            | Action::Destroy { area, .. }
            | Action::Downgrade { area }
            | Action::Support { area, .. }
            | Action::Refuse { area } => *area == id,
            Action::Move { to, .. } => *to == id,
            Action::Muster { area, at, .. } => *area == id || *at == id,
            _ => false,
        };
        if list.iter().any(named) {
            return Vec::new();
        }
        let area = self.area(id);
        if area.closed {
            return no("BG.neutral.closed", format!("{name} is closed in this game"));
        }
        let draft = &self.player(seat).draft;
        match (&ask.question, draft.first()) {
            (Question::March, Some(Action::Use { .. })) => {
                let march = self.march_of(seat, draft);
                let facts = board.area(id);
                let ships = march.left[Unit::Ship.index()] > 0;
                if march.left.iter().all(|n| *n == 0) {
                    return no("BG.march.move", "no unit is left to march".to_owned());
                }
                if facts.is_port() && self.controller(rules, id) != Some(seat) {
                    return no("BG.ports.no-enemy-entry", format!("{name} is not your port"));
                }
                if facts.is_land() == ships {
                    return no("BG.march.terrain", "land units march to land, Ships to sea and own ports".to_owned());
                }
                let reach = self.destinations(rules, seat, march.from, ships);
                if reach >> id.0 & 1 == 0 {
                    return no(
                        "BG.march.one-hop",
                        format!("{name} is neither adjacent to {} nor joined to it by your Ships", march.from.name()),
                    );
                }
                if self.defended(seat, id) && march.attack.is_some_and(|at| at != id) {
                    return no("BG.march.one-attack", "a march attacks one area only".to_owned());
                }
                if self.is_neutral(id) {
                    return no("BG.neutral.fight", format!("your strength does not reach {} of the neutral force", area.force));
                }
                no("BG.march.supply", "your armies would break your supply".to_owned())
            }
            (Question::Raid, Some(Action::Use { .. })) => {
                no("BG.raid.target", format!("no order that this Raid may remove lies in {name}"))
            }
            (Question::Orders, _) => no("BG.plan.every-area", format!("you have no units in {name}, or its order is placed")),
            (Question::Muster { .. }, _) => {
                if self.controller(rules, id) != Some(seat) {
                    no("BG.muster.control", format!("you do not control {name}"))
                } else {
                    no("BG.muster.points", format!("{name} has no points left, or your supply or stock allows no unit"))
                }
            }
            (Question::Retreat { .. }, _) => {
                no("BG.retreat.defender", format!("nobody can retreat to {name}, or not without greater losses"))
            }
            (question, _) => no(self.words(rules, seat, question).rule, format!("{name} is not asked for now")),
        }
    }
}
