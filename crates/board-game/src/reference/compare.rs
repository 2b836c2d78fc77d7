//! The state in the recording's words, compared and taken over.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use table::Seat;

use super::{Difference, Feed, Report, texts, unit_of};
use crate::data::{AreaId, CardId, HouseId, OrderId, Track, Unit};
use crate::state::Force;

impl Feed {
    /// The state in the recording's words.
    fn spelled(&self) -> BTreeMap<String, Value> {
        let (state, rules) = (&self.state, &self.rules);
        let mut out = BTreeMap::new();
        let house = |seat: Seat| state.player(seat).house.id();
        // While a combat goes on, the attackers count where they came from.
        let mut before = state.clone();
        if let Some(combat) = before.combat.take() {
            let from = before.area_mut(combat.from);
            if from.owner.is_none() && combat.force.iter().any(|n| *n > 0) {
                from.owner = Some(combat.seats[0]);
            }
        }
        for id in state.area_ids() {
            let area = state.area(id);
            let mut map = Map::new();
            let (mut units, mut owner) = (area.units, area.owner);
            // The attackers are listed in the area from which they came.
            if let Some(combat) = state.combat.as_deref().filter(|combat| combat.from == id) {
                units.iter_mut().zip(combat.force).for_each(|(n, more)| *n += more);
                owner = owner.or(Some(combat.seats[0]).filter(|_| units.iter().any(|n| *n > 0)));
            }
            if let Some(owner) = owner {
                let mut list: Vec<String> = words(&units, "");
                list.extend(words(&area.routed, "*"));
                list.sort();
                map.insert("units".to_owned(), json!({ house(owner): list }));
            }
            if let Some(token) = area.token {
                map.insert("token".to_owned(), json!(house(token)));
            }
            if area.force > 0 {
                map.insert("strength".to_owned(), json!(area.force));
            }
            if let Some(order) = area.order {
                map.insert("order".to_owned(), json!(order.id()));
            }
            out.insert(format!("area:{}", id.id()), if map.is_empty() { Value::Null } else { Value::Object(map) });
        }
        for seat in state.seats() {
            let player = state.player(seat);
            let mut discarded: Vec<&str> = player.discard.iter().map(CardId::id).collect();
            // The recording discards the cards as soon as the victor is known.
            if let Some(combat) = state.combat.as_deref().filter(|combat| combat.winner.is_some()) {
                let played = combat.seats.iter().zip(combat.cards).filter(|(at, _)| **at == seat).filter_map(|(_, card)| card);
                discarded.extend(played.filter(|card| !player.discard.contains(*card)).map(CardId::id));
            }
            discarded.sort_unstable();
            let value = json!({"power": player.power, "supply": player.supply, "vp": before.castles(rules, seat), "discarded": discarded});
            out.insert(format!("house:{}", house(seat)), value);
        }
        out.insert("round".to_owned(), json!(state.round));
        out.insert("wildlings".to_owned(), json!(state.threat));
        out.insert("blade_used".to_owned(), json!(state.blade_used));
        for (key, track) in [("iron_throne", Track::IronThrone), ("fiefdoms", Track::Fiefdoms), ("kings_court", Track::KingsCourt)] {
            out.insert(key.to_owned(), json!(state.tracks[track.index()].iter().map(|seat| house(*seat)).collect::<Vec<_>>()));
        }
        for (deck, cards) in rules.board.westeros.iter().enumerate() {
            let at = &state.westeros[deck];
            let mut list: Vec<String> = at.draw.iter().rev().map(|card| cards[usize::from(*card)].id.clone()).collect();
            list.extend(at.used.iter().map(|card| format!("{}-", cards[usize::from(*card)].id)));
            out.insert(format!("westeros_deck_{}", deck + 1), json!(list));
        }
        let wild: Vec<&str> = state.wildlings.iter().map(|card| rules.board.wildlings[usize::from(card.card)].id.as_str()).collect();
        out.insert("wildling_deck".to_owned(), json!(wild));
        out
    }

