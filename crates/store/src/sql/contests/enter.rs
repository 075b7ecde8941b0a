//! The relations of players to contests.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Row as _};

use super::super::players::{self, standing};
use super::super::values::{damaged, number_at};
use super::super::{Connection, FOR_UPDATE};
use crate::model::calendar::Timestamp;
use crate::{AppId, ContestId, EntrantChange, EntrantChanged, EntrantState, Entry, MAX_ENTRANTS, PlayerId, RoundState};

/// What decides whether a player may enter a contest.
struct Terms {
    organizer: PlayerId,
    app: Option<AppId>,
    entry: Entry,
    approval: bool,
    entrants: u32,
}

/// Locks the row of a contest, which counts its entrants.
async fn lock(connection: &mut Connection, id: ContestId) -> sqlx::Result<Option<Terms>> {
    let sql = format!("SELECT organizer, app, entry, approval, entrants FROM contests WHERE id = $1{FOR_UPDATE}");
    let Some(row) = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await? else {
        return Ok(None);
    };
    Ok(Some(Terms {
        organizer: PlayerId(row.try_get(0)?),
        app: row.try_get::<Option<i64>, _>(1)?.map(AppId),
        entry: Entry::of_number(row.try_get(2)?).ok_or_else(|| damaged("who may enter a contest is unknown"))?,
        approval: row.try_get::<i64, _>(3)? != 0,
        entrants: number_at(&row, 4)?,
    }))
}

/// Returns the relation of a player to a contest.
pub(crate) async fn state_of(
    connection: &mut Connection,
    contest: ContestId,
    player: PlayerId,
) -> sqlx::Result<Option<EntrantState>> {
    let sql = "SELECT state FROM contest_entrants WHERE contest = $1 AND player = $2";
    let state: Option<i64> = sqlx::query_scalar(sql).bind(contest.0).bind(player.0).fetch_optional(connection).await?;
    let known = |state| EntrantState::of_number(state).ok_or_else(|| damaged("the state of an entrant is unknown"));
    state.map(known).transpose()
}

/// Inserts or replaces the relation of a player to a contest.
pub(super) async fn insert(
    connection: &mut Connection,
    contest: ContestId,
    player: PlayerId,
    state: EntrantState,
    at: Timestamp,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO contest_entrants (contest, player, state, since) VALUES ($1, $2, $3, $4)
        ON CONFLICT (contest, player) DO UPDATE SET state = excluded.state, since = excluded.since";
    let query = sqlx::query(sql).bind(contest.0).bind(player.0).bind(state.number()).bind(at.millis());
    query.execute(connection).await?;
    Ok(())
}

/// Changes the relation of a player, whose row is locked, to a contest.
pub(super) async fn change(
    connection: &mut Connection,
    contest: ContestId,
    player: PlayerId,
    change: EntrantChange,
    app: Option<AppId>,
    at: Timestamp,
) -> sqlx::Result<EntrantChanged> {
    let Some(terms) = lock(connection, contest).await? else { return Ok(EntrantChanged::Unknown) };
    let before = state_of(connection, contest, player).await?;
    let next = match (change, before) {
        (EntrantChange::Withdraw, _) => return withdraw(connection, contest, player, before, at).await,
        (EntrantChange::Refuse, Some(EntrantState::Entered)) => return Ok(EntrantChanged::HasEntered),
        (EntrantChange::Enter, Some(known @ (EntrantState::Asked | EntrantState::Entered | EntrantState::Refused)))
        | (EntrantChange::Approve, Some(known @ EntrantState::Entered))
        | (EntrantChange::Refuse, Some(known @ EntrantState::Refused)) => return Ok(EntrantChanged::Now(known)),
        (EntrantChange::Enter, _) if terms.approval && player != terms.organizer => EntrantState::Asked,
        (EntrantChange::Enter, _) => EntrantState::Entered,
        (EntrantChange::Approve, Some(EntrantState::Asked | EntrantState::Refused)) => EntrantState::Entered,
        (EntrantChange::Refuse, Some(EntrantState::Asked)) => EntrantState::Refused,
        (EntrantChange::Approve | EntrantChange::Refuse, _) => return Ok(EntrantChanged::NoRequest),
    };
    if let Some(refused) = refusal(connection, contest, &terms, (player, app, at), change, next).await? {
        return Ok(refused);
    }
    insert(connection, contest, player, next, at).await?;
    if next == EntrantState::Entered {
        let sql = "UPDATE contests SET entrants = entrants + 1 WHERE id = $1";
        sqlx::query(sql).bind(contest.0).execute(connection).await?;
    }
    Ok(EntrantChanged::Now(next))
}

