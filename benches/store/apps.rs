//! Boards of apps: runs through apps with seasons next to the same runs without apps, while the databases grow to a hundred thousand.
//!
//! Players who act for themselves through an app are the most expensive: each of their runs is on the boards of the service, and has four more
//! entries, of which one is of the season. Runs of users for whom an app acts are only on its boards.

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

/// Through which app the runs of a store are submitted.
#[derive(Clone, Copy, PartialEq)]
enum Through {
    None,
    /// Each player acts through an app.
    App,
    /// An app acts for each player.
    AppOfUsers,
}

const KINDS: [Through; 3] = [Through::None, Through::App, Through::AppOfUsers];

async fn grow(last: u64, turn: u64) {
    let generator = Generator::new::<EpicFunhouse>(last);
    let mut stores = Vec::new();
    for through in KINDS {
        stores.push(new_store(through, last).await);
    }
    let apps: Vec<AppId> = (1..=APPS as i64).map(AppId).collect();
    let (mut took, mut times) = ([Duration::ZERO; 3], [Vec::new(), Vec::new(), Vec::new()]);
    let mut stored = 0;
    while stored < last {
        let numbers = stored..(stored + turn).min(last);
        // What the last fifth took counts. The stores take turns at being first.
        let is_measured = stored >= last / 5 * 4;
        let first = (stored / turn) as usize;
        for of in (0..3).map(|n| (first + n) % 3) {
            let run = |number: u64| {
                let run = generator.run(number);
                let app = (KINDS[of] != Through::None).then(|| apps[run.player.0 as usize % apps.len()]);
                NewRun { app, ..run }
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
    println!("  at {last} runs, without apps: {:.0}/s, p99.9 {:.1} ms", rate(0), of_thousand(0));
    for (of, players) in [(1, "players through apps"), (2, "users of apps")] {
        let (share, slower) = (rate(of) / rate(0), of_thousand(of) / of_thousand(0));
        println!("  {players}: {:.0}/s, {share:.2} of that{}", rate(of), missed(share >= MIN_RATE));
        println!("    p99.9 {:.1} ms, {slower:.2} times that{}", of_thousand(of), missed(slower <= MAX_SLOWER));
    }
    let player = generator.run(last - 1).player;
    let kind = BoardKind::App(apps[player.0 as usize % apps.len()], season(11));
    let board = Board { category: generator.run(last - 1).category, kind };
    let page = stores[2].page(board, PageStart::Top, 1).await.expect("a page");
    assert!(!page.entries.is_empty(), "the runs are in the season");
    for store in &stores {
        store.close().await.expect("it closes");
    }
}

fn missed(is_met: bool) -> &'static str {
    if is_met { "" } else { "  missed" }
}

/// A store with players, and with apps unless the players do without.
async fn new_store(through: Through, runs: u64) -> AnyStore {
    let file = folder().join(match through {
        Through::None => "without-apps.db",
        Through::App => "with-apps.db",
        Through::AppOfUsers => "with-users.db",
    });
    forget(&file);
    let store = database::open(&address(&file)).await.expect("a new database");
    if through != Through::None {
        register(&store).await;
    }
    let mut connection = fill::connect(&file).await;
    fill::insert_players(&mut connection, players(runs)).await;
    if through == Through::AppOfUsers {
        let sql = "UPDATE players SET acted_for_by = 1 + id % ?";
        sqlx::query(sql).bind(APPS as i64).execute(&mut connection).await.expect("users");
    }
    connection.close().await.expect("it closes");
    store
}

/// One of twelve seasons that cover all days.
fn season(n: i64) -> Period {
    let first = |n: i64| first_day().plus(n * DAYS / 12);
    Period::Span(first(n), first(n + 1).plus(-1))
}

async fn register(store: &AnyStore) {
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
    }
}
