//! Runs that are handed in: how a group of them is written in one transaction.

use std::collections::BTreeMap;

use sqlx::FromRow as _;

use super::alike::Alike;
use super::claims::Claims;
use super::rows::{execute_once, fetch};
use super::runs::{self, damaged};
use super::writer::{Done, Job, Work, stopped};
use super::{Connection, OF_ANY_SEED, days};
use crate::calendar::ClosedDays;
use crate::fold::{self, Contender};
use crate::{Category, NewRun, PlayerId, RunId, SeedClass, StoreError, Submitted};

/// The runs of a group, with whom to tell what became of each.
#[derive(Default)]
pub(super) struct Submissions {
    runs: Vec<NewRun>,
    waiting: Vec<Done<Submitted>>,
    submitted: Vec<Submitted>,
}

impl Submissions {
    pub(super) fn add(&mut self, run: NewRun, done: Done<Submitted>) {
        self.runs.push(run);
        self.waiting.push(done);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

impl Job for Submissions {
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a> {
        Box::pin(async {
            self.submitted = insert(connection, &self.runs).await?;
            Ok(())
        })
    }

    fn deletes(&self) -> bool {
        false
    }

    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>> {
        let alone = |(run, done)| -> Box<dyn Job> {
            Box::new(Self { runs: vec![run], waiting: vec![done], submitted: Vec::new() })
        };
        self.runs.into_iter().zip(self.waiting).map(alone).collect()
    }

    fn tell(self: Box<Self>, committed: Result<(), StoreError>) {
        let mut submitted = self.submitted.into_iter();
        for done in self.waiting {
            let answer = committed.clone().and_then(|()| submitted.next().ok_or_else(stopped));
            let _ = done.send(answer);
        }
    }
}

/// A run of a group: new with its number, its class and the number of the first like it, or kept before under a number, or of
/// a class that it is not meant for.
#[derive(Clone, Copy)]
enum Fate {
    New(RunId, SeedClass, Option<RunId>),
    Before(RunId),
    ClassDiffers(SeedClass),
}

/// A run that is new, with its number, the id of its category, and the first like it.
struct Fresh<'a> {
    id: RunId,
    category: i64,
    class: SeedClass,
    same_as: Option<RunId>,
    run: &'a NewRun,
}

impl Fresh<'_> {
    fn contender(&self) -> Contender {
        Contender {
            run: self.id,
            player: self.run.player,
            category: self.category,
            class: self.class,
            seed: self.run.seed.as_str().to_owned(),
            received_at: self.run.received_at,
            scores: self.run.scores.clone(),
        }
    }
}

/// Inserts those runs that their players have not handed in before, and tells what became of each.
pub(super) async fn insert(connection: &mut Connection, runs: &[NewRun]) -> sqlx::Result<Vec<Submitted>> {
    let fates = fates(connection, runs).await?;
    let mut categories = BTreeMap::new();
    let mut fresh = Vec::new();
    for (run, fate) in runs.iter().zip(&fates) {
        if let Fate::New(id, class, same_as) = *fate {
            let category = Category { class, ..run.category.clone() };
            let category = known_or_new_category(connection, &mut categories, category).await?;
            fresh.push(Fresh { id, category, class, same_as, run });
        }
    }
    if !fresh.is_empty() {
        insert_rows(connection, &fresh).await?;
        fold::put(connection, &fresh.iter().map(Fresh::contender).collect::<Vec<_>>()).await?;
    }
    let mut submitted = Vec::with_capacity(runs.len());
    for (run, fate) in runs.iter().zip(fates) {
        submitted.push(match fate {
            Fate::New(id, class, same_as) => Submitted::New { id, class, same_as },
            Fate::ClassDiffers(class) => Submitted::ClassDiffers(class),
            Fate::Before(id) => {
                let before = runs::get(&mut *connection, id).await?;
                let before = before.ok_or_else(|| damaged("a run that is known is not there"))?;
                match before.summary.category.class {
                    class if !is_meant_for(run, class) => Submitted::ClassDiffers(class),
                    _ => Submitted::Before(Box::new(before)),
                }
            }
        });
    }
    Ok(submitted)
}

/// What is to become of runs: which are new, and under which numbers.
async fn fates(connection: &mut Connection, runs: &[NewRun]) -> sqlx::Result<Vec<Fate>> {
    let mut own = own_before(connection, runs).await?;
    let mut alike = Alike::of(connection, runs).await?;
    let mut claims = Claims::of(connection, runs).await?;
    let closed = closed_days(connection, runs).await?;
    let (last,): (i64,) = sqlx::query_as("SELECT coalesce(max(id), 0) FROM runs").fetch_one(&mut *connection).await?;
    let mut next = last + 1;
    let fates = runs.iter().map(|run| {
        let key = (run.fingerprint, run.player);
        if let Some(id) = own.get(&key) {
            return Fate::Before(*id);
        }
        let class = if is_late(run, closed) { SeedClass::Chosen } else { claims.class(run) };
        if !is_meant_for(run, class) {
            return Fate::ClassDiffers(class);
        }
        claims.claim(run);
        let id = RunId(next);
        next += 1;
        own.insert(key, id);
        Fate::New(id, class, alike.add(run, id))
    });
    let fates = fates.collect();
    claims.insert(connection).await?;
    Ok(fates)
}

