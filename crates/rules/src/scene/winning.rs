//! The pieces with which seats have won, for front ends to mark.

use super::{Piece, Scene};
use crate::seat::Seat;

/// The pieces on the table with which a seat has won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winning {
    /// None: the pieces that decided are off the table, or belong to all seats.
    Nothing,
    /// All pieces in the seat's area of this name.
    Area(&'static str),
    /// These pieces in areas of the seat.
    Own(Vec<Piece>),
    /// These pieces in any area.
    Pieces(Vec<Piece>),
    /// The pieces in the places with these names.
    Places(Vec<String>),
}

impl Scene {
    /// Marks the pieces with which a seat has won.
    #[must_use]
    pub fn won_with(mut self, seat: Seat, winning: &Winning) -> Self {
        for area in &mut self.areas {
            let (name, is_own) = (area.name, area.seat == Some(seat));
            for place in &mut area.places {
                let won = place.pieces.iter().filter(|piece| match winning {
                    Winning::Nothing => false,
                    Winning::Area(winning) => is_own && name == *winning,
                    Winning::Own(pieces) => is_own && pieces.contains(piece),
                    Winning::Pieces(pieces) => pieces.contains(piece),
                    Winning::Places(names) => names.contains(&place.name),
                });
                place.winning.extend(won);
            }
        }
        self
    }
}
