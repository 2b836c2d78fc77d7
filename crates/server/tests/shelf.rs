//! The deck shelf over HTTP: whose decks are whose, what a deck may be, its forms; settings and notes that nobody else gets.

use crate::cluster::Cluster;
use crate::common::{Answer, Server, cookie};
use serde_json::{Value, json};
use server::store::{Postgres, Sqlite};

const PASSWORD: &str = "correct horse battery";

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.code())
}

/// The cards of a ready deck as a draft.
async fn draft(server: &Server, name: &str) -> Value {
    let decks = server.get("/api/pool").await.json()["decks"].clone();
    let mut cards = decks.as_array().unwrap().iter().find(|deck| deck["name"] == name).unwrap()["cards"].as_object().unwrap().clone();
    let all = server.get("/api/cards").await.json();
    let agenda = |code: &str| all.as_array().unwrap().iter().any(|card| card["code"] == code && card["type"] == "agenda");
    let agendas: Vec<String> = cards.keys().filter(|code| agenda(code)).cloned().collect();
    cards.retain(|code, _| !agendas.contains(code));
    let faction = server.get("/api/decks").await.json();
    let faction = faction.as_array().unwrap().iter().find(|deck| deck["name"] == name).unwrap()["faction"].clone();
    json!({"name": name, "faction": faction, "agendas": agendas, "cards": cards, "format": "joust", "list": "", "note": ""})
}

