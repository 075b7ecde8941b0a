//! Statements of many rows.
//!
//! Each statement costs a switch between threads, and each new statement is compiled. So statements have [`ROWS`] rows, and the last ones
//! powers of two. If rows may be read or written twice, the last row is repeated up to one of few lengths.

use sqlx::query_builder::{QueryBuilder, Separated};
use sqlx::sqlite::{Sqlite, SqliteConnection, SqliteRow};

/// Maximum number of rows in a statement.
const ROWS: usize = 256;

/// The rows of a statement, to which their columns are bound.
pub(super) type Columns<'q> = Separated<'q, Sqlite, &'static str>;

fn statement<'a, T: 'a>(
    [before, after]: [&str; 2],
    rows: impl IntoIterator<Item = &'a T>,
    bind: impl Fn(&mut Columns<'_>, &T),
) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(before);
    query.push_values(rows, |mut columns, row| bind(&mut columns, row));
    query.push(after);
    query
}

/// Repeats the last row until the number is a multiple of an eighth of a power of two: at most a quarter more.
fn filled<T>(rows: &[T]) -> impl Iterator<Item = &T> {
    let step = (rows.len().next_power_of_two() / 8).max(1);
    rows.iter().chain(rows.last().into_iter().cycle()).take(rows.len().next_multiple_of(step))
}

/// Executes statements with `VALUES` of rows between two texts. Rows may come more than once.
pub(super) async fn execute<T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<()> {
    for rows in rows.chunks(ROWS) {
        statement(sql, filled(rows), &bind).build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Executes statements with `VALUES` of rows between two texts. Each row comes once, and statements have powers of two of them.
pub(super) async fn execute_once<T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    mut rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<()> {
    while let Some(log) = rows.len().min(ROWS).checked_ilog2() {
        let (some, left) = rows.split_at(1 << log);
        statement(sql, some, &bind).build().execute(&mut *connection).await?;
        rows = left;
    }
    Ok(())
}

/// Returns what statements with `VALUES` of rows between two texts find, some of it more than once.
pub(super) async fn fetch<T>(
    connection: &mut SqliteConnection,
    sql: [&str; 2],
    rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<Vec<SqliteRow>> {
    let mut found = Vec::new();
    for rows in rows.chunks(ROWS) {
        found.extend(statement(sql, filled(rows), &bind).build().fetch_all(&mut *connection).await?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_adds_at_most_a_quarter_and_has_few_results() {
        let filled = |rows: usize| filled(&vec![0; rows]).count();
        assert_eq!([0, 1, 8, 9, 12, 33, 129, ROWS].map(filled), [0, 1, 8, 10, 12, 40, 160, ROWS]);
        assert!((1..=ROWS).all(|rows| (rows..=rows * 5 / 4 + 1).contains(&filled(rows))));
        let numbers: std::collections::BTreeSet<usize> = (1..=ROWS).map(filled).collect();
        assert_eq!(numbers.len(), 28);
    }
}
