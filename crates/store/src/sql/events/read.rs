//! Reads of events.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;

use super::super::rows::Columns;
use super::super::values::{damaged, fetch_list, nth, of_json};
use super::super::{Connection, list_of};
use crate::model::calendar::Timestamp;
use crate::{EventPosition, EventsAfter, NamedPlayer, PlayerEvent, PlayerId, StoredEvent, TokenHash};

pub(super) fn position(number: i64, tag: i64) -> sqlx::Result<EventPosition> {
    let tag = u32::try_from(tag).map_err(|_| damaged("the tag of an event is out of range"))?;
    Ok(EventPosition { number, tag })
}

/// The game of the table of an event, and of another player, as of an invitation, the name and whether it is a bot.
pub(super) const NAMES: &str = "(SELECT game FROM game_tables WHERE game_tables.id = subject),
    (SELECT others.name FROM players AS others WHERE others.id = detail AND kind IN (6, 7)),
    (SELECT others.bot FROM players AS others WHERE others.id = detail AND kind IN (6, 7))";

/// Returns the events after a position, if the event at the position is the one that is stored there.
pub(super) async fn after(
    connection: &mut Connection,
    player: PlayerId,
    after: EventPosition,
    limit: u32,
) -> sqlx::Result<EventsAfter> {
    let list = list_of(&format!("number, tag, at, kind, subject, detail, {NAMES}"));
    let sql = format!(
        "SELECT {list} FROM (
            SELECT number, tag, at, kind, subject, detail FROM player_events
            WHERE player = $1 AND number >= $2 ORDER BY number LIMIT $3
        ) AS page"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(player.0).bind(after.number);
    let found: String = query.bind(i64::from(limit) + 1).fetch_one(&mut *connection).await?;
    let mut found = of_json::<EventRow>(&found)?;
    found.sort_unstable_by_key(|(number, ..)| *number);
    let events = found.into_iter().map(stored).collect::<sqlx::Result<Vec<StoredEvent>>>()?;
    match continued(events, after, limit, |event| event.position) {
        Some(events) => Ok(EventsAfter::Continued(events)),
        None => Ok(EventsAfter::Lost(newest(connection, player).await?)),
    }
}

/// Returns those of some events that follow a position, if they continue it: if the first is the event at the position, or the first of all.
pub(super) fn continued<E>(
    mut events: Vec<E>,
    after: EventPosition,
    limit: u32,
    position: impl Fn(&E) -> EventPosition,
) -> Option<Vec<E>> {
    let first = events.first().map(&position);
    let continues = if after.is_start() { first.is_none_or(|first| first.number == 1) } else { first == Some(after) };
    events.retain(|event| position(event).number > after.number);
    events.truncate(limit as usize);
    continues.then_some(events)
}

/// Number, tag, time, kind, subject, detail, game, and of another player the name and whether it is a bot.
pub(super) type EventRow = (i64, i64, i64, i64, i64, Option<i64>, Option<String>, Option<String>, Option<u8>);

pub(super) fn stored((number, tag, at, kind, subject, detail, game, name, bot): EventRow) -> sqlx::Result<StoredEvent> {
    let event = PlayerEvent::of_numbers(kind, subject, detail);
    let named = |(id, name)| NamedPlayer { id: PlayerId(id), name, bot: bot == Some(1) };
    let by = detail.zip(name).map(named);
    Ok(StoredEvent { position: position(number, tag)?, event, at: Timestamp::from_millis(at), game, by })
}

/// Returns the position of the newest event of a player.
pub(super) async fn newest(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Option<EventPosition>> {
    let sql = "SELECT number, tag FROM player_events WHERE player = $1 ORDER BY number DESC LIMIT 1";
    let newest: Option<(i64, i64)> = sqlx::query_as(sql).bind(player.0).fetch_optional(connection).await?;
    newest.map(|(number, tag)| position(number, tag)).transpose()
}

/// Returns the positions of the newest events of the players of tokens that are valid at a time.
pub(super) async fn newest_of_tokens(
    connection: &mut Connection,
    tokens: &[TokenHash],
    at: Timestamp,
) -> sqlx::Result<BTreeMap<TokenHash, Option<EventPosition>>> {
    let newest = |column: &str| {
        format!(
            "(SELECT {column} FROM player_events WHERE player_events.player = players.id ORDER BY number DESC LIMIT 1)"
        )
    };
    let columns = format!("column1, {}, {}", newest("number"), newest("tag"));
    let from = ") AS asked CROSS JOIN tokens LEFT JOIN apps ON apps.id = tokens.app CROSS JOIN players
        WHERE tokens.hash = column2 AND players.id = tokens.player AND players.banned_at IS NULL
            AND (tokens.app IS NULL OR (apps.state <> 2 AND tokens.expires_at > column3))";
    let asked: Vec<(i64, &TokenHash)> = (0..).zip(tokens).collect();
    let bind = |columns: &mut Columns<'_>, (nth, token): &(i64, &TokenHash)| {
        columns.push_bind(*nth).push_bind(token.0.as_slice()).push_bind(at.millis());
    };
    let found: Vec<(i64, Option<i64>, Option<i64>)> = fetch_list(connection, &columns, from, &asked, bind).await?;
    let of_token = |(at, number, tag): (i64, Option<i64>, Option<i64>)| {
        let newest = number.zip(tag).map(|(number, tag)| position(number, tag)).transpose()?;
        Ok((*nth(tokens, at)?, newest))
    };
    found.into_iter().map(of_token).collect()
}
