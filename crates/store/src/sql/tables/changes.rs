//! Changes of tables, written in groups.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::Row as _;

use super::super::boards::averages;
use super::super::meta::days;
use super::super::rows::{execute_once, fetch};
use super::super::writer::{Grouped, Work};
use super::super::{Connection, Row, contests, events};
use super::change::{INSERT_MOVES, bind_change, bind_move, change};
use super::row::is_open;
use crate::{Changed, Ending, Outcome, PlayerId, RoundId, StoredMove, TableChange, TableId, TableStatus, Window};

/// A change of a table at a version.
pub(crate) struct Change {
    pub(crate) id: TableId,
    pub(crate) version: i64,
    pub(crate) change: TableChange,
}

impl Grouped for Change {
    type Outcome = Changed;

    fn write_all<'a>(connection: &'a mut Connection, changes: &'a [Self]) -> Work<'a, Vec<Changed>> {
        Box::pin(write(connection, changes))
    }

    /// Those whose runs, records, early leaves and events are written.
    fn players(&self) -> Vec<PlayerId> {
        let of_outcome = match &self.change.outcome {
            Some(Outcome::Ranked(run)) => vec![run.player],
            Some(Outcome::Seated { players }) => players.iter().map(|result| result.player).collect(),
            None => Vec::new(),
        };
        let leaving = self.change.left_early.iter().map(|(player, _)| *player);
        of_outcome.into_iter().chain(leaving).chain(events::players_of(&self.change.events)).collect()
    }
}

/// Writes changes, and returns the outcome of each. First writes those by which games continue with the same players, one for each table, in
/// two statements; then the others one by one, since they need more statements. Rejects changes of a closed
/// window.
async fn write(connection: &mut Connection, changes: &[Change]) -> sqlx::Result<Vec<Changed>> {
    let closed = closed_windows(connection, changes).await?;
    let is_late = |change: &TableChange| change.window.is_some_and(|window| closed.contains(&window));
    let mut seen = BTreeSet::new();
    let mut continuing: Vec<(usize, &Change)> = changes
        .iter()
        .enumerate()
        .filter(|(_, Change { id, change, .. })| {
            let is_game_alone = is_open(&change.state) && change.outcome.is_none() && change.left_early.is_empty();
            let is_game_alone = is_game_alone && change.newcomers.is_empty();
            !is_late(change) && is_game_alone && seen.insert(*id)
        })
        .collect();
    // Instances that change the same tables lock them in the same order.
    continuing.sort_unstable_by_key(|(_, change)| change.id);
    let totals = continue_games(connection, &continuing).await?;
    let written: BTreeSet<usize> =
        continuing.iter().filter(|(_, change)| totals.contains_key(&change.id)).map(|(at, _)| *at).collect();
    let (mut changed, mut noted) = (Vec::with_capacity(changes.len()), Vec::new());
    for (at, Change { id, version, change: to }) in changes.iter().enumerate() {
        let outcome = if written.contains(&at) {
            Changed::Applied { run: None }
        } else if is_late(to) {
            Changed::WindowClosed
        } else {
            change(connection, *id, *version, to).await?
        };
        if let Changed::Applied { .. } = outcome {
            count(connection, *id, to).await?;
            noted.extend(to.events.iter().copied());
        }
        changed.push(outcome);
    }
    events::add(connection, &noted).await?;
    Ok(changed)
}

/// Writes what a ranked game counts in an average after a change. A game that was set back counts nothing.
async fn count(connection: &mut Connection, id: TableId, change: &TableChange) -> sqlx::Result<()> {
    match (change.state.status, change.counts) {
        (TableStatus::Over(Ending::SetBack), _) => {
            contests::set_void(connection, id).await?;
            averages::remove(connection, id).await
        }
        (_, Some(counts)) => averages::change(connection, id, counts, is_open(&change.state)).await,
        (_, None) => Ok(()),
    }
}

/// Returns those windows of changes that are closed. No other one closes until the transaction ends.
async fn closed_windows(connection: &mut Connection, changes: &[Change]) -> sqlx::Result<BTreeSet<Window>> {
    let windows: BTreeSet<Window> = changes.iter().filter_map(|of_table| of_table.change.window).collect();
    let mut closed = BTreeSet::new();
    if windows.iter().any(|window| matches!(window, Window::Day(_))) {
        let days = days::closed(connection).await?;
        closed.extend(windows.iter().filter(|window| matches!(window, Window::Day(day) if days.contains(*day))));
    }
    let rounds: BTreeSet<RoundId> = windows
        .iter()
        .filter_map(|window| match window {
            Window::Round(round) => Some(*round),
            Window::Day(_) => None,
        })
        .collect();
    closed.extend(contests::closed_among(connection, rounds).await?.into_iter().map(Window::Round));
    Ok(closed)
}

/// Applies changes to those tables that are at the expected version and have the same players. Returns their total numbers of moves.
async fn continue_games(
    connection: &mut Connection,
    changes: &[(usize, &Change)],
) -> sqlx::Result<BTreeMap<TableId, i64>> {
    let sql = [
        "UPDATE game_tables SET version = column11, status = column3, clocks = column5, due = column6,
            started_at = column7, ended_at = column8, moves = moves + column9, history = column12, set_backs = column13,
            requests = column14, refused = column15 FROM (",
        ") AS asked WHERE game_tables.id = column1 AND version = column2 AND occupants = column4
            AND NOT EXISTS (SELECT 1 FROM players WHERE players.id = column10 AND banned_at IS NOT NULL)
        RETURNING game_tables.id, moves",
    ];
    let rows = fetch(connection, sql, changes, |columns, (_, Change { id, version, change })| {
        bind_change(columns, *id, *version, change);
    });
    let total = |row: &Row| Ok((TableId(row.try_get(0)?), row.try_get(1)?));
    let totals: BTreeMap<TableId, i64> = rows.await?.iter().map(total).collect::<sqlx::Result<_>>()?;
    let mut moves: Vec<(TableId, i64, &StoredMove)> = Vec::new();
    for (_, Change { id, change, .. }) in changes {
        if let Some(total) = totals.get(id) {
            let first = total - change.moves.len() as i64 + 1;
            moves.extend((first..).zip(&change.moves).map(|(number, played)| (*id, number, played)));
        }
    }
    execute_once(connection, INSERT_MOVES, &moves, |columns, (id, number, played)| {
        bind_move(columns, *id, *number, played)
    })
    .await?;
    Ok(totals)
}
