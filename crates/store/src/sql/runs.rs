//! Runs: how they are read, alone and in lists.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sqlx::{Executor, Row as _};

use super::submissions::{category_id, class_number};
use super::{Connection, Db, Row, list_of, rows};
use crate::calendar::Timestamp;
use crate::{
    Category, PackedMoves, PlayerId, RankKey, RunId, ScopeScore, SeedClass, StoredRun, Summary, TimeRange,
    TimeRangePlace,
};
use funhouse_rules::chance::Seed;

/// What a [`Summary`] is read from: its columns, in the order in which [`summary`] reads them.
pub(super) const SUMMARY: &str = "runs.id, runs.player, players.name, courses.game, courses.rules, courses.options,
    courses.class, runs.seed, runs.received_at, runs.merits, runs.hidden, runs.same_as, runs.taken_back";
/// The tables of a [`SUMMARY`].
pub(super) const TABLES: &str =
    "runs JOIN players ON players.id = runs.player JOIN courses ON courses.id = runs.course";

/// The error of a row that this program cannot have written.
pub(super) fn damaged(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}

/// A number that is kept as any other and is smaller than most.
pub(super) fn number(number: i64) -> sqlx::Result<u32> {
    u32::try_from(number).map_err(|_| damaged("a number is too large"))
}

pub(super) fn number_at(row: &Row, column: usize) -> sqlx::Result<u32> {
    number(row.try_get(column)?)
}

/// The seed class that a number stands for.
pub(super) fn class(number: i64) -> sqlx::Result<SeedClass> {
    SeedClass::ALL.into_iter().find(|class| class_number(*class) == number).ok_or_else(|| damaged("a class is unknown"))
}

pub(super) fn scores(text: &str) -> sqlx::Result<Vec<ScopeScore>> {
    let pairs: Vec<(i64, u32)> = serde_json::from_str(text).map_err(|_| damaged("scores are unreadable"))?;
    Ok(pairs.into_iter().map(|(merit, moves)| ScopeScore { key: RankKey::of_number(merit), moves }).collect())
}

pub(super) fn summary(row: &Row) -> sqlx::Result<Summary> {
    let owner = PlayerId(row.try_get(1)?);
    let name: Option<String> = row.try_get(2)?;
    let (game, rules, options) = (row.try_get(3)?, number_at(row, 4)?, row.try_get(5)?);
    let seed: &str = row.try_get(7)?;
    Ok(Summary {
        id: RunId(row.try_get(0)?),
        player: name.map(|name| (owner, name)),
        category: Category { game, rules, options, class: class(row.try_get(6)?)? },
        seed: seed.parse().map_err(|_| damaged("a seed is unreadable"))?,
        received_at: Timestamp::from_millis(row.try_get(8)?),
        scores: scores(row.try_get(9)?)?,
        hidden: row.try_get::<i64, _>(10)? != 0,
        same_as: row.try_get::<Option<i64>, _>(11)?.map(RunId),
        taken_back: row.try_get::<Option<i64>, _>(12)?.map(number).transpose()?,
    })
}

fn summaries(rows: &[Row]) -> sqlx::Result<Vec<Summary>> {
    rows.iter().map(summary).collect()
}

/// What a [`Line`] is read from, as [one of a list](list_of), out of `runs` and `players`.
pub(super) const LINE: &str =
    "runs.id, runs.player, players.name, runs.seed, runs.received_at, runs.merits, runs.hidden,
    runs.same_as, runs.taken_back";

/// A [`Summary`] but for the category, which the runs of a list share.
#[derive(Deserialize)]
pub(super) struct Line {
    id: i64,
    player: i64,
    name: Option<String>,
    seed: Seed,
    received_at: i64,
    merits: String,
    hidden: u8,
    same_as: Option<i64>,
    taken_back: Option<u32>,
}

impl Line {
    pub(super) fn summary(self, category: &Category) -> sqlx::Result<Summary> {
        Ok(Summary {
            id: RunId(self.id),
            player: self.name.map(|name| (PlayerId(self.player), name)),
            category: category.clone(),
            seed: self.seed,
            received_at: Timestamp::from_millis(self.received_at),
            scores: scores(&self.merits)?,
            hidden: self.hidden != 0,
            same_as: self.same_as.map(RunId),
            taken_back: self.taken_back,
        })
    }
}

/// The elements of a list that the database gave as [one row of JSON](list_of).
pub(super) fn of_json<T: DeserializeOwned>(list: &str) -> sqlx::Result<Vec<T>> {
    serde_json::from_str(list).map_err(|_| damaged("a list is unreadable"))
}

/// The runs of these numbers, in any order.
pub(super) async fn lines_of(connection: &mut Connection, runs: &[i64]) -> sqlx::Result<Vec<Line>> {
    let select = format!("SELECT {} FROM (", list_of(LINE));
    let of_runs = ") AS asked CROSS JOIN runs CROSS JOIN players WHERE runs.id = column1 AND players.id = runs.player";
    let found = rows::fetch_once(connection, [&select, of_runs], runs, |columns, run| {
        columns.push_bind(*run);
    });
    let lists = found.await?.iter().map(|row| of_json(row.try_get(0)?)).collect::<sqlx::Result<Vec<_>>>()?;
    Ok(lists.into_iter().flatten().collect())
}

const WHOLE: &str = "runs.score, runs.digest, runs.moves";

