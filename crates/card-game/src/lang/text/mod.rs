//! The rules text of a definition in our own words, rendered from the definition itself, so that text and behaviour cannot drift
//! apart. One sentence template a word; the parts know their number, and names become `it`, `that character`, `a chosen character`.
//!
//! House words: *chosen* marks a target (an ability's `choose:`), a plain article a pick during the effect; *the loser* and
//! *the winner* are those of the challenge; `(no saves)` forbids saves; `2 or more` is the only way to say a bound.

mod choice;
mod cond;
mod cost;
mod deed;
mod effect;
mod grammar;
mod modifier;
mod noun;
mod number;
pub mod prompt;
mod refer;
#[cfg(test)]
mod tests;
mod when;

use self::effect::Sentence;
use self::grammar::{capital, join, plural, sentence, times};
use self::noun::{Form, Noun};
use super::ast::*;
use super::raw::{Filter, Num, What};
use crate::words::CardType;

/// The whole rules text: keywords, host or deck rules, plot modifiers, then one ability a line. Empty for a card without text.
pub fn render(def: &Def) -> String {
    let mut lines = Vec::new();
    let mut writer = Writer::of(def);
    if !def.keywords.is_empty() {
        lines.push(def.keywords.iter().map(|k| sentence(&writer.keyword(k))).collect::<Vec<_>>().join(" "));
    }
    if def.kind == CardType::Attachment && def.host != Filter(vec![Pred::Character]) && !def.host.0.is_empty() {
        lines.push(format!("Attach to {}.", writer.host_noun(&def.host).say(Form::A, false)));
    }
    lines.extend(def.deck.iter().map(deck_rule));
    lines.extend(relations(def));
    for index in 0..def.abilities.len() {
        lines.push(ability_text(def, index));
    }
    let shields = [("Income", def.income), ("Initiative", def.initiative), ("Reserve", def.reserve)];
    lines.extend(shields.iter().filter(|(_, n)| *n != 0).map(|(word, n)| format!("{n:+} {word}.")));
    lines.join("\n")
}

/// One ability of the card, for prompts; empty if there is none of this index.
pub fn ability_text(def: &Def, index: usize) -> String {
    def.abilities.get(index).map(|ability| Writer::of(def).ability(ability)).unwrap_or_default()
}

/// An ability that a card has gained, for prompts.
pub fn gained_text(ability: &Ability) -> String {
    Writer::default().ability(ability)
}

/// A filter as a noun phrase: `a standing Stark character you control`.
pub fn describe_filter(filter: &Filter) -> String {
    Writer::default().noun(filter).say(Form::A, false)
}

/// What a modifier does to one card: `gets +2 STR`.
pub fn describe_modifier(modifier: &Modifier) -> String {
    Writer::default().modifiers(std::slice::from_ref(modifier), false)
}

/// A cost as an order: `kneel this`.
pub fn describe_cost(cost: &Cost) -> String {
    Writer::default().cost(cost)
}

/// A triggering condition as a clause: `you win a [military] challenge`.
pub fn describe_when(when: &When) -> String {
    Writer::default().when(when)
}

fn deck_rule(rule: &DeckRule) -> String {
    match rule {
        DeckRule::MayInclude(faction) => format!("Your deck may hold non-loyal {faction} cards."),
        DeckRule::AtLeast(n, faction) => format!("Your deck needs {n} or more {faction} cards."),
        DeckRule::AtMostNeutral(n) => format!("Your deck may hold at most {n} neutral cards."),
    }
}

