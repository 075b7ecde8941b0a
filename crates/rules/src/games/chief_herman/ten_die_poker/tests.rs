use std::cmp::Ordering;

use serde_json::{Value as Json, json};

use super::*;
use crate::chance::{Chance, Seed};
use crate::dice::Tally;
use crate::game::{Seats, State, StateForm, Viewer};

type Poker = State<TenDiePoker>;
/// Changes of fields of a table.
type Change<'a> = &'a [(&'a str, Json)];

fn dealt(seed: &str, seats: u8, hands: Hands) -> Poker {
    let seats = Seats::new(seats).expect("seats");
    State::deal_for(seats, seed.parse::<Seed>().expect("a seed"), TenDiePokerOptions { hands })
}

fn admit(form: Json) -> Result<Poker, Faults> {
    StateForm::<TenDiePoker>::from_value(form).expect("a state of the schema").admit()
}

/// A state of four seats in hand 2 of 10: seats 1 and 2 have high pairs, seat 3 leads with three of a kind, seat 4 has
/// folded.
fn form() -> Json {
    let table = json!({
        "hand": 2, "pot": 8, "chips": [-2, -2, -2, -2], "dice": [
            [[6, 1], [6, 2], [5, 3], [4, 5], [2, 6]],
            [[1, 6], [2, 5], [3, 5], [5, 3], [6, 1]],
            [[4, 4], [4, 4], [4, 2], [1, 1], [2, 6]],
            [[1, 1], [2, 2], [3, 3], [4, 4], [6, 6]],
        ],
        "playing": [1, 2, 3], "active": 2, "challenges": 1, "rolls": 4, "draws": 0,
    });
    json!({"game": "ten-die-poker", "rules": 1, "seed": "poker", "seats": 4, "options": {}, "table": table})
}

/// The same before any challenge in the hand.
fn undisturbed() -> Json {
    let mut form = form();
    form["table"]["challenges"] = json!(0);
    form["table"]["rolls"] = json!(3);
    form["table"]["pot"] = json!(5);
    form["table"]["chips"] = json!([-2, -2, -2, 1]);
    form
}

fn mv(json: Json) -> Move {
    crate::wire::from_value(json).expect("a move")
}

fn play(state: &mut Poker, json: Json) -> Vec<Json> {
    let mut log = Log::keep();
    state.play(&mv(json.clone()), &mut log).unwrap_or_else(|refused| panic!("{json}: {refused}"));
    log.events().iter().map(|event| json!(event)).collect()
}

fn refusal(state: &Poker, json: Json) -> Rule {
    let mut after = state.clone();
    let illegal = after.play(&mv(json), &mut Log::discard()).expect_err("refused");
    assert_eq!(after, *state, "a refused move changes nothing");
    illegal.rule
}

fn faces(numbers: [u8; 5]) -> [Face; 5] {
    numbers.map(|number| Face::new(number).expect("a face"))
}

fn hand(numbers: [u8; 5]) -> Hand {
    Hand::of(Tally::of(&faces(numbers)))
}

fn pairs(red: [u8; 5], black: [u8; 5]) -> Pairs {
    let (red, black) = (faces(red), faces(black));
    Pairs(std::array::from_fn(|i| [red[i], black[i]]))
}

#[test]
fn category_counts_are_known() {
    let mut counts = [0; 8];
    for throw in 0..6_u32.pow(5) {
        let dice: [Face; 5] = std::array::from_fn(|die| Face::ALL[(throw / 6_u32.pow(die as u32) % 6) as usize]);
        counts[Hand::of(Tally::of(&dice)).category() as usize] += 1;
    }
    assert_eq!(counts, [480, 3600, 1800, 1200, 240, 300, 150, 6]);
}

#[test]
fn hands_compare_by_category_then_faces() {
    let better = [
        ([2, 3, 4, 5, 6], [1, 2, 3, 4, 5]),
        ([1, 2, 3, 4, 5], [6, 6, 6, 5, 4]),
        ([2, 2, 2, 1, 1], [2, 3, 4, 5, 6]),
        ([6, 6, 1, 1, 2], [5, 5, 4, 4, 6]),
        ([1, 1, 1, 1, 2], [6, 6, 6, 5, 5]),
        ([1, 2, 3, 5, 6], [1, 2, 3, 4, 6]),
        ([1, 1, 1, 1, 1], [6, 6, 6, 6, 5]),
        ([5, 5, 3, 2, 1], [4, 4, 6, 5, 3]),
        ([3, 3, 3, 2, 1], [6, 6, 5, 5, 4]),
    ];
    for (more, less) in better {
        assert_eq!(hand(more).cmp(&hand(less)), Ordering::Greater, "{more:?} {less:?}");
    }
    assert_eq!(hand([6, 1, 6, 2, 1]), hand([1, 1, 2, 6, 6]), "how dice lie does not matter");
    assert_eq!(hand([1, 2, 3, 4, 6]).category(), Category::HighDie);
}

#[test]
fn value_is_better_hand_then_other() {
    let one = pairs([3, 3, 3, 1, 2], [6, 5, 4, 2, 1]).worth();
    assert_eq!(one, pairs([6, 5, 4, 2, 1], [3, 3, 3, 1, 2]).worth());
    assert!(one > pairs([3, 3, 3, 1, 2], [6, 5, 3, 2, 1]).worth());
}

#[test]
fn challenge_costs_half_the_pot_rounded_up() {
    assert_eq!([5, 4, 7].map(half), [3, 2, 4]);
    assert_eq!((0..6).map(|count| after_challenges(7, count)).collect::<Vec<_>>(), [7, 11, 17, 26, 39, 59]);
}

#[test]
fn seed_one_has_known_deal_and_challenge() {
    let mut state = dealt("one", 4, Hands::Ten);
    assert_eq!(json!(state.table().dice[0]), json!([[5, 6], [4, 4], [6, 4], [3, 4], [5, 1]]));
    assert_eq!(json!(state.table().dice[3]), json!([[3, 5], [6, 2], [5, 6], [2, 4], [1, 6]]));
    assert_eq!((json!(state.to_act()), state.legal_moves().moves.len()), (json!([4]), 32));
    let events = play(&mut state, json!({"seat": 4, "type": "challenge", "pairs": [2, 4]}));
    assert_eq!(json!(state.table().dice[3]), json!([[3, 5], [4, 2], [5, 6], [5, 2], [1, 6]]));
    assert_eq!((state.table().pot, state.points()), (6, vec![-1, -1, -1, -3]));
    assert_eq!((json!(state.table().playing), json!(state.to_act())), (json!([1, 2, 3]), json!([2])));
    assert_eq!((&events[0]["paid"], &events[0]["result"]), (&json!(2), &json!("drops_out")));
    assert_eq!(events[1], json!({"type": "active", "seat": 2}));
}

#[test]
fn tie_for_worst_is_drawn_by_chance() {
    let state = dealt("tie-1984", 7, Hands::Ten);
    let standing = state.table().standing().expect("a pot");
    assert_eq!(json!(standing.worst), json!([1, 6]));
    assert_eq!((json!(state.to_act()), state.table().draws), (json!([1]), 1));
}

#[test]
fn last_seat_wins_pot_after_folds() {
    let mut state = dealt("one", 4, Hands::One);
    for left in [2, 1, 0] {
        let seat = state.to_act().iter().next().expect("somebody is to act");
        let events = play(&mut state, json!({"seat": seat, "type": "fold"}));
        assert_eq!(state.finished(), left == 0, "{events:?}");
    }
    assert_eq!((state.points(), state.places()), (vec![3, -1, -1, -1], Some(vec![1, 2, 2, 2])));
    assert_eq!((json!(state.table().playing), state.table().pot), (json!([1]), 0));
    assert_eq!(refusal(&state, json!({"seat": 1, "type": "fold"})), ENDED);
}

#[test]
fn remainder_goes_to_next_pot() {
    // Seats 1 and 3 have the same dice, and lead once seat 2 has folded.
    let mut form = form();
    form["table"]["dice"][0] = form["table"]["dice"][2].clone();
    form["table"]["pot"] = json!(11);
    form["table"]["chips"] = json!([-2, -3, -4, -2]);
    // Three chips were left before, so the hand began with a pot of 7.
    let mut state = admit(form).expect("a possible state");
    let events = play(&mut state, json!({"seat": 2, "type": "fold"}));
    assert_eq!(events[1], json!({"type": "pot_won", "seats": [1, 3], "each": 5, "left": 1}));
    assert_eq!((&events[2]["hand"], &events[2]["pot"]), (&json!(3), &json!(5)));
    assert_eq!(state.points(), [2, -4, 0, -3], "five won by two, and everyone has paid for the next hand");
    assert_eq!(state.table().challenges, 0);
}

#[test]
fn moves_need_active_seat_and_ascending_pairs() {
    let state = admit(form()).expect("a possible state");
    let challenge = |seat: u8, pairs: Json| json!({"seat": seat, "type": "challenge", "pairs": pairs});
    assert_eq!(refusal(&state, challenge(1, json!([1]))), TURN);
    assert_eq!(refusal(&state, challenge(2, json!([]))), PAIRS);
    assert_eq!(refusal(&state, challenge(2, json!([2, 1]))), ORDER);
    assert_eq!(refusal(&state, challenge(2, json!([2, 2]))), ORDER);
    for pairs in [json!([0]), json!([6]), json!([1, 2, 3, 4, 5, 5])] {
        assert!(crate::wire::from_value::<Move>(challenge(2, pairs)).is_err());
    }
}

#[test]
fn thirtieth_challenge_ends_the_hand() {
    let mut form = form();
    let pot = after_challenges(4, 29);
    let last = half(pot);
    form["table"]["pot"] = json!(pot);
    form["table"]["challenges"] = json!(29);
    form["table"]["rolls"] = json!(32);
    form["table"]["dice"][2] = json!(vec![[4, 4]; 5]);
    form["table"]["chips"] = json!([-(pot as i64), 0, 0, 0]);
    let mut state = admit(form).expect("a possible state");
    let events = play(&mut state, json!({"seat": 2, "type": "challenge", "pairs": [1]}));
    let types: Vec<_> = events.iter().map(|event| event["type"].clone()).collect();
    assert_eq!(types, ["challenged", "pot_won", "hand_dealt", "active"]);
    assert_eq!(events[1], json!({"type": "pot_won", "seats": [3], "each": pot + last, "left": 0}));
    assert!(pot + last <= MAX_POT);
}

#[test]
fn every_fault_is_found() {
    let found = |form: Json| {
        let faults = admit(form).err().unwrap_or_default();
        faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect::<Vec<_>>()
    };
    assert_eq!(found(form()), [""; 0]);
    let better = json!([[5, 1], [5, 2], [6, 3], [4, 4], [3, 6]]);
    let fold = |mut form: Json| {
        form["table"]["dice"][3] = better.clone();
        found(form)
    };
    assert_eq!(found(undisturbed()), [""; 0]);
    assert_eq!(fold(form()), [""; 0], "seat 4 may have challenged in vain");
    assert_eq!(fold(undisturbed()), ["/table/playing impossible_playing"], "seat 2 was worse, and is still there");
    let tied = |draws: u64| {
        let mut form = undisturbed();
        form["table"]["dice"][3] = form["table"]["dice"][1].clone();
        (form["table"]["playing"], form["table"]["draws"]) = (json!([1, 2, 3, 4]), json!(draws));
        found(form)
    };
    assert_eq!((tied(0), tied(1)), (vec!["/table/draws impossible_draws".to_owned()], Vec::new()));
    let table: [(Change, &[&str]); 19] = [
        (&[("chips", json!([-2, -2, -2, -2, 0]))], &["/table/chips seat_missing"]),
        (&[("dice", json!(vec![form()["table"]["dice"][0].clone(); 5]))], &["/table/dice seat_missing"]),
        (&[("hand", json!(0))], &["/table/hand impossible_hand"]),
        (&[("hand", json!(11))], &["/table/hand impossible_hand"]),
        (&[("chips", json!([-2, -2, -2, -1]))], &["/table/chips chips_missing"]),
        (
            &[("chips", json!([-3_000_000_008_i64, 3_000_000_000_i64, 0, 0]))],
            &["/table/chips/0 chips_missing", "/table/chips/1 chips_missing"],
        ),
        (&[("pot", json!(7)), ("chips", json!([-2, -2, -2, -1]))], &["/table/pot impossible_pot"]),
        (&[("playing", json!([1, 3, 2]))], &["/table/playing impossible_playing"]),
        (&[("playing", json!([1, 2, 5]))], &["/table/playing impossible_playing"]),
        (&[("playing", json!([2]))], &["/table/playing impossible_playing"]),
        (&[("playing", json!([1, 2]))], &["/table/playing impossible_playing"]),
        (&[("active", json!(1))], &["/table/active impossible_active"]),
        (&[("active", json!(4))], &["/table/active impossible_active"]),
        (&[("rolls", json!(2))], &["/table/rolls impossible_rolls"]),
        (&[("rolls", json!(34))], &["/table/rolls impossible_rolls"]),
        (&[("draws", json!(8))], &["/table/draws impossible_draws"]),
        (&[("draws", json!(7))], &[]),
        (
            &[("challenges", json!(30)), ("rolls", json!(32)), ("pot", json!(after_challenges(4, 30)))],
            &["/table/chips chips_missing", "/table/challenges impossible_end"],
        ),
        (&[("hand", json!(1)), ("rolls", json!(2)), ("pot", json!(8))], &["/table/pot impossible_pot"]),
    ];
    for (change, faults) in table {
        let mut form = form();
        for (field, value) in change {
            form["table"][*field] = value.clone();
        }
        assert_eq!(found(form), faults, "{change:?}");
    }
    // At the end no seat is active, and those who share the pot are tied.
    let over = |change: Change| {
        let mut form = form();
        form["table"].as_object_mut().expect("an object").remove("active");
        form["table"]["hand"] = json!(10);
        form["table"]["rolls"] = json!(12);
        form["table"]["pot"] = json!(0);
        form["table"]["playing"] = json!([3]);
        form["table"]["chips"] = json!([-8, 0, 8, 0]);
        for (field, value) in change {
            form["table"][*field] = value.clone();
        }
        found(form)
    };
    assert_eq!(over(&[]), [""; 0]);
    assert_eq!(over(&[("hand", json!(9)), ("rolls", json!(11))]), ["/table/hand impossible_end"]);
    assert_eq!(over(&[("playing", json!([1, 3]))]), ["/table/playing impossible_playing"]);
    assert_eq!(over(&[("pot", json!(1)), ("chips", json!([-9, 0, 8, 0]))]), ["/table/pot impossible_pot"]);
}

#[test]
fn challenge_chances_match_enumeration() {
    let own = pairs([3, 3, 1, 5, 6], [2, 2, 4, 4, 1]);
    let rolled = [PairNumber::ALL[2], PairNumber::ALL[4]];
    for goal in
        [pairs([3, 3, 3, 1, 2], [6, 6, 4, 2, 1]), pairs([2, 2, 4, 4, 6], [3, 3, 1, 5, 6])].map(|pairs| pairs.worth())
    {
        let mut reached = 0;
        for throw in 0..6_usize.pow(4) {
            let die = |i: u32| Face::ALL[throw / 6_usize.pow(i) % 6];
            let mut dice = own;
            (dice.0[2], dice.0[4]) = ([die(0), die(1)], [die(2), die(3)]);
            reached += i64::from(dice.worth() >= goal);
        }
        assert!(reached > 0);
        assert_eq!(plan::chance(&own, &rolled, goal), reached * 1_000_000 / 6_i64.pow(4));
    }
}

#[test]
fn roll_draws_red_die_of_each_pair_first() {
    let seed: Seed = "poker".parse().expect("a seed");
    let mut draws = Chance::new(&seed).event("ten-die-poker/roll/1");
    let drawn: Vec<u64> = (0..10).map(|_| draws.below(6) + 1).collect();
    let state = dealt("poker", 4, Hands::Ten);
    assert_eq!(json!(state.table().dice[0]), json!(drawn.chunks(2).collect::<Vec<_>>()));
}

#[test]
fn scene_shows_pot_and_turn() {
    let state = admit(form()).expect("a possible state");
    let board = state.scene_for(Viewer::Onlooker).to_string();
    assert!(board.starts_with("Ten-Die Poker: hand 2 of 10, pot 8, seat 2 folds or challenges\n"), "{board}");
}
