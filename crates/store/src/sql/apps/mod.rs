//! Apps, their keys and their users.
//!
//! A transaction that creates a token, a user or a key of an app locks the row of the app first, so that requests for the same user wait for
//! each other.

mod links;
mod seasons;
mod sign_in;
mod usage;
mod users;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Row as _};

pub(super) use self::users::{forget_player, hidden_users};
use super::players::are_free;
use super::values::{damaged, time_at};
use super::{Connection, FOR_UPDATE, Row, SqlStore, boards};
use crate::model::calendar::{Day, Timestamp};
use crate::{
    App, AppId, AppKeyHash, AppLink, AppState, AppUser, Apps, Consented, LinkPurpose, MAX_APP_KEYS, MAX_APPS, NewApp,
    NewAppLink, NewSeason, OfferedName, PlayerId, Registered, RunId, Season, SeasonCreated, SeasonId, SignIn, SignedIn,
    StoreError, TakeOver, TokenHash, TookOver, UsageCount, UsageKind, UserId,
};

/// The columns of an app, for [`app_at`].
const COLUMNS: &str = "apps.id, apps.name, apps.home_page, apps.owner, apps.state, apps.created_at";

fn app_at(row: &Row) -> sqlx::Result<App> {
    Ok(App {
        id: AppId(row.try_get(0)?),
        name: row.try_get(1)?,
        home_page: row.try_get(2)?,
        owner: row.try_get::<Option<i64>, _>(3)?.map(PlayerId),
        state: AppState::of_number(row.try_get(4)?).ok_or_else(|| damaged("an app has an unknown state"))?,
        created_at: time_at(row, 5)?,
    })
}

async fn register(connection: &mut Connection, app: &NewApp) -> sqlx::Result<Registered> {
    // The row of the owner is locked.
    if let Some(PlayerId(owner)) = app.owner {
        let sql = "SELECT count(*) FROM apps WHERE owner = $1";
        let owned: i64 = sqlx::query_scalar(sql).bind(owner).fetch_one(&mut *connection).await?;
        if usize::try_from(owned).is_ok_and(|owned| owned >= MAX_APPS) {
            return Ok(Registered::TooMany);
        }
    }
    let sql = "INSERT INTO apps (name, home_page, owner, state, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(&app.name).bind(&app.home_page).bind(app.owner.map(|owner| owner.0));
    let id = AppId(query.bind(app.state.number()).bind(app.at.millis()).fetch_one(&mut *connection).await?);
    insert_key(connection, id, app.key, app.at).await?;
    Ok(Registered::New(id))
}

async fn insert_key(connection: &mut Connection, app: AppId, key: AppKeyHash, at: Timestamp) -> sqlx::Result<()> {
    let sql = "INSERT INTO app_keys (app, hash, created_at) VALUES ($1, $2, $3)";
    sqlx::query(sql).bind(app.0).bind(key.0.as_slice()).bind(at.millis()).execute(connection).await?;
    Ok(())
}

async fn get(connection: &mut Connection, id: AppId) -> sqlx::Result<Option<App>> {
    let sql = format!("SELECT {COLUMNS} FROM apps WHERE id = $1 AND name IS NOT NULL");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(app_at).transpose()
}

async fn after(connection: &mut Connection, after: AppId, limit: u32) -> sqlx::Result<Vec<App>> {
    let sql = format!("SELECT {COLUMNS} FROM apps WHERE id > $1 AND name IS NOT NULL ORDER BY id LIMIT $2");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(after.0).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(app_at).collect()
}

async fn of_key(connection: &mut Connection, key: AppKeyHash) -> sqlx::Result<Option<App>> {
    let sql = format!("SELECT {COLUMNS} FROM app_keys CROSS JOIN apps WHERE apps.id = app_keys.app AND hash = $1");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(key.0.as_slice()).fetch_optional(connection).await?;
    let app = row.as_ref().map(app_at).transpose()?;
    Ok(app.filter(|app| app.state != AppState::Suspended))
}

/// Locks the row of an app. Returns its state; none if it does not exist or is deleted.
pub(super) async fn lock(connection: &mut Connection, id: AppId) -> sqlx::Result<Option<AppState>> {
    let sql = format!("SELECT state FROM apps WHERE id = $1 AND name IS NOT NULL{FOR_UPDATE}");
    let state: Option<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await?;
    let known = |state| AppState::of_number(state).ok_or_else(|| damaged("an app has an unknown state"));
    state.map(known).transpose()
}

