//! Drawn seeds that belong to nobody until somebody hands in a run of one: whose they are.

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::sqlite::SqliteConnection;

use super::runs::of_json;
use crate::{NewRun, PlayerId, SeedClass};

/// The seeds of a group of runs that are claimed, and those that its runs claim.
pub(super) struct Claims<'a> {
    owners: BTreeMap<(&'a str, &'a str), PlayerId>,
    new: Vec<&'a NewRun>,
}

fn key(run: &NewRun) -> (&str, &str) {
    (&run.category.game, run.seed.as_str())
}

impl<'a> Claims<'a> {
    /// Reads who has claimed the seeds of runs.
    pub(super) async fn of(connection: &mut SqliteConnection, runs: &'a [NewRun]) -> sqlx::Result<Self> {
        let claiming: Vec<&NewRun> = runs.iter().filter(|run| run.claims_seed).collect();
        let mut owners = BTreeMap::new();
        if !claiming.is_empty() {
            let asked: Vec<_> = claiming.iter().map(|run| key(run)).collect();
            let sql = "SELECT json_group_array(json_array(asked.key, player))
                FROM json_each(?) AS asked CROSS JOIN seed_claims
                ON game = asked.value ->> 0 AND seed = asked.value ->> 1";
            let claimed: String = sqlx::query_scalar(sql).bind(json!(asked).to_string()).fetch_one(connection).await?;
            for (at, player) in of_json::<(usize, i64)>(&claimed)? {
                owners.extend(claiming.get(at).map(|run| (key(run), PlayerId(player))));
            }
        }
        Ok(Self { owners, new: Vec::new() })
    }

    /// The class of a run: that of its category, unless its seed has been claimed by another player.
    pub(super) fn class(&self, run: &NewRun) -> SeedClass {
        let is_anothers = |owner: &PlayerId| *owner != run.player;
        if run.claims_seed && self.owners.get(&key(run)).is_some_and(is_anothers) {
            SeedClass::Chosen
        } else {
            run.category.class
        }
    }

    /// Claims the seed of a run for its player, if it is to be claimed and is nobody's.
    pub(super) fn claim(&mut self, run: &'a NewRun) {
        if run.claims_seed && !self.owners.contains_key(&key(run)) {
            self.owners.insert(key(run), run.player);
            self.new.push(run);
        }
    }

    /// Writes what was claimed.
    pub(super) async fn insert(self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        if self.new.is_empty() {
            return Ok(());
        }
        let claim = |run: &NewRun| json!([run.category.game, run.seed.as_str(), run.player.0]);
        let new: Vec<_> = self.new.into_iter().map(claim).collect();
        let sql = "INSERT INTO seed_claims (game, seed, player)
            SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";
        sqlx::query(sql).bind(json!(new).to_string()).execute(connection).await?;
        Ok(())
    }
}
