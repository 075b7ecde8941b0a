//! The winding track and how its tiles are laid. Rules: catwalk.md.

use serde::{Deserializer, Serialize};
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::chance::Chance;
use crate::grid::Direction;
use crate::piecepack::{Suit, Tile};
use crate::wire::{self, ToSchema};

/// The number of tiles of a complete track.
pub(super) const LENGTH: usize = 24;

/// Maximum distance of a tile from the first one, along x or y.
const MAX_DISTANCE: i8 = 23;

wire::record! {
    /// A tile of the track and its cell; x grows east, y grows south, and the first tile laid is at (0, 0).
    #[derive(Copy)]
    #[schema(as = CatwalkTrackTile)]
    pub struct TrackTile {
        /// The tile.
        pub tile: Tile,
        /// Tiles east of the first tile laid.
        #[serde(deserialize_with = "coordinate")]
        #[schema(schema_with = coordinate_schema)]
        pub x: i8,
        /// Tiles south of the first tile laid.
        #[serde(deserialize_with = "coordinate")]
        #[schema(schema_with = coordinate_schema)]
        pub y: i8,
    }
}

fn coordinate<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i8, D::Error> {
    wire::integer_in_range(deserializer, -MAX_DISTANCE, MAX_DISTANCE, format_args!(""))
}

#[cfg(feature = "schemas")]
fn coordinate_schema() -> wire::AnySchema {
    let integer = ObjectBuilder::new().schema_type(Type::Integer);
    integer.minimum(Some(-MAX_DISTANCE)).maximum(Some(MAX_DISTANCE)).into()
}

/// Why a tile was laid at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatwalkLaidBy)]
pub enum LaidBy {
    /// It is the first.
    First,
    /// Its suit names the direction.
    Suit,
    /// Straight on: its suit's direction was barred.
    StraightOn,
    /// By the die: straight on was barred too.
    Die,
}

/// A cell of the plane.
type PlaneCell = (i8, i8);

fn cell_of(tile: &TrackTile) -> PlaneCell {
    (tile.x, tile.y)
}

fn stepped((x, y): PlaneCell, direction: Direction) -> PlaneCell {
    let (dx, dy) = direction.step();
    (x + dx, y + dy)
}

/// Returns the direction from a track tile to an adjacent one.
#[must_use]
pub(super) fn direction(from: &TrackTile, to: &TrackTile) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| stepped(cell_of(from), *d) == cell_of(to))
}

/// Returns the direction that a suit names.
const fn compass(suit: Suit) -> Direction {
    match suit {
        Suit::S => Direction::North,
        Suit::C => Direction::East,
        Suit::A => Direction::South,
        Suit::M => Direction::West,
    }
}

/// The placement of the next tile and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The tile and its cell.
    pub track_tile: TrackTile,
    /// The direction from the previous tile, if there is one.
    pub direction: Option<Direction>,
    /// The reason for the placement.
    pub by: LaidBy,
}

/// Finds the placement of the next tile; none if there is no space, which legal laying avoids.
#[must_use]
pub(super) fn lay(track: &[TrackTile], tile: Tile, chance: Chance) -> Option<Placement> {
    let Some(last) = track.last() else {
        return Some(Placement { track_tile: TrackTile { tile, x: 0, y: 0 }, direction: None, by: LaidBy::First });
    };
    let (direction, by) = choose_direction(track, last, tile, chance)?;
    let (x, y) = stepped(cell_of(last), direction);
    Some(Placement { track_tile: TrackTile { tile, x, y }, direction: Some(direction), by })
}

fn choose_direction(track: &[TrackTile], last: &TrackTile, tile: Tile, chance: Chance) -> Option<(Direction, LaidBy)> {
    let can = |d: &Direction| can_be_laid(track, stepped(cell_of(last), *d));
    let by_suit = compass(tile.suit());
    if can(&by_suit) {
        return Some((by_suit, LaidBy::Suit));
    }
    let straight_on = track.len().checked_sub(2).and_then(|i| direction(track.get(i)?, last));
    if let Some(straight_on) = straight_on.filter(can) {
        return Some((straight_on, LaidBy::StraightOn));
    }
    let open: Vec<Direction> = Direction::ALL.into_iter().filter(can).collect();
    if open.is_empty() {
        return None;
    }
    let number = track.len() as u64 + 1;
    Some((chance.numbered("catwalk/turn", number).pick(&open), LaidBy::Die))
}

/// Returns whether all remaining tiles fit after the last tile.
#[must_use]
pub(super) fn has_room(track: &[TrackTile]) -> bool {
    track.len() >= LENGTH
        || track
            .last()
            .is_none_or(|last| Direction::ALL.into_iter().any(|d| can_be_laid(track, stepped(cell_of(last), d))))
}

/// Returns whether a tile can be laid at a cell: it is empty and starts a path of empty cells for all remaining tiles.
fn can_be_laid(track: &[TrackTile], at: PlaneCell) -> bool {
    let taken = |cell: PlaneCell| track.iter().any(|tile| cell_of(tile) == cell);
    if taken(at) {
        return false;
    }
    let wanted = LENGTH.saturating_sub(track.len());
    match pocket(track, at, wanted) {
        None => true,
        Some(pocket) => pocket.len() >= wanted && path_in(&pocket, &mut vec![at], wanted),
    }
}

