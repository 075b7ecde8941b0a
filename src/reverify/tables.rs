//! Verification of stored tables: each is replayed, and compared with its row.

use std::collections::BTreeSet;

use super::report::{Finding, Report};
use super::{findings, progress};
use crate::engine;
use crate::store::{
    Ending, Occupant, PlayerId, RunId, Store, StoreError, StoredMove, StoredTable, TableId, TableSeat, TableStatus,
};
use crate::tables::table::Table;

/// The number of tables to read at once.
const CHUNK: u32 = 100;
/// The name of the checkpoint, which is the number of the last table. Its type is that of runs, which it is stored as.
pub(super) const JOB: &str = "reverify tables";

/// A table as it is stored.
struct StoredGame {
    id: TableId,
    /// The row, or why it or what belongs to it could not be read.
    row: Result<StoredTable, String>,
    moves: Vec<StoredMove>,
    /// Its players whose lists of tables do not have it.
    unlisted: Vec<PlayerId>,
}

/// Verifies all tables in the order of their ids, from the checkpoint of an interrupted job or from the first. Skips those without moves.
pub(super) async fn reverify(
    store: &dyn Store,
    threads: usize,
    resume: bool,
    report: &mut Report,
) -> Result<(), StoreError> {
    let RunId(reached) = if resume { store.checkpoint(JOB).await? } else { RunId(0) };
    let mut reached = TableId(reached);
    let progress = progress::bar("tables", store.count_tables_after(reached).await?);
    loop {
        let ids = store.tables_after(reached, CHUNK).await?;
        let Some(last) = ids.last() else { break };
        reached = *last;
        let mut tables = Vec::new();
        for id in &ids {
            tables.extend(read(store, *id).await?);
        }
        for (table, finding) in tables.iter().zip(findings(&tables, threads, &verify)) {
            match &table.row {
                Ok(row) if row.moves_removed.is_some() => report.skip_table(),
                _ => {
                    if let Some(line) = report.add_table(table.id, table.moves.len(), &finding) {
                        progress.suspend(|| eprintln!("{line}"));
                    }
                }
            }
        }
        store.set_checkpoint(JOB, RunId(reached.0)).await?;
        progress.inc(ids.len() as u64);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Reads a table; none if it was deleted in the meantime.
async fn read(store: &dyn Store, id: TableId) -> Result<Option<StoredGame>, StoreError> {
    match read_all(store, id).await {
        Err(why) => {
            // A database that does not answer ends the job. Otherwise the table may be damaged, or the failure passed.
            store.tables_after(id, 1).await?;
            Ok(Some(StoredGame { id, row: Err(why.to_string()), moves: Vec::new(), unlisted: Vec::new() }))
        }
        read => read,
    }
}

async fn read_all(store: &dyn Store, id: TableId) -> Result<Option<StoredGame>, StoreError> {
    let Some(row) = store.table(id).await? else { return Ok(None) };
    let moves = store.moves_of_table(id, 0).await?;
    let unlisted = unlisted(store, &row).await?;
    Ok(Some(StoredGame { id, row: Ok(row), moves, unlisted }))
}

/// Returns the players of a table that has begun, from which time on no one sits down or leaves, whose lists do not have it.
async fn unlisted(store: &dyn Store, row: &StoredTable) -> Result<Vec<PlayerId>, StoreError> {
    if row.state.status == TableStatus::Waiting {
        return Ok(Vec::new());
    }
    let players: Vec<PlayerId> = players(row).collect();
    let listing = store.listing_players(row.id, row.terms.made_at, players.clone()).await?;
    Ok(players.into_iter().filter(|player| !listing.contains(player)).collect())
}

fn players(row: &StoredTable) -> impl Iterator<Item = PlayerId> {
    row.state.seats.iter().filter_map(|seat| match seat.occupant {
        Occupant::Player(player) => Some(player),
        Occupant::Robot(_) | Occupant::Vacant => None,
    })
}

fn verify(table: &StoredGame) -> Finding {
    let row = match &table.row {
        Ok(row) if row.moves_removed.is_some() => return Finding::Holds,
        Ok(row) => row,
        Err(why) => return Finding::Unverified(format!("it could not be read: {why}")),
    };
    let (game, rules) = (&row.terms.game, row.terms.rules);
    if engine::games::ruleset(game, rules).is_none() {
        return Finding::Unverified(format!("rules version {rules} of {game} is not known here"));
    }
    let replayed = Table::whole(row.clone(), &table.moves);
    let fault = match replayed {
        Err(why) => Some(format!("it cannot be replayed: {}", why.0)),
        Ok(replayed) => {
            occupants_fault(table, row).or_else(|| status_fault(&replayed)).or_else(|| history_fault(table, row))
        }
    };
    fault.map_or(Finding::Holds, Finding::Fails)
}

/// Returns what is wrong with the occupants of a table.
fn occupants_fault(table: &StoredGame, row: &StoredTable) -> Option<String> {
    let mut seen = BTreeSet::new();
    if let Some(player) = players(row).find(|player| !seen.insert(*player)) {
        return Some(format!("player {player} has two seats"));
    }
    let is_vacant = |seat: &TableSeat| seat.occupant == Occupant::Vacant;
    if row.state.status != TableStatus::Waiting && row.state.seats.iter().any(is_vacant) {
        return Some("it has begun with an open seat".to_owned());
    }
    table.unlisted.first().map(|player| format!("the list of player {player} does not have it"))
}

/// Returns how the moves of a table contradict the history of its row, if that is recorded.
fn history_fault(table: &StoredGame, row: &StoredTable) -> Option<String> {
    let moves = table.moves.get(..row.moves as usize)?;
    let is_other = row.history.is_known() && row.state.history().after(moves) != row.history;
    is_other.then(|| "its moves do not match its history".to_owned())
}

/// Returns how the status of a table contradicts its moves.
fn status_fault(table: &Table) -> Option<String> {
    let has_ended = table.game.to_act().is_empty();
    let state = &table.stored.state;
    let fault = match state.status {
        TableStatus::Waiting if table.move_count() > 0 => "it waits for players, but has moves",
        // A game that ends with its deal is over as soon as the clock acts.
        TableStatus::Playing if has_ended && state.due.is_none() => "its game has ended, but it is not over",
        TableStatus::Over(Ending::Finished) if !has_ended => "it is finished, but its game has not ended",
        _ => return None,
    };
    Some(fault.to_owned())
}
