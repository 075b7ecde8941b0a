//! Writing SVG: text that grows, and what must be escaped in it.

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

/// So many hundredths of a length, rounded.
pub(super) const fn part(length: i32, hundredths: i32) -> i32 {
    (length * hundredths + 50).div_euclid(100)
}
