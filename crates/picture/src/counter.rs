//! Dice with pips, chips, stones, balls, tokens of seats, ghosts, guests and drawn symbols. Colors and owners are also shown as a letter or a
//! number.

use super::measure::fitting;
use super::people;
use super::svg::{Svg, part};
use funhouse_rules::dice::Face;
use funhouse_rules::game::Seat;
use funhouse_rules::scene::{Paint, Symbol};

/// Writes the class of a paint: that of the color or of the seat, or none.
pub(super) fn class(svg: &mut Svg, paint: Paint) {
    match paint {
        Paint::Plain => svg.text(" plain"),
        Paint::In(colour) => svg.put(format_args!(" {}", colour.name())),
        Paint::Of(seat) => svg.put(format_args!(" {}", seat_class(seat))),
    }
}

/// Returns the class of a seat. There are eight colors; the number distinguishes seats of the same color.
pub(super) fn seat_class(seat: Seat) -> String {
    format!("s{}", (seat.number() - 1) % 8 + 1)
}

/// Writes centered text, no wider than `room`.
pub(super) fn centered_text(svg: &mut Svg, text: &str, (x, y): (i32, i32), wanted: i32, room: i32) {
    let size = fitting(text, wanted, room);
    svg.put(format_args!("<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">{text}</text>", y + part(size, 36)));
}

/// Returns the positions of pips, as indices into the nine points of a face in reading order.
const fn pips(face: Face) -> &'static [i32] {
    match face.number() {
        1 => &[4],
        2 => &[0, 8],
        3 => &[0, 4, 8],
        4 => &[0, 2, 6, 8],
        5 => &[0, 2, 4, 6, 8],
        _ => &[0, 2, 3, 5, 6, 8],
    }
}

/// Draws a die from above.
pub(super) fn die(svg: &mut Svg, face: Face, paint: Paint, size: i32) {
    let (half, width, round) = (part(size, 41), 2 * part(size, 41), part(size, 16));
    for (class, y) in [(" class=\"under\"", part(size, 4) - half), ("", -half)] {
        svg.put(format_args!(
            "<rect{class} x=\"-{half}\" y=\"{y}\" width=\"{width}\" height=\"{width}\" rx=\"{round}\"/>"
        ));
    }
    let apart = part(size, 23);
    for at in pips(face) {
        let (x, y) = ((at % 3 - 1) * apart, (at / 3 - 1) * apart);
        svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", part(size, 8)));
    }
    // Pips leave space at the top edge for a small letter or number.
    owner(svg, paint, (0, part(size, -30)), part(size, 18));
}

/// The size from which chips have spots along the edge. Smaller ones are plain.
const SPOTTED: i32 = 80;

/// Draws a pile of chips with its number: two, if there are several.
pub(super) fn chips(svg: &mut Svg, count: u64, paint: Paint, size: i32) {
    if count > 1 {
        svg.put(format_args!("<circle class=\"under\" cy=\"{}\" r=\"{}\"/>", part(size, 5), part(size, 44)));
    }
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 44)));
    if size >= SPOTTED {
        // Six spots along the edge.
        let (width, dash) = (part(size, 9), part(size, 20));
        let (radius, across) = (part(size, 39), 2 * part(size, 39));
        svg.put(format_args!(
            "<path class=\"rim\" stroke-width=\"{width}\" stroke-dasharray=\"{dash} {dash}\" d=\"M{radius} 0a{radius} {radius} 0 0 1-{across} 0 {radius} {radius} 0 0 1 {across} 0z\"/>"
        ));
    }
    match paint {
        Paint::Plain => centered_text(svg, &count.to_string(), (0, 0), part(size, 44), part(size, 58)),
        Paint::In(colour) => {
            let text = format!("{}{count}", colour.letter().to_ascii_uppercase());
            centered_text(svg, &text, (0, 0), part(size, 44), part(size, 58));
        }
        // The owner is above the number, on a separate line.
        Paint::Of(seat) => {
            centered_text(svg, &count.to_string(), (0, part(size, 13)), part(size, 40), part(size, 54));
            centered_text(svg, &seat.to_string(), (0, part(size, -20)), part(size, 27), size);
        }
    }
}

/// Draws a stone with the letter of its color or the number of its seat.
pub(super) fn stone(svg: &mut Svg, paint: Paint, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 41)));
    shine(svg, 0, part(size, 32));
    owner(svg, paint, (0, 0), part(size, 44));
}

