//! States of games that play themselves, as the browser's fixtures: `cargo run -p board-game --example dump > web/src/games/board/scenes.json`.
//! One state for each kind of question, with what follows each pick (and each second pick after the first).

use std::collections::BTreeMap;
use std::sync::Arc;

use board_game::{Rules, Setup, State};
use serde_json::{Value, json};
use table::hosted::{Host, Hosted};
use table::replay::Start;
use table::{Chance, Pick, Seat, Viewer};

/// From which round on a question is taken.
const FROM: u32 = 3;

fn after(host: &Host<State>, seat: Seat, topic: &str) -> Value {
    let mut replies = serde_json::Map::new();
    let Some(prompt) = host.prompt(seat) else { return Value::Null };
    let mut open: Vec<(Vec<Pick>, usize)> = prompt.legal.iter().map(|choice| (vec![choice.index], 1)).collect();
    while let Some((picks, depth)) = open.pop() {
        let Ok(next) = host.options_after(seat, &picks) else { continue };
        let most = match topic {
            "march" => 3,
            "orders" | "muster" => 1,
            _ => 2,
        };
        if !next.complete && depth < most && replies.len() < 220 {
            open.extend(next.legal.iter().map(|choice| (picks.iter().copied().chain([choice.index]).collect(), depth + 1)));
        }
        let key: Vec<String> = picks.iter().map(u32::to_string).collect();
        let legal: Vec<Value> = next.legal.iter().map(|choice| json!([choice.action, choice.label])).collect();
        replies.insert(key.join(","), if next.complete { Value::Null } else { json!(legal) });
    }
    Value::Object(replies)
}

/// A view without what is nothing: the browser puts it back.
fn short(mut view: Value) -> Value {
    fn nothing(value: &Value) -> bool {
        value.is_null() || value == 0 || value == false || value.as_object().is_some_and(serde_json::Map::is_empty)
    }
    for area in view["areas"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for force in ["units", "routed"] {
            if let Some(force) = area.get_mut(force).and_then(Value::as_object_mut) {
                force.retain(|_, n| !nothing(n));
            }
        }
        area.retain(|key, value| !nothing(value) || value == 0 && ["owner", "token", "garrison", "controller"].contains(&key.as_str()));
    }
    view
}

fn scene(host: &Host<State>, seat: Seat) -> Value {
    let told = host.told(Viewer::Seat(seat));
    json!({
        "me": seat, "view": short(host.view_json(Viewer::Seat(seat))), "prompt": host.prompt_json(seat),
        "events": host.events_for(Viewer::Seat(seat), told.saturating_sub(24)),
        "after": host.prompt(seat).map(|prompt| after(host, seat, &prompt.prompt.topic)),
    })
}

fn main() {
    let mut scenes: BTreeMap<String, Value> = BTreeMap::new();
    for (game, players) in [(1, 6), (2, 6), (3, 6), (4, 3), (5, 6), (6, 5), (7, 6), (8, 6)] {
        let setup = Setup { tides: game == 7, ..Setup::players(players) };
        let start = Start::Seed(game);
        let mut host = Host::<State>::new(Arc::new(Rules::default()), &setup, start).expect("a game");
        let mut chance = Chance::seeded(game + 100);
        while let Some(seat) = host.acting().iter().next() {
            for seat in host.acting().iter() {
                let prompt = host.prompt(seat).expect("a question");
                let name = if players == 3 { format!("{}-3", prompt.prompt.topic) } else { prompt.prompt.topic.clone() };
                let wanted = players != 3 || prompt.prompt.topic == "orders";
                let rich = match prompt.prompt.topic.as_str() {
                    "march" => host
                        .options_after(seat, &[0])
                        .is_ok_and(|next| next.legal.len() > 7 && next.legal.iter().any(|choice| choice.label.contains("(attack)"))),
                    "bid" => prompt.legal.len() > 5,
                    "muster" => prompt.legal.len() > 4,
                    "house_card" => host.game().combat.as_ref().is_some_and(|combat| !combat.supports.is_empty()),
                    _ => true,
                };
                if wanted && rich && host.round() >= FROM && prompt.legal.len() > 1 && !scenes.contains_key(&name) {
                    scenes.insert(name, scene(&host, seat));
                }
            }
            let mut picks = Vec::new();
            let mut next = host.prompt(seat).expect("a question");
            while !next.complete {
                let list = &next.legal;
                // Orders and moves rather than passing.
                let mut at = chance.below(list.len() as u32);
                let dull = |at: u32| ["done", "pass", "no_target"].contains(&list[at as usize].action["verb"].as_str().unwrap_or(""));
                if dull(at) {
                    at = chance.below(list.len() as u32);
                }
                picks.push(at);
                next = host.options_after(seat, &picks).expect("listed");
            }
            let decision = host.decision(seat).expect("a decision");
            host.answer(seat, decision, &picks).expect("a whole answer");
            host.auto_pass();
        }
        scenes.entry("end".to_owned()).or_insert_with(|| scene(&host, Seat(0)));
    }
    let lines: Vec<String> = scenes.iter().map(|(name, scene)| format!("\"{name}\": {scene}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
}
