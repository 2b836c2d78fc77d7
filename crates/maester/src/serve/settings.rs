//! What a server is told: by a file, by the environment, by the command line. The later of these wins.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use serde::{Deserialize, Serialize};

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
}

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
        Settings { listen: None, database: "maester.sqlite".to_owned(), card_images: None, metrics: None, proxied: false, log: Log::Text }
    }
}

const NAMES: [&str; 6] = ["listen", "database", "card_images", "metrics", "proxied", "log"];

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
        if let Some(folder) = settings.card_images.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(format!("there is no folder {}", folder.display()));
        }
        Ok(settings)
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
        Kind::InvalidType(_, wanted) | Kind::InvalidValue(_, wanted) => format!("it has to be {wanted}"),
        other => other.to_string(),
    };
    match why.path.join(".") {
        path if path.is_empty() => format!("{what}{place}"),
        path => format!("{path}: {what}{place}"),
    }
}
