//! Every call of the trait `Store`, in the order in which a service would make them, and what the file is
//! protected against.

use std::sync::Arc;

use funhouse::store::calendar::{Period, TimeRecord, Timestamp};
use funhouse::store::database::{self, OpenError};
use funhouse::store::label::Label;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{
    Added, AnyStore, Board, BoardKind, BoardPlace, BoardRank, Category, Created, KnownToken, MAX_TOKENS, NewPlayer,
    NewRun, NewToken, PackedMoves, PageStart, Player, PlayerId, Recovered, Recovery, RecoveryHash, Repeatable, Revoked,
    RunId, Secret, SecretPlace, SeedClass, Store, StoreError, StoredToken, Submitted, Summary, TimeRange, TokenHash,
    TokenId,
};

use crate::support::databases::{address_of, address_of_file, on_each_kind};
use crate::support::store::{moment, new_player, new_run, opened, scored, to_create, wait};

fn token(hash: u8, label: Option<&str>) -> NewToken {
    let label = label.map(|label| Label::new(label).expect("a label"));
    NewToken { hash: TokenHash([hash; 32]), label, at: moment("2026-11-20T10:00:00Z") }
}

fn recovery(code: u8, next: u8) -> Recovery {
    let token = token(next, None);
    Recovery { code: RecoveryHash([code; 32]), salt: [next; 32], token, next: RecoveryHash([next; 32]) }
}

/// A part of the story: the player has the one token that is known.
fn tokens_are_added_used_and_revoked(store: &dyn Store, known: &KnownToken) {
    let ada = known.player.id;
    let Ok(Added::New(phone)) = wait(store.add_token(ada, token(10, Some("phone")))) else { panic!("there is room") };
    let today = moment("2026-11-20").day();
    wait(store.note_use(phone, today)).expect("it is noted");
    wait(store.note_use(phone, today.plus(-1))).expect("an earlier day is none");
    let tokens = wait(store.tokens_of(ada)).expect("tokens");
    let seen = |token: &StoredToken| (token.id, token.label.clone(), token.last_used_on);
    let phones = (phone, Some("phone".to_owned()), Some(today));
    assert_eq!(tokens.iter().map(seen).collect::<Vec<_>>(), [(known.id, None, None), phones]);
    let used =
        wait(store.known_token(TokenHash([10; 32]), moment("2026-11-20"))).expect("an answer").expect("the phone's");
    assert_eq!((used.id, used.player.id, used.last_used_on), (phone, ada, Some(today)));

    assert_eq!(wait(store.revoke_token(PlayerId(99), phone)), Ok(Revoked::Unknown), "it is Ada's");
    assert_eq!(wait(store.revoke_token(ada, phone)), Ok(Revoked::Removed));
    assert_eq!(wait(store.revoke_token(ada, phone)), Ok(Revoked::Unknown));
    assert_eq!(wait(store.known_token(TokenHash([10; 32]), moment("2026-11-20"))), Ok(None));
    let Ok(Added::New(other)) = wait(store.add_token(ada, token(11, None))) else { panic!("there is room") };
    assert!(other > phone, "no number is given twice");
    for n in 2..MAX_TOKENS {
        assert!(matches!(wait(store.add_token(ada, token(10 + n as u8, None))), Ok(Added::New(_))));
    }
    assert_eq!(wait(store.add_token(ada, token(99, None))), Ok(Added::TooMany));
}

