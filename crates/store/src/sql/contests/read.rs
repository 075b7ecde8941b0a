//! Reads of contests.

use sqlx::{AssertSqlSafe, Row as _};

use super::super::players::player_at;
use super::super::rows::Columns;
use super::super::values::{damaged, fetch_list, number_at, of_json, round_state, table_status, time_at};
use super::super::{Connection, Row, list_of};
use crate::model::calendar::Timestamp;
use crate::{
    AppId, ContestId, ContestPlace, ContestRound, ContestTerms, Entrant, EntrantState, Entry, EntryRun, Hidden,
    NamedPlayer, PlayerId, RankKey, RoundEntry, RoundId, RunId, StoredContest, StoredRound, TableId,
};

/// Whether a run is of no round of a contest, or of one that is closed.
pub(crate) const ROUND_IS_OPEN_TO_ALL: &str = "(runs.round IS NULL
    OR EXISTS (SELECT 1 FROM contest_rounds WHERE contest_rounds.id = runs.round AND contest_rounds.state > 1))";

/// Returns a column for the round with a number, as one JSON list.
pub(crate) fn round_columns(id: &str) -> String {
    let list = list_of(
        "contest_rounds.id, contest_rounds.contest, contest_rounds.number, contest_rounds.closes_at, contest_rounds.state",
    );
    format!("(SELECT {list} FROM contest_rounds WHERE contest_rounds.id = {id})")
}

/// Returns the round of the column of [`round_columns`]; none if there is none.
pub(crate) fn round_of(list: &str) -> sqlx::Result<Option<ContestRound>> {
    let round = |(id, contest, number, closes_at, state): (i64, i64, u8, i64, i64)| {
        Ok(ContestRound {
            id: RoundId(id),
            contest: ContestId(contest),
            number,
            closes_at: Timestamp::from_millis(closes_at),
            is_closed: round_state(state)?.is_closed(),
        })
    };
    of_json(list)?.into_iter().next().map(round).transpose()
}

fn entrant_state(number: i64) -> sqlx::Result<EntrantState> {
    EntrantState::of_number(number).ok_or_else(|| damaged("the state of an entrant is unknown"))
}

/// Returns the columns of a [`StoredContest`].
fn columns() -> String {
    let rounds = list_of(
        "contest_rounds.id, contest_rounds.number, contest_rounds.seed, contest_rounds.opens_at, contest_rounds.closes_at,
        contest_rounds.state, contest_rounds.void",
    );
    format!(
        "contests.id, contests.organizer, contests.app, contests.name, contests.game, contests.rules, contests.options,
        contests.entry, contests.approval, contests.scoring, contests.created_at, contests.entrants,
        (SELECT players.name FROM players WHERE players.id = contests.organizer),
        (SELECT players.bot FROM players WHERE players.id = contests.organizer),
        (SELECT {rounds} FROM contest_rounds WHERE contest_rounds.contest = contests.id)"
    )
}

fn contest_at(row: &Row) -> sqlx::Result<StoredContest> {
    let terms = ContestTerms {
        organizer: PlayerId(row.try_get(1)?),
        app: row.try_get::<Option<i64>, _>(2)?.map(AppId),
        name: row.try_get(3)?,
        game: row.try_get(4)?,
        rules: number_at(row, 5)?,
        options: row.try_get(6)?,
        entry: Entry::of_number(row.try_get(7)?).ok_or_else(|| damaged("who may enter a contest is unknown"))?,
        approval: row.try_get::<i64, _>(8)? != 0,
        by_points: row.try_get::<i64, _>(9)? != 0,
        created_at: time_at(row, 10)?,
    };
    let mut rounds = of_json(row.try_get(14)?)?.into_iter().map(round_at).collect::<sqlx::Result<Vec<_>>>()?;
    rounds.sort_unstable_by_key(|round| round.number);
    let name: Option<String> = row.try_get(12)?;
    let bot = row.try_get::<Option<i64>, _>(13)? == Some(1);
    let organizer = name.map(|name| NamedPlayer { id: terms.organizer, name, bot });
    Ok(StoredContest { id: ContestId(row.try_get(0)?), terms, organizer, entrants: number_at(row, 11)?, rounds })
}

