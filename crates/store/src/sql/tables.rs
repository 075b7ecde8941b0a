//! The tables from which boards are read, as the [fold](crate::fold) reads and writes them.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::Row as _;

use super::rows::{Columns, execute, fetch, fetch_packed};
use super::runs::{class, damaged, number_at, of_json, scores};
use super::{Connection, Row, list_of};
use crate::calendar::Timestamp;
use crate::fold::pieces::{self, Change, List, Piece};
use crate::fold::{BestsKey, BoardKey, Contender, Held, OfSeed, SeedBoards, Tables, places};
use crate::{BoardPlace, PlayerId, RankKey, RunId, ScopeScore};

/// What a [`Contender`] is read from, as [one of a list](list_of), out of `runs` and `courses`.
pub(super) const CONTENDER: &str = "runs.id, runs.player, runs.course, courses.class, runs.seed,
    runs.received_at, runs.merits, runs.hidden";

/// The runs that were read as a list of [`CONTENDER`]s.
pub(super) fn held(list: &str) -> sqlx::Result<Vec<Held>> {
    type Told = (i64, i64, i64, i64, String, i64, String, u8);
    let held = |(run, player, category, of_class, seed, received_at, merits, hidden): Told| {
        let contender = Contender {
            run: RunId(run),
            player: PlayerId(player),
            category,
            class: class(of_class)?,
            seed,
            received_at: Timestamp::from_millis(received_at),
            scores: scores(&merits)?,
        };
        Ok(Held { contender, hidden: hidden != 0 })
    };
    of_json(list)?.into_iter().map(held).collect()
}

/// What a [`Piece`] is read from, in the order in which [`piece_at`] reads it.
pub(super) const PIECE: &str = "pieces.level, pieces.period, pieces.course, pieces.scope, pieces.bests, pieces.merit,
    pieces.moves, pieces.run, pieces.before, pieces.total, pieces.after, pieces.changes";

/// The piece in a row, from a column on.
pub(super) fn piece_at(row: &Row, column: usize) -> sqlx::Result<Piece> {
    let scope = row.try_get::<i64, _>(column + 3)?.try_into().map_err(|_| damaged("a scope is out of range"))?;
    let board = BoardKey { period: row.try_get(column + 1)?, category: row.try_get(column + 2)?, scope };
    let key = RankKey::of_number(row.try_get(column + 5)?);
    let score = ScopeScore { key, moves: number_at(row, column + 6)? };
    Ok(Piece {
        list: List { board, best: row.try_get::<i64, _>(column + 4)? == 1 },
        level: row.try_get::<i64, _>(column)?.try_into().map_err(|_| damaged("a level is out of range"))?,
        first: BoardPlace { score, run: RunId(row.try_get(column + 7)?) },
        before: row.try_get(column + 8)?,
        total: row.try_get(column + 9)?,
        after: number_at(row, column + 10)?,
        changes: changes_of(row.try_get(column + 11)?)?,
    })
}

/// The changes of a piece, as they are packed.
pub(super) fn changes_of(packed: &[u8]) -> sqlx::Result<Vec<Change>> {
    pieces::unpack(packed).ok_or_else(|| damaged("a piece is unreadable"))
}

/// What was asked for under a number.
pub(super) fn nth<T>(asked: &[T], at: i64) -> sqlx::Result<&T> {
    usize::try_from(at).ok().and_then(|at| asked.get(at)).ok_or_else(|| damaged("what was not asked for"))
}

/// Binds a level of a list.
pub(super) fn bind_list(columns: &mut Columns<'_, '_>, level: u8, List { board, best }: List) {
    columns.push_bind(i64::from(level)).push_bind(board.period).push_bind(board.category);
    columns.push_bind(i64::from(board.scope)).push_bind(i64::from(best));
}

pub(super) fn bind_place(columns: &mut Columns<'_, '_>, BoardPlace { score, run }: BoardPlace) {
    columns.push_bind(score.key.number()).push_bind(i64::from(score.moves)).push_bind(run.0);
}

