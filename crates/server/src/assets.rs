//! What is compiled into the program: the web client and the rules as data.

use std::borrow::Cow;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use serde_json::Value;

use crate::AppState;
use crate::http::InPath;

/// The built browser client (`web/dist`). Empty when the program was built without it.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// The rules in our own words (`docs/rules`), for `/rules` and for every rule id in a log line.
#[derive(RustEmbed)]
#[folder = "../../docs/rules"]
#[allow_missing = true]
struct Rules;

/// The page that stands where the client would be.
const NO_CLIENT: &str = include_str!("no_client.html");

/// The rules of every game as JSON: one list, as no two rules have the same id.
pub async fn rules(headers: HeaderMap) -> Response {
    static ALL: OnceLock<Vec<u8>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut files: Vec<_> = Rules::iter().filter(|name| name.ends_with(".json")).collect();
        // The card game's rules come first, as they always did.
        files.sort_by_key(|name| (*name != "card-game.json", name.to_string()));
        let read = |name: &Cow<'static, str>| serde_json::from_slice::<Vec<Value>>(&Rules::get(name)?.data).ok();
        let rules: Vec<Value> = files.iter().filter_map(read).flatten().collect();
        if rules.is_empty() { Vec::new() } else { serde_json::to_vec(&rules).unwrap_or_default() }
    });
    match all.is_empty() {
        false => unless_known(&headers, "application/json", REVALIDATE, Cow::Borrowed(all)),
        true => crate::http::error(StatusCode::NOT_FOUND, "no_rules", "this program was built without docs/rules"),
    }
}

/// How long a browser may keep what it got: until it has asked whether that is still the same; or for ever.
const REVALIDATE: &str = "no-cache";
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// An answer with this content, or word that the browser has it already.
pub fn unless_known(headers: &HeaderMap, kind: &str, cache: &'static str, content: Cow<'static, [u8]>) -> Response {
    let tag = format!("\"{}\"", &blake3::hash(&content).to_hex()[..32]);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let about = [(header::CONTENT_TYPE, kind.to_owned()), (header::CACHE_CONTROL, cache.to_owned()), (header::ETAG, tag.clone())];
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, Body::from(Bytes::from(content.into_owned()))).into_response()
}

/// Everything that is no endpoint: a file of the client, or its first page, which knows its own paths.
pub async fn client(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return crate::http::error(StatusCode::NOT_FOUND, "no_such_path", format!("there is nothing at /{path}"));
    }
    if method != Method::GET && method != Method::HEAD {
        return crate::http::error(StatusCode::METHOD_NOT_ALLOWED, "method", "pages are read with GET");
    }
    if let Some(answer) = file(path, &headers) {
        return answer;
    }
    // A missing script or picture is missing; only pages fall back to the first page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return crate::http::error(StatusCode::NOT_FOUND, "no_such_file", format!("there is no file /{path}"));
    }
    file("index.html", &headers).unwrap_or_else(|| ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NO_CLIENT).into_response())
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let file = Client::get(path)?;
    // Vite puts a hash of the content into the names below assets/: such a file never changes.
    let cache = if path.starts_with("assets/") { FOR_EVER } else { REVALIDATE };
    let kind = file.metadata.mimetype();
    let charset = if kind.starts_with("text/") && !kind.contains("charset") { "; charset=utf-8" } else { "" };
    Some(unless_known(headers, &format!("{kind}{charset}"), cache, file.data))
}

/// A picture of a card from the user's own folder. The name is a card code with an ending, so that no path leads out of it.
pub async fn image(State(app): State<AppState>, InPath(name): InPath<String>) -> Response {
    let missing = || crate::http::error(StatusCode::NOT_FOUND, "no_such_file", "there is no picture of this card");
    let Some(folder) = app.images() else { return missing() };
    let Some((code, ending)) = name.split_once('.') else { return missing() };
    let kind = match ending {
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "webp" => "image/webp",
        _ => return missing(),
    };
    if code.is_empty() || !code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return missing();
    }
    match tokio::fs::read(folder.join(&name)).await {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, max-age=3600")], bytes).into_response(),
        Err(_) => missing(),
    }
}
