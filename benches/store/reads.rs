//! Every read, at ten thousand runs and at a million.
//!
//! The calls are those of the trait [`Store`], one after another, with the same kind of arguments at both sizes: a run is any
//! run, a month is any month but the first and the last, and a deep page is one from the middle of its board. The two sizes
//! take turns call by call. Only SQLite and the system cache anything, and their caches are warm. Before that, boards of the
//! small size are [checked](super::check).

use std::time::{Duration, Instant};

use funhouse::store::calendar::{Day, Period};
use funhouse::store::database;
use funhouse::store::{AnyStore, Board, PageStart, PlayerId, RunId, SeedClass, Summary, TimeRange, TimeRangePlace};

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
    /// Runs of one seed in a time range: a seed of many runs, or of one.
    SeedsTimeRange(SeedClass),
    Run,
    PlayersRuns,
    PlayersBests,
}

/// Which board is read: every run or bests, of all time or a month, of the total or a room.
#[derive(Clone, Copy, Debug)]
struct Kind {
    bests: bool,
    month: bool,
    scope: u8,
}

impl Read {
    fn all() -> Vec<(String, Self)> {
        let mut all = Vec::new();
        for bests in [false, true] {
            for (month, scope) in [(false, 0), (true, 0), (false, 3), (true, 3)] {
                let kind = Kind { bests, month, scope };
                let lines = if bests { "bests" } else { "every run" };
                let of = if scope == 0 { "total" } else { "room" };
                let board = format!("{lines}, {of}, {}", if month { "month" } else { "all time" });
                all.push((format!("top 100: {board}"), Self::Top(kind)));
                all.push((format!("deep page: {board}"), Self::Deep(kind)));
                all.push((format!("around a run: {board}"), Self::Around(kind)));
                all.push((format!("rank and count: {board}"), Self::Rank(kind)));
            }
        }
        all.push(("the 11 ranks of a receipt".to_owned(), Self::Receipt));
        all.push(("top 100 of a seed played once".to_owned(), Self::SeedsBoard(SeedClass::Chosen)));
        all.push(("top 100 of a day's seed".to_owned(), Self::SeedsBoard(SeedClass::Daily)));
        all.push(("100 runs of a time range".to_owned(), Self::TimeRange));
        let of_once = Self::SeedsTimeRange(SeedClass::Chosen);
        all.push(("a time range of a seed played once".to_owned(), of_once));
        all.push(("100 runs of a day's seed in a time range".to_owned(), Self::SeedsTimeRange(SeedClass::Daily)));
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
        println!("  {:<44} {:>19} | {:>19} |", "at so many runs", scale.runs[0], scale.runs[1]);
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

/// Every read of two databases of so many runs, in turns.
pub(crate) async fn beside(addresses: [&str; 2], runs: u64) {
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
                    let board = board(&run, Kind { bests: true, month: false, scope: 0 });
                    check::check(&self.store, &all, &Board { seed: Some(run.seed), ..board }).await;
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
                let (board, run) = self.any_on_board(kind).await;
                self.page(&board, PageStart::Around(run)).await
            }
            Read::Deep(kind) => {
                let (board, run) = self.any_in_the_middle(kind).await;
                let around = self.store.page(board.clone(), PageStart::Around(run), 1).await.expect("a page");
                self.page(&board, PageStart::After(around.entries[0].place)).await
            }
            Read::Rank(kind) => {
                let (board, run) = self.any_on_board(kind).await;
                self.ranks(run, vec![board]).await
            }
            Read::Receipt => self.ranks(number, boards_of_a_receipt(&run)).await,
            Read::SeedsBoard(class) => {
                let run = self.any_of_class(class).await;
                let seed = Some(run.seed.clone());
                let board = Board { seed, ..board(&run, Kind { bests: true, month: false, scope: 0 }) };
                self.page(&board, PageStart::Top).await
            }
            Read::TimeRange => {
                let after = Some(TimeRangePlace { received_at: run.received_at, run: number });
                self.runs_in(run, false, after).await
            }
            Read::SeedsTimeRange(class) => {
                let run = self.any_of_class(class).await;
                self.runs_in(run, true, None).await
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

    /// Lists the runs of a category, or of one seed of it, that were received in the whole year.
    async fn runs_in(&self, run: Summary, of_seed: bool, after: Option<TimeRangePlace>) -> Duration {
        let (since, until) = (first_day().start(), first_day().plus(DAYS).start());
        let range = TimeRange { category: run.category, seed: of_seed.then_some(run.seed), since, until };
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

    async fn ranks(&self, run: RunId, boards: Vec<Board>) -> Duration {
        let started = Instant::now();
        let ranks = self.store.ranks(run, boards).await.expect("ranks");
        let took = started.elapsed();
        assert!(ranks.iter().all(Option::is_some), "the run stands on all boards");
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

    /// A board and a run on it.
    async fn any_on_board(&mut self, kind: Kind) -> (Board, RunId) {
        loop {
            let (number, run) = self.any_run().await;
            let board = board(&run, kind);
            // On a board of bests not every run stands.
            let ranks = self.store.ranks(number, vec![board.clone()]).await.expect("ranks");
            if ranks[0].is_some() {
                return (board, number);
            }
        }
    }

    /// A board and a run that stands half-way down it.
    async fn any_in_the_middle(&mut self, kind: Kind) -> (Board, RunId) {
        loop {
            let (board, run) = self.any_on_board(kind).await;
            let ranks = self.store.ranks(run, vec![board.clone()]).await.expect("ranks");
            let standing = ranks[0].expect("it stands there");
            if (standing.count * 4 / 10..standing.count * 6 / 10).contains(&standing.rank) {
                return (board, run);
            }
        }
    }
}

/// The board of a kind that a run may stand on.
fn board(run: &Summary, Kind { bests, month, scope }: Kind) -> Board {
    let period = if month { run.received_at.day().month() } else { Period::All };
    Board { category: run.category.clone(), seed: None, scope, period, bests }
}

/// The boards whose ranks are told when a run is handed in.
fn boards_of_a_receipt(run: &Summary) -> Vec<Board> {
    let day: Day = run.received_at.day();
    let of = |scope, period, seed| Board { category: run.category.clone(), seed, scope, period, bests: false };
    let totals = [Period::Day(day), day.week(), day.month(), Period::All].map(|period| of(0, period, None));
    let rooms = (1..=6).map(|scope| of(scope, Period::All, None));
    totals.into_iter().chain([of(0, Period::All, Some(run.seed.clone()))]).chain(rooms).collect()
}
