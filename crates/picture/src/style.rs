//! The colors: light, or dark if the system prefers that. A `data-theme` on the picture or on an element around it
//! overrides the preference.
//!
//! Every selector contains the class of the root element, so that a picture does not affect the page around it.

/// The style sheet of every picture.
pub(super) const SHEET: &str = concat!("<style>", include_str!("style.css"), "</style>");

/// The style sheet of games for several seats, with additional rules. Solitaire pictures omit them.
pub(super) const SEATED: &str = concat!("<style>", include_str!("style.css"), include_str!("seated.css"), "</style>");
