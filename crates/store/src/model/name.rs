//! Names of players: which are valid, and which are too similar.
//!
//! A name is taken if a current or former name equals it after case folding, or looks like it (Unicode TR39) before or after case folding.
//! So no one can imitate another name by a Cyrillic letter or a capital I.

#[cfg(test)]
mod page_texts;
mod reserved;

use std::fmt;

use caseless::Caseless as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};
use unicode_security::GeneralSecurityProfile as _;
use unicode_security::confusable_detection::skeleton;
use unicode_security::general_security_profile::IdentifierType;

/// The names of the robots at a table, by seat. They are reserved: no player has one.
pub const ROBOT_NAMES: [&str; 16] = [
    "Rita", "Bolt", "Gizmo", "Tilda", "Rivet", "Pixel", "Zippy", "Sprocket", "Tinker", "Widget", "Clank", "Fidget",
    "Ratchet", "Sparky", "Whirr", "Cogsy",
];

/// Minimum number of characters of a name: code points in normal form C.
pub const MIN_CHARACTERS: usize = 2;
/// Maximum number of characters of a name: code points in normal form C.
pub const MAX_CHARACTERS: usize = 32;

/// Maximum number of nonspacing marks, and also of spacing ones, on a character of a name, decomposed: three of each are drawn within a line of
/// text in any script.
pub const MAX_MARKS: usize = 3;

/// The apostrophes of keyboards and of typography, which look the same.
const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];

/// A player's name in normal form C, of 2 to 32 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// Why a text is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It has too few or too many characters: this number.
    Length(usize),
    /// It has a character that names cannot have.
    Character(char),
    /// It has an invisible character.
    Invisible(char),
    /// It has a combining mark that is drawn over or around other characters.
    Overlay(char),
    /// It begins or ends with a space, or has two in a row.
    Spaces,
    /// It has a combining mark that follows no letter or digit.
    Mark(char),
    /// It has an apostrophe that is not between two letters.
    Apostrophe,
    /// It has a character with more than [`MAX_MARKS`] marks of one kind: this number.
    TooManyMarks(usize),
    /// It looks like a name of the service, of its operators, or of something on its pages.
    Reserved,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => {
                write!(f, "must have {MIN_CHARACTERS} to {MAX_CHARACTERS} characters (got {length})")
            }
            Self::Character(c) => {
                write!(f, "must have only letters and marks of any script, digits, spaces and . _ - ' (got {c:?})")
            }
            Self::Invisible(c) => write!(f, "must not have invisible characters (got {})", CodePoint(*c)),
            Self::Overlay(c) => {
                write!(f, "must not have marks that strike through or enclose characters (got {})", CodePoint(*c))
            }
            Self::TooManyMarks(count) => {
                write!(f, "must have at most {MAX_MARKS} combining marks on a letter (got {count})")
            }
            Self::Reserved => f.write_str(
                "is reserved: it looks like a name of the service, its operators, or something that its pages show",
            ),
            Self::Spaces => f.write_str("must not begin or end with a space, or have two spaces in a row"),
            Self::Mark(c) => {
                write!(f, "must have combining marks only after a letter or digit (got {} elsewhere)", CodePoint(*c))
            }
            Self::Apostrophe => f.write_str("must have apostrophes only between letters"),
        }
    }
}

impl std::error::Error for NameError {}

/// A character as a code point such as U+115F, for invisible and combining characters.
struct CodePoint(char);

impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.0))
    }
}

/// Whether a text looks like a name of the service or of a robot, which no one else may have.
#[must_use]
pub fn is_reserved(text: &str) -> bool {
    reserved::is_reserved(text)
}

