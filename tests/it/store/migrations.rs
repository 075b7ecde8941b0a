//! A service creates the schema of a new database, and refuses databases of other versions untouched.

use std::collections::BTreeSet;

use funhouse::store::database::{self, OpenError};
use funhouse::store::{
    Board, BoardKind, Counting, Ending, GameCounts, NewTable, Outcome, PageStart, PlayerResult, RankKey, RankedSeed,
    SeedClass, TableChange, TableCreated, TableState, TableStatus,
};

use crate::support::databases::{Kind, address_of, bytes, kind, make_earlier, meddle, on_each_kind, texts};
use crate::support::store::{new_player, wait};
use crate::support::stored_tables::{
    APPLIED, category, change, end_ranked, make, open_table, ranked_run, ranked_table, start, state, table,
};

/// The migrations of each kind of database.
const MIGRATIONS: [(Kind, [&str; 18]); 2] = [
    (
        Kind::Sqlite,
        [
            include_str!("../../../migrations/sqlite/0001_schema.sql"),
            include_str!("../../../migrations/sqlite/0002_runs_of_game.sql"),
            include_str!("../../../migrations/sqlite/0003_ranked.sql"),
            include_str!("../../../migrations/sqlite/0004_assisted.sql"),
            include_str!("../../../migrations/sqlite/0005_pars.sql"),
            include_str!("../../../migrations/sqlite/0006_ratings.sql"),
            include_str!("../../../migrations/sqlite/0007_set_backs.sql"),
            include_str!("../../../migrations/sqlite/0008_retention.sql"),
            include_str!("../../../migrations/sqlite/0009_seat_requests.sql"),
            include_str!("../../../migrations/sqlite/0010_player_events.sql"),
            include_str!("../../../migrations/sqlite/0011_apps.sql"),
            include_str!("../../../migrations/sqlite/0012_apps_in_use.sql"),
            include_str!("../../../migrations/sqlite/0013_contests.sql"),
            include_str!("../../../migrations/sqlite/0014_finding_opponents.sql"),
            include_str!("../../../migrations/sqlite/0015_seasons.sql"),
            include_str!("../../../migrations/sqlite/0016_app_events.sql"),
            include_str!("../../../migrations/sqlite/0017_open_contests.sql"),
            include_str!("../../../migrations/sqlite/0018_renamed_contests.sql"),
        ],
    ),
    (
        Kind::Postgres,
        [
            include_str!("../../../migrations/postgres/0001_schema.sql"),
            include_str!("../../../migrations/postgres/0002_runs_of_game.sql"),
            include_str!("../../../migrations/postgres/0003_ranked.sql"),
            include_str!("../../../migrations/postgres/0004_assisted.sql"),
            include_str!("../../../migrations/postgres/0005_pars.sql"),
            include_str!("../../../migrations/postgres/0006_ratings.sql"),
            include_str!("../../../migrations/postgres/0007_set_backs.sql"),
            include_str!("../../../migrations/postgres/0008_retention.sql"),
            include_str!("../../../migrations/postgres/0009_seat_requests.sql"),
            include_str!("../../../migrations/postgres/0010_player_events.sql"),
            include_str!("../../../migrations/postgres/0011_apps.sql"),
            include_str!("../../../migrations/postgres/0012_apps_in_use.sql"),
            include_str!("../../../migrations/postgres/0013_contests.sql"),
            include_str!("../../../migrations/postgres/0014_finding_opponents.sql"),
            include_str!("../../../migrations/postgres/0015_seasons.sql"),
            include_str!("../../../migrations/postgres/0016_app_events.sql"),
            include_str!("../../../migrations/postgres/0017_open_contests.sql"),
            include_str!("../../../migrations/postgres/0018_renamed_contests.sql"),
        ],
    ),
];

/// All rows of the tables of an earlier version, and what is in its catalog.
async fn contents(address: &str) -> Vec<Vec<String>> {
    let tables = match kind() {
        Kind::Sqlite => "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
        Kind::Postgres => {
            "SELECT CAST(relname AS TEXT) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) ORDER BY relname"
        }
    };
    let rows = "SELECT id || ' ' || player || ' ' || course || ' ' || seed FROM runs ORDER BY id";
    let migrations = "SELECT version || ' ' || description FROM _sqlx_migrations ORDER BY version";
    let mut contents = Vec::new();
    for sql in [tables, rows, "SELECT name FROM memory", migrations] {
        contents.push(texts(address, sql).await);
    }
    contents
}

