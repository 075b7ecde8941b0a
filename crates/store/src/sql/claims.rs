//! Drawn seeds that belong to nobody until somebody hands in a run of one: whose they are.

use std::collections::BTreeMap;

use sqlx::Row as _;

use super::{Connection, rows};
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
    pub(super) async fn of(connection: &mut Connection, runs: &'a [NewRun]) -> sqlx::Result<Self> {
        let claiming: Vec<&NewRun> = runs.iter().filter(|run| run.claims_seed).collect();
        let mut owners = BTreeMap::new();
        if !claiming.is_empty() {
            let asked: Vec<(i64, &NewRun)> = (0..).zip(claiming.iter().copied()).collect();
            let sql = [
                "SELECT column1, player FROM (",
                ") AS asked CROSS JOIN seed_claims WHERE game = column2 AND seed = column3",
            ];
            let claimed = rows::fetch(connection, sql, &asked, |columns, (at, run)| {
                let (game, seed) = key(run);
                columns.push_bind(*at).push_bind(game).push_bind(seed);
            });
            for row in &claimed.await? {
                let at: i64 = row.try_get(0)?;
                let run = usize::try_from(at).ok().and_then(|at| claiming.get(at));
                let player = PlayerId(row.try_get(1)?);
                owners.extend(run.map(|run| (key(run), player)));
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
    pub(super) async fn insert(self, connection: &mut Connection) -> sqlx::Result<()> {
        let sql = ["INSERT INTO seed_claims (game, seed, player) ", ""];
        let inserted = rows::execute_once(connection, sql, &self.new, |columns, run| {
            let (game, seed) = key(run);
            columns.push_bind(game).push_bind(seed).push_bind(run.player.0);
        });
        inserted.await
    }
}
