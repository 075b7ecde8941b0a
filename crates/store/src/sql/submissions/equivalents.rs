//! Equivalent runs: those with the same canonical form. A new one refers to the first one of another player.
//!
//! A new version of the program can have other canonical forms. Runs stored before keep their `same_as`, and are found under the new form by
//! their exact copies: if a form is new, the first run to which a run with the same moves is equivalent counts as the first of the form.

use std::collections::BTreeMap;

use sqlx::FromRow as _;

use super::super::Connection;
use super::super::rows::{execute_once, fetch};
use super::super::values::nth;
use crate::{NewRun, PlayerId, RunId};

type Form = [u8; 16];

/// The first run of a canonical form, and the first one of any other player.
#[derive(Clone, Copy)]
struct Firsts {
    run: RunId,
    player: PlayerId,
    of_another: Option<RunId>,
}

/// Returns the first equivalent run of another player for each new run, in order of number. Stores new runs that are themselves the first.
pub(super) async fn first_equivalents(
    connection: &mut Connection,
    runs: &[(RunId, &NewRun)],
) -> sqlx::Result<Vec<Option<RunId>>> {
    let mut first: BTreeMap<Form, (RunId, PlayerId)> = exact_copies(connection, runs).await?;
    for (id, run) in runs {
        first.entry(run.equivalence).or_insert((*id, run.player));
    }
    let first: Vec<(Form, (RunId, PlayerId))> = first.into_iter().collect();
    insert(connection, &first).await?;
    let mut known = read(connection, &first).await?;
    let mut firsts_of_another = BTreeMap::new();
    let mut equivalents = Vec::with_capacity(runs.len());
    for (id, run) in runs {
        let firsts = known.entry(run.equivalence).or_insert(Firsts { run: *id, player: run.player, of_another: None });
        let of_others = if firsts.player == run.player { firsts.of_another } else { Some(firsts.run) };
        equivalents.push(of_others);
        if firsts.player != run.player && firsts.of_another.is_none() {
            firsts.of_another = Some(*id);
            firsts_of_another.insert(run.equivalence, *id);
        }
    }
    store(connection, &firsts_of_another.into_iter().collect::<Vec<_>>()).await?;
    Ok(equivalents)
}

/// Returns, for new forms of which a stored run has the same moves, that run or the one to which it refers.
async fn exact_copies(
    connection: &mut Connection,
    runs: &[(RunId, &NewRun)],
) -> sqlx::Result<BTreeMap<Form, (RunId, PlayerId)>> {
    let sql = [
        "SELECT column1, first.id, first.player FROM (",
        ") AS asked CROSS JOIN runs AS first WHERE first.id =
            CASE WHEN EXISTS (SELECT 1 FROM canonical_forms WHERE form = column2) THEN NULL
            ELSE (SELECT coalesce(copies.same_as, copies.id) FROM runs AS copies WHERE copies.fingerprint = column3
            ORDER BY copies.player LIMIT 1) END",
    ];
    let numbered: Vec<(i64, &NewRun)> = (0..).zip(runs.iter().map(|(_, run)| *run)).collect();
    let rows = fetch(connection, sql, &numbered, |columns, (at, run)| {
        columns.push_bind(*at).push_bind(run.equivalence.as_slice()).push_bind(run.fingerprint.as_slice());
    });
    let mut first = BTreeMap::new();
    for row in &rows.await? {
        let (at, run, player) = <(i64, i64, i64)>::from_row(row)?;
        let found = (RunId(run), PlayerId(player));
        let (_, of) = nth(&numbered, at)?;
        let earliest = first.entry(of.equivalence).or_insert(found);
        *earliest = found.min(*earliest);
    }
    Ok(first)
}

/// Inserts new forms. Waits for other instances that are inserting one.
async fn insert(connection: &mut Connection, first: &[(Form, (RunId, PlayerId))]) -> sqlx::Result<()> {
    let sql = ["INSERT INTO canonical_forms (form, run, player) ", " ON CONFLICT (form) DO NOTHING"];
    execute_once(connection, sql, first, |columns, (form, (run, player))| {
        columns.push_bind(form.as_slice()).push_bind(run.0).push_bind(player.0);
    })
    .await
}

async fn read(
    connection: &mut Connection,
    asked: &[(Form, (RunId, PlayerId))],
) -> sqlx::Result<BTreeMap<Form, Firsts>> {
    let sql = [
        "SELECT column1, run, player, run_of_another FROM (",
        ") AS asked CROSS JOIN canonical_forms WHERE form = column2",
    ];
    let numbered: Vec<(i64, Form)> = (0..).zip(asked.iter().map(|(form, _)| *form)).collect();
    let rows = fetch(connection, sql, &numbered, |columns, (at, form)| {
        columns.push_bind(*at).push_bind(form.as_slice());
    });
    let mut known = BTreeMap::new();
    for row in &rows.await? {
        let (at, run, player, of_another) = <(i64, i64, i64, Option<i64>)>::from_row(row)?;
        let (form, _) = nth(asked, at)?;
        let firsts = Firsts { run: RunId(run), player: PlayerId(player), of_another: of_another.map(RunId) };
        known.insert(*form, firsts);
    }
    Ok(known)
}

/// Stores the first runs of other players, unless another instance has stored one.
async fn store(connection: &mut Connection, firsts_of_another: &[(Form, RunId)]) -> sqlx::Result<()> {
    let sql = [
        "UPDATE canonical_forms SET run_of_another = column2 FROM (",
        ") AS noted WHERE form = column1 AND run_of_another IS NULL",
    ];
    execute_once(connection, sql, firsts_of_another, |columns, (form, run)| {
        columns.push_bind(form.as_slice()).push_bind(run.0);
    })
    .await
}
