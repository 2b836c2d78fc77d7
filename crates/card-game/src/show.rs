//! Prompts, labels, reasons, and the view of one viewer.

use std::collections::BTreeMap;

use table::{Choice, Illegal, Prompt, PromptKind, Seat, SeatSet, Viewer};

use crate::kernel::ask::{Ask, List, Topic};
use crate::kernel::derive::PlotStat;
use crate::kernel::initiate::{Stage, What as Initiated};
use crate::kernel::state::{Frame, Id, State, Until, Val, Zone};
use crate::kernel::triggers::GIFTS;
use crate::kernel::verbs_of::question_at;
use crate::lang::ast::{Act, Cost, KeywordName, Means2, PrintedCost};
use crate::lang::raw::Many;
use crate::lang::text::{ability_text, describe_cost, gained_text, prompt};
use crate::rules::Rules;
use crate::view::{Action, CardView, ChallengeView, PlayerView, PlotValues, View};
use crate::words::{CardType, ChallengeType, Faction};

impl State {
    pub fn prompt_of(&self, rules: &Rules, seat: Seat) -> Option<Prompt> {
        let ask = self.ask_of(seat)?;
        let (topic, text, rule) = self.question(rules, ask);
        let kind = match (&ask.list, ask.topic) {
            (List::One(_), Topic::ActionWindow | Topic::Marshaling | Topic::Interrupts | Topic::Reactions) => PromptKind::Window,
            (List::One(_), Topic::X | Topic::Bestow) => PromptKind::Number,
            (list, _) => list.kind(),
        };
        let (min, max) = match &ask.list {
            List::Set { of, rule, .. } => (u32::from(rule.min), u32::from(rule.max.min(of.len() as u16))),
            List::Order(of) => (of.len() as u32, of.len() as u32),
            _ => (1, 1),
        };
        let drafted = ask
            .draft
            .iter()
            .map(|a| Choice { index: 0, action: serde_json::to_value(a).unwrap_or_default(), label: self.label_of(rules, seat, a) })
            .collect();
        Some(Prompt {
            seat,
            decision: ask.number,
            kind,
            topic,
            text,
            source: ask.source.filter(|id| self.shows(Viewer::Seat(seat), *id)).map(|id| id.to_string()),
            rule: Some(rule),
            min,
            max,
            drafted,
            simultaneous: self.asks.len() > 1,
        })
    }

    /// Topic, sentence and rule of a question.
    fn question(&self, rules: &Rules, ask: &Ask) -> (String, String, String) {
        if let List::Challenge(declaration) = &ask.list {
            let (topic, rule, text) = declaration.part(self, rules, &ask.draft);
            return (topic.to_owned(), text, rule.to_owned());
        }
        let (topic, text, rule) = ask.topic.words();
        let source = ask
            .source
            .filter(|id| self.shows(Viewer::Seat(ask.seat), *id))
            .map(|id| rules.cards[self.card(id).def as usize].def.name.clone());
        let text = match (ask.topic, &source, &ask.list) {
            (Topic::Target | Topic::EffectCards | Topic::CostCard, Some(name), List::Set { rule, .. }) => {
                let what = if ask.topic == Topic::CostCard { "to pay for" } else { "for" };
                match (rule.min, rule.max) {
                    (1, 1) => format!("Choose a card {what} {name}."),
                    (min, max) if min == max => format!("Choose {min} cards {what} {name}."),
                    (0, max) => format!("Choose up to {max} cards {what} {name}."),
                    (min, max) => format!("Choose {min} to {max} cards {what} {name}."),
                }
            }
            (Topic::Reactions, Some(name), _) => format!("Something happened with {name}. Use a reaction, or pass."),
            (Topic::Interrupts, Some(name), _) => format!("Something is about to happen with {name}. Use an interrupt, or pass."),
            (Topic::May, Some(name), _) => match self.asked_about(rules, ask.seat).as_slice() {
                [] => format!("{name}: {text}"),
                [offer, rest @ ..] => format!("{name}: {}", prompt::question(offer, rest.first().map(String::as_str))),
            },
            (
                Topic::Either
                | Topic::NameIcon
                | Topic::NameKeyword
                | Topic::NameTrait
                | Topic::NameType
                | Topic::NameCardType
                | Topic::SearchCard
                | Topic::X,
                Some(name),
                _,
            ) => {
                format!("{name}: {text}")
            }
            (Topic::Reserve, ..) => {
                let n = if let List::Set { rule, .. } = &ask.list { rule.min } else { 0 };
                format!("Discard {n} {} from your hand, down to your reserve.", if n == 1 { "card" } else { "cards" })
            }
            (Topic::Claim, _, List::Set { rule, .. }) if rule.min > 1 => {
                format!("Military claim: choose {} of your characters. They are killed.", rule.min)
            }
            (Topic::Claim, ..) => "Military claim: choose one of your characters. It is killed.".to_owned(),
            (Topic::KeywordUse, Some(name), _) => {
                let keyword = self.keyword_now().map_or("this keyword".to_owned(), |k| format!("{k:?}").to_lowercase());
                format!("Use {keyword} of {name}?")
            }
            (Topic::IntimidateTarget, Some(name), _) => format!("{name} intimidates: kneel which character?"),
            _ => text.to_owned(),
        };
        (topic.to_owned(), text, rule.to_owned())
    }