#[test]
fn refuses_databases_of_earlier_versions_untouched() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let [address, other] = ["earlier.db", "other.db"].map(|name| address_of(&folder.path().join(name)));
        wait(make_earlier(&if kind() == Kind::Sqlite { format!("{address}?mode=rwc") } else { address.clone() }));
        let before = wait(contents(&address));
        assert!(before.iter().all(|part| !part.is_empty()), "{before:?}");
        let refused = wait(database::open(&address)).err();
        assert_eq!(refused, Some(OpenError::Earlier));
        let text = refused.expect("refused").to_string();
        assert!(text.contains("earlier development version") && text.contains("Start with a new database"), "{text}");
        assert_eq!(wait(database::rebuild(&address, &|_, _| {})), Err(OpenError::Earlier));
        let copied = wait(database::copy(&address, &other, &|_, _| {})).expect_err("refused").to_string();
        assert!(copied.contains("the database to be copied cannot be used") && copied.contains("earlier"), "{copied}");
        assert_eq!(wait(contents(&address)), before);
    });
}

#[test]
fn refuses_databases_of_newer_versions() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("newer.db"));
        wait(async { database::open(&address).await.expect("a new database").close().await.expect("closed") });
        let migrations = "SELECT version || ' ' || description FROM _sqlx_migrations ORDER BY version";
        assert_eq!(
            wait(texts(&address, migrations)),
            [
                "1 schema",
                "2 runs of game",
                "3 ranked",
                "4 assisted",
                "5 pars",
                "6 ratings",
                "7 set-backs",
                "8 retention",
                "9 seat requests",
                "10 player events",
                "11 apps",
                "12 apps in use",
                "13 contests",
                "14 finding opponents",
                "15 seasons",
                "16 app events",
                "17 open contests",
                "18 renamed contests"
            ]
        );
        let newer = format!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (9999, 'from the future', true, {}, 0)",
            bytes("00")
        );
        wait(meddle(&address, &newer));
        let before = wait(texts(&address, migrations));
        assert_eq!(wait(database::open(&address)).err(), Some(OpenError::Newer(9999)));
        assert_eq!(wait(database::rebuild(&address, &|_, _| {})), Err(OpenError::Newer(9999)));
        assert_eq!(wait(texts(&address, migrations)), before);
    });
}

/// The columns of all tables (`runs.seed`) and the named indexes (`INDEX runs_by_time`), as migrations state them.
fn stated(migrations: &[&str]) -> BTreeSet<String> {
    let mut stated = BTreeSet::new();
    let mut table = None;
    for line in migrations.iter().flat_map(|sql| sql.lines()).map(str::trim) {
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words.as_slice() {
            ["CREATE", "TABLE", name, ..] => table = Some((*name).to_owned()),
            ["CREATE", "INDEX", name, ..] | ["CREATE", "UNIQUE", "INDEX", name, ..] => {
                stated.insert(format!("INDEX {name}"));
            }
            ["DROP", "INDEX", name] => assert!(stated.remove(&format!("INDEX {name}")), "{line}"),
            ["ALTER", "TABLE", table, "RENAME", "COLUMN", old, "TO", new] => {
                assert!(stated.remove(&format!("{table}.{old}")), "{line}");
                stated.insert(format!("{table}.{new}"));
            }
            ["ALTER", "TABLE", table, "DROP", "COLUMN", column] => {
                assert!(stated.remove(&format!("{table}.{column}")), "{line}");
            }
            ["ALTER", "TABLE", table, "ADD", "COLUMN", column, ..] => {
                stated.insert(format!("{table}.{column}"));
            }
            ["ALTER", "TABLE", old, "RENAME", "TO", new] => {
                let renamed = |name: String| match name.strip_prefix(old).and_then(|rest| rest.strip_prefix('.')) {
                    Some(column) => format!("{new}.{column}"),
                    None => name,
                };
                stated = stated.into_iter().map(renamed).collect();
            }
            ["--", ..] | ["PRIMARY", ..] | ["UNIQUE", ..] | [] => {}
            [end, ..] if end.starts_with(')') => table = None,
            [column, ..] => {
                if let Some(table) = &table {
                    stated.insert(format!("{table}.{column}"));
                }
            }
        }
    }
    stated
}

