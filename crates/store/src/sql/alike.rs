//! Runs that are alike: of which a new one says the first that another player handed in.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow as _;

use super::Connection;
use super::rows::fetch;
use crate::{NewRun, PlayerId, RunId};

type Likeness = [u8; 16];

/// The runs of a likeness, as far as new ones must know them.
#[derive(Clone, Copy)]
struct First {
    run: RunId,
    player: PlayerId,
    /// The first run of any other player.
    of_another: Option<RunId>,
}

impl First {
    /// The first run of a player other than this one.
    fn not_of(self, player: PlayerId) -> Option<RunId> {
        if self.player == player { self.of_another } else { Some(self.run) }
    }
}

/// The runs that are kept and are alike to those of a group.
pub(super) struct Alike(BTreeMap<Likeness, First>);

/// Under what runs like this one are kept. Those taken in before likeness was known have their fingerprint in its place.
fn likenesses(run: &NewRun) -> [Likeness; 2] {
    [run.likeness, run.fingerprint]
}

impl Alike {
    /// Reads what is kept of runs like these.
    pub(super) async fn of(connection: &mut Connection, runs: &[NewRun]) -> sqlx::Result<Self> {
        let asked: BTreeSet<Likeness> = runs.iter().flat_map(likenesses).collect();
        let asked: Vec<Likeness> = asked.into_iter().collect();
        // The first run with another's before it is another's itself, or says which is.
        let sql = [
            "SELECT column1, first.id, first.player, later.id, later.player, later.same_as FROM (",
            ") AS asked CROSS JOIN runs AS first LEFT JOIN runs AS later
                ON later.id = (SELECT min(id) FROM runs WHERE likeness = column2 AND same_as IS NOT NULL)
            WHERE first.id = (SELECT min(id) FROM runs WHERE likeness = column2)",
        ];
        let numbered: Vec<(i64, Likeness)> = (0..).zip(asked.iter().copied()).collect();
        let rows = fetch(connection, sql, &numbered, |columns, (at, likeness)| {
            columns.push_bind(*at).push_bind(likeness.as_slice());
        });
        type Row = (i64, i64, i64, Option<i64>, Option<i64>, Option<i64>);
        let rows = rows.await?.iter().map(Row::from_row).collect::<sqlx::Result<Vec<_>>>()?;
        let first = rows.into_iter().filter_map(|(at, run, player, later, of, same_as)| {
            let likeness = asked.get(usize::try_from(at).ok()?)?;
            let of_another = if of == Some(player) { same_as } else { later };
            Some((*likeness, First { run: RunId(run), player: PlayerId(player), of_another: of_another.map(RunId) }))
        });
        Ok(Self(first.collect()))
    }

    /// Adds a run under its number, and gives the first one like it of another player.
    pub(super) fn add(&mut self, run: &NewRun, id: RunId) -> Option<RunId> {
        let known = likenesses(run).into_iter().filter_map(|likeness| self.0.get(&likeness)?.not_of(run.player));
        let same_as = known.min();
        let new = First { run: id, player: run.player, of_another: same_as };
        let first = self.0.entry(run.likeness).or_insert(new);
        if first.player != run.player && first.of_another.is_none() {
            first.of_another = Some(id);
        }
        same_as
    }
}