/// A part of the story: the player has as many tokens as there may be, and the recovery code that came with the name.
fn a_recovery_code_makes_tokens(store: &dyn Store, ada: &Player) {
    let before = wait(store.tokens_of(ada.id)).expect("tokens");
    assert_eq!((before.len(), wait(store.recovery_code_of(ada.id))), (MAX_TOKENS, Ok(Some(recovery(1, 101).code))));
    wait(store.note_use(before[0].id, moment("2026-11-21").day())).expect("it is noted");
    let created = wait(store.recover(recovery(1, 101))).expect("an answer");
    let Recovered::New(id, player) = created else { panic!("{created:?}") };
    assert_eq!(player, *ada);
    let now: Vec<TokenId> = wait(store.tokens_of(ada.id)).expect("tokens").iter().map(|token| token.id).collect();
    let oldest = before[1].id;
    let left: Vec<TokenId> = before.iter().map(|token| token.id).filter(|id| *id != oldest).chain([id]).collect();
    assert_eq!(now, left, "the one that was not used for longest makes room");

    // Until its token is used, the code gives the same again; then it is worth nothing, and the next one works.
    let again = Recovered::Repeated { token: id, player: ada.clone(), salt: [101; 32] };
    assert_eq!(wait(store.recover(recovery(1, 102))), Ok(again));
    wait(store.note_use(id, moment("2026-11-20").day())).expect("it is noted");
    assert_eq!(wait(store.recover(recovery(1, 103))), Ok(Recovered::Unknown));
    assert!(matches!(wait(store.recover(recovery(101, 104))), Ok(Recovered::New(..))));

    // Another code in its place ends that too.
    assert_eq!(wait(store.set_recovery_code(ada.id, RecoveryHash([105; 32]))), Ok(true));
    assert_eq!(wait(store.recover(recovery(101, 106))), Ok(Recovered::Unknown));
    assert_eq!(wait(store.recover(recovery(104, 106))), Ok(Recovered::Unknown));

    // The owner of a code may revoke all tokens.
    for token in wait(store.tokens_of(ada.id)).expect("tokens") {
        assert_eq!(wait(store.revoke_token(ada.id, token.id)), Ok(Revoked::Removed));
    }
    assert_eq!(wait(store.tokens_of(ada.id)), Ok(Vec::new()));
    assert!(matches!(wait(store.recover(recovery(105, 107))), Ok(Recovered::New(..))));
}

