//! `maester serve`: the table in the browser.

use std::io::{ErrorKind, IsTerminal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args as Arguments;
use server::games::Games;
use server::linger::Patient;
use server::room::House;
use server::store::{Lock, Sqlite, Store};
use server::{AppState, app};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use crate::output::{self, Done, Failure};

/// Serve the table: open the printed address in a browser and play.
#[derive(Arguments)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The address to listen on. Default: 127.0.0.1:8080, or the next free port.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// The file in which games are kept. It is made if it does not exist.
    #[arg(long, value_name = "FILE", default_value = "maester.sqlite")]
    database: PathBuf,
    /// A folder with pictures of cards that you own, named by card code: 01146.jpg.
    #[arg(long, value_name = "DIR")]
    card_images: Option<PathBuf>,
    /// The seed of every game, so that tests know the chance beforehand. Whoever knows it knows every hand.
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
}

const EXAMPLES: &str = "Examples:
  maester serve
  maester serve --listen 0.0.0.0:80 --database /var/lib/maester/games.sqlite
  maester serve --card-images ~/pictures/agot

Games survive a restart. SIGTERM or Ctrl-C ends the server. The environment variable RUST_LOG chooses what is logged
(for example RUST_LOG=debug).";

/// The port that is tried first, and how many after it.
const PORT: u16 = 8080;
const PORTS: u16 = 100;
/// How long open connections may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(5);

pub fn run(args: Args, cards: Option<&Path>) -> Done {
    if let Some(folder) = args.card_images.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(Failure::Usage(format!("there is no folder {}", folder.display())));
    }
    let games = Games::all(crate::pool::pool(cards)?);
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,server=info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::failed)?;
    let done = runtime.block_on(serve(args, games));
    // A bot that still thinks is not waited for: it has answered nothing yet.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

async fn serve(args: Args, games: Games) -> Done {
    // Listening for signals comes first: who is told to end while starting ends well too.
    let mut end = signals().map_err(Failure::failed)?;
    // Held until the program ends: two servers on one file would each play on without the other.
    let _lock = Lock::take(&args.database).map_err(|why| Failure::Failed(why.to_string()))?;
    let store = Sqlite::open(&args.database).await;
    let store = store.map_err(|why| Failure::Failed(format!("{}: {why}", args.database.display())))?;
    let kept: Arc<dyn Store> = Arc::new(store.clone());
    let house = match args.seed {
        None => House::new(kept, games),
        Some(seed) => House::seeded(kept, games, seed),
    };
    let state = AppState::of(house).with_images(args.card_images);
    let house = state.house().clone();
    let listener = listen(args.listen).await?;
    let address = listener.local_addr().map_err(Failure::failed)?;
    output::print(&format!("maester is at http://{address}/"))?;
    let mut ending = end.clone();
    let server = axum::serve(Patient(listener), app(state)).with_graceful_shutdown(async move {
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
    store.close().await;
    Ok(())
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
