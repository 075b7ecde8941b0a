//! The built-in player of Particle Stream: it samples what others have concealed, and plays each race to its end.

use super::ParticleStreamOptions;
use super::moves::Play;
use super::table::Table;
use super::track::space_points;
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::{Log, Seat, ViewOf as _, Viewer};

/// The number of sampled races.
const RACES: usize = 16;

/// Returns the move of a seat; none if it may not act. Nothing that it chooses is secret.
pub(super) fn decide(
    table: &Table<Viewed<Card>>,
    seat: Seat,
    options: ParticleStreamOptions,
    draws: &mut Draws,
) -> Option<Play> {
    if !table.to_act().contains(seat) {
        return None;
    }
    let determinized: Table<Card> = table.determinize(options);
    let moves: Vec<Play> = determinized.moves().collect();
    let mut scores = vec![0; moves.len()];
    for _ in 0..RACES {
        let deal = determinized.redealt(Viewer::Seat(seat), draws);
        for (score, mv) in scores.iter_mut().zip(&moves) {
            *score += score_of(&deal, *mv, draws);
        }
    }
    choice::best(scores.into_iter().zip(moves), draws)
}

/// Returns what the seat of a move scores in the race if all then hurry.
fn score_of(deal: &Table<Card>, mv: Play, draws: &mut Draws) -> i64 {
    let mut race = deal.clone();
    race.lay_out(mv);
    loop {
        if race.race_is_over() {
            break;
        }
        if race.waiting.is_empty() {
            race.begin_round(&mut Log::discard());
        }
        // Among the moves that lead furthest to the front, any card is as good as another.
        let Some(next) = choice::best(race.moves().map(|mv| (usize::MAX - mv.to.index(), mv)), draws) else { break };
        race.lay_out(next);
    }
    race.at(mv.seat).map_or(0, |at| space_points(at, race.track.len()))
}

impl Table<Card> {
    /// Plays a move without an event.
    fn lay_out(&mut self, mv: Play) {
        if let Some(own) = self.at(mv.seat) {
            self.lay(mv.seat, mv.card, own, mv.to.index(), &mut Log::discard());
        }
    }
}
