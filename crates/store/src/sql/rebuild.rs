//! All boards made anew from `runs`, by the fold that keeps them.
//!
//! It is one transaction: until it ends, readers see the boards as they were, and a service that has the file open as well
//! answers writes as one that is busy.

use std::collections::BTreeMap;

use sqlx::Connection as _;
use sqlx::Executor as _;

use super::rows::execute_once;
use super::runs::damaged;
use super::tables::{CONTENDER, PIECE, held, piece_at};
use super::{ANALYZE, BEGIN_WRITING, Connection, list_of};
use crate::fold::pieces::{Change, List, Piece};
use crate::fold::{self, Contender, Held};
use crate::{AveragePlace, BoardPlace, PlayerId, RunId};

/// How many runs are put on boards at once.
const CHUNK: u32 = 4096;

/// Makes the boards, if a migration has left that to be done.
pub(crate) async fn if_needed(connection: &mut Connection) -> sqlx::Result<()> {
    if !is_needed(connection).await? {
        return Ok(());
    }
    let mut transaction = connection.begin_with(BEGIN_WRITING).await?;
    // Another instance may have made them while this one waited to write.
    if is_needed(&mut transaction).await? {
        let runs = count(&mut transaction).await?;
        if runs > 0 {
            tracing::info!(runs, "the boards are made anew, which may take minutes");
        }
        make(&mut transaction, |_, _| {}).await?;
    }
    transaction.commit().await
}

async fn is_needed(connection: &mut Connection) -> sqlx::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM memory WHERE name = 'boards are to be made')";
    sqlx::query_scalar(sql).fetch_one(connection).await
}

async fn count(connection: &mut Connection) -> sqlx::Result<u64> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM runs").fetch_one(connection).await?;
    Ok(count.unsigned_abs())
}

/// Makes all boards anew, and tells of how many runs; `progress` is told how many of how many are done.
pub(crate) async fn all(connection: &mut Connection, progress: impl Fn(u64, u64)) -> sqlx::Result<u64> {
    let mut transaction = connection.begin_with(BEGIN_WRITING).await?;
    let runs = make(&mut transaction, progress).await?;
    transaction.commit().await?;
    Ok(runs)
}

async fn make(connection: &mut Connection, progress: impl Fn(u64, u64)) -> sqlx::Result<u64> {
    let runs = count(connection).await?;
    let clear = "DELETE FROM pieces; DELETE FROM bests;
        DELETE FROM memory WHERE name = 'boards are to be made'";
    connection.execute(clear).await?;
    let (mut reached, mut done) = (RunId(0), 0);
    loop {
        let chunk = runs_after(connection, reached).await?;
        let Some(last) = chunk.last() else { break };
        reached = last.contender.run;
        done += chunk.len() as u64;
        let shown: Vec<Contender> = chunk.into_iter().filter(|held| !held.hidden).map(|held| held.contender).collect();
        fold::put(connection, &shown).await?;
        progress(done, runs);
    }
    make_averages(connection).await?;
    if let Some(analyze) = ANALYZE {
        connection.execute(analyze).await?;
    }
    Ok(done)
}

/// Rebuilds the averages from the sealed games.
async fn make_averages(connection: &mut Connection) -> sqlx::Result<()> {
    connection.execute("DELETE FROM averages").await?;
    let mut reached = (0, 0, 0);
    loop {
        let sql = "SELECT course, month, player, count(*), CAST(sum(finished) AS BIGINT), CAST(sum(merit) AS BIGINT)
            FROM sealed_games WHERE (course, month, player) > ($1, $2, $3)
            GROUP BY course, month, player ORDER BY course, month, player LIMIT $4";
        let query = sqlx::query_as(sql).bind(reached.0).bind(reached.1).bind(reached.2).bind(i64::from(CHUNK));
        let chunk: Vec<(i64, i64, i64, i64, i64, i64)> = query.fetch_all(&mut *connection).await?;
        let Some((course, month, player, ..)) = chunk.last() else { return Ok(()) };
        reached = (*course, *month, *player);
        let insert = "INSERT INTO averages (course, month, player, games, finished, merits, mean, rest) ";
        execute_once(connection, [insert, ""], &chunk, |columns, (course, month, player, games, finished, merits)| {
            let place = AveragePlace::of(*merits, *games, PlayerId(*player));
            columns.push_bind(*course).push_bind(*month).push_bind(*player).push_bind(*games);
            columns.push_bind(*finished).push_bind(*merits).push_bind(place.mean).push_bind(place.rest);
        })
        .await?;
    }
}

/// All lines of all boards: category, scope, period, whether the board is one of bests, rank key, moves and run of each, in that
/// order.
pub(crate) async fn lines(connection: &mut Connection) -> sqlx::Result<Vec<[i64; 7]>> {
    let rows = sqlx::query(&format!("SELECT {PIECE} FROM pieces")).fetch_all(connection).await?;
    let mut sums: BTreeMap<[i64; 7], i32> = BTreeMap::new();
    for row in &rows {
        let Piece { list: List { board, best }, changes, .. } = piece_at(row, 0)?;
        for Change { place: BoardPlace { score, run }, by } in changes {
            let (scope, moves) = (board.scope.into(), score.moves.into());
            let line = [board.category, scope, board.period, best.into(), score.key.number(), moves, run.0];
            *sums.entry(line).or_default() += i32::from(by);
        }
    }
    sums.retain(|_, by| *by != 0);
    let once = sums.values().all(|by| *by == 1);
    once.then(|| sums.into_keys().collect())
        .ok_or_else(|| damaged("a line stands more than once, or is taken off twice"))
}

async fn runs_after(connection: &mut Connection, after: RunId) -> sqlx::Result<Vec<Held>> {
    let runs = list_of(CONTENDER);
    let sql = format!(
        "SELECT {runs} FROM (SELECT id FROM runs WHERE id > $1 ORDER BY id LIMIT $2) AS latest
        CROSS JOIN runs CROSS JOIN courses WHERE runs.id = latest.id AND courses.id = runs.course"
    );
    let found: String = sqlx::query_scalar(&sql).bind(after.0).bind(i64::from(CHUNK)).fetch_one(connection).await?;
    let mut runs = held(&found)?;
    runs.sort_unstable_by_key(|held| held.contender.run);
    Ok(runs)
}
