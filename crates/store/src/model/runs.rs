//! Runs: what is handed to the store to keep one, and what it tells of one.

use std::io::{self, Read as _, Write as _};

use funhouse_rules::chance::Seed;
use funhouse_rules::game::ScoreOrder;
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::calendar::{ClosedDays, Day, Timestamp};
use crate::model::ids::{PlayerId, RunId};
use crate::model::players::Player;

/// How a run's seed came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeedClass {
    /// The day's seed of the game, with the default options, received on that day (UTC).
    Daily,
    /// Drawn by `deal` for this game when no seed was given, and this player's: with whose token it was drawn, or who handed in
    /// the first run of it if it was drawn without one.
    Drawn,
    /// Any other, a drawn seed that is another player's included.
    Chosen,
    /// A table's own seed, which the service drew and nobody knew before the table was over.
    Sealed,
    /// The sealed seed of a day and a game, with the default options, which nobody knew before the day (UTC) was over; it was played
    /// at a table, of which each player has one.
    SealedDaily,
}

impl SeedClass {
    /// Every class.
    pub const ALL: [Self; 5] = [Self::Daily, Self::Drawn, Self::Chosen, Self::Sealed, Self::SealedDaily];

    /// Whether all runs that were received on a day are of one seed, so that the boards of that seed are those of the day.
    #[must_use]
    pub fn is_daily(self) -> bool {
        matches!(self, Self::Daily | Self::SealedDaily)
    }
}

/// What runs must share to be compared: the game, its rules version, the options, and the seed class.
///
/// The store compares games and versions as they are written and knows none of them: it keeps and ranks runs of games
/// that the program no longer has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Category {
    /// The game's id.
    pub game: String,
    /// The rules version, from 1.
    pub rules: u32,
    /// The options as canonical JSON (RFC 8785), so that equal options are equal texts.
    pub options: String,
    /// The seed class.
    pub class: SeedClass,
}

/// A score as boards sort it: less is better, whichever way the game's scores go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RankKey(i64);

impl RankKey {
    /// The key of a score: the score itself where lower is better, else its negative. Scores over `i64::MAX` share one key.
    #[must_use]
    pub fn of(score: u64, order: ScoreOrder) -> Self {
        let score = i64::try_from(score).unwrap_or(i64::MAX);
        Self(match order {
            ScoreOrder::LowerIsBetter => score,
            ScoreOrder::HigherIsBetter => -score,
        })
    }

    /// The key as a number, of which less is better.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    /// The key that [`number`](Self::number) gave.
    #[must_use]
    pub const fn of_number(number: i64) -> Self {
        Self(number)
    }

    /// The score that the key was made of.
    #[must_use]
    pub fn score(self) -> u64 {
        self.0.unsigned_abs()
    }
}

/// What ranks a run in one scope, which is the whole run or one room of it: the score, then the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScopeScore {
    /// The rank key of the score.
    pub key: RankKey,
    /// How many moves were made in the scope; among equal scores fewer are better.
    pub moves: u32,
}

/// The scores of a run: that of the whole game, and those of its rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    /// That of the whole game.
    pub whole: ScopeScore,
    /// Those of the rooms, in the game's order; empty in games without rooms.
    pub rooms: Vec<ScopeScore>,
}

impl Scores {
    /// The scores of a game without rooms.
    #[must_use]
    pub fn of_whole(whole: ScopeScore) -> Self {
        Self { whole, rooms: Vec::new() }
    }

    /// The score of a scope: 0 is the whole game, 1 its first room.
    #[must_use]
    pub fn of_scope(&self, scope: usize) -> Option<ScopeScore> {
        match scope.checked_sub(1) {
            None => Some(self.whole),
            Some(room) => self.rooms.get(room).copied(),
        }
    }
}

/// A run to be kept: replayed, legal, complete, and scoring what it claims. The store checks none of it.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// Whose it is.
    pub player: PlayerId,
    /// What it is compared with.
    pub category: Category,
    /// Whether the seed belongs to the first player who hands in a run of it. If that is another, the run's class is
    /// [`SeedClass::Chosen`] whatever the category says; else the seed is this player's from then on.
    pub claims_seed: bool,
    /// The class that the run is meant for: if its class is another, it is not kept.
    pub meant_for: Option<SeedClass>,
    /// The seed.
    pub seed: Seed,
    /// When it was received.
    pub received_at: Timestamp,
    /// What it scored.
    pub scores: Scores,
    /// The score card, as JSON.
    pub score_card: String,
    /// SHA-256 of the final state.
    pub digest: [u8; 32],
    /// A hash of game, rules, options, seed and moves, by which the same run is known again.
    pub fingerprint: [u8; 16],
    /// A hash of game, rules, options, seed and the canonical form of the run, which runs that are alike have in common.
    pub likeness: [u8; 16],
    /// How many moves the player says to have taken back; none if that was not said.
    pub taken_back: Option<u32>,
    /// The moves.
    pub moves: PackedMoves,
}

