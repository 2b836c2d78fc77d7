//! How a notice leaves this server: by a webhook, signed, and by mail.

use std::time::Duration;

use axum::http::{Method, Request, header};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use serde_json::Value;
use sha2::Sha256;

/// How long one attempt may take; after which pauses it is made again.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

/// An address to which notices are posted as JSON.
#[derive(Clone)]
pub struct Webhook {
    pub url: String,
    /// What the signature is made with.
    pub secret: String,
}

/// What the header `X-Maester-Signature` says of a body: `sha256=` and the HMAC in hexadecimal digits.
pub fn signature(secret: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length");
    mac.update(body);
    let digits: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={digits}")
}

impl Webhook {
    /// Posts a notice; tries again where that fails. The error says what the last attempt met.
    pub async fn post(&self, notice: &Value) -> Result<(), String> {
        let body = notice.to_string();
        let mut last = String::new();
        for pause in [Duration::ZERO].into_iter().chain(PAUSES) {
            tokio::time::sleep(pause).await;
            match tokio::time::timeout(PATIENCE, self.once(&body)).await {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(why)) => last = why,
                Err(_) => last = "no answer in time".to_owned(),
            }
        }
        Err(last)
    }

    async fn once(&self, body: &str) -> Result<(), String> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(&self.url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("maester/", env!("CARGO_PKG_VERSION")))
            .header("x-maester-signature", signature(&self.secret, body.as_bytes()))
            .body(Full::<axum::body::Bytes>::from(body.to_owned()))
            .map_err(|why| why.to_string())?;
        let https = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::ring::default_provider())
            .map_err(|why| why.to_string())?
            .https_or_http()
            .enable_http1()
            .build();
        let answer = Client::builder(TokioExecutor::new()).build(https).request(request).await.map_err(|why| why.to_string())?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            status => Err(format!("it answered {status}")),
        }
    }
}

/// A mail server, and from whom mail comes.
#[derive(Clone)]
pub struct Mailer {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    /// `smtps://user:password@host:465`, or `smtp://host:587?tls=required`; `from` as in a letter's head.
    pub fn new(address: &str, from: &str) -> Result<Mailer, String> {
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(address).map_err(|why| why.to_string())?;
        let from = from.parse().map_err(|why| format!("{from:?} is no sender: {why}"))?;
        Ok(Mailer { server: server.timeout(Some(PATIENCE)).build(), from })
    }

    pub async fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), String> {
        let to: Mailbox = to.parse().map_err(|why| format!("no mail address: {why}"))?;
        let message = Message::builder().from(self.from.clone()).to(to).subject(subject).body(text.to_owned());
        self.server.send(message.map_err(|why| why.to_string())?).await.map(drop).map_err(|why| why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_hmac_with_sha_256() {
        // Test case 2 of RFC 4231.
        let told = signature("Jefe", b"what do ya want for nothing?");
        assert_eq!(told, "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }
}
