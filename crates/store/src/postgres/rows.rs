//! Statements of many rows.
//!
//! Rows are sent as one array per column, which the statement unnests. So a statement has one text, prepared and planned once, for any number
//! of rows.

use sqlx::AssertSqlSafe;
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;

/// Maximum number of rows in a statement.
const ROWS: usize = 1024;

/// A value of a column: an integer, bytes, text, or null.
pub(super) trait Value {
    /// Returns the array of a column that begins with this value.
    fn begin(self) -> Array;
    /// Appends the value, and returns whether the column has its type.
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
    /// Returns the SQL type of the array.
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
    ($($Given:ty, $Type:ident, |$value:ident| $stored:expr;)*) => {
        $(impl Value for $Given {
            fn begin(self) -> Array {
                let $value = self;
                Array::$Type(vec![$stored])
            }

            fn append_to(self, array: &mut Array) -> bool {
                let $value = self;
                let Array::$Type(values) = array else { return false };
                values.push($stored);
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
    &Vec<u8>, Bytes, |value| Some(value.clone());
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
pub(super) struct Columns<'q> {
    arrays: &'q mut Vec<Array>,
    /// The column that is bound next.
    next: usize,
    /// Whether all values of each column have one type.
    is_uniform: &'q mut bool,
}

impl Columns<'_> {
    /// Binds the next column of a row.
    pub(super) fn push_bind(&mut self, value: impl Value) -> &mut Self {
        match self.arrays.get_mut(self.next) {
            Some(array) => *self.is_uniform &= value.append_to(array),
            None => self.arrays.push(value.begin()),
        }
        self.next += 1;
        self
    }
}

/// Returns the statement with a table of rows between two texts, and the columns of that table.
fn statement<T>(
    [before, after]: [&str; 2],
    rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<(String, Vec<Array>)> {
    let (mut arrays, mut is_uniform) = (Vec::new(), true);
    for row in rows {
        bind(&mut Columns { arrays: &mut arrays, next: 0, is_uniform: &mut is_uniform }, row);
    }
    if !is_uniform || arrays.iter().any(|array| array.len() != rows.len()) {
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

fn bound(sql: String, arrays: Vec<Array>) -> Query<'static, Postgres, PgArguments> {
    arrays.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, array| match array {
        Array::Numbers(values) => query.bind(values),
        Array::Bytes(values) => query.bind(values),
        Array::Texts(values) => query.bind(values),
    })
}

/// Executes statements with a table of rows between two texts.
pub(super) async fn execute<T>(
    connection: &mut PgConnection,
    sql: [&str; 2],
    rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<()> {
    for rows in rows.chunks(ROWS) {
        let (sql, arrays) = statement(sql, rows, &bind)?;
        bound(sql, arrays).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns what statements with a table of rows between two texts find.
pub(super) async fn fetch<T>(
    connection: &mut PgConnection,
    sql: [&str; 2],
    rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<Vec<PgRow>> {
    let mut found = Vec::new();
    for rows in rows.chunks(ROWS) {
        let (sql, arrays) = statement(sql, rows, &bind)?;
        found.extend(bound(sql, arrays).fetch_all(&mut *connection).await?);
    }
    Ok(found)
}

/// In PostgreSQL, no row comes more than once in either function.
pub(super) use self::execute as execute_once;