/// Ends the relation of a player to a contest, unless the player has begun a round or was refused. An organizer remains the organizer.
async fn withdraw(
    connection: &mut Connection,
    contest: ContestId,
    player: PlayerId,
    before: Option<EntrantState>,
    at: Timestamp,
) -> sqlx::Result<EntrantChanged> {
    match before {
        None => return Ok(EntrantChanged::Gone),
        Some(known @ (EntrantState::Refused | EntrantState::Organizer)) => return Ok(EntrantChanged::Now(known)),
        Some(EntrantState::Asked) => {}
        Some(EntrantState::Entered) => {
            let sql = "SELECT EXISTS (SELECT 1 FROM contest_rounds CROSS JOIN game_tables
                WHERE contest_rounds.contest = $1 AND game_tables.round = contest_rounds.id AND game_tables.maker = $2)";
            if sqlx::query_scalar(sql).bind(contest.0).bind(player.0).fetch_one(&mut *connection).await? {
                return Ok(EntrantChanged::HasBegun);
            }
            let sql = "UPDATE contests SET entrants = entrants - 1 WHERE id = $1 RETURNING organizer";
            let organizer: i64 = sqlx::query_scalar(sql).bind(contest.0).fetch_one(&mut *connection).await?;
            if organizer == player.0 {
                insert(connection, contest, player, EntrantState::Organizer, at).await?;
                return Ok(EntrantChanged::Now(EntrantState::Organizer));
            }
        }
    }
    let sql = "DELETE FROM contest_entrants WHERE contest = $1 AND player = $2";
    sqlx::query(sql).bind(contest.0).bind(player.0).execute(connection).await?;
    Ok(EntrantChanged::Gone)
}

/// Returns why a player may not enter or ask; none if the player may.
async fn refusal(
    connection: &mut Connection,
    contest: ContestId,
    terms: &Terms,
    (player, app, at): (PlayerId, Option<AppId>, Timestamp),
    change: EntrantChange,
    next: EntrantState,
) -> sqlx::Result<Option<EntrantChanged>> {
    if next == EntrantState::Refused {
        return Ok(None);
    }
    let standing = standing(connection, BTreeSet::from([player])).await?;
    if standing.banned.contains(&player) || !players::exists(connection, player).await? {
        return Ok(Some(EntrantChanged::Banned));
    }
    // When the organizer approves, the player has asked through the app.
    let through = standing.through(player, app, at);
    let needs_app = terms.entry == Entry::App || through.is_some_and(|app| app.alone);
    if change == EntrantChange::Enter && needs_app && through.map(|app| app.id) != terms.app {
        return Ok(Some(EntrantChanged::OtherApp));
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM contest_rounds WHERE contest = $1 AND state < $2)";
    let query = sqlx::query_scalar(sql).bind(contest.0).bind(RoundState::Closed.number());
    let may_be_played: bool = query.fetch_one(connection).await?;
    if !may_be_played {
        return Ok(Some(EntrantChanged::Closed));
    }
    Ok((terms.entrants >= MAX_ENTRANTS).then_some(EntrantChanged::Full))
}