pub(super) async fn set_state(connection: &mut Connection, id: AppId, state: AppState) -> sqlx::Result<bool> {
    let sql = "UPDATE apps SET state = $1 WHERE id = $2 AND name IS NOT NULL";
    let result = sqlx::query(sql).bind(state.number()).bind(id.0).execute(connection).await?;
    Ok(result.rows_affected() == 1)
}

async fn add_key(
    connection: &mut Connection,
    id: AppId,
    key: AppKeyHash,
    alone: bool,
    at: Timestamp,
) -> sqlx::Result<bool> {
    if lock(connection, id).await?.is_none() {
        return Ok(false);
    }
    let remaining = if alone { 0 } else { MAX_APP_KEYS - 1 };
    let sql = "SELECT id FROM app_keys WHERE app = $1 ORDER BY id DESC";
    let keys: Vec<i64> = sqlx::query_scalar(sql).bind(id.0).fetch_all(&mut *connection).await?;
    for old in keys.into_iter().skip(remaining) {
        sqlx::query("DELETE FROM app_keys WHERE id = $1").bind(old).execute(&mut *connection).await?;
    }
    if alone {
        // Who has a leaked key can have created these.
        for sql in ["DELETE FROM tokens WHERE app = $1", "DELETE FROM app_links WHERE app = $1"] {
            sqlx::query(sql).bind(id.0).execute(&mut *connection).await?;
        }
    }
    insert_key(connection, id, key, at).await?;
    Ok(true)
}

async fn delete(connection: &mut Connection, id: AppId) -> sqlx::Result<bool> {
    if lock(connection, id).await?.is_none() {
        return Ok(false);
    }
    for sql in [
        "DELETE FROM tokens WHERE app = $1",
        "DELETE FROM app_links WHERE app = $1",
        "DELETE FROM app_users WHERE app = $1",
        "DELETE FROM app_usage WHERE app = $1",
        "DELETE FROM app_keys WHERE app = $1",
        "DELETE FROM app_events WHERE app = $1",
        // The boards of seasons remain, with the runs.
        "UPDATE app_seasons SET name = '' WHERE app = $1",
    ] {
        sqlx::query(sql).bind(id.0).execute(&mut *connection).await?;
    }
    // Players and runs still refer to the row. The number of a suspended app cannot act.
    let sql = "UPDATE apps SET name = NULL, home_page = '', owner = NULL, state = $1 WHERE id = $2";
    sqlx::query(sql).bind(AppState::Suspended.number()).bind(id.0).execute(connection).await?;
    Ok(true)
}

#[async_trait]
impl Apps for SqlStore {
    async fn register_app(&self, app: NewApp) -> Result<Registered, StoreError> {
        let owner = app.owner;
        self.writer.write(owner, async move |connection: &mut Connection| register(connection, &app).await).await
    }

    async fn app(&self, id: AppId) -> Result<Option<App>, StoreError> {
        self.readers.read(async move |connection| get(connection, id).await).await
    }

    async fn apps_after(&self, id: AppId, limit: u32) -> Result<Vec<App>, StoreError> {
        self.readers.read(async move |connection| after(connection, id, limit).await).await
    }

    async fn app_of_key(&self, key: AppKeyHash) -> Result<Option<App>, StoreError> {
        self.readers.read(async move |connection| of_key(connection, key).await).await
    }

    async fn set_app_state(&self, id: AppId, state: AppState) -> Result<bool, StoreError> {
        self.writer.write(None, async move |connection: &mut Connection| set_state(connection, id, state).await).await
    }

