//! The boxes of the seats, with number, points and turn, and a slot for the name of the player.

use super::area::INNER;
use super::counter::{centered_text, seat_class};
use super::measure::{fitting, lines, wide};
use super::svg::{Escaped, Svg};
use funhouse_rules::scene::{Scene, SeatAtTable};

pub(super) const GAP: i32 = 12;
/// The height of the number and the points, and of each line below them.
const HEAD: i32 = 92;
const LINE: i32 = 40;
const FONT: i32 = 36;
/// The width of a character of a note.
const NOTE_LETTER: i32 = 19;
/// Maximum number of boxes in a row: text in narrower ones is too small for a phone.
const MAX_PER_ROW: usize = 5;

/// The layout of the box of a seat.
pub(super) struct SeatBox {
    /// The index of the seat.
    pub(super) index: usize,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// Returns the lines of a note, at most as long as the box is wide.
fn notes(at: &SeatAtTable, width: i32) -> Vec<String> {
    if at.note.is_empty() { Vec::new() } else { lines(&at.note, (width / NOTE_LETTER).max(4) as usize) }
}

/// Returns the state of a seat: its place at the end, or whether it is to move.
fn state(at: &SeatAtTable) -> Option<String> {
    let turn = if at.viewer { "your turn" } else { "to move" };
    at.place.map(|place| format!("place {place}")).or_else(|| at.to_act.then(|| turn.to_owned()))
}

/// Returns the number of boxes in a row, of `count` boxes that are at least `width` wide. The last row may have fewer.
pub(super) fn columns(count: usize, width: i32) -> usize {
    let most = ((INNER + GAP) / (width + GAP)).clamp(1, MAX_PER_ROW as i32) as usize;
    count.div_ceil(count.div_ceil(most).max(1))
}

/// Returns whether a box is wide enough for the name next to the number.
fn has_room(width: i32) -> bool {
    width > 320
}

/// Returns the height of the texts in the box of another seat: number, name and points, the state, and the longest note.
pub(super) fn head(scene: &Scene, width: i32) -> i32 {
    let others = scene.seats.iter().filter(|at| !at.viewer);
    let notes = others.map(|at| notes(at, width).len()).max().unwrap_or(0);
    HEAD + LINE * (if has_room(width) { 1 } else { 2 } + notes as i32) + 8
}

/// Returns the height of the texts in the box of the viewer, which is wide.
pub(super) fn own_head(at: &SeatAtTable) -> i32 {
    HEAD + if at.note.is_empty() { 0 } else { LINE + 8 }
}

pub(super) fn draw(svg: &mut Svg, scene: &Scene, boxes: &[SeatBox]) {
    for seat in boxes {
        let Some(at) = scene.seats.get(seat.index) else { continue };
        draw_box(svg, at, seat);
    }
}

fn draw_box(svg: &mut Svg, at: &SeatAtTable, &SeatBox { x, y, width, height, .. }: &SeatBox) {
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
    let state = state(at);
    if at.viewer {
        // Everything is next to the number.
        let (left, base) = (x + 2 * radius + 36, disc_y + FONT * 36 / 100);
        slot(svg, (left, base), width / 3, "you");
        if let Some(state) = state {
            fact(svg, &state, (left + width / 3 + 20, base), width / 3);
        }
        if !at.note.is_empty() {
            fact(svg, &at.note, (x + 16, y + HEAD + 30), width - 32);
        }
    } else {
        let mut base = y + HEAD + 30;
        if has_room(width) {
            let left = 2 * radius + 30;
            slot(svg, (x + left, disc_y + FONT * 36 / 100), width - left - wide(&points, size) - 24, "");
            base -= LINE;
        } else {
            slot(svg, (x + 16, base), width - 32, "");
        }
        let lines = std::iter::once(state.unwrap_or_default()).chain(notes(at, width));
        for (line, base) in lines.zip((base + LINE..).step_by(LINE as usize)).filter(|(line, _)| !line.is_empty()) {
            fact(svg, &line, (x + 16, base), width - 32);
        }
    }
    svg.text("</g>");
}

/// Draws the slot for the name of the player, with the width that it may have.
fn slot(svg: &mut Svg, (x, y): (i32, i32), room: i32, name: &str) {
    svg.put(format_args!(
        "<text class=\"fact player\" data-room=\"{room}\" x=\"{x}\" y=\"{y}\" font-size=\"{FONT}\">{name}</text>"
    ));
}

fn fact(svg: &mut Svg, line: &str, (x, y): (i32, i32), room: i32) {
    let size = fitting(line, FONT, room);
    let class = if ["to move", "your turn"].contains(&line) { "fact turn" } else { "fact" };
    let x = if wide(line, size) < room { x } else { x - 6 };
    svg.put(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", Escaped(line)));
}
