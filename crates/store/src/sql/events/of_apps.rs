//! Events in the streams of apps.
//!
//! The transaction that stores the events of players for whom an app acts adds a row for each to the stream of the app, without a number. Numbers
//! that were drawn there could be committed out of order, by several instances, and a reader could miss those that come late. They could only
//! be in order if each such transaction waited for all others. So the rows get their numbers in a later transaction, which sees only what is
//! committed, and of which there is one at a time. It runs when someone listens, so that events of an app without listeners cost no more than
//! the rows.
//!
//! The ids of the rows give the order in which they get numbers. The events of one player have it from the lock of the player's row.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::AssertSqlSafe;

use super::super::rows::{Columns, execute_once};
use super::super::values::{damaged, fetch_list, nth, of_json};
use super::super::{Connection, FOR_UPDATE_OF_UNLOCKED, list_of};
use super::read::{NAMES, continued, position, stored};
use crate::model::calendar::Timestamp;
use crate::{
    AppEvent, AppId, AppKeyHash, AppState, EventPosition, EventsAfter, NewEvent, NewestOfApp, PlayerId, UserEvent,
    UserId,
};

/// An event with its number.
pub(super) struct Numbered<'a> {
    pub(super) number: i64,
    /// The app that acts for the player.
    pub(super) app: Option<i64>,
    pub(super) new: &'a NewEvent,
}

