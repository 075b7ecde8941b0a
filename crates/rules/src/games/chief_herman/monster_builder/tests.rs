use serde_json::{Value as Json, json};

use super::*;
use crate::chance::{Chance, Seed};
use crate::game::{State, StateForm, Viewer};

type Lab = State<MonsterBuilder>;
/// Changes of fields of a table.
type Change<'a> = &'a [(&'a str, Json)];

fn dealt(seed: &str, seats: u8) -> Lab {
    State::deal_for(Seats::new(seats).expect("seats"), seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

fn admit(form: Json) -> Result<Lab, Faults> {
    StateForm::<MonsterBuilder>::from_value(form).expect("a state of the schema").admit()
}

fn monster(values: [u64; 5]) -> Json {
    let [head, left_arm, right_arm, left_leg, right_leg] = values;
    json!({"head": head, "left_arm": left_arm, "right_arm": right_arm, "left_leg": left_leg, "right_leg": right_leg})
}

/// Returns a state in round 10, seat 1 to act, with these monsters and research dice.
fn form(monsters: [[u64; 5]; 3], research: [u8; 4]) -> Json {
    let table = json!({
        "monsters": monsters.map(monster), "research": research, "round": 10, "turn": 1, "step": "act", "rolls": 20,
    });
    json!({"game": "monster-builder", "rules": 1, "seed": "lab", "seats": 3, "options": {}, "table": table})
}

fn state(monsters: [[u64; 5]; 3], research: [u8; 4]) -> Lab {
    admit(form(monsters, research)).expect("a possible state")
}

/// Returns a state whose next roll has these faces.
fn with_roll(mut form: Json, wanted: &[u8]) -> Lab {
    let number = form["table"]["rolls"].as_u64().expect("a number") + 1;
    let lucky = (0..2_000_000).map(|n| format!("roll-{n}")).find(|seed| {
        let seed: Seed = seed.parse().expect("a seed");
        let mut roll = Roll::numbered(Chance::new(&seed), "monster-builder/roll", number);
        wanted.iter().all(|face| roll.die().number() == *face)
    });
    form["seed"] = json!(lucky.expect("one of many seeds rolls so"));
    admit(form).expect("a possible state")
}

fn mv(json: Json) -> Move {
    crate::wire::from_value(json).expect("a move")
}

fn play(state: &mut Lab, json: Json) -> Vec<Json> {
    let mut log = Log::keep();
    state.play(&mv(json.clone()), &mut log).unwrap_or_else(|refused| panic!("{json}: {refused}"));
    log.events().iter().map(|event| json!(event)).collect()
}

fn refusal(state: &Lab, json: Json) -> Rule {
    let mut after = state.clone();
    let illegal = after.play(&mv(json), &mut Log::discard()).expect_err("refused");
    assert_eq!(after, *state, "a refused move changes nothing");
    illegal.rule
}

fn find(face: u8, part: &str) -> Json {
    json!({"face": face, "part": part})
}

fn scavenge(finds: &[Json]) -> Json {
    json!({"seat": 1, "type": "scavenge", "builds": finds})
}

fn fight(attack: &str) -> Json {
    json!({"seat": 1, "type": "fight", "attack": attack, "with": 2})
}

const NONE: [u64; 5] = [0; 5];

#[test]
fn seed_one_has_known_move_counts() {
    let mut state = dealt("one", 3);
    assert_eq!(state.legal_moves().moves.len(), 22);
    let events = play(&mut state, json!({"seat": 1, "type": "research"}));
    assert_eq!(json!(state.table().research), json!([6, 4, 1, 1]));
    assert_eq!(events[0]["type"], "researched");
    assert_eq!(state.legal_moves().moves.len(), 16);
    assert_eq!(json!(state.to_act()), json!([1]));
    let events = play(&mut state, json!({"seat": 1, "type": "leave"}));
    assert_eq!(events, [json!({"type": "left", "seat": 1})]);
    assert_eq!((json!(state.to_act()), state.table().step), (json!([2]), Some(Step::Act)));
}

#[test]
fn building_replaces_part_and_resets_die() {
    let mut form = form([[2, 0, 0, 0, 0], NONE, NONE], [6, 6, 3, 2]);
    form["table"]["step"] = json!("build");
    let mut six = admit(form.clone()).expect("a possible state");
    let events = play(&mut six, json!({"seat": 1, "type": "build", "face": 6, "part": "left_leg"}));
    assert_eq!(events, [json!({"type": "built", "seat": 1, "face": 6, "part": "left_leg", "before": 0})]);
    assert_eq!(json!(six.table().research), json!([6, 3, 2, 1]));
    form["table"]["research"] = json!([4, 1, 1, 1]);
    let mut four = admit(form).expect("a possible state");
    play(&mut four, json!({"seat": 1, "type": "build", "face": 4, "part": "head"}));
    assert_eq!((four.table().monsters[0].head, four.points()), (4, vec![4, 0, 0]));
}

#[test]
fn scavenged_faces_are_on_separate_dice() {
    let one_six = state([NONE; 3], [6, 3, 2, 1]);
    let both = scavenge(&[find(6, "head"), find(6, "left_arm")]);
    assert_eq!(refusal(&one_six, both.clone()), DIE);
    let mut after = one_six.clone();
    play(&mut after, scavenge(&[find(6, "head"), find(3, "left_arm")]));
    assert_eq!(json!(after.table().research), json!([2, 1, 1, 1]));
    let mut two_sixes = state([NONE; 3], [6, 6, 3, 2]);
    play(&mut two_sixes, both);
    assert_eq!(two_sixes.points(), [12, 0, 0]);
    // A die that the first build turns to 1 was not a 1 before.
    let no_one = state([NONE; 3], [6, 6, 3, 2]);
    assert_eq!(refusal(&no_one, scavenge(&[find(6, "head"), find(1, "left_arm")])), DIE);
}

#[test]
fn scavenge_lists_distinct_parts_in_order() {
    let state = state([NONE; 3], [6, 6, 3, 2]);
    assert_eq!(refusal(&state, scavenge(&[find(6, "left_arm"), find(6, "head")])), ORDER);
    assert_eq!(
        refusal(&state, scavenge(&[find(5, "head"), find(6, "head")])),
        ORDER,
        "the order comes before the dice"
    );
    for builds in [vec![], vec![find(6, "head"), find(6, "left_arm"), find(3, "left_leg")]] {
        assert!(crate::wire::from_value::<Move>(scavenge(&builds)).is_err());
    }
}

#[test]
fn attacker_wins_tie_and_steals_only_head() {
    let form = form([[3, 0, 0, 0, 0], [5, 4, 0, 0, 0], NONE], [1; 4]);
    let mut state = with_roll(form, &[4, 3, 4]);
    let events = play(&mut state, fight("head_smash"));
    assert_eq!((&events[0]["attacker_total"], &events[0]["defender_total"]), (&json!(7), &json!(7)));
    assert_eq!((&events[0]["winner"], &events[0]["defender_dice"]), (&json!(1), &json!([3, 4])));
    assert_eq!(state.legal_moves().moves.len(), 7, "thrown away or built into one of five parts, or left");
    let steal = |part: &str| json!({"seat": 1, "type": "steal", "part": part, "to": "left_leg"});
    assert_eq!(refusal(&state, steal("left_arm")), PART);
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "research"})), STEP);
    let events = play(&mut state, steal("head"));
    let expected =
        json!({"type": "stolen", "seat": 1, "from": 2, "part": "head", "value": 5, "to": "left_leg", "before": 0});
    assert_eq!(events, [expected]);
    assert_eq!(json!(state.table().monsters[..2]), json!([monster([3, 0, 0, 5, 0]), monster([0, 4, 0, 0, 0])]));
}

