//! The calls for contests of a store of which some reads time out.

use async_trait::async_trait;
use funhouse::store::calendar::Timestamp;
use funhouse::store::{
    AppId, ContestCanceled, ContestCreated, ContestId, ContestPlace, Contests, DueRound, Entrant, EntrantChange,
    EntrantChanged, EntrantState, NewContest, NewEvent, PlayerId, RoundEntry, RoundId, StoreError, StoredContest,
    TableId,
};

use super::Breathless;

#[async_trait]
impl Contests for Breathless {
    async fn create_contest(&self, contest: NewContest) -> Result<ContestCreated, StoreError> {
        self.write().create_contest(contest).await
    }
    async fn cancel_contest(&self, id: ContestId) -> Result<ContestCanceled, StoreError> {
        self.write().cancel_contest(id).await
    }
    async fn contest(&self, id: ContestId) -> Result<Option<StoredContest>, StoreError> {
        self.read()?.contest(id).await
    }
    async fn open_contests(
        &self,
        now: Timestamp,
        after: Option<ContestPlace>,
        limit: u32,
    ) -> Result<Vec<StoredContest>, StoreError> {
        self.read()?.open_contests(now, after, limit).await
    }
    async fn contests_of(
        &self,
        player: PlayerId,
        after: Option<ContestPlace>,
        limit: u32,
    ) -> Result<Vec<(StoredContest, ContestPlace, EntrantState)>, StoreError> {
        self.read()?.contests_of(player, after, limit).await
    }
    async fn change_entrant(
        &self,
        contest: ContestId,
        player: PlayerId,
        change: EntrantChange,
        app: Option<AppId>,
        at: Timestamp,
    ) -> Result<EntrantChanged, StoreError> {
        self.write().change_entrant(contest, player, change, app, at).await
    }
    async fn entrant(&self, contest: ContestId, player: PlayerId) -> Result<Option<EntrantState>, StoreError> {
        self.read()?.entrant(contest, player).await
    }
    async fn entrants(&self, contest: ContestId, after: PlayerId, limit: u32) -> Result<Vec<Entrant>, StoreError> {
        self.read()?.entrants(contest, after, limit).await
    }
    async fn entry(&self, round: RoundId, player: PlayerId) -> Result<Option<RoundEntry>, StoreError> {
        self.read()?.entry(round, player).await
    }
    async fn entries(&self, round: RoundId, after: PlayerId, limit: u32) -> Result<Vec<RoundEntry>, StoreError> {
        self.read()?.entries(round, after, limit).await
    }
    async fn names_of(&self, players: Vec<PlayerId>) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.read()?.names_of(players).await
    }
    async fn due_rounds(&self, now: Timestamp, limit: u32) -> Result<Vec<DueRound>, StoreError> {
        // No caller receives this result.
        self.store.due_rounds(now, limit).await
    }
    async fn rounds_under_way(&self, now: Timestamp, limit: u32) -> Result<Vec<DueRound>, StoreError> {
        self.read()?.rounds_under_way(now, limit).await
    }
    async fn open_rounds(&self, rounds: Vec<RoundId>) -> Result<(), StoreError> {
        // No caller receives this result.
        self.store.open_rounds(rounds).await
    }
    async fn close_rounds(&self, rounds: Vec<RoundId>) -> Result<(), StoreError> {
        // No caller receives this result.
        self.store.close_rounds(rounds).await
    }
    async fn settle_round(&self, round: RoundId) -> Result<(), StoreError> {
        // No caller receives this result.
        self.store.settle_round(round).await
    }
    async fn tables_of_round_left_open(&self, round: RoundId, limit: u32) -> Result<Vec<TableId>, StoreError> {
        // No caller receives this result.
        self.store.tables_of_round_left_open(round, limit).await
    }
    async fn entered(&self, contest: ContestId, after: PlayerId, limit: u32) -> Result<Vec<PlayerId>, StoreError> {
        // No caller receives this result.
        self.store.entered(contest, after, limit).await
    }
    async fn announce_round(
        &self,
        round: DueRound,
        events: Vec<NewEvent>,
        last: Option<PlayerId>,
    ) -> Result<(), StoreError> {
        // No caller receives this result.
        self.store.announce_round(round, events, last).await
    }
}
