//! Outcomes of tables: the run of a solitaire, the places of a seated game, and what a ranked game counts in averages. A referee game has none.

use std::cmp::Reverse;

use super::step::{Step, StepError, has_too_few_players};
use super::table::Table;
use crate::engine::Scoring;
use crate::engine::table_game::TableGame;
use crate::engine::verification::AcceptedRun;
use crate::rules::game::{Kind, ScoreOrder, Seat, SeatSet, places as ranked_by};
use crate::store::calendar::Timestamp;
use crate::store::{
    AppId, Category, Counting, Departure, Ending, GameCounts, MovedBy, NewRun, Occupant, Outcome, PackedMoves,
    PlayerId, PlayerResult, RankKey, RankedSeed, SeedClass, TableSeat, TableStatus,
};
use crate::verification::scores;

impl Table {
    /// Returns the place of each seat, from seat 1, as it counts for ratings; none unless a seated game is over with a result.
    #[must_use]
    pub fn places(&self) -> Option<Vec<u8>> {
        let is_seated = matches!(self.ruleset.facts().kind, Kind::Seated | Kind::Race);
        let seats = &self.stored.state.seats;
        let has_result = match self.stored.state.status {
            TableStatus::Over(Ending::Finished | Ending::Resigned) => true,
            // Otherwise an operator closed the table.
            TableStatus::Over(Ending::Abandoned) => has_too_few_players(seats),
            TableStatus::Over(Ending::SetBack) | TableStatus::Waiting | TableStatus::Playing => false,
        };
        (is_seated && has_result).then(|| places(seats, &self.game))
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
        let key = unfinished(scoring, &step.game);
        let is_known = step.state.status == TableStatus::Playing && key == unfinished(scoring, &self.game);
        (!is_known).then_some(GameCounts { key, finished: false })
    }

    /// Returns the outcome of a table that ends; none for a result that neither ranks nor counts.
    pub(super) fn outcome(&self, step: &Step, ending: Ending, now: Timestamp) -> Result<Option<Outcome>, StepError> {
        let Some(ranked) = self.ruleset.ranked() else {
            let is_rated = self.ruleset.facts().kind == Kind::Seated;
            return Ok(is_rated.then(|| Outcome::Seated { players: player_results(step) }));
        };
        let accepted = match ending {
            Ending::Finished => step.game.accepted(),
            Ending::Resigned | Ending::Abandoned | Ending::SetBack => None,
        };
        let Some(accepted) = accepted else { return Ok(None) };
        let terms = &self.stored.terms;
        let class = match terms.ranked {
            Some(RankedSeed::Daily(_)) => SeedClass::RankedDaily,
            Some(RankedSeed::Contest(_)) => SeedClass::Contest,
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
        let run = new_run(accepted, category, (terms.maker, terms.app), ranked.scoring().wins, received_at)?;
        Ok(Some(Outcome::Ranked(Box::new(NewRun { round: terms.round(), ..run }))))
    }
}

/// Returns what an unfinished ranked game counts: the score of an abandoned game or the current score, whichever is worse.
pub(super) fn unfinished(scoring: &Scoring, game: &TableGame) -> RankKey {
    let key = |score| RankKey::of(score, scoring.wins);
    let abandoned = key(scoring.abandoned);
    game.score().map_or(abandoned, |score| abandoned.max(key(score)))
}

/// Returns the run of a ranked game, to be stored.
fn new_run(
    accepted: AcceptedRun,
    category: Category,
    (player, app): (PlayerId, Option<AppId>),
    wins: ScoreOrder,
    received_at: Timestamp,
) -> Result<NewRun, StepError> {
    let scores = scores(&accepted.result, wins);
    let AcceptedRun { seed, moves, fingerprint, equivalence, result, .. } = accepted;
    Ok(NewRun {
        player,
        token: None,
        app,
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
        round: None,
    })
}

/// A seat of a game that is over.
struct EndedSeat<'a> {
    seat: &'a TableSeat,
    /// Whether its player made a move. Those that the clock made do not count.
    moved: bool,
}

