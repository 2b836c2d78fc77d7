//! The JSON Schema of the protocol: requests, replies, and the card game's views, events and actions.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{reply, request};

/// Which reply an operation has.
const REPLIES: &[(&str, &str)] = &[
    ("info", "Program"),
    ("new", "Status"),
    ("load", "Status"),
    ("save", "Saved"),
    ("list", "Games"),
    ("drop", "Dropped"),
    ("status", "Status"),
    ("state", "Seen"),
    ("prompt", "Asked"),
    ("preview", "Asked"),
    ("explain", "Reasons"),
    ("answer", "Moved"),
    ("choose", "Moved"),
    ("withdraw", "Status"),
    ("auto", "Moved"),
    ("fork", "Status"),
    ("undo", "Status"),
    ("hash", "Hashed"),
    ("events", "Told"),
    ("bot", "Moved"),
    ("edit", "Status"),
];

/// The whole schema: one schema for a request line (`Request`), one for a reply line (`Reply`), and what they are made of.
pub fn document() -> Value {
    let mut generator = SchemaGenerator::new(SchemaSettings::draft2020_12());
    let ops = request::schemas(&mut generator);
    generator.subschema_for::<reply::Program>();
    generator.subschema_for::<reply::Status>();
    generator.subschema_for::<reply::Saved>();
    generator.subschema_for::<reply::Games>();
    generator.subschema_for::<reply::Dropped>();
    generator.subschema_for::<reply::Seen>();
    generator.subschema_for::<reply::Asked>();
    generator.subschema_for::<reply::Reasons>();
    generator.subschema_for::<reply::Moved>();
    generator.subschema_for::<reply::Hashed>();
    generator.subschema_for::<reply::Told>();
    generator.subschema_for::<reply::Error>();
    generator.subschema_for::<table::Replay>();
    generator.subschema_for::<card_game::edit::Edit>();
    generator.subschema_for::<card_game::view::View>();
    generator.subschema_for::<card_game::view::Event>();
    generator.subschema_for::<card_game::view::Action>();
    generator.subschema_for::<board_game::view::View>();
    generator.subschema_for::<board_game::view::Event>();
    generator.subschema_for::<board_game::Action>();
    let mut definitions: Map<String, Value> = generator.take_definitions(true);
    let mut requests = Vec::new();
    for (op, schema) in ops {
        // The fields of the operation, with those that every request has.
        let name = schema.as_value()["$ref"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default().to_owned();
        if let Some(fields) = definitions.get_mut(&name) {
            fields["properties"]["id"] = json!({"description": "Any value; it comes back with the reply."});
            fields["properties"]["op"] = json!({"const": op});
            let mut required: Vec<Value> = fields["required"].as_array().cloned().unwrap_or_default();
            required.insert(0, json!("op"));
            fields["required"] = Value::Array(required);
            let answered = REPLIES.iter().find(|(of, _)| *of == op).map(|(_, reply)| *reply).unwrap_or_default();
            fields["$comment"] = json!(format!("reply: {answered}"));
        }
        requests.push(schema.to_value());
    }
    let replies: std::collections::BTreeSet<&str> = REPLIES.iter().map(|(_, reply)| *reply).collect();
    let replies: Vec<Value> = replies.into_iter().map(|reply| json!({"$ref": format!("#/$defs/{reply}")})).collect();
    definitions.insert("Request".to_owned(), json!({"oneOf": requests}));
    definitions.insert(
        "Reply".to_owned(),
        json!({
            "type": "object",
            "properties": {"id": {}, "ok": {"anyOf": replies}, "error": {"$ref": "#/$defs/Error"}},
            "required": ["id"],
            "oneOf": [{"required": ["ok"]}, {"required": ["error"]}],
            "additionalProperties": false
        }),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "maester engine protocol",
        "description": "One request line is a Request, one reply line is a Reply. See protocol.md.",
        "$defs": definitions,
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_says_what_it_answers() {
        let said: Vec<&str> = REPLIES.iter().map(|(op, _)| *op).collect();
        let mut wanted = request::Op::NAMES.to_vec();
        let mut found = said.clone();
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted);
    }
}
