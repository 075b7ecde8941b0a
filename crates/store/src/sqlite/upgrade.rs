//! What an older database needs beyond the migrations: what SQL cannot work out.

use sqlx::sqlite::SqliteConnection;

use super::days;
use crate::calendar::Timestamp;
use crate::name::NameKey;

/// Adds the days of all runs to a database whose runs are older than the table.
pub(super) async fn add_missing_days(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    if sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM days)").fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let sql = "SELECT min(received_at), max(received_at) FROM runs";
    let (first, last): (Option<i64>, Option<i64>) = sqlx::query_as(sql).fetch_one(&mut *connection).await?;
    let (Some(first), Some(last)) = (first, last) else { return Ok(()) };
    let [first, last] = [first, last].map(|millis| Timestamp::from_millis(millis).day());
    let days = std::iter::successors(Some(first), |day| Some(day.plus(1))).take_while(|day| *day <= last);
    days::add(connection, &days.collect()).await
}

/// Puts in the place of each hash of a name, which had no key, its hash under this key.
pub(super) async fn hash_names(connection: &mut SqliteConnection, key: &NameKey) -> sqlx::Result<()> {
    let forms: Vec<Vec<u8>> = sqlx::query_scalar("SELECT form FROM names_taken").fetch_all(&mut *connection).await?;
    sqlx::query("DELETE FROM names_taken").execute(&mut *connection).await?;
    for form in &forms {
        let query = sqlx::query("INSERT INTO names_taken (form) VALUES (?)").bind(key.hash(form).to_vec());
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds the lines of all runs to a database whose runs are older than their table. Their days must be there.
pub(super) async fn add_missing_lines(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    if sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM standings)").fetch_one(&mut *connection).await? {
        return Ok(());
    }
    // Triggers count them.
    let sql = "INSERT INTO standings SELECT * FROM all_standings WHERE true
        ON CONFLICT (line, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
            WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run)";
    sqlx::query(sql).execute(connection).await?;
    Ok(())
}
