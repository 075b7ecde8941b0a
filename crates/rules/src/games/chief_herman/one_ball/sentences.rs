//! The sentences of the events.

use super::moves::{Broke, Ended, Event, Fouled, Missed, Spotted, Sunk};
use super::table::misses;
use crate::games::chief_herman::pool::{self, balls};
use crate::text::Sentence;

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Broke(Broke { sunk }) => format!("The break sinks {}.", balls(*sunk)),
            Self::Sunk(Sunk { sunk: 1 }) => "The called ball falls into the called pocket.".to_owned(),
            Self::Sunk(Sunk { sunk }) => {
                format!("The called ball falls into the called pocket: {} are sunk.", balls(*sunk))
            }
            Self::Missed(Missed { sunk, misses: 1 }) => format!("The shot is a miss and sinks {}.", balls(*sunk)),
            Self::Missed(Missed { sunk, misses: count }) => {
                format!("The shot is a miss and sinks {}: {} in a row.", balls(*sunk), misses(*count))
            }
            Self::Spotted(Spotted {}) => "A ball is spotted.".to_owned(),
            Self::Fouled(Fouled { kind }) => format!("The shot is a foul: {}.", pool::FoulKind::from(*kind).text()),
            Self::Ended(Ended { result, shots }) => format!("The game is {}.", result.text(*shots)),
        }
    }
}
