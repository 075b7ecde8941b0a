//! Updates of boards: entries are read, [folded](crate::fold), and written in the transaction that writes the runs.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AssertSqlSafe, Row as _};

use super::super::rows::{Columns, execute, fetch};
use super::super::{Connection, Row, list_of, lock_players};
use super::averages;
use super::candidate::{CONTENDER, Candidate, candidates};
use super::entries::{stored, write};
use super::ids::known_or_new;
use super::seasons;
use crate::fold::{BoardKey, Contender, Fold, Slot};
use crate::{AppId, BoardPlace, HiddenFor, PlayerId, RunId};

/// Adds runs to all boards. The rows of their players are locked.
pub(crate) async fn add(connection: &mut Connection, mut runs: Vec<Contender>) -> sqlx::Result<()> {
    seasons::attach(connection, runs.iter_mut().collect()).await?;
    change(connection, runs.iter(), Fold::adding_to, runs.iter()).await
}

/// Reads the entries in all slots of some runs, lets others compete for them, and writes what that changes.
async fn change<'a>(
    connection: &mut Connection,
    touched: impl Iterator<Item = &'a Contender>,
    fold: impl FnOnce(BTreeMap<Slot, BoardPlace>) -> Fold,
    competing: impl Iterator<Item = &'a Contender>,
) -> sqlx::Result<()> {
    let slots: BTreeSet<Slot> = touched.flat_map(Contender::slots).collect();
    let boards: BTreeSet<BoardKey> = slots.iter().map(Slot::board).collect();
    let ids = known_or_new(connection, &boards).await?;
    let mut fold = fold(stored(connection, &slots, &ids).await?);
    competing.for_each(|run| fold.add(&slots, run));
    write(connection, &fold.changes(), &ids).await
}

/// Sets or clears the reason "failed verification" of runs, and updates the entries of their players.
pub(crate) async fn hide(connection: &mut Connection, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
    let changed: BTreeSet<RunId> = runs.iter().copied().collect();
    let affected = players_and_categories(connection, runs).await?;
    lock_players(connection, &affected.iter().map(|(player, _)| *player).collect()).await?;
    let sql = set_hidden(HiddenFor::FailedVerification, hidden, "id IN (");
    execute(connection, [&sql, ")"], runs, bind_run).await?;
    for (player, category) in affected {
        let all = candidates_of(connection, player, category).await?;
        replace(connection, all, |run| changed.contains(&run)).await?;
    }
    Ok(())
}

/// Sets or clears the reason "moderation" of a run, and updates the entries of its player. Returns whether that changed anything; none if
/// there is no such run.
pub(crate) async fn hide_run(connection: &mut Connection, run: RunId, hidden: bool) -> sqlx::Result<Option<bool>> {
    let affected = players_and_categories(connection, &[run]).await?;
    let Some((player, category)) = affected.first().copied() else { return Ok(None) };
    lock_players(connection, &BTreeSet::from([player])).await?;
    let sql = set_hidden(HiddenFor::Moderation, hidden, "id = $1");
    let changed = sqlx::query(AssertSqlSafe(sql)).bind(run.0).execute(&mut *connection).await?.rows_affected() > 0;
    if changed {
        let all = candidates_of(connection, player, category).await?;
        replace(connection, all, |other| other == run).await?;
    }
    Ok(Some(changed))
}

/// Sets or clears the reason "ban" of all runs of a player, hides or shows the averages, and updates the entries. The row of the player is
/// locked.
pub(crate) async fn hide_player(connection: &mut Connection, player: PlayerId, hidden: bool) -> sqlx::Result<()> {
    averages::hide(connection, player, hidden).await?;
    let sql = set_hidden(HiddenFor::Ban, hidden, "player = $1");
    sqlx::query(AssertSqlSafe(sql)).bind(player.0).execute(&mut *connection).await?;
    // All categories at once, so that boards and counts are locked in order.
    let all = all_candidates_of(connection, player).await?;
    replace(connection, all, |_| true).await
}

/// Returns the player and the category of a run that was submitted through an app.
pub(crate) async fn player_in_app(
    connection: &mut Connection,
    app: AppId,
    run: RunId,
) -> sqlx::Result<Option<(PlayerId, i64)>> {
    let sql = "SELECT player, category FROM runs WHERE id = $1 AND app IN ($2, -$2)";
    let found: Option<(i64, i64)> = sqlx::query_as(sql).bind(run.0).bind(app.0).fetch_optional(connection).await?;
    Ok(found.map(|(player, category)| (PlayerId(player), category)))
}

/// Hides the runs of a player that were submitted through an app, or one of them in its category, on the boards and lists of the app, or shows
/// them again. The row of the player is locked.
pub(crate) async fn hide_in_app(
    connection: &mut Connection,
    app: AppId,
    player: PlayerId,
    run: Option<(RunId, i64)>,
    hidden: bool,
) -> sqlx::Result<()> {
    let sql = match run {
        None => "UPDATE runs SET app = -app WHERE app = $1 AND player = $2",
        Some(_) => "UPDATE runs SET app = -app WHERE app = $1 AND player = $2 AND id = $3",
    };
    let query = sqlx::query(sql).bind(if hidden { app.0 } else { -app.0 }).bind(player.0);
    let changed = run.iter().fold(query, |query, (run, _)| query.bind(run.0)).execute(&mut *connection).await?;
    if changed.rows_affected() == 0 {
        return Ok(());
    }
    let all = match run {
        None => all_candidates_of(connection, player).await?,
        Some((_, category)) => candidates_of(connection, player, category).await?,
    };
    replace(connection, all, |changed| run.is_none_or(|(run, _)| run == changed)).await
}

/// Computes the entries in the slots of changed runs again, from all runs of a player in some categories, without the hidden ones.
async fn replace(
    connection: &mut Connection,
    mut all: Vec<Candidate>,
    is_changed: impl Fn(RunId) -> bool,
) -> sqlx::Result<()> {
    seasons::attach(connection, all.iter_mut().map(|run| &mut run.contender).collect()).await?;
    let changed = all.iter().map(|run| &run.contender).filter(|run| is_changed(run.run));
    let visible = all.iter().filter(|run| !run.hidden).map(|run| &run.contender);
    change(connection, changed, Fold::replacing, visible).await
}

/// Returns the statement that sets a reason in runs that lack it, or clears it in runs that have it.
fn set_hidden(reason: HiddenFor, hidden: bool, runs: &str) -> String {
    let (bit, sign, sought) = if hidden { (reason.bit(), '+', 0) } else { (reason.bit(), '-', reason.bit()) };
    format!("UPDATE runs SET hidden = hidden {sign} {bit} WHERE (hidden & {bit}) = {sought} AND {runs}")
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

/// All runs of a player.
async fn all_candidates_of(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<Candidate>> {
    let sql = format!("SELECT {} FROM runs WHERE runs.player = $1", list_of(CONTENDER));
    let found: String = sqlx::query_scalar(AssertSqlSafe(sql)).bind(player.0).fetch_one(connection).await?;
    candidates(&found)
}

/// All runs of a player in a category.
async fn candidates_of(connection: &mut Connection, player: PlayerId, category: i64) -> sqlx::Result<Vec<Candidate>> {
    // The plus sign excludes the index of categories: a category has more runs than a player.
    let sql = format!("SELECT {} FROM runs WHERE runs.player = $1 AND +runs.category = $2", list_of(CONTENDER));
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(player.0).bind(category);
    let found: String = query.fetch_one(connection).await?;
    candidates(&found)
}
