//! Characteristics in layers (RR.glossary.modifiers, architecture section 3): control, blank, traits, keywords and icons, base, add,
//! multiply, set, then flags and player values. Worked out from printed values plus constant and lasting effects after every change.

use smallvec::SmallVec;
use table::Seat;

pub use super::derived::*;
use super::eval::Ctx;
use super::modify::{apply, apply_player, mod_layer, resolve_all, resolve_player};
use super::reads;
use super::rivals::Work;
use super::state::{Id, Mod, State, Zone};
use crate::lang::ast::*;
use crate::lang::raw::What;
use crate::rules::{KEYWORDS, Layer, Rules, keyword_name, layer};
use crate::words::CardType;

/// What came out of a pass through the layers that early layers may ask for: STR of the cards in play, what is added to reserves.
#[derive(Default, PartialEq)]
struct Seen {
    strengths: SmallVec<[i16; 32]>,
    reserves: SmallVec<[(i16, (i16, i16)); 8]>,
}

/// A card's values as printed.
pub fn printed(rules: &Rules, def: u16) -> Der {
    rules.cards[def as usize].printed
}

/// The values that a definition prints.
pub fn printed_of(def: &Def, keywords: [i8; KEYWORDS]) -> Der {
    let strength = def.strength.unwrap_or(0) as i16;
    let icon = |letter| i8::from(def.icons.contains(letter));
    Der {
        traits: def.traits.iter().copied().collect(),
        keywords,
        prized: def.keywords.iter().map(|k| if let Keyword::Prized(n) = k { *n as i16 } else { 0 }).sum(),
        factions: 1 << def.faction as u16,
        icons: [icon('M'), icon('I'), icon('P')],
        strength,
        sum: strength,
        ..Der::default()
    }
}

impl State {
    /// What a card is now; printed values outside play.
    pub fn der(&self, id: Id) -> &Der {
        &self.cache.der[id.0 as usize]
    }

    /// Who controls a card: in play with control effects, elsewhere its owner's side.
    pub fn controller(&self, id: Id) -> Seat {
        if self.in_play(id) { self.der(id).controller } else { self.card(id).base }
    }

    /// Its card type now.
    pub fn kind(&self, rules: &Rules, id: Id) -> CardType {
        let card = self.card(id);
        if card.became.is_some() { CardType::Attachment } else { rules.cards[card.def as usize].def.kind }
    }

    /// Whether the printed abilities of a card in play work.
    pub fn speaks(&self, id: Id) -> bool {
        let card = self.card(id);
        !card.facedown && card.became.is_none() && self.der(id).blank == 0
    }

    /// Works out all characteristics anew if something changed.
    pub fn refresh(&mut self, rules: &Rules) {
        if !self.cache.fresh {
            self.recompute(rules);
        }
    }

    /// Works out all characteristics anew. Where an early layer asks for STR or a reserve, which a later one gives, this is done again
    /// with what came out, until that comes out again; what never settles so goes by what is printed.
    pub fn recompute(&mut self, rules: &Rules) {
        self.derive(rules, &Seen::default());
        let agendas = self.players.iter().flat_map(|p| &p.agendas);
        if !self.play.iter().chain(agendas).any(|id| rules.cards[self.card(*id).def as usize].asks_ahead) {
            return;
        }
        let came_out = |st: &State| Seen {
            strengths: st.play.iter().map(|id| st.der(*id).strength).collect(),
            reserves: st.cache.players.iter().map(|p| (p.reserve, p.reserve_cut)).collect(),
        };
        for _ in 0..8 {
            let seen = came_out(self);
            self.derive(rules, &seen);
            if came_out(self) == seen {
                return;
            }
        }
        self.derive(rules, &Seen::default());
    }

