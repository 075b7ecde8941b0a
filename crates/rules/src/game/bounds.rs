//! The ranges of moves that are too many to be listed.

use std::fmt::Debug;

use serde::Serialize;
use utoipa::ToSchema;

use crate::chance::Draws;
use crate::seat::{Seat, SeatMove};

/// The ranges in which the fields of a move may lie, for moves that are too many to be listed, such as Catwalk's flicks.
pub trait Bounds<M>: Clone + Debug + Eq + Send + Serialize + ToSchema {
    /// Whether the game has such moves; false for [`NoBounds`] only.
    const EXIST: bool = true;

    /// A move within the bounds, chosen by `draws`.
    fn any(&self, draws: &mut Draws) -> M;
}

/// The bounds of a game whose moves can all be listed; the type has no value.
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
