//! Games held in lines of JSON, as a client sees them.

use protocol::{Engine, Games};
use serde_json::{Value, json};

struct Client {
    engine: Engine,
    count: u64,
}

impl Client {
    fn new() -> Client {
        Client { engine: Engine::new(Games::builtin()), count: 0 }
    }

    fn ask(&mut self, request: Value) -> Value {
        let mut request = request;
        self.count += 1;
        request["id"] = json!(self.count);
        let reply: Value = serde_json::from_str(&self.engine.line(&request.to_string())).expect("a reply is JSON");
        assert_eq!(reply["id"], json!(self.count));
        reply
    }

    #[track_caller]
    fn ok(&mut self, request: Value) -> Value {
        let mut reply = self.ask(request.clone());
        assert!(reply.get("ok").is_some(), "{request} -> {reply}");
        reply["ok"].take()
    }

    #[track_caller]
    fn refused(&mut self, request: Value) -> (String, String) {
        let reply = self.ask(request.clone());
        let text = |name: &str| reply["error"][name].as_str().unwrap_or_else(|| panic!("{request} -> {reply}")).to_owned();
        (text("code"), text("message"))
    }

    fn game(&mut self, seed: u64) -> String {
        let decks = ["At the Wall (Core)", "The Old Ways (Core)"];
        let status = self.ok(json!({"op": "new", "kind": "card", "seed": seed, "decks": decks}));
        status["game"].as_str().expect("a handle").to_owned()
    }

    fn hash(&mut self, game: &str) -> String {
        self.ok(json!({"op": "hash", "game": game}))["hash"].as_str().expect("a hash").to_owned()
    }
}

#[test]
fn a_whole_game_by_first_picks_and_bots() {
    let mut client = Client::new();
    let game = client.game(3);
    let mut answers = 0;
    loop {
        let moved = client.ok(json!({"op": "bot", "game": game, "bot": "steward", "decisions": 25}));
        answers += moved["given"].as_u64().unwrap();
        assert_eq!(moved["answers"].as_u64().unwrap(), answers);
        if !moved["outcome"].is_null() {
            assert_eq!(moved["acting"], json!([]));
            break;
        }
    }
    assert!(answers > 50);
    assert_eq!(client.refused(json!({"op": "answer", "game": game, "seat": 0, "picks": [0]})).0, "over");
    assert_eq!(client.refused(json!({"op": "bot", "game": game})).0, "over");

    // Its replay, loaded, is the same game.
    let replay = client.ok(json!({"op": "save", "game": game}))["replay"].take();
    let again = client.ok(json!({"op": "load", "replay": replay}));
    let again = again["game"].as_str().unwrap().to_owned();
    assert_eq!(client.hash(&game), client.hash(&again));
}

#[test]
fn state_prompt_preview_and_answer() {
    let mut client = Client::new();
    let game = client.game(7);
    let status = client.ok(json!({"op": "status", "game": game}));
    let seat = status["acting"][0]["seat"].as_u64().unwrap();
    let decision = status["acting"][0]["decision"].as_u64().unwrap();
    let prompt = client.ok(json!({"op": "prompt", "game": game, "seat": seat}))["prompt"].take();
    assert_eq!((prompt["topic"].as_str(), prompt["decision"].as_u64()), (Some("mulligan"), Some(decision)));
    assert!(prompt["legal"].as_array().unwrap().len() == 2 && prompt["legal"][0]["action"]["verb"].is_string());
    assert_eq!(client.ok(json!({"op": "prompt", "game": game, "seat": 1 - seat}))["prompt"], Value::Null);

    let own = client.ok(json!({"op": "state", "game": game, "viewer": seat}));
    let all = client.ok(json!({"op": "state", "game": game}));
    let named = |view: &Value| view["view"]["cards"].as_array().unwrap().iter().filter(|card| card["code"].is_string()).count();
    assert!(named(&all) > named(&own), "a tool sees more than a seat");

    let before = client.hash(&game);
    let preview = client.ok(json!({"op": "preview", "game": game, "seat": seat, "decision": decision, "picks": [1]}));
    assert_eq!(preview["prompt"]["complete"], true);
    assert_eq!(client.hash(&game), before, "a preview changes nothing");
    assert_eq!(client.refused(json!({"op": "answer", "game": game, "seat": seat, "decision": 99, "picks": [0]})).0, "stale");
    assert_eq!(client.refused(json!({"op": "answer", "game": game, "seat": 1 - seat, "picks": [0]})).0, "not_asked");
    assert_eq!(client.refused(json!({"op": "answer", "game": game, "seat": 9, "picks": [0]})).0, "no_such_seat");
    assert_eq!(client.refused(json!({"op": "answer", "game": game, "seat": seat, "picks": [9]})).0, "not_listed");
    assert_eq!(client.refused(json!({"op": "answer", "game": game, "seat": seat, "picks": []})).0, "incomplete");
    assert_eq!(client.hash(&game), before, "what was refused changed nothing");

    let moved = client.ok(json!({"op": "answer", "game": game, "seat": seat, "decision": decision, "picks": [1], "prompts": true}));
    assert_eq!(moved["given"], 1);
    assert_eq!(moved["prompts"].as_array().unwrap().len(), moved["acting"].as_array().unwrap().len());
    assert_ne!(client.hash(&game), before);
}

