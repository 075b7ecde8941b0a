//! A census of pieces: each seen once, none missing.

use std::fmt::Display;
use std::marker::PhantomData;

use super::Piece;
use crate::fault::Faults;

/// Counts the pieces of a state and finds those that are there twice or not at all.
#[derive(Debug)]
pub struct Census<P> {
    seen: u32,
    kind: PhantomData<P>,
}

impl<P: Piece> Census<P> {
    /// A census that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { seen: 0, kind: PhantomData }
    }

    /// Sees a piece at a place (a pointer); a fault if it was seen before.
    pub fn see(&mut self, piece: P, at: impl Display, faults: &mut Faults) {
        let bit = 1 << piece.index();
        if self.seen & bit != 0 {
            let code = if P::NOUN == "tile" { "tile_twice" } else { "coin_twice" };
            faults.add(at, code, format_args!("the {} {piece} is there more than once", P::NOUN));
        }
        self.seen |= bit;
    }

    /// Sees the pieces of a list at a place.
    pub fn see_list<'a>(&mut self, pieces: impl IntoIterator<Item = &'a P>, at: impl Display, faults: &mut Faults)
    where
        P: 'a,
    {
        for (i, piece) in pieces.into_iter().enumerate() {
            self.see(*piece, format_args!("{at}/{i}"), faults);
        }
    }

    /// Finds the pieces not seen, all of which should be somewhere under `at`.
    pub fn close(self, at: impl Display, faults: &mut Faults) {
        for piece in P::ALL {
            if self.seen & (1 << piece.index()) == 0 {
                let code = if P::NOUN == "tile" { "tile_missing" } else { "coin_missing" };
                faults.add(&at, code, format_args!("the {} {piece} is nowhere", P::NOUN));
            }
        }
    }
}

impl<P: Piece> Default for Census<P> {
    fn default() -> Self {
        Self::new()
    }
}
