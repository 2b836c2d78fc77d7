//! The contract that every store keeps.

use crate::cluster::Cluster;
use server::store::{Postgres, Ring, SessionRow, Sqlite, Store, StoreError};

fn lines(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// All that rooms rely on.
async fn contract(store: &dyn Store) {
    assert!(store.load("none", 0).await.unwrap().is_empty());
    let no_room = store.append("none", 0, &lines(&["x"])).await;
    assert!(matches!(no_room, Err(StoreError::Conflict { .. })), "no log without a room");

    store.create("a", &lines(&["0", "1"])).await.unwrap();
    assert!(matches!(store.create("a", &lines(&["other"])).await, Err(StoreError::Conflict { .. })), "a name is taken once");
    store.append("a", 2, &lines(&["2", "3"])).await.unwrap();
    assert_eq!(store.load("a", 0).await.unwrap(), ["0", "1", "2", "3"]);
    assert_eq!(store.load("a", 3).await.unwrap(), ["3"]);
    assert!(store.load("a", 4).await.unwrap().is_empty());

    let late = store.append("a", 3, &lines(&["late"])).await;
    assert!(matches!(late, Err(StoreError::Conflict { ref room, seq: 3 }) if room == "a"), "a place in the log is taken once");
    let half = store.append("a", 3, &lines(&["late", "later"])).await;
    assert!(half.is_err(), "all or none");
    assert!(matches!(store.append("a", 9, &lines(&["gap"])).await, Err(StoreError::Conflict { .. })), "no gaps");
    assert_eq!(store.load("a", 0).await.unwrap().len(), 4);

    store.create("b", &lines(&["é\u{1F409}\n\"", ""])).await.unwrap();
    assert_eq!(store.load("b", 0).await.unwrap(), ["é\u{1F409}\n\"", ""], "text comes back as it was");
    let list = store.list(10).await.unwrap();
    assert_eq!(list.len(), 2);
    assert!(list.iter().any(|row| row.room == "a" && row.entries == 4 && row.created <= row.touched));
    assert_eq!(store.list(1).await.unwrap().len(), 1);

    let (token, session) = ([7; 32], SessionRow { id: "guest".to_owned(), key: "k".to_owned(), agent: "a browser".to_owned() });
    assert_eq!(store.session(&token).await.unwrap(), None);
    store.put_session(&token, &session).await.unwrap();
    assert_eq!(store.session(&token).await.unwrap(), Some(session));
    assert_eq!(store.session(&[8; 32]).await.unwrap(), None);
}

/// Of many writers at one place, one wins.
async fn race<S: Store + Clone>(store: S) {
    store.create("race", &lines(&["0"])).await.unwrap();
    let tasks: Vec<_> = (0..16)
        .map(|writer| {
            let store = store.clone();
            tokio::spawn(async move { store.append("race", 1, &[format!("{writer}")]).await.is_ok() })
        })
        .collect();
    let mut winners = 0;
    for task in tasks {
        winners += usize::from(task.await.unwrap());
    }
    assert_eq!(winners, 1);
    assert_eq!(store.load("race", 0).await.unwrap().len(), 2);
}

/// Many rooms write at the same moment: whoever comes too late is refused, with all that it brought, and nobody else is.
async fn crowd<S: Store + Clone>(store: S) {
    let rooms: Vec<String> = (0..40).map(|room| format!("crowd{room}")).collect();
    for room in &rooms {
        store.create(room, &lines(&["0"])).await.unwrap();
    }
    let writes = rooms.iter().map(|room| {
        let store = store.clone();
        async move {
            let told = |words: &[&str]| words.iter().map(|word| format!("{room}: {word}")).collect::<Vec<_>>();
            let (right, wrong, far) = (told(&["1", "2"]), told(&["late", "later", "last"]), told(&["gap"]));
            let (one, late, gap) = tokio::join!(store.append(room, 1, &right), store.append(room, 2, &wrong), store.append(room, 9, &far));
            // The second comes too late, or too early.
            assert!(one.is_ok() && late.is_err() && gap.is_err(), "{room}");
        }
    });
    futures_util::future::join_all(writes).await;
    for room in &rooms {
        assert_eq!(store.load(room, 1).await.unwrap(), [format!("{room}: 1"), format!("{room}: 2")]);
    }
}

#[tokio::test]
async fn sqlite_in_memory_keeps_the_contract() {
    let store = Sqlite::in_memory().await.unwrap();
    contract(&store).await;
    race(store.clone()).await;
    crowd(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_in_a_file_keeps_the_contract_and_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = Sqlite::open(&file).await.unwrap();
    contract(&store).await;
    race(store.clone()).await;
    crowd(store).await;
    let again = Sqlite::open(&file).await.unwrap();
    assert_eq!(again.load("a", 0).await.unwrap(), ["0", "1", "2", "3"]);
    assert!(again.session(&[7; 32]).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_keeps_the_contract_and_its_content() {
    let Some(cluster) = Cluster::start() else { return };
    let address = cluster.address();
    // Two nodes that start at once make the tables once.
    let (store, other) = tokio::join!(Postgres::open(&address), Postgres::open(&address));
    let (store, other) = (store.unwrap(), other.unwrap());
    contract(&store).await;
    race(store.clone()).await;
    crowd(store.clone()).await;
    assert_eq!(other.load("a", 0).await.unwrap(), ["0", "1", "2", "3"]);
    assert!(other.session(&[7; 32]).await.unwrap().is_some());
    assert!(matches!(other.append("a", 3, &lines(&["x"])).await, Err(StoreError::Conflict { .. })));
    store.close().await;
    assert!(matches!(store.load("a", 0).await, Err(StoreError::Broken(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_on_postgresql_hear_of_each_others_entries() {
    let Some(cluster) = Cluster::start() else { return };
    let (one, other) = (Postgres::open(&cluster.address()).await.unwrap(), Postgres::open(&cluster.address()).await.unwrap());
    let mut bell = other.bell().await.unwrap().expect("many nodes need waking");
    one.create("r", &lines(&["0", "1"])).await.unwrap();
    assert_eq!(bell.ring().await, Ring::Room { room: "r".to_owned(), entries: 2 });
    assert!(one.append("r", 1, &lines(&["x"])).await.is_err());
    one.append("r", 2, &lines(&["2"])).await.unwrap();
    assert_eq!(bell.ring().await, Ring::Room { room: "r".to_owned(), entries: 3 }, "what was refused rings no bell");
    assert!(Sqlite::in_memory().await.unwrap().bell().await.unwrap().is_none(), "one node needs none");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_refused() {
    let refused = Postgres::open("postgres://nobody@127.0.0.1:9/none").await;
    assert!(matches!(refused, Err(StoreError::Broken(_))));
    assert!(matches!(Postgres::open("postgres:nonsense::").await, Err(StoreError::Broken(_))));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    std::fs::write(&file, "this is a text, and it is long enough to be taken for a header of some kind of file").unwrap();
    assert!(matches!(Sqlite::open(&file).await, Err(StoreError::Broken(_))));
    assert!(matches!(Sqlite::open(&folder.path().join("no/such/folder.sqlite")).await, Err(StoreError::Broken(_))));
}

#[tokio::test]
async fn two_programs_may_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let (one, other) = (Sqlite::open(&file).await.unwrap(), Sqlite::open(&file).await.unwrap());
    one.create("r", &lines(&["0"])).await.unwrap();
    other.append("r", 1, &lines(&["1"])).await.unwrap();
    assert!(matches!(one.append("r", 1, &lines(&["x"])).await, Err(StoreError::Conflict { .. })));
    assert_eq!(one.load("r", 0).await.unwrap(), ["0", "1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_is_opened_by_one_connection_first() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..100 {
        let store = Sqlite::open(&folder.path().join(format!("{number}.sqlite"))).await;
        store.unwrap_or_else(|why| panic!("file {number}: {why}")).close().await;
    }
}
