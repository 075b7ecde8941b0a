//! funhouse: the rules of board games as a service, for one player or several.
//!
//! This crate is the service: the calls over HTTP ([`api`]), the command line ([`cli`]), and what both need to run. It depends on
//! crates that can be used without it and are re-exported here:
//!
//! - [`rules`]: the games as pure functions. Its documentation begins with a tour.
//! - [`picture`]: draws what is visible of a state as SVG or PNG.
//! - [`engine`]: every game at every rules version behind one interface, JSON in and JSON out. The calls over HTTP, the command
//!   line and verification go through it.
//! - [`store`]: players, runs and boards, behind the trait [`Store`](store::Store).
//!
//! `api` reads a request, a [`Ruleset`](engine::Ruleset) answers it (in the [`pool`], if that takes long), and the store keeps runs and
//! players. [`tables`] has the games that the service holds. `docs/embedding.md` explains how to use the crates without the service.

#![cfg_attr(
    not(feature = "schemas"),
    allow(dead_code, unused_imports, unused_variables, reason = "schemas use the rest")
)]

pub mod api;
pub mod background;
pub mod backups;
pub mod caller;
pub mod cli;
pub mod clock;
pub mod config;
pub mod contests;
pub mod days;
pub mod drain;
pub mod health;
pub mod limits;
pub mod listener;
pub mod moderator;
pub mod pars;
pub mod pool;
pub mod positions;
pub mod progress;
pub mod public_url;
pub mod reverify;
pub mod secret;
pub mod server;
pub mod solve;
mod stop_signals;
pub mod streams;
pub mod tables;
pub mod telemetry;
pub mod usage;
pub mod verification;

pub use funhouse_engine as engine;
pub use funhouse_picture as picture;
pub use funhouse_rules as rules;
pub use funhouse_store as store;

/// Runs the examples of the page as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Embedding;
