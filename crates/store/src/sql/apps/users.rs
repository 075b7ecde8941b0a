//! Users of apps.

use std::collections::BTreeSet;

use sqlx::Row as _;

use super::super::players::player_at;
use super::super::rows::fetch;
use super::super::{Connection, Row, boards};
use super::lock;
use crate::{AppId, AppUser, Control, PlayerId, UserId};

/// The user ids of an app with their players. `app_users.app` is the first parameter.
macro_rules! users_where {
    ($condition:literal) => {
        concat!(
            "SELECT user_id, acted_for_by, acted_for_until, app_users.hidden, app_users.allowed, players.id, name, players.created_at, banned_at, bot
                FROM app_users CROSS JOIN players WHERE players.id = app_users.player AND app_users.app = $1",
            $condition
        )
    };
}

fn user_at(app: AppId, row: &Row) -> sqlx::Result<AppUser> {
    let user = UserId::new(row.try_get(0)?).ok_or_else(|| super::damaged("a user id is not valid"))?;
    let is_acted_for = row.try_get::<Option<i64>, _>(1)? == Some(app.0) && row.try_get::<Option<i64>, _>(2)?.is_none();
    let (hidden, is_allowed) = (row.try_get::<i64, _>(3)? == 1, row.try_get::<i64, _>(4)? == 1);
    let control = match (is_acted_for, is_allowed) {
        (true, _) => Control::App,
        (false, true) => Control::Consenting,
        (false, false) => Control::Person,
    };
    Ok(AppUser { user, player: player_at(row, 5)?, control, hidden })
}

pub(super) async fn get(connection: &mut Connection, app: AppId, user: &UserId) -> sqlx::Result<Option<AppUser>> {
    let query = sqlx::query(users_where!(" AND user_id = $2")).bind(app.0).bind(user.as_str());
    let row = query.fetch_optional(connection).await?;
    row.map(|row| user_at(app, &row)).transpose()
}

pub(super) async fn list(
    connection: &mut Connection,
    app: AppId,
    after: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<AppUser>> {
    let sql = users_where!(" AND app_users.player > $2 ORDER BY app_users.player LIMIT $3");
    let query = sqlx::query(sql).bind(app.0).bind(after.0).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(|row| user_at(app, row)).collect()
}

pub(super) async fn forget(connection: &mut Connection, app: AppId, user: &UserId) -> sqlx::Result<Option<PlayerId>> {
    if lock(connection, app).await?.is_none() {
        return Ok(None);
    }
    let sql = "DELETE FROM app_users WHERE app = $1 AND user_id = $2 RETURNING player";
    let query = sqlx::query_scalar(sql).bind(app.0).bind(user.as_str());
    let Some(player) = query.fetch_optional(&mut *connection).await? else { return Ok(None) };
    end_tokens(connection, app, PlayerId(player)).await?;
    Ok(Some(PlayerId(player)))
}

/// Deletes the tokens and the link of an app for a player.
pub(super) async fn end_tokens(connection: &mut Connection, app: AppId, player: PlayerId) -> sqlx::Result<()> {
    for sql in
        ["DELETE FROM tokens WHERE app = $1 AND player = $2", "DELETE FROM app_links WHERE app = $1 AND player = $2"]
    {
        sqlx::query(sql).bind(app.0).bind(player.0).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Hides all runs of a user on the boards and lists of the app, or shows them again, also those that were hidden one by one. The row of the
/// player is locked. Returns whether the app still has this user.
pub(super) async fn hide(
    connection: &mut Connection,
    app: AppId,
    user: &UserId,
    player: PlayerId,
    hidden: bool,
) -> sqlx::Result<bool> {
    let sql = "UPDATE app_users SET hidden = $1 WHERE app = $2 AND user_id = $3 AND player = $4";
    let query = sqlx::query(sql).bind(i64::from(hidden)).bind(app.0).bind(user.as_str()).bind(player.0);
    if query.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(false);
    }
    boards::hide_in_app(connection, app, player, None, hidden).await?;
    Ok(true)
}

/// Returns those of the users whom their apps hid.
pub(in super::super) async fn hidden_users(
    connection: &mut Connection,
    users: BTreeSet<(AppId, PlayerId)>,
) -> sqlx::Result<BTreeSet<(AppId, PlayerId)>> {
    let users: Vec<(AppId, PlayerId)> = users.into_iter().collect();
    let sql = [
        "SELECT app, player FROM (",
        ") AS asked CROSS JOIN app_users WHERE app = column1 AND player = column2 AND hidden = 1",
    ];
    let found = fetch(connection, sql, &users, |columns, (app, player)| {
        columns.push_bind(app.0).push_bind(player.0);
    });
    let pair = |row: &Row| Ok((AppId(row.try_get(0)?), PlayerId(row.try_get(1)?)));
    found.await?.iter().map(pair).collect()
}

/// Forgets the user ids of a player who is being deleted, and that they asked for apps.
pub(in super::super) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    for sql in [
        "DELETE FROM app_links WHERE player = $1",
        "DELETE FROM app_users WHERE player = $1",
        "UPDATE apps SET owner = NULL WHERE owner = $1",
    ] {
        sqlx::query(sql).bind(player.0).execute(&mut *connection).await?;
    }
    Ok(())
}
