//! How often the analysis proves the best total, and how long it takes at most.
//!
//! `cargo bench -p funhouse-analysis` samples. Arguments select games by id, and efforts by name. `deals=1000` and `positions=10000` set how
//! many to analyze: with all efforts and games, these take days.
//!
//! With `strength=1000`, the strong players of the games with chance to come play that many deals instead, next to the built-in players;
//! with `hints=100`, the hints of the selected efforts are followed.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "measures time and reads its arguments")]
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use funhouse_analysis::budget::Budget;
use funhouse_analysis::{
    Analysis, Analyzed, Effort, Estimated, Player, Question, Visitor, analyze, estimate, play_out, visit_all,
};
use funhouse_rules::chance::{Chance, Seed};
use funhouse_rules::game::{Log, ScoreCard as _, Solitaire, State};
use funhouse_rules::robot::Robot;

struct Arguments {
    /// The number of deals and of positions to analyze.
    deals: Option<u64>,
    positions: Option<u64>,
    /// The number of deals to play with the strong players, and by hints.
    strength: Option<u64>,
    hints: Option<u64>,
    games: Vec<String>,
    efforts: Vec<Effort>,
}

impl Arguments {
    fn read() -> Self {
        let given: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
        let named = |effort: &Effort| given.iter().any(|argument| argument == effort.name());
        let some = Effort::ALL.iter().any(named);
        let efforts = Effort::ALL.into_iter().filter(|effort| !some || named(effort)).collect();
        let count = |name: &str| given.iter().find_map(|argument| argument.strip_prefix(name)?.parse().ok());
        let other = |argument: &&String| !argument.contains('=') && !Effort::ALL.iter().any(|e| e.name() == *argument);
        let games = given.iter().filter(other).cloned().collect();
        Self {
            deals: count("deals="),
            positions: count("positions="),
            strength: count("strength="),
            hints: count("hints="),
            games,
            efforts,
        }
    }

    /// Returns the number of deals and of positions for an effort.
    fn counts(&self, effort: Effort) -> (u64, u64) {
        let (deals, positions) = if effort == Effort::Deep { (4, 8) } else { (50, 200) };
        (self.deals.unwrap_or(deals), self.positions.unwrap_or(positions))
    }
}

impl Visitor for Arguments {
    fn visit<G: Analyzed>(&mut self) {
        if self.selects::<G>() && self.strength.is_none() && self.hints.is_none() {
            self.measure::<G>(&|state, question| analyze(state, question, &|_| true).expect("it goes on"));
        }
    }

    fn visit_estimated<G: Estimated>(&mut self) {
        if !self.selects::<G>() {
            return;
        }
        if self.strength.is_none() && self.hints.is_none() {
            self.measure::<G>(&|state, question| estimate(state, question, &|_| true).expect("it goes on"));
        }
        if let Some(deals) = self.strength {
            println!("{}", G::TITLE);
            println!("  {}", Totals::of(deals, |seed| strong::<G>(seed)).show("strong player"));
            println!("  {}", Totals::of(deals, |seed| built_in::<G>(seed)).show("built-in player"));
        }
        if let Some(deals) = self.hints {
            println!("{}", G::TITLE);
            for effort in &self.efforts {
                println!("  {}", Totals::of(deals, |seed| by_hints::<G>(seed, *effort)).show(effort.name()));
            }
        }
    }
}

impl Arguments {
    fn selects<G: Solitaire>(&self) -> bool {
        self.games.is_empty() || self.games.iter().any(|game| game == G::ID)
    }

    fn measure<G: Solitaire>(&self, answer: &Answer<G>) {
        println!("{}", G::TITLE);
        for effort in &self.efforts {
            let (deals, positions) = self.counts(*effort);
            println!("  {:<7} {}", effort.name(), of_deals(*effort, deals, answer));
            let [plain, with_moves] = of_positions(*effort, positions, answer);
            println!("  {:<7} {}", "", plain.show("positions"));
            println!("  {:<7} {}", "", with_moves.show("positions with moves"));
        }
    }
}

type Answer<G> = dyn Fn(&State<G>, Question) -> Analysis<G>;

/// The totals of games that were played to their ends.
struct Totals {
    totals: Vec<f64>,
    time: Duration,
}

impl Totals {
    fn of(deals: u64, play: impl Fn(Seed) -> u64) -> Self {
        let begun = Clock::now();
        let totals =
            (0..deals).map(|number| play(format!("strength-{number}").parse().expect("a seed")) as f64).collect();
        Self { totals, time: begun.elapsed() }
    }

    /// Shows the mean with its 95 % confidence interval.
    fn show(&self, what: &str) -> String {
        let count = self.totals.len() as f64;
        let mean = self.totals.iter().sum::<f64>() / count;
        let variance = self.totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let interval = 1.96 * (variance / count).sqrt();
        let each = 1000.0 * self.time.as_secs_f64() / count;
        format!("{what}: mean {mean:.2} +- {interval:.2} of {count} deals, {each:.1} ms each")
    }
}

fn built_in<G: Solitaire>(seed: Seed) -> u64 {
    let mut state = State::<G>::deal(seed, G::Options::default());
    Robot::Greedy.play_out(&mut state, usize::MAX, |_, _| {});
    state.score().total()
}

