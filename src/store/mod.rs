//! The store: players, runs, and the boards on which runs stand.
//!
//! [`Store`] says what is kept and what can be asked, in the words of the domain; [`sqlite`] keeps it. Whoever holds a
//! `Store` knows nothing of SQL. What a run scores is worked out before it comes here: the store believes what it is
//! given, and keeps it.

pub mod calendar;
pub mod name;
pub mod sqlite;

use std::fmt;
use std::io::{self, Read as _, Write as _};
use std::sync::Arc;

use async_trait::async_trait;
use serde::Serialize;
use utoipa::ToSchema;

use self::calendar::{Period, Timestamp};
use crate::rules::chance::Seed;
use crate::rules::game::Wins;

/// Where everything is kept.
#[async_trait]
pub trait Store: Send + Sync {
    /// Whether it can be read.
    async fn ready(&self) -> Result<(), StoreError>;

    /// The secret that was kept; the first time, the one given here is kept.
    async fn secret(&self, fresh: Secret) -> Result<Secret, StoreError>;

    /// Takes a name for a player, unless it is taken.
    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError>;

    /// The player whom a token belongs to.
    async fn player_of_token(&self, token: TokenHash) -> Result<Option<Player>, StoreError>;

    /// A player; none once deleted.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;

    /// Gives a player another token; tells whether there is such a player.
    async fn replace_token(&self, id: PlayerId, token: TokenHash) -> Result<bool, StoreError>;

    /// Deletes a player: the runs stay, without a name, and the name stays taken. Tells whether there was one.
    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError>;

    /// Keeps a run, unless its player has handed it in before. Once it is answered, it is on disk.
    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError>;

    /// A run with its moves.
    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError>;

    /// How runs stand: the rank of a run on each of these boards of every run, and how many stand there.
    async fn ranks(&self, run: RunId, boards: Vec<Board>) -> Result<Vec<Option<Standing>>, StoreError>;

    /// A page of a board.
    async fn page(&self, board: Board, at: Position, limit: u32) -> Result<Page, StoreError>;

    /// Runs of a stretch of time, the newest first.
    async fn stretch(
        &self,
        stretch: Stretch,
        after: Option<StretchEnd>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError>;

    /// A player's runs before this one, the newest first.
    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError>;

    /// A player's best on every board of all time, the seeds' own left aside.
    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError>;

    /// Runs with their moves, in the order in which they were taken in, hidden ones too.
    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError>;

    /// How many runs there are after this one.
    async fn count_after(&self, after: RunId) -> Result<u64, StoreError>;

    /// Takes runs off the boards, or puts them on again. They are kept either way.
    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError>;

    /// How far a walk through all runs has come.
    async fn milestone(&self, walk: &str) -> Result<RunId, StoreError>;

    /// Notes how far a walk through all runs has come.
    async fn set_milestone(&self, walk: &str, run: RunId) -> Result<(), StoreError>;
}

/// A store of any kind.
pub type AnyStore = Arc<dyn Store>;

/// Why the store did not do what it was asked for. Nothing was changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// It has too much to do; later it may do it.
    Busy,
    /// It cannot, for now: the disk is full or fails. What is said is for the log.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("the store has too much to do"),
            Self::Unavailable(why) => write!(f, "the store is unavailable: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// What all instances of a service share and nobody else knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A player's number: from 1, in the order in which names were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayerId(pub i64);

/// A run's number: from 1, in the order in which runs were taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(pub i64);

macro_rules! numbered {
    ($Id:ident) => {
        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl std::str::FromStr for $Id {
            type Err = ();

            /// Reads it as it is written: decimal, without a sign or leading zeros.
            fn from_str(text: &str) -> Result<Self, ()> {
                let id: i64 = text.parse().map_err(|_| ())?;
                if id > 0 && id.to_string() == text { Ok(Self(id)) } else { Err(()) }
            }
        }

        impl Serialize for $Id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
numbered!(PlayerId);
numbered!(RunId);

/// SHA-256 of a token, which is all that is kept of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

/// A player who is to be created.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// The name.
    pub name: String,
    /// Hashes of the forms under which no other name may be taken.
    pub forms: Vec<[u8; 32]>,
    /// The token's hash.
    pub token: TokenHash,
    /// How to know the request again, if it may come again.
    pub repeatable: Option<Repeatable>,
    /// When.
    pub at: Timestamp,
}

/// How a request that may come again is known.
#[derive(Clone, Copy, Debug)]
pub struct Repeatable {
    /// A hash of the caller's key.
    pub key: [u8; 32],
    /// Of which, with the caller's key, the token was made.
    pub salt: [u8; 32],
    /// Until when it is known.
    pub until: Timestamp,
}

/// What became of a player who was to be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The name is theirs.
    New(PlayerId),
    /// The same request came before, and the name is theirs since then.
    Before {
        /// The player.
        id: PlayerId,
        /// When the name was taken.
        created_at: Timestamp,
        /// The salt of the token that was given.
        salt: [u8; 32],
    },
    /// The key came before with another name.
    OtherName,
    /// The name is taken.
    Taken,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When the name was taken.
    pub created_at: Timestamp,
}

/// How a run's seed came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeedClass)]
pub enum Class {
    /// The day's seed of the game, with the default options, received on that day (UTC).
    Daily,
    /// Drawn by `deal` for this game, when no seed was given.
    Drawn,
    /// Any other.
    Chosen,
}

/// What runs must share to be compared: the game, its rules version, the options, and the seed class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Course {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options as canonical JSON.
    pub options: String,
    /// The seed class.
    pub class: Class,
}

/// How good a score is: less is better, whichever way the game's scores go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit(i64);

impl Merit {
    /// The merit of a score.
    #[must_use]
    pub fn of(score: u64, wins: Wins) -> Self {
        let score = i64::try_from(score).unwrap_or(i64::MAX);
        Self(match wins {
            Wins::Low => score,
            Wins::High => -score,
        })
    }

