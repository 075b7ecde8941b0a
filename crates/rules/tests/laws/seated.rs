//! Games for several seats: conformance runs of independent models of the rules pages, and the laws of these games.

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{Game, Log, Options, Seat, SeatMove, Seated, Seats, State, Viewer};
use funhouse_rules::registry::{self, SeatedVisitor};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::walks::{is_sampled, number, read};

const RUNS: &str = include_str!("../../../../tests/conformance/seated.jsonl");

/// A line of the conformance runs.
#[derive(Deserialize)]
struct ConformanceRun {
    game: String,
    rules: u32,
    seed: Seed,
    seats: Seats,
    options: Json,
    moves: Vec<Json>,
    points: Vec<Vec<i64>>,
    to_act: Vec<Json>,
    legal: Vec<Option<usize>>,
    places: Vec<u8>,
    views: Vec<(usize, u8, Json)>,
    illegal: Vec<(usize, Json, String)>,
}

/// Plays all conformance runs of each game.
struct Agree<'a> {
    lines: &'a [ConformanceRun],
    agreed: usize,
}

impl SeatedVisitor for Agree<'_> {
    fn visit<G: Seated>(&mut self) {
        let lines = self.lines.iter().filter(|line| line.game == G::ID && line.rules == G::RULES);
        for line in lines {
            agree::<G>(line);
            self.agreed += 1;
        }
    }
}

fn agree<G: Seated>(line: &ConformanceRun) {
    let options: G::Options = read(&line.options.to_string()).expect("options");
    assert!(G::SEATS.contains(&line.seats.count()), "{} takes {} seats", G::ID, line.seats.count());
    let mut state = State::<G>::deal_for(line.seats, line.seed.clone(), options);
    for count in 0..=line.moves.len() {
        let place = format!("{}, seed {}, after {count} moves", G::ID, line.seed);
        assert_eq!(state.points(), line.points[count], "points, {place}");
        assert_eq!(json!(state.to_act()), line.to_act[count], "to act, {place}");
        let legal = state.legal_moves();
        if let Some(expected) = line.legal[count].filter(|_| legal.bounds.is_none()) {
            assert_eq!(legal.moves.len(), expected, "count of legal moves, {place}");
        }
        for (_, seat, table) in line.views.iter().filter(|(after, ..)| *after == count) {
            let viewer = Seat::new(*seat).map_or(Viewer::Onlooker, Viewer::Seat);
            let mut view = json!(state.view(viewer));
            // The model that wrote the views omitted keys that a state has too, such as `game`, which is also in the
            // table of a series.
            if table.get("game").is_none() {
                view.as_object_mut().expect("a table is an object").remove("game");
            }
            assert_eq!(view, *table, "the view of {viewer:?}, {place}");
        }
        for (_, mv, rule) in line.illegal.iter().filter(|(after, ..)| *after == count) {
            let mv: G::Move = read(&mv.to_string()).unwrap_or_else(|e| panic!("{place}: {mv}: {e}"));
            let before = state.clone();
            let refused = state.play(&mv, &mut Log::discard()).expect_err(&place);
            assert_eq!(refused.rule.0, rule, "{mv:?}, {place}");
            assert_eq!(state, before, "a refused move changes nothing, {place}");
            assert!(!legal.moves.contains(&mv), "{mv:?} is listed, {place}");
        }
        if let Some(mv) = line.moves.get(count) {
            let mv: G::Move = read(&mv.to_string()).unwrap_or_else(|e| panic!("{place}: {mv}: {e}"));
            assert!(legal.bounds.is_some() || legal.moves.contains(&mv), "{mv:?} is not listed, {place}");
            state.play(&mv, &mut Log::keep()).unwrap_or_else(|e| panic!("{mv:?} is refused, {place}: {e}"));
        }
    }
    assert_eq!(state.places(), Some(line.places.clone()), "places, {}, seed {}", G::ID, line.seed);
}

