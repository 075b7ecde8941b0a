//! The piecepack: its suits, values, tiles, coins and die. Rules: piecepack.md.

mod die;
mod piece;
mod suit;
mod value;
mod viewed;

pub use die::{Arrangement, Die};
pub use piece::{Coin, PiecepackPiece, Tile};
pub use suit::{Suit, SuitSet};
pub use value::{PieceValue, Value};
pub use viewed::{CoinFace, ViewedCoin};
