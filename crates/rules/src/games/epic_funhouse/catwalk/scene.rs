//! The scene of Catwalk, by phase.

use super::super::stack_area;
use super::Catwalk;
use super::stack::Stack;
use super::table::{Choosing, Flicking, Laying, Outcome, Table};
use super::track::{LENGTH, TrackTile};
use crate::game::Game as _;
use crate::piecepack::{Coin, PiecepackPiece as _, Suit};
use crate::scene::{Area, Ground, Mark, Piece, Place, Scene, Side, Spread};

/// Returns the scene.
pub(super) fn scene(table: &Table) -> Scene {
    match table {
        Table::Laying(table) => laying(table),
        Table::Choosing(table) => choosing(table),
        Table::Flicking(table) => flicking(table),
    }
}

fn laying(table: &Laying) -> Scene {
    let stacks = Stack::ALL.into_iter().map(|stack| stack_area(stack.name(), 6, table.stacks.get(stack)));
    let areas = std::iter::once(track_area(&table.track)).chain(stacks).collect();
    Scene::new(Catwalk::TITLE, format!("{} tiles of the track are laid", table.track.len()), areas)
}

/// Returns the scene for choosing. The ends of the track and the suits have the names that moves use.
fn choosing(table: &Choosing) -> Scene {
    let mut track = track_area(&table.track);
    for (end, name) in [(0, "first"), (table.track.len().saturating_sub(1), "last")] {
        if let Some(place) = track.places.get_mut(end) {
            name.clone_into(&mut place.name);
            place.marks.push(Mark::Start);
        }
    }
    let suit = |suit: Suit| {
        let coins = Coin::ALL.into_iter().filter(|coin| coin.suit() == suit).map(Piece::FaceUp);
        Place { spread: Spread::Row(6), ..Place::at(suit.letter(), 0, 2 * suit.index() as i32, coins) }
    };
    let places = Suit::ALL.map(suit).into();
    let coins = Area::from_places("coins", Ground::Plain, places).on(Side::Below);
    Scene::new(Catwalk::TITLE, "the track is laid; choose the coins and the start", vec![track, coins])
}

fn flicking(table: &Flicking) -> Scene {
    let start = table.start();
    let under_way = table.under_way.map(|coin| table.coin(coin.coin));
    let to_flick = table.to_flick().map(|coin| table.coin(coin)).filter(|coin| Some(*coin) != under_way);
    let areas = vec![
        flicking_track(table),
        scoreboard(table),
        Area::row("to flick", 6, to_flick.map(Piece::CalledByValue)),
        Area::row("pool", 18, table.pool.iter().copied().map(Piece::FaceUp)),
    ];
    let caption = match table.outcomes.len() {
        6 => "all six coins have fallen or crossed".to_owned(),
        _ => format!("the next flick is from track tile {}", start.tile + 1),
    };
    Scene::new(Catwalk::TITLE, caption, areas)
}

/// Creates the area of the track with its exit, the current coin and the fallen coins.
fn flicking_track(table: &Flicking) -> Area {
    let mut area = track_area(&table.track);
    let start = table.start();
    for (i, place) in area.places.iter_mut().enumerate() {
        if i == start.tile
            && let Some(coin) = table.under_way
        {
            place.pieces.push(Piece::CalledByValue(table.coin(coin.coin)));
            place.offset = (coin.ox as i32, coin.oy as i32);
        } else if i == start.tile && table.outcomes.len() < 6 {
            place.marks.push(Mark::Start);
        }
        if i + 1 == LENGTH {
            place.marks.push(Mark::Exit);
        }
        let fell = table.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Fell(fell) if fell.tile == i as u64 + 1 => Some(table.coin(fell.coin)),
            _ => None,
        });
        place.marks.extend(fell.map(Mark::Fell));
    }
    area
}

/// Creates the area of the scoreboard: the filled places, laid out like the next room's grid.
fn scoreboard(table: &Flicking) -> Area {
    let stack = |i| table.scoreboard.get(i).map_or(&[][..], |stack: &super::table::CoinStack| &stack.0);
    let places = (0..12).map(|i| ("", stack(i).iter().copied().map(Piece::FaceUp).collect()));
    Area::grid("scoreboard", 4, places).on(Side::Below)
}

/// Creates the area of the track.
fn track_area(track: &[TrackTile]) -> Area {
    let place = |(i, tile): (usize, &TrackTile)| {
        Place::at(i + 1, 2 * i32::from(tile.x), 2 * i32::from(tile.y), [Piece::Tile(tile.tile)])
    };
    let places = track.iter().enumerate().map(place).collect();
    Area::from_places("track", Ground::Path, places)
}
