//! How fast a pass is seen tells nothing of the hand.

use std::sync::Arc;
use std::time::Duration;

use crate::memory::Memory;
use serde_json::{Value, json};
use server::games::Games;
use server::room::{Cursor, House, Room};
use server::wire::ToRoom;
use tokio::time::{Instant, sleep};

const BLUFF: Duration = Duration::from_secs(3);
const MOMENT: Duration = Duration::from_millis(50);
const PEOPLE: [&str; 2] = ["ann", "bob"];

struct Table {
    store: Memory,
    id: String,
    room: Arc<Room>,
    watcher: Cursor,
}

async fn table(bluff: Option<u32>) -> Table {
    let store = Memory::default();
    // Whether something new is seen when a window closes depends on what comes next, so the game is always the same.
    let house = House::seeded(Arc::new(store.clone()), Games::builtin(), 7);
    let mut wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "The Old Ways (Core)", "opponent": "open"});
    if let Some(bluff) = bluff {
        wanted["bluff"] = json!(bluff);
    }
    let id = house.create("ann", serde_json::from_value(wanted).unwrap()).await.unwrap();
    let room = house.room(&id).await.unwrap();
    room.join("bob", serde_json::from_value(json!({"name": "Bob", "deck": "Secrets and Schemes (Core)"})).unwrap()).await.unwrap();
    Table { store, id, room, watcher: Cursor::default() }
}

impl Table {
    async fn ask(&self, who: &str, mut request: Value) -> Result<Value, String> {
        request["id"] = json!(1);
        let message: ToRoom = serde_json::from_value(request).unwrap();
        self.room.clone().handle(Some(who), message).await.map_err(|why| why.code().to_owned())
    }

    /// What somebody sees now.
    async fn state(&self, who: Option<&str>) -> Value {
        serde_json::from_str(&self.room.render(who, &mut Cursor::default()).await.unwrap()).unwrap()
    }

    /// Whether somebody who looks on saw anything new.
    async fn seen(&mut self) -> bool {
        self.room.render(None, &mut self.watcher).await.is_some()
    }

    /// How long nothing new is seen.
    async fn silence(&mut self) -> Duration {
        let start = Instant::now();
        while !self.seen().await {
            sleep(MOMENT).await;
            assert!(start.elapsed() < BLUFF * 2, "the window ends");
        }
        start.elapsed()
    }

    /// Answers what is no window, or a window by a use of a card if `act`, until somebody is in a window as `wanted`: with a choice or
    /// with a pass alone. Gives who, and what is asked.
    async fn until(&mut self, choice: bool) -> (&'static str, Value) {
        for _ in 0..500 {
            let state = self.state(None).await;
            let seat = state["view"]["acting"][0].as_u64().expect("the game goes on") as usize;
            let (who, prompt) = (PEOPLE[seat], self.state(Some(PEOPLE[seat])).await["prompt"].clone());
            self.seen().await;
            let window = prompt["kind"] == "window";
            if prompt.is_null() != choice && (prompt.is_null() || window) {
                return (who, prompt);
            }
            if prompt.is_null() {
                self.silence().await;
                continue;
            }
            let mut picks = Vec::new();
            loop {
                let next = json!({"op": "preview", "decision": prompt["decision"], "picks": picks});
                let next = self.ask(who, next).await.unwrap();
                if next["complete"] == true {
                    break;
                }
                // Of marshaling as much as can be: later windows have more in them.
                picks.push(0);
            }
            self.ask(who, json!({"op": "answer", "decision": prompt["decision"], "picks": picks})).await.unwrap();
        }
        panic!("no such window in 500 answers");
    }
}

fn pass(prompt: &Value) -> Value {
    let legal = prompt["legal"].as_array().unwrap();
    let pass = legal.iter().position(|choice| choice["action"]["verb"] == "pass").expect("a window may be passed");
    json!({"op": "answer", "decision": prompt["decision"], "picks": [pass]})
}

#[tokio::test(start_paused = true)]
async fn a_pass_is_seen_after_the_bluff_time_whatever_the_seat_holds() {
    let mut table = table(Some(3)).await;
    // A seat that could only pass.
    table.until(false).await;
    let forced = table.silence().await;
    assert!((BLUFF..=BLUFF + MOMENT * 2).contains(&forced), "{forced:?}");

    // A seat with a choice that passes at once, or later, but early.
    for wait in [Duration::ZERO, Duration::from_millis(2500)] {
        let (who, prompt) = table.until(true).await;
        sleep(wait).await;
        assert!(!table.seen().await);
        // Who passes until their turn sends it by meaning, the moment that the window opens.
        let by_itself = json!({"op": "choose", "decision": prompt["decision"], "choose": [{"verb": "pass"}]});
        let pass = if wait.is_zero() { by_itself } else { pass(&prompt) };
        let before = table.state(Some(who)).await["version"].as_u64().unwrap();
        table.ask(who, pass.clone()).await.unwrap();
        assert!(!table.seen().await, "the pass is not shown yet");
        let own = table.state(Some(who)).await;
        assert!(own["prompt"].is_null() && own["version"].as_u64().unwrap() > before, "its own seat is not asked again");
        assert_eq!(table.ask(who, pass).await.unwrap_err(), "not_asked", "it has passed");
        let chosen = table.silence().await + wait;
        assert!((BLUFF..=BLUFF + MOMENT * 2).contains(&chosen), "{chosen:?}");
    }

    // One that thinks longer than the bluff time.
    let (who, prompt) = table.until(true).await;
    sleep(BLUFF * 3).await;
    assert!(!table.seen().await, "who has a choice is waited for");
    table.ask(who, pass(&prompt)).await.unwrap();
    assert!(table.seen().await);

    // A use of a card ends the window at once.
    let (who, prompt) = table.until(true).await;
    let used = json!({"op": "answer", "decision": prompt["decision"], "picks": [0]});
    assert_ne!(prompt["legal"][0]["action"]["verb"], "pass");
    table.ask(who, used).await.unwrap();
    assert!(table.seen().await);
}

#[tokio::test(start_paused = true)]
async fn a_pass_that_is_held_outlives_the_server() {
    let mut table = table(Some(3)).await;
    let (who, prompt) = table.until(true).await;
    table.ask(who, pass(&prompt)).await.unwrap();
    let house = House::new(Arc::new(table.store.clone()), Games::builtin());
    let mut again = Table { room: house.room(&table.id).await.unwrap(), watcher: Cursor::default(), ..table };
    again.seen().await;
    assert!(again.state(Some(who)).await["prompt"].is_null(), "it was acknowledged");
    assert_eq!(again.ask(who, pass(&prompt)).await.unwrap_err(), "not_asked");
    let rest = again.silence().await;
    assert!((BLUFF..=BLUFF + MOMENT * 2).contains(&rest), "{rest:?}");
    assert_eq!(
        again.ask(who, pass(&prompt)).await.unwrap_err(),
        if again.state(Some(who)).await["prompt"].is_null() { "not_asked" } else { "stale" }
    );
}

#[tokio::test(start_paused = true)]
async fn windows_between_people_stay_open_unless_they_wish_otherwise() {
    let mut quick = table(Some(0)).await;
    let (who, prompt) = quick.until(true).await;
    quick.ask(who, pass(&prompt)).await.unwrap();
    assert!(quick.seen().await, "without bluff time a pass is seen at once");
    let mut usual = table(None).await;
    usual.until(false).await;
    let silence = usual.silence().await;
    assert!((Duration::from_secs(1)..Duration::from_secs(6)).contains(&silence), "{silence:?}");
}
