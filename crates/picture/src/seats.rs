//! The boxes of the seats, with number, points and turn.

use super::counter::{centered_text, seat_class};
use super::measure::{PAD, WIDTH, fitting, lines, wide};
use super::svg::{Escaped, Svg};
use funhouse_rules::scene::{Scene, SeatAtTable};

const GAP: i32 = 12;
/// The height of the number and the points, and of each line below them.
const HEAD: i32 = 92;
const LINE: i32 = 40;
const FONT: i32 = 36;
/// The width of a character of a note.
const NOTE_LETTER: i32 = 19;
/// Maximum number of boxes in a row: text in narrower ones is too small for a phone.
const MAX_PER_ROW: i32 = 5;

/// Returns the lines of a box below the points. Lines that may be filled later are reserved from the start.
fn box_lines(at: &SeatAtTable, width: i32) -> Vec<String> {
    let turn = at.place.map(|place| format!("place {place}")).or_else(|| at.to_act.then(|| "to move".to_owned()));
    let you = at.viewer.then(|| "you".to_owned());
    let note = if at.note.is_empty() { Vec::new() } else { lines(&at.note, (width / NOTE_LETTER).max(4) as usize) };
    turn.into_iter().chain(you).chain(note).collect()
}

/// Returns the height of all boxes.
pub(super) fn height(scene: &Scene) -> i32 {
    let (rows, _) = rows_and_columns(scene);
    rows * (high(scene) + GAP) - GAP
}

/// Returns the number of rows of boxes, and of boxes in each row. The last one may have fewer.
fn rows_and_columns(scene: &Scene) -> (i32, i32) {
    let count = (scene.seats.len() as i32).max(1);
    let rows = (count + MAX_PER_ROW - 1) / MAX_PER_ROW;
    (rows, (count + rows - 1) / rows)
}

/// Returns the height of a box.
fn high(scene: &Scene) -> i32 {
    let lines = scene.seats.iter().map(|at| box_lines(at, across(scene) - GAP).len()).max().unwrap_or(0);
    HEAD + LINE * lines.max(2) as i32 + 8
}

/// Returns the distance between boxes.
fn across(scene: &Scene) -> i32 {
    let (_, columns) = rows_and_columns(scene);
    (WIDTH - 2 * PAD + GAP) / columns
}

pub(super) fn draw(svg: &mut Svg, scene: &Scene, top: i32) {
    let ((_, columns), high, across) = (rows_and_columns(scene), high(scene), across(scene));
    for (at, i) in scene.seats.iter().zip(0..) {
        let (column, row) = (i % columns, i / columns);
        draw_box(svg, at, (PAD + column * across, top + row * (high + GAP)), (across - GAP, high));
    }
}

fn draw_box(svg: &mut Svg, at: &SeatAtTable, (x, y): (i32, i32), (width, height): (i32, i32)) {
    let seat = at.seat;
    let (open, colour) = (if at.to_act { " open" } else { "" }, seat_class(seat));
    let viewer = if at.viewer { " data-viewer=\"you\"" } else { "" };
    svg.put(format_args!("<g class=\"seat{open} {colour}\" data-seat=\"{seat}\"{viewer}>"));
    svg.put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"16\"/>"));
    let radius = if width < 180 { 25 } else { 32 };
    let (disc_x, disc_y) = (x + 12 + radius, y + 16 + radius);
    svg.put(format_args!("<circle cx=\"{disc_x}\" cy=\"{disc_y}\" r=\"{radius}\"/>"));
    centered_text(svg, &seat.to_string(), (disc_x, disc_y), radius * 4 / 3, 52);
    let (points, room) = (at.points.to_string(), width - 2 * radius - 36);
    let size = fitting(&points, 56, room);
    let (right, base) = (x + width - 14, y + 16 + radius + size * 36 / 100);
    svg.put(format_args!("<text class=\"points\" x=\"{right}\" y=\"{base}\" font-size=\"{size}\">{points}</text>"));
    for (line, base) in box_lines(at, width).iter().zip((y + HEAD + 30..).step_by(LINE as usize)) {
        let size = fitting(line, FONT, width - 20);
        let class = if line == "to move" { "told turn" } else { "told" };
        let left = if wide(line, size) + 32 < width { x + 16 } else { x + 10 };
        svg.put(format_args!(
            "<text class=\"{class}\" x=\"{left}\" y=\"{base}\" font-size=\"{size}\">{}</text>",
            Escaped(line)
        ));
    }
    svg.text("</g>");
}
