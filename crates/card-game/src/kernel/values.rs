//! Plot values, power totals, hosts: what is read from derived characteristics.

use super::derive::*;
use super::eval::Ctx;
use super::state::{Id, State};
use crate::lang::ast::*;
use crate::lang::traits::TraitSet;
use crate::rules::Rules;
use crate::words::CardType;
use table::Seat;

impl State {
    /// A player's plot values: the revealed plot with all modifiers (RR.glossary.plot_value_modifiers), at least 0.
    pub fn plot_value(&self, rules: &Rules, seat: Seat, value: PlotStat) -> i32 {
        let Some(plot) = self.player(seat).revealed else { return 0 };
        let def = &rules.cards[self.card(plot).def as usize].def;
        let (income, initiative, claim, reserve) = def.plot.unwrap_or((PlotValue::N(0), PlotValue::N(0), PlotValue::N(0), PlotValue::N(0)));
        // An X that nothing defines is 0 (RR.glossary.x.1).
        let number = |v: PlotValue| if let PlotValue::N(n) = v { n } else { i32::from(self.der(plot).x.unwrap_or(0)) };
        let p = &self.cache.players[seat.index()];
        let shields = |f: fn(&Def) -> i32| -> i32 {
            self.play
                .iter()
                .filter(|id| self.der(**id).controller == seat && self.speaks(**id))
                .map(|id| f(&rules.cards[self.card(*id).def as usize].def))
                .sum()
        };
        match value {
            PlotStat::Income => {
                let base = self.der(plot).base_income.map_or(number(income), i32::from);
                (base + shields(|d| d.income) + i32::from(p.income)).max(0)
            }
            PlotStat::Initiative => {
                let base = self.der(plot).base_initiative.map_or(number(initiative), i32::from);
                (base + shields(|d| d.initiative) + i32::from(p.initiative)).max(0)
            }
            PlotStat::Reserve => {
                let n = (number(reserve) + shields(|d| d.reserve) + i32::from(p.reserve)).max(0);
                // A bound is one of that reduction alone: what is lower anyway stays so.
                let (by, least) = p.reserve_cut;
                (n - i32::from(by)).max(n.min(i32::from(least)))
            }
            PlotStat::Claim => {
                let mut claim = number(claim);
                if let Some(c) = self.challenge.as_ref().filter(|c| !c.over && c.attacker == seat) {
                    claim += i32::from(p.claim[c.kind.index()]);
                    claim += i32::from(self.cache.players[c.defender.index()].claim_against[c.kind.index()]);
                } else {
                    claim += i32::from(p.claim.iter().copied().min().unwrap_or(0));
                }
                claim.max(0)
            }
        }
    }

    /// A value of a player's revealed plot as it is printed: an X is 0 (RR.glossary.printed.1).
    pub fn printed_plot_value(&self, rules: &Rules, seat: Seat, value: PlotWord) -> i32 {
        let plot = self.player(seat).revealed.and_then(|plot| rules.cards[self.card(plot).def as usize].def.plot);
        let Some((income, initiative, claim, reserve)) = plot else { return 0 };
        let value = match value {
            PlotWord::Income => income,
            PlotWord::Initiative => initiative,
            PlotWord::Claim => claim,
            PlotWord::Reserve => reserve,
        };
        if let PlotValue::N(n) = value { n } else { 0 }
    }

    /// Power on all cards a player controls (RR.glossary.power.1).
    pub fn power_of(&self, seat: Seat) -> i32 {
        self.play
            .iter()
            .filter(|id| self.card(**id).power != 0 && self.der(**id).controller == seat)
            .map(|id| i32::from(self.card(*id).power))
            .sum()
    }

    /// Host restriction, keyword "no attachments" of the host, uniqueness aside: whether `attachment` may be on `host`.
    pub fn may_host(&self, rules: &Rules, attachment: Id, host: Id, seat: Seat) -> bool {
        let card = self.card(attachment);
        if !self.in_play(host) || self.card(host).facedown || self.der(host).cannot(Act::HaveAttachments) {
            return false;
        }
        let mine = if self.in_play(attachment) { self.der(attachment).traits } else { rules.cards[card.def as usize].traits };
        if self.der(host).keyword(KeywordName::NoAttachments) && !self.host_allows(rules, host, mine) {
            return false;
        }
        if card.became.is_some() {
            return self.kind(rules, host) == CardType::Character;
        }
        let ctx = Ctx::of(self, rules, attachment, seat);
        let filter = &rules.cards[card.def as usize].def.host;
        if filter.0.is_empty() {
            return self.kind(rules, host) == CardType::Character;
        }
        let typed = filter
            .0
            .iter()
            .any(|p| matches!(p, Pred::Character | Pred::Location | Pred::Attachment | Pred::FactionCard | Pred::Plot | Pred::Any(_)));
        (typed || self.kind(rules, host) == CardType::Character) && ctx.fits(filter, host)
    }

    /// Whether an attachment may go from where it is to this card (RR.glossary.attachment_cards.2, RR.glossary.move.1).
    pub(super) fn may_move_to(&self, rules: &Rules, attachment: Id, host: Id) -> bool {
        let by = self.controller(attachment);
        self.card(attachment).host != Some(host) && attachment != host && self.may_host(rules, attachment, host, by)
    }

    /// The host's own "no attachments" variants (RR.glossary.no_attachments.4: any that forbids prevails).
    pub(super) fn host_allows(&self, rules: &Rules, host: Id, traits: TraitSet) -> bool {
        let der = self.der(host);
        let printed = &rules.cards[self.card(host).def as usize].def.keywords;
        let mut counted = 0;
        let blank = der.blank != 0;
        for keyword in printed.iter().filter(|_| !blank) {
            let allowed = match keyword {
                Keyword::NoAttachments => false,
                Keyword::NoAttachmentsExcept(except) => except.iter().any(|t| traits.has(*t)),
                Keyword::NoAttachmentsWith(with) => !traits.has(*with),
                _ => continue,
            };
            counted += 1;
            if !allowed {
                return false;
            }
        }
        if der.only.is_some_and(|only| !only.meets(&traits)) || der.never.meets(&traits) {
            return false;
        }
        // What else was gained is the plain variant.
        der.keywords[KeywordName::NoAttachments as usize] <= counted + der.variants
    }
}