    fn keyword_now(&self) -> Option<KeywordName> {
        self.stack.iter().rev().find_map(|f| if let Frame::Challenge(c) = f { c.keyword } else { None })
    }

    pub fn label_of(&self, rules: &Rules, seat: Seat, action: &Action) -> String {
        let title = |id: &Id| rules.cards[self.card(*id).def as usize].def.name.clone();
        let gold = |n: i32| if n == 0 { "free".to_owned() } else { format!("{n} gold") };
        match action {
            Action::Pass => "Pass".to_owned(),
            Action::Done => "Done".to_owned(),
            Action::Yes => match self.ask_of(seat).map(|a| a.topic) {
                Some(Topic::Mulligan) => "Mulligan: seven new cards".to_owned(),
                _ => "Yes".to_owned(),
            },
            Action::No => match self.ask_of(seat).map(|a| a.topic) {
                Some(Topic::Mulligan) => "Keep this hand".to_owned(),
                _ => "No".to_owned(),
            },
            Action::Card { card } => title(card),
            Action::Use { card, ability, on } => {
                let entry = &rules.cards[self.def_of(*card) as usize];
                let verb = if entry.def.kind == CardType::Event { "Play" } else { "Use" };
                // What lies hidden under a card has no title for others; what left play before all eyes is named as what it was.
                let on = on.filter(|id| self.card(*id).zone != Zone::Under || self.shows(Viewer::Seat(seat), *id));
                let on = on.map(|id| format!(" on {}", rules.cards[self.def_of(id) as usize].def.name)).unwrap_or_default();
                // Of several abilities of a card each says what it does.
                let n = *ability - 1;
                let (def, place) = self.place_of(self.def_of(*card), *card, n);
                let several = self.abilities_of(rules, self.def_of(*card), *card).filter(|(_, a)| a.triggered().is_some()).count() > 1;
                let which = match n.checked_sub(GIFTS) {
                    Some(_) => format!(": {}", gained_text(&rules.cards[def as usize].abilities[place as usize].ability)),
                    None if several => format!(": {}", ability_text(&entry.def, n as usize)),
                    None => String::new(),
                };
                format!("{verb} {}{on}{which}", entry.def.name)
            }
            Action::Save { card } => format!("Save {} with its duplicate", title(card)),
            Action::Marshal { card } => {
                let cost = self.may_marshal(rules, *card, seat).unwrap_or(0);
                format!("Marshal {} ({})", title(card), gold(cost))
            }
            Action::Ambush { card, gold: n } => format!("Ambush with {} ({})", title(card), gold(*n)),
            Action::IntoShadows { card } => format!("Put {} into shadows (2 gold)", title(card)),
            Action::OutOfShadows { card, gold: n } => format!("Bring {} out of shadows ({})", title(card), gold(*n)),
            Action::Place { card, shadows: false } => format!("Place {}", title(card)),
            Action::Place { card, shadows: true } => format!("Place {} into shadows", title(card)),
            Action::Challenge { kind, against } => format!("{} challenge against {{{against}}}", kind.title()),
            Action::Player { seat } => format!("{{{seat}}}"),
            Action::Number { n } => n.to_string(),
            Action::Challengetype { kind } => kind.title().to_owned(),
            Action::Cardtype { kind } => kind.title().to_owned(),
            Action::Keyword { keyword } => keyword.clone(),
            Action::Trait { name } | Action::Title { name } => name.clone(),
            Action::Option { n } => self.option_label(rules, seat, *n),
            Action::Rest => "The rest as listed".to_owned(),
        }
    }

