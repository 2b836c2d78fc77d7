//! Whether something would change the game (RR.ab.can_initiate.1), and which targets an ability could affect (RR.glossary.target.7).

use smallvec::SmallVec;
use table::Seat;

use super::eval::Ctx;
use super::event::Kind;
use super::state::{Id, State, Zone};
use super::verbs_of::{find_choice, find_verbs, for_whom, name_of, speaks_of, stands_on, walk};
use super::weighed::weigh;
use crate::lang::ast::*;
use crate::lang::raw::{Many, Num, What};
use crate::rules::Rules;
use crate::words::CardType;

type Ids = SmallVec<[Id; 8]>;

impl Ctx<'_> {
    /// Whether some effect of the list would change the game. `root`: the whole effect, where names are bound. What comes after a
    /// "then" only happens if the part before resolves, so it is no potential of its own (RR.glossary.then.1).
    pub fn would_any(&self, effects: &[Effect], root: &[Effect]) -> bool {
        let mut ctx = *self;
        for e in effects.iter().take_while(|e| !matches!(e, Effect::Then)) {
            if ctx.would(e, root) {
                return true;
            }
            // "If you do" has no chance after what cannot be done.
            if ctx.fails(e, root) {
                ctx.did = Some(false);
            }
        }
        false
    }

    /// Whether an effect that would change nothing counts as not done; what only binds a name is done if there is something to bind.
    fn fails(&self, effect: &Effect, root: &[Effect]) -> bool {
        let some_fails = |list: &[Effect]| list.iter().any(|e| self.fails(e, root));
        match effect {
            Effect::Choose(choice) => match &**choice {
                Choice::Cards(pick) => self.choosable(pick, root).is_empty(),
                _ => false,
            },
            Effect::Name(_, filter) => self.select(filter).is_empty(),
            Effect::NameTop(n, _, filter) => self.topmost(n, filter).is_empty(),
            Effect::May(body) | Effect::NoSave(body) | Effect::NoCancel(body) | Effect::Repeat(_, body) => some_fails(body),
            Effect::For(who, body) | Effect::Each(who, _, body) => !self.seats(*who).is_empty() && some_fails(body),
            Effect::Together(body) => some_fails(body),
            Effect::Either(options) => options.iter().all(|o| some_fails(o)),
            Effect::If(..)
            | Effect::IfElse(..)
            | Effect::Offer(..)
            | Effect::Delayed(..)
            | Effect::NameChallengeType(_)
            | Effect::NameIcon(_)
            | Effect::NameCardType(_)
            | Effect::NameTrait(..)
            | Effect::NameKeyword(..)
            | Effect::OrderBottom(_)
            | Effect::OrderTop(_)
            | Effect::Then => false,
            _ => true,
        }
    }

    fn subject(&self) -> SmallVec<[Seat; 8]> {
        self.seats(Who::Them)
    }

    fn some(&self, what: &What, root: &[Effect], test: impl Fn(Id) -> bool) -> bool {
        if let Some(slot) = stands_on(what)
            && self.trial.is_none_or(|(s, _)| s != slot)
            && !self.inst.is_some_and(|i| i.binds.iter().any(|(s, _)| *s == slot))
        {
            // A card that is picked during the effect: is there one?
            if let Some(named) = self.would_name(root, slot) {
                let touched = |id: Id| (id == self.this || !self.immune(id)) && test(id);
                if name_of(what).is_some() {
                    return named.into_iter().any(touched);
                }
                // Of those named, or what belongs to them.
                return self.trial.is_some() || {
                    let of = |id: Id| Ctx { trial: Some((slot, id)), ..*self }.subjects(what);
                    named.into_iter().any(|id| of(id).into_iter().any(touched))
                };
            }
            return match find_choice(root, slot) {
                // While another name is weighed, that a card fits is enough: two names of one verb would weigh each other for ever.
                Some(pick) if self.trial.is_some() => !self.select(&pick.filter).is_empty(),
                Some(pick) => !self.choosable(pick, root).is_empty(),
                None => true,
            };
        }
        self.subjects(what).into_iter().any(|id| (id == self.this || !self.immune(id)) && test(id))
    }

    /// The cards that a verb may be about, also those of a pick that is still to be made; none where a target is to be chosen first.
    fn candidates(&self, what: &What, root: &[Effect]) -> Option<Ids> {
        let open =
            |slot: &u8| self.trial.is_none_or(|(s, _)| s != *slot) && !self.inst.is_some_and(|i| i.binds.iter().any(|(s, _)| s == slot));
        let mut ids = match name_of(what).filter(open) {
            Some(slot) => match self.would_name(root, slot) {
                Some(named) => named,
                None => self.select(&find_choice(root, slot)?.filter),
            },
            None => self.subjects(what),
        };
        ids.retain(|id| *id == self.this || !self.immune(*id));
        Some(ids)
    }

    /// The cards that a name will hold which the effect binds without a choice.
    fn would_name(&self, root: &[Effect], slot: u8) -> Option<Ids> {
        let mut named = None;
        walk(root, &mut |e| match e {
            Effect::Name(name, filter) if name.0 == slot => named = Some(self.select(filter)),
            Effect::NameTop(n, name, filter) if name.0 == slot => named = Some(self.topmost(n, filter)),
            _ => {}
        });
        named
    }

    /// Whether something happens at least once: a number that counts what is still to be chosen is none if nothing can be.
    fn some_times(&self, n: &Num, root: &[Effect]) -> bool {
        let Num::Expr(e) = n else { return self.num(n) > 0 };
        let NumExpr::The(name) = **e else { return true };
        if self.value(name).is_some() {
            return self.num(n) > 0;
        }
        find_choice(root, name.0).is_none_or(|pick| !self.select(&pick.filter).is_empty())
    }

    /// Whether a number is more than 0; one that speaks of a card still to be chosen may be.
    fn some_amount(&self, n: &Num) -> bool {
        self.num(n) > 0 || speaks_of(n, &|name| self.trial.is_none_or(|(s, _)| s != name.0) && self.value(name).is_none())
    }

    /// Whether one verb would change the game now.
    pub fn would(&self, effect: &Effect, root: &[Effect]) -> bool {
        let st = self.st;
        let in_play = |id: Id| st.in_play(id);
        let leaves = |id: Id, act: Act| in_play(id) && !st.der(id).cannot(act) && !st.der(id).cannot(Act::LeavePlay);
        match effect {
            Effect::Draw(n) => {
                self.num(n) > 0 && self.subject().iter().any(|s| !st.player(*s).deck.is_empty() && !st.cache.players[s.index()].cannot_draw)
            }
            Effect::GainGold(n) => self.some_amount(n),
            Effect::LoseGold(n) | Effect::GiveGold(n) => self.num(n) > 0 && self.subject().iter().any(|s| st.player(*s).gold > 0),
            Effect::ReturnAllGold => self.subject().iter().any(|s| st.player(*s).gold > 0),
            Effect::GainPower(n) => self.num(n) > 0 && self.subject().iter().any(|s| !st.cache.players[s.index()].cannot_gain_power),
            Effect::DiscardFromHand(n) | Effect::DiscardRandom(n, _) => {
                self.num(n) > 0 && self.subject().iter().any(|s| !st.player(*s).hand.is_empty())
            }
            Effect::DiscardTop(n, _) => self.num(n) > 0 && self.subject().iter().any(|s| !st.player(*s).deck.is_empty()),
            Effect::LookAtHand => self.subject().iter().any(|s| !st.player(*s).hand.is_empty()),
            Effect::LookAtTop(..) | Effect::RevealTop(..) | Effect::RevealBottom(..) => {
                self.subject().iter().any(|s| !st.player(*s).deck.is_empty())
            }
            Effect::Search(_) => !st.player(self.you).deck.is_empty(),
            Effect::Shuffle => true,
            Effect::Kneel(w) => self.some(w, root, |id| in_play(id) && !st.card(id).kneeling && !st.der(id).cannot(Act::Kneel)),
            Effect::Stand(w) => self.some(w, root, |id| in_play(id) && st.card(id).kneeling && !st.der(id).cannot(Act::Stand)),
            Effect::Kill(w) => self.some(w, root, |id| leaves(id, Act::BeKilled) && st.kind(self.rules, id) == CardType::Character),
            Effect::Discard(w) => self.some(w, root, |id| {
                if in_play(id) {
                    leaves(id, Act::BeDiscarded) && !matches!(st.kind(self.rules, id), CardType::FactionCard | CardType::Plot)
                } else {
                    !matches!(st.card(id).zone, Zone::Discard | Zone::Removed)
                }
            }),
            Effect::Sacrifice(w) => self.some(w, root, |id| leaves(id, Act::BeSacrificed)),
            Effect::ReturnToHand(w) => {
                self.some(w, root, |id| if in_play(id) { leaves(id, Act::BeReturned) } else { st.card(id).zone != Zone::Hand })
            }
            Effect::AddToHand(w) => self.some(w, root, |id| st.card(id).zone != Zone::Hand),
            Effect::ShuffleIntoDeck(w) | Effect::DeckTop(w) | Effect::DeckBottom(w) => {
                self.some(w, root, |id| if in_play(id) { leaves(id, Act::LeavePlay) } else { true })
            }
            Effect::PlaceInDiscard(w) => self.some(w, root, |id| st.card(id).zone != Zone::Discard),
            Effect::PlaceInDead(w) => self.some(w, root, |id| st.card(id).zone != Zone::Dead),
            Effect::RemoveFromGame(w) => self.some(w, root, |id| st.card(id).zone != Zone::Removed),
            Effect::IntoShadows(w) => self.some(w, root, |id| st.card(id).zone != Zone::Shadows),
            Effect::PutIntoPlay(w) | Effect::PutIntoPlayKnelt(w) => {
                let holder = self.seat(Who::Them).unwrap_or(self.you);
                self.some(w, root, |id| st.may_enter(self.rules, id, holder).is_some())
            }
            Effect::TakeControl(w) => {
                let takes = self.seat(Who::Them).unwrap_or(self.you);
                self.some(w, root, |id| in_play(id) && st.controller(id) != takes && st.may_take(self.rules, id, takes))
            }
            Effect::PowerOn(w, n) => self.num(n) > 0 && self.some(w, root, |id| in_play(id) && !st.der(id).cannot(Act::GainPower)),
            Effect::DiscardPower(w, _) => self.some(w, root, |id| st.card(id).power > 0),
            Effect::MovePower(n, from, to) => {
                self.num(n) > 0 && self.some(from, root, |id| st.card(id).power > 0) && self.some(to, root, in_play)
            }
            Effect::MoveGold(n, from, to) => {
                self.num(n) > 0 && self.some(from, root, |id| st.card(id).gold > 0) && self.some(to, root, in_play)
            }
            Effect::GoldOn(w, n) => self.num(n) != 0 && self.some(w, root, in_play),
            Effect::GoldFromPool(w, n) => {
                self.num(n) > 0 && self.subject().iter().any(|s| st.player(*s).gold > 0) && self.some(w, root, in_play)
            }
            Effect::Token(_, _, w) => self.some(w, root, in_play),
            Effect::DiscardToken(name, _, w) => {
                let token = self.rules.token(name);
                self.some(w, root, |id| st.card(id).tokens.iter().any(|(t, _)| *t == token))
            }
            // Only to a card that may bear it, and to another than now (RR.glossary.attachment_cards.2, RR.glossary.move.1).
            Effect::Attach(a, b) => {
                let attachments = self.candidates(a, root);
                match self.candidates(b, root) {
                    None => attachments.is_none_or(|ids| !ids.is_empty()),
                    Some(hosts) => attachments.is_none_or(|ids| {
                        let may = |a: Id, b: Id| if in_play(a) { st.may_move_to(self.rules, a, b) } else { in_play(b) };
                        ids.iter().any(|a| hosts.iter().any(|b| may(*a, *b)))
                    }),
                }
            }
            Effect::AsDuplicate(a, b) => self.some(a, root, |_| true) && self.some(b, root, in_play),
            // There must be an item on each side (RR20.switch.1).
            Effect::Switch(a, b) => self.some(a, root, |_| true) && self.some(b, root, |_| true),
            Effect::RevealNewPlot => self.subject().iter().any(|s| !st.player(*s).plot_deck.is_empty()),
            Effect::BecomeAttachment { on, .. } => self.some(on, root, in_play),
            Effect::RemoveFromChallenge(w) => self.some(w, root, |id| st.participates(id)),
            Effect::JoinAttack(w) | Effect::JoinDefense(w) => {
                st.challenge.as_ref().is_some_and(|c| !c.over)
                    && self.some(w, root, |id| !st.participates(id) && !st.der(id).cannot(Act::Participate))
            }
            Effect::JoinYourSide(w) => {
                st.challenge.as_ref().is_some_and(|c| !c.over && (c.attacker == self.you || c.defender == self.you))
                    && self.some(w, root, |id| in_play(id) && !st.participates(id) && !st.der(id).cannot(Act::Participate))
            }
            Effect::Save => self.savable(root),
            Effect::Cancel => match self.ev.map(|ev| &ev.kind) {
                Some(Kind::Effects { inst }) => !st.ability(self.rules, inst).no_cancel,
                _ => true,
            },
            Effect::InsteadTo(_) | Effect::EndChallenge => true,
            Effect::Reveal(w) => self.some(w, root, |_| true),
            // An effect for a time that is over cannot initiate (RR.glossary.lasting_effects.4).
            Effect::Until(span, w, mods) => {
                let anywhere = mods.iter().all(|m| matches!(m, Modifier::AsInHand(_)));
                // Or a plot that is being revealed.
                let there = |id: Id| anywhere || in_play(id) || st.card(id).zone == Zone::ChosenPlot;
                st.still(*span) && self.some(w, root, |id| there(id) && self.mods_matter(id, mods))
            }
            Effect::Rule(span, _) | Effect::ReduceNext { span, .. } => st.still(*span),
            Effect::RuleUntilPlot(_) | Effect::DefineX(_) => true,
            Effect::InsteadAmount(n) => self.ev.is_some_and(|ev| ev.amount() != self.num(n).max(0)),
            Effect::Delayed(_, body) => self.would_any(body, root),
            Effect::Choose(choice) => match &**choice {
                Choice::Cards(pick) => !self.choosable(pick, root).is_empty() && find_verbs(root, pick.name.0).is_none(),
                _ => false,
            },
            Effect::Offer(who, body, otherwise) => {
                let accepts = |s: &Seat| Ctx { them: Some(*s), ..*self }.would_any(body, root);
                self.would_any(otherwise, root) || self.seats(*who).iter().any(accepts)
            }
            Effect::Initiate(kind, what) => {
                let may = |i: super::state::Inst| weigh(&i, || st.may_use(self.rules, &i).is_ok());
                self.some(what, root, |id| st.initiated_by(self.rules, *kind, id, self.you).any(may))
            }
            Effect::May(body) => self.would_any(body, root),
            Effect::Repeat(n, body) => self.some_times(n, root) && self.would_any(body, root),
            Effect::Either(options) => options.iter().any(|o| self.would_any(o, root)),
            Effect::If(cond, body) => (self.unknown(cond, root) || self.cond(cond)) && self.would_any(body, root),
            Effect::IfElse(cond, body, other) => {
                let unknown = self.unknown(cond, root);
                ((unknown || self.cond(cond)) && self.would_any(body, root))
                    || ((unknown || !self.cond(cond)) && self.would_any(other, root))
            }
            Effect::For(who, body) => {
                self.seats(*who).iter().any(|s| Ctx { them: Some(*s), ..*self }.would_any(body, root)) || self.unbound(*who)
            }
            Effect::Each(who, _, body) => {
                self.seats(*who).iter().any(|s| Ctx { them: Some(*s), ..*self }.would_any(body, root)) || self.unbound(*who)
            }
            Effect::Together(body) => self.would_any(body, root),
            Effect::NoSave(body) | Effect::NoCancel(body) => self.would_any(body, root),
            Effect::ApplyClaim(kind, who) => self.unbound(*who) || self.seat(*who).is_some_and(|on| st.claim_matters(self, *kind, on)),
            Effect::ClaimFallsOn(who) => match self.ev.map(|e| &e.kind) {
                Some(Kind::ClaimApplied { recipient, .. }) => self.unbound(*who) || self.seat(*who).is_some_and(|on| on != *recipient),
                _ => false,
            },
            // Where nothing would be other than it is, nothing is replaced.
            Effect::InsteadClaim(kind) => st.challenge.as_ref().is_some_and(|c| c.claim_kind() != Some(*kind)),
            Effect::InsteadOfClaim(body) => self.would_any(body, root),
            Effect::PutUnder(a, b) => {
                self.some(a, root, |id| !in_play(id) && st.card(id).zone != Zone::Removed) && self.some(b, root, in_play)
            }
            Effect::InsertPhase(_) => st.round > 0,
            Effect::Name(..)
            | Effect::NameTop(..)
            | Effect::NameChallengeType(_)
            | Effect::NameIcon(_)
            | Effect::NameCardType(_)
            | Effect::NameTrait(..)
            | Effect::NameKeyword(..)
            | Effect::OrderBottom(_)
            | Effect::OrderTop(_)
            | Effect::Then => false,
        }
    }

    /// A condition that speaks of something that is only known later.
    pub(super) fn unknown(&self, cond: &Cond, root: &[Effect]) -> bool {
        match cond {
            Cond::Matches(what, _) => name_of(what).is_some_and(|slot| {
                self.trial.is_none_or(|(s, _)| s != slot)
                    && !self.inst.is_some_and(|i| i.binds.iter().any(|(s, _)| *s == slot))
                    && find_choice(root, slot).is_none_or(|pick| !self.select(&pick.filter).is_empty())
            }),
            Cond::Did => self.did.is_none(),
            Cond::Happened(past) => {
                let mut types = past.won.iter().chain(past.lost.iter()).chain(past.initiated.iter());
                types.any(|t| self.kind_of(*t).is_none())
            }
            Cond::Not(c) => self.unknown(c, root),
            Cond::All(list) | Cond::Any(list) => list.iter().any(|c| self.unknown(c, root)),
            _ => false,
        }
    }

    fn unbound(&self, who: Who) -> bool {
        matches!(who, Who::The(name) if self.value(name).is_none())
    }

    /// Whether a modifier would make any difference to a card: a keyword or icon that it has anyway still counts as an effect.
    fn mods_matter(&self, id: Id, mods: &Many<Modifier>) -> bool {
        if !self.st.der(id).cannot(Act::HaveStrReduced) {
            return !mods.is_empty();
        }
        // What cannot be reduced is not chosen for that alone (FAQ.2.1, FAQ.q.dany).
        let base = i32::from(self.rules.cards[self.st.card(id).def as usize].printed.strength);
        mods.iter().any(|m| match m {
            Modifier::Str(n) => self.num(n) >= 0,
            Modifier::SetStr(n) => self.num(n) >= base,
            Modifier::HalveStr => false,
            _ => true,
        })
    }

    /// Whether the event's card can be saved by this effect: not if a terminal condition would kill it at once again (FAQ.3.1).
    fn savable(&self, root: &[Effect]) -> bool {
        let Some(ev) = self.ev else { return false };
        let Some(card) = ev.card() else { return false };
        if ev.cost || self.st.der(card).cannot(Act::BeSaved) {
            return false;
        }
        if ev.source == Some(card) && self.st.der(card).killed_at_zero && self.st.der(card).strength == 0 {
            let strength = |mods: &[Modifier]| -> i32 { mods.iter().map(|m| if let Modifier::Str(n) = m { self.num(n) } else { 0 }).sum() };
            let (mut gain, mut away) = (0, false);
            walk(root, &mut |e| match e {
                Effect::BecomeAttachment { on, host_gets, .. } if self.cards(on).contains(&card) => gain += strength(host_gets),
                Effect::Until(_, what, mods) if self.cards(what).contains(&card) => gain += strength(mods),
                Effect::InsteadTo(_) => away = true,
                // What is no more in play is no more at STR 0 (CR.11).
                Effect::ReturnToHand(what)
                | Effect::ShuffleIntoDeck(what)
                | Effect::DeckTop(what)
                | Effect::DeckBottom(what)
                | Effect::IntoShadows(what)
                | Effect::RemoveFromGame(what) => away |= self.cards(what).contains(&card),
                _ => {}
            });
            return away || self.st.der(card).strength_with(gain) > 0;
        }
        true
    }

    /// The legal candidates of a choice: they fit, are not immune, and some verb about them would change something.
    pub fn choosable(&self, pick: &Pick, root: &[Effect]) -> Ids {
        let slot = pick.name.0;
        let mut ids = self.select(&pick.filter);
        ids.retain(|id| (*id == self.this || !self.immune(*id)) && self.affects(slot, *id, root));
        // A target that is chosen while the effect resolves.
        if pick.target
            && !self.st.cache.immune.is_empty()
            && let Some(t) = self.inst.and_then(|inst| self.st.ability(self.rules, inst).triggered())
        {
            self.keep_company(pick, &mut ids, |id| self.needs_company_later(t, id));
        }
        ids
    }

    /// Takes away the cards that may not be the only target, where nothing is chosen beside them.
    fn keep_company(&self, pick: &Pick, ids: &mut Ids, needs: impl Fn(Id) -> bool) {
        let one = |n: &Option<Num>| n.as_ref().is_none_or(|n| self.num(n) <= 1);
        let single = !pick.any && one(&pick.count) && one(&pick.up_to);
        if single || ids.len() == 1 {
            ids.retain(|id| !needs(*id));
        }
    }

    /// The legal candidates of one of an ability's targets: of a set also those that need others beside them, if there are any.
    pub(super) fn targets(&self, t: &Triggered, pick: &Pick) -> Ids {
        let mut ids = self.choosable(pick, &t.effect);
        if !self.st.cache.immune.is_empty() {
            self.keep_company(pick, &mut ids, |id| self.needs_company(t, id));
        }
        ids
    }

    /// Whether some verb about the name would change something if the name were this card; yes if no verb is about it.
    fn affects(&self, slot: u8, id: Id, root: &[Effect]) -> bool {
        let ctx = Ctx { trial: Some((slot, id)), ..*self };
        // What comes after a "then" is nothing by itself (RR.glossary.then.1).
        let first = root.iter().position(|e| matches!(e, Effect::Then)).map_or(root, |then| &root[..then]);
        match find_verbs(first, slot).or_else(|| find_verbs(root, slot)) {
            None => true,
            Some(verbs) => verbs.iter().any(|verb| match for_whom(root, verb).filter(|_| self.them.is_none()) {
                Some(who) => ctx.unbound(who) || ctx.seats(who).into_iter().any(|s| Ctx { them: Some(s), ..ctx }.would(verb, root)),
                None => ctx.would(verb, root),
            }),
        }
    }
}

