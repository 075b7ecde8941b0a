//! Equivalent runs: their canonical forms are equal exactly if they differ only in what has no effect.

use std::collections::BTreeMap;

use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Id, Log, NoOptions, ScoreCard as _, Solitaire, State, Version};
use funhouse::rules::games::epic_funhouse::catwalk::{
    self, Catwalk, CatwalkOptions, Choose, Dexterity, Flick, Outcome,
};
use funhouse::rules::games::epic_funhouse::magic_mirror::{self, LayOut, MagicMirror, Match};
use funhouse::rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use funhouse::rules::games::epic_funhouse::slide_jam::{self, Pop, SlideJam, StackSide};
use funhouse::rules::games::epic_funhouse::trampo_land::{self, Bounce, Person, TrampoLand, Trampoline, Walk};
use funhouse::rules::games::epic_funhouse::{self, EpicFunhouse};
use funhouse::rules::games::magic_bag::{self, MagicBag, Pay};
use funhouse::rules::piecepack::{Suit, Value};
use funhouse::rules::replay::{Run, canonical, replay};
use funhouse::rules::robot::Robot;

use crate::support::walks::{Law, MAX_MOVES, draws, seed, uphold, wander};

fn run_of<G: Solitaire>(seed: &Seed, options: G::Options, moves: Vec<G::Move>) -> Run<G> {
    Run { game: Id::new(), rules: Version::new(), seed: seed.clone(), options, moves, score: None }
}

/// A run that wanders to its end.
fn wandered<G: Solitaire>(seed: &Seed, options: G::Options, n: u64) -> Run<G> {
    let mut moves = Vec::new();
    let start = State::<G>::deal(seed.clone(), options);
    wander(start, &mut draws("equivalence", n), |_, mv| moves.extend(mv.cloned()));
    run_of(seed, options, moves)
}

/// A run of a built-in player.
fn played<G: Solitaire>(robot: Robot, seed: &Seed, options: G::Options) -> Run<G> {
    let mut moves = Vec::new();
    robot.play_out(&mut State::<G>::deal(seed.clone(), options), MAX_MOVES, |mv, _| moves.push(mv.clone()));
    run_of(seed, options, moves)
}

/// The states of a run, the deal's first.
fn states<G: Solitaire>(run: &Run<G>) -> Vec<State<G>> {
    let mut state = State::<G>::deal(run.seed.clone(), run.options);
    let mut states = vec![state.clone()];
    for mv in &run.moves {
        state.play(mv, &mut Log::discard()).expect("a legal run");
        states.push(state.clone());
    }
    states
}

fn after<G: Solitaire>(state: &State<G>, moves: &[&G::Move]) -> Option<State<G>> {
    let mut state = state.clone();
    moves.iter().try_for_each(|mv| state.play(mv, &mut Log::discard())).ok()?;
    Some(state)
}

/// A run with other moves.
fn with<G: Solitaire>(run: &Run<G>, moves: Vec<G::Move>) -> Run<G> {
    Run { moves, ..run.clone() }
}

/// Fails unless both runs are legal, complete, score the same, and are equivalent although their moves differ.
fn assert_equivalent<G: Solitaire>(run: &Run<G>, variant: &Run<G>) {
    assert_ne!(run.moves, variant.moves, "{} on {}", G::ID, run.seed);
    let [one, other] = [run, variant].map(|run| replay(run, false));
    assert!(other.legal() && other.complete(), "{} on {}: {:?}", G::ID, run.seed, other.illegal_move);
    assert_eq!(one.state.score().total(), other.state.score().total(), "{} on {}", G::ID, run.seed);
    assert_eq!(canonical(run), canonical(variant), "{} on {}", G::ID, run.seed);
}

