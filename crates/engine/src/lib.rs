//! The engine: every game at every rules version behind one interface, JSON in and JSON out.
//!
//! A [`Ruleset`] is one game at one rules version. Its calls take the bytes of a request and give the bytes of an answer, so
//! that whoever serves games (over HTTP, on a command line, in a bot) needs to know nothing of their types. [`games()`] lists
//! the games, each with its versions; [`GameVersions`] finds the version that a request is about.
//!
//! ```
//! let game = funhouse_engine::game("slide-jam").unwrap();
//! let dealt = game.newest().deal(br#"{"seed": "funhouse-1"}"#, &|| None, |_| String::new()).unwrap();
//! // What a call gives can be sent back as it is.
//! let moves = game.of_state(&dealt, |ruleset| ruleset.moves(&dealt)).unwrap();
//! assert!(moves.starts_with(br#"{"moves":[{"type":"pop""#));
//! ```
//!
//! [`call`] is where the calls are written, once for any game: each ties together what it takes, what it gives and how. What
//! they take is in [`request`], what they give in [`answer`], why they refuse in [`refusal`]; [`verification`] accepts or
//! rejects runs that are handed in and verifies stored ones. A game that is not sent to and fro but held is in [`held`], and
//! what is asked of whoever holds it in [`order`].

pub mod answer;
pub mod call;
pub mod checkpoints;
pub mod example;
pub mod facts;
pub mod games;
pub mod order;
pub mod read;
pub mod refusal;
pub mod request;
pub mod robot;
pub mod ruleset;
pub mod run_file;
pub mod schema;
pub mod table_game;
pub mod verification;

pub use self::facts::{Facts, Scoring};
pub use self::games::{GameVersions, game, games, ranked_games};
pub use self::refusal::Refusal;
pub use self::ruleset::{Ranked, Ruleset};
