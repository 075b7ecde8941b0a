use super::*;
use crate::game::{Seats, State, StateForm};
use crate::testing::{faults_of, refusal};
use serde_json::{Map, Value as Json, json};

fn cells(names: &str) -> Cells {
    names.split_whitespace().map(Cell::named).collect()
}

/// Returns the size of a seat's territory with these pieces.
fn land(player: Player, pieces: &str) -> usize {
    territory(player, cells(pieces)).cells.len()
}

/// Parses the pieces of both seats: a letter for the kind (`P`, `R`, `N`, `B`, `Q`, `K`) and the cell of each.
fn board(pieces: [&str; 2]) -> Json {
    let mut board = Map::new();
    for (pieces, seat) in pieces.into_iter().zip(1..) {
        for piece in pieces.split_whitespace() {
            let kind =
                Kind::ALL.into_iter().find(|kind| piece.starts_with(kind.chess_piece().letter())).expect("a kind");
            board.insert(piece[1..].to_owned(), json!({"seat": seat, "piece": kind}));
        }
    }
    board.into()
}

/// Returns an admitted state with these pieces, each created and moved once, without captures.
fn state(pieces: [&str; 2], next: u8) -> State<LandGrab> {
    let board = board(pieces);
    let table: Board = crate::wire::from_value(board.clone()).expect("a board");
    let reserve = Player::ALL.map(|player| {
        let mut reserve = Reserve::FULL;
        table.values().filter(|piece| piece.seat == player).for_each(|piece| reserve.take(piece.piece));
        reserve
    });
    let turns = 2 * table.count();
    let table = json!({"board": board, "reserve": reserve, "turns": turns, "quiet": 0, "next": next});
    let state = json!({"game": "land-grab", "rules": 1, "seed": "a", "seats": 2, "options": {}, "table": table});
    let form = StateForm::<LandGrab>::from_value(state).expect("a state of the schema");
    form.admit().unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn create(seat: u8, piece: &str, cell: &str) -> Json {
    json!({"seat": seat, "type": "create", "piece": piece, "cell": cell})
}

fn shift(seat: u8, from: &str, to: &str) -> Json {
    json!({"seat": seat, "type": "move", "from": from, "to": to})
}

fn play(state: &mut State<LandGrab>, mv: Json) -> Vec<Event> {
    let mut log = Log::keep();
    state.play(&crate::wire::from_value(mv).expect("a move"), &mut log).expect("legal");
    log.events()
}

#[test]
fn territory_is_behind_the_line() {
    for (pieces, one, two) in [
        ("a5 b5 c5 d5 e5 f5 g5 h5", 40, 32),
        ("a4 b4 c4 d4 e4 f4 g4 h4", 32, 40),
        ("a1 b2 c3 d4 e5 f6 g7 h8", 36, 36),
        ("a8 b8 c8 d8 e8 f8 g8 h8", 64, 8),
        ("a7 b8", 0, 0),
        ("a5 b5 c5 d5 f5 g5 h5", 0, 0),
    ] {
        assert_eq!((land(Player::One, pieces), land(Player::Two, pieces)), (one, two), "{pieces}");
    }
    for (pieces, one) in [
        ("a4 b4 c4 d5 e4 f4 g4 h4", 33),
        ("a4 b4 c4 d4 e4 f4 g4 h4 d5 d6", 33),
        ("a4 b4 c4 d4 e4 f4 g4 h4 a5 a6 a7 a8", 36),
        ("a3 b3 c3 d4 d5 c6 d7 e7 f6 f5 f4 g3 h3", 36),
        ("a3 b3 c3 d3 e3 f3 g3 h3 a5 b5 c5 d5 e6 f5 g5 h5", 41),
        ("a6 b5 c4 d3 e2 f1 g2 h3", 26),
    ] {
        assert_eq!(land(Player::One, pieces), one, "{pieces}");
    }
    let bay = territory(Player::One, cells("a3 b3 c3 d4 d5 c6 d7 e7 f6 f5 f4 g3 h3")).cells;
    assert!(cells("d6 e6 e5 e4").iter().all(|cell| bay.contains(cell)));
    assert!(!cells("a4 b4 c4 a5 b5 c5").iter().any(|cell| bay.contains(cell)));
}

/// Returns the cells of all lines of some pieces, by brute force.
fn walked(pieces: Cells) -> Cells {
    fn walk(pieces: Cells, at: Cell, way: &mut Cells, found: &mut Cells) {
        way.insert(at);
        if at.column() == 7 {
            way.iter().for_each(|cell| found.insert(cell));
        }
        for next in pieces.iter().filter(|next| next.touches(at)) {
            if !way.contains(next) {
                walk(pieces, next, way, found);
            }
        }
        way.remove(at);
    }
    let mut found = Cells::default();
    for first in pieces.iter().filter(|cell| cell.column() == 0) {
        walk(pieces, first, &mut Cells::default(), &mut found);
    }
    found
}

#[test]
fn line_pieces_match_brute_force() {
    let mut draws = crate::chance::Chance::new(&"lines".parse().expect("a seed")).event("walks");
    let mut lines = 0;
    for _ in 0..3000 {
        let heights: Vec<usize> = (0..8).map(|_| 3 + draws.below(2) as usize).collect();
        let mut pieces: Cells = (0..8).filter_map(|column| Cell::at(column, heights[column])).collect();
        for _ in 0..6 {
            pieces.insert(Cell::all().nth(draws.below(64) as usize).expect("a cell"));
        }
        let line = territory(Player::One, pieces).line;
        assert_eq!(line, walked(pieces), "{pieces:?}");
        lines += usize::from(line != pieces);
    }
    assert!(lines > 1000, "pieces hang on lines without being in one");
}

#[test]
fn half_of_the_board_does_not_win() {
    let mut state = state(["Pa4 Pb4 Pc4 Pd4 Pe4 Pf4 Pg4 Ph3", "Pa8"], 1);
    play(&mut state, shift(1, "h3", "h4"));
    assert_eq!((state.points(), state.finished()), (vec![32, 0], false));
    play(&mut state, shift(2, "a8", "a7"));
    play(&mut state, shift(1, "d4", "d5"));
    assert_eq!((state.points(), state.finished()), (vec![33, 0], true));
}

#[test]
fn creation_needs_enough_pieces_in_column() {
    let start = State::<LandGrab>::deal_for(Seats::new(2).expect("seats"), "a".parse().expect("a seed"), NoOptions {});
    assert_eq!(start.legal_moves().moves.len(), 8);
    let state = state(["Pa1 Pa3", "Pa6 Pa8 Pb7 Pb8"], 1);
    assert_eq!(refusal(&state, &create(1, "rook", "b2")), HOME);
    assert_eq!(refusal(&state, &create(1, "pawn", "a1")), EMPTY);
    assert_eq!(refusal(&state, &create(1, "knight", "b1")), COLUMN);
    let mut after = state;
    let events = play(&mut after, create(1, "rook", "b1"));
    assert!(matches!(events[..], [Event::Created(Created { piece: Kind::Rook, .. })]));
    assert_eq!((after.table().reserve[0].rook, after.table().quiet), (1, 0));
    let eight = self::state(["Pa2 Pb2 Pc2 Pd2 Pe2 Pf2 Pg2 Ph2", "Pa7"], 1);
    assert_eq!(refusal(&eight, &create(1, "pawn", "a1")), RESERVE);
}

#[test]
fn rook_closing_line_wins() {
    let mut state = state(["Pa5 Pb5 Pc5 Pd5 Pe5 Pf5 Pg5 Rh1", "Pc3 Nd2"], 1);
    let events = play(&mut state, shift(1, "h1", "h4"));
    let Some(Event::Enclosed(won)) = events.last() else { panic!("{events:?}") };
    assert_eq!((won.cells.len(), won.line.len()), (39, 8));
    assert_eq!((state.points(), state.finished(), state.places()), (vec![39, 0], true, Some(vec![1, 2])));
    assert_eq!(refusal(&state, &shift(2, "d2", "f3")), ENDED);
}

#[test]
fn pawn_moves_sideways_only_into_vacated_cell() {
    let mut state = state(["Pc4 Ra1", "Nd5 Pa7"], 2);
    play(&mut state, shift(2, "d5", "f4"));
    assert_eq!(refusal(&state, &shift(1, "c4", "b5")), NEAR_MISS);
    let mut at_once = state.clone();
    play(&mut at_once, shift(1, "c4", "d5"));
    play(&mut state, shift(1, "a1", "b1"));
    play(&mut state, shift(2, "a7", "a6"));
    assert_eq!(refusal(&state, &shift(1, "c4", "d5")), NEAR_MISS);
}

#[test]
fn king_captures_and_rook_does_not() {
    let mut state = state(["Kd4 Rh1 Pa2", "Pd5 Ph4"], 1);
    assert_eq!(refusal(&state, &shift(1, "h1", "h4")), OCCUPIED);
    assert_eq!(refusal(&state, &shift(1, "h1", "h5")), BETWEEN);
    play(&mut state.clone(), shift(1, "h1", "h3"));
    let events = play(&mut state, shift(1, "d4", "d5"));
    assert!(matches!(events[1], Event::Captured(Captured { piece: Kind::Pawn, .. })), "{events:?}");
    assert_eq!(state.table().reserve[1].pawn, 6, "what is captured does not return");
}

#[test]
fn each_kind_has_its_movement() {
    let state = state(["Pa1 Pb2 Nd4 Be5 Qg3", "Ph8 Pa4"], 1);
    for (from, to) in [("a1", "a4"), ("b2", "b4"), ("b2", "b1"), ("d4", "e4"), ("e5", "e6"), ("g3", "h5"), ("a1", "a1")]
    {
        assert_eq!(refusal(&state, &shift(1, from, to)), PATTERN, "{from} {to}");
    }
    for (from, to) in [("h8", "h7"), ("c3", "c4")] {
        assert_eq!(refusal(&state, &shift(1, from, to)), OWN, "{from} {to}");
    }
    assert_eq!(refusal(&state, &shift(2, "h8", "h7")), TURN);
    for (from, to) in [("a1", "a3"), ("b2", "b3"), ("d4", "b3"), ("d4", "e6"), ("e5", "b8"), ("g3", "g7"), ("g3", "e1")]
    {
        play(&mut state.clone(), shift(1, from, to));
    }
    assert_eq!(refusal(&state, &shift(1, "g3", "d6")), BETWEEN);
}

#[test]
fn seat_without_moves_passes_automatically() {
    let pieces = ["Pa7 Pb7 Pc7 Pd7 Pe7 Pf7 Pg6 Rh8 Nb1", "Pa8 Pb8 Pc8 Pd8 Pe8 Pf8 Pg8 Pg7"];
    let mut state = state(pieces, 1);
    let mut wins = state.clone();
    let events = play(&mut state, shift(1, "b1", "c3"));
    assert!(events.contains(&Event::Passed(Passed { seat: Player::Two.seat() })), "{events:?}");
    assert_eq!((state.to_act(), state.table().vacated), (SeatSet::only(Player::One.seat()), None));
    play(&mut wins, shift(1, "h8", "h5"));
    assert_eq!(wins.points()[0], 53);
}

#[test]
fn game_ends_after_50_quiet_or_300_turns() {
    for (field, value) in [("quiet", 49), ("turns", 299)] {
        let mut posted = serde_json::to_value(state(["Ra1", "Ra8"], 1)).expect("JSON");
        posted["table"]["turns"] = json!(200);
        posted["table"][field] = json!(value);
        let form = StateForm::<LandGrab>::from_value(posted).expect("a state");
        let mut state = form.admit().expect("a possible state");
        let events = play(&mut state, shift(1, "a1", "b1"));
        assert_eq!(events.last(), Some(&Event::Locked(Locked {})), "{field}");
        assert_eq!((state.finished(), state.places()), (true, Some(vec![1, 1])));
    }
}

#[test]
fn every_fault_of_the_page_is_found() {
    let start = state(["Pa2 Ra1", "Pa7 Pb7"], 1);
    let none = |table: &mut Json, field: &str| drop(table.as_object_mut().expect("a table").remove(field));
    let row = |row: u8, seat: u8| -> Json {
        let cells = (b'a'..=b'h').map(|column| format!("{}{row}", char::from(column)));
        cells.map(|cell| (cell, json!({"seat": seat, "piece": "pawn"}))).collect::<Map<_, _>>().into()
    };
    let won = |table: &mut Json, both: bool| {
        table["board"] = row(5, 1);
        (table["reserve"][0]["pawn"], table["reserve"][0]["rook"]) = (json!(0), json!(2));
        (table["reserve"][1]["pawn"], table["turns"]) = (json!(8), json!(50));
        if both {
            table["board"].as_object_mut().expect("a board").extend(row(4, 2).as_object().expect("cells").clone());
            table["reserve"][1]["pawn"] = json!(0);
        }
    };
    let cases: Vec<(&str, &str, Vec<String>)> = vec![
        ("/reserve/0/rook", "too_many_pieces", faults_of(&start, |table| table["reserve"][0]["rook"] = json!(2))),
        ("/reserve/1", "impossible_capture", faults_of(&start, |table| table["reserve"][1]["queen"] = json!(0))),
        ("/turns", "impossible_turns", faults_of(&start, |table| table["turns"] = json!(3))),
        (
            "/turns",
            "impossible_turns",
            faults_of(&start, |table| {
                none(table, "next");
                table["turns"] = json!(301);
            }),
        ),
        ("/quiet", "impossible_quiet", faults_of(&start, |table| table["quiet"] = json!(5))),
        (
            "/quiet",
            "impossible_quiet",
            faults_of(&start, |table| {
                none(table, "next");
                (table["turns"], table["quiet"]) = (json!(100), json!(51));
            }),
        ),
        ("/vacated", "impossible_vacated", faults_of(&start, |table| table["vacated"] = json!("a7"))),
        (
            "/vacated",
            "impossible_vacated",
            faults_of(&start, |table| {
                (table["turns"], table["vacated"]) = (json!(4), json!("c3"));
            }),
        ),
        (
            "/vacated",
            "impossible_vacated",
            faults_of(&start, |table| {
                none(table, "next");
                (table["turns"], table["vacated"]) = (json!(300), json!("c3"));
            }),
        ),
        ("/next", "impossible_end", faults_of(&start, |table| none(table, "next"))),
        ("/next", "impossible_end", faults_of(&start, |table| table["turns"] = json!(300))),
        ("/next", "impossible_end", faults_of(&start, |table| won(table, false))),
        (
            "/next",
            "impossible_end",
            faults_of(&start, |table| {
                won(table, true);
                none(table, "next");
            }),
        ),
        (
            "/next",
            "impossible_end",
            faults_of(&state(["Pa7 Pb7 Pc7 Pd7 Pe7 Pf7 Pg6 Rh8 Nb1", "Pa8 Pb8 Pc8 Pd8 Pe8 Pf8 Pg8 Pg7"], 1), |table| {
                table["next"] = json!(2)
            }),
        ),
    ];
    for (at, code, found) in &cases {
        assert_eq!(*found, [format!("{at} {code}")]);
    }
    for entry in LandGrab::PAGE.faults() {
        assert!(cases.iter().any(|(_, code, _)| *code == entry.id), "{} has a case", entry.id);
    }
}
