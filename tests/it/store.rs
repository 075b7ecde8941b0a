//! The story of a store: every call of the trait, in the order in which a service would make them. And what the file is
//! protected against.

use funhouse::store::calendar::{Period, Timestamp};
use funhouse::store::name::Name;
use funhouse::store::sqlite::{OpenError, Sqlite};
use funhouse::store::{
    Board, Class, Course, Created, Mark, Merit, NewPlayer, NewRun, PackedMoves, PlayerId, Position, Repeatable, RunId,
    Secret, Standing, Store, StoreError, Stretch, Submitted, TokenHash,
};
use tempfile::TempDir;

use crate::harness::address_of;

/// Waits for what is done in a store.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> T {
    thread_local! {
        static RUNTIME: tokio::runtime::Runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    }
    RUNTIME.with(|runtime| runtime.block_on(work))
}

/// A new store, with the folder that its file is in.
pub(crate) fn opened() -> (Sqlite, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = wait(Sqlite::open(&address_of(&folder.path().join("store.db")))).expect("a new store");
    (store, folder)
}

fn moment(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

fn to_create(name: &str, token: u8) -> NewPlayer {
    let name = Name::new(name).expect("a name");
    let (forms, at) = (name.forms(), moment("2026-11-20"));
    NewPlayer { name: name.as_str().to_owned(), forms, token: TokenHash([token; 32]), repeatable: None, at }
}

/// Takes a name; the token's hash is of the name's last byte.
pub(crate) fn new_player(store: &Sqlite, name: &str) -> PlayerId {
    match wait(store.create_player(to_create(name, name.bytes().last().expect("a byte")))) {
        Ok(Created::New(id)) => id,
        other => panic!("{name}: {other:?}"),
    }
}

/// The `n`-th run of a player, all alike but for that.
pub(crate) fn hand_in(player: PlayerId, n: u64) -> NewRun {
    let mut fingerprint = [0; 16];
    fingerprint[..8].copy_from_slice(&n.to_be_bytes());
    let course = Course { game: "slide-jam".to_owned(), rules: 1, options: "{}".to_owned(), class: Class::Chosen };
    NewRun {
        player,
        course,
        seed: "funhouse-1".parse().expect("a seed"),
        received_at: moment("2026-11-20T12:00:00Z"),
        marks: vec![Mark { merit: Merit::of_number(12), moves: 8 }],
        score: "{\"total\":12}".to_owned(),
        digest: [7; 32],
        fingerprint,
        moves: PackedMoves::pack(b"[]").expect("memory"),
    }
}

#[test]
fn the_story_of_a_store() {
    let (store, _folder) = opened();
    let store: &dyn Store = &store;
    wait(store.ready()).expect("it can be read");

    // The first secret is kept, whatever is brought later.
    assert_eq!(wait(store.secret(Secret([1; 32]))), Ok(Secret([1; 32])));
    assert_eq!(wait(store.secret(Secret([2; 32]))), Ok(Secret([1; 32])));

    // A name is one player's; a request that is known gives the same again.
    let repeatable = Some(Repeatable { key: [9; 32], salt: [8; 32], until: moment("2026-11-21") });
    let ada = NewPlayer { repeatable, ..to_create("Ada", 1) };
    let Ok(Created::New(id)) = wait(store.create_player(ada.clone())) else { panic!("the name is free") };
    let before = Created::Before { id, created_at: ada.at, salt: [8; 32] };
    assert_eq!(wait(store.create_player(ada.clone())), Ok(before));
    assert_eq!(wait(store.create_player(to_create("ADA", 2))), Ok(Created::Taken));
    let other = NewPlayer { repeatable, ..to_create("Ben", 2) };
    assert_eq!(wait(store.create_player(other)), Ok(Created::OtherName));
    let Ok(Created::New(ben)) = wait(store.create_player(to_create("Ben", 2))) else { panic!("the name is free") };

    // Tokens.
    let player = wait(store.player_of_token(TokenHash([1; 32]))).expect("an answer").expect("Ada");
    assert_eq!((player.id, player.name.as_str()), (id, "Ada"));
    assert_eq!(wait(store.player(id)), Ok(Some(player)));
    assert_eq!(wait(store.replace_token(id, TokenHash([3; 32]))), Ok(true));
    assert_eq!(wait(store.player_of_token(TokenHash([1; 32]))), Ok(None));
    assert_eq!(wait(store.create_player(ada)), Ok(Created::Taken), "the first token is not given again");

    // Runs: kept once for a player.
    let first = wait(store.submit(hand_in(id, 1))).expect("it is kept");
    assert_eq!(first, Submitted { id: RunId(1), new: true });
    assert_eq!(wait(store.submit(hand_in(id, 1))), Ok(Submitted { id: RunId(1), new: false }));
    let second =
        wait(store.submit(NewRun { marks: vec![Mark { merit: Merit::of_number(3), moves: 8 }], ..hand_in(ben, 1) }));
    assert_eq!(second, Ok(Submitted { id: RunId(2), new: true }));
    let run = wait(store.run(RunId(2))).expect("an answer").expect("Ben's");
    assert_eq!((run.owner, run.same_as, run.digest), (ben, Some(RunId(1)), [7; 32]));
    assert_eq!(run.moves.unpack().expect("moves"), b"[]");
    assert_eq!(wait(store.run(RunId(3))), Ok(None));

    // Boards.
    let board = Board { course: hand_in(id, 1).course, seed: None, scope: 0, period: Period::All, bests: true };
    let ranks = wait(store.ranks(RunId(1), vec![board.clone()])).expect("ranks");
    assert_eq!(ranks, [Some(Standing { rank: 2, count: 2 })]);
    let page = wait(store.page(board.clone(), Position::Top, 1)).expect("a page");
    assert_eq!((page.count, page.more_after, page.entries[0].run.id), (2, true, RunId(2)));
    let stretch = Stretch { course: board.course.clone(), seed: None, since: Timestamp::FIRST, until: Timestamp::LAST };
    assert_eq!(wait(store.stretch(stretch, None, 10)).expect("runs").len(), 2);
    assert_eq!(wait(store.runs_of(ben, None, 10)).expect("runs").len(), 1);
    assert_eq!(wait(store.runs_of(ben, Some(RunId(2)), 10)).expect("runs").len(), 0);
    assert_eq!(wait(store.bests_of(id)).expect("bests")[0].standing, Standing { rank: 2, count: 2 });

    // Walks through all runs, and runs that are hidden.
    assert_eq!(wait(store.count_after(RunId(0))), Ok(2));
    assert_eq!(wait(store.runs_after(RunId(1), 10)).expect("runs")[0].summary.id, RunId(2));
    assert_eq!(wait(store.milestone("a walk")), Ok(RunId(0)));
    wait(store.set_milestone("a walk", RunId(1))).expect("it is noted");
    assert_eq!(wait(store.milestone("a walk")), Ok(RunId(1)));
    wait(store.hide(vec![RunId(2)], true)).expect("it is hidden");
    assert_eq!(wait(store.page(board.clone(), Position::Top, 1)).expect("a page").count, 1);
    assert!(wait(store.run(RunId(2))).expect("an answer").expect("it is kept").summary.hidden);
    wait(store.hide(vec![RunId(2)], false)).expect("it is shown");

    // A player who leaves.
    assert_eq!(wait(store.delete_player(ben)), Ok(true));
    assert_eq!(wait(store.delete_player(ben)), Ok(false));
    assert_eq!(wait(store.replace_token(ben, TokenHash([5; 32]))), Ok(false));
    assert_eq!((wait(store.player(ben)), wait(store.player_of_token(TokenHash([2; 32])))), (Ok(None), Ok(None)));
    let page = wait(store.page(board, Position::Top, 1)).expect("a page");
    assert_eq!((page.entries[0].run.id, &page.entries[0].run.player), (RunId(2), &None));
    assert_eq!(wait(store.create_player(to_create("bEn", 6))), Ok(Created::Taken));
}

#[test]
fn what_is_kept_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = address_of(&folder.path().join("store.db"));
    let store = wait(Sqlite::open(&address)).expect("a new store");
    let secret = wait(store.secret(Secret([4; 32]))).expect("a secret");
    let id = new_player(&store, "Ada");
    wait(store.submit(hand_in(id, 1))).expect("it is kept");
    wait(store.close()).expect("it closes");
    assert!(matches!(wait(store.submit(hand_in(id, 2))), Err(StoreError::Unavailable(_))), "a closed store says so");
    let store = wait(Sqlite::open(&address)).expect("the same store");
    assert_eq!(wait(store.secret(Secret([5; 32]))), Ok(secret));
    assert_eq!(wait(store.submit(hand_in(id, 2))).expect("it is kept").id, RunId(2));
}

