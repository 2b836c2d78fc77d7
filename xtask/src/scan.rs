//! The Rust sources of the crates, read for tests and for citations of rules.

use std::path::{Path, PathBuf};

use crate::lex::{Piece, Token, lex};
use crate::workspace::{files, root};
use crate::{Result, rule_ids};

/// A test function.
#[derive(PartialEq, Eq, Debug)]
pub struct Test {
    pub name: String,
    /// The ids of its `#[rule(…)]`.
    pub rules: Vec<String>,
    /// An ignored test shows nothing.
    pub ignored: bool,
}

/// The tests of one source, and what is wrong with their attributes: (line, what).
#[derive(Default, Debug)]
pub struct Tests {
    pub tests: Vec<Test>,
    pub problems: Vec<(usize, String)>,
}

/// Path and text of every source in `crates/*/{src,tests}`. The attributes' own crate is left out: its tests are about attributes.
pub fn sources() -> Result<Vec<(PathBuf, String)>> {
    let crates = root().join("crates");
    let wanted = |path: &Path| {
        let mut parts = path.iter();
        let (of, folder) = (parts.next(), parts.next());
        of.is_some_and(|name| name != "test-macros")
            && folder.is_some_and(|folder| folder == "src" || folder == "tests")
            && path.extension().is_some_and(|extension| extension == "rs")
    };
    let read = |path: PathBuf| match std::fs::read_to_string(&path) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(format!("{}: {error}", path.display()).into()),
    };
    files(&crates, wanted)?.into_iter().map(read).collect()
}

/// The files of tests that no test program has as a module: what stands in them never runs. Of crates whose test programs are named in
/// their manifest (`autotests = false`).
pub fn left_out() -> Result<Vec<PathBuf>> {
    let crates = root().join("crates");
    let mut out = Vec::new();
    for manifest in files(&crates, |path| path.ends_with("Cargo.toml"))? {
        let manifest_text = std::fs::read_to_string(&manifest)?;
        if !manifest_text.contains("autotests = false") {
            continue;
        }
        let folder = manifest.with_file_name("tests");
        let mut sources = Vec::new();
        for path in files(&folder, |path| path.extension().is_some_and(|extension| extension == "rs"))? {
            sources.push((path.clone(), std::fs::read_to_string(path)?));
        }
        let direct = sources.iter().filter(|(path, _)| path.parent() == Some(&folder));
        out.extend(direct.filter(|(path, _)| !runs(path, &manifest_text, &sources)).map(|(path, _)| path.clone()));
    }
    Ok(out)
}

/// Whether a file of tests is a program of the manifest or a module of one.
fn runs(path: &Path, manifest: &str, sources: &[(PathBuf, String)]) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let module = format!("mod {name};");
    manifest.contains(&format!("name = \"{name}\"")) || sources.iter().any(|(_, text)| text.lines().any(|line| line == module))
}

/// The tests of a source.
pub fn tests(source: &str) -> Tests {
    let tokens: Vec<Token> = lex(source).into_iter().filter(|token| !matches!(token.piece, Piece::Comment(_))).collect();
    let mut found = Tests::default();
    let mut rest = &tokens[..];
    while !rest.is_empty() {
        let line = rest[0].line;
        let mut attributes = Vec::new();
        while let Some((attribute, after)) = attribute(rest) {
            attributes.push(attribute);
            rest = after;
        }
        if attributes.is_empty() {
            rest = &rest[1..];
            continue;
        }
        let has = |names: &[&str]| attributes.iter().any(|attribute| names.contains(&attribute.name));
        let rules: Vec<String> =
            attributes.iter().filter(|a| a.name == "rule").flat_map(|a| a.texts.iter().map(|t| t.to_string())).collect();
        match function(rest) {
            Some(name) if has(&["test", "card_test"]) => {
                found.tests.push(Test { name: name.to_owned(), rules, ignored: has(&["ignore"]) });
            }
            _ if has(&["rule"]) => found.problems.push((line, format!("#[rule({rules:?})] stands on something that is not a test"))),
            _ => {}
        }
    }
    found
}