#[test]
fn forks_go_their_own_ways_and_undo_comes_back() {
    let mut client = Client::new();
    let game = client.game(11);
    client.ok(json!({"op": "bot", "game": game, "bot": "eager", "decisions": 60, "seed": 5}));
    let before = client.hash(&game);
    let fork = client.ok(json!({"op": "fork", "game": game}))["game"].as_str().unwrap().to_owned();
    client.ok(json!({"op": "bot", "game": fork, "bot": "random", "decisions": 30, "seed": "18446744073709551615"}));
    assert_eq!(client.hash(&game), before, "the fork does not touch the game");
    assert_ne!(client.hash(&fork), before);
    client.ok(json!({"op": "undo", "game": fork, "answers": 30}));
    assert_eq!(client.hash(&fork), before, "thirty answers back is where it was forked");
    assert_eq!(client.refused(json!({"op": "undo", "game": fork, "answers": 61})).0, "bad_request");
    client.ok(json!({"op": "drop", "game": fork}));
    assert_eq!(client.refused(json!({"op": "hash", "game": fork})).0, "no_such_game");
    let list = client.ok(json!({"op": "list"}));
    assert_eq!(list["games"].as_array().unwrap().len(), 1);
}

#[test]
fn a_snapshot_taken_anywhere_goes_on_as_the_game() {
    let mut client = Client::new();
    let game = client.game(13);
    for _ in 0..6 {
        client.ok(json!({"op": "bot", "game": game, "bot": "random", "decisions": 17}));
        let snapshot = client.ok(json!({"op": "save", "game": game, "as": "snapshot"}))["replay"].take();
        assert_eq!(snapshot["steps"], json!([]));
        let copy = client.ok(json!({"op": "load", "replay": snapshot}))["game"].as_str().unwrap().to_owned();
        assert_eq!(client.hash(&copy), client.hash(&game));
        let next = |client: &mut Client, game: &str| {
            client.ok(json!({"op": "bot", "game": game, "bot": "eager", "decisions": 5, "seed": 1}));
            client.hash(game)
        };
        let fork = client.ok(json!({"op": "fork", "game": game}))["game"].as_str().unwrap().to_owned();
        assert_eq!(next(&mut client, &copy), next(&mut client, &fork));
    }
}

#[test]
fn answers_by_meaning() {
    let mut client = Client::new();
    let game = client.game(7);
    let acting = |client: &mut Client| client.ok(json!({"op": "status", "game": game}))["acting"][0]["seat"].as_u64().unwrap();
    for _ in 0..2 {
        let seat = acting(&mut client);
        client.ok(json!({"op": "choose", "game": game, "seat": seat, "choices": [{"verb": "no"}]}));
    }
    // Setup: cards of a set, named backwards and by name.
    let seat = acting(&mut client);
    let prompt = client.ok(json!({"op": "prompt", "game": game, "seat": seat}))["prompt"].take();
    let first = &prompt["legal"].as_array().unwrap().iter().find(|choice| choice["action"]["verb"] != "done").unwrap()["action"];
    let id = first["card"].as_str().unwrap().to_owned();
    let view = client.ok(json!({"op": "state", "game": game, "viewer": seat}));
    let card = view["view"]["cards"].as_array().unwrap().iter().find(|card| card["id"] == id.as_str()).unwrap().clone();
    let error = client.refused(json!({"op": "choose", "game": game, "seat": seat, "choices": [{"card": "No Such Card"}]}));
    assert_eq!(error.0, "no_such_choice");
    let mut by_name = first.clone();
    by_name["card"] = card["name"].clone();
    let reply = client.ok(json!({"op": "choose", "game": game, "seat": seat, "choices": [by_name]}));
    assert_eq!(reply["given"], 1);
}

