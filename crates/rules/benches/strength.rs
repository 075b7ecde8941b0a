//! Measures the strength of the built-in players of games for several seats: one of them against random players, with
//! rotating seats.
//!
//! `cargo bench -p funhouse-rules --bench strength -- queensland 2 1000` plays a thousand games of Queensland
//! for two. It prints the mean place of the built-in player with its 95 % confidence interval, the mean place of a
//! random player, and how long a decision takes: median, 99th percentile and maximum. Without arguments it measures every game with its minimum and maximum number of seats.

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
use funhouse_rules::game::{Log, Options as _, Seat, Seated, Seats, State};
use funhouse_rules::registry::{self, SeatedVisitor};

/// The arguments: a game (or all), a number of seats (or the minimum and maximum), and the number of games.
struct Ask {
    game: Option<String>,
    seats: Option<u8>,
    games: u64,
}

impl SeatedVisitor for Ask {
    fn visit<G: Seated>(&mut self) {
        if self.game.as_ref().is_some_and(|id| id != G::ID) {
            return;
        }
        let mut counts = self.seats.map_or_else(|| vec![*G::SEATS.start(), *G::SEATS.end()], |seats| vec![seats]);
        counts.dedup();
        for count in counts {
            measure::<G>(Seats::new(count).expect("a number of seats"), self.games);
        }
    }
}

fn measure<G: Seated>(seats: Seats, games: u64) {
    let built_in = |n: u64| Seat::new((n % u64::from(seats.count())) as u8 + 1).expect("a seat");
    let mut times = Vec::new();
    let places: Vec<f64> = (0..games).map(|n| place_of::<G>(seats, built_in(n), n, &mut times)).collect();
    let mean = places.iter().sum::<f64>() / games as f64;
    let variance = places.iter().map(|place| (place - mean).powi(2)).sum::<f64>() / (games as f64 - 1.0);
    let interval = 1.96 * (variance / games as f64).sqrt();
    let even = f64::from(seats.count() + 1) / 2.0;
    println!("{}, {} seats: mean place {mean:.3} +- {interval:.3} ({even} is even)", G::ID, seats.count());
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!("  a decision takes {:?} (median), {:?} (99 %), {:?} (maximum)", at(50), at(99), at(100));
}

/// Returns the final place of the built-in player, and adds the times of its decisions. Tied seats get the mean of the
/// places that they share.
fn place_of<G: Seated>(seats: Seats, built_in: Seat, n: u64, times: &mut Vec<Duration>) -> f64 {
    let seed: Seed = format!("strength-{n}").parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("strength");
    let mut state = State::<G>::deal_for(seats, seed.clone(), G::Options::default());
    assert!(G::Options::LIST.len() < 10, "the default options are measured");
    while let Some(seat) = state.in_step().iter().next() {
        let mv = if seat == built_in {
            let begun = Instant::now();
            let plan = state.plan_for(seat);
            times.push(begun.elapsed());
            plan.into_iter().next().expect("a seat that may act has a plan")
        } else {
            random(&state, seat, &mut draws)
        };
        state.play(&mv, &mut Log::discard()).expect("a legal move");
    }
    let places = state.places().expect("the game has ended");
    let own = places[built_in.index()];
    let level = places.iter().filter(|place| **place == own).count();
    f64::from(own) + (level as f64 - 1.0) / 2.0
}

fn random<G: Seated>(state: &State<G>, seat: Seat, draws: &mut Draws) -> G::Move {
    let legal = state.legal_moves().of(seat);
    match &legal.moves[..] {
        [] => legal.draw_unlisted(draws).expect("a move within its bounds"),
        moves => draws.pick(&moves.iter().collect::<Vec<_>>()).clone(),
    }
}

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let game = args.next();
    let seats = args.next().map(|seats| seats.parse().expect("a number of seats"));
    let games = args.next().map_or(1000, |games| games.parse().expect("a number of games"));
    registry::visit_seated(&mut Ask { game, seats, games });
}
