//! Computes what a group of runs changes on leaderboards, without I/O and for every database.
//!
//! A player has one entry on each board of bests, and one for each seed on the board of all runs. Where such an entry goes is a [`Slot`].
//! A [`Fold`] starts from the entries that the database has in the slots of some runs. Each run is offered to its slots, and takes those in
//! which it is better. At the end, [`Fold::changes`] is what must be written. A rebuild is the same fold over all runs, and hiding a run
//! is a fold over what remains of its player's runs, into the slots of that run.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::calendar::{Period, Timestamp};
use crate::{AppId, BoardPlace, PlayerId, RunId, ScopeScore, Scores, ThroughApp};

/// A run with the columns that boards need.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) run: RunId,
    pub(crate) player: PlayerId,
    /// The number of its category.
    pub(crate) category: i64,
    pub(crate) seed: String,
    pub(crate) received_at: Timestamp,
    pub(crate) scores: Scores,
    /// The app through which it was submitted.
    pub(crate) app: Option<ThroughApp>,
    /// The season of the app in which it was received.
    pub(crate) season: Option<Period>,
}

/// A board whose entries are counted, by the number of its category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BoardKey {
    pub(crate) category: i64,
    pub(crate) list: BoardList,
}

/// Which runs of a category a board lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BoardList {
    /// The best run of each player in a period.
    Bests(Period),
    /// The best run of each player by the score of a room, of all time. Rooms are numbered from 1.
    Room(u8),
    /// The best run of each player on each seed, of all time.
    Runs,
    /// The best run of each player in a period, of those that were submitted through an app.
    App(AppId, Period),
}

/// The slot of one player's entry on a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    /// The player's best on a board of bests.
    Best { player: PlayerId, board: BoardKey },
    /// The player's best on a seed: on the board of all runs, and on that of the seed.
    Seed { category: i64, seed: String, player: PlayerId },
}

impl Slot {
    /// The board on which an entry in this slot is counted. Boards of seeds have no counts.
    pub(crate) fn board(&self) -> BoardKey {
        match self {
            Self::Best { board, .. } => *board,
            Self::Seed { category, .. } => BoardKey { category: *category, list: BoardList::Runs },
        }
    }
}

impl Contender {
    /// Each slot for which the run competes, with its place there.
    pub(crate) fn offers(&self) -> impl Iterator<Item = (Slot, BoardPlace)> {
        self.offers_with(self.app.filter(|app| !app.hidden))
    }

    /// Each slot for which the run competes, or would if its app had not hidden it.
    pub(crate) fn slots(&self) -> impl Iterator<Item = Slot> {
        self.offers_with(self.app).map(|(slot, _)| slot)
    }

    /// The slots for which it competes, if an app has it on its boards.
    fn offers_with(&self, on_boards_of: Option<ThroughApp>) -> impl Iterator<Item = (Slot, BoardPlace)> {
        let Self { player, category, .. } = *self;
        let whole = self.scores.whole;
        let best = move |(list, score)| (Slot::Best { player, board: BoardKey { category, list } }, score);
        let of_service = self.is_on_boards_of_service().then(|| {
            let of_seed = (Slot::Seed { category, seed: self.seed.clone(), player }, whole);
            self.lists_of_service().map(best).chain([of_seed])
        });
        let of_app = self.lists_of_app(on_boards_of).map(move |list| best((list, whole)));
        let offers = of_service.into_iter().flatten().chain(of_app);
        offers.map(|(slot, score)| (slot, BoardPlace { score, run: self.run }))
    }

    fn is_on_boards_of_service(&self) -> bool {
        !self.app.is_some_and(|app| app.alone)
    }

    /// The bests for which it competes on the boards of the service, with the score that ranks.
    fn lists_of_service(&self) -> impl Iterator<Item = (BoardList, ScopeScore)> {
        let day = self.received_at.day();
        let periods = [Period::All, Period::Day(day), day.week(), day.month()].map(BoardList::Bests);
        let whole = periods.map(|list| (list, self.scores.whole));
        let rooms = (1..).map(BoardList::Room).zip(self.scores.rooms.iter().copied());
        whole.into_iter().chain(rooms)
    }

    /// The bests for which it competes on the boards of an app.
    fn lists_of_app(&self, app: Option<ThroughApp>) -> impl Iterator<Item = BoardList> + use<> {
        let (day, season) = (self.received_at.day(), self.season);
        let of = move |app: ThroughApp| {
            let periods = [Period::All, Period::Day(day), day.month()].into_iter().chain(season);
            periods.map(move |period| BoardList::App(app.id, period))
        };
        app.map(of).into_iter().flatten()
    }
}

