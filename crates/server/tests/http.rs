//! The endpoints that are asked once.

use crate::common::Server;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};

#[tokio::test]
async fn the_server_says_that_it_lives() {
    let server = Server::in_memory().await;
    let answer = server.get("/health").await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, "ok"));
    for (name, part) in [
        ("content-security-policy", "default-src 'self'"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
    ] {
        assert!(answer.headers[name].to_str().unwrap().contains(part), "{name}");
    }
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    assert!(!policy.contains("script-src") && !policy.contains("unsafe-eval"), "scripts are ours alone and in files: {policy}");
}

#[tokio::test]
async fn pages_are_served_and_fall_back_to_the_first() {
    let server = Server::in_memory().await;
    for path in ["/", "/rules", "/table/abcdefgh", "/decks"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/html"), "{path}");
        assert!(answer.text.contains("<html"), "{path}");
    }
    for path in ["/assets/none.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/../../Cargo.toml"] {
        let answer = server.get(path).await;
        assert_ne!(answer.status, StatusCode::OK, "{path}");
    }
    for path in ["/api", "/api/none", "/api/rooms/"] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "no_such_path"), "{path}");
    }
    let missing = server.get("/assets/none.js").await;
    assert_eq!((missing.status, missing.code().as_str()), (StatusCode::NOT_FOUND, "no_such_file"));
    let (room, _) = server.room("open").await;
    for (path, way) in [
        ("/", "GET"),
        ("/health", "GET"),
        ("/api/decks", "GET"),
        (&format!("/api/rooms/{room}"), "GET"),
        (&format!("/api/rooms/{room}/replay/1"), "GET"),
    ] {
        let answer = server.post(path, "", json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::METHOD_NOT_ALLOWED, "method"), "{path}");
        assert!(answer.text.contains(way), "{path}: {}", answer.text);
    }
    let answer = server.get("/api/rooms").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::METHOD_NOT_ALLOWED, "method"));
    assert!(answer.text.contains("POST"), "{}", answer.text);
    let plain = server.get(&format!("/api/rooms/{room}/ws")).await;
    assert!(plain.status.is_client_error());
    assert_eq!(plain.code(), "bad_request");
    assert_eq!(server.get("/api/rooms/%ff").await.code(), "bad_request");
    for step in ["x", "-1", "1.5", "+1", "99999999999", "%20", &"9".repeat(300)] {
        let answer = server.get(&format!("/api/rooms/{room}/replay/{step}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::BAD_REQUEST, "bad_request"), "{step}");
        assert!(answer.json()["error"]["message"].as_str().unwrap().contains("whole number"), "{}", answer.text);
    }
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/1")).await.code(), "not_over");
}

#[tokio::test]
async fn decks_and_cards_are_lists() {
    let server = Server::in_memory().await;
    assert!(server.get("/api/decks").await.json().is_array());
    assert!(server.get("/api/cards").await.json().is_array());
}

#[tokio::test]
async fn the_pool_names_packs_missing_cards_and_what_is_in_the_ready_decks() {
    let server = Server::in_memory().await;
    let (pool, cards) = (server.get("/api/pool").await.json(), server.get("/api/cards").await.json());
    assert_eq!(pool["packs"].as_array().unwrap().iter().find(|pack| pack["code"] == "Core").unwrap()["name"], "Core Set");
    let codes = |list: &Value| list.as_array().unwrap().iter().map(|card| card["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let (missing, played) = (codes(&pool["missing"]), codes(&cards));
    assert!(!missing.is_empty() && missing.iter().all(|code| !played.contains(code)), "a card is either played or missing");
    let decks = pool["decks"].as_array().unwrap();
    assert_eq!(decks.len(), server.get("/api/decks").await.json().as_array().unwrap().len());
    let stark = decks.iter().find(|deck| deck["name"] == "The Old Ways (Core)").unwrap();
    assert_eq!((&stark["cards"]["01199"], &stark["cards"]["01141"]), (&json!(1), &json!(1)), "agenda and draw deck: {stark}");
}

#[tokio::test]
async fn a_card_is_tried_at_a_table_of_its_own() {
    let server = Server::in_memory().await;
    let tried = server.get("/api/cards/01146/position").await;
    let text = tried.json()["text"].as_str().unwrap().to_owned();
    assert!(text.contains("hand: 01146"), "{text}");
    let checked = server.post("/api/positions/check", "", json!({ "text": text })).await.json();
    assert_eq!(checked["ok"], true, "{checked}");
    for code in ["99999", "01206", "..", "%00"] {
        let answer = server.get(&format!("/api/cards/{code}/position")).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "no_such_card"), "{code}");
    }
}

#[tokio::test]
async fn rooms_that_do_not_exist_are_not_found() {
    let server = Server::in_memory().await;
    for id in ["abcdefghjkmn", "x", &"y".repeat(500), "a%2Fb", "%00", "..", "é"] {
        for path in [format!("/api/rooms/{id}"), format!("/api/rooms/{id}/replay"), format!("/api/rooms/{id}/replay/1")] {
            assert_eq!(server.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        let join = server.post(&format!("/api/rooms/{id}/join"), "", json!({"name": "Bob", "deck": ""})).await;
        assert_eq!(join.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_wrong_wish_for_a_room_names_what_is_wrong() {
    let server = Server::in_memory().await;
    let good = json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": "open"});
    for (field, value, code) in [
        ("kind", json!("chess"), "no_such_game"),
        ("format", json!("blitz"), "no_such_format"),
        ("opponent", json!("god"), "bad_request"),
        ("name", json!("x".repeat(41)), "bad_name"),
        ("name", json!("Ann\u{202e}"), "bad_name"),
        ("name", json!("\u{200b}"), "bad_name"),
        ("name", json!(7), "bad_request"),
        ("seat", json!(1), "bad_request"),
        ("deck", Value::Null, "bad_request"),
    ] {
        let mut wanted = good.clone();
        wanted[field] = value;
        let answer = server.post("/api/rooms", "", wanted).await;
        assert!(answer.status.is_client_error(), "{field}");
        assert_eq!(answer.code(), code, "{field}: {}", answer.text);
    }
    let mut wanted = good.clone();
    wanted["opponent"] = json!("bot");
    wanted["bot"] = json!("deep blue");
    assert_eq!(server.post("/api/rooms", "", wanted).await.code(), "no_such_bot");

    let raw = |kind: &'static str, body: String| {
        let request = Request::post("/api/rooms").header(header::HOST, "here").header(header::CONTENT_TYPE, kind);
        request.body(Body::from(body)).unwrap()
    };
    assert_eq!(server.ask(raw("application/json", "{".into())).await.code(), "bad_request");
    assert_eq!(server.ask(raw("text/plain", good.to_string())).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let mut giant = good.clone();
    giant["deck"] = json!("x".repeat(100_000));
    let refused = server.ask(raw("application/json", giant.to_string())).await;
    assert_eq!((refused.status, &*refused.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"), "{}", refused.text);
    let odd = json!({"kind": "toy", "format": "bids", "name": " \u{7}\t ", "deck": "", "opponent": "open"});
    let room = server.post("/api/rooms", "", odd).await.json();
    let info = server.get(&format!("/api/rooms/{}", room["room"].as_str().unwrap())).await.json();
    assert_eq!(info["seats"][0]["name"], "Guest");
}

#[tokio::test]
async fn a_seat_is_taken_once() {
    let server = Server::in_memory().await;
    let (room, ann) = server.room("open").await;
    let path = format!("/api/rooms/{room}/join");
    let own = server.post(&path, &ann, json!({"name": "Ann", "deck": ""})).await.json();
    assert_eq!(own["seat"], 0, "who sits here keeps the seat");
    let bob = server.join(&room).await;
    let again = server.post(&path, &bob, json!({"name": "Bob", "deck": ""})).await.json();
    assert_eq!(again["seat"], 1);
    let odd = server.post(&path, "", json!({"name": "Carl", "deck": "", "seat": 0})).await;
    assert_eq!(odd.code(), "bad_request");
    assert!(odd.text.contains("unknown field `seat`") && odd.text.contains("`deck`"), "{}", odd.text);
    let odd = server.post(&format!("/api/rooms/{room}/rematch"), &ann, json!({"seat": 1})).await;
    assert_eq!(odd.code(), "bad_request", "{}", odd.text);
    let carl = server.post(&path, "", json!({"name": "Carl", "deck": ""})).await;
    assert_eq!((carl.status, carl.code().as_str()), (StatusCode::CONFLICT, "seat_taken"));
    let info =
        server.ask(Request::get(format!("/api/rooms/{room}")).header(header::COOKIE, &bob).body(Body::empty()).unwrap()).await.json();
    assert_eq!((&info["me"], &info["started"]), (&json!(1), &json!(true)));
    assert_eq!(info["seats"][1]["name"], "Bob");
}

#[tokio::test]
async fn two_guests_at_one_table_have_two_names() {
    let server = Server::in_memory().await;
    let wanted = json!({"kind": "toy", "format": "bids3", "name": "", "deck": "", "opponent": "open"});
    let room = server.post("/api/rooms", "", wanted).await.json()["room"].as_str().unwrap().to_owned();
    for name in ["Guest", " guest "] {
        server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": name, "deck": ""})).await;
    }
    let info = server.get(&format!("/api/rooms/{room}")).await.json();
    let names: Vec<_> = info["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Guest", "Guest 2", "guest 3"]);
    let wanted = json!({"kind": "toy", "format": "bids", "name": "Random", "deck": "", "opponent": "bot"});
    let room = server.post("/api/rooms", "", wanted).await.json()["room"].as_str().unwrap().to_owned();
    let info = server.get(&format!("/api/rooms/{room}")).await.json();
    assert_eq!((&info["seats"][0]["name"], &info["seats"][1]["name"]), (&json!("Random"), &json!("Random 2")));
}

#[tokio::test]
async fn only_games_that_are_offered_are_named() {
    use server::{AppState, app, games::Games, store::Sqlite};
    use tower::ServiceExt;
    let app = app(AppState::new(Sqlite::in_memory().await.unwrap(), Games::builtin()));
    for kind in ["toy", "chess"] {
        let wanted = json!({"kind": kind, "format": "bids", "name": "Ann", "deck": "", "opponent": "open"}).to_string();
        let request = Request::post("/api/rooms").header(header::CONTENT_TYPE, "application/json").body(Body::from(wanted)).unwrap();
        let answer = app.clone().oneshot(request).await.unwrap();
        let text = String::from_utf8(axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap().to_vec()).unwrap();
        assert!(text.contains(&format!("there is no game \\\"{kind}\\\" here; there is board, card")), "{text}");
    }
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    let server = Server::in_memory().await;
    let wanted = json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": "open"}).to_string();
    for (origin, fine) in
        [("http://here", true), ("https://here", true), ("http://evil.example", false), ("null", false), ("http://here.evil", false)]
    {
        let request = Request::post("/api/rooms").header(header::HOST, "here").header(header::ORIGIN, origin);
        let request = request.header(header::CONTENT_TYPE, "application/json").body(Body::from(wanted.clone())).unwrap();
        let answer = server.ask(request).await;
        assert_eq!(answer.status == StatusCode::OK, fine, "{origin}");
        assert_eq!(answer.headers.contains_key(header::SET_COOKIE), fine, "{origin}");
    }
    let (room, _) = server.room("open").await;
    let socket = Request::get(format!("/api/rooms/{room}/ws")).header(header::HOST, "here").header(header::ORIGIN, "http://evil.example");
    let socket = socket.header(header::CONNECTION, "upgrade").header(header::UPGRADE, "websocket");
    assert_eq!(server.ask(socket.body(Body::empty()).unwrap()).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn pictures_come_from_their_folder_alone() {
    use server::{AppState, app, games::Games, store::Sqlite};
    use tower::ServiceExt;
    let folder = tempfile::tempdir().unwrap();
    let pictures = folder.path().join("pictures");
    std::fs::create_dir(&pictures).unwrap();
    std::fs::write(pictures.join("01146.png"), "picture").unwrap();
    std::fs::write(folder.path().join("secret.png"), "secret").unwrap();
    let state = AppState::new(Sqlite::in_memory().await.unwrap(), Games::builtin()).with_images(Some(pictures));
    let app = app(state);
    for (path, status) in [
        ("/card-images/01146.png", StatusCode::OK),
        ("/card-images/01147.png", StatusCode::NOT_FOUND),
        ("/card-images/01146.exe", StatusCode::NOT_FOUND),
        ("/card-images/..%2Fsecret.png", StatusCode::NOT_FOUND),
        ("/card-images/.png", StatusCode::NOT_FOUND),
    ] {
        let answer = app.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_too_much_is_answered_and_not_cut_off() {
    use std::io::{Read, Write};
    let server = Server::in_memory().await;
    let address = server.address;
    // A client that reads nothing before all is sent, as most do.
    let told = tokio::task::spawn_blocking(move || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let size = 5_000_000;
        let head =
            format!("POST /api/rooms HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {size}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        for _ in 0..size / 50_000 {
            stream.write_all(&[b' '; 50_000]).unwrap();
        }
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        told
    });
    let told = told.await.unwrap();
    assert!(told.starts_with("HTTP/1.1 413 ") && told.contains("a request has at most 64 kB"), "{told}");
}
