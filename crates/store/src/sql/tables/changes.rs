//! Changes of tables: how a group of them is written in one transaction.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::Row as _;

use super::super::boards::averages;
use super::super::meta::days;
use super::super::rows::{execute_once, fetch};
use super::super::writer::{Job, Reply, Work, stopped};
use super::super::{Connection, Row};
use super::change::{INSERT_MOVES, bind_change, bind_move, change};
use super::row::is_open;
use crate::model::calendar::ClosedDays;
use crate::{Changed, Outcome, PlayerId, StoreError, StoredMove, TableChange, TableId};

/// A table, the version at which its change finds it, and the change.
pub(crate) type Change = (TableId, i64, TableChange);

/// The changes of a group, with where the outcome of each is sent.
#[derive(Default)]
pub(crate) struct Changes {
    changes: Vec<Change>,
    replies: Vec<Reply<Changed>>,
    changed: Vec<Changed>,
}

impl Changes {
    pub(crate) fn add(&mut self, change: Change, reply: Reply<Changed>) {
        self.changes.push(change);
        self.replies.push(reply);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Job for Changes {
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a> {
        Box::pin(async {
            self.changed = write(connection, &self.changes).await?;
            Ok(())
        })
    }

    /// Those whose runs and records are written.
    fn players(&self) -> Vec<PlayerId> {
        let players = |(_, _, change): &Change| match &change.outcome {
            Some(Outcome::Sealed(run)) => vec![run.player],
            Some(Outcome::Seated { players }) => players.iter().map(|of| of.player).collect(),
            None => Vec::new(),
        };
        self.changes.iter().flat_map(players).collect()
    }

    fn deletes(&self) -> bool {
        false
    }

    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>> {
        let alone = |(change, reply)| -> Box<dyn Job> {
            Box::new(Self { changes: vec![change], replies: vec![reply], changed: Vec::new() })
        };
        self.changes.into_iter().zip(self.replies).map(alone).collect()
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let mut changed = self.changed.into_iter();
        for reply in self.replies {
            let answer = committed.clone().and_then(|()| changed.next().ok_or_else(stopped));
            let _ = reply.send(answer);
        }
    }
}

/// Writes changes, and tells what became of each: those together by which games go on with the same players, of each table the
/// first; then the others, each by itself, since more depends on them. Those of a closed day are refused.
async fn write(connection: &mut Connection, changes: &[Change]) -> sqlx::Result<Vec<Changed>> {
    let closed = closed_days(connection, changes).await?;
    let is_late = |change: &TableChange| change.day.is_some_and(|day| closed.contains(day));
    let mut seen = BTreeSet::new();
    let mut going_on: Vec<(usize, &Change)> = changes
        .iter()
        .enumerate()
        .filter(|(_, (id, _, change))| {
            !is_late(change) && is_open(&change.state) && change.outcome.is_none() && seen.insert(*id)
        })
        .collect();
    // Instances that change the same tables lock them in the same order.
    going_on.sort_unstable_by_key(|(_, (id, ..))| *id);
    let totals = go_on(connection, &going_on).await?;
    let done: BTreeSet<usize> =
        going_on.iter().filter(|(_, (id, ..))| totals.contains_key(id)).map(|(at, _)| *at).collect();
    let mut changed = Vec::with_capacity(changes.len());
    for (at, (id, version, to)) in changes.iter().enumerate() {
        let became = if done.contains(&at) {
            Changed::Done { run: None }
        } else if is_late(to) {
            Changed::DayClosed
        } else {
            change(connection, *id, *version, to).await?
        };
        if let (Changed::Done { .. }, Some(counts)) = (became, to.counts) {
            averages::change(connection, *id, counts, is_open(&to.state)).await?;
        }
        changed.push(became);
    }
    Ok(changed)
}

/// The closed days, if a change depends on them.
async fn closed_days(connection: &mut Connection, changes: &[Change]) -> sqlx::Result<ClosedDays> {
    if changes.iter().any(|(.., change)| change.day.is_some()) {
        days::closed(connection).await
    } else {
        Ok(ClosedDays::NONE)
    }
}

/// Sets the next versions of those tables that are at the version that their change knows and have the same players, and inserts
/// their moves. Gives how many moves each of these has then.
async fn go_on(connection: &mut Connection, changes: &[(usize, &Change)]) -> sqlx::Result<BTreeMap<TableId, i64>> {
    let sql = [
        "UPDATE game_tables SET version = version + 1, status = column3, clocks = column5, due = column6,
            started_at = column7, ended_at = column8, moves = moves + column9 FROM (",
        ") AS asked WHERE game_tables.id = column1 AND version = column2 AND occupants = column4
            AND NOT EXISTS (SELECT 1 FROM players WHERE players.id = column10 AND banned_at IS NOT NULL)
        RETURNING game_tables.id, moves",
    ];
    let rows = fetch(connection, sql, changes, |columns, (_, (id, version, change))| {
        bind_change(columns, *id, *version, change);
    });
    let total = |row: &Row| Ok((TableId(row.try_get(0)?), row.try_get(1)?));
    let totals: BTreeMap<TableId, i64> = rows.await?.iter().map(total).collect::<sqlx::Result<_>>()?;
    let mut moves: Vec<(TableId, i64, &StoredMove)> = Vec::new();
    for (_, (id, _, change)) in changes {
        if let Some(total) = totals.get(id) {
            let first = total - change.moves.len() as i64 + 1;
            moves.extend((first..).zip(&change.moves).map(|(number, made)| (*id, number, made)));
        }
    }
    execute_once(connection, INSERT_MOVES, &moves, |columns, (id, number, made)| {
        bind_move(columns, *id, *number, made)
    })
    .await?;
    Ok(totals)
}
