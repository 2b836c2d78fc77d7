//! What a seat is asked, as data for people and for programs.

use serde::{Deserialize, Serialize};

use crate::{Pick, Seat};

/// What kind of answer a prompt wants; a client may choose its controls by it, and needs no other knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PromptKind {
    /// A window in which the seat may act or pass.
    Window,
    /// One of a few options.
    Option,
    /// One or more things on the table; picks until `done` or the maximum.
    Select,
    /// Things put in an order, one after the other.
    Order,
    /// A number.
    Number,
    /// Several stages in one answer (a challenge: type, opponent, attackers, stealth).
    Compound,
}

/// A legal pick: its index, what it means to a program, what it says to a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The pick.
    pub index: Pick,
    /// Machine-readable meaning: `{"verb": ..., ...}`.
    #[cfg_attr(feature = "ts", ts(type = "Action"))]
    pub action: serde_json::Value,
    /// What the button says.
    pub label: String,
}

/// What a seat is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prompt {
    pub seat: Seat,
    /// The seat's decision number; send it back with the answer.
    pub decision: u32,
    pub kind: PromptKind,
    /// A stable word for the question, for programs and translations: `mulligan`, `action_window`, `attackers`.
    pub topic: String,
    /// One sentence.
    pub text: String,
    /// The thing on the table that asks, by its id in the view.
    pub source: Option<String>,
    /// The rule that asks.
    pub rule: Option<String>,
    /// The least and the greatest number of things to pick, where the kind is `select` or `order`.
    pub min: u32,
    pub max: u32,
    /// What has been picked so far in this answer (the draft), as labels.
    pub drafted: Vec<Choice>,
    /// Whether the seat may take back an answer while others still owe theirs.
    pub simultaneous: bool,
}
