//! The looks of worlds: class, colors, patterns on the table, and ornaments of cells. All of it is data.

use super::people::Outline;
use super::svg::{Svg, part};
use funhouse_rules::scene::World;

/// The look of a world.
pub(super) struct Look {
    /// The class of the root element, by which the sheet selects.
    pub(super) class: &'static str,
    /// Whether its colors in the light theme are based on those of the dark theme.
    pub(super) dark: bool,
    /// Three parts, each on its own line or lines: the colors of the light theme, those of the dark theme, and rules.
    pub(super) sheet: &'static str,
    patterns: &'static [Pattern],
    /// The ornaments of each cell of a board, with their classes. They are drawn in a box of 100 by 100 around the origin, which is scaled
    /// to the cell.
    cell: &'static [(&'static str, Outline)],
}

/// A path that is repeated on the table.
struct Pattern {
    class: &'static str,
    /// The start of the first copy.
    from: (i32, i32),
    /// The distance between copies to the right and down.
    every: (usize, usize),
    /// The commands after the start, all relative.
    path: &'static str,
}

/// The distance between copies in a direction in which there is only one.
const ONCE: usize = usize::MAX;

/// A pattern along the upper edge of the picture.
const fn edge(class: &'static str, from: (i32, i32), every: usize, path: &'static str) -> Pattern {
    Pattern { class, from, every: (every, ONCE), path }
}

/// Lines on the whole table.
const fn grain(from: (i32, i32), every: (usize, usize), path: &'static str) -> Pattern {
    Pattern { class: "grain", from, every, path }
}

