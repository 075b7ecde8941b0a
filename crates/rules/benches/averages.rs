//! Measures the gain in monthly averages from resigning, stopping early and using ten accounts, rather than from
//! playing better.
//!
//! `cargo bench -p funhouse-rules --bench averages -- catwalk 400` lets the built-in player play 400 deals of
//! Catwalk and samples months from them. Without arguments it measures every solitaire. The seeds are fixed, so the
//! table in `docs/averages.md` is reproducible.
//!
//! Resigning and stopping are upper bounds: they assume that the player knows in advance how each game ends and when
//! the mean is best.

#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::float_arithmetic,
    clippy::print_stdout,
    reason = "a tool that measures, and no rule"
)]

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{ScoreCard as _, ScoreOrder, Solitaire, State};
use funhouse_rules::registry::{self, Visitor};
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::robot::Robot;

/// Minimum number of games of a listed average.
const MIN_GAMES: usize = 20;
/// The number of games in a month, two a day.
const MONTH_GAMES: usize = 60;
const ACCOUNTS: usize = 10;
/// The number of months to sample for each column.
const MONTHS: usize = 4000;

/// The arguments: a game, or all, and the number of deals.
struct Ask {
    game: Option<String>,
    deals: u64,
}

impl Visitor for Ask {
    fn visit<G: Solitaire>(&mut self) {
        if self.game.as_ref().is_none_or(|id| id == G::ID) {
            let played: Vec<Played> = (0..self.deals).map(play::<G>).collect();
            report::<G>(&played);
        }
    }
}

/// The keys of a game. Lower is better.
#[derive(Clone, Copy)]
struct Played {
    finished: f64,
    /// The key if the game is given up at the best moment, if that is better.
    at_best: f64,
}

/// Returns the key of a score. Lower is better, in every game.
fn key<G: Solitaire>(score: u64) -> f64 {
    match G::SCORE_ORDER {
        ScoreOrder::LowerIsBetter => score as f64,
        ScoreOrder::HigherIsBetter => -(score as f64),
    }
}

/// Plays a deal with the built-in player.
fn play<G: Solitaire>(n: u64) -> Played {
    let seed: Seed = format!("averages-{n}").parse().expect("a seed");
    let mut state = State::<G>::deal(seed, G::Options::default());
    let given_up = |state: &State<G>| key::<G>(G::ABANDONED).max(key::<G>(state.score().total()));
    let mut at_best = given_up(&state);
    Robot::Greedy.play_out(&mut state, MAX_MOVES, |_, state| {
        if !state.finished() {
            at_best = at_best.min(given_up(state));
        }
    });
    let finished = key::<G>(state.score().total());
    Played { finished, at_best: at_best.min(finished) }
}

/// Samples the keys of a month of one account.
fn month(played: &[Played], games: usize, of: fn(&Played) -> f64, draws: &mut Draws) -> Vec<f64> {
    (0..games).map(|_| of(&played[draws.below(played.len() as u64) as usize])).collect()
}

fn mean(counts: &[f64]) -> f64 {
    counts.iter().sum::<f64>() / counts.len() as f64
}

/// Returns the best mean at which a month can be stopped.
fn best_stop(counts: &[f64]) -> f64 {
    (MIN_GAMES..=counts.len()).map(|games| mean(&counts[..games])).fold(f64::INFINITY, f64::min)
}

/// Returns the mean of a result over many months.
fn expected(mut result: impl FnMut(&mut Draws) -> f64) -> f64 {
    let seed: Seed = "averages".parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("months");
    (0..MONTHS).map(|_| result(&mut draws)).sum::<f64>() / MONTHS as f64
}

fn report<G: Solitaire>(played: &[Played]) {
    let finished: fn(&Played) -> f64 = |game| game.finished;
    let at_best: fn(&Played) -> f64 = |game| game.at_best;
    let whole = |of| move |draws: &mut Draws| mean(&month(played, MONTH_GAMES, of, draws));
    let ten = |games, of, result: fn(&[f64]) -> f64| {
        move |draws: &mut Draws| {
            let accounts = (0..ACCOUNTS).map(|_| result(&month(played, games, of, draws)));
            accounts.fold(f64::INFINITY, f64::min)
        }
    };
    let honest = expected(whole(finished));
    let spread = expected(|draws| (whole(finished)(draws) - honest).powi(2)).sqrt();
    let columns = [
        honest,
        expected(whole(at_best)),
        expected(|draws| best_stop(&month(played, MONTH_GAMES, finished, draws))),
        expected(ten(MIN_GAMES, finished, mean)),
        expected(ten(MONTH_GAMES, at_best, best_stop)),
    ];
    let shown: Vec<String> = columns.iter().map(|mean| format!("{:.2}", mean.abs())).collect();
    println!("| {} | {} | ± {spread:.2} | {} |", G::TITLE, shown[0], shown[1..].join(" | "));
}

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let game = args.next();
    let deals = args.next().map_or(400, |deals| deals.parse().expect("a number of deals"));
    println!("| game | all games | spread | resigning | stopping | ten accounts | all three |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    registry::visit_all(&mut Ask { game, deals });
}
