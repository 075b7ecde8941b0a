//! Removal of the moves of old games that count nowhere.
//!
//! The operator sets after how many days. Seed, commitment, digest of the final state and result stay. Whether moves are kept is decided once
//! per table and stored, so that the index of undecided tables is empty when there is nothing to do.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;

use super::Tables;
use super::error::Failure;
use super::table::Table;
use crate::engine;
use crate::engine::table_game::TableGame;
use crate::engine::verification::Unreadable;
use crate::pool::{Lane, PoolError, Share};
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
    let mut logged = BTreeSet::new();
    loop {
        match tables.remove_old_moves(days, &mut logged).await {
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
    /// while another instance does it, or while deadlines wait for the clock.
    ///
    /// A table whose row or moves cannot be read stays undecided, because the cause may pass. The next call tries it again. `logged` has the
    /// tables for which that was logged.
    ///
    /// # Errors
    /// See [`Failure`]. Groups of tables before the failure are done.
    pub async fn remove_old_moves(&self, days: u32, logged: &mut BTreeSet<TableId>) -> Result<u64, Failure> {
        let time = self.0.days.time().await?;
        if time.deadlines_wait {
            return Ok(0);
        }
        let ended_before = time.now.plus_seconds(-i64::from(days) * 86_400);
        let (mut removed, mut skipped) = (0, BTreeSet::new());
        loop {
            // Without old tables nothing is written, not even the lease.
            if self.undecided(ended_before, 1, &skipped).await?.is_empty() || !self.lease_removal().await? {
                return Ok(removed);
            }
            removed += self.decide_group(ended_before, &mut skipped, logged).await?;
            rt::time::sleep(PAUSE).await;
        }
    }

    /// Returns the oldest tables that are not decided, without the skipped ones.
    async fn undecided(
        &self,
        ended_before: Timestamp,
        limit: u32,
        skipped: &BTreeSet<TableId>,
    ) -> Result<Vec<TableId>, StoreError> {
        let limit = limit.saturating_add(u32::try_from(skipped.len()).unwrap_or(u32::MAX));
        let mut tables = self.0.store.undecided_tables(ended_before, limit).await?;
        tables.retain(|id| !skipped.contains(id));
        Ok(tables)
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

    /// Decides about the oldest tables, and returns the number of those whose moves were removed. Adds the tables that cannot be read to the
    /// skipped ones.
    async fn decide_group(
        &self,
        ended_before: Timestamp,
        skipped: &mut BTreeSet<TableId>,
        logged: &mut BTreeSet<TableId>,
    ) -> Result<u64, Failure> {
        let mut decisions = Vec::new();
        let mut moves = 0;
        for id in self.undecided(ended_before, MAX_GROUP_TABLES, skipped).await? {
            if moves >= MAX_GROUP_MOVES {
                break;
            }
            match self.decide(id, &mut moves).await {
                Ok(Some(to)) => decisions.push((id, to)),
                Ok(None) => {}
                Err(Failure::Store(StoreError::Unavailable(why))) => {
                    // A database that does not answer ends the round.
                    self.0.store.undecided_tables(ended_before, 1).await?;
                    skipped.insert(id);
                    if logged.insert(id) {
                        tracing::warn!(target: "funhouse::tables", table = %id, why, "an old table could not be read, and is tried again later");
                    }
                }
                Err(why) => return Err(why),
            }
        }
        let is_removed = |(_, to): &&(TableId, Retention)| matches!(to, Retention::Remove(_));
        let removed: Vec<TableId> = decisions.iter().filter(is_removed).map(|(id, _)| *id).collect();
        self.0.store.decide_retention(decisions).await?;
        removed.iter().for_each(|id| self.evict(*id));
        Ok(removed.len() as u64)
    }

    /// Decides about a table, and adds the number of moves that were replayed for it; none if it was deleted in the meantime.
    async fn decide(&self, id: TableId, moves: &mut u32) -> Result<Option<Retention>, Failure> {
        match self.0.store.table(id).await? {
            None => Ok(None),
            Some(stored) if counts(&stored) => Ok(Some(Retention::Keep)),
            Some(stored) => {
                *moves += stored.moves;
                self.removal(stored).await.map(Some)
            }
        }
    }

    /// Replays a table to compute what remains of it. Moves that cannot be replayed are kept.
    async fn removal(&self, stored: StoredTable) -> Result<Retention, Failure> {
        let (id, moves) = (stored.id, self.0.store.moves_of_table(stored.id, 0).await?);
        let replay = move || Table::whole(stored, &moves).map(|table| table.final_result());
        match self.0.pool.run(Lane::Rest, Share::SERVICE, replay).await {
            Ok(Ok(result)) => Ok(Retention::Remove(result)),
            Ok(Err(Unreadable(why))) | Err(PoolError::Panicked(why)) => Ok(retain(id, &why)),
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

/// Keeps the moves of a table that cannot be replayed.
fn retain(id: TableId, why: &str) -> Retention {
    tracing::error!(target: "funhouse::tables", table = %id, why, "an old table cannot be replayed, and keeps its moves");
    Retention::Keep
}

/// Whether the game of a table counts anywhere, so that its moves are kept as evidence: it is rated. The store keeps ranked games itself.
///
/// The result of a seated game counts for ratings if at least two players had a seat to its end, also if they left it. So it does not matter
/// how the table ended. Games of a program that does not have their rules are kept, too.
fn counts(stored: &StoredTable) -> bool {
    let players = stored.state.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Player(_))).count();
    let ruleset = engine::games::ruleset(&stored.terms.game, stored.terms.rules);
    ruleset.is_none_or(|ruleset| ruleset.facts().kind == Kind::Seated && stored.terms.rated && players >= 2)
}

impl Table {
    /// Returns what remains when the moves are removed.
    fn final_result(&self) -> FinalResult {
        FinalResult { digest: Some(self.game.digest()), points: points(&self.game), places: self.places() }
    }
}

/// Returns the points of the seats, which every viewer sees.
fn points(game: &TableGame) -> Option<Vec<i64>> {
    #[derive(serde::Deserialize)]
    struct WithPoints {
        points: Vec<i64>,
    }
    serde_json::from_str(game.view(Viewer::Onlooker, false).get()).ok().map(|WithPoints { points }| points)
}
