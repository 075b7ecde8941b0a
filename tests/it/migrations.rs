//! Databases that older versions of the program made are brought up to date in place and keep their boards.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use funhouse::store::calendar::{Period, Timestamp};
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{
    Board, Category, NewRun, PageStart, PlayerId, RecoveryHash, Revoked, RunId, SeedClass, Store as _, Submitted,
    TokenHash,
};
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::harness::address_of;
use crate::store::{hand_in, wait};

/// The schema of the first version, as it was landed.
const FIRST: &str = include_str!("../../crates/store/migrations/sqlite/0001_players_runs_boards.sql");

#[derive(Debug)]
struct FirstVersion;

impl MigrationSource<'static> for FirstVersion {
    fn resolve(self) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let first = Migration::new(1, "players runs boards".into(), MigrationType::Simple, FIRST.into(), false);
        Box::pin(async move { Ok(vec![first]) })
    }
}

const HOUR: i64 = 3_600_000;
const RUNS: i64 = 500;

fn first_moment() -> Timestamp {
    "2019-12-28".parse().expect("a moment")
}

/// When runs of the old database were received: every 37 hours for two years, at each hour of the day. So the ends of days are
/// met, and three ends of years in the middle of weeks, one of them after a year of 53 weeks.
fn received_at(run: i64) -> i64 {
    first_moment().millis() + run * 37 * HOUR
}

async fn connect(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(file).create_if_missing(true).connect().await.expect("a database")
}

fn category(game: &str) -> Category {
    Category { game: game.to_owned(), rules: 1, options: "{}".to_owned(), class: SeedClass::Chosen }
}

/// A database of the first version: runs of three players in two categories, one with boards for a seed, some hidden.
async fn make_old(file: &Path) {
    let mut connection = connect(file).await;
    Migrator::new(FirstVersion).await.expect("migrations").run_direct(&mut connection).await.expect("a schema");
    let start = "INSERT INTO players VALUES (1, 'Ada', x'01', 0), (2, 'Ben', x'02', 0), (3, NULL, NULL, 0);
        INSERT INTO courses VALUES (1, 'slide-jam', 1, '{}', 2, NULL, NULL), (2, 'epic-funhouse', 1, '{}', 1, NULL, NULL);
        INSERT INTO courses VALUES (3, 'slide-jam', 1, '{}', 2, 'often', 1);
        BEGIN";
    connection.execute(start).await.expect("players and courses");
    for run in 0..RUNS {
        let sql = "INSERT INTO runs VALUES (?1 + 1, ?1 % 3 + 1, ?1 % 2 + 1, iif(?1 % 5, 'often', 'seldom'), ?2,
            json_array(json_array(?1 * 7 % 13, ?1 % 4 + 1), json_array(?1 * 5 % 11, 2)), 0, '{}', zeroblob(32),
            CAST(printf('%016d', ?1 - ?1 % 2) AS BLOB), zeroblob(1))";
        sqlx::query(sql).bind(run).bind(received_at(run)).execute(&mut connection).await.expect("a run");
    }
    connection.execute("UPDATE runs SET hidden = 1 WHERE id % 10 = 0; COMMIT").await.expect("runs");
    connection.close().await.expect("it closes");
}

/// All rows of the tables that boards are read from, and the periods of all runs.
async fn rows(file: &Path) -> Vec<Vec<Vec<i64>>> {
    let mut connection = connect(file).await;
    let mut tables = Vec::new();
    for (table, columns) in [
        ("run_periods", "run, day, week, month"),
        ("standings", "course, scope, period, merit, moves, run"),
        ("bests", "player, course, scope, period, merit, moves, run"),
        ("counts", "best, course, scope, period, moves_told, merit, moves, n"),
    ] {
        let sql =
            format!("SELECT json_group_array(json_array({columns})) FROM (SELECT * FROM {table} ORDER BY {columns})");
        let rows: String = sqlx::query_scalar(&sql).fetch_one(&mut connection).await.expect("rows");
        tables.push(serde_json::from_str(&rows).expect("numbers"));
    }
    connection.close().await.expect("it closes");
    tables
}