/// Labels and events hold marks, `{P1}` and `[c17|Name|code]`, for a client's names; errors, reasons and outcomes are for people as they
/// are, whoever won and however.
#[test]
fn sentences_for_people_hold_no_marks() {
    let mut client = Client::new();
    let clean = |what: &str, text: &str| assert!(!text.contains("{P") && !text.contains("[c"), "{what}: {text}");
    for (seats, format) in [(2, "joust"), (4, "melee")] {
        for (seed, cards) in [(1, usize::MAX), (2, 9)] {
            // Short decks run out: eliminated.
            let decks: Vec<Value> = card_game::decks::ready::all()[..seats]
                .iter()
                .map(|deck| {
                    let mut left = cards;
                    let draw = deck.draw.iter().map(|(code, n)| {
                        let n = (*n as usize).min(left);
                        left -= n;
                        (code.clone(), json!(n))
                    });
                    let slots: serde_json::Map<String, Value> =
                        draw.filter(|(_, n)| *n != 0).chain(deck.plots.iter().map(|(code, n)| (code.clone(), json!(n)))).collect();
                    json!({"faction_code": deck.faction.word(), "agendas": deck.agendas, "slots": slots})
                })
                .collect();
            let game = client.ok(json!({"op": "new", "format": format, "seed": seed, "decks": decks}))["game"].take();
            loop {
                let status = client.ok(json!({"op": "bot", "game": game, "bot": "random", "decisions": 10}));
                if let Some(reason) = status["outcome"]["Won"]["reason"].as_str().or(status["outcome"]["Draw"]["reason"].as_str()) {
                    clean("outcome", reason);
                    break;
                }
                let seat = status["acting"][0]["seat"].clone();
                for choices in [json!([{"card": "Nobody"}]), json!(["no such thing", 7])] {
                    clean("choose", &client.refused(json!({"op": "choose", "game": game, "seat": seat, "choices": choices})).1);
                }
                let decision = status["acting"][0]["decision"].clone();
                for picks in [json!([]), json!([99]), json!([0, 0, 0, 0, 0, 99])] {
                    let answer = json!({"op": "answer", "game": game, "seat": seat, "decision": decision, "picks": picks});
                    clean("answer", &client.refused(answer).1);
                }
                let view = client.ok(json!({"op": "state", "game": game}))["view"].take();
                for card in view["cards"].as_array().unwrap().iter().take(60) {
                    for reason in
                        client.ok(json!({"op": "explain", "game": game, "seat": seat, "thing": card["id"]}))["reasons"].as_array().unwrap()
                    {
                        clean("explain", reason["message"].as_str().unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn whatever_is_sent_is_answered_in_one_line_and_changes_nothing() {
    let mut client = Client::new();
    let game = client.game(1);
    let before = client.hash(&game);
    let cases = [
        ("", "not_json"),
        ("{", "not_json"),
        ("[1]", "bad_request"),
        ("7", "bad_request"),
        ("null", "bad_request"),
        ("\"new\"", "bad_request"),
        ("{}", "bad_request"),
        (r#"{"op":7}"#, "bad_request"),
        (r#"{"op":"neu"}"#, "no_such_op"),
        (r#"{"op":"new","kind":"chess"}"#, "no_such_kind"),
        (r#"{"op":"new","kind":"toy","players":200}"#, "setup"),
        (r#"{"op":"new","players":3}"#, "setup"),
        (r#"{"op":"new","format":"solo"}"#, "no_such_format"),
        (r#"{"op":"new","seed":-1}"#, "bad_request"),
        (r#"{"op":"new","seed":1,"script":[]}"#, "bad_request"),
        (r#"{"op":"new","rulings":"mine"}"#, "no_such_rulings"),
        (r#"{"op":"new","decks":[7,7]}"#, "bad_deck"),
        (r#"{"op":"new","decks":["Fire on Dragonstone"]}"#, "bad_deck"),
        (r#"{"op":"hash"}"#, "bad_request"),
        (r#"{"op":"hash","game":"g1","sait":0}"#, "bad_request"),
        (r#"{"op":"hash","game":"g9"}"#, "no_such_game"),
        (r#"{"op":"state","game":"g1","viewer":"me"}"#, "bad_request"),
        (r#"{"op":"state","game":"g1","viewer":5}"#, "no_such_seat"),
        (r#"{"op":"prompt","game":"g1","seat":300}"#, "bad_request"),
        (r#"{"op":"answer","game":"g1","seat":0,"picks":[-1]}"#, "bad_request"),
        (r#"{"op":"load"}"#, "bad_request"),
        (r#"{"op":"load","replay":{}}"#, "bad_request"),
        (r#"{"op":"bot","game":"g1","bot":"deep"}"#, "no_such_bot"),
        (r#"{"op":"withdraw","game":"g1","seat":0}"#, ""),
    ];
    for (line, code) in cases {
        let reply = client.engine.line(line);
        assert!(!reply.contains('\n'), "one line");
        let reply: Value = serde_json::from_str(&reply).expect("JSON");
        let error = &reply["error"];
        assert!(code.is_empty() || error["code"] == code, "{line} -> {reply}");
        assert!(error["message"].as_str().is_some_and(|message| message.len() > 10), "{line} -> {reply}");
    }
    let (_, message) = client.refused(json!({"op": "new", "decks": ["The Old Way", "At the Wall (Core)"]}));
    assert!(message.contains("The Old Ways (Core)"), "{message}");
    assert!(client.engine.bytes(&[0xff, 0xfe, b'"']).contains("not_json"));
    assert_eq!(client.hash(&game), before);
    assert_eq!(client.ok(json!({"op": "list"}))["games"].as_array().unwrap().len(), 1);
}

#[test]
fn the_protocol_works_for_every_game() {
    let mut client = Client::new();
    let status = client.ok(json!({"op": "new", "kind": "toy", "players": 3, "seed": 4}));
    let game = status["game"].as_str().unwrap().to_owned();
    assert_eq!(status["acting"].as_array().unwrap().len(), 3);
    let moved = client.ok(json!({"op": "bot", "game": game, "bot": "random", "decisions": 1000}));
    assert!(!moved["outcome"].is_null());
}

#[test]
fn the_board_game_is_held_like_any_game() {
    let mut client = Client::new();
    let wish = json!({"op": "new", "kind": "board", "format": "tides", "rulings": "recorded", "decks": ["martell", null, "stark", null, null, "tyrell"], "seed": 4});
    let status = client.ok(wish);
    let game = status["game"].as_str().unwrap().to_owned();
    // All six place their orders at once; one answers by meaning, and nobody else sees what.
    assert_eq!(status["acting"].as_array().unwrap().len(), 6);
    let order = |area: &str, order: &str| json!({"verb": "order", "area": area, "order": order});
    let mine = [order("salt-shore", "march"), order("sea-of-dorne", "raid"), order("sunspear", "support")];
    client.ok(json!({"op": "choose", "game": game, "seat": 0, "choices": mine}));
    let state = |client: &mut Client, viewer: Value| client.ok(json!({"op": "state", "game": game, "viewer": viewer}))["view"].clone();
    let at = |view: &Value, id: &str| view["areas"].as_array().unwrap().iter().find(|area| area["id"] == id).unwrap().clone();
    let (own, other) = (state(&mut client, json!(0)), state(&mut client, json!(1)));
    assert_eq!(at(&own, "sunspear")["order"], "support");
    assert_eq!((at(&other, "sunspear")["order"].clone(), at(&other, "sunspear")["facedown"].clone()), (Value::Null, json!(true)));
    let moved = client.ok(json!({"op": "bot", "game": game, "bot": "random", "decisions": 100_000}));
    assert!(moved["outcome"]["Won"]["seats"].is_array(), "{moved}");
    let replay = client.ok(json!({"op": "save", "game": game}))["replay"].clone();
    let again = client.ok(json!({"op": "load", "replay": replay}))["game"].as_str().unwrap().to_owned();
    assert_eq!(client.hash(&game), client.hash(&again));
    // Single options over a preset: the replay names them, and is loaded under them again.
    let own = client.ok(json!({"op": "new", "kind": "board", "rulings": "recorded,robb=origin,mace=ends", "seed": 3}))["game"].clone();
    client.ok(json!({"op": "bot", "game": own, "bot": "castellan", "decisions": 200}));
    let replay = client.ok(json!({"op": "save", "game": own}))["replay"].clone();
    assert!(replay["rules"].as_str().unwrap().ends_with("-recorded,mace=ends,robb=origin"), "{}", replay["rules"]);
    let again = client.ok(json!({"op": "load", "replay": replay}))["game"].clone();
    assert_eq!(client.hash(own.as_str().unwrap()), client.hash(again.as_str().unwrap()));
    for (wish, code) in [
        (json!({"op": "new", "kind": "board", "decks": ["targaryen", "stark", "lannister"]}), "bad_deck"),
        (json!({"op": "new", "kind": "board", "decks": ["tyrell", "stark", "lannister"]}), "setup"),
        (json!({"op": "new", "kind": "board", "players": 7}), "setup"),
        (json!({"op": "new", "kind": "board", "format": "joust"}), "no_such_format"),
        (json!({"op": "new", "kind": "board", "rulings": "mine"}), "no_such_rulings"),
        (json!({"op": "new", "kind": "board", "rulings": "recorded,mace=maybe"}), "no_such_rulings"),
    ] {
        let (found, message) = client.refused(wish.clone());
        assert_eq!(found, code, "{wish}: {message}");
    }
}

#[test]
fn positions_go_out_and_in_and_edits_are_marked() {
    let mut client = Client::new();
    let game = client.game(9);
    let edits = json!([
        {"do": "put", "card": "A Noble Cause", "seat": 0, "zone": "revealed_plot"},
        {"do": "put", "card": "A Noble Cause", "seat": 1, "zone": "revealed_plot"},
        {"do": "begin", "phase": "challenges", "round": 3},
        {"do": "put", "card": "01144", "seat": 0, "zone": "play"},
    ]);
    let status = client.ok(json!({"op": "edit", "game": game, "edits": edits}));
    assert_eq!((status["round"].as_u64(), status["answers"].as_u64()), (Some(3), Some(0)));
    // The past is cut: nothing to undo, events from 0.
    assert_eq!(client.refused(json!({"op": "undo", "game": game})).0, "bad_request");
    let told = client.ok(json!({"op": "state", "game": game}))["told"].as_u64().unwrap();
    assert!(told < 5, "{told} events");
    let untouched = client.hash(&game);
    client.ok(json!({"op": "bot", "game": game, "bot": "random"}));
    client.ok(json!({"op": "undo", "game": game}));
    assert_eq!(client.hash(&game), untouched);
    client.ok(json!({"op": "edit", "game": game, "edits": []}));
    assert_eq!(client.refused(json!({"op": "undo", "game": game})).0, "bad_request", "no edit at all cuts it too");
    let before = client.hash(&game);
    // Some card that is known and not implemented; when there is none left, one that nobody knows.
    let unwritten = card_game::pool::Pool::builtin().cards().iter().find(|card| card.def.is_none()).map(|card| card.code.clone());
    let (code, why) = unwritten.map_or(("99998".to_owned(), "there is no card"), |code| (code, "is known, but not implemented yet"));
    for (edits, part) in [
        (json!([{"do": "put", "card": code, "seat": 0, "zone": "hand"}]), why),
        (json!([{"do": "put", "card": "Ice", "seat": 0, "zone": "title_pool"}]), "`title_pool` is not known here; write `hand`, `deck`"),
        (json!([{"do": "put", "card": "99999", "seat": 0, "zone": "hand"}]), "there is no card \"99999\""),
        (json!([{"do": "put", "card": 5, "seat": 0, "zone": "hand"}]), "`card`: a text belongs here, not 5"),
        (json!([{"do": "begin", "phase": "chalenges"}]), "write `setup`, `plot`"),
        (json!([{"do": "gold", "seat": 0, "n": "5"}]), "`n`: a whole number from"),
        (json!([7]), "an object belongs here, not 7"),
    ] {
        let (_, message) = client.refused(json!({"op": "edit", "game": game, "edits": edits}));
        assert!(message.starts_with("edit 1: ") && message.contains(part), "{message}");
        for noise in ["Varys", "Setup", "under", "u8", "enum", "struct"] {
            assert!(!message.contains(noise), "{noise}: {message}");
        }
    }
    let twice = json!([{"do": "gold", "seat": 0, "n": 9}, {"do": "put", "card": "01144", "seat": 0, "zone": "play"}]);
    let (code, message) = client.refused(json!({"op": "edit", "game": game, "edits": twice}));
    assert!(code == "bad_position" && message.contains("twice"), "{message}");
    assert_eq!(client.refused(json!({"op": "edit", "game": game, "edits": [{"do": "fly"}]})).0, "bad_request");
    assert_eq!(client.refused(json!({"op": "edit", "game": game, "edits": [{"do": "gold", "seat": 0, "n": 1, "m": 2}]})).0, "bad_request");
    assert_eq!(client.hash(&game), before, "all edits or none");

    // The position goes out as text and comes in as the same table.
    let text = client.ok(json!({"op": "save", "game": game, "as": "position"}))["position"].as_str().unwrap().to_owned();
    let copy = client.ok(json!({"op": "load", "position": text}))["game"].as_str().unwrap().to_owned();
    let again = client.ok(json!({"op": "save", "game": copy, "as": "position"}))["position"].as_str().unwrap().to_owned();
    assert_eq!(text, again);
    let (code, message) = client.refused(json!({"op": "load", "position": text.replace("phase challenges", "phase sleeping")}));
    assert!(code == "bad_position" && message.contains("line"), "{message}");

    // Play goes on, and the replay tells that the table was edited and runs again.
    client.ok(json!({"op": "bot", "game": game, "bot": "random", "decisions": 20}));
    let replay = client.ok(json!({"op": "save", "game": game}))["replay"].take();
    assert_eq!((&replay["marks"][0]["kind"], &replay["marks"][0]["after"]), (&json!("edited"), &json!(0)));
    let run = client.ok(json!({"op": "load", "replay": replay}))["game"].as_str().unwrap().to_owned();
    assert_eq!(client.hash(&run), client.hash(&game));
    client.ok(json!({"op": "undo", "game": game, "answers": 20}));
    assert_eq!(client.hash(&game), before, "an undo ends at the edit");
}

#[test]
fn a_melee_of_four_is_held_like_any_game() {
    let mut client = Client::new();
    let status = client.ok(json!({"op": "new", "format": "melee", "players": 4, "seed": 2}));
    let game = status["game"].as_str().unwrap().to_owned();
    assert_eq!(status["seats"], 4);
    // To the draft of titles: its seat sees the choice, the others see nothing of it.
    let prompt = loop {
        let status = client.ok(json!({"op": "status", "game": game}));
        let seat = status["acting"][0]["seat"].clone();
        let prompt = client.ok(json!({"op": "prompt", "game": game, "seat": seat}))["prompt"].take();
        if prompt["topic"] == "choose_title" {
            break prompt;
        }
        client.ok(json!({"op": "bot", "game": game, "bot": "steward"}));
    };
    assert!(prompt["legal"].as_array().unwrap().len() == 5, "six titles, one of them removed: {prompt}");
    let moved = client.ok(json!({"op": "bot", "game": game, "bot": "steward", "decisions": 200}));
    assert!(moved["given"].as_u64().unwrap() > 50);
    let view = client.ok(json!({"op": "state", "game": game, "viewer": "spectator"}))["view"].take();
    assert_eq!((view["format"].as_str(), view["players"].as_array().unwrap().len()), (Some("melee"), 4));
    assert_eq!(client.refused(json!({"op": "new", "format": "melee", "players": 2})).0, "setup");
    assert_eq!(client.refused(json!({"op": "new", "format": "melee", "players": 9})).0, "setup");
}

#[test]
fn a_snapshot_that_was_tampered_with_is_refused() {
    let mut client = Client::new();
    let game = client.game(3);
    client.ok(json!({"op": "bot", "game": game, "bot": "random", "decisions": 30}));
    let good = client.ok(json!({"op": "save", "game": game, "as": "snapshot"}))["replay"].take();
    for (path, value) in [
        ("/start/position/cards", json!([])),
        ("/start/position/cards/0/def", json!(60000)),
        ("/start/position/first_player", json!(255)),
        ("/start/position/players/0/hand", json!(["c999"])),
        ("/start/position/play", json!([])),
    ] {
        let mut bad = good.clone();
        bad["end"] = Value::Null;
        *bad.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        let (code, message) = client.refused(json!({"op": "load", "replay": bad}));
        assert!(code == "bad_replay", "{path}: {code}: {message}");
    }
    client.ok(json!({"op": "load", "replay": good}));
}
