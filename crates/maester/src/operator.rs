//! `maester operator`: what whoever runs a server does to its database. Works while the server runs.

use clap::{Args, Subcommand};
use server::store::{Peace, People, Postgres, Ratings, Sqlite, Store};

use crate::output::{self, Done, Failure};
use crate::serve::Database;

/// Who sees to peace at the tables; ratings worked out anew.
#[derive(Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Command {
    /// The account of this name sees what is reported, takes lines away, and mutes people for a time.
    Grant {
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// The account of this name is no operator any more.
    Revoke {
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// The names of all operators.
    List {
        #[command(flatten)]
        place: Place,
        /// One line of JSON on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Forgets all ratings and rates every game again, in the order in which they ended.
    Ratings {
        #[command(flatten)]
        place: Place,
    },
}

const EXAMPLES: &str = "Examples:
  maester operator grant \"Maester Luwin\" --database /var/lib/maester/games.sqlite
  maester operator list --database postgres://maester@db.example/maester
  maester operator ratings";

#[derive(Args)]
pub struct Place {
    /// Where games are kept, as for `maester serve`. Default: MAESTER_DATABASE in the environment, else maester.sqlite
    #[arg(long, value_name = "FILE|ADDRESS")]
    database: Option<String>,
}

/// What is asked of a database here.
trait Desk: Store + Peace + People + Ratings {}
impl<S: Store + Peace + People + Ratings> Desk for S {}

impl Place {
    async fn open(&self) -> Result<Box<dyn Desk>, Failure> {
        let named = self.database.clone().or_else(|| std::env::var("MAESTER_DATABASE").ok());
        let database: Database = named.as_deref().unwrap_or("maester.sqlite").parse().map_err(Failure::Usage)?;
        match database {
            Database::File(file) if !file.is_file() => Err(Failure::Usage(format!("there is no database {}", file.display()))),
            Database::File(file) => {
                Ok(Box::new(Sqlite::open(&file).await.map_err(|why| Failure::Failed(format!("{}: {why}", file.display())))?))
            }
            Database::Postgres(address) => Ok(Box::new(Postgres::open(&address).await.map_err(|why| Failure::Failed(why.to_string()))?)),
        }
    }
}

pub fn run(command: Command) -> Done {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::failed)?;
    runtime.block_on(async {
        match command {
            Command::Grant { name, place } => set(&*place.open().await?, &name, true).await,
            Command::Revoke { name, place } => set(&*place.open().await?, &name, false).await,
            Command::List { place, json } => {
                let names = place.open().await?.operators().await.map_err(Failure::failed)?;
                match json {
                    true => output::json(&names),
                    false if names.is_empty() => output::print("there are no operators"),
                    false => output::print(&names.join("\n")),
                }
            }
            Command::Ratings { place } => {
                let games = place.open().await?.rate_again().await.map_err(Failure::failed)?;
                output::print(&format!("{games} games are rated"))
            }
        }
    })
}

async fn set(desk: &dyn Desk, name: &str, is: bool) -> Done {
    let account = desk.account_named(name).await.map_err(Failure::failed)?;
    let account = account.ok_or_else(|| Failure::Failed(format!("there is no account {name:?}; an operator has to have one first")))?;
    desk.set_operator(&account.id, is).await.map_err(Failure::failed)?;
    output::print(&format!("{} is {} operator", account.name, if is { "an" } else { "no" }))
}
