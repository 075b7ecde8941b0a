use super::*;
use crate::game::{Level, ViewForm};
use crate::mode::{Mode as _, SeatedMode};

/// Returns the rows of the board of seat 1.
fn rows(state: &Match) -> String {
    let names = board::Cell::all().map(|cell| state.table().grid(Seat::FIRST)[cell].map_or("-", |tile| tile.name()));
    names.collect::<Vec<_>>().join(" ")
}

fn goal(state: &Match) -> (String, Vec<u8>) {
    let table = state.table();
    let suits = table.row_suits.iter().map(|suit| suit.letter()).collect();
    (suits, table.column_values.iter().map(|value| value.number()).collect())
}

#[test]
fn deals_of_seed_one_are_as_the_page_says() {
    let mut state = dealt(2, "race", "3");
    assert_eq!(rows(&state), "A3 S5 S1 M1 S4 S3 M3 A4 M4 M0 A1 C5 M2 A2 S0 C3 C1 C4 A5 C2 A0 C0 M5 S2 -");
    assert_eq!(goal(&state), ("CSAM".to_owned(), vec![4, 2, 5, 1, 3]));
    act(&mut state, 1, "give_up");
    assert!(rows(&state).starts_with("C1 S0 A2 M3 S3 "));
    assert_eq!(goal(&state), ("CAMS".to_owned(), vec![2, 4, 5, 1, 3]));
    act(&mut state, 1, "give_up");
    assert!(rows(&state).starts_with("A0 M5 A5 C0 S2 "));
    assert_eq!(goal(&state), ("SAMC".to_owned(), vec![1, 5, 3, 4, 2]));
}

#[test]
fn legal_moves_are_listed_seat_by_seat() {
    let mut state = dealt(2, "race", "1");
    let moves = |state: &Match| {
        let choice = |mv: &Move| format!("{}{}", mv.seat(), mv.choice());
        state.legal_moves().moves.iter().map(choice).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(&state), "1e4 1d5 1done 1give_up 2e4 2d5 2done 2give_up");
    act(&mut state, 2, "d5");
    assert_eq!(moves(&state), "1e4 1d5 1done 1give_up 2d4 2c5 2e5 2done 2give_up");
    let table = json!(state.table());
    assert_eq!((&table["grids"][1]["e5"], &table["slides"]), (&json!("S2"), &json!([0, 1])));
}

#[test]
fn race_scores_seats_in_the_order_in_which_they_finish() {
    let mut state = solved(&dealt(5, "race", "1"), &[1, 2, 4, 5]);
    for number in [2, 4, 1] {
        assert_eq!(kinds(&act(&mut state, number, "done")), ["finished"]);
    }
    assert_eq!(kinds(&act(&mut state, 5, "done")), ["finished", "round_over", "ended"]);
    assert_eq!(state.points(), [2, 4, 0, 3, 1]);
}

#[test]
fn fumbles_give_each_other_seat_one_point() {
    let mut state = solved(&dealt(5, "race", "1"), &[1, 2]);
    for (number, choice) in [(3, "done"), (1, "done"), (2, "done"), (4, "give_up")] {
        act(&mut state, number, choice);
    }
    assert_eq!(state.points(), [4, 3, 0, 0, 2]);
}

#[test]
fn leaving_a_race_of_two_loses_it() {
    for choice in ["give_up", "done"] {
        let mut state = dealt(2, "race", "1");
        act(&mut state, 1, choice);
        assert_eq!((state.points(), state.places()), (vec![0, 1], Some(vec![2, 1])));
    }
    let mut state = dealt(2, "race", "1");
    (0..1000).for_each(|slide| drop(act(&mut state, 1, ["e4", "e5"][slide % 2])));
    assert_eq!((state.points(), state.places()), (vec![0, 1], Some(vec![2, 1])));
    assert_eq!(json!(state.table())["slides"], json!([1000, 0]));
}

#[test]
fn tied_leaders_of_a_race_play_off() {
    let mut state = dealt(3, "race", "3");
    for (second, first) in [(3, 2), (1, 3), (2, 1)] {
        act(&mut state, second, "give_up");
        act(&mut state, first, "give_up");
    }
    // The seat that is left beats both others, so scores are 2 for it, and 0 for them.
    assert_eq!(state.points(), [2, 2, 2]);
    let scores = json!([[2, 1, 0], [0, 2, 1], [1, 0, 2]]);
    let mut state = changed(&state, |table| table["scores"] = scores);
    assert_eq!((state.points(), state.table().round), (vec![3, 3, 3], 4));
    act(&mut state, 2, "give_up");
    assert_eq!(kinds(&act(&mut state, 3, "give_up")), ["fumbled", "round_over", "ended"]);
    assert_eq!((state.points(), state.places()), (vec![5, 3, 3], Some(vec![1, 2, 2])));
}

