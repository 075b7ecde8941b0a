//! Removal of the moves of old games that count nowhere.
//!
//! The operator sets after how many days. Seed, commitment, digest of the final state and result stay. Whether moves are kept is decided once
//! per table and stored, so that the index of undecided tables is empty when there is nothing to do.

use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;

use super::Tables;
use super::error::Failure;
use super::table::Table;
use crate::caller::Caller;
use crate::engine;
use crate::engine::table_game::TableGame;
use crate::engine::verification::Unreadable;
use crate::pool::{Lane, PoolError};
use crate::rules::game::{Kind, Viewer};
use crate::store::calendar::Timestamp;
use crate::store::{FinalResult, Lease, Occupant, Retention, StoreError, StoredTable, TableId};

/// Interval between looks for old tables.
const INTERVAL: Duration = Duration::from_secs(600);
/// Pause between two groups, in which other writes go ahead.
const PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of tables that are read and decided at once.
const MAX_GROUP_TABLES: u32 = 64;
/// Number of moves from which a group is complete. One table can have five times as many.
const MAX_GROUP_MOVES: u32 = 2_000;
/// How long an instance has the job after its last sign of life, in seconds.
const LEASE_SECONDS: i64 = 120;
/// The name of the lease.
const JOB: &str = "table moves";

/// Removes moves of tables that ended more than `days` days ago, for as long as the service runs.
pub async fn run_retention(tables: Tables, days: u32) {
    loop {
        match tables.remove_old_moves(days).await {
            Ok(0) => {}
            Ok(removed) => {
                tracing::info!(target: "funhouse::tables", removed, days, "removed the moves of old tables");
            }
            Err(Failure::Store(StoreError::Busy) | Failure::Pool(PoolError::Full | PoolError::ShareFull)) => {
                tracing::debug!(target: "funhouse::tables", "old moves are removed later: the service is busy");
            }
            Err(why) => {
                tracing::warn!(target: "funhouse::tables", ?why, "old moves could not be removed, and are removed later");
            }
        }
        rt::time::sleep(INTERVAL).await;
    }
}

impl Tables {
    /// Removes the moves of all tables that ended more than `days` days ago and count nowhere. Returns the number of these tables. Does nothing
    /// while another instance does it.
    ///
    /// # Errors
    /// See [`Failure`]. Groups of tables before the failure are done.
    pub async fn remove_old_moves(&self, days: u32) -> Result<u64, Failure> {
        let ended_before = self.now().plus_seconds(-i64::from(days) * 86_400);
        let mut removed = 0;
        loop {
            // Without old tables nothing is written, not even the lease.
            if self.0.store.undecided_tables(ended_before, 1).await?.is_empty() || !self.lease_removal().await? {
                return Ok(removed);
            }
            removed += self.decide_group(ended_before).await?;
            rt::time::sleep(PAUSE).await;
        }
    }

    async fn lease_removal(&self) -> Result<bool, StoreError> {
        let now = self.now();
        let lease = Lease {
            job: JOB.to_owned(),
            owner: self.0.instance.cast_signed(),
            now,
            until: now.plus_seconds(LEASE_SECONDS),
        };
        self.0.store.lease_job(lease).await
    }

    /// Decides about the oldest tables, and returns the number of those whose moves were removed.
    async fn decide_group(&self, ended_before: Timestamp) -> Result<u64, Failure> {
        let mut decisions = Vec::new();
        let mut moves = 0;
        for id in self.0.store.undecided_tables(ended_before, MAX_GROUP_TABLES).await? {
            if moves >= MAX_GROUP_MOVES {
                break;
            }
            let to = match self.0.store.table(id).await {
                Ok(Some(stored)) if counts(&stored) => Retention::Keep,
                Ok(Some(stored)) => {
                    moves += stored.moves;
                    self.removal(stored).await?
                }
                Ok(None) => continue,
                Err(why) => {
                    // Of a database that answers, this row is damaged.
                    self.0.store.undecided_tables(ended_before, 1).await?;
                    retain_unread(id, &why.to_string())
                }
            };
            decisions.push((id, to));
        }
        let is_removed = |(_, to): &&(TableId, Retention)| matches!(to, Retention::Remove(_));
        let removed: Vec<TableId> = decisions.iter().filter(is_removed).map(|(id, _)| *id).collect();
        self.0.store.decide_retention(decisions).await?;
        removed.iter().for_each(|id| self.evict(*id));
        Ok(removed.len() as u64)
    }

    /// Replays a table to compute what remains of it. Moves that cannot be replayed are kept.
    async fn removal(&self, stored: StoredTable) -> Result<Retention, Failure> {
        let (id, moves) = (stored.id, self.0.store.moves_of_table(stored.id, 0).await?);
        let replay = move || Table::whole(stored, &moves).map(|table| table.final_result());
        match self.0.pool.run(Lane::Rest, Caller::SERVICE, replay).await {
            Ok(Ok(result)) => Ok(Retention::Remove(result)),
            Ok(Err(Unreadable(why))) | Err(PoolError::Panicked(why)) => Ok(retain_unread(id, &why)),
            Err(busy) => Err(busy.into()),
        }
    }

    /// Removes a table from memory, and ends its streams, because no more news will come.
    fn evict(&self, id: TableId) {
        self.0.live.remove(&id);
        self.lock_channels().remove(id);
    }

    /// Evicts a table whose moves were removed, and returns the failure.
    pub(super) fn without_moves(&self, stored: StoredTable) -> Failure {
        self.evict(stored.id);
        Failure::MovesRemoved(Arc::new(stored))
    }
}

/// Keeps the moves of a table that cannot be read.
fn retain_unread(id: TableId, why: &str) -> Retention {
    tracing::error!(target: "funhouse::tables", table = %id, why, "an old table cannot be read, and keeps its moves");
    Retention::Keep
}

/// Whether the game of a table counts anywhere, so that its moves are kept as evidence: it is rated. The store keeps ranked games itself.
///
/// The result of a seated game counts for ratings if at least two players had a seat to its end, also if they left it. So it does not matter
/// how the table ended. Games of a program that does not have their rules are kept, too.
fn counts(stored: &StoredTable) -> bool {
    let players = stored.state.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Player(_))).count();
    let ruleset = engine::games::ruleset(&stored.terms.game, stored.terms.rules);
    ruleset.is_none_or(|ruleset| ruleset.facts().kind == Kind::Seated && players >= 2)
}

impl Table {
    /// Returns what remains when the moves are removed.
    fn final_result(&self) -> FinalResult {
        FinalResult { digest: Some(self.game.digest()), points: points(&*self.game), places: self.places() }
    }
}

/// Returns the points of the seats, which every viewer sees.
fn points(game: &dyn TableGame) -> Option<Vec<i64>> {
    #[derive(serde::Deserialize)]
    struct WithPoints {
        points: Vec<i64>,
    }
    serde_json::from_str(game.view(Viewer::Onlooker, false).get()).ok().map(|WithPoints { points }| points)
}
