use super::*;
use crate::game::{Seats, State, StateForm};
use serde_json::{Value as Json, json};

fn state(seats: u8, options: Json) -> Json {
    json!({
        "game": "queensland", "rules": 1, "seed": "a", "seats": seats, "options": options,
        "table": {"board": {}, "moved": false, "game": 1, "kept": vec![0; seats.into()]},
    })
}

fn admit(state: Json) -> State<Queensland> {
    let form = StateForm::<Queensland>::from_value(state).expect("a state of the schema");
    form.admit().expect("a possible state")
}

/// Returns all faults of a state: pointers into it, and codes.
fn faults(state: Json) -> Vec<(String, String)> {
    let form = StateForm::<Queensland>::from_value(state).expect("a state of the schema");
    let faults = form.admit().expect_err("an impossible state");
    faults.iter().map(|fault| (fault.pointer.clone(), fault.code.to_owned())).collect()
}

fn play(state: &mut State<Queensland>, mv: Json) -> Result<Vec<Event>, &'static str> {
    let mut log = Log::keep();
    let mv = crate::wire::from_value(mv).expect("a move");
    state.play(&mv, &mut log).map_err(|refused| refused.rule.0)?;
    Ok(log.events())
}

fn place(seat: u8, cell: &str) -> Json {
    json!({"seat": seat, "type": "place", "cell": cell})
}

fn shift(seat: u8, from: &str, to: &str) -> Json {
    json!({"seat": seat, "type": "move", "from": from, "to": to})
}

/// Returns a board with stones of seats 1 and 2.
fn board(first: &str, second: &str) -> Board {
    let mut board = Board::EMPTY;
    for (cells, seat) in [(first, 1), (second, 2)] {
        for cell in cells.split_whitespace() {
            board[Cell::named(cell)] = Seat::new(seat);
        }
    }
    board
}

/// Returns the points of seat 1 on a board.
fn points(first: &str, second: &str) -> i64 {
    let table = Table { board: board(first, second), moved: false, game: 1, kept: vec![0, 0].into() };
    Queensland::points(QueenslandOptions::default(), &table)[0]
}

#[test]
fn open_path_counts_cells_between_ends() {
    assert_eq!(points("a1 a5", ""), 3);
    assert_eq!(points("a1 a5", "a3"), 0);
    assert_eq!(points("b2 g7", ""), 4);
    assert_eq!(points("a1 b3", ""), 0);
    assert_eq!(points("a1 c1 f1", ""), 3);
    assert_eq!(points("d4 d5 e5", ""), 0);
    assert_eq!(paths::open(&board("d4 d5 e5", "")).count(), 0, "stones side by side are no path");
    assert_eq!(points("a1 h1 a8 h8", ""), 36);
}

#[test]
fn all_pairs_of_stones_sum_to_1288_points() {
    let names: Vec<String> = Cell::all().map(|cell| cell.to_string()).collect();
    let pairs = names.iter().enumerate().flat_map(|(i, a)| names[..i].iter().map(move |b| format!("{a} {b}")));
    let all: Vec<i64> = pairs.map(|pair| points(&pair, "")).collect();
    assert_eq!((all.len(), all.iter().sum::<i64>()), (2016, 1288));
}

#[test]
fn stone_moves_like_a_queen() {
    assert_eq!(paths::reach(&board("d4", ""), Cell::named("d4")).count(), 27);
    assert_eq!(paths::reach(&board("a1", ""), Cell::named("a1")).count(), 21);
}

