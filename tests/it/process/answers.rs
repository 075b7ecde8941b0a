//! Responses are true: a stored run is acknowledged, and a run that cannot be stored is refused, whatever happens to the
//! files of the database.

mod contests;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use funhouse::api::shared::Shared;
use funhouse::rules::robot::Robot;
use funhouse::store::calendar::{ClosedDays, Day, TimeRecord, Timestamp};
use funhouse::store::{
    ActionId, Added, AnyStore, App, AppEvent, AppId, AppKeyHash, AppLink, AppState, AppUser, Apps, Asked, AverageList,
    AveragePage, AveragePlace, Best, Blocked, Board, BoardPage, BoardPlace, BoardRank, Changed, Consented, Created,
    Deal, DuePlace, EarlyLeaves, EventPosition, Events, EventsAfter, GameRuns, Invitation, Invited, KnownToken, Lease,
    LinkPurpose, LoggedAction, Moderated, ModerationOrder, NamedPlayer, NewApp, NewAppLink, NewEvent, NewInvitation,
    NewPairing, NewPlayer, NewRun, NewSeason, NewTable, NewToken, NewestOfApp, OfferedName, OpenTables, Opponents,
    PageStart, PairedTable, Pairing, PairingId, PairingPlace, Par, ParLine, Player, PlayerAverage, PlayerId,
    PlayerRating, RatingPage, RatingPlace, Record, Recovered, Recovery, RecoveryHash, Registered, Retention, Revoked,
    RunId, Season, SeasonCreated, SeasonId, Secret, SecretPlace, SignIn, SignedIn, Store, StoreError, StoreMetrics,
    StoredMove, StoredRun, StoredTable, StoredToken, Submitted, Summary, TableChange, TableCreated, TableId, TableMark,
    TablePlace, Tables, TakeOver, TimeRange, TimeRangePlace, TokenHash, TokenId, TookOver, UsageCount, UsageKind,
    UserId, WaitingPairings, WaitingTables,
};
use serde_json::{Value as Json, json};

use crate::support::account::{Account, run_of, slide_jam};
use crate::support::databases::{Of, address_of};
use crate::support::harness::{Answer, Server, send, try_send};
use crate::support::process::Process;
use crate::support::schema::assert_fits;
use crate::support::store::{new_run, to_create, wait};
use crate::support::tables::{make, play_on};

/// Which reads time out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    /// All, once something was written.
    AfterWrite,
    /// Those of runs.
    OfRuns,
}

/// A store of which some reads time out.
struct Breathless {
    store: AnyStore,
    fails: Fails,
    has_written: AtomicBool,
}

impl Breathless {
    fn of(shared: Shared, fails: Fails) -> Shared {
        Shared { store: Arc::new(Self { store: shared.store, fails, has_written: AtomicBool::new(false) }), ..shared }
    }

    fn read(&self) -> Result<&dyn Store, StoreError> {
        let fails = self.fails == Fails::AfterWrite && self.has_written.load(Ordering::SeqCst);
        if fails { Err(StoreError::Busy) } else { Ok(&*self.store) }
    }

    fn read_runs(&self) -> Result<&dyn Store, StoreError> {
        if self.fails == Fails::OfRuns { Err(StoreError::Busy) } else { self.read() }
    }

    fn write(&self) -> &dyn Store {
        self.has_written.store(true, Ordering::SeqCst);
        &*self.store
    }
}

