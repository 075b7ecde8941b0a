//! Numbers of boards.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::super::Connection;
use super::super::rows::{Columns, execute};
use super::super::values::{damaged, fetch_list, nth};
use crate::fold::{BoardKey, BoardList};
use crate::model::calendar::Period;

/// Returns the columns of a board in `boards`: what it shows, the room whose score ranks, and the period.
pub(super) fn columns(list: BoardList) -> (Cow<'static, str>, i64, Period) {
    match list {
        BoardList::Bests(period) => ("bests".into(), 0, period),
        BoardList::Room(room) => ("bests".into(), i64::from(room), Period::All),
        BoardList::Runs => ("runs".into(), 0, Period::All),
        BoardList::App(app, period) => (format!("app-{app}").into(), 0, period),
    }
}

/// Binds category, what the board shows, room and period.
pub(super) fn bind_key(bound: &mut Columns<'_>, BoardKey { category, list }: BoardKey) {
    let (shows, room, period) = columns(list);
    bound.push_bind(category).push_bind(shows.into_owned()).push_bind(room).push_bind(period.to_string());
}

/// Returns the numbers of boards, after inserting new ones.
pub(super) async fn known_or_new(
    connection: &mut Connection,
    keys: &BTreeSet<BoardKey>,
) -> sqlx::Result<BTreeMap<BoardKey, i64>> {
    let mut ids = known(connection, keys.iter().copied().collect()).await?;
    let new: Vec<BoardKey> = keys.iter().filter(|key| !ids.contains_key(key)).copied().collect();
    if !new.is_empty() {
        let sql = [
            "INSERT INTO boards (category, shows, room, period) ",
            " ON CONFLICT (category, shows, room, period) DO NOTHING",
        ];
        execute(connection, sql, &new, |columns, key| bind_key(columns, *key)).await?;
        // Another instance may have inserted some of them first.
        ids.extend(known(connection, new).await?);
    }
    if ids.len() == keys.len() { Ok(ids) } else { Err(damaged("a board was deleted")) }
}

/// Returns the numbers of those boards that have one. A board without entries may have none.
pub(super) async fn known(connection: &mut Connection, keys: Vec<BoardKey>) -> sqlx::Result<BTreeMap<BoardKey, i64>> {
    let from = ") AS asked CROSS JOIN boards WHERE boards.category = column1 AND boards.shows = column2
        AND boards.room = column3 AND boards.period = column4";
    let numbered: Vec<(i64, BoardKey)> = (0..).zip(keys.iter().copied()).collect();
    let found = fetch_list(connection, "column5, boards.id", from, &numbered, |columns, (at, key)| {
        bind_key(columns, *key);
        columns.push_bind(*at);
    });
    let found: Vec<(i64, i64)> = found.await?;
    found.into_iter().map(|(at, id)| Ok((*nth(&keys, at)?, id))).collect()
}
