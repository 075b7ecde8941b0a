//! The aim of a flick. A flick costs nothing and a fall does, so the player flicks back whenever going on is riskier.
//!
//! Between two tiles of a straight line, only the strength across the line matters: a flick of at most 1,100 strays by at most half a
//! tile, so aimed at the middle line it stays on the track. What remains is the risk of going too far where the track turns. The
//! position along the track must be behind the center of the tile before the turn, or a flick of the minimum strength may go over
//! the far edge. From any other position, the player flicks back and tries again.

use funhouse_rules::games::epic_funhouse::catwalk::{Flick, Flicking, Outcome, UnderWay};
use funhouse_rules::piecepack::Value;

use super::hand::{HALF, TILE, reach, strays_beyond};
use super::to_flick;

/// The way from a tile to the next: east and south.
type Offset = [i64; 2];

/// Maximum part of a flick beyond one tile that does not stray across a straight line.
const MAX_EXTRA: i64 = 100;
/// The risk that is taken to save flicks, in millionths.
const ACCEPTED: i64 = 10_000;

/// The position along the track to aim at before a turn, relative to the center of the tile.
const BEFORE_TURN: i64 = -100;

/// A coin on the track.
struct Coin {
    /// The steps from each tile to the next.
    steps: Vec<Offset>,
    /// The index of its tile, from 0.
    tile: usize,
    offset: [i64; 2],
}

/// An aim and the probability of a fall, in millionths.
struct Choice {
    aim: [i64; 2],
    risk: i64,
}

/// Returns the next flick; none once all coins have fallen or crossed.
///
/// Near the start the cheapest coin goes first; near the end, where little can go wrong, the most expensive.
pub(super) fn aim(table: &Flicking) -> Option<Flick> {
    let coin = Coin::of(table);
    let value: Value = match table.under_way {
        Some(under_way) => under_way.coin,
        None if 2 * coin.tile >= table.track.len() => to_flick(table).last()?,
        None => to_flick(table).next()?,
    };
    let onward = coin.onward()?;
    let Choice { aim: [dx, dy], .. } = match coin.back() {
        Some(back) if back.risk + ACCEPTED < onward.risk => back,
        _ => onward,
    };
    Some(Flick { coin: value, dx: dx.try_into().ok()?, dy: dy.try_into().ok()? })
}

impl Coin {
    fn of(table: &Flicking) -> Self {
        let (number, offset) = match (table.under_way, table.outcomes.last()) {
            (Some(UnderWay { tile, ox, oy, .. }), _) => (tile, [ox, oy]),
            (None, Some(Outcome::Fell(fell))) => (fell.tile, [0, 0]),
            (None, _) => (1, [0, 0]),
        };
        let pairs = table.track.iter().zip(table.track.iter().skip(1));
        let steps = pairs.map(|(from, to)| [i64::from(to.x - from.x), i64::from(to.y - from.y)]).collect();
        Self { steps, tile: number as usize - 1, offset }
    }

    /// Returns the flick to the next tile, or over the far edge of the last one.
    fn onward(&self) -> Option<Choice> {
        let step = *self.steps.get(self.tile).or(self.steps.last())?;
        let turns = |step: Offset, tile: usize| self.steps.get(tile).copied().filter(|next| *next != step);
        let along = dot(self.offset, step);
        let Some(next) = turns(step, self.tile + 1) else {
            // Beyond the next tile, the track goes straight on or ends.
            let wanted = if turns(step, self.tile + 2).is_some() { BEFORE_TURN } else { 0 };
            let extra = (wanted - along).clamp(0, MAX_EXTRA);
            return Some(Choice { aim: self.toward_middle(step, TILE + extra), risk: 0 });
        };
        // If the track turns again after that, the coin should land behind the center once more.
        let again = turns(next, self.tile + 2).is_some();
        let safe = (HALF - reach(TILE) - along) * 5 / 7;
        let extra = if again { 0 } else { safe.min(-along).clamp(0, MAX_EXTRA) };
        let reach = reach(TILE + extra);
        let behind = if again { HALF - reach } else { 0 };
        let [dx, dy] = self.toward_middle(step, TILE + extra);
        let aim = [dx - behind * next[0], dy - behind * next[1]];
        Some(Choice { aim, risk: strays_beyond(reach, HALF - along - extra) })
    }

    /// Returns the flick to the previous tile.
    fn back(&self) -> Option<Choice> {
        let step = *self.steps.get(self.tile.checked_sub(1)?)?;
        let along = dot(self.offset, step);
        let straight = self.tile.checked_sub(2).and_then(|before| self.steps.get(before)) == Some(&step);
        let safe = (HALF - reach(TILE) + along) * 5 / 7;
        let extra = if straight { MAX_EXTRA } else { safe.clamp(0, MAX_EXTRA) };
        let risk = if straight { 0 } else { strays_beyond(reach(TILE + extra), HALF + along - extra) };
        Some(Choice { aim: self.toward_middle(step, -TILE - extra), risk })
    }

    /// Returns an aim this far along a step, and across it to the middle line.
    fn toward_middle(&self, step: Offset, far: i64) -> [i64; 2] {
        let across = [step[1].abs(), step[0].abs()];
        std::array::from_fn(|axis| far * step[axis] - self.offset[axis] * across[axis])
    }
}

fn dot(offset: [i64; 2], step: Offset) -> i64 {
    offset[0] * step[0] + offset[1] * step[1]
}
