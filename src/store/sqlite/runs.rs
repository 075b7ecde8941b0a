//! Runs: how they are read, alone and in lists.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row as _, SqliteConnection};

use super::writer::{class_number, course_number};
use crate::rules::chance::Seed;
use crate::store::calendar::Timestamp;
use crate::store::{
    Class, Course, Mark, Merit, PackedMoves, PlayerId, RunId, StoreError, StoredRun, Stretch, StretchEnd, Summary,
};

/// What a [`Summary`] is read from: its columns, in the order in which [`summary`] reads them.
pub(super) const SUMMARY: &str = "runs.id, runs.player, players.name, courses.game, courses.rules, courses.options,
    courses.class, runs.seed, runs.received_at, runs.merits, runs.hidden";
/// The tables of a [`SUMMARY`].
pub(super) const TABLES: &str =
    "runs JOIN players ON players.id = runs.player JOIN courses ON courses.id = runs.course";

/// Something that was not written by this program.
pub(super) fn damaged(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}

/// The seed class that a number stands for.
pub(super) fn class(number: i64) -> sqlx::Result<Class> {
    let known = [Class::Daily, Class::Drawn, Class::Chosen];
    known.into_iter().find(|class| class_number(*class) == number).ok_or_else(|| damaged("a class is unknown"))
}

pub(super) fn marks(text: &str) -> sqlx::Result<Vec<Mark>> {
    let pairs: Vec<(i64, u32)> = serde_json::from_str(text).map_err(|_| damaged("marks are unreadable"))?;
    Ok(pairs.into_iter().map(|(merit, moves)| Mark { merit: Merit(merit), moves }).collect())
}

pub(super) fn summary(row: &SqliteRow) -> sqlx::Result<Summary> {
    let owner = PlayerId(row.try_get(1)?);
    let name: Option<String> = row.try_get(2)?;
    let (game, rules, options) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
    let seed: &str = row.try_get(7)?;
    Ok(Summary {
        id: RunId(row.try_get(0)?),
        player: name.map(|name| (owner, name)),
        course: Course { game, rules, options, class: class(row.try_get(6)?)? },
        seed: seed.parse().map_err(|_| damaged("a seed is unreadable"))?,
        received_at: Timestamp::from_millis(row.try_get(8)?),
        marks: marks(row.try_get(9)?)?,
        hidden: row.try_get(10)?,
    })
}

fn summaries(rows: &[SqliteRow]) -> Result<Vec<Summary>, StoreError> {
    Ok(rows.iter().map(summary).collect::<sqlx::Result<_>>()?)
}

/// What a [`Line`] is read from, as JSON, out of `runs` and `players`.
pub(super) const LINE: &str = "json_array(runs.id, runs.player, players.name, runs.seed, runs.received_at, runs.merits,
    runs.hidden)";

/// What is told of a run in a list whose runs share their course.
#[derive(Deserialize)]
pub(super) struct Line {
    id: i64,
    player: i64,
    name: Option<String>,
    seed: Seed,
    received_at: i64,
    merits: String,
    hidden: u8,
}

impl Line {
    pub(super) fn summary(self, course: &Course) -> sqlx::Result<Summary> {
        Ok(Summary {
            id: RunId(self.id),
            player: self.name.map(|name| (PlayerId(self.player), name)),
            course: course.clone(),
            seed: self.seed,
            received_at: Timestamp::from_millis(self.received_at),
            marks: marks(&self.merits)?,
            hidden: self.hidden != 0,
        })
    }
}

/// The elements of a list that came as one row of JSON.
pub(super) fn of_json<T: DeserializeOwned>(list: &str) -> sqlx::Result<Vec<T>> {
    serde_json::from_str(list).map_err(|_| damaged("a list is unreadable"))
}

/// The runs of these numbers, in any order.
pub(super) async fn lines_of(connection: &mut SqliteConnection, runs: &[i64]) -> sqlx::Result<Vec<Line>> {
    let sql = format!(
        "SELECT json_group_array({LINE}) FROM runs JOIN players ON players.id = runs.player
        WHERE runs.id IN (SELECT value FROM json_each(?))"
    );
    let query = sqlx::query_scalar(&sql).bind(serde_json::json!(runs).to_string());
    let lines: String = query.fetch_one(connection).await?;
    of_json(&lines)
}

const WHOLE: &str = "runs.score, runs.digest, runs.moves, (
        SELECT min(others.id) FROM runs AS others
        WHERE others.fingerprint = runs.fingerprint AND others.player <> runs.player AND others.id < runs.id
    )";

