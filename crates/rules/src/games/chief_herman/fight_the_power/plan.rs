//! The built-in player of Fight the Power: it heads for the nearer goal, with the move of the best expected lead over
//! the others.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{DICE, Fight, Move, Recruit, Table, Take, Victory, WINNING_SIZE};
use crate::dice::{Face, Tally};
use crate::game::{NoOptions, Seat, Sight, Viewer};

/// The value of a distance from the initial size, in either direction; four wins.
const WORTH: [i64; 5] = [0, 10, 25, 60, 300];
/// Maximum value of the faces of a faction: they decide only between moves that gain the same dice.
const QUALITY: i64 = 5;
/// The percentage of the others' total value that counts against a seat's own.
const ENVY: i64 = 50;

/// Returns the next move.
pub(super) fn decide(sight: Sight<NoOptions, Table>) -> Option<Move> {
    let Viewer::Seat(seat) = sight.viewer else { return None };
    let table = sight.table;
    if let Some(Victory { winner, loser }) = table.fight {
        let mut faces = table.faction(loser).tally().shown();
        let up = table.faction(winner).size() >= DICE;
        let face = if up { faces.next() } else { faces.last() }?;
        return (winner == seat).then_some(Move::Take(Take { seat, face }));
    }
    if table.turn != seat || table.ended.is_some() {
        return None;
    }
    let own = table.faction(seat).tally();
    let others = || sight.seats.iter().filter(|other| *other != seat);
    let mut best: Option<(i64, Move)> = None;
    let mut consider = |worth: i64, mv: &dyn Fn() -> Move| {
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, mv()));
        }
    };
    for from in others() {
        let theirs = table.faction(from).tally();
        let gained = worth_after(table, seat, Some((seat, from))) * SCALE;
        for face in theirs.shown().filter(|face| own.count(*face) > theirs.count(*face)) {
            let quality = quality_of(table.faction(seat).size() + 1, i64::from(face.number()), 1);
            consider(gained + quality, &|| Move::Recruit(Recruit { seat, from, face }));
        }
    }
    let mut outlooks = Outlooks::new(own, others().map(|other| table.faction(other).size()).max().unwrap_or(0));
    for dice in super::faction::handfuls(own) {
        let outlook = outlooks.of(&dice);
        for with in others() {
            let size = table.faction(with).size();
            let (won, lost) = outlook.chances(size);
            let (gained, given) = (Some((seat, with)), Some((with, seat)));
            let worth = won * worth_after(table, seat, gained)
                + lost * worth_after(table, seat, given)
                + (SCALE - won - lost) * worth_after(table, seat, None);
            let unrolled_sum: i64 = unrolled(own, &dice).map(|face| i64::from(face.number())).sum();
            let expected = 2 * unrolled_sum + 7 * dice.len() as i64;
            let count = table.faction(seat).size();
            let quality = quality_of(count, expected, 2 * count as i64);
            consider(worth + quality, &|| Move::Fight(Fight { seat, with, dice: dice.clone().into() }));
        }
    }
    best.map(|(_, mv)| mv)
}

/// The scale of probabilities.
const SCALE: i64 = 10_000;

/// Returns the value of dice with the sum `sum`, each counted `weight` times: high ones if the faction grows, low ones
/// if it shrinks.
fn quality_of(size: usize, sum: i64, weight: i64) -> i64 {
    let average = sum * 100 / weight.max(1) - 350;
    let toward = if size >= DICE { average } else { -average };
    toward * QUALITY * SCALE / 25_000
}

/// Returns the value of the table for a seat, optionally after one die moves to the first of two seats from the second.
fn worth_after(table: &Table, seat: Seat, die: Option<(Seat, Seat)>) -> i64 {
    let worth = |(i, faction): (usize, &super::Faction)| {
        let size = match die {
            Some((to, _)) if to.index() == i => faction.size() + 1,
            Some((_, from)) if from.index() == i => faction.size().saturating_sub(1),
            _ => faction.size(),
        };
        let worth = WORTH[size.min(WINNING_SIZE).abs_diff(DICE)];
        if i == seat.index() { 100 * worth } else { -ENVY * worth }
    };
    table.factions.iter().enumerate().map(worth).sum::<i64>() / 100
}

/// Returns the dice of a faction that are not rolled.
fn unrolled(own: Tally, rolled: &[Face]) -> impl Iterator<Item = Face> {
    let rolled = Tally::of(rolled);
    own.shown().flat_map(move |face| (rolled.count(face)..own.count(face)).map(move |_| face))
}

/// Numbers of ways to win a fight, to lose it, and all, by the number of the other faction's dice.
type Ways = [[u64; 3]; WINNING_SIZE + 1];

