use serde_json::{Value as Json, json};

use super::*;
use crate::chance::{Chance, Seed};
use crate::fault::Faults;
use crate::game::{State, StateForm, Viewer};

type Fought = State<FightThePower>;
/// Changes of fields of a table.
type Change<'a> = &'a [(&'a str, Json)];

fn seats(count: u8) -> Seats {
    Seats::new(count).expect("seats")
}

fn dealt(seed: &str, count: u8) -> Fought {
    State::deal_for(seats(count), seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

/// Returns a state with these factions in round 10, late enough for any sizes.
fn form(factions: &Json, turn: u8) -> Json {
    let seats = factions.as_array().expect("a list").len();
    let table = json!({"factions": factions, "round": 10, "turn": turn, "rolls": 4});
    json!({"game": "fight-the-power", "rules": 1, "seed": "power", "seats": seats, "options": {}, "table": table})
}

fn admit(form: Json) -> Result<Fought, Faults> {
    StateForm::<FightThePower>::from_value(form).expect("a state of the schema").admit()
}

fn state(factions: Json, turn: u8) -> Fought {
    admit(form(&factions, turn)).expect("a possible state")
}

fn mv(json: Json) -> Move {
    crate::wire::from_value(json).expect("a move")
}

fn play(state: &mut Fought, json: Json) -> Vec<Json> {
    let mut log = Log::keep();
    state.play(&mv(json.clone()), &mut log).unwrap_or_else(|refused| panic!("{json}: {refused}"));
    log.events().iter().map(|event| json!(event)).collect()
}

fn refusal(state: &Fought, json: Json) -> Rule {
    let mut after = state.clone();
    let illegal = after.play(&mv(json), &mut Log::discard()).expect_err("refused");
    assert_eq!(after, *state, "a refused move changes nothing");
    illegal.rule
}

fn faces(numbers: &[u8]) -> Vec<Face> {
    numbers.iter().map(|number| Face::new(*number).expect("a face")).collect()
}

/// Returns a state with a seed with which the second roll of a game satisfies a condition.
fn with_roll(mut form: Json, dice: usize, wanted: impl Fn(&[Face]) -> bool) -> Fought {
    form["table"]["rolls"] = json!(1);
    let lucky = (0..20_000).map(|n| format!("roll-{n}")).find(|seed| {
        let seed: Seed = seed.parse().expect("a seed");
        let rolled: Vec<Face> = Roll::numbered(Chance::new(&seed), "fight-the-power/roll", 2).dice(dice);
        wanted(&rolled)
    });
    form["seed"] = json!(lucky.expect("one of many seeds rolls so"));
    admit(form).expect("a possible state")
}

#[test]
fn first_unequal_pair_decides_fight() {
    let known: [(&[u8], &[u8], Ordering); 6] = [
        (&[6, 6, 4, 1], &[6, 5, 5, 2], Ordering::Greater),
        (&[3], &[2, 2, 2], Ordering::Greater),
        (&[6, 5], &[6, 5, 1], Ordering::Equal),
        (&[6, 6, 1], &[6, 5, 5, 5, 5], Ordering::Greater),
        (&[1], &[1], Ordering::Equal),
        (&[5, 5], &[5, 6], Ordering::Less),
    ];
    for (one, other, order) in known {
        let [one, other] = [one, other].map(|numbers| Faction::of(faces(numbers)));
        assert_eq!(one.against(&other), order, "{one:?} {other:?}");
        assert_eq!(other.against(&one), order.reverse(), "{other:?} {one:?}");
    }
}

#[test]
fn each_distinct_set_of_dice_is_one_fight() {
    let count = |numbers: &[u8]| faction::handfuls(Tally::of(&faces(numbers))).len();
    assert_eq!((count(&[6, 6, 4, 1]), count(&[6, 5, 4, 1]), count(&[1, 1, 1, 1])), (12, 16, 5));
}

#[test]
fn seed_one_has_known_deal_and_fight() {
    let mut state = dealt("one", 3);
    assert_eq!(json!(state.table().factions), json!([[6, 3, 1, 1], [5, 2, 1, 1], [4, 1, 1, 1]]));
    assert_eq!(state.legal_moves().moves.len(), 24);
    let events = play(&mut state, json!({"seat": 1, "type": "fight", "with": 2, "dice": [6, 1]}));
    assert_eq!(json!(state.table().factions), json!([[3, 2, 1, 1], [6, 6, 3, 3], [4, 1, 1, 1]]));
    assert_eq!(json!(state.table().fight), json!({"winner": 2, "loser": 1}));
    assert_eq!(json!(events[0]["dice"]), json!([6, 1]));
    assert_eq!(events[2], json!({"type": "fought", "attacker": 1, "defender": 2, "winner": 2}));
    assert_eq!(json!(state.to_act()), json!([2]));
    let taken: Vec<Json> = state.legal_moves().moves.iter().map(|mv| json!(mv)["face"].clone()).collect();
    assert_eq!(taken, [3, 2, 1]);
    let events = play(&mut state, json!({"seat": 2, "type": "take", "face": 2}));
    assert_eq!(events, [json!({"type": "took", "seat": 2, "from": 1, "face": 2})]);
    assert_eq!(json!(state.table().factions), json!([[3, 1, 1], [6, 6, 3, 3, 2], [4, 1, 1, 1]]));
    assert_eq!(json!(state.to_act()), json!([2]), "the next turn is seat 2's");
}

#[test]
fn recruiting_needs_more_dice_of_shared_face() {
    let mut three = state(json!([[5, 5, 5, 4], [5, 5, 3, 3], [2, 2, 3, 3]]), 1);
    assert_eq!(refusal(&three, json!({"seat": 1, "type": "recruit", "from": 2, "face": 4})), DIE);
    assert_eq!(refusal(&three, json!({"seat": 1, "type": "recruit", "from": 2, "face": 3})), MORE);
    assert_eq!(refusal(&three, json!({"seat": 1, "type": "recruit", "from": 1, "face": 5})), OPPONENT);
    assert_eq!(refusal(&three, json!({"seat": 1, "type": "recruit", "from": 4, "face": 5})), OPPONENT);
    let events = play(&mut three, json!({"seat": 1, "type": "recruit", "from": 2, "face": 5}));
    assert_eq!(events, [json!({"type": "recruited", "seat": 1, "from": 2, "face": 5})]);
    assert_eq!(json!(three.table().factions), json!([[5, 5, 5, 5, 4], [5, 3, 3], [3, 3, 2, 2]]));
    assert_eq!((three.table().round, three.table().turn.number()), (10, 2));
    let two = state(json!([[5, 5, 4, 4], [5, 5, 3, 3], [2, 2, 3, 3]]), 1);
    assert_eq!(refusal(&two, json!({"seat": 1, "type": "recruit", "from": 2, "face": 5})), MORE);
}

#[test]
fn fight_lists_own_dice_highest_first() {
    let state = state(json!([[6, 6, 4, 1], [5, 5, 3, 3], [2, 2, 3, 3]]), 1);
    let fight = |with: u8, dice: Json| json!({"seat": 1, "type": "fight", "with": with, "dice": dice});
    assert_eq!(refusal(&state, fight(2, json!([4, 6]))), ORDER);
    assert_eq!(refusal(&state, fight(2, json!([5]))), OWN);
    assert_eq!(refusal(&state, fight(2, json!([4, 4]))), OWN);
    assert_eq!(refusal(&state, fight(2, json!([3, 4]))), ORDER, "the order is looked at before the dice");
    assert_eq!(refusal(&state, fight(1, json!([3, 4]))), OPPONENT, "and the opponent before the order");
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "take", "face": 5})), STEP);
    assert_eq!(refusal(&state, json!({"seat": 2, "type": "take", "face": 5})), TURN);
    assert!(crate::wire::from_value::<Move>(fight(2, json!([6, 6, 6, 6, 6, 6, 6, 6]))).is_err());
}