    /// The merit as a number, of which less is better.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    /// The merit of a number, of which less is better.
    #[must_use]
    pub fn of_number(number: i64) -> Self {
        Self(number)
    }

    /// The score that it is the merit of.
    #[must_use]
    pub fn score(self) -> u64 {
        self.0.unsigned_abs()
    }
}

/// What ranks a run on a board: the merit, then the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// The merit of the score.
    pub merit: Merit,
    /// How many moves it took.
    pub moves: u32,
}

/// A run to be kept: replayed, legal, complete, and scoring what it claims.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// Whose it is.
    pub player: PlayerId,
    /// What it is compared with.
    pub course: Course,
    /// The seed.
    pub seed: Seed,
    /// When it was received.
    pub received_at: Timestamp,
    /// The mark of the whole, then of each room.
    pub marks: Vec<Mark>,
    /// The score card, as JSON.
    pub score: String,
    /// The digest of the final state.
    pub digest: [u8; 32],
    /// A hash of game, rules, options, seed and moves, by which the same run is known again.
    pub fingerprint: [u8; 16],
    /// The moves.
    pub moves: PackedMoves,
}

/// The moves of a run, packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedMoves(Vec<u8>);

/// More than the moves of any run take as JSON: what claims to be more is not unpacked.
const MOST_MOVES_BYTES: u64 = 16 * 1024 * 1024;

impl PackedMoves {
    /// Packs moves, written as JSON.
    ///
    /// # Errors
    /// Hardly: writing to memory fails only for want of it.
    pub fn pack(json: &[u8]) -> io::Result<Self> {
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(json)?;
        packed.finish().map(Self)
    }

    /// The moves as they are kept.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The moves as JSON.
    ///
    /// # Errors
    /// When what is kept was damaged.
    pub fn unpack(&self) -> io::Result<Vec<u8>> {
        let mut json = Vec::new();
        flate2::read::DeflateDecoder::new(self.0.as_slice()).take(MOST_MOVES_BYTES).read_to_end(&mut json)?;
        Ok(json)
    }
}

/// What became of a run that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// Its number.
    pub id: RunId,
    /// Whether it was kept now; otherwise the same player handed it in before.
    pub new: bool,
}

/// What is told of a run in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: RunId,
    /// Whose it is; none once the player is deleted.
    pub player: Option<(PlayerId, String)>,
    /// What it is compared with.
    pub course: Course,
    /// The seed.
    pub seed: Seed,
    /// When it was received.
    pub received_at: Timestamp,
    /// The mark of the whole, then of each room.
    pub marks: Vec<Mark>,
    /// Whether it is kept off the boards.
    pub hidden: bool,
}

/// A run as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// What is told of it in a list.
    pub summary: Summary,
    /// Whose it is, even if the player is deleted.
    pub owner: PlayerId,
    /// The score card, as JSON.
    pub score: String,
    /// The digest of the final state.
    pub digest: [u8; 32],
    /// The moves.
    pub moves: PackedMoves,
    /// The first run of the same game, seed, options and moves, if another player handed it in before.
    pub same_as: Option<RunId>,
}

/// A leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What its runs share.
    pub course: Course,
    /// The one seed that it is of; of any where none is given.
    pub seed: Option<Seed>,
    /// Which mark ranks: 0 that of the whole, 1 that of the first room.
    pub scope: u8,
    /// When its runs were received.
    pub period: Period,
    /// Whether only the best of each player stands on it.
    pub bests: bool,
}

/// Where a run stands on a board: by its mark, and among equals by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// What ranks it.
    pub mark: Mark,
    /// The run.
    pub run: RunId,
}

/// Which page of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The first.
    Top,
    /// The one that follows a place.
    After(Place),
    /// The one that leads to a place.
    Before(Place),
    /// The one with a run in its middle.
    Around(RunId),
}

/// How a run stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// 1 and the number of those that are strictly better.
    pub rank: u64,
    /// How many stand there.
    pub count: u64,
}

/// A line of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// 1 and the number of those that are strictly better.
    pub rank: u64,
    /// Where it stands.
    pub place: Place,
    /// The run.
    pub run: Summary,
}

/// A page of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its lines, the best first.
    pub entries: Vec<Entry>,
    /// How many stand on the board.
    pub count: u64,
    /// Whether others stand before them.
    pub more_before: bool,
    /// Whether others stand after them.
    pub more_after: bool,
    /// Whether the run asked for stands on the board; true where none was.
    pub found: bool,
}

/// Runs that were received from one moment to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// What they share.
    pub course: Course,
    /// Their one seed; any where none is given.
    pub seed: Option<Seed>,
    /// The first moment.
    pub since: Timestamp,
    /// The moment after the last.
    pub until: Timestamp,
}

/// Where a page of a stretch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StretchEnd {
    /// When its last run was received.
    pub received_at: Timestamp,
    /// That run.
    pub run: RunId,
}

/// A player's best on a board of all time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// What the board's runs share.
    pub course: Course,
    /// Which mark ranks.
    pub scope: u8,
    /// Where it stands.
    pub place: Place,
    /// How it stands among the bests of all players.
    pub standing: Standing,
}
