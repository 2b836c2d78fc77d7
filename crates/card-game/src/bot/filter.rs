//! Whether a card on the table fits a filter, as far as the view tells. What it does not tell is taken to fit: the engine lists only
//! legal picks anyway, and this is an estimate of whether there is a good one.

use table::Seat;

use super::ability::Use;
use super::table::{Table, cost};
use super::value::number;
use crate::lang::ast::{Cmp, Pred, Ref, Stat, Who, ZoneName};
use crate::lang::raw::{Num, What};
use crate::view::{CardView, Zone};
use crate::words::CardType;

/// Compares with a number that stands in the text; others are taken to hold.
pub fn compares(value: i32, cmp: &Cmp) -> bool {
    let (Cmp::AtMost(n) | Cmp::AtLeast(n) | Cmp::Below(n) | Cmp::Above(n) | Cmp::Is(n)) = cmp;
    if !matches!(n, Num::N(_)) {
        return true;
    }
    let n = number(n);
    match cmp {
        Cmp::AtMost(_) => value <= n,
        Cmp::AtLeast(_) => value >= n,
        Cmp::Below(_) => value < n,
        Cmp::Above(_) => value > n,
        Cmp::Is(_) => value == n,
    }
}

/// The players a reference may mean, as this seat uses it.
pub fn is_who(table: &Table<'_>, who: Who, seat: Seat, them: Option<Seat>) -> bool {
    let c = table.view.challenge.as_ref();
    match who {
        Who::You => seat == table.me,
        Who::Opponent => seat != table.me,
        Who::Them => them.is_none_or(|them| them == seat),
        Who::Winner => c.is_none_or(|c| c.winner.is_none_or(|w| w == seat)),
        Who::Loser => c.is_none_or(|c| c.loser.is_none_or(|l| l == seat)),
        Who::Attacker => c.is_none_or(|c| c.attacker == seat),
        Who::Defender => c.is_none_or(|c| c.defender == seat),
        Who::FirstPlayer => table.view.first_player == Some(seat),
        // A player that was chosen is an opponent.
        Who::The(_) => seat != table.me,
        _ => true,
    }
}

/// Whether the card fits every predicate. Without `In` it must be in play.
pub fn fits(table: &Table<'_>, used: &Use<'_>, preds: &[Pred], card: &CardView) -> bool {
    fn zoned(preds: &[Pred]) -> bool {
        preds.iter().any(|p| match p {
            Pred::In(..) | Pred::Is(_) => true,
            Pred::Any(list) => list.iter().any(|f| zoned(&f.0)),
            _ => false,
        })
    }
    (zoned(preds) || Table::in_play(card)) && preds.iter().all(|p| fit(table, used, p, card))
}

fn stat_of(stat: Stat, card: &CardView) -> i32 {
    match stat {
        Stat::Str => card.strength.unwrap_or(0),
        Stat::PrintedCost => cost(card),
        Stat::Power => card.power,
    }
}

fn fit(table: &Table<'_>, used: &Use<'_>, pred: &Pred, card: &CardView) -> bool {
    let kind = |wanted| card.kind == Some(wanted);
    let zone = |wanted: &ZoneName| match wanted {
        ZoneName::Play => Table::in_play(card),
        ZoneName::Hand => card.zone == Some(Zone::Hand),
        ZoneName::Deck => card.zone == Some(Zone::Deck),
        ZoneName::DiscardPile => card.zone == Some(Zone::Discard),
        ZoneName::DeadPile => card.zone == Some(Zone::Dead),
        ZoneName::Shadows => card.zone == Some(Zone::Shadows),
        ZoneName::PlotDeck => card.zone == Some(Zone::PlotDeck),
        ZoneName::UsedPile => card.zone == Some(Zone::UsedPlots),
    };
    match pred {
        Pred::Character => kind(CardType::Character),
        Pred::Location => kind(CardType::Location),
        Pred::Attachment => kind(CardType::Attachment),
        Pred::EventCard => kind(CardType::Event),
        Pred::Plot => kind(CardType::Plot),
        Pred::FactionCard => kind(CardType::FactionCard),
        Pred::Type(wanted) => kind(*wanted),
        Pred::Trait(any) => any.iter().any(|t| card.traits.iter().any(|own| own == t.name())),
        Pred::Faction(faction) => card.factions.contains(faction),
        Pred::Yours => table.mine(card),
        Pred::Opponents => !table.mine(card),
        Pred::ControlledBy(who) => is_who(table, *who, Seat(card.controller), used.them),
        Pred::OwnedBy(who) => is_who(table, *who, Seat(card.owner), used.them),
        Pred::Unique => card.unique,
        Pred::Loyal => card.loyal,
        Pred::Kneeling => card.kneeling,
        Pred::Standing => !card.kneeling,
        Pred::Attacking => card.attacking,
        Pred::Defending => card.defending,
        Pred::Participating => card.attacking || card.defending,
        Pred::Named(name) => card.name.as_ref() == Some(name),
        Pred::Cost(cmp) => compares(cost(card), cmp),
        Pred::Str(cmp) | Pred::PrintedStr(cmp) => compares(card.strength.unwrap_or(0), cmp),
        Pred::Highest(stat, of) | Pred::Lowest(stat, of) => {
            let all = table.view.cards.iter().filter(|c| fits(table, used, &of.0, c)).map(|c| stat_of(*stat, c));
            let extreme = if matches!(pred, Pred::Highest(..)) { all.max() } else { all.min() };
            extreme == Some(stat_of(*stat, card))
        }
        Pred::Power(cmp) => compares(card.power, cmp),
        Pred::Gold(cmp) => compares(card.gold, cmp),
        Pred::Icon(icon) => card.icons.contains(icon),
        Pred::HasAttachment(_) => !card.attachments.is_empty(),
        Pred::HasDuplicate => !card.duplicates.is_empty(),
        Pred::Token(name) => card.tokens.contains_key(name),
        Pred::Is(what) => match what {
            What::Ref(Ref::This) => card.id == used.card.id,
            What::Ref(Ref::Host) => used.card.host.as_ref() == Some(&card.id),
            What::Name(_) => used.chosen.is_none_or(|chosen| chosen.id == card.id),
            _ => true,
        },
        Pred::In(zones, who) => zones.iter().any(zone) && is_who(table, *who, Seat(card.owner), used.them),
        Pred::Not(filter) => !filter.0.iter().all(|p| fit(table, used, p, card)),
        Pred::Any(list) => list.iter().any(|f| f.0.iter().all(|p| fit(table, used, p, card))),
        _ => true,
    }
}