impl EndedSeat<'_> {
    fn player(&self) -> Option<PlayerId> {
        match self.seat.occupant {
            Occupant::Player(player) => Some(player),
            Occupant::Robot(_) | Occupant::Vacant => None,
        }
    }

    /// Whether its player left before the game was played, or without a move.
    fn forfeits(&self) -> bool {
        self.seat.left == Some(Departure::Early) || (self.seat.left.is_some() && !self.moved)
    }
}

/// Returns the result of each player, and how it counts.
///
/// A game counts if each player made a move. Who forfeits takes the loss in any case, and no one gains from it: for all others, the seat counts
/// as that of the built-in player, which played it. Who stays alone because all others forfeit has not won.
fn player_results(step: &Step) -> Vec<PlayerResult> {
    let movers: SeatSet = step.notes.iter().filter(|note| note.by == MovedBy::Player).map(|note| note.seat).collect();
    let moved = |number| Seat::new(number).is_some_and(|seat| movers.contains(seat));
    let seats = &step.state.seats;
    let ended: Vec<EndedSeat<'_>> =
        seats.iter().zip(1..).map(|(seat, number)| EndedSeat { seat, moved: moved(number) }).collect();
    let players: Vec<&EndedSeat<'_>> = ended.iter().filter(|seat| seat.player().is_some()).collect();
    let all_moved = players.iter().all(|seat| seat.moved);
    let is_unplayed = step.game.places().is_none()
        && players.len() > 1
        && players.iter().filter(|seat| seat.seat.left.is_some()).all(|seat| seat.forfeits());
    let counting = |seat: &EndedSeat<'_>| {
        if seat.forfeits() {
            Counting::Forfeit
        } else if !all_moved || (is_unplayed && seat.seat.left.is_none()) {
            Counting::Nothing
        } else {
            Counting::Regular
        }
    };
    let shown = places(seats, &step.game);
    let without_forfeits: Vec<bool> = ended.iter().map(|seat| is_gone(seat.seat) && !seat.forfeits()).collect();
    let regular = places_behind(&without_forfeits, &step.game);
    let result = |((seat, shown), regular): ((&EndedSeat<'_>, u8), u8)| {
        let place = if seat.forfeits() { shown } else { regular };
        Some(PlayerResult { player: seat.player()?, place, counting: counting(seat) })
    };
    ended.iter().zip(shown).zip(regular).filter_map(result).collect()
}

fn is_gone(seat: &TableSeat) -> bool {
    matches!(seat.occupant, Occupant::Player(_)) && seat.left.is_some()
}

/// Returns the place of each seat in the result. Players who left are placed behind all seats that were played to the end.
fn places(seats: &[TableSeat], game: &TableGame) -> Vec<u8> {
    places_behind(&seats.iter().map(is_gone).collect::<Vec<_>>(), game)
}

/// Returns the place of each seat, with some seats behind all others. If the game ended early, those are last, and all others are first.
fn places_behind(behind: &[bool], game: &TableGame) -> Vec<u8> {
    let last = u8::try_from(behind.len()).unwrap_or(u8::MAX);
    match game.places() {
        Some(places) => moved_behind(behind, &places),
        None => behind.iter().map(|is_behind| if *is_behind { last } else { 1 }).collect(),
    }
}

/// Moves some seats of a finished game behind all others. If no seat has won, no one gets the first place: who has won is not at the table.
fn moved_behind(behind: &[bool], places: &[u8]) -> Vec<u8> {
    let ahead = u8::from(!places.contains(&1));
    let ranked = ranked_by(&behind.iter().zip(places).map(Reverse).collect::<Vec<_>>());
    ranked.into_iter().map(|place| place + ahead).collect()
}

#[cfg(test)]
mod tests {
    use super::moved_behind;

    #[test]
    fn seats_that_left_are_behind_all_others() {
        assert_eq!(moved_behind(&[true, false, false], &[1, 2, 3]), [3, 1, 2]);
        assert_eq!(moved_behind(&[false, true, true], &[1, 1, 1]), [1, 2, 2]);
    }

    #[test]
    fn no_seat_is_first_where_none_has_won() {
        assert_eq!(moved_behind(&[false, false, false], &[2, 2, 2]), [2, 2, 2]);
        assert_eq!(moved_behind(&[false, true, false], &[2, 2, 2]), [2, 4, 2]);
        assert_eq!(moved_behind(&[true, true, true], &[2, 2, 2]), [2, 2, 2]);
    }
}
