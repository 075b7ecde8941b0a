//! The unsteady hand: how far a flick strays, and how likely it strays farther than that. Rules: catwalk.md, "Flicking".

/// The minimum strength of a flick: one tile.
pub(super) const TILE: i64 = 1000;
/// The distance from the center of a tile to its edges.
pub(super) const HALF: i64 = TILE / 2;
/// A certain event, in millionths.
pub(super) const CERTAIN: i64 = 1_000_000;

/// Returns how far a flick of this strength strays at most, on each axis.
pub(super) const fn reach(strength: i64) -> i64 {
    60 + 40 * strength / 100
}

/// Returns the probability, in millionths, that a flick strays by more than this distance in one direction.
///
/// The distance is the difference of two uniform numbers, so it has a triangular distribution.
pub(super) fn strays_beyond(reach: i64, distance: i64) -> i64 {
    let tail = |part: i64| part * part * (CERTAIN / 2) / (reach * reach);
    if distance >= reach {
        0
    } else if distance >= 0 {
        tail(reach - distance)
    } else {
        CERTAIN - tail((reach + distance).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flick_strays_evenly_in_both_directions() {
        let reach = reach(TILE);
        assert_eq!(reach, 460);
        assert_eq!([0, 230, 460, 500].map(|distance| strays_beyond(reach, distance)), [500_000, 125_000, 0, 0]);
        for distance in -600..=600 {
            assert_eq!(strays_beyond(reach, distance) + strays_beyond(reach, -distance), CERTAIN);
        }
    }
}
