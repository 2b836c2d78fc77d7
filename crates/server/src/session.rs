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

/// The session whose cookie stands in the headers, if there is one that we know.
pub async fn known(store: &dyn Store, headers: &HeaderMap) -> Result<Option<String>, StoreError> {
    let Some(token) = cookie(headers) else { return Ok(None) };
    let hash = blake3::hash(token.as_bytes());
    Ok(store.session(hash.as_bytes()).await?.map(|session| session.id))
}

/// The session of this request, made now if there is none.
pub async fn guest(store: &dyn Store, headers: &HeaderMap) -> Result<Visitor, StoreError> {
    if let Some(id) = known(store, headers).await? {
        return Ok(Visitor { id, set_cookie: None });
    }
    let token = random_hex::<32>();
    let id = format!("g{}", random_hex::<8>());
    store.put_session(blake3::hash(token.as_bytes()).as_bytes(), &SessionRow { id: id.clone() }).await?;
    let secure = if https(headers) { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax{secure}");
    Ok(Visitor { id, set_cookie: Some(HeaderValue::from_str(&text).expect("a cookie of hexadecimal digits")) })
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
