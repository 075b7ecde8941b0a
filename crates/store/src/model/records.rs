//! The records of players in games for several seats.

/// The record of a player in a game for several seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// Number of finished games.
    pub played: u32,
    /// Number of games won, including shared first places.
    pub won: u32,
    /// Sum of the places.
    pub places: u64,
}