    /// One pass through the layers; the early ones read what was seen, or what is printed.
    fn derive(&mut self, rules: &Rules, seen: &Seen) {
        let n = self.players.len();
        let first = self.cache.der.len() != self.cards.len();
        if first {
            self.cache.der = self.cards.iter().map(|c| Der { controller: c.base, ..printed(rules, c.def) }).collect();
        }
        self.cache.players = smallvec::smallvec![PlayerDer::default(); n];
        self.cache.players.iter_mut().zip(&seen.reserves).for_each(|(p, seen)| (p.reserve, p.reserve_cut) = *seen);
        self.cache.listed.clear();
        self.cache.immune.clear();
        self.cache.gifts.clear();
        self.cache.doomed.clear();
        self.cache.rivals.clear();
        self.cache.any_considered = false;
        self.cache.any_contributes = false;
        self.cache.voices.clear();
        self.cache.reactions = 0;
        self.cache.interrupts = 0;
        let (mut layers, mut read) = (0u16, 0u16);
        let mut sources: SmallVec<[Id; 32]> = SmallVec::new();
        for at in 0..self.play.len() {
            let id = self.play[at];
            let card = &self.cards[id.0 as usize];
            let def = card.def;
            let mut der = Der { controller: card.base, ..rules.cards[def as usize].printed };
            let entry = &rules.cards[def as usize];
            if entry.actions || entry.reactions | entry.interrupts != 0 {
                self.cache.voices.push(id);
                self.cache.reactions |= entry.reactions;
                self.cache.interrupts |= entry.interrupts;
            }
            if card.facedown {
                der = Der { controller: card.base, ..Der::default() };
            } else if let Some(became) = card.became {
                der = Der { controller: card.base, ..became_der(rules, became) };
                if let Some(Effect::BecomeAttachment { host_gets, .. }) = became_effect(rules, became) {
                    layers |= host_gets.iter().fold(0, |bits, m| bits | layer(m).bit());
                }
                read |= self.became_reads(rules, became);
                sources.push(id);
            } else if rules.cards[def as usize].constant_layers != 0 {
                layers |= rules.cards[def as usize].constant_layers;
                read |= rules.cards[def as usize].constant_reads;
                sources.push(id);
            }
            if let Some(strength) = seen.strengths.get(at) {
                der.strength = *strength;
            }
            self.cache.der[id.0 as usize] = der;
        }
        for at in 0..n {
            for agenda in &self.players[at].agendas {
                let def = self.card(*agenda).def as usize;
                if rules.cards[def].constant_layers != 0 {
                    layers |= rules.cards[def].constant_layers;
                    read |= rules.cards[def].constant_reads;
                    sources.push(*agenda);
                }
            }
        }
        for lasting in &self.lasting {
            layers |= lasting.mods.iter().fold(0, |bits, m| bits | mod_layer(m).bit());
            read |= lasting.mods.iter().fold(0, |bits, m| bits | reads::of_mod(m));
        }
        // Targeted by assault: blank but for traits to the end of the challenge, whatever becomes of the attacker
        // (RR.glossary.assault.2, .7).
        let assaulted = self.challenge.as_ref().filter(|c| !c.over).and_then(|c| c.assaulted.map(|id| (id, c.attacker)));
        if assaulted.is_some() {
            layers |= Layer::Blank.bit();
            read |= reads::CHALLENGE;
        }
        self.cache.reads = read;
        self.cache.fresh = true;
        let mut work: Vec<(Option<Id>, Seat, Mod)> = Vec::new();
        if layers & Layer::Control.bit() != 0 {
            self.recompute_control(rules, &sources, &mut work);
        }
        for layer in Layer::ALL {
            if layer == Layer::Last {
                self.cache.players.iter_mut().for_each(|p| (p.reserve, p.reserve_cut) = (0, (0, 0)));
                if layers & Layer::Immune.bit() != 0 {
                    self.immunities(rules, &sources, &mut work);
                }
            }
            if layers & layer.bit() != 0 && layer != Layer::Control {
                if let Some((id, attacker)) = assaulted.filter(|_| layer == Layer::Blank) {
                    work.push((Some(id), attacker, Mod::Blank));
                    self.apply_mods(rules, &mut work);
                }
                match layer {
                    Layer::Immune => self.immunities(rules, &sources, &mut work),
                    Layer::Base | Layer::Set => self.set_in_order(rules, &sources, layer, &mut work),
                    // Constant abilities read what lasting effects make of cards.
                    Layer::Blank | Layer::Traits | Layer::Keywords => {
                        self.lasting_in(rules, layer, &mut work);
                        self.settled(rules, &sources, layer, &mut work);
                    }
                    _ => {
                        for source in &sources {
                            self.constants_of(rules, *source, layer, &mut work);
                            self.apply_mods(rules, &mut work);
                        }
                        self.lasting_in(rules, layer, &mut work);
                    }
                }
            }
            if layer == Layer::Blank && layers & Layer::Immune.bit() != 0 && layers & Layer::Blank.bit() != 0 {
                self.unshielded(rules, &sources, &mut work);
            }
            match layer {
                Layer::Add => self.for_play(|d, _| d.strength = d.sum),
                Layer::Multiply | Layer::Set => self.for_play(|d, _| d.strength = d.strength_with(0) as i16),
                _ => {}
            }
        }
        // Decisions between effects may be due anew in each phase.
        if !self.precedence.is_empty() || !self.cache.rivals.is_empty() {
            self.cache.reads = reads::ALL;
        }
    }

