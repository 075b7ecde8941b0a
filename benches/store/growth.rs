//! A database that grows: how many runs are stored per second, and how long the slowest submission takes, while it grows from a thousand
//! runs to two million.
//!
//! 64 clients submit runs of the Funhouse, which has eleven boards where other games have five. In turns with the store, the same rows are
//! [inserted bare](super::bare) by as many clients into a file of their own, so that what the machine and its disk do is in both.

use std::time::Duration;

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::store::database;
use sqlx::Connection as _;

use super::bare::{Bare, Bound, Took, rows_after};
use super::runs::{Generator, players};
use super::submissions::submit;
use super::{Scale, address, fill, folder, forget, runtime};

const CLIENTS: usize = 64;
/// How many runs are stored in a turn.
const TURN: u64 = 10_000;
/// Maximum ratio of the slowest submission and the slowest bare insert.
const MAX_SLOWER: f64 = 3.0;
/// Minimum ratio of the rates in the large and in the small database.
const MIN_RATE: f64 = 2.0 / 3.0;

/// What was measured up to a number of runs since the number before it.
struct Stage {
    runs: u64,
    rate: f64,
    store: Took,
    bare: Took,
}

pub(crate) fn measure(scale: Scale) {
    let last = 2 * scale.runs[1];
    let turn = TURN / scale.divisor;
    let ends: Vec<u64> = [1, 2, 10, 20, 50, 100, 150, 200].map(|hundredths| scale.runs[1] * hundredths / 100).to_vec();
    println!("  {:>9} {:>8} {:>13} {:>13}", "runs", "runs/s", "slowest, ms", "bare, ms");
    let stages = runtime().block_on(grow(last, turn, &ends));
    let slowest = |of: fn(&Stage) -> Duration| stages.iter().map(of).max().unwrap_or_default();
    let (store, bare) = (slowest(|stage| stage.store.slowest), slowest(|stage| stage.bare.slowest));
    let slower = store.as_secs_f64() / bare.as_secs_f64();
    println!("  slowest submission: {slower:.1} times the slowest bare insert{}", missed(slower <= MAX_SLOWER));
    let first = stages.first().map_or((0, f64::NAN), |stage| (stage.runs, stage.rate));
    let rate = stages.iter().find(|stage| stage.runs == scale.runs[1]).map_or(f64::NAN, |stage| stage.rate);
    let ratio = rate / first.1;
    println!("  rate at {}: {ratio:.2} of that at {}{}", scale.runs[1], first.0, missed(ratio >= MIN_RATE));
}

fn missed(is_met: bool) -> &'static str {
    if is_met { "" } else { "  missed" }
}

async fn grow(last: u64, turn: u64, ends: &[u64]) -> Vec<Stage> {
    let file = folder().join("growing.db");
    forget(&file);
    let store = [database::open(&address(&file)).await.expect("a new database")];
    let mut connection = fill::connect(&file).await;
    fill::insert_players(&mut connection, players(last)).await;
    connection.close().await.expect("it closes");
    let mut bare = Bare::empty("bare").await;
    let generator = Generator::new::<EpicFunhouse>(last);
    let (mut stages, mut stored) = (Vec::new(), 0);
    // The first runs are not measured: there is hardly a database yet.
    let warm_up = turn / 10;
    for end in [&[warm_up], ends].concat() {
        let mut stage = Stage { runs: end, rate: 0.0, store: Took::default(), bare: Took::default() };
        let begin = stored;
        while stored < end {
            let runs = turn.min(end - stored);
            add(&mut stage.store, submit(&store, &generator, stored..stored + runs, CLIENTS).await);
            let rows = rows_after(&file, stored).await;
            let rows: Vec<Bound> = rows.iter().map(Bound::of).collect();
            add(&mut stage.bare, bare.insert_for(CLIENTS, &rows).await);
            stored += runs;
        }
        if end == warm_up {
            continue;
        }
        stage.rate = (stored - begin) as f64 / stage.store.all.as_secs_f64();
        let [store, bare] = [stage.store, stage.bare].map(|took| took.slowest.as_secs_f64() * 1e3);
        println!("  {end:>9} {:>8.0} {store:>13.1} {bare:>13.1}", stage.rate);
        stages.push(stage);
    }
    store[0].close().await.expect("it closes");
    forget(&file);
    stages
}

fn add(sum: &mut Took, took: Took) {
    sum.all += took.all;
    sum.slowest = sum.slowest.max(took.slowest);
}