#[test]
fn every_call_of_a_store_in_order() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let store: &dyn Store = &*store;
        wait(store.ready_to_read()).expect("it can be read");
        wait(store.ready_to_write()).expect("it can be written");

        // The first secret is kept, whatever is brought later; names are hashed with it, and with no other.
        let (first, other) = (Secret([1; 32]), Secret([2; 32]));
        assert_eq!(wait(store.secret(SecretPlace::Database(first))), Ok(Some(first)));
        assert_eq!(wait(store.secret(SecretPlace::Database(other))), Ok(Some(first)));
        assert_eq!(wait(store.secret(SecretPlace::Elsewhere(other))), Ok(None));
        assert_eq!(wait(store.secret(SecretPlace::Elsewhere(first))), Ok(Some(first)), "it leaves the store");
        assert_eq!(wait(store.secret(SecretPlace::Database(other))), Ok(None), "it is elsewhere");
        assert_eq!(wait(store.secret(SecretPlace::Database(first))), Ok(Some(first)), "it comes back");

        // The newest day stays the newest.
        let day = |text: &str| text.parse().expect("a day");
        assert_eq!(wait(store.newest_day()), Ok(None));
        for (reached, newest) in
            [("2026-11-20", "2026-11-20"), ("2026-11-18", "2026-11-20"), ("2027-01-01", "2027-01-01")]
        {
            wait(store.reach_day(day(reached))).expect("it is noted");
            assert_eq!(wait(store.newest_day()), Ok(Some(day(newest))));
        }

        // Skipped days make deadlines wait, until this wait ends.
        let record = || wait(store.time_record()).expect("it is read");
        let (newest, hold) = (Some(day("2027-01-01")), record().hold);
        assert!(hold.is_some());
        assert_eq!(record(), TimeRecord { newest, hold: hold.clone(), resumed_at: None });
        let resume =
            |hold: Option<String>, at| wait(store.resume_deadlines(hold.expect("a wait"), at)).expect("stored");
        let at = moment("2027-01-01T09:00:00Z");
        resume(hold, at);
        assert_eq!(record(), TimeRecord { newest, hold: None, resumed_at: Some(at) });
        for hold in ["one", "two"] {
            wait(store.hold_deadlines(hold.to_owned())).expect("it is stored");
        }
        resume(Some("one".to_owned()), at.plus_seconds(1));
        assert_eq!(record(), TimeRecord { newest, hold: Some("two".to_owned()), resumed_at: Some(at) }, "another wait");
        resume(Some("two".to_owned()), at.plus_seconds(2));
        assert_eq!(record().resumed_at, Some(at.plus_seconds(2)));

        // A name is one player's; a request that is known gives the same again.
        let repeatable = Some(Repeatable { key: [9; 32], salt: [8; 32], until: moment("2026-11-21") });
        let ada = NewPlayer { repeatable, ..to_create("Ada", 1) };
        let Ok(Created::New(id)) = wait(store.create_player(ada.clone())) else { panic!("the name is free") };
        let before = Created::Repeated { id, created_at: ada.at, bot: false, salt: [8; 32] };
        assert_eq!(wait(store.create_player(ada.clone())), Ok(before));
        assert_eq!(wait(store.create_player(to_create("ADA", 2))), Ok(Created::Taken));
        let other = NewPlayer { repeatable, ..to_create("Ben", 2) };
        assert_eq!(wait(store.create_player(other)), Ok(Created::OtherName));
        let Ok(Created::New(ben)) = wait(store.create_player(to_create("Ben", 2))) else { panic!("the name is free") };

        // Tokens.
        let known =
            wait(store.known_token(TokenHash([1; 32]), moment("2026-11-20"))).expect("an answer").expect("Ada's");
        assert_eq!((known.player.id, known.player.name.as_str(), known.last_used_on), (id, "Ada", None));
        assert_eq!(wait(store.player(id)), Ok(Some(known.player.clone())));
        let [named, other] = ["Ada", "ADA"].map(|name| wait(store.player_named(name.to_owned())));
        assert_eq!((named, other), (Ok(Some(known.player.clone())), Ok(None)));
        assert_eq!(wait(store.replace_token(ben, known.id, TokenHash([3; 32]), ada.at)), Ok(false), "it is not Ben's");
        assert_eq!(wait(store.replace_token(id, known.id, TokenHash([3; 32]), ada.at)), Ok(true));
        assert_eq!(wait(store.known_token(TokenHash([1; 32]), moment("2026-11-20"))), Ok(None));
        assert_eq!(wait(store.create_player(ada.clone())), Ok(Created::Taken), "the first token is not given again");
        tokens_are_added_used_and_revoked(store, &known);
        a_recovery_code_makes_tokens(store, &known.player);

        // Runs: kept once for a player.
        let first = wait(store.submit(new_run(id, 1))).expect("it is kept");
        assert_eq!(first, Submitted::New { id: RunId(1), class: SeedClass::Chosen, same_as: None, app: None });
        let stored = wait(store.run(RunId(1))).expect("an answer").expect("Ada's");
        assert_eq!(wait(store.submit(new_run(id, 1))), Ok(Submitted::Existing(Box::new(stored))));
        let bens = NewRun { scores: scored(3, 8), taken_back: Some(u32::MAX), assisted: Some(true), ..new_run(ben, 1) };
        let second = wait(store.submit(bens.clone())).expect("it is kept");
        assert_eq!(
            second,
            Submitted::New { id: RunId(2), class: SeedClass::Chosen, same_as: Some(RunId(1)), app: None }
        );
        let run = wait(store.run(RunId(2))).expect("an answer").expect("Ben's");
        assert_eq!((run.owner, run.summary.same_as, run.digest), (ben, Some(RunId(1)), [7; 32]));
        assert_eq!(run.moves.unpack().expect("moves"), b"[]");
        let player = wait(store.player(ben)).expect("an answer").expect("Ben");
        assert_eq!(
            bens.into_stored(RunId(2), SeedClass::Chosen, Some(RunId(1)), None, player),
            run,
            "the values before reading equal those read"
        );
        assert_eq!(wait(store.run(RunId(3))), Ok(None));

        // Boards.
        let board = Board { category: new_run(id, 1).category, kind: BoardKind::Bests(Period::All) };
        let place = |run| BoardPlace { score: new_run(id, 1).scores.whole, run: RunId(run) };
        let ranks = wait(store.ranks(vec![(board.clone(), place(1)), (board.clone(), place(2))])).expect("ranks");
        assert_eq!(ranks, [Some(BoardRank { rank: 2, count: 2 }), None], "Ben's run has another score");
        let page = wait(store.page(board.clone(), PageStart::Top, 1)).expect("a page");
        assert_eq!((page.count, page.more_after, page.entries[0].run.id), (Some(2), true, RunId(2)));
        let range =
            TimeRange { category: board.category.clone(), app: None, since: Timestamp::FIRST, until: Timestamp::LAST };
        let listed = wait(store.runs_in(range, None, 10)).expect("runs");
        let reported = |run: &Summary| (run.id, run.taken_back, run.assisted);
        assert_eq!(
            listed.iter().map(reported).collect::<Vec<_>>(),
            [(RunId(2), Some(u32::MAX), Some(true)), (RunId(1), None, None)]
        );
        assert_eq!(page.entries[0].run, run.summary);
        assert_eq!(wait(store.runs_of(ben, None, 10)), Ok(vec![run.summary]));
        assert_eq!(wait(store.runs_of(ben, Some(RunId(2)), 10)).expect("runs").len(), 0);
        let whole = wait(store.whole_runs_of(id, RunId(0), 10)).expect("runs");
        assert_eq!(
            (whole.len(), whole[0].summary.id, whole[0].moves.unpack().expect("moves").as_slice()),
            (1, RunId(1), &b"[]"[..])
        );
        assert_eq!(wait(store.whole_runs_of(id, RunId(1), 10)), Ok(Vec::new()));
        let best = &wait(store.bests_of(id)).expect("bests")[0];
        assert_eq!((best.rank, best.count), (2, 2));

        // Jobs that go through all runs, and runs that are hidden.
        assert_eq!((wait(store.count_after(RunId(0))), wait(store.last_run())), (Ok(2), Ok(RunId(2))));
        assert_eq!(wait(store.runs_after(RunId(1), 10)).expect("runs")[0].summary.id, RunId(2));
        assert_eq!(wait(store.checkpoint("a job")), Ok(RunId(0)));
        wait(store.set_checkpoint("a job", RunId(1))).expect("it is noted");
        assert_eq!(wait(store.checkpoint("a job")), Ok(RunId(1)));
        wait(store.hide(vec![RunId(2)], true)).expect("it is hidden");
        assert_eq!(wait(store.page(board.clone(), PageStart::Top, 1)).expect("a page").count, Some(1));
        assert!(wait(store.run(RunId(2))).expect("an answer").expect("it is kept").summary.hidden.is_hidden());
        assert_eq!(wait(store.whole_runs_of(ben, RunId(0), 10)).expect("runs").len(), 1, "it is Ben's all the same");
        wait(store.hide(vec![RunId(2)], false)).expect("it is shown");

        // A player who leaves.
        assert_eq!(wait(store.delete_player(ben)), Ok(true));
        assert_eq!(wait(store.delete_player(ben)), Ok(false));
        assert_eq!(
            (wait(store.player(ben)), wait(store.known_token(TokenHash([2; 32]), moment("2026-11-20")))),
            (Ok(None), Ok(None))
        );
        assert_eq!(wait(store.player_named("Ben".to_owned())), Ok(None));
        assert_eq!(wait(store.add_token(ben, token(5, None))), Ok(Added::NoPlayer));
        assert_eq!(wait(store.set_recovery_code(ben, RecoveryHash([5; 32]))), Ok(false));
        assert_eq!((wait(store.tokens_of(ben)), wait(store.recovery_code_of(ben))), (Ok(Vec::new()), Ok(None)));
        assert_eq!(wait(store.recover(recovery(2, 5))), Ok(Recovered::Unknown), "nor is the code");
        let page = wait(store.page(board, PageStart::Top, 1)).expect("a page");
        assert_eq!((page.entries[0].run.id, &page.entries[0].run.player), (RunId(2), &None));
        assert_eq!(wait(store.create_player(to_create("bEn", 6))), Ok(Created::Taken));
    });
}