/// Returns the empty cells reachable from a cell; none if they reach outside the bounding rectangle of the track.
///
/// Outside, a straight line continues without limit, so any number of tiles fits.
fn pocket(track: &[TrackTile], at: PlaneCell, wanted: usize) -> Option<Vec<PlaneCell>> {
    let outside = |(x, y): PlaneCell| {
        track.iter().all(|t| t.x < x)
            || track.iter().all(|t| t.x > x)
            || track.iter().all(|t| t.y < y)
            || track.iter().all(|t| t.y > y)
    };
    if wanted <= 1 || outside(at) {
        return None;
    }
    let mut pocket = vec![at];
    let mut next = 0;
    while let Some(from) = pocket.get(next).copied() {
        next += 1;
        for to in Direction::ALL.map(|d| stepped(from, d)) {
            if pocket.contains(&to) || track.iter().any(|tile| cell_of(tile) == to) {
                continue;
            }
            if outside(to) {
                return None;
            }
            pocket.push(to);
        }
    }
    Some(pocket)
}

/// Returns whether a path of this length exists within a pocket.
fn path_in(pocket: &[PlaneCell], path: &mut Vec<PlaneCell>, wanted: usize) -> bool {
    if path.len() >= wanted {
        return true;
    }
    let Some(end) = path.last().copied() else { return false };
    Direction::ALL.into_iter().any(|d| {
        let to = stepped(end, d);
        if !pocket.contains(&to) || path.contains(&to) {
            return false;
        }
        path.push(to);
        let found = path_in(pocket, path, wanted);
        path.pop();
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piecepack::{PiecepackPiece, Value};

    /// Creates a track through these cells; the tiles do not matter.
    fn through(spots: &[PlaneCell]) -> Vec<TrackTile> {
        spots.iter().zip(Tile::ALL).map(|((x, y), tile)| TrackTile { tile, x: *x, y: *y }).collect()
    }

    fn tile(suit: Suit) -> Tile {
        Tile::new(suit, Value::NULL)
    }

    fn laid(track: &[TrackTile], suit: Suit) -> (Option<Direction>, LaidBy) {
        let seed = "a".parse().expect("a seed");
        let laid = lay(track, tile(suit), Chance::new(&seed)).expect("there is room");
        (laid.direction, laid.by)
    }

    #[test]
    fn each_suit_names_a_direction() {
        let track = through(&[(0, 0)]);
        let directions = Suit::ALL.map(|suit| laid(&track, suit).0);
        use Direction::{East, North, South, West};
        assert_eq!(directions, [Some(North), Some(West), Some(East), Some(South)]);
    }

    #[test]
    fn tile_goes_straight_on_if_cell_is_taken() {
        assert_eq!(laid(&through(&[(0, 0), (0, -1)]), Suit::A), (Some(Direction::North), LaidBy::StraightOn));
    }

    #[test]
    fn dead_end_is_not_entered() {
        // The cell (1, 1) is empty, but all other sides of it are blocked.
        let track = through(&[(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]);
        assert!(!can_be_laid(&track, (1, 1)));
        assert_eq!(laid(&track, Suit::C), (Some(Direction::North), LaidBy::StraightOn));
    }

    #[test]
    fn last_tile_may_fill_dead_end() {
        let mut spots = vec![(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)];
        // Sixteen more cells before it, to the north-east, so that only one tile is left to lay.
        let before: Vec<PlaneCell> = (0..16).rev().map(|i| (1, -1 - i)).collect();
        spots.splice(0..0, before);
        spots.push((0, 1));
        assert_eq!(spots.len(), 23);
        assert!(can_be_laid(&through(&spots), (1, 1)));
    }

    #[test]
    fn die_decides_if_suit_and_straight_are_blocked() {
        // From the south, around in a loop, and west into its own side. North is a pocket with space for the two tiles
        // left and south is open. A Moon blocks both its suit's direction and straight on.
        let mut spots: Vec<PlaneCell> = (1..=12).rev().map(|y| (-1, y)).collect();
        spots.extend([(-1, 0), (-1, -1), (-1, -2), (-1, -3), (0, -3), (1, -3), (1, -2), (1, -1), (1, 0), (0, 0)]);
        let track = through(&spots);
        let mut seen = Vec::new();
        for n in 0..20 {
            let seed = format!("die-{n}").parse().expect("a seed");
            let chance = Chance::new(&seed);
            let laid = lay(&track, tile(Suit::M), chance).expect("there is room");
            let drawn = chance.event("catwalk/turn/23").pick(&[Direction::North, Direction::South]);
            assert_eq!((laid.direction, laid.by), (Some(drawn), LaidBy::Die));
            seen.push(drawn);
        }
        assert!(seen.contains(&Direction::North) && seen.contains(&Direction::South));
    }

    #[test]
    fn enclosed_track_has_no_space() {
        let spots = [(1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
        let walled_in: Vec<PlaneCell> = spots.into_iter().rev().collect();
        assert!(has_room(&through(&spots)));
        assert!(!has_room(&through(&walled_in)));
        assert!(lay(&through(&walled_in), tile(Suit::S), Chance::new(&"a".parse().expect("a seed"))).is_none());
    }

    #[test]
    fn pocket_is_measured_by_longest_path() {
        // A closed pocket of five cells in a plus: the longest path from its center has two cells, from an arm three.
        let pocket = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
        assert!(path_in(&pocket, &mut vec![(0, 0)], 2));
        assert!(!path_in(&pocket, &mut vec![(0, 0)], 3));
        assert!(path_in(&pocket, &mut vec![(1, 0)], 3));
        assert!(!path_in(&pocket, &mut vec![(1, 0)], 4));
    }

    #[test]
    fn pocket_without_long_path_is_dead_end() {
        // A ring around a plus of five cells, entered from the south. Its last tile is next to an arm of the plus.
        let ring = [
            (1, 2),
            (1, 1),
            (2, 1),
            (2, 0),
            (2, -1),
            (1, -1),
            (1, -2),
            (0, -2),
            (-1, -2),
            (-1, -1),
            (-2, -1),
            (-2, 0),
            (-2, 1),
            (-1, 1),
            (-1, 2),
            (0, 2),
        ];
        let after = |tiles: i8| {
            let way: Vec<PlaneCell> = (1..=tiles - 16).rev().map(|y| (1, 2 + y)).chain(ring).collect();
            assert_eq!(way.len() as i8, tiles);
            through(&way)
        };
        assert!(!can_be_laid(&after(19), (0, 1)), "five tiles left, five cells, but a path of three");
        assert!(!can_be_laid(&after(20), (0, 1)), "four tiles left");
        assert!(can_be_laid(&after(21), (0, 1)), "three tiles left");
        assert_eq!(laid(&after(20), Suit::S), (Some(Direction::South), LaidBy::Die));
    }

    /// Returns whether a tile can be laid, by trying every path as the rules page defines it.
    fn can_be_laid_by_brute_force(taken: &mut Vec<PlaneCell>, at: PlaneCell, left: usize) -> bool {
        if taken.contains(&at) {
            return false;
        }
        if left <= 1 {
            return true;
        }
        taken.push(at);
        let can = Direction::ALL.into_iter().any(|d| can_be_laid_by_brute_force(taken, stepped(at, d), left - 1));
        taken.pop();
        can
    }

    #[test]
    fn space_search_matches_brute_force() {
        let (mut asked, mut dead_ends) = (0, 0);
        for n in 0..400 {
            let seed = format!("track-{n}").parse().expect("a seed");
            let chance = Chance::new(&seed);
            let mut tiles = Tile::ALL;
            chance.event("tiles").shuffle(&mut tiles);
            let mut track: Vec<TrackTile> = Vec::new();
            for tile in tiles {
                if let Some(last) = track.last() {
                    let mut taken: Vec<PlaneCell> = track.iter().map(cell_of).collect();
                    for at in Direction::ALL.map(|d| stepped(cell_of(last), d)) {
                        let can = can_be_laid_by_brute_force(&mut taken, at, LENGTH - track.len());
                        assert_eq!(can_be_laid(&track, at), can, "{seed}: {at:?} after {track:?}");
                        asked += 1;
                        dead_ends += u32::from(!can && !taken.contains(&at));
                    }
                }
                let laid = lay(&track, tile, chance).unwrap_or_else(|| panic!("{seed}: no room after {track:?}"));
                track.push(laid.track_tile);
            }
            assert_eq!(track.len(), LENGTH);
        }
        assert!(asked > 30_000 && dead_ends > 50, "{dead_ends} dead ends of {asked}");
    }

    #[test]
    fn checking_only_empty_cells_would_get_stuck() {
        let mut walled_in = 0;
        for n in 0..2000 {
            let seed = format!("track-{n}").parse().expect("a seed");
            let chance = Chance::new(&seed);
            let mut tiles = Tile::ALL;
            chance.event("tiles").shuffle(&mut tiles);
            let mut cells: Vec<PlaneCell> = vec![(0, 0)];
            let mut straight_on = Direction::North;
            for (number, tile) in (2..).zip(&tiles[1..]) {
                let last = cells[cells.len() - 1];
                let open = |d: &Direction| !cells.contains(&stepped(last, *d));
                let ways: Vec<Direction> = Direction::ALL.into_iter().filter(open).collect();
                if ways.is_empty() {
                    walled_in += 1;
                    break;
                }
                let wanted = [compass(tile.suit()), straight_on].into_iter().find(open);
                straight_on = wanted.unwrap_or_else(|| chance.numbered("catwalk/turn", number).pick(&ways));
                cells.push(stepped(last, straight_on));
            }
        }
        assert!((200..400).contains(&walled_in), "{walled_in} of 2000");
    }
}
