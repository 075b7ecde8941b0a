//! The built-in player of Board Game Project #55: it weighs the progress to a target and its points against the cost in
//! chips.

use super::board::{SPOTS, Spot, Spots, Square, next_to, targets};
use super::chips::Color;
use super::moves::{Lay, Move, Restock, Stay, Walk};
use super::table::Table;
use crate::game::Seat;

/// The value of a point.
const POINT: i64 = 100;
/// The value of a chip in the stockpile.
const CHIP: i64 = 45;
/// The value of a step toward a target.
const NEARER: i64 = 40;
/// The cost of ending a round without points.
const NOTHING: i64 = 300;

/// Returns the next move.
pub(super) fn decide(table: &Table, seat: Seat) -> Option<Move> {
    let color = table.color.filter(|_| table.active() == seat)?;
    let here = distance(table.pawn(seat), seat);
    let ways = CheapestWays::of(table, seat, color);
    let in_stock = table.stock(seat).of(color);
    let stops = table.stops(seat);
    let worth = |to: Spot| {
        let cost = i64::from(ways.costs[to.index()]);
        let gain = if !targets(seat).contains(to) {
            NEARER * (here - distance(to.square(), seat))
        } else if table.others(seat).contains(to) {
            -NOTHING
        } else {
            POINT * (table.stock(seat).all() as i64 - cost)
        };
        gain - CHIP * cost
    };
    let within = Spot::all().filter(|to| stops.contains(*to) && ways.costs[to.index()] <= in_stock);
    let walk = within.map(|to| (worth(to), to)).max_by_key(|(worth, _)| *worth);
    let restock = Spot::on(table.pawn(seat)).filter(|_| table.can_restock(seat));
    let restock = restock.map(|spot| CHIP * table.piles.on(spot).under.all() as i64);
    let best_walk = walk.filter(|(worth, _)| *worth > restock.unwrap_or(0));
    Some(match best_walk {
        Some((_, to)) => ways
            .first_gap(table, seat, color, to)
            .map_or(Move::Walk(Walk { seat, to }), |cell| Move::Lay(Lay { seat, cell })),
        None if restock.is_some() => Move::Restock(Restock { seat }),
        None => table.thefts(seat, color).next().map_or(Move::Stay(Stay { seat }), Move::Steal),
    })
}

/// Returns the number of steps from a cell to the nearest target of a seat.
fn distance(from: Square, seat: Seat) -> i64 {
    let goal = targets(seat);
    let mut near: Spots = Spot::on(from).into_iter().collect();
    if !near.and(goal).is_empty() {
        return 0;
    }
    near = near.or(next_to(from));
    let mut steps = 1;
    while near.and(goal).is_empty() && steps < SPOTS as i64 {
        near = near.or(near.neighbors());
        steps += 1;
    }
    steps
}

/// A cost above the number of all chips.
const UNREACHABLE: u8 = 100;

/// The cheapest ways from the pawn of a seat to each cell.
struct CheapestWays {
    /// The number of chips to lay.
    costs: [u8; SPOTS],
    /// The previous cell, unless the way begins here.
    before: [Option<Spot>; SPOTS],
}

impl CheapestWays {
    fn of(table: &Table, seat: Seat, color: Color) -> Self {
        let open = table.open(seat, color);
        let price = |spot: Spot| u8::from(!open.contains(spot));
        let mut ways = Self { costs: [UNREACHABLE; SPOTS], before: [None; SPOTS] };
        next_to(table.pawn(seat)).iter().for_each(|spot| ways.costs[spot.index()] = price(spot));
        // Repeat while some way gets cheaper. With costs of 0 and 1, a few rounds suffice.
        let mut changed = true;
        while changed {
            changed = false;
            for spot in Spot::all() {
                for next in next_to(spot.square()).iter() {
                    let cost = ways.costs[spot.index()].saturating_add(price(next));
                    if cost < ways.costs[next.index()] {
                        (ways.costs[next.index()], ways.before[next.index()]) = (cost, Some(spot));
                        changed = true;
                    }
                }
            }
        }
        ways
    }

    /// Returns the first cell on the way to another where a chip has to be laid.
    fn first_gap(&self, table: &Table, seat: Seat, color: Color, to: Spot) -> Option<Spot> {
        let open = table.open(seat, color);
        let way = std::iter::successors(Some(to), |spot| self.before[spot.index()]);
        way.filter(|spot| !open.contains(*spot)).last()
    }
}
