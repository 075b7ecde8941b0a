//! The best total of small positions, found by playing everything with the game's own rules.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::iter::repeat_n;

use funhouse_analysis::{Analyzed, Bounds, Budget, Effort};
use funhouse_rules::chance::{Chance, Draws};
use funhouse_rules::game::{Log, ScoreCard as _, State, StateForm};
use funhouse_rules::games::easy_slider::{EasySlider, Move, Slide};
use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::{RollOutTheBarrels, RollOutTheBarrelsOptions};
use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;
use funhouse_rules::piecepack::Arrangement;

use crate::support::{analyzed, dealt, position, random_game, seed, with_moves};

/// Every state that play can reach, by its JSON; none if there are more than `max`.
fn reachable<G: Analyzed>(from: &State<G>, max: usize) -> Option<BTreeMap<String, State<G>>> {
    let key = |state: &State<G>| serde_json::to_string(state.table()).expect("a table is JSON");
    let mut reached = BTreeMap::from([(key(from), from.clone())]);
    let mut open = vec![from.clone()];
    while let Some(state) = open.pop() {
        for mv in state.legal_moves().moves {
            let mut after = state.clone();
            after.play(&mv, &mut Log::discard()).expect("a listed move is legal");
            if reached.len() > max {
                return None;
            }
            if reached.insert(key(&after), after.clone()).is_none() {
                open.push(after);
            }
        }
    }
    Some(reached)
}

fn best<G: Analyzed>(states: &BTreeMap<String, State<G>>) -> u64 {
    let totals = states.values().filter(|state| state.finished()).map(|state| state.score().total());
    totals.min().expect("a game can end")
}

/// Compares the analysis of the last positions of random games with brute force, until this many have been compared.
fn compare_last_positions<G: Analyzed>(count: usize, max_states: usize) {
    let (mut compared, mut distinct) = (0, BTreeSet::new());
    for game in 0.. {
        for state in random_game::<G>(&format!("brute-{game}")) {
            let Some(states) = reachable(&state, max_states) else { break };
            let expected = best(&states);
            let found = analyzed(&state, Effort::Normal);
            assert_eq!(found.bounds, Bounds::exactly(expected), "{state:?}");
            distinct.insert(expected);
            compared += 1;
            if compared % 8 == 0 {
                compare_moves(&state, &found.bounds, max_states);
            }
        }
        if compared >= count {
            break;
        }
    }
    assert!(distinct.len() > 5, "only totals {distinct:?}");
}

/// Compares the value of each move with brute force.
fn compare_moves<G: Analyzed>(state: &State<G>, bounds: &Bounds, max_states: usize) {
    let found = with_moves(state, Effort::Normal);
    assert_eq!(found.bounds, *bounds);
    let values = found.moves.expect("they were requested");
    assert_eq!(
        values.iter().map(|value| &value.mv).collect::<Vec<_>>(),
        state.legal_moves().moves.iter().collect::<Vec<_>>()
    );
    for value in values {
        let mut after = state.clone();
        after.play(&value.mv, &mut Log::discard()).expect("a listed move is legal");
        let states = reachable(&after, max_states).expect("no more than before the move");
        assert_eq!(value.bounds, Some(Bounds::exactly(best(&states))), "{:?} in {state:?}", value.mv);
    }
}

#[test]
fn slide_jam_matches_brute_force() {
    compare_last_positions::<SlideJam>(2000, 1500);
}

#[test]
fn magic_mirror_matches_brute_force() {
    compare_last_positions::<MagicMirror>(2500, 1500);
}

#[test]
fn trampo_land_matches_brute_force() {
    compare_last_positions::<TrampoLand>(2000, 1500);
}

