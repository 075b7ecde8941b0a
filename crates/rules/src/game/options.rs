//! Options: chosen before the deal and fixed for the whole run.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire;

/// An option of a game and its values, the first of which is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GameOption)]
pub struct OptionInfo {
    /// The option's name.
    pub name: &'static str,
    /// Its values; the first is the default.
    pub values: &'static [&'static str],
    /// What it decides.
    pub summary: &'static str,
}

/// The options of a game: chosen before the deal and fixed for the whole run.
pub trait Options: Copy + Debug + Default + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema {
    /// All options of the game.
    const LIST: &'static [OptionInfo];
}

/// The options of a game that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct NoOptions {}

wire::named_schema!(
    impl[] NoOptions,
    "NoOptions",
    wire::no_options("The options of a game that has none."),
    gather []
);

wire::object_only!(read and written impl[] NoOptions);

impl Options for NoOptions {
    const LIST: &'static [OptionInfo] = &[];
}
