//! The positions of the spaces of a castle, computed at compile time from its rows.

/// Maximum number of spaces of a castle.
pub(super) const MAX_SPACES: usize = 30;

/// The position of a space: column and row, which give its name, and the distance from the left in half spaces.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub(super) column: u8,
    pub(super) row: u8,
    pub(super) x: u8,
}

/// A row of spaces: first column, number of spaces, and shift to the right in half spaces.
#[derive(Clone, Copy, Debug)]
pub struct Row(pub u8, pub u8, pub u8);

/// Computes the positions of the spaces of these rows, from the bottom, and their number.
pub(super) const fn spots(rows: &[Row]) -> ([Spot; MAX_SPACES], usize) {
    let mut spots = [Spot { column: 0, row: 0, x: 0 }; MAX_SPACES];
    let (mut count, mut row) = (0, 0);
    while row < rows.len() {
        let Row(first, length, shift) = rows[row];
        let mut i = 0;
        while i < length {
            let column = first + i;
            spots[count] = Spot { column, row: row as u8, x: 2 * column + shift };
            count += 1;
            i += 1;
        }
        row += 1;
    }
    (spots, count)
}

/// Computes for each space the set of spaces with which it shares a part of a side.
pub(super) const fn touching(spots: &([Spot; MAX_SPACES], usize)) -> [u32; MAX_SPACES] {
    let mut touching = [0; MAX_SPACES];
    let mut i = 0;
    while i < spots.1 {
        let mut j = 0;
        while j < spots.1 {
            let (a, b) = (spots.0[i], spots.0[j]);
            let (across, up) = (a.x.abs_diff(b.x), a.row.abs_diff(b.row));
            if up == 0 && across == 2 || up == 1 && across < 2 {
                touching[i] |= 1 << j;
            }
            j += 1;
        }
        i += 1;
    }
    touching
}

/// Computes the four spaces of each corner, as sets in the order of [`Corner::ALL`](super::Corner::ALL).
pub(super) const fn corners(spots: &([Spot; MAX_SPACES], usize), columns: u8, rows: u8) -> [u32; 4] {
    let mut corners = [0; 4];
    let mut i = 0;
    while i < spots.1 {
        let Spot { column, row, .. } = spots.0[i];
        let (west, east) = (column < 2, column + 2 >= columns);
        let (south, north) = (row < 2, row + 2 >= rows);
        if (west || east) && (south || north) {
            corners[2 * south as usize + east as usize] |= 1 << i;
        }
        i += 1;
    }
    corners
}
