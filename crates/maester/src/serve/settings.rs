//! What a server is told: by a file, by the environment, by the command line. The later of these wins.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use serde::{Deserialize, Serialize};
use server::notice::{Mailer, Notices, Webhook};

use super::{Args, Database};

/// The file that is read where none is named, if it is there.
const FILE: &str = "maester.toml";
/// `MAESTER_DATABASE` is `database` in the file.
const PREFIX: &str = "MAESTER_";

/// The settings by name, as they stand in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The address to listen on. Default: 127.0.0.1:8080, or the next free port.
    pub listen: Option<SocketAddr>,
    /// A file, or the address of a PostgreSQL database.
    pub database: String,
    /// A folder with pictures of cards that the user owns.
    pub card_images: Option<PathBuf>,
    /// The address of the numbers in Prometheus' form; none: they are not told.
    pub metrics: Option<SocketAddr>,
    /// Whether a proxy says in `X-Forwarded-For` who is asking.
    pub proxied: bool,
    /// `text` or `json`: how the log is written.
    pub log: Log,
    /// Where this server is found from outside, for links in notices: `https://play.example`.
    pub address: Option<String>,
    /// To where it is posted that it is somebody's turn, and with what that is signed.
    pub turn_webhook: Option<String>,
    pub turn_webhook_secret: Option<String>,
    /// After how many quiet minutes.
    pub turn_after: u64,
    /// The mail server for the same, which may hold a password, and who sends.
    pub smtp: Option<String>,
    pub smtp_from: Option<String>,
}

/// The longest time after which a player is told, in minutes.
const LONGEST: u64 = 365 * 24 * 60;
/// How often it is looked whose turn it is: at least every minute, and at most every second.
const LOOK: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// How the log is written, a line an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Log {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: None,
            database: "maester.sqlite".to_owned(),
            card_images: None,
            metrics: None,
            proxied: false,
            log: Log::Text,
            address: None,
            turn_webhook: None,
            turn_webhook_secret: None,
            turn_after: 10,
            smtp: None,
            smtp_from: None,
        }
    }
}

const NAMES: [&str; 12] = [
    "listen",
    "database",
    "card_images",
    "metrics",
    "proxied",
    "log",
    "address",
    "turn_webhook",
    "turn_webhook_secret",
    "turn_after",
    "smtp",
    "smtp_from",
];

impl Settings {
    /// Reads them all. The error is a sentence that says which setting is wrong and where it came from.
    pub fn read(args: &Args) -> Result<Settings, String> {
        let mut settings = Figment::from(Serialized::defaults(Settings::default()));
        let file = args.config.as_deref().unwrap_or(Path::new(FILE));
        if file.is_file() {
            settings = settings.merge(Toml::file_exact(file));
        } else if args.config.is_some() {
            return Err(format!("there is no file {}", file.display()));
        }
        let settings: Settings = settings
            .merge(Env::prefixed(PREFIX).only(&NAMES))
            .merge(Serialized::defaults(args))
            .extract()
            .map_err(|why| why.into_iter().map(|why| sentence(&why)).collect::<Vec<_>>().join("; "))?;
        if let Some(address) = &settings.address {
            let host = ["https://", "http://"].iter().find_map(|scheme| address.strip_prefix(scheme));
            if !host.is_some_and(|host| !host.is_empty() && !host.contains(|c: char| c.is_whitespace() || c.is_control())) {
                return Err("address: it has to be where a browser finds this server, such as https://play.example".to_owned());
            }
        }
        if settings.turn_after > LONGEST {
            return Err(format!("turn_after: it has to be at most {LONGEST} minutes, which is a year"));
        }
        if let Some(folder) = settings.card_images.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(format!("there is no folder {}", folder.display()));
        }
        Ok(settings)
    }

    /// How people are told that it is their turn. The error names what is missing; it tells no secret.
    pub fn notices(&self) -> Result<Notices, String> {
        let webhook = match (&self.turn_webhook, &self.turn_webhook_secret) {
            (None, _) => None,
            (Some(url), Some(secret)) if url.starts_with("http://") || url.starts_with("https://") => {
                Some(Webhook { url: url.clone(), secret: secret.clone() })
            }
            (Some(_), Some(_)) => return Err("turn_webhook: it has to be an address with http:// or https://".to_owned()),
            (Some(_), None) => return Err("turn_webhook_secret is missing: what is posted is signed with it".to_owned()),
        };
        let mail = match (&self.smtp, &self.smtp_from) {
            (None, _) => None,
            (Some(server), Some(from)) => Some(
                Mailer::new(server, from)
                    .map_err(|_| "smtp or smtp_from: smtps://user:password@host and name@host are wanted".to_owned())?,
            ),
            (Some(_), None) => return Err("smtp_from is missing: from whom the letters come".to_owned()),
        };
        let address = self.address.clone().unwrap_or_default().trim_end_matches('/').to_owned();
        if (webhook.is_some() || mail.is_some()) && address.is_empty() {
            return Err("address is missing: notices carry links to this server".to_owned());
        }
        let after = Duration::from_secs(self.turn_after.saturating_mul(60));
        Ok(Notices { webhook, mail, after, every: after.clamp(LOOK[0], LOOK[1]), address })
    }

    /// Names in the environment that look like settings and are none.
    pub fn unknown() -> Vec<String> {
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let wrong = |name: &String| name.strip_prefix(PREFIX).is_some_and(|name| !NAMES.contains(&name.to_lowercase().as_str()));
        names.filter(wrong).collect()
    }

    pub fn database(&self) -> Result<Database, String> {
        self.database.parse()
    }
}

/// What is wrong with a setting. A database's address may hold a password, so values are not told.
fn sentence(why: &figment::Error) -> String {
    use figment::error::Kind;
    let place = why.metadata.as_ref().map_or(String::new(), |from| match &from.source {
        Some(source) => format!(" in {source}"),
        None => format!(" in {}", from.name),
    });
    let what = match &why.kind {
        Kind::UnknownField(name, known) => format!("there is no setting `{name}`; there is {}", known.join(", ")),
        Kind::UnknownVariant(_, known) => format!("it is one of {}", known.join(", ")),
        Kind::InvalidType(_, wanted) | Kind::InvalidValue(_, wanted) => format!("it has to be {}", right(&wanted.to_string())),
        Kind::Message(message) if message.contains("socket address") => format!("it has to be {}", right("socket address")),
        other => other.to_string(),
    };
    match why.path.join(".") {
        path if path.is_empty() => format!("{what}{place}"),
        path => format!("{path}: {what}{place}"),
    }
}

/// What would be right, for a reader who knows no type of ours.
fn right(wanted: &str) -> &str {
    match wanted {
        "socket address" => "an address and a port, such as \"127.0.0.1:8080\"",
        "u64" => "a whole number, 0 or more",
        "a boolean" => "true or false",
        "a string" => "a text in quotation marks",
        other => other,
    }
}