#[test]
fn stored_data_survives_reopening() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("store.db"));
        let store = wait(database::open(&address)).expect("a new store");
        let secret = wait(store.secret(SecretPlace::Database(Secret([4; 32]))));
        let id = new_player(&store, "Ada");
        wait(store.submit(new_run(id, 1))).expect("it is kept");
        wait(store.close()).expect("it closes");
        assert!(
            matches!(wait(store.submit(new_run(id, 2))), Err(StoreError::Unavailable(_))),
            "a closed store says so"
        );
        assert!(matches!(wait(store.ready_to_write()), Err(StoreError::Unavailable(_))));
        let store = wait(database::open(&address)).expect("the same store");
        assert_eq!(secret, Ok(Some(Secret([4; 32]))));
        assert_eq!(wait(store.secret(SecretPlace::Database(Secret([5; 32])))), secret);
        assert_eq!(wait(store.submit(new_run(id, 2))).expect("it is kept").id(), Some(RunId(2)));
    });
}

#[test]
fn failing_run_does_not_fail_its_group() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        // No player has this number, so the database itself refuses the run.
        let no_one = PlayerId(99);
        wait(async {
            let submit = |n: u64| {
                let store = store.clone();
                let player = if n % 5 == 2 { no_one } else { ada };
                tokio::spawn(async move { store.submit(new_run(player, n)).await })
            };
            let waiting: Vec<_> = (0..60).map(submit).collect();
            for (n, answer) in waiting.into_iter().enumerate() {
                let answer = answer.await.expect("it ends");
                assert_eq!(answer.is_ok(), n % 5 != 2, "{n}: {answer:?}");
            }
        });
        assert_eq!(wait(store.count_after(RunId(0))), Ok(48));
    });
}

