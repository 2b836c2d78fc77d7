//! Conditions: `while you control Right`, `during a [power] challenge`, `if you haven't lost a challenge this round`.

use super::Writer;
use super::grammar::{a, join};
use super::noun::Form;
use crate::lang::ast::*;
use crate::lang::raw::{Filter, Num, OfType, What};
use crate::words::ChallengeType;

/// `[military] or [power] challenge`; just `challenge` for no or all types.
pub fn challenge(kinds: &[ChallengeType]) -> String {
    let words: Vec<String> = kinds.iter().map(|k| format!("[{}]", k.word())).collect();
    if words.is_empty() || words.len() == ChallengeType::ALL.len() {
        return "challenge".to_owned();
    }
    format!("{} challenge", join(&words, "or"))
}

pub fn span(span: Span) -> &'static str {
    match span {
        Span::Challenge => "challenge",
        Span::Phase => "phase",
        Span::Round => "round",
    }
}

impl Writer<'_> {
    /// Several conditions, each with its conjunction; `word` is `if` or `while`.
    pub fn conds(&mut self, conds: &[Cond], word: &str) -> String {
        let mut flat = Vec::new();
        flatten(conds, &mut flat);
        let mut kinds = None;
        let mut roles = Vec::new();
        let (mut moments, mut clauses) = (Vec::new(), Vec::new());
        for cond in flat {
            match cond {
                Cond::Challenge(types) => kinds = Some(types.0.clone()),
                Cond::YouAttack => roles.push("attacking"),
                Cond::YouDefend => roles.push("defending"),
                Cond::YouParticipate => roles.push("participating"),
                Cond::NthChallenge(nth) if word == "while" => moments.push(format!("in {}", self.nth(nth, true))),
                Cond::During(phase) => moments.push(format!("during the {} phase", phase.word())),
                other => clauses.push(other),
            }
        }
        let takes_part = |c: &&Cond| matches!(c, Cond::Matches(_, f) if f.0.iter().any(|p| matches!(p, Pred::Attacking | Pred::Defending | Pred::Participating)));
        let part = kinds.as_ref().filter(|_| roles.is_empty()).and_then(|_| clauses.iter().position(takes_part));
        match (&kinds, roles.as_slice()) {
            (None, []) => {}
            (Some(kinds), []) if part.is_some() => {
                let clause = clauses.remove(part.unwrap_or_default());
                let part = self.clause(clause, false).replace(" is attacking", " attacks").replace(" is defending", " defends");
                moments.push(format!("{word} {part} in {}", a(&challenge(kinds))));
            }
            (Some(kinds), []) => moments.push(format!("during {}", a(&challenge(kinds)))),
            (Some(kinds), roles) if !kinds.is_empty() => {
                moments.push(format!("while you are {} in {}", roles.join(" and "), a(&challenge(kinds))));
            }
            (_, roles) => moments.push(format!("while you are {}", roles.join(" and "))),
        }
        let clauses: Vec<String> = clauses.into_iter().map(|c| self.clause(c, false)).collect();
        if !clauses.is_empty() {
            let said = moments.iter().any(|m: &String| m.starts_with(word));
            let clauses = join(&clauses, "and");
            moments.push(if said { clauses } else { format!("{word} {clauses}") });
        }
        join(&moments, "and")
    }

    /// One condition as a clause without conjunction.
    pub fn clause(&mut self, cond: &Cond, not: bool) -> String {
        match cond {
            Cond::Exists(filter) => self.exists(filter, not),
            Cond::AtLeast(n, filter) => {
                let noun = self.noun(filter);
                let n = self.num(n);
                let cards = noun.without_yours().say(Form::Counted, false);
                match (noun.is_yours(), not) {
                    (true, false) => format!("you control {n} or more {cards}"),
                    (true, true) => format!("you control fewer than {n} {cards}"),
                    (false, false) => format!("there are {n} or more {cards}"),
                    (false, true) => format!("there are fewer than {n} {cards}"),
                }
            }
            Cond::FirstPlayer => format!("you are{} first player", if not { "n't" } else { "" }),
            Cond::Challenge(kinds) => format!("it is{} {}", if not { "n't" } else { "" }, a(&challenge(kinds))),
            Cond::YouAttack => format!("you are{} attacking", if not { "n't" } else { "" }),
            Cond::YouDefend => format!("you are{} defending", if not { "n't" } else { "" }),
            Cond::YouParticipate => format!("you are{} participating", if not { "n't" } else { "" }),
            Cond::During(phase) => format!("it is{} the {} phase", if not { "n't" } else { "" }, phase.word()),
            Cond::Compare(n, cmp) if not => self.compare(n, &opposite(cmp)),
            Cond::Compare(n, cmp) => self.compare(n, cmp),
            Cond::Matches(what, filter) => self.matches(what, filter, not),
            Cond::Happened(past) => self.past(past, not),
            Cond::NthChallenge(nth) => format!("it is{} {}", if not { "n't" } else { "" }, self.nth(nth, false)),
            Cond::Not(inner) => self.clause(inner, !not),
            Cond::Any(list) if !not && list.iter().all(|c| matches!(c, Cond::YouAttack | Cond::YouDefend | Cond::YouParticipate)) => {
                let roles: Vec<String> = list.iter().map(|c| self.clause(c, false).replacen("you are ", "", 1)).collect();
                format!("you are {}", join(&roles, "or"))
            }
            Cond::Any(list) => join(&list.iter().map(|c| self.clause(c, not)).collect::<Vec<_>>(), if not { "and" } else { "or" }),
            Cond::All(list) => join(&list.iter().map(|c| self.clause(c, not)).collect::<Vec<_>>(), if not { "or" } else { "and" }),
            Cond::Did => if not { "not" } else { "so" }.to_owned(),
        }
    }

    fn exists(&mut self, filter: &Filter, not: bool) -> String {
        if let Some(What::Ref(card)) = filter.0.iter().find_map(|p| if let Pred::Is(w) = p { Some(w.clone()) } else { None }) {
            let rest = Filter(filter.0.iter().filter(|p| !matches!(p, Pred::Is(_))).cloned().collect());
            return self.matches(&What::Ref(card), &rest, not);
        }
        let who = filter.0.iter().find_map(|p| match p {
            Pred::Yours => Some(Who::You),
            Pred::Opponents => Some(Who::Opponent),
            Pred::ControlledBy(who) => Some(*who),
            _ => None,
        });
        let rest =
            Filter(filter.0.iter().filter(|p| !matches!(p, Pred::Yours | Pred::Opponents | Pred::ControlledBy(_))).cloned().collect());
        let Some(who) = who else {
            let noun = self.noun(filter);
            return match (noun.is_proper() || noun.has_zone(), not) {
                (true, false) => format!("there is {}", noun.say(Form::A, false)),
                (true, true) => format!("there is no {}", noun.say(Form::Bare, false)),
                (false, false) => format!("{} is {}", noun.say(Form::A, false), where_is(filter)),
                (false, true) => format!("no {} is {}", noun.say(Form::Bare, false), where_is(filter)),
            };
        };
        if let [Pred::FactionCard, rest @ ..] = rest.0.as_slice() {
            let whose = self.whose(who);
            let is = self.noun(&Filter(rest.to_vec())).predicate(not);
            return format!("{whose} faction card {is}");
        }
        let who = if who == Who::Opponent && not { "no opponent".to_owned() } else { self.who(who) };
        let you = who == "you" || who == "they";
        let noun = self.noun(&rest);
        let proper = noun.is_proper();
        let verb = match (not, you) {
            (false, true) => "control",
            _ if who == "no opponent" => "controls",
            (false, false) => "controls",
            (true, true) if proper => "don't control",
            (true, false) if proper => "doesn't control",
            (true, true) => "control no",
            (true, false) => "controls no",
        };
        let form = if not && !proper && who != "no opponent" { Form::Bare } else { Form::A };
        format!("{who} {verb} {}", noun.say(form, false))
    }

    /// `it is a Hatchling character`.
    fn matches(&mut self, what: &What, filter: &Filter, not: bool) -> String {
        let subject = self.what(what);
        let name = match filter.0.as_slice() {
            [Pred::Named(name)] => Some(name.clone()),
            _ => None,
        };
        let is = if not { "isn't" } else { "is" };
        let said = if let Some(name) = name { format!("{is} {name}") } else { self.noun(filter).predicate(not) };
        let said = if said.is_empty() { format!("{is}{} in play", if not { "" } else { " still" }) } else { said };
        let said = if subject.plural {
            said.replacen("is ", "are ", 1).replacen("isn't ", "aren't ", 1).replacen("has ", "have ", 1)
        } else {
            said
        };
        let text = if subject.text == "them" { "they".to_owned() } else { subject.text };
        format!("{text} {said}")
    }

    fn past(&mut self, past: &Past, not: bool) -> String {
        // Of several players each: none of them has.
        let none = not && matches!(past.who, Who::Opponent | Who::EachPlayer);
        let who = if none { self.who(past.who).replacen("an ", "no ", 1).replacen("a ", "no ", 1) } else { self.who(past.who) };
        let not = not && !none;
        let mut deeds = Vec::new();
        for (verb, kinds) in [("won", &past.won), ("lost", &past.lost), ("initiated", &past.initiated)] {
            if !kinds.is_empty() {
                let kinds = self.of_types(kinds);
                let one = if past.span == Span::Challenge { format!("this {kinds}") } else { a(&kinds) };
                deeds.push(format!("{verb} {one}"));
            }
        }
        if past.drew {
            deeds.push("drawn a card".to_owned());
        }
        if let Some(to) = past.gave {
            deeds.push(format!("given {} gold", self.who(to)));
        }
        let have = match (who == "you" || who == "they", not) {
            (true, false) => "have",
            (true, true) => "haven't",
            (false, false) => "has",
            (false, true) => "hasn't",
        };
        let role = if past.defending { " as defender" } else { "" };
        let against = past.against.map(|who| format!(" against {}", self.who(who))).unwrap_or_default();
        let period = if past.span == Span::Challenge { String::new() } else { format!(" this {}", span(past.span)) };
        format!("{who} {have} {}{role}{against}{period}", join(&deeds, "or"))
    }

    /// `your third challenge each phase`; of one moment `this phase`.
    fn nth(&mut self, nth: &Nth, each: bool) -> String {
        let n = match nth.n {
            1 => "first".to_owned(),
            2 => "second".to_owned(),
            3 => "third".to_owned(),
            n => format!("{n}th"),
        };
        let whose = match nth.by {
            Some(who) => self.whose(who),
            None => "the".to_owned(),
        };
        let against = nth.against.map(|who| format!(" against {}", self.who(who))).unwrap_or_default();
        let period = format!("{} {}", if each { "each" } else { "this" }, span(nth.span));
        format!("{whose} {n} {}{against} {period}", challenge(&nth.kind))
    }

    /// `[military] challenge`, `challenge of that type`.
    pub fn of_types(&mut self, kinds: &[OfType]) -> String {
        let printed: Vec<ChallengeType> = kinds.iter().filter_map(|k| if let OfType::Is(kind) = k { Some(*kind) } else { None }).collect();
        match kinds.iter().find_map(|k| if let OfType::Named(name) = k { Some(*name) } else { None }) {
            None => challenge(&printed),
            Some(name) => format!("challenge of {}", self.word(name, "that type")),
        }
    }
}

fn where_is(filter: &Filter) -> &'static str {
    if filter.0.contains(&Pred::Plot) { "revealed" } else { "in play" }
}

fn flatten<'c>(conds: &'c [Cond], into: &mut Vec<&'c Cond>) {
    for cond in conds {
        match cond {
            Cond::All(list) => flatten(list, into),
            other => into.push(other),
        }
    }
}

fn opposite(cmp: &Cmp) -> Cmp {
    match cmp {
        Cmp::AtMost(n) => Cmp::Above(n.clone()),
        Cmp::AtLeast(n) => Cmp::Below(n.clone()),
        Cmp::Below(n) => Cmp::AtLeast(n.clone()),
        Cmp::Above(n) => Cmp::AtMost(n.clone()),
        Cmp::Is(Num::N(0)) => Cmp::AtLeast(Num::N(1)),
        Cmp::Is(n) => Cmp::Above(n.clone()),
    }
}
