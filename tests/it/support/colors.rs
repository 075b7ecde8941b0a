//! Pictures without colors, as a reader sees them who distinguishes none.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

/// Asserts that pieces of a picture that look the same without their colors have the same description.
///
/// Colors are in classes only. A piece is drawn around its own origin, so drawings can be compared as text.
pub(crate) fn assert_pieces_differ_in_more_than_color(xml: &Document, game: &str) {
    let mut drawn: BTreeMap<(&str, String), &str> = BTreeMap::new();
    for piece in xml.descendants().filter(|node| node.has_attribute("data-piece")) {
        let name = piece.attribute("data-piece").unwrap_or_default();
        // The name of a tile or of a face-up coin is its description.
        let words = piece.attribute("data-words").unwrap_or(name);
        let kind = piece.attribute("data-kind").unwrap_or_default();
        let before = drawn.insert((kind, without_color(piece)), words);
        assert!(before.is_none_or(|before| before == words), "{before:?} and {words:?} differ in color only in {game}");
    }
}

/// The drawing within an element, without its classes.
fn without_color(element: Node) -> String {
    let drawing: String = element.children().map(|child| &element.document().input_text()[child.range()]).collect();
    let mut parts = drawing.split(" class=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').map_or("", |(_, rest)| rest))
}
