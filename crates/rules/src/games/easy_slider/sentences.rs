//! The sentences of the events.

use super::{Event, GivenUp, Solved, TileSlid};
use crate::text::{Sentence, capitalized, counted, tile};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::TileSlid(TileSlid { tile: slid, from, to }) => {
                format!("{} slides from {from} to {to}.", capitalized(&tile(*slid)))
            }
            Self::Solved(Solved { slides }) => format!("The board is solved in {}.", counted(*slides, "slide")),
            Self::GivenUp(GivenUp { slides }) => format!("The player gives up after {}.", counted(*slides, "slide")),
        }
    }
}
