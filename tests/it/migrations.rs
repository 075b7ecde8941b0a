//! Databases that older versions of the program made are brought up to date in place and keep their boards.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use funhouse::store::calendar::{Period, Timestamp};
use funhouse::store::database;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{
    Board, Category, NewRun, PageStart, PlayerId, RecoveryHash, Revoked, RunId, SeedClass, Store as _, Submitted,
    TokenHash,
};
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::boards::kept;
use crate::databases::address_of_file;
use crate::store::{hand_in, wait};
use crate::walks;

/// The schemas as they were landed.
const LANDED: [&str; 8] = [
    include_str!("../../crates/store/migrations/sqlite/0001_players_runs_boards.sql"),
    include_str!("../../crates/store/migrations/sqlite/0002_days.sql"),
    include_str!("../../crates/store/migrations/sqlite/0003_flat_reads.sql"),
    include_str!("../../crates/store/migrations/sqlite/0004_seed_claims.sql"),
    include_str!("../../crates/store/migrations/sqlite/0005_tokens.sql"),
    include_str!("../../crates/store/migrations/sqlite/0006_likeness.sql"),
    include_str!("../../crates/store/migrations/sqlite/0007_lines.sql"),
    include_str!("../../crates/store/migrations/sqlite/0008_taken_back.sql"),
];
const NAMES: [&str; 8] =
    ["players runs boards", "days", "flat reads", "seed claims", "tokens", "likeness", "lines", "taken back"];

/// The first so many of them.
#[derive(Debug)]
struct First(usize);

impl MigrationSource<'static> for First {
    fn resolve(self) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |(number, (name, sql)): (i64, (&'static str, &'static str))| {
            Migration::new(number, name.into(), MigrationType::Simple, sql.into(), false)
        };
        let first = (1..).zip(NAMES.into_iter().zip(LANDED)).take(self.0);
        Box::pin(async move { Ok(first.map(migration).collect()) })
    }
}