#[test]
fn winner_must_take_a_die_first() {
    let mut form = form(&json!([[6, 6, 4, 1], [5, 5, 3, 3], [2, 2, 3, 3]]), 2);
    form["table"]["fight"] = json!({"winner": 1, "loser": 2});
    let mut state = admit(form).expect("a possible state");
    assert_eq!(json!(state.to_act()), json!([1]), "the defender has won");
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []})), STEP);
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "recruit", "from": 2, "face": 9 - 3})), STEP);
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "take", "face": 6})), DIE);
    play(&mut state, json!({"seat": 1, "type": "take", "face": 3}));
    assert_eq!(json!(state.table().factions), json!([[6, 6, 4, 3, 1], [5, 5, 3], [3, 3, 2, 2]]));
    assert_eq!(json!(state.to_act()), json!([3]), "the turn was seat 2's");
}

#[test]
fn equal_dice_are_taken_automatically() {
    let form = form(&json!([[6, 6, 6, 6], [5], [1, 1, 2, 2, 3, 3, 4]]), 1);
    let mut state = with_roll(form, 1, |dice| dice[0] < Face::SIX);
    let events = play(&mut state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []}));
    let types: Vec<_> = events.iter().map(|event| event["type"].clone()).collect();
    assert_eq!(types, ["rolled", "rolled", "fought", "took", "won"]);
    assert_eq!(events[4], json!({"type": "won", "seat": 2, "dice": 0}), "the defender's only die was taken");
    assert_eq!((state.table().ended, state.points()), (Some(End::Zero), vec![1, 5, 3]));
    assert_eq!(state.places(), Some(vec![3, 1, 2]));
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []})), ENDED);
}