#[async_trait]
impl Apps for Breathless {
    async fn register_app(&self, app: NewApp) -> Result<Registered, StoreError> {
        self.write().register_app(app).await
    }
    async fn app(&self, id: AppId) -> Result<Option<App>, StoreError> {
        self.store.app(id).await
    }
    async fn apps_after(&self, after: AppId, limit: u32) -> Result<Vec<App>, StoreError> {
        self.store.apps_after(after, limit).await
    }
    async fn app_of_key(&self, key: AppKeyHash) -> Result<Option<App>, StoreError> {
        self.store.app_of_key(key).await
    }
    async fn set_app_state(&self, id: AppId, state: AppState) -> Result<bool, StoreError> {
        self.store.set_app_state(id, state).await
    }
    async fn add_app_key(&self, id: AppId, key: AppKeyHash, alone: bool, at: Timestamp) -> Result<bool, StoreError> {
        self.store.add_app_key(id, key, alone, at).await
    }
    async fn delete_app(&self, id: AppId) -> Result<bool, StoreError> {
        self.store.delete_app(id).await
    }
    async fn sign_in(&self, request: SignIn) -> Result<SignedIn, StoreError> {
        self.write().sign_in(request).await
    }
    async fn free_names(&self, names: Vec<OfferedName>) -> Result<Vec<String>, StoreError> {
        self.store.free_names(names).await
    }
    async fn app_user(&self, app: AppId, user: UserId) -> Result<Option<AppUser>, StoreError> {
        self.store.app_user(app, user).await
    }
    async fn app_users(&self, app: AppId, after: PlayerId, limit: u32) -> Result<Vec<AppUser>, StoreError> {
        self.store.app_users(app, after, limit).await
    }
    async fn forget_app_user(&self, app: AppId, user: UserId) -> Result<Option<PlayerId>, StoreError> {
        self.write().forget_app_user(app, user).await
    }
    async fn create_app_link(&self, link: NewAppLink) -> Result<Option<LinkPurpose>, StoreError> {
        self.write().create_app_link(link).await
    }
    async fn app_link(&self, code: TokenHash, at: Timestamp) -> Result<Option<AppLink>, StoreError> {
        self.store.app_link(code, at).await
    }
    async fn take_over(&self, request: TakeOver) -> Result<TookOver, StoreError> {
        self.write().take_over(request).await
    }
    async fn consent(&self, code: TokenHash, player: PlayerId, at: Timestamp) -> Result<Consented, StoreError> {
        self.write().consent(code, player, at).await
    }
    async fn apps_of_player(&self, player: PlayerId) -> Result<Vec<App>, StoreError> {
        self.store.apps_of_player(player).await
    }
    async fn withdraw_consent(&self, player: PlayerId, app: AppId) -> Result<bool, StoreError> {
        self.write().withdraw_consent(player, app).await
    }
    async fn hide_run_in_app(&self, app: AppId, run: RunId, hidden: bool) -> Result<bool, StoreError> {
        self.write().hide_run_in_app(app, run, hidden).await
    }
    async fn hide_user_in_app(&self, app: AppId, user: UserId, hidden: bool) -> Result<bool, StoreError> {
        self.write().hide_user_in_app(app, user, hidden).await
    }
    async fn create_season(&self, season: NewSeason) -> Result<SeasonCreated, StoreError> {
        self.write().create_season(season).await
    }
    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        self.store.season(id).await
    }
    async fn seasons(&self, app: AppId) -> Result<Vec<Season>, StoreError> {
        self.store.seasons(app).await
    }
    async fn delete_season(&self, app: AppId, id: SeasonId, after: Day) -> Result<bool, StoreError> {
        self.write().delete_season(app, id, after).await
    }
    async fn add_app_usage(&self, day: Day, counts: Vec<(AppId, UsageKind, UsageCount)>) -> Result<(), StoreError> {
        // No caller receives this result.
        self.store.add_app_usage(day, counts).await
    }
    async fn app_usage(&self, app: AppId, since: Day) -> Result<Vec<(Day, UsageKind, UsageCount)>, StoreError> {
        self.store.app_usage(app, since).await
    }
}

