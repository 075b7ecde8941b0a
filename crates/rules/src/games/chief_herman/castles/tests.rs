use super::*;
use crate::game::{Seats, State, StateForm};
use serde_json::{Map, Value as Json, json};

/// Returns a state with stones of each color on these spaces, and other changes of the table.
fn state<C: Castle>(seats: u8, options: Json, stones: [&str; 3], changes: Json) -> Json {
    let mut castle = Map::new();
    for (color, spaces) in Color::ALL.into_iter().zip(stones) {
        castle.extend(spaces.split_whitespace().map(|space| (space.to_owned(), json!(color))));
    }
    let mut table = json!({"castle": castle, "scores": vec![0; seats.into()], "game": 1});
    for (field, value) in changes.as_object().expect("fields") {
        table[field] = value.clone();
    }
    json!({"game": C::ID, "rules": 1, "seed": "a", "seats": seats, "options": options, "table": table})
}

fn admit<C: Castle>(state: Json) -> State<CastleGame<C>> {
    let form = StateForm::<CastleGame<C>>::from_value(state).expect("a state of the schema");
    form.admit().unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn dealt<C: Castle>(seats: u8, games: Games) -> State<CastleGame<C>> {
    let seats = Seats::new(seats).expect("a number of seats");
    State::deal_for(seats, "a".parse().expect("a seed"), CastleOptions { games })
}

fn play<C: Castle>(state: &mut State<CastleGame<C>>, mv: Json) -> Result<Vec<Event<C>>, &'static str> {
    let mut log = Log::keep();
    let before = state.clone();
    let mv = crate::wire::from_value(mv).expect("a move");
    state.play(&mv, &mut log).map_err(|refused| {
        assert_eq!(*state, before, "a refused move changes nothing");
        refused.rule.0
    })?;
    Ok(log.events())
}

fn place(seat: u8, color: &str, space: &str) -> Json {
    json!({"seat": seat, "type": "place", "color": color, "space": space})
}

fn settle(seat: u8, corner: &str) -> Json {
    json!({"seat": seat, "type": "settle", "corner": corner})
}

/// Returns a table of a castle with stones of each color.
fn table<C: Castle>(stones: [&str; 3], houses: &[Corner]) -> Table<C> {
    let mut castle = Stones::NONE;
    for (color, spaces) in Color::ALL.into_iter().zip(stones) {
        for space in spaces.split_whitespace() {
            castle.place(color, space.parse().expect("a space"));
        }
    }
    Table { castle, scores: vec![0, 0].into(), game: 1, houses: houses.to_vec() }
}

/// Returns the points of a stone for a seat.
fn worth<C: Castle>(table: &Table<C>, seat: u8, color: Color, space: &str) -> i64 {
    table.worth(Seat::new(seat).expect("a seat"), color, space.parse().expect("a space"))
}