fn relations(def: &Def) -> Option<String> {
    let part = |word: &str, names: &[String]| (!names.is_empty()).then(|| format!("{word} {}.", join(names, "and")));
    let parts: Vec<String> = [part("Supports", &def.supports), part("Rivals", &def.rivals)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// How far a bound name has been spoken of.
#[derive(Clone, Debug, Default)]
enum Said {
    #[default]
    No,
    /// Chosen or picked, and to be introduced by this phrase when it is first needed.
    Pending {
        phrase: String,
        word: String,
        plural: bool,
        by_them: bool,
    },
    Known {
        word: String,
        plural: bool,
    },
    /// A player, or a word (a challenge type, an icon) that was named.
    Word {
        first: Option<String>,
        later: String,
    },
}

/// What `it` means at this place of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum It {
    #[default]
    Nothing,
    This,
    Host,
    Event,
    Name(u8),
}

/// A phrase for one or more cards.
struct Phrase {
    text: String,
    plural: bool,
}

impl Phrase {
    fn one(text: impl Into<String>) -> Phrase {
        Phrase { text: text.into(), plural: false }
    }
}

/// Writes one ability, remembering what has been mentioned.
#[derive(Default)]
struct Writer<'a> {
    title: Option<&'a str>,
    /// `character` or `location`: what the attachment is attached to.
    host: Option<String>,
    names: &'a [String],
    said: Vec<Said>,
    /// The word for the card of the triggering event.
    event: Option<String>,
    it: It,
    /// The player of `For`, as first mentioned.
    them: Option<String>,
    them_said: bool,
    /// The subject stands already, as in `that player may ...`: verbs follow in the base form.
    orders: bool,
    /// How many of it are paid, while a cost is said.
    paid_times: Option<Num>,
    /// The effect that a player is asked about.
    asked: Option<prompt::Wanted<'a>>,
}

