//! What the fold asks of a database, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use super::counts::{Counts, Stretch};
use super::{BestsKey, Changes, Contender, Fold, Line, Places, Standing};
use crate::{PlayerId, RunId, SeedClass};

/// How many runs of a seed give it boards of its own; the runs of other seeds are sorted when they are asked for.
const OFTEN: u64 = 64;

/// A seed of a category.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OfSeed {
    pub(crate) category: i64,
    pub(crate) seed: String,
}

/// The boards of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeedBoards {
    /// It has boards of its own, under this number.
    Own(i64),
    /// It has none, and so many runs, hidden ones too.
    Listed(u64),
}

/// A run that is kept, whether it stands or not.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) contender: Contender,
    pub(crate) hidden: bool,
    /// Whether it is known to stand on some board of every run.
    pub(crate) standing: bool,
}

/// The tables from which boards are read, in a transaction. Lists may come in any order; what is written is sorted.
pub(crate) trait Tables {
    type Error;

    /// The error of rows that contradict each other.
    fn damaged(what: &'static str) -> Self::Error;

    /// The boards of seeds.
    async fn seeds(&mut self, seeds: &BTreeSet<OfSeed>) -> Result<BTreeMap<OfSeed, SeedBoards>, Self::Error>;
    /// Gives a seed boards of its own, under the number that is given back.
    async fn give_boards(&mut self, of: &OfSeed) -> Result<i64, Self::Error>;

    /// The runs of lines that stand, of those before a run.
    async fn standing(&mut self, lines: &BTreeSet<Line>, before: RunId) -> Result<Vec<Contender>, Self::Error>;
    /// The runs of a seed that stand, of those before a run.
    async fn standing_of_seed(&mut self, of: &OfSeed, before: RunId) -> Result<Vec<Contender>, Self::Error>;
    /// Notes which runs stand, or no longer do.
    async fn note_standing(&mut self, runs: &[RunId], standing: bool) -> Result<(), Self::Error>;

    /// The players and categories of those runs that are hidden, or are not.
    async fn players_of(&mut self, runs: &[RunId], hidden: bool) -> Result<BTreeSet<(PlayerId, i64)>, Self::Error>;
    /// All runs of a player in a category.
    async fn runs_of(&mut self, player: PlayerId, category: i64) -> Result<Vec<Held>, Self::Error>;
    /// Hides runs or shows them.
    async fn note_hidden(&mut self, runs: &[RunId], hidden: bool) -> Result<(), Self::Error>;

    async fn bests(&mut self, keys: &BTreeSet<BestsKey>) -> Result<BTreeMap<BestsKey, Places>, Self::Error>;
    async fn put_bests(&mut self, bests: &[(BestsKey, Places)]) -> Result<(), Self::Error>;
    async fn delete_bests(&mut self, keys: &[BestsKey]) -> Result<(), Self::Error>;

    async fn counts(&mut self, stretches: &[Stretch]) -> Result<BTreeMap<Stretch, Counts>, Self::Error>;
    async fn put_counts(&mut self, counts: &[(Stretch, Counts)]) -> Result<(), Self::Error>;
    async fn delete_counts(&mut self, stretches: &[Stretch]) -> Result<(), Self::Error>;

    async fn insert_standings(&mut self, standings: &[Standing]) -> Result<(), Self::Error>;
    async fn delete_standings(&mut self, standings: &[Standing]) -> Result<(), Self::Error>;
}

/// Puts runs on their boards, which were inserted after all others that stand and are held to be standing.
pub(crate) async fn put<T: Tables>(tables: &mut T, runs: &[Contender]) -> Result<(), T::Error> {
    let Some(first) = runs.iter().map(|run| run.run).min() else { return Ok(()) };
    let seeds = seeds(tables, runs).await?;
    let mut fold = Fold { own: own(&seeds), ..Fold::default() };
    let mut known = tables.standing(&runs.iter().map(Contender::line).collect(), first).await?;
    let often = |boards: &SeedBoards| matches!(boards, SeedBoards::Listed(runs) if *runs >= OFTEN);
    let often: Vec<OfSeed> = seeds.into_iter().filter(|(_, boards)| often(boards)).map(|(of, _)| of).collect();
    for of in &often {
        known.extend(tables.standing_of_seed(of, first).await?);
    }
    known.iter().for_each(|run| fold.recall(run));
    for of in often {
        let own = tables.give_boards(&of).await?;
        fold.give_boards(of, own);
    }
    fold.bests = tables.bests(&runs.iter().flat_map(Contender::bests).collect()).await?;
    runs.iter().for_each(|run| fold.add(run));
    let standing = fold.standing();
    let fallen = known.iter().chain(runs).map(|run| run.run).filter(|run| !standing.contains(run));
    let fallen: Vec<RunId> = fallen.collect();
    write(tables, fold.changes()).await?;
    tables.note_standing(&fallen, false).await
}

/// The boards of the seeds of runs, if they may have boards of their own.
async fn seeds<T: Tables>(
    tables: &mut T,
    runs: impl IntoIterator<Item = &Contender>,
) -> Result<BTreeMap<OfSeed, SeedBoards>, T::Error> {
    // The runs of the daily class that were received on a day are of one seed, whose boards are those of the day.
    let runs = runs.into_iter().filter(|run| run.class != SeedClass::Daily);
    let seeds: BTreeSet<OfSeed> = runs.map(Contender::of_seed).collect();
    if seeds.is_empty() { Ok(BTreeMap::new()) } else { tables.seeds(&seeds).await }
}

/// The numbers under which seeds have boards of their own.
fn own(seeds: &BTreeMap<OfSeed, SeedBoards>) -> BTreeMap<OfSeed, i64> {
    let own = |(of, boards): (&OfSeed, &SeedBoards)| match boards {
        SeedBoards::Own(own) => Some((of.clone(), *own)),
        SeedBoards::Listed(_) => None,
    };
    seeds.iter().filter_map(own).collect()
}

/// Takes runs off their boards, or puts them on again.
pub(crate) async fn hide<T: Tables>(tables: &mut T, runs: &[RunId], hidden: bool) -> Result<(), T::Error> {
    let chosen: BTreeSet<RunId> = runs.iter().copied().collect();
    for (player, category) in tables.players_of(runs, !hidden).await? {
        let held = tables.runs_of(player, category).await?;
        let own = own(&seeds(tables, held.iter().map(|held| &held.contender)).await?);
        let boards_of = |shown: &dyn Fn(&Held) -> bool| {
            let mut fold = Fold { own: own.clone(), ..Fold::default() };
            held.iter().filter(|held| shown(held)).for_each(|held| fold.add(&held.contender));
            fold
        };
        let before = boards_of(&|held| !held.hidden);
        let after = boards_of(&|held| if chosen.contains(&held.contender.run) { !hidden } else { !held.hidden });
        let standing = after.standing();
        for now in [false, true] {
            let differs = |held: &&Held| held.standing != now && standing.contains(&held.contender.run) == now;
            let runs: Vec<RunId> = held.iter().filter(differs).map(|held| held.contender.run).collect();
            tables.note_standing(&runs, now).await?;
        }
        write(tables, after.changes_since(before)).await?;
    }
    tables.note_hidden(runs, hidden).await
}

async fn write<T: Tables>(tables: &mut T, changes: Changes) -> Result<(), T::Error> {
    let Changes { gone, new, added, bests } = changes;
    tables.delete_standings(&gone).await?;
    tables.insert_standings(&new).await?;
    let (bests, without): (Vec<_>, Vec<_>) = bests.into_iter().partition(|(_, places)| !places.is_empty());
    tables.put_bests(&bests).await?;
    tables.delete_bests(&without.into_iter().map(|(key, _)| key).collect::<Vec<_>>()).await?;
    let stretches: Vec<Stretch> = added.keys().copied().collect();
    let mut counts = tables.counts(&stretches).await?;
    let (mut counted, mut empty) = (Vec::new(), Vec::new());
    for (stretch, added) in added {
        let more = counts.remove(&stretch).unwrap_or_default().plus(&added);
        let more = more.ok_or_else(|| T::damaged("more is taken off a board than stands there"))?;
        if more.scores().is_empty() { empty.push(stretch) } else { counted.push((stretch, more)) }
    }
    tables.put_counts(&counted).await?;
    tables.delete_counts(&empty).await
}
