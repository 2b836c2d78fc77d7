//! English in small: articles, plurals, verb endings, lists.

/// `word` with `a` or `an` before it. Symbols are read as the word in the brackets.
pub fn a(word: &str) -> String {
    let sound = word.trim_start_matches(['[', '"', '(']).to_lowercase();
    let vowel = sound.starts_with(['a', 'e', 'i', 'o', 'u']) && !["uni", "use", "one "].iter().any(|p| sound.starts_with(p));
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// The plural of a noun of this game.
pub fn plural(word: &str) -> String {
    match word {
        "gold" | "power" | "STR" => word.to_owned(),
        _ if word.ends_with("copy") => format!("{}ies", &word[..word.len() - 1]),
        _ if word.starts_with("copy of ") => format!("copies{}", &word[4..]),
        _ => format!("{word}s"),
    }
}

/// The third person of a verb, given with its objects: `draw 1 card` becomes `draws 1 card`.
pub fn third(phrase: &str) -> String {
    let (verb, rest) = phrase.split_once(' ').map_or((phrase, String::new()), |(v, r)| (v, format!(" {r}")));
    let verb = match verb {
        "have" => "has".to_owned(),
        "may" | "can" | "can't" | "must" => verb.to_owned(),
        "do" => "does".to_owned(),
        "don't" => "doesn't".to_owned(),
        "are" | "be" => "is".to_owned(),
        v if v.ends_with("ch") || v.ends_with("sh") || v.ends_with('s') || v.ends_with('x') => format!("{v}es"),
        v if v.ends_with("ry") => format!("{}ies", &v[..v.len() - 1]),
        v => format!("{v}s"),
    };
    format!("{verb}{rest}")
}

/// `a`, `a or b`, `a, b or c`.
pub fn join<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// The first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A sentence: a capital at the start, a full stop at the end unless there is one.
pub fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?', '”']) { "" } else { "." };
    format!("{}{stop}", capital(text))
}

/// The owner's form: `it` becomes `its`, `Left` becomes `Left's`.
pub fn whose(text: &str) -> String {
    match text {
        "it" => "its".to_owned(),
        "they" | "them" => "their".to_owned(),
        "you" => "your".to_owned(),
        t if t.ends_with('s') => format!("{t}'"),
        t => format!("{t}'s"),
    }
}

/// `1` to `once`, `2` to `twice`.
pub fn times(n: u8) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        n => format!("{n} times"),
    }
}