    async fn add_app_key(&self, id: AppId, key: AppKeyHash, alone: bool, at: Timestamp) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| add_key(connection, id, key, alone, at).await;
        self.writer.delete(None, work).await
    }

    async fn delete_app(&self, id: AppId) -> Result<bool, StoreError> {
        self.writer.delete(None, async move |connection: &mut Connection| delete(connection, id).await).await
    }

    async fn sign_in(&self, request: SignIn) -> Result<SignedIn, StoreError> {
        let work = async move |connection: &mut Connection| sign_in::sign_in(connection, &request).await;
        self.writer.write(None, work).await
    }

    async fn free_names(&self, names: Vec<OfferedName>) -> Result<Vec<String>, StoreError> {
        let read = async move |connection: &mut Connection| {
            let mut free = Vec::new();
            for OfferedName { name, forms } in &names {
                if are_free(connection, forms).await? {
                    free.push(name.clone());
                }
            }
            Ok(free)
        };
        self.readers.read(read).await
    }

    async fn app_user(&self, app: AppId, user: UserId) -> Result<Option<AppUser>, StoreError> {
        self.readers.read(async move |connection| users::get(connection, app, &user).await).await
    }

    async fn app_users(&self, app: AppId, after: PlayerId, limit: u32) -> Result<Vec<AppUser>, StoreError> {
        self.readers.read(async move |connection| users::list(connection, app, after, limit).await).await
    }

    async fn forget_app_user(&self, app: AppId, user: UserId) -> Result<Option<PlayerId>, StoreError> {
        let work = async move |connection: &mut Connection| users::forget(connection, app, &user).await;
        self.writer.delete(None, work).await
    }

    async fn create_app_link(&self, link: NewAppLink) -> Result<Option<LinkPurpose>, StoreError> {
        let Some(AppUser { player, .. }) = self.app_user(link.app, link.user.clone()).await? else { return Ok(None) };
        let work = async move |connection: &mut Connection| links::create(connection, &link, player.id).await;
        self.writer.write(Some(player.id), work).await
    }

    async fn app_link(&self, code: TokenHash, at: Timestamp) -> Result<Option<AppLink>, StoreError> {
        self.readers.read(async move |connection| links::get(connection, code, at).await).await
    }

    async fn take_over(&self, request: TakeOver) -> Result<TookOver, StoreError> {
        let Some(link) = self.app_link(request.code, request.at).await? else { return Ok(TookOver::Unknown) };
        let player = link.player.id;
        let work = async move |connection: &mut Connection| links::take_over(connection, &request, player).await;
        self.writer.delete(Some(player), work).await
    }

    async fn consent(&self, code: TokenHash, player: PlayerId, at: Timestamp) -> Result<Consented, StoreError> {
        let work = async move |connection: &mut Connection| links::consent(connection, code, player, at).await;
        self.writer.delete(Some(player), work).await
    }

    async fn apps_of_player(&self, player: PlayerId) -> Result<Vec<App>, StoreError> {
        self.readers.read(async move |connection| links::allowed(connection, player).await).await
    }

    async fn withdraw_consent(&self, player: PlayerId, app: AppId) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| links::withdraw(connection, player, app).await;
        self.writer.delete(Some(player), work).await
    }

    async fn hide_run_in_app(&self, app: AppId, run: RunId, hidden: bool) -> Result<bool, StoreError> {
        let read = async move |connection: &mut Connection| boards::player_in_app(connection, app, run).await;
        let Some((player, category)) = self.readers.read(read).await? else { return Ok(false) };
        let work = async move |connection: &mut Connection| {
            boards::hide_in_app(connection, app, player, Some((run, category)), hidden).await
        };
        self.writer.write(Some(player), work).await?;
        Ok(true)
    }

    async fn hide_user_in_app(&self, app: AppId, user: UserId, hidden: bool) -> Result<bool, StoreError> {
        let Some(AppUser { player, .. }) = self.app_user(app, user.clone()).await? else { return Ok(false) };
        let work =
            async move |connection: &mut Connection| users::hide(connection, app, &user, player.id, hidden).await;
        self.writer.write(Some(player.id), work).await
    }

    async fn create_season(&self, season: NewSeason) -> Result<SeasonCreated, StoreError> {
        let work = async move |connection: &mut Connection| seasons::create(connection, &season).await;
        self.writer.write(None, work).await
    }

    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        self.readers.read(async move |connection| seasons::get(connection, id).await).await
    }

    async fn seasons(&self, app: AppId) -> Result<Vec<Season>, StoreError> {
        self.readers.read(async move |connection| seasons::of_app(connection, app).await).await
    }

    async fn delete_season(&self, app: AppId, id: SeasonId, after: Day) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| seasons::delete(connection, app, id, after).await;
        self.writer.write(None, work).await
    }

    async fn add_app_usage(&self, day: Day, counts: Vec<(AppId, UsageKind, UsageCount)>) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| usage::add(connection, day, &counts).await;
        self.writer.write(None, work).await
    }

    async fn app_usage(&self, app: AppId, since: Day) -> Result<Vec<(Day, UsageKind, UsageCount)>, StoreError> {
        self.readers.read(async move |connection| usage::since(connection, app, since).await).await
    }
}
