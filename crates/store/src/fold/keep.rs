//! What the fold asks of a database, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::{self, Change, List, Piece};
use super::{BestsKey, Changes, Contender, Fold, Places};
use crate::{PlayerId, RunId};

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

/// A run that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) contender: Contender,
    pub(crate) hidden: bool,
}

/// The tables from which boards are read, in a transaction. Lists may come in any order; what is written is sorted.
pub(crate) trait Tables {
    type Error;

    /// The boards of seeds.
    async fn seeds(&mut self, seeds: &BTreeSet<OfSeed>) -> Result<BTreeMap<OfSeed, SeedBoards>, Self::Error>;
    /// Gives a seed boards of its own, under the number that is given back.
    async fn give_boards(&mut self, of: &OfSeed) -> Result<i64, Self::Error>;

    /// The runs of seeds that are not hidden, of those before a run.
    async fn runs_of_seeds(&mut self, seeds: &BTreeSet<OfSeed>, before: RunId) -> Result<Vec<Contender>, Self::Error>;

    /// The players and categories of those runs that are hidden, or are not.
    async fn players_of(&mut self, runs: &[RunId], hidden: bool) -> Result<BTreeSet<(PlayerId, i64)>, Self::Error>;
    /// All runs of a player in a category.
    async fn runs_of(&mut self, player: PlayerId, category: i64) -> Result<Vec<Held>, Self::Error>;
    /// Hides runs or shows them.
    async fn note_hidden(&mut self, runs: &[RunId], hidden: bool) -> Result<(), Self::Error>;

    async fn bests(&mut self, keys: &BTreeSet<BestsKey>) -> Result<BTreeMap<BestsKey, Places>, Self::Error>;
    async fn put_bests(&mut self, bests: &[(BestsKey, Places)]) -> Result<(), Self::Error>;
    async fn delete_bests(&mut self, keys: &[BestsKey]) -> Result<(), Self::Error>;

    /// All changes of a level of those of these lists that have some there, in the order of their places.
    async fn changes(&mut self, level: u8, lists: &[List]) -> Result<BTreeMap<List, Vec<Change>>, Self::Error>;
    /// Puts pieces into a level, of which each is new or is in the place of one that begins where it does.
    async fn put_pieces(&mut self, pieces: &[Piece]) -> Result<(), Self::Error>;
    /// Deletes all pieces of a level of these lists.
    async fn delete_pieces(&mut self, level: u8, lists: &[List]) -> Result<(), Self::Error>;
}

/// Puts runs on their boards, which were inserted after all others.
pub(crate) async fn put<T: Tables>(tables: &mut T, runs: &[Contender]) -> Result<(), T::Error> {
    let Some(first) = runs.iter().map(|run| run.run).min() else { return Ok(()) };
    let seeds = seeds(tables, runs).await?;
    let mut fold = Fold { own: own(&seeds), ..Fold::default() };
    let keys = runs.iter().flat_map(|run| fold.keys(run)).collect();
    fold.bests = tables.bests(&keys).await?;
    let mut new: BTreeMap<OfSeed, u64> = BTreeMap::new();
    for run in runs {
        *new.entry(run.of_seed()).or_default() += 1;
    }
    let listed = |of: &OfSeed, boards: &SeedBoards| match boards {
        SeedBoards::Listed(runs) => Some((of.clone(), *runs)),
        SeedBoards::Own(_) => None,
    };
    let listed: BTreeMap<OfSeed, u64> = seeds.iter().filter_map(|(of, boards)| listed(of, boards)).collect();
    let played: BTreeSet<OfSeed> =
        listed.iter().filter(|(of, runs)| new.get(of) < Some(runs)).map(|(of, _)| of.clone()).collect();
    if !played.is_empty() {
        tables.runs_of_seeds(&played, first).await?.iter().for_each(|run| fold.recall(run));
    }
    for of in listed.into_iter().filter(|(_, runs)| *runs >= OFTEN).map(|(of, _)| of) {
        let own = tables.give_boards(&of).await?;
        fold.give_boards(of, own);
    }
    runs.iter().for_each(|run| fold.add(run));
    write(tables, fold.changes()).await
}

/// The boards of the seeds of runs, if they may have boards of their own.
async fn seeds<T: Tables>(
    tables: &mut T,
    runs: impl IntoIterator<Item = &Contender>,
) -> Result<BTreeMap<OfSeed, SeedBoards>, T::Error> {
    // The runs of a daily class that were received on a day are of one seed, whose boards are those of the day.
    let runs = runs.into_iter().filter(|run| run.class.has_boards_of_seeds());
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
        write(tables, after.changes_since(before)).await?;
    }
    tables.note_hidden(runs, hidden).await
}

async fn write<T: Tables>(tables: &mut T, changes: Changes) -> Result<(), T::Error> {
    let Changes { lists, bests } = changes;
    let (bests, without): (Vec<_>, Vec<_>) = bests.into_iter().partition(|(_, places)| !places.is_empty());
    tables.put_bests(&bests).await?;
    tables.delete_bests(&without.into_iter().map(|(key, _)| key).collect::<Vec<_>>()).await?;
    change_lists(tables, lists).await
}

/// Merges changes into the lowest level of each list that has room for them and for what the levels below it hold.
pub(crate) async fn change_lists<T: Tables>(
    tables: &mut T,
    changed: BTreeMap<List, Vec<Change>>,
) -> Result<(), T::Error> {
    let mut left: BTreeMap<List, Vec<Change>> =
        changed.into_iter().map(|(list, changes)| (list, pieces::sum(changes))).collect();
    left.retain(|_, changes| !changes.is_empty());
    for level in 0..pieces::LEVELS {
        if left.is_empty() {
            break;
        }
        let lists: Vec<List> = left.keys().copied().collect();
        let mut held = tables.changes(level, &lists).await?;
        let mut emptied: BTreeSet<List> = held.keys().copied().collect();
        let mut merged = Vec::new();
        for (list, changes) in std::mem::take(&mut left) {
            let sum = match held.remove(&list) {
                Some(held) => pieces::merge(&held, &changes),
                None => changes,
            };
            if pieces::fit(sum.len(), level) {
                // The lowest level is one piece, which is overwritten.
                if level == 0 && !sum.is_empty() {
                    emptied.remove(&list);
                }
                merged.extend(pieces::cut(list, level, &sum));
            } else {
                left.insert(list, sum);
            }
        }
        tables.delete_pieces(level, &emptied.into_iter().collect::<Vec<_>>()).await?;
        tables.put_pieces(&merged).await?;
    }
    Ok(())
}