#[test]
fn winning_defender_may_steal() {
    let form = form([[0, 2, 5, 6, 0], NONE, NONE], [1; 4]);
    let mut state = with_roll(form, &[1, 3, 3, 3]);
    let events = play(&mut state, fight("punch"));
    assert_eq!((&events[0]["attacker_total"], &events[0]["defender_total"]), (&json!(8), &json!(9)));
    assert_eq!(json!(state.to_act()), json!([2]));
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "leave"})), TURN);
    assert_eq!(refusal(&state, json!({"seat": 2, "type": "steal", "part": "left_leg"})), PART);
    assert_eq!(refusal(&state, json!({"seat": 2, "type": "steal", "part": "head"})), NOTHING);
    let events = play(&mut state, json!({"seat": 2, "type": "steal", "part": "right_arm"}));
    assert_eq!(events, [json!({"type": "stolen", "seat": 2, "from": 1, "part": "right_arm", "value": 5})]);
    assert_eq!(state.points(), [8, 0, 0], "it was thrown away");
    assert_eq!(json!(state.to_act()), json!([2]), "whose turn comes after seat 1's");
}

#[test]
fn trip_is_die_and_legs_against_whole_monster() {
    let legs: Monster = crate::wire::from_value(monster([0, 0, 0, 6, 6])).expect("a monster");
    let other = |values| crate::wire::from_value::<Monster>(monster(values)).expect("a monster");
    let chance = |values| plan::chance_to_win(&legs, &other(values), Attack::Trip);
    assert_eq!([chance([6, 6, 1, 0, 0]), chance([6, 6, 6, 0, 0]), chance([6, 6, 6, 1, 0])], [1000, 166, 0]);
    let mut state = dealt("one", 3);
    let events = play(&mut state, fight("trip"));
    assert_eq!((&events[0]["winner"], &events[0]["defender_total"]), (&json!(1), &json!(0)));
    assert_eq!((events.len(), json!(state.to_act())), (1, json!([2])), "there is nothing to steal");
}

