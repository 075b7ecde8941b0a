//! Writing SVG: a text buffer, path commands and escaping.

use std::fmt::{self, Display, Write as _};

/// A picture in the making.
pub(super) struct Svg(String);

impl Svg {
    pub(super) fn new() -> Self {
        Self(String::with_capacity(24 * 1024))
    }

    /// Writes text as it is.
    pub(super) fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Writes what is formatted.
    pub(super) fn put(&mut self, text: fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(text);
    }

    /// Writes a command of a path: its letter, if it is not that of the command before, and its numbers, with spaces only
    /// where they are needed.
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

    pub(super) fn done(self) -> String {
        self.0
    }
}

/// Text as it stands in XML, in attributes too.
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

/// `hundredths` hundredths of a length, rounded to the nearest whole.
pub(super) const fn part(length: i32, hundredths: i32) -> i32 {
    (length * hundredths + 50).div_euclid(100)
}
