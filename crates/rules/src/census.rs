//! A census of pieces, which finds duplicate and missing pieces.

use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::Deref;

use crate::fault::Faults;

/// A piece of which a set has exactly one, such as a card of a deck.
pub trait Unique: Copy + Display {
    /// The noun for such a piece in messages.
    const NOUN: &'static str;
    /// The fault code of a duplicate piece.
    const TWICE: &'static str;
    /// The fault code of a missing piece.
    const MISSING: &'static str;

    /// Returns the bit of the piece in a set.
    fn bit(self) -> u64;
}

/// A set of counted pieces, which reports duplicate and missing pieces as faults.
#[derive(Debug)]
pub struct Census<P> {
    seen: u64,
    piece: PhantomData<P>,
}

impl<P: Unique> Census<P> {
    /// Creates an empty census.
    #[must_use]
    pub fn new() -> Self {
        Self { seen: 0, piece: PhantomData }
    }

    /// Counts a piece at a JSON pointer; adds a fault if it was counted before.
    pub fn see(&mut self, piece: P, at: impl Display, faults: &mut Faults) {
        let first = self.seen & piece.bit() == 0;
        faults.require(first, at, P::TWICE, format_args!("the {} {piece} is there more than once", P::NOUN));
        self.seen |= piece.bit();
    }

    /// Counts the pieces of a list at a JSON pointer.
    pub fn see_list(&mut self, pieces: &[P], at: impl Display, faults: &mut Faults) {
        for (i, piece) in pieces.iter().enumerate() {
            self.see(*piece, format_args!("{at}/{i}"), faults);
        }
    }

    /// Counts the pieces of several lists, in a list at a JSON pointer.
    pub fn see_lists<L: Deref<Target = [P]>>(&mut self, lists: &[L], at: impl Display, faults: &mut Faults) {
        for (i, pieces) in lists.iter().enumerate() {
            self.see_list(pieces, format_args!("{at}/{i}"), faults);
        }
    }

    /// Adds a fault at `at` for each of these pieces that was not counted.
    pub fn close(self, pieces: &[P], at: impl Display, faults: &mut Faults) {
        for piece in pieces {
            let seen = self.seen & piece.bit() != 0;
            faults.require(seen, &at, P::MISSING, format_args!("the {} {piece} is nowhere", P::NOUN));
        }
    }
}

impl<P: Unique> Default for Census<P> {
    fn default() -> Self {
        Self::new()
    }
}
