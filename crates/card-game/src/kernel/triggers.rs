//! What may answer a batch: the abilities and saves that its windows offer.

use smallvec::SmallVec;
use table::Seat;

use super::batch::{Batch, Stage};
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::state::{Frame, Id, Inst, State, Zone};
use crate::lang::ast::{AbilityKind, Cost};
use crate::rules::{AbilityRules, Rules};
use crate::view::Action;

/// From this number on the abilities of a card are those that it has gained.
pub const GIFTS: u8 = 64;

impl State {
    /// Which stage an optional ability belongs to.
    pub(super) fn in_stage(ability: &AbilityRules, stage: Stage) -> bool {
        match stage {
            Stage::Would => ability.is_interrupt() && ability.would,
            Stage::Interrupts | Stage::ForcedInterrupts => ability.is_interrupt() && !ability.would,
            _ => ability.is_reaction(),
        }
    }

    /// The event of a batch that an ability is used on: the first that fits and was not used, about `on` if given.
    pub(super) fn event_for(&self, rules: &Rules, b: &Batch, card: Id, ability: u8, seat: Seat, on: Option<Id>) -> usize {
        let fits = |at: &usize| {
            let ev = &b.events[*at];
            !b.used.contains(&(card, ability, *at as u8)) && self.reacts(rules, b, card, ability, seat, ev)
        };
        let on_it = |at: &usize| on.is_none() || b.events[*at].card() == on;
        (0..b.events.len()).filter(on_it).find(fits).or_else(|| (0..b.events.len()).find(fits)).unwrap_or(0)
    }

    /// Whether an ability's triggering condition is this event, at this stage, for the seat that would use it.
    pub(super) fn reacts(&self, rules: &Rules, b: &Batch, card: Id, ability: u8, seat: Seat, ev: &Ev) -> bool {
        if ev.off || (b.stage >= Stage::Delayed) != ev.done {
            return false;
        }
        let (def, _) = self.voice(b, card);
        let (def, ability) = self.place_of(def, card, ability);
        let Some(entry) = rules.cards[def as usize].abilities.get(ability as usize) else { return false };
        let Some(when) = entry.triggered().and_then(|t| t.when.as_ref()) else { return false };
        let ctx = Ctx { ev: Some(ev), ..Ctx::of(self, rules, card, seat) };
        let met = ctx.triggers(when);
        debug_assert!(!met || crate::lang::roles::held(when, ev), "{when:?} does not tell what the checker says of it");
        met
    }

    /// Whose text a card speaks with in a batch, and "you" of it: what this batch has taken out of play speaks as it was then, also
    /// from a shuffled deck, where its id may stand for any card.
    pub(super) fn voice(&self, b: &Batch, card: Id) -> (u16, Seat) {
        let now = self.card(card);
        let left = b.events.iter().find_map(|ev| match &ev.kind {
            Kind::Leave { card: c, snap: Some(snap), .. } if *c == card && !self.in_play(card) => {
                (now.gen_.wrapping_sub(snap.card.gen_) <= 2).then_some((snap.def, snap.der.controller))
            }
            _ => None,
        });
        left.unwrap_or((now.def, self.controller(card)))
    }

    /// What a card is, or was when the batch that runs now took it out of play.
    pub fn def_of(&self, card: Id) -> u16 {
        if let Some(Frame::Batch(b)) = self.stack.last() { self.voice(b, card).0 } else { self.card(card).def }
    }

    /// An instance of an ability that answers an event of a batch.
    pub(super) fn answering(&self, b: &Batch, card: Id, ability: u8, seat: Seat, at: usize) -> Inst {
        let (def, place) = self.place_of(self.voice(b, card).0, card, ability);
        Inst { def, ability: place, ..self.instance(card, ability, seat, Some(&b.events[at])) }
    }

