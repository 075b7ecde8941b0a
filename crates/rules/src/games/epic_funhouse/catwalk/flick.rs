//! The travel of a flicked coin: a straight line over the tiles of the track, in integers.
//! Rules: catwalk.md, "Flicking, when the hand is simulated".

use serde::Serialize;

use super::track::{TrackTile, direction};
use crate::chance::Draws;
use crate::grid::Direction;
use crate::wire::ToSchema;

/// The width of a tile, in units.
pub(super) const TILE: i64 = 1000;
/// The distance from a tile's center to its edges, in units.
pub(super) const HALF: i64 = TILE / 2;
/// The minimum strength of a flick: one tile.
pub(super) const MIN_STRENGTH: i64 = TILE;
/// The greatest strength.
pub(super) const MAX_STRENGTH: i64 = 6 * TILE;
/// The constant part of the maximum scatter on each axis.
pub(super) const BASE_SCATTER: i64 = 60;
/// The part of the maximum scatter that is proportional to the strength, in percent.
pub(super) const SCATTER_PERCENT: i64 = 40;

/// The position of a coin's center: the index of its tile on the track, from 0, and the offset from the tile's center.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CoinPosition {
    /// The index of the tile on the track, from 0.
    pub tile: usize,
    /// Units east of the tile's center.
    pub ox: i64,
    /// Units south of the tile's center.
    pub oy: i64,
}

/// A vector in units: x grows east, y grows south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkVector)]
pub struct Vector {
    /// Units to the east.
    pub dx: i64,
    /// Units to the south.
    pub dy: i64,
}

impl Vector {
    /// Returns the strength of a flick with this aim.
    #[must_use]
    pub fn strength(self) -> i64 {
        self.dx.abs().max(self.dy.abs())
    }
}

/// Draws the deviation of the unsteady hand from the aim.
#[must_use]
pub(super) fn scatter(strength: i64, draws: &mut Draws) -> Vector {
    let reach = BASE_SCATTER + SCATTER_PERCENT * strength / 100;
    let mut stray = || {
        let mut draw = || draws.below(reach.unsigned_abs() + 1) as i64;
        draw() - draw()
    };
    Vector { dx: stray(), dy: stray() }
}

/// A point of the plane in units, rounded to the nearest; the centre of the first tile laid is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkPoint)]
pub struct Point {
    /// Units east of the first tile's centre.
    pub x: i64,
    /// Units south of the first tile's centre.
    pub y: i64,
}

/// The part of a coin's path over one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathSegment {
    /// The index of the tile on the track, from 0.
    pub tile: usize,
    /// Its start.
    pub from: Point,
    /// Its end.
    pub to: Point,
}

/// The end of a coin's travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TravelEnd {
    /// It rests at this position.
    Rests(CoinPosition),
    /// It fell from the tile with this index on the track, from 0.
    Fell(usize),
    /// It crossed the track.
    Crossed,
}

/// How the line leaves a square.
enum SquareExit {
    /// Not at all: it ends on the square.
    Not,
    /// At a corner.
    Corner(Point),
    /// Across the edge in this direction.
    Edge(Direction, Point),
}

/// Moves a coin along a non-zero vector and reports each segment of its path.
pub(super) fn travel(
    track: &[TrackTile],
    start: CoinPosition,
    by: Vector,
    mut piece: impl FnMut(PathSegment),
) -> TravelEnd {
    let Some(first) = track.get(start.tile) else {
        return TravelEnd::Rests(start);
    };
    let line = Line { px: center(first).x + start.ox, py: center(first).y + start.oy, dx: by.dx, dy: by.dy };
    let mut tile = start.tile;
    let mut from = Point { x: line.px, y: line.py };
    while let Some(here) = track.get(tile) {
        let (edge, to) = match line.leaves(center(here)) {
            SquareExit::Not => {
                let to = Point { x: line.px + line.dx, y: line.py + line.dy };
                piece(PathSegment { tile, from, to });
                let Point { x, y } = center(here);
                return TravelEnd::Rests(CoinPosition { tile, ox: to.x - x, oy: to.y - y });
            }
            SquareExit::Corner(to) => {
                piece(PathSegment { tile, from, to });
                return TravelEnd::Fell(tile);
            }
            SquareExit::Edge(edge, to) => (edge, to),
        };
        piece(PathSegment { tile, from, to });
        let before = tile.checked_sub(1);
        let shared = |other: Option<usize>| other.and_then(|i| track.get(i)).and_then(|other| direction(here, other));
        if shared(Some(tile + 1)) == Some(edge) {
            tile += 1;
        } else if shared(before) == Some(edge) {
            tile -= 1;
        } else if tile + 1 == track.len() && shared(before).map(opposite) == Some(edge) {
            // catwalk.md: the side edges of the last tile are not the end of the catwalk.
            return TravelEnd::Crossed;
        } else {
            return TravelEnd::Fell(tile);
        }
        from = to;
    }
    TravelEnd::Fell(tile)
}

