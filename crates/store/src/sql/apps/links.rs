//! Links with which people take players over, or let apps play for them.

use sqlx::{AssertSqlSafe, Row as _};

use super::super::boards::averages;
use super::super::players::{player_at, tokens};
use super::super::values::damaged;
use super::super::{Connection, Row};
use super::{COLUMNS, app_at, lock, users};
use crate::model::calendar::Timestamp;
use crate::{
    App, AppId, AppLink, AppState, AppUser, Consented, Control, LinkPurpose, NewAppLink, NewToken, Player, PlayerId,
    Repeatable, TakeOver, TokenHash, TookOver,
};

/// Creates a link. The row of the player is locked.
pub(super) async fn create(
    connection: &mut Connection,
    link: &NewAppLink,
    player: PlayerId,
) -> sqlx::Result<Option<LinkPurpose>> {
    let NewAppLink { app, user, code, at, expires_at } = link;
    let known = users::get(connection, *app, user).await?;
    let Some(AppUser { control, .. }) = known.filter(|known| known.player.id == player) else { return Ok(None) };
    let purpose = if control == Control::App { LinkPurpose::TakeOver } else { LinkPurpose::Consent };
    let sql = "DELETE FROM app_links WHERE expires_at <= $1";
    sqlx::query(sql).bind(at.millis()).execute(&mut *connection).await?;
    let sql = "INSERT INTO app_links (hash, app, player, consents, expires_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (app, player) DO UPDATE
        SET hash = excluded.hash, consents = excluded.consents, expires_at = excluded.expires_at";
    let query = sqlx::query(sql).bind(code.0.as_slice()).bind(app.0).bind(player.0);
    let query = query.bind(i64::from(purpose == LinkPurpose::Consent)).bind(expires_at.millis());
    query.execute(connection).await?;
    Ok(Some(purpose))
}

/// Returns the link with a code, if it is valid at a time, and its app is not suspended.
pub(super) async fn get(connection: &mut Connection, code: TokenHash, at: Timestamp) -> sqlx::Result<Option<AppLink>> {
    let sql = format!(
        "SELECT {COLUMNS}, consents, players.id, players.name, players.created_at, banned_at, bot
        FROM app_links CROSS JOIN apps CROSS JOIN players
        WHERE hash = $1 AND expires_at > $2 AND apps.id = app_links.app AND players.id = app_links.player"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(code.0.as_slice()).bind(at.millis());
    let Some(row) = query.fetch_optional(connection).await? else { return Ok(None) };
    let purpose = if row.try_get::<i64, _>(6)? == 0 { LinkPurpose::TakeOver } else { LinkPurpose::Consent };
    let link = AppLink { app: app_at(&row)?, player: player_at(&row, 7)?, purpose };
    Ok(Some(link).filter(|link| link.app.state != AppState::Suspended))
}

/// Gives a player to the person with the link. The row of the player is locked.
pub(super) async fn take_over(
    connection: &mut Connection,
    request: &TakeOver,
    player: PlayerId,
) -> sqlx::Result<TookOver> {
    let forget = "DELETE FROM player_requests WHERE expires_at < $1";
    sqlx::query(forget).bind(request.at.millis()).execute(&mut *connection).await?;
    let Some(link) = get(connection, request.code, request.at).await? else { return Ok(TookOver::Unknown) };
    let AppLink { app, player: of_link, purpose } = link;
    if of_link.id != player || purpose != LinkPurpose::TakeOver {
        return Ok(TookOver::Unknown);
    }
    if of_link.banned {
        return Ok(TookOver::Banned);
    }
    if let Some(earlier) = earlier_request(connection, request, &of_link).await? {
        return Ok(earlier);
    }
    // A token that the app draws at the same time is deleted below, or refused.
    lock(connection, app.id).await?;
    let sql = "UPDATE players SET acted_for_until = $1, recovery_hash = $2
        WHERE id = $3 AND acted_for_by = $4 AND acted_for_until IS NULL";
    let query = sqlx::query(sql).bind(request.at.millis()).bind(request.recovery.0.as_slice());
    if query.bind(player.0).bind(app.id.0).execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(TookOver::Used);
    }
    // All are of the app. The link stays until it expires, so that the request can be repeated.
    tokens::delete_all(connection, player).await?;
    let sql = "DELETE FROM pairings WHERE player = $1 AND table_id IS NULL";
    sqlx::query(sql).bind(player.0).execute(&mut *connection).await?;
    averages::forget(connection, player).await?;
    tokens::insert(connection, player, &NewToken { hash: request.token, label: None, at: request.at }).await?;
    if let Some(Repeatable { key, salt, until }) = &request.repeatable {
        let sql = "INSERT INTO player_requests (key, player, salt, expires_at) VALUES ($1, $2, $3, $4)";
        let query = sqlx::query(sql).bind(key.as_slice()).bind(player.0).bind(salt.as_slice()).bind(until.millis());
        query.execute(connection).await?;
    }
    Ok(TookOver::New(of_link))
}

/// Returns the outcome of the same request before, if there was one.
async fn earlier_request(
    connection: &mut Connection,
    request: &TakeOver,
    player: &Player,
) -> sqlx::Result<Option<TookOver>> {
    let Some(Repeatable { key, .. }) = &request.repeatable else { return Ok(None) };
    let sql = "SELECT player, salt FROM player_requests WHERE key = $1";
    let Some(row) = sqlx::query(sql).bind(key.as_slice()).fetch_optional(connection).await? else { return Ok(None) };
    if row.try_get::<i64, _>(0)? != player.id.0 {
        return Ok(Some(TookOver::OtherRequest));
    }
    let salt = row.try_get::<Vec<u8>, _>(1)?.try_into().map_err(|_| damaged("a salt is not 32 bytes long"))?;
    Ok(Some(TookOver::Repeated { player: player.clone(), salt }))
}

/// Lets an app play for a player. The row of the player is locked.
pub(super) async fn consent(
    connection: &mut Connection,
    code: TokenHash,
    player: PlayerId,
    at: Timestamp,
) -> sqlx::Result<Consented> {
    let link = get(connection, code, at).await?;
    let Some(link) = link.filter(|link| link.purpose == LinkPurpose::Consent) else { return Ok(Consented::Unknown) };
    if link.player.id != player {
        return Ok(Consented::OtherPlayer);
    }
    let sql = "UPDATE app_users SET allowed = 1 WHERE app = $1 AND player = $2";
    sqlx::query(sql).bind(link.app.id.0).bind(player.0).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM app_links WHERE hash = $1").bind(code.0.as_slice()).execute(connection).await?;
    Ok(Consented::Allowed)
}

/// Returns the apps that a player lets play for them.
pub(super) async fn allowed(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<App>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM app_users CROSS JOIN apps
        WHERE app_users.player = $1 AND allowed = 1 AND apps.id = app_users.app ORDER BY app_users.app"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(player.0).fetch_all(connection).await?;
    rows.iter().map(|row: &Row| app_at(row)).collect()
}

/// Ends that an app may play for a player. The row of the player is locked.
pub(super) async fn withdraw(connection: &mut Connection, player: PlayerId, app: AppId) -> sqlx::Result<bool> {
    lock(connection, app).await?;
    let sql = "UPDATE app_users SET allowed = 0 WHERE app = $1 AND player = $2 AND allowed = 1";
    let changed = sqlx::query(sql).bind(app.0).bind(player.0).execute(&mut *connection).await?.rows_affected();
    if changed > 0 {
        users::end_tokens(connection, app, player).await?;
    }
    Ok(changed > 0)
}
