//! The sentences of the events.

use super::events::{
    AllFell, CoinCrossed, CoinFell, CoinFlicked, CoinRested, Event, FallRecorded, StartChosen, TileLaid,
};
use super::flick::{TILE, Vector};
use super::track::LaidBy;
use crate::text::{Sentence, capitalized, coin, coins, counted, list, points, tile};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::TileLaid(laid) => tile_laid(laid),
            Self::StartChosen(StartChosen { suit, tile: start }) => {
                format!("The player chooses the coins of {suit} and starts from {}.", tile(*start))
            }
            Self::CoinFlicked(CoinFlicked { coin: flicked, number, aim, .. }) => {
                let flicked = coin(*flicked);
                format!("Flick {number}: {flicked} is aimed {}.", aimed(*aim))
            }
            Self::CoinRested(CoinRested { coin: rested, tile, .. }) => {
                format!("{} comes to rest on track tile {tile}.", capitalized(&coin(*rested)))
            }
            Self::CoinFell(CoinFell { coin: fell, tile, points: cost }) => {
                let (fell, cost) = (capitalized(&coin(*fell)), points(*cost as i64));
                format!("{fell} falls from track tile {tile}, which costs {cost}.")
            }
            Self::CoinCrossed(CoinCrossed { coin: crossed }) => {
                format!("{} crosses the whole track.", capitalized(&coin(*crossed)))
            }
            Self::FallRecorded(FallRecorded { place, coins: [first, second] }) => {
                let next = place + 1;
                let (first, second) = (coins(first), coins(second));
                format!("The scoreboard records {first} on place {place}, and {second} on place {next}.")
            }
            Self::AllFell(AllFell { points: cost }) => {
                format!("All six coins have fallen, which costs {} more.", points(*cost as i64))
            }
        }
    }
}

fn tile_laid(TileLaid { tile: laid, stack, direction, by, .. }: &TileLaid) -> String {
    let (laid, stack) = (capitalized(&tile(*laid)), stack.name());
    let way = match direction {
        None => "to begin the track".to_owned(),
        Some(direction) => format!("to the {direction}"),
    };
    let why = match by {
        LaidBy::First => "",
        LaidBy::Suit => ", the direction of its suit",
        LaidBy::StraightOn => ", straight on",
        LaidBy::Die => ", at random",
    };
    format!("{laid} is laid from the {stack} {way}{why}.")
}

/// Writes a vector as distances along the compass: `1.25 tiles east and 3 tiles south`.
fn aimed(Vector { dx, dy }: Vector) -> String {
    let part = |distance: i64, forward, backward| {
        let direction = if distance > 0 { forward } else { backward };
        (distance != 0).then(|| format!("{} {direction}", in_tiles(distance.unsigned_abs())))
    };
    list(part(dx, "east", "west").into_iter().chain(part(dy, "south", "north")))
}

/// Formats a distance in units as tiles, which the rules for players count: `1.25 tiles`.
fn in_tiles(distance: u64) -> String {
    let tile = TILE.unsigned_abs();
    let (whole, thousandths) = (distance / tile, distance % tile);
    let decimals = format!("{thousandths:03}");
    match decimals.trim_end_matches('0') {
        "" => counted(whole, "tile"),
        decimals => format!("{whole}.{decimals} tiles"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aim_is_written_in_tiles() {
        assert_eq!(aimed(Vector { dx: -1928, dy: 1000 }), "1.928 tiles west and 1 tile south");
        assert_eq!(aimed(Vector { dx: 250, dy: -3000 }), "0.25 tiles east and 3 tiles north");
        assert_eq!(aimed(Vector { dx: 0, dy: -1050 }), "1.05 tiles north");
    }
}