#[async_trait]
impl Opponents for Breathless {
    async fn block(&self, player: PlayerId, other: PlayerId, at: Timestamp) -> Result<Blocked, StoreError> {
        self.write().block(player, other, at).await
    }
    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        self.write().unblock(player, other).await
    }
    async fn blocks_of(&self, player: PlayerId) -> Result<Vec<NamedPlayer>, StoreError> {
        self.store.blocks_of(player).await
    }
    async fn invite(&self, invitation: NewInvitation) -> Result<Invited, StoreError> {
        self.write().invite(invitation).await
    }
    async fn decline_invitation(
        &self,
        table: TableId,
        player: PlayerId,
        by: PlayerId,
        event: (Timestamp, u32),
    ) -> Result<Option<PlayerId>, StoreError> {
        self.write().decline_invitation(table, player, by, event).await
    }
    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, StoreError> {
        self.store.is_invited(table, player).await
    }
    async fn invitations_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Invitation>, StoreError> {
        self.store.invitations_of(player, limit).await
    }
    async fn ask_for_opponents(&self, new: NewPairing) -> Result<Asked, StoreError> {
        self.write().ask_for_opponents(new).await
    }
    async fn pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<Pairing>, StoreError> {
        self.store.pairing(player, id).await
    }
    async fn waiting_pairings(
        &self,
        seen_since: Timestamp,
        after: Option<PairingPlace>,
        limit: u32,
    ) -> Result<WaitingPairings, StoreError> {
        self.store.waiting_pairings(seen_since, after, limit).await
    }
    async fn see_pairings(&self, players: Vec<PlayerId>, at: Timestamp) -> Result<(), StoreError> {
        self.write().see_pairings(players, at).await
    }
    async fn cancel_pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<TableId>, StoreError> {
        self.write().cancel_pairing(player, id).await
    }
    async fn pair(&self, paired: PairedTable) -> Result<bool, StoreError> {
        self.write().pair(paired).await
    }
    async fn forget_pairings(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.write().forget_pairings(before, limit).await
    }
}