fn bind_bests(columns: &mut Columns<'_, '_>, key: &BestsKey) {
    columns.push_bind(key.player.0).push_bind(key.period).push_bind(key.category);
}

fn bind_seed<'a>(columns: &mut Columns<'_, 'a>, OfSeed { category, seed }: &'a OfSeed) {
    columns.push_bind(*category).push_bind(seed);
}

fn bind_run(columns: &mut Columns<'_, '_>, run: &RunId) {
    columns.push_bind(run.0);
}

impl Tables for Connection {
    type Error = sqlx::Error;

    async fn seeds(&mut self, seeds: &BTreeSet<OfSeed>) -> sqlx::Result<BTreeMap<OfSeed, SeedBoards>> {
        let seeds: Vec<OfSeed> = seeds.iter().cloned().collect();
        let columns = "asked.column1, asked.column2, own.id, CASE WHEN own.id IS NULL THEN (
                SELECT count(*) FROM runs WHERE runs.course = asked.column1 AND runs.seed = asked.column2
            ) ELSE 0 END";
        let select = format!("SELECT {} FROM (", list_of(columns));
        let from = ") AS asked LEFT JOIN courses AS own ON own.base = asked.column1 AND own.seed = asked.column2";
        let mut boards = BTreeMap::new();
        for row in &fetch(self, [&select, from], &seeds, bind_seed).await? {
            for (category, seed, own, listed) in of_json::<(i64, String, Option<i64>, u64)>(row.try_get(0)?)? {
                boards.insert(OfSeed { category, seed }, own.map_or(SeedBoards::Listed(listed), SeedBoards::Own));
            }
        }
        Ok(boards)
    }

    async fn give_boards(&mut self, OfSeed { category, seed }: &OfSeed) -> sqlx::Result<i64> {
        let sql = "INSERT INTO courses (game, rules, options, class, seed, base)
            SELECT game, rules, options, class, $1, id FROM courses WHERE id = $2 RETURNING id";
        sqlx::query_scalar(sql).bind(seed).bind(category).fetch_one(self).await
    }

    async fn runs_of_seeds(&mut self, seeds: &BTreeSet<OfSeed>, before: RunId) -> sqlx::Result<Vec<Contender>> {
        let seeds: Vec<OfSeed> = seeds.iter().cloned().collect();
        let select = format!("SELECT {} FROM (", list_of(CONTENDER));
        let of_seeds = ") AS asked CROSS JOIN runs CROSS JOIN courses
            WHERE runs.course = asked.column1 AND runs.seed = asked.column2 AND runs.hidden = 0
                AND courses.id = runs.course";
        let mut runs = Vec::new();
        for row in &fetch(self, [&select, of_seeds], &seeds, bind_seed).await? {
            runs.extend(held(row.try_get(0)?)?.into_iter().map(|held| held.contender).filter(|run| run.run < before));
        }
        Ok(runs)
    }

    async fn players_of(&mut self, runs: &[RunId], hidden: bool) -> sqlx::Result<BTreeSet<(PlayerId, i64)>> {
        let hidden = i64::from(hidden);
        let select = format!("SELECT player, course FROM runs WHERE hidden = {hidden} AND id IN (");
        let found = fetch(self, [&select, ")"], runs, bind_run).await?;
        let player = |row: &Row| Ok((PlayerId(row.try_get(0)?), row.try_get(1)?));
        found.iter().map(player).collect()
    }

    async fn runs_of(&mut self, player: PlayerId, category: i64) -> sqlx::Result<Vec<Held>> {
        let runs = list_of(CONTENDER);
        let sql = format!(
            "SELECT {runs} FROM courses CROSS JOIN runs
            WHERE runs.course = courses.id AND courses.id = $1 AND runs.player = $2"
        );
        let found: String = sqlx::query_scalar(&sql).bind(category).bind(player.0).fetch_one(self).await?;
        held(&found)
    }

    async fn note_hidden(&mut self, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
        let hidden = i64::from(hidden);
        let update = format!("UPDATE runs SET hidden = {hidden} WHERE hidden <> {hidden} AND id IN (");
        execute(self, [&update, ")"], runs, bind_run).await
    }

    async fn bests(&mut self, keys: &BTreeSet<BestsKey>) -> sqlx::Result<BTreeMap<BestsKey, Vec<BoardPlace>>> {
        let asked: Vec<(i64, BestsKey)> = (0..).zip(keys.iter().copied()).collect();
        let from = ") AS asked CROSS JOIN bests WHERE player = column1 AND period = column2 AND course = column3";
        let found = fetch_packed(self, ["column4"], "places", from, &asked, |columns, (at, key)| {
            bind_bests(columns, key);
            columns.push_bind(*at);
        });
        let best = |([at], packed): ([i64; 1], Vec<u8>)| {
            let (_, key) = nth(&asked, at)?;
            Ok((*key, places_of(&packed)?))
        };
        found.await?.into_iter().map(best).collect()
    }

    async fn put_bests(&mut self, bests: &[(BestsKey, Vec<BoardPlace>)]) -> sqlx::Result<()> {
        let sql = [
            "INSERT INTO bests (player, period, course, places) ",
            " ON CONFLICT (player, period, course) DO UPDATE SET places = excluded.places",
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

    async fn changes(&mut self, level: u8, lists: &[List]) -> sqlx::Result<BTreeMap<List, Vec<Change>>> {
        let sql = [
            "SELECT column6, pieces.changes FROM (",
            ") AS asked CROSS JOIN pieces WHERE pieces.level = column1 AND pieces.period = column2
            AND pieces.course = column3 AND pieces.scope = column4 AND pieces.bests = column5",
        ];
        let asked: Vec<(i64, List)> = (0..).zip(lists.iter().copied()).collect();
        // Row by row: a level may be larger than a row can be.
        let rows = fetch(self, sql, &asked, |columns, (at, list)| {
            bind_list(columns, level, *list);
            columns.push_bind(*at);
        });
        // By the first change of each piece, since some are found more than once, in no order.
        let mut pieces: BTreeMap<(List, Option<Change>), Vec<Change>> = BTreeMap::new();
        for row in &rows.await? {
            let (_, list) = nth(&asked, row.try_get(0)?)?;
            let changes = changes_of(row.try_get(1)?)?;
            pieces.insert((*list, changes.first().copied()), changes);
        }
        let mut changes: BTreeMap<List, Vec<Change>> = BTreeMap::new();
        for ((list, _), mut of_piece) in pieces {
            changes.entry(list).or_default().append(&mut of_piece);
        }
        Ok(changes)
    }

    async fn put_pieces(&mut self, pieces: &[Piece]) -> sqlx::Result<()> {
        let sql = [
            "INSERT INTO pieces (level, period, course, scope, bests, merit, moves, run, before, total, after, changes) ",
            " ON CONFLICT (level, period, course, scope, bests, merit, moves, run)
            DO UPDATE SET before = excluded.before, total = excluded.total, after = excluded.after, changes = excluded.changes",
        ];
        let bind = |columns: &mut Columns<'_, '_>, piece: &Piece| {
            bind_list(columns, piece.level, piece.list);
            bind_place(columns, piece.first);
            columns.push_bind(piece.before).push_bind(piece.total).push_bind(i64::from(piece.after));
            columns.push_bind(pieces::pack(&piece.changes));
        };
        execute(self, sql, pieces, bind).await
    }

    async fn delete_pieces(&mut self, level: u8, lists: &[List]) -> sqlx::Result<()> {
        let sql = ["DELETE FROM pieces WHERE (level, period, course, scope, bests) IN (", ")"];
        execute(self, sql, lists, |columns, list| bind_list(columns, level, *list)).await
    }
}

/// The places of a player's bests, as they are packed.
pub(super) fn places_of(packed: &[u8]) -> sqlx::Result<Vec<BoardPlace>> {
    places::unpack(packed).ok_or_else(|| damaged("places are unreadable"))
}
