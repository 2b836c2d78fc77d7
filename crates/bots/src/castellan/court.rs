//! Bids, tracks, Westeros cards, wildlings, mustering.

use board_game::data::{Ability, Ban, Track, WesterosEffect, WildEffect};
use board_game::{Action, AreaId, Unit};
use table::Seat;

use super::look::{Look, bit, bits};
use super::march::{armies, excess};
use super::{best, orders};

/// What a place on a track is worth: the first one more than the step to it.
fn standing(look: &Look<'_>, track: Track, place: usize) -> i32 {
    let seats = look.view.players.len() as i32;
    let (step, first) = match track {
        Track::IronThrone => (3, 6),
        Track::Fiefdoms => (4, 8),
        Track::KingsCourt => (5, 4),
    };
    step * (seats - 1 - place as i32) + if place == 0 { first } else { 0 }
}

fn place(look: &Look<'_>, track: Track, seat: Seat) -> usize {
    let list = match track {
        Track::IronThrone => &look.view.iron_throne,
        Track::Fiefdoms => &look.view.fiefdoms,
        Track::KingsCourt => &look.view.kings_court,
    };
    list.iter().position(|at| *at == seat).unwrap_or(0)
}

/// The bid for a track, as far as it is worth the power; `luck` is below 3.
pub fn track_bid(look: &Look<'_>, luck: i32) -> i32 {
    let Some(track) = Track::ALL.into_iter().find(|track| look.view.step_name.ends_with(track.name())) else { return 0 };
    let power = i32::from(look.own().power);
    let seats = look.view.players.len() as i32;
    let low = place(look, track, look.me) as i32;
    // A share of what is there; who stands low bids more, who would bid last anyhow keeps what is left.
    let (share, rest) = match track {
        Track::IronThrone => (22, 1),
        Track::Fiefdoms => (32, 1),
        Track::KingsCourt => (70, 0),
    };
    let late = if look.view.round + 1 >= look.view.rounds && track == Track::KingsCourt { 20 } else { 0 };
    let wanted = power * (share + late + 12 * low / seats.max(1)) / 100 + luck / 2;
    wanted.clamp(0, power - rest.min(power))
}

/// The bid against the wildlings; `luck` is below 3.
pub fn wildling_bid(look: &Look<'_>, luck: i32) -> i32 {
    let Some(attack) = look.view.attack.as_ref() else { return 0 };
    let power = i32::from(look.own().power);
    let bidders: Vec<Seat> = look.view.players.iter().map(|player| player.seat).filter(|seat| !attack.without.contains(seat)).collect();
    let total: i32 = bidders.iter().map(|seat| i32::from(look.player(*seat).power)).sum();
    let strength = i32::from(attack.strength);
    // How bad the card is, where it is known.
    let known = look.view.wildlings.first().and_then(|top| top.as_ref());
    let card = known.and_then(|id| look.board.wildlings.iter().find(|card| card.id == *id));
    if card.is_some_and(|card| card.lowest == WildEffect::Nothing) {
        return 0;
    }
    let share = (strength + bidders.len() as i32 - 1) / bidders.len().max(1) as i32;
    if total < strength {
        // It cannot be held; only the lowest bidder is hit harder.
        return (1 + luck).min(power / 2);
    }
    (share + luck).min(power)
}

/// Whom to name: self where it is good, the leader where it is bad.
pub fn house(look: &Look<'_>, legal: &[Action], good: bool) -> Option<usize> {
    best(legal, |action| match action {
        Action::House { seat } if *seat == look.me => {
            if good {
                1000
            } else {
                -1000
            }
        }
        Action::House { seat } => {
            if good {
                -look.lead(*seat)
            } else {
                look.lead(*seat)
            }
        }
        _ => 0,
    })
}

