//! "It is your turn": told to who is away from a slow game, by a webhook and by mail, once a decision.

mod post;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub use post::{Mailer, Webhook, signature};

use crate::AppState;
use crate::http::{Body, answer, body};
use crate::people;
use crate::room::{House, Refusal};
use crate::session;
use crate::store::{Turns, now};

/// Rooms that are looked at in one go; how long after something happened nobody is told any more.
const AT_A_TIME: u32 = 100;
const STALE: i64 = 30 * 24 * 3600;
/// The longest mail address, in bytes.
const LONGEST: usize = 254;

/// How this server tells people that it is their turn.
#[derive(Clone, Default)]
pub struct Notices {
    pub webhook: Option<Webhook>,
    pub mail: Option<Mailer>,
    /// How long a game must be quiet, and its player away, before anybody is told.
    pub after: Duration,
    /// How often this is looked at.
    pub every: Duration,
    /// Where this server is found from outside, for links: `https://play.example`.
    pub address: String,
}

impl Notices {
    /// Whether there is anything to do.
    pub fn any(&self) -> bool {
        self.webhook.is_some() || self.mail.is_some()
    }
}

/// Tells, on and on, whoever is away that it is its turn. To be run beside the server.
pub async fn run(house: Arc<House>, notices: Notices) {
    let mut turn = tokio::time::interval(notices.every);
    turn.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        turn.tick().await;
        if let Err(why) = look(&house, &notices).await {
            tracing::warn!(why = ?why, "whose turn it is cannot be told");
        }
    }
}

async fn look(house: &Arc<House>, notices: &Notices) -> Result<(), Refusal> {
    let Some(turns) = house.store().turns() else { return Ok(()) };
    let (now, after) = (now(), i64::try_from(notices.after.as_secs()).unwrap_or(i64::MAX));
    for (id, touched) in turns.quiet_rooms(now - after, now - STALE, AT_A_TIME).await? {
        // A room that cannot be read keeps nobody waiting.
        let Ok(room) = house.room(&id).await else {
            turns.told_all(&id, touched).await?;
            continue;
        };
        let waits = room.waits_for(notices.after.min(notices.every)).await?;
        let mut all = true;
        for seat in &waits.seats {
            if !seat.away {
                // Whoever looks on sees that it is asked; should it leave, it is told then.
                all = false;
            } else if turns.claim_turn(&id, seat.seat, seat.decision).await? {
                let address = match turns.mail(&seat.owner).await? {
                    Some(mail) if mail.confirmed => Some(mail.address),
                    _ => None,
                };
                let notice = json!({
                    "event": "turn", "room": id, "kind": waits.kind, "format": waits.format, "seat": seat.seat, "name": seat.name,
                    "decision": seat.decision, "url": format!("{}/room/{id}", notices.address),
                });
                tokio::spawn(tell(notices.clone(), notice, seat.name.clone(), address));
            }
        }
        if all {
            turns.told_all(&id, touched).await?;
        }
    }
    Ok(())
}

async fn tell(notices: Notices, notice: serde_json::Value, name: String, address: Option<String>) {
    if let Some(webhook) = &notices.webhook
        && let Err(why) = webhook.post(&notice).await
    {
        tracing::warn!(%why, "the webhook was not told whose turn it is");
    }
    if let (Some(mail), Some(address)) = (&notices.mail, address) {
        let url = notice["url"].as_str().unwrap_or_default();
        let text = format!(
            "{name}, the others wait for you: it is your turn.\n\n{url}\n\nYou get one such letter a decision, and none while you are at the table. To end them, take your address out of your account: {}/account\n",
            notices.address
        );
        if let Err(why) = mail.send(&address, "It is your turn", &text).await {
            tracing::warn!(%why, "a letter could not be sent");
        }
    }
}

/// `GET /api/me/mail`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyMail {
    /// Whether this server sends letters at all.
    pub offered: bool,
    pub address: Option<String>,
    pub confirmed: bool,
}

/// A mail address.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMail {
    address: String,
}

/// What stood in the letter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    token: String,
}

fn turns(app: &AppState) -> Result<&dyn Turns, Refusal> {
    app.house().store().turns().ok_or_else(|| Refusal::new("no_accounts", "this server keeps no addresses"))
}

/// The account of who is asking.
async fn account(app: &AppState, headers: &HeaderMap) -> Result<String, Refusal> {
    Ok(people::mine(app, headers).await?.1.id)
}

pub async fn mail(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    let done = async {
        let me = account(&app, &headers).await?;
        let mail = turns(&app)?.mail(&me).await?;
        let confirmed = mail.as_ref().is_some_and(|mail| mail.confirmed);
        Ok(MyMail { offered: app.notices().mail.is_some(), address: mail.map(|mail| mail.address), confirmed })
    };
    answer(done.await)
}

/// `POST /api/me/mail`: letters are to go there, once it is confirmed.
pub async fn new_mail(State(app): State<AppState>, headers: HeaderMap, wanted: Body<NewMail>) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    answer(addressed(&app, &headers, wanted.address.trim()).await)
}

async fn addressed(app: &AppState, headers: &HeaderMap, address: &str) -> Result<bool, Refusal> {
    let me = account(app, headers).await?;
    let notices = app.notices();
    let mail = notices.mail.as_ref().ok_or_else(|| Refusal::new("no_mail", "this server sends no letters"))?;
    let plain = address.len() <= LONGEST && address.parse::<lettre::Address>().is_ok();
    if !plain {
        return Err(Refusal::new("bad_address", format!("a mail address has the form name@host and at most {LONGEST} bytes")));
    }
    // Nobody is to be flooded with letters by somebody who writes another's address.
    app.mail_pace().take(&me)?;
    app.mail_pace().take(&address.to_lowercase())?;
    let token = session::random_hex::<16>();
    turns(app)?.set_mail(&me, address, &token).await?;
    let link = format!("{}/account?confirm={token}", notices.address);
    let text = format!(
        "Somebody wants to be told here when it is their turn in a game of maester. If that was you, open this while logged in:\n\n{link}\n\nIf not, do nothing: there will be no other letter.\n"
    );
    let sent = mail.send(address, "Is this your address?", &text).await;
    sent.map(|()| true).map_err(|why| {
        tracing::warn!(%why, "a letter could not be sent");
        Refusal::new("no_mail", "the letter could not be sent; is the address right?")
    })
}

/// `POST /api/me/mail/confirm`.
pub async fn confirm(State(app): State<AppState>, headers: HeaderMap, wanted: Body<Token>) -> Result<Response, Response> {
    let Token { token } = body(wanted)?;
    let done = async {
        let me = account(&app, &headers).await?;
        match turns(&app)?.confirm_mail(&me, &token).await? {
            true => Ok(true),
            false => Err(Refusal::new("bad_token", "this link is not the last one that was sent to your address")),
        }
    };
    answer(done.await)
}

/// `POST /api/me/mail/delete`: no letters any more.
pub async fn drop_mail(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    let done = async {
        let me = account(&app, &headers).await?;
        turns(&app)?.drop_mail(&me).await?;
        Ok(true)
    };
    answer(done.await)
}
