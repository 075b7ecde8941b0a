//! Open information: games in which a program on the player's side can compute what is best.

use serde_json::Value as Json;

use super::OptionInfo;

/// When everything is open after the deal: nothing is hidden, and no move draws chance. A program that sees the table can then compute
/// what is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenInformation {
    /// Whatever the options are.
    Always,
    /// Where the option of this name has this value.
    With(&'static str, &'static str),
    /// With no options.
    Never,
}

impl OpenInformation {
    /// Whether everything is open with these options, each of them named.
    #[must_use]
    pub fn with(self, options: &Json) -> bool {
        match self {
            Self::Always => true,
            Self::With(name, value) => options[name] == value,
            Self::Never => false,
        }
    }

    /// Whether everything is open with the default options, the first value of each.
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
