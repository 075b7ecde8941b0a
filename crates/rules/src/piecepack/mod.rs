//! The piecepack: its suits, values, tiles, coins and die. Rules: epic-funhouse.md, section 1.

mod census;
mod die;
mod piece;
mod seen;
mod suit;
mod value;

pub use census::Census;
pub use die::{Arrangement, Die};
pub use piece::{Coin, Piece, Tile};
pub use seen::{CoinFace, SeenCoin};
pub use suit::{Suit, SuitSet};
pub use value::{PieceValue, Value};
