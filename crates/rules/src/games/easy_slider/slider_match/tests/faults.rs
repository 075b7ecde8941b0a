use super::*;

/// Returns the faults of a table that is changed after two ticks of three seats.
fn faults(change: impl FnOnce(&mut Json)) -> String {
    let mut state = dealt(3, "slide", "1");
    for cell in ["e4", "e5"] {
        (1..=3).for_each(|number| drop(act(&mut state, number, cell)));
    }
    act(&mut state, 2, "e4");
    faults_of(&state, change).join(", ")
}

/// Returns the faults of a table of a race that is changed after a slide.
fn race_faults(change: impl FnOnce(&mut Json)) -> String {
    let mut state = dealt(3, "race", "1");
    act(&mut state, 1, "e4");
    faults_of(&state, change).join(", ")
}

/// Returns the faults of a table that is changed after the end of a race: 2, 0, 1 points.
fn end_faults(change: impl FnOnce(&mut Json)) -> String {
    let mut state = solved(&dealt(3, "race", "1"), &[1]);
    act(&mut state, 1, "done");
    act(&mut state, 2, "give_up");
    assert!(state.finished());
    faults_of(&state, change).join(", ")
}

#[test]
fn possible_tables_have_no_faults() {
    assert_eq!([faults(|_| ()), race_faults(|_| ()), end_faults(|_| ())], ["", "", ""]);
}

#[test]
fn lists_must_have_an_entry_for_each_seat() {
    assert_eq!(faults(|table| table["slides"] = json!([2, 2])), "/slides not_by_seat");
    assert_eq!(end_faults(|table| table["scores"][0] = json!([2, 0])), "/scores/0 not_by_seat");
}

#[test]
fn goals_and_tiles_must_be_there_once() {
    assert_eq!(faults(|table| table["row_suits"][0] = json!("M")), "/row_suits/3 suit_twice");
    assert_eq!(faults(|table| table["column_values"][0] = json!(2)), "/column_values/1 value_twice");
    let twice = faults(|table| table["grids"][1]["a1"] = json!("S5"));
    assert_eq!(twice, "/grids/1/b1 tile_twice, /grids/1 tile_missing");
    let table = json!({"column_values": [0, 1, 2, 3, 4]});
    let mut posted = json!(dealt(2, "race", "1").table());
    posted["column_values"] = table["column_values"].clone();
    assert!(crate::wire::from_value::<WholeTable>(posted).is_err(), "no column has the null");
}

#[test]
fn rounds_follow_from_their_scores() {
    assert_eq!(faults(|table| table["round"] = json!(2)), "/round impossible_round");
    assert_eq!(end_faults(|table| table["round"] = json!(0)), "/round impossible_round");
    let many = faults(|table| {
        table["round"] = json!(5);
        table["scores"] = json!(vec![[0, 0, 0]; 4]);
    });
    assert!(many.contains("/round impossible_round"), "{many}");
}

#[test]
fn players_are_all_seats_or_the_tied_leaders() {
    assert_eq!(faults(|table| table["grids"][1] = json!({})).split(", ").next(), Some("/grids/1 impossible_players"));
    let tied = faults(|table| {
        table["round"] = json!(2);
        table["scores"] = json!([[1, 1, 0]]);
    });
    assert_eq!(tied, "/grids/2 impossible_players");
    let alone = faults(|table| {
        table["round"] = json!(2);
        table["scores"] = json!([[2, 1, 0]]);
    });
    assert!(alone.starts_with("/round impossible_players"), "{alone}");
}

