//! The legal moves in a state.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::{Bounds as _, Game, Seat, SeatMove as _, Seated};
use crate::wire;

/// The legal moves in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct LegalMoves<G: Game> {
    /// Every legal move that can be listed, in the game's fixed order.
    pub moves: Vec<G::Move>,
    /// The bounds of the moves that cannot be listed, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<G::Bounds>,
}

impl<G: Game> LegalMoves<G> {
    /// Creates a list of moves without bounds.
    #[must_use]
    pub fn listed(moves: Vec<G::Move>) -> Self {
        Self { moves, bounds: None }
    }

    /// Keeps only the moves and bounds of one seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Self
    where
        G: Seated,
    {
        self.moves.retain(|mv| mv.seat() == seat);
        self.bounds = self.bounds.filter(|bounds| bounds.seat() == seat);
        self
    }
}

impl<G: Game> PartialSchema for LegalMoves<G> {
    fn schema() -> RefOr<Schema> {
        let moves =
            wire::list("Every legal move, in a fixed order, each ready to be played.", wire::reference_to::<G::Move>());
        let moves = wire::required("moves", moves);
        let bounds = G::Bounds::EXIST.then(|| wire::optional("bounds", wire::reference_to::<G::Bounds>()));
        wire::object(&format!("The legal moves in a state of {}.", G::TITLE), std::iter::once(moves).chain(bounds))
    }
}

impl<G: Game> ToSchema for LegalMoves<G> {
    fn name() -> Cow<'static, str> {
        format!("{}LegalMoves", G::NAME).into()
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather::<G::Move>(schemas);
        if G::Bounds::EXIST {
            wire::gather::<G::Bounds>(schemas);
        }
    }
}
