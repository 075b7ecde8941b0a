//! Players' names: which there may be, and when two are too much alike.
//!
//! A name is taken if another that is in use, or once was, equals it when case is folded, or looks like it (Unicode TR39),
//! or looks like it when case is folded. So nobody can pass for another by a Cyrillic letter or a capital I.

use std::fmt;

use caseless::Caseless as _;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};
use unicode_security::confusable_detection::skeleton;

/// The fewest characters (code points, after normalization) of a name.
pub const LEAST: usize = 2;
/// The most characters of a name.
pub const MOST: usize = 32;

/// A player's name, in normal form C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAName {
    /// It has too few or too many characters.
    Length(usize),
    /// It has a character that no name may have.
    Character(char),
    /// It begins or ends with a space, or has two in a row.
    Spaces,
    /// It begins with a mark, which would stand on nothing.
    Mark,
}

impl fmt::Display for NotAName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "a name has {LEAST} to {MOST} characters, not {length}"),
            Self::Character(c) => {
                write!(f, "a name has letters and marks of any script, digits, spaces and . _ -, but not {c:?}")
            }
            Self::Spaces => f.write_str("a name neither begins nor ends with a space, nor has two in a row"),
            Self::Mark => f.write_str("a name does not begin with a combining mark"),
        }
    }
}

impl std::error::Error for NotAName {}

impl Name {
    /// Normalizes a text and checks that it can be a name.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn new(text: &str) -> Result<Self, NotAName> {
        let name: String = text.nfc().take(MOST * 4).collect();
        let length = name.chars().count();
        if !(LEAST..=MOST).contains(&length) {
            return Err(NotAName::Length(length));
        }
        if let Some(c) = name.chars().find(|c| !allowed(*c)) {
            return Err(NotAName::Character(c));
        }
        if name.starts_with(' ') || name.ends_with(' ') || name.contains("  ") {
            return Err(NotAName::Spaces);
        }
        if name.starts_with(|c: char| c.general_category_group() == GeneralCategoryGroup::Mark) {
            return Err(NotAName::Mark);
        }
        Ok(Self(name))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Hashes of the forms under which no other name may be taken.
    #[must_use]
    pub fn forms(&self) -> Vec<[u8; 32]> {
        let folded: String = self.0.nfd().default_case_fold().nfc().collect();
        let skeletons = [skeleton(&self.0).collect::<String>(), skeleton(&folded).collect()];
        let mut forms = vec![hash("folded", &folded)];
        forms.extend(skeletons.iter().map(|skeleton| hash("skeleton", skeleton)));
        forms.sort_unstable();
        forms.dedup();
        forms
    }
}

fn allowed(c: char) -> bool {
    let letter_or_mark =
        [GeneralCategoryGroup::Letter, GeneralCategoryGroup::Mark].contains(&c.general_category_group());
    letter_or_mark || c.general_category() == GeneralCategory::DecimalNumber || " ._-".contains(c)
}

fn hash(kind: &str, form: &str) -> [u8; 32] {
    Sha256::new().chain_update(kind).chain_update("\n").chain_update(form).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap_or_else(|why| panic!("{text:?}: {why}"))
    }

    fn clash(one: &str, other: &str) -> bool {
        let forms = name(one).forms();
        name(other).forms().iter().any(|form| forms.contains(form))
    }

    #[test]
    fn names_are_of_any_script() {
        for text in ["Ada", "Łukasz Ż.", "Ζωή", "李小龍", "علي", "नमस्ते", "x_1-2.3", "٣٤", "O2"]
        {
            assert_eq!(name(text).as_str(), text.nfc().collect::<String>());
        }
    }

    #[test]
    fn a_name_is_measured_and_kept_in_normal_form() {
        assert_eq!(name("e\u{301}a").as_str(), "éa");
        assert_eq!(Name::new("e\u{301}"), Err(NotAName::Length(1)));
        assert_eq!(Name::new(&"é".repeat(33)), Err(NotAName::Length(33)));
        assert!(Name::new(&"e\u{301}".repeat(32)).is_ok());
        assert!(Name::new(&"x".repeat(100_000)).is_err());
    }

    #[test]
    fn what_is_no_letter_mark_digit_or_sign_of_the_list_is_refused() {
        for (text, c) in [
            ("a\nb", '\n'),
            ("a/b", '/'),
            ("a\u{200d}b", '\u{200d}'),
            ("a\u{202e}b", '\u{202e}'),
            ("a😀", '😀'),
            ("a\u{a0}b", '\u{a0}'),
            ("½a", '½'),
        ] {
            assert_eq!(Name::new(text), Err(NotAName::Character(c)), "{text:?}");
        }
        for text in [" ab", "ab ", "a  b"] {
            assert_eq!(Name::new(text), Err(NotAName::Spaces));
        }
        assert_eq!(Name::new("\u{301}\u{302}a"), Err(NotAName::Mark));
    }

    #[test]
    fn names_that_differ_only_in_case_or_looks_clash() {
        for (one, other) in [
            ("Ada", "aDA"),
            ("Straße", "STRASSE"),
            ("paypal", "paypaI"),
            ("alice", "\u{430}lice"),
            ("alice", "\u{410}lice"),
            ("scope", "ѕсоре"),
            ("modern", "rnodern"),
            ("é1", "e\u{301}1"),
        ] {
            assert!(clash(one, other), "{one:?} and {other:?}");
        }
        for (one, other) in [("Ada", "Adam"), ("ann", "anne"), ("Ada 1", "Ada 2"), ("ada.l", "ada-l")] {
            assert!(!clash(one, other), "{one:?} and {other:?}");
        }
    }
}
