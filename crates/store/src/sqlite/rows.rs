//! Statements of many rows.
//!
//! Each statement costs a hop from thread to thread and each new one is compiled, so that rows go by [`ROWS`] at once, and the last
//! ones by powers of two. Where it does no harm to read or write a row twice, they are filled up to one of few numbers by repeating the last.
//! Each row of an answer costs a hop as well, so that rows with [packed](fetch_packed) bytes come as one.

use serde::de::DeserializeOwned;
use sqlx::Row as _;
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

/// Rows, and the last of them again until their number is a multiple of an eighth of a power of two: at the most a quarter more.
fn filled<T>(rows: &[T]) -> impl Iterator<Item = &T> {
    let step = (rows.len().next_power_of_two() / 8).max(1);
    rows.iter().chain(rows.last().into_iter().cycle()).take(rows.len().next_multiple_of(step))
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

/// Gives what statements find of these rows, some of it more than once: whole numbers, and some bytes. An answer comes as one row of JSON,
/// with the bytes in hexadecimal digits, since that takes less time than to hand row after row from thread to thread.
pub(super) async fn fetch_packed<'a, T, const N: usize>(
    connection: &mut SqliteConnection,
    numbers: [&str; N],
    bytes: &str,
    from: &str,
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<Vec<([i64; N], Vec<u8>)>>
where
    [i64; N]: DeserializeOwned,
{
    let columns = format!("json_array({}), hex({bytes})", numbers.join(", "));
    let select = format!("SELECT {} FROM (", super::list_of(&columns));
    let mut found = Vec::new();
    for rows in rows.chunks(ROWS) {
        let list = statement([&select, from], filled(rows), &bind).build().fetch_one(&mut *connection).await?;
        let list: Vec<([i64; N], &str)> = serde_json::from_str(list.try_get(0)?).map_err(decoding)?;
        for (numbers, digits) in list {
            found.push((numbers, hex::decode(digits).map_err(decoding)?));
        }
    }
    Ok(found)
}

fn decoding(error: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_up_to_few_numbers_by_a_quarter_at_the_most() {
        let filled = |rows: usize| filled(&vec![0; rows]).count();
        assert_eq!([0, 1, 8, 9, 12, 33, 129, ROWS].map(filled), [0, 1, 8, 10, 12, 40, 160, ROWS]);
        assert!((1..=ROWS).all(|rows| (rows..=rows * 5 / 4 + 1).contains(&filled(rows))));
        let numbers: std::collections::BTreeSet<usize> = (1..=ROWS).map(filled).collect();
        assert_eq!(numbers.len(), 28);
    }
}
