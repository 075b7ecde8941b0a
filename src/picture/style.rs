//! The colours: light, and dark where the reader prefers it. An ancestor's or the picture's own `data-theme` decides first.
//!
//! All rules hang on the class of the root, so that a picture that stands in a page changes nothing around it.

/// The style sheet of every picture.
pub(super) const SHEET: &str = concat!("<style>", include_str!("style.css"), "</style>");
