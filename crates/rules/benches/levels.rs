//! Measures the levels of the built-in player: one seat plays at a level and the others at another, with rotating seats.
//!
//! `cargo bench -p funhouse-rules --bench levels -- queensland 2 200 2 1` plays 200 games of Queensland for two, one seat at level 2
//! against level 1. It prints the mean place with its 95 % confidence interval, and how long a decision takes.
//! `1s` instead of `1` lets the others make a quarter of their moves at random: a search that knows how they reply gains less.
//! With `fuzzed` instead, it only times the decisions of the level, in positions after up to a hundred random moves.
//! Games without chance begin with two random moves of each seat. Further arguments replace the settings of the search: nodes, planned, horizon, lead, exploration, and 1 for rollouts or 0 for a tree.

#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::float_arithmetic,
    clippy::print_stdout,
    reason = "a tool that measures, and no rule"
)]

use std::time::{Duration, Instant};

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{
    Level, Log, OpenInformation, Search, SearchMethod, Seat, Seated, Seats, State, ViewForm, Viewer,
};
use funhouse_rules::registry::{self, SeatedVisitor};
use funhouse_rules::search;

/// The arguments.
struct Ask {
    game: String,
    seats: Seats,
    games: u64,
    level: Level,
    task: Task,
    settings: Vec<u32>,
}

/// What to measure.
enum Task {
    /// Games against a level.
    Games {
        against: Level,
        /// Whether the others make a quarter of their moves at random.
        slips: bool,
    },
    /// The time of decisions in positions after random moves.
    Fuzzed,
}

impl SeatedVisitor for Ask {
    fn visit<G: Seated>(&mut self) {
        if self.game != G::ID {
            return;
        }
        match self.task {
            Task::Games { against, slips } => self.measure::<G>(against, slips),
            Task::Fuzzed => self.time_fuzzed::<G>(),
        }
    }
}

impl Ask {
    /// Returns how the level that is measured searches.
    fn search<G: Seated>(&self) -> Search {
        let Search { nodes, planned, horizon, lead, exploration, method, own } = G::SEARCH;
        let given = |index: usize| self.settings.get(index).copied();
        Search {
            nodes: given(0).map_or(nodes, |nodes| vec![nodes; 4].leak()),
            planned: given(1).map_or(planned, Into::into),
            horizon: given(2).unwrap_or(horizon),
            lead: given(3).map_or(lead, Into::into),
            exploration: given(4).map_or(exploration, Into::into),
            method: given(5)
                .map_or(method, |depth| if depth == 1 { SearchMethod::Rollouts } else { SearchMethod::Tree }),
            own,
        }
    }

    fn measure<G: Seated>(&self, against: Level, slips: bool) {
        let mut times = Vec::new();
        let places: Vec<f64> = (0..self.games).map(|n| self.place_of::<G>(n, against, slips, &mut times)).collect();
        let mean = places.iter().sum::<f64>() / self.games as f64;
        let variance = places.iter().map(|place| (place - mean).powi(2)).sum::<f64>() / (self.games as f64 - 1.0);
        let interval = 1.96 * (variance / self.games as f64).sqrt();
        let even = f64::from(self.seats.count() + 1) / 2.0;
        let Self { level, games, .. } = self;
        println!(
            "{}, {} seats, {games} games, level {level} against {against}: mean place {mean:.3} +- {interval:.3} ({even} is even)",
            G::ID,
            self.seats.count()
        );
        show(times);
    }

    fn time_fuzzed<G: Seated>(&self) {
        let time = |n: u64| {
            let state = fuzzed::<G>(self.seats, n);
            let seat = state.in_step().iter().next().expect("the game goes on");
            let begun = Instant::now();
            decide(&state, seat, self.level, self.search::<G>());
            begun.elapsed()
        };
        println!("{}, {} seats, {} positions, level {}", G::ID, self.seats.count(), self.games, self.level);
        show((0..self.games).map(time).collect());
    }

