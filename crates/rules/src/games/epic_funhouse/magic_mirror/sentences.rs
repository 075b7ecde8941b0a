//! The sentences of the events.

use super::{Event, PairKind, PairMatched, TileLaidOut};
use crate::text::{Sentence, capitalized, tile};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::TileLaidOut(TileLaidOut { tile: laid, stack, to }) => {
                format!("{} is laid on {to} from the {} stack.", capitalized(&tile(*laid)), stack.name())
            }
            Self::PairMatched(PairMatched { tiles: [one, other], from: [here, there], kind }) => {
                let (one, other) = (capitalized(&tile(*one)), tile(*other));
                let kind = match kind {
                    PairKind::Twins => "as twins",
                    PairKind::Cousins => "as cousins",
                    PairKind::Distant => "as a distant pair",
                };
                format!("{one} on {here} is matched with {other} on {there}, {kind}.")
            }
            Self::TileSlid(slid) => slid.sentence(),
        }
    }
}
