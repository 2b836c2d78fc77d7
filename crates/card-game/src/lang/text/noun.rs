//! Noun phrases: what a filter describes, in the form the sentence needs.

use super::Writer;
use super::grammar::{a, join, plural, whose};
use crate::lang::ast::*;
use crate::lang::raw::{Filter, Num, What};
use crate::words::CardType;

/// A noun phrase before it has an article and a number.
#[derive(Clone, Debug, Default)]
pub struct Noun {
    /// Adjectives with their place in the usual order.
    adjectives: Vec<(u8, String)>,
    /// `character`; or a proper name that takes no article.
    head: Option<String>,
    proper: bool,
    /// Alternatives of different kinds, instead of all of the above.
    either: Vec<Noun>,
    /// `you control`, kept apart since the plural says `your`.
    yours: bool,
    tails: Vec<String>,
    /// Whose it is if somebody else's: `an opponent`, as it precedes `controls`.
    holder: Option<String>,
    zone: Option<String>,
}

/// The form of a noun phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `a standing character`.
    A,
    /// `standing character`, for after `each`, `per`, `the next`.
    Bare,
    /// `standing characters`, `your standing characters`.
    Many,
    /// `standing characters` after a number.
    Counted,
}

/// The plural of each of the alternatives: `characters, locations or attachments`.
fn plurals(head: &str) -> String {
    let list = |part: &str| part.split(", ").map(plural).collect::<Vec<_>>().join(", ");
    head.split(" or ").map(list).collect::<Vec<_>>().join(" or ")
}

impl Noun {
    pub fn add(&mut self, place: u8, word: impl Into<String>) {
        self.adjectives.push((place, word.into()));
    }

    /// The word that later sentences use: `character`, `card`.
    pub fn word(&self) -> String {
        if self.proper {
            return "card".to_owned();
        }
        match self.head.as_deref() {
            Some(head) if !head.contains(" or ") && !head.starts_with("copy") => head.to_owned(),
            _ => "card".to_owned(),
        }
    }

    pub fn tail(&mut self, tail: impl Into<String>) {
        self.tails.push(tail.into());
    }

    /// The phrase in this form; `from` says that zones are where a card is taken from.
    pub fn say(&self, form: Form, from: bool) -> String {
        let mut said = if self.either.is_empty() {
            self.say_head(form)
        } else {
            let each: Vec<String> = self.either.iter().map(|n| n.say(form, from)).collect();
            join(&each, "or")
        };
        let held = self.holder.as_ref().filter(|_| !self.says_whose(form)).map(|holder| match (holder.as_str(), form) {
            ("an opponent", Form::Many | Form::Counted) => "your opponents control".to_owned(),
            ("they", _) => "they control".to_owned(),
            (holder, _) => format!("{holder} controls"),
        });
        let mut own = (self.yours && !self.says_your(form)).then(|| "you control".to_owned());
        let mut tails = self.tails.clone();
        if own.is_some()
            && let Some(owned) = tails.iter().position(|tail| tail == "you own")
        {
            tails.remove(owned);
            own = Some("you own and control".to_owned());
        }
        // What is compared with comes last: `a character you control of lower cost than that card`.
        let (compared, plain): (Vec<_>, Vec<_>) = tails.iter().partition(|tail| tail.contains(" than "));
        for tail in plain.into_iter().chain(&own).chain(&held).chain(compared) {
            said = format!("{said} {tail}");
        }
        if let Some(zone) = &self.zone {
            said = format!("{said} {} {zone}", if from { "from" } else { "in" });
        }
        said
    }

    /// Faction cards and events are said to be somebody's: `an opponent's event`.
    fn says_whose(&self, form: Form) -> bool {
        form == Form::A && matches!(self.head.as_deref(), Some("faction card" | "event"))
    }

    fn says_your(&self, form: Form) -> bool {
        self.yours && self.either.is_empty() && (form == Form::Many || self.proper)
    }

    fn say_head(&self, form: Form) -> String {
        let head = self.head.clone().unwrap_or_else(|| "card".to_owned());
        let mut adjectives = self.adjectives.clone();
        adjectives.sort_by_key(|(place, _)| *place);
        let mut words: Vec<String> = adjectives.into_iter().map(|(_, w)| w).collect();
        let many = matches!(form, Form::Many | Form::Counted) && !self.proper;
        words.push(if many { plurals(&head) } else { head });
        let phrase = words.join(" ");
        if self.proper {
            return if self.yours { format!("your {phrase}") } else { phrase };
        }
        match form {
            Form::A if self.holder.is_some() && self.says_whose(form) => {
                format!("{} {phrase}", whose(self.holder.as_deref().unwrap_or_default()))
            }
            Form::A if phrase.starts_with("other ") => format!("an{phrase}"),
            Form::A => a(&phrase),
            Form::Many if self.says_your(form) => format!("your {phrase}"),
            _ => phrase,
        }
    }

