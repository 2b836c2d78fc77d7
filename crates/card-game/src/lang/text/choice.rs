//! Choices: `a chosen character`, `up to 3 of them`, or a sentence of their own.

use super::effect::{self, Sentence};
use super::grammar::{a, join};
use super::noun::{CHOSEN, Form};
use super::{It, Said, Writer};
use crate::lang::ast::*;
use crate::lang::raw::{Bind, Filter, Num, Use, What};

impl Writer<'_> {
    /// Registers what is chosen at first, to be introduced where it is first mentioned.
    pub fn announce(&mut self, choices: &[Choice]) {
        for choice in choices {
            self.register(choice, true);
        }
    }

    pub fn register(&mut self, choice: &Choice, target: bool) {
        let (at, said) = match choice {
            Choice::Cards(pick) => {
                let by_them = pick.by == Some(Who::Them);
                // The chooser is the subject of the sentence, so the phrase says `they`.
                let said = self.them_said;
                self.them_said |= by_them;
                let (phrase, word, plural) = self.pick(pick, target || pick.target);
                self.them_said = said;
                (pick.name, Said::Pending { phrase, word, plural, by_them })
            }
            Choice::Opponent(name) => (*name, person("opponent", target)),
            Choice::Player(name) => (*name, person("player", target)),
            Choice::ChallengeType(pick) => {
                let later = "that type".to_owned();
                if let Some(place) = self.said.get_mut(pick.name.0 as usize) {
                    *place = Said::Word { first: None, later: later.clone() };
                }
                let only = if pick.only_if.is_empty() { String::new() } else { format!(" ({})", self.conds(&pick.only_if, "if")) };
                (pick.name, Said::Word { first: Some(format!("a challenge type{only}")), later })
            }
        };
        if let Some(place) = self.said.get_mut(at.0 as usize) {
            *place = said;
        }
    }

    /// The phrase of a choice, the word for later, and whether it is of several cards.
    pub fn pick(&mut self, pick: &Pick, target: bool) -> (String, String, bool) {
        let everybody = |n: &Num| matches!(n, Num::Expr(e) if **e == NumExpr::Players(Who::EachPlayer));
        let set = pick.filter.0.iter().find_map(|p| if let Pred::Is(What::Name(name)) = p { Some(*name) } else { None });
        if let Some(name) = set {
            let of = self.named(name).text;
            let word = match self.said.get(name.0 as usize) {
                Some(Said::Known { word, .. }) => word.clone(),
                _ => "card".to_owned(),
            };
            let several = |n: &Num| *n != Num::N(1);
            // What they must be beside lying there.
            let there = |p: &Pred| matches!(p, Pred::Is(_) | Pred::In(..) | Pred::Not(_));
            let rest = Filter(pick.filter.0.iter().filter(|p| !there(p)).cloned().collect());
            let noun = self.noun(&rest);
            let (word, of) =
                if rest.0.is_empty() { (word, of) } else { (noun.word(), format!("{} among {of}", noun.say(Form::Counted, false))) };
            let some = |n: String, one: bool| match (rest.0.is_empty(), one) {
                (true, _) => format!("{n} of {of}"),
                (false, false) => format!("{n} {of}"),
                (false, true) => format!("{n} {} among {}", noun.say(Form::Bare, false), of.rsplit(" among ").next().unwrap_or_default()),
            };
            let (phrase, plural) = match (&pick.count, &pick.up_to) {
                (Some(n), _) if pick.distinct == Some(Same::Controller) && everybody(n) => ("one of each player's".to_owned(), true),
                _ if pick.any => (format!("any number of {of}"), true),
                (Some(n), _) => (some(self.num(n), !several(n)), several(n)),
                (_, Some(n)) => (some(format!("up to {}", self.num(n)), !several(n)), several(n)),
                _ => (some("one".to_owned(), true), false),
            };
            let by = pick.by.filter(|by| !matches!(by, Who::You | Who::Them));
            let choice = by.map(|by| format!(" ({} choice)", self.whose(by))).unwrap_or_default();
            return (format!("{phrase}{choice}"), word, plural);
        }
        let mut noun = self.noun(&pick.filter);
        let word = noun.word();
        let mut choice = String::new();
        if target {
            noun.add(CHOSEN, "chosen");
        }
        if pick.distinct == Some(Same::Controller) && pick.count.as_ref().is_some_and(everybody) {
            return (format!("{} of each player", noun.say(Form::A, true)), word, true);
        }
        if let Some((stat, cmp)) = &pick.sum {
            let stat = match stat {
                Stat::Str => "STR",
                Stat::PrintedCost => "cost",
                Stat::Power => "power",
            };
            // A bound may speak of another card, which is no "it" behind the chosen ones.
            self.it = It::Nothing;
            let cmp = self.cmp(cmp);
            noun.tail(format!("of total {stat} {cmp}"));
        }
        match pick.same {
            Some(Same::Controller) => noun.tail("of one player"),
            Some(Same::Title) => noun.tail("of one title"),
            None => {}
        }
        match pick.distinct {
            Some(Same::Controller) => noun.tail("of different players"),
            Some(Same::Title) => noun.tail("of different titles"),
            None => {}
        }
        if let Some(by) = pick.by
            && !matches!(by, Who::You | Who::Them)
        {
            let theirs = pick.filter.0.contains(&Pred::ControlledBy(by));
            let whose = if theirs { "their".to_owned() } else { self.whose(by) };
            choice = format!(" ({whose} choice)");
        }
        let several = |n: &Num| *n != Num::N(1);
        let plural = pick.any || pick.count.as_ref().or(pick.up_to.as_ref()).is_some_and(several);
        let form = if plural { Form::Counted } else { Form::A };
        let phrase = noun.say(form, true);
        let phrase = match (&pick.count, &pick.up_to) {
            _ if pick.any => format!("any number of {phrase}"),
            (Some(n), _) if plural => format!("{} {phrase}", self.num(n)),
            (_, Some(n)) if plural => format!("up to {} {phrase}", self.num(n)),
            (_, Some(_)) => format!("up to 1 {}", noun.say(Form::Bare, true)),
            _ => phrase,
        };
        (format!("{phrase}{choice}"), word, plural)
    }

    /// Choices that the first effect does not mention are said on their own.
    pub fn open_choices(&mut self, choices: &[Choice], costs: &[Cost], effects: &[Effect]) -> Vec<Sentence> {
        let mut said = Vec::new();
        for choice in choices {
            let name = bound(choice);
            let paid = effect::mentions(&format!("{costs:?}"), name);
            let first = effects.iter().find(|e| effect::mentions(&format!("{e:?}"), name));
            if !paid && !first.is_some_and(|e| effect::introduces(e, name)) {
                said.extend(self.introduce(choice));
            }
        }
        match said.as_slice() {
            [] => Vec::new(),
            list => {
                let choose = format!("choose {}", join(list, "and"));
                vec![Sentence { plain: choose.clone(), order: Some(choose) }]
            }
        }
    }

    /// Introduces a choice on its own, without the word *chosen*.
    pub fn introduce(&mut self, choice: &Choice) -> Option<String> {
        self.register(choice, false);
        Some(match choice {
            Choice::Cards(pick) => self.named(Use(pick.name.0)).text,
            Choice::Opponent(_) | Choice::Player(_) | Choice::ChallengeType(_) => self.word(Use(bound(choice).0), "a player"),
        })
    }
}

/// The name that a choice binds.
pub fn bound(choice: &Choice) -> Bind {
    match choice {
        Choice::Cards(Pick { name, .. }) | Choice::Opponent(name) | Choice::Player(name) => *name,
        Choice::ChallengeType(pick) => pick.name,
    }
}

fn person(word: &str, target: bool) -> Said {
    let first = if target { format!("a chosen {word}") } else { a(word) };
    Said::Word { first: Some(first), later: format!("that {word}") }
}
