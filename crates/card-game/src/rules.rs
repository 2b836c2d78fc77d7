//! What never changes while a game runs: the compiled cards and the rulings in force.

pub mod bits;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

pub use self::bits::trigger_bits;
use crate::kernel::derive::Der;
use crate::lang::ast::*;
use crate::lang::raw::{Many, Num, Use};
use crate::lang::traits::TraitSet;
use crate::options::MeleeOptions;
use crate::words::{CardType, ChallengeType, Faction, Phase};

/// The rulings of a table (section 0.5 of the rules digest: RS.1-RS.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Rulings {
    /// The Rules Reference as printed, plain misprints corrected.
    #[default]
    #[serde(rename = "reference")]
    Reference,
    /// The community FAQ 4.1.
    #[serde(rename = "faq-4.1")]
    Faq41,
}

impl Rulings {
    pub const fn word(self) -> &'static str {
        match self {
            Rulings::Reference => "reference",
            Rulings::Faq41 => "faq-4.1",
        }
    }
}

/// Everything that never changes during a game.
#[derive(Debug)]
pub struct Rules {
    pub cards: Vec<CardRules>,
    by_code: HashMap<String, u16>,
    pub tokens: Vec<String>,
    pub rulings: Rulings,
    /// Where the rules of melee are silent.
    pub melee: MeleeOptions,
    /// Abilities of the pool (card, ability) that are used from a hidden hand or from shadows: events, and what says so of itself.
    pub hidden: Vec<(u16, u8)>,
    /// Of these the optional ones that answer events, with their trigger bits: would-interrupts, interrupts, reactions.
    pub hidden_answers: [Vec<(u64, u16, u8)>; 3],
    /// Trigger bits of what may be used from a discard or dead pile.
    pub pile_triggers: u64,
    /// Where the pool says "the first … each round": card, ability, place among its modifiers.
    pub firsts: Vec<(u16, u8, u8)>,
    /// Whether a card of the pool has ambush.
    pub any_ambush: bool,
    /// Trigger bits of all reactions and interrupts of the pool, and of the forced ones.
    pub reactions: u64,
    pub interrupts: u64,
    pub forced_reactions: u64,
    pub forced_interrupts: u64,
    /// Piles whose order some card of the pool reads (bits of `kernel::piles`).
    pub reads_piles: u8,
    /// Phases in which some card of the pool may be marshaled as an action (bit by phase).
    pub marshal_phases: u16,
    /// Cards that are not implemented and played blank: their codes, sorted.
    pub blanks: Vec<String>,
    /// A name for this pool in files.
    pub pool_hash: String,
    /// Abilities that are blanked for tests: (code, number from 1).
    pub blanked: Option<(String, u8)>,
}

/// A card's definition with what the kernel looks up often.
#[derive(Debug)]
pub struct CardRules {
    pub def: Def,
    pub abilities: Vec<AbilityRules>,
    pub icons: [bool; 3],
    pub traits: TraitSet,
    /// Layers in which some constant ability of the card works (bit by [`Layer`]).
    pub constant_layers: u16,
    /// Whether a constant ability asks for a value in a layer before that is known.
    pub asks_ahead: bool,
    /// What its constant abilities read.
    pub constant_reads: u16,
    /// Trigger bits of its reactions and interrupts (forced included).
    pub reactions: u64,
    pub interrupts: u64,
    /// Whether it has an action.
    pub actions: bool,
    /// Whether it may be a duplicate of other titles.
    pub duplicates_others: bool,
    pub keywords: [i8; KEYWORDS],
    pub prized: i16,
    /// Piles whose order it reads (bits of `kernel::piles`).
    pub reads_piles: u8,
    /// Played blank, because it is not implemented.
    pub unwritten: bool,
    /// Values as printed.
    pub printed: Der,
}

pub const KEYWORDS: usize = 13;

#[derive(Debug)]
pub struct AbilityRules {
    pub ability: Ability,
    pub code: Vec<Instr>,
    pub trigger: u64,
    /// Layers of a constant ability, and what it reads (see `kernel/reads.rs`).
    pub layers: u16,
    pub reads: u16,
    /// Where the names `cost` and `found` are in `ability.names`.
    pub cost_name: Option<u8>,
    pub found_name: Option<u8>,
    pub blank: bool,
    /// Its effects cannot be cancelled.
    pub no_cancel: bool,
    /// Whether it works as a "would" interrupt or cancels (RR.trig.2).
    pub would: bool,
    /// Abilities that this one grants to cards, until they stand behind the card's own (`gifts`: where).
    pub granted: Vec<AbilityRules>,
    pub gifts: Vec<u8>,
    /// Not an ability of the card on which it stands, but one that it grants.
    pub gift: bool,
}

