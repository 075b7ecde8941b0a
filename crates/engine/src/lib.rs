//! The engine: every game at every rules version behind one interface, JSON in and JSON out.
//!
//! A [`Ruleset`] is one game at one rules version. Its calls take the bytes of a request and return the bytes of an
//! answer, so a host (an HTTP server, a command line, a bot) does not need their types. [`games()`] lists the games with
//! their versions; [`GameVersions`] finds the version of a request.
//!
//! ```
//! let game = funhouse_engine::game("slide-jam").unwrap();
//! let dealt = game.newest().deal(br#"{"seed": "funhouse-1"}"#, &|| None, |_| String::new()).unwrap();
//! // An answer can be sent back unchanged.
//! let moves = game.of_state(&dealt, |ruleset| ruleset.moves(&dealt)).unwrap();
//! assert!(moves.starts_with(br#"{"moves":[{"type":"pop""#));
//! ```
//!
//! No function here is generic over games: each works on the trait objects of [`funhouse_rules::erased`]. [`calls`] has the calls; their requests
//! are in [`request`], their answers in [`answer`], and the reasons for refusals in [`refusal`]. [`catalogue`] and [`rules_text`] describe the games,
//! and [`problem`] turns a refusal into the error response of the API. [`verification`] accepts or rejects submitted runs and verifies stored ones.
//! [`analysis`] searches for the best total that a solitaire can still reach. [`table_game`] is a game whose state stays on the server, and [`table_request`] contains the requests for it, whose moves
//! are [`table_move`]s.
//!
//! With the feature `schemas`, each ruleset has the schemas of its requests and answers, and examples of both.

#![cfg_attr(not(feature = "schemas"), allow(dead_code, unused_imports, reason = "schemas use the rest"))]

pub mod analysis;
pub mod answer;
pub mod calls;
pub mod catalogue;
pub mod checkpoints;
pub mod contest;
#[cfg(feature = "schemas")]
mod documented;
#[cfg(feature = "schemas")]
pub mod example;
pub mod games;
pub mod problem;
pub mod read;
pub mod refusal;
pub mod request;
pub mod robot;
pub mod rules_text;
pub mod ruleset;
mod run;
pub mod run_file;
#[cfg(feature = "schemas")]
pub mod schema;
pub mod shape;
pub mod table_game;
pub mod table_move;
pub mod table_request;
pub mod verification;

pub use funhouse_rules::erased::Facts;
pub use funhouse_rules::game::Scoring;

pub use self::games::{GameVersions, game, games, ranked_games};
pub use self::refusal::Refusal;
pub use self::ruleset::Ruleset;
pub use self::verification::Ranked;
