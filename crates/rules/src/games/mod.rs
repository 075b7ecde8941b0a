//! The games, in one file or folder each, and the moves that several of them share.

pub mod chief_herman;
pub mod easy_slider;
pub mod epic_funhouse;
pub mod magic_bag;
#[cfg(feature = "test-games")]
pub mod template_game;

use serde::{Deserialize, Serialize};

use crate::wire;

/// Gives up the game or the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiveUp {}

impl wire::Described for GiveUp {
    const DESCRIPTION: &'static str = "Gives up the game or the room.";
    const QUITS: bool = true;
}

wire::named_schema!(
    impl[] GiveUp,
    "GiveUp",
    wire::quitting(wire::object("Gives up the game or the room.", [])),
    gather []
);

/// Stops the game or the room here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {}

impl wire::Described for Stop {
    const DESCRIPTION: &'static str = "Stops the game or the room here.";
    const QUITS: bool = true;
}

wire::named_schema!(
    impl[] Stop,
    "Stop",
    wire::quitting(wire::object("Stops the game or the room here.", [])),
    gather []
);