#[test]
fn fight_chances_match_the_page() {
    let monster = |values| crate::wire::from_value::<Monster>(monster(values)).expect("a monster");
    let chance = |values, attack| plan::chance_to_win(&monster(values), &monster(NONE), attack);
    assert_eq!(chance(NONE, Attack::HeadSmash), 35 * 1000 / 216);
    assert_eq!(chance([6, 0, 0, 0, 0], Attack::HeadSmash), 181 * 1000 / 216);
    assert_eq!(chance(NONE, Attack::Punch), 35 * 1000 / 1296);
    assert_eq!(chance([0, 6, 6, 0, 0], Attack::Punch), 1226 * 1000 / 1296);
}

#[test]
fn defender_can_win_in_others_turn() {
    let form = form([[6, 1, 0, 0, 0], [6, 6, 6, 6, 0], NONE], [1; 4]);
    let mut state = with_roll(form, &[1, 6, 6]);
    play(&mut state, fight("head_smash"));
    let events = play(&mut state, json!({"seat": 2, "type": "steal", "part": "head", "to": "right_leg"}));
    assert_eq!(events[1], json!({"type": "won", "seat": 2}));
    assert_eq!((state.table().ended, state.table().step, state.table().turn.number()), (Some(End::Built), None, 1));
    assert_eq!((state.points(), state.places()), (vec![1, 30, 0], Some(vec![2, 1, 3])));
    assert_eq!(refusal(&state, json!({"seat": 2, "type": "research"})), ENDED);
}

#[test]
fn moves_are_limited_to_their_step() {
    let act = state([[1, 0, 0, 0, 0], [5, 4, 0, 0, 0], NONE], [1; 4]);
    assert_eq!(refusal(&act, json!({"seat": 1, "type": "leave"})), STEP);
    assert_eq!(refusal(&act, json!({"seat": 1, "type": "build", "face": 1, "part": "head"})), STEP);
    assert_eq!(refusal(&act, json!({"seat": 1, "type": "steal", "part": "head"})), STEP);
    assert_eq!(refusal(&act, json!({"seat": 1, "type": "fight", "attack": "trip", "with": 1})), OPPONENT);
    assert_eq!(refusal(&act, json!({"seat": 1, "type": "fight", "attack": "trip", "with": 4})), OPPONENT);
    let mut build = act;
    play(&mut build, json!({"seat": 1, "type": "research"}));
    assert_eq!(refusal(&build, json!({"seat": 1, "type": "research"})), STEP);
    assert_eq!(refusal(&build, scavenge(&[find(1, "head")])), STEP);
    assert_eq!(refusal(&build, fight("trip")), STEP);
    let missing = Face::ALL.into_iter().find(|face| !build.table().research.contains(face)).expect("a face");
    assert_eq!(refusal(&build, json!({"seat": 1, "type": "build", "face": missing, "part": "head"})), DIE);
}

#[test]
fn game_ends_after_round_30() {
    let mut form = form([[6, 0, 0, 0, 0], [5, 1, 0, 0, 0], [1; 5]], [1; 4]);
    (form["table"]["round"], form["table"]["turn"]) = (json!(30), json!(3));
    let mut state = admit(form).expect("a possible state");
    let events = play(&mut state, json!({"seat": 3, "type": "scavenge", "builds": [find(1, "head")]}));
    assert_eq!(events[1], json!({"type": "rounds_over"}));
    assert_eq!((state.points(), state.places()), (vec![6, 6, 5], Some(vec![1, 1, 3])));
    assert_eq!((state.table().round, state.table().turn.number()), (30, 3));
}

