//! Single values: the secret, the newest day, the wait of deadlines, checkpoints of jobs.

pub(crate) mod days;
pub(super) mod secret;

use super::Connection;
use super::values::damaged;
use crate::RunId;

pub(super) async fn value(connection: &mut Connection, name: &str) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar("SELECT value FROM meta WHERE name = $1").bind(name).fetch_optional(connection).await
}

pub(super) async fn delete(connection: &mut Connection, name: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM meta WHERE name = $1").bind(name).execute(connection).await.map(|_| ())
}

/// Inserts a value, which must not exist.
pub(super) async fn insert(connection: &mut Connection, name: &str, value: &[u8]) -> sqlx::Result<()> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2)";
    sqlx::query(sql).bind(name).bind(value).execute(connection).await.map(|_| ())
}

/// Inserts or replaces a value.
async fn set(connection: &mut Connection, name: &str, value: &str) -> sqlx::Result<()> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    sqlx::query(sql).bind(name).bind(value.as_bytes()).execute(connection).await.map(|_| ())
}

fn name_of_checkpoint(job: &str) -> String {
    format!("checkpoint {job}")
}

pub(super) async fn checkpoint(connection: &mut Connection, job: &str) -> sqlx::Result<RunId> {
    let Some(stored) = value(connection, &name_of_checkpoint(job)).await? else { return Ok(RunId(0)) };
    let run = String::from_utf8(stored).ok().and_then(|text| text.parse().ok());
    run.map(RunId).ok_or_else(|| damaged("a checkpoint is not a number"))
}

pub(super) async fn set_checkpoint(connection: &mut Connection, job: &str, run: RunId) -> sqlx::Result<()> {
    set(connection, &name_of_checkpoint(job), &run.0.to_string()).await
}