#[test]
fn runs_with_equivalent_or_reordered_moves_are_equivalent() {
    #[derive(Default)]
    struct Equivalent(BTreeMap<&'static str, [u32; 2]>);
    impl Law for Equivalent {
        const SEEDS: u64 = 8;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let run = wandered::<G>(&seed, options, 0);
            let states = states(&run);
            let [replaced, swapped] = self.0.entry(G::ID).or_default();
            for (i, mv) in run.moves.iter().enumerate() {
                for other in states[i].legal_moves().moves.into_iter().filter(|other| other != mv) {
                    if after(&states[i], &[&other]).as_ref() == Some(&states[i + 1]) {
                        let mut moves = run.moves.clone();
                        moves[i] = other;
                        assert_equivalent(&run, &with(&run, moves));
                        *replaced += 1;
                    }
                }
                let Some(next) = run.moves.get(i + 1).filter(|next| *next != mv) else { continue };
                if after(&states[i], &[next, mv]).as_ref() == Some(&states[i + 2]) {
                    let mut moves = run.moves.clone();
                    moves.swap(i, i + 1);
                    assert_equivalent(&run, &with(&run, moves));
                    *swapped += 1;
                }
            }
        }
    }
    let seen = uphold(Equivalent::default()).0;
    for (game, least) in
        [("slide-jam", [1, 0]), ("whack-a-dummy", [1, 0]), ("trampo-land", [0, 1]), ("magic-mirror", [0, 1])]
    {
        assert!(seen[game][0] >= least[0] && seen[game][1] >= least[1], "{game} has some: {seen:?}");
    }
}

#[test]
fn runs_with_different_scores_are_not_equivalent() {
    #[derive(Default)]
    struct Unlike(BTreeMap<&'static str, [u32; 2]>);
    impl Law for Unlike {
        const SEEDS: u64 = 12;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let runs: Vec<Run<G>> = (0..3).map(|n| wandered::<G>(&seed, options, n)).collect();
            let form = |run: &Run<G>| (canonical(run), replay(run, false).state.score());
            let forms: Vec<_> = runs.iter().map(form).collect();
            for (i, one) in forms.iter().enumerate() {
                for (j, other) in forms.iter().enumerate().skip(i + 1) {
                    let equivalent = one.0 == other.0;
                    assert!(!equivalent || one.1 == other.1, "{} on {seed}: {}", G::ID, one.0);
                    let [pairs, of_like] = self.0.entry(G::ID).or_default();
                    *pairs += 1;
                    *of_like += u32::from(equivalent && runs[i].moves != runs[j].moves);
                }
            }
            // Whatever else might have been the last move.
            let run = &runs[0];
            let states = states(run);
            let Some(last) = run.moves.len().checked_sub(1) else { return };
            for other in states[last].legal_moves().moves {
                let end = after(&states[last], &[&other]).expect("a legal move");
                if end.finished() && end.score() != states[last + 1].score() {
                    let mut moves = run.moves.clone();
                    moves[last] = other;
                    assert_ne!(canonical(run), canonical(&with(run, moves)), "{} on {seed}", G::ID);
                }
            }
        }
    }
    for (game, [pairs, equivalent]) in uphold(Unlike::default()).0 {
        assert!(equivalent * 5 <= pairs, "{game}: {equivalent} of {pairs} pairs of random runs are equivalent");
    }
}

#[test]
fn slide_jam_ignores_stack_sides_and_family_directions() {
    for n in 0..10 {
        let run = played::<SlideJam>(Robot::Greedy, &seed("equivalence", n), NoOptions {});
        let varied = |vary: fn(&mut Pop)| {
            let mut moves = run.moves.clone();
            moves.iter_mut().for_each(|slide_jam::Move::Pop(pop)| vary(pop));
            with(&run, moves)
        };
        assert_equivalent(&run, &varied(|pop| pop.stack = opposite(pop.stack)));
        assert_equivalent(&run, &varied(|pop| pop.cells.reverse()));
    }
}

fn opposite(side: StackSide) -> StackSide {
    match side {
        StackSide::Left => StackSide::Right,
        StackSide::Right => StackSide::Left,
    }
}

#[test]
fn magic_mirror_ignores_pair_order_not_stack_order() {
    for n in 0..10 {
        let run = played::<MagicMirror>(Robot::Greedy, &seed("equivalence", n), NoOptions {});
        let reversed = run.moves.iter().map(|mv| match mv {
            magic_mirror::Move::Match(Match { tiles: [a, b] }) => magic_mirror::Move::Match(Match { tiles: [*b, *a] }),
            lay_out => lay_out.clone(),
        });
        assert_equivalent(&run, &with(&run, reversed.collect()));
        // The row before the mirror is the last of the upper stack and the first of the lower one.
        let mut turned = run.moves.clone();
        turned[0] = magic_mirror::Move::LayOut(LayOut { upper: StackSide::Right });
        assert_ne!(turned[0], run.moves[0]);
        assert_ne!(canonical(&run), canonical(&with(&run, turned)));
    }
}

