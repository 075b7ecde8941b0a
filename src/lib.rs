//! funhouse: the rules of solitaire board games as a service.
//!
//! This crate is the service: the calls over HTTP ([`api`]), the command line ([`cli`]), and what both need to run. Arrows point
//! inward only, to crates that can be used without it and are re-exported here:
//!
//! - [`rules`]: the games as pure functions; a tour stands at its head.
//! - [`picture`]: what there is to see of a state, drawn as SVG.
//! - [`engine`]: every game at every rules version behind one interface, JSON in and JSON out. The calls over HTTP, the command
//!   line and verification go through it.
//! - [`store`]: players, runs and boards, behind the trait [`Store`](store::Store).
//!
//! A request is read by `api`, answered by a [`Ruleset`](engine::Ruleset) (in the [`pool`], if that takes long), and what is to be
//! kept goes to the store. Games that are held, and not sent to and fro, are in [`tables`]. How to use the crates without the service is told in `docs/embedding.md`.

pub mod api;
pub mod backups;
pub mod bar;
pub mod caller;
pub mod cli;
pub mod clock;
pub mod config;
pub mod days;
pub mod health;
pub mod limits;
pub mod listener;
pub mod moderator;
pub mod pool;
pub mod positions;
pub mod reverify;
pub mod secret;
pub mod server;
pub mod tables;
pub mod telemetry;
pub mod verification;

pub use funhouse_engine as engine;
pub use funhouse_picture as picture;
pub use funhouse_rules as rules;
pub use funhouse_store as store;

/// The examples of the page for embedding are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Embedding;