#[test]
fn conformance_runs_are_reproduced() {
    let lines: Vec<ConformanceRun> =
        RUNS.lines().map(|line| serde_json::from_str(line).expect("a line is a run")).collect();
    let mut check = Agree { lines: &lines, agreed: 0 };
    registry::visit_seated(&mut check);
    let registered = lines.iter().filter(|line| registry::seated_ids().contains(&line.game.as_str())).count();
    assert_eq!(check.agreed, registered);
}

/// Returns how many games the laws play with each number of seats: `FUNHOUSE_LAWS`, if set.
fn games() -> u64 {
    number("FUNHOUSE_LAWS").unwrap_or(4)
}

/// Checks every position of games by random players, by the built-in player, and by both.
///
/// `FUNHOUSE_LAWS_GAME` limits the check to one game, so that many games of it can be played.
fn check_positions<G: Seated>(mut check: impl FnMut(&State<G>, &mut Draws)) {
    if std::env::var("FUNHOUSE_LAWS_GAME").is_ok_and(|id| id != G::ID) {
        return;
    }
    for seats in G::SEATS.filter_map(Seats::new) {
        for n in 0..games() {
            let seed: Seed = format!("law-{n}").parse().expect("a seed");
            let mut draws = Chance::new(&seed).event("laws");
            let options = options::<G>(&mut draws);
            let mut state = State::<G>::deal_for(seats, seed.clone(), options);
            let mut moves = 0;
            while !state.finished() {
                if is_sampled(n, moves) {
                    check(&state, &mut draws);
                }
                let mv = match n % 3 {
                    0 => random(&state, &mut draws),
                    1 => planned_move(&state, &mut draws),
                    _ if draws.below(2) == 0 => random(&state, &mut draws),
                    _ => planned_move(&state, &mut draws),
                };
                state.play(&mv, &mut Log::keep()).unwrap_or_else(|e| panic!("{} {seats:?} {n}: {mv:?}: {e}", G::ID));
                moves += 1;
                assert!(moves < 10_000, "{} ends", G::ID);
            }
            check(&state, &mut draws);
        }
    }
}

fn options<G: Game>(draws: &mut Draws) -> G::Options {
    let any =
        G::Options::LIST.iter().map(|option| (option.name.to_owned(), json!(*draws.pick(option.values)))).collect();
    read(&Json::Object(any).to_string()).expect("options")
}

fn seat_to_act<G: Seated>(state: &State<G>, draws: &mut Draws) -> Seat {
    let seats: Vec<Seat> = state.to_act().iter().collect();
    *one_of(&seats, draws)
}

fn random<G: Seated>(state: &State<G>, draws: &mut Draws) -> G::Move {
    use funhouse_rules::game::Bounds as _;
    let legal = state.legal_moves();
    match legal.bounds {
        Some(bounds) if legal.moves.is_empty() => bounds.any(draws),
        _ => one_of(&legal.moves, draws).clone(),
    }
}

fn planned_move<G: Seated>(state: &State<G>, draws: &mut Draws) -> G::Move {
    let seat = seat_to_act(state, draws);
    let plan = state.plan_for(seat);
    let mv = plan.into_iter().next().unwrap_or_else(|| panic!("{}: seat {seat} may act and has no plan", G::ID));
    assert_eq!(mv.seat(), seat, "the built-in player plays its own seat");
    mv
}

fn one_of<'a, T>(list: &'a [T], draws: &mut Draws) -> &'a T {
    &list[usize::try_from(draws.below(list.len() as u64)).expect("an index")]
}

/// Defines a law as a visitor.
macro_rules! law {
    ($name:ident, |$state:ident: &State<$G:ident>, $draws:ident| $check:block) => {
        #[test]
        fn $name() {
            struct Law;
            impl SeatedVisitor for Law {
                fn visit<$G: Seated>(&mut self) {
                    check_positions::<$G>(|$state, $draws| $check);
                }
            }
            registry::visit_seated(&mut Law);
        }
    };
}

