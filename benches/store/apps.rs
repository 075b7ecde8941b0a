//! Boards of apps: runs through apps with seasons next to the same runs without apps, while both databases grow to a hundred thousand.
//!
//! Players who act for themselves through an app are the most expensive: each of their runs is on the boards of the service, and has four more
//! entries, of which one is of the season. Users for whom an app acts are only on its boards.

use std::time::Duration;

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::store::calendar::{Period, Timestamp};
use funhouse::store::{
    AnyStore, AppId, AppKeyHash, AppState, Board, BoardKind, NewApp, NewRun, NewSeason, PageStart, Registered,
    SeasonCreated, database,
};
use sqlx::Connection as _;

use super::runs::{DAYS, Generator, first_day, players};
use super::submissions::timed;
use super::{Scale, address, fill, folder, forget, runtime};

const CLIENTS: usize = 64;
/// How many runs are stored in a turn.
const TURN: u64 = 2_500;
/// How many apps there are, each with twelve seasons a year.
const APPS: u64 = 3;
/// Minimum ratio of the rates with and without apps.
const MIN_RATE: f64 = 0.8;
/// Maximum ratio of the slowest submission of a thousand.
const MAX_SLOWER: f64 = 1.5;

pub(crate) fn measure(scale: Scale) {
    runtime().block_on(grow(scale.runs[1] / 10, TURN / scale.divisor));
}

async fn grow(last: u64, turn: u64) {
    let generator = Generator::new::<EpicFunhouse>(last);
    let stores = [new_store("without-apps", last).await, new_store("with-apps", last).await];
    let apps = register(&stores[1]).await;
    let (mut took, mut times) = ([Duration::ZERO; 2], [Vec::new(), Vec::new()]);
    let mut stored = 0;
    while stored < last {
        let numbers = stored..(stored + turn).min(last);
        // What the last fifth took counts. The two take turns at being first.
        let is_measured = stored >= last / 5 * 4;
        let order = if (stored / turn).is_multiple_of(2) { [0, 1] } else { [1, 0] };
        for of in order {
            let run = |number: u64| NewRun {
                app: (of == 1).then(|| apps[(number % APPS) as usize]),
                ..generator.run(number)
            };
            let runs = numbers.clone().map(run).collect();
            let (all, mut each) = timed(&stores[of..=of], runs, CLIENTS).await;
            if is_measured {
                took[of] += all;
                times[of].append(&mut each);
            }
        }
        stored = numbers.end;
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    let rate = |of: usize| times[of].len() as f64 / took[of].as_secs_f64();
    let of_thousand = |of: usize| times[of][(times[of].len() - 1) * 999 / 1000].as_secs_f64() * 1e3;
    let (rates, slowest) = ([0, 1].map(rate), [0, 1].map(of_thousand));
    println!(
        "  at {last} runs: {:.0}/s without apps, {:.0}/s with; p99.9 {:.1} ms and {:.1} ms",
        rates[0], rates[1], slowest[0], slowest[1]
    );
    let (rate, slower) = (rates[1] / rates[0], slowest[1] / slowest[0]);
    println!("  rate with apps: {rate:.2} of that without{}", missed(rate >= MIN_RATE));
    println!("  p99.9 with apps: {slower:.2} times that without{}", missed(slower <= MAX_SLOWER));
    let kind = BoardKind::App(apps[((last - 1) % APPS) as usize], season(11));
    let board = Board { category: generator.run(last - 1).category, kind };
    let page = stores[1].page(board, PageStart::Top, 1).await.expect("a page");
    assert!(!page.entries.is_empty(), "the runs are in the season");
    for store in &stores {
        store.close().await.expect("it closes");
    }
}

fn missed(is_met: bool) -> &'static str {
    if is_met { "" } else { "  missed" }
}

async fn new_store(name: &str, runs: u64) -> AnyStore {
    let file = folder().join(format!("{name}.db"));
    forget(&file);
    let store = database::open(&address(&file)).await.expect("a new database");
    let mut connection = fill::connect(&file).await;
    fill::insert_players(&mut connection, players(runs)).await;
    connection.close().await.expect("it closes");
    store
}

/// One of twelve seasons that cover all days.
fn season(n: i64) -> Period {
    let first = |n: i64| first_day().plus(n * DAYS / 12);
    Period::Span(first(n), first(n + 1).plus(-1))
}

async fn register(store: &AnyStore) -> Vec<AppId> {
    let mut apps = Vec::new();
    for n in 0..APPS {
        let (name, home_page) = (format!("App {n}"), "https://app.example".to_owned());
        let key = AppKeyHash([n as u8; 32]);
        let new = NewApp { name, home_page, owner: None, state: AppState::Approved, key, at: Timestamp::FIRST };
        let registered = store.register_app(new).await.expect("an answer");
        let Registered::New(app) = registered else { panic!("{registered:?}") };
        for n in 0..12 {
            let Period::Span(first, last) = season(n) else { panic!("a span") };
            let created = store.create_season(NewSeason { app, name: format!("Season {n}"), first, last }).await;
            assert!(matches!(created, Ok(SeasonCreated::New(_))), "{created:?}");
        }
        apps.push(app);
    }
    apps
}
