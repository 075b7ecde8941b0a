//! A census of pieces, which finds duplicate and missing pieces.

use std::fmt::Display;
use std::marker::PhantomData;

use super::PiecepackPiece;
use crate::fault::Faults;

/// A set of counted pieces, which reports duplicate and missing pieces as faults.
#[derive(Debug)]
pub struct Census<P> {
    seen: u32,
    kind: PhantomData<P>,
}

impl<P: PiecepackPiece> Census<P> {
    /// Creates an empty census.
    #[must_use]
    pub fn new() -> Self {
        Self { seen: 0, kind: PhantomData }
    }

    /// Counts a piece at a JSON pointer; adds a fault if it was counted before.
    pub fn see(&mut self, piece: P, at: impl Display, faults: &mut Faults) {
        let bit = 1 << piece.index();
        if self.seen & bit != 0 {
            let code = if P::NOUN == "tile" { "tile_twice" } else { "coin_twice" };
            faults.add(at, code, format_args!("the {} {piece} is there more than once", P::NOUN));
        }
        self.seen |= bit;
    }

    /// Counts the pieces of a list at a JSON pointer.
    pub fn see_list<'a>(&mut self, pieces: impl IntoIterator<Item = &'a P>, at: impl Display, faults: &mut Faults)
    where
        P: 'a,
    {
        for (i, piece) in pieces.into_iter().enumerate() {
            self.see(*piece, format_args!("{at}/{i}"), faults);
        }
    }

    /// Adds a fault at `at` for each piece that was not counted.
    pub fn close(self, at: impl Display, faults: &mut Faults) {
        for piece in P::ALL {
            if self.seen & (1 << piece.index()) == 0 {
                let code = if P::NOUN == "tile" { "tile_missing" } else { "coin_missing" };
                faults.add(&at, code, format_args!("the {} {piece} is nowhere", P::NOUN));
            }
        }
    }
}

impl<P: PiecepackPiece> Default for Census<P> {
    fn default() -> Self {
        Self::new()
    }
}
