//! Boards as one fold over runs, the same for every database.
//!
//! The runs of a player on a seed of a category are a *line*. On each board of every run stands the best run of each line in the
//! board's period, and one of those of a player is that player's best: so boards of bests are the rows that are marked as such. A
//! seed that is played often has boards of its own, on which a line is its player's best.
//!
//! [`Fold`] works out what a run changes, out of what stood on the boards where it may stand; [`keep`] asks a database for that,
//! and writes what changed, for a whole group of runs at a time: rows of one board come together, and what is counted is added up
//! before it is written. A database has its [`Tables`] read, inserted into and deleted from, and decides nothing. Boards are made
//! anew by the same fold over all runs.

pub(crate) mod counts;
mod keep;
pub(crate) mod places;

use std::collections::{BTreeMap, BTreeSet};

use self::counts::{Added, Stretch};
pub(crate) use self::keep::{Held, OfSeed, SeedBoards, Tables, hide, put};
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

/// What stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Standing {
    pub(crate) board: BoardKey,
    /// Whether it is its player's best there.
    pub(crate) best: bool,
    pub(crate) place: BoardPlace,
}

/// A player in a category and a period, where there is a best in each scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BestsKey {
    pub(crate) player: PlayerId,
    pub(crate) period: i64,
    pub(crate) category: i64,
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
    /// The best of each line by period.
    lines: BTreeMap<Line, BTreeMap<i64, Places>>,
    bests: BTreeMap<BestsKey, Places>,
    /// Those bests that are others now.
    bettered: BTreeSet<BestsKey>,
    /// The numbers under which seeds have boards of their own.
    own: BTreeMap<OfSeed, i64>,
    /// What was added, as 1, and taken away, as -1.
    changed: Vec<(Standing, i32)>,
}

impl Fold {
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
        for (_, periods) in self.lines.iter().filter(|(line, _)| line.of == of) {
            for (period, held) in periods {
                for (scope, place) in (0..).zip(held) {
                    let board = BoardKey { category: own, scope, period: *period };
                    self.changed.push((Standing { board, best: true, place: *place }, 1));
                }
            }
        }
        self.own.insert(of, own);
    }

    /// Adds a run.
    fn add(&mut self, run: &Contender) {
        let own = self.own.get(&run.of_seed()).copied();
        let line = self.lines.entry(run.line()).or_default();
        for key in run.bests() {
            let held_by_line = line.entry(key.period).or_default();
            let held_by_player = self.bests.entry(key).or_default();
            for (scope, score) in (0..).zip(&run.scores) {
                let place = BoardPlace { score: *score, run: run.run };
                let at = usize::from(scope);
                let held = held_by_line.get(at).copied();
                // What the line holds may be the player's best, so that what is no better than that is no better than this.
                if held.is_some_and(|held| held < place) {
                    continue;
                }
                let board = BoardKey { category: run.category, scope, period: key.period };
                let mut change = |best, place, by| self.changed.push((Standing { board, best, place }, by));
                let best = held_by_player.get(at).copied();
                if let Some(held) = held {
                    change(best == Some(held), held, -1);
                }
                let is_best = best.is_none_or(|best| place < best);
                if let Some(best) = best.filter(|best| is_best && Some(*best) != held) {
                    change(true, best, -1);
                    change(false, best, 1);
                }
                change(is_best, place, 1);
                if let Some(category) = own {
                    let board = BoardKey { category, ..board };
                    let change = |place, by| (Standing { board, best: true, place }, by);
                    self.changed.extend(held.map(|held| change(held, -1)));
                    self.changed.push(change(place, 1));
                }
                take_place(held_by_line, at, place);
                if is_best {
                    take_place(held_by_player, at, place);
                    self.bettered.insert(key);
                }
            }
        }
    }

    /// The runs of known lines that stand on some board.
    fn standing(&self) -> BTreeSet<RunId> {
        self.lines.values().flat_map(BTreeMap::values).flatten().map(|place| place.run).collect()
    }

    /// What is to be written, besides which runs stand.
    fn changes(self) -> Changes {
        let Self { bests, bettered, changed, .. } = self;
        let bettered = bests.into_iter().filter(|(key, _)| bettered.contains(key));
        Changes { bests: bettered.collect(), ..Changes::of(changed) }
    }

    /// What is to be written, besides which runs stand, where the boards are those of `before` and shall be those of this.
    fn changes_since(self, before: Self) -> Changes {
        let taken_away = before.changed.into_iter().map(|(standing, by)| (standing, -by));
        let changed = self.changed.into_iter().chain(taken_away).collect();
        let mut bests: BTreeMap<BestsKey, Places> = before.bests.keys().map(|key| (*key, Vec::new())).collect();
        bests.extend(self.bests);
        bests.retain(|key, places| before.bests.get(key) != Some(places));
        Changes { bests, ..Changes::of(changed) }
    }
}

/// What is to be written.
#[derive(Debug, Default)]
struct Changes {
    gone: Vec<Standing>,
    new: Vec<Standing>,
    /// What is to be added to the counts.
    added: BTreeMap<Stretch, Vec<Added>>,
    /// The bests that are others now; without a place where there is none any more.
    bests: BTreeMap<BestsKey, Places>,
}

impl Changes {
    fn of(mut changed: Vec<(Standing, i32)>) -> Self {
        changed.sort_unstable();
        let mut changes = Self::default();
        for same in changed.chunk_by(|(one, _), (other, _)| one == other) {
            let (standing, by) = (same[0].0, same.iter().map(|(_, by)| by).sum::<i32>());
            if by == 0 {
                continue;
            }
            if by > 0 {
                changes.new.push(standing)
            } else {
                changes.gone.push(standing)
            }
            let Standing { board, best, place } = standing;
            let added = Added { score: place.score, lines: by, bests: by * i32::from(best) };
            changes.added.entry(Stretch::of(board, place.score)).or_default().push(added);
        }
        changes
    }
}
