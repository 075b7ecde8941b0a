//! Leaderboards as plain rows: the entries of a board are rows of `bests` or `seed_bests`, its order is an index, and ranks are sums of
//! counts. [`update`] keeps them up to date in the transaction that writes runs; the rest reads them. Averages are separate boards.

pub(super) mod averages;
mod bests;
mod candidate;
mod entries;
mod ids;
mod page;
mod ranks;
pub(crate) mod rebuild;
mod seasons;
mod source;
mod update;

pub(super) use self::bests::bests_of;
pub(super) use self::page::page;
pub(super) use self::ranks::ranks;
pub(super) use self::update::{add, hide, hide_in_app, hide_player, hide_run, player_in_app};
