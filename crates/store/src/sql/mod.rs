//! The store in SQL, stated once for every database.
//!
//! This folder is compiled once for each backend, as the module `sql` of [`sqlite`](crate::sqlite) and of [`postgres`](crate::postgres),
//! which define what differs: the types of `sqlx` ([`Db`], [`Connection`], [`Row`]), how a read gets a connection ([`Readers`]), how many
//! rows go into a statement ([`rows`]) and out of one ([`list_of`]), how a transaction begins and commits ([`commit`]), how rows are
//! locked ([`lock_players`], [`FOR_SHARE`], [`FOR_UPDATE`], [`SHARD`]), and how a database lists its tables ([`schema`]). So there are no
//! bounds on a generic database, and no statement is written twice.
//!
//! A statement for both:
//!
//! - has its parameters as `$1`, `$2`, in the order in which they are bound;
//! - binds and reads integers as `i64`, bytes and text, and a yes or no in a column as 0 or 1 (what `EXISTS` and comparisons
//!   give is read as `bool`);
//! - uses `coalesce`, `CASE`, `CAST(sum(..) AS BIGINT)`, `RETURNING`, `ON CONFLICT (columns) DO UPDATE` (no row twice in one statement), and
//!   an alias for each table in parentheses;
//! - compares rows as `(a, b) < ($1, $2)` and never relies on how nulls sort;
//! - joins in the intended order by `CROSS JOIN .. WHERE`, never `CROSS JOIN .. ON`: neither database looks for another order;
//! - takes many rows by [`rows::fetch`], [`rows::execute`] or [`rows::execute_once`] (never a list of JSON), and gives many as one row by
//!   [`list_of`], since SQLite hands each row from thread to thread.
//!
//! A read is stated where it is called, as work on a connection of the readers (`self.readers.read(..)` below), and a write as a job on the
//! connection of a transaction (`self.writer.write(..)`). A new table is added by a migration of each backend: on PostgreSQL integers are
//! `BIGINT`, bytes `BYTEA`, and texts `TEXT COLLATE "C"`, so that they sort the same.
//!
//! All writes go through the [`writer`], which commits what waits in groups: once a call returns, what it wrote survives a kill and a power
//! cut. Readers have connections of their own and see what was last committed.
//!
//! Several instances may write to one database at the same time. Whatever is read to decide what is written must therefore be locked, and
//! each transaction takes its locks in the same order: the rows of the [players](lock_players) whose state it changes, game tables,
//! then what others may insert at the same time (categories, boards, canonical forms, seed claims), and last the counts of boards.

mod boards;
pub(super) mod copy;
pub(super) mod days;
mod meta;
mod moderation;
mod players;
mod runs;
mod secret;
mod tables;
#[cfg(test)]
pub(super) mod tests;
mod values;
pub(super) mod writer;
mod writes;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::Executor as _;

pub(super) use self::boards::rebuild;
use self::players::tokens;
use self::writer::outcome::LastCommit;
pub(super) use self::writes::Writer;
use super::commit;
use super::readers::Readers;
use super::{
    ANALYZE, BEGIN_ALONE, BEGIN_SETTLED, Connection, Db, FOR_SHARE, FOR_UPDATE, KIND, Opened, Row, SHARD, list_of,
    lock_players, next_run_ids, rows, schema,
};
use crate::calendar::{Day, Timestamp};
use crate::{
    ActionId, Added, Best, Board, BoardPage, BoardPlace, BoardRank, Created, KnownToken, LoggedAction, Moderated,
    ModerationOrder, NewPlayer, NewRun, NewToken, PageStart, Player, PlayerId, Recovered, Recovery, RecoveryHash,
    Revoked, RunId, Secret, SecretPlace, Store, StoreError, StoreMetrics, StoredRun, StoredToken, Submitted, Summary,
    TimeRange, TimeRangePlace, TokenHash, TokenId,
};

/// The store in a database.
#[derive(Clone, Debug)]
pub struct SqlStore {
    pub(super) readers: Readers,
    pub(super) writer: Writer,
    pub(super) opened: Opened,
    pub(super) last_commit: LastCommit,
    /// The tokens whose use is being noted, so that many calls at once do not fill the queue of the writer with the same.
    pub(super) being_noted: Arc<Mutex<BTreeSet<TokenId>>>,
    /// Maximum time to find out whether the store is ready.
    pub(super) ready_within: Duration,
}

/// The noting of a token's use, which has ended when this is dropped.
struct Noting<'a> {
    all: &'a Mutex<BTreeSet<TokenId>>,
    token: TokenId,
}

impl<'a> Noting<'a> {
    /// Begins it, unless it is under way.
    fn begin(all: &'a Mutex<BTreeSet<TokenId>>, token: TokenId) -> Option<Self> {
        let begun = all.lock().unwrap_or_else(PoisonError::into_inner).insert(token);
        begun.then_some(Self { all, token })
    }
}

impl Drop for Noting<'_> {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.token);
    }
}

