//! A chore: every definition in `cards/` says what the published data says: facts, printed keywords with their numbers, number and kinds
//! of abilities, limits and maxima, plot value modifiers. It reads `../shared/cards/packs` beside the workspace; without it there is
//! nothing to compare with, and it says so.

use std::collections::BTreeMap;
use std::path::Path;

use card_game::lang::ast::{Body, Def, Keyword, Limit, PlotValue, PrintedCost};
use card_game::lang::raw::Num;
use card_game::lang::traits::Trait;
use card_game::pool::Pool;
use card_game::words::CardType;
use serde_json::Value;

/// Differences that are meant: code, what differs, why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("01087", "constant abilities", "one sentence with two conditions: two definitions"),
    ("02073", "constant abilities", "whose gold pays is said with the ability"),
];

fn packs() -> Option<Vec<Value>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cards/packs");
    let mut files: Vec<_> = std::fs::read_dir(dir).ok()?.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    let read = |path| serde_json::from_str::<Value>(&std::fs::read_to_string(path).expect("a pack")).expect("JSON");
    Some(files.iter().filter(|p| p.extension().is_some_and(|e| e == "json")).map(read).collect())
}

#[test]
fn the_definitions_say_what_the_cards_say() {
    let Some(packs) = packs() else {
        println!("skipped: ../shared absent");
        return;
    };
    let cards: BTreeMap<&str, &Value> = packs
        .iter()
        .flat_map(|pack| pack["cards"].as_array().into_iter().flatten())
        .filter_map(|card| Some((card["code"].as_str()?, card)))
        .collect();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for def in &Pool::builtin().defs {
        let Some(card) = cards.get(def.code.as_str()) else {
            wrong.push(format!("{} {}: no such card is published", def.code, def.name));
            continue;
        };
        compared += 1;
        for (what, ours, theirs) in compare(def, card) {
            if ours != theirs && !ALLOWED.iter().any(|(code, w, _)| *code == def.code && *w == what) {
                wrong.push(format!("{} {}: {what} is {ours}, printed {theirs}", def.code, def.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared >= 211, "only {compared} cards were compared");
    println!("{compared} cards compared");
}

/// `cards/facts.tsv` says of every card, defined or not, what is published: the cards that are played blank are made of it.
#[test]
fn the_facts_of_every_card_are_the_published_ones() {
    let Some(packs) = packs() else {
        println!("skipped: ../shared absent");
        return;
    };
    let listed: BTreeMap<&str, Vec<&str>> = include_str!("../../../cards/facts.tsv")
        .lines()
        .skip(1)
        .map(|line| (line.split('\t').next().unwrap_or_default(), line.split('\t').collect()))
        .collect();
    let cards: Vec<&Value> = packs.iter().flat_map(|pack| pack["cards"].as_array().into_iter().flatten()).collect();
    let word = |value: &Value| match value {
        Value::Number(n) => n.to_string(),
        Value::String(text) => text.clone(),
        _ => String::new(),
    };
    let mut wrong = Vec::new();
    for card in &cards {
        let kinds = [("M", "military"), ("I", "intrigue"), ("P", "power")];
        let icons: String = kinds.iter().filter(|(_, kind)| card["icons"][*kind] == true).map(|(letter, _)| *letter).collect();
        let plot = ["income", "initiative", "claim", "reserve"].map(|value| word(&card["plotStats"][value])).join("/");
        let traits: Vec<String> = card["traits"].as_array().into_iter().flatten().map(word).collect();
        let flag = |key: &str| if card[key] == true { key.to_owned() } else { String::new() };
        let printed = [
            word(&card["name"]),
            word(&card["type"]),
            word(&card["faction"]),
            word(&card["quantity"]),
            word(&card["deckLimit"]),
            if card["loyal"] == true { "loyal" } else { "-" }.to_owned(),
            flag("unique"),
            word(&card["cost"]),
            word(&card["strength"]),
            icons,
            if plot == "///" { String::new() } else { plot },
            traits.join("; "),
        ];
        let code = word(&card["code"]);
        let ours = listed.get(code.as_str()).map(|line| [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13].map(|field| line[field].to_owned()));
        if ours.as_ref() != Some(&printed) {
            wrong.push(format!("{code}: {ours:?}, published {printed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(cards.len(), listed.len(), "no card beside the published ones");
}

/// The chore sees each kind of difference: an invented card beside its facts, and the facts changed one by one.
#[test]
fn every_difference_is_seen() {
    let text = r#"[(code: "x1", name: "Nobody", kind: character, faction: stark, cost: 3, str: 2, icons: "MP", traits: ["Lord"],
        keywords: [Ambush(2), Renown], reserve: 1, abilities: [
            Constant(gets: Str(1)),
            Action(phase: Challenges, cost: Kneel(This), effect: Draw(1), limit: PerPhase(1)),
        ])]"#;
    let def = &card_game::lang::load::load("test", text).expect("a card")[0];
    let card = serde_json::json!({
        "code": "x1", "name": "Nobody", "type": "character", "faction": "stark", "cost": 3, "strength": 2, "deckLimit": 3,
        "icons": { "military": true, "intrigue": false, "power": true }, "traits": ["Lord"],
        "text": "Ambush (2). Renown.\nNobody is strong.\n<b>Challenges Action:</b> Do. (Limit once per phase.)\n+1 Reserve.",
    });
    let differing =
        |card: &Value| -> Vec<&str> { compare(def, card).into_iter().filter(|(_, a, b)| a != b).map(|(what, ..)| what).collect() };
    assert!(differing(&card).is_empty(), "{:?}", compare(def, &card));
    let text = |old: &str, new: &str| Value::from(card["text"].as_str().unwrap_or_default().replace(old, new));
    let changes = [
        ("name", "name", Value::from("Somebody")),
        ("type", "type", Value::from("location")),
        ("faction", "faction", Value::from("tyrell")),
        ("unique", "unique", Value::from(true)),
        ("loyal", "loyal", Value::from(true)),
        ("deckLimit", "deck limit", Value::from(1)),
        ("cost", "cost", Value::from(4)),
        ("strength", "STR", Value::from(3)),
        ("icons", "icons", serde_json::json!({ "military": true, "intrigue": true, "power": true })),
        ("traits", "traits", serde_json::json!(["Lady"])),
        ("text", "keywords", text("(2)", "(3)")),
        ("text", "keywords", text(" Renown.", " Renown. Stealth.")),
        ("text", "constant abilities", text("Nobody is strong.", "Nobody is strong.\nAnd tall.")),
        ("text", "triggered abilities", text("Challenges Action", "Marshaling Action")),
        ("text", "limits", text("once", "twice")),
        ("text", "plot value modifiers", text("+1 Reserve", "+1 Income")),
    ];
    for (key, what, value) in changes {
        let mut other = card.clone();
        other[key] = value;
        assert_eq!(differing(&other), [what]);
    }
}

/// (what, defined, printed) in words that can be compared.
fn compare(def: &Def, card: &Value) -> Vec<(&'static str, String, String)> {
    let text = plain(card["text"].as_str().unwrap_or_default());
    let flag = |key: &str| card[key].as_bool().unwrap_or(false).to_string();
    let number = |v: &Value| match v {
        Value::Number(n) => n.to_string(),
        Value::String(s) => s.clone(),
        _ => "-".to_owned(),
    };
    let mut out = vec![
        ("name", def.name.clone(), card["name"].as_str().unwrap_or_default().to_owned()),
        ("type", def.kind.word().to_owned(), card["type"].as_str().unwrap_or_default().to_owned()),
        ("faction", def.faction.word().to_owned(), card["faction"].as_str().unwrap_or_default().to_owned()),
        ("unique", def.unique.to_string(), flag("unique")),
        ("loyal", def.loyal.to_string(), flag("loyal")),
        ("deck limit", deck_limit(def).to_string(), number(&card["deckLimit"])),
    ];
    let mut traits: Vec<String> = def.traits.iter().map(|t| t.name().to_owned()).collect();
    traits.sort();
    let mut printed: Vec<String> =
        card["traits"].as_array().into_iter().flatten().map(|t| t.as_str().unwrap_or_default().to_owned()).collect();
    printed.sort();
    out.push(("traits", traits.join(", "), printed.join(", ")));
    let cost = match def.cost {
        Some(PrintedCost::Gold(n)) => n.to_string(),
        Some(PrintedCost::X) => "X".to_owned(),
        Some(PrintedCost::Dash) | None => "-".to_owned(),
    };
    out.push(("cost", cost, number(&card["cost"])));
    out.push(("STR", def.strength.map_or("-".to_owned(), |n| n.to_string()), number(&card["strength"])));
    let icons: String = [('M', "military"), ('I', "intrigue"), ('P', "power")]
        .into_iter()
        .filter(|(_, kind)| card["icons"][*kind].as_bool().unwrap_or(false))
        .map(|(letter, _)| letter)
        .collect();
    out.push(("icons", def.icons.clone(), icons));
    let value = |v: PlotValue| if let PlotValue::N(n) = v { n.to_string() } else { "X".to_owned() };
    let stats = def.plot.map_or("-".to_owned(), |(a, b, c, d)| [a, b, c, d].map(value).join("/"));
    let plot = &card["plotStats"];
    let printed =
        if plot.is_null() { "-".to_owned() } else { ["income", "initiative", "claim", "reserve"].map(|k| number(&plot[k])).join("/") };
    out.push(("plot values", stats, printed));
    let ours: Vec<String> = def.keywords.iter().map(keyword).collect();
    out.push(("keywords", sorted(ours), sorted(keywords_of(&text))));
    let shields = [("Income", def.income), ("Initiative", def.initiative), ("Reserve", def.reserve)];
    let ours = shields.iter().filter(|(_, n)| *n != 0).map(|(w, n)| format!("{n:+} {w}")).collect();
    let theirs = text.lines().map(|l| l.trim().trim_end_matches('.')).filter(|l| is_shield(l)).map(str::to_owned).collect();
    out.push(("plot value modifiers", sorted(ours), sorted(theirs)));
    let ours = def.abilities.iter().map(|a| kind_of(&a.body).to_owned()).filter(|k| k != "Constant").collect();
    let mut printed = Vec::new();
    let mut limits = Vec::new();
    text.lines().for_each(|line| printed.extend(bold(line)));
    text.lines().for_each(|line| limits.extend(limit_of(line)));
    out.push(("triggered abilities", sorted(ours), sorted(printed)));
    out.push(("limits", sorted(def.abilities.iter().flat_map(|a| limits_in(&a.body)).collect()), sorted(limits)));
    out.push(("constant abilities", constants(def), constant_lines(def, &text)));
    let only = text.lines().any(|l| l.split('.').any(|s| s.ends_with(" only")));
    out.push(("host restriction", (!def.host.0.is_empty()).to_string(), (only && def.kind == CardType::Attachment).to_string()));
    for (what, ours, word) in [("supports", &def.supports, "Supports:"), ("rivals", &def.rivals, "Rivals:")] {
        let line = text.lines().find_map(|l| l.strip_prefix(word)).unwrap_or_default().trim().trim_end_matches('.');
        let theirs = line.split(", ").filter(|w| !w.is_empty() && *w != "None").map(str::to_owned).collect();
        out.push((what, sorted(ours.clone()), sorted(theirs)));
    }
    out
}

fn sorted(mut list: Vec<String>) -> String {
    list.sort();
    list.join("; ")
}

fn deck_limit(def: &Def) -> u8 {
    def.deck_limit.unwrap_or(match def.kind {
        CardType::Plot => 2,
        CardType::Agenda | CardType::Title => 1,
        _ => 3,
    })
}

/// Text without markup; what an attachment may be attached to stands on a line of its own.
fn plain(text: &str) -> String {
    let mut out = text.to_owned();
    for tag in ["<b>", "</b>", "<i>", "</i>", "<em>", "</em>"] {
        out = out.replace(tag, "");
    }
    out.replace(" only. ", " only.\n")
}

fn number(n: &Num) -> String {
    if let Num::N(n) = n { n.to_string() } else { "X".to_owned() }
}

fn keyword(keyword: &Keyword) -> String {
    let names = |traits: &[Trait]| traits.iter().map(|t| t.name().to_lowercase()).collect::<Vec<_>>().join(" or ");
    match keyword {
        Keyword::Ambush(n) => format!("ambush ({})", number(n)),
        Keyword::Bestow(n) => format!("bestow ({})", number(n)),
        Keyword::Shadow(n) => format!("shadow ({})", number(n)),
        Keyword::Prized(n) => format!("prized {n}"),
        Keyword::NoAttachments => "no attachments".to_owned(),
        Keyword::NoAttachmentsExcept(traits) => format!("no attachments except {}", names(traits)),
        Keyword::NoAttachmentsWith(with) => format!("no {} attachments", with.name().to_lowercase()),
        plain => format!("{plain:?}").to_lowercase(),
    }
}

/// The keywords of a printed text: the lines that hold nothing but keywords, sentence by sentence.
fn keywords_of(text: &str) -> Vec<String> {
    let word = |s: &str| {
        let s = s.trim().to_lowercase();
        let first = s.split([' ', '(']).next().unwrap_or_default().to_owned();
        let plain = ["assault", "insight", "intimidate", "limited", "pillage", "renown", "stealth", "terminal"];
        let numbered = ["ambush", "bestow", "prized", "shadow"].contains(&first.as_str()) && s.len() <= first.len() + 5;
        let none = s.starts_with("no attachments") || (s.starts_with("no ") && s.ends_with(" attachments"));
        (plain.contains(&s.as_str()) || numbered || none).then_some(s)
    };
    let mut found = Vec::new();
    for line in text.lines() {
        // A host may stand before them: "Character only. Terminal."
        let parts: Vec<&str> = line.split('.').filter(|s| !s.trim().is_empty() && !s.ends_with(" only")).collect();
        let all: Option<Vec<String>> = parts.iter().map(|p| word(p)).collect();
        found.extend(all.into_iter().flatten());
    }
    found
}

fn is_shield(line: &str) -> bool {
    let mut words = line.split(' ');
    words.next().is_some_and(|n| n.parse::<i32>().is_ok() && n.starts_with(['+', '-']))
        && words.next().is_some_and(|w| ["Income", "Initiative", "Reserve"].contains(&w))
        && words.next().is_none()
}

fn kind_of(body: &Body) -> String {
    match body {
        Body::Action(t) => t.phase.map_or("Action".to_owned(), |p| format!("{} Action", p.title())),
        Body::Reaction(_) => "Reaction".to_owned(),
        Body::Interrupt(_) => "Interrupt".to_owned(),
        Body::ForcedReaction(_) => "Forced Reaction".to_owned(),
        Body::ForcedInterrupt(_) => "Forced Interrupt".to_owned(),
        Body::WhenRevealed(_) => "When Revealed".to_owned(),
        Body::Constant(_) => "Constant".to_owned(),
    }
}

/// The precursor of a line with a triggered ability.
fn bold(line: &str) -> Option<String> {
    let (head, _) = line.split_once(':')?;
    let known = head.ends_with("Action") || head.ends_with("Reaction") || head.ends_with("Interrupt") || head == "When Revealed";
    (known && head.len() < 24).then(|| head.trim().to_owned())
}

fn limits_in(body: &Body) -> Vec<String> {
    let (Body::Action(t)
    | Body::Reaction(t)
    | Body::Interrupt(t)
    | Body::ForcedReaction(t)
    | Body::ForcedInterrupt(t)
    | Body::WhenRevealed(t)) = body
    else {
        return Vec::new();
    };
    let say = |word: &str, limit: &Limit| {
        let (n, span) = match limit {
            Limit::PerChallenge(n) => (n, "challenge"),
            Limit::PerPhase(n) => (n, "phase"),
            Limit::PerRound(n) => (n, "round"),
            Limit::PerGame(n) => (n, "game"),
        };
        // The facts know numbers only.
        let n = match n {
            Num::N(n) => n.to_string(),
            Num::Expr(_) => "X".to_owned(),
        };
        format!("{word} {n} per {span}")
    };
    t.limit.as_ref().map(|l| say("limit", l)).into_iter().chain(t.max.as_ref().map(|m| say("max", m))).collect()
}

/// A limit or maximum in brackets: `(Limit once per phase.)`, `(Max 1 per challenge.)`.
fn limit_of(line: &str) -> Option<String> {
    let from = line.find("(Limit ").or_else(|| line.find("(Max "))?;
    let inside = line[from + 1..].split(')').next()?.trim_end_matches('.').to_lowercase();
    let inside = inside.replace("once", "1").replace("twice", "2").replace("three times", "3").replace(" times", "");
    Some(inside)
}

fn constants(def: &Def) -> String {
    def.abilities.iter().filter(|a| matches!(a.body, Body::Constant(_))).count().to_string()
}

/// How many lines of the text are neither keywords nor a plot value modifier nor a triggered ability, nor what the definition says
/// elsewhere: hosts, play restrictions, deck building, relations of titles, rules text of the language.
fn constant_lines(def: &Def, text: &str) -> String {
    let other = |line: &str| {
        let line = line.trim();
        let names = keywords_of(line);
        let keywords = !names.is_empty();
        let host = def.kind == CardType::Attachment && line.trim_end_matches([' ', '.']).ends_with("only");
        let play = line.starts_with("Play only ");
        let deck = line.starts_with("You cannot include") || line.starts_with("You may include") || line.starts_with("You must include");
        let title = ["Supported by", "Supports:", "Rivals:"].iter().any(|w| line.starts_with(w));
        // A head of a list has its parts on the next lines.
        let empty = line.is_empty() || line.ends_with(':');
        !(keywords || host || play || deck || title || empty || is_shield(line.trim_end_matches('.')) || bold(line).is_some())
    };
    text.lines().filter(|l| other(l)).count().to_string()
}
