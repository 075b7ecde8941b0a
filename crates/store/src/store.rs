//! The calls of the store.

use std::sync::Arc;

use async_trait::async_trait;

use crate::apps::Apps;
use crate::contests::Contests;
use crate::error::StoreError;
use crate::events::Events;
use crate::metrics::StoreMetrics;
use crate::model::boards::{Best, Board, BoardPage, BoardPlace, BoardRank, PageStart, TimeRange, TimeRangePlace};
use crate::model::calendar::{Day, TimeRecord, Timestamp};
use crate::model::events::NewEvent;
use crate::model::ids::{ActionId, AppId, PlayerId, RunId, TokenId};
use crate::model::moderation::{LoggedAction, Moderated, ModerationOrder};
use crate::model::pars::{Deal, Lease, Par, ParLine};
use crate::model::players::{Created, NewPlayer, Player, RecoveryHash, TokenHash};
use crate::model::runs::{GameRuns, NewRun, StoredRun, Submitted, Summary};
use crate::model::secret::{Secret, SecretPlace};
use crate::model::tokens::{Added, KnownToken, NewToken, Recovered, Recovery, Revoked, StoredToken};
use crate::opponents::Opponents;
use crate::tables::Tables;

/// All calls of the store, except for [tables](Tables), [events](Events), [apps](Apps), [contests](Contests) and [opponents](Opponents).
///
/// Every call fails with [`StoreError::Busy`] when the store is overloaded, and with [`StoreError::Unavailable`] when the database
/// fails. When a call returns, its writes are on disk. A failed call wrote nothing, unless the error is [`StoreError::Unknown`].
#[async_trait]
pub trait Store: Tables + Events + Apps + Contests + Opponents {
    /// Fails unless the store can be read.
    async fn ready_to_read(&self) -> Result<(), StoreError>;

    /// Fails unless the store can be read and the last commit succeeded. Commits something if the last commit is more than a second old, so
    /// at most once per second for any number of callers.
    async fn ready_to_write(&self) -> Result<(), StoreError>;

    /// Sets where the secret is, and returns the secret to use. Returns none, and changes nothing, if names are already hashed under the key
    /// of another secret: they could no longer be recognized.
    async fn secret(&self, place: SecretPlace) -> Result<Option<Secret>, StoreError>;

    /// Returns the newest day that was reached; none if no day was.
    async fn newest_day(&self) -> Result<Option<Day>, StoreError>;

    /// Stores that a day was reached, unless a newer one was. The commit [closes](crate::calendar::ClosedDays) all earlier days: later
    /// games on them are refused. If days were skipped, deadlines [wait](Self::hold_deadlines) from then on.
    async fn reach_day(&self, day: Day) -> Result<(), StoreError>;

    /// Returns what is recorded of time, as of one moment.
    async fn time_record(&self) -> Result<TimeRecord, StoreError>;

    /// Stores that all deadlines wait. `hold` identifies this time of waiting.
    async fn hold_deadlines(&self, hold: String) -> Result<(), StoreError>;

    /// Ends a time of waiting: stores when all deadlines begin again, and makes all open tables due then, except ranked daily games. Does
    /// nothing if deadlines do not wait, or if another `hold` has begun.
    async fn resume_deadlines(&self, hold: String, at: Timestamp) -> Result<(), StoreError>;

    /// Creates a player, unless the name is taken.
    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError>;

    /// Returns a token that is valid at a time, with its player. None if it was replaced or revoked, has expired, or belongs to an app that is
    /// suspended or deleted.
    async fn known_token(&self, token: TokenHash, at: Timestamp) -> Result<Option<KnownToken>, StoreError>;

    /// Stores that a token was used on a day (UTC). Does nothing if a use on that day or later is stored, or is being stored.
    async fn note_use(&self, token: TokenId, on: Day) -> Result<(), StoreError>;

    /// Returns a player's tokens, in order of creation.
    async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError>;

    /// Returns the hash of a player's recovery code; none if the player has no code.
    async fn recovery_code_of(&self, player: PlayerId) -> Result<Option<RecoveryHash>, StoreError>;

    /// Adds a token of a player, up to [`MAX_TOKENS`](crate::MAX_TOKENS).
    async fn add_token(&self, player: PlayerId, token: NewToken) -> Result<Added, StoreError>;

    /// Revokes one of a player's tokens.
    async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<Revoked, StoreError>;

    /// Sets a player's recovery code, in place of any earlier one. Returns whether the player exists.
    async fn set_recovery_code(&self, player: PlayerId, code: RecoveryHash) -> Result<bool, StoreError>;

    /// Creates a token by a recovery code, and replaces the code by the next. If the player has [`MAX_TOKENS`](crate::MAX_TOKENS), revokes the
    /// least recently used one.
    async fn recover(&self, recovery: Recovery) -> Result<Recovered, StoreError>;