/// Returns the lines of the page that list which spaces touch, joined.
fn touching_of_the_page<C: Castle>() -> String {
    let lines = C::PAGE.programs[0].text.lines().filter(|line| line.starts_with("    ") && line.contains(": "));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn touching<C: Castle>() -> Vec<(String, Vec<String>)> {
    let space = |space: Space<C>| {
        let one = table::<C>(["", "", &space.to_string()], &[]).castle;
        let touching = Space::<C>::all().filter(|other| one.count_touched(Color::Yellow, *other) > 0);
        let mut touching: Vec<String> = touching.map(|other| other.to_string()).collect();
        touching.sort();
        (space.to_string(), touching)
    };
    Space::all().map(space).collect()
}

fn check_touching<C: Castle>(pairs: i64, first_moves: usize) {
    let listed = touching_of_the_page::<C>();
    let listed: Vec<(String, Vec<String>)> = listed
        .trim_end_matches(';')
        .split("; ")
        .map(|entry| {
            let (space, touching) = entry.split_once(": ").expect("a space and those beside it");
            let mut touching: Vec<String> = touching.split(' ').map(str::to_owned).collect();
            touching.sort();
            (space.to_owned(), touching)
        })
        .collect();
    assert_eq!(touching::<C>(), listed);
    assert_eq!(C::PAIRS, pairs);
    assert_eq!(Table::<C>::turn(&table(["", "", ""], &Corner::ALL)), Seat::new(1));
    assert_eq!(table::<C>(["", "", ""], &[]).castle.choices().count(), first_moves);
}

#[test]
fn touching_spaces_match_the_page() {
    check_touching::<Putwoodys>(35, 72);
    check_touching::<Nickies>(54, 75);
    check_touching::<Hermans>(49, 90);
    assert_eq!(dealt::<Putwoodys>(2, Games::One).legal_moves().moves.len(), 72);
    assert_eq!(dealt::<Nickies>(2, Games::One).legal_moves().moves.len(), 75);
}

#[test]
fn stone_scores_touching_stones_of_its_color() {
    let putwoodys = table::<Putwoodys>(["b2 c1", "d2", "c3"], &[]);
    let brings = |color| worth(&putwoodys, 1, color, "c2");
    assert_eq!(Color::ALL.map(brings), [2, 1, 1]);
    assert_eq!(worth(&table::<Nickies>(["a2 b2 a3 c3", "", ""], &[]), 1, Color::Red, "b3"), 4);
    assert_eq!(worth(&table::<Nickies>(["", "", "b2 c2 b3 d3 b4 c4"], &[]), 1, Color::Yellow, "c3"), 6);
}

#[test]
fn rules_refuse_in_order_of_the_page() {
    let full = "a1 b1 c1 d1 e1";
    let mut start = admit::<Putwoodys>(state::<Putwoodys>(2, json!({}), [full, "g1", ""], json!({"scores": [2, 2]})));
    assert_eq!(play(&mut start, place(2, "red", "a1")), Err("putwoodys-castle.turn"));
    assert_eq!(play(&mut start, place(1, "red", "a1")), Err("putwoodys-castle.stone"));
    assert_eq!(play(&mut start, place(1, "red", "f1")), Err("putwoodys-castle.stone"));
    assert_eq!(play(&mut start, place(1, "blue", "a1")), Err("putwoodys-castle.empty"));
    let events = play(&mut start, place(1, "blue", "f1")).expect("legal");
    let [Event::Placed(placed)] = &events[..] else { panic!("{events:?}") };
    let touched: Vec<String> = placed.touched.iter().map(|space| space.to_string()).collect();
    assert_eq!((placed.points, touched), (1, vec!["g1".to_owned()]));
    assert_eq!(start.points(), [3, 2]);
}

/// Putwoody's Castle with f4 and g4 empty and two yellow stones left, e4 and f3 yellow; the rest adds up to `pairs`.
fn two_left() -> ([&'static str; 3], i64) {
    let stones = ["a1 c1 e1 g1 b2", "b1 d1 f1 c2 e2 b3 d3 d4", "a4 b4 c4 c3 d2 e3 f2 e4 f3"];
    (stones, table::<Putwoodys>(stones, &[]).castle.pairs())
}

#[test]
fn last_stone_is_placed_automatically() {
    let (stones, pairs) = two_left();
    // 22 stones are placed, so in game 1 of three seats it is seat 2's turn.
    let posted = |options| state::<Putwoodys>(3, options, stones, json!({"scores": [pairs, 0, 0]}));
    let mut one = admit::<Putwoodys>(posted(json!({"games": "one"})));
    let events = play(&mut one, place(2, "yellow", "g4")).expect("legal");
    let [Event::Placed(own), Event::Placed(last), Event::GameOver(over)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((own.points, last.seat.number(), last.points), (0, 3, 3));
    assert_eq!(over.scores, [pairs, 0, 3]);
    assert!(one.finished() && one.table().castle.is_full());
    assert_eq!(play(&mut one, place(1, "red", "a1")), Err("putwoodys-castle.ended"));
    assert_eq!(one.points().iter().sum::<i64>(), one.table().castle.pairs());

    let mut series = admit::<Putwoodys>(posted(json!({})));
    play(&mut series, place(2, "yellow", "g4")).expect("legal");
    assert_eq!((series.table().game, series.table().castle.count()), (2, 0));
    assert_eq!(series.points(), [pairs, 0, 3]);
    assert_eq!(series.to_act().iter().next(), Seat::new(2), "seat 2 begins game 2");
}

#[test]
fn single_game_breaks_ties_by_seat() {
    let table = Table { scores: vec![3, 7, 7].into(), ..table::<Putwoodys>(["", "", ""], &[]) };
    let places = |games| PutwoodysCastle::places(CastleOptions { games }, &table);
    assert_eq!((places(Games::One), places(Games::Rotate)), (vec![3, 1, 2], vec![3, 1, 1]));
}

#[test]
fn primary_color_counts_double_outside_own_house() {
    let houses = [Corner::Southwest, Corner::Northeast];
    let one = table::<Hermans>(["a1 b2 c1 d2", "a2", ""], &houses);
    assert_eq!(houses.map(|house| one.castle.primary(house)), [Some(Color::Red), None]);
    let both = |color, space| [1, 2].map(|seat| worth(&one, seat, color, space));
    assert_eq!(both(Color::Red, "c2"), [6, 3]);
    assert_eq!(both(Color::Red, "b1"), [0, 3]);
    assert_eq!(both(Color::Blue, "a3"), [1, 1]);
    let tie = table::<Hermans>(["a1 c1 d2", "a2", ""], &houses);
    assert_eq!(tie.castle.primary(Corner::Southwest), None);
    assert_eq!(worth(&tie, 1, Color::Red, "d1"), 2);
}

#[test]
fn corners_match_the_page() {
    let spaces = |corner| {
        let inside = Space::<Hermans>::all().filter(move |space| space.is_in(corner));
        inside.map(|space| space.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(Corner::ALL.map(spaces), ["a4 b4 a5 b5", "e4 f4 e5 f5", "a1 b1 a2 b2", "e1 f1 e2 f2"]);
}

#[test]
fn seat_4_gets_last_corner() {
    let mut state = dealt::<Hermans>(4, Games::Rotate);
    assert_eq!(state.legal_moves().moves.len(), 4);
    assert_eq!(play(&mut state, place(1, "red", "a1")), Err("hermans-castle.phase"));
    play(&mut state, settle(1, "southeast")).expect("legal");
    assert_eq!(play(&mut state, settle(2, "southeast")), Err("hermans-castle.corner"));
    play(&mut state, settle(2, "northwest")).expect("legal");
    let events = play(&mut state, settle(3, "northeast")).expect("legal");
    assert_eq!(events.len(), 2);
    assert_eq!(state.table().houses.last(), Some(&Corner::Southwest));
    assert_eq!(state.to_act().iter().next(), Seat::new(1));
    assert_eq!(play(&mut state, settle(1, "southwest")), Err("hermans-castle.phase"));
    assert_eq!(state.legal_moves().moves.len(), 90);

    let mut three = dealt::<Hermans>(3, Games::Rotate);
    for (seat, corner) in [(1, "southeast"), (2, "northwest"), (3, "northeast")] {
        assert!(three.table().is_settling());
        assert_eq!(play(&mut three, settle(seat, corner)).expect("legal").len(), 1);
    }
    assert_eq!((three.table().houses.len(), three.to_act().iter().next()), (3, Seat::new(1)));
}

#[test]
fn castle_without_houses_omits_field() {
    let plain = dealt::<Putwoodys>(2, Games::Rotate);
    assert_eq!(json!(plain.table()), json!({"castle": {}, "scores": [0, 0], "game": 1}));
    assert_eq!(json!(dealt::<Hermans>(2, Games::Rotate).table())["houses"], json!([]));
    let with_houses = json!({"castle": {}, "scores": [0, 0], "game": 1, "houses": []});
    assert!(crate::wire::from_value::<Table<Putwoodys>>(with_houses).is_err());
    assert!(crate::wire::from_value::<Table<Hermans>>(json!({"castle": {}, "scores": [0, 0], "game": 1})).is_err());
    assert!(crate::wire::from_value::<Move<Nickies>>(settle(1, "northwest")).is_err());
    for castle in [r#"{"a1": "red", "a1": "blue"}"#, r#"{"a2": "red"}"#, r#"{"b5": "red"}"#, "[]", r#"{"a1": "green"}"#]
    {
        assert!(serde_json::from_str::<Stones<Putwoodys>>(castle).is_err(), "{castle}");
    }
}

/// Returns all faults of a state: pointers into its table, and codes.
fn faults<C: Castle>(posted: Json) -> Vec<(String, String)> {
    let form = StateForm::<CastleGame<C>>::from_value(posted).expect("a state of the schema");
    let faults = form.admit().expect_err("an impossible state");
    let at = |pointer: &str| pointer.strip_prefix("/table").expect("a place on the table").to_owned();
    faults.iter().map(|fault| (at(&fault.pointer), fault.code.to_owned())).collect()
}

/// A faulty table: a description, the options, the stones of each color, other changes, and the expected faults.
type Case<'a> = (&'static str, Json, [&'a str; 3], Json, &'static [(&'static str, &'static str)]);

/// Checks the faults common to all castles and these cases. Together they must cover all faults of the page.
fn check_faults<C: Castle>(own: Vec<Case>) {
    let [full, pause] = [0, 1].map(all_but::<C>);
    let [full, pause] = [&full, &pause].map(|stones| stones.each_ref().map(String::as_str));
    let (none, one) = (["", "", ""], || json!({"games": "one"}));
    let with_stones = |stones| json!({"scores": [table::<C>(stones, &[]).castle.pairs(), 0]});
    let overmuch = json!({"game": 2, "scores": [C::PAIR * C::PAIRS, 1]});
    let mut cases: Vec<Case> = vec![
        ("three scores", json!({}), none, json!({"scores": [0, 0, 0]}), &[("/scores", "seat_missing")]),
        ("a space left", json!({}), pause, with_stones(pause), &[("/castle", "impossible_pause")]),
        ("a third game", json!({}), none, json!({"game": 3}), &[("/game", "impossible_game")]),
        ("a second game of one", one(), none, json!({"game": 2}), &[("/game", "impossible_game")]),
        ("a full castle before the last game", json!({}), full, with_stones(full), &[("/game", "impossible_game")]),
        ("points for nothing", json!({}), none, json!({"scores": [0, 1]}), &[("/scores/1", "impossible_scores")]),
        (
            "less than nothing",
            json!({}),
            none,
            json!({"game": 2, "scores": [-1, i64::MAX]}),
            &[("/scores/0", "impossible_scores"), ("/scores/1", "impossible_scores")],
        ),
        ("too much together", json!({}), none, overmuch, &[("/scores", "impossible_scores")]),
    ];
    cases.extend(own);
    for (says, options, stones, mut changes, expected) in cases.clone() {
        if C::HOUSED && changes.get("houses").is_none() {
            changes["houses"] = json!(["northwest", "southeast"]);
        }
        let expected: Vec<_> = expected.iter().map(|(at, code)| ((*at).to_owned(), (*code).to_owned())).collect();
        assert_eq!(faults::<C>(state::<C>(2, options, stones, changes)), expected, "{says}");
    }
    for entry in CastleGame::<C>::PAGE.faults() {
        let found = cases.iter().any(|(.., faults)| faults.iter().any(|(_, code)| *code == entry.id));
        assert!(found, "{} has a case", entry.id);
    }
}

/// Returns all spaces of a castle but the last few, with the full number of stones of each color.
fn all_but<C: Castle>(few: usize) -> [String; 3] {
    let mut left: Vec<String> = Space::<C>::all().map(|space| space.to_string()).take(C::COUNT - few).collect();
    C::STONES.map(|count| left.drain(..count.min(left.len())).collect::<Vec<_>>().join(" "))
}

#[test]
fn every_fault_of_the_page_is_found() {
    let none = ["", "", ""];
    check_faults::<Putwoodys>(vec![
        ("six red stones", json!({}), ["a1 c1 e1 g1 a4 c4", "", ""], json!({}), &[("/castle/c4", "too_many_stones")]),
        ("a pair without its point", json!({}), ["a1 b1", "", ""], json!({}), &[("/scores", "impossible_scores")]),
    ]);
    check_faults::<Nickies>(vec![(
        "six red stones",
        json!({}),
        ["a1 c1 a3 c3 a5 c5", "", ""],
        json!({}),
        &[("/castle/c5", "too_many_stones")],
    )]);
    let houses = |list: Json| json!({"houses": list});
    let three = json!(["northwest", "northeast", "southwest"]);
    check_faults::<Hermans>(vec![
        (
            "eleven red stones",
            json!({}),
            ["a1 c1 e1 a3 c3 e3 a5 c5 e5 b2 d2", "", ""],
            json!({}),
            &[("/castle/e5", "too_many_stones")],
        ),
        (
            "one corner twice",
            json!({}),
            none,
            houses(json!(["northwest", "northwest"])),
            &[("/houses/1", "house_twice")],
        ),
        ("a third house", json!({}), none, houses(three.clone()), &[("/houses", "impossible_houses")]),
        (
            "a stone before a house",
            json!({}),
            ["c3", "", ""],
            houses(json!(["northwest"])),
            &[("/houses", "impossible_houses")],
        ),
    ]);
    let waiting = state::<Hermans>(4, json!({}), none, houses(three));
    assert_eq!(faults::<Hermans>(waiting), [("/houses".to_owned(), "impossible_houses".to_owned())]);
}
