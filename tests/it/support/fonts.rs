//! The fonts with which PNG pictures are drawn.

use std::sync::LazyLock;

use roxmltree::Document;
use skrifa::charmap::Charmap;
use skrifa::{FontRef, MetadataProvider as _};

const FILES: [&[u8]; 2] = [
    include_bytes!("../../../crates/picture/fonts/DejaVuSans.ttf"),
    include_bytes!("../../../crates/picture/fonts/DejaVuSans-Bold.ttf"),
];

static CHARACTERS: LazyLock<Vec<Charmap>> =
    LazyLock::new(|| FILES.iter().map(|file| FontRef::new(file).expect("a font").charmap()).collect());

/// Asserts that all characters of the texts in a picture are in the embedded fonts.
pub(crate) fn assert_embedded(picture: &Document) {
    let texts = picture.descendants().filter(|node| node.tag_name().name() == "text").filter_map(|node| node.text());
    for c in texts.flat_map(str::chars) {
        assert!(CHARACTERS.iter().all(|font| font.map(c).is_some()), "{c:?} is in no embedded font");
    }
}
