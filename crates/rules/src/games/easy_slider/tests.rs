use std::collections::BTreeSet;

use super::*;
use crate::chance::{Chance, Seed};
use crate::fault::Faults;
use crate::game::{Seat, Seats, Sight, State, StateForm, Viewer};
use crate::piecepack::PiecepackPiece as _;
use crate::robot::Robot;

fn dealt(seed: &str) -> State<EasySlider> {
    State::deal(seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

fn slide(name: &str) -> Move {
    Move::Slide(Slide { cell: cell(name) })
}

fn admit(state: serde_json::Value) -> Result<State<EasySlider>, Faults> {
    StateForm::<EasySlider>::from_value(state).expect("a state of the schema").admit()
}

/// Returns the pointers and codes of the faults of a state that is changed after the slides e4 and d4.
fn faults(change: impl FnOnce(&mut serde_json::Value)) -> Vec<(String, &'static str)> {
    let mut state = dealt("funhouse-1");
    for mv in [slide("e4"), slide("d4")] {
        state.play(&mv, &mut Log::discard()).expect("legal");
    }
    let mut json = serde_json::to_value(state).expect("it is JSON");
    change(&mut json["table"]);
    match admit(json) {
        Err(faults) => faults.iter().map(|fault| (fault.pointer.clone(), fault.code)).collect(),
        other => panic!("{other:?}"),
    }
}

/// Returns a table that is one slide from being solved: the tile of e4 is on e5.
fn nearly_solved() -> Table {
    let mut table = dealt("nearly").table().clone();
    let goals = Cell::all().filter_map(|cell| table.goal(cell));
    let nulls = Tile::ALL.into_iter().filter(|tile| tile.value() == Value::NULL);
    table.grid = Grid::from_values(goals.chain(nulls));
    table.slide(cell("e4")).expect("next to the hole");
    table
}

fn sight(table: &Table) -> Sight<'_, NoOptions, Table> {
    Sight { seats: Seats::ONE, viewer: Viewer::Seat(Seat::FIRST), options: NoOptions {}, table }
}

fn context(seed: &Seed) -> Context<'_, NoOptions> {
    Context::new(seed, Seats::ONE, NoOptions {})
}

#[test]
fn rulebook_board_has_expected_goal() {
    let mut table = dealt("diagram").table().clone();
    table.row_suits = [Suit::M, Suit::S, Suit::C, Suit::A];
    table.column_values = [2, 4, 5, 1, 3].map(|number| Value::new(number).expect("a value"));
    let goals = ["a1", "b1", "e2"].map(|name| table.goal(cell(name)).map(Tile::name));
    assert_eq!(goals, [Some("M2"), Some("M4"), Some("S3")]);
    assert_eq!(table.goal(cell("a5")), None, "row 5 takes the nulls in any order");
}

#[test]
fn position_counts_by_slides_match_oeis() {
    let start = dealt("a090031").table().clone();
    let key = |table: &Table| table.grid.iter().collect::<Vec<_>>();
    let mut seen = BTreeSet::from([key(&start)]);
    let mut frontier = vec![start];
    let mut counts = vec![1];
    for _ in 1..12 {
        let mut next = Vec::new();
        for table in &frontier {
            for cell in table.hole().neighbors() {
                let mut after = table.clone();
                after.slide(cell).expect("it is next to the hole");
                if seen.insert(key(&after)) {
                    next.push(after);
                }
            }
        }
        counts.push(next.len());
        frontier = next;
    }
    assert_eq!(counts, [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10238]);
}