#[async_trait]
impl Store for Breathless {
    async fn ready_to_read(&self) -> Result<(), StoreError> {
        self.read()?.ready_to_read().await
    }
    async fn ready_to_write(&self) -> Result<(), StoreError> {
        self.read()?.ready_to_write().await
    }
    async fn secret(&self, place: SecretPlace) -> Result<Option<Secret>, StoreError> {
        self.store.secret(place).await
    }
    async fn newest_day(&self) -> Result<Option<Day>, StoreError> {
        self.read()?.newest_day().await
    }
    async fn reach_day(&self, day: Day) -> Result<(), StoreError> {
        // No caller receives this result.
        self.store.reach_day(day).await
    }
    async fn time_record(&self) -> Result<TimeRecord, StoreError> {
        self.read()?.time_record().await
    }
    async fn hold_deadlines(&self, hold: String) -> Result<(), StoreError> {
        self.store.hold_deadlines(hold).await
    }
    async fn resume_deadlines(&self, hold: String, at: Timestamp) -> Result<(), StoreError> {
        self.store.resume_deadlines(hold, at).await
    }
    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError> {
        self.write().create_player(player).await
    }
    async fn known_token(&self, token: TokenHash, at: Timestamp) -> Result<Option<KnownToken>, StoreError> {
        // The caller is found before anything is written.
        self.store.known_token(token, at).await
    }
    async fn note_use(&self, token: TokenId, on: Day) -> Result<(), StoreError> {
        self.store.note_use(token, on).await
    }
    async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        self.read()?.tokens_of(player).await
    }
    async fn recovery_code_of(&self, player: PlayerId) -> Result<Option<RecoveryHash>, StoreError> {
        self.read()?.recovery_code_of(player).await
    }
    async fn add_token(&self, player: PlayerId, token: NewToken) -> Result<Added, StoreError> {
        self.write().add_token(player, token).await
    }
    async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<Revoked, StoreError> {
        self.write().revoke_token(player, token).await
    }
    async fn set_recovery_code(&self, player: PlayerId, code: RecoveryHash) -> Result<bool, StoreError> {
        self.write().set_recovery_code(player, code).await
    }
    async fn recover(&self, recovery: Recovery) -> Result<Recovered, StoreError> {
        self.write().recover(recovery).await
    }
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        self.read()?.player(id).await
    }
    async fn player_named(&self, name: String) -> Result<Option<Player>, StoreError> {
        self.read()?.player_named(name).await
    }
    async fn replace_token(
        &self,
        player: PlayerId,
        id: TokenId,
        token: TokenHash,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write().replace_token(player, id, token, at).await
    }
    async fn set_bot(&self, id: PlayerId, bot: bool) -> Result<bool, StoreError> {
        self.write().set_bot(id, bot).await
    }
    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError> {
        self.write().delete_player(id).await
    }
    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.write().submit(run).await
    }
    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError> {
        self.read_runs()?.run(id).await
    }
    async fn ranks(&self, places: Vec<(Board, BoardPlace)>) -> Result<Vec<Option<BoardRank>>, StoreError> {
        self.read()?.ranks(places).await
    }
    async fn page(&self, board: Board, at: PageStart, limit: u32) -> Result<BoardPage, StoreError> {
        self.read()?.page(board, at, limit).await
    }
    async fn runs_in(
        &self,
        range: TimeRange,
        after: Option<TimeRangePlace>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        self.read()?.runs_in(range, after, limit).await
    }
    async fn runs_of_in_app(
        &self,
        player: PlayerId,
        app: AppId,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        self.read()?.runs_of_in_app(player, app, before, limit).await
    }
    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError> {
        self.read()?.runs_of(player, before, limit).await
    }
    async fn runs_of_game(
        &self,
        player: PlayerId,
        of: GameRuns,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        self.read()?.runs_of_game(player, of, before, limit).await
    }
    async fn whole_runs_of(&self, player: PlayerId, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        self.read_runs()?.whole_runs_of(player, after, limit).await
    }
    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError> {
        self.read()?.bests_of(player).await
    }
    async fn last_run(&self) -> Result<RunId, StoreError> {
        self.read()?.last_run().await
    }
    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        self.read_runs()?.runs_after(after, limit).await
    }
    async fn count_after(&self, after: RunId) -> Result<u64, StoreError> {
        self.read()?.count_after(after).await
    }
    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError> {
        self.write().hide(runs, hidden).await
    }
    async fn moderate(&self, order: ModerationOrder) -> Result<Moderated, StoreError> {
        self.write().moderate(order).await
    }
    async fn moderation_actions(&self, before: Option<ActionId>, limit: u32) -> Result<Vec<LoggedAction>, StoreError> {
        self.read()?.moderation_actions(before, limit).await
    }
    async fn close(&self) -> Result<(), StoreError> {
        self.store.close().await
    }
    async fn checkpoint(&self, job: &str) -> Result<RunId, StoreError> {
        self.read()?.checkpoint(job).await
    }
    async fn set_checkpoint(&self, job: &str, run: RunId) -> Result<(), StoreError> {
        self.write().set_checkpoint(job, run).await
    }
    async fn pars(&self, deals: Vec<Deal>, analysis: u32) -> Result<Vec<Option<Par>>, StoreError> {
        self.read()?.pars(deals, analysis).await
    }
    async fn par_line(&self, deal: Deal, analysis: u32) -> Result<Option<ParLine>, StoreError> {
        self.read()?.par_line(deal, analysis).await
    }
    async fn set_par(&self, deal: Deal, found: ParLine, events: Vec<NewEvent>) -> Result<(), StoreError> {
        self.write().set_par(deal, found, events).await
    }
    async fn lease_job(&self, lease: Lease) -> Result<bool, StoreError> {
        self.write().lease_job(lease).await
    }
    fn reconnects(&self) -> u64 {
        self.store.reconnects()
    }

    fn metrics(&self) -> StoreMetrics {
        self.store.metrics()
    }
}

