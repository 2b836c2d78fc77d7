//! `maester operator`: made on the command line, on the database of a server that may be running.

mod common;

use common::{json, maester, status};
use server::store::{Account, Peace, People, Sqlite};

#[test]
fn operators_are_made_and_unmade_by_the_name_of_their_account() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let database = file.to_str().unwrap();
    let asked = |args: &[&str]| maester(&[&["operator"], args, &["--database", database]].concat());
    let missing = asked(&["list"]);
    assert!(status(&missing) == 2 && String::from_utf8_lossy(&missing.stderr).contains("there is no database"), "{missing:?}");
    assert!(!file.exists(), "a wrong name makes no database");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // The server's own store stays open meanwhile.
    let store = runtime.block_on(async {
        let store = Sqlite::open(&file).await.unwrap();
        let account = Account { id: "g1".into(), name: "Maester Luwin".into(), password: String::new(), created: 0 };
        assert!(store.register(&account).await.unwrap());
        store
    });
    let nobody = asked(&["grant", "Nobody"]);
    assert!(status(&nobody) == 1 && String::from_utf8_lossy(&nobody.stderr).contains("no account \"Nobody\""), "{nobody:?}");
    assert_eq!(json(&asked(&["list", "--json"])), serde_json::json!([]));
    assert_eq!(status(&asked(&["grant", "maester luwin"])), 0);
    assert!(runtime.block_on(store.is_operator("g1")).unwrap());
    assert_eq!(json(&asked(&["list", "--json"])), serde_json::json!(["Maester Luwin"]));
    assert_eq!(status(&asked(&["revoke", "Maester Luwin"])), 0);
    assert!(!runtime.block_on(store.is_operator("g1")).unwrap());
    let rated = asked(&["ratings"]);
    assert!(status(&rated) == 0 && String::from_utf8_lossy(&rated.stdout).contains("0 games"), "{rated:?}");
}
