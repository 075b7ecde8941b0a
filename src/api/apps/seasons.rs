//! What the calls about seasons of apps share.

use serde::Serialize;

use crate::api::problem::{Code, Problem};
use crate::api::schemas;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Day;
use crate::store::{Season, SeasonId};

/// A season of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Season)]
pub(super) struct SeasonInfo {
    #[schema(value_type = schemas::SeasonNumber)]
    pub(super) id: SeasonId,
    pub(super) name: String,
    /// The first day (UTC).
    #[schema(value_type = String, format = Date)]
    pub(super) first_day: Day,
    /// The last day (UTC).
    #[schema(value_type = String, format = Date)]
    pub(super) last_day: Day,
}

impl From<Season> for SeasonInfo {
    fn from(Season { id, name, first, last, .. }: Season) -> Self {
        Self { id, name, first_day: first, last_day: last }
    }
}

/// For this long before a season begins, it cannot be created or deleted, so that no run of its first day is stored before the change is.
const FIXED_SECONDS: i64 = 60;

/// Returns the newest day on which no season can be changed to begin: today, and in its last minute tomorrow.
///
/// # Errors
/// When the clock is unconfirmed, or the store fails.
pub(super) async fn newest_fixed_day(shared: &Shared) -> Result<Day, Problem> {
    let today = shared.days.today().await?;
    today.confirmed()?;
    Ok(shared.clock.now().plus_seconds(FIXED_SECONDS).day().max(today.newest))
}

/// The problem of a season that does not exist, or is of another app.
pub(in crate::api) fn unknown_season(id: &str) -> Problem {
    Problem::new(Code::UnknownSeason, format!("the app has no season {id:?}"))
}
