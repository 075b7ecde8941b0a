//! All boards computed again from `runs`, by the fold that keeps them up to date.
//!
//! It is one transaction: until it ends, readers see the boards as they were, and a service that has the database open as well
//! answers writes with 503.

use sqlx::{Connection as _, Executor as _};

use super::super::{ANALYZE, BEGIN_ALONE, Connection};
use super::averages;
use super::update::{add, candidates_after};
use crate::RunId;
use crate::fold::Contender;

/// How many runs are added at once.
const CHUNK: u32 = 4096;

/// Computes all boards and averages again, and returns the number of runs. `progress` gets the numbers of runs that are done and of all.
pub(crate) async fn all(
    connection: &mut Connection,
    progress: impl Fn(u64, u64),
) -> sqlx::Result<u64> {
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
    let (mut reached, mut done) = (RunId(0), 0);
    loop {
        let chunk = candidates_after(connection, reached, CHUNK).await?;
        let Some(last) = chunk.last() else { break };
        reached = last.contender.run;
        done += chunk.len() as u64;
        let visible: Vec<Contender> = chunk.into_iter().filter(|run| !run.hidden).map(|run| run.contender).collect();
        add(connection, &visible).await?;
        progress(done, runs);
    }
    averages::rebuild(connection).await?;
    if let Some(analyze) = ANALYZE {
        connection.execute(analyze).await?;
    }
    Ok(done)
}
