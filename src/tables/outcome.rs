//! Outcomes of tables: the run of a solitaire, the places of a seated game, and what a ranked game counts in averages. A referee game has none.

use super::step::{Step, StepError, is_player_played};
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
            return Ok(is_rated.then(|| Outcome::Seated { players: places(step) }));
        };
        let accepted = match ending {
            Ending::Finished => step.game.accepted(),
            Ending::Resigned | Ending::Abandoned => None,
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
///
/// Players who left are placed behind all others. If the game ended early, a remaining player is first, and each of the others last.
fn places(step: &Step) -> Vec<PlayerResult> {
    let last = u8::try_from(step.state.seats.len()).unwrap_or(u8::MAX);
    let Some(places) = step.game.places() else {
        let place = |at: usize| if step.state.seats.get(at).is_some_and(is_player_played) { 1 } else { last };
        return players(step).map(|(at, player)| PlayerResult { player, place: place(at) }).collect();
    };
    let seats: Vec<(&TableSeat, u8)> = step.state.seats.iter().zip(places).collect();
    let is_before = |(other, others_place): &(&TableSeat, u8), own: &TableSeat, own_place: u8| match (
        is_player_played(other),
        is_player_played(own),
    ) {
        (true, false) => true,
        (false, true) if other.left => false,
        _ => *others_place < own_place,
    };
    let place = |(at, player): (usize, PlayerId)| {
        let (own, own_place) = seats.get(at)?;
        let before = seats.iter().filter(|other| is_before(other, own, *own_place)).count();
        Some(PlayerResult { player, place: u8::try_from(before + 1).unwrap_or(last) })
    };
    players(step).filter_map(place).collect()
}

/// Returns the players at a table, each with the index of the seat.
fn players(step: &Step) -> impl Iterator<Item = (usize, PlayerId)> {
    step.state.seats.iter().enumerate().filter_map(|(at, seat)| match seat.occupant {
        Occupant::Player(player) => Some((at, player)),
        Occupant::Robot(_) | Occupant::Vacant => None,
    })
}
