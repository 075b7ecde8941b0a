//! The runs of a player in one game.
//!
//! A game has a category for each combination of rules version, options and seed class. An index has the runs of a player in each category
//! in order, so the newest of each category are read, and merged. The cost depends on the number of categories, not on that of runs.

use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use super::super::contests::ROUND_IS_OPEN_TO_ALL;
use super::super::values::of_json;
use super::super::{Connection, list_of, rows};
use super::category::class_name;
use super::row::{summary, summary_columns};
use crate::{GameRuns, PlayerId, RunId, Summary};

/// Returns at most `limit` visible runs of a player in a game, the newest first, before a run or from the newest.
pub(crate) async fn of_player_in_game(
    connection: &mut Connection,
    player: PlayerId,
    of: &GameRuns,
    before: Option<RunId>,
    limit: u32,
) -> sqlx::Result<Vec<Summary>> {
    let mut transaction = connection.begin().await?;
    let page = newest(&mut transaction, player, of, before, limit).await?;
    let select = format!("SELECT {} FROM (", summary_columns());
    let from = ") AS page CROSS JOIN runs CROSS JOIN players CROSS JOIN categories
        WHERE runs.id = page.column1 AND players.id = runs.player AND categories.id = runs.category";
    let found = rows::fetch(&mut transaction, [&select, from], &page, |columns, run| {
        columns.push_bind(run.0);
    });
    let mut runs = found.await?.iter().map(summary).collect::<sqlx::Result<Vec<_>>>()?;
    runs.sort_unstable_by_key(|run| std::cmp::Reverse(run.id));
    runs.dedup_by_key(|run| run.id);
    Ok(runs)
}

/// Returns the numbers of these runs.
async fn newest(
    connection: &mut Connection,
    player: PlayerId,
    of: &GameRuns,
    before: Option<RunId>,
    limit: u32,
) -> sqlx::Result<Vec<RunId>> {
    let of_seed = if of.seed.is_some() { "AND runs.seed = $5" } else { "" };
    let of_class = match (&of.class, &of.seed) {
        (None, _) => "",
        (Some(_), None) => "AND categories.class = $5",
        (Some(_), Some(_)) => "AND categories.class = $6",
    };
    let ids = list_of("id");
    let sql = format!(
        "SELECT (SELECT {ids} FROM (
            SELECT id FROM runs WHERE runs.player = $1 AND runs.category = categories.id AND runs.hidden = 0 AND runs.id < $2 {of_seed}
                AND {ROUND_IS_OPEN_TO_ALL}
            ORDER BY runs.id DESC LIMIT $3
        ) AS latest) FROM categories WHERE categories.game = $4 {of_class}"
    );
    let before = before.map_or(i64::MAX, |run| run.0);
    let query = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(before).bind(i64::from(limit)).bind(&of.game);
    let query = of.seed.iter().fold(query, |query, seed| query.bind(seed.as_str()));
    let query = of.class.iter().fold(query, |query, class| query.bind(class_name(*class)));
    let mut newest = Vec::new();
    for row in query.fetch_all(connection).await? {
        let ids: Vec<(i64,)> = of_json(row.try_get(0)?)?;
        newest.extend(ids.into_iter().map(|(id,)| RunId(id)));
    }
    newest.sort_unstable_by_key(|run| std::cmp::Reverse(*run));
    newest.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(newest)
}