/// On which track somebody moves.
pub fn track(look: &Look<'_>, legal: &[Action]) -> Option<usize> {
    let seats = look.view.players.len();
    let doran = look.view.combat.as_ref().and_then(|combat| {
        let side = usize::from(combat.attacker != look.me);
        let card = combat.cards[side].map(|card| look.board.card(card))?;
        let other = if side == 0 { combat.defender } else { Some(combat.attacker) };
        other.filter(|_| card.abilities.contains(&Ability::OpponentToBottom))
    });
    let attack = look.view.attack.as_ref();
    let top = attack.is_some_and(|attack| attack.won == Some(true));
    // A house that goes down on its best track is the lowest bidder; the holder of the Iron Throne decides.
    let card = attack.and_then(|attack| attack.card.as_ref()).and_then(|id| look.board.wildlings.iter().find(|card| card.id == *id));
    let down = card.is_some_and(|card| matches!(card.lowest, WildEffect::Choose(_)));
    let moved = doran.or(attack.filter(|_| down && !top).and_then(|attack| attack.named)).unwrap_or(look.me);
    best(legal, |action| {
        let Action::Track { track } = action else { return 0 };
        let now = place(look, *track, moved);
        if top {
            return standing(look, *track, 0) - standing(look, *track, now);
        }
        let to = if down { (now + 2).min(seats - 1) } else { seats - 1 };
        let lost = standing(look, *track, now) - standing(look, *track, to);
        if moved == look.me { -lost } else { lost }
    })
}

/// An option of a Westeros card.
pub fn westeros(look: &Look<'_>, source: Option<&str>, legal: &[Action]) -> Option<usize> {
    let cards = look.board.westeros.iter().zip(&look.view.westeros);
    let card = cards
        .filter(|(_, view)| view.card.as_deref() == source)
        .find_map(|(deck, _)| deck.iter().find(|card| Some(card.id.as_str()) == source))?;
    let WesterosEffect::Choose { options, .. } = &card.effect else { return None };
    let mean = |of: fn(&board_game::view::PlayerView) -> i32| {
        let others = look.view.players.iter().filter(|player| player.seat != look.me).map(of);
        others.sum::<i32>() / (look.view.players.len() as i32 - 1).max(1)
    };
    best(legal, |action| {
        let Action::Option { option } = action else { return 0 };
        match options.get(usize::from(*option)) {
            Some(WesterosEffect::Mustering) => {
                let own: i32 = castles(look).map(|id| orders::muster(look, id)).sum();
                own / 4 - 3 * mean(|player| i32::from(player.castles))
            }
            Some(WesterosEffect::Supply) => {
                let gain = |player: &board_game::view::PlayerView| i32::from(player.barrels.min(6)) - i32::from(player.supply);
                6 * gain(look.own()) - 4 * mean(|player| i32::from(player.barrels.min(6)) - i32::from(player.supply))
            }
            Some(WesterosEffect::Clash) => {
                let low: i32 = Track::ALL.into_iter().map(|track| place(look, track, look.me) as i32).sum();
                2 * (i32::from(look.own().power) - mean(|player| i32::from(player.power))) + low - 8
            }
            Some(WesterosEffect::Income { .. }) => {
                let crowns: i32 = look.ids().filter(|id| look.mine(*id)).map(|id| i32::from(look.board.area(id).crowns)).sum();
                3 * crowns - 8
            }
            // The blade's holder attacks.
            Some(WesterosEffect::Ban(Ban::Defense)) => {
                let threatened = look.manned().into_iter().filter(|id| look.threat(*id) > 0 && look.worth(*id) > 40).count() as i32;
                3 - 2 * threatened
            }
            Some(WesterosEffect::Ban(_)) => {
                let threatened = look.manned().into_iter().filter(|id| look.threat(*id) > 0 && look.worth(*id) > 40).count() as i32;
                threatened - 4
            }
            _ => 0,
        }
    })
}

fn castles<'l>(look: &'l Look<'_>) -> impl Iterator<Item = AreaId> + 'l {
    look.ids().filter(|id| look.board.area(*id).castle > 0 && look.mine(*id))
}

/// What the lowest bidder suffers: rather a lower place than lost units, unless it is the first one.
pub fn suffer(look: &Look<'_>, legal: &[Action]) -> Option<usize> {
    let card = look.view.attack.as_ref().and_then(|attack| attack.card.as_ref());
    let card = card.and_then(|id| look.board.wildlings.iter().find(|card| card.id == *id))?;
    let WildEffect::Choose(options) = &card.lowest else { return None };
    best(legal, |action| match action {
        Action::Option { option } => match options.get(usize::from(*option)) {
            Some(WildEffect::Destroy { units, .. }) => -11 * i32::from(*units),
            Some(WildEffect::DownOnBestTrack { .. }) => {
                let tracks = Track::ALL.into_iter().map(|track| (place(look, track, look.me), track));
                let (at, track) = tracks.min().unwrap_or((0, Track::IronThrone));
                standing(look, track, (at + 2).min(look.view.players.len() - 1)) - standing(look, track, at)
            }
            _ => 0,
        },
        _ => 0,
    })
}