#[async_trait]
impl Events for Breathless {
    async fn events_after(
        &self,
        player: PlayerId,
        after: EventPosition,
        limit: u32,
    ) -> Result<EventsAfter, StoreError> {
        self.read()?.events_after(player, after, limit).await
    }
    async fn newest_event(&self, player: PlayerId) -> Result<Option<EventPosition>, StoreError> {
        self.read()?.newest_event(player).await
    }
    async fn newest_events(
        &self,
        tokens: Vec<TokenHash>,
        at: Timestamp,
    ) -> Result<BTreeMap<TokenHash, Option<EventPosition>>, StoreError> {
        self.read()?.newest_events(tokens, at).await
    }
    async fn number_app_events(&self, apps: Vec<AppId>, limit: u32) -> Result<u64, StoreError> {
        self.write().number_app_events(apps, limit).await
    }
    async fn app_events_after(
        &self,
        app: AppId,
        after: EventPosition,
        limit: u32,
    ) -> Result<EventsAfter<AppEvent>, StoreError> {
        self.read()?.app_events_after(app, after, limit).await
    }
    async fn newest_app_events(&self, keys: Vec<AppKeyHash>) -> Result<BTreeMap<AppKeyHash, NewestOfApp>, StoreError> {
        self.read()?.newest_app_events(keys).await
    }
    async fn forget_events(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        // No caller receives this result.
        self.store.forget_events(before, limit).await
    }
    async fn events_stored(&self) -> Vec<PlayerId> {
        self.store.events_stored().await
    }
}

#[async_trait]
impl Tables for Breathless {
    async fn create_table(&self, table: NewTable) -> Result<TableCreated, StoreError> {
        self.write().create_table(table).await
    }
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.read()?.table(id).await
    }
    async fn table_marks(&self, ids: Vec<TableId>) -> Result<Vec<TableMark>, StoreError> {
        self.read()?.table_marks(ids).await
    }
    async fn moves_of_table(&self, id: TableId, after: u32) -> Result<Vec<StoredMove>, StoreError> {
        self.read()?.moves_of_table(id, after).await
    }
    async fn change_table(&self, id: TableId, version: i64, change: TableChange) -> Result<Changed, StoreError> {
        self.write().change_table(id, version, change).await
    }
    async fn remove_table(&self, id: TableId, version: i64) -> Result<bool, StoreError> {
        self.write().remove_table(id, version).await
    }
    async fn open_tables(&self) -> Result<OpenTables, StoreError> {
        self.read()?.open_tables().await
    }
    async fn waiting_tables(
        &self,
        of: WaitingTables,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        self.read()?.waiting_tables(of, after, limit).await
    }
    async fn tables_of(
        &self,
        player: PlayerId,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        self.read()?.tables_of(player, after, limit).await
    }
    async fn daily_table(&self, player: PlayerId, game: String, day: Day) -> Result<Option<TableId>, StoreError> {
        self.read()?.daily_table(player, game, day).await
    }
    async fn due_tables(
        &self,
        now: Timestamp,
        after: Option<DuePlace>,
        limit: u32,
    ) -> Result<Vec<DuePlace>, StoreError> {
        // The test never asks for due tables.
        self.store.due_tables(now, after, limit).await
    }
    async fn tables_left_open(&self, closed: ClosedDays, limit: u32) -> Result<Vec<TableId>, StoreError> {
        // No request asks for them.
        self.store.tables_left_open(closed, limit).await
    }
    async fn undecided_tables(&self, ended_before: Timestamp, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.read()?.undecided_tables(ended_before, limit).await
    }
    async fn decide_retention(&self, decisions: Vec<(TableId, Retention)>) -> Result<(), StoreError> {
        self.write().decide_retention(decisions).await
    }
    async fn tables_after(&self, after: TableId, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.read()?.tables_after(after, limit).await
    }
    async fn listing_players(
        &self,
        id: TableId,
        made_at: Timestamp,
        players: Vec<PlayerId>,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.read()?.listing_players(id, made_at, players).await
    }
    async fn count_tables_after(&self, after: TableId) -> Result<u64, StoreError> {
        self.read()?.count_tables_after(after).await
    }
    async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        self.store.tables_changed().await
    }
    async fn signal(&self, signal: String) -> Result<(), StoreError> {
        self.store.signal(signal).await
    }
    async fn signals(&self) -> Vec<String> {
        self.store.signals().await
    }
    async fn early_leaves(&self, player: PlayerId) -> Result<Option<EarlyLeaves>, StoreError> {
        self.read()?.early_leaves(player).await
    }
    async fn records_of(&self, player: PlayerId) -> Result<Vec<Record>, StoreError> {
        self.read()?.records_of(player).await
    }
    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StoreError> {
        self.read()?.ratings_of(player).await
    }
    async fn ratings_among(
        &self,
        game: String,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, PlayerRating)>, StoreError> {
        self.read()?.ratings_among(game, players).await
    }
    async fn ratings(&self, game: String, after: Option<RatingPlace>, limit: u32) -> Result<RatingPage, StoreError> {
        self.read()?.ratings(game, after, limit).await
    }
    async fn averages(
        &self,
        list: AverageList,
        after: Option<AveragePlace>,
        limit: u32,
    ) -> Result<AveragePage, StoreError> {
        self.read()?.averages(list, after, limit).await
    }
    async fn averages_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerAverage>, StoreError> {
        self.read()?.averages_of(player, limit).await
    }
}