/// The looks, in the order of [`World::ALL`].
static LOOKS: [Look; World::ALL.len()] = [
    Look {
        class: "world-funhouse",
        dark: false,
        sheet: include_str!("style/worlds/funhouse.css"),
        patterns: &[
            edge("f1", (0, 0), 120, "h60v22a30 30 0 0 1-60 0z"),
            edge("f2", (60, 0), 120, "h60v22a30 30 0 0 1-60 0z"),
        ],
        cell: &[],
    },
    Look {
        class: "world-wood",
        dark: false,
        sheet: include_str!("style/worlds/wood.css"),
        patterns: &[
            grain((0, 96), (ONCE, 48), "c200-16 400 16 600 0s400-16 600 0"),
            grain((0, 72), (ONCE, 240), "h1200"),
            edge("f1", (0, 0), ONCE, "h1200v40h-1200z"),
            edge("f2", (16, 20), 80, "l24-12 24 12-24 12z"),
        ],
        cell: &[],
    },
    Look {
        class: "world-felt",
        dark: true,
        sheet: include_str!("style/worlds/felt.css"),
        patterns: &[
            edge("f1", (0, 0), ONCE, "h1200v40h-1200z"),
            edge("f2", (0, 40), ONCE, "h1200v6h-1200z"),
            edge("f3", (38, 20), 100, "l12-15 12 15-12 15z"),
        ],
        cell: &[],
    },
    Look {
        class: "world-pool",
        dark: true,
        sheet: include_str!("style/worlds/pool.css"),
        patterns: &[
            grain((0, 96), (ONCE, 48), "c200-16 400 16 600 0s400-16 600 0"),
            edge("f1", (0, 0), ONCE, "h1200v48h-1200z"),
            edge("f2", (142, 24), 150, "l8-12 8 12-8 12z"),
            edge("f3", (-38, 0), 600, "a38 38 0 0 0 76 0z"),
        ],
        cell: &[],
    },
    Look {
        class: "world-dungeon",
        dark: true,
        sheet: include_str!("style/worlds/dungeon.css"),
        patterns: &[
            grain((0, 66), (240, 160), "h240v80"),
            grain((-120, 146), (240, 160), "h240v80"),
            edge("f1", (4, 4), 120, "h112v24h-112z"),
            edge("f2", (-56, 34), 120, "h112v24h-112z"),
            edge("room", (232, 40), 245, "h16l-4 24h-8z"),
            edge("f3", (240, 4), 245, "c18 14 18 38 0 38s-18-24 0-38z"),
            edge("f4", (240, 18), 245, "c9 8 9 24 0 24s-9-16 0-24z"),
        ],
        cell: &[
            ("room", &[(-47, -16), (-37, -16), (-37, 16), (-47, 16)]),
            ("room", &[(47, -16), (37, -16), (37, 16), (47, 16)]),
        ],
    },
    Look {
        class: "world-haunted",
        dark: true,
        sheet: include_str!("style/worlds/haunted.css"),
        patterns: &[
            edge("f1", (0, 0), 120, "h120c-8 44-30 58-60 58s-52-14-60-58z"),
            edge("f3", (32, 20), 240, "l20 6-5 9-14-5z"),
            edge("f3", (88, 20), 240, "l-20 6 5 9 14-5z"),
        ],
        // A door, or a gravestone.
        cell: &[("room", &[(-26, 22), (-26, -26), (-18, -38), (18, -38), (26, -26), (26, 22)])],
    },
    Look {
        class: "world-street",
        dark: false,
        sheet: include_str!("style/worlds/street.css"),
        patterns: &[
            edge("f4", (12, 44), 240, "v-22h36v-16h30v38h10v-26h44v26h8v-34h18v-8h8v8h14v34z"),
            edge("f1", (0, 42), ONCE, "h1200v24h-1200z"),
            edge("f2", (10, 53), 60, "h30v4h-30z"),
            edge("f2", (104, 52), 400, "v-14h16l12-16h34l14 16h20v14z"),
            edge("f3", (114, 50), 400, "a10 10 0 0 0 20 0z"),
            edge("f3", (168, 50), 400, "a10 10 0 0 0 20 0z"),
        ],
        cell: &[],
    },
    Look {
        class: "world-sea",
        dark: false,
        sheet: include_str!("style/worlds/sea.css"),
        patterns: &[
            grain((0, 100), (ONCE, 60), "c150-24 250 24 400 0s250-24 400 0 250-24 400 0"),
            // A ship goes down by the bow.
            edge("f3", (880, 38), ONCE, "l168-24-10 40-110 14z"),
            edge("f4", (940, 30), ONCE, "l-4-16 56-8 4 16z"),
            edge("f2", (0, 58), 80, "a40 18 0 0 1 80 0v14h-80z"),
            edge("f1", (-40, 68), 80, "a40 14 0 0 1 80 0v8h-80z"),
        ],
        cell: &[("room", &[(-48, -12), (48, -12), (42, 46), (-42, 46)])],
    },
    Look {
        class: "world-beach",
        dark: false,
        sheet: include_str!("style/worlds/beach.css"),
        patterns: &[
            grain((0, 110), (ONCE, 90), "c100-14 200 14 300 0s200-14 300 0 200-14 300 0 200-14 300 0"),
            edge("f4", (90, 34), ONCE, "a36 36 0 0 1 72 0z"),
            edge("f1", (0, 30), ONCE, "h1200v22h-1200z"),
            edge("f2", (0, 50), 80, "a40 12 0 0 0 80 0z"),
            edge(
                "f3",
                (1060, 34),
                ONCE,
                "c-4-26-34-34-56-16 22-4 34 2 42 14-18-4-34 6-38 24 14-14 34-18 50-14 10 0 30-2 48 16-2-18-16-28-34-26 10-12 24-16 44-8-18-20-48-18-56 10z",
            ),
        ],
        cell: &[],
    },
    Look {
        class: "world-castle",
        dark: false,
        sheet: include_str!("style/worlds/castle.css"),
        patterns: &[
            grain((0, 66), (240, 120), "h240v60"),
            grain((-120, 126), (240, 120), "h240v60"),
            edge("f1", (0, 60), 80, "v-48h44v18h36v30z"),
            edge("f2", (240, 14), 340, "h40v48l-20-12-20 12z"),
            edge("f3", (260, 20), 340, "l9 12-9 12-9-12z"),
        ],
        cell: &[(
            "room",
            &[
                (-44, -44),
                (44, -44),
                (44, -30),
                (28, -30),
                (28, -37),
                (10, -37),
                (10, -30),
                (-10, -30),
                (-10, -37),
                (-28, -37),
                (-28, -30),
                (-44, -30),
            ],
        )],
    },
    Look {
        class: "world-laboratory",
        dark: false,
        sheet: include_str!("style/worlds/laboratory.css"),
        patterns: &[
            edge("f1", (40, 54), 200, "l20-28v-14h-4v-6h24v6h-4v14l20 28z"),
            edge("f2", (48, 54), 200, "l13-18h14l13 18z"),
            edge("f1", (124, 54), 200, "v-46h16v46z"),
            edge("f3", (126, 54), 200, "v-26h12v26z"),
            edge("f1", (156, 54), 200, "v-46h16v46z"),
            edge("f4", (158, 54), 200, "v-34h12v34z"),
            edge("f1", (0, 54), ONCE, "h1200v9h-1200z"),
        ],
        cell: &[],
    },
    Look {
        class: "world-map",
        dark: false,
        sheet: include_str!("style/worlds/map.css"),
        patterns: &[
            edge("f1", (0, 10), 80, "h40v10h-40z"),
            edge("f1", (40, 20), 80, "h40v10h-40z"),
            edge("f2", (0, 44), 120, "c20-12 40-12 60 0s40 12 60 0v6c-20 12-40 12-60 0s-40-12-60 0z"),
            edge("f3", (1100, 32), ONCE, "l26-7 7-26 7 26 26 7-26 7-7 26-7-26z"),
        ],
        cell: &[],
    },
];

/// Returns the look of a world.
pub(super) fn look(world: World) -> &'static Look {
    &LOOKS[world as usize]
}

impl Look {
    /// Draws the patterns on a table of a height.
    pub(super) fn draw(&self, svg: &mut Svg, width: i32, height: i32) {
        for Pattern { class, from: (left, top), every: (right, down), path } in self.patterns {
            svg.put(format_args!("<path class=\"{class}\" d=\""));
            for y in (*top..height).step_by(*down) {
                (*left..width).step_by(*right).for_each(|x| svg.put(format_args!("M{x} {y}{path}")));
            }
            svg.text("\"/>");
        }
    }

    /// Draws the ornaments of a cell, given its center and its size.
    pub(super) fn draw_cell(&self, svg: &mut Svg, (x, y): (i32, i32), (width, height): (i32, i32)) {
        for (class, outline) in self.cell {
            svg.put(format_args!("<path class=\"{class}\" d=\""));
            for ((dx, dy), step) in outline.iter().zip(std::iter::once('M').chain(std::iter::repeat('L'))) {
                svg.command(Some(step), [x + part(width, *dx), y + part(height, *dy)]);
            }
            svg.text("z\"/>");
        }
    }
}
