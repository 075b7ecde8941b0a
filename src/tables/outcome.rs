//! Outcomes of tables: the run of a solitaire, the places of a seated game, and what a ranked game counts in averages. A referee game has none.

use super::step::{Step, StepError, has_too_few_players, is_player_played};
use super::table::Table;
use crate::engine::Scoring;
use crate::engine::table_game::TableGame;
use crate::engine::verification::AcceptedRun;
use crate::rules::game::{Kind, ScoreOrder};
use crate::store::calendar::Timestamp;
use crate::store::{
    Category, Ending, GameCounts, NewRun, Occupant, Outcome, PackedMoves, PlayerId, PlayerResult, RankKey, RankedSeed,
    SeedClass, TableSeat, TableStatus,
};
use crate::verification::scores;

impl Table {
    /// Returns the place of each seat, from seat 1, as it counts for ratings; none unless a seated game is over with a result.
    #[must_use]
    pub fn places(&self) -> Option<Vec<u8>> {
        let is_seated = self.ruleset.facts().kind == Kind::Seated;
        let seats = &self.stored.state.seats;
        let has_result = match self.stored.state.status {
            TableStatus::Over(Ending::Finished | Ending::Resigned) => true,
            // Otherwise an operator closed the table.
            TableStatus::Over(Ending::Abandoned) => has_too_few_players(seats),
            TableStatus::Over(Ending::SetBack) | TableStatus::Waiting | TableStatus::Playing => false,
        };
        (is_seated && has_result).then(|| places(seats, &*self.game))
    }

    /// Returns what a ranked game with its own seed counts after a step; none if that does not change.
    pub(super) fn counts(&self, step: &Step) -> Option<GameCounts> {
        let scoring = self.ruleset.ranked()?.scoring();
        if self.stored.terms.ranked != Some(RankedSeed::Own) {
            return None;
        }
        if let Some(Outcome::Ranked(run)) = &step.outcome {
            return Some(GameCounts { key: run.scores.whole.key, finished: true });
        }
        let key = unfinished(scoring, &*step.game);
        let is_known = step.state.status == TableStatus::Playing && key == unfinished(scoring, &*self.game);
        (!is_known).then_some(GameCounts { key, finished: false })
    }

    /// Returns the outcome of a table that ends; none for a result that neither ranks nor counts.
    pub(super) fn outcome(&self, step: &Step, ending: Ending, now: Timestamp) -> Result<Option<Outcome>, StepError> {
        let Some(ranked) = self.ruleset.ranked() else {
            let is_rated = self.ruleset.facts().kind == Kind::Seated;
            return Ok(is_rated.then(|| Outcome::Seated { players: player_places(step) }));
        };
        let accepted = match ending {
            Ending::Finished => step.game.accepted(),
            Ending::Resigned | Ending::Abandoned | Ending::SetBack => None,
        };
        let Some(accepted) = accepted else { return Ok(None) };
        let terms = &self.stored.terms;
        let class = match terms.ranked {
            Some(RankedSeed::Daily(_)) => SeedClass::RankedDaily,
            _ => SeedClass::Ranked,
        };
        let (game, options) = (terms.game.clone(), terms.options.clone());
        let category = Category { game, rules: terms.rules, options, class };
        // The run of a daily game belongs to its day, even if the clock of this instance shows another one.
        let received_at = match terms.ranked {
            Some(RankedSeed::Daily(day)) => {
                Timestamp::from_millis(now.millis().clamp(day.start().millis(), day.end().millis() - 1))
            }
            _ => now,
        };
        let run = new_run(accepted, category, terms.maker, ranked.scoring().wins, received_at)?;
        Ok(Some(Outcome::Ranked(Box::new(run))))
    }
}

/// Returns what an unfinished ranked game counts: the score of an abandoned game or the current score, whichever is worse.
pub(super) fn unfinished(scoring: &Scoring, game: &dyn TableGame) -> RankKey {
    let key = |score| RankKey::of(score, scoring.wins);
    let abandoned = key(scoring.abandoned);
    game.score().map_or(abandoned, |score| abandoned.max(key(score)))
}

/// Returns the run of a ranked game, to be stored.
fn new_run(
    accepted: AcceptedRun,
    category: Category,
    player: PlayerId,
    wins: ScoreOrder,
    received_at: Timestamp,
) -> Result<NewRun, StepError> {
    let scores = scores(&accepted.result, wins);
    let AcceptedRun { seed, moves, fingerprint, equivalence, result, .. } = accepted;
    Ok(NewRun {
        player,
        token: None,
        category,
        claims_seed: false,
        required_class: None,
        seed,
        received_at,
        scores,
        score_card: result.score_card,
        digest: result.digest,
        fingerprint,
        equivalence,
        taken_back: None,
        assisted: None,
        moves: PackedMoves::pack(moves.get().as_bytes()).map_err(|why| StepError::Unreadable(why.to_string()))?,
    })
}

/// Returns the place of each player in the result.
fn player_places(step: &Step) -> Vec<PlayerResult> {
    let result = |(seat, place): (&TableSeat, u8)| match seat.occupant {
        Occupant::Player(player) => Some(PlayerResult { player, place }),
        Occupant::Robot(_) | Occupant::Vacant => None,
    };
    let seats = &step.state.seats;
    seats.iter().zip(places(seats, &*step.game)).filter_map(result).collect()
}

/// Returns the place of each seat in the result.
///
/// Players who left are placed behind all players who stayed. If the game ended early, they are last, and all other seats are first.
fn places(seats: &[TableSeat], game: &dyn TableGame) -> Vec<u8> {
    let last = u8::try_from(seats.len()).unwrap_or(u8::MAX);
    let is_gone = |seat: &TableSeat| matches!(seat.occupant, Occupant::Player(_)) && seat.left;
    let Some(places) = game.places() else {
        return seats.iter().map(|seat| if is_gone(seat) { last } else { 1 }).collect();
    };
    let seats: Vec<(&TableSeat, u8)> = seats.iter().zip(places).collect();
    let is_before = |(other, others_place): &(&TableSeat, u8), (own, own_place): &(&TableSeat, u8)| {
        if is_player_played(other) && is_gone(own) {
            true
        } else if is_gone(other) && is_player_played(own) {
            false
        } else {
            others_place < own_place
        }
    };
    let place = |own| u8::try_from(seats.iter().filter(|other| is_before(other, own)).count() + 1).unwrap_or(last);
    seats.iter().map(place).collect()
}