impl AbilityRules {
    /// The triggered part, if it is one.
    pub fn triggered(&self) -> Option<&Triggered> {
        match &self.ability.body {
            Body::Action(t)
            | Body::Reaction(t)
            | Body::Interrupt(t)
            | Body::ForcedReaction(t)
            | Body::ForcedInterrupt(t)
            | Body::WhenRevealed(t) => Some(t),
            Body::Constant(_) => None,
        }
    }
    pub fn constant(&self) -> Option<&Constant> {
        match &self.ability.body {
            Body::Constant(c) => Some(c),
            _ => None,
        }
    }
    /// Whether a constant ability asks for STR or a reserve (not as printed) in a layer before that is known.
    fn asks_ahead(&self) -> bool {
        let word = |text: &str, word: &str| text.match_indices(word).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric));
        let asks = |text: &str| ["Str(", "Highest(Str", "Lowest(Str", "ReserveOf("].iter().any(|w| word(text, w));
        let said = |it: &dyn std::fmt::Debug| format!("{it:?}");
        let early = |m: &&Modifier| layer(m) != Layer::Last;
        self.constant().is_some_and(|c| {
            let mut gets = c.gets.iter().filter(early).peekable();
            // The trees have no walk of their own; their debug texts name their words.
            gets.peek().is_some()
                && (asks(&said(&c.only_if))
                    || asks(&said(&c.to))
                    || gets.any(|m| said(m).split_once('(').is_some_and(|(_, inner)| asks(inner))))
        })
    }
    pub fn is_reaction(&self) -> bool {
        matches!(self.ability.body, Body::Reaction(_) | Body::ForcedReaction(_))
    }
    pub fn is_interrupt(&self) -> bool {
        matches!(self.ability.body, Body::Interrupt(_) | Body::ForcedInterrupt(_))
    }
    pub fn is_forced(&self) -> bool {
        matches!(self.ability.body, Body::ForcedReaction(_) | Body::ForcedInterrupt(_) | Body::WhenRevealed(_))
    }
    pub fn is_action(&self) -> bool {
        matches!(self.ability.body, Body::Action(_))
    }
    /// The kind in the card language's word.
    pub fn kind(&self) -> Option<AbilityKind> {
        Some(match &self.ability.body {
            Body::Action(_) => AbilityKind::Action,
            Body::Reaction(_) => AbilityKind::Reaction,
            Body::Interrupt(_) => AbilityKind::Interrupt,
            Body::ForcedReaction(_) => AbilityKind::ForcedReaction,
            Body::ForcedInterrupt(_) => AbilityKind::ForcedInterrupt,
            Body::WhenRevealed(_) => AbilityKind::WhenRevealed,
            Body::Constant(_) => return None,
        })
    }
    /// The same, from its triggering condition.
    pub(crate) fn is_would(&self) -> bool {
        let would = |when: &&When| {
            matches!(when, When::WouldBeKilled(_) | When::WouldBeKilledOrDiscarded(_) | When::WouldLeave(_) | When::EffectsWouldInitiate(_))
        };
        self.triggered().and_then(|t| t.when.as_ref()).is_some_and(|when| when.each().iter().any(would))
    }
}

/// Flat code of an effect. A running effect is a range of it, a counter and its bindings.
#[derive(Debug, Clone)]
pub enum Instr {
    /// A verb: makes events.
    Verb(Effect),
    Choose(Choice),
    /// Goes on at the address unless the condition holds.
    Unless(Cond, u16),
    Jump(u16),
    /// Asks these players until one accepts and does what follows, up to the jump; the address is where it goes on if none does.
    Offer(Who, Many<Effect>, u16),
    /// The offer was accepted.
    Accepted,
    /// Asks the controller; goes on at the address after a no.
    May(u16),
    /// One of these starting points.
    Either(Vec<u16>),
    /// For each of these players up to the address of `ForEnd`.
    For(Who, u16),
    ForEnd(u16),
    /// These players choose, one after the other; then as `For`, with each player's own choices.
    Each(Who, Vec<Choice>, u16),
    Repeat(Num, u16),
    RepeatEnd(u16),
    Together,
    TogetherEnd,
    /// From here on what leaves play cannot be saved, or can.
    NoSave(bool),
    Chain,
    /// Goes to the address (the chain's end) if something before did not resolve in full.
    Then(u16),
    ChainEnd,
    Search(SearchSpec),
    /// After a search: shuffle and end it.
    SearchEnd(bool),
    End,
}

