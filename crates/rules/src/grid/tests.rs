use super::*;

type BoardCell = Cell<4, 6>;

#[test]
fn reading_order_is_row_by_row() {
    let names: Vec<_> = BoardCell::all().map(|cell| cell.to_string()).collect();
    assert_eq!(names.join(" "), "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 a5 b5 c5 d5 a6 b6 c6 d6");
    assert!(BoardCell::all().zip(&names).all(|(cell, name)| name.parse() == Ok(cell)));
}

#[test]
fn names_outside_the_grid_are_not_cells() {
    for bad in ["", "a", "a0", "a7", "e1", "A1", "1a", "a11", "`1", "é"] {
        assert_eq!(bad.parse::<BoardCell>(), Err(()), "{bad:?}");
    }
    assert!("e5".parse::<Cell<5, 5>>().is_ok());
}

#[test]
fn full_grid_has_68_touching_pairs() {
    let pairs = BoardCell::all().flat_map(|a| BoardCell::all().map(move |b| (a, b)));
    assert_eq!(pairs.filter(|(a, b)| a < b && a.touches(*b)).count(), 68);
}

#[test]
fn full_grid_has_known_path_and_region_counts() {
    let mut paths = 0;
    let mut sets = std::collections::BTreeSet::new();
    for first in BoardCell::all() {
        for second in BoardCell::all().filter(|c| c.touches(first)) {
            for third in BoardCell::all().filter(|c| c.touches(second) && *c != first) {
                paths += 1;
                let mut set = [first, second, third];
                set.sort_unstable();
                sets.insert(set);
            }
        }
    }
    assert_eq!((paths, sets.len()), (712, 236));
}

#[test]
fn lone_queen_reaches_27_cells_or_21_from_corner() {
    let goals = |cell: &str| {
        let cell = Cell::<8, 8>::named(cell);
        let along: CellSet<8, 8> = EIGHT_DIRECTIONS.into_iter().flat_map(|way| cell.ray(way)).collect();
        assert!(Cell::all().all(|other| cell.direction_to(other).is_some() == along.contains(other)));
        for way in EIGHT_DIRECTIONS {
            assert!(cell.ray(way).all(|other| cell.direction_to(other) == Some(way)));
        }
        along.len()
    };
    assert_eq!((goals("d4"), goals("a1"), goals("h8")), (27, 21, 21));
    for (i, (dx, dy)) in EIGHT_DIRECTIONS.into_iter().enumerate() {
        assert_eq!(EIGHT_DIRECTIONS[(i + 4) % 8], (-dx, -dy));
    }
}

#[test]
fn cell_set_is_listed_in_reading_order() {
    let mut set: CellSet<8, 8> = ["h8", "a1", "c3", "h1"].map(Cell::named).into_iter().collect();
    set.remove(Cell::named("c3"));
    let names: Vec<String> = set.iter().map(|cell| cell.to_string()).collect();
    assert_eq!((names.join(" "), set.len()), ("a1 h1 h8".to_owned(), 3));
    assert_eq!(CellSet::<8, 8>::default().iter().count(), 0);
}

#[test]
fn grid_omits_empty_cells_and_rejects_duplicates() {
    let mut grid = Grid::<u8, 4, 6>::EMPTY;
    grid[BoardCell::named("d6")] = Some(1);
    grid[BoardCell::named("b1")] = Some(2);
    let json = serde_json::to_string(&grid).expect("it is JSON");
    assert_eq!(json, r#"{"b1":2,"d6":1}"#);
    assert_eq!(serde_json::from_str::<Grid<u8, 4, 6>>(&json).ok(), Some(grid));
    for bad in [r#"{"b1":2,"b1":2}"#, r#"{"e1":2}"#, r#"{"b1":null}"#, "[]"] {
        assert!(serde_json::from_str::<Grid<u8, 4, 6>>(bad).is_err(), "{bad}");
    }
}
