//! Cards as JSON, with the field names and values that the community's data uses.

use serde_json::{Map, Value, json};

use super::Card;
use crate::lang::ast::{Def, Keyword, PlotValue, PrintedCost};
use crate::lang::raw::Num;

/// One card for `cards list --json`: its facts, and what its text says if it is implemented.
pub fn json(card: &Card, def: Option<&Def>) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    put("code", json!(card.code));
    put("type", json!(card.kind.word()));
    put("name", json!(card.name));
    put("faction", json!(card.faction.word()));
    put("loyal", json!(card.loyal));
    put("deckLimit", json!(card.limit));
    put("pack", json!(card.pack.map(|pack| pack.code)));
    put("quantity", json!(card.copies));
    put("implemented", json!(card.def.is_some()));
    let Some(def) = def else { return Value::Object(fields) };
    put("unique", json!(def.unique));
    if let Some(cost) = def.cost {
        put("cost", printed_cost(cost));
    }
    if let Some(strength) = def.strength {
        put("strength", json!(strength));
        let has = |letter| def.icons.contains(letter);
        put("icons", json!({"military": has('M'), "intrigue": has('I'), "power": has('P')}));
    }
    if let Some((income, initiative, claim, reserve)) = def.plot {
        let [income, initiative, claim, reserve] = [income, initiative, claim, reserve].map(plot_value);
        put("plotStats", json!({"income": income, "initiative": initiative, "claim": claim, "reserve": reserve}));
    }
    put("traits", def.traits.iter().map(|t| t.name()).collect());
    if card.def.is_none() {
        return Value::Object(fields);
    }
    put("keywords", def.keywords.iter().map(keyword).collect());
    put("text", json!(text(def)));
    Value::Object(fields)
}

/// The card's rules text in our own words. The one place where the renderer of the card language is plugged in.
fn text(def: &Def) -> String {
    crate::lang::text::render(def)
}

fn printed_cost(cost: PrintedCost) -> Value {
    match cost {
        PrintedCost::Gold(n) => json!(n),
        PrintedCost::X => json!("X"),
        PrintedCost::Dash => json!("-"),
    }
}

fn plot_value(value: PlotValue) -> Value {
    match value {
        PlotValue::N(n) => json!(n),
        PlotValue::X => json!("X"),
    }
}

/// A keyword as it stands on a card (RR.glossary.keywords).
fn keyword(keyword: &Keyword) -> String {
    let number = |n: &Num| match n {
        Num::N(n) => n.to_string(),
        Num::Expr(_) => "X".to_owned(),
    };
    match keyword {
        Keyword::Ambush(n) => format!("Ambush ({})", number(n)),
        Keyword::Assault => "Assault".to_owned(),
        Keyword::Bestow(n) => format!("Bestow ({})", number(n)),
        Keyword::Insight => "Insight".to_owned(),
        Keyword::Intimidate => "Intimidate".to_owned(),
        Keyword::Limited => "Limited".to_owned(),
        Keyword::NoAttachments => "No attachments".to_owned(),
        Keyword::NoAttachmentsExcept(traits) => {
            let names: Vec<&str> = traits.iter().map(|t| t.name()).collect();
            format!("No attachments except {}", names.join(" or "))
        }
        Keyword::NoAttachmentsWith(t) => format!("No {} attachments", t.name()),
        Keyword::Pillage => "Pillage".to_owned(),
        Keyword::Prized(n) => format!("Prized {n}"),
        Keyword::Renown => "Renown".to_owned(),
        Keyword::Shadow(n) => format!("Shadow ({})", number(n)),
        Keyword::Stealth => "Stealth".to_owned(),
        Keyword::Terminal => "Terminal".to_owned(),
    }
}