    /// Cards whose interrupts or reactions a seat may use, of those that speak of these triggers: in play, events in hand or shadows,
    /// agendas, cards that just left play, and cards in piles.
    pub(super) fn speakers(&self, rules: &Rules, seat: Seat, b: &Batch, bits: u64) -> SmallVec<[Id; 8]> {
        let reactions = b.stage == Stage::Reactions;
        let speaks = |id: &Id| {
            let entry = &rules.cards[self.card(*id).def as usize];
            (if reactions { entry.reactions } else { entry.interrupts }) & bits != 0 || self.has_gift(*id)
        };
        let p = self.player(seat);
        let mut out: SmallVec<[Id; 8]> = SmallVec::new();
        if self.heard(reactions, bits) {
            out.extend(self.voices().iter().copied().filter(|id| speaks(id) && self.der(*id).controller == seat));
        }
        out.extend(p.agendas.iter().chain(&p.hand).chain(&p.shadows).copied().filter(|id| speaks(id)));
        let mut left = false;
        for ev in &b.events {
            if let Kind::Leave { card, snap: Some(snap), .. } = &ev.kind {
                left = true;
                if snap.der.controller == seat && !self.in_play(*card) && !out.contains(card) {
                    out.push(*card);
                }
            }
        }
        // From a pile speaks what says so, what has just left play, and what counts as in hand.
        let reached = self.reached(rules, seat);
        if left || rules.pile_triggers & bits != 0 || !reached.is_empty() || !self.cache.gifts.is_empty() {
            for card in p.discard.iter().chain(&p.dead).copied().chain(reached) {
                if speaks(&card) && !out.contains(&card) {
                    out.push(card);
                }
            }
        }
        out
    }

    /// The cards in play that may have something to say beside their constant text: with gained abilities any.
    pub(super) fn voices(&self) -> &[Id] {
        if self.cache.gifts.is_empty() { &self.cache.voices } else { &self.play }
    }

    /// Whether a card in play has a reaction, or an interrupt, of these triggers.
    pub(super) fn heard(&self, reactions: bool, bits: u64) -> bool {
        (if reactions { self.cache.reactions } else { self.cache.interrupts }) & bits != 0 || !self.cache.gifts.is_empty()
    }

    /// Whether some open card of the seat could be used if its hidden cards were right: by open information alone.
    pub(super) fn could_use(&self, rules: &Rules, b: &Batch, seat: Seat, bits: u64) -> bool {
        let mut list = Vec::new();
        self.usable(rules, b, seat, bits, true, &mut list);
        !list.is_empty()
    }

    /// The abilities that a seat may use in this window. With `open` those of open cards, whatever the seat's hidden cards are.
    pub(super) fn usable(&self, rules: &Rules, b: &Batch, seat: Seat, bits: u64, open: bool, list: &mut Vec<Action>) {
        let reactions = b.stage == Stage::Reactions;
        for card in self.speakers(rules, seat, b, bits) {
            // What this batch has returned to a hand is known to all.
            let left = |ev: &Ev| matches!(&ev.kind, Kind::Leave { card: c, snap: Some(_), .. } if *c == card);
            if open && matches!(self.card(card).zone, Zone::Hand | Zone::Shadows) && !b.events.iter().any(left) {
                continue;
            }
            let entry = &rules.cards[self.voice(b, card).0 as usize];
            let mask = if reactions { entry.reactions } else { entry.interrupts };
            if mask & bits == 0 && !self.has_gift(card) {
                continue;
            }
            for (n, ability) in self.abilities_of(rules, self.voice(b, card).0, card) {
                if ability.trigger & bits == 0 || ability.is_forced() || !State::in_stage(ability, b.stage) {
                    continue;
                }
                let mut matches: SmallVec<[usize; 4]> = SmallVec::new();
                for (at, ev) in b.events.iter().enumerate() {
                    if ev.bits() & ability.trigger != 0
                        && !b.used.contains(&(card, n, at as u8))
                        && self.reacts(rules, b, card, n, seat, ev)
                    {
                        let inst = Inst { open, ..self.answering(b, card, n, seat, at) };
                        if self.may_use(rules, &inst).is_ok() {
                            matches.push(at);
                        }
                    }
                }
                match matches.len() {
                    0 => {}
                    1 => list.push(Action::Use { card, ability: n + 1, on: None }),
                    _ => {
                        for at in matches {
                            let action = Action::Use { card, ability: n + 1, on: b.events[at].card() };
                            if !list.contains(&action) {
                                list.push(action);
                            }
                        }
                    }
                }
            }
        }
        if b.stage == Stage::Would {
            // The duplicate's save: a triggered game ability of the duplicate's controller (RR.glossary.duplicates.2).
            for ev in b.events.iter().filter(|e| !e.off) {
                if let Kind::Leave { card, can_save: true, .. } = &ev.kind
                    && !ev.cost
                    && !self.terminal(*card, ev)
                    && self.duplicates_of(*card).any(|d| self.card(d).base == seat)
                {
                    list.push(Action::Save { card: *card });
                }
            }
        }
        dedup_twins(self, rules, seat, list);
    }

    /// A kill by a terminal condition, which a plain save does not remedy (RR.glossary.save.4).
    pub(super) fn terminal(&self, card: Id, ev: &Ev) -> bool {
        ev.source == Some(card) && self.der(card).killed_at_zero && self.der(card).strength == 0
    }

