//! The log of moderation.

use sqlx::Row as _;

use super::super::values::{damaged, time_at};
use super::super::{Connection, Row};
use crate::{ActionId, AppId, ContestId, LoggedAct, LoggedAction, ModerationOrder, Names, PlayerId, RunId};

/// An action as in databases: no name may change.
fn action_name(act: &LoggedAct) -> &'static str {
    match act {
        LoggedAct::HideRun(_) => "hide_run",
        LoggedAct::RestoreRun(_) => "restore_run",
        LoggedAct::RenamePlayer { .. } => "rename_player",
        LoggedAct::BanPlayer(_) => "ban_player",
        LoggedAct::UnbanPlayer(_) => "unban_player",
        LoggedAct::SuspendApp(_) => "suspend_app",
        LoggedAct::RenameContest { .. } => "rename_contest",
    }
}

pub(super) async fn log(
    connection: &mut Connection,
    order: &ModerationOrder,
    act: LoggedAct,
) -> sqlx::Result<LoggedAction> {
    let (run, player, names) = match &act {
        LoggedAct::HideRun(run) | LoggedAct::RestoreRun(run) => (Some(run.0), None, None),
        LoggedAct::RenamePlayer { player, names } => (None, Some(player.0), names.as_ref()),
        LoggedAct::BanPlayer(player) | LoggedAct::UnbanPlayer(player) => (None, Some(player.0), None),
        LoggedAct::RenameContest { organizer, names, .. } => (None, Some(organizer.0), names.as_ref()),
        LoggedAct::SuspendApp(_) => (None, None, None),
    };
    let (app, contest) = match &act {
        LoggedAct::SuspendApp(app) => (Some(app.0), None),
        LoggedAct::RenameContest { contest, .. } => (None, Some(contest.0)),
        _ => (None, None),
    };
    let (old, new) = names.map(|Names { old, new }| (old.as_str(), new.as_str())).unzip();
    let sql = "INSERT INTO moderation_actions (at, action, run, player, app, contest, old_name, new_name, reason)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(order.at.millis()).bind(action_name(&act)).bind(run).bind(player);
    let query = query.bind(app).bind(contest);
    let id = query.bind(old).bind(new).bind(order.reason.as_str()).fetch_one(connection).await?;
    Ok(LoggedAction { id: ActionId(id), at: order.at, act, reason: order.reason.as_str().to_owned() })
}

/// Returns actions, the newest first.
pub(crate) async fn actions(
    connection: &mut Connection,
    before: Option<ActionId>,
    limit: u32,
) -> sqlx::Result<Vec<LoggedAction>> {
    let sql = "SELECT id, at, action, run, player, old_name, new_name, reason, app, contest FROM moderation_actions
        WHERE id < $1 ORDER BY id DESC LIMIT $2";
    let before = before.map_or(i64::MAX, |action| action.0);
    let rows = sqlx::query(sql).bind(before).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(action_at).collect()
}

fn action_at(row: &Row) -> sqlx::Result<LoggedAction> {
    let run = || row.try_get(3).map(RunId);
    let player = || row.try_get(4).map(PlayerId);
    let names = || {
        let names: Option<(String, String)> = row.try_get::<Option<_>, _>(5)?.zip(row.try_get(6)?);
        Ok::<_, sqlx::Error>(names.map(|(old, new)| Names { old, new }))
    };
    let act = match row.try_get(2)? {
        "hide_run" => LoggedAct::HideRun(run()?),
        "restore_run" => LoggedAct::RestoreRun(run()?),
        "rename_player" => LoggedAct::RenamePlayer { player: player()?, names: names()? },
        "ban_player" => LoggedAct::BanPlayer(player()?),
        "unban_player" => LoggedAct::UnbanPlayer(player()?),
        "suspend_app" => LoggedAct::SuspendApp(row.try_get(8).map(AppId)?),
        "rename_contest" => {
            let contest = row.try_get(9).map(ContestId)?;
            LoggedAct::RenameContest { contest, organizer: player()?, names: names()? }
        }
        _ => return Err(damaged("an action of a moderator is unknown")),
    };
    Ok(LoggedAction { id: ActionId(row.try_get(0)?), at: time_at(row, 1)?, act, reason: row.try_get(7)? })
}

/// Removes the names of a player and those of the player's contests from the log.
pub(crate) async fn forget_names(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    let sql = "UPDATE moderation_actions SET old_name = NULL, new_name = NULL WHERE player = $1";
    sqlx::query(sql).bind(player.0).execute(connection).await?;
    Ok(())
}
