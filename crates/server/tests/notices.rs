//! "It is your turn": told once a decision, to who is away, by a webhook and by mail; with listeners of the test's own.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Server, cookie, settle};
use serde_json::{Value, json};
use server::AppState;
use server::games::Games;
use server::notice::{self, Mailer, Notices, Webhook, signature};
use server::room::House;
use server::store::{People, Sqlite, Turns};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A web server that takes what is posted: the signature and the body.
async fn webhook() -> (String, mpsc::UnboundedReceiver<(String, String)>) {
    let (tell, told) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/turns", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            let (mut length, mut signed) = (0, String::new());
            loop {
                let mut line = String::new();
                if stream.read_line(&mut line).await.unwrap_or(0) == 0 || line == "\r\n" {
                    break;
                }
                let (name, value) = line.trim().split_once(": ").unwrap_or_default();
                match name.to_lowercase().as_str() {
                    "content-length" => length = value.parse().unwrap(),
                    "x-maester-signature" => signed = value.to_owned(),
                    _ => {}
                }
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).await.unwrap();
            stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").await.unwrap();
            let _ = tell.send((signed, String::from_utf8(body).unwrap()));
        }
    });
    (url, told)
}

/// A mail server that takes every letter: to whom, and its text.
async fn post_office() -> (String, mpsc::UnboundedReceiver<(String, String)>) {
    let (tell, told) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let tell = tell.clone();
            tokio::spawn(async move {
                let mut stream = BufReader::new(stream);
                stream.write_all(b"220 here\r\n").await.unwrap();
                let (mut to, mut letter, mut inside) = (String::new(), String::new(), false);
                let mut line = String::new();
                while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
                    let said = line.trim_end().to_owned();
                    line.clear();
                    let reply: &[u8] = match said.as_str() {
                        "." if inside => {
                            inside = false;
                            let _ = tell.send((to.clone(), std::mem::take(&mut letter)));
                            b"250 taken\r\n"
                        }
                        text if inside => {
                            letter.push_str(text);
                            letter.push('\n');
                            continue;
                        }
                        "DATA" => {
                            inside = true;
                            b"354 go on\r\n"
                        }
                        "QUIT" => b"221 bye\r\n",
                        text => {
                            if let Some(address) = text.strip_prefix("RCPT TO:<") {
                                to = address.trim_end_matches('>').to_owned();
                            }
                            b"250 good\r\n"
                        }
                    };
                    stream.write_all(reply).await.unwrap();
                }
            });
        }
    });
    (url, told)
}

/// The next thing that is told, soon.
async fn next(told: &mut mpsc::UnboundedReceiver<(String, String)>) -> (String, String) {
    tokio::time::timeout(Duration::from_secs(15), told.recv()).await.expect("it is told soon").unwrap()
}

