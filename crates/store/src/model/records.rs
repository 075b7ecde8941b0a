//! How players have fared in games for several seats.

/// How a player has fared in a game for several seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// How many games they played to the end.
    pub played: u32,
    /// How many of them they won, alone or level with others.
    pub won: u32,
    /// The sum of their places.
    pub places: u64,
    /// How many of them were against other players, and so rated.
    pub rated: u32,
    /// The rating (Weng-Lin) in thousandths.
    pub rating: i64,
    /// Its uncertainty in thousandths.
    pub uncertainty: i64,
}
