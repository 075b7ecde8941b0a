//! Runs.

use std::io::{self, Read as _, Write as _};

use funhouse_rules::chance::Seed;
use funhouse_rules::game::ScoreOrder;
use funhouse_rules::wire::ToSchema;
use serde::Serialize;

use crate::model::apps::ThroughApp;
use crate::model::calendar::{ClosedDays, Day, Timestamp};
use crate::model::ids::{AppId, PlayerId, RunId};
use crate::model::players::{NamedPlayer, Player, TokenHash};
use crate::model::rounds::ContestRound;

/// The origin of a run's seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeedClass {
    /// Practice daily: the day's public seed of the game, with the default options, received on that day (UTC).
    Daily,
    /// Drawn by `deal` for this game when no seed was given. It belongs to the player with whose token it was drawn, or who first
    /// submitted a run of it.
    Drawn,
    /// Any other seed, including a drawn one that belongs to another player.
    Chosen,
    /// Ranked: a table's own seed, which the service drew and no one knew before the table was over.
    Ranked,
    /// Ranked daily: the secret seed of a day and a game, with the default options, which no one knew before the day (UTC) was over.
    /// It was played at a table, of which each player has one.
    RankedDaily,
    /// Contest: the secret seed of a round of a contest, played at a table, of which each entrant has one. It is on no board.
    Contest,
}

impl SeedClass {
    /// Every class.
    pub const ALL: [Self; 6] = [Self::Daily, Self::Drawn, Self::Chosen, Self::Ranked, Self::RankedDaily, Self::Contest];

    /// Whether all runs that were received on a day are of one seed, so that the boards of that seed are those of the day.
    #[must_use]
    pub fn is_daily(self) -> bool {
        matches!(self, Self::Daily | Self::RankedDaily)
    }
}

/// What runs that are compared have in common.
///
/// The store compares games and versions as text and numbers, so that it also ranks runs of games that the program no longer has.
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

/// Selects runs of a player: those in a game, and optionally of a seed class or a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRuns {
    /// The game's id.
    pub game: String,
    /// The seed class; all if none.
    pub class: Option<SeedClass>,
    /// The seed; all if none.
    pub seed: Option<Seed>,
}

/// A score as boards sort it: less is better in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RankKey(i64);

impl RankKey {
    /// Returns the key of a score: the score if lower is better, else its negative. Scores over `i64::MAX` share one key.
    #[must_use]
    pub fn of(score: u64, order: ScoreOrder) -> Self {
        let score = i64::try_from(score).unwrap_or(i64::MAX);
        Self(match order {
            ScoreOrder::LowerIsBetter => score,
            ScoreOrder::HigherIsBetter => -score,
        })
    }

    /// Returns the key as a number. Less is better.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    /// Returns the key of a [`number`](Self::number).
    #[must_use]
    pub const fn of_number(number: i64) -> Self {
        Self(number)
    }

    /// Returns the score of the key.
    #[must_use]
    pub fn score(self) -> u64 {
        self.0.unsigned_abs()
    }
}

/// What ranks a run in one scope (the whole run or one room): the score, then the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScopeScore {
    /// The rank key of the score.
    pub key: RankKey,
    /// Number of moves in the scope. Among equal scores, fewer are better.
    pub moves: u32,
}

/// The scores of a run: of the whole game and of its rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The score of the whole game.
    pub whole: ScopeScore,
    /// The scores of the rooms, in the game's order; empty in games without rooms.
    pub rooms: Vec<ScopeScore>,
}

impl Scores {
    /// Returns the scores of a game without rooms.
    #[must_use]
    pub fn of_whole(whole: ScopeScore) -> Self {
        Self { whole, rooms: Vec::new() }
    }

    /// Returns the score of a scope: 0 is the whole game, 1 its first room.
    #[must_use]
    pub fn of_scope(&self, scope: usize) -> Option<ScopeScore> {
        match scope.checked_sub(1) {
            None => Some(self.whole),
            Some(room) => self.rooms.get(room).copied(),
        }
    }
}