async fn nothing(told: &mut mpsc::UnboundedReceiver<(String, String)>) {
    let more = tokio::time::timeout(Duration::from_millis(1200), told.recv()).await;
    assert!(more.is_err(), "nothing more is told: {more:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_told_once_a_decision() {
    let ((url, mut posted), (smtp, mut letters)) = (webhook().await, post_office().await);
    let store = Sqlite::in_memory().await.unwrap();
    let notices = Notices {
        webhook: Some(Webhook { url, secret: "between us".to_owned() }),
        mail: Some(Mailer::new(&smtp, "Maester <maester@here.example>").unwrap()),
        after: Duration::ZERO,
        every: Duration::from_millis(200),
        address: "https://play.example".to_owned(),
    };
    let house = House::new(Arc::new(store.clone()), Games::for_tests());
    let state = AppState::of(house).with_notices(notices.clone());
    let house = state.house().clone();
    let server = Server::of(state).await;

    // Bob has an account, and an address that he has confirmed.
    let bob = cookie(&server.post("/api/register", "", json!({"name": "Bob", "password": "correct horse"})).await);
    assert_eq!(server.post("/api/me/mail", "", json!({"address": "bob@there.example"})).await.code(), "no_account");
    assert_eq!(server.post("/api/me/mail", &bob, json!({"address": "no address"})).await.code(), "bad_address");
    assert_eq!(server.post("/api/me/mail", &bob, json!({"address": "bob@there.example"})).await.json(), true);
    let (to, letter) = next(&mut letters).await;
    let letter = letter.replace("=\n", "").replace("=3D", "=");
    assert_eq!(to, "bob@there.example");
    let token = letter.split("https://play.example/account?confirm=").nth(1).unwrap()[..32].to_owned();
    let known = async || server.get_as("/api/me/mail", &bob).await.json();
    assert_eq!(known().await, json!({"offered": true, "address": "bob@there.example", "confirmed": false}));
    assert_eq!(server.post("/api/me/mail/confirm", &bob, json!({"token": "0".repeat(32)})).await.code(), "bad_token");
    assert_eq!(server.post("/api/me/mail/confirm", &bob, json!({"token": token})).await.json(), true);
    assert_eq!(server.post("/api/me/mail/confirm", &bob, json!({"token": token})).await.code(), "bad_token", "it opens once");
    assert_eq!(known().await["confirmed"], true);

    let (room, ann) = server.room("open").await;
    server.post(&format!("/api/rooms/{room}/join"), &bob, json!({"name": "Bob", "deck": ""})).await;
    let mut ann = server.connect(&room, &ann).await;
    tokio::spawn(notice::run(house, notices));
    // Ann is at the table and is told nothing; Bob is away.
    let (signed, body) = next(&mut posted).await;
    assert_eq!(signed, signature("between us", body.as_bytes()));
    let told: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        told,
        json!({"event": "turn", "room": room, "kind": "toy", "format": "bids", "seat": 1, "name": "Bob", "decision": 0, "url": format!("https://play.example/room/{room}")})
    );
    let (to, letter) = next(&mut letters).await;
    assert!(to == "bob@there.example" && letter.contains("your turn") && letter.contains(&room), "{letter}");
    nothing(&mut posted).await;
    // Another decision is another notice; who has come meanwhile gets none.
    let mut bob_here = server.connect(&room, &bob).await;
    for client in [&mut ann, &mut bob_here] {
        client.ask(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await.unwrap();
    }
    nothing(&mut posted).await;
    // Who takes first depends on the bids: until it is Bob's turn, Ann plays on.
    for _ in 0..20 {
        settle(std::slice::from_mut(&mut bob_here)).await;
        if bob_here.asked() {
            break;
        }
        settle(std::slice::from_mut(&mut ann)).await;
        ann.answer(0).await;
    }
    assert!(bob_here.asked());
    drop(bob_here);
    ann.until(|state| state["seats"][1]["connected"] == false).await;
    let again: Value = serde_json::from_str(&next(&mut posted).await.1).unwrap();
    assert_eq!((&again["seat"], again["decision"].as_u64() > Some(0)), (&json!(1), true));
    next(&mut letters).await;
    // An address that is taken out gets no letters; a game that is over waits for nobody.
    assert_eq!(server.post("/api/me/mail/delete", &bob, json!({})).await.json(), true);
    assert_eq!(store.mail(&store.account_named("bob").await.unwrap().unwrap().id).await.unwrap(), None);
    ann.ask(json!({"op": "concede"})).await.unwrap();
    nothing(&mut posted).await;
    nothing(&mut letters).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_mail_says_so_and_letters_have_a_pace() {
    let server = Server::in_memory().await;
    let bob = cookie(&server.post("/api/register", "", json!({"name": "Bob", "password": "correct horse"})).await);
    assert_eq!(server.get_as("/api/me/mail", &bob).await.json(), json!({"offered": false, "address": null, "confirmed": false}));
    assert_eq!(server.post("/api/me/mail", &bob, json!({"address": "bob@there.example"})).await.code(), "no_mail");
    let (smtp, mut letters) = post_office().await;
    let notices = Notices { mail: Some(Mailer::new(&smtp, "maester@here.example").unwrap()), ..Notices::default() };
    let house = House::new(Arc::new(Sqlite::in_memory().await.unwrap()), Games::for_tests());
    let server = Server::of(AppState::of(house).with_notices(notices)).await;
    let bob = cookie(&server.post("/api/register", "", json!({"name": "Bob", "password": "correct horse"})).await);
    for _ in 0..5 {
        server.post("/api/me/mail", &bob, json!({"address": "ann@there.example"})).await;
        next(&mut letters).await;
    }
    assert_eq!(server.post("/api/me/mail", &bob, json!({"address": "ann@there.example"})).await.code(), "too_fast");
    let other = cookie(&server.post("/api/register", "", json!({"name": "Cid", "password": "correct horse"})).await);
    assert_eq!(
        server.post("/api/me/mail", &other, json!({"address": "ANN@there.example"})).await.code(),
        "too_fast",
        "nor by another account"
    );
    assert!(Mailer::new("http://nowhere", "x").is_err() && Mailer::new(&smtp, "no sender").is_err());
}
