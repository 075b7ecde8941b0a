//! The tables from which boards are read, as the [fold](crate::fold) reads and writes them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use sqlx::Row as _;

use super::rows::{Columns, execute, fetch};
use super::runs::{class, damaged, of_json, scores};
use super::{Connection, Row, list_of};
use crate::calendar::Timestamp;
use crate::fold::counts::{Counts, Stretch};
use crate::fold::{BestsKey, BoardKey, Contender, Held, Line, OfSeed, SeedBoards, Standing, Tables, places};
use crate::{BoardPlace, PlayerId, RunId};

/// What a [`Contender`] is read from, as [one of a list](list_of), out of `runs` and `courses`.
pub(super) const CONTENDER: &str = "runs.id, runs.player, runs.course, courses.class, runs.seed,
    runs.received_at, runs.merits, runs.hidden, runs.standing";

/// The runs that were read as a list of [`CONTENDER`]s.
pub(super) fn held(list: &str) -> sqlx::Result<Vec<Held>> {
    type Told = (i64, i64, i64, i64, String, i64, String, u8, u8);
    let held = |(run, player, category, of_class, seed, received_at, merits, hidden, standing): Told| {
        let contender = Contender {
            run: RunId(run),
            player: PlayerId(player),
            category,
            class: class(of_class)?,
            seed,
            received_at: Timestamp::from_millis(received_at),
            scores: scores(&merits)?,
        };
        Ok(Held { contender, hidden: hidden != 0, standing: standing != 0 })
    };
    of_json(list)?.into_iter().map(held).collect()
}

fn contenders(list: &str) -> sqlx::Result<Vec<Contender>> {
    Ok(held(list)?.into_iter().map(|held| held.contender).collect())
}

fn bind_board(columns: &mut Columns<'_, '_>, board: BoardKey) {
    columns.push_bind(board.category).push_bind(board.scope).push_bind(board.period);
}

fn bind_standing(columns: &mut Columns<'_, '_>, Standing { board, best, place }: &Standing) {
    bind_board(columns, *board);
    columns.push_bind(*best).push_bind(place.score.key.number()).push_bind(place.score.moves).push_bind(place.run.0);
}

fn bind_stretch(columns: &mut Columns<'_, '_>, stretch: &Stretch) {
    bind_board(columns, stretch.board);
    columns.push_bind(stretch.number);
}

fn bind_bests(columns: &mut Columns<'_, '_>, key: &BestsKey) {
    columns.push_bind(key.player.0).push_bind(key.period).push_bind(key.category);
}

impl Tables for Connection {
    type Error = sqlx::Error;

    fn damaged(what: &'static str) -> sqlx::Error {
        damaged(what)
    }

