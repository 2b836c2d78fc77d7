//! A Rust source as a row of comments, strings, words and signs: enough to find attributes, tests and citations, also inside
//! macros and in code that does not compile yet.

/// A piece of source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Without its `//` or `/* */`.
    Comment(&'a str),
    /// What stands between the quotes, escapes as written.
    Text(&'a str),
    /// An identifier, keyword or number.
    Word(&'a str),
    Sign(char),
}

/// A piece and the line it starts on, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    pub piece: Piece<'a>,
    pub line: usize,
}

/// All pieces of a source. A literal or comment that is never closed ends with the source.
pub fn lex(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (piece, length) = piece(rest, first);
        if let Some(piece) = piece {
            tokens.push(Token { piece, line });
        }
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// The piece at the start, if it is worth keeping, and its length in bytes.
fn piece(rest: &str, first: char) -> (Option<Piece<'_>>, usize) {
    if rest.starts_with("//") {
        let end = rest.find('\n').unwrap_or(rest.len());
        return (Some(Piece::Comment(&rest[2..end])), end);
    }
    if rest.starts_with("/*") {
        let end = block_comment(rest);
        return (Some(Piece::Comment(&rest[2..end])), end);
    }
    if let Some((text, length)) = string(rest) {
        return (Some(Piece::Text(text)), length);
    }
    if first == '\'' {
        return (None, character_or_lifetime(rest));
    }
    if is_word(first) {
        let word = rest.strip_prefix("r#").filter(|name| name.starts_with(is_word)).unwrap_or(rest);
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        return (Some(Piece::Word(&word[..end])), rest.len() - word.len() + end);
    }
    let sign = (!first.is_whitespace()).then_some(Piece::Sign(first));
    (sign, first.len_utf8())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// What a string literal at the start holds, and its length with quotes and prefix.
fn string(rest: &str) -> Option<(&str, usize)> {
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let after = rest.strip_prefix(prefix).unwrap_or("").trim_start_matches('#');
        after.starts_with('"')
    })?;
    let after = &rest[prefix.len()..];
    let hashes = after.len() - after.trim_start_matches('#').len();
    let raw = prefix.ends_with('r');
    if hashes > 0 && !raw {
        return None;
    }
    let start = prefix.len() + hashes + 1;
    let inside = &rest[start..];
    let close = format!("\"{}", "#".repeat(hashes));
    let length = if raw { inside.find(&close) } else { closing_quote(inside) }.unwrap_or(inside.len());
    Some((&inside[..length], (start + length + close.len()).min(rest.len())))
}

fn closing_quote(inside: &str) -> Option<usize> {
    let mut escaped = false;
    inside.char_indices().find_map(|(at, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes.then_some(at)
    })
}

fn character_or_lifetime(rest: &str) -> usize {
    let inside = &rest[1..];
    let Some(first) = inside.chars().next() else { return 1 };
    if first == '\\' {
        // The character after the backslash may be a quote itself.
        let skipped = 2 + inside[1..].chars().next().map_or(0, char::len_utf8);
        return rest[skipped..].find('\'').map_or(rest.len(), |end| skipped + end + 1);
    }
    let after = 1 + first.len_utf8();
    if rest[after..].starts_with('\'') { after + 1 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::Piece::{Comment, Sign, Text, Word};
    use super::*;

    fn pieces(source: &str) -> Vec<Piece<'_>> {
        lex(source).into_iter().map(|token| token.piece).collect()
    }

    #[test]
    fn words_signs_and_comments() {
        assert_eq!(pieces("fn r#try() // it\n"), [Word("fn"), Word("try"), Sign('('), Sign(')'), Comment(" it")]);
        assert_eq!(pieces("/* a /* b */ c */x"), [Comment(" a /* b */ c */"), Word("x")]);
    }

    #[test]
    fn strings_of_every_kind() {
        assert_eq!(pieces(r##""a\"b" r"c\" b"d" r#"e"f"# "//""##), [Text(r#"a\"b"#), Text(r"c\"), Text("d"), Text("e\"f"), Text("//")]);
        assert_eq!(pieces("for \"open"), [Word("for"), Text("open")]);
    }

    #[test]
    fn characters_are_not_lifetimes() {
        assert_eq!(pieces(r#"'"' 'a '\'' '\u{1F}' x"#), [Word("a"), Word("x")]);
    }

    #[test]
    fn lines_are_counted() {
        let lines: Vec<usize> = lex("a\n\"b\n\n\" c").into_iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 4]);
    }
}
