//! The measures that all parts of a drawing share: of the picture, of texts, and of a piece.

use funhouse_rules::scene::Piece;

/// The width of a picture.
pub(super) const WIDTH: i32 = 1200;
/// The margin at the edges of the picture.
pub(super) const PAD: i32 = 36;

/// Where a piece lies: its centre and its size.
#[derive(Clone, Copy)]
pub(super) struct PieceLayout {
    pub(super) thing: Piece,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) size: i32,
    /// The width, for a piece of a stack, which is seen from the side.
    pub(super) bar: Option<i32>,
}

/// The approximate width of a text in bold characters of a size.
pub(super) fn wide(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 63 / 100
}

/// The greatest font size, up to the one wanted, at which a text is no wider than `room`.
pub(super) fn fitting(text: &str, wanted: i32, room: i32) -> i32 {
    wanted.min(room * wanted / wide(text, wanted).max(1))
}

/// The caption broken into lines of at most `most` characters, if no word is longer.
pub(super) fn lines(caption: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in caption.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
