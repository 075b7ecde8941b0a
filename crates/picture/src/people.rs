//! Pawns and people, as outlines drawn for this project in a box of 100 by 100 around the origin.

use super::svg::{Svg, part};
use super::symbol;
use funhouse_rules::piecepack::Suit;

/// The points of a closed line, in hundredths of the size.
pub(super) type Outline = &'static [(i32, i32)];

#[rustfmt::skip]
const PAWN: Outline = &[
    (-9, -24), (-11, -38), (0, -46), (11, -38), (9, -24), (14, -20), (12, -14), (22, 14), (30, 34), (30, 44),
    (-30, 44), (-30, 34), (-22, 14), (-12, -14), (-14, -20),
];

/// With raised arms and a star.
#[rustfmt::skip]
const YOU: Outline = &[
    (-30, -36), (-23, -40), (-9, -8), (9, -8), (23, -40), (30, -36), (15, 10), (19, 42), (7, 42), (0, 24),
    (-7, 42), (-19, 42), (-15, 10),
];
const STAR: Outline = &[(0, -5), (3, 3), (11, 3), (5, 8), (7, 16), (0, 11), (-7, 16), (-5, 8), (-11, 3), (-3, 3)];

/// Tall, with a top hat.
#[rustfmt::skip]
const ADULT: Outline = &[
    (-16, -12), (16, -12), (24, 12), (17, 14), (15, 6), (17, 42), (4, 42), (0, 18), (-4, 42), (-17, 42), (-15, 6),
    (-17, 14), (-24, 12),
];
const TOP_HAT: Outline = &[(-19, -28), (-11, -28), (-11, -46), (11, -46), (11, -28), (19, -28), (19, -24), (-19, -24)];

/// Small, with a propeller on the cap.
#[rustfmt::skip]
const KID: Outline = &[
    (-11, 14), (11, 14), (18, 30), (13, 32), (10, 28), (11, 42), (2, 42), (0, 34), (-2, 42), (-11, 42), (-10, 28),
    (-13, 32), (-18, 30),
];
const CAP: Outline = &[(-14, -1), (-11, -9), (-4, -14), (4, -14), (11, -9), (14, -1)];
const PROPELLER: Outline = &[(-15, -22), (-15, -17), (0, -15), (15, -22), (15, -17), (0, -19)];

pub(super) fn pawn(svg: &mut Svg, suit: Suit, size: i32) {
    outline(svg, "body", PAWN, size);
    svg.text("<g class=\"on\">");
    symbol::draw(svg, suit, (0, part(size, 20)), part(size, 36));
    svg.text("</g>");
}

/// The foot of a seat's token.
const FOOT: Outline = &[(-14, 10), (14, 10), (30, 34), (30, 45), (-30, 45), (-30, 34)];

pub(super) fn foot(svg: &mut Svg, size: i32) {
    outline(svg, "body", FOOT, size);
}

pub(super) fn you(svg: &mut Svg, size: i32) {
    outline(svg, "body", YOU, size);
    head(svg, -22, 13, size);
    eyes(svg, -23, size);
    outline(svg, "star", STAR, size);
}

pub(super) fn adult(svg: &mut Svg, size: i32) {
    outline(svg, "body", ADULT, size);
    head(svg, -22, 12, size);
    eyes(svg, -18, size);
    outline(svg, "hat", TOP_HAT, size);
}

pub(super) fn kid(svg: &mut Svg, size: i32) {
    outline(svg, "body", KID, size);
    head(svg, 2, 14, size);
    eyes(svg, 6, size);
    outline(svg, "hat", CAP, size);
    outline(svg, "blade", PROPELLER, size);
}

pub(super) fn outline(svg: &mut Svg, class: &str, points: Outline, size: i32) {
    svg.put(format_args!("<path class=\"{class}\" d=\""));
    for ((x, y), step) in points.iter().zip(std::iter::once('M').chain(std::iter::repeat('L'))) {
        svg.command(Some(step), [part(size, *x), part(size, *y)]);
    }
    svg.text("z\"/>");
}

fn head(svg: &mut Svg, y: i32, radius: i32, size: i32) {
    svg.put(format_args!("<circle class=\"skin\" cy=\"{}\" r=\"{}\"/>", part(size, y), part(size, radius)));
}

/// Draws two dots: lines of length 0 with round ends.
fn eyes(svg: &mut Svg, y: i32, size: i32) {
    let (x, y) = (part(size, 5), part(size, y));
    svg.put(format_args!("<path class=\"eyes\" d=\"M-{x} {y}h0M{x} {y}h0\"/>"));
}