/// The layers in which characteristics are derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Layer {
    Control,
    /// What a card is immune to keeps the rest from it; it is looked at again when everything else is known.
    Immune,
    Blank,
    Traits,
    /// Who is considered to participate: numbers, keywords and conditions may ask for it.
    Sides,
    Keywords,
    Base,
    Add,
    Multiply,
    Set,
    /// Flags and player values, which may read everything before.
    Last,
}

impl Layer {
    pub const ALL: [Layer; 11] = [
        Layer::Control,
        Layer::Immune,
        Layer::Blank,
        Layer::Traits,
        Layer::Sides,
        Layer::Keywords,
        Layer::Base,
        Layer::Add,
        Layer::Multiply,
        Layer::Set,
        Layer::Last,
    ];
    pub const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// The layer of a modifier.
pub fn layer(modifier: &Modifier) -> Layer {
    match modifier {
        Modifier::ImmuneTo(_) => Layer::Immune,
        Modifier::Blank | Modifier::BlankAll => Layer::Blank,
        Modifier::Trait(_) | Modifier::Faction(_) => Layer::Traits,
        Modifier::ConsideredAttacking => Layer::Sides,
        Modifier::Keyword(_)
        | Modifier::LoseKeyword(_)
        | Modifier::KeywordNamed(_)
        | Modifier::LoseKeywordNamed(_)
        | Modifier::Icon(_)
        | Modifier::LoseIcon(_)
        | Modifier::IconNamed(_)
        | Modifier::LoseIconNamed(_)
        | Modifier::Grant(_) => Layer::Keywords,
        Modifier::Control => Layer::Control,
        Modifier::BaseIncome(_) | Modifier::BaseInitiative(_) => Layer::Base,
        Modifier::Str(_) => Layer::Add,
        Modifier::HalveStr | Modifier::DoubleStr => Layer::Multiply,
        Modifier::SetStr(_) => Layer::Set,
        // Known before STR is worked out (FAQ.q.dany).
        Modifier::Cannot(acts) if acts.contains(&Act::HaveStrReduced) => Layer::Base,
        _ => Layer::Last,
    }
}

fn is_other_duplicate(modifier: &Modifier) -> bool {
    matches!(modifier, Modifier::MayBeDuplicateOf(_))
}

/// The modifiers about players of a constant ability, or of the first effect that has some.
fn player_modifiers(ability: &AbilityRules) -> Option<&[PlayerModifier]> {
    match ability.constant() {
        Some(constant) => Some(&constant.rules),
        None => ability.code.iter().find_map(|i| match i {
            Instr::Verb(Effect::Rule(_, list) | Effect::RuleUntilPlot(list)) => Some(&list[..]),
            _ => None,
        }),
    }
}

/// Index of a keyword in counts by keyword.
pub fn keyword_index(keyword: &Keyword) -> usize {
    keyword_name(keyword) as usize
}

/// The keyword's name without its number.
pub fn keyword_name(keyword: &Keyword) -> KeywordName {
    match keyword {
        Keyword::Ambush(_) => KeywordName::Ambush,
        Keyword::Assault => KeywordName::Assault,
        Keyword::Bestow(_) => KeywordName::Bestow,
        Keyword::Insight => KeywordName::Insight,
        Keyword::Intimidate => KeywordName::Intimidate,
        Keyword::Limited => KeywordName::Limited,
        Keyword::NoAttachments | Keyword::NoAttachmentsExcept(_) | Keyword::NoAttachmentsWith(_) => KeywordName::NoAttachments,
        Keyword::Pillage => KeywordName::Pillage,
        Keyword::Prized(_) => KeywordName::Prized,
        Keyword::Renown => KeywordName::Renown,
        Keyword::Shadow(_) => KeywordName::Shadow,
        Keyword::Stealth => KeywordName::Stealth,
        Keyword::Terminal => KeywordName::Terminal,
    }
}

impl Rules {
    /// Compiles definitions. `blanked` names one ability (code, number from 1) that does nothing, for tests.
    pub fn new(defs: impl IntoIterator<Item = Def>, rulings: Rulings, blanked: Option<(&str, u8)>) -> Rules {
        Rules::with_blanks(defs, Vec::new(), rulings, blanked)
    }