    /// Returns a player; none if the player does not exist or is deleted.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;

    /// Returns the player with exactly this name; none if no one has it now.
    async fn player_named(&self, name: String) -> Result<Option<Player>, StoreError>;

    /// Replaces a player's token by another one with the same number and label. Returns whether there is such a token.
    async fn replace_token(
        &self,
        player: PlayerId,
        id: TokenId,
        token: TokenHash,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Sets whether a player says that they are a program. Returns whether the player exists.
    async fn set_bot(&self, id: PlayerId, bot: bool) -> Result<bool, StoreError>;

    /// Deletes a player with all tokens and the recovery code. The runs stay, without a name, and the name stays taken. Returns whether the
    /// player existed.
    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError>;

    /// Stores a run, unless its player has submitted it before.
    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError>;

    /// Returns a run with its moves.
    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError>;

    /// Returns the ranks of entries at these places, each on its board; none where there is no entry, or its rank is unknown.
    async fn ranks(&self, places: Vec<(Board, BoardPlace)>) -> Result<Vec<Option<BoardRank>>, StoreError>;

    /// Returns a page of a board, with at most `limit` entries.
    async fn page(&self, board: Board, at: PageStart, limit: u32) -> Result<BoardPage, StoreError>;

    /// Returns at most `limit` runs that were received in a time range, the newest first, after a place or from the newest.
    async fn runs_in(
        &self,
        range: TimeRange,
        after: Option<TimeRangePlace>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError>;

    /// Returns at most `limit` visible runs of a player, the newest first, before a run or from the newest.
    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError>;

    /// Returns the same of the runs that were submitted through an app, including those that are only in its lists.
    async fn runs_of_in_app(
        &self,
        player: PlayerId,
        app: AppId,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError>;

    /// Returns at most `limit` visible runs of a player in a game, the newest first, before a run or from the newest.
    async fn runs_of_game(
        &self,
        player: PlayerId,
        of: GameRuns,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError>;

    /// Returns at most `limit` runs of a player after a run, in order of number, with their moves. Includes hidden runs.
    async fn whole_runs_of(&self, player: PlayerId, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError>;

    /// Returns a player's best run on every board of bests of all time.
    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError>;

    /// Returns the greatest number of a run, once every run with a smaller number can be read; `RunId(0)` if there is no run. Instances may
    /// commit runs in another order than that of their numbers.
    async fn last_run(&self) -> Result<RunId, StoreError>;

    /// Returns at most `limit` runs after a run, in order of number, with their moves. Includes hidden runs.
    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError>;

    /// Returns the number of runs after a run, including hidden ones.
    async fn count_after(&self, after: RunId) -> Result<u64, StoreError>;

    /// Hides runs that failed their verification, or shows them again unless they are hidden for another reason. They stay stored.
    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError>;

    /// Executes an order of a moderator, and logs it in the same transaction.
    async fn moderate(&self, order: ModerationOrder) -> Result<Moderated, StoreError>;

    /// Returns at most `limit` actions of moderators, the newest first, before an action or from the newest.
    async fn moderation_actions(&self, before: Option<ActionId>, limit: u32) -> Result<Vec<LoggedAction>, StoreError>;

    /// Returns the last run that a job over all runs has finished; `RunId(0)` if it has finished none.
    async fn checkpoint(&self, job: &str) -> Result<RunId, StoreError>;

    /// Stores the last run that a job has finished.
    async fn set_checkpoint(&self, job: &str, run: RunId) -> Result<(), StoreError>;

    /// Returns the pars of deals that this version of the analysis found; none where it is not known.
    async fn pars(&self, deals: Vec<Deal>, analysis: u32) -> Result<Vec<Option<Par>>, StoreError>;

    /// Returns the par of a deal with its line, as [`pars`](Self::pars) does.
    async fn par_line(&self, deal: Deal, analysis: u32) -> Result<Option<ParLine>, StoreError>;

    /// Stores the par of a deal, in place of any earlier one, and these events.
    async fn set_par(&self, deal: Deal, found: ParLine, events: Vec<NewEvent>) -> Result<(), StoreError>;

    /// Takes or extends the lease of a background job. Returns false if another instance has it, and it has
    /// not expired.
    async fn lease_job(&self, lease: Lease) -> Result<bool, StoreError>;

    /// Returns how often a connection replaced one that failed, or that was left because its server had become a standby. After each
    /// growth, the database may be older than what was read before. Always 0 if the database is a file. Never waits.
    fn reconnects(&self) -> u64;

    /// Returns counts since the store was opened, without waiting for the database.
    fn metrics(&self) -> StoreMetrics;

    /// Commits queued writes, and closes the store. Later calls, including this one, fail with [`StoreError::Unavailable`].
    async fn close(&self) -> Result<(), StoreError>;
}

/// A store on any backend.
pub type AnyStore = Arc<dyn Store>;
