//! Every read, at ten thousand runs and at a million.
//!
//! The calls are those of the trait [`Store`], one after another, with the same kind of arguments at both sizes: a run is any
//! run, a month is any month but the first and the last, and a deep page is one from the middle of its board. The two sizes
//! take turns call by call. Only SQLite and the system cache anything, and their caches are warm. Before that, boards of the
//! small size are [checked](super::check).

use std::time::{Duration, Instant};

use funhouse::store::calendar::{Day, Period};
use funhouse::store::database;
use funhouse::store::{
    AnyStore, Board, BoardKind, BoardPlace, PageStart, PlayerId, RunId, SeedClass, Summary, TimeRange, TimeRangePlace,
};

use super::runs::{DAYS, Dice, first_day, players};
use super::{Scale, address, check, fill, percentile, runtime};

/// How many times a read is done at each size.
const TIMES: usize = 300;
/// How long a read may take at a million runs, in microseconds, and how much longer than at ten thousand.
const LIMIT: f64 = 1000.0;
const RATIO: f64 = 1.5;
/// The lines of a page.
const LINES: u32 = 100;

/// What is read.
#[derive(Clone, Copy, Debug)]
enum Read {
    Top(Kind),
    Deep(Kind),
    Around(Kind),
    Rank(Kind),
    Receipt,
    SeedsBoard(SeedClass),
    TimeRange,
    Run,
    PlayersRuns,
    PlayersBests,
}

/// Which board is read.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Bests,
    BestsOfMonth,
    Room,
    Runs,
}

impl Read {
    fn all() -> Vec<(String, Self)> {
        let mut all = Vec::new();
        let kinds = [
            (Kind::Runs, "all runs"),
            (Kind::Bests, "bests"),
            (Kind::BestsOfMonth, "bests of a month"),
            (Kind::Room, "bests of a room"),
        ];
        for (kind, board) in kinds {
            all.push((format!("top 100: {board}"), Self::Top(kind)));
            all.push((format!("deep page: {board}"), Self::Deep(kind)));
            all.push((format!("around a run: {board}"), Self::Around(kind)));
            all.push((format!("rank and count: {board}"), Self::Rank(kind)));
        }
        all.push(("the ranks of a receipt".to_owned(), Self::Receipt));
        all.push(("top 100 of a seed played once".to_owned(), Self::SeedsBoard(SeedClass::Chosen)));
        all.push(("top 100 of a day's seed".to_owned(), Self::SeedsBoard(SeedClass::Daily)));
        all.push(("100 runs of a time range".to_owned(), Self::TimeRange));
        all.push(("a run with its moves".to_owned(), Self::Run));
        all.push(("a player's runs".to_owned(), Self::PlayersRuns));
        all.push(("a player's bests".to_owned(), Self::PlayersBests));
        all
    }
}

pub(crate) fn measure(scale: Scale) {
    let stores = scale.runs.map(|runs| (runs, fill::filled(runs)));
    runtime().block_on(async {
        let mut sizes = Vec::new();
        for (runs, file) in &stores {
            sizes.push(Size::of(&address(file), *runs).await);
        }
        sizes[0].check().await;
        println!("  {:<44} {:>9} {:>9} | {:>9} {:>9} | {:>5}", "microseconds", "p50", "p99", "p50", "p99", "ratio");
        println!("  {:<44} {:>19} | {:>19} |", "number of runs", scale.runs[0], scale.runs[1]);
        for (name, read) in Read::all() {
            compare(&name, read, &mut sizes).await;
        }
    });
}

async fn compare(name: &str, read: Read, sizes: &mut [Size]) {
    let mut took = [Vec::new(), Vec::new()];
    for time in 0..TIMES + TIMES / 10 {
        for (size, took) in sizes.iter_mut().zip(&mut took) {
            let one = size.time(read).await;
            // The first ones warm up.
            if time >= TIMES / 10 {
                took.push(one);
            }
        }
    }
    took.iter_mut().for_each(|took| took.sort_unstable());
    let [small, large] = &took;
    let ratio = percentile(large, 50) / percentile(small, 50);
    let missed = match (ratio > RATIO, percentile(large, 50) > LIMIT) {
        (false, false) => "",
        (true, false) => "  ratio missed",
        (false, true) => "  limit missed",
        (true, true) => "  both missed",
    };
    println!(
        "  {name:<44} {:>9.0} {:>9.0} | {:>9.0} {:>9.0} | {ratio:>5.2}{missed}",
        percentile(small, 50),
        percentile(small, 99),
        percentile(large, 50),
        percentile(large, 99),
    );
}

/// A store of some size.
struct Size {
    store: AnyStore,
    runs: u64,
    dice: Dice,
}

/// Every read of two databases of this many runs, in turns.
pub(crate) async fn compare_databases(addresses: [&str; 2], runs: u64) {
    let mut stores = Vec::new();
    for address in addresses {
        stores.push(Size::of(address, runs).await);
    }
    for (name, read) in Read::all() {
        compare(&name, read, &mut stores).await;
    }
}

impl Size {
    async fn of(address: &str, runs: u64) -> Self {
        let store = database::open(address).await.expect("a database");
        Self { store, runs, dice: Dice(runs) }
    }

    /// Checks a board of each kind, and those of a seed.
    async fn check(&mut self) {
        let all = check::all(&self.store).await;
        for read in Read::all() {
            let (_, run) = self.any_run().await;
            match read.1 {
                Read::Top(kind) => check::check(&self.store, &all, &board(&run, kind)).await,
                Read::SeedsBoard(_) => {
                    check::check(&self.store, &all, &of_seed(&run)).await;
                }
                _ => {}
            }
        }
    }

