//! Orders of moderators.

mod log;

use self::log::log;
pub(super) use self::log::{actions, forget_names};
use super::{Connection, apps, boards, contests, players, ratings};
use crate::{Act, AppId, AppState, ContestId, LoggedAct, Moderated, ModerationOrder, Names, PlayerId, RunId};

/// The outcome of an order before it is logged.
enum Outcome {
    Changed(LoggedAct),
    Unchanged,
    UnknownRun,
    UnknownPlayer,
    UnknownApp,
    UnknownContest,
    NameTaken,
}

/// Executes an order, and logs it if it changes anything. The row of the player whom it names is locked.
pub(super) async fn moderate(connection: &mut Connection, order: &ModerationOrder) -> sqlx::Result<Moderated> {
    let outcome = match &order.act {
        Act::HideRun(run) => hide_run(connection, *run, true).await?,
        Act::RestoreRun(run) => hide_run(connection, *run, false).await?,
        Act::RenamePlayer { player, name, forms } => rename(connection, *player, name, forms).await?,
        Act::BanPlayer(player) => ban(connection, *player, Some(order.at.millis())).await?,
        Act::UnbanPlayer(player) => ban(connection, *player, None).await?,
        Act::SuspendApp(app) => suspend(connection, *app).await?,
        Act::RenameContest { contest, name } => rename_contest(connection, *contest, name).await?,
    };
    Ok(match outcome {
        Outcome::Changed(act) => Moderated::Applied(log(connection, order, act).await?),
        Outcome::Unchanged => Moderated::Unchanged,
        Outcome::UnknownRun => Moderated::UnknownRun,
        Outcome::UnknownPlayer => Moderated::UnknownPlayer,
        Outcome::UnknownApp => Moderated::UnknownApp,
        Outcome::UnknownContest => Moderated::UnknownContest,
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

/// Suspends an app. Only an operator can approve it again.
async fn suspend(connection: &mut Connection, app: AppId) -> sqlx::Result<Outcome> {
    match apps::lock(connection, app).await? {
        None => return Ok(Outcome::UnknownApp),
        Some(AppState::Suspended) => return Ok(Outcome::Unchanged),
        Some(AppState::Pending | AppState::Approved) => {}
    }
    apps::set_state(connection, app, AppState::Suspended).await?;
    Ok(Outcome::Changed(LoggedAct::SuspendApp(app)))
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

async fn rename_contest(connection: &mut Connection, contest: ContestId, new: &str) -> sqlx::Result<Outcome> {
    let Some((organizer, old)) = contests::rename(connection, contest, new).await? else {
        return Ok(Outcome::UnknownContest);
    };
    if old == new {
        return Ok(Outcome::Unchanged);
    }
    let names = Some(Names { old, new: new.to_owned() });
    Ok(Outcome::Changed(LoggedAct::RenameContest { contest, organizer, names }))
}

/// Bans a player from a time on, or undoes the ban.
async fn ban(connection: &mut Connection, id: PlayerId, from: Option<i64>) -> sqlx::Result<Outcome> {
    let Some(player) = players::get(connection, id).await? else { return Ok(Outcome::UnknownPlayer) };
    if player.banned == from.is_some() {
        return Ok(Outcome::Unchanged);
    }
    let sql = "UPDATE players SET banned_at = $1 WHERE id = $2";
    sqlx::query(sql).bind(from).bind(id.0).execute(&mut *connection).await?;
    ratings::hide(connection, id, from.is_some()).await?;
    boards::hide_player(connection, id, from.is_some()).await?;
    Ok(Outcome::Changed(if from.is_some() { LoggedAct::BanPlayer(id) } else { LoggedAct::UnbanPlayer(id) }))
}
