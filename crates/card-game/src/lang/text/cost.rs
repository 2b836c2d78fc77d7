//! Costs as orders: `kneel this`, `pay 2 gold`, `sacrifice a Dragon character`.

use super::grammar::{a, join};
use super::noun::Form;
use super::{It, Said, Writer};
use crate::lang::ast::*;
use crate::lang::raw::What;

impl Writer<'_> {
    pub fn cost(&mut self, cost: &Cost) -> String {
        self.paid_times = if let Cost::Times(n, _) = cost { Some(n.clone()) } else { None };
        match cost.one() {
            Cost::Times(_, more) => self.cost(more),
            Cost::Kneel(what) => format!("kneel {}", self.paid(what)),
            Cost::KneelFaction => "kneel your faction card".to_owned(),
            Cost::Stand(what) => format!("stand {}", self.paid(what)),
            Cost::Sacrifice(what) => format!("sacrifice {}", self.paid(what)),
            Cost::Kill(what) => format!("kill {}", self.paid(what)),
            Cost::ReturnToHand(what) => format!("send {} back to hand", self.paid(what)),
            Cost::RemoveFromGame(what) => format!("remove {} from the game", self.paid(what)),
            Cost::IntoShadows(what) => format!("put {} into shadows", self.paid(what)),
            Cost::ShuffleIntoDeck(what) => format!("shuffle {} into your deck", self.paid(what)),
            Cost::Discard(what) => format!("discard {}", self.paid(what)),
            Cost::Gold(n) => format!("pay {}", self.amount(n, "gold")),
            Cost::PayX => "pay X gold".to_owned(),
            Cost::GoldFrom(card, n) => format!("discard {} from {}", self.amount(n, "gold"), self.paid(&What::Ref(*card))),
            Cost::DiscardFromHand(n, filter) => {
                let noun = self.noun(filter);
                let cards = self.amount_of(n, &noun.say(Form::Bare, true), &noun.say(Form::Counted, true));
                format!("discard {cards} from hand")
            }
            Cost::DiscardToken(name, card) => {
                let it = self.it == It::This && *card == Ref::This;
                match self.paid_times.take() {
                    Some(n) if it => format!("discard {} of its {name} tokens", self.num(&n)),
                    Some(n) => format!("discard {} from {}", self.amount(&n, &format!("{name} token")), self.paid(&What::Ref(*card))),
                    None => format!("discard {} from {}", a(&format!("{name} token")), self.paid(&What::Ref(*card))),
                }
            }
            Cost::DiscardPower(what, n) => format!("discard {} from {}", self.amount(n, "power"), self.paid(what)),
            Cost::Either(ways) => {
                let ways: Vec<String> = ways
                    .iter()
                    .map(|costs| {
                        let costs: Vec<String> = costs.iter().map(|cost| self.cost(cost)).collect();
                        join(&costs, "and")
                    })
                    .collect();
                join(&ways, "or")
            }
            Cost::FactionPower(n) => format!("discard {} from your faction card", self.amount(n, "power")),
        }
    }

    /// What is paid with: `this`, or one card that fits.
    pub fn paid(&mut self, what: &What) -> String {
        match what {
            What::Ref(Ref::This) => {
                self.it = It::This;
                "this".to_owned()
            }
            What::All(filter) => {
                let noun = self.noun(filter);
                let times = self.paid_times.take();
                if let Some(at) = self.names.iter().position(|n| n == "cost") {
                    self.said[at] = Said::Known { word: noun.word(), plural: times.is_some() };
                    self.it = It::Name(at as u8);
                }
                let zone_from = true;
                let control = if noun.is_yours() { noun.without_yours() } else { noun };
                match times {
                    Some(n) => self.amount_of(&n, &control.say(Form::Bare, zone_from), &control.say(Form::Counted, zone_from)),
                    None => control.say(Form::A, zone_from),
                }
            }
            other => self.what(other).text,
        }
    }
}

/// `kneel this` and `sacrifice this` become `kneel and sacrifice this`.
pub fn merge_costs(costs: Vec<String>) -> Vec<String> {
    let objects: Vec<(&str, &str)> = costs.iter().filter_map(|c| c.split_once(' ')).collect();
    match objects.as_slice() {
        [(one, object), (two, other)] if object == other => vec![format!("{one} and {two} {object}")],
        _ => costs,
    }
}
