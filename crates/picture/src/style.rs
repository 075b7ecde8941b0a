//! The colours: light, or dark if the reader's system prefers that. A `data-theme` on the picture or on an element around it
//! overrides the preference.
//!
//! Every selector names the class of the root element, so that a picture inside a page changes nothing around it.

/// The style sheet of every picture.
pub(super) const SHEET: &str = concat!("<style>", include_str!("style.css"), "</style>");

/// The same for games of several seats, which have more to draw: a solitaire's picture does not carry what it does not need.
pub(super) const SEATED: &str = concat!("<style>", include_str!("style.css"), include_str!("seated.css"), "</style>");