    async fn seeds(&mut self, seeds: &BTreeSet<OfSeed>) -> sqlx::Result<BTreeMap<OfSeed, SeedBoards>> {
        let asked: Vec<_> = seeds.iter().map(|OfSeed { category, seed }| (category, seed)).collect();
        let sql =
            "SELECT json_group_array(json_array(asked.value ->> 0, asked.value ->> 1, own.id, iif(own.id IS NULL, (
                SELECT count(*) FROM runs WHERE runs.course = asked.value ->> 0 AND runs.seed = asked.value ->> 1
            ), 0))) FROM json_each($1) AS asked
            LEFT JOIN courses AS own ON own.base = asked.value ->> 0 AND own.seed = asked.value ->> 1";
        let found: String = sqlx::query_scalar(sql).bind(json!(asked).to_string()).fetch_one(self).await?;
        let boards = |(category, seed, own, runs): (i64, String, Option<i64>, u64)| {
            (OfSeed { category, seed }, own.map_or(SeedBoards::Listed(runs), SeedBoards::Own))
        };
        Ok(of_json(&found)?.into_iter().map(boards).collect())
    }

    async fn give_boards(&mut self, OfSeed { category, seed }: &OfSeed) -> sqlx::Result<i64> {
        let sql = "INSERT INTO courses (game, rules, options, class, seed, base)
            SELECT game, rules, options, class, $1, id FROM courses WHERE id = $2 RETURNING id";
        sqlx::query_scalar(sql).bind(seed).bind(category).fetch_one(self).await
    }

    async fn standing(&mut self, lines: &BTreeSet<Line>, before: RunId) -> sqlx::Result<Vec<Contender>> {
        let asked: Vec<_> = lines.iter().map(|line| (line.player.0, line.of.category, &line.of.seed)).collect();
        let runs = list_of(CONTENDER);
        let sql = format!(
            "SELECT {runs} FROM json_each($1) AS asked
            CROSS JOIN runs ON runs.player = asked.value ->> 0 AND runs.course = asked.value ->> 1
                AND runs.seed = asked.value ->> 2 AND runs.standing = 1 AND runs.id < $2
            CROSS JOIN courses ON courses.id = runs.course"
        );
        let found: String =
            sqlx::query_scalar(&sql).bind(json!(asked).to_string()).bind(before.0).fetch_one(self).await?;
        contenders(&found)
    }

    async fn standing_of_seed(&mut self, of: &OfSeed, before: RunId) -> sqlx::Result<Vec<Contender>> {
        let runs = list_of(CONTENDER);
        let sql = format!(
            "SELECT {runs} FROM courses CROSS JOIN runs ON runs.course = courses.id
            WHERE courses.id = $1 AND runs.seed = $2 AND runs.hidden = 0 AND runs.standing = 1 AND runs.id < $3"
        );
        let query = sqlx::query_scalar(&sql).bind(of.category).bind(&of.seed).bind(before.0);
        let found: String = query.fetch_one(self).await?;
        contenders(&found)
    }

    async fn note_standing(&mut self, runs: &[RunId], standing: bool) -> sqlx::Result<()> {
        if runs.is_empty() {
            return Ok(());
        }
        let sql = "UPDATE runs SET standing = $1 WHERE id IN (SELECT value FROM json_each($2))";
        sqlx::query(sql).bind(standing).bind(numbers(runs)).execute(self).await?;
        Ok(())
    }

    async fn players_of(&mut self, runs: &[RunId], hidden: bool) -> sqlx::Result<BTreeSet<(PlayerId, i64)>> {
        let sql = "SELECT player, course FROM runs WHERE id IN (SELECT value FROM json_each($1)) AND hidden = $2";
        let found: Vec<(i64, i64)> = sqlx::query_as(sql).bind(numbers(runs)).bind(hidden).fetch_all(self).await?;
        Ok(found.into_iter().map(|(player, category)| (PlayerId(player), category)).collect())
    }

    async fn runs_of(&mut self, player: PlayerId, category: i64) -> sqlx::Result<Vec<Held>> {
        let runs = list_of(CONTENDER);
        let sql = format!(
            "SELECT {runs} FROM courses CROSS JOIN runs ON runs.course = courses.id
            WHERE courses.id = $1 AND runs.player = $2"
        );
        let found: String = sqlx::query_scalar(&sql).bind(category).bind(player.0).fetch_one(self).await?;
        held(&found)
    }

    async fn note_hidden(&mut self, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
        let sql = "UPDATE runs SET hidden = $1 WHERE id IN (SELECT value FROM json_each($2)) AND hidden <> $1";
        sqlx::query(sql).bind(hidden).bind(numbers(runs)).execute(self).await?;
        Ok(())
    }

    async fn bests(&mut self, keys: &BTreeSet<BestsKey>) -> sqlx::Result<BTreeMap<BestsKey, Vec<BoardPlace>>> {
        let keys: Vec<BestsKey> = keys.iter().copied().collect();
        let sql = [
            "SELECT player, period, course, places FROM (",
            ") CROSS JOIN bests ON player = column1 AND period = column2 AND course = column3",
        ];
        let found = fetch(self, sql, &keys, bind_bests).await?;
        let best = |row: &Row| {
            let player = PlayerId(row.try_get(0)?);
            Ok((BestsKey { player, period: row.try_get(1)?, category: row.try_get(2)? }, places_at(row, 3)?))
        };
        found.iter().map(best).collect()
    }

    async fn put_bests(&mut self, bests: &[(BestsKey, Vec<BoardPlace>)]) -> sqlx::Result<()> {
        let sql = [
            "INSERT INTO bests (player, period, course, places) ",
            " ON CONFLICT DO UPDATE SET places = excluded.places",
        ];
        let bind = |columns: &mut Columns<'_, '_>, (key, of_key): &(BestsKey, Vec<BoardPlace>)| {
            bind_bests(columns, key);
            columns.push_bind(places::pack(of_key));
        };
        execute(self, sql, bests, bind).await
    }

    async fn delete_bests(&mut self, keys: &[BestsKey]) -> sqlx::Result<()> {
        execute(self, ["DELETE FROM bests WHERE (player, period, course) IN (", ")"], keys, bind_bests).await
    }

    async fn counts(&mut self, stretches: &[Stretch]) -> sqlx::Result<BTreeMap<Stretch, Counts>> {
        let sql = [
            "SELECT course, scope, period, stretch, scores FROM (",
            ") CROSS JOIN counts ON course = column1 AND scope = column2 AND period = column3 AND stretch = column4",
        ];
        let found = fetch(self, sql, stretches, bind_stretch).await?;
        let counted = |row: &Row| {
            let board = BoardKey { category: row.try_get(0)?, scope: row.try_get(1)?, period: row.try_get(2)? };
            Ok((Stretch { board, number: row.try_get(3)? }, counts_at(row, 4)?))
        };
        found.iter().map(counted).collect()
    }

    async fn put_counts(&mut self, counts: &[(Stretch, Counts)]) -> sqlx::Result<()> {
        let sql = [
            "INSERT INTO counts (course, scope, period, stretch, lines, bests, scores) ",
            " ON CONFLICT DO UPDATE SET lines = excluded.lines, bests = excluded.bests, scores = excluded.scores",
        ];
        let bind = |columns: &mut Columns<'_, '_>, (stretch, counts): &(Stretch, Counts)| {
            bind_stretch(columns, stretch);
            columns.push_bind(counts.total(false) as i64).push_bind(counts.total(true) as i64).push_bind(counts.pack());
        };
        execute(self, sql, counts, bind).await
    }

    async fn delete_counts(&mut self, stretches: &[Stretch]) -> sqlx::Result<()> {
        let sql = ["DELETE FROM counts WHERE (course, scope, period, stretch) IN (", ")"];
        execute(self, sql, stretches, bind_stretch).await
    }

    async fn insert_standings(&mut self, standings: &[Standing]) -> sqlx::Result<()> {
        let sql =
            ["INSERT INTO standings (course, scope, period, best, merit, moves, run) ", " ON CONFLICT DO NOTHING"];
        execute(self, sql, standings, bind_standing).await
    }

    async fn delete_standings(&mut self, standings: &[Standing]) -> sqlx::Result<()> {
        let sql = ["DELETE FROM standings WHERE (course, scope, period, best, merit, moves, run) IN (", ")"];
        execute(self, sql, standings, bind_standing).await
    }
}

fn numbers(runs: &[RunId]) -> String {
    json!(runs.iter().map(|run| run.0).collect::<Vec<_>>()).to_string()
}

/// The places that are packed in a column.
pub(super) fn places_at(row: &Row, column: usize) -> sqlx::Result<Vec<BoardPlace>> {
    places::unpack(row.try_get(column)?).ok_or_else(|| damaged("places are unreadable"))
}

/// The counts that are packed in a column.
pub(super) fn counts_at(row: &Row, column: usize) -> sqlx::Result<Counts> {
    Counts::unpack(row.try_get(column)?).ok_or_else(|| damaged("counts are unreadable"))
}
