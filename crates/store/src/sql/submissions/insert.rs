//! Inserting runs: which of a group are new, under which numbers and of which class, and what else is written with them.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow as _;

use super::super::boards;
use super::super::meta::days;
use super::super::players::banned;
use super::super::rows::{execute_once, fetch};
use super::super::runs::{get, known_or_new_category, room_scores};
use super::super::values::{damaged, nth};
use super::super::{Connection, next_run_ids};
use super::claims::Claims;
use super::equivalents::first_equivalents;
use crate::fold::Contender;
use crate::model::calendar::ClosedDays;
use crate::{Category, HiddenFor, NewRun, PlayerId, RunId, Scores, SeedClass, Submitted};

/// What becomes of runs of banned players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfBanned {
    /// They are refused: those that a player submits.
    Refused,
    /// They are stored and hidden: those of tables, which the service held.
    Hidden,
}

/// What is to become of a run.
#[derive(Clone, Copy)]
enum Decision {
    /// It is stored, with this class, as the next of the group's new runs.
    Store { class: SeedClass, at: usize },
    /// It is the same as a run of the group before it, that `at`.
    SameAsNew { at: usize },
    /// Its player submitted it before.
    Before(RunId),
    /// It is not stored: its player is banned.
    Banned,
    /// It is not stored: its class is another than the one it is meant for.
    ClassDiffers(SeedClass),
}

/// A run that is stored, with all that is computed for it.
struct Fresh<'a> {
    id: RunId,
    category: i64,
    same_as: Option<RunId>,
    /// The number of the reasons to hide it.
    hidden: u8,
    run: &'a NewRun,
}

impl Fresh<'_> {
    fn contender(&self) -> Contender {
        Contender {
            run: self.id,
            player: self.run.player,
            category: self.category,
            seed: self.run.seed.as_str().to_owned(),
            received_at: self.run.received_at,
            scores: self.run.scores.clone(),
        }
    }
}

/// Inserts those runs that their players have not submitted before, and returns what became of each. The rows of the players are locked.
pub(crate) async fn insert(
    connection: &mut Connection,
    runs: &[NewRun],
    of_banned: OfBanned,
) -> sqlx::Result<Vec<Submitted>> {
    let banned = banned(connection, runs.iter().map(|run| run.player).collect()).await?;
    let refused = if of_banned == OfBanned::Refused { &banned } else { &BTreeSet::new() };
    let decisions = decide(connection, runs, refused).await?;
    let new: Vec<(&NewRun, SeedClass)> = runs
        .iter()
        .zip(&decisions)
        .filter_map(|(run, decision)| match decision {
            Decision::Store { class, .. } => Some((run, *class)),
            _ => None,
        })
        .collect();
    let fresh = prepare(connection, &new, &banned).await?;
    if !fresh.is_empty() {
        insert_rows(connection, &fresh).await?;
        let visible = fresh.iter().filter(|fresh| fresh.hidden == 0);
        boards::add(connection, &visible.map(Fresh::contender).collect::<Vec<_>>()).await?;
    }
    let mut submitted = Vec::with_capacity(runs.len());
    for (run, decision) in runs.iter().zip(decisions) {
        submitted.push(match decision {
            Decision::Store { class, at } => {
                let Fresh { id, same_as, .. } = fresh.get(at).ok_or_else(|| damaged("a run has no number"))?;
                Submitted::New { id: *id, class, same_as: *same_as }
            }
            Decision::SameAsNew { at } => {
                let first = fresh.get(at).ok_or_else(|| damaged("a run has no number"))?;
                before(connection, run, first.id).await?
            }
            Decision::Before(id) => before(connection, run, id).await?,
            Decision::Banned => Submitted::Banned,
            Decision::ClassDiffers(class) => Submitted::ClassDiffers(class),
        });
    }
    Ok(submitted)
}

/// The answer for a run that its player submitted before under a number.
async fn before(connection: &mut Connection, run: &NewRun, id: RunId) -> sqlx::Result<Submitted> {
    let stored = get(connection, id).await?.ok_or_else(|| damaged("a known run is missing"))?;
    Ok(match stored.summary.category.class {
        class if !is_meant_for(run, class) => Submitted::ClassDiffers(class),
        _ => Submitted::Before(Box::new(stored)),
    })
}