/// Returns a state with `slide` in which each seat has made 8 slides, and some boards are solved.
fn after_8_slides(seats: u8, solved_seats: &[u8]) -> Match {
    let mut state = dealt(seats, "slide", "1");
    for slide in 0..8 {
        (1..=seats).for_each(|number| drop(act(&mut state, number, ["e4", "e5"][slide % 2])));
    }
    solved(&state, solved_seats)
}

#[test]
fn seats_that_call_in_one_tick_tie_and_play_off() {
    let mut state = after_8_slides(3, &[1, 3]);
    act(&mut state, 1, "done");
    act(&mut state, 3, "done");
    let events = act(&mut state, 2, "e4");
    assert_eq!(kinds(&events), ["chose", "finished", "round_over", "playoff", "dealt"]);
    assert_eq!(state.points(), [1, 0, 1]);
    assert!(!state.table().plays(seat(2)));
    assert_eq!(refusal(&state, &json!({"seat": 2, "type": "done"})), EasySliderMatch::TURN);
    act(&mut state, 1, "give_up");
    act(&mut state, 3, "e4");
    assert_eq!((state.points(), state.places()), (vec![1, 0, 2], Some(vec![2, 3, 1])));
}

#[test]
fn later_tick_finishes_later() {
    let mut state = after_8_slides(3, &[1, 2]);
    act(&mut state, 1, "done");
    act(&mut state, 2, "d5");
    assert_eq!(kinds(&act(&mut state, 3, "e4")), ["chose", "finished", "slid", "slid", "tick"]);
    act(&mut state, 2, "done");
    act(&mut state, 3, "e5");
    assert_eq!((state.points(), &json!(state.table())["slides"]), (vec![2, 1, 0], &json!([8, 9, 9])));
}

