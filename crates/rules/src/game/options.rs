//! Options: chosen before the deal and fixed for the whole run.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::wire::{self, ToSchema};

/// An option of a game and its values, the first of which is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GameOption)]
pub struct OptionInfo {
    /// The option's name.
    pub name: &'static str,
    /// Its values; the first is the default.
    pub values: &'static [&'static str],
    /// What the option decides.
    pub summary: &'static str,
}

/// The options of a game: chosen before the deal and fixed for the whole run.
pub trait Options: Copy + Debug + Default + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema {
    /// All options of the game.
    const LIST: &'static [OptionInfo];
}

/// Declares the options of a game: a field for each, whose type is an [`OptionValues`](crate::wire::OptionValues).
macro_rules! options {
    (
        $(#[$attribute:meta])*
        pub struct $Type:ident { $($(#[$field_attribute:meta])* pub $name:ident: $Option:ty,)+ }
    ) => {
        $crate::wire::record! {
            $(#[$attribute])*
            #[derive(Copy, Default, Hash)]
            #[serde(default)]
            pub struct $Type { $($(#[$field_attribute])* pub $name: $Option,)+ }
        }

        impl $crate::game::Options for $Type {
            const LIST: &'static [$crate::game::OptionInfo] = &[$($crate::game::OptionInfo {
                name: stringify!($name),
                values: <$Option as $crate::wire::OptionValues>::NAMES,
                summary: <$Option as $crate::wire::OptionValues>::SUMMARY,
            }),+];
        }
    };
}
pub(crate) use options;

/// The options of a game without options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}

wire::named_schema!(
    impl[] NoOptions,
    "NoOptions",
    wire::no_options("The options of a game without options."),
    gather []
);

impl Options for NoOptions {
    const LIST: &'static [OptionInfo] = &[];
}
