//! Dice with pips, chips, stones, tokens of seats and drawn signs. Whatever has a colour or an owner says it in a letter or a
//! number, too.

use super::measure::fitting;
use super::people;
use super::svg::{Svg, part};
use funhouse_rules::dice::Face;
use funhouse_rules::game::Seat;
use funhouse_rules::scene::{Paint, Symbol};

/// The class of a paint: that of the colour, of the seat, or none of its own.
pub(super) fn class(svg: &mut Svg, paint: Paint) {
    match paint {
        Paint::Plain => svg.text(" plain"),
        Paint::In(colour) => svg.put(format_args!(" {}", colour.name())),
        Paint::Of(seat) => svg.put(format_args!(" {}", seat_class(seat))),
    }
}

/// The class of a seat. There are eight colours; the number tells seats apart that share one.
pub(super) fn seat_class(seat: Seat) -> String {
    format!("s{}", (seat.number() - 1) % 8 + 1)
}

/// Text around a centre, no wider than given.
pub(super) fn written(svg: &mut Svg, text: &str, (x, y): (i32, i32), wanted: i32, room: i32) {
    let size = fitting(text, wanted, room);
    svg.put(format_args!("<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">{text}</text>", y + part(size, 36)));
}

/// The places of pips, by the nine points of a face in reading order.
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

/// A die seen from above.
pub(super) fn die(svg: &mut Svg, face: Face, paint: Paint, size: i32) {
    let (half, width) = (part(size, 41), 2 * part(size, 41));
    svg.put(format_args!(
        "<rect x=\"-{half}\" y=\"-{half}\" width=\"{width}\" height=\"{width}\" rx=\"{}\"/>",
        part(size, 16)
    ));
    let apart = part(size, 23);
    for at in pips(face) {
        let (x, y) = ((at % 3 - 1) * apart, (at / 3 - 1) * apart);
        svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", part(size, 8)));
    }
    if let Paint::Of(seat) = paint {
        // Pips keep away from the upper edge, where the owner's number stands in small.
        written(svg, &seat.to_string(), (0, part(size, -30)), part(size, 18), size);
    }
}

/// A heap of chips with its number.
pub(super) fn chips(svg: &mut Svg, count: u64, paint: Paint, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 44)));
    svg.put(format_args!("<circle class=\"rim\" r=\"{}\"/>", part(size, 39)));
    match paint {
        Paint::Plain => written(svg, &count.to_string(), (0, 0), part(size, 46), part(size, 64)),
        Paint::In(colour) => {
            let text = format!("{}{count}", colour.letter().to_ascii_uppercase());
            written(svg, &text, (0, 0), part(size, 46), part(size, 68));
        }
        // The owner stands above the number, on a line of its own.
        Paint::Of(seat) => {
            written(svg, &count.to_string(), (0, part(size, 15)), part(size, 42), part(size, 62));
            written(svg, &seat.to_string(), (0, part(size, -22)), part(size, 30), size);
        }
    }
}

/// A stone with the letter of its colour or the number of its seat.
pub(super) fn stone(svg: &mut Svg, paint: Paint, size: i32) {
    svg.put(format_args!("<circle r=\"{}\"/>", part(size, 41)));
    owner(svg, paint, (0, 0), part(size, 44));
}

fn owner(svg: &mut Svg, paint: Paint, at: (i32, i32), size: i32) {
    match paint {
        Paint::Plain => {}
        Paint::In(colour) => written(svg, &colour.letter().to_ascii_uppercase().to_string(), at, size, size * 2),
        Paint::Of(seat) => written(svg, &seat.to_string(), at, size, size * 2),
    }
}

/// The token of a seat: a foot, and its number on a round head.
pub(super) fn token(svg: &mut Svg, seat: Seat, size: i32) {
    people::foot(svg, size);
    svg.put(format_args!("<circle cy=\"{}\" r=\"{}\"/>", part(size, -10), part(size, 34)));
    written(svg, &seat.to_string(), (0, part(size, -10)), part(size, 46), part(size, 54));
}

/// A sign with the number of the seat that drew it.
pub(super) fn sign(svg: &mut Svg, sign: Symbol, seat: Seat, size: i32) {
    let (arm, width) = (part(size, 27), part(size, 12));
    match sign {
        Symbol::Cross => svg.put(format_args!(
            "<path class=\"stroke\" stroke-width=\"{width}\" d=\"M-{arm}-{arm}L{arm} {arm}M{arm}-{arm}L-{arm} {arm}\"/>"
        )),
        Symbol::Hoop => svg.put(format_args!("<circle class=\"stroke\" stroke-width=\"{width}\" r=\"{arm}\"/>")),
    }
    written(svg, &seat.to_string(), (part(size, 38), part(size, 34)), part(size, 24), part(size, 30));
}