#[test]
fn boards_are_handed_in_once_by_seats_of_the_round() {
    let of =
        |finished: Json, fumbled: Json| faults(|table| (table["finished"], table["fumbled"]) = (finished, fumbled));
    assert_eq!(of(json!([[1]]), json!([])), "/finished/0/0 impossible_hand_in", "its board is not solved");
    assert_eq!(of(json!([[]]), json!([])), "/finished/0 impossible_hand_in");
    assert_eq!(of(json!([]), json!([4])), "/fumbled/0 impossible_hand_in");
    let twice = of(json!([]), json!([1, 1]));
    assert_eq!(twice, "/fumbled impossible_hand_in, /fumbled/1 impossible_hand_in");
    let race = faults_of(&solved(&dealt(3, "race", "1"), &[1, 2]), |table| table["finished"] = json!([[1, 2]]));
    assert_eq!(race, ["/finished/0 impossible_hand_in"]);
}

#[test]
fn slides_bring_the_hole_to_its_cell_in_ticks() {
    assert_eq!(race_faults(|table| table["slides"] = json!([2, 0, 0])), "/slides/0 impossible_slides");
    assert_eq!(race_faults(|table| table["slides"] = json!([1, 1000, 0])), "/slides/1 impossible_slides");
    assert_eq!(race_faults(|table| table["slides"] = json!([1001, 0, 0])), "/slides/0 impossible_slides");
    assert_eq!(faults(|table| table["slides"] = json!([2, 2, 4])), "/slides impossible_slides");
    let late = faults(|table| table["fumbled"] = json!([1]));
    assert_eq!(late, "/slides impossible_slides", "the others have slid since");
}

#[test]
fn choices_are_made_by_seats_that_solve() {
    let of = |chosen: Json| faults(|table| table["chosen"] = chosen);
    let choice = |seat: u8, choice: &str| json!({"seat": seat, "choice": choice});
    assert_eq!(of(json!([choice(4, "done")])), "/chosen/0 impossible_choice");
    assert_eq!(of(json!([choice(1, "a1")])), "/chosen/0/choice impossible_choice");
    assert_eq!(of(json!([choice(2, "e4"), choice(1, "e4")])), "/chosen impossible_choice");
    assert_eq!(of(json!([1, 2, 3].map(|seat| choice(seat, "done")))), "/chosen impossible_choice");
    assert_eq!(race_faults(|table| table["chosen"] = json!([])), "/chosen impossible_choice");
    assert_eq!(faults(|table| drop(table.as_object_mut().map(|table| table.remove("chosen")))), " impossible_choice");
}

#[test]
fn scores_are_those_of_possible_rounds() {
    let of = |scores: Json| end_faults(|table| table["scores"] = scores);
    assert_eq!(of(json!([[2, 2, 2]])), "/scores/0 impossible_scores");
    assert_eq!(of(json!([[2, 1, 0]])), "/scores/0 impossible_end", "possible, but not as the round lies");
    let possible = |points: &[u64], is_race| super::super::inspection::are_possible(points, is_race);
    assert!(possible(&[4, 3, 2, 0, 0], true) && possible(&[3, 3, 2, 1, 0], false) && possible(&[0, 0], false));
    assert!(!possible(&[3, 3, 2, 1, 0], true) && !possible(&[0, 0], true) && !possible(&[4, 4, 0, 0, 0], false));
    let absent = faults_of(&dealt(3, "slide", "1"), |table| {
        table["round"] = json!(3);
        table["scores"] = json!([[1, 1, 0], [0, 0, 1]]);
    });
    assert!(absent.contains(&"/scores/1 impossible_scores".to_owned()), "{absent:?}");
}

#[test]
fn game_ends_with_its_last_round() {
    let fumbled = race_faults(|table| table["fumbled"] = json!([2, 3]));
    assert_eq!(fumbled, "/phase impossible_end");
    let on = end_faults(|table| (table["fumbled"], table["finished"]) = (json!([]), json!([])));
    assert_eq!(on, "/phase impossible_end, /scores/0 impossible_end");
    let mut state = dealt(2, "slide", "1");
    act(&mut state, 1, "give_up");
    act(&mut state, 2, "give_up");
    let early = faults_of(&state, |table| {
        (table["phase"], table["round"]) = (json!("over"), json!(1));
        table["fumbled"] = json!([1, 2]);
    });
    assert_eq!(early, ["/phase impossible_end"]);
}