/// A run to store. The caller has verified that it is legal, complete and scores what it claims.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// Its player.
    pub player: PlayerId,
    /// The token that its player submits it with. If it was revoked or replaced, the run is not stored. None for runs of tables.
    pub token: Option<TokenHash>,
    /// The app with whose token it is submitted. The store also knows the app that acts for the player.
    pub app: Option<AppId>,
    /// The category.
    pub category: Category,
    /// Whether the seed belongs to the first player who submits a run of it. If that is another player, the class becomes
    /// [`SeedClass::Chosen`]; otherwise the seed belongs to this player.
    pub claims_seed: bool,
    /// The class that the run must have. If its class is another, it is not stored.
    pub required_class: Option<SeedClass>,
    /// The seed.
    pub seed: Seed,
    /// When it was received.
    pub received_at: Timestamp,
    /// The scores.
    pub scores: Scores,
    /// The score card, as JSON.
    pub score_card: String,
    /// SHA-256 of the final state.
    pub digest: [u8; 32],
    /// A hash of game, rules, options, seed and moves, by which the same run is recognized.
    pub fingerprint: [u8; 16],
    /// A hash of game, rules, options, seed and the canonical form of the run. Equivalent runs have the same.
    pub equivalence: [u8; 16],
    /// Number of undone moves that the player declared; none if not declared.
    pub taken_back: Option<u32>,
    /// Whether the player declared hints or an analysis; none if not declared.
    pub assisted: Option<bool>,
    /// The moves.
    pub moves: PackedMoves,
    /// The round of a run of the class [`SeedClass::Contest`]; none in all other classes.
    pub round: Option<ContestRound>,
}

impl NewRun {
    /// Returns the stored form of a run that was [new](Submitted::New), without reading it from the database.
    #[must_use]
    pub fn into_stored(
        self,
        id: RunId,
        class: SeedClass,
        same_as: Option<RunId>,
        app: Option<ThroughApp>,
        player: Player,
    ) -> StoredRun {
        let Self {
            player: owner,
            category,
            seed,
            received_at,
            scores,
            score_card,
            digest,
            taken_back,
            assisted,
            moves,
            round,
            ..
        } = self;
        let player = Some(player.into());
        let category = Category { class, ..category };
        let summary = Summary {
            id,
            player,
            category,
            seed,
            received_at,
            scores,
            hidden: Hidden::default(),
            same_as,
            taken_back,
            assisted,
            app,
            round,
        };
        StoredRun { summary, owner, score_card, digest, moves }
    }
}

/// The moves of a run: JSON, deflated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedMoves(Vec<u8>);

/// Limit for unpacking damaged rows: 16 MiB, more than the moves of any run take as JSON.
const MAX_MOVES_BYTES: u64 = 16 * 1024 * 1024;

impl PackedMoves {
    /// Packs moves from JSON.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn pack(json: &[u8]) -> io::Result<Self> {
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(json)?;
        packed.finish().map(Self)
    }

    /// Returns moves from the bytes of [`as_bytes`](Self::as_bytes).
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the packed moves.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the moves as JSON, cut off after 16 MiB.
    ///
    /// # Errors
    /// If the packed moves are damaged.
    pub fn unpack(&self) -> io::Result<Vec<u8>> {
        let mut json = Vec::new();
        flate2::read::DeflateDecoder::new(self.0.as_slice()).take(MAX_MOVES_BYTES).read_to_end(&mut json)?;
        Ok(json)
    }
}

/// The outcome of submitting a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The run was stored. [`NewRun::into_stored`] returns its stored form.
    New {
        /// Its number.
        id: RunId,
        /// Its class.
        class: SeedClass,
        /// The first equivalent run, if another player submitted one before.
        same_as: Option<RunId>,
        /// The app through which it was submitted.
        app: Option<ThroughApp>,
    },
    /// The same player submitted the run before. This is the stored one.
    Existing(Box<StoredRun>),
    /// Its player is banned. It is not stored.
    Banned,
    /// Its token was revoked or replaced. It is not stored.
    TokenRevoked,
    /// The run has this class, but another was required. It is not stored, and does not claim its seed.
    ClassDiffers(SeedClass),
}

impl Submitted {
    /// Returns the number of the stored run, if one is stored.
    #[must_use]
    pub fn id(&self) -> Option<RunId> {
        match self {
            Self::New { id, .. } => Some(*id),
            Self::Existing(run) => Some(run.summary.id),
            Self::Banned | Self::TokenRevoked | Self::ClassDiffers(_) => None,
        }
    }

