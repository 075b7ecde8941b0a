//! Labels of tokens, by which players distinguish them.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use crate::model::name::is_invisible;

/// Maximum number of characters of a label: code points in normal form C.
pub const MAX_CHARACTERS: usize = 64;

/// A label of a token in normal form C: 1 to 64 visible characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label(String);

/// Why a text is not a valid label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelError {
    /// It has no characters, or too many.
    Length,
    /// It has a character that labels cannot have.
    Character(char),
    /// It begins or ends with a space.
    Spaces,
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "must have 1 to {MAX_CHARACTERS} characters"),
            Self::Character(c) => {
                write!(f, "must not have control characters or invisible characters (got U+{:04X})", u32::from(*c))
            }
            Self::Spaces => f.write_str("must not begin or end with a space"),
        }
    }
}

impl std::error::Error for LabelError {}

impl Label {
    /// Normalizes a text and checks that it is a valid label.
    ///
    /// # Errors
    /// If the text is not a valid label.
    pub fn new(text: &str) -> Result<Self, LabelError> {
        // The rest of a text that is too long costs no memory.
        let label: String = text.nfc().take(MAX_CHARACTERS + 1).collect();
        if !(1..=MAX_CHARACTERS).contains(&label.chars().count()) {
            return Err(LabelError::Length);
        }
        if let Some(c) = label.chars().find(|c| !is_visible(*c)) {
            return Err(LabelError::Character(c));
        }
        if label.starts_with(' ') || label.ends_with(' ') {
            return Err(LabelError::Spaces);
        }
        Ok(Self(label))
    }

    /// Returns the label.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the label as text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Whether a character is visible or U+0020.
fn is_visible(c: char) -> bool {
    use GeneralCategory as Category;
    let invisible = [
        Category::Control,
        Category::LineSeparator,
        Category::ParagraphSeparator,
        Category::PrivateUse,
        Category::SpaceSeparator,
        Category::Surrogate,
        Category::Unassigned,
    ];
    c == ' ' || !is_invisible(c) && !invisible.contains(&c.general_category())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_any_visible_text() {
        for text in ["x", "Ada's phone", "ноутбук (дома)", "📱 1/2", "a  b", &"é".repeat(64)] {
            assert_eq!(Label::new(text).as_ref().map(Label::as_str), Ok(text));
        }
        assert_eq!(Label::new("e\u{301}").as_ref().map(Label::as_str), Ok("é"), "it is stored in normal form");
    }

    #[test]
    fn rejects_empty_long_and_invisible_labels() {
        for text in ["", &"x".repeat(65), &"x".repeat(100_000)] {
            assert_eq!(Label::new(text), Err(LabelError::Length));
        }
        for c in "\0\n\t\u{7f}\u{85}\u{a0}\u{ad}\u{115f}\u{200b}\u{202e}\u{2028}\u{2029}\u{2800}\u{3164}\u{e000}\u{fe0f}\u{feff}\u{e0100}\u{10ffff}".chars() {
            assert_eq!(Label::new(&format!("a{c}b")), Err(LabelError::Character(c)), "{c:?}");
        }
        assert_eq!((Label::new(" a"), Label::new("a ")), (Err(LabelError::Spaces), Err(LabelError::Spaces)));
    }
}