/// Returns the center of a tile.
fn center(tile: &TrackTile) -> Point {
    Point { x: i64::from(tile.x) * TILE, y: i64::from(tile.y) * TILE }
}

const fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::North => Direction::South,
        Direction::East => Direction::West,
        Direction::South => Direction::North,
        Direction::West => Direction::East,
    }
}

/// A line from a point along a vector.
struct Line {
    px: i64,
    py: i64,
    dx: i64,
    dy: i64,
}

/// A fraction of the line's length; the denominator is positive.
#[derive(Clone, Copy)]
struct Fraction {
    numerator: i64,
    denominator: i64,
}

impl Fraction {
    fn is_less_than(self, other: Self) -> bool {
        self.numerator * other.denominator < other.numerator * self.denominator
    }

    /// Returns this fraction of a length, rounded to the nearest unit.
    fn of(self, length: i64) -> i64 {
        (2 * self.numerator * length + self.denominator).div_euclid(2 * self.denominator)
    }
}

impl Line {
    /// Returns how the line, which touches the square around `center`, leaves it.
    fn leaves(&self, center: Point) -> SquareExit {
        let x = Self::leaves_along(self.px - center.x, self.dx);
        let y = Self::leaves_along(self.py - center.y, self.dy);
        let (part, edge, aside, by) = match (x, y) {
            (Some(x), Some(y)) if y.is_less_than(x) => (y, self.toward_y(), self.px - center.x, self.dx),
            (Some(x), _) => (x, self.toward_x(), self.py - center.y, self.dy),
            (None, Some(y)) => (y, self.toward_y(), self.px - center.x, self.dx),
            (None, None) => return SquareExit::Not,
        };
        if part.numerator >= part.denominator {
            return SquareExit::Not;
        }
        let point = Point { x: self.px + part.of(self.dx), y: self.py + part.of(self.dy) };
        // The position along the edge where the line leaves; at an end of the edge it is a corner.
        let along = aside * part.denominator + by * part.numerator;
        if along.abs() == HALF * part.denominator { SquareExit::Corner(point) } else { SquareExit::Edge(edge, point) }
    }

    /// Returns the fraction of the line after which it is past the square on one axis, if it moves on that axis.
    fn leaves_along(offset: i64, by: i64) -> Option<Fraction> {
        (by != 0).then(|| Fraction { numerator: HALF - offset * by.signum(), denominator: by.abs() })
    }

    const fn toward_x(&self) -> Direction {
        if self.dx > 0 { Direction::East } else { Direction::West }
    }

