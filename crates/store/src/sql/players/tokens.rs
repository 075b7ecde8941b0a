//! Players' tokens and recovery codes.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Row as _};

use super::super::rows::fetch;
use super::super::values::{damaged, time_at};
use super::super::{Connection, FOR_UPDATE, Row};
use super::{exists, forget_request, player_at};
use crate::model::calendar::{Day, Timestamp};
use crate::{
    ActingApp, Added, AppId, AppState, KnownToken, MAX_TOKENS, NewToken, PlayerId, Recovered, Recovery, RecoveryHash,
    Revoked, StoredToken, TokenHash, TokenId,
};

fn day(millis: Option<i64>) -> Option<Day> {
    millis.map(|millis| Timestamp::from_millis(millis).day())
}

pub(crate) async fn known(
    connection: &mut Connection,
    token: TokenHash,
    at: Timestamp,
) -> sqlx::Result<Option<KnownToken>> {
    // A player's own token has no app, so nothing is looked up for it.
    let sql =
        "SELECT tokens.id, last_used_on, players.id, players.name, players.created_at, banned_at, bot, tokens.app,
            players.acted_for_by, players.acted_for_until, apps.state
        FROM tokens LEFT JOIN apps ON apps.id = tokens.app CROSS JOIN players
        WHERE players.id = tokens.player AND hash = $1
            AND (tokens.app IS NULL OR (apps.state <> 2 AND tokens.expires_at > $2))";
    let query = sqlx::query(sql).bind(token.0.as_slice()).bind(at.millis());
    let row = query.fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let (id, last_used_on) = (TokenId(row.try_get(0)?), day(row.try_get(1)?));
    let is_taken_over = row.try_get::<Option<i64>, _>(9)?.is_some();
    let acted_for_by = row.try_get::<Option<i64>, _>(8)?.filter(|_| !is_taken_over);
    let is_approved = row.try_get::<Option<i64>, _>(10)? == Some(AppState::Approved.number());
    let acting = |app| ActingApp { id: AppId(app), acts_for_player: acted_for_by == Some(app), is_approved };
    let app = row.try_get::<Option<i64>, _>(7)?.map(acting);
    Ok(Some(KnownToken { id, player: player_at(&row, 2)?, last_used_on, app }))
}

/// Returns those of the tokens that were revoked or replaced. Their players' rows are locked.
pub(crate) async fn revoked(
    connection: &mut Connection,
    tokens: BTreeSet<TokenHash>,
) -> sqlx::Result<BTreeSet<TokenHash>> {
    let asked: Vec<TokenHash> = tokens.iter().copied().collect();
    let sql = ["SELECT hash FROM tokens WHERE hash IN (", ")"];
    let found = fetch(connection, sql, &asked, |columns, token| {
        columns.push_bind(token.0.as_slice());
    });
    let known = found.await?.iter().map(|row| row.try_get(0)).collect::<sqlx::Result<BTreeSet<Vec<u8>>>>()?;
    Ok(tokens.into_iter().filter(|token| !known.contains(token.0.as_slice())).collect())
}

/// Returns the tokens of a player, without those of apps.
pub(crate) async fn of_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<StoredToken>> {
    let sql = "SELECT id, label, created_at, last_used_on FROM tokens WHERE player = $1 AND app IS NULL ORDER BY id";
    let rows = sqlx::query(sql).bind(player.0).fetch_all(connection).await?;
    let token = |row: &Row| {
        let created_at = time_at(row, 2)?;
        let last_used_on = day(row.try_get(3)?);
        Ok(StoredToken { id: TokenId(row.try_get(0)?), label: row.try_get(1)?, created_at, last_used_on })
    };
    rows.iter().map(token).collect()
}

pub(crate) async fn recovery_code_of(
    connection: &mut Connection,
    player: PlayerId,
) -> sqlx::Result<Option<RecoveryHash>> {
    let sql = "SELECT recovery_hash FROM players WHERE id = $1 AND recovery_hash IS NOT NULL";
    let hash: Option<Vec<u8>> = sqlx::query_scalar(sql).bind(player.0).fetch_optional(connection).await?;
    let sized = |hash: Vec<u8>| hash.try_into().map_err(|_| damaged("a recovery hash is not 32 bytes long"));
    Ok(hash.map(sized).transpose()?.map(RecoveryHash))
}

pub(crate) async fn insert(connection: &mut Connection, player: PlayerId, token: &NewToken) -> sqlx::Result<TokenId> {
    let sql = "INSERT INTO tokens (player, hash, label, created_at) VALUES ($1, $2, $3, $4) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(player.0).bind(token.hash.0.as_slice());
    let query = query.bind(token.label.as_ref().map(|label| label.as_str())).bind(token.at.millis());
    query.fetch_one(connection).await.map(TokenId)
}

pub(crate) async fn add(connection: &mut Connection, player: PlayerId, token: &NewToken) -> sqlx::Result<Added> {
    if !exists(connection, player).await? {
        return Ok(Added::NoPlayer);
    }
    if of_player(&mut *connection, player).await?.len() >= MAX_TOKENS {
        return Ok(Added::TooMany);
    }
    insert(connection, player, token).await.map(Added::New)
}

