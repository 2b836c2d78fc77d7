//! What a live room costs in memory, all that it holds: the game, its answers, its chairs, what is kept of the story.

#[path = "common/memory.rs"]
mod memory;

use std::alloc::System;
use std::sync::Arc;

use cap::Cap;
use memory::Memory;
use serde_json::{Value, json};
use server::games::Games;
use server::room::{Cursor, House};
use server::wire::ToRoom;

/// The floor of the design, and how many rooms the mean is taken of.
const FLOOR: usize = 256 * 1024;
const ROOMS: usize = 2;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// A house with one room after 200 answers of players, those that were forced not counted; `None` if the game is over before.
async fn play(games: &Games, luck: u64) -> Option<House> {
    let store = Memory::default();
    let house = House::new(Arc::new(store.clone()), games.clone());
    let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "The Old Ways (Core)", "opponent": "open", "bluff": 0});
    let id = house.create("ann", serde_json::from_value(wanted).unwrap()).await.unwrap();
    let room = house.room(&id).await.unwrap();
    room.join("bob", serde_json::from_value(json!({"name": "Bob", "deck": "Secrets and Schemes (Core)"})).unwrap()).await.unwrap();
    let ask = async |who: &str, request: Value| room.clone().handle(Some(who), serde_json::from_value::<ToRoom>(request).unwrap()).await;
    let mut cursors = [Cursor::default(), Cursor::default()];
    let mut answers = 0;
    while answers < 200 {
        for (who, cursor) in ["ann", "bob"].into_iter().zip(&mut cursors) {
            let Some(state) = room.render(Some(who), cursor).await else { continue };
            let state: Value = serde_json::from_str(&state).unwrap();
            if state["outcome"].is_object() {
                return None;
            }
            let Some(decision) = state["prompt"]["decision"].as_u64() else { continue };
            let mut picks: Vec<u64> = Vec::new();
            loop {
                let next = json!({"op": "preview", "id": 1, "decision": decision, "picks": picks});
                let next = ask(who, next).await.unwrap();
                if next["complete"] == true {
                    break;
                }
                // Mostly the last in the list, a pass: such games last long enough.
                let legal = next["legal"].as_array().unwrap().len() as u64;
                picks.push(if answers % 3 == 0 { (answers * 7 + luck) % legal } else { legal - 1 });
            }
            ask(who, json!({"op": "answer", "id": 1, "decision": decision, "picks": picks})).await.unwrap();
            answers += 1;
        }
    }
    // The log is the store's.
    store.clear();
    Some(house)
}

#[tokio::test]
async fn a_live_room_is_small() {
    let games = Games::builtin();
    // What is made once for all rooms.
    play(&games, 0).await;
    let before = HEAP.allocated();
    let mut houses = Vec::new();
    for luck in 1..100 {
        houses.extend(play(&games, luck).await);
        if houses.len() == ROOMS {
            break;
        }
    }
    assert_eq!(houses.len(), ROOMS, "games last so long");
    let each = (HEAP.allocated() - before) / ROOMS;
    println!("a live room after 200 answers holds {each} bytes");
    assert!(each > 1024 && each < FLOOR, "{each} bytes a room, the floor is {FLOOR}");
}
