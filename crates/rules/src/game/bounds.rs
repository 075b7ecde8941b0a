//! Bounds of moves that are too many to list.

use std::fmt::Debug;

use serde::Serialize;
use utoipa::ToSchema;

use crate::chance::Draws;
use crate::seat::{Seat, SeatMove};

/// Bounds of the fields of a move, for moves that are too many to list, such as Catwalk's flicks.
pub trait Bounds<M>: Clone + Debug + Eq + Send + Serialize + ToSchema {
    /// Whether the game has such moves; false only for [`NoBounds`].
    const EXIST: bool = true;

    /// Draws a move within the bounds.
    fn any(&self, draws: &mut Draws) -> M;
}

/// The bounds of a game whose moves can all be listed. The type has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum NoBounds {}

impl<M> Bounds<M> for NoBounds {
    const EXIST: bool = false;

    fn any(&self, _: &mut Draws) -> M {
        match *self {}
    }
}

impl SeatMove for NoBounds {
    fn seat(&self) -> Seat {
        match *self {}
    }
}
