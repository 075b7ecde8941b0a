//! What an older database needs beyond the migrations: what SQL cannot work out.

use super::Connection;
use crate::name::NameKey;

/// Puts in the place of each hash of a name, which had no key, its hash under this key.
pub(super) async fn hash_names(connection: &mut Connection, key: &NameKey) -> sqlx::Result<()> {
    let forms: Vec<Vec<u8>> = sqlx::query_scalar("SELECT form FROM names_taken").fetch_all(&mut *connection).await?;
    sqlx::query("DELETE FROM names_taken").execute(&mut *connection).await?;
    for form in &forms {
        let query = sqlx::query("INSERT INTO names_taken (form) VALUES ($1)").bind(key.hash(form).to_vec());
        query.execute(&mut *connection).await?;
    }
    Ok(())
}