/// Entries by slot: stored and resulting.
#[derive(Debug, Default)]
pub(crate) struct Fold {
    stored: BTreeMap<Slot, BoardPlace>,
    current: BTreeMap<Slot, BoardPlace>,
}

impl Fold {
    /// Starts from the stored entries of all slots for which runs will compete.
    pub(crate) fn adding_to(stored: BTreeMap<Slot, BoardPlace>) -> Self {
        Self { current: stored.clone(), stored }
    }

    /// Starts without entries. Of the stored ones, those that no run takes again are deleted.
    pub(crate) fn replacing(stored: BTreeMap<Slot, BoardPlace>) -> Self {
        Self { stored, current: BTreeMap::new() }
    }

    /// Lets a run take those of the slots in which it is better.
    pub(crate) fn add(&mut self, slots: &BTreeSet<Slot>, run: &Contender) {
        for (slot, place) in run.offers().filter(|(slot, _)| slots.contains(slot)) {
            if self.current.get(&slot).is_none_or(|current| place < *current) {
                self.current.insert(slot, place);
            }
        }
    }

    /// Returns what must be written.
    pub(crate) fn changes(mut self) -> Changes {
        let mut changes = Changes::default();
        for (slot, stored) in self.stored {
            match self.current.remove(&slot) {
                Some(place) if place == stored => {}
                Some(place) => changes.replace(slot, Some(stored), Some(place)),
                None => changes.replace(slot, Some(stored), None),
            }
        }
        for (slot, place) in self.current {
            changes.replace(slot, None, Some(place));
        }
        changes
    }
}

/// Changes of entries, and of the counts of entries that follow from them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The slots that get another entry, or their first one.
    pub(crate) entries: BTreeMap<Slot, BoardPlace>,
    /// The slots whose entries are deleted.
    pub(crate) deleted: Vec<Slot>,
    /// By how much the number of entries of a board with a score changes.
    pub(crate) counts: BTreeMap<(BoardKey, ScopeScore), i64>,
}