fn whole(row: &Row) -> sqlx::Result<StoredRun> {
    let digest: Vec<u8> = row.try_get(14)?;
    Ok(StoredRun {
        summary: summary(row)?,
        owner: PlayerId(row.try_get(1)?),
        score_card: row.try_get(13)?,
        digest: digest.try_into().map_err(|_| damaged("a digest is not 32 bytes long"))?,
        moves: PackedMoves::of_bytes(row.try_get(15)?),
    })
}

pub(super) async fn get(database: impl Executor<'_, Database = Db>, id: RunId) -> sqlx::Result<Option<StoredRun>> {
    let sql = format!("SELECT {SUMMARY}, {WHOLE} FROM {TABLES} WHERE runs.id = $1");
    let row = sqlx::query(&sql).bind(id.0).fetch_optional(database).await?;
    row.as_ref().map(whole).transpose()
}

pub(super) async fn after(connection: &mut Connection, after: RunId, limit: u32) -> sqlx::Result<Vec<StoredRun>> {
    let sql = format!("SELECT {SUMMARY}, {WHOLE} FROM {TABLES} WHERE runs.id > $1 ORDER BY runs.id LIMIT $2");
    let rows = sqlx::query(&sql).bind(after.0).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(whole).collect()
}

pub(super) async fn count_after(connection: &mut Connection, after: RunId) -> sqlx::Result<u64> {
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM runs WHERE id > $1").bind(after.0).fetch_one(connection).await?;
    Ok(count.unsigned_abs())
}

pub(super) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    before: Option<RunId>,
    limit: u32,
) -> sqlx::Result<Vec<Summary>> {
    let sql = format!(
        "SELECT {SUMMARY} FROM {TABLES} WHERE runs.player = $1 AND runs.hidden = 0 AND runs.id < $2
        ORDER BY runs.id DESC LIMIT $3"
    );
    let before = before.map_or(i64::MAX, |run| run.0);
    summaries(&sqlx::query(&sql).bind(player.0).bind(before).bind(i64::from(limit)).fetch_all(connection).await?)
}

pub(super) async fn whole_of_player(
    connection: &mut Connection,
    player: PlayerId,
    after: RunId,
    limit: u32,
) -> sqlx::Result<Vec<StoredRun>> {
    let sql = format!(
        "SELECT {SUMMARY}, {WHOLE} FROM {TABLES} WHERE runs.player = $1 AND runs.hidden = $2 AND runs.id > $3
        ORDER BY runs.id LIMIT $4"
    );
    let mut runs = Vec::new();
    // Hidden runs lie apart in the index.
    for hidden in [false, true] {
        let query = sqlx::query(&sql).bind(player.0).bind(i64::from(hidden)).bind(after.0).bind(i64::from(limit));
        for row in query.fetch_all(&mut *connection).await? {
            runs.push(whole(&row)?);
        }
    }
    runs.sort_unstable_by_key(|run| run.summary.id);
    runs.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(runs)
}

pub(super) async fn runs_in(
    connection: &mut Connection,
    range: &TimeRange,
    after: Option<TimeRangePlace>,
    limit: u32,
) -> sqlx::Result<Vec<Summary>> {
    let Some(category) = category_id(connection, &range.category).await? else { return Ok(Vec::new()) };
    // The page goes on before the last run of the one before it.
    let end = after.map_or((range.until.millis(), 0), |end| (end.received_at.millis(), end.run.0));
    let of_seed = if range.seed.is_some() { "AND seed = $5" } else { "" };
    let lines = list_of(LINE);
    let sql = format!(
        "SELECT {lines} FROM (
            SELECT id FROM runs WHERE course = $1 {of_seed} AND hidden = 0
                AND received_at >= $2 AND (received_at, id) < ($3, $4)
            ORDER BY received_at DESC, id DESC LIMIT $6
        ) AS latest CROSS JOIN runs CROSS JOIN players WHERE runs.id = latest.id AND players.id = runs.player"
    );
    let query = sqlx::query_scalar(&sql).bind(category).bind(range.since.millis()).bind(end.0).bind(end.1);
    let query = query.bind(range.seed.as_ref().map(|seed| seed.as_str())).bind(i64::from(limit));
    let lines: String = query.fetch_one(connection).await?;
    let summaries = of_json(&lines)?.into_iter().map(|line: Line| line.summary(&range.category));
    let mut summaries = summaries.collect::<sqlx::Result<Vec<_>>>()?;
    summaries.sort_unstable_by_key(|run| std::cmp::Reverse((run.received_at, run.id)));
    Ok(summaries)
}

pub(super) async fn checkpoint(connection: &mut Connection, job: &str) -> sqlx::Result<RunId> {
    let sql = "SELECT value FROM memory WHERE name = $1";
    let query = sqlx::query_scalar(sql).bind(format!("walk {job}"));
    let kept: Option<Vec<u8>> = query.fetch_optional(connection).await?;
    let run = kept.and_then(|bytes| String::from_utf8(bytes).ok()).and_then(|text| text.parse().ok());
    Ok(RunId(run.unwrap_or(0)))
}

pub(super) async fn set_checkpoint(connection: &mut Connection, job: &str, run: RunId) -> sqlx::Result<()> {
    let sql =
        "INSERT INTO memory (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    sqlx::query(sql).bind(format!("walk {job}")).bind(run.0.to_string().as_bytes()).execute(connection).await?;
    Ok(())
}