#[test]
fn equivalent_runs_in_one_group_name_the_first() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let players: Vec<PlayerId> = (0..3).map(|n| new_player(&store, &format!("player {n}"))).collect();
        let mut reported: Vec<(PlayerId, Submitted)> = wait(async {
            let submit = |n: usize| {
                let (store, player) = (store.clone(), players[n % 3]);
                tokio::spawn(async move { (player, store.submit(new_run(player, 1)).await.expect("it is kept")) })
            };
            let waiting: Vec<_> = (0..30).map(submit).collect();
            let mut reported = Vec::new();
            for answer in waiting {
                reported.push(answer.await.expect("it ends"));
            }
            reported
        });
        reported.sort_by_key(|(_, submitted)| (submitted.id(), !submitted.is_new()));
        assert_eq!(wait(store.count_after(RunId(0))), Ok(3));
        for (id, of_player) in (1..).map(RunId).zip(reported.chunks(10)) {
            let same_as = (id != RunId(1)).then_some(RunId(1));
            let (player, first) = &of_player[0];
            assert_eq!(*first, Submitted::New { id, class: SeedClass::Chosen, same_as, app: None });
            let stored = wait(store.run(id)).expect("an answer").expect("it is kept");
            assert_eq!((stored.owner, stored.summary.same_as), (*player, same_as));
            for (_, again) in &of_player[1..] {
                assert_eq!(*again, Submitted::Existing(Box::new(stored.clone())));
            }
        }
    });
}

#[test]
fn runs_of_unknown_games_and_versions_are_ranked() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let options = "{\"size\":\"gone\"}".to_owned();
        let category =
            Category { game: "forgotten-game".to_owned(), rules: 4_000_000_000, options, class: SeedClass::Drawn };
        for n in 0..70 {
            let scores = scored(n - 100, 1);
            let seed = format!("seed-{n}").parse().expect("a seed");
            wait(store.submit(NewRun { category: category.clone(), scores, seed, ..new_run(ada, n as u64) }))
                .expect("it is kept");
        }
        let stored = wait(store.run(RunId(70))).expect("an answer").expect("it is kept");
        assert_eq!((&stored.summary.category, stored.summary.scores.whole.key.score()), (&category, 31));
        let board = Board { category: category.clone(), kind: BoardKind::Runs };
        let page = wait(store.page(board.clone(), PageStart::Around(RunId(2)), 3)).expect("a page");
        let shown: Vec<(Option<u64>, RunId)> = page.entries.iter().map(|entry| (entry.rank, entry.run.id)).collect();
        assert_eq!(shown, [(Some(1), RunId(1)), (Some(2), RunId(2)), (Some(3), RunId(3))]);
        assert!(page.entries.iter().all(|entry| entry.run.category == category));
        let of_seed = Board { category: category.clone(), kind: BoardKind::Seed(stored.summary.seed) };
        let place = BoardPlace { score: stored.summary.scores.whole, run: RunId(70) };
        let ranks = wait(store.ranks(vec![(board, place), (of_seed, place)])).expect("ranks");
        assert_eq!(ranks, [Some(BoardRank { rank: 70, count: 70 }), Some(BoardRank { rank: 1, count: 1 })]);
        let best = &wait(store.bests_of(ada)).expect("bests")[0];
        assert_eq!((&best.category, best.place.run), (&category, RunId(1)));
        assert_eq!(wait(store.runs_of(ada, None, 100)).expect("runs").len(), 70);
        let range = TimeRange { category, app: None, since: Timestamp::FIRST, until: Timestamp::LAST };
        assert_eq!(wait(store.runs_in(range, None, 100)).expect("runs").len(), 70);
    });
}

