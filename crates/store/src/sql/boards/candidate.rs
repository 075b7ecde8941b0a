//! Columns of runs that boards need.

use super::super::runs::scores;
use super::super::values::of_json;
use crate::fold::Contender;
use crate::model::calendar::Timestamp;
use crate::{Hidden, PlayerId, RunId};

/// The columns of `runs` that make a [`Contender`].
pub(super) const CONTENDER: &str =
    "runs.id, runs.player, runs.category, runs.seed, runs.received_at, runs.score_key, runs.move_count,
    runs.room_scores, runs.hidden, runs.app, runs.round";

/// A run that may be hidden, or of a contest, whose runs are on no board.
pub(super) struct Candidate {
    pub(super) contender: Contender,
    pub(super) hidden: bool,
}

/// Parses runs from a list of [`CONTENDER`]s.
pub(super) fn candidates(list: &str) -> sqlx::Result<Vec<Candidate>> {
    type Columns = (i64, i64, i64, String, i64, i64, u32, Option<String>, u8, Option<i64>, Option<i64>);
    let candidate = |(run, player, category, seed, received_at, key, moves, rooms, hidden, app, round): Columns| {
        let contender = Contender {
            run: RunId(run),
            player: PlayerId(player),
            category,
            seed,
            received_at: Timestamp::from_millis(received_at),
            scores: scores(key, moves, rooms.as_deref())?,
            app: Hidden::app_of(app, hidden),
            season: None,
        };
        Ok(Candidate { contender, hidden: Hidden::of_number(hidden).is_hidden() || round.is_some() })
    };
    of_json(list)?.into_iter().map(candidate).collect()
}
