//! Tables in short form.

use funhouse::rules::piecepack::{PiecepackPiece, Tile};
use serde_json::{Value as Json, json};

/// An object from cell to piece, from pieces in reading order; `.` is an empty cell.
pub(crate) fn grid(pieces: &str) -> Json {
    let cells = (1..=6).flat_map(|row| "abcd".chars().map(move |column| format!("{column}{row}")));
    let laid = cells.zip(pieces.split_whitespace()).filter(|(_, piece)| *piece != ".");
    Json::Object(laid.map(|(cell, piece)| (cell, Json::from(piece))).collect())
}

/// A list of pieces.
pub(crate) fn list(pieces: &str) -> Json {
    pieces.split_whitespace().collect()
}

/// A straight track of all tiles in canonical order, going east: track tile 1 is S0, 24 is A5.
pub(crate) fn straight() -> Json {
    Tile::ALL.iter().enumerate().map(|(x, tile)| json!({ "tile": tile.name(), "x": x, "y": 0 })).collect()
}
