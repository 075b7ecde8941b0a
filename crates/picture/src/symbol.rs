//! Suit symbols, as paths drawn for this project in a box of 100 by 100 around the origin.

use super::svg::{Svg, part};
use funhouse_rules::piecepack::Suit;

/// An offset from the center, to the right and down, in hundredths of the symbol's size.
type Point = (i32, i32);

/// A step of a path.
pub(super) enum Command {
    /// Move to.
    M([Point; 1]),
    /// Line to.
    L([Point; 1]),
    /// Curve to, by two control points.
    C([Point; 3]),
    /// Close.
    Z,
}

use Command::{C, L, M, Z};

impl Command {
    /// Returns the letter of the command and its points.
    fn parts(&self) -> (char, &[Point]) {
        match self {
            M(points) => ('M', points),
            L(points) => ('l', points),
            C(points) => ('c', points),
            Z => ('z', &[]),
        }
    }
}

/// A disc with eight rays.
const SUN: &[Command] = &[
    M([(24, 0)]),
    C([(24, 13), (13, 24), (0, 24)]),
    C([(-13, 24), (-24, 13), (-24, 0)]),
    C([(-24, -13), (-13, -24), (0, -24)]),
    C([(13, -24), (24, -13), (24, 0)]),
    Z,
    M([(29, -9)]),
    L([(49, 0)]),
    L([(29, 9)]),
    Z,
    M([(27, 14)]),
    L([(35, 35)]),
    L([(14, 27)]),
    Z,
    M([(9, 29)]),
    L([(0, 49)]),
    L([(-9, 29)]),
    Z,
    M([(-14, 27)]),
    L([(-35, 35)]),
    L([(-27, 14)]),
    Z,
    M([(-29, 9)]),
    L([(-49, 0)]),
    L([(-29, -9)]),
    Z,
    M([(-27, -14)]),
    L([(-35, -35)]),
    L([(-14, -27)]),
    Z,
    M([(-9, -29)]),
    L([(0, -49)]),
    L([(9, -29)]),
    Z,
    M([(14, -27)]),
    L([(35, -35)]),
    L([(27, -14)]),
    Z,
];

/// A crescent.
const MOON: &[Command] = &[
    M([(30, -42)]),
    C([(0, -54), (-38, -34), (-38, 0)]),
    C([(-38, 34), (0, 54), (30, 42)]),
    C([(8, 36), (-6, 20), (-6, 0)]),
    C([(-6, -20), (8, -36), (30, -42)]),
    Z,
];

/// Three points over a band.
const CROWN: &[Command] = &[
    M([(-46, -28)]),
    L([(-24, -4)]),
    L([(0, -44)]),
    L([(24, -4)]),
    L([(46, -28)]),
    L([(36, 22)]),
    L([(-36, 22)]),
    Z,
    M([(-36, 29)]),
    L([(36, 29)]),
    L([(36, 42)]),
    L([(-36, 42)]),
    Z,
];

/// A fleur-de-lis.
const FLEUR: &[Command] = &[
    M([(0, -50)]),
    C([(14, -34), (20, -18), (9, 6)]),
    L([(-9, 6)]),
    C([(-20, -18), (-14, -34), (0, -50)]),
    Z,
    M([(15, 6)]),
    C([(16, -18), (28, -32), (39, -24)]),
    C([(52, -14), (46, 8), (31, 8)]),
    C([(36, 0), (34, -8), (28, -8)]),
    C([(22, -8), (22, 0), (23, 6)]),
    Z,
    M([(-15, 6)]),
    C([(-16, -18), (-28, -32), (-39, -24)]),
    C([(-52, -14), (-46, 8), (-31, 8)]),
    C([(-36, 0), (-34, -8), (-28, -8)]),
    C([(-22, -8), (-22, 0), (-23, 6)]),
    Z,
    M([(-26, 11)]),
    L([(26, 11)]),
    L([(26, 21)]),
    L([(-26, 21)]),
    Z,
    M([(-9, 26)]),
    L([(9, 26)]),
    C([(8, 36), (5, 44), (0, 50)]),
    C([(-5, 44), (-8, 36), (-9, 26)]),
    Z,
    M([(14, 26)]),
    L([(22, 26)]),
    C([(23, 31), (27, 35), (33, 36)]),
    C([(24, 42), (15, 36), (14, 26)]),
    Z,
    M([(-14, 26)]),
    L([(-22, 26)]),
    C([(-23, 31), (-27, 35), (-33, 36)]),
    C([(-24, 42), (-15, 36), (-14, 26)]),
    Z,
];

/// The number of steps of the fleur-de-lis to draw at small sizes.
const FLEUR_IN_SMALL: usize = FLEUR.len() - 10;
const SMALL: i32 = 50;

fn steps(suit: Suit, size: i32) -> &'static [Command] {
    match suit {
        Suit::S => SUN,
        Suit::M => MOON,
        Suit::C => CROWN,
        Suit::A if size < SMALL => &FLEUR[..FLEUR_IN_SMALL],
        Suit::A => FLEUR,
    }
}

/// Draws a centered suit symbol of a size, in the current color. Steps are relative, which needs the fewest bytes.
pub(super) fn draw(svg: &mut Svg, suit: Suit, at: (i32, i32), size: i32) {
    path(svg, steps(suit, size), at, size);
}

/// Draws steps in the same way.
pub(super) fn path(svg: &mut Svg, steps: &[Command], at: (i32, i32), size: i32) {
    svg.text("<path d=\"");
    trace(svg, steps, at, size);
    svg.text("\"/>");
}

/// Writes the commands of a path for steps.
pub(super) fn trace(svg: &mut Svg, steps: &[Command], (x, y): (i32, i32), size: i32) {
    let at = |(dx, dy): Point| (x + part(size, dx), y + part(size, dy));
    let mut pen = (0, 0);
    let mut last = ' ';
    for step in steps {
        let (letter, points) = step.parts();
        let from = if letter == 'M' { (0, 0) } else { pen };
        let relative = points.iter().map(|point| at(*point)).flat_map(|(x, y)| [x - from.0, y - from.1]);
        svg.command((letter != last).then_some(letter), relative);
        pen = points.last().map_or(pen, |point| at(*point));
        last = letter;
    }
}