    /// The text of a card that is blank protects nobody (RR.glossary.blank.1): what it alone kept from others is done now.
    fn unshielded(&mut self, rules: &Rules, sources: &[Id], work: &mut Work) {
        // Each time some immunity is gone, or it ends.
        for _ in 0..=sources.len() {
            let before = self.cache.immune.clone();
            self.immunities(rules, sources, work);
            if self.cache.immune == before {
                return;
            }
            self.lasting_in(rules, Layer::Blank, work);
            self.settled(rules, sources, Layer::Blank, work);
        }
    }

    /// What cards are immune to, by what is known so far (RR.glossary.immune.1).
    fn immunities(&mut self, rules: &Rules, sources: &[Id], work: &mut Work) {
        self.cache.immune.clear();
        for source in sources {
            self.constants_of(rules, *source, Layer::Immune, work);
        }
        self.lasting_in(rules, Layer::Immune, work);
    }

    /// The lasting effects of a layer.
    fn lasting_in(&mut self, rules: &Rules, layer: Layer, work: &mut Work) {
        for at in 0..self.lasting.len() {
            let lasting = &self.lasting[at];
            for m in lasting.mods.iter().filter(|m| mod_layer(m) == layer) {
                match lasting.player {
                    Some(seat) => work.push((None, seat, *m)),
                    None => work.extend(lasting.cards.iter().filter_map(|c| self.same(*c)).map(|id| (Some(id), lasting.controller, *m))),
                }
                if let Mod::If(def, ability, place) = m {
                    let player = lasting.player.unwrap_or(lasting.controller);
                    let held = self.rule_if_held(rules, (lasting.source, lasting.controller), player, (*def, *ability, *place));
                    work.extend(held.map(|m| (None, player, m)));
                }
                if let Mod::Listed(def, ability, place) = m {
                    let (source, you) = (lasting.source, lasting.controller);
                    let player = lasting.player.unwrap_or(you);
                    self.cache.listed.push(Listed { source, you, player, def: *def, ability: *ability, at: *place });
                }
                if let Mod::Grant(def, ability) = m {
                    let cards: SmallVec<[Id; 2]> = lasting.cards.iter().filter_map(|c| self.same(*c)).collect();
                    self.cache.gifts.extend(cards.into_iter().map(|card| Gift { card, def: *def, ability: *ability }));
                }
                if let Mod::Immune(def, ability, place) = m {
                    let cards: SmallVec<[Id; 2]> = lasting.cards.iter().filter_map(|c| self.same(*c)).collect();
                    for card in cards {
                        let (source, you) = (self.lasting[at].source, self.lasting[at].controller);
                        self.cache.immune.push(Immune { card, source, you, def: *def, ability: *ability, at: *place });
                    }
                }
            }
            self.apply_mods(rules, work);
        }
    }

    /// The rule about a player that stands at a place under a condition, if that holds.
    fn rule_if_held(&self, rules: &Rules, (source, you): (Id, Seat), player: Seat, at: (u16, u8, u8)) -> Option<Mod> {
        let ctx = Ctx { them: Some(player), ..Ctx::of(self, rules, source, you) };
        let mut rule = rules.player_modifier(at)?;
        while let PlayerModifier::If(cond, inner) = rule {
            if !ctx.cond(cond) {
                return None;
            }
            rule = inner;
        }
        Some(resolve_player(&ctx, rule, at))
    }

    /// Control effects in the order in which they began: the latest counts, and when it ends the one before (FAQ.q.take_control).
    pub(super) fn recompute_control(&mut self, rules: &Rules, sources: &[Id], work: &mut Vec<(Option<Id>, Seat, Mod)>) {
        let mut due: SmallVec<[(u32, Option<Id>, usize); 4]> = SmallVec::new();
        due.extend(sources.iter().map(|source| (self.card(*source).since, Some(*source), 0)));
        due.extend(self.lasting.iter().enumerate().map(|(at, l)| (l.since, None, at)));
        due.sort();
        for (_, source, at) in due {
            match source {
                Some(source) => self.constants_of(rules, source, Layer::Control, work),
                None => {
                    let lasting = &self.lasting[at];
                    for m in lasting.mods.iter().filter(|m| mod_layer(m) == Layer::Control) {
                        work.extend(lasting.cards.iter().filter_map(|c| self.same(*c)).map(|id| (Some(id), lasting.controller, *m)));
                    }
                }
            }
            self.apply_mods(rules, work);
        }
    }

