//! The legal moves in a state.

use serde::Serialize;

use super::{Game, MoveBounds, Seat, SeatMove as _, Seated};
use crate::chance::Draws;
use crate::wire;

/// The legal moves in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct LegalMoves<G: Game> {
    /// Every legal move that can be listed, in the game's fixed order.
    pub moves: Vec<G::Move>,
    /// Bounds of the legal moves that are too many to list. No move is within two of them, and each has as many moves as
    /// the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<MoveBounds>,
}

impl<G: Game> LegalMoves<G> {
    /// Creates a list of moves without bounds.
    #[must_use]
    pub fn listed(moves: Vec<G::Move>) -> Self {
        Self { moves, bounds: Vec::new() }
    }

    /// Keeps only the moves and bounds of one seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Self
    where
        G: Seated,
    {
        self.moves.retain(|mv| mv.seat() == seat);
        self.bounds.retain(|bounds| bounds.is_of(seat));
        self
    }

    /// Draws a legal move that is not listed; none if all are.
    #[must_use]
    pub fn draw_unlisted(&self, draws: &mut Draws) -> Option<G::Move> {
        let bounds = match &self.bounds[..] {
            [] => return None,
            [only] => only,
            several => &several[draws.below(several.len() as u64) as usize],
        };
        bounds.draw(draws)
    }
}

wire::named_schema!(
    impl[G: Game] LegalMoves<G>,
    format!("{}LegalMoves", G::NAME),
    {
        let moves = wire::list(
            "Every listed legal move, in a fixed order. Each is complete: send it as it is.",
            wire::reference_to::<G::Move>(),
        );
        let bounds = "The legal moves that are too many to list; absent if all are listed. No move is within two of these bounds, and \
                      each has as many moves as the others.";
        wire::object(
            &format!("The legal moves in a state of {}.", G::TITLE),
            [
                wire::required("moves", moves),
                wire::optional("bounds", wire::list(bounds, wire::reference_to::<MoveBounds>())),
            ],
        )
    },
    gather [G::Move, MoveBounds]
);
