//! Who is asking: a visitor is a guest at once, known by an opaque cookie.
//!
//! The cookie holds 32 random bytes; the store knows only their hash, so that who reads the database can be nobody.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::store::{SessionRow, Store, StoreError};

/// The cookie's name.
const COOKIE: &str = "maester";
/// A year, in seconds.
const AGE: u32 = 365 * 24 * 3600;

/// A visitor, and the cookie to set if this is the first time that we see it.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub id: String,
    pub set_cookie: Option<HeaderValue>,
}

/// The longest name of a browser that is kept, in bytes.
const LONGEST_AGENT: usize = 200;

/// The session whose cookie stands in the headers, if there is one that we know.
pub async fn current(store: &dyn Store, headers: &HeaderMap) -> Result<Option<SessionRow>, StoreError> {
    let Some(token) = token(headers) else { return Ok(None) };
    store.session(&token).await
}

/// What the store calls the session whose cookie stands in the headers, whether there is one or not.
pub fn token(headers: &HeaderMap) -> Option<[u8; 32]> {
    cookie(headers).map(|token| *blake3::hash(token.as_bytes()).as_bytes())
}

/// The visitor whose cookie stands in the headers, if it is one that we know.
pub async fn known(store: &dyn Store, headers: &HeaderMap) -> Result<Option<String>, StoreError> {
    Ok(current(store, headers).await?.map(|session| session.id))
}

/// The visitor of this request, a new guest if there is none.
pub async fn guest(store: &dyn Store, headers: &HeaderMap) -> Result<Visitor, StoreError> {
    match known(store, headers).await? {
        Some(id) => Ok(Visitor { id, set_cookie: None }),
        None => begin(store, headers, format!("g{}", random_hex::<8>())).await,
    }
}

/// A new session of this visitor. The cookie is a new one, so that whoever knew the old one knows nothing.
pub async fn begin(store: &dyn Store, headers: &HeaderMap, id: String) -> Result<Visitor, StoreError> {
    let token = random_hex::<32>();
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    // Header values that are text are ASCII: any place is between two characters.
    let agent = agent.get(..agent.len().min(LONGEST_AGENT)).unwrap_or_default().to_owned();
    let session = SessionRow { id: id.clone(), key: random_hex::<8>(), agent };
    store.put_session(blake3::hash(token.as_bytes()).as_bytes(), &session).await?;
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={AGE}; {}", safety(headers));
    Ok(Visitor { id, set_cookie: Some(HeaderValue::from_str(&text).expect("a cookie of hexadecimal digits")) })
}

/// Ends the session whose cookie stands in the headers. Gives the cookie that makes the browser forget it.
pub async fn end(store: &dyn Store, headers: &HeaderMap) -> Result<HeaderValue, StoreError> {
    if let Some(token) = cookie(headers) {
        store.end_session(blake3::hash(token.as_bytes()).as_bytes()).await?;
    }
    let text = format!("{COOKIE}=; Path=/; Max-Age=0; {}", safety(headers));
    Ok(HeaderValue::from_str(&text).expect("a cookie without content"))
}

/// What keeps a cookie from scripts and from other sites.
fn safety(headers: &HeaderMap) -> String {
    format!("HttpOnly; SameSite=Lax{}", if https(headers) { "; Secure" } else { "" })
}

/// `N` random bytes in hexadecimal digits.
pub fn random_hex<const N: usize>() -> String {
    random::<N>().iter().map(|b| format!("{b:02x}")).collect()
}

/// `N` bytes that nobody can guess.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

/// What tells this browser from others, whether we know it or not; it opens nothing.
pub(crate) fn source(headers: &HeaderMap) -> Option<String> {
    cookie(headers).map(|token| blake3::hash(token.as_bytes()).to_hex()[..16].to_owned())
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token).filter(|token| token.len() == 64)
}

/// Whether the visitor came by https: then a page of ours has that origin, or a proxy says so.
fn https(headers: &HeaderMap) -> bool {
    let says = |name, what: &str| headers.get(name).and_then(|v: &HeaderValue| v.to_str().ok()).is_some_and(|v| v.starts_with(what));
    says(header::ORIGIN, "https://") || says(header::HeaderName::from_static("x-forwarded-proto"), "https")
}
