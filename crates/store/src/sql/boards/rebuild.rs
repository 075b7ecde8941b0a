//! Rebuilds all boards from `runs`, by the same fold that updates them.
//!
//! It is one transaction. Until it ends, readers see the old boards, and a service on the same database answers writes with 503.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

use super::super::rows::execute_once;
use super::super::{ANALYZE, BEGIN_ALONE, Connection, list_of};
use super::candidate::{CONTENDER, Candidate, candidates};
use super::update::add;
use crate::fold::Contender;
use crate::{AveragePlace, PlayerId, RunId};

/// Number of runs, and of averages, that are added at once.
const CHUNK: u32 = 4096;

/// Rebuilds all boards and averages, and returns the number of runs. `progress` gets the number of processed runs and of all runs.
pub(crate) async fn all(connection: &mut Connection, progress: impl Fn(u64, u64)) -> sqlx::Result<u64> {
    let mut transaction = connection.begin_with(BEGIN_ALONE).await?;
    let runs = rebuild(&mut transaction, progress).await?;
    transaction.commit().await?;
    Ok(runs)
}

async fn rebuild(connection: &mut Connection, progress: impl Fn(u64, u64)) -> sqlx::Result<u64> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM runs").fetch_one(&mut *connection).await?;
    let runs = count.unsigned_abs();
    let clear = "DELETE FROM bests; DELETE FROM seed_bests; DELETE FROM score_counts; DELETE FROM move_counts; DELETE FROM boards";
    connection.execute(clear).await?;
    let (mut reached, mut processed) = (RunId(0), 0);
    loop {
        let chunk = candidates_after(connection, reached, CHUNK).await?;
        let Some(last) = chunk.last() else { break };
        reached = last.contender.run;
        processed += chunk.len() as u64;
        let visible: Vec<Contender> = chunk.into_iter().filter(|run| !run.hidden).map(|run| run.contender).collect();
        add(connection, visible).await?;
        progress(processed, runs);
    }
    rebuild_averages(connection).await?;
    if let Some(analyze) = ANALYZE {
        connection.execute(analyze).await?;
    }
    Ok(processed)
}

/// Returns at most `limit` runs after a run, in order of number, including hidden ones.
async fn candidates_after(connection: &mut Connection, after: RunId, limit: u32) -> sqlx::Result<Vec<Candidate>> {
    let runs = list_of(CONTENDER);
    let sql = format!("SELECT {runs} FROM (SELECT * FROM runs WHERE id > $1 ORDER BY id LIMIT $2) AS runs");
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(after.0).bind(i64::from(limit));
    let found: String = query.fetch_one(connection).await?;
    let mut found = candidates(&found)?;
    found.sort_unstable_by_key(|candidate| candidate.contender.run);
    Ok(found)
}

/// Rebuilds all averages from the ranked games.
async fn rebuild_averages(connection: &mut Connection) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM averages").execute(&mut *connection).await?;
    let mut reached = (0, 0, 0);
    loop {
        let sql =
            "SELECT category, month, player, count(*), CAST(sum(finished) AS BIGINT), CAST(sum(score_key) AS BIGINT)
            FROM ranked_games WHERE (category, month, player) > ($1, $2, $3)
            GROUP BY category, month, player ORDER BY category, month, player LIMIT $4";
        let query = sqlx::query_as(sql).bind(reached.0).bind(reached.1).bind(reached.2).bind(i64::from(CHUNK));
        let chunk: Vec<(i64, i64, i64, i64, i64, i64)> = query.fetch_all(&mut *connection).await?;
        let Some((category, month, player, ..)) = chunk.last() else { break };
        reached = (*category, *month, *player);
        let insert = "INSERT INTO averages (category, month, player, games, finished, score_sum, mean, rest) ";
        execute_once(connection, [insert, ""], &chunk, |columns, (category, month, player, games, finished, sum)| {
            let place = AveragePlace::of(*sum, *games, PlayerId(*player));
            columns.push_bind(*category).push_bind(*month).push_bind(*player).push_bind(*games);
            columns.push_bind(*finished).push_bind(*sum).push_bind(place.mean).push_bind(place.rest);
        })
        .await?;
    }
    let hidden = "UPDATE averages SET hidden = 1
        WHERE player IN (SELECT id FROM players
            WHERE banned_at IS NOT NULL OR acted_for_by IS NOT NULL AND acted_for_until IS NULL)";
    connection.execute(hidden).await.map(|_| ())
}