/// Forgets the requests that created a player's tokens, so that they cannot be repeated.
async fn forget_requests(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    forget_request(connection, player).await?;
    let sql = "UPDATE tokens SET recovered_by = NULL, recovery_salt = NULL WHERE player = $1";
    sqlx::query(sql).bind(player.0).execute(connection).await?;
    Ok(())
}

pub(crate) async fn replace(
    connection: &mut Connection,
    player: PlayerId,
    id: TokenId,
    token: TokenHash,
    at: Timestamp,
) -> sqlx::Result<bool> {
    forget_requests(connection, player).await?;
    let sql = "UPDATE tokens SET hash = $1, created_at = $2, last_used_on = NULL WHERE id = $3 AND player = $4";
    let query = sqlx::query(sql).bind(token.0.as_slice()).bind(at.millis()).bind(id.0).bind(player.0);
    Ok(query.execute(connection).await?.rows_affected() == 1)
}

pub(crate) async fn revoke(connection: &mut Connection, player: PlayerId, id: TokenId) -> sqlx::Result<Revoked> {
    let tokens = of_player(&mut *connection, player).await?;
    if !tokens.iter().any(|token| token.id == id) {
        return Ok(Revoked::Unknown);
    }
    let sql = "SELECT recovery_hash IS NOT NULL FROM players WHERE id = $1";
    let recoverable: bool = sqlx::query_scalar(sql).bind(player.0).fetch_one(&mut *connection).await?;
    if tokens.len() == 1 && !recoverable {
        return Ok(Revoked::LastOne);
    }
    forget_requests(connection, player).await?;
    delete(connection, id).await?;
    Ok(Revoked::Removed)
}

async fn delete(connection: &mut Connection, id: TokenId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM tokens WHERE id = $1").bind(id.0).execute(connection).await?;
    Ok(())
}

pub(crate) async fn delete_all(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM tokens WHERE player = $1").bind(player.0).execute(connection).await?;
    Ok(())
}

/// Stores that a token was used on a day, unless a use on that day or later is stored.
pub(crate) async fn note_use(connection: &mut Connection, id: TokenId, on: Day) -> sqlx::Result<()> {
    // Its caller has the token, so the request that created it need not be repeatable any more.
    let sql = "UPDATE tokens SET last_used_on = $1, recovered_by = NULL, recovery_salt = NULL
        WHERE id = $2 AND coalesce(last_used_on, -1) < $1";
    sqlx::query(sql).bind(on.start().millis()).bind(id.0).execute(connection).await?;
    Ok(())
}

pub(crate) async fn set_recovery_code(
    connection: &mut Connection,
    player: PlayerId,
    code: RecoveryHash,
) -> sqlx::Result<bool> {
    forget_requests(connection, player).await?;
    let sql = "UPDATE players SET recovery_hash = $1 WHERE id = $2 AND name IS NOT NULL";
    let result = sqlx::query(sql).bind(code.0.as_slice()).bind(player.0).execute(connection).await?;
    Ok(result.rows_affected() == 1)
}

/// Uses a recovery code. If several instances get the same code at once, one uses it, and the others wait and return its outcome.
pub(crate) async fn recover(connection: &mut Connection, recovery: &Recovery) -> sqlx::Result<Recovered> {
    let code = recovery.code.0.as_slice();
    let sql = format!("SELECT id, name, created_at, banned_at, bot FROM players WHERE recovery_hash = $1{FOR_UPDATE}");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(code).fetch_optional(&mut *connection).await?;
    let Some(player) = row.map(|row| player_at(&row, 0)).transpose()? else {
        return recovered_before(connection, recovery).await;
    };
    if player.banned {
        return Ok(Recovered::Banned);
    }
    set_recovery_code(connection, player.id, recovery.next).await?;
    // A code must work for a player who has lost the maximum number of tokens.
    let tokens = of_player(&mut *connection, player.id).await?;
    let last_used = |token: &&StoredToken| (token.last_used_on.unwrap_or(token.created_at.day()), token.id);
    if let Some(oldest) = tokens.iter().min_by_key(last_used).filter(|_| tokens.len() >= MAX_TOKENS) {
        delete(connection, oldest.id).await?;
    }
    let token = insert(connection, player.id, &recovery.token).await?;
    let sql = "UPDATE tokens SET recovered_by = $1, recovery_salt = $2 WHERE id = $3";
    sqlx::query(sql).bind(code).bind(recovery.salt.as_slice()).bind(token.0).execute(connection).await?;
    Ok(Recovered::New(token, player))
}

/// Returns the outcome of a code that was used before, if the token that it created is still unused.
async fn recovered_before(connection: &mut Connection, recovery: &Recovery) -> sqlx::Result<Recovered> {
    let sql = "SELECT players.id, name, players.created_at, banned_at, bot, tokens.id, recovery_salt
        FROM tokens CROSS JOIN players WHERE players.id = player AND recovered_by = $1";
    let row = sqlx::query(sql).bind(recovery.code.0.as_slice()).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(Recovered::Unknown) };
    let player = player_at(&row, 0)?;
    if player.banned {
        return Ok(Recovered::Banned);
    }
    let salt: Vec<u8> = row.try_get(6)?;
    Ok(Recovered::Repeated {
        token: TokenId(row.try_get(5)?),
        player,
        salt: salt.try_into().map_err(|_| damaged("a salt is not 32 bytes long"))?,
    })
}