#[test]
fn draw_moves_no_die() {
    let form = form(&json!([[6, 6, 6, 6], [5], [1, 1, 2, 2, 3, 3, 4]]), 1);
    let mut state = with_roll(form, 1, |dice| dice[0] == Face::SIX);
    let events = play(&mut state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []}));
    assert_eq!(events[2..], [json!({"type": "fought", "attacker": 1, "defender": 2})]);
    assert_eq!(json!(state.to_act()), json!([2]));
}

#[test]
fn simultaneous_goals_favor_seat_to_act() {
    let seven = form(&json!([[6, 6, 6, 6, 6, 6, 6], [5], [1, 2, 2, 1]]), 1);
    let mut state = with_roll(seven, 1, |dice| dice[0] < Face::SIX);
    play(&mut state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []}));
    assert_eq!((state.table().ended, state.points()), (Some(End::Eight), vec![5, 4, 0]));

    let one = form(&json!([[1], [5, 5, 5, 5, 5, 5, 5], [1, 2, 2, 1]]), 1);
    let mut state = with_roll(one, 7, |dice| dice.iter().any(|face| *face > Face::ONE));
    play(&mut state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []}));
    assert_eq!((state.table().ended, state.points()), (Some(End::Zero), vec![5, 4, 0]));

    let three = form(&json!([[1], [5, 5, 5], [1, 2, 2, 1], [1, 2, 2, 1]]), 1);
    let mut three = three;
    three["table"]["factions"] = json!([[1], [5, 5, 5], [1, 2, 2, 1, 1, 1, 1], [1, 2, 2, 1, 3]]);
    let mut state = with_roll(three, 3, |dice| dice.iter().any(|face| *face > Face::ONE));
    play(&mut state, json!({"seat": 1, "type": "fight", "with": 2, "dice": []}));
    assert_eq!((state.table().ended, state.table().winner.map(Seat::number)), (Some(End::Zero), Some(1)));
}