/// Any pieces on any trampolines, at least one of which is empty. The game may have ended.
fn posted_trampolines(draws: &mut Draws) -> State<TrampoLand> {
    let mut json = serde_json::to_value(dealt::<TrampoLand>("posted")).expect("a state is JSON");
    let (kids, adults) = (draws.below(10) as usize, draws.below(5) as usize);
    let mut numbers: Vec<usize> = (1..=15).collect();
    draws.shuffle(&mut numbers);
    let people = ["you"].into_iter().chain(repeat_n("adult", adults)).chain(repeat_n("kid", kids));
    let placed = numbers.into_iter().zip(people).map(|(number, person)| (number.to_string(), person.into()));
    json["table"]["trampolines"] = serde_json::Value::Object(placed.collect());
    let form = StateForm::<TrampoLand>::from_value(json).expect("a state");
    form.admit().expect("it is possible")
}

/// Without nodes, `at_least` is the bound by which the search drops positions. If no move lowers it, no line ends below it.
#[test]
fn trampo_land_bound_never_falls() {
    let bound = |state: &State<TrampoLand>| {
        let found = TrampoLand::solve(state, false, &mut Budget::new(0, &|_| true)).expect("it is not canceled");
        found.bounds.at_least
    };
    let seed = seed("bound");
    let mut draws = Chance::new(&seed).event("analysis/bound");
    let mut distinct = BTreeSet::new();
    for _ in 0..20_000 {
        let state = posted_trampolines(&mut draws);
        let before = bound(&state);
        assert!(before <= state.score().total(), "{state:?}");
        for mv in state.legal_moves().moves {
            let mut after = state.clone();
            after.play(&mv, &mut Log::discard()).expect("a listed move is legal");
            assert!(before <= bound(&after), "{mv:?} in {state:?}");
        }
        distinct.insert(before);
    }
    assert!(distinct.len() > 5, "only bounds {distinct:?}");
}