/// A database with the first so many migrations.
async fn of_version(file: &Path, migrations: usize) -> SqliteConnection {
    let mut connection = connect(file).await;
    Migrator::new(First(migrations)).await.expect("migrations").run_direct(&mut connection).await.expect("a schema");
    connection
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
    let mut connection = of_version(file, 1).await;
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

/// What a statement finds.
async fn rows(file: &Path, sql: &str) -> Vec<Vec<i64>> {
    let mut connection = connect(file).await;
    let rows: String = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("rows");
    connection.close().await.expect("it closes");
    serde_json::from_str(&rows).expect("numbers")
}

/// The rows of a table or of tables joined, in order.
async fn sorted(file: &Path, columns: &str, from: &str) -> Vec<Vec<i64>> {
    let mut rows = rows(file, &format!("SELECT json_group_array(json_array({columns})) FROM {from}")).await;
    rows.sort();
    rows
}

/// A line of a board as it is told here, without whether the board is one of bests.
fn told([course, scope, period, _, merit, moves, run]: [i64; 7]) -> Vec<i64> {
    vec![course, scope, period, merit, moves, run]
}

/// What stands on boards of every run where any seed is played.
async fn lines_of(file: &Path) -> Vec<Vec<i64>> {
    let of_seeds = sorted(file, "id", "courses WHERE base IS NOT NULL").await;
    let lines = database::lines(&address_of_file(file)).await.expect("boards that are whole").into_iter();
    let of_any_seed = |line: &[i64; 7]| line[3] == 0 && !of_seeds.contains(&vec![line[0]]);
    let mut lines: Vec<Vec<i64>> = lines.filter(of_any_seed).map(told).collect();
    lines.sort();
    lines
}

/// What stands on boards of bests, those that seeds have of their own included.
async fn bests_of(file: &Path) -> Vec<Vec<i64>> {
    let lines = database::lines(&address_of_file(file)).await.expect("boards that are whole").into_iter();
    let mut bests: Vec<Vec<i64>> = lines.filter(|line| line[3] == 1).map(told).collect();
    bests.sort();
    bests
}

/// What boards hold of the old runs: of each player, category and seed the best in each scope and period, where `periods` are
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

#[test]
fn a_database_of_the_first_version_keeps_its_boards_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.db");
    wait(make_old(&file));
    let periods = wait(sorted(&file, "run, day, week, month", "run_periods"));
    let old_bests = wait(sorted(&file, "course, scope, period, merit, moves, run", "bests"));
    assert!(periods.len() == RUNS as usize && old_bests.len() >= RUNS as usize, "both have rows");
    let store = wait(Sqlite::open(&address_of_file(&file))).expect("it is brought up to date");
    let before = wait(kept(&address_of_file(&file)));
    assert_eq!(wait(lines_of(&file)), lines(&periods));
    // The old database had boards for one of two seeds that are played often; now both have.
    let (bests, of_other_seed): (Vec<_>, Vec<_>) = wait(bests_of(&file)).into_iter().partition(|row| row[0] <= 3);
    assert_eq!(bests, old_bests);
    assert!(!of_other_seed.is_empty());
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
    assert!(wait(kept(&address_of_file(&file))) == before, "nothing was kept");

    // Old runs leave their boards and come back to them.
    let shown: Vec<RunId> = (1..=RUNS).filter(|run| run % 10 != 0).map(RunId).collect();
    wait(store.hide(shown.clone(), true)).expect("they are hidden");
    let (lines, [bests, _]) = wait(kept(&address_of_file(&file)));
    assert!(lines.is_empty() && bests.is_empty(), "no line is left behind");
    wait(store.hide(shown, false)).expect("they are shown");
    assert!(wait(kept(&address_of_file(&file))) == before, "all rows are back");

    // A new run joins the old runs of its periods.
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
    let before = wait(kept(&address_of_file(&file)));
    let store = wait(Sqlite::open(&address_of_file(&file))).expect("it is up to date");
    wait(store.close()).expect("it closes");
    assert!(wait(kept(&address_of_file(&file))) == before, "nothing is done twice");
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
    let store = wait(Sqlite::open(&address_of_file(&file))).expect("it is brought up to date");
    for (byte, id, name) in [(1, PlayerId(1), "Ada"), (2, PlayerId(2), "Ben")] {
        let known = wait(store.known_token(hash(byte))).expect("an answer").expect("a token");
        assert_eq!((known.player.id, known.player.name.as_str(), known.last_used_on), (id, name, None));
        assert_eq!(wait(store.tokens_of(id)).expect("tokens").len(), 1);
        assert_eq!(wait(store.recovery_code_of(id)), Ok(None));
        assert_eq!(wait(store.revoke_token(id, known.id)), Ok(Revoked::LastOne));
        assert_eq!(wait(store.set_recovery_code(id, RecoveryHash([byte; 32]))), Ok(true));
        assert_eq!(wait(store.revoke_token(id, known.id)), Ok(Revoked::Done));
    }
    assert_eq!(wait(store.tokens_of(PlayerId(3))), Ok(Vec::new()), "who was deleted has none");
}

/// How many runs the database has whose boards triggers kept, unless `FUNHOUSE_MIGRATED_RUNS` says otherwise.
const KEPT_BY_TRIGGERS: i64 = 700;

