//! How the built-in player plays Fight the Power: toward the goal that is nearer, with the move that is expected to bring it
//! furthest ahead of the others.

use super::{DICE, Fight, MOST, Move, Recruit, Table, Take, Victory};
use crate::dice::{Face, Tally};
use crate::game::{NoOptions, Seat, Sight, Viewer};

/// What it is worth to be so many dice away from the start, whichever way; four have won.
const WORTH: [i64; 5] = [0, 10, 25, 60, 300];
/// What the dice of a faction add to its worth at the most, so that they decide only between moves that bring the same dice.
const QUALITY: i64 = 5;
/// How many hundredths of the worth of all others together count against a seat's own.
const ENVY: i64 = 50;

/// The move that the built-in player makes next.
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
    for dice in super::faction::handfuls(own) {
        let outlook = Outlook::of(own, &dice);
        for with in others() {
            let size = table.faction(with).size();
            let (won, lost) = outlook.chances(size);
            let (gained, given) = (Some((seat, with)), Some((with, seat)));
            let worth = won * worth_after(table, seat, gained)
                + lost * worth_after(table, seat, given)
                + (SCALE - won - lost) * worth_after(table, seat, None);
            let kept: i64 = kept(own, &dice).map(|face| i64::from(face.number())).sum();
            let expected = 2 * kept + 7 * dice.len() as i64;
            let count = table.faction(seat).size();
            let quality = quality_of(count, expected, 2 * count as i64);
            consider(worth + quality, &|| Move::Fight(Fight { seat, with, dice: dice.clone().into() }));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Chances are counted in so many parts.
const SCALE: i64 = 10_000;

/// What dice add that show `sum` in all, each counted `weight` times: high ones if the faction grows, low ones if it shrinks.
fn quality_of(size: usize, sum: i64, weight: i64) -> i64 {
    let average = sum * 100 / weight.max(1) - 350;
    let toward = if size >= DICE { average } else { -average };
    toward * QUALITY * SCALE / 25_000
}

/// What the table is worth to a seat, perhaps after one die has gone to the first of two seats from the second.
fn worth_after(table: &Table, seat: Seat, die: Option<(Seat, Seat)>) -> i64 {
    let worth = |(i, faction): (usize, &super::Faction)| {
        let size = match die {
            Some((to, _)) if to.index() == i => faction.size() + 1,
            Some((_, from)) if from.index() == i => faction.size().saturating_sub(1),
            _ => faction.size(),
        };
        let worth = WORTH[size.min(MOST).abs_diff(DICE)];
        if i == seat.index() { 100 * worth } else { -ENVY * worth }
    };
    table.factions.iter().enumerate().map(worth).sum::<i64>() / 100
}

/// The dice of a faction that are not rolled.
fn kept(own: Tally, rolled: &[Face]) -> impl Iterator<Item = Face> {
    let rolled = Tally::of(rolled);
    own.shown().flat_map(move |face| (rolled.count(face)..own.count(face)).map(move |_| face))
}

/// In how many ways a fight with some of the dice rolled can be won and lost, by the size of the other faction.
struct Outlook {
    /// For so many dice of the other faction: the ways to win, to lose, and all.
    ways: [[u64; 3]; MOST + 1],
}

impl Outlook {
    /// Goes through the faces from the lowest up. With all dice that show more than the face in pairs that are level, so many
    /// rolled dice and so many dice of the other faction are left; what the rest of the fight comes to is counted for each.
    fn of(own: Tally, dice: &[Face]) -> Self {
        let rolled = dice.len();
        let kept = Tally::of(&kept(own, dice).collect::<Vec<_>>());
        let mut below = [[[0; 3]; MOST + 1]; MOST + 1];
        // Past the lowest face nobody has dice left: one way, and a draw.
        below[0][0] = [0, 0, 1];
        let mut kept_below = 0;
        for face in Face::ALL {
            let mut now = [[[0; 3]; MOST + 1]; MOST + 1];
            let faces_below = u64::from(face.number()) - 1;
            let kept_here = usize::from(kept.count(face));
            for (mine, row) in now.iter_mut().enumerate().take(rolled + 1) {
                for (theirs, ways) in row.iter_mut().enumerate() {
                    for (i, j) in (0..=mine).flat_map(|i| (0..=theirs).map(move |j| (i, j))) {
                        let lots = choose(mine, i) * choose(theirs, j);
                        let rest = faces_below.pow((mine - i + theirs - j) as u32);
                        let (here, left) = (i + kept_here, mine - i + kept_below);
                        // Whoever has more dice of this face wins with the next pair, if the other has a die for it.
                        let [won, lost, all] = match here.cmp(&j) {
                            std::cmp::Ordering::Equal => below[mine - i][theirs - j],
                            std::cmp::Ordering::Greater => [if theirs > j { rest } else { 0 }, 0, rest],
                            std::cmp::Ordering::Less => [0, if left > 0 { rest } else { 0 }, rest],
                        };
                        ways[0] += lots * won;
                        ways[1] += lots * lost;
                        ways[2] += lots * all;
                    }
                }
            }
            below = now;
            kept_below += kept_here;
        }
        Self { ways: below[rolled] }
    }

    /// The chances to win and to lose against a faction of this size, in parts of [`SCALE`].
    fn chances(&self, size: usize) -> (i64, i64) {
        let [won, lost, all] = self.ways[size.min(MOST)];
        let part = |ways: u64| (ways * SCALE as u64 / all.max(1)) as i64;
        (part(won), part(lost))
    }
}

#[cfg(test)]
pub(super) fn ways(own: Tally, dice: &[Face], size: usize) -> [u64; 3] {
    Outlook::of(own, dice).ways[size]
}

/// In how many ways `some` of `all` dice can be chosen.
fn choose(all: usize, some: usize) -> u64 {
    (0..some).fold(1, |ways, i| ways * (all - i) as u64 / (i as u64 + 1))
}
