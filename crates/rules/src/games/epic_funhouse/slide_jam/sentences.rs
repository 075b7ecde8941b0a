//! The sentences of the events.

use super::moves::{Event, TilePopped};
use crate::text::{Sentence, capitalized, tile};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::TilePopped(TilePopped { tile: popped, from, stack }) => {
                format!("{} is popped from {from} onto the {} stack.", capitalized(&tile(*popped)), stack.name())
            }
            Self::TileSlid(slid) => slid.sentence(),
        }
    }
}
