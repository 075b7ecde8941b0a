//! The pars of deals, and the lease of the job that computes them.

use super::Connection;
use super::rows::fetch;
use super::values::{damaged, nth};
use crate::{Deal, Lease, PackedMoves, Par, ParLine};
use sqlx::Row as _;

/// Returns the pars of deals.
pub(super) async fn of_deals(
    connection: &mut Connection,
    deals: &[Deal],
    analysis: u32,
) -> sqlx::Result<Vec<Option<Par>>> {
    let sql = [
        "SELECT column1, pars.at_least, pars.at_most FROM (",
        ") AS asked CROSS JOIN pars WHERE pars.game = column2 AND pars.rules = column3 AND pars.options = column4
            AND pars.seed = column5 AND pars.analysis = column6",
    ];
    let asked: Vec<(i64, &Deal)> = (0..).zip(deals).collect();
    let found = fetch(connection, sql, &asked, |columns, (at, deal)| {
        columns.push_bind(*at).push_bind(deal.game.as_str()).push_bind(i64::from(deal.rules));
        columns.push_bind(deal.options.as_str()).push_bind(deal.seed.as_str()).push_bind(i64::from(analysis));
    });
    let mut pars = vec![None; deals.len()];
    for row in &found.await? {
        let at: i64 = row.try_get(0)?;
        nth(deals, at)?;
        pars[usize::try_from(at).unwrap_or_default()] = Some(par(row.try_get(1)?, row.try_get(2)?)?);
    }
    Ok(pars)
}

/// Returns the par of a deal with its line.
pub(super) async fn line(connection: &mut Connection, deal: &Deal, analysis: u32) -> sqlx::Result<Option<ParLine>> {
    let sql = "SELECT at_least, at_most, nodes, line FROM pars
        WHERE game = $1 AND rules = $2 AND options = $3 AND seed = $4 AND analysis = $5";
    let query = sqlx::query(sql).bind(&deal.game).bind(i64::from(deal.rules)).bind(&deal.options);
    let row = query.bind(deal.seed.as_str()).bind(i64::from(analysis)).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let par = par(row.try_get(0)?, row.try_get(1)?)?;
    let nodes = count(row.try_get(2)?)?;
    Ok(Some(ParLine { par, analysis, nodes, line: PackedMoves::of_bytes(row.try_get(3)?) }))
}

/// Stores the par of a deal, in place of any earlier one.
pub(super) async fn set(connection: &mut Connection, deal: &Deal, found: &ParLine) -> sqlx::Result<()> {
    let sql = "INSERT INTO pars (game, rules, options, seed, analysis, at_least, at_most, nodes, line)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (game, rules, options, seed) DO UPDATE SET analysis = excluded.analysis,
            at_least = excluded.at_least, at_most = excluded.at_most, nodes = excluded.nodes, line = excluded.line";
    let ParLine { par, analysis, nodes, line } = found;
    let query = sqlx::query(sql).bind(&deal.game).bind(i64::from(deal.rules)).bind(&deal.options);
    let query = query.bind(deal.seed.as_str()).bind(i64::from(*analysis)).bind(par.at_least.cast_signed());
    let query = query.bind(par.at_most.cast_signed()).bind(nodes.cast_signed()).bind(line.as_bytes());
    query.execute(connection).await.map(|_| ())
}

/// Takes or extends the lease of a job. Returns whether the instance has it.
pub(super) async fn lease(connection: &mut Connection, lease: &Lease) -> sqlx::Result<bool> {
    let sql = "INSERT INTO job_leases (job, owner, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (job) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
        WHERE job_leases.owner = excluded.owner OR job_leases.expires_at <= $4";
    let query = sqlx::query(sql).bind(&lease.job).bind(lease.owner).bind(lease.until.millis());
    let outcome = query.bind(lease.now.millis()).execute(connection).await?;
    Ok(outcome.rows_affected() > 0)
}

fn par(at_least: i64, at_most: i64) -> sqlx::Result<Par> {
    Ok(Par { at_least: count(at_least)?, at_most: count(at_most)? })
}

fn count(number: i64) -> sqlx::Result<u64> {
    u64::try_from(number).map_err(|_| damaged("a par is negative"))
}
