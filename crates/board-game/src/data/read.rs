//! Reading a board from its files, and what does not fit together.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    Ability, Area, AreaId, AreaKind, Board, CardId, House, HouseCard, HouseId, HouseStart, Limits, Order, PowerLimits, StartPosition,
    Threat, TidesCard, Unit, WesterosCard, WildlingCard,
};

#[derive(Deserialize)]
struct AreaFile {
    id: String,
    name: String,
    kind: AreaKind,
    #[serde(default)]
    castle: u8,
    #[serde(default)]
    barrels: u8,
    #[serde(default)]
    crowns: u8,
    #[serde(default)]
    adjacent: Vec<String>,
}

#[derive(Deserialize)]
struct StartFile {
    supply: u8,
    at: BTreeMap<String, Vec<Unit>>,
}

#[derive(Deserialize)]
struct SetupFile {
    houses: Vec<String>,
    iron_throne: Vec<String>,
    fiefdoms: Vec<String>,
    kings_court: Vec<String>,
    stars: Vec<u8>,
    units: BTreeMap<String, StartFile>,
    #[serde(default)]
    erratum: BTreeMap<String, BTreeMap<String, Vec<Unit>>>,
    forces: BTreeMap<String, u8>,
    closed: Vec<String>,
}

#[derive(Deserialize)]
struct BoardFile {
    name: String,
    rounds: u32,
    victory: u8,
    threat: Threat,
    power: PowerLimits,
    port_ships: u8,
    limits: Limits,
    supply: Vec<Vec<u8>>,
    houses: Vec<House>,
    orders: Vec<Order>,
    areas: Vec<AreaFile>,
    setups: Vec<SetupFile>,
}

#[derive(Deserialize)]
struct CardFile {
    id: String,
    name: String,
    house: String,
    strength: i8,
    #[serde(default)]
    swords: u8,
    #[serde(default)]
    fortifications: u8,
    #[serde(default)]
    text: String,
    #[serde(default)]
    abilities: Vec<Ability>,
}

#[derive(Deserialize)]
struct CardsFile {
    house_cards: Vec<CardFile>,
    westeros: Vec<Vec<WesterosCard>>,
    wildlings: Vec<WildlingCard>,
    tides: Vec<TidesCard>,
}

/// Reads a board from its two files. The error names what does not fit together.
pub fn read(board: &str, cards: &str) -> Result<Board, String> {
    let board: BoardFile = ron::from_str(board).map_err(|error| error.to_string())?;
    let cards: CardsFile = ron::from_str(cards).map_err(|error| error.to_string())?;
    let names: Vec<String> = board.areas.iter().map(|area| area.id.clone()).collect();
    let house_names: Vec<String> = board.houses.iter().map(|house| house.id.clone()).collect();
    let area = |id: &String| names.iter().position(|n| n == id).map(|n| AreaId(n as u8)).ok_or(format!("no area `{id}`"));
    let house = |id: &String| house_names.iter().position(|n| n == id).map(|n| HouseId(n as u8)).ok_or(format!("no house `{id}`"));
    let mut areas: Vec<Area> = Vec::new();
    for file in &board.areas {
        let home = board.houses.iter().position(|h| h.home == file.id).map(|n| HouseId(n as u8));
        areas.push(Area {
            id: file.id.clone(),
            name: file.name.clone(),
            kind: file.kind,
            castle: file.castle,
            barrels: file.barrels,
            crowns: file.crowns,
            home,
            adjacent: Vec::new(),
            port: None,
            land: None,
            sea: None,
        });
    }
    for (from, file) in board.areas.iter().enumerate() {
        for to in &file.adjacent {
            let to = area(to)?;
            areas[from].adjacent.push(to);
            areas[to.index()].adjacent.push(AreaId(from as u8));
        }
    }
    for at in 0..areas.len() {
        areas[at].adjacent.sort();
        let (land, sea) = {
            let of = |kind| areas[at].adjacent.iter().copied().find(|next| areas[next.index()].kind == kind);
            (of(AreaKind::Land), of(AreaKind::Sea))
        };
        if areas[at].is_port() {
            let (Some(land), Some(_)) = (land, sea) else { return Err(format!("{} has no land or no sea", areas[at].id)) };
            if areas[at].adjacent.len() != 2 {
                return Err(format!("{} must join one land and one sea area", areas[at].id));
            }
            areas[at].land = Some(land);
            areas[at].sea = sea;
            areas[land.index()].port = Some(AreaId(at as u8));
        }
    }
    let units = |at: &BTreeMap<String, Vec<Unit>>| -> Result<Vec<(AreaId, Unit)>, String> {
        let mut list = Vec::new();
        for (id, units) in at {
            let area = area(id)?;
            list.extend(units.iter().map(|unit| (area, *unit)));
        }
        Ok(list)
    };
    let mut setups = Vec::new();
    for file in &board.setups {
        let track = |list: &[String]| list.iter().map(house).collect::<Result<Vec<_>, _>>();
        let mut houses = Vec::new();
        for id in &file.houses {
            let start = file.units.get(id).ok_or(format!("no units for {id}"))?;
            let erratum = file.erratum.get(id).map(units).transpose()?.unwrap_or_default();
            houses.push(HouseStart { house: house(id)?, supply: start.supply, units: units(&start.at)?, erratum });
        }
        setups.push(StartPosition {
            houses,
            tracks: [track(&file.iron_throne)?, track(&file.fiefdoms)?, track(&file.kings_court)?],
            stars: file.stars.clone(),
            forces: file.forces.iter().map(|(id, n)| Ok((area(id)?, *n))).collect::<Result<_, String>>()?,
            closed: file.closed.iter().map(area).collect::<Result<_, _>>()?,
        });
    }
    let mut houses = board.houses;
    let mut house_cards = Vec::new();
    for file in cards.house_cards {
        let of = house(&file.house)?;
        houses[of.index()].cards.push(CardId(house_cards.len() as u8));
        house_cards.push(HouseCard {
            id: file.id,
            name: file.name,
            house: of,
            strength: file.strength,
            swords: file.swords,
            fortifications: file.fortifications,
            text: file.text,
            abilities: file.abilities,
        });
    }
    if let Some(homeless) = houses.iter().find(|h| !names.contains(&h.home)) {
        return Err(format!("the home of {} is no area", homeless.name));
    }
    let l = board.limits;
    Ok(Board {
        name: board.name,
        rounds: board.rounds,
        victory: board.victory,
        threat: board.threat,
        power: board.power,
        port_ships: board.port_ships,
        limits: [l.footman, l.knight, l.siege_engine, l.ship],
        supply: board.supply,
        houses,
        orders: board.orders,
        areas,
        setups,
        cards: house_cards,
        westeros: cards.westeros,
        wildlings: cards.wildlings,
        tides: cards.tides,
    })
}
