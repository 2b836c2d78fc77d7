//! What is known of every card of the pool, whether it is defined here yet or not: enough to read a deck and to judge it.

use std::sync::OnceLock;

use crate::lang::ast::{Def, PlotValue, PrintedCost};
use crate::lang::traits::Trait;
use crate::words::{CardType, Faction};

/// A pack that cards were published in. Packs are ordered by date, draft and variant sets last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pack {
    /// Place in [`packs`].
    pub order: usize,
    pub code: &'static str,
    pub name: &'static str,
}

/// The facts of one card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub code: &'static str,
    pub name: &'static str,
    pub kind: CardType,
    pub faction: Faction,
    pub pack: Pack,
    /// Copies in one copy of the pack.
    pub copies: u32,
    /// Copies that a deck may hold.
    pub limit: u32,
    pub loyal: bool,
    pub unique: bool,
    pub cost: Option<PrintedCost>,
    /// Printed STR; a printed X is 0 here.
    pub strength: Option<i32>,
    pub icons: &'static str,
    /// Income, initiative, claim, reserve.
    pub plot: Option<(PlotValue, PlotValue, PlotValue, PlotValue)>,
    pub traits: Vec<Trait>,
}

/// Every pack, the earliest first.
pub fn packs() -> &'static [Pack] {
    static PACKS: OnceLock<Vec<Pack>> = OnceLock::new();
    PACKS.get_or_init(|| {
        let lines = include_str!("../../../../cards/packs.tsv").lines().skip(1);
        lines.enumerate().filter_map(|(order, line)| line.split_once('\t').map(|(code, name)| Pack { order, code, name })).collect()
    })
}

/// Every card of the pool, sorted by code.
pub fn facts() -> &'static [Fact] {
    static FACTS: OnceLock<Vec<Fact>> = OnceLock::new();
    FACTS.get_or_init(|| {
        let lines = include_str!("../../../../cards/facts.tsv").lines().skip(1);
        lines.map(|line| fact(line).unwrap_or_else(|| panic!("facts.tsv: {line:?} is not a card"))).collect()
    })
}

fn fact(line: &'static str) -> Option<Fact> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let (code, name) = (next()?, next()?);
    let kind = next()?;
    let faction = next()?;
    let pack = next()?;
    Some(Fact {
        code,
        name,
        kind: CardType::ALL.iter().copied().find(|k| k.word() == kind)?,
        faction: Faction::ALL.iter().copied().find(|f| f.word() == faction)?,
        pack: packs().iter().copied().find(|p| p.code == pack)?,
        copies: next()?.parse().ok()?,
        limit: next()?.parse().ok()?,
        loyal: next()? == "loyal",
        unique: next()? == "unique",
        cost: match next()? {
            "" => None,
            "X" => Some(PrintedCost::X),
            "-" => Some(PrintedCost::Dash),
            number => Some(PrintedCost::Gold(number.parse().ok()?)),
        },
        strength: match next()? {
            "" => None,
            "X" => Some(0),
            number => Some(number.parse().ok()?),
        },
        icons: next()?,
        plot: match next()? {
            "" => None,
            values => {
                let value = |text: &str| if text == "X" { Some(PlotValue::X) } else { Some(PlotValue::N(text.parse().ok()?)) };
                let mut values = values.split('/').map(value);
                Some((values.next()??, values.next()??, values.next()??, values.next()??))
            }
        },
        traits: match next()? {
            "" => Vec::new(),
            names => names.split("; ").map(Trait::find).collect::<Option<_>>()?,
        },
    })
}

impl Fact {
    /// A definition of the card that says its facts and nothing of its text: the card as it is played blank.
    pub fn blank(&self) -> Def {
        Def {
            code: self.code.to_owned(),
            name: self.name.to_owned(),
            kind: self.kind,
            faction: self.faction,
            unique: self.unique,
            loyal: self.loyal,
            cost: self.cost,
            strength: self.strength,
            icons: self.icons.to_owned(),
            traits: self.traits.clone(),
            plot: self.plot,
            deck_limit: u8::try_from(self.limit).ok(),
            keywords: Vec::new(),
            income: 0,
            initiative: 0,
            reserve: 0,
            host: Default::default(),
            deck: Vec::new(),
            supports: Vec::new(),
            rivals: Vec::new(),
            abilities: Vec::new(),
        }
    }
}
