//! `docs/protocol.md` and `docs/protocol.schema.json` stay true: the transcript is run, and whatever is sent and answered in random
//! games has the form that the schema tells.

use std::path::{Path, PathBuf};

use protocol::{Engine, Games, request::Op, schema};
use serde_json::{Value, json};

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file)
}

fn document() -> String {
    std::fs::read_to_string(docs("protocol.md")).expect("docs/protocol.md")
}

/// Whether `found` is what the page says: `"..."` stands for any value, as a key for further fields, as an entry for further entries.
fn fits(said: &Value, found: &Value) -> bool {
    match (said, found) {
        (Value::String(text), _) if text == "..." => true,
        (Value::Object(said), Value::Object(found)) => {
            let more = said.contains_key("...");
            said.iter().filter(|(key, _)| *key != "...").all(|(key, value)| found.get(key).is_some_and(|found| fits(value, found)))
                && (more || found.keys().all(|key| said.contains_key(key)))
        }
        (Value::Array(said), Value::Array(found)) => {
            let more = said.last().is_some_and(|last| last == "...");
            let named = if more { &said[..said.len() - 1] } else { &said[..] };
            (if more { named.len() <= found.len() } else { named.len() == found.len() }) && named.iter().zip(found).all(|(a, b)| fits(a, b))
        }
        _ => said == found,
    }
}

#[test]
fn the_transcript_is_what_happens() {
    let mut engine = Engine::new(Games::builtin());
    let mut sent: Option<String> = None;
    let mut count = 0;
    for line in document().lines() {
        if let Some(request) = line.strip_prefix("> ") {
            assert!(sent.is_none(), "two requests without a reply: {request}");
            sent = Some(request.to_owned());
        } else if let Some(reply) = line.strip_prefix("< ") {
            let request = sent.take().unwrap_or_else(|| panic!("a reply without a request: {reply}"));
            let said: Value = serde_json::from_str(reply).unwrap_or_else(|why| panic!("{why}: {reply}"));
            let found: Value = serde_json::from_str(&engine.line(&request)).expect("JSON");
            assert!(fits(&said, &found), "{request}\nthe page says {said}\nthe engine  {found}");
            count += 1;
        }
    }
    assert!(count >= 20 && sent.is_none(), "{count} replies");
}

#[test]
fn the_comparison_can_fail() {
    let said = json!({"a": 1, "b": ["...", ], "...": "..."});
    assert!(fits(&said, &json!({"a": 1, "b": [], "c": 2})));
    assert!(!fits(&said, &json!({"a": 2, "b": []})));
    assert!(!fits(&json!({"a": 1}), &json!({"a": 1, "b": 2})));
    assert!(!fits(&json!([1]), &json!([1, 2])));
}

#[test]
fn the_page_tells_every_operation() {
    let page = document();
    for op in Op::NAMES {
        assert!(page.contains(&format!("`{op}`")), "docs/protocol.md does not tell `{op}`");
        assert!(page.contains(&format!("\"op\":\"{op}\"")) || ["load", "preview"].contains(op), "no example of `{op}`");
    }
}

#[test]
fn the_schema_file_is_the_schema_of_the_types() {
    let path = docs("protocol.schema.json");
    let now = serde_json::to_string_pretty(&schema::document()).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).expect("written");
    }
    let file = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(file == now, "docs/protocol.schema.json is not what the types say; UPDATE_GOLDEN=1 writes it anew");
}

/// Validators of parts of the schema.
struct Schema(Value);

impl Schema {
    fn part(&self, name: &str) -> jsonschema::Validator {
        let mut whole = self.0.clone();
        whole.as_object_mut().expect("an object").remove("anyOf");
        whole["$ref"] = json!(format!("#/$defs/{name}"));
        jsonschema::validator_for(&whole).expect("a schema")
    }
}

#[track_caller]
fn holds(validator: &jsonschema::Validator, value: &Value) {
    if let Err(why) = validator.validate(value) {
        panic!("{why} at {}: {}", why.instance_path(), value.to_string().chars().take(600).collect::<String>());
    }
}

#[test]
fn what_is_sent_and_answered_has_the_form_that_the_schema_tells() {
    let schema = Schema(schema::document());
    let (request, reply) = (schema.part("Request"), schema.part("Reply"));
    let (view, event, action) = (schema.part("View"), schema.part("Event"), schema.part("Action"));
    let mut engine = Engine::new(Games::builtin());
    let mut ask = |fields: Value| {
        holds(&request, &fields);
        let answer: Value = serde_json::from_str(&engine.line(&fields.to_string())).expect("JSON");
        holds(&reply, &answer);
        answer
    };
    for seed in 0..4 {
        let status = ask(json!({"id": null, "op": "new", "seed": seed}));
        let game = status["ok"]["game"].clone();
        loop {
            let moved = ask(json!({"id": 2, "op": "bot", "game": game, "bot": "random", "decisions": 9, "prompts": true}));
            for told in moved["ok"]["events"].as_array().expect("events") {
                holds(&event, &told["event"]);
            }
            for prompt in moved["ok"]["prompts"].as_array().expect("prompts") {
                prompt["legal"].as_array().expect("picks").iter().for_each(|choice| holds(&action, &choice["action"]));
            }
            for viewer in [json!(0), json!("spectator"), json!("all")] {
                holds(&view, &ask(json!({"op": "state", "game": game, "viewer": viewer}))["ok"]["view"]);
            }
            if moved["ok"]["acting"] == json!([]) || moved["ok"]["round"].as_u64() > Some(12) {
                break;
            }
        }
        holds(&schema.part("Replay"), &ask(json!({"op": "save", "game": game}))["ok"]["replay"]);
    }
    // The schema is no rubber stamp.
    assert!(!request.is_valid(&json!({"op": "hash"})));
    assert!(!request.is_valid(&json!({"op": "hash", "game": "g1", "more": 1})));
    assert!(!view.is_valid(&json!({"viewer": 0})));
    assert!(!reply.is_valid(&json!({"id": 1})));
}