fn why_not(address: &str) -> OpenError {
    wait(database::open(address)).err().expect("it cannot be used")
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the test reads and writes files")]
fn unusable_file_is_refused_and_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.db");
    let refused = |why: OpenError| {
        let before = std::fs::read(&file).expect("it is there");
        let reported = why_not(&address_of_file(&file));
        assert_eq!(reported, why);
        assert_eq!(std::fs::read(&file).expect("it is there"), before, "{reported}");
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
    wait(async { Sqlite::open(&address_of_file(&file)).await.expect("a new store").close().await.expect("it closes") });
    run("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'from the future', true, x'00', 0)");
    refused(OpenError::Newer(9999));
    run("DELETE FROM _sqlx_migrations WHERE version = 9999");

    assert_eq!(why_not(&format!("{}?mode=ro", address_of_file(&file))), OpenError::ReadOnly);
    assert!(matches!(why_not("mysql://localhost/funhouse"), OpenError::InvalidAddress(_)));
    assert!(matches!(why_not("sqlite://"), OpenError::InvalidAddress(_)));
    assert!(matches!(why_not(&address_of_file(&folder.path().join("no/such/folder/x.db"))), OpenError::CannotOpen(_)));
    assert!(matches!(why_not(&address_of_file(folder.path())), OpenError::CannotOpen(_)), "a folder is no file");
}

#[test]
fn file_locked_by_other_process_is_reported() {
    use sqlx::{ConnectOptions as _, Executor as _};
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.db");
    wait(async { Sqlite::open(&address_of_file(&file)).await.expect("a new store").close().await.expect("it closes") });
    wait(async {
        let mut holder = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.expect("it opens");
        holder.execute("BEGIN EXCLUSIVE").await.expect("it is held");
        assert_eq!(Sqlite::open(&address_of_file(&file)).await.expect_err("it is held"), OpenError::Locked);
        holder.execute("ROLLBACK").await.expect("it is released");
        Sqlite::open(&address_of_file(&file)).await.expect("it is free again");
    });
}

#[test]
fn full_disk_loses_nothing_and_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = address_of_file(&folder.path().join("store.db"));
    let store: AnyStore = Arc::new(wait(Sqlite::open_limited(&address, 120)).expect("a new store"));
    let ada = new_player(&store, "Ada");
    wait(store.submit(new_run(ada, 0))).expect("it is kept");
    let mut stored = vec![0];
    let mut refused = 0;
    for n in 1..400 {
        let mut run = new_run(ada, n);
        run.seed = format!("seed-{n}").parse().expect("a seed");
        let noise: Vec<u64> = (0..200).map(|i| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i)).collect();
        run.moves = PackedMoves::pack(format!("{noise:?}").as_bytes()).expect("memory");
        match wait(store.submit(run)) {
            Ok(submitted) => {
                assert!(submitted.is_new());
                assert_eq!(wait(store.ready_to_write()), Ok(()), "the last commit succeeded");
                stored.push(n);
            }
            Err(StoreError::Unavailable(why)) => {
                assert!(why.contains("full"), "{why}");
                assert_eq!(wait(store.ready_to_write()), Err(StoreError::Unavailable(why)), "the last commit failed");
                refused += 1;
            }
            Err(other) => panic!("it is full: {other}"),
        }
    }
    assert!(refused > 0 && stored.len() > 1, "{refused} refused, {} kept", stored.len());
    assert_eq!(wait(store.count_after(RunId(0))), Ok(stored.len() as u64));
    let board = Board { category: new_run(ada, 0).category, kind: BoardKind::Runs };
    assert_eq!(wait(store.page(board, PageStart::Top, 1)).expect("a page").count, Some(stored.len() as u64));
    // Once there is room, it goes on.
    wait(store.close()).expect("it closes");
    let store = wait(Sqlite::open(&address)).expect("the same store");
    assert_eq!(wait(store.count_after(RunId(0))), Ok(stored.len() as u64));
    assert!(wait(store.submit(new_run(ada, 1000))).expect("it is kept").is_new());
}
