//! Chess pieces, as outlines drawn for this project in a box of 100 by 100 around the origin. Each is on a foot with
//! the number of its seat.

use super::counter;
use super::people::{Outline, outline};
use super::svg::{Svg, part};
use funhouse_rules::game::Seat;
use funhouse_rules::scene::ChessPiece;

/// The foot of every piece.
const FOOT: Outline = &[(-32, 44), (-32, 24), (-26, 16), (26, 16), (32, 24), (32, 44)];

#[rustfmt::skip]
const PAWN: Outline = &[
    (-10, -14), (-14, -24), (-10, -34), (0, -38), (10, -34), (14, -24), (10, -14), (16, -9), (9, -6), (18, 17), (-18, 17),
    (-9, -6), (-16, -9),
];

#[rustfmt::skip]
const ROOK: Outline = &[
    (-26, -44), (-15, -44), (-15, -36), (-6, -36), (-6, -44), (6, -44), (6, -36), (15, -36), (15, -44), (26, -44),
    (26, -26), (17, -20), (20, 17), (-20, 17), (-17, -20), (-26, -26),
];

#[rustfmt::skip]
const KNIGHT: Outline = &[
    (-4, -46), (2, -38), (14, -32), (23, -16), (24, 2), (22, 17), (-20, 17), (-16, 4), (-2, -8), (-4, -14), (-14, -6),
    (-22, -2), (-29, -10), (-20, -26), (-12, -35), (-10, -46),
];

#[rustfmt::skip]
const BISHOP: Outline = &[
    (-4, -40), (-4, -46), (4, -46), (4, -40), (15, -24), (6, -14), (9, -11), (17, -20), (18, -12), (10, -1), (16, 4), (10, 7), (18, 17), (-18, 17),
    (-10, 7), (-16, 4), (-10, -1), (-18, -12), (-15, -24),
];

#[rustfmt::skip]
const QUEEN: Outline = &[
    (-36, -30), (-20, -14), (-18, -40), (-7, -16), (0, -46), (7, -16), (18, -40), (20, -14), (36, -30), (22, 17),
    (-22, 17),
];

#[rustfmt::skip]
const KING: Outline = &[
    (-4, -48), (4, -48), (4, -42), (11, -42), (11, -34), (4, -34), (4, -26), (16, -26), (30, -16), (20, 17), (-20, 17),
    (-30, -16), (-16, -26), (-4, -26), (-4, -34), (-11, -34), (-11, -42), (-4, -42),
];

/// Draws a chess piece of a seat around the origin.
pub(super) fn draw(svg: &mut Svg, man: ChessPiece, seat: Seat, size: i32) {
    let points = match man {
        ChessPiece::Pawn => PAWN,
        ChessPiece::Rook => ROOK,
        ChessPiece::Knight => KNIGHT,
        ChessPiece::Bishop => BISHOP,
        ChessPiece::Queen => QUEEN,
        ChessPiece::King => KING,
    };
    outline(svg, "body", points, size);
    outline(svg, "body", FOOT, size);
    counter::centered_text(svg, &seat.to_string(), (0, part(size, 31)), part(size, 26), part(size, 60));
}