/// The closed days, if the class of a run depends on them.
async fn closed_days(connection: &mut Connection, runs: &[NewRun]) -> sqlx::Result<ClosedDays> {
    if runs.iter().any(|run| run.category.class == SeedClass::Daily) {
        days::closed(connection).await
    } else {
        Ok(ClosedDays::NONE)
    }
}

/// Whether a run of a day's seed comes when others can read how that day was played.
fn is_late(run: &NewRun, closed: ClosedDays) -> bool {
    run.category.class == SeedClass::Daily && closed.contains(run.received_at.day())
}

/// The numbers of those runs that their players have handed in before.
async fn own_before(
    connection: &mut Connection,
    runs: &[NewRun],
) -> sqlx::Result<BTreeMap<([u8; 16], PlayerId), RunId>> {
    let sql = [
        "SELECT column1, runs.id FROM (",
        ") AS asked CROSS JOIN runs WHERE runs.fingerprint = column2 AND runs.player = column3",
    ];
    let asked: Vec<(i64, &NewRun)> = (0..).zip(runs).collect();
    let rows = fetch(connection, sql, &asked, |columns, (at, run)| {
        columns.push_bind(*at).push_bind(run.fingerprint.as_slice()).push_bind(run.player.0);
    });
    let rows = rows.await?.iter().map(<(i64, i64)>::from_row).collect::<sqlx::Result<Vec<_>>>()?;
    let known = rows.into_iter().filter_map(|(at, id)| {
        let run = runs.get(usize::try_from(at).ok()?)?;
        Some(((run.fingerprint, run.player), RunId(id)))
    });
    Ok(known.collect())
}

fn is_meant_for(run: &NewRun, class: SeedClass) -> bool {
    run.meant_for.is_none_or(|meant_for| meant_for == class)
}

/// The id of a category; one that is new gets one. What is known already is looked up once.
pub(super) async fn known_or_new_category(
    connection: &mut Connection,
    known: &mut BTreeMap<Category, i64>,
    category: Category,
) -> sqlx::Result<i64> {
    if let Some(id) = known.get(&category) {
        return Ok(*id);
    }
    let id = match category_id(connection, &category).await? {
        Some(id) => id,
        None => new_category(connection, &category).await?,
    };
    known.insert(category, id);
    Ok(id)
}

/// The id of a category with any seed, if it has one.
pub(super) async fn category_id(connection: &mut Connection, category: &Category) -> sqlx::Result<Option<i64>> {
    let sql = format!(
        "SELECT id FROM courses WHERE game = $1 AND rules = $2 AND options = $3 AND class = $4 AND {OF_ANY_SEED}"
    );
    let query = sqlx::query_scalar(&sql).bind(&category.game).bind(i64::from(category.rules)).bind(&category.options);
    query.bind(class_number(category.class)).fetch_optional(connection).await
}

async fn new_category(connection: &mut Connection, category: &Category) -> sqlx::Result<i64> {
    let sql = "INSERT INTO courses (game, rules, options, class) VALUES ($1, $2, $3, $4) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(&category.game).bind(i64::from(category.rules)).bind(&category.options);
    query.bind(class_number(category.class)).fetch_one(connection).await
}

/// A seed class as it is kept. The numbers are in databases: none may change.
pub(super) fn class_number(class: SeedClass) -> i64 {
    match class {
        SeedClass::Daily => 0,
        SeedClass::Drawn => 1,
        SeedClass::Chosen => 2,
        SeedClass::Sealed => 3,
        SeedClass::SealedDaily => 4,
    }
}

async fn insert_rows(connection: &mut Connection, fresh: &[Fresh<'_>]) -> sqlx::Result<()> {
    let sql = [
        "INSERT INTO runs
            (id, player, course, seed, received_at, merits, score, digest, fingerprint, moves, likeness, same_as,
            taken_back) ",
        "",
    ];
    let inserted = execute_once(connection, sql, fresh, |row, Fresh { id, category, same_as, run, .. }| {
        row.push_bind(id.0).push_bind(run.player.0).push_bind(category).push_bind(run.seed.as_str());
        row.push_bind(run.received_at.millis()).push_bind(merits(run)).push_bind(&run.score_card);
        row.push_bind(run.digest.as_slice()).push_bind(run.fingerprint.as_slice()).push_bind(run.moves.as_bytes());
        row.push_bind(run.likeness.as_slice())
            .push_bind(same_as.map(|run| run.0))
            .push_bind(run.taken_back.map(i64::from));
    });
    inserted.await
}

/// The scores of a run as they are kept: a list of `[merit, moves]`, where merit is the rank key.
fn merits(run: &NewRun) -> String {
    let scores = run.scores.iter().map(|score| format!("[{},{}]", score.key.number(), score.moves));
    format!("[{}]", scores.collect::<Vec<_>>().join(","))
}
