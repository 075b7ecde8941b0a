//! The calls of [`Store`].

use async_trait::async_trait;
use sqlx::Executor as _;

use super::meta::{days, secret};
use super::players::tokens;
use super::{
    Connection, KIND, SqlStore, apps, boards, events, meta, moderation, opponents, pars, players, ratings, runs,
};
use crate::backend::silence;
use crate::metrics::ErrorCounts;
use crate::model::calendar::{Day, TimeRecord, Timestamp};
use crate::{
    ActionId, Added, AppId, Best, Board, BoardPage, BoardPlace, BoardRank, Created, Deal, GameRuns, KnownToken, Lease,
    LoggedAction, Moderated, ModerationOrder, NewEvent, NewPlayer, NewRun, NewToken, PageStart, Par, ParLine, Player,
    PlayerId, Recovered, Recovery, RecoveryHash, Revoked, RunId, Secret, SecretPlace, Store, StoreError, StoreMetrics,
    StoredRun, StoredToken, Submitted, Summary, TimeRange, TimeRangePlace, TokenHash, TokenId,
};

impl SqlStore {
    /// Reads, and checks the files.
    async fn try_read(&self) -> Result<(), StoreError> {
        let read = "SELECT 1 FROM meta WHERE name = 'secret'";
        self.readers.read(async |connection| connection.execute(read).await.map(|_| ())).await?;
        self.opened.check()
    }

    /// Reads, and commits something unless there was a recent commit.
    async fn try_write(&self) -> Result<(), StoreError> {
        self.try_read().await?;
        match self.last_commit.recent() {
            Some(outcome) => outcome,
            None => self.writer.probe().await,
        }
    }