    /// Returns the final place of the seat that plays at the level, and adds the times of its decisions. Tied seats get the mean of the
    /// places that they share.
    fn place_of<G: Seated>(&self, n: u64, against: Level, slips: bool, times: &mut Vec<Duration>) -> f64 {
        let measured = Seat::new((n % u64::from(self.seats.count())) as u8 + 1).expect("a seat");
        // Each deal is played once with every seat at the level.
        let seed: Seed = format!("levels-{}", n / u64::from(self.seats.count())).parse().expect("a seed");
        let mut state = State::<G>::deal_for(self.seats, seed.clone(), G::Options::default());
        open(&mut state, &mut Chance::new(&seed).event("opening"));
        let mut draws = Chance::new(&seed).event("slips");
        while let Some(seat) = state.in_step().iter().next() {
            if seat != measured && slips && draws.below(4) == 0 {
                let mv = random(&state, seat, &mut draws);
                play(&mut state, &mv);
                continue;
            }
            let (level, search) =
                if seat == measured { (self.level, self.search::<G>()) } else { (against, G::SEARCH) };
            let begun = Instant::now();
            let mv = decide(&state, seat, level, search);
            if seat == measured {
                times.push(begun.elapsed());
            }
            play(&mut state, &mv);
        }
        let places = state.places().expect("the game has ended");
        let own = places[measured.index()];
        let level = places.iter().filter(|place| **place == own).count();
        f64::from(own) + (level as f64 - 1.0) / 2.0
    }
}

/// Returns the next move of a seat at a level that searches like this.
fn decide<G: Seated>(state: &State<G>, seat: Seat, level: Level, search: Search) -> G::Move {
    let plan = if search.nodes_of(level) == 0 {
        state.plan_for(seat)
    } else {
        let view = ViewForm::of(state, Viewer::Seat(seat));
        search::plan(&view, seat, search, level, &|_| true).expect("it is not canceled")
    };
    plan.into_iter().next().expect("a seat that may act has a plan")
}

/// Returns a random move of a seat.
fn random<G: Seated>(state: &State<G>, seat: Seat, draws: &mut Draws) -> G::Move {
    let legal = state.legal_moves().of(seat);
    let listed = legal.moves.iter().collect::<Vec<_>>();
    if listed.is_empty() { legal.draw_unlisted(draws).expect("a move") } else { (*draws.pick(&listed)).clone() }
}

fn play<G: Seated>(state: &mut State<G>, mv: &G::Move) {
    state.play(mv, &mut Log::discard()).expect("a legal move");
}

/// Returns a position after up to a hundred random moves, in which the game goes on.
fn fuzzed<G: Seated>(seats: Seats, n: u64) -> State<G> {
    let seed: Seed = format!("fuzzed-{n}").parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("fuzzed");
    let mut state = State::<G>::deal_for(seats, seed, G::Options::default());
    for _ in 0..draws.below(100) {
        let seat = state.in_step().iter().next().expect("the game goes on");
        let mut after = state.clone();
        play(&mut after, &random(&state, seat, &mut draws));
        if after.finished() {
            break;
        }
        state = after;
    }
    state
}

/// Prints the median and the maximum of the times of decisions.
fn show(mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!("  a decision takes {:?} (median), {:?} (99 %), {:?} (maximum)", at(50), at(99), at(100));
}

/// Plays two random moves of each seat in a game without chance, in which all games would be the same otherwise.
fn open<G: Seated>(state: &mut State<G>, draws: &mut Draws) {
    let moves = if G::OPEN_INFORMATION == OpenInformation::Never { 0 } else { 2 * state.seats().count() };
    for _ in 0..moves {
        let legal = state.legal_moves().moves;
        let mv = draws.pick(&legal.iter().collect::<Vec<_>>());
        play(state, mv);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [game, seats, games, level, against, settings @ ..] = &args[..] else {
        println!("GAME SEATS GAMES LEVEL AGAINST [NODES PLANNED HORIZON LEAD EXPLORATION METHOD]");
        return;
    };
    let level_of = |text: &str| text.parse().ok().and_then(Level::new).expect("a level");
    // `1s` is level 1 with slips.
    let task = match against.as_str() {
        "fuzzed" => Task::Fuzzed,
        against => Task::Games { against: level_of(against.trim_end_matches('s')), slips: against.ends_with('s') },
    };
    let mut ask = Ask {
        game: game.clone(),
        seats: seats.parse().ok().and_then(Seats::new).expect("a number of seats"),
        games: games.parse().expect("a number of games"),
        level: level_of(level),
        task,
        settings: settings.iter().map(|text| text.parse().expect("a number")).collect(),
    };
    registry::visit_seated(&mut ask);
}
