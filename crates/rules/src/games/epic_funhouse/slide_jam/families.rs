//! Families: three touching tiles in sequence.

use super::{Cell, FAMILY, Grid};
use crate::fault::Illegal;
use crate::piecepack::{Tile, Value};

/// Returns whether values ascend or descend in steps of one, cyclically from 5 to null.
pub(super) fn in_sequence(tiles: [Tile; 3]) -> bool {
    let [a, b, c] = tiles.map(Tile::value);
    let run = |a: Value, b: Value, c: Value| b == a.next_in_round() && c == b.next_in_round();
    run(a, b, c) || run(c, b, a)
}

/// Returns the three tiles on these cells.
///
/// # Errors
/// If they are not a family.
pub(super) fn family(grid: &Grid, cells: [Cell; 3]) -> Result<[Tile; 3], Illegal> {
    let [Some(a), Some(b), Some(c)] = cells.map(|cell| grid[cell]) else {
        let empty = cells.into_iter().find(|cell| grid[*cell].is_none());
        let empty = empty.map_or_else(String::new, |cell| cell.to_string());
        return Err(FAMILY.violation(format_args!("no tile is on {empty}")));
    };
    let touch = |i: usize, j: usize, first: Tile, second: Tile| {
        FAMILY.require(cells[i].touches(cells[j]), || format!("{first} and {second} do not touch"))
    };
    touch(0, 1, a, b)?;
    touch(1, 2, b, c)?;
    FAMILY.require(in_sequence([a, b, c]), || format!("{a}, {b} and {c} are not in sequence"))?;
    Ok([a, b, c])
}

/// For each cell, the cells that touch it, as a bit mask in reading order.
const TOUCHING: [u32; 24] = {
    let mut touching = [0; 24];
    let mut i = 0;
    while i < 24 {
        let mut j = 0;
        while j < 24 {
            if let (Some(a), Some(b)) = (Cell::at(i % 4, i / 4), Cell::at(j % 4, j / 4))
                && a.touches(b)
            {
                touching[i] |= 1 << j;
            }
            j += 1;
        }
        i += 1;
    }
    touching
};

/// Visits every family on the grid until `visit` returns false.
///
/// The cells of a family are in sequence. Families are sorted by their first, second and third cell in reading order.
pub(super) fn families(grid: &Grid, mut visit: impl FnMut([Cell; 3]) -> bool) {
    let mut holding = [0_u32; 6];
    for (cell, tile) in grid.iter() {
        holding[tile.value().index()] |= 1 << cell.index();
    }
    for (first, tile) in grid.iter() {
        let value = tile.value().index();
        let up = TOUCHING[first.index()] & holding[(value + 1) % 6];
        let down = TOUCHING[first.index()] & holding[(value + 5) % 6];
        for second in bits(up | down) {
            let third = if up >> second.index() & 1 == 1 { (value + 2) % 6 } else { (value + 4) % 6 };
            for third in bits(TOUCHING[second.index()] & holding[third]) {
                if !visit([first, second, third]) {
                    return;
                }
            }
        }
    }
}

/// Returns the cells of a bit mask, in reading order.
fn bits(mut set: u32) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        Cell::at(lowest % 4, lowest / 4)
    })
}