    /// Whether the run was stored by this call.
    #[must_use]
    pub fn is_new(&self) -> bool {
        matches!(self, Self::New { .. })
    }
}

/// The reasons why a run is on no board and in no list. Each reason is set and cleared independently.
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
    /// The bit of the reason in databases: no number may change.
    pub(crate) const fn bit(self) -> u8 {
        match self {
            Self::FailedVerification => 1,
            Self::Moderation => 2,
            Self::Ban => 4,
        }
    }
}

impl Hidden {
    /// The bit in databases of a run that is only on boards and lists of an app. It is not a reason to hide the run.
    pub(crate) const IN_APP_ALONE: u8 = 8;
    /// The number of combinations of bits.
    pub(crate) const COMBINATIONS: i64 = 16;

    /// Returns the reasons from their number in databases.
    pub(crate) fn of_number(number: u8) -> Self {
        Self(number & !Self::IN_APP_ALONE)
    }

    /// Returns the app through which a run was submitted, from its number and the reasons to hide the run, in databases.
    pub(crate) fn app_of(app: Option<i64>, hidden: u8) -> Option<ThroughApp> {
        let alone = hidden & Self::IN_APP_ALONE != 0;
        app.map(|number| ThroughApp { id: AppId(number.abs()), alone, hidden: number < 0 })
    }

    /// Whether the run is hidden for any reason.
    #[must_use]
    pub fn is_hidden(self) -> bool {
        self.0 != 0
    }

    /// Whether the run is hidden for this reason, among others.
    #[must_use]
    pub fn is_for(self, reason: HiddenFor) -> bool {
        self.0 & reason.bit() != 0
    }
}

/// A run without its moves, as in lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: RunId,
    /// The player and their name; none if the player is deleted.
    pub player: Option<NamedPlayer>,
    /// The category.
    pub category: Category,
    /// The seed.
    pub seed: Seed,
    /// When it was received.
    pub received_at: Timestamp,
    /// The scores.
    pub scores: Scores,
    /// The reasons to hide it, if it is hidden.
    pub hidden: Hidden,
    /// The first equivalent run, if another player submitted one before.
    pub same_as: Option<RunId>,
    /// Number of undone moves that the player declared; none if not declared.
    pub taken_back: Option<u32>,
    /// Whether the player declared hints or an analysis; none if not declared.
    pub assisted: Option<bool>,
    /// The app through which it was submitted.
    pub app: Option<ThroughApp>,
    /// The round of a run of the class [`SeedClass::Contest`]; none in all other classes.
    pub round: Option<ContestRound>,
}

impl Summary {
    /// Returns the day of a daily run, whose moves are public once that day is closed.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        self.category.class.is_daily().then(|| self.received_at.day())
    }

    /// Returns the seed, unless it is the secret seed of a day or a round of a contest that is not closed.
    #[must_use]
    pub fn open_seed(&self, closed: ClosedDays) -> Option<&Seed> {
        let is_secret = self.is_sealed()
            || (self.category.class == SeedClass::RankedDaily && !closed.contains(self.received_at.day()));
        (!is_secret).then_some(&self.seed)
    }

    /// Whether it is of a round of a contest that is not closed, so that only its player may see anything of it.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.category.class == SeedClass::Contest && !self.round.is_some_and(|round| round.is_closed)
    }

    /// Returns the end of the embargo on the moves; none if they are public.
    #[must_use]
    pub fn embargoed_until(&self, closed: ClosedDays) -> Option<Timestamp> {
        if self.is_sealed() {
            return Some(self.round.map_or(Timestamp::LAST, |round| round.closes_at));
        }
        self.day().filter(|day| !closed.contains(*day)).map(Day::end)
    }
}

/// A stored run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// The run without its moves.
    pub summary: Summary,
    /// The player, even if deleted.
    pub owner: PlayerId,
    /// The score card, as JSON.
    pub score_card: String,
    /// SHA-256 of the final state.
    pub digest: [u8; 32],
    /// The moves.
    pub moves: PackedMoves,
}
