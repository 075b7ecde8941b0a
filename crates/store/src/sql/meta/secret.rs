//! The secret, and a hash that identifies the key under which names are hashed.

use super::super::Connection;
use super::super::values::damaged;
use crate::model::name::NameKey;
use crate::{Secret, SecretPlace};

const SECRET: &str = "secret";
const MARK: &str = "mark of the name key";

/// Sets where the secret is, and returns the secret to use; none if names are hashed under the key of another. If several instances start at
/// once, one of them inserts, and the others retry.
pub(crate) async fn place(connection: &mut Connection, place: SecretPlace) -> sqlx::Result<Option<Secret>> {
    let stored = value(connection, SECRET).await?.map(Secret);
    let secret = match (place, stored) {
        (SecretPlace::Database(_), Some(stored)) => stored,
        (SecretPlace::Database(fresh), None) => fresh,
        (SecretPlace::Elsewhere(given), _) => given,
    };
    if !names_are_under(connection, &secret.name_key()).await? {
        return Ok(None);
    }
    match place {
        SecretPlace::Database(_) if stored.is_none() => super::insert(connection, SECRET, &secret.0).await?,
        SecretPlace::Elsewhere(_) if stored == Some(secret) => super::delete(connection, SECRET).await?,
        _ => {}
    }
    Ok(Some(secret))
}

/// Whether names are hashed under this key. The first call decides that they are.
async fn names_are_under(connection: &mut Connection, key: &NameKey) -> sqlx::Result<bool> {
    if let Some(mark) = value(connection, MARK).await? {
        return Ok(mark == key.mark());
    }
    super::insert(connection, MARK, &key.mark()).await?;
    Ok(true)
}

async fn value(connection: &mut Connection, name: &str) -> sqlx::Result<Option<[u8; 32]>> {
    let stored = super::value(connection, name).await?;
    stored.map(|bytes| bytes.try_into().map_err(|_| damaged("a secret is not 32 bytes long"))).transpose()
}