#[test]
fn a_run_that_cannot_be_written_does_not_fail_its_neighbours() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    // Nobody has this number, so that the database itself refuses the run.
    let nobody = PlayerId(99);
    wait(async {
        let submit = |n: u64| {
            let store = store.clone();
            let player = if n % 5 == 2 { nobody } else { ada };
            tokio::spawn(async move { store.submit(hand_in(player, n)).await })
        };
        let waiting: Vec<_> = (0..60).map(submit).collect();
        for (n, answer) in waiting.into_iter().enumerate() {
            let answer = answer.await.expect("it ends");
            assert_eq!(answer.is_ok(), n % 5 != 2, "{n}: {answer:?}");
        }
    });
    assert_eq!(wait(store.count_after(RunId(0))), Ok(48));
}

fn why_not(address: &str) -> OpenError {
    wait(Sqlite::open(address)).expect_err("it cannot be used")
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the test reads and writes files")]
fn a_file_that_cannot_be_used_is_refused_in_clear_words_and_left_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.db");
    let refused = |why: OpenError| {
        let before = std::fs::read(&file).expect("it is there");
        let told = why_not(&address_of(&file));
        assert_eq!(told, why);
        assert_eq!(std::fs::read(&file).expect("it is there"), before, "{told}");
    };
    std::fs::write(&file, "this is a letter to my aunt, not a database, and it is quite long enough".repeat(30))
        .expect("written");
    refused(OpenError::NotADatabase);

    let run = |sql: &'static str| {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        wait(async {
            use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
            let mut connection = options.connect().await.expect("it opens");
            connection.execute(sql).await.expect("it is done");
            connection.close().await.expect("it closes");
        });
    };
    std::fs::remove_file(&file).expect("removed");
    run("CREATE TABLE recipes (cake TEXT)");
    refused(OpenError::Foreign);

    std::fs::remove_file(&file).expect("removed");
    wait(async { Sqlite::open(&address_of(&file)).await.expect("a new store").close().await.expect("it closes") });
    run("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'from the future', true, x'00', 0)");
    refused(OpenError::Newer(9999));
    run("DELETE FROM _sqlx_migrations WHERE version = 9999");

    assert_eq!(why_not(&format!("{}?mode=ro", address_of(&file))), OpenError::ReadOnly);
    assert!(matches!(why_not("postgres://localhost/funhouse"), OpenError::NotAnAddress(_)));
    assert!(matches!(why_not("sqlite://"), OpenError::NotAnAddress(_)));
    assert!(matches!(why_not(&address_of(&folder.path().join("no/such/folder/x.db"))), OpenError::CannotOpen(_)));
    assert!(matches!(why_not(&address_of(folder.path())), OpenError::CannotOpen(_)), "a folder is no file");
}

