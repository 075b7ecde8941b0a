//! Shared measures: of the picture, of text, and of pieces.

use funhouse_rules::scene::Piece;

/// The width of a picture.
pub(super) const WIDTH: i32 = 1200;
/// The margin at the edges of the picture.
pub(super) const PAD: i32 = 36;

/// The layout of a piece: its center and its size.
#[derive(Clone, Copy)]
pub(super) struct PieceLayout {
    pub(super) piece: Piece,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) size: i32,
    /// The width of a stacked piece, which is seen from the side.
    pub(super) bar: Option<i32>,
}

/// Returns the approximate width of a bold text of a font size.
pub(super) fn wide(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 63 / 100
}

/// Returns the maximum font size, up to `wanted`, at which a text is no wider than `room`.
pub(super) fn fitting(text: &str, wanted: i32, room: i32) -> i32 {
    wanted.min(room * wanted / wide(text, wanted).max(1))
}

/// Breaks the caption into lines of at max `max` characters, unless a word is longer.
pub(super) fn lines(caption: &str, max: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in caption.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < max => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
