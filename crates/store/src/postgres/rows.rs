//! Statements of many rows.
//!
//! The rows go as one array for each column, of which the statement makes a table. So a statement is one text, which is prepared and
//! planned once, for however many rows.

use std::marker::PhantomData;

use sqlx::Row as _;
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;

/// The most rows of a statement.
const ROWS: usize = 1024;

/// A value of a column: a whole number, bytes or text, or nothing.
pub(super) trait Value {
    /// The array of a column that begins with this value.
    fn begin(self) -> Array;
    /// Appends the value; tells whether the column is of its kind.
    fn append_to(self, array: &mut Array) -> bool;
}

/// The values of a column.
#[derive(Debug)]
pub(super) enum Array {
    Numbers(Vec<Option<i64>>),
    Bytes(Vec<Option<Vec<u8>>>),
    Texts(Vec<Option<String>>),
}

impl Array {
    /// The type of the array in SQL.
    fn sql_type(&self) -> &'static str {
        match self {
            Self::Numbers(_) => "bigint[]",
            Self::Bytes(_) => "bytea[]",
            Self::Texts(_) => "text[]",
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Numbers(values) => values.len(),
            Self::Bytes(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }
}

macro_rules! values {
    ($($Given:ty, $Kind:ident, |$value:ident| $kept:expr;)*) => {
        $(impl Value for $Given {
            fn begin(self) -> Array {
                let $value = self;
                Array::$Kind(vec![$kept])
            }

            fn append_to(self, array: &mut Array) -> bool {
                let $value = self;
                let Array::$Kind(values) = array else { return false };
                values.push($kept);
                true
            }
        })*
    };
}

values! {
    i64, Numbers, |value| Some(value);
    &i64, Numbers, |value| Some(*value);
    Option<i64>, Numbers, |value| value;
    &[u8], Bytes, |value| Some(value.to_vec());
    Vec<u8>, Bytes, |value| Some(value);
    Option<&[u8]>, Bytes, |value| value.map(<[u8]>::to_vec);
    Option<Vec<u8>>, Bytes, |value| value;
    &str, Texts, |value| Some(value.to_owned());
    &String, Texts, |value| Some(value.clone());
    String, Texts, |value| Some(value);
    Option<&str>, Texts, |value| value.map(str::to_owned);
    Option<String>, Texts, |value| value;
}

/// The rows of a statement, to which their columns are bound.
pub(super) struct Columns<'q, 'args> {
    arrays: &'q mut Vec<Array>,
    /// The column that is bound next.
    next: usize,
    alike: &'q mut bool,
    of: PhantomData<&'args ()>,
}

impl Columns<'_, '_> {
    /// Binds the next column of a row.
    pub(super) fn push_bind(&mut self, value: impl Value) -> &mut Self {
        match self.arrays.get_mut(self.next) {
            Some(array) => *self.alike &= value.append_to(array),
            None => self.arrays.push(value.begin()),
        }
        self.next += 1;
        self
    }
}

/// The statement with a table of these rows between these texts, and the columns of that table.
fn statement<'a, T>(
    [before, after]: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<(String, Vec<Array>)> {
    let (mut arrays, mut alike) = (Vec::new(), true);
    for row in rows {
        bind(&mut Columns { arrays: &mut arrays, next: 0, alike: &mut alike, of: PhantomData }, row);
    }
    if !alike || arrays.iter().any(|array| array.len() != rows.len()) {
        return Err(sqlx::Error::Encode("the rows of a statement have not the same columns".into()));
    }
    let (mut given, mut names) = (Vec::new(), Vec::new());
    for (n, array) in (1..).zip(&arrays) {
        given.push(format!("${n}::{}", array.sql_type()));
        names.push(format!("column{n}"));
    }
    let (given, names) = (given.join(", "), names.join(", "));
    Ok((format!("{before}SELECT * FROM unnest({given}) AS given ({names}){after}"), arrays))
}

fn bound(sql: &str, arrays: Vec<Array>) -> Query<'_, Postgres, PgArguments> {
    arrays.into_iter().fold(sqlx::query(sql), |query, array| match array {
        Array::Numbers(values) => query.bind(values),
        Array::Bytes(values) => query.bind(values),
        Array::Texts(values) => query.bind(values),
    })
}

/// Executes statements with a table of these rows between these texts.
pub(super) async fn execute<'a, T>(
    connection: &mut PgConnection,
    sql: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<()> {
    for rows in rows.chunks(ROWS) {
        let (sql, arrays) = statement(sql, rows, &bind)?;
        bound(&sql, arrays).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Gives what statements find of these rows.
pub(super) async fn fetch<'a, T>(
    connection: &mut PgConnection,
    sql: [&str; 2],
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<Vec<PgRow>> {
    let mut found = Vec::new();
    for rows in rows.chunks(ROWS) {
        let (sql, arrays) = statement(sql, rows, &bind)?;
        found.extend(bound(&sql, arrays).fetch_all(&mut *connection).await?);
    }
    Ok(found)
}

/// Gives what statements find of these rows: whole numbers, and bytes.
pub(super) async fn fetch_packed<'a, T, const N: usize>(
    connection: &mut PgConnection,
    numbers: [&str; N],
    bytes: &str,
    from: &str,
    rows: &'a [T],
    bind: impl Fn(&mut Columns<'_, 'a>, &'a T),
) -> sqlx::Result<Vec<([i64; N], Vec<u8>)>> {
    let select = format!("SELECT {}, {bytes} FROM (", numbers.join(", "));
    let found = fetch(connection, [&select, from], rows, bind).await?;
    let row = |row: &PgRow| {
        let mut numbers = [0; N];
        for (column, number) in numbers.iter_mut().enumerate() {
            *number = row.try_get(column)?;
        }
        Ok((numbers, row.try_get(N)?))
    };
    found.iter().map(row).collect()
}

/// No row comes more than once here, whichever is called.
pub(super) use self::{execute as execute_once, fetch as fetch_once};
