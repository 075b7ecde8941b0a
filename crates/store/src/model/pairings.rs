//! Requests of players for opponents.

use super::calendar::Timestamp;
use super::changes::NewTable;
use super::ids::{AppId, PairingId, PlayerId, TableId};

/// How long a request waits without a sign of its player, in seconds.
pub const PAIRING_SECONDS: i64 = 60;

/// What a player asks to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingTerms {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options, as canonical JSON (RFC 8785).
    pub options: String,
    /// Number of seats.
    pub seats: u8,
    /// Time for a move, in seconds.
    pub pace: u32,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether opponents may be bots.
    pub bots: bool,
    /// Seconds after which robots take the seats that are left; never if none.
    pub robots_after: Option<u32>,
}

/// A request to store.
#[derive(Clone, Debug)]
pub struct NewPairing {
    /// Its number, drawn at random.
    pub id: PairingId,
    /// Who asks.
    pub player: PlayerId,
    /// The app that acts for the player, if one does: then opponents are players of the same app.
    pub app: Option<AppId>,
    /// What the player asks to play.
    pub terms: PairingTerms,
    /// A keyed hash of the player's address.
    pub address: [u8; 16],
    /// A hash of the idempotency key, if the caller may repeat the request.
    pub key: Option<[u8; 32]>,
    /// When the request was received.
    pub at: Timestamp,
    /// Maximum number of open tables of the player.
    pub max_open_tables: u32,
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It is stored, in place of any earlier one of the player; or the same request, with another number, is stored and has not ended.
    Stored(Pairing),
    /// The player has too many open tables.
    TooMany,
    /// The player is banned.
    Banned,
}

/// A stored request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number.
    pub id: PairingId,
    /// Who asks.
    pub player: PlayerId,
    /// Whether the player says that they are a program.
    pub bot: bool,
    /// The player's rating in the game, in thousandths.
    pub rating: i64,
    /// The app that acts for the player, if one does.
    pub app: Option<AppId>,
    /// What the player asks to play.
    pub terms: PairingTerms,
    /// A keyed hash of the player's address.
    pub address: [u8; 16],
    /// When it was received.
    pub since: Timestamp,
    /// The last sign of its player.
    pub seen_at: Timestamp,
    /// The table that came of it; none while it waits.
    pub table: Option<TableId>,
}

/// The place of a request among those that wait: by time, then by player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingPlace {
    /// When the player asked.
    pub since: Timestamp,
    /// The player.
    pub player: PlayerId,
}

/// What waits for opponents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitingPairings {
    /// The requests.
    pub pairings: Vec<Pairing>,
    /// The last place, after which the next page begins; none at the end of all.
    pub next: Option<PairingPlace>,
    /// Players among them who block others among them, with those.
    pub blocks: Vec<(PlayerId, PlayerId)>,
}

/// A table for players who asked for opponents. It begins at once.
#[derive(Clone, Debug)]
pub struct PairedTable {
    /// The table. Each of its players made one of the requests.
    pub table: NewTable,
    /// The requests: player and number.
    pub of: Vec<(PlayerId, PairingId)>,
    /// Requests without a sign of their player since then have ended.
    pub seen_since: Timestamp,
}
