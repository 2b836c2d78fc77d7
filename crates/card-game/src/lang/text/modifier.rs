//! What cards and players get: `gets +1 STR and renown`, `may initiate 1 more [power] challenge`.

use super::cond::{challenge, span};
use super::grammar::{a, join, third};
use super::noun::Form;
use super::{Said, Writer};
use crate::lang::ast::*;
use crate::lang::raw::{Filter, Num, Use};
use crate::words::ChallengeType;

impl Writer<'_> {
    /// All modifiers as one predicate, for one card or several.
    pub fn modifiers(&mut self, modifiers: &[Modifier], plural: bool) -> String {
        let mut objects = Vec::new();
        let mut verbs: Vec<String> = Vec::new();
        for modifier in modifiers {
            match self.gift(modifier) {
                Some(gift) => objects.push(gift),
                None => verbs.push(self.verb(modifier, plural)),
            }
        }
        let verbs = merge_verbs(verbs);
        let verbs: Vec<String> = verbs.into_iter().map(|v| if plural { v } else { third(&v) }).collect();
        let mut parts = Vec::new();
        if !objects.is_empty() {
            parts.push(format!("{} {}", if plural { "get" } else { "gets" }, join(&objects, "and")));
        }
        parts.extend(verbs);
        join(&parts, "and")
    }

    /// The modifiers as objects of `give`, if all of them can be given.
    pub fn gifts(&mut self, modifiers: &[Modifier]) -> Option<String> {
        if !modifiers.iter().all(is_gift) {
            return None;
        }
        let gifts: Vec<String> = modifiers.iter().filter_map(|m| self.gift(m)).collect();
        (!gifts.is_empty()).then(|| join(&gifts, "and"))
    }

    fn gift(&mut self, modifier: &Modifier) -> Option<String> {
        Some(match modifier {
            Modifier::Str(n) => self.signed(n, "STR"),
            Modifier::Icon(kind) => icon(*kind),
            Modifier::IconNamed(name) => self.icon_named(*name),
            Modifier::Keyword(keyword @ (Keyword::NoAttachments | Keyword::NoAttachmentsExcept(_) | Keyword::NoAttachmentsWith(_))) => {
                format!("“{}”", self.keyword(keyword))
            }
            Modifier::Keyword(keyword) => self.keyword(keyword),
            Modifier::KeywordNamed(name) => self.word(*name, "that keyword"),
            Modifier::Trait(t) => format!("the {} trait", t.name()),
            Modifier::Faction(faction) => format!("the {faction} affiliation"),
            Modifier::Grant(ability) => {
                let mut inner = Writer { host: self.host.clone(), ..Writer::default() };
                format!("“{}”", inner.ability(ability))
            }
            _ => return None,
        })
    }

    fn icon_named(&mut self, name: Use) -> String {
        match self.said.get_mut(name.0 as usize) {
            Some(Said::Word { first, later }) => first.take().unwrap_or_else(|| later.clone()),
            _ => "1 challenge icon you name".to_owned(),
        }
    }

    /// The verb in its base form.
    fn verb(&mut self, modifier: &Modifier, plural: bool) -> String {
        let its = if plural { "their" } else { "its" };
        match modifier {
            Modifier::SetStr(n) => format!("have STR {}", self.num(n)),
            Modifier::HalveStr => format!("have {its} STR halved"),
            Modifier::DoubleStr => format!("have {its} STR doubled"),
            Modifier::LoseIcon(kind) => format!("lose {}", icon(*kind)),
            Modifier::LoseIconNamed(name) => format!("lose {}", self.icon_named(*name)),
            Modifier::LoseKeyword(name) => format!("lose {}", self.keyword_name(*name)),
            Modifier::LoseKeywordNamed(name) => format!("lose {}", self.word(*name, "that keyword")),
            Modifier::Blank => format!("have no text except {}Traits", if plural { "" } else { "its " }).replace("Traits", "traits"),
            Modifier::BlankAll => "have no text or traits".to_owned(),
            Modifier::NoKneelAttacking(kinds) => format!("don't kneel to attack{}", in_challenges(kinds)),
            Modifier::NoKneelDefending(kinds) => format!("don't kneel to defend{}", in_challenges(kinds)),
            Modifier::NoKneelAttackingFirst(kind) => {
                format!("don't kneel to attack in your first {} each round", challenge(&[*kind]))
            }
            Modifier::Cannot(acts) => {
                let acts: Vec<&str> = acts.iter().map(|a| act(*a)).collect();
                let joined = join(&acts, "or");
                let be = acts.iter().all(|a| a.starts_with("be "));
                format!("can't {}", if be { joined.replace(" be ", " ") } else { joined })
            }
            Modifier::MustDefend => "must defend if able".to_owned(),
            Modifier::Contribute => format!("contribute {its} STR to your side"),
            Modifier::NoContribute => "don't contribute STR".to_owned(),
            Modifier::KilledAtZero => "die at STR 0".to_owned(),
            Modifier::ImmuneTo(filter) if filter.0.is_empty() => "are immune to card effects".to_owned(),
            Modifier::NotOnlyTarget(filter) => {
                format!("can't be chosen as the only target of {}", self.noun(filter).say(Form::Many, false))
            }
            Modifier::ImmuneTo(filter) => format!("are immune to {}", self.noun(filter).say(Form::Many, false)),
            Modifier::DefendsKneeling(kinds) => format!("may defend{} while kneeling", in_challenges(kinds)),
            Modifier::DefendsWithoutIcon(kinds) => {
                let icons = join(&kinds.iter().map(|k| format!("[{}]", k.word())).collect::<Vec<_>>(), "or");
                format!("may defend{} without {} icon", in_challenges(kinds), if icons.is_empty() { "the".to_owned() } else { a(&icons) })
            }
            Modifier::ConsideredAttacking => "count as attacking".to_owned(),
            Modifier::EntersKnelt => "enter play kneeling".to_owned(),
            Modifier::SacrificedIf(cond) => format!("are sacrificed {}", self.conds(std::slice::from_ref(cond), "if")),
            Modifier::AsInHand(None) => "count as in your hand".to_owned(),
            Modifier::AsInHand(Some(to)) => {
                format!("count as in your hand and, once played, go {}", super::deed::place(*to))
            }
            Modifier::X(n) => format!("have X equal to {}", self.num(n)),
            Modifier::BaseIncome(n) => format!("have a base income of {}", self.num(n)),
            Modifier::BaseInitiative(n) => format!("have a base initiative of {}", self.num(n)),
            Modifier::Dominance(n) => format!("add {} to your dominance total", self.amount(n, "STR")),
            Modifier::NoDominance => "don't count for dominance".to_owned(),
            Modifier::CostLess { by, how } => {
                let to = if how.is_empty() { String::new() } else { format!(" to {}", bring(how)) };
                format!("cost {}", self.less(by, &to))
            }
            Modifier::MayBeDuplicateOf(filter) => {
                format!("may also be marshaled as a duplicate of {}", self.noun(filter).say(Form::A, false))
            }
            Modifier::MarshalIn(phase) => format!("may also be marshaled as an action in the {} phase", phase.word()),
            Modifier::Control => "come under your control".to_owned(),
            Modifier::Str(_)
            | Modifier::Icon(_)
            | Modifier::IconNamed(_)
            | Modifier::Keyword(_)
            | Modifier::KeywordNamed(_)
            | Modifier::Trait(_)
            | Modifier::Faction(_)
            | Modifier::Grant(_) => String::new(),
        }
    }

    /// Rules about a player as a clause: `each opponent can't draw cards`.
    pub fn player_rules(&mut self, who: Who, rules: &[PlayerModifier], period: &str) -> String {
        let subject = match who {
            Who::Opponent => "your opponents".to_owned(),
            Who::EachPlayer => "players".to_owned(),
            other => self.each(other),
        };
        let you = subject == "your opponents" || subject == "players" || subject == "you" || subject == "they";
        let whose = super::grammar::whose(&subject);
        let mut own = Vec::new();
        let mut other = Vec::new();
        for rule in rules {
            match self.costs(&whose, rule, period) {
                Some(clause) => other.push(clause),
                None => {
                    let verb = self.player_verb(rule);
                    own.push(if you { verb } else { third(&verb) });
                }
            }
        }
        let own = merge_verbs(own);
        let mut parts = Vec::new();
        if !own.is_empty() {
            parts.push(format!("{subject} {}", join(&own, "and")));
        }
        parts.extend(other);
        join(&parts, "and")
    }

    /// Rules that speak of cards: what costs less, what is in hand.
    fn costs(&mut self, whose: &str, rule: &PlayerModifier, period: &str) -> Option<String> {
        Some(match rule {
            PlayerModifier::ReduceFirst { by, of, how, span: s } => {
                let card = self.bare(of);
                let each = if period == "each round" { "each" } else { "this" };
                let less = self.less(by, "");
                format!("{whose} first {card} {} {each} {} costs {less}", means(how), span(*s))
            }
            PlayerModifier::Reduce { by, of, how } => {
                let cards = self.noun(of).without_yours().say(Form::Many, false);
                format!("{whose} {cards} cost {}", self.less(by, &format!(" to {}", bring(how))))
            }
            PlayerModifier::ClaimAgainst(name, n) => {
                let kind = self.kind_named(*name);
                let (n, more) = match n {
                    Num::N(n) if *n < 0 => ((-n).to_string(), "lower"),
                    n => (self.num(n), "higher"),
                };
                format!("claim against you is {n} {more} in {kind}")
            }
            PlayerModifier::AsInHand(filter) => {
                let events = filter.0.contains(&Pred::EventCard);
                let cards = self.noun(filter).say(Form::Many, false);
                format!("{cards} may be {} as if in hand", if events { "played" } else { "played or marshaled" })
            }
            PlayerModifier::HandKeyword(filter, keyword) => {
                let cards = self.noun(filter).without_yours().say(Form::Many, false);
                let keyword = match keyword {
                    Keyword::Ambush(Num::Expr(e)) if **e == NumExpr::PrintedCost(Ref::It) => "ambush (their cost)".to_owned(),
                    other => self.keyword(other),
                };
                format!("{cards} in your hand get {keyword}")
            }
            _ => return None,
        })
    }

    /// `2 less to marshal`, `1 more`, `1 less to ambush per Lord you control`.
    fn less(&mut self, by: &Num, to: &str) -> String {
        match (by, self.per(by)) {
            (Num::N(n), _) if *n < 0 => format!("{} more{to}", -n),
            (_, Some((k, per, note))) => format!("{k} less{to} per {per}{note}"),
            (n, None) => format!("{} less{to}", self.num(n)),
        }
    }

    fn bare(&mut self, filter: &Filter) -> String {
        self.noun(filter).without_yours().say(Form::Bare, false)
    }

    fn player_verb(&mut self, rule: &PlayerModifier) -> String {
        match rule {
            PlayerModifier::Income(n) => format!("have {}", self.signed(n, "income")),
            PlayerModifier::Initiative(n) => format!("have {}", self.signed(n, "initiative")),
            PlayerModifier::Reserve(n) => format!("have {}", self.signed(n, "reserve")),
            PlayerModifier::ReduceReserve { by, least } => {
                let by = match by {
                    Num::N(by) => format!("-{by} reserve"),
                    by => format!("-X reserve (X is {})", self.num(by)),
                };
                format!("have {by} (not below {})", self.num(least))
            }
            PlayerModifier::Claim(n) => format!("have {}", self.signed(n, "claim")),
            PlayerModifier::ClaimIn(kinds, n) => format!("have {}{}", self.signed(n, "claim"), in_challenges(kinds)),
            PlayerModifier::ExtraChallenge(kind) => format!("may initiate 1 more {}", challenge(&[*kind])),
            PlayerModifier::ExtraChallengeNamed(name) => {
                let kind = self.kind_named(*name);
                format!("may initiate 1 more {}", kind.replacen("challenges", "challenge", 1))
            }
            PlayerModifier::ExtraChallengeElsewhere(kind) => {
                format!("may initiate 1 more {} against another opponent", challenge(&[*kind]))
            }
            PlayerModifier::MaxChallenges(n) => format!("can't initiate more than {} in the challenges phase", self.amount(n, "challenge")),
            PlayerModifier::MaxAttackers(n) => format!("can't declare more than {}", self.amount(n, "attacker")),
            PlayerModifier::MaxDefenders(n) => format!("can't declare more than {}", self.amount(n, "defender")),
            PlayerModifier::CannotInitiate(kinds) => format!("can't initiate {}", super::many(&challenge(kinds))),
            PlayerModifier::CannotInitiateNamed(name) => format!("can't initiate {}", self.kind_named(*name)),
            PlayerModifier::CannotInitiateAgainst(who) => format!("can't initiate challenges against {}", self.who(*who)),
            PlayerModifier::CannotMarshal(filter) => format!("can't marshal {}", self.noun(filter).without_yours().say(Form::Many, false)),
            PlayerModifier::CannotPlay(filter) => format!("can't play {}", self.noun(filter).without_yours().say(Form::Many, false)),
            PlayerModifier::CannotTrigger => "can't trigger abilities".to_owned(),
            PlayerModifier::Dominance(n) => format!("have {} for dominance", self.signed(n, "STR")),
            PlayerModifier::SideStr(n) => format!("have {} on your side", self.signed(n, "STR")),
            PlayerModifier::StandAtMost(n, filter) => {
                let noun = self.noun(filter).without_yours();
                let cards = self.amount_of(n, &noun.say(Form::Bare, false), &noun.say(Form::Counted, false));
                format!("can't stand more than {cards} in the standing phase")
            }
            PlayerModifier::ExtraLimited(n) => format!("may play {} this round", self.amount(n, "more limited card")),
            PlayerModifier::DrawPhase(n) => format!("draw {} in the draw phase", self.amount(n, "more card")),
            PlayerModifier::CannotGainPower => "can't gain power".to_owned(),
            PlayerModifier::CannotWin => "can't win the game".to_owned(),
            PlayerModifier::CannotInitiateTypeAgainst(kinds, who) => {
                let kinds = self.of_types(kinds);
                format!("can't initiate {} against {}", super::many(&kinds), self.who(*who))
            }
            PlayerModifier::KeepGold => "don't return gold in the taxation phase".to_owned(),
            PlayerModifier::If(cond, rule) => {
                let rule = self.player_verb(rule);
                format!("{rule} {}", self.conds(std::slice::from_ref(cond), "while"))
            }
            PlayerModifier::CannotDraw => "can't draw cards".to_owned(),
            PlayerModifier::NoUnopposed => "can't win challenges unopposed".to_owned(),
            PlayerModifier::CannotLose => "can't lose (and nobody wins instead)".to_owned(),
            PlayerModifier::PowerForWinning(n) => format!("gain {} for winning", self.amount(n, "power")),
            PlayerModifier::MayRedirect => "may redirect 1 challenge each round".to_owned(),
            PlayerModifier::IntrigueClaimAgainstAny => "may apply your [intrigue] claim to any opponents".to_owned(),
            PlayerModifier::ReduceFirst { .. }
            | PlayerModifier::Reduce { .. }
            | PlayerModifier::ClaimAgainst(..)
            | PlayerModifier::HandKeyword(..)
            | PlayerModifier::AsInHand(_) => String::new(),
        }
    }

    /// `challenges of that type`, for a named challenge type.
    fn kind_named(&self, name: Use) -> String {
        match self.said.get(name.0 as usize) {
            Some(Said::Word { first: Some(_), .. }) => "challenges of a type you name".to_owned(),
            _ => "challenges of that type".to_owned(),
        }
    }
}

