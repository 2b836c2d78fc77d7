//! From the card language's trees to flat code (architecture section 3: no boxed trees in the state).

use crate::lang::ast::*;
use crate::lang::raw::Many;
use crate::rules::{AbilityRules, Instr, Layer, layer, trigger_bits};

/// Compiles one ability. With `blank` it does nothing (for tests).
pub fn ability(ability: &Ability, blank: bool, tokens: &mut Vec<String>) -> AbilityRules {
    let mut out = AbilityRules {
        ability: ability.clone(),
        code: Vec::new(),
        trigger: 0,
        layers: 0,
        reads: 0,
        cost_name: ability.names.iter().position(|n| n == "cost").map(|i| i as u8),
        found_name: ability.names.iter().position(|n| n == "found").map(|i| i as u8),
        blank,
        no_cancel: false,
        would: false,
        granted: Vec::new(),
        gifts: Vec::new(),
        gift: false,
    };
    match &ability.body {
        Body::Constant(c) => {
            for modifier in c.gets.iter() {
                out.layers |= layer(modifier).bit();
                if let Modifier::Grant(inner) = modifier {
                    out.granted.push(self::ability(inner, false, tokens));
                }
            }
            if !c.rules.is_empty() {
                out.layers |= Layer::Last.bit();
            }
            out.reads = crate::kernel::reads::of_constant(c);
            if blank {
                out.layers = 0;
            }
        }
        _ => {
            let t = out.triggered().expect("not constant").clone();
            if let Some(when) = &t.when {
                out.trigger = trigger_bits(when);
                out.would = out.is_would();
            }
            let ways = t.cost.iter().filter_map(Cost::ways).flatten().flat_map(|costs| costs.iter());
            for cost in t.cost.iter().chain(ways) {
                if let Cost::DiscardToken(name, _) = cost.one() {
                    token(name, tokens);
                }
            }
            let mut code = Vec::new();
            list(&t.effect, &mut code, tokens);
            code.push(Instr::End);
            out.code = code;
            let mut granted = Vec::new();
            crate::kernel::verbs_of::walk(&t.effect, &mut |e| {
                out.no_cancel |= matches!(e, Effect::NoCancel(_));
                if let Effect::Until(_, _, mods) = e {
                    granted.extend(mods.iter().filter_map(|m| if let Modifier::Grant(inner) = m { Some(inner) } else { None }));
                }
            });
            out.granted = granted.into_iter().map(|inner| self::ability(inner, false, tokens)).collect();
            if blank {
                out.trigger = 0;
            }
        }
    }
    out
}

fn token(name: &str, tokens: &mut Vec<String>) {
    if !tokens.iter().any(|t| t == name) {
        tokens.push(name.to_owned());
    }
}

/// Compiles a list of effects; a list with `Then` is a chain with one reaction window at its end (FAQ.1.8).
fn list(effects: &Many<Effect>, code: &mut Vec<Instr>, tokens: &mut Vec<String>) {
    let chain = effects.iter().any(|e| matches!(e, Effect::Then));
    if !chain {
        effects.iter().for_each(|e| effect(e, code, tokens));
        return;
    }
    code.push(Instr::Chain);
    let mut thens = Vec::new();
    for e in effects.iter() {
        if matches!(e, Effect::Then) {
            thens.push(code.len());
            code.push(Instr::Then(0));
        } else {
            effect(e, code, tokens);
        }
    }
    let end = code.len() as u16;
    for at in thens {
        code[at] = Instr::Then(end);
    }
    code.push(Instr::ChainEnd);
}

fn effect(e: &Effect, code: &mut Vec<Instr>, tokens: &mut Vec<String>) {
    match e {
        Effect::Choose(choice) => code.push(Instr::Choose((**choice).clone())),
        Effect::If(cond, then) => {
            let at = code.len();
            code.push(Instr::End);
            list(then, code, tokens);
            code[at] = Instr::Unless((**cond).clone(), code.len() as u16);
        }
        Effect::IfElse(cond, then, other) => {
            let at = code.len();
            code.push(Instr::End);
            list(then, code, tokens);
            let jump = code.len();
            code.push(Instr::End);
            code[at] = Instr::Unless((**cond).clone(), code.len() as u16);
            list(other, code, tokens);
            code[jump] = Instr::Jump(code.len() as u16);
        }
        Effect::May(body) => {
            let at = code.len();
            code.push(Instr::End);
            list(body, code, tokens);
            code[at] = Instr::May(code.len() as u16);
        }
        Effect::Either(options) => {
            let at = code.len();
            code.push(Instr::End);
            let mut starts = Vec::new();
            let mut jumps = Vec::new();
            for option in options {
                starts.push(code.len() as u16);
                list(option, code, tokens);
                jumps.push(code.len());
                code.push(Instr::End);
            }
            let end = code.len() as u16;
            for jump in jumps {
                code[jump] = Instr::Jump(end);
            }
            code[at] = Instr::Either(starts);
        }
        Effect::For(who, body) => {
            let at = code.len();
            code.push(Instr::End);
            list(body, code, tokens);
            code[at] = Instr::For(*who, code.len() as u16);
            code.push(Instr::ForEnd(at as u16 + 1));
        }
        Effect::Each(who, choices, body) => {
            let at = code.len();
            code.push(Instr::End);
            list(body, code, tokens);
            code[at] = Instr::Each(*who, choices.clone(), code.len() as u16);
            code.push(Instr::ForEnd(at as u16 + 1));
        }
        Effect::Repeat(n, body) => {
            let at = code.len();
            code.push(Instr::End);
            list(body, code, tokens);
            code[at] = Instr::Repeat(n.clone(), code.len() as u16);
            code.push(Instr::RepeatEnd(at as u16 + 1));
        }
        Effect::Together(body) => {
            code.push(Instr::Together);
            body.iter().for_each(|e| effect(e, code, tokens));
            code.push(Instr::TogetherEnd);
        }
        Effect::Offer(who, body, otherwise) => {
            let at = code.len();
            code.push(Instr::End);
            list(body, code, tokens);
            code.push(Instr::Accepted);
            let jump = code.len();
            code.push(Instr::End);
            code[at] = Instr::Offer(*who, body.clone(), code.len() as u16);
            list(otherwise, code, tokens);
            code[jump] = Instr::Jump(code.len() as u16);
        }
        Effect::NoSave(body) => {
            code.push(Instr::NoSave(true));
            list(body, code, tokens);
            code.push(Instr::NoSave(false));
        }
        Effect::NoCancel(body) => list(body, code, tokens),
        Effect::Search(spec) => {
            code.push(Instr::Search(spec.clone()));
            match &spec.found {
                Some(found) => {
                    list(found, code, tokens);
                    code.push(Instr::SearchEnd(false));
                }
                None => code.push(Instr::SearchEnd(true)),
            }
        }
        Effect::Delayed(_, body) | Effect::InsteadOfClaim(body) => {
            // The body follows its verb, jumped over; the later effect starts right behind the jump.
            code.push(Instr::Verb(e.clone()));
            let at = code.len();
            code.push(Instr::End);
            list(body, code, tokens);
            code.push(Instr::End);
            code[at] = Instr::Jump(code.len() as u16);
        }
        Effect::Then => {}
        verb => {
            if let Effect::Token(name, ..) | Effect::DiscardToken(name, ..) = verb {
                token(name, tokens);
            }
            code.push(Instr::Verb(verb.clone()));
        }
    }
}