#[test]
fn catwalk_ignores_suit_and_order_of_crossing_coins() {
    let mut permuted = 0;
    for n in 0..10 {
        let run = played::<Catwalk>(Robot::Greedy, &seed("equivalence", n), CatwalkOptions::default());
        let end = replay(&run, false).state;
        let catwalk::Table::Flicking(table) = end.table() else { panic!("it is finished") };
        let crossed = table.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Crossed(mv) => Some(mv.coin),
            Outcome::Fell(_) => None,
        });
        let crossed: Vec<Value> = crossed.collect();
        let other = |coin: Value| match crossed.iter().position(|crossed| *crossed == coin) {
            Some(i) => crossed[(i + 1) % crossed.len()],
            None => coin,
        };
        permuted += usize::from(crossed.len() > 1);
        let varied = run.moves.iter().map(|mv| match mv {
            catwalk::Move::Choose(mv) => {
                let suit = Suit::ALL[(mv.suit.index() + 1) % 4];
                catwalk::Move::Choose(Choose { suit, ..*mv })
            }
            catwalk::Move::Flick(mv) => catwalk::Move::Flick(Flick { coin: other(mv.coin), ..*mv }),
            other => other.clone(),
        });
        assert_equivalent(&run, &with(&run, varied.collect()));
    }
    assert!(permuted > 0, "in some run more than one coin crosses");
}

#[test]
fn catwalk_ignores_aim_if_same_tile_is_left() {
    let mut found = 0;
    for n in 0..10 {
        let run = played::<Catwalk>(Robot::Greedy, &seed("equivalence", n), CatwalkOptions::default());
        let states = states(&run);
        for (i, mv) in run.moves.iter().enumerate() {
            let catwalk::Move::Flick(mv) = mv else { continue };
            let other = catwalk::Move::Flick(Flick { dx: mv.dx + 1, ..*mv });
            let mut moves = run.moves.clone();
            moves[i] = other.clone();
            match after(&states[i], &[&other]) {
                Some(there) if there == states[i + 1] => {
                    assert_equivalent(&run, &with(&run, moves));
                    found += 1;
                }
                _ => assert_ne!(canonical(&run), canonical(&with(&run, moves)), "a place counts to the unit"),
            }
        }
    }
    assert!(found > 0, "some coin falls or crosses");
}

#[test]
fn catwalk_ignores_order_in_which_real_coins_end() {
    for n in 0..10 {
        let options = CatwalkOptions { dexterity: Dexterity::Reported, ..CatwalkOptions::default() };
        let run = played::<Catwalk>(Robot::Random, &seed("equivalence", n), options);
        let mut moves = run.moves.clone();
        let first = moves.len() - 6;
        moves[first..].reverse();
        assert_equivalent(&run, &with(&run, moves));
    }
}

#[test]
fn roll_out_the_barrels_ignores_earlier_attempts() {
    for n in 0..10 {
        let run = played::<RollOutTheBarrels>(Robot::Greedy, &seed("equivalence", n), Default::default());
        let tries = states(&run)[0].legal_moves().moves.into_iter().take(3);
        assert_equivalent(&run, &with(&run, tries.chain(run.moves.iter().cloned()).collect()));
    }
}

/// Where each trampoline goes when the triangle is mirrored left to right, and when it is turned.
const MIRRORED: [u64; 15] = [1, 3, 2, 6, 5, 4, 10, 9, 8, 7, 15, 14, 13, 12, 11];
const TURNED: [u64; 15] = [11, 12, 7, 13, 8, 4, 14, 9, 5, 2, 15, 10, 6, 3, 1];

