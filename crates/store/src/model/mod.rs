//! What the store stores and returns, without SQL.

pub mod calendar;
pub mod label;
pub mod name;

pub(crate) mod apps;
pub(crate) mod averages;
pub(crate) mod boards;
pub(crate) mod changes;
pub(crate) mod contests;
pub(crate) mod events;
pub(crate) mod history;
pub(crate) mod ids;
pub(crate) mod leaves;
pub(crate) mod moderation;
pub(crate) mod opponents;
pub(crate) mod pairings;
pub(crate) mod pars;
pub(crate) mod players;
pub(crate) mod ratings;
pub(crate) mod records;
pub(crate) mod requests;
pub(crate) mod retention;
pub(crate) mod rounds;
pub(crate) mod runs;
pub(crate) mod secret;
pub(crate) mod tables;
pub(crate) mod tokens;
