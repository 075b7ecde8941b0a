//! The secret, and the mark by which the key under which names are hashed is known again.

use super::Connection;
use super::runs::damaged;
use super::upgrade;
use crate::name::NameKey;
use crate::{Secret, SecretPlace};

/// The secret that is in use from now on; none if names are hashed under the key of another.
pub(super) async fn place(connection: &mut Connection, place: SecretPlace) -> sqlx::Result<Option<Secret>> {
    let kept = noted(connection, "secret").await?.map(Secret);
    let secret = match (place, kept) {
        (SecretPlace::Database(_), Some(kept)) => kept,
        (SecretPlace::Database(fresh), None) => fresh,
        (SecretPlace::Elsewhere(given), _) => given,
    };
    if !names_are_under(connection, &secret.name_key()).await? {
        return Ok(None);
    }
    match place {
        SecretPlace::Database(_) if kept.is_none() => note(connection, "secret", &secret.0).await?,
        SecretPlace::Elsewhere(_) if kept == Some(secret) => {
            sqlx::query("DELETE FROM memory WHERE name = 'secret'").execute(connection).await?;
        }
        _ => {}
    }
    Ok(Some(secret))
}

/// Whether names are hashed under this key. From the first time on they are.
async fn names_are_under(connection: &mut Connection, key: &NameKey) -> sqlx::Result<bool> {
    if let Some(mark) = noted(connection, "mark of the key of names").await? {
        return Ok(mark == key.mark());
    }
    upgrade::hash_names(connection, key).await?;
    note(connection, "mark of the key of names", &key.mark()).await?;
    Ok(true)
}

async fn noted(connection: &mut Connection, name: &str) -> sqlx::Result<Option<[u8; 32]>> {
    let sql = "SELECT value FROM memory WHERE name = $1";
    let kept: Option<Vec<u8>> = sqlx::query_scalar(sql).bind(name).fetch_optional(connection).await?;
    kept.map(|bytes| bytes.try_into().map_err(|_| damaged("a secret is not 32 bytes long"))).transpose()
}

async fn note(connection: &mut Connection, name: &str, value: &[u8; 32]) -> sqlx::Result<()> {
    let sql = "INSERT INTO memory (name, value) VALUES ($1, $2)";
    sqlx::query(sql).bind(name).bind(value.as_slice()).execute(connection).await?;
    Ok(())
}
