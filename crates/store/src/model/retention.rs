//! How long the moves of tables are kept, and what remains of those that were removed.

/// What remains of a game whose moves were removed. It has nothing if they could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinalResult {
    /// The digest of the final state.
    pub digest: Option<[u8; 32]>,
    /// The points of each seat, from seat 1; none for a solitaire.
    pub points: Option<Vec<i64>>,
    /// The place of each seat, from seat 1, as it counts for ratings; none unless a seated game is over.
    pub places: Option<Vec<u8>>,
}

/// What happens to the moves of a table that is over. It is decided once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retention {
    /// They are kept for as long as the database, because the game is rated or cannot be replayed by this program.
    Keep,
    /// They are removed, and this remains.
    Remove(FinalResult),
    /// They cannot be read, and an operator closed the table. They stay in the database, but no call reads them.
    Unreadable,
}