/// The migrations of the kind of database that this thread uses.
fn migrations() -> [&'static str; 18] {
    MIGRATIONS.into_iter().find(|(of, _)| *of == kind()).expect("migrations").1
}

/// The same, as a database has them.
async fn found(address: &str) -> BTreeSet<String> {
    let (columns, indexes) = match kind() {
        Kind::Sqlite => (
            "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name <> '_sqlx_migrations' AND tables.name NOT LIKE 'sqlite%'",
            "SELECT 'INDEX ' || name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
        ),
        Kind::Postgres => (
            "SELECT CAST(table_name || '.' || column_name AS TEXT) FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'",
            "SELECT CAST('INDEX ' || indexname AS TEXT) FROM pg_indexes WHERE schemaname = current_schema()
            AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)",
        ),
    };
    let mut found = texts(address, columns).await;
    found.extend(texts(address, indexes).await);
    found.into_iter().collect()
}

#[test]
fn new_databases_have_exactly_the_stated_schema() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("new.db"));
        wait(async { database::open(&address).await.expect("a new database").close().await.expect("closed") });
        let stated = stated(&migrations());
        assert!(
            stated.contains("runs.room_scores") && stated.contains("INDEX seed_bests_by_rank_on_seed"),
            "{stated:?}"
        );
        assert_eq!(wait(found(&address)), stated);
    });
    let [sqlite, postgres] = MIGRATIONS.map(|(_, migrations)| stated(&migrations));
    assert_eq!(sqlite, postgres);
}

/// Turns a database back to the second migration, in which ranked games were called sealed.
async fn turn_back_to_sealed(address: &str) {
    let mut sql = vec![
        "DROP TABLE app_events",
        "DROP TABLE app_seasons",
        "DROP TABLE pairings",
        "DROP TABLE invitations",
        "DROP TABLE blocks",
        "ALTER TABLE players DROP COLUMN bot",
        "ALTER TABLE game_tables DROP COLUMN rated",
        "DROP INDEX game_tables_by_round",
        "DROP INDEX game_tables_of_round_open",
        "ALTER TABLE game_tables DROP COLUMN round",
        "ALTER TABLE runs DROP COLUMN round",
        "DROP TABLE contest_entrants",
        "DROP TABLE contest_rounds",
        "DROP TABLE contests",
        "DROP TABLE app_links",
        "ALTER TABLE players DROP COLUMN acted_for_until",
        "DROP TABLE app_usage",
        "ALTER TABLE moderation_actions DROP COLUMN contest",
        "ALTER TABLE moderation_actions DROP COLUMN app",
        "DROP INDEX game_tables_open_by_app",
        "DROP TABLE app_users",
        "DROP TABLE app_keys",
        "DROP INDEX tokens_by_request",
        "DROP INDEX tokens_by_app",
        "DROP INDEX tokens_by_expiry",
        "ALTER TABLE tokens DROP COLUMN app",
        "ALTER TABLE tokens DROP COLUMN expires_at",
        "ALTER TABLE tokens DROP COLUMN request",
        "ALTER TABLE tokens DROP COLUMN request_salt",
        "ALTER TABLE players DROP COLUMN acted_for_by",
        "DROP TABLE apps",
        "DROP INDEX runs_by_app",
        "DROP INDEX runs_by_app_and_time",
        "ALTER TABLE runs DROP COLUMN app",
        "DROP INDEX game_tables_waiting_by_app",
        "ALTER TABLE game_tables DROP COLUMN app",
        "DROP TABLE player_events",
        "DROP TABLE early_leaves",
        "ALTER TABLE game_tables DROP COLUMN approval",
        "ALTER TABLE game_tables DROP COLUMN requests",
        "ALTER TABLE game_tables DROP COLUMN refused",
        "DROP INDEX game_tables_undecided",
        "DROP INDEX players_by_name",
        "ALTER TABLE game_tables DROP COLUMN moves_state",
        "ALTER TABLE game_tables DROP COLUMN final_digest",
        "ALTER TABLE game_tables DROP COLUMN final_points",
        "ALTER TABLE game_tables DROP COLUMN final_places",
        "ALTER TABLE game_tables DROP COLUMN history",
        "ALTER TABLE game_tables DROP COLUMN set_backs",
        "ALTER TABLE records ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE records ADD COLUMN rating INTEGER NOT NULL DEFAULT 25000",
        "ALTER TABLE records ADD COLUMN uncertainty INTEGER NOT NULL DEFAULT 8333",
        "DROP TABLE rated_pairs",
        "DROP TABLE ratings",
        "DROP TABLE pars",
        "DROP TABLE job_leases",
        "ALTER TABLE runs DROP COLUMN assisted",
        "UPDATE categories SET class = 'sealed' WHERE class = 'ranked'",
        "UPDATE categories SET class = 'sealed_daily' WHERE class = 'ranked_daily'",
        "ALTER TABLE game_tables RENAME COLUMN ranked TO sealed",
        "DROP INDEX ranked_games_open",
        "ALTER TABLE ranked_games RENAME TO sealed_games",
        "CREATE UNIQUE INDEX sealed_games_open ON sealed_games (player, category) WHERE is_open = 1",
        "DELETE FROM _sqlx_migrations WHERE version >= 3",
    ];
    if kind() == Kind::Postgres {
        sql.push("ALTER INDEX ranked_games_pkey RENAME TO sealed_games_pkey");
        sql.push("DROP FUNCTION notify_of_event");
    }
    for sql in sql {
        meddle(address, sql).await;
    }
}