fn strong<G: Estimated>(seed: Seed) -> u64 {
    let mut state = State::<G>::deal(seed, G::Options::default());
    let mut player = G::Player::new(G::NODES.normal);
    play_out(&mut state, &mut player, &mut Budget::new(u64::MAX, &|_| true)).expect("it goes on");
    state.score().total()
}

fn by_hints<G: Estimated>(seed: Seed, effort: Effort) -> u64 {
    let mut state = State::<G>::deal(seed, G::Options::default());
    while !state.finished() {
        let question = Question { effort, with_moves: false };
        let hint = estimate(&state, question, &|_| true).expect("it goes on").hint.expect("the game goes on");
        state.play(&hint.mv, &mut Log::discard()).expect("a hint is legal");
    }
    state.score().total()
}

fn seed(number: u64) -> Seed {
    format!("analysis-{number}").parse().expect("a seed")
}

/// The time that this thread has run, so that other programs do not matter; the time that has passed where the system does not report it.
struct Clock {
    ran: Option<Duration>,
    passed: Instant,
}

impl Clock {
    fn now() -> Self {
        Self { ran: ran(), passed: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        self.ran.and_then(|before| ran()?.checked_sub(before)).unwrap_or_else(|| self.passed.elapsed())
    }
}

fn ran() -> Option<Duration> {
    // Linux may count the time of a thread only at its next tick, up to 4 ms later, or when the thread yields.
    std::thread::yield_now();
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[derive(Default)]
struct Summary {
    count: u64,
    proven: u64,
    zero: u64,
    at_least: u64,
    at_most: u64,
    nodes: u64,
    futures: u64,
    time: Duration,
    worst: Duration,
    worst_of: String,
    gaps: BTreeMap<u64, u64>,
}

impl Summary {
    fn add<G: Solitaire>(&mut self, state: &State<G>, question: Question, name: &str, answer: &Answer<G>) {
        let timed = || {
            let begun = Clock::now();
            let analysis = answer(state, question);
            (begun.elapsed(), analysis)
        };
        let (mut took, analysis) = timed();
        // Other programs slow down single analyses.
        if took > self.worst {
            took = took.min(timed().0).min(timed().0);
        }
        self.count += 1;
        self.proven += u64::from(analysis.bounds.proven());
        self.futures += analysis.expected.map_or(0, |expected| expected.futures);
        self.zero += u64::from(analysis.bounds.at_most == 0);
        self.at_least += analysis.bounds.at_least;
        self.at_most += analysis.bounds.at_most;
        self.nodes += analysis.nodes;
        self.time += took;
        *self.gaps.entry(analysis.bounds.at_most - analysis.bounds.at_least).or_default() += 1;
        if took > self.worst {
            self.worst = took;
            self.worst_of = name.to_owned();
        }
    }

    fn show(&self, what: &str) -> String {
        let Self { count, proven, zero, at_least, at_most, nodes, futures, time, worst, worst_of, gaps } = self;
        let mean = |sum: u64| sum as f64 / *count as f64;
        format!(
            "{count} {what}: {:.1} % proven, {zero} with a total of 0, mean {:.3} to {:.3}, {:.0} nodes, {:.1} futures, {:.2} ms, worst {:.2} ms ({worst_of}), gaps {:?}",
            100.0 * mean(*proven),
            mean(*at_least),
            mean(*at_most),
            mean(*nodes),
            mean(*futures),
            1000.0 * time.as_secs_f64() / *count as f64,
            1000.0 * worst.as_secs_f64(),
            gaps.iter().rev().take(4).collect::<Vec<_>>(),
        )
    }
}

fn of_deals<G: Solitaire>(effort: Effort, count: u64, answer: &Answer<G>) -> String {
    let mut summary = Summary::default();
    for number in 0..count {
        let seed = seed(number);
        let state = State::<G>::deal(seed.clone(), G::Options::default());
        summary.add(&state, Question { effort, with_moves: false }, seed.as_str(), answer);
    }
    summary.show("deals")
}

/// Analyzes positions without and with the values of moves.
fn of_positions<G: Solitaire>(effort: Effort, count: u64, answer: &Answer<G>) -> [Summary; 2] {
    let mut summaries = [false, true].map(|with_moves| (with_moves, Summary::default()));
    let positions = (1_000_000..).map(seed).flat_map(positions::<G>);
    for state in positions.take(count as usize) {
        let name = format!("{} after {} points", state.seed().as_str(), state.score().total());
        for (with_moves, summary) in &mut summaries {
            summary.add(&state, Question { effort, with_moves: *with_moves }, &name, answer);
        }
    }
    summaries.map(|(_, summary)| summary)
}

/// Returns ten positions of a deal: each follows the plan of the built-in player for some moves, and then up to five random moves.
fn positions<G: Solitaire>(seed: Seed) -> impl Iterator<Item = State<G>> {
    let mut draws = Chance::new(&seed).event("analysis/position");
    let deal = State::<G>::deal(seed, G::Options::default());
    let plan = deal.plan();
    (0..10).map(move |_| {
        let mut state = deal.clone();
        let planned = draws.below(plan.len() as u64 + 1) as usize;
        for mv in plan.iter().take(planned) {
            state.play(mv, &mut Log::discard()).expect("a plan is legal");
        }
        let random = draws.below(6) as usize;
        Robot::Random.play_out(&mut state, random, |_, _| {});
        state
    })
}

fn main() {
    visit_all(&mut Arguments::read());
}