/// What `standings` holds of the old runs: of each player, category and seed the best in each scope and period, where `periods` are
/// those of each run.
fn lines(periods: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut best = BTreeMap::new();
    for row in periods.iter().filter(|row| row[0] % 10 != 0) {
        let n = row[0] - 1;
        let (player, course, seed) = (n % 3, n % 2 + 1, n % 5 == 0);
        for (scope, merit, moves) in [(0, n * 7 % 13, n % 4 + 1), (1, n * 5 % 11, 2)] {
            for period in [0, row[1], row[2], row[3]] {
                let line = best.entry((player, course, seed, scope, period)).or_insert((merit, moves, row[0]));
                *line = (*line).min((merit, moves, row[0]));
            }
        }
    }
    let row = |((_, course, _, scope, period), (merit, moves, run))| vec![course, scope, period, merit, moves, run];
    let mut rows: Vec<Vec<i64>> = best.into_iter().map(row).collect();
    rows.sort();
    rows
}

/// What `counts` holds of lines.
fn counts(lines: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut counts = BTreeMap::new();
    for line in lines {
        let [course, scope, period, merit, moves, _] = line[..] else { panic!("{line:?}") };
        for (told, moves) in [(0, -1), (1, moves)] {
            *counts.entry([0, course, scope, period, told, merit, moves]).or_insert(0) += 1;
        }
    }
    counts.into_iter().map(|(row, n)| [&row[..], &[n]].concat()).collect()
}

#[test]
fn a_database_of_the_first_version_keeps_its_boards_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.db");
    wait(make_old(&file));
    let old = wait(rows(&file));
    assert!(old.iter().all(|table| table.len() >= RUNS as usize), "all tables have rows");
    let store = wait(Sqlite::open(&address_of(&file))).expect("it is brought up to date");
    let before = wait(rows(&file));
    let of_bests = |rows: &[Vec<i64>]| rows.iter().filter(|row| row[0] == 1).cloned().collect::<Vec<_>>();
    assert!((&before[0], &before[2]) == (&old[0], &old[2]), "periods and bests are what they were");
    assert_eq!(of_bests(&before[3]), of_bests(&old[3]));
    let lines = lines(&old[0]);
    assert_eq!(before[1], lines);
    assert_eq!(before[3], [counts(&lines), of_bests(&old[3])].concat());
    // The runs of a fingerprint are alike; each but the first says so.
    let same_as = |run| wait(store.run(RunId(run))).expect("an answer").expect("it is kept").summary.same_as;
    assert_eq!([1, 2, 3, 4].map(same_as), [None, Some(RunId(1)), None, Some(RunId(3))]);
    let first = wait(store.run(RunId(1))).expect("an answer").expect("it is kept");
    assert_eq!(first.summary.taken_back, None, "nobody said what was taken back");

    // A seed that was drawn is the first player's of whom a run of it stands as drawn, and a seed that was chosen nobody's.
    let drawn = Category { class: SeedClass::Drawn, ..category("epic-funhouse") };
    for (category, seed, owner) in
        [(&drawn, "often", Some(2)), (&drawn, "seldom", Some(3)), (&category("slide-jam"), "often", None)]
    {
        for player in 1..=3 {
            let class = if owner.is_none_or(|owner| owner == player) { category.class } else { SeedClass::Chosen };
            let (seed, meant_for) = (seed.parse().expect("a seed"), Some(SeedClass::Daily));
            let new = NewRun {
                category: category.clone(),
                seed,
                claims_seed: true,
                meant_for,
                ..hand_in(PlayerId(player), 1)
            };
            assert_eq!(wait(store.submit(new)), Ok(Submitted::ClassDiffers(class)), "{player}, {owner:?}");
        }
    }
    assert!(wait(rows(&file)) == before, "nothing was kept");

    // Old runs leave their boards and come back to them.
    let shown: Vec<RunId> = (1..=RUNS).filter(|run| run % 10 != 0).map(RunId).collect();
    wait(store.hide(shown.clone(), true)).expect("they are hidden");
    assert!(wait(rows(&file))[1..].iter().all(Vec::is_empty), "no row is left behind");
    wait(store.hide(shown, false)).expect("they are shown");
    assert!(wait(rows(&file)) == before, "all rows are back");

    // A new run joins the runs of its week that are older than the table of days.
    let category = category("slide-jam");
    let at = Timestamp::from_millis(received_at(250));
    for period in [Period::All, Period::Day(at.day()), at.day().week(), at.day().month()] {
        let board = Board { category: category.clone(), seed: None, scope: 0, period, bests: false };
        let count = || wait(store.page(board.clone(), PageStart::Top, 1)).expect("a page").count;
        let old = (0..RUNS).filter(|run| run % 2 == 0 && (run + 1) % 10 != 0);
        let old = old.filter(|run| period.contains(Timestamp::from_millis(received_at(*run))));
        let old = old.map(|run| (run % 3, run % 5 == 0)).collect::<BTreeSet<_>>().len() as u64;
        let added = count() - old;
        let seed = format!("new-{added}").parse().expect("a seed");
        let new = NewRun { category: category.clone(), received_at: at, seed, ..hand_in(PlayerId(1), 10_000 + added) };
        wait(store.submit(new)).expect("it is kept");
        assert_eq!(count(), old + added + 1, "{period:?}");
    }

    // An exact copy of a run that is older than likeness says so.
    let copy = NewRun { fingerprint: *b"0000000000000000", likeness: [9; 16], ..hand_in(PlayerId(3), 0) };
    let copied = wait(store.submit(copy)).expect("it is kept");
    assert!(matches!(copied, Submitted::New { same_as: Some(RunId(1)), .. }), "{copied:?}");

    // What was brought up to date is so when it is opened again.
    wait(store.close()).expect("it closes");
    let before = wait(rows(&file));
    let store = wait(Sqlite::open(&address_of(&file))).expect("it is up to date");
    wait(store.close()).expect("it closes");
    assert!(wait(rows(&file)) == before, "nothing is done twice");
}