impl Name {
    /// Normalizes a text and checks that it is a valid name.
    ///
    /// # Errors
    /// If the text is not a valid name.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let length = text.nfc().count();
        if !(MIN_CHARACTERS..=MAX_CHARACTERS).contains(&length) {
            return Err(NameError::Length(length));
        }
        let name: String = text.nfc().collect();
        if let Some(c) = name.chars().find(|c| is_invisible(*c)) {
            return Err(NameError::Invisible(c));
        }
        if let Some(c) = name.chars().find(|c| !allowed(*c)) {
            return Err(NameError::Character(c));
        }
        if let Some(c) = name.chars().find(|c| is_overlay(*c)) {
            return Err(NameError::Overlay(c));
        }
        if name.starts_with(' ') || name.ends_with(' ') || name.contains("  ") {
            return Err(NameError::Spaces);
        }
        if let Some(c) = lone_mark(&name) {
            return Err(NameError::Mark(c));
        }
        if has_stray_apostrophe(&name) {
            return Err(NameError::Apostrophe);
        }
        let marks = max_marks(&name);
        if marks > MAX_MARKS {
            return Err(NameError::TooManyMarks(marks));
        }
        let name = Self(name);
        if is_reserved(name.as_str()) { Err(NameError::Reserved) } else { Ok(name) }
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns keyed hashes of the forms that no other name may have: case folded, and the skeleton of each. Hashes, so that names of deleted
    /// players are not stored; keyed, so that no one without the key can find a name by trial.
    #[must_use]
    pub fn forms(&self, key: &NameKey) -> Vec<[u8; 32]> {
        let mut forms = forms(&self.0).map(|form| key.hash(&form)).to_vec();
        forms.sort_unstable();
        forms.dedup();
        forms
    }
}

/// The key under which names are hashed. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NameKey([u8; 32]);

impl NameKey {
    pub(crate) fn of_secret(secret: &[u8; 32]) -> Self {
        Self(hmac(secret, b"names"))
    }

    pub(crate) fn hash(&self, form: &[u8]) -> [u8; 32] {
        hmac(&self.0, form)
    }

    /// Returns a hash that identifies the key. No form is as short as its message.
    pub(crate) fn mark(&self) -> [u8; 32] {
        hmac(&self.0, b"mark")
    }
}

impl fmt::Debug for NameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NameKey")
    }
}

fn hmac(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    // RFC 2104: a key shorter than a block is filled up with zeros.
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut code: Hmac<Sha256> = Hmac::new(&block.into());
    code.update(message);
    code.finalize().into_bytes().into()
}

fn allowed(c: char) -> bool {
    let letter_or_mark =
        [GeneralCategoryGroup::Letter, GeneralCategoryGroup::Mark].contains(&c.general_category_group());
    letter_or_mark
        || c.general_category() == GeneralCategory::DecimalNumber
        || " ._-".contains(c)
        || APOSTROPHES.contains(&c)
}

fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Whether a character is invisible: `Default_Ignorable_Code_Point`, a format character, or a letter, mark or symbol that is drawn blank.
/// Spaces do not count.
pub(crate) fn is_invisible(c: char) -> bool {
    // BRAILLE PATTERN BLANK, the blanks of Egyptian hieroglyphs, KHITAN SMALL SCRIPT FILLER, MUSICAL SYMBOL NULL NOTEHEAD.
    const BLANK: [char; 5] = ['\u{2800}', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}'];
    let ignorable = c.identifier_type() == Some(IdentifierType::Default_Ignorable);
    ignorable || c.general_category() == GeneralCategory::Format || BLANK.contains(&c)
}

/// Whether a mark is drawn over or around what it combines with, in any script: enclosing marks, `Canonical_Combining_Class=Overlay`,
/// and the block of marks for symbols. Overlays of a single script are parts of its letters, such as the tones of Bassa Vah.
fn is_overlay(c: char) -> bool {
    let of_any_script = matches!(c, '\u{300}'..='\u{36f}') && canonical_combining_class(c) == 1;
    let for_symbols = matches!(c, '\u{20d0}'..='\u{20ff}');
    of_any_script || for_symbols || c.general_category() == GeneralCategory::EnclosingMark
}

