//! PostgreSQL next to SQLite: runs stored by one, two and three instances, reads, bytes, and boards rebuilt.
//!
//! The server is thrown away afterwards, and as durable as any. Into its database everything is copied from the SQLite file that the other parts measure.
//! What the store is compared with are the rows of the very runs that it wrote, inserted bare in groups of 64 into a table without
//! indexes, one statement and one commit for each group.

use std::time::{Duration, Instant};

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::store::{AnyStore, database};
use scratch_postgres::Server;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, QueryBuilder, Row as _};

use super::runs::Generator;
use super::submissions::submit;
use super::{Scale, address, cpu, fill, median, reads, runtime};

/// How many rows a group of bare inserts has.
const GROUP: usize = 64;
const ROUNDS: usize = 3;
/// How many instances share the database, at most.
const INSTANCES: usize = 3;

pub(crate) fn measure(scale: Scale) {
    let file = address(&fill::filled(scale.runs[0]));
    match Server::start_durable() {
        Ok(server) => runtime().block_on(measure_on(&server, scale, &file)),
        Err(why) => println!("  left out: {why}"),
    }
}

async fn measure_on(server: &Server, scale: Scale, file: &str) {
    let stored = scale.runs[0];
    let database = server.new_database().expect("a database");
    let started = Instant::now();
    let copied = database::copy(file, &database, &|_, _| {}).await.expect("a copy");
    println!("  {} rows were copied and compared in {:.1} s", copied.rows, started.elapsed().as_secs_f64());

    println!(
        "  reads of SQLite and of PostgreSQL, both of {stored} runs; p50 and p99 in microseconds of each, and the ratio"
    );
    reads::compare_databases([file, &database], stored).await;
    let started = Instant::now();
    database::rebuild(&database, &|_, _| {}).await.expect("boards");
    println!("  boards of {stored} runs rebuilt: {:.1} s", started.elapsed().as_secs_f64());

    let before = size(&database).await;
    let generator = Generator::new::<EpicFunhouse>(stored);
    let mut stores = Vec::new();
    for _ in 0..INSTANCES {
        stores.push(database::open(&database).await.expect("a database"));
    }
    let mut bare = Bare::open(&database).await;
    let mut next = stored;
    println!(
        "  runs of a Funhouse into a database of {stored}, median of {ROUNDS} rounds; aims with 64 clients: two instances 1.4 and three \
         1.8 times one. Clients and instances are one process, on the machine of the database; CPU in cores"
    );
    for (clients, runs) in [(1, 400), (8, 2000), (64, 4000), (256, 4000)] {
        let runs = runs / scale.divisor;
        let mut samples = [const { Vec::new() }; INSTANCES];
        let mut bare_rates = Vec::new();
        for _ in 0..ROUNDS {
            for (instances, samples) in (1..).zip(&mut samples) {
                samples.push(sample(&stores[..instances], &generator, &mut next, runs, clients).await);
            }
            let rows = rows_after(&database, next - runs).await;
            bare_rates.push(runs as f64 / bare.insert(&rows).await.as_secs_f64());
        }
        println!("  {clients:>3} clients: bare {:>6.0}/s", median(&mut bare_rates));
        let one = Sample::median_of(&samples[0]);
        for (instances, samples) in (1..).zip(&samples) {
            let Sample { rate, own, others } = Sample::median_of(samples);
            println!(
                "    {instances} instances: {rate:>6.0}/s (ratio {:.2}), CPU: {own:.2} their own, {others:.2} the database and others",
                rate / one.rate
            );
        }
    }
    let grown = size(&database).await - before;
    println!("  a run takes {} bytes, indexes and what was overwritten included", grown / (next - stored));
    for store in stores {
        store.close().await.expect("it closes");
    }
}

/// What one round measured.
struct Sample {
    /// Runs stored in a second.
    rate: f64,
    /// CPU time of this process, in cores.
    own: f64,
    /// CPU time of all other processes, in cores.
    others: f64,
}

impl Sample {
    fn median_of(samples: &[Self]) -> Self {
        let of = |part: fn(&Self) -> f64| median(&mut samples.iter().map(part).collect::<Vec<f64>>());
        Self { rate: of(|sample| sample.rate), own: of(|sample| sample.own), others: of(|sample| sample.others) }
    }
}

async fn sample(stores: &[AnyStore], generator: &Generator, next: &mut u64, runs: u64, clients: usize) -> Sample {
    let first = *next;
    *next += runs;
    let cpu = || (cpu::of_process(std::process::id()), cpu::of_machine());
    let before = cpu();
    let took = submit(stores, generator, first..*next, clients).await.all.as_secs_f64();
    let after = cpu();
    let own = (after.0 - before.0).as_secs_f64();
    let all = (after.1 - before.1).as_secs_f64();
    Sample { rate: runs as f64 / took, own: own / took, others: (all - own).max(0.0) / took }
}

/// What the tables of the store take, in bytes.
async fn size(database: &str) -> u64 {
    let mut connection = PgConnection::connect(database).await.expect("a connection");
    let sql = "SELECT CAST(sum(pg_total_relation_size(oid)) AS BIGINT) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = to_regnamespace('public') AND relname <> 'bare'";
    let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a size");
    bytes.unsigned_abs()
}

/// The columns of `runs`: numbers, texts and bytes.
const NUMBERS: [&str; 7] = ["id", "player", "category", "received_at", "hidden", "score_key", "move_count"];
const TEXTS: [&str; 3] = ["seed", "room_scores", "score_card"];
const BYTES: [&str; 3] = ["digest", "fingerprint", "moves"];

fn columns() -> String {
    [NUMBERS.as_slice(), &TEXTS, &BYTES].concat().join(", ")
}

/// The rows of the runs that were stored after the first ones.
async fn rows_after(database: &str, runs: u64) -> Vec<PgRow> {
    let mut connection = PgConnection::connect(database).await.expect("a connection");
    let sql = format!("SELECT {} FROM runs WHERE id > $1 ORDER BY id", columns());
    sqlx::query(AssertSqlSafe(sql)).bind(runs as i64).fetch_all(&mut connection).await.expect("rows")
}

/// A table into which rows are inserted bare.
struct Bare(PgConnection);

impl Bare {
    async fn open(database: &str) -> Self {
        let mut connection = PgConnection::connect(database).await.expect("a connection");
        let sql = format!("CREATE TABLE bare AS SELECT {} FROM runs", columns());
        connection.execute(AssertSqlSafe(sql)).await.expect("a table");
        Self(connection)
    }

    async fn insert(&mut self, rows: &[PgRow]) -> Duration {
        let started = Instant::now();
        for group in rows.chunks(GROUP) {
            let mut query = QueryBuilder::<sqlx::Postgres>::new(format!("INSERT INTO bare ({}) ", columns()));
            query.push_values(group, |mut row, run| {
                for column in NUMBERS {
                    row.push_bind(run.get::<i64, _>(column));
                }
                for column in TEXTS {
                    row.push_bind(run.get::<Option<&str>, _>(column));
                }
                for column in BYTES {
                    row.push_bind(run.get::<&[u8], _>(column));
                }
            });
            // A statement alone is a transaction.
            query.build().execute(&mut self.0).await.expect("rows");
        }
        started.elapsed()
    }
}
