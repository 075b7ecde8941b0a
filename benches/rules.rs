//! What the rules cost, for every registered game: a move, a list of legal moves, a picture, a whole
//! random game, a replay.
//!
//! Moves and lists are measured along whole games and told as elements a second: the time of one is the whole divided
//! by their number.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use funhouse::picture::draw;
use funhouse::rules::game::{Game, Id, Log, Options as _, State};
use funhouse::rules::player::Player;
use funhouse::rules::registry::{self, Visitor};
use funhouse::rules::replay::{Run, replay};

/// A game that was played: the deal, its moves, and the states before each.
struct Played<G: Game> {
    dealt: State<G>,
    moves: Vec<G::Move>,
    before: Vec<State<G>>,
}

fn played<G: Game>(player: Player, seed: &str) -> Played<G> {
    let dealt = State::<G>::deal(seed.parse().expect("a seed"), G::Options::default());
    let (mut moves, mut before) = (Vec::new(), vec![dealt.clone()]);
    let mut state = dealt.clone();
    player.play_out(&mut state, 2000, |mv, state| {
        moves.push(mv.clone());
        before.push(state.clone());
    });
    before.pop();
    Played { dealt, moves, before }
}

struct Bench<'a>(&'a mut Criterion);

impl Visitor for Bench<'_> {
    fn visit<G: Game>(&mut self) {
        assert!(G::Options::LIST.len() < 10, "benchmarks run with the default options");
        let game: Played<G> = played(Player::Greedy, "bench");
        let count = game.moves.len().max(1) as u64;

        let mut group = self.0.benchmark_group("move");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            let play = |state: &mut State<G>| {
                let mut log = Log::forgotten();
                for mv in &game.moves {
                    let made = state.play(black_box(mv), &mut log);
                    assert!(made.is_ok(), "the moves are legal");
                }
            };
            b.iter_batched_ref(|| game.dealt.clone(), play, BatchSize::SmallInput);
        });
        group.bench_function(format!("{} with events", G::ID), |b| {
            let play = |state: &mut State<G>| {
                for mv in &game.moves {
                    let mut log = Log::kept();
                    let made = state.play(black_box(mv), &mut log);
                    assert!(made.is_ok(), "the moves are legal");
                    black_box(log.events());
                }
            };
            b.iter_batched_ref(|| game.dealt.clone(), play, BatchSize::SmallInput);
        });
        group.finish();

        let mut group = self.0.benchmark_group("legal moves");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            b.iter(|| game.before.iter().map(|state| black_box(state.legal_moves()).moves.len()).sum::<usize>());
        });
        group.finish();

        let mut group = self.0.benchmark_group("picture");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            b.iter(|| game.before.iter().map(|state| draw(&black_box(state).scene()).len()).sum::<usize>());
        });
        group.finish();

        let mut group = self.0.benchmark_group("random game");
        group.bench_function(G::ID, |b| {
            let play = |state: &mut State<G>| Player::Random.play_out(state, 2000, |_, _| {});
            b.iter_batched_ref(|| game.dealt.clone(), play, BatchSize::SmallInput);
        });
        group.finish();

        let run = Run::<G> {
            game: Id::new(),
            rules: G::RULES,
            seed: game.dealt.seed().clone(),
            options: game.dealt.options(),
            moves: game.moves.clone(),
            score: None,
        };
        let mut group = self.0.benchmark_group("replay");
        group.throughput(Throughput::Elements(count));
        group.bench_function(format!("{} of {count} moves", G::ID), |b| {
            b.iter(|| replay(black_box(&run), false).map(|replay| replay.complete()));
        });
        group.finish();
    }
}

fn rules(criterion: &mut Criterion) {
    registry::visit_all(&mut Bench(criterion));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).measurement_time(std::time::Duration::from_secs(1)).warm_up_time(std::time::Duration::from_millis(300));
    targets = rules
}
criterion_main!(benches);