impl NewRun {
    /// The run as it is kept once it is [new](Submitted::New), told without reading it back.
    #[must_use]
    pub fn into_stored(self, id: RunId, class: SeedClass, same_as: Option<RunId>, player: Player) -> StoredRun {
        let Self { player: owner, category, seed, received_at, scores, score_card, digest, taken_back, moves, .. } =
            self;
        let player = Some((player.id, player.name));
        let category = Category { class, ..category };
        let summary =
            Summary { id, player, category, seed, received_at, scores, hidden: Hidden::default(), same_as, taken_back };
        StoredRun { summary, owner, score_card, digest, moves }
    }
}

/// The moves of a run: JSON, deflated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedMoves(Vec<u8>);

/// 16 MiB, more than the moves of any run take as JSON: a damaged row cannot unpack to more.
const MAX_MOVES_BYTES: u64 = 16 * 1024 * 1024;

impl PackedMoves {
    /// Packs moves that are written as JSON.
    ///
    /// # Errors
    /// When there is no memory to write to.
    pub fn pack(json: &[u8]) -> io::Result<Self> {
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(json)?;
        packed.finish().map(Self)
    }

    /// Moves as [`as_bytes`](Self::as_bytes) gave them.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The moves as they are kept.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The moves as JSON, cut off after 16 MiB.
    ///
    /// # Errors
    /// When what is kept was damaged.
    pub fn unpack(&self) -> io::Result<Vec<u8>> {
        let mut json = Vec::new();
        flate2::read::DeflateDecoder::new(self.0.as_slice()).take(MAX_MOVES_BYTES).read_to_end(&mut json)?;
        Ok(json)
    }
}

/// What became of a run that was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// It is kept from now on; [`NewRun::into_stored`] makes of it what is kept.
    New {
        /// Its number.
        id: RunId,
        /// Its class.
        class: SeedClass,
        /// The first run that is alike, if another player handed one in before.
        same_as: Option<RunId>,
    },
    /// The same player handed it in before: this is the run that is kept since then.
    Before(Box<StoredRun>),
    /// Its player is banned. It is not stored.
    Banned,
    /// It is of this class and was meant for another. It is not kept, and its seed is nobody's who had it not before.
    ClassDiffers(SeedClass),
}

impl Submitted {
    /// The number of the run that is kept, if one is.
    #[must_use]
    pub fn id(&self) -> Option<RunId> {
        match self {
            Self::New { id, .. } => Some(*id),
            Self::Before(run) => Some(run.summary.id),
            Self::Banned | Self::ClassDiffers(_) => None,
        }
    }

    /// Whether it was kept now.
    #[must_use]
    pub fn is_new(&self) -> bool {
        matches!(self, Self::New { .. })
    }
}

/// Why a run is on no board and in no list. Each reason is set and cleared apart from the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden(u8);

/// A reason to hide a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenFor {
    /// It failed its verification.
    FailedVerification,
    /// A moderator hid it.
    Moderation,
    /// Its player is banned.
    Ban,
}

impl HiddenFor {
    /// The bit that stands for it in databases: no number may change.
    pub(crate) const fn bit(self) -> u8 {
        match self {
            Self::FailedVerification => 1,
            Self::Moderation => 2,
            Self::Ban => 4,
        }
    }
}

impl Hidden {
    /// The number of combinations of reasons.
    pub(crate) const COMBINATIONS: i64 = 8;

    /// The reasons as databases have them.
    pub(crate) fn of_number(number: u8) -> Self {
        Self(number)
    }

    /// Whether the run is hidden, for whichever reason.
    #[must_use]
    pub fn is_hidden(self) -> bool {
        self.0 != 0
    }

    /// Whether the run is hidden for this reason, and perhaps for others.
    #[must_use]
    pub fn is_for(self, reason: HiddenFor) -> bool {
        self.0 & reason.bit() != 0
    }
}

/// What is told of a run in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: RunId,
    /// Whose it is, with the name; none once the player is deleted.
    pub player: Option<(PlayerId, String)>,
    /// What it is compared with.
    pub category: Category,
    /// The seed.
    pub seed: Seed,
    /// When it was received.
    pub received_at: Timestamp,
    /// What it scored.
    pub scores: Scores,
    /// Why it is kept off the boards, if it is.
    pub hidden: Hidden,
    /// The first run that is alike, if another player handed one in before.
    pub same_as: Option<RunId>,
    /// How many moves the player says to have taken back; none if that was not said.
    pub taken_back: Option<u32>,
}

impl Summary {
    /// The day of a daily run, whose moves are public once that day is closed.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        self.category.class.is_daily().then(|| self.received_at.day())
    }

    /// The seed, unless it is a sealed daily one whose day is not closed.
    #[must_use]
    pub fn open_seed(&self, closed: ClosedDays) -> Option<&Seed> {
        let is_sealed = self.category.class == SeedClass::SealedDaily && !closed.contains(self.received_at.day());
        (!is_sealed).then_some(&self.seed)
    }
}

/// A run as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// What is told of it in a list.
    pub summary: Summary,
    /// Whose it is, even if the player is deleted.
    pub owner: PlayerId,
    /// The score card, as JSON.
    pub score_card: String,
    /// SHA-256 of the final state.
    pub digest: [u8; 32],
    /// The moves.
    pub moves: PackedMoves,
}