async fn decide(
    connection: &mut Connection,
    runs: &[NewRun],
    refused: &BTreeSet<PlayerId>,
) -> sqlx::Result<Vec<Decision>> {
    let stored = submitted_before(connection, runs).await?;
    let key = |run: &NewRun| (run.fingerprint, run.player);
    let is_unknown = |run: &&NewRun| !refused.contains(&run.player) && !stored.contains_key(&key(run));
    let unknown: Vec<&NewRun> = runs.iter().filter(is_unknown).collect();
    let claims = Claims::of(connection, &unknown).await?;
    let closed = closed_days(connection, runs).await?;
    let mut new: BTreeMap<([u8; 16], PlayerId), usize> = BTreeMap::new();
    let decision = |run: &NewRun| {
        if refused.contains(&run.player) {
            return Decision::Banned;
        }
        if let Some(id) = stored.get(&key(run)) {
            return Decision::Before(*id);
        }
        if let Some(at) = new.get(&key(run)) {
            return Decision::SameAsNew { at: *at };
        }
        let class = if is_late(run, closed) { SeedClass::Chosen } else { claims.class(run) };
        if !is_meant_for(run, class) {
            return Decision::ClassDiffers(class);
        }
        let at = new.len();
        new.insert(key(run), at);
        Decision::Store { class, at }
    };
    Ok(runs.iter().map(decision).collect())
}

/// Computes what is stored with new runs: numbers, categories, and the first equivalent runs.
async fn prepare<'a>(
    connection: &mut Connection,
    new: &[(&'a NewRun, SeedClass)],
    banned: &BTreeSet<PlayerId>,
) -> sqlx::Result<Vec<Fresh<'a>>> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let ids = next_run_ids(connection, new.len()).await?;
    let numbered: Vec<(RunId, &NewRun)> = ids.into_iter().zip(new.iter().map(|(run, _)| *run)).collect();
    let mut categories = BTreeMap::new();
    let mut fresh = Vec::with_capacity(new.len());
    for ((run, class), (id, _)) in new.iter().zip(&numbered) {
        let category = Category { class: *class, ..run.category.clone() };
        let category = known_or_new_category(connection, &mut categories, category).await?;
        let hidden = if banned.contains(&run.player) { HiddenFor::Ban.bit() } else { 0 };
        fresh.push(Fresh { id: *id, category, same_as: None, hidden, run });
    }
    let equivalents = first_equivalents(connection, &numbered).await?;
    fresh.iter_mut().zip(equivalents).for_each(|(fresh, first)| fresh.same_as = first);
    Ok(fresh)
}

/// The closed days, if the class of a run depends on them.
async fn closed_days(connection: &mut Connection, runs: &[NewRun]) -> sqlx::Result<ClosedDays> {
    if runs.iter().any(|run| run.category.class == SeedClass::Daily) {
        days::closed(connection).await
    } else {
        Ok(ClosedDays::NONE)
    }
}

/// Whether a run of a day's seed arrives when others can read how that day was played.
fn is_late(run: &NewRun, closed: ClosedDays) -> bool {
    run.category.class == SeedClass::Daily && closed.contains(run.received_at.day())
}

fn is_meant_for(run: &NewRun, class: SeedClass) -> bool {
    run.meant_for.is_none_or(|meant_for| meant_for == class)
}

/// The numbers of those runs that their players have submitted before.
async fn submitted_before(
    connection: &mut Connection,
    runs: &[NewRun],
) -> sqlx::Result<BTreeMap<([u8; 16], PlayerId), RunId>> {
    let sql = [
        "SELECT column1, runs.id FROM (",
        ") AS asked CROSS JOIN runs WHERE runs.fingerprint = column2 AND runs.player = column3",
    ];
    let asked: Vec<(i64, &NewRun)> = (0..).zip(runs).collect();
    let found = fetch(connection, sql, &asked, |columns, (at, run)| {
        columns.push_bind(*at).push_bind(run.fingerprint.as_slice()).push_bind(run.player.0);
    });
    let mut known = BTreeMap::new();
    for row in &found.await? {
        let (at, id) = <(i64, i64)>::from_row(row)?;
        let run = nth(runs, at)?;
        known.insert((run.fingerprint, run.player), RunId(id));
    }
    Ok(known)
}

async fn insert_rows(connection: &mut Connection, fresh: &[Fresh<'_>]) -> sqlx::Result<()> {
    let sql = [
        "INSERT INTO runs
            (id, player, category, seed, received_at, score_key, move_count, room_scores, score_card, digest, fingerprint,
            moves, same_as, taken_back, hidden) ",
        "",
    ];
    let inserted = execute_once(connection, sql, fresh, |columns, Fresh { id, category, same_as, hidden, run }| {
        let Scores { whole, rooms } = &run.scores;
        columns.push_bind(id.0).push_bind(run.player.0).push_bind(*category).push_bind(run.seed.as_str());
        columns.push_bind(run.received_at.millis()).push_bind(whole.key.number()).push_bind(i64::from(whole.moves));
        columns.push_bind(room_scores(rooms)).push_bind(&run.score_card).push_bind(run.digest.as_slice());
        columns.push_bind(run.fingerprint.as_slice()).push_bind(run.moves.as_bytes());
        columns.push_bind(same_as.map(|run| run.0)).push_bind(run.taken_back.map(i64::from));
        columns.push_bind(i64::from(*hidden));
    });
    inserted.await
}
