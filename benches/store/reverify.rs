//! `funhouse reverify`: runs and moves a second on one thread and on two.
//!
//! The runs are real: greedy and random games of the Funhouse and of others, replayed and submitted to a store. What is timed is the
//! command's own job, its reading and its checkpoints included.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use funhouse::reverify::{self, Outcome, ReverifyArgs};
use funhouse::rules::game::Solitaire;
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::robot::Robot;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{NewRun, PlayerId, Store as _};
use sqlx::Connection as _;

use super::runs::{first_day, played, stored};
use super::{Scale, address, fill, median, runtime};

const ROUNDS: usize = 3;
/// Number of concurrent submissions.
const CLIENTS: u64 = 64;

pub(crate) fn measure(scale: Scale) {
    let count = 20_000 / scale.divisor;
    let file = fill::file("real", count);
    if !file.exists() {
        runtime().block_on(make(&file, count));
    }
    let (runs, moves) = runtime().block_on(runs_and_moves(&file));
    println!("  {runs} runs with {moves} moves");
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (threads, took) in (1..).zip(&mut took) {
            let (database, threads) = (address(&file), NonZeroUsize::new(threads));
            let started = Instant::now();
            let found = reverify::run(&ReverifyArgs { database, threads, resume: false, hide: false });
            took.push(started.elapsed().as_secs_f64());
            assert!(found.expect("the database can be read").outcome() == Outcome::AllHold, "all runs hold");
        }
    }
    let [one, two] = took.each_mut().map(|took| median(took));
    for (threads, took) in [("1 thread", one), ("2 threads", two)] {
        println!("  {threads:<9}: {:>7.0} runs/s, {:>8.0} moves/s", runs as f64 / took, moves as f64 / took);
    }
    println!("  two threads are {:.2} times as fast as one", one / two);
}

/// A real run: nine of ten are of the Funhouse, one of those in fifty by the greedy player, who is slow.
fn real(number: u64) -> NewRun {
    fn of<G: Solitaire>(player: Robot, number: u64) -> NewRun {
        let received_at = first_day().start().plus_seconds(number as i64);
        let run = played::<G>(player, &format!("real-{number}"));
        stored::<G>(&run, PlayerId(1 + number as i64 % 100), number, received_at)
    }
    match number % 10 {
        0 => of::<SlideJam>(Robot::Greedy, number),
        _ if number.is_multiple_of(51) => of::<EpicFunhouse>(Robot::Greedy, number),
        _ => of::<EpicFunhouse>(Robot::Random, number),
    }
}

async fn make(file: &Path, runs: u64) {
    let started = Instant::now();
    let making = file.with_extension("making");
    super::forget(&making);
    let store = Sqlite::open(&address(&making)).await.expect("a new database");
    let mut connection = fill::connect(&making).await;
    fill::insert_players(&mut connection, 100).await;
    for first in (0..runs).step_by(CLIENTS as usize) {
        let submit = |number| {
            let (store, run) = (store.clone(), real(number));
            tokio::spawn(async move { store.submit(run).await })
        };
        let waiting: Vec<_> = (first..runs.min(first + CLIENTS)).map(submit).collect();
        for shown in waiting {
            shown.await.expect("a client ends").expect("the run is kept");
        }
    }
    store.close().await.expect("it closes");
    connection.close().await.expect("it closes");
    std::fs::rename(&making, file).expect("the file is there");
    println!("  {runs} runs were played and submitted in {:.0} s", started.elapsed().as_secs_f64());
}

async fn runs_and_moves(file: &Path) -> (i64, i64) {
    let mut connection = fill::connect(file).await;
    let sql = "SELECT count(*), sum(move_count) FROM runs";
    let counted = sqlx::query_as(sql).fetch_one(&mut connection).await.expect("a count");
    connection.close().await.expect("it closes");
    counted
}