#[test]
fn losing_last_die_wins_unless_recruiter_has_eight() {
    let mut few = state(json!([[5, 5, 4, 4], [5], [1, 2, 2, 1, 3, 3, 3]]), 1);
    play(&mut few, json!({"seat": 1, "type": "recruit", "from": 2, "face": 5}));
    assert_eq!((few.table().ended, few.table().winner.map(Seat::number)), (Some(End::Zero), Some(2)));
    let mut many = state(json!([[5, 5, 4, 4, 4, 4, 4], [5], [1, 2, 2, 1]]), 1);
    play(&mut many, json!({"seat": 1, "type": "recruit", "from": 2, "face": 5}));
    assert_eq!((many.table().ended, many.table().winner.map(Seat::number)), (Some(End::Eight), Some(1)));
}

#[test]
fn game_ends_after_round_20() {
    let mut form = form(&json!([[5, 5, 5, 1, 1], [3, 3, 2, 2], [5, 5, 4]]), 3);
    form["table"]["round"] = json!(20);
    let mut state = admit(form).expect("a possible state");
    let events = play(&mut state, json!({"seat": 3, "type": "fight", "with": 1, "dice": [5, 5, 4]}));
    if state.table().fight.is_some() {
        let take = json!(state.legal_moves().moves[0]);
        assert_eq!(play(&mut state, take)[1..], [json!({"type": "rounds_over"})]);
    } else {
        assert_eq!(events.last(), Some(&json!({"type": "rounds_over"})));
    }
    assert_eq!((state.table().ended, state.table().winner), (Some(End::Rounds), None));
    assert_eq!((state.table().round, state.table().turn.number()), (20, 3));
}

#[test]
fn points_are_distances_from_initial_size() {
    let mut form = form(&json!([[5, 5, 5, 1, 1, 1], [3, 3, 2, 2], [5, 5]]), 3);
    form["table"]["round"] = json!(20);
    form["table"]["ended"] = json!("rounds");
    let state = admit(form).expect("a possible state");
    assert_eq!((state.points(), state.places()), (vec![2, 0, 2], Some(vec![1, 3, 1])));
}

#[test]
fn faction_is_sorted_on_admission() {
    let state = state(json!([[1, 6, 4, 6], [5, 5, 3, 3], [3, 3, 2, 2]]), 1);
    assert_eq!(json!(state.table().factions[0]), json!([6, 6, 4, 1]));
}

