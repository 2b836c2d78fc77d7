//! Numbers: `2 cards`, `1 gold per location you control`, `+1 STR (+2 if ...)`.

use super::Writer;
use super::noun::Form;
use crate::lang::ast::*;
use crate::lang::raw::Num;

impl Writer<'_> {
    /// A number on its own.
    pub fn num(&mut self, n: &Num) -> String {
        match n {
            Num::N(n) => n.to_string(),
            Num::Expr(e) => self.expr(e),
        }
    }

    fn expr(&mut self, e: &NumExpr) -> String {
        match e {
            NumExpr::Count(filter) => format!("the number of {}", self.noun(filter).say(Form::Many, false)),
            NumExpr::Str(card) => match self.reference(*card).text {
                // `the STR of a character you control`.
                long if long.ends_with(" control") || long.ends_with(" controls") => format!("the STR of {long}"),
                card => format!("{} STR", super::grammar::whose(&card)),
            },
            NumExpr::PrintedStr(card) => format!("{} printed STR", self.owner_of(*card)),
            NumExpr::PrintedCost(card) => format!("{} cost", self.owner_of(*card)),
            NumExpr::PowerOn(card) => format!("the power on {}", self.reference(*card).text),
            NumExpr::GoldOn(card) => format!("the gold on {}", self.reference(*card).text),
            NumExpr::TokensOn(name, card) => format!("the {name} tokens on {}", self.reference(*card).text),
            NumExpr::GoldOf(who) => format!("{} gold", self.whose(*who)),
            NumExpr::HandOf(who) => format!("the number of cards in {} hand", self.whose(*who)),
            NumExpr::PowerOf(who) => format!("{} power total", self.whose(*who)),
            NumExpr::ReserveOf(who) => format!("{} reserve", self.whose(*who)),
            NumExpr::Players(Who::Opponent) => "the number of your opponents".to_owned(),
            NumExpr::Players(_) => "the number of players".to_owned(),
            NumExpr::PrintedOf(value, who) => {
                let value = match value {
                    PlotWord::Income => "income",
                    PlotWord::Initiative => "initiative",
                    PlotWord::Claim => "claim",
                    PlotWord::Reserve => "reserve",
                };
                format!("the printed {value} of {} revealed plot", self.whose(*who))
            }
            NumExpr::UsedPlotsOf(who) => format!("the number of plots in {} used pile", self.whose(*who)),
            NumExpr::Margin => "the STR difference".to_owned(),
            NumExpr::Amount => "that amount".to_owned(),
            NumExpr::X => "X".to_owned(),
            NumExpr::The(name) => format!("the number of {}", self.named_many(*name)),
            NumExpr::Add(a, b) => format!("{} plus {}", self.num(a), self.num(b)),
            NumExpr::Sub(a, b) => format!("{} minus {}", self.num(a), self.num(b)),
            NumExpr::Mul(a, b) if **a == Num::N(2) => format!("twice {}", self.num(b)),
            NumExpr::Mul(a, b) if **b == Num::N(2) => format!("twice {}", self.num(a)),
            NumExpr::Mul(a, b) => format!("{} times {}", self.num(a), self.num(b)),
            NumExpr::DivDown(a, b) if **b == Num::N(2) => format!("half {} (rounded down)", self.num(a)),
            NumExpr::DivDown(a, b) => format!("{} divided by {} (rounded down)", self.num(a), self.num(b)),
            NumExpr::Min(a, b) => match (&**a, &**b) {
                (Num::N(n), e) | (e, Num::N(n)) => format!("{} (at most {n})", self.num(e)),
                _ => format!("the lower of {} and {}", self.num(a), self.num(b)),
            },
            NumExpr::Max(a, b) => match (&**a, &**b) {
                (Num::N(n), e) | (e, Num::N(n)) => format!("{} (at least {n})", self.num(e)),
                _ => format!("the higher of {} and {}", self.num(a), self.num(b)),
            },
            NumExpr::If(cond, yes, no) => {
                let (no, yes) = (self.num(no), self.num(yes));
                format!("{no} ({yes} {})", self.conds(std::slice::from_ref(cond), "if"))
            }
        }
    }

    fn named_many(&mut self, name: crate::lang::raw::Use) -> String {
        match self.named(name) {
            phrase if phrase.plural => phrase.text,
            _ => "those cards".to_owned(),
        }
    }

    /// A number that is so much for each of something: the factor, what it is counted by, and a note such as a bound.
    pub(super) fn per(&mut self, n: &Num) -> Option<(i32, String, String)> {
        let Num::Expr(e) = n else { return None };
        Some(match &**e {
            NumExpr::Count(filter) => (1, self.noun(filter).say(Form::Bare, false), String::new()),
            NumExpr::Players(Who::Opponent) => (1, "opponent".to_owned(), String::new()),
            NumExpr::Players(_) => (1, "player".to_owned(), String::new()),
            NumExpr::GoldOf(Who::You) => (1, "gold you have".to_owned(), String::new()),
            NumExpr::GoldOf(who) => (1, format!("gold {} has", self.who(*who)), String::new()),
            NumExpr::HandOf(who) => (1, format!("card in {} hand", self.whose(*who)), String::new()),
            NumExpr::UsedPlotsOf(who) => (1, format!("plot in {} used pile", self.whose(*who)), String::new()),
            NumExpr::TokensOn(name, card) => (1, format!("{name} token on {}", self.reference(*card).text), String::new()),
            NumExpr::PowerOn(card) => (1, format!("power on {}", self.reference(*card).text), String::new()),
            NumExpr::GoldOn(card) => (1, format!("gold on {}", self.reference(*card).text), String::new()),
            NumExpr::DivDown(a, b) => match (&**a, &**b) {
                (Num::Expr(e), Num::N(n)) if **e == NumExpr::Margin => (1, format!("{n} STR you won by"), String::new()),
                (Num::Expr(e), Num::N(n)) => match &**e {
                    NumExpr::Count(filter) => (1, format!("{n} {}", self.noun(filter).say(Form::Counted, false)), String::new()),
                    _ => return None,
                },
                _ => return None,
            },
            NumExpr::Mul(a, b) => match (&**a, &**b) {
                (Num::N(k), e) | (e, Num::N(k)) => {
                    let (factor, per, note) = self.per(e)?;
                    (factor * k, per, note)
                }
                _ => return None,
            },
            NumExpr::Sub(a, b) if **a == Num::N(0) => {
                let (factor, per, note) = self.per(b)?;
                (-factor, per, note)
            }
            NumExpr::Min(a, b) => match (&**a, &**b) {
                (Num::N(n), e) | (e, Num::N(n)) => {
                    let (factor, per, note) = self.per(e)?;
                    (factor, per, format!("{note} (at most {n})"))
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// So much of something without an article: `2 cards`, `1 card per Lord you control`.
    pub fn amount_of(&mut self, n: &Num, one: &str, many: &str) -> String {
        let unit = |k: i32| if k == 1 { one } else { many };
        if let Num::N(k) = n {
            return format!("{k} {}", unit(*k));
        }
        if let Some((k, per, note)) = self.per(n) {
            return format!("{k} {} per {per}{note}", unit(k));
        }
        let Num::Expr(e) = n else { return String::new() };
        match &**e {
            NumExpr::X => format!("X {many}"),
            NumExpr::Amount => format!("that much {one}").replace("much card", "many cards"),
            NumExpr::If(cond, yes, no) => {
                let (no, yes) = (self.amount_of(no, one, many), self.num(yes));
                format!("{no} ({yes} {})", self.conds(std::slice::from_ref(cond), "if"))
            }
            NumExpr::The(name) => format!("1 {one} per {}", self.named_one(*name)),
            other => format!("{many} equal to {}", self.expr(other)),
        }
    }

    /// One of the cards a name holds: `revealed card`.
    fn named_one(&mut self, name: crate::lang::raw::Use) -> String {
        match self.said.get(name.0 as usize) {
            Some(super::Said::Known { word, .. } | super::Said::Pending { word, .. }) => format!("such {word}"),
            _ => "such card".to_owned(),
        }
    }

    /// The same with the regular plural.
    pub fn amount(&mut self, n: &Num, one: &str) -> String {
        self.amount_of(n, one, &super::many(one))
    }

    /// A change: `+2 STR`, `-1 STR per ...`.
    pub fn signed(&mut self, n: &Num, unit: &str) -> String {
        if let Num::N(k) = n {
            return format!("{k:+} {unit}");
        }
        if let Some((k, per, note)) = self.per(n) {
            return format!("{k:+} {unit} per {per}{note}");
        }
        let Num::Expr(e) = n else { return String::new() };
        match &**e {
            NumExpr::X => format!("+X {unit}"),
            NumExpr::If(cond, yes, no) => {
                let (no, yes) = (self.signed(no, unit), self.signed(yes, ""));
                format!("{no} ({} {})", yes.trim_end(), self.conds(std::slice::from_ref(cond), "if"))
            }
            NumExpr::Sub(a, b) if **a == Num::N(0) => format!("-X {unit} (X is {})", self.num(b)),
            other => format!("+X {unit} (X is {})", self.expr(other)),
        }
    }

    /// A bound: `3 or less`, `2 or more (3 if ...)`.
    pub fn cmp(&mut self, cmp: &Cmp) -> String {
        let bound = |writer: &mut Self, n: &Num, word: &str| match n {
            Num::Expr(e) => match &**e {
                NumExpr::If(cond, yes, no) => {
                    let (no, yes) = (writer.num(no), writer.num(yes));
                    format!("{no}{word} ({yes}{word} {})", writer.conds(std::slice::from_ref(cond), "if"))
                }
                NumExpr::X => format!("X{word}"),
                NumExpr::The(_) => format!("{}{word}", writer.num(n)),
                _ if word == " or less" => format!("at most {}", writer.num(n)),
                _ if word == " or more" => format!("at least {}", writer.num(n)),
                _ => format!("{}{word}", writer.num(n)),
            },
            Num::N(n) => format!("{n}{word}"),
        };
        match cmp {
            Cmp::AtMost(n) => bound(self, n, " or less"),
            Cmp::AtLeast(n) => bound(self, n, " or more"),
            Cmp::Below(n) => format!("below {}", self.num(n)),
            Cmp::Above(n) => format!("above {}", self.num(n)),
            Cmp::Is(n) => self.num(n),
        }
    }

    /// `it has 3 or more betrayal tokens`, `your STR is ...`: a comparison as a clause.
    pub fn compare(&mut self, n: &Num, cmp: &Cmp) -> String {
        if let (Num::Expr(e), Cmp::Above(Num::Expr(o)) | Cmp::Below(Num::Expr(o))) = (n, cmp)
            && let (NumExpr::HandOf(one), NumExpr::HandOf(other)) = (&**e, &**o)
        {
            let size = if matches!(cmp, Cmp::Above(_)) { "larger" } else { "smaller" };
            return format!("{} hand is {size} than {}", self.whose(*one), self.whose(*other));
        }
        if let (Num::Expr(e), Cmp::Above(Num::Expr(o)) | Cmp::Below(Num::Expr(o))) = (n, cmp)
            && let (NumExpr::Count(one), NumExpr::Count(other)) = (&**e, &**o)
        {
            let more = if matches!(cmp, Cmp::Above(_)) { "more" } else { "fewer" };
            let place = if one.0.contains(&Pred::Plot) { "revealed" } else { "in play" };
            let (one, other) = (self.noun(one).say(Form::Counted, false), self.noun(other).say(Form::Counted, false));
            return format!("{more} {one} than {other} are {place}");
        }
        if let Num::Expr(e) = n
            && let Some((owner, unit)) = self.held(e)
        {
            let have = if owner == "you" || owner == "they" { "have" } else { "has" };
            let fewer = if unit == "gold" || unit == "power" { "less" } else { "fewer" };
            let (more, other) = match cmp {
                Cmp::Above(Num::Expr(b)) => ("more", b),
                Cmp::Below(Num::Expr(b)) => (fewer, b),
                Cmp::Above(Num::N(n)) => return format!("{owner} {have} more than {n} {unit}"),
                Cmp::Below(Num::N(n)) => return format!("{owner} {have} {fewer} than {n} {unit}"),
                _ => return format!("{owner} {have} {} {unit}", self.cmp(cmp).replace("0 or less", "no")),
            };
            if let Some((than, same)) = self.held(other)
                && same == unit
            {
                let than = if than == "they" { "them".to_owned() } else { than };
                return format!("{owner} {have} {more} {unit} than {than}");
            }
        }
        let n = self.num(n);
        format!("{n} is {}", self.cmp(cmp))
    }

    /// Whose number this is and of what.
    fn held(&mut self, e: &NumExpr) -> Option<(String, String)> {
        Some(match e {
            NumExpr::GoldOf(who) => (self.who(*who), "gold".to_owned()),
            NumExpr::HandOf(who) => (self.who(*who), "cards in hand".to_owned()),
            NumExpr::PowerOf(who) => (self.who(*who), "power".to_owned()),
            NumExpr::UsedPlotsOf(who) => (self.who(*who), "used plots".to_owned()),
            NumExpr::PowerOn(card) => (self.reference(*card).text, "power".to_owned()),
            NumExpr::GoldOn(card) => (self.reference(*card).text, "gold".to_owned()),
            NumExpr::TokensOn(name, card) => (self.reference(*card).text, format!("{name} tokens")),
            _ => return None,
        })
    }
}
