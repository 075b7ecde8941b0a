//! Owners of drawn seeds. A seed drawn without a token belongs to the first player who submits a run of it.

use std::collections::BTreeMap;

use sqlx::Row as _;

use super::super::{Connection, rows};
use crate::{NewRun, PlayerId, SeedClass};

/// The owners of the seeds that some runs claim.
pub(super) struct Claims<'a>(BTreeMap<(&'a str, &'a str), PlayerId>);

fn key(run: &NewRun) -> (&str, &str) {
    (&run.category.game, run.seed.as_str())
}

impl<'a> Claims<'a> {
    /// Claims seeds without an owner, each for the player of the first run that will be stored and accepts the class that it gets by this.
    pub(super) async fn of(connection: &mut Connection, runs: &[&'a NewRun]) -> sqlx::Result<Self> {
        let claiming: Vec<&NewRun> = runs.iter().copied().filter(|run| run.claims_seed).collect();
        let mut owners = owners(connection, &claiming).await?;
        let mut new: BTreeMap<(&str, &str), &NewRun> = BTreeMap::new();
        for run in &claiming {
            let accepts_class = run.required_class.is_none_or(|class| class == run.category.class);
            if accepts_class && !owners.contains_key(&key(run)) {
                new.entry(key(run)).or_insert(run);
            }
        }
        if !new.is_empty() {
            let new: Vec<&NewRun> = new.into_values().collect();
            let sql = ["INSERT INTO seed_claims (game, seed, player) ", " ON CONFLICT (game, seed) DO NOTHING"];
            rows::execute(connection, sql, &new, |columns, run| {
                let (game, seed) = key(run);
                columns.push_bind(game).push_bind(seed).push_bind(run.player.0);
            })
            .await?;
            // Another instance may have claimed one of them first.
            owners = self::owners(connection, &claiming).await?;
        }
        Ok(Self(owners))
    }

    /// Returns the class of a run: that of its category, unless its seed belongs to another player.
    pub(super) fn class(&self, run: &NewRun) -> SeedClass {
        let is_anothers = |owner: &PlayerId| *owner != run.player;
        if run.claims_seed && self.0.get(&key(run)).is_some_and(is_anothers) {
            SeedClass::Chosen
        } else {
            run.category.class
        }
    }
}

async fn owners<'a>(
    connection: &mut Connection,
    runs: &[&'a NewRun],
) -> sqlx::Result<BTreeMap<(&'a str, &'a str), PlayerId>> {
    if runs.is_empty() {
        return Ok(BTreeMap::new());
    }
    let asked: Vec<(i64, &NewRun)> = (0..).zip(runs.iter().copied()).collect();
    let sql =
        ["SELECT column1, player FROM (", ") AS asked CROSS JOIN seed_claims WHERE game = column2 AND seed = column3"];
    let found = rows::fetch(connection, sql, &asked, |columns, (at, run)| {
        let (game, seed) = key(run);
        columns.push_bind(*at).push_bind(game).push_bind(seed);
    });
    let mut owners = BTreeMap::new();
    for row in &found.await? {
        let run = *super::super::values::nth(runs, row.try_get(0)?)?;
        owners.insert(key(run), PlayerId(row.try_get(1)?));
    }
    Ok(owners)
}
