//! The sentences of the events.

use super::moves::{DiePlaced, DieTipped, Event, ExitReached, GivenUp};
use crate::text::{Sentence, points, value, with_article};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::DiePlaced(DiePlaced { to, .. }) => {
                let (top, north) = (with_article(value(to.top)), with_article(value(to.north)));
                format!("The die is placed on {} with {top} on top and {north} facing north.", to.cell)
            }
            Self::DieTipped(DieTipped { direction, from, to }) => {
                let (from, shown) = (from.cell, with_article(value(to.top)));
                format!("The die is tipped {direction} from {from} to {} and shows {shown}.", to.cell)
            }
            Self::ExitReached(ExitReached { cell }) => format!("The die reaches the exit on {cell}."),
            Self::GivenUp(GivenUp { path, points: cost }) => {
                let exit = path.last().map(|exit| format!(" on {exit}")).unwrap_or_default();
                let cost = points(*cost as i64);
                format!("The player gives up, and the path to the exit{exit} counts {cost}.")
            }
        }
    }
}
