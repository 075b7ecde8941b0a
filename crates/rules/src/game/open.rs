//! Open information: games in which a program can compute the best move from what the player sees.

use serde_json::Value as Json;

use super::OptionInfo;

/// When the game has open information after the deal: nothing is hidden, and no move draws chance.
///
/// A program that sees the table can then compute the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenInformation {
    /// With any options.
    Always,
    /// With this value of the option of this name.
    With(&'static str, &'static str),
    /// Never.
    Never,
}

impl OpenInformation {
    /// Returns whether the game has open information with these options, an object from name to value.
    #[must_use]
    pub fn with(self, options: &Json) -> bool {
        match self {
            Self::Always => true,
            Self::With(name, value) => options[name] == value,
            Self::Never => false,
        }
    }

    /// Returns whether the game has open information with the default options, the first value of each.
    #[must_use]
    pub fn by_default(self, options: &[OptionInfo]) -> bool {
        match self {
            Self::Always => true,
            Self::With(name, value) => {
                options.iter().any(|option| option.name == name && option.values.first() == Some(&value))
            }
            Self::Never => false,
        }
    }
}
