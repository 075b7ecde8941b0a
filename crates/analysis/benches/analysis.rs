//! How often the analysis proves the best total, and how long it takes at most.
//!
//! `cargo bench -p funhouse-analysis` samples. `cargo bench -p funhouse-analysis -- whole` analyzes the deals of 1,000 seeds, all positions
//! of as many games, and 10,000 positions for the worst time. Further arguments select games by id, and efforts by name.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "measures time and reads its arguments")]
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use funhouse_analysis::{Analyzed, Effort, Question, Visitor, analyze, visit_all};
use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{Log, ScoreCard as _, State};
use funhouse_rules::robot::Robot;

struct Arguments {
    whole: bool,
    games: Vec<String>,
    efforts: Vec<Effort>,
}

impl Arguments {
    fn read() -> Self {
        let given: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
        let whole = given.iter().any(|argument| argument == "whole");
        let named = |effort: &Effort| given.iter().any(|argument| argument == effort.name());
        let some = Effort::ALL.iter().any(named);
        let efforts = Effort::ALL.into_iter().filter(|effort| !some || named(effort)).collect();
        let other = |argument: &String| argument != "whole" && !Effort::ALL.iter().any(|e| e.name() == argument);
        Self { whole, games: given.iter().filter(|argument| other(argument)).cloned().collect(), efforts }
    }

    /// Returns the number of deals and of positions for an effort.
    fn counts(&self, effort: Effort) -> (u64, u64) {
        match (self.whole, effort) {
            (true, _) => (1000, 10_000),
            (false, Effort::Deep) => (4, 8),
            (false, _) => (50, 200),
        }
    }
}

impl Visitor for Arguments {
    fn visit<G: Analyzed>(&mut self) {
        if !self.games.is_empty() && !self.games.iter().any(|game| game == G::ID) {
            return;
        }
        println!("{}", G::TITLE);
        for effort in self.efforts.clone() {
            let (deals, positions) = self.counts(effort);
            println!("  {:<7} {}", effort.name(), of_deals::<G>(effort, deals));
            println!("  {:<7} {}", "", of_positions::<G>(effort, positions, false));
            println!("  {:<7} {}", "", of_positions::<G>(effort, positions, true));
        }
    }
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
    time: Duration,
    worst: Duration,
    worst_of: String,
    gaps: BTreeMap<u64, u64>,
}

impl Summary {
    fn add<G: Analyzed>(&mut self, state: &State<G>, question: Question, name: &str) {
        let begun = Clock::now();
        let analysis = analyze(state, question, &|_| true).expect("it goes on");
        let took = begun.elapsed();
        self.count += 1;
        self.proven += u64::from(analysis.bounds.proven());
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
        let Self { count, proven, zero, at_least, at_most, nodes, time, worst, worst_of, gaps } = self;
        let mean = |sum: u64| sum as f64 / *count as f64;
        format!(
            "{count} {what}: {:.1} % proven, {zero} with a total of 0, mean {:.3} to {:.3}, {:.0} nodes, {:.2} ms, worst {:.2} ms ({worst_of}), gaps {:?}",
            100.0 * mean(*proven),
            mean(*at_least),
            mean(*at_most),
            mean(*nodes),
            1000.0 * time.as_secs_f64() / *count as f64,
            1000.0 * worst.as_secs_f64(),
            gaps.iter().rev().take(4).collect::<Vec<_>>(),
        )
    }
}

fn of_deals<G: Analyzed>(effort: Effort, count: u64) -> String {
    let mut summary = Summary::default();
    for number in 0..count {
        let seed = seed(number);
        let state = State::<G>::deal(seed.clone(), G::Options::default());
        summary.add(&state, Question { effort, with_moves: false }, seed.as_str());
    }
    summary.show("deals")
}

/// Positions that are partly well played and partly at random.
fn of_positions<G: Analyzed>(effort: Effort, count: u64, with_moves: bool) -> String {
    let mut summary = Summary::default();
    for number in 0..count {
        let seed = seed(1_000_000 + number);
        let state = fuzzed::<G>(&seed, &mut Chance::new(&seed).event("analysis/position"));
        let name = format!("{} after {} points", seed.as_str(), state.score().total());
        summary.add(&state, Question { effort, with_moves }, &name);
    }
    summary.show(if with_moves { "positions with moves" } else { "positions" })
}

fn fuzzed<G: Analyzed>(seed: &Seed, draws: &mut Draws) -> State<G> {
    let mut state = State::<G>::deal(seed.clone(), G::Options::default());
    let plan = state.plan();
    let planned = draws.below(plan.len() as u64 + 1) as usize;
    for mv in plan.iter().take(planned) {
        state.play(mv, &mut Log::discard()).expect("a plan is legal");
    }
    let random = draws.below(6) as usize;
    Robot::Random.play_out(&mut state, random, |_, _| {});
    state
}

fn main() {
    visit_all(&mut Arguments::read());
}