/// Adds events to the streams of the apps that act for their players.
pub(super) async fn add(connection: &mut Connection, events: &[Numbered<'_>]) -> sqlx::Result<()> {
    let of_apps: Vec<(i64, &Numbered<'_>)> = events.iter().filter_map(|event| Some((event.app?, event))).collect();
    let sql = ["INSERT INTO app_events (app, player, player_number, tag, at) ", ""];
    execute_once(connection, sql, &of_apps, |columns, (app, Numbered { number, new, .. })| {
        columns.push_bind(*app).push_bind(new.player.0).push_bind(*number);
        columns.push_bind(i64::from(new.tag)).push_bind(new.at.millis());
    })
    .await
}

/// Gives numbers to the oldest events of apps that have none, except for apps that are locked: another instance does it. Returns how
/// many got one.
pub(super) async fn number(connection: &mut Connection, apps: &BTreeSet<AppId>, limit: u32) -> sqlx::Result<u64> {
    let mut count = 0;
    for app in apps {
        let sql = format!("SELECT id FROM apps WHERE id = $1{FOR_UPDATE_OF_UNLOCKED}");
        let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(app.0);
        let locked: Option<i64> = query.fetch_optional(&mut *connection).await?;
        if locked.is_some() {
            count += number_of(connection, *app, limit).await?;
        }
    }
    Ok(count)
}

/// Gives numbers to the oldest events of an app that have none. The row of the app is locked.
async fn number_of(connection: &mut Connection, app: AppId, limit: u32) -> sqlx::Result<u64> {
    let list = list_of("id");
    let sql = format!(
        "SELECT {list} FROM (
            SELECT id FROM app_events WHERE app = $1 AND number IS NULL ORDER BY id LIMIT $2
        ) AS oldest"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(app.0).bind(i64::from(limit));
    let found: String = query.fetch_one(&mut *connection).await?;
    let mut ids = of_json::<(i64,)>(&found)?;
    ids.sort_unstable();
    let last = newest(connection, app).await?.map_or(0, |newest| newest.number);
    let numbered: Vec<(i64, i64)> = ids.into_iter().map(|(id,)| id).zip(last + 1..).collect();
    let sql = ["UPDATE app_events SET number = column2 FROM (", ") AS given WHERE app_events.id = column1"];
    execute_once(connection, sql, &numbered, |columns, (id, number)| {
        columns.push_bind(*id).push_bind(*number);
    })
    .await?;
    Ok(numbered.len() as u64)
}

/// Returns the events of the stream after a position, if the event at the position is the one that is stored there.
pub(super) async fn after(
    connection: &mut Connection,
    app: AppId,
    after: EventPosition,
    limit: u32,
) -> sqlx::Result<EventsAfter<AppEvent>> {
    let list = list_of(&format!(
        "page.number, page.tag, page.player, user_id, player_events.number, player_events.at, kind, subject, detail, {NAMES}"
    ));
    let sql = format!(
        "SELECT {list} FROM (
            SELECT app_events.number, tag, player, player_number FROM app_events
            WHERE app = $1 AND app_events.number >= $2 AND app_events.number > 0 ORDER BY app_events.number LIMIT $3
        ) AS page
        LEFT JOIN player_events ON player_events.player = page.player
            AND player_events.number = page.player_number AND player_events.tag = page.tag
        LEFT JOIN players ON players.id = page.player AND acted_for_by = $1 AND acted_for_until IS NULL
        LEFT JOIN app_users ON app_users.app = $1 AND app_users.player = players.id"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(app.0).bind(after.number);
    let found: String = query.bind(i64::from(limit) + 1).fetch_one(&mut *connection).await?;
    let mut found = of_json::<AppEventRow>(&found)?;
    found.sort_unstable_by_key(|(number, ..)| *number);
    let events = found.into_iter().map(delivered).collect::<sqlx::Result<Vec<AppEvent>>>()?;
    match continued(events, after, limit, |event| event.position) {
        Some(events) => Ok(EventsAfter::Continued(events)),
        None => Ok(EventsAfter::Lost(newest(connection, app).await?)),
    }
}

/// Number, tag, player and user. Then of the event: number, time, kind, subject, detail, game, and of another player the name and whether it is a
/// bot.
type AppEventRow = (
    i64,
    i64,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<u8>,
);

fn delivered(row: AppEventRow) -> sqlx::Result<AppEvent> {
    let (number, tag, player, user, of_player, at, kind, subject, detail, game, name, bot) = row;
    let delivers = match (player, user, of_player, at, kind, subject) {
        (Some(player), Some(user), Some(of_player), Some(at), Some(kind), Some(subject)) => {
            let user = UserId::new(user).ok_or_else(|| damaged("a user id is not valid"))?;
            let event = stored((of_player, tag, at, kind, subject, detail, game, name, bot))?;
            Some(UserEvent { user, player: PlayerId(player), event })
        }
        _ => None,
    };
    Ok(AppEvent { position: position(number, tag)?, delivers })
}

async fn newest(connection: &mut Connection, app: AppId) -> sqlx::Result<Option<EventPosition>> {
    let sql = "SELECT number, tag FROM app_events WHERE app = $1 AND number > 0 ORDER BY number DESC LIMIT 1";
    let newest: Option<(i64, i64)> = sqlx::query_as(sql).bind(app.0).fetch_optional(connection).await?;
    newest.map(|(number, tag)| position(number, tag)).transpose()
}

/// Returns what is known of the streams of the apps with these keys.
pub(super) async fn newest_of_keys(
    connection: &mut Connection,
    keys: &[AppKeyHash],
) -> sqlx::Result<BTreeMap<AppKeyHash, NewestOfApp>> {
    let newest = |column: &str| {
        format!(
            "(SELECT {column} FROM app_events WHERE app_events.app = apps.id AND number > 0 ORDER BY number DESC LIMIT 1)"
        )
    };
    let unnumbered = "CASE WHEN EXISTS (SELECT 1 FROM app_events WHERE app_events.app = apps.id AND number IS NULL)
        THEN 1 ELSE 0 END";
    let columns = format!("column1, {}, {}, {unnumbered}", newest("number"), newest("tag"));
    let suspended = AppState::Suspended.number();
    let from = format!(
        ") AS asked CROSS JOIN app_keys CROSS JOIN apps
        WHERE app_keys.hash = column2 AND apps.id = app_keys.app AND apps.state <> {suspended}"
    );
    let asked: Vec<(i64, &AppKeyHash)> = (0..).zip(keys).collect();
    let bind = |columns: &mut Columns<'_>, (nth, key): &(i64, &AppKeyHash)| {
        columns.push_bind(*nth).push_bind(key.0.as_slice());
    };
    let found: Vec<(i64, Option<i64>, Option<i64>, i64)> =
        fetch_list(connection, &columns, &from, &asked, bind).await?;
    let of_key = |(at, number, tag, unnumbered): (i64, Option<i64>, Option<i64>, i64)| {
        let newest = number.zip(tag).map(|(number, tag)| position(number, tag)).transpose()?;
        Ok((*nth(keys, at)?, NewestOfApp { newest, unnumbered: unnumbered > 0 }))
    };
    found.into_iter().map(of_key).collect()
}

/// Deletes the oldest events from before a time. Returns their number. Their ids are nearly in order of time.
pub(super) async fn forget(connection: &mut Connection, before: Timestamp, limit: u32) -> sqlx::Result<u64> {
    let sql = "DELETE FROM app_events WHERE id IN (
        SELECT oldest.id FROM app_events AS oldest ORDER BY oldest.id LIMIT $2
    ) AND at < $1";
    let deleted = sqlx::query(sql).bind(before.millis()).bind(i64::from(limit)).execute(connection).await?;
    Ok(deleted.rows_affected())
}

/// Removes a deleted player. The places of the events remain, so that the streams continue.
pub(super) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("UPDATE app_events SET player = NULL WHERE player = $1").bind(player.0).execute(connection).await?;
    Ok(())
}