#[test]
fn swapping_nulls_changes_parity() {
    let nulls: Vec<Tile> = Tile::ALL.into_iter().filter(|tile| tile.value() == Value::NULL).collect();
    for n in 0..500 {
        let state = dealt(&format!("parity-{n}"));
        let table = state.table();
        let is_even = |nulls: &[Tile]| {
            let goal: Vec<Tile> =
                Cell::all().filter_map(|cell| table.goal(cell)).chain(nulls.iter().copied()).collect();
            let places: Vec<_> = table.grid.values().map(|tile| goal.iter().position(|other| *other == tile)).collect();
            let pairs = (0..places.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            // The hole is on e5 in both cases, so the board is reachable if the permutation is even.
            pairs.filter(|(i, j)| places[*i] > places[*j]).count() % 2 == 0
        };
        let mut exchanged = nulls.clone();
        exchanged.swap(0, 1);
        assert_ne!(is_even(&nulls), is_even(&exchanged), "seed parity-{n}");
    }
}

#[test]
fn greedy_robot_solves_within_24_puzzle_bound() {
    for n in 0..12 {
        let mut state = dealt(&format!("deal-{n}"));
        let plan = state.plan();
        assert!(plan.len() <= 205, "{} slides", plan.len());
        Robot::Greedy.play_out(&mut state, plan.len(), |_, _| {});
        assert!(state.finished() && state.eligible());
        assert_eq!(state.score().total, plan.len() as u64);
        assert_eq!(state.plan(), []);
    }
}

#[test]
fn slide_moves_tile_into_hole() {
    let mut state = dealt("funhouse-1");
    let tile = state.table().grid[cell("e4")].expect("a tile");
    let mut log = Log::keep();
    state.play(&slide("e4"), &mut log).expect("legal");
    let expected = Event::TileSlid(TileSlid { tile, from: cell("e4"), to: cell("e5") });
    assert_eq!(log.events(), [expected]);
    assert_eq!(state.table().hole(), cell("e4"));
    assert_eq!(state.score().total, 1);
}

#[test]
fn solving_slide_ends_game() {
    let seed: Seed = "nearly".parse().expect("a seed");
    let mut table = nearly_solved();
    assert!(!EasySlider::finished(NoOptions {}, &table));
    assert_eq!(EasySlider::plan(sight(&table), &mut Chance::unknown().event("robot")), [slide("e5")]);
    let mut log = Log::keep();
    EasySlider::play(context(&seed), &mut table, &slide("e5"), &mut log).expect("legal");
    assert!(EasySlider::finished(NoOptions {}, &table));
    assert_eq!(log.events().last(), Some(&Event::Solved(Solved { slides: 2 })));
    assert_eq!(EasySlider::legal_moves(context(&seed), &table).moves, []);
}

#[test]
fn row_5_may_be_in_any_order() {
    let mut table = nearly_solved();
    table.slide(cell("e5")).expect("next to the hole");
    for from in ["d5", "c5", "b5", "a5"] {
        table.slide(cell(from)).expect("next to the hole");
        assert!(table.is_solved(), "the hole on {from}");
    }
    table.grid.swap(cell("b5"), cell("e5"));
    assert!(table.is_solved());
    table.slide(cell("a4")).expect("next to the hole");
    assert!(!table.is_solved());
}

#[test]
fn only_tiles_next_to_hole_slide() {
    let mut state = dealt("funhouse-1");
    for far in ["e5", "d4", "c5", "e3", "a1"] {
        let before = state.clone();
        let illegal = state.play(&slide(far), &mut Log::discard()).expect_err("refused");
        assert_eq!(illegal.rule, BESIDE, "{far}");
        assert_eq!(state, before);
    }
    // The end of a row is not adjacent to the start of the next.
    for mv in ["e4", "e3", "e2", "e1"] {
        state.play(&slide(mv), &mut Log::discard()).expect("legal");
    }
    assert_eq!(state.play(&slide("a2"), &mut Log::discard()).expect_err("refused").rule, BESIDE);
}

#[test]
fn legal_moves_are_hole_neighbors_and_giving_up() {
    let mut state = dealt("funhouse-1");
    assert_eq!(state.legal_moves().moves, [slide("e4"), slide("d5"), Move::GiveUp(GiveUp {})]);
    for mv in ["d5", "d4"] {
        state.play(&slide(mv), &mut Log::discard()).expect("legal");
    }
    let beside = ["d3", "c4", "e4", "d5"].map(slide);
    assert_eq!(state.legal_moves().moves[..4], beside);
}

#[test]
fn given_up_run_is_complete_but_not_ranked() {
    let mut state = dealt("funhouse-1");
    state.play(&slide("e4"), &mut Log::discard()).expect("legal");
    assert!(state.eligible(), "nothing speaks against it yet");
    let mut log = Log::keep();
    state.play(&Move::GiveUp(GiveUp {}), &mut log).expect("legal");
    assert_eq!(log.events(), [Event::GivenUp(GivenUp { slides: 1 })]);
    assert!(state.finished() && !state.eligible());
    assert_eq!(state.score().total, 1);
    assert_eq!(state.legal_moves().moves, []);
    for mv in [slide("e5"), Move::GiveUp(GiveUp {})] {
        assert_eq!(state.play(&mv, &mut Log::discard()).expect_err("refused").rule, ENDED);
    }
}

#[test]
fn reachable_states_are_admitted() {
    for n in 0..20 {
        let mut state = dealt(&format!("walk-{n}"));
        Robot::Random.play_out(&mut state, 200, |_, state| {
            let json = serde_json::to_value(state).expect("it is JSON");
            assert_eq!(admit(json).as_ref(), Ok(state));
        });
    }
}

#[test]
fn all_faults_are_reported_at_once() {
    let found = faults(|table| {
        table["grid"]["a1"] = table["grid"]["b1"].clone();
        table["row_suits"] = serde_json::json!(["S", "S", "C", "A"]);
        table["column_values"] = serde_json::json!([0, 2, 3, 2, 5]);
        table["slides"] = serde_json::json!(3);
    });
    let codes: Vec<_> = found.iter().map(|(pointer, code)| (pointer.as_str(), *code)).collect();
    let (missing, others): (Vec<_>, Vec<_>) = codes.into_iter().partition(|(_, code)| *code == "tile_missing");
    assert_eq!(missing, [("/table/grid", "tile_missing")]);
    let expected = [
        ("/table/grid/b1", "tile_twice"),
        ("/table/row_suits/1", "suit_twice"),
        ("/table/column_values/3", "value_twice"),
        ("/table/column_values/0", "null_column"),
        ("/table/slides", "impossible_slides"),
    ];
    assert_eq!(others, expected);
}

#[test]
fn too_few_slides_and_wrong_parity_are_faults() {
    for slides in [0, 1, 3, 999_999_999_999_999_u64] {
        let found = faults(|table| table["slides"] = slides.into());
        assert_eq!(found, [("/table/slides".to_owned(), "impossible_slides")], "{slides}");
    }
}

#[test]
fn empty_board_has_24_faults() {
    let found = faults(|table| table["grid"] = serde_json::json!({}));
    assert_eq!(found.len(), 24);
}

#[test]
fn solved_board_cannot_be_given_up() {
    let mut table = nearly_solved();
    table.slide(cell("e5")).expect("next to the hole");
    table.given_up = true;
    let mut faults = Faults::under("/table");
    EasySlider::inspect(context(&"nearly".parse().expect("a seed")), &mut table, &mut faults);
    let codes: Vec<_> = faults.iter().map(|fault| (fault.pointer.as_str(), fault.code)).collect();
    assert_eq!(codes, [("/table/given_up", "impossible_end")]);
}

#[test]
fn scene_shows_column_values_and_row_pawns() {
    let text = EasySlider::scene(sight(&nearly_solved())).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{text}");
    assert_eq!(lines[0], "Easy Slider: 1 slide, to be solved; the hole is e4");
    assert_eq!(lines[2].split_whitespace().count(), 5, "{text}");
    assert!(lines[3..7].iter().all(|line| line.split_whitespace().count() == 6), "{text}");
    assert!(lines[7].contains("S0 M0 C0 A0"), "{text}");
}

#[test]
fn deal_uses_separate_events() {
    let seed: Seed = "funhouse-1".parse().expect("a seed");
    let chance = Chance::new(&seed);
    let mut values = [1, 2, 3, 4, 5].map(|number| Value::new(number).expect("a value"));
    chance.event("easy-slider/coins").shuffle(&mut values);
    let table = EasySlider::deal(context(&seed));
    assert_eq!(table.column_values, values);
    assert_eq!(table.hole(), CORNER);
}