fn names(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

async fn decks_are_their_owners(server: &Server) {
    let whole = draft(server, "Salt and Iron").await;
    assert_eq!(server.get("/api/me/decks").await.json(), json!([]));
    // A guest at once: the first deck brings the cookie.
    let made = server.post("/api/me/decks", "", whole.clone()).await;
    let ann = cookie(&made);
    let deck = made.json();
    assert_eq!((&deck["version"], &deck["judged"]["legal"], &deck["deck"]), (&json!(1), &json!(true), &whole));
    let path = format!("/api/me/decks/{}", deck["id"].as_str().unwrap());
    let rows = server.get_as("/api/me/decks", &ann).await.json();
    assert_eq!((names(&rows), &rows[0]["legal"], &rows[0]["unplayable"]), (vec!["Salt and Iron"], &json!(true), &Value::Null));

    // Nobody else has it, sees it, changes it or drops it.
    let bob = cookie(&server.post("/api/me/decks", "", json!({"name": "Mine"})).await);
    for other in ["", bob.as_str()] {
        assert_eq!(refused(&server.get_as(&path, other).await), (404, "no_such_deck".into()));
        assert_eq!(refused(&server.post(&path, other, json!({"version": 1, "deck": whole})).await), (404, "no_such_deck".into()));
        assert_eq!(refused(&server.post(&format!("{path}/delete"), other, json!({})).await), (404, "no_such_deck".into()));
    }
    assert_eq!(names(&server.get_as("/api/me/decks", &bob).await.json()), ["Mine"]);

    // Changed by its version: what was changed in another window is not lost.
    let mut fewer = whole.clone();
    let code = fewer["cards"].as_object().unwrap().keys().next_back().unwrap().clone();
    fewer["cards"].as_object_mut().unwrap().remove(&code);
    let changed = server.post(&path, &ann, json!({"version": 1, "deck": fewer})).await.json();
    assert_eq!((&changed["version"], &changed["judged"]["legal"]), (&json!(2), &json!(false)), "{changed}");
    assert!(changed["judged"]["problems"][0]["message"].as_str().unwrap().contains("at least 60"), "{changed}");
    assert_eq!(refused(&server.post(&path, &ann, json!({"version": 1, "deck": whole})).await), (409, "changed".into()));
    assert_eq!(server.get_as(&path, &ann).await.json()["deck"], fewer);

    // It is played: the text is what a table takes.
    let text = server.post(&path, &ann, json!({"version": 2, "deck": whole})).await.json()["judged"]["text"].clone();
    let wish = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": text, "opponent": "open"});
    let room = server.post("/api/rooms", &ann, wish).await.json()["room"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/api/rooms/{room}")).await.json()["seats"][0]["deck"], "Salt and Iron");

    // Notes about that table: for who sits there alone.
    let note = format!("/api/rooms/{room}/note");
    assert_eq!(server.post(&note, &ann, json!({"text": "bluffs\u{202e}\n  twice\u{7}"})).await.json(), json!({"text": "bluffs\n  twice"}));
    assert_eq!(server.get_as(&note, &ann).await.json()["text"], "bluffs\n  twice");
    for other in ["", bob.as_str()] {
        assert_eq!(server.get_as(&note, other).await.json()["text"], "");
        assert_eq!(refused(&server.post(&note, other, json!({"text": "x"})).await), (403, "not_yours".into()));
    }
    assert_eq!(refused(&server.post(&note, &ann, json!({"text": "x".repeat(4001)})).await).1, "too_large");
    let mut looking = server.connect(&room, &bob).await;
    assert!(!looking.state.to_string().contains("bluffs") && looking.refused(json!({"op": "withdraw"})).await == "not_yours");

    // Settings are kept for accounts; the guest's decks come along into the account.
    assert_eq!(refused(&server.post("/api/me/settings", &ann, json!({"theme": "light"})).await), (401, "no_account".into()));
    let ann = cookie(&server.post("/api/register", &ann, json!({"name": "Ann", "password": PASSWORD})).await);
    let there = cookie(&server.post("/api/login", "", json!({"name": "Ann", "password": PASSWORD})).await);
    assert_eq!(server.get_as("/api/me/settings", &ann).await.json(), json!({}));
    assert_eq!(server.post("/api/me/settings", &ann, json!({"theme": "light"})).await.json(), json!(true));
    assert_eq!(server.get_as("/api/me/settings", &there).await.json(), json!({"theme": "light"}));
    assert_eq!(server.get_as("/api/me/settings", &bob).await.json(), Value::Null);
    let long = json!({"theme": "x".repeat(5000)});
    assert_eq!(refused(&server.post("/api/me/settings", &ann, long).await), (422, "too_large".into()));
    assert_eq!(names(&server.get_as("/api/me/decks", &there).await.json()), ["Salt and Iron"]);

    // Taken along, and gone with the account.
    let kept = server.get_as("/api/me/export", &there).await.json()["kept"].clone();
    assert_eq!((&kept["decks"][0]["deck"], &kept["settings"]["theme"]), (&whole, &json!("light")));
    assert_eq!(kept["notes"][&room], "bluffs\n  twice");
    assert_eq!(server.post("/api/me/delete", &there, json!({"password": PASSWORD})).await.status, 200);
    let ann = cookie(&server.post("/api/register", &ann, json!({"name": "Ann", "password": PASSWORD})).await);
    assert_eq!(server.get_as("/api/me/decks", &ann).await.json(), json!([]));
    assert_eq!(server.get_as("/api/me/export", &ann).await.json()["kept"], json!({"decks": [], "notes": {}, "settings": null}));
    // The other's are where they were, until they are dropped.
    let mine = server.get_as("/api/me/decks", &bob).await.json()[0]["id"].as_str().unwrap().to_owned();
    let drop = format!("/api/me/decks/{mine}/delete");
    assert_eq!(server.post(&drop, &bob, json!({})).await.json(), json!(true));
    assert_eq!(refused(&server.post(&drop, &bob, json!({})).await), (404, "no_such_deck".into()));
    assert_eq!(server.get_as("/api/me/decks", &bob).await.json(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn decks_are_their_owners_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Sqlite::open(&folder.path().join("games.sqlite")).await.unwrap()).await;
    decks_are_their_owners(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn decks_are_their_owners_in_postgres() {
    let Some(cluster) = Cluster::start() else { return };
    let server = Server::start(Postgres::open(&cluster.address()).await.unwrap()).await;
    decks_are_their_owners(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_that_cannot_be_kept_is_told_why() {
    let server = Server::start(Sqlite::in_memory().await.unwrap()).await;
    for (wrong, part) in [
        (json!({"name": "x".repeat(61)}), "60 characters"),
        (json!({"note": "x".repeat(4001)}), "4000 characters"),
        (json!({"faction": "frey"}), "there is no faction"),
        (json!({"faction": "neutral"}), "one of the eight"),
        (json!({"format": "chess"}), "joust, melee or starter"),
        (json!({"list": "Standard v2.1"}), "no restricted list"),
        (json!({"agendas": ["01141"]}), "not an agenda"),
        (json!({"agendas": vec!["01027"; 13]}), "at most 12"),
        (json!({"cards": {"01027": 1}}), "type Agenda"),
        (json!({"cards": {"99999": 1}}), "no card has the code"),
        (json!({"cards": {"01141": 100}}), "at most 99"),
        (json!({"cards": {"01141": -1}}), "-1"),
        (json!({"deck": {}}), "unknown field"),
    ] {
        for path in ["/api/me/decks", "/api/decks/judge"] {
            let answer = server.post(path, "", wrong.clone()).await;
            assert!(answer.status.is_client_error() && answer.text.contains(part), "{path} {wrong}: {}", answer.text);
        }
    }
    // Beyond all size.
    let all = server.get("/api/cards").await.json();
    let cards: serde_json::Map<String, Value> = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|card| card["type"] == "character")
        .map(|card| (card["code"].as_str().unwrap().to_owned(), json!(99)))
        .collect();
    assert!(server.post("/api/decks/judge", "", json!({ "cards": cards })).await.text.contains("at most 1000 cards"));
    assert!(server.get("/api/me/decks").await.json().as_array().unwrap().is_empty());

    // A shelf holds so many decks, and is filled no faster than that; nobody else waits for it.
    let ann = cookie(&server.post("/api/me/decks", "", json!({"name": "0"})).await);
    let mut answers = Vec::new();
    for number in 1..80 {
        answers.push(refused(&server.post("/api/me/decks", &ann, json!({"name": number.to_string()})).await));
    }
    assert!(answers.contains(&(429, "too_fast".into())) && answers[50].0 == 200, "{:?}", answers.last());
    assert_eq!(server.post("/api/me/decks", "", json!({"name": "another's"})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shelf_is_full_at_some_point() {
    let store = Sqlite::in_memory().await.unwrap();
    let shelves = server::store::Store::shelves(&store).unwrap();
    for number in 0..3 {
        assert!(shelves.put_deck("ann", &number.to_string(), "{}", 3).await.unwrap());
    }
    assert!(!shelves.put_deck("ann", "more", "{}", 3).await.unwrap());
    assert!(shelves.put_deck("bob", "more", "{}", 3).await.unwrap(), "each has a shelf of their own");
    assert!(shelves.keep("ann", "a", "1", 1).await.unwrap() && shelves.keep("ann", "a", "2", 1).await.unwrap());
    assert!(!shelves.keep("ann", "b", "1", 1).await.unwrap());
    assert!(shelves.keep("ann", "a", "", 1).await.unwrap() && shelves.keep("ann", "b", "1", 1).await.unwrap(), "what is empty is dropped");
    assert_eq!(shelves.all_kept("ann").await.unwrap(), [("b".to_owned(), "1".to_owned())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn legality_is_told_with_reasons_and_goes_with_them() {
    let server = Server::start(Sqlite::in_memory().await.unwrap()).await;
    let judge = async |draft: &Value| server.post("/api/decks/judge", "", draft.clone()).await.json();
    let mut deck = draft(&server, "Salt and Iron").await;
    assert_eq!(judge(&deck).await["problems"], json!([]));
    // A fourth copy, and a card of another house: both are named with their rules; without them all is well again.
    let all = server.get("/api/cards").await.json();
    let own = |code: &str| all.as_array().unwrap().iter().any(|card| card["code"] == code && card["faction"] == deck["faction"]);
    let three = deck["cards"].as_object().unwrap().iter().find(|(code, count)| **count == json!(3) && own(code)).unwrap().0.clone();
    deck["cards"][&three] = json!(4);
    deck["cards"]["01141"] = json!(1);
    let judged = judge(&deck).await;
    let messages: Vec<&str> = judged["problems"].as_array().unwrap().iter().map(|problem| problem["message"].as_str().unwrap()).collect();
    assert!(
        messages.len() == 2 && messages.iter().any(|m| m.contains("4 copies")) && messages.iter().any(|m| m.contains("Stark")),
        "{messages:?}"
    );
    assert_eq!((&judged["legal"], &judged["problems"][0]["rule"].is_string()), (&json!(false), &true));
    deck["cards"][&three] = json!(3);
    deck["cards"].as_object_mut().unwrap().remove("01141");
    assert_eq!(judge(&deck).await["legal"], true);

    // A list bans on top of that, by its name and day; a card without its rules written is named as blank, and forbids nothing.
    let lists = server.get("/api/decks/lists").await.json();
    assert_eq!((lists.as_array().unwrap().len() > 20, lists[0]["date"].as_str() > lists[9]["date"].as_str()), (true, true));
    let mut banned = None;
    for list in lists.as_array().unwrap() {
        let held = json!({"cards": {"01045": 1, "02034": 1, "04050": 1, "03038": 3, "02006": 2}, "list": list["code"]});
        let judged = judge(&held).await;
        assert_eq!(judged["list"], *list);
        banned = judged["problems"].as_array().unwrap().iter().find(|problem| problem["by_list"] == true).cloned().or(banned);
    }
    assert!(banned.is_some_and(|problem| problem["message"].as_str().unwrap().contains("by ")), "some list forbids one of these");
    let missing = server.get("/api/pool").await.json()["missing"]
        .as_array()
        .unwrap()
        .iter()
        .find(|card| card["type"] == "event" && card["faction"] == deck["faction"])
        .unwrap()
        .clone();
    deck["cards"][missing["code"].as_str().unwrap()] = json!(1);
    let judged = judge(&deck).await;
    assert_eq!((&judged["legal"], &judged["blank"]), (&json!(true), &json!([{"code": missing["code"], "name": missing["name"]}])));
}

#[tokio::test(flavor = "multi_thread")]
async fn decks_go_out_and_come_in_again_in_every_form() {
    let server = Server::start(Sqlite::in_memory().await.unwrap()).await;
    let deck = draft(&server, "Salt and Iron").await;
    for (form, ending) in [("text", "txt"), ("cycle", "txt"), ("o8d", "o8d"), ("json", "json"), ("codes", "txt")] {
        let file = server.post("/api/decks/write", "", json!({"deck": deck, "form": form})).await.json();
        assert_eq!(file["file"], format!("Salt and Iron.{ending}"));
        let read = server.post("/api/decks/read", "", json!({"text": file["text"]})).await.json();
        assert_eq!((&read["problems"], read["decks"].as_array().unwrap().len()), (&json!([]), 1), "{form}: {read}");
        for part in ["faction", "agendas", "cards"] {
            assert_eq!(read["decks"][0][part], deck[part], "{form} {part}");
        }
    }
    let wrong = server.post("/api/decks/write", "", json!({"deck": deck, "form": "pdf"})).await;
    assert!(wrong.status == 422 && wrong.text.contains("text, cycle, o8d, json or codes"), "{}", wrong.text);
    let read = server.post("/api/decks/read", "", json!({"text": "Stark\n3x Arya Strak\n2x Ice"})).await.json();
    assert_eq!(
        (&read["decks"][0]["cards"], &read["problems"][0]["line"]),
        (&json!({"01153": 2}), &json!(2)),
        "what could be read is there"
    );
    assert_eq!(server.post("/api/decks/read", "", json!({"text": "x".repeat(70_000)})).await.code(), "too_large");
}