    /// The same with cards that are not implemented, as [`Pool::blank`](crate::pool::Pool::blank) makes them. They stand behind all
    /// others, whose places do not change, and are part of what the pool is called.
    pub fn with_blanks(defs: impl IntoIterator<Item = Def>, mut blanks: Vec<Def>, rulings: Rulings, blanked: Option<(&str, u8)>) -> Rules {
        blanks.sort_by(|a, b| a.code.cmp(&b.code));
        let mut rules = Rules {
            cards: Vec::new(),
            by_code: HashMap::new(),
            tokens: Vec::new(),
            rulings,
            melee: MeleeOptions::default(),
            hidden: Vec::new(),
            hidden_answers: Default::default(),
            pile_triggers: 0,
            firsts: Vec::new(),
            any_ambush: false,
            reactions: 0,
            interrupts: 0,
            forced_reactions: 0,
            forced_interrupts: 0,
            reads_piles: 0,
            marshal_phases: 0,
            blanks: blanks.iter().map(|def| def.code.clone()).collect(),
            pool_hash: String::new(),
            blanked: blanked.map(|(code, n)| (code.to_owned(), n)),
        };
        let mut defs: Vec<Def> = defs.into_iter().collect();
        defs.extend(Faction::ALL.iter().map(|f| faction_def(*f)));
        let written = defs.len();
        defs.extend(blanks);
        let mut text = String::new();
        for def in defs {
            text.push_str(&format!("{def:?}"));
            let blank = rules.blanked.as_ref().filter(|(code, _)| *code == def.code).map(|(_, n)| *n);
            let mut card = CardRules::new(def, blank, &mut rules.tokens);
            card.unwritten = rules.cards.len() >= written;
            let from_hidden = |a: &AbilityRules| {
                let from = a.triggered().and_then(|t| t.from.as_ref());
                from.is_some_and(|from| from.iter().any(|zone| matches!(zone, ZoneName::Hand | ZoneName::Shadows)))
            };
            let abilities = card.abilities.iter().take(card.def.abilities.len()).enumerate();
            let hidden = abilities.filter(|(_, a)| card.def.kind == CardType::Event || from_hidden(a));
            rules.hidden.extend(hidden.map(|(n, _)| (rules.cards.len() as u16, n as u8)));
            for (n, ability) in card.abilities.iter().enumerate() {
                let all = 0..player_modifiers(ability).map_or(0, |list| list.len());
                let first = |i: &usize| player_modifiers(ability).is_some_and(|l| matches!(l[*i], PlayerModifier::ReduceFirst { .. }));
                rules.firsts.extend(all.filter(first).map(|i| (rules.cards.len() as u16, n as u8, i as u8)));
            }
            rules.reads_piles |= card.reads_piles;
            rules.reactions |= card.reactions;
            rules.interrupts |= card.interrupts;
            for gift in card.abilities.iter().filter(|a| a.gift) {
                rules.reactions |= if gift.is_reaction() { gift.trigger } else { 0 };
                rules.interrupts |= if gift.is_interrupt() { gift.trigger } else { 0 };
            }
            for ability in card.abilities.iter().filter(|a| a.is_forced()) {
                if ability.is_reaction() {
                    rules.forced_reactions |= ability.trigger;
                } else {
                    rules.forced_interrupts |= ability.trigger;
                }
            }
            rules.by_code.insert(card.def.code.clone(), rules.cards.len() as u16);
            rules.cards.push(card);
        }
        for (def, n) in rules.hidden.iter().copied() {
            let ability = &rules.cards[def as usize].abilities[n as usize];
            if ability.trigger != 0 && !ability.is_forced() {
                let place = if ability.is_reaction() { 2 } else { usize::from(!ability.would) };
                rules.hidden_answers[place].push((ability.trigger, def, n));
            }
        }
        let from_piles = |a: &&AbilityRules| {
            a.triggered().is_some_and(|t| {
                t.from.as_ref().is_some_and(|from| from.iter().any(|zone| matches!(zone, ZoneName::DiscardPile | ZoneName::DeadPile)))
            })
        };
        rules.pile_triggers = rules.cards.iter().flat_map(|c| &c.abilities).filter(from_piles).fold(0, |all, a| all | a.trigger);
        rules.any_ambush = crate::kernel::framework::pool_has_ambush(&rules);
        rules.marshal_phases = rules.cards.iter().flat_map(CardRules::marshal_phases).fold(0, |bits, phase| bits | 1 << phase as u16);
        rules.pool_hash = table::StateHash::of(&text).to_string()[..16].to_owned();
        rules
    }