    /// Whether, by open information, a seat's hidden cards might hold something for this window.
    pub(super) fn could_hold(&self, rules: &Rules, b: &Batch, seat: Seat, bits: u64) -> bool {
        let p = self.player(seat);
        if (p.hand.is_empty() && p.shadows.is_empty()) || self.cache.players[seat.index()].cannot_trigger {
            return false;
        }
        let place = match b.stage {
            Stage::Would => 0,
            Stage::Interrupts | Stage::ForcedInterrupts => 1,
            _ => 2,
        };
        rules.hidden_answers[place].iter().filter(|(trigger, ..)| trigger & bits != 0).any(|(_, def, n)| {
            let Some(t) = rules.cards[*def as usize].abilities[*n as usize].triggered() else { return false };
            let Some(when) = &t.when else { return false };
            b.events.iter().any(|ev| {
                let ctx = Ctx { ev: Some(ev), ..Ctx::of(self, rules, p.faction_card, seat) };
                !ev.off
                    && (b.stage != Stage::Reactions || ev.done)
                    && ctx.triggers(when)
                    && t.only_if.iter().all(|c| ctx.cond(c))
                    && t.cost.iter().all(|c| self.open_cost(&ctx, c))
            })
        })
    }

    /// Whether all that is open allows a cost: the faction card stands, the gold is there.
    fn open_cost(&self, ctx: &Ctx, cost: &Cost) -> bool {
        let p = self.player(ctx.you);
        match cost {
            Cost::KneelFaction => !self.card(p.faction_card).kneeling,
            Cost::Gold(n) => p.gold >= ctx.num(n),
            _ => true,
        }
    }

    /// The abilities with which a card of this definition speaks, by their numbers: its own, then those that it has gained.
    pub fn abilities_of<'a>(&'a self, rules: &'a Rules, def: u16, card: Id) -> impl Iterator<Item = (u8, &'a AbilityRules)> + 'a {
        let own = rules.cards[def as usize].abilities.iter().filter(|a| !a.gift).enumerate().map(|(n, a)| (n as u8, a));
        let gifts = self.cache.gifts.iter().filter(move |g| g.card == card);
        own.chain(gifts.enumerate().map(|(n, g)| (GIFTS + n as u8, &rules.cards[g.def as usize].abilities[g.ability as usize])))
    }

    pub fn has_gift(&self, card: Id) -> bool {
        self.cache.gifts.iter().any(|g| g.card == card)
    }

    /// Where the text of ability number `n` of a card of this definition stands: on that, or on the card that granted it.
    pub fn place_of(&self, def: u16, card: Id, n: u8) -> (u16, u8) {
        let gift = |n: u8| self.cache.gifts.iter().filter(|g| g.card == card).nth(n as usize);
        n.checked_sub(GIFTS).and_then(gift).map_or((def, n), |g| (g.def, g.ability))
    }

    /// The abilities of this kind on a card, for a seat that initiates them as if the card were its own.
    pub(super) fn initiated_by<'a>(&'a self, rules: &'a Rules, kind: AbilityKind, card: Id, seat: Seat) -> impl Iterator<Item = Inst> + 'a {
        let abilities = self.abilities_of(rules, self.card(card).def, card).filter(move |(_, a)| a.kind() == Some(kind));
        abilities.map(move |(n, _)| self.instance(card, n, seat, None))
    }

    /// An instance of a card's ability.
    pub fn instance(&self, card: Id, ability: u8, controller: Seat, event: Option<&Ev>) -> Inst {
        let c = self.card(card);
        let (def, ability) = self.place_of(c.def, card, ability);
        Inst {
            card,
            gen_: c.gen_,
            def,
            ability,
            controller,
            binds: SmallVec::new(),
            x: 0,
            event: event.map(|e| Box::new(e.clone())),
            them: None,
            host: c.host,
            open: false,
        }
    }
}

/// Two copies of one card in a hand are one candidate: only the first is listed.
fn dedup_twins(st: &State, rules: &Rules, seat: Seat, list: &mut Vec<Action>) {
    let _ = rules;
    let mut seen: SmallVec<[(u16, u8, Option<Id>); 8]> = SmallVec::new();
    list.retain(|action| match action {
        Action::Use { card, ability, on } if st.player(seat).hand.contains(card) => {
            let key = (st.card(*card).def, *ability, *on);
            if seen.contains(&key) {
                false
            } else {
                seen.push(key);
                true
            }
        }
        _ => true,
    });
}
