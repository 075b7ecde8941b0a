//! The calls of the store.

use std::sync::Arc;

use async_trait::async_trait;

use crate::error::StoreError;
use crate::metrics::StoreMetrics;
use crate::model::boards::{Best, Board, BoardPage, BoardPlace, BoardRank, PageStart, TimeRange, TimeRangePlace};
use crate::model::calendar::{Day, Timestamp};
use crate::model::ids::{ActionId, PlayerId, RunId, TokenId};
use crate::model::moderation::{LoggedAction, Moderated, ModerationOrder};
use crate::model::players::{Created, NewPlayer, Player, RecoveryHash, TokenHash};
use crate::model::runs::{NewRun, StoredRun, Submitted, Summary};
use crate::model::secret::{Secret, SecretPlace};
use crate::model::tokens::{Added, KnownToken, NewToken, Recovered, Recovery, Revoked, StoredToken};
use crate::tables::Tables;

/// Where everything is kept.
///
/// Every call fails with [`StoreError::Busy`] when the store has too much to do, and with [`StoreError::Unavailable`] when
/// what it is kept in fails. What a call wrote is on disk once the call has answered. A call that failed wrote nothing, unless it
/// failed with [`StoreError::Unknown`].
#[async_trait]
pub trait Store: Tables {
    /// Fails unless the store can be read and the last commit succeeded. If none was made for a second, one is made now; so there is
    /// at most one a second, however many ask.
    async fn ready(&self) -> Result<(), StoreError>;

    /// The secret that is in use from now on: in the store, or elsewhere. Names that were taken are hashed under its key; none if they
    /// are hashed under another's, by which they could not be known again: then nothing is changed.
    async fn secret(&self, place: SecretPlace) -> Result<Option<Secret>, StoreError>;

    /// The newest day that was reached; none if none was.
    async fn newest_day(&self) -> Result<Option<Day>, StoreError>;

    /// Notes that a day was reached, unless a newer one was. Once it is committed, every earlier day is
    /// [closed](crate::calendar::ClosedDays): whatever is played on one is stored before that or refused.
    async fn reach_day(&self, day: Day) -> Result<(), StoreError>;

    /// Takes a name for a player, unless it is taken.
    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError>;

    /// A token with its player; none if it was replaced or revoked, or the player is deleted.
    async fn known_token(&self, token: TokenHash) -> Result<Option<KnownToken>, StoreError>;

    /// Notes that a token was used on a day (UTC). Does nothing while the same is under way, or if it was used then or later.
    async fn note_use(&self, token: TokenId, on: Day) -> Result<(), StoreError>;

    /// A player's tokens, in the order in which they were made.
    async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError>;

    /// The hash of a player's recovery code, or none without a code.
    async fn recovery_code_of(&self, player: PlayerId) -> Result<Option<RecoveryHash>, StoreError>;

    /// Adds a token to those of a player, who may have [`MAX_TOKENS`](crate::MAX_TOKENS).
    async fn add_token(&self, player: PlayerId, token: NewToken) -> Result<Added, StoreError>;

    /// Revokes one of a player's tokens.
    async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<Revoked, StoreError>;

    /// Gives a player another recovery code in place of the one they have, if they have one; tells whether there is such a player.
    async fn set_recovery_code(&self, player: PlayerId, code: RecoveryHash) -> Result<bool, StoreError>;

    /// Makes a token of a recovery code, which is replaced by the next. Where the player has [`MAX_TOKENS`](crate::MAX_TOKENS), the one that was not
    /// used for longest is revoked.
    async fn recover(&self, recovery: Recovery) -> Result<Recovered, StoreError>;

    /// A player; none if there is none or they are deleted.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;

    /// Puts another token in the place of one of a player's, with its number and label; tells whether there is such a token.
    async fn replace_token(
        &self,
        player: PlayerId,
        id: TokenId,
        token: TokenHash,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Deletes a player with all tokens and the recovery code: the runs stay, without a name, and the name stays taken. Tells whether there was one.
    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError>;

    /// Keeps a run, unless its player has handed it in before.
    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError>;

    /// A run with its moves.
    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError>;

    /// The ranks of runs at these places, each on its board; none where there is no such entry, or its rank is not known.
    async fn ranks(&self, places: Vec<(Board, BoardPlace)>) -> Result<Vec<Option<BoardRank>>, StoreError>;

    /// A page of a board, with at most `limit` entries.
    async fn page(&self, board: Board, at: PageStart, limit: u32) -> Result<BoardPage, StoreError>;

    /// Runs that were received in a time range, the newest first: at most so many, after a place or from the newest.
    async fn runs_in(
        &self,
        range: TimeRange,
        after: Option<TimeRangePlace>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError>;

    /// A player's runs that stand on boards, the newest first: at most so many, before a run or from the newest.
    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError>;

    /// A player's runs with their moves in the order of their numbers, hidden ones too: at most so many, after a run.
    async fn whole_runs_of(&self, player: PlayerId, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError>;

    /// A player's best on every board of bests of all time.
    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError>;

    /// The run with the greatest number, once every run with a smaller number can be read; `RunId(0)` if there is none. Several instances
    /// may commit runs in another order than that of their numbers.
    async fn last_run(&self) -> Result<RunId, StoreError>;

    /// Runs with their moves in the order of their numbers, hidden ones too: at most so many, after a run.
    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError>;

    /// How many runs there are after this one, hidden ones too.
    async fn count_after(&self, after: RunId) -> Result<u64, StoreError>;

    /// Takes runs that failed their verification off the boards, or puts them back unless they are hidden for another reason. They are
    /// kept either way.
    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError>;

    /// Does what a moderator orders, and logs it in the same transaction.
    async fn moderate(&self, order: ModerationOrder) -> Result<Moderated, StoreError>;

    /// What moderators did, the newest first: at most `limit` actions, before one or from the newest.
    async fn moderation_actions(&self, before: Option<ActionId>, limit: u32) -> Result<Vec<LoggedAction>, StoreError>;

    /// The last run that a job, which goes through all runs, is done with; `RunId(0)` if it is done with none.
    async fn checkpoint(&self, job: &str) -> Result<RunId, StoreError>;

    /// Notes the last run that a job is done with.
    async fn set_checkpoint(&self, job: &str, run: RunId) -> Result<(), StoreError>;

    /// What was counted since the store was opened. It is returned at once, whatever the store is doing.
    fn metrics(&self) -> StoreMetrics;

    /// Writes what waits, and closes. Later calls answer that the store is unavailable; this one as well, if it was closed before.
    async fn close(&self) -> Result<(), StoreError>;
}

/// A store of any kind.
pub type AnyStore = Arc<dyn Store>;
