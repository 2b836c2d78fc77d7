//! What became of games: rows that are written when a game ends, by whatever node, and told again from the log where they are missing.

use std::sync::Arc;

use crate::cluster::Cluster;
use crate::common::{Server, play, settle};
use serde_json::{Value, json};
use server::games::Games;
use server::room::House;
use server::store::{Postgres, ResultRow, ResultSeat, Results, Sqlite, Store};

async fn games(server: &Server, cookie: &str, query: &str) -> Value {
    server.get_as(&format!("/api/me/games{query}"), cookie).await.json()
}

async fn a_game_is_listed_when_it_ends<S: Store + Results + Clone>(store: S) {
    let server = Server::unhurried(store.clone()).await;
    let (room, mut clients, [ann, bob]) = server.table().await;
    let running = games(&server, &ann, "").await;
    // A program that cannot go on says so in the list, and loses nothing that is known; one that can says that again.
    let before = store.result(&room).await.unwrap().unwrap();
    store.put_result(&ResultRow { state: "paused".to_owned(), seats: Vec::new(), ..before.clone() }).await.unwrap();
    assert_eq!(games(&server, &ann, "?state=paused").await["games"][0]["seats"], running["games"][0]["seats"]);
    store.put_result(&before).await.unwrap();
    assert_eq!((&running["games"][0]["state"], &running["games"][0]["seats"][1]["place"]), (&json!("running"), &Value::Null));
    play(&mut clients, 10_000).await;
    settle(&mut clients).await;
    let won = clients[0].state["outcome"]["Won"]["seats"].clone();
    let listed = games(&server, &ann, "").await["games"][0].clone();
    assert_eq!((&listed["room"], &listed["state"], &listed["how"]), (&json!(room), &json!("over"), &json!("rules")));
    assert_eq!((&listed["rounds"], &listed["me"], &listed["rated"]), (&json!(4), &json!(0), &json!(false)));
    assert!(listed["reason"].as_str().unwrap().contains("the most points") && !listed["reason"].as_str().unwrap().contains("{P"));
    assert!(listed["ended"].as_i64().unwrap() >= listed["created"].as_i64().unwrap());
    for seat in [0, 1] {
        let wins = won.as_array().unwrap().contains(&json!(seat));
        assert_eq!(listed["seats"][seat]["won"], json!(wins), "{listed}");
        assert_eq!(listed["seats"][seat]["place"], json!(if wins { 1 } else { 2 }), "{listed}");
    }
    assert_eq!((&listed["seats"][0]["mine"], &listed["seats"][1]["mine"]), (&json!(true), &json!(false)));
    assert_eq!(games(&server, &bob, "").await["games"][0]["me"], 1);
    assert!(!listed.to_string().contains("owner"), "whose seats they are is told to nobody");
    // Other games: one that is conceded, one that waits, one against a bot.
    let (second, mut clients, _) = server.table().await;
    clients[0].ask(json!({"op": "concede"})).await.unwrap();
    let row = store.result(&second).await.unwrap().unwrap();
    assert_eq!((row.state.as_str(), row.how.as_str(), row.counted), ("over", "conceded", true));
    assert_eq!(row.seats.iter().map(|seat| (seat.place, seat.won)).collect::<Vec<_>>(), [(Some(2), false), (Some(1), true)]);
    // What was written is not undone by what knew less, nor by a program that cannot read the room.
    store.put_result(&ResultRow { entries: 1, state: "running".to_owned(), ..row.clone() }).await.unwrap();
    store.put_result(&ResultRow { entries: 9999, state: "paused".to_owned(), ..row.clone() }).await.unwrap();
    assert_eq!(store.result(&second).await.unwrap().unwrap(), row);
    assert!(store.unwritten(None, "", 100).await.unwrap().is_empty(), "all is written");
    assert_eq!(games(&server, "", "").await["games"], json!([]), "a stranger has no games");
}