    fn option_label(&self, rules: &Rules, seat: Seat, n: u8) -> String {
        match self.asked_about(rules, seat).get(n as usize) {
            Some(text) if !text.is_empty() => prompt::capital(text),
            _ => format!("Option {}", n + 1),
        }
    }

    /// What the running effect asks a seat about, in words for it: what it may do and what happens if not, or the options.
    fn asked_about(&self, rules: &Rules, seat: Seat) -> Vec<String> {
        // Ways to pay.
        if let Some(Frame::Initiate(i)) = self.stack.last()
            && let Initiated::Ability(inst) = &i.what
            && let Some(t) = self.ability(rules, inst).triggered().filter(|_| i.stage == Stage::Costs)
            && let Some(ways) = t.cost.iter().find_map(|cost| cost.ways())
        {
            let way = |costs: &Many<Cost>| costs.iter().map(describe_cost).collect::<Vec<_>>().join(" and ");
            return ways.iter().map(way).collect();
        }
        let Some(run) = self.stack.iter().rev().find_map(|f| if let Frame::Run(run) = f { Some(run) } else { None }) else {
            return Vec::new();
        };
        let inst = &run.inst;
        let entry = &rules.cards[inst.def as usize];
        let ability = &entry.abilities[inst.ability as usize];
        let Some(effect) = question_at(ability, run.pc) else { return Vec::new() };
        let shown = |id: &Id| self.shows(Viewer::Seat(seat), *id);
        let title = |id: Id| rules.cards[self.card(id).def as usize].def.name.clone();
        let word = |value: &Val| match value {
            Val::Cards(cards) if !cards.is_empty() && cards.iter().all(|c| shown(&c.id)) => {
                Some(prompt::titles(&cards.iter().map(|c| title(c.id)).collect::<Vec<_>>()))
            }
            Val::Seat(player) if *player == inst.controller => Some("you".to_owned()),
            Val::Seat(player) => Some(format!("{{{player}}}")),
            _ => None,
        };
        let known = prompt::Known {
            names: inst.binds.iter().filter_map(|(slot, value)| Some((*slot, word(value)?))).collect(),
            event: inst.event.as_ref().and_then(|ev| ev.card()).filter(shown).map(title),
            host: inst.host.filter(shown).map(title),
        };
        // A card that has gained the ability, or become something else, speaks by its own name.
        let parts = prompt::offered(&title(inst.card), &ability.ability, effect, known);
        if seat == inst.controller {
            return parts;
        }
        parts.iter().map(|said| prompt::for_another(said, &format!("{{{}}}", inst.controller))).collect()
    }

