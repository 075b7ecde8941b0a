use super::*;
use crate::chance::Seed;
use crate::fault::Faults;
use crate::game::{Seat, Seats, Sight, State, StateForm, Viewer};
use crate::robot::Robot;
use serde_json::{Value as Json, json};

fn seed() -> Seed {
    "bag".parse().expect("a seed")
}

fn sight(table: &Table) -> Sight<'_, NoOptions, Table> {
    Sight { seats: Seats::ONE, viewer: Viewer::Seat(Seat::FIRST), options: NoOptions {}, table }
}

fn context(seed: &Seed) -> Context<'_, NoOptions> {
    Context::new(seed, Seats::ONE, NoOptions {})
}

fn dealt(seed: &str) -> State<MagicBag> {
    State::deal(seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

fn coins(names: &str) -> Vec<Coin> {
    names.split_whitespace().map(|name| name.parse().expect("a coin")).collect()
}

fn admit(table: Json) -> Result<State<MagicBag>, Faults> {
    let state = json!({"game": "magic-bag", "rules": 1, "seed": "bag", "options": {}, "table": table});
    StateForm::<MagicBag>::from_value(state).expect("a state of the schema").admit()
}

/// Returns a table in its wire form with these rows, dice (S, M, C, A; none between turns), treasure and bag.
///
/// All other coins have been paid, all rows that are gone have been claimed, and the counts are the minimum.
fn wire_table(rows: Json, dice: Option<[u64; 4]>, treasure: &str, bag: &str) -> Json {
    let (treasure, bag) = (coins(treasure), coins(bag));
    let paid: Vec<Coin> = Coin::ALL.into_iter().filter(|c| !treasure.contains(c) && !bag.contains(c)).collect();
    let turns = paid.len() as u64 + 9 - rows.as_object().expect("rows").len() as u64;
    let rolled = u64::from(dice.is_some());
    let mut table = json!({
        "rows": rows, "rolls_this_turn": rolled, "turns": turns, "rolls": turns + rolled, "draws": 21 - bag.len(),
        "treasure": treasure, "bag": bag, "paid": paid, "stopped": false,
    });
    if let Some([s, m, c, a]) = dice {
        table["dice"] = json!({"S": s, "M": m, "C": c, "A": a});
    }
    table
}

/// Returns an admitted table of that form.
fn table(rows: Json, dice: [u64; 4], treasure: &str, bag: &str) -> Table {
    let state = admit(wire_table(rows, Some(dice), treasure, bag)).expect("a possible table");
    state.table().clone()
}

fn mv(json: Json) -> Move {
    crate::wire::from_value(json).expect("a move")
}

/// Plays a legal move and returns its events.
fn play(table: &mut Table, json: Json) -> Vec<Event> {
    let seed = seed();
    let mut log = Log::keep();
    MagicBag::play(context(&seed), table, &mv(json), &mut log).expect("legal");
    log.events()
}

/// Returns the rule that refuses a move, which must leave the table unchanged.
fn refusal(table: &Table, json: Json) -> Rule {
    let mut after = table.clone();
    let seed = seed();
    let illegal = MagicBag::play(context(&seed), &mut after, &mv(json), &mut Log::discard()).expect_err("refused");
    assert_eq!(&after, table, "a refused move changes nothing");
    illegal.rule
}

fn drawn(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::CoinDrawn(_))).count()
}

/// All artifact pieces but those of Suns and the first two of Moons.
const SOME: &str = "M2 M3 M4 M5 C3 C4 C5 A0 A1 A2 A3 A4 A5";

mod claiming {
    use super::*;

