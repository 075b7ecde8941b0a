//! Tests of the grid and the paths of Roll Out the Barrels.

use super::grid::{is_legal, separate};
use super::path::count;
use super::*;
use crate::chance::Chance;
use crate::piecepack::PiecepackPiece;

fn grid(coins: &str) -> Grid {
    Grid::from_values(coins.split_whitespace().map(|coin| coin.parse().expect("a coin")))
}

fn chance_of(n: u32) -> crate::chance::Seed {
    format!("grid-{n}").parse().expect("a seed")
}

#[test]
fn dealt_grid_has_all_coins_and_no_equal_neighbors() {
    for n in 0..2000 {
        let seed = chance_of(n);
        let grid = deal_grid(&[], Chance::new(&seed));
        let mut coins: Vec<Coin> = grid.values().collect();
        coins.sort_unstable();
        assert_eq!(coins, Coin::ALL);
        assert!(Cell::all().all(|cell| is_legal(&grid, cell)), "{seed}");
    }
}

#[test]
fn legal_column_sums_are_at_most_27() {
    // A column of six in which no two neighbors are equal: at most three 5s and three 4s.
    for n in 0..500 {
        let seed = chance_of(n);
        let grid = deal_grid(&[], Chance::new(&seed));
        for column in 0..4 {
            let sum: u64 = Cell::all().filter(|c| c.column() == column).map(|c| count(&grid, c)).sum();
            assert!(sum <= 27, "{seed}");
        }
    }
}

#[test]
fn illegal_coin_swaps_with_first_fitting_later_coin() {
    let mut grid = grid("S0 M0 S1 S2 S3 S4 S5 M1 M2 M3 M4 M5 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5");
    separate(&mut grid);
    // S0 may not stay on a1. S1 next to it would suit a1, but S0 would still be next to M0; S2 on d1 works.
    let names: Vec<_> = grid.values().take(8).map(Coin::name).collect();
    assert_eq!(names, ["S2", "M0", "S1", "S0", "S3", "S4", "S5", "M1"]);
}

#[test]
fn otherwise_swaps_with_nearest_fitting_earlier_coin() {
    let fits = |grid: &Grid, cell: Cell, other: Cell| {
        let mut swapped = *grid;
        swapped.swap(cell, other);
        is_legal(&swapped, cell) && is_legal(&swapped, other)
    };
    let mut found = 0;
    for n in 0..3000 {
        let seed = chance_of(n);
        let mut coins = Coin::ALL;
        Chance::new(&seed).event("test").shuffle(&mut coins);
        let mut grid = Grid::from_values(coins);
        let mut illegal = Cell::all().filter(|cell| !is_legal(&grid, *cell));
        let Some(first) = illegal.next() else { continue };
        if Cell::all().skip(first.index() + 1).any(|other| fits(&grid, first, other)) {
            continue;
        }
        let nearest =
            (0..first.index()).rev().filter_map(|i| Cell::all().nth(i)).find(|other| fits(&grid, first, *other));
        let Some(nearest) = nearest else { continue };
        let (coin, partner) = (grid[first], grid[nearest]);
        separate(&mut grid);
        assert_eq!((grid[first], grid[nearest]), (partner, coin), "{seed}");
        found += 1;
    }
    assert!(found > 0, "some grid needs it");
}

#[test]
fn min_path_counts_exit_but_not_start() {
    let grid = grid("S5 M0 S1 S2 S3 S4 M5 M3 M2 C0 M4 S0 C3 C1 C2 C4 A4 A0 A1 S5 A2 A3 C5 A3");
    assert_eq!(min_sum(&grid, EXIT), 0);
    assert_eq!(min_sum(&grid, Cell::named("c6")), 3);
    assert_eq!(min_sum(&grid, Cell::named("d4")), 5 + 3);
    assert_eq!(min_path(&grid, Cell::named("b6")), (5 + 3, vec![Cell::named("c6"), EXIT]));
}