#[test]
fn every_fault_is_found() {
    let possible = json!([[6, 6, 4, 1], [5, 5, 3, 3], [3, 3, 2, 2]]);
    let fight = json!({"winner": 1, "loser": 2});
    let found = |change: &[(&str, Json)]| {
        let mut form = form(&possible, 1);
        for (field, value) in change {
            form["table"][*field] = value.clone();
        }
        let faults = admit(form).err().unwrap_or_default();
        faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect::<Vec<_>>()
    };
    assert_eq!(found(&[]), [""; 0]);
    assert_eq!(found(&[("fight", fight.clone())]), [""; 0]);
    let mut four = possible.as_array().expect("a list").clone();
    four.push(json!([1, 1, 1, 1]));
    let eight = json!([[6, 6, 6, 6, 4, 4, 4, 1], [5, 5, 3], [3]]);
    let none = json!([[6, 6, 6, 4, 4, 4, 1], [5, 5, 3, 3, 3], []]);
    let both = json!([[6, 6, 6, 4, 4, 4, 1, 1], [5, 5, 3, 3], []]);
    let table: [(Change, &[&str]); 26] = [
        (&[("factions", json!(four))], &["/table/factions seat_missing"]),
        (&[("factions", json!([[6], [5], [4]]))], &["/table/factions dice_missing"]),
        (&[("factions", eight.clone())], &["/table/factions/0 impossible_size"]),
        (&[("factions", none.clone())], &["/table/factions/2 impossible_size"]),
        (
            &[
                ("factions", json!([[6, 6, 6, 6, 6, 6, 6, 6, 6], [5, 5], [5]])),
                ("ended", json!("rounds")),
                ("round", json!(20)),
                ("turn", json!(3)),
            ],
            &["/table/factions/0 impossible_size", "/table/ended impossible_end"],
        ),
        (
            &[
                ("round", json!(1)),
                ("rolls", json!(1)),
                ("factions", json!([[1, 1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3]])),
            ],
            &["/table/factions impossible_size"],
        ),
        (&[("round", json!(0))], &["/table/round impossible_turn"]),
        (&[("round", json!(21)), ("turn", json!(4))], &["/table/round impossible_turn", "/table/turn impossible_turn"]),
        (&[("rolls", json!(0))], &["/table/rolls impossible_rolls"]),
        (&[("rolls", json!(28))], &[]),
        (&[("rolls", json!(29))], &["/table/rolls impossible_rolls"]),
        (&[("rolls", json!(29)), ("fight", fight.clone())], &[]),
        (&[("rolls", json!(1)), ("fight", fight.clone())], &["/table/rolls impossible_rolls"]),
        (&[("fight", json!({"winner": 1, "loser": 1}))], &["/table/fight impossible_fight"]),
        (&[("fight", json!({"winner": 1, "loser": 4}))], &["/table/fight impossible_fight"]),
        (&[("fight", json!({"winner": 2, "loser": 3}))], &["/table/fight impossible_fight"]),
        (&[("fight", json!({"winner": 2, "loser": 1}))], &["/table/fight impossible_fight"]),
        (
            &[("fight", fight.clone()), ("factions", json!([[6, 6, 4, 1], [3, 3, 3, 3], [3, 3, 2, 2]]))],
            &["/table/fight impossible_fight"],
        ),
        (&[("winner", json!(1))], &["/table/winner impossible_end"]),
        (&[("ended", json!("rounds"))], &["/table/ended impossible_end"]),
        (
            &[("ended", json!("rounds")), ("fight", fight), ("round", json!(20)), ("turn", json!(3))],
            &["/table/fight impossible_fight"],
        ),
        (&[("ended", json!("eight")), ("factions", eight.clone()), ("winner", json!(1))], &[]),
        (&[("ended", json!("eight")), ("factions", eight), ("winner", json!(2))], &["/table/ended impossible_end"]),
        (
            &[("ended", json!("eight")), ("factions", none.clone()), ("winner", json!(3))],
            &["/table/ended impossible_end"],
        ),
        (&[("ended", json!("zero")), ("factions", none), ("winner", json!(3))], &[]),
        (
            &[("ended", json!("zero")), ("factions", both), ("winner", json!(3)), ("turn", json!(2))],
            &["/table/ended impossible_end"; 2],
        ),
    ];
    for (change, faults) in table {
        assert_eq!(found(change), faults, "{change:?}");
    }
}

#[test]
fn fight_chances_match_enumeration() {
    let (own, rolled, defenders) = (Faction::of(faces(&[5, 4, 2])), faces(&[4, 2]), 2);
    let (mut won, mut lost, mut all) = (0, 0, 0);
    for throw in 0..6_u32.pow(4) {
        let shown: Vec<Face> = (0..4).map(|die| Face::ALL[(throw / 6_u32.pow(die) % 6) as usize]).collect();
        let mut attacker = own.clone();
        attacker.exchange(&rolled, shown[..2].to_vec());
        match attacker.against(&Faction::of(shown[2..].to_vec())) {
            Ordering::Greater => won += 1,
            Ordering::Less => lost += 1,
            Ordering::Equal => {}
        }
        all += 1;
    }
    assert_eq!(plan::ways(own.tally(), &rolled, defenders), [won, lost, all]);
}

#[test]
fn scene_shows_factions_and_caption() {
    let state = state(json!([[6, 6, 4, 1], [5, 5, 3, 3], [2, 2, 3, 3]]), 2);
    let board = state.scene_for(Viewer::Onlooker).to_string();
    assert!(board.starts_with("Fight the Power: round 10\n"), "{board}");
    assert!(board.contains("seat 3: faction: <3> <3> <2> <2>\n"), "{board}");
    assert_eq!(state.scene_for(Viewer::Onlooker).seats[1].note, "4 dice");
}
