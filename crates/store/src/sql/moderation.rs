//! What moderators do, and the log of it.

use sqlx::Row as _;

use super::boards;
use super::players;
use super::values::{damaged, time_at};
use super::{Connection, Row};
use crate::{Act, ActionId, LoggedAct, LoggedAction, Moderated, ModerationOrder, Names, PlayerId, RunId};

/// What an order comes to before it is logged.
enum Outcome {
    Changed(LoggedAct),
    Unchanged,
    UnknownRun,
    UnknownPlayer,
    NameTaken,
}

/// Does what a moderator orders, and logs it if it changes anything. The row of the player whom it names is locked.
pub(super) async fn moderate(connection: &mut Connection, order: &ModerationOrder) -> sqlx::Result<Moderated> {
    let outcome = match &order.act {
        Act::HideRun(run) => hide_run(connection, *run, true).await?,
        Act::RestoreRun(run) => hide_run(connection, *run, false).await?,
        Act::RenamePlayer { player, name, forms } => rename(connection, *player, name, forms).await?,
        Act::BanPlayer(player) => ban(connection, *player, Some(order.at.millis())).await?,
        Act::UnbanPlayer(player) => ban(connection, *player, None).await?,
    };
    Ok(match outcome {
        Outcome::Changed(act) => Moderated::Done(log(connection, order, act).await?),
        Outcome::Unchanged => Moderated::Unchanged,
        Outcome::UnknownRun => Moderated::UnknownRun,
        Outcome::UnknownPlayer => Moderated::UnknownPlayer,
        Outcome::NameTaken => Moderated::NameTaken,
    })
}

async fn hide_run(connection: &mut Connection, run: RunId, hidden: bool) -> sqlx::Result<Outcome> {
    Ok(match boards::hide_run(connection, run, hidden).await? {
        None => Outcome::UnknownRun,
        Some(false) => Outcome::Unchanged,
        Some(true) if hidden => Outcome::Changed(LoggedAct::HideRun(run)),
        Some(true) => Outcome::Changed(LoggedAct::RestoreRun(run)),
    })
}

async fn rename(connection: &mut Connection, id: PlayerId, new: &str, forms: &[[u8; 32]]) -> sqlx::Result<Outcome> {
    let Some(player) = players::get(connection, id).await? else { return Ok(Outcome::UnknownPlayer) };
    if player.name == new {
        return Ok(Outcome::Unchanged);
    }
    if !players::rename(connection, id, new, forms).await? {
        return Ok(Outcome::NameTaken);
    }
    let names = Names { old: player.name, new: new.to_owned() };
    Ok(Outcome::Changed(LoggedAct::RenamePlayer { player: id, names: Some(names) }))
}

/// Bans a player from a time on, or undoes the ban.
async fn ban(connection: &mut Connection, id: PlayerId, from: Option<i64>) -> sqlx::Result<Outcome> {
    let Some(player) = players::get(connection, id).await? else { return Ok(Outcome::UnknownPlayer) };
    if player.banned == from.is_some() {
        return Ok(Outcome::Unchanged);
    }
    let sql = "UPDATE players SET banned_at = $1 WHERE id = $2";
    sqlx::query(sql).bind(from).bind(id.0).execute(&mut *connection).await?;
    boards::hide_player(connection, id, from.is_some()).await?;
    Ok(Outcome::Changed(if from.is_some() { LoggedAct::BanPlayer(id) } else { LoggedAct::UnbanPlayer(id) }))
}

/// An action as databases have it: no name may change.
fn action_name(act: &LoggedAct) -> &'static str {
    match act {
        LoggedAct::HideRun(_) => "hide_run",
        LoggedAct::RestoreRun(_) => "restore_run",
        LoggedAct::RenamePlayer { .. } => "rename_player",
        LoggedAct::BanPlayer(_) => "ban_player",
        LoggedAct::UnbanPlayer(_) => "unban_player",
    }
}

async fn log(connection: &mut Connection, order: &ModerationOrder, act: LoggedAct) -> sqlx::Result<LoggedAction> {
    let (run, player, names) = match &act {
        LoggedAct::HideRun(run) | LoggedAct::RestoreRun(run) => (Some(run.0), None, None),
        LoggedAct::RenamePlayer { player, names } => (None, Some(player.0), names.as_ref()),
        LoggedAct::BanPlayer(player) | LoggedAct::UnbanPlayer(player) => (None, Some(player.0), None),
    };
    let (old, new) = names.map(|Names { old, new }| (old.as_str(), new.as_str())).unzip();
    let sql = "INSERT INTO moderation_actions (at, action, run, player, old_name, new_name, reason)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(order.at.millis()).bind(action_name(&act)).bind(run).bind(player);
    let id = query.bind(old).bind(new).bind(order.reason.as_str()).fetch_one(connection).await?;
    Ok(LoggedAction { id: ActionId(id), at: order.at, act, reason: order.reason.as_str().to_owned() })
}

/// What moderators did, the newest first.
pub(super) async fn actions(
    connection: &mut Connection,
    before: Option<ActionId>,
    limit: u32,
) -> sqlx::Result<Vec<LoggedAction>> {
    let sql = "SELECT id, at, action, run, player, old_name, new_name, reason FROM moderation_actions
        WHERE id < $1 ORDER BY id DESC LIMIT $2";
    let before = before.map_or(i64::MAX, |action| action.0);
    let rows = sqlx::query(sql).bind(before).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(action_at).collect()
}

fn action_at(row: &Row) -> sqlx::Result<LoggedAction> {
    let run = || row.try_get(3).map(RunId);
    let player = || row.try_get(4).map(PlayerId);
    let act = match row.try_get(2)? {
        "hide_run" => LoggedAct::HideRun(run()?),
        "restore_run" => LoggedAct::RestoreRun(run()?),
        "rename_player" => {
            let names: Option<(String, String)> = row.try_get::<Option<_>, _>(5)?.zip(row.try_get(6)?);
            LoggedAct::RenamePlayer { player: player()?, names: names.map(|(old, new)| Names { old, new }) }
        }
        "ban_player" => LoggedAct::BanPlayer(player()?),
        "unban_player" => LoggedAct::UnbanPlayer(player()?),
        _ => return Err(damaged("an action of a moderator is unknown")),
    };
    Ok(LoggedAction { id: ActionId(row.try_get(0)?), at: time_at(row, 1)?, act, reason: row.try_get(7)? })
}

/// Removes the names of a player from the log.
pub(super) async fn forget_names(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    let sql = "UPDATE moderation_actions SET old_name = NULL, new_name = NULL WHERE player = $1";
    sqlx::query(sql).bind(player.0).execute(connection).await?;
    Ok(())
}
