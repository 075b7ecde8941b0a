//! Drawing the pieces, each around its own origin.

use super::layout::{Set, Spot};
use super::svg::{Svg, part};
use super::{people, symbol};
use crate::rules::piecepack::{Coin, Die, Suit, Tile, Value};
use crate::rules::scene::Thing;

/// How a piece is known from picture to picture.
pub(super) struct Identity {
    pub(super) name: String,
    pub(super) kind: &'static str,
    /// How moves call it, if not by its name.
    pub(super) token: Option<Value>,
}

/// The identity of a piece; none if it is no piece. What has none of its own is known by its home, so that a coin that lies
/// face down does not tell its value.
pub(super) fn identity(thing: Thing, home: &str, nth: Option<usize>) -> Option<Identity> {
    let known = |name: String, kind| Some(Identity { name, kind, token: None });
    let at_home = |kind: &'static str| {
        known(nth.map_or_else(|| format!("{kind}-{home}"), |nth| format!("{kind}-{home}-{nth}")), kind)
    };
    match thing {
        Thing::Tile(tile) => known(tile.to_string(), "tile"),
        Thing::FaceUp(coin) => known(coin.to_string(), "coin"),
        Thing::CalledByValue(coin) => {
            Some(Identity { name: coin.to_string(), kind: "coin", token: Some(coin.value()) })
        }
        Thing::FaceDown(_) => at_home("coin"),
        Thing::Die(_) => known("die".to_owned(), "die"),
        Thing::Rolled(suit, _) | Thing::Unrolled(suit) => known(suit.letter().to_string(), "die"),
        Thing::Pawn(suit) => known(suit.letter().to_string(), "pawn"),
        Thing::You => known("you".to_owned(), "you"),
        Thing::Adult => at_home("adult"),
        Thing::Kid => at_home("kid"),
        Thing::Number(_) => None,
    }
}

/// Writes the classes of a piece: what it is, and its suit.
pub(super) fn class(svg: &mut Svg, thing: Thing) {
    let (class, suit) = match thing {
        Thing::Tile(tile) => ("tile", Some(tile.suit())),
        Thing::FaceUp(coin) | Thing::CalledByValue(coin) => ("coin", Some(coin.suit())),
        Thing::FaceDown(coin) => ("coin down", Some(coin.suit())),
        Thing::Die(_) => ("die", None),
        Thing::Rolled(suit, _) => ("rolled", Some(suit)),
        Thing::Unrolled(suit) => ("unrolled", Some(suit)),
        Thing::Pawn(suit) => ("pawn", Some(suit)),
        Thing::You => ("you", None),
        Thing::Adult => ("adult", None),
        Thing::Kid => ("kid", None),
        Thing::Number(_) => ("number", None),
    };
    svg.text(class);
    if let Some(suit) = suit {
        svg.put(format_args!(" {}", suit.letter()));
    }
}

/// Draws a piece around the origin.
pub(super) fn draw(svg: &mut Svg, set: &Set) {
    let size = set.size;
    match (set.thing, set.bar) {
        (Thing::Tile(tile), Some(width)) => bar(svg, tile, width, size),
        (Thing::Tile(tile), None) => square(svg, tile, size),
        (Thing::FaceUp(coin) | Thing::CalledByValue(coin), _) => face_up(svg, coin, size),
        (Thing::FaceDown(coin), _) => face_down(svg, coin.suit(), size),
        (Thing::Die(die), _) => five_faces(svg, die, size),
        (Thing::Rolled(suit, value), _) => one_face(svg, suit, Some(value), size),
        (Thing::Unrolled(suit), _) => one_face(svg, suit, None, size),
        (Thing::Pawn(suit), _) => people::pawn(svg, suit, size),
        (Thing::You, _) => people::you(svg, size),
        (Thing::Adult, _) => people::adult(svg, size),
        (Thing::Kid, _) => people::kid(svg, size),
        (Thing::Number(_), _) => {}
    }
}

/// Writes a number that is no piece.
pub(super) fn number(svg: &mut Svg, set: &Set) {
    if let Thing::Number(number) = set.thing {
        let size = part(set.size, 40);
        let y = set.y + part(size, 35);
        svg.put(format_args!("<text class=\"number\" x=\"{}\" y=\"{y}\" font-size=\"{size}\">{number}</text>", set.x));
    }
}

/// Writes the number of a tile of a path into its free corner.
pub(super) fn nth(svg: &mut Svg, set: &Set, name: &str) {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        let (x, y) = (set.x - part(set.size, 26), set.y + part(set.size, 36));
        let size = part(set.size, 21);
        svg.put(format_args!("<text class=\"nth\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{name}</text>"));
    }
}

