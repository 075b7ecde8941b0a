//! Inserts runs: decides which runs of a group are new, their numbers and classes, and updates boards.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow as _;

use super::super::apps::hidden_users;
use super::super::boards;
use super::super::meta::days;
use super::super::players::{self, Standing, tokens};
use super::super::rows::{execute_once, fetch};
use super::super::runs::{get, known_or_new_category, room_scores};
use super::super::values::{damaged, nth};
use super::super::{Connection, next_run_ids};
use super::claims::Claims;
use super::equivalents::first_equivalents;
use crate::fold::Contender;
use crate::model::calendar::{ClosedDays, Timestamp};
use crate::{
    AppId, Category, Hidden, HiddenFor, NewRun, PlayerId, RunId, Scores, SeedClass, Submitted, ThroughApp, TokenHash,
};

/// The treatment of runs of banned players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfBanned {
    /// They are rejected: runs that a player submits.
    Rejected,
    /// They are stored and hidden: runs of tables.
    Hidden,
}

/// The decision on a run.
#[derive(Clone, Copy)]
enum Decision {
    /// It is stored with this class, as number `at` of the new runs.
    Store { class: SeedClass, at: usize },
    /// It is the same as the new run with number `at`.
    SameAsNew { at: usize },
    /// Its player submitted it before.
    Existing(RunId),
    /// It is not stored: its player is banned.
    Banned,
    /// It is not stored: its token was revoked.
    TokenRevoked,
    /// It is not stored: its class is not the required one.
    ClassDiffers(SeedClass),
}

/// Whose runs are rejected: those of players, and those that were submitted with a token.
///
/// The rows of the players are locked, so that a ban or a revocation that commits first is seen here.
struct Rejected {
    players: BTreeSet<PlayerId>,
    tokens: BTreeSet<TokenHash>,
}

impl Rejected {
    fn decision(&self, run: &NewRun) -> Option<Decision> {
        if self.players.contains(&run.player) {
            return Some(Decision::Banned);
        }
        run.token.filter(|token| self.tokens.contains(token)).map(|_| Decision::TokenRevoked)
    }
}

/// A new run with all columns that are computed for it.
struct Fresh<'a> {
    id: RunId,
    category: i64,
    same_as: Option<RunId>,
    is_of_banned: bool,
    app: Option<ThroughApp>,
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
            app: self.app,
            season: None,
        }
    }

    /// The number in the column `hidden`.
    fn hidden(&self) -> u8 {
        let of_banned = if self.is_of_banned { HiddenFor::Ban.bit() } else { 0 };
        let in_app_alone = if self.app.is_some_and(|app| app.alone) { Hidden::IN_APP_ALONE } else { 0 };
        of_banned | in_app_alone
    }
}

/// Inserts those runs that their players have not submitted before, and returns the outcome of each. The rows of the players are locked. Runs
/// began when they were received, unless `begun_at` is another time.
pub(crate) async fn insert(
    connection: &mut Connection,
    runs: &[NewRun],
    of_banned: OfBanned,
    begun_at: Option<Timestamp>,
) -> sqlx::Result<Vec<Submitted>> {
    let standing = players::standing(connection, runs.iter().map(|run| run.player).collect()).await?;
    let revoked = tokens::revoked(connection, runs.iter().filter_map(|run| run.token).collect()).await?;
    let rejected = if of_banned == OfBanned::Rejected { standing.banned.clone() } else { BTreeSet::new() };
    let decisions = decide(connection, runs, &Rejected { players: rejected, tokens: revoked }).await?;
    let new: Vec<(&NewRun, SeedClass)> = runs
        .iter()
        .zip(&decisions)
        .filter_map(|(run, decision)| match decision {
            Decision::Store { class, .. } => Some((run, *class)),
            _ => None,
        })
        .collect();
    let fresh = prepare(connection, &new, &standing, begun_at).await?;
    if !fresh.is_empty() {
        insert_rows(connection, &fresh).await?;
        let is_on_boards = |fresh: &&Fresh<'_>| !fresh.is_of_banned && fresh.run.category.class != SeedClass::Contest;
        let visible = fresh.iter().filter(is_on_boards);
        boards::add(connection, visible.map(Fresh::contender).collect()).await?;
    }
    let mut submitted = Vec::with_capacity(runs.len());
    for (run, decision) in runs.iter().zip(decisions) {
        submitted.push(match decision {
            Decision::Store { class, at } => {
                let Fresh { id, same_as, app, .. } = fresh.get(at).ok_or_else(|| damaged("a run has no number"))?;
                Submitted::New { id: *id, class, same_as: *same_as, app: *app }
            }
            Decision::SameAsNew { at } => {
                let first = fresh.get(at).ok_or_else(|| damaged("a run has no number"))?;
                existing(connection, run, first.id).await?
            }
            Decision::Existing(id) => existing(connection, run, id).await?,
            Decision::Banned => Submitted::Banned,
            Decision::TokenRevoked => Submitted::TokenRevoked,
            Decision::ClassDiffers(class) => Submitted::ClassDiffers(class),
        });
    }
    Ok(submitted)
}

