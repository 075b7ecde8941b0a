//! Stores, and the players and runs in them.

use std::sync::LazyLock;

use funhouse::store::calendar::Timestamp;
use funhouse::store::name::Name;
use funhouse::store::{
    AnyStore, AppId, AppKeyHash, AppState, Category, Created, NewApp, NewPlayer, NewRun, OfferedName, PackedMoves,
    PlayerId, RankKey, RecoveryHash, Registered, ScopeScore, Scores, Secret, SeedClass, SignIn, SignedIn, TokenHash,
    UserId, database,
};
use tempfile::TempDir;

use crate::support::databases::{self, address_of};
use crate::support::eventually::until;
use crate::support::harness::Server;

/// Waits for a future of a store.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> T {
    /// A runtime on its own thread, so that a store can finish its work after a response, such as returning a
    /// connection.
    static RUNTIME: LazyLock<tokio::runtime::Handle> = LazyLock::new(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let handle = runtime.handle().clone();
        std::thread::spawn(move || runtime.block_on(std::future::pending::<()>()));
        handle
    });
    RUNTIME.block_on(work)
}

/// A new store, with the folder that its file is in.
pub(crate) fn opened() -> (AnyStore, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = wait(database::open(&address_of(&folder.path().join("store.db")))).expect("a new store");
    (store, folder)
}

pub(crate) fn moment(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

pub(crate) fn to_create(name: &str, token: u8) -> NewPlayer {
    let name = Name::new(name).expect("a name");
    let (forms, at) = (name.forms(&Secret([1; 32]).name_key()), moment("2026-11-20"));
    let (token, recovery) = (TokenHash([token; 32]), RecoveryHash([token; 32]));
    NewPlayer { name: name.as_str().to_owned(), forms, token, recovery, bot: false, repeatable: None, at }
}

/// Creates a player whose token's hash consists of the last byte of the name.
pub(crate) fn new_player(store: &AnyStore, name: &str) -> PlayerId {
    match wait(store.create_player(to_create(name, name.bytes().last().expect("a byte")))) {
        Ok(Created::New(id)) => id,
        other => panic!("{name}: {other:?}"),
    }
}

/// Registers an app.
pub(crate) fn new_app(store: &AnyStore) -> AppId {
    let (name, home_page, at) = ("an app".to_owned(), "https://app.example.org".to_owned(), moment("2026-11-20"));
    let key = AppKeyHash(std::array::from_fn(|_| getrandom::u32().expect("random bytes") as u8));
    let app = NewApp { name, home_page, owner: None, state: AppState::Approved, key, at };
    match wait(store.register_app(app)) {
        Ok(Registered::New(id)) => id,
        other => panic!("{other:?}"),
    }
}

/// Signs in a user of an app, whose name is the user id.
pub(crate) fn new_user(store: &AnyStore, app: AppId, name: &str) -> PlayerId {
    let (user, name, at) =
        (UserId::new(name.to_owned()).expect("a user id"), Name::new(name).expect("a name"), moment("2026-11-20"));
    let forms = name.forms(&Secret([1; 32]).name_key());
    let names = vec![OfferedName { name: name.as_str().to_owned(), forms }];
    let token = TokenHash(std::array::from_fn(|_| getrandom::u32().expect("random bytes") as u8));
    let sign_in = SignIn { app, user, names, token, repeatable: None, at, expires_at: at.plus_seconds(60) };
    match wait(store.sign_in(sign_in)) {
        Ok(SignedIn::New(player)) => player.id,
        other => panic!("{other:?}"),
    }
}

/// The scores of a game without rooms.
pub(crate) fn scored(key: i64, moves: u32) -> Scores {
    Scores::of_whole(ScopeScore { key: RankKey::of_number(key), moves })
}

/// The `n`-th run of a player. The runs differ only in their fingerprints.
pub(crate) fn new_run(player: PlayerId, n: u64) -> NewRun {
    let mut fingerprint = [0; 16];
    fingerprint[..8].copy_from_slice(&n.to_be_bytes());
    let category =
        Category { game: "slide-jam".to_owned(), rules: 1, options: "{}".to_owned(), class: SeedClass::Chosen };
    NewRun {
        player,
        token: None,
        app: None,
        category,
        claims_seed: false,
        required_class: None,
        seed: "funhouse-1".parse().expect("a seed"),
        received_at: moment("2026-11-20T12:00:00Z"),
        scores: scored(12, 8),
        score_card: "{\"total\":12}".to_owned(),
        digest: [7; 32],
        fingerprint,
        equivalence: fingerprint,
        taken_back: None,
        assisted: None,
        moves: PackedMoves::pack(b"[]").expect("memory"),
        round: None,
    }
}

/// Changes the database without the service.
pub(crate) fn meddle(server: &Server, sql: &str) {
    wait(databases::meddle(&server.database(), sql));
}

/// Confirms the clock of a server, as an operator does, and waits until deadlines run again.
pub(crate) fn confirm_clock(server: &Server) {
    let today = server.shared.clock.now().day();
    wait(server.shared.store.reach_day(today)).expect("the operator confirms it");
    until("deadlines to run again", || !wait(server.shared.days.time()).expect("a time").deadlines_wait);
}
