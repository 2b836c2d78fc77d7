//! Effects: orders (`draw 2 cards`), statements (`that character gets +2 STR this phase`) and how they are joined.

use super::cond::{challenge, span};
use super::grammar::{join, third};
use super::noun::Form;
use super::{It, Said, Writer, many};
use crate::lang::ast::*;
use crate::lang::raw::{Bind, Filter, KeywordsOf, Many, Num, OfType, What};

/// One sentence without its capital and full stop.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// How it reads on its own.
    pub plain: String,
    /// As an order that can follow `kneel this to` or `you may`.
    pub order: Option<String>,
}

/// A part of a sentence.
pub enum Clause {
    /// An order to you: `draw 2 cards`.
    Order(String),
    /// What can be ordered or stated: `give it +2 STR`, `it gets +2 STR`.
    Both {
        order: String,
        plain: String,
    },
    /// A statement only.
    Plain(String),
    /// What the player of `For` does, in the base form.
    Them(String),
    Then,
}

/// Whether the written-out syntax tree mentions this name.
pub fn mentions(tree: &str, name: Bind) -> bool {
    tree.contains(&format!("Use({})", name.0))
}

/// Whether the first thing this effect says can introduce the name.
pub fn introduces(effect: &Effect, name: Bind) -> bool {
    !matches!(
        effect,
        Effect::Delayed(..)
            | Effect::If(..)
            | Effect::IfElse(..)
            | Effect::Either(..)
            | Effect::Each(..)
            | Effect::Repeat(..)
            | Effect::Choose(..)
            | Effect::Offer(..)
            | Effect::ApplyClaim(OfType::Named(_), _)
    ) && mentions(&format!("{effect:?}"), name)
}

/// The clause with a note: that nothing can be saved, or cancelled.
fn noted(clause: Clause, what: &str) -> Clause {
    let note = |text: String| format!("{text} ({what})");
    match clause {
        Clause::Order(order) => Clause::Order(note(order)),
        Clause::Both { order, plain } => Clause::Both { order: note(order), plain: note(plain) },
        Clause::Plain(plain) => Clause::Plain(note(plain)),
        Clause::Them(order) => Clause::Them(note(order)),
        Clause::Then => Clause::Then,
    }
}

