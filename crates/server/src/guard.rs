//! What stands before every request: security headers, and the check that a page of ours is asking.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

/// Scripts come from us alone and never stand in the page; pictures may be data; styles may stand in the page (animation).
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The headers that every answer carries.
pub async fn headers(request: Request, next: Next) -> Response {
    let data = request.uri().path().starts_with("/api/");
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    // What is told to one visitor stays nowhere on the way, and not in the browser either once it was logged out.
    if data && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Refuses what a page of another site asks in a visitor's name: anything that changes something, and the websocket.
pub async fn origin(request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (changes || upgrades) && !same_origin(request.headers()) {
        return crate::http::error(StatusCode::FORBIDDEN, "origin", "this request comes from a page of another site");
    }
    next.run(request).await
}

/// Whether the `Origin` is that of the host that was asked. Browsers always send one with what this guards; a program that sends
/// none holds no visitor's cookie.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(header::HOST).map(HeaderValue::to_str)) else { return false };
    let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    bare.is_some_and(|bare| bare.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(origin: Option<&str>, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        same_origin(&headers)
    }

    #[test]
    fn our_own_page_may_ask_and_another_may_not() {
        assert!(asked(None, "localhost:8080"));
        assert!(asked(Some("http://localhost:8080"), "localhost:8080"));
        assert!(asked(Some("https://play.example"), "play.example"));
        assert!(!asked(Some("https://evil.example"), "play.example"));
        assert!(!asked(Some("http://localhost:8081"), "localhost:8080"));
        assert!(!asked(Some("null"), "localhost:8080"));
        assert!(!asked(Some("https://play.example.evil.example"), "play.example"));
    }
}
