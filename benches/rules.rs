//! What the rules cost, for every registered game: a move, a list of legal moves, a picture, a whole
//! random game, a replay; and what it costs to rank a poker hand.
//!
//! Moves and lists are measured along whole games and reported as elements per second: the time of one is the whole divided
//! by their number.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use funhouse::picture::{DEFAULT_WIDTH, draw, draw_png};
use funhouse::rules::cards::{CardOrJoker, poker};
use funhouse::rules::chance::{Chance, Seed};
use funhouse::rules::erased::TypedState;
use funhouse::rules::game::{Log, Options as _, Seated, Seats, Solitaire, State, Viewer};
use funhouse::rules::mode::{Mode as _, SeatedMode, SolitaireMode};
use funhouse::rules::registry::{self, SeatedVisitor, Visitor};
use funhouse::rules::replay::replay;
use funhouse::rules::robot::Robot;
use funhouse::rules::scene::Scene;

/// A game that was played: the deal, its moves, and the states before each.
struct Played<G: Solitaire> {
    dealt: State<G>,
    moves: Vec<G::Move>,
    before: Vec<State<G>>,
}

fn played<G: Solitaire>(player: Robot, seed: &str) -> Played<G> {
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
    fn visit<G: Solitaire>(&mut self) {
        assert!(G::Options::LIST.len() < 10, "benchmarks run with the default options");
        let game: Played<G> = played(Robot::Greedy, "bench");
        let count = game.moves.len().max(1) as u64;

        let mut group = self.0.benchmark_group("move");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            let play = |state: &mut State<G>| {
                let mut log = Log::discard();
                for mv in &game.moves {
                    let played = state.play(black_box(mv), &mut log);
                    assert!(played.is_ok(), "the moves are legal");
                }
            };
            b.iter_batched_ref(|| game.dealt.clone(), play, BatchSize::SmallInput);
        });
        group.bench_function(format!("{} with events", G::ID), |b| {
            let play = |state: &mut State<G>| {
                for mv in &game.moves {
                    let mut log = Log::keep();
                    let played = state.play(black_box(mv), &mut log);
                    assert!(played.is_ok(), "the moves are legal");
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

        png(self.0, G::ID, &game.before[game.before.len() / 2].scene());

        let mut group = self.0.benchmark_group("random game");
        group.bench_function(G::ID, |b| {
            let play = |state: &mut State<G>| Robot::Random.play_out(state, 2000, |_, _| {});
            b.iter_batched_ref(|| game.dealt.clone(), play, BatchSize::SmallInput);
        });
        group.finish();

        let moves: Vec<_> = game.moves.iter().cloned().map(TypedState::<G, SolitaireMode>::shared).collect();
        let dealt = TypedState::<G, SolitaireMode>::boxed(game.dealt.clone());
        let mut group = self.0.benchmark_group("replay");
        group.throughput(Throughput::Elements(count));
        group.bench_function(format!("{} of {count} moves", G::ID), |b| {
            b.iter(|| replay(dealt.copy(), black_box(&moves), 0, None).expect("its own moves").state.finished());
        });
        group.finish();
    }
}

/// A game for several seats: what the others are measured by, and the view of the seat that is to act.
impl SeatedVisitor for Bench<'_> {
    fn visit<G: Seated>(&mut self) {
        let seats = Seats::new(*G::SEATS.end()).expect("seats");
        let dealt = State::<G>::deal_for(seats, "bench".parse().expect("a seed"), G::Options::default());
        let (mut moves, mut before) = (Vec::new(), vec![dealt.clone()]);
        Robot::Greedy.play_all::<G, SeatedMode>(&mut dealt.clone(), 2000, |mv, state| {
            moves.push(mv.clone());
            before.push(state.clone());
        });
        before.pop();
        let count = moves.len().max(1) as u64;

        let mut group = self.0.benchmark_group("move");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            let play = |state: &mut State<G>| {
                let mut log = Log::discard();
                for mv in &moves {
                    let played = state.play(black_box(mv), &mut log);
                    assert!(played.is_ok(), "the moves are legal");
                }
            };
            b.iter_batched_ref(|| dealt.clone(), play, BatchSize::SmallInput);
        });
        group.finish();

        let mut group = self.0.benchmark_group("view");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            let viewer = |state: &State<G>| state.to_act().iter().next().map_or(Viewer::Onlooker, Viewer::Seat);
            b.iter(|| before.iter().for_each(|state| drop(black_box(black_box(state).view(viewer(state))))));
        });
        group.finish();

        let listed: usize = before.iter().map(|state| state.legal_moves().moves.len()).sum();
        let mut group = self.0.benchmark_group("legal moves");
        group.throughput(Throughput::Elements(count));
        group.bench_function(format!("{}, {listed} in {count} positions", G::ID), |b| {
            b.iter(|| before.iter().map(|state| black_box(state.legal_moves()).moves.len()).sum::<usize>());
        });
        group.finish();

        let mut group = self.0.benchmark_group("picture");
        group.throughput(Throughput::Elements(count));
        group.bench_function(G::ID, |b| {
            let scene = |state| SeatedMode::scene(black_box(state), Viewer::Onlooker);
            b.iter(|| before.iter().map(|state| draw(&scene(state)).len()).sum::<usize>());
        });
        group.finish();

        png(self.0, G::ID, &SeatedMode::scene(&before[before.len() / 2], Viewer::Onlooker));
    }
}

/// A PNG of the default width, from the middle of a game.
fn png(criterion: &mut Criterion, game: &str, scene: &Scene) {
    let mut group = criterion.benchmark_group("png");
    group.bench_function(game, |b| b.iter(|| draw_png(black_box(scene), DEFAULT_WIDTH).map(|png| png.len())));
    group.finish();
}

fn rules(criterion: &mut Criterion) {
    registry::visit_all(&mut Bench(criterion));
    registry::visit_seated(&mut Bench(criterion));
}

/// Poker hands of some sizes, with as many jokers as chance gives them.
fn poker_hands(criterion: &mut Criterion) {
    let seed: Seed = "bench".parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("hands");
    let mut group = criterion.benchmark_group("poker hand");
    for size in [1, 5, 7, 20] {
        let hands: Vec<Vec<CardOrJoker>> = (0..100)
            .map(|_| {
                let mut deck = CardOrJoker::DECK;
                draws.shuffle(&mut deck);
                deck[..size].to_vec()
            })
            .collect();
        group.throughput(Throughput::Elements(hands.len() as u64));
        group.bench_function(format!("of {size}"), |b| {
            b.iter(|| hands.iter().filter_map(|hand| poker::HandValue::of(black_box(hand).iter().copied())).max());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).measurement_time(std::time::Duration::from_secs(1)).warm_up_time(std::time::Duration::from_millis(300));
    targets = rules, poker_hands
}
criterion_main!(benches);
