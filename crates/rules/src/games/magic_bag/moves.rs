//! The moves and events of The Magic Bag.

use serde::Serialize;

use super::rows::RowNumber;
use crate::games::Stop;
use crate::piecepack::{Coin, PieceValue, Suit, SuitSet, Tile};
use crate::wire::{self, ToSchema};

wire::tagged! {
    read moves
    /// A move in The Magic Bag.
    pub enum Move = "MagicBagMove" by "type" {
        /// Rolls dice and keeps the others.
        "roll" => Roll as MagicBagRoll {
            /// The suits of the dice to roll; all four at the first roll of a turn.
            pub dice: SuitSet,
        },
        /// Claims a row that the dice match.
        "claim" => Claim as MagicBagClaim {
            /// The row's number.
            pub row: RowNumber,
        },
        /// Pays a coin to go on when no row can be claimed.
        #[derive(Copy)]
        "pay" => Pay as MagicBagPay {
            /// The coin, one of the treasure.
            pub coin: Coin,
            /// A tile to remove from the board, one whose own suit's die shows its value.
            #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
            #[schema(schema_with = wire::reference_to::<Tile>)]
            pub tile: Option<Tile>,
        },
        "stop" => Stop,
    }
}

/// Why the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MagicBagReason)]
pub enum Reason {
    /// The last row is gone.
    RowsGone,
    /// The bag is empty; the rows left bring a bonus.
    BagEmpty,
    /// The player stopped.
    Stopped,
}

wire::tagged! {
    event
    /// An event of The Magic Bag.
    pub enum Event = "MagicBagEvent" by "type" {
        /// A die was rolled.
        "die_rolled" => DieRolled as MagicBagDieRolled {
            /// The number of the roll in the game, from 1: its chance is the event `magic-bag/roll/N`.
            #[schema(minimum = 1)]
            pub roll: u64,
            /// The suit of the die.
            pub die: Suit,
            /// The face that it shows now.
            pub value: PieceValue,
        },
        /// A row was claimed; it leaves the board when its tiles have been matched.
        "row_claimed" => RowClaimed as MagicBagRowClaimed {
            /// The row's number.
            pub row: RowNumber,
            /// Its tiles.
            pub tiles: Vec<Tile>,
            /// The number of coins to draw for it: one, plus one for each tile matched by suit.
            #[schema(minimum = 1, maximum = 5)]
            pub coins: u64,
        },
        /// A tile of the row that is claimed was matched by a die.
        "tile_matched" => TileMatched as MagicBagTileMatched {
            /// The tile.
            pub tile: Tile,
            /// The suit of the die that shows its value. Every tile of a row needs its own die.
            pub die: Suit,
            /// Whether the die has the suit of the tile, which gives one more coin.
            pub by_suit: bool,
        },
        /// A coin was drawn from the bag and put to the treasure.
        "coin_drawn" => CoinDrawn as MagicBagCoinDrawn {
            /// The number of the draw in the game, from 1: its chance is the event `magic-bag/draw/N`.
            #[schema(minimum = 1, maximum = 21)]
            pub draw: u64,
            /// The coin.
            pub coin: Coin,
        },
        /// The last coin was drawn.
        "bag_emptied" => BagEmptied as MagicBagBagEmptied {
            /// The number of draws that were still due and are lost.
            #[schema(minimum = 0, maximum = 4)]
            pub lost: u64,
        },
        /// A coin was paid; it is out of the game.
        "coin_paid" => CoinPaid as MagicBagCoinPaid {
            /// The coin.
            pub coin: Coin,
        },
        /// A tile was removed from its row for the coin paid.
        "tile_removed" => TileRemoved as MagicBagTileRemoved {
            /// The row's number.
            pub row: RowNumber,
            /// The tile.
            pub tile: Tile,
        },
        /// The game has ended.
        "ended" => Ended as MagicBagEnded {
            /// The reason.
            pub reason: Reason,
            /// The bonus for the remaining rows.
            #[schema(minimum = 0, maximum = 390)]
            pub bonus: u64,
        },
    }
}