fn whole(row: &SqliteRow) -> sqlx::Result<StoredRun> {
    let digest: Vec<u8> = row.try_get(12)?;
    Ok(StoredRun {
        summary: summary(row)?,
        owner: PlayerId(row.try_get(1)?),
        score: row.try_get(11)?,
        digest: digest.try_into().map_err(|_| damaged("a digest is not 32 bytes long"))?,
        moves: PackedMoves(row.try_get(13)?),
        same_as: row.try_get::<Option<i64>, _>(14)?.map(RunId),
    })
}

pub(super) async fn get(readers: &SqlitePool, id: RunId) -> Result<Option<StoredRun>, StoreError> {
    let sql = format!("SELECT {SUMMARY}, {WHOLE} FROM {TABLES} WHERE runs.id = ?");
    let row = sqlx::query(&sql).bind(id.0).fetch_optional(readers).await?;
    Ok(row.as_ref().map(whole).transpose()?)
}

pub(super) async fn after(readers: &SqlitePool, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
    let sql = format!("SELECT {SUMMARY}, {WHOLE} FROM {TABLES} WHERE runs.id > ? ORDER BY runs.id LIMIT ?");
    let rows = sqlx::query(&sql).bind(after.0).bind(limit).fetch_all(readers).await?;
    Ok(rows.iter().map(whole).collect::<sqlx::Result<_>>()?)
}

pub(super) async fn count_after(readers: &SqlitePool, after: RunId) -> Result<u64, StoreError> {
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM runs WHERE id > ?").bind(after.0).fetch_one(readers).await?;
    Ok(count.unsigned_abs())
}

pub(super) async fn of_player(
    readers: &SqlitePool,
    player: PlayerId,
    before: Option<RunId>,
    limit: u32,
) -> Result<Vec<Summary>, StoreError> {
    let sql = format!(
        "SELECT {SUMMARY} FROM {TABLES} WHERE runs.player = ? AND runs.id < ? AND NOT runs.hidden
        ORDER BY runs.id DESC LIMIT ?"
    );
    let before = before.map_or(i64::MAX, |run| run.0);
    summaries(&sqlx::query(&sql).bind(player.0).bind(before).bind(limit).fetch_all(readers).await?)
}

pub(super) async fn stretch(
    readers: &SqlitePool,
    stretch: &Stretch,
    after: Option<StretchEnd>,
    limit: u32,
) -> Result<Vec<Summary>, StoreError> {
    let mut connection = readers.acquire().await?;
    let Some(course) = course_number(&mut connection, &stretch.course).await? else { return Ok(Vec::new()) };
    // A walk goes on before the last run that it has shown.
    let end = after.map_or((stretch.until.millis(), 0), |end| (end.received_at.millis(), end.run.0));
    let of_seed = if stretch.seed.is_some() { "AND seed = ?5" } else { "" };
    let sql = format!(
        "SELECT json_group_array({LINE}) FROM (
            SELECT id FROM runs WHERE course = ?1 AND received_at >= ?2 AND (received_at, id) < (?3, ?4)
                AND NOT hidden {of_seed}
            ORDER BY received_at DESC, id DESC LIMIT ?6
        ) AS latest CROSS JOIN runs ON runs.id = latest.id CROSS JOIN players ON players.id = runs.player"
    );
    let query = sqlx::query_scalar(&sql).bind(course).bind(stretch.since.millis()).bind(end.0).bind(end.1);
    let query = query.bind(stretch.seed.as_ref().map(|seed| seed.as_str())).bind(limit);
    let lines: String = query.fetch_one(&mut *connection).await?;
    let summaries = of_json(&lines)?.into_iter().map(|line: Line| line.summary(&stretch.course));
    let mut summaries = summaries.collect::<sqlx::Result<Vec<_>>>()?;
    summaries.sort_unstable_by_key(|run| std::cmp::Reverse((run.received_at, run.id)));
    Ok(summaries)
}

pub(super) async fn milestone(readers: &SqlitePool, walk: &str) -> Result<RunId, StoreError> {
    let sql = "SELECT value FROM memory WHERE name = ?";
    let kept: Option<Vec<u8>> = sqlx::query_scalar(sql).bind(format!("walk {walk}")).fetch_optional(readers).await?;
    let run = kept.and_then(|bytes| String::from_utf8(bytes).ok()).and_then(|text| text.parse().ok());
    Ok(RunId(run.unwrap_or(0)))
}