#[test]
fn players_of_the_first_version_keep_their_token_and_can_make_a_recovery_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.db");
    wait(make_old(&file));
    let hash = |byte: u8| [vec![0; 31], vec![byte]].concat().try_into().map(TokenHash).expect("32 bytes");
    wait(async {
        let mut connection = connect(&file).await;
        let sql = "UPDATE players SET token_hash = unhex(format('%064d', id)) WHERE token_hash IS NOT NULL";
        connection.execute(sql).await.expect("hashes of the right length");
        connection.close().await.expect("it closes");
    });
    let store = wait(Sqlite::open(&address_of(&file))).expect("it is brought up to date");
    for (byte, id, name) in [(1, PlayerId(1), "Ada"), (2, PlayerId(2), "Ben")] {
        let known = wait(store.known_token(hash(byte))).expect("an answer").expect("a token");
        assert_eq!((known.player.id, known.player.name.as_str(), known.last_used_on), (id, name, None));
        assert_eq!(wait(store.tokens_of(id)).expect("tokens").len(), 1);
        assert_eq!(wait(store.has_recovery_code(id)), Ok(false));
        assert_eq!(wait(store.revoke_token(id, known.id)), Ok(Revoked::LastOne));
        assert_eq!(wait(store.set_recovery_code(id, RecoveryHash([byte; 32]))), Ok(true));
        assert_eq!(wait(store.revoke_token(id, known.id)), Ok(Revoked::Done));
    }
    assert_eq!(wait(store.tokens_of(PlayerId(3))), Ok(Vec::new()), "who was deleted has none");
}

#[test]
fn a_run_whose_day_is_missing_is_not_put_on_the_boards_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.db");
    wait(make_old(&file));
    wait(async { Sqlite::open(&address_of(&file)).await.expect("it opens").close().await.expect("it closes") });
    wait(async {
        let mut connection = connect(&file).await;
        for (run, added) in [(-100, false), (RUNS - 1, true), (RUNS + 100, false)] {
            let sql =
                "INSERT INTO runs (id, player, course, seed, received_at, merits, score, digest, fingerprint, moves)
                VALUES (?1 + 1000000, 1, 1, 'x', ?2, '[[1,1]]', '{}', x'', CAST(?1 AS BLOB), x'')";
            let told = sqlx::query(sql).bind(run).bind(received_at(run)).execute(&mut connection).await;
            assert_eq!(told.is_ok(), added, "{told:?}");
        }
    });
}