/// What is mustered next, or that nothing more is.
pub fn muster(look: &Look<'_>, legal: &[Action], drafted: &[Action]) -> Option<usize> {
    let mut sizes = armies(look);
    let mut force = |id: AreaId| {
        let mut units = look.units(id);
        for pick in drafted {
            match *pick {
                Action::Muster { unit, at, .. } if at == id => {
                    units[unit.index()] += 1;
                    sizes[id.index()] += 1;
                }
                Action::Upgrade { area, unit } if area == id => {
                    units[0] -= 1;
                    units[unit.index()] += 1;
                }
                _ => {}
            }
        }
        units
    };
    best(legal, |action| match *action {
        Action::Muster { area, unit, at } => {
            let units = force(at);
            let mut more = units;
            more[unit.index()] += 1;
            let had = if look.mine(at) || look.board.area(at).is_sea() && look.area(at).owner == Some(look.me) {
                look.held(at, &units)
            } else {
                0
            };
            let gains = (look.held(at, &more) - had) / 2;
            let base = match unit {
                // Footmen take land, as far as there is any.
                Unit::Footman => 16 + frontier(look, area),
                Unit::Knight => 32 + frontier(look, area),
                Unit::SiegeEngine => 20 + look.pull(area) / 2,
                Unit::Ship => {
                    let afloat = sizes_at_sea(look, drafted);
                    let first = look.board.area(at).is_sea() && units == [0; 4];
                    8 + if first { 12 } else { 0 } - 4 * (afloat - 2).max(0) - if look.board.area(at).is_port() { 6 } else { 0 }
                }
            };
            // By points, so that a costly unit must be worth two cheap ones.
            (base + gains) * 2 / i32::from(unit.cost()) - if unit.cost() == 1 { 0 } else { 2 }
        }
        Action::Upgrade { area, unit } => {
            let units = force(area);
            let mut more = units;
            more[0] = more[0].saturating_sub(1);
            more[unit.index()] += 1;
            let gains = (look.held(area, &more) - look.held(area, &units)) / 2;
            2 * (gains + if unit == Unit::Knight { 13 } else { 6 + look.pull(area) / 4 })
        }
        _ => 4,
    })
}

fn sizes_at_sea(look: &Look<'_>, drafted: &[Action]) -> i32 {
    let ships: i32 = look.manned().into_iter().map(|id| i32::from(look.units(id)[3])).sum();
    ships + drafted.iter().filter(|pick| matches!(pick, Action::Muster { unit: Unit::Ship, .. })).count() as i32
}

/// How much land there is to take next to a castle.
fn frontier(look: &Look<'_>, at: AreaId) -> i32 {
    let free = bits(look.reach(look.me, at, false) & !bit(at)).filter(|id| !look.mine(*id));
    free.map(|id| look.worth(id) / 10).sum::<i32>().min(12)
}

/// The unit whose loss helps supply most and costs least.
pub fn reconcile(look: &Look<'_>, legal: &[Action], drafted: &[Action]) -> Option<usize> {
    let mut sizes = armies(look);
    if let Some(combat) = look.view.combat.as_ref().filter(|combat| combat.attacker == look.me) {
        sizes[combat.at.index()] += super::look::force(&combat.force).iter().sum::<u8>();
    }
    for pick in drafted {
        if let Action::Destroy { area, .. } = pick {
            sizes[area.index()] = sizes[area.index()].saturating_sub(1);
        }
    }
    let limits = &look.own().limits;
    let before = excess(&sizes, limits);
    best(legal, |action| {
        let Action::Destroy { area, unit, .. } = *action else { return 0 };
        let mut after = sizes.clone();
        after[area.index()] = after[area.index()].saturating_sub(1);
        let mut one = [0; 4];
        one[unit.index()] = 1;
        let units = look.units(area);
        let mut left = units;
        left[unit.index()] = left[unit.index()].saturating_sub(1);
        let stake = (look.held(area, &units) - look.held(area, &left)) / 2;
        1000 * (before - excess(&after, limits)) - super::look::price(&one) - stake
    })
}
