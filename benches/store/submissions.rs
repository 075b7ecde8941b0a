//! Submissions per second, durable, without HTTP: the store against bare inserts of the same runs.
//!
//! A round submits new runs to [`Store::submit`], from as many clients as waiting calls. Then the very rows of `runs` that the store wrote
//! are read back and [inserted bare](super::bare). What the store adds is the search for runs that were submitted before, the indexes by
//! which runs are listed, and all boards.
//!
//! Bare inserts are measured twice: from as many clients, each of which waits for its answer while the writer takes what waits, up to 64 rows
//! at once; and in groups of 64 one after another, for which no one waits.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::store::{AnyStore, NewRun, database};

use super::bare::{Bare, Bound, GROUP, Took, copy_of, rows_after};
use super::runs::Generator;
use super::{Scale, address, fill, median, runtime};

const ROUNDS: u64 = 5;

pub(crate) fn measure(scale: Scale) {
    let stored = scale.runs[0];
    let template = fill::filled(stored);
    let of_a_funhouse = Generator::new::<EpicFunhouse>(stored);
    let without_rooms = Generator::new::<SlideJam>(stored);
    for (of, generator) in [("a Funhouse", &of_a_funhouse), ("a game without rooms", &without_rooms)] {
        println!("  runs of {of} into a database of {stored}, median of {ROUNDS} rounds");
        for (clients, runs) in [(1, 400), (8, 2000), (64, 4000), (256, 4000)] {
            runtime().block_on(compare(&template, generator, stored, clients, runs / scale.divisor));
        }
    }
}

async fn compare(template: &Path, generator: &Generator, stored: u64, clients: usize, runs: u64) {
    let ours = copy_of(template, "ours");
    let mut bare = [Bare::copy_of(template, "answered").await, Bare::copy_of(template, "grouped").await];
    let store = [database::open(&address(&ours)).await.expect("a database")];
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        let first = stored + round * runs;
        let took = submit(&store, generator, first..first + runs, clients).await.all;
        rates[0].push(runs as f64 / took.as_secs_f64());
        let rows = rows_after(&ours, first).await;
        let rows: Vec<Bound> = rows.iter().map(Bound::of).collect();
        let took = [bare[0].insert_for(clients, &rows).await.all, bare[1].insert(&rows).await];
        for (took, rates) in took.iter().zip(&mut rates[1..]) {
            rates.push(runs as f64 / took.as_secs_f64());
        }
    }
    store[0].close().await.expect("it closes");
    for bare in &mut bare {
        bare.assert_same_as(&ours).await;
    }
    let ratio = |of: usize| {
        let mut ratios: Vec<f64> = rates[0].iter().zip(&rates[of]).map(|(ours, bare)| ours / bare).collect();
        median(&mut ratios)
    };
    let (of_answered, of_grouped) = (ratio(1), ratio(2));
    let [ours, answered, grouped] = rates.each_mut().map(|rates| median(rates));
    println!(
        "  {clients:>3} clients: store {ours:>6.0}/s, bare from as many {answered:>6.0}/s (ratio {of_answered:.2}), \
         bare in groups of {GROUP} {grouped:>6.0}/s (ratio {of_grouped:.2})"
    );
}

/// Submits runs from as many clients, each of which waits for its answer before it continues; with several stores, to one after another.
pub(crate) async fn submit(
    stores: &[AnyStore],
    generator: &Generator,
    numbers: std::ops::Range<u64>,
    clients: usize,
) -> Took {
    let (all, times) = timed(stores, numbers.map(|number| generator.run(number)).collect(), clients).await;
    Took { all, slowest: times.into_iter().max().unwrap_or_default() }
}

/// Submits runs as [`submit`] does, and returns how long all took, and each.
pub(crate) async fn timed(stores: &[AnyStore], runs: Vec<NewRun>, clients: usize) -> (Duration, Vec<Duration>) {
    let queue = Rc::new(RefCell::new(runs.into_iter()));
    let local = tokio::task::LocalSet::new();
    let started = Instant::now();
    let client = |client: usize| {
        let (store, queue) = (stores[client % stores.len()].clone(), queue.clone());
        local.spawn_local(async move {
            let mut times = Vec::new();
            loop {
                let Some(run) = queue.borrow_mut().next() else { return times };
                let sent = Instant::now();
                let submitted = store.submit(run).await.expect("the run is stored");
                times.push(sent.elapsed());
                assert!(submitted.is_new(), "each run is another");
            }
        })
    };
    let clients: Vec<_> = (0..clients).map(client).collect();
    local.await;
    let all = started.elapsed();
    let mut times = Vec::new();
    for client in clients {
        times.append(&mut client.await.expect("it ends"));
    }
    (all, times)
}
