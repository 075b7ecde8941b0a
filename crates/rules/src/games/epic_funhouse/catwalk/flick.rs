//! How a flicked coin travels: a straight line over the tiles of the track, in integers.
//! Rules: epic-funhouse.md, section 6, "Flicking, when the hand is simulated".

use serde::Serialize;
use utoipa::ToSchema;

use super::track::{TrackTile, direction};
use crate::chance::Draws;
use crate::grid::Direction;

/// Units from side to side of a tile.
pub(super) const TILE: i64 = 1000;
/// Units from a tile's centre to its edges.
pub(super) const HALF: i64 = TILE / 2;
/// The least strength of a flick: one tile long.
pub(super) const MIN_STRENGTH: i64 = TILE;
/// The greatest strength.
pub(super) const MAX_STRENGTH: i64 = 6 * TILE;
/// What the hand adds at the most to either part of the weakest aim imaginable.
pub(super) const BASE_SCATTER: i64 = 60;
/// How much more it adds at the most, in percent of the strength.
pub(super) const SCATTER_PERCENT: i64 = 40;

/// Where a coin's centre is: the place of its tile on the track, from 0, and the offset from the tile's centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CoinPosition {
    /// The tile's place on the track, from 0.
    pub tile: usize,
    /// Units east of the tile's centre.
    pub ox: i64,
    /// Units south of the tile's centre.
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
    /// The strength of a flick so aimed.
    #[must_use]
    pub fn strength(self) -> i64 {
        self.dx.abs().max(self.dy.abs())
    }
}

/// How far the unsteady hand strays from the aim.
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

/// A piece of a coin's path over one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathSegment {
    /// The place on the track of the tile under it, from 0.
    pub tile: usize,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// How a coin's travel ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TravelEnd {
    /// It rests here.
    Rests(CoinPosition),
    /// It fell from the tile at this place on the track, from 0.
    Fell(usize),
    /// It crossed.
    Crossed,
}

/// How the line leaves a square.
enum SquareExit {
    /// It does not: it ends on the square.
    Not,
    /// At a corner.
    Corner(Point),
    /// Across the edge in this direction.
    Edge(Direction, Point),
}

/// Lets a coin travel from where it is along a vector that is not null; tells each piece of its path as it goes.
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
            // rules 6: the side edges of the last tile are not the end of the catwalk.
            return TravelEnd::Crossed;
        } else {
            return TravelEnd::Fell(tile);
        }
        from = to;
    }
    TravelEnd::Fell(tile)
}

/// The centre of a tile.
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

/// A part of the line's length: a fraction whose denominator is positive.
#[derive(Clone, Copy)]
struct Fraction {
    numerator: i64,
    denominator: i64,
}

impl Fraction {
    fn is_less_than(self, other: Self) -> bool {
        self.numerator * other.denominator < other.numerator * self.denominator
    }

    /// This part of a length, rounded to the nearest unit.
    fn of(self, length: i64) -> i64 {
        (2 * self.numerator * length + self.denominator).div_euclid(2 * self.denominator)
    }
}

