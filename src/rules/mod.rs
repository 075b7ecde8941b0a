//! The rules: pure functions from seed, options and moves to states and scores.
//!
//! Nothing in here knows of files, clocks, networks or threads, and nothing depends on hash order or floats.
//! Start with [`game::Game`], what a game must say about itself, and [`game::State`], the sealed state that legal
//! play moves along. The games are in [`games`], one line each in the [`registry`].

pub mod chance;
pub mod fault;
pub mod game;
pub mod games;
pub mod grid;
pub mod page;
pub mod piecepack;
pub mod player;
pub mod registry;
pub mod replay;
pub mod scene;
pub mod wire;
