//! The sentences of the events.

use super::moves::{
    BagEmptied, CoinDrawn, CoinPaid, DieRolled, Ended, Event, Reason, RowClaimed, TileMatched, TileRemoved,
};
use crate::text::{Sentence, capitalized, coin, counted, points, tile, tiles, value, with_article};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::DieRolled(DieRolled { die, value: shown, .. }) => {
                format!("The die of {die} rolls {}.", with_article(value(*shown)))
            }
            Self::RowClaimed(RowClaimed { row, tiles: claimed, coins }) => {
                format!("Row {row} is claimed ({}), which earns {}.", tiles(claimed), counted(*coins, "coin"))
            }
            Self::TileMatched(TileMatched { tile: matched, die, by_suit }) => {
                let matched = capitalized(&tile(*matched));
                let more = if *by_suit { ", its own suit, for one more coin" } else { "" };
                format!("{matched} is matched by the die of {die}{more}.")
            }
            Self::CoinDrawn(CoinDrawn { coin: drawn, .. }) => {
                format!("{} is drawn from the bag.", capitalized(&coin(*drawn)))
            }
            Self::BagEmptied(BagEmptied { lost: 0 }) => "The bag is empty.".to_owned(),
            Self::BagEmptied(BagEmptied { lost }) => {
                format!("The bag is empty, which costs {}.", counted(*lost, "draw"))
            }
            Self::CoinPaid(CoinPaid { coin: paid }) => format!("{} is paid.", capitalized(&coin(*paid))),
            Self::TileRemoved(TileRemoved { row, tile: removed }) => {
                format!("{} is removed from row {row}.", capitalized(&tile(*removed)))
            }
            Self::Ended(Ended { reason, bonus }) => {
                let reason = match reason {
                    Reason::RowsGone => "The last row is gone",
                    Reason::BagEmpty => "The bag is empty",
                    Reason::Stopped => "The player stops",
                };
                let bonus =
                    if *bonus > 0 { format!(" with a bonus of {}", points(*bonus as i64)) } else { String::new() };
                format!("{reason}, and the game ends{bonus}.")
            }
        }
    }
}