impl Changes {
    fn replace(&mut self, slot: Slot, old: Option<BoardPlace>, new: Option<BoardPlace>) {
        let mut count = |place: BoardPlace, by: i64| {
            *self.counts.entry((slot.board(), place.score)).or_default() += by;
        };
        old.into_iter().for_each(|place| count(place, -1));
        new.into_iter().for_each(|place| count(place, 1));
        match new {
            Some(place) => drop(self.entries.insert(slot, place)),
            None => self.deleted.push(slot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RankKey;

    const PLAYER: PlayerId = PlayerId(7);

    fn score(key: i64, moves: u32) -> ScopeScore {
        ScopeScore { key: RankKey::of_number(key), moves }
    }

    fn run(id: i64, seed: &str, whole: ScopeScore, rooms: &[ScopeScore]) -> Contender {
        let (run, seed, scores) = (RunId(id), seed.to_owned(), Scores { whole, rooms: rooms.to_vec() });
        let received_at = "2026-11-20T09:30:00Z".parse().expect("a time");
        Contender { run, player: PLAYER, category: 3, seed, received_at, scores, app: None, season: None }
    }

    /// Adds a run to all its slots.
    fn add(fold: &mut Fold, run: &Contender) {
        fold.add(&run.offers().map(|(slot, _)| slot).collect(), run);
    }

    fn board(list: BoardList) -> BoardKey {
        BoardKey { category: 3, list }
    }

    fn runs_on(changes: &Changes, board: BoardKey) -> Vec<i64> {
        changes.entries.iter().filter(|(slot, _)| slot.board() == board).map(|(_, place)| place.run.0).collect()
    }

    #[test]
    fn first_run_enters_every_board() {
        let mut fold = Fold::default();
        add(&mut fold, &run(1, "a", score(5, 9), &[score(2, 4), score(3, 5)]));
        let changes = fold.changes();
        assert_eq!(changes.entries.len(), 7, "four periods, two rooms, one seed");
        assert!(changes.counts.values().all(|by| *by == 1));
        assert_eq!(changes.counts[&(board(BoardList::Room(2)), score(3, 5))], 1);
        assert_eq!(changes.counts[&(board(BoardList::Runs), score(5, 9))], 1);
    }

    #[test]
    fn run_through_app_enters_boards_of_app() {
        let entered = |alone| {
            let app = Some(ThroughApp { id: AppId(4), alone, hidden: false });
            let run = Contender { app, ..run(1, "a", score(5, 9), &[score(2, 4)]) };
            run.offers().map(|(slot, _)| slot.board()).collect::<BTreeSet<_>>()
        };
        let day = "2026-11-20T09:30:00Z".parse::<Timestamp>().expect("a time").day();
        let of_app = [Period::All, Period::Day(day), day.month()].map(|period| board(BoardList::App(AppId(4), period)));
        assert_eq!(entered(true), BTreeSet::from(of_app));
        assert_eq!(entered(false).len(), 9, "four periods, one room, one seed, and three of the app");
        assert!(entered(false).is_superset(&entered(true)));
    }

    #[test]
    fn run_that_its_app_hid_is_only_on_boards_of_service() {
        let offered = |alone, hidden| {
            let app = Some(ThroughApp { id: AppId(4), alone, hidden });
            let run = Contender { app, ..run(1, "a", score(5, 9), &[]) };
            (run.offers().count(), run.slots().count())
        };
        assert_eq!([offered(false, false), offered(false, true)], [(8, 8), (5, 8)]);
        assert_eq!([offered(true, false), offered(true, true)], [(3, 3), (0, 3)]);
    }

    #[test]
    fn better_run_replaces_entry_and_moves_count() {
        let mut before = Fold::default();
        add(&mut before, &run(1, "a", score(5, 9), &[]));
        let mut fold = Fold::adding_to(before.changes().entries);
        add(&mut fold, &run(2, "b", score(5, 8), &[]));
        let changes = fold.changes();
        let bests = board(BoardList::Bests(Period::All));
        assert_eq!(runs_on(&changes, bests), [2]);
        assert_eq!(changes.counts[&(bests, score(5, 9))], -1);
        assert_eq!(changes.counts[&(bests, score(5, 8))], 1);
        assert_eq!(runs_on(&changes, board(BoardList::Runs)), [2], "another seed is another entry");
        assert_eq!(changes.counts.get(&(board(BoardList::Runs), score(5, 9))), None);
    }

    #[test]
    fn equal_or_worse_run_changes_nothing_on_same_seed() {
        let mut before = Fold::default();
        add(&mut before, &run(1, "a", score(5, 9), &[]));
        let mut fold = Fold::adding_to(before.changes().entries);
        add(&mut fold, &run(2, "a", score(5, 9), &[]));
        add(&mut fold, &run(3, "a", score(6, 1), &[]));
        assert_eq!(fold.changes(), Changes::default());
    }

    #[test]
    fn slots_of_other_runs_stay_as_they_are() {
        let runs = [run(1, "a", score(5, 9), &[]), run(2, "b", score(4, 9), &[]), run(3, "b", score(6, 9), &[])];
        let hidden: BTreeSet<Slot> = runs[1].offers().map(|(slot, _)| slot).collect();
        let mut before = Fold::default();
        runs.iter().for_each(|run| add(&mut before, run));
        let stored = before.changes().entries.into_iter().filter(|(slot, _)| hidden.contains(slot)).collect();
        let mut fold = Fold::replacing(stored);
        [&runs[0], &runs[2]].iter().for_each(|run| fold.add(&hidden, run));
        let changes = fold.changes();
        assert_eq!(runs_on(&changes, board(BoardList::Bests(Period::All))), [1]);
        assert_eq!(runs_on(&changes, board(BoardList::Runs)), [3], "the entry on the other seed is not touched");
        assert_eq!(changes.deleted, []);
    }

    #[test]
    fn replacing_deletes_entries_that_no_run_takes_again() {
        let runs = [run(1, "a", score(5, 9), &[]), run(2, "b", score(4, 9), &[])];
        let mut before = Fold::default();
        runs.iter().for_each(|run| add(&mut before, run));
        let mut fold = Fold::replacing(before.changes().entries);
        add(&mut fold, &runs[0]);
        let changes = fold.changes();
        let seed = Slot::Seed { category: 3, seed: "b".to_owned(), player: PLAYER };
        assert_eq!(changes.deleted, [seed]);
        assert_eq!(runs_on(&changes, board(BoardList::Bests(Period::All))), [1]);
        assert_eq!(changes.counts[&(board(BoardList::Runs), score(4, 9))], -1);
    }
}
