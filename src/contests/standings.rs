//! The standings of contests, computed from their entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::engine;
use crate::pool::{Lane, Pool, PoolError, Share};
use crate::rules::contest::{ContestRules, ContestScoring, ContestStanding, RoundResults, standings};
use crate::store::calendar::Timestamp;
use crate::store::{AnyStore, ContestId, PlayerId, RoundEntry, RoundId, RoundState, StoreError, StoredContest};

/// Number of entries per read from the store.
const PAGE_SIZE: u32 = 1000;
/// Maximum number of entries of all cached standings, of about 200 bytes each.
const MAX_CACHED_ENTRIES: u64 = 200_000;
/// Expected number of cached standings.
const EXPECTED_CACHED: usize = 64;
/// Milliseconds after which standings are computed again, since a run can fail its verification.
const MAX_AGE: i64 = 60_000;

/// Computes standings, and caches them.
#[derive(Clone)]
pub struct Contests {
    store: AnyStore,
    pool: Pool,
    cache: Arc<Cache<Key, Arc<ContestTable>, Weight>>,
}

impl std::fmt::Debug for Contests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contests").finish_non_exhaustive()
    }
}

/// What standings depend on, as far as it can change: the rounds that count, the moderation log, and time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    contest: ContestId,
    rounds: Vec<u8>,
    last_action: Option<i64>,
    age: i64,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<ContestTable>> for Weight {
    fn weight(&self, _: &Key, table: &Arc<ContestTable>) -> u64 {
        table.entries.len() as u64 + 1
    }
}

/// The standings of a contest with the entries from which they follow.
#[derive(Clone, Debug, Default)]
pub struct ContestTable {
    /// The rounds that count, in order: those that are settled and not void.
    pub rounds: Vec<u8>,
    /// The standings, the best first.
    pub standings: Vec<ContestStanding<PlayerId>>,
    /// The entries of these rounds, by round and player.
    pub entries: BTreeMap<(u8, PlayerId), RoundEntry>,
}

/// Why standings cannot be shown.
#[derive(Debug)]
pub enum Failure {
    /// The store failed.
    Store(StoreError),
    /// The thread pool refused the work, or the work panicked.
    Pool(PoolError),
}

impl Contests {
    /// The standings of the contests in a store.
    #[must_use]
    pub fn new(store: AnyStore, pool: Pool) -> Self {
        let cache = Cache::with_weighter(EXPECTED_CACHED, MAX_CACHED_ENTRIES, Weight);
        Self { store, pool, cache: Arc::new(cache) }
    }

    /// Returns the standings after the settled rounds of a contest. Those that are asked for at the same time are computed once.
    ///
    /// # Errors
    /// When the store or the pool fails.
    pub async fn standings(&self, contest: &StoredContest, now: Timestamp) -> Result<Arc<ContestTable>, Failure> {
        let settled = contest.rounds.iter().filter(|round| round.state == RoundState::Settled && !round.is_void);
        let rounds: Vec<(u8, RoundId)> = settled.map(|round| (round.number, round.id)).collect();
        let last = self.store.moderation_actions(None, 1).await.map_err(Failure::Store)?;
        let key = Key {
            contest: contest.id,
            rounds: rounds.iter().map(|(number, _)| *number).collect(),
            last_action: last.first().map(|action| action.id.0),
            age: now.millis() / MAX_AGE,
        };
        let compute = self.compute(contest, rounds);
        self.cache.get_or_insert_async(&key, compute).await
    }

    async fn compute(&self, contest: &StoredContest, rounds: Vec<(u8, RoundId)>) -> Result<Arc<ContestTable>, Failure> {
        let mut entries = BTreeMap::new();
        for (number, round) in &rounds {
            let mut after = PlayerId(0);
            loop {
                let page = self.store.entries(*round, after, PAGE_SIZE).await.map_err(Failure::Store)?;
                let Some(last) = page.last() else { break };
                after = last.player;
                entries.extend(page.into_iter().map(|entry| ((*number, entry.player), entry)));
            }
        }
        let rules = rules_of(contest);
        let rounds: Vec<u8> = rounds.into_iter().map(|(number, _)| number).collect();
        let work = move || {
            let results: Vec<RoundResults<PlayerId>> = rounds.iter().map(|round| results(&entries, *round)).collect();
            let standings = rules.map(|rules| standings(rules, &results)).unwrap_or_default();
            Arc::new(ContestTable { standings, rounds, entries })
        };
        self.pool.run(Lane::Rest, Share::SERVICE, work).await.map_err(Failure::Pool)
    }
}

/// Returns how the rounds of a contest are added up; none if the program no longer has its game.
fn rules_of(contest: &StoredContest) -> Option<ContestRules> {
    let ruleset = engine::games::ruleset(&contest.terms.game, contest.terms.rules)?;
    let scoring = ruleset.facts().scoring.as_ref()?;
    let by = if contest.terms.by_points { ContestScoring::Points } else { ContestScoring::Total };
    Some(ContestRules { scoring: by, wins: scoring.wins, abandoned: scoring.abandoned })
}

/// What an entry is in the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryResult {
    /// The game was finished with this score.
    Finished(u64),
    /// The game was begun, and not finished.
    Unfinished,
    /// The player is banned, or the run is hidden: it counts for no one.
    Hidden,
}

/// Returns what an entry is in the standings.
#[must_use]
pub fn result_of(entry: &RoundEntry) -> EntryResult {
    match &entry.run {
        _ if entry.is_banned => EntryResult::Hidden,
        Some(run) if run.is_hidden => EntryResult::Hidden,
        Some(run) => EntryResult::Finished(run.key.score()),
        None => EntryResult::Unfinished,
    }
}

fn results(entries: &BTreeMap<(u8, PlayerId), RoundEntry>, round: u8) -> RoundResults<PlayerId> {
    let of_round = entries.range((round, PlayerId(i64::MIN))..=(round, PlayerId(i64::MAX)));
    let result = |((_, player), entry): (&(u8, PlayerId), &RoundEntry)| match result_of(entry) {
        EntryResult::Finished(score) => Some((*player, Some(score))),
        EntryResult::Unfinished => Some((*player, None)),
        EntryResult::Hidden => None,
    };
    of_round.filter_map(result).collect()
}
