//! The seasons in which runs were submitted through apps.

use std::collections::BTreeMap;

use sqlx::Row as _;

use super::super::Connection;
use super::super::rows::fetch;
use super::super::values::time_at;
use crate::AppId;
use crate::fold::Contender;
use crate::model::calendar::{Period, Timestamp};

/// Sets the season of runs that were submitted through apps.
pub(super) async fn attach(connection: &mut Connection, runs: Vec<&mut Contender>) -> sqlx::Result<()> {
    let mut apps: BTreeMap<AppId, Timestamp> = BTreeMap::new();
    for run in &runs {
        if let Some(app) = run.app {
            let since = apps.entry(app.id).or_insert(run.received_at);
            *since = run.received_at.min(*since);
        }
    }
    if apps.is_empty() {
        return Ok(());
    }
    let asked: Vec<(AppId, Timestamp)> = apps.into_iter().collect();
    let sql = [
        "SELECT app, first_day, last_day FROM (",
        ") AS asked CROSS JOIN app_seasons WHERE app = column1 AND last_day >= column2",
    ];
    let found = fetch(connection, sql, &asked, |columns, (app, since)| {
        columns.push_bind(app.0).push_bind(since.day().start().millis());
    });
    let mut seasons = Vec::new();
    for row in &found.await? {
        let period = Period::Span(time_at(row, 1)?.day(), time_at(row, 2)?.day());
        seasons.push((AppId(row.try_get(0)?), period));
    }
    for run in runs {
        let is_of = |(app, period): &&(AppId, Period)| {
            run.app.is_some_and(|of| of.id == *app) && period.contains(run.received_at)
        };
        run.season = seasons.iter().find(is_of).map(|(_, period)| *period);
    }
    Ok(())
}