/// Every id cited in the comments and strings of a source, with its line.
pub fn citations(source: &str) -> Vec<(usize, rule_ids::Found)> {
    let in_token = |token: Token<'_>| match token.piece {
        Piece::Comment(text) | Piece::Text(text) => text
            .lines()
            .enumerate()
            .flat_map(|(below, text)| rule_ids::find(text).into_iter().map(move |found| (token.line + below, found)))
            .collect(),
        Piece::Word(_) | Piece::Sign(_) => Vec::new(),
    };
    lex(source).into_iter().flat_map(in_token).collect()
}

struct Attribute<'a> {
    /// The last word of its path: `test` of `#[tokio::test]`.
    name: &'a str,
    texts: Vec<&'a str>,
}

/// The outer attribute at the start, and what follows it.
fn attribute<'a, 'b>(tokens: &'b [Token<'a>]) -> Option<(Attribute<'a>, &'b [Token<'a>])> {
    let [Token { piece: Piece::Sign('#'), .. }, Token { piece: Piece::Sign('['), .. }, inside @ ..] = tokens else { return None };
    let mut depth = 1;
    let end = inside.iter().position(|token| {
        match token.piece {
            Piece::Sign('[') => depth += 1,
            Piece::Sign(']') => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let path = inside[..end].iter().map_while(|token| match token.piece {
        Piece::Word(word) => Some(word),
        Piece::Sign(':') => Some(""),
        _ => None,
    });
    let name = path.filter(|word| !word.is_empty()).last()?;
    let texts = inside[..end].iter().filter_map(|token| if let Piece::Text(text) = token.piece { Some(text) } else { None }).collect();
    Some((Attribute { name, texts }, &inside[end + 1..]))
}

/// The name of the function at the start.
fn function<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let at = tokens.iter().position(|token| token.piece == Piece::Word("fn"))?;
    let only_qualifiers = tokens[..at].iter().all(|token| match token.piece {
        Piece::Word(word) => ["pub", "crate", "super", "in", "const", "async", "unsafe", "extern"].contains(&word),
        Piece::Sign(sign) => sign == '(' || sign == ')',
        Piece::Text(_) => true,
        Piece::Comment(_) => false,
    });
    match tokens.get(at + 1)?.piece {
        Piece::Word(name) if only_qualifiers => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_with_their_rules() {
        let found = tests(
            r##"
            //! #[rule("RR.not.here")]
            #![allow(dead_code)]
            /// Words.
            #[rule("RR15.oop.1", "RR.fw.4.2")]
            #[test]
            fn goes_home() { let _ = "#[rule(\"no\")]"; }
            proptest! {
                #[test_macros::rule("RR.a.1")] // why
                #[test]
                fn in_a_macro(x in 0..3u8) {}
            }
            #[card_test("01041", ability = 1)]
            #[rule("RR.b.1")]
            pub(crate) fn put_to_the_sword(pool: Pool) {}
            #[tokio::test]
            #[ignore = "slow"]
            async fn slow() {}
            #[derive(Clone)]
            struct Fn;
            fn helper() {}
            "##,
        );
        let expected = [
            ("goes_home", vec!["RR15.oop.1", "RR.fw.4.2"], false),
            ("in_a_macro", vec!["RR.a.1"], false),
            ("put_to_the_sword", vec!["RR.b.1"], false),
            ("slow", vec![], true),
        ];
        let got: Vec<_> = found.tests.iter().map(|t| (t.name.as_str(), t.rules.iter().map(String::as_str).collect(), t.ignored)).collect();
        assert_eq!(got, expected);
        assert!(found.problems.is_empty());
    }

    #[test]
    fn a_rule_on_something_else_is_a_problem() {
        let found = tests("\n#[rule(\"RR.a.1\")]\nfn no_test() {}\n#[rule(\"RR.a.2\")] struct Fn;");
        assert_eq!(found.problems.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 4]);
        assert!(found.tests.is_empty());
    }

    #[test]
    fn citations_stand_in_comments_and_strings() {
        let found = citations("/// One (RR.a.1).\n/* two\nRR.b */ const X: &str = \"FAQ.1.3\"; BG.len();");
        let got: Vec<_> = found.iter().map(|(line, found)| (*line, found.id.as_str())).collect();
        assert_eq!(got, [(1, "RR.a.1"), (3, "RR.b"), (3, "FAQ.1.3")]);
    }
}