    /// What a card is that fits: `is attacking alone`, `is a Lord character`, `has a [power] icon`; without subject.
    pub fn predicate(&self, not: bool) -> String {
        let is = if not { "isn't" } else { "is" };
        let mut parts = Vec::new();
        if !self.either.is_empty() {
            parts.push(format!("{is} {}", join(&self.either.iter().map(|n| n.say(Form::A, false)).collect::<Vec<_>>(), "or")));
        } else if self.head.is_some() || self.adjectives.iter().any(|(p, _)| *p >= TRAIT && *p < LAST) {
            if self.head.is_none() && self.adjectives.len() == 1 {
                let (has, word) = (if not { "doesn't have" } else { "has" }, &self.adjectives[0].1);
                parts.push(format!("{has} the {word} trait"));
            } else {
                parts.push(format!("{is} {}", self.say_head(Form::A)));
            }
        } else if !self.adjectives.is_empty() {
            let words: Vec<&str> = self.adjectives.iter().map(|(_, w)| w.as_str()).collect();
            parts.push(format!("{is} {}", words.join(" and ")));
        }
        for tail in &self.tails {
            let tail = if let Some(rest) = tail.strip_prefix("with ") {
                format!("{} {rest}", if not { "doesn't have" } else { "has" })
            } else if let Some(rest) = tail.strip_prefix("without ") {
                format!("has {}{rest}", if not { "" } else { "no " })
            } else if let Some(cost) = tail.strip_prefix("of cost ").filter(|_| !not) {
                format!("costs {cost}")
            } else if let Some(rest) = tail.strip_prefix("of ").filter(|rest| !not && rest.contains("STR") && !rest.contains("total")) {
                format!("has {rest}")
            } else if tail == "alone" && !parts.is_empty() {
                let said = parts.pop().unwrap_or_default();
                format!("{said} alone")
            } else if tail == "alone" {
                format!("{is} participating alone")
            } else if let Some(rest) = tail.strip_prefix("that ").filter(|_| !not) {
                rest.to_owned()
            } else {
                format!("{is} {tail}")
            };
            parts.push(tail);
        }
        let holder = self.holder.clone().or_else(|| self.yours.then(|| "you".to_owned()));
        if let Some(holder) = holder.filter(|_| !self.proper) {
            match parts.last_mut() {
                Some(last) if self.head.is_some() => {
                    last.push_str(&format!(" {holder} {}", if holder == "you" { "control" } else { "controls" }))
                }
                _ if holder == "you" => parts.push(format!("{is} yours")),
                _ => parts.push(format!("{is} {}", whose(&holder))),
            }
        }
        // Where it lies is news only if nothing else is said: other predicates need the zone to look there.
        if let Some(zone) = &self.zone
            && parts.is_empty()
        {
            parts.push(format!("{is}{} in {zone}", if zone == "play" && !not { " still" } else { "" }));
        }
        join(&parts, "and")
    }

    pub fn is_yours(&self) -> bool {
        self.yours
    }

    pub fn is_proper(&self) -> bool {
        self.proper
    }

    pub fn has_zone(&self) -> bool {
        self.zone.is_some()
    }

    pub fn is_either(&self) -> bool {
        !self.either.is_empty()
    }

    /// The same without `you control`.
    pub fn without_yours(&self) -> Noun {
        Noun { yours: false, ..self.clone() }
    }
}

/// Places of adjectives.
pub const CHOSEN: u8 = 0;
const OTHER: u8 = 1;
const UNIQUE: u8 = 2;
const STATE: u8 = 3;
const FACTION: u8 = 5;
const TRAIT: u8 = 6;
const LAST: u8 = 9;

pub fn type_word(kind: CardType) -> &'static str {
    match kind {
        CardType::FactionCard => "faction card",
        other => other.word(),
    }
}