    const fn toward_y(&self) -> Direction {
        if self.dy > 0 { Direction::South } else { Direction::North }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piecepack::{PiecepackPiece as _, Tile};

    /// Three tiles in a row going east, then one to the south: an L of four.
    fn track() -> Vec<TrackTile> {
        let spots = [(0, 0), (1, 0), (2, 0), (2, 1)];
        spots.iter().zip(Tile::ALL).map(|((x, y), tile)| TrackTile { tile, x: *x, y: *y }).collect()
    }

    fn ends(tile: usize, (ox, oy): (i64, i64), (dx, dy): (i64, i64)) -> TravelEnd {
        travel(&track(), CoinPosition { tile, ox, oy }, Vector { dx, dy }, |_| {})
    }

    fn rests(tile: usize, ox: i64, oy: i64) -> TravelEnd {
        TravelEnd::Rests(CoinPosition { tile, ox, oy })
    }

    #[test]
    fn flick_along_track_rests_where_line_ends() {
        assert_eq!(ends(0, (0, 0), (1000, 0)), rests(1, 0, 0));
        assert_eq!(ends(0, (0, 0), (2400, 499)), rests(2, 400, 499));
        assert_eq!(ends(2, (0, 0), (-2000, 0)), rests(0, 0, 0));
    }

    #[test]
    fn line_ending_on_border_stays_on_tile() {
        assert_eq!(ends(0, (-500, 0), (1000, 0)), rests(0, 500, 0));
        assert_eq!(ends(0, (-500, -500), (1000, 1000)), rests(0, 500, 500));
    }

    #[test]
    fn coin_on_border_flicked_outward_leaves_at_once() {
        assert_eq!(ends(0, (500, 0), (1000, 0)), rests(1, 500, 0));
        assert_eq!(ends(0, (0, 500), (0, 1000)), TravelEnd::Fell(0));
    }

    #[test]
    fn coin_leaving_at_corner_falls() {
        assert_eq!(ends(0, (0, 0), (1000, 1000)), TravelEnd::Fell(0));
        // Through the corner between tiles 1 and 2, although the line continues over tile 2.
        assert_eq!(ends(0, (300, 300), (1000, 1000)), TravelEnd::Fell(0));
    }

    #[test]
    fn flick_along_border_falls_at_corner() {
        assert_eq!(ends(0, (0, 500), (1000, 0)), TravelEnd::Fell(0));
        assert_eq!(ends(0, (0, -500), (1000, 0)), TravelEnd::Fell(0));
    }

    #[test]
    fn flick_outward_from_corner_falls() {
        for out in [(1000, 0), (1000, 1000), (0, 1000), (1000, -1000)] {
            assert_eq!(ends(0, (500, 500), out), TravelEnd::Fell(0), "{out:?}");
        }
        // Across the square it stays on the track.
        assert_eq!(ends(1, (500, 500), (-1001, -1)), rests(0, 499, 499));
    }

    #[test]
    fn only_edges_to_track_neighbors_prevent_a_fall() {
        assert_eq!(ends(1, (0, 0), (0, 1000)), TravelEnd::Fell(1));
        // From tile 2 over its south edge, the line would end on tile 4.
        assert_eq!(ends(1, (400, 400), (800, 1000)), TravelEnd::Fell(1));
    }

    #[test]
    fn only_far_edge_of_last_tile_is_the_end() {
        assert_eq!(ends(3, (0, 0), (0, 1000)), TravelEnd::Crossed);
        assert_eq!(ends(3, (0, 0), (1000, 0)), TravelEnd::Fell(3));
        assert_eq!(ends(3, (0, 0), (-1000, 0)), TravelEnd::Fell(3));
        assert_eq!(ends(3, (0, 0), (0, -1000)), rests(2, 0, 0));
    }

    #[test]
    fn outer_end_of_first_tile_is_a_fall() {
        assert_eq!(ends(0, (0, 0), (-1000, 0)), TravelEnd::Fell(0));
    }

    #[test]
    fn path_is_reported_by_tile() {
        let mut pieces = Vec::new();
        let end = travel(&track(), CoinPosition { tile: 0, ox: 0, oy: 0 }, Vector { dx: 3000, dy: 300 }, |piece| {
            pieces.push(piece)
        });
        let reported: Vec<_> = pieces.iter().map(|p| (p.tile, p.from.x, p.from.y, p.to.x, p.to.y)).collect();
        assert_eq!(reported, [(0, 0, 0, 500, 50), (1, 500, 50, 1500, 150), (2, 1500, 150, 2500, 250)]);
        assert_eq!(end, TravelEnd::Fell(2));
    }

    #[test]
    fn scatter_of_weakest_flick_is_at_most_460() {
        use crate::chance::{Chance, Seed};
        let seed: Seed = "stray".parse().expect("a seed");
        let most =
            (0..5000).map(|n| scatter(1000, &mut Chance::new(&seed).numbered("catwalk/flick", n)).strength()).max();
        assert!(most <= Some(460) && most >= Some(440), "{most:?}");
    }
}
