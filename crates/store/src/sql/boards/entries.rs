//! Entries of boards and their counts, as a [fold](crate::fold) reads and writes them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::rows::{Columns, execute, execute_once};
use super::super::values::{fetch_list, nth, place};
use super::super::{Connection, SHARD};
use crate::fold::{BoardKey, BoardList, Changes, Slot};
use crate::model::calendar::Period;
use crate::{BoardPlace, PlayerId, ScopeScore};

/// The numbers of boards.
pub(super) type Ids = BTreeMap<BoardKey, i64>;

/// A slot as the key of a row.
#[derive(Clone, Copy)]
enum RowKey<'a> {
    Best { player: PlayerId, all_time: i64, board: i64 },
    Seed { category: i64, seed: &'a str, player: PlayerId },
}

impl<'a> RowKey<'a> {
    /// The key of a slot whose board has a number.
    fn of(slot: &'a Slot, ids: &Ids) -> Option<Self> {
        Some(match slot {
            Slot::Best { player, board } => {
                let all_time = i64::from(matches!(board.list, BoardList::Bests(Period::All) | BoardList::Room(_)));
                Self::Best { player: *player, all_time, board: *ids.get(board)? }
            }
            Slot::Seed { category, seed, player } => Self::Seed { category: *category, seed, player: *player },
        })
    }

    fn bind(self, columns: &mut Columns<'_>) {
        match self {
            Self::Best { player, all_time, board } => columns.push_bind(player.0).push_bind(all_time).push_bind(board),
            Self::Seed { category, seed, player } => {
                columns.push_bind(category).push_bind(seed.to_owned()).push_bind(player.0)
            }
        };
    }

    fn is_best(&self) -> bool {
        matches!(self, Self::Best { .. })
    }
}

/// Splits values by slot into bests and seeds, each in the order of slots.
fn split<'a, T>(of: impl Iterator<Item = (&'a Slot, T)>, ids: &Ids) -> [Vec<(RowKey<'a>, T)>; 2] {
    let with_key = of.filter_map(|(slot, with)| Some((RowKey::of(slot, ids)?, with)));
    let (bests, seeds): (Vec<_>, Vec<_>) = with_key.partition(|(key, _)| key.is_best());
    [bests, seeds]
}

/// Returns the stored entries in slots.
pub(super) async fn stored(
    connection: &mut Connection,
    slots: &BTreeSet<Slot>,
    ids: &Ids,
) -> sqlx::Result<BTreeMap<Slot, BoardPlace>> {
    let slots: Vec<&Slot> = slots.iter().collect();
    let [bests, seeds] = split(slots.iter().copied().zip(0_i64..), ids);
    let of_bests = ") AS asked CROSS JOIN bests
        WHERE bests.player = column1 AND bests.all_time = column2 AND bests.board = column3";
    let of_seeds = ") AS asked CROSS JOIN seed_bests
        WHERE seed_bests.category = column1 AND seed_bests.seed = column2 AND seed_bests.player = column3";
    let mut found = BTreeMap::new();
    for (asked, from) in [(bests, of_bests), (seeds, of_seeds)] {
        let rows = fetch_list(connection, "column4, score_key, move_count, run", from, &asked, |columns, (key, at)| {
            key.bind(columns);
            columns.push_bind(*at);
        });
        let rows: Vec<(i64, i64, i64, i64)> = rows.await?;
        for (at, key, moves, run) in rows {
            found.insert((*nth(&slots, at)?).clone(), place((key, moves, run))?);
        }
    }
    Ok(found)
}

/// Writes the changes of a fold: first entries, then counts. Rows are written in order of key, which prevents deadlocks between instances.
pub(super) async fn write(connection: &mut Connection, changes: &Changes, ids: &Ids) -> sqlx::Result<()> {
    let bind = |columns: &mut Columns<'_>, (key, place): &(RowKey<'_>, &BoardPlace)| {
        key.bind(columns);
        columns.push_bind(place.score.key.number()).push_bind(i64::from(place.score.moves)).push_bind(place.run.0);
    };
    let [bests, seeds] = split(changes.entries.iter(), ids);
    let set = "DO UPDATE SET score_key = excluded.score_key, move_count = excluded.move_count, run = excluded.run";
    let end = format!(" ON CONFLICT (player, all_time, board) {set}");
    let begin = "INSERT INTO bests (player, all_time, board, score_key, move_count, run) ";
    execute(connection, [begin, &end], &bests, bind).await?;
    let end = format!(" ON CONFLICT (category, seed, player) {set}");
    let begin = "INSERT INTO seed_bests (category, seed, player, score_key, move_count, run) ";
    execute(connection, [begin, &end], &seeds, bind).await?;

    let bind = |columns: &mut Columns<'_>, (key, ()): &(RowKey<'_>, ())| key.bind(columns);
    let [bests, seeds] = split(changes.deleted.iter().map(|slot| (slot, ())), ids);
    execute(connection, ["DELETE FROM bests WHERE (player, all_time, board) IN (", ")"], &bests, bind).await?;
    execute(connection, ["DELETE FROM seed_bests WHERE (category, seed, player) IN (", ")"], &seeds, bind).await?;
    count(connection, changes, ids).await
}

/// Adds to the counts of boards.
async fn count(connection: &mut Connection, changes: &Changes, ids: &Ids) -> sqlx::Result<()> {
    let mut by_score: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    let mut by_moves: BTreeMap<(i64, i64, i64), i64> = BTreeMap::new();
    for ((board, ScopeScore { key, moves }), by) in &changes.counts {
        let Some(board) = ids.get(board) else { continue };
        *by_score.entry((*board, key.number())).or_default() += by;
        *by_moves.entry((*board, key.number(), i64::from(*moves))).or_default() += by;
    }
    by_score.retain(|_, by| *by != 0);
    by_moves.retain(|_, by| *by != 0);

    let begin = format!(
        "INSERT INTO score_counts (board, score_key, shard, entries) SELECT column1, column2, {SHARD}, column3 FROM ("
    );
    let end = ") AS counted WHERE true ON CONFLICT (board, score_key, shard)
        DO UPDATE SET entries = score_counts.entries + excluded.entries";
    let by_score: Vec<((i64, i64), i64)> = by_score.into_iter().collect();
    execute_once(connection, [&begin, end], &by_score, |columns, ((board, key), by)| {
        columns.push_bind(*board).push_bind(*key).push_bind(*by);
    })
    .await?;
    let begin = format!(
        "INSERT INTO move_counts (board, score_key, move_count, shard, entries)
        SELECT column1, column2, column3, {SHARD}, column4 FROM ("
    );
    let end = ") AS counted WHERE true ON CONFLICT (board, score_key, move_count, shard)
        DO UPDATE SET entries = move_counts.entries + excluded.entries";
    let by_moves: Vec<((i64, i64, i64), i64)> = by_moves.into_iter().collect();
    execute_once(connection, [&begin, end], &by_moves, |columns, ((board, key, moves), by)| {
        columns.push_bind(*board).push_bind(*key).push_bind(*moves).push_bind(*by);
    })
    .await
}
