//! `maester serve`: the table in the browser.

use std::io::{ErrorKind, IsTerminal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args as Arguments;
use serde::Serialize;
use server::games::Games;
use server::linger::Patient;
use server::notice::Notices;
use server::people::Peer;
use server::room::House;
use server::store::{Lock, Postgres, Sqlite, Store};
use server::{AppState, app};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use crate::output::{self, Done, Failure};

mod metrics;
mod settings;

use settings::{Log, Settings};

/// Serve the table: open the printed address in a browser and play.
#[derive(Arguments, Serialize)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The address to listen on. Default: 127.0.0.1:8080, or the next free port.
    #[arg(long, value_name = "ADDR:PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    listen: Option<SocketAddr>,
    /// Where games are kept: a file (made if it does not exist), or the address of a PostgreSQL database that several servers
    /// share, `postgres://user:password@host:port/name`. Default: maester.sqlite
    #[arg(long, value_name = "FILE|ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<String>,
    /// A folder with pictures of cards that you own, named by card code: 01146.jpg.
    #[arg(long, value_name = "DIR")]
    #[serde(skip_serializing_if = "Option::is_none")]
    card_images: Option<PathBuf>,
    /// Another address at which the server tells its numbers, `/metrics`, in Prometheus' form; not for the public. Default: nowhere
    #[arg(long, value_name = "ADDR:PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    metrics: Option<SocketAddr>,
    /// A proxy stands before the server and says in X-Forwarded-For who is asking.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    proxied: bool,
    /// How the log is written. Default: text
    #[arg(long, value_name = "FORM")]
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Log>,
    /// Where the server is found from outside, for links in notices: `https://play.example`.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// To where it is posted that it is somebody's turn. What is posted is signed: MAESTER_TURN_WEBHOOK_SECRET in the environment.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_webhook: Option<String>,
    /// After how many quiet minutes a player is told that it is its turn. Default: 10
    #[arg(long, value_name = "MINUTES")]
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_after: Option<u64>,
    /// The mail server for the same: `smtps://host`. One with a password belongs in the environment, MAESTER_SMTP: others can read
    /// a command line.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp: Option<String>,
    /// From whom letters come: `Maester <maester@play.example>`
    #[arg(long, value_name = "SENDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp_from: Option<String>,
    /// A file of settings. Default: maester.toml, if it is there
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,
    /// The seed of every game, so that tests know the chance beforehand. Whoever knows it knows every hand.
    #[arg(long, value_name = "N", hide = true)]
    #[serde(skip)]
    seed: Option<u64>,
}

const EXAMPLES: &str = "Examples:
  maester serve
  maester serve --listen 0.0.0.0:80 --database /var/lib/maester/games.sqlite
  maester serve --card-images ~/pictures/agot
  maester serve --listen 0.0.0.0:8080 --database postgres://maester@db.example/maester

Games survive a restart. SIGTERM or Ctrl-C ends the server. With PostgreSQL any number of servers
play the same games, behind any load balancer. The environment variable RUST_LOG chooses what is logged (for example
RUST_LOG=debug).

Settings may stand in a file too (listen, database, smtp_from, ...; in TOML), or in the environment (MAESTER_LISTEN, ...). The
command line wins over the environment, the environment over the file. docs/operating.md tells more.";

/// Where games are kept.
#[derive(Clone, Debug)]
pub enum Database {
    File(PathBuf),
    /// The whole address, which may hold a password: never told.
    Postgres(String),
}

impl FromStr for Database {
    type Err = String;

    fn from_str(text: &str) -> Result<Database, String> {
        match text.split_once("://") {
            None if text.is_empty() => Err("a file name is missing".to_owned()),
            None => Ok(Database::File(PathBuf::from(text))),
            Some(("postgres" | "postgresql", _)) => Ok(Database::Postgres(text.to_owned())),
            Some((other, _)) => Err(format!("{other}:// is no database that maester knows: name a file, or postgres://...")),
        }
    }
}

/// An open store, and what has to be kept with it.
enum Kept {
    File {
        store: Sqlite,
        /// Held until the program ends: two servers on one file would each play on without the other.
        _lock: Lock,
    },
    Postgres(Postgres),
}

impl Kept {
    async fn open(database: &Database) -> Result<Kept, Failure> {
        match database {
            Database::File(file) => {
                let lock = Lock::take(file).map_err(|why| Failure::Failed(why.to_string()))?;
                let store = Sqlite::open(file).await.map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?;
                Ok(Kept::File { store, _lock: lock })
            }
            Database::Postgres(address) => {
                Ok(Kept::Postgres(Postgres::open(address).await.map_err(|why| Failure::Failed(why.to_string()))?))
            }
        }
    }