impl Line {
    /// How the line, which has a point in common with the square around `center`, leaves it.
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
        // Where the line is, along the edge, as it leaves: at an end of the edge it is at a corner.
        let along = aside * part.denominator + by * part.numerator;
        if along.abs() == HALF * part.denominator { SquareExit::Corner(point) } else { SquareExit::Edge(edge, point) }
    }

    /// The part of the line after which it is past the square along one axis, if it moves along that axis at all.
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
    fn a_flick_along_the_track_rests_on_the_tile_where_the_line_ends() {
        assert_eq!(ends(0, (0, 0), (1000, 0)), rests(1, 0, 0));
        assert_eq!(ends(0, (0, 0), (2400, 499)), rests(2, 400, 499));
        assert_eq!(ends(2, (0, 0), (-2000, 0)), rests(0, 0, 0));
    }

    #[test]
    fn a_line_that_ends_exactly_on_a_border_stays_on_the_present_tile() {
        assert_eq!(ends(0, (-500, 0), (1000, 0)), rests(0, 500, 0));
        assert_eq!(ends(0, (-500, -500), (1000, 1000)), rests(0, 500, 500));
    }

    #[test]
    fn a_coin_on_a_border_flicked_outward_leaves_there_at_once() {
        assert_eq!(ends(0, (500, 0), (1000, 0)), rests(1, 500, 0));
        assert_eq!(ends(0, (0, 500), (0, 1000)), TravelEnd::Fell(0));
    }

    #[test]
    fn a_coin_leaving_at_a_corner_falls() {
        assert_eq!(ends(0, (0, 0), (1000, 1000)), TravelEnd::Fell(0));
        // Through the corner between tiles 1 and 2, although the line goes on over tile 2.
        assert_eq!(ends(0, (300, 300), (1000, 1000)), TravelEnd::Fell(0));
    }

    #[test]
    fn a_flick_along_a_border_leaves_at_the_corner_and_falls() {
        assert_eq!(ends(0, (0, 500), (1000, 0)), TravelEnd::Fell(0));
        assert_eq!(ends(0, (0, -500), (1000, 0)), TravelEnd::Fell(0));
    }

    #[test]
    fn a_flick_from_a_corner_out_of_the_square_falls() {
        for out in [(1000, 0), (1000, 1000), (0, 1000), (1000, -1000)] {
            assert_eq!(ends(0, (500, 500), out), TravelEnd::Fell(0), "{out:?}");
        }
        // Across the square it stays on the track.
        assert_eq!(ends(1, (500, 500), (-1001, -1)), rests(0, 499, 499));
    }

    #[test]
    fn an_edge_shared_with_neither_neighbour_is_a_fall_even_onto_another_tile() {
        assert_eq!(ends(1, (0, 0), (0, 1000)), TravelEnd::Fell(1));
        // From tile 2 over its south edge the line would land on tile 4.
        assert_eq!(ends(1, (400, 400), (800, 1000)), TravelEnd::Fell(1));
    }

    #[test]
    fn only_the_far_edge_of_the_last_tile_is_the_end() {
        assert_eq!(ends(3, (0, 0), (0, 1000)), TravelEnd::Crossed);
        assert_eq!(ends(3, (0, 0), (1000, 0)), TravelEnd::Fell(3));
        assert_eq!(ends(3, (0, 0), (-1000, 0)), TravelEnd::Fell(3));
        assert_eq!(ends(3, (0, 0), (0, -1000)), rests(2, 0, 0));
    }

    #[test]
    fn the_end_of_the_first_tile_away_from_the_track_is_a_fall() {
        assert_eq!(ends(0, (0, 0), (-1000, 0)), TravelEnd::Fell(0));
    }

    #[test]
    fn the_path_is_told_piece_by_piece_with_the_tile_under_each() {
        let mut pieces = Vec::new();
        let end = travel(&track(), CoinPosition { tile: 0, ox: 0, oy: 0 }, Vector { dx: 3000, dy: 300 }, |piece| {
            pieces.push(piece)
        });
        let told: Vec<_> = pieces.iter().map(|p| (p.tile, p.from.x, p.from.y, p.to.x, p.to.y)).collect();
        assert_eq!(told, [(0, 0, 0, 500, 50), (1, 500, 50, 1500, 150), (2, 1500, 150, 2500, 250)]);
        assert_eq!(end, TravelEnd::Fell(2));
    }

    #[test]
    fn the_hand_strays_460_units_at_the_most_in_a_flick_of_one_tile() {
        use crate::chance::{Chance, Seed};
        let seed: Seed = "stray".parse().expect("a seed");
        let most =
            (0..5000).map(|n| scatter(1000, &mut Chance::new(&seed).numbered("catwalk/flick", n)).strength()).max();
        assert!(most <= Some(460) && most >= Some(440), "{most:?}");
    }
}