    /// Why a thing cannot be used by a seat now.
    pub fn explain_thing(&self, rules: &Rules, seat: Seat, thing: &str) -> Vec<Illegal> {
        if let Some(against) = (0..self.players.len() as u8).map(Seat).find(|s| s.to_string() == thing) {
            return self.explain_attack(rules, seat, against);
        }
        let Ok(id) = thing.parse::<Id>() else {
            return vec![Illegal::new("unknown", format!("there is no {thing} on the table"))];
        };
        if id.0 as usize >= self.cards.len() || !self.shows(Viewer::Seat(seat), id) {
            return vec![Illegal::new("unknown", format!("there is no {thing} that you can see"))];
        }
        let reason = |(text, rule): (&str, &str)| Illegal::new("not_now", text).rule(rule);
        let mut out = Vec::new();
        let card = self.card(id);
        let entry = &rules.cards[card.def as usize];
        // A title or a faction card stands for its player.
        if self.in_play(id) && matches!(entry.def.kind, CardType::Title | CardType::FactionCard) && self.controller(id) != seat {
            out.extend(self.explain_attack(rules, seat, self.controller(id)));
        }
        let mut legal = Vec::new();
        if let Some(ask) = self.ask_of(seat) {
            ask.legal(self, rules, &mut legal);
        } else {
            out.push(Illegal::new("not_asked", "You are not asked for anything now.").rule("RR.window.action"));
        }
        if card.zone == Zone::Hand && entry.def.kind != CardType::Event {
            if self.active != Some(seat) || self.phase != crate::words::Phase::Marshaling {
                out.push(reason(("Cards are marshaled in the marshaling phase by the active player.", "RR.glossary.marshal.1")));
            } else if let Err(why) = self.may_marshal(rules, id, seat) {
                out.push(reason(why));
            }
        }
        for (n, ability) in self.abilities_of(rules, card.def, id) {
            if ability.triggered().is_none() {
                continue;
            }
            let kind = format!("{:?}", ability.kind().expect("triggered"));
            match self.may_use(rules, &self.instance(id, n, seat, None)) {
                Err((text, rule)) => out.push(Illegal::new("not_now", format!("{kind}: {text}")).rule(rule)),
                Ok(()) if ability.is_action() => {}
                Ok(()) => out.push(
                    Illegal::new("not_now", format!("{kind}: its triggering condition has not occurred."))
                        .rule("RR.glossary.triggering_condition"),
                ),
            }
        }
        if self.in_play(id) && entry.def.kind == CardType::Character && card.kneeling {
            out.push(Illegal::new("not_now", "It is kneeling: it can neither attack nor defend.").rule("RR.fw.4.2"));
        }
        out.extend(self.explain_declaration(rules, seat, id));
        out
    }

    /// Why a standing character of a seat that declares attackers or defenders cannot be one (RR.fw.4.2, RR.fw.4.2.1).
    fn explain_declaration(&self, rules: &Rules, seat: Seat, id: Id) -> Option<Illegal> {
        let ask = self.ask_of(seat)?;
        let der = if self.in_play(id) { *self.der(id) } else { return None };
        if self.kind(rules, id) != CardType::Character || der.controller != seat || self.card(id).kneeling {
            return None;
        }
        let no = |text: String, rule: &str| Some(Illegal::new("not_now", text).rule(rule));
        let cannot = |act| der.cannot(act) || der.cannot(Act::Participate);
        let words = |kinds: &[ChallengeType]| kinds.iter().map(|k| k.word()).collect::<Vec<_>>().join(" or ");
        if matches!(ask.list, List::Challenge(_)) {
            let missing: Vec<ChallengeType> = ChallengeType::ALL.iter().copied().filter(|k| !der.icon(*k)).collect();
            if cannot(Act::Attack) {
                return no("An effect keeps it from attacking.".to_owned(), "RR.golden.cannot");
            }
            return if missing.is_empty() { None } else { no(format!("It has no {} icon.", words(&missing)), "RR.fw.4.2") };
        }
        let c = self.challenge.as_ref().filter(|_| ask.topic == Topic::Defenders)?;
        if c.bypassed.contains(&id) {
            no("It is bypassed: it cannot be declared as a defender in this challenge.".to_owned(), "RR.glossary.stealth.1")
        } else if cannot(Act::Defend) {
            no("An effect keeps it from defending.".to_owned(), "RR.golden.cannot")
        } else if !der.icon(c.kind) && der.defends_without >> c.kind.index() & 1 == 0 {
            no(format!("It has no {} icon.", c.kind.word()), "RR.fw.4.2.1")
        } else {
            None
        }
    }