#[test]
fn five_seats_slide_and_two_play_off() {
    let mut state = solved(&dealt(5, "slide", "1"), &[2, 3, 5]);
    for (number, choice) in [(1, "e4"), (2, "done"), (3, "done"), (4, "e4"), (5, "d5")] {
        act(&mut state, number, choice);
    }
    for (number, choice) in [(1, "done"), (4, "e5"), (5, "done")] {
        act(&mut state, number, choice);
    }
    assert_eq!(state.points(), [0, 3, 3, 1, 2]);
    assert_eq!(state.to_act().iter().map(Seat::number).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn tie_stays_after_three_playoffs() {
    let mut state = dealt(2, "slide", "1");
    for number in [1, 2, 2, 1, 1, 2, 1, 2] {
        assert!(!state.finished());
        act(&mut state, number, "give_up");
    }
    assert_eq!((state.points(), state.places(), state.table().round), (vec![0, 0], Some(vec![1, 1]), 4));
}

#[test]
fn last_slide_hands_in_all_boards() {
    let mut state = dealt(2, "slide", "1");
    for slide in 0..1000 {
        act(&mut state, 1, ["e4", "e5"][slide % 2]);
        act(&mut state, 2, ["d5", "e5"][slide % 2]);
    }
    assert_eq!((state.points(), state.table().round), (vec![0, 0], 2));

    let mut state = dealt(4, "slide", "1");
    for slide in 0..999 {
        (1..=4).for_each(|number| drop(act(&mut state, number, ["d5", "e5"][slide % 2])));
    }
    // Of a solved board, the null on d5 has slid to e5 by then: sliding it back leaves the board solved.
    let odd = solved(&dealt(4, "slide", "1"), &[1, 4]);
    let mut tables = json!(odd.table())["grids"].clone();
    for number in [0, 3] {
        let null = tables[number]["d5"].take();
        tables[number].as_object_mut().expect("a board").remove("d5");
        tables[number]["e5"] = null;
    }
    let mut state = changed(&state, |table| [0, 3].into_iter().for_each(|i| table["grids"][i] = tables[i].clone()));
    for (number, choice) in [(1, "e5"), (2, "e5"), (3, "give_up")] {
        act(&mut state, number, choice);
    }
    let events = act(&mut state, 4, "e5");
    assert_eq!(
        kinds(&events),
        ["chose", "fumbled", "slid", "slid", "slid", "tick", "finished", "fumbled", "round_over", "playoff", "dealt"]
    );
    assert_eq!(state.points(), [2, 0, 0, 2]);
}

#[test]
fn nulls_may_slide_on_a_solved_board() {
    let mut state = solved(&dealt(2, "race", "1"), &[1]);
    for cell in ["d5", "c5", "b5", "a5"] {
        act(&mut state, 1, cell);
        assert!(state.table().is_solved(Seat::FIRST), "{cell}");
    }
    act(&mut state, 1, "a4");
    assert!(!state.table().is_solved(Seat::FIRST));
    act(&mut state, 1, "a5");
    assert!(state.table().is_solved(Seat::FIRST));
}

#[test]
fn each_rule_refuses_its_moves() {
    let state = dealt(2, "slide", "1");
    assert_eq!(refusal(&state, &json!({"seat": 1, "type": "slide", "cell": "e5"})), BESIDE);
    assert_eq!(refusal(&state, &json!({"seat": 3, "type": "done"})), EasySliderMatch::TURN);
    let mut chosen = state.clone();
    act(&mut chosen, 1, "e4");
    assert_eq!(refusal(&chosen, &json!({"seat": 1, "type": "slide", "cell": "e4"})), EasySliderMatch::TURN);
    let mut ended = dealt(2, "race", "1");
    act(&mut ended, 1, "give_up");
    assert_eq!(refusal(&ended, &json!({"seat": 2, "type": "slide", "cell": "a1"})), EasySliderMatch::ENDED);
}

#[test]
fn only_the_seat_itself_gets_its_slides() {
    let mut state = dealt(3, "slide", "1");
    act(&mut state, 1, "e4");
    act(&mut state, 2, "d5");
    let events = act(&mut state, 3, "e4");
    let seen = |viewer: Viewer| {
        let visible: Vec<Event> =
            events.iter().filter(|event| EasySliderMatch::is_visible(event, viewer)).cloned().collect();
        kinds(&visible)
    };
    assert_eq!(seen(Viewer::Seat(seat(2))), ["chose", "slid", "tick"]);
    assert_eq!(seen(Viewer::Onlooker), ["chose", "tick"]);
    let mut race = dealt(2, "race", "1");
    let slid = act(&mut race, 1, "e4");
    assert!(EasySliderMatch::is_visible(&slid[0], Viewer::Onlooker));
}

#[test]
fn boards_and_choices_of_others_are_hidden_with_slide() {
    let mut state = dealt(2, "slide", "1");
    act(&mut state, 2, "d5");
    let view = |viewer| json!(ViewForm::of(&state, viewer))["table"].clone();
    let own = view(Viewer::Seat(seat(2)));
    assert_eq!((&own["chosen"][0]["choice"], &own["grids"][1]["d5"]), (&json!("d5"), &json!("S2")));
    assert_eq!(
        (&own["grids"][0]["a1"], own["grids"][0].as_object().map(serde_json::Map::len)),
        (&json!("??"), Some(25))
    );
    let other = view(Viewer::Seat(seat(1)));
    assert_eq!((&other["chosen"][0]["choice"], &other["grids"][1]["d5"]), (&json!("??"), &json!("??")));
}

/// Plays a race of a robot of this level against a seat that only waits, and returns its number of slides.
fn slides_of_robot(level: u8, n: u32) -> u64 {
    let seed = format!("robot-{n}").parse().expect("a seed");
    let mut state = Match::deal_for(Seats::TWO, seed, Options::default());
    let level = Level::new(level).expect("a level");
    while !state.finished() {
        let seed = state.seed().clone();
        let plan = SeatedMode::plan_at(&state, Seat::FIRST, level, &seed, &|_| true).expect("a plan");
        plan.iter().for_each(|mv| state.play(mv, &mut Log::discard()).expect("legal"));
    }
    assert_eq!(state.points(), [1, 0], "it solves the board");
    state.table().slides[0].0
}

#[test]
fn robots_solve_boards_in_a_fair_number_of_slides() {
    let slides = |level| (0..20).map(|n| slides_of_robot(level, n)).collect::<Vec<_>>();
    let mean = |slides: &[u64]| slides.iter().sum::<u64>() / slides.len() as u64;
    let all = [1, 2, 3].map(slides);
    assert!(all[2].iter().all(|slides| (120..=300).contains(slides)), "{all:?}");
    let [weak, medium, strong] = [0, 1, 2].map(|level| mean(&all[level]));
    assert!(weak > medium && medium > strong, "{weak}, {medium}, {strong}");
    assert!((120..=210).contains(&strong), "{strong}");
    assert!(weak < 400, "{weak}");
}