/// Returns the first mark that does not follow a letter, digit or mark.
fn lone_mark(name: &str) -> Option<char> {
    let carries = |c: char| c.is_alphanumeric() || is_mark(c);
    let before = std::iter::once(' ').chain(name.chars());
    before.zip(name.chars()).find(|(before, c)| is_mark(*c) && !carries(*before)).map(|(_, c)| c)
}

/// Whether an apostrophe is not between two letters or marks, as in O'Brien.
fn has_stray_apostrophe(name: &str) -> bool {
    let mut parts = name.split(APOSTROPHES).peekable();
    let is_letter = |c: char| c.is_alphabetic() || is_mark(c);
    while let (Some(before), Some(after)) = (parts.next(), parts.peek()) {
        if !before.ends_with(is_letter) || !after.starts_with(is_letter) {
            return true;
        }
    }
    false
}

/// Returns the greatest number of marks of one kind, nonspacing or spacing, on one character.
fn max_marks(name: &str) -> usize {
    let count = |([nonspacing, spacing], max): ([usize; 2], usize), c: char| {
        let on_character = match c.general_category() {
            GeneralCategory::NonspacingMark => [nonspacing + 1, spacing],
            _ if is_mark(c) => [nonspacing, spacing + 1],
            _ => [0, 0],
        };
        (on_character, on_character.into_iter().fold(max, usize::max))
    };
    name.nfd().fold(([0; 2], 0), count).1
}

/// Returns the forms of a text that are compared: case folded, and the skeleton of each.
fn forms(text: &str) -> [[u8; 32]; 3] {
    let folded: String = text.nfd().default_case_fold().nfc().collect();
    let (skeleton_of_text, skeleton_of_folded): (String, String) =
        (skeleton(text).collect(), skeleton(&folded).collect());
    [hash("folded", &folded), hash("skeleton", &skeleton_of_text), hash("skeleton", &skeleton_of_folded)]
}