impl State {
    /// Whether an effect "until the end of" this span still makes sense.
    pub fn still(&self, span: Span) -> bool {
        match span {
            Span::Challenge => self.challenge.as_ref().is_some_and(|c| !c.over),
            Span::Phase => self.phase_running(),
            Span::Round => true,
        }
    }

    /// Whether a card may enter play under a seat's control: as itself, or as a duplicate on the card returned.
    pub fn may_enter(&self, rules: &Rules, id: Id, seat: Seat) -> Option<Option<Id>> {
        let card = self.card(id);
        if self.in_play(id) || card.zone == Zone::Removed {
            return None;
        }
        let def = &rules.cards[card.def as usize].def;
        if !matches!(def.kind, CardType::Character | CardType::Location | CardType::Attachment) {
            return None;
        }
        match self.unique_entry(rules, id, seat) {
            Entry::No(_) => None,
            Entry::Duplicate(over) => Some(Some(over)),
            Entry::Yes => {
                if def.kind == CardType::Attachment && !self.play.iter().any(|host| self.may_host(rules, id, *host, seat)) {
                    return None;
                }
                Some(None)
            }
        }
    }

    /// The uniqueness rules for bringing a card into play (RR.glossary.unique, RR.glossary.dead_pile.2, FAQ.1.3, RS.4).
    pub fn unique_entry(&self, rules: &Rules, id: Id, seat: Seat) -> Entry {
        let def = &rules.cards[self.card(id).def as usize].def;
        if !def.unique {
            return Entry::Yes;
        }
        let owner = self.card(id).owner;
        let copy = |other: Id| other != id && !self.card(other).facedown && rules.cards[self.card(other).def as usize].def.name == def.name;
        if self.player(seat).dead.iter().any(|d| copy(*d)) {
            return Entry::No("RR.glossary.dead_pile.2");
        }
        if rules.rulings == crate::rules::Rulings::Faq41 && owner != seat && self.player(owner).dead.iter().any(|d| copy(*d)) {
            return Entry::No("FAQ.1.3");
        }
        for other in self.play.iter().copied().filter(|o| copy(*o)) {
            let holder = self.controller(other);
            let its_owner = self.card(other).owner;
            if holder == seat && its_owner == seat && owner == seat {
                return Entry::Duplicate(other);
            }
            if holder == seat || its_owner == seat || its_owner == owner || holder == owner {
                return Entry::No("RR.glossary.unique.1");
            }
        }
        Entry::Yes
    }

    /// Whether a seat may take control of a card (RR.glossary.unique.3, FAQ.1.3, RS.4).
    pub fn may_take(&self, rules: &Rules, id: Id, seat: Seat) -> bool {
        let def = &rules.cards[self.card(id).def as usize].def;
        if !def.unique {
            return true;
        }
        let copy = |other: &Id| *other != id && rules.cards[self.card(*other).def as usize].def.name == def.name;
        let owner = self.card(id).owner;
        let dead = |seat: Seat| self.player(seat).dead.iter().any(&copy);
        if dead(seat) || (rules.rulings == crate::rules::Rulings::Faq41 && dead(owner)) {
            return false;
        }
        let theirs = |s: Seat| s == seat || s == owner;
        !self.play.iter().any(|o| copy(o) && (theirs(self.controller(*o)) || theirs(self.card(*o).owner)))
    }
}

/// How a card may enter play as far as uniqueness goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    Yes,
    Duplicate(Id),
    /// Not, by this rule.
    No(&'static str),
}