    /// Fails if a check takes too long, which counts as an error of its operation.
    async fn in_time(
        &self,
        check: impl Future<Output = Result<(), StoreError>> + Send,
        errors: &ErrorCounts,
    ) -> Result<(), StoreError> {
        let checked = tokio::time::timeout(self.ready_within, check).await;
        checked.unwrap_or_else(|_| {
            let late = Err(StoreError::Unavailable(silence::message(self.ready_within)));
            errors.count(&late);
            late
        })
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn ready_to_read(&self) -> Result<(), StoreError> {
        self.in_time(self.try_read(), self.readers.errors()).await
    }

    async fn ready_to_write(&self) -> Result<(), StoreError> {
        self.in_time(self.try_write(), &self.writer.counts().errors).await
    }

    async fn secret(&self, place: SecretPlace) -> Result<Option<Secret>, StoreError> {
        self.writer.delete(None, async move |connection: &mut Connection| secret::place(connection, place).await).await
    }

    async fn newest_day(&self) -> Result<Option<Day>, StoreError> {
        self.readers.read(async |connection| days::newest(connection).await).await
    }

    async fn reach_day(&self, day: Day) -> Result<(), StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| days::reach(connection, day).await).await
    }

    async fn time_record(&self) -> Result<TimeRecord, StoreError> {
        self.readers.read(async |connection| days::record(connection).await).await
    }

    async fn hold_deadlines(&self, hold: String) -> Result<(), StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| days::hold(connection, &hold).await).await
    }

    async fn resume_deadlines(&self, hold: String, at: Timestamp) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| days::resume(connection, &hold, at).await;
        self.writer.write(None, work).await
    }

    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError> {
        self.writer
            .write(None, async move |connection: &mut Connection| players::create(connection, &player).await)
            .await
    }

    async fn known_token(&self, token: TokenHash, at: Timestamp) -> Result<Option<KnownToken>, StoreError> {
        self.readers.read(async move |connection| tokens::known(connection, token, at).await).await
    }

    async fn note_use(&self, token: TokenId, on: Day) -> Result<(), StoreError> {
        let Some(_pending) = self.pending_uses.begin(token) else { return Ok(()) };
        self.writer
            .write(None, async move |connection: &mut Connection| tokens::note_use(connection, token, on).await)
            .await
    }

    async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        self.readers.read(async move |connection| tokens::of_player(connection, player).await).await
    }

    async fn recovery_code_of(&self, player: PlayerId) -> Result<Option<RecoveryHash>, StoreError> {
        self.readers.read(async move |connection| tokens::recovery_code_of(connection, player).await).await
    }

    async fn add_token(&self, player: PlayerId, token: NewToken) -> Result<Added, StoreError> {
        let work = async move |connection: &mut Connection| tokens::add(connection, player, &token).await;
        self.writer.write(Some(player), work).await
    }

    async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<Revoked, StoreError> {
        let work = async move |connection: &mut Connection| tokens::revoke(connection, player, token).await;
        self.writer.delete(Some(player), work).await
    }

    async fn set_recovery_code(&self, player: PlayerId, code: RecoveryHash) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| tokens::set_recovery_code(connection, player, code).await;
        self.writer.delete(Some(player), work).await
    }

    async fn recover(&self, recovery: Recovery) -> Result<Recovered, StoreError> {
        let work = async move |connection: &mut Connection| tokens::recover(connection, &recovery).await;
        self.writer.delete(None, work).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.readers.read(async move |connection| players::get(connection, id).await).await
    }

    async fn player_named(&self, name: String) -> Result<Option<Player>, StoreError> {
        self.readers.read(async move |connection| players::named(connection, &name).await).await
    }

    async fn replace_token(
        &self,
        player: PlayerId,
        id: TokenId,
        token: TokenHash,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| tokens::replace(connection, player, id, token, at).await;
        self.writer.delete(Some(player), work).await
    }

    async fn set_bot(&self, id: PlayerId, bot: bool) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| players::set_bot(connection, id, bot).await;
        self.writer.write(None, work).await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| {
            moderation::forget_names(connection, id).await?;
            ratings::forget(connection, id).await?;
            players::leaves::forget(connection, id).await?;
            events::forget_player(connection, id).await?;
            apps::forget_player(connection, id).await?;
            opponents::blocks::forget(connection, id).await?;
            opponents::invitations::forget_player(connection, id).await?;
            opponents::pairings::forget_player(connection, id).await?;
            players::delete(connection, id).await
        };
        self.writer.delete(Some(id), work).await
    }

    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.writer.submit(run).await
    }

    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError> {
        self.readers.read(async move |connection| runs::get(connection, id).await).await
    }

    async fn ranks(&self, places: Vec<(Board, BoardPlace)>) -> Result<Vec<Option<BoardRank>>, StoreError> {
        self.readers.read(async move |connection| boards::ranks(connection, &places).await).await
    }

    async fn page(&self, board: Board, at: PageStart, limit: u32) -> Result<BoardPage, StoreError> {
        self.readers.read(async move |connection| boards::page(connection, &board, at, limit).await).await
    }

    async fn runs_in(
        &self,
        range: TimeRange,
        after: Option<TimeRangePlace>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        self.readers.read(async move |connection| runs::runs_in(connection, &range, after, limit).await).await
    }

    async fn runs_of_in_app(
        &self,
        player: PlayerId,
        app: AppId,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        let read = async move |connection: &mut Connection| {
            runs::of_player_in_app(connection, player, app, before, limit).await
        };
        self.readers.read(read).await
    }

    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError> {
        self.readers.read(async move |connection| runs::of_player(connection, player, before, limit).await).await
    }

    async fn runs_of_game(
        &self,
        player: PlayerId,
        of: GameRuns,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        let read = async move |connection: &mut Connection| {
            runs::of_player_in_game(connection, player, &of, before, limit).await
        };
        self.readers.read(read).await
    }

    async fn whole_runs_of(&self, player: PlayerId, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        self.readers.read(async move |connection| runs::whole_of_player(connection, player, after, limit).await).await
    }

    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError> {
        self.readers.read(async move |connection| boards::bests_of(connection, player).await).await
    }

    async fn last_run(&self) -> Result<RunId, StoreError> {
        self.readers.read(async |connection| runs::last(connection).await).await
    }

    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        self.readers.read(async move |connection| runs::after(connection, after, limit).await).await
    }

    async fn count_after(&self, after: RunId) -> Result<u64, StoreError> {
        self.readers.read(async move |connection| runs::count_after(connection, after).await).await
    }

    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| boards::hide(connection, &runs, hidden).await;
        self.writer.write(None, work).await
    }

    async fn moderate(&self, order: ModerationOrder) -> Result<Moderated, StoreError> {
        let player = order.act.player();
        let work = async move |connection: &mut Connection| moderation::moderate(connection, &order).await;
        self.writer.write(player, work).await
    }

    async fn moderation_actions(&self, before: Option<ActionId>, limit: u32) -> Result<Vec<LoggedAction>, StoreError> {
        self.readers.read(async move |connection| moderation::actions(connection, before, limit).await).await
    }

    async fn checkpoint(&self, job: &str) -> Result<RunId, StoreError> {
        let job = job.to_owned();
        self.readers.read(async move |connection| meta::checkpoint(connection, &job).await).await
    }

    async fn set_checkpoint(&self, job: &str, run: RunId) -> Result<(), StoreError> {
        let job = job.to_owned();
        let work = async move |connection: &mut Connection| meta::set_checkpoint(connection, &job, run).await;
        self.writer.write(None, work).await
    }

    async fn pars(&self, deals: Vec<Deal>, analysis: u32) -> Result<Vec<Option<Par>>, StoreError> {
        self.readers.read(async move |connection| pars::of_deals(connection, &deals, analysis).await).await
    }

    async fn par_line(&self, deal: Deal, analysis: u32) -> Result<Option<ParLine>, StoreError> {
        self.readers.read(async move |connection| pars::line(connection, &deal, analysis).await).await
    }

    async fn set_par(&self, deal: Deal, found: ParLine, noted: Vec<NewEvent>) -> Result<(), StoreError> {
        let players = events::players_of(&noted).collect();
        let work = async move |connection: &mut Connection| {
            pars::set(connection, &deal, &found).await?;
            events::add(connection, &noted).await
        };
        self.writer.write_of(players, work).await
    }

    async fn lease_job(&self, lease: Lease) -> Result<bool, StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| pars::lease(connection, &lease).await).await
    }

    fn reconnects(&self) -> u64 {
        self.opened.reconnects()
    }

    fn metrics(&self) -> StoreMetrics {
        let counts = self.writer.counts();
        StoreMetrics {
            kind: KIND,
            queued: self.writer.waiting(),
            queue_capacity: self.writer.capacity(),
            commit_seconds: counts.commit_seconds(),
            commit_writes: counts.commit_writes(),
            write_errors: counts.errors.get(),
            read_errors: self.readers.errors().get(),
            log_bytes: self.opened.log_bytes(),
            damaged: self.opened.damaged(),
            server: self.opened.server(),
        }
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.errors().close();
        self.readers.close().await;
        self.writer.counts().errors.close();
        self.writer.close().await
    }
}