impl<'a> Writer<'a> {
    fn of(def: &'a Def) -> Writer<'a> {
        let mut writer = Writer { title: Some(&def.name), ..Writer::default() };
        if !def.host.0.is_empty() {
            writer.host = Some(writer.host_noun(&def.host).word());
        }
        writer
    }

    fn host_noun(&mut self, host: &Filter) -> Noun {
        let mut with_type = host.clone();
        let typed = host.0.iter().any(|p| matches!(p, Pred::Character | Pred::Location | Pred::Any(_) | Pred::Type(_) | Pred::FactionCard));
        if !typed {
            with_type.0.insert(0, Pred::Character);
        }
        self.noun(&with_type)
    }

    fn ability(&mut self, ability: &'a Ability) -> String {
        self.names = &ability.names;
        self.said = vec![Said::No; ability.names.len()];
        match &ability.body {
            Body::Action(t) => self.triggered("Action", t, None),
            Body::Reaction(t) => self.triggered("Reaction", t, Some("after")),
            Body::Interrupt(t) => self.triggered("Interrupt", t, Some("when")),
            Body::ForcedReaction(t) => self.triggered("Forced Reaction", t, Some("after")),
            Body::ForcedInterrupt(t) => self.triggered("Forced Interrupt", t, Some("when")),
            Body::WhenRevealed(t) => self.triggered("When Revealed", t, None),
            Body::Constant(c) => sentence(&self.constant(c)),
        }
    }

    fn triggered(&mut self, label: &str, t: &Triggered, word: Option<&str>) -> String {
        let mut text = label.to_owned();
        let mut notes = Vec::new();
        notes.extend(t.phase.map(|p| p.word().to_owned()));
        notes.extend(t.any_player.then(|| "any player".to_owned()));
        if let Some(from) = &t.from {
            let zones = self.zones(from, Who::You);
            notes.push(format!("from {zones}"));
        }
        if !notes.is_empty() {
            text.push_str(&format!(" ({})", notes.join(", ")));
        }
        let mut lead = Vec::new();
        if let (Some(word), Some(when)) = (word, &t.when) {
            lead.push(self.trigger(word, when));
        }
        if !t.only_if.is_empty() {
            lead.push(self.conds(&t.only_if, "if"));
        }
        self.announce(&t.choose);
        let costs: Vec<String> = t.cost.iter().map(|c| self.cost(c)).collect();
        let costs = cost::merge_costs(costs);
        let mut open = self.open_choices(&t.choose, &t.cost, &t.effect);
        let effects = self.sentences(&t.effect);
        open.extend(effects);
        let mut open = open.into_iter();
        let mut body = match open.next() {
            None => String::new(),
            Some(first) if costs.is_empty() => first.plain,
            Some(Sentence { order: Some(order), .. }) => format!("{} to {order}", join(&costs, "and")),
            Some(first) => format!("{}; {}", join(&costs, "and"), first.plain),
        };
        if word.is_some() {
            text.push_str(&format!(" {}", lead.join(", ")));
        } else if !lead.is_empty() {
            text.push_str(&format!(", {}", lead.join(", ")));
        }
        text.push_str(": ");
        if label == "When Revealed" {
            body = capital(&body);
        }
        text.push_str(&body);
        for more in open {
            text.push_str(". ");
            text.push_str(&capital(&more.plain));
        }
        let mut text = sentence(&text);
        if let Some(who) = t.pay_from {
            let whose = self.whose(who);
            text.push_str(&format!(" Only {whose} gold pays for it."));
        }
        if let Some(x) = &t.x {
            let x = self.num(x);
            text.push_str(&format!(" X is {x}."));
        }
        if let Some(limit) = &t.limit {
            let (n, per) = limit_words(limit);
            let (often, x) = match n {
                Num::N(n) => (capital(&times(*n as u8)), String::new()),
                n => ("X times".to_owned(), format!(" (X is {})", self.num(n))),
            };
            text.push_str(&format!(" {often} per {per}{x}."));
        }
        if let Some(max) = &t.max {
            let (n, per) = limit_words(max);
            text.push_str(&format!(" (Max {} per {per}.)", self.num(n)));
        }
        text
    }

    fn constant(&mut self, c: &Constant) -> String {
        if let Some(who) = c.player
            && format!("{:?}", c.only_if).contains("Them")
        {
            let rules = self.player_rules(who, &c.rules, "each round");
            (self.them, self.them_said) = (Some("they".to_owned()), true);
            return format!("{rules} {}", self.conds(&c.only_if, "while"));
        }
        let mut parts = Vec::new();
        if !c.gets.is_empty() {
            let subject = match &c.to {
                None => self.reference(Ref::This),
                Some(What::All(filter)) => self.every(filter, true),
                Some(what) => self.what(what),
            };
            parts.push(format!("{} {}", subject.text, self.modifiers(&c.gets, subject.plural)));
            if subject.plural {
                self.it = It::Nothing;
            }
        }
        if !c.rules.is_empty() {
            parts.push(self.player_rules(c.player.unwrap_or(Who::You), &c.rules, "each round"));
        }
        let said = join(&parts, "and");
        if c.only_if.is_empty() { said } else { format!("{said} {}", self.conds(&c.only_if, "while")) }
    }

    // --- keywords

    fn keyword(&mut self, keyword: &Keyword) -> String {
        match keyword {
            Keyword::Ambush(n) => self.keyword_number("ambush", n),
            Keyword::Bestow(n) => self.keyword_number("bestow", n),
            Keyword::Shadow(n) => self.keyword_number("shadow", n),
            Keyword::Prized(n) => format!("prized {n}"),
            Keyword::Assault => "assault".to_owned(),
            Keyword::Insight => "insight".to_owned(),
            Keyword::Intimidate => "intimidate".to_owned(),
            Keyword::Limited => "limited".to_owned(),
            Keyword::Pillage => "pillage".to_owned(),
            Keyword::Renown => "renown".to_owned(),
            Keyword::Stealth => "stealth".to_owned(),
            Keyword::Terminal => "terminal".to_owned(),
            Keyword::NoAttachments => "no attachments".to_owned(),
            Keyword::NoAttachmentsExcept(traits) => {
                format!("no attachments except {}", join(&traits.iter().map(|t| t.name()).collect::<Vec<_>>(), "or"))
            }
            Keyword::NoAttachmentsWith(t) => format!("no {} attachments", t.name()),
        }
    }

    fn keyword_number(&mut self, word: &str, n: &Num) -> String {
        let n = self.num(n);
        format!("{word} ({n})")
    }
}

fn limit_words(limit: &Limit) -> (&Num, &'static str) {
    match limit {
        Limit::PerChallenge(n) => (n, "challenge"),
        Limit::PerPhase(n) => (n, "phase"),
        Limit::PerRound(n) => (n, "round"),
        Limit::PerGame(n) => (n, "game"),
    }
}

/// The plural of a word, for the parts.
fn many(word: &str) -> String {
    plural(word)
}