    fn store(&self) -> Arc<dyn Store> {
        match self {
            Kept::File { store, .. } => Arc::new(store.clone()),
            Kept::Postgres(store) => Arc::new(store.clone()),
        }
    }

    async fn close(&self) {
        match self {
            Kept::File { store, .. } => store.close().await,
            Kept::Postgres(store) => store.close().await,
        }
    }
}

/// The port that is tried first, and how many after it.
const PORT: u16 = 8080;
const PORTS: u16 = 100;
/// How long open connections may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(5);

pub fn run(args: Args, cards: Option<&Path>) -> Done {
    let settings = Settings::read(&args).map_err(Failure::Usage)?;
    let database = settings.database().map_err(Failure::Usage)?;
    let notices = settings.notices().map_err(Failure::Usage)?;
    let games = Games::all(crate::pool::pool(cards)?);
    let filter = match std::env::var("RUST_LOG") {
        Ok(wanted) if !wanted.is_empty() => EnvFilter::try_new(&wanted).map_err(|why| Failure::Usage(format!("RUST_LOG: {why}")))?,
        _ => EnvFilter::new("warn,server=info,maester=info"),
    };
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log {
        Log::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        Log::Json => log.json().flatten_event(true).init(),
    }
    for name in Settings::unknown() {
        tracing::warn!("{name} in the environment is no setting, and is not looked at");
    }
    #[cfg(unix)]
    many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::failed)?;
    let done = runtime.block_on(serve(settings, &database, args.seed, games, notices));
    // A bot that still thinks is not waited for: it has answered nothing yet.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

async fn serve(settings: Settings, database: &Database, seed: Option<u64>, games: Games, notices: Notices) -> Done {
    // Listening for signals comes first: who is told to end while starting ends well too.
    let mut end = signals().map_err(Failure::failed)?;
    let kept = Kept::open(database).await?;
    let house = match seed {
        None => House::new(kept.store(), games),
        Some(seed) => House::seeded(kept.store(), games, seed),
    };
    let state = AppState::of(house).with_images(settings.card_images).behind_proxy(settings.proxied).with_notices(notices.clone());
    let house = state.house().clone();
    tokio::spawn(house.clone().listen());
    tokio::spawn(house.clone().catch_up());
    if notices.any() {
        tokio::spawn(server::notice::run(house.clone(), notices.clone()));
    }
    if let Some(address) = settings.metrics {
        metrics::serve(address).await?;
    }
    let listener = listen(settings.listen).await?;
    let address = listener.local_addr().map_err(Failure::failed)?;
    output::print(&format!("maester is at http://{address}/"))?;
    let mut ending = end.clone();
    let service = app(state).into_make_service_with_connect_info::<Peer>();
    let rooms = house.clone();
    let server = axum::serve(Patient(listener), service).with_graceful_shutdown(async move {
        let _ = ending.wait_for(|end| *end).await;
        house.close();
    });
    let late = async {
        let _ = end.wait_for(|end| *end).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        done = server => done.map_err(Failure::failed)?,
        () = late => {}
    }
    // For a program with other rules, should that be the next.
    rooms.rest().await;
    kept.close().await;
    Ok(())
}

/// Every socket is a file, and the usual limit is 1,024 of them: asks for as many as the system lets this program have.
#[cfg(unix)]
fn many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if let Err(why) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!(%why, ?current, "this program may open only so many files, sockets among them");
    }
}

/// Becomes true on SIGTERM and Ctrl-C.
fn signals() -> std::io::Result<watch::Receiver<bool>> {
    let (tell, told) = watch::channel(false);
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::spawn(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
        let _ = tell.send(true);
    });
    Ok(told)
}

async fn listen(wanted: Option<SocketAddr>) -> Result<TcpListener, Failure> {
    let bind = async |address: SocketAddr| TcpListener::bind(address).await;
    if let Some(address) = wanted {
        return bind(address).await.map_err(|why| Failure::Failed(format!("{address}: {why}")));
    }
    for port in PORT..PORT + PORTS {
        match bind(SocketAddr::from(([127, 0, 0, 1], port))).await {
            Err(why) if why.kind() == ErrorKind::AddrInUse => {}
            other => return other.map_err(|why| Failure::Failed(format!("127.0.0.1:{port}: {why}"))),
        }
    }
    Err(Failure::Failed(format!("ports {PORT} to {} of 127.0.0.1 are all taken", PORT + PORTS - 1)))
}
