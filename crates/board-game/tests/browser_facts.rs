//! What the browser knows of the board, the cards and the rulings: `facts.json` and `rulings.json` in `web/src/games/board`, written from
//! the data (`UPDATE_GOLDEN=1`).

use std::path::PathBuf;

use board_game::data::{self, Track, WildEffect};
use board_game::rulings::OPTIONS;
use board_game::{AreaId, HouseId, Rulings};
use serde_json::{Value, json};

fn facts() -> Value {
    let board = data::atlas();
    let ids = |list: &[AreaId]| -> Vec<&str> { list.iter().map(|id| id.id()).collect() };
    let areas = board.areas.iter().map(|area| {
        json!({
            "id": area.id, "name": area.name, "kind": area.kind, "castle": area.castle, "barrels": area.barrels, "crowns": area.crowns,
            "home": area.home, "adjacent": ids(&area.adjacent), "port": area.port, "land": area.land, "sea": area.sea,
        })
    });
    let houses = board.houses.iter().map(|house| json!({ "id": house.id, "name": house.name, "garrison": house.garrison }));
    let orders = board.orders.iter().map(|order| {
        json!({ "id": order.id, "name": order.name, "kind": order.kind, "bonus": order.bonus, "star": order.star, "count": order.count })
    });
    let cards = board.cards.iter().map(|card| {
        json!({
            "id": card.id, "name": card.name, "house": card.house, "strength": card.strength, "swords": card.swords,
            "fortifications": card.fortifications, "text": card.text,
        })
    });
    let decks = board.westeros.iter().map(|deck| {
        let cards = deck
            .iter()
            .map(|card| json!({ "id": card.id, "name": card.name, "copies": card.copies, "icon": card.icon, "text": card.text }));
        cards.collect::<Vec<Value>>()
    });
    let words = |effect: &WildEffect| effect.text();
    let wildlings = board.wildlings.iter().map(|card| {
        json!({ "id": card.id, "name": card.name, "lowest": words(&card.lowest), "others": words(&card.others), "highest": words(&card.highest) })
    });
    let tides = board.tides.iter().map(|card| {
        json!({
            "id": card.id, "copies": card.copies, "strength": card.strength, "swords": card.swords, "fortifications": card.fortifications,
            "skulls": card.skulls,
        })
    });
    let setups = board.setups.iter().map(|setup| {
        let houses: Vec<HouseId> = setup.houses.iter().map(|start| start.house).collect();
        json!({ "houses": houses, "stars": setup.stars })
    });
    json!({
        "name": board.name, "rounds": board.rounds, "victory": board.victory,
        "threat": { "start": board.threat.start, "step": board.threat.step, "attack": board.threat.attack },
        "power": board.power.total, "supply": board.supply,
        "tracks": Track::ALL.map(|track| json!({ "id": track, "name": track.name(), "token": track.token() })),
        "houses": houses.collect::<Vec<_>>(), "orders": orders.collect::<Vec<_>>(), "areas": areas.collect::<Vec<_>>(),
        "cards": cards.collect::<Vec<_>>(), "westeros": decks.collect::<Vec<_>>(), "wildlings": wildlings.collect::<Vec<_>>(),
        "tides": tides.collect::<Vec<_>>(), "setups": setups.collect::<Vec<_>>(),
    })
}

#[test]
fn the_browser_has_the_facts_of_the_board() {
    written("facts.json", facts());
}

/// The rulings that a table may choose, for a page that does not load the board.
#[test]
fn the_browser_has_the_rulings() {
    let of =
        |rulings: &Rulings| -> Value { OPTIONS.iter().map(|option| (option.name.to_owned(), Value::from(option.of(rulings)))).collect() };
    let presets = Rulings::PRESETS.iter().map(|(name, rulings)| json!({ "name": name, "options": of(rulings) }));
    let options =
        OPTIONS.iter().map(|option| json!({ "name": option.name, "title": option.title, "rule": option.rule, "values": option.values }));
    written("rulings.json", json!({ "presets": presets.collect::<Vec<_>>(), "options": options.collect::<Vec<_>>() }));
}

/// Compares a file of the browser with what it shall be, or writes it.
fn written(name: &str, now: Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games/board").join(name);
    // One entry a line: changes can be read.
    let Value::Object(all) = now else { unreachable!("an object") };
    let lists = all.iter().map(|(key, value)| match value {
        Value::Array(list) => {
            let rows: Vec<String> = list.iter().map(|row| format!("  {row}")).collect();
            format!("\"{key}\": [\n{}\n]", rows.join(",\n"))
        }
        other => format!("\"{key}\": {other}"),
    });
    let text = format!("{{\n{}\n}}\n", lists.collect::<Vec<_>>().join(",\n"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(&path, &text).expect("the file");
    }
    let on_disk = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        on_disk == text,
        "web/src/games/board/{name} is out of date; write it with: UPDATE_GOLDEN=1 cargo test -p board-game --test all browser_facts"
    );
}