    /// The STR of everything in play, where a card waits for STR to be raised.
    pub fn strengths(&self, rules: &Rules) -> Option<Vec<(super::state::CardRef, Der)>> {
        let waits = |id: &Id| rules.cards[self.card(*id).def as usize].reactions & crate::rules::bits::STR != 0;
        self.play.iter().any(waits).then(|| self.play.iter().map(|id| (self.refer(*id), *self.der(*id))).collect())
    }

    /// The cards whose STR was raised by a card effect since: a lasting effect or a constant ability that began or grew. That another
    /// effect ended is no such change (RR.glossary.effects.5).
    pub fn raised_since(&self, before: &[(super::state::CardRef, Der)]) -> SmallVec<[Id; 2]> {
        let grew = |old: &Der, new: &Der| {
            new.strength > old.strength && (new.added > old.added || new.doubles > old.doubles || (new.set.is_some() && new.set != old.set))
        };
        before.iter().filter_map(|(card, old)| self.same(*card).filter(|id| self.in_play(*id) && grew(old, self.der(*id)))).collect()
    }

    pub(super) fn for_play(&mut self, mut f: impl FnMut(&mut Der, Id)) {
        for id in &self.play {
            f(&mut self.cache.der[id.0 as usize], *id);
        }
    }

    /// What the constant abilities of a card do in a layer.
    pub(super) fn constants_of(&mut self, rules: &Rules, source: Id, at: Layer, work: &mut Vec<(Option<Id>, Seat, Mod)>) {
        let card = &self.cards[source.0 as usize];
        if let Some(became) = card.became {
            let Some(host) = card.host else { return };
            if let Some(Effect::BecomeAttachment { host_gets, .. }) = became_effect(rules, became) {
                let ctx = Ctx::of(self, rules, source, card.base);
                for m in host_gets.iter().filter(|m| layer(m) == at) {
                    work.extend(resolve_all(&ctx, m, (0, 0, 0)).into_iter().map(|m| (Some(host), card.base, m)));
                }
            }
            return;
        }
        let def = card.def;
        let entry = &rules.cards[def as usize];
        if entry.constant_layers & at.bit() == 0 || (self.in_play(source) && at != Layer::Control && self.der(source).blank != 0) {
            return;
        }
        let you = self.controller(source);
        for (n, ability) in entry.abilities.iter().enumerate().filter(|(_, a)| a.layers & at.bit() != 0) {
            let Some(constant) = ability.constant() else { continue };
            let ctx = Ctx::of(self, rules, source, you);
            // A condition on several players is judged for each of them, as `Them`.
            if constant.player.is_none() && !constant.only_if.iter().all(|c| ctx.cond(c)) {
                continue;
            }
            let mut targets: SmallVec<[Id; 8]> = SmallVec::new();
            if constant.gets.iter().any(|m| layer(m) == at) {
                match &constant.to {
                    None => targets.push(source),
                    Some(what) => targets.extend(ctx.cards(what)),
                }
            }
            for (i, modifier) in constant.gets.iter().enumerate().filter(|(_, m)| layer(m) == at) {
                for target in &targets {
                    if !self.in_play(*target) {
                        continue;
                    }
                    let ctx = Ctx { it: Some(*target), ..Ctx::of(self, rules, source, you) };
                    if target != &source && ctx.immune(*target) {
                        continue;
                    }
                    match modifier {
                        Modifier::SacrificedIf(cond) => {
                            if ctx.cond(cond) {
                                self.cache.doomed.push(*target);
                            }
                        }
                        Modifier::Grant(_) => {
                            let nth = constant.gets[..i].iter().filter(|m| matches!(m, Modifier::Grant(_))).count();
                            self.cache.gifts.push(Gift { card: *target, def, ability: ability.gifts[nth] });
                        }
                        Modifier::ImmuneTo(_) | Modifier::NotOnlyTarget(_) => {
                            self.cache.immune.push(Immune { card: *target, source, you, def, ability: n as u8, at: i as u8 });
                        }
                        Modifier::NoKneelAttackingFirst(kind) => {
                            if ctx.first_of(*kind, self.controller(*target)) {
                                work.push((Some(*target), you, Mod::NoKneelAttacking(1 << kind.index())));
                            }
                        }
                        _ => {
                            let mods = resolve_all(&ctx, modifier, (def, n as u8, i as u8));
                            work.extend(mods.into_iter().map(|m| (Some(*target), you, m)));
                        }
                    }
                }
            }
            if at == Layer::Last && !constant.rules.is_empty() {
                let ctx = Ctx::of(self, rules, source, you);
                let players = constant.player.map_or_else(|| smallvec::smallvec![you], |who| ctx.seats(who));
                for (i, rule) in constant.rules.iter().enumerate() {
                    for player in &players {
                        let ctx = Ctx { them: Some(*player), ..Ctx::of(self, rules, source, you) };
                        if constant.player.is_some() && !constant.only_if.iter().all(|c| ctx.cond(c)) {
                            continue;
                        }
                        match resolve_player(&ctx, rule, (def, n as u8, i as u8)) {
                            Mod::If(def, ability, at) => {
                                let held = self.rule_if_held(rules, (source, you), *player, (def, ability, at));
                                work.extend(held.map(|m| (None, *player, m)));
                            }
                            Mod::Listed(def, ability, at) => {
                                self.cache.listed.push(Listed { source, you, player: *player, def, ability, at });
                            }
                            m => work.push((None, *player, m)),
                        }
                    }
                }
            }
        }
    }

