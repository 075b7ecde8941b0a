//! An SVG writer: a text buffer, path commands and escaping.

use std::fmt::{self, Display, Write as _};

/// The buffer of a picture.
pub(super) struct Svg(String);

impl Svg {
    pub(super) fn new() -> Self {
        Self(String::with_capacity(24 * 1024))
    }

    /// Writes text without escaping.
    pub(super) fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Writes formatted text.
    pub(super) fn put(&mut self, text: fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(text);
    }

    /// Writes a path command: its letter, unless the previous command has the same, and its numbers, with the fewest
    /// spaces.
    pub(super) fn command(&mut self, letter: Option<char>, numbers: impl IntoIterator<Item = i32>) {
        self.0.extend(letter);
        let mut first = letter.is_some();
        for number in numbers {
            if number >= 0 && !first {
                self.0.push(' ');
            }
            self.put(format_args!("{number}"));
            first = false;
        }
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Text escaped for XML content and attributes.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Returns `hundredths` hundredths of a length, rounded to the nearest integer.
pub(super) const fn part(length: i32, hundredths: i32) -> i32 {
    (length * hundredths + 50).div_euclid(100)
}
