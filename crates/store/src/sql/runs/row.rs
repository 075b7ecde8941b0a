//! Columns of runs.

use serde::Deserialize;
use sqlx::Row as _;

use super::super::values::{damaged, number, number_at, time_at};
use super::super::{Row, contests};
use super::category::class;
use crate::model::calendar::Timestamp;
use crate::{
    Category, Hidden, NamedPlayer, PackedMoves, PlayerId, RankKey, RunId, ScopeScore, Scores, StoredRun, Summary,
};
use funhouse_rules::chance::Seed;

/// Returns the columns of a [`Summary`], in the order in which [`summary`] reads them.
pub(super) fn summary_columns() -> String {
    format!("{SUMMARY}, {}", contests::round_columns("runs.round"))
}

/// The columns of a [`Summary`] without its round.
const SUMMARY: &str = "runs.id, runs.player, players.name, categories.game, categories.rules,
    categories.options, categories.class, runs.seed, runs.received_at, runs.score_key, runs.move_count, runs.room_scores,
    runs.hidden, runs.same_as, runs.taken_back, runs.assisted, runs.app, players.bot";
/// The tables with the columns of a [`summary`].
pub(super) const TABLES: &str =
    "runs JOIN players ON players.id = runs.player JOIN categories ON categories.id = runs.category";
/// The columns of a [`StoredRun`] after those of its [`summary`].
pub(super) const WHOLE: &str = "runs.score_card, runs.digest, runs.moves";

pub(crate) fn scores(key: i64, moves: u32, rooms: Option<&str>) -> sqlx::Result<Scores> {
    let rooms: Vec<(i64, u32)> = match rooms {
        Some(rooms) => serde_json::from_str(rooms).map_err(|_| damaged("scores are unreadable"))?,
        None => Vec::new(),
    };
    let score = |(key, moves)| ScopeScore { key: RankKey::of_number(key), moves };
    Ok(Scores { whole: score((key, moves)), rooms: rooms.into_iter().map(score).collect() })
}

/// Returns the scores of rooms as in databases; none in games without rooms.
pub(crate) fn room_scores(rooms: &[ScopeScore]) -> Option<String> {
    let pairs: Vec<String> = rooms.iter().map(|score| format!("[{},{}]", score.key.number(), score.moves)).collect();
    (!rooms.is_empty()).then(|| format!("[{}]", pairs.join(",")))
}

fn hidden_at(row: &Row, column: usize) -> sqlx::Result<u8> {
    let number: i64 = row.try_get(column)?;
    u8::try_from(number).map_err(|_| damaged("the reasons to hide a run are out of range"))
}

pub(super) fn summary(row: &Row) -> sqlx::Result<Summary> {
    let owner = PlayerId(row.try_get(1)?);
    let (name, bot): (Option<String>, i64) = (row.try_get(2)?, row.try_get(17)?);
    let (game, rules, options) = (row.try_get(3)?, number_at(row, 4)?, row.try_get(5)?);
    let seed: &str = row.try_get(7)?;
    let hidden = hidden_at(row, 12)?;
    Ok(Summary {
        id: RunId(row.try_get(0)?),
        player: name.map(|name| NamedPlayer { id: owner, name, bot: bot != 0 }),
        category: Category { game, rules, options, class: class(row.try_get(6)?)? },
        seed: seed.parse().map_err(|_| damaged("a seed is unreadable"))?,
        received_at: time_at(row, 8)?,
        scores: scores(row.try_get(9)?, number_at(row, 10)?, row.try_get(11)?)?,
        hidden: Hidden::of_number(hidden),
        same_as: row.try_get::<Option<i64>, _>(13)?.map(RunId),
        taken_back: row.try_get::<Option<i64>, _>(14)?.map(number).transpose()?,
        assisted: row.try_get::<Option<i64>, _>(15)?.map(|number| number == 1),
        app: Hidden::app_of(row.try_get(16)?, hidden),
        round: contests::round_of(row.try_get(18)?)?,
    })
}

pub(super) fn whole(row: &Row) -> sqlx::Result<StoredRun> {
    let digest: Vec<u8> = row.try_get(20)?;
    Ok(StoredRun {
        summary: summary(row)?,
        owner: PlayerId(row.try_get(1)?),
        score_card: row.try_get(19)?,
        digest: digest.try_into().map_err(|_| damaged("a digest is not 32 bytes long"))?,
        moves: PackedMoves::of_bytes(row.try_get(21)?),
    })
}

/// The columns of `runs` and `players` that make a [`ListedRun`], for [`list_of`](super::super::list_of).
pub(crate) const LISTED_RUN: &str = "runs.id, runs.player, players.name, runs.seed, runs.received_at,
    runs.score_key, runs.move_count, runs.room_scores, runs.hidden, runs.same_as, runs.taken_back, runs.assisted,
    runs.app, players.bot";

/// A [`Summary`] without the category, which all runs of a list share.
#[derive(Deserialize)]
pub(crate) struct ListedRun {
    id: i64,
    player: i64,
    name: Option<String>,
    seed: Seed,
    received_at: i64,
    score_key: i64,
    move_count: u32,
    room_scores: Option<String>,
    hidden: u8,
    same_as: Option<i64>,
    taken_back: Option<u32>,
    assisted: Option<u8>,
    app: Option<i64>,
    bot: u8,
}

impl ListedRun {
    pub(crate) fn summary(self, category: &Category) -> sqlx::Result<Summary> {
        Ok(Summary {
            id: RunId(self.id),
            player: self.name.map(|name| NamedPlayer { id: PlayerId(self.player), name, bot: self.bot != 0 }),
            category: category.clone(),
            seed: self.seed,
            received_at: Timestamp::from_millis(self.received_at),
            scores: scores(self.score_key, self.move_count, self.room_scores.as_deref())?,
            hidden: Hidden::of_number(self.hidden),
            same_as: self.same_as.map(RunId),
            taken_back: self.taken_back,
            assisted: self.assisted.map(|number| number == 1),
            app: Hidden::app_of(self.app, self.hidden),
            // Boards and their lists have no runs of contests.
            round: None,
        })
    }
}
