//! `GET /v1/apps/{app}/usage`: what an app used of its limits.

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Day;
use crate::store::{UsageCount, UsageKind};

/// Number of days that are listed.
const LISTED_DAYS: i64 = 31;

/// How much was used on a day, and how much was refused because it was past a limit.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = AppUsage)]
pub(super) struct UsageInfo {
    #[schema(minimum = 0)]
    used: u64,
    #[schema(minimum = 0)]
    refused: u64,
}

impl From<UsageCount> for UsageInfo {
    fn from(UsageCount { used, refused }: UsageCount) -> Self {
        // What was uncounted after midnight can make a day negative.
        Self { used: u64::try_from(used).unwrap_or(0), refused: u64::try_from(refused).unwrap_or(0) }
    }
}

/// What an app used on a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AppUsageOfDay)]
pub(super) struct DayInfo {
    /// The day (UTC).
    #[schema(value_type = String, format = Date)]
    day: Day,
    /// Requests with the app's key or its tokens.
    requests: UsageInfo,
    /// Long calls.
    work: UsageInfo,
    /// New users.
    players: UsageInfo,
    /// Moves at tables, including those of robots. New tables and submitted runs count by their size.
    moves: UsageInfo,
    /// New tables.
    tables: UsageInfo,
    /// Opened event streams and waiting requests.
    listeners: UsageInfo,
}

impl DayInfo {
    fn new(day: Day) -> Self {
        let [requests, work, players, moves, tables, listeners] = [UsageInfo::default(); 6];
        Self { day, requests, work, players, moves, tables, listeners }
    }

    fn set(&mut self, kind: UsageKind, count: UsageCount) {
        let place = match kind {
            UsageKind::Requests => &mut self.requests,
            UsageKind::Work => &mut self.work,
            UsageKind::Players => &mut self.players,
            UsageKind::Moves => &mut self.moves,
            UsageKind::Tables => &mut self.tables,
            UsageKind::Listeners => &mut self.listeners,
        };
        *place = count.into();
    }
}

/// What an app used of its limits.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AppUsageList)]
pub(super) struct UsageList {
    /// The days on which it used anything, of the last 31: the newest first.
    #[schema(max_items = 31)]
    days: Vec<DayInfo>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), UsageList> {
    let doc = describe(
        "show_app_usage",
        "Show the usage of your app",
        "Returns how much the app used of its limits on each of the last 31 days, and how much was refused, about 5 seconds after it happened. \
         Calls count from the operator's approval on; before, and on a service without limits, the list is empty.",
    );
    let day = DayInfo { requests: UsageInfo { used: 4711, refused: 3 }, ..DayInfo::new(examples::time().day()) };
    id_in_path(doc).ok::<UsageList>(&UsageList { days: vec![day] }).no_store().errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<UsageList>, Problem> {
    let app = oneself(&request, &id)?.id;
    let since = shared.days.known_time().now.day().plus(1 - LISTED_DAYS);
    let mut days: Vec<DayInfo> = Vec::new();
    for (day, kind, count) in shared.store.app_usage(app, since).await? {
        if days.last().is_none_or(|last| last.day != day) {
            days.push(DayInfo::new(day));
        }
        if let Some(last) = days.last_mut() {
            last.set(kind, count);
        }
    }
    Ok(JsonResponse::no_store(&UsageList { days }))
}