    /// The modifier about a player at a place: card, ability, number.
    pub fn player_modifier(&self, (def, ability, at): (u16, u8, u8)) -> Option<&PlayerModifier> {
        player_modifiers(&self.cards[def as usize].abilities[ability as usize])?.get(at as usize)
    }

    /// The place of a card in `cards`.
    pub fn find(&self, code: &str) -> Option<u16> {
        self.by_code.get(code).copied()
    }

    /// The place of a token's name in `tokens`.
    pub fn token(&self, name: &str) -> u8 {
        self.tokens.iter().position(|t| t == name).unwrap_or(0) as u8
    }
}

/// A faction's card: no text of its own.
fn faction_def(faction: Faction) -> Def {
    let text = format!("(code: \"faction{}\", name: \"{}\", kind: faction, faction: {})", faction.word(), faction.title(), faction.word());
    crate::lang::raw::read(&text).expect("a faction card reads")
}

impl CardRules {
    fn new(def: Def, blank: Option<u8>, tokens: &mut Vec<String>) -> CardRules {
        let mut keywords = [0; KEYWORDS];
        let mut prized = 0;
        for keyword in &def.keywords {
            keywords[keyword_index(keyword)] += 1;
            if let Keyword::Prized(n) = keyword {
                prized += *n as i16;
            }
        }
        let mut abilities: Vec<AbilityRules> = def
            .abilities
            .iter()
            .enumerate()
            .map(|(i, ability)| crate::compile::ability(ability, blank == Some(i as u8 + 1), tokens))
            .collect();
        let mut granted: Vec<AbilityRules> = Vec::new();
        for ability in &mut abilities {
            for inner in std::mem::take(&mut ability.granted) {
                ability.gifts.push((def.abilities.len() + granted.len()) as u8);
                granted.push(AbilityRules { gift: true, ..inner });
            }
        }
        abilities.extend(granted);
        let icon = |letter| def.icons.contains(letter);
        let mask = |wanted: fn(&AbilityRules) -> bool| {
            abilities.iter().filter(|a| !a.gift && wanted(a)).map(|a| a.trigger).fold(0, |all, bits| all | bits)
        };
        CardRules {
            icons: [icon('M'), icon('I'), icon('P')],
            traits: def.traits.iter().copied().collect(),
            constant_layers: abilities.iter().map(|a| a.layers).fold(0, |all, bits| all | bits),
            asks_ahead: abilities.iter().any(AbilityRules::asks_ahead),
            constant_reads: abilities.iter().map(|a| a.reads).fold(0, |all, bits| all | bits),
            reactions: mask(AbilityRules::is_reaction),
            interrupts: mask(AbilityRules::is_interrupt),
            actions: abilities.iter().any(|a| !a.gift && a.is_action()),
            duplicates_others: abilities.iter().filter_map(AbilityRules::constant).any(|c| c.gets.iter().any(is_other_duplicate)),
            keywords,
            prized,
            reads_piles: crate::kernel::piles::read_by(&abilities),
            unwritten: false,
            printed: crate::kernel::derive::printed_of(&def, keywords),
            abilities,
            def,
        }
    }

    /// Printed cost as a number; printed X is 0 (RR.glossary.printed.1); `-` is no number (RR.glossary.printed.2).
    pub fn cost(&self) -> Option<i32> {
        match self.def.cost {
            Some(PrintedCost::Gold(n)) => Some(n),
            Some(PrintedCost::X) => Some(0),
            Some(PrintedCost::Dash) | None => None,
        }
    }

    pub fn has(&self, keyword: KeywordName) -> bool {
        self.keywords[keyword as usize] > 0
    }

    /// The phases in which the card says it may be marshaled as an action.
    fn marshal_phases(&self) -> impl Iterator<Item = Phase> + '_ {
        self.abilities.iter().filter_map(AbilityRules::constant).flat_map(|c| c.gets.iter()).filter_map(|m| match m {
            Modifier::MarshalIn(phase) => Some(*phase),
            _ => None,
        })
    }
}

/// A shorthand for tests of types in trigger conditions: an empty list means every type.
pub fn any_type(types: &Many<ChallengeType>, kind: ChallengeType) -> bool {
    types.is_empty() || types.contains(&kind)
}

/// The place a name has.
pub fn slot(name: Use) -> u8 {
    name.0
}
