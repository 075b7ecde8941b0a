//! An export as JSON, one part after another.

use std::fmt;

use actix_web::web::Bytes;
use serde::Serialize;

use super::list::List;
use super::table::ExportedTable;
#[cfg(feature = "schemas")]
use crate::api::players::document::{example_info, example_tokens};
use crate::api::players::info::{AverageInfo, PlayerInfo, RecordInfo};
use crate::api::players::token_info::TokenInfo;
use crate::api::players::tokens_of;
use crate::api::problem::{Code, Problem};
use crate::api::ratings::info::RatingInfo;
use crate::api::response::json;
use crate::api::runs::{AnyStoredRun, RunInfo, embargoed_until};
use crate::api::schemas::player_name::PlayerName;
use crate::days::Days;
use crate::pool::{Lane, Pool, PoolError, Share};
use crate::rules::wire::ToSchema;
use crate::store::calendar::ClosedDays;
use crate::store::{AnyStore, Player, PlayerId, RunId, StoreError, StoredRun, StoredTable, TablePlace, TokenId};

/// Number of runs or tables per read from the store.
const PAGE_SIZE: u32 = 8;

/// The stored data of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayerExport {
    /// The player.
    player: PlayerInfo,
    /// The player's tokens. The tokens themselves are not stored.
    tokens: Vec<TokenInfo>,
    /// Whether there is a recovery code, which is not stored itself.
    has_recovery_code: bool,
    /// The player's results at tables.
    records: Vec<RecordInfo>,
    /// The player's ratings in games for several seats.
    ratings: Vec<RatingInfo>,
    /// The averages of ranked games of all months, the newest first.
    averages: Vec<AverageInfo>,
    /// The players whom the player blocks.
    blocks: Vec<PlayerName>,
    /// The runs with their moves, in the order of submission, including hidden runs.
    runs: Vec<AnyStoredRun>,
    /// The tables at which the player has or had a seat, the newest first.
    tables: Vec<ExportedTable>,
}

impl PlayerExport {
    #[cfg(feature = "schemas")]
    pub(super) fn example() -> Self {
        let tokens = example_tokens();
        Self {
            player: example_info(),
            tokens: tokens.tokens,
            has_recovery_code: tokens.has_recovery_code,
            records: Vec::new(),
            ratings: Vec::new(),
            averages: Vec::new(),
            blocks: Vec::new(),
            runs: Vec::new(),
            tables: Vec::new(),
        }
    }
}

/// Where the text of an export without runs and tables is cut: both lists are written afterwards.
const CUT: &str = "],\"tables\":[]}";
/// Ends the list of runs, and begins that of tables.
const TABLES: &[u8] = b"],\"tables\":[";
/// Ends the list of tables, and the export.
const END: &[u8] = b"]}";

/// What an export is read from, and for whom the pool works.
#[derive(Clone)]
pub struct Source {
    /// The store.
    pub store: AnyStore,
    /// The pool that replays and unpacks.
    pub pool: Pool,
    /// The days of daily games.
    pub days: Days,
    /// The share of the pool that the work takes.
    pub share: Share,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").finish_non_exhaustive()
    }
}

/// An export of which the rest is still to be written.
pub struct Export {
    source: Source,
    player: PlayerId,
    runs: List<StoredRun>,
    /// The last run that was read.
    last_run: RunId,
    tables: List<StoredTable>,
    /// The place of the last table that was read.
    last_table: Option<TablePlace>,
    stage: Stage,
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Export").field("player", &self.player).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Runs,
    Tables,
    Ended,
}

impl Export {
    /// Begins the export of a player, and returns its first part. `current` is the token of the request.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn begin(source: Source, player: Player, current: Option<TokenId>) -> Result<(Self, Bytes), Problem> {
        let (store, id) = (&source.store, player.id);
        let tokens = tokens_of(store, id, current).await?;
        let export = PlayerExport {
            player: PlayerInfo::from(player),
            tokens: tokens.tokens,
            has_recovery_code: tokens.has_recovery_code,
            records: store.records_of(id).await?.into_iter().map(RecordInfo::of).collect(),
            ratings: store.ratings_of(id).await?.into_iter().map(RatingInfo::of).collect(),
            averages: store.averages_of(id, u32::MAX).await?.into_iter().map(AverageInfo::of).collect(),
            blocks: store.blocks_of(id).await?.into_iter().map(PlayerName::from).collect(),
            runs: Vec::new(),
            tables: Vec::new(),
        };
        let mut head = json(&export);
        head.truncate(head.len().saturating_sub(CUT.len()));
        let (runs, tables) = (List::new(), List::new());
        let (last_run, last_table, stage) = (RunId(0), None, Stage::Runs);
        Ok((Self { source, player: id, runs, last_run, tables, last_table, stage }, head.into()))
    }

    /// Returns the next part; none after the last. After an error, the same part can be written again.
    ///
    /// # Errors
    /// Those of the store and the pool, and damaged runs.
    pub async fn next_part(&mut self) -> Result<Option<Bytes>, Problem> {
        let (part, end, next): (_, &'static [u8], _) = match self.stage {
            Stage::Runs => (self.next_run().await?, TABLES, Stage::Tables),
            Stage::Tables => (self.next_table().await?, END, Stage::Ended),
            Stage::Ended => return Ok(None),
        };
        if part.is_none() {
            self.stage = next;
        }
        Ok(Some(part.unwrap_or_else(|| Bytes::from_static(end))))
    }

    async fn next_run(&mut self) -> Result<Option<Bytes>, Problem> {
        if self.runs.needs_page() {
            let page = self.source.store.whole_runs_of(self.player, self.last_run, PAGE_SIZE).await?;
            self.last_run = page.last().map_or(self.last_run, |run| run.summary.id);
            self.runs.set_page(page);
        }
        let Some(run) = self.runs.next() else { return Ok(None) };
        let closed = self.closed_days(run.summary.category.class.is_daily()).await?;
        let until = embargoed_until(&run, closed);
        let write = move || Ok(json(&AnyStoredRun(RunInfo::of(run, until, true, closed)?)));
        let text = self.in_pool(write).await?;
        Ok(Some(self.runs.written(&text)))
    }

    async fn next_table(&mut self) -> Result<Option<Bytes>, Problem> {
        if self.tables.needs_page() {
            let page = self.source.store.tables_of(self.player, self.last_table, PAGE_SIZE).await?;
            let place = |table: &StoredTable| TablePlace { made_at: table.terms.made_at, id: table.id };
            self.last_table = page.last().map(place).or(self.last_table);
            self.tables.set_page(page);
        }
        let Some(table) = self.tables.next() else { return Ok(None) };
        let closed = self.closed_days(table.terms.day().is_some()).await?;
        let (moves, player) = (self.source.store.moves_of_table(table.id, 0).await?, self.player);
        let text = self.in_pool(move || Ok(json(&ExportedTable::of(table, &moves, player, closed)))).await?;
        Ok(Some(self.tables.written(&text)))
    }

    async fn closed_days(&self, is_daily: bool) -> Result<ClosedDays, Problem> {
        if is_daily { Ok(self.source.days.closed().await?) } else { Ok(ClosedDays::NONE) }
    }

    async fn in_pool<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.source.pool.run(Lane::Rest, self.source.share, work).await.map_err(|why| pool_error(&why))?
    }
}

fn pool_error(why: &PoolError) -> Problem {
    match why {
        PoolError::Full | PoolError::ShareFull => Problem::of_store(&StoreError::Busy),
        PoolError::Panicked(_) => Problem::of(Code::InternalError),
    }
}
