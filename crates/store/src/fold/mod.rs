//! Boards as one fold over runs, the same for every database.
//!
//! The runs of a player on a seed of a category are a *line*. On each board of every run stands the best run of each line in the
//! board's period, and on each board of bests the best run of each player. A seed that is played often has boards of its own, on which a
//! line is its player's best.
//!
//! [`Fold`] works out what a run changes, out of what stood on the boards where it may stand; [`keep`] asks a database for that,
//! and writes what changed, for a whole group of runs at a time, into the [`pieces`] of which boards are made. A database has its
//! [`Tables`] read, written and deleted from, and decides nothing. Boards are made anew by the same fold over all runs.

mod keep;
pub(crate) mod pieces;
pub(crate) mod places;

use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
pub(crate) use self::keep::change_lists;
pub(crate) use self::keep::{Held, OfSeed, SeedBoards, Tables, hide, put};
use self::pieces::{Change, List};
use crate::calendar::{Period, Timestamp};
use crate::{BoardPlace, PlayerId, RunId, ScopeScore, SeedClass};

/// A run, as boards know it.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) run: RunId,
    pub(crate) player: PlayerId,
    /// The number of its category, and the seed class of that.
    pub(crate) category: i64,
    pub(crate) class: SeedClass,
    pub(crate) seed: String,
    pub(crate) received_at: Timestamp,
    /// The score of the whole, then of each room.
    pub(crate) scores: Vec<ScopeScore>,
}

impl Contender {
    /// The numbers of the periods in which it was received.
    fn periods(&self) -> [i64; 4] {
        let day = self.received_at.day();
        [Period::All, Period::Day(day), day.week(), day.month()].map(Period::number)
    }

    fn line(&self) -> Line {
        Line { player: self.player, of: self.of_seed() }
    }

    fn of_seed(&self) -> OfSeed {
        OfSeed { category: self.category, seed: self.seed.clone() }
    }

    fn bests(&self) -> [BestsKey; 4] {
        self.periods().map(|period| BestsKey { player: self.player, period, category: self.category })
    }
}

/// The runs of a player on a seed of a category.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) player: PlayerId,
    pub(crate) of: OfSeed,
}

/// A board, whether of every run or of bests, by the numbers of its category and period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BoardKey {
    pub(crate) category: i64,
    pub(crate) scope: u8,
    pub(crate) period: i64,
}

/// A player in a category and a period, where there is a best in each scope; or a player's line on a seed that has boards of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BestsKey {
    pub(crate) player: PlayerId,
    pub(crate) period: i64,
    pub(crate) category: i64,
}

impl BestsKey {
    /// The key of the player's line on a seed that has boards under this number. Its period is negative, so that a player's bests are read
    /// without those of such lines.
    fn of_line(self, own: i64) -> Self {
        Self { period: -1 - self.period, category: own, ..self }
    }
}

/// The best place of some runs in each scope.
type Places = Vec<BoardPlace>;

fn take_place(places: &mut Places, scope: usize, place: BoardPlace) {
    match places.get_mut(scope) {
        Some(held) => *held = place,
        None => places.push(place),
    }
}

/// What stands of some lines and players, and what of it was added and taken away.
#[derive(Debug, Default)]
struct Fold {
    /// The best of each line by period, where its seed has no boards of its own.
    lines: BTreeMap<Line, BTreeMap<i64, Places>>,
    /// The bests of players, and of lines where their seeds have boards of their own.
    bests: BTreeMap<BestsKey, Places>,
    /// Those bests that are others now.
    bettered: BTreeSet<BestsKey>,
    /// The numbers under which seeds have boards of their own.
    own: BTreeMap<OfSeed, i64>,
    /// The places that were taken and given up.
    changed: BTreeMap<List, Vec<Change>>,
}

impl Fold {
    /// Under what those bests are that a run may better.
    fn keys(&self, run: &Contender) -> impl Iterator<Item = BestsKey> {
        let own = self.own.get(&run.of_seed()).copied();
        run.bests().into_iter().flat_map(move |key| [Some(key), own.map(|own| key.of_line(own))]).flatten()
    }

    /// What the line of a run holds in each period of the run.
    fn held_by_line(&self, run: &Contender) -> [Places; 4] {
        let (keys, own) = (run.bests(), self.own.get(&run.of_seed()));
        let held = |key: BestsKey| match (run.class, own) {
            // All runs of a day's seed are of that day.
            (class, _) if class.is_daily() => self.bests.get(&keys[1]),
            (_, Some(own)) => self.bests.get(&key.of_line(*own)),
            (_, None) => self.lines.get(&run.line())?.get(&key.period),
        };
        keys.map(|key| held(key).cloned().unwrap_or_default())
    }