    #[test]
    fn rulebook_sixth_row_gives_two_coins() {
        let mut table =
            table(json!({"6": ["C2", "C0", "S5"], "9": ["A1"]}), [2, 4, 0, 5], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        let bag = table.bag.clone();
        let events = play(&mut table, json!({"type": "claim", "row": 6}));
        let tiles = ["C2", "C0", "S5"].map(|name| name.parse::<Tile>().expect("a tile"));
        let claimed =
            RowClaimed { row: crate::wire::from_value(json!(6)).expect("a row"), tiles: tiles.to_vec(), coins: 2 };
        let matched = [(0, Suit::S, false), (1, Suit::C, true), (2, Suit::A, false)];
        let matched = matched.map(|(i, die, by_suit)| Event::TileMatched(TileMatched { tile: tiles[i], die, by_suit }));
        assert_eq!(events[0], Event::RowClaimed(claimed));
        assert_eq!(events[1..4], matched);
        assert_eq!((events.len(), drawn(&events)), (6, 2));
        assert_eq!(table.bag.len(), bag.len() - 2);
        assert_eq!((table.rolls_this_turn, table.dice), (0, None), "the turn is over");
    }

    #[test]
    fn each_tile_needs_its_own_die() {
        let rows = json!({"5": ["S3", "M3", "C1"]});
        let two = table(rows.clone(), [3, 1, 0, 3], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        assert!(two.rows.any_matches(two.dice.expect("dice")));
        let one = table(rows, [3, 1, 0, 4], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        assert_eq!(refusal(&one, json!({"type": "claim", "row": 5})), MATCH);
    }

    #[test]
    fn die_matching_by_suit_is_reserved() {
        // The die of Suns shows the null of Suns. The null of Arms, listed first, takes the other null.
        let mut table = table(json!({"5": ["A0", "S0"], "1": ["A1"]}), [0, 0, 4, 4], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        let events = play(&mut table, json!({"type": "claim", "row": 5}));
        let dice: Vec<_> = events
            .iter()
            .filter_map(|event| match event {
                Event::TileMatched(TileMatched { tile, die, by_suit }) => Some((tile.name(), *die, *by_suit)),
                _ => None,
            })
            .collect();
        assert_eq!(dice, [("A0", Suit::M, false), ("S0", Suit::S, true)]);
    }

    #[test]
    fn unmatched_rows_cannot_be_claimed() {
        let table = table(json!({"6": ["C2"]}), [1, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        assert_eq!(refusal(&table, json!({"type": "claim", "row": 1})), ROW);
        assert_eq!(refusal(&table, json!({"type": "claim", "row": 6})), MATCH);
        let fresh = MagicBag::deal(context(&seed()));
        assert_eq!(refusal(&fresh, json!({"type": "claim", "row": 1})), ROLLED);
    }

    #[test]
    fn claiming_last_row_ends_game_without_bonus() {
        let mut table = table(json!({"6": ["C2"]}), [2, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        let events = play(&mut table, json!({"type": "claim", "row": 6}));
        assert_eq!(events.last(), Some(&Event::Ended(Ended { reason: Reason::RowsGone, bonus: 0 })));
        assert_eq!(drawn(&events), 1);
        assert!(MagicBag::finished(NoOptions {}, &table));
        assert_eq!(refusal(&table, json!({"type": "stop"})), ENDED);
    }

    #[test]
    fn empty_bag_ends_game_with_bonus() {
        let treasure = "C0 C1 C2 C3 C4 C5 S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 A0 A1 A2 A3";
        let rows = json!({"5": ["S0", "C5", "M2"], "7": ["S1", "M1", "C1", "A1"]});
        let mut table = table(rows, [1, 1, 1, 1], treasure, "A4 A5");
        let events = play(&mut table, json!({"type": "claim", "row": 7}));
        assert_eq!(drawn(&events), 2);
        assert_eq!(events[events.len() - 2], Event::BagEmptied(BagEmptied { lost: 3 }));
        assert_eq!(events.last(), Some(&Event::Ended(Ended { reason: Reason::BagEmpty, bonus: 70 })));
        let score = MagicBag::score(NoOptions {}, &table);
        assert_eq!((score.bonus, score.total), (70, 645 + 70));
        assert_eq!(MagicBag::legal_moves(context(&seed()), &table).moves, []);
    }

    #[test]
    fn exact_last_draw_empties_bag() {
        let treasure = "C0 C1 C2 C3 C4 C5 S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 A0 A1 A2 A3 A4";
        let mut table = table(json!({"1": ["S5"], "2": ["M1"]}), [1, 5, 2, 2], treasure, "A5");
        let events = play(&mut table, json!({"type": "claim", "row": 2}));
        assert_eq!(events[events.len() - 2], Event::BagEmptied(BagEmptied { lost: 0 }));
        assert_eq!(MagicBag::score(NoOptions {}, &table).bonus, 50);
    }

    #[test]
    fn last_row_with_last_coin_gives_no_bonus() {
        let treasure = "C0 C1 C2 C3 C4 C5 S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 A0 A1 A2 A3 A4";
        let mut table = table(json!({"2": ["M1"]}), [1, 5, 2, 2], treasure, "A5");
        let events = play(&mut table, json!({"type": "claim", "row": 2}));
        assert_eq!(events.last(), Some(&Event::Ended(Ended { reason: Reason::RowsGone, bonus: 0 })));
        assert_eq!(MagicBag::score(NoOptions {}, &table).total, 645);
    }
}

mod paying {
    use super::*;

    #[test]
    fn payment_without_tile_leaves_board_unchanged() {
        let mut table = table(json!({"6": ["C2", "C0", "S5"]}), [5, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        let rows = table.rows.clone();
        let events = play(&mut table, json!({"type": "pay", "coin": "C1"}));
        assert_eq!(events, [Event::CoinPaid(CoinPaid { coin: "C1".parse().expect("a coin") })]);
        assert_eq!(table.rows, rows);
        assert_eq!(*table.treasure, coins("S0 S1 S2 S3 S4 C0 C2"));
        assert!(table.paid.contains(&"C1".parse().expect("a coin")));
        assert_eq!((table.rolls_this_turn, table.dice), (0, None), "the turn is over");
    }

    #[test]
    fn payment_removes_tile_shown_by_own_die() {
        let mut table = table(json!({"6": ["C2", "C0", "S5"]}), [5, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        let events = play(&mut table, json!({"type": "pay", "coin": "C1", "tile": "S5"}));
        let Some(Event::TileRemoved(removed)) = events.last() else { panic!("{events:?}") };
        assert_eq!((removed.row.number(), removed.tile.name()), (6, "S5"));
        let row: Vec<_> = table.rows.left().map(|(number, row)| (number.number(), row.to_string())).collect();
        assert_eq!(row, [(6, "C2 C0".to_owned())]);
    }

    #[test]
    fn last_tile_of_row_is_never_paid_for() {
        let rows = json!({"6": ["S5", "M4"], "1": ["M3"]});
        let mut table = table(rows, [1, 3, 4, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        let pay = json!({"type": "pay", "coin": "C0", "tile": "M3"});
        assert_eq!(refusal(&table, pay.clone()), CLAIM_FIRST, "its die shows it, so it can be claimed");
        table.dice = crate::wire::from_value(json!({"S": 1, "M": 4, "C": 4, "A": 1})).expect("dice");
        assert_eq!(refusal(&table, pay), SUIT, "its die does not show it");
        for tile in Tile::ALL {
            let mut dice = Dice::default();
            dice.turn(tile.suit(), tile.value());
            assert!(Rows::dealt([tile]).any_matches(dice), "{tile}");
        }
    }

    #[test]
    fn removing_last_tile_ends_game() {
        let mut table = table(json!({"1": ["M3"], "2": ["S0"]}), [1, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        for (name, ended) in [("M3", None), ("S0", Some(Reason::RowsGone))] {
            let tile: Tile = name.parse().expect("a tile");
            let row = table.rows.find(tile).expect("its row");
            table.rows.remove(row, tile);
            assert!(table.rows.get(row).is_gone());
            assert_eq!(table.ended(), ended);
        }
    }

    #[test]
    fn unremovable_tiles_are_rejected() {
        let table = table(json!({"6": ["C2", "C0", "S5"]}), [5, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        assert_eq!(refusal(&table, json!({"type": "pay", "coin": "C0", "tile": "M1"})), TILE);
        assert_eq!(refusal(&table, json!({"type": "pay", "coin": "C0", "tile": "C2"})), SUIT);
        assert_eq!(refusal(&table, json!({"type": "pay", "coin": "A5"})), TREASURE);
    }

    #[test]
    fn matching_roll_must_be_claimed_or_rerolled() {
        let mut table = table(json!({"6": ["C2"]}), [2, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        assert_eq!(refusal(&table, json!({"type": "pay", "coin": "C0"})), CLAIM_FIRST);
        assert_eq!(refusal(&table, json!({"type": "stop"})), CLAIM_FIRST);
        play(&mut table, json!({"type": "roll", "dice": ["S"]}));
        assert_eq!(table.rolls_this_turn, 2);
    }

    #[test]
    fn turn_cannot_end_before_first_roll() {
        let fresh = MagicBag::deal(context(&seed()));
        assert_eq!(refusal(&fresh, json!({"type": "pay", "coin": "C0"})), ROLLED);
        assert_eq!(refusal(&fresh, json!({"type": "stop"})), ROLLED);
    }

    #[test]
    fn empty_treasure_leaves_only_stopping() {
        // Row 1 was claimed for S0, which was paid with the first three coins.
        let mut rows = serde_json::to_value(Rows::dealt(Tile::ALL)).expect("it is JSON");
        rows.as_object_mut().expect("rows").remove("1");
        let mut table = table(rows, [2, 2, 2, 2], "", &format!("S1 S2 S3 S4 S5 M0 M1 {SOME}"));
        table.rolls_this_turn = 3;
        let legal = MagicBag::legal_moves(context(&seed()), &table).moves;
        assert_eq!(legal, [Move::Stop(Stop {})]);
        assert_eq!(MagicBag::plan(sight(&table), &mut Chance::unknown().event("robot")), legal);
        let events = play(&mut table, json!({"type": "stop"}));
        assert_eq!(events, [Event::Ended(Ended { reason: Reason::Stopped, bonus: 0 })]);
        assert_eq!(MagicBag::score(NoOptions {}, &table).total, 0);
    }
}

mod rolling {
    use super::*;

    #[test]
    fn turn_starts_with_four_dice_and_has_three_rolls() {
        let mut table = MagicBag::deal(context(&seed()));
        assert_eq!(refusal(&table, json!({"type": "roll", "dice": []})), NO_DIE);
        assert_eq!(refusal(&table, json!({"type": "roll", "dice": ["S", "M", "C"]})), FIRST_ROLL);
        play(&mut table, json!({"type": "roll", "dice": ["A", "C", "M", "S"]}));
        assert_eq!(refusal(&table, json!({"type": "roll", "dice": []})), NO_DIE);
        play(&mut table, json!({"type": "roll", "dice": ["M"]}));
        play(&mut table, json!({"type": "roll", "dice": ["A", "S"]}));
        assert_eq!(refusal(&table, json!({"type": "roll", "dice": ["M"]})), THREE_ROLLS);
        assert_eq!((table.rolls, table.rolls_this_turn), (3, 3));
    }

    #[test]
    fn rolled_dice_draw_in_suit_order() {
        let mut table = MagicBag::deal(context(&seed()));
        play(&mut table, json!({"type": "roll", "dice": ["S", "M", "C", "A"]}));
        let before = table.dice.expect("dice");
        let events = play(&mut table, json!({"type": "roll", "dice": ["A", "M"]}));
        let mut draws = Chance::new(&seed()).event("magic-bag/roll/2");
        let shown = [Suit::M, Suit::A].map(|die| (die, draws.pick(&Value::ALL)));
        let rolled = shown.map(|(die, value)| Event::DieRolled(DieRolled { roll: 2, die, value }));
        assert_eq!(events, rolled);
        let after = table.dice.expect("dice");
        assert_eq!(after.values(), [before.suns, shown[0].1, before.crowns, shown[1].1]);
    }

    #[test]
    fn roll_reads_suits_in_any_order() {
        let roll = mv(json!({"type": "roll", "dice": ["A", "S"]}));
        assert_eq!(serde_json::to_string(&roll).expect("it is JSON"), r#"{"type":"roll","dice":["S","A"]}"#);
    }
}

mod inspecting {
    use super::*;

    fn found(table: Json) -> Vec<(String, &'static str)> {
        match admit(table) {
            Err(faults) => faults.iter().map(|fault| (fault.pointer.clone(), fault.code)).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// Requires that a change of an admitted table results in exactly this fault.
    fn one_fault(change: impl FnOnce(&mut Json), pointer: &str, code: &'static str) {
        let rows = json!({"6": ["C2", "C0", "S5"]});
        let mut table = wire_table(rows, Some([1, 1, 1, 1]), "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        change(&mut table);
        assert_eq!(found(table), [(pointer.to_owned(), code)]);
    }

    #[test]
    fn reachable_states_are_admitted() {
        for (n, robot) in (0..60).map(|n| (n, if n % 10 == 0 { Robot::Greedy } else { Robot::Random })) {
            let mut state = dealt(&format!("reach-{n}"));
            robot.play_out(&mut state, 400, |mv, state| {
                let json = serde_json::to_value(state).expect("it is JSON");
                let again = StateForm::<MagicBag>::from_value(json).expect("of the schema").admit();
                assert_eq!(again.as_ref(), Ok(state), "after {mv:?}");
                assert!(state.score().total <= MagicBag::MAX_SCORE.expect("there is a greatest"));
            });
        }
    }

    #[test]
    fn impossible_counts_are_faults() {
        one_fault(|table| table["draws"] = json!(9), "/table/draws", "impossible_draws");
        one_fault(|table| table["rolls"] = json!(8), "/table/rolls", "impossible_rolls");
        one_fault(|table| table["rolls"] = json!(999_999_999_999_999_u64), "/table/rolls", "impossible_rolls");
        one_fault(|table| table["rolls_this_turn"] = json!(0), "/table/dice", "impossible_dice");
        one_fault(
            |table| drop(table.as_object_mut().expect("a table").remove("dice")),
            "/table/dice",
            "impossible_dice",
        );
        let too_many_turns = |table: &mut Json| (table["turns"], table["rolls"]) = (json!(12), json!(13));
        one_fault(too_many_turns, "/table/turns", "impossible_turns");
        let none_claimed = |table: &mut Json| (table["turns"], table["rolls"]) = (json!(3), json!(4));
        one_fault(none_claimed, "/table/turns", "impossible_turns");
    }

    #[test]
    fn too_few_payments_for_missing_tiles_is_a_fault() {
        let paid_one = format!("M0 {SOME}");
        let rows = json!({"7": ["C2"], "8": ["C3"]});
        let table = wire_table(rows, None, "C0 C1 C2 S0 S1 S2 S3 S4 S5", &paid_one);
        assert_eq!(found(table), [("/table/paid".to_owned(), "impossible_payments")]);
    }

    #[test]
    fn more_coins_than_claims_allow_is_a_fault() {
        let rows = serde_json::to_value(dealt("bag").table().rows.clone()).expect("it is JSON");
        let rest = format!("S1 S2 S3 S4 S5 M0 M1 {SOME}");
        let table = wire_table(rows, None, "C0 C1 C2 S0", &rest);
        assert_eq!(found(table), [("/table/bag".to_owned(), "impossible_bag")]);
    }

    #[test]
    fn piece_faults_are_reported_at_once() {
        let rows = json!({"1": ["S0", "M0"], "6": ["C2", "C2"]});
        let mut table = wire_table(rows, None, "C1 C2 S0 S1 S2", &format!("C0 {SOME}"));
        table["treasure"] = json!(["C1", "C1", "S0", "S1", "S2"]);
        let found = found(table);
        for fault in [
            ("/table/rows/6/1", "tile_twice"),
            ("/table/rows/1", "row_too_long"),
            ("/table/treasure/1", "coin_twice"),
            ("/table", "coin_missing"),
            ("/table/bag/0", "never_in_bag"),
        ] {
            assert!(found.iter().any(|(pointer, code)| (pointer.as_str(), *code) == fault), "{fault:?} in {found:?}");
        }
    }

    #[test]
    fn impossible_stop_is_a_fault() {
        one_fault(
            |table| (table["stopped"], table["dice"]) = (json!(true), json!({"S": 2, "M": 0, "C": 5, "A": 1})),
            "/table/stopped",
            "impossible_end",
        );
        let rows = json!({"6": ["C2"]});
        let mut between = wire_table(rows.clone(), None, "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        between["stopped"] = json!(true);
        assert_eq!(found(between), [("/table/stopped".to_owned(), "impossible_end")]);
        let mut possible = wire_table(rows, Some([1, 1, 1, 1]), "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        possible["stopped"] = json!(true);
        assert!(admit(possible).expect("it is possible").finished());
    }

    #[test]
    fn dice_after_the_end_are_a_fault() {
        let (treasure, bag) = ("C0 C1 C2 S0 S1 S2 S3 S4 S5 M0 M1 M2", "M3 M4 M5 C3 C4 C5 A0 A1 A2 A3 A4 A5");
        let table = wire_table(json!({}), Some([1, 1, 1, 1]), treasure, bag);
        assert_eq!(found(table), [("/table/rolls_this_turn".to_owned(), "impossible_end")]);
    }

    #[test]
    fn malformed_tables_are_not_read() {
        let table = wire_table(json!({"6": ["C2"]}), None, "C0 C1 C2", "");
        for (field, bad) in [
            ("rows", json!({"10": ["S0"]})),
            ("rows", json!({"1": []})),
            ("rows", json!({"1": ["S0", "S1", "S2", "S3", "S4"]})),
            ("treasure", json!(vec!["S0"; 25])),
            ("rolls_this_turn", json!(4)),
            ("turns", json!(u64::MAX)),
            ("draws", json!(22)),
            ("dice", json!(null)),
            ("dice", json!({"S": 1, "M": 1, "C": 1})),
            ("dice", json!([1, 1, 1, 1])),
        ] {
            let mut bad_table = table.clone();
            bad_table[field] = bad;
            assert!(crate::wire::from_value::<Table>(bad_table.clone()).is_err(), "{bad_table}");
        }
        let twice = r#"{"1": ["S0"], "1": ["S1"]}"#;
        assert!(serde_json::from_str::<Rows>(twice).is_err());
    }

    #[test]
    fn coins_are_sorted_on_admission() {
        let mut table = wire_table(json!({"6": ["C2"]}), None, "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
        table["treasure"].as_array_mut().expect("a list").reverse();
        let state = admit(table).expect("it is possible");
        assert!(state.table().treasure.is_sorted());
    }
}

#[test]
fn greedy_robot_beats_random_robot() {
    let earned = |robot: Robot| -> u64 {
        let games = (0..10).map(|n| {
            let mut state = dealt(&format!("earn-{n}"));
            robot.play_out(&mut state, 1000, |_, _| {});
            assert!(state.finished());
            state.score().total
        });
        games.sum()
    };
    assert!(earned(Robot::Greedy) > 3 * earned(Robot::Random));
}

#[test]
fn max_score_is_all_coins_plus_max_bonus() {
    // Of all ways to claim rows until 21 coins are due, with every tile matched by suit, this one leaves most tiles.
    let lengths = super::rows::LENGTHS;
    let left = (0..512_u32).filter_map(|claimed| {
        let claimed = |row: &usize| claimed >> row & 1 == 1;
        let coins: usize = (0..9).filter(claimed).map(|row| 1 + lengths[row]).sum();
        (coins >= BAG).then(|| (0..9).filter(|row| !claimed(row)).map(|row| lengths[row]).sum::<usize>())
    });
    let most = left.max().expect("21 coins can be due");
    let mut values: Vec<u64> = Tile::ALL.into_iter().map(|tile| tile.value().count()).collect();
    values.sort_unstable();
    let bonus = 10 * values.iter().rev().take(most).sum::<u64>();
    assert_eq!(MagicBag::MAX_SCORE, Some(645 + bonus));
}

#[test]
fn scene_shows_rows_dice_and_coins() {
    let table = table(json!({"6": ["C2", "C0", "S5"]}), [1, 1, 1, 1], "C0 C1 C2 S0 S1 S2 S3 S4", SOME);
    let text = MagicBag::scene(sight(&table)).to_string();
    for words in ["6: C2 C0 S5", "dice: <S1> <M1> <C1> <A1>", "treasure: (S0)", "bag: [M]", "1 of 3 rolls made"] {
        assert!(text.contains(words), "{words} in\n{text}");
    }
}