/// A figure around a centre.
fn figure(svg: &mut Svg, value: Value, (x, y): (i32, i32), size: i32) {
    svg.put(format_args!("<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">{value}</text>", y + part(size, 36)));
}

fn rect(svg: &mut Svg, width: i32, height: i32, round: i32) {
    let (x, y) = (width / 2, height / 2);
    svg.put(format_args!("<rect x=\"-{x}\" y=\"-{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"));
}

fn square(svg: &mut Svg, tile: Tile, size: i32) {
    rect(svg, part(size, 90), part(size, 90), part(size, 10));
    figure(svg, tile.value(), (part(size, -22), part(size, -17)), part(size, 48));
    symbol::draw(svg, tile.suit(), (part(size, 16), part(size, 15)), part(size, 48));
}

fn bar(svg: &mut Svg, tile: Tile, width: i32, size: i32) {
    rect(svg, width, size - 6, 12);
    let apart = part(width.min(180), 22);
    figure(svg, tile.value(), (-apart, 0), part(size, 72));
    symbol::draw(svg, tile.suit(), (apart, 0), part(size, 64));
}

fn face_up(svg: &mut Svg, coin: Coin, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 44)));
    figure(svg, coin.value(), (part(size, -16), 0), part(size, 48));
    symbol::draw(svg, coin.suit(), (part(size, 18), 0), part(size, 32));
}

fn face_down(svg: &mut Svg, suit: Suit, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 44)));
    svg.put(format_args!("<circle class=\"ring\" r=\"{}\"/>", part(size, 36)));
    symbol::draw(svg, suit, (0, 0), part(size, 44));
}

/// A die seen from above: its top, and around it the four faces that it can tip onto.
fn five_faces(svg: &mut Svg, die: Die, size: i32) {
    let (a, b) = (part(size, 46), part(size, 25));
    let middle = (a + b) / 2;
    let small = part(size, 21);
    svg.put(format_args!("<path class=\"north\" d=\"M-{a}-{a}H{a}L{b}-{b}H-{b}z\"/>"));
    svg.put(format_args!("<path class=\"side\" d=\"M{a}-{a}V{a}L{b} {b}V-{b}zM-{a}-{a}V{a}L-{b} {b}V-{b}z\"/>"));
    svg.put(format_args!("<path class=\"south\" d=\"M-{a} {a}H{a}L{b} {b}H-{b}z\"/>"));
    svg.put(format_args!("<path class=\"top\" d=\"M-{b}-{b}H{b}V{b}H-{b}z\"/>"));
    figure(svg, die.top(), (0, 0), part(size, 44));
    figure(svg, die.north(), (0, -middle), small);
    figure(svg, die.south(), (0, middle), small);
    figure(svg, die.east(), (middle, 0), small);
    figure(svg, die.west(), (-middle, 0), small);
}

fn one_face(svg: &mut Svg, suit: Suit, value: Option<Value>, size: i32) {
    rect(svg, part(size, 84), part(size, 84), part(size, 18));
    match value {
        Some(value) => {
            figure(svg, value, (part(size, -15), part(size, -8)), part(size, 56));
            symbol::draw(svg, suit, (part(size, 18), part(size, 18)), part(size, 38));
        }
        None => symbol::draw(svg, suit, (0, 0), part(size, 54)),
    }
}

/// A trampoline with its number.
pub(super) fn trampoline(svg: &mut Svg, (x, y): (i32, i32), width: i32, name: &str) {
    let cloth = y + part(width, 26);
    let (rx, ry) = (part(width, 44), part(width, 13));
    let (leg, foot) = (part(width, 32), part(width, 17));
    svg.put(format_args!("<path class=\"legs\" d=\"M{} {cloth}v{foot}M{} {cloth}v{foot}\"/>", x - leg, x + leg));
    svg.put(format_args!("<ellipse class=\"cell cloth\" cx=\"{x}\" cy=\"{cloth}\" rx=\"{rx}\" ry=\"{ry}\"/>"));
    let (size, baseline) = (part(width, 15), cloth + part(width, 27));
    svg.put(format_args!("<text class=\"name\" x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\">{name}</text>"));
}

/// The flag at an exit.
pub(super) fn flag(svg: &mut Svg, (x, y): (i32, i32), radius: i32) {
    svg.put(format_args!("<g class=\"exit\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    let (half, third) = (radius / 2, radius * 2 / 3);
    svg.put(format_args!(
        "<path d=\"M{} {}v{}h{}v-{half}h{third}l-{} -{}l{} -{}z\"/></g>",
        x - half,
        y - third,
        2 * third,
        radius / 6,
        radius / 4,
        radius / 4,
        radius / 4,
        radius / 4
    ));
}

/// Where coins fell: their ghosts, at the lower right of the place, or along its lower edge if they are many.
pub(super) fn fallen(svg: &mut Svg, spot: &Spot, coins: &[Coin]) {
    let radius = part(spot.width, 20);
    let step = radius * 4 / 3;
    let count = coins.len() as i32;
    let right = spot.x + spot.width;
    let first = if count < 3 { right - radius * 2 / 3 } else { right - (spot.width - (count - 1) * step) / 2 };
    let y = spot.y + spot.height - radius * 2 / 3;
    for (coin, nth) in coins.iter().zip(0..) {
        let x = first - nth * step;
        svg.put(format_args!(
            "<g class=\"fallen {}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>",
            coin.suit().letter()
        ));
        figure(svg, coin.value(), (x, y), radius * 3 / 2);
        svg.text("</g>");
    }
}
