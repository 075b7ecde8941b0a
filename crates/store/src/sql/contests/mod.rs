//! Contests, their rounds and their entrants.
//!
//! A transaction that depends on the state of a round locks its row, so that a round that is closed stays closed for all that commits later.

mod cancel;
mod create;
mod enter;
mod read;
mod rename;
mod rounds;

use async_trait::async_trait;

pub(super) use self::read::{ROUND_IS_OPEN_TO_ALL, round_columns, round_of};
pub(super) use self::rename::rename;
pub(super) use self::rounds::{closed_among, require_open, set_void};
use super::{Connection, SqlStore, events};
use crate::model::calendar::Timestamp;
use crate::{
    AppId, ContestCanceled, ContestCreated, ContestId, ContestPlace, Contests, DueRound, Entrant, EntrantChange,
    EntrantChanged, EntrantState, NewContest, NewEvent, PlayerId, RoundEntry, RoundId, StoreError, StoredContest,
    TableId,
};

#[async_trait]
impl Contests for SqlStore {
    async fn create_contest(&self, contest: NewContest) -> Result<ContestCreated, StoreError> {
        let organizer = contest.terms.organizer;
        let work = async move |connection: &mut Connection| create::create(connection, &contest).await;
        self.writer.write(Some(organizer), work).await
    }

    async fn cancel_contest(&self, id: ContestId) -> Result<ContestCanceled, StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| cancel::cancel(connection, id).await).await
    }

    async fn contest(&self, id: ContestId) -> Result<Option<StoredContest>, StoreError> {
        self.readers.read(async move |connection| read::get(connection, id).await).await
    }

    async fn open_contests(
        &self,
        now: Timestamp,
        after: Option<ContestPlace>,
        limit: u32,
    ) -> Result<Vec<StoredContest>, StoreError> {
        self.readers.read(async move |connection| read::open(connection, now, after, limit).await).await
    }

    async fn contests_of(
        &self,
        player: PlayerId,
        after: Option<ContestPlace>,
        limit: u32,
    ) -> Result<Vec<(StoredContest, ContestPlace, EntrantState)>, StoreError> {
        self.readers.read(async move |connection| read::of_player(connection, player, after, limit).await).await
    }

    async fn change_entrant(
        &self,
        contest: ContestId,
        player: PlayerId,
        change: EntrantChange,
        app: Option<AppId>,
        at: Timestamp,
    ) -> Result<EntrantChanged, StoreError> {
        let work =
            async move |connection: &mut Connection| enter::change(connection, contest, player, change, app, at).await;
        self.writer.write(Some(player), work).await
    }

    async fn entrant(&self, contest: ContestId, player: PlayerId) -> Result<Option<EntrantState>, StoreError> {
        self.readers.read(async move |connection| enter::state_of(connection, contest, player).await).await
    }

    async fn entrants(&self, contest: ContestId, after: PlayerId, limit: u32) -> Result<Vec<Entrant>, StoreError> {
        self.readers.read(async move |connection| read::entrants(connection, contest, after, limit).await).await
    }

    async fn entry(&self, round: RoundId, player: PlayerId) -> Result<Option<RoundEntry>, StoreError> {
        self.readers.read(async move |connection| read::entry(connection, round, player).await).await
    }

    async fn entries(&self, round: RoundId, after: PlayerId, limit: u32) -> Result<Vec<RoundEntry>, StoreError> {
        self.readers.read(async move |connection| read::entries(connection, round, after, limit).await).await
    }

    async fn names_of(&self, players: Vec<PlayerId>) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.readers.read(async move |connection| read::names(connection, &players).await).await
    }

    async fn due_rounds(&self, now: Timestamp, limit: u32) -> Result<Vec<DueRound>, StoreError> {
        self.readers.read(async move |connection| rounds::due(connection, "", now, limit).await).await
    }

    async fn rounds_under_way(&self, now: Timestamp, limit: u32) -> Result<Vec<DueRound>, StoreError> {
        self.readers.read(async move |connection| rounds::due(connection, "NOT", now, limit).await).await
    }

    async fn open_rounds(&self, open: Vec<RoundId>) -> Result<(), StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| rounds::open(connection, &open).await).await
    }

    async fn close_rounds(&self, over: Vec<RoundId>) -> Result<(), StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| rounds::close(connection, &over).await).await
    }

    async fn settle_round(&self, round: RoundId) -> Result<(), StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| rounds::settle(connection, round).await).await
    }

    async fn tables_of_round_left_open(&self, round: RoundId, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(async move |connection| rounds::left_open(connection, round, limit).await).await
    }

    async fn entered(&self, contest: ContestId, after: PlayerId, limit: u32) -> Result<Vec<PlayerId>, StoreError> {
        self.readers.read(async move |connection| read::entered(connection, contest, after, limit).await).await
    }

    async fn announce_round(
        &self,
        round: DueRound,
        noted: Vec<NewEvent>,
        last: Option<PlayerId>,
    ) -> Result<(), StoreError> {
        let players = events::players_of(&noted).collect();
        let work = async move |connection: &mut Connection| {
            if rounds::set_announced(connection, &round, last).await? {
                events::add(connection, &noted).await?;
            }
            Ok(())
        };
        self.writer.write_of(players, work).await
    }
}