#[test]
fn sealed_games_of_earlier_databases_are_ranked() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("sealed.db"));
        let store = wait(database::open(&address)).expect("a new database");
        let ada = new_player(&store, "Ada");
        let counts = Some(RankKey::of_number(99));
        let [ranked, daily] = [SeedClass::Ranked, SeedClass::RankedDaily].map(|class| category("slide-jam", class));
        let ended = make(&*store, NewTable { counts, ..ranked_table(1, ada) });
        let key = RankKey::of_number(12);
        let run = ranked_run(ada, 1, ranked.clone(), key);
        let run = end_ranked(&*store, ended, Some(GameCounts { key, finished: true }), Some(run)).expect("a run");
        let mut of_day = ranked_table(2, ada);
        of_day.terms.ranked = Some(RankedSeed::Daily(start().day()));
        let of_day = make(&*store, of_day);
        end_ranked(&*store, of_day, None, Some(ranked_run(ada, 2, daily.clone(), key)));
        let open = make(&*store, NewTable { counts, ..ranked_table(3, ada) });
        let seated = make(&*store, open_table(5, ada));
        let over = TableState { ended_at: Some(start()), ..state(TableStatus::Over(Ending::Finished), &[]) };
        let outcome = Some(Outcome::Seated {
            players: vec![PlayerResult { player: ada, place: 2, counting: Counting::Regular }],
        });
        let end = TableChange { outcome, ..change(over, vec![]) };
        assert_eq!(wait(store.change_table(seated, 0, end)), APPLIED);
        let records = wait(store.records_of(ada));
        wait(store.close()).expect("closed");
        wait(turn_back_to_sealed(&address));
        assert_eq!(wait(found(&address)), stated(&migrations()[..2]));

        let store = wait(database::open(&address)).expect("a migrated database");
        assert_eq!(wait(found(&address)), stated(&migrations()));
        let classes = "SELECT class FROM categories ORDER BY class";
        assert_eq!(wait(texts(&address, classes)), ["ranked", "ranked_daily"]);
        let seeds = [ended, of_day, open].map(|id| table(&*store, id).terms.ranked);
        assert_eq!(seeds, [RankedSeed::Own, RankedSeed::Daily(start().day()), RankedSeed::Own].map(Some));
        let board = Board { category: ranked, kind: BoardKind::Runs };
        let page = wait(store.page(board, PageStart::Top, 10)).expect("a page");
        assert_eq!(page.count, Some(1));
        let stored = wait(store.run(run)).expect("an answer").expect("a run");
        assert_eq!(stored.summary.category.class, SeedClass::Ranked);
        assert_eq!((wait(store.records_of(ada)), wait(store.ratings_of(ada))), (records, Ok(Vec::new())));
        let second = NewTable { counts, ..ranked_table(4, ada) };
        assert_eq!(wait(store.create_table(second)), Ok(TableCreated::HasOpen(open)));
        wait(store.close()).expect("closed");
    });
}
