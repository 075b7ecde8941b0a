use super::*;
use crate::chance::Seed;
use crate::game::{State, StateForm, places};
use serde_json::{Value as Json, json};

fn dealt(seed: &str, seats: u8) -> State<BreakTheBank> {
    let seats = Seats::new(seats).expect("a number of seats");
    State::deal_for(seats, seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

fn mv(seat: u8, kind: &str) -> Move {
    crate::wire::from_value(json!({"seat": seat, "type": kind})).expect("a move")
}

fn table(json: Json) -> Table {
    crate::wire::from_value(json).expect("a table")
}

/// Returns the faults of a table of four seats, as pointer and code.
fn faults(table: &Json) -> Vec<(String, &'static str)> {
    let state = json!({"game": "break-the-bank", "rules": 1, "seed": "a", "seats": 4, "options": {}, "table": table});
    let form = StateForm::<BreakTheBank>::from_value(state).expect("a state of the schema");
    form.admit().err().iter().flat_map(Faults::iter).map(|fault| (fault.pointer.clone(), fault.code)).collect()
}

/// Seat 3 of 4 is to act after its first roll, as at the deal of seed `one`.
fn open() -> Json {
    json!({"chips": [93, 93, 93, 98], "bank": 20, "kitty": 3, "round": 1, "turn": 3, "dice": [3], "rolls": 3})
}

#[test]
fn deal_leaves_98_chips_each() {
    for seats in 4..=8 {
        let state = dealt("a", seats);
        let Table { chips, bank, kitty, rolls, .. } = state.table();
        let paid = 5 * rolls;
        assert_eq!(bank.0 + kitty.0, 2 * u64::from(seats) + paid);
        assert_eq!(chips.iter().map(|chips| chips.0).sum::<u64>() + paid, 98 * u64::from(seats));
    }
}

#[test]
fn seed_one_has_known_deal_and_rolls() {
    let mut state = dealt("one", 4);
    assert_eq!(json!(state.table()), open());
    let mut rolled = state.clone();
    rolled.play(&mv(3, "roll"), &mut Log::discard()).expect("legal");
    let Table { dice, kitty, bank, .. } = rolled.table();
    assert_eq!((json!(dice), kitty.0, bank.0), (json!([2, 4]), 9, 19));
    state.play(&mv(3, "take"), &mut Log::discard()).expect("legal");
    assert_eq!(json!([state.points(), state.table().turn, state.table().dice]), json!([[93, 93, 96, 93], 4, [2]]));
}

#[test]
fn bust_returns_kitty_and_passes_turn() {
    // The first seed with which seat 1 is to act after the deal and goes bust with its next roll.
    let (before, after, events) = (0..)
        .find_map(|n| {
            let mut state = dealt(&n.to_string(), 4);
            let before = state.table().clone();
            let mut log = Log::keep();
            (before.turn == Seat::FIRST).then(|| state.play(&mv(1, "roll"), &mut log).expect("legal"))?;
            let events = log.events();
            matches!(events.get(1), Some(Event::Bust(_))).then(|| (before, state.table().clone(), events))
        })
        .expect("a bust");
    assert!(matches!(&events[1], Event::Bust(Bust { returned, .. }) if *returned == before.kitty.0));
    assert_eq!(after.chips[0].0, before.chips[0].0 - 5);
    assert_ne!(after.turn, Seat::FIRST);
}

/// Applies a roll of known dice to a table.
fn rolled(mut table: Table, wanted: &[u8]) -> (Table, TurnStatus) {
    for n in 0.. {
        let seed: Seed = n.to_string().parse().expect("a seed");
        let mut after = table.clone();
        let turn = after.roll(wanted.len(), Chance::new(&seed), &mut Log::discard());
        if after.dice.iter().map(|face| face.number()).eq(wanted.iter().copied()) {
            table = after;
            return (table, turn);
        }
    }
    unreachable!("the dice fall so for some seed")
}

#[test]
fn rulebook_example_loses_fifteen_chips() {
    let start =
        json!({"chips": [98, 98, 98, 98], "bank": 8, "kitty": 0, "round": 1, "turn": 1, "dice": [], "rolls": 1});
    let (first, turn) = rolled(table(start), &[3]);
    assert_eq!((first.chips[0].0, first.kitty.0, first.bank.0, turn), (93, 3, 10, TurnStatus::Open));
    let (second, turn) = rolled(first, &[2, 5]);
    assert_eq!((second.chips[0].0, second.kitty.0, second.bank.0, turn), (88, 10, 8, TurnStatus::Open));
    let (third, turn) = rolled(second, &[4, 1, 2]);
    assert_eq!((third.chips[0].0, third.kitty.0, third.bank.0, turn), (83, 0, 23, TurnStatus::Over));
}

#[test]
fn taking_with_empty_bank_breaks_it() {
    let start =
        json!({"chips": [93, 98, 98, 98], "bank": 7, "kitty": 6, "round": 1, "turn": 1, "dice": [6], "rolls": 1});
    let (mut table, turn) = rolled(table(start), &[6, 6]);
    assert_eq!((table.kitty.0, table.bank.0, turn), (18, 0, TurnStatus::Open));
    assert_eq!(table.take(&mut Log::discard()), TurnStatus::Last);
    assert_eq!(table.ended, Some(End::Broken));
    assert_eq!(BreakTheBank::points(NoOptions {}, &table), [106, 98, 98, 98]);
    assert_eq!(places(&BreakTheBank::points(NoOptions {}, &table)), [1, 2, 2, 2]);
}

#[test]
fn bank_of_seven_pays_seven_of_ten() {
    let start =
        json!({"chips": [93, 98, 98, 98], "bank": 2, "kitty": 11, "round": 1, "turn": 1, "dice": [6], "rolls": 1});
    let (table, _) = rolled(table(start), &[5, 5]);
    assert_eq!((table.kitty.0, table.bank.0), (18, 0));
}

#[test]
fn five_clean_dice_win_kitty_and_bank() {
    let start = json!({"chips": [65, 90, 91, 91], "bank": 23, "kitty": 40, "round": 2, "turn": 1, "dice": [6, 6, 6, 6], "rolls": 9});
    let (table, turn) = rolled(table(start), &[2, 3, 4, 5, 6]);
    assert_eq!((table.chips[0].0, table.kitty.0, table.bank.0, turn), (128, 0, 0, TurnStatus::Last));
}

#[test]
fn bank_is_split_after_last_turn() {
    let last =
        json!({"chips": [93, 93, 93, 91], "bank": 30, "kitty": 0, "round": 5, "turn": 4, "dice": [1], "rolls": 20});
    let mut table = table(last);
    let mut log = Log::keep();
    assert!(!table.pass(Seats::new(4).expect("seats"), &mut log));
    assert_eq!((BreakTheBank::points(NoOptions {}, &table), table.bank.0), (vec![100, 100, 100, 98], 2));
    assert_eq!(log.events(), [Event::Split(Split { each: 7, left: 2 })]);
}

#[test]
fn seat_without_price_takes_automatically() {
    let poor =
        json!({"chips": [7, 131, 131, 103], "bank": 22, "kitty": 6, "round": 4, "turn": 1, "dice": [6], "rolls": 16});
    let (table_, turn) = rolled(table(poor), &[2, 2]);
    assert_eq!((table_.chips[0].0, table_.kitty.0, table_.bank.0, turn), (12, 0, 23, TurnStatus::Over));
    let poorer =
        json!({"chips": [4, 131, 131, 103], "bank": 31, "kitty": 0, "round": 5, "turn": 1, "dice": [6], "rolls": 16});
    let mut table = table(poorer);
    let seed: Seed = "a".parse().expect("a seed");
    let mut log = Log::keep();
    table.begin_turn(Seats::new(4).expect("seats"), Chance::new(&seed), &mut log);
    assert!(matches!(log.events()[0], Event::TurnLost(TurnLost { seat: Seat::FIRST })));
    assert_eq!(table.chips[0].0 % 5, 4, "it paid nothing");
}

#[test]
fn lost_last_turn_leaves_no_dice() {
    let last = json!({"chips": [131, 131, 103, 4], "bank": 31, "kitty": 0, "round": 5, "turn": 4, "dice": [3, 1], "rolls": 40});
    let mut table = table(last);
    let seed: Seed = "a".parse().expect("a seed");
    let mut log = Log::keep();
    table.begin_turn(Seats::new(4).expect("seats"), Chance::new(&seed), &mut log);
    assert!(matches!(log.events()[..], [Event::TurnLost(_), Event::Split(Split { each: 7, left: 3 })]));
    assert_eq!((table.dice.len(), table.rolls, table.ended), (0, 40, Some(End::Split)));
}

#[test]
fn five_chips_pay_for_a_roll() {
    let last =
        json!({"chips": [10, 128, 131, 103], "bank": 22, "kitty": 6, "round": 4, "turn": 1, "dice": [6], "rolls": 16});
    let (after, turn) = rolled(table(last), &[2, 2]);
    assert_eq!((after.chips[0].0, after.kitty.0, turn), (5, 10, TurnStatus::Open));
    let seed: Seed = "a".parse().expect("a seed");
    let mut log = Log::keep();
    let mut next = Table { kitty: Chips(0), ..after };
    next.begin_turn(Seats::new(4).expect("seats"), Chance::new(&seed), &mut log);
    assert!(matches!(log.events()[0], Event::Rolled(Rolled { seat: Seat::FIRST, paid: 5, .. })));
}

#[test]
fn only_seat_to_act_may_move() {
    let mut state = dealt("one", 4);
    let refused = state.play(&mv(1, "take"), &mut Log::discard()).expect_err("refused");
    assert_eq!(refused.to_string(), "seat 1 is not to move, seat 3 is (break-the-bank.turn)");
    while !state.finished() {
        let seat = state.table().turn.number();
        state.play(&mv(seat, "take"), &mut Log::discard()).expect("legal");
    }
    let refused = state.play(&mv(1, "take"), &mut Log::discard()).expect_err("refused");
    assert_eq!(refused.rule, BreakTheBank::ENDED);
}

/// A base table, its changes, and all expected faults.
type Case<'a> = (&'a Json, Json, &'a [(&'a str, &'a str)]);

#[test]
fn every_fault_of_the_page_is_found() {
    let ended = json!({"chips": [106, 98, 98, 98], "bank": 0, "kitty": 0, "round": 1, "turn": 1, "dice": [6, 6], "rolls": 2, "ended": "broken"});
    let split = json!({"chips": [100, 100, 100, 98], "bank": 2, "kitty": 0, "round": 5, "turn": 4, "dice": [1], "rolls": 20, "ended": "split"});
    for table in [&open(), &ended, &split] {
        assert_eq!(faults(table), [], "{table}");
    }
    let cases: [Case; 19] = [
        (&open(), json!({"chips": [93, 93, 93, 58, 40]}), &[("/chips", "seat_missing")]),
        (&open(), json!({"turn": 5}), &[("/turn", "impossible_turn")]),
        (&open(), json!({"bank": 21}), &[("", "chips_missing")]),
        (&open(), json!({"dice": []}), &[("/dice", "impossible_dice")]),
        (&open(), json!({"dice": [1]}), &[("/dice", "impossible_dice")]),
        (&open(), json!({"dice": [2, 2, 2, 2, 2], "rolls": 9}), &[("/dice", "impossible_dice")]),
        (&open(), json!({"kitty": 4, "bank": 19}), &[("/kitty", "impossible_kitty")]),
        (&open(), json!({"kitty": 2, "bank": 21}), &[("/kitty", "impossible_kitty")]),
        (&open(), json!({"kitty": 3, "bank": 2, "chips": [111, 93, 93, 98]}), &[("/bank", "impossible_kitty")]),
        (&open(), json!({"chips": [182, 93, 4, 98]}), &[("/chips/2", "impossible_choice")]),
        (&open(), json!({"rolls": 2}), &[("/rolls", "impossible_rolls")]),
        (&open(), json!({"rolls": 12}), &[("/rolls", "impossible_rolls")]),
        (&ended, json!({"bank": 1, "chips": [105, 98, 98, 98]}), &[("/bank", "impossible_end")]),
        (&ended, json!({"dice": [6, 1]}), &[("/dice", "impossible_dice")]),
        (
            &ended,
            json!({"dice": [], "turn": 2, "rolls": 1, "chips": [98, 106, 98, 98]}),
            &[("/dice", "impossible_dice")],
        ),
        (&ended, json!({"chips": [10, 194, 98, 98]}), &[("/chips/0", "impossible_end")]),
        (&split, json!({"kitty": 1, "bank": 1}), &[("/kitty", "impossible_end")]),
        (&split, json!({"round": 4, "rolls": 16}), &[("/turn", "impossible_end")]),
        (
            &split,
            json!({"bank": 4, "chips": [98, 100, 100, 98], "dice": [2, 2, 2, 2, 2], "rolls": 21}),
            &[("/bank", "impossible_end"), ("/dice", "impossible_dice")],
        ),
    ];
    let mut found = std::collections::BTreeSet::new();
    for (real, change, expected) in cases {
        let mut table = real.clone();
        for (name, value) in change.as_object().expect("changes") {
            table[name] = value.clone();
        }
        let expected: Vec<(String, &str)> = expected.iter().map(|(at, code)| (format!("/table{at}"), *code)).collect();
        assert_eq!(faults(&table), expected, "{table}");
        found.extend(expected.into_iter().map(|(_, code)| code));
    }
    let of_page: Vec<&str> = BreakTheBank::PAGE.faults().iter().map(|fault| fault.id).collect();
    assert!(of_page.iter().all(|code| found.contains(code)), "{found:?}");
}

#[test]
fn lost_last_turn_could_not_be_paid() {
    let lost = json!({"chips": [150, 141, 101, 6], "bank": 2, "kitty": 0, "round": 5, "turn": 4, "dice": [], "rolls": 30, "ended": "split"});
    assert_eq!(faults(&lost), []);
    let rich = json!({"chips": [150, 141, 10, 97], "bank": 2, "kitty": 0, "round": 5, "turn": 4, "dice": [], "rolls": 30, "ended": "split"});
    assert_eq!(faults(&rich), [("/table/dice".to_owned(), "impossible_dice")]);
}

#[test]
fn built_in_player_weighs_risk_of_next_roll() {
    // Two dice gain 8 chips on average, but show a 1 in 11 of 36 rolls and cost 5.
    assert_eq!(expected(1, 3, 40), MILLI * 3);
    assert!(expected(1, 3, 400) > MILLI * 3);
    // Before five dice with a small Bank, it takes.
    assert_eq!(expected(4, 40, 3), MILLI * 40);
    // A large Bank is worth rolling five dice.
    assert!(expected(4, 10, 200) > MILLI * 10);
}
