//! Statements of many rows.
//!
//! Each statement costs a hop from thread to thread and each new one is compiled, so that rows go by [`ROWS`] at once, and the last
//! ones by powers of two. Where it does no harm to read or write a row twice, they are filled up to one by repeating the last.

use sqlx::query_builder::{QueryBuilder, Separated};
use sqlx::sqlite::{Sqlite, SqliteConnection, SqliteRow};

/// The most rows of a statement.
const ROWS: usize = 256;

/// The rows of a statement, to which their columns are bound.
pub(super) type Columns<'q, 'args> = Separated<'q, 'args, Sqlite, &'static str>;

fn statement<'a, T: 'a>(
    [before, after]: [&str; 2],
    rows: impl IntoIterator<Item = &'a T>,
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> QueryBuilder<'a, Sqlite> {
    let mut query = QueryBuilder::new(before);
    query.push_values(rows, |mut columns, row| bind(&mut columns, row));
    query.push(after);
    query
}

/// Rows, and the last of them again until they are as many as a power of two.
fn filled<T>(rows: &[T]) -> impl Iterator<Item = &T> {
    rows.iter().chain(rows.last().into_iter().cycle()).take(rows.len().next_power_of_two())
}

/// Executes statements with `VALUES` and these rows between these texts, some of which come more than once.
pub(super) async fn execute<'a, T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<()> {
    for rows in rows.chunks(ROWS) {
        statement(sql, filled(rows), &bind).build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Executes statements with `VALUES` and these rows between these texts, each once: as many in a statement as a power of two.
pub(super) async fn execute_once<'a, T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    mut rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<()> {
    while let Some(most) = rows.len().min(ROWS).checked_ilog2() {
        let (some, left) = rows.split_at(1 << most);
        statement(sql, some, &bind).build().execute(&mut *connection).await?;
        rows = left;
    }
    Ok(())
}

/// Gives what statements find of these rows, some of it more than once.
pub(super) async fn fetch<'a, T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<Vec<SqliteRow>> {
    let mut found = Vec::new();
    for rows in rows.chunks(ROWS) {
        found.extend(statement(sql, filled(rows), &bind).build().fetch_all(&mut *connection).await?);
    }
    Ok(found)
}

/// Gives what a statement finds of these rows, each once: for such numbers of rows as come again and again.
pub(super) async fn fetch_once<'a, T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<Vec<SqliteRow>> {
    let mut found = Vec::new();
    for rows in rows.chunks(ROWS) {
        found.extend(statement(sql, rows, &bind).build().fetch_all(&mut *connection).await?);
    }
    Ok(found)
}