    /// Takes the recorded values over.
    pub(super) fn adopt(&mut self, differences: &[Difference]) {
        if self.state.combat.is_some() {
            return;
        }
        for difference in differences {
            let value = &difference.recorded;
            let number = |key: &str| value[key].as_u64().unwrap_or(0) as u8;
            let seat = |id: &str| HouseId::named(id).and_then(|house| self.state.seat_of(house));
            let track = |key: &str| match key {
                "iron_throne" => Some(Track::IronThrone),
                "fiefdoms" => Some(Track::Fiefdoms),
                "kings_court" => Some(Track::KingsCourt),
                _ => None,
            };
            if let Some(id) = difference.key.strip_prefix("area:").and_then(AreaId::named) {
                let (mut units, mut routed, mut owner) = ([0; 4], [0; 4], None);
                for (house, list) in value["units"].as_object().into_iter().flatten() {
                    owner = seat(house);
                    for (unit, is_routed) in texts(list).into_iter().filter_map(|name| unit_of(name).ok()) {
                        let force: &mut Force = if is_routed { &mut routed } else { &mut units };
                        force[unit.index()] += 1;
                    }
                }
                let token = value["token"].as_str().and_then(seat);
                let area = self.state.area_mut(id);
                (area.units, area.routed, area.owner, area.token) = (units, routed, owner, token);
                area.force = number("strength");
                area.order = value["order"].as_str().and_then(OrderId::named);
            } else if let Some(at) = difference.key.strip_prefix("house:").and_then(seat) {
                let cards = texts(&value["discarded"]);
                let all = self.rules.board.house(self.state.player(at).house).cards.clone();
                let player = self.state.player_mut(at);
                (player.power, player.supply) = (number("power"), number("supply"));
                for card in all {
                    let gone = cards.contains(&card.id());
                    if gone {
                        player.discard.insert(card)
                    } else {
                        player.discard.remove(card)
                    }
                    if gone { player.hand.remove(card) } else { player.hand.insert(card) }
                }
            } else if let Some(track) = track(&difference.key) {
                let order: Vec<Seat> = texts(value).into_iter().filter_map(seat).collect();
                self.state.tracks[track.index()] = order;
            } else if difference.key == "wildlings" {
                self.state.threat = value.as_u64().unwrap_or(0) as u8;
            } else if difference.key == "blade_used" {
                self.state.blade_used = value.as_bool().unwrap_or(false);
            }
        }
    }

    pub(super) fn compare(&self, line: usize, report: &mut Report) {
        let ours = self.spelled();
        for (key, recorded) in &self.recorded {
            let recorded = normal(key, recorded);
            match ours.get(key) {
                Some(own) if *own == recorded => {}
                own => report.differences.push(Difference {
                    line,
                    step: line.saturating_sub(1),
                    key: key.clone(),
                    ours: own.cloned().unwrap_or_default(),
                    recorded,
                }),
            }
        }
    }

    pub(super) fn compare_end(&self, line: usize, end: &Value, report: &mut Report) {
        let winner = match &self.state.outcome {
            Some(table::Outcome::Won { seats, .. }) => seats.first().map(|seat| self.state.player(*seat).house.id()),
            _ => None,
        };
        if json!(winner) != end["winner"] {
            report.differences.push(Difference {
                line,
                step: line.saturating_sub(1),
                key: "winner".to_owned(),
                ours: json!(winner),
                recorded: end["winner"].clone(),
            });
        }
        if json!(self.state.round) != end["round"] {
            report.differences.push(Difference {
                line,
                step: line.saturating_sub(1),
                key: "round".to_owned(),
                ours: json!(self.state.round),
                recorded: end["round"].clone(),
            });
        }
    }
}

fn words(force: &Force, mark: &str) -> Vec<String> {
    let name = |unit: Unit| json!(unit).as_str().unwrap_or_default().to_owned();
    Unit::ALL.into_iter().flat_map(|unit| (0..force[unit.index()]).map(move |_| name(unit))).map(|name| name + mark).collect()
}

/// Lists whose order means nothing are sorted; marks of used wildling cards are left out.
fn normal(key: &str, value: &Value) -> Value {
    let sorted = |value: &Value| {
        let mut list = texts(value);
        list.sort_unstable();
        json!(list)
    };
    let mut value = value.clone();
    if key.starts_with("area:") {
        if let Some(units) = value.get_mut("units").and_then(Value::as_object_mut) {
            units.values_mut().for_each(|list| *list = sorted(list));
        }
    } else if key.starts_with("house:") {
        if let Some(list) = value.get_mut("discarded") {
            *list = sorted(list);
        }
    } else if key == "wildling_deck" {
        value = json!(texts(&value).iter().map(|card| card.trim_end_matches('-')).collect::<Vec<_>>());
    }
    value
}