    /// Takes up a run that stands already, so that its line is known.
    fn recall(&mut self, run: &Contender) {
        let line = self.lines.entry(run.line()).or_default();
        for period in run.periods() {
            let held = line.entry(period).or_default();
            for (scope, score) in run.scores.iter().enumerate() {
                let place = BoardPlace { score: *score, run: run.run };
                if held.get(scope).is_none_or(|held| place < *held) {
                    take_place(held, scope, place);
                }
            }
        }
    }

    /// Gives a seed boards of its own, on which the lines that are known stand.
    fn give_boards(&mut self, of: OfSeed, own: i64) {
        for (line, periods) in self.lines.iter().filter(|(line, _)| line.of == of) {
            for (period, held) in periods {
                let key = BestsKey { player: line.player, period: *period, category: own }.of_line(own);
                self.bests.insert(key, held.clone());
                self.bettered.insert(key);
                for (scope, place) in (0..).zip(held) {
                    let board = BoardKey { category: own, scope, period: *period };
                    let list = List { board, best: true };
                    self.changed.entry(list).or_default().push(Change { place: *place, by: 1 });
                }
            }
        }
        self.own.insert(of, own);
    }

    /// Adds a run.
    fn add(&mut self, run: &Contender) {
        let (line, own) = (run.line(), self.own.get(&run.of_seed()).copied());
        for (key, held_by_line) in run.bests().into_iter().zip(self.held_by_line(run)) {
            for (scope, score) in (0..).zip(&run.scores) {
                let place = BoardPlace { score: *score, run: run.run };
                let at = usize::from(scope);
                let held = held_by_line.get(at).copied();
                // What the line holds may be the player's best, so that what is no better than that is no better than this.
                if held.is_some_and(|held| held < place) {
                    continue;
                }
                let board = BoardKey { category: run.category, scope, period: key.period };
                let mut change = |board, best, place, by| {
                    self.changed.entry(List { board, best }).or_default().push(Change { place, by });
                };
                if let Some(held) = held {
                    change(board, false, held, -1);
                }
                change(board, false, place, 1);
                let held_by_player = self.bests.entry(key).or_default();
                let best = held_by_player.get(at).copied();
                if best.is_none_or(|best| place < best) {
                    if let Some(best) = best {
                        change(board, true, best, -1);
                    }
                    change(board, true, place, 1);
                    take_place(held_by_player, at, place);
                    self.bettered.insert(key);
                }
                if let Some(category) = own {
                    let board = BoardKey { category, ..board };
                    if let Some(held) = held {
                        change(board, true, held, -1);
                    }
                    change(board, true, place, 1);
                    let key = key.of_line(category);
                    take_place(self.bests.entry(key).or_default(), at, place);
                    self.bettered.insert(key);
                } else if run.class.has_boards_of_seeds() {
                    let held = self.lines.entry(line.clone()).or_default().entry(key.period).or_default();
                    take_place(held, at, place);
                }
            }
        }
    }

    /// What is to be written.
    fn changes(self) -> Changes {
        let Self { bests, bettered, changed, .. } = self;
        let bettered = bests.into_iter().filter(|(key, _)| bettered.contains(key));
        Changes { bests: bettered.collect(), lists: changed }
    }

    /// What is to be written where the boards are those of `before` and shall be those of this.
    fn changes_since(self, before: Self) -> Changes {
        let mut lists = self.changed;
        for (list, changes) in before.changed {
            let undone = changes.into_iter().map(|Change { place, by }| Change { place, by: -by });
            lists.entry(list).or_default().extend(undone);
        }
        let mut bests: BTreeMap<BestsKey, Places> = before.bests.keys().map(|key| (*key, Vec::new())).collect();
        bests.extend(self.bests);
        bests.retain(|key, places| before.bests.get(key) != Some(places));
        Changes { lists, bests }
    }
}

/// What is to be written.
#[derive(Debug, Default)]
struct Changes {
    /// What changes on lists, in any order.
    lists: BTreeMap<List, Vec<Change>>,
    /// The bests that are others now; without a place where there is none any more.
    bests: BTreeMap<BestsKey, Places>,
}
