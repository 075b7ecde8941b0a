//! The store in SQLite: one file in WAL mode, one writer, many readers.
//!
//! Whatever is written goes through the writer, which commits what waits in groups, with `synchronous=FULL`:
//! once a call is answered, what it wrote survives a kill and a power cut. Readers have connections of their own and see
//! what was last committed.
//!
//! Triggers keep the boards, in the transaction that writes the run:
//!
//! - the view `all_standings` says on which boards of every run each run may be a line: for each scope of its category, on
//!   those of all time, its day, week and month; and `standings` holds the best of its rows for each player and seed;
//! - the view `all_candidates` says the same of boards of bests, and of those of its seed if it has boards of its own; and
//!   `bests` holds the best of its rows for each player;
//! - `counts` has, for each board, how many rows of either have a score, and how many a score and a number of moves;
//! - `seed_claims` has the seeds that were drawn for nobody and belong to who handed in the first run of each;
//! - `days` tells the triggers of which day, week and month a run is, as the [calendar](crate::calendar) has it.
//!
//! Columns and tables keep the names of the first migration, since a migration that has landed is never edited. There a
//! [category](crate::Category) is a course, a [rank key](crate::RankKey) is a merit, and a job's checkpoint is a walk.

mod alike;
mod boards;
mod claims;
mod commit;
mod days;
mod kept;
mod open;
#[cfg(test)]
mod plans;
mod players;
mod runs;
mod secret;
mod submissions;
mod tokens;
mod upgrade;
mod writer;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::Executor as _;
use sqlx::sqlite::SqlitePool;

use self::commit::{Files, LastCommit};
pub use self::open::OpenError;
use self::writer::{Other, Write, Writer};
use super::{
    Added, Best, Board, BoardPage, BoardRank, Created, KnownToken, NewPlayer, NewRun, NewToken, PageStart, Player,
    PlayerId, Recovered, Recovery, RecoveryHash, Revoked, RunId, Secret, SecretPlace, Store, StoreError, StoredRun,
    StoredToken, Submitted, Summary, TimeRange, TimeRangePlace, TokenHash, TokenId,
};
use crate::calendar::{Day, Timestamp};

/// The store in a file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
    files: Files,
    last_commit: LastCommit,
    /// The tokens whose use is being noted, so that many calls at once do not fill the queue of the writer with the same.
    being_noted: Arc<Mutex<BTreeSet<TokenId>>>,
}

/// How long a commit may take before the store is held not to be ready.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// SQLite's primary result code of a failure, which is the low byte of the extended one.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READONLY: i32 = 8;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANTOPEN: i32 = 14;
    pub(super) const CONSTRAINT: i32 = 19;
    pub(super) const NOTADB: i32 = 26;
}

