//! Seasons of apps.

use sqlx::{AssertSqlSafe, Row as _};

use super::super::values::time_at;
use super::super::{Connection, Row};
use super::lock;
use crate::model::calendar::{Day, Month};
use crate::{AppId, MAX_SEASONS_A_YEAR, NewSeason, Season, SeasonCreated, SeasonId};

const COLUMNS: &str = "id, app, name, first_day, last_day";

fn season_at(row: &Row) -> sqlx::Result<Season> {
    let (id, app, name) = (SeasonId(row.try_get(0)?), AppId(row.try_get(1)?), row.try_get(2)?);
    Ok(Season { id, app, name, first: time_at(row, 3)?.day(), last: time_at(row, 4)?.day() })
}

pub(super) async fn create(connection: &mut Connection, season: &NewSeason) -> sqlx::Result<SeasonCreated> {
    let NewSeason { app, name, first, last } = season;
    if lock(connection, *app).await?.is_none() {
        return Ok(SeasonCreated::NoApp);
    }
    let others = of_app(connection, *app).await?;
    if others.iter().any(|other| other.first <= *last && *first <= other.last) {
        return Ok(SeasonCreated::Overlaps);
    }
    let year = |day: Day| Month::of(day).number().div_euclid(12);
    if others.iter().filter(|other| year(other.first) == year(*first)).count() >= MAX_SEASONS_A_YEAR {
        return Ok(SeasonCreated::TooMany);
    }
    let sql = "INSERT INTO app_seasons (app, name, first_day, last_day) VALUES ($1, $2, $3, $4) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(app.0).bind(name).bind(first.start().millis());
    let id = query.bind(last.start().millis()).fetch_one(connection).await?;
    Ok(SeasonCreated::New(SeasonId(id)))
}

pub(super) async fn get(connection: &mut Connection, id: SeasonId) -> sqlx::Result<Option<Season>> {
    let sql = format!("SELECT {COLUMNS} FROM app_seasons WHERE id = $1");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(season_at).transpose()
}

/// Returns the seasons of an app, the latest first.
pub(super) async fn of_app(connection: &mut Connection, app: AppId) -> sqlx::Result<Vec<Season>> {
    let sql = format!("SELECT {COLUMNS} FROM app_seasons WHERE app = $1 ORDER BY last_day DESC");
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(app.0).fetch_all(connection).await?;
    rows.iter().map(season_at).collect()
}

pub(super) async fn delete(connection: &mut Connection, app: AppId, id: SeasonId, after: Day) -> sqlx::Result<bool> {
    let sql = "DELETE FROM app_seasons WHERE id = $1 AND app = $2 AND first_day > $3";
    let query = sqlx::query(sql).bind(id.0).bind(app.0).bind(after.start().millis());
    Ok(query.execute(connection).await?.rows_affected() > 0)
}
