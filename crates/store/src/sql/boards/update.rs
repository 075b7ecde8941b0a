//! How boards are kept up to date: what runs change is read, [folded](crate::fold), and written in the same transaction.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AssertSqlSafe, Row as _};

use super::super::rows::{Columns, execute, fetch};
use super::super::{Connection, Row, list_of, lock_players};
use super::candidate::{CONTENDER, Candidate, candidates};
use super::entries::{stored, write};
use super::ids::known_or_new;
use crate::fold::{BoardKey, Contender, Fold, Slot};
use crate::{BoardPlace, PlayerId, RunId};

/// Adds runs to all boards. The rows of their players are locked.
pub(crate) async fn add(connection: &mut Connection, runs: &[Contender]) -> sqlx::Result<()> {
    change(connection, runs.iter(), Fold::adding_to, runs.iter()).await
}

/// Reads the entries in all slots of some runs, lets others compete for them, and writes what that changes.
async fn change<'a>(
    connection: &mut Connection,
    touched: impl Iterator<Item = &'a Contender>,
    fold: impl FnOnce(BTreeMap<Slot, BoardPlace>) -> Fold,
    competing: impl Iterator<Item = &'a Contender>,
) -> sqlx::Result<()> {
    let slots: BTreeSet<Slot> = touched.flat_map(|run| run.offers().map(|(slot, _)| slot)).collect();
    let boards: BTreeSet<BoardKey> = slots.iter().map(Slot::board).collect();
    let ids = known_or_new(connection, &boards).await?;
    let mut fold = fold(stored(connection, &slots, &ids).await?);
    competing.for_each(|run| fold.add(run));
    write(connection, &fold.changes(), &ids).await
}

/// Takes runs off all boards, or puts them on again: the boards of their players are computed from what is not hidden then.
pub(crate) async fn hide(connection: &mut Connection, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
    let affected = players_and_categories(connection, runs).await?;
    lock_players(connection, &affected.iter().map(|(player, _)| *player).collect()).await?;
    note_hidden(connection, runs, hidden).await?;
    for (player, category) in affected {
        let all = candidates_of(connection, player, category).await?;
        let visible = all.iter().filter(|run| !run.hidden).map(|run| &run.contender);
        change(connection, all.iter().map(|run| &run.contender), Fold::replacing, visible).await?;
    }
    Ok(())
}

fn bind_run(columns: &mut Columns<'_>, run: &RunId) {
    columns.push_bind(run.0);
}

async fn players_and_categories(
    connection: &mut Connection,
    runs: &[RunId],
) -> sqlx::Result<BTreeSet<(PlayerId, i64)>> {
    let found = fetch(connection, ["SELECT player, category FROM runs WHERE id IN (", ")"], runs, bind_run).await?;
    let pair = |row: &Row| Ok((PlayerId(row.try_get(0)?), row.try_get(1)?));
    found.iter().map(pair).collect()
}

async fn note_hidden(connection: &mut Connection, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
    let hidden = i64::from(hidden);
    let begin = format!("UPDATE runs SET hidden = {hidden} WHERE hidden <> {hidden} AND id IN (");
    execute(connection, [&begin, ")"], runs, bind_run).await
}

/// All runs of a player in a category.
async fn candidates_of(connection: &mut Connection, player: PlayerId, category: i64) -> sqlx::Result<Vec<Candidate>> {
    // The plus sign keeps the index of categories out: a category has more runs than a player.
    let sql = format!("SELECT {} FROM runs WHERE runs.player = $1 AND +runs.category = $2", list_of(CONTENDER));
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(player.0).bind(category);
    let found: String = query.fetch_one(connection).await?;
    candidates(&found)
}
