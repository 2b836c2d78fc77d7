//! JSON from others: read, and what is wrong with it said in words for people, with the place in it.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a value as a `T`. The error names the field at fault (`steps[3].picks[0]`) and what belongs there, and speaks of no types.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (path, what) = (error.path().to_string(), words(&error.inner().to_string()));
        // A field that is missing or too much is named by the message already; its place is where it would stand.
        match path.as_str() {
            "." | "" | "?" => what,
            path if what.contains(&format!("`{path}`")) => what,
            path => format!("`{path}`: {what}"),
        }
    })
}

/// [`read`] for an object whose kind the field `tag` tells, where serde does not say which of the others is at fault: it is the one
/// without which the complaint is another.
pub fn read_tagged<T: DeserializeOwned>(value: &Value, tag: &str) -> Result<T, String> {
    read(value.clone()).map_err(|why: String| {
        let Some(fields) = value.as_object().filter(|fields| fields.len() <= 32 && why.contains(" belongs here, not ")) else { return why };
        let cause = fields.keys().filter(|key| *key != tag).find(|key| {
            let mut rest = fields.clone();
            rest.remove(*key);
            read::<T>(Value::Object(rest)).err().as_ref() != Some(&why)
        });
        cause.filter(|_| !why.starts_with('`')).map_or(why.clone(), |key| format!("`{key}`: {why}"))
    })
}

/// A message of serde in words for people.
pub fn words(message: &str) -> String {
    let message = cut(message, " at line ");
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return format!("{field} stands twice");
    }
    for (begin, kind) in [("unknown field ", "no field"), ("unknown variant ", "none of the words")] {
        let Some(rest) = message.strip_prefix(begin) else { continue };
        let (found, known) = rest.split_once(", ").unwrap_or((rest, ""));
        let known = known.trim_start_matches("expected one of ").trim_start_matches("expected ");
        return match (kind, known) {
            ("no field", "" | "there are no fields") => format!("there is no field {found}; there are none"),
            ("no field", known) => format!("there is no field {found}; there is {known}"),
            (_, known) => format!("{found} is not known here; write {}", once(known)),
        };
    }
    for begin in ["invalid type: ", "invalid value: ", "invalid length "] {
        let Some(rest) = message.strip_prefix(begin) else { continue };
        let Some((found, wanted)) = rest.rsplit_once(", expected ") else { continue };
        let found = if begin == "invalid length " { format!("{found} of them") } else { thing(found) };
        return format!("{} belongs here, not {found}", expected(wanted));
    }
    if message.starts_with("data did not match any variant") {
        return "this has none of the forms that it may have".to_owned();
    }
    message.to_owned()
}

/// Of words that may be written with a great letter or a small one, the small ones.
fn once(known: &str) -> String {
    let words: Vec<&str> = known.split(", ").collect();
    let twin = |word: &str| word.to_lowercase() != word && words.contains(&word.to_lowercase().as_str());
    words.iter().filter(|word| !twin(word)).copied().collect::<Vec<_>>().join(", ")
}

fn cut<'a>(text: &'a str, at: &str) -> &'a str {
    match text.rsplit_once(at) {
        Some((text, rest)) if rest.contains(" column ") => text,
        _ => text,
    }
}

/// What was found.
fn thing(found: &str) -> String {
    let bare = |text: &str| text.trim_matches('`').chars().take(60).collect::<String>();
    match found {
        "null" | "unit value" => "null".to_owned(),
        "sequence" | "tuple" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "unit variant" => "the word alone".to_owned(),
        _ => match found.split_once(' ') {
            Some(("string" | "character", text)) => format!("the text {}", bare(text)),
            Some(("integer" | "boolean", value)) => bare(value),
            Some(("floating", value)) => bare(value.trim_start_matches("point ")),
            _ => bare(found),
        },
    }
}

/// What belongs there.
fn expected(wanted: &str) -> String {
    let range = |most: u64| format!("a whole number from 0 to {most}");
    let signed = |most: u64| format!("a whole number from -{} to {most}", most + 1);
    match wanted {
        "u8" => range(u64::from(u8::MAX)),
        "u16" => range(u64::from(u16::MAX)),
        "u32" => range(u64::from(u32::MAX)),
        "u64" | "usize" => range(u64::MAX),
        "i8" => signed(i8::MAX as u64),
        "i16" => signed(i16::MAX as u64),
        "i32" => signed(i32::MAX as u64),
        "i64" | "isize" => signed(i64::MAX as u64),
        "a string" | "string" | "a character" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "unit" | "null" => "null".to_owned(),
        "newtype variant" | "struct variant" | "tuple variant" => "an object with this word as its field".to_owned(),
        wanted if wanted.starts_with("internally tagged") => "an object".to_owned(),
        wanted if wanted.starts_with("struct ") || wanted.starts_with("struct variant ") => "an object".to_owned(),
        wanted if wanted.starts_with("tuple") || wanted.starts_with("a tuple") || wanted.starts_with("an array") => "a list".to_owned(),
        "string or map" => "a word, or an object with a word as its one field".to_owned(),
        wanted if wanted.contains("enum") => "an object or a word".to_owned(),
        wanted => wanted.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Replay;
    use crate::replay::Step;
    use serde_json::json;

    #[test]
    fn errors_speak_of_fields_and_not_of_types() {
        let step = |value| read::<Step>(value).unwrap_err();
        let answer = |seat: Value, picks: Value| json!({"answer": {"seat": seat, "decision": 0, "picks": picks}});
        for (error, said) in [
            (step(answer(json!("a"), json!([]))), "`answer.seat`: a whole number from 0 to 255 belongs here, not the text \"a\""),
            (step(answer(json!(300), json!([]))), "`answer.seat`: a whole number from 0 to 255 belongs here, not 300"),
            (step(answer(json!(1.5), json!([]))), "`answer.seat`: a whole number from 0 to 255 belongs here, not 1.5"),
            (step(answer(json!(0), json!([0, -1]))), "`answer.picks[1]`: a whole number from 0 to 4294967295 belongs here, not -1"),
            (step(answer(json!(0), json!({}))), "`answer.picks`: a list belongs here, not an object"),
            (step(json!({"withdraw": {}})), "`withdraw`: `seat` is missing"),
            (step(json!({"withdraw": {"seat": 1, "sait": 2}})), "`withdraw.sait`: there is no field `sait`; there is `seat`"),
            (step(json!({"fly": {}})), "`fly` is not known here; write `answer`, `withdraw`, `concede`, `draft`, `rekey`, `edit`"),
            (step(json!(7)), "a word, or an object with a word as its one field belongs here, not 7"),
        ] {
            assert_eq!(error, said);
        }
        assert!(read::<Replay>(json!({})).unwrap_err().ends_with("is missing"));
        assert_eq!(words("no such deck"), "no such deck");
        assert_eq!(
            read::<crate::replay::Start>(json!("seed")).unwrap_err(),
            "`seed`: an object with this word as its field belongs here, not the word alone"
        );
        assert_eq!(words("unknown variant `x`, expected one of `Plot`, `plot`, `Draw`"), "`x` is not known here; write `plot`, `Draw`");
    }
}