#[test]
fn committed_run_is_acknowledged_despite_failing_reads() {
    let server = Server::start_changed(|shared| Breathless::of(shared, Fails::AfterWrite));
    let ada = Account::new(&server, "Ada");
    let receipt = ada.submit(&server, &slide_jam("breathless")).expect(201);
    assert_fits("RunReceipt", &receipt);
    assert_eq!((&receipt["run"]["id"], receipt.get("ranks")), (&json!("1"), None), "the ranks are not known now");
    let again = ada.submit(&server, &slide_jam("breathless")).expect(200);
    assert_eq!((&again["run"]["id"], again.get("ranks")), (&json!("1"), None));
    server.send("GET", "/v1/runs/1", &[], None).problem(503, "busy");
    let token = server.send("POST", "/v1/players/me/token", &[ada.header()], None).ok();
    let bearer = format!("Bearer {}", token["token"].as_str().expect("a token"));
    let deleted = server.send("DELETE", "/v1/players/me", &[("authorization", &bearer)], None);
    assert_eq!(deleted.status, 204, "{}", deleted.body);
}

#[test]
fn receipts_do_not_read_runs_back() {
    let server = Server::start_changed(|shared| Breathless::of(shared, Fails::OfRuns));
    let ada = Account::new(&server, "Ada");
    let run = slide_jam("in-memory");
    let receipt = ada.submit(&server, &run).expect(201);
    assert_eq!((&receipt["run"]["run"], receipt["ranks"].as_array().map(Vec::len)), (&run, Some(6)));
    let again = ada.submit(&server, &run).expect(200);
    assert_eq!(again, receipt);
    let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
    let over = play_on(&server, &table, std::slice::from_ref(&ada), 100);
    let receipt = &over["receipt"];
    assert_eq!((&receipt["run"]["id"], receipt["ranks"].as_array().map(Vec::len)), (&json!("2"), Some(5)), "{over}");
    server.send("GET", "/v1/runs/2", &[], None).problem(503, "busy");
}

/// Every call that writes, by a signed-up player.
fn writes(server: &Server, ada: &Account) -> Vec<Answer> {
    vec![
        ada.submit(server, &slide_jam("into-the-void")),
        server.send("POST", "/v1/players", &[], Some(&json!({ "name": "Ben" }))),
        server.send("POST", "/v1/players/me/token", &[ada.header()], None),
        server.send("POST", "/v1/players/me/tokens", &[ada.header()], Some(&json!({}))),
        server.send("POST", "/v1/players/me/recovery_code", &[ada.header()], None),
        server.send("DELETE", "/v1/players/me", &[ada.header()], None),
    ]
}

#[test]
#[cfg(unix)]
fn replaced_database_is_not_written_until_restart() {
    let _files = Of::files();
    for end in ["", "-wal"] {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        ada.submit(&server, &slide_jam("before")).expect(201);
        let file = PathBuf::from(format!("{}{end}", server.folder.path().join("test.db").display()));
        let aside = file.with_extension("aside");
        let refused = |why: &str| {
            server.send("GET", "/readyz", &[], None).problem(503, "store_unavailable");
            for answer in writes(&server, &ada) {
                answer.problem(503, "store_unavailable");
                assert!(!answer.header("retry-after").is_empty(), "{why}");
            }
            assert_eq!(server.send("GET", "/healthz", &[], None).status, 200, "the process lives");
        };
        std::fs::rename(&file, &aside).expect("it is moved away");
        refused("it was removed");
        std::fs::copy(&aside, &file).expect("another is put in its place");
        refused("it was replaced");
        std::fs::rename(&aside, &file).expect("it is put back");
        refused("the file may have changed in between");
        let server = Server::start_ahead(server.stop(), 0);
        assert_eq!(
            ada.submit(&server, &slide_jam("after")).expect(201)["run"]["id"],
            "2",
            "nothing was done meanwhile"
        );
        assert_eq!(server.send("GET", "/readyz", &[], None).ok()["status"], "ok");
    }
}

