//! Pars in responses.

use serde::Serialize;

use super::problem::Problem;
use super::shared::Shared;
use crate::engine::analysis::{VERSION, is_analyzed};
use crate::engine::game;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::ClosedDays;
use crate::store::{Deal, Par, Summary};

/// The par of a deal: the best total that was found. It is proven if `at_least` and `at_most` are equal. Absent until it is computed, and
/// while the seed is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Par)]
pub(in crate::api) struct ParInfo {
    /// A run with this total or a better one reaches par.
    #[schema(value_type = wire::Points)]
    pub(in crate::api) total: u64,
    /// The best total is at least this.
    #[schema(value_type = wire::Points)]
    pub(in crate::api) at_least: u64,
    /// The best total is at most this.
    #[schema(value_type = wire::Points)]
    pub(in crate::api) at_most: u64,
}

impl ParInfo {
    /// Returns the par of a deal; none if the game is unknown.
    pub(in crate::api) fn of(par: Par, deal: &Deal) -> Option<Self> {
        let Par { at_least, at_most } = par;
        let order = game(&deal.game)?.version(deal.rules)?.facts().scoring?.wins;
        Some(Self { total: par.total(order), at_least, at_most })
    }
}

/// Returns the pars of deals.
///
/// # Errors
/// When they cannot be read.
pub(in crate::api) async fn of_deals(shared: &Shared, deals: Vec<Deal>) -> Result<Vec<Option<ParInfo>>, Problem> {
    if deals.is_empty() {
        return Ok(Vec::new());
    }
    let pars = shared.store.pars(deals.clone(), VERSION).await?;
    Ok(pars.into_iter().zip(&deals).map(|(par, deal)| ParInfo::of(par?, deal)).collect())
}

/// Returns the pars of the deals of runs, except of those whose seed is secret.
///
/// # Errors
/// When they cannot be read.
pub(in crate::api) async fn of_runs<'a>(
    shared: &Shared,
    runs: impl Iterator<Item = &'a Summary>,
    closed: ClosedDays,
) -> Result<Vec<Option<ParInfo>>, Problem> {
    let is_shown =
        |run: &Summary| is_analyzed(&run.category.game, run.category.rules) && run.open_seed(closed).is_some();
    let (mut deals, mut places) = (Vec::new(), Vec::new());
    for run in runs {
        places.push(is_shown(run).then_some(deals.len()));
        deals.extend(is_shown(run).then(|| Deal::of(run)));
    }
    let pars = of_deals(shared, deals).await?;
    Ok(places.into_iter().map(|place| place.and_then(|place| pars.get(place).copied().flatten())).collect())
}
