//! Tokens that apps draw for their users.

use sqlx::Row as _;

use super::super::Connection;
use super::super::players::take_name;
use super::super::values::{damaged, time_at};
use super::{lock, users};
use crate::model::calendar::Timestamp;
use crate::{AppState, AppUser, Control, Player, PlayerId, SignIn, SignedIn};

/// Maximum number of tokens of an app for a user. Beyond that, the oldest are deleted.
const MAX_TOKENS_OF_USER: i64 = 20;
/// Maximum number of expired tokens that a call deletes.
const MAX_EXPIRED: i64 = 20;

pub(super) async fn sign_in(connection: &mut Connection, request: &SignIn) -> sqlx::Result<SignedIn> {
    match lock(connection, request.app).await? {
        None | Some(AppState::Suspended) => return Ok(SignedIn::NoApp),
        Some(AppState::Pending | AppState::Approved) => {}
    }
    forget_expired(connection, request.at).await?;
    let (player, is_new) = match users::get(connection, request.app, &request.user).await? {
        Some(AppUser { player: Player { banned: true, .. }, .. }) => return Ok(SignedIn::Banned),
        Some(AppUser { control: Control::Person, .. }) => return Ok(SignedIn::TakenOver),
        Some(AppUser { player, .. }) => match earlier_token(connection, request).await? {
            Some((salt, expires_at)) => return Ok(SignedIn::Repeated { player, salt, expires_at }),
            None => (player, false),
        },
        None => match create_user(connection, request).await? {
            Some(player) => (player, true),
            None => return Ok(SignedIn::NameTaken),
        },
    };
    insert_token(connection, player.id, request).await?;
    Ok(if is_new { SignedIn::New(player) } else { SignedIn::Known(player) })
}

/// Deletes some tokens that have expired.
async fn forget_expired(connection: &mut Connection, now: Timestamp) -> sqlx::Result<()> {
    let sql =
        "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)";
    sqlx::query(sql).bind(now.millis()).bind(MAX_EXPIRED).execute(connection).await?;
    Ok(())
}

/// Returns the salt and the expiry of the token that the same request drew before, if it is still valid.
async fn earlier_token(connection: &mut Connection, request: &SignIn) -> sqlx::Result<Option<([u8; 32], Timestamp)>> {
    let Some(repeatable) = &request.repeatable else { return Ok(None) };
    // It may be one of many expired tokens that are not deleted yet.
    let sql = "DELETE FROM tokens WHERE request = $1 AND expires_at <= $2";
    let query = sqlx::query(sql).bind(repeatable.request.as_slice()).bind(request.at.millis());
    query.execute(&mut *connection).await?;
    let sql = "SELECT request_salt, expires_at FROM tokens WHERE request = $1";
    let row = sqlx::query(sql).bind(repeatable.request.as_slice()).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(None) };
    let salt = row.try_get::<Vec<u8>, _>(0)?.try_into().map_err(|_| damaged("a salt is not 32 bytes long"))?;
    Ok(Some((salt, time_at(&row, 1)?)))
}

/// Creates a user and the player for whom the app acts; none if no name is free.
async fn create_user(connection: &mut Connection, request: &SignIn) -> sqlx::Result<Option<Player>> {
    for offered in &request.names {
        if take_name(connection, &offered.forms).await? {
            let sql = "INSERT INTO players (name, created_at, acted_for_by) VALUES ($1, $2, $3) RETURNING id";
            let query = sqlx::query_scalar(sql).bind(&offered.name).bind(request.at.millis()).bind(request.app.0);
            let id = PlayerId(query.fetch_one(&mut *connection).await?);
            let sql = "INSERT INTO app_users (app, user_id, player, created_at) VALUES ($1, $2, $3, $4)";
            let query = sqlx::query(sql).bind(request.app.0).bind(request.user.as_str()).bind(id.0);
            query.bind(request.at.millis()).execute(connection).await?;
            return Ok(Some(Player {
                id,
                name: offered.name.clone(),
                created_at: request.at,
                banned: false,
                bot: false,
            }));
        }
    }
    Ok(None)
}

async fn insert_token(connection: &mut Connection, player: PlayerId, request: &SignIn) -> sqlx::Result<()> {
    let sql = "DELETE FROM tokens WHERE app = $1 AND player = $2
        AND id <= (SELECT id FROM tokens WHERE app = $1 AND player = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)";
    let query = sqlx::query(sql).bind(request.app.0).bind(player.0).bind(MAX_TOKENS_OF_USER - 1);
    query.execute(&mut *connection).await?;
    let sql = "INSERT INTO tokens (player, hash, created_at, app, expires_at, request, request_salt)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let query = sqlx::query(sql).bind(player.0).bind(request.token.0.as_slice()).bind(request.at.millis());
    let query = query.bind(request.app.0).bind(request.expires_at.millis());
    let query = query.bind(request.repeatable.as_ref().map(|repeatable| repeatable.request.as_slice()));
    let query = query.bind(request.repeatable.as_ref().map(|repeatable| repeatable.salt.as_slice()));
    query.execute(connection).await?;
    Ok(())
}