/// Number in the store, number in the contest, seed, times of opening and closing, state, and whether it is void.
type RoundRow = (i64, u8, String, i64, i64, i64, i64);

fn round_at((id, number, seed, opens_at, closes_at, state, void): RoundRow) -> sqlx::Result<StoredRound> {
    Ok(StoredRound {
        id: RoundId(id),
        number,
        seed: seed.parse().map_err(|_| damaged("a seed is unreadable"))?,
        opens_at: Timestamp::from_millis(opens_at),
        closes_at: Timestamp::from_millis(closes_at),
        state: round_state(state)?,
        is_void: void != 0,
    })
}

pub(super) async fn get(connection: &mut Connection, id: ContestId) -> sqlx::Result<Option<StoredContest>> {
    let sql = format!("SELECT {} FROM contests WHERE contests.id = $1", columns());
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(contest_at).transpose()
}

/// Returns contests that anyone may enter and whose last round closes after a time, the first to close first. Those of banned organizers are left
/// out.
pub(super) async fn open(
    connection: &mut Connection,
    now: Timestamp,
    after: Option<ContestPlace>,
    limit: u32,
) -> sqlx::Result<Vec<StoredContest>> {
    let start = ContestPlace { at: now, id: ContestId(i64::MAX) };
    let after = after.filter(|place| place.at > now).unwrap_or(start);
    let sql = format!(
        "SELECT {} FROM contests WHERE contests.entry = 2 AND (contests.closes_at, contests.id) > ($1, $2)
            AND (SELECT players.banned_at FROM players WHERE players.id = contests.organizer) IS NULL
        ORDER BY contests.closes_at, contests.id LIMIT $3",
        columns()
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(after.at.millis()).bind(after.id.0).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(contest_at).collect()
}

pub(super) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    after: Option<ContestPlace>,
    limit: u32,
) -> sqlx::Result<Vec<(StoredContest, ContestPlace, EntrantState)>> {
    let [at, id] = after.map_or([i64::MAX; 2], |place| [place.at.millis(), place.id.0]);
    let sql = format!(
        "SELECT {}, contest_entrants.since, contest_entrants.state FROM contest_entrants CROSS JOIN contests
        WHERE contest_entrants.player = $1 AND (contest_entrants.since, contest_entrants.contest) < ($2, $3)
            AND contests.id = contest_entrants.contest
        ORDER BY contest_entrants.since DESC, contest_entrants.contest DESC LIMIT $4",
        columns()
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(at).bind(id).bind(i64::from(limit));
    let of_player = |row: &Row| {
        let contest = contest_at(row)?;
        let place = ContestPlace { at: time_at(row, 15)?, id: contest.id };
        Ok((contest, place, entrant_state(row.try_get(16)?)?))
    };
    query.fetch_all(connection).await?.iter().map(of_player).collect()
}

pub(super) async fn entrants(
    connection: &mut Connection,
    contest: ContestId,
    after: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<Entrant>> {
    let finished = list_of("contest_rounds.number");
    let sql = format!(
        "SELECT players.id, players.name, players.created_at, players.banned_at, players.bot, contest_entrants.state,
            contest_entrants.since,
            (SELECT {finished} FROM contest_rounds CROSS JOIN game_tables
                WHERE contest_rounds.contest = contest_entrants.contest AND game_tables.round = contest_rounds.id
                    AND game_tables.maker = contest_entrants.player AND game_tables.run IS NOT NULL)
        FROM contest_entrants CROSS JOIN players
        WHERE contest_entrants.contest = $1 AND contest_entrants.player > $2 AND contest_entrants.state < 2
            AND players.id = contest_entrants.player AND players.name IS NOT NULL
        ORDER BY contest_entrants.player LIMIT $3"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(contest.0).bind(after.0).bind(i64::from(limit));
    let entrant = |row: &Row| {
        let mut finished: Vec<u8> = of_json(row.try_get(7)?)?.into_iter().map(|(number,): (u8,)| number).collect();
        finished.sort_unstable();
        let state = entrant_state(row.try_get(5)?)?;
        Ok(Entrant { player: player_at(row, 0)?, state, since: time_at(row, 6)?, finished })
    };
    query.fetch_all(connection).await?.iter().map(entrant).collect()
}

pub(super) async fn entered(
    connection: &mut Connection,
    contest: ContestId,
    after: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<PlayerId>> {
    let sql =
        "SELECT player FROM contest_entrants WHERE contest = $1 AND player > $2 AND state = 1 ORDER BY player LIMIT $3";
    let query = sqlx::query_scalar(sql).bind(contest.0).bind(after.0).bind(i64::from(limit));
    let found: Vec<i64> = query.fetch_all(connection).await?;
    Ok(found.into_iter().map(PlayerId).collect())
}

/// The columns of a [`RoundEntry`].
const ENTRY: &str =
    "game_tables.maker, game_tables.id, game_tables.status, runs.id, runs.score_key, runs.hidden, players.banned_at";

/// Maker, table, status, run, its score and the reasons to hide it, and the time of the ban of the player.
type EntryRow = (i64, i64, i64, Option<i64>, Option<i64>, Option<u8>, Option<i64>);

fn entry_of((player, table, of, run, key, hidden, banned_at): EntryRow) -> sqlx::Result<RoundEntry> {
    let run = run.zip(key).map(|(id, key)| EntryRun {
        id: RunId(id),
        key: RankKey::of_number(key),
        is_hidden: hidden.is_some_and(|hidden| Hidden::of_number(hidden).is_hidden()),
    });
    let (player, table, status) = (PlayerId(player), TableId(table), table_status(of)?);
    Ok(RoundEntry { player, table, status, run, is_banned: banned_at.is_some() })
}

pub(super) async fn entry(
    connection: &mut Connection,
    round: RoundId,
    player: PlayerId,
) -> sqlx::Result<Option<RoundEntry>> {
    let sql = format!(
        "SELECT {} FROM game_tables CROSS JOIN players LEFT JOIN runs ON runs.id = game_tables.run
        WHERE game_tables.round = $1 AND game_tables.maker = $2 AND players.id = game_tables.maker",
        list_of(ENTRY)
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(round.0).bind(player.0);
    let found: String = query.fetch_one(connection).await?;
    of_json(&found)?.into_iter().next().map(entry_of).transpose()
}

/// Returns entries of a round, as the index has them.
pub(super) async fn entries(
    connection: &mut Connection,
    round: RoundId,
    after: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<RoundEntry>> {
    let sql = format!(
        "SELECT {} FROM (
            SELECT id FROM game_tables WHERE game_tables.round = $1 AND game_tables.maker > $2
            ORDER BY game_tables.maker LIMIT $3
        ) AS page CROSS JOIN game_tables CROSS JOIN players LEFT JOIN runs ON runs.id = game_tables.run
        WHERE game_tables.id = page.id AND players.id = game_tables.maker",
        list_of(ENTRY)
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(round.0).bind(after.0).bind(i64::from(limit));
    let found: String = query.fetch_one(connection).await?;
    let mut entries = of_json(&found)?.into_iter().map(entry_of).collect::<sqlx::Result<Vec<_>>>()?;
    entries.sort_unstable_by_key(|entry| entry.player);
    Ok(entries)
}

pub(super) async fn names(connection: &mut Connection, players: &[PlayerId]) -> sqlx::Result<Vec<(PlayerId, String)>> {
    let from = ") AS asked CROSS JOIN players WHERE players.id = asked.column1 AND players.name IS NOT NULL";
    let bind = |columns: &mut Columns<'_>, player: &PlayerId| {
        columns.push_bind(player.0);
    };
    let found: Vec<(i64, String)> = fetch_list(connection, "players.id, players.name", from, players, bind).await?;
    Ok(found.into_iter().map(|(id, name)| (PlayerId(id), name)).collect())
}
