//! Single verbs: what a player does, what is done to cards.

use super::cond::span;
use super::effect::Clause;
use super::grammar::{a, capital, join};
use super::noun::Form;
use super::{It, Phrase, Said, Writer};
use crate::lang::ast::*;
use crate::lang::raw::{Bind, Num, OfType, What};

/// Where a card goes: `to its owner's hand`.
pub fn place(to: Destination) -> &'static str {
    match to {
        Destination::Hand => "to its owner's hand",
        Destination::DeckTop => "on top of its owner's deck",
        Destination::DeckBottom => "on the bottom of its owner's deck",
        Destination::ShuffledIntoDeck => "into its owner's deck",
        Destination::DeadPile => "to its owner's dead pile",
        Destination::DiscardPile => "to its owner's discard pile",
        Destination::Shadows => "into shadows",
        Destination::RemovedFromGame => "out of the game",
    }
}

impl Writer<'_> {
    /// What a player does; true if it is the player of `For`.
    pub fn player_order(&mut self, effect: &Effect) -> Option<(String, bool)> {
        let them = self.them.is_some();
        let whose = |writer: &mut Self| if writer.them.is_some() { writer.whose(Who::Them) } else { "your".to_owned() };
        let own = if them { "their" } else { "your" };
        Some(match effect {
            Effect::Draw(n) => (format!("draw {}", self.amount(n, "card")), them),
            Effect::GainGold(n) => (format!("gain {}", self.amount(n, "gold")), them),
            Effect::LoseGold(n) => (format!("lose {}", self.amount(n, "gold")), them),
            Effect::ReturnAllGold => (format!("return all {own} gold"), them),
            Effect::GainPower(n) => (format!("gain {}", self.amount(n, "power")), them),
            Effect::GiveGold(n) => (format!("give {}{}", if self.them.is_some() { "you " } else { "" }, self.amount(n, "gold")), them),
            Effect::DiscardFromHand(n) => (format!("discard {} from hand", self.amount(n, "card")), them),
            Effect::DiscardRandom(n, name) => {
                let cards = self.amount(n, "random card");
                if let Some(name) = name {
                    self.known(*name, "card", *n != Num::N(1));
                }
                (format!("discard {cards} from hand"), them)
            }
            Effect::DiscardTop(n, name) => {
                let top = self.top(n, own);
                if let Some(name) = name {
                    self.known(*name, "card", *n != Num::N(1));
                }
                (format!("discard {top}"), them)
            }
            Effect::Shuffle => (format!("shuffle {own} deck"), them),
            Effect::RevealNewPlot => (format!("reveal a new plot from {own} plot deck"), them),
            Effect::LookAtHand => (format!("look at {} hand", whose(self)), false),
            Effect::LookAtTop(n, name) => {
                let of = whose(self);
                let top = self.top(n, &of);
                self.known(*name, "card", *n != Num::N(1));
                (format!("look at {top}"), false)
            }
            Effect::RevealTop(n, name) => {
                let of = whose(self);
                let top = self.top(n, &of);
                self.known(*name, "card", *n != Num::N(1));
                (format!("reveal {top}"), false)
            }
            Effect::RevealBottom(n, name) => {
                let of = whose(self);
                let bottom = self.top(n, &of).replacen("top card", "bottom card", 1).replacen("top ", "bottom ", 1);
                self.known(*name, "card", *n != Num::N(1));
                (format!("reveal {bottom}"), false)
            }
            Effect::GoldFromPool(w, n) => {
                let n = self.amount(n, "gold");
                let pool = format!("move {n} from {own} pool");
                (format!("{pool} to {}", self.what(w).text), them)
            }
            Effect::NameChallengeType(name) => {
                self.name(*name, None, "that type");
                ("name a challenge type".to_owned(), them)
            }
            Effect::NameTrait(name, traits) => {
                self.name(*name, None, "that trait");
                let traits: Vec<&str> = traits.iter().map(|t| t.name()).collect();
                (format!("name a trait ({})", join(&traits, "or")), them)
            }
            Effect::NameCardType(name) => {
                self.name(*name, None, "that type");
                ("name a card type".to_owned(), them)
            }
            Effect::Kneel(What::Ref(Ref::TheirFaction)) => (format!("kneel {own} faction card"), them),
            Effect::Search(search) => (self.search(search, own), them),
            Effect::Kneel(What::Name(name))
            | Effect::Stand(What::Name(name))
            | Effect::Kill(What::Name(name))
            | Effect::Sacrifice(What::Name(name))
            | Effect::Discard(What::Name(name))
            | Effect::ReturnToHand(What::Name(name))
                if them && matches!(self.said.get(name.0 as usize), Some(Said::Pending { by_them: true, .. })) =>
            {
                let verb = match effect {
                    Effect::Kneel(_) => "kneel",
                    Effect::Stand(_) => "stand",
                    Effect::Kill(_) => "kill",
                    Effect::Sacrifice(_) => "sacrifice",
                    Effect::Discard(_) => "discard",
                    _ => "send",
                };
                let to_hand = if verb == "send" { " back to hand" } else { "" };
                let said = std::mem::replace(&mut self.them_said, true);
                let card = self.named(*name).text;
                self.them_said = said;
                (format!("{verb} {card}{to_hand}"), true)
            }
            _ => return None,
        })
    }

    /// `your deck's top card`, `the top 5 cards of a chosen player's deck`.
    pub fn top(&mut self, n: &Num, of: &str) -> String {
        let cards = match n {
            Num::N(1) => "top card".to_owned(),
            n => format!("top {}", self.amount(n, "card")),
        };
        if let Some(as_many) = cards.strip_prefix("top cards equal to ") {
            return format!("the top of {of} deck, as many cards as {as_many},");
        }
        if of.contains('\'') { format!("the {cards} of {of} deck") } else { format!("{of} deck's {cards}") }
    }

    pub fn search(&mut self, search: &SearchSpec, own: &str) -> String {
        let place = match &search.top {
            None => format!("{own} deck"),
            Some(n) => self.top(n, own),
        };
        let noun = self.noun(&search.filter);
        let several = search.any || search.up_to.as_ref().is_some_and(|n| *n != Num::N(1));
        let cards = match &search.up_to {
            _ if search.any => format!("any number of {}", noun.say(Form::Counted, false)),
            Some(n) if several => format!("up to {} {}", self.num(n), noun.say(Form::Counted, false)),
            _ => noun.say(Form::A, false),
        };
        if let Some(at) = self.names.iter().position(|n| n == "found") {
            self.known(Bind(at as u8), &noun.word(), several);
        }
        match &search.found {
            None => format!("search {place} for {cards} to reveal and take into hand, then shuffle"),
            Some(found) => {
                let shown = |what: &What| matches!(what, What::Name(name) if self.names.get(name.0 as usize).is_some_and(|n| n == "found"));
                let (found, cards) = match found.as_slice() {
                    [Effect::Reveal(what), rest @ ..] if shown(what) && !rest.is_empty() => (rest, format!("{cards} to reveal")),
                    all => (all, cards),
                };
                let then = self.orders(found);
                if then.contains(';') {
                    format!("search {place} for {cards}; {then}; then shuffle")
                } else {
                    format!("search {place} for {cards}, {then}, then shuffle")
                }
            }
        }
    }

    /// What is done to cards.
    pub fn card_order(&mut self, effect: &Effect) -> Clause {
        let with = |before: &str, card: String, after: &str| Clause::Order(format!("{before} {card}{after}"));
        let owners = |before: &str, card: Phrase, to: &str, place: &str| {
            let owner = if card.plural { "their owner's" } else { "its owner's" };
            Clause::Order(format!("{before} {} {to} {owner} {place}", card.text))
        };
        match effect {
            Effect::Kneel(w) => with("kneel", self.what(w).text, ""),
            Effect::Stand(w) => with("stand", self.what(w).text, ""),
            Effect::Kill(w) => with("kill", self.what(w).text, ""),
            Effect::Discard(w) => with("discard", self.what(w).text, ""),
            Effect::Sacrifice(w) => with("sacrifice", self.what(w).text, ""),
            Effect::ReturnToHand(w) => with("send", self.what(w).text, " back to hand"),
            Effect::ShuffleIntoDeck(w) => owners("shuffle", self.what(w), "into", "deck"),
            Effect::DeckTop(w) => owners("put", self.what(w), "on top of", "deck"),
            Effect::DeckBottom(w) => owners("put", self.what(w), "on the bottom of", "deck"),
            Effect::PlaceInDiscard(w) => owners("place", self.what(w), "in", "discard pile"),
            Effect::PlaceInDead(w) => owners("place", self.what(w), "in", "dead pile"),
            Effect::RemoveFromGame(w) => with("remove", self.what(w).text, " from the game"),
            Effect::IntoShadows(w) => with("put", self.what(w).text, " into shadows"),
            Effect::AddToHand(w) => with("take", self.what(w).text, " into hand"),
            Effect::PutIntoPlay(w) => with("put", self.what(w).text, " into play"),
            Effect::PutIntoPlayKnelt(w) => with("put", self.what(w).text, " into play kneeling"),
            Effect::TakeControl(w) => with("take control of", self.what(w).text, ""),
            Effect::DiscardPower(w, n) => {
                let n = self.amount(n, "power");
                with(&format!("discard {n} from"), self.what(w).text, "")
            }
            Effect::MovePower(n, from, to) => self.moved(n, "power", from, to),
            Effect::MoveGold(n, from, to) => self.moved(n, "gold", from, to),
            Effect::GoldOn(w, n) => {
                let n = self.amount(n, "gold");
                with(&format!("place {n} on"), self.what(w).text, "")
            }
            Effect::Token(name, n, w) => {
                let n = self.amount(n, &format!("{name} token"));
                with(&format!("place {n} on"), self.what(w).text, "")
            }
            Effect::DiscardToken(name, n, w) => {
                let n = self.amount(n, &format!("{name} token"));
                with(&format!("discard {n} from"), self.what(w).text, "")
            }
            Effect::Attach(card, host) => {
                let card = self.what(card).text;
                with(&format!("attach {card} to"), self.what(host).text, "")
            }
            Effect::BecomeAttachment { on, traits, keywords, host_gets } => {
                let on = self.what(on).text;
                let traits = join(&traits.iter().map(|t| t.name()).collect::<Vec<_>>(), "and");
                let mut text: Vec<String> = keywords.iter().map(|k| format!("{}.", capital(&self.keyword(k)))).collect();
                if !host_gets.is_empty() {
                    text.push(format!("Attached character {}.", self.modifiers(host_gets, false)));
                }
                let kind = a(format!("{traits} attachment").trim_start());
                Clause::Order(format!("attach this to {on} as {kind} with “{}”", text.join(" ")))
            }
            Effect::AsDuplicate(card, of) => {
                let card = self.what(card).text;
                with(&format!("put {card} facedown on"), self.what(of).text, " as a duplicate")
            }
            Effect::PutUnder(card, host) => {
                let (text, host) = (self.what(card).text, self.what(host).text);
                if let What::Name(name) = card {
                    self.name(Bind(name.0), None, &format!("the cards under {host}"));
                }
                with(&format!("put {text} facedown under"), host, "")
            }
            Effect::Switch(card, other) => {
                let card = self.what(card).text;
                with(&format!("switch {card} with"), self.what(other).text, "")
            }
            Effect::RemoveFromChallenge(w) => with("remove", self.what(w).text, " from the challenge"),
            Effect::JoinAttack(w) => self.joins(w, "attack"),
            Effect::JoinDefense(w) => self.joins(w, "defense"),
            Effect::JoinYourSide(w) => self.joins(w, "challenge on your side"),
            Effect::Save => {
                let card = self.reference(Ref::Event).text;
                Clause::Order(format!("save {}", self.saved(card)))
            }
            Effect::Cancel => Clause::Order(format!("cancel {}", if self.it == It::Event { "it" } else { "that effect" })),
            Effect::InsteadTo(place) => {
                let card = self.reference(Ref::Event).text;
                let card = self.saved(card);
                let (before, after) = match place {
                    Destination::Hand => ("send", " back to hand"),
                    Destination::DeckTop => ("put", " on top of its owner's deck"),
                    Destination::DeckBottom => ("put", " on the bottom of its owner's deck"),
                    Destination::ShuffledIntoDeck => ("shuffle", " into its owner's deck"),
                    Destination::DeadPile => ("place", " in its owner's dead pile"),
                    Destination::DiscardPile => ("place", " in its owner's discard pile"),
                    Destination::Shadows => ("put", " into shadows"),
                    Destination::RemovedFromGame => ("remove", " from the game"),
                };
                with(before, card, &format!("{after} instead"))
            }
            Effect::Reveal(w) => with("reveal", self.what(w).text, ""),
            Effect::OrderBottom(w) => with("put", self.what(w).text, " on the bottom of the deck in any order"),
            Effect::OrderTop(w) => with("put", self.what(w).text, " on top in any order"),
            Effect::ReduceNext { by, of, how, span: s } => {
                let card = self.noun(of).without_yours().say(Form::Bare, false);
                let by = self.num(by);
                let how = super::modifier::means(how);
                Clause::Order(format!("make your next {card} {how} this {} cost {by} less", span(*s)))
            }
            Effect::InsertPhase(phase) => Clause::Plain(format!("an additional {} phase follows this phase", phase.word())),
            Effect::EndChallenge => Clause::Order("end the challenge with no winner or loser".to_owned()),
            Effect::ApplyClaim(kind, who) => {
                let who = self.who(*who);
                let claim = match kind {
                    OfType::Is(kind) => format!("[{}] claim", kind.word()),
                    OfType::Named(name) => format!("claim of {}", self.word(*name, "that type")),
                };
                Clause::Order(format!("apply {claim} to {who} as if you had won"))
            }
            Effect::Initiate(kind, w) => {
                let kind = match kind {
                    AbilityKind::Action => "Action",
                    AbilityKind::Reaction => "Reaction",
                    AbilityKind::Interrupt => "Interrupt",
                    AbilityKind::ForcedReaction => "Forced Reaction",
                    AbilityKind::ForcedInterrupt => "Forced Interrupt",
                    AbilityKind::WhenRevealed => "When Revealed ability",
                };
                with(&format!("initiate the {kind} of"), self.what(w).text, " as if it were yours")
            }
            Effect::InsteadAmount(n) => {
                let amount = |n: &Num| matches!(n, Num::Expr(e) if **e == NumExpr::Amount);
                let n = match n {
                    Num::Expr(e) => match &**e {
                        NumExpr::Sub(a, b) if amount(a) => format!("{} less", self.num(b)),
                        NumExpr::Add(a, b) if amount(a) => format!("{} more", self.num(b)),
                        _ => self.num(n),
                    },
                    n => self.num(n),
                };
                Clause::Plain(format!("the amount is {n} instead"))
            }
            Effect::DefineX(n) => Clause::Plain(format!("X is {}", self.num(n))),
            Effect::ClaimFallsOn(who) => Clause::Plain(format!("{} suffers that claim instead", self.who(*who))),
            Effect::InsteadClaim(kind) => Clause::Order(format!("apply [{}] claim instead", kind.word())),
            // Said elsewhere: what players do, and how effects are put together.
            Effect::Draw(_)
            | Effect::GainGold(_)
            | Effect::LoseGold(_)
            | Effect::ReturnAllGold
            | Effect::GainPower(_)
            | Effect::DiscardFromHand(_)
            | Effect::DiscardRandom(..)
            | Effect::DiscardTop(..)
            | Effect::Shuffle
            | Effect::RevealNewPlot
            | Effect::GiveGold(_)
            | Effect::PowerOn(..)
            | Effect::LookAtHand
            | Effect::LookAtTop(..)
            | Effect::RevealTop(..)
            | Effect::RevealBottom(..)
            | Effect::GoldFromPool(..)
            | Effect::Search(_)
            | Effect::Until(..)
            | Effect::Rule(..)
            | Effect::RuleUntilPlot(_)
            | Effect::Delayed(..)
            | Effect::InsteadOfClaim(_)
            | Effect::Choose(_)
            | Effect::May(_)
            | Effect::Either(_)
            | Effect::NameChallengeType(_)
            | Effect::NameIcon(_)
            | Effect::NameCardType(_)
            | Effect::NameTrait(..)
            | Effect::NameKeyword(..)
            | Effect::Name(..)
            | Effect::NameTop(..)
            | Effect::If(..)
            | Effect::IfElse(..)
            | Effect::Then
            | Effect::Together(_)
            | Effect::NoSave(_)
            | Effect::NoCancel(_)
            | Effect::Offer(..)
            | Effect::For(..)
            | Effect::Each(..)
            | Effect::Repeat(..) => Clause::Plain(String::new()),
        }
    }

    /// The card of the event where the trigger was about this card or the host.
    pub fn saved(&mut self, card: String) -> String {
        match (&self.event, card.as_str()) {
            (None, "that card") => {
                self.it = It::Event;
                "it".to_owned()
            }
            _ => card,
        }
    }

    pub fn moved(&mut self, n: &Num, what: &str, from: &What, to: &What) -> Clause {
        let n = self.amount(n, what);
        let from = self.what(from).text;
        Clause::Order(match to {
            What::Ref(Ref::YourFaction) => format!("move {n} to your faction card from {from}"),
            other => format!("move {n} from {from} to {}", self.what(other).text),
        })
    }

    pub fn joins(&mut self, what: &What, side: &str) -> Clause {
        let card = self.what(what);
        let joins = if card.plural { "join" } else { "joins" };
        Clause::Both { order: format!("have {} join the {side}", card.text), plain: format!("{} {joins} the {side}", card.text) }
    }
}
