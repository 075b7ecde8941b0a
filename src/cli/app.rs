//! Commands of operators about apps: `app create`, `list`, `approve`, `suspend`, `rotate` and `delete`.

use clap::{Args, Subcommand};

use super::operator::{store_failure, with_store};
use super::{Failure, print, unusable};
use crate::api::secrets::app_key::AppKey;
use crate::clock::Clock;
use crate::config::DATABASE;
use crate::public_url::PublicUrl;
use crate::store::label::Label;
use crate::store::{AnyStore, App, AppId, AppState, Control, NewApp, PlayerId, Registered};

/// Number of rows that are read at once.
const PAGE: u32 = 100;

#[derive(Debug, Args)]
pub(super) struct AppArgs {
    #[command(subcommand)]
    command: AppCommand,
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, global = true, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

#[derive(Debug, Subcommand)]
enum AppCommand {
    /// Create an app, approve it, and print its id and its key. The key is printed only once.
    Create {
        /// The name: 1 to 64 visible characters.
        #[arg(long, value_name = "NAME", value_parser = name)]
        name: Label,
        /// The address of the home page.
        #[arg(long, value_name = "URL")]
        home_page: PublicUrl,
    },
    /// List all apps, one per line: id, state, name and home page.
    List,
    /// Approve an app that a player asked for, or one that was suspended.
    Approve(Id),
    /// Suspend an app: its keys and its tokens no longer work.
    Suspend(Id),
    /// Create another key of an app, and print it. The newest earlier key stays valid until the next rotation.
    Rotate {
        #[command(flatten)]
        of: Id,
        /// Revoke all earlier keys at once, such as after a leak, and what was created with them: the tokens of users, and links.
        #[arg(long)]
        revoke: bool,
    },
    /// Delete an app with its keys and tokens, and the players for whom it acts. Asks for no confirmation.
    Delete(Id),
}

#[derive(Debug, Args)]
struct Id {
    /// The id of the app.
    #[arg(value_name = "ID", value_parser = app_id)]
    app: AppId,
}

fn app_id(text: &str) -> Result<AppId, String> {
    text.parse().map_err(|()| "the id of an app is a number above 0; `funhouse app list` shows it".to_owned())
}

fn name(text: &str) -> Result<Label, String> {
    Label::new(text).map_err(|why| format!("the name {why}"))
}

pub(super) fn run(AppArgs { command, database }: &AppArgs) -> Result<(), Failure> {
    with_store(database, async |store| match command {
        AppCommand::Create { name, home_page } => create(store, name, home_page).await,
        AppCommand::List => list(store).await,
        AppCommand::Approve(Id { app }) => set_state(store, *app, AppState::Approved).await,
        AppCommand::Suspend(Id { app }) => set_state(store, *app, AppState::Suspended).await,
        AppCommand::Rotate { of: Id { app }, revoke } => rotate(store, *app, *revoke).await,
        AppCommand::Delete(Id { app }) => delete(store, *app).await,
    })
}

fn key() -> Result<AppKey, Failure> {
    AppKey::random().map_err(|_| unusable("the system returned no random bytes"))
}

fn unknown(app: AppId) -> Failure {
    unusable(format_args!("no app has the id {app}: it was deleted, or never existed"))
}

async fn create(store: &AnyStore, name: &Label, home_page: &PublicUrl) -> Result<(), Failure> {
    let key = key()?;
    let (name, home_page) = (name.as_str().to_owned(), home_page.to_string());
    let (state, at) = (AppState::Approved, Clock::default().now());
    let app = NewApp { name, home_page, owner: None, state, key: key.hash(), at };
    match store.register_app(app).await.map_err(store_failure)? {
        Registered::New(id) => print(&format!("created app {id}\nkey: {key}\nthe key is not shown again\n")),
        Registered::TooMany => Err(unusable("this player has asked for too many apps")),
    }
}

fn word(state: AppState) -> &'static str {
    match state {
        AppState::Pending => "pending",
        AppState::Approved => "approved",
        AppState::Suspended => "suspended",
    }
}

async fn list(store: &AnyStore) -> Result<(), Failure> {
    let mut after = AppId(0);
    loop {
        let apps = store.apps_after(after, PAGE).await.map_err(store_failure)?;
        let Some(last) = apps.last() else { return Ok(()) };
        after = last.id;
        for App { id, name, home_page, state, .. } in &apps {
            print(&format!("{id}\t{}\t{name}\t{home_page}\n", word(*state)))?;
        }
    }
}

async fn set_state(store: &AnyStore, app: AppId, state: AppState) -> Result<(), Failure> {
    if !store.set_app_state(app, state).await.map_err(store_failure)? {
        return Err(unknown(app));
    }
    print(&format!("app {app} is {}\n", word(state)))
}

async fn rotate(store: &AnyStore, app: AppId, revoke: bool) -> Result<(), Failure> {
    let key = key()?;
    if !store.add_app_key(app, key.hash(), revoke, Clock::default().now()).await.map_err(store_failure)? {
        return Err(unknown(app));
    }
    let earlier =
        if revoke { "all earlier keys, tokens and links are revoked" } else { "the newest earlier key stays valid" };
    print(&format!("key: {key}\n{earlier}; this key is not shown again\n"))
}

async fn delete(store: &AnyStore, app: AppId) -> Result<(), Failure> {
    // No users can come meanwhile.
    if !store.set_app_state(app, AppState::Suspended).await.map_err(store_failure)? {
        return Err(unknown(app));
    }
    let mut players = 0_u64;
    let mut after = PlayerId(0);
    loop {
        let users = store.app_users(app, after, PAGE).await.map_err(store_failure)?;
        let Some(last) = users.last() else { break };
        after = last.player.id;
        for user in users.iter().filter(|user| user.control == Control::App) {
            players += u64::from(store.delete_player(user.player.id).await.map_err(store_failure)?);
        }
    }
    store.delete_app(app).await.map_err(store_failure)?;
    print(&format!("deleted app {app}, and {players} players for whom it acted\n"))
}
