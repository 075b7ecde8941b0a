//! Statements of many rows.
//!
//! Each statement costs a hop from thread to thread and each new one is compiled, so that rows go by [`ROWS`] at once, and the last
//! ones are filled up to a power of two by repeating the last: what is read or written twice in such a statement must do no harm.

use sqlx::query_builder::{QueryBuilder, Separated};
use sqlx::sqlite::{Sqlite, SqliteConnection, SqliteRow};

/// The most rows of a statement.
const ROWS: usize = 256;

/// The rows of a statement, to which their columns are bound.
pub(super) type Columns<'q, 'args> = Separated<'q, 'args, Sqlite, &'static str>;

fn statements<'a, T>(
    before: &str,
    rows: &'a [T],
    after: &str,
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> Vec<QueryBuilder<'a, Sqlite>> {
    let statement = |rows: &'a [T]| {
        let mut query = QueryBuilder::new(before);
        let filled = rows.iter().chain(rows.last().into_iter().cycle()).take(rows.len().next_power_of_two());
        query.push_values(filled, |mut columns, row| bind(&mut columns, row));
        query.push(after);
        query
    };
    rows.chunks(ROWS).map(statement).collect()
}

/// Executes statements that end with `VALUES` and these rows, between these texts.
pub(super) async fn execute<'a, T>(
    connection: &mut SqliteConnection,
    [before, after]: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<()> {
    for mut query in statements(before, rows, after, bind) {
        query.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Gives what statements find of these rows, some of it more than once.
pub(super) async fn fetch<'a, T>(
    connection: &mut SqliteConnection,
    [before, after]: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<Vec<SqliteRow>> {
    let mut found = Vec::new();
    for mut query in statements(before, rows, after, bind) {
        found.extend(query.build().fetch_all(&mut *connection).await?);
    }
    Ok(found)
}