/// A database as it was before boards were kept by one fold: runs of players over two months, in a category of each class. Every
/// other run is one of a few on its line, some are hidden, and seeds that are played often have boards of their own.
async fn make_with_triggers(file: &Path, runs: i64) {
    let mut connection = of_version(file, 8).await;
    // Hiding a run took longer the more runs its player had.
    let players = (runs / 35).max(1);
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO players (id, name, created_at) SELECT i, 'player ' || i, 0 FROM n";
    sqlx::query(sql).bind(players).execute(&mut connection).await.expect("players");
    let start = "INSERT INTO courses VALUES (1, 'epic-funhouse', 1, '{}', 0, NULL, NULL), (2, 'epic-funhouse', 1, '{}', 1, NULL, NULL),
            (3, 'epic-funhouse', 1, '{}', 2, NULL, NULL);
        BEGIN";
    connection.execute(start).await.expect("courses");
    for n in 0..62 {
        let day = first_moment().day().plus(n);
        let sql = "INSERT INTO days VALUES (?, ?, ?, ?, ?)";
        let query = sqlx::query(sql).bind(day.start().millis()).bind(day.end().millis());
        let periods = [Period::Day(day), day.week(), day.month()];
        let query = periods.into_iter().fold(query, |query, period| query.bind(period.number()));
        query.execute(&mut connection).await.expect("a day");
    }
    let draws = &mut walks::draws("migrated", 1);
    for run in 1..=runs {
        let day = draws.below(61) as i64;
        let (player, course) = (1 + draws.below(players as u64) as i64, 1 + draws.below(3) as i64);
        let seed = match (course, draws.below(2)) {
            (1, _) => format!("day-{day}"),
            (_, 0) => "often".to_owned(),
            _ => format!("seed-{}", draws.below(runs as u64)),
        };
        let scores: Vec<[u64; 2]> = (0..3).map(|_| [draws.below(60), 1 + draws.below(4)]).collect();
        let sql = "INSERT INTO runs (id, player, course, seed, received_at, merits, score, digest, fingerprint, moves)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, '{}', zeroblob(32), CAST(printf('%016d', ?1) AS BLOB), zeroblob(1))";
        let at = first_moment().millis() + day * 24 * HOUR + draws.below(24) as i64 * HOUR;
        let query = sqlx::query(sql).bind(run).bind(player).bind(course).bind(&seed).bind(at);
        query.bind(serde_json::json!(scores).to_string()).execute(&mut connection).await.expect("a run");
        let often = "INSERT INTO courses (game, rules, options, class, seed, base)
            SELECT game, rules, options, class, ?1, id FROM courses WHERE id = ?2
                AND NOT EXISTS (SELECT 1 FROM courses AS own WHERE own.base = ?2 AND own.seed = ?1)
                AND (SELECT count(*) FROM runs WHERE course = ?2 AND seed = ?1) >= 64";
        sqlx::query(often).bind(&seed).bind(course).execute(&mut connection).await.expect("boards of its own");
    }
    connection.execute("UPDATE runs SET hidden = 1 WHERE id % 7 = 0; COMMIT").await.expect("runs");
    connection.close().await.expect("it closes");
}

#[test]
#[allow(clippy::disallowed_methods, reason = "how many runs there are can be set from outside")]
fn boards_that_triggers_kept_are_the_same_when_one_fold_keeps_them() {
    let runs = std::env::var("FUNHOUSE_MIGRATED_RUNS").ok().and_then(|runs| runs.parse().ok());
    let runs = runs.unwrap_or(KEPT_BY_TRIGGERS);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.db");
    wait(make_with_triggers(&file, runs));
    let columns = "course, scope, period, merit, moves, run";
    let of_daily_seeds = "FROM courses WHERE class = 0 AND base IS NOT NULL";
    let old_lines = wait(sorted(&file, columns, "standings"));
    let old_bests = wait(sorted(&file, columns, &format!("bests WHERE course NOT IN (SELECT id {of_daily_seeds})")));
    let own = wait(sorted(&file, "id, base", "courses WHERE class <> 0 AND base IS NOT NULL"));
    assert!(!own.is_empty(), "some seeds have boards of their own");
    let store = wait(Sqlite::open(&address_of_file(&file))).expect("it is brought up to date");
    assert!(wait(lines_of(&file)) == old_lines, "the lines are what they were");
    assert!(wait(bests_of(&file)) == old_bests, "and so are the bests");
    // A day's seed has the boards of its day.
    let day = first_moment().day();
    let daily = Category { class: SeedClass::Daily, ..category("epic-funhouse") };
    let board = |seed, period| Board { category: daily.clone(), seed, scope: 1, period, bests: true };
    let page = |board: Board| wait(store.page(board, PageStart::Top, 100)).expect("a page");
    let of_day = page(board(None, Period::Day(day)));
    assert!(!of_day.entries.is_empty());
    let seed = || Some("day-0".parse().expect("a seed"));
    assert_eq!(page(board(seed(), Period::All)), of_day);
    assert_eq!(page(board(seed(), day.week())), of_day);
    assert_eq!(page(board(seed(), Period::Day(day.plus(1)))).count, 0);
}