    /// How long one read takes. Its arguments are chosen before the clock starts.
    async fn time(&mut self, read: Read) -> Duration {
        let (number, run) = self.any_run().await;
        match read {
            Read::Top(kind) => self.page(&board(&run, kind), PageStart::Top).await,
            Read::Around(kind) => {
                let (board, place) = self.any_on_board(kind).await;
                self.page(&board, PageStart::Around(place.run)).await
            }
            Read::Deep(kind) => {
                let (board, place) = self.any_in_the_middle(kind).await;
                self.page(&board, PageStart::After(place)).await
            }
            Read::Rank(kind) => {
                let place = self.any_on_board(kind).await;
                self.ranks(vec![place]).await
            }
            Read::Receipt => self.ranks(places_of_receipt(&run)).await,
            Read::SeedsBoard(class) => {
                let run = self.any_of_class(class).await;
                self.page(&of_seed(&run), PageStart::Top).await
            }
            Read::TimeRange => {
                let after = Some(TimeRangePlace { received_at: run.received_at, run: number });
                self.runs_in(run, after).await
            }
            Read::Run => {
                let started = Instant::now();
                self.store.run(number).await.expect("a run");
                started.elapsed()
            }
            Read::PlayersRuns => {
                let player = self.any_player();
                let started = Instant::now();
                self.store.runs_of(player, None, LINES).await.expect("runs");
                started.elapsed()
            }
            Read::PlayersBests => {
                let player = self.any_player();
                let started = Instant::now();
                self.store.bests_of(player).await.expect("bests");
                started.elapsed()
            }
        }
    }

    /// Lists the runs of a category that were received in the whole year.
    async fn runs_in(&self, run: Summary, after: Option<TimeRangePlace>) -> Duration {
        let (since, until) = (first_day().start(), first_day().plus(DAYS).start());
        let range = TimeRange { category: run.category, app: None, since, until };
        let started = Instant::now();
        let runs = self.store.runs_in(range, after, LINES).await.expect("runs");
        let took = started.elapsed();
        assert!(!runs.is_empty(), "a list with runs");
        took
    }

    async fn page(&self, board: &Board, at: PageStart) -> Duration {
        let board = board.clone();
        let started = Instant::now();
        let page = self.store.page(board, at, LINES).await.expect("a page");
        let took = started.elapsed();
        assert!(page.found && !page.entries.is_empty(), "a page with lines");
        took
    }

    async fn ranks(&self, places: Vec<(Board, BoardPlace)>) -> Duration {
        let started = Instant::now();
        let ranks = self.store.ranks(places).await.expect("ranks");
        let took = started.elapsed();
        assert!(ranks.iter().any(Option::is_some), "the run is on a board");
        took
    }

    /// Any run that was received in a whole month.
    async fn any_run(&mut self) -> (RunId, Summary) {
        let id = RunId((self.runs / 8 + self.dice.below(self.runs * 3 / 4)) as i64);
        (id, self.store.run(id).await.expect("a read").expect("a run").summary)
    }

    async fn any_of_class(&mut self, class: SeedClass) -> Summary {
        loop {
            let (_, run) = self.any_run().await;
            if run.category.class == class {
                return run;
            }
        }
    }

    fn any_player(&mut self) -> PlayerId {
        PlayerId(1 + self.dice.below(players(self.runs)) as i64)
    }

    /// A board and an entry of it.
    async fn any_on_board(&mut self, kind: Kind) -> (Board, BoardPlace) {
        loop {
            let (_, run) = self.any_run().await;
            let place = place(board(&run, kind), &run);
            // Not every run is an entry of a board of bests.
            if self.store.ranks(vec![place.clone()]).await.expect("ranks")[0].is_some() {
                return place;
            }
        }
    }

    /// A board and an entry half-way down it.
    async fn any_in_the_middle(&mut self, kind: Kind) -> (Board, BoardPlace) {
        loop {
            let place = self.any_on_board(kind).await;
            let ranks = self.store.ranks(vec![place.clone()]).await.expect("ranks");
            let rank = ranks[0].expect("it is an entry");
            if (rank.count * 4 / 10..rank.count * 6 / 10).contains(&rank.rank) {
                return place;
            }
        }
    }
}

/// The board of a kind on which a run may be.
fn board(run: &Summary, kind: Kind) -> Board {
    let kind = match kind {
        Kind::Bests => BoardKind::Bests(Period::All),
        Kind::BestsOfMonth => BoardKind::Bests(run.received_at.day().month()),
        Kind::Room => BoardKind::Room(3),
        Kind::Runs => BoardKind::Runs,
    };
    Board { category: run.category.clone(), kind }
}

fn of_seed(run: &Summary) -> Board {
    Board { category: run.category.clone(), kind: BoardKind::Seed(run.seed.clone()) }
}

/// The place of a run on a board.
fn place(board: Board, run: &Summary) -> (Board, BoardPlace) {
    let score = run.scores.of_scope(board.scope()).expect("a score");
    (board, BoardPlace { score, run: run.id })
}

/// The places whose ranks are in the receipt of a run.
fn places_of_receipt(run: &Summary) -> Vec<(Board, BoardPlace)> {
    let day: Day = run.received_at.day();
    let bests = [Period::Day(day), day.week(), day.month(), Period::All].map(BoardKind::Bests);
    let rooms = (1..=6).map(BoardKind::Room);
    let kinds = bests.into_iter().chain([BoardKind::Runs, BoardKind::Seed(run.seed.clone())]).chain(rooms);
    kinds.map(|kind| place(Board { category: run.category.clone(), kind }, run)).collect()
}
