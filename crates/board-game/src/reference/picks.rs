//! A recorded action as picks of ours.

use serde_json::{Value, json};
use table::Seat;

use super::{Feed, area_of, texts, unit_of, units_of};
use crate::action::{Action, Question};
use crate::data::{AreaId, CardId, HouseId, OrderId, Track, Unit};

impl Feed {
    pub(super) fn picks(&self, seat: Seat, question: &Question, action: &Value) -> Result<Vec<Action>, String> {
        let choice = action.get("choice").and_then(Value::as_u64).map(|n| n as u8);
        let label = action.get("label").and_then(Value::as_str);
        let card = || action["card"].as_str().and_then(CardId::named).ok_or(format!("no card in {action}"));
        if label == Some("Ignore") {
            return Ok(vec![Action::Pass]);
        }
        Ok(match question {
            Question::Raven => match action.get("do").and_then(Value::as_str) {
                Some("choose-see-top-wildling-card") => vec![Action::Look],
                Some(_) => vec![Action::Pass],
                None => {
                    let area = area_of(&action["replace_order"])?;
                    let order = action["order"].as_str().and_then(OrderId::named).ok_or("no order")?;
                    if self.state.area(area).order == Some(order) {
                        // The recording lets a token be replaced by itself, which changes nothing.
                        return Ok(vec![Action::Pass]);
                    }
                    vec![Action::Replace { area }, Action::Order { area, order }]
                }
            },
            Question::RavenCard { .. } => {
                vec![if action["wildling_card"] == json!("put_at_bottom") { Action::Bottom } else { Action::Keep }]
            }
            Question::Raid => {
                let target =
                    if action["target"].is_null() { Action::NoTarget } else { Action::Target { area: area_of(&action["target"])? } };
                vec![Action::Use { area: area_of(&action["raid"])? }, target]
            }
            Question::March => {
                let area = area_of(&action["march"])?;
                let mut moves: Vec<(Unit, AreaId)> = units_of(&action["moves"])?.into_iter().map(|(to, unit, _)| (unit, to)).collect();
                moves.sort();
                let mut picks = vec![Action::Use { area }];
                picks.extend(moves.into_iter().map(|(unit, to)| Action::Move { unit, to }));
                if self.state.may_leave_token(&self.rules, seat, &self.state.march_of(seat, &picks)) {
                    picks.push(Action::Done);
                    picks.push(if action["leave_token"] == json!(true) { Action::LeaveToken } else { Action::NoToken });
                } else {
                    picks.push(Action::Done);
                }
                picks
            }
            Question::Consolidate => {
                let area = area_of(&action["consolidate"])?;
                let mut picks = vec![Action::Use { area }];
                if self.state.may_muster_instead(&self.rules, area) {
                    picks.push(if action["as"] == json!("muster") { Action::MusterInstead } else { Action::TakePower });
                }
                picks
            }
            Question::Muster { .. } => {
                let mut picks = Vec::new();
                for entry in action["muster"].as_array().into_iter().flatten() {
                    let area = area_of(&entry[0])?;
                    for item in entry[1].as_array().into_iter().flatten() {
                        let (unit, _) = unit_of(item["to"].as_str().unwrap_or_default())?;
                        picks.push(if item["upgrade_of"].is_null() {
                            Action::Muster { area, unit, at: area_of(&item["in"])? }
                        } else {
                            Action::Upgrade { area, unit }
                        });
                    }
                }
                // Footmen that upgrades free may be mustered in the same turn.
                if picks.len() > 1 {
                    picks.sort_by_key(|pick| !matches!(pick, Action::Upgrade { .. }));
                }
                picks.push(Action::Done);
                picks
            }
            Question::BidTrack { .. } | Question::BidWildlings => {
                vec![Action::Bid { power: action["bid"].as_u64().ok_or("no bid")? as u8 }]
            }
            Question::Ties { .. } => {
                let mut picks = Vec::new();
                let mut lists: Vec<Vec<Seat>> = Vec::new();
                for list in action["ties"].as_array().into_iter().flatten() {
                    lists.push(texts(list).into_iter().filter_map(|id| self.state.seat_of(HouseId::named(id)?)).collect());
                }
                for group in self.state.tie_groups() {
                    let list = lists.iter().find(|list| list.len() == group.len() && group.iter().all(|seat| list.contains(seat)));
                    let list = list.ok_or(format!("no order for {group:?}"))?;
                    picks.extend(list[..list.len() - 1].iter().map(|seat| Action::House { seat: *seat }));
                }
                picks
            }
            Question::Name { .. } => {
                let label = label.ok_or("no label")?;
                let house = self.state.seats().find(|seat| self.state.player(*seat).house.name() == label);
                vec![Action::House { seat: house.ok_or(format!("no house {label}"))? }]
            }
            Question::Westeros { .. } | Question::WildOption => vec![Action::Option { option: choice.ok_or("no choice")? }],
            Question::Track { tracks, .. } => {
                let by_label = label.and_then(|label| Track::ALL.into_iter().find(|track| label.starts_with(track.name())));
                let by_number = choice.and_then(|choice| tracks.get(usize::from(choice)).copied());
                vec![Action::Track { track: by_label.or(by_number).ok_or("no track")? }]
            }
            Question::Reconcile => destroy(units_of(&action["remove"])?),
            Question::Destroy { .. } | Question::Casualties { .. } | Question::DestroyFighter { .. } => {
                destroy(units_of(&action["units"])?)
            }
            Question::Downgrade { kept, .. } => {
                let units = units_of(&action["units"])?;
                let (swap, die) = units.split_at(usize::from(*kept).min(units.len()));
                swap.iter().map(|(area, _, _)| Action::Downgrade { area: *area }).chain(destroy(die.to_vec())).collect()
            }
            Question::UpgradeAnywhere { .. } | Question::UpgradeFighter { .. } => {
                let mut picks: Vec<Action> =
                    units_of(&action["units"])?.into_iter().map(|(area, _, _)| Action::Upgrade { area, unit: Unit::Knight }).collect();
                if matches!(question, Question::UpgradeAnywhere { .. }) {
                    picks.push(Action::Done);
                } else if picks.is_empty() {
                    picks.push(Action::Pass);
                }
                picks
            }
            Question::DiscardCard
            | Question::TakeBackCard
            | Question::HouseCard
            | Question::PlayAnother { .. }
            | Question::DiscardFromHand { .. } => vec![Action::Card { card: card()? }],
            Question::Support => {
                let side = action["support"].as_str().and_then(HouseId::named).and_then(|house| self.state.seat_of(house));
                let area = *self.state.supporters(&self.rules, seat).first().ok_or("no support")?;
                vec![Action::Support { area, side }]
            }
            Question::Cancel => vec![if choice == Some(0) { Action::Accept } else { Action::Pass }],
            Question::RemoveOrder { .. } => vec![Action::Target { area: area_of(&action["orders_of"][0])? }],
            Question::Blade => vec![if action["use_blade"] == json!(true) { Action::Accept } else { Action::Pass }],
            Question::Retreat { .. } => vec![Action::Target { area: area_of(&action["region"])? }],
            Question::Ships { .. } => {
                vec![Action::Ships { count: label.and_then(|label| label.parse().ok()).or(choice).ok_or("no number")? }]
            }
            Question::Orders | Question::Refuse | Question::TidesAgain => return Err(format!("{question:?} is not recorded")),
        })
    }
}

fn destroy(units: Vec<(AreaId, Unit, bool)>) -> Vec<Action> {
    units.into_iter().map(|(area, unit, routed)| Action::Destroy { area, unit, routed }).collect()
}