fn is_gift(modifier: &Modifier) -> bool {
    matches!(
        modifier,
        Modifier::Str(_)
            | Modifier::Icon(_)
            | Modifier::IconNamed(_)
            | Modifier::Keyword(_)
            | Modifier::KeywordNamed(_)
            | Modifier::Trait(_)
            | Modifier::Faction(_)
            | Modifier::Grant(_)
    )
}

pub fn icon(kind: ChallengeType) -> String {
    a(&format!("[{}] icon", kind.word()))
}

/// ` in [power] challenges`, or nothing for all.
fn in_challenges(kinds: &[ChallengeType]) -> String {
    if kinds.is_empty() { String::new() } else { format!(" in {}", super::many(&challenge(kinds))) }
}

/// `marshaled or played`.
pub fn means(how: &[Means2]) -> String {
    let words: Vec<&str> = how
        .iter()
        .map(|m| match m {
            Means2::Marshal => "marshaled",
            Means2::Play => "played",
            Means2::Ambush => "ambushed",
            Means2::OutOfShadows => "brought out of shadows",
        })
        .collect();
    if words.is_empty() { "marshaled or played".to_owned() } else { join(&words, "or") }
}

/// `marshal or play`.
fn bring(how: &[Means2]) -> String {
    let words: Vec<&str> = how
        .iter()
        .map(|m| match m {
            Means2::Marshal => "marshal",
            Means2::Play => "play",
            Means2::Ambush => "ambush",
            Means2::OutOfShadows => "bring out of shadows",
        })
        .collect();
    if words.is_empty() { "marshal or play".to_owned() } else { join(&words, "or") }
}

