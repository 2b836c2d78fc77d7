//! Triggering conditions: the clause after `after` or `when`.

use super::cond::challenge;
use super::grammar::{a, join};
use super::noun::Form;
use super::{It, Writer};
use crate::lang::ast::*;
use crate::lang::raw::{Filter, What};

impl Writer<'_> {
    /// The condition with `after` or `when`, or as a point in time.
    pub fn trigger(&mut self, word: &str, when: &When) -> String {
        match when {
            When::PhaseBegins(phase) => format!("at the start of the {} phase", phase.word()),
            When::PhaseEnds(phase) => format!("at the end of the {} phase", phase.word()),
            When::AnyPhaseBegins => "at the start of a phase".to_owned(),
            When::AnyPhaseEnds => "at the end of a phase".to_owned(),
            When::RoundEnds => "at the end of the round".to_owned(),
            // What an interrupt to it comes before.
            When::ClaimApplied(_) if word == "when" => format!("{word} {}", self.when(when)).replacen("is applied", "is due", 1),
            other => format!("{word} {}", self.when(other)),
        }
    }

    /// The condition as a clause.
    pub fn when(&mut self, when: &When) -> String {
        match when {
            When::Win(w) => self.fought("win", w),
            When::Lose(w) => self.fought("lose", w),
            When::Initiated(w) => self.initiated(w),
            When::DeclaredAttacker(f) => format!("{} attacks", self.card(f)),
            When::DeclaredDefender(f) => format!("{} defends", self.card(f)),
            When::Bypasses(f) => {
                let said = format!("{} bypasses a character by stealth", self.card(f));
                self.event = Some("character".to_owned());
                self.it = It::Nothing;
                said
            }
            When::Enters(w) => self.enters(w),
            When::Marshal(f) => format!("you marshal {}", self.yours(f)),
            When::Play(f) => format!("you play {}", self.yours(f)),
            When::MarshalOrPlay(f) => format!("you play or marshal {}", self.yours(f)),
            When::Leaves(f) => format!("{} leaves play", self.card(f)),
            When::Killed(f) => format!("{} is killed", self.card(f)),
            When::KilledForClaim(f) => format!("{} is killed for claim", self.card(f)),
            When::Sacrificed(f) => format!("{} is sacrificed", self.card(f)),
            When::SacrificedOrKilled(f) => format!("{} is killed or sacrificed", self.card(f)),
            When::Discarded(f) => format!("{} is discarded from play", self.card(f)),
            When::Returned(f) => format!("{} goes back to hand", self.card(f)),
            When::WouldBeKilled(f) => format!("{} would be killed", self.card(f)),
            When::WouldBeKilledOrDiscarded(f) => format!("{} would be discarded or killed", self.card(f)),
            When::WouldLeave(f) => format!("{} would leave play", self.card(f)),
            When::Knelt(f) => format!("{} kneels", self.card(f)),
            When::Stood(f) => format!("{} stands", self.card(f)),
            When::GainsPower(f) => format!("{} gains power", self.card(f)),
            When::GainsPowerUsing(keyword, f) => format!("{} gains power by {}", self.card(f), self.keyword_name(*keyword)),
            When::StrRaised(f) => format!("a card effect raises the STR of {}", self.card(f)),
            When::PhaseBegins(phase) => format!("the {} phase begins", phase.word()),
            When::PhaseEnds(phase) => format!("the {} phase ends", phase.word()),
            When::AnyPhaseBegins => "a phase begins".to_owned(),
            When::AnyPhaseEnds => "a phase ends".to_owned(),
            When::RoundEnds => "the round ends".to_owned(),
            When::WinDominance => "you win dominance".to_owned(),
            When::LoseDominance => "you lose dominance".to_owned(),
            When::WinInitiative => "you win initiative".to_owned(),
            When::PlotIsRevealed(f) => {
                let mut noun = self.noun(f);
                if noun.word() == "card" {
                    noun = self.noun(&Filter(f.0.iter().cloned().chain([Pred::Plot]).collect()));
                }
                self.event = Some("plot".to_owned());
                self.it = It::Event;
                format!("{} is revealed", noun.say(Form::A, false))
            }
            When::ComparesInitiative => "you compare initiative".to_owned(),
            When::RevealPlot(who) => self.player_does(*who, "reveal", "reveals", "a plot"),
            When::IncomeCollected(who) => self.player_does(*who, "collect", "collects", "income"),
            When::BecomesFirstPlayer(who) => self.player_does(*who, "become", "becomes", "first player"),
            When::UnopposedBonus(who) => self.player_does(*who, "gain", "gains", "power for an unopposed win"),
            When::Draws(who) => self.player_does(*who, "draw", "draws", "cards"),
            When::EffectsWouldInitiate(w) => self.effects_would_initiate(w),
            When::Pillages { by, card } => {
                let by = self.card(by);
                let card = if card.0.is_empty() { "a card".to_owned() } else { self.card(card) };
                format!("{by} pillages {card}")
            }
            When::ClaimApplied(w) => {
                let words = challenge(&w.kind);
                let words = if w.unopposed { format!("unopposed {words}") } else { words };
                let with = w.with.as_ref().map(|with| self.taking_part(with)).unwrap_or_default();
                format!("claim is applied for {}{}{with}", a(&words), side(w.side))
            }
            When::PlacedInDiscard(f) => format!("{} is placed in a discard pile", self.card(f)),
            When::DiscardedFrom(zones, f) => self.discarded_from(zones, f),
            When::Any(list) => {
                let mut said: Vec<String> = list.iter().map(|w| self.when(w)).collect();
                // What the first is about need not be said again: `attached character attacks or defends`.
                said.iter_mut().skip(1).for_each(|s| *s = s.strip_prefix("it ").unwrap_or(s).to_owned());
                join(&said, "or")
            }
        }
    }

    /// The card of the event, which later sentences may call `it`.
    fn card(&mut self, filter: &Filter) -> String {
        if let [Pred::Is(what)] = filter.0.as_slice() {
            let said = self.what(what).text;
            if let What::Ref(Ref::Host) = what {
                self.event = Some(self.host.clone().unwrap_or_else(|| "character".to_owned()));
            }
            return said;
        }
        if filter.0.is_empty() {
            self.it = It::Event;
            return "a card".to_owned();
        }
        let noun = self.noun(filter);
        self.event = Some(noun.word());
        self.it = It::Event;
        if noun.is_yours() && !noun.is_proper() && !noun.is_either() {
            return format!("one of {}", noun.say(Form::Many, false));
        }
        noun.say(Form::A, false)
    }

    /// The same without `you control`, which goes without saying.
    fn yours(&mut self, filter: &Filter) -> String {
        self.card(&Filter(filter.0.iter().filter(|p| !matches!(p, Pred::Yours)).cloned().collect()))
    }

    /// Whose hand or deck it is goes with the place.
    fn discarded_from(&mut self, zones: &[ZoneName], filter: &Filter) -> String {
        let whose = |p: &Pred| match p {
            Pred::Yours => Some(Who::You),
            Pred::Opponents => Some(Who::Opponent),
            _ => None,
        };
        let card = self.card(&Filter(filter.0.iter().filter(|p| whose(p).is_none()).cloned().collect()));
        let from = match filter.0.iter().find_map(whose) {
            Some(who) => self.zones(zones, who),
            None => self.zones(zones, Who::You).replacen("your ", "", 1),
        };
        format!("{card} is discarded from {from}")
    }

    fn player_does(&mut self, who: Who, you: &str, other: &str, what: &str) -> String {
        let who = self.who(who);
        let verb = if who == "you" { you } else { other };
        format!("{who} {verb} {what}")
    }

    fn fought(&mut self, verb: &str, w: &ChallengeWhen) -> String {
        let words = challenge(&w.kind);
        let words = if w.unopposed { format!("unopposed {words}") } else { words };
        let mut text = format!("you {verb} {}", a(&words));
        if w.by > 0 {
            text.push_str(&format!(" by {}+", w.by));
        }
        text.push_str(side(w.side));
        if let Some(with) = &w.with {
            text.push_str(&self.taking_part(with));
        }
        text
    }

    /// ` with Robb Stark attacking alone`.
    fn taking_part(&mut self, with: &Filter) -> String {
        let state = |p: &Pred| matches!(p, Pred::Attacking | Pred::Defending | Pred::Participating | Pred::Alone);
        let rest = Filter(with.0.iter().filter(|p| !state(p)).cloned().collect());
        let mut doing = "participating".to_owned();
        for pred in &with.0 {
            match pred {
                Pred::Attacking => "attacking".clone_into(&mut doing),
                Pred::Defending => "defending".clone_into(&mut doing),
                Pred::Alone => doing.push_str(" alone"),
                _ => {}
            }
        }
        let card = match rest.0.as_slice() {
            [Pred::Is(what)] => self.what(what).text,
            _ => self.noun(&rest).say(Form::A, false),
        };
        format!(" with {card} {doing}")
    }

    fn initiated(&mut self, w: &InitiatedWhen) -> String {
        let words = a(&challenge(&w.kind));
        let mut text = match w.by {
            None => format!("{words} is initiated"),
            Some(who) => self.player_does(who, "initiate", "initiates", &words),
        };
        if let Some(against) = w.against {
            text.push_str(&format!(" against {}", self.who(against)));
        }
        text
    }

    fn enters(&mut self, w: &EntersWhen) -> String {
        let card = if w.card.0.is_empty() { self.card(&Filter(vec![Pred::Is(What::Ref(Ref::This))])) } else { self.card(&w.card) };
        let how = match w.how {
            None => " enters play",
            Some(Means::Marshaled) => " is marshaled",
            Some(Means::Ambush) => " enters play by ambush",
            Some(Means::OutOfShadows) => " comes out of shadows",
            Some(Means::PutIntoPlay) => " is put into play",
        };
        format!("{card}{how}{}", if w.during_challenge { " during a challenge" } else { "" })
    }

    fn effects_would_initiate(&mut self, w: &EffectsWhen) -> String {
        let kinds: Vec<&str> = w
            .kinds
            .iter()
            .map(|k| match k {
                AbilityKind::Action => "action",
                AbilityKind::Reaction => "reaction",
                AbilityKind::Interrupt => "interrupt",
                AbilityKind::ForcedReaction => "forced reaction",
                AbilityKind::ForcedInterrupt => "forced interrupt",
                AbilityKind::WhenRevealed => "when revealed",
            })
            .collect();
        let events = w.of.0.iter().any(|p| matches!(p, Pred::EventCard));
        let card = self.card(&w.of);
        let mut text = match (kinds.as_slice(), events) {
            ([], true) => card,
            ([], false) if w.of.0.is_empty() => "a triggered ability".to_owned(),
            ([], false) => format!("a triggered ability of {card}"),
            (kinds, _) => format!("{} ability of {card}", a(&join(kinds, "or"))),
        };
        if let Some(choosing) = &w.choosing {
            let chosen = match choosing.0.as_slice() {
                [Pred::Is(what)] => self.what(what).text,
                _ => self.noun(choosing).say(Form::A, false),
            };
            text.push_str(&format!(" that chooses {chosen}"));
        }
        if !w.doing.is_empty() {
            let does: Vec<&str> = w
                .doing
                .iter()
                .map(|does| match does {
                    Doing::Search => "searches a deck",
                })
                .collect();
            text.push_str(&format!(" that {}", join(&does, "or")));
        }
        self.it = It::Event;
        format!("{text} would take effect")
    }
}

fn side(side: Option<Side>) -> &'static str {
    match side {
        None => "",
        Some(Side::Attacker) => " as attacker",
        Some(Side::Defender) => " as defender",
    }
}
