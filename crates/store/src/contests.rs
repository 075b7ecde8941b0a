//! The calls of the store for contests.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::calendar::Timestamp;
use crate::model::contests::{
    ContestCanceled, ContestCreated, ContestPlace, DueRound, Entrant, EntrantChange, EntrantChanged, EntrantState,
    NewContest, RoundEntry, StoredContest,
};
use crate::model::events::NewEvent;
use crate::model::ids::{AppId, ContestId, PlayerId, RoundId, TableId};

/// The calls for contests. They fail as those of [`Store`](crate::Store) do.
#[async_trait]
pub trait Contests: Send + Sync {
    /// Creates a contest with its rounds.
    async fn create_contest(&self, contest: NewContest) -> Result<ContestCreated, StoreError>;

    /// Deletes a contest with its rounds and entrants, unless a player has begun a round.
    async fn cancel_contest(&self, id: ContestId) -> Result<ContestCanceled, StoreError>;

    /// Returns a contest with its rounds.
    async fn contest(&self, id: ContestId) -> Result<Option<StoredContest>, StoreError>;

    /// Returns at most `limit` contests that anyone may enter and whose last round closes after `now`: the first to close first, after a place or
    /// from the first. Those of banned organizers are left out.
    async fn open_contests(
        &self,
        now: Timestamp,
        after: Option<ContestPlace>,
        limit: u32,
    ) -> Result<Vec<StoredContest>, StoreError>;

    /// Returns at most `limit` contests of a player, those that the player entered or created last first, each with its place and the player's
    /// relation to it.
    async fn contests_of(
        &self,
        player: PlayerId,
        after: Option<ContestPlace>,
        limit: u32,
    ) -> Result<Vec<(StoredContest, ContestPlace, EntrantState)>, StoreError>;

    /// Changes the relation of a player to a contest. `app` is the app through which the player acts.
    async fn change_entrant(
        &self,
        contest: ContestId,
        player: PlayerId,
        change: EntrantChange,
        app: Option<AppId>,
        at: Timestamp,
    ) -> Result<EntrantChanged, StoreError>;

    /// Returns the relation of a player to a contest; none if there is none.
    async fn entrant(&self, contest: ContestId, player: PlayerId) -> Result<Option<EntrantState>, StoreError>;

    /// Returns at most `limit` entrants and players who asked, after a player, in order of number. Those who were refused or deleted are left out.
    async fn entrants(&self, contest: ContestId, after: PlayerId, limit: u32) -> Result<Vec<Entrant>, StoreError>;

    /// Returns the entry of a player in a round, if there is one.
    async fn entry(&self, round: RoundId, player: PlayerId) -> Result<Option<RoundEntry>, StoreError>;

    /// Returns at most `limit` entries of a round after a player, in order of players.
    async fn entries(&self, round: RoundId, after: PlayerId, limit: u32) -> Result<Vec<RoundEntry>, StoreError>;

    /// Returns those of the players who have names, with their names.
    async fn names_of(&self, players: Vec<PlayerId>) -> Result<Vec<(PlayerId, String)>, StoreError>;

    /// Returns at most `limit` rounds that are to open or to close by now, the oldest first.
    async fn due_rounds(&self, now: Timestamp, limit: u32) -> Result<Vec<DueRound>, StoreError>;

    /// Returns at most `limit` other rounds for which something is due, the oldest first: entrants are to be notified, or the games of a closed round
    /// are not over.
    async fn rounds_under_way(&self, now: Timestamp, limit: u32) -> Result<Vec<DueRound>, StoreError>;

    /// Opens those of some rounds that are scheduled.
    async fn open_rounds(&self, rounds: Vec<RoundId>) -> Result<(), StoreError>;

    /// Closes those of some rounds that are open, however many games of them are still played. Later moves of these are refused, and the seeds are
    /// public.
    async fn close_rounds(&self, rounds: Vec<RoundId>) -> Result<(), StoreError>;

    /// Settles a closed round, if all its games are over.
    async fn settle_round(&self, round: RoundId) -> Result<(), StoreError>;

    /// Returns at most `limit` tables of a closed round that are not over, in any order.
    async fn tables_of_round_left_open(&self, round: RoundId, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// Returns at most `limit` players who have entered a contest, after a player, in order of number.
    async fn entered(&self, contest: ContestId, after: PlayerId, limit: u32) -> Result<Vec<PlayerId>, StoreError>;

    /// Stores the events by which entrants learn of the state of a round, and the last player who has it: none if these were the last. Does
    /// nothing if another instance has stored them.
    async fn announce_round(
        &self,
        round: DueRound,
        events: Vec<NewEvent>,
        last: Option<PlayerId>,
    ) -> Result<(), StoreError>;
}
