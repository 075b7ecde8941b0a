//! Text within HTML.

use std::borrow::Cow;

/// Escapes a text for the content of an element or a quoted attribute.
pub(in crate::api) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return text.into();
    }
    text.chars()
        .fold(String::with_capacity(text.len() + 16), |mut escaped, c| {
            match c {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                '\'' => escaped.push_str("&#39;"),
                c => escaped.push(c),
            }
            escaped
        })
        .into()
}