/// Draws a light arc at the upper left of a circle, which makes it look round.
fn shine(svg: &mut Svg, y: i32, radius: i32) {
    let (x, high) = (radius * 9 / 10, radius * 9 / 20);
    let (from, to) = (y - high, y - x);
    svg.put(format_args!("<path class=\"shine\" d=\"M-{x} {from}A{radius} {radius} 0 0 1-{high} {to}\"/>"));
}

/// Draws a number of stones as one stone with the letter of its color and the number.
pub(super) fn stones(svg: &mut Svg, count: u64, paint: Paint, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 46)));
    let mark = match paint {
        Paint::Plain => String::new(),
        Paint::In(colour) => colour.letter().to_ascii_uppercase().to_string(),
        Paint::Of(seat) => format!("{seat}:"),
    };
    centered_text(svg, &format!("{mark}{count}"), (0, 0), part(size, 48), part(size, 68));
}

/// Draws an object ball with a light spot on its upper left.
pub(super) fn ball(svg: &mut Svg, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 44)));
    let (offset, radius) = (part(size, 15), part(size, 10));
    svg.put(format_args!("<circle class=\"spot\" cx=\"-{offset}\" cy=\"-{offset}\" r=\"{radius}\"/>"));
}

/// Writes the letter of a color or the number of a seat.
fn owner(svg: &mut Svg, paint: Paint, at: (i32, i32), size: i32) {
    match paint {
        Paint::Plain => {}
        Paint::In(colour) => centered_text(svg, &colour.letter().to_ascii_uppercase().to_string(), at, size, size * 2),
        Paint::Of(seat) => centered_text(svg, &seat.to_string(), at, size, size * 2),
    }
}

/// Draws the token of a seat: a foot, and its number on a round head.
pub(super) fn token(svg: &mut Svg, seat: Seat, size: i32) {
    people::foot(svg, size);
    svg.put(format_args!("<circle cy=\"{}\" r=\"{}\"/>", part(size, -10), part(size, 34)));
    shine(svg, part(size, -10), part(size, 26));
    centered_text(svg, &seat.to_string(), (0, part(size, -10)), part(size, 46), part(size, 54));
}

/// Draws a ghost with eyes and the number of its seat.
pub(super) fn ghost(svg: &mut Svg, seat: Seat, size: i32) {
    let (side, top, wave) = (part(size, 36), part(size, 6), part(size, 12));
    // A round head, straight sides, and three waves at the lower edge.
    svg.put(format_args!(
        "<path d=\"M-{side} {low}V-{top}a{side} {side} 0 0 1 {width} 0V{low}l-{wave}-{wave}-{wave} {wave}-{wave}-{wave}-{wave} {wave}-{wave}-{wave}z\"/>",
        width = 2 * side,
        low = part(size, 44),
    ));
    let (x, y) = (part(size, 14), part(size, -20));
    for x in [-x, x] {
        svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", part(size, 7)));
    }
    centered_text(svg, &seat.to_string(), (0, part(size, 12)), part(size, 44), size);
}

/// Draws a guest: the number on the head, and the rank below it.
pub(super) fn guest(svg: &mut Svg, number: u8, rank: Face, size: i32) {
    people::foot(svg, size);
    svg.put(format_args!("<circle cy=\"{}\" r=\"{}\"/>", part(size, -12), part(size, 32)));
    centered_text(svg, &number.to_string(), (0, part(size, -12)), part(size, 46), part(size, 54));
    centered_text(svg, &rank.to_string(), (0, part(size, 33)), part(size, 24), part(size, 54));
}

/// Draws a symbol with the number of its seat.
pub(super) fn sign(svg: &mut Svg, sign: Symbol, seat: Seat, size: i32) {
    let (arm, width) = (part(size, 27), part(size, 12));
    match sign {
        Symbol::Cross => svg.put(format_args!(
            "<path class=\"stroke\" stroke-width=\"{width}\" d=\"M-{arm}-{arm}L{arm} {arm}M{arm}-{arm}L-{arm} {arm}\"/>"
        )),
        Symbol::Hoop => svg.put(format_args!("<circle class=\"stroke\" stroke-width=\"{width}\" r=\"{arm}\"/>")),
    }
    centered_text(svg, &seat.to_string(), (part(size, 38), part(size, 34)), part(size, 24), part(size, 30));
}
