//! The fonts with which PNG pictures are drawn.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use roxmltree::Document;

const FILES: [&str; 2] =
    [include_str!("../../../crates/picture/fonts/regular.txt"), include_str!("../../../crates/picture/fonts/bold.txt")];

/// The characters of each font. After the first empty line of a file comes the kerning.
static CHARACTERS: LazyLock<Vec<BTreeSet<char>>> = LazyLock::new(|| {
    let lines = |file: &'static str| file.lines().take_while(|line| !line.is_empty());
    FILES.iter().map(|file| lines(file).filter_map(|line| line.chars().next()).collect()).collect()
});

/// Asserts that all characters of the texts in a picture are in the embedded fonts.
pub(crate) fn assert_embedded(picture: &Document) {
    let texts = picture.descendants().filter(|node| node.tag_name().name() == "text").filter_map(|node| node.text());
    for c in texts.flat_map(str::chars) {
        assert!(CHARACTERS.iter().all(|font| font.contains(&c)), "{c:?} is in no embedded font");
    }
}