/// The ways of fights with the dice of one faction. Those of the lowest faces are counted once for all sets of dice that agree in them.
struct Outlooks {
    /// The number of own dice of each face, from the lowest.
    own: [usize; 6],
    /// The size of the largest other faction.
    largest: usize,
    /// The ways if the dice show at most some face and all higher ones are paired equally, by the number of rolled dice that are left. The key
    /// is the numbers of unrolled dice of the faces up to that one.
    known: BTreeMap<Vec<usize>, [Ways; WINNING_SIZE + 1]>,
}

impl Outlooks {
    /// Prepares fights of a faction against others of up to `largest` dice.
    fn new(own: Tally, largest: usize) -> Self {
        let mut nothing = [[[0; 3]; WINNING_SIZE + 1]; WINNING_SIZE + 1];
        // Below the lowest face no dice are left: one way, a draw.
        nothing[0][0] = [0, 0, 1];
        let own = Face::ALL.map(|face| usize::from(own.count(face)));
        Self { own, largest: largest.min(WINNING_SIZE), known: BTreeMap::from([(Vec::new(), nothing)]) }
    }

    /// Counts the ways if `dice` are rolled.
    fn of(&mut self, dice: &[Face]) -> Outlook {
        let rolled = Tally::of(dice);
        let unrolled = Face::ALL.map(|face| self.own[face.index()] - usize::from(rolled.count(face)));
        let (lower, highest) = unrolled.split_at(unrolled.len() - 1);
        for faces in 1..=lower.len() {
            let key = &lower[..faces];
            if !self.known.contains_key(key) {
                let most = self.own.iter().sum::<usize>() - key.iter().sum::<usize>();
                let mut ways = [[[0; 3]; WINNING_SIZE + 1]; WINNING_SIZE + 1];
                for (mine, ways) in ways.iter_mut().enumerate().take(most + 1) {
                    *ways = self.paired(&lower[..faces - 1], lower[faces - 1], mine);
                }
                self.known.insert(key.to_vec(), ways);
            }
        }
        Outlook { ways: self.paired(lower, highest[0], dice.len()) }
    }

    /// Counts the ways if `mine` rolled dice show at most some face, from those of the faces below it. `unrolled` and `unrolled_here` are the
    /// numbers of dice that are not rolled.
    fn paired(&self, unrolled: &[usize], unrolled_here: usize, mine: usize) -> Ways {
        let below = &self.known[unrolled];
        let (faces_below, unrolled_below) = (unrolled.len() as u64, unrolled.iter().sum::<usize>());
        let powers: [u64; 2 * WINNING_SIZE + 1] = std::array::from_fn(|dice| faces_below.pow(dice as u32));
        let mut row = [[0; 3]; WINNING_SIZE + 1];
        for (theirs, ways) in row.iter_mut().enumerate().take(self.largest + 1) {
            for (i, j) in (0..=mine).flat_map(|i| (0..=theirs).map(move |j| (i, j))) {
                let lots = CHOOSE[mine][i] * CHOOSE[theirs][j];
                let rest = powers[mine - i + theirs - j];
                let (here, left) = (i + unrolled_here, mine - i + unrolled_below);
                // The side with more dice of this face wins the next pair, if the other has a die left for it.
                let [won, lost, all] = match here.cmp(&j) {
                    Ordering::Equal => below[mine - i][theirs - j],
                    Ordering::Greater => [if theirs > j { rest } else { 0 }, 0, rest],
                    Ordering::Less => [0, if left > 0 { rest } else { 0 }, rest],
                };
                ways[0] += lots * won;
                ways[1] += lots * lost;
                ways[2] += lots * all;
            }
        }
        row
    }
}

/// The ways of a fight with certain rolled dice.
struct Outlook {
    ways: Ways,
}

impl Outlook {
    /// Returns the probabilities of winning and losing against a faction of this size, in parts of [`SCALE`].
    fn chances(&self, size: usize) -> (i64, i64) {
        let [won, lost, all] = self.ways[size.min(WINNING_SIZE)];
        let part = |ways: u64| (ways * SCALE as u64 / all.max(1)) as i64;
        (part(won), part(lost))
    }
}

#[cfg(test)]
pub(super) fn ways(own: Tally, dice: &[Face], size: usize) -> [u64; 3] {
    Outlooks::new(own, size).of(dice).ways[size]
}

/// The binomial coefficients: in how many ways some can be chosen of all, by both numbers.
const CHOOSE: [[u64; WINNING_SIZE + 1]; WINNING_SIZE + 1] = {
    let mut ways = [[0; WINNING_SIZE + 1]; WINNING_SIZE + 1];
    let mut all = 0;
    while all <= WINNING_SIZE {
        ways[all][0] = 1;
        let mut some = 1;
        while some <= all {
            ways[all][some] = ways[all - 1][some - 1] + ways[all - 1][some];
            some += 1;
        }
        all += 1;
    }
    ways
};
