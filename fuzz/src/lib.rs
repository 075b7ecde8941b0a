//! The functions of the fuzz targets. Each takes any bytes as the body of a request, and panics if a game breaks its rules.
#![allow(clippy::expect_used, reason = "a panic is how a fuzz target reports a fault")]

mod moves;
mod play;
mod replay;
mod seats;

pub use play::play;
pub use replay::replay;
pub use seats::seats;