/// The die can always be placed again, so all positions after the deal have the same best total as the deal.
#[test]
fn roll_out_the_barrels_matches_brute_force() {
    let mut compared = 0;
    for game in 0..16 {
        let die = if game % 2 == 0 { Arrangement::OppositesSumTo5 } else { Arrangement::Counter };
        let dealt = State::deal(seed(&format!("brute-{game}")), RollOutTheBarrelsOptions { die });
        let states = reachable::<RollOutTheBarrels>(&dealt, 2000).expect("at most 1,153");
        let expected = Bounds::exactly(best(&states));
        for state in states.values().filter(|state| !state.finished()) {
            assert_eq!(analyzed(state, Effort::Quick).bounds, expected, "{state:?}");
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// Positions that no play reaches, but that can be posted: the die in any orientation on any cell.
#[test]
fn posted_barrels_match_brute_force() {
    let dealt = dealt::<RollOutTheBarrels>("posted");
    for (cell, (top, north)) in [("d5", (0, 4)), ("c6", (0, 1)), ("b3", (5, 2)), ("d1", (3, 0))] {
        let mut json = serde_json::to_value(&dealt).expect("a state is JSON");
        json["table"]["die"] = serde_json::json!({ "cell": cell, "top": top, "north": north });
        let form = StateForm::<RollOutTheBarrels>::from_value(json).expect("a state");
        let state = form.admit().expect("it is possible");
        let states = reachable(&state, 2000).expect("at most 1,153");
        assert_eq!(analyzed(&state, Effort::Quick).bounds, Bounds::exactly(best(&states)), "{cell}");
    }
}

/// A solved board that slides at random, with no slide undone at once. It may be solved.
fn scrambled(name: &str, slides: u64) -> State<EasySlider> {
    let mut json = serde_json::to_value(dealt::<EasySlider>(name)).expect("a state is JSON");
    let table = &mut json["table"];
    let (suits, values) = (table["row_suits"].clone(), table["column_values"].clone());
    let mut nulls = ["S0", "M0", "C0", "A0"].into_iter();
    let mut draws = Chance::new(&seed(name)).event("analysis/scramble");
    // The hole is moved from e5 by hand, since a solved state has no moves.
    let mut grid: Vec<Option<String>> = (0..25)
        .map(|cell| match cell {
            0..20 => Some(format!("{}{}", suits[cell / 5].as_str().expect("a suit"), values[cell % 5])),
            24 => None,
            _ => nulls.next().map(str::to_owned),
        })
        .collect();
    let (mut hole, mut before) = (24, 25);
    for _ in 0..slides {
        let near = neighbors(hole).into_iter().filter(|cell| *cell != before).collect::<Vec<_>>();
        let cell = draw(&mut draws, &near);
        grid.swap(hole, cell);
        (before, hole) = (hole, cell);
    }
    let name = |cell: usize| format!("{}{}", char::from(b'a' + (cell % 5) as u8), cell / 5 + 1);
    let cells = grid.iter().enumerate().filter_map(|(cell, tile)| Some((name(cell), tile.clone()?.into())));
    table["grid"] = serde_json::Value::Object(cells.collect());
    table["slides"] = slides.into();
    let form = StateForm::<EasySlider>::from_value(json).expect("a state");
    form.admit().expect("it is possible")
}

fn draw(draws: &mut Draws, cells: &[usize]) -> usize {
    cells[draws.below(cells.len() as u64) as usize]
}

fn neighbors(cell: usize) -> Vec<usize> {
    let (row, column) = (cell / 5, cell % 5);
    let near = |other: &usize| (other / 5).abs_diff(row) + (other % 5).abs_diff(column) == 1;
    (0..25).filter(near).collect()
}

/// The number of slides of a shortest solution, by breadth-first search.
fn shortest(state: &State<EasySlider>) -> u64 {
    let key = |state: &State<EasySlider>| serde_json::to_string(&state.table().grid).expect("a grid is JSON");
    let mut seen = BTreeSet::from([key(state)]);
    let mut queue = VecDeque::from([(0, state.clone())]);
    while let Some((slides, state)) = queue.pop_front() {
        if state.finished() {
            return slides;
        }
        for mv in state.legal_moves().moves {
            let Move::Slide(Slide { .. }) = mv else { continue };
            let mut after = state.clone();
            after.play(&mv, &mut Log::discard()).expect("a listed move is legal");
            if seen.insert(key(&after)) {
                queue.push_back((slides + 1, after));
            }
        }
    }
    panic!("every board has a solution")
}

#[test]
fn easy_slider_matches_brute_force() {
    let mut distinct = BTreeSet::new();
    for number in 0..2000 {
        let state = scrambled(&format!("scrambled-{number}"), 1 + number % 9);
        let slides = shortest(&state);
        let found = analyzed(&state, Effort::Quick);
        assert_eq!(found.bounds, Bounds::exactly(state.score().total() + slides), "{state:?}");
        distinct.insert(slides);
    }
    assert!(distinct.len() > 5, "only {distinct:?} slides");
}

#[test]
fn easy_slider_values_match_brute_force() {
    for number in 0..100 {
        let state = scrambled(&format!("valued-{number}"), 1 + number % 9);
        let values = with_moves(&state, Effort::Quick).moves.expect("they were requested");
        let slides = values.iter().filter(|value| matches!(value.mv, Move::Slide(_)));
        for value in slides {
            let mut after = state.clone();
            after.play(&value.mv, &mut Log::discard()).expect("a listed move is legal");
            let total = after.score().total() + if after.finished() { 0 } else { shortest(&after) };
            assert_eq!(value.bounds, Some(Bounds::exactly(total)), "{:?} in {state:?}", value.mv);
        }
    }
}

#[test]
fn easy_slider_is_proven_up_to_40_slides() {
    for number in 0..40 {
        let state = scrambled(&format!("forty-{number}"), 40 - number % 5);
        let found = analyzed(&state, Effort::Deep);
        assert!(found.bounds.proven() && found.line.len() <= 40, "{:?} of {state:?}", found.bounds);
    }
}

/// Boards farther from a solution are compared with what a search that knows no bound cannot find, so only the bracket is checked.
#[test]
fn easy_slider_bounds_do_not_exceed_a_known_line() {
    for number in 0..40 {
        let state = position::<EasySlider>(&format!("known-{number}"));
        let found = analyzed(&state, Effort::Quick).bounds;
        let known = state.score().total() + state.plan().len() as u64;
        assert!(found.at_least <= known, "{found:?}, but a line has {known}");
    }
}