law!(seats_to_act_have_moves_until_the_end, |state: &State<G>, _draws| {
    let legal = state.legal_moves();
    assert_eq!(state.to_act().is_empty(), state.finished());
    assert_eq!(state.places().is_some(), state.finished());
    assert_eq!(state.points().len(), usize::from(state.seats().count()));
    for seat in state.to_act().iter() {
        assert!(state.seats().contains(seat));
        assert!(legal.bounds.is_some() || legal.moves.iter().any(|mv| mv.seat() == seat), "{}: seat {seat}", G::ID);
    }
    for seat in state.seats().iter() {
        let own = state.legal_moves_of(seat);
        let whose = own.moves.iter().map(SeatMove::seat).chain(own.bounds.iter().map(SeatMove::seat));
        assert!(whose.clone().all(|other| other == seat), "{}: what seat {seat} may do", G::ID);
        assert_eq!(whose.count() > 0, state.to_act().contains(seat), "{}: seat {seat}", G::ID);
    }
    assert!(legal.moves.iter().all(|mv| state.to_act().contains(mv.seat())));
});

law!(listed_moves_are_legal_and_unique, |state: &State<G>, draws| {
    let moves = state.legal_moves().moves;
    for _ in 0..moves.len().min(20) {
        let mv = one_of(&moves, draws);
        let mut after = state.clone();
        after.play(mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{}: {mv:?}: {e}", G::ID));
        assert_eq!(moves.iter().filter(|other| *other == mv).count(), 1, "{}: {mv:?}", G::ID);
        let json = serde_json::to_string(mv).expect("JSON");
        assert_eq!(read::<G::Move>(&json).expect("it is read back"), *mv);
    }
});

law!(reachable_states_are_admitted_unchanged, |state: &State<G>, _draws| {
    let json = serde_json::to_string(state).expect("JSON");
    let form: funhouse_rules::game::StateForm<G> = read(&json).unwrap_or_else(|e| panic!("{json}: {e}"));
    assert_eq!(form.admit().unwrap_or_else(|faults| panic!("{json}: {faults:?}")), *state);
});

law!(simultaneous_choices_commute, |state: &State<G>, draws| {
    let seats: Vec<Seat> = state.to_act().iter().collect();
    if seats.len() < 2 {
        return;
    }
    let moves = state.legal_moves().moves;
    let chosen: Vec<G::Move> = seats
        .iter()
        .filter_map(|seat| {
            let own: Vec<_> = moves.iter().filter(|mv| mv.seat() == *seat).collect();
            (!own.is_empty()).then(|| (*one_of(&own, draws)).clone())
        })
        .collect();
    let play = |moves: &mut dyn Iterator<Item = &G::Move>| {
        let mut state = state.clone();
        let count = moves.filter(|mv| state.play(mv, &mut Log::discard()).is_ok()).count();
        (count, state)
    };
    let (forth_count, forth) = play(&mut chosen.iter());
    let (back_count, back) = play(&mut chosen.iter().rev());
    if forth_count == chosen.len() && back_count == chosen.len() {
        assert_eq!(forth, back, "{}", G::ID);
    }
});

#[test]
fn every_game_has_conformance_runs() {
    struct Facts;
    impl SeatedVisitor for Facts {
        fn visit<G: Seated>(&mut self) {
            assert!(
                RUNS.contains(&format!("\"game\":\"{}\"", G::ID)) || RUNS.contains(&format!("\"game\": \"{}\"", G::ID)),
                "{}",
                G::ID
            );
            assert!(*G::SEATS.start() >= 2, "{}", G::ID);
            assert!(G::ENDED.0.starts_with(G::ID) && G::TURN.0.starts_with(G::ID));
        }
    }
    registry::visit_seated(&mut Facts);
}