fn hash(kind: &str, form: &str) -> [u8; 32] {
    Sha256::new().chain_update(kind).chain_update("\n").chain_update(form).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: NameKey = NameKey([7; 32]);

    fn name(text: &str) -> Name {
        Name::new(text).unwrap_or_else(|why| panic!("{text:?}: {why}"))
    }

    fn clash(one: &str, other: &str) -> bool {
        let forms = name(one).forms(&KEY);
        name(other).forms(&KEY).iter().any(|form| forms.contains(form))
    }

    #[test]
    fn names_are_of_any_script() {
        for text in ["Ada", "Łukasz Ż.", "Ζωή", "李小龍", "علي", "नमस्ते", "x_1-2.3", "٣٤", "O2"]
        {
            assert_eq!(name(text).as_str(), text.nfc().collect::<String>());
        }
    }

    #[test]
    fn names_are_measured_and_stored_in_normal_form() {
        assert_eq!(name("e\u{301}a").as_str(), "éa");
        assert_eq!(Name::new("e\u{301}"), Err(NameError::Length(1)));
        assert_eq!(Name::new(&"é".repeat(33)), Err(NameError::Length(33)));
        assert!(Name::new(&"e\u{301}".repeat(32)).is_ok());
        assert!(Name::new(&"x".repeat(100_000)).is_err());
    }

    #[test]
    fn rejects_other_characters_and_stray_spaces() {
        for (text, c) in [("a\nb", '\n'), ("a/b", '/'), ("a😀", '😀'), ("a\u{a0}b", '\u{a0}'), ("½a", '½')] {
            assert_eq!(Name::new(text), Err(NameError::Character(c)), "{text:?}");
        }
        for text in [" ab", "ab ", "a  b"] {
            assert_eq!(Name::new(text), Err(NameError::Spaces));
        }
    }

    #[test]
    fn apostrophes_are_between_letters() {
        for text in ["O'Brien", "O\u{2019}Brien", "D'Angelo 2", "l'e\u{301}'a"] {
            assert_eq!(name(text).as_str(), text.nfc().collect::<String>());
        }
        for text in ["'Ada", "Ada'", "A''B", "A' B", "A '", "7'8", "A\u{2019}'B", "\u{2019}\u{2019}"] {
            assert_eq!(Name::new(text), Err(NameError::Apostrophe), "{text:?}");
        }
        assert!(clash("O'Brien", "O\u{2019}Brien"));
        assert!(clash("O'Brien", "O\u{2bc}Brien"));
    }

    #[test]
    fn rejects_invisible_characters_anywhere() {
        let invisible = "\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}\u{180e}\u{200b}\u{200d}\u{202e}\u{2060}\u{2800}\u{3164}\u{fe0f}\u{feff}\u{ffa0}\u{13441}\u{16fe4}\u{1bca0}\u{1d159}\u{1d173}\u{e0041}\u{e0100}";
        for c in invisible.chars() {
            for text in [format!("{c}ab"), format!("a{c}b"), format!("ab{c}"), format!("{c}{c}"), format!("a {c} b")] {
                assert_eq!(Name::new(&text), Err(NameError::Invisible(c)), "{text:?}");
            }
        }
        let why = NameError::Invisible('\u{115f}').to_string();
        assert_eq!(why, "must not have invisible characters (got U+115F)");
    }

    #[test]
    fn rejects_marks_that_strike_through_or_enclose() {
        for c in
            "\u{334}\u{335}\u{336}\u{337}\u{338}\u{488}\u{489}\u{1abe}\u{20d2}\u{20dd}\u{20e0}\u{20e3}\u{20e5}\u{a670}"
                .chars()
        {
            assert_eq!(Name::new(&format!("a{c}b{c}")), Err(NameError::Overlay(c)), "{c:?}");
        }
        assert!(Name::new("a\u{16ad1}\u{16af0}").is_ok(), "a tone of Bassa Vah is drawn within its letter");
    }

    #[test]
    fn rejects_marks_without_letter_or_digit() {
        for (text, c) in [
            ("\u{301}\u{302}a", '\u{301}'),
            ("a \u{308}b", '\u{308}'),
            ("ab \u{93e}", '\u{93e}'),
            ("a.\u{323}b", '\u{323}'),
            ("a-\u{5b4}", '\u{5b4}'),
            ("a_\u{301}b", '\u{301}'),
        ] {
            assert_eq!(Name::new(text), Err(NameError::Mark(c)), "{text:?}");
        }
        for text in ["x\u{323}\u{302}y", "7\u{304}a", "नि", "क्षि", "שָׁלוֹם"] {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn rejects_more_than_three_marks_on_a_letter() {
        for (text, count) in [
            ("Z\u{30d}\u{311}\u{30e}\u{304}algo", 4),
            ("\u{1ebf}\u{323}\u{32d}x", 4),
            ("ab\u{316}\u{317}\u{318}\u{319}\u{31c}", 5),
            ("x\u{301}\u{302}\u{93e}\u{303}\u{304}", 4),
            ("x\u{903}\u{903}\u{903}\u{903}", 4),
            ("x\u{93e}\u{301}\u{93e}\u{301}\u{93e}\u{93e}\u{93e}", 5),
        ] {
            assert_eq!(Name::new(text), Err(NameError::TooManyMarks(count)), "{text:?}");
        }
        let why = NameError::TooManyMarks(5).to_string();
        assert_eq!(why, "must have at most 3 combining marks on a letter (got 5)");
        for text in
            ["Ng\u{1ec7}\u{331}", "x\u{301}\u{302}\u{303}y\u{301}", "བསྒྲུབས", "မြွေ", "ကျွန်ုပ်", "שָׁלוֹם", "ที่นี้", "မြွှော်", "கொ"]
        {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
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
