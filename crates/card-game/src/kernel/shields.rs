//! What keeps a card from being affected or chosen: immunity, and "not as the only target".

use super::eval::Ctx;
use super::state::Id;
use super::verbs_of::walk;
use crate::lang::ast::*;
use crate::lang::raw::Filter;

impl Ctx<'_> {
    /// Whether a card is immune to what this ability's card is (RR.glossary.immune.1).
    pub fn immune(&self, card: Id) -> bool {
        self.shielded(card, |m| if let Modifier::ImmuneTo(filter) = m { Some(filter) } else { None })
    }

    /// Whether a card cannot be chosen as the only target of this ability.
    fn never_alone(&self, card: Id) -> bool {
        self.shielded(card, |m| if let Modifier::NotOnlyTarget(filter) = m { Some(filter) } else { None })
    }

    /// Whether the ability whose targets these are may have this one only beside others: it chooses no other cards elsewhere.
    pub(super) fn needs_company(&self, t: &Triggered, card: Id) -> bool {
        let picks = t.choose.iter().filter(|c| matches!(c, Choice::Cards(_))).count();
        picks == 1 && self.never_alone(card)
    }

    /// The same of targets that are chosen while the effect resolves.
    pub(super) fn needs_company_later(&self, t: &Triggered, card: Id) -> bool {
        let mut picks = t.choose.iter().filter(|c| matches!(c, Choice::Cards(_))).count();
        walk(&t.effect, &mut |e| {
            if let Effect::Choose(choice) = e {
                picks += usize::from(matches!(&**choice, Choice::Cards(pick) if pick.target));
            }
        });
        picks == 1 && self.never_alone(card)
    }

    fn shielded(&self, card: Id, shield: fn(&Modifier) -> Option<&Filter>) -> bool {
        self.st.cache.immune.iter().filter(|i| i.card == card).any(|i| {
            let ability = &self.rules.cards[i.def as usize].abilities[i.ability as usize];
            let filter = match ability.constant() {
                Some(c) => c.gets.get(i.at as usize),
                None => ability.code.iter().find_map(|instr| match instr {
                    crate::rules::Instr::Verb(Effect::Until(_, _, mods)) => mods.get(i.at as usize),
                    _ => None,
                }),
            };
            let ctx = Ctx::of(self.st, self.rules, i.source, i.you);
            filter.and_then(shield).is_some_and(|filter| ctx.fits(filter, self.this))
        })
    }
}
