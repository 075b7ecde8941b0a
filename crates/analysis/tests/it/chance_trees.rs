//! Estimated means against the mean over all chances, in small endgames.

#![allow(clippy::float_arithmetic, reason = "compares means")]

use std::collections::{BTreeMap, BTreeSet};

use funhouse_analysis::budget::Budget;
use funhouse_analysis::{Effort, Estimated, Expected, Player, SightOf, play_out};
use funhouse_rules::chance::Chance;
use funhouse_rules::game::{Log, ScoreCard as _, Seat, State, StateForm, Viewer};
use funhouse_rules::games::epic_funhouse::whack_a_dummy::{self, Table, WhackADummy};
use funhouse_rules::games::magic_bag::{self, Claim, Dice, MagicBag, Roll};
use funhouse_rules::grid::Cell;
use funhouse_rules::piecepack::{Coin, PiecepackPiece as _, Suit, SuitSet, Value};
use serde_json::{Value as Json, json};

use crate::support::{dealt, estimated, seed};

/// Checks that an estimate is within four standard errors of a mean. Rare totals within this range may be in no future at all.
fn assert_near(expected: Expected, mean: f64, range: f64, of: &impl std::fmt::Debug) {
    let rare = 6.0 * range / expected.futures as f64;
    let [found, error] = [expected.mean, expected.standard_error].map(|thousandths| thousandths as f64 / 1000.0);
    assert!(
        (found - mean).abs() <= (4.0 * error).max(rare) + 0.001,
        "{found} ± {error}, but the mean is {mean}: {of:?}"
    );
}

fn plan<G: Estimated>(player: &mut G::Player, state: &State<G>) -> G::Move {
    let viewer = Viewer::Seat(Seat::FIRST);
    let view = state.view(viewer);
    let sight = SightOf::<G> { seats: state.seats(), viewer, options: state.options(), table: &view };
    let mut budget = Budget::new(u64::MAX, &|_| true);
    player.plan(sight, &mut budget).expect("it is not canceled").into_iter().next().expect("a move")
}

/// A position of The Magic Bag between turns, with one row left and no coin to pay, so that the next turn is the last one.
fn last_turn(number: u64) -> State<MagicBag> {
    let mut json = serde_json::to_value(dealt::<MagicBag>(&format!("tree-{number}"))).expect("a state is JSON");
    let table = &mut json["table"];
    let rows = table["rows"].as_object().expect("an object").clone();
    let row = (1 + number % 6).to_string();
    table["rows"] = json!({ row.clone(): rows[&row] });
    let coins: Vec<String> = Coin::ALL.into_iter().map(|coin| coin.to_string()).collect();
    let in_bag = |index: usize| !(12..15).contains(&index) && (index as u64 + number).is_multiple_of(3);
    let part = |bag: bool| {
        coins
            .iter()
            .enumerate()
            .filter(|(index, _)| in_bag(*index) == bag)
            .map(|(_, coin)| coin.clone())
            .collect::<Vec<_>>()
    };
    table["bag"] = part(true).into();
    table["paid"] = part(false).into();
    table["treasure"] = Json::Array(Vec::new());
    // Eight rows were claimed, and all coins but those in the bag paid.
    let paid = part(false).len() as u64;
    (table["draws"], table["turns"], table["rolls"]) = (json!(paid - 3), json!(8 + paid), json!(8 + paid));
    let form = StateForm::<MagicBag>::from_value(json).expect("a state");
    form.admit().unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The mean of the last turn, over all rolls and all draws.
struct LastTurn {
    state: State<MagicBag>,
    player: <MagicBag as Estimated>::Player,
    known: BTreeMap<(u64, [u8; 4]), f64>,
}

impl LastTurn {
    fn mean(&mut self, rolled: u64, dice: Dice) -> f64 {
        let key = (rolled, dice.values().map(Value::number));
        if let Some(mean) = self.known.get(&key) {
            return *mean;
        }
        let mv = if rolled == 0 {
            magic_bag::Move::Roll(Roll { dice: SuitSet::FULL })
        } else {
            let state = self.rolled(rolled, dice);
            plan::<MagicBag>(&mut self.player, &state)
        };
        let mean = match mv {
            magic_bag::Move::Roll(Roll { dice: set }) => {
                let mut all = vec![dice];
                for suit in set.iter() {
                    all = all.into_iter().flat_map(|dice| Value::ALL.map(|value| turned(dice, suit, value))).collect();
                }
                let sum: f64 = all.iter().map(|dice| self.mean(rolled + 1, *dice)).sum();
                sum / all.len() as f64
            }
            magic_bag::Move::Claim(Claim { row }) => {
                let table = self.state.table();
                mean_of_draws(&table.bag, table.rows.get(row).coins(dice) as usize)
            }
            magic_bag::Move::Stop(_) => 0.0,
            magic_bag::Move::Pay(pay) => panic!("no coin is left for {pay:?}"),
        };
        self.known.insert(key, mean);
        mean
    }

    fn rolled(&self, rolled: u64, dice: Dice) -> State<MagicBag> {
        let mut table = self.state.table().clone();
        (table.dice, table.rolls_this_turn) = (Some(dice), rolled);
        table.rolls += rolled;
        let form = StateForm::<MagicBag> {
            seed: seed("rolled"),
            seats: self.state.seats(),
            options: self.state.options(),
            table,
        };
        form.admit().unwrap_or_else(|faults| panic!("{faults:?}"))
    }
}

fn turned(dice: Dice, suit: Suit, value: Value) -> Dice {
    let mut dice = dice;
    let die = match suit {
        Suit::S => &mut dice.suns,
        Suit::M => &mut dice.moons,
        Suit::C => &mut dice.crowns,
        Suit::A => &mut dice.arms,
    };
    *die = value;
    dice
}

/// The mean score of this many coins of a bag.
fn mean_of_draws(bag: &[Coin], count: usize) -> f64 {
    let (mut sum, mut sets) = (0, 0_u64);
    for set in 0..1_u32 << bag.len() {
        if set.count_ones() as usize == count.min(bag.len()) {
            let drawn: Vec<Coin> =
                bag.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, coin)| *coin).collect();
            sum += magic_bag::MagicBagScore::of(&drawn, 0).total;
            sets += 1;
        }
    }
    sum as f64 / sets as f64
}