#[test]
#[cfg(unix)]
fn full_disk_refuses_runs_and_fails_readiness() {
    const GAME: &str = "whack-a-dummy";
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("full.db");
    drop(Process::start(&file));
    let server = Process::start_limited(&file, 1024);
    let ask = |method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Json>| {
        send(&server.base, method, path, headers, body)
    };
    assert_eq!(ask("GET", "/readyz", &[], None).status, 200);
    let token = ask("POST", "/v1/players", &[], Some(&json!({ "name": "Ada" }))).expect(201);
    let bearer = format!("Bearer {}", token["token"].as_str().expect("a token"));
    let submit = |base: &str, n: u32| {
        let run = run_of(GAME, &format!("full-{n}"), Robot::Random, json!({}));
        send(base, "POST", "/v1/runs", &[("authorization", &bearer)], Some(&run))
    };
    let refused = (0..1000).find(|n| submit(&server.base, *n).status != 201).expect("it is full at last");
    let answer = submit(&server.base, refused);
    assert!(answer.status == 503 && !answer.header("retry-after").is_empty(), "{}", answer.body);
    ask("GET", "/readyz?for=write", &[], None).problem(503, answer.json()["code"].as_str().expect("a code"));
    drop(server);
    let server = Process::start(&file);
    let board = send(&server.base, "GET", &format!("/v1/leaderboards/{GAME}?class=chosen&show=runs"), &[], None).ok();
    let count = board["count"].as_u64().expect("a count");
    // A run whose commit failed in the midst of it may be there or not, and that was answered.
    assert!((u64::from(refused)..=u64::from(refused) + 2).contains(&count), "{count} and not {refused}");
    assert_eq!(send(&server.base, "GET", "/readyz?for=write", &[], None).status, 200);
}

#[test]
fn truncated_file_gives_errors_without_crash() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("short.db");
    wait(async {
        let store = funhouse::store::sqlite::Sqlite::open(&address_of(&file)).await.expect("a new store");
        let ada = match store.create_player(to_create("Ada", 1)).await {
            Ok(Created::New(id)) => id,
            other => panic!("{other:?}"),
        };
        for n in 0..300 {
            let seed = format!("short-{n}").parse().expect("a seed");
            store.submit(NewRun { seed, ..new_run(ada, n) }).await.expect("it is kept");
        }
        store.close().await.expect("it closes");
    });
    let mut server = Process::start(&file);
    // Every reader has met the file before it is cut off.
    for n in 1..=20 {
        try_send(&server.base, "GET", &format!("/v1/runs/{n}"), &[], None).expect("an answer");
    }
    let length = std::fs::metadata(&file).expect("it is there").len();
    let cut = std::fs::OpenOptions::new().write(true).open(&file).expect("it is there");
    cut.set_len(length / 8).expect("it is cut off");
    let paths = (1..=300).map(|n| format!("/v1/runs/{n}"));
    let paths = paths.chain(["/v1/leaderboards/slide-jam?class=chosen&show=runs&limit=100".to_owned()]);
    let mut failed = 0;
    for path in paths {
        let answer = try_send(&server.base, "GET", &path, &[], None).expect("the process lives");
        failed += u32::from(answer.status != 200);
    }
    assert!(failed > 0, "what is gone cannot be read");
    assert_eq!(send(&server.base, "GET", "/healthz", &[], None).status, 200);
    assert!(server.child.try_wait().expect("it is asked").is_none(), "the process lives");
}