impl StoreError {
    fn of(error: &sqlx::Error) -> Self {
        match (error, primary_code(error)) {
            (sqlx::Error::PoolTimedOut, _) | (_, Some(code::BUSY | code::LOCKED)) => Self::Busy,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::of(&error)
    }
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

impl Sqlite {
    /// Writes what waits, and closes the file. Later calls answer that the store is unavailable.
    ///
    /// # Errors
    /// When the writer has stopped already.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writer.write(|done| Write::Other(Other::Close(done))).await
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn ready(&self) -> Result<(), StoreError> {
        self.readers.execute("SELECT 1 FROM memory WHERE name = 'secret'").await?;
        self.files.check()?;
        match self.last_commit.recent() {
            Some(outcome) => outcome,
            None => {
                let probe = self.writer.write(|done| Write::Other(Other::Probe(done)));
                let late = |_| StoreError::Unavailable(format!("no commit was done within {PROBE_TIMEOUT:?}"));
                tokio::time::timeout(PROBE_TIMEOUT, probe).await.map_err(late)?
            }
        }
    }

    async fn secret(&self, place: SecretPlace) -> Result<Option<Secret>, StoreError> {
        self.writer.write(|done| Write::Other(Other::Secret(place, done))).await
    }

    async fn newest_day(&self) -> Result<Option<Day>, StoreError> {
        days::newest(&self.readers).await
    }

    async fn reach_day(&self, day: Day) -> Result<(), StoreError> {
        self.writer.write(|done| Write::Other(Other::Day(day, done))).await
    }

    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError> {
        self.writer.write(|done| Write::Other(Other::Player(player, done))).await
    }

    async fn known_token(&self, token: TokenHash) -> Result<Option<KnownToken>, StoreError> {
        tokens::known(&self.readers, token).await
    }

    async fn note_use(&self, token: TokenId, on: Day) -> Result<(), StoreError> {
        let Some(_noting) = Noting::begin(&self.being_noted, token) else { return Ok(()) };
        self.writer.write(|done| Write::Other(Other::TokenUse(token, on, done))).await
    }

    async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        Ok(tokens::of_player(&self.readers, player).await?)
    }

    async fn has_recovery_code(&self, player: PlayerId) -> Result<bool, StoreError> {
        tokens::has_recovery_code(&self.readers, player).await
    }

    async fn add_token(&self, player: PlayerId, token: NewToken) -> Result<Added, StoreError> {
        self.writer.write(|done| Write::Other(Other::NewToken(player, token, done))).await
    }

    async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<Revoked, StoreError> {
        self.writer.write(|done| Write::Other(Other::Revocation(player, token, done))).await
    }

    async fn set_recovery_code(&self, player: PlayerId, code: RecoveryHash) -> Result<bool, StoreError> {
        self.writer.write(|done| Write::Other(Other::RecoveryCode(player, code, done))).await
    }

    async fn recover(&self, recovery: Recovery) -> Result<Recovered, StoreError> {
        self.writer.write(|done| Write::Other(Other::Recovery(recovery, done))).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        players::get(&self.readers, id).await
    }

    async fn replace_token(
        &self,
        player: PlayerId,
        id: TokenId,
        token: TokenHash,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.write(|done| Write::Other(Other::Replacement(player, id, token, at, done))).await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError> {
        self.writer.write(|done| Write::Other(Other::Deletion(id, done))).await
    }

    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.writer.write(|done| Write::Run(Box::new(run), done)).await
    }

    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError> {
        Ok(runs::get(&self.readers, id).await?)
    }

    async fn ranks(&self, run: RunId, boards: Vec<Board>) -> Result<Vec<Option<BoardRank>>, StoreError> {
        boards::ranks(&self.readers, run, &boards).await
    }

    async fn page(&self, board: Board, at: PageStart, limit: u32) -> Result<BoardPage, StoreError> {
        boards::page(&self.readers, &board, at, limit).await
    }

    async fn runs_in(
        &self,
        range: TimeRange,
        after: Option<TimeRangePlace>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        runs::runs_in(&self.readers, &range, after, limit).await
    }

    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError> {
        runs::of_player(&self.readers, player, before, limit).await
    }

    async fn whole_runs_of(&self, player: PlayerId, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        runs::whole_of_player(&self.readers, player, after, limit).await
    }

    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError> {
        boards::bests_of(&self.readers, player).await
    }

    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        runs::after(&self.readers, after, limit).await
    }

    async fn count_after(&self, after: RunId) -> Result<u64, StoreError> {
        runs::count_after(&self.readers, after).await
    }

    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError> {
        self.writer.write(|done| Write::Other(Other::Hiding(runs, hidden, done))).await
    }

    async fn checkpoint(&self, job: &str) -> Result<RunId, StoreError> {
        runs::checkpoint(&self.readers, job).await
    }

    async fn set_checkpoint(&self, job: &str, run: RunId) -> Result<(), StoreError> {
        let job = job.to_owned();
        self.writer.write(|done| Write::Other(Other::Checkpoint(job, run, done))).await
    }
}