    pub(super) fn apply_mods(&mut self, rules: &Rules, work: &mut Vec<(Option<Id>, Seat, Mod)>) {
        for (card, seat, m) in work.drain(..) {
            match card {
                Some(id) => apply(rules, &mut self.cache.der[id.0 as usize], m, self.cards[id.0 as usize].def),
                None => apply_player(&mut self.cache.players[seat.index()], m),
            }
            if let (Mod::ConsideredAttacking, Some(_)) = (m, card) {
                self.cache.any_considered = true;
            }
            // "Your side": that of the effect's controller, if it has one in this challenge (FAQ.2.10).
            if let (Mod::Contribute, Some(id), Some(c)) = (m, card, &self.challenge)
                && (seat == c.attacker || seat == c.defender)
            {
                self.cache.der[id.0 as usize].contributes[usize::from(seat == c.defender)] += 1;
                self.cache.any_contributes = true;
            }
        }
    }
}

/// The four values of a plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlotStat {
    Income,
    Initiative,
    Claim,
    Reserve,
}

fn became_effect(rules: &Rules, became: super::state::Became) -> Option<&Effect> {
    match rules.cards[became.def as usize].abilities.get(became.ability as usize)?.code.get(became.pc as usize)? {
        crate::rules::Instr::Verb(effect) => Some(effect),
        _ => None,
    }
}

/// The values of an event that became an attachment.
fn became_der(rules: &Rules, became: super::state::Became) -> Der {
    let mut der = Der { factions: 1 << rules.cards[became.def as usize].def.faction as u16, ..Der::default() };
    if let Some(Effect::BecomeAttachment { traits, keywords, .. }) = became_effect(rules, became) {
        der.traits = traits.iter().copied().collect();
        for keyword in keywords {
            der.keywords[keyword_name(keyword) as usize] += 1;
            if let Keyword::Prized(n) = keyword {
                der.prized += *n as i16;
            }
        }
    }
    der
}

/// The filter-bearing player modifiers that apply to a seat now.
impl State {
    pub fn listed<'a>(&'a self, rules: &'a Rules, seat: Seat) -> impl Iterator<Item = (&'a Listed, &'a PlayerModifier)> + 'a {
        self.cache
            .listed
            .iter()
            .filter(move |l| l.player == seat)
            .filter_map(move |l| rules.player_modifier((l.def, l.ability, l.at)).map(|m| (l, m)))
    }

    /// Whether a modifier is about what the card is told to be: used by `Zone` checks of duplicates.
    pub fn is_duplicate(&self, id: Id) -> bool {
        self.card(id).zone == Zone::Duplicate
    }
}

/// The verbs' targets as a list, for modules that have no context of their own.
pub fn all_of(ctx: &Ctx, what: &What) -> SmallVec<[Id; 8]> {
    ctx.cards(what).into_iter().collect()
}
