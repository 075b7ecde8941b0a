//! What a stored run takes on disk, indexes included: the size of the whole file by the number of runs.
//!
//! The runs are of the Funhouse, which has seven boards where other games have one. One file is written by the store itself,
//! run by run as they come, with the gaps that this leaves; the others are those that were [filled](super::fill) at once. Of
//! the first it also prints what each table and index takes.

use std::path::Path;

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::store::Store as _;
use funhouse::store::sqlite::Sqlite;
use sqlx::Connection as _;

use super::runs::{Generator, players};
use super::{Scale, address, fill, runtime};

/// Maximum number of bytes for a run.
const LIMIT: u64 = 2560;
/// Number of concurrent submissions.
const CLIENTS: u64 = 64;

pub(crate) fn measure(scale: Scale) {
    let runs = 20_000 / scale.divisor;
    let file = fill::file("submitted", runs);
    runtime().block_on(async {
        if !file.exists() {
            submitted(&file, runs).await;
        }
        shown("written by the store", &file, runs);
        for (table, bytes) in tables(&file).await {
            println!("    {table:<24} {:>6} bytes", bytes / runs);
        }
    });
    for runs in scale.runs {
        shown("filled at once", &fill::filled(runs), runs);
    }
}

fn shown(how: &str, file: &Path, runs: u64) {
    let bytes = std::fs::metadata(file).expect("the file is there").len() / runs;
    let missed = if bytes < LIMIT { "" } else { "  limit missed" };
    println!("  {runs:>8} runs {how}: {bytes} bytes each{missed}");
}

async fn submitted(file: &Path, runs: u64) {
    let making = file.with_extension("making");
    super::forget(&making);
    let store = Sqlite::open(&address(&making)).await.expect("a new database");
    let mut connection = fill::connect(&making).await;
    fill::insert_players(&mut connection, players(runs)).await;
    let generator = Generator::new::<EpicFunhouse>(runs);
    for first in (0..runs).step_by(CLIENTS as usize) {
        let submit = |number| {
            let (store, run) = (store.clone(), generator.run(number));
            tokio::spawn(async move { store.submit(run).await })
        };
        let waiting: Vec<_> = (first..runs.min(first + CLIENTS)).map(submit).collect();
        for shown in waiting {
            shown.await.expect("a client ends").expect("the run is kept");
        }
    }
    store.close().await.expect("it closes");
    // When the last connection closes, SQLite moves what is in the log into the file.
    connection.close().await.expect("it closes");
    std::fs::rename(&making, file).expect("the file is there");
}

/// The bytes of each table and index, the largest first.
async fn tables(file: &Path) -> Vec<(String, u64)> {
    let mut connection = fill::connect(file).await;
    let sql = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY sum(pgsize) DESC LIMIT 12";
    let rows: Vec<(String, i64)> = sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap_or_default();
    rows.into_iter().map(|(name, bytes)| (name, bytes as u64)).collect()
}
