//! A turn: the exact expectation of every choice of dice to roll, given the value of each way to end the turn.

use super::board::{Board, DICE_STATES, ROWS, Value, counts, face, matches};
use super::outlook::Outlook;

/// How to go on in a turn. Rows, coins and tiles are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Rolls the dice of a set, a bit for each suit.
    Roll(usize),
    Claim(usize),
    Pay(usize, Option<usize>),
    Stop,
}

/// The values of the positions within a turn.
#[derive(Debug)]
pub(super) struct Turn {
    outlook: Outlook,
    /// For each row, its needs and its tiles.
    board: Board,
    /// The value of ending the turn with each state of the dice.
    ends: Vec<Value>,
    /// The value of each state of the dice with one roll left.
    before_last: Vec<Value>,
}

impl Turn {
    pub(super) fn of(board: &Board) -> Self {
        let mut turn =
            Self { outlook: Outlook::of(board), board: board.clone(), ends: Vec::new(), before_last: Vec::new() };
        let needs = board.rows.map(|row| row.needs());
        turn.ends = (0..DICE_STATES).map(|dice| turn.end(dice, &needs).1).collect();
        turn.before_last = best_rolls(&turn.ends);
        turn
    }

    /// Returns the best choice with these dice and this number of rolls left.
    pub(super) fn choice(&self, dice: usize, left: u64) -> Choice {
        let (end, value) = self.end(dice, &self.board.rows.map(|row| row.needs()));
        let next = match left {
            0 => return end,
            1 => &self.ends,
            _ => &self.before_last,
        };
        let rolls = (1..16).map(|set| (set, average(next, dice, set)));
        match rolls.max_by_key(|(_, value)| *value) {
            Some((set, expected)) if expected > value => Choice::Roll(set),
            _ => end,
        }
    }

    /// Returns the best way to end the turn with these dice, and its value.
    fn end(&self, dice: usize, needs: &[u32; ROWS]) -> (Choice, Value) {
        let shown = counts()[dice];
        let mut best: Option<(Choice, Value)> = None;
        for (row, needs) in needs.iter().enumerate() {
            if *needs != 0 && matches(shown, *needs) {
                let value = self.outlook.claim(row, self.board.rows[row].coins(dice));
                if best.is_none_or(|(_, most)| value > most) {
                    best = Some((Choice::Claim(row), value));
                }
            }
        }
        best.unwrap_or_else(|| {
            let removable = (0..4).map(|suit| 6 * suit + face(dice, suit));
            match self.outlook.payment(removable) {
                Some((coin, tile, value)) if value > self.outlook.stop() => (Choice::Pay(coin, tile), value),
                _ => (Choice::Stop, self.outlook.stop()),
            }
        })
    }
}

/// Returns the expected value of rolling the dice of a set.
fn average(values: &[Value], dice: usize, set: usize) -> Value {
    let mut states = vec![dice];
    for (suit, step) in [1, 6, 36, 216].into_iter().enumerate().filter(|(suit, _)| set >> suit & 1 == 1) {
        let base = |dice: usize| dice - face(dice, suit) * step;
        states = states.into_iter().flat_map(|dice| (0..6).map(move |value| base(dice) + value * step)).collect();
    }
    states.iter().map(|dice| values[*dice]).sum::<Value>() / states.len() as Value
}

/// Returns the value of each state of the dice if one more roll is possible.
fn best_rolls(ends: &[Value]) -> Vec<Value> {
    let mut best = ends.to_vec();
    let mut sets = vec![ends.to_vec()];
    for step in [1, 6, 36, 216] {
        for set in 0..sets.len() {
            let with = averaged(&sets[set], step);
            best.iter_mut().zip(&with).for_each(|(best, value)| *best = (*best).max(*value));
            sets.push(with);
        }
    }
    best
}

/// Averages over one die, whose values are `step` entries apart.
fn averaged(values: &[Value], step: usize) -> Vec<Value> {
    let mut averaged = vec![0; values.len()];
    for block in (0..values.len()).step_by(6 * step) {
        for start in block..block + step {
            let sum: Value = (0..6).map(|face| values[start + face * step]).sum();
            (0..6).for_each(|face| averaged[start + face * step] = sum / 6);
        }
    }
    averaged
}