async fn lists_are_filtered_and_paged<S: Store + Results + Clone>(store: S) {
    let seat = |owner: Option<&str>, name: &str, deck: &str, side: &str, won: bool| ResultSeat {
        left: None,
        owner: owner.map(str::to_owned),
        name: name.to_owned(),
        bot: owner.is_none().then(|| "steward".to_owned()),
        deck: deck.to_owned(),
        side: side.to_owned(),
        agenda: if won { "Fealty" } else { "" }.to_owned(),
        place: Some(if won { 1 } else { 2 }),
        won,
    };
    for number in 0..30 {
        let room = format!("r{number:02}");
        store.create(&room, &["{}".to_owned()]).await.unwrap();
        let bot = number % 3 == 0;
        let other =
            seat(Some("bob").filter(|_| !bot), if number % 2 == 0 { "Élise 100%" } else { "Bob" }, "Wolves", "stark", number % 5 == 0);
        let mine = seat(
            Some("ann"),
            "Ann",
            if number < 10 { "Lions" } else { "Krakens" },
            if number < 10 { "lannister" } else { "greyjoy" },
            number % 5 != 0,
        );
        let row = ResultRow {
            room,
            kind: "card".to_owned(),
            format: "joust".to_owned(),
            state: "over".to_owned(),
            counted: true,
            entries: 1,
            seats: vec![mine, other],
            ..ResultRow::default()
        };
        store.put_result(&row).await.unwrap();
        store.put_result(&row).await.unwrap();
    }
    use server::store::{Asked, By, Wanted};
    let found = async |wanted: Wanted| store.results_of("ann", &wanted, 100, 0).await.unwrap().len();
    assert_eq!(found(Wanted::default()).await, 30);
    assert_eq!(found(Wanted { opponent: "élise 100%".to_owned(), ..Wanted::default() }).await, 15);
    assert_eq!(found(Wanted { opponent: "%".to_owned(), ..Wanted::default() }).await, 15, "a sign is a sign");
    assert_eq!(found(Wanted { opponent: "ann".to_owned(), ..Wanted::default() }).await, 0, "I am not my opponent");
    assert_eq!(found(Wanted { deck: "LIONS".to_owned(), ..Wanted::default() }).await, 10);
    assert_eq!(found(Wanted { deck: "wolves".to_owned(), ..Wanted::default() }).await, 0, "what others bring is not mine");
    assert_eq!(found(Wanted { kind: "board".to_owned(), ..Wanted::default() }).await, 0);
    assert_eq!(found(Wanted { state: "over".to_owned(), format: "joust".to_owned(), ..Wanted::default() }).await, 30);
    let (first, last) = (
        store.results_of("ann", &Wanted::default(), 20, 0).await.unwrap(),
        store.results_of("ann", &Wanted::default(), 20, 20).await.unwrap(),
    );
    assert_eq!((first.len(), last.len()), (20, 10));
    assert!(last.iter().all(|row| first.iter().all(|other| other.room != row.room)), "no game twice");
    let asked = Asked { kind: "card".to_owned(), owner: "ann".to_owned(), ..Asked::default() };
    let lions = |tallies: Vec<server::store::Tally>| {
        tallies.into_iter().find(|tally| tally.what == "lannister").map(|tally| (tally.against, tally.games, tally.wins))
    };
    // Of r00 to r09 those that 3 does not divide: 1 2 4 5 7 8, of which r05 was lost.
    assert_eq!(lions(store.tallies(&asked, By::Side, false).await.unwrap()), Some((String::new(), 6, 5)));
    assert_eq!(lions(store.tallies(&asked, By::Side, true).await.unwrap()), Some(("stark".to_owned(), 6, 5)));
    let bots = Asked { bots: true, ..asked.clone() };
    assert_eq!(lions(store.tallies(&bots, By::Side, false).await.unwrap()), Some((String::new(), 4, 3)), "bots apart");
    let all = Asked { owner: String::new(), ..asked };
    assert_eq!(
        store.tallies(&all, By::Side, false).await.unwrap().iter().map(|tally| tally.games).sum::<u64>(),
        40,
        "everybody's, seat by seat"
    );
    assert!(store.tallies(&all, By::Agenda, false).await.unwrap().iter().all(|tally| tally.what == "Fealty" && tally.wins == tally.games));
    assert_eq!(store.tallies(&all, By::Deck, false).await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_on_sqlite() {
    a_game_is_listed_when_it_ends(Sqlite::in_memory().await.unwrap()).await;
    lists_are_filtered_and_paged(Sqlite::in_memory().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    let store = Postgres::open(&cluster.address()).await.unwrap();
    a_game_is_listed_when_it_ends(store.clone()).await;
    sqlx::raw_sql("DELETE FROM result_seats; DELETE FROM results; DELETE FROM log; DELETE FROM rooms")
        .execute(&sqlx::PgPool::connect(&cluster.address()).await.unwrap())
        .await
        .unwrap();
    lists_are_filtered_and_paged(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_of_before_are_written_down_from_their_logs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = Sqlite::open(&file).await.unwrap();
    let server = Server::unhurried(store.clone()).await;
    let (room, mut clients, [ann, _]) = server.table().await;
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    let (waiting, other) = server.room("open").await;
    let before = store.result(&room).await.unwrap().unwrap();
    let all = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::raw_sql("DELETE FROM results; DELETE FROM result_seats").execute(&all).await.unwrap();
    // Somebody looks at the list at a server that has read nothing yet.
    let fresh = Server::unhurried(store.clone()).await;
    let listed = games(&fresh, &ann, "").await;
    assert_eq!((listed["games"].as_array().unwrap().len(), &listed["games"][0]["how"]), (1, &json!("conceded")));
    assert_eq!(store.result(&room).await.unwrap().unwrap(), before);
    assert!(store.result(&waiting).await.unwrap().is_none(), "that is somebody else's");
    // A server looks through all of them once.
    sqlx::raw_sql("DELETE FROM results; DELETE FROM result_seats").execute(&all).await.unwrap();
    Arc::new(House::new(Arc::new(store.clone()), Games::for_tests())).catch_up().await;
    assert_eq!(store.result(&room).await.unwrap().unwrap(), before);
    assert_eq!(store.result(&waiting).await.unwrap().unwrap().state, "waiting");
    assert_eq!(games(&fresh, &other, "?state=waiting").await["games"][0]["seats"][1]["open"], json!(true));
    // A server ended between the entry and the row: the log had gone on.
    sqlx::raw_sql("UPDATE results SET state = 'running', how = '', ended = NULL, entries = 1, seen = 0").execute(&all).await.unwrap();
    Arc::new(House::new(Arc::new(store.clone()), Games::for_tests())).catch_up().await;
    assert_eq!(store.result(&room).await.unwrap().unwrap(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_wrongly_is_told() {
    let server = Server::in_memory().await;
    let (_, ann) = server.room("open").await;
    for (path, status, word) in [
        ("/api/me/games?page=x", 400, "invalid digit"),
        ("/api/me/games?colour=red", 400, "colour"),
        ("/api/me/games?page=4000000000", 422, "pages"),
        ("/api/stats?kind=chess", 422, "chess"),
        ("/api/stats?kind=card&mine=perhaps", 400, "mine"),
    ] {
        let answer = server.get_as(path, &ann).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.text);
        assert!(answer.text.contains(word), "{path}: {}", answer.text);
    }
    let long = format!("/api/me/games?deck={}", "x".repeat(100));
    assert_eq!(server.get_as(&long, &ann).await.code(), "too_large");
    assert_eq!(server.get("/api/stats?kind=card&mine=true").await.json()["sides"], json!([]));
}