#[test]
fn trampo_land_ignores_mirroring_and_rotation() {
    let at = |number: u64| Trampoline::new(number).expect("1 to 15");
    let mut found = 0;
    for n in 0..20_000 {
        let seed = seed("equivalence", n);
        let deal = State::<TrampoLand>::deal(seed.clone(), NoOptions {});
        let people: BTreeMap<u64, Option<Person>> = (1..=15).map(|number| (number, person(&deal, number))).collect();
        for turns in 0..3 {
            for mirrored in [false, true] {
                let seen = |number: u64| {
                    let turned = (0..turns).fold(number, |number, _| TURNED[number as usize - 1]);
                    if mirrored { MIRRORED[turned as usize - 1] } else { turned }
                };
                if (turns, mirrored) == (0, false) || (1..=15).any(|number| people[&number] != people[&seen(number)]) {
                    continue;
                }
                found += 1;
                let run = played::<TrampoLand>(Robot::Greedy, &seed, NoOptions {});
                let number = |trampoline: Trampoline| (1..=15).find(|n| at(*n) == trampoline).expect("1 to 15");
                let seen = |trampoline: Trampoline| at(seen(number(trampoline)));
                let moves = run.moves.iter().map(|mv| match mv {
                    trampo_land::Move::Bounce(Bounce { from, to }) => {
                        trampo_land::Move::Bounce(Bounce { from: seen(*from), to: seen(*to) })
                    }
                    trampo_land::Move::Walk(Walk { from, to }) => {
                        trampo_land::Move::Walk(Walk { from: seen(*from), to: seen(*to) })
                    }
                    stop => stop.clone(),
                });
                assert_equivalent(&run, &with(&run, moves.collect()));
            }
        }
        if found >= 3 {
            return;
        }
    }
    panic!("of {found} deals only the mirror image is the deal itself");
}

/// The person on a trampoline.
fn person(state: &State<TrampoLand>, number: u64) -> Option<Person> {
    let json = serde_json::to_value(state.table()).expect("it is JSON");
    let person = json["trampolines"].get(number.to_string())?.clone();
    Some(serde_json::from_value(person).expect("a person"))
}

#[test]
fn magic_bag_ignores_when_coins_are_paid() {
    let mut found = 0;
    for n in 0..40 {
        let run = played::<MagicBag>(Robot::Random, &seed("equivalence", n), NoOptions {});
        let pays = run.moves.iter().enumerate().filter_map(|(i, mv)| match mv {
            magic_bag::Move::Pay(pay) => Some((i, *pay)),
            _ => None,
        });
        let pays: Vec<(usize, Pay)> = pays.collect();
        for pair in pays.windows(2) {
            let [(i, one), (j, other)] = [pair[0], pair[1]];
            let mut moves = run.moves.clone();
            moves[i] = magic_bag::Move::Pay(Pay { coin: other.coin, ..one });
            moves[j] = magic_bag::Move::Pay(Pay { coin: one.coin, ..other });
            let variant = with(&run, moves);
            if replay(&variant, false).legal() {
                assert_equivalent(&run, &variant);
                found += 1;
            }
        }
    }
    assert!(found > 3, "{found} pairs of payments could be exchanged");
}

#[test]
fn funhouse_ignores_swapped_stacks_with_equal_later_rooms() {
    let mut equivalent = 0;
    for n in 0..12 {
        let run = played::<EpicFunhouse>(Robot::Greedy, &seed("equivalence", n), Default::default());
        for lay_out in [false, true] {
            let moves = run.moves.iter().map(|mv| match mv {
                epic_funhouse::Move::Pop(pop) => epic_funhouse::Move::Pop(Pop { stack: opposite(pop.stack), ..*pop }),
                epic_funhouse::Move::LayOut(mv) if lay_out => {
                    epic_funhouse::Move::LayOut(LayOut { upper: opposite(mv.upper) })
                }
                other => other.clone(),
            });
            let variant = with(&run, moves.collect());
            let end = replay(&variant, false);
            // Where a room is set up otherwise, the same moves hardly fit it.
            if end.legal() && end.state == replay(&run, false).state {
                assert_equivalent(&run, &variant);
                equivalent += 1;
            }
        }
        // The tile that lies below decides the track of the next room.
        let mut reversed = run.moves.clone();
        let pair = reversed.iter_mut().find_map(|mv| match mv {
            epic_funhouse::Move::Match(mv) => Some(mv),
            _ => None,
        });
        if let Some(pair) = pair {
            pair.tiles.reverse();
            assert_ne!(canonical(&run), canonical(&with(&run, reversed)), "another track is another run");
        }
    }
    assert!(equivalent >= 3, "{equivalent} runs have a mirror image");
}