fn keyword_word(name: KeywordName) -> String {
    match name {
        KeywordName::NoAttachments => "“no attachments”".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

impl Writer<'_> {
    pub fn keyword_name(&self, name: KeywordName) -> String {
        keyword_word(name)
    }

    /// The noun phrase of a filter.
    pub fn noun(&mut self, filter: &Filter) -> Noun {
        let mut noun = Noun::default();
        for pred in &filter.0 {
            self.pred(&mut noun, pred);
        }
        if noun.head.is_none() && noun.either.is_empty() && filter.0.iter().any(|p| matches!(p, Pred::AttachedTo(_))) {
            noun.head = Some("attachment".to_owned());
        }
        noun
    }

    fn head(noun: &mut Noun, word: &str) {
        if noun.proper {
            return;
        }
        noun.head = Some(match noun.head.take() {
            None => word.to_owned(),
            Some(old) if old == word => old,
            Some(old) => format!("{old} {word}"),
        });
    }

    fn pred(&mut self, noun: &mut Noun, pred: &Pred) {
        match pred {
            Pred::Character => Self::head(noun, "character"),
            Pred::Location => Self::head(noun, "location"),
            Pred::Attachment => Self::head(noun, "attachment"),
            Pred::EventCard => Self::head(noun, "event"),
            Pred::Plot => Self::head(noun, "plot"),
            Pred::FactionCard => Self::head(noun, "faction card"),
            Pred::AnyCard => Self::head(noun, "card"),
            Pred::Type(kind) => Self::head(noun, type_word(*kind)),
            Pred::Trait(traits) => noun.add(TRAIT, join(&traits.iter().map(|t| t.name()).collect::<Vec<_>>(), "or")),
            Pred::TraitNamed(name) => {
                let word = self.word(*name, "that trait");
                noun.tail(format!("of {word}"));
            }
            Pred::InFaction => noun.add(FACTION, "in-faction"),
            Pred::Faction(crate::words::Faction::Neutral) => noun.add(FACTION, "neutral"),
            Pred::Faction(faction) => noun.add(FACTION, faction.title()),
            Pred::Yours | Pred::ControlledBy(Who::You) => noun.yours = true,
            Pred::Opponents => noun.holder = Some("an opponent".to_owned()),
            Pred::ControlledBy(who) => noun.holder = Some(self.who(*who)),
            Pred::OwnedBy(who) => {
                let who = self.who(*who);
                let verb = if ["they", "you"].contains(&who.as_str()) { "own" } else { "owns" };
                noun.tail(format!("{who} {verb}"));
            }
            Pred::Unique => noun.add(UNIQUE, "unique"),
            Pred::Loyal => noun.add(UNIQUE, "loyal"),
            Pred::Limited => noun.add(UNIQUE, "limited"),
            Pred::Kneeling => noun.add(STATE, "kneeling"),
            Pred::Standing => noun.add(STATE, "standing"),
            Pred::Attacking => noun.add(STATE, "attacking"),
            Pred::Defending => noun.add(STATE, "defending"),
            Pred::Participating => noun.add(STATE, "participating"),
            Pred::Alone => noun.tail("alone"),
            Pred::Named(name) => {
                noun.head = Some(name.clone());
                noun.proper = true;
            }
            Pred::CopyOf(what) => {
                let of = self.what(what).text;
                noun.head = Some(format!("copy of {of}"));
            }
            Pred::Is(what) => {
                let said = self.what(what).text;
                noun.head = Some(said);
                noun.proper = true;
            }
            Pred::Cost(Cmp::Is(Num::Expr(e))) if matches!(**e, NumExpr::PrintedCost(_)) => {
                let NumExpr::PrintedCost(card) = **e else { return };
                noun.tail(match self.reference(card).text.as_str() {
                    "it" => "of the same cost".to_owned(),
                    other => format!("of the same cost as {other}"),
                });
            }
            Pred::Cost(cmp) => {
                let tail = match cmp {
                    Cmp::Below(Num::Expr(e)) if matches!(**e, NumExpr::PrintedCost(_)) => {
                        let NumExpr::PrintedCost(card) = **e else { return };
                        format!("of lower cost than {}", self.reference(card).text)
                    }
                    Cmp::AtMost(Num::Expr(e)) if matches!(**e, NumExpr::PrintedCost(_)) => "of the same or lower cost".to_owned(),
                    cmp => format!("of cost {}", self.cmp(cmp)),
                };
                noun.tail(tail);
            }
            Pred::Str(cmp) => self.str_tail(noun, "STR", cmp),
            Pred::PrintedStr(cmp) => self.str_tail(noun, "printed STR", cmp),
            Pred::Highest(stat, among) => self.extreme_tail(noun, "highest", *stat, among),
            Pred::Lowest(stat, among) => self.extreme_tail(noun, "lowest", *stat, among),
            Pred::Power(cmp) => self.with_tail(noun, "power", cmp),
            Pred::Gold(cmp) => self.with_tail(noun, "gold", cmp),
            Pred::Icon(kind) => noun.tail(format!("with {}", a(&format!("[{}] icon", kind.word())))),
            Pred::Keyword(name) => noun.tail(format!("with {}", keyword_word(*name))),
            Pred::HasAttachment(filter) => {
                let attachment = self.attachment(filter).say(Form::A, false);
                noun.tail(format!("with {attachment}"));
            }
            Pred::HasDuplicate => noun.tail("with a duplicate"),
            Pred::Token(name) => noun.tail(format!("with {}", a(&format!("{name} token")))),
            Pred::AttachedTo(what) => {
                let host = match what {
                    What::All(filter) => self.noun(filter).say(Form::A, false),
                    other => self.what(other).text,
                };
                noun.tail(format!("on {host}"));
            }
            Pred::In(zones, who) => {
                let zone = self.zones(zones, *who);
                noun.zone = Some(zone);
            }
            Pred::Not(filter) => self.not(noun, filter),
            Pred::Any(filters) => self.any(noun, filters),
            Pred::TypeIsNot(_) => noun.tail("of another type"),
            Pred::LeftBy(ways) => {
                let ways: Vec<&str> = ways
                    .iter()
                    .map(|way| match way {
                        Exit::Killed => "killed",
                        Exit::Discarded => "discarded from play",
                        Exit::Sacrificed => "sacrificed",
                    })
                    .collect();
                noun.tail(format!("{} this phase", join(&ways, "or")));
            }
            Pred::EnteredBy(means) => noun.tail(format!("that {} this phase", entered(*means))),
        }
    }

    fn attachment(&mut self, filter: &Filter) -> Noun {
        let mut noun = self.noun(filter);
        if noun.head.is_none() && noun.either.is_empty() {
            noun.head = Some("attachment".to_owned());
        }
        noun
    }

    fn str_tail(&mut self, noun: &mut Noun, word: &str, cmp: &Cmp) {
        let tail = match cmp {
            Cmp::Below(Num::Expr(e)) if matches!(**e, NumExpr::Str(_)) && word == "STR" => {
                let NumExpr::Str(card) = **e else { return };
                match self.reference(card).text.as_str() {
                    "it" => "of lower STR".to_owned(),
                    other => format!("of lower STR than {other}"),
                }
            }
            Cmp::Below(n) => format!("of {word} below {}", self.num(n)),
            Cmp::Above(n) => format!("of {word} above {}", self.num(n)),
            other => format!("of {word} {}", self.cmp(other)),
        };
        noun.tail(tail);
    }

    /// `with the lowest STR`, of all characters or among some cards.
    fn extreme_tail(&mut self, noun: &mut Noun, word: &str, stat: Stat, among: &Filter) {
        let stat = match stat {
            Stat::Str => "STR",
            Stat::PrintedCost => "printed cost",
            Stat::Power => "power",
        };
        let among = match among.0.as_slice() {
            [] | [Pred::Character] => String::new(),
            _ => format!(" among {}", self.noun(among).say(Form::Many, false)),
        };
        noun.tail(format!("with the {word} {stat}{among}"));
    }

    fn with_tail(&mut self, noun: &mut Noun, word: &str, cmp: &Cmp) {
        if let Cmp::Below(Num::Expr(e)) | Cmp::Above(Num::Expr(e)) = cmp
            && let NumExpr::PowerOn(other) | NumExpr::GoldOn(other) = &**e
        {
            let more = if matches!(cmp, Cmp::Above(_)) { "more" } else { "less" };
            let other = self.reference(*other).text;
            return noun.tail(format!("with {more} {word} than {other}"));
        }
        if let Cmp::Above(Num::Expr(e)) = cmp
            && let NumExpr::PowerOn(card) | NumExpr::GoldOn(card) = **e
        {
            let than = self.reference(card).text;
            return noun.tail(format!("with more {word} than {than}"));
        }
        let cmp = self.cmp(cmp);
        noun.tail(match cmp.as_str() {
            "1 or more" => format!("with {word}"),
            "0" | "0 or less" => format!("without {word}"),
            _ => format!("with {cmp} {word}"),
        });
    }

    /// `your hand or discard pile`.
    pub fn zones(&mut self, zones: &[ZoneName], who: Who) -> String {
        if zones == [ZoneName::Play] && who == Who::EachPlayer {
            return "play".to_owned();
        }
        let names: Vec<&str> = zones
            .iter()
            .map(|z| match z {
                ZoneName::Play => "area",
                ZoneName::Hand => "hand",
                ZoneName::Deck => "deck",
                ZoneName::DiscardPile => "discard pile",
                ZoneName::DeadPile => "dead pile",
                ZoneName::Shadows => "shadows area",
                ZoneName::PlotDeck => "plot deck",
                ZoneName::UsedPile => "used pile",
            })
            .collect();
        format!("{} {}", self.whose(who), join(&names, "or"))
    }

    /// The owner's form of a player.
    pub fn whose(&mut self, who: Who) -> String {
        whose(&self.who(who))
    }

    fn not(&mut self, noun: &mut Noun, filter: &Filter) {
        let [pred] = filter.0.as_slice() else {
            let other = self.noun(filter).predicate(true);
            return noun.tail(format!("that {other}"));
        };
        match pred {
            Pred::Is(What::Name(_)) => noun.add(CHOSEN, "unchosen"),
            Pred::Any(sets) if sets.iter().all(|f| matches!(f.0.as_slice(), [Pred::Is(What::Name(_))])) => noun.add(CHOSEN, "unchosen"),
            Pred::Is(_) => noun.add(OTHER, "other"),
            Pred::Kneeling => noun.add(STATE, "standing"),
            Pred::Standing => noun.add(STATE, "kneeling"),
            Pred::Yours => noun.tail("you don't control"),
            Pred::HasAttachment(inner) => {
                let attachment = self.attachment(inner).say(Form::Counted, false);
                noun.tail(format!("without {attachment}"));
            }
            Pred::Icon(_) | Pred::Keyword(_) | Pred::HasDuplicate | Pred::Token(_) => {
                let mut inner = Noun::default();
                self.pred(&mut inner, pred);
                let with = inner.tails.join(" ");
                noun.tail(with.replacen("with an ", "with no ", 1).replacen("with a ", "with no ", 1).replacen(
                    "with ",
                    "without ",
                    usize::from(!with.contains(" a")),
                ));
            }
            Pred::Alone => noun.tail("not alone"),
            Pred::Named(name) => noun.tail(format!("not named {name}")),
            _ => {
                let mut inner = Noun::default();
                self.pred(&mut inner, pred);
                match (inner.adjectives.as_slice(), &inner.head) {
                    ([(place, word)], None) => {
                        noun.add(*place, word.split(" or ").map(|w| format!("non-{w}")).collect::<Vec<_>>().join(" "))
                    }
                    ([], Some(head)) if !inner.proper => noun.add(LAST, format!("non-{head}")),
                    _ => noun.tail(format!("that {}", inner.predicate(true))),
                }
            }
        }
    }

    fn any(&mut self, noun: &mut Noun, filters: &[Filter]) {
        let parts: Vec<Noun> = filters.iter().map(|f| self.noun(f)).collect();
        let plain = |n: &Noun| n.tails.is_empty() && n.zone.is_none() && !n.yours && n.holder.is_none() && n.either.is_empty();
        if parts.iter().all(|n| plain(n) && n.adjectives.is_empty() && !n.proper) {
            let heads: Vec<String> = parts.iter().filter_map(|n| n.head.clone()).collect();
            return Self::head(noun, &join(&heads, "or"));
        }
        if parts.iter().all(|n| plain(n) && n.head.is_none() && n.adjectives.len() == 1) {
            let words: Vec<&str> = parts.iter().map(|n| n.adjectives[0].1.as_str()).collect();
            let place = parts.iter().map(|n| n.adjectives[0].0).max().unwrap_or(LAST);
            return noun.add(place, join(&words, "or"));
        }
        if parts.iter().all(|n| n.adjectives.is_empty() && n.head.is_none() && n.either.is_empty()) {
            let tails: Vec<String> = parts
                .iter()
                .map(|n| {
                    let mut all = n.tails.clone();
                    all.extend(n.yours.then(|| "you control".to_owned()));
                    all.extend(n.holder.iter().map(|h| format!("{h} controls")));
                    all.extend(n.zone.iter().map(|z| format!("in {z}")));
                    all.join(" ")
                })
                .collect();
            return noun.tail(join(&tails, "or"));
        }
        if noun.adjectives.is_empty()
            && !noun.proper
            && (noun.head.is_none() || parts.iter().all(|n| n.tails.is_empty() && n.either.is_empty()))
        {
            noun.either = parts
                .into_iter()
                .map(|mut n| {
                    if n.head.is_none() {
                        n.head.clone_from(&noun.head);
                    }
                    n
                })
                .collect();
        } else {
            let words: Vec<String> = parts.iter().map(|n| n.predicate(false)).collect();
            noun.tail(format!("that {}", join(&words, "or")));
        }
    }
}

pub fn entered(means: Means) -> &'static str {
    match means {
        Means::Marshaled => "was marshaled",
        Means::Ambush => "entered play by ambush",
        Means::OutOfShadows => "came out of shadows",
        Means::PutIntoPlay => "was put into play",
    }
}
