//! Commands of operators about one player or one table: `export-player`, `erase-player` and `close-table`.

use clap::Args;

use super::{Failure, print, runtime, unusable};
use crate::api::export::{Export, Source};
use crate::api::problem::Problem;
use crate::clock::Clock;
use crate::config::DATABASE;
use crate::days::Days;
use crate::pool::{self, PerLane, Pool, Share};
use crate::store::{AnyStore, Player, PlayerId, StoreError, TableId, database};
use crate::tables::{Closing, close_stuck};

#[derive(Debug, Args)]
pub(super) struct PlayerArgs {
    /// The id of the player.
    #[arg(value_name = "ID", value_parser = player_id, required_unless_present = "name")]
    player: Option<PlayerId>,
    /// The name of the player, instead of the id. It must match exactly.
    #[arg(long, value_name = "NAME", conflicts_with = "player")]
    name: Option<String>,
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

#[derive(Debug, Args)]
pub(super) struct TableArgs {
    /// The id of the table: 16 hexadecimal digits.
    #[arg(value_name = "ID", value_parser = table_id)]
    table: TableId,
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

fn player_id(text: &str) -> Result<PlayerId, String> {
    text.parse().map_err(|()| "the id of a player is a number above 0; for a name, use --name NAME".to_owned())
}

fn table_id(text: &str) -> Result<TableId, String> {
    let why = "the id of a table is 16 lowercase hexadecimal digits, from 0000000000000001 to 7fffffffffffffff";
    text.parse().map_err(|()| why.to_owned())
}

/// Does work with the store of an existing database, and closes it.
pub(super) fn with_store(
    address: &str,
    work: impl AsyncFnOnce(&AnyStore) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let at = |why: &dyn std::fmt::Display| unusable(format_args!("{}: {why}", database::redacted(address)));
    runtime()?.block_on(async {
        let store = database::open_existing(address).await.map_err(|why| at(&why))?;
        let outcome = work(&store).await;
        // The outcome of the work is reported even if the store cannot be closed.
        let closed = store.close().await.map_err(|why| at(&why));
        outcome.and(closed)
    })
}

pub(super) fn store_failure(why: StoreError) -> Failure {
    unusable(why)
}

/// Finds a player by id or by name. An id never means a name: the id of an erased player could be the name of another one.
async fn find(store: &AnyStore, PlayerArgs { player, name, .. }: &PlayerArgs) -> Result<Player, Failure> {
    if let Some(id) = *player {
        let found = store.player(id).await.map_err(store_failure)?;
        return found
            .ok_or_else(|| unusable(format_args!("no player has the id {id}: it was erased, or never existed")));
    }
    let name = name.clone().unwrap_or_default();
    let found = store.player_named(name.clone()).await.map_err(store_failure)?;
    found.ok_or_else(|| unusable(format_args!("no player has the name {name:?}")))
}

pub(super) fn export_player(args: &PlayerArgs) -> Result<(), Failure> {
    with_store(&args.database, async |store| {
        let player = find(store, args).await?;
        let pool = Pool::new(PerLane { submissions: 0, analyses: 0, rest: 1 }, pool::BOUNDS)?;
        let days = Days::new(store.clone(), Clock::default());
        let source = Source { store: store.clone(), pool, days, share: Share::SERVICE };
        let failure = |problem: Problem| unusable(problem.detail.clone());
        let (mut export, head) = Export::begin(source, player, None).await.map_err(failure)?;
        print_bytes(&head)?;
        while let Some(part) = export.next_part().await.map_err(failure)? {
            print_bytes(&part)?;
        }
        print("\n")
    })
}

fn print_bytes(json: &[u8]) -> Result<(), Failure> {
    print(&String::from_utf8_lossy(json))
}

pub(super) fn erase_player(args: &PlayerArgs) -> Result<(), Failure> {
    with_store(&args.database, async |store| {
        let Player { id, name, .. } = find(store, args).await?;
        let tokens = store.tokens_of(id).await.map_err(store_failure)?.len();
        if !store.delete_player(id).await.map_err(store_failure)? {
            return Err(unusable(format_args!("player {id} was deleted in the meantime")));
        }
        print(&format!(
            "erased player {id}: the name {name:?}, the recovery code, the ratings and {tokens} tokens\n\
            runs and seats at tables stay without a name, and no one can take the name again\n"
        ))
    })
}

pub(super) fn close_table(TableArgs { table, database }: &TableArgs) -> Result<(), Failure> {
    let outcome = |closing| match closing {
        Closing::Unknown => Err(unusable(format_args!("no table has the id {table}"))),
        Closing::Over => Err(unusable(format_args!("table {table} is over already; nothing was changed"))),
        Closing::Deleted => Ok(format!("deleted table {table}, which waited for players\n")),
        Closing::Closed => Ok(format!("closed table {table} as abandoned, without result or rating\n")),
        Closing::ClosedUnreadable(why) => Ok(format!(
            "closed table {table} without result or rating\n\
            its moves stay in the database, but calls no longer read them: {why}\n"
        )),
    };
    with_store(database, async |store| {
        let closing = close_stuck(store, *table, Clock::default().now()).await.map_err(store_failure)?;
        print(&outcome(closing)?)
    })
}