#[test]
fn second_turn_has_77_moves() {
    let mut state = State::<Queensland>::deal_for(
        Seats::new(2).expect("seats"),
        "a".parse().expect("a seed"),
        QueenslandOptions::default(),
    );
    assert_eq!(state.legal_moves().moves.len(), 64);
    play(&mut state, place(1, "a1")).expect("legal");
    play(&mut state, place(2, "a3")).expect("legal");
    let moves = state.legal_moves().moves;
    let goals: Vec<String> = moves
        .iter()
        .filter_map(|mv| if let Move::MoveStone(mv) = mv { Some(format!("{}{}", mv.from, mv.to)) } else { None })
        .collect();
    assert_eq!(goals.join(" "), "a1b1 a1c1 a1d1 a1e1 a1f1 a1g1 a1h1 a1a2 a1b2 a1c3 a1d4 a1e5 a1f6 a1g7 a1h8");
    assert_eq!(moves.len(), 77);
    play(&mut state, shift(1, "a1", "h8")).expect("legal");
    play(&mut state, place(1, "h1")).expect("legal");
    assert_eq!(state.points(), [6, 0]);
}

#[test]
fn rules_refuse_in_order_of_the_page() {
    let mut posted = state(2, json!({}));
    posted["table"]["board"] = json!({"a1": 1, "a3": 2});
    let start = admit(posted.clone());
    let refused = |mv: Json| {
        let mut state = start.clone();
        let rule = play(&mut state, mv).expect_err("refused");
        assert_eq!(state, start, "a refused move changes nothing");
        rule
    };
    assert_eq!(refused(place(2, "a1")), "queensland.turn");
    assert_eq!(refused(shift(1, "a3", "a3")), "queensland.own");
    assert_eq!(refused(shift(1, "b1", "b2")), "queensland.own");
    assert_eq!(refused(shift(1, "a1", "a1")), "queensland.line");
    assert_eq!(refused(shift(1, "a1", "b3")), "queensland.line");
    assert_eq!(refused(shift(1, "a1", "a3")), "queensland.open");
    assert_eq!(refused(shift(1, "a1", "a4")), "queensland.open");
    assert_eq!(refused(place(1, "a3")), "queensland.empty");
    let mut moved = start.clone();
    play(&mut moved, shift(1, "a1", "a2")).expect("legal");
    assert_eq!(play(&mut moved, shift(1, "a3", "a4")), Err("queensland.once"));
    assert!(moved.legal_moves().moves.iter().all(|mv| matches!(mv, Move::PlaceStone(_))));
    play(&mut moved, place(1, "h8")).expect("legal");
    assert_eq!(moved.to_act(), SeatSet::only(Seat::new(2).expect("a seat")), "placing ends the turn");
}

