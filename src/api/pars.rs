//! Pars in responses.

use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Problem;
use super::shared::Shared;
use crate::engine::analysis::VERSION;
use crate::pars::has_pars;
use crate::rules::wire;
use crate::store::calendar::ClosedDays;
use crate::store::{Deal, Par, Summary};

#[doc = "The par of a deal: bounds of its best total. If they are equal, the best total is proven; otherwise `at_most` is the best that \
         was found. A run reaches par if its total is at most `at_most`. Absent until it is computed, for games without analysis, and \
         while the seed is secret."]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Par)]
pub(in crate::api) struct ParInfo {
    /// No play ends below this.
    #[schema(value_type = wire::Points)]
    at_least: u64,
    /// The total of the best line that was found.
    #[schema(value_type = wire::Points)]
    at_most: u64,
}

impl From<Par> for ParInfo {
    fn from(Par { at_least, at_most }: Par) -> Self {
        Self { at_least, at_most }
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
    let pars = shared.store.pars(deals, VERSION).await?;
    Ok(pars.into_iter().map(|par| par.map(ParInfo::from)).collect())
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
    let is_shown = |run: &Summary| has_pars(&run.category.game, run.category.rules) && run.open_seed(closed).is_some();
    let (mut deals, mut places) = (Vec::new(), Vec::new());
    for run in runs {
        places.push(is_shown(run).then_some(deals.len()));
        deals.extend(is_shown(run).then(|| Deal::of(run)));
    }
    let pars = of_deals(shared, deals).await?;
    Ok(places.into_iter().map(|place| place.and_then(|place| pars.get(place).copied().flatten())).collect())
}