#[test]
fn every_fault_is_found() {
    let possible = [[6, 1, 0, 0, 0], [5, 4, 0, 0, 0], NONE];
    let found = |change: Change| {
        let mut form = form(possible, [6, 1, 1, 1]);
        for (field, value) in change {
            if value.is_null() {
                form["table"].as_object_mut().expect("an object").remove(*field);
            } else {
                form["table"][*field] = value.clone();
            }
        }
        let faults = admit(form).err().unwrap_or_default();
        faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect::<Vec<_>>()
    };
    let victory = |attack: &str, winner: u8, loser: u8| json!({"attack": attack, "winner": winner, "loser": loser});
    let complete = json!([monster([6; 5]), monster(NONE), monster(NONE)]);
    let two = json!([monster([6; 5]), monster([6; 5]), monster(NONE)]);
    let steal = ("step", json!("steal"));
    let over = ("step", Json::Null);
    let last = [("round", json!(30)), ("turn", json!(3))];
    let table: [(Change, &[&str]); 27] = [
        (&[], &[]),
        (
            &[("monsters", json!([monster(NONE), monster(NONE), monster(NONE), monster(NONE)]))],
            &["/table/monsters seat_missing"],
        ),
        (&[("rolls", json!(0))], &["/table/monsters impossible_values"]),
        (&[("rolls", json!(1))], &[]),
        (
            &[
                ("rolls", json!(0)),
                ("round", json!(1)),
                ("turn", json!(2)),
                ("research", json!([1, 1, 1, 1])),
                ("monsters", json!([monster([1, 1, 1, 0, 0]), monster(NONE), monster(NONE)])),
            ],
            &["/table/monsters impossible_values"],
        ),
        (
            &[
                ("rolls", json!(2)),
                ("round", json!(1)),
                ("turn", json!(3)),
                ("monsters", json!([monster([1, 1, 1, 0, 0]), monster(NONE), monster(NONE)])),
            ],
            &["/table/monsters impossible_values"],
        ),
        (&[("round", json!(0))], &["/table/round impossible_turn"]),
        (&[("round", json!(31)), ("turn", json!(4))], &["/table/round impossible_turn", "/table/turn impossible_turn"]),
        (&[("rolls", json!(27))], &[]),
        (&[("rolls", json!(28))], &["/table/rolls impossible_rolls"]),
        (&[("rolls", json!(28)), ("step", json!("build"))], &[]),
        (
            &[
                ("rolls", json!(0)),
                ("step", json!("build")),
                ("research", json!([1, 1, 1, 1])),
                ("monsters", json!([monster(NONE), monster(NONE), monster(NONE)])),
            ],
            &["/table/rolls impossible_rolls"],
        ),
        (&[("step", json!("steal"))], &["/table/fight impossible_fight"]),
        (&[("fight", victory("punch", 1, 2))], &["/table/fight impossible_fight"]),
        (&[steal.clone(), ("fight", victory("punch", 1, 2))], &[]),
        (&[steal.clone(), ("fight", victory("punch", 1, 1))], &["/table/fight impossible_fight"]),
        (&[steal.clone(), ("fight", victory("punch", 1, 4))], &["/table/fight impossible_fight"]),
        (&[steal.clone(), ("fight", victory("punch", 3, 2))], &["/table/fight impossible_fight"]),
        (&[steal.clone(), ("fight", victory("punch", 1, 3))], &["/table/fight impossible_fight"]),
        (&[steal.clone(), ("fight", victory("trip", 1, 2))], &["/table/fight impossible_fight"]),
        (&[steal.clone(), ("fight", victory("trip", 2, 1))], &[]),
        (&[steal, ("turn", json!(2)), ("fight", victory("trip", 1, 2))], &[]),
        (&[("step", Json::Null)], &["/table/step impossible_end"]),
        (&[("monsters", complete.clone())], &["/table/step impossible_end"]),
        (&[("monsters", complete), over.clone(), ("ended", json!("built"))], &[]),
        (&[("monsters", two), over.clone(), ("ended", json!("built"))], &["/table/ended impossible_end"]),
        (&[over.clone(), ("ended", json!("rounds"))], &["/table/ended impossible_end"]),
    ];
    for (change, faults) in table {
        assert_eq!(found(change), faults, "{change:?}");
    }
    let ended = ("ended", json!("rounds"));
    let [round, turn] = last;
    assert_eq!(found(&[over, ended.clone(), round.clone(), turn.clone()]), [""; 0]);
    assert_eq!(found(&[ended, round, turn]), ["/table/ended impossible_end"], "nothing is to be done after the end");
}

#[test]
fn research_dice_are_sorted_on_admission() {
    let state = state([NONE; 3], [1, 6, 2, 3]);
    assert_eq!(json!(state.table().research), json!([6, 3, 2, 1]));
}

#[test]
fn scene_shows_whose_turn_it_is() {
    let board = state([NONE; 3], [6, 3, 2, 1]).scene_for(Viewer::Onlooker).to_string();
    assert!(board.starts_with("Monster Builder: round 10\n"), "{board}");
    assert!(board.contains("research: <6> <3> <2> <1>\n"), "{board}");
}