#[test]
fn last_turn_of_the_magic_bag_has_the_mean_over_all_chances() {
    for number in 0..12 {
        let state = last_turn(number);
        let player = <MagicBag as Estimated>::Player::new(0);
        let mut tree = LastTurn { state: state.clone(), player, known: BTreeMap::new() };
        let mean = tree.mean(0, Dice { suns: Value::NULL, moons: Value::NULL, crowns: Value::NULL, arms: Value::NULL });
        let found = estimated(&state, Effort::Normal, false).expected.expect("chance is to come");
        assert!(found.futures > 50, "{found:?}");
        assert_near(found, mean, 0.0, &state);
    }
}

/// All ways in which the hidden coins of a room can lie.
fn arrangements(table: &Table) -> Vec<Table> {
    let mut all = vec![table.clone()];
    for suit in Suit::ALL {
        let hidden = |cell: &Cell<4, 6>| {
            !table.face_up.contains(*cell) && table.grid[*cell].is_some_and(|coin| coin.suit() == suit)
        };
        let cells: Vec<Cell<4, 6>> = Cell::all().filter(hidden).collect();
        let coins: Vec<Coin> = cells.iter().filter_map(|cell| table.grid[*cell]).collect();
        let orders = permutations(&coins);
        let with = |table: &Table, order: &Vec<Coin>| {
            let mut table = table.clone();
            cells.iter().zip(order).for_each(|(cell, coin)| table.grid[*cell] = Some(*coin));
            table
        };
        all = all.iter().flat_map(|table| orders.iter().map(|order| with(table, order)).collect::<Vec<_>>()).collect();
    }
    all
}

fn permutations(coins: &[Coin]) -> Vec<Vec<Coin>> {
    let Some((first, rest)) = coins.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<Coin>| (0..=order.len()).map(move |at| [&order[..at], &[*first], &order[at..]].concat());
    permutations(rest).into_iter().flat_map(insert).collect()
}

/// A room in which only the corners and three other coins are face down. You are next to the second corner, which is a mistake.
fn nearly_open(number: u64) -> State<WhackADummy> {
    let dealt = dealt::<WhackADummy>(&format!("hidden-{number}"));
    let mut draws = Chance::new(dealt.seed()).event("analysis/hidden");
    let here = Cell::named("c1");
    let corner = |cell: &Cell<4, 6>| [0, 3].contains(&cell.column()) && [0, 5].contains(&cell.row());
    let mut others: Vec<Cell<4, 6>> = Cell::all().filter(|cell| !corner(cell) && *cell != here).collect();
    draws.shuffle(&mut others);
    let mut table = dealt.table().clone();
    table.face_up = others.into_iter().skip(2).collect();
    table.you = Some(here);
    let form = StateForm::<WhackADummy> { seed: seed("hidden"), seats: dealt.seats(), options: dealt.options(), table };
    form.admit().unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The totals after a move, one for each way in which the hidden coins can lie.
fn totals(state: &State<WhackADummy>, mv: &whack_a_dummy::Move) -> Vec<u64> {
    let total = |table| {
        let form =
            StateForm::<WhackADummy> { seed: seed("all"), seats: state.seats(), options: state.options(), table };
        let mut after = form.admit().expect("it is possible");
        after.play(mv, &mut Log::discard()).expect("a legal move");
        let mut player = <WhackADummy as Estimated>::Player::new(0);
        play_out(&mut after, &mut player, &mut Budget::new(u64::MAX, &|_| true)).expect("it is not canceled");
        after.score().total()
    };
    arrangements(state.table()).into_iter().map(total).collect()
}

#[test]
fn whack_a_dummy_has_the_mean_over_all_hidden_coins() {
    let mut means = BTreeSet::new();
    for number in 0..4 {
        let state = nearly_open(number);
        for value in estimated(&state, Effort::Normal, true).moves.expect("they were requested") {
            let totals = totals(&state, &value.mv);
            let sum: u64 = totals.iter().sum();
            let range = totals.iter().max().zip(totals.iter().min()).map_or(0, |(most, least)| most - least);
            let found = value.expected.expect("the budget suffices");
            assert_near(found, sum as f64 / totals.len() as f64, range as f64, &(&state, &value.mv));
            means.insert(found.mean);
        }
    }
    assert!(means.len() > 2, "giving up, a mistake and none: {means:?}");
}