/// Returns a table of two seats with every stone placed but the last, which is for `h3`.
fn all_but_one() -> Json {
    let cells = Cell::all().take(23).enumerate();
    cells.map(|(i, cell)| (cell.to_string(), json!(i % 2 + 1))).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn next_game_keeps_points_and_clears_board() {
    let mut posted = state(2, json!({}));
    posted["table"]["board"] = all_but_one();
    let mut first = admit(posted.clone());
    let events = play(&mut first, place(2, "h8")).expect("legal");
    let [Event::Placed(_), Event::Scored(scored)] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((scored.game, &scored.points), (1, &first.points()));
    let by_paths =
        |seat| scored.paths.iter().filter(|path| path.seat.number() == seat).map(|path| path.points).sum::<i64>();
    assert_eq!(scored.points, [by_paths(1), by_paths(2)]);
    assert!(scored.points[1] > 0);
    let table = first.table();
    assert_eq!((table.game, table.board.count(), table.kept.to_vec()), (2, 0, scored.points.clone()));
    assert_eq!(first.to_act(), SeatSet::only(Seat::new(2).expect("a seat")), "seat 2 begins game 2");

    posted["options"] = json!({"games": "one"});
    let mut alone = admit(posted);
    play(&mut alone, place(2, "h8")).expect("legal");
    assert_eq!((alone.points(), alone.table().board.count()), (scored.points.clone(), 24));
    assert!(alone.finished());
    assert_eq!(play(&mut alone, place(1, "h8")), Err("queensland.ended"));
}

#[test]
fn option_lowest_ranks_fewest_points_first() {
    let table = Table { board: Board::EMPTY, moved: false, game: 3, kept: vec![1, 3, 0].into() };
    let places = |aim| Queensland::places(QueenslandOptions { aim, games: Games::Rotate }, &table);
    assert_eq!((places(Aim::Lowest), places(Aim::Highest)), (vec![2, 3, 1], vec![2, 1, 3]));
}

#[test]
fn every_fault_is_found() {
    type Found = Vec<(&'static str, &'static str)>;
    let full = || {
        let mut board = all_but_one();
        board["h8"] = json!(2);
        board
    };
    let mut uneven = full();
    uneven["h8"] = json!(1);
    let mut overfull = full();
    overfull["h7"] = json!(1);
    let cases: Vec<(&str, Json, Json, Found)> = vec![
        ("one count of points for two seats", json!({}), json!({"kept": [0, 0, 0]}), vec![("/kept", "seat_missing")]),
        ("a seat too many", json!({}), json!({"board": {"c4": 3}}), vec![("/board/c4", "impossible_seat")]),
        ("seat 2 placed first", json!({}), json!({"board": {"c4": 2}}), vec![("/board", "impossible_stones")]),
        (
            "three stones of one seat",
            json!({}),
            json!({"board": {"c4": 1, "d4": 1, "e4": 1}}),
            vec![("/board", "impossible_stones")],
        ),
        (
            "a stone too many",
            json!({"games": "one"}),
            json!({"board": overfull}),
            vec![("/board", "impossible_stones")],
        ),
        (
            "a full board with thirteen stones of one seat",
            json!({"games": "one"}),
            json!({"board": uneven}),
            vec![("/board", "impossible_stones")],
        ),
        ("a third game of two", json!({}), json!({"game": 3}), vec![("/game", "impossible_game")]),
        ("a second game of one", json!({"games": "one"}), json!({"game": 2}), vec![("/game", "impossible_game")]),
        ("a full board before the last game", json!({}), json!({"board": full()}), vec![("/game", "impossible_game")]),
        ("points before the first game", json!({}), json!({"kept": [0, 1]}), vec![("/kept/1", "impossible_kept")]),
        (
            "more points than paths",
            json!({}),
            json!({"game": 2, "kept": [396, 397]}),
            vec![("/kept/1", "impossible_kept")],
        ),
        (
            "less than nothing",
            json!({}),
            json!({"game": 2, "kept": [-1, i64::MAX]}),
            vec![("/kept/0", "impossible_kept"), ("/kept/1", "impossible_kept")],
        ),
        (
            "no stone to move",
            json!({}),
            json!({"moved": true, "board": {"a1": 1}}),
            vec![("/moved", "impossible_moved")],
        ),
        (
            "a move after the end",
            json!({"games": "one"}),
            json!({"moved": true, "board": full()}),
            vec![("/moved", "impossible_moved")],
        ),
        (
            "much at once",
            json!({}),
            json!({"kept": [5, 0, 0], "board": {"a1": 6}, "game": 6, "moved": true}),
            vec![
                ("/kept", "seat_missing"),
                ("/board/a1", "impossible_seat"),
                ("/game", "impossible_game"),
                ("/moved", "impossible_moved"),
            ],
        ),
    ];
    for (says, options, changes, expected) in cases {
        let mut posted = state(2, options);
        for (field, value) in changes.as_object().expect("fields") {
            posted["table"][field] = value.clone();
        }
        let expected: Vec<_> = expected.iter().map(|(at, code)| (format!("/table{at}"), (*code).to_owned())).collect();
        assert_eq!(faults(posted), expected, "{says}");
    }
}

#[test]
fn every_fault_of_the_page_can_occur() {
    let source = include_str!("tests.rs");
    for entry in Queensland::PAGE.faults() {
        assert!(source.contains(&format!("\"{}\"", entry.id)), "{} has a test", entry.id);
    }
}