impl SqlStore {
    /// Reads, examines the files, and commits something unless that was done recently.
    async fn readable_and_writable(&self) -> Result<(), StoreError> {
        let read = "SELECT 1 FROM meta WHERE name = 'secret'";
        self.readers.read(async |connection| connection.execute(read).await.map(|_| ())).await?;
        self.opened.check()?;
        match self.last_commit.recent() {
            Some(outcome) => outcome,
            None => self.writer.probe().await,
        }
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn ready(&self) -> Result<(), StoreError> {
        let late = |_| StoreError::Unavailable(format!("the database did not answer within {:?}", self.ready_within));
        tokio::time::timeout(self.ready_within, self.readable_and_writable()).await.map_err(late)?
    }

    async fn secret(&self, place: SecretPlace) -> Result<Option<Secret>, StoreError> {
        self.writer.delete(None, async move |connection: &mut Connection| secret::place(connection, place).await).await
    }

    async fn newest_day(&self) -> Result<Option<Day>, StoreError> {
        self.readers.read(async |connection| days::newest(connection).await).await
    }

    async fn reach_day(&self, day: Day) -> Result<(), StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| days::reach(connection, day).await).await
    }

    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError> {
        self.writer
            .write(None, async move |connection: &mut Connection| players::create(connection, &player).await)
            .await
    }

    async fn known_token(&self, token: TokenHash) -> Result<Option<KnownToken>, StoreError> {
        self.readers.read(async move |connection| tokens::known(connection, token).await).await
    }

    async fn note_use(&self, token: TokenId, on: Day) -> Result<(), StoreError> {
        let Some(_noting) = Noting::begin(&self.being_noted, token) else { return Ok(()) };
        self.writer
            .write(None, async move |connection: &mut Connection| tokens::note_use(connection, token, on).await)
            .await
    }

    async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        self.readers.read(async move |connection| tokens::of_player(connection, player).await).await
    }

    async fn recovery_code_of(&self, player: PlayerId) -> Result<Option<RecoveryHash>, StoreError> {
        self.readers.read(async move |connection| tokens::recovery_code_of(connection, player).await).await
    }

    async fn add_token(&self, player: PlayerId, token: NewToken) -> Result<Added, StoreError> {
        let work = async move |connection: &mut Connection| tokens::add(connection, player, &token).await;
        self.writer.write(Some(player), work).await
    }

    async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<Revoked, StoreError> {
        let work = async move |connection: &mut Connection| tokens::revoke(connection, player, token).await;
        self.writer.delete(Some(player), work).await
    }

    async fn set_recovery_code(&self, player: PlayerId, code: RecoveryHash) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| tokens::set_recovery_code(connection, player, code).await;
        self.writer.delete(Some(player), work).await
    }

    async fn recover(&self, recovery: Recovery) -> Result<Recovered, StoreError> {
        let work = async move |connection: &mut Connection| tokens::recover(connection, &recovery).await;
        self.writer.delete(None, work).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.readers.read(async move |connection| players::get(connection, id).await).await
    }

    async fn replace_token(
        &self,
        player: PlayerId,
        id: TokenId,
        token: TokenHash,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| tokens::replace(connection, player, id, token, at).await;
        self.writer.delete(Some(player), work).await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| players::delete(connection, id).await;
        self.writer.delete(Some(id), work).await
    }

    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.writer.submit(run).await
    }

    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError> {
        self.readers.read(async move |connection| runs::get(connection, id).await).await
    }

    async fn ranks(&self, places: Vec<(Board, BoardPlace)>) -> Result<Vec<Option<BoardRank>>, StoreError> {
        self.readers.read(async move |connection| boards::ranks(connection, &places).await).await
    }

    async fn page(&self, board: Board, at: PageStart, limit: u32) -> Result<BoardPage, StoreError> {
        self.readers.read(async move |connection| boards::page(connection, &board, at, limit).await).await
    }

    async fn runs_in(
        &self,
        range: TimeRange,
        after: Option<TimeRangePlace>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        self.readers.read(async move |connection| runs::runs_in(connection, &range, after, limit).await).await
    }

    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError> {
        self.readers.read(async move |connection| runs::of_player(connection, player, before, limit).await).await
    }

    async fn whole_runs_of(&self, player: PlayerId, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        self.readers.read(async move |connection| runs::whole_of_player(connection, player, after, limit).await).await
    }

    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError> {
        self.readers.read(async move |connection| boards::bests_of(connection, player).await).await
    }

    async fn last_run(&self) -> Result<RunId, StoreError> {
        self.readers.read(async |connection| runs::last(connection).await).await
    }

    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        self.readers.read(async move |connection| runs::after(connection, after, limit).await).await
    }

    async fn count_after(&self, after: RunId) -> Result<u64, StoreError> {
        self.readers.read(async move |connection| runs::count_after(connection, after).await).await
    }

    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| boards::hide(connection, &runs, hidden).await;
        self.writer.write(None, work).await
    }

    async fn moderate(&self, order: ModerationOrder) -> Result<Moderated, StoreError> {
        let player = order.act.player();
        let work = async move |connection: &mut Connection| moderation::moderate(connection, &order).await;
        self.writer.write(player, work).await
    }

    async fn moderation_actions(&self, before: Option<ActionId>, limit: u32) -> Result<Vec<LoggedAction>, StoreError> {
        self.readers.read(async move |connection| moderation::actions(connection, before, limit).await).await
    }

    async fn checkpoint(&self, job: &str) -> Result<RunId, StoreError> {
        let job = job.to_owned();
        self.readers.read(async move |connection| meta::checkpoint(connection, &job).await).await
    }

    async fn set_checkpoint(&self, job: &str, run: RunId) -> Result<(), StoreError> {
        let job = job.to_owned();
        let work = async move |connection: &mut Connection| meta::set_checkpoint(connection, &job, run).await;
        self.writer.write(None, work).await
    }

    fn metrics(&self) -> StoreMetrics {
        let counts = self.writer.counts();
        StoreMetrics {
            kind: KIND,
            queued: self.writer.waiting(),
            queue_capacity: self.writer.capacity(),
            commit_seconds: counts.commit_seconds(),
            commit_writes: counts.commit_writes(),
            write_errors: counts.errors.get(),
            read_errors: self.readers.errors(),
            log_bytes: self.opened.log_bytes(),
        }
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writer.close().await
    }
}