    /// Whether a viewer may know which card this is.
    pub fn shows(&self, viewer: Viewer, id: Id) -> bool {
        let c = self.card(id);
        match viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => self.public(id) || c.known.contains(seat),
            Viewer::Spectator => self.public(id) || c.known == SeatSet(u16::MAX),
        }
    }

    /// Cards in open areas, faceup.
    fn public(&self, id: Id) -> bool {
        let c = self.card(id);
        match c.zone {
            Zone::Play | Zone::RevealedPlot | Zone::Duplicate => !c.facedown,
            Zone::Discard | Zone::Dead | Zone::UsedPlots | Zone::Agenda | Zone::BeingPlayed => true,
            Zone::TitlePool | Zone::Removed => !c.facedown,
            _ => false,
        }
    }

    pub fn view_for(&self, rules: &Rules, viewer: Viewer) -> View {
        let me = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let mut cards = Vec::new();
        let mut add = |ids: &[Id], all: bool| {
            for id in ids {
                if all || self.shows(viewer, *id) {
                    cards.push(self.card_view(rules, viewer, *id));
                }
            }
        };
        add(&self.play, true);
        add(&self.duplicates, true);
        add(&self.under, true);
        for p in &self.players {
            add(&p.agendas, true);
            add(&p.hand, false);
            add(&p.shadows, true);
            add(&p.chosen.into_iter().collect::<Vec<_>>(), true);
            add(&p.discard, true);
            add(&p.dead, true);
            add(&p.used, true);
        }
        if let Some(seat) = me {
            let mut plots = self.player(seat).plot_deck.clone();
            plots.sort_by_key(|id| (self.card(*id).def, *id));
            add(&plots, true);
        } else if viewer == Viewer::All {
            for p in &self.players {
                add(&p.plot_deck, true);
            }
        }
        for p in &self.players {
            // Cards of a deck that the viewer may know, from the top.
            let known: Vec<Id> = p.deck.iter().rev().copied().filter(|id| self.shows(viewer, *id)).collect();
            add(&known, true);
        }
        add(&self.removed, false);
        add(&self.titles_in_sight(viewer), true);
        let played: Vec<Id> = (0..self.cards.len() as u16).map(Id).filter(|id| self.card(*id).zone == Zone::BeingPlayed).collect();
        add(&played, true);
        View {
            viewer: me,
            format: if self.titles.is_some() { "melee" } else { "joust" }.to_owned(),
            rulings: rules.rulings.word().to_owned(),
            round: self.round,
            phase: self.phase,
            step: self.step.id().to_owned(),
            step_name: self.step.name().to_owned(),
            first_player: Some(self.first_player),
            active_player: self.active,
            acting: self.asks.iter().filter(|a| !a.complete).map(|a| a.seat).collect(),
            players: (0..self.players.len() as u8).map(|s| self.player_view(rules, Seat(s))).collect(),
            cards,
            challenge: self.challenge_view(rules),
            titles: self.titles_view(rules, viewer),
            lasting: self.lasting_lines(rules),
            outcome: self.outcome.clone(),
        }
    }

    fn player_view(&self, rules: &Rules, seat: Seat) -> PlayerView {
        let p = self.player(seat);
        let faction =
            if p.faction_card.0 == u16::MAX { Faction::Neutral } else { rules.cards[self.card(p.faction_card).def as usize].def.faction };
        let value = |v| self.plot_value(rules, seat, v);
        PlayerView {
            seat,
            faction,
            eliminated: p.eliminated,
            gold: p.gold,
            power: self.power_of(seat),
            plot: p.revealed.map(|_| PlotValues {
                income: value(PlotStat::Income),
                initiative: value(PlotStat::Initiative),
                claim: value(PlotStat::Claim),
                reserve: value(PlotStat::Reserve),
            }),
            hand: p.hand.len() as u32,
            deck: p.deck.len() as u32,
            discard: p.discard.len() as u32,
            dead: p.dead.len() as u32,
            plot_deck: p.plot_deck.len() as u32,
            used_plots: p.used.len() as u32,
            shadows: p.shadows.len() as u32,
            title: self.titles_of(rules, seat).next().map(|id| id.to_string()),
            supports: self.opponents(seat).filter(|s| self.supports(rules, seat, *s).is_some()).collect(),
            rivals: self.opponents(seat).filter(|s| self.rivals(rules, seat, *s)).collect(),
            rivals_beaten: self.opponents(seat).filter(|s| self.rival_beaten(seat, *s)).collect(),
            challenges_left: if self.active == Some(seat) && self.phase == crate::words::Phase::Challenges {
                ChallengeType::ALL.iter().map(|k| (*k, self.challenges_left(seat, *k) as u32)).collect()
            } else {
                BTreeMap::new()
            },
        }
    }

    fn card_view(&self, rules: &Rules, viewer: Viewer, id: Id) -> CardView {
        let c = self.card(id);
        let mut out = CardView {
            id: id.to_string(),
            zone: Some(c.zone),
            owner: c.owner.0,
            controller: self.controller(id).0,
            facedown: c.facedown || !self.public(id) && !matches!(c.zone, Zone::Hand),
            kneeling: c.kneeling,
            host: c.host.map(|h| h.to_string()),
            attachments: self.attachments_of(id).map(|a| a.to_string()).collect(),
            duplicates: self.duplicates_of(id).map(|d| d.to_string()).collect(),
            power: i32::from(c.power),
            gold: i32::from(c.gold),
            tokens: c.tokens.iter().map(|(t, n)| (rules.tokens[*t as usize].clone(), i32::from(*n))).collect(),
            ..CardView::default()
        };
        if !self.shows(viewer, id) {
            return out;
        }
        let entry = &rules.cards[c.def as usize];
        let def = &entry.def;
        let in_play = self.in_play(id);
        let der = if in_play { *self.der(id) } else { entry.printed };
        out.code = Some(def.code.clone());
        out.name = Some(def.name.clone());
        out.kind = Some(self.kind(rules, id));
        if def.kind == CardType::Character && c.became.is_none() {
            out.strength = Some(i32::from(der.strength));
            out.printed_str = def.strength;
        }
        for kind in ChallengeType::ALL {
            if der.icon(*kind) {
                out.icons.push(*kind);
                if !entry.icons[kind.index()] {
                    out.gained_icons.push(*kind);
                }
            }
        }
        out.keywords = keyword_words(&der.keywords);
        out.traits = der.traits.iter().map(|t| t.name().to_owned()).collect();
        out.factions = Faction::ALL.iter().copied().filter(|f| der.faction(*f)).collect();
        out.unique = def.unique;
        out.loyal = def.loyal;
        out.cost = def.cost.map(|cost| match cost {
            PrintedCost::Gold(n) => n.to_string(),
            PrintedCost::X => "X".to_owned(),
            PrintedCost::Dash => "-".to_owned(),
        });
        if c.zone == Zone::Hand
            && let Some(n) = entry.cost()
        {
            let how = if def.kind == CardType::Event { Means2::Play } else { Means2::Marshal };
            out.cost_now = Some(self.cost_of(rules, id, c.owner, n, how));
        }
        out.blank = in_play && der.blank > 0 || entry.unwritten;
        if let Some(challenge) = &self.challenge {
            out.attacking = self.attacking(id);
            out.defending = self.defending(id);
            out.bypassed = challenge.bypassed.contains(&id);
            out.assaulted = challenge.assaulted == Some(id);
            if (out.attacking || out.defending) && !der.no_contribute {
                out.contributes = Some(i32::from(der.strength));
            }
        }
        if in_play {
            out.str_from = self.strength_sources(rules, id);
            out.notes = self.notes(rules, id);
        }
        out
    }

    /// Where the STR of a character comes from, as far as lasting effects and attachments go.
    fn strength_sources(&self, rules: &Rules, id: Id) -> Vec<String> {
        let entry = &rules.cards[self.card(id).def as usize];
        let Some(printed) = entry.def.strength else { return Vec::new() };
        let mut out = vec![format!("printed {printed}")];
        let reference = self.refer(id);
        let mut rest = i32::from(self.der(id).strength) - printed;
        for l in self.lasting.iter().filter(|l| l.cards.contains(&reference)) {
            for m in &l.mods {
                if let crate::kernel::state::Mod::Str(n) = m {
                    rest -= i32::from(*n);
                    out.push(format!("{n:+} {}", rules.cards[l.def as usize].def.name));
                }
            }
        }
        if rest != 0 {
            out.push(format!("{rest:+} constant abilities"));
        }
        out
    }

    fn notes(&self, rules: &Rules, id: Id) -> Vec<String> {
        let der = self.der(id);
        let mut out = Vec::new();
        if rules.cards[self.card(id).def as usize].unwritten {
            out.push("It is not implemented, and played blank.".to_owned());
        } else if der.blank > 0 {
            out.push("Its text box is blank.".to_owned());
        }
        if der.no_contribute {
            out.push("It does not contribute its STR.".to_owned());
        }
        if der.must_defend {
            out.push("It must be declared as a defender if able.".to_owned());
        }
        if der.killed_at_zero {
            out.push("It is killed if its STR is 0.".to_owned());
        }
        let _ = rules;
        out
    }

    fn challenge_view(&self, rules: &Rules) -> Option<ChallengeView> {
        let c = self.challenge.as_ref()?;
        let (attack_total, defense_total) = c.result.map_or_else(|| self.totals(), |r| (r.attack, r.defense));
        let ids = |list: &[Id]| list.iter().map(Id::to_string).collect();
        let attackers: Vec<Id> = self.play.iter().copied().filter(|id| self.attacking(*id)).collect();
        Some(ChallengeView {
            kind: c.kind,
            attacker: c.attacker,
            defender: c.defender,
            against: c.against,
            attackers: ids(&attackers),
            defenders: ids(&c.defenders),
            attack_total,
            defense_total,
            defenders_declared: c.defenders_declared,
            winner: c.result.and_then(|r| r.winner),
            loser: c.result.and_then(|r| r.loser),
            margin: c.result.map_or(0, |r| r.margin),
            unopposed: c.result.is_some_and(|r| r.unopposed),
            claim: self.plot_value(rules, c.attacker, PlotStat::Claim),
        })
    }

    /// The lasting effects that still concern something: a card that has left is another object (RR.leave).
    fn lasting_lines(&self, rules: &Rules) -> Vec<String> {
        self.lasting
            .iter()
            .filter(|l| l.player.is_some() || l.cards.iter().any(|c| self.same(*c).is_some()))
            .map(|l| {
                let until = match l.until {
                    Until::Challenge(_) => "Until the end of the challenge",
                    Until::Phase(_) => "Until the end of the phase",
                    Until::Round(_) => "Until the end of the round",
                    Until::Plot(_) => "Until a new plot is revealed",
                    Until::Forever => "For the rest of the game",
                };
                let source = &rules.cards[l.def as usize].def.name;
                let mut cards: Vec<Id> = l.cards.iter().filter_map(|c| self.same(*c)).filter(|id| self.in_play(*id)).collect();
                // In one order, in whatever order they were chosen.
                cards.sort_by_key(|id| (self.card(*id).owner, &rules.cards[self.card(*id).def as usize].def.name, *id));
                if cards.is_empty() { format!("{until}: {source}") } else { format!("{until}: {source} on {}", self.tags(rules, &cards)) }
            })
            .collect()
    }
}

/// The keywords that a card has, as words.
fn keyword_words(counts: &[i8]) -> Vec<String> {
    const NAMES: [&str; 13] = [
        "Ambush",
        "Assault",
        "Bestow",
        "Insight",
        "Intimidate",
        "Limited",
        "No attachments",
        "Pillage",
        "Prized",
        "Renown",
        "Shadow",
        "Stealth",
        "Terminal",
    ];
    NAMES.iter().zip(counts).filter(|(_, n)| **n > 0).map(|(name, _)| (*name).to_owned()).collect()
}