impl Writer<'_> {
    /// The effects as sentences.
    pub fn sentences(&mut self, effects: &[Effect]) -> Vec<Sentence> {
        let clauses = self.clauses(effects);
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut run: Vec<(String, String)> = Vec::new();
        let mut then = "";
        let flush = |run: &mut Vec<(String, String)>, then: &mut &str, sentences: &mut Vec<Sentence>| {
            if run.is_empty() {
                return;
            }
            let orders = join(&run.iter().map(|(o, _)| o.as_str()).collect::<Vec<_>>(), "and");
            let plain = if run.len() == 1 { run[0].1.clone() } else { orders.clone() };
            sentences.push(Sentence { plain: format!("{then}{plain}"), order: then.is_empty().then_some(orders) });
            *then = "";
            run.clear();
        };
        for clause in clauses {
            match clause {
                Clause::Order(order) | Clause::Them(order) => run.push((order.clone(), order)),
                Clause::Both { order, plain } => run.push((order, plain)),
                Clause::Plain(plain) => {
                    flush(&mut run, &mut then, &mut sentences);
                    sentences.push(Sentence { plain: format!("{then}{plain}"), order: None });
                    then = "";
                }
                Clause::Then => {
                    flush(&mut run, &mut then, &mut sentences);
                    then = "then, ";
                }
            }
        }
        flush(&mut run, &mut then, &mut sentences);
        sentences
    }

    /// The effects inside another sentence.
    fn inline(&mut self, effects: &[Effect]) -> String {
        let sentences = self.sentences(effects);
        sentences.into_iter().map(|s| s.plain).collect::<Vec<_>>().join("; ")
    }

    /// The effects as orders, for `you may`; statements where there is no order.
    pub fn orders(&mut self, effects: &[Effect]) -> String {
        let sentences = self.sentences(effects);
        sentences.into_iter().map(|s| s.order.unwrap_or(s.plain)).collect::<Vec<_>>().join("; ")
    }

    fn clauses(&mut self, effects: &[Effect]) -> Vec<Clause> {
        let mut clauses = Vec::new();
        for (i, effect) in effects.iter().enumerate() {
            let later = effects.get(i + 1);
            self.effect(effect, later, &mut clauses);
        }
        clauses
    }

    fn effect(&mut self, effect: &Effect, later: Option<&Effect>, to: &mut Vec<Clause>) {
        match effect {
            Effect::Then => to.push(Clause::Then),
            Effect::Together(list) => {
                let inner = self.clauses(list);
                to.extend(inner);
            }
            Effect::NoSave(list) => {
                let inner = self.clauses(list);
                to.extend(inner.into_iter().map(|clause| noted(clause, "no saves")));
            }
            Effect::NoCancel(list) => {
                let inner = self.clauses(list);
                to.extend(inner.into_iter().map(|clause| noted(clause, "no cancels")));
            }
            Effect::For(who, list) => {
                let inner = self.for_player(*who, list);
                to.extend(inner);
            }
            Effect::Each(who, choices, list) => {
                let inner = self.each_chooses(*who, choices, list);
                to.extend(inner);
            }
            Effect::Choose(choice) => self.choose(choice, later, to),
            Effect::May(list) => {
                self.hear(effect, None);
                let doer = if self.them.is_some() { self.who(Who::Them) } else { "you".to_owned() };
                let orders = std::mem::replace(&mut self.orders, true);
                let may = self.orders(list);
                self.orders = orders;
                to.push(Clause::Plain(format!("{doer} may {may}")));
            }
            Effect::Offer(who, offer, otherwise) => {
                let several = matches!(who, Who::Opponent | Who::EachPlayer);
                let doer = self.who(*who);
                self.hear(effect, Some(&doer));
                let outer = (self.them.replace(doer.clone()), std::mem::replace(&mut self.them_said, true));
                let orders = std::mem::replace(&mut self.orders, true);
                let offer = self.orders(offer);
                self.orders = orders;
                (self.them, self.them_said) = outer;
                // What the offer spoke of last is not what the other half is about.
                self.it = It::Nothing;
                let otherwise = self.inline(otherwise);
                let none = if several { "if none does" } else { "if not" };
                to.push(Clause::Plain(format!("{doer} may {offer}; {none}, {otherwise}")));
            }
            Effect::Either(options) => {
                self.hear(effect, None);
                self.either(options, to);
            }
            Effect::If(cond, list) => {
                let cond = self.clause(cond, false);
                let inner = self.inline(list);
                to.push(Clause::Plain(format!("if {cond}, {inner}")));
            }
            Effect::IfElse(cond, yes, no) => {
                let cond = self.clause(cond, false);
                let yes = self.inline(yes);
                let no = self.inline(no);
                to.push(Clause::Plain(format!("if {cond}, {yes}; otherwise {no}")));
            }
            Effect::Repeat(n, list) => {
                let times = match n {
                    Num::Expr(e) if matches!(**e, NumExpr::The(_)) => "for each of them".to_owned(),
                    n => self.amount(n, "time"),
                };
                let inner = self.inline(list);
                to.push(Clause::Plain(format!("{times}: {inner}")));
            }
            Effect::InsteadOfClaim(list) => {
                let inner = self.orders(list);
                to.push(Clause::Order(format!("{inner} instead of the normal claim")));
            }
            Effect::Delayed(at, list) => {
                let at = self.moment(at);
                let inner = self.inline(list);
                to.push(Clause::Plain(format!("{at}, {inner}")));
            }
            Effect::Until(s, what, modifiers) => {
                let clause = self.until(*s, what, modifiers);
                to.push(clause);
            }
            Effect::Rule(s, rules) => {
                let clause = self.rule(rules, &format!("this {}", span(*s)));
                to.push(clause);
            }
            Effect::RuleUntilPlot(rules) => {
                let clause = self.rule(rules, "until you reveal a new plot");
                to.push(clause);
            }
            Effect::PowerOn(what, n) => {
                let card = self.what(what);
                let n = self.amount(n, "power");
                let gains = if card.plural { "gain" } else { "gains" };
                let subject = if card.text == "them" { "they".to_owned() } else { card.text.clone() };
                to.push(Clause::Both { order: format!("have {} gain {n}", card.text), plain: format!("{subject} {gains} {n}") });
            }
            Effect::Name(name, filter) => {
                let (phrase, word) = (self.every(filter, false).text, self.noun(filter).word());
                self.pending(*name, phrase, word, true);
            }
            Effect::NameTop(n, name, filter) => {
                let noun = self.noun(filter);
                let (phrase, plural) = match n {
                    Num::N(1) => (format!("the topmost {}", noun.say(Form::Bare, false)), false),
                    n => (format!("the topmost {} {}", self.num(n), noun.say(Form::Counted, false)), true),
                };
                let of_each = filter.0.iter().any(|p| matches!(p, Pred::In(_, Who::EachPlayer)));
                let phrase = if of_each { phrase.replace("in a player's", "of each player's") } else { phrase };
                self.pending(*name, phrase, noun.word(), plural);
            }
            Effect::NameIcon(name) => self.name(*name, Some("1 challenge icon you name"), "that icon"),
            Effect::NameKeyword(name, of) => {
                let first = match of {
                    KeywordsOf::These(list) => {
                        let words: Vec<String> = list.iter().map(|k| self.keyword_name(*k)).collect();
                        format!("{} (you name which)", join(&words, "or"))
                    }
                    KeywordsOf::On(what) => format!("1 keyword of {} you name", self.what(what).text),
                };
                self.name(*name, Some(&first), "that keyword");
            }
            other => {
                let clause = match self.player_order(other) {
                    Some((order, true)) => Clause::Them(order),
                    Some((order, false)) => Clause::Order(order),
                    None => self.card_order(other),
                };
                to.push(clause);
            }
        }
    }

    /// When a delayed effect comes.
    fn moment(&mut self, at: &At) -> String {
        match at {
            At::EndOf(s) => format!("at the end of the {}", span(*s)),
            At::YouWin => "if you win this challenge".to_owned(),
            At::Result => "after this challenge".to_owned(),
            At::YouWinInitiative => "once you win initiative this phase".to_owned(),
            At::Leaves(card) => format!("when {} leaves play", self.reference(*card).text),
            At::FirstOf(list) => {
                let moments: Vec<String> = list.iter().map(|at| self.moment(at)).collect();
                join(&moments, "or")
            }
        }
    }

    /// Binds a name to cards that are said where they are first mentioned.
    fn pending(&mut self, name: Bind, phrase: String, word: String, plural: bool) {
        if let Some(said) = self.said.get_mut(name.0 as usize) {
            *said = Said::Pending { phrase, word, plural, by_them: false };
        }
    }

    /// Binds a name to words: these at first, those later.
    pub fn name(&mut self, name: Bind, first: Option<&str>, later: &str) {
        if let Some(said) = self.said.get_mut(name.0 as usize) {
            *said = Said::Word { first: first.map(str::to_owned), later: later.to_owned() };
        }
    }

    /// Binds a name to cards that were just mentioned.
    pub fn known(&mut self, name: Bind, word: &str, plural: bool) {
        if let Some(said) = self.said.get_mut(name.0 as usize) {
            *said = Said::Known { word: word.to_owned(), plural };
        }
        self.it = It::Name(name.0);
    }

    fn choose(&mut self, choice: &Choice, later: Option<&Effect>, to: &mut Vec<Clause>) {
        let name = super::choice::bound(choice);
        if later.is_some_and(|e| introduces(e, name)) {
            return self.register(choice, false);
        }
        let by_them = matches!(choice, Choice::Cards(Pick { by: Some(Who::Them), .. }));
        if by_them && !self.them_said {
            let chosen = format!("{} chooses", self.who(Who::Them));
            if let Some(chosen_what) = self.introduce(choice) {
                to.push(Clause::Plain(format!("{chosen} {chosen_what}")));
            }
        } else if let Some(chosen) = self.introduce(choice) {
            to.push(if by_them { Clause::Plain(format!("they choose {chosen}")) } else { Clause::Order(format!("choose {chosen}")) });
        }
    }

    fn either(&mut self, options: &[Many<Effect>], to: &mut Vec<Clause>) {
        let before = (self.said.clone(), self.it);
        let them = self.them.is_some() && !self.orders;
        let said_them = self.them_said;
        self.them_said |= them;
        let orders = std::mem::replace(&mut self.orders, true);
        let mut said = Vec::new();
        for option in options {
            (self.said, self.it) = before.clone();
            said.push(self.orders(option));
        }
        (self.orders, self.them_said) = (orders, said_them);
        let said = join(&said, "or");
        to.push(match (them, orders) {
            (true, _) => Clause::Them(format!("choose to {said}")),
            (false, true) => Clause::Order(said),
            (false, false) => Clause::Order(format!("either {said}")),
        });
    }

    fn for_player(&mut self, who: Who, effects: &[Effect]) -> Vec<Clause> {
        if who == Who::You {
            let (them, said) = (self.them.take(), self.them_said);
            let clauses = self.clauses(effects);
            (self.them, self.them_said) = (them, said);
            return clauses;
        }
        let (only, effects) = self.who_has(effects);
        let phrase = format!("{}{only}", self.each(who));
        let outer = (self.them.replace(phrase.clone()), std::mem::replace(&mut self.them_said, false));
        let mut clauses: Vec<Clause> = Vec::new();
        let mut run: Vec<String> = Vec::new();
        let mut subject = String::new();
        let flush = |run: &mut Vec<String>, subject: &str, clauses: &mut Vec<Clause>| {
            if !run.is_empty() {
                let verbs: Vec<String> = if subject == "they" { run.clone() } else { run.iter().map(|r| third(r)).collect() };
                clauses.push(Clause::Plain(format!("{subject} {}", join(&verbs, "and"))));
                run.clear();
            }
        };
        for (i, effect) in effects.iter().enumerate() {
            let first = !self.them_said;
            let mut inner = Vec::new();
            self.effect(effect, effects.get(i + 1), &mut inner);
            for clause in inner {
                match clause {
                    Clause::Them(verb) => {
                        if run.is_empty() {
                            subject = if first { phrase.clone() } else { "they".to_owned() };
                            self.them_said = true;
                        }
                        run.push(verb);
                    }
                    other => {
                        flush(&mut run, &subject, &mut clauses);
                        clauses.push(other);
                    }
                }
            }
        }
        flush(&mut run, &subject, &mut clauses);
        (self.them, self.them_said) = outer;
        clauses
    }

    /// ` with a Winter plot revealed`, where the effects concern only those players of several, and what concerns them.
    fn who_has<'e>(&mut self, effects: &'e [Effect]) -> (String, &'e [Effect]) {
        if let [Effect::If(cond, body)] = effects {
            let (filter, with) = match &**cond {
                Cond::Exists(filter) => (filter, "with"),
                Cond::Not(inner) => match &**inner {
                    Cond::Exists(filter) => (filter, "without"),
                    _ => return (String::new(), effects),
                },
                _ => return (String::new(), effects),
            };
            if filter.0.contains(&Pred::ControlledBy(Who::Them)) {
                let rest = Filter(filter.0.iter().filter(|p| !matches!(p, Pred::ControlledBy(_))).cloned().collect());
                let place = if filter.0.contains(&Pred::Plot) { "revealed" } else { "in play" };
                return (format!(" {with} {} {place}", self.noun(&rest).say(Form::A, false)), body);
            }
        }
        (String::new(), effects)
    }

    fn each_chooses(&mut self, who: Who, choices: &[Choice], effects: &[Effect]) -> Vec<Clause> {
        let (only, effects) = self.who_has(effects);
        let phrase = format!("{}{only}", self.each(who));
        let outer = (self.them.replace(phrase.clone()), std::mem::replace(&mut self.them_said, true));
        let chosen: Vec<String> = choices.iter().filter_map(|c| self.introduce(c)).collect();
        for choice in choices {
            if let Choice::Cards(pick) = choice
                && let Some(said @ Said::Known { .. }) = self.said.get_mut(pick.name.0 as usize)
                && let Said::Known { word, .. } = said.clone()
            {
                *said = Said::Known { word, plural: true };
            }
        }
        let mut clauses = vec![Clause::Plain(format!("{phrase} chooses {}", join(&chosen, "and")))];
        clauses.extend(self.clauses(effects));
        (self.them, self.them_said) = outer;
        clauses
    }

    pub fn until(&mut self, s: Span, what: &What, modifiers: &[Modifier]) -> Clause {
        let card = match what {
            What::All(filter) => self.every(filter, true),
            other => self.what(other),
        };
        let subject = if card.text == "them" { "they".to_owned() } else { card.text.clone() };
        let before = self.said.clone();
        let gets = self.modifiers(modifiers, card.plural);
        let plain = format!("{subject} {gets} this {}", span(s));
        let after = std::mem::replace(&mut self.said, before);
        match self.gifts(modifiers) {
            Some(gifts) => Clause::Both { order: format!("give {} {gifts} this {}", card.text, span(s)), plain },
            None => {
                self.said = after;
                Clause::Plain(plain)
            }
        }
    }

    fn rule(&mut self, rules: &[PlayerModifier], period: &str) -> Clause {
        let them = self.them.is_some();
        if !them {
            match rules {
                [PlayerModifier::Claim(Num::N(n))] if *n > 0 => return Clause::Order(format!("raise your claim by {n} {period}")),
                [PlayerModifier::ClaimIn(kinds, Num::N(n))] if *n > 0 => {
                    return Clause::Order(format!("raise your claim by {n} in {} {period}", many(&challenge(kinds))));
                }
                _ => {}
            }
        }
        let who = if them { Who::Them } else { Who::You };
        // How long it lasts comes before the condition under which it does.
        if let [PlayerModifier::If(cond, rule)] = rules {
            let rule = self.player_rules(who, std::slice::from_ref(rule), period);
            return Clause::Plain(format!("{rule} {period} {}", self.conds(std::slice::from_ref(cond), "while")));
        }
        Clause::Plain(format!("{} {period}", self.player_rules(who, rules, period)))
    }
}