#[test]
fn a_file_that_another_process_holds_is_said_to_be_locked() {
    use sqlx::{ConnectOptions as _, Executor as _};
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.db");
    wait(async { Sqlite::open(&address_of(&file)).await.expect("a new store").close().await.expect("it closes") });
    wait(async {
        let mut holder = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.expect("it opens");
        holder.execute("BEGIN EXCLUSIVE").await.expect("it is held");
        assert_eq!(Sqlite::open(&address_of(&file)).await.expect_err("it is held"), OpenError::Locked);
        holder.execute("ROLLBACK").await.expect("it is let go");
        Sqlite::open(&address_of(&file)).await.expect("it is free again");
    });
}

#[test]
fn a_full_disk_loses_nothing_and_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = address_of(&folder.path().join("store.db"));
    let store = wait(Sqlite::open_limited(&address, Some(60))).expect("a new store");
    let ada = new_player(&store, "Ada");
    wait(store.submit(hand_in(ada, 0))).expect("it is kept");
    let mut kept = vec![0];
    let mut refused = 0;
    for n in 1..400 {
        let mut run = hand_in(ada, n);
        run.seed = format!("seed-{n}").parse().expect("a seed");
        let noise: Vec<u64> = (0..200).map(|i| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i)).collect();
        run.moves = PackedMoves::pack(format!("{noise:?}").as_bytes()).expect("memory");
        match wait(store.submit(run)) {
            Ok(submitted) => {
                assert!(submitted.new);
                kept.push(n);
            }
            Err(StoreError::Unavailable(why)) => {
                assert!(why.contains("full"), "{why}");
                refused += 1;
            }
            Err(StoreError::Busy) => panic!("it is full, not busy"),
        }
    }
    assert!(refused > 0 && kept.len() > 1, "{refused} refused, {} kept", kept.len());
    assert_eq!(wait(store.count_after(RunId(0))), Ok(kept.len() as u64));
    let board = Board { course: hand_in(ada, 0).course, seed: None, scope: 0, period: Period::All, bests: false };
    assert_eq!(wait(store.page(board, Position::Top, 1)).expect("a page").count, kept.len() as u64);
    // Once there is room, it goes on.
    wait(store.close()).expect("it closes");
    let store = wait(Sqlite::open(&address)).expect("the same store");
    assert_eq!(wait(store.count_after(RunId(0))), Ok(kept.len() as u64));
    assert!(wait(store.submit(hand_in(ada, 1000))).expect("it is kept").new);
}