/// Returns the outcome for a run that its player submitted before under a number.
async fn existing(connection: &mut Connection, run: &NewRun, id: RunId) -> sqlx::Result<Submitted> {
    let stored = get(connection, id).await?.ok_or_else(|| damaged("a known run is missing"))?;
    Ok(match stored.summary.category.class {
        class if !has_required_class(run, class) => Submitted::ClassDiffers(class),
        _ => Submitted::Existing(Box::new(stored)),
    })
}

async fn decide(connection: &mut Connection, runs: &[NewRun], rejected: &Rejected) -> sqlx::Result<Vec<Decision>> {
    let stored = submitted_before(connection, runs).await?;
    let key = |run: &NewRun| (run.fingerprint, run.player);
    let is_unknown = |run: &&NewRun| rejected.decision(run).is_none() && !stored.contains_key(&key(run));
    let unknown: Vec<&NewRun> = runs.iter().filter(is_unknown).collect();
    let claims = Claims::of(connection, &unknown).await?;
    let closed = closed_days(connection, runs).await?;
    let mut new: BTreeMap<([u8; 16], PlayerId), usize> = BTreeMap::new();
    let decision = |run: &NewRun| {
        if let Some(decision) = rejected.decision(run) {
            return decision;
        }
        if let Some(id) = stored.get(&key(run)) {
            return Decision::Existing(*id);
        }
        if let Some(at) = new.get(&key(run)) {
            return Decision::SameAsNew { at: *at };
        }
        let class = if is_late(run, closed) { SeedClass::Chosen } else { claims.class(run) };
        if !has_required_class(run, class) {
            return Decision::ClassDiffers(class);
        }
        let at = new.len();
        new.insert(key(run), at);
        Decision::Store { class, at }
    };
    Ok(runs.iter().map(decision).collect())
}

/// Computes the columns of new runs: numbers, categories, and the first equivalent runs.
async fn prepare<'a>(
    connection: &mut Connection,
    new: &[(&'a NewRun, SeedClass)],
    standing: &Standing,
    begun_at: Option<Timestamp>,
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
        let is_of_banned = standing.banned.contains(&run.player);
        let app = standing.through(run.player, run.app, begun_at.unwrap_or(run.received_at));
        fresh.push(Fresh { id: *id, category, same_as: None, is_of_banned, app, run });
    }
    hide_in_apps(connection, &mut fresh).await?;
    let equivalents = first_equivalents(connection, &numbered).await?;
    fresh.iter_mut().zip(equivalents).for_each(|(fresh, first)| fresh.same_as = first);
    Ok(fresh)
}

/// Marks the runs of users whom their apps hid.
async fn hide_in_apps(connection: &mut Connection, fresh: &mut [Fresh<'_>]) -> sqlx::Result<()> {
    let user = |fresh: &Fresh<'_>| fresh.app.map(|app| (app.id, fresh.run.player));
    let users: BTreeSet<(AppId, PlayerId)> = fresh.iter().filter_map(user).collect();
    if users.is_empty() {
        return Ok(());
    }
    let hidden = hidden_users(connection, users).await?;
    for fresh in fresh {
        if let Some(app) = &mut fresh.app {
            app.hidden = hidden.contains(&(app.id, fresh.run.player));
        }
    }
    Ok(())
}

/// Returns the closed days, if the class of a run depends on them.
async fn closed_days(connection: &mut Connection, runs: &[NewRun]) -> sqlx::Result<ClosedDays> {
    if runs.iter().any(|run| run.category.class == SeedClass::Daily) {
        days::closed(connection).await
    } else {
        Ok(ClosedDays::NONE)
    }
}

/// Whether a run of a day's seed arrived after the runs of that day became public.
fn is_late(run: &NewRun, closed: ClosedDays) -> bool {
    run.category.class == SeedClass::Daily && closed.contains(run.received_at.day())
}

fn has_required_class(run: &NewRun, class: SeedClass) -> bool {
    run.required_class.is_none_or(|required| required == class)
}

/// Returns the numbers of those runs that their players have submitted before.
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
            moves, same_as, taken_back, assisted, hidden, app, round) ",
        "",
    ];
    let inserted = execute_once(connection, sql, fresh, |columns, new| {
        let Fresh { id, category, same_as, app, run, .. } = new;
        let Scores { whole, rooms } = &run.scores;
        columns.push_bind(id.0).push_bind(run.player.0).push_bind(*category).push_bind(run.seed.as_str());
        columns.push_bind(run.received_at.millis()).push_bind(whole.key.number()).push_bind(i64::from(whole.moves));
        columns.push_bind(room_scores(rooms)).push_bind(&run.score_card).push_bind(run.digest.as_slice());
        columns.push_bind(run.fingerprint.as_slice()).push_bind(run.moves.as_bytes());
        columns.push_bind(same_as.map(|run| run.0)).push_bind(run.taken_back.map(i64::from));
        columns.push_bind(run.assisted.map(i64::from)).push_bind(i64::from(new.hidden()));
        columns.push_bind(app.map(ThroughApp::number)).push_bind(run.round.map(|round| round.id.0));
    });
    inserted.await
}