/// `can't a` and `can't b` become `can't a or b`; `lose a`, `lose b` become `lose a and b`.
fn merge_verbs(verbs: Vec<String>) -> Vec<String> {
    let mut merged: Vec<(String, Vec<String>)> = Vec::new();
    for verb in verbs {
        let (head, rest) = verb.split_once(' ').unwrap_or((&verb, ""));
        match merged.last_mut() {
            Some((last, rests)) if last == head && head == "may" && shared(&rests[0], rest) > 0 => {
                rests.push(rest[shared(&rests[0], rest)..].to_owned())
            }
            Some((last, rests)) if last == head && ["can't", "lose", "loses", "have", "has"].contains(&head) => {
                let again = rests[0].split(' ').next().filter(|verb| head == "can't" && *verb == "declare").map(|verb| format!("{verb} "));
                rests.push(again.and_then(|verb| rest.strip_prefix(&verb)).unwrap_or(rest).to_owned());
            }
            _ => merged.push((head.to_owned(), vec![rest.to_owned()])),
        }
    }
    merged
        .into_iter()
        .map(|(head, rests)| format!("{head} {}", join(&rests, if head == "can't" { "or" } else { "and" })).trim_end().to_owned())
        .collect()
}

/// The length of the whole words that both begin with.
fn shared(a: &str, b: &str) -> usize {
    let same = a.split_inclusive(' ').zip(b.split_inclusive(' ')).take_while(|(a, b)| a == b);
    same.map(|(word, _)| word.len()).sum()
}

fn act(act: Act) -> &'static str {
    match act {
        Act::Attack => "attack",
        Act::Defend => "defend",
        Act::Participate => "participate",
        Act::BeBypassed => "be bypassed by stealth",
        Act::BeKilled => "be killed",
        Act::BeDiscarded => "be discarded",
        Act::BeSacrificed => "be sacrificed",
        Act::BeReturned => "be returned to hand",
        Act::LeavePlay => "leave play",
        Act::BeSaved => "be saved",
        Act::Kneel => "kneel",
        Act::Stand => "stand",
        Act::GainPower => "gain power",
        Act::HaveStrReduced => "have STR reduced",
        Act::BeTargetedByAssault => "be chosen for assault",
        Act::HaveAttachments => "have attachments",
    }
}
