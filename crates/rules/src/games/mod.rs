//! The games, in one file or folder each, and the moves that several of them share.

pub mod chief_herman;
pub mod easy_slider;
pub mod epic_funhouse;
pub mod magic_bag;
#[cfg(feature = "test-games")]
pub mod template_game;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Gives the game or the room up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveUp {}

/// Stops the game or the room here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {}
