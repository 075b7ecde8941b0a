//! Best runs of a player.

use sqlx::{Connection as _, Row as _};

use super::super::Connection;
use super::super::Row;
use super::super::runs::class;
use super::super::values::{damaged, number_at, place};
use super::ranks::rank_counts;
use super::source::Source;
use crate::{Best, BoardPlace, BoardRank, Category, PlayerId};

/// Returns a player's best run on every board of bests of all time.
pub(crate) async fn bests_of(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<Best>> {
    let mut transaction = connection.begin().await?;
    let sql = "SELECT boards.id, boards.room, categories.game, categories.rules, categories.options, categories.class,
            bests.score_key, bests.move_count, bests.run
        FROM bests CROSS JOIN boards CROSS JOIN categories
        WHERE bests.player = $1 AND bests.all_time = 1 AND boards.id = bests.board AND categories.id = boards.category
        ORDER BY categories.game, categories.rules DESC, categories.options, categories.id, boards.room";
    let rows = sqlx::query(sql).bind(player.0).fetch_all(&mut *transaction).await?;
    let found = rows.iter().map(best_at).collect::<sqlx::Result<Vec<_>>>()?;
    let asked: Vec<(Option<Source>, BoardPlace)> =
        found.iter().map(|(board, best)| (Some(Source::Bests { board: *board }), best.place)).collect();
    let rank_counts = rank_counts(&mut transaction, &asked).await?;
    let ranked = |((_, best), counts): ((i64, Best), &super::ranks::RankCounts)| {
        let BoardRank { rank, count } = counts.rank().ok_or_else(|| damaged("a best is on no board"))?;
        Ok(Best { rank, count, ..best })
    };
    found.into_iter().zip(&rank_counts).map(ranked).collect()
}

/// Reads a best run without its rank, and the number of its board.
fn best_at(row: &Row) -> sqlx::Result<(i64, Best)> {
    let (game, rules, options) = (row.try_get(2)?, number_at(row, 3)?, row.try_get(4)?);
    let best = Best {
        category: Category { game, rules, options, class: class(row.try_get(5)?)? },
        scope: row.try_get::<i64, _>(1)?.try_into().map_err(|_| damaged("a room is out of range"))?,
        place: place((row.try_get(6)?, row.try_get(7)?, row.try_get(8)?))?,
        rank: 0,
        count: 0,
    };
    Ok((row.try_get(0)?, best))
}
